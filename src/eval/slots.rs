//! Every weight reachable by name and index, so that a tuner can list and change them all.

use super::score::S;

/// One weight.
#[derive(Debug, PartialEq, Eq)]
pub enum Slot<'a> {
    /// A middlegame and endgame pair in centipawns.
    Pair(&'a mut S),
    /// A single number, in the unit that its documentation names.
    Single(&'a mut i32),
}

/// Something made of weights: one, or an array of such.
pub(super) trait Slots {
    /// Shows all weights inside, in order of their indices, counting on from `index`.
    fn each(&mut self, name: &'static str, index: &mut usize, show: &mut Show<'_>);
}

/// Receives the name of a field, the index within the (flattened) field, and the weight.
pub type Show<'f> = dyn FnMut(&'static str, usize, Slot<'_>) + 'f;

impl Slots for S {
    fn each(&mut self, name: &'static str, index: &mut usize, show: &mut Show<'_>) {
        show(name, *index, Slot::Pair(self));
        *index += 1;
    }
}

impl Slots for i32 {
    fn each(&mut self, name: &'static str, index: &mut usize, show: &mut Show<'_>) {
        show(name, *index, Slot::Single(self));
        *index += 1;
    }
}

impl<T: Slots, const N: usize> Slots for [T; N] {
    fn each(&mut self, name: &'static str, index: &mut usize, show: &mut Show<'_>) {
        for item in self {
            item.each(name, index, show);
        }
    }
}

/// Declares the struct of all weights together with their values, one field a weight (or array
/// of weights), each with its documentation.
macro_rules! weights {
    ($($(#[$doc:meta])+ $name:ident: $type:ty = $value:expr;)+) => {
        /// All weights of the evaluation. Pairs are (middlegame, endgame) in centipawns.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct Weights {
            $($(#[$doc])+ pub $name: $type,)+
        }

        impl Weights {
            /// The weights that the engine plays with.
            pub const DEFAULT: Weights = Weights { $($name: $value,)+ };

            /// Shows every weight once, by field name and index within the field, in order of
            /// declaration; each may be changed.
            pub fn for_each(&mut self, show: &mut $crate::eval::slots::Show<'_>) {
                $($crate::eval::slots::Slots::each(
                    &mut self.$name, stringify!($name), &mut 0, show,
                );)+
            }
        }
    };
}

pub(super) use weights;
