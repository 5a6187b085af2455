//! `compare head`: what is the change at hand, and what is not.

use crate::lab::{DRIFTED, ENGINE, Lab};
use std::sync::atomic::Ordering;
use xtask::gate::{BlessedReport, Cause, Outcome, Source, compare_with_blessed};

fn compare(lab: &Lab) -> BlessedReport {
    compare_with_blessed(&lab.workshop(), lab.full).expect("it runs")
}

#[track_caller]
fn causes(lab: &Lab, expected: &[Cause]) -> BlessedReport {
    let report = compare(lab);
    assert_eq!(report.causes, expected, "{report:#?}");
    let pass = expected.is_empty();
    assert_eq!(report.verdict == Outcome::Pass, pass);
    report
}

fn builds(lab: &Lab) -> usize {
    lab.steps.builds.load(Ordering::Relaxed)
}

/// A blessed tree with more commits on top, none of which touches the baselines.
fn grown() -> (Lab, String) {
    let lab = Lab::blessed();
    let blessed = lab.repo().refname_to_id("HEAD").expect("a commit");
    lab.write("README.md", "words\n");
    lab.stage();
    lab.commit("words");
    lab.write("src/more", "x");
    lab.stage();
    lab.commit("more");
    (lab, blessed.to_string())
}

#[test]
fn nothing_differs() {
    let (lab, blessed) = grown();
    let report = causes(&lab, &[]);
    assert_eq!(report.commit, blessed);
    assert!(report.same_sources);
    assert_eq!(report.reason.as_deref(), Some("the first"));
    assert_eq!(report.suites.len(), 2);
    assert!(report.suites.iter().all(|suite| suite.truth.is_some()));
    assert_eq!(report.notes, [""; 0]);
}

#[test]
fn the_change_at_hand() {
    let (mut lab, _) = grown();
    lab.write(ENGINE, "4\n");
    assert!(compare(&lab).causes.is_empty(), "not staged");
    lab.source = Source::Worktree;
    causes(&lab, &[Cause::ChangeAtHand]);
    lab.source = Source::Staged;
    lab.stage();
    let report = causes(&lab, &[Cause::ChangeAtHand]);
    let change = &report.suites[0].change;
    assert_eq!(change.new.nodes, change.old.nodes + 8);
    assert!(report.suites[0].truth.as_ref().expect("blessed").is_same());
    // A blessing that is not committed yet changes nothing about what was blessed before.
    lab.bless("four").expect("blessed");
    lab.stage();
    causes(&lab, &[Cause::ChangeAtHand]);
    lab.commit("four");
    causes(&lab, &[]);
}

#[test]
fn a_drift_of_the_toolchain() {
    let (lab, _) = grown();
    *lab.steps.toolchain.lock().expect("whole") = DRIFTED.to_owned();
    // The tree at hand drifted along, so it is no change.
    let report = causes(&lab, &[Cause::ToolchainDrift]);
    assert!(report.built_with.contains(DRIFTED) && !report.blessed_with.contains(DRIFTED));
    lab.write(ENGINE, "4\n");
    lab.stage();
    let report = causes(&lab, &[Cause::ToolchainDrift, Cause::ChangeAtHand]);
    let change = &report.suites[0].change;
    assert_eq!(change.new.nodes, change.old.nodes + 8);
}

#[test]
fn another_compiler_that_counts_the_same_is_no_drift() {
    let (lab, _) = grown();
    *lab.steps.toolchain.lock().expect("whole") = "rustc 2".to_owned();
    causes(&lab, &[]);
}

#[test]
fn a_baseline_that_was_never_true() {
    let lab = Lab::blessed();
    // Blessed as it lay, and committed without the engine that it was counted with.
    lab.write(ENGINE, "3\n");
    lab.stage();
    lab.bless("three more").expect("blessed");
    lab.write(ENGINE, "0\n");
    lab.stage();
    lab.commit("only the baselines");
    let report = causes(&lab, &[Cause::NeverTrue]);
    assert!(!report.same_sources);
    // The right engine is then the change at hand.
    lab.write(ENGINE, "3\n");
    lab.stage();
    causes(&lab, &[Cause::NeverTrue, Cause::ChangeAtHand]);
}

#[test]
fn an_engine_that_does_not_count_the_same_twice() {
    let lab = Lab::blessed();
    *lab.steps.after.lock().expect("whole") = Some(Box::new(|results| {
        results.suites[0].rows[0].nodes += 1;
        results.suites[0].totals.nodes += 1;
    }));
    let report = causes(&lab, &[Cause::NeverTrue]);
    assert!(report.same_sources);
}

#[test]
fn the_blessed_commit_is_built_once_a_compiler() {
    let (lab, _) = grown();
    let before = builds(&lab);
    causes(&lab, &[]);
    assert_eq!(builds(&lab), before + 2);
    causes(&lab, &[]);
    assert_eq!(builds(&lab), before + 3);
    for version in 2..=6 {
        *lab.steps.toolchain.lock().expect("whole") = format!("rustc {version}");
        causes(&lab, &[]);
    }
    assert_eq!(builds(&lab), before + 13);
    let kept = lab.workshop().dir.join("blessed");
    assert_eq!(std::fs::read_dir(kept).expect("listed").count(), 4);
}

#[test]
fn suites_that_came_or_changed_since_compare_the_trees_only() {
    let (mut lab, _) = grown();
    lab.full = true;
    lab.edit("suites/ends.epd", "am Ke2", "am Kd2");
    lab.edit("suites/suites.toml", "name = \"all\"", "name = \"new\"");
    lab.stage();
    let report = causes(&lab, &[]);
    let truths: Vec<_> = report
        .suites
        .iter()
        .map(|suite| suite.truth.is_some())
        .collect();
    assert_eq!(truths, [true, false, false]);
    assert_eq!(report.notes.len(), 2, "{:?}", report.notes);
    assert!(
        report.notes[0].contains("\"new\" was not blessed"),
        "{:?}",
        report.notes
    );
    assert!(
        report.notes[1].contains("is not the one that was blessed"),
        "{:?}",
        report.notes
    );
}

#[test]
fn nothing_to_compare_with() {
    let lab = Lab::unborn();
    let error = format!(
        "{:#}",
        compare_with_blessed(&lab.workshop(), false).expect_err("no commit")
    );
    assert!(error.contains("there is no commit yet"), "{error}");
    lab.commit("unblessed");
    let error = format!(
        "{:#}",
        compare_with_blessed(&lab.workshop(), false).expect_err("unblessed")
    );
    assert!(error.contains("HEAD has no baselines"), "{error}");
}
