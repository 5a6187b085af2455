//! The command line without UCI.

use std::process::{Output, Stdio};

use crate::driver::{command, spawn};

fn run(args: &[&str]) -> Output {
    let mut command = command();
    let pipes = command
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    spawn(pipes).wait_with_output().expect("it ends")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn lines_of(args: &[&str]) -> Vec<String> {
    let output = run(args);
    assert!(output.status.success(), "{args:?}: {output:?}");
    assert_eq!(output.stderr, b"", "{args:?}");
    stdout(&output).lines().map(str::to_owned).collect()
}

#[test]
fn the_last_line_of_bench_is_for_machines() {
    let output = run(&["bench", "5"]);
    assert!(output.status.success() && output.stderr.is_empty());
    let text = stdout(&output);
    let positions = include_str!("../../suites/bench.epd").lines().count();
    assert_eq!(text.lines().count(), positions + 1);
    assert!(
        text.ends_with(" nps\n"),
        "nothing follows the last line: {text:?}"
    );

    let last = text.lines().last().expect("a line");
    let words: Vec<_> = last.split(' ').collect();
    let [nodes, "nodes", nps, "nps"] = words[..] else {
        panic!("{last:?}");
    };
    assert!(
        [nodes, nps]
            .iter()
            .all(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    );
    let nodes: u64 = nodes.parse().expect("a number");
    assert!(nps.parse::<u64>().expect("a number") > 0);

    // The lines of the positions end in their share.
    let shares = text.lines().filter_map(|line| line.strip_suffix(" nodes"));
    let shares: Vec<u64> = shares
        .filter_map(|line| line.split(' ').next_back()?.parse().ok())
        .collect();
    assert_eq!((shares.len(), shares.iter().sum()), (positions, nodes));
}

#[test]
fn bench_counts_the_same_over_uci() {
    let signature = |lines: &[String]| {
        lines
            .last()
            .and_then(|line| line.split(' ').next().map(str::to_owned))
    };
    let expected = signature(&lines_of(&["bench", "4"]));
    let mut engine = crate::driver::Engine::start();
    engine.go("go depth 6");
    for _ in 0..2 {
        engine.send("bench 4");
        let mut lines = Vec::new();
        while lines
            .last()
            .is_none_or(|line: &String| !line.ends_with(" nps"))
        {
            lines.push(engine.line());
        }
        assert_eq!(signature(&lines), expected);
    }
    engine.quit();
}

#[test]
fn perft_counts() {
    assert_eq!(lines_of(&["perft", "4"]).last().expect("a total"), "197281");
    let fen = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    assert_eq!(
        lines_of(&["perft", "3", fen]).last().expect("a total"),
        "2812"
    );
    let words: Vec<_> = ["perft", "3"].into_iter().chain(fen.split(' ')).collect();
    assert_eq!(lines_of(&words), lines_of(&["perft", "3", fen]));
}

#[test]
fn eval_explains() {
    let lines = lines_of(&["eval", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]);
    assert!(
        lines.iter().any(|line| line.starts_with("material ")),
        "{lines:?}"
    );
    assert_ne!(lines, lines_of(&["eval"]));
}

#[test]
fn what_cannot_be_run_is_said_with_exit_code_2() {
    for (args, expected) in [
        (&["eval", "8/8 w"][..], "not a FEN"),
        (&["perft", "2", "8/8/8/8/8/8/8/8 w - - 0 1"], "missing king"),
        (&["perft"], "DEPTH"),
        (&["perft", "0"], "0 is not in 1.."),
        (&["bench", "x"], "invalid value 'x'"),
        (&["bench", "0"], "0 is not in 1.."),
        (&["analyse"], "unrecognized subcommand"),
    ] {
        let output = run(args);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
        assert!(stderr.contains(expected), "{args:?}: {stderr}");
        assert_eq!(stdout(&output), "", "{args:?}");
    }
}
