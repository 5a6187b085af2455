//! Knights, bishops, rooks and queens: placement, mobility and what each of them likes.
//!
//! As it goes along, each piece enters its attacks into [`Info`], which the terms on king danger,
//! threats and passed pawns read afterwards.

use shakmaty::{Bitboard, Rank, Role, Square, attacks};

use super::{
    attacks::Info,
    score::S,
    side::{Side, fill_files},
    trace::{Term, Tracer},
};

const LIGHT: Bitboard = Bitboard::LIGHT_SQUARES;
const DARK: Bitboard = Bitboard::DARK_SQUARES;
/// d4, e4, d5, e5.
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);
/// a1 to h8 and a8 to h1: the only diagonals with two centre squares.
const LONG_DIAGONALS: Bitboard = Bitboard(0x8142_2418_1824_4281);
/// Files c to f.
const CENTRE_FILES: Bitboard = Bitboard(0x3C3C_3C3C_3C3C_3C3C);
/// A rook with at most this many safe squares may be trapped by its king.
const TRAPPED_MOBILITY: usize = 3;

/// Sum of the terms of one side's pieces.
pub(super) fn pieces<C: Side, T: Tracer>(info: &mut Info<'_>, tracer: &mut T) -> S {
    knights::<C, T>(info, tracer)
        + bishops::<C, T>(info, tracer)
        + rooks::<C, T>(info, tracer)
        + queens::<C, T>(info, tracer)
}

/// Enters a piece's attacks and returns its placement and mobility, and the number of safe
/// squares it attacks.
#[inline]
fn enter<C: Side, T: Tracer>(
    info: &mut Info<'_>,
    role: Role,
    square: Square,
    mut attacks: Bitboard,
    mobility: &[S],
    tracer: &mut T,
) -> (S, usize) {
    if info.pinned[C::US].contains(square) {
        attacks &= attacks::ray(info.king[C::US], square);
    }
    info.add_attacks::<C>(role, attacks);
    if (attacks & info.zone[C::THEM]).any() {
        let adjacent = info.by[C::THEM][Role::King as usize];
        info.attackers[C::US] += 1;
        info.attacker_weight[C::US] += info.weights().danger_attacker[role as usize - 1];
        info.king_hits[C::US] += (attacks & adjacent).count() as i32;
    }
    let safe = (attacks & info.area[C::US]).count();
    let mobility = mobility[safe];
    let relative = C::relative(square);
    tracer.add(Term::Mobility, C::COLOR, mobility);
    let placement = info.tables.place::<T>(role, relative, C::COLOR, tracer);
    (mobility + placement, safe)
}

/// Squares on the fourth to sixth rank that a pawn supports and no enemy pawn can attack.
#[inline]
fn outposts<C: Side>(info: &Info<'_>) -> Bitboard {
    let ranks = C::rank(Rank::Fourth) | C::rank(Rank::Fifth) | C::rank(Rank::Sixth);
    ranks & info.by::<C>(Role::Pawn) & !info.pawns.spans[C::THEM]
}

/// What knights and bishops have in common: cover behind a pawn, and the king's vicinity.
#[inline]
fn minor<C: Side>(info: &Info<'_>, square: Square) -> S {
    let w = info.weights();
    let distance = square.distance(info.king[C::US]) as usize;
    let mut score = w.minor_king_distance * distance;
    if C::down(info.board.pawns()).contains(square) {
        score += w.minor_behind_pawn;
    }
    score
}

fn knights<C: Side, T: Tracer>(info: &mut Info<'_>, tracer: &mut T) -> S {
    let w = info.weights();
    let outposts = outposts::<C>(info);
    let mut total = S::ZERO;
    for square in info.pieces::<C>(Role::Knight) {
        let attacks = attacks::knight_attacks(square);
        let (common, _) = enter::<C, T>(
            info,
            Role::Knight,
            square,
            attacks,
            &w.knight_mobility,
            tracer,
        );
        let mut score = minor::<C>(info, square);
        if outposts.contains(square) {
            score += w.knight_outpost;
        } else if (attacks & outposts & !info.board.by_color(C::COLOR)).any() {
            score += w.knight_outpost_near;
        }
        tracer.add(Term::Pieces, C::COLOR, score);
        total += common + score;
    }
    total
}

