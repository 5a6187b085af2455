//! What the engine says about one record.

use crate::{
    epd::Record,
    files::sha256,
    results::Limit,
    runner::{
        EngineError, Job, Request, SolutionTracker,
        uci::{Line, UciEngine, UciStart},
    },
};
use serde::{Deserialize, Serialize};
use shakmaty::Move;

/// Lines of the first search: the engine's choice and the best other move.
const LINES: usize = 2;
/// Tries a record gets: an engine that crashed once may do better in a fresh process.
const TRIES: usize = 2;

/// The outcome of a record's searches. Scores are the engine's own words (`cp 31`, `mate 5`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// The record's id.
    pub id: String,
    /// [`record_key`] of the record.
    pub key: String,
    /// The engine's choice in SAN.
    pub choice: String,
    /// Whether that is a published move.
    pub chosen: bool,
    /// Score of the best published move.
    pub published_score: String,
    /// Score of the best move that is not published; `None` when there is no such move.
    pub other_score: Option<String>,
    /// Nodes at the end of the iteration from which a published move led until the end; `None`
    /// when none was chosen.
    pub settled: Option<u64>,
    /// Nodes of all searches.
    pub nodes: u64,
}

/// What identifies the record's question: the position and the moves asked for, by hash.
pub fn record_key(record: &Record) -> String {
    let mut text = record.position.fen();
    for &m in record.best.iter().chain(&record.avoid) {
        text.push(' ');
        text.push_str(&record.san(m));
    }
    sha256(text.as_bytes())
}

/// Audits records with engines started by `start`.
pub struct AuditJob<'a> {
    /// The engine.
    pub start: &'a UciStart,
    /// Nodes of each search.
    pub nodes: u64,
}

impl Job for AuditJob<'_> {
    type Item = Record;
    type Output = Result<Measured, EngineError>;
    type State = Option<UciEngine>;

    fn state(&self) -> Self::State {
        None
    }

    fn work(&self, state: &mut Self::State, record: &Record) -> Self::Output {
        let mut outcome = Err(EngineError("not tried".to_owned()));
        for _ in 0..TRIES {
            outcome = self.attempt(state, record);
            if outcome.is_ok() {
                break;
            }
            *state = None;
        }
        outcome
    }

    fn panicked(&self, _: &Record, message: &str) -> Self::Output {
        Err(EngineError(format!("panic: {message}")))
    }
}

impl AuditJob<'_> {
    fn attempt(
        &self,
        state: &mut Option<UciEngine>,
        record: &Record,
    ) -> Result<Measured, EngineError> {
        let engine = match state {
            Some(engine) => engine,
            None => state.insert(UciEngine::start(self.start)?),
        };
        measure(engine, record, Limit::Nodes(self.nodes))
    }
}

fn measure(engine: &mut UciEngine, record: &Record, limit: Limit) -> Result<Measured, EngineError> {
    let (published, others): (Vec<Move>, Vec<Move>) = record
        .position
        .legal_moves()
        .into_iter()
        .partition(|&m| record.judge(Some(m)) == Some(true));
    let request = Request {
        position: &record.position,
        limit,
        search_moves: &[],
    };
    let mut tracker = SolutionTracker::default();
    let searched = engine.search_lines(&request, LINES, &mut |m, nodes| {
        tracker.iteration(published.contains(&m), nodes);
    })?;
    let choice = searched
        .found
        .best
        .ok_or_else(|| EngineError("no legal move to choose".to_owned()))?;
    let chosen = published.contains(&choice);
    let settled = tracker.finish(chosen, searched.found.nodes);
    let mut nodes = searched.found.nodes;
    let mut score_of = |moves: &[Move]| -> Result<Option<String>, EngineError> {
        if moves.is_empty() {
            return Ok(None);
        }
        if let Some(line) = searched
            .lines
            .iter()
            .find(|line| moves.contains(&line.first))
        {
            return scored(line).map(Some);
        }
        let request = Request {
            search_moves: moves,
            ..request
        };
        let again = engine.search_lines(&request, 1, &mut |_, _| {})?;
        nodes += again.found.nodes;
        let line = again.lines.first();
        line.ok_or_else(|| EngineError("a search without a line".to_owned()))
            .and_then(scored)
            .map(Some)
    };
    let published_score = score_of(&published)?
        .ok_or_else(|| EngineError("the record asks for no move".to_owned()))?;
    let other_score = score_of(&others)?;
    Ok(Measured {
        id: record.id.clone(),
        key: record_key(record),
        choice: record.san(choice),
        chosen,
        published_score,
        other_score,
        settled,
        nodes,
    })
}

fn scored(line: &Line) -> Result<String, EngineError> {
    if line.score.is_empty() {
        Err(EngineError("a line without a score".to_owned()))
    } else {
        Ok(line.score.clone())
    }
}
