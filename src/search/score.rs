//! Scores as the search counts them and as users read them.

use std::fmt;

/// Deepest line the search looks at, in plies from the root.
pub const MAX_PLY: usize = 128;

/// Score of being the side that has just mated, at the root; mate in n plies is `MATE - n`.
pub const MATE: i32 = 32_000;

/// Above every score.
pub(super) const INFINITE: i32 = MATE + 1;

/// Scores beyond this one announce a mate within [`MAX_PLY`] plies.
pub const MATE_IN_MAX_PLY: i32 = MATE - MAX_PLY as i32;

/// Score of a draw.
pub(super) const DRAW: i32 = 0;

/// Score of the side to move when it is mated at `ply`.
#[inline]
#[must_use]
pub(super) const fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Whether a score announces a mate for either side.
#[inline]
#[must_use]
pub(super) const fn is_mate(score: i32) -> bool {
    score.abs() >= MATE_IN_MAX_PLY
}

/// What a score says about the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// The score is the true one, as far as the depth can tell.
    Exact = 3,
}

/// A score for users, from the side to move's view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// Moves (not plies) to mate; negative when the side to move is mated.
    Mate(i32),
}

impl Score {
    /// Translates the search's own number.
    #[must_use]
    pub fn from_internal(score: i32) -> Self {
        if score >= MATE_IN_MAX_PLY {
            Self::Mate((MATE - score + 1) / 2)
        } else if score <= -MATE_IN_MAX_PLY {
            Self::Mate(-((MATE + score) / 2))
        } else {
            Self::Cp(score)
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cp(centipawns) => write!(f, "cp {centipawns}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_scores_count_moves() {
        assert_eq!(Score::from_internal(MATE - 1), Score::Mate(1));
        assert_eq!(Score::from_internal(MATE - 3), Score::Mate(2));
        assert_eq!(Score::from_internal(mated_in(0)), Score::Mate(0));
        assert_eq!(Score::from_internal(mated_in(2)), Score::Mate(-1));
        assert_eq!(Score::from_internal(mated_in(4)), Score::Mate(-2));
        assert_eq!(Score::from_internal(-37), Score::Cp(-37));
    }
}
