//! Same input, same count: node counts depend on position, limit, hash size and parameters only.

use std::sync::atomic::AtomicBool;

use derecho::board::{Game, Position};
use derecho::observe::Counters;
use derecho::params::Params;
use derecho::search::{Engine, Info, Limits, Outcome, Reporter};

const DEPTH: i32 = 7;
const HASH_MIB: usize = 2;

fn games() -> Vec<Game> {
    include_str!("../suites/bench.epd")
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| {
            let fen: Vec<&str> = line.split_whitespace().take(4).collect();
            Game::new(Position::from_fen(&fen.join(" ")).unwrap())
        })
        .collect()
}

fn search(engine: &mut Engine, game: &Game) -> Outcome {
    let limits = Limits {
        depth: Some(DEPTH),
        ..Limits::default()
    };
    engine.search(game, &limits, &AtomicBool::new(false), &mut ())
}

fn fresh(game: &Game) -> Outcome {
    search(&mut Engine::new(HASH_MIB).unwrap(), game)
}

#[test]
fn order_and_earlier_searches_do_not_matter() {
    let games = games();
    let expected: Vec<_> = games.iter().map(fresh).collect();
    let mut engine = Engine::new(HASH_MIB).unwrap();
    for (game, expected) in games.iter().zip(&expected).rev() {
        engine.reset();
        assert_eq!(search(&mut engine, game), *expected);
    }
    for (game, expected) in games.iter().zip(&expected) {
        engine.reset();
        assert_eq!(search(&mut engine, game), *expected);
    }
}

#[test]
fn without_a_reset_earlier_searches_do_matter() {
    let game = &games()[0];
    let mut engine = Engine::new(HASH_MIB).unwrap();
    let first = search(&mut engine, game);
    let second = search(&mut engine, game);
    assert_ne!(first.nodes, second.nodes, "the table is not used at all");
}

#[test]
fn threads_side_by_side_count_the_same() {
    let games = games();
    let expected: Vec<_> = games.iter().map(fresh).collect();
    let workers: Vec<_> = (0..2)
        .map(|_| {
            let games = games.clone();
            std::thread::spawn(move || games.iter().map(fresh).collect::<Vec<_>>())
        })
        .collect();
    for worker in workers {
        assert_eq!(worker.join().unwrap(), expected);
    }
}

#[test]
fn run_time_parameters_search_like_constants() {
    for game in &games() {
        let mut engine = Engine::new(HASH_MIB).unwrap();
        engine.set_params(Some(Params::default()));
        assert_eq!(search(&mut engine, game), fresh(game));
    }
}

#[test]
fn observers_do_not_disturb() {
    for game in &games() {
        let limits = Limits {
            depth: Some(DEPTH),
            ..Limits::default()
        };
        let mut counters = Counters::default();
        let observed = Engine::new(HASH_MIB).unwrap().search_observed(
            game,
            &limits,
            &AtomicBool::new(false),
            &mut (),
            &mut counters,
        );
        assert_eq!(observed, fresh(game));
        assert_eq!(counters.nodes(), observed.nodes);
    }
}

#[test]
fn every_parameter_that_is_changed_reaches_the_search() {
    let game = &games()[1];
    let shipped = fresh(game);
    let mut params = Params::default();
    params.set("reduction_base", 2000).unwrap();
    let mut engine = Engine::new(HASH_MIB).unwrap();
    engine.set_params(Some(params));
    assert_ne!(search(&mut engine, game).nodes, shipped.nodes);
}

struct Depths(Vec<i32>);

impl Reporter for Depths {
    fn iteration(&mut self, info: &Info<'_>) {
        self.0.push(info.depth);
    }
}

#[test]
fn node_limits_are_exact_and_leave_nothing_behind() {
    let game = &games()[1];
    let full = fresh(game);
    let mut engine = Engine::new(HASH_MIB).unwrap();
    for nodes in [1, 700, 1000, 4096, 20_001] {
        engine.reset();
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let mut depths = Depths(Vec::new());
        let outcome = engine.search(game, &limits, &AtomicBool::new(false), &mut depths);
        assert_eq!(depths.0[0], 1, "depth 1 is always complete");
        assert!(outcome.best.is_some());
        assert!(depths.0.len() == 1 || outcome.nodes == nodes);
        engine.reset();
        assert_eq!(search(&mut engine, game), full);
    }
}
