//! Every tunable parameter of the search, declared once.
//!
//! One line of `tunables!` gives a parameter its name, default, bounds, unit and documentation;
//! the rest follows from it. [`Fixed`] answers with the defaults as constants, so that a release
//! build sees no parameter at all; [`Params`] answers with values set at run time, so that one
//! binary sweeps any of them. The search is generic over the two by [`Tunables`].

use std::fmt;

/// What is known of a parameter beside its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParamInfo {
    /// Name, as `--set` and UCI options spell it.
    pub name: &'static str,
    /// Value that ships.
    pub default: i32,
    /// Smallest value accepted.
    pub min: i32,
    /// Largest value accepted.
    pub max: i32,
    /// Unit of the value.
    pub unit: &'static str,
    /// What it does.
    pub doc: &'static str,
}

/// Why a parameter could not be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParamError {
    /// There is no parameter of that name.
    #[error("unknown parameter {name:?}{}", nearest_hint(.name))]
    Unknown {
        /// The name that was given.
        name: String,
    },
    /// The value lies outside the parameter's bounds.
    #[error("{name} = {value} is out of bounds: expected {min} to {max} {unit}")]
    OutOfBounds {
        /// The parameter.
        name: &'static str,
        /// The value that was given.
        value: i64,
        /// Smallest value accepted.
        min: i32,
        /// Largest value accepted.
        max: i32,
        /// Unit of the value.
        unit: &'static str,
    },
}

/// Names the parameters that share the longest beginning with an unknown name.
fn nearest_hint(name: &str) -> String {
    let common = |other: &str| {
        other
            .bytes()
            .zip(name.bytes())
            .take_while(|(a, b)| a == b)
            .count()
    };
    let longest = Params::list().iter().map(|p| common(p.name)).max();
    match longest {
        Some(longest) if longest >= 3 => {
            let near: Vec<_> = Params::list()
                .iter()
                .filter(|p| common(p.name) == longest)
                .map(|p| p.name)
                .collect();
            format!("; did you mean {}?", near.join(" or "))
        }
        _ => String::new(),
    }
}

