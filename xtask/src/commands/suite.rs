//! `suite`: everything about test suites.

use crate::{Verdict, suite::Manifest};
use anyhow::Result;
use clap::Subcommand;
use std::path::Path;

/// Subcommands of `suite`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the suites of suites/suites.toml
    List,
}

impl Command {
    /// Runs the subcommand on the tree at `root`.
    ///
    /// # Errors
    /// When it could not run.
    pub fn run(self, root: &Path) -> Result<Verdict> {
        match self {
            Command::List => list(root),
        }
    }
}

fn list(root: &Path) -> Result<Verdict> {
    for entry in Manifest::load(root)?.suites {
        println!(
            "{:<22} {:<5} depth {:>2}, hash {} MB  {}",
            entry.name,
            entry.tier.to_string(),
            entry.depth,
            entry.hash_mb,
            entry.file
        );
    }
    Ok(Verdict::Pass)
}
