//! Paired statistics of two runs over the same positions.
//!
//! Floating point is allowed here, since nothing here takes part in a search. Draws are seeded, so
//! the same two runs always give the same report.

mod bootstrap;
mod comparison;
mod mcnemar;
mod nodes;

pub use bootstrap::{CONFIDENCE, Interval, RESAMPLES, bootstrap_mean};
pub use comparison::{Comparison, FieldChange, Mover, RowChange, node_pairs};
pub use mcnemar::mcnemar_exact;
pub use nodes::{NodeChange, percent};
