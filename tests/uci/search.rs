//! What a search says, and that it is true.

use shakmaty::{Chess, Position};

use crate::driver::{Engine, nodes, value};
use crate::referee;

const POSITIONS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/8/8/4k3/8/8/3QK3/8 w - - 0 1",
    "8/8/8/4k3/8/8/3QK3/8 w - - 96 120",
    "8/P7/8/8/8/7k/8/K7 w - - 0 1",
];

/// The fields of an `info` line about an iteration, in order, but for the score's.
const FIELDS: [&str; 7] = [
    "depth", "seldepth", "nodes", "nps", "hashfull", "time", "pv",
];

/// Checks a line about an iteration: its fields, and its variation move by move. The first move
/// comes back.
fn check_info(position: &Chess, line: &str) -> Option<String> {
    let number = |name: &str| -> u64 {
        value(line, name)
            .and_then(|text| text.parse().ok())
            .unwrap_or_else(|| panic!("{name}: {line}"))
    };
    let places: Vec<_> = FIELDS
        .iter()
        .filter_map(|name| line.find(&format!(" {name} ")))
        .collect();
    assert!(
        places.is_sorted() && places.len() >= FIELDS.len() - 1,
        "{line}"
    );
    assert!(number("seldepth") >= 1 && number("nodes") >= 1, "{line}");
    assert!(number("hashfull") <= 1000, "{line}");
    let words: Vec<_> = line.split(' ').collect();
    let score = words.iter().position(|&word| word == "score").expect(line);
    assert!(matches!(words[score + 1], "cp" | "mate"), "{line}");
    words[score + 2].parse::<i32>().expect(line);
    let bounded = matches!(words[score + 3], "lowerbound" | "upperbound");
    assert!(bounded || words[score + 3] == "nodes", "{line}");

    let mut position = position.clone();
    let (_, pv) = line.split_once(" pv ")?;
    for m in pv.split(' ') {
        position = referee::play(&position, m).unwrap_or_else(|| panic!("{m} is illegal: {line}"));
    }
    pv.split(' ').next().map(str::to_owned)
}

#[test]
fn every_variation_is_legal_and_leads_to_the_answer() {
    let mut engine = Engine::start();
    for fen in POSITIONS {
        let position = referee::position(fen);
        engine.send(&format!("position fen {fen}"));
        let lines = engine.go("go depth 9");
        let (answer, infos) = lines.split_last().expect("lines");
        assert!(infos.len() >= 9, "{fen}");
        let mut first = None;
        for line in infos {
            first = check_info(&position, line).or(first);
        }
        referee::check_answer(&position, answer);
        assert_eq!(value(answer, "bestmove"), first.as_deref(), "{fen}");
    }
    engine.quit();
}

fn last_score(lines: &[String]) -> String {
    let line = lines.iter().rev().find(|line| line.contains(" score "));
    let line = line.expect("a score");
    let kind = value(line, "score").expect(line);
    format!("{kind} {}", value(line, kind).expect(line))
}

#[test]
fn mates_are_counted_in_moves() {
    let mut engine = Engine::start();
    for (fen, go, score) in [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "go depth 4", "mate 1"),
        ("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "go depth 4", "mate 1"),
        ("k7/8/2K5/8/8/8/8/1R6 w - - 0 1", "go depth 8", "mate 2"),
        ("k7/8/2K5/8/8/8/8/1R6 w - - 0 1", "go mate 2", "mate 2"),
        ("8/8/8/8/8/1k6/6r1/K7 w - - 0 1", "go depth 6", "mate -1"),
        ("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "go depth 6", "mate 0"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 6", "cp 0"),
    ] {
        engine.send("ucinewgame");
        engine.send(&format!("position fen {fen}"));
        assert_eq!(last_score(&engine.go(go)), score, "{go} in {fen}");
    }
    engine.quit();
}

