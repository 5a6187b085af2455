//! The text of a baseline: a readable line a position, and nothing that depends on a clock.
//!
//! ```text
//! suite   ringers
//! file    ringers.epd
//! sha256  3b0c...
//! limit   depth 10
//! hash    16 MB
//! # id     best      verdict   score       depth  sel         nodes  to-solution
//! ECM.0012 Rxh7      solved    cp=31          10   24        123456  4567
//! total   1 positions, 1 judged, 1 solved, 123456 nodes
//! ```
//!
//! Columns are separated by blanks; a value that holds blanks or quotes, or none at all, is a JSON
//! string. The last line closes the text, so that a truncated one cannot be read.

use crate::results::{Limit, Row, Totals};
use anyhow::{Context, Result, bail};
use std::fmt::Write as _;

/// What a baseline pins of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pinned {
    /// Name of the suite.
    pub suite: String,
    /// Its file, relative to the suites' directory.
    pub file: String,
    /// SHA-256 of that file in hexadecimal.
    pub file_sha256: String,
    /// What ended each search.
    pub limit: Limit,
    /// Transposition table in mebibytes.
    pub hash_mb: usize,
    /// One row a position, without counters.
    pub rows: Vec<Row>,
}

/// What stands for a value that is not there.
const NONE: &str = "-";
/// What opens the last line.
const TOTAL: &str = "total";
/// The titles of the columns but the first.
const COLUMNS: &str = "best      verdict   score       depth  sel         nodes  to-solution";

impl Pinned {
    /// The text; ends with a newline.
    pub fn render(&self) -> String {
        let ids: Vec<String> = self.rows.iter().map(|row| encode(&row.id)).collect();
        let width = ids.iter().map(|id| id.chars().count()).max().unwrap_or(0);
        let mut text = format!(
            "suite   {}\nfile    {}\nsha256  {}\nlimit   {}\nhash    {} MB\n{:<width$} {COLUMNS}\n",
            encode(&self.suite),
            encode(&self.file),
            self.file_sha256,
            limit_text(self.limit),
            self.hash_mb,
            "# id",
        );
        for (row, id) in self.rows.iter().zip(&ids) {
            let verdict = match row.solved {
                Some(true) => "solved",
                Some(false) => "unsolved",
                None => NONE,
            };
            writeln!(
                text,
                "{id:<width$} {:<9} {verdict:<9} {:<11} {:>5} {:>4} {:>13}  {}",
                row.best
                    .as_ref()
                    .map_or(NONE.to_owned(), |best| encode(best)),
                encode_score(&row.score),
                row.depth,
                row.seldepth,
                row.nodes,
                row.nodes_to_solution
                    .map_or(NONE.to_owned(), |nodes| nodes.to_string()),
            )
            .expect("writing to a string cannot fail");
        }
        text.push_str(&total_line(&self.rows));
        text.push('\n');
        text
    }

    /// Reads what [`Pinned::render`] wrote.
    ///
    /// # Errors
    /// When the text is of another form, or its last line is missing or does not fit the rows; the
    /// message names the line.
    pub fn parse(text: &str) -> Result<Self> {
        let mut lines = text.lines().zip(1..);
        let suite = decode(header(&mut lines, "suite")?)?;
        let file = decode(header(&mut lines, "file")?)?;
        let file_sha256 = header(&mut lines, "sha256")?.to_owned();
        let limit = parse_limit(header(&mut lines, "limit")?)?;
        let hash = header(&mut lines, "hash")?;
        let hash_mb = hash
            .strip_suffix(" MB")
            .with_context(|| format!("found hash {hash:?}, expected a size in MB"))?
            .parse()
            .context("hash")?;
        header(&mut lines, "#")?;
        let mut rows = Vec::new();
        let mut closed = false;
        for (line, number) in lines {
            if closed {
                bail!("line {number}: found {line:?} after the total");
            }
            if line.split_whitespace().next() == Some(TOTAL) {
                let expected = total_line(&rows);
                if line != expected {
                    bail!("line {number}: found {line:?}, but the rows give {expected:?}");
                }
                closed = true;
            } else {
                rows.push(parse_row(line).with_context(|| format!("line {number}: {line:?}"))?);
            }
        }
        if !closed {
            bail!("the line {TOTAL:?} is missing: the file is truncated");
        }
        Ok(Pinned {
            suite,
            file,
            file_sha256,
            limit,
            hash_mb,
            rows,
        })
    }
}

