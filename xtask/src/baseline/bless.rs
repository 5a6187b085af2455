//! Blessing: what the counts are now is what they are meant to be, for a reason.

use super::{
    BASELINES_DIR, HISTORY_FILE, History, HistoryEntry, Pinned, REFERENCE_FILE, Reference,
    SuiteReference, history::now, publish::Publication, reference::Origin, snapshot, store::Stored,
};
use crate::{
    files::sha256,
    results::{Limit, ResultFile, SuiteResult, Totals},
    suite::{Entry, Manifest},
};
use anyhow::{Context, Result, bail};
use std::{collections::BTreeMap, fs, path::Path};

/// What to bless.
#[derive(Clone, Copy, Debug)]
pub struct Blessing<'a> {
    /// A run of every suite of the manifest.
    pub results: &'a ResultFile,
    /// The manifest of the tree that was run.
    pub manifest: &'a Manifest,
    /// Why; not blank.
    pub reason: &'a str,
    /// The commit on top of which the tree lies.
    pub commit: Option<&'a str>,
    /// Fingerprint of the tree's sources.
    pub sources_sha256: &'a str,
}

/// Writes the baselines of the tree at `root`. Returns the new entry of the history, or `None` when
/// the baselines say all that already.
///
/// # Errors
/// When the reason is blank, a suite did not run whole, or a file cannot be written.
pub fn bless(root: &Path, blessing: &Blessing<'_>) -> Result<Option<HistoryEntry>> {
    let Some((entry, mut publication)) = prepare(root, blessing)? else {
        return Ok(None);
    };
    while publication.step()? {}
    clean(root, blessing.manifest)?;
    Ok(Some(entry))
}

fn prepare(root: &Path, blessing: &Blessing<'_>) -> Result<Option<(HistoryEntry, Publication)>> {
    let reason = blessing.reason.trim();
    if reason.is_empty() {
        bail!("refused: a blessing needs a reason (--reason \"...\")");
    }
    let pinned = pin_all(blessing)?;
    if is_blessed(root, blessing.manifest, &pinned) {
        return Ok(None);
    }
    let reference = reference(blessing, &pinned)?;
    let mut history = Stored::history(root)
        .context("the history of blessings must not be lost: restore the file from git")?;
    let text = reference.render();
    let entry = HistoryEntry {
        when: now(),
        commit: reference.commit.clone(),
        reason: reason.to_owned(),
        before: last_totals(root, &history),
        after: reference.totals(),
        reference_sha256: sha256(text.as_bytes()),
    };
    history.entries.push(entry.clone());
    let mut files: Vec<(String, String)> = pinned
        .iter()
        .map(|pinned| (format!("{}.snap", pinned.suite), snapshot::render(pinned)))
        .collect();
    // Whoever vouches by hash comes after what it vouches for.
    files.push((REFERENCE_FILE.to_owned(), text));
    files.push((HISTORY_FILE.to_owned(), history.render()));
    let publication = Publication::prepare(&root.join(BASELINES_DIR), &files)?;
    Ok(Some((entry, publication)))
}

fn pin_all(blessing: &Blessing<'_>) -> Result<Vec<Pinned>> {
    blessing
        .manifest
        .suites
        .iter()
        .map(|entry| {
            snapshot::check_name(&entry.name)?;
            let mut suites = blessing.results.suites.iter();
            let suite = suites
                .find(|suite| suite.suite == entry.name)
                .with_context(|| format!("refused: suite {:?} was not run", entry.name))?;
            pin(entry, suite)
        })
        .collect()
}

/// What the baseline of a suite will say.
///
/// # Errors
/// When the suite did not run whole and as the manifest has it.
pub fn pin(entry: &Entry, suite: &SuiteResult) -> Result<Pinned> {
    if !suite.complete || suite.totals.errors > 0 || suite.rows.is_empty() {
        bail!(
            "refused: suite {:?} did not run whole ({} positions, {} errors)",
            suite.suite,
            suite.totals.positions,
            suite.totals.errors
        );
    }
    if suite.limit != Limit::Depth(entry.depth) || suite.hash_mb != entry.hash_mb {
        bail!(
            "refused: suite {:?} was run with {}, hash {} MB; suites.toml has depth {}, {} MB",
            suite.suite,
            super::limit_text(suite.limit),
            suite.hash_mb,
            entry.depth,
            entry.hash_mb
        );
    }
    let rows = suite.rows.iter().cloned();
    Ok(Pinned {
        suite: suite.suite.clone(),
        file: entry.file.clone(),
        file_sha256: suite.file_sha256.clone(),
        limit: suite.limit,
        hash_mb: suite.hash_mb,
        rows: rows
            .map(|mut row| {
                row.counters.clear();
                row
            })
            .collect(),
    })
}

/// Whether the baselines in place are without fault, and pin just this.
fn is_blessed(root: &Path, manifest: &Manifest, pinned: &[Pinned]) -> bool {
    let Ok(stored) = Stored::load(root) else {
        return false;
    };
    let same = stored.snapshots.len() == pinned.len()
        && pinned.iter().all(|pinned| {
            let stored = stored.snapshots.get(&pinned.suite);
            stored.is_some_and(|snapshot| snapshot.pinned == *pinned)
        });
    same && stored
        .faults(root, manifest)
        .is_ok_and(|faults| faults.is_empty())
}

fn reference(blessing: &Blessing<'_>, pinned: &[Pinned]) -> Result<Reference> {
    let provenance = &blessing.results.provenance;
    let suites = blessing.manifest.suites.iter().zip(pinned);
    let suites = suites.map(|(entry, pinned)| {
        let suite = SuiteReference {
            file: pinned.file.clone(),
            file_sha256: pinned.file_sha256.clone(),
            limit: pinned.limit,
            hash_mb: pinned.hash_mb,
            tier: entry.tier.to_string(),
            totals: Totals::of(&pinned.rows),
            snapshot_sha256: snapshot::sha256_of(pinned),
        };
        (entry.name.clone(), suite)
    });
    let origin = Origin {
        commit: blessing.commit.map(str::to_owned),
        sources_sha256: blessing.sources_sha256.to_owned(),
        toolchain: provenance.toolchain.clone(),
        target: provenance.target.clone(),
        params_fingerprint: provenance.params_fingerprint.clone(),
        tables_fingerprint: provenance.tables_fingerprint.clone(),
    };
    Reference::new(origin, suites.collect())
}

/// The totals before this blessing: those of the reference, or (when that cannot be read) what the
/// last blessing said.
fn last_totals(root: &Path, history: &History) -> BTreeMap<String, Totals> {
    let path = root.join(BASELINES_DIR).join(REFERENCE_FILE);
    let reference = fs::read_to_string(path)
        .ok()
        .and_then(|text| Reference::parse(&text).ok());
    match (reference, history.entries.last()) {
        (Some(reference), _) => reference.totals(),
        (None, Some(last)) => last.after.clone(),
        (None, None) => BTreeMap::new(),
    }
}

/// Removes snapshots of suites that are no more, and everything that waited for a review.
fn clean(root: &Path, manifest: &Manifest) -> Result<()> {
    let dir = root.join(BASELINES_DIR);
    for entry in fs::read_dir(&dir).with_context(|| format!("cannot list {}", dir.display()))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let stray = name
            .strip_suffix(".snap")
            .is_some_and(|suite| manifest.get(suite).is_err());
        if stray || name.ends_with(".snap.new") {
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "bless_tests.rs"]
mod tests;