#[test]
fn without_a_legal_move_the_answer_is_0000() {
    let mut engine = Engine::start();
    for fen in [
        "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "6rk/5Npp/8/8/8/8/8/R5K1 b - - 0 1",
    ] {
        assert!(referee::position(fen).legal_moves().is_empty());
        for go in [
            "go",
            "go depth 5",
            "go movetime 1000",
            "go wtime 9 btime 9",
            "go nodes 5",
        ] {
            engine.send(&format!("position fen {fen}"));
            let lines = engine.go(go);
            assert_eq!(
                lines.last().expect("an answer"),
                "bestmove 0000",
                "{go} in {fen}"
            );
        }
    }
    engine.quit();
}

#[test]
fn only_the_searchmoves_are_searched() {
    let mut engine = Engine::start();
    let position = Chess::default();
    for m in referee::moves(&position) {
        let lines = engine.go(&format!("go searchmoves {m} depth 3"));
        for line in &lines {
            if let Some((_, pv)) = line.split_once(" pv ") {
                assert!(pv.starts_with(&m), "{m}: {line}");
            }
        }
        assert_eq!(
            value(lines.last().expect("an answer"), "bestmove"),
            Some(&*m)
        );
    }
    let lines = engine.go("go depth 4 searchmoves a2a3 h2h3");
    let best = value(lines.last().expect("an answer"), "bestmove");
    assert!(matches!(best, Some("a2a3" | "h2h3")), "{best:?}");
    engine.quit();
}

#[test]
fn castling_is_written_as_the_kings_step() {
    let mut engine = Engine::start();
    engine.send("position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    for m in ["e1g1", "e1c1"] {
        let lines = engine.go(&format!("go depth 3 searchmoves {m}"));
        assert_eq!(value(lines.last().expect("an answer"), "bestmove"), Some(m));
        let after = engine.ask("position startpos moves e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 e1g1 e8g8");
        assert!(after.is_empty(), "{after:?}");
        engine.send("position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    }
    engine.quit();
}

#[test]
fn node_limits_are_exact() {
    let mut engine = Engine::start();
    for limit in [100, 1_000, 1_024, 7_777, 20_000] {
        engine.send("ucinewgame");
        assert_eq!(nodes(&engine.go(&format!("go nodes {limit}"))), limit);
    }
    engine.quit();
}

#[test]
fn a_new_game_counts_like_the_first() {
    let mut engine = Engine::start();
    let first = nodes(&engine.go("go depth 8"));
    let again = nodes(&engine.go("go depth 8"));
    assert_ne!(again, first, "the engine remembers within a game");
    for other in ["go depth 4", "go nodes 3000", "go movetime 20"] {
        engine.send("position startpos moves d2d4 d7d5");
        engine.go(other);
        engine.send("ucinewgame");
        engine.send("position startpos");
        assert_eq!(nodes(&engine.go("go depth 8")), first, "after {other}");
    }
    engine.quit();
}

#[test]
fn the_game_before_counts_for_repetition() {
    let mut engine = Engine::start();
    // White is a queen up, but the king has gone to and fro twice: one more time is a draw.
    let fen = "position fen 6k1/8/8/8/8/8/8/K6Q w - - 0 1";
    engine.send(&format!(
        "{fen} moves a1a2 g8g7 a2a1 g7g8 a1a2 g8g7 a2a1 g7g8"
    ));
    let lines = engine.ask("d");
    assert!(lines.contains(&"seen before 2".to_owned()), "{lines:?}");
    engine.send(&format!("{fen} moves a1a2 g8g7 a2a1 g7g8 a1a2 g8g7 a2a1"));
    let lines = engine.go("go depth 6 searchmoves g7g8");
    assert_eq!(last_score(&lines), "cp 0");
    engine.quit();
}

#[test]
fn perft_and_eval_answer() {
    let mut engine = Engine::start();
    for command in ["perft 3", "go perft 3"] {
        engine.send(command);
        let lines = engine.until("Nodes searched");
        assert_eq!(lines.len(), 21);
        assert_eq!(lines[20], "Nodes searched: 8902");
        assert!(lines.contains(&"e2e4: 600".to_owned()), "{lines:?}");
    }
    let lines = engine.ask("eval");
    let last = lines.last().expect("a table");
    assert!(
        last.starts_with("evaluation ") && last.ends_with("view)"),
        "{last}"
    );
    engine.quit();
}
