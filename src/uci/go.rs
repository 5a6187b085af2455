//! What `go` asks for, and what that means for the search.

use std::time::Duration;

use shakmaty::Color;

use super::budget::{Budget, Clock};
use super::command::{CommandError, Words, missing, number, unexpected};
use crate::board::Position;
use crate::search::{Limits, MAX_PLY};

const COMMAND: &str = "go";

/// Depth of a search whose limits could not be read, in plies.
const DEPTH_IN_DOUBT: i32 = 1;

/// The words that have a meaning after `go`.
const KEYWORDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

/// A `go` as it was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Go {
    pub(super) depth: Option<i32>,
    pub(super) nodes: Option<u64>,
    pub(super) mate: Option<i32>,
    pub(super) movetime: Option<Duration>,
    /// Time left for white and black.
    pub(super) time: [Option<Duration>; 2],
    /// Time gained by white and black with each move.
    pub(super) increment: [Option<Duration>; 2],
    /// Moves until time is added.
    pub(super) moves_to_go: Option<u32>,
    /// Not to be answered before it is told to stop.
    pub(super) until_stop: bool,
    /// Moves to choose from, in coordinate notation.
    pub(super) search_moves: Vec<String>,
    /// What could not be read, and was left out.
    pub(super) errors: Vec<CommandError>,
}

/// What a search is to do.
#[derive(Debug, Clone)]
pub(super) struct Order {
    /// What it may spend.
    pub(super) limits: Limits,
    /// Not to be answered before it is told to stop.
    pub(super) until_stop: bool,
    /// Nothing but a stop is sure to end it soon.
    pub(super) endless: bool,
    /// What is to be told to a person.
    pub(super) remarks: Vec<String>,
}

impl Go {
    /// Reads the words after `go`. What cannot be read is left out and noted.
    pub(super) fn parse(mut words: Words<'_>) -> Self {
        let mut go = Self::default();
        let mut next = words.next();
        while let Some(keyword) = next {
            if keyword == "searchmoves" {
                next = None;
                let moves = words.by_ref().take_while(|word| {
                    next = KEYWORDS.contains(word).then_some(*word);
                    next.is_none()
                });
                go.search_moves.extend(moves.map(str::to_owned));
            } else {
                if let Err(error) = go.read(keyword, &mut words) {
                    go.errors.push(error);
                }
                next = words.next();
            }
        }
        go
    }

    fn read(&mut self, keyword: &str, words: &mut Words<'_>) -> Result<(), CommandError> {
        const WHITE: usize = Color::White as usize;
        const BLACK: usize = Color::Black as usize;
        match keyword {
            "depth" => self.depth = Some(positive("go depth", words, i32::MAX)?),
            "nodes" => self.nodes = Some(positive("go nodes", words, u64::MAX)?),
            "mate" => self.mate = Some(positive("go mate", words, MAX_PLY as i32)?),
            "movetime" => self.movetime = Some(milliseconds("go movetime", words)?),
            "wtime" => self.time[WHITE] = Some(milliseconds("go wtime", words)?),
            "btime" => self.time[BLACK] = Some(milliseconds("go btime", words)?),
            "winc" => self.increment[WHITE] = Some(milliseconds("go winc", words)?),
            "binc" => self.increment[BLACK] = Some(milliseconds("go binc", words)?),
            "movestogo" => self.moves_to_go = Some(positive("go movestogo", words, u32::MAX)?),
            "infinite" | "ponder" => self.until_stop = true,
            found => {
                return Err(unexpected(
                    COMMAND,
                    found,
                    format!("one of {}", KEYWORDS.join(", ")),
                ));
            }
        }
        Ok(())
    }

    /// What the search of `position` is to do, with `overhead` lost between us and whoever asks.
    pub(super) fn order(self, position: &Position, overhead: Duration) -> Order {
        let mut limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            mate: self.mate,
            ..Limits::default()
        };
        let mut in_doubt = !self.errors.is_empty();
        let mut remarks: Vec<_> = self.errors.iter().map(ToString::to_string).collect();
        if !self.until_stop {
            let movetime = self.movetime.map(|time| Budget::exactly(time, overhead));
            let clock = match self.clock(position.turn()) {
                Ok(clock) => clock.map(|clock| clock.budget(overhead)),
                Err(error) => {
                    in_doubt = true;
                    remarks.push(error.to_string());
                    None
                }
            };
            let budgets = || movetime.into_iter().chain(clock);
            limits.soft_time = budgets().map(|budget| budget.soft).min();
            limits.hard_time = budgets().map(|budget| budget.hard).min();
        }
        for text in &self.search_moves {
            match position.read_uci(text) {
                Ok(m) if !limits.search_moves.contains(&m) => limits.search_moves.push(m),
                Ok(_) => {}
                Err(error) => remarks.push(format!("go searchmoves: {error}")),
            }
        }
        if limits.search_moves.is_empty() && !self.search_moves.is_empty() {
            remarks
                .push("go searchmoves: none of them is legal: all moves are searched".to_owned());
        }
        let mut unlimited =
            limits.depth.is_none() && limits.nodes.is_none() && limits.hard_time.is_none();
        if unlimited && limits.mate.is_none() && in_doubt && !self.until_stop {
            remarks.push(format!(
                "go: no limit is left: depth {DEPTH_IN_DOUBT} is searched"
            ));
            limits.depth = Some(DEPTH_IN_DOUBT);
            unlimited = false;
        }
        Order {
            limits,
            until_stop: self.until_stop,
            endless: self.until_stop || unlimited,
            remarks,
        }
    }

    /// The clock of the side to move, if the clocks were given.
    fn clock(&self, turn: Color) -> Result<Option<Clock>, CommandError> {
        let asked = self.moves_to_go.is_some()
            || self.time.iter().chain(&self.increment).any(Option::is_some);
        let mine = turn as usize;
        match self.time[mine] {
            Some(left) => Ok(Some(Clock {
                left,
                increment: self.increment[mine].unwrap_or_default(),
                moves_to_go: self.moves_to_go,
            })),
            None if asked => {
                let name = turn.fold_wb("wtime", "btime");
                Err(missing(COMMAND, format!("{name}, for it is {turn}'s move")))
            }
            None => Ok(None),
        }
    }
}

