//! Which files are under test: those of the index, those that lie in the working tree, or those of
//! a commit.

use crate::baseline::BASELINES_DIR;
use anyhow::{Context, Result, bail};
use git2::{
    FileMode, Index, IndexEntryExtendedFlag, ObjectType, Oid, Repository, StatusOptions,
    TreeWalkMode, TreeWalkResult,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsStr,
    fs, io,
    path::{Component, Path, PathBuf},
};

/// Where the files come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The index: what the next commit will hold.
    Staged,
    /// The files as they lie, untracked ones included, ignored ones not.
    Worktree,
    /// A commit.
    Commit(Oid),
}

/// What kind of file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An ordinary file.
    Plain,
    /// A file that can be executed.
    Executable,
    /// A symbolic link; its content is its target.
    Link,
}

/// A file under test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeFile {
    /// Its kind.
    pub kind: Kind,
    /// Hash of its content as a git blob.
    pub oid: Oid,
    /// Its content, unless that can be read from the repository.
    pub held: Option<Vec<u8>>,
}

/// All files under test, by path relative to the root of the tree.
pub type Files = BTreeMap<PathBuf, TreeFile>;

/// The bits of an index entry's flags that hold its stage: 0, or 1 to 3 in a conflict.
const STAGE_MASK: u16 = 0x3000;
/// Directories without influence on any count.
const LEFT_OUT_DIRS: [&str; 4] = [".github", ".ci", "docs", "experiments"];
/// Extension of files without influence on any count.
const LEFT_OUT_EXTENSION: &str = "md";
/// The same, by name at the top of the tree.
const LEFT_OUT_FILE: &str = "LICENSE";

/// Whether the file is left out of the checkout, and so can change neither the build nor a count.
/// Should a source come to include such a file, the build fails.
fn left_out(path: &Path) -> bool {
    let top = path.components().next().map(Component::as_os_str);
    let in_dir = LEFT_OUT_DIRS.iter().any(|dir| top == Some(dir.as_ref()));
    in_dir
        || path == Path::new(LEFT_OUT_FILE)
        || path
            .extension()
            .is_some_and(|ext| ext == LEFT_OUT_EXTENSION)
}

/// Opens the repository whose working tree begins at `root`.
///
/// # Errors
/// When there is none, or it is another one's subdirectory.
pub fn open_repository(root: &Path) -> Result<Repository> {
    let repo = Repository::discover(root)
        .with_context(|| format!("{} is not in a git repository", root.display()))?;
    let workdir = repo.workdir().context("the git repository is bare")?;
    if fs::canonicalize(workdir)? != fs::canonicalize(root)? {
        bail!(
            "{} is not the top of its git repository, which is {}",
            root.display(),
            workdir.display()
        );
    }
    Ok(repo)
}

/// Lists the files of `source`.
///
/// # Errors
/// When the index has conflicts or cannot be read, or holds what cannot be checked out.
pub fn list(repo: &Repository, source: Source) -> Result<Files> {
    match source {
        Source::Staged => staged(repo),
        Source::Worktree => worktree(repo),
        Source::Commit(oid) => committed(repo, oid),
    }
}

/// The sources of `lying` that are not the same in `staged`, baselines aside. A file that git does
/// not know counts only in a directory that holds sources: notes at the top do not.
pub(super) fn unstaged(staged: &Files, lying: &Files) -> Vec<PathBuf> {
    let content = |file: &TreeFile| (file.kind == Kind::Link, file.oid);
    let source_dirs: BTreeSet<_> = staged.keys().filter_map(|path| top_dir(path)).collect();
    let differs = |path: &Path| match (staged.get(path), lying.get(path)) {
        (Some(staged), Some(lying)) => content(staged) != content(lying),
        (None, Some(_)) => top_dir(path).is_some_and(|dir| source_dirs.contains(dir)),
        (known, None) => known.is_some(),
    };
    let paths: BTreeSet<&PathBuf> = staged.keys().chain(lying.keys()).collect();
    paths
        .into_iter()
        .filter(|path| !path.starts_with(BASELINES_DIR) && differs(path))
        .cloned()
        .collect()
}

/// The directory at the top of the tree that holds the file; `None` when that is the top itself.
fn top_dir(path: &Path) -> Option<&OsStr> {
    let mut parts = path.components();
    let first = parts.next()?;
    parts.next().map(|_| first.as_os_str())
}

