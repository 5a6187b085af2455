//! `baseline diff`.

use crate::{
    Verdict,
    baseline::{BASELINES_DIR, Stored, snapshot},
    gate::text,
    stats::Comparison,
};
use anyhow::{Context, Result};
use std::path::Path;

/// Arguments of `baseline diff`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Suites to compare [default: all that a gate left something of]
    #[arg(value_name = "SUITE")]
    suites: Vec<String>,
}

pub(super) fn run(root: &Path, args: &Args) -> Result<Verdict> {
    let stored = Stored::load(root)?;
    let dir = root.join(BASELINES_DIR);
    let left = |suite: &String| snapshot::pending_path(&dir, suite).exists();
    let suites: Vec<String> = if args.suites.is_empty() {
        stored
            .snapshots
            .keys()
            .filter(|suite| left(suite))
            .cloned()
            .collect()
    } else {
        args.suites.clone()
    };
    if suites.is_empty() {
        println!("no gate left anything that differs (run cargo xtask precommit)");
        return Ok(Verdict::Pass);
    }
    for suite in &suites {
        let blessed = stored.snapshots.get(suite);
        let blessed = blessed.with_context(|| format!("suite {suite:?} has no baseline"))?;
        let found = snapshot::read(&snapshot::pending_path(&dir, suite))?;
        println!("{suite}:");
        let comparison = Comparison::of(&blessed.pinned.rows, &found.pinned.rows);
        print!("{}", text::comparison(&comparison));
        for row in &comparison.changed {
            println!("  {}", row.id);
            for change in &row.fields {
                println!("    {:<18} {} -> {}", change.field, change.old, change.new);
            }
        }
    }
    Ok(Verdict::Differs)
}
