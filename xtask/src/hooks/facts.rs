//! What a message must fit: the baselines of the commit to be, and of its parents.

use super::Comments;
use crate::{
    baseline::{BASELINES_DIR, REFERENCE_FILE, Reference},
    gate::{open_index, open_repository},
};
use anyhow::{Context, Result};
use git2::{Commit, Config, ErrorCode, ObjectType, Oid, Repository, TreeWalkMode, TreeWalkResult};
use std::{
    collections::BTreeMap,
    env, fs,
    path::Path,
    time::{SystemTime, UNIX_EPOCH},
};

/// What begins a comment unless `core.commentChar` says otherwise.
const DEFAULT_COMMENT: &str = "#";
/// What git chooses from when `core.commentChar` is `auto`.
const COMMENT_CANDIDATES: &str = "#;@!$%^&|:";
/// A commit younger than this, in seconds, cannot be told from its successor by times.
const SAME_MOMENT: i64 = 1;
/// The files that hold the commits whose message may lie in git's file, beside `HEAD`.
const PICKED: [&str; 2] = ["CHERRY_PICK_HEAD", "REVERT_HEAD"];

/// What a message must fit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Whether the staged baselines are those of no parent of the commit to be.
    pub changed: bool,
    /// Nodes of the bench according to the staged baselines, if there are any.
    pub bench: Option<u64>,
    /// The same of other commits whose message git may have put there.
    pub carried: Vec<u64>,
    /// The text of `commit.template`.
    pub template: Option<String>,
}

/// Content of every file of the baselines, by path.
type Baselines = BTreeMap<Vec<u8>, Oid>;

impl Facts {
    /// The facts of the commit that is being made in the tree at `root`.
    ///
    /// # Errors
    /// When the index, a parent, or the staged reference cannot be read.
    pub fn of(root: &Path) -> Result<Self> {
        let mut repo = open_repository(root)?;
        let staged = staged(&repo)?;
        let merged = merge_heads(&mut repo)?;
        let head = head_commit(&repo)?;
        let mut parents = Vec::new();
        match &head {
            Some(head) if is_amended(&repo, head)? => parents.extend(head.parents()),
            Some(head) => parents.push(head.clone()),
            None => {}
        }
        for oid in &merged {
            parents.push(repo.find_commit(*oid)?);
        }
        let mut changed = !parents.is_empty() || !staged.is_empty();
        for parent in &parents {
            changed &= committed(parent)? != staged;
        }
        let mut others = parents;
        others.extend(head);
        for name in PICKED {
            others.extend(
                repo.refname_to_id(name)
                    .and_then(|oid| repo.find_commit(oid)),
            );
        }
        let carried = others.iter().filter_map(|commit| {
            // A commit whose reference cannot be read carries no number.
            let baselines = committed(commit).ok()?;
            bench(&repo, &baselines).ok().flatten()
        });
        Ok(Facts {
            changed,
            bench: bench(&repo, &staged).context("in the staged baselines")?,
            carried: carried.collect(),
            template: template(&repo)?,
        })
    }
}

fn staged(repo: &Repository) -> Result<Baselines> {
    let prefix = format!("{BASELINES_DIR}/").into_bytes();
    let index = open_index(repo)?;
    let entries = index.iter().filter(|entry| entry.path.starts_with(&prefix));
    Ok(entries.map(|entry| (entry.path, entry.id)).collect())
}

fn committed(commit: &Commit<'_>) -> Result<Baselines> {
    let mut baselines = Baselines::new();
    commit.tree()?.walk(TreeWalkMode::PreOrder, |dir, entry| {
        let path = [dir.as_bytes(), entry.name_bytes()].concat();
        let is_tree = entry.kind() == Some(ObjectType::Tree);
        if dir.is_empty() && path != BASELINES_DIR.as_bytes() {
            return TreeWalkResult::Skip;
        }
        if !is_tree {
            baselines.insert(path, entry.id());
        }
        TreeWalkResult::Ok
    })?;
    Ok(baselines)
}

/// Nodes of the bench according to a reference, if there is one.
fn bench(repo: &Repository, baselines: &Baselines) -> Result<Option<u64>> {
    let path = format!("{BASELINES_DIR}/{REFERENCE_FILE}");
    let Some(oid) = baselines.get(path.as_bytes()) else {
        return Ok(None);
    };
    let blob = repo.find_blob(*oid)?;
    let text = std::str::from_utf8(blob.content()).with_context(|| format!("in {path}"))?;
    let reference = Reference::parse(text).with_context(|| format!("in {path}"))?;
    Ok(Some(reference.bench_nodes))
}

