//! When to stop.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use shakmaty::Move;

/// What a search may spend. Without any limit it runs until it is told to stop or reaches the
/// largest depth.
///
/// Depth 1 is completed, whatever the limits say, so that every search of a position with legal
/// moves ends with a move and a score. Beyond depth 1 a node limit is kept exactly. Only where
/// depth 1 takes more than 65,536 nodes, as with boards full of queens, do the limits count before
/// it is complete.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// Largest depth, in plies.
    pub depth: Option<i32>,
    /// Largest number of nodes.
    pub nodes: Option<u64>,
    /// No new iteration begins after this time.
    pub soft_time: Option<Duration>,
    /// The search is broken off after this time.
    pub hard_time: Option<Duration>,
    /// Stop when a mate in so many moves is found.
    pub mate: Option<i32>,
    /// Look at these root moves only; empty means all.
    pub search_moves: Vec<Move>,
}

/// How many nodes lie between two looks at the clock and the stop flag.
const POLL_INTERVAL: u64 = 1024;

/// Nodes after which the limits count although depth 1 is not complete. Positions that occur in
/// games need a small part of this.
const ARMED_ANYWAY: u64 = 1 << 16;

/// Watches the limits during a search.
pub(super) struct Clock<'a> {
    stop: &'a AtomicBool,
    start: Instant,
    nodes: u64,
    soft_time: Option<Duration>,
    hard_time: Option<Duration>,
    /// Depth 1 is complete: from now on the limits count.
    armed: bool,
    stopped: bool,
}

impl<'a> Clock<'a> {
    pub(super) fn start(limits: &Limits, stop: &'a AtomicBool) -> Self {
        Self {
            stop,
            start: Instant::now(),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            soft_time: limits.soft_time,
            hard_time: limits.hard_time,
            armed: false,
            stopped: false,
        }
    }

    /// Lets the limits count.
    pub(super) fn arm(&mut self) {
        self.armed = true;
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    pub(super) fn stopped(&self) -> bool {
        self.stopped
    }

    /// Whether one more node may be searched after `nodes` of them.
    #[inline]
    pub(super) fn allows_node(&mut self, nodes: u64) -> bool {
        if nodes >= self.nodes || nodes.is_multiple_of(POLL_INTERVAL) {
            self.look(nodes);
        }
        !self.stopped
    }

    #[cold]
    fn look(&mut self, nodes: u64) {
        let out_of_time = || self.hard_time.is_some_and(|time| self.elapsed() >= time);
        let armed = self.armed || nodes >= ARMED_ANYWAY;
        if armed && (nodes >= self.nodes || self.stop.load(Relaxed) || out_of_time()) {
            self.stopped = true;
        }
    }

    /// Whether another iteration may begin after `nodes` nodes.
    pub(super) fn allows_iteration(&self, nodes: u64) -> bool {
        let out_of_time = self
            .soft_time
            .is_some_and(|time| self.start.elapsed() >= time);
        !self.stopped && !self.stop.load(Relaxed) && nodes < self.nodes && !out_of_time
    }
}
