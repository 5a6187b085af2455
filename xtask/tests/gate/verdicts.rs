//! Pass, differs, cache, tiers, and what is under test.

use crate::lab::{ENGINE, Lab};
use std::{fs, sync::atomic::Ordering};
use xtask::{
    baseline::Stored,
    gate::{Outcome, Source, text},
};

const PASS: (Outcome, bool) = (Outcome::Pass, false);
const CACHED: (Outcome, bool) = (Outcome::Pass, true);
const DIFFERS: (Outcome, bool) = (Outcome::Differs, false);

#[test]
fn a_change_is_named_blocked_and_passes_once_blessed() {
    let lab = Lab::blessed();
    assert_eq!(lab.verdict(), PASS);
    assert_eq!(lab.verdict(), CACHED);

    lab.write(ENGINE, "5\n");
    lab.stage();
    let report = lab.gate().expect("it runs");
    assert_eq!(report.verdict, Outcome::Differs);
    let said = text::report(&report);
    for expected in [
        "bench: DIFFERS\n  nodes ",
        "ends: DIFFERS\n  nodes ",
        "  solved    2 of 2 -> 2 of 2 (gained 0, lost 0,",
        "  changed   2 positions\n  movers    bench.1 ",
        "all suites: +",
        "95% interval +",
        "gate: DIFFERS (staged tree, quick tier)\nif this is meant, bless it:\n  \
         cargo xtask baseline update --reason \"...\"\n",
    ] {
        assert!(said.contains(expected), "{expected:?} in\n{said}");
    }
    let json = serde_json::to_value(&report).expect("a report");
    assert_eq!(json["verdict"], "differs");
    assert_eq!(json["suites"][0]["suite"], "bench");
    assert_eq!(
        json["suites"][0]["comparison"]["movers"][0]["id"],
        "bench.1"
    );
    assert_eq!(
        json["bless"],
        "cargo xtask baseline update --reason \"...\""
    );
    assert!(lab.root.join("baselines/bench.snap.new").is_file());

    lab.write(ENGINE, "0\n");
    lab.stage();
    assert_eq!(lab.verdict(), CACHED);

    lab.write(ENGINE, "5\n");
    lab.stage();
    let entry = lab.bless("five more").expect("blessed").expect("new");
    assert_eq!(entry.after["bench"].nodes, entry.before["bench"].nodes + 10);
    let unstaged = lab.gate().expect("it runs");
    assert_eq!(unstaged.verdict, Outcome::Differs);
    assert!(
        unstaged.notes[0].contains("git add baselines"),
        "{:?}",
        unstaged.notes
    );
    lab.stage();
    assert_eq!(lab.verdict(), PASS);
    let history = Stored::history(&lab.root).expect("a history");
    let reasons: Vec<_> = history.entries.iter().map(|entry| &*entry.reason).collect();
    assert_eq!(reasons, ["the first", "five more"]);
    assert!(!lab.root.join("baselines/bench.snap.new").exists());
}

#[test]
fn solved_and_unsolved_positions_are_named() {
    let lab = Lab::blessed();
    *lab.steps.after.lock().expect("whole") = Some(Box::new(|results| {
        let suite = &mut results.suites[1];
        suite.rows[0].solved = Some(false);
        suite.rows[0].nodes_to_solution = None;
        suite.totals.solved -= 1;
    }));
    let report = lab.gate().expect("it runs");
    assert_eq!(report.verdict, Outcome::Differs);
    assert!(report.suites[0].same && !report.suites[1].same);
    let said = text::report(&report);
    for expected in [
        "bench: same, ",
        "ends: DIFFERS",
        "solved    2 of 2 -> 1 of 2 (gained 0, lost 1,",
        "lost      ends.mate",
        "ends.mate: solved true -> false",
    ] {
        assert!(said.contains(expected), "{expected:?} in\n{said}");
    }
}

#[test]
fn suites_run_in_the_order_of_the_manifest_and_the_full_tier_only_when_asked() {
    let mut lab = Lab::blessed();
    let names = |lab: &Lab| {
        let report = lab.gate().expect("it runs");
        assert_eq!(report.verdict, Outcome::Pass);
        let suites = report.suites.into_iter().map(|suite| suite.suite);
        (suites.collect::<Vec<_>>().join(" "), report.cached)
    };
    assert_eq!(names(&lab), ("bench ends".to_owned(), false));
    lab.full = true;
    // A quick pass says nothing about the full tier.
    assert_eq!(names(&lab), ("bench all ends".to_owned(), false));
    assert_eq!(names(&lab), ("bench all ends".to_owned(), true));
    lab.full = false;
    assert_eq!(names(&lab), ("bench all ends".to_owned(), true));
    lab.use_cache = false;
    assert_eq!(names(&lab), ("bench ends".to_owned(), false));
}

