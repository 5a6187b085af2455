//! The audit's journal: one JSON line a record, on the disk before the next record is begun.

use super::measure::Measured;
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
};

/// What all measurements of a journal have in common; its first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The name that the engine gave itself.
    pub engine: String,
    /// Options it was given, `name=value`.
    pub options: Vec<String>,
    /// Its transposition table in mebibytes.
    pub hash_mb: usize,
    /// Nodes of each search.
    pub nodes: u64,
}

/// An open journal.
pub struct Journal {
    path: PathBuf,
    file: File,
    measured: BTreeMap<String, Measured>,
}

impl Journal {
    /// Opens the journal at `path`, or starts it. A last line that was cut off by a kill is dropped.
    ///
    /// # Errors
    /// When it cannot be read or written, belongs to a run with another `header`, or a line other
    /// than the last is malformed.
    pub fn open(path: &Path, header: &Header) -> Result<Self> {
        let open = || -> Result<Self> {
            if let Some(dir) = path.parent() {
                fs::create_dir_all(dir)?;
            }
            let text = match fs::read_to_string(path) {
                Ok(text) => text,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
                Err(error) => return Err(error.into()),
            };
            let whole = text.rfind('\n').map_or(0, |end| end + 1);
            let measured = parse(&text[..whole], header)?;
            let file = OpenOptions::new().create(true).append(true).open(path)?;
            file.set_len(whole as u64)?;
            let mut journal = Journal {
                path: path.to_path_buf(),
                file,
                measured,
            };
            if whole == 0 {
                journal.append(header)?;
            }
            Ok(journal)
        };
        open().with_context(|| format!("journal {}", path.display()))
    }

    /// The measurement of the record with this key.
    pub fn get(&self, key: &str) -> Option<&Measured> {
        self.measured.get(key)
    }

    /// Adds a measurement; it is on the disk when this returns.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, measured: Measured) -> Result<()> {
        self.append(&measured)
            .with_context(|| format!("journal {}", self.path.display()))?;
        self.measured.insert(measured.key.clone(), measured);
        Ok(())
    }

    fn append(&mut self, line: &impl Serialize) -> Result<()> {
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        self.file.write_all(text.as_bytes())?;
        self.file.sync_data()?;
        Ok(())
    }
}

fn parse(text: &str, header: &Header) -> Result<BTreeMap<String, Measured>> {
    let mut lines = text.lines().enumerate();
    let Some((_, first)) = lines.next() else {
        return Ok(BTreeMap::new());
    };
    let found: Header = serde_json::from_str(first).context("line 1 is no journal's header")?;
    if found != *header {
        bail!(
            "belongs to another audit: found {found:?}, expected {header:?} \
             (name another one with --journal, or remove it)"
        );
    }
    lines
        .map(|(index, line)| {
            let measured: Measured = serde_json::from_str(line)
                .with_context(|| format!("line {} is no measurement", index + 1))?;
            Ok((measured.key.clone(), measured))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        Header {
            engine: "E".to_owned(),
            options: Vec::new(),
            hash_mb: 16,
            nodes: 7,
        }
    }

    fn measured(key: &str) -> Measured {
        Measured {
            id: format!("id {key}"),
            key: key.to_owned(),
            choice: "e4".to_owned(),
            chosen: true,
            published_score: "cp 1".to_owned(),
            other_score: None,
            settled: Some(3),
            nodes: 9,
        }
    }

    #[test]
    fn a_journal_resumes_and_drops_a_torn_line() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("new/journal.jsonl");
        let mut journal = Journal::open(&path, &header()).expect("a new journal");
        journal.add(measured("a")).expect("added");
        journal.add(measured("b")).expect("added");
        drop(journal);
        let text = fs::read_to_string(&path).expect("the journal");
        fs::write(&path, &text[..text.len() - 5]).expect("written");

        let mut journal = Journal::open(&path, &header()).expect("the journal again");
        assert_eq!(journal.get("a"), Some(&measured("a")));
        assert_eq!(journal.get("b"), None);
        journal.add(measured("b")).expect("added");
        drop(journal);
        assert_eq!(fs::read_to_string(&path).expect("the journal"), text);
    }

    #[test]
    fn a_journal_of_another_audit_is_refused() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("journal.jsonl");
        drop(Journal::open(&path, &header()).expect("a new journal"));
        let other = Header {
            nodes: 8,
            ..header()
        };
        let error = Journal::open(&path, &other).err().expect("refused");
        assert!(format!("{error:#}").contains("another audit"), "{error:#}");
    }

    #[test]
    fn a_spoilt_line_is_refused() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("journal.jsonl");
        drop(Journal::open(&path, &header()).expect("a new journal"));
        let text = fs::read_to_string(&path).expect("the journal");
        fs::write(&path, format!("{text}spoilt\n")).expect("written");
        let error = Journal::open(&path, &header()).err().expect("refused");
        assert!(format!("{error:#}").contains("line 2"), "{error:#}");
    }
}