fn total_line(rows: &[Row]) -> String {
    let totals = Totals::of(rows);
    format!(
        "{TOTAL}   {} positions, {} judged, {} solved, {} nodes",
        totals.positions, totals.judged, totals.solved, totals.nodes
    )
}

fn parse_row(line: &str) -> Result<Row> {
    let words = words(line)?;
    let [
        id,
        best,
        verdict,
        score,
        depth,
        seldepth,
        nodes,
        to_solution,
    ] = &words[..]
    else {
        bail!("found {} columns, expected 8", words.len());
    };
    Ok(Row {
        id: decode(id)?,
        best: (*best != NONE).then(|| decode(best)).transpose()?,
        solved: match *verdict {
            "solved" => Some(true),
            "unsolved" => Some(false),
            NONE => None,
            other => bail!("found verdict {other:?}, expected solved, unsolved or -"),
        },
        score: decode_score(score)?,
        depth: depth.parse().context("depth")?,
        seldepth: seldepth.parse().context("seldepth")?,
        nodes: nodes.parse().context("nodes")?,
        nodes_to_solution: match *to_solution {
            NONE => None,
            nodes => Some(nodes.parse().context("nodes to the solution")?),
        },
        ..Row::default()
    })
}

/// What stands behind `key` on the next line.
fn header<'a>(lines: &mut impl Iterator<Item = (&'a str, usize)>, key: &str) -> Result<&'a str> {
    let (line, number) = lines.next().with_context(|| format!("no line {key:?}"))?;
    match line.split_once(' ') {
        Some((found, value)) if found == key => Ok(value.trim()),
        _ => bail!("line {number}: found {line:?}, expected a line {key:?}"),
    }
}

/// A limit in words: `depth 10`.
pub fn limit_text(limit: Limit) -> String {
    match limit {
        Limit::Depth(plies) => format!("depth {plies}"),
        Limit::Nodes(nodes) => format!("nodes {nodes}"),
        Limit::MovetimeMs(ms) => format!("movetime {ms}"),
    }
}

fn parse_limit(text: &str) -> Result<Limit> {
    let (kind, value) = text.split_once(' ').unwrap_or((text, ""));
    Ok(match kind {
        "depth" => Limit::Depth(value.parse().context("limit")?),
        "nodes" => Limit::Nodes(value.parse().context("limit")?),
        "movetime" => Limit::MovetimeMs(value.parse().context("limit")?),
        _ => bail!("found limit {text:?}, expected depth, nodes or movetime and a number"),
    })
}

/// `cp 31` as `cp=31`, so that it is one word; any other score as [`encode`] has it, but quoted when
/// it could be taken for such a one.
fn encode_score(score: &str) -> String {
    match score.split_once(' ') {
        Some((kind, value)) if is_plain(kind) && is_plain(value) && !score.contains('=') => {
            format!("{kind}={value}")
        }
        _ if score.contains('=') => quote(score),
        _ => encode(score),
    }
}

fn decode_score(word: &str) -> Result<String> {
    if word.starts_with('"') {
        decode(word)
    } else {
        Ok(word.replacen('=', " ", 1))
    }
}

/// A value as one word: itself, or a JSON string when it would not be read back as one.
fn encode(value: &str) -> String {
    if is_plain(value) {
        value.to_owned()
    } else {
        quote(value)
    }
}

