//! What is said, as text.

use std::fmt::Write as _;
use std::time::Duration;

use shakmaty::{File, Move, Rank, Square};

use crate::bench::nodes_per_second;
use crate::board::{Game, to_uci};
use crate::search::{Bound, Info, Outcome};

/// What stands for a move where there is none.
const NO_MOVE: &str = "0000";

/// An `info` line about an iteration.
pub(super) fn info(info: &Info<'_>) -> String {
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    format!(
        "info depth {} seldepth {} score {}{bound} nodes {} nps {} hashfull {} time {}{}",
        info.depth,
        info.seldepth,
        info.score,
        info.nodes,
        nodes_per_second(info.nodes, info.elapsed),
        info.hashfull,
        info.elapsed.as_millis(),
        pv(info.pv)
    )
}

/// An `info` line about the end of a search that was broken off after its last full iteration.
pub(super) fn last_info(outcome: &Outcome, elapsed: Duration) -> String {
    format!(
        "info nodes {} nps {} time {}",
        outcome.nodes,
        nodes_per_second(outcome.nodes, elapsed),
        elapsed.as_millis(),
    )
}

/// An `info` line about a position without legal moves.
pub(super) fn info_without_moves(outcome: &Outcome) -> String {
    format!("info depth 0 score {}", outcome.score)
}

fn pv(moves: &[Move]) -> String {
    let mut text = String::new();
    for (index, &m) in moves.iter().enumerate() {
        text.push_str(if index == 0 { " pv " } else { " " });
        text.push_str(&to_uci(m));
    }
    text
}

/// The answer to a `go`.
pub(super) fn best_move(outcome: &Outcome) -> String {
    let best = outcome.best.map_or_else(|| NO_MOVE.to_owned(), to_uci);
    match outcome.ponder {
        Some(ponder) => format!("bestmove {best} ponder {}", to_uci(ponder)),
        None => format!("bestmove {best}"),
    }
}

/// The board and what cannot be seen on it.
pub(super) fn display(game: &Game) -> String {
    let position = game.position();
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        for file in File::ALL {
            let piece = position.board().piece_at(Square::from_coords(file, rank));
            text.push(piece.map_or('.', shakmaty::Piece::char));
            text.push(' ');
        }
        let _ = writeln!(text, " {rank}");
    }
    for file in File::ALL {
        let _ = write!(text, "{file} ");
    }
    let checkers: Vec<_> = position
        .checkers()
        .into_iter()
        .map(|square| square.to_string())
        .collect();
    let _ = write!(
        text,
        "\n\nfen {}\nkey {:016x}\ncheckers {}\nseen before {}",
        position.fen(),
        position.key(),
        if checkers.is_empty() {
            "none".to_owned()
        } else {
            checkers.join(" ")
        },
        game.earlier_occurrences()
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Score;

    fn outcome() -> Outcome {
        Outcome {
            best: None,
            ponder: None,
            score: Score::Mate(0),
            depth: 0,
            seldepth: 0,
            nodes: 1000,
            pv: Vec::new(),
        }
    }

    fn moves(texts: &[&str]) -> Vec<Move> {
        let mut game = Game::startpos();
        texts
            .iter()
            .map(|text| game.play_uci(text).unwrap())
            .collect()
    }

    #[test]
    fn info_lines() {
        let pv = moves(&["e2e4", "e7e5"]);
        let mut line = Info {
            depth: 3,
            seldepth: 5,
            score: Score::Cp(-12),
            bound: Bound::Exact,
            nodes: 500,
            pv: &pv,
            hashfull: 7,
            elapsed: Duration::from_millis(2),
        };
        assert_eq!(
            info(&line),
            "info depth 3 seldepth 5 score cp -12 nodes 500 nps 250000 hashfull 7 time 2 pv e2e4 e7e5"
        );
        line.score = Score::Mate(-2);
        line.bound = Bound::Upper;
        line.pv = &[];
        assert_eq!(
            info(&line),
            "info depth 3 seldepth 5 score mate -2 upperbound nodes 500 nps 250000 hashfull 7 time 2"
        );
        line.bound = Bound::Lower;
        assert!(info(&line).contains("score mate -2 lowerbound nodes"));
        assert_eq!(
            last_info(&outcome(), Duration::from_millis(10)),
            "info nodes 1000 nps 100000 time 10"
        );
        assert_eq!(info_without_moves(&outcome()), "info depth 0 score mate 0");
    }

    #[test]
    fn answers() {
        let mut outcome = outcome();
        assert_eq!(best_move(&outcome), "bestmove 0000");
        let moves = moves(&["e2e4", "e7e5"]);
        outcome.best = Some(moves[0]);
        assert_eq!(best_move(&outcome), "bestmove e2e4");
        outcome.ponder = Some(moves[1]);
        assert_eq!(best_move(&outcome), "bestmove e2e4 ponder e7e5");
    }

    #[test]
    fn the_board_is_drawn_from_whites_side() {
        let fen = "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 3 9";
        let text = display(&Game::from_fen(fen).unwrap());
        assert!(text.starts_with(". . . . k . . .  8\n"));
        assert!(text.contains("\nR . . . K . . R  1\na b c d e f g h \n"));
        assert!(text.contains(&format!("\nfen {fen}\n")));
        assert!(text.ends_with("\ncheckers e2\nseen before 0"));
    }
}
