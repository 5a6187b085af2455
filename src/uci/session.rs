//! A conversation: what was said so far, and what each command does.

use std::io;
use std::time::Duration;

use super::command::{self, Command, PositionSpec};
use super::go::Go;
use super::options::{self, Change, MOVE_OVERHEAD};
use super::output::Output;
use super::worker::{Task, Worker};
use super::{Flow, render};
use crate::bench::BENCH_DEPTH;
use crate::board::{FenError, Game, MoveError};
use crate::eval;
use crate::search::Engine;

/// Why a position was refused.
#[derive(Debug, thiserror::Error)]
enum PositionError {
    #[error("position: {0}")]
    Fen(#[from] FenError),
    #[error("position: move {number}: {error}")]
    Move { number: usize, error: MoveError },
}

/// The state of a conversation.
pub(super) struct Session {
    game: Game,
    overhead: Duration,
    worker: Worker,
    output: Output,
}

impl Session {
    /// Begins with the initial position.
    ///
    /// # Errors
    /// What the system says when it has no thread to give.
    pub(super) fn start(engine: Engine, output: Output) -> io::Result<Self> {
        Ok(Self {
            game: Game::startpos(),
            overhead: Duration::from_millis(MOVE_OVERHEAD.default as u64),
            worker: Worker::start(engine, output.clone())?,
            output,
        })
    }

    /// Does what a line says.
    pub(super) fn line(&mut self, line: &str) -> Flow {
        match command::parse(line) {
            Ok(command) => self.execute(command),
            Err(error) => {
                self.output.info_string(&error.to_string());
                Flow::Continue(())
            }
        }
    }

    fn execute(&mut self, command: Command) -> Flow {
        match command {
            Command::Nothing => {}
            Command::Uci => self.introduce(),
            Command::IsReady if self.worker.is_busy() => self.output.message("readyok"),
            Command::IsReady => self.worker.say_ready(),
            Command::NewGame => self.worker.new_game(),
            Command::Position(spec) => match play(&spec) {
                Ok(game) => self.game = game,
                Err(error) => self.output.info_string(&error.to_string()),
            },
            Command::Go(go) => self.go(go),
            Command::Stop => self.worker.stop(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Display => self.output.message(&render::display(&self.game)),
            Command::Eval => {
                let trace = eval::trace(self.game.position());
                self.output.message(&trace.to_string());
            }
            Command::Bench(depth) => {
                let depth = depth.unwrap_or(BENCH_DEPTH);
                self.worker.begin(Task::Bench(depth), false);
            }
            Command::Perft(depth) => {
                let position = self.game.position().clone();
                self.worker.begin(Task::Perft(position, depth), false);
            }
            Command::Quit => {
                self.quit();
                return Flow::Break(());
            }
        }
        Flow::Continue(())
    }

    fn introduce(&self) {
        let version = env!("CARGO_PKG_VERSION");
        self.output.message(&format!(
            "id name Derecho {version}\nid author the Derecho developers\n{}\nuciok",
            options::list()
        ));
    }

    fn go(&mut self, go: Go) {
        let order = go.order(self.game.position(), self.overhead);
        for remark in &order.remarks {
            self.output.info_string(remark);
        }
        let search = Task::Search {
            game: self.game.clone(),
            limits: order.limits,
            until_stop: order.until_stop,
        };
        self.worker.begin(search, order.endless);
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        match options::parse(name, value) {
            Ok(Change::Hash(mib)) => self.worker.resize_hash(mib),
            Ok(Change::ClearHash) => self.worker.clear_hash(),
            Ok(Change::MoveOverhead(overhead)) => self.overhead = overhead,
            Err(error) => self.output.info_string(&error.to_string()),
        }
    }

    /// Lets what ends by itself come to its end. Whoever gave the input up may also have given up
    /// listening: saying something finds out.
    pub(super) fn end_of_input(&mut self) {
        self.worker.stop_endless();
        if self.worker.is_busy() {
            self.output
                .info_string("end of input: what is running is brought to its end");
        }
        if self.output.has_failed() {
            self.quit();
        }
    }

    /// Stops everything.
    pub(super) fn quit(&mut self) {
        self.worker.quit();
    }

    /// Waits until every answer is given.
    pub(super) fn finish(self) {
        self.worker.finish();
    }
}

/// The game that leads to a position.
fn play(spec: &PositionSpec) -> Result<Game, PositionError> {
    let mut game = match &spec.fen {
        Some(fen) => Game::from_fen(fen)?,
        None => Game::startpos(),
    };
    for (text, number) in spec.moves.iter().zip(1..) {
        game.play_uci(text)
            .map_err(|error| PositionError::Move { number, error })?;
    }
    Ok(game)
}
