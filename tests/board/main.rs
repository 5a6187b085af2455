//! Proofs of the board against known counts, recomputation and the rules of chess.

mod cases;
mod perft;
mod rules;
mod zobrist;
