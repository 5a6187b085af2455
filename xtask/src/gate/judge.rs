//! The verdict: what was found against what was blessed. Only contents are compared; no file and no
//! variable besides takes part.

use super::report::{Report, SuiteReport};
use crate::{
    baseline::{BENCH_SUITE, Fault, Stored, pin, snapshot},
    results::{ResultFile, SuiteResult},
    stats::{Comparison, NodeChange, node_pairs},
    suite::Entry,
};
use anyhow::{Context, Result};
use std::{ops::RangeInclusive, path::Path};

/// What the nodes of the bench suite must lie between: match servers take a signature of 6 to 8
/// digits.
pub const BENCH_NODES: RangeInclusive<u64> = 1_000_000..=90_000_000;

/// Compares `results` row by row with the baselines, into `report`.
///
/// # Errors
/// When a suite has no baseline, or did not run whole.
pub(super) fn judge(
    report: &mut Report,
    stored: &Stored,
    entries: &[&Entry],
    results: &ResultFile,
    bench_nodes: &RangeInclusive<u64>,
) -> Result<()> {
    let mut pairs = Vec::new();
    for (entry, found) in entries.iter().zip(&results.suites) {
        let blessed = &stored
            .snapshots
            .get(&entry.name)
            .with_context(|| format!("suite {:?} has no baseline", entry.name))?
            .pinned;
        let pinned = pin(entry, found)?;
        let comparison = Comparison::of(&blessed.rows, &pinned.rows);
        pairs.extend(node_pairs(&blessed.rows, &pinned.rows));
        report.suites.push(SuiteReport {
            suite: entry.name.clone(),
            same: *blessed == pinned,
            totals: found.totals,
            comparison: Some(comparison),
        });
        if let Some(fault) = bench_fault(found, bench_nodes) {
            report.faults.push(fault);
        }
    }
    report.pooled = NodeChange::of(&pairs);
    let (now, then) = (&results.provenance, &stored.reference);
    let mut note = |what: &str, now: &str, then: &str| {
        if now != then {
            report
                .notes
                .push(format!("{what}: {now}; when blessed: {then}"));
        }
    };
    note("tables", &now.tables_fingerprint, &then.tables_fingerprint);
    note(
        "parameters",
        &now.params_fingerprint,
        &then.params_fingerprint,
    );
    note("compiler", &now.toolchain, &then.toolchain);
    Ok(())
}

/// Says so when the nodes of the bench suite are no signature.
pub fn bench_fault(suite: &SuiteResult, range: &RangeInclusive<u64>) -> Option<Fault> {
    if suite.suite != BENCH_SUITE || range.contains(&suite.totals.nodes) {
        return None;
    }
    Some(Fault {
        suite: Some(suite.suite.clone()),
        message: format!(
            "the bench takes {} nodes, expected {} to {}: change its depth in suites/suites.toml",
            suite.totals.nodes,
            range.start(),
            range.end()
        ),
    })
}

/// Leaves what was found beside the baselines of the working tree, for `cargo insta review`, where
/// it differs; and removes what an earlier run left where it does not.
///
/// # Errors
/// When a file cannot be written or removed.
pub(super) fn leave_pending(
    dir: &Path,
    report: &Report,
    entries: &[&Entry],
    results: &ResultFile,
) -> Result<()> {
    for ((suite, entry), found) in report.suites.iter().zip(entries).zip(&results.suites) {
        if suite.same {
            snapshot::remove_pending(dir, &suite.suite)?;
        } else {
            snapshot::write_pending(dir, &pin(entry, found)?)?;
        }
    }
    Ok(())
}
