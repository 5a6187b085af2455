//! `baseline show`.

use crate::{
    Verdict,
    baseline::{Stored, limit_text},
    gate::text::grouped,
    suite::Manifest,
};
use anyhow::{Context, Result};
use std::path::Path;

/// Arguments of `baseline show`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Suites whose rows to show [default: the totals of all]
    #[arg(value_name = "SUITE")]
    suites: Vec<String>,
}

pub(super) fn run(root: &Path, args: &Args) -> Result<Verdict> {
    let stored = Stored::load(root)?;
    for suite in &args.suites {
        let snapshot = stored
            .snapshots
            .get(suite)
            .with_context(|| format!("suite {suite:?} has no baseline"))?;
        print!("{}", snapshot.pinned.render());
    }
    if args.suites.is_empty() {
        totals(&stored);
    }
    let faults = stored.faults(root, &Manifest::load(root)?)?;
    for fault in &faults {
        println!("not as blessed: {}", fault.message);
    }
    Ok(if faults.is_empty() {
        Verdict::Pass
    } else {
        Verdict::Differs
    })
}

fn totals(stored: &Stored) {
    let reference = &stored.reference;
    for (name, suite) in &reference.suites {
        println!(
            "{name:<24} {:<6} {}, hash {} MB: {} positions, {} of {} solved, {} nodes",
            suite.tier,
            limit_text(suite.limit),
            suite.hash_mb,
            suite.totals.positions,
            suite.totals.solved,
            suite.totals.judged,
            grouped(suite.totals.nodes)
        );
    }
    println!("bench       {}", reference.bench_nodes);
    println!("compiler    {} ({})", reference.toolchain, reference.target);
    println!("parameters  {}", reference.params_fingerprint);
    println!("tables      {}", reference.tables_fingerprint);
    if let Some(last) = stored.history.entries.last() {
        println!("blessed     {} {:?}", last.when, last.reason);
    }
}
