//! Auditing the published moves of a suite with an engine that is not ours.
//!
//! What the engine says is measured once a record and kept in a journal; the verdict follows from
//! the measurement by the rules of [`verdict`], so that a rule can be changed without searching
//! again.

mod journal;
mod measure;
mod verdict;

pub use journal::{Header, Journal};
pub use measure::{AuditJob, Measured, record_key};
pub use verdict::{
    AUDIT_OPCODE, DECISIVE, Findings, SOUND, UNIQUE_MARGIN, Verdict, findings, write_into,
};
