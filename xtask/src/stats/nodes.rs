//! How much the nodes changed.

use super::bootstrap::{Interval, bootstrap_mean};
use serde::Serialize;

/// The change of node counts from one run to another, over the positions that both counted.
///
/// The pooled ratio weighs every position alike; the total ratio is that of the sums, which a few
/// huge positions dominate. A ratio of 0.96 is 4% fewer nodes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct NodeChange {
    /// Positions with nodes in both runs.
    pub pairs: usize,
    /// Positions left out because a run has no nodes there: their ratio has no logarithm.
    pub left_out: usize,
    /// Geometric mean over the positions of new nodes / old nodes.
    pub pooled_ratio: f64,
    /// The 95% interval of the pooled ratio, by paired bootstrap.
    pub interval: Interval,
    /// Sum of new nodes / sum of old nodes, over the same positions.
    pub total_ratio: f64,
}

impl NodeChange {
    /// The change over pairs of (old, new) nodes; `None` when no pair has nodes in both runs.
    pub fn of(pairs: &[(u64, u64)]) -> Option<Self> {
        let counted: Vec<(u64, u64)> = pairs
            .iter()
            .copied()
            .filter(|&(old, new)| old > 0 && new > 0)
            .collect();
        let logs: Vec<f64> = counted
            .iter()
            .map(|&(old, new)| (new as f64 / old as f64).ln())
            .collect();
        let interval = bootstrap_mean(&logs)?;
        let mean = logs.iter().sum::<f64>() / logs.len() as f64;
        let sum = |pick: fn(&(u64, u64)) -> u64| counted.iter().map(pick).sum::<u64>() as f64;
        Some(NodeChange {
            pairs: counted.len(),
            left_out: pairs.len() - counted.len(),
            pooled_ratio: mean.exp(),
            interval: Interval {
                low: interval.low.exp(),
                high: interval.high.exp(),
            },
            total_ratio: sum(|pair| pair.1) / sum(|pair| pair.0),
        })
    }
}

/// `ratio` as a signed change in percent: 0.96 is -4.
pub fn percent(ratio: f64) -> f64 {
    (ratio - 1.0) * 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn ratios_of_three_positions() {
        // Ratios 1/2, 1 and 4: their product is 2, so the geometric mean is the cube root of 2.
        let change = NodeChange::of(&[(100, 50), (10, 10), (1_000, 4_000)]).expect("pairs");
        assert_eq!((change.pairs, change.left_out), (3, 0));
        assert!(close(change.pooled_ratio, 1.259_921_049_894_873_2));
        assert!(close(change.total_ratio, 4_060.0 / 1_110.0));
        // Of 27 resamples one is all 1/2 (3.7% > 2.5%) and one all 4.
        assert!(close(change.interval.low, 0.5));
        assert!(close(change.interval.high, 4.0));
    }

    #[test]
    fn swapping_the_runs_inverts_the_ratio() {
        let there = NodeChange::of(&[(3, 5), (9, 2), (10, 11)]).expect("pairs");
        let back = NodeChange::of(&[(5, 3), (2, 9), (11, 10)]).expect("pairs");
        assert!(close(there.pooled_ratio * back.pooled_ratio, 1.0));
    }

    #[test]
    fn positions_without_nodes_are_left_out_and_told() {
        let change = NodeChange::of(&[(100, 110), (0, 7), (7, 0)]).expect("one pair");
        assert_eq!((change.pairs, change.left_out), (1, 2));
        assert!(close(change.total_ratio, 1.1));
        assert!(close(percent(change.pooled_ratio), 10.0));
        assert_eq!(NodeChange::of(&[(0, 1)]), None);
        assert_eq!(NodeChange::of(&[]), None);
    }
}
