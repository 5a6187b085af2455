//! Who answers when.

use std::time::{Duration, Instant};

use crate::driver::{AT_ONCE, Engine, nodes, value};

/// Nothing is said for this long where nothing is to be said.
const SILENCE: Duration = Duration::from_millis(150);

/// Makes sure that the engine, which may still have `info` to say, has no more than that.
fn assert_no_answer(engine: &Engine) {
    let start = Instant::now();
    while let Some(left) = SILENCE.checked_sub(start.elapsed()) {
        if let Some(line) = engine.line_within(left) {
            assert!(line.starts_with("info "), "{line:?}");
        }
    }
}

fn answered_at_once(engine: &mut Engine, command: &str, answer: &str) -> Vec<String> {
    let start = Instant::now();
    engine.send(command);
    let lines = engine.until(answer);
    assert!(
        start.elapsed() < AT_ONCE,
        "{command}: {:?}",
        start.elapsed()
    );
    lines
}

#[test]
fn introduces_itself() {
    let mut engine = Engine::start();
    engine.send("uci");
    let lines = engine.until("uciok");
    assert!(lines[0].starts_with("id name Derecho "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    for name in [
        "Hash type spin",
        "Clear Hash type button",
        "Move Overhead type spin",
    ] {
        let option = format!("option name {name}");
        assert!(lines.iter().any(|line| line.starts_with(&option)), "{name}");
    }
    assert!(engine.quit().is_empty());
}

#[test]
fn listens_while_it_searches() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.until("info depth 4");
    let lines = answered_at_once(&mut engine, "isready", "readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
    answered_at_once(&mut engine, "d", "fen ");
    answered_at_once(&mut engine, "stop", "bestmove");
    assert_no_answer(&engine);
    engine.send("stop");
    assert!(
        engine.quit().is_empty(),
        "a stop without a search is nothing"
    );
}

#[test]
fn quitting_ends_a_search_with_its_answer() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.until("info depth 4");
    let start = Instant::now();
    let lines = engine.quit();
    assert!(start.elapsed() < AT_ONCE);
    assert!(lines.last().expect("an answer").starts_with("bestmove "));
}

#[test]
fn an_infinite_search_that_ends_waits_for_the_stop() {
    // Mate in one, and a mated king: both searches end by themselves.
    for fen in [
        "7k/8/5KQ1/8/8/8/8/8 w - - 0 1",
        "7k/5KQ1/8/8/8/8/8/8 b - - 0 1",
    ] {
        for (go, end) in [("go infinite", "stop"), ("go ponder", "ponderhit")] {
            let mut engine = Engine::start();
            engine.send(&format!("position fen {fen}"));
            engine.send(&format!("{go} depth 1"));
            assert_no_answer(&engine);
            answered_at_once(&mut engine, end, "bestmove");
            engine.quit();
        }
    }
}

#[test]
fn a_second_go_waits_for_the_first() {
    let mut alone = Engine::start();
    let expected = nodes(&alone.go("go depth 7"));
    alone.quit();

    let mut engine = Engine::start();
    engine.send("go depth 7");
    engine.send("ucinewgame");
    engine.send("position startpos moves e2e4");
    engine.send("go depth 2");
    engine.send("position startpos");
    engine.send("ucinewgame");
    engine.send("go depth 7");
    assert_eq!(nodes(&engine.until("bestmove")), expected);
    let other = engine.until("bestmove");
    assert_eq!(value(&other[other.len() - 2], "depth"), Some("2"));
    assert_eq!(nodes(&engine.until("bestmove")), expected);
    assert!(engine.quit().is_empty());
}

#[test]
fn a_second_go_stops_one_without_end() {
    let mut engine = Engine::start();
    for endless in ["go", "go infinite", "go mate 9"] {
        engine.send(endless);
        engine.until("info depth 3");
        engine.send("position startpos");
        engine.send("go depth 2");
        engine.until("bestmove");
        engine.until("bestmove");
    }
    assert!(engine.quit().is_empty());
}

#[test]
fn a_stop_ends_what_still_waits() {
    let mut engine = Engine::start();
    for _ in 0..3 {
        engine.send("go depth 90");
    }
    engine.send("bench 90");
    engine.send("perft 9");
    engine.send("stop");
    for _ in 0..3 {
        engine.until("bestmove");
    }
    engine.until("info string bench: stopped");
    engine.until("info string perft: stopped");
    engine.send("go depth 2");
    engine.until("bestmove");
    assert!(engine.quit().is_empty());
}

#[test]
fn a_running_perft_can_be_stopped() {
    let mut engine = Engine::start();
    engine.send("go perft 12");
    answered_at_once(&mut engine, "isready", "readyok");
    answered_at_once(&mut engine, "stop", "info string perft: stopped");
    engine.quit();
}

#[test]
fn options_wait_for_the_search() {
    let mut alone = Engine::start();
    let expected = nodes(&alone.go("go depth 7"));
    let used = alone.go("go depth 7");
    assert_ne!(nodes(&used), expected, "the table is used");
    alone.send("setoption name Clear Hash");
    alone.send("ucinewgame");
    alone.send("go depth 7");
    alone.send("setoption name Clear Hash");
    alone.send("setoption name Hash value 1");
    assert_eq!(nodes(&alone.until("bestmove")), expected);
    alone.quit();
}

#[test]
fn time_limits_are_kept() {
    let mut engine = Engine::start();
    for (go, at_least) in [
        ("go movetime 300", 250),
        ("go movetime 1", 0),
        ("go wtime 600 btime 600", 0),
        ("go wtime 600 btime 1 winc 100 movestogo 1", 0),
        ("go wtime 1 btime 1", 0),
        ("go wtime -100 btime -100", 0),
        ("go wtime 0 btime 0 winc 0 binc 0", 0),
    ] {
        let start = Instant::now();
        engine.go(go);
        let taken = start.elapsed();
        assert!(taken >= Duration::from_millis(at_least), "{go}: {taken:?}");
        assert!(taken < AT_ONCE, "{go}: {taken:?}");
    }
    engine.send("setoption name Move Overhead value 300");
    let start = Instant::now();
    let lines = engine.go("go movetime 300");
    assert!(start.elapsed() < AT_ONCE);
    assert_eq!(value(&lines[lines.len() - 2], "depth"), Some("1"));
    engine.quit();
}
