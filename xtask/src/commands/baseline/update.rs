//! `baseline update`.

use crate::{
    Verdict,
    commands::workshop::{TreeArgs, steps, workshop},
    gate::{BENCH_NODES, bless_tree},
};
use anyhow::{Result, bail};
use std::path::Path;

/// Arguments of `baseline update`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Why the counts are meant to be what they are now
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
    #[command(flatten)]
    tree: TreeArgs,
}

pub(super) fn run(root: &Path, args: &Args) -> Result<Verdict> {
    let reason = args.reason.as_deref().unwrap_or_default();
    if reason.trim().is_empty() {
        bail!("refused: a blessing needs a reason (--reason \"...\")");
    }
    let steps = steps(root);
    let workshop = workshop(root, &args.tree, &steps);
    match bless_tree(&workshop, reason, &BENCH_NODES)? {
        None => println!("nothing to bless: the baselines say this already"),
        Some(entry) => {
            for (suite, after) in &entry.after {
                let before = entry.before.get(suite).map_or(0, |totals| totals.nodes);
                println!("{suite}: {before} -> {} nodes", after.nodes);
            }
            println!("blessed: {}", entry.reason);
            println!("now stage them: git add baselines");
        }
    }
    Ok(Verdict::Pass)
}
