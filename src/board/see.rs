//! Static exchange evaluation: what a move wins or loses when both sides then capture on its
//! target square, each stopping when it likes.
//!
//! Conventions, the same in the reference search of the tests:
//! - Each side recaptures with its least valuable attacker, of equals the one on the lowest
//!   square. That is the best order except in rare batteries whose front piece is the dearer one
//!   (about one move in a thousand of the tests' positions is judged wrongly for it).
//! - Attackers behind a piece that captured join in (x-rays).
//! - A pawn that captures on the last rank becomes a queen.
//! - A king captures only when no enemy attacker is left.
//! - Other pins, and checks elsewhere, are ignored: looking them up at every step would cost more
//!   than the few wrong verdicts do.

use shakmaty::{Bitboard, Board, Color, Move, Role, Square, attacks};

use super::Position;

/// Exchange value of a pawn in centipawns.
pub const SEE_PAWN: i32 = 100;
/// Exchange value of a knight in centipawns.
pub const SEE_KNIGHT: i32 = 320;
/// Exchange value of a bishop in centipawns.
pub const SEE_BISHOP: i32 = 330;
/// Exchange value of a rook in centipawns.
pub const SEE_ROOK: i32 = 500;
/// Exchange value of a queen in centipawns.
pub const SEE_QUEEN: i32 = 950;
/// Exchange value of a king: nothing, for no exchange ever takes it.
pub const SEE_KING: i32 = 0;

/// What a pawn gains by becoming a queen.
const PROMOTION_GAIN: i32 = SEE_QUEEN - SEE_PAWN;

/// Exchange value of a role in centipawns.
#[inline]
#[must_use]
pub const fn see_value(role: Role) -> i32 {
    match role {
        Role::Pawn => SEE_PAWN,
        Role::Knight => SEE_KNIGHT,
        Role::Bishop => SEE_BISHOP,
        Role::Rook => SEE_ROOK,
        Role::Queen => SEE_QUEEN,
        Role::King => SEE_KING,
    }
}

/// Whether a legal move wins at least `threshold` centipawns (negative: loses at most as much)
/// by the exchange on its target square. Castling exchanges nothing.
#[must_use]
pub fn see_ge(pos: &Position, m: Move, threshold: i32) -> bool {
    let Some(from) = m.from() else {
        return threshold <= 0;
    };
    if m.is_castle() {
        return threshold <= 0;
    }
    let (to, gain, arrived) = first_capture(m);
    let balance = gain - threshold;
    if balance < 0 {
        return false;
    }
    let at_risk = see_value(arrived);
    if balance >= at_risk && !Bitboard::BACKRANKS.contains(to) {
        return true;
    }
    let mut occupied = pos.board().occupied().without(from);
    if m.is_en_passant() {
        occupied = occupied.without(Square::from_coords(to.file(), from.rank()));
    }
    Exchange {
        board: pos.board(),
        square: to,
        occupied: occupied.with(to),
    }
    .holds(!pos.turn(), balance, at_risk)
}

/// Target square of a move, what it gains at once, and the role that then stands on the square.
#[inline]
fn first_capture(m: Move) -> (Square, i32, Role) {
    let captured = m.capture().map_or(0, see_value);
    let arrived = m.promotion().unwrap_or(m.role());
    let promoted = m.promotion().map_or(0, |role| see_value(role) - SEE_PAWN);
    (m.to(), captured + promoted, arrived)
}

/// An exchange on a square that is under way.
struct Exchange<'a> {
    board: &'a Board,
    square: Square,
    /// Squares still occupied.
    occupied: Bitboard,
}

