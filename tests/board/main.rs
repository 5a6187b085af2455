//! Proofs of the board, and of the picker that walks it, against known counts, recomputation and
//! the rules of chess.

mod cases;
mod perft;
mod picker;
mod rules;
mod zobrist;
