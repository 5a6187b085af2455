//! The board reaches every legal position once: perft against another program's counts.

use crate::cases::{in_parallel, perft_cases};
use derecho::board::{Position, perft};

/// Cases whose counts must go to depth 5: the six standard positions.
const STANDARD_CASES: usize = 6;
const STANDARD_DEPTH: usize = 5;

/// The part of a count that is below one move of the root.
struct Share {
    case: usize,
    depth: u32,
    position: Position,
}

#[test]
fn counts_of_all_positions_at_all_depths() {
    let cases = perft_cases();
    for case in &cases[..STANDARD_CASES] {
        assert!(case.leaves.len() >= STANDARD_DEPTH, "line {}", case.line);
    }
    // Shares of single moves keep all cores busy to the end.
    let mut shares = Vec::new();
    for (index, case) in cases.iter().enumerate() {
        for m in case.position.legal_moves() {
            shares.extend((1..).zip(&case.leaves).map(|(depth, _)| Share {
                case: index,
                depth,
                position: case.position.play(m),
            }));
        }
    }
    let counts = in_parallel(&shares, |share| perft(&share.position, share.depth - 1));
    for (index, case) in cases.iter().enumerate() {
        for (depth, &expected) in (1..).zip(&case.leaves) {
            let found: u64 = shares
                .iter()
                .zip(&counts)
                .filter(|(share, _)| share.case == index && share.depth == depth)
                .map(|(_, &count)| count)
                .sum();
            assert_eq!(
                found, expected,
                "suites/perft.epd:{}: depth {depth} of {}",
                case.line, case.fen
            );
        }
    }
}
