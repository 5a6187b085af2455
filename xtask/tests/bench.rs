//! The engine's own benchmark and the gate's bench suite are one and the same.

use derecho::bench::{self, BENCH_DEPTH, BENCH_HASH_MIB};
use std::{path::Path, sync::atomic::AtomicBool};
use xtask::{
    epd,
    results::Limit,
    runner::{OwnStart, Request, Start},
    suite::Manifest,
};

const SUITE: &str = "bench";
/// Shallow enough for a debug build.
const DEPTH: i32 = 7;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("a workspace")
}

#[test]
fn depth_hash_and_positions_are_those_of_the_manifest() {
    let manifest = Manifest::load(root()).expect("suites.toml");
    let entry = manifest.get(SUITE).expect("a bench suite");
    assert_eq!((entry.depth, entry.hash_mb), (BENCH_DEPTH, BENCH_HASH_MIB));
    let reading = epd::read_file(&entry.path(root())).expect("bench.epd");
    assert_eq!(reading.problems, []);
    let read_by_runner: Vec<_> = reading
        .records
        .iter()
        .map(|record| (record.id.clone(), record.position.fen()))
        .collect();
    let read_by_engine: Vec<_> = bench::positions()
        .expect("the embedded suite")
        .into_iter()
        .map(|bench| (bench.id, bench.position.fen()))
        .collect();
    assert_eq!(read_by_engine, read_by_runner);
}

#[test]
fn both_count_the_same_nodes() {
    let start = OwnStart {
        hash_mb: BENCH_HASH_MIB,
        params: derecho::params::Params::default(),
    };
    let mut engine = start.start().expect("16 MB of memory");
    let mut rows = 0;
    let mut runner_total = 0;
    let totals = bench::run(DEPTH, &AtomicBool::new(false), |row| {
        let positions = bench::positions().expect("the embedded suite");
        let request = Request {
            position: &positions[rows].position,
            limit: Limit::Depth(DEPTH),
            search_moves: &[],
        };
        let found = engine.search(&request, &mut |_, _| {}).expect("an outcome");
        assert_eq!(
            (
                row.outcome.nodes,
                row.outcome.best,
                row.outcome.score.to_string()
            ),
            (found.nodes, found.best, found.score),
            "{}",
            row.id
        );
        runner_total += found.nodes;
        rows += 1;
    });
    let totals = totals.expect("a bench").expect("nobody stops it");
    assert!(rows > 0);
    assert_eq!(totals.nodes, runner_total);
}
