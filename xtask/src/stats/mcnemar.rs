//! McNemar's test, exact (McNemar 1947; the binomial form).

/// The two-sided p of the hypothesis that a change gains and loses positions equally often: under
/// it, `gained` of the `gained + lost` positions that changed is binomial with probability 1/2.
/// In 0..=1; 1 when nothing changed.
pub fn mcnemar_exact(gained: usize, lost: usize) -> f64 {
    let changed = gained + lost;
    let fewer = gained.min(lost);
    // Terms of the tail as logarithms: binomial coefficients overflow from about 1,030 on.
    let mut ln_term = -(changed as f64) * std::f64::consts::LN_2;
    let mut tail = ln_term.exp();
    for k in 1..=fewer {
        ln_term += ((changed - k + 1) as f64).ln() - (k as f64).ln();
        tail += ln_term.exp();
    }
    (2.0 * tail).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::mcnemar_exact;

    #[track_caller]
    fn check(gained: usize, lost: usize, expected: f64) {
        for p in [mcnemar_exact(gained, lost), mcnemar_exact(lost, gained)] {
            assert!((p - expected).abs() <= 1e-10 * expected, "{p} {expected}");
        }
    }

    #[test]
    fn text_book_coin() {
        // 14 heads of 20: 0.115 (the worked example of Wikipedia's "p-value"): 2 x 60,460/2^20.
        check(14, 6, 2.0 * 60_460.0 / 1_048_576.0);
    }

    #[test]
    fn exact_fractions() {
        // By a separate program in whole numbers: twice the sum of C(n, k) over 2^n.
        check(0, 10, 0.001_953_125);
        check(1, 9, 0.021_484_375);
        check(5, 15, 0.041_389_465_332_031_25);
        check(59, 121, 4.434_449_263_755_176e-6);
        check(86, 150, 3.715_936_139_571_442e-5);
        check(400, 480, 0.007_707_305_043_339_141);
    }

    #[test]
    fn nothing_or_as_much_on_both_sides_is_no_evidence() {
        check(0, 0, 1.0);
        check(0, 1, 1.0);
        check(3, 3, 1.0);
        check(1, 2, 1.0);
        check(500, 500, 1.0);
    }

    #[test]
    fn large_counts_neither_overflow_nor_vanish_wrongly() {
        assert!(mcnemar_exact(0, 900) < 1e-200);
        assert!((0.0..1e-300).contains(&mcnemar_exact(0, 5_000)));
        assert!((0.9..=1.0).contains(&mcnemar_exact(50_000, 50_010)));
    }
}
