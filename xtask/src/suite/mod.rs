//! Test suites: the manifest that names them and the files that hold their positions.

pub mod audit;
mod difficulty;
mod import;
mod manifest;
mod perturbation;
mod select;

pub use difficulty::{Cell, Difficulty, DifficultyTable, KEY_DIGITS};
pub use import::{carry_over, compare_ids, import, to_text};
pub use manifest::{Entry, MANIFEST_FILE, Manifest, SUITES_DIR, Tier, locate};
pub use perturbation::{PERTURBATIONS_FILE, PLAIN, Perturbation, load_perturbations};
pub use select::{
    CLASS_OPCODE, CONFIDENT_SOLVED, HARD_SOLVED, NODE_CEILING, QUICK, RINGERS, SEED, Selected,
    select,
};
