//! The hooks themselves: shell scripts, as git runs them on every system.

/// What tells our hooks from others.
const MARK: &str = "# Made by `cargo xtask hooks install`";
/// What is added to the name of a hook that was there before.
const KEPT: &str = ".kept";

/// A hook of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hook {
    /// Before a commit: the gate.
    PreCommit,
    /// Before the commit of a merge without conflicts, where git does not run the other.
    PreMergeCommit,
    /// After the message was written: the signature.
    CommitMsg,
}

impl Hook {
    /// All of them.
    pub const ALL: [Hook; 3] = [Hook::PreCommit, Hook::PreMergeCommit, Hook::CommitMsg];

    /// The name of its file.
    pub fn name(self) -> &'static str {
        match self {
            Hook::PreCommit => "pre-commit",
            Hook::PreMergeCommit => "pre-merge-commit",
            Hook::CommitMsg => "commit-msg",
        }
    }

    /// The name of the file that keeps a hook which was there before.
    pub fn kept_name(self) -> String {
        format!("{}{KEPT}", self.name())
    }

    /// What it runs.
    pub fn command(self) -> &'static str {
        match self {
            Hook::PreCommit | Hook::PreMergeCommit => "cargo xtask precommit",
            Hook::CommitMsg => "cargo xtask hooks run commit-msg \"$1\"",
        }
    }

    /// The script. A hook that was there before runs first, and can refuse. Nothing is done for a
    /// commit without the laboratory, before it came or in another repository that shares the
    /// hooks: git is asked, not the working tree, so that no deletion around the commit matters.
    pub fn script(self) -> String {
        format!(
            "#!/bin/sh\n\
             {MARK}; `cargo xtask hooks uninstall` removes it.\n\
             kept=\"$(dirname \"$0\")/{kept}\"\n\
             if [ -x \"$kept\" ]; then\n    \
                 \"$kept\" \"$@\" || exit $?\n\
             fi\n\
             git cat-file -e :xtask/Cargo.toml 2>/dev/null ||\n    \
                 git cat-file -e HEAD:xtask/Cargo.toml 2>/dev/null ||\n    \
                 exit 0\n\
             # Programs with windows do not read the shell's profile.\n\
             command -v cargo >/dev/null 2>&1 || PATH=\"$HOME/.cargo/bin:$PATH\"\n\
             exec {command}\n",
            kept = self.kept_name(),
            command = self.command()
        )
    }
}

/// Whether the script is one of ours, be it of another version.
pub(super) fn is_ours(script: &[u8]) -> bool {
    String::from_utf8_lossy(script)
        .lines()
        .any(|line| line.starts_with(MARK))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ours_are_told_from_others() {
        for hook in Hook::ALL {
            assert!(is_ours(hook.script().as_bytes()));
        }
        assert!(!is_ours(b"#!/bin/sh\nexec cargo xtask precommit\n"));
        assert!(!is_ours(b"\xff\x00"));
    }
}
