//! Records which compiler, target and profile this binary was built with, for the provenance of
//! results: what `rustc --version` says when a result is written may be another compiler.

use std::{env, path::Path, process::Command};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=RUSTC");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc)
        .arg("--version")
        .output()
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .unwrap_or_else(|| "unknown".to_owned());
    println!("cargo:rustc-env=XTASK_TOOLCHAIN={}", version.trim());
    println!(
        "cargo:rustc-env=XTASK_TARGET={}",
        env::var("TARGET").expect("cargo sets TARGET")
    );
    println!("cargo:rustc-env=XTASK_PROFILE={}", profile());
}

/// The profile's own name. `PROFILE` knows only `debug` and `release`; the output directory is
/// `.../<profile>/build/<package>-<hash>/out`.
fn profile() -> String {
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    Path::new(&out)
        .ancestors()
        .nth(3)
        .and_then(Path::file_name)
        .and_then(|name| name.to_str())
        .map_or_else(|| env::var("PROFILE").unwrap_or_default(), str::to_owned)
}