#[test]
fn what_is_staged_is_tested_and_not_what_lies_around() {
    let mut lab = Lab::blessed();
    assert_eq!(lab.verdict(), PASS);
    lab.write(ENGINE, "7\n");
    lab.write("suites/bench.epd", "rubbish\n");
    lab.write("src/stray", "x");
    assert_eq!(lab.verdict(), CACHED);
    lab.use_cache = false;
    assert_eq!(lab.verdict(), PASS);

    lab.write("suites/bench.epd", &committed(&lab, "suites/bench.epd"));
    fs::remove_file(lab.root.join("src/stray")).expect("removed");
    lab.source = Source::Worktree;
    let report = lab.gate().expect("it runs");
    assert_eq!(report.verdict, Outcome::Differs);
    assert_eq!(
        report.bless.as_deref(),
        Some("cargo xtask baseline update --worktree --reason \"...\"")
    );

    // Staged, but gone from the working tree: the commit will hold it.
    lab.source = Source::Staged;
    lab.stage();
    lab.write(ENGINE, "0\n");
    assert_eq!(lab.verdict(), DIFFERS);
}

fn committed(lab: &Lab, path: &str) -> String {
    let repo = lab.repo();
    let object = repo.revparse_single(&format!("HEAD:{path}"));
    let blob = object.expect("there").into_blob().expect("a blob");
    String::from_utf8(blob.content().to_vec()).expect("UTF-8")
}

#[test]
fn prose_needs_no_new_run() {
    let lab = Lab::blessed();
    assert_eq!(lab.verdict(), PASS);
    lab.write("README.md", "words\n");
    lab.write(".ci/run", "words\n");
    lab.stage();
    assert_eq!(lab.verdict(), CACHED);
    lab.write("src/more", "words\n");
    lab.stage();
    assert_eq!(lab.verdict(), PASS);
}

#[test]
fn another_compiler_is_another_tree() {
    let lab = Lab::blessed();
    assert_eq!(lab.verdict(), PASS);
    *lab.steps.toolchain.lock().expect("whole") = "rustc 2".to_owned();
    assert_eq!(lab.verdict(), PASS);
    assert_eq!(lab.verdict(), CACHED);
}

#[test]
fn a_complaint_of_a_check_is_no_pass_and_is_not_remembered() {
    let lab = Lab::blessed();
    *lab.steps.complaint.lock().expect("whole") = Some("unused variable".to_owned());
    for _ in 0..2 {
        let report = lab.gate().expect("it runs");
        assert_eq!(report.verdict, Outcome::Differs);
        assert_eq!(report.bless, None);
        let said = text::report(&report);
        assert!(
            said.contains("clippy complains:\n  unused variable\n"),
            "{said}"
        );
    }
    assert_eq!(lab.launches(), 3, "one blessing, two runs");
    *lab.steps.complaint.lock().expect("whole") = None;
    assert_eq!(lab.verdict(), PASS);
}

#[test]
fn a_bench_that_is_no_signature_is_neither_passed_nor_blessed() {
    let lab = Lab::blessed();
    lab.write(ENGINE, "1000000\n");
    lab.stage();
    let error = lab.bless("huge").expect_err("refused").to_string();
    assert!(error.contains("the bench takes"), "{error}");
    let report = lab.gate().expect("it runs");
    assert!(
        report
            .faults
            .iter()
            .any(|fault| fault.message.contains("expected 1 to 1000000"))
    );
}

#[test]
fn blessings_need_a_reason_and_everything_staged() {
    let lab = Lab::blessed();
    let before = lab.read("baselines/history.jsonl");
    let error = lab.bless("  ").expect_err("refused").to_string();
    assert!(error.contains("needs a reason"), "{error}");
    assert_eq!(lab.bless("nothing new").expect("no error"), None);

    lab.write(ENGINE, "3\n");
    lab.write("src/forgotten", "x");
    let error = lab.bless("why").expect_err("refused").to_string();
    assert!(error.contains("src/engine, src/forgotten"), "{error}");
    assert_eq!(lab.read("baselines/history.jsonl"), before);
    lab.stage();
    assert!(lab.bless("why").expect("blessed").is_some());
}

#[test]
fn a_suite_that_did_not_run_whole_is_not_blessed() {
    let lab = Lab::blessed();
    lab.write(
        "suites/ends.epd",
        "rubbish\n4k3/8/8/8/8/8/8/R3K3 w - - 0 1 am Ke2; id e;\n",
    );
    lab.stage();
    let error = format!("{:#}", lab.bless("why").expect_err("refused"));
    assert!(error.contains("did not run whole"), "{error}");
    assert_eq!(lab.read("baselines/history.jsonl").lines().count(), 1);
    assert_eq!(lab.steps.launches.load(Ordering::Relaxed), 2);
}

#[test]
fn blessed_but_not_staged_is_said() {
    let lab = Lab::unborn();
    let error = lab.error();
    assert!(
        error.contains("baselines/head_reference.json is missing; to make one: cargo xtask"),
        "{error}"
    );
    assert!(!error.contains("git add"), "{error}");
    lab.bless("first").expect("blessed");
    let error = lab.error();
    assert!(error.contains("not staged: git add baselines"), "{error}");
}
