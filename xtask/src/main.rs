//! `cargo xtask`: the laboratory's command line. Only dispatches; a command is a file under
//! `commands/`.

use clap::Parser;
use std::process::ExitCode;
use xtask::{commands::Cli, verdict};

fn main() -> ExitCode {
    verdict::exit(Cli::parse().run())
}
