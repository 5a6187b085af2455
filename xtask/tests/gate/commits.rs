//! Commits as git makes them with the hooks in place.

use crate::{
    PASS,
    author::{Author, CARGO, executable},
    lab::Lab,
};
use std::{fs, time::Duration};

#[test]
fn the_gate_is_asked_about_what_will_be_committed() {
    let author = Author::installed();
    author.lab.write("one", "1\n");
    author.lab.write("two", "2\n");
    author.git(&["add", "one", "two"]);
    // Only a part of what is staged, and something that is not.
    author.git(&["commit", "-q", "-m", "one", "one"]);
    let tree = |author: &Author| author.git(&["rev-parse", "HEAD^{tree}"]).trim().to_owned();
    assert_eq!(author.gated(), [format!("gate of {}", tree(&author))]);
    author.lab.write("one", "11\n");
    author.git(&["commit", "-q", "-a", "-m", "all"]);
    assert_eq!(author.gated()[1], format!("gate of {}", tree(&author)));

    let mut commit = author.command("git", &["commit", "-q", "--allow-empty", "-m", "no"]);
    commit.env("GATE_EXIT", "1");
    author.expect(commit, 1, "");
    let mut commit = author.command("git", &["commit", "-q", "--allow-empty", "-m", "no"]);
    commit.env("GATE_EXIT", "2");
    author.expect(commit, 1, "");
    assert_ne!(author.message(), "no");
}

#[test]
fn a_functional_change_is_said_and_signed() {
    let author = Author::installed();
    let nodes = author.bless(5);
    author.refused(
        &["commit", "-q", "-a", "-m", "Outposts"],
        "on a line of its own: Functional change",
    );
    author.refused(
        &["commit", "-q", "-a", "-m", "Outposts\n\nNon-functional"],
        "commit refused",
    );
    let wrong = "Outposts\n\nFunctional change\n\nBench: 5";
    author.refused(
        &["commit", "-q", "-a", "-m", wrong],
        &format!("expected \"Bench: {nodes}\""),
    );
    author.git(&["commit", "-q", "-a", "-m", "Outposts\n\nFunctional change"]);
    assert_eq!(
        author.message(),
        format!("Outposts\n\nFunctional change\n\nBench: {nodes}")
    );
    // A commit that changes nothing has the signature, too.
    author.git(&[
        "commit",
        "-q",
        "--allow-empty",
        "-m",
        "Words\n\nNon-functional",
    ]);
    assert_eq!(
        author.message(),
        format!("Words\n\nNon-functional\n\nBench: {nodes}")
    );
    // Only the staged baselines count.
    let other = author.bless(7);
    author.git(&["commit", "-q", "--allow-empty", "-m", "Words"]);
    assert_eq!(author.message(), format!("Words\n\nBench: {nodes}"));
    author.git(&["add", "baselines"]);
    author.refused(&["commit", "-q", "-m", "Words"], "commit refused");
    author.git(&["commit", "-q", "-m", "Words\n\nFunctional change", "-s"]);
    let signed = format!("Functional change\n\nSigned-off-by: A <a@b>\nBench: {other}");
    assert!(author.message().ends_with(&signed), "{}", author.message());
    author.git(&["rm", "-q", "-r", "baselines"]);
    author.refused(
        &["commit", "-q", "-m", "No more baselines"],
        "commit refused",
    );
}

/// Git's dates are whole seconds, and by them an amendment is known.
fn later() {
    std::thread::sleep(Duration::from_millis(2_100));
}

#[test]
fn amending() {
    let author = Author::installed();
    let nodes = author.bless(5);
    later();
    author.git(&["commit", "-q", "-a", "-m", "Outposts\n\nFunctional change"]);
    later();
    author.git(&["commit", "-q", "--amend", "--no-edit"]);
    let message = format!("Outposts\n\nFunctional change\n\nBench: {nodes}");
    assert_eq!(author.message(), message);
    later();
    author.refused(
        &["commit", "-q", "--amend", "-m", "Outposts"],
        "commit refused",
    );
    // The old number, carried over, makes room for the new one.
    let other = author.bless(7);
    author.git(&["commit", "-q", "-a", "--amend", "--no-edit"]);
    assert_eq!(
        author.message(),
        message.replace(&nodes.to_string(), &other.to_string())
    );
    // The next one is no amendment, though it comes at once.
    author.git(&["commit", "-q", "--allow-empty", "-m", "Words"]);
    later();
    author.git(&["commit", "-q", "--allow-empty", "-m", "Words"]);
}

#[test]
fn made_up_dates_are_no_amendment() {
    let author = Author::installed();
    author.bless(5);
    for (args, dates) in [
        (vec!["-a", "-m", "Outposts\n\nFunctional change"], 1),
        (vec!["--allow-empty", "-m", "Words"], 2),
        (vec!["--allow-empty", "-m", "Words"], 1),
    ] {
        let mut commit = author.command("git", &[&["commit", "-q"], &args[..]].concat());
        commit.env("GIT_AUTHOR_DATE", "2024-01-01T00:00:00Z");
        if dates == 2 {
            commit.env("GIT_COMMITTER_DATE", "2024-01-01T00:00:00Z");
        }
        author.expect(commit, PASS, "");
    }
}

