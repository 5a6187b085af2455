//! Properties that the evaluation keeps on thousands of positions.

use super::*;
use shakmaty::{CastlingMode, Chess, FromSetup, Position as _, PositionError};

/// Games played at random from the start, every position of them.
fn random_positions(games: u64, plies: usize) -> Vec<Position> {
    let mut positions = Vec::new();
    for game in 0..games {
        let mut state = game.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut pos = Position::startpos();
        for _ in 0..plies {
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            pos = pos.play(moves[(state >> 33) as usize % moves.len()]);
            positions.push(pos.clone());
        }
    }
    positions
}

/// The position with colours swapped and the board turned over.
fn mirrored(pos: &Position) -> Position {
    let mut setup = pos.chess().to_setup(shakmaty::EnPassantMode::Legal);
    setup.mirror();
    let chess = Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_impossible_check)
        .expect("the mirror of a legal position");
    Position::from_chess(chess)
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("a legal test position")
}

fn evaluate(fen: &str) -> i32 {
    Evaluator::new().evaluate(&position(fen))
}

#[test]
fn mirroring_negates_the_score() {
    let mut evaluator = Evaluator::new();
    for pos in random_positions(60, 160) {
        let mirror = mirrored(&pos);
        assert_eq!(
            evaluator.evaluate(&pos),
            evaluator.evaluate(&mirror),
            "{} and {}",
            pos.fen(),
            mirror.fen(),
        );
    }
}

#[test]
fn the_table_adds_up_to_the_score() {
    let mut evaluator = Evaluator::new();
    for pos in random_positions(40, 160) {
        let trace = trace(&pos);
        let score = evaluator.evaluate(&pos);
        assert_eq!(trace.score(), score, "{}", pos.fen());
        assert_eq!(trace.score_of_terms(), score, "{}\n{trace}", pos.fen());
    }
}

#[test]
fn a_warm_cache_changes_no_score() {
    let positions = random_positions(40, 160);
    let mut warm = Evaluator::new();
    let first: Vec<i32> = positions.iter().map(|pos| warm.evaluate(pos)).collect();
    let again = positions.iter().rev().map(|pos| warm.evaluate(pos)).rev();
    assert!(first.iter().copied().eq(again));
    for (pos, &score) in positions.iter().zip(&first) {
        assert_eq!(evaluate_with(pos, &TABLES), score, "{}", pos.fen());
    }
    warm.clear();
    let cleared = positions.iter().map(|pos| warm.evaluate(pos));
    assert!(first.iter().copied().eq(cleared));
}

#[test]
fn the_start_is_worth_the_move() {
    let start = Position::from_chess(Chess::default());
    assert_eq!(Evaluator::new().evaluate(&start), Weights::DEFAULT.tempo);
}

/// Value of `fen` for White is within a range.
#[track_caller]
fn assert_between(low: i32, fen: &str, high: i32) {
    let score = evaluate(fen);
    assert!(
        (low..=high).contains(&score),
        "{score} is not within {low}..={high}: {fen}\n{}",
        trace(&position(fen))
    );
}

#[test]
fn scores_have_the_right_order_of_magnitude() {
    // Black lacks a pawn, a knight, a rook, the queen.
    assert_between(
        60,
        "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        190,
    );
    assert_between(
        280,
        "r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        460,
    );
    assert_between(
        400,
        "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1",
        620,
    );
    assert_between(
        900,
        "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        1300,
    );
    // A passed pawn about to promote against a distant king.
    assert_between(500, "8/1P6/8/8/8/6k1/8/1K6 w - - 0 1", 1500);
    // A queen ahead in the ending.
    assert_between(900, "6k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1", 1500);
}

#[test]
fn dead_draws_are_worth_nothing_much() {
    assert_between(-60, "8/8/4k3/8/8/2NNK3/8/8 w - - 0 1", 60);
    assert_between(-60, "8/8/4k3/8/8/3BK3/8/8 w - - 0 1", 60);
    // A rook pawn with a bishop that does not control its corner.
    assert_between(-60, "7k/8/8/7P/8/3B4/4K3/8 w - - 0 1", 60);
}

#[test]
fn a_bare_king_is_driven_to_the_edge() {
    let centre = evaluate("8/8/8/4k3/8/8/4K2R/8 w - - 0 1");
    let edge = evaluate("4k3/8/8/8/8/8/4K2R/8 w - - 0 1");
    let edge_close = evaluate("4k3/8/4K3/8/8/8/7R/8 w - - 0 1");
    assert!(
        centre < edge && edge < edge_close,
        "{centre} {edge} {edge_close}"
    );
    let wrong_corner = evaluate("k7/8/1K6/8/8/8/3B4/4N3 w - - 0 1");
    let right_corner = evaluate("7k/8/6K1/8/8/8/3B4/4N3 w - - 0 1");
    assert!(wrong_corner < right_corner, "{wrong_corner} {right_corner}");
}

#[test]
fn every_weight_can_be_changed_and_matters_to_the_tables() {
    let mut weights = Weights::DEFAULT;
    let mut count = 0;
    weights.for_each(&mut |_, _, slot| {
        count += 1;
        match slot {
            Slot::Pair(pair) => *pair += S::new(1, 1),
            Slot::Single(number) => *number += 1,
        }
    });
    assert!(count > 400, "{count} weights");
    assert_eq!(weights.tempo, Weights::DEFAULT.tempo + 1);
    let tables = Tables::new(weights);
    // A knight's placement holds two of the changed weights.
    assert_eq!(
        tables.placement[1][20],
        TABLES.placement[1][20] + S::new(2, 2)
    );
}
