//! `suite audit`.

use crate::{
    Verdict, epd,
    files::write_atomic,
    provenance::Provenance,
    runner::{
        self, Engine, EngineChoice, Progress,
        uci::{Timeouts, UciEngine, UciOption, UciStart, kill_children_on_interrupt},
    },
    suite::{
        self,
        audit::{self, AuditJob, Header, Journal, record_key},
    },
};
use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::{
    collections::BTreeMap,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

/// Fewest nodes that make an audit worth its name.
const MIN_NODES: u64 = 500_000;
/// Directory of journals, relative to the root.
const JOURNAL_DIR: &str = "target/audit";

/// Arguments of `suite audit`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A suite of suites/suites.toml, or a file
    #[arg(value_name = "NAME|FILE")]
    suite: String,
    /// The engine: uci:COMMAND
    #[arg(long, value_name = "uci:CMD")]
    engine: EngineChoice,
    /// Option for the engine; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<UciOption>,
    /// Nodes of each search
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(MIN_NODES..))]
    nodes: u64,
    /// Engine processes
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// The engine's transposition table in mebibytes
    #[arg(long, value_name = "MB", default_value_t = 64)]
    hash: usize,
    /// Where finished records are kept until all are [default: target/audit/<suite>.jsonl]
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// No progress bar
    #[arg(long)]
    quiet: bool,
}

/// Where the verdicts of a suite come from, kept beside it.
#[derive(Serialize)]
struct Summary<'a> {
    provenance: Provenance,
    #[serde(flatten)]
    header: &'a Header,
    unique_margin: i64,
    decisive: i64,
    verdicts: BTreeMap<String, usize>,
}

pub(super) fn run(root: &Path, args: &Args) -> Result<Verdict> {
    let path = suite::locate(root, &args.suite)?;
    let mut reading = epd::read_file(&path)?;
    if let Some(problem) = reading.errors().next() {
        bail!("{problem}\n(an audit rewrites the file, so every record must be readable)");
    }
    reading
        .records
        .retain(|record| record.judge(None).is_some());
    let records = &reading.records;
    let start = uci_start(args)?;
    kill_children_on_interrupt()?;
    let header = Header {
        engine: UciEngine::start(&start)
            .context("cannot start the engine")?
            .name()
            .to_owned(),
        options: args
            .options
            .iter()
            .map(|o| format!("{}={}", o.name, o.value))
            .collect(),
        hash_mb: args.hash,
        nodes: args.nodes,
    };
    let stem = path
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let journal_path = args
        .journal
        .clone()
        .unwrap_or_else(|| root.join(JOURNAL_DIR).join(format!("{stem}.jsonl")));
    let mut journal = Journal::open(&journal_path, &header)?;
    let failed = measure(records, &start, args, &mut journal)?;
    if failed > 0 {
        eprintln!("{failed} records have no measurement; run the same command again to retry them");
        return Ok(Verdict::Differs);
    }
    write_back(&path, &header, &journal)
}

fn uci_start(args: &Args) -> Result<UciStart> {
    let EngineChoice::Uci(words) = &args.engine else {
        bail!("--engine self: an audit needs another engine, as uci:COMMAND");
    };
    Ok(UciStart {
        words: words.clone(),
        options: args.options.clone(),
        hash_mb: args.hash,
        timeouts: Timeouts::default(),
    })
}

/// Measures what is not in the journal yet; returns how many records could not be.
fn measure(
    records: &[epd::Record],
    start: &UciStart,
    args: &Args,
    journal: &mut Journal,
) -> Result<usize> {
    let order: Vec<usize> = (0..records.len())
        .filter(|&index| journal.get(&record_key(&records[index])).is_none())
        .collect();
    eprintln!(
        "{} of {} records are in the journal",
        records.len() - order.len(),
        records.len()
    );
    let job = AuditJob {
        start,
        nodes: args.nodes,
    };
    let mut progress = Progress::new("audit", order.len(), args.quiet);
    let mut failed = 0;
    let mut written = Ok(());
    runner::run(&job, records, &order, args.threads, |index, outcome| {
        let record = &records[index];
        progress.step(&record.id);
        match outcome {
            Ok(measured) => written = journal.add(measured.clone()),
            Err(error) => {
                failed += 1;
                progress.println(&format!(
                    "{} ({}): {error}",
                    record.id,
                    record.position.fen()
                ));
            }
        }
        if written.is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    written.map(|()| failed)
}

fn write_back(path: &Path, header: &Header, journal: &Journal) -> Result<Verdict> {
    // Read again: the file may have been edited during the hours that an audit can take.
    let mut reading = epd::read_file(path)?;
    if let Some(problem) = reading.errors().next() {
        bail!("{problem}");
    }
    let mut verdicts: BTreeMap<String, usize> = BTreeMap::new();
    for record in &mut reading.records {
        if let Some(measured) = journal.get(&record_key(record)) {
            let verdict = audit::write_into(record, measured)
                .with_context(|| format!("record {}", record.id))?;
            *verdicts.entry(verdict.to_string()).or_default() += 1;
        }
    }
    write_atomic(path, suite::to_text(&reading.records).as_bytes())?;
    for (verdict, count) in &verdicts {
        println!("{verdict:<11} {count}");
    }
    let summary = Summary {
        provenance: Provenance::collect(path.parent().unwrap_or(Path::new("."))),
        header,
        unique_margin: audit::UNIQUE_MARGIN,
        decisive: audit::DECISIVE,
        verdicts,
    };
    let mut text = serde_json::to_string_pretty(&summary)?;
    text.push('\n');
    write_atomic(&path.with_extension("audit.json"), text.as_bytes())?;
    Ok(Verdict::Pass)
}
