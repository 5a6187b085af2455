//! `suites/perturbations.toml`: small changes of setting under which a suite is measured.

use anyhow::{Context, Result, bail};
use derecho::params::Params;
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, fs,
    path::Path,
};

/// The file, relative to the root of the tree.
pub const PERTURBATIONS_FILE: &str = "suites/perturbations.toml";
/// Name of the setting that the manifest gives.
pub const PLAIN: &str = "plain";

/// A setting that differs from the manifest's in a detail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Perturbation {
    /// Its name, unique: the column of the difficulty table.
    pub name: String,
    /// Transposition table in mebibytes, unless it is the suite's.
    pub hash_mb: Option<usize>,
    /// What is added to the defaults of parameters, so that it stays a small change when a default
    /// moves.
    #[serde(default)]
    pub add: BTreeMap<String, i64>,
}

impl Perturbation {
    /// The values that the parameters are set to.
    ///
    /// # Errors
    /// When there is no such parameter.
    pub fn settings(&self) -> Result<BTreeMap<String, i64>> {
        let defaults = Params::default();
        self.add
            .iter()
            .map(|(name, change)| {
                let default = defaults.get(name).with_context(|| {
                    format!("perturbation {:?}: no parameter {name:?}", self.name)
                })?;
                Ok((name.clone(), i64::from(default) + change))
            })
            .collect()
    }

    /// No change at all.
    pub fn plain() -> Self {
        Perturbation {
            name: PLAIN.to_owned(),
            hash_mb: None,
            add: BTreeMap::new(),
        }
    }
}

impl fmt::Display for Perturbation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.name)?;
        if let Some(hash_mb) = self.hash_mb {
            write!(f, " hash {hash_mb} MB")?;
        }
        for (name, change) in &self.add {
            write!(f, " {name}{change:+}")?;
        }
        if *self == Perturbation::plain() {
            f.write_str(" the suite's own setting")?;
        }
        Ok(())
    }
}

/// All perturbations of a tree, the plain setting first.
///
/// # Errors
/// When the file is missing or malformed, or a name is there twice or is no word.
pub fn load_perturbations(root: &Path) -> Result<Vec<Perturbation>> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        perturbation: Vec<Perturbation>,
    }
    let path = root.join(PERTURBATIONS_FILE);
    let read = || -> Result<Vec<Perturbation>> {
        let file: File = toml::from_str(&fs::read_to_string(&path)?)?;
        let mut all = vec![Perturbation::plain()];
        all.extend(file.perturbation);
        let mut names = BTreeSet::new();
        for perturbation in &all {
            let name = &perturbation.name;
            if name.is_empty() || name.contains(char::is_whitespace) {
                bail!("found name {name:?}, expected a word");
            }
            if !names.insert(name) {
                bail!("perturbation {name:?} is there twice");
            }
        }
        Ok(all)
    };
    read().with_context(|| format!("in {}", path.display()))
}
