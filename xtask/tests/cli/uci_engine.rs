//! The UCI client against an engine that crashes, hangs, floods and talks nonsense. The engine is
//! told by a variable how to behave, set for it alone by `env`; so these run where that exists.

use crate::common::{self, clock};
use derecho::board::Position;
use std::time::{Duration, Instant};
use xtask::{
    results::Limit,
    runner::{
        Engine, EngineError, Found, Request,
        uci::{Timeouts, UciEngine, UciOption, UciStart},
    },
};

/// Patience with an engine that will never answer.
const SHORT: Duration = Duration::from_millis(700);
/// A kill must not wait for anything.
const PROMPT: Duration = Duration::from_secs(8);

/// The engine of this binary in a mode.
fn start(mode: &str, options: &[UciOption]) -> Result<UciEngine, EngineError> {
    let env = [
        "/usr/bin/env".to_owned(),
        format!("{}={mode}", common::MODE),
    ];
    UciEngine::start(&UciStart {
        words: env.into_iter().chain(common::engine_words()).collect(),
        options: options.to_vec(),
        hash_mb: 1,
        timeouts: Timeouts {
            ready: Duration::from_secs(5),
            search: SHORT,
            overrun: SHORT,
        },
    })
}

fn search(engine: &mut UciEngine, halfmoves: u32) -> Result<(Found, Vec<u64>), EngineError> {
    let fen = format!("4k3/8/8/8/8/8/8/R3K2R w KQ - {halfmoves} 80");
    let position = Position::from_fen(&fen).expect("a legal position");
    let request = Request {
        position: &position,
        limit: Limit::Depth(3),
        search_moves: &[],
    };
    let mut seen = Vec::new();
    let found = engine.search(&request, &mut |_, nodes| seen.push(nodes))?;
    Ok((found, seen))
}

fn error_of<T>(outcome: Result<T, EngineError>) -> String {
    outcome.err().expect("an error").0
}

#[test]
fn answers_are_read_whatever_surrounds_them() {
    let mut engine = start(common::POLITE, &[]).expect("an engine");
    assert_eq!(engine.name(), "Hostile 1");
    for (clock, score, depth, seldepth, nodes, seen) in [
        (0, "cp 20", 1, 2, 30, vec![30]),
        (clock::NO_SCORE, "", 4, 0, 44, vec![44]),
        (clock::GARBAGE, "mate 3", 2, 0, 9, vec![9]),
        (clock::BOUND, "cp 40", 6, 8, 150, vec![100, 150]),
    ] {
        let (found, told) = search(&mut engine, clock).expect("an answer");
        let best = found.best.map(|m| m.to_string());
        assert_eq!(best.as_deref(), Some("Ke1-e2"), "clock {clock}");
        assert_eq!(
            (
                &*found.score,
                found.depth,
                found.seldepth,
                found.nodes,
                told
            ),
            (score, depth, seldepth, nodes, seen),
            "clock {clock}"
        );
    }
}

#[test]
fn no_legal_move_is_no_error() {
    let mut engine = start(common::POLITE, &[]).expect("an engine");
    let position = Position::from_fen("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1").expect("a mate");
    let request = Request {
        position: &position,
        limit: Limit::Nodes(9),
        search_moves: &[],
    };
    let found = engine.search(&request, &mut |_, _| {}).expect("an answer");
    assert_eq!(found.best, None);
}

#[test]
fn failures_say_what_happened_and_in_time() {
    for (clock, expected) in [
        (
            clock::CRASH,
            "the engine ended (exit status: 3); its stderr ends: ",
        ),
        (clock::HANG, "no bestmove within 0.7 s"),
        (clock::FLOOD, "no bestmove within 0.7 s"),
        (
            clock::ILLEGAL,
            "found bestmove \"e1e7\", expected a legal move",
        ),
        (
            clock::NONE,
            "found bestmove \"(none)\", expected a legal move",
        ),
    ] {
        let mut engine = start(common::POLITE, &[]).expect("an engine");
        let began = Instant::now();
        let error = error_of(search(&mut engine, clock));
        assert!(error.contains(expected), "clock {clock}: {error}");
        drop(engine);
        assert!(
            began.elapsed() < PROMPT,
            "clock {clock}: {:?}",
            began.elapsed()
        );
    }
}

#[test]
fn a_crash_keeps_what_the_engine_said_last() {
    let mut engine = start(common::POLITE, &[]).expect("an engine");
    let error = error_of(search(&mut engine, clock::CRASH));
    assert!(error.contains("assertion failed: sanity"), "{error}");
}

#[test]
fn engines_that_never_start_are_told_apart() {
    let error = error_of(start(common::STILLBORN, &[]));
    assert!(error.contains("exit status: 7"), "{error}");
    assert!(error.contains("I was never meant to run"), "{error}");

    let began = Instant::now();
    let mute = UciStart {
        words: [
            "/usr/bin/env".to_owned(),
            format!("{}={}", common::MODE, common::MUTE),
        ]
        .into_iter()
        .chain(common::engine_words())
        .collect(),
        options: Vec::new(),
        hash_mb: 1,
        timeouts: Timeouts {
            ready: SHORT,
            search: SHORT,
            overrun: SHORT,
        },
    };
    let error = error_of(UciEngine::start(&mute));
    assert!(error.contains("no uciok within 0.7 s"), "{error}");
    assert!(began.elapsed() < PROMPT);
}

#[test]
fn a_program_that_is_not_there_cannot_be_started() {
    let error = error_of(UciEngine::start(&UciStart {
        words: vec!["no-such-engine-anywhere".to_owned()],
        options: Vec::new(),
        hash_mb: 1,
        timeouts: Timeouts::default(),
    }));
    assert!(
        error.contains("cannot start \"no-such-engine-anywhere\""),
        "{error}"
    );
}

#[test]
fn an_option_that_the_engine_lacks_is_refused() {
    let option: UciOption = "Threats=1".parse().expect("an option");
    let error = error_of(start(common::POLITE, &[option]));
    assert!(
        error.contains("no option \"Threats\"; it has: hash, multipv"),
        "{error}"
    );
}
