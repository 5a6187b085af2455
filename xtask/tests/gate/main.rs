//! The gate on a tiny tree: real repository, real runner, but steps that need no compiler.

mod author;
mod blessed;
mod commits;
mod damage;
mod hooks;
mod lab;
mod repository;
mod runner;
mod verdicts;
