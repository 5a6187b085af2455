//! The command line from outside, and the UCI client against an engine that behaves badly.

mod common;
mod compare;
mod run;
mod suite;
// The engine is told by a variable how to behave, set for it alone by `env`.
#[cfg(unix)]
mod uci_engine;

const PASS: i32 = 0;
const DIFFERS: i32 = 1;
const COULD_NOT_RUN: i32 = 2;
