//! Moves in whatever notation: standard, long or coordinate, with any decoration.
//!
//! The given text is reduced to its letters and digits, and so is every way to spell each legal
//! move; the text means the one legal move that has it among its spellings.

use derecho::board::Position;
use shakmaty::{CastlingSide, Color, Move, Role, san::SanPlus};

/// Why a text is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// No legal move is spelt like this.
    #[error("no legal move of the position")]
    NoSuchMove,
    /// Several legal moves are.
    #[error("ambiguous: could be {}", .0.join(" or "))]
    Ambiguous(Vec<String>),
}

/// The legal move that `text` means.
///
/// # Errors
/// [`MoveError`] when it means none, or more than one.
pub fn read_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    let wanted = reduce(text);
    let matching: Vec<Move> = position
        .legal_moves()
        .into_iter()
        .filter(|&m| spellings(m, position.turn()).contains(&wanted))
        .collect();
    match *matching {
        [] => Err(MoveError::NoSuchMove),
        [m] => Ok(m),
        _ => Err(MoveError::Ambiguous(
            matching
                .iter()
                .map(|&m| SanPlus::from_move(position.chess().clone(), m).to_string())
                .collect(),
        )),
    }
}

/// The text without move number, decorations and the signs for capture, check and promotion.
fn reduce(text: &str) -> String {
    let text = strip_move_number(text);
    let text = text
        .strip_suffix("e.p.")
        .or_else(|| text.strip_suffix("ep"))
        .unwrap_or(text);
    let reduced: String = text
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() && *c != 'x')
        .collect();
    match reduced.as_str() {
        "00" | "oo" => "OO".to_owned(),
        "000" | "ooo" => "OOO".to_owned(),
        _ => upper_case_pieces(&reduced),
    }
}

/// `12.Nf3` and `12...Nf3` without the number.
fn strip_move_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < text.len() && rest.starts_with('.') {
        rest.trim_start_matches('.')
    } else {
        text
    }
}

/// Upper-cases a leading piece letter and a trailing promotion letter. Not a leading `b`: that is
/// a file.
fn upper_case_pieces(text: &str) -> String {
    let last = text.len().saturating_sub(1);
    text.char_indices()
        .map(|(at, c)| match c {
            'n' | 'r' | 'q' | 'k' => c.to_ascii_uppercase(),
            'b' if at == last && at > 0 => 'B',
            _ => c,
        })
        .collect()
}

/// Every reduced way to write the move.
fn spellings(m: Move, mover: Color) -> Vec<String> {
    match m {
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(king < rook);
            let to = side.king_to(mover);
            let name = match side {
                CastlingSide::KingSide => "OO",
                CastlingSide::QueenSide => "OOO",
            };
            vec![
                name.to_owned(),
                format!("{king}{to}"),
                format!("{king}{rook}"),
                format!("K{to}"),
                format!("K{king}{to}"),
            ]
        }
        Move::Normal {
            role: Role::Pawn, ..
        }
        | Move::EnPassant { .. } => pawn_spellings(m),
        Move::Normal { role, from, to, .. } => {
            let (file, rank) = (from.file(), from.rank());
            let piece = role.upper_char();
            vec![
                format!("{from}{to}"),
                format!("{piece}{to}"),
                format!("{piece}{file}{to}"),
                format!("{piece}{rank}{to}"),
                format!("{piece}{from}{to}"),
            ]
        }
        Move::Put { .. } => Vec::new(),
    }
}

fn pawn_spellings(m: Move) -> Vec<String> {
    let (Some(from), to) = (m.from(), m.to()) else {
        return Vec::new();
    };
    let promotion = m
        .promotion()
        .map_or(String::new(), |role| role.upper_char().to_string());
    let mut spellings = vec![
        format!("{from}{to}{promotion}"),
        format!("P{from}{to}{promotion}"),
    ];
    if m.is_capture() {
        spellings.push(format!("{}{to}{promotion}", from.file()));
    } else {
        spellings.push(format!("{to}{promotion}"));
        spellings.push(format!("P{to}{promotion}"));
    }
    spellings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(fen: &str, text: &str) -> Result<String, MoveError> {
        let position = Position::from_fen(fen).expect("a legal position");
        read_move(&position, text)
            .map(|m| SanPlus::from_move(position.chess().clone(), m).to_string())
    }

    #[test]
    fn reads_every_notation() {
        // White can castle both ways, capture, capture en passant, and promote in two ways.
        let fen = "n3k3/1P6/8/3pP3/8/8/8/R3K2R w KQ d6 0 1";
        for (texts, san) in [
            ("O-O 0-0 o-o OO e1g1 e1h1 Kg1 Ke1-g1 O-O! 12.O-O", "O-O"),
            ("O-O-O 0-0-0 o-o-o e1c1 e1a1 Kc1 0-0-0?!", "O-O-O"),
            ("exd6 e5d6 e5xd6 exd6e.p. ed6 exd6ep e5:d6 7...exd6", "exd6"),
            (
                "bxa8=Q bxa8Q bxa8(Q) bxa8/Q b7a8q b7xa8=Q+ bxa8=Q+!? ba8q",
                "bxa8=Q+",
            ),
            ("b8=N b8N b7b8n b7-b8=N b8n", "b8=N"),
            ("b8=B b8b b7b8b b8B", "b8=B"),
            ("Ra5 ra5 a1a5 Ra1-a5 Raa5 R1a5 Ra5!! Ra5?! Ra5#", "Ra5"),
            ("e6 e5e6 e5-e6 Pe6 Pe5-e6", "e6"),
            ("Rg1 h1g1 Rhg1", "Rg1"),
        ] {
            for text in texts.split(' ') {
                assert_eq!(read(fen, text).as_deref(), Ok(san), "{text}");
            }
        }
    }

    #[test]
    fn a_pawn_is_no_bishop() {
        let fen = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1";
        assert_eq!(read(fen, "bxc3").as_deref(), Ok("bxc3"));
        assert_eq!(read(fen, "Bxc3").as_deref(), Ok("Bxc3"));
    }

    #[test]
    fn refuses_what_is_no_move() {
        let fen = "4k3/8/8/8/8/8/8/R3K2R w - - 0 1";
        for text in [
            "", "O-O", "Ra9", "--", "Nf3", "e1", "R", "0000", "bm", "Rxé4",
        ] {
            assert_eq!(read(fen, text), Err(MoveError::NoSuchMove), "{text}");
        }
    }

    #[test]
    fn names_the_candidates_of_an_ambiguous_move() {
        let fen = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1";
        assert_eq!(
            read(fen, "Rd1"),
            Err(MoveError::Ambiguous(vec![
                "Rad1".to_owned(),
                "Rhd1".to_owned()
            ]))
        );
    }

    #[test]
    fn a_pinned_piece_makes_no_ambiguity() {
        // Only the knight on b1 may go to d2's neighbour: that on e2 is pinned to the king.
        let fen = "4r1k1/8/8/8/8/8/4N3/1N2K3 w - - 0 1";
        assert_eq!(read(fen, "Nc3").as_deref(), Ok("Nc3"));
    }
}
