//! Baselines as insta snapshots.
//!
//! insta reads them, and `cargo insta review` shows a pending one beside the accepted one. insta
//! never decides: its assertions obey `INSTA_UPDATE` and `INSTA_FORCE_PASS`, so the verdict comes
//! from comparing the contents here, and the files are written here in insta's format.

use super::{BASELINES_DIR, text::Pinned};
use crate::files::{sha256, write_atomic};
use anyhow::{Context, Result, anyhow, bail};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// What opens and closes the head of a snapshot.
const FENCE: &str = "---";

/// A baseline as it lies in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// What it pins.
    pub pinned: Pinned,
    /// SHA-256 of its contents (without insta's head) in hexadecimal.
    pub sha256: String,
}

/// The snapshot of a suite in the directory of the baselines.
pub fn path(dir: &Path, suite: &str) -> PathBuf {
    dir.join(format!("{suite}.snap"))
}

/// A file of the baselines as people know it: by its place in the tree, whichever checkout holds it.
pub(super) fn shown(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    format!("{BASELINES_DIR}/{}", name.display())
}

/// Where a failed gate leaves what it found instead.
pub fn pending_path(dir: &Path, suite: &str) -> PathBuf {
    dir.join(format!("{suite}.snap.new"))
}

/// Whether a suite of this name can have a baseline: the name is that of a file.
///
/// # Errors
/// When it cannot.
pub fn check_name(suite: &str) -> Result<()> {
    let fit = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    if suite.is_empty() || suite.starts_with('.') || !suite.chars().all(fit) {
        bail!(
            "suite {suite:?} cannot have a baseline: found a name that is not made of letters, \
             digits, '_', '-' and '.' only"
        );
    }
    Ok(())
}

/// Reads a snapshot.
///
/// # Errors
/// When it is missing, no snapshot, or not a baseline; the message names file and line.
pub fn read(path: &Path) -> Result<Snapshot> {
    let attempt = || -> Result<Snapshot> {
        let raw = fs::read_to_string(path)?;
        // Without this head insta would guess at a format of long ago.
        if raw.lines().next() != Some(FENCE) || raw.lines().skip(1).all(|line| line != FENCE) {
            bail!("found no snapshot head, expected one between two lines {FENCE:?}");
        }
        let snapshot = insta::Snapshot::from_file(path).map_err(|error| anyhow!("{error}"))?;
        let contents = snapshot
            .as_text()
            .context("found a binary snapshot, expected text")?;
        let contents = contents.to_string();
        let pinned = Pinned::parse(&contents).context("in the contents, below the head")?;
        Ok(Snapshot {
            sha256: contents_sha256(&contents),
            pinned,
        })
    };
    attempt().with_context(|| format!("cannot read the baseline {}", shown(path)))
}

/// The file that holds `pinned`.
pub fn render(pinned: &Pinned) -> String {
    let quoted = |text: String| serde_json::to_string(&text).expect("a string is valid JSON");
    // A JSON string is a YAML string.
    format!(
        "{FENCE}\nsource: {}\nexpression: {}\n{FENCE}\n{}",
        quoted(format!("suites/{}", pinned.file)),
        quoted(format!("cargo xtask suite run {}", pinned.suite)),
        pinned.render()
    )
}

/// SHA-256 of what [`read`] will find in the file that holds `pinned`.
pub fn sha256_of(pinned: &Pinned) -> String {
    contents_sha256(&pinned.render())
}

/// Leaves `pinned` beside the snapshot for `cargo insta review`.
///
/// # Errors
/// When the file cannot be written.
pub fn write_pending(dir: &Path, pinned: &Pinned) -> Result<()> {
    write_atomic(&pending_path(dir, &pinned.suite), render(pinned).as_bytes())
}

/// Removes the pending snapshot of a suite, if there is one.
///
/// # Errors
/// When it is there and stays.
pub fn remove_pending(dir: &Path, suite: &str) -> Result<()> {
    let path = pending_path(dir, suite);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}

/// insta drops the final newline when it reads.
fn contents_sha256(contents: &str) -> String {
    sha256(contents.trim_end_matches('\n').as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{Limit, Row};

    fn pinned() -> Pinned {
        Pinned {
            suite: "tiny".to_owned(),
            file: "tiny \"1\".epd".to_owned(),
            file_sha256: "00".to_owned(),
            limit: Limit::Depth(3),
            hash_mb: 1,
            rows: vec![Row {
                id: "a".to_owned(),
                nodes: 7,
                ..Row::default()
            }],
        }
    }

    #[test]
    fn insta_reads_what_is_written_here() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = path(dir.path(), "tiny");
        fs::write(&path, render(&pinned())).expect("written");
        let snapshot = read(&path).expect("a snapshot");
        assert_eq!(snapshot.pinned, pinned());
        assert_eq!(snapshot.sha256, sha256_of(&pinned()));
        let insta = insta::Snapshot::from_file(&path).expect("a snapshot");
        assert_eq!(insta.metadata().source(), Some("suites/tiny \"1\".epd"));
        assert_eq!(
            insta.metadata().expression(),
            Some("cargo xtask suite run tiny")
        );
    }

    #[test]
    fn what_insta_saves_is_read_as_the_same() {
        // `cargo insta accept` writes the pending snapshot anew.
        let dir = tempfile::tempdir().expect("a directory");
        write_pending(dir.path(), &pinned()).expect("written");
        let pending = insta::Snapshot::from_file(&pending_path(dir.path(), "tiny"));
        let accepted = path(dir.path(), "tiny");
        pending.expect("a snapshot").save(&accepted).expect("saved");
        assert_eq!(read(&accepted).expect("a snapshot").pinned, pinned());
        assert_eq!(
            read(&accepted).expect("a snapshot").sha256,
            sha256_of(&pinned())
        );
    }

    #[test]
    fn refuses_missing_headless_and_truncated_files() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = path(dir.path(), "tiny");
        assert!(read(&path).is_err());
        let whole = render(&pinned());
        for end in 0..whole.trim_end().len() {
            fs::write(&path, &whole[..end]).expect("written");
            assert!(read(&path).is_err(), "{}", &whole[..end]);
        }
        fs::write(&path, pinned().render()).expect("written");
        let error = format!("{:#}", read(&path).expect_err("no head"));
        assert!(
            error.contains("tiny.snap") && error.contains("head"),
            "{error}"
        );
    }

    #[test]
    fn names_are_those_of_files() {
        for good in ["bench", "ecm_hard-quick.2", "été"] {
            assert!(check_name(good).is_ok(), "{good}");
        }
        for bad in ["", ".x", "a/b", "a b", "..", "a\\b"] {
            assert!(check_name(bad).is_err(), "{bad}");
        }
    }
}
