//! Reading positions, passing, and the draws by rule.

use crate::cases::perft_cases;
use derecho::board::{FenError, Position};
use shakmaty::Position as _;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn text_that_is_no_fen_is_refused_with_the_text() {
    for text in [
        "",
        "nonsense",
        "8/8/8/8/8/8/8 w - - 0 1",
        "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w XYZ - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -3 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 extra",
        "♔7/8/8/8/8/8/8/k7 w - - 0 1",
        "8/8/8/8/8/8/8/\u{0}",
    ] {
        let error = Position::from_fen(text).expect_err(text);
        assert!(
            matches!(error, FenError::Syntax { .. }),
            "{text:?}: {error}"
        );
        assert!(error.to_string().contains(&format!("{text:?}")), "{error}");
    }
}

#[test]
fn positions_no_game_can_have_are_refused() {
    for (flaw, fen) in [
        ("no pieces", "8/8/8/8/8/8/8/8 w - - 0 1"),
        ("no white king", "4k3/8/8/8/8/8/8/8 w - - 0 1"),
        ("two black kings", "k3k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("pawn on the last rank", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("pawn on the first rank", "4k3/8/8/8/8/8/8/p3K3 w - - 0 1"),
        (
            "the side that moved is in check",
            "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1",
        ),
        ("kings side by side", "8/8/8/3kK3/8/8/8/8 w - - 0 1"),
        ("a right without its rook", "4k3/8/8/8/8/8/8/4K3 w K - 0 1"),
        (
            "a right of a king that has moved",
            "4k3/8/8/8/8/8/8/R4K2 w Q - 0 1",
        ),
        (
            "nineteen pieces of one colour",
            "4k3/8/8/8/QQQQQQQQ/QQ6/PPPPPPPP/4K3 b - - 0 1",
        ),
    ] {
        let error = Position::from_fen(fen).expect_err(flaw);
        assert!(matches!(error, FenError::Illegal { .. }), "{flaw}: {error}");
        assert!(error.to_string().contains(fen), "{flaw}: {error}");
    }
}

#[test]
fn unusual_positions_are_accepted() {
    for (reason, fen) in [
        (
            "nine queens and eight pawns",
            "4k3/8/8/8/QQQQQQQQ/Q7/PPPPPPPP/4K3 b - - 0 1",
        ),
        (
            "check by three pieces",
            "4k3/8/3N1N2/8/8/8/8/K3R3 b - - 0 1",
        ),
        (
            "an en-passant square nothing can use",
            "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
        ),
        ("checkmate", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"),
        ("stalemate", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"),
        (
            "clock beyond the rule",
            "4k3/8/8/8/8/8/8/4K2R w - - 140 200",
        ),
    ] {
        Position::from_fen(fen).unwrap_or_else(|error| panic!("{reason}: {error}"));
    }
}

#[test]
fn four_and_five_fields_are_enough() {
    let full = position("4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1");
    let four = position("4k3/8/8/3pP3/8/8/8/4K2R w K d6");
    let five = position("4k3/8/8/3pP3/8/8/8/4K2R w K d6 0");
    assert_eq!(four.fen(), full.fen());
    assert_eq!(five.fen(), full.fen());
    assert_eq!(position("4k3/8/8/8/8/8/8/4K2R w K - 7").halfmoves(), 7);
}

#[test]
fn a_fen_that_was_written_reads_back() {
    for case in perft_cases() {
        for m in case.position.legal_moves() {
            let pos = case.position.play(m);
            let again = position(&pos.fen());
            assert_eq!(again.fen(), pos.fen());
            assert_eq!(again.chess(), pos.chess());
            assert_eq!(again.key(), pos.key());
            assert_eq!(again.pawn_key(), pos.pawn_key());
            assert_eq!(again.checkers(), pos.checkers());
        }
    }
}

/// Passing changes the turn, the en-passant square and the clocks, and nothing else.
fn assert_passes(pos: &Position) {
    let passed = pos.play_null();
    let swapped = pos.chess().clone().swap_turn();
    let expected = Position::from_chess(swapped.expect("no check"));
    let fen = pos.fen();
    assert_eq!(passed.chess(), expected.chess(), "{fen}");
    assert_eq!(passed.key(), expected.key(), "{fen}");
    assert_eq!(passed.pawn_key(), expected.pawn_key(), "{fen}");
    assert_eq!(passed.checkers(), expected.checkers(), "{fen}");
    assert_eq!(passed.halfmoves(), pos.halfmoves() + 1, "{fen}");
    assert_eq!(passed.reversible_plies(), 0, "{fen}");
    assert_eq!(passed.legal_moves(), expected.legal_moves(), "{fen}");
    let rights = |pos: &Position| pos.chess().castles().castling_rights();
    assert_eq!(rights(&passed), rights(pos), "{fen}");
}

#[test]
fn passing_equals_swapping_the_turn() {
    for fen in [
        "8/8/4k3/8/8/3K4/8/8 w - - 12 40",
        "8/8/4k3/8/8/3K4/3P4/8 w - - 0 40",
        "8/3p4/4k3/8/8/3K4/8/8 b - - 0 40",
        "4k3/8/8/8/8/8/8/4K2R w K - 5 40",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 40",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 5 40",
        "r3k2r/7p/8/8/8/8/P7/R3K2R b KQkq - 5 40",
        "4k3/8/8/8/8/8/8/R3K2R w K - 5 40",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
        "4k3/8/8/8/8/8/8/3QKBN1 w - - 99 90",
        "4k3/8/3b4/8/8/8/8/4K3 b - - 99 90",
    ] {
        assert_passes(&position(fen));
    }
    let mut passed = 0;
    for case in perft_cases() {
        for m in case.position.legal_moves() {
            let pos = case.position.play(m);
            if !pos.in_check() {
                assert_passes(&pos);
                passed += 1;
            }
        }
    }
    assert!(passed > 500, "only {passed} positions");
}

#[test]
fn passing_works_with_more_pieces_than_a_game_can_have() {
    let pos = position("4k2r/pppppppp/pppppppp/8/8/8/8/4K3 b k - 0 1");
    let passed = pos.play_null();
    assert_eq!(passed.turn(), shakmaty::Color::White);
    assert_eq!(passed.play_null().key(), pos.key());
}

#[test]
fn fifty_moves_are_a_draw_unless_the_last_one_mates() {
    let draw = |fen: &str| position(fen).is_fifty_move_draw();
    assert!(!draw("4k3/8/8/8/8/8/8/4K2R w - - 99 90"));
    assert!(draw("4k3/8/8/8/8/8/8/4K2R w - - 100 90"));
    assert!(draw("4k3/8/8/8/8/8/8/4K2R w - - 140 90"));
    // Check on the hundredth ply, with an escape and without one.
    assert!(draw("4k3/8/8/8/8/8/8/K3R3 b - - 100 90"));
    assert!(!draw("R3k3/8/4K3/8/8/8/8/8 b - - 100 90"));
    assert!(!draw("R3k3/8/4K3/8/8/8/8/8 b - - 99 90"));
    // Stalemate is a draw by either rule.
    assert!(draw("7k/5K2/6Q1/8/8/8/8/8 b - - 100 90"));

    let before = position("4k3/8/4K3/8/8/8/8/R7 w - - 99 90");
    let mate = before.play(before.read_uci("a1a8").expect("legal"));
    assert_eq!(mate.halfmoves(), 100);
    assert!(!mate.is_fifty_move_draw());
    let quiet = before.play(before.read_uci("a1b1").expect("legal"));
    assert!(quiet.is_fifty_move_draw());
}

#[test]
fn insufficient_material() {
    for (fen, expected) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true),
        ("4kb2/8/8/8/8/8/8/4K3 b - - 0 1", true),
        // Bishops of one square colour, however many, cannot mate.
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true),
        ("4k3/8/8/8/8/4B3/8/2B1K3 w - - 0 1", true),
        // A helpmate exists in each of these.
        ("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", false),
        ("4k1n1/8/8/8/8/8/8/4K1N1 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", false),
        ("4kn2/8/8/8/8/8/8/4KB2 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/4KBN1 w - - 0 1", false),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", false),
    ] {
        assert_eq!(position(fen).is_insufficient_material(), expected, "{fen}");
    }
}
