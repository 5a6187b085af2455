//! The engine's command line. Without a command it talks UCI on standard input and output.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use clap::{Parser, Subcommand};
use derecho::bench::{self, BENCH_DEPTH};
use derecho::board::{Position, perft_divide, to_uci};
use derecho::{eval, uci};

/// Exit code of a command that could not be run.
const COULD_NOT_RUN: u8 = 2;

/// A chess engine whose search decides by measured fail-high probabilities. Without a command it
/// talks UCI on standard input and output
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Search the bench positions; the last line is "<nodes> nodes <nps> nps"
    Bench {
        /// Depth in plies
        #[arg(default_value_t = BENCH_DEPTH, value_parser = clap::value_parser!(i32).range(1..))]
        depth: i32,
    },
    /// Count the positions that so many moves lead to, for each first move
    Perft {
        /// Depth in plies
        #[arg(value_parser = clap::value_parser!(u32).range(1..))]
        depth: u32,
        /// Position in Forsyth-Edwards notation [default: the initial position]
        fen: Vec<String>,
    },
    /// Print the evaluation of a position, term by term
    Eval {
        /// Position in Forsyth-Edwards notation [default: the initial position]
        fen: Vec<String>,
    },
}

type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        None => uci::run(io::stdin().lock(), io::stdout()).map_err(Into::into),
        Some(Command::Bench { depth }) => bench(depth),
        Some(Command::Perft { depth, fen }) => perft(depth, &fen),
        Some(Command::Eval { fen }) => evaluate(&fen),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // A reader that has seen enough is no failure.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("derecho: {error}");
            ExitCode::from(COULD_NOT_RUN)
        }
    }
}

fn is_broken_pipe(error: &(dyn std::error::Error + 'static)) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn bench(depth: i32) -> Outcome {
    let stop = AtomicBool::new(false);
    let mut failure = None;
    let totals = bench::run(depth, &stop, |row| {
        if let Err(error) = writeln!(io::stdout(), "{row}") {
            stop.store(true, Relaxed);
            failure = Some(error);
        }
    })?;
    if let Some(error) = failure {
        return Err(error.into());
    }
    if let Some(totals) = totals {
        writeln!(io::stdout(), "{totals}")?;
    }
    Ok(())
}

fn perft(depth: u32, fen: &[String]) -> Outcome {
    let position = position(fen)?;
    let mut out = io::stdout().lock();
    let mut total = 0;
    for (m, leaves) in perft_divide(&position, depth) {
        writeln!(out, "{}: {leaves}", to_uci(m))?;
        total += leaves;
    }
    writeln!(out, "{total}")?;
    Ok(())
}

fn evaluate(fen: &[String]) -> Outcome {
    writeln!(io::stdout(), "{}", eval::trace(&position(fen)?))?;
    Ok(())
}

/// The position that the words on the command line make up, quoted as one or not.
fn position(words: &[String]) -> Outcome<Position> {
    if words.is_empty() {
        return Ok(Position::startpos());
    }
    Ok(Position::from_fen(&words.join(" "))?)
}
