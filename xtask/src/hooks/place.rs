//! Where git looks for hooks.

use anyhow::{Context, Result, bail};
use git2::{ErrorCode, Repository};
use std::path::{Path, PathBuf};

/// The setting that names another directory.
const HOOKS_PATH: &str = "core.hooksPath";

/// The directory of the hooks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub dir: PathBuf,
    /// Whether `core.hooksPath` names it.
    pub configured: bool,
    /// Whether other repositories may use it, too.
    pub shared: bool,
}

impl Place {
    /// The directory in which git looks for the hooks of `repo`.
    ///
    /// # Errors
    /// When it cannot be told, or is none.
    pub(super) fn of(repo: &Repository) -> Result<Self> {
        let config = repo.config().context("cannot read git's settings")?;
        let named = match config.get_path(HOOKS_PATH) {
            Err(error) if error.code() == ErrorCode::NotFound => None,
            other => Some(other.with_context(|| format!("cannot read {HOOKS_PATH}"))?),
        };
        let Some(named) = named else {
            return Ok(Place {
                dir: repo.commondir().join("hooks"),
                configured: false,
                shared: false,
            });
        };
        // Git runs hooks at the top of the working tree, and means a relative path from there.
        let top = repo.workdir().unwrap_or(repo.path());
        let dir = top.join(named);
        if dir.exists() && !dir.is_dir() {
            bail!(
                "{HOOKS_PATH} names {}, which is no directory",
                dir.display()
            );
        }
        let shared = !dir.starts_with(top) && !is_below(&dir, repo.commondir());
        Ok(Place {
            dir,
            configured: true,
            shared,
        })
    }
}

/// Whether `dir` lies below `above`, however either is spelled.
fn is_below(dir: &Path, above: &Path) -> bool {
    let whole = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    whole(dir).starts_with(whole(above))
}
