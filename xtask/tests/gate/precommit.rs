//! The gate from outside, by way of the real cargo, on a tiny workspace without dependencies.

use crate::{COULD_NOT_RUN, DIFFERS, PASS, expect};
use std::{
    fs::{self, File},
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};
use xtask::{files::sha256, gate::clean_command};

const LIB: &str = "src/lib.rs";
const RUNNER: &str = "xtask/src/bin/runner.rs";
const SUITE: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 id \"bench.1\";\n";
const MANIFEST: &str = "[[suite]]\nname = \"bench\"\nfile = \"bench.epd\"\ndepth = 3\nhash_mb = 1\n\
                        tier = \"quick\"\n";

/// A tiny workspace in a repository of its own.
struct Tree {
    dir: tempfile::TempDir,
}

impl Tree {
    fn new() -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        let tree = Tree { dir };
        for (path, text) in [
            (
                "Cargo.toml",
                include_str!("../fixtures/tiny/Cargo.toml.root"),
            ),
            ("Cargo.lock", include_str!("../fixtures/tiny/Cargo.lock")),
            (
                "xtask/Cargo.toml",
                include_str!("../fixtures/tiny/Cargo.toml.xtask"),
            ),
            (RUNNER, include_str!("../fixtures/tiny/runner.rs")),
            (LIB, include_str!("../fixtures/tiny/lib.rs")),
            ("suites/suites.toml", MANIFEST),
            ("suites/bench.epd", SUITE),
            ("suites/bench.sha256", &sha256(SUITE.as_bytes())),
            (".gitignore", "/target\n/out.json\n*.snap.new\n"),
        ] {
            tree.write(path, text);
        }
        tree.git(&["init", "-q"]);
        tree.stage();
        tree
    }

    /// Blessed, and staged so.
    fn blessed() -> Self {
        let tree = Self::new();
        tree.expect(
            &["baseline", "update", "--reason", "first"],
            PASS,
            "blessed: first",
        );
        tree.stage();
        tree
    }

    /// A place that is not easy to spell.
    fn root(&self) -> PathBuf {
        self.dir.path().join("größe & 'tree'")
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("made");
        fs::write(path, text).expect("written");
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.root().join(path)).expect("readable")
    }

    fn set_nodes(&self, from: &str, to: &str) {
        self.write(LIB, &self.read(LIB).replace(from, to));
    }

    fn git(&self, args: &[&str]) {
        let status = clean_command("git")
            .args(args)
            .current_dir(self.root())
            .status();
        assert!(status.expect("git runs").success(), "{args:?}");
    }

    fn stage(&self) {
        self.git(&["add", "-A"]);
    }

    fn xtask(&self, args: &[&str]) -> Command {
        let mut command = clean_command(env!("CARGO_BIN_EXE_xtask"));
        // As `cargo xtask` does.
        if let Some(cargo) = std::env::var_os("CARGO") {
            command.env("CARGO", cargo);
        }
        command.args(args).current_dir(self.root());
        command
    }

    #[track_caller]
    fn expect(&self, args: &[&str], code: i32, said: &str) -> String {
        expect(&mut self.xtask(args), code, said)
    }

    fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.read("out.json")).expect("JSON")
    }
}

