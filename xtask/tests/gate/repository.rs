//! States of the repository, odd places, and two gates at once.

use crate::lab::{ENGINE, Lab};
use git2::{Repository, RepositoryState, WorktreeAddOptions, build::CheckoutBuilder};
use std::{fs, thread, time::Duration};
use xtask::gate::{Lock, Outcome, Source};

/// That the tree passes, that a change of it differs, and that taking it back passes.
#[track_caller]
fn works(lab: &Lab) {
    assert_eq!(lab.verdict().0, Outcome::Pass);
    lab.write(ENGINE, "4\n");
    lab.stage();
    assert_eq!(lab.verdict(), (Outcome::Differs, false));
    lab.write(ENGINE, "0\n");
    lab.stage();
    assert_eq!(lab.verdict(), (Outcome::Pass, true));
}

#[test]
fn an_unborn_branch() {
    let lab = Lab::unborn();
    let entry = lab
        .bless("before the first commit")
        .expect("blessed")
        .expect("new");
    assert_eq!(entry.commit, None);
    lab.stage();
    assert!(lab.repo().head().is_err());
    works(&lab);
}

#[test]
fn a_detached_head() {
    let lab = Lab::blessed();
    let commit = lab
        .repo()
        .head()
        .expect("a head")
        .target()
        .expect("a commit");
    lab.repo().set_head_detached(commit).expect("detached");
    assert!(lab.repo().head_detached().expect("known"));
    works(&lab);
    let entry = {
        lab.write(ENGINE, "4\n");
        lab.stage();
        lab.bless("detached").expect("blessed").expect("new")
    };
    assert_eq!(entry.commit, Some(commit.to_string()));
}

/// A tree with a merge in progress: both sides wrote the engine.
fn merging() -> Lab {
    let lab = Lab::blessed();
    lab.write(ENGINE, "1\n");
    lab.stage();
    let ours = lab.commit("ours");
    lab.reset("HEAD^");
    lab.write(ENGINE, "2\n");
    lab.stage();
    lab.commit("theirs");
    let repo = lab.repo();
    let annotated = repo.find_annotated_commit(ours).expect("a commit");
    let mut checkout = CheckoutBuilder::new();
    repo.merge(&[&annotated], None, Some(&mut checkout))
        .expect("merged");
    assert_eq!(lab.repo().state(), RepositoryState::Merge);
    drop(annotated);
    lab
}

#[test]
fn a_merge_with_conflicts_is_no_tree() {
    let mut lab = merging();
    let error = lab.error();
    assert!(
        error.contains("the index has conflicts, resolve them first: src/engine"),
        "{error}"
    );
    assert!(lab.bless("why").is_err());
    // Not even as it lies: the file holds both sides.
    lab.source = Source::Worktree;
    assert!(lab.read(ENGINE).contains("<<<<<<<"));
}

#[test]
fn a_merge_that_was_resolved_is_tested() {
    let lab = merging();
    lab.write(ENGINE, "0\n");
    lab.stage();
    assert_eq!(lab.repo().state(), RepositoryState::Merge);
    works(&lab);
}

#[test]
fn a_linked_worktree() {
    let lab = Lab::blessed();
    let place = lab.root.with_file_name("linked");
    lab.repo()
        .worktree("linked", &place, Some(&WorktreeAddOptions::new()))
        .expect("a worktree");
    let repo = Repository::open(&place).expect("a repository");
    assert!(repo.is_worktree());
    let dir = tempfile::tempdir().expect("a directory");
    let linked = Lab::at(dir, place);
    works(&linked);
    // Each has its own index and its own checkout.
    linked.write(ENGINE, "6\n");
    linked.stage();
    assert_eq!(linked.verdict().0, Outcome::Differs);
    assert_eq!(lab.verdict(), (Outcome::Pass, false));
}

