//! Reading suites as they circulate.
//!
//! Taken: UTF-8, UTF-16 and Latin-1, with or without byte order mark; LF, CR LF and CR; blank lines
//! and lines that start with `#`, `%`, `;` or `//`; four, five or six fields; operations with the
//! semicolon, the quotation marks or the closing quotation mark forgotten; `bm` and `am` more than
//! once, with moves in any notation that [`super::read_move`] takes, or in a string, separated by
//! blanks or commas; `id` missing or not unique (one is made up); scripts of `setboard`,
//! `solution`, `id`, `go` lines.
//!
//! What cannot be read is reported, every record of it; what had to be repaired is reported as a
//! warning.

use super::{
    decode,
    fields::{self, quote},
    lex, moves,
    record::{Operand, Operation, Record},
    script::{self, Script},
};
use anyhow::{Context, Result};
use derecho::board::Position;
use shakmaty::{Chess, EnPassantMode, Move, Position as _, Setup};
use std::{collections::BTreeSet, fmt, fs, num::NonZeroU32, path::Path};

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The record was repaired and is among the records.
    Warning,
    /// The record could not be read and is missing.
    Error,
}

/// Something in a file that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// How bad it is.
    pub severity: Severity,
    /// What is there.
    pub found: String,
    /// What should be there.
    pub expected: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let Problem {
            file,
            line,
            found,
            expected,
            ..
        } = self;
        write!(
            f,
            "{file}:{line}: {severity}: found {found}; expected {expected}"
        )
    }
}

/// What a file holds.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The records in the order of the file, their ids unique.
    pub records: Vec<Record>,
    /// Everything that could not be read, or had to be repaired.
    pub problems: Vec<Problem>,
    /// SHA-256 of the file in hexadecimal.
    pub sha256: String,
}

impl Reading {
    /// The problems that cost a record.
    pub fn errors(&self) -> impl Iterator<Item = &Problem> {
        self.problems
            .iter()
            .filter(|problem| problem.severity == Severity::Error)
    }
}

/// Reads a file.
///
/// # Errors
/// When the file itself cannot be read. What is wrong inside of it is in [`Reading::problems`].
pub fn read_file(path: &Path) -> Result<Reading> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(read_bytes(path, &bytes))
}

/// Reads the contents of a file; its path is used in messages and, where an id is missing, to make
/// one up.
pub fn read_bytes(path: &Path, bytes: &[u8]) -> Reading {
    let mut reader = Reader {
        file: path.display().to_string(),
        stem: path
            .file_stem()
            .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned()),
        reading: Reading {
            sha256: crate::files::sha256(bytes),
            ..Reading::default()
        },
        ids: BTreeSet::new(),
    };
    let mut script = Script::default();
    for (number, line) in decode::lines(&decode::decode(bytes)) {
        if is_comment(&line) {
        } else if let Some((command, argument)) = script::command(&line) {
            script.step(number, command, argument, &mut reader);
        } else {
            script.finish(&mut reader);
            reader.epd_line(number, &line);
        }
    }
    script.finish(&mut reader);
    reader.reading
}

fn is_comment(line: &str) -> bool {
    line.is_empty() || line.starts_with(['#', '%', ';']) || line.starts_with("//")
}

/// Where what was read is gathered.
pub(super) struct Reader {
    file: String,
    stem: String,
    reading: Reading,
    ids: BTreeSet<String>,
}

impl Reader {
    fn problem(&mut self, line: usize, severity: Severity, found: String, expected: &str) {
        self.reading.problems.push(Problem {
            file: self.file.clone(),
            line,
            severity,
            found,
            expected: expected.to_owned(),
        });
    }

    pub(super) fn error(&mut self, line: usize, found: String, expected: &str) {
        self.problem(line, Severity::Error, found, expected);
    }

    fn warning(&mut self, line: usize, found: String, expected: &str) {
        self.problem(line, Severity::Warning, found, expected);
    }

    fn epd_line(&mut self, line: usize, text: &str) {
        if text
            .split(' ')
            .next()
            .is_some_and(|word| word.contains('/'))
        {
            self.record(line, text, Vec::new());
        } else {
            self.error(
                line,
                quote(text),
                "a position, a comment or a line of a script",
            );
        }
    }

    /// Adds the record with the position and the operations of `text`, and `more` operations.
    pub(super) fn record(&mut self, line: usize, text: &str, more: Vec<Operation>) {
        let placed = match fields::position(text) {
            Ok(placed) => placed,
            Err(bad) => return self.error(line, bad.found, &bad.expected),
        };
        if let Some(expected) = placed.repaired {
            self.warning(line, quote(text), expected);
        }
        let lexed = lex::operations(placed.rest);
        if lexed.unclosed_quote {
            self.warning(line, quote(placed.rest), "a closing quotation mark");
        }
        let record = Record {
            id: String::new(),
            position: placed.position,
            best: Vec::new(),
            avoid: Vec::new(),
            operations: Vec::new(),
            line,
        };
        let operations = lexed.operations.into_iter().chain(more);
        if let Some(mut record) = self.fill(record, placed.clocks, operations) {
            record.id = self.unique_id(line, &record.id);
            self.reading.records.push(record);
        }
    }

