//! Seeded random numbers: the same on every platform and in every version.

/// `SplitMix64` (Steele, Lea and Flood 2014): small, and good enough to draw orders and samples.
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// A generator; the same seed gives the same numbers.
    pub fn new(seed: u64) -> Self {
        Rng { state: seed }
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`, each equally likely.
    ///
    /// # Panics
    /// When `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "there is no number below 0");
        let bound = bound as u64;
        // Draws beyond the last whole multiple of the bound would favour the small numbers.
        let usable = u64::MAX - u64::MAX % bound;
        loop {
            let drawn = self.next_u64();
            if drawn < usable {
                return usize::try_from(drawn % bound).expect("below a usize");
            }
        }
    }

    /// Shuffles `items` (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_sequence() {
        // First outputs for seed 1234567 of the authors' reference implementation.
        let mut rng = Rng::new(1_234_567);
        let drawn = [rng.next_u64(), rng.next_u64(), rng.next_u64()];
        assert_eq!(
            drawn,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn a_shuffle_is_a_permutation_and_depends_on_the_seed() {
        let shuffled = |seed| {
            let mut items: Vec<usize> = (0..50).collect();
            Rng::new(seed).shuffle(&mut items);
            items
        };
        let mut sorted = shuffled(1);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..50).collect::<Vec<_>>());
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
    }
}
