//! An exact legality test of one move, without generating any.
//!
//! shakmaty's own test generates the moves of a role to a square first. A search asks this for
//! every hash move, killer and counter-move, so it is worth doing directly: the move must be
//! pseudo-legal for the piece on its origin, answer a check if there is one, and not uncover the
//! king. The tests prove it equal to membership in the generated list.

use shakmaty::{Bitboard, CastlingSide, Color, Move, Position as _, Rank, Role, Square, attacks};

use super::Position;

impl Position {
    /// Whether a move is legal here. Any move value may be asked about, also one that belongs to
    /// another position or to no position at all.
    #[must_use]
    pub fn is_legal(&self, m: Move) -> bool {
        match m {
            Move::Normal {
                role,
                from,
                capture,
                to,
                promotion,
            } => {
                self.is_ours(role, from)
                    && !self.board().by_color(self.turn()).contains(to)
                    && capture == self.board().role_at(to)
                    && capture != Some(Role::King)
                    && is_sound_promotion(self.turn(), role, to, promotion)
                    && self.is_legal_step(role, from, to, capture.is_some())
            }
            Move::EnPassant { from, to } => self.is_legal_en_passant(from, to),
            Move::Castle { king, rook } => self.is_legal_castling(king, rook),
            Move::Put { .. } => false,
        }
    }

    #[inline]
    fn is_ours(&self, role: Role, square: Square) -> bool {
        let board = self.board();
        (board.by_color(self.turn()) & board.by_role(role)).contains(square)
    }

    /// Legality of a step whose squares hold what the move says they hold.
    #[inline]
    fn is_legal_step(&self, role: Role, from: Square, to: Square, is_capture: bool) -> bool {
        let occupied = self.board().occupied();
        let reaches = match role {
            Role::Pawn if is_capture => attacks::pawn_attacks(self.turn(), from).contains(to),
            Role::Pawn => is_pawn_push(self.turn(), from, to, occupied),
            Role::Knight => attacks::knight_attacks(from).contains(to),
            Role::Bishop => attacks::bishop_attacks(from, occupied).contains(to),
            Role::Rook => attacks::rook_attacks(from, occupied).contains(to),
            Role::Queen => attacks::queen_attacks(from, occupied).contains(to),
            Role::King => attacks::king_attacks(from).contains(to),
        };
        if !reaches {
            return false;
        }
        if role == Role::King {
            return self.is_unattacked(to, occupied.without(from));
        }
        let Some(king) = self.board().king_of(self.turn()) else {
            return false;
        };
        self.answers_check(king, to) && self.keeps_king_covered(king, from, to)
    }

    /// Whether no enemy piece attacks a square when `occupied` is occupied.
    #[inline]
    fn is_unattacked(&self, square: Square, occupied: Bitboard) -> bool {
        let board = self.board();
        board.attacks_to(square, !self.turn(), occupied).is_empty()
    }

    /// Whether a piece other than the king that goes to `to` ends every check there is.
    #[inline]
    fn answers_check(&self, king: Square, to: Square) -> bool {
        if self.checkers().is_empty() {
            return true;
        }
        self.checkers()
            .single_square()
            .is_some_and(|checker| checker == to || attacks::between(king, checker).contains(to))
    }

    /// Whether the step of a piece other than the king uncovers no slider behind it.
    #[inline]
    fn keeps_king_covered(&self, king: Square, from: Square, to: Square) -> bool {
        let line = attacks::ray(king, from);
        if line.is_empty() || line.contains(to) {
            return true;
        }
        let board = self.board();
        let occupied = board.occupied().without(from);
        let is_diagonal = king.file() != from.file() && king.rank() != from.rank();
        let snipers = if is_diagonal {
            attacks::bishop_attacks(king, occupied) & board.bishops_and_queens()
        } else {
            attacks::rook_attacks(king, occupied) & board.rooks_and_queens()
        };
        (snipers & line & board.by_color(!self.turn())).is_empty()
    }

