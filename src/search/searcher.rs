//! The state of one running search, and what its nodes have in common.

use shakmaty::Move;

use super::limits::Clock;
use super::score::{DRAW, MAX_PLY, mated_in};
use super::stack::{PvTable, Stack};
use super::transposition::TranspositionTable;
use crate::board::{KeyStack, PackedMove, Position};
use crate::eval::Evaluator;
use crate::observe::{Event, Observer};
use crate::order::{Histories, PieceTo};
use crate::params::Tunables;

/// What the engine remembers between searches of one game, beside the transposition table.
#[derive(Default)]
pub(super) struct Memory {
    pub(super) histories: Histories,
    pub(super) evaluator: Evaluator,
}

impl Memory {
    pub(super) fn clear(&mut self) {
        self.histories.clear();
        self.evaluator.clear();
    }
}

/// A search in progress.
pub(super) struct Searcher<'a, O, P> {
    pub(super) params: P,
    pub(super) observer: &'a mut O,
    pub(super) table: &'a TranspositionTable,
    pub(super) memory: &'a mut Memory,
    pub(super) clock: Clock<'a>,
    pub(super) keys: KeyStack,
    pub(super) stack: Stack,
    pub(super) pv: PvTable,
    pub(super) nodes: u64,
    pub(super) seldepth: usize,
    /// Depth of the current iteration, in plies.
    pub(super) root_depth: i32,
    /// Root moves that may be searched; empty means all.
    pub(super) search_moves: &'a [Move],
    /// Best move of the current iteration so far.
    pub(super) root_best: Option<Move>,
}

impl<O: Observer, P: Tunables> Searcher<'_, O, P> {
    /// Counts a node; false when the search is to stop instead.
    #[inline]
    pub(super) fn enter(&mut self, ply: usize) -> bool {
        if !self.clock.allows_node(self.nodes) {
            return false;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        true
    }

    /// The score of a node that the rules end, or that is too deep to search.
    #[inline]
    pub(super) fn score_by_rule(&mut self, position: &Position, ply: usize) -> Option<i32> {
        let drawn = position.is_fifty_move_draw()
            || self
                .keys
                .is_repetition(position.key(), position.reversible_plies(), ply)
            || (position.board().occupied().count() <= 4 && position.is_insufficient_material());
        if drawn {
            Some(DRAW)
        } else if ply >= MAX_PLY {
            Some(if position.in_check() {
                DRAW
            } else {
                self.memory.evaluator.evaluate(position)
            })
        } else {
            None
        }
    }

    /// The score of a node without legal moves.
    #[inline]
    pub(super) fn score_without_moves(in_check: bool, ply: usize) -> i32 {
        if in_check { mated_in(ply) } else { DRAW }
    }

    /// Plays a move and notes it on the stack.
    #[inline]
    pub(super) fn play(&mut self, position: &Position, m: Move, ply: usize) -> Position {
        let frame = self.stack.at_mut(ply);
        frame.moved = PieceTo::of(position.turn(), m);
        frame.null = false;
        self.keys.push(position.key());
        position.play(m)
    }

    /// Passes and notes it on the stack.
    #[inline]
    pub(super) fn play_null(&mut self, position: &Position, ply: usize) -> Position {
        let frame = self.stack.at_mut(ply);
        frame.moved = PieceTo::NONE;
        frame.null = true;
        self.keys.push(position.key());
        position.play_null()
    }

    /// Takes back what [`Self::play`] or [`Self::play_null`] played.
    #[inline]
    pub(super) fn take_back(&mut self) {
        self.keys.pop();
    }

    /// Whether a root move may be searched.
    #[inline]
    pub(super) fn allows_root_move(&self, m: Move) -> bool {
        self.search_moves.is_empty() || self.search_moves.contains(&m)
    }

    /// Rewards the move that failed high and punishes those tried before it in vain.
    pub(super) fn reward(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
        best: Move,
        tried: &super::move_loop::Tried,
    ) {
        let mover = position.turn();
        let bonus = (self.params.history_bonus() * depth).min(self.params.history_bonus_max());
        let continuation = self.stack.continuation(ply);
        let histories = &mut self.memory.histories;
        if crate::order::is_noisy(best) {
            histories.update_capture(mover, best, bonus);
        } else {
            histories.update_quiet(mover, best, continuation, bonus);
            histories.set_counter_move(continuation[0], best);
            for &m in &tried.quiets {
                histories.update_quiet(mover, m, continuation, -bonus);
            }
            let killers = &mut self.stack.at_mut(ply).killers;
            let packed = PackedMove::pack(best);
            if killers[0] != packed {
                *killers = [packed, killers[0]];
            }
        }
        for &m in &tried.captures {
            histories.update_capture(mover, m, -bonus);
        }
    }

    /// Tells the observer.
    #[inline]
    pub(super) fn note(&mut self, event: Event) {
        self.observer.event(event);
    }
}
