//! Test suites: the manifest that names them and the files that hold their positions.

pub mod audit;
mod import;
mod manifest;

pub use import::{carry_over, compare_ids, import, to_text};
pub use manifest::{Entry, MANIFEST_FILE, Manifest, SUITES_DIR, Tier, locate};
