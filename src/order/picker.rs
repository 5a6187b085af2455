//! The staged move picker: hash move, good captures, killers and counter-move, quiet moves by
//! history, bad captures. Later stages are generated only when the earlier ones did not suffice.

use arrayvec::ArrayVec;
use shakmaty::{Move, Role};

use super::history::{Continuation, Histories};
use crate::board::{PackedMove, Position, see_ge, see_value};

/// Weight of the victim's value against capture history.
const VICTIM_WEIGHT: i32 = 32;
/// A capture is good when it loses at most its history divided by this, in centipawns.
const SEE_HISTORY_DIVISOR: i32 = 128;

/// As many moves as any placement of pieces allows, reachable or not: the bound of shakmaty's own
/// lists.
const MAX_MOVES: usize = 270;

/// From which stage a move came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// The transposition table's move.
    Hash,
    /// A capture or queen promotion that does not lose material.
    GoodCapture,
    /// A killer or the counter-move.
    Killer,
    /// A quiet move.
    Quiet,
    /// A capture that loses material.
    BadCapture,
}

/// A move and the stage it came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Picked {
    /// The move, legal in the position.
    pub m: Move,
    /// Its stage.
    pub stage: Stage,
}

/// What the picker is told about its node.
#[derive(Debug, Clone, Copy)]
pub struct OrderContext {
    /// The transposition table's move.
    pub hash_move: PackedMove,
    /// The node's killer moves, newest first.
    pub killers: [PackedMove; 2],
    /// The refutation of the move before.
    pub counter_move: PackedMove,
    /// The moves before.
    pub continuation: Continuation,
}

#[derive(Clone, Copy)]
struct Scored {
    m: Move,
    score: i32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Hash,
    GenerateNoisy,
    GoodCaptures,
    Killers(u8),
    GenerateQuiets,
    Quiets,
    BadCaptures,
    Done,
}

/// Gives the legal moves of a node one by one, each exactly once.
pub struct MovePicker {
    step: Step,
    hash_move: Option<Move>,
    specials: [PackedMove; 3],
    /// Specials that were given already, so that the quiet stage leaves them out.
    given: ArrayVec<Move, 3>,
    continuation: Continuation,
    moves: ArrayVec<Scored, MAX_MOVES>,
    bad_captures: ArrayVec<Move, MAX_MOVES>,
    next: usize,
    skip_quiets: bool,
    /// Quiescence wants captures only, in one stage.
    noisy_only: bool,
}

/// Whether a move is a capture or a promotion to a queen.
#[inline]
#[must_use]
pub fn is_noisy(m: Move) -> bool {
    m.is_capture() || m.promotion() == Some(Role::Queen)
}

impl MovePicker {
    /// A picker of all legal moves.
    #[must_use]
    pub fn new(position: &Position, context: &OrderContext) -> Self {
        let [first, second] = context.killers;
        Self {
            step: Step::Hash,
            hash_move: context.hash_move.unpack(position),
            specials: [first, second, context.counter_move],
            given: ArrayVec::new(),
            continuation: context.continuation,
            moves: ArrayVec::new(),
            bad_captures: ArrayVec::new(),
            next: 0,
            skip_quiets: false,
            noisy_only: false,
        }
    }

    /// A picker of captures and queen promotions only; those that lose material come last, with
    /// [`Stage::BadCapture`].
    #[must_use]
    pub fn noisy(position: &Position, hash_move: PackedMove) -> Self {
        let hash_move = hash_move.unpack(position).filter(|&m| is_noisy(m));
        let context = OrderContext {
            hash_move: PackedMove::NONE,
            killers: [PackedMove::NONE; 2],
            counter_move: PackedMove::NONE,
            continuation: [super::PieceTo::NONE; 3],
        };
        Self {
            hash_move,
            noisy_only: true,
            ..Self::new(position, &context)
        }
    }

    /// The hash move, if it is legal.
    #[must_use]
    pub fn hash_move(&self) -> Option<Move> {
        self.hash_move
    }

