//! Which engine the command line asks for.

use super::{
    EngineError, OwnStart, Start,
    uci::{Timeouts, UciOption, UciStart, split_command},
};
use anyhow::{Context, Result, bail};
use derecho::params::Params;
use std::{collections::BTreeMap, str::FromStr, time::Duration};

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

/// A value for a parameter of the engine of this tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The parameter.
    pub name: String,
    /// Its value.
    pub value: i64,
}

impl FromStr for Setting {
    type Err = EngineError;

    fn from_str(text: &str) -> Result<Self, EngineError> {
        text.split_once('=')
            .and_then(|(name, value)| {
                let (name, value) = (name.trim().to_owned(), value.trim().parse().ok()?);
                (!name.is_empty()).then_some(Setting { name, value })
            })
            .ok_or_else(|| EngineError(format!("found {text:?}, expected parameter=number")))
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
    /// Parameter of the engine of this tree; may be repeated
    #[arg(long = "set", value_name = "PARAM=VALUE")]
    pub settings: Vec<Setting>,
    /// Seconds that a UCI engine may take for a position
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout: Option<u64>,
}

impl EngineArgs {
    /// The same engine with more parameters set.
    pub fn with_settings(&self, more: &BTreeMap<String, i64>) -> Self {
        let mut args = self.clone();
        args.settings
            .extend(more.iter().map(|(name, &value)| Setting {
                name: name.clone(),
                value,
            }));
        args
    }

    /// The parameters: the defaults, but for those that were set.
    ///
    /// # Errors
    /// When there is no such parameter, or a value is out of its bounds.
    pub fn params(&self) -> Result<Params> {
        let mut params = Params::default();
        for Setting { name, value } in &self.settings {
            params
                .set(name, *value)
                .with_context(|| format!("--set {name}={value}"))?;
        }
        Ok(params)
    }

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
                Ok(Box::new(OwnStart {
                    hash_mb,
                    params: self.params()?,
                }))
            }
            EngineChoice::Uci(words) => {
                if let Some(setting) = self.settings.first() {
                    bail!(
                        "--set {}: only for --engine self (see --option)",
                        setting.name
                    );
                }
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
