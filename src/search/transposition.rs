//! Transposition table: what earlier visits to a position found out.
//!
//! An entry is two words: the data, and the key xored with the data, so that an entry torn by two
//! threads never verifies (R. Hyatt and T. Mann, "A lock-less transposition table implementation
//! for parallel search chess engines", ICGA Journal 25(1), 2002). Four entries fill a cache line.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::score::{Bound, MATE_IN_MAX_PLY};
use crate::board::{PackedMove, Position};

/// Entries of one bucket.
const WAYS: usize = 4;
/// Bits of the generation counter.
const GENERATION_BITS: u32 = 5;
/// A deeper result outlives so many plies of depth for each search that has begun since.
const AGE_WEIGHT: i32 = 8;
/// A non-exact result does not replace one of the same position that is deeper by more than this.
const DEPTH_TOLERANCE: i32 = 3;
/// Quiescence results are stored at depth 0 or -1; stored depths are shifted to be positive.
const DEPTH_OFFSET: i32 = 8;
/// Stands for "no static evaluation".
const NO_EVAL: i16 = i16::MIN;
/// From this halfmove clock on, positions that differ in the clock no longer share entries.
const CLOCK_START: u32 = 40;
/// Width of the steps in which the clock is told apart.
const CLOCK_STEP: u32 = 8;
/// Buckets that [`TranspositionTable::hashfull`] looks at.
const SAMPLE: usize = 250;

/// Why a table of the asked size could not be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum HashError {
    /// The size lies outside what the engine supports.
    #[error("hash size {mib} MB is out of bounds: expected 1 to {max} MB")]
    OutOfBounds {
        /// The size asked for, in MiB.
        mib: usize,
        /// The largest size supported, in MiB.
        max: usize,
    },
    /// The system has not enough memory.
    #[error("not enough memory for a hash table of {mib} MB")]
    OutOfMemory {
        /// The size asked for, in MiB.
        mib: usize,
    },
}

/// What the table knows of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    /// Best move found, or [`PackedMove::NONE`].
    pub best: PackedMove,
    /// Score, mates counted from the probing node's ply.
    pub score: i32,
    /// Static evaluation, unless the position was in check.
    pub static_eval: Option<i32>,
    /// Depth of the search that found it, in plies.
    pub depth: i32,
    /// What the score says about the true one.
    pub bound: Bound,
    /// Whether the node was ever part of a principal variation.
    pub was_pv: bool,
}

#[derive(Default)]
struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; WAYS]);

/// The table.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    generation: u64,
}

