//! Extended Position Description: positions with what is to be found in them.
//!
//! The reader takes what circulates (see [`reader`]); the writer has one normal form (see
//! [`Record`]'s `Display`).

mod decode;
mod fields;
mod lex;
mod moves;
pub mod reader;
mod record;
mod script;

pub use moves::{MoveError, read_move};
pub use reader::{Problem, Reading, Severity, read_bytes, read_file};
pub use record::{Operand, Operation, Record};