#[test]
fn editors_comments_and_giving_up() {
    let author = Author::installed();
    let nodes = author.bench();
    // Git's own template below the cut line shows the change itself.
    author.lab.write("one", "Bench: 5\n");
    author.git(&["add", "one"]);
    author.git(&["config", "core.commentChar", ";"]);
    let mut commit = author.command("git", &["commit", "-q", "-v"]);
    let editor = "sed -i.bak '1s/^/Words/'";
    commit.env("GIT_EDITOR", editor);
    author.expect(commit, PASS, "");
    assert_eq!(author.message(), format!("Words\n\nBench: {nodes}"));
    // An empty message gives the commit up, and no signature fills it.
    let mut commit = author.command("git", &["commit", "-q", "--allow-empty"]);
    commit.env("GIT_EDITOR", "true");
    author.expect(commit, 1, "empty commit message");
    author.lab.write("template", "Why:\n");
    author.git(&["config", "commit.template", "template"]);
    let mut commit = author.command("git", &["commit", "-q", "--allow-empty"]);
    commit.env("GIT_EDITOR", "true");
    author.expect(commit, 1, "you did not edit the message");
}

#[test]
fn fixups_are_left_alone_and_rebased_into_the_whole() {
    let author = Author::installed();
    author.bless(5);
    author.git(&["commit", "-q", "-a", "-m", "Outposts\n\nFunctional change"]);
    author.bless(7);
    author.git(&["commit", "-q", "-a", "--fixup", "HEAD"]);
    assert_eq!(author.message(), "fixup! Outposts");
}

#[test]
fn merges() {
    let author = Author::installed();
    author.git(&["branch", "-m", "main"]);
    author.git(&["checkout", "-q", "-b", "side"]);
    let nodes = author.bless(5);
    author.git(&["commit", "-q", "-a", "-m", "Outposts\n\nFunctional change"]);
    author.git(&["checkout", "-q", "main"]);
    author.lab.write("one", "1\n");
    author.git(&["add", "one"]);
    author.git(&["commit", "-q", "-m", "Words"]);
    // The side has said it: the merge need not say it again.
    let before = author.gated().len();
    author.git(&["merge", "-q", "--no-edit", "side"]);
    assert_eq!(author.gated().len(), before + 1);
    assert_eq!(
        author.message(),
        format!("Merge branch 'side'\n\nBench: {nodes}")
    );
    let mut merge = author.command("git", &["merge", "-q", "--no-edit", "--no-ff", "other"]);
    author.git(&["checkout", "-q", "-b", "other"]);
    author.lab.write("two", "2\n");
    author.git(&["add", "two"]);
    author.git(&["commit", "-q", "-m", "Words"]);
    author.git(&["checkout", "-q", "main"]);
    merge.env("GATE_EXIT", "1");
    author.expect(merge, 1, "");
    author.git(&["merge", "--abort"]);

    // Both sides changed counts: what comes out is neither's, and must be said.
    author.git(&["checkout", "-q", "-b", "left"]);
    author.bless(11);
    author.git(&["commit", "-q", "-a", "-m", "Left\n\nFunctional change"]);
    author.git(&["checkout", "-q", "-b", "right", "main"]);
    author.bless(12);
    author.git(&["commit", "-q", "-a", "-m", "Right\n\nFunctional change"]);
    author.expect(
        author.command("git", &["merge", "-q", "left"]),
        1,
        "CONFLICT",
    );
    author.git(&["checkout", "--ours", "."]);
    let both = author.bless_in_merge(23);
    author.git(&["add", "-A"]);
    author.refused(&["commit", "-q", "--no-edit"], "commit refused");
    author.git(&["commit", "-q", "-m", "Merge left\n\nFunctional change"]);
    assert_eq!(
        author.message(),
        format!("Merge left\n\nFunctional change\n\nBench: {both}")
    );
    let parents = author.git(&["log", "-1", "--format=%P"]);
    assert_eq!(parents.split_whitespace().count(), 2);
}

#[test]
fn in_a_linked_worktree() {
    let mut author = Author::installed();
    let nodes = author.bench();
    let linked = author.bin.path().join("größe tree");
    let name = linked.to_str().expect("UTF-8").to_owned();
    author.git(&["worktree", "add", "-q", "-b", "linked", &name]);
    author.top = linked;
    author.hooks(&["status"], PASS, "pre-commit: installed");
    fs::write(author.top.join("one"), "1\n").expect("written");
    author.git(&["add", "one"]);
    author.git(&["commit", "-q", "-m", "Words"]);
    assert_eq!(author.gated().len(), 1);
    assert_eq!(author.message(), format!("Words\n\nBench: {nodes}"));
    author.hooks(&["uninstall"], PASS, "pre-commit: removed");
    assert!(!author.lab.root.join(".git/hooks/pre-commit").exists());
}

#[test]
fn before_the_first_commit() {
    let lab = Lab::unborn();
    lab.write("xtask/Cargo.toml", "");
    lab.stage();
    let entry = lab.bless("the first").expect("blessed").expect("new");
    let bin = tempfile::tempdir().expect("a directory");
    executable(&bin.path().join("cargo"), CARGO);
    let author = Author {
        top: lab.root.clone(),
        lab,
        bin,
    };
    author.hooks(&["install"], PASS, "installed");
    author.git(&["add", "-A"]);
    author.expect(
        author.command("git", &["commit", "-q", "-m", "First"]),
        1,
        "commit refused",
    );
    author.git(&["commit", "-q", "-m", "First\n\nFunctional change"]);
    let nodes = entry.after["bench"].nodes;
    assert_eq!(
        author.message(),
        format!("First\n\nFunctional change\n\nBench: {nodes}")
    );
}
