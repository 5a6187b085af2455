//! The reader and the writer against random positions and random bytes.

use derecho::board::Position;
use proptest::prelude::*;
use shakmaty::{CastlingMode, Move, san::San};
use std::path::Path;
use xtask::epd::{Operand, Operation, Record, read_bytes};

/// A position that a game can reach, from the choices of moves of a random game.
fn random_position() -> impl Strategy<Value = Position> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..80).prop_map(|choices| {
        let mut position = Position::startpos();
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[choice.index(moves.len())]);
        }
        position
    })
}

fn operand() -> impl Strategy<Value = Operand> {
    prop_oneof![
        "[-+=0-9A-Za-z.]{1,8}"
            .prop_filter("begins an operation by itself", |word| {
                !["bm", "am", "id", "dm"].contains(&word.as_str())
            })
            .prop_map(Operand::Word),
        "[ -!#-~äé;]{0,20}".prop_map(Operand::Text),
    ]
}

fn operation() -> impl Strategy<Value = Operation> {
    ("x[a-z]{1,6}", prop::collection::vec(operand(), 0..4))
        .prop_map(|(opcode, operands)| Operation { opcode, operands })
        .prop_filter("c0 before a string is a comment", |operation| {
            !operation
                .operands
                .iter()
                .any(|o| matches!(o.text().as_bytes(), [b'c', b'0'..=b'9']))
        })
}

fn record() -> impl Strategy<Value = Record> {
    let picks = prop::collection::vec(any::<prop::sample::Index>(), 0..3);
    let operations = prop::collection::vec(operation(), 0..4);
    (
        random_position(),
        picks.clone(),
        picks,
        operations,
        "[!#-~]{1,12}( [!#-~]{1,5})?",
    )
        .prop_map(|(position, best, avoid, mut operations, id)| {
            let moves = position.legal_moves();
            let pick = |picks: Vec<prop::sample::Index>, others: &[Move]| {
                let mut picked: Vec<Move> = Vec::new();
                for m in picks
                    .iter()
                    .filter(|_| !moves.is_empty())
                    .map(|p| moves[p.index(moves.len())])
                {
                    if !picked.contains(&m) && !others.contains(&m) {
                        picked.push(m);
                    }
                }
                picked
            };
            let best = pick(best, &[]);
            let avoid = pick(avoid, &best);
            // The normal form sorts by opcode.
            operations.sort_by(|a, b| a.opcode.cmp(&b.opcode));
            Record {
                id,
                position,
                best,
                avoid,
                operations,
                line: 1,
            }
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn what_is_written_is_read(record in record()) {
        let text = record.to_string();
        let reading = read_bytes(Path::new("x.epd"), text.as_bytes());
        prop_assert_eq!(&reading.problems, &vec![], "{}", text);
        let again = &reading.records[0];
        prop_assert_eq!(again.to_string(), text);
        prop_assert_eq!(&again.id, &record.id);
        prop_assert_eq!(again.position.fen(), record.position.fen());
        prop_assert_eq!(again.position.key(), record.position.key());
        prop_assert_eq!(&again.best, &record.best);
        prop_assert_eq!(&again.avoid, &record.avoid);
        prop_assert_eq!(&again.operations, &record.operations);
    }

    #[test]
    fn every_legal_move_is_read_in_every_notation(position in random_position()) {
        for m in position.legal_moves() {
            let san = San::from_move(position.chess(), m).to_string();
            let uci = m.to_uci(CastlingMode::Standard).to_string();
            let long = m.to_string();
            for text in [
                san.clone(),
                format!("{san}!?"),
                format!("12...{san}+"),
                san.replace('x', ""),
                san.replace('=', ""),
                san.replace('O', "0"),
                uci,
                m.to_uci(CastlingMode::Chess960).to_string(),
                long.replace('x', "-"),
                long,
            ] {
                prop_assert_eq!(xtask::epd::read_move(&position, &text), Ok(m), "{}", text);
            }
        }
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let reading = read_bytes(Path::new("x.epd"), &bytes);
        prop_assert!(reading.records.len() + reading.problems.len() <= 2 * bytes.len());
    }

    #[test]
    fn a_damaged_record_is_read_or_reported(record in record(), at: prop::sample::Index, c: char) {
        let mut chars: Vec<char> = record.to_string().chars().collect();
        let at = at.index(chars.len());
        chars[at] = c;
        let text: String = chars.into_iter().collect();
        let reading = read_bytes(Path::new("x.epd"), text.as_bytes());
        let comment = ["#", "%", ";"].iter().any(|mark| text.trim_start().starts_with(mark));
        prop_assert!(comment || !(reading.records.is_empty() && reading.problems.is_empty()));
        // What was read has a normal form, and that is read without complaint.
        for record in &reading.records {
            let again = read_bytes(Path::new("x.epd"), record.to_string().as_bytes());
            prop_assert_eq!(&again.problems, &vec![], "{} from {}", record, text);
            prop_assert_eq!(again.records[0].to_string(), record.to_string());
        }
    }
}
