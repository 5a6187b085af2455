//! What the gate has done to a checkout: formatting, lints, build.

use super::environment::{cargo, command};
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Output, Stdio},
};

/// The outcome of a check that is not about counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// Nothing to complain about.
    Passed,
    /// What is to complain about.
    Failed(String),
}

/// The steps that need other programs, on a checkout of the tree under test. Checks may go on while
/// the tree is built and run.
pub trait Steps: Sync {
    /// What compiler will be used: everything about it that can change a build.
    ///
    /// # Errors
    /// When there is none.
    fn toolchain(&self, tree: &Path) -> Result<String>;

    /// Whether the sources are formatted.
    ///
    /// # Errors
    /// When that could not be found out.
    fn format(&self, tree: &Path) -> Result<Check>;

    /// Whether the lints are content.
    ///
    /// # Errors
    /// When that could not be found out.
    fn lint(&self, tree: &Path) -> Result<Check>;

    /// Builds the tree's own runner and returns its path.
    ///
    /// # Errors
    /// When it does not build.
    fn build(&self, tree: &Path) -> Result<PathBuf>;

    /// Runs the runner to its end.
    ///
    /// # Errors
    /// When it cannot be started.
    fn launch(&self, runner: &Path, args: &[OsString]) -> Result<ExitStatus> {
        command(runner)
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .status()
            .with_context(|| format!("cannot run {}", runner.display()))
    }
}

/// The steps by cargo, in a target directory that no other tree is built in. Cargo names what it
/// builds by the place of a package in its workspace, and takes files for fresh by their times: two
/// trees of one directory would be given each other's engine.
#[derive(Clone, Debug)]
pub struct Cargo {
    /// Where cargo builds.
    pub target: PathBuf,
    /// Where a private copy of the runner goes.
    pub runner: PathBuf,
}

impl Steps for Cargo {
    fn toolchain(&self, tree: &Path) -> Result<String> {
        let output = command("rustc")
            .arg("-vV")
            .current_dir(tree)
            .output()
            .context("cannot run rustc")?;
        if !output.status.success() {
            bail!("rustc -vV failed: {}", text(&output));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn format(&self, tree: &Path) -> Result<Check> {
        self.check(tree, "fmt", &["fmt", "--all", "--check"])
    }

    fn lint(&self, tree: &Path) -> Result<Check> {
        // In the profile of `cargo test`: cargo locks a directory a profile, so that in the build's
        // own the two would wait for each other.
        let args = [
            "clippy",
            "--locked",
            "--workspace",
            "--all-targets",
            "--quiet",
        ];
        self.check(
            tree,
            "clippy",
            &[&args[..], &["--", "-D", "warnings"]].concat(),
        )
    }

    fn build(&self, tree: &Path) -> Result<PathBuf> {
        let mut build = self.cargo(tree);
        build.args([
            "build",
            "--locked",
            "--profile",
            "gate",
            "--package",
            "xtask",
        ]);
        build.args(["--no-default-features", "--bin", "runner", "--quiet"]);
        build.args(["--message-format", "json-render-diagnostics"]);
        let output = build
            .stderr(Stdio::piped())
            .output()
            .context("cannot run cargo")?;
        if !output.status.success() {
            bail!("the tree does not build:\n{}", text(&output));
        }
        let built = built_runner(&output.stdout, tree)?;
        // A copy, so that what is run is what was checked, whatever cargo does next.
        fs::copy(&built, &self.runner).with_context(|| {
            format!(
                "cannot copy {} to {}",
                built.display(),
                self.runner.display()
            )
        })?;
        check_origin(&self.runner, tree)?;
        Ok(self.runner.clone())
    }
}

impl Cargo {
    fn cargo(&self, tree: &Path) -> Command {
        let mut cargo = command(cargo());
        cargo
            .current_dir(tree)
            .env("CARGO_TARGET_DIR", &self.target)
            .stdin(Stdio::null());
        cargo
    }

    /// Runs a cargo command whose failure is a verdict, unless the command is not there at all.
    fn check(&self, tree: &Path, name: &str, args: &[&str]) -> Result<Check> {
        let output = self
            .cargo(tree)
            .args(args)
            .output()
            .context("cannot run cargo")?;
        if output.status.success() {
            return Ok(Check::Passed);
        }
        let probe = self
            .cargo(tree)
            .args([name, "--version"])
            .output()
            .context("cannot run cargo")?;
        if !probe.status.success() {
            bail!(
                "cargo {name} is not there (rustup component add clippy rustfmt): {}",
                text(&probe)
            );
        }
        Ok(Check::Failed(text(&output)))
    }
}

/// What a command said.
fn text(output: &Output) -> String {
    let both = [&*output.stdout, &*output.stderr].concat();
    String::from_utf8_lossy(&both).trim().to_owned()
}

/// The executable that cargo reports to have built, or to have found fresh, for the runner of this
/// very tree.
fn built_runner(messages: &[u8], tree: &Path) -> Result<PathBuf> {
    /// The part of a message of cargo that is of interest.
    #[derive(Deserialize)]
    struct Message {
        reason: String,
        manifest_path: Option<PathBuf>,
        target: Option<Target>,
        executable: Option<PathBuf>,
    }
    #[derive(Deserialize)]
    struct Target {
        name: String,
    }
    let manifest = fs::canonicalize(tree.join("xtask/Cargo.toml"))?;
    for line in messages.split(|&byte| byte == b'\n') {
        let Ok(message) = serde_json::from_slice::<Message>(line) else {
            continue;
        };
        let of_runner = message.reason == "compiler-artifact"
            && message.target.is_some_and(|target| target.name == "runner")
            && message
                .manifest_path
                .and_then(|path| fs::canonicalize(path).ok())
                .as_ref()
                == Some(&manifest);
        if let (true, Some(executable)) = (of_runner, message.executable) {
            return Ok(executable);
        }
    }
    bail!(
        "cargo did not say that it built the runner of {}",
        tree.display()
    )
}

/// Whether the runner says that it was built from this tree.
fn check_origin(runner: &Path, tree: &Path) -> Result<()> {
    let output = command(runner).arg("--built-from").output();
    let output = output.with_context(|| format!("cannot run {}", runner.display()))?;
    let origin = String::from_utf8_lossy(&output.stdout);
    let origin = Path::new(origin.trim_end());
    if !output.status.success()
        || fs::canonicalize(origin).ok() != fs::canonicalize(tree.join("xtask")).ok()
    {
        bail!(
            "{} was built from {}, expected {} (is another tree built in the same directory?)",
            runner.display(),
            origin.display(),
            tree.display()
        );
    }
    Ok(())
}
