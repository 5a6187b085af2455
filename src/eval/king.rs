//! Danger to the king: points for everything that an attack needs, then a curve.
//!
//! A single attacker is harmless and several together are deadly, so the points go through a
//! parabola: the middlegame penalty is `danger² / CURVE`, and the endgame one grows linearly.

use shakmaty::{Bitboard, Color, File, Rank, Role, attacks};

use super::{
    attacks::Info,
    score::S,
    side::Side,
    trace::{Term, Tracer},
    weights::Weights,
};

/// Divisor of the squared danger points.
const CURVE: i32 = 960;
/// Divisor of the danger points in the endgame.
const ENDGAME: i32 = 14;
/// The curve ends here: more is mate anyway, and scores must stay below those of won endings.
const MAX_DANGER: i32 = 1400;
/// Below this, attacks are not worth a penalty.
const MIN_DANGER: i32 = 40;
/// Unit of the weights given in sixteenths.
const SIXTEENTHS: i32 = 16;

/// What the king of `C` has to fear, from the view of `C`.
pub(super) fn danger<C: Side, T: Tracer>(info: &Info<'_>, turn: Color, tracer: &mut T) -> S {
    let w = info.weights();
    let mut points = 0;
    if info.pieces::<C::Enemy>(Role::Queen).is_empty() {
        // A lone attacker without a queen is no attack.
        if info.attackers[C::THEM] < 2 {
            return S::ZERO;
        }
        points += w.danger_no_queen;
    }
    if turn != C::COLOR {
        points += w.danger_to_move;
    }
    points += attack_points::<C>(info, w) + defence_points::<C>(info, w);
    let points = points.min(MAX_DANGER);
    if points < MIN_DANGER {
        return S::ZERO;
    }
    let score = S::new(-points * points / CURVE, -points / ENDGAME);
    tracer.add(Term::Danger, C::COLOR, score);
    score
}

/// Points for what the enemy's pieces do.
fn attack_points<C: Side>(info: &Info<'_>, w: &Weights) -> i32 {
    let weak = weak_squares::<C>(info);
    let pinned = info.pinned[C::US] | info.discoverers[C::THEM];
    w.danger_base
        + info.attackers[C::THEM] * info.attacker_weight[C::THEM]
        + w.danger_attack * info.king_hits[C::THEM]
        + w.danger_weak_square * (info.zone[C::US] & weak).count() as i32
        + w.danger_pinned * pinned.count() as i32
        + flank::<C>(info, w)
        + checks::<C>(info, weak, w)
}

/// Points for what the king lacks or has: shelter, squares to flee to, guards.
#[inline]
fn defence_points<C: Side>(info: &Info<'_>, w: &Weights) -> i32 {
    let own = info.board.by_color(C::COLOR);
    let escapes = info.by::<C>(Role::King) & !own & !info.all::<C::Enemy>();
    let zone = info.zone[C::US];
    let mut points = w.danger_escapes[escapes.count().min(w.danger_escapes.len() - 1)]
        + w.danger_shelter * i32::from(info.pawns.shelter[C::US]) / SIXTEENTHS;
    if (info.by::<C>(Role::Knight) & zone).any() {
        points += w.danger_knight_guard;
    }
    if (info.by::<C>(Role::Bishop) & zone).any() {
        points += w.danger_bishop_guard;
    }
    points
}

/// Squares that the enemy attacks and that nothing defends but the king or a queen, once.
#[inline]
fn weak_squares<C: Side>(info: &Info<'_>) -> Bitboard {
    let royal = info.by::<C>(Role::King) | info.by::<C>(Role::Queen);
    info.all::<C::Enemy>() & !info.twice[C::US] & (!info.all::<C>() | royal)
}

/// Attacks and defences on the king's third of the board.
#[inline]
fn flank<C: Side>(info: &Info<'_>, w: &Weights) -> i32 {
    let camp = FLANKS[info.king[C::US].file().to_usize()] & C::camp();
    let attacked = info.all::<C::Enemy>() & camp;
    let attacks = (attacked.count() + (attacked & info.twice[C::THEM]).count()) as i32;
    let defences = (info.all::<C>() & camp).count() as i32;
    w.danger_flank * attacks * attacks / SIXTEENTHS + w.danger_flank_defence * defences
}

/// Checks that the enemy could give with his next move.
#[inline]
fn checks<C: Side>(info: &Info<'_>, weak: Bitboard, w: &Weights) -> i32 {
    let king = info.king[C::US];
    let free = !info.board.by_color(<C::Enemy as Side>::COLOR);
    let safe = free & (!info.all::<C>() | (weak & info.twice[C::THEM]));
    // The own queen would not stop a check, it would be lost to it.
    let occupied = info.occupied ^ info.pieces::<C>(Role::Queen);
    let straight = attacks::rook_attacks(king, occupied);
    let diagonal = attacks::bishop_attacks(king, occupied);

    let enemy = |role| info.by::<C::Enemy>(role) & free;
    let rook = straight & enemy(Role::Rook);
    let bishop = diagonal & enemy(Role::Bishop);
    let knight = attacks::knight_attacks(king) & enemy(Role::Knight);
    let queen = (straight | diagonal) & enemy(Role::Queen) & !info.by::<C>(Role::Queen);

    let mut points = 0;
    let mut unsafe_checks = Bitboard::EMPTY;
    for (role, squares) in [
        (Role::Rook, rook),
        (Role::Bishop, bishop),
        (Role::Knight, knight),
    ] {
        points += safe_checks(role, squares & safe, w);
        unsafe_checks |= squares & !safe;
    }
    points += safe_checks(Role::Queen, queen & safe, w);
    if (queen & safe & info.by::<C>(Role::King)).any() {
        points += w.danger_queen_contact;
    }
    points + w.danger_unsafe_check * unsafe_checks.count() as i32
}

#[inline]
fn safe_checks(role: Role, squares: Bitboard, w: &Weights) -> i32 {
    let index = role as usize - 1;
    if squares.is_empty() {
        0
    } else if squares.more_than_one() {
        w.danger_safe_check[index] + w.danger_more_checks[index]
    } else {
        w.danger_safe_check[index]
    }
}

/// The files near a king, by its file.
static FLANKS: [Bitboard; 8] = [
    files(0, 3),
    files(0, 3),
    files(0, 3),
    files(2, 5),
    files(2, 5),
    files(4, 7),
    files(4, 7),
    files(4, 7),
];

const fn files(first: usize, last: usize) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
    let mut file = first;
    while file <= last {
        squares = squares.with_const(Bitboard::from_file(File::ALL[file]));
        file += 1;
    }
    squares
}

/// Ranks one to five.
trait Camp {
    fn camp() -> Bitboard;
}

impl<C: Side> Camp for C {
    #[inline]
    fn camp() -> Bitboard {
        !(C::rank(Rank::Sixth) | C::rank(Rank::Seventh) | C::rank(Rank::Eighth))
    }
}
