//! History tables: how often a move that looked like this one failed high before.
//!
//! Every entry follows the gravity rule `h += bonus - h x |bonus| / limit`, so that it stays
//! within plus and minus [`HISTORY_LIMIT`] and recent results weigh more than old ones.

use shakmaty::{Color, Move, Role};

use crate::board::PackedMove;

/// Bound of every history value.
pub(super) const HISTORY_LIMIT: i32 = 16_384;

/// Pieces times squares.
const PIECE_SQUARES: usize = 12 * 64;

/// A piece and the square it moved to: the index of the continuation tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceTo(u16);

impl PieceTo {
    /// No move: before the root, or a null move.
    pub const NONE: Self = Self(PIECE_SQUARES as u16);

    /// The piece of `mover` that a move sets in motion and where it arrives.
    #[inline]
    #[must_use]
    pub fn of(mover: Color, m: Move) -> Self {
        let piece = mover as usize * 6 + (m.role() as usize - 1);
        Self((piece * 64 + usize::from(m.to())) as u16)
    }

    /// Whether this stands for a real move.
    #[inline]
    #[must_use]
    pub fn is_some(self) -> bool {
        self != Self::NONE
    }
}

/// The moves one, two and four plies ago, under which continuation history is kept.
pub type Continuation = [PieceTo; 3];

/// A table with the gravity rule.
struct Table(Box<[i16]>);

impl Table {
    fn new(len: usize) -> Self {
        Self(vec![0; len].into_boxed_slice())
    }

    #[inline]
    fn get(&self, index: usize) -> i32 {
        i32::from(self.0[index])
    }

    #[inline]
    fn update(&mut self, index: usize, bonus: i32) {
        let value = i32::from(self.0[index]);
        let bonus = bonus.clamp(-HISTORY_LIMIT, HISTORY_LIMIT);
        self.0[index] = (value + bonus - value * bonus.abs() / HISTORY_LIMIT) as i16;
    }
}

/// All that move ordering remembers between nodes, beside the killers.
pub struct Histories {
    butterfly: Table,
    capture: Table,
    continuation: Table,
    counter_moves: Box<[PackedMove]>,
}

impl Default for Histories {
    fn default() -> Self {
        Self {
            butterfly: Table::new(2 * 64 * 64),
            capture: Table::new(12 * 64 * 6),
            continuation: Table::new((PIECE_SQUARES + 1) * PIECE_SQUARES),
            counter_moves: vec![PackedMove::NONE; PIECE_SQUARES + 1].into_boxed_slice(),
        }
    }
}

#[inline]
fn butterfly_index(mover: Color, m: Move) -> usize {
    let from = m.from().map_or(0, usize::from);
    (mover as usize * 64 + from) * 64 + usize::from(m.to())
}

#[inline]
fn capture_index(mover: Color, m: Move) -> usize {
    let victim = m.capture().map_or(0, |role: Role| role as usize - 1);
    usize::from(PieceTo::of(mover, m).0) * 6 + victim
}

#[inline]
fn continuation_index(before: PieceTo, now: PieceTo) -> usize {
    usize::from(before.0) * PIECE_SQUARES + usize::from(now.0)
}

impl Histories {
    /// Forgets everything.
    pub fn clear(&mut self) {
        for table in [
            &mut self.butterfly,
            &mut self.capture,
            &mut self.continuation,
        ] {
            table.0.fill(0);
        }
        self.counter_moves.fill(PackedMove::NONE);
    }

    /// What is known of a quiet move: butterfly history plus the continuation histories, within
    /// plus and minus four times [`HISTORY_LIMIT`].
    #[inline]
    #[must_use]
    pub fn quiet(&self, mover: Color, m: Move, continuation: Continuation) -> i32 {
        let now = PieceTo::of(mover, m);
        let followed: i32 = continuation
            .iter()
            .map(|&before| self.continuation.get(continuation_index(before, now)))
            .sum();
        self.butterfly.get(butterfly_index(mover, m)) + followed
    }

    /// What is known of a capture, within plus and minus [`HISTORY_LIMIT`].
    #[inline]
    #[must_use]
    pub fn capture(&self, mover: Color, m: Move) -> i32 {
        self.capture.get(capture_index(mover, m))
    }

    /// The reply that last refuted the move before.
    #[inline]
    #[must_use]
    pub fn counter_move(&self, before: PieceTo) -> PackedMove {
        self.counter_moves[usize::from(before.0)]
    }

    /// Rewards (or, with a negative bonus, punishes) a quiet move.
    pub fn update_quiet(&mut self, mover: Color, m: Move, continuation: Continuation, bonus: i32) {
        self.butterfly.update(butterfly_index(mover, m), bonus);
        let now = PieceTo::of(mover, m);
        for before in continuation.into_iter().filter(|before| before.is_some()) {
            self.continuation
                .update(continuation_index(before, now), bonus);
        }
    }

    /// Rewards or punishes a capture.
    pub fn update_capture(&mut self, mover: Color, m: Move, bonus: i32) {
        self.capture.update(capture_index(mover, m), bonus);
    }

    /// Remembers the reply that refuted the move before.
    pub fn set_counter_move(&mut self, before: PieceTo, reply: Move) {
        if before.is_some() {
            self.counter_moves[usize::from(before.0)] = PackedMove::pack(reply);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gravity_keeps_values_within_the_limit() {
        let mut table = Table::new(1);
        for _ in 0..1000 {
            table.update(0, 3000);
            assert!((0..=HISTORY_LIMIT).contains(&table.get(0)));
        }
        assert!(table.get(0) > HISTORY_LIMIT * 9 / 10);
        for _ in 0..1000 {
            table.update(0, -40_000);
            assert!(table.get(0).abs() <= HISTORY_LIMIT);
        }
        assert_eq!(table.get(0), -HISTORY_LIMIT);
    }
}
