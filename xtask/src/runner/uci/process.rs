//! A child process with its streams on threads, which does not outlive us.

use super::super::EngineError;
use std::{
    collections::{BTreeMap, VecDeque},
    io::{BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// Lines of standard error kept for messages.
const STDERR_LINES: usize = 8;
/// Bytes of a line that are kept.
const LINE_BYTES: usize = 16 * 1024;
/// Lines that may wait to be read; a child that writes more waits itself.
const WAITING_LINES: usize = 4096;
/// How long a child that closed its output may take to exit by itself.
const EXIT_GRACE: Duration = Duration::from_millis(500);
/// How often to look whether it did.
const EXIT_POLL: Duration = Duration::from_millis(5);
/// Exit code after an interrupt, by the custom of shells.
const EXIT_INTERRUPTED: i32 = 130;

/// All living children, by process id.
static CHILDREN: Mutex<BTreeMap<u32, Arc<Mutex<Child>>>> = Mutex::new(BTreeMap::new());

/// Locks; a panic elsewhere does not make a list of children unusable.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on an interrupt, a termination or a hang-up kills every child before it ends this
/// process. Calling it again changes nothing.
///
/// # Errors
/// When the handler cannot be installed.
pub fn kill_children_on_interrupt() -> anyhow::Result<()> {
    static INSTALLED: Mutex<bool> = Mutex::new(false);
    let mut installed = lock(&INSTALLED);
    if !*installed {
        ctrlc::set_handler(|| {
            for child in lock(&CHILDREN).values() {
                kill(&mut lock(child));
            }
            std::process::exit(EXIT_INTERRUPTED);
        })?;
        *installed = true;
    }
    Ok(())
}

/// Kills a child and, where there are process groups, whatever it started.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        if let Some(group) = group {
            // Nothing is left to kill when this fails.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
    let _ = child.kill();
}

/// A child process. Dropping it kills it.
pub(super) struct Process {
    child: Arc<Mutex<Child>>,
    id: u32,
    stdin: ChildStdin,
    lines: Receiver<String>,
    stderr: Arc<Mutex<VecDeque<String>>>,
    stderr_reader: JoinHandle<()>,
}

impl Process {
    pub(super) fn spawn(words: &[String]) -> Result<Self, EngineError> {
        let mut command = Command::new(&words[0]);
        command
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .spawn()
            .map_err(|error| EngineError(format!("cannot start {:?}: {error}", words[0])))?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            unreachable!("all three streams were asked for");
        };
        let (sender, lines) = mpsc::sync_channel(WAITING_LINES);
        thread::spawn(move || forward(BufReader::new(stdout), &sender));
        let tail = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&tail);
        let stderr_reader = thread::spawn(move || keep_tail(BufReader::new(stderr), &kept));
        let id = child.id();
        let child = Arc::new(Mutex::new(child));
        lock(&CHILDREN).insert(id, Arc::clone(&child));
        Ok(Process {
            child,
            id,
            stdin,
            lines,
            stderr: tail,
            stderr_reader,
        })
    }

    pub(super) fn send(&mut self, line: &str) -> Result<(), EngineError> {
        // One write a line, so that no engine ever reads half of one.
        let sent = self.stdin.write_all(format!("{line}\n").as_bytes());
        sent.and_then(|()| self.stdin.flush())
            .map_err(|_| self.ended())
    }

    /// The next line of output; `Ok(None)` when `deadline` passes first.
    pub(super) fn line(&mut self, deadline: Instant) -> Result<Option<String>, EngineError> {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(None);
        }
        match self.lines.recv_timeout(left) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        }
    }

    /// An error about this process, with the end of what it wrote to standard error.
    pub(super) fn error(&self, what: &str) -> EngineError {
        let tail = lock(&self.stderr);
        if tail.is_empty() {
            return EngineError(what.to_owned());
        }
        let tail: Vec<_> = tail.iter().map(String::as_str).collect();
        EngineError(format!("{what}; its stderr ends: {}", tail.join(" | ")))
    }

    fn ended(&self) -> EngineError {
        let mut status = None;
        let exited = wait_for(|| {
            status = lock(&self.child).try_wait().ok().flatten();
            status.is_some()
        });
        if !exited {
            return self.error("the engine closed its output");
        }
        // Its last words may still be on their way.
        wait_for(|| self.stderr_reader.is_finished());
        let status = status.map_or_else(String::new, |status| format!(" ({status})"));
        self.error(&format!("the engine ended{status}"))
    }
}

/// Waits a little for something to come true; whether it did.
fn wait_for(mut condition: impl FnMut() -> bool) -> bool {
    let deadline = Instant::now() + EXIT_GRACE;
    loop {
        if condition() {
            return true;
        }
        if Instant::now() > deadline {
            return false;
        }
        thread::sleep(EXIT_POLL);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let mut child = lock(&self.child);
        kill(&mut child);
        let _ = child.wait();
        lock(&CHILDREN).remove(&self.id);
    }
}

/// Sends every line until the stream or the receiver ends.
fn forward(mut stream: impl BufRead, sender: &SyncSender<String>) {
    while let Some(line) = next_line(&mut stream) {
        if sender.send(line).is_err() {
            break;
        }
    }
}

fn keep_tail(mut stream: impl BufRead, tail: &Mutex<VecDeque<String>>) {
    while let Some(line) = next_line(&mut stream) {
        let mut tail = lock(tail);
        if tail.len() == STDERR_LINES {
            tail.pop_front();
        }
        tail.push_back(line);
    }
}

/// The next line without its end, at most [`LINE_BYTES`] of it; `None` at the end of the stream.
fn next_line(stream: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    let limit = u64::try_from(LINE_BYTES).unwrap_or(u64::MAX);
    let read = stream
        .by_ref()
        .take(limit)
        .read_until(b'\n', &mut line)
        .ok()?;
    if read == 0 {
        return None;
    }
    if read == LINE_BYTES && line.last() != Some(&b'\n') {
        skip_line(stream);
    }
    Some(String::from_utf8_lossy(&line).trim().to_owned())
}

fn skip_line(stream: &mut impl BufRead) {
    while let Ok(buffer) = stream.fill_buf() {
        if buffer.is_empty() {
            break;
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        stream.consume(used);
        if end.is_some() {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_lf_or_cr_lf_and_are_cut() {
        let long = "x".repeat(3 * LINE_BYTES);
        let mut stream = BufReader::new(std::io::Cursor::new(format!("a\r\n\n{long}\nb")));
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut stream) {
            lines.push(line);
        }
        assert_eq!(lines, ["a", "", &long[..LINE_BYTES], "b"]);
    }
}
