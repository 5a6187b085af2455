//! The gate on a tiny tree: real repository, real runner, but steps that need no compiler; only in
//! [`precommit`] does the real cargo build it.

mod author;
mod blessed;
mod commits;
mod damage;
mod hooks;
mod lab;
mod precommit;
mod repository;
mod runner;
mod verdicts;

use std::process::Command;

const PASS: i32 = 0;
const DIFFERS: i32 = 1;
const COULD_NOT_RUN: i32 = 2;

/// Checks the exit code of a command and a part of what it says; all that it says comes back.
#[track_caller]
fn expect(command: &mut Command, code: i32, said: &str) -> String {
    let output = command.output().expect("it runs");
    let all = [output.stdout, output.stderr].concat();
    let all = String::from_utf8_lossy(&all).into_owned();
    assert_eq!(output.status.code(), Some(code), "{command:?}: {all}");
    assert!(all.contains(said), "{command:?}: {said:?} in {all}");
    all
}
