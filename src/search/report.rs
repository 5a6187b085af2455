//! What a search tells while it runs and when it ends.

use std::time::Duration;

use shakmaty::Move;

use super::score::{Bound, Score};

/// The state of a search after an iteration.
#[derive(Debug, Clone, Copy)]
pub struct Info<'a> {
    /// Depth of the iteration, in plies.
    pub depth: i32,
    /// Deepest ply reached.
    pub seldepth: i32,
    /// Score, from the side to move's view.
    pub score: Score,
    /// What the score says about the true one.
    pub bound: Bound,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Principal variation.
    pub pv: &'a [Move],
    /// Use of the transposition table, in thousandths.
    pub hashfull: u32,
    /// Time since the search began.
    pub elapsed: Duration,
}

/// Somebody who listens to a search.
pub trait Reporter: Send {
    /// Is told the state after each iteration.
    fn iteration(&mut self, info: &Info<'_>);
}

/// Listens to nothing.
impl Reporter for () {
    fn iteration(&mut self, _: &Info<'_>) {}
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// Best move; nothing when there is no legal move.
    pub best: Option<Move>,
    /// Expected reply.
    pub ponder: Option<Move>,
    /// Score, from the side to move's view.
    pub score: Score,
    /// Depth of the last complete iteration, in plies.
    pub depth: i32,
    /// Deepest ply reached.
    pub seldepth: i32,
    /// Nodes searched.
    pub nodes: u64,
    /// Principal variation.
    pub pv: Vec<Move>,
}
