//! The bare runner: runs suites of a tree and writes a result file. The gate builds the runner of
//! the tree under test (without the feature `lab`) and reads what it leaves behind.

use clap::Parser;
use std::{path::PathBuf, process::ExitCode};
use xtask::{
    files::find_root,
    runner::{RunArgs, run_command},
    verdict,
};

/// Runs test suites.
#[derive(Debug, Parser)]
#[command(name = "runner", version)]
struct Cli {
    /// Root of the tree to work on [default: the nearest directory upwards with suites/suites.toml]
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Print the directory of the package that this binary was built from, and exit
    #[arg(long, exclusive = true)]
    built_from: bool,
    #[command(flatten)]
    run: RunArgs,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    if cli.built_from {
        println!("{}", env!("CARGO_MANIFEST_DIR"));
        return ExitCode::SUCCESS;
    }
    verdict::exit(find_root(cli.root).and_then(|root| run_command(&root, &cli.run)))
}
