//! `suite import`.

use crate::{
    Verdict, epd,
    files::write_atomic,
    suite::{self, SUITES_DIR},
};
use anyhow::{Context, Result, bail};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Arguments of `suite import`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A table (number TAB position TAB moves) or EPD of any kind
    file: PathBuf,
    /// Where to write the suite [default: suites/<name of FILE>.epd]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Number the records: PREFIX.001 and so on
    #[arg(long)]
    prefix: Option<String>,
    /// Write the readable records even when others cannot be read
    #[arg(long)]
    partial: bool,
}

pub(super) fn run(root: &Path, args: &Args) -> Result<Verdict> {
    let bytes =
        fs::read(&args.file).with_context(|| format!("cannot read {}", args.file.display()))?;
    let mut reading = suite::import(&args.file, &bytes, args.prefix.as_deref());
    for problem in &reading.problems {
        eprintln!("{problem}");
    }
    let errors = reading.errors().count();
    if reading.records.is_empty() {
        bail!("{}: no record that can be read", args.file.display());
    }
    if errors > 0 && !args.partial {
        eprintln!("nothing written: {errors} records cannot be read (--partial leaves them out)");
        return Ok(Verdict::Differs);
    }
    let out = out_path(root, args)?;
    if out.exists() {
        suite::carry_over(&epd::read_file(&out)?.records, &mut reading.records);
    }
    write_atomic(&out, suite::to_text(&reading.records).as_bytes())?;
    println!("{}: {} records", out.display(), reading.records.len());
    Ok(if errors > 0 {
        Verdict::Differs
    } else {
        Verdict::Pass
    })
}

fn out_path(root: &Path, args: &Args) -> Result<PathBuf> {
    if let Some(out) = &args.out {
        return Ok(out.clone());
    }
    let stem = args
        .file
        .file_stem()
        .with_context(|| format!("{} has no name to make --out of", args.file.display()))?;
    Ok(root
        .join(SUITES_DIR)
        .join(format!("{}.epd", stem.to_string_lossy())))
}
