//! How hard each record of a suite is for the engine, under several settings: a table that
//! `suite measure` makes and `suite select` reads.

use anyhow::{Context, Result, bail};
use std::{collections::BTreeSet, fs, path::Path};

/// One search's outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Whether the record was solved.
    pub solved: bool,
    /// Nodes.
    pub nodes: u64,
}

/// A record's outcomes, the plain setting first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// The record's id.
    pub id: String,
    /// The record's [`crate::suite::audit::record_key`], cut to [`KEY_DIGITS`].
    pub key: String,
    /// One cell a column.
    pub cells: Vec<Cell>,
}

impl Difficulty {
    /// The outcome under the plain setting.
    pub fn plain(&self) -> Cell {
        self.cells[0]
    }

    /// How many outcomes are on the side of the minority: 0 for a record that is always or never
    /// solved, more for one that hangs in the balance.
    pub fn wavering(&self) -> usize {
        let solved = self.cells.iter().filter(|cell| cell.solved).count();
        solved.min(self.cells.len() - solved)
    }

    /// Most nodes of any column over the fewest, in thousandths.
    pub fn spread(&self) -> u64 {
        let nodes = self.cells.iter().map(|cell| cell.nodes);
        let (least, most) = (nodes.clone().min().unwrap_or(0), nodes.max().unwrap_or(0));
        most.saturating_mul(SPREAD_UNIT) / least.max(1)
    }
}

/// Hexadecimal digits of a record's key that the table keeps.
pub const KEY_DIGITS: usize = 12;
const SPREAD_UNIT: u64 = 1000;
const ID_COLUMN: &str = "id";
const KEY_COLUMN: &str = "key";

/// The whole table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DifficultyTable {
    /// Comment lines of the header, without the `#`.
    pub header: Vec<String>,
    /// Names of the settings, the plain one first.
    pub columns: Vec<String>,
    /// One row a record.
    pub rows: Vec<Difficulty>,
}

impl DifficultyTable {
    /// Reads a table.
    ///
    /// # Errors
    /// When it cannot be read or is malformed.
    pub fn load(path: &Path) -> Result<Self> {
        let text =
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        Self::parse(&text).with_context(|| format!("in {}", path.display()))
    }

    /// Parses a table's text.
    ///
    /// # Errors
    /// When it is malformed; the message names the line.
    pub fn parse(text: &str) -> Result<Self> {
        let mut table = DifficultyTable {
            header: vec![],
            columns: vec![],
            rows: vec![],
        };
        let mut ids = BTreeSet::new();
        for (index, line) in text.lines().enumerate() {
            let add = |table: &mut Self| -> Result<()> {
                if let Some(comment) = line.strip_prefix('#') {
                    table.header.push(comment.trim().to_owned());
                } else if table.columns.is_empty() {
                    table.columns = parse_columns(line)?;
                } else {
                    table.rows.push(parse_row(line, table.columns.len())?);
                }
                Ok(())
            };
            add(&mut table).with_context(|| format!("line {}", index + 1))?;
        }
        for row in &table.rows {
            if !ids.insert(&row.id) {
                bail!("id {:?} is there twice", row.id);
            }
        }
        if table.rows.is_empty() {
            bail!("there is no record in it");
        }
        Ok(table)
    }

    /// The table's text.
    pub fn to_text(&self) -> String {
        let mut lines: Vec<String> = self.header.iter().map(|line| format!("# {line}")).collect();
        let heads = [ID_COLUMN, KEY_COLUMN].into_iter().map(str::to_owned);
        lines.push(
            heads
                .chain(self.columns.iter().cloned())
                .collect::<Vec<_>>()
                .join("\t"),
        );
        lines.extend(self.rows.iter().map(|row| {
            let cells = row.cells.iter().map(|cell| {
                let sign = if cell.solved { '+' } else { '-' };
                format!("{sign}{}", cell.nodes)
            });
            let heads = [row.id.clone(), row.key.clone()];
            heads
                .into_iter()
                .chain(cells)
                .collect::<Vec<_>>()
                .join("\t")
        }));
        lines.join("\n") + "\n"
    }
}

fn parse_columns(line: &str) -> Result<Vec<String>> {
    match *line.split('\t').collect::<Vec<_>>() {
        [ID_COLUMN, KEY_COLUMN, ref columns @ ..] if !columns.is_empty() => {
            Ok(columns.iter().map(|&name| name.to_owned()).collect())
        }
        _ => bail!("found {line:?}, expected id, key and names of columns"),
    }
}

fn parse_row(line: &str, columns: usize) -> Result<Difficulty> {
    let mut fields = line.split('\t');
    let (Some(id), Some(key)) = (fields.next(), fields.next()) else {
        bail!("found {line:?}, expected id, key and {columns} outcomes");
    };
    let cells = fields.map(parse_cell).collect::<Result<Vec<_>>>()?;
    if cells.len() != columns {
        bail!("found {} outcomes, expected {columns}", cells.len());
    }
    Ok(Difficulty {
        id: id.to_owned(),
        key: key.to_owned(),
        cells,
    })
}

fn parse_cell(text: &str) -> Result<Cell> {
    let solved = match text.chars().next() {
        Some('+') => true,
        Some('-') => false,
        _ => bail!("found {text:?}, expected +NODES (solved) or -NODES (not solved)"),
    };
    let nodes = text[1..].parse().with_context(|| format!("in {text:?}"))?;
    Ok(Cell { solved, nodes })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# made by hand\nid\tkey\tplain\thash\na b\tk1\t+100\t-400\nc\tk2\t-7\t-7\n";

    #[test]
    fn a_table_round_trips() {
        let table = DifficultyTable::parse(TEXT).expect("a table");
        assert_eq!(table.to_text(), TEXT);
        assert_eq!(table.columns, ["plain", "hash"]);
        let wavering: Vec<_> = table.rows.iter().map(Difficulty::wavering).collect();
        assert_eq!(wavering, [1, 0]);
        let spread: Vec<_> = table.rows.iter().map(Difficulty::spread).collect();
        assert_eq!(spread, [4000, 1000]);
    }

    #[test]
    fn malformed_tables_name_the_line() {
        for (from, to, said) in [
            ("+100", "100", "line 3"),
            ("+100", "+1e2", "line 3"),
            ("\t-400", "", "expected 2"),
            ("id\tkey", "id", "line 2"),
            ("c\tk2", "a b\tk2", "twice"),
        ] {
            let error = DifficultyTable::parse(&TEXT.replace(from, to)).expect_err(to);
            assert!(format!("{error:#}").contains(said), "{to}: {error:#}");
        }
        assert!(DifficultyTable::parse("# nothing\n").is_err());
    }
}
