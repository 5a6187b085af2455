//! A tiny tree in a repository of its own, and steps without a compiler.
//!
//! The runner is that of this package. The "engine" of the tiny tree is the file [`ENGINE`]: its
//! number is added to every count, so that an edit of it is what an edit of a search is elsewhere.

use anyhow::Result;
use git2::{IndexAddOption, Repository, ResetType, Signature, build::CheckoutBuilder};
use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::ExitStatus,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};
use tempfile::TempDir;
use xtask::{
    baseline::HistoryEntry,
    gate::{Check, Gate, Outcome, Report, Source, Steps, Workshop, bless_tree, clean_command},
    results::{ResultFile, Totals},
};

/// What stands for the engine's sources.
pub(crate) const ENGINE: &str = "src/engine";

const MANIFEST: &str = "\
[[suite]]\nname = \"bench\"\nfile = \"bench.epd\"\ndepth = 2\nhash_mb = 1\ntier = \"quick\"\n
[[suite]]\nname = \"all\"\nfile = \"all.epd\"\ndepth = 2\nhash_mb = 1\ntier = \"full\"\n
[[suite]]\nname = \"ends\"\nfile = \"ends.epd\"\ndepth = 3\nhash_mb = 1\ntier = \"quick\"\n";
const BENCH: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 id \"bench.1\";\n\
                     4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1 id \"bench.2\";\n";
const ENDS: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1 bm Ra8; id \"ends.mate\";\n\
                    4k3/8/8/8/8/8/8/R3K3 w - - 0 1 am Ke2; id \"ends.rook\";\n";
const ALL: &str = "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1 id \"all.1\";\n";

type Before = Box<dyn Fn(&mut Vec<OsString>) + Send + Sync>;
type After = Box<dyn Fn(&mut ResultFile) + Send + Sync>;

/// Steps that pretend to check and to build.
#[derive(Default)]
pub(crate) struct Pretended {
    /// What the compiler says about itself.
    pub(crate) toolchain: Mutex<String>,
    /// What the lints complain about.
    pub(crate) complaint: Mutex<Option<String>>,
    /// Spoils the arguments of the runner.
    pub(crate) before: Mutex<Option<Before>>,
    /// Spoils its result.
    pub(crate) after: Mutex<Option<After>>,
    /// Spoils its result as it lies.
    pub(crate) raw: Mutex<Option<fn(&Path)>>,
    /// How often a runner was built.
    pub(crate) builds: AtomicUsize,
    /// How often one was started.
    pub(crate) launches: AtomicUsize,
}

/// A compiler under which the engine counts one node more at every position.
pub(crate) const DRIFTED: &str = "rustc 99";
/// What stands for a runner that was built, beside the checkout.
const BUILT: &str = "built";

impl Steps for Pretended {
    fn toolchain(&self, _: &Path) -> Result<String> {
        Ok(self.toolchain.lock().expect("whole").clone())
    }

    fn format(&self, _: &Path) -> Result<Check> {
        Ok(Check::Passed)
    }

    fn lint(&self, _: &Path) -> Result<Check> {
        let complaint = self.complaint.lock().expect("whole").clone();
        Ok(complaint.map_or(Check::Passed, Check::Failed))
    }

    /// A runner is a note of the engine and the compiler: what it is to pretend.
    fn build(&self, tree: &Path) -> Result<PathBuf> {
        self.builds.fetch_add(1, Ordering::Relaxed);
        let built = tree.with_file_name(BUILT);
        let engine = fs::read_to_string(tree.join(ENGINE))?;
        fs::write(
            &built,
            format!("{}\n{}", engine.trim(), self.toolchain(tree)?),
        )?;
        Ok(built)
    }

    fn launch(&self, runner: &Path, args: &[OsString]) -> Result<ExitStatus> {
        self.launches.fetch_add(1, Ordering::Relaxed);
        let mut args = args.to_vec();
        let value = |flag: &str| {
            let at = args.iter().position(|arg| arg == flag).expect("the flag");
            PathBuf::from(&args[at + 1])
        };
        let out = value("--out");
        if let Some(spoil) = &*self.before.lock().expect("whole") {
            spoil(&mut args);
        }
        let real = env!("CARGO_BIN_EXE_runner");
        let status = clean_command(real).args(args).status()?;
        if let Ok(mut results) = ResultFile::load(&out) {
            pretend(&fs::read_to_string(runner)?, &mut results);
            if let Some(spoil) = &*self.after.lock().expect("whole") {
                spoil(&mut results);
            }
            results.save(&out)?;
        }
        if let Some(spoil) = *self.raw.lock().expect("whole") {
            spoil(&out);
        }
        Ok(status)
    }
}