macro_rules! tunables {
    ($( $(#[doc = $doc:literal])+ $name:ident: $default:literal in $min:literal..=$max:literal, $unit:literal; )+) => {
        /// A source of parameter values.
        pub trait Tunables: Copy {
            $( $(#[doc = $doc])+ fn $name(self) -> i32; )+
        }

        /// The defaults, as constants.
        #[derive(Debug, Clone, Copy, Default)]
        pub struct Fixed;

        impl Tunables for Fixed {
            $(
                #[inline(always)]
                fn $name(self) -> i32 {
                    const { assert!($min <= $default && $default <= $max, "default out of bounds") };
                    $default
                }
            )+
        }

        /// Values set at run time.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct Params {
            $( $name: i32, )+
        }

        impl Default for Params {
            fn default() -> Self {
                Self { $( $name: $default, )+ }
            }
        }

        impl Tunables for &Params {
            $( #[inline(always)] fn $name(self) -> i32 { self.$name } )+
        }

        const LIST: &[ParamInfo] = &[
            $( ParamInfo {
                name: stringify!($name),
                default: $default,
                min: $min,
                max: $max,
                unit: $unit,
                doc: concat!($($doc),+),
            }, )+
        ];

        impl Params {
            fn slot(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $( stringify!($name) => Some(&mut self.$name), )+
                    _ => None,
                }
            }

            /// The value of a parameter, or nothing if there is none of that name.
            #[must_use]
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $( stringify!($name) => Some(self.$name), )+
                    _ => None,
                }
            }
        }
    };
}

tunables! {
    /// Depth reduction of the null-move probe at depth 0.
    null_move_reduction: 3 in 1..=8, "plies";
    /// The null-move probe is reduced by one ply more for each so many plies of depth.
    null_move_depth_divisor: 6 in 2..=20, "plies";
    /// Smallest depth at which a null move is tried.
    null_move_min_depth: 2 in 1..=20, "plies";
    /// A null move is tried only when the static evaluation is at most so far below beta; 0 is the
    /// customary "only with eval >= beta", 30000 asks nothing.
    null_move_margin: 0 in 0..=30000, "centipawns";

    /// Largest depth at which the static null move may return.
    static_null_max_depth: 8 in 0..=20, "plies";
    /// Surplus over beta, for each ply of depth, that the static null move asks for.
    static_null_margin: 80 in 0..=1000, "centipawns a ply";
    /// By how much an improving evaluation lowers the surplus asked for.
    static_null_improving: 60 in 0..=1000, "centipawns";

    /// Largest depth of late-move pruning.
    late_move_max_depth: 8 in 0..=20, "plies";
    /// Moves tried at depth 0 before late-move pruning begins.
    late_move_base: 4 in 1..=100, "moves";
    /// Largest depth of extended futility pruning.
    futility_max_depth: 7 in 0..=20, "plies";
    /// Margin of futility pruning at depth 0.
    futility_base: 100 in 0..=2000, "centipawns";
    /// Margin of futility pruning, for each ply of depth.
    futility_margin: 90 in 0..=2000, "centipawns a ply";
    /// Largest depth of history pruning.
    history_pruning_max_depth: 4 in 0..=20, "plies";
    /// A quiet move whose history is below minus so much for each ply of depth is pruned.
    history_pruning_margin: 4000 in 0..=32000, "history points a ply";
    /// Largest depth at which losing moves are pruned by static exchange evaluation.
    see_pruning_max_depth: 8 in 0..=20, "plies";
    /// Loss by exchange, for each ply of depth, that a quiet move may show.
    see_pruning_quiet: 60 in 0..=1000, "centipawns a ply";
    /// Loss by exchange, for each ply of depth, that a capture may show.
    see_pruning_capture: 110 in 0..=1000, "centipawns a ply";

    /// Smallest depth of late-move reductions.
    reduction_min_depth: 3 in 1..=20, "plies";
    /// Late-move reduction before depth and move number are looked at.
    reduction_base: 600 in -2000..=4000, "thousandths of a ply";
    /// Late-move reduction for each unit of log2(depth) x log2(move number).
    reduction_scale: 210 in 0..=2000, "thousandths of a ply";
    /// Added to the reduction at a node expected to fail high.
    reduction_cut_node: 1000 in 0..=4000, "thousandths of a ply";
    /// Taken from the reduction at a node of the principal variation.
    reduction_pv: 1000 in 0..=4000, "thousandths of a ply";
    /// Added to the reduction when the evaluation is not improving.
    reduction_not_improving: 500 in 0..=4000, "thousandths of a ply";
    /// Taken from the reduction of a move that gives check.
    reduction_check: 1000 in 0..=4000, "thousandths of a ply";
    /// Taken from the reduction of a killer or counter-move.
    reduction_killer: 1000 in 0..=4000, "thousandths of a ply";
    /// Added to the reduction of a quiet move when the hash move is a capture.
    reduction_hash_capture: 500 in 0..=4000, "thousandths of a ply";
    /// A history of so many points takes one ply from the reduction of a quiet move.
    reduction_history_divisor: 8000 in 1000..=64000, "history points a ply";

    /// Largest static exchange loss with which a checking move is still extended by one ply; -1
    /// switches check extensions off.
    check_extension_max_loss: 0 in -1..=1000, "centipawns";
    /// Smallest depth of singular extensions.
    singular_min_depth: 7 in 4..=30, "plies";
    /// How far below the hash score every other move must stay, for each ply of depth.
    singular_margin: 2 in 0..=20, "centipawns a ply";
    /// How far below the singular bound the other moves must stay for a second ply.
    singular_double_margin: 20 in 0..=500, "centipawns";
    /// How many double extensions one line may hold.
    singular_double_limit: 6 in 0..=40, "extensions";
    /// Smallest depth of internal iterative reduction.
    iir_min_depth: 4 in 1..=30, "plies";

    /// Half width of the first aspiration window.
    aspiration_delta: 16 in 1..=1000, "centipawns";
    /// Smallest depth searched with an aspiration window.
    aspiration_min_depth: 5 in 1..=30, "plies";

    /// A capture in quiescence must promise to come within so much of alpha.
    quiescence_margin: 150 in 0..=2000, "centipawns";
    /// How many plies of quiescence also try quiet checks.
    quiescence_check_plies: 1 in 0..=4, "plies";

    /// History bonus for each ply of depth.
    history_bonus: 170 in 1..=2000, "history points a ply";
    /// Largest history bonus.
    history_bonus_max: 1700 in 1..=16000, "history points";
}

impl Params {
    /// Every parameter, in the order of declaration.
    #[must_use]
    pub fn list() -> &'static [ParamInfo] {
        LIST
    }

    /// Sets a parameter.
    ///
    /// # Errors
    /// [`ParamError`] when there is no such parameter or the value lies outside its bounds.
    pub fn set(&mut self, name: &str, value: i64) -> Result<(), ParamError> {
        let unknown = || ParamError::Unknown {
            name: name.to_owned(),
        };
        let info = LIST
            .iter()
            .find(|info| info.name == name)
            .ok_or_else(unknown)?;
        let accepted = i32::try_from(value)
            .ok()
            .filter(|value| (info.min..=info.max).contains(value))
            .ok_or(ParamError::OutOfBounds {
                name: info.name,
                value,
                min: info.min,
                max: info.max,
                unit: info.unit,
            })?;
        *self.slot(name).ok_or_else(unknown)? = accepted;
        Ok(())
    }

    /// Whether every parameter has its default value.
    #[must_use]
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Names and values in the order of declaration.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, i32)> + '_ {
        LIST.iter()
            .filter_map(|info| Some((info.name, self.get(info.name)?)))
    }

    /// A number that stands for all names and values: equal parameters have equal fingerprints
    /// on every machine (64-bit FNV-1a over `name=value` lines).
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        const OFFSET_BASIS: u64 = 0xCBF2_9CE4_8422_2325;
        const PRIME: u64 = 0x0000_0100_0000_01B3;
        self.to_string().bytes().fold(OFFSET_BASIS, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(PRIME)
        })
    }
}

