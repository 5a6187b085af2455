//! `suite check`.

use crate::{Verdict, epd, suite::Manifest};
use anyhow::Result;
use std::path::{Path, PathBuf};

/// Arguments of `suite check`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files, or names of suites [default: every suite of suites/suites.toml]
    #[arg(value_name = "NAME|FILE")]
    suites: Vec<String>,
}

pub(super) fn run(root: &Path, args: &Args) -> Result<Verdict> {
    let mut verdict = Verdict::Pass;
    for path in paths(root, &args.suites)? {
        let reading = epd::read_file(&path)?;
        for problem in &reading.problems {
            println!("{problem}");
        }
        let errors = reading.errors().count();
        println!(
            "{}: {} records, {errors} unreadable, {} repaired",
            path.display(),
            reading.records.len(),
            reading.problems.len() - errors
        );
        if errors > 0 {
            verdict = Verdict::Differs;
        }
    }
    Ok(verdict)
}

fn paths(root: &Path, suites: &[String]) -> Result<Vec<PathBuf>> {
    if suites.is_empty() {
        let manifest = Manifest::load(root)?;
        return Ok(manifest
            .suites
            .iter()
            .map(|entry| entry.path(root))
            .collect());
    }
    suites
        .iter()
        .map(|suite| crate::suite::locate(root, suite))
        .collect()
}
