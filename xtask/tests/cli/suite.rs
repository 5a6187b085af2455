//! The `suite` commands from outside: exit codes, messages, and runs with engines that fail.

use crate::common::{self, clock, engine_flag, outcome, record, tree, xtask};
use crate::{COULD_NOT_RUN, DIFFERS, PASS};
use std::{fs, path::Path};
use xtask::results::ResultFile;

/// Runs xtask in a tree with the suite, and checks the exit code and a part of what it says.
fn expect(root: &Path, args: &[&str], code: i32, said: &str) {
    common::expect(&mut xtask(root, args), code, said);
}

#[test]
fn what_cannot_run_says_why_and_exits_2() {
    let tree = tree(&record(0, "a"));
    let root = tree.path();
    let engine = engine_flag();
    fs::write(root.join("empty.epd"), "# nothing\n").expect("written");
    for (args, said) in [
        (
            vec!["suite", "check", "nope"],
            "\"nope\" is neither a suite nor a file",
        ),
        (
            vec!["suite", "run", "nope", "--engine", &engine],
            "there are: mine",
        ),
        (
            vec!["suite", "run", "empty.epd", "--engine", &engine],
            "no record that can be read",
        ),
        (
            vec!["suite", "run", "mine", "mine", "--engine", &engine],
            "named twice",
        ),
        (
            vec!["suite", "run", "mine", "--engine", "uci:no-such-engine"],
            "cannot start",
        ),
        (
            vec!["suite", "run", "mine", "--engine", "stockfish"],
            "expected self or uci:COMMAND",
        ),
        (
            vec!["suite", "run", "mine", "--engine", "uci:"],
            "command is empty",
        ),
        (
            vec![
                "suite", "run", "mine", "--engine", &engine, "--option", "Hash",
            ],
            "name=value",
        ),
        (
            vec![
                "suite", "run", "mine", "--engine", &engine, "--option", "X=1",
            ],
            "no option \"X\"",
        ),
        (
            vec!["suite", "run", "mine", "--option", "X=1"],
            "only for uci engines",
        ),
        (vec!["suite", "run", "mine", "--depth", "0"], "0"),
        (
            vec!["suite", "run", "mine", "--depth", "3", "--nodes", "5"],
            "cannot be used with",
        ),
        (vec!["suite", "run"], "required"),
        (vec!["suite", "import", "nope.tsv"], "cannot read nope.tsv"),
        (
            vec!["suite", "import", "empty.epd"],
            "no record that can be read",
        ),
        (
            vec!["suite", "audit", "mine", "--engine", "self"],
            "needs another engine",
        ),
        (
            vec![
                "suite", "audit", "mine", "--engine", &engine, "--nodes", "499999",
            ],
            "500000",
        ),
    ] {
        expect(root, &args, COULD_NOT_RUN, said);
    }
}

#[test]
fn a_bad_manifest_is_named() {
    let tree = tree(&record(0, "a"));
    let manifest = tree.path().join("suites/suites.toml");
    let good = fs::read_to_string(&manifest).expect("the manifest");
    for (text, said) in [
        ("[[suite]]\nname = 3\n".to_owned(), "suites.toml"),
        (format!("{good}{good}"), "\"mine\" is listed twice"),
        (
            good.replace("depth = 3", "depth = 0"),
            "depth is 0, expected at least 1",
        ),
        (good.replace("hash_mb = 1", "hash_mb = 0"), "hash_mb is 0"),
        (good.replace("quick", "sometimes"), "sometimes"),
        (good.replace("depth = 3", "dept = 3"), "dept"),
    ] {
        fs::write(&manifest, text).expect("written");
        expect(tree.path(), &["suite", "list"], COULD_NOT_RUN, said);
    }
    fs::remove_file(&manifest).expect("removed");
    expect(
        tree.path(),
        &["suite", "list"],
        COULD_NOT_RUN,
        "found no suites/suites.toml",
    );
}

#[test]
fn unreadable_records_are_listed_and_exit_1() {
    let tree = tree(&format!("{}rubbish\n", record(0, "a")));
    let root = tree.path();
    expect(
        root,
        &["suite", "check"],
        DIFFERS,
        "mine.epd:2: error: found \"rubbish\"",
    );
    let run = ["suite", "run", "mine", "--engine", &engine_flag()];
    expect(root, &run, DIFFERS, "mine.epd:2: error: found \"rubbish\"");
    expect(root, &run, DIFFERS, "1 of 1 solved, incomplete");
    let before = fs::read(root.join("suites/mine.epd")).expect("the suite");
    let import = ["suite", "import", "suites/mine.epd"];
    expect(
        root,
        &import,
        DIFFERS,
        "nothing written: 1 records cannot be read",
    );
    assert_eq!(
        fs::read(root.join("suites/mine.epd")).expect("the suite"),
        before
    );
    expect(
        root,
        &[&import[..], &["--partial"]].concat(),
        DIFFERS,
        "mine.epd: 1 records",
    );
    expect(root, &["suite", "check"], PASS, "1 records, 0 unreadable");
}

