//! Scripts: `setboard <position>`, `solution <moves>`, `id <name>`, `go`, one a line.

use super::{fields::quote, lex, reader::Reader, record::Operation};

/// Commands for an engine which say nothing about a record.
const IGNORED: [&str; 24] = [
    "new", "force", "sd", "st", "sn", "level", "time", "otim", "quit", "exit", "analyze", "ping",
    "post", "nopost", "hard", "easy", "echo", "undo", "xboard", "protover", "memory", "cores",
    "clear", ".",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Setboard,
    Solution,
    Avoid,
    Id,
    Go,
    Ignored,
}

/// The command of a line and what follows it; `None` when the line is not of a script.
pub(super) fn command(line: &str) -> Option<(Command, &str)> {
    let (word, argument) = line.split_once(' ').unwrap_or((line, ""));
    let lower = word.to_ascii_lowercase();
    let command = match &*lower {
        "setboard" => Command::Setboard,
        "solution" | "bm" => Command::Solution,
        "avoid" | "am" => Command::Avoid,
        "id" => Command::Id,
        "go" => Command::Go,
        other if IGNORED.contains(&other) => Command::Ignored,
        _ => return None,
    };
    Some((command, argument.trim()))
}

/// The record that the lines so far describe.
#[derive(Debug, Default)]
pub(super) struct Script {
    board: Option<(usize, String)>,
    operations: Vec<Operation>,
    /// Line of the first of `operations`.
    line: usize,
}

impl Script {
    pub(super) fn step(
        &mut self,
        line: usize,
        command: Command,
        argument: &str,
        reader: &mut Reader,
    ) {
        match command {
            Command::Setboard => {
                if self.board.is_some() {
                    self.finish(reader);
                }
                self.board = Some((line, argument.to_owned()));
            }
            Command::Solution => self.operation(line, "bm", argument),
            Command::Avoid => self.operation(line, "am", argument),
            Command::Id => self.operation(line, "id", argument),
            Command::Go => self.finish(reader),
            Command::Ignored => {}
        }
    }

    fn operation(&mut self, line: usize, opcode: &str, argument: &str) {
        if self.operations.is_empty() {
            self.line = line;
        }
        self.operations
            .extend(lex::operations(&format!("{opcode} {argument}")).operations);
    }

    /// Hands over what has been gathered, if anything.
    pub(super) fn finish(&mut self, reader: &mut Reader) {
        let operations = std::mem::take(&mut self.operations);
        match self.board.take() {
            Some((line, board)) => reader.record(line, &board, operations),
            None if operations.is_empty() => {}
            None => {
                let found: Vec<_> = operations.iter().map(ToString::to_string).collect();
                reader.error(
                    self.line,
                    quote(&found.join(" ")),
                    "a setboard line before it",
                );
            }
        }
    }
}
