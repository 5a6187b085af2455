//! Talking with the engine. Whatever it does, no test waits for ever.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// What the engine says at once must come within this, however busy the machine is.
pub(crate) const AT_ONCE: Duration = Duration::from_secs(10);
/// Longest wait for anything.
const PATIENCE: Duration = Duration::from_secs(60);

/// The command that starts the engine.
pub(crate) fn command() -> Command {
    Command::new(env!("CARGO_BIN_EXE_derecho"))
}

/// Held while a process is started: until it has become another program, it holds copies of all
/// pipes of this one.
static STARTING: Mutex<()> = Mutex::new(());

/// Starts the engine.
pub(crate) fn spawn(command: &mut Command) -> Child {
    let _starting = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
    command.spawn().expect("the engine starts")
}

/// Closes a pipe for good: no process that is just being started holds a copy.
pub(crate) fn close<T>(pipe: T) {
    let _starting = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
    drop(pipe);
}

/// How the engine ended.
#[derive(Debug)]
pub(crate) struct End {
    /// Exit code; nothing when a signal ended it.
    pub(crate) code: Option<i32>,
    /// Lines that had not been read yet.
    pub(crate) lines: Vec<String>,
    /// Standard error.
    pub(crate) stderr: String,
}

/// Waits for a process to end.
pub(crate) fn wait(child: &mut Child) -> Option<i32> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the engine's status") {
            return status.code();
        }
        assert!(start.elapsed() < PATIENCE, "the engine does not end");
        thread::sleep(Duration::from_millis(5));
    }
}

/// An engine that speaks UCI.
pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    stderr: Option<JoinHandle<String>>,
}

impl Engine {
    pub(crate) fn start() -> Self {
        Self::start_as(&mut command())
    }

    pub(crate) fn start_as(command: &mut Command) -> Self {
        let mut child = spawn(
            command
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped()),
        );
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut errors = child.stderr.take().expect("a pipe");
        let (said, lines) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if said.send(line).is_err() {
                    break;
                }
            }
        });
        let stderr = thread::spawn(move || {
            let mut text = String::new();
            let _ = errors.read_to_string(&mut text);
            text
        });
        Self {
            input: child.stdin.take(),
            child,
            lines,
            stderr: Some(stderr),
        }
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) {
        self.send_bytes(line.as_bytes());
    }

    /// Sends a line that need not be text.
    pub(crate) fn send_bytes(&mut self, line: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        let mut bytes = line.to_vec();
        bytes.push(b'\n');
        input.write_all(&bytes).expect("the engine reads");
    }

    /// The next line that it says; nothing when it is silent for so long.
    pub(crate) fn line_within(&self, time: Duration) -> Option<String> {
        match self.lines.recv_timeout(time) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => panic!("the engine ended"),
        }
    }

    /// Its next line.
    pub(crate) fn line(&self) -> String {
        self.line_within(PATIENCE)
            .expect("an answer before patience ends")
    }

    /// All it says up to a line that begins with `prefix`, that one included.
    pub(crate) fn until(&self, prefix: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().is_some_and(|line| line.starts_with(prefix)) {
                return lines;
            }
        }
    }

    /// Sends a line and `isready`, and returns what it says before `readyok`.
    pub(crate) fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Sends a `go` of some kind, and returns what it says up to the move.
    pub(crate) fn go(&mut self, go: &str) -> Vec<String> {
        self.send(go);
        self.until("bestmove")
    }

    /// Ends the input.
    pub(crate) fn close_input(&mut self) {
        close(self.input.take());
    }

    /// Waits until it ends, which it is about to.
    pub(crate) fn end(mut self) -> End {
        let code = wait(&mut self.child);
        let stderr = self.stderr.take().expect("taken once");
        End {
            code,
            lines: self.lines.iter().collect(),
            stderr: stderr.join().expect("the reader of errors"),
        }
    }

    /// Sends `quit` and makes sure that it ends well; what it still had to say comes back.
    pub(crate) fn quit(mut self) -> Vec<String> {
        self.send("quit");
        let end = self.end();
        assert_eq!((end.code, &*end.stderr), (Some(0), ""));
        end.lines
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The lines that are an `info string`.
pub(crate) fn remarks(lines: &[String]) -> Vec<&str> {
    lines
        .iter()
        .filter_map(|line| line.strip_prefix("info string "))
        .collect()
}

/// The value behind a word of an `info` line.
pub(crate) fn value<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let mut words = line.split(' ');
    words.find(|&word| word == name)?;
    words.next()
}

/// Nodes that a search took, by its last `info` line.
pub(crate) fn nodes(lines: &[String]) -> u64 {
    lines
        .iter()
        .rev()
        .find_map(|line| value(line, "nodes"))
        .expect("nodes are told")
        .parse()
        .expect("a number of nodes")
}
