//! Hand-crafted evaluation: tapered between middlegame and endgame, integers only.
//!
//! Every term is written once, for a side that plays up the board, and compiled for both colours,
//! so that mirroring a position negates its score exactly. The terms run in a fixed order, because
//! later ones read the attacks that earlier ones enter into [`attacks::Info`]:
//! pawns (cached), pieces, king danger, threats, passed pawns, space, then the scale of the ending.

mod attacks;
mod king;
mod passed;
mod pawn_table;
mod pawns;
mod pieces;
mod psqt;
mod scale;
mod score;
mod shelter;
mod side;
mod slots;
mod space;
#[cfg(test)]
mod tests;
mod threats;
mod trace;
mod weights;

pub use score::{FULL_PHASE, FULL_SCALE, S};
pub use slots::{Show, Slot};
pub use trace::{Term, Trace};
pub use weights::{TABLES, Tables, Weights};

use shakmaty::Board;

use crate::board::Position;
use attacks::Info;
use pawn_table::PawnTable;
use pawns::PawnEntry;
use side::{Black, White};
use trace::{Silent, Summary, Tracer};

/// Evaluates positions, and remembers pawn structures between calls.
///
/// What it remembers makes it faster and never changes a score.
#[derive(Debug)]
pub struct Evaluator {
    pawns: PawnTable,
}

impl Evaluator {
    /// An evaluator that remembers nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Evaluator {
            pawns: PawnTable::new(),
        }
    }

    /// Forgets all pawn structures.
    pub fn clear(&mut self) {
        self.pawns.clear();
    }

    /// The value of a position in centipawns from the view of the side to move.
    ///
    /// Static: what hangs or gives check is valued by attack counts alone. The position may be in
    /// check, though a search will rather not ask then.
    #[must_use]
    pub fn evaluate(&mut self, pos: &Position) -> i32 {
        let pawns = self.pawns.get(pos.pawn_key(), pos.board(), &TABLES);
        let summary = assess(pos, &TABLES, pawns, &mut Silent);
        pos.turn().fold_wb(summary.score, -summary.score)
    }
}

impl Default for Evaluator {
    fn default() -> Self {
        Self::new()
    }
}

/// The evaluation of a position, term by term.
#[must_use]
pub fn trace(pos: &Position) -> Trace {
    trace_with(pos, &TABLES)
}

/// The evaluation of a position with other weights than the engine's, term by term.
#[must_use]
pub fn trace_with(pos: &Position, tables: &Tables) -> Trace {
    let mut trace = Trace::new(pos.turn());
    let pawns = PawnEntry::compute(pos.board(), tables, &mut trace);
    let summary = assess(pos, tables, &pawns, &mut trace);
    trace.finish(summary);
    trace
}

/// The value of a position with other weights than the engine's, in centipawns from the view of
/// the side to move. Nothing is remembered between calls.
#[must_use]
pub fn evaluate_with(pos: &Position, tables: &Tables) -> i32 {
    let pawns = PawnEntry::compute(pos.board(), tables, &mut Silent);
    let summary = assess(pos, tables, &pawns, &mut Silent);
    pos.turn().fold_wb(summary.score, -summary.score)
}

/// The sequence of the terms.
fn assess<T: Tracer>(
    pos: &Position,
    tables: &Tables,
    pawns: &PawnEntry,
    tracer: &mut T,
) -> Summary {
    let castling = pos.castling_rooks();
    let mut info = Info::new(pos.board(), castling, tables, pawns);
    let turn = pos.turn();

    let mut score = pawns.score;
    score += pieces::pieces::<White, T>(&mut info, tracer);
    score -= pieces::pieces::<Black, T>(&mut info, tracer);
    score += king::danger::<White, T>(&info, turn, tracer);
    score -= king::danger::<Black, T>(&info, turn, tracer);
    score += threats::threats::<White, T>(&info, tracer);
    score -= threats::threats::<Black, T>(&info, tracer);
    score += passed::passed::<White, T>(&info, turn, tracer);
    score -= passed::passed::<Black, T>(&info, turn, tracer);
    score += space::space::<White, T>(&info, tracer) - space::space::<Black, T>(&info, tracer);
    score += scale::mop_up(&info, tracer);

    let phase = phase(pos.board());
    let scale = scale::scale(&info, score);
    let tempo = turn.fold_wb(tables.weights.tempo, -tables.weights.tempo);
    Summary {
        phase,
        scale,
        tempo,
        score: score.taper(phase, scale) + tempo,
    }
}

/// Game phase: [`FULL_PHASE`] with all pieces on the board, 0 with none.
fn phase(board: &Board) -> i32 {
    const ROOK: usize = 2;
    const QUEEN: usize = 4;
    let minors = (board.knights() | board.bishops()).count();
    let phase = minors + ROOK * board.rooks().count() + QUEEN * board.queens().count();
    (phase as i32).min(FULL_PHASE)
}
