//! Moves in the coordinate notation of the UCI protocol.

use shakmaty::{CastlingSide, Move, Position as _, Role, Square, uci::UciMove};

use super::{PackedMove, Position};

/// Files that the king crosses when it castles, in the notation that shows its own two squares.
const CASTLING_STEP: u32 = 2;

/// Why a move in coordinate notation was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text is not a move at all.
    #[error("not a move: {text:?}: expected coordinates such as e2e4 or e7e8q")]
    Syntax {
        /// The text that was read.
        text: String,
    },
    /// The text names a move that the position does not allow.
    #[error("illegal move: {text:?}: {reason}: {fen}")]
    Illegal {
        /// The text that was read.
        text: String,
        /// What is wrong with it.
        reason: String,
        /// The position in which it was to be played.
        fen: String,
    },
}

/// A move in coordinate notation, castling as the king's two-square step.
#[must_use]
pub fn to_uci(m: Move) -> String {
    UciMove::from_standard(m).to_string()
}

impl Position {
    /// Reads a legal move in coordinate notation (`e2e4`, `e7e8q`). Castling may be given as the
    /// king's two-square step (`e1g1`) or as king takes rook (`e1h1`).
    ///
    /// # Errors
    /// [`MoveError`] when the text is no move or the move is illegal here.
    pub fn read_uci(&self, text: &str) -> Result<Move, MoveError> {
        let parsed = text.parse::<UciMove>().map_err(|_| MoveError::Syntax {
            text: text.to_owned(),
        })?;
        let UciMove::Normal {
            from,
            to,
            promotion,
        } = parsed
        else {
            return Err(self.refuse(text, "chess has neither piece drops nor null moves"));
        };
        PackedMove::from_squares(from, to, promotion)
            .unpack(self)
            .or_else(|| self.two_square_castling(from, to, promotion))
            .ok_or_else(|| self.refuse(text, &self.reason_against(from, to, promotion)))
    }

    /// The legal castling move whose king goes from `from` to `to`.
    fn two_square_castling(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Option<Move> {
        let is_step = from.rank() == to.rank() && from.file().distance(to.file()) == CASTLING_STEP;
        if promotion.is_some() || !is_step || self.board().king_of(self.turn()) != Some(from) {
            return None;
        }
        let side = CastlingSide::from_king_side(from < to);
        let rook = self.chess().castles().rook(self.turn(), side)?;
        PackedMove::from_squares(from, rook, None).unpack(self)
    }

    fn refuse(&self, text: &str, reason: &str) -> MoveError {
        MoveError::Illegal {
            text: text.to_owned(),
            reason: reason.to_owned(),
            fen: self.fen(),
        }
    }

    fn reason_against(&self, from: Square, to: Square, promotion: Option<Role>) -> String {
        let Some(piece) = self.board().piece_at(from) else {
            return format!("no piece stands on {from}");
        };
        if piece.color != self.turn() {
            return format!("it is {}'s move", self.turn());
        }
        let queening = PackedMove::from_squares(from, to, Some(Role::Queen));
        match promotion {
            None if queening.unpack(self).is_some() => {
                "the piece to promote to is missing".to_owned()
            }
            Some(_)
                if PackedMove::from_squares(from, to, None)
                    .unpack(self)
                    .is_some() =>
            {
                "the move is no promotion".to_owned()
            }
            _ if self.in_check() => "not legal, and the king is in check".to_owned(),
            _ => "not legal".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Move, Square, uci::UciMove};

    use crate::board::{MoveError, Position, testing};

    #[test]
    fn reads_every_legal_move_in_both_castling_notations() {
        let mut castlings = 0;
        for pos in testing::positions(1_000) {
            for m in pos.legal_moves() {
                for text in [UciMove::from_standard(m), UciMove::from_chess960(m)] {
                    assert_eq!(pos.read_uci(&text.to_string()), Ok(m), "in {}", pos.fen());
                }
                castlings += u32::from(m.is_castle());
            }
        }
        assert!(castlings > 20, "only {castlings} castlings were seen");
    }

    fn refusal(fen: &str, text: &str) -> String {
        let pos = Position::from_fen(fen).expect("legal");
        pos.read_uci(text).expect_err("to be refused").to_string()
    }

    #[test]
    fn refusals_say_what_is_wrong() {
        let start = Position::startpos().fen();
        for text in [
            "", "e2", "e2e9", "e2e4qq", "xyzw", "e2-e4", "e7e8x", "♙e2e4",
        ] {
            let error = Position::startpos().read_uci(text).expect_err(text);
            assert!(matches!(error, MoveError::Syntax { .. }), "{text:?}");
            assert!(error.to_string().contains(text));
        }
        assert!(refusal(&start, "e4e5").contains("no piece stands on e4"));
        assert!(refusal(&start, "e7e5").contains("it is white's move"));
        assert!(refusal(&start, "e2e5").contains("not legal"));
        assert!(refusal(&start, "e2e4q").contains("no promotion"));
        assert!(refusal(&start, "0000").contains("null moves"));
        assert!(refusal(&start, "Q@e4").contains("piece drops"));
        assert!(refusal(&start, "e1g1").contains("not legal"));
        let promotion = "8/1P6/8/8/8/k7/8/4K3 w - - 0 1";
        assert!(refusal(promotion, "b7b8").contains("promote to is missing"));
        assert!(refusal(promotion, "b7b8k").contains("not legal"));
        let check = "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1";
        assert!(refusal(check, "e1g1").contains("in check"));
    }

    #[test]
    fn a_king_that_steps_two_squares_without_the_right_does_not_castle() {
        let no_rights = "4k3/8/8/8/8/8/8/R3K2R w - - 0 1";
        refusal(no_rights, "e1g1");
        refusal(no_rights, "e1h1");
        let one_right = Position::from_fen("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1").expect("legal");
        let castle = Move::Castle {
            king: Square::E1,
            rook: Square::A1,
        };
        assert_eq!(one_right.read_uci("e1c1"), Ok(castle));
        assert_eq!(one_right.read_uci("e1a1"), Ok(castle));
    }
}