/// The commit that is checked out; `None` before the first.
pub fn head(repo: &Repository) -> Option<String> {
    let commit = repo.head().ok()?.peel_to_commit().ok()?;
    Some(commit.id().to_string())
}

/// The index that the next commit is made of. Git names it to its hooks by `GIT_INDEX_FILE`: during
/// `git commit -a` or `git commit FILE` it is not the usual one.
///
/// # Errors
/// When it cannot be read.
pub fn open_index(repo: &Repository) -> Result<Index> {
    let Some(named) = std::env::var_os("GIT_INDEX_FILE").filter(|name| !name.is_empty()) else {
        let mut index = repo.index().context("cannot open the index")?;
        index.read(true).context("cannot read the index")?;
        return Ok(index);
    };
    // Git runs hooks at the top of the working tree, and means a relative path from there.
    let path = repo.workdir().unwrap_or(Path::new(".")).join(named);
    if !path.is_file() {
        bail!(
            "GIT_INDEX_FILE names {}, which is not there",
            path.display()
        );
    }
    Index::open(&path).with_context(|| format!("cannot read the index {}", path.display()))
}

fn staged(repo: &Repository) -> Result<Files> {
    let index = open_index(repo)?;
    let mut files = Files::new();
    let mut conflicts = Vec::new();
    for entry in index.iter() {
        let path = path_of(&entry.path)?;
        if entry.flags & STAGE_MASK != 0 {
            conflicts.push(path.display().to_string());
            continue;
        }
        let extended = IndexEntryExtendedFlag::from_bits_truncate(entry.flags_extended);
        // `git add -N` announces a file; a commit will not hold it.
        if !extended.contains(IndexEntryExtendedFlag::INTENT_TO_ADD) {
            insert(&mut files, path, entry.mode, entry.id)?;
        }
    }
    if !conflicts.is_empty() {
        conflicts.dedup();
        bail!(
            "the index has conflicts, resolve them first: {}",
            conflicts.join(", ")
        );
    }
    Ok(files)
}

fn committed(repo: &Repository, oid: Oid) -> Result<Files> {
    let tree = repo.find_commit(oid)?.tree()?;
    let mut files = Files::new();
    let mut failure = None;
    tree.walk(TreeWalkMode::PreOrder, |dir, entry| {
        if entry.kind() == Some(ObjectType::Tree) {
            return TreeWalkResult::Ok;
        }
        let name = [dir.as_bytes(), entry.name_bytes()].concat();
        let mode = u32::try_from(entry.filemode()).unwrap_or_default();
        match path_of(&name).and_then(|path| insert(&mut files, path, mode, entry.id())) {
            Ok(()) => TreeWalkResult::Ok,
            Err(error) => {
                failure = Some(error);
                TreeWalkResult::Abort
            }
        }
    })
    .or_else(|error| {
        if failure.is_some() {
            Ok(())
        } else {
            Err(error)
        }
    })?;
    failure.map_or(Ok(files), Err)
}

fn insert(files: &mut Files, path: PathBuf, mode: u32, oid: Oid) -> Result<()> {
    if left_out(&path) {
        return Ok(());
    }
    let kind = if mode == u32::from(FileMode::Link) {
        Kind::Link
    } else if mode == u32::from(FileMode::BlobExecutable) {
        Kind::Executable
    } else if mode == u32::from(FileMode::Blob) || mode == u32::from(FileMode::BlobGroupWritable) {
        Kind::Plain
    } else {
        bail!(
            "{}: found mode {mode:o}, expected a file or a link",
            path.display()
        );
    };
    files.insert(
        path,
        TreeFile {
            kind,
            oid,
            held: None,
        },
    );
    Ok(())
}

fn worktree(repo: &Repository) -> Result<Files> {
    let root = repo.workdir().context("the git repository is bare")?;
    let mut options = StatusOptions::new();
    options
        .include_untracked(true)
        .recurse_untracked_dirs(true)
        .include_unmodified(true)
        .include_ignored(false)
        .exclude_submodules(true);
    let mut files = Files::new();
    for status in repo
        .statuses(Some(&mut options))
        .context("cannot list the working tree")?
        .iter()
    {
        let path = path_of(status.path_bytes())?;
        if left_out(&path) {
            continue;
        }
        if let Some(file) = read_file(&root.join(&path))? {
            files.insert(path, file);
        }
    }
    Ok(files)
}

