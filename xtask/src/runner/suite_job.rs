//! The runner's job: a record in, a row out.

use super::{Engine, EngineError, Job, Request, SolutionTracker, Start};
use crate::{
    epd::Record,
    results::{Limit, Row},
};

/// Searches records with engines started by `start`.
pub struct SuiteJob<'a> {
    /// The engine.
    pub start: &'a dyn Start,
    /// What ends each search.
    pub limit: Limit,
}

impl Job for SuiteJob<'_> {
    type Item = Record;
    type Output = Row;
    type State = Option<Box<dyn Engine>>;

    fn state(&self) -> Self::State {
        None
    }

    fn work(&self, state: &mut Self::State, record: &Record) -> Row {
        self.search(state, record).unwrap_or_else(|error| {
            *state = None;
            failed(record, &error.0)
        })
    }

    fn panicked(&self, record: &Record, message: &str) -> Row {
        failed(record, &format!("panic: {message}"))
    }
}

fn failed(record: &Record, error: &str) -> Row {
    Row {
        id: record.id.clone(),
        error: Some(error.to_owned()),
        ..Row::default()
    }
}

impl SuiteJob<'_> {
    fn search(
        &self,
        state: &mut Option<Box<dyn Engine>>,
        record: &Record,
    ) -> Result<Row, EngineError> {
        let engine = match state {
            Some(engine) => engine,
            None => state.insert(self.start.start()?),
        };
        let request = Request {
            position: &record.position,
            limit: self.limit,
            search_moves: &[],
        };
        let mut tracker = SolutionTracker::default();
        let found = engine.search(&request, &mut |m, nodes| {
            tracker.iteration(record.judge(Some(m)) == Some(true), nodes);
        })?;
        let solved = record.judge(found.best);
        Ok(Row {
            id: record.id.clone(),
            best: found.best.map(|m| record.san(m)),
            solved,
            score: found.score,
            depth: found.depth,
            seldepth: found.seldepth,
            nodes: found.nodes,
            nodes_to_solution: tracker.finish(solved == Some(true), found.nodes),
            counters: found.counters,
            error: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        epd,
        runner::{Found, Watch},
    };
    use shakmaty::Move;
    use std::{ops::ControlFlow, path::Path};

    /// Plays the first legal move in order of SAN, one node; panics and fails on demand of the
    /// position's clock.
    struct Fake;

    impl Start for Fake {
        fn start(&self) -> Result<Box<dyn Engine>, EngineError> {
            Ok(Box::new(Fake))
        }
    }

    impl Engine for Fake {
        fn name(&self) -> &'static str {
            "fake"
        }

        fn search(
            &mut self,
            request: &Request<'_>,
            watch: Watch<'_>,
        ) -> Result<Found, EngineError> {
            match request.position.halfmoves() {
                1 => panic!("as asked"),
                2 => return Err(EngineError("crashed".to_owned())),
                _ => {}
            }
            let mut moves: Vec<Move> = request.position.legal_moves().into_iter().collect();
            moves.sort_by_key(ToString::to_string);
            let best = moves.first().copied();
            if let Some(m) = best {
                watch(m, 1);
            }
            Ok(Found {
                best,
                nodes: 7,
                ..Found::default()
            })
        }
    }

    fn rows(epd: &str) -> Vec<Row> {
        let records = epd::read_bytes(Path::new("t.epd"), epd.as_bytes()).records;
        let job = SuiteJob {
            start: &Fake,
            limit: Limit::Depth(1),
        };
        let order: Vec<usize> = (0..records.len()).collect();
        let rows = super::super::run(&job, &records, &order, 2, |_, _| ControlFlow::Continue(()));
        rows.into_iter()
            .map(|row| row.expect("every row"))
            .collect()
    }

    #[test]
    fn judges_and_goes_on_after_failures() {
        let rows = rows(
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm Kd1; id a;\n\
             4k3/8/8/8/8/8/8/4K3 w - - 0 1 am Kd1; id b;\n\
             4k3/8/8/8/8/8/8/4K3 w - - 0 1 id c;\n\
             4k3/8/8/8/8/8/8/4K3 w - - 1 1 bm Kd1; id d;\n\
             4k3/8/8/8/8/8/8/4K3 w - - 2 1 bm Kd1; id e;\n\
             k7/1Q6/1K6/8/8/8/8/8 b - - 0 1 id f;\n",
        );
        let ids: Vec<_> = rows.iter().map(|row| &*row.id).collect();
        assert_eq!(ids, ["a", "b", "c", "d", "e", "f"]);
        let solved: Vec<_> = rows.iter().map(|row| row.solved).collect();
        assert_eq!(solved, [Some(true), Some(false), None, None, None, None]);
        let settled: Vec<_> = rows.iter().map(|row| row.nodes_to_solution).collect();
        assert_eq!(settled, [Some(1), None, None, None, None, None]);
        assert_eq!(rows[3].error.as_deref(), Some("panic: as asked"));
        assert_eq!(rows[4].error.as_deref(), Some("crashed"));
        assert_eq!((&rows[5].best, &rows[5].error), (&None, &None));
    }
}
