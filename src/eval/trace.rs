//! The evaluation, term by term.

use std::fmt;

use shakmaty::Color;

use super::score::{FULL_PHASE, FULL_SCALE, S};

/// Declares the terms with their titles.
macro_rules! terms {
    ($($(#[$doc:meta])+ $name:ident = $title:literal,)+) => {
        /// A term of the evaluation, as the table of [`Trace`] groups them.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Term { $($(#[$doc])+ $name,)+ }

        impl Term {
            /// All terms in the order of the table.
            pub const ALL: &[Term] = &[$(Term::$name,)+];

            /// The title of the term.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self { $(Term::$name => $title,)+ }
            }
        }
    };
}

terms! {
    /// Material values.
    Material = "material",
    /// Piece-square values.
    Placement = "piece-square",
    /// Pawn structure.
    Pawns = "pawn structure",
    /// Passed pawns.
    Passed = "passed pawns",
    /// Mobility of the pieces.
    Mobility = "mobility",
    /// Terms of single pieces: outposts, files, pairs and the like.
    Pieces = "pieces",
    /// Shelter and storm.
    Shelter = "king shelter",
    /// Danger to the king.
    Danger = "king danger",
    /// Threats.
    Threats = "threats",
    /// Space.
    Space = "space",
    /// Driving a bare king to the edge.
    MopUp = "mop-up",
}

const TERMS: usize = Term::ALL.len();

/// Hears of every term while a position is evaluated.
pub(super) trait Tracer {
    /// Whether anybody listens; the silent tracer's calls compile to nothing.
    const ACTIVE: bool;

    /// A term's share for one colour, from that colour's view. Shares of a term add up.
    fn add(&mut self, term: Term, color: Color, score: S);
}

/// The tracer of normal play.
pub(super) struct Silent;

impl Tracer for Silent {
    const ACTIVE: bool = false;

    #[inline(always)]
    fn add(&mut self, _: Term, _: Color, _: S) {}
}

/// What [`super::assess`] found besides the terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Summary {
    /// Game phase, 0 to [`FULL_PHASE`].
    pub(super) phase: i32,
    /// Scale of the endgame half, 0 to [`FULL_SCALE`].
    pub(super) scale: i32,
    /// Bonus for the move, from White's view.
    pub(super) tempo: i32,
    /// The evaluation in centipawns, from White's view.
    pub(super) score: i32,
}

/// A position's evaluation, term by term. Its `Display` is a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    terms: [[S; 2]; TERMS],
    summary: Summary,
    turn: Color,
}

impl Tracer for Trace {
    const ACTIVE: bool = true;

    fn add(&mut self, term: Term, color: Color, score: S) {
        self.terms[term as usize][color as usize] += score;
    }
}

impl Trace {
    pub(super) fn new(turn: Color) -> Self {
        Trace {
            terms: [[S::ZERO; 2]; TERMS],
            summary: Summary {
                phase: 0,
                scale: FULL_SCALE,
                tempo: 0,
                score: 0,
            },
            turn,
        }
    }

    pub(super) fn finish(&mut self, summary: Summary) {
        self.summary = summary;
    }

    /// A term's score for one colour, from that colour's view.
    #[must_use]
    pub fn term(&self, term: Term, color: Color) -> S {
        self.terms[term as usize][color as usize]
    }

    /// All terms together, from White's view.
    #[must_use]
    pub fn total(&self) -> S {
        Term::ALL.iter().fold(S::ZERO, |sum, &term| {
            sum + self.term(term, Color::White) - self.term(term, Color::Black)
        })
    }

    /// The evaluation in centipawns, from the view of the side to move: what
    /// [`super::Evaluator::evaluate`] returns.
    #[must_use]
    pub fn score(&self) -> i32 {
        self.turn.fold_wb(self.summary.score, -self.summary.score)
    }

    /// The evaluation put together again from the terms of the table, in centipawns from the
    /// view of the side to move.
    #[must_use]
    pub fn score_of_terms(&self) -> i32 {
        let Summary {
            phase,
            scale,
            tempo,
            ..
        } = self.summary;
        let score = self.total().taper(phase, scale) + tempo;
        self.turn.fold_wb(score, -score)
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<16}|{:^15}|{:^15}|{:^15}",
            "term (cp)", "white", "black", "total"
        )?;
        let heads = format!("{:>6} {:>6}  ", "mg", "eg");
        writeln!(f, "{:<16}|{heads}|{heads}|{heads}", "")?;
        let line = format!("{0:-<16}+{0:-<15}+{0:-<15}+{0:-<15}", "");
        writeln!(f, "{line}")?;
        for &term in Term::ALL {
            let white = self.term(term, Color::White);
            let black = self.term(term, Color::Black);
            write!(f, "{:<16}", term.title())?;
            for score in [white, black, white - black] {
                write!(f, "|{:>6} {:>6}  ", score.mg(), score.eg())?;
            }
            writeln!(f)?;
        }
        writeln!(f, "{line}")?;
        let total = self.total();
        writeln!(
            f,
            "{:<16}|{:15}|{:15}|{:>6} {:>6}  ",
            "all terms",
            "",
            "",
            total.mg(),
            total.eg()
        )?;
        let Summary {
            phase,
            scale,
            tempo,
            score,
        } = self.summary;
        writeln!(
            f,
            "phase {phase}/{FULL_PHASE}, endgame scale {scale}/{FULL_SCALE}, tempo {tempo:+}"
        )?;
        write!(
            f,
            "evaluation {score:+} cp (White's view), {:+} cp (side to move's view)",
            self.score()
        )
    }
}
