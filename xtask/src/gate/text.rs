//! What the gate and comparisons found, for people.

use super::report::{Outcome, Report, SuiteReport};
use crate::stats::{Comparison, Mover, NodeChange, percent};
use std::fmt::{self, Write as _};

/// Lines of a complaint of a check that are shown.
const DETAIL_LINES: usize = 60;
/// Positions that are shown when none changed its nodes.
const ROWS_WITHOUT_MOVERS: usize = 10;

/// The whole report; ends with the verdict.
pub fn report(report: &Report) -> String {
    let mut text = String::new();
    write_report(&mut text, report).expect("writing to a string cannot fail");
    text
}

fn write_report(text: &mut String, report: &Report) -> fmt::Result {
    for check in report.checks.iter().filter(|check| !check.passed) {
        writeln!(text, "{} complains:", check.name)?;
        for line in check.detail.lines().take(DETAIL_LINES) {
            writeln!(text, "  {line}")?;
        }
        let more = check.detail.lines().count().saturating_sub(DETAIL_LINES);
        if more > 0 {
            writeln!(text, "  ... {more} more lines")?;
        }
    }
    for suite in &report.suites {
        write_suite(text, suite)?;
    }
    if let (Some(pooled), true) = (&report.pooled, report.bless.is_some()) {
        writeln!(text, "all suites: {}", node_change(pooled))?;
    }
    for fault in &report.faults {
        let suite = fault
            .suite
            .as_ref()
            .map_or(String::new(), |suite| format!("{suite}: "));
        writeln!(text, "not as blessed: {suite}{}", fault.message)?;
    }
    for note in &report.notes {
        writeln!(text, "note: {note}")?;
    }
    match report.verdict {
        Outcome::Pass if report.cached => {
            writeln!(text, "gate: PASS (nothing changed since this tree passed)")
        }
        Outcome::Pass => writeln!(text, "gate: PASS"),
        Outcome::Differs => {
            writeln!(
                text,
                "gate: DIFFERS ({} tree, {} tier)",
                report.tree, report.tier
            )?;
            match &report.bless {
                Some(command) => writeln!(text, "if this is meant, bless it:\n  {command}"),
                None => Ok(()),
            }
        }
        Outcome::CouldNotRun => writeln!(text, "gate: COULD NOT RUN"),
    }
}

fn write_suite(text: &mut String, suite: &SuiteReport) -> fmt::Result {
    let totals = suite.totals;
    if let (false, Some(difference)) = (suite.same, &suite.comparison) {
        writeln!(text, "{}: DIFFERS", suite.suite)?;
        return text.write_str(&comparison(difference));
    }
    write!(
        text,
        "{}: same, {} nodes",
        suite.suite,
        grouped(totals.nodes)
    )?;
    if totals.judged > 0 {
        write!(text, ", {} of {} solved", totals.solved, totals.judged)?;
    }
    writeln!(text)
}

/// A comparison, indented, without a title.
pub fn comparison(comparison: &Comparison) -> String {
    let mut text = String::new();
    write_comparison(&mut text, comparison).expect("writing to a string cannot fail");
    text
}