impl Exchange<'_> {
    /// Whether the side that has just captured reaches its goal although `side` moves next.
    /// `balance` (at least 0) is by how much it is beyond the goal now, `at_risk` the value of its
    /// piece on the square.
    ///
    /// From capture to capture the viewpoint changes: who captures must bring the balance below
    /// the other's goal, and has reached its own goal as soon as it has.
    fn holds(mut self, mut side: Color, mut balance: i32, mut at_risk: i32) -> bool {
        let diagonal = self.board.bishops_and_queens();
        let straight = self.board.rooks_and_queens();
        let promotes = Bitboard::BACKRANKS.contains(self.square);
        let mut attackers = self.attackers();
        let mut holder_is_first = true;
        loop {
            attackers &= self.occupied;
            let ours = attackers & self.board.by_color(side);
            let Some((role, from)) = self.least_valuable(ours) else {
                return holder_is_first;
            };
            if role == Role::King && (attackers & self.board.by_color(!side)).any() {
                return holder_is_first;
            }
            let promotion_gain = if promotes && role == Role::Pawn {
                PROMOTION_GAIN
            } else {
                0
            };
            balance -= at_risk + promotion_gain;
            if balance >= 0 {
                return holder_is_first;
            }
            balance = -balance - 1;
            at_risk = see_value(role) + promotion_gain;
            holder_is_first = !holder_is_first;
            side = !side;
            self.occupied = self.occupied.without(from);
            if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
                attackers |= attacks::bishop_attacks(self.square, self.occupied) & diagonal;
            }
            if matches!(role, Role::Rook | Role::Queen) {
                attackers |= attacks::rook_attacks(self.square, self.occupied) & straight;
            }
        }
    }

    /// The pieces of both colours that attack the square.
    #[inline]
    fn attackers(&self) -> Bitboard {
        let (board, square) = (self.board, self.square);
        (attacks::bishop_attacks(square, self.occupied) & board.bishops_and_queens())
            | (attacks::rook_attacks(square, self.occupied) & board.rooks_and_queens())
            | (attacks::knight_attacks(square) & board.knights())
            | (attacks::king_attacks(square) & board.kings())
            | (attacks::pawn_attacks(Color::Black, square) & board.pawns() & board.white())
            | (attacks::pawn_attacks(Color::White, square) & board.pawns() & board.black())
    }

    /// The least valuable piece of a set, and where it stands.
    #[inline]
    fn least_valuable(&self, pieces: Bitboard) -> Option<(Role, Square)> {
        if pieces.is_empty() {
            return None;
        }
        Role::ALL.into_iter().find_map(|role| {
            let square = (pieces & self.board.by_role(role)).first()?;
            Some((role, square))
        })
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Board, Color, Move, Rank, Role, Square, san::San};

    use super::{SEE_PAWN, SEE_QUEEN, see_ge, see_value};
    use crate::board::{Position, testing};

    /// Which recaptures the reference search tries.
    #[derive(Clone, Copy, PartialEq)]
    enum Choice {
        /// The least valuable attacker on the lowest square: the convention.
        Least,
        /// Every attacker: the truth, pins aside.
        Any,
    }

    /// The pieces of `side` that may capture on `square`, each with the board afterwards and what
    /// the capture gains. Nothing is updated incrementally: the board is edited and asked again.
    fn captures(board: &Board, square: Square, side: Color, choice: Choice) -> Vec<(i32, Board)> {
        let attackers = board.attacks_to(square, side, board.occupied());
        let mut by_value: Vec<(Role, Square)> = attackers
            .into_iter()
            .filter_map(|from| Some((board.role_at(from)?, from)))
            .collect();
        by_value.sort();
        if choice == Choice::Least {
            by_value.truncate(1);
        }
        let victim = board.role_at(square).map_or(0, see_value);
        let last_rank = side.fold_wb(Rank::Eighth, Rank::First);
        let mut captures = Vec::new();
        for (role, from) in by_value {
            let promotes = role == Role::Pawn && square.rank() == last_rank;
            let arrived = if promotes { Role::Queen } else { role };
            let mut after = board.clone();
            after.discard_piece_at(from);
            after.set_piece_at(square, arrived.of(side));
            let defended = after.attacks_to(square, !side, after.occupied()).any();
            if role == Role::King && defended {
                continue;
            }
            let promotion = if promotes { SEE_QUEEN - SEE_PAWN } else { 0 };
            captures.push((victim + promotion, after));
        }
        captures
    }

    /// What `side` wins by capturing on `square`, or 0 if it had better not.
    fn exchange(board: &Board, square: Square, side: Color, choice: Choice) -> i32 {
        captures(board, square, side, choice)
            .into_iter()
            .map(|(gain, after)| gain - exchange(&after, square, !side, choice))
            .fold(0, i32::max)
    }

    fn see(pos: &Position, m: Move, choice: Choice) -> i32 {
        if m.is_castle() {
            return 0;
        }
        let captured = m.capture().map_or(0, see_value);
        let promoted = m.promotion().map_or(0, |role| see_value(role) - SEE_PAWN);
        let after = pos.play(m);
        captured + promoted - exchange(after.board(), m.to(), after.turn(), choice)
    }

    #[test]
    fn equals_a_brute_force_exchange_search() {
        let (mut moves, mut battles) = (0, 0);
        for pos in testing::positions(4_000) {
            for m in pos.legal_moves() {
                let value = see(&pos, m, Choice::Least);
                let thresholds = [-950, -500, -330, -100, -1, 0, 1, 100, 220, 330, 500, 950];
                for threshold in thresholds.into_iter().chain([value, value + 1]) {
                    assert_eq!(
                        see_ge(&pos, m, threshold),
                        value >= threshold,
                        "{m:?} is worth {value}, threshold {threshold}, in {}",
                        pos.fen()
                    );
                }
                moves += 1;
                battles += u32::from(m.is_capture() && value != m.capture().map_or(0, see_value));
            }
        }
        assert!(
            moves > 50_000 && battles > 2_000,
            "{moves} moves, {battles}"
        );
    }

    /// The convention "least valuable attacker" against the choice among all attackers, where few
    /// enough attack the square for all orders to be tried.
    #[test]
    fn the_least_valuable_attacker_is_nearly_always_best() {
        const MOST_ATTACKERS: usize = 7;
        let (mut moves, mut wrong) = (0, 0);
        for pos in testing::positions(3_000) {
            let board = pos.board();
            for m in pos.legal_moves() {
                let attackers = board.attacks_to(m.to(), Color::White, board.occupied())
                    | board.attacks_to(m.to(), Color::Black, board.occupied());
                if attackers.count() > MOST_ATTACKERS {
                    continue;
                }
                moves += 1;
                let truth = see(&pos, m, Choice::Any);
                wrong += u32::from(!see_ge(&pos, m, truth) || see_ge(&pos, m, truth + 1));
            }
        }
        assert!(moves > 50_000, "only {moves} moves");
        assert!(
            wrong * 500 < moves,
            "{wrong} of {moves} moves are judged wrongly"
        );
    }

    fn worth(fen: &str, san: &str) -> i32 {
        let pos = Position::from_fen(fen).expect("legal");
        let m = san
            .parse::<San>()
            .expect("SAN")
            .to_move(pos.chess())
            .expect("a legal move");
        let value = (-2_000..=2_000)
            .rev()
            .find(|&threshold| see_ge(&pos, m, threshold));
        value.expect("no move loses more than 2,000")
    }

    #[test]
    fn worked_examples() {
        let rook_takes_pawn = "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1";
        assert_eq!(worth(rook_takes_pawn, "Rxe5"), 100);
        let knight_for_pawn = "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1";
        assert_eq!(worth(knight_for_pawn, "Nxe5"), 100 - 320);
        let en_passant_undefended = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
        assert_eq!(worth(en_passant_undefended, "exd6"), 100);
        let en_passant_defended = "4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 2";
        assert_eq!(worth(en_passant_defended, "exd6"), 0);
        let en_passant_opens_the_file = "3rk3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
        assert_eq!(worth(en_passant_opens_the_file, "exd6"), 0);
        let promotion = "8/1P6/8/8/8/k7/8/4K3 w - - 0 1";
        assert_eq!(worth(promotion, "b8=Q"), 850);
        assert_eq!(worth(promotion, "b8=N"), 220);
        let promotion_is_lost = "2r5/1P6/8/8/8/k7/8/4K3 w - - 0 1";
        assert_eq!(worth(promotion_is_lost, "b8=Q"), -100);
        assert_eq!(worth(promotion_is_lost, "bxc8=Q"), 1_350);
        let recapture_promotes = "4k3/8/8/8/8/4B3/1p6/r1R4K w - - 0 1";
        assert_eq!(worth(recapture_promotes, "Rxa1"), 500 - 500 - 850);
        let king_may_not_recapture = "8/8/4k3/3r4/8/4N3/6B1/4K3 w - - 0 1";
        assert_eq!(worth(king_may_not_recapture, "Nxd5"), 500);
        let castling = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
        assert_eq!(worth(castling, "O-O-O"), 0);
    }
}
