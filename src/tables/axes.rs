//! The axes along which nodes and moves are told apart.

/// Evaluations closer than this are level, in centipawns: about the tempo term, which alternates.
const LEVEL_BAND: i32 = 8;

/// Static evaluation against two plies ago.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Improve {
    /// Lower than two plies ago.
    Declining,
    /// About the same, or not comparable.
    Level,
    /// Higher than two plies ago.
    Improving,
}

impl Improve {
    /// Compares two static evaluations of the same side, in centipawns; without an earlier one
    /// (in check then, or before the root) the verdict is level.
    #[inline]
    #[must_use]
    pub fn between(earlier: Option<i32>, now: i32) -> Self {
        match earlier.map(|earlier| now - earlier) {
            Some(change) if change > LEVEL_BAND => Self::Improving,
            Some(change) if change < -LEVEL_BAND => Self::Declining,
            _ => Self::Level,
        }
    }

    /// Whether the evaluation rose.
    #[inline]
    #[must_use]
    pub fn is_improving(self) -> bool {
        self == Self::Improving
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_band_is_level_on_both_edges() {
        assert_eq!(Improve::between(None, 500), Improve::Level);
        assert_eq!(Improve::between(Some(0), LEVEL_BAND), Improve::Level);
        assert_eq!(Improve::between(Some(0), -LEVEL_BAND), Improve::Level);
        assert_eq!(
            Improve::between(Some(0), LEVEL_BAND + 1),
            Improve::Improving
        );
        assert_eq!(
            Improve::between(Some(0), -LEVEL_BAND - 1),
            Improve::Declining
        );
    }
}
