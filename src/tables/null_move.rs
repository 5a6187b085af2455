//! The null move: pass, and see whether the position still holds beta (D. Beal, "A generalised
//! quiescence search algorithm", 1990; C. Donninger, "Null Move and Deep Search", 1993).

use crate::params::Tunables;

/// A node, as the decision to try the null move sees it.
#[derive(Debug, Clone, Copy)]
pub struct NullMoveNode {
    /// Remaining depth, in plies.
    pub depth: i32,
    /// Static evaluation minus beta, in centipawns; nothing when the node is in check.
    pub gap: Option<i32>,
    /// Whether the window is a zero window.
    pub zero_window: bool,
    /// Whether the move before was a null move.
    pub after_null: bool,
    /// Whether the side to move has a piece beside pawns and king.
    pub has_pieces: bool,
    /// Whether beta is a mate score.
    pub beta_is_mate: bool,
}

/// Structural eligibility: the null move is legal and sane here, whatever the evaluation says.
#[inline]
pub fn is_eligible<P: Tunables>(params: P, node: &NullMoveNode) -> bool {
    node.gap.is_some()
        && node.zero_window
        && !node.after_null
        && node.has_pieces
        && !node.beta_is_mate
        && node.depth >= params.null_move_min_depth()
}

/// Whether an eligible node's evaluation makes the null move worth trying.
#[inline]
pub fn is_promising<P: Tunables>(params: P, node: &NullMoveNode) -> bool {
    node.gap
        .is_some_and(|gap| gap >= -params.null_move_margin())
}

/// Depth reduction R of the probe, in plies.
#[inline]
pub fn reduction<P: Tunables>(params: P, depth: i32) -> i32 {
    params.null_move_reduction() + depth / params.null_move_depth_divisor()
}