    /// Carries out the operations; `None` when one of them could not be read.
    fn fill(
        &mut self,
        mut record: Record,
        clocks: bool,
        operations: impl Iterator<Item = Operation>,
    ) -> Option<Record> {
        let line = record.line;
        let (mut halfmoves, mut fullmoves) = (None, None);
        let mut readable = true;
        for operation in operations {
            match &*operation.opcode {
                "bm" | "am" => match self.moves(line, &record.position, &operation) {
                    Some(moves) if operation.opcode == "bm" => add(&mut record.best, moves),
                    Some(moves) => add(&mut record.avoid, moves),
                    None => readable = false,
                },
                "id" => record.id = joined(&operation.operands),
                "hmvc" if !clocks => halfmoves = self.number(line, &operation),
                "fmvn" if !clocks => fullmoves = self.number(line, &operation),
                "hmvc" | "fmvn" => {}
                _ => record.operations.push(normal(operation)),
            }
        }
        if halfmoves.is_some() || fullmoves.is_some() {
            record.position = with_clocks(&record.position, halfmoves, fullmoves);
        }
        if let Some(&both) = record.best.iter().find(|&m| record.avoid.contains(m)) {
            let found = format!("{} both as bm and as am", record.san(both));
            self.error(line, found, "a move to be either found or avoided");
            readable = false;
        }
        readable.then_some(record)
    }

    fn moves(&mut self, line: usize, at: &Position, operation: &Operation) -> Option<Vec<Move>> {
        let mut moves = Vec::new();
        let mut readable = true;
        let texts = operation.operands.iter().map(Operand::text);
        for text in texts.flat_map(|text| text.split([' ', ','])) {
            if is_noise(text) {
                continue;
            }
            match moves::read_move(at, text) {
                Ok(m) => moves.push(m),
                Err(error) => {
                    let found = format!("{} {text:?}: {error}", operation.opcode);
                    self.error(line, found, &format!("a legal move in {}", at.fen()));
                    readable = false;
                }
            }
        }
        if readable && moves.is_empty() {
            self.error(
                line,
                format!("{} without a move", operation.opcode),
                "at least one move",
            );
            readable = false;
        }
        readable.then_some(moves)
    }

    fn number(&mut self, line: usize, operation: &Operation) -> Option<u32> {
        let text = joined(&operation.operands);
        let number = text.parse().ok();
        if number.is_none() {
            self.warning(
                line,
                format!("{} {text:?}", operation.opcode),
                "a whole number",
            );
        }
        number
    }

    /// `wanted`, or an id made from the file's name and the record's number when it is empty or
    /// taken.
    fn unique_id(&mut self, line: usize, wanted: &str) -> String {
        let mut id = wanted.to_owned();
        if id.is_empty() {
            id = format!("{}.{:03}", self.stem, self.reading.records.len() + 1);
        }
        let base = id.clone();
        let mut copy = 1;
        while !self.ids.insert(id.clone()) {
            copy += 1;
            id = format!("{base}#{copy}");
        }
        if copy > 1 {
            let expected = format!("an id that no earlier record has (now {id:?})");
            self.warning(line, format!("id {base:?} again"), &expected);
        }
        id
    }
}

/// Punctuation, evaluation signs and move numbers that stand alone between moves.
fn is_noise(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_punctuation())
        || text.strip_suffix('.').is_some_and(|number| {
            number
                .trim_end_matches('.')
                .bytes()
                .all(|byte| byte.is_ascii_digit())
        })
}

fn add(moves: &mut Vec<Move>, more: Vec<Move>) {
    for m in more {
        if !moves.contains(&m) {
            moves.push(m);
        }
    }
}

fn joined(operands: &[Operand]) -> String {
    operands
        .iter()
        .map(Operand::text)
        .collect::<Vec<_>>()
        .join(" ")
        .trim()
        .to_owned()
}

/// Comments become one string, whether or not they were quoted.
fn normal(operation: Operation) -> Operation {
    if lex::is_comment_opcode(&operation.opcode) {
        Operation::text(&operation.opcode, &joined(&operation.operands))
    } else {
        operation
    }
}

fn with_clocks(at: &Position, halfmoves: Option<u32>, fullmoves: Option<u32>) -> Position {
    let mut setup: Setup = at.chess().to_setup(EnPassantMode::Always);
    setup.halfmoves = halfmoves.unwrap_or(setup.halfmoves);
    setup.fullmoves = fullmoves
        .and_then(NonZeroU32::new)
        .unwrap_or(setup.fullmoves);
    // The clocks are no part of what makes a position legal, so this cannot fail for a position
    // that was placed before with the same leniency; should it, the clocks are lost, no more.
    setup
        .position::<Chess>(shakmaty::CastlingMode::Standard)
        .or_else(shakmaty::PositionError::ignore_too_much_material)
        .or_else(shakmaty::PositionError::ignore_impossible_check)
        .map_or_else(|_| at.clone(), Position::from_chess)
}