/// What building the tree would have changed about the real runner.
fn pretend(built: &str, results: &mut ResultFile) {
    let (engine, toolchain) = built.split_once('\n').expect("two lines");
    let more: u64 = engine.parse().expect("a number");
    let more = more + u64::from(toolchain == DRIFTED);
    toolchain.clone_into(&mut results.provenance.toolchain);
    results.provenance.profile = "gate".to_owned();
    for suite in &mut results.suites {
        for row in &mut suite.rows {
            row.nodes += more;
        }
        suite.totals = Totals::of(&suite.rows);
    }
}

/// The tree.
pub(crate) struct Lab {
    _dir: TempDir,
    pub(crate) root: PathBuf,
    pub(crate) steps: Pretended,
    pub(crate) source: Source,
    pub(crate) full: bool,
    pub(crate) use_cache: bool,
}

impl Lab {
    /// A tree that is staged, but neither blessed nor committed.
    pub(crate) fn unborn() -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        let root = dir.path().join("tree");
        Repository::init(&root).expect("a repository");
        let lab = Self::at(dir, root);
        for (path, text) in [
            ("suites/suites.toml", MANIFEST),
            ("suites/bench.epd", BENCH),
            ("suites/ends.epd", ENDS),
            ("suites/all.epd", ALL),
            (ENGINE, "0\n"),
            (".gitignore", "/target\n*.snap.new\n"),
        ] {
            lab.write(path, text);
        }
        lab.stage();
        lab
    }

    /// A lab in a repository that is there already.
    pub(crate) fn at(dir: TempDir, root: PathBuf) -> Self {
        Lab {
            _dir: dir,
            root,
            steps: Pretended::default(),
            source: Source::Staged,
            full: false,
            use_cache: true,
        }
    }

    /// A tree that is blessed, committed, and passes.
    pub(crate) fn blessed() -> Self {
        let lab = Self::unborn();
        lab.bless("the first").expect("blessed");
        lab.stage();
        lab.commit("the first");
        lab
    }

    pub(crate) fn repo(&self) -> Repository {
        Repository::open(&self.root).expect("a repository")
    }

    pub(crate) fn workshop(&self) -> Workshop<'_> {
        Workshop {
            root: self.root.clone(),
            dir: self.root.join("target/precommit"),
            source: self.source,
            steps: &self.steps,
            threads: 2,
            quiet: true,
        }
    }

    pub(crate) fn gate(&self) -> Result<Report> {
        let gate = Gate {
            workshop: self.workshop(),
            full: self.full,
            use_cache: self.use_cache,
            bench_nodes: 1..=1_000_000,
        };
        gate.run()
    }

    /// The verdict, and whether it came from the cache.
    pub(crate) fn verdict(&self) -> (Outcome, bool) {
        let report = self.gate().expect("it runs");
        (report.verdict, report.cached)
    }

    /// Why the gate could not run.
    pub(crate) fn error(&self) -> String {
        match self.gate() {
            Ok(report) => panic!("it ran: {report:#?}"),
            Err(error) => format!("{error:#}"),
        }
    }

    pub(crate) fn bless(&self, reason: &str) -> Result<Option<HistoryEntry>> {
        bless_tree(&self.workshop(), reason, &(1..=1_000_000))
    }

    pub(crate) fn launches(&self) -> usize {
        self.steps.launches.load(Ordering::Relaxed)
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("made");
        fs::write(path, text).expect("written");
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.root.join(path)).expect("readable")
    }

    /// Replaces a part of a file, which must hold it.
    pub(crate) fn edit(&self, path: &str, from: &str, to: &str) {
        let text = self.read(path);
        assert!(text.contains(from), "{from:?} in {path}: {text}");
        self.write(path, &text.replacen(from, to, 1));
    }

    /// Stages everything, removals too.
    pub(crate) fn stage(&self) {
        let repo = self.repo();
        let mut index = repo.index().expect("an index");
        let all = ["*"];
        index
            .add_all(all, IndexAddOption::DEFAULT, None)
            .expect("added");
        index.update_all(all, None).expect("updated");
        index.write().expect("written");
    }

    /// Makes branch, index and files those of a commit.
    pub(crate) fn reset(&self, to: &str) {
        let repo = self.repo();
        let commit = repo.revparse_single(to).expect("a commit");
        let mut checkout = CheckoutBuilder::new();
        checkout.force();
        repo.reset(&commit, ResetType::Hard, Some(&mut checkout))
            .expect("reset");
    }

    /// Commits what is staged on top of `HEAD`.
    pub(crate) fn commit(&self, message: &str) -> git2::Oid {
        let repo = self.repo();
        let mut index = repo.index().expect("an index");
        let tree = index.write_tree().expect("a tree");
        let tree = repo.find_tree(tree).expect("a tree");
        let head = repo.head().ok();
        let parent = head.map(|head| head.peel_to_commit().expect("a commit"));
        let parents: Vec<_> = parent.iter().collect();
        let who = Signature::now("A", "a@b").expect("a signature");
        repo.commit(Some("HEAD"), &who, &who, message, &tree, &parents)
            .expect("committed")
    }
}
