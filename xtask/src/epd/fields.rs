//! The position at the start of a record.

use derecho::board::{Position, has_too_many_pieces};
use shakmaty::{
    CastlingMode, Chess, FromSetup, PositionError, PositionErrorKinds, Setup, fen::Fen,
};

/// A position and where the text behind it starts.
pub(super) struct Placed<'a> {
    pub(super) position: Position,
    /// Whether the clocks were given.
    pub(super) clocks: bool,
    /// What had to be repaired, if anything.
    pub(super) repaired: Option<&'static str>,
    pub(super) rest: &'a str,
}

/// Why there is no position.
#[derive(Debug)]
pub(super) struct BadPosition {
    pub(super) found: String,
    pub(super) expected: String,
}

const FOUR: usize = 4;
const SIX: usize = 6;

/// Reads four to six fields from the start of `text`.
pub(super) fn position(text: &str) -> Result<Placed<'_>, BadPosition> {
    let mut fields = Vec::new();
    let mut rest = text.trim_start();
    while fields.len() < SIX {
        let end = rest.find([' ', ';']).unwrap_or(rest.len());
        let field = &rest[..end];
        if field.is_empty() || (fields.len() >= FOUR && !is_clock(field)) {
            break;
        }
        fields.push(if field == "\u{2013}" { "-" } else { field });
        rest = rest[end..].trim_start();
    }
    if fields.len() < FOUR {
        return Err(BadPosition {
            found: quote(text),
            expected: "a position of at least four fields: board, side, castling, en passant"
                .to_owned(),
        });
    }
    let clocks = fields.len() > FOUR;
    let (position, repaired) = place(&fields)?;
    Ok(Placed {
        position,
        clocks,
        repaired,
        rest,
    })
}

fn is_clock(field: &str) -> bool {
    field == "-" || field.bytes().all(|byte| byte.is_ascii_digit())
}

fn place(fields: &[&str]) -> Result<(Position, Option<&'static str>), BadPosition> {
    let clock = |at: usize, default| match fields.get(at) {
        None | Some(&"-") => default,
        Some(&text) => text,
    };
    let side = fields[1].to_ascii_lowercase();
    let fen = format!(
        "{} {side} {} {} {} {}",
        fields[0],
        fields[2],
        fields[3],
        clock(4, "0"),
        clock(5, "1")
    );
    let bad = |expected: String| BadPosition {
        found: quote(&fields.join(" ")),
        expected,
    };
    if !matches!(&*side, "w" | "b") {
        return Err(bad("the side to move, w or b, behind the board".to_owned()));
    }
    let setup: Setup = fen
        .parse::<Fen>()
        .map_err(|error| bad(format!("a position in Forsyth-Edwards notation ({error})")))?
        .into_setup();
    let placed = Chess::from_setup(setup, CastlingMode::Standard);
    let repaired = placed
        .as_ref()
        .err()
        .and_then(|error| repair(error.kinds()));
    let chess = placed
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .map_err(|error| bad(format!("a legal position ({error})")))?;
    if has_too_many_pieces(&chess) {
        return Err(bad("at most eighteen pieces of each colour".to_owned()));
    }
    Ok((Position::from_chess(chess), repaired))
}

/// What is expected instead of a fault that only costs the faulty field.
fn repair(faults: PositionErrorKinds) -> Option<&'static str> {
    if faults.contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS) {
        Some("castling rights only where king and rook stand at home")
    } else if faults.contains(PositionErrorKinds::INVALID_EP_SQUARE) {
        Some("an en-passant square behind a pawn that just moved two squares")
    } else {
        None
    }
}

/// Longest excerpt of a line in a message, in characters.
const EXCERPT: usize = 100;

/// The text in quotation marks, cut when it is long.
pub(super) fn quote(text: &str) -> String {
    if text.chars().count() <= EXCERPT {
        format!("{text:?}")
    } else {
        let head: String = text.chars().take(EXCERPT).collect();
        format!("{head:?}...")
    }
}
