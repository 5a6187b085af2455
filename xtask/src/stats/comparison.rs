//! Two runs of a suite, row by row.

use super::{NodeChange, mcnemar_exact};
use crate::results::{Row, Totals};
use serde::Serialize;
use std::{cmp::Reverse, collections::BTreeMap};

/// How many movers a comparison keeps.
const MOVERS: usize = 10;

/// What differs between two runs over the same positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Sums of the old run.
    pub old: Totals,
    /// Sums of the new run.
    pub new: Totals,
    /// Change of nodes; `None` when no position has nodes in both runs.
    pub node_change: Option<NodeChange>,
    /// Positions that only the new run solved, by id, in suite order.
    pub gained: Vec<String>,
    /// Positions that only the old run solved.
    pub lost: Vec<String>,
    /// Two-sided exact p of gained against lost.
    pub mcnemar_p: f64,
    /// The positions that changed the total most, largest first; at most ten.
    pub movers: Vec<Mover>,
    /// Every position of both runs with a difference, in the order of the new run.
    pub changed: Vec<RowChange>,
    /// Positions that only the old run has.
    pub only_old: Vec<String>,
    /// Positions that only the new run has.
    pub only_new: Vec<String>,
    /// Whether the runs have the same positions in another order.
    pub reordered: bool,
}

/// A position whose nodes changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mover {
    /// The position.
    pub id: String,
    /// Nodes of the old run.
    pub old: u64,
    /// Nodes of the new run.
    pub new: u64,
}

/// A position with a difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RowChange {
    /// The position.
    pub id: String,
    /// What differs.
    pub fields: Vec<FieldChange>,
}

/// A field with a difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FieldChange {
    /// Name of the field.
    pub field: &'static str,
    /// Its value in the old run.
    pub old: String,
    /// Its value in the new run.
    pub new: String,
}

impl Comparison {
    /// Compares two runs. Rows are matched by id; when several have the same id, the first with the
    /// first, and so on.
    pub fn of(old: &[Row], new: &[Row]) -> Self {
        let matching = Matching::of(old, new);
        let pairs = &matching.pairs;
        let solved_by = |one: fn(&(&Row, &Row)) -> Option<bool>,
                         other: fn(&(&Row, &Row)) -> Option<bool>| {
            pairs
                .iter()
                .filter(|pair| one(pair) == Some(true) && other(pair) == Some(false))
                .map(|(_, new)| new.id.clone())
                .collect::<Vec<_>>()
        };
        let gained = solved_by(|pair| pair.1.solved, |pair| pair.0.solved);
        let lost = solved_by(|pair| pair.0.solved, |pair| pair.1.solved);
        Comparison {
            old: Totals::of(old),
            new: Totals::of(new),
            node_change: NodeChange::of(&matching.nodes()),
            mcnemar_p: mcnemar_exact(gained.len(), lost.len()),
            gained,
            lost,
            movers: movers(pairs),
            changed: pairs
                .iter()
                .filter_map(|(old, new)| row_change(old, new))
                .collect(),
            only_old: matching.only_old,
            only_new: matching.only_new,
            reordered: matching.reordered,
        }
    }

    /// Whether every position has an equal row in both runs, in the same order.
    pub fn is_same(&self) -> bool {
        self.changed.is_empty()
            && self.only_old.is_empty()
            && self.only_new.is_empty()
            && !self.reordered
    }
}

/// Nodes, old and new, of every position of both runs, in the order of the new one.
pub fn node_pairs(old: &[Row], new: &[Row]) -> Vec<(u64, u64)> {
    Matching::of(old, new).nodes()
}

/// The rows of two runs, side by side.
struct Matching<'a> {
    pairs: Vec<(&'a Row, &'a Row)>,
    only_old: Vec<String>,
    only_new: Vec<String>,
    reordered: bool,
}

impl<'a> Matching<'a> {
    fn of(old: &'a [Row], new: &'a [Row]) -> Self {
        let mut waiting: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, row) in old.iter().enumerate().rev() {
            waiting.entry(&row.id).or_default().push(index);
        }
        let mut taken = Vec::new();
        let mut pairs = Vec::new();
        let mut only_new = Vec::new();
        for row in new {
            match waiting.get_mut(&*row.id).and_then(Vec::pop) {
                Some(index) => {
                    taken.push(index);
                    pairs.push((&old[index], row));
                }
                None => only_new.push(row.id.clone()),
            }
        }
        let mut left: Vec<usize> = waiting.into_values().flatten().collect();
        left.sort_unstable();
        Matching {
            pairs,
            only_old: left.iter().map(|&index| old[index].id.clone()).collect(),
            only_new,
            reordered: !taken.is_sorted(),
        }
    }

    fn nodes(&self) -> Vec<(u64, u64)> {
        let pairs = self.pairs.iter();
        pairs.map(|(old, new)| (old.nodes, new.nodes)).collect()
    }
}

fn movers(pairs: &[(&Row, &Row)]) -> Vec<Mover> {
    let mut movers: Vec<Mover> = pairs
        .iter()
        .filter(|(old, new)| old.nodes != new.nodes)
        .map(|(old, new)| Mover {
            id: new.id.clone(),
            old: old.nodes,
            new: new.nodes,
        })
        .collect();
    movers.sort_by_key(|mover| Reverse(mover.old.abs_diff(mover.new)));
    movers.truncate(MOVERS);
    movers
}

