//! Iterative deepening with aspiration windows.

use shakmaty::Move;

use super::limits::Limits;
use super::negamax::Window;
use super::report::{Info, Outcome, Reporter};
use super::score::{Bound, INFINITE, MAX_PLY, Score, is_mate};
use super::searcher::Searcher;
use crate::board::Position;
use crate::observe::Observer;
use crate::params::Tunables;

/// Fail lows and highs of an iteration are reported only after so many nodes, for before that
/// the next line follows at once.
const REPORT_BOUNDS_AFTER: u64 = 1_000_000;
/// A window that grew beyond this is opened fully, in centipawns.
const WIDEST_WINDOW: i32 = 600;

impl<O: Observer, P: Tunables> Searcher<'_, O, P> {
    /// Searches a root that has legal moves.
    pub(super) fn deepen(
        &mut self,
        root: &Position,
        limits: &Limits,
        reporter: &mut dyn Reporter,
    ) -> Outcome {
        let mut outcome = Outcome {
            best: None,
            ponder: None,
            score: Score::Cp(0),
            depth: 0,
            seldepth: 0,
            nodes: 0,
            pv: Vec::new(),
        };
        let deepest = limits
            .depth
            .unwrap_or(i32::MAX)
            .clamp(1, MAX_PLY as i32 - 1);
        let mut score = 0;
        for depth in 1..=deepest {
            self.root_depth = depth;
            self.root_best = None;
            self.seldepth = 0;
            let result = self.aspire(root, depth, score, reporter);
            if self.clock.stopped() {
                // The iteration was broken off, but a move that raised alpha was searched whole.
                if self.root_best.is_some() && self.root_best != outcome.best {
                    outcome.best = self.root_best;
                    outcome.pv = self.root_best.into_iter().collect();
                }
                if outcome.best.is_none() {
                    outcome.best = self.any_root_move(root);
                    outcome.pv = outcome.best.into_iter().collect();
                }
                break;
            }
            score = result;
            self.clock.arm();
            outcome.score = Score::from_internal(score);
            outcome.depth = depth;
            outcome.seldepth = self.seldepth as i32;
            outcome.pv = self.pv.root().to_vec();
            outcome.best = outcome.pv.first().copied();
            self.report(score, Bound::Exact, reporter);
            if !self.clock.allows_iteration(self.nodes) || is_solved(outcome.score, limits) {
                break;
            }
        }
        outcome.ponder = outcome.pv.get(1).copied();
        outcome.nodes = self.nodes;
        outcome
    }

    /// Searches the root with a window around the last score, widened until the score lies
    /// inside.
    fn aspire(
        &mut self,
        root: &Position,
        depth: i32,
        last: i32,
        reporter: &mut dyn Reporter,
    ) -> i32 {
        let mut delta = self.params.aspiration_delta();
        let mut window = Window::new(-INFINITE, INFINITE);
        if depth >= self.params.aspiration_min_depth() && !is_mate(last) {
            window = Window::new(last - delta, last + delta);
        }
        loop {
            let score = self.negamax::<true>(root, window, depth, 0, false);
            if self.clock.stopped() {
                return score;
            }
            let bound = if score <= window.alpha {
                window.beta = i32::midpoint(window.alpha, window.beta);
                window.alpha = lowered(score, delta);
                Bound::Upper
            } else if score >= window.beta {
                window.beta = raised(score, delta);
                Bound::Lower
            } else {
                return score;
            };
            if self.nodes >= REPORT_BOUNDS_AFTER {
                self.report(score, bound, reporter);
            }
            delta += delta;
        }
    }

    /// A move to answer with when not even depth 1 could be completed.
    fn any_root_move(&self, root: &Position) -> Option<Move> {
        root.legal_moves()
            .into_iter()
            .find(|&m| self.allows_root_move(m))
    }

    fn report(&self, score: i32, bound: Bound, reporter: &mut dyn Reporter) {
        reporter.iteration(&Info {
            depth: self.root_depth,
            seldepth: self.seldepth as i32,
            score: Score::from_internal(score),
            bound,
            nodes: self.nodes,
            pv: self.pv.root(),
            hashfull: self.table.hashfull(),
            elapsed: self.clock.elapsed(),
        });
    }
}

fn lowered(score: i32, delta: i32) -> i32 {
    if delta > WIDEST_WINDOW {
        -INFINITE
    } else {
        (score - delta).max(-INFINITE)
    }
}

fn raised(score: i32, delta: i32) -> i32 {
    if delta > WIDEST_WINDOW {
        INFINITE
    } else {
        (score + delta).min(INFINITE)
    }
}

/// Whether the mate that was asked for is found.
fn is_solved(score: Score, limits: &Limits) -> bool {
    matches!((score, limits.mate), (Score::Mate(moves), Some(asked)) if moves > 0 && moves <= asked)
}
