//! What the gate found, for machines.

use crate::{
    baseline::Fault,
    results::Totals,
    stats::{Comparison, NodeChange},
};
use serde::Serialize;

/// Version of the format; raised when a field changes its meaning.
const SCHEMA: u32 = 1;

/// The outcome of the gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Everything is as it was blessed.
    Pass,
    /// Something is not.
    Differs,
    /// The gate could not find out.
    CouldNotRun,
}

/// What the gate found.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Version of the format.
    pub schema: u32,
    /// The outcome.
    pub verdict: Outcome,
    /// Why the gate could not find out; only then.
    pub error: Option<String>,
    /// `staged` or `worktree`.
    pub tree: &'static str,
    /// `quick` or `full`.
    pub tier: &'static str,
    /// Whether nothing was run, because the same tree passed before.
    pub cached: bool,
    /// Formatting and lints.
    pub checks: Vec<CheckReport>,
    /// In what the baselines and suites are not those that were blessed.
    pub faults: Vec<Fault>,
    /// The suites that were run.
    pub suites: Vec<SuiteReport>,
    /// Change of nodes over the positions of all these suites.
    pub pooled: Option<NodeChange>,
    /// What else is worth knowing.
    pub notes: Vec<String>,
    /// The command that makes the counts found the new baselines; only on a difference in counts.
    pub bless: Option<String>,
}

/// A check that is not about counts.
#[derive(Clone, Debug, Serialize)]
pub struct CheckReport {
    /// Its name.
    pub name: &'static str,
    /// Whether there was nothing to complain about.
    pub passed: bool,
    /// The complaint.
    pub detail: String,
}

/// A suite that was run.
#[derive(Clone, Debug, Serialize)]
pub struct SuiteReport {
    /// Its name.
    pub suite: String,
    /// Whether every row is that of the baseline.
    pub same: bool,
    /// Sums over the rows found.
    pub totals: Totals,
    /// Baseline against what was found; `None` when nothing was run.
    pub comparison: Option<Comparison>,
}

impl Report {
    /// A report with nothing in it yet.
    pub fn new(tree: &'static str, full: bool) -> Self {
        Report {
            schema: SCHEMA,
            verdict: Outcome::Pass,
            error: None,
            tree,
            tier: if full { "full" } else { "quick" },
            cached: false,
            checks: Vec::new(),
            faults: Vec::new(),
            suites: Vec::new(),
            pooled: None,
            notes: Vec::new(),
            bless: None,
        }
    }

    /// The report of a gate that could not run.
    pub fn could_not_run(mut self, error: &anyhow::Error) -> Self {
        self.verdict = Outcome::CouldNotRun;
        self.error = Some(format!("{error:#}"));
        self
    }

    /// Draws the conclusion: the gate passes only when it ran suites, and found nothing.
    pub fn conclude(&mut self) {
        let sound = self.checks.iter().all(|check| check.passed)
            && self.faults.is_empty()
            && !self.suites.is_empty()
            && self.suites.iter().all(|suite| suite.same);
        self.verdict = if sound {
            Outcome::Pass
        } else {
            Outcome::Differs
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report {
        let mut report = Report::new("staged", false);
        report.checks.push(CheckReport {
            name: "fmt",
            passed: true,
            detail: String::new(),
        });
        report.suites.push(SuiteReport {
            suite: "bench".to_owned(),
            same: true,
            totals: Totals::default(),
            comparison: None,
        });
        report
    }

    #[test]
    fn one_thing_wrong_is_enough() {
        let verdict = |spoil: fn(&mut Report)| {
            let mut report = report();
            spoil(&mut report);
            report.conclude();
            report.verdict
        };
        assert_eq!(verdict(|_| {}), Outcome::Pass);
        assert_eq!(
            verdict(|report| report.checks[0].passed = false),
            Outcome::Differs
        );
        assert_eq!(
            verdict(|report| report.suites[0].same = false),
            Outcome::Differs
        );
        assert_eq!(verdict(|report| report.suites.clear()), Outcome::Differs);
        let fault = |report: &mut Report| {
            report.faults.push(Fault {
                suite: None,
                message: "edited".to_owned(),
            });
        };
        assert_eq!(verdict(fault), Outcome::Differs);
    }
}