fn positive<T>(command: &'static str, words: &mut Words<'_>, max: T) -> Result<T, CommandError>
where
    T: std::str::FromStr + PartialOrd + From<bool> + std::fmt::Display,
{
    let one = T::from(true);
    let expected = format!("a number of 1 to {max}");
    let Some(word) = words.next() else {
        return Err(missing(command, expected));
    };
    number(word, one, max).ok_or_else(|| unexpected(command, word, expected))
}

/// A time; negative ones, which some programs send when the clock has run out, count as none.
fn milliseconds(command: &'static str, words: &mut Words<'_>) -> Result<Duration, CommandError> {
    let expected = "milliseconds".to_owned();
    let Some(word) = words.next() else {
        return Err(missing(command, expected));
    };
    match word.parse::<i64>() {
        Ok(time) => Ok(Duration::from_millis(u64::try_from(time).unwrap_or(0))),
        Err(_) => Err(unexpected(command, word, expected)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn parse(text: &str) -> Go {
        Go::parse(text.split_ascii_whitespace())
    }

    fn order(text: &str) -> Order {
        parse(text).order(&Position::startpos(), OVERHEAD)
    }

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn every_keyword_is_read() {
        let go = parse(
            "wtime 1000 btime -5 winc 10 binc 20 movestogo 40 depth 9 nodes 7 mate 3 movetime 50",
        );
        let expected = Go {
            depth: Some(9),
            nodes: Some(7),
            mate: Some(3),
            movetime: Some(ms(50)),
            time: [Some(ms(0)), Some(ms(1000))],
            increment: [Some(ms(20)), Some(ms(10))],
            moves_to_go: Some(40),
            ..Go::default()
        };
        assert_eq!((Color::Black as usize, Color::White as usize), (0, 1));
        assert_eq!(go, expected);
        assert!(parse("infinite").until_stop && parse("ponder").until_stop);
    }

    #[test]
    fn searchmoves_end_at_the_next_keyword() {
        let go = parse("searchmoves e2e4 d2d4 depth 3");
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        assert_eq!((go.depth, go.errors.len()), (Some(3), 0));
        assert_eq!(parse("depth 3 searchmoves e2e4").search_moves, ["e2e4"]);
        assert_eq!(parse("searchmoves").search_moves.len(), 0);
    }

    #[test]
    fn searchmoves_are_checked() {
        let order = order("depth 1 searchmoves e2e4 e2e4 e2e5 x");
        assert_eq!(order.limits.search_moves.len(), 1);
        assert_eq!(order.remarks.len(), 2);
        let none = self::order("depth 1 searchmoves e2e5");
        assert!(none.limits.search_moves.is_empty());
        assert_eq!(none.remarks.len(), 2);
    }

    #[test]
    fn what_cannot_be_read_never_makes_a_search_endless() {
        for text in [
            "depth",
            "depth x",
            "depth 0",
            "depth -3",
            "nodes 99999999999999999999999",
            "movetime 1e3",
            "mate 0",
            "flurb",
            "wtime",
            "btime 1000",
            "winc 100 binc 100",
        ] {
            let order = order(text);
            assert_eq!(order.limits.depth, Some(DEPTH_IN_DOUBT), "{text}");
            assert!(!order.endless && order.remarks.len() == 2, "{text}");
        }
        let partly = order("depth x nodes 500");
        assert_eq!(
            (partly.limits.depth, partly.limits.nodes),
            (None, Some(500))
        );
        assert_eq!((partly.endless, partly.remarks.len()), (false, 1));
    }

    #[test]
    fn only_the_unlimited_is_endless() {
        for text in [
            "depth 5",
            "nodes 5",
            "mate 5 depth 5",
            "movetime 5",
            "wtime 5",
        ] {
            assert!(!order(text).endless, "{text}");
        }
        for text in ["", "mate 5"] {
            assert!(order(text).endless && !order(text).until_stop, "{text:?}");
        }
        for text in ["infinite", "ponder wtime 1000 btime 1000", "infinite flurb"] {
            let order = order(text);
            assert!(order.endless && order.until_stop, "{text}");
            assert_eq!(order.limits.hard_time, None);
        }
    }

    #[test]
    fn the_clock_is_that_of_the_side_to_move() {
        let text = "wtime 60000 btime 1000";
        let white = order(text).limits.hard_time.unwrap();
        let mut position = Position::startpos();
        position = position.play(position.legal_moves()[0]);
        let black = parse(text).order(&position, OVERHEAD).limits;
        assert!(black.hard_time.unwrap() < ms(1000) && ms(1000) < white);
    }
}
