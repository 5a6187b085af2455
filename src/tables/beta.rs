//! The beta side: nodes whose static evaluation stands so far above beta that searching them is
//! not worth its nodes.

use super::Improve;
use crate::params::Tunables;

/// A node with no check and a zero window, as the rules of the beta side see it.
#[derive(Debug, Clone, Copy)]
pub struct BetaNode {
    /// Remaining depth, in plies.
    pub depth: i32,
    /// Static evaluation minus beta, in centipawns.
    pub gap: i32,
    /// Static evaluation against two plies ago.
    pub improve: Improve,
}

/// The static null-move shortcut: with such a surplus even passing would hold beta, so return it
/// without searching.
#[inline]
pub fn static_null_move<P: Tunables>(params: P, node: &BetaNode) -> bool {
    let mut surplus = params.static_null_margin() * node.depth;
    if node.improve.is_improving() {
        surplus -= params.static_null_improving();
    }
    node.depth <= params.static_null_max_depth() && node.gap >= surplus.max(0)
}
