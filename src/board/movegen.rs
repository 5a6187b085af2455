//! Staged generation of legal moves: noisy ones first, quiet ones when they are asked for.
//!
//! shakmaty generates all legal moves at once; a search that cuts off after a capture wants half
//! of them. The two lists here partition shakmaty's, which a test proves. Castling, whose rules
//! are intricate and whose moves are few, is left to shakmaty.

use shakmaty::{
    Bitboard, CastlingSide, Color, Move, MoveList, Piece, Position as _, Rank, Role, Square,
    attacks,
};

use super::Position;

/// Promotion pieces of a capturing pawn, the likeliest first.
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop];

/// What generation asks about a position, computed once.
struct Generator<'a> {
    position: &'a Position,
    us: Color,
    own: Bitboard,
    occupied: Bitboard,
    king: Square,
    pinned: Bitboard,
    /// Where a piece other than the king may go: anywhere, or onto the line of a check.
    evasion: Bitboard,
    moves: MoveList,
}

impl Position {
    /// The legal captures and promotions to a queen, in a fixed order.
    #[must_use]
    pub fn noisy_moves(&self) -> MoveList {
        let Some(mut generator) = Generator::new(self) else {
            return MoveList::new();
        };
        let enemies = generator.occupied & !generator.own;
        generator.king(enemies);
        if generator.evasion.any() {
            generator.pieces(enemies & generator.evasion);
            generator.pawn_captures(enemies & generator.evasion);
            generator.queen_promotions();
        }
        generator.en_passant();
        generator.moves
    }

    /// The legal moves that are neither captures nor promotions to a queen, in a fixed order.
    #[must_use]
    pub fn quiet_moves(&self) -> MoveList {
        let Some(mut generator) = Generator::new(self) else {
            return MoveList::new();
        };
        let empty = !generator.occupied;
        if generator.evasion.any() {
            generator.pawn_pushes();
            generator.pieces(empty & generator.evasion);
        }
        generator.king(empty);
        if !self.in_check() && self.chess().castles().has_color(self.turn()) {
            for side in [CastlingSide::KingSide, CastlingSide::QueenSide] {
                generator.moves.extend(self.chess().castling_moves(side));
            }
        }
        generator.moves
    }

    /// Pieces of the side to move that may only move on a line with their king.
    #[must_use]
    pub fn pinned(&self) -> Bitboard {
        let us = self.turn();
        match self.board().king_of(us) {
            Some(king) => self.blockers(king, !us) & self.board().by_color(us),
            None => Bitboard::EMPTY,
        }
    }

    /// Pieces of either colour that alone stand between a square and a slider of `attacker`.
    #[inline]
    fn blockers(&self, target: Square, attacker: Color) -> Bitboard {
        let board = self.board();
        let occupied = board.occupied();
        let snipers = (attacks::rook_attacks(target, Bitboard::EMPTY) & board.rooks_and_queens()
            | attacks::bishop_attacks(target, Bitboard::EMPTY) & board.bishops_and_queens())
            & board.by_color(attacker);
        let mut blockers = Bitboard::EMPTY;
        for sniper in snipers {
            let between = attacks::between(target, sniper) & occupied;
            if !between.more_than_one() {
                blockers |= between;
            }
        }
        blockers
    }
}

impl<'a> Generator<'a> {
    fn new(position: &'a Position) -> Option<Self> {
        let board = position.board();
        let us = position.turn();
        let king = board.king_of(us)?;
        let checkers = position.checkers();
        let evasion = match checkers.single_square() {
            Some(checker) => attacks::between(king, checker).with(checker),
            None if checkers.is_empty() => Bitboard::FULL,
            None => Bitboard::EMPTY,
        };
        Some(Self {
            position,
            us,
            own: board.by_color(us),
            occupied: board.occupied(),
            king,
            pinned: position.pinned(),
            evasion,
            moves: MoveList::new(),
        })
    }

    fn own(&self, role: Role) -> Bitboard {
        self.position.board().by_role(role) & self.own
    }

