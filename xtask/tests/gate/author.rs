//! An author who runs git in a tiny tree. What the hooks call is the command line of this package, by
//! way of a `cargo` of our own that comes first on the path.

use crate::{
    PASS, expect,
    lab::{ENGINE, Lab},
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use xtask::gate::clean_command;

/// What stands for cargo: the gate is only noted down, everything else is run.
pub(crate) const CARGO: &str = "#!/bin/sh\nshift\nif [ \"$1\" = precommit ]; then\n    \
                     echo \"gate of $(git write-tree)\" >>\"$GATE_LOG\"\n    \
                     exit \"${GATE_EXIT:-0}\"\nfi\nexec \"$XTASK\" \"$@\"\n";

/// A blessed tree, and a place for what stands for cargo.
pub(crate) struct Author {
    pub(crate) lab: Lab,
    /// Where git is run.
    pub(crate) top: PathBuf,
    pub(crate) bin: tempfile::TempDir,
}

impl Author {
    pub(crate) fn new() -> Self {
        let lab = Lab::blessed();
        lab.write("xtask/Cargo.toml", "");
        lab.stage();
        lab.commit("the laboratory");
        let bin = tempfile::tempdir().expect("a directory");
        executable(&bin.path().join("cargo"), CARGO);
        Author {
            top: lab.root.clone(),
            lab,
            bin,
        }
    }

    pub(crate) fn installed() -> Self {
        let author = Self::new();
        author.hooks(&["install"], PASS, "pre-commit: installed");
        author
    }

    pub(crate) fn command(&self, program: &str, args: &[&str]) -> Command {
        let mut command = clean_command(program);
        let path = std::env::var_os("PATH").unwrap_or_default();
        let rest = std::env::split_paths(&path);
        let path = std::iter::once(self.bin.path().to_path_buf()).chain(rest);
        command
            .args(args)
            .current_dir(&self.top)
            .env("PATH", std::env::join_paths(path).expect("a path"))
            .env("XTASK", env!("CARGO_BIN_EXE_xtask"))
            .env("GATE_LOG", self.bin.path().join("log"))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", self.bin.path().join("gitconfig"));
        for (name, value) in [("NAME", "A"), ("EMAIL", "a@b")] {
            command.env(format!("GIT_AUTHOR_{name}"), value);
            command.env(format!("GIT_COMMITTER_{name}"), value);
        }
        command
    }

    #[track_caller]
    pub(crate) fn expect(&self, mut command: Command, code: i32, said: &str) -> String {
        expect(&mut command, code, said)
    }

    #[track_caller]
    pub(crate) fn git(&self, args: &[&str]) -> String {
        self.expect(self.command("git", args), PASS, "")
    }

    /// A git command that a hook refuses.
    #[track_caller]
    pub(crate) fn refused(&self, args: &[&str], said: &str) {
        let before = self.git(&["rev-parse", "HEAD"]);
        self.expect(self.command("git", args), 1, said);
        assert_eq!(self.git(&["rev-parse", "HEAD"]), before);
    }

    #[track_caller]
    pub(crate) fn hooks(&self, args: &[&str], code: i32, said: &str) -> String {
        let args = [&["hooks"], args].concat();
        self.expect(self.command(env!("CARGO_BIN_EXE_xtask"), &args), code, said)
    }

    pub(crate) fn message(&self) -> String {
        self.git(&["log", "-1", "--format=%B"])
            .trim_end()
            .to_owned()
    }

    /// The trees that the gate was asked about.
    pub(crate) fn gated(&self) -> Vec<String> {
        let log = fs::read_to_string(self.bin.path().join("log")).unwrap_or_default();
        log.lines().map(str::to_owned).collect()
    }

    /// Changes the engine, blesses it, and returns the nodes of the bench. Nothing is staged.
    pub(crate) fn bless(&self, more: u64) -> u64 {
        self.lab.write(ENGINE, &format!("{more}\n"));
        self.lab.stage();
        let entry = self.lab.bless("more").expect("blessed").expect("new");
        self.git(&["reset", "-q"]);
        entry.after["bench"].nodes
    }

    /// As [`Author::bless`], with everything staged, so that no conflict is left.
    pub(crate) fn bless_in_merge(&self, more: u64) -> u64 {
        self.lab.write(ENGINE, &format!("{more}\n"));
        self.lab.stage();
        let entry = self.lab.bless("both").expect("blessed").expect("new");
        entry.after["bench"].nodes
    }

    pub(crate) fn bench(&self) -> u64 {
        let stored = xtask::baseline::Stored::load(&self.lab.root).expect("baselines");
        stored.reference.bench_nodes
    }
}

pub(crate) fn executable(path: &Path, text: &str) {
    fs::write(path, text).expect("written");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("set");
    }
}
