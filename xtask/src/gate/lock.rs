//! One gate at a time: two would write the same checkout.

use anyhow::{Context, Result};
use std::{
    fs::{self, File, TryLockError},
    path::Path,
};

/// The file, in the directory of the gate's own files.
const LOCK_FILE: &str = "lock";

/// Held while it lives. The operating system frees it when the process ends, however it ends, so
/// there is no stale lock.
#[derive(Debug)]
pub struct Lock {
    _file: File,
    /// Whether another process held it first.
    pub waited: bool,
}

impl Lock {
    /// Takes the lock; when another process has it, calls `waiting` and waits.
    ///
    /// # Errors
    /// When the file cannot be made, or the file system has no locks.
    pub fn take(dir: &Path, waiting: impl FnOnce()) -> Result<Self> {
        let path = dir.join(LOCK_FILE);
        let attempt = || -> Result<Self> {
            fs::create_dir_all(dir)?;
            let file = File::options()
                .create(true)
                .truncate(false)
                .write(true)
                .open(&path)?;
            let waited = match file.try_lock() {
                Ok(()) => false,
                Err(TryLockError::WouldBlock) => {
                    waiting();
                    file.lock()?;
                    true
                }
                Err(TryLockError::Error(error)) => return Err(error.into()),
            };
            Ok(Lock {
                _file: file,
                waited,
            })
        };
        attempt().with_context(|| format!("cannot lock {}", path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{sync::mpsc, thread, time::Duration};

    #[test]
    fn the_second_waits_and_says_so() {
        let dir = tempfile::tempdir().expect("a directory");
        let first = Lock::take(dir.path(), || panic!("nobody has it")).expect("taken");
        assert!(!first.waited);
        thread::scope(|scope| {
            let (said, heard) = mpsc::channel();
            let second =
                scope.spawn(|| Lock::take(dir.path(), move || said.send(()).expect("heard")));
            heard
                .recv_timeout(Duration::from_secs(10))
                .expect("it says so");
            assert!(!second.is_finished());
            drop(first);
            assert!(second.join().expect("no panic").expect("taken").waited);
        });
    }

    #[test]
    fn a_lock_file_left_behind_is_no_lock() {
        let dir = tempfile::tempdir().expect("a directory");
        fs::write(dir.path().join(LOCK_FILE), "4711").expect("written");
        assert!(
            !Lock::take(dir.path(), || panic!("nobody has it"))
                .expect("taken")
                .waited
        );
    }
}
