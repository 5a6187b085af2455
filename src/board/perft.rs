//! Perft: counting the leaves of the tree of legal moves, the customary proof of a board.

use shakmaty::Move;

use super::Position;

/// How many sequences of `depth` legal moves there are. The last ply is counted, not played.
#[must_use]
pub fn perft(pos: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => pos.legal_moves().len() as u64,
        _ => pos
            .legal_moves()
            .into_iter()
            .map(|m| perft(&pos.play(m), depth - 1))
            .sum(),
    }
}

/// Perft of each move, in the order of generation: the sum is the perft of the position. Empty
/// at depth 0.
#[must_use]
pub fn perft_divide(pos: &Position, depth: u32) -> Vec<(Move, u64)> {
    let Some(depth_below) = depth.checked_sub(1) else {
        return Vec::new();
    };
    pos.legal_moves()
        .into_iter()
        .map(|m| (m, perft(&pos.play(m), depth_below)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{perft, perft_divide};
    use crate::board::Position;

    #[test]
    fn depth_zero_is_the_position_itself() {
        let pos = Position::startpos();
        assert_eq!(perft(&pos, 0), 1);
        assert!(perft_divide(&pos, 0).is_empty());
    }

    #[test]
    fn divide_adds_up() {
        let pos = Position::startpos();
        for depth in 1..=3 {
            let parts = perft_divide(&pos, depth);
            assert_eq!(parts.len(), 20);
            assert_eq!(
                parts.iter().map(|&(_, n)| n).sum::<u64>(),
                perft(&pos, depth)
            );
        }
    }

    #[test]
    fn a_mated_side_has_no_moves() {
        let pos = Position::from_fen("6rk/5Npp/8/8/8/8/8/R5K1 b - - 0 1").expect("legal");
        assert_eq!(perft(&pos, 1), 0);
        assert!(perft_divide(&pos, 3).is_empty());
    }
}
