//! How far a run is: a bar on a terminal, a plain line now and then elsewhere.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};
use std::{
    io::IsTerminal,
    time::{Duration, Instant},
};

/// How often a plain line is written.
const PLAIN_INTERVAL: Duration = Duration::from_secs(10);

/// Progress on standard error.
pub struct Progress {
    bar: ProgressBar,
    plain: Option<Plain>,
}

struct Plain {
    name: String,
    total: usize,
    done: usize,
    started: Instant,
    told: Instant,
}

impl Progress {
    /// Progress of `total` steps; silent when `quiet`.
    pub fn new(name: &str, total: usize, quiet: bool) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let now = Instant::now();
        let plain = (!quiet && !terminal).then(|| Plain {
            name: name.to_owned(),
            total,
            done: 0,
            started: now,
            told: now,
        });
        let target = if quiet || !terminal {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        let bar = ProgressBar::with_draw_target(Some(total as u64), target)
            .with_finish(ProgressFinish::AndClear)
            .with_style(style())
            .with_prefix(name.to_owned());
        Progress { bar, plain }
    }

    /// One more step is done; `note` is shown beside the bar.
    pub fn step(&mut self, note: &str) {
        self.bar.set_message(note.to_owned());
        self.bar.inc(1);
        if let Some(plain) = &mut self.plain {
            plain.done += 1;
            plain.tell(note);
        }
    }

    /// A line that stays.
    pub fn println(&self, line: &str) {
        self.bar.suspend(|| eprintln!("{line}"));
    }
}

impl Plain {
    fn tell(&mut self, note: &str) {
        if self.told.elapsed() < PLAIN_INTERVAL {
            return;
        }
        self.told = Instant::now();
        let seconds = self.started.elapsed().as_secs_f64();
        let rate = self.done as f64 / seconds;
        let left = (self.total - self.done.min(self.total)) as f64 / rate;
        eprintln!(
            "{} {}/{}, {rate:.1}/s, {left:.0} s left  {note}",
            self.name, self.done, self.total
        );
    }
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{prefix} {bar:30} {pos}/{len}, {per_sec}, {eta} left  {wide_msg}")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}
