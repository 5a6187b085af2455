//! The commit whose counts were blessed, against the tree at hand, side by side.
//!
//! A gate that differs leaves a question: did the change at hand do it, or would the blessed commit
//! itself count something else today? This builds that commit with the compiler of today, and lets
//! both engines search the same suites.

use super::{
    Source, Workshop,
    report::Outcome,
    source::{Files, list, open_repository},
    suites::{self, of_tier},
    tree::Tree,
};
use crate::{
    baseline::{BASELINES_DIR, Pinned, REFERENCE_FILE, Stored, pin},
    files::{sha256, write_atomic},
    results::{ResultFile, SuiteResult},
    stats::{Comparison, NodeChange, node_pairs},
    suite::Entry,
};
use anyhow::{Context, Result, bail};
use git2::{Commit, Oid, Repository};
use serde::Serialize;
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Version of the format; raised when a field changes its meaning.
const SCHEMA: u32 = 1;
/// Where blessed commits are kept, in the workshop's directory.
const BLESSED_DIR: &str = "blessed";
/// The runner of a blessed commit, in its directory.
const RUNNER_FILE: &str = "runner";
/// The baselines of a blessed commit, in its directory.
const FILES_DIR: &str = "tree";
/// Digits of a hash that tell one from the others.
const SHORT_HASH: usize = 16;
/// Blessed commits that are kept built.
const KEPT: usize = 4;
/// The result of the last run of a blessed commit, in the workshop's directory.
const RESULT_FILE: &str = "blessed.json";

/// Why counts are not what was blessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// The tree at hand counts otherwise than the blessed commit, built with the same compiler.
    ChangeAtHand,
    /// The blessed commit, built today, counts otherwise than was blessed, and the compiler or the
    /// target is another one.
    ToolchainDrift,
    /// The same with the compiler and the target of the blessing: nobody ever counted what was
    /// blessed on this commit, or the engine does not count the same twice.
    NeverTrue,
}

/// What was found.
#[derive(Clone, Debug, Serialize)]
pub struct BlessedReport {
    /// Version of the format.
    pub schema: u32,
    /// Pass when there is no cause.
    pub verdict: Outcome,
    /// Every cause there is.
    pub causes: Vec<Cause>,
    /// The commit that brought the reference in, in hexadecimal.
    pub commit: String,
    /// Why it was blessed.
    pub reason: Option<String>,
    /// Whether that commit holds just the sources that were blessed.
    pub same_sources: bool,
    /// Compiler and target of the blessing.
    pub blessed_with: String,
    /// Compiler and target of today.
    pub built_with: String,
    /// The suites.
    pub suites: Vec<BlessedSuite>,
    /// Change of nodes from the blessed commit to the tree at hand over all suites.
    pub pooled: Option<NodeChange>,
    /// What else is worth knowing.
    pub notes: Vec<String>,
}

/// A suite on which both engines were run.
#[derive(Clone, Debug, Serialize)]
pub struct BlessedSuite {
    /// Its name.
    pub suite: String,
    /// The baseline against the blessed commit of today; `None` when the suite was not blessed, or
    /// is another one since.
    pub truth: Option<Comparison>,
    /// The blessed commit of today against the tree at hand.
    pub change: Comparison,
}

/// A blessed commit, ready to run.
struct Blessed {
    stored: Stored,
    runner: PathBuf,
}

/// Compares the tree of the workshop with the commit whose counts `HEAD` has for baselines; the
/// suites are those of the tree.
///
/// # Errors
/// When `HEAD` has no baselines, one of the trees does not build, or a suite does not run whole.
pub fn compare_with_blessed(workshop: &Workshop<'_>, full: bool) -> Result<BlessedReport> {
    let repo = open_repository(&workshop.root)?;
    let commit = blessed_commit(&repo)?;
    let files = list(&repo, Source::Commit(commit.id()))?;
    let blessed = prepare(workshop, &repo, commit.id(), &files)?;

    let (tree, _lock) = workshop.open(|_| false)?;
    let manifest = tree.manifest()?;
    let entries = of_tier(&manifest, full);
    let at_hand = workshop.run(&tree, &entries)?;
    workshop.say("the same with the blessed commit");
    let then = run_blessed(workshop, &tree, &blessed.runner, &entries)
        .with_context(|| format!("with the runner of the blessed commit {}", commit.id()))?;

    let stored = &blessed.stored;
    let reference = &stored.reference;
    let mut report = BlessedReport {
        schema: SCHEMA,
        verdict: Outcome::Pass,
        causes: Vec::new(),
        commit: commit.id().to_string(),
        reason: stored
            .history
            .entries
            .last()
            .map(|entry| entry.reason.clone()),
        same_sources: super::key::sources_sha256(&files) == reference.sources_sha256,
        blessed_with: build_text(&reference.toolchain, &reference.target),
        built_with: build_text(&then.provenance.toolchain, &then.provenance.target),
        suites: Vec::new(),
        pooled: None,
        notes: Vec::new(),
    };
    fill(&mut report, stored, &entries, &then, &at_hand)?;
    conclude(&mut report);
    Ok(report)
}

fn build_text(toolchain: &str, target: &str) -> String {
    format!("{toolchain} for {target}")
}

/// The commit that brought in the reference which `HEAD` has.
fn blessed_commit(repo: &Repository) -> Result<Commit<'_>> {
    let head = repo.head().context("there is no commit yet")?;
    let mut commit = head.peel_to_commit()?;
    let path = Path::new(BASELINES_DIR).join(REFERENCE_FILE);
    let reference = |commit: &Commit<'_>| -> Option<Oid> {
        let tree = commit.tree().ok()?;
        Some(tree.get_path(&path).ok()?.id())
    };
    let Some(blessed) = reference(&commit) else {
        bail!("HEAD has no {BASELINES_DIR}: there is no blessed commit to compare with");
    };
    while let Some(parent) = commit
        .parents()
        .find(|parent| reference(parent) == Some(blessed))
    {
        commit = parent;
    }
    Ok(commit)
}

