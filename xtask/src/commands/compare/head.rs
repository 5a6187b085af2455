//! `compare head`: the blessed commit and the tree at hand.

use super::{Args, tell};
use crate::{
    Verdict,
    commands::workshop::{steps, workshop},
    gate::{BlessedReport, BlessedSuite, Cause, Outcome, compare_with_blessed, text},
};
use anyhow::Result;
use std::{fmt::Write as _, path::Path};

pub(super) fn run(root: &Path, args: &Args) -> Result<Verdict> {
    let steps = steps(root);
    let workshop = workshop(root, &args.tree, &steps);
    let report = compare_with_blessed(&workshop, args.full)?;
    tell(args, &report, &render(&report))?;
    Ok(match report.verdict {
        Outcome::Pass => Verdict::Pass,
        Outcome::Differs | Outcome::CouldNotRun => Verdict::Differs,
    })
}

fn render(report: &BlessedReport) -> String {
    let mut text = String::new();
    write_report(&mut text, report).expect("writing to a string cannot fail");
    text
}

fn write_report(text: &mut String, report: &BlessedReport) -> std::fmt::Result {
    let reason = report.reason.as_deref().unwrap_or_default();
    writeln!(text, "blessed commit: {} {reason:?}", report.commit)?;
    for suite in &report.suites {
        write_suite(text, suite)?;
    }
    if let Some(pooled) = report.pooled.filter(|_| report.suites.len() > 1) {
        let change = text::node_change(&pooled);
        writeln!(text, "all suites, commit -> tree at hand: {change}")?;
    }
    for note in &report.notes {
        writeln!(text, "note: {note}")?;
    }
    if report.causes.is_empty() {
        writeln!(
            text,
            "the blessed commit counts what was blessed, and the tree at hand the same"
        )?;
    }
    for cause in &report.causes {
        writeln!(text, "cause: {}", cause_text(*cause, report))?;
    }
    let verdict = match report.verdict {
        Outcome::Pass => "SAME",
        Outcome::Differs | Outcome::CouldNotRun => "DIFFERS",
    };
    writeln!(text, "compare: {verdict}")
}

fn write_suite(text: &mut String, suite: &BlessedSuite) -> std::fmt::Result {
    for (title, comparison) in [
        ("baseline -> commit", suite.truth.as_ref()),
        ("commit -> tree at hand", Some(&suite.change)),
    ] {
        let Some(comparison) = comparison else {
            continue;
        };
        if comparison.is_same() {
            let nodes = text::grouped(comparison.new.nodes);
            writeln!(text, "{}, {title}: same, {nodes} nodes", suite.suite)?;
        } else {
            writeln!(text, "{}, {title}: DIFFERS", suite.suite)?;
            text.write_str(&text::comparison(comparison))?;
        }
    }
    Ok(())
}

fn cause_text(cause: Cause, report: &BlessedReport) -> String {
    match cause {
        Cause::ChangeAtHand => "the change at hand: the tree counts otherwise than the blessed \
                                commit built with the same compiler"
            .to_owned(),
        Cause::ToolchainDrift => format!(
            "a drift of the toolchain: the blessed commit counts otherwise now; blessed with {}, \
             built with {}",
            report.blessed_with, report.built_with
        ),
        Cause::NeverTrue => {
            let sources = if report.same_sources {
                "the sources are those that were blessed, so the engine may not count the same twice"
            } else {
                "the commit holds other sources than those that were blessed"
            };
            format!(
                "a baseline that was never true of this commit: with the compiler of the blessing \
                 it counts otherwise; {sources}"
            )
        }
    }
}
