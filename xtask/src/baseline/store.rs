//! The baselines of a tree, and whether they are what was blessed.

use super::{
    BASELINES_DIR, HISTORY_FILE, History, REFERENCE_FILE, Reference, SuiteReference,
    snapshot::{self, Snapshot, shown},
};
use crate::{
    files::sha256,
    results::Limit,
    suite::{Entry, Manifest},
};
use anyhow::{Context, Result, bail};
use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

/// The command that makes baselines.
pub const BLESS_COMMAND: &str = "cargo xtask baseline update --reason \"...\"";

/// The baselines of a tree, as they lie.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The directory.
    pub dir: PathBuf,
    /// The reference.
    pub reference: Reference,
    /// SHA-256 of its file in hexadecimal.
    pub reference_sha256: String,
    /// All blessings.
    pub history: History,
    /// The snapshots of the reference's suites, by suite.
    pub snapshots: BTreeMap<String, Snapshot>,
}

/// Why the baselines or the suites are not what was blessed.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Fault {
    /// The suite, if it is one suite's.
    pub suite: Option<String>,
    /// What was found and what was expected.
    pub message: String,
}

impl Stored {
    /// Reads the baselines of the tree at `root`.
    ///
    /// # Errors
    /// When there are none, or a file of them is missing, truncated or malformed: there is nothing
    /// to compare with.
    pub fn load(root: &Path) -> Result<Self> {
        let dir = root.join(BASELINES_DIR);
        let text = read(&dir.join(REFERENCE_FILE))?;
        let reference = Reference::parse(&text)
            .with_context(|| format!("in {}", shown(&dir.join(REFERENCE_FILE))))?;
        let history = Self::history(root)?;
        let mut snapshots = BTreeMap::new();
        for name in reference.suites.keys() {
            snapshot::check_name(name)?;
            let snapshot = snapshot::read(&snapshot::path(&dir, name))?;
            if snapshot.pinned.suite != *name {
                bail!(
                    "{}: found the baseline of {:?}",
                    shown(&snapshot::path(&dir, name)),
                    snapshot.pinned.suite
                );
            }
            snapshots.insert(name.clone(), snapshot);
        }
        Ok(Stored {
            dir,
            reference,
            reference_sha256: sha256(text.as_bytes()),
            history,
            snapshots,
        })
    }

    /// Reads the baselines, or `None` when the tree has never had any.
    ///
    /// # Errors
    /// As [`Stored::load`].
    pub fn load_if_any(root: &Path) -> Result<Option<Self>> {
        if root.join(BASELINES_DIR).join(REFERENCE_FILE).exists() {
            Self::load(root).map(Some)
        } else {
            Ok(None)
        }
    }

    /// The history alone.
    ///
    /// # Errors
    /// When it is malformed, or cannot be read though it is there.
    pub fn history(root: &Path) -> Result<History> {
        let path = root.join(BASELINES_DIR).join(HISTORY_FILE);
        match fs::read_to_string(&path) {
            Ok(text) => History::parse(&text).with_context(|| format!("in {}", shown(&path))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(History::default()),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
        }
    }

    /// Whether every suite of the manifest has a baseline.
    ///
    /// # Errors
    /// When one has none: there is nothing to compare it with.
    pub fn covers(&self, manifest: &Manifest) -> Result<()> {
        for entry in &manifest.suites {
            if !self.reference.suites.contains_key(&entry.name) {
                bail!(
                    "suite {:?} has no baseline; to make one: {BLESS_COMMAND}",
                    entry.name
                );
            }
        }
        Ok(())
    }

    /// Everything in which the baselines, the manifest and the suites of the tree at `root` are not
    /// those of the last blessing.
    ///
    /// # Errors
    /// When a suite or the directory of the baselines cannot be read.
    pub fn faults(&self, root: &Path, manifest: &Manifest) -> Result<Vec<Fault>> {
        let mut faults = Vec::new();
        let mut add = |suite: Option<&str>, message: String| {
            faults.push(Fault {
                suite: suite.map(str::to_owned),
                message,
            });
        };
        if let Some(message) = self.reference_fault() {
            add(None, message);
        }
        for (name, blessed) in &self.reference.suites {
            let snapshot = &self.snapshots[name];
            if snapshot.sha256 != blessed.snapshot_sha256 {
                let file = snapshot::path(&self.dir, name);
                add(
                    Some(name),
                    format!("{} was changed, but not by a blessing", shown(&file)),
                );
            }
            match manifest.get(name) {
                Ok(entry) => {
                    for message in suite_faults(root, entry, blessed)? {
                        add(Some(name), message);
                    }
                }
                Err(_) => add(
                    Some(name),
                    "removed from suites.toml, but still in the baselines".to_owned(),
                ),
            }
        }
        for name in self.strays()? {
            add(None, format!("{BASELINES_DIR}/{name} belongs to no suite"));
        }
        Ok(faults)
    }

    fn reference_fault(&self) -> Option<String> {
        let path = self.dir.join(REFERENCE_FILE);
        match self.history.entries.last() {
            None => Some(format!("{} is not in {HISTORY_FILE}", shown(&path))),
            Some(last) if last.reference_sha256 != self.reference_sha256 => Some(format!(
                "{} is not the one of the last blessing ({:?}, {})",
                shown(&path),
                last.reason,
                last.when
            )),
            Some(_) => None,
        }
    }

    /// Snapshots that the reference does not know.
    fn strays(&self) -> Result<Vec<String>> {
        let listing = fs::read_dir(&self.dir)
            .with_context(|| format!("cannot list {}", self.dir.display()))?;
        let mut strays = Vec::new();
        for entry in listing {
            let name = entry?.file_name().to_string_lossy().into_owned();
            let suite = name.strip_suffix(".snap");
            if suite.is_some_and(|suite| !self.reference.suites.contains_key(suite)) {
                strays.push(name);
            }
        }
        strays.sort();
        Ok(strays)
    }
}

fn suite_faults(root: &Path, entry: &Entry, blessed: &SuiteReference) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    let path = entry.path(root);
    let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    if sha256(&bytes) != blessed.file_sha256 {
        faults.push(format!(
            "suites/{} was edited without a blessing",
            entry.file
        ));
    }
    let mut compare = |what: &str, now: String, blessed: String| {
        if now != blessed {
            faults.push(format!(
                "suites.toml: {what} is {now}, but {blessed} was blessed"
            ));
        }
    };
    compare("file", entry.file.clone(), blessed.file.clone());
    compare(
        "limit",
        super::limit_text(Limit::Depth(entry.depth)),
        super::limit_text(blessed.limit),
    );
    compare(
        "hash_mb",
        entry.hash_mb.to_string(),
        blessed.hash_mb.to_string(),
    );
    compare("tier", entry.tier.to_string(), blessed.tier.clone());
    Ok(faults)
}

fn read(path: &Path) -> Result<String> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            bail!(
                "there is no baseline: {} is missing; to make one: {BLESS_COMMAND}",
                shown(path)
            )
        }
        other => other.with_context(|| format!("cannot read {}", shown(path))),
    }
}
