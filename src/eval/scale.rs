//! Endings that are worth less than their material, and bare kings that must be mated.

use shakmaty::{Bitboard, Board, Color, Rank, Role, Square};

use super::{
    attacks::Info,
    score::{FULL_SCALE, S},
    side::{Black, Side, White},
    trace::{Term, Tracer},
    weights::Weights,
};

/// Material in pawns, by role from the knight on: fine enough to tell endings apart.
const MINOR: usize = 3;
const ROOK: usize = 5;
const QUEEN: usize = 9;

/// Scale of the endgame score, 0 to [`FULL_SCALE`], given the score itself (White's view).
pub(super) fn scale(info: &Info<'_>, score: S) -> i32 {
    if score.eg() > 0 {
        scale_for::<White>(info)
    } else {
        scale_for::<Black>(info)
    }
}

/// Value of the pieces of a side, pawns and king aside.
fn pieces_value(board: &Board, color: Color) -> usize {
    let own = board.by_color(color);
    (own & (board.knights() | board.bishops())).count() * MINOR
        + (own & board.rooks()).count() * ROOK
        + (own & board.queens()).count() * QUEEN
}

/// Scale when `C` has the better endgame score.
fn scale_for<C: Side>(info: &Info<'_>) -> i32 {
    let w = info.weights();
    let board = info.board;
    let pawns = info.pieces::<C>(Role::Pawn);
    if pawns.is_empty() {
        return without_pawns::<C>(info, w);
    }
    if is_wrong_bishop::<C>(info, pawns) {
        return 0;
    }
    let by_pawns = w.scale_pawns[0] + w.scale_pawns[1] * pawns.count() as i32;
    let scale = if opposite_bishops(board) {
        let other = board.knights() | board.rooks_and_queens();
        if other.is_empty() {
            let passed = (info.pawns.passed & pawns).count() as i32;
            w.scale_opposite_bishops[0] + w.scale_opposite_bishops[1] * passed
        } else {
            let own = (other & board.by_color(C::COLOR)).count() as i32;
            w.scale_opposite_bishops_more[0] + w.scale_opposite_bishops_more[1] * own
        }
    } else {
        by_pawns
    };
    scale.min(by_pawns).min(FULL_SCALE)
}

/// Scale for a stronger side without pawns, which must be a piece ahead at least.
fn without_pawns<C: Side>(info: &Info<'_>, w: &Weights) -> i32 {
    let own = pieces_value(info.board, C::COLOR);
    let enemy = pieces_value(info.board, <C::Enemy as Side>::COLOR);
    let two_knights = own == 2 * MINOR && info.pieces::<C>(Role::Knight).more_than_one();
    if own < ROOK || (two_knights && enemy == 0) {
        return 0;
    }
    if own >= enemy + ROOK {
        return FULL_SCALE;
    }
    if enemy <= MINOR {
        w.scale_no_pawns[0]
    } else {
        w.scale_no_pawns[1]
    }
}

/// Whether each side has one bishop, and they never meet.
fn opposite_bishops(board: &Board) -> bool {
    let white = board.bishops() & board.white();
    let black = board.bishops() & board.black();
    match (white.single_square(), black.single_square()) {
        (Some(white), Some(black)) => white.is_light() != black.is_light(),
        _ => false,
    }
}

/// Whether only rook pawns of one file and a bishop of the wrong colour are left, with the enemy
/// king in the corner.
fn is_wrong_bishop<C: Side>(info: &Info<'_>, pawns: Bitboard) -> bool {
    let board = info.board;
    let pieces = board.by_color(C::COLOR) & !board.pawns() & !board.kings();
    let Some(bishop) = pieces.single_square() else {
        return false;
    };
    let Some(pawn) = pawns.first() else {
        return false;
    };
    let file = Bitboard::from_file(pawn.file());
    let on_edge = (file & Bitboard::from_rank(Rank::First) & CORNERS).any();
    if !board.bishops().contains(bishop) || !on_edge || (pawns & !file).any() {
        return false;
    }
    let Some(corner) = (file & C::rank(Rank::Eighth)).first() else {
        return false;
    };
    corner.is_light() != bishop.is_light() && info.king[C::THEM].distance(corner) <= 1
}

const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);

/// The winning side's bonus for driving a bare king where it can be mated (White's view).
pub(super) fn mop_up<T: Tracer>(info: &Info<'_>, tracer: &mut T) -> S {
    let white_bare = info.board.white().single_square().is_some();
    let black_bare = info.board.black().single_square().is_some();
    match (white_bare, black_bare) {
        (false, true) => mop_up_for::<White, T>(info, tracer),
        (true, false) => -mop_up_for::<Black, T>(info, tracer),
        _ => S::ZERO,
    }
}

fn mop_up_for<C: Side, T: Tracer>(info: &Info<'_>, tracer: &mut T) -> S {
    let w = info.weights();
    if without_pawns::<C>(info, w) == 0 {
        return S::ZERO;
    }
    let bare = info.king[C::THEM];
    let steps = mating_distance::<C>(info, bare);
    let kings = 7 - info.king[C::US].distance(bare) as i32;
    let bonus = w.mop_up_centre * steps + w.mop_up_kings * kings;
    let score = S::new(bonus, bonus);
    tracer.add(Term::MopUp, C::COLOR, score);
    score
}

/// How far a bare king has been driven: from the centre, or, when only bishop and knight are left,
/// towards a corner of the bishop's colour.
fn mating_distance<C: Side>(info: &Info<'_>, bare: Square) -> i32 {
    let pieces = info.board.by_color(C::COLOR) & !info.board.kings();
    let bishops = pieces & info.board.bishops();
    let knights = pieces & info.board.knights();
    let only_these = (bishops | knights) == pieces;
    if let (true, Some(bishop), Some(_)) =
        (only_these, bishops.single_square(), knights.single_square())
    {
        let (first, second) = if bishop.is_light() {
            (Square::A8, Square::H1)
        } else {
            (Square::A1, Square::H8)
        };
        return 7 - bare.distance(first).min(bare.distance(second)) as i32;
    }
    from_centre(bare.file().to_usize()) + from_centre(bare.rank().to_usize())
}

/// Steps from the nearer of the two middle files or ranks, 0 to 3.
fn from_centre(index: usize) -> i32 {
    let index = index as i32;
    (3 - index).max(index - 4)
}
