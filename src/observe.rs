//! Observers of the search: told what happens, unable to change it.
//!
//! The search is generic over its [`Observer`]. The [`Silent`] one has only empty methods, so the
//! compiler removes them and their arguments; production runs with it. Others count.

use std::fmt;

/// What the search reports, as it happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A node of the main search was entered.
    Node,
    /// A node of quiescence was entered.
    QuiescenceNode,
    /// The transposition table ended a node.
    HashCutoff,
    /// The static null-move shortcut ended a node.
    StaticNullMove,
    /// A null-move probe began.
    NullMoveTried,
    /// A null-move probe failed high.
    NullMoveCutoff,
    /// A structurally eligible node did not try the null move.
    NullMoveSkipped,
    /// Late-move pruning skipped the rest of the quiet moves.
    LateMovePruned,
    /// Extended futility pruning skipped a move.
    FutilityPruned,
    /// History pruning skipped a move.
    HistoryPruned,
    /// Static exchange evaluation skipped a move.
    SeePruned,
    /// A move was searched at reduced depth first.
    Reduced,
    /// A reduced move raised alpha and was searched again.
    ReducedAgain,
    /// A node failed high.
    FailHigh,
    /// A node failed high with its first move.
    FailHighFirst,
    /// A move was extended because it gives check.
    CheckExtension,
    /// A move was extended because it is singular.
    SingularExtension,
    /// More than one move would fail high: the node ended without searching them in full.
    MultiCut,
}

impl Event {
    /// Every event, in order.
    pub const ALL: [Self; 18] = [
        Self::Node,
        Self::QuiescenceNode,
        Self::HashCutoff,
        Self::StaticNullMove,
        Self::NullMoveTried,
        Self::NullMoveCutoff,
        Self::NullMoveSkipped,
        Self::LateMovePruned,
        Self::FutilityPruned,
        Self::HistoryPruned,
        Self::SeePruned,
        Self::Reduced,
        Self::ReducedAgain,
        Self::FailHigh,
        Self::FailHighFirst,
        Self::CheckExtension,
        Self::SingularExtension,
        Self::MultiCut,
    ];

    /// Name in result files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Node => "main_nodes",
            Self::QuiescenceNode => "quiescence_nodes",
            Self::HashCutoff => "hash_cutoffs",
            Self::StaticNullMove => "static_null_moves",
            Self::NullMoveTried => "null_moves_tried",
            Self::NullMoveCutoff => "null_move_cutoffs",
            Self::NullMoveSkipped => "null_moves_skipped",
            Self::LateMovePruned => "late_move_prunes",
            Self::FutilityPruned => "futility_prunes",
            Self::HistoryPruned => "history_prunes",
            Self::SeePruned => "see_prunes",
            Self::Reduced => "reductions",
            Self::ReducedAgain => "re_searches",
            Self::FailHigh => "fail_highs",
            Self::FailHighFirst => "fail_highs_first_move",
            Self::CheckExtension => "check_extensions",
            Self::SingularExtension => "singular_extensions",
            Self::MultiCut => "multi_cuts",
        }
    }
}

/// Something that is told what the search does.
pub trait Observer {
    /// Is told an event.
    fn event(&mut self, event: Event);
}

/// The observer of production: it compiles to nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Observer for Silent {
    #[inline(always)]
    fn event(&mut self, _: Event) {}
}

/// Counts every event.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counters([u64; Event::ALL.len()]);

impl Counters {
    /// How often an event happened.
    #[must_use]
    pub fn get(&self, event: Event) -> u64 {
        self.0[event as usize]
    }

    /// All nodes, of the main search and of quiescence.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.get(Event::Node) + self.get(Event::QuiescenceNode)
    }

    /// Names and counts, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        Event::ALL
            .iter()
            .map(|&event| (event.name(), self.get(event)))
    }

    /// Adds another's counts to these.
    pub fn add(&mut self, other: &Self) {
        for (sum, count) in self.0.iter_mut().zip(other.0) {
            *sum += count;
        }
    }
}

impl Observer for Counters {
    #[inline]
    fn event(&mut self, event: Event) {
        self.0[event as usize] += 1;
    }
}

impl fmt::Display for Counters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, count) in self.iter() {
            writeln!(f, "{name:<24}{count:>14}")?;
        }
        Ok(())
    }
}