/// Key under which a position is stored: positions near the fifty-move draw are kept apart from
/// those whose clock just started, for their scores differ.
#[inline]
pub(super) fn clock_aware_key(position: &Position) -> u64 {
    let clock = position.halfmoves();
    if clock < CLOCK_START {
        position.key()
    } else {
        let step = u64::from((clock - CLOCK_START) / CLOCK_STEP + 1);
        position.key() ^ step.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

impl TranspositionTable {
    /// Largest size supported, in MiB.
    pub const MAX_MIB: usize = 65_536;

    /// An empty table of the given size in MiB.
    ///
    /// # Errors
    /// [`HashError`] when the size is out of bounds or memory is short.
    pub fn new(mib: usize) -> Result<Self, HashError> {
        if !(1..=Self::MAX_MIB).contains(&mib) {
            return Err(HashError::OutOfBounds {
                mib,
                max: Self::MAX_MIB,
            });
        }
        let count = (mib << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets
            .try_reserve_exact(count)
            .map_err(|_| HashError::OutOfMemory { mib })?;
        buckets.resize_with(count, Bucket::default);
        Ok(Self {
            buckets,
            generation: 0,
        })
    }

    /// Size in MiB.
    #[must_use]
    pub fn mib(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    /// Forgets everything, as if the table were new.
    pub fn clear(&mut self) {
        for entry in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
            *entry.check.get_mut() = 0;
            *entry.data.get_mut() = 0;
        }
        self.generation = 0;
    }

    /// Tells the table that a new search begins: what is there ages.
    pub fn age(&mut self) {
        self.generation = (self.generation + 1) & ((1 << GENERATION_BITS) - 1);
    }

    /// Share of entries used by the current search, in thousandths, estimated from a sample.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let sample = &self.buckets[..SAMPLE.min(self.buckets.len())];
        let used = sample
            .iter()
            .flat_map(|bucket| &bucket.0)
            .filter(|entry| {
                let data = entry.data.load(Relaxed);
                data != 0 && data >> 59 == self.generation
            })
            .count();
        (used * 1000 / (sample.len() * WAYS)) as u32
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// What is known of the position with this key; mate scores are counted from `ply`.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Hit> {
        self.bucket(key).0.iter().find_map(|entry| {
            let data = entry.data.load(Relaxed);
            let matches = entry.check.load(Relaxed) ^ data == key && data != 0;
            matches.then(|| unpack(data, ply))
        })
    }

    /// Stores a result; mate scores are counted from `ply`. A hit without a best move keeps the
    /// move that an earlier one of the same position left behind.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, hit: Hit) {
        let (slot, previous) = self.slot_for(key);
        let mut best = hit.best;
        if let Some(data) = previous {
            let known = unpack(data, ply);
            if best.is_none() {
                best = known.best;
            }
            let current = data >> 59 == self.generation;
            if current && hit.bound != Bound::Exact && hit.depth + DEPTH_TOLERANCE < known.depth {
                return;
            }
        }
        let data = pack(Hit { best, ..hit }, ply, self.generation);
        slot.data.store(data, Relaxed);
        slot.check.store(key ^ data, Relaxed);
    }

    /// The entry to overwrite for a key, and its data if it belongs to the same position.
    #[inline]
    fn slot_for(&self, key: u64) -> (&Entry, Option<u64>) {
        let bucket = self.bucket(key);
        let mut victim = &bucket.0[0];
        let mut lowest = i32::MAX;
        for entry in &bucket.0 {
            let data = entry.data.load(Relaxed);
            if entry.check.load(Relaxed) ^ data == key && data != 0 {
                return (entry, Some(data));
            }
            let worth = self.worth(data);
            if worth < lowest {
                lowest = worth;
                victim = entry;
            }
        }
        (victim, None)
    }

    /// How much an entry deserves to stay.
    #[inline]
    fn worth(&self, data: u64) -> i32 {
        if data == 0 {
            return i32::MIN;
        }
        let age = self.generation.wrapping_sub(data >> 59) & ((1 << GENERATION_BITS) - 1);
        let depth = (data >> 48 & 0xFF) as i32;
        depth - AGE_WEIGHT * age as i32
    }
}

/// Mate scores are stored as distances from the node, for it may be reached at another ply.
#[inline]
fn pack(hit: Hit, ply: usize, generation: u64) -> u64 {
    let ply = ply as i32;
    let score = if hit.score >= MATE_IN_MAX_PLY {
        hit.score + ply
    } else if hit.score <= -MATE_IN_MAX_PLY {
        hit.score - ply
    } else {
        hit.score
    };
    let eval = hit.static_eval.map_or(NO_EVAL, |eval| eval as i16);
    u64::from(hit.best.bits())
        | u64::from(score as i16 as u16) << 16
        | u64::from(eval as u16) << 32
        | u64::from((hit.depth + DEPTH_OFFSET) as u8) << 48
        | (hit.bound as u64) << 56
        | u64::from(hit.was_pv) << 58
        | generation << 59
}

#[inline]
fn unpack(data: u64, ply: usize) -> Hit {
    let ply = ply as i32;
    let stored = i32::from((data >> 16) as u16 as i16);
    let score = if stored >= MATE_IN_MAX_PLY {
        stored - ply
    } else if stored <= -MATE_IN_MAX_PLY {
        stored + ply
    } else {
        stored
    };
    let eval = (data >> 32) as u16 as i16;
    Hit {
        best: PackedMove::from_bits(data as u16),
        score,
        static_eval: (eval != NO_EVAL).then_some(i32::from(eval)),
        depth: i32::from((data >> 48) as u8) - DEPTH_OFFSET,
        bound: match data >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
        was_pv: data >> 58 & 1 != 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::MATE;

    fn hit(score: i32, depth: i32, bound: Bound) -> Hit {
        Hit {
            best: PackedMove::from_bits(0x0BAD),
            score,
            static_eval: Some(-321),
            depth,
            bound,
            was_pv: true,
        }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = TranspositionTable::new(1).unwrap();
        for (score, depth, bound) in [
            (0, 0, Bound::Upper),
            (-1234, -1, Bound::Lower),
            (31_000, 127, Bound::Exact),
        ] {
            let key = 0x1234_5678_9ABC_DEF0 ^ score as u64;
            assert_eq!(table.probe(key, 3), None);
            table.store(key, 3, hit(score, depth, bound));
            assert_eq!(table.probe(key, 3), Some(hit(score, depth, bound)));
        }
    }

    #[test]
    fn mates_are_counted_from_the_probing_node() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(77, 10, hit(MATE - 13, 5, Bound::Exact));
        assert_eq!(table.probe(77, 4).unwrap().score, MATE - 7);
        table.store(99, 10, hit(13 - MATE, 5, Bound::Exact));
        assert_eq!(table.probe(99, 4).unwrap().score, 7 - MATE);
    }

    #[test]
    fn a_shallow_bound_does_not_replace_a_deep_result_of_the_same_search() {
        let mut table = TranspositionTable::new(1).unwrap();
        table.store(5, 0, hit(50, 10, Bound::Exact));
        table.store(5, 0, hit(20, 2, Bound::Upper));
        assert_eq!(table.probe(5, 0).unwrap().depth, 10);
        table.age();
        table.store(5, 0, hit(20, 2, Bound::Upper));
        assert_eq!(table.probe(5, 0).unwrap().depth, 2);
    }

    #[test]
    fn clearing_forgets_everything() {
        let mut table = TranspositionTable::new(1).unwrap();
        table.store(5, 0, hit(50, 10, Bound::Exact));
        table.age();
        table.clear();
        assert_eq!(table.probe(5, 0), None);
        assert_eq!(table.hashfull(), 0);
    }

    #[test]
    fn sizes_out_of_bounds_are_refused() {
        for mib in [0, TranspositionTable::MAX_MIB + 1] {
            assert!(matches!(
                TranspositionTable::new(mib),
                Err(HashError::OutOfBounds { .. })
            ));
        }
    }
}
