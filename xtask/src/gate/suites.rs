//! Running the suites of a checkout with its own runner.

use super::steps::Steps;
use crate::{
    files::sha256,
    results::{Limit, ResultFile, SuiteResult},
    suite::{Entry, Manifest, Tier},
    verdict::EXIT_DIFFERS,
};
use anyhow::{Context, Result, bail};
use std::{ffi::OsString, fs, path::Path};

/// The profile with which the runner must have been built.
const RUNNER_PROFILE: &str = "gate";

/// How to run.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// What starts the runner.
    pub steps: &'a dyn Steps,
    /// The runner.
    pub runner: &'a Path,
    /// The checkout whose suites are run.
    pub tree: &'a Path,
    /// Where the result file goes.
    pub out: &'a Path,
    /// Worker threads.
    pub threads: usize,
    /// No progress bar.
    pub quiet: bool,
}

/// The suites of the quick tier, or of both tiers.
pub fn of_tier(manifest: &Manifest, full: bool) -> Vec<&Entry> {
    let wanted = |entry: &&Entry| full || entry.tier == Tier::Quick;
    manifest.suites.iter().filter(wanted).collect()
}

/// Runs `suites`, and checks that what comes back is a whole run of just these, as the manifest has
/// them, with default parameters.
///
/// # Errors
/// When the runner cannot be started or fails, or a suite did not run whole; the message names the
/// positions that failed.
pub fn run(run: &Run<'_>, suites: &[&Entry]) -> Result<ResultFile> {
    if suites.is_empty() {
        bail!("suites/suites.toml has no suite to run");
    }
    // An old result must not be taken for the new one.
    match fs::remove_file(run.out) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(error).with_context(|| format!("cannot remove {}", run.out.display()));
        }
        _ => {}
    }
    let status = run.steps.launch(run.runner, &arguments(run, suites))?;
    // "Differs" is the runner's word for positions that failed; the result says which.
    if !status.success() && status.code() != Some(i32::from(EXIT_DIFFERS)) {
        bail!("the runner failed ({status}), see above");
    }
    let results = ResultFile::load(run.out).context("the runner left no result behind")?;
    check(run, suites, &results)?;
    if !status.success() {
        bail!("the runner reports a failure ({status}) that its result does not show");
    }
    Ok(results)
}

fn arguments(run: &Run<'_>, suites: &[&Entry]) -> Vec<OsString> {
    let mut args: Vec<OsString> = vec![
        "--root".into(),
        run.tree.into(),
        "--out".into(),
        run.out.into(),
        "--threads".into(),
        run.threads.to_string().into(),
    ];
    if run.quiet {
        args.push("--quiet".into());
    }
    args.push("--".into());
    args.extend(suites.iter().map(|entry| OsString::from(&entry.name)));
    args
}

fn check(run: &Run<'_>, suites: &[&Entry], results: &ResultFile) -> Result<()> {
    let provenance = &results.provenance;
    if !provenance.params.is_empty() {
        bail!("the runner set parameters: {:?}", provenance.params);
    }
    if provenance.profile != RUNNER_PROFILE {
        bail!(
            "the runner was built with profile {:?}, expected {RUNNER_PROFILE:?}",
            provenance.profile
        );
    }
    let asked: Vec<&str> = suites.iter().map(|entry| &*entry.name).collect();
    let ran: Vec<&str> = results.suites.iter().map(|suite| &*suite.suite).collect();
    if asked != ran {
        bail!("the runner ran {ran:?}, expected {asked:?}");
    }
    for (entry, suite) in suites.iter().zip(&results.suites) {
        check_suite(run.tree, entry, suite)
            .with_context(|| format!("suite {:?} did not run whole", entry.name))?;
    }
    Ok(())
}

fn check_suite(tree: &Path, entry: &Entry, suite: &SuiteResult) -> Result<()> {
    let failed: Vec<String> = suite
        .rows
        .iter()
        .filter_map(|row| {
            row.error
                .as_ref()
                .map(|error| format!("{}: {error}", row.id))
        })
        .collect();
    if !failed.is_empty() {
        bail!(
            "{} of {} positions failed: {}",
            failed.len(),
            suite.rows.len(),
            failed.join("; ")
        );
    }
    if !suite.complete {
        bail!(
            "{} has records that cannot be read (cargo xtask suite check {})",
            entry.file,
            entry.name
        );
    }
    if suite.rows.is_empty() {
        bail!("no position was searched");
    }
    let path = entry.path(tree);
    let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    if suite.file_sha256 != sha256(&bytes) {
        bail!("the runner read another file than {}", path.display());
    }
    let (limit, engine) = (Limit::Depth(entry.depth), "self");
    if suite.limit != limit || suite.hash_mb != entry.hash_mb || suite.engine != engine {
        bail!(
            "found {:?}, hash {} MB, engine {:?}; expected {limit:?}, {} MB, {engine:?}",
            suite.limit,
            suite.hash_mb,
            suite.engine,
            entry.hash_mb
        );
    }
    Ok(())
}
