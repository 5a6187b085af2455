//! The positions of `suites/perft.epd`, and a way to work on them with all cores.

use std::sync::atomic::{AtomicUsize, Ordering};

use derecho::board::Position;

const PERFT_FILE: &str = include_str!("../../suites/perft.epd");

/// A position with its known numbers of leaves.
pub(crate) struct PerftCase {
    /// Where it stands in the file, from 1.
    pub(crate) line: usize,
    pub(crate) fen: String,
    pub(crate) position: Position,
    /// Leaves at depth 1, 2, ...
    pub(crate) leaves: Vec<u64>,
}

/// All positions of `suites/perft.epd`.
///
/// # Panics
/// When a line cannot be read; the message names it.
pub(crate) fn perft_cases() -> Vec<PerftCase> {
    PERFT_FILE
        .lines()
        .zip(1..)
        .filter(|(text, _)| !text.trim().is_empty() && !text.starts_with('#'))
        .map(|(text, line)| read_case(text, line))
        .collect()
}

fn read_case(text: &str, line: usize) -> PerftCase {
    let mut fields = text.split(';').map(str::trim);
    let fen = fields.next().unwrap_or_default().to_owned();
    let position =
        Position::from_fen(&fen).unwrap_or_else(|error| panic!("suites/perft.epd:{line}: {error}"));
    let leaves: Vec<u64> = fields
        .zip(1..)
        .map(|(field, depth)| {
            field
                .strip_prefix(&format!("D{depth} "))
                .and_then(|leaves| leaves.trim().parse().ok())
                .unwrap_or_else(|| {
                    panic!("suites/perft.epd:{line}: {field:?}: expected \"D{depth} <leaves>\"")
                })
        })
        .collect();
    assert!(!leaves.is_empty(), "suites/perft.epd:{line}: no counts");
    PerftCase {
        line,
        fen,
        position,
        leaves,
    }
}

/// `work` done on every item, by as many threads as there are cores; results in the order of the
/// items.
pub(crate) fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let take_and_work = || {
        let mut done = Vec::new();
        while let index = next.fetch_add(1, Ordering::Relaxed)
            && let Some(item) = items.get(index)
        {
            done.push((index, work(item)));
        }
        done
    };
    let mut results: Vec<(usize, R)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(take_and_work)).collect();
        workers
            .into_iter()
            .flat_map(|worker| match worker.join() {
                Ok(done) => done,
                Err(panic) => std::panic::resume_unwind(panic),
            })
            .collect()
    });
    results.sort_by_key(|&(index, _)| index);
    results.into_iter().map(|(_, result)| result).collect()
}