    /// Legality of an en-passant capture. The two pawns that leave may uncover the king along
    /// their rank, so all attackers of the king are looked up anew.
    fn is_legal_en_passant(&self, from: Square, to: Square) -> bool {
        let us = self.turn();
        if self.chess().maybe_ep_square() != Some(to)
            || !self.is_ours(Role::Pawn, from)
            || !attacks::pawn_attacks(us, from).contains(to)
        {
            return false;
        }
        let captured = Square::from_coords(to.file(), from.rank());
        let occupied = self.board().occupied().without(from).without(captured) | to;
        self.board().king_of(us).is_some_and(|king| {
            let attackers = self.board().attacks_to(king, !us, occupied);
            attackers.without(captured).is_empty()
        })
    }

    fn is_legal_castling(&self, king: Square, rook: Square) -> bool {
        let side = CastlingSide::from_king_side(king < rook);
        self.chess().castles().rook(self.turn(), side) == Some(rook)
            && self.board().king_of(self.turn()) == Some(king)
            && self.chess().castling_moves(side).len() == 1
    }
}

/// Whether a promotion is named when, and only when, a pawn arrives on the last rank.
#[inline]
fn is_sound_promotion(us: Color, role: Role, to: Square, promotion: Option<Role>) -> bool {
    let must_promote = role == Role::Pawn && to.rank() == us.fold_wb(Rank::Eighth, Rank::First);
    match promotion {
        None => !must_promote,
        Some(Role::Pawn | Role::King) => false,
        Some(_) => must_promote,
    }
}

/// Whether a pawn on `from` can be pushed to `to`, one or two squares ahead.
#[inline]
fn is_pawn_push(us: Color, from: Square, to: Square, occupied: Bitboard) -> bool {
    let forward = us.fold_wb(8, -8);
    let single = Bitboard::from(from).shift(forward) & !occupied;
    if single.contains(to) {
        return true;
    }
    from.rank() == us.fold_wb(Rank::Second, Rank::Seventh)
        && (single.shift(forward) & !occupied).contains(to)
}

#[cfg(test)]
mod tests {
    use shakmaty::{Move, Role, Square};

    use crate::board::{Position, testing};

    /// Every move value that could be asked about: all roles, squares, captures and promotions
    /// would be millions, so all origins and targets are paired with what could tell them apart.
    fn asked_about(pos: &Position) -> impl Iterator<Item = Move> + '_ {
        let promotions = [
            None,
            Some(Role::Pawn),
            Some(Role::Knight),
            Some(Role::Queen),
            Some(Role::King),
        ];
        Square::ALL.into_iter().flat_map(move |from| {
            Square::ALL.into_iter().flat_map(move |to| {
                let role = pos.board().role_at(from).unwrap_or(Role::Pawn);
                let captures = [None, pos.board().role_at(to), Some(Role::Rook)];
                let steps = captures.into_iter().flat_map(move |capture| {
                    promotions.into_iter().map(move |promotion| Move::Normal {
                        role,
                        from,
                        capture,
                        to,
                        promotion,
                    })
                });
                let castle = Move::Castle {
                    king: from,
                    rook: to,
                };
                steps.chain([Move::EnPassant { from, to }, castle])
            })
        })
    }

    #[test]
    fn equals_membership_in_the_generated_moves() {
        let mut legal = 0;
        for pos in testing::positions(400) {
            let moves = pos.legal_moves();
            for m in asked_about(&pos) {
                assert_eq!(
                    pos.is_legal(m),
                    moves.contains(&m),
                    "{m:?} in {}",
                    pos.fen()
                );
            }
            for &m in &moves {
                assert!(pos.is_legal(m), "{m:?} in {}", pos.fen());
                legal += 1;
            }
        }
        assert!(legal > 4_000, "only {legal} legal moves were looked at");
    }

    #[test]
    fn judges_moves_of_other_positions() {
        let positions = testing::positions(600);
        let (mut legal, mut illegal) = (0, 0);
        for pair in positions.windows(2) {
            let moves = pair[0].legal_moves();
            for m in pair[1].legal_moves() {
                let expected = moves.contains(&m);
                assert_eq!(pair[0].is_legal(m), expected, "{m:?} in {}", pair[0].fen());
                if expected { legal += 1 } else { illegal += 1 }
            }
        }
        assert!(legal > 100 && illegal > 100, "{legal} legal, {illegal} not");
    }

    #[test]
    fn a_piece_is_never_dropped() {
        let pos = Position::startpos();
        let m = Move::Put {
            role: Role::Queen,
            to: Square::E4,
        };
        assert!(!pos.is_legal(m));
    }
}
