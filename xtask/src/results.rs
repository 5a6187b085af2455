//! The result file: what a run of suites leaves behind, and what baselines and comparisons read.

use crate::{files::write_atomic, provenance::Provenance};
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fs, path::Path};

/// Version of the format; raised when a field changes its meaning.
pub const SCHEMA: u32 = 1;

/// A run of one or more suites.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResultFile {
    /// [`SCHEMA`] of the writer.
    pub schema: u32,
    /// Where the numbers come from.
    pub provenance: Provenance,
    /// The suites in the order in which they were asked for.
    pub suites: Vec<SuiteResult>,
    /// Times, kept apart from everything that can be compared or pinned.
    #[serde(default)]
    pub timing: Timing,
}

/// How long a run took. Never compared, never pinned.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// When the run started, in seconds since 1970.
    pub started_unix: u64,
    /// Seconds of the whole run by the wall clock.
    pub seconds: f64,
    /// Worker threads.
    pub threads: usize,
    /// Seconds of each suite by the wall clock.
    pub suites: BTreeMap<String, f64>,
}

/// The outcome of one suite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuiteResult {
    /// Name of the suite: that of the manifest, or the file's stem.
    pub suite: String,
    /// SHA-256 of the suite's file in hexadecimal.
    pub file_sha256: String,
    /// What ended each search.
    pub limit: Limit,
    /// Transposition table in mebibytes.
    pub hash_mb: usize,
    /// `self`, or the name a UCI engine gave.
    pub engine: String,
    /// Whether every record of the suite was read and searched without an error.
    pub complete: bool,
    /// One row a record, in suite order.
    pub rows: Vec<Row>,
    /// Sums over the rows.
    pub totals: Totals,
}

/// What ends a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// Plies.
    Depth(i32),
    /// Nodes.
    Nodes(u64),
    /// Milliseconds.
    MovetimeMs(u64),
}

/// The outcome of one position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The record's id.
    pub id: String,
    /// The engine's move in SAN; `None` when there is no legal one, or on an error.
    pub best: Option<String>,
    /// Whether the move satisfies the record's `bm` and `am`; `None` when it has neither, or on an
    /// error.
    pub solved: Option<bool>,
    /// `cp 31` or `mate 5` from the side to move's view; empty when the engine gave none.
    pub score: String,
    /// Last finished iteration in plies.
    pub depth: i32,
    /// Deepest line in plies.
    pub seldepth: i32,
    /// Nodes searched.
    pub nodes: u64,
    /// Nodes at the end of the first iteration from which the best move stayed a solution until
    /// the end; `None` when unsolved.
    pub nodes_to_solution: Option<u64>,
    /// The search's own counters.
    pub counters: BTreeMap<String, u64>,
    /// Why there is no outcome: a crash, a time-out, a panic.
    pub error: Option<String>,
}

/// Sums over a suite's rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// All rows.
    pub positions: usize,
    /// Rows with a verdict.
    pub judged: usize,
    /// Rows whose verdict is "solved".
    pub solved: usize,
    /// Nodes.
    pub nodes: u64,
    /// Rows with an error.
    pub errors: usize,
}

impl Totals {
    /// Sums up `rows`.
    pub fn of(rows: &[Row]) -> Self {
        Totals {
            positions: rows.len(),
            judged: rows.iter().filter(|row| row.solved.is_some()).count(),
            solved: rows.iter().filter(|row| row.solved == Some(true)).count(),
            nodes: rows.iter().map(|row| row.nodes).sum(),
            errors: rows.iter().filter(|row| row.error.is_some()).count(),
        }
    }
}

impl ResultFile {
    /// Reads a result file.
    ///
    /// # Errors
    /// When it cannot be read, is not of this schema, or its totals are not those of its rows (a
    /// truncated or hand-edited file).
    pub fn load(path: &Path) -> Result<Self> {
        let text =
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        Self::parse(&text).with_context(|| format!("in {}", path.display()))
    }

    /// Parses the text of a result file; see [`ResultFile::load`].
    ///
    /// # Errors
    /// As [`ResultFile::load`].
    pub fn parse(text: &str) -> Result<Self> {
        /// The one field that every schema has.
        #[derive(Deserialize)]
        struct Head {
            schema: u32,
        }
        let head: Head = serde_json::from_str(text).context("not a result file")?;
        if head.schema != SCHEMA {
            bail!("schema is {}, expected {SCHEMA}", head.schema);
        }
        let file: ResultFile = serde_json::from_str(text).context("malformed result file")?;
        for suite in &file.suites {
            let totals = Totals::of(&suite.rows);
            if totals != suite.totals {
                bail!(
                    "suite {:?}: totals are {:?}, but its rows sum to {totals:?}",
                    suite.suite,
                    suite.totals
                );
            }
        }
        Ok(file)
    }

    /// The file's text: indented JSON with a final newline.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a result is always valid JSON");
        text.push('\n');
        text
    }

    /// Writes the file, by way of a temporary one.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(&self, path: &Path) -> Result<()> {
        write_atomic(path, self.to_json().as_bytes())
    }
}
