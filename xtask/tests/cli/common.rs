//! A UCI engine that behaves badly on demand, and ways to run the command line against it.
//!
//! The engine is this test binary itself: run with the name of its `hostile_engine` test, it talks
//! UCI instead of testing. So it needs no binary of its own, and no shell.

use derecho::board::Position;
use std::{
    env,
    io::{BufRead, Write, stdin, stdout},
    path::Path,
    process::{Command, Output},
    thread,
    time::Duration,
};

/// Environment variable without which the engine does nothing.
pub(crate) const MODE: &str = "XTASK_TEST_HOSTILE_ENGINE";
/// The engine's modes.
pub(crate) const POLITE: &str = "polite";
pub(crate) const MUTE: &str = "mute";
pub(crate) const STILLBORN: &str = "stillborn";
/// Environment variable with a file to which the engine writes its process id.
pub(crate) const PID_FILE: &str = "XTASK_TEST_PID_FILE";

/// What the engine does in a position, by its clock of the fifty-move rule.
pub(crate) mod clock {
    pub(crate) const CRASH: u32 = 91;
    pub(crate) const HANG: u32 = 92;
    pub(crate) const ILLEGAL: u32 = 93;
    pub(crate) const NONE: u32 = 94;
    pub(crate) const NO_SCORE: u32 = 95;
    pub(crate) const GARBAGE: u32 = 96;
    pub(crate) const BOUND: u32 = 97;
    pub(crate) const FLOOD: u32 = 98;
}

/// A record's text: two rooks and a king, the clock, and a best move.
pub(crate) fn record(clock: u32, id: &str) -> String {
    format!("4k3/8/8/8/8/8/8/R3K2R w KQ - {clock} 80 bm Ke2; id \"{id}\";\n")
}

/// The command of the engine.
pub(crate) fn engine_words() -> Vec<String> {
    let exe = env::current_exe().expect("the test binary");
    let exe = exe.to_str().expect("a path in UTF-8").to_owned();
    let args = [
        "common::hostile_engine",
        "--exact",
        "--ignored",
        "--nocapture",
    ];
    [exe].into_iter().chain(args.map(str::to_owned)).collect()
}

/// The value of `--engine` for it.
pub(crate) fn engine_flag() -> String {
    let words: Vec<_> = engine_words()
        .into_iter()
        .map(|word| format!("\"{word}\""))
        .collect();
    format!("uci:{}", words.join(" "))
}

/// A directory that is the root of a tree with one suite, `mine`, of the given text.
pub(crate) fn tree(epd: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a directory");
    let suites = dir.path().join("suites");
    std::fs::create_dir(&suites).expect("a directory");
    let manifest = "[[suite]]\nname = \"mine\"\nfile = \"mine.epd\"\ndepth = 3\nhash_mb = 1\ntier = \"quick\"\n";
    std::fs::write(suites.join("suites.toml"), manifest).expect("written");
    std::fs::write(suites.join("mine.epd"), epd).expect("written");
    dir
}

/// `xtask` in the tree at `root`, with a polite engine at hand.
pub(crate) fn xtask(root: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command
        .args(args)
        .current_dir(root)
        .env(MODE, POLITE)
        .env_remove("NO_COLOR");
    command
}

/// The exit code, standard output and standard error.
pub(crate) fn outcome(command: &mut Command) -> (i32, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().expect("xtask runs");
    (
        status.code().expect("an exit code"),
        String::from_utf8_lossy(&stdout).into_owned(),
        String::from_utf8_lossy(&stderr).into_owned(),
    )
}

#[test]
#[ignore = "not a test: the engine that the tests start"]
fn hostile_engine() {
    play_engine();
}

/// Checks the exit code of a command and a part of what it says; all that it says comes back.
#[track_caller]
pub(crate) fn expect(command: &mut Command, code: i32, said: &str) -> String {
    let (exit, stdout, stderr) = outcome(command);
    let all = stdout + &stderr;
    assert_eq!(exit, code, "{command:?}: {all}");
    assert!(all.contains(said), "{command:?}: {said:?} in {all}");
    all
}

/// The engine's main loop.
fn play_engine() {
    let Ok(mode) = env::var(MODE) else {
        return;
    };
    if let Ok(file) = env::var(PID_FILE) {
        std::fs::write(file, std::process::id().to_string()).expect("written");
    }
    if mode == STILLBORN {
        eprintln!("I was never meant to run");
        std::process::exit(7);
    }
    let mut position = Position::startpos();
    for line in stdin().lock().lines() {
        let line = line.expect("UTF-8");
        match line.split(' ').next() {
            Some("uci") if mode == MUTE => {}
            Some("uci") => say(
                "id name Hostile 1\noption name Hash type spin default 1 min 1 max 9\n\
                 option name MultiPV type spin default 1 min 1 max 9\r\nuciok",
            ),
            Some("isready") => say("readyok"),
            Some("position") => {
                let fen = line.strip_prefix("position fen ").expect("a FEN");
                position = Position::from_fen(fen).expect("a legal position");
            }
            Some("go") => go(&position, &line),
            Some("quit") => break,
            _ => {}
        }
    }
}

fn say(text: &str) {
    let mut out = stdout().lock();
    out.write_all(format!("{text}\n").as_bytes())
        .and_then(|()| out.flush())
        .expect("a reader");
}

fn go(position: &Position, command: &str) {
    if position.legal_moves().is_empty() {
        return say("bestmove (none)");
    }
    match position.halfmoves() {
        clock::CRASH => {
            eprintln!("assertion failed: sanity");
            std::process::exit(3);
        }
        clock::HANG => loop {
            thread::sleep(Duration::from_secs(1));
        },
        clock::ILLEGAL => say("info depth 1 score cp 3 nodes 5 pv e1e2\nbestmove e1e7"),
        clock::NONE => say("bestmove (none)"),
        clock::NO_SCORE => say("info depth 4 nodes 44 pv e1e2\nbestmove e1e2"),
        clock::GARBAGE => {
            let mut out = stdout().lock();
            let long = vec![b'x'; 100_000];
            let parts: [&[u8]; 4] = [
                b"\x00\xff\xfe\r\ninfo\ninfo depth\r\n",
                &long,
                b"\n",
                b"info depth 2 nodes 9 score mate 3 pv e1e2\r\nbestmove e1e2 ponder e8e7\r\n",
            ];
            out.write_all(&parts.concat())
                .and_then(|()| out.flush())
                .expect("a reader");
        }
        clock::BOUND => say("info depth 5 seldepth 7 score cp 10 nodes 100 pv a1a8\n\
             info depth 6 seldepth 8 score cp 40 lowerbound nodes 150 pv e1e2\nbestmove e1e2"),
        clock::FLOOD => loop {
            say("info depth 1 nodes 1 score cp 0 pv e1e2");
        },
        _ => {
            let allowed = command
                .split_once("searchmoves ")
                .map_or("e1e2", |(_, moves)| moves);
            let best = allowed.split(' ').next().unwrap_or_default();
            say(&format!(
                "info depth 1 seldepth 2 score cp 20 nodes 30 pv {best}\nbestmove {best}"
            ));
        }
    }
}
