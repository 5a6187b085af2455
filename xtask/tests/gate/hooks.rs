//! Hooks: installed, kept, removed.

use crate::{
    COULD_NOT_RUN, DIFFERS, PASS,
    author::{Author, executable},
};
use std::fs;

#[test]
fn installed_removed_and_shown() {
    let author = Author::new();
    author.hooks(&["status"], DIFFERS, "commit-msg: not installed");
    author.hooks(
        &["install"],
        PASS,
        "pre-commit: installed, runs cargo xtask precommit",
    );
    author.hooks(&["install"], PASS, "pre-commit: installed already");
    author.hooks(&["status"], PASS, "commit-msg: installed");
    let hook = author.top.join(".git/hooks/pre-commit");
    let script = fs::read_to_string(&hook).expect("a hook");
    executable(&hook, &format!("{script}# of another version\n"));
    author.hooks(&["status"], DIFFERS, "pre-commit: of another version");
    author.hooks(&["install"], PASS, "pre-commit: updated");
    author.hooks(&["uninstall"], PASS, "pre-commit: removed");
    author.hooks(&["uninstall"], PASS, "pre-commit: not installed");
    assert!(!hook.exists());
}

#[cfg(unix)]
#[test]
fn a_hook_without_its_bit_is_not_installed() {
    use std::os::unix::fs::PermissionsExt;
    let author = Author::installed();
    let hook = author.top.join(".git/hooks/commit-msg");
    fs::set_permissions(&hook, fs::Permissions::from_mode(0o644)).expect("set");
    author.hooks(&["status"], DIFFERS, "commit-msg: of another version");
    author.hooks(&["install"], PASS, "commit-msg: updated");
    author.hooks(&["status"], PASS, "commit-msg: installed");
}

#[test]
fn the_hook_that_was_there_is_kept_and_runs_first() {
    let author = Author::new();
    let hook = author.top.join(".git/hooks/pre-commit");
    fs::create_dir_all(hook.parent().expect("a parent")).expect("made");
    let theirs = "#!/bin/sh\necho theirs >>theirs.log\n[ ! -e forbidden ]\n";
    executable(&hook, theirs);
    author.hooks(&["status"], DIFFERS, "pre-commit: another hook is there");
    let said = author.hooks(&["install"], PASS, "the hook that was there is kept as ");
    assert!(said.contains("pre-commit.kept and runs first"), "{said}");
    author.hooks(
        &["status"],
        PASS,
        "pre-commit: installed; pre-commit.kept runs first",
    );
    author.git(&["commit", "-q", "--allow-empty", "-m", "one"]);
    assert_eq!(
        fs::read_to_string(author.top.join("theirs.log")).expect("run"),
        "theirs\n"
    );
    assert_eq!(author.gated().len(), 1);

    fs::write(author.top.join("forbidden"), "").expect("written");
    author.refused(&["commit", "-q", "--allow-empty", "-m", "two"], "");
    assert_eq!(author.gated().len(), 1, "theirs refused first");

    executable(&hook, "#!/bin/sh\n# a third one\n");
    author.hooks(
        &["install"],
        COULD_NOT_RUN,
        "is there, too: remove one of them",
    );
    fs::remove_file(&hook).expect("removed");
    author.hooks(&["install"], PASS, "pre-commit: installed");
    author.hooks(
        &["uninstall"],
        PASS,
        "pre-commit: removed; the hook that was there before is back",
    );
    assert_eq!(fs::read_to_string(&hook).expect("back"), theirs);
    author.hooks(&["uninstall"], PASS, "pre-commit: not ours, kept");
    assert_eq!(fs::read_to_string(&hook).expect("back"), theirs);
}

#[test]
fn the_configured_directory_is_honoured() {
    let mut author = Author::new();
    author.git(&["config", "core.hooksPath", "my höoks"]);
    let said = author.hooks(&["install"], PASS, "my höoks (core.hooksPath)\n");
    assert!(!said.contains("outside"), "{said}");
    assert!(author.top.join("my höoks/pre-commit").is_file());
    assert!(!author.top.join(".git/hooks/pre-commit").exists());
    author.git(&["commit", "-q", "--allow-empty", "-m", "one"]);
    assert_eq!(author.gated().len(), 1);

    let shared = author.bin.path().join("shared");
    author.git(&["config", "core.hooksPath", shared.to_str().expect("UTF-8")]);
    author.hooks(&["install"], PASS, "note: outside of this repository");
    author.git(&["commit", "-q", "--allow-empty", "-m", "two"]);
    assert_eq!(author.gated().len(), 2);
    // In another repository that shares them, they do nothing.
    let other = tempfile::tempdir().expect("a directory");
    let path = other.path().to_path_buf();
    let ours = std::mem::replace(&mut author.top, path);
    author.git(&["init", "-q"]);
    author.git(&["config", "core.hooksPath", shared.to_str().expect("UTF-8")]);
    author.git(&["commit", "-q", "--allow-empty", "-m", "three"]);
    assert_eq!((author.gated().len(), &*author.message()), (2, "three"));

    author.top = ours;
    let file = author.bin.path().join("cargo");
    author.git(&["config", "core.hooksPath", file.to_str().expect("UTF-8")]);
    author.hooks(&["install"], COULD_NOT_RUN, "which is no directory");
}

#[test]
fn a_hook_under_version_control_is_left_alone() {
    let author = Author::new();
    author.git(&["config", "core.hooksPath", "./hooks"]);
    author.lab.write("hooks/pre-commit", "#!/bin/sh\n");
    author.lab.stage();
    let said = author.hooks(
        &["install"],
        DIFFERS,
        "pre-commit: NOT installed; the hook that is there",
    );
    assert!(
        said.contains("add to it: cargo xtask precommit\n"),
        "{said}"
    );
    assert!(said.contains("commit-msg: installed"), "{said}");
    assert_eq!(author.lab.read("hooks/pre-commit"), "#!/bin/sh\n");
}
