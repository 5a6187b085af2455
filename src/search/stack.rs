//! What the search keeps for each ply of the line it looks at.

use shakmaty::Move;

use super::score::MAX_PLY;
use crate::board::PackedMove;
use crate::order::{Continuation, PieceTo};

/// Plies before the root that the continuation history may ask for.
const BEFORE_ROOT: usize = 4;

/// One ply of the line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    /// Static evaluation in centipawns, unless in check.
    pub(super) static_eval: Option<i32>,
    /// The move that leads on from here.
    pub(super) moved: PieceTo,
    /// Whether that move is a null move.
    pub(super) null: bool,
    /// Killer moves, newest first.
    pub(super) killers: [PackedMove; 2],
    /// Move left out by a singular search.
    pub(super) excluded: PackedMove,
    /// Double extensions on the way here.
    pub(super) double_extensions: i32,
}

impl Frame {
    const EMPTY: Self = Self {
        static_eval: None,
        moved: PieceTo::NONE,
        null: false,
        killers: [PackedMove::NONE; 2],
        excluded: PackedMove::NONE,
        double_extensions: 0,
    };
}

/// The line from the root to the current node.
pub(super) struct Stack(Vec<Frame>);

impl Stack {
    pub(super) fn new() -> Self {
        Self(vec![Frame::EMPTY; BEFORE_ROOT + MAX_PLY + 2])
    }

    #[inline]
    pub(super) fn at(&self, ply: usize) -> &Frame {
        &self.0[BEFORE_ROOT + ply]
    }

    #[inline]
    pub(super) fn at_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[BEFORE_ROOT + ply]
    }

    /// The frame some plies before; before the root there are empty ones.
    #[inline]
    pub(super) fn before(&self, ply: usize, back: usize) -> &Frame {
        &self.0[BEFORE_ROOT + ply - back]
    }

    /// The moves one, two and four plies before.
    #[inline]
    pub(super) fn continuation(&self, ply: usize) -> Continuation {
        [1, 2, 4].map(|back| self.before(ply, back).moved)
    }
}

/// Principal variations, one for each ply.
pub(super) struct PvTable(Vec<Vec<Move>>);

impl PvTable {
    pub(super) fn new() -> Self {
        Self(vec![Vec::new(); MAX_PLY + 2])
    }

    pub(super) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// The variation at `ply` becomes this move and the variation after it.
    pub(super) fn set(&mut self, ply: usize, m: Move) {
        let (before, after) = self.0.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(m);
        line.extend_from_slice(&after[0]);
    }

    pub(super) fn root(&self) -> &[Move] {
        &self.0[0]
    }
}
