//! Passed pawns: how far they are, and what can stop them.

use shakmaty::{Bitboard, Color, Role, Square};

use super::{
    attacks::Info,
    score::S,
    side::Side,
    trace::{Term, Tracer},
};

/// King distances beyond this make no difference.
const FAR: u32 = 5;

/// Sum over the passed pawns of `C`.
pub(super) fn passed<C: Side, T: Tracer>(info: &Info<'_>, turn: Color, tracer: &mut T) -> S {
    let mut score = S::ZERO;
    for pawn in info.pawns.passed & info.board.by_color(C::COLOR) {
        score += one::<C>(info, pawn, turn);
    }
    tracer.add(Term::Passed, C::COLOR, score);
    score
}

fn one<C: Side>(info: &Info<'_>, pawn: Square, turn: Color) -> S {
    let w = info.weights();
    let rank = C::rank_of(pawn);
    let path = C::fill_up(C::up(pawn.into()));
    let stop = C::up(pawn.into());
    let mut score = w.passed[rank];
    if let Some(stop) = stop.first() {
        let enemy = stop.distance(info.king[C::THEM]).min(FAR);
        let own = stop.distance(info.king[C::US]).min(FAR);
        score += w.passed_enemy_king[rank] * enemy as i32 + w.passed_own_king[rank] * own as i32;
    }
    let behind = C::fill_down(C::down(pawn.into()));
    let heavy = info.board.rooks_and_queens() & behind;
    if (heavy & info.board.by_color(C::COLOR)).any() {
        score += w.passed_rook_behind[rank];
    }
    if (stop & info.occupied).is_empty() {
        score += w.passed_free[rank];
        let attacked = if (heavy & !info.board.by_color(C::COLOR)).any() {
            path
        } else {
            info.all::<C::Enemy>() & path
        };
        if attacked.is_empty() {
            score += w.passed_safe_path[rank];
        }
        if (attacked & stop & !info.all::<C>()).is_empty() {
            score += w.passed_safe_step[rank];
        }
    }
    if is_unstoppable::<C>(info, pawn, path, turn) {
        score += w.passed_unstoppable;
    }
    score
}

/// Whether a pawn wins the race against the bare enemy king.
fn is_unstoppable<C: Side>(info: &Info<'_>, pawn: Square, path: Bitboard, turn: Color) -> bool {
    let enemy = info.board.by_color(<C::Enemy as Side>::COLOR);
    let enemy_pieces = enemy & !info.board.pawns() & !info.pieces::<C::Enemy>(Role::King);
    if enemy_pieces.any() || (path & info.occupied).any() {
        return false;
    }
    let Some(promotion) = (path & (C::rank(shakmaty::Rank::Eighth))).first() else {
        return false;
    };
    // A pawn at home advances two squares at once.
    let steps = pawn.distance(promotion) - u32::from(C::rank_of(pawn) == 1);
    let king = promotion.distance(info.king[C::THEM]);
    steps + u32::from(turn != C::COLOR) < king
}
