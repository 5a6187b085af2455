//! The Universal Chess Interface: the engine as a program that other programs talk to.
//!
//! The thread that reads commands never searches, so that it answers at once; a second thread, the
//! worker, takes searches and changes of the engine in the order in which they were sent. What
//! the protocol leaves open is settled thus:
//!
//! - Every line that begins with `go` (but `go perft`) is answered by exactly one `bestmove`. What
//!   cannot be read in it is named and left out; when that leaves no limit at all, depth 1 is
//!   searched, rather than for ever.
//! - A second `go` waits until the first has ended, unless that one has no limit, or only
//!   `mate`: then it is stopped. `stop` ends everything that was begun before it, also what still waits.
//! - `position` takes effect for the next `go`, `ucinewgame` and `setoption` when the search that
//!   runs has ended.
//! - `go infinite` that ends by itself keeps its `bestmove` until `stop`. So does `go ponder`,
//!   which is not offered and for which `ponderhit` means `stop`.
//! - `isready` is answered at once while something runs, and otherwise when all that was sent
//!   before it is done.
//! - At the end of input, searches that end by themselves are brought to their end, the others are
//!   stopped. `quit` stops all of them.
//! - A line that cannot be understood changes nothing, and an `info string` says why.

mod budget;
mod command;
mod go;
mod input;
mod memory;
mod options;
mod output;
mod render;
mod session;
mod worker;

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;

use crate::search::{Engine, HashError};
use input::{Line, LineReader};
use output::Output;
use session::Session;

/// Why a session ended badly.
#[derive(Debug, thiserror::Error)]
pub enum UciError {
    /// The hash table of the size that is the default could not be had.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// The worker could not be started.
    #[error("cannot start a thread: {0}")]
    Thread(#[source] io::Error),
    /// What was to be said could not be said.
    #[error("cannot write the answer: {0}")]
    Output(#[source] io::Error),
}

/// Talks until `quit`, the end of input, or until nobody listens any more, which is no error.
///
/// # Errors
/// [`UciError`] when the engine cannot be started or its output not be written.
pub fn run(input: impl BufRead, output: impl Write + Send + 'static) -> Result<(), UciError> {
    let output = Output::new(output);
    let engine = Engine::new(options::HASH.default)?;
    let mut session = Session::start(engine, output.clone()).map_err(UciError::Thread)?;
    let mut lines = LineReader::new(input);
    loop {
        match lines.next_line() {
            Ok(Line::Text(text)) => {
                if session.line(text).is_break() {
                    break;
                }
            }
            Ok(Line::Unreadable(reason)) => output.info_string(&reason),
            Ok(Line::End) => {
                session.end_of_input();
                break;
            }
            Err(error) => {
                output.info_string(&format!("cannot read the input: {error}"));
                session.end_of_input();
                break;
            }
        }
        if output.has_failed() {
            session.quit();
            break;
        }
    }
    session.finish();
    match output.failure() {
        Some(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(UciError::Output(error)),
        _ => Ok(()),
    }
}

/// Whether the session goes on.
type Flow = ControlFlow<()>;
