//! The gate: no count changes unless someone says, with a reason, that it is meant to.
//!
//! It takes the files under test out of git into a private checkout, has that checkout formatted,
//! linted and built, runs the suites with the checkout's own runner, and compares every row with
//! the baselines of that same checkout. "Differs" is a [`Report`]; "could not run" is an error. Nothing
//! that went wrong can be a pass.

mod bless;
mod blessed;
mod cache;
mod checkout;
mod environment;
mod judge;
mod key;
mod lock;
mod report;
mod source;
mod steps;
mod suites;
pub mod text;
mod tree;

pub use bless::bless_tree;
pub use blessed::{BlessedReport, BlessedSuite, Cause, compare_with_blessed};
pub use environment::command as clean_command;
pub use judge::{BENCH_NODES, bench_fault};
pub use lock::Lock;
pub use report::{CheckReport, Outcome, Report, SuiteReport};
pub use source::{Files, Source, head, list, open_index, open_repository};
pub use steps::{Cargo, Check, Steps};
pub use suites::{Run, of_tier, run as run_suites};
pub use tree::{Tree, Workshop};

use crate::baseline::{BASELINES_DIR, BLESS_COMMAND, Stored};
use anyhow::{Result, anyhow};
use std::{ops::RangeInclusive, thread};

/// A run of the gate.
pub struct Gate<'a> {
    /// Where and with what to work.
    pub workshop: Workshop<'a>,
    /// Both tiers, or only the quick one.
    pub full: bool,
    /// Whether a tree that passed before passes again.
    pub use_cache: bool,
    /// See [`BENCH_NODES`].
    pub bench_nodes: RangeInclusive<u64>,
}

impl Gate<'_> {
    /// Runs the gate.
    ///
    /// # Errors
    /// When it could not find out whether everything is as blessed.
    pub fn run(&self) -> Result<Report> {
        let workshop = &self.workshop;
        let mut report = Report::new(workshop.source_name(), self.full);
        let (tree, lock) = workshop.open(|tree| self.passed_before(tree, &mut report))?;
        let Some(_lock) = lock else {
            return Ok(report);
        };
        let manifest = tree.manifest()?;
        // What can be seen without a build is said before it.
        let stored = self.baselines(&tree)?;
        stored.covers(&manifest)?;
        report.faults = stored.faults(&tree.dir, &manifest)?;
        let entries = of_tier(&manifest, self.full);
        let (checks, results) = thread::scope(|scope| {
            let checks = scope.spawn(|| self.check(&tree));
            let results = workshop.run(&tree, &entries);
            (checks.join(), results)
        });
        // A tree that does not build: the compiler has said it all.
        let results = results?;
        report.checks = checks.map_err(|_| anyhow!("the checks panicked, see above"))??;
        judge::judge(&mut report, &stored, &entries, &results, &self.bench_nodes)?;
        report.conclude();
        let pending = workshop.root.join(BASELINES_DIR);
        judge::leave_pending(&pending, &report, &entries, &results)?;
        self.advise(&mut report);
        if report.verdict == Outcome::Pass {
            self.remember(&tree, &report)?;
        }
        Ok(report)
    }

    /// Fills in the report when this tree passed before.
    fn passed_before(&self, tree: &Tree, report: &mut Report) -> bool {
        let found = cache::find(&self.workshop.dir, &tree.key, self.full);
        let Some(pass) = found.filter(|_| self.use_cache) else {
            return false;
        };
        report.suites = pass
            .totals
            .into_iter()
            .map(|(suite, totals)| SuiteReport {
                suite,
                same: true,
                totals,
                comparison: None,
            })
            .collect();
        report.conclude();
        report.cached = report.verdict == Outcome::Pass;
        report.cached
    }

    /// The baselines of the tree.
    fn baselines(&self, tree: &Tree) -> Result<Stored> {
        Stored::load(&tree.dir).map_err(|error| {
            let staged = self.workshop.source == Source::Staged;
            if staged && Stored::load(&self.workshop.root).is_ok() {
                error.context(format!(
                    "the {BASELINES_DIR} that lie in the working tree are not staged: \
                     git add {BASELINES_DIR}"
                ))
            } else {
                error
            }
        })
    }

    fn check(&self, tree: &Tree) -> Result<Vec<CheckReport>> {
        let report = |name, check: Check| {
            let (passed, detail) = match check {
                Check::Passed => (true, String::new()),
                Check::Failed(detail) => (false, detail),
            };
            CheckReport {
                name,
                passed,
                detail,
            }
        };
        let workshop = &self.workshop;
        workshop.say("fmt");
        let format = report("fmt", workshop.steps.format(&tree.dir)?);
        workshop.say("clippy");
        let lint = report("clippy", workshop.steps.lint(&tree.dir)?);
        Ok(vec![format, lint])
    }

    /// Tells the author what to do about a difference.
    fn advise(&self, report: &mut Report) {
        let counts_differ = report.suites.iter().any(|suite| !suite.same);
        let nothing_to_bless = !counts_differ && report.faults.is_empty();
        if report.verdict == Outcome::Pass || nothing_to_bless {
            return;
        }
        let worktree = self.workshop.source == Source::Worktree;
        let flag = if worktree { " --worktree" } else { "" };
        report.bless = Some(BLESS_COMMAND.replacen(" update", &format!(" update{flag}"), 1));
        if !worktree && self.lies_blessed(report) {
            report.notes.push(format!(
                "the {BASELINES_DIR} in the working tree say what was found, but are not staged: \
                 git add {BASELINES_DIR}"
            ));
        }
    }

    /// Whether the baselines in the working tree would have passed.
    fn lies_blessed(&self, report: &Report) -> bool {
        let Ok(lying) = Stored::load(&self.workshop.root) else {
            return false;
        };
        let same = |suite: &SuiteReport| {
            let found = suite.comparison.as_ref().map(|comparison| comparison.new);
            let blessed = lying.reference.suites.get(&suite.suite);
            found == blessed.map(|blessed| blessed.totals)
        };
        report.suites.iter().all(same)
    }

    fn remember(&self, tree: &Tree, report: &Report) -> Result<()> {
        let totals = report.suites.iter();
        let totals = totals.map(|suite| (suite.suite.clone(), suite.totals));
        let pass = cache::Pass {
            key: tree.key.clone(),
            full: self.full,
            totals: totals.collect(),
        };
        cache::remember(&self.workshop.dir, pass)
    }
}
