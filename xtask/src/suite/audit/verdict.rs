//! From measurements to verdicts, and into the records.

use super::measure::Measured;
use crate::epd::{Operand, Operation, Record};
use anyhow::{Context, Result, bail};
use std::fmt;

/// Centipawns by which the published move must beat the best other move to be the only answer.
pub const UNIQUE_MARGIN: i64 = 50;
/// Centipawns from which a score is a won game: when both the published and another move reach it,
/// either will do.
pub const DECISIVE: i64 = 1000;
/// Centipawns that stand for a mate at once; a mate in n moves is n points less.
const MATE: i64 = 100_000;

/// Opcode of the verdict.
pub const AUDIT_OPCODE: &str = "xaudit";
/// The verdict of a record that may be selected.
pub const SOUND: &str = "sound";
const CHOICE_OPCODE: &str = "xchoice";
const SCORE_OPCODE: &str = "xscore";
const OTHER_OPCODE: &str = "xother";
const MARGIN_OPCODE: &str = "xmargin";
const SETTLED_OPCODE: &str = "xsettled";

/// Whether a record asks a good question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The published move is the engine's choice, clearly better than every other, and no other
    /// wins as well.
    Sound,
    /// Another move is about as good, or wins as well.
    NotUnique,
    /// Another move is clearly better.
    Unsound,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Sound => SOUND,
            Verdict::NotUnique => "not unique",
            Verdict::Unsound => "unsound",
        })
    }
}

/// What follows from a measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Findings {
    /// The verdict.
    pub verdict: Verdict,
    /// Published move over the best other, in centipawns; `None` when there is no other.
    pub margin: Option<i64>,
}

/// Judges a measurement.
///
/// # Errors
/// When a score in it is malformed.
pub fn findings(measured: &Measured) -> Result<Findings> {
    let published = centipawns(&measured.published_score)?;
    let Some(other) = &measured.other_score else {
        return Ok(Findings {
            verdict: Verdict::Sound,
            margin: None,
        });
    };
    let other = centipawns(other)?;
    let margin = published - other;
    let both_win = published >= DECISIVE && other >= DECISIVE;
    let verdict = if both_win {
        Verdict::NotUnique
    } else if margin <= -UNIQUE_MARGIN {
        Verdict::Unsound
    } else if margin < UNIQUE_MARGIN || !measured.chosen {
        Verdict::NotUnique
    } else {
        Verdict::Sound
    };
    Ok(Findings {
        verdict,
        margin: Some(margin),
    })
}

/// A score on one scale: mates lie beyond every evaluation, the nearer the further.
fn centipawns(score: &str) -> Result<i64> {
    let (kind, value) = score
        .split_once(' ')
        .with_context(|| format!("found score {score:?}, expected cp N"))?;
    let value: i64 = value
        .parse()
        .with_context(|| format!("in score {score:?}"))?;
    match kind {
        "cp" => Ok(value),
        "mate" if value > 0 => Ok(MATE - value),
        "mate" => Ok(-MATE - value),
        _ => bail!("found score {score:?}, expected cp N or mate N"),
    }
}

/// Writes the verdict and the measurement into the record, in the place of older ones.
///
/// # Errors
/// As [`findings`].
pub fn write_into(record: &mut Record, measured: &Measured) -> Result<Verdict> {
    let Findings { verdict, margin } = findings(measured)?;
    record.set(Operation::text(AUDIT_OPCODE, &verdict.to_string()));
    record.set(word(CHOICE_OPCODE, &measured.choice));
    record.set(Operation::text(SCORE_OPCODE, &measured.published_score));
    for opcode in [OTHER_OPCODE, MARGIN_OPCODE, SETTLED_OPCODE] {
        record.remove(opcode);
    }
    if let (Some(other), Some(margin)) = (&measured.other_score, margin) {
        record.set(Operation::text(OTHER_OPCODE, other));
        record.set(word(MARGIN_OPCODE, &margin.to_string()));
    }
    if let Some(nodes) = measured.settled {
        record.set(word(SETTLED_OPCODE, &nodes.to_string()));
    }
    Ok(verdict)
}

fn word(opcode: &str, text: &str) -> Operation {
    Operation {
        opcode: opcode.to_owned(),
        operands: vec![Operand::Word(text.to_owned())],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(chosen: bool, published: &str, other: Option<&str>) -> Verdict {
        let measured = Measured {
            id: String::new(),
            key: String::new(),
            choice: "e4".to_owned(),
            chosen,
            published_score: published.to_owned(),
            other_score: other.map(str::to_owned),
            settled: None,
            nodes: 0,
        };
        findings(&measured).expect("scores").verdict
    }

    #[test]
    fn thresholds() {
        use Verdict::{NotUnique, Sound, Unsound};
        for (chosen, published, other, verdict) in [
            (true, "cp 50", Some("cp 0"), Sound),
            (true, "cp 49", Some("cp 0"), NotUnique),
            (false, "cp 50", Some("cp 0"), NotUnique),
            (false, "cp -49", Some("cp 0"), NotUnique),
            (false, "cp -50", Some("cp 0"), Unsound),
            (true, "cp 1500", Some("cp 999"), Sound),
            (true, "cp 1500", Some("cp 1000"), NotUnique),
            (false, "cp 1000", Some("mate 3"), NotUnique),
            (false, "cp 999", Some("mate 3"), Unsound),
            (true, "mate 3", Some("cp 900"), Sound),
            (true, "mate 3", Some("mate 9"), NotUnique),
            (true, "cp 0", Some("mate -9"), Sound),
            (true, "mate -9", Some("mate -1"), NotUnique),
            (true, "cp -300", None, Sound),
        ] {
            assert_eq!(
                judge(chosen, published, other),
                verdict,
                "{published} {other:?}"
            );
        }
    }

    #[test]
    fn malformed_scores_are_no_verdict() {
        for score in ["", "cp", "cp x", "wdl 3", "mate"] {
            assert!(centipawns(score).is_err(), "{score}");
        }
    }
}
