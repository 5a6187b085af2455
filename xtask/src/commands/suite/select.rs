//! `suite select`.

use super::measure::{DIFFICULTY_FILE, MEASURED_SUITE};
use crate::{
    Verdict, epd,
    files::write_atomic,
    suite::{self, DifficultyTable, SUITES_DIR, select},
};
use anyhow::{Result, bail};
use std::{fs, path::Path};

/// Arguments of `suite select`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Write nothing; fail when a file differs from what would be written
    #[arg(long)]
    check: bool,
}

pub(super) fn run(root: &Path, args: &Args) -> Result<Verdict> {
    let reading = epd::read_file(&suite::locate(root, MEASURED_SUITE)?)?;
    if let Some(problem) = reading.errors().next() {
        bail!("{problem}");
    }
    let table = DifficultyTable::load(&root.join(DIFFICULTY_FILE))?;
    let mut verdict = Verdict::Pass;
    for selected in select(&reading.records, &table)? {
        let path = root.join(SUITES_DIR).join(selected.file);
        let text = selected.to_text();
        if !args.check {
            write_atomic(&path, text.as_bytes())?;
            println!("{}: {} records", path.display(), selected.records.len());
        } else if same(&fs::read_to_string(&path).unwrap_or_default(), &text) {
            println!("{}: as selected", path.display());
        } else {
            println!("{}: differs from what is selected", path.display());
            verdict = Verdict::Differs;
        }
    }
    Ok(verdict)
}

/// Whether two texts have the same lines: a checkout may have changed the line ends.
fn same(a: &str, b: &str) -> bool {
    a.lines().eq(b.lines())
}
