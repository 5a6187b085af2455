//! Whatever is said to the engine, it lives on and says what was wrong.

use crate::driver::{Engine, remarks};

const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

/// Lines that change nothing, and what the engine says of them.
const BAD_LINES: [(&str, &str); 33] = [
    ("xyzzy", "unknown command \"xyzzy\""),
    ("UCI", "unknown command \"UCI\""),
    ("go4", "unknown command \"go4\""),
    ("\u{265e}f3 \u{202e}", "unknown command"),
    ("position", "expected startpos or fen"),
    ("position e2e4", "found \"e2e4\", expected startpos or fen"),
    ("position fen", "expected a position"),
    ("position fen moves e2e4", "expected a position"),
    ("position startpos e2e4", "found \"e2e4\", expected moves"),
    ("position fen 8/8 w", "not a FEN"),
    ("position fen 9/8/8/8/8/8/8/8 w - - 0 1", "not a FEN"),
    (
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position: illegal position: empty board, missing king",
    ),
    (
        "position fen 4k3/8/8/8/8/8/8/4R1K1 w - - 0 1",
        "illegal position",
    ),
    (
        "position fen kQQQQQQQ/8/QQQQQQQQ/QQQQ4/8/8/8/K7 b - - 0 1",
        "more than eighteen pieces",
    ),
    (
        "position startpos moves e2e4 e7e5 e4e5",
        "move 3: illegal move: \"e4e5\"",
    ),
    ("position startpos moves e7e5", "it is white's move"),
    ("position startpos moves e2e4 0000", "move 2"),
    ("position startpos moves hello", "not a move: \"hello\""),
    ("setoption", "found nothing, expected name"),
    ("setoption Hash 3", "found \"Hash\", expected name"),
    ("setoption name", "expected the name of an option"),
    (
        "setoption name Threads value 4",
        "unknown option \"Threads\"",
    ),
    ("setoption name Hash", "expected 1 to 65536"),
    (
        "setoption name Hash value 0",
        "found \"0\", expected 1 to 65536",
    ),
    ("setoption name Hash value -1", "expected 1 to 65536"),
    ("setoption name Hash value 65537", "expected 1 to 65536"),
    ("setoption name Hash value 16.5", "expected 1 to 65536"),
    (
        "setoption name Hash value 99999999999999999999999",
        "expected 1 to 65536",
    ),
    ("setoption name Move Overhead value x", "expected 0 to 5000"),
    ("perft", "expected a depth of 1 to 32"),
    ("perft 0", "expected a depth of 1 to 32"),
    (
        "go perft deep",
        "found \"deep\", expected a depth of 1 to 32",
    ),
    ("bench 128", "expected a depth of 1 to 127"),
];

fn assert_untouched(engine: &mut Engine, after: &str) {
    let lines = engine.ask("d");
    let fen = format!("fen {FEN}");
    assert!(lines.contains(&fen), "after {after:?}: {lines:?}");
}

#[test]
fn a_line_that_cannot_be_understood_changes_nothing() {
    let mut engine = Engine::start();
    assert!(engine.ask(&format!("position fen {FEN}")).is_empty());
    for (line, expected) in BAD_LINES {
        let lines = engine.ask(line);
        let remarks = remarks(&lines);
        assert!(
            lines.len() == 1 && remarks.len() == 1 && remarks[0].contains(expected),
            "{line:?}: expected {expected:?} in {lines:?}"
        );
        assert_untouched(&mut engine, line);
    }
    assert!(engine.quit().is_empty());
}

#[test]
fn empty_lines_are_nothing() {
    let mut engine = Engine::start();
    for line in ["", " ", "\t\r", "\r"] {
        assert!(engine.ask(line).is_empty(), "{line:?}");
    }
    engine.quit();
}

