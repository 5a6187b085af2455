use super::*;
use crate::{
    provenance::Provenance,
    results::{Row, SCHEMA, Timing},
};
use std::path::PathBuf;
use tempfile::TempDir;

const MANIFEST: &str = "[[suite]]\nname = \"bench\"\nfile = \"bench.epd\"\ndepth = 4\nhash_mb = 1\n\
                        tier = \"quick\"\n[[suite]]\nname = \"more\"\nfile = \"more.epd\"\n\
                        depth = 5\nhash_mb = 2\ntier = \"full\"\n";

/// A tree of two suites, with made-up results: only the book-keeping is under test here.
struct Tree {
    dir: TempDir,
    results: ResultFile,
}

impl Tree {
    fn new() -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        let suites = dir.path().join("suites");
        fs::create_dir(&suites).expect("made");
        fs::write(suites.join("suites.toml"), MANIFEST).expect("written");
        fs::write(suites.join("bench.epd"), "b").expect("written");
        fs::write(suites.join("more.epd"), "m").expect("written");
        let results = ResultFile {
            schema: SCHEMA,
            provenance: Provenance {
                commit: None,
                dirty: None,
                toolchain: "rustc 1".to_owned(),
                target: "t".to_owned(),
                profile: "gate".to_owned(),
                params: BTreeMap::new(),
                params_fingerprint: "p".to_owned(),
                tables_fingerprint: String::new(),
                command: String::new(),
                seed: None,
            },
            suites: vec![suite("bench", "b", 4, 1), suite("more", "m", 5, 2)],
            timing: Timing::default(),
        };
        Tree { dir, results }
    }

    fn root(&self) -> &Path {
        self.dir.path()
    }

    fn manifest(&self) -> Manifest {
        Manifest::load(self.root()).expect("a manifest")
    }

    fn set_nodes(&mut self, suite: usize, nodes: u64) {
        let suite = &mut self.results.suites[suite];
        suite.rows[0].nodes = nodes;
        suite.totals = Totals::of(&suite.rows);
    }

    fn prepare(&self, reason: &str) -> Result<Option<(HistoryEntry, Publication)>> {
        let manifest = self.manifest();
        prepare(self.root(), &self.blessing(&manifest, reason))
    }

    fn bless(&self, reason: &str) -> Result<Option<HistoryEntry>> {
        let manifest = self.manifest();
        bless(self.root(), &self.blessing(&manifest, reason))
    }

    fn blessing<'a>(&'a self, manifest: &'a Manifest, reason: &'a str) -> Blessing<'a> {
        Blessing {
            results: &self.results,
            manifest,
            reason,
            commit: Some("c0ffee"),
            sources_sha256: "s",
        }
    }

    /// The messages of all faults.
    fn faults(&self) -> Vec<String> {
        let stored = Stored::load(self.root()).expect("baselines");
        let faults = stored
            .faults(self.root(), &self.manifest())
            .expect("readable");
        faults.into_iter().map(|fault| fault.message).collect()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.root().join(BASELINES_DIR).join(name)
    }

    fn edit(&self, name: &str, from: &str, to: &str) {
        let path = self.root().join(name);
        let text = fs::read_to_string(&path).expect("readable");
        assert!(text.contains(from), "{from:?} in {text}");
        fs::write(&path, text.replace(from, to)).expect("written");
    }
}

fn suite(name: &str, contents: &str, depth: i32, hash_mb: usize) -> SuiteResult {
    let rows = vec![Row {
        id: format!("{name}.1"),
        nodes: 100,
        counters: BTreeMap::from([("lmr".to_owned(), 3)]),
        ..Row::default()
    }];
    SuiteResult {
        suite: name.to_owned(),
        file_sha256: sha256(contents.as_bytes()),
        limit: Limit::Depth(depth),
        hash_mb,
        engine: "self".to_owned(),
        complete: true,
        totals: Totals::of(&rows),
        rows,
    }
}

#[test]
fn a_blessing_is_without_fault_and_in_the_history() {
    let mut tree = Tree::new();
    let first = tree.bless(" the first ").expect("blessed").expect("new");
    assert_eq!((&*first.reason, first.before.len()), ("the first", 0));
    assert_eq!(tree.faults(), [""; 0]);
    assert_eq!(tree.bless("again").expect("no error"), None);

    tree.set_nodes(1, 90);
    let second = tree.bless("fewer nodes").expect("blessed").expect("new");
    assert_eq!(second.before["more"].nodes, 100);
    assert_eq!(second.after["more"].nodes, 90);
    assert_eq!(tree.faults(), [""; 0]);
    let history = Stored::history(tree.root()).expect("a history");
    assert_eq!(history.entries, [first, second]);
    let stored = Stored::load(tree.root()).expect("baselines");
    assert_eq!(stored.reference.bench_nodes, 100);
    assert_eq!(stored.reference.commit.as_deref(), Some("c0ffee"));
}

#[test]
fn refuses_blank_reasons_and_suites_that_did_not_run_whole() {
    let refused = |spoil: fn(&mut Tree), reason: &str| {
        let mut tree = Tree::new();
        spoil(&mut tree);
        let error = tree.bless(reason).expect_err("refused").to_string();
        assert!(error.starts_with("refused"), "{error}");
        assert!(!tree.file(REFERENCE_FILE).exists());
    };
    refused(|_| {}, "");
    refused(|_| {}, " \t\n");
    refused(|tree| tree.results.suites[1].complete = false, "why");
    refused(|tree| tree.results.suites[1].totals.errors = 1, "why");
    refused(|tree| tree.results.suites[1].limit = Limit::Nodes(9), "why");
    refused(|tree| tree.results.suites[1].hash_mb = 16, "why");
    refused(|tree| tree.results.suites[1].rows.clear(), "why");
    refused(|tree| drop(tree.results.suites.pop()), "why");
}

