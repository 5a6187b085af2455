//! What the command line says about an engine.

use std::str::FromStr;

/// Why a command or an option cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// There is no word in it.
    #[error("the engine's command is empty")]
    Empty,
    /// A quotation mark is never closed.
    #[error("unclosed {0} in the engine's command {1:?}")]
    Unclosed(char, String),
    /// The option is not `name=value`.
    #[error("found option {0:?}, expected name=value")]
    Option(String),
}

/// Splits a command into words at blanks outside of single or double quotation marks. There is no
/// escape character: a backslash is one, as paths on some systems need it.
///
/// # Errors
/// When there is no word, or a quotation mark is never closed.
pub fn split_command(command: &str) -> Result<Vec<String>, CommandError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if let Some(open) = quote {
        return Err(CommandError::Unclosed(open, command.to_owned()));
    }
    words.extend(word);
    if words.is_empty() {
        return Err(CommandError::Empty);
    }
    Ok(words)
}

/// A value for an engine's option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UciOption {
    /// The option's name, blanks and all.
    pub name: String,
    /// The value; empty for a button.
    pub value: String,
}

impl FromStr for UciOption {
    type Err = CommandError;

    fn from_str(text: &str) -> Result<Self, CommandError> {
        match text.split_once('=') {
            Some((name, value)) if !name.trim().is_empty() => Ok(UciOption {
                name: name.trim().to_owned(),
                value: value.trim().to_owned(),
            }),
            _ => Err(CommandError::Option(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_at_blanks_outside_of_quotation_marks() {
        let words = |command| split_command(command).expect("a command");
        assert_eq!(words("stockfish"), ["stockfish"]);
        assert_eq!(words("  a  b\tc "), ["a", "b", "c"]);
        assert_eq!(
            words(r#""my engine/bin" --x='1 2' """#),
            ["my engine/bin", "--x=1 2", ""]
        );
        assert_eq!(words(r"C:\engines\x.exe"), [r"C:\engines\x.exe"]);
    }

    #[test]
    fn refuses_what_is_no_command() {
        assert_eq!(split_command("  "), Err(CommandError::Empty));
        assert_eq!(
            split_command("a 'b"),
            Err(CommandError::Unclosed('\'', "a 'b".to_owned()))
        );
    }

    #[test]
    fn options_have_a_name() {
        let option: UciOption = "Use NNUE = false".parse().expect("an option");
        assert_eq!((&*option.name, &*option.value), ("Use NNUE", "false"));
        assert!("Use NNUE".parse::<UciOption>().is_err());
        assert!("=1".parse::<UciOption>().is_err());
    }
}
