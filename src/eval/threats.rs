//! Pieces under attack, and attacks that could be made next.

use shakmaty::{Bitboard, Rank, Role, attacks};

use super::{
    attacks::Info,
    score::S,
    side::Side,
    trace::{Term, Tracer},
    weights::Weights,
};

/// The enemy's pieces and squares as an attacker sees them.
struct Targets {
    /// Pieces beside pawns and king.
    pieces: Bitboard,
    /// Squares that the enemy defends at least as well as we attack them.
    guarded: Bitboard,
    /// Pieces and pawns that we attack and that are not guarded.
    weak: Bitboard,
    /// Squares where a pawn of ours would not simply be lost.
    safe: Bitboard,
}

/// What `C` threatens.
pub(super) fn threats<C: Side, T: Tracer>(info: &Info<'_>, tracer: &mut T) -> S {
    let w = info.weights();
    let targets = targets::<C>(info);
    let (by_pawns, pawn_victims) = by_pawns::<C>(info, &targets, w);
    let mut score = by_pawns + by_pushes::<C>(info, &targets, w);
    score += by_pieces::<C>(info, &targets, w);
    score += on_queen::<C>(info, &targets, w);

    let undefended = !info.all::<C::Enemy>() | (targets.pieces & info.twice[C::US]);
    let hanging = targets.weak & undefended;
    score += w.threat_hanging * hanging.count();

    let minors = info.by::<C>(Role::Knight) | info.by::<C>(Role::Bishop);
    let heavy = info.board.rooks_and_queens() & targets.pieces;
    let en_prise = pawn_victims | (hanging & targets.pieces) | (heavy & minors);
    if en_prise.more_than_one() {
        score += w.threat_double * (en_prise.count() - 1);
    }

    let restricted = info.all::<C::Enemy>() & !targets.guarded & info.all::<C>();
    score += w.threat_restricted * restricted.count();
    tracer.add(Term::Threats, C::COLOR, score);
    score
}

#[inline]
fn targets<C: Side>(info: &Info<'_>) -> Targets {
    let enemy = info.board.by_color(<C::Enemy as Side>::COLOR);
    let guarded = info.by::<C::Enemy>(Role::Pawn) | (info.twice[C::THEM] & !info.twice[C::US]);
    Targets {
        pieces: enemy & !info.board.pawns() & !info.board.kings(),
        guarded,
        weak: enemy & !guarded & info.all::<C>(),
        safe: !info.all::<C::Enemy>() | info.all::<C>(),
    }
}

#[inline]
fn by_pawns<C: Side>(info: &Info<'_>, targets: &Targets, w: &Weights) -> (S, Bitboard) {
    let pawns = info.pieces::<C>(Role::Pawn) & targets.safe;
    let victims = C::pawn_attacks(pawns) & targets.pieces;
    (w.threat_by_pawn * victims.count(), victims)
}

#[inline]
fn by_pushes<C: Side>(info: &Info<'_>, targets: &Targets, w: &Weights) -> S {
    let pawns = info.pieces::<C>(Role::Pawn);
    let single = C::up(pawns) & !info.occupied;
    let double = C::up(single & C::rank(Rank::Third)) & !info.occupied;
    let safe = (single | double) & !info.by::<C::Enemy>(Role::Pawn) & targets.safe;
    w.threat_by_push * (C::pawn_attacks(safe) & targets.pieces).count()
}

#[inline]
fn by_pieces<C: Side>(info: &Info<'_>, targets: &Targets, w: &Weights) -> S {
    let minors = info.by::<C>(Role::Knight) | info.by::<C>(Role::Bishop);
    // A minor piece threatens whatever is worth more or badly guarded, but not guarded pawns.
    let by_minors = minors & (targets.weak | (targets.pieces & targets.guarded));
    let by_rooks = info.by::<C>(Role::Rook) & targets.weak;
    let mut score = by_role(info, by_minors, &w.threat_by_minor);
    score += by_role(info, by_rooks, &w.threat_by_rook);
    if (info.by::<C>(Role::King) & targets.weak).any() {
        score += w.threat_by_king;
    }
    score
}

/// Sum over the victims by their role.
#[inline]
fn by_role(info: &Info<'_>, victims: Bitboard, values: &[S; 6]) -> S {
    let mut score = S::ZERO;
    for square in victims {
        if let Some(role) = info.board.role_at(square) {
            score += values[role as usize - 1];
        }
    }
    score
}

/// Attacks on the enemy's queen that could be made next.
#[inline]
fn on_queen<C: Side>(info: &Info<'_>, targets: &Targets, w: &Weights) -> S {
    let Some(queen) = info.pieces::<C::Enemy>(Role::Queen).single_square() else {
        return S::ZERO;
    };
    let safe = info.area[C::US] & !targets.guarded;
    let knights = info.by::<C>(Role::Knight) & attacks::knight_attacks(queen);
    let bishops = info.by::<C>(Role::Bishop) & attacks::bishop_attacks(queen, info.occupied);
    let rooks = info.by::<C>(Role::Rook) & attacks::rook_attacks(queen, info.occupied);
    let sliders = (bishops | rooks) & info.twice[C::US];
    w.threat_knight_on_queen * (knights & safe).count()
        + w.threat_slider_on_queen * (sliders & safe).count()
}
