//! What a line says.

use std::str::FromStr;

use super::go::Go;
use crate::search::MAX_PLY;

/// Largest depth of perft: few positions let even this one end.
const MAX_PERFT_DEPTH: u32 = 32;

/// A command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Command {
    /// Nothing to be done: an empty line, or a command that needs no answer here.
    Nothing,
    /// Who are you?
    Uci,
    /// Are you there?
    IsReady,
    /// What comes next has nothing to do with what came before.
    NewGame,
    /// The position to think about.
    Position(PositionSpec),
    /// Search.
    Go(Go),
    /// Answer now.
    Stop,
    /// End.
    Quit,
    /// Set an option.
    SetOption {
        /// Its name, words separated by one blank.
        name: String,
        /// The value, if any was given.
        value: Option<String>,
    },
    /// Show the position.
    Display,
    /// Show the evaluation of the position.
    Eval,
    /// Run the benchmark to a depth in plies.
    Bench(Option<i32>),
    /// Count leaves at a depth in plies.
    Perft(u32),
}

/// A position as the protocol spells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PositionSpec {
    /// FEN of the first position; the initial position when missing.
    pub(super) fen: Option<String>,
    /// Moves from there, in coordinate notation.
    pub(super) moves: Vec<String>,
}

/// Why a line is no command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum CommandError {
    /// The first word is no command.
    #[error("unknown command {0:?}")]
    Unknown(String),
    /// Something is missing.
    #[error("{command}: found nothing, expected {expected}")]
    Missing {
        /// The command.
        command: &'static str,
        /// What should be there.
        expected: String,
    },
    /// Something else was expected.
    #[error("{command}: found {found:?}, expected {expected}")]
    Unexpected {
        /// The command.
        command: &'static str,
        /// What is there.
        found: String,
        /// What should be there.
        expected: String,
    },
}

pub(super) type Words<'a> = std::str::SplitAsciiWhitespace<'a>;

/// Reads a line.
///
/// # Errors
/// [`CommandError`] when it is no command; it has no effect then.
pub(super) fn parse(line: &str) -> Result<Command, CommandError> {
    let mut words = line.split_ascii_whitespace();
    let Some(first) = words.next() else {
        return Ok(Command::Nothing);
    };
    Ok(match first {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ucinewgame" => Command::NewGame,
        "position" => Command::Position(position(words)?),
        "go" if words.clone().next() == Some("perft") => {
            words.next();
            Command::Perft(perft_depth("go perft", words)?)
        }
        "go" => Command::Go(Go::parse(words)),
        // See the module's documentation for why a ponderhit is a stop.
        "stop" | "ponderhit" => Command::Stop,
        "quit" => Command::Quit,
        "setoption" => set_option(words)?,
        "d" => Command::Display,
        "eval" => Command::Eval,
        "bench" => Command::Bench(bench_depth(words)?),
        "perft" => Command::Perft(perft_depth("perft", words)?),
        "debug" | "register" => Command::Nothing,
        unknown => return Err(CommandError::Unknown(unknown.to_owned())),
    })
}

fn position(mut words: Words<'_>) -> Result<PositionSpec, CommandError> {
    const COMMAND: &str = "position";
    let expected = || "startpos or fen".to_owned();
    let mut next = None;
    let fen = match words.next() {
        Some("startpos") => {
            next = words.next();
            None
        }
        Some("fen") => {
            let fields: Vec<_> = words
                .by_ref()
                .take_while(|&word| {
                    next = (word == "moves").then_some(word);
                    next.is_none()
                })
                .collect();
            if fields.is_empty() {
                return Err(missing("position fen", "a position".to_owned()));
            }
            Some(fields.join(" "))
        }
        Some(found) => return Err(unexpected(COMMAND, found, expected())),
        None => return Err(missing(COMMAND, expected())),
    };
    match next {
        None | Some("moves") => Ok(PositionSpec {
            fen,
            moves: words.map(str::to_owned).collect(),
        }),
        Some(found) => Err(unexpected(COMMAND, found, "moves".to_owned())),
    }
}

fn set_option(mut words: Words<'_>) -> Result<Command, CommandError> {
    const COMMAND: &str = "setoption";
    match words.next() {
        Some("name") => {}
        Some(found) => return Err(unexpected(COMMAND, found, "name".to_owned())),
        None => return Err(missing(COMMAND, "name".to_owned())),
    }
    let mut has_value = false;
    let name: Vec<_> = words
        .by_ref()
        .take_while(|&word| {
            has_value = word == "value";
            !has_value
        })
        .collect();
    if name.is_empty() {
        return Err(missing(
            "setoption name",
            "the name of an option".to_owned(),
        ));
    }
    let value: Vec<_> = words.collect();
    Ok(Command::SetOption {
        name: name.join(" "),
        value: has_value.then(|| value.join(" ")),
    })
}

