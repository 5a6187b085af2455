//! What every term reads: the pieces, their attacks, each computed once.

use shakmaty::{Bitboard, Board, Color, Role, Square, attacks};

use super::{
    pawns::PawnEntry,
    side::{Black, Side, White},
    weights::{Tables, Weights},
};

/// A position taken apart, filled in by the pieces' terms as they go along.
///
/// Arrays of two are indexed by colour ([`Side::US`], [`Side::THEM`]).
pub(super) struct Info<'a> {
    pub(super) board: &'a Board,
    pub(super) tables: &'a Tables,
    /// Cached structure of pawns and kings.
    pub(super) pawns: &'a PawnEntry,
    /// Castling rooks that still have their right.
    pub(super) castling: Bitboard,
    pub(super) occupied: Bitboard,
    pub(super) king: [Square; 2],
    /// Squares attacked by a role, index 0 for any role.
    pub(super) by: [[Bitboard; 7]; 2],
    /// Squares attacked at least twice.
    pub(super) twice: [Bitboard; 2],
    /// Squares that count for mobility.
    pub(super) area: [Bitboard; 2],
    /// Zone around the king.
    pub(super) zone: [Bitboard; 2],
    /// Own pieces that alone stand between the own king and an enemy slider.
    pub(super) pinned: [Bitboard; 2],
    /// Own pieces that alone stand between the enemy king and an own slider.
    pub(super) discoverers: [Bitboard; 2],
    /// Own pieces that attack the enemy king's zone: how many.
    pub(super) attackers: [i32; 2],
    /// The same, their weights summed.
    pub(super) attacker_weight: [i32; 2],
    /// Own attacks on squares next to the enemy king.
    pub(super) king_hits: [i32; 2],
}

/// Index in [`Info::by`] for the attacks of all roles.
pub(super) const ANY: usize = 0;

impl<'a> Info<'a> {
    /// Pawns' and kings' attacks, zones and mobility areas; pieces' attacks are yet to come.
    pub(super) fn new(
        board: &'a Board,
        castling: Bitboard,
        tables: &'a Tables,
        pawns: &'a PawnEntry,
    ) -> Self {
        let mut info = Info {
            board,
            tables,
            pawns,
            castling,
            occupied: board.occupied(),
            king: [
                king_square(board, Color::Black),
                king_square(board, Color::White),
            ],
            by: [[Bitboard::EMPTY; 7]; 2],
            twice: [Bitboard::EMPTY; 2],
            area: [Bitboard::EMPTY; 2],
            zone: [Bitboard::EMPTY; 2],
            pinned: [Bitboard::EMPTY; 2],
            discoverers: [Bitboard::EMPTY; 2],
            attackers: [0; 2],
            attacker_weight: [0; 2],
            king_hits: [0; 2],
        };
        info.start::<White>();
        info.start::<Black>();
        info.areas::<White>();
        info.areas::<Black>();
        info
    }

    #[inline]
    pub(super) fn weights(&self) -> &'a Weights {
        &self.tables.weights
    }

    /// The pieces of a role and side.
    #[inline]
    pub(super) fn pieces<C: Side>(&self, role: Role) -> Bitboard {
        self.board.by_role(role) & self.board.by_color(C::COLOR)
    }

    /// Attacks of a side's pieces of a role.
    #[inline]
    pub(super) fn by<C: Side>(&self, role: Role) -> Bitboard {
        self.by[C::US][role as usize]
    }

    /// All attacks of a side.
    #[inline]
    pub(super) fn all<C: Side>(&self) -> Bitboard {
        self.by[C::US][ANY]
    }

    /// Adds attacks of one more piece.
    #[inline]
    pub(super) fn add_attacks<C: Side>(&mut self, role: Role, attacks: Bitboard) {
        self.twice[C::US] |= self.by[C::US][ANY] & attacks;
        self.by[C::US][role as usize] |= attacks;
        self.by[C::US][ANY] |= attacks;
    }

    /// Squares that a rook would attack from here on an empty board.
    #[inline]
    pub(super) fn lines(square: Square) -> Bitboard {
        LINES[square.to_usize()]
    }

    /// Squares that a bishop would attack from here on an empty board.
    #[inline]
    pub(super) fn diagonals(square: Square) -> Bitboard {
        DIAGONALS[square.to_usize()]
    }

    #[inline]
    fn start<C: Side>(&mut self) {
        let pawns = self.pieces::<C>(Role::Pawn);
        let king = self.king[C::US];
        let pawn_attacks = C::pawn_attacks(pawns);
        let king_attacks = attacks::king_attacks(king);
        let double = C::pawn_double_attacks(pawns);
        self.by[C::US][Role::Pawn as usize] = pawn_attacks;
        self.by[C::US][Role::King as usize] = king_attacks;
        self.by[C::US][ANY] = pawn_attacks | king_attacks;
        self.twice[C::US] = double | (pawn_attacks & king_attacks);
        self.zone[C::US] = ZONES[king.to_usize()] & !double;
        self.find_blockers::<C>();
    }

    /// Finds what alone stands between the king of `C` and an enemy slider.
    #[inline]
    fn find_blockers<C: Side>(&mut self) {
        let king = self.king[C::US];
        let enemies = self.board.by_color(<C::Enemy as Side>::COLOR);
        let straight = Self::lines(king) & self.board.rooks_and_queens();
        let diagonal = Self::diagonals(king) & self.board.bishops_and_queens();
        for slider in (straight | diagonal) & enemies {
            let between = attacks::between(king, slider) & self.occupied;
            if between.single_square().is_some() {
                self.pinned[C::US] |= between & !enemies;
                self.discoverers[C::THEM] |= between & enemies;
            }
        }
    }

    #[inline]
    fn areas<C: Side>(&mut self) {
        let pawns = self.pieces::<C>(Role::Pawn);
        let low = C::rank(shakmaty::Rank::Second) | C::rank(shakmaty::Rank::Third);
        let blocked = pawns & (low | C::down(self.occupied));
        let excluded = blocked
            | Bitboard::from_square(self.king[C::US])
            | self.by[C::THEM][Role::Pawn as usize];
        self.area[C::US] = !excluded;
    }
}

/// The king's square of a colour. Positions have one king a side; were it missing, a1 stands in.
#[inline]
pub(super) fn king_square(board: &Board, color: Color) -> Square {
    (board.kings() & board.by_color(color))
        .first()
        .unwrap_or(Square::A1)
}

/// The 3x3 squares around a king, moved inwards from the edge.
static ZONES: [Bitboard; 64] = zones();
/// Files and ranks through a square, on an empty board.
static LINES: [Bitboard; 64] = empty_board(true);
/// Diagonals through a square, on an empty board.
static DIAGONALS: [Bitboard; 64] = empty_board(false);

const fn empty_board(straight: bool) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < 64 {
        let square = Square::ALL[i];
        table[i] = if straight {
            attacks::rook_attacks(square, Bitboard::EMPTY)
        } else {
            attacks::bishop_attacks(square, Bitboard::EMPTY)
        };
        i += 1;
    }
    table
}

const fn zones() -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < 64 {
        let file = inwards(i % 8);
        let rank = inwards(i / 8);
        let centre = Square::ALL[rank * 8 + file];
        let around = attacks::king_attacks(centre).with_const(Bitboard::from_square(centre));
        table[i] = around.with_const(Bitboard::from_square(Square::ALL[i]));
        i += 1;
    }
    table
}

/// A file or rank index moved off the edge.
const fn inwards(index: usize) -> usize {
    match index {
        0 => 1,
        7 => 6,
        other => other,
    }
}
