//! `precommit`: the gate.

use super::workshop::{TreeArgs, steps, workshop};
use crate::{
    Verdict,
    files::write_atomic,
    gate::{BENCH_NODES, Gate, Outcome, Report, text},
};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// Arguments of `precommit`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The suites of the full tier, too
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    tree: TreeArgs,
    /// Run even when this tree passed before
    #[arg(long)]
    no_cache: bool,
    /// Write the verdict here, for machines
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// Runs the gate on the tree at `root`.
///
/// # Errors
/// When it could not find out whether everything is as blessed.
pub fn run(root: &Path, args: &Args) -> Result<Verdict> {
    let steps = steps(root);
    let gate = Gate {
        workshop: workshop(root, &args.tree, &steps),
        full: args.full,
        use_cache: !args.no_cache,
        bench_nodes: BENCH_NODES,
    };
    let outcome = gate.run();
    let report = match &outcome {
        Ok(report) => report.clone(),
        Err(error) => Report::new(gate.workshop.source_name(), args.full).could_not_run(error),
    };
    print!("{}", text::report(&report));
    if let Some(path) = &args.json {
        let json = serde_json::to_string_pretty(&report).context("cannot write the report")?;
        write_atomic(path, (json + "\n").as_bytes())?;
    }
    outcome.map(|report| match report.verdict {
        Outcome::Pass => Verdict::Pass,
        Outcome::Differs | Outcome::CouldNotRun => Verdict::Differs,
    })
}