    #[inline]
    fn push(&mut self, role: Role, from: Square, to: Square, promotion: Option<Role>) {
        let capture = if self.occupied.contains(to) {
            self.position.board().role_at(to)
        } else {
            None
        };
        self.moves.push(Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        });
    }

    /// Where a pinned piece may go; anywhere when it is not pinned.
    #[inline]
    fn pin_line(&self, from: Square) -> Bitboard {
        if self.pinned.contains(from) {
            attacks::ray(self.king, from)
        } else {
            Bitboard::FULL
        }
    }

    fn king(&mut self, targets: Bitboard) {
        let board = self.position.board();
        let without_king = self.occupied.without(self.king);
        for to in attacks::king_attacks(self.king) & targets {
            if board.attacks_to(to, !self.us, without_king).is_empty() {
                self.push(Role::King, self.king, to, None);
            }
        }
    }

    fn pieces(&mut self, targets: Bitboard) {
        for from in self.own(Role::Knight) & !self.pinned {
            for to in attacks::knight_attacks(from) & targets {
                self.push(Role::Knight, from, to, None);
            }
        }
        for role in [Role::Bishop, Role::Rook, Role::Queen] {
            for from in self.own(role) {
                let reach = match role {
                    Role::Bishop => attacks::bishop_attacks(from, self.occupied),
                    Role::Rook => attacks::rook_attacks(from, self.occupied),
                    _ => attacks::queen_attacks(from, self.occupied),
                };
                for to in reach & targets & self.pin_line(from) {
                    self.push(role, from, to, None);
                }
            }
        }
    }

    fn pawn_captures(&mut self, targets: Bitboard) {
        for from in self.own(Role::Pawn) {
            for to in attacks::pawn_attacks(self.us, from) & targets & self.pin_line(from) {
                if to.rank() == self.last_rank() {
                    for role in PROMOTIONS {
                        self.push(Role::Pawn, from, to, Some(role));
                    }
                } else {
                    self.push(Role::Pawn, from, to, None);
                }
            }
        }
    }

    fn last_rank(&self) -> Rank {
        self.us.fold_wb(Rank::Eighth, Rank::First)
    }

    fn seventh_rank(&self) -> Bitboard {
        Bitboard::from_rank(self.us.fold_wb(Rank::Seventh, Rank::Second))
    }

    /// The square in front of a pawn, when the pawn may step there.
    #[inline]
    fn step(&self, from: Square) -> Option<Square> {
        let to = from.offset(self.us.fold_wb(8, -8))?;
        let free = !self.occupied.contains(to) && self.pin_line(from).contains(to);
        free.then_some(to)
    }

    fn queen_promotions(&mut self) {
        for from in self.own(Role::Pawn) & self.seventh_rank() {
            if let Some(to) = self.step(from).filter(|&to| self.evasion.contains(to)) {
                self.push(Role::Pawn, from, to, Some(Role::Queen));
            }
        }
    }

    fn pawn_pushes(&mut self) {
        let home = self.us.fold_wb(Rank::Second, Rank::Seventh);
        for from in self.own(Role::Pawn) {
            let Some(to) = self.step(from) else {
                continue;
            };
            let evades = self.evasion.contains(to);
            if to.rank() == self.last_rank() {
                for &role in PROMOTIONS[1..].iter().filter(|_| evades) {
                    self.push(Role::Pawn, from, to, Some(role));
                }
                continue;
            }
            if evades {
                self.push(Role::Pawn, from, to, None);
            }
            let double = to.offset(self.us.fold_wb(8, -8));
            if from.rank() == home
                && let Some(to) =
                    double.filter(|&to| !self.occupied.contains(to) && self.evasion.contains(to))
            {
                self.push(Role::Pawn, from, to, None);
            }
        }
    }

    /// En passant removes two pieces from one line, which no pin covers: each capture is tried.
    fn en_passant(&mut self) {
        let Some(to) = self.position.chess().maybe_ep_square() else {
            return;
        };
        let board = self.position.board();
        for from in attacks::pawn_attacks(!self.us, to) & self.own(Role::Pawn) {
            let captured = Square::from_coords(to.file(), from.rank());
            let occupied = self.occupied.without(from).without(captured).with(to);
            let attackers = board.attacks_to(self.king, !self.us, occupied);
            let victim = Piece {
                color: !self.us,
                role: Role::Pawn,
            };
            if board.piece_at(captured) == Some(victim) && attackers.without(captured).is_empty() {
                self.moves.push(Move::EnPassant { from, to });
            }
        }
    }
}
