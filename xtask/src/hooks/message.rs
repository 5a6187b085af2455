//! The message of a commit: what it must say when counts change, and the signature on its last line.

use super::Facts;

/// What opens the cut line, after the comment's own beginning; all below it is not the message.
const SCISSORS: &str = "------------------------ >8 ------------------------";
/// The word of the trailer.
const BENCH: &str = "Bench";
/// What a message must say, on a line of its own, when counts change.
const FUNCTIONAL: &str = "Functional change";
/// Subjects of commits that will be melted into others, whose message counts.
const MELTED: [&str; 3] = ["fixup! ", "squash! ", "amend! "];
/// A message of nothing but this counts as empty.
const SIGNED_OFF: &str = "signed-off-by:";

/// How git will treat lines that look like comments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comments {
    /// What begins a comment.
    pub prefix: String,
    /// Whether git will strip them; with `git commit -m` they stay.
    pub stripped: bool,
}

/// What is to be done with a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// Nothing.
    Fine,
    /// This text is to take its place.
    Replace(String),
    /// The commit is to be refused, for this reason.
    Refuse(String),
}

/// Checks a message as it lies in git's file, comments and all, and adds or moves the trailer.
///
/// An empty message is left alone: git gives such a commit up, which is how an author does it. So
/// is one that is melted into another.
pub fn check_message(text: &str, comments: &Comments, facts: &Facts) -> Check {
    let message = Message::parse(text, comments);
    if message.is_empty() || message.is_untouched(facts, comments) || message.is_melted() {
        return Check::Fine;
    }
    if facts.changed && !message.lines.iter().any(|line| says_functional(line)) {
        return Check::Refuse(format!(
            "the baselines of this commit are not those of its parent: say so in the message, on a \
             line of its own: {FUNCTIONAL}"
        ));
    }
    let Some(nodes) = facts.bench else {
        return Check::Fine;
    };
    let fits = |found: u64| found == nodes || facts.carried.contains(&found);
    let mut signatures = message.signatures();
    if let Some((line, _)) = signatures.find(|(_, found)| !found.is_some_and(fits)) {
        return Check::Refuse(format!(
            "found {:?}, expected \"{BENCH}: {nodes}\" (or no such line: it is added)",
            line.trim()
        ));
    }
    let signed = message.signed(nodes);
    if signed == text {
        Check::Fine
    } else {
        Check::Replace(signed)
    }
}

/// A message, apart from what git puts below it.
struct Message<'a> {
    /// Its lines without their ends, comments among them; the last one is neither blank nor a
    /// comment.
    lines: Vec<&'a str>,
    /// Everything below, ends of lines included.
    below: &'a str,
    /// What ends its lines.
    end: &'static str,
    comments: &'a Comments,
}

impl<'a> Message<'a> {
    fn parse(text: &'a str, comments: &'a Comments) -> Self {
        let mut lines = Vec::new();
        let (mut kept, mut kept_bytes, mut bytes) = (0, 0, 0);
        for line in text.split_inclusive('\n') {
            let bare = line.trim_end_matches(['\n', '\r']);
            if bare.strip_prefix(&*comments.prefix).map(str::trim) == Some(SCISSORS) {
                break;
            }
            bytes += line.len();
            lines.push(bare);
            if !bare.trim().is_empty() && !is_comment(bare, comments) {
                (kept, kept_bytes) = (lines.len(), bytes);
            }
        }
        lines.truncate(kept);
        let crlf = text[..kept_bytes].contains("\r\n");
        Message {
            lines,
            below: &text[kept_bytes..],
            end: if crlf { "\r\n" } else { "\n" },
            comments,
        }
    }

