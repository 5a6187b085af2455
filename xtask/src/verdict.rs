//! How a command ends: the exit-code convention of every binary of this package.

use std::process::ExitCode;

/// What a command that did run found.
///
/// A command that could not run returns an error instead: the two are never confused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All is as it should be; exit code 0.
    Pass,
    /// The command ran, and found a difference or a fault in what it judged; exit code 1.
    Differs,
}

/// Exit code of a command that found a difference.
pub const EXIT_DIFFERS: u8 = 1;
/// Exit code of a command that could not run.
pub const EXIT_COULD_NOT_RUN: u8 = 2;

/// Turns a command's outcome into the exit code, printing an error with its causes to stderr.
pub fn exit(outcome: anyhow::Result<Verdict>) -> ExitCode {
    match outcome {
        Ok(Verdict::Pass) => ExitCode::SUCCESS,
        Ok(Verdict::Differs) => ExitCode::from(EXIT_DIFFERS),
        Err(error) => {
            eprintln!("error: {error}");
            for cause in error.chain().skip(1) {
                eprintln!("  caused by: {cause}");
            }
            ExitCode::from(EXIT_COULD_NOT_RUN)
        }
    }
}
