//! Lines of input, whatever bytes they hold.

use std::io::{self, BufRead, ErrorKind};

/// Longest line that is read, in bytes: a game of many thousand moves fits.
const MAX_LINE_BYTES: usize = 1 << 20;
/// What some shells put before the first line.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// What was read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// A line, without its end.
    Text(&'a str),
    /// A line that is no text, and why.
    Unreadable(String),
    /// There is no more.
    End,
}

/// Reads lines that end in LF or CR LF, the last one possibly in neither.
pub(super) struct LineReader<R> {
    input: R,
    bytes: Vec<u8>,
    at_start: bool,
}

impl<R: BufRead> LineReader<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input,
            bytes: Vec::new(),
            at_start: true,
        }
    }

    /// The next line.
    ///
    /// # Errors
    /// What the input says when it cannot be read.
    pub(super) fn next_line(&mut self) -> io::Result<Line<'_>> {
        let Some(length) = self.fill()? else {
            return Ok(Line::End);
        };
        if length > self.bytes.len() {
            return Ok(Line::Unreadable(format!(
                "line of {length} bytes, expected at most {MAX_LINE_BYTES}"
            )));
        }
        let mut bytes = &self.bytes[..];
        if std::mem::take(&mut self.at_start) {
            bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
        }
        Ok(match str::from_utf8(bytes) {
            Ok(text) => Line::Text(text.trim_end_matches('\r')),
            Err(error) => Line::Unreadable(format!(
                "line is not UTF-8: found byte {:#04x} at {}",
                bytes[error.valid_up_to()],
                error.valid_up_to()
            )),
        })
    }

    /// Reads a line into `bytes`, as much of it as is allowed, and tells how long it is. Nothing
    /// at the end of input.
    fn fill(&mut self) -> io::Result<Option<usize>> {
        self.bytes.clear();
        let mut length = 0;
        let mut any = false;
        loop {
            let available = match self.input.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if available.is_empty() {
                return Ok(any.then_some(length));
            }
            any = true;
            let end = available.iter().position(|&byte| byte == b'\n');
            let part = &available[..end.unwrap_or(available.len())];
            let room = MAX_LINE_BYTES - self.bytes.len();
            self.bytes.extend_from_slice(&part[..part.len().min(room)]);
            length += part.len();
            let used = end.map_or(available.len(), |end| end + 1);
            self.input.consume(used);
            if end.is_some() {
                return Ok(Some(length));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<Result<String, String>> {
        let mut reader = LineReader::new(input);
        let mut lines = Vec::new();
        loop {
            match reader.next_line().unwrap() {
                Line::Text(text) => lines.push(Ok(text.to_owned())),
                Line::Unreadable(reason) => lines.push(Err(reason)),
                Line::End => return lines,
            }
        }
    }

    fn text(text: &str) -> Result<String, String> {
        Ok(text.to_owned())
    }

    #[test]
    fn line_ends_of_all_kinds() {
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [text("")]);
        assert_eq!(
            lines(b"uci\r\n\nquit"),
            [text("uci"), text(""), text("quit")]
        );
        assert_eq!(lines(b"\xEF\xBB\xBFuci\n"), [text("uci")]);
    }

    #[test]
    fn bytes_that_are_no_text_spoil_their_line_only() {
        let read = lines(b"uci\n\xFF\xFEgo\nab\xC3\nquit\n");
        assert_eq!((&read[0], &read[3]), (&text("uci"), &text("quit")));
        assert!(read[1].as_ref().unwrap_err().contains("0xff at 0"));
        assert!(read[2].as_ref().unwrap_err().contains("0xc3 at 2"));
    }

    #[test]
    fn an_enormous_line_is_skipped() {
        let mut input = vec![b'x'; MAX_LINE_BYTES];
        input.extend_from_slice(b"\nuci\n");
        assert!(lines(&input)[0].is_ok());
        input.insert(0, b'x');
        let read = lines(&input);
        assert!(read[0].as_ref().unwrap_err().contains("1048577 bytes"));
        assert_eq!(read[1], text("uci"));
    }
}
