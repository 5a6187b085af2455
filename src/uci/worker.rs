//! The thread that works while the other one listens.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Weak};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use super::output::{Output, info_string};
use super::{memory, render};
use crate::bench;
use crate::board::{Game, Position, perft, to_uci};
use crate::search::{Engine, HashError, Info, Limits, Reporter};

/// Exit code after an error of the engine's own.
const COULD_NOT_RUN: i32 = 2;

/// Depth up to which perft is so quick that it need not be interrupted, in plies.
const QUICK_PERFT_DEPTH: u32 = 4;

/// Something that can be stopped.
pub(super) enum Task {
    /// A search, answered by a `bestmove`.
    Search {
        /// What is searched.
        game: Game,
        /// What it may spend.
        limits: Limits,
        /// The answer has to wait for the stop.
        until_stop: bool,
    },
    /// The benchmark, to a depth in plies.
    Bench(i32),
    /// A count of leaves at a depth in plies.
    Perft(Position, u32),
}

enum Job {
    Task(Box<Task>, Arc<AtomicBool>),
    NewGame,
    Hash(usize),
    ClearHash,
    Ready,
}

/// A task that was not over when it was last looked at.
struct Pending {
    /// Its stop sign; gone when the task is over.
    stop: Weak<AtomicBool>,
    /// Nothing but the sign is sure to end it soon.
    endless: bool,
}

/// What the listening thread holds of the working one.
pub(super) struct Worker {
    jobs: Sender<Job>,
    thread: JoinHandle<()>,
    pending: Vec<Pending>,
    quitting: Arc<AtomicBool>,
}

impl Worker {
    /// Starts the thread.
    ///
    /// # Errors
    /// What the system says when it has none to give.
    pub(super) fn start(engine: Engine, output: Output) -> io::Result<Self> {
        let (jobs, received) = channel();
        let quitting = Arc::new(AtomicBool::new(false));
        let labourer = Labourer {
            engine,
            output,
            quitting: Arc::clone(&quitting),
        };
        let thread = thread::Builder::new()
            .name("worker".to_owned())
            .spawn(move || labourer.work(&received))?;
        Ok(Self {
            jobs,
            thread,
            pending: Vec::new(),
            quitting,
        })
    }

    /// The worker ends only after its queue has been closed, so that sending cannot fail.
    fn send(&self, job: Job) {
        let sent = self.jobs.send(job);
        debug_assert!(sent.is_ok(), "the worker is gone");
    }

    /// Hands a task over; one without an end of its own is stopped for it.
    pub(super) fn begin(&mut self, task: Task, endless: bool) {
        self.stop_endless();
        let stop = Arc::new(AtomicBool::new(false));
        self.pending.retain(|task| task.stop.strong_count() > 0);
        self.pending.push(Pending {
            stop: Arc::downgrade(&stop),
            endless,
        });
        self.send(Job::Task(Box::new(task), stop));
    }

    /// Lets the engine forget everything, after what was handed over before.
    pub(super) fn new_game(&self) {
        self.send(Job::NewGame);
    }

    /// Changes the size of the hash table, after what was handed over before.
    pub(super) fn resize_hash(&self, mib: usize) {
        self.send(Job::Hash(mib));
    }

    /// Empties the hash table, after what was handed over before.
    pub(super) fn clear_hash(&self) {
        self.send(Job::ClearHash);
    }

    /// Says `readyok` after what was handed over before.
    pub(super) fn say_ready(&self) {
        self.send(Job::Ready);
    }

    /// Whether a task is running or waiting.
    pub(super) fn is_busy(&self) -> bool {
        self.pending.iter().any(|task| task.stop.strong_count() > 0)
    }

    /// Stops every task that was handed over.
    pub(super) fn stop(&mut self) {
        self.stop_if(|_| true);
    }

    /// Stops the tasks that are not sure to end soon.
    pub(super) fn stop_endless(&mut self) {
        self.stop_if(|task| task.endless);
    }

    fn stop_if(&mut self, condition: impl Fn(&Pending) -> bool) {
        for task in self.pending.iter().filter(|task| condition(task)) {
            if let Some(stop) = task.stop.upgrade() {
                stop.store(true, Relaxed);
            }
        }
        self.thread.thread().unpark();
    }

    /// Leaves out changes of the engine that wait: there will be nothing to search.
    pub(super) fn quit(&mut self) {
        self.quitting.store(true, Relaxed);
        self.stop();
    }

    /// Waits until everything that was handed over is done.
    pub(super) fn finish(self) {
        drop(self.jobs);
        if let Err(panic) = self.thread.join() {
            std::panic::resume_unwind(panic);
        }
    }
}

