//! A record, and its one normal form.

use derecho::board::Position;
use shakmaty::{Move, san::SanPlus};
use std::fmt;

/// A position and what is known about it.
#[derive(Clone, Debug)]
pub struct Record {
    /// Name, unique in its suite.
    pub id: String,
    /// The position, with both clocks.
    pub position: Position,
    /// Moves of which one is to be found (`bm`), legal, without repeats.
    pub best: Vec<Move>,
    /// Moves which are not to be played (`am`), legal, without repeats.
    pub avoid: Vec<Move>,
    /// Everything else, in the order in which it was read.
    pub operations: Vec<Operation>,
    /// Line of the file on which the record starts, from 1; 0 when it was not read from one.
    pub line: usize,
}

/// An opcode with its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The opcode.
    pub opcode: String,
    /// The operands.
    pub operands: Vec<Operand>,
}

/// What an opcode is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A word or number: not empty, no blanks, no semicolon, no quotation mark.
    Word(String),
    /// A quoted string: no control characters, no quotation mark.
    Text(String),
}

impl Operand {
    /// The text without quotation marks.
    pub fn text(&self) -> &str {
        let (Operand::Word(text) | Operand::Text(text)) = self;
        text
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Word(word) => f.write_str(word),
            Operand::Text(text) => write!(f, "\"{text}\""),
        }
    }
}

impl Operation {
    /// An operation whose operands are single words.
    pub fn words<I: IntoIterator<Item = String>>(opcode: &str, words: I) -> Self {
        Operation {
            opcode: opcode.to_owned(),
            operands: words.into_iter().map(Operand::Word).collect(),
        }
    }

    /// An operation with one quoted operand.
    pub fn text(opcode: &str, text: &str) -> Self {
        Operation {
            opcode: opcode.to_owned(),
            operands: vec![Operand::Text(text.to_owned())],
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        for operand in &self.operands {
            write!(f, " {operand}")?;
        }
        f.write_str(";")
    }
}

impl Record {
    /// Whether playing `best` solves the record: it is one of `bm` (if there are any) and none of
    /// `am`. `None` when the record has neither; no move at all solves nothing.
    pub fn judge(&self, best: Option<Move>) -> Option<bool> {
        if self.best.is_empty() && self.avoid.is_empty() {
            return None;
        }
        Some(best.is_some_and(|m| {
            (self.best.is_empty() || self.best.contains(&m)) && !self.avoid.contains(&m)
        }))
    }

    /// A legal move of the position in standard algebraic notation.
    pub fn san(&self, m: Move) -> String {
        SanPlus::from_move(self.position.chess().clone(), m).to_string()
    }

    /// The operation with this opcode.
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.operations
            .iter()
            .find(|operation| operation.opcode == opcode)
    }

    /// The first operand of the operation with this opcode.
    pub fn value(&self, opcode: &str) -> Option<&str> {
        self.operation(opcode)?.operands.first().map(Operand::text)
    }

    /// Puts `operation` in the place of every one with the same opcode.
    pub fn set(&mut self, operation: Operation) {
        self.remove(&operation.opcode);
        self.operations.push(operation);
    }

    /// Removes every operation with this opcode.
    pub fn remove(&mut self, opcode: &str) {
        self.operations
            .retain(|operation| operation.opcode != opcode);
    }

    fn sans(&self, moves: &[Move]) -> impl Iterator<Item = String> {
        moves.iter().map(|&m| self.san(m))
    }
}

/// The normal form: six fields, then the operations by opcode, each closed by a semicolon.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut operations = self.operations.clone();
        for (opcode, moves) in [("bm", &self.best), ("am", &self.avoid)] {
            if !moves.is_empty() {
                operations.push(Operation::words(opcode, self.sans(moves)));
            }
        }
        operations.push(Operation::text("id", &self.id));
        operations.sort_by(|a, b| a.opcode.cmp(&b.opcode));
        f.write_str(&self.position.fen())?;
        for operation in &operations {
            write!(f, " {operation}")?;
        }
        Ok(())
    }
}
