//! Running what was planned.

use super::{
    EngineChoice, EngineError, Progress, Start,
    plan::{Planned, RunArgs, order, plan},
    run,
    suite_job::SuiteJob,
    uci::kill_children_on_interrupt,
};
use crate::{
    epd::Record,
    provenance::Provenance,
    results::{ResultFile, Row, SCHEMA, SuiteResult, Timing, Totals},
};
use anyhow::{Context, Result};
use std::{
    ops::ControlFlow,
    path::Path,
    time::{Instant, SystemTime, UNIX_EPOCH},
};

/// Runs the suites that `args` names in the tree at `root`. Records that cannot be read and
/// searches that failed are told on standard error, and make the suite incomplete.
///
/// # Errors
/// When a suite cannot be read, or the engine not be started.
pub fn execute(root: &Path, args: &RunArgs) -> Result<ResultFile> {
    let planned = plan(root, args)?;
    kill_children_on_interrupt()?;
    let started = Instant::now();
    let mut timing = Timing {
        started_unix: SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |t| t.as_secs()),
        threads: usize::from(args.threads),
        ..Timing::default()
    };
    let mut suites = Vec::new();
    for suite in &planned {
        let suite_started = Instant::now();
        suites.push(run_suite(suite, args)?);
        timing
            .suites
            .insert(suite.name.clone(), suite_started.elapsed().as_secs_f64());
    }
    timing.seconds = started.elapsed().as_secs_f64();
    let mut provenance = Provenance::collect(root);
    provenance.seed = args.shuffle;
    if args.engine.engine == EngineChoice::Own {
        provenance.note_params(&args.engine.params()?);
    }
    Ok(ResultFile {
        schema: SCHEMA,
        provenance,
        suites,
        timing,
    })
}

fn run_suite(suite: &Planned, args: &RunArgs) -> Result<SuiteResult> {
    let start = args.engine.start(suite.hash_mb)?;
    let engine = name_of(&*start).context("cannot start the engine")?;
    for problem in &suite.reading.problems {
        eprintln!("{problem}");
    }
    let records = &suite.reading.records;
    let job = SuiteJob {
        start: &*start,
        limit: suite.limit,
    };
    let mut progress = Progress::new(&suite.name, records.len(), args.quiet);
    let order = order(args, records.len());
    let rows = run(
        &job,
        records,
        &order,
        usize::from(args.threads),
        |index, row: &Row| {
            progress.step(&row.id);
            if let Some(error) = &row.error {
                progress.println(&failure(&suite.name, &records[index], error));
            }
            ControlFlow::Continue(())
        },
    );
    let rows: Vec<Row> = rows.into_iter().flatten().collect();
    let totals = Totals::of(&rows);
    Ok(SuiteResult {
        suite: suite.name.clone(),
        file_sha256: suite.reading.sha256.clone(),
        limit: suite.limit,
        hash_mb: suite.hash_mb,
        engine,
        complete: totals.errors == 0 && suite.reading.errors().next().is_none(),
        rows,
        totals,
    })
}

/// Starts an engine once before the run, so that one that cannot be started stops the command
/// instead of failing every position.
fn name_of(start: &dyn Start) -> Result<String, EngineError> {
    Ok(start.start()?.name().to_owned())
}

fn failure(suite: &str, record: &Record, error: &str) -> String {
    format!(
        "{suite}: {} ({}): {error}",
        record.id,
        record.position.fen()
    )
}