/// Builds the runner of a commit, unless that was done before with the same compiler.
fn prepare(
    workshop: &Workshop<'_>,
    repo: &Repository,
    commit: Oid,
    files: &Files,
) -> Result<Blessed> {
    let toolchain = sha256(workshop.steps.toolchain(&workshop.root)?.as_bytes());
    let name = format!("{commit}-{}", &toolchain[..SHORT_HASH]);
    let dir = workshop.dir.join(BLESSED_DIR).join(name);
    let baselines = files
        .iter()
        .filter(|(path, _)| path.starts_with(BASELINES_DIR));
    let baselines: Files = baselines
        .map(|(path, file)| (path.clone(), file.clone()))
        .collect();
    super::checkout::check_out(repo, &baselines, &dir.join(FILES_DIR))?;
    let stored = Stored::load(&dir.join(FILES_DIR)).context("in the blessed commit")?;
    let runner = dir.join(RUNNER_FILE);
    if !runner.is_file() {
        workshop.say("build the blessed commit");
        let workshop = Workshop {
            source: Source::Commit(commit),
            root: workshop.root.clone(),
            dir: workshop.dir.clone(),
            ..*workshop
        };
        let (tree, _lock) = workshop.open(|_| false)?;
        let built = workshop.steps.build(&tree.dir);
        let built = built.with_context(|| format!("the blessed commit {commit}"))?;
        prune(&workshop.dir.join(BLESSED_DIR))?;
        keep(&built, &runner)?;
    }
    Ok(Blessed { stored, runner })
}

/// Forgets all but the last few built.
fn prune(dir: &Path) -> Result<()> {
    let attempt = || -> io::Result<()> {
        let mut built = Vec::new();
        for entry in fs::read_dir(dir)? {
            let path = entry?.path();
            if let Ok(meta) = fs::metadata(path.join(RUNNER_FILE)) {
                built.push((meta.modified()?, path));
            }
        }
        built.sort();
        let gone = (built.len() + 1).saturating_sub(KEPT);
        built[..gone]
            .iter()
            .try_for_each(|(_, path)| fs::remove_dir_all(path))
    };
    attempt().with_context(|| format!("cannot clear {}", dir.display()))
}

/// Copies a runner, whole or not at all.
fn keep(built: &Path, runner: &Path) -> Result<()> {
    let bytes = fs::read(built).with_context(|| format!("cannot read {}", built.display()))?;
    write_atomic(runner, &bytes)?;
    let mode = fs::metadata(built)?.permissions();
    fs::set_permissions(runner, mode).with_context(|| format!("cannot keep {}", runner.display()))
}

fn run_blessed(
    workshop: &Workshop<'_>,
    tree: &Tree,
    runner: &Path,
    entries: &[&Entry],
) -> Result<ResultFile> {
    let run = suites::Run {
        steps: workshop.steps,
        runner,
        tree: &tree.dir,
        out: &workshop.dir.join(RESULT_FILE),
        threads: workshop.threads,
        quiet: workshop.quiet,
    };
    suites::run(&run, entries)
}

fn fill(
    report: &mut BlessedReport,
    stored: &Stored,
    entries: &[&Entry],
    then: &ResultFile,
    at_hand: &ResultFile,
) -> Result<()> {
    let mut pairs = Vec::new();
    for ((entry, then), now) in entries.iter().zip(&then.suites).zip(&at_hand.suites) {
        let truth = truth(report, stored, entry, then)?;
        let (then, now) = (pin(entry, then)?, pin(entry, now)?);
        pairs.extend(node_pairs(&then.rows, &now.rows));
        report.suites.push(BlessedSuite {
            suite: entry.name.clone(),
            truth,
            change: Comparison::of(&then.rows, &now.rows),
        });
    }
    report.pooled = NodeChange::of(&pairs);
    Ok(())
}

/// The baseline of a suite against what the blessed commit counts today.
fn truth(
    report: &mut BlessedReport,
    stored: &Stored,
    entry: &Entry,
    then: &SuiteResult,
) -> Result<Option<Comparison>> {
    let Some(snapshot) = stored.snapshots.get(&entry.name) else {
        report
            .notes
            .push(format!("suite {:?} was not blessed", entry.name));
        return Ok(None);
    };
    let (blessed, found) = (&snapshot.pinned, pin(entry, then)?);
    let same_suite = |pinned: &Pinned| (pinned.file_sha256.clone(), pinned.limit, pinned.hash_mb);
    if same_suite(blessed) != same_suite(&found) {
        report.notes.push(format!(
            "suite {:?} is not the one that was blessed: only the two trees can be compared on it",
            entry.name
        ));
        return Ok(None);
    }
    Ok(Some(Comparison::of(&blessed.rows, &found.rows)))
}

fn conclude(report: &mut BlessedReport) {
    let suites = &report.suites;
    let truths = suites.iter().filter_map(|suite| suite.truth.as_ref());
    let mut causes = Vec::new();
    if truths.into_iter().any(|truth| !truth.is_same()) {
        causes.push(if report.blessed_with == report.built_with {
            Cause::NeverTrue
        } else {
            Cause::ToolchainDrift
        });
    }
    if suites.iter().any(|suite| !suite.change.is_same()) {
        causes.push(Cause::ChangeAtHand);
    }
    if !causes.is_empty() {
        report.verdict = Outcome::Differs;
    }
    report.causes = causes;
}
