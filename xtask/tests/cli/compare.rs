//! `compare OLD NEW` from outside.

use crate::{
    COULD_NOT_RUN, DIFFERS, PASS,
    common::{self, xtask},
};
use std::{fs, path::Path};

/// A tree with three result files: one, the same, and another.
fn tree() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a directory");
    let root = dir.path();
    fs::create_dir(root.join("suites")).expect("made");
    let manifest = "[[suite]]\nname = \"ends\"\nfile = \"ends.epd\"\ndepth = 4\nhash_mb = 1\n\
                    tier = \"quick\"\n";
    fs::write(root.join("suites/suites.toml"), manifest).expect("written");
    let suite = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1 bm Ra8; id \"ends.mate\";\n\
                 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1 id \"ends.pawn\";\n";
    fs::write(root.join("suites/ends.epd"), suite).expect("written");
    fs::write(root.join("more.epd"), suite).expect("written");
    for (out, more) in [
        ("a.json", vec![]),
        ("b.json", vec!["--threads", "2"]),
        ("c.json", vec!["--depth", "6"]),
        ("d.json", vec!["more.epd"]),
    ] {
        let run = ["suite", "run", "ends", "--quiet", "--out", out];
        expect(root, &[&run[..], &more].concat(), PASS, "");
    }
    expect(
        root,
        &["suite", "run", "more.epd", "--quiet", "--out", "e.json"],
        PASS,
        "",
    );
    dir
}

#[track_caller]
fn expect(root: &Path, args: &[&str], code: i32, said: &str) -> String {
    common::expect(&mut xtask(root, args), code, said)
}

#[test]
fn the_same_another_and_none() {
    let tree = tree();
    let root = tree.path();
    expect(root, &["compare", "a.json", "b.json"], PASS, "ends: same\n");
    let said = expect(
        root,
        &["compare", "a.json", "c.json"],
        DIFFERS,
        "ends: DIFFERS\n  nodes ",
    );
    for part in [
        "old: a.json\nnew: c.json\n",
        "95% interval +",
        "movers    ends.",
        "note: ends: limit: depth 4 -> depth 6\ncompare: DIFFERS\n",
    ] {
        assert!(said.contains(part), "{part:?} in {said}");
    }
    expect(
        root,
        &["compare", "a.json", "d.json"],
        DIFFERS,
        "more: only in the new file",
    );
    expect(
        root,
        &["compare", "d.json", "a.json"],
        DIFFERS,
        "more: only in the old file",
    );
    expect(
        root,
        &["compare", "a.json", "e.json"],
        COULD_NOT_RUN,
        "no suite in common",
    );
    expect(
        root,
        &["compare", "a.json", "nope.json"],
        COULD_NOT_RUN,
        "cannot read nope.json",
    );
    expect(
        root,
        &["compare", "a.json"],
        COULD_NOT_RUN,
        "found one result file",
    );
    let flags = ["compare", "a.json", "b.json", "--worktree"];
    expect(root, &flags, COULD_NOT_RUN, "only with head");
    // Not a repository.
    expect(
        root,
        &["compare", "head"],
        COULD_NOT_RUN,
        "not in a git repository",
    );
    let text = fs::read_to_string(root.join("a.json")).expect("there");
    fs::write(root.join("b.json"), &text[..text.len() / 2]).expect("written");
    expect(
        root,
        &["compare", "a.json", "b.json"],
        COULD_NOT_RUN,
        "b.json",
    );
}

#[test]
fn for_machines() {
    let tree = tree();
    let root = tree.path();
    let args = [
        "compare",
        "a.json",
        "c.json",
        "--format",
        "json",
        "--json",
        "out/x.json",
    ];
    let printed = expect(root, &args, DIFFERS, "");
    assert_eq!(
        printed,
        fs::read_to_string(root.join("out/x.json")).expect("written")
    );
    let json: serde_json::Value = serde_json::from_str(&printed).expect("JSON");
    assert_eq!(json["verdict"], "differs");
    let comparison = &json["suites"][0]["comparison"];
    assert!(comparison["new"]["nodes"].as_u64() > comparison["old"]["nodes"].as_u64());
    assert_eq!(json["pooled"]["pairs"], 2);
    let same = expect(
        root,
        &["compare", "a.json", "b.json", "--format", "json"],
        PASS,
        "",
    );
    let json: serde_json::Value = serde_json::from_str(&same).expect("JSON");
    assert_eq!(json["verdict"], "pass");
}
