//! The engine: what stays between searches.

use std::sync::atomic::AtomicBool;
use std::thread;

use super::limits::{Clock, Limits};
use super::report::{Outcome, Reporter};
use super::score::Score;
use super::searcher::{Memory, Searcher};
use super::stack::{PvTable, Stack};
use super::transposition::{HashError, TranspositionTable};
use crate::board::{Game, KeyStack, Position};
use crate::observe::{Observer, Silent};
use crate::params::{Fixed, Params, Tunables};

/// Stack of the thread that searches, in bytes: the deepest line needs about a third of it in a
/// debug build.
const STACK_BYTES: usize = 16 << 20;

/// A single-threaded engine with its transposition table and histories.
pub struct Engine {
    table: TranspositionTable,
    memory: Memory,
    params: Option<Params>,
}

impl Engine {
    /// An engine in fresh state with a hash table of so many MiB.
    ///
    /// # Errors
    /// [`HashError`] when the size is out of bounds or memory is short.
    pub fn new(hash_mib: usize) -> Result<Self, HashError> {
        Ok(Self {
            table: TranspositionTable::new(hash_mib)?,
            memory: Memory::default(),
            params: None,
        })
    }

    /// Size of the hash table in MiB.
    #[must_use]
    pub fn hash_mib(&self) -> usize {
        self.table.mib()
    }

    /// Replaces the hash table by an empty one of so many MiB.
    ///
    /// # Errors
    /// [`HashError`] when the size is out of bounds or memory is short; the old table stays.
    pub fn resize(&mut self, hash_mib: usize) -> Result<(), HashError> {
        self.table = TranspositionTable::new(hash_mib)?;
        Ok(())
    }

    /// Returns to fresh state: what is searched next does not depend on what was searched before.
    pub fn reset(&mut self) {
        self.table.clear();
        self.memory.clear();
    }

    /// Empties the hash table and keeps the rest.
    pub fn clear_hash(&mut self) {
        self.table.clear();
    }

    /// Sets parameters for the searches to come; `None` means the constants that ship.
    pub fn set_params(&mut self, params: Option<Params>) {
        self.params = params;
    }

    /// Searches a position until a limit is reached or `stop` is set.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        reporter: &mut dyn Reporter,
    ) -> Outcome {
        self.search_observed(game, limits, stop, reporter, &mut Silent)
    }

    /// [`Self::search`] with an observer.
    pub fn search_observed<O: Observer + Send>(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        reporter: &mut dyn Reporter,
        observer: &mut O,
    ) -> Outcome {
        let root = game.position();
        if root.legal_moves().is_empty() {
            return without_moves(root);
        }
        self.table.age();
        match self.params.clone() {
            None => self.run(Fixed, game, limits, stop, reporter, observer),
            Some(params) => self.run(&params, game, limits, stop, reporter, observer),
        }
    }

    /// Runs the search on a thread of its own, whose stack is large enough for any line.
    fn run<O: Observer + Send, P: Tunables + Send>(
        &mut self,
        params: P,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        reporter: &mut dyn Reporter,
        observer: &mut O,
    ) -> Outcome {
        let mut searcher = Searcher {
            params,
            observer,
            table: &self.table,
            memory: &mut self.memory,
            clock: Clock::start(limits, stop),
            keys: KeyStack::new(game),
            stack: Stack::new(),
            pv: PvTable::new(),
            nodes: 0,
            seldepth: 0,
            root_depth: 0,
            search_moves: &limits.search_moves,
            root_best: None,
        };
        thread::scope(|scope| {
            thread::Builder::new()
                .name("search".to_owned())
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, || searcher.deepen(game.position(), limits, reporter))
                .expect("the system can start a thread")
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }
}

fn without_moves(root: &Position) -> Outcome {
    Outcome {
        best: None,
        ponder: None,
        score: if root.in_check() {
            Score::Mate(0)
        } else {
            Score::Cp(0)
        },
        depth: 0,
        seldepth: 0,
        nodes: 0,
        pv: Vec::new(),
    }
}
