//! Choosing the quick suites from the measured one.
//!
//! Only sound records are chosen, and only those that the engine searches quickly: the quick suites
//! run at every commit. First come the ringers, the records that hang in the balance. Of the rest,
//! those whose verdict is steady over all settings come first, in an order drawn with a fixed seed;
//! so the share of solved records in each suite does not melt away with the next small change.

use super::{
    audit::{AUDIT_OPCODE, SOUND, record_key},
    compare_ids,
    difficulty::{Difficulty, DifficultyTable, KEY_DIGITS},
    to_text,
};
use crate::{
    epd::{Operation, Record},
    rng::Rng,
};
use anyhow::{Context, Result, bail};
use std::{cmp::Reverse, collections::BTreeMap};

/// Seed of the drawn order.
pub const SEED: u64 = 879;
/// Most nodes that a selected record may take under the plain setting.
pub const NODE_CEILING: u64 = 500_000;
/// Records of the ringers' suite.
pub const RINGERS: usize = 11;
/// Records of each of the other two.
pub const QUICK: usize = 90;
/// Records of the confident suite that the engine solved when it was measured: two in three.
pub const CONFIDENT_SOLVED: usize = 60;
/// Records of the hard suite that the engine solved when it was measured: one in five.
pub const HARD_SOLVED: usize = 18;
/// Opcode that says why a record was chosen.
pub const CLASS_OPCODE: &str = "xclass";

/// A chosen suite.
#[derive(Clone, Debug)]
pub struct Selected {
    /// Its file's name, relative to the suites' directory.
    pub file: &'static str,
    /// What [`CLASS_OPCODE`] says.
    pub class: &'static str,
    /// The records by id.
    pub records: Vec<Record>,
}

impl Selected {
    /// The file's text.
    pub fn to_text(&self) -> String {
        to_text(&self.records)
    }
}

struct Candidate<'a> {
    record: &'a Record,
    difficulty: &'a Difficulty,
}

/// Chooses the three suites.
///
/// # Errors
/// When the table does not belong to the records, or there are too few to choose from.
pub fn select(records: &[Record], table: &DifficultyTable) -> Result<Vec<Selected>> {
    let candidates = candidates(records, table)?;
    let order = drawn_order(candidates.len());
    let mut by_wavering: Vec<usize> = order.clone();
    by_wavering.sort_by_key(|&index| {
        let difficulty = candidates[index].difficulty;
        Reverse((difficulty.wavering(), difficulty.spread()))
    });
    let ringers: Vec<usize> = by_wavering.into_iter().take(RINGERS).collect();

    let mut steady_first: Vec<usize> = order
        .into_iter()
        .filter(|index| !ringers.contains(index))
        .collect();
    steady_first.sort_by_key(|&index| candidates[index].difficulty.wavering());
    let (solved, unsolved): (Vec<usize>, Vec<usize>) = steady_first
        .into_iter()
        .partition(|&index| candidates[index].difficulty.plain().solved);
    let (mut solved, mut unsolved) = (solved.into_iter(), unsolved.into_iter());
    let mut draw = |solved_wanted: usize| -> Vec<usize> {
        let easy = solved.by_ref().take(solved_wanted);
        easy.chain(unsolved.by_ref().take(QUICK - solved_wanted))
            .collect()
    };
    let confident = draw(CONFIDENT_SOLVED);
    let hard = draw(HARD_SOLVED);

    [
        ("ecm_ringers.epd", "ringer", ringers, RINGERS),
        ("ecm_confident_quick.epd", "confident", confident, QUICK),
        ("ecm_hard_quick.epd", "hard", hard, QUICK),
    ]
    .into_iter()
    .map(|(file, class, chosen, wanted)| {
        if chosen.len() != wanted {
            bail!(
                "{file}: found {} records to choose, expected {wanted}",
                chosen.len()
            );
        }
        let mut records: Vec<Record> = chosen
            .iter()
            .map(|&index| reduced(candidates[index].record, class))
            .collect();
        records.sort_by(|a, b| compare_ids(&a.id, &b.id));
        Ok(Selected {
            file,
            class,
            records,
        })
    })
    .collect()
}

/// Sound and quick records with their difficulty, by id.
fn candidates<'a>(records: &'a [Record], table: &'a DifficultyTable) -> Result<Vec<Candidate<'a>>> {
    let by_id: BTreeMap<&str, &Difficulty> = table.rows.iter().map(|row| (&*row.id, row)).collect();
    let mut candidates = Vec::new();
    for record in records.iter().filter(|record| record.judge(None).is_some()) {
        let difficulty = by_id
            .get(&*record.id)
            .with_context(|| format!("the difficulty of {} was never measured", record.id))?;
        if difficulty.key != record_key(record)[..KEY_DIGITS] {
            bail!(
                "{} is not the record whose difficulty was measured",
                record.id
            );
        }
        let sound = record.value(AUDIT_OPCODE) == Some(SOUND);
        if sound && difficulty.plain().nodes <= NODE_CEILING {
            candidates.push(Candidate { record, difficulty });
        }
    }
    candidates.sort_by(|a, b| compare_ids(&a.record.id, &b.record.id));
    Ok(candidates)
}

