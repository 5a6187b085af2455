//! Rules of chess: positions, keys, repetition, static exchange evaluation, hanging pieces.
//!
//! The rules themselves (legal moves, attacks, FEN, SAN) are shakmaty's; this module adds what a
//! search needs on top of them and knows nothing of evaluation scores.

mod check_info;
mod game;
mod hang;
mod key;
mod legality;
mod movegen;
mod notation;
mod packed;
mod perft;
mod position;
mod repetition;
mod see;
#[cfg(test)]
mod testing;

pub use check_info::CheckInfo;
pub use game::Game;
pub use hang::{HANG_MAX, hang};
pub use key::{key_from_scratch, pawn_key_from_scratch};
pub use notation::{MoveError, to_uci};
pub use packed::PackedMove;
pub use perft::{perft, perft_divide};
pub use position::{FenError, Position, has_too_many_pieces};
pub use repetition::KeyStack;
pub use see::{SEE_BISHOP, SEE_KING, SEE_KNIGHT, SEE_PAWN, SEE_QUEEN, SEE_ROOK, see_ge, see_value};