#[test]
fn failures_cost_their_row_only_and_the_order_stays() {
    let epd: String = [
        (0, "first"),
        (clock::CRASH, "crash"),
        (1, "second"),
        (clock::HANG, "hang"),
        (clock::ILLEGAL, "illegal"),
        (2, "last"),
    ]
    .iter()
    .map(|&(clock, id)| record(clock, id))
    .collect();
    let tree = tree(&epd);
    let root = tree.path();
    let engine = engine_flag();
    let mut results = Vec::new();
    for more in [
        vec!["--threads", "2"],
        vec!["--reverse"],
        vec!["--shuffle", "5"],
    ] {
        let args = [
            "suite",
            "run",
            "mine",
            "--timeout",
            "1",
            "--engine",
            &engine,
            "--out",
            "r.json",
        ];
        let (code, stdout, stderr) = outcome(&mut xtask(root, &[&args[..], &more].concat()));
        assert_eq!(code, DIFFERS, "{stdout}{stderr}");
        assert!(
            stdout.contains("3 of 3 solved, 3 failed, incomplete"),
            "{stdout}"
        );
        let hang = "mine: hang (4k3/8/8/8/8/8/8/R3K2R w KQ - 92 80): no bestmove within 1 s";
        assert!(stderr.contains(hang), "{stderr}");
        let result = ResultFile::load(&root.join("r.json")).expect("a result file");
        let suite = &result.suites[0];
        assert!(!suite.complete);
        assert_eq!(suite.engine, "Hostile 1");
        results.push(suite.clone());
    }
    let ids: Vec<_> = results[0].rows.iter().map(|row| &*row.id).collect();
    assert_eq!(ids, ["first", "crash", "second", "hang", "illegal", "last"]);
    let errors: Vec<_> = results[0]
        .rows
        .iter()
        .map(|row| row.error.is_some())
        .collect();
    assert_eq!(errors, [false, true, false, true, true, false]);
    assert_eq!(results[0], results[1]);
    assert_eq!(results[0], results[2]);
}

#[test]
fn a_result_is_printed_as_text_or_json() {
    let tree = tree(&record(0, "a"));
    let root = tree.path();
    let engine = engine_flag();
    let run = ["suite", "run", "mine", "--engine", &engine, "--nodes", "77"];
    expect(
        root,
        &run,
        PASS,
        "mine: Hostile 1, 77 nodes, hash 1 MB\n  a  Ke2      solved",
    );
    let (code, json, _) = outcome(&mut xtask(
        root,
        &[&run[..], &["--format", "json"]].concat(),
    ));
    assert_eq!(code, PASS);
    let result = ResultFile::parse(&json).expect("a result file");
    assert_eq!(result.suites[0].totals.solved, 1);
    let quiet = [&run[..], &["--quiet", "--out", "sub/r.json"]].concat();
    assert_eq!(
        outcome(&mut xtask(root, &quiet)),
        (PASS, String::new(), String::new())
    );
    let saved = ResultFile::load(&root.join("sub/r.json")).expect("a result file");
    assert_eq!(saved.suites, result.suites);
}

#[test]
fn an_audit_resumes_and_notes_its_verdicts() {
    let epd = format!("{}{}", record(0, "a"), record(clock::CRASH, "b"));
    let tree = tree(&epd);
    let root = tree.path();
    let engine = engine_flag();
    let audit = ["suite", "audit", "mine", "--engine", &engine, "--quiet"];
    // Record b crashes the engine: a is kept, nothing is written back.
    expect(
        root,
        &audit,
        DIFFERS,
        "b (4k3/8/8/8/8/8/8/R3K2R w KQ - 91 80): the engine ended",
    );
    assert_eq!(
        fs::read_to_string(root.join("suites/mine.epd")).expect("the suite"),
        epd
    );
    let journal = fs::read_to_string(root.join("target/audit/mine.jsonl")).expect("a journal");
    assert_eq!(journal.lines().count(), 2, "{journal}");
    // With b out of the way the audit ends, and a is not searched again.
    fs::write(root.join("suites/mine.epd"), record(0, "a")).expect("written");
    expect(root, &audit, PASS, "1 of 1 records are in the journal");
    let suite = fs::read_to_string(root.join("suites/mine.epd")).expect("the suite");
    assert!(
        suite.contains("xaudit \"not unique\"; xchoice Ke2; xmargin 0;"),
        "{suite}"
    );
    assert!(root.join("suites/mine.audit.json").is_file());
}

