//! Move ordering: which move to try next, and what earlier searches say about each.

mod history;
mod picker;

pub use history::{Continuation, Histories, PieceTo};
pub use picker::{MovePicker, OrderContext, Picked, Stage, is_noisy};
