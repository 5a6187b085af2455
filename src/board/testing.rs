//! Positions for tests, the same in every run.

use super::Position;

/// Starting points of the random games: ordinary play, and what ordinary play seldom shows
/// (castling with attacked paths, en passant with pins, promotions on both sides, checks).
const SEEDS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "8/8/3p4/1Pp4r/1K3p2/6k1/4P1P1/1R6 w - c6 0 3",
    "4k3/1p1p1p2/8/K1P1P2r/7q/8/1P3P2/2B1R3 b - - 0 1",
    "6k1/5ppp/1q6/2b5/8/2R1pPP1/1P2P2P/7K w - - 0 1",
    "q2k2q1/2nqn2b/1n1P1n1b/2rnr2Q/1NQ1QN1Q/3Q3B/2RQR2B/Q2K2Q1 w - - 0 1",
];

/// Plies after which a random game starts anew.
const GAME_PLIES: usize = 60;

/// A linear congruential generator (the multiplier and increment of D. Knuth's MMIX) with its
/// high bits as output: enough to choose moves with.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % bound
    }
}

/// `count` positions reached by random play from each of the starting points in turn.
pub(crate) fn positions(count: usize) -> Vec<Position> {
    let mut random = Random::new(count as u64);
    let mut positions = Vec::with_capacity(count);
    for fen in SEEDS.into_iter().cycle() {
        let mut pos = Position::from_fen(fen).expect("a legal starting point");
        for _ in 0..GAME_PLIES {
            if positions.len() == count {
                return positions;
            }
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Every other move of a game goes unrecorded, so that more games are begun.
            let next = pos.play(moves[random.below(moves.len())]);
            if random.below(2) == 0 {
                positions.push(pos);
            }
            pos = next;
        }
    }
    positions
}
