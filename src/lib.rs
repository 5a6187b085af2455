//! Derecho: a chess engine whose search decides by measured fail-high probabilities.
//!
//! Modules depend on each other in one direction only: `board` <- `eval` <- `order` <-
//! `tables` <- `search` <- `uci`. `board` knows rules and nothing of scores, `eval` knows scores
//! and nothing of search, `tables` knows probabilities and pruning rules and nothing of time,
//! `search` sequences them and `uci` talks. Nothing but `uci` does any input or output.
//!
//! Node counts depend on the position, the limit, the hash size, the parameters and the tables,
//! and on nothing else: no floats, no clock, no thread count, no hash-map order, no state left
//! over from an earlier search takes part in a decision.

pub mod bench;
pub mod board;
pub mod eval;
pub mod observe;
pub mod order;
pub mod params;
pub mod search;
pub mod tables;
pub mod uci;
