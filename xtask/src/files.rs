//! Files of the tree: finding its root, hashing, and writing without ever leaving half a file.

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};
use std::{
    fmt::Write as _,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

/// What makes a directory the root of a tree.
const ROOT_MARK: &str = "suites/suites.toml";

/// The root of the tree to work on: `given`, or the nearest directory upwards from the current one
/// which holds `suites/suites.toml`.
///
/// # Errors
/// When there is no such directory.
pub fn find_root(given: Option<PathBuf>) -> Result<PathBuf> {
    if let Some(root) = given {
        if !root.is_dir() {
            bail!("--root {}: no such directory", root.display());
        }
        return Ok(root);
    }
    let here = std::env::current_dir().context("cannot tell the current directory")?;
    here.ancestors()
        .find(|dir| dir.join(ROOT_MARK).is_file())
        .map(Path::to_path_buf)
        .with_context(|| {
            format!(
                "found no {ROOT_MARK} in {} or above it (use --root DIR)",
                here.display()
            )
        })
}

/// SHA-256 of `bytes` in lower-case hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .fold(String::new(), |mut hex, byte| {
            write!(hex, "{byte:02x}").expect("writing to a string cannot fail");
            hex
        })
}

/// Writes `bytes` to `path` by way of a temporary file beside it, flushed and then renamed: a
/// killed run leaves the old file whole.
///
/// # Errors
/// When the directory cannot be made or the file not written.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<()> {
    let attempt = || -> Result<()> {
        let dir = match path.parent() {
            Some(dir) if !dir.as_os_str().is_empty() => dir,
            _ => Path::new("."),
        };
        fs::create_dir_all(dir)?;
        let mut file = tempfile::NamedTempFile::new_in(dir)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        // Temporary files are private to their owner; a result is as readable as any new file.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(path).map_or(NEW_FILE_MODE, |meta| meta.permissions().mode());
            file.as_file()
                .set_permissions(fs::Permissions::from_mode(mode))?;
        }
        file.persist(path)?;
        Ok(())
    };
    attempt().with_context(|| format!("cannot write {}", path.display()))
}

/// Permissions of a file that was not there before.
#[cfg(unix)]
const NEW_FILE_MODE: u32 = 0o644;
