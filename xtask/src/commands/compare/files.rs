//! `compare OLD NEW`: two result files.

use super::{Args, tell};
use crate::{
    Verdict,
    baseline::limit_text,
    gate::{Outcome, text},
    provenance::Provenance,
    results::{ResultFile, SuiteResult},
    stats::{Comparison, NodeChange, node_pairs},
};
use anyhow::{Result, bail};
use serde::Serialize;
use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
};

/// Version of the format; raised when a field changes its meaning.
const SCHEMA: u32 = 1;
/// Hexadecimal digits of a commit that are shown.
const SHORT_COMMIT: usize = 10;

/// Two result files.
#[derive(Debug, Serialize)]
struct Report {
    schema: u32,
    verdict: Outcome,
    old: Side,
    new: Side,
    /// The suites of both.
    suites: Vec<Suite>,
    /// Change of nodes over all these suites.
    pooled: Option<NodeChange>,
    /// What else is worth knowing.
    notes: Vec<String>,
}

/// One of the files.
#[derive(Debug, Serialize)]
struct Side {
    file: PathBuf,
    provenance: Provenance,
    /// Suites that the other does not have.
    alone: Vec<String>,
}

/// A suite of both.
#[derive(Debug, Serialize)]
struct Suite {
    suite: String,
    same: bool,
    comparison: Comparison,
}

pub(super) fn run(old: &Path, new: &Path, args: &Args) -> Result<Verdict> {
    let report = compare(old, new)?;
    tell(args, &report, &render(&report))?;
    Ok(match report.verdict {
        Outcome::Pass => Verdict::Pass,
        Outcome::Differs | Outcome::CouldNotRun => Verdict::Differs,
    })
}

fn compare(old_path: &Path, new_path: &Path) -> Result<Report> {
    let (old, new) = (ResultFile::load(old_path)?, ResultFile::load(new_path)?);
    let mut report = Report {
        schema: SCHEMA,
        verdict: Outcome::Pass,
        old: side(old_path, &old, &new),
        new: side(new_path, &new, &old),
        suites: Vec::new(),
        pooled: None,
        notes: Vec::new(),
    };
    let mut pairs = Vec::new();
    for new in &new.suites {
        let Some(old) = old.suites.iter().find(|old| old.suite == new.suite) else {
            continue;
        };
        note_conditions(&mut report.notes, old, new);
        pairs.extend(node_pairs(&old.rows, &new.rows));
        let comparison = Comparison::of(&old.rows, &new.rows);
        report.suites.push(Suite {
            suite: new.suite.clone(),
            same: comparison.is_same(),
            comparison,
        });
    }
    if report.suites.is_empty() {
        bail!(
            "no suite in common: {} has {:?}, {} has {:?}",
            old_path.display(),
            report.old.alone,
            new_path.display(),
            report.new.alone
        );
    }
    report.pooled = NodeChange::of(&pairs);
    let alone = !report.old.alone.is_empty() || !report.new.alone.is_empty();
    if alone || report.suites.iter().any(|suite| !suite.same) {
        report.verdict = Outcome::Differs;
    }
    Ok(report)
}

fn side(path: &Path, file: &ResultFile, other: &ResultFile) -> Side {
    let known = |suite: &&SuiteResult| other.suites.iter().all(|o| o.suite != suite.suite);
    let alone = file.suites.iter().filter(known);
    Side {
        file: path.to_path_buf(),
        provenance: file.provenance.clone(),
        alone: alone.map(|suite| suite.suite.clone()).collect(),
    }
}

/// Notes in what the runs differ apart from their outcome.
fn note_conditions(notes: &mut Vec<String>, old: &SuiteResult, new: &SuiteResult) {
    let conditions = |suite: &SuiteResult| {
        [
            ("engine", suite.engine.clone()),
            ("limit", limit_text(suite.limit)),
            ("hash", format!("{} MB", suite.hash_mb)),
            ("sha256 of the file", suite.file_sha256.clone()),
        ]
    };
    for ((what, old), (_, new_value)) in conditions(old).into_iter().zip(conditions(new)) {
        if old != new_value {
            notes.push(format!("{}: {what}: {old} -> {new_value}", new.suite));
        }
    }
    for (side, suite) in [("old", old), ("new", new)] {
        if !suite.complete {
            notes.push(format!(
                "{}: the {side} run is not whole, {} positions failed",
                suite.suite, suite.totals.errors
            ));
        }
    }
}

fn render(report: &Report) -> String {
    let mut text = String::new();
    write_report(&mut text, report).expect("writing to a string cannot fail");
    text
}

fn write_report(text: &mut String, report: &Report) -> std::fmt::Result {
    for (title, side) in [("old", &report.old), ("new", &report.new)] {
        writeln!(
            text,
            "{title}: {}{}",
            side.file.display(),
            origin(&side.provenance)
        )?;
    }
    for suite in &report.suites {
        let verdict = if suite.same { "same" } else { "DIFFERS" };
        writeln!(text, "{}: {verdict}", suite.suite)?;
        text.write_str(&text::comparison(&suite.comparison))?;
    }
    if let Some(pooled) = report.pooled.filter(|_| report.suites.len() > 1) {
        writeln!(text, "all suites: {}", text::node_change(&pooled))?;
    }
    for (title, side) in [("old", &report.old), ("new", &report.new)] {
        for suite in &side.alone {
            writeln!(text, "{suite}: only in the {title} file")?;
        }
    }
    for note in &report.notes {
        writeln!(text, "note: {note}")?;
    }
    let verdict = match report.verdict {
        Outcome::Pass => "SAME",
        Outcome::Differs | Outcome::CouldNotRun => "DIFFERS",
    };
    writeln!(text, "compare: {verdict}")
}

/// The commit and the parameters that were set, as far as they are known.
fn origin(provenance: &Provenance) -> String {
    let mut text = String::new();
    if let Some(commit) = &provenance.commit {
        let dirty = if provenance.dirty == Some(true) {
            " and more"
        } else {
            ""
        };
        let short: String = commit.chars().take(SHORT_COMMIT).collect();
        text = format!(", {short}{dirty}");
    }
    for (name, value) in &provenance.params {
        write!(text, ", {name}={value}").expect("writing to a string cannot fail");
    }
    text
}