/// What lives on the working thread.
struct Labourer {
    engine: Engine,
    output: Output,
    quitting: Arc<AtomicBool>,
}

impl Labourer {
    /// Does one job after the other. An error of the engine's own ends the process, for the other
    /// thread waits for input and could not; whoever waits for an answer learns that none comes.
    fn work(mut self, jobs: &Receiver<Job>) {
        let output = self.output.clone();
        let done = catch_unwind(AssertUnwindSafe(|| {
            for job in jobs {
                self.job(job);
            }
        }));
        if done.is_err() {
            output.info_string("internal error: the engine ends");
            process::exit(COULD_NOT_RUN);
        }
    }

    fn job(&mut self, job: Job) {
        let quitting = self.quitting.load(Relaxed);
        match job {
            Job::Task(task, stop) => {
                let answer = self.task(*task, &stop);
                // Over before it is answered: who has the answer finds nobody busy.
                drop(stop);
                self.output.message(&answer);
            }
            Job::NewGame if !quitting => self.engine.reset(),
            Job::ClearHash if !quitting => self.engine.clear_hash(),
            Job::Hash(mib) if !quitting => self.resize_hash(mib),
            Job::NewGame | Job::ClearHash | Job::Hash(_) => {}
            Job::Ready => self.output.message("readyok"),
        }
    }

    /// Carries a task out; its answer, the last thing to be said about it, comes back.
    fn task(&mut self, task: Task, stop: &AtomicBool) -> String {
        match task {
            Task::Search {
                game,
                limits,
                until_stop,
            } => self.search(&game, &limits, until_stop, stop),
            Task::Bench(depth) => self.bench(depth, stop),
            Task::Perft(position, depth) => self.perft(&position, depth, stop),
        }
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        until_stop: bool,
        stop: &AtomicBool,
    ) -> String {
        let start = Instant::now();
        let mut teller = Teller {
            output: &self.output,
            stop,
            nodes: 0,
        };
        let outcome = self.engine.search(game, limits, stop, &mut teller);
        if outcome.best.is_none() {
            self.output.message(&render::info_without_moves(&outcome));
        } else if outcome.nodes != teller.nodes {
            self.output
                .message(&render::last_info(&outcome, start.elapsed()));
        }
        while until_stop && !stop.load(Relaxed) {
            thread::park();
        }
        render::best_move(&outcome)
    }

    fn bench(&self, depth: i32, stop: &AtomicBool) -> String {
        let totals = bench::run(depth, stop, |row| self.output.message(&row.to_string()));
        match totals {
            Ok(Some(totals)) => totals.to_string(),
            Ok(None) => info_string("bench: stopped"),
            Err(error) => info_string(&format!("bench: {error}")),
        }
    }

    fn perft(&self, position: &Position, depth: u32, stop: &AtomicBool) -> String {
        let mut total = 0;
        for m in position.legal_moves() {
            let Some(leaves) = perft_until(stop, &position.play(m), depth - 1) else {
                return info_string("perft: stopped");
            };
            total += leaves;
            self.output.message(&format!("{}: {leaves}", to_uci(m)));
        }
        format!("Nodes searched: {total}")
    }

    fn resize_hash(&mut self, mib: usize) {
        // Small tables are always taken, for what the system tells is not exact.
        let short = memory::available_mib().is_some_and(|available| available < mib as u64);
        let resized = if short && mib > self.engine.hash_mib() {
            Err(HashError::OutOfMemory { mib })
        } else {
            self.engine.resize(mib)
        };
        if let Err(error) = resized {
            let kept = self.engine.hash_mib();
            self.output
                .info_string(&format!("option Hash: {error}; it stays at {kept} MB"));
        }
    }
}

/// Perft, or nothing when it was stopped.
fn perft_until(stop: &AtomicBool, position: &Position, depth: u32) -> Option<u64> {
    if stop.load(Relaxed) {
        None
    } else if depth <= QUICK_PERFT_DEPTH {
        Some(perft(position, depth))
    } else {
        position
            .legal_moves()
            .into_iter()
            .map(|m| perft_until(stop, &position.play(m), depth - 1))
            .sum()
    }
}

/// Passes on what the search says, and stops it when nobody listens.
struct Teller<'a> {
    output: &'a Output,
    stop: &'a AtomicBool,
    /// Nodes at the last time.
    nodes: u64,
}

impl Reporter for Teller<'_> {
    fn iteration(&mut self, info: &Info<'_>) {
        self.nodes = info.nodes;
        self.output.message(&render::info(info));
        if self.output.has_failed() {
            self.stop.store(true, Relaxed);
        }
    }
}
