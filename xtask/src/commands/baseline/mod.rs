//! `baseline`: what the counts are meant to be.

mod diff;
mod log;
mod show;
mod update;

use crate::Verdict;
use anyhow::Result;
use clap::Subcommand;
use std::path::Path;

/// Subcommands of `baseline`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// The totals that are blessed, or the rows of some suites
    Show(show::Args),
    /// What the last failed gate found, against the baselines, row by row
    Diff(diff::Args),
    /// Run every suite and bless what comes out
    Update(update::Args),
    /// Every blessing: when, why, before and after
    Log(log::Args),
}

impl Command {
    /// Runs the subcommand on the tree at `root`.
    ///
    /// # Errors
    /// When it could not run.
    pub fn run(self, root: &Path) -> Result<Verdict> {
        match self {
            Command::Show(args) => show::run(root, &args),
            Command::Diff(args) => diff::run(root, &args),
            Command::Update(args) => update::run(root, &args),
            Command::Log(args) => log::run(root, &args),
        }
    }
}
