//! `baseline log`.

use crate::{
    Verdict,
    baseline::{HistoryEntry, Stored},
    gate::text::grouped,
};
use anyhow::Result;
use std::path::Path;

/// Hexadecimal digits of a commit that are shown.
const SHORT_COMMIT: usize = 10;

/// Arguments of `baseline log`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// At most so many, the latest
    #[arg(short = 'n', long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    count: usize,
}

pub(super) fn run(root: &Path, args: &Args) -> Result<Verdict> {
    let history = Stored::history(root)?;
    if history.entries.is_empty() {
        println!("nothing was ever blessed");
    }
    for entry in history.entries.iter().rev().take(args.count) {
        show(entry);
    }
    Ok(Verdict::Pass)
}

fn show(entry: &HistoryEntry) {
    let commit = entry.commit.as_deref().unwrap_or("the first commit");
    let commit = commit
        .get(..SHORT_COMMIT)
        .filter(|_| entry.commit.is_some())
        .unwrap_or(commit);
    println!("{}  on {commit}", entry.when);
    for line in entry.reason.lines() {
        println!("    {line}");
    }
    for (suite, after) in &entry.after {
        let now = format!("{} nodes, {} solved", grouped(after.nodes), after.solved);
        match entry.before.get(suite) {
            None => println!("  {suite}: new, {now}"),
            Some(before) if before == after => println!("  {suite}: {now}, as before"),
            Some(before) => println!(
                "  {suite}: {} nodes, {} solved -> {now}",
                grouped(before.nodes),
                before.solved
            ),
        }
    }
    for suite in entry
        .before
        .keys()
        .filter(|suite| !entry.after.contains_key(*suite))
    {
        println!("  {suite}: removed");
    }
}
