//! UCI engines as child processes.

mod client;
mod command;
mod info;
mod process;

pub use client::{Line, MultiFound, Timeouts, UciEngine, UciStart};
pub use command::{CommandError, UciOption, split_command};
pub use info::{Bound, Info};
pub use process::kill_children_on_interrupt;
