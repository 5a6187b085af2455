//! Which trees passed, so that an unchanged one need not be tested again.

use crate::{files::write_atomic, results::Totals};
use anyhow::Result;
use serde::{Deserialize, Serialize};
use std::{fs, path::Path};

/// Passes that are remembered: enough to come back to a tree after some tries at another.
const REMEMBERED: usize = 32;
/// The file, in the directory of the gate's own files.
const CACHE_FILE: &str = "passed.json";

/// A run of the gate in which everything passed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Pass {
    /// See [`super::key::gate_key`].
    pub key: String,
    /// Whether it was the full gate.
    pub full: bool,
    /// Totals of the suites that were run, in their order.
    pub totals: Vec<(String, Totals)>,
}

/// The pass that vouches for `key`; a full one vouches for the quick gate, too. A cache that cannot
/// be read vouches for nothing.
pub(super) fn find(dir: &Path, key: &str, full: bool) -> Option<Pass> {
    load(dir)
        .into_iter()
        .rev()
        .find(|pass| pass.key == key && (pass.full || !full))
}

/// Remembers a pass.
///
/// # Errors
/// When the cache cannot be written.
pub(super) fn remember(dir: &Path, pass: Pass) -> Result<()> {
    let mut passes = load(dir);
    passes.retain(|old| old.key != pass.key || (old.full && !pass.full));
    passes.push(pass);
    let forgotten = passes.len().saturating_sub(REMEMBERED);
    let text = serde_json::to_string_pretty(&passes[forgotten..])?;
    write_atomic(&dir.join(CACHE_FILE), text.as_bytes())
}

fn load(dir: &Path) -> Vec<Pass> {
    let text = fs::read_to_string(dir.join(CACHE_FILE)).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pass(key: &str, full: bool) -> Pass {
        Pass {
            key: key.to_owned(),
            full,
            totals: Vec::new(),
        }
    }

    #[test]
    fn a_pass_vouches_for_its_key_and_tier_only() {
        let dir = tempfile::tempdir().expect("a directory");
        let dir = dir.path();
        assert_eq!(find(dir, "a", false), None);
        remember(dir, pass("a", false)).expect("written");
        assert_eq!(find(dir, "a", false), Some(pass("a", false)));
        assert_eq!(find(dir, "a", true), None);
        assert_eq!(find(dir, "b", false), None);
        remember(dir, pass("a", true)).expect("written");
        remember(dir, pass("a", false)).expect("written");
        assert!(find(dir, "a", true).is_some() && find(dir, "a", false).is_some());
    }

    #[test]
    fn old_passes_are_forgotten_and_a_spoilt_cache_is_empty() {
        let dir = tempfile::tempdir().expect("a directory");
        let dir = dir.path();
        for n in 0..=REMEMBERED {
            remember(dir, pass(&n.to_string(), false)).expect("written");
        }
        assert_eq!(find(dir, "0", false), None);
        assert!(find(dir, "1", false).is_some());
        let text = fs::read_to_string(dir.join(CACHE_FILE)).expect("there");
        fs::write(dir.join(CACHE_FILE), &text[..text.len() / 2]).expect("written");
        assert_eq!(find(dir, "1", false), None);
        remember(dir, pass("x", false)).expect("written");
        assert!(find(dir, "x", false).is_some());
    }
}
