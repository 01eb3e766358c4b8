//! Sets `PUSHLUCK_VERSION`: the version and, where it is known, the commit. Only release builds ask
//! git, as every commit would compile the library again.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let version = env!("CARGO_PKG_VERSION");
    let version = commit().map_or(version.to_owned(), |commit| format!("{version} ({commit})"));
    println!("cargo::rustc-env=PUSHLUCK_VERSION={version}");
}

/// Returns the short hash of the commit, with `-dirty` if files differ from it.
fn commit() -> Option<String> {
    // A package of the registry has no repository of its own.
    if let Ok(info) = fs::read_to_string(".cargo_vcs_info.json") {
        let (_, rest) = info.split_once("\"sha1\": \"")?;
        return rest.get(..7).map(ToOwned::to_owned);
    }
    if env::var("PROFILE").as_deref() != Ok("release") || !Path::new(".git").exists() {
        return None;
    }
    for watched in [".git/HEAD", ".git/index", "src", "policies", "docs", "Cargo.lock"] {
        println!("cargo::rerun-if-changed={watched}");
    }
    let described =
        Command::new("git").args(["describe", "--always", "--dirty", "--exclude=*"]).output();
    let text = String::from_utf8(described.ok().filter(|git| git.status.success())?.stdout).ok()?;
    Some(text.trim().to_owned()).filter(|commit| !commit.is_empty())
}