impl fmt::Display for Params {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.values() {
            writeln!(f, "{name}={value}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_can_be_set_to_its_bounds_and_not_beyond() {
        for info in Params::list() {
            let mut params = Params::default();
            for value in [info.min, info.max] {
                params.set(info.name, i64::from(value)).unwrap();
                assert_eq!(params.get(info.name), Some(value));
            }
            for value in [i64::from(info.min) - 1, i64::from(info.max) + 1, i64::MAX] {
                let error = params.set(info.name, value).unwrap_err();
                assert!(matches!(error, ParamError::OutOfBounds { .. }), "{error}");
            }
            assert_eq!(params.get(info.name), Some(info.max));
        }
    }

    #[test]
    fn run_time_defaults_are_the_constants() {
        let params = Params::default();
        assert_eq!((&params).reduction_scale(), Fixed.reduction_scale());
        assert_eq!((&params).null_move_margin(), Fixed.null_move_margin());
        assert!(params.is_default());
    }

    #[test]
    fn unknown_names_are_refused_with_a_hint() {
        let error = Params::default().set("null_move_margn", 1).unwrap_err();
        assert_eq!(
            error.to_string(),
            "unknown parameter \"null_move_margn\"; did you mean null_move_margin?"
        );
    }

    #[test]
    fn any_change_changes_the_fingerprint() {
        let shipped = Params::default();
        for info in Params::list() {
            let mut changed = shipped.clone();
            let other = if info.default == info.max {
                info.min
            } else {
                info.max
            };
            changed.set(info.name, i64::from(other)).unwrap();
            assert_ne!(
                changed.fingerprint(),
                shipped.fingerprint(),
                "{}",
                info.name
            );
        }
    }
}
