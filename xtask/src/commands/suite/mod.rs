//! `suite`: everything about test suites.

mod audit;
mod check;
mod import;
mod list;
mod measure;
mod select;

use crate::{Verdict, runner};
use anyhow::Result;
use clap::Subcommand;
use std::path::Path;

/// Subcommands of `suite`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the suites of suites/suites.toml
    List,
    /// Report everything in suites that cannot be read
    Check(check::Args),
    /// Make a suite in normal form from a table or from EPD of any kind
    Import(import::Args),
    /// Search the positions of suites
    Run(runner::RunArgs),
    /// Ask an engine of another kind whether the published moves are right, and note the answer
    Audit(audit::Args),
    /// Measure how hard the ecm suite is under small changes of setting: suites/difficulty.tsv
    Measure(measure::Args),
    /// Choose the quick suites from the ecm suite, by its audit and difficulty
    Select(select::Args),
}

impl Command {
    /// Runs the subcommand on the tree at `root`.
    ///
    /// # Errors
    /// When it could not run.
    pub fn run(self, root: &Path) -> Result<Verdict> {
        match self {
            Command::List => list::run(root),
            Command::Check(args) => check::run(root, &args),
            Command::Import(args) => import::run(root, &args),
            Command::Run(args) => runner::run_command(root, &args),
            Command::Audit(args) => audit::run(root, &args),
            Command::Measure(args) => measure::run(root, &args),
            Command::Select(args) => select::run(root, &args),
        }
    }
}
