//! The operations behind a position.

use super::record::{Operand, Operation};

/// What was found in the part of a line behind its position.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Lexed {
    pub(super) operations: Vec<Operation>,
    /// Whether a quotation mark was never closed.
    pub(super) unclosed_quote: bool,
}

/// Opcodes that also begin an operation when the semicolon before them was forgotten. None of them
/// can be a move.
const SELF_DELIMITING: [&str; 4] = ["bm", "am", "id", "dm"];

/// Takes the text apart. Operands are words or quoted strings; a semicolon ends an operation, and
/// so does the end of the text.
pub(super) fn operations(text: &str) -> Lexed {
    let mut lexed = Lexed::default();
    let mut current: Option<Operation> = None;
    for token in tokens(text, &mut lexed.unclosed_quote) {
        match (token, &mut current) {
            (Token::End, _) => lexed.operations.extend(current.take()),
            (Token::Word(word), None) => current = Some(start(&word)),
            (Token::Text(text), None) => {
                // A string without an opcode: keep it as the comment it must be.
                let mut comment = start("c0");
                comment.operands.push(Operand::Text(text));
                current = Some(comment);
            }
            (Token::Word(word), Some(operation))
                if SELF_DELIMITING.contains(&&*word) && !is_open_comment(operation) =>
            {
                lexed.operations.extend(current.replace(start(&word)));
            }
            (Token::Word(word), Some(operation)) => operation.operands.push(Operand::Word(word)),
            (Token::Text(text), Some(operation)) => {
                split_off_comment_opcode(operation, &mut lexed.operations);
                operation.operands.push(Operand::Text(text));
            }
        }
    }
    lexed.operations.extend(current);
    lexed
}

fn start(opcode: &str) -> Operation {
    let opcode = opcode.trim_end_matches([':', '=']);
    let lower = opcode.to_ascii_lowercase();
    Operation::words(if lower.is_empty() { "c0" } else { &lower }, [])
}

/// `bm c4 c0 "text"`: `c0` looks like a move until a string follows, so it is only now that it
/// turns out to be an opcode whose semicolon was forgotten.
fn split_off_comment_opcode(operation: &mut Operation, done: &mut Vec<Operation>) {
    if operation.operands.len() > 1
        && let Some(Operand::Word(word)) = operation.operands.last()
        && is_comment_opcode(word)
    {
        let comment = start(&word.clone());
        operation.operands.pop();
        done.push(std::mem::replace(operation, comment));
    }
}

/// Whether the operation is a comment without quotation marks, which may hold any word.
fn is_open_comment(operation: &Operation) -> bool {
    is_comment_opcode(&operation.opcode)
        && !matches!(operation.operands.last(), Some(Operand::Text(_)))
}

/// `c0` to `c9`.
pub(super) fn is_comment_opcode(word: &str) -> bool {
    matches!(word.as_bytes(), [b'c', b'0'..=b'9'])
}

enum Token {
    Word(String),
    Text(String),
    End,
}

fn tokens(text: &str, unclosed_quote: &mut bool) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        if first == ';' {
            tokens.push(Token::End);
            rest = &rest[1..];
        } else if is_quote(first) {
            let inside = &rest[first.len_utf8()..];
            if let Some(end) = inside.find(is_quote) {
                tokens.push(Token::Text(clean(&inside[..end])));
                let quote = inside[end..].chars().next().map_or(0, char::len_utf8);
                rest = &inside[end + quote..];
            } else {
                *unclosed_quote = true;
                tokens.push(Token::Text(clean(inside.trim_end_matches(';'))));
                rest = "";
            }
        } else {
            let end = rest.find([' ', ';']).unwrap_or(rest.len());
            tokens.push(Token::Word(clean(&rest[..end])));
            rest = &rest[end..];
        }
        rest = rest.trim_start();
    }
    tokens
}

/// The straight quotation mark, and those that word processors make of it.
fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\u{201c}' | '\u{201d}' | '\u{201e}')
}

/// EPD has no way to write a quotation mark inside a string.
fn clean(text: &str) -> String {
    text.replace(is_quote, "'")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal(text: &str) -> Vec<String> {
        operations(text)
            .operations
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn standard_operations() {
        assert_eq!(
            normal(r#"bm Nf3 e4; id "a; b"; ce 12;c0 "";"#),
            ["bm Nf3 e4;", r#"id "a; b";"#, "ce 12;", r#"c0 "";"#]
        );
    }

    #[test]
    fn forgotten_semicolons() {
        assert_eq!(normal(r#"bm c4 id "x""#), ["bm c4;", r#"id "x";"#]);
        assert_eq!(
            normal(r#"bm c4 c5 c0 "text" id x"#),
            ["bm c4 c5;", r#"c0 "text";"#, "id x;"]
        );
    }

    #[test]
    fn stray_signs() {
        assert_eq!(
            normal(r#";; BM: Nf3 ; ; "lost""#),
            ["bm Nf3;", r#"c0 "lost";"#]
        );
        assert_eq!(normal("bm"), ["bm;"]);
        assert_eq!(normal(""), [""; 0]);
        assert_eq!(normal("id \u{201c}curly\u{201d};"), [r#"id "curly";"#]);
    }

    #[test]
    fn an_open_quote_ends_with_the_line() {
        let lexed = operations(r#"bm e4; id "x.1;"#);
        assert!(lexed.unclosed_quote);
        assert_eq!(lexed.operations[1].to_string(), r#"id "x.1";"#);
    }
}
