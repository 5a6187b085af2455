//! Running engines over positions: a pool of workers, each with an engine of its own.

mod choice;
mod engine;
mod execute;
mod own;
mod plan;
mod pool;
mod progress;
pub mod report;
mod suite_job;
pub mod uci;

use crate::Verdict;
use anyhow::Result;
use std::path::Path;

pub use choice::{EngineArgs, EngineChoice, Setting};
pub use engine::{Engine, EngineError, Found, Request, SolutionTracker, Start, Watch};
pub use execute::execute;
pub use own::OwnStart;
pub use plan::{Format, LimitArgs, Planned, RunArgs, order, plan};
pub use pool::{Job, run};
pub use progress::Progress;
pub use suite_job::SuiteJob;

/// `suite run` and the bare runner: runs, writes and prints. A verdict of "differs" means that some
/// record could not be read or searched; unsolved records are results like any other.
///
/// # Errors
/// As [`execute`], and when the result cannot be written.
pub fn run_command(root: &Path, args: &RunArgs) -> Result<Verdict> {
    let result = execute(root, args)?;
    if let Some(out) = &args.out {
        result.save(out)?;
    }
    match args.format {
        _ if args.quiet && args.out.is_some() => {}
        Format::Text => print!("{}", report::text(&result)),
        Format::Json => print!("{}", result.to_json()),
    }
    let complete = result.suites.iter().all(|suite| suite.complete);
    Ok(if complete {
        Verdict::Pass
    } else {
        Verdict::Differs
    })
}