#[test]
fn bytes_of_every_kind_are_survived() {
    let mut engine = Engine::start();
    engine.send(&format!("position fen {FEN}"));
    let all_but_newline: Vec<u8> = (0..=255).filter(|&byte| byte != b'\n').collect();
    let mut bomb = b"position startpos moves ".to_vec();
    bomb.resize(1 << 20, b'e');
    for bytes in [
        &b"\0"[..],
        b"\xFF\xFE\0u\0c\0i\0",
        b"go \xC3\x28",
        b"\x1b[2J\x07",
        &all_but_newline,
        &vec![b'x'; 3 << 20],
        &bomb,
    ] {
        engine.send_bytes(bytes);
        let lines = engine.ask("");
        assert_eq!(lines.len(), 1, "{lines:?}");
        let remark = remarks(&lines)[0];
        assert!(remark.len() < 2_000 && !remark.contains(|c: char| c.is_control()));
        assert_untouched(&mut engine, remark);
    }
    assert!(engine.quit().is_empty());
}

#[test]
fn a_go_that_cannot_be_read_is_answered_all_the_same() {
    let mut engine = Engine::start();
    for (go, expected) in [
        ("go depth", "go depth: found nothing"),
        ("go depth x", "go depth: found \"x\""),
        ("go depth 0", "go depth: found \"0\""),
        ("go nodes -1", "go nodes: found \"-1\""),
        ("go mate zero", "go mate: found \"zero\""),
        ("go movetime soon", "go movetime: found \"soon\""),
        ("go wtime 1000", "btime, for it is black's move"),
        (
            "go hurry",
            "go: found \"hurry\", expected one of searchmoves",
        ),
        (
            "go depth 2 searchmoves e2e4",
            "go searchmoves: illegal move: \"e2e4\"",
        ),
        (
            "go depth 2 searchmoves none",
            "go searchmoves: not a move: \"none\"",
        ),
    ] {
        engine.send("position startpos moves e2e4");
        let lines = engine.go(go);
        let remarks = remarks(&lines);
        assert!(
            remarks.iter().any(|remark| remark.contains(expected)),
            "{go}: {lines:?}"
        );
        assert!(
            lines.last().is_some_and(|line| line != "bestmove 0000"),
            "{go}"
        );
    }
    assert!(engine.quit().is_empty());
}

#[test]
fn a_refused_hash_size_keeps_the_table() {
    let mut engine = Engine::start();
    engine.go("go depth 7");
    let lines = engine.ask("setoption name Hash value 0");
    assert_eq!(remarks(&lines).len(), 1);
    let lines = engine.go("go depth 7");
    assert_ne!(hashfull(&lines), 0, "what was in the table is still there");
    assert!(engine.ask("setoption name Hash value 2").is_empty());
    engine.quit();
}

fn hashfull(lines: &[String]) -> u32 {
    let line = lines.iter().rev().find(|line| line.contains(" hashfull "));
    crate::driver::value(line.expect("a full line"), "hashfull")
        .and_then(|text| text.parse().ok())
        .expect("a number")
}

/// A limit on the address space stands in for a machine with little memory.
#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_is_an_error_and_keeps_the_table() {
    let engine = crate::driver::command().get_program().to_owned();
    let mut shell = std::process::Command::new("sh");
    shell
        .args(["-c", "ulimit -v 600000 && exec \"$0\""])
        .arg(engine);
    let mut engine = Engine::start_as(&mut shell);
    let before = crate::driver::nodes(&engine.go("go depth 7"));
    for mib in [1_000, 65_536] {
        let lines = engine.ask(&format!("setoption name Hash value {mib}"));
        let expected = format!(
            "option Hash: not enough memory for a hash table of {mib} MB; it stays at 16 MB"
        );
        assert_eq!(remarks(&lines), [expected]);
    }
    let kept = crate::driver::nodes(&engine.go("go depth 7"));
    assert_ne!(kept, before, "what was in the table is still there");
    engine.send("ucinewgame");
    assert_eq!(crate::driver::nodes(&engine.go("go depth 7")), before);
    assert!(engine.ask("setoption name Hash value 32").is_empty());
    engine.quit();
}
