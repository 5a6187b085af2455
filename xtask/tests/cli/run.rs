//! `suite run` and `bench` from outside, with the engine of this tree, and with one that is killed.

use crate::common::{self, clock, engine_flag, outcome, record, tree, xtask};
use crate::{COULD_NOT_RUN, DIFFERS, PASS};
use std::{fs, path::Path};
use xtask::results::{Limit, ResultFile, SuiteResult};

/// Runs `suite run mine` with these flags, which must pass.
#[track_caller]
fn run(root: &Path, flags: &[&str]) -> (SuiteResult, ResultFile) {
    let args = ["suite", "run", "mine", "--quiet", "--out", "r.json"];
    let (code, stdout, stderr) = outcome(&mut xtask(root, &[&args[..], flags].concat()));
    assert_eq!(code, PASS, "{flags:?}: {stdout}{stderr}");
    let result = ResultFile::load(&root.join("r.json")).expect("a result file");
    (result.suites[0].clone(), result)
}

#[test]
fn limits_threads_and_hash() {
    let tree = tree(&(record(0, "a") + &record(1, "b") + &record(2, "c")));
    let root = tree.path();
    let (own, result) = run(root, &[]);
    assert_eq!(
        (own.limit, own.hash_mb, &*own.engine),
        (Limit::Depth(3), 1, "self")
    );
    assert!(own.rows.iter().all(|row| row.depth == 3 && row.nodes > 0));
    assert!(result.provenance.params.is_empty());
    let (deeper, _) = run(root, &["--depth", "5"]);
    assert_eq!(deeper.limit, Limit::Depth(5));
    assert!(deeper.totals.nodes > own.totals.nodes);
    let (nodes, _) = run(root, &["--nodes", "2000"]);
    assert_eq!(nodes.limit, Limit::Nodes(2_000));
    assert!(nodes.rows.iter().all(|row| row.nodes == 2_000), "{nodes:?}");
    let (timed, _) = run(root, &["--movetime", "20"]);
    assert_eq!(timed.limit, Limit::MovetimeMs(20));
    assert!(timed.rows.iter().all(|row| row.best.is_some()));
    let (two, result) = run(root, &["--threads", "2"]);
    assert_eq!((two, result.timing.threads), (own, 2));
    let (hash, _) = run(root, &["--hash", "4"]);
    assert_eq!(hash.hash_mb, 4);
}

#[test]
fn parameters_are_set_noted_and_checked() {
    let tree = tree(&record(0, "a"));
    let root = tree.path();
    let (own, plain) = run(root, &["--depth", "9"]);
    let set = ["--depth", "9", "--set", "static_null_max_depth=0"];
    let (other, result) = run(root, &set);
    assert_ne!(own.totals.nodes, other.totals.nodes);
    assert_eq!(result.provenance.params["static_null_max_depth"], 0);
    assert_ne!(
        result.provenance.params_fingerprint,
        plain.provenance.params_fingerprint
    );
    for (set, said) in [
        ("no_such=1", "no_such"),
        ("static_null_max_depth=9999", "static_null_max_depth"),
        ("static_null_max_depth", "expected parameter=number"),
    ] {
        let args = ["suite", "run", "mine", "--set", set];
        let (code, stdout, stderr) = outcome(&mut xtask(root, &args));
        assert_eq!((code, &*stdout), (COULD_NOT_RUN, ""), "{stderr}");
        assert!(stderr.contains(said), "{stderr}");
    }
    let engine = engine_flag();
    let args = ["suite", "run", "mine", "--engine", &engine, "--set", "x=1"];
    let (code, _, stderr) = outcome(&mut xtask(root, &args));
    assert_eq!(code, COULD_NOT_RUN);
    assert!(stderr.contains("only for --engine self"), "{stderr}");
}

#[test]
fn the_signature_is_the_last_line_of_the_bench() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("a root");
    let (code, stdout, stderr) = outcome(&mut xtask(root, &["bench", "--depth", "3"]));
    assert_eq!(code, PASS, "{stderr}");
    assert!(stdout.ends_with(" nps\n"), "{stdout}");
    let last = stdout.lines().last().expect("a line");
    let words: Vec<_> = last.split(' ').collect();
    let [nodes, "nodes", nps, "nps"] = words[..] else {
        panic!("{last:?}");
    };
    let total: u64 = nodes.parse().expect("a number");
    nps.parse::<u64>().expect("a number");
    assert!(stdout.contains(&format!(", {total} nodes, ")), "{stdout}");
}

#[test]
fn a_bench_with_failures_has_no_signature() {
    let tree = tree(&(record(0, "a") + &record(clock::CRASH, "b")));
    let manifest = tree.path().join("suites/suites.toml");
    let text = fs::read_to_string(&manifest).expect("the manifest");
    fs::write(
        &manifest,
        text.replace("name = \"mine\"", "name = \"bench\""),
    )
    .expect("written");
    let engine = engine_flag();
    let (code, stdout, _) = outcome(&mut xtask(tree.path(), &["bench", "--engine", &engine]));
    assert_eq!(code, DIFFERS);
    assert!(
        stdout.ends_with("no signature: 1 positions failed\n"),
        "{stdout}"
    );
}

#[cfg(unix)]
#[test]
fn a_child_killed_in_the_middle_costs_its_position_only() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::{
        process::Stdio,
        thread::sleep,
        time::{Duration, Instant},
    };

    let tree = tree(&(record(0, "first") + &record(clock::HANG, "killed") + &record(1, "last")));
    let root = tree.path();
    let pid_file = root.join("pid");
    let engine = engine_flag();
    let args = [
        "suite", "run", "mine", "--engine", &engine, "--out", "r.json",
    ];
    let xtask = xtask(root, &args)
        .env(common::PID_FILE, &pid_file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("xtask runs");
    // The first child only says its name; the one that hangs stays.
    let patience = Instant::now() + Duration::from_secs(20);
    let pid = || fs::read_to_string(&pid_file).unwrap_or_default();
    let (mut last, mut since) = (String::new(), Instant::now());
    while last.is_empty() || since.elapsed() < Duration::from_secs(1) {
        assert!(Instant::now() < patience, "no engine stays");
        let now = pid();
        if now != last {
            (last, since) = (now, Instant::now());
        }
        sleep(Duration::from_millis(20));
    }
    let child = last
        .parse()
        .ok()
        .and_then(Pid::from_raw)
        .expect("a process");
    kill_process(child, Signal::KILL).expect("killed");
    let output = xtask.wait_with_output().expect("it ends");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(DIFFERS), "{stderr}");
    let said = "mine: killed (4k3/8/8/8/8/8/8/R3K2R w KQ - 92 80): the engine ended (signal: 9";
    assert!(stderr.contains(said), "{stderr}");
    let result = ResultFile::load(&root.join("r.json")).expect("a result file");
    let rows = &result.suites[0].rows;
    let solved: Vec<_> = rows.iter().map(|row| (&*row.id, row.solved)).collect();
    assert_eq!(
        solved,
        [
            ("first", Some(true)),
            ("killed", None),
            ("last", Some(true))
        ]
    );
    assert_ne!(pid(), last, "a new child for the rest");
}
