//! Replacing several files as one.

use anyhow::{Context, Result};
use std::{
    collections::VecDeque,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};
use tempfile::NamedTempFile;

/// What the names of files begin with that a killed publication leaves behind.
const TEMPORARY_PREFIX: &str = ".publication-";
/// Permissions of the published files.
#[cfg(unix)]
const MODE: u32 = 0o644;

/// Files of one directory that are written in full before the first of them is replaced, and are
/// replaced in a given order.
///
/// No file system replaces several files at once, so the order matters: a file that vouches for
/// others by hash comes after them, and a publication killed half way is seen.
pub(super) struct Publication {
    waiting: VecDeque<(NamedTempFile, PathBuf)>,
}

impl Publication {
    /// Writes the new contents of `files` (names in `dir`, in the order of replacement) beside the
    /// old ones, all of them to disk.
    ///
    /// # Errors
    /// When one cannot be written; the old files are whole.
    pub(super) fn prepare(dir: &Path, files: &[(String, String)]) -> Result<Self> {
        fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        sweep(dir)?;
        let mut waiting = VecDeque::new();
        for (name, text) in files {
            let path = dir.join(name);
            let file =
                write(dir, text).with_context(|| format!("cannot write {}", path.display()))?;
            waiting.push_back((file, path));
        }
        Ok(Publication { waiting })
    }

    /// Replaces the next file; `false` when there is none left.
    ///
    /// # Errors
    /// When it cannot be replaced.
    pub(super) fn step(&mut self) -> Result<bool> {
        let Some((file, path)) = self.waiting.pop_front() else {
            return Ok(false);
        };
        file.persist(&path)
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(true)
    }
}

fn write(dir: &Path, text: &str) -> Result<NamedTempFile> {
    let mut file = tempfile::Builder::new()
        .prefix(TEMPORARY_PREFIX)
        .tempfile_in(dir)?;
    file.write_all(text.as_bytes())?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.as_file()
            .set_permissions(fs::Permissions::from_mode(MODE))?;
    }
    file.as_file().sync_all()?;
    Ok(file)
}

/// Removes what a killed publication left.
fn sweep(dir: &Path) -> Result<()> {
    for entry in fs::read_dir(dir).with_context(|| format!("cannot list {}", dir.display()))? {
        let entry = entry?;
        if entry
            .file_name()
            .to_string_lossy()
            .starts_with(TEMPORARY_PREFIX)
        {
            fs::remove_file(entry.path())
                .with_context(|| format!("cannot remove {}", entry.path().display()))?;
        }
    }
    Ok(())
}
