//! How much of the clock one move may take.

use std::time::Duration;

/// Moves that the clock must suffice for when nothing is said: fewer than most games still have,
/// for the share is taken anew from what is left with each move.
const HORIZON_MOVES: u32 = 30;
/// Moves beyond which a time control is too far away to matter.
const MAX_MOVES_TO_GO: u32 = 50;
/// The part of the increment that is spent at once, in percent.
const INCREMENT_PERCENT: u32 = 75;
/// The part of the share after which no new iteration begins, in percent: one takes about as long
/// as all before it, and half of it is better not begun.
const SOFT_PERCENT: u32 = 60;
/// A search in trouble may take so many shares,
const HARD_SHARES: u32 = 4;
/// but no more than this part of what is left while further moves are to come, in percent.
const HARD_PERCENT: u32 = 50;

/// One side's clock.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock {
    /// Time left.
    pub(super) left: Duration,
    /// Time gained with each move.
    pub(super) increment: Duration,
    /// Moves until time is added, if it will be.
    pub(super) moves_to_go: Option<u32>,
}

/// The time that a search may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Budget {
    /// No new iteration begins after this.
    pub(super) soft: Duration,
    /// The search is broken off after this.
    pub(super) hard: Duration,
}

impl Budget {
    /// All of `time`, less what is lost on the way.
    pub(super) fn exactly(time: Duration, overhead: Duration) -> Self {
        let safe = time.saturating_sub(overhead);
        Self {
            soft: safe,
            hard: safe,
        }
    }
}

impl Clock {
    /// The budget of one move, with `overhead` lost on the way. It never exceeds the time left
    /// less the overhead; when that is nothing, so is the budget.
    pub(super) fn budget(self, overhead: Duration) -> Budget {
        let moves = self
            .moves_to_go
            .unwrap_or(HORIZON_MOVES)
            .clamp(1, MAX_MOVES_TO_GO);
        let safe = self.left.saturating_sub(overhead);
        let share = (safe / moves)
            .saturating_add(percent(self.increment, INCREMENT_PERCENT))
            .min(safe);
        let most = if moves == 1 {
            safe
        } else {
            percent(safe, HARD_PERCENT)
        };
        let hard = share.saturating_mul(HARD_SHARES).min(most);
        Budget {
            soft: percent(share, SOFT_PERCENT).min(hard),
            hard,
        }
    }
}

fn percent(time: Duration, percent: u32) -> Duration {
    (time / 100).saturating_mul(percent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        Clock {
            left: ms(left),
            increment: ms(increment),
            moves_to_go,
        }
    }

    #[test]
    fn a_budget_stays_within_the_clock() {
        let times = [0, 1, 9, 10, 11, 50, 1000, 60_000, u64::MAX];
        let moves = [None, Some(1), Some(2), Some(40), Some(u32::MAX)];
        for left in times {
            for increment in times {
                for moves_to_go in moves {
                    for overhead in [0, 10, 5000] {
                        let budget = clock(left, increment, moves_to_go).budget(ms(overhead));
                        assert!(budget.soft <= budget.hard);
                        assert!(budget.hard <= ms(left).saturating_sub(ms(overhead)));
                    }
                }
            }
        }
    }

    #[test]
    fn shares() {
        let overhead = ms(0);
        let minute = clock(60_000, 0, None).budget(overhead);
        assert_eq!((minute.soft, minute.hard), (ms(1200), ms(8000)));
        let with_increment = clock(60_000, 1000, None).budget(overhead);
        assert_eq!(with_increment.soft, ms(1650));
        let last_move = clock(60_000, 0, Some(1)).budget(overhead);
        assert_eq!((last_move.soft, last_move.hard), (ms(36_000), ms(60_000)));
        let two_moves = clock(60_000, 0, Some(2)).budget(overhead);
        assert_eq!((two_moves.soft, two_moves.hard), (ms(18_000), ms(30_000)));
        let only_increment = clock(40, 1000, None).budget(overhead);
        assert_eq!(only_increment.hard, ms(20));
    }

    /// However often the hard limit and the overhead are used up, the clock does not run out.
    #[test]
    fn a_game_of_slow_moves_is_not_lost_on_time() {
        let overhead = ms(10);
        for increment in [0, 100] {
            let mut left = ms(10_000);
            for _ in 0..300 {
                let budget = Clock {
                    left,
                    increment: ms(increment),
                    moves_to_go: None,
                }
                .budget(overhead);
                assert!(budget.hard <= left);
                left = left - budget.hard + ms(increment);
            }
            assert!(left > Duration::ZERO);
        }
    }

    #[test]
    fn a_time_for_the_move_is_used_whole() {
        let budget = Budget::exactly(ms(100), ms(10));
        assert_eq!((budget.soft, budget.hard), (ms(90), ms(90)));
        assert_eq!(Budget::exactly(ms(5), ms(10)).hard, Duration::ZERO);
    }
}