/// The fields that a baseline pins: everything but the search's own counters, which come and go
/// with instrumentation.
fn row_change(old: &Row, new: &Row) -> Option<RowChange> {
    let fields = [
        ("best", text(old.best.as_ref()), text(new.best.as_ref())),
        ("solved", text(old.solved), text(new.solved)),
        ("score", old.score.clone(), new.score.clone()),
        ("depth", old.depth.to_string(), new.depth.to_string()),
        (
            "seldepth",
            old.seldepth.to_string(),
            new.seldepth.to_string(),
        ),
        ("nodes", old.nodes.to_string(), new.nodes.to_string()),
        (
            "nodes_to_solution",
            text(old.nodes_to_solution),
            text(new.nodes_to_solution),
        ),
        ("error", text(old.error.as_ref()), text(new.error.as_ref())),
    ];
    let fields: Vec<FieldChange> = fields
        .into_iter()
        .filter(|(_, old, new)| old != new)
        .map(|(field, old, new)| FieldChange { field, old, new })
        .collect();
    (!fields.is_empty()).then(|| RowChange {
        id: new.id.clone(),
        fields,
    })
}

fn text(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: &str, nodes: u64, solved: Option<bool>) -> Row {
        Row {
            id: id.to_owned(),
            best: Some("e4".to_owned()),
            solved,
            score: "cp 10".to_owned(),
            depth: 5,
            seldepth: 9,
            nodes,
            ..Row::default()
        }
    }

    #[test]
    fn equal_runs_are_the_same() {
        let rows = [row("a", 1, Some(true)), row("b", 2, None)];
        let comparison = Comparison::of(&rows, &rows);
        assert!(comparison.is_same());
        assert!(comparison.movers.is_empty());
        assert!((comparison.mcnemar_p - 1.0).abs() < 1e-12);
    }

    #[test]
    fn counters_are_not_compared_but_every_other_field_is() {
        let old = row("a", 1, None);
        let mut counted = old.clone();
        counted.counters.insert("lmr".to_owned(), 7);
        assert!(Comparison::of(std::slice::from_ref(&old), &[counted]).is_same());
        type Spoil = fn(&mut Row);
        let spoil: [(&str, Spoil); 8] = [
            ("best", |row| row.best = Some("d4".to_owned())),
            ("solved", |row| row.solved = Some(false)),
            ("score", |row| row.score = "cp 11".to_owned()),
            ("depth", |row| row.depth = 6),
            ("seldepth", |row| row.seldepth = 10),
            ("nodes", |row| row.nodes = 2),
            ("nodes_to_solution", |row| row.nodes_to_solution = Some(1)),
            ("error", |row| row.error = Some("panic".to_owned())),
        ];
        for (field, spoil) in spoil {
            let mut new = old.clone();
            spoil(&mut new);
            let comparison = Comparison::of(std::slice::from_ref(&old), &[new]);
            assert!(!comparison.is_same(), "{field}");
            assert_eq!(comparison.changed[0].fields.len(), 1, "{field}");
            assert_eq!(comparison.changed[0].fields[0].field, field);
        }
    }

    #[test]
    fn gained_lost_and_movers() {
        let old = [
            row("a", 100, Some(true)),
            row("b", 200, Some(false)),
            row("c", 300, Some(true)),
            row("d", 400, None),
        ];
        let new = [
            row("a", 100, Some(false)),
            row("b", 150, Some(true)),
            row("c", 900, Some(true)),
            row("d", 410, None),
        ];
        let comparison = Comparison::of(&old, &new);
        assert_eq!(comparison.gained, ["b"]);
        assert_eq!(comparison.lost, ["a"]);
        let movers: Vec<_> = comparison.movers.iter().map(|mover| &*mover.id).collect();
        assert_eq!(movers, ["c", "b", "d"]);
        assert_eq!((comparison.old.nodes, comparison.new.nodes), (1_000, 1_560));
    }

    #[test]
    fn at_most_ten_movers() {
        let old: Vec<Row> = (1..=15).map(|n| row(&n.to_string(), 100, None)).collect();
        let new: Vec<Row> = (1..=15)
            .map(|n| row(&n.to_string(), 100 + n, None))
            .collect();
        let comparison = Comparison::of(&old, &new);
        assert_eq!(comparison.movers.len(), 10);
        assert_eq!(comparison.movers[0].id, "15");
        assert_eq!(comparison.changed.len(), 15);
    }

    #[test]
    fn missing_added_doubled_and_moved_rows() {
        let old = [row("a", 1, None), row("b", 2, None), row("a", 3, None)];
        let new = [row("a", 1, None), row("a", 3, None), row("c", 4, None)];
        let comparison = Comparison::of(&old, &new);
        assert_eq!(comparison.only_old, ["b"]);
        assert_eq!(comparison.only_new, ["c"]);
        assert!(comparison.changed.is_empty() && !comparison.is_same());

        let swapped = [old[1].clone(), old[0].clone(), old[2].clone()];
        let comparison = Comparison::of(&old, &swapped);
        assert!(comparison.reordered && comparison.changed.is_empty());
        assert!(!comparison.is_same());
    }
}
