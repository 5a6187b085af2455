//! Making a suite in normal form from a table or from EPD of any kind.

use crate::epd::{Operation, Reading, Record, read_bytes};
use std::{borrow::Cow, cmp::Ordering, path::Path};

/// Least number of digits of a numbered id.
const ID_DIGITS: usize = 3;
/// Opcodes of the project's own, which an import never takes from outside, start with this.
const OWN_OPCODE: char = 'x';

/// Reads a table (`number TAB position TAB moves`, `#` lines are comments) or EPD, and sorts the
/// records by id.
///
/// In a table the id is the prefix, a point and the number; so are ids in EPD when a prefix is
/// given, the number then being the record's ordinal.
pub fn import(path: &Path, bytes: &[u8], prefix: Option<&str>) -> Reading {
    let table = table_as_epd(path, bytes, prefix);
    let mut reading = read_bytes(path, table.as_deref().unwrap_or(bytes));
    if let (None, Some(prefix)) = (&table, prefix) {
        for (index, record) in reading.records.iter_mut().enumerate() {
            record.id = numbered(prefix, index + 1);
        }
    }
    reading.records.sort_by(|a, b| compare_ids(&a.id, &b.id));
    reading
}

fn numbered(prefix: &str, number: usize) -> String {
    format!("{prefix}.{number:0ID_DIGITS$}")
}

/// The table's lines as EPD, line by line, so that messages still name the right one; `None` when
/// it is no table.
fn table_as_epd(path: &Path, bytes: &[u8], prefix: Option<&str>) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(bytes).ok()?;
    let is_row = |line: &str| !line.starts_with('#') && !line.trim().is_empty();
    if !text.lines().find(|line| is_row(line))?.contains('\t') {
        return None;
    }
    let prefix = prefix.map_or_else(
        || {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            Cow::Owned(stem.to_uppercase())
        },
        Cow::Borrowed,
    );
    let epd: Vec<_> = text
        .lines()
        .map(
            |line| match *line.split('\t').map(str::trim).collect::<Vec<_>>() {
                [number, position, moves] if is_row(line) => {
                    let id = number
                        .parse()
                        .map_or_else(|_| format!("{prefix}.{number}"), |n| numbered(&prefix, n));
                    format!("{position} bm {moves}; id \"{id}\";")
                }
                // A comment, or a row without three columns, which the reader will complain about.
                _ => line.to_owned(),
            },
        )
        .collect();
    Some(epd.join("\n").into_bytes())
}

/// Orders ids as a reader would: runs of digits by their number, all else by its characters.
pub fn compare_ids(a: &str, b: &str) -> Ordering {
    let (mut x, mut y) = (a, b);
    loop {
        let (digits_x, digits_y) = (leading_digits(x), leading_digits(y));
        let ordering = if digits_x.is_empty() || digits_y.is_empty() {
            x.chars().next().cmp(&y.chars().next())
        } else {
            let (p, q) = (
                digits_x.trim_start_matches('0'),
                digits_y.trim_start_matches('0'),
            );
            p.len().cmp(&q.len()).then_with(|| p.cmp(q))
        };
        if ordering.is_ne() || x.is_empty() || y.is_empty() {
            // Equal but for leading zeros: still a total order.
            return ordering.then_with(|| a.cmp(b));
        }
        x = after_first(x, digits_x);
        y = after_first(y, digits_y);
    }
}

fn leading_digits(text: &str) -> &str {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    &text[..end]
}

fn after_first<'a>(text: &'a str, digits: &str) -> &'a str {
    let first = text.chars().next().map_or(0, char::len_utf8);
    &text[digits.len().max(first)..]
}

/// Copies what the project itself measured (opcodes that start with `x`) from `old` to the records
/// of the same id, position and moves.
pub fn carry_over(old: &[Record], new: &mut [Record]) {
    for record in new {
        record.operations.retain(|operation| !is_own(operation));
        let same = old.iter().find(|other| {
            other.id == record.id
                && other.position.fen() == record.position.fen()
                && other.best == record.best
                && other.avoid == record.avoid
        });
        let measured = same.into_iter().flat_map(|other| &other.operations);
        record
            .operations
            .extend(measured.filter(|operation| is_own(operation)).cloned());
    }
}

fn is_own(operation: &Operation) -> bool {
    operation.opcode.starts_with(OWN_OPCODE)
}

/// The text of a suite's file: one record a line, in normal form.
pub fn to_text(records: &[Record]) -> String {
    records.iter().map(|record| format!("{record}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    fn import_text(text: &str, prefix: Option<&str>) -> Reading {
        import(Path::new("dir/set.tsv"), text.as_bytes(), prefix)
    }

    #[test]
    fn a_table_is_sorted_and_numbered() {
        let table = format!("# no\tposition\tmoves\n10\t{START}\te4 d4\n2\t{START}\tNf3!\n");
        let reading = import_text(&table, Some("T"));
        assert_eq!(reading.problems, []);
        assert_eq!(
            to_text(&reading.records),
            format!("{START} 0 1 bm Nf3; id \"T.002\";\n{START} 0 1 bm e4 d4; id \"T.010\";\n")
        );
        assert_eq!(import_text(&table, None).records[0].id, "SET.002");
    }

    #[test]
    fn a_bad_row_is_reported_with_its_line() {
        let table = format!("1\t{START}\te4\n2\t{START}\n3\t{START}\te5\nx\n");
        let reading = import_text(&table, Some("T"));
        let lines: Vec<_> = reading.errors().map(|problem| problem.line).collect();
        assert_eq!(lines, [2, 3, 4]);
        assert_eq!(reading.records.len(), 1);
    }

    #[test]
    fn epd_keeps_its_ids_unless_a_prefix_is_given() {
        let epd = format!("{START} bm e4; id \"b\";\n{START} bm d4; id \"a\";\n");
        let ids = |prefix| {
            let reading = import_text(&epd, prefix);
            reading
                .records
                .into_iter()
                .map(|record| record.id)
                .collect::<Vec<_>>()
        };
        assert_eq!(ids(None), ["a", "b"]);
        assert_eq!(ids(Some("P")), ["P.001", "P.002"]);
    }

    #[test]
    fn ids_sort_by_number() {
        let sorted = [
            "", "a", "a.2", "a.02b", "a.3", "a.10", "a.10.1", "a.b", "é1", "é2",
        ];
        for (i, a) in sorted.iter().enumerate() {
            for (j, b) in sorted.iter().enumerate() {
                assert_eq!(compare_ids(a, b), i.cmp(&j), "{a:?} against {b:?}");
            }
        }
    }

    #[test]
    fn measured_fields_survive_a_second_import_of_the_same_record_only() {
        let read = |text: String| import_text(&text, None).records;
        let old = read(format!(
            "{START} bm e4; id a; xaudit sound;\n{START} bm d4; id b; xaudit sound;"
        ));
        let mut new = read(format!(
            "{START} bm e4; id a;\n{START} bm c4; id b; xaudit lie;"
        ));
        carry_over(&old, &mut new);
        assert_eq!(new[0].value("xaudit"), Some("sound"));
        assert_eq!(new[1].value("xaudit"), None);
    }
}
