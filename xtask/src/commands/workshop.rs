//! What the commands that build and run a tree have in common.

use crate::gate::{Cargo, Source, Workshop};
use std::{
    env::consts::EXE_SUFFIX,
    path::{Path, PathBuf},
    thread,
};

/// The gate's own files, below the target directory.
const GATE_DIR: &str = "precommit";
/// Where cargo builds the checkout, in the gate's directory.
const BUILD_DIR: &str = "build";

/// The flags about the tree under test and how to run it.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct TreeArgs {
    /// The files as they lie, not those that are staged
    #[arg(long)]
    pub worktree: bool,
    /// Worker threads [default: one a processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    /// No progress
    #[arg(long)]
    pub quiet: bool,
}

impl TreeArgs {
    /// Which files are under test.
    pub fn source(self) -> Source {
        if self.worktree {
            Source::Worktree
        } else {
            Source::Staged
        }
    }

    /// Worker threads.
    pub fn threads(self) -> usize {
        let given = self.threads.map(usize::from);
        given.unwrap_or_else(|| thread::available_parallelism().map_or(1, Into::into))
    }
}

/// The steps by cargo for the tree at `root`.
pub fn steps(root: &Path) -> Cargo {
    let dir = gate_dir(root);
    Cargo {
        runner: dir.join(format!("runner{EXE_SUFFIX}")),
        target: dir.join(BUILD_DIR),
    }
}

fn gate_dir(root: &Path) -> PathBuf {
    root.join("target").join(GATE_DIR)
}

/// The gate's workshop for the tree at `root`.
pub fn workshop<'a>(root: &Path, args: &TreeArgs, steps: &'a Cargo) -> Workshop<'a> {
    Workshop {
        root: root.to_path_buf(),
        dir: gate_dir(root),
        source: args.source(),
        steps,
        threads: args.threads(),
        quiet: args.quiet,
    }
}