#[test]
fn every_edit_by_hand_is_seen() {
    #[track_caller]
    fn check(name: &str, from: &str, to: &str, expected: &str) {
        let tree = Tree::new();
        tree.bless("why").expect("blessed");
        tree.edit(name, from, to);
        let faults = tree.faults();
        assert!(
            faults.iter().any(|fault| fault.contains(expected)),
            "{faults:?}"
        );
    }
    // The row and the total that vouches for it.
    check("baselines/more.snap", " 100", " 101", "not by a blessing");
    check(
        "baselines/head_reference.json",
        "rustc 1",
        "rustc 2",
        "not the one of the last blessing",
    );
    check(
        "baselines/history.jsonl",
        "reference_sha256\":\"",
        "reference_sha256\":\"0",
        "not the one",
    );
    check("suites/more.epd", "m", "m ", "edited without a blessing");
    check(
        "suites/suites.toml",
        "depth = 5",
        "depth = 6",
        "limit is depth 6",
    );
    check(
        "suites/suites.toml",
        "hash_mb = 2",
        "hash_mb = 3",
        "hash_mb is 3",
    );
    check(
        "suites/suites.toml",
        "tier = \"full\"",
        "tier = \"quick\"",
        "tier is quick",
    );
    check(
        "suites/suites.toml",
        "more.epd",
        "bench.epd",
        "file is bench.epd",
    );
    check(
        "suites/suites.toml",
        "\"more\"",
        "\"less\"",
        "removed from suites.toml",
    );
}

#[test]
fn nothing_to_compare_with_is_an_error() {
    for name in ["more.snap", REFERENCE_FILE] {
        let tree = Tree::new();
        tree.bless("why").expect("blessed");
        let whole = fs::read_to_string(tree.file(name)).expect("readable");
        for end in [0, whole.len() / 2, whole.trim_end().len() - 1] {
            fs::write(tree.file(name), &whole[..end]).expect("written");
            assert!(
                Stored::load(tree.root()).is_err(),
                "{name}: {}",
                &whole[..end]
            );
        }
        fs::remove_file(tree.file(name)).expect("removed");
        let error = format!("{:#}", Stored::load(tree.root()).expect_err("missing"));
        assert!(error.contains(name), "{error}");
    }
    let tree = Tree::new();
    tree.bless("why").expect("blessed");
    let stored = Stored::load(tree.root()).expect("baselines");
    tree.edit("suites/suites.toml", "\"more\"", "\"less\"");
    let error = stored
        .covers(&tree.manifest())
        .expect_err("not covered")
        .to_string();
    assert!(error.contains("\"less\" has no baseline"), "{error}");
}

#[test]
fn a_snapshot_of_no_suite_is_seen_and_a_blessing_removes_it() {
    let mut tree = Tree::new();
    tree.bless("why").expect("blessed");
    fs::copy(tree.file("more.snap"), tree.file("old.snap")).expect("copied");
    fs::write(tree.file("more.snap.new"), "pending").expect("written");
    assert!(tree.faults()[0].contains("old.snap"), "{:?}", tree.faults());
    tree.set_nodes(0, 101);
    tree.bless("why").expect("blessed");
    assert_eq!(tree.faults(), [""; 0]);
    assert!(!tree.file("old.snap").exists() && !tree.file("more.snap.new").exists());
}

#[test]
fn a_blessing_killed_half_way_is_seen_and_can_be_repeated() {
    // Four files: two snapshots, the reference, the history.
    for steps in 0..=4 {
        let mut tree = Tree::new();
        tree.bless("old").expect("blessed");
        let old = Stored::load(tree.root()).expect("baselines");
        tree.set_nodes(0, 110);
        tree.set_nodes(1, 120);
        let (_, mut publication) = tree.prepare("new").expect("prepared").expect("new");
        for _ in 0..steps {
            assert!(publication.step().expect("stepped"));
        }
        // What a kill leaves: no destructor runs.
        std::mem::forget(publication);
        let faults = tree.faults();
        assert_eq!(
            faults.is_empty(),
            steps == 0 || steps == 4,
            "{steps}: {faults:?}"
        );
        if steps == 0 {
            let now = Stored::load(tree.root()).expect("baselines");
            assert_eq!(now.reference, old.reference);
        }
        tree.bless("new").expect("repeated");
        assert_eq!(tree.faults(), [""; 0]);
        let left: Vec<_> = fs::read_dir(tree.root().join(BASELINES_DIR))
            .expect("listed")
            .map(|entry| entry.expect("an entry").file_name())
            .collect();
        // After the last step nothing is left to do, so nothing is swept.
        assert!(left.len() == 4, "{left:?}");
    }
}

#[test]
fn a_damaged_history_is_not_overwritten() {
    let mut tree = Tree::new();
    tree.bless("why").expect("blessed");
    fs::write(tree.file(HISTORY_FILE), "<<<<<<< ours\n").expect("written");
    tree.set_nodes(0, 101);
    let error = format!("{:#}", tree.bless("why").expect_err("refused"));
    assert!(error.contains("must not be lost"), "{error}");
    assert_eq!(
        fs::read_to_string(tree.file(HISTORY_FILE)).expect("there"),
        "<<<<<<< ours\n"
    );
}
