//! Directions and squares as one side sees them, resolved at compile time.
//!
//! Terms are written once, for a side that plays "up" the board, and compiled for both colours.

use shakmaty::{Bitboard, Color, File, Rank, Square};

/// White or Black as a type.
pub(super) trait Side {
    /// The side it plays against.
    type Enemy: Side<Enemy = Self>;
    /// The colour.
    const COLOR: Color;
    /// Index of the colour in arrays of two.
    const US: usize = Self::COLOR as usize;
    /// Index of the enemy's colour in arrays of two.
    const THEM: usize = 1 - Self::US;

    /// All squares one step ahead.
    fn up(squares: Bitboard) -> Bitboard;

    /// The squares and everything ahead of them on their files.
    fn fill_up(squares: Bitboard) -> Bitboard;

    /// All squares one step behind.
    fn down(squares: Bitboard) -> Bitboard {
        Self::Enemy::up(squares)
    }

    /// The squares and everything behind them on their files.
    fn fill_down(squares: Bitboard) -> Bitboard {
        Self::Enemy::fill_up(squares)
    }

    /// Squares that pawns of this side attack.
    #[inline]
    fn pawn_attacks(pawns: Bitboard) -> Bitboard {
        beside(Self::up(pawns))
    }

    /// Squares that two pawns of this side attack.
    #[inline]
    fn pawn_double_attacks(pawns: Bitboard) -> Bitboard {
        let ahead = Self::up(pawns);
        west(ahead) & east(ahead)
    }

    /// The square as White would name it.
    #[inline]
    fn relative(square: Square) -> Square {
        match Self::COLOR {
            Color::White => square,
            Color::Black => square.flip_vertical(),
        }
    }

    /// The rank index, 0 for the side's own back rank.
    #[inline]
    fn rank_of(square: Square) -> usize {
        Self::relative(square).rank().to_usize()
    }

    /// All squares of a rank, counted from the side's own back rank.
    #[inline]
    fn rank(rank: Rank) -> Bitboard {
        Bitboard::from_rank(match Self::COLOR {
            Color::White => rank,
            Color::Black => rank.flip_vertical(),
        })
    }
}

/// White, for whom up is towards the eighth rank.
pub(super) struct White;

/// Black, for whom up is towards the first rank.
pub(super) struct Black;

impl Side for White {
    type Enemy = Black;
    const COLOR: Color = Color::White;

    #[inline]
    fn up(squares: Bitboard) -> Bitboard {
        Bitboard(squares.0 << 8)
    }

    #[inline]
    fn fill_up(Bitboard(mut squares): Bitboard) -> Bitboard {
        squares |= squares << 8;
        squares |= squares << 16;
        squares |= squares << 32;
        Bitboard(squares)
    }
}

impl Side for Black {
    type Enemy = White;
    const COLOR: Color = Color::Black;

    #[inline]
    fn up(squares: Bitboard) -> Bitboard {
        Bitboard(squares.0 >> 8)
    }

    #[inline]
    fn fill_up(Bitboard(mut squares): Bitboard) -> Bitboard {
        squares |= squares >> 8;
        squares |= squares >> 16;
        squares |= squares >> 32;
        Bitboard(squares)
    }
}

const FILE_A: Bitboard = Bitboard::from_file(File::A);
const FILE_H: Bitboard = Bitboard::from_file(File::H);

/// All squares one step towards the a-file.
#[inline]
pub(super) fn west(squares: Bitboard) -> Bitboard {
    Bitboard((squares & !FILE_A).0 >> 1)
}

/// All squares one step towards the h-file.
#[inline]
pub(super) fn east(squares: Bitboard) -> Bitboard {
    Bitboard((squares & !FILE_H).0 << 1)
}

/// All squares one step to either side.
#[inline]
pub(super) fn beside(squares: Bitboard) -> Bitboard {
    west(squares) | east(squares)
}

/// The whole files that the squares stand on.
#[inline]
pub(super) fn fill_files(squares: Bitboard) -> Bitboard {
    White::fill_up(squares) | Black::fill_up(squares)
}

/// Distance of a file from the nearer edge, 0 to 3.
#[inline]
pub(super) fn edge_distance(file: File) -> usize {
    let file = file.to_usize();
    file.min(7 - file)
}