/// The file at `path`; `None` when it is gone.
fn read_file(path: &Path) -> Result<Option<TreeFile>> {
    let attempt = || -> io::Result<Option<(Kind, Vec<u8>)>> {
        let meta = match fs::symlink_metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            other => other?,
        };
        if meta.is_symlink() {
            let target = fs::read_link(path)?;
            return Ok(Some((
                Kind::Link,
                target.into_os_string().into_encoded_bytes(),
            )));
        }
        if meta.is_dir() {
            return Ok(None);
        }
        let kind = if is_executable(&meta) {
            Kind::Executable
        } else {
            Kind::Plain
        };
        Ok(Some((kind, fs::read(path)?)))
    };
    let found = attempt().with_context(|| format!("cannot read {}", path.display()))?;
    let Some((kind, bytes)) = found else {
        return Ok(None);
    };
    Ok(Some(TreeFile {
        kind,
        oid: Oid::hash_object(ObjectType::Blob, &bytes)?,
        held: Some(bytes),
    }))
}

#[cfg(unix)]
pub(super) fn is_executable(meta: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    meta.permissions().mode() & 0o100 != 0
}

#[cfg(not(unix))]
pub(super) fn is_executable(_: &fs::Metadata) -> bool {
    false
}

/// A path as git spells it, checked to stay inside the tree.
fn path_of(bytes: &[u8]) -> Result<PathBuf> {
    let path = native(bytes)?;
    let inside = |part: Component<'_>| matches!(part, Component::Normal(name) if name != ".git");
    if path.as_os_str().is_empty() || !path.components().all(inside) {
        bail!(
            "found path {}, expected one inside the tree",
            path.display()
        );
    }
    Ok(path)
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
fn native(bytes: &[u8]) -> Result<PathBuf> {
    use std::os::unix::ffi::OsStrExt;
    Ok(PathBuf::from(OsStr::from_bytes(bytes)))
}

#[cfg(not(unix))]
fn native(bytes: &[u8]) -> Result<PathBuf> {
    let text = std::str::from_utf8(bytes).context("found a path that is not UTF-8")?;
    Ok(PathBuf::from(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_left_out_and_nothing_that_can_count() {
        for path in [
            "README.md",
            "suites/SOURCES.md",
            "LICENSE",
            "docs/a.rs",
            ".github/workflows/gate.yml",
        ] {
            assert!(left_out(Path::new(path)), "{path}");
        }
        for path in [
            "Cargo.toml",
            "Cargo.lock",
            "src/docs/a.rs",
            "src/lib.rs",
            "suites/bench.epd",
            "build.rs",
            ".cargo/config.toml",
            "rust-toolchain.toml",
            "baselines/bench.snap",
            "tables/LICENSE",
        ] {
            assert!(!left_out(Path::new(path)), "{path}");
        }
    }

    #[test]
    fn forgotten_edits_are_seen_and_notes_are_not() {
        let files = |list: &[(&str, &str)]| -> Files {
            let file = |content: &str| TreeFile {
                kind: Kind::Plain,
                oid: Oid::hash_object(ObjectType::Blob, content.as_bytes()).expect("a hash"),
                held: None,
            };
            list.iter()
                .map(|(path, content)| (PathBuf::from(path), file(content)))
                .collect()
        };
        let staged = files(&[
            ("src/a.rs", "1"),
            ("src/b.rs", "2"),
            ("baselines/x", "3"),
            ("Cargo.toml", ""),
        ]);
        let lying = files(&[
            ("src/a.rs", "1"),
            ("src/new.rs", "2"),
            ("baselines/x", "4"),
            ("Cargo.toml", "x"),
            ("notes", "n"),
            ("scratch/notes.rs", "n"),
        ]);
        let names = ["Cargo.toml", "src/b.rs", "src/new.rs"].map(PathBuf::from);
        assert_eq!(unstaged(&staged, &lying), names);
        assert_eq!(unstaged(&staged, &staged), [""; 0].map(PathBuf::from));
    }

    #[test]
    fn paths_stay_inside() {
        assert!(path_of("src/é b.rs".as_bytes()).is_ok());
        for bad in [
            "",
            "../a",
            "/etc/passwd",
            "a/../../b",
            ".git/config",
            "a/.git/hooks/x",
        ] {
            assert!(path_of(bad.as_bytes()).is_err(), "{bad}");
        }
    }
}
