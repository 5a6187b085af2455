//! The node of the main search: the order in which its parts are asked.

use super::score::{Bound, MATE_IN_MAX_PLY, is_mate, mated_in};
use super::searcher::Searcher;
use super::transposition::{Hit, clock_aware_key};
use crate::board::{PackedMove, Position};
use crate::observe::{Event, Observer};
use crate::params::Tunables;
use crate::tables::Improve;
use crate::tables::beta::{self, BetaNode};
use crate::tables::null_move::{self, NullMoveNode};

/// From this halfmove clock on a hash score is not believed, for the fifty-move draw is near.
const CLOCK_TOO_HIGH_FOR_HASH: u32 = 90;

/// Scores between which the true score is sought.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) fn new(alpha: i32, beta: i32) -> Self {
        Self { alpha, beta }
    }

    /// The window that only tells whether a score exceeds alpha.
    pub(super) fn zero(alpha: i32) -> Self {
        Self::new(alpha, alpha + 1)
    }

    /// The window as the other side sees it.
    pub(super) fn flipped(self) -> Self {
        Self::new(-self.beta, -self.alpha)
    }
}

/// What is known of a node before its moves are looked at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) window: Window,
    /// Expected to fail high.
    pub(super) cut: bool,
    pub(super) in_check: bool,
    pub(super) key: u64,
    pub(super) hash: Option<Hit>,
    pub(super) excluded: PackedMove,
    /// Static evaluation, unless in check.
    pub(super) static_eval: Option<i32>,
    /// Static evaluation, mended by the hash score where that says more.
    pub(super) estimate: Option<i32>,
    pub(super) improve: Improve,
}

impl Node {
    pub(super) fn hash_move(&self) -> PackedMove {
        self.hash.map_or(PackedMove::NONE, |hit| hit.best)
    }
}

