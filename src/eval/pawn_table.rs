//! A cache of pawn structures.

use shakmaty::{Bitboard, Board};

use super::{pawns::PawnEntry, score::S, trace::Silent, weights::Tables};

/// Entries of the cache, a power of two.
const ENTRIES: usize = 1 << 13;

#[derive(Debug, Clone, Copy)]
struct Slot {
    key: u64,
    entry: PawnEntry,
}

/// A direct-mapped cache from pawn keys to pawn structures.
///
/// An entry is used only when its whole key matches, so that what the cache holds changes the
/// time an evaluation takes and never its score.
#[derive(Debug)]
pub(super) struct PawnTable {
    slots: Vec<Slot>,
}

impl PawnTable {
    /// An empty cache.
    pub(super) fn new() -> Self {
        let slots = (0..ENTRIES).map(Slot::empty).collect();
        PawnTable { slots }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        for (index, slot) in self.slots.iter_mut().enumerate() {
            *slot = Slot::empty(index);
        }
    }

    /// The structure of a board's pawns and kings, whose key is `key`.
    #[inline]
    pub(super) fn get(&mut self, key: u64, board: &Board, tables: &Tables) -> &PawnEntry {
        let slot = &mut self.slots[key as usize & (ENTRIES - 1)];
        if slot.key != key {
            slot.fill(key, board, tables);
        }
        &slot.entry
    }
}

impl Slot {
    /// A slot whose key belongs elsewhere, so that no look-up matches it.
    fn empty(index: usize) -> Self {
        Slot {
            key: !(index as u64),
            entry: PawnEntry {
                score: S::ZERO,
                shelter: [0; 2],
                passed: Bitboard::EMPTY,
                spans: [Bitboard::EMPTY; 2],
            },
        }
    }

    #[cold]
    #[inline(never)]
    fn fill(&mut self, key: u64, board: &Board, tables: &Tables) {
        self.key = key;
        self.entry = PawnEntry::compute(board, tables, &mut Silent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_slot_matches_no_key_of_its_own() {
        for (index, slot) in PawnTable::new().slots.iter().enumerate() {
            assert_ne!(slot.key as usize & (ENTRIES - 1), index);
        }
    }
}
