//! Pieces that are en prise.

use shakmaty::{Bitboard, Board, Color, attacks};

use super::Position;

/// The largest count that is told apart: 2 stands for two or more.
pub const HANG_MAX: usize = 2;

/// How many of a colour's pieces are en prise: 0, 1, or 2 for two and more. A piece is en prise
/// when a less valuable enemy piece attacks it, or when any enemy piece attacks it and none of its
/// own side defends it.
///
/// - Pieces are knights, bishops, rooks and queens, as chess players use the word. Pawns would
///   blur the count: one ply from the positions of `suites/ecm.epd` the mover has a piece en prise
///   in 16% of the positions, and a piece or a loose pawn in 30%.
/// - Values are compared by class: pawn, minor piece, rook, queen. A bishop attacked by a knight
///   is attacked by its equal.
/// - Attacks and defences are those over the board as it stands: through no piece, pins ignored.
#[must_use]
pub fn hang(pos: &Position, color: Color) -> usize {
    let board = pos.board();
    let ours = board.by_color(color) & !board.pawns() & !board.kings();
    let enemy = EnemyAttacks::new(board, !color);
    let outranked = outranked(board, ours, &enemy);
    let mut count = outranked.count();
    let mut attacked = ours & enemy.any() & !outranked;
    while count < HANG_MAX {
        let Some(square) = attacked.pop_front() else {
            break;
        };
        let defenders = board.attacks_to(square, color, board.occupied());
        count += usize::from(defenders.is_empty());
    }
    count.min(HANG_MAX)
}

/// The pieces of `ours` that something less valuable attacks.
#[inline]
fn outranked(board: &Board, ours: Bitboard, enemy: &EnemyAttacks) -> Bitboard {
    let by_minor = enemy.pawns | enemy.minors;
    let by_rook = by_minor | enemy.rooks;
    ours & ((enemy.pawns & (board.knights() | board.bishops()))
        | (by_minor & board.rooks())
        | (by_rook & board.queens()))
}

/// Squares that the classes of a colour's pieces attack.
struct EnemyAttacks {
    pawns: Bitboard,
    minors: Bitboard,
    rooks: Bitboard,
    others: Bitboard,
}

impl EnemyAttacks {
    fn new(board: &Board, color: Color) -> Self {
        let occupied = board.occupied();
        let pieces = board.by_color(color);
        let union = |pieces: Bitboard, attacks: fn(shakmaty::Square, Bitboard) -> Bitboard| {
            pieces.into_iter().fold(Bitboard::EMPTY, |all, square| {
                all | attacks(square, occupied)
            })
        };
        Self {
            pawns: pawn_attacks(pieces & board.pawns(), color),
            minors: union(pieces & board.knights(), |square, _| {
                attacks::knight_attacks(square)
            }) | union(pieces & board.bishops(), attacks::bishop_attacks),
            rooks: union(pieces & board.rooks(), attacks::rook_attacks),
            others: union(pieces & board.queens(), attacks::queen_attacks)
                | union(pieces & board.kings(), |square, _| {
                    attacks::king_attacks(square)
                }),
        }
    }

    #[inline]
    fn any(&self) -> Bitboard {
        self.pawns | self.minors | self.rooks | self.others
    }
}

/// Squares that a set of pawns attacks.
#[inline]
fn pawn_attacks(pawns: Bitboard, color: Color) -> Bitboard {
    let ahead = pawns.shift(color.fold_wb(8, -8));
    (ahead & !Bitboard::from(shakmaty::File::A)).shift(-1)
        | (ahead & !Bitboard::from(shakmaty::File::H)).shift(1)
}

#[cfg(test)]
mod tests {
    use shakmaty::{Board, Color, Role, Square};

    use super::{HANG_MAX, hang};
    use crate::board::{Position, testing};

    fn class(role: Role) -> u32 {
        match role {
            Role::Pawn => 0,
            Role::Knight | Role::Bishop => 1,
            Role::Rook => 2,
            Role::Queen => 3,
            Role::King => 4,
        }
    }

    fn is_en_prise(board: &Board, square: Square, role: Role, color: Color) -> bool {
        let roles_attacking = |side: Color| -> Vec<Role> {
            let attackers = board
                .into_iter()
                .filter(|&(from, piece)| {
                    piece.color == side && board.attacks_from(from).contains(square)
                })
                .map(|(_, piece)| piece.role);
            attackers.collect()
        };
        let attackers = roles_attacking(!color);
        let has_cheap_attacker = attackers.iter().any(|&r| class(r) < class(role));
        has_cheap_attacker || (!attackers.is_empty() && roles_attacking(color).is_empty())
    }

    /// The definition, piece by piece.
    fn by_definition(pos: &Position, color: Color) -> usize {
        let hanging = pos
            .board()
            .into_iter()
            .filter(|&(square, piece)| {
                piece.color == color
                    && !matches!(piece.role, Role::Pawn | Role::King)
                    && is_en_prise(pos.board(), square, piece.role, color)
            })
            .count();
        hanging.min(HANG_MAX)
    }

    #[test]
    fn equals_the_definition() {
        let mut seen = [0; HANG_MAX + 1];
        for pos in testing::positions(6_000) {
            for color in Color::ALL {
                let count = hang(&pos, color);
                assert_eq!(
                    count,
                    by_definition(&pos, color),
                    "{color} in {}",
                    pos.fen()
                );
                seen[count] += 1;
            }
        }
        assert!(seen.iter().all(|&n| n > 500), "{seen:?}");
    }

    #[test]
    fn worked_examples() {
        let cases = [
            ("nothing is attacked", "4k3/8/8/8/8/8/8/R3K2N w - - 0 1", 0),
            ("a loose knight", "4k3/8/8/r6N/8/8/8/4K3 w - - 0 1", 1),
            ("a defended knight", "4k3/8/8/r6N/8/8/8/4K2R w - - 0 1", 0),
            (
                "defended, but a pawn attacks",
                "4k3/8/8/6p1/7N/8/8/4K2R w - - 0 1",
                1,
            ),
            (
                "bishop by knight is no bargain",
                "4k3/8/4n3/8/3B4/4K3/8/8 w - - 0 1",
                0,
            ),
            ("rook by bishop is", "4k3/8/5b2/8/3R4/4K3/8/8 w - - 0 1", 1),
            ("queen by rook is", "3rk3/8/8/8/3Q4/4K3/8/8 w - - 0 1", 1),
            (
                "queen by queen is not",
                "3qk3/8/8/8/3Q4/4K3/8/8 w - - 0 1",
                0,
            ),
            (
                "a loose pawn is no piece",
                "4k3/8/8/r6P/8/8/8/4K3 w - - 0 1",
                0,
            ),
            ("a fork by a pawn", "4k3/8/4p3/3N1N2/4K3/8/8/8 w - - 0 1", 2),
            (
                "three count as two",
                "k7/4p3/3N1N2/8/8/r6N/8/4K3 w - - 0 1",
                2,
            ),
            (
                "the king attacks a loose rook",
                "8/8/8/8/3k4/4R3/8/6K1 w - - 0 1",
                1,
            ),
            (
                "the king defends a rook",
                "3r2k1/8/8/8/8/3R4/3K4/8 w - - 0 1",
                0,
            ),
            (
                "a pawn at the edge attacks one square",
                "4k3/7p/6N1/N7/8/8/8/4K3 w - - 0 1",
                1,
            ),
        ];
        for (name, fen, expected) in cases {
            let pos = Position::from_fen(fen).expect(name);
            assert_eq!(hang(&pos, Color::White), expected, "{name}: {fen}");
        }
    }
}
