//! Workers over a list of items.

use std::{
    any::Any,
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

/// What a worker does.
pub trait Job: Sync {
    /// What it works on.
    type Item: Sync;
    /// What comes out.
    type Output: Send;
    /// What a worker keeps between items, such as an engine.
    type State;

    /// A worker's first state, and its state after a panic.
    fn state(&self) -> Self::State;

    /// Works on one item. The output must not depend on the state, or results would depend on
    /// which worker took which item.
    fn work(&self, state: &mut Self::State, item: &Self::Item) -> Self::Output;

    /// The output for an item whose work panicked.
    fn panicked(&self, item: &Self::Item, message: &str) -> Self::Output;
}

/// Runs the job over `items` on `threads` workers (at least one). Each takes the next item of
/// `order` (indices into `items`) as soon as it is free. `done` is told of every output as it
/// comes, on the calling thread, and may stop the run.
///
/// The outputs are in the order of `items`, whatever finished first; `None` stands for an item that
/// was not worked on, because it is not in `order` or the run was stopped.
pub fn run<J: Job>(
    job: &J,
    items: &[J::Item],
    order: &[usize],
    threads: usize,
    mut done: impl FnMut(usize, &J::Output) -> ControlFlow<()>,
) -> Vec<Option<J::Output>> {
    let mut outputs: Vec<Option<J::Output>> = items.iter().map(|_| None).collect();
    let next = AtomicUsize::new(0);
    let stopped = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, order.len().max(1)) {
            let (sender, next, stopped) = (sender.clone(), &next, &stopped);
            scope.spawn(move || {
                let mut state = job.state();
                while !stopped.load(Ordering::Relaxed) {
                    let Some(&index) = order.get(next.fetch_add(1, Ordering::Relaxed)) else {
                        break;
                    };
                    let output = guarded(job, &mut state, &items[index]);
                    if sender.send((index, output)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (index, output) in receiver {
            if done(index, &output).is_break() {
                stopped.store(true, Ordering::Relaxed);
            }
            outputs[index] = Some(output);
        }
    });
    outputs
}

fn guarded<J: Job>(job: &J, state: &mut J::State, item: &J::Item) -> J::Output {
    match catch_unwind(AssertUnwindSafe(|| job.work(state, item))) {
        Ok(output) => output,
        Err(panic) => {
            // Whatever the panic left half done must not leak into the next item.
            *state = job.state();
            job.panicked(item, &message(&*panic))
        }
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Doubles numbers, the early ones slowly; panics at 13.
    struct Double;

    impl Job for Double {
        type Item = u64;
        type Output = Result<u64, String>;
        /// Items since the last fresh state.
        type State = u64;

        fn state(&self) -> u64 {
            0
        }

        fn work(&self, state: &mut u64, item: &u64) -> Self::Output {
            *state += 1;
            assert_ne!(*item, 13, "unlucky");
            thread::sleep(Duration::from_millis(20_u64.saturating_sub(*item)));
            Ok(item * 2)
        }

        fn panicked(&self, item: &u64, message: &str) -> Self::Output {
            Err(format!("{item}: {message}"))
        }
    }

    fn order(items: &[u64]) -> Vec<usize> {
        (0..items.len()).collect()
    }

    #[test]
    fn outputs_are_in_the_order_of_items() {
        let items: Vec<u64> = (0..12).collect();
        let expected: Vec<_> = items.iter().map(|item| Some(Ok(item * 2))).collect();
        for threads in [0, 1, 2, 5, 50] {
            let mut seen = 0;
            let outputs = run(&Double, &items, &order(&items), threads, |_, _| {
                seen += 1;
                ControlFlow::Continue(())
            });
            assert_eq!(outputs, expected);
            assert_eq!(seen, items.len());
        }
        let backwards: Vec<_> = (0..items.len()).rev().collect();
        let outputs = run(&Double, &items, &backwards, 2, |_, _| {
            ControlFlow::Continue(())
        });
        assert_eq!(outputs, expected);
    }

    #[test]
    fn a_panic_costs_one_item() {
        let items = [12, 13, 14];
        let outputs = run(&Double, &items, &order(&items), 1, |_, _| {
            ControlFlow::Continue(())
        });
        assert_eq!(outputs[0], Some(Ok(24)));
        assert!(matches!(&outputs[1], Some(Err(text)) if text.contains("unlucky")));
        assert_eq!(outputs[2], Some(Ok(28)));
    }

    #[test]
    fn a_stopped_run_leaves_holes() {
        let items: Vec<u64> = (0..10).collect();
        let outputs = run(&Double, &items, &order(&items), 1, |_, _| {
            ControlFlow::Break(())
        });
        assert_eq!(outputs[0], Some(Ok(0)));
        assert_eq!(outputs[9], None);
    }

    #[test]
    fn no_items_no_outputs() {
        assert_eq!(
            run(&Double, &[], &[], 4, |_, _| ControlFlow::Continue(())),
            []
        );
    }
}
