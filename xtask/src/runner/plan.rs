//! What a run is to do: the flags, and the suites they name.

use super::choice::EngineArgs;
use crate::{
    epd::{self, Reading},
    results::Limit,
    rng::Rng,
    suite::{Manifest, locate},
};
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};

/// Depth in plies for a file that is no suite of the manifest.
const DEFAULT_DEPTH: i32 = 10;
/// Transposition table in mebibytes for a file that is no suite of the manifest.
const DEFAULT_HASH_MB: usize = 16;

/// The flags of a run, common to `suite run` and the bare runner.
#[derive(Clone, Debug, clap::Args)]
pub struct RunArgs {
    /// Suites of suites/suites.toml, or files
    #[arg(value_name = "NAME|FILE", required = true)]
    pub suites: Vec<String>,
    /// What ends each search
    #[command(flatten)]
    pub limit: LimitArgs,
    /// Worker threads, each with an engine of its own
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: u16,
    /// Transposition table in mebibytes [default: the suite's]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..))]
    pub hash: Option<u32>,
    /// The engine
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Write the result file here
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// No progress bar, and with --out nothing else either
    #[arg(long)]
    pub quiet: bool,
    /// Search the positions in a random order (the result is the same)
    #[arg(long, value_name = "SEED", conflicts_with = "reverse")]
    pub shuffle: Option<u64>,
    /// Search the positions from last to first (the result is the same)
    #[arg(long)]
    pub reverse: bool,
}

/// What is printed on standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// A line a position, and totals.
    Text,
    /// The result file.
    Json,
}

/// At most one limit; the suite's own depth when there is none.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[group(multiple = false)]
pub struct LimitArgs {
    /// Plies [default: the suite's]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..))]
    pub depth: Option<i32>,
    /// Nodes of each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Milliseconds of each position
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub movetime: Option<u64>,
}

impl LimitArgs {
    /// The limit that was asked for.
    pub fn limit(self) -> Option<Limit> {
        self.depth
            .map(Limit::Depth)
            .or(self.nodes.map(Limit::Nodes))
            .or(self.movetime.map(Limit::MovetimeMs))
    }
}

/// A suite, read, and how to run it.
pub struct Planned {
    /// Its name in the manifest, or the file's stem.
    pub name: String,
    /// What the file holds.
    pub reading: Reading,
    /// What ends each search.
    pub limit: Limit,
    /// Transposition table in mebibytes.
    pub hash_mb: usize,
}

/// Reads the suites that the flags name.
///
/// # Errors
/// When one is named twice, not there, or holds no record.
pub fn plan(root: &Path, args: &RunArgs) -> Result<Vec<Planned>> {
    let manifest = Manifest::load(root)?;
    let mut planned: Vec<Planned> = Vec::new();
    for suite in &args.suites {
        let path = locate(root, suite)?;
        let entry = manifest.get(suite).ok();
        let name = entry.map_or_else(
            || {
                path.file_stem()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned()
            },
            |entry| entry.name.clone(),
        );
        if planned.iter().any(|other| other.name == name) {
            bail!("suite {name:?} is named twice");
        }
        let reading = epd::read_file(&path)?;
        if reading.records.is_empty() {
            let cause = reading
                .errors()
                .next()
                .map_or(String::new(), |error| format!(": {error}"));
            bail!("{}: no record that can be read{cause}", path.display());
        }
        let depth = entry.map_or(DEFAULT_DEPTH, |entry| entry.depth);
        let hash = args.hash.and_then(|mb| usize::try_from(mb).ok());
        planned.push(Planned {
            name,
            reading,
            limit: args.limit.limit().unwrap_or(Limit::Depth(depth)),
            hash_mb: hash.unwrap_or_else(|| entry.map_or(DEFAULT_HASH_MB, |entry| entry.hash_mb)),
        });
    }
    Ok(planned)
}

/// The order in which the positions are searched.
pub fn order(args: &RunArgs, positions: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..positions).collect();
    if let Some(seed) = args.shuffle {
        Rng::new(seed).shuffle(&mut order);
    }
    if args.reverse {
        order.reverse();
    }
    order
}
