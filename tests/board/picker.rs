//! Perft through the staged picker: over the whole tree of the six standard positions it loses no
//! move and gives none twice, whatever hash move, killers and histories it is told.

use crate::cases::{in_parallel, perft_cases};
use derecho::board::{PackedMove, Position};
use derecho::order::{Histories, MovePicker, OrderContext, PieceTo, Stage};
use shakmaty::Move;

/// The six standard positions are the first of the file.
const STANDARD_CASES: usize = 6;
const DEPTH: usize = 5;

/// Moves kept of each ply, from which the next nodes of that ply get theirs.
const RECENT: usize = 8;
/// Bound of the bonuses that make up the histories.
const BONUS: u64 = 2_000;

/// Mixes the bits of a key (the finaliser of SplitMix64).
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// One ply of the walk.
#[derive(Clone, Copy)]
struct Ply {
    /// Moves of other nodes of this ply: as killers and hash moves are in a search, mostly legal
    /// here, often quiet, sometimes captures, promotions or castling.
    recent: [PackedMove; RECENT],
    moved: PieceTo,
}

/// The walk through a tree.
struct Walk {
    plies: [Ply; DEPTH + 1],
    histories: Histories,
    /// Nodes at which the hash move was legal, and those with a killer given early.
    hash_moves: u64,
    killers: u64,
}

impl Walk {
    fn new() -> Self {
        let ply = Ply {
            recent: [PackedMove::NONE; RECENT],
            moved: PieceTo::NONE,
        };
        Self {
            plies: [ply; DEPTH + 1],
            histories: Histories::default(),
            hash_moves: 0,
            killers: 0,
        }
    }

    fn context(&self, position: &Position, depth: usize) -> OrderContext {
        let ply = &self.plies[depth];
        let bits = mix(position.key());
        // Mostly a move of another node, otherwise any bits at all.
        let choose = |shift: u32| {
            let choice = (bits >> shift) as usize % (RECENT + 1);
            ply.recent
                .get(choice)
                .copied()
                .unwrap_or_else(|| PackedMove::from_bits((bits >> 13) as u16))
        };
        let before = self.plies.get(depth + 1);
        OrderContext {
            hash_move: choose(0),
            killers: [choose(16), choose(24)],
            counter_move: choose(32),
            continuation: [
                before.map_or(PieceTo::NONE, |ply| ply.moved),
                PieceTo::NONE,
                PieceTo::NONE,
            ],
        }
    }

    /// What a node leaves behind for others.
    fn remember(&mut self, position: &Position, depth: usize, m: Move, context: &OrderContext) {
        let packed = PackedMove::pack(m);
        let bits = mix(position.key() ^ u64::from(packed.bits()));
        self.plies[depth].recent[bits as usize % RECENT] = packed;
        self.plies[depth].moved = PieceTo::of(position.turn(), m);
        let bonus = (bits >> 8) % (2 * BONUS + 1);
        let bonus = bonus as i32 - BONUS as i32;
        let (mover, before) = (position.turn(), context.continuation);
        self.histories.update_quiet(mover, m, before, bonus);
        self.histories.update_capture(mover, m, bonus);
    }

    /// The leaves `depth` plies below the moves that the picker gives here, by the moves that it
    /// gives below.
    fn leaves(&mut self, position: &Position, depth: usize) -> u64 {
        let context = self.context(position, depth);
        // At the last ply, where nearly all the nodes are, one move of each is remembered.
        let remembered = mix(position.key()) % 32;
        let mut leaves = 0;
        self.picked(position, &context, |walk, count, m| {
            if depth > 1 || count == remembered {
                walk.remember(position, depth, m, &context);
            }
            leaves += match depth {
                1 => 1,
                _ => walk.leaves(&position.play(m), depth - 1),
            };
        });
        leaves
    }

    /// Calls `each` with the moves that the picker gives and how many it gave before, and makes
    /// sure that they are the legal ones.
    fn picked(
        &mut self,
        position: &Position,
        context: &OrderContext,
        mut each: impl FnMut(&mut Self, u64, Move),
    ) {
        let mut picker = MovePicker::new(position, context);
        self.hash_moves += u64::from(picker.hash_move().is_some());
        let mut count = 0;
        let mut fingerprint = 0_u64;
        while let Some(picked) = picker.next(position, &self.histories) {
            fingerprint = fingerprint.wrapping_add(fingerprint_of(picked.m));
            self.killers += u64::from(picked.stage == Stage::Killer);
            each(self, count, picked.m);
            count += 1;
        }
        // A move lost and another one doubled leave the number as it is, but not this sum.
        let legal = position.legal_moves().into_iter().map(fingerprint_of);
        assert_eq!(
            fingerprint,
            legal.fold(0, u64::wrapping_add),
            "{} {context:?}",
            position.fen()
        );
    }
}

fn fingerprint_of(m: Move) -> u64 {
    mix(u64::from(PackedMove::pack(m).bits()) + 1)
}

#[test]
fn the_picker_walks_every_tree_as_it_is() {
    let cases = perft_cases();
    let cases = &cases[..STANDARD_CASES];
    // Shares of single moves keep all cores busy to the end.
    let mut shares = Vec::new();
    for (index, case) in cases.iter().enumerate() {
        let mut root = Walk::new();
        let context = root.context(&case.position, DEPTH);
        root.picked(&case.position, &context, |_, _, m| {
            shares.push((index, case.position.play(m)));
        });
    }
    let walked = in_parallel(&shares, |(_, position)| {
        let mut walk = Walk::new();
        let leaves = walk.leaves(position, DEPTH - 1);
        (leaves, walk.hash_moves, walk.killers)
    });
    for (index, case) in cases.iter().enumerate() {
        let of_case = shares
            .iter()
            .zip(&walked)
            .filter(|((of, _), _)| *of == index);
        let (leaves, hash_moves, killers) = of_case.fold((0, 0, 0), |sum, (_, share)| {
            (sum.0 + share.0, sum.1 + share.1, sum.2 + share.2)
        });
        let expected = case.leaves[DEPTH - 1];
        assert_eq!(leaves, expected, "suites/perft.epd:{}", case.line);
        // Without legal hash moves and killers the walk would prove little.
        let nodes = case.leaves[DEPTH - 2];
        assert!(
            hash_moves > nodes / 4 && killers > nodes / 4,
            "suites/perft.epd:{}",
            case.line
        );
    }
}
