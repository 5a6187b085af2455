//! Baselines and suites that are not what was blessed: none is ever a pass, cached or not.

use crate::lab::{ENGINE, Lab};
use std::fs;
use xtask::gate::Outcome;

const BENCH: &str = "baselines/bench.snap";
const REFERENCE: &str = "baselines/head_reference.json";
const HISTORY: &str = "baselines/history.jsonl";

/// A tree that passed, with this done to it and staged.
fn damaged(damage: impl Fn(&Lab)) -> Lab {
    let lab = Lab::blessed();
    assert_eq!(lab.verdict().0, Outcome::Pass);
    damage(&lab);
    lab.stage();
    lab
}

#[track_caller]
fn could_not_run(damage: impl Fn(&Lab), expected: &str) {
    let lab = damaged(damage);
    for _ in 0..2 {
        let error = lab.error();
        assert!(error.contains(expected), "{expected:?} in {error:?}");
        assert!(!error.contains("target"), "names the checkout: {error}");
    }
}

#[track_caller]
fn differs(damage: impl Fn(&Lab), suite: Option<&str>, expected: &str) {
    let lab = damaged(damage);
    for _ in 0..2 {
        let report = lab.gate().expect("it runs");
        assert_eq!(report.verdict, Outcome::Differs);
        let fault = report
            .faults
            .iter()
            .find(|fault| fault.message.contains(expected));
        let fault = fault.unwrap_or_else(|| panic!("{expected:?} in {:?}", report.faults));
        assert_eq!(fault.suite.as_deref(), suite);
        assert!(report.bless.is_some());
    }
}

#[test]
fn missing() {
    for file in [BENCH, REFERENCE] {
        let remove = |lab: &Lab| fs::remove_file(lab.root.join(file)).expect("removed");
        could_not_run(remove, file);
    }
    let all = |lab: &Lab| fs::remove_dir_all(lab.root.join("baselines")).expect("removed");
    could_not_run(all, "there is no baseline");
    let history = |lab: &Lab| fs::remove_file(lab.root.join(HISTORY)).expect("removed");
    differs(history, None, "is not in history.jsonl");
}

#[test]
fn missing_though_the_counts_differ() {
    // The worst case: nothing to compare with, and something to hide.
    let lab = damaged(|lab| {
        fs::remove_dir_all(lab.root.join("baselines")).expect("removed");
        lab.write(ENGINE, "9\n");
    });
    assert!(lab.error().contains("there is no baseline"));
}

#[test]
fn truncated() {
    for file in [BENCH, REFERENCE, HISTORY] {
        for part in [0, 1, 2, 3] {
            let cut = |lab: &Lab| {
                let text = lab.read(file);
                let end = text.trim_end().len();
                lab.write(file, &text[..(end * part / 4)]);
            };
            match (file, part) {
                // A history without a line is one without the last blessing.
                (HISTORY, 0) => differs(cut, None, "is not in history.jsonl"),
                _ => could_not_run(cut, file),
            }
        }
    }
    let last_line = |lab: &Lab| {
        let text = lab.read(BENCH);
        let end = text.trim_end().rfind('\n').expect("lines");
        lab.write(BENCH, &text[..=end]);
    };
    could_not_run(last_line, "the file is truncated");
}

#[test]
fn edited_by_hand() {
    // The rows and the total that vouches for them, so that the file can be read.
    let nodes = |lab: &Lab| {
        lab.write(ENGINE, "1\n");
        lab.stage();
        lab.bless("other counts").expect("blessed");
        let other = lab.read(BENCH);
        lab.reset("HEAD");
        lab.write(BENCH, &other);
    };
    differs(
        nodes,
        Some("bench"),
        "baselines/bench.snap was changed, but not by a blessing",
    );
    let hidden = |lab: &Lab| {
        // What the change at hand counts, written into the baseline: no row differs.
        nodes(lab);
        lab.write(ENGINE, "1\n");
    };
    differs(hidden, Some("bench"), "not by a blessing");
    let total = |lab: &Lab| lab.edit(BENCH, "total   2 positions", "total   3 positions");
    could_not_run(total, "the rows give");
    let reference = |lab: &Lab| lab.edit(REFERENCE, "\"commit\": null", "\"commit\": \"00\"");
    differs(
        reference,
        None,
        "is not the one of the last blessing (\"the first\"",
    );
    let history = |lab: &Lab| lab.edit(HISTORY, "reference_sha256\":\"", "reference_sha256\":\"0");
    differs(history, None, "is not the one of the last blessing");
    let stray = |lab: &Lab| lab.write("baselines/old.snap", &lab.read(BENCH));
    differs(stray, None, "baselines/old.snap belongs to no suite");
}

#[test]
fn a_suite_edited_without_a_blessing() {
    // Not a move, not a position: only a comment, so that no count changes.
    let comment = |lab: &Lab| {
        let text = lab.read("suites/ends.epd");
        lab.write("suites/ends.epd", &format!("# more\n{text}"));
    };
    differs(
        comment,
        Some("ends"),
        "suites/ends.epd was edited without a blessing",
    );
    let unread = |lab: &Lab| {
        // Of the full tier, which is not even run.
        let text = lab.read("suites/all.epd");
        lab.write("suites/all.epd", &format!("# more\n{text}"));
    };
    differs(unread, Some("all"), "edited without a blessing");
    for (from, to, expected) in [
        (
            "hash_mb = 1",
            "hash_mb = 2",
            "hash_mb is 2, but 1 was blessed",
        ),
        (
            "depth = 2",
            "depth = 1",
            "limit is depth 1, but depth 2 was blessed",
        ),
        (
            "\"quick\"",
            "\"full\"",
            "tier is full, but quick was blessed",
        ),
        (
            "bench.epd",
            "all.epd",
            "file is all.epd, but bench.epd was blessed",
        ),
    ] {
        let edit = |lab: &Lab| lab.edit("suites/suites.toml", from, to);
        differs(edit, Some("bench"), expected);
    }
}

#[test]
fn suites_come_and_go() {
    let new = |lab: &Lab| {
        lab.edit("suites/suites.toml", "name = \"all\"", "name = \"new\"");
    };
    could_not_run(
        new,
        "suite \"new\" has no baseline; to make one: cargo xtask",
    );
    let gone = |lab: &Lab| {
        let text = lab.read("suites/suites.toml");
        let end = text.rfind("[[suite]]").expect("a suite");
        lab.write("suites/suites.toml", &text[..end]);
    };
    differs(gone, Some("ends"), "removed from suites.toml");
    could_not_run(
        |lab| lab.write("suites/suites.toml", ""),
        "suites.toml has no suite to run",
    );
}
