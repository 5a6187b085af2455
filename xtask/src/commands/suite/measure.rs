//! `suite measure`.

use crate::{
    Verdict,
    epd::{self, Record},
    files::{sha256, write_atomic},
    provenance::Provenance,
    results::{ResultFile, SuiteResult},
    runner::{self, EngineArgs, Format, LimitArgs, RunArgs, report},
    suite::{
        self, Cell, Difficulty, DifficultyTable, KEY_DIGITS, Perturbation, audit::record_key,
        load_perturbations,
    },
};
use anyhow::{Context, Result, bail};
use std::{fs, path::Path};

/// The suite that is measured.
pub(super) const MEASURED_SUITE: &str = "ecm";
/// The table, relative to the root of the tree.
pub(super) const DIFFICULTY_FILE: &str = "suites/difficulty.tsv";
/// Where finished columns are kept until all are, relative to the root of the tree.
const COLUMNS_DIR: &str = "target/measure";

/// Arguments of `suite measure`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Worker threads, each with an engine of its own
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// The engine
    #[command(flatten)]
    engine: EngineArgs,
    /// No progress bar
    #[arg(long)]
    quiet: bool,
}

/// Measures the suite under every perturbation. A column that an earlier run of the same binary on
/// the same file finished is not measured again.
pub(super) fn run(root: &Path, args: &Args) -> Result<Verdict> {
    let path = suite::locate(root, MEASURED_SUITE)?;
    let records = epd::read_file(&path)?.records;
    let perturbations = load_perturbations(root)?;
    let columns = perturbations
        .iter()
        .map(|perturbation| column(root, args, perturbation, &records))
        .collect::<Result<Vec<_>>>()?;
    let mut rows = Vec::new();
    for (index, record) in records.iter().enumerate() {
        if record.judge(None).is_none() {
            continue;
        }
        let cells = columns.iter().map(|column| cell(column, index, &record.id));
        rows.push(Difficulty {
            id: record.id.clone(),
            key: record_key(record)[..KEY_DIGITS].to_owned(),
            cells: cells.collect::<Result<_>>()?,
        });
    }
    let table = DifficultyTable {
        header: header(root, &columns[0], &perturbations),
        columns: perturbations
            .iter()
            .map(|perturbation| perturbation.name.clone())
            .collect(),
        rows,
    };
    let out = root.join(DIFFICULTY_FILE);
    write_atomic(&out, table.to_text().as_bytes())?;
    println!(
        "{}: {} records, {} settings",
        out.display(),
        table.rows.len(),
        columns.len()
    );
    Ok(Verdict::Pass)
}

fn header(root: &Path, plain: &SuiteResult, perturbations: &[Perturbation]) -> Vec<String> {
    let provenance = Provenance::collect(root);
    let commit = provenance.commit.as_deref().unwrap_or("unknown").to_owned();
    let dirty = if provenance.dirty == Some(true) {
        " with changes"
    } else {
        ""
    };
    let mut header = vec![
        "Made by `cargo xtask suite measure`; do not edit. Read by `cargo xtask suite select`."
            .to_owned(),
        format!("engine {}, {}", plain.engine, report::limit(plain.limit)),
        format!("commit {commit}{dirty}, {}", provenance.toolchain),
        "+nodes: solved; -nodes: not solved".to_owned(),
    ];
    header.extend(perturbations.iter().map(ToString::to_string));
    header
}

fn cell(column: &SuiteResult, index: usize, id: &str) -> Result<Cell> {
    let row = &column.rows[index];
    let solved = row.solved.with_context(|| format!("{id} has no verdict"))?;
    Ok(Cell {
        solved,
        nodes: row.nodes,
    })
}

/// The suite's result under a perturbation, from an earlier run or measured now.
fn column(
    root: &Path,
    args: &Args,
    perturbation: &Perturbation,
    records: &[Record],
) -> Result<SuiteResult> {
    let key = column_key(args, perturbation, records)?;
    let kept = root.join(COLUMNS_DIR).join(format!("{key}.json"));
    let file = match ResultFile::load(&kept) {
        Ok(file) => file,
        Err(_) => measure(root, args, perturbation)?,
    };
    let Some(result) = file.suites.first().filter(|result| result.complete) else {
        bail!("{perturbation} a record could not be read or searched");
    };
    file.save(&kept)?;
    eprintln!(
        "{perturbation} {} of {} solved, {} nodes",
        result.totals.solved, result.totals.judged, result.totals.nodes
    );
    Ok(result.clone())
}

/// Everything that the column depends on, by hash: this binary, the flags, the records, the setting.
/// Not the suite's file: what an audit notes in it changes no search.
fn column_key(args: &Args, perturbation: &Perturbation, records: &[Record]) -> Result<String> {
    let binary = fs::read(std::env::current_exe()?)?;
    let mut inputs = format!(
        "{} {:?} {}",
        sha256(&binary),
        args.engine,
        serde_json::to_string(perturbation)?
    );
    for record in records {
        inputs.push_str(&record.id);
        inputs.push_str(&record_key(record));
    }
    Ok(sha256(inputs.as_bytes()))
}

fn measure(root: &Path, args: &Args, perturbation: &Perturbation) -> Result<ResultFile> {
    let hash = perturbation.hash_mb.map(u32::try_from).transpose()?;
    runner::execute(
        root,
        &RunArgs {
            suites: vec![MEASURED_SUITE.to_owned()],
            limit: LimitArgs::default(),
            threads: args.threads,
            hash,
            engine: args.engine.with_settings(&perturbation.settings()?),
            out: None,
            format: Format::Text,
            quiet: args.quiet,
            shuffle: None,
            reverse: false,
        },
    )
}
