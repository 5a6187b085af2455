//! The rules, without any code of the engine's: shakmaty alone.

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, FromSetup, Position};

/// A position by its FEN.
pub(crate) fn position(fen: &str) -> Chess {
    let setup = fen.parse::<Fen>().expect("a FEN").into_setup();
    Chess::from_setup(setup, CastlingMode::Standard).expect("a legal position")
}

/// The position after a move in coordinate notation; nothing when the move is illegal.
pub(crate) fn play(position: &Chess, text: &str) -> Option<Chess> {
    let m = text.parse::<UciMove>().ok()?.to_move(position).ok()?;
    position.clone().play(m).ok()
}

/// All legal moves in coordinate notation.
pub(crate) fn moves(position: &Chess) -> Vec<String> {
    position
        .legal_moves()
        .into_iter()
        .map(|m| UciMove::from_standard(m).to_string())
        .collect()
}

/// Makes sure that a `bestmove` line names a legal move, and a legal reply if any; or 0000 where
/// there is no legal move.
pub(crate) fn check_answer(position: &Chess, answer: &str) {
    let words: Vec<_> = answer.split(' ').collect();
    let context = || format!("{answer:?} in {position:?}");
    if position.legal_moves().is_empty() {
        assert_eq!(answer, "bestmove 0000", "{}", context());
        return;
    }
    let (best, ponder) = match words[..] {
        ["bestmove", best] => (best, None),
        ["bestmove", best, "ponder", ponder] => (best, Some(ponder)),
        _ => panic!("no answer to a go: {}", context()),
    };
    let next = play(position, best).unwrap_or_else(|| panic!("illegal: {}", context()));
    if let Some(ponder) = ponder {
        play(&next, ponder).unwrap_or_else(|| panic!("illegal reply: {}", context()));
    }
}
