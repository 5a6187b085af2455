//! Ends that nobody announced: of the input, and of the output.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::driver::{Engine, close, command, nodes, remarks, spawn, wait};

/// Sends lines, closes the input at once, and returns all that is said.
fn pour(lines: &[&str]) -> Vec<String> {
    let mut engine = Engine::start();
    for line in lines {
        engine.send(line);
    }
    engine.close_input();
    let end = engine.end();
    assert_eq!((end.code, &*end.stderr), (Some(0), ""), "{lines:?}");
    end.lines
}

fn answers(lines: &[String]) -> usize {
    lines
        .iter()
        .filter(|line| line.starts_with("bestmove "))
        .count()
}

#[test]
fn no_input_at_all() {
    assert!(pour(&[]).is_empty());
    assert!(pour(&["", "position startpos"]).is_empty());
}

#[test]
fn a_search_that_ends_by_itself_is_brought_to_its_end() {
    let mut engine = Engine::start();
    let expected = nodes(&engine.go("go depth 8"));
    engine.quit();
    let lines = pour(&["go depth 8"]);
    assert_eq!((answers(&lines), nodes(&lines)), (1, expected));
    assert_eq!(remarks(&lines).len(), 1);
    let lines = pour(&["go depth 8", "ucinewgame", "go depth 8", "isready"]);
    assert_eq!((answers(&lines), nodes(&lines)), (2, expected));
}

#[test]
fn a_search_without_end_is_stopped() {
    for go in [
        "go",
        "go infinite",
        "go ponder",
        "go mate 30",
        "go infinite depth 2",
    ] {
        assert_eq!(answers(&pour(&[go])), 1, "{go}");
    }
    assert_eq!(answers(&pour(&["go depth 3", "go infinite"])), 2);
}

#[test]
fn the_last_line_needs_no_end() {
    let mut child = spawn(command().stdin(Stdio::piped()).stdout(Stdio::piped()));
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"\xEF\xBB\xBFisready").expect("it reads");
    close(input);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stdout), "readyok\n");
}

/// Starts a search, stops listening when it has begun, does something, and expects a quiet end.
fn stop_listening(go: &str, then: impl FnOnce(&mut Option<std::process::ChildStdin>)) {
    let mut child = spawn(
        command()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped()),
    );
    let mut input = child.stdin.take();
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    writeln!(input.as_mut().expect("a pipe"), "{go}").expect("it reads");
    let mut line = String::new();
    output.read_line(&mut line).expect("it talks");
    assert!(line.starts_with("info depth 1 "), "{line:?}");
    close(output);
    then(&mut input);
    assert_eq!(wait(&mut child), Some(0), "{go}");
    let output = child.wait_with_output().expect("it has ended");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{go}");
}

#[test]
fn nobody_listens_any_more() {
    for go in ["go infinite", "go depth 100"] {
        stop_listening(go, |input| close(input.take()));
        stop_listening(go, |input| {
            let input = input.as_mut().expect("a pipe");
            // It may have ended already when this arrives.
            let _ = writeln!(input, "isready\nisready");
        });
    }
}

/// A full disk is not a reader that has gone: it is an error.
#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_an_error() {
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .expect("Linux has it");
    let mut child = spawn(
        command()
            .stdin(Stdio::piped())
            .stdout(full)
            .stderr(Stdio::piped()),
    );
    let mut input = child.stdin.take().expect("a pipe");
    writeln!(input, "uci").expect("it reads");
    assert_eq!(wait(&mut child), Some(2));
    let output = child.wait_with_output().expect("it has ended");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        stderr.starts_with("derecho: cannot write the answer: "),
        "{stderr}"
    );
}
