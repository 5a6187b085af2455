//! A game: a position and what came before it, as far as repetition asks.

use super::{FenError, MoveError, Position};
use shakmaty::Move;

/// Earlier occurrences of a position that make a threefold repetition.
const THREEFOLD_EARLIER: usize = 2;

/// A position plus the keys of the positions before it since the last irreversible move.
#[derive(Debug, Clone)]
pub struct Game {
    position: Position,
    key_history: Vec<u64>,
}

impl Game {
    /// A game that begins with a position, of which no earlier position is known.
    #[must_use]
    pub fn new(position: Position) -> Self {
        Self {
            position,
            key_history: Vec::new(),
        }
    }

    /// A game from the initial position of chess.
    #[must_use]
    pub fn startpos() -> Self {
        Self::new(Position::startpos())
    }

    /// A game from a position in Forsyth-Edwards notation.
    ///
    /// # Errors
    /// [`FenError`] when the text is no FEN or the position is illegal.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        Position::from_fen(fen).map(Self::new)
    }

    /// The current position.
    #[inline]
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a move, which must be legal.
    pub fn play(&mut self, m: Move) {
        debug_assert!(self.position.is_legal(m), "{m:?} is illegal");
        if m.is_zeroing() {
            self.key_history.clear();
        } else {
            self.key_history.push(self.position.key());
        }
        self.position = self.position.play(m);
    }

    /// Plays a move in coordinate notation; castling may be given as the king's two-square step
    /// (`e1g1`) or as king takes rook (`e1h1`).
    ///
    /// # Errors
    /// [`MoveError`] when the text is no move or the move is illegal; the game is unchanged then.
    pub fn play_uci(&mut self, text: &str) -> Result<Move, MoveError> {
        let m = self.position.read_uci(text)?;
        self.play(m);
        Ok(m)
    }

    /// Keys of the positions before the current one since the last irreversible move, oldest
    /// first.
    #[must_use]
    pub fn key_history(&self) -> &[u64] {
        &self.key_history
    }

    /// How often the current position stood on the board before.
    #[must_use]
    pub fn earlier_occurrences(&self) -> usize {
        let key = self.position.key();
        self.key_history.iter().filter(|&&k| k == key).count()
    }

    /// Whether the current position stands on the board for the third time or more.
    #[must_use]
    pub fn is_threefold_repetition(&self) -> bool {
        self.earlier_occurrences() >= THREEFOLD_EARLIER
    }

    /// Whether the game is drawn by repetition, the fifty-move rule or insufficient material.
    /// Stalemate is not looked for.
    #[must_use]
    pub fn is_draw_by_rule(&self) -> bool {
        self.is_threefold_repetition()
            || self.position.is_fifty_move_draw()
            || self.position.is_insufficient_material()
    }
}

#[cfg(test)]
mod tests {
    use super::Game;

    fn play(game: &mut Game, moves: &str) {
        for text in moves.split_whitespace() {
            game.play_uci(text).expect("legal");
        }
    }

    #[test]
    fn keeps_keys_since_the_last_irreversible_move() {
        let mut game = Game::startpos();
        let start = game.position().key();
        play(&mut game, "g1f3 g8f6");
        assert_eq!(game.key_history().len(), 2);
        assert_eq!(game.key_history()[0], start);
        play(&mut game, "e2e4");
        assert!(game.key_history().is_empty());
        play(&mut game, "f6e4");
        assert!(game.key_history().is_empty());
        play(&mut game, "f1e2");
        assert_eq!(game.key_history().len(), 1);
    }

    #[test]
    fn counts_repetitions() {
        let mut game = Game::startpos();
        play(&mut game, "g1f3 g8f6 f3g1 f6g8");
        assert_eq!(game.earlier_occurrences(), 1);
        assert!(!game.is_threefold_repetition());
        play(&mut game, "g1f3 g8f6 f3g1 f6g8");
        assert!(game.is_threefold_repetition() && game.is_draw_by_rule());
        play(&mut game, "e2e4");
        assert_eq!(game.earlier_occurrences(), 0);
    }

    #[test]
    fn a_refused_move_changes_nothing() {
        let mut game = Game::startpos();
        play(&mut game, "g1f3");
        let (fen, keys) = (game.position().fen(), game.key_history().to_vec());
        game.play_uci("g1f3").expect_err("the knight has left");
        game.play_uci("nonsense").expect_err("no move");
        assert_eq!(game.position().fen(), fen);
        assert_eq!(game.key_history(), keys);
    }
}
