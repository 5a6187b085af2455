//! A middlegame and an endgame score packed into one integer.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Phase of a position with all its pieces; 0 is a position of kings and pawns.
pub const FULL_PHASE: i32 = 24;

/// Scale factor of an endgame score that is worth its face value.
pub const FULL_SCALE: i32 = 64;

const HALF: u32 = 16;
const ROUND: i32 = 1 << (HALF - 1);

/// A (middlegame, endgame) pair in centipawns.
///
/// Both halves live in one `i32`, the endgame half above, so that one addition adds both. Each
/// half must stay within the range of an `i16`, which positions of chess do by far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct S(i32);

impl S {
    /// No advantage.
    pub const ZERO: S = S(0);

    /// Packs a pair of centipawns, each within the range of an `i16`.
    #[must_use]
    pub const fn new(mg: i32, eg: i32) -> S {
        S((eg << HALF) + mg)
    }

    /// The middlegame half in centipawns.
    #[inline]
    #[must_use]
    pub const fn mg(self) -> i32 {
        // The low half alone, sign included.
        self.0 as i16 as i32
    }

    /// The endgame half in centipawns.
    #[inline]
    #[must_use]
    pub const fn eg(self) -> i32 {
        // A negative low half has borrowed one from the high half: rounding gives it back.
        (self.0 + ROUND) >> HALF
    }

    /// Sum, for constants.
    #[must_use]
    pub const fn plus(self, other: S) -> S {
        S(self.0 + other.0)
    }

    /// Blends the halves: `phase` from 0 (endgame alone) to [`FULL_PHASE`] (middlegame alone),
    /// `scale` of the endgame half from 0 to [`FULL_SCALE`]. A scale of 0 says that the ending is
    /// drawn, which leaves nothing of the middlegame half either. In centipawns, rounded towards
    /// zero so that the blend of a negated score is the negated blend.
    #[inline]
    #[must_use]
    pub const fn taper(self, phase: i32, scale: i32) -> i32 {
        if scale == 0 {
            return 0;
        }
        let mg = self.mg() * phase * FULL_SCALE;
        let eg = self.eg() * (FULL_PHASE - phase) * scale;
        (mg + eg) / (FULL_PHASE * FULL_SCALE)
    }
}

impl Add for S {
    type Output = S;
    #[inline]
    fn add(self, other: S) -> S {
        S(self.0 + other.0)
    }
}

impl AddAssign for S {
    #[inline]
    fn add_assign(&mut self, other: S) {
        self.0 += other.0;
    }
}

impl Sub for S {
    type Output = S;
    #[inline]
    fn sub(self, other: S) -> S {
        S(self.0 - other.0)
    }
}

impl SubAssign for S {
    #[inline]
    fn sub_assign(&mut self, other: S) {
        self.0 -= other.0;
    }
}

impl Neg for S {
    type Output = S;
    #[inline]
    fn neg(self) -> S {
        S(-self.0)
    }
}

impl Mul<i32> for S {
    type Output = S;
    #[inline]
    fn mul(self, times: i32) -> S {
        S(self.0 * times)
    }
}

/// Multiplies by a number of squares or pieces.
impl Mul<usize> for S {
    type Output = S;
    #[inline]
    fn mul(self, times: usize) -> S {
        S(self.0 * times as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_survive_packing_and_arithmetic() {
        let values = [-3000, -257, -1, 0, 1, 255, 3000];
        for mg in values {
            for eg in values {
                let score = S::new(mg, eg);
                assert_eq!((score.mg(), score.eg()), (mg, eg));
                assert_eq!(((-score).mg(), (-score).eg()), (-mg, -eg));
                let tripled = score * 3_i32;
                assert_eq!((tripled.mg(), tripled.eg()), (3 * mg, 3 * eg));
                let sum = score + S::new(-7, 11) - S::new(5, -2);
                assert_eq!((sum.mg(), sum.eg()), (mg - 12, eg + 13));
            }
        }
    }

    #[test]
    fn taper_blends_and_is_odd() {
        let score = S::new(100, -50);
        assert_eq!(score.taper(FULL_PHASE, FULL_SCALE), 100);
        assert_eq!(score.taper(0, FULL_SCALE), -50);
        assert_eq!(score.taper(0, FULL_SCALE / 2), -25);
        assert_eq!(score.taper(12, FULL_SCALE), 25);
        assert_eq!(score.taper(12, 0), 0);
        for phase in 0..=FULL_PHASE {
            assert_eq!(score.taper(phase, 37), -(-score).taper(phase, 37));
        }
    }
}