fn write_comparison(text: &mut String, comparison: &Comparison) -> fmt::Result {
    let (old, new) = (comparison.old, comparison.new);
    writeln!(
        text,
        "  nodes     {} -> {}{}",
        grouped(old.nodes),
        grouped(new.nodes),
        signed_percent(old.nodes, new.nodes)
    )?;
    if let Some(change) = &comparison.node_change {
        writeln!(text, "  pooled    {}", node_change(change))?;
    }
    if old.judged > 0 || new.judged > 0 {
        writeln!(
            text,
            "  solved    {} of {} -> {} of {} (gained {}, lost {}, exact McNemar p = {:.3})",
            old.solved,
            old.judged,
            new.solved,
            new.judged,
            comparison.gained.len(),
            comparison.lost.len(),
            comparison.mcnemar_p
        )?;
    }
    for (title, ids) in [
        ("gained", &comparison.gained),
        ("lost", &comparison.lost),
        ("only old", &comparison.only_old),
        ("only new", &comparison.only_new),
    ] {
        if !ids.is_empty() {
            writeln!(text, "  {title:<9} {}", ids.join(", "))?;
        }
    }
    if comparison.reordered {
        writeln!(text, "  order     the positions are in another order")?;
    }
    writeln!(text, "  changed   {} positions", comparison.changed.len())?;
    let ids = comparison
        .movers
        .iter()
        .map(|mover| mover.id.chars().count());
    let width = ids.max().unwrap_or(0);
    for (index, mover) in comparison.movers.iter().enumerate() {
        let title = if index == 0 { "movers" } else { "" };
        writeln!(text, "  {title:<9} {}", mover_line(mover, width))?;
    }
    if comparison.movers.is_empty() {
        // Equal nodes everywhere: say what else differs.
        for row in comparison.changed.iter().take(ROWS_WITHOUT_MOVERS) {
            let fields = row.fields.iter();
            let fields: Vec<_> = fields
                .map(|change| format!("{} {} -> {}", change.field, change.old, change.new))
                .collect();
            writeln!(text, "            {}: {}", row.id, fields.join(", "))?;
        }
    }
    Ok(())
}

fn mover_line(mover: &Mover, width: usize) -> String {
    format!(
        "{:<width$} {:>11} -> {:>11}{}",
        mover.id,
        grouped(mover.old),
        grouped(mover.new),
        signed_percent(mover.old, mover.new)
    )
}

/// A change of nodes in one line.
pub fn node_change(change: &NodeChange) -> String {
    let left_out = match change.left_out {
        0 => String::new(),
        count => format!(", {count} without nodes left out"),
    };
    format!(
        "{:+.2}% a position, 95% interval {:+.2}% to {:+.2}% ({} positions{left_out})",
        percent(change.pooled_ratio),
        percent(change.interval.low),
        percent(change.interval.high),
        change.pairs
    )
}

fn signed_percent(old: u64, new: u64) -> String {
    if old == 0 {
        return String::new();
    }
    format!(" ({:+.2}%)", percent(new as f64 / old as f64))
}

/// A number with its thousands apart: `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::Row;

    #[test]
    fn thousands_apart() {
        for (number, expected) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (12_345_678, "12,345,678"),
        ] {
            assert_eq!(grouped(number), expected);
        }
    }

    #[test]
    fn a_difference_says_everything_the_author_needs() {
        let row = |id: &str, nodes, solved| Row {
            id: id.to_owned(),
            nodes,
            solved: Some(solved),
            ..Row::default()
        };
        let old = [
            row("p.1", 1_000, true),
            row("p.2", 2_000, false),
            row("p.3", 3_000, false),
        ];
        let new = [
            row("p.1", 1_000, true),
            row("p.2", 1_000, true),
            row("p.3", 3_300, false),
        ];
        let text = comparison(&Comparison::of(&old, &new));
        for expected in [
            "nodes     6,000 -> 5,300 (-11.67%)",
            "pooled    -18.07% a position, 95% interval",
            "solved    1 of 3 -> 2 of 3 (gained 1, lost 0, exact McNemar p = 1.000)",
            "gained    p.2",
            "changed   2 positions",
            "movers    p.2       2,000 ->       1,000 (-50.00%)",
            "          p.3       3,000 ->       3,300 (+10.00%)",
        ] {
            assert!(text.contains(expected), "{expected:?} in\n{text}");
        }
    }

    #[test]
    fn a_difference_without_nodes_names_the_fields() {
        let old = Row {
            id: "p.1".to_owned(),
            score: "cp 1".to_owned(),
            ..Row::default()
        };
        let new = Row {
            score: "cp 2".to_owned(),
            ..old.clone()
        };
        let text = comparison(&Comparison::of(&[old], &[new]));
        assert!(text.contains("p.1: score cp 1 -> cp 2"), "{text}");
    }
}
