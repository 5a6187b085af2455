//! The moves of a node: which are searched, how deep, and what comes of it.

use arrayvec::ArrayVec;
use shakmaty::Move;

use super::negamax::{Node, Window};
use super::score::{Bound, INFINITE, MATE_IN_MAX_PLY};
use super::searcher::Searcher;
use crate::board::{CheckInfo, PackedMove, Position, see_ge};
use crate::observe::{Event, Observer};
use crate::order::{MovePicker, OrderContext, Picked, Stage, is_noisy};
use crate::params::Tunables;
use crate::tables::alpha::{self, LateMove, Rule, Verdict};

/// How many moves tried in vain are remembered for the history tables.
const TRIED: usize = 64;

/// Moves tried at a node that did not raise alpha.
#[derive(Default)]
pub(super) struct Tried {
    pub(super) quiets: ArrayVec<Move, TRIED>,
    pub(super) captures: ArrayVec<Move, TRIED>,
}

impl Tried {
    #[inline]
    fn note(&mut self, m: Move) {
        let list = if is_noisy(m) {
            &mut self.captures
        } else {
            &mut self.quiets
        };
        // Beyond the capacity the lesson is not worth its memory.
        let _ = list.try_push(m);
    }
}

/// The best of the moves searched so far.
struct Best {
    score: i32,
    m: Option<Move>,
    alpha: i32,
}

