//! Room behind the own pawns, which many pieces need.

use shakmaty::{Bitboard, Rank, Role};

use super::{
    attacks::Info,
    score::S,
    side::Side,
    trace::{Term, Tracer},
};

/// Files c to f.
const CENTRE_FILES: Bitboard = Bitboard(0x3C3C_3C3C_3C3C_3C3C);
/// With fewer pieces than this (pawns aside, both kings among them) space is worth nothing.
const MIN_PIECES: usize = 11;
/// The bonus is the weight times squares times pieces, divided by this.
const UNIT: i32 = 64;

/// Space of one side.
pub(super) fn space<C: Side, T: Tracer>(info: &Info<'_>, tracer: &mut T) -> S {
    let pieces = (info.occupied & !info.board.pawns()).count();
    if pieces < MIN_PIECES {
        return S::ZERO;
    }
    let ranks = C::rank(Rank::Second) | C::rank(Rank::Third) | C::rank(Rank::Fourth);
    let own_pawns = info.pieces::<C>(Role::Pawn);
    let safe = ranks & CENTRE_FILES & !own_pawns & !info.by::<C::Enemy>(Role::Pawn);
    let behind = C::fill_down(C::down(own_pawns)) & safe & !info.all::<C::Enemy>();
    let squares = (safe.count() + behind.count()) as i32;
    let own = info.board.by_color(C::COLOR) & !own_pawns;
    let score = S::new(
        info.weights().space * squares * own.count() as i32 / UNIT,
        0,
    );
    tracer.add(Term::Space, C::COLOR, score);
    score
}
