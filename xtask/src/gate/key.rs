//! Fingerprints of what can change a count.

use super::source::{Files, Kind};
use crate::{baseline::BASELINES_DIR, files::sha256};
use anyhow::{Context, Result};
use std::{
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
};

/// Raised when the rules of the verdict change, so that no pass under the old ones counts.
const RULES: u32 = 1;

/// Files that cargo, rustc, rustfmt and clippy look for in every directory upwards.
const LOOKED_FOR_UPWARDS: [&str; 8] = [
    ".cargo/config.toml",
    ".cargo/config",
    "rust-toolchain.toml",
    "rust-toolchain",
    "rustfmt.toml",
    ".rustfmt.toml",
    "clippy.toml",
    ".clippy.toml",
];

/// Fingerprint of all files but the baselines, in hexadecimal.
pub(super) fn sources_sha256(files: &Files) -> String {
    fingerprint(files, |path| !path.starts_with(BASELINES_DIR))
}

/// Fingerprint of everything that the gate's verdict on `files` depends on: the files themselves,
/// the compiler (`rustc -vV`), and the settings that cargo reads outside of the tree.
///
/// # Errors
/// When a settings file is there but cannot be read.
pub(super) fn gate_key(files: &Files, toolchain: &str, root: &Path) -> Result<String> {
    let mut text = format!(
        "rules {RULES}\nfiles {}\ntoolchain {}\n",
        fingerprint(files, |_| true),
        sha256(toolchain.as_bytes())
    );
    for path in outer_settings(root) {
        if let Some(bytes) = read_if_there(&path)? {
            writeln!(text, "settings {}", sha256(&bytes)).expect("writing to a string cannot fail");
        }
    }
    Ok(sha256(text.as_bytes()))
}

fn fingerprint(files: &Files, wanted: impl Fn(&Path) -> bool) -> String {
    let mut bytes = Vec::new();
    for (path, file) in files.iter().filter(|(path, _)| wanted(path)) {
        let kind = match file.kind {
            Kind::Plain => b'-',
            Kind::Executable => b'x',
            Kind::Link => b'l',
        };
        bytes.push(kind);
        bytes.extend_from_slice(file.oid.as_bytes());
        for part in path.components() {
            bytes.push(b'/');
            bytes.extend_from_slice(part.as_os_str().as_encoded_bytes());
        }
        bytes.push(0);
    }
    sha256(&bytes)
}

/// The settings that reach into the checkout from above the tree and from cargo's home.
fn outer_settings(root: &Path) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for dir in root.ancestors().skip(1) {
        paths.extend(LOOKED_FOR_UPWARDS.iter().map(|name| dir.join(name)));
    }
    let home = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    for name in ["config.toml", "config"] {
        paths.extend(home.iter().map(|home| home.join(name)));
    }
    paths
}

/// The checkout lies below the working tree, so a settings file that lies in the working tree but
/// is not part of what is tested would still be obeyed. Names such files.
///
/// # Errors
/// When one is there but cannot be read.
pub(super) fn leaking_settings(root: &Path, checkout: &Path) -> Result<Vec<&'static str>> {
    let mut leaking = Vec::new();
    for name in LOOKED_FOR_UPWARDS {
        if let Some(lying) = read_if_there(&root.join(name))? {
            let tested = read_if_there(&checkout.join(name))?;
            if tested.as_deref().map(without_cr) != Some(without_cr(&lying)) {
                leaking.push(name);
            }
        }
    }
    Ok(leaking)
}

/// Without the carriage returns that a checkout by git may have added.
fn without_cr(bytes: &[u8]) -> Vec<u8> {
    bytes
        .iter()
        .copied()
        .filter(|&byte| byte != b'\r')
        .collect()
}

fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) => match error.kind() {
            io::ErrorKind::NotFound
            | io::ErrorKind::NotADirectory
            | io::ErrorKind::IsADirectory => Ok(None),
            _ => Err(error).with_context(|| format!("cannot read {}", path.display())),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{super::source::TreeFile, *};
    use git2::{ObjectType, Oid};

    fn files(list: &[(&str, Kind, &str)]) -> Files {
        list.iter()
            .map(|&(path, kind, content)| {
                let oid = Oid::hash_object(ObjectType::Blob, content.as_bytes()).expect("a hash");
                (
                    PathBuf::from(path),
                    TreeFile {
                        kind,
                        oid,
                        held: None,
                    },
                )
            })
            .collect()
    }

    #[test]
    fn everything_that_can_change_a_count_changes_the_key() {
        let root = Path::new("/no/such/directory");
        let base = [
            ("Cargo.lock", Kind::Plain, "1"),
            ("baselines/b.snap", Kind::Plain, "2"),
        ];
        let key = |list: &[(&str, Kind, &str)], toolchain: &str| {
            gate_key(&files(list), toolchain, root).expect("a key")
        };
        let first = key(&base, "rustc 1");
        assert_eq!(first, key(&base, "rustc 1"));
        assert_ne!(first, key(&base, "rustc 2"));
        for other in [
            vec![("Cargo.lock", Kind::Plain, "1")],
            vec![("Cargo.lock", Kind::Plain, "3"), base[1]],
            vec![("Cargo.lock", Kind::Executable, "1"), base[1]],
            vec![("Cargo.loc", Kind::Plain, "1"), base[1]],
            vec![base[0], ("baselines/b.snap", Kind::Plain, "3")],
            vec![base[0], base[1], ("new", Kind::Plain, "")],
        ] {
            assert_ne!(first, key(&other, "rustc 1"), "{other:?}");
        }
    }

    #[test]
    fn baselines_are_no_sources() {
        let bare = files(&[("src/lib.rs", Kind::Plain, "1")]);
        let blessed = files(&[
            ("src/lib.rs", Kind::Plain, "1"),
            ("baselines/b.snap", Kind::Plain, "2"),
        ]);
        let other = files(&[("src/lib.rs", Kind::Plain, "2")]);
        assert_eq!(sources_sha256(&bare), sources_sha256(&blessed));
        assert_ne!(sources_sha256(&bare), sources_sha256(&other));
    }

    #[test]
    fn settings_above_the_tree_change_the_key_and_those_beside_it_leak() {
        let scratch = tempfile::tempdir().expect("a directory");
        let root = scratch.path().join("outer/root");
        let checkout = root.join("target/tree");
        fs::create_dir_all(checkout.join(".cargo")).expect("made");
        fs::create_dir_all(root.join(".cargo")).expect("made");
        let key = || gate_key(&Files::new(), "rustc", &root).expect("a key");
        let before = key();
        fs::write(scratch.path().join("outer/rust-toolchain.toml"), "x").expect("written");
        assert_ne!(key(), before);

        let leaking = || leaking_settings(&root, &checkout).expect("readable");
        assert_eq!(leaking(), [""; 0]);
        fs::write(checkout.join(".cargo/config.toml"), "a\nb\n").expect("written");
        assert_eq!(leaking(), [""; 0]);
        fs::write(root.join(".cargo/config.toml"), "a\r\nb\r\n").expect("written");
        assert_eq!(leaking(), [""; 0]);
        fs::write(root.join(".cargo/config.toml"), "a\nc\n").expect("written");
        fs::write(root.join("clippy.toml"), "").expect("written");
        assert_eq!(leaking(), [".cargo/config.toml", "clippy.toml"]);
    }
}
