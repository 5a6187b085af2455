//! `history.jsonl`: every blessing, one line each, oldest first.

use crate::results::Totals;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    time::{SystemTime, UNIX_EPOCH},
};

/// One blessing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// When, in UTC: `2026-11-30T22:49:00Z`.
    pub when: String,
    /// The commit on top of which it was made, in hexadecimal; `None` before the first.
    pub commit: Option<String>,
    /// Why.
    pub reason: String,
    /// Totals of each suite before; empty at the first blessing.
    pub before: BTreeMap<String, Totals>,
    /// Totals of each suite since.
    pub after: BTreeMap<String, Totals>,
    /// SHA-256 of the reference that it wrote, in hexadecimal.
    pub reference_sha256: String,
}

/// All blessings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// Oldest first.
    pub entries: Vec<Entry>,
}

impl History {
    /// Reads the text of a history.
    ///
    /// # Errors
    /// When a line is malformed; the message has its number.
    pub fn parse(text: &str) -> Result<Self> {
        let entries = text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty())
            .map(|(index, line)| {
                serde_json::from_str(line)
                    .with_context(|| format!("line {}: not a blessing", index + 1))
            })
            .collect::<Result<_>>()?;
        Ok(History { entries })
    }

    /// The file's text.
    pub fn render(&self) -> String {
        let line = |entry| serde_json::to_string(entry).expect("a blessing is valid JSON") + "\n";
        self.entries.iter().map(line).collect()
    }
}

const SECONDS_PER_DAY: u64 = 86_400;

/// Now in UTC, as [`Entry::when`] has it.
pub(super) fn now() -> String {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH);
    timestamp(elapsed.map_or(0, |elapsed| elapsed.as_secs()))
}

/// Seconds since 1970 as a date and time of the Gregorian calendar in UTC.
fn timestamp(unix: u64) -> String {
    let (year, month, day) = date(unix / SECONDS_PER_DAY);
    let second = unix % SECONDS_PER_DAY;
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Year, month and day of a day counted from 1970-01-01.
fn date(mut day: u64) -> (u64, u64, u64) {
    let leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    loop {
        let length = if leap(year) { 366 } else { 365 };
        if day < length {
            break;
        }
        day -= length;
        year += 1;
    }
    let february = if leap(year) { 29 } else { 28 };
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    (year, month, day + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_as_the_date_command_prints_them() {
        // date -u -d @N +%FT%TZ
        for (unix, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(timestamp(unix), expected);
        }
    }

    #[test]
    fn reads_what_it_wrote_and_names_a_bad_line() {
        let entry = Entry {
            when: now(),
            commit: None,
            reason: "two\nlines, \"quoted\"".to_owned(),
            before: BTreeMap::new(),
            after: BTreeMap::from([("bench".to_owned(), Totals::default())]),
            reference_sha256: "00".to_owned(),
        };
        let history = History {
            entries: vec![entry.clone(), entry],
        };
        let text = history.render();
        assert_eq!(text.lines().count(), 2);
        assert_eq!(History::parse(&text).expect("own text"), history);
        let error = History::parse(&text[..text.len() - 3]).expect_err("truncated");
        assert!(error.to_string().contains("line 2"), "{error}");
    }
}