#[test]
fn from_the_first_blessing_to_the_next() {
    let tree = Tree::new();
    let gate = ["precommit", "--json", "out.json"];
    tree.expect(&gate, COULD_NOT_RUN, "there is no baseline");
    assert_eq!(tree.json()["verdict"], "could-not-run");
    tree.expect(&["baseline", "update"], COULD_NOT_RUN, "needs a reason");
    tree.expect(
        &["baseline", "update", "--reason", " "],
        COULD_NOT_RUN,
        "needs a reason",
    );
    tree.expect(&["baseline", "log"], PASS, "nothing was ever blessed");
    tree.expect(&["baseline", "show"], COULD_NOT_RUN, "there is no baseline");
    tree.expect(
        &["baseline", "update", "--reason", "first"],
        PASS,
        "bench: 0 -> 1500000 nodes",
    );
    tree.stage();
    tree.expect(&gate, PASS, "bench: same, 1,500,000 nodes\ngate: PASS\n");
    assert_eq!(tree.json()["verdict"], "pass");
    tree.expect(
        &gate,
        PASS,
        "gate: PASS (nothing changed since this tree passed)",
    );
    assert_eq!(tree.json()["cached"], true);

    tree.set_nodes("1_500_000", "1_600_000");
    tree.expect(&gate, PASS, "nothing changed");
    tree.stage();
    let said = tree.expect(
        &gate,
        DIFFERS,
        "  nodes     1,500,000 -> 1,600,000 (+6.67%)",
    );
    assert!(said.contains("movers    bench.1 "), "{said}");
    assert_eq!(tree.json()["verdict"], "differs");
    let said = tree.expect(&["baseline", "diff"], DIFFERS, "nodes ");
    assert!(said.contains("1500000 -> 1600000"), "{said}");

    tree.set_nodes("1_600_000", "1_500_000");
    tree.stage();
    tree.expect(&gate, PASS, "nothing changed");
    tree.expect(&["baseline", "diff"], DIFFERS, "1500000 -> 1600000");
    tree.set_nodes("1_500_000", "1_600_000");
    tree.stage();
    tree.expect(
        &["baseline", "update", "--reason", "more nodes"],
        PASS,
        "blessed: more nodes",
    );
    tree.expect(&gate, DIFFERS, "but are not staged: git add baselines");
    tree.stage();
    tree.expect(&gate, PASS, "gate: PASS");
    tree.expect(&["baseline", "diff"], PASS, "no gate left anything");
    let log = tree.expect(&["baseline", "log"], PASS, "    more nodes\n");
    assert!(
        log.contains("1,500,000 nodes, 0 solved -> 1,600,000 nodes"),
        "{log}"
    );
    tree.expect(&["baseline", "show"], PASS, "bench       1600000");
    tree.expect(&["baseline", "show", "bench"], PASS, "total   1 positions");
}

#[test]
fn complaints_of_cargo() {
    let tree = Tree::blessed();
    let lib = tree.read(LIB);
    tree.write(LIB, &lib.replace("    1_500_000", "  1_500_000"));
    tree.stage();
    tree.expect(&["precommit"], DIFFERS, "fmt complains:\n");
    tree.write(
        LIB,
        &lib.replace("    1_500_000", "    let unused = 1;\n    1_500_000"),
    );
    tree.stage();
    let said = tree.expect(&["precommit"], DIFFERS, "clippy complains:\n");
    assert!(
        said.contains("unused variable") && said.contains("bench: same"),
        "{said}"
    );
    // A lint of clippy's own, in a test.
    let test = "\n#[test]\nfn never() {\n    assert!(true);\n}\n";
    tree.write(LIB, &format!("{lib}{test}"));
    tree.stage();
    tree.expect(&["precommit"], DIFFERS, "clippy complains:\n");
    tree.write(LIB, &lib.replace("1_500_000", "nodes"));
    tree.stage();
    tree.expect(&["precommit"], COULD_NOT_RUN, "the tree does not build");
    // The lock file is part of the tree, and not brought up to date in passing.
    tree.write(LIB, &lib);
    tree.write("Cargo.lock", "version = 4\n");
    tree.stage();
    tree.expect(&["precommit"], COULD_NOT_RUN, "the tree does not build");
    tree.write("Cargo.lock", include_str!("../fixtures/tiny/Cargo.lock"));
    // A runner that is another tree's.
    let runner = tree.read(RUNNER);
    tree.write(
        RUNNER,
        &runner.replace("env!(\"CARGO_MANIFEST_DIR\")", "\"/other\""),
    );
    tree.stage();
    tree.expect(
        &["precommit"],
        COULD_NOT_RUN,
        "was built from /other, expected",
    );
}

#[test]
fn nothing_inherited_makes_a_difference_pass() {
    let tree = Tree::blessed();
    tree.expect(&["precommit"], PASS, "gate: PASS");
    tree.set_nodes("1_500_000", "1_600_000");
    // A build that would count as before, if only this reached it.
    let lib = tree.read(LIB);
    tree.write(
        LIB,
        &lib.replace(
            "    1_600_000",
            "    if cfg!(panic = \"abort\") { 1_500_000 } else { 1_600_000 }",
        ),
    );
    clean_command("rustfmt")
        .args(["--edition", "2024", LIB])
        .current_dir(tree.root())
        .status()
        .expect("rustfmt runs");
    tree.stage();
    let snapshot = tree.read("baselines/bench.snap");
    let elsewhere = tempfile::tempdir().expect("a directory");
    let elsewhere = elsewhere.path().to_str().expect("UTF-8");
    for variables in [
        vec![("INSTA_UPDATE", "always"), ("INSTA_FORCE_PASS", "1")],
        vec![("INSTA_UPDATE", "unseen"), ("INSTA_FORCE_UPDATE", "1")],
        vec![("INSTA_WORKSPACE_ROOT", elsewhere), ("CI", "1")],
        vec![("RUSTFLAGS", "-C panic=abort")],
        vec![
            ("CARGO_PROFILE_GATE_PANIC", "abort"),
            ("CARGO_TARGET_DIR", elsewhere),
        ],
        vec![("GIT_DIR", elsewhere), ("GIT_WORK_TREE", elsewhere)],
    ] {
        let mut gate = tree.xtask(&["precommit", "--json", "out.json"]);
        gate.envs(variables);
        expect(&mut gate, DIFFERS, "gate: DIFFERS");
        assert_eq!(tree.json()["verdict"], "differs");
        assert_eq!(tree.read("baselines/bench.snap"), snapshot);
    }
}

