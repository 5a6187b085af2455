//! The bets of the search: which move to skip, which to reduce, which node to cut short.
//!
//! Each rule is a named function beside its like: the alpha side looks at leftover moves, the
//! beta side at nodes whose static evaluation stands above beta, the null move asks what passing
//! would cost. The search only sequences them and obeys their verdicts.

pub mod alpha;
pub mod beta;
pub mod null_move;

mod axes;
mod log2;

pub use axes::Improve;
