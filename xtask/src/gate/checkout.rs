//! The private checkout: the files under test and nothing else, in a directory of their own.

use super::source::{Files, Kind, TreeFile, is_executable};
use crate::files::write_atomic;
use anyhow::{Context, Result};
use git2::{ObjectType, Oid, Repository};
use std::{
    fs, io,
    path::{Component, Path},
};

/// Makes `dir` hold exactly `files`. A file that is right already is not touched, so that cargo
/// sees which ones changed; every file is compared by content, so that nothing that was done to the
/// directory since can stay.
///
/// # Errors
/// When a blob is missing or a file cannot be read or written.
pub(super) fn check_out(repo: &Repository, files: &Files, dir: &Path) -> Result<()> {
    fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    remove_others(files, dir, Path::new(""))?;
    for (path, file) in files {
        let place = dir.join(path);
        (|| -> Result<()> {
            if is_right(&place, file)? {
                return Ok(());
            }
            make_parents(dir, path)?;
            remove(&place)?;
            put(repo, &place, file)
        })()
        .with_context(|| format!("cannot check out {}", place.display()))?;
    }
    Ok(())
}

fn is_right(place: &Path, file: &TreeFile) -> Result<bool> {
    let meta = match fs::symlink_metadata(place) {
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
            ) =>
        {
            return Ok(false);
        }
        other => other?,
    };
    let bytes = match file.kind {
        _ if meta.is_dir() => return Ok(false),
        Kind::Link if meta.is_symlink() => {
            fs::read_link(place)?.into_os_string().into_encoded_bytes()
        }
        Kind::Plain | Kind::Executable if meta.is_file() => {
            if cfg!(unix) && is_executable(&meta) != (file.kind == Kind::Executable) {
                return Ok(false);
            }
            fs::read(place)?
        }
        // Where links cannot be made, a file holds the target.
        Kind::Link if cfg!(not(unix)) && meta.is_file() => fs::read(place)?,
        _ => return Ok(false),
    };
    Ok(Oid::hash_object(ObjectType::Blob, &bytes)? == file.oid)
}

fn put(repo: &Repository, place: &Path, file: &TreeFile) -> Result<()> {
    let blob;
    let bytes = if let Some(bytes) = &file.held {
        bytes.as_slice()
    } else {
        blob = repo.find_blob(file.oid)?;
        blob.content()
    };
    #[cfg(unix)]
    {
        use std::{
            ffi::OsStr,
            os::unix::{
                ffi::OsStrExt,
                fs::{PermissionsExt, symlink},
            },
        };
        if file.kind == Kind::Link {
            return symlink(OsStr::from_bytes(bytes), place).map_err(Into::into);
        }
        write_atomic(place, bytes)?;
        if file.kind == Kind::Executable {
            fs::set_permissions(place, fs::Permissions::from_mode(0o755))?;
        }
        Ok(())
    }
    #[cfg(not(unix))]
    write_atomic(place, bytes)
}