fn perft_depth(command: &'static str, mut words: Words<'_>) -> Result<u32, CommandError> {
    let expected = || format!("a depth of 1 to {MAX_PERFT_DEPTH}");
    match words.next() {
        Some(word) => {
            number(word, 1, MAX_PERFT_DEPTH).ok_or_else(|| unexpected(command, word, expected()))
        }
        None => Err(missing(command, expected())),
    }
}

fn bench_depth(mut words: Words<'_>) -> Result<Option<i32>, CommandError> {
    let deepest = MAX_PLY as i32 - 1;
    words
        .next()
        .map(|word| {
            number(word, 1, deepest)
                .ok_or_else(|| unexpected("bench", word, format!("a depth of 1 to {deepest}")))
        })
        .transpose()
}

/// A number within bounds.
pub(super) fn number<T: FromStr + PartialOrd>(word: &str, min: T, max: T) -> Option<T> {
    word.parse()
        .ok()
        .filter(|number| (min..=max).contains(number))
}

pub(super) fn missing(command: &'static str, expected: String) -> CommandError {
    CommandError::Missing { command, expected }
}

pub(super) fn unexpected(command: &'static str, found: &str, expected: String) -> CommandError {
    CommandError::Unexpected {
        command,
        found: found.to_owned(),
        expected,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: Option<&str>, moves: &[&str]) -> Result<Command, CommandError> {
        Ok(Command::Position(PositionSpec {
            fen: fen.map(str::to_owned),
            moves: moves.iter().map(|&m| m.to_owned()).collect(),
        }))
    }

    fn option(name: &str, value: Option<&str>) -> Result<Command, CommandError> {
        Ok(Command::SetOption {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        })
    }

    #[test]
    fn single_words() {
        for (line, command) in [
            ("", Command::Nothing),
            (" \t ", Command::Nothing),
            ("uci", Command::Uci),
            ("  isready\t", Command::IsReady),
            ("ucinewgame", Command::NewGame),
            ("stop", Command::Stop),
            ("ponderhit", Command::Stop),
            ("quit", Command::Quit),
            ("d", Command::Display),
            ("eval", Command::Eval),
            ("debug on", Command::Nothing),
            ("register later", Command::Nothing),
        ] {
            assert_eq!(parse(line), Ok(command), "{line:?}");
        }
    }

    #[test]
    fn positions() {
        let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(parse("position startpos"), position(None, &[]));
        assert_eq!(parse("position startpos moves"), position(None, &[]));
        assert_eq!(
            parse("position  startpos  moves e2e4 e7e5"),
            position(None, &["e2e4", "e7e5"])
        );
        assert_eq!(
            parse(&format!("position fen {fen}")),
            position(Some(fen), &[])
        );
        assert_eq!(
            parse(&format!("position fen {fen} moves e1e2")),
            position(Some(fen), &["e1e2"])
        );
        assert_eq!(
            parse("position fen moves"),
            Err(missing("position fen", "a position".to_owned()))
        );
        for line in [
            "position",
            "position fen",
            "position e2e4",
            "position startpos e2e4",
        ] {
            assert!(parse(line).is_err(), "{line:?}");
        }
    }

    #[test]
    fn options() {
        assert_eq!(
            parse("setoption name Hash value 32"),
            option("Hash", Some("32"))
        );
        assert_eq!(
            parse("setoption name Clear   Hash"),
            option("Clear Hash", None)
        );
        assert_eq!(
            parse("setoption name Book value my  book"),
            option("Book", Some("my book"))
        );
        assert_eq!(parse("setoption name Hash value"), option("Hash", Some("")));
        for line in [
            "setoption",
            "setoption Hash 32",
            "setoption name",
            "setoption name value 3",
        ] {
            assert!(parse(line).is_err(), "{line:?}");
        }
    }

    #[test]
    fn depths() {
        assert_eq!(parse("bench"), Ok(Command::Bench(None)));
        assert_eq!(parse("bench 9"), Ok(Command::Bench(Some(9))));
        assert_eq!(parse("perft 5"), Ok(Command::Perft(5)));
        assert_eq!(parse("go perft 5"), Ok(Command::Perft(5)));
        for line in [
            "bench 0",
            "bench -1",
            "bench 128",
            "bench x",
            "perft",
            "perft 0",
            "go perft",
            "go perft 33",
            "perft 99999999999999999999",
        ] {
            assert!(parse(line).is_err(), "{line:?}");
        }
    }

    #[test]
    fn errors_quote_what_was_found() {
        let error = |line| parse(line).unwrap_err().to_string();
        assert_eq!(error("xyzzy 1 2"), "unknown command \"xyzzy\"");
        assert_eq!(
            error("perft a\0b"),
            "perft: found \"a\\0b\", expected a depth of 1 to 32"
        );
        assert_eq!(
            error("position"),
            "position: found nothing, expected startpos or fen"
        );
    }
}