fn head_commit(repo: &Repository) -> Result<Option<Commit<'_>>> {
    match repo.head() {
        Ok(head) => Ok(Some(head.peel_to_commit()?)),
        Err(error) if error.code() == ErrorCode::UnbornBranch => Ok(None),
        Err(error) => Err(error).context("cannot read HEAD"),
    }
}

fn merge_heads(repo: &mut Repository) -> Result<Vec<Oid>> {
    let mut heads = Vec::new();
    let found = repo.mergehead_foreach(|oid| {
        heads.push(*oid);
        true
    });
    match found {
        Err(error) if error.code() != ErrorCode::NotFound => Err(error).context("in MERGE_HEAD"),
        _ => Ok(heads),
    }
}

/// Whether the commit being made takes the place of `head`. Git does not tell its hooks; but it
/// tells them the author's date, which is that of `head` then, and now otherwise. Where dates are
/// made up, by a script, nothing follows from them.
fn is_amended(repo: &Repository, head: &Commit<'_>) -> Result<bool> {
    let Some(date) = env::var("GIT_AUTHOR_DATE")
        .ok()
        .and_then(|date| seconds(&date))
    else {
        return Ok(false);
    };
    let made_up = env::var_os("GIT_COMMITTER_DATE").is_some()
        || head
            .parents()
            .any(|parent| parent.author().when().seconds() == date);
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    let age = i64::try_from(now)? - head.time().seconds();
    let merging = repo.state() != git2::RepositoryState::Clean;
    Ok(!made_up && !merging && age > SAME_MOMENT && head.author().when().seconds() == date)
}

/// The seconds of a date as git hands it to its hooks: `@1796100897 +0000`.
fn seconds(date: &str) -> Option<i64> {
    date.strip_prefix('@')?.split(' ').next()?.parse().ok()
}

fn template(repo: &Repository) -> Result<Option<String>> {
    let config = repo.config()?;
    let Ok(path) = config.get_path("commit.template") else {
        return Ok(None);
    };
    let path = repo.workdir().unwrap_or(repo.path()).join(path);
    Ok(fs::read_to_string(path).ok())
}

/// How git will treat comments in the message `text` of the tree at `root`.
///
/// # Errors
/// When the settings cannot be read.
pub fn comment_of(root: &Path, text: &str) -> Result<Comments> {
    let repo = open_repository(root)?;
    let config = repo.config()?.snapshot()?;
    // Git names an editor that does nothing when the message does not go through one.
    let edited = env::var_os("GIT_EDITOR").is_none_or(|editor| editor != ":");
    let stripped = match config.get_str("commit.cleanup") {
        Ok("strip") => true,
        Ok("verbatim" | "whitespace" | "scissors") => false,
        _ => edited,
    };
    Ok(Comments {
        prefix: comment_prefix(&config, text),
        stripped,
    })
}

fn comment_prefix(config: &Config, text: &str) -> String {
    let names = ["core.commentString", "core.commentChar"];
    let named = names.iter().find_map(|name| config.get_str(name).ok());
    match named {
        None | Some("") => DEFAULT_COMMENT.to_owned(),
        Some("auto") => chosen(text).unwrap_or_else(|| DEFAULT_COMMENT.to_owned()),
        Some(named) => named.to_owned(),
    }
}

/// What git chose for its comments, which end the file.
fn chosen(text: &str) -> Option<String> {
    let last = text.lines().rev().find(|line| !line.trim().is_empty())?;
    let first = last.chars().next()?;
    COMMENT_CANDIDATES
        .contains(first)
        .then(|| first.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_git() {
        assert_eq!(seconds("@1796100897 +0000"), Some(1_796_100_897));
        for other in ["", "1796100897 +0000", "@x", "2026-12-01 04:00"] {
            assert_eq!(seconds(other), None);
        }
    }

    #[test]
    fn a_chosen_comment_is_found_by_the_end_of_the_file() {
        assert_eq!(
            chosen("#1 is fixed\n\n; Please enter\n;\n").as_deref(),
            Some(";")
        );
        assert_eq!(chosen("Words\n"), None);
        assert_eq!(chosen(""), None);
    }
}
