//! The laboratory around the engine: suites, runner, results, and (feature `lab`) the regression
//! gate and every other command of `cargo xtask`.
//!
//! Data flows one way: suite file -> positions -> runner -> search -> rows -> result file ->
//! baseline, comparison or report.

#[cfg(feature = "lab")]
pub mod baseline;
#[cfg(feature = "lab")]
pub mod commands;
pub mod epd;
pub mod files;
#[cfg(feature = "lab")]
pub mod gate;
#[cfg(feature = "lab")]
pub mod hooks;
pub mod provenance;
pub mod results;
pub mod rng;
pub mod runner;
#[cfg(feature = "lab")]
pub mod stats;
pub mod suite;
pub mod verdict;

pub use verdict::Verdict;
