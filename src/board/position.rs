//! A position with everything the search asks for at each node, made by copy-make.

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Move, MoveList, Piece,
    Position as _, PositionError, Role, Setup, Square, fen::Fen,
};

use super::key;

/// Plies without a capture or pawn move after which the fifty-move rule makes a draw.
const FIFTY_MOVES_IN_PLIES: u32 = 100;

/// Most pieces of one colour: nine queens beside all eight pawns and the king. What the evaluation
/// adds up for so many fits its numbers, and stays below the scores of mates.
const MAX_PIECES_OF_A_SIDE: usize = 18;

/// Why a FEN was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// The text is not FEN at all.
    #[error("not a FEN: {reason}: {fen:?}")]
    Syntax {
        /// The text that was read.
        fen: String,
        /// What the parser expected.
        reason: String,
    },
    /// The text is FEN, but no chess game can reach or continue from the position.
    #[error("illegal position: {reason}: {fen:?}")]
    Illegal {
        /// The text that was read.
        fen: String,
        /// Which rule the position breaks.
        reason: String,
    },
}

/// A legal chess position with its incrementally kept keys and the pieces giving check.
#[derive(Debug, Clone)]
pub struct Position {
    chess: Chess,
    key: u64,
    pawn_key: u64,
    /// Part of `key` that stands for the en-passant square, 0 if there is none.
    en_passant_key: u64,
    checkers: Bitboard,
    /// Plies since the last capture, pawn move or null move: how far back a repetition can lie.
    reversible_plies: u32,
}

impl Position {
    /// The initial position of chess.
    #[must_use]
    pub fn startpos() -> Self {
        Self::from_chess(Chess::default())
    }

    /// Wraps a position of shakmaty's, computing the keys from scratch.
    #[must_use]
    pub fn from_chess(chess: Chess) -> Self {
        Self {
            key: key::key_from_scratch(&chess),
            pawn_key: key::pawn_key_from_scratch(&chess),
            en_passant_key: chess.legal_ep_square().map_or(0, key::en_passant),
            checkers: chess.checkers(),
            reversible_plies: chess.halfmoves(),
            chess,
        }
    }

