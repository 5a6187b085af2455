//! Test suites: the manifest that names them and the files that hold their positions.

mod manifest;

pub use manifest::{Entry, MANIFEST_FILE, Manifest, SUITES_DIR, Tier};
