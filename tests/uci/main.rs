//! The engine as other programs meet it: the real binary, over its command line and over UCI.

mod command_line;
mod driver;
mod ends;
mod errors;
mod protocol;
mod referee;
mod search;
mod storm;