    /// Reads a position in Forsyth-Edwards notation, four to six fields.
    ///
    /// Positions that only up to eighteen pieces of a colour, promoted ones for which no pawn is
    /// missing, or an impossible double check make unreachable are accepted, and an en-passant
    /// square that nothing can use is dropped.
    ///
    /// # Errors
    /// [`FenError`] when the text is no FEN or the position is illegal.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        let setup: Setup = fen
            .parse::<Fen>()
            .map_err(|error| FenError::Syntax {
                fen: fen.to_owned(),
                reason: error.to_string(),
            })?
            .into_setup();
        let illegal = |reason: &str| FenError::Illegal {
            fen: fen.to_owned(),
            reason: reason.trim_start_matches("illegal position: ").to_owned(),
        };
        let chess = Chess::from_setup(setup, CastlingMode::Standard)
            .or_else(PositionError::ignore_invalid_ep_square)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .map_err(|error| illegal(&error.to_string()))?;
        if has_too_many_pieces(&chess) {
            return Err(illegal("more than eighteen pieces of one colour"));
        }
        Ok(Self::from_chess(chess))
    }

    /// The position in Forsyth-Edwards notation, six fields; the en-passant square is given only
    /// when a capture on it is legal.
    #[must_use]
    pub fn fen(&self) -> String {
        Fen::from_position(&self.chess, EnPassantMode::Legal).to_string()
    }

    /// The position as shakmaty knows it.
    #[inline]
    #[must_use]
    pub fn chess(&self) -> &Chess {
        &self.chess
    }

    /// The pieces on the board.
    #[inline]
    #[must_use]
    pub fn board(&self) -> &Board {
        self.chess.board()
    }

    /// Whose move it is.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Color {
        self.chess.turn()
    }

    /// Zobrist key of the whole position (not of the clocks).
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Zobrist key of the pawns and kings.
    #[inline]
    #[must_use]
    pub fn pawn_key(&self) -> u64 {
        self.pawn_key
    }

    /// The enemy pieces that give check to the side to move.
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// Plies since the last capture or pawn move, as the fifty-move rule counts them.
    #[inline]
    #[must_use]
    pub fn halfmoves(&self) -> u32 {
        self.chess.halfmoves()
    }

    /// Plies since the last capture, pawn move or null move: how far back a repetition can lie.
    #[inline]
    #[must_use]
    pub fn reversible_plies(&self) -> u32 {
        self.reversible_plies
    }

    /// The pieces of a colour other than pawns and king.
    #[inline]
    #[must_use]
    pub fn pieces_beside_pawns(&self, color: Color) -> Bitboard {
        let board = self.board();
        board.by_color(color) & !board.pawns() & !board.kings()
    }

    /// The rooks that may still castle.
    #[inline]
    #[must_use]
    pub fn castling_rooks(&self) -> Bitboard {
        self.chess.castles().castling_rights()
    }

    /// Whether neither side can mate by any sequence of legal moves.
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        self.chess.is_insufficient_material()
    }

    /// Whether the fifty-move rule makes a draw here. A mate given by the hundredth ply stands.
    #[must_use]
    pub fn is_fifty_move_draw(&self) -> bool {
        self.halfmoves() >= FIFTY_MOVES_IN_PLIES
            && (!self.in_check() || !self.legal_moves().is_empty())
    }

    /// All legal moves.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        self.chess.legal_moves()
    }

    /// All legal captures, capturing promotions and en passant among them.
    #[must_use]
    pub fn capture_moves(&self) -> MoveList {
        self.chess.capture_moves()
    }

    /// The position after a legal move.
    ///
    /// The move must be legal; an illegal one gives an unusable position, or a panic.
    #[must_use]
    pub fn play(&self, m: Move) -> Self {
        let us = self.turn();
        let mut next = self.clone();
        next.chess.play_unchecked(m);

        let (delta, pawn_delta) = self.moved_pieces_delta(m);
        let rights_before = self.chess.castles().castling_rights();
        let rights_lost = rights_before ^ next.chess.castles().castling_rights();
        next.en_passant_key = next.created_en_passant_key(us);
        next.key ^= delta
            ^ key::castling(rights_lost)
            ^ self.en_passant_key
            ^ next.en_passant_key
            ^ key::black_to_move();
        next.pawn_key ^= pawn_delta;
        next.checkers = next.chess.checkers();
        next.reversible_plies = if m.is_zeroing() {
            0
        } else {
            self.reversible_plies + 1
        };
        debug_assert_eq!(next.key, key::key_from_scratch(&next.chess));
        debug_assert_eq!(next.pawn_key, key::pawn_key_from_scratch(&next.chess));
        next
    }

    /// The position after passing, one ply further on the fifty-move clock. The side to move must
    /// not be in check.
    #[must_use]
    pub fn play_null(&self) -> Self {
        debug_assert!(!self.in_check());
        let mut next = self.clone();
        if let Some(king) = self.board().king_of(self.turn()) {
            next.chess.play_unchecked(standing_move(king));
        }
        next.key ^= self.en_passant_key ^ key::black_to_move();
        next.en_passant_key = 0;
        next.checkers = Bitboard::EMPTY;
        next.reversible_plies = 0;
        debug_assert_eq!(next.key, key::key_from_scratch(&next.chess));
        next
    }

    /// What the pieces that a move touches change in the key and in the pawn key.
    #[inline]
    fn moved_pieces_delta(&self, m: Move) -> (u64, u64) {
        let us = self.turn();
        match m {
            Move::Normal {
                role,
                from,
                capture,
                to,
                promotion,
            } => {
                let left = key::piece_square(us, role, from);
                let arrived = key::piece_square(us, promotion.unwrap_or(role), to);
                let captured = capture.map_or(0, |taken| key::piece_square(!us, taken, to));
                let mut pawn_delta = 0;
                if matches!(role, Role::Pawn | Role::King) {
                    pawn_delta ^= left;
                    if promotion.is_none() {
                        pawn_delta ^= arrived;
                    }
                }
                if capture == Some(Role::Pawn) {
                    pawn_delta ^= captured;
                }
                (left ^ arrived ^ captured, pawn_delta)
            }
            Move::EnPassant { from, to } => {
                let captured = Square::from_coords(to.file(), from.rank());
                let delta = key::piece_square(us, Role::Pawn, from)
                    ^ key::piece_square(us, Role::Pawn, to)
                    ^ key::piece_square(!us, Role::Pawn, captured);
                (delta, delta)
            }
            Move::Castle { king, rook } => {
                let side = shakmaty::CastlingSide::from_king_side(king < rook);
                let king_to = Square::from_coords(side.king_to_file(), king.rank());
                let rook_to = Square::from_coords(side.rook_to_file(), rook.rank());
                let king_delta = key::piece_square(us, Role::King, king)
                    ^ key::piece_square(us, Role::King, king_to);
                let rook_delta = key::piece_square(us, Role::Rook, rook)
                    ^ key::piece_square(us, Role::Rook, rook_to);
                (king_delta ^ rook_delta, king_delta)
            }
            Move::Put { role, to } => (key::piece_square(us, role, to), 0),
        }
    }

    /// Key of the en-passant square that the double step of `mover` just made, 0 if there is none
    /// or no capture on it is legal. The cheap test comes first: few double steps pass it.
    #[inline]
    fn created_en_passant_key(&self, mover: Color) -> u64 {
        let Some(square) = self.chess.maybe_ep_square() else {
            return 0;
        };
        let capturers = shakmaty::attacks::pawn_attacks(mover, square)
            & self.board().by_piece(Piece {
                color: !mover,
                role: Role::Pawn,
            });
        if capturers.is_empty() {
            return 0;
        }
        self.chess.legal_ep_square().map_or(0, key::en_passant)
    }
}

/// Whether a side has more pieces than [`Position`] is made for. shakmaty itself tells only whether
/// there are more than a game can have.
#[must_use]
pub fn has_too_many_pieces(chess: &Chess) -> bool {
    let board = chess.board();
    Color::ALL
        .iter()
        .any(|&color| board.by_color(color).count() > MAX_PIECES_OF_A_SIDE)
}

/// A pseudo-move that leaves the king where it stands and passes the turn. shakmaty plays it much
/// faster than its general `swap_turn`, which validates the whole position and refuses unusual
/// ones. A knight that promotes to a king, as far as shakmaty can see, is no king that moves and
/// loses its castling rights, and no pawn that resets the fifty-move clock.
fn standing_move(king: Square) -> Move {
    Move::Normal {
        role: Role::Knight,
        from: king,
        capture: None,
        to: king,
        promotion: Some(Role::King),
    }
}
