//! Repetition as a search sees it: the keys of all positions on the way to the current one.

use super::Game;

/// No position recurs sooner: both sides must move a piece away and back.
const SHORTEST_CYCLE: usize = 4;

/// Earlier occurrences before the root that make a draw: the current position is the third.
const EARLIER_OCCURRENCES: u32 = 2;

/// The keys of the positions before the current one, oldest first: those of the game since its
/// last irreversible move, then those of the search from the root on.
///
/// A search pushes the key of a position before it goes on to a child, and pops it on the way
/// back; null moves are pushed like other moves.
#[derive(Debug, Clone, Default)]
pub struct KeyStack {
    keys: Vec<u64>,
    /// How many of the keys lie before the root.
    before_root: usize,
}

impl KeyStack {
    /// A stack for a search whose root is the game's current position.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        Self {
            keys: game.key_history().to_vec(),
            before_root: game.key_history().len(),
        }
    }

    /// Remembers the key of a position whose child comes next.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    /// Forgets the key pushed last.
    #[inline]
    pub fn pop(&mut self) {
        debug_assert!(self.ply() > 0, "popped a key that lies before the root");
        self.keys.pop();
    }

    /// Distance of the current position from the root in plies.
    #[inline]
    #[must_use]
    pub fn ply(&self) -> usize {
        self.keys.len() - self.before_root
    }

    /// Forgets all keys but those of the first `ply` positions from the root on.
    pub fn truncate(&mut self, ply: usize) {
        self.keys.truncate(self.before_root + ply);
    }

    /// Whether the current position, `ply_from_root` plies below the root, counts as drawn by
    /// repetition. One earlier occurrence at the root or after it is enough, for what was repeated
    /// once can be repeated again; of occurrences before the root, which the players may have had
    /// reasons for, it takes two.
    ///
    /// `reversible_plies` is [`super::Position::reversible_plies`] of the current position.
    #[inline]
    #[must_use]
    pub fn is_repetition(&self, key: u64, reversible_plies: u32, ply_from_root: usize) -> bool {
        debug_assert_eq!(
            ply_from_root,
            self.ply(),
            "a key was not pushed or not popped"
        );
        let reach = self.keys.len().min(reversible_plies as usize);
        let mut occurrences = 0;
        let mut distance = SHORTEST_CYCLE;
        while distance <= reach {
            if self.keys[self.keys.len() - distance] == key {
                occurrences += 1;
                if distance <= ply_from_root || occurrences == EARLIER_OCCURRENCES {
                    return true;
                }
            }
            distance += 2;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Move;

    use super::KeyStack;
    use crate::board::{Game, Position, testing};

    const SHUFFLE: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];

    /// A search line that plays the moves and asks at its end.
    fn repeats_after(game: &Game, line: &[&str]) -> bool {
        let mut keys = KeyStack::new(game);
        let mut pos = game.position().clone();
        for text in line {
            let m = pos.read_uci(text).expect("legal");
            keys.push(pos.key());
            pos = pos.play(m);
        }
        keys.is_repetition(pos.key(), pos.reversible_plies(), line.len())
    }

    fn game(moves: &[&str]) -> Game {
        let mut game = Game::startpos();
        for text in moves {
            game.play_uci(text).expect("legal");
        }
        game
    }

    #[test]
    fn a_repeat_of_the_root_or_later_counts_at_once() {
        assert!(repeats_after(&game(&[]), &SHUFFLE));
        let later = ["b1c3", "g8f6", "g1f3", "f6g8", "f3g1"];
        assert!(!repeats_after(&game(&[]), &later[..4]));
        assert!(repeats_after(&game(&[]), &later));
        let line: Vec<&str> = ["b1c3", "b8c6"].into_iter().chain(SHUFFLE).collect();
        assert!(repeats_after(&game(&[]), &line));
        assert!(!repeats_after(&game(&[]), &line[..5]));
    }

    #[test]
    fn a_repeat_of_the_game_needs_two_earlier_occurrences() {
        let once = game(&SHUFFLE[..2]);
        assert!(!repeats_after(&once, &SHUFFLE[2..]));
        let twice: Vec<&str> = SHUFFLE.into_iter().chain(SHUFFLE).collect();
        assert!(repeats_after(&game(&twice[..6]), &twice[6..]));
        // The root itself stood on the board before, but only once.
        assert!(!repeats_after(&game(&SHUFFLE), &[]));
        assert!(repeats_after(&game(&twice), &[]));
    }

    #[test]
    fn an_irreversible_move_ends_the_reach() {
        let line = ["g1f3", "g8f6", "f3g1", "f6g8", "e2e4", "e7e5"];
        assert!(!repeats_after(&game(&[]), &line));
        let pawn_between = ["g1f3", "g8f6", "a2a3", "f6g8", "f3g1", "g8f6"];
        assert!(!repeats_after(&game(&[]), &pawn_between));
    }

    #[test]
    fn a_lost_castling_right_makes_another_position() {
        let start = Game::from_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").expect("legal");
        let king_walk = ["e1e2", "e8e7", "e2e1", "e7e8"];
        assert!(!repeats_after(&start, &king_walk));
        let again: Vec<&str> = king_walk.into_iter().chain(king_walk).collect();
        assert!(repeats_after(&start, &again));
    }

    #[test]
    fn a_null_move_is_never_part_of_a_cycle() {
        let mut keys = KeyStack::new(&Game::startpos());
        let start = Position::startpos();
        let mut pos = start.clone();
        for text in ["g1f3", "", "f3g1", ""] {
            keys.push(pos.key());
            pos = if text.is_empty() {
                pos.play_null()
            } else {
                pos.play(pos.read_uci(text).expect("legal"))
            };
        }
        assert_eq!(pos.key(), start.key());
        assert!(!keys.is_repetition(pos.key(), pos.reversible_plies(), 4));
    }

    /// The rule word by word, over all positions of the game and the search.
    fn by_definition(earlier: &[Position], root: usize, pos: &Position) -> bool {
        let same: Vec<usize> = (0..earlier.len())
            .filter(|&i| earlier[i].chess() == pos.chess())
            .collect();
        same.len() >= 2 || same.iter().any(|&i| i >= root)
    }

    /// Prefers quiet moves of few pieces, so that positions recur.
    fn shuffling_move(pos: &Position, random: &mut testing::Random) -> Option<Move> {
        let moves = pos.legal_moves();
        let quiet: Vec<Move> = moves.iter().copied().filter(|m| !m.is_zeroing()).collect();
        let choice = if quiet.is_empty() { &moves[..] } else { &quiet };
        let few = choice.len().min(2);
        (few > 0).then(|| choice[random.below(few)])
    }

    #[test]
    fn agrees_with_the_definition_in_random_shuffling() {
        let mut random = testing::Random::new(7);
        let (mut repeats, mut others) = (0, 0);
        for start in testing::positions(200) {
            let root = random.below(12);
            let mut game = Game::new(start);
            let mut earlier = Vec::new();
            for _ in 0..root {
                let Some(m) = shuffling_move(game.position(), &mut random) else {
                    break;
                };
                earlier.push(game.position().clone());
                game.play(m);
            }
            let root = earlier.len();
            let mut keys = KeyStack::new(&game);
            let mut pos = game.position().clone();
            for ply in 0..16 {
                let expected = by_definition(&earlier, root, &pos);
                let found = keys.is_repetition(pos.key(), pos.reversible_plies(), ply);
                assert_eq!(found, expected, "ply {ply} after {root} in {}", pos.fen());
                if found {
                    repeats += 1;
                } else {
                    others += 1;
                }
                let Some(m) = shuffling_move(&pos, &mut random) else {
                    break;
                };
                keys.push(pos.key());
                earlier.push(pos.clone());
                pos = pos.play(m);
            }
        }
        assert!(
            repeats > 100 && others > 1_000,
            "{repeats} repeats, {others} others"
        );
    }

    #[test]
    fn truncate_goes_back_to_a_ply() {
        let game = game(&SHUFFLE[..2]);
        let mut keys = KeyStack::new(&game);
        keys.push(1);
        keys.push(2);
        keys.truncate(1);
        assert_eq!(keys.ply(), 1);
        keys.pop();
        assert_eq!(keys.ply(), 0);
    }
}
