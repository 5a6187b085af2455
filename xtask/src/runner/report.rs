//! Results as text.

use crate::results::{Limit, ResultFile, Row, SuiteResult};
use std::fmt::Write;

/// The whole result: a line a position, and totals.
pub fn text(file: &ResultFile) -> String {
    let mut text = String::new();
    for suite in &file.suites {
        let seconds = file
            .timing
            .suites
            .get(&suite.suite)
            .copied()
            .unwrap_or_default();
        write_suite(&mut text, suite, seconds).expect("writing to a string cannot fail");
    }
    text
}

fn write_suite(text: &mut String, suite: &SuiteResult, seconds: f64) -> std::fmt::Result {
    let id_width = suite
        .rows
        .iter()
        .map(|row| row.id.chars().count())
        .max()
        .unwrap_or(0);
    writeln!(
        text,
        "{}: {}, {}, hash {} MB",
        suite.suite,
        suite.engine,
        limit(suite.limit),
        suite.hash_mb
    )?;
    for row in &suite.rows {
        writeln!(text, "{}", line(row, id_width))?;
    }
    let totals = suite.totals;
    write!(text, "{}: {} positions", suite.suite, totals.positions)?;
    if totals.judged > 0 {
        write!(text, ", {} of {} solved", totals.solved, totals.judged)?;
    }
    if totals.errors > 0 {
        write!(text, ", {} failed", totals.errors)?;
    }
    if !suite.complete {
        write!(text, ", incomplete")?;
    }
    writeln!(
        text,
        ", {} nodes, {seconds:.2} s, {} nps",
        totals.nodes,
        nodes_per_second(totals.nodes, seconds)
    )
}

/// One position in a line.
pub fn line(row: &Row, id_width: usize) -> String {
    if let Some(error) = &row.error {
        return format!("  {:<id_width$}  failed: {error}", row.id);
    }
    let verdict = match row.solved {
        Some(true) => "solved",
        Some(false) => "-",
        None => "",
    };
    let mut line = format!(
        "  {:<id_width$}  {:<8} {verdict:<6}  {:<10} {:>2}/{:<3} {:>10} nodes",
        row.id,
        row.best.as_deref().unwrap_or("none"),
        row.score,
        row.depth,
        row.seldepth,
        row.nodes
    );
    if let Some(nodes) = row.nodes_to_solution {
        let _ = write!(line, ", solved from {nodes}");
    }
    line
}

/// `depth 10`, `200000 nodes` or `1000 ms`.
pub fn limit(limit: Limit) -> String {
    match limit {
        Limit::Depth(depth) => format!("depth {depth}"),
        Limit::Nodes(nodes) => format!("{nodes} nodes"),
        Limit::MovetimeMs(ms) => format!("{ms} ms"),
    }
}

/// Whole nodes per second; 0 when no time was measured.
pub fn nodes_per_second(nodes: u64, seconds: f64) -> u64 {
    if seconds > 0.0 {
        (nodes as f64 / seconds) as u64
    } else {
        0
    }
}