impl<O: Observer, P: Tunables> Searcher<'_, O, P> {
    pub(super) fn move_loop<const PV: bool>(&mut self, position: &Position, node: &Node) -> i32 {
        let continuation = self.stack.continuation(node.ply);
        let context = OrderContext {
            hash_move: node.hash_move(),
            killers: self.stack.at(node.ply).killers,
            counter_move: self.memory.histories.counter_move(continuation[0]),
            continuation,
        };
        let checks = CheckInfo::new(position);
        let mut picker = MovePicker::new(position, &context);
        let hash_capture = picker.hash_move().is_some_and(Move::is_capture);
        let mut tried = Tried::default();
        let mut late = 0;
        let mut best = Best {
            score: -INFINITE,
            m: None,
            alpha: node.window.alpha,
        };

        while let Some(picked) = picker.next(position, &self.memory.histories) {
            if PackedMove::pack(picked.m) == node.excluded
                || (node.ply == 0 && !self.allows_root_move(picked.m))
            {
                continue;
            }
            late += 1;
            let view = LateMove {
                late,
                gap: node.static_eval.map(|eval| best.alpha - eval),
                hash_capture,
                ..self.describe::<PV>(position, node, &checks, picked)
            };
            if self.is_skipped(position, node, &view, picked.m, best.score, &mut picker) {
                continue;
            }
            let extension = match self.extension(position, node, &view, picked) {
                Extension::Plies(plies) => plies,
                Extension::MultiCut(score) => return score,
            };
            let window = Window::new(best.alpha, node.window.beta);
            let score = self.search_move::<PV>(position, node, &view, picked.m, window, extension);
            if self.clock.stopped() {
                return 0;
            }
            if score > best.score {
                best.score = score;
                if score > best.alpha {
                    best.m = Some(picked.m);
                    self.raise_alpha::<PV>(node, picked.m);
                    if score >= node.window.beta {
                        self.fail_high(position, node, picked.m, late, &tried);
                        break;
                    }
                    best.alpha = score;
                }
            }
            tried.note(picked.m);
        }
        self.conclude::<PV>(node, late, &best)
    }

    /// A move as the rules of the alpha side see it, but for what the loop alone knows.
    #[inline]
    fn describe<const PV: bool>(
        &self,
        position: &Position,
        node: &Node,
        checks: &CheckInfo,
        picked: Picked,
    ) -> LateMove {
        let Picked { m, stage } = picked;
        let mover = position.turn();
        let quiet = !is_noisy(m);
        let histories = &self.memory.histories;
        LateMove {
            depth: node.depth,
            late: 0,
            gap: None,
            improve: node.improve,
            quiet,
            leftover: stage >= Stage::Quiet,
            killer: stage == Stage::Killer,
            gives_check: checks.gives_check(position, m),
            history: if quiet {
                histories.quiet(mover, m, self.stack.continuation(node.ply))
            } else {
                histories.capture(mover, m)
            },
            pv: PV,
            cut: node.cut,
            hash_capture: false,
        }
    }

    /// Whether the rules of the alpha side leave a move out. Never the first move of a node, nor
    /// any while mate threatens.
    #[inline]
    fn is_skipped(
        &mut self,
        position: &Position,
        node: &Node,
        view: &LateMove,
        m: Move,
        best_score: i32,
        picker: &mut MovePicker,
    ) -> bool {
        if node.ply == 0 || node.in_check || best_score <= -MATE_IN_MAX_PLY {
            return false;
        }
        let rule = match alpha::judge(self.params, view) {
            Verdict::Skip(rule) => rule,
            Verdict::SkipQuiets(rule) => {
                picker.skip_quiets();
                rule
            }
            Verdict::Search => {
                let loses = alpha::see_pruning_threshold(self.params, view)
                    .is_some_and(|threshold| !see_ge(position, m, threshold));
                if loses {
                    self.note(Event::SeePruned);
                }
                return loses;
            }
        };
        self.note(match rule {
            Rule::LateMove => Event::LateMovePruned,
            Rule::Futility => Event::FutilityPruned,
            Rule::History => Event::HistoryPruned,
        });
        true
    }

    /// Principal variation search of one move: in full if it is the first, else with a zero
    /// window and reduced, and again when it surprises.
    #[inline]
    fn search_move<const PV: bool>(
        &mut self,
        position: &Position,
        node: &Node,
        view: &LateMove,
        m: Move,
        window: Window,
        extension: i32,
    ) -> i32 {
        let ply = node.ply + 1;
        let full = node.depth - 1 + extension;
        let child = self.play(position, m, node.ply);
        if extension >= 2 {
            self.stack.at_mut(node.ply).double_extensions += 1;
        }
        let zero = Window::zero(window.alpha).flipped();
        let score = if view.late == 1 {
            if PV {
                -self.negamax::<true>(&child, window.flipped(), full, ply, false)
            } else {
                -self.negamax::<false>(&child, zero, full, ply, !node.cut)
            }
        } else {
            let reduction = alpha::late_move_reduction(self.params, view);
            let reduced = (full - reduction).max(1).min(full);
            let mut score = -self.negamax::<false>(&child, zero, reduced, ply, true);
            if reduced < full {
                self.note(Event::Reduced);
                if score > window.alpha {
                    self.note(Event::ReducedAgain);
                    score = -self.negamax::<false>(&child, zero, full, ply, !node.cut);
                }
            }
            if PV && score > window.alpha && (node.ply == 0 || score < window.beta) {
                score = -self.negamax::<true>(&child, window.flipped(), full, ply, false);
            }
            score
        };
        if extension >= 2 {
            self.stack.at_mut(node.ply).double_extensions -= 1;
        }
        self.take_back();
        score
    }

    #[inline]
    fn raise_alpha<const PV: bool>(&mut self, node: &Node, m: Move) {
        if self.clock.stopped() {
            return;
        }
        if node.ply == 0 {
            self.root_best = Some(m);
        }
        if PV {
            self.pv.set(node.ply, m);
        }
    }

    #[inline]
    fn fail_high(&mut self, position: &Position, node: &Node, m: Move, late: i32, tried: &Tried) {
        self.note(Event::FailHigh);
        if late == 1 {
            self.note(Event::FailHighFirst);
        }
        self.reward(position, node.ply, node.depth, m, tried);
    }

    /// The node's score, stored unless a move was left out on purpose.
    #[inline]
    fn conclude<const PV: bool>(&mut self, node: &Node, late: i32, best: &Best) -> i32 {
        if late == 0 {
            return if node.excluded.is_none() {
                Self::score_without_moves(node.in_check, node.ply)
            } else {
                node.window.alpha
            };
        }
        if node.excluded.is_none() {
            let bound = if best.score >= node.window.beta {
                Bound::Lower
            } else if PV && best.m.is_some() {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let packed = best.m.map_or(PackedMove::NONE, PackedMove::pack);
            self.remember(node, packed, best.score, bound, PV);
        }
        best.score
    }
}

/// What the extension rules say of a move.
pub(super) enum Extension {
    /// Search it so many plies deeper (or less deep).
    Plies(i32),
    /// Do not search the node: more than one move fails high.
    MultiCut(i32),
}
