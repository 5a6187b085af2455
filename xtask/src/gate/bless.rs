//! Blessing what the tree under test counts now.

use super::{Source, Workshop, bench_fault, list, of_tier, open_repository, source};
use crate::baseline::{Blessing, HistoryEntry, bless};
use anyhow::{Result, bail};
use std::ops::RangeInclusive;

/// Runs every suite of the tree under test, and writes the baselines of the working tree. Returns
/// the new entry of the history, or `None` when the baselines say all that already.
///
/// # Errors
/// When the reason is blank, the staged tree is meant but more lies around than is staged, a suite
/// did not run whole, or the baselines cannot be written.
pub fn bless_tree(
    workshop: &Workshop<'_>,
    reason: &str,
    bench_nodes: &RangeInclusive<u64>,
) -> Result<Option<HistoryEntry>> {
    if workshop.source == Source::Staged {
        refuse_half_staged(workshop)?;
    }
    let (tree, _lock) = workshop.open(|_| false)?;
    let manifest = tree.manifest()?;
    let entries = of_tier(&manifest, true);
    let results = workshop.run(&tree, &entries)?;
    for suite in &results.suites {
        if let Some(fault) = bench_fault(suite, bench_nodes) {
            bail!("refused: {}", fault.message);
        }
    }
    let blessing = Blessing {
        results: &results,
        manifest: &manifest,
        reason,
        commit: tree.commit.as_deref(),
        sources_sha256: &tree.sources_sha256,
    };
    bless(&workshop.root, &blessing)
}

/// An author who forgot to stage an edit would bless the old counts, and believe to have blessed the
/// new ones.
fn refuse_half_staged(workshop: &Workshop<'_>) -> Result<()> {
    let repo = open_repository(&workshop.root)?;
    let staged = list(&repo, Source::Staged)?;
    let lying = list(&repo, Source::Worktree)?;
    let differing = source::unstaged(&staged, &lying);
    if !differing.is_empty() {
        let names: Vec<String> = differing
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        bail!(
            "refused: not staged as they lie: {}; stage them, or bless the files as they lie with \
             --worktree",
            names.join(", ")
        );
    }
    Ok(())
}
