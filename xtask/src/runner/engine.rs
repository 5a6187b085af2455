//! What the runner asks of an engine, in process or not.

use crate::results::Limit;
use derecho::board::Position;
use shakmaty::Move;
use std::collections::BTreeMap;

/// One search, from a fresh state.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// Where to search.
    pub position: &'a Position,
    /// What ends the search.
    pub limit: Limit,
    /// The root moves to choose from; all legal moves when empty.
    pub search_moves: &'a [Move],
}

/// The outcome of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The move; `None` when there is no legal one.
    pub best: Option<Move>,
    /// `cp 31` or `mate 5` from the side to move's view; empty when the engine gave none.
    pub score: String,
    /// Last iteration in plies.
    pub depth: i32,
    /// Deepest line in plies.
    pub seldepth: i32,
    /// Nodes.
    pub nodes: u64,
    /// The search's own counters.
    pub counters: BTreeMap<String, u64>,
}

/// Why a search has no outcome. The engine is unusable afterwards.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct EngineError(pub String);

/// Is told the move that leads after each iteration, and the nodes so far.
pub type Watch<'a> = &'a mut (dyn FnMut(Move, u64) + Send);

/// An engine that searches one position after the other, each as if it were the first.
pub trait Engine {
    /// `self`, or the name that it gave itself.
    fn name(&self) -> &str;

    /// Searches, and tells `watch` how it goes.
    ///
    /// # Errors
    /// When the engine crashed, hung, or answered nonsense; it must not be used again.
    fn search(&mut self, request: &Request<'_>, watch: Watch<'_>) -> Result<Found, EngineError>;
}

/// How to get an engine: each worker starts its own, and a new one after an error.
pub trait Start: Sync {
    /// Starts one.
    ///
    /// # Errors
    /// When it cannot be started.
    fn start(&self) -> Result<Box<dyn Engine>, EngineError>;
}

/// Finds out when the search came to a solution for good.
#[derive(Debug, Default)]
pub struct SolutionTracker {
    since: Option<u64>,
}

impl SolutionTracker {
    /// An iteration ended at `nodes` nodes with a solution leading, or with another move.
    pub fn iteration(&mut self, solved: bool, nodes: u64) {
        self.since = match (solved, self.since) {
            (true, Some(since)) => Some(since),
            (true, None) => Some(nodes),
            (false, _) => None,
        };
    }

    /// Nodes at the end of the first iteration from which a solution led until the end, given
    /// whether the search's answer is one and all the nodes it took.
    pub fn finish(&mut self, solved: bool, nodes: u64) -> Option<u64> {
        self.iteration(solved, nodes);
        self.since
    }
}

#[cfg(test)]
mod tests {
    use super::SolutionTracker;

    fn track(iterations: &[(bool, u64)], end: (bool, u64)) -> Option<u64> {
        let mut tracker = SolutionTracker::default();
        for &(solved, nodes) in iterations {
            tracker.iteration(solved, nodes);
        }
        tracker.finish(end.0, end.1)
    }

    #[test]
    fn the_last_run_of_solutions_counts() {
        assert_eq!(
            track(&[(true, 1), (false, 2), (true, 3), (true, 4)], (true, 5)),
            Some(3)
        );
        assert_eq!(track(&[(true, 1), (true, 2)], (true, 2)), Some(1));
    }

    #[test]
    fn a_solution_found_only_at_the_end_counts_from_the_end() {
        assert_eq!(track(&[(false, 1)], (true, 9)), Some(9));
        assert_eq!(track(&[], (true, 9)), Some(9));
    }

    #[test]
    fn a_lost_solution_counts_for_nothing() {
        assert_eq!(track(&[(true, 1), (false, 2)], (false, 2)), None);
        assert_eq!(track(&[(true, 1)], (false, 2)), None);
    }
}
