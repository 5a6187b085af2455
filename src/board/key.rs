//! Zobrist keys (A. L. Zobrist, "A New Hashing Method with Application for Game Playing", 1970).
//!
//! The key is kept incrementally by [`super::Position::play`] from the functions here;
//! [`key_from_scratch`] recomputes it and exists to prove that the two agree. An en-passant
//! square is part of the key only when an en-passant capture is legal, and a castling right is
//! keyed by its rook's square, so that positions with the same legal continuations share a key.

use shakmaty::{Bitboard, Chess, Color, Piece, Position as _, Role, Square};

/// Random numbers of the Zobrist scheme, generated at compile time from a fixed seed.
struct Keys {
    piece_square: [[u64; 64]; 12],
    castling_rook: [u64; 64],
    en_passant_file: [u64; 8],
    black_to_move: u64,
}

/// Seed of the key generator. Changing it changes which positions share a transposition table
/// bucket, and with that node counts.
const SEED: u64 = 0x00DE_2EC4_0202_6113;

static KEYS: Keys = generate(SEED);

/// One step of SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators",
/// OOPSLA 2014): the state's successor and the output.
const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (state, z ^ (z >> 31))
}

const fn fill<const N: usize>(mut state: u64) -> (u64, [u64; N]) {
    let mut numbers = [0; N];
    let mut i = 0;
    while i < N {
        (state, numbers[i]) = split_mix(state);
        i += 1;
    }
    (state, numbers)
}

const fn generate(seed: u64) -> Keys {
    let mut state = seed;
    let mut piece_square = [[0; 64]; 12];
    let mut piece = 0;
    while piece < 12 {
        (state, piece_square[piece]) = fill(state);
        piece += 1;
    }
    let (state, castling_rook) = fill(state);
    let (state, en_passant_file) = fill(state);
    let (_, black_to_move) = split_mix(state);
    Keys {
        piece_square,
        castling_rook,
        en_passant_file,
        black_to_move,
    }
}

/// Key of a piece standing on a square.
#[inline]
pub(super) fn piece_square(color: Color, role: Role, square: Square) -> u64 {
    let piece = color as usize * 6 + (role as usize - 1);
    KEYS.piece_square[piece][usize::from(square)]
}

/// Key of a set of castling rights, given as the squares of the castling rooks.
#[inline]
pub(super) fn castling(rooks: Bitboard) -> u64 {
    rooks
        .into_iter()
        .fold(0, |key, rook| key ^ KEYS.castling_rook[usize::from(rook)])
}

/// Key of an en-passant square on which a capture is legal.
#[inline]
pub(super) fn en_passant(square: Square) -> u64 {
    KEYS.en_passant_file[usize::from(square.file())]
}

/// Key that is present whenever Black is to move.
#[inline]
pub(super) fn black_to_move() -> u64 {
    KEYS.black_to_move
}

/// The key of a position, computed from nothing but the position.
#[must_use]
pub fn key_from_scratch(chess: &Chess) -> u64 {
    let mut key = castling(chess.castles().castling_rights());
    for (square, Piece { color, role }) in chess.board() {
        key ^= piece_square(color, role, square);
    }
    if let Some(square) = chess.legal_ep_square() {
        key ^= en_passant(square);
    }
    if chess.turn() == Color::Black {
        key ^= black_to_move();
    }
    key
}

/// The key of the pawns and kings alone, computed from nothing but the position. Evaluation caches
/// pawn structure and shelter under it.
#[must_use]
pub fn pawn_key_from_scratch(chess: &Chess) -> u64 {
    let board = chess.board();
    let mut key = 0;
    for square in board.pawns() | board.kings() {
        if let Some(Piece { color, role }) = board.piece_at(square) {
            key ^= piece_square(color, role, square);
        }
    }
    key
}