impl<O: Observer, P: Tunables> Searcher<'_, O, P> {
    /// Searches a node to a depth in plies; the score is from the side to move's view, and
    /// meaningless once the clock has stopped the search.
    pub(super) fn negamax<const PV: bool>(
        &mut self,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        if depth <= 0 {
            return self.quiescence::<PV>(position, window, 0, ply);
        }
        if !self.enter(ply) {
            return 0;
        }
        self.note(Event::Node);
        if PV {
            self.pv.clear(ply);
        }
        let mut window = window;
        if ply > 0 {
            if let Some(score) = self.score_by_rule(position, ply) {
                return score;
            }
            window = mate_distance(window, ply);
            if window.alpha >= window.beta {
                return window.alpha;
            }
        }

        let mut node = self.look_at::<PV>(position, window, depth, ply, cut);
        if !PV && node.excluded.is_none() {
            if let Some(score) = self.hash_cutoff(position, &node) {
                return score;
            }
            if let Some(score) = self.beta_shortcuts(position, &node) {
                return score;
            }
        }
        node.depth -= self.internal_iterative_reduction(&node);
        self.move_loop::<PV>(position, &node)
    }

    /// Gathers what is known of a node and notes it on the stack.
    fn look_at<const PV: bool>(
        &mut self,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Node {
        let key = clock_aware_key(position);
        let in_check = position.in_check();
        let excluded = self.stack.at(ply).excluded;
        let hash = self.table.probe(key, ply);
        let static_eval = if in_check {
            None
        } else {
            Some(
                hash.and_then(|hit| hit.static_eval)
                    .unwrap_or_else(|| self.memory.evaluator.evaluate(position)),
            )
        };
        let earlier = (ply >= 2).then(|| self.stack.before(ply, 2).static_eval);
        let improve = static_eval.map_or(Improve::Level, |now| {
            Improve::between(earlier.flatten(), now)
        });
        let double_extensions = match ply {
            0 => 0,
            _ => self.stack.before(ply, 1).double_extensions,
        };
        self.stack.at_mut(ply + 1).killers = [PackedMove::NONE; 2];
        let frame = self.stack.at_mut(ply);
        frame.static_eval = static_eval;
        frame.double_extensions = double_extensions;
        Node {
            ply,
            depth,
            window,
            cut,
            in_check,
            key,
            hash,
            excluded,
            static_eval,
            estimate: static_eval.map(|eval| mended_by_hash(eval, hash)),
            improve,
        }
    }

    /// The hash score, when it is deep enough and decides the window.
    #[inline]
    fn hash_cutoff(&mut self, position: &Position, node: &Node) -> Option<i32> {
        let hit = node.hash?;
        let decides = decides(hit, node.window);
        if hit.depth < node.depth || !decides || position.halfmoves() >= CLOCK_TOO_HIGH_FOR_HASH {
            return None;
        }
        self.note(Event::HashCutoff);
        Some(hit.score)
    }

    /// The shortcuts of the beta side: return without looking at the node's own moves.
    #[inline]
    fn beta_shortcuts(&mut self, position: &Position, node: &Node) -> Option<i32> {
        let estimate = node.estimate?;
        let beta = node.window.beta;
        let view = BetaNode {
            depth: node.depth,
            gap: estimate - beta,
            improve: node.improve,
        };
        if !is_mate(beta) && !is_mate(estimate) && beta::static_null_move(self.params, &view) {
            self.note(Event::StaticNullMove);
            return Some(estimate);
        }
        self.null_move(position, node)
    }

    /// The null-move probe.
    #[inline]
    fn null_move(&mut self, position: &Position, node: &Node) -> Option<i32> {
        let beta = node.window.beta;
        let view = NullMoveNode {
            depth: node.depth,
            gap: node.estimate.map(|estimate| estimate - beta),
            zero_window: beta - node.window.alpha == 1,
            after_null: node.ply > 0 && self.stack.before(node.ply, 1).null,
            has_pieces: position.pieces_beside_pawns(position.turn()).any(),
            beta_is_mate: is_mate(beta),
        };
        if !null_move::is_eligible(self.params, &view) {
            return None;
        }
        if !null_move::is_promising(self.params, &view) {
            self.note(Event::NullMoveSkipped);
            return None;
        }
        self.note(Event::NullMoveTried);
        let depth = node.depth - null_move::reduction(self.params, node.depth);
        let child = self.play_null(position, node.ply);
        let window = Window::zero(beta - 1).flipped();
        let score = -self.negamax::<false>(&child, window, depth, node.ply + 1, !node.cut);
        self.take_back();
        if self.clock.stopped() || score < beta {
            return None;
        }
        self.note(Event::NullMoveCutoff);
        // A mate found after passing is not proven for the real moves.
        Some(if score >= MATE_IN_MAX_PLY {
            beta
        } else {
            score
        })
    }

    /// Internal iterative reduction (E. Schroeder, 2020): without a hash move the ordering is
    /// poor, so look less deep now and come back with a hash move.
    #[inline]
    fn internal_iterative_reduction(&self, node: &Node) -> i32 {
        i32::from(
            node.depth >= self.params.iir_min_depth()
                && node.hash_move().is_none()
                && node.excluded.is_none(),
        )
    }

    /// Stores a node's result.
    #[inline]
    pub(super) fn remember(
        &self,
        node: &Node,
        best: PackedMove,
        score: i32,
        bound: Bound,
        pv: bool,
    ) {
        let hit = Hit {
            best,
            score,
            static_eval: node.static_eval,
            depth: node.depth,
            bound,
            was_pv: pv,
        };
        self.table.store(node.key, node.ply, hit);
    }
}

/// Mate-distance pruning: no line from here is better than mating at once or worse than being
/// mated now.
#[inline]
fn mate_distance(window: Window, ply: usize) -> Window {
    Window::new(
        window.alpha.max(mated_in(ply)),
        window.beta.min(-mated_in(ply + 1)),
    )
}

/// Whether a hash score settles the question that a window asks.
#[inline]
pub(super) fn decides(hit: Hit, window: Window) -> bool {
    match hit.bound {
        Bound::Exact => true,
        Bound::Lower => hit.score >= window.beta,
        Bound::Upper => hit.score <= window.alpha,
    }
}

/// A hash score is a better estimate than the static evaluation on the side that it bounds.
#[inline]
pub(super) fn mended_by_hash(eval: i32, hash: Option<Hit>) -> i32 {
    match hash {
        Some(hit) if is_mate(hit.score) => eval,
        Some(hit) => match hit.bound {
            Bound::Exact => hit.score,
            Bound::Lower => eval.max(hit.score),
            Bound::Upper => eval.min(hit.score),
        },
        None => eval,
    }
}
