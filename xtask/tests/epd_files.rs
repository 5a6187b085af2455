//! The reader on files as they circulate. The fixtures hold LF line ends; other encodings are made
//! from them here, so that no editor or version control can spoil them.

use std::path::Path;
use xtask::epd::{Reading, Severity, read_bytes};

const WILD: &str = include_str!("fixtures/wild.epd");
const UNREADABLE: &str = include_str!("fixtures/unreadable.epd");
const SCRIPT: &str = include_str!("fixtures/script.txt");

/// Fixtures are checked out with other line ends on some systems.
fn with_line_ends(text: &str, end: &str) -> String {
    text.lines().flat_map(|line| [line, end]).collect()
}

fn read(text: &str) -> Reading {
    read_bytes(
        Path::new("dir/file.epd"),
        with_line_ends(text, "\n").as_bytes(),
    )
}

fn written(reading: &Reading) -> Vec<String> {
    reading.records.iter().map(ToString::to_string).collect()
}

#[test]
fn everything_wild_is_read() {
    let reading = read(WILD);
    assert_eq!(
        reading.errors().collect::<Vec<_>>(),
        [] as [&xtask::epd::Problem; 0]
    );
    let board = "4k3/8/8/8/8/8/8/R3K2R w KQ -";
    assert_eq!(
        written(&reading),
        [
            format!("{board} 0 1 bm O-O; id \"standard\";"),
            format!("{board} 3 7 bm O-O-O; id \"'six fields'\";"),
            format!("{board} 3 1 bm O-O; id \"five fields\";"),
            format!("{board} 0 1 bm Ra8+ Rh8+; id \"unquoted\";"),
            format!("{board} 0 1 bm Rh8+; id \"no semicolon\";"),
            format!(
                "{board} 0 1 am Ra7 Rh7; c0 \"comment; with semicolon\"; \
                 c1 \"bare words id here\"; id \"avoid\";"
            ),
            format!("{board} 12 40 acd 9; ce 500; id \"clocks\"; pv Ra8 Kd7 Ra7;"),
            format!("{board} 0 1 bm Ra8+ Rh8+; id \"twice\";"),
            format!("{board} 0 1 id \"file.009\";"),
            format!("{board} 0 1 bm O-O O-O-O; id \"quoted moves\";"),
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 \
             bm Nf3; id \"useless en passant\";"
                .to_owned(),
            "6k1/8/8/8/8/8/8/R3K2R w KQ - 0 1 bm O-O; id \"castling rights from nowhere\";"
                .to_owned(),
            format!("{board} 0 1 bm O-O; id \"standard#2\";"),
            format!("{board} 0 1 bm O-O; id \"open quote\";"),
        ]
    );
    let warned: Vec<_> = reading
        .problems
        .iter()
        .map(|problem| problem.line)
        .collect();
    assert_eq!(warned, [17, 18, 19], "{:#?}", reading.problems);
    assert!(
        reading
            .problems
            .iter()
            .all(|problem| problem.severity == Severity::Warning)
    );
}

#[test]
fn every_encoding_reads_the_same() {
    let expected = written(&read(WILD));
    let crlf = with_line_ends(WILD, "\r\n");
    let mut utf16 = vec![0xFF, 0xFE];
    utf16.extend(crlf.encode_utf16().flat_map(u16::to_le_bytes));
    let variants = [
        with_line_ends(WILD, "\r").into_bytes(),
        [b"\xEF\xBB\xBF", crlf.as_bytes()].concat(),
        [crlf.as_bytes(), b"\x1A"].concat(),
        [b"# caf\xE9\n", WILD.as_bytes()].concat(),
        crlf.trim_end().as_bytes().to_vec(),
        utf16,
    ];
    for (index, bytes) in variants.iter().enumerate() {
        let reading = read_bytes(Path::new("dir/file.epd"), bytes);
        assert_eq!(written(&reading), expected, "variant {index}");
    }
}

#[test]
fn everything_unreadable_is_reported() {
    let reading = read(UNREADABLE);
    let ids: Vec<_> = reading.records.iter().map(|record| &*record.id).collect();
    assert_eq!(ids, ["good.1", "good.2"]);
    let reported: Vec<_> = reading.errors().map(ToString::to_string).collect();
    for (line, found) in [
        (2, "bm \"Nf3\": no legal move"),
        (3, "bm \"Qh5\""),
        (4, "ambiguous: could be Rad1 or Rhd1"),
        (5, "bm without a move"),
        (6, "8/8/8/8/8/8/8/R3K2R"),
        (7, "KQ"),
        (8, "4k3/8/8/8/8/8/8 w"),
        (9, "4k3/9/8"),
        (10, "O-O both as bm and as am"),
        (11, "Event"),
        (12, "bm O-O; id"),
        (15, "4k3/4R3"),
        (16, "4k3/8/8/8/8/8/8/R3K2R w KQ"),
        (18, "4k3/8/8/8/QQQQQQQQ/QQ6"),
    ] {
        let place = format!("dir/file.epd:{line}: error: found ");
        assert!(
            reported
                .iter()
                .any(|text| text.starts_with(&place) && text.contains(found)),
            "line {line}: expected {found:?} in {reported:#?}"
        );
    }
    assert_eq!(reported.len(), 14, "{reported:#?}");
    assert!(reported.iter().all(|text| text.contains("; expected ")));
}

#[test]
fn scripts_are_read() {
    let reading = read(SCRIPT);
    assert_eq!(reading.problems, []);
    let board = "4k3/8/8/8/8/8/8/R3K2R";
    assert_eq!(
        written(&reading),
        [
            format!("{board} w KQ - 0 1 bm O-O Ra8+; id \"S.001\";"),
            format!("{board} b KQ - 0 1 am Ke7; id \"S 002\";"),
            format!("{board} w KQ - 0 1 bm Rh8+; id \"S.003\";"),
            format!("{board} w KQ - 0 1 bm O-O-O; id \"file.004\";"),
            format!("{board} w KQ - 0 1 bm Kd2; id \"file.005\";"),
        ]
    );
}

#[test]
fn no_input_is_no_record() {
    for text in ["", "\n\n", "# only a comment", "\u{feff}"] {
        let reading = read(text);
        assert!(
            reading.records.is_empty() && reading.problems.is_empty(),
            "{text:?}"
        );
    }
}
