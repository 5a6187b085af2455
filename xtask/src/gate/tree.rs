//! The private checkout of the tree under test, and the work done there.

use super::{
    checkout::check_out,
    key::{gate_key, leaking_settings, sources_sha256},
    lock::Lock,
    source::{Source, head, list, open_repository},
    steps::Steps,
    suites,
};
use crate::{
    results::ResultFile,
    suite::{Entry, Manifest},
};
use anyhow::{Result, bail};
use std::path::PathBuf;

/// The directory of the checkout, in the workshop's.
const TREE_DIR: &str = "tree";
/// The result of the last run, in the workshop's directory.
const RESULT_FILE: &str = "result.json";

/// Where trees are checked out, built and run.
pub struct Workshop<'a> {
    /// Top of the working tree.
    pub root: PathBuf,
    /// Directory of the workshop's own files, below the target directory.
    pub dir: PathBuf,
    /// Which files are under test.
    pub source: Source,
    /// Formatting, lints, build.
    pub steps: &'a dyn Steps,
    /// Worker threads of the runner.
    pub threads: usize,
    /// No progress.
    pub quiet: bool,
}

/// A tree under test.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The checkout.
    pub dir: PathBuf,
    /// The commit on top of which the tree lies; `None` before the first.
    pub commit: Option<String>,
    /// Fingerprint of the sources.
    pub sources_sha256: String,
    /// Fingerprint of everything that the verdict depends on.
    pub key: String,
}

impl Tree {
    /// The manifest of the tree's suites.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn manifest(&self) -> Result<Manifest> {
        Manifest::load(&self.dir)
    }
}

impl Workshop<'_> {
    /// Lists the files under test and checks them out, unless `known` says from the fingerprints
    /// alone that this is not needed; then there is no lock.
    ///
    /// # Errors
    /// When the files cannot be listed or checked out, or settings beside the checkout would leak
    /// into it.
    pub fn open(&self, mut known: impl FnMut(&Tree) -> bool) -> Result<(Tree, Option<Lock>)> {
        let repo = open_repository(&self.root)?;
        let (mut files, mut tree) = self.look(&repo)?;
        if known(&tree) {
            return Ok((tree, None));
        }
        let lock = Lock::take(&self.dir, || {
            eprintln!("another gate is running in this tree; waiting for it to end");
        })?;
        if lock.waited {
            // Meanwhile the other gate may have passed the same tree, or the tree have changed.
            (files, tree) = self.look(&repo)?;
            if known(&tree) {
                return Ok((tree, None));
            }
        }
        check_out(&repo, &files, &tree.dir)?;
        let leaking = leaking_settings(&self.root, &tree.dir)?;
        // A commit of long ago cannot be given the settings of today, nor be spared them.
        let ours = !matches!(self.source, Source::Commit(_));
        if ours && !leaking.is_empty() {
            bail!(
                "{} in the working tree would be obeyed, but is not part of what is tested: stage \
                 it, or move it away",
                leaking.join(", ")
            );
        }
        Ok((tree, Some(lock)))
    }

    fn look(&self, repo: &git2::Repository) -> Result<(super::Files, Tree)> {
        let files = list(repo, self.source)?;
        let toolchain = self.steps.toolchain(&self.root)?;
        let commit = match self.source {
            Source::Commit(oid) => Some(oid.to_string()),
            Source::Staged | Source::Worktree => head(repo),
        };
        let tree = Tree {
            dir: self.dir.join(TREE_DIR),
            commit,
            sources_sha256: sources_sha256(&files),
            key: gate_key(&files, &toolchain, &self.root)?,
        };
        Ok((files, tree))
    }

    /// Builds the tree's runner and runs `entries` with it.
    ///
    /// # Errors
    /// When the tree does not build, or a suite does not run whole.
    pub fn run(&self, tree: &Tree, entries: &[&Entry]) -> Result<ResultFile> {
        self.say("build");
        let runner = self.steps.build(&tree.dir)?;
        let names: Vec<&str> = entries.iter().map(|entry| &*entry.name).collect();
        self.say(&names.join(", "));
        let run = suites::Run {
            steps: self.steps,
            runner: &runner,
            tree: &tree.dir,
            out: &self.dir.join(RESULT_FILE),
            threads: self.threads,
            quiet: self.quiet,
        };
        suites::run(&run, entries)
    }

    /// Says what is being done.
    pub fn say(&self, what: &str) {
        if !self.quiet {
            eprintln!("gate: {what}");
        }
    }

    /// The tree under test in a word.
    pub fn source_name(&self) -> &'static str {
        match self.source {
            Source::Staged => "staged",
            Source::Worktree => "worktree",
            Source::Commit(_) => "commit",
        }
    }
}
