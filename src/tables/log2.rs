//! Binary logarithms as integers, computed at compile time: maths libraries differ, tables do not.

/// Unit of the table: `log2(2)` is this.
pub(super) const ONE: i32 = 1024;

const LEN: usize = 64;

static LOG2: [i32; LEN] = table();

/// `log2(n)` in units of 1/[`ONE`], rounded down; arguments beyond 63 count as 63, 0 as 1.
#[inline]
pub(super) fn log2(n: i32) -> i32 {
    LOG2[n.clamp(1, LEN as i32 - 1) as usize]
}

const fn table() -> [i32; LEN] {
    let mut table = [0; LEN];
    let mut n = 1;
    while n < LEN {
        table[n] = fixed_log2(n as u64);
        n += 1;
    }
    table
}

/// Digit by digit: squaring the mantissa doubles the logarithm, and each time it passes 2 the
/// next binary digit is 1.
const fn fixed_log2(n: u64) -> i32 {
    const FRACTION: u32 = 30;
    let whole = n.ilog2();
    let mut mantissa = (n << FRACTION) >> whole;
    let mut result = whole as i32 * ONE;
    let mut digit = ONE / 2;
    while digit > 0 {
        mantissa = (mantissa * mantissa) >> FRACTION;
        if mantissa >= 2 << FRACTION {
            mantissa >>= 1;
            result += digit;
        }
        digit /= 2;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_definition() {
        for n in 1..LEN as i32 {
            let exact = f64::from(n).log2() * f64::from(ONE);
            assert!((f64::from(log2(n)) - exact).abs() <= 1.0, "log2({n})");
        }
        assert_eq!(log2(0), 0);
        assert_eq!(log2(1000), log2(63));
    }
}
