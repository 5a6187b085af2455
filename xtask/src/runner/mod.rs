//! Running engines over positions: a pool of workers, each with an engine of its own.

mod engine;
mod pool;
mod progress;
pub mod uci;

pub use engine::{Engine, EngineError, Found, Request, SolutionTracker, Start};
pub use pool::{Job, run};
pub use progress::Progress;