#[test]
fn quick_suites_are_measured_selected_and_checked() {
    // The engine plays Ke2 everywhere: two records in three are solved.
    let epd: String = (1..=330)
        .map(|n| {
            let best = if n % 3 == 0 { "Kd2" } else { "Ke2" };
            let verdict = if n > 320 { "unsound" } else { "sound" };
            format!(
                "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 {n} bm {best}; id \"E.{n:03}\"; xaudit \"{verdict}\";\n"
            )
        })
        .collect();
    let tree = tree(&epd);
    let root = tree.path();
    let suites = root.join("suites");
    let manifest = fs::read_to_string(suites.join("suites.toml")).expect("the manifest");
    fs::write(
        suites.join("suites.toml"),
        manifest.replace("name = \"mine\"", "name = \"ecm\""),
    )
    .expect("written");
    let perturbations = "[[perturbation]]\nname = \"hash_2\"\nhash_mb = 2\n";
    fs::write(suites.join("perturbations.toml"), perturbations).expect("written");
    let engine = engine_flag();
    let measure = [
        "suite",
        "measure",
        "--engine",
        &engine,
        "--threads",
        "2",
        "--quiet",
    ];

    expect(root, &["suite", "select"], COULD_NOT_RUN, "cannot read");
    expect(root, &measure, PASS, "330 records, 2 settings");
    let table = fs::read_to_string(suites.join("difficulty.tsv")).expect("the table");
    assert!(
        table.contains("\nid\tkey\tplain\thash_2\nE.001\t"),
        "{table}"
    );
    assert!(table.contains("\t+30\t+30\nE.002\t"), "{table}");

    expect(
        root,
        &["suite", "select", "--check"],
        DIFFERS,
        "ecm_ringers.epd: differs",
    );
    expect(
        root,
        &["suite", "select"],
        PASS,
        "ecm_hard_quick.epd: 90 records",
    );
    expect(
        root,
        &["suite", "select", "--check"],
        PASS,
        "ecm_hard_quick.epd: as selected",
    );
    let hard = suites.join("ecm_hard_quick.epd");
    let text = fs::read_to_string(&hard).expect("the suite");
    fs::write(&hard, text.replace("Ke2", "Kd2")).expect("written");
    expect(
        root,
        &["suite", "select", "--check"],
        DIFFERS,
        "ecm_hard_quick.epd: differs",
    );
    assert!(!text.contains("unsound"));

    // Finished columns are kept: the same command runs again without searching.
    fs::remove_file(suites.join("difficulty.tsv")).expect("removed");
    let (code, _, stderr) = outcome(xtask(root, &measure).env(common::MODE, common::STILLBORN));
    assert_eq!(code, PASS, "{stderr}");
    assert_eq!(
        fs::read_to_string(suites.join("difficulty.tsv")).expect("the table"),
        table
    );
}

#[cfg(unix)]
#[test]
fn a_killed_command_takes_its_engine_along() {
    use rustix::process::{Pid, Signal, kill_process, test_kill_process};
    use std::time::{Duration, Instant};

    let tree = tree(&record(clock::HANG, "a"));
    let pid_file = tree.path().join("pid");
    let args = ["suite", "run", "mine", "--engine", &engine_flag()];
    let mut child = xtask(tree.path(), &args)
        .env(common::PID_FILE, &pid_file)
        .spawn()
        .expect("xtask runs");
    let patience = Instant::now() + Duration::from_secs(20);
    let engine = loop {
        let text = fs::read_to_string(&pid_file).unwrap_or_default();
        if let Some(pid) = text.parse().ok().and_then(Pid::from_raw) {
            break pid;
        }
        assert!(Instant::now() < patience, "the engine never started");
        std::thread::sleep(Duration::from_millis(20));
    };
    kill_process(Pid::from_child(&child), Signal::TERM).expect("killed");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    while test_kill_process(engine).is_ok() {
        assert!(Instant::now() < patience, "the engine outlived its parent");
        std::thread::sleep(Duration::from_millis(20));
    }
}
