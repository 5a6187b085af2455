//! Putting hooks in their place, and taking them away.

use super::{
    place::Place,
    script::{Hook, is_ours},
};
use crate::{files::write_atomic, gate::open_repository};
use anyhow::{Context, Result, bail};
use git2::Repository;
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The hooks of a repository.
pub struct Hooks {
    repo: Repository,
    place: Place,
}

/// What is in the place of a hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing.
    Absent,
    /// Ours.
    Installed,
    /// Ours, but of another version.
    Outdated,
    /// Somebody else's.
    Other,
}

/// What was done about a hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It was put there, where nothing was.
    Installed,
    /// It was put there, and the one that was there before now runs first.
    InstalledBefore,
    /// Another version of it was replaced.
    Updated,
    /// It was there already.
    Unchanged,
    /// Another one is there, under version control, and was left alone.
    Left,
    /// It was taken away.
    Removed,
    /// It was taken away, and the one that was there before put back.
    Restored,
    /// Nothing of ours was there.
    Nothing,
}

impl Hooks {
    /// The hooks of the repository whose working tree begins at `root`.
    ///
    /// # Errors
    /// When there is none, or its hooks have no place.
    pub fn of(root: &Path) -> Result<Self> {
        let repo = open_repository(root)?;
        let place = Place::of(&repo)?;
        Ok(Hooks { repo, place })
    }

    /// The directory in which git looks for them.
    pub fn dir(&self) -> &Path {
        &self.place.dir
    }

    /// Whether `core.hooksPath` names that directory.
    pub fn is_configured(&self) -> bool {
        self.place.configured
    }

    /// Whether other repositories may use that directory, too.
    pub fn is_shared(&self) -> bool {
        self.place.shared
    }

    /// The file of a hook.
    pub fn path(&self, hook: Hook) -> PathBuf {
        self.place.dir.join(hook.name())
    }

    /// The file that keeps the hook which was there before ours.
    pub fn kept_path(&self, hook: Hook) -> PathBuf {
        self.place.dir.join(hook.kept_name())
    }

    /// Whether a hook that was there before is kept.
    pub fn keeps(&self, hook: Hook) -> bool {
        is_there(&self.kept_path(hook))
    }

    /// What is in the place of a hook.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn state(&self, hook: Hook) -> Result<State> {
        let path = self.path(hook);
        if !is_there(&path) {
            return Ok(State::Absent);
        }
        let script = match fs::read(&path) {
            // A link to nowhere is somebody's, too.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(State::Other),
            other => other.with_context(|| format!("cannot read {}", path.display()))?,
        };
        Ok(if !is_ours(&script) {
            State::Other
        } else if script == hook.script().as_bytes() && is_executable(&path)? {
            State::Installed
        } else {
            State::Outdated
        })
    }

    /// Puts a hook in its place. One that is there already is kept, and runs first; one that is
    /// under version control is left alone.
    ///
    /// # Errors
    /// When a file cannot be written or renamed, or a hook is kept already and another is in place.
    pub fn install(&self, hook: Hook) -> Result<Change> {
        let state = self.state(hook)?;
        match state {
            State::Installed => return Ok(Change::Unchanged),
            State::Other if self.is_tracked(hook)? => return Ok(Change::Left),
            State::Other if self.keeps(hook) => bail!(
                "{} is not ours, and {} is there, too: remove one of them",
                self.path(hook).display(),
                self.kept_path(hook).display()
            ),
            State::Other => rename(&self.path(hook), &self.kept_path(hook))?,
            State::Absent | State::Outdated => {}
        }
        self.write(hook)?;
        Ok(match state {
            State::Other => Change::InstalledBefore,
            State::Outdated => Change::Updated,
            State::Absent | State::Installed => Change::Installed,
        })
    }

    /// Takes a hook away, and puts back the one that was there before.
    ///
    /// # Errors
    /// When a file cannot be removed or renamed.
    pub fn uninstall(&self, hook: Hook) -> Result<Change> {
        match self.state(hook)? {
            State::Absent => return Ok(Change::Nothing),
            State::Other => return Ok(Change::Left),
            State::Installed | State::Outdated => {}
        }
        let path = self.path(hook);
        fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        if !self.keeps(hook) {
            return Ok(Change::Removed);
        }
        rename(&self.kept_path(hook), &path)?;
        Ok(Change::Restored)
    }

    fn write(&self, hook: Hook) -> Result<()> {
        let path = self.path(hook);
        write_atomic(&path, hook.script().as_bytes())?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755))
                .with_context(|| format!("cannot make {} executable", path.display()))?;
        }
        Ok(())
    }

    /// Whether the hook's file is part of the tree, as with `core.hooksPath = .githooks`.
    fn is_tracked(&self, hook: Hook) -> Result<bool> {
        let Some(top) = self.repo.workdir() else {
            return Ok(false);
        };
        let Ok(path) = self.path(hook).strip_prefix(top).map(Path::to_path_buf) else {
            return Ok(false);
        };
        let index = self.repo.index().context("cannot read the index")?;
        // `a/./b` is `a/b`, which the index spells so.
        let path: PathBuf = path.components().collect();
        Ok(index.get_path(&path, 0).is_some())
    }
}

/// Whether anything is there, be it a link to nowhere.
fn is_there(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

fn rename(from: &Path, to: &Path) -> Result<()> {
    fs::rename(from, to)
        .with_context(|| format!("cannot rename {} to {}", from.display(), to.display()))
}

/// Git does not run a hook that is not executable; where there is no such bit, it runs every one.
#[cfg(unix)]
fn is_executable(path: &Path) -> Result<bool> {
    use std::os::unix::fs::PermissionsExt;
    let meta = fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(meta.permissions().mode() & 0o100 != 0)
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
fn is_executable(_: &Path) -> Result<bool> {
    Ok(true)
}
