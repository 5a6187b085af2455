//! Rows do not depend on the number of threads, on the order, or on what was searched before.

use std::path::Path;
use xtask::{
    results::{Row, Totals},
    runner::{EngineArgs, EngineChoice, Format, LimitArgs, RunArgs, execute},
};

/// Deep enough for every rule of the search to fire, shallow enough for a debug build.
const DEPTH: i32 = 8;

fn rows(change: impl Fn(&mut RunArgs)) -> Vec<Row> {
    let mut args = RunArgs {
        suites: vec!["bench".to_owned()],
        limit: LimitArgs {
            depth: Some(DEPTH),
            ..LimitArgs::default()
        },
        threads: 1,
        hash: None,
        engine: EngineArgs {
            engine: EngineChoice::Own,
            options: Vec::new(),
            settings: Vec::new(),
            timeout: None,
        },
        out: None,
        format: Format::Text,
        quiet: true,
        shuffle: None,
        reverse: false,
    };
    change(&mut args);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("a workspace");
    let result = execute(root, &args).expect("the bench suite runs");
    result
        .suites
        .into_iter()
        .flat_map(|suite| suite.rows)
        .collect()
}

#[test]
fn rows_are_the_same_whatever_the_circumstances() {
    let expected = rows(|_| {});
    let totals = Totals::of(&expected);
    assert_eq!((totals.positions, totals.errors), (6, 0));
    assert!(
        expected
            .iter()
            .all(|row| row.nodes > 0 && row.depth == DEPTH),
        "{expected:#?}"
    );
    assert_eq!(rows(|_| {}), expected, "a second run");
    assert_eq!(rows(|args| args.threads = 2), expected, "two threads");
    assert_eq!(rows(|args| args.reverse = true), expected, "reversed");
    assert_eq!(rows(|args| args.shuffle = Some(3)), expected, "shuffled");
}

#[test]
fn a_parameter_changes_the_count() {
    let set = |args: &mut RunArgs| {
        args.engine.settings = vec!["static_null_max_depth=0".parse().expect("a setting")];
    };
    assert_ne!(
        Totals::of(&rows(set)).nodes,
        Totals::of(&rows(|_| {})).nodes
    );
}
