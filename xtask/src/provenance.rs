//! Where a kept number comes from.

use derecho::params::Params;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, path::Path, process::Command};

/// Everything needed to make a result again. No times: those are kept apart, in
/// [`crate::results::Timing`], so that nothing pinned depends on a clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// The commit checked out, as hexadecimal; `None` outside a repository or before its first
    /// commit.
    pub commit: Option<String>,
    /// Whether the tree differed from that commit; `None` when that could not be told.
    pub dirty: Option<bool>,
    /// The compiler that built the running binary (`rustc 1.95.0 (...)`).
    pub toolchain: String,
    /// The target triple it was built for.
    pub target: String,
    /// The cargo profile it was built with.
    pub profile: String,
    /// Parameters that were set to other than their default.
    pub params: BTreeMap<String, i64>,
    /// Fingerprint over all parameters, in hexadecimal.
    pub params_fingerprint: String,
    /// Fingerprint over the tables baked into the engine; empty when there are none.
    pub tables_fingerprint: String,
    /// The command line.
    pub command: String,
    /// The seed of whatever was drawn at random.
    pub seed: Option<u64>,
}

impl Provenance {
    /// Notes the parameters: those that are not at their default, and the fingerprint over all.
    pub fn note_params(&mut self, params: &Params) {
        let defaults = Params::default();
        self.params = params
            .values()
            .filter(|&(name, value)| defaults.get(name) != Some(value))
            .map(|(name, value)| (name.to_owned(), i64::from(value)))
            .collect();
        self.params_fingerprint = format!("{:016x}", params.fingerprint());
    }

    /// What can be told without knowing the engine: commit, build, command line. Parameters and
    /// fingerprints are left empty, the seed `None`.
    pub fn collect(root: &Path) -> Self {
        Provenance {
            commit: git(root, &["rev-parse", "--verify", "HEAD"]),
            dirty: git(root, &["status", "--porcelain"]).map(|status| !status.is_empty()),
            toolchain: env!("XTASK_TOOLCHAIN").to_owned(),
            target: env!("XTASK_TARGET").to_owned(),
            profile: env!("XTASK_PROFILE").to_owned(),
            params: BTreeMap::new(),
            params_fingerprint: String::new(),
            tables_fingerprint: String::new(),
            command: command_line(),
            seed: None,
        }
    }
}

/// The arguments of this process, without the path of the binary.
fn command_line() -> String {
    let args: Vec<_> = std::env::args_os()
        .skip(1)
        .map(|arg| arg.to_string_lossy().into_owned())
        .collect();
    args.join(" ")
}

/// The trimmed output of a git command in `root`, or `None` when it fails.
fn git(root: &Path, args: &[&str]) -> Option<String> {
    let output = Command::new("git")
        .arg("-C")
        .arg(root)
        .args(args)
        .output()
        .ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