/// Makes the directories above `dir/path`, of which none may be a file or a link.
fn make_parents(dir: &Path, path: &Path) -> Result<()> {
    let mut place = dir.to_path_buf();
    for part in path.parent().into_iter().flat_map(Path::components) {
        place.push(part);
        match fs::symlink_metadata(&place) {
            Ok(meta) if meta.is_dir() => {}
            Ok(_) => {
                fs::remove_file(&place)?;
                fs::create_dir(&place)?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => fs::create_dir(&place)?,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Removes everything under `dir/below` that is not in `files`.
fn remove_others(files: &Files, dir: &Path, below: &Path) -> Result<()> {
    let listed = dir.join(below);
    let listing =
        fs::read_dir(&listed).with_context(|| format!("cannot list {}", listed.display()))?;
    for entry in listing {
        let path = below.join(entry?.file_name());
        let place = dir.join(&path);
        let is_dir = fs::symlink_metadata(&place)?.is_dir();
        // Files are sorted by their parts, so those of a directory follow it.
        let next = files.range(path.clone()..).next().map(|(next, _)| next);
        let wanted = match next {
            Some(next) if is_dir => next != &path && next.starts_with(&path),
            Some(next) => next == &path,
            None => false,
        };
        if !wanted {
            remove(&place)?;
        } else if is_dir {
            remove_others(files, dir, &path)?;
        }
    }
    Ok(())
}

/// Removes whatever is at `place`; links are not followed.
fn remove(place: &Path) -> Result<()> {
    debug_assert!(!place.components().any(|part| part == Component::ParentDir));
    let removed = match fs::symlink_metadata(place) {
        Ok(meta) if meta.is_dir() => fs::remove_dir_all(place),
        Ok(_) => fs::remove_file(place),
        Err(_) => Ok(()),
    };
    removed.with_context(|| format!("cannot remove {}", place.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{collections::BTreeSet, path::PathBuf};

    fn file(kind: Kind, content: &str) -> TreeFile {
        TreeFile {
            kind,
            oid: Oid::hash_object(ObjectType::Blob, content.as_bytes()).expect("a hash"),
            held: Some(content.as_bytes().to_vec()),
        }
    }

    fn listing(dir: &Path, below: &Path, found: &mut BTreeSet<PathBuf>) {
        for entry in fs::read_dir(dir.join(below)).expect("listed") {
            let path = below.join(entry.expect("an entry").file_name());
            if fs::symlink_metadata(dir.join(&path))
                .expect("there")
                .is_dir()
            {
                listing(dir, &path, found);
            } else {
                found.insert(path);
            }
        }
    }

    #[test]
    fn holds_exactly_the_files_whatever_lay_there() {
        let scratch = tempfile::tempdir().expect("a directory");
        let repo = Repository::init(scratch.path().join("repo")).expect("a repository");
        let dir = scratch.path().join("größe tree");
        let trees: [&[(&str, &str)]; 4] = [
            &[("a", "1"), ("b/c", "2"), ("b/d/e", "3"), ("b.x", "4")],
            &[("a/f", "1"), ("b", "2"), ("b-c/d", "5")],
            &[("a", "1"), ("b/c", "9"), ("b/d", "3")],
            &[],
        ];
        for (round, tree) in trees.iter().enumerate() {
            let files: Files = tree
                .iter()
                .map(|(path, content)| (PathBuf::from(path), file(Kind::Plain, content)))
                .collect();
            check_out(&repo, &files, &dir).expect("checked out");
            let mut found = BTreeSet::new();
            listing(&dir, Path::new(""), &mut found);
            assert_eq!(found, files.keys().cloned().collect(), "round {round}");
            for (path, content) in *tree {
                assert_eq!(fs::read_to_string(dir.join(path)).expect("read"), *content);
                // Tampering does not outlive the next round, nor do strays.
                fs::write(dir.join(path), "tampered").expect("written");
            }
            fs::create_dir_all(dir.join("stray/deep")).expect("made");
            fs::write(dir.join("stray/deep/file"), "").expect("written");
        }
    }

    #[test]
    fn a_right_file_is_not_touched() {
        let scratch = tempfile::tempdir().expect("a directory");
        let repo = Repository::init(scratch.path().join("repo")).expect("a repository");
        let dir = scratch.path().join("tree");
        let mut files = Files::from([
            (PathBuf::from("same"), file(Kind::Plain, "1")),
            (PathBuf::from("other"), file(Kind::Plain, "2")),
        ]);
        check_out(&repo, &files, &dir).expect("checked out");
        let long_ago = std::time::SystemTime::UNIX_EPOCH;
        for name in ["same", "other"] {
            let handle = fs::File::options()
                .write(true)
                .open(dir.join(name))
                .expect("open");
            handle.set_modified(long_ago).expect("set");
        }
        files.insert(PathBuf::from("other"), file(Kind::Plain, "3"));
        check_out(&repo, &files, &dir).expect("checked out");
        let modified = |name| {
            fs::metadata(dir.join(name))
                .expect("there")
                .modified()
                .expect("known")
        };
        assert_eq!(modified("same"), long_ago);
        assert_ne!(modified("other"), long_ago);
    }

    #[cfg(unix)]
    #[test]
    fn links_modes_and_links_in_the_way() {
        use std::os::unix::fs::symlink;
        let scratch = tempfile::tempdir().expect("a directory");
        let repo = Repository::init(scratch.path().join("repo")).expect("a repository");
        let (dir, outside) = (scratch.path().join("tree"), scratch.path().join("outside"));
        fs::create_dir_all(&dir).expect("made");
        fs::create_dir_all(&outside).expect("made");
        fs::write(outside.join("kept"), "kept").expect("written");
        symlink(&outside, dir.join("src")).expect("linked");
        let files = Files::from([
            (PathBuf::from("src/kept"), file(Kind::Plain, "new")),
            (PathBuf::from("run"), file(Kind::Executable, "#!")),
            (PathBuf::from("link"), file(Kind::Link, "run")),
        ]);
        for _ in 0..2 {
            check_out(&repo, &files, &dir).expect("checked out");
            assert_eq!(
                fs::read_to_string(outside.join("kept")).expect("read"),
                "kept"
            );
            assert_eq!(
                fs::read_to_string(dir.join("src/kept")).expect("read"),
                "new"
            );
            assert!(is_executable(
                &fs::metadata(dir.join("run")).expect("there")
            ));
            assert_eq!(
                fs::read_link(dir.join("link")).expect("a link"),
                Path::new("run")
            );
        }
    }
}
