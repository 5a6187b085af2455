//! The percentile bootstrap (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, ch. 13).

use crate::rng::Rng;
use serde::Serialize;

/// Resamples drawn for an interval.
pub const RESAMPLES: usize = 10_000;
/// Share of the resampled means that an interval covers.
pub const CONFIDENCE: f64 = 0.95;
/// Seed of the draws: the same data always give the same interval.
const SEED: u64 = 0xDE3E_C0B0_07B0_0757;

/// An interval, in the unit of the values that it was made from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Whether `value` lies in the interval, ends included.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// The 95% interval of the mean of `values`, by drawing [`RESAMPLES`] samples of the same size with
/// replacement. To resample pairs, pass one value a pair. `None` when there are no values.
pub fn bootstrap_mean(values: &[f64]) -> Option<Interval> {
    if values.is_empty() {
        return None;
    }
    let mut rng = Rng::new(SEED);
    let mut means: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let sum: f64 = values.iter().map(|_| values[rng.below(values.len())]).sum();
            sum / values.len() as f64
        })
        .collect();
    means.sort_by(f64::total_cmp);
    let tail = (1.0 - CONFIDENCE) / 2.0;
    Some(Interval {
        low: quantile(&means, tail),
        high: quantile(&means, 1.0 - tail),
    })
}

/// The `q` quantile of sorted values, interpolated between the two nearest (Hyndman and Fan 1996,
/// definition 7).
fn quantile(sorted: &[f64], q: f64) -> f64 {
    let last = sorted.len() - 1;
    let position = q * last as f64;
    let below = (position.floor() as usize).min(last);
    let above = (below + 1).min(last);
    sorted[below] + (position - below as f64) * (sorted[above] - sorted[below])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Survival of the treated mice in days (Efron and Tibshirani 1993, table 2.1).
    const MICE: [f64; 7] = [94.0, 197.0, 16.0, 38.0, 99.0, 141.0, 23.0];

    #[test]
    fn mice_of_the_text_book() {
        // The exact bootstrap distribution, by a separate program that enumerates all 7^7 = 823,543
        // resamples: its 2.5% and 97.5% quantiles are 304/7 and 941/7.
        let interval = bootstrap_mean(&MICE).expect("seven values");
        assert!((interval.low - 304.0 / 7.0).abs() < 1.5, "{interval:?}");
        assert!((interval.high - 941.0 / 7.0).abs() < 1.5, "{interval:?}");
    }

    #[test]
    fn two_values_have_an_interval_from_one_to_the_other() {
        // The mean of a resample is the smaller, the middle or the larger in a quarter, a half and
        // a quarter of the cases: both quantiles lie in the outer quarters.
        let interval = bootstrap_mean(&[-2.0, 3.0]).expect("two values");
        assert_eq!(
            interval,
            Interval {
                low: -2.0,
                high: 3.0
            }
        );
    }

    #[test]
    fn equal_values_have_no_spread() {
        let interval = bootstrap_mean(&[0.5; 20]).expect("twenty values");
        assert_eq!(
            interval,
            Interval {
                low: 0.5,
                high: 0.5
            }
        );
    }

    #[test]
    fn large_samples_follow_the_central_limit() {
        // 0, 1, ..., 999: the mean is 499.5, its standard error 288.675/sqrt(1000) = 9.1287.
        let values: Vec<f64> = (0..1000).map(f64::from).collect();
        let interval = bootstrap_mean(&values).expect("values");
        assert!(
            (interval.low - (499.5 - 1.96 * 9.1287)).abs() < 0.5,
            "{interval:?}"
        );
        assert!(
            (interval.high - (499.5 + 1.96 * 9.1287)).abs() < 0.5,
            "{interval:?}"
        );
    }

    #[test]
    fn the_same_data_give_the_same_interval() {
        assert_eq!(bootstrap_mean(&MICE), bootstrap_mean(&MICE));
        assert_eq!(bootstrap_mean(&[]), None);
    }

    #[test]
    fn quantiles_interpolate() {
        let sorted = [1.0, 2.0, 4.0, 8.0];
        for (q, expected) in [(0.0, 1.0), (0.5, 3.0), (1.0, 8.0)] {
            assert!((quantile(&sorted, q) - expected).abs() < 1e-12, "{q}");
        }
    }
}
