//! The options that can be set.

use std::fmt;
use std::time::Duration;

use super::command::number;
use crate::search::TranspositionTable;

/// A number that can be set.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spin {
    name: &'static str,
    /// Value until it is set.
    pub(super) default: usize,
    min: usize,
    max: usize,
}

/// Size of the hash table in MiB.
pub(super) const HASH: Spin = Spin {
    name: "Hash",
    default: 16,
    min: 1,
    max: TranspositionTable::MAX_MIB,
};

/// Time lost with each move between the engine and the clock, in milliseconds.
pub(super) const MOVE_OVERHEAD: Spin = Spin {
    name: "Move Overhead",
    default: 10,
    min: 0,
    max: 5000,
};

/// Empties the hash table.
const CLEAR_HASH: &str = "Clear Hash";

/// What an option changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    /// The hash table gets this size in MiB.
    Hash(usize),
    /// The hash table is emptied.
    ClearHash,
    /// This much time is lost with each move.
    MoveOverhead(Duration),
}

/// Why an option was not set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum OptionError {
    /// There is none of that name.
    #[error("unknown option {0:?}: expected {name}, {CLEAR_HASH} or {overhead}", name = HASH.name, overhead = MOVE_OVERHEAD.name)]
    Unknown(String),
    /// The value is not one that the option can have.
    #[error("option {}: found {found:?}, expected {} to {}", .option.name, .option.min, .option.max)]
    Value {
        /// The option.
        option: &'static Spin,
        /// The value that was given; empty when none was.
        found: String,
    },
}

impl PartialEq for Spin {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Spin {}

impl fmt::Display for Spin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            name,
            default,
            min,
            max,
        } = self;
        write!(
            f,
            "option name {name} type spin default {default} min {min} max {max}"
        )
    }
}

impl Spin {
    fn read(&'static self, value: Option<&str>) -> Result<usize, OptionError> {
        let found = value.unwrap_or_default();
        number(found, self.min, self.max).ok_or_else(|| OptionError::Value {
            option: self,
            found: found.to_owned(),
        })
    }
}

/// Reads what an option is to be set to. Names are not told apart by case.
///
/// # Errors
/// [`OptionError`] when there is no such option or it cannot have the value.
pub(super) fn parse(name: &str, value: Option<&str>) -> Result<Change, OptionError> {
    let is = |other: &str| name.eq_ignore_ascii_case(other);
    if is(HASH.name) {
        HASH.read(value).map(Change::Hash)
    } else if is(CLEAR_HASH) {
        Ok(Change::ClearHash)
    } else if is(MOVE_OVERHEAD.name) {
        let milliseconds = MOVE_OVERHEAD.read(value)?;
        Ok(Change::MoveOverhead(Duration::from_millis(
            milliseconds as u64,
        )))
    } else {
        Err(OptionError::Unknown(name.to_owned()))
    }
}

/// The options, a line each.
pub(super) fn list() -> String {
    format!("{HASH}\noption name {CLEAR_HASH} type button\n{MOVE_OVERHEAD}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_within_bounds() {
        assert_eq!(parse("Hash", Some("64")), Ok(Change::Hash(64)));
        assert_eq!(parse("hASH", Some("65536")), Ok(Change::Hash(65_536)));
        assert_eq!(parse("clear hash", None), Ok(Change::ClearHash));
        assert_eq!(
            parse("Move Overhead", Some("0")),
            Ok(Change::MoveOverhead(Duration::ZERO))
        );
    }

    #[test]
    fn everything_else_is_refused_with_a_reason() {
        let error = |name, value| parse(name, value).unwrap_err().to_string();
        for value in [
            None,
            Some(""),
            Some("0"),
            Some("65537"),
            Some("-1"),
            Some("x"),
        ] {
            let found = value.unwrap_or("");
            assert_eq!(
                error("Hash", value),
                format!("option Hash: found {found:?}, expected 1 to 65536")
            );
        }
        assert!(error("Move Overhead", Some("5001")).ends_with("expected 0 to 5000"));
        assert_eq!(
            error("Ponder", Some("true")),
            "unknown option \"Ponder\": expected Hash, Clear Hash or Move Overhead"
        );
    }

    #[test]
    fn the_list_is_as_the_protocol_has_it() {
        let expected = "option name Hash type spin default 16 min 1 max 65536\n\
             option name Clear Hash type button\n\
             option name Move Overhead type spin default 10 min 0 max 5000";
        assert_eq!(list(), expected);
    }
}
