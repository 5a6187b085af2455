//! `info` lines, as engines write them rather than as the protocol has them.

/// What is known about a score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// It is the score.
    #[default]
    Exact,
    /// The score is at least this.
    Lower,
    /// The score is at most this.
    Upper,
}

/// The fields of an `info` line that are of use here; each may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Plies.
    pub depth: Option<i32>,
    /// Plies.
    pub seldepth: Option<i32>,
    /// Which of several lines this is, from 1.
    pub multipv: Option<usize>,
    /// `cp 31` or `mate 5`.
    pub score: Option<String>,
    /// What the score is.
    pub bound: Bound,
    /// Nodes since the search started.
    pub nodes: Option<u64>,
    /// The line, in coordinate notation.
    pub pv: Vec<String>,
}

impl Info {
    /// Takes an `info` line apart; `None` for other lines and for `info string`. A field whose
    /// value is not a number counts as missing.
    pub fn parse(line: &str) -> Option<Info> {
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return None;
        }
        let mut info = Info::default();
        while let Some(word) = words.next() {
            match word {
                "string" => break,
                "depth" => info.depth = words.next().and_then(|word| word.parse().ok()),
                "seldepth" => info.seldepth = words.next().and_then(|word| word.parse().ok()),
                "multipv" => info.multipv = words.next().and_then(|word| word.parse().ok()),
                "nodes" => info.nodes = words.next().and_then(|word| word.parse().ok()),
                "score" => info.score = score(&mut words),
                "lowerbound" => info.bound = Bound::Lower,
                "upperbound" => info.bound = Bound::Upper,
                "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
                _ => {}
            }
        }
        (info != Info::default()).then_some(info)
    }
}

fn score<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<String> {
    let kind = words.next()?;
    let value: i64 = words.next()?.parse().ok()?;
    matches!(kind, "cp" | "mate").then(|| format!("{kind} {value}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_full_line() {
        let info = Info::parse(
            "info depth 12 seldepth 20 multipv 2 score cp -31 lowerbound nodes 77 nps 1 pv e2e4 e7e5\r",
        );
        let expected = Info {
            depth: Some(12),
            seldepth: Some(20),
            multipv: Some(2),
            score: Some("cp -31".to_owned()),
            bound: Bound::Lower,
            nodes: Some(77),
            pv: vec!["e2e4".to_owned(), "e7e5".to_owned()],
        };
        assert_eq!(info, Some(expected));
    }

    #[test]
    fn takes_what_there_is() {
        let info = Info::parse("info nodes many depth 3 score cp x").expect("an info line");
        assert_eq!((info.nodes, info.score), (None, None));
        assert_eq!(
            Info::parse("info depth 3 pv").and_then(|info| info.depth),
            Some(3)
        );
        assert_eq!(
            Info::parse("info score mate -2 depth 4")
                .and_then(|info| info.score)
                .as_deref(),
            Some("mate -2")
        );
    }

    #[test]
    fn chatter_is_no_info() {
        for line in [
            "",
            "info",
            "info string depth 3",
            "bestmove e2e4",
            "information depth 3",
        ] {
            assert_eq!(Info::parse(line), None, "{line}");
        }
    }
}
