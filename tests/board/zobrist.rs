//! The keys kept by `play` equal keys computed from nothing but the position, at every node.

use std::collections::HashMap;

use crate::cases::{in_parallel, perft_cases};
use derecho::board::{Position, key_from_scratch, pawn_key_from_scratch};
use shakmaty::{EnPassantMode, Move, fen::Epd};

const DEPTH: u32 = 4;
const LEAST_CASES: usize = 40;

/// What a walk over a tree met.
#[derive(Default)]
struct Walk {
    leaves: u64,
    castlings: u64,
    en_passant: u64,
    promotions: u64,
}

impl Walk {
    fn count(&mut self, m: Move) {
        self.castlings += u64::from(m.is_castle());
        self.en_passant += u64::from(m.is_en_passant());
        self.promotions += u64::from(m.is_promotion());
    }

    fn visit(&mut self, pos: &Position, depth: u32) {
        assert_eq!(pos.key(), key_from_scratch(pos.chess()), "{}", pos.fen());
        assert_eq!(
            pos.pawn_key(),
            pawn_key_from_scratch(pos.chess()),
            "pawn key of {}",
            pos.fen()
        );
        if depth == 0 {
            self.leaves += 1;
            return;
        }
        for m in pos.legal_moves() {
            self.count(m);
            self.visit(&pos.play(m), depth - 1);
        }
    }
}

#[test]
fn incremental_keys_equal_recomputation_at_every_perft_node() {
    let cases = perft_cases();
    assert!(cases.len() >= LEAST_CASES, "only {} positions", cases.len());
    let walks = in_parallel(&cases, |case| {
        let mut walk = Walk::default();
        walk.visit(&case.position, DEPTH);
        walk
    });
    for (case, walk) in cases.iter().zip(&walks) {
        let expected = case.leaves[DEPTH as usize - 1];
        assert_eq!(walk.leaves, expected, "suites/perft.epd:{}", case.line);
    }
    let total = |count: fn(&Walk) -> u64| walks.iter().map(count).sum::<u64>();
    assert!(total(|walk| walk.castlings) > 1_000);
    assert!(total(|walk| walk.en_passant) > 1_000);
    assert!(total(|walk| walk.promotions) > 1_000);
}

/// Positions share a key when they are the same in placement, turn, rights and legal en-passant
/// capture, and only then.
#[test]
fn equal_keys_mean_equal_positions() {
    let mut seen: HashMap<u64, String> = HashMap::new();
    let mut transpositions = 0;
    for case in perft_cases() {
        for first in case.position.legal_moves() {
            let pos = case.position.play(first);
            for second in pos.legal_moves() {
                let pos = pos.play(second);
                let identity = Epd::from_position(pos.chess(), EnPassantMode::Legal).to_string();
                let earlier = seen.entry(pos.key()).or_insert_with(|| identity.clone());
                assert_eq!(*earlier, identity);
                transpositions += 1;
            }
        }
    }
    let distinct: std::collections::HashSet<&String> = seen.values().collect();
    assert_eq!(distinct.len(), seen.len(), "one position has two keys");
    assert!(transpositions > seen.len(), "no position was reached twice");
}

#[test]
fn an_unusable_en_passant_square_is_no_part_of_the_key() {
    let key = |fen: &str| Position::from_fen(fen).expect("legal").key();
    let no_capturer = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
    assert_eq!(
        key(&format!("{no_capturer} e3 0 1")),
        key(&format!("{no_capturer} - 0 1"))
    );
    let pinned_capturer = "8/8/8/8/k2Pp2Q/8/8/3K4 b -";
    assert_eq!(
        key(&format!("{pinned_capturer} d3 0 1")),
        key(&format!("{pinned_capturer} - 0 1"))
    );
    let capturer = "4k3/8/8/8/3Pp3/8/8/3K4 b -";
    assert_ne!(
        key(&format!("{capturer} d3 0 1")),
        key(&format!("{capturer} - 0 1"))
    );
}

#[test]
fn turn_and_every_right_are_part_of_the_key() {
    let mut keys: Vec<u64> = [
        "KQkq", "KQk", "KQq", "Kkq", "Qkq", "KQ", "kq", "K", "Q", "k", "q",
    ]
    .into_iter()
    .chain(["-", "Kk", "Kq", "Qk", "Qq"])
    .flat_map(|rights| ["w", "b"].map(|turn| format!("r3k2r/8/8/8/8/8/8/R3K2R {turn} {rights} -")))
    .map(|fen| Position::from_fen(&fen).expect("legal").key())
    .collect();
    let count = keys.len();
    assert_eq!(count, 32);
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), count);
}
