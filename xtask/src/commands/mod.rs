//! The commands of `cargo xtask`, one file each.

pub mod baseline;
pub mod bench;
pub mod compare;
pub mod hooks;
pub mod precommit;
pub mod suite;
pub mod workshop;

use crate::{Verdict, files};
use anyhow::Result;
use clap::{Parser, Subcommand};
use std::path::PathBuf;

/// The laboratory of the Derecho chess engine.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version)]
pub struct Cli {
    /// Root of the tree to work on [default: the nearest directory upwards with suites/suites.toml]
    #[arg(long, global = true, value_name = "DIR")]
    root: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// The gate: formatting, lints, and every count against its baseline
    Precommit(precommit::Args),
    /// Show, compare and bless baselines
    #[command(subcommand)]
    Baseline(baseline::Command),
    /// Two result files, or the blessed commit and the tree at hand, position by position
    Compare(compare::Args),
    /// Install, remove and show the git hooks
    #[command(subcommand)]
    Hooks(hooks::Command),
    /// The engine's signature and speed on the bench suite
    Bench(bench::Args),
    /// List, check, import, run, audit and select test suites
    #[command(subcommand)]
    Suite(suite::Command),
}

impl Cli {
    /// Runs the command.
    ///
    /// # Errors
    /// When the command could not run (exit code 2), as opposed to a verdict.
    pub fn run(self) -> Result<Verdict> {
        let root = files::find_root(self.root)?;
        match self.command {
            Command::Precommit(args) => precommit::run(&root, &args),
            Command::Baseline(command) => command.run(&root),
            Command::Compare(args) => compare::run(&root, &args),
            Command::Hooks(command) => command.run(&root),
            Command::Bench(args) => bench::run(&root, args),
            Command::Suite(command) => command.run(&root),
        }
    }
}