#[test]
fn the_index_that_git_names_is_the_one_under_test() {
    let tree = Tree::blessed();
    tree.expect(&["precommit"], PASS, "gate: PASS");
    let index = tree.root().join(".git/other-index");
    fs::copy(tree.root().join(".git/index"), &index).expect("copied");
    tree.set_nodes("1_500_000", "1_600_000");
    let mut add = clean_command("git");
    add.args(["add", LIB]).current_dir(tree.root());
    expect(add.env("GIT_INDEX_FILE", &index), PASS, "");
    tree.expect(&["precommit"], PASS, "nothing changed");
    for name in [Path::new(".git/other-index"), &index] {
        let mut gate = tree.xtask(&["precommit"]);
        expect(gate.env("GIT_INDEX_FILE", name), DIFFERS, "1,600,000");
    }
    let mut gate = tree.xtask(&["precommit"]);
    gate.env("GIT_INDEX_FILE", ".git/no-index");
    expect(&mut gate, COULD_NOT_RUN, "which is not there");
}

#[test]
fn what_lies_in_the_working_tree_is_not_built_in() {
    let tree = Tree::blessed();
    tree.expect(&["precommit"], PASS, "gate: PASS");
    tree.set_nodes("1_500_000", "1_600_000");
    let build = || {
        let mut build = clean_command(std::env::var_os("CARGO").unwrap_or("cargo".into()));
        let args = [
            "build",
            "-q",
            "--profile",
            "gate",
            "-p",
            "xtask",
            "--no-default-features",
        ];
        build.args(args).current_dir(tree.root());
        expect(&mut build, PASS, "");
    };
    build();
    // The author's build is newer than every file of the checkout.
    tree.expect(
        &["precommit", "--no-cache"],
        PASS,
        "bench: same, 1,500,000 nodes",
    );
    tree.expect(&["precommit", "--worktree"], DIFFERS, "1,600,000");
    tree.expect(
        &["precommit", "--no-cache"],
        PASS,
        "bench: same, 1,500,000 nodes",
    );
    // Nor the other way round: the author gets what was edited.
    tree.set_nodes("1_600_000", "1_700_000");
    build();
    let out = tree.root().join("target/out.json");
    let runner = tree.root().join("target/gate/runner");
    let mut run = Command::new(runner);
    run.arg("--root").arg(tree.root()).arg("--out").arg(&out);
    expect(run.args(["--", "bench"]), PASS, "");
    assert!(
        fs::read_to_string(out)
            .expect("a result")
            .contains("1700000")
    );
}

#[test]
fn the_second_gate_waits_and_says_so() {
    let tree = Tree::blessed();
    let dir = tree.root().join("target/precommit");
    let first = File::options()
        .write(true)
        .open(dir.join("lock"))
        .expect("a lock");
    first.lock().expect("locked");
    let mut second = tree
        .xtask(&["precommit"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut stderr = BufReader::new(second.stderr.take().expect("a stream"));
    let (said, heard) = mpsc::channel();
    let reader = thread::spawn(move || {
        let mut line = String::new();
        stderr.read_line(&mut line).expect("a line");
        said.send(line).expect("heard");
        let mut rest = String::new();
        stderr.read_to_string(&mut rest).expect("the rest");
        rest
    });
    let line = heard.recv_timeout(Duration::from_secs(20));
    let waits = second.try_wait().expect("known").is_none();
    first.unlock().expect("unlocked");
    let rest = reader.join().expect("read");
    assert!(second.wait().expect("it ends").success(), "{rest}");
    assert_eq!(
        line.as_deref(),
        Ok("another gate is running in this tree; waiting for it to end\n")
    );
    assert!(waits);
}
