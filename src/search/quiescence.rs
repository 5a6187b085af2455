//! Quiescence: captures that do not lose material, quiet checks at the first plies, evasions.

use shakmaty::Move;

use super::negamax::{Window, decides, mended_by_hash};
use super::score::{Bound, INFINITE, MATE_IN_MAX_PLY};
use super::searcher::Searcher;
use super::transposition::{Hit, clock_aware_key};
use crate::board::{CheckInfo, PackedMove, Position, see_ge, see_value};
use crate::observe::{Event, Observer};
use crate::order::{MovePicker, OrderContext, Stage};
use crate::params::Tunables;

/// Depth under which results are stored that looked at checks, or evaded one.
const DEPTH_WITH_CHECKS: i32 = 0;
/// Depth under which results are stored that looked at captures only.
const DEPTH_CAPTURES_ONLY: i32 = -1;

/// A quiescence node.
struct Quiet {
    ply: usize,
    window: Window,
    key: u64,
    hash_move: PackedMove,
    static_eval: Option<i32>,
    /// Depth for the transposition table.
    depth: i32,
    tries_checks: bool,
}

/// The best move so far.
struct Best {
    score: i32,
    m: PackedMove,
    alpha: i32,
}

impl<O: Observer, P: Tunables> Searcher<'_, O, P> {
    /// Searches until the position is quiet. `plies` counts the plies since quiescence began.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        position: &Position,
        window: Window,
        plies: i32,
        ply: usize,
    ) -> i32 {
        if !self.enter(ply) {
            return 0;
        }
        self.note(Event::QuiescenceNode);
        if PV {
            self.pv.clear(ply);
        }
        if let Some(score) = self.score_by_rule(position, ply) {
            return score;
        }
        let key = clock_aware_key(position);
        let hash = self.table.probe(key, ply);
        let in_check = position.in_check();
        let tries_checks = !in_check && plies < self.params.quiescence_check_plies();
        let depth = if in_check || tries_checks {
            DEPTH_WITH_CHECKS
        } else {
            DEPTH_CAPTURES_ONLY
        };
        if !PV && let Some(hit) = hash.filter(|&hit| hit.depth >= depth && decides(hit, window)) {
            self.note(Event::HashCutoff);
            return hit.score;
        }
        let static_eval = (!in_check).then(|| {
            hash.and_then(|hit| hit.static_eval)
                .unwrap_or_else(|| self.memory.evaluator.evaluate(position))
        });
        let node = Quiet {
            ply,
            window,
            key,
            hash_move: hash.map_or(PackedMove::NONE, |hit| hit.best),
            static_eval,
            depth,
            tries_checks,
        };
        let stand_pat = static_eval.map(|eval| mended_by_hash(eval, hash));
        if let Some(score) = stand_pat.filter(|&score| score >= window.beta) {
            if hash.is_none() {
                self.keep(&node, PackedMove::NONE, score, Bound::Lower);
            }
            return score;
        }
        self.stack.at_mut(ply).static_eval = static_eval;
        self.quiet_moves_loop::<PV>(position, &node, stand_pat, plies)
    }

    fn quiet_moves_loop<const PV: bool>(
        &mut self,
        position: &Position,
        node: &Quiet,
        stand_pat: Option<i32>,
        plies: i32,
    ) -> i32 {
        let score = stand_pat.unwrap_or(-INFINITE);
        let mut best = Best {
            score,
            m: PackedMove::NONE,
            alpha: node.window.alpha.max(score),
        };
        let mut picker = if stand_pat.is_some() {
            MovePicker::noisy(position, node.hash_move)
        } else {
            self.evasions(position, node)
        };
        let mut seen = 0;
        while let Some(picked) = picker.next(position, &self.memory.histories) {
            seen += 1;
            let skipped = match stand_pat {
                // Bad captures come last: nothing after the first of them is wanted.
                Some(_) if picked.stage == Stage::BadCapture => break,
                Some(score) => self.is_futile(position, picked.m, score, &mut best),
                None => {
                    best.score > -MATE_IN_MAX_PLY
                        && picked.stage >= Stage::Quiet
                        && !see_ge(position, picked.m, 0)
                }
            };
            if !skipped && self.try_quiet::<PV>(position, node, picked.m, plies, &mut best) {
                return best.score;
            }
        }
        if stand_pat.is_none() && seen == 0 {
            return Self::score_without_moves(true, node.ply);
        }
        if node.tries_checks {
            let checks = CheckInfo::new(position);
            for m in position.quiet_moves() {
                if checks.gives_check(position, m)
                    && see_ge(position, m, 0)
                    && self.try_quiet::<PV>(position, node, m, plies, &mut best)
                {
                    return best.score;
                }
            }
        }
        let bound = if PV && best.alpha > node.window.alpha && !best.m.is_none() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.keep(node, best.m, best.score, bound);
        best.score
    }

    fn evasions(&self, position: &Position, node: &Quiet) -> MovePicker {
        let continuation = self.stack.continuation(node.ply);
        let context = OrderContext {
            hash_move: node.hash_move,
            killers: [PackedMove::NONE; 2],
            counter_move: PackedMove::NONE,
            continuation,
        };
        MovePicker::new(position, &context)
    }

    /// Delta pruning: a capture whose gain does not bring the score near alpha.
    #[inline]
    fn is_futile(&self, position: &Position, m: Move, stand_pat: i32, best: &mut Best) -> bool {
        if m.promotion().is_some() {
            return false;
        }
        let hoped = stand_pat + self.params.quiescence_margin();
        let gain = m.capture().map_or(0, see_value);
        if hoped + gain <= best.alpha {
            best.score = best.score.max(hoped + gain);
            return true;
        }
        if hoped <= best.alpha && !see_ge(position, m, 1) {
            best.score = best.score.max(hoped);
            return true;
        }
        false
    }

    /// Searches a move; true when the node is decided, by a fail high (which is stored) or
    /// because the search is to stop.
    #[inline]
    fn try_quiet<const PV: bool>(
        &mut self,
        position: &Position,
        node: &Quiet,
        m: Move,
        plies: i32,
        best: &mut Best,
    ) -> bool {
        let child = self.play(position, m, node.ply);
        let window = Window::new(best.alpha, node.window.beta).flipped();
        let score = -self.quiescence::<PV>(&child, window, plies + 1, node.ply + 1);
        self.take_back();
        if self.clock.stopped() {
            return true;
        }
        if score <= best.score {
            return false;
        }
        best.score = score;
        if score <= best.alpha {
            return false;
        }
        best.m = PackedMove::pack(m);
        if PV {
            self.pv.set(node.ply, m);
        }
        if score >= node.window.beta {
            self.keep(node, best.m, score, Bound::Lower);
            return true;
        }
        best.alpha = score;
        false
    }

    #[inline]
    fn keep(&self, node: &Quiet, best: PackedMove, score: i32, bound: Bound) {
        let hit = Hit {
            best,
            score,
            static_eval: node.static_eval,
            depth: node.depth,
            bound,
            was_pv: false,
        };
        self.table.store(node.key, node.ply, hit);
    }
}
