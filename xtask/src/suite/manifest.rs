//! `suites/suites.toml`: which suites there are, and how each is run.

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::{
    collections::BTreeSet,
    fmt, fs,
    path::{Path, PathBuf},
};

/// Directory of the suites, relative to the root of the tree.
pub const SUITES_DIR: &str = "suites";
/// The manifest, relative to [`SUITES_DIR`].
pub const MANIFEST_FILE: &str = "suites.toml";

/// All suites of a tree, in the order in which the manifest lists them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The suites.
    #[serde(default, rename = "suite")]
    pub suites: Vec<Entry>,
}

/// One suite of the manifest.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Name of the suite, unique in the manifest.
    pub name: String,
    /// The EPD file, relative to the suites' directory.
    pub file: String,
    /// Depth in plies to which every position is searched.
    pub depth: i32,
    /// Size of the transposition table in mebibytes.
    pub hash_mb: usize,
    /// When the gate runs the suite.
    pub tier: Tier,
}

/// When the gate runs a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// On every run.
    Quick,
    /// Only when the full gate is asked for.
    Full,
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Tier::Quick => "quick",
            Tier::Full => "full",
        })
    }
}

impl Manifest {
    /// Reads the manifest of the tree at `root`.
    ///
    /// # Errors
    /// When the file is missing or malformed, a name is listed twice, or a depth or hash size is
    /// not positive.
    pub fn load(root: &Path) -> Result<Self> {
        let path = root.join(SUITES_DIR).join(MANIFEST_FILE);
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let manifest: Manifest =
            toml::from_str(&text).with_context(|| format!("in {}", path.display()))?;
        manifest
            .validate()
            .with_context(|| format!("in {}", path.display()))?;
        Ok(manifest)
    }

    fn validate(&self) -> Result<()> {
        let mut names = BTreeSet::new();
        for entry in &self.suites {
            if !names.insert(&entry.name) {
                bail!("suite {:?} is listed twice", entry.name);
            }
            if entry.depth < 1 {
                bail!(
                    "suite {:?}: depth is {}, expected at least 1",
                    entry.name,
                    entry.depth
                );
            }
            if entry.hash_mb < 1 {
                bail!("suite {:?}: hash_mb is 0, expected at least 1", entry.name);
            }
        }
        Ok(())
    }

    /// The suite called `name`.
    ///
    /// # Errors
    /// When there is none; the message lists those there are.
    pub fn get(&self, name: &str) -> Result<&Entry> {
        self.suites
            .iter()
            .find(|entry| entry.name == name)
            .with_context(|| {
                let names: Vec<_> = self.suites.iter().map(|entry| &*entry.name).collect();
                format!("no suite {name:?}; there are: {}", names.join(", "))
            })
    }
}

impl Entry {
    /// The suite's file in the tree at `root`.
    pub fn path(&self, root: &Path) -> PathBuf {
        root.join(SUITES_DIR).join(&self.file)
    }
}

/// The file that `suite` names: a suite of the manifest, or else a path.
///
/// # Errors
/// When it is neither, or the manifest cannot be read.
pub fn locate(root: &Path, suite: &str) -> Result<PathBuf> {
    let manifest = Manifest::load(root)?;
    match manifest.get(suite) {
        Ok(entry) => Ok(entry.path(root)),
        Err(_) if Path::new(suite).is_file() => Ok(PathBuf::from(suite)),
        Err(error) => Err(error.context(format!("{suite:?} is neither a suite nor a file"))),
    }
}
