//! The protocol, from the interface's side.

use super::{
    command::UciOption,
    info::{Bound, Info},
    process::Process,
};
use crate::{
    epd::read_move,
    results::Limit,
    runner::{Engine, EngineError, Found, Request, Start, Watch},
};
use shakmaty::{CastlingMode, Move};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, Instant},
};

/// How long to wait for an engine.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// For `uciok` and for `readyok`.
    pub ready: Duration,
    /// For `bestmove`, when the limit is a depth or a number of nodes.
    pub search: Duration,
    /// For `bestmove` beyond the limit, when that is a time.
    pub overrun: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Timeouts {
            ready: Duration::from_secs(20),
            search: Duration::from_mins(10),
            overrun: Duration::from_secs(10),
        }
    }
}

/// How to start an engine.
#[derive(Clone, Debug)]
pub struct UciStart {
    /// The program and its arguments; at least one word.
    pub words: Vec<String>,
    /// Options to set.
    pub options: Vec<UciOption>,
    /// Transposition table in mebibytes, for engines that have the option and unless it is among
    /// `options`.
    pub hash_mb: usize,
    /// Patience.
    pub timeouts: Timeouts,
}

impl Start for UciStart {
    fn start(&self) -> Result<Box<dyn Engine>, EngineError> {
        Ok(Box::new(UciEngine::start(self)?))
    }
}

/// An engine in a child process, killed when dropped.
pub struct UciEngine {
    process: Process,
    name: String,
    /// Names of its options, in lower case: the protocol does not tell cases apart.
    options: BTreeSet<String>,
    timeouts: Timeouts,
    multipv: usize,
}

/// One of several lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its first move.
    pub first: Move,
    /// `cp 31` or `mate 5`; empty when the engine gave none.
    pub score: String,
    /// What the score is.
    pub bound: Bound,
    /// Plies.
    pub depth: i32,
}

/// The outcome of a search with several lines.
#[derive(Clone, Debug)]
pub struct MultiFound {
    /// As for a search with one.
    pub found: Found,
    /// The lines of the last iteration that finished all of them, best first: a search that is cut
    /// off leaves lines of different depths behind, whose scores cannot be compared. When no
    /// iteration finished, the last word on each line.
    pub lines: Vec<Line>,
}

impl UciEngine {
    /// Starts the engine, sets its options and waits until it is ready.
    ///
    /// # Errors
    /// When it cannot be started, does not answer in time, or lacks an option.
    pub fn start(how: &UciStart) -> Result<Self, EngineError> {
        let mut engine = UciEngine {
            process: Process::spawn(&how.words)?,
            name: how.words[0].clone(),
            options: BTreeSet::new(),
            timeouts: how.timeouts,
            multipv: 1,
        };
        engine.handshake()?;
        let hash = UciOption {
            name: "Hash".to_owned(),
            value: how.hash_mb.to_string(),
        };
        let hash_given = how
            .options
            .iter()
            .any(|option| option.name.eq_ignore_ascii_case("hash"));
        if engine.has_option("hash") && !hash_given {
            engine.set_option(&hash)?;
        }
        for option in &how.options {
            engine.set_option(option)?;
        }
        engine.wait_until_ready()?;
        Ok(engine)
    }

    fn has_option(&self, lower_case_name: &str) -> bool {
        self.options.contains(lower_case_name)
    }

    fn handshake(&mut self) -> Result<(), EngineError> {
        self.process.send("uci")?;
        let deadline = Instant::now() + self.timeouts.ready;
        loop {
            let Some(line) = self.process.line(deadline)? else {
                return Err(self.timed_out("uciok", self.timeouts.ready));
            };
            if line == "uciok" {
                return Ok(());
            }
            if let Some(name) = line.strip_prefix("id name ") {
                name.trim().clone_into(&mut self.name);
            } else if let Some(option) = line.strip_prefix("option name ") {
                let name = option.split_once(" type ").map_or(option, |(name, _)| name);
                self.options.insert(name.trim().to_lowercase());
            }
        }
    }

    fn set_option(&mut self, option: &UciOption) -> Result<(), EngineError> {
        let UciOption { name, value } = option;
        if !self.has_option(&name.to_lowercase()) {
            let known: Vec<_> = self.options.iter().map(String::as_str).collect();
            return Err(EngineError(format!(
                "{} has no option {name:?}; it has: {}",
                self.name,
                known.join(", ")
            )));
        }
        if value.is_empty() {
            self.process.send(&format!("setoption name {name}"))
        } else {
            self.process
                .send(&format!("setoption name {name} value {value}"))
        }
    }

    fn set_multipv(&mut self, lines: usize) -> Result<(), EngineError> {
        if self.multipv == lines {
            return Ok(());
        }
        self.set_option(&UciOption {
            name: "MultiPV".to_owned(),
            value: lines.to_string(),
        })?;
        self.multipv = lines;
        Ok(())
    }

    fn wait_until_ready(&mut self) -> Result<(), EngineError> {
        self.process.send("isready")?;
        let deadline = Instant::now() + self.timeouts.ready;
        loop {
            match self.process.line(deadline)? {
                Some(line) if line == "readyok" => return Ok(()),
                Some(_) => {}
                None => return Err(self.timed_out("readyok", self.timeouts.ready)),
            }
        }
    }

