//! Which moves give check, told without playing them.

use shakmaty::{Bitboard, CastlingSide, Color, Move, Role, Square, attacks};

use super::Position;

/// What tells the checks of a position's mover apart, computed once a node.
#[derive(Debug, Clone, Copy)]
pub struct CheckInfo {
    enemy_king: Option<Square>,
    /// The mover's pieces that stand alone between one of its sliders and the enemy king.
    blockers: Bitboard,
    pawn: Bitboard,
    knight: Bitboard,
    bishop: Bitboard,
    rook: Bitboard,
}

impl CheckInfo {
    /// The check squares and discovered-check pieces of the side to move.
    #[must_use]
    pub fn new(pos: &Position) -> Self {
        let board = pos.board();
        let us = pos.turn();
        let Some(king) = board.king_of(!us) else {
            return Self::nothing();
        };
        let occupied = board.occupied();
        Self {
            enemy_king: Some(king),
            blockers: blockers(pos, king),
            pawn: attacks::pawn_attacks(!us, king),
            knight: attacks::knight_attacks(king),
            bishop: attacks::bishop_attacks(king, occupied),
            rook: attacks::rook_attacks(king, occupied),
        }
    }

    /// For a board without an enemy king, which no legal position has.
    fn nothing() -> Self {
        Self {
            enemy_king: None,
            blockers: Bitboard::EMPTY,
            pawn: Bitboard::EMPTY,
            knight: Bitboard::EMPTY,
            bishop: Bitboard::EMPTY,
            rook: Bitboard::EMPTY,
        }
    }

    /// Squares from which a piece of this role attacks the enemy king.
    #[inline]
    #[must_use]
    pub fn squares(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn => self.pawn,
            Role::Knight => self.knight,
            Role::Bishop => self.bishop,
            Role::Rook => self.rook,
            Role::Queen => self.bishop | self.rook,
            Role::King => Bitboard::EMPTY,
        }
    }

    /// The mover's pieces that give a discovered check by leaving their line to the enemy king.
    #[inline]
    #[must_use]
    pub fn blockers(&self) -> Bitboard {
        self.blockers
    }

    /// Whether a legal move of the position that this was made for gives check.
    #[inline]
    #[must_use]
    pub fn gives_check(&self, pos: &Position, m: Move) -> bool {
        let Some(king) = self.enemy_king else {
            return false;
        };
        match m {
            Move::Normal {
                role,
                from,
                to,
                promotion: None,
                ..
            } => self.squares(role).contains(to) || self.discovers(king, from, to),
            Move::Normal {
                from,
                to,
                promotion: Some(role),
                ..
            } => {
                let occupied = pos.board().occupied().without(from);
                let attacks = attacks::attacks(to, role.of(pos.turn()), occupied);
                attacks.contains(king) || self.discovers(king, from, to)
            }
            Move::EnPassant { from, to } => {
                self.pawn.contains(to) || uncovers_by_en_passant(pos, king, from, to)
            }
            Move::Castle { king: from, rook } => castling_attacks(pos, from, rook).contains(king),
            Move::Put { .. } => false,
        }
    }

    #[inline]
    fn discovers(&self, king: Square, from: Square, to: Square) -> bool {
        self.blockers.contains(from) && !attacks::aligned(king, from, to)
    }
}

impl Position {
    /// Whether a legal move gives check. Who asks about several moves of a position makes one
    /// [`CheckInfo`] for them.
    #[must_use]
    pub fn gives_check(&self, m: Move) -> bool {
        CheckInfo::new(self).gives_check(self, m)
    }
}

/// The mover's pieces that stand alone between one of its sliders and `king`.
fn blockers(pos: &Position, king: Square) -> Bitboard {
    let board = pos.board();
    let ours = board.by_color(pos.turn());
    let snipers = ours & sliders_toward(pos, king, Bitboard::EMPTY);
    let mut blockers = Bitboard::EMPTY;
    for sniper in snipers {
        let between = attacks::between(king, sniper) & board.occupied();
        if !between.more_than_one() {
            blockers |= between & ours;
        }
    }
    blockers
}

/// Sliders of both colours that would attack a square if only `occupied` stood in their way.
fn sliders_toward(pos: &Position, square: Square, occupied: Bitboard) -> Bitboard {
    let board = pos.board();
    (attacks::rook_attacks(square, occupied) & board.rooks_and_queens())
        | (attacks::bishop_attacks(square, occupied) & board.bishops_and_queens())
}

