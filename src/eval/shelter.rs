//! The pawns before the king: its own and those that storm it.

use shakmaty::{Bitboard, Board, File, Square};

use super::{
    score::S,
    side::{Side, edge_distance},
    weights::Weights,
};

/// Shelter and storm on the king's file and its neighbours, from the king's side's view.
pub(super) fn shelter<C: Side>(board: &Board, king: Square, w: &Weights) -> S {
    let not_behind = C::fill_up(Bitboard::from_rank(king.rank()));
    let pawns = board.pawns() & not_behind;
    let own = pawns & board.by_color(C::COLOR);
    let enemy = pawns & !own;
    let centre = king.file().to_usize().clamp(1, 6);
    let mut score = S::ZERO;
    for index in centre - 1..=centre + 1 {
        score += on_file::<C>(own, enemy, File::ALL[index], w);
    }
    score + king_file::<C>(board, king, w)
}

fn on_file<C: Side>(own: Bitboard, enemy: Bitboard, file: File, w: &Weights) -> S {
    let own_rank = lowest_rank::<C>(own & Bitboard::from_file(file));
    let enemy_rank = lowest_rank::<C>(enemy & Bitboard::from_file(file));
    let edge = edge_distance(file);
    let shelter = S::new(w.shelter[edge][own_rank], 0);
    let blocked = own_rank > 0 && own_rank + 1 == enemy_rank;
    if blocked {
        shelter + w.storm_blocked[enemy_rank]
    } else {
        shelter + S::new(w.storm[edge][enemy_rank], 0)
    }
}

/// Rank of the pawn nearest to the side's own back rank, 0 when there is none.
fn lowest_rank<C: Side>(pawns: Bitboard) -> usize {
    pawns
        .into_iter()
        .map(|pawn| C::rank_of(pawn))
        .min()
        .unwrap_or(0)
}

fn king_file<C: Side>(board: &Board, king: Square, w: &Weights) -> S {
    let on_file = board.pawns() & Bitboard::from_file(king.file());
    if on_file.is_empty() {
        w.king_file[1]
    } else if (on_file & board.by_color(C::COLOR)).is_empty() {
        w.king_file[0]
    } else {
        S::ZERO
    }
}
