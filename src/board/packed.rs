//! A move in sixteen bits, as tables that outlive a position store it.

use shakmaty::{Move, Role, Square};

use super::Position;

const TO_SHIFT: u32 = 6;
const PROMOTION_SHIFT: u32 = 12;
const SQUARE_MASK: u16 = 0x3F;
/// Bits that a packed move can use; the sixteenth is always 0.
const USED_BITS: u16 = 0x7FFF;

/// A move in sixteen bits: origin (6), target (6), promotion role (3, 0 for none). Castling goes
/// from the king's square to the rook's. What it means depends on the position: see
/// [`PackedMove::unpack`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PackedMove(u16);

impl PackedMove {
    /// No move.
    pub const NONE: Self = Self(0);

    /// Packs a move. Piece drops, which chess does not have, become [`PackedMove::NONE`].
    #[inline]
    #[must_use]
    pub fn pack(m: Move) -> Self {
        m.from().map_or(Self::NONE, |from| {
            Self::from_squares(from, m.to(), m.promotion())
        })
    }

    /// Packs what a move in coordinate notation says.
    #[inline]
    #[must_use]
    pub fn from_squares(from: Square, to: Square, promotion: Option<Role>) -> Self {
        let promotion = promotion.map_or(0, |role| role as u16);
        Self(u16::from(from) | (u16::from(to) << TO_SHIFT) | (promotion << PROMOTION_SHIFT))
    }

    /// The bits, to be stored.
    #[inline]
    #[must_use]
    pub fn bits(self) -> u16 {
        self.0
    }

    /// A move from stored bits. Any bits may be given; unpacking sorts out the senseless ones.
    #[inline]
    #[must_use]
    pub fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Whether there is no move.
    #[inline]
    #[must_use]
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// The move that the bits stand for in this position, or `None` when no legal move does.
    #[inline]
    #[must_use]
    pub fn unpack(self, pos: &Position) -> Option<Move> {
        if self.is_none() || self.0 & !USED_BITS != 0 {
            return None;
        }
        let from = square(self.0);
        let us = pos.board().by_color(pos.turn());
        if !us.contains(from) {
            return None;
        }
        let role = pos.board().role_at(from)?;
        let m = self.candidate(pos, role, from)?;
        pos.is_legal(m).then_some(m)
    }

    /// The only move that could be meant, given that a piece of the mover's stands on `from`.
    fn candidate(self, pos: &Position, role: Role, from: Square) -> Option<Move> {
        let to = square(self.0 >> TO_SHIFT);
        let capture = pos.board().role_at(to);
        let promotion = match self.0 >> PROMOTION_SHIFT {
            0 => None,
            bits => Some(Role::try_from(bits).ok()?),
        };
        if promotion.is_none() {
            if role == Role::King && pos.board().by_color(pos.turn()).contains(to) {
                return Some(Move::Castle {
                    king: from,
                    rook: to,
                });
            }
            if role == Role::Pawn && from.file() != to.file() && capture.is_none() {
                return Some(Move::EnPassant { from, to });
            }
        }
        Some(Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        })
    }
}

/// The square in the lowest six bits.
#[inline]
fn square(bits: u16) -> Square {
    Square::new(u32::from(bits & SQUARE_MASK))
}

#[cfg(test)]
mod tests {
    use super::PackedMove;
    use crate::board::{Position, testing};

    #[test]
    fn a_legal_move_survives_packing() {
        for pos in testing::positions(2_000) {
            for m in pos.legal_moves() {
                let packed = PackedMove::pack(m);
                assert!(!packed.is_none());
                assert_eq!(
                    PackedMove::from_bits(packed.bits()).unpack(&pos),
                    Some(m),
                    "{m:?} in {}",
                    pos.fen()
                );
            }
        }
    }

    #[test]
    fn of_all_sixteen_bit_values_only_the_legal_moves_unpack() {
        for pos in testing::positions(200) {
            let mut packed: Vec<u16> = pos
                .legal_moves()
                .into_iter()
                .map(|m| PackedMove::pack(m).bits())
                .collect();
            packed.sort_unstable();
            let unpacked: Vec<u16> = (0..=u16::MAX)
                .filter(|&bits| {
                    let m = PackedMove::from_bits(bits).unpack(&pos);
                    assert!(m.is_none_or(|m| PackedMove::pack(m).bits() == bits));
                    m.is_some()
                })
                .collect();
            assert_eq!(unpacked, packed, "in {}", pos.fen());
        }
    }

    #[test]
    fn none_is_zero_and_never_a_move() {
        assert_eq!(PackedMove::NONE.bits(), 0);
        assert_eq!(PackedMove::default(), PackedMove::NONE);
        let pos = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").expect("legal");
        assert_eq!(PackedMove::NONE.unpack(&pos), None);
    }
}
