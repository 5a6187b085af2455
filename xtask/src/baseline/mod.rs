//! Baselines: what the counts of the suites were when someone last said, with a reason, that they
//! are meant to be so.
//!
//! `baselines/<suite>.snap` has a line a position, `head_reference.json` the totals and
//! fingerprints, `history.jsonl` a line a blessing. The reference holds the hash of every snapshot,
//! the last line of the history that of the reference: a file changed by other means than a
//! blessing, or a blessing killed half way, is seen.

mod bless;
mod history;
mod publish;
mod reference;
pub mod snapshot;
mod store;
mod text;

pub use bless::pin;
pub use bless::{Blessing, bless};
pub use history::{Entry as HistoryEntry, History};
pub use reference::{Reference, SuiteReference};
pub use store::{BLESS_COMMAND, Fault, Stored};
pub use text::{Pinned, limit_text};

/// Directory of the baselines, relative to the root of the tree.
pub const BASELINES_DIR: &str = "baselines";
/// The reference, relative to [`BASELINES_DIR`].
pub const REFERENCE_FILE: &str = "head_reference.json";
/// The history, relative to [`BASELINES_DIR`].
pub const HISTORY_FILE: &str = "history.jsonl";
/// The suite whose nodes are the engine's signature.
pub const BENCH_SUITE: &str = "bench";