fn is_plain(value: &str) -> bool {
    !value.is_empty()
        && value != NONE
        && value != TOTAL
        && !value.starts_with('#')
        && !value.contains(|c: char| c.is_whitespace() || c.is_control() || c == '"')
}

fn quote(value: &str) -> String {
    serde_json::to_string(value).expect("a string is always valid JSON")
}

/// The value that [`encode`] made a word of.
fn decode(word: &str) -> Result<String> {
    if word.starts_with('"') {
        serde_json::from_str(word).with_context(|| format!("not a JSON string: {word}"))
    } else {
        Ok(word.to_owned())
    }
}

/// The words of a line, still encoded.
fn words(line: &str) -> Result<Vec<&str>> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        let end = if rest.starts_with('"') {
            let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<String>();
            let word = stream.next().context("an empty string")?;
            word.with_context(|| format!("not a JSON string: {rest}"))?;
            stream.byte_offset()
        } else {
            rest.find(char::is_whitespace).unwrap_or(rest.len())
        };
        let (word, tail) = rest.split_at(end);
        words.push(word);
        rest = tail.trim_start();
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pinned() -> Pinned {
        let row = |id: &str, best: Option<&str>, solved, score: &str, to_solution| Row {
            id: id.to_owned(),
            best: best.map(str::to_owned),
            solved,
            score: score.to_owned(),
            depth: 10,
            seldepth: 24,
            nodes: 123_456,
            nodes_to_solution: to_solution,
            ..Row::default()
        };
        Pinned {
            suite: "ringers".to_owned(),
            file: "ringers.epd".to_owned(),
            file_sha256: "3b0c".to_owned(),
            limit: Limit::Depth(10),
            hash_mb: 16,
            rows: vec![
                row("ECM.0012", Some("Rxh7+"), Some(true), "cp 31", Some(4_567)),
                row("WAC 1 \"x\" é", Some("e8=Q#"), Some(false), "mate -3", None),
                row("", None, None, "", None),
                row("-", Some("O-O"), None, "cp=1 2", None),
                row("#", Some("-"), None, "odd", None),
                row("total", Some("a4"), None, "cp 0", None),
            ],
        }
    }

    #[test]
    fn reads_what_it_wrote() {
        let pinned = pinned();
        assert_eq!(Pinned::parse(&pinned.render()).expect("own text"), pinned);
        for limit in [Limit::Nodes(5), Limit::MovetimeMs(7)] {
            let pinned = Pinned {
                limit,
                ..pinned.clone()
            };
            assert_eq!(Pinned::parse(&pinned.render()).expect("own text"), pinned);
        }
    }

    #[test]
    fn a_row_is_one_readable_line() {
        let text = pinned().render();
        let line = text.lines().nth(6).expect("a first row");
        assert_eq!(
            line,
            "ECM.0012        Rxh7+     solved    cp=31          10   24        123456  4567"
        );
    }

    #[test]
    fn no_prefix_of_the_text_can_be_read() {
        let text = pinned().render();
        for end in (0..text.trim_end().len()).filter(|&end| text.is_char_boundary(end)) {
            assert!(Pinned::parse(&text[..end]).is_err(), "{}", &text[..end]);
        }
    }

    #[test]
    fn a_changed_row_does_not_fit_the_total() {
        let text = pinned()
            .render()
            .replacen("123456  4567", "123457  4567", 1);
        let error = Pinned::parse(&text).expect_err("a wrong total").to_string();
        assert!(error.contains("the rows give"), "{error}");
    }

    #[test]
    fn errors_name_the_line() {
        let spoilt = pinned().render().replacen("unsolved", "perhaps", 1);
        let error = format!("{:#}", Pinned::parse(&spoilt).expect_err("a wrong word"));
        assert!(
            error.contains("line 8") && error.contains("perhaps"),
            "{error}"
        );
    }
}
