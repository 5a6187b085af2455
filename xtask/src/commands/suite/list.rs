//! `suite list`.

use crate::{Verdict, epd, suite::Manifest};
use anyhow::Result;
use std::path::Path;

pub(super) fn run(root: &Path) -> Result<Verdict> {
    println!(
        "{:<22} {:>9} {:>5} {:>7} {:<5} file",
        "suite", "positions", "depth", "hash", "tier"
    );
    for entry in Manifest::load(root)?.suites {
        let positions = epd::read_file(&entry.path(root))?.records.len();
        println!(
            "{:<22} {positions:>9} {:>5} {:>4} MB {:<5} {}",
            entry.name,
            entry.depth,
            entry.hash_mb,
            entry.tier.to_string(),
            entry.file
        );
    }
    Ok(Verdict::Pass)
}
