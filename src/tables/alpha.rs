//! The alpha side: what to do with a leftover move before it is searched.
//!
//! A leftover move is one tried after the hash move, the good captures and the killers. Each rule
//! asks, in its own way, how likely the move is to raise alpha; [`judge`] gathers their verdicts.

use super::{Improve, log2};
use crate::params::Tunables;

/// A move about to be searched, as the rules of the alpha side see it.
#[derive(Debug, Clone, Copy)]
pub struct LateMove {
    /// Remaining depth of the node, in plies.
    pub depth: i32,
    /// Ordinal of the move at its node; the first is 1.
    pub late: i32,
    /// Alpha minus static evaluation, in centipawns; nothing when the node is in check.
    pub gap: Option<i32>,
    /// Static evaluation against two plies ago.
    pub improve: Improve,
    /// Whether the move is neither a capture nor a promotion to a queen.
    pub quiet: bool,
    /// Whether the move comes from the picker's leftovers: no hash move, good capture, killer.
    pub leftover: bool,
    /// Whether it is a killer or counter-move.
    pub killer: bool,
    /// Whether it gives check.
    pub gives_check: bool,
    /// Its history, in history points.
    pub history: i32,
    /// Whether the node lies on the principal variation.
    pub pv: bool,
    /// Whether the node is expected to fail high.
    pub cut: bool,
    /// Whether the hash move is a capture.
    pub hash_capture: bool,
}

/// What to do with a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Do not search it.
    Skip(Rule),
    /// Do not search it, nor any quiet move after it.
    SkipQuiets(Rule),
    /// Search it.
    Search,
}

/// The rule that skipped a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// Late-move pruning.
    LateMove,
    /// Extended futility pruning.
    Futility,
    /// History pruning.
    History,
}

/// Whether to search a move at all, before static exchange evaluation is asked.
#[inline]
pub fn judge<P: Tunables>(params: P, m: &LateMove) -> Verdict {
    if !m.quiet || !m.leftover {
        return Verdict::Search;
    }
    if late_move_pruning(params, m) {
        Verdict::SkipQuiets(Rule::LateMove)
    } else if extended_futility_pruning(params, m) {
        Verdict::Skip(Rule::Futility)
    } else if history_pruning(params, m) {
        Verdict::Skip(Rule::History)
    } else {
        Verdict::Search
    }
}

/// Late-move pruning: so many moves failed to raise alpha that the rest, ordered behind them,
/// will not either. The number of moves grows with the square of depth and halves when the
/// evaluation is not improving.
#[inline]
fn late_move_pruning<P: Tunables>(params: P, m: &LateMove) -> bool {
    let allowed = params.late_move_base() + m.depth * m.depth;
    let allowed = if m.improve.is_improving() {
        allowed
    } else {
        (allowed + 1) / 2
    };
    m.depth <= params.late_move_max_depth() && m.late > allowed
}

/// Extended futility pruning (E. A. Heinz, "Extended Futility Pruning", ICCA Journal 21(2), 1998):
/// a quiet move hardly gains more than a margin that grows with depth.
#[inline]
fn extended_futility_pruning<P: Tunables>(params: P, m: &LateMove) -> bool {
    let margin = params.futility_base() + params.futility_margin() * m.depth;
    m.depth <= params.futility_max_depth()
        && !m.gives_check
        && m.gap.is_some_and(|gap| gap >= margin)
}

/// A quiet move that failed nearly everywhere it was tried is not worth trying close to the
/// leaves.
#[inline]
fn history_pruning<P: Tunables>(params: P, m: &LateMove) -> bool {
    m.depth <= params.history_pruning_max_depth()
        && m.history < -params.history_pruning_margin() * m.depth
}

/// The loss by static exchange that a move may show without being pruned (a negative threshold,
/// in centipawns), or nothing when the rule does not apply.
#[inline]
pub fn see_pruning_threshold<P: Tunables>(params: P, m: &LateMove) -> Option<i32> {
    if m.depth > params.see_pruning_max_depth() || !m.leftover {
        return None;
    }
    Some(if m.quiet {
        -params.see_pruning_quiet() * m.depth
    } else {
        -params.see_pruning_capture() * m.depth
    })
}

/// Late-move reduction, in plies: by how much less than usual to search a move first. Never
/// negative.
#[inline]
pub fn late_move_reduction<P: Tunables>(params: P, m: &LateMove) -> i32 {
    if m.depth < params.reduction_min_depth() || m.late < 2 {
        return 0;
    }
    let product = log2::log2(m.depth) * log2::log2(m.late) / log2::ONE;
    let mut reduction = params.reduction_base() + product * params.reduction_scale() / log2::ONE;
    if m.quiet {
        if m.killer {
            reduction -= params.reduction_killer();
        }
        if m.hash_capture {
            reduction += params.reduction_hash_capture();
        }
        reduction -= m.history * 1000 / params.reduction_history_divisor();
    } else {
        reduction /= 2;
    }
    if m.cut {
        reduction += params.reduction_cut_node();
    }
    if m.pv {
        reduction -= params.reduction_pv();
    }
    if !m.improve.is_improving() {
        reduction += params.reduction_not_improving();
    }
    if m.gives_check {
        reduction -= params.reduction_check();
    }
    (reduction / 1000).max(0)
}