fn bishops<C: Side, T: Tracer>(info: &mut Info<'_>, tracer: &mut T) -> S {
    let w = info.weights();
    let bishops = info.pieces::<C>(Role::Bishop);
    if bishops.is_empty() {
        return S::ZERO;
    }
    let outposts = outposts::<C>(info);
    let pawns = info.pieces::<C>(Role::Pawn);
    let blocked = (pawns & CENTRE_FILES & C::down(info.occupied)).count();
    // Bishops look through queens: a battery attacks what stands behind its front piece.
    let occupied = info.occupied ^ info.board.queens();
    let mut total = S::ZERO;
    for square in bishops {
        let attacks = attacks::bishop_attacks(square, occupied);
        let (common, _) = enter::<C, T>(
            info,
            Role::Bishop,
            square,
            attacks,
            &w.bishop_mobility,
            tracer,
        );
        let mut score = minor::<C>(info, square);
        if outposts.contains(square) {
            score += w.bishop_outpost;
        }
        let colour = if LIGHT.contains(square) { LIGHT } else { DARK };
        let same_colour = (pawns & colour).count();
        score += (w.bad_bishop_pawn + w.bad_bishop_blocked * blocked) * same_colour;
        if LONG_DIAGONALS.contains(square) {
            let through_pieces = attacks::bishop_attacks(square, info.board.pawns());
            if ((through_pieces | square) & CENTRE).more_than_one() {
                score += w.bishop_long_diagonal;
            }
        }
        tracer.add(Term::Pieces, C::COLOR, score);
        total += common + score;
    }
    if (bishops & LIGHT).any() && (bishops & DARK).any() {
        tracer.add(Term::Pieces, C::COLOR, w.bishop_pair);
        total += w.bishop_pair;
    }
    total
}

fn rooks<C: Side, T: Tracer>(info: &mut Info<'_>, tracer: &mut T) -> S {
    let w = info.weights();
    let rooks = info.pieces::<C>(Role::Rook);
    if rooks.is_empty() {
        return S::ZERO;
    }
    let pawns = info.board.pawns();
    let own_files = fill_files(info.pieces::<C>(Role::Pawn));
    let all_files = fill_files(pawns);
    let occupied = info.occupied ^ info.board.queens() ^ rooks;
    let mut total = S::ZERO;
    for square in rooks {
        let attacks = attacks::rook_attacks(square, occupied);
        let (common, mobility) =
            enter::<C, T>(info, Role::Rook, square, attacks, &w.rook_mobility, tracer);
        let mut score = S::ZERO;
        if !all_files.contains(square) {
            score += w.rook_open_file;
        } else if !own_files.contains(square) {
            score += w.rook_semi_open_file;
        } else if mobility <= TRAPPED_MOBILITY {
            score += trapped::<C>(info, square);
        }
        if C::rank_of(square) == Rank::Seventh.to_usize() {
            score += on_seventh::<C>(info);
        }
        tracer.add(Term::Pieces, C::COLOR, score);
        total += common + score;
    }
    total
}

/// A rook between its king and the near edge of the board.
fn trapped<C: Side>(info: &Info<'_>, rook: Square) -> S {
    let king = info.king[C::US];
    let outside = if king.file() < shakmaty::File::E {
        rook.file() < king.file()
    } else {
        rook.file() > king.file()
    };
    if !outside || C::rank_of(king) > Rank::Second.to_usize() {
        return S::ZERO;
    }
    let w = info.weights();
    if (info.castling & info.board.by_color(C::COLOR)).any() {
        w.rook_trapped
    } else {
        w.rook_trapped + w.rook_trapped_for_good
    }
}

fn on_seventh<C: Side>(info: &Info<'_>) -> S {
    let king_behind = C::rank_of(info.king[C::THEM]) == Rank::Eighth.to_usize();
    let prey = info.pieces::<C::Enemy>(Role::Pawn) & C::rank(Rank::Seventh);
    if king_behind || prey.any() {
        info.weights().rook_on_seventh
    } else {
        S::ZERO
    }
}

fn queens<C: Side, T: Tracer>(info: &mut Info<'_>, tracer: &mut T) -> S {
    let w = info.weights();
    let mut total = S::ZERO;
    for square in info.pieces::<C>(Role::Queen) {
        let attacks = attacks::queen_attacks(square, info.occupied);
        let (common, _) = enter::<C, T>(
            info,
            Role::Queen,
            square,
            attacks,
            &w.queen_mobility,
            tracer,
        );
        let mut score = S::ZERO;
        if is_discoverable::<C>(info, square) {
            score += w.queen_discoverable;
        }
        tracer.add(Term::Pieces, C::COLOR, score);
        total += common + score;
    }
    total
}

/// Whether a single piece stands between the queen and an enemy rook or bishop.
fn is_discoverable<C: Side>(info: &Info<'_>, queen: Square) -> bool {
    let straight = Info::lines(queen) & info.pieces::<C::Enemy>(Role::Rook);
    let diagonal = Info::diagonals(queen) & info.pieces::<C::Enemy>(Role::Bishop);
    (straight | diagonal).into_iter().any(|slider| {
        (attacks::between(queen, slider) & info.occupied)
            .single_square()
            .is_some()
    })
}
