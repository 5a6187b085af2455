//! `head_reference.json`: totals and fingerprints of the last blessing.

use crate::results::{Limit, Totals};
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Version of the format; raised when a field changes its meaning.
const SCHEMA: u32 = 1;

/// What was blessed, without the rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reference {
    /// Version of the format.
    schema: u32,
    /// The commit on top of which the blessing was made, in hexadecimal; `None` before the first.
    /// The blessed tree itself is the commit that brought this file in.
    pub commit: Option<String>,
    /// Fingerprint of every file that can change a count, baselines aside, in hexadecimal.
    pub sources_sha256: String,
    /// The compiler that built the runner.
    pub toolchain: String,
    /// The target triple it was built for.
    pub target: String,
    /// Fingerprint of all parameters, in hexadecimal.
    pub params_fingerprint: String,
    /// Fingerprint of the baked tables, in hexadecimal; empty when there are none.
    pub tables_fingerprint: String,
    /// Nodes of the bench suite: the engine's signature.
    pub bench_nodes: u64,
    /// The suites, by name.
    pub suites: BTreeMap<String, SuiteReference>,
}

/// What was blessed of a suite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuiteReference {
    /// Its file, relative to the suites' directory.
    pub file: String,
    /// SHA-256 of that file in hexadecimal.
    pub file_sha256: String,
    /// What ended each search.
    pub limit: Limit,
    /// Transposition table in mebibytes.
    pub hash_mb: usize,
    /// `quick` or `full`.
    pub tier: String,
    /// Sums over the rows.
    pub totals: Totals,
    /// SHA-256 of the contents of the suite's snapshot in hexadecimal.
    pub snapshot_sha256: String,
}

/// Everything about a blessing but the suites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// See [`Reference::commit`].
    pub commit: Option<String>,
    /// See [`Reference::sources_sha256`].
    pub sources_sha256: String,
    /// See [`Reference::toolchain`].
    pub toolchain: String,
    /// See [`Reference::target`].
    pub target: String,
    /// See [`Reference::params_fingerprint`].
    pub params_fingerprint: String,
    /// See [`Reference::tables_fingerprint`].
    pub tables_fingerprint: String,
}

impl Reference {
    /// A reference of the current format.
    ///
    /// # Errors
    /// When the suites hold no bench.
    pub fn new(origin: Origin, suites: BTreeMap<String, SuiteReference>) -> Result<Self> {
        let bench = suites
            .get(super::BENCH_SUITE)
            .with_context(|| format!("there is no suite {:?}", super::BENCH_SUITE))?;
        Ok(Reference {
            schema: SCHEMA,
            commit: origin.commit,
            sources_sha256: origin.sources_sha256,
            toolchain: origin.toolchain,
            target: origin.target,
            params_fingerprint: origin.params_fingerprint,
            tables_fingerprint: origin.tables_fingerprint,
            bench_nodes: bench.totals.nodes,
            suites,
        })
    }

    /// Reads the text of a reference.
    ///
    /// # Errors
    /// When it is malformed, or of another version.
    pub fn parse(text: &str) -> Result<Self> {
        /// The one field that every version has.
        #[derive(Deserialize)]
        struct Head {
            schema: u32,
        }
        let head: Head = serde_json::from_str(text).context("no reference")?;
        if head.schema != SCHEMA {
            bail!("schema is {}, expected {SCHEMA}", head.schema);
        }
        serde_json::from_str(text).context("malformed reference")
    }

    /// The file's text: indented JSON with a final newline.
    pub fn render(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a reference is valid JSON");
        text.push('\n');
        text
    }

    /// The totals of each suite.
    pub fn totals(&self) -> BTreeMap<String, Totals> {
        self.suites
            .iter()
            .map(|(name, suite)| (name.clone(), suite.totals))
            .collect()
    }
}
