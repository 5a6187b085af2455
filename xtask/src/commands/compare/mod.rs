//! `compare`: two result files, or the blessed commit and the tree at hand.

mod files;
mod head;

use super::workshop::TreeArgs;
use crate::{Verdict, files::write_atomic, runner::Format};
use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// What stands for the blessed commit.
const HEAD: &str = "head";

/// Arguments of `compare`.
#[derive(Debug, clap::Args)]
#[command(override_usage = "cargo xtask compare [OPTIONS] <OLD> <NEW>\n       \
                            cargo xtask compare [OPTIONS] head")]
pub struct Args {
    /// The old result file; or `head`: build the commit whose counts were blessed, and run it and
    /// the tree at hand side by side
    #[arg(value_name = "OLD|head")]
    old: PathBuf,
    /// The new result file
    #[arg(value_name = "NEW")]
    new: Option<PathBuf>,
    /// With head: the suites of the full tier, too
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    tree: TreeArgs,
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Write the comparison here, for machines
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// Compares.
///
/// # Errors
/// When a file cannot be read, the files have no suite in common, or a tree cannot be run.
pub fn run(root: &Path, args: &Args) -> Result<Verdict> {
    match &args.new {
        None if args.old == Path::new(HEAD) => head::run(root, args),
        None => bail!(
            "found one result file, {}; expected two, or {HEAD}",
            args.old.display()
        ),
        Some(_) if args.full || args.tree.worktree || args.tree.threads.is_some() => {
            bail!("--full, --worktree and --threads: only with {HEAD}")
        }
        Some(new) => files::run(&args.old, new, args),
    }
}

/// Prints the comparison, as text or for machines, and writes it where it is asked for.
fn tell(args: &Args, report: &impl Serialize, text: &str) -> Result<()> {
    let json = serde_json::to_string_pretty(report).context("cannot write the comparison")? + "\n";
    if let Some(path) = &args.json {
        write_atomic(path, json.as_bytes())?;
    }
    match args.format {
        Format::Text => print!("{text}"),
        Format::Json => print!("{json}"),
    }
    Ok(())
}
