//! Extensions: moves that are searched deeper than the others.

use super::move_loop::Extension;
use super::negamax::{Node, Window};
use super::score::{Bound, is_mate};
use super::searcher::Searcher;
use crate::board::{PackedMove, Position, see_ge};
use crate::observe::{Event, Observer};
use crate::order::{Picked, Stage};
use crate::params::Tunables;
use crate::tables::alpha::LateMove;

/// A line is extended to at most so many times the depth of the iteration.
const LINE_FACTOR: i32 = 2;
/// The hash entry of a singular move may be so many plies shallower than the node.
const HASH_DEPTH_SLACK: i32 = 3;

impl<O: Observer, P: Tunables> Searcher<'_, O, P> {
    /// How much deeper to search a move.
    #[inline]
    pub(super) fn extension(
        &mut self,
        position: &Position,
        node: &Node,
        view: &LateMove,
        picked: Picked,
    ) -> Extension {
        if node.ply == 0 || node.ply as i32 >= LINE_FACTOR * self.root_depth {
            return Extension::Plies(0);
        }
        let singular = if picked.stage == Stage::Hash {
            self.singular_extension(position, node, view.pv)
        } else {
            Extension::Plies(0)
        };
        match singular {
            Extension::Plies(0) if self.is_extended_check(position, view, picked) => {
                self.note(Event::CheckExtension);
                Extension::Plies(1)
            }
            other => other,
        }
    }

    /// A check that does not simply lose material is followed one ply further.
    #[inline]
    fn is_extended_check(&self, position: &Position, view: &LateMove, picked: Picked) -> bool {
        let loss = self.params.check_extension_max_loss();
        view.gives_check && loss >= 0 && see_ge(position, picked.m, -loss)
    }

    /// Singular extension (T. Anantharaman, M. Campbell, F. Hsu, "Singular Extensions: Adding
    /// Selectivity to Brute-Force Searching", 1990), tested with a reduced search of all other
    /// moves: when they all stay below the hash score, the hash move stands alone.
    fn singular_extension(&mut self, position: &Position, node: &Node, pv: bool) -> Extension {
        let Some(hit) = node.hash else {
            return Extension::Plies(0);
        };
        if node.depth < self.params.singular_min_depth()
            || !node.excluded.is_none()
            || hit.depth < node.depth - HASH_DEPTH_SLACK
            || hit.bound == Bound::Upper
            || is_mate(hit.score)
        {
            return Extension::Plies(0);
        }
        let bound = hit.score - self.params.singular_margin() * node.depth;
        let frame = self.stack.at_mut(node.ply);
        frame.excluded = hit.best;
        let window = Window::zero(bound - 1);
        let depth = (node.depth - 1) / 2;
        let score = self.negamax::<false>(position, window, depth, node.ply, node.cut);
        self.stack.at_mut(node.ply).excluded = PackedMove::NONE;
        if self.clock.stopped() {
            return Extension::Plies(0);
        }
        if score < bound {
            self.note(Event::SingularExtension);
            let lonely = !pv
                && score < bound - self.params.singular_double_margin()
                && self.stack.at(node.ply).double_extensions < self.params.singular_double_limit();
            return Extension::Plies(if lonely { 2 } else { 1 });
        }
        if bound >= node.window.beta && !pv {
            self.note(Event::MultiCut);
            return Extension::MultiCut(bound);
        }
        if hit.score >= node.window.beta {
            return Extension::Plies(-1);
        }
        Extension::Plies(0)
    }
}
