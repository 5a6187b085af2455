//! Where the answers go: whole messages, one at a time, from any thread.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Longest `info string`, in characters.
const MAX_INFO_CHARS: usize = 500;

/// The way out, shared by the threads of a session.
#[derive(Clone)]
pub(super) struct Output(Arc<Mutex<Sink>>);

struct Sink {
    writer: Box<dyn Write + Send>,
    failure: Option<io::Error>,
}

impl Output {
    pub(super) fn new(writer: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Sink {
            writer: Box::new(writer),
            failure: None,
        })))
    }

    /// A panic while the lock was held spoils nothing but the line that was being written.
    fn sink(&self) -> MutexGuard<'_, Sink> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a message of one or more lines. After the first failure nothing is written.
    pub(super) fn message(&self, text: &str) {
        let mut sink = self.sink();
        if sink.failure.is_some() {
            return;
        }
        let mut bytes = Vec::with_capacity(text.len() + 1);
        bytes.extend_from_slice(text.as_bytes());
        bytes.push(b'\n');
        let written = sink.writer.write_all(&bytes);
        if let Err(error) = written.and_then(|()| sink.writer.flush()) {
            sink.failure = Some(error);
        }
    }

    /// Tells a person something, in one line whatever the text holds.
    pub(super) fn info_string(&self, text: &str) {
        self.message(&info_string(text));
    }

    /// Whether a message could not be written.
    pub(super) fn has_failed(&self) -> bool {
        self.sink().failure.is_some()
    }

    /// Takes the reason why a message could not be written.
    pub(super) fn failure(&self) -> Option<io::Error> {
        self.sink().failure.take()
    }
}

/// The line that tells a person something.
pub(super) fn info_string(text: &str) -> String {
    format!("info string {}", one_line(text))
}

/// The text without what a terminal or a reader of lines would obey, cut when it is long.
fn one_line(text: &str) -> String {
    let mut chars = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let mut line: String = chars.by_ref().take(MAX_INFO_CHARS).collect();
    if chars.next().is_some() {
        line.push_str("...");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn info_strings_are_one_short_line() {
        assert_eq!(one_line("a\r\nb\x1b[2Jc\0d"), "a  b [2Jc d");
        let long = one_line(&"é".repeat(MAX_INFO_CHARS + 1));
        assert_eq!(long.chars().count(), MAX_INFO_CHARS + 3);
        assert!(long.ends_with("é..."));
        assert_eq!(one_line(&"x".repeat(MAX_INFO_CHARS)).len(), MAX_INFO_CHARS);
    }

    /// Writes a few bytes, then fails.
    struct Full(usize);

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.0 == 0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            let written = bytes.len().min(self.0);
            self.0 -= written;
            Ok(written)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_first_failure_is_kept() {
        let output = Output::new(Full(6));
        output.message("uciok");
        assert!(!output.has_failed());
        output.message("readyok");
        output.message("bestmove e2e4");
        assert!(output.has_failed());
        let kind = output.failure().map(|error| error.kind());
        assert_eq!(kind, Some(io::ErrorKind::StorageFull));
    }
}
