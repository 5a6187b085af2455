//! `hooks`: the gate before every commit.

use crate::{
    Verdict,
    files::write_atomic,
    hooks::{Change, Check, Facts, Hook, Hooks, State, check_message, comment_of},
};
use anyhow::{Context, Result};
use clap::Subcommand;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Subcommands of `hooks`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run the gate before every commit, and put the signature into its message
    Install,
    /// Take the hooks away, and put back those that were there before
    Uninstall,
    /// What is installed where
    Status,
    /// What a hook does
    #[command(hide = true)]
    Run {
        /// The hook
        #[command(subcommand)]
        hook: RunHook,
    },
}

/// Hooks that are more than another command.
#[derive(Debug, Subcommand)]
pub enum RunHook {
    /// Check a message, and add the signature
    CommitMsg {
        /// The file that holds it
        file: PathBuf,
    },
}

impl Command {
    /// Runs the subcommand on the tree at `root`.
    ///
    /// # Errors
    /// When it could not run.
    pub fn run(self, root: &Path) -> Result<Verdict> {
        match self {
            Command::Install => install(&Hooks::of(root)?),
            Command::Uninstall => uninstall(&Hooks::of(root)?),
            Command::Status => status(&Hooks::of(root)?),
            Command::Run {
                hook: RunHook::CommitMsg { file },
            } => commit_msg(root, &file),
        }
    }
}

fn install(hooks: &Hooks) -> Result<Verdict> {
    say_where(hooks);
    let mut verdict = Verdict::Pass;
    for hook in Hook::ALL {
        let name = hook.name();
        match hooks.install(hook)? {
            Change::InstalledBefore => println!(
                "{name}: installed; the hook that was there is kept as {} and runs first",
                hooks.kept_path(hook).display()
            ),
            Change::Updated => println!("{name}: updated"),
            Change::Unchanged => println!("{name}: installed already"),
            Change::Left => {
                verdict = Verdict::Differs;
                println!(
                    "{name}: NOT installed; the hook that is there is kept, since it is under \
                     version control; add to it: {}",
                    hook.command()
                );
            }
            _ => println!("{name}: installed, runs {}", hook.command()),
        }
    }
    Ok(verdict)
}

fn uninstall(hooks: &Hooks) -> Result<Verdict> {
    say_where(hooks);
    for hook in Hook::ALL {
        let name = hook.name();
        match hooks.uninstall(hook)? {
            Change::Removed => println!("{name}: removed"),
            Change::Restored => {
                println!("{name}: removed; the hook that was there before is back");
            }
            Change::Left => println!("{name}: not ours, kept"),
            _ => println!("{name}: not installed"),
        }
    }
    Ok(Verdict::Pass)
}

fn status(hooks: &Hooks) -> Result<Verdict> {
    say_where(hooks);
    let mut verdict = Verdict::Pass;
    for hook in Hook::ALL {
        let state = hooks.state(hook)?;
        let text = match state {
            State::Installed => "installed",
            State::Absent => "not installed",
            State::Outdated => "of another version; cargo xtask hooks install updates it",
            State::Other => "another hook is there; cargo xtask hooks install keeps it",
        };
        let kept = if hooks.keeps(hook) && state != State::Other {
            format!("; {} runs first", hook.kept_name())
        } else {
            String::new()
        };
        println!("{}: {text}{kept}", hook.name());
        if state != State::Installed {
            verdict = Verdict::Differs;
        }
    }
    Ok(verdict)
}

fn say_where(hooks: &Hooks) {
    let source = if hooks.is_configured() {
        " (core.hooksPath)"
    } else {
        ""
    };
    println!("hooks of {}{source}", hooks.dir().display());
    if hooks.is_shared() {
        println!(
            "note: outside of this repository; in others that use it the hooks do nothing unless \
             they hold xtask/Cargo.toml"
        );
    }
}

fn commit_msg(root: &Path, file: &Path) -> Result<Verdict> {
    let text = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let text =
        String::from_utf8(text).with_context(|| format!("{}: expected UTF-8", file.display()))?;
    let comments = comment_of(root, &text)?;
    match check_message(&text, &comments, &Facts::of(root)?) {
        Check::Fine => Ok(Verdict::Pass),
        Check::Replace(text) => {
            write_atomic(file, text.as_bytes())?;
            Ok(Verdict::Pass)
        }
        Check::Refuse(reason) => {
            eprintln!("commit refused: {reason}");
            eprintln!("the message is in {}", file.display());
            Ok(Verdict::Differs)
        }
    }
}