#[test]
fn blanks_and_foreign_letters() {
    let first = Lab::blessed();
    let dir = tempfile::tempdir().expect("a directory");
    let root = dir.path().join("größe & 大 'tree'");
    fs::rename(&first.root, &root).expect("moved");
    let lab = Lab::at(dir, root);
    works(&lab);
    let suite = lab.read("suites/all.epd");
    lab.write("suites/été 2 tête.epd", &suite);
    lab.write(
        "suites/suites.toml",
        &format!(
            "{}[[suite]]\nname = \"été\"\nfile = \"été 2 tête.epd\"\ndepth = 2\nhash_mb = 1\n\
             tier = \"quick\"\n",
            lab.read("suites/suites.toml")
        ),
    );
    lab.stage();
    assert!(lab.error().contains("\"été\" has no baseline"));
    lab.bless("a suite more").expect("blessed");
    lab.stage();
    works(&lab);
    lab.edit("suites/été 2 tête.epd", " w ", " b ");
    lab.stage();
    assert!(lab.gate().is_err() || lab.verdict().0 == Outcome::Differs);
}

#[test]
fn only_the_top_of_a_repository_is_a_tree() {
    let lab = Lab::blessed();
    for (dir, expected) in [
        ("suites", "is not the top of its git repository"),
        ("..", "is not"),
    ] {
        let mut workshop = lab.workshop();
        workshop.root = lab.root.join(dir);
        let Err(error) = workshop.open(|_| false) else {
            panic!("{dir} is no tree");
        };
        assert!(error.to_string().contains(expected), "{error}");
    }
}

#[test]
fn what_cannot_be_checked_out_is_no_tree() {
    let lab = Lab::blessed();
    let mut index = lab.repo().index().expect("an index");
    let head = lab
        .repo()
        .head()
        .expect("a head")
        .target()
        .expect("a commit");
    let mut entry = index.get_path(ENGINE.as_ref(), 0).expect("the engine");
    entry.path = b"module".to_vec();
    entry.mode = git2::FileMode::Commit.into();
    entry.id = head;
    index.add(&entry).expect("added");
    index.write().expect("written");
    assert!(lab.error().contains("module: found mode 160000"));
}

#[test]
fn settings_beside_the_tree_do_not_leak_into_it() {
    let lab = Lab::blessed();
    lab.write("clippy.toml", "msrv = \"1.0\"\n");
    let error = lab.error();
    assert!(
        error.contains("clippy.toml in the working tree would be obeyed"),
        "{error}"
    );
    lab.stage();
    assert_eq!(lab.verdict().0, Outcome::Pass);
}

#[test]
fn a_file_announced_but_not_staged_is_not_tested() {
    let lab = Lab::blessed();
    assert_eq!(lab.verdict(), (Outcome::Pass, false));
    lab.write("src/announced", "x");
    let status = std::process::Command::new("git")
        .args(["add", "-N", "src/announced"])
        .current_dir(&lab.root)
        .status()
        .expect("git runs");
    assert!(status.success());
    assert_eq!(lab.verdict(), (Outcome::Pass, true));
}

#[test]
fn the_second_gate_waits_and_then_finds_what_the_first_found() {
    let lab = Lab::blessed();
    let dir = lab.workshop().dir;
    let first = Lock::take(&dir, || panic!("nobody has it")).expect("taken");
    thread::scope(|scope| {
        let second = scope.spawn(|| lab.verdict());
        thread::sleep(Duration::from_millis(300));
        assert!(!second.is_finished());
        assert_eq!(lab.launches(), 1, "only the blessing");
        drop(first);
        assert_eq!(second.join().expect("no panic"), (Outcome::Pass, false));
    });
    // Two at once, in earnest: one runs, the other waits and takes its verdict.
    lab.write("src/more", "x");
    lab.stage();
    let before = lab.launches();
    let verdicts = thread::scope(|scope| {
        let gates = [scope.spawn(|| lab.verdict()), scope.spawn(|| lab.verdict())];
        gates.map(|gate| gate.join().expect("no panic"))
    });
    assert!(
        verdicts.iter().all(|verdict| verdict.0 == Outcome::Pass),
        "{verdicts:?}"
    );
    assert_eq!(
        verdicts.iter().filter(|verdict| verdict.1).count(),
        1,
        "{verdicts:?}"
    );
    assert_eq!(lab.launches(), before + 1);
}