    fn timed_out(&self, what: &str, patience: Duration) -> EngineError {
        self.process
            .error(&format!("no {what} within {} s", patience.as_secs_f32()))
    }

    /// As if the engine had never searched before.
    fn fresh_state(&mut self) -> Result<(), EngineError> {
        self.process.send("ucinewgame")?;
        if self.has_option("clear hash") {
            self.process.send("setoption name Clear Hash")?;
        }
        self.wait_until_ready()
    }

    /// Searches for the best `lines` lines; see [`Engine::search`].
    ///
    /// # Errors
    /// As [`Engine::search`].
    pub fn search_lines(
        &mut self,
        request: &Request<'_>,
        lines: usize,
        watch: Watch<'_>,
    ) -> Result<MultiFound, EngineError> {
        self.set_multipv(lines)?;
        self.fresh_state()?;
        self.process
            .send(&format!("position fen {}", request.position.fen()))?;
        self.process.send(&go(request))?;
        let patience = match request.limit {
            Limit::MovetimeMs(ms) => Duration::from_millis(ms) + self.timeouts.overrun,
            Limit::Depth(_) | Limit::Nodes(_) => self.timeouts.search,
        };
        let deadline = Instant::now() + patience;
        let mut state = SearchState {
            wanted: lines,
            ..SearchState::default()
        };
        loop {
            let Some(line) = self.process.line(deadline)? else {
                return Err(self.timed_out("bestmove", patience));
            };
            if let Some(answer) = line.strip_prefix("bestmove") {
                let best = self.best_move(request, answer)?;
                return Ok(state.finish(best));
            }
            if let Some(info) = Info::parse(&line) {
                state.take(request, info, watch);
            }
        }
    }

    fn best_move(&self, request: &Request<'_>, answer: &str) -> Result<Option<Move>, EngineError> {
        let word = answer.split_whitespace().next().unwrap_or("");
        if request.position.legal_moves().is_empty() {
            return Ok(None);
        }
        let allowed =
            |m: &Move| request.search_moves.is_empty() || request.search_moves.contains(m);
        match read_move(request.position, word) {
            Ok(m) if allowed(&m) => Ok(Some(m)),
            _ => Err(self
                .process
                .error(&format!("found bestmove {word:?}, expected a legal move"))),
        }
    }
}

impl Engine for UciEngine {
    fn name(&self) -> &str {
        &self.name
    }

    fn search(&mut self, request: &Request<'_>, watch: Watch<'_>) -> Result<Found, EngineError> {
        Ok(self.search_lines(request, 1, watch)?.found)
    }
}

fn go(request: &Request<'_>) -> String {
    let mut go = match request.limit {
        Limit::Depth(depth) => format!("go depth {depth}"),
        Limit::Nodes(nodes) => format!("go nodes {nodes}"),
        Limit::MovetimeMs(ms) => format!("go movetime {ms}"),
    };
    if !request.search_moves.is_empty() {
        go.push_str(" searchmoves");
        for m in request.search_moves {
            go.push(' ');
            go.push_str(&m.to_uci(CastlingMode::Standard).to_string());
        }
    }
    go
}

/// What the `info` lines of a search have said so far.
#[derive(Default)]
struct SearchState {
    /// Lines that were asked for.
    wanted: usize,
    /// The last word on each, by its number.
    lines: BTreeMap<usize, Line>,
    /// The lines of the last whole iteration.
    whole: Vec<Line>,
    depth: i32,
    seldepth: i32,
    nodes: u64,
}

impl SearchState {
    fn take(&mut self, request: &Request<'_>, info: Info, watch: Watch<'_>) {
        self.nodes = self.nodes.max(info.nodes.unwrap_or(0));
        let Some(first) = info.pv.first() else {
            return;
        };
        let Ok(first) = read_move(request.position, first) else {
            return;
        };
        let number = info.multipv.unwrap_or(1);
        let depth = info.depth.unwrap_or(0);
        if number == 1 {
            self.depth = self.depth.max(depth);
            self.seldepth = self.seldepth.max(info.seldepth.unwrap_or(0));
            watch(first, self.nodes);
        }
        let score = info.score.unwrap_or_default();
        let line = Line {
            first,
            score,
            bound: info.bound,
            depth,
        };
        self.lines.insert(number, line);
        if self.is_whole(depth) {
            self.whole = self.lines.values().cloned().collect();
        }
    }

    /// Whether every line is there, exact, of this depth, and starts with a move of its own.
    fn is_whole(&self, depth: i32) -> bool {
        let firsts: BTreeSet<_> = self
            .lines
            .values()
            .map(|line| line.first.to_string())
            .collect();
        firsts.len() == self.wanted
            && self.lines.len() == self.wanted
            && self
                .lines
                .values()
                .all(|line| line.depth == depth && line.bound == Bound::Exact)
    }

    fn finish(self, best: Option<Move>) -> MultiFound {
        let score = self
            .lines
            .get(&1)
            .map_or_else(String::new, |line| line.score.clone());
        let found = Found {
            best,
            score,
            depth: self.depth,
            seldepth: self.seldepth,
            nodes: self.nodes,
            counters: BTreeMap::new(),
        };
        let whole = self.whole;
        let lines = if whole.is_empty() {
            self.lines.into_values().collect()
        } else {
            whole
        };
        MultiFound { found, lines }
    }
}
