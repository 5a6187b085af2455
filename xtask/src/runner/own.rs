//! The engine of this tree, in process.

use super::{Engine, EngineError, Found, Request, Start, Watch};
use crate::results::Limit;
use derecho::{
    board::Game,
    params::Params,
    search::{self, Info, Limits, Reporter},
};
use std::{collections::BTreeMap, sync::atomic::AtomicBool, time::Duration};

/// The name in results.
const NAME: &str = "self";

/// How to start the engine of this tree.
#[derive(Clone, Debug)]
pub struct OwnStart {
    /// Transposition table in mebibytes.
    pub hash_mb: usize,
    /// Parameters; those that ship when they have their defaults.
    pub params: Params,
}

impl Start for OwnStart {
    fn start(&self) -> Result<Box<dyn Engine>, EngineError> {
        let mut engine = search::Engine::new(self.hash_mb)
            .map_err(|error| EngineError(format!("hash {} MB: {error}", self.hash_mb)))?;
        engine.set_params((!self.params.is_default()).then(|| self.params.clone()));
        Ok(Box::new(OwnEngine { engine }))
    }
}

struct OwnEngine {
    engine: search::Engine,
}

impl Engine for OwnEngine {
    fn name(&self) -> &str {
        NAME
    }

    fn search(&mut self, request: &Request<'_>, watch: Watch<'_>) -> Result<Found, EngineError> {
        // Whatever was searched before must not change a single node.
        self.engine.reset();
        let game = Game::new(request.position.clone());
        let stop = AtomicBool::new(false);
        let outcome = self
            .engine
            .search(&game, &limits(request), &stop, &mut Watcher(watch));
        Ok(Found {
            best: outcome.best,
            score: outcome.score.to_string(),
            depth: outcome.depth,
            seldepth: outcome.seldepth,
            nodes: outcome.nodes,
            counters: BTreeMap::new(),
        })
    }
}

fn limits(request: &Request<'_>) -> Limits {
    let mut limits = Limits {
        search_moves: request.search_moves.to_vec(),
        ..Limits::default()
    };
    match request.limit {
        Limit::Depth(depth) => limits.depth = Some(depth),
        Limit::Nodes(nodes) => limits.nodes = Some(nodes),
        Limit::MovetimeMs(ms) => {
            limits.soft_time = Some(Duration::from_millis(ms));
            limits.hard_time = limits.soft_time;
        }
    }
    limits
}

struct Watcher<'a>(Watch<'a>);

impl Reporter for Watcher<'_> {
    fn iteration(&mut self, info: &Info<'_>) {
        if let Some(&first) = info.pv.first() {
            (self.0)(first, info.nodes);
        }
    }
}
