//! What children may inherit.

use std::{
    ffi::{OsStr, OsString},
    path::Path,
    process::Command,
};

/// Cargo's own variables that only say where crates come from and how to talk.
const CARGO_KEPT: [&str; 6] = [
    "CARGO_HOME",
    "CARGO_HTTP_",
    "CARGO_NET_",
    "CARGO_REGISTR",
    "CARGO_SOURCE_",
    "CARGO_TERM_",
];
/// Beginnings of names that change what is built, linted, read from git, or accepted by insta.
const DROPPED: [&str; 8] = [
    "CARGO", "__CARGO", "CLIPPY_", "GIT_", "INSTA_", "RUSTC", "RUSTDOC", "RUSTFMT",
];
/// The same, by whole name.
const DROPPED_NAMES: [&str; 2] = ["RUSTFLAGS", "RUST_MIN_STACK"];

/// A command in whose environment nothing is left that could change a count or a verdict. Git sets
/// `GIT_DIR` and `GIT_INDEX_FILE` for its hooks, cargo sets some of its own for `cargo run`, and
/// anything may stand in a shell's profile.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        if is_dropped(&name.to_string_lossy()) {
            command.env_remove(name);
        }
    }
    command
}

/// The cargo to run: that which runs this process, or the one on the path.
pub(super) fn cargo() -> OsString {
    std::env::var_os("CARGO")
        .filter(|path| Path::new(path).file_stem() == Some("cargo".as_ref()))
        .unwrap_or_else(|| "cargo".into())
}

fn is_dropped(name: &str) -> bool {
    let begins = |list: &[&str]| list.iter().any(|start| name.starts_with(start));
    DROPPED_NAMES.contains(&name) || (begins(&DROPPED) && !begins(&CARGO_KEPT))
}

#[cfg(test)]
mod tests {
    use super::is_dropped;

    #[test]
    fn what_can_change_a_verdict_is_dropped() {
        for name in [
            "INSTA_UPDATE",
            "INSTA_FORCE_PASS",
            "INSTA_WORKSPACE_ROOT",
            "GIT_DIR",
            "GIT_INDEX_FILE",
            "GIT_WORK_TREE",
            "RUSTFLAGS",
            "CARGO_ENCODED_RUSTFLAGS",
            "CARGO_TARGET_DIR",
            "CARGO_BUILD_TARGET",
            "CARGO_PROFILE_GATE_OPT_LEVEL",
            "CARGO_INCREMENTAL",
            "RUSTC",
            "RUSTC_WRAPPER",
            "RUSTC_BOOTSTRAP",
            "CARGO_MANIFEST_DIR",
            "CLIPPY_CONF_DIR",
            "RUSTFMT",
        ] {
            assert!(is_dropped(name), "{name}");
        }
    }

    #[test]
    fn what_finds_programs_and_crates_is_kept() {
        for name in [
            "PATH",
            "HOME",
            "CARGO_HOME",
            "RUSTUP_HOME",
            "RUSTUP_TOOLCHAIN",
            "CARGO_NET_OFFLINE",
            "CARGO_REGISTRIES_X_INDEX",
            "CARGO_TERM_COLOR",
            "CC",
            "HTTPS_PROXY",
            "TMPDIR",
            "NO_COLOR",
        ] {
            assert!(!is_dropped(name), "{name}");
        }
    }
}