    /// The lines that will be in the commit and are not blank.
    fn content(&self) -> impl Iterator<Item = &'a str> {
        let lines = self.lines.iter().copied();
        lines.filter(|line| !line.trim().is_empty() && !is_comment(line, self.comments))
    }

    fn is_empty(&self) -> bool {
        self.content()
            .all(|line| line.to_lowercase().starts_with(SIGNED_OFF))
    }

    /// Whether it is the template still, which git takes for giving up.
    fn is_untouched(&self, facts: &Facts, comments: &Comments) -> bool {
        let template = facts.template.as_deref();
        template.is_some_and(|template| {
            self.content()
                .map(str::trim_end)
                .eq(Message::parse(template, comments)
                    .content()
                    .map(str::trim_end))
        })
    }

    fn is_melted(&self) -> bool {
        let subject = self.content().next().unwrap_or_default();
        MELTED.iter().any(|start| subject.starts_with(start))
    }

    /// The line of the subject, which may well begin with "bench:".
    fn subject(&self) -> usize {
        let is_subject = |line: &&str| self.content().next() == Some(*line);
        self.lines.iter().position(is_subject).unwrap_or(0)
    }

    /// The lines that are meant for the trailer, with their number if that is one.
    fn signatures(&self) -> impl Iterator<Item = (&'a str, Option<u64>)> {
        let body = self.lines.iter().copied().skip(self.subject() + 1);
        body.filter_map(|line| Some((line, bench_nodes(line)?)))
    }

    /// The text with the trailer on the message's last line, and nowhere else.
    fn signed(&self, nodes: u64) -> String {
        let (subject, body) = self.lines.split_at(self.subject() + 1);
        let mut lines = subject.to_vec();
        lines.extend(body.iter().filter(|line| bench_nodes(line).is_none()));
        while lines.last().is_some_and(|line| line.trim().is_empty()) {
            lines.pop();
        }
        let trailer = format!("{BENCH}: {nodes}");
        if !ends_in_trailers(&lines) {
            lines.push("");
        }
        lines.push(&trailer);
        let mut text = lines.join(self.end) + self.end;
        // Not glued to what git put below.
        if self.below.starts_with(|c: char| !c.is_whitespace()) {
            text.push_str(self.end);
        }
        text + self.below
    }
}

fn is_comment(line: &str, comments: &Comments) -> bool {
    comments.stripped && line.starts_with(&*comments.prefix)
}

/// Whether the last paragraph, which is not the first, is made of `Word: text`.
fn ends_in_trailers(lines: &[&str]) -> bool {
    let Some(blank) = lines.iter().rposition(|line| line.trim().is_empty()) else {
        return false;
    };
    let is_trailer = |line: &&str| {
        line.split_once(": ").is_some_and(|(word, _)| {
            !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
        })
    };
    blank + 1 < lines.len() && lines[blank + 1..].iter().all(is_trailer)
}

/// Whether the line says that counts change: the words, and whatever follows a stop.
fn says_functional(line: &str) -> bool {
    let line = line.trim();
    line.get(..FUNCTIONAL.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(FUNCTIONAL))
        && line[FUNCTIONAL.len()..]
            .chars()
            .next()
            .is_none_or(|next| matches!(next, '.' | ':' | ',' | ';'))
}

/// The number in a line that is meant for a trailer, in whatever spelling; `Some(None)` when it is
/// none. `None` for any other line, such as prose about the bench.
fn bench_nodes(line: &str) -> Option<Option<u64>> {
    let rest = line
        .get(..BENCH.len())
        .filter(|word| word.eq_ignore_ascii_case(BENCH))
        .map(|_| line[BENCH.len()..].trim())?;
    let (marked, value) = match rest.strip_prefix([':', '=']) {
        Some(value) => (true, value.trim()),
        None => (false, rest),
    };
    let value = value.strip_suffix("nodes").unwrap_or(value).trim();
    let number = value.replace([',', '.', '_', ' ', '\''], "");
    let is_number = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    match (marked, is_number) {
        (_, true) => Some(number.parse().ok()),
        // `Bench: to be done` would be read by match servers, too.
        (true, false) => Some(None),
        (false, false) => None,
    }
}

#[cfg(test)]
#[path = "message_tests.rs"]
mod tests;