fn drawn_order(count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    Rng::new(SEED).shuffle(&mut order);
    order
}

/// The record with what it asks, its verdict and its class; numbers of the audit stay where they
/// were measured.
fn reduced(record: &Record, class: &str) -> Record {
    let mut record = record.clone();
    record
        .operations
        .retain(|operation| operation.opcode == AUDIT_OPCODE);
    record.set(Operation::text(CLASS_OPCODE, class));
    record
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{epd::read_bytes, suite::difficulty::Cell};
    use std::{collections::BTreeSet, path::Path};

    const WAVERING: usize = 20;

    /// `count` records, of which every tenth is unsound; two in three are solved, the first
    /// [`WAVERING`] only half of the time.
    fn made_up(count: usize) -> (Vec<Record>, DifficultyTable) {
        let epd: String = (0..count)
            .map(|n| {
                let verdict = if n % 10 == 9 { "unsound" } else { "sound" };
                format!(
                    "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 {} bm Ke2; id \"m.{n:04}\"; \
                     xaudit \"{verdict}\"; xmargin 77;\n",
                    n + 1
                )
            })
            .collect();
        let records = read_bytes(Path::new("m.epd"), epd.as_bytes()).records;
        let rows = records.iter().enumerate().map(|(n, record)| {
            let cell = |flip| Cell {
                solved: (n % 3 != 0) ^ flip,
                nodes: 100,
            };
            Difficulty {
                id: record.id.clone(),
                key: record_key(record)[..KEY_DIGITS].to_owned(),
                cells: vec![
                    cell(false),
                    cell(n < WAVERING),
                    cell(false),
                    cell(n < WAVERING),
                ],
            }
        });
        let columns = ["plain", "a", "b", "c"].map(str::to_owned).to_vec();
        let table = DifficultyTable {
            header: vec![],
            columns,
            rows: rows.collect(),
        };
        (records, table)
    }

    fn ids(selected: &Selected) -> BTreeSet<&str> {
        selected.records.iter().map(|record| &*record.id).collect()
    }

    #[test]
    fn sizes_shares_and_soundness() {
        let (records, table) = made_up(500);
        let selected = select(&records, &table).expect("enough records");
        let counts: Vec<_> = selected.iter().map(|suite| ids(suite).len()).collect();
        assert_eq!(counts, [RINGERS, QUICK, QUICK]);
        let all: BTreeSet<_> = selected.iter().flat_map(ids).collect();
        assert_eq!(all.len(), RINGERS + 2 * QUICK, "disjoint");
        let solved = |suite: &Selected| {
            let ids = ids(suite);
            table
                .rows
                .iter()
                .filter(|row| ids.contains(&*row.id) && row.plain().solved)
                .count()
        };
        assert_eq!(solved(&selected[1]), CONFIDENT_SOLVED);
        assert_eq!(solved(&selected[2]), HARD_SOLVED);
        for suite in &selected {
            for record in &suite.records {
                assert_eq!(record.value(AUDIT_OPCODE), Some(SOUND));
                assert_eq!(record.value("xmargin"), None);
                let number: usize = record.id[2..].parse().expect("a number");
                assert_eq!(number < WAVERING, suite.class == "ringer", "{}", record.id);
            }
        }
    }

    #[test]
    fn the_order_of_the_inputs_does_not_matter() {
        let texts = |records: &[Record], table: &DifficultyTable| -> Vec<String> {
            select(records, table)
                .expect("enough")
                .iter()
                .map(Selected::to_text)
                .collect()
        };
        let (mut records, mut table) = made_up(400);
        let expected = texts(&records, &table);
        records.reverse();
        table.rows.rotate_left(123);
        assert_eq!(texts(&records, &table), expected);
    }

    #[test]
    fn slow_records_are_left_out() {
        let (records, mut table) = made_up(500);
        for row in table.rows.iter_mut().take(100) {
            row.cells[0].nodes = NODE_CEILING + 1;
        }
        let selected = select(&records, &table).expect("enough records");
        let all: BTreeSet<_> = selected.iter().flat_map(ids).collect();
        assert!(table.rows[..100].iter().all(|row| !all.contains(&*row.id)));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let (records, table) = made_up(100);
        let error = select(&records, &table).expect_err("too few");
        assert!(error.to_string().contains("expected 90"), "{error}");

        let (records, mut table) = made_up(500);
        table.rows[7].key = "0".repeat(KEY_DIGITS);
        let error = select(&records, &table).expect_err("another record");
        assert!(error.to_string().contains("m.0007"), "{error}");

        table.rows.remove(7);
        let error = select(&records, &table).expect_err("not measured");
        assert!(error.to_string().contains("m.0007"), "{error}");
    }
}