    /// From now on leaves quiet moves out.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The next move.
    pub fn next(&mut self, position: &Position, histories: &Histories) -> Option<Picked> {
        loop {
            match self.step {
                Step::Hash => {
                    self.step = Step::GenerateNoisy;
                    if let Some(m) = self.hash_move {
                        return Some(Picked {
                            m,
                            stage: Stage::Hash,
                        });
                    }
                }
                Step::GenerateNoisy => {
                    self.generate_noisy(position, histories);
                    self.step = Step::GoodCaptures;
                }
                Step::GoodCaptures => {
                    if let Some(picked) = self.next_good_capture(position) {
                        return Some(picked);
                    }
                    self.step = if self.noisy_only {
                        self.start_bad_captures()
                    } else {
                        Step::Killers(0)
                    };
                }
                Step::Killers(index) => {
                    self.step = match index {
                        0..=1 => Step::Killers(index + 1),
                        _ => Step::GenerateQuiets,
                    };
                    if let Some(picked) = self.special(position, usize::from(index)) {
                        return Some(picked);
                    }
                }
                Step::GenerateQuiets => {
                    if !self.skip_quiets {
                        self.generate_quiets(position, histories);
                    }
                    self.step = Step::Quiets;
                }
                Step::Quiets => {
                    if !self.skip_quiets
                        && let Some(m) = self.pick_best()
                    {
                        return Some(Picked {
                            m,
                            stage: Stage::Quiet,
                        });
                    }
                    self.step = self.start_bad_captures();
                }
                Step::BadCaptures => {
                    if let Some(&m) = self.bad_captures.get(self.next) {
                        self.next += 1;
                        return Some(Picked {
                            m,
                            stage: Stage::BadCapture,
                        });
                    }
                    self.step = Step::Done;
                }
                Step::Done => return None,
            }
        }
    }

    fn start_bad_captures(&mut self) -> Step {
        self.next = 0;
        Step::BadCaptures
    }

    fn generate_noisy(&mut self, position: &Position, histories: &Histories) {
        let mover = position.turn();
        for m in position.noisy_moves() {
            if Some(m) == self.hash_move {
                continue;
            }
            let victim = m.capture().map_or(0, see_value);
            let promoted = m.promotion().map_or(0, see_value);
            let score = (victim + promoted) * VICTIM_WEIGHT + histories.capture(mover, m);
            self.moves.push(Scored { m, score });
        }
    }

    fn next_good_capture(&mut self, position: &Position) -> Option<Picked> {
        while let Some(Scored { m, score }) = self.pick_best_scored() {
            let value = m.capture().map_or(0, see_value) + m.promotion().map_or(0, see_value);
            let history = score - value * VICTIM_WEIGHT;
            let underpromotion = m.promotion().is_some_and(|role| role != Role::Queen);
            if !underpromotion && see_ge(position, m, -history / SEE_HISTORY_DIVISOR) {
                return Some(Picked {
                    m,
                    stage: Stage::GoodCapture,
                });
            }
            self.bad_captures.push(m);
        }
        None
    }

    fn special(&mut self, position: &Position, index: usize) -> Option<Picked> {
        let packed = self.specials[index];
        if self.skip_quiets || packed.is_none() {
            return None;
        }
        let m = packed.unpack(position)?;
        if is_noisy(m) || Some(m) == self.hash_move || self.given.contains(&m) {
            return None;
        }
        self.given.push(m);
        Some(Picked {
            m,
            stage: Stage::Killer,
        })
    }

    fn generate_quiets(&mut self, position: &Position, histories: &Histories) {
        let mover = position.turn();
        self.moves.clear();
        self.next = 0;
        for m in position.quiet_moves() {
            if Some(m) != self.hash_move && !self.given.contains(&m) {
                let score = histories.quiet(mover, m, self.continuation);
                self.moves.push(Scored { m, score });
            }
        }
    }

    fn pick_best(&mut self) -> Option<Move> {
        self.pick_best_scored().map(|scored| scored.m)
    }

    /// One step of a selection sort: most nodes need only the first few moves. Ties
    /// go to the one that stands first, so that the order is the same everywhere.
    #[inline]
    fn pick_best_scored(&mut self) -> Option<Scored> {
        let rest = &mut self.moves[self.next..];
        let mut best = 0;
        for i in 1..rest.len() {
            if rest[i].score > rest[best].score {
                best = i;
            }
        }
        let picked = *rest.get(best)?;
        rest.swap(0, best);
        self.next += 1;
        Some(picked)
    }
}