/// Whether one of the mover's sliders sees the king once both pawns have left their squares.
fn uncovers_by_en_passant(pos: &Position, king: Square, from: Square, to: Square) -> bool {
    let captured = Square::from_coords(to.file(), from.rank());
    let occupied = pos.board().occupied().without(from).without(captured) | to;
    let ours = pos.board().by_color(pos.turn());
    (sliders_toward(pos, king, occupied) & ours).any()
}

/// What the rook attacks after castling. No other piece can discover a check by it.
fn castling_attacks(pos: &Position, king: Square, rook: Square) -> Bitboard {
    let us: Color = pos.turn();
    let side = CastlingSide::from_king_side(king < rook);
    let occupied = pos.board().occupied().without(king).without(rook) | side.king_to(us);
    attacks::rook_attacks(side.rook_to(us), occupied)
}

#[cfg(test)]
mod tests {
    use shakmaty::Move;

    use super::CheckInfo;
    use crate::board::{Position, testing};

    #[derive(Default)]
    struct Seen {
        moves: u32,
        checks: u32,
        promotions: u32,
        en_passant: u32,
        castlings: u32,
        discovered: u32,
    }

    fn look_at(pos: &Position, seen: &mut Seen) {
        let info = CheckInfo::new(pos);
        for m in pos.legal_moves() {
            let next = pos.play(m);
            let checks = next.in_check();
            assert_eq!(info.gives_check(pos, m), checks, "{m:?} in {}", pos.fen());
            seen.moves += 1;
            if checks {
                seen.checks += 1;
                seen.promotions += u32::from(m.is_promotion());
                seen.en_passant += u32::from(m.is_en_passant());
                seen.castlings += u32::from(m.is_castle());
                seen.discovered += u32::from(!next.checkers().contains(m.to()));
            }
        }
    }

    #[test]
    fn equals_playing_the_move() {
        let mut seen = Seen::default();
        for pos in testing::positions(6_000) {
            look_at(&pos, &mut seen);
        }
        assert!(seen.moves > 100_000 && seen.checks > 3_000);
        assert!(seen.promotions > 100 && seen.discovered > 300);
    }

    /// Rare kinds of check, two plies deep from positions made for them.
    #[test]
    fn rare_checks() {
        let mut seen = Seen::default();
        for fen in [
            // En passant: by the pawn itself, along the rank, along a diagonal, along the file.
            "8/4k3/8/3pP3/8/8/8/4K3 w - d6 0 2",
            "4k3/8/8/8/3Pp3/8/2K5/8 b - d3 0 1",
            "8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 2",
            "8/8/8/8/r3pP1K/8/8/4k3 b - f3 0 1",
            "8/5k2/8/3pP3/8/1B6/8/4K3 w - d6 0 2",
            "4k3/8/8/3pP3/8/8/8/4RK2 w - d6 0 2",
            "3k4/8/8/3pP3/8/8/8/3RK3 w - d6 0 2",
            // Castling: the rook checks along its file, and along the rank through the king's
            // old square.
            "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
            "8/8/8/8/8/8/8/R3K1k1 w Q - 0 1",
            "8/8/8/8/8/8/8/1k2K2R w K - 0 1",
            "r3k2r/8/8/8/8/8/8/3K4 b kq - 0 1",
            "r3k2r/8/8/8/8/8/8/5K2 b kq - 0 1",
            // Promotion: along the pawn's own file and diagonal.
            "8/4P3/8/4k3/8/8/8/4K3 w - - 0 1",
            "r7/1P6/8/3k4/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/3K4/8/1p6/R7 b - - 0 1",
        ] {
            let pos = Position::from_fen(fen).expect("legal");
            look_at(&pos, &mut seen);
            for m in pos.legal_moves() {
                look_at(&pos.play(m), &mut seen);
            }
        }
        assert!(seen.en_passant >= 6, "{} en passant", seen.en_passant);
        assert!(seen.castlings >= 6, "{} castlings", seen.castlings);
        assert!(seen.promotions >= 6, "{} promotions", seen.promotions);
    }

    #[test]
    fn a_position_answers_for_itself() {
        let pos = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").expect("legal");
        let checks: Vec<Move> = pos
            .legal_moves()
            .into_iter()
            .filter(|&m| pos.gives_check(m))
            .collect();
        assert_eq!(checks, [pos.read_uci("a1a8").expect("legal")]);
    }
}
