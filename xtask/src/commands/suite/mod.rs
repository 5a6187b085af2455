//! `suite`: everything about test suites.

mod audit;
mod check;
mod import;
mod list;

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
        }
    }
}
