//! Git hooks: the gate before a commit, and the signature in its message.
//!
//! [`Hooks`] puts them where git looks for them; [`check_message`] is what the one for messages
//! does.

mod facts;
mod install;
mod message;
mod place;
mod script;

pub use facts::{Facts, comment_of};
pub use install::{Change, Hooks, State};
pub use message::{Check, Comments, check_message};
pub use script::Hook;
