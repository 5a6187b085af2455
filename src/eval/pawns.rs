//! Pawn structure and everything else that only pawns and kings decide, cached by their key.

use shakmaty::{Bitboard, Board, Color, Role, attacks};

use super::{
    attacks::king_square,
    score::S,
    shelter,
    side::{Black, Side, White, beside, fill_files},
    trace::{Term, Tracer},
    weights::{Tables, Weights},
};

/// What a position's pawns and kings decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PawnEntry {
    /// Material, placement and structure of pawns and kings, shelter included, White's view.
    pub(super) score: S,
    /// Shelter by colour, middlegame half alone, in centipawns.
    pub(super) shelter: [i16; 2],
    /// Passed pawns of both colours.
    pub(super) passed: Bitboard,
    /// Squares that pawns attack, or could attack on their way up, by colour.
    pub(super) spans: [Bitboard; 2],
}

/// Pawns of a position with their fills, which the terms share.
struct Pawns {
    own: Bitboard,
    enemy: Bitboard,
    own_attacks: Bitboard,
    enemy_attacks: Bitboard,
    own_span: Bitboard,
    passed: Bitboard,
}

impl PawnEntry {
    /// Evaluates the pawns and kings of a board.
    pub(super) fn compute<T: Tracer>(board: &Board, tables: &Tables, tracer: &mut T) -> Self {
        let white = Pawns::new::<White>(board);
        let black = Pawns::new::<Black>(board);
        let mut score = structure::<White, T>(&white, &tables.weights, tracer)
            - structure::<Black, T>(&black, &tables.weights, tracer);
        for role in [Role::Pawn, Role::King] {
            score += placement::<White, T>(board, role, tables, tracer)
                - placement::<Black, T>(board, role, tables, tracer);
        }
        let white_shelter = king_terms::<White, T>(board, &tables.weights, tracer);
        let black_shelter = king_terms::<Black, T>(board, &tables.weights, tracer);
        PawnEntry {
            score: score + white_shelter - black_shelter,
            shelter: [black_shelter.mg() as i16, white_shelter.mg() as i16],
            passed: white.passed | black.passed,
            spans: [black.own_span, white.own_span],
        }
    }
}

impl Pawns {
    fn new<C: Side>(board: &Board) -> Self {
        let own = board.pawns() & board.by_color(C::COLOR);
        let enemy = board.pawns() & !own;
        let enemy_attacks = <C::Enemy as Side>::pawn_attacks(enemy);
        let own_attacks = C::pawn_attacks(own);
        let enemy_span = <C::Enemy as Side>::fill_up(enemy_attacks);
        let stopped = C::fill_down(C::down(enemy)) | enemy_span;
        let behind_own = C::fill_down(C::down(own));
        Pawns {
            own,
            enemy,
            own_attacks,
            enemy_attacks,
            own_span: C::fill_up(own_attacks),
            passed: own & !stopped & !behind_own,
        }
    }
}

/// Material and piece-square values of pawns or kings.
fn placement<C: Side, T: Tracer>(board: &Board, role: Role, tables: &Tables, tracer: &mut T) -> S {
    let mut score = S::ZERO;
    for square in board.by_role(role) & board.by_color(C::COLOR) {
        let relative = C::relative(square);
        score += tables.place::<T>(role, relative, C::COLOR, tracer);
    }
    score
}

fn structure<C: Side, T: Tracer>(pawns: &Pawns, w: &Weights, tracer: &mut T) -> S {
    let own = pawns.own;
    let exposed = !C::fill_down(C::down(pawns.enemy));
    let doubled = own & C::fill_down(C::down(own));
    let isolated = own & !beside(fill_files(own));
    let backward = backward::<C>(pawns) & !isolated;

    let mut score = w.doubled * doubled.count()
        + w.isolated * isolated.count()
        + w.isolated_exposed * (isolated & exposed & !doubled).count()
        + w.backward * backward.count()
        + w.backward_exposed * (backward & exposed & !doubled).count();
    for pawn in own & beside(own) {
        score += w.phalanx[C::rank_of(pawn)];
    }
    for pawn in own & pawns.own_attacks {
        score += w.supported[C::rank_of(pawn)];
    }
    for pawn in own & exposed & !pawns.passed & !doubled {
        if is_candidate::<C>(pawns, pawn.into()) {
            score += w.candidate[C::rank_of(pawn)];
        }
    }
    tracer.add(Term::Pawns, C::COLOR, score);
    score
}

/// Pawns whose next square the enemy's pawns guard and no own pawn can come to support.
fn backward<C: Side>(pawns: &Pawns) -> Bitboard {
    let stops = C::up(pawns.own) & pawns.enemy_attacks & !pawns.own_span;
    C::down(stops)
}

/// Whether a pawn on a file free of enemy pawns has at least as many helpers as sentries.
fn is_candidate<C: Side>(pawns: &Pawns, pawn: Bitboard) -> bool {
    let ahead = beside(C::fill_up(C::up(pawn)));
    let level_or_behind = beside(C::fill_down(pawn));
    (pawns.own & level_or_behind).count() >= (pawns.enemy & ahead).count()
}

/// Shelter and the king's distance from the pawns.
fn king_terms<C: Side, T: Tracer>(board: &Board, w: &Weights, tracer: &mut T) -> S {
    let king = king_square(board, C::COLOR);
    let shelter = shelter::shelter::<C>(board, king, w);
    let distance = w.king_pawn_distance * king_pawn_distance(board, king);
    tracer.add(Term::Shelter, C::COLOR, shelter + distance);
    shelter + distance
}

/// Distance of a king from the nearest pawn, 0 when there is none.
fn king_pawn_distance(board: &Board, king: shakmaty::Square) -> usize {
    let pawns = board.pawns();
    if (attacks::king_attacks(king) & pawns).any() {
        return 1;
    }
    pawns
        .into_iter()
        .map(|pawn| king.distance(pawn) as usize)
        .min()
        .unwrap_or(0)
}

impl Tables {
    /// Material and piece-square value of a piece; the square is relative to its side.
    #[inline]
    pub(super) fn place<T: Tracer>(
        &self,
        role: Role,
        relative: shakmaty::Square,
        color: Color,
        tracer: &mut T,
    ) -> S {
        let index = role as usize - 1;
        let value = self.placement[index][relative.to_usize()];
        if T::ACTIVE {
            let material = self.weights.material[index];
            tracer.add(Term::Material, color, material);
            tracer.add(Term::Placement, color, value - material);
        }
        value
    }
}
