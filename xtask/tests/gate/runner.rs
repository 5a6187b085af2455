//! A runner that fails, lies or leaves half a result behind.

use crate::lab::Lab;
use std::fs;
use xtask::{
    gate::Outcome,
    results::{Limit, ResultFile, Totals},
};

#[track_caller]
fn refused(lab: &Lab, expected: &str) {
    let error = lab.error();
    assert!(error.contains(expected), "{expected:?} in {error:?}");
    // Nor can it be blessed, or have been remembered as a pass.
    assert!(lab.bless("why").is_err());
    assert!(lab.gate().is_err());
}

#[track_caller]
fn refused_result(spoil: fn(&mut ResultFile), expected: &str) {
    let lab = Lab::blessed();
    *lab.steps.after.lock().expect("whole") = Some(Box::new(spoil));
    refused(&lab, expected);
}

#[test]
fn a_worker_that_panicked() {
    refused_result(
        |results| {
            let suite = &mut results.suites[1];
            suite.rows[0].error = Some("panic: index out of bounds".to_owned());
            suite.totals = Totals::of(&suite.rows);
        },
        "suite \"ends\" did not run whole: 1 of 2 positions failed: ends.mate: panic: index out",
    );
}

#[test]
fn a_result_of_something_else() {
    type Spoil = fn(&mut ResultFile);
    let cases: [(Spoil, &str); 10] = [
        (
            |results| results.suites.truncate(1),
            "the runner ran [\"bench\"]",
        ),
        (
            |results| results.suites.swap(0, 1),
            "expected [\"bench\", \"ends\"]",
        ),
        (
            |results| results.suites[0].complete = false,
            "cannot be read",
        ),
        (|results| results.suites[0].hash_mb = 16, "hash 16 MB"),
        (
            |results| results.suites[0].limit = Limit::Depth(1),
            "expected Depth(2)",
        ),
        (
            |results| results.suites[0].engine = "Other 1".to_owned(),
            "Other 1",
        ),
        (
            |results| results.suites[0].file_sha256 = "00".to_owned(),
            "read another file than",
        ),
        (
            |results| {
                results.suites[0].rows.clear();
                results.suites[0].totals = Totals::default();
            },
            "no position was searched",
        ),
        (
            |results| results.provenance.params.extend([("p".to_owned(), 1)]),
            "the runner set parameters",
        ),
        (
            |results| results.provenance.profile = "dev".to_owned(),
            "profile \"dev\"",
        ),
    ];
    for (spoil, expected) in cases {
        refused_result(spoil, expected);
    }
}

#[test]
fn a_row_that_is_missing_doubled_or_elsewhere_differs() {
    let spoils: [fn(&mut ResultFile); 3] = [
        |results| drop(results.suites[0].rows.pop()),
        |results| {
            let row = results.suites[0].rows[0].clone();
            results.suites[0].rows.push(row);
        },
        |results| results.suites[0].rows.reverse(),
    ];
    for spoil in spoils {
        let lab = Lab::blessed();
        *lab.steps.after.lock().expect("whole") = Some(Box::new(move |results| {
            spoil(results);
            results.suites[0].totals = Totals::of(&results.suites[0].rows);
        }));
        assert_eq!(lab.verdict(), (Outcome::Differs, false));
    }
}

#[test]
fn no_result_half_a_result_or_an_old_one() {
    for (spoil, expected) in [
        (
            (|out| fs::remove_file(out).expect("removed")) as fn(&std::path::Path),
            "no result behind",
        ),
        (
            |out| {
                let text = fs::read_to_string(out).expect("there");
                fs::write(out, &text[..text.len() / 2]).expect("written");
            },
            "no result behind: in ",
        ),
        (
            |out| {
                let text = fs::read_to_string(out).expect("there");
                fs::write(out, text.replacen("\"nodes\": ", "\"nodes\": 1", 1)).expect("written");
            },
            "its rows sum to",
        ),
    ] {
        let lab = Lab::blessed();
        *lab.steps.raw.lock().expect("whole") = Some(spoil);
        refused(&lab, expected);
    }
    // It fails before it writes: the whole result of the run before must not count.
    let mut lab = Lab::blessed();
    lab.use_cache = false;
    assert_eq!(lab.verdict().0, Outcome::Pass);
    *lab.steps.before.lock().expect("whole") = Some(Box::new(|args| args.truncate(2)));
    refused(&lab, "the runner failed (exit");
}

#[test]
fn an_exit_code_that_the_result_does_not_show() {
    let lab = Lab::blessed();
    // One more suite, which cannot be read whole: the runner exits with 1.
    lab.write(
        "half.epd",
        "rubbish\n4k3/8/8/8/8/8/8/R3K3 w - - 0 1 id e;\n",
    );
    let half = lab.root.join("half.epd");
    *lab.steps.before.lock().expect("whole") =
        Some(Box::new(move |args| args.push(half.clone().into())));
    *lab.steps.after.lock().expect("whole") = Some(Box::new(|results| {
        assert_eq!(
            results.suites.pop().map(|suite| suite.suite).as_deref(),
            Some("half")
        );
    }));
    refused(&lab, "reports a failure");
}
