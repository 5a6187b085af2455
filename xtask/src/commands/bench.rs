//! `bench`: the signature and the speed.

use crate::{
    Verdict,
    results::Totals,
    runner::{self, EngineArgs, Format, LimitArgs, RunArgs, report},
};
use anyhow::Result;
use std::path::Path;

/// The suite that is run.
const BENCH_SUITE: &str = "bench";

/// Arguments of `bench`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What ends each search
    #[command(flatten)]
    limit: LimitArgs,
    /// Worker threads, each with an engine of its own
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// Transposition table in mebibytes [default: the suite's]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..))]
    hash: Option<u32>,
    /// The engine
    #[command(flatten)]
    engine: EngineArgs,
    /// No progress bar
    #[arg(long)]
    quiet: bool,
}

/// Runs the bench suite; the last line of the output is `<nodes> nodes <nps> nps`.
///
/// # Errors
/// When the suite cannot be read, or the engine not be started.
pub fn run(root: &Path, args: Args) -> Result<Verdict> {
    let args = RunArgs {
        suites: vec![BENCH_SUITE.to_owned()],
        limit: args.limit,
        threads: args.threads,
        hash: args.hash,
        engine: args.engine,
        out: None,
        format: Format::Text,
        quiet: args.quiet,
        shuffle: None,
        reverse: false,
    };
    let result = runner::execute(root, &args)?;
    print!("{}", report::text(&result));
    let Totals { nodes, errors, .. } = result.suites[0].totals;
    if errors > 0 {
        // A signature over part of the positions would be taken for one over all.
        println!("no signature: {errors} positions failed");
        return Ok(Verdict::Differs);
    }
    let seconds = result.timing.suites.values().sum();
    println!(
        "{nodes} nodes {} nps",
        report::nodes_per_second(nodes, seconds)
    );
    Ok(Verdict::Pass)
}
