//! Which engine the command line asks for.

use super::{
    EngineError, Start,
    uci::{Timeouts, UciOption, UciStart, split_command},
};
use anyhow::{Result, bail};
use std::{str::FromStr, time::Duration};

/// The value of `--engine`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineChoice {
    /// `self`: this very engine, in process.
    Own,
    /// `uci:CMD`: a child process.
    Uci(Vec<String>),
}

impl FromStr for EngineChoice {
    type Err = EngineError;

    fn from_str(text: &str) -> Result<Self, EngineError> {
        match text.strip_prefix("uci:") {
            Some(command) => split_command(command)
                .map(EngineChoice::Uci)
                .map_err(|error| EngineError(error.to_string())),
            None if text == "self" => Ok(EngineChoice::Own),
            None => Err(EngineError(format!(
                "found {text:?}, expected self or uci:COMMAND"
            ))),
        }
    }
}

/// The flags about the engine, common to all commands that run one.
#[derive(Clone, Debug, clap::Args)]
pub struct EngineArgs {
    /// The engine: self, or uci:COMMAND
    #[arg(long, value_name = "self|uci:CMD", default_value = "self")]
    pub engine: EngineChoice,
    /// Option for a UCI engine; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<UciOption>,
    /// Seconds that a UCI engine may take for a position
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout: Option<u64>,
}

impl EngineArgs {
    /// How to start the engine with a transposition table of `hash_mb` mebibytes.
    ///
    /// # Errors
    /// When flags contradict each other.
    pub fn start(&self, hash_mb: usize) -> Result<Box<dyn Start>> {
        match &self.engine {
            EngineChoice::Own => {
                if let Some(option) = self.options.first() {
                    bail!("--option {}: only for uci engines (see --set)", option.name);
                }
                bail!("the engine of this tree has no search yet; use --engine uci:COMMAND")
            }
            EngineChoice::Uci(words) => {
                let mut timeouts = Timeouts::default();
                if let Some(seconds) = self.timeout {
                    timeouts.search = Duration::from_secs(seconds);
                }
                Ok(Box::new(UciStart {
                    words: words.clone(),
                    options: self.options.clone(),
                    hash_mb,
                    timeouts,
                }))
            }
        }
    }
}
