//! The search: iterative deepening, principal variation search, quiescence.

mod deepening;
mod engine;
mod extension;
mod limits;
mod move_loop;
mod negamax;
mod quiescence;
mod report;
mod score;
mod searcher;
mod stack;
mod transposition;

pub use engine::Engine;
pub use limits::Limits;
pub use report::{Info, Outcome, Reporter};
pub use score::{Bound, MATE, MATE_IN_MAX_PLY, MAX_PLY, Score};
pub use transposition::{HashError, Hit, TranspositionTable};
