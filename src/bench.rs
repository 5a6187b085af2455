//! The engine's own benchmark: the very positions, depth and hash size of the gate's bench suite,
//! each from a fresh state, so that the number of nodes is a signature of the search.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::board::{FenError, Game, Position, to_uci};
use crate::search::{Engine, HashError, Limits, Outcome};

/// Depth of the benchmark, in plies.
pub const BENCH_DEPTH: i32 = 14;
/// Hash size of the benchmark, in MiB.
pub const BENCH_HASH_MIB: usize = 16;

const SUITE: &str = include_str!("../suites/bench.epd");

/// Fields of a FEN without its two clocks.
const FEN_FIELDS: usize = 4;
/// The clocks of a FEN.
const FEN_CLOCKS: usize = 2;

/// Why a benchmark could not be run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BenchError {
    /// The embedded suite holds a record that cannot be read.
    #[error("suites/bench.epd:{line}: {source}")]
    Record {
        /// Where it stands, from 1.
        line: usize,
        /// What is wrong with it.
        source: FenError,
    },
    /// The hash table could not be had.
    #[error(transparent)]
    Hash(#[from] HashError),
}

/// A position of the benchmark.
#[derive(Debug, Clone)]
pub struct BenchPosition {
    /// Its name.
    pub id: String,
    /// The position.
    pub position: Position,
}

/// The positions of the benchmark, in the order of the suite.
///
/// # Errors
/// [`BenchError::Record`] when the embedded suite cannot be read.
pub fn positions() -> Result<Vec<BenchPosition>, BenchError> {
    SUITE
        .lines()
        .zip(1..)
        .filter(|(text, _)| !text.trim().is_empty() && !text.starts_with('#'))
        .map(|(text, line)| read(text).map_err(|source| BenchError::Record { line, source }))
        .collect()
}

/// Reads a record: a position of four to six fields and, among its operations, an `id`.
fn read(text: &str) -> Result<BenchPosition, FenError> {
    let is_clock = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let words = text.split_whitespace();
    let clocks = words.clone().skip(FEN_FIELDS).take(FEN_CLOCKS);
    let fen: Vec<_> = words
        .take(FEN_FIELDS)
        .chain(clocks.take_while(is_clock))
        .collect();
    let id = text
        .split_once(" id \"")
        .and_then(|(_, rest)| rest.split_once('"'));
    Ok(BenchPosition {
        id: id.map_or_else(|| fen.join(" "), |(id, _)| id.to_owned()),
        position: Position::from_fen(&fen.join(" "))?,
    })
}

/// The search of one position. Its `Display` is a line of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The position's name.
    pub id: String,
    /// What the search found.
    pub outcome: Outcome,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Outcome {
            best,
            score,
            depth,
            seldepth,
            nodes,
            ..
        } = &self.outcome;
        let best = best.map_or_else(|| "none".to_owned(), to_uci);
        let score = score.to_string();
        write!(
            f,
            "{:<24} {best:<6} {score:<10} {depth:>2}/{seldepth:<3} {nodes:>10} nodes",
            self.id
        )
    }
}

/// Sums over all positions. Its `Display` is the line that match servers read:
/// `<nodes> nodes <nps> nps`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Totals {
    /// Nodes: the signature.
    pub nodes: u64,
    /// Time spent searching.
    pub elapsed: Duration,
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nps = nodes_per_second(self.nodes, self.elapsed);
        write!(f, "{} nodes {nps} nps", self.nodes)
    }
}

/// Whole nodes per second; what took no measurable time is taken to have lasted a microsecond.
#[must_use]
pub fn nodes_per_second(nodes: u64, elapsed: Duration) -> u64 {
    const MICROSECONDS: u128 = 1_000_000;
    let nps = u128::from(nodes) * MICROSECONDS / elapsed.as_micros().max(1);
    u64::try_from(nps).unwrap_or(u64::MAX)
}

/// Searches every position to `depth` plies and tells `each` as they end. Nothing comes back when
/// `stop` was set: part of a signature is none.
///
/// # Errors
/// [`BenchError`] when the suite cannot be read or memory is short.
pub fn run(
    depth: i32,
    stop: &AtomicBool,
    mut each: impl FnMut(Row),
) -> Result<Option<Totals>, BenchError> {
    let positions = positions()?;
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let mut engine = Engine::new(BENCH_HASH_MIB)?;
    let mut totals = Totals {
        nodes: 0,
        elapsed: Duration::ZERO,
    };
    for BenchPosition { id, position } in positions {
        engine.reset();
        let game = Game::new(position);
        let start = Instant::now();
        let outcome = engine.search(&game, &limits, stop, &mut ());
        totals.elapsed += start.elapsed();
        if stop.load(Relaxed) {
            return Ok(None);
        }
        totals.nodes += outcome.nodes;
        each(Row { id, outcome });
    }
    Ok(Some(totals))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_four_to_six_fields() {
        let fen = "8/5pk1/R5p1/P6p/7P/r5P1/5PK1/8 w - -";
        for (clocks, full) in [("", "0 1"), (" 7", "7 1"), (" 4 42", "4 42")] {
            let record = read(&format!("{fen}{clocks} id \"a b\"; c0 \"x\";")).unwrap();
            assert_eq!(record.id, "a b");
            assert_eq!(record.position.fen(), format!("{fen} {full}"));
        }
        assert_eq!(read(fen).unwrap().id, fen);
        assert!(read("8/8 w - - id \"a\";").is_err());
    }

    #[test]
    fn the_last_line_is_bare_numbers() {
        let totals = Totals {
            nodes: 12_345_678,
            elapsed: Duration::from_millis(500),
        };
        assert_eq!(totals.to_string(), "12345678 nodes 24691356 nps");
        assert_eq!(nodes_per_second(3, Duration::ZERO), 3_000_000);
    }

    #[test]
    fn a_stopped_run_has_no_signature() {
        let mut rows = 0;
        let totals = run(2, &AtomicBool::new(true), |_| rows += 1);
        assert_eq!((totals, rows), (Ok(None), 0));
        let totals = run(2, &AtomicBool::new(false), |_| rows += 1);
        assert!(totals.unwrap().unwrap().nodes > 0);
        assert_eq!(rows, positions().unwrap().len());
    }
}
