//! Hashes of the results of all games: they detect an unintended change of a number.
//!
//! `tests/pinned/hashes.txt` has command lines, each followed by the hashes of its output (`stdout`)
//! and of the files in its folder `out`. Each command runs in a shell, in its own folder with the
//! policies and editions of the tests. The hash of a table or transcript covers its bytes, that of a
//! picture its texts and shapes, and that of `run.toml` all but the version of the program.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rayon::prelude::*;
use roxmltree::{Document, Node};
use sha2::{Digest, Sha256};

use crate::program::{Running, cache};

/// Files by name, with their hashes.
type Hashes = BTreeMap<String, String>;

#[test]
fn no_figure_moves_unnoticed() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = here.join("tests/pinned/hashes.txt");
    let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pinned");
    let text = fs::read_to_string(&file).expect("the hashes");

    let mut pinned: Vec<(&str, Hashes)> = Vec::new();
    for line in text.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            pinned.push((command, Hashes::new()));
        } else if let Some((name, hash)) = hash_line(line) {
            pinned.last_mut().expect("a command line").1.insert(name.into(), hash.into());
        }
    }
    if work.exists() {
        fs::remove_dir_all(&work).expect("the folder of the last run");
    }
    let folder = |at: usize| work.join(format!("{:02}", at + 1));
    let found: Vec<Hashes> =
        pinned.par_iter().enumerate().map(|(at, (line, _))| run(line, &folder(at))).collect();

    if env::var("PINNED").is_ok_and(|mode| mode == "accept") {
        let mut hashes = found.iter();
        let mut fresh = String::new();
        for line in text.lines().filter(|line| hash_line(line).is_none()) {
            fresh += &format!("{line}\n");
            if line.starts_with("$ ") {
                for (name, hash) in hashes.next().expect("a run of each command line") {
                    fresh += &format!("{name:24} {hash}\n");
                }
            }
        }
        fs::write(file, fresh).expect("the new hashes");
        return;
    }
    let mut moved = Vec::new();
    for (at, ((line, old), new)) in pinned.iter().zip(&found).enumerate() {
        let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        let names: Vec<String> = names
            .into_iter()
            .filter(|name| old.get(*name) != new.get(*name))
            .map(|name| match (old.contains_key(name), new.contains_key(name)) {
                (true, true) => name.clone(),
                (true, false) => format!("{name} (gone)"),
                (false, _) => format!("{name} (new)"),
            })
            .collect();
        if !names.is_empty() {
            moved.push(format!("{}\n$ {line}\n    {}", folder(at).display(), names.join(", ")));
        }
    }
    assert!(
        moved.is_empty(),
        "{} of {} command lines give results that differ from the pinned ones:\n\n{}\n\n\
         To see the differences, run this test also in a checkout of the previous commit,\n\
         and compare: diff -r PREVIOUS/target/tmp/pinned {}\n\
         To accept the new results: PINNED=accept cargo test --test suite pinned\n\
         Each changed hash needs a line under \"Changed numbers\" in CHANGELOG.md.",
        moved.len(),
        pinned.len(),
        moved.join("\n\n"),
        work.display(),
    );
}

/// The file name and the hash of a line; none for a blank line, a comment or a command.
fn hash_line(line: &str) -> Option<(&str, &str)> {
    line.split_once(' ').filter(|_| !line.starts_with(['$', '#'])).map(|(a, b)| (a, b.trim()))
}

/// Runs a command line in `folder` and returns the hashes of its results. The environment is empty
/// except for `PATH` (for `sh` and `sed`) and the cache of the tests.
fn run(line: &str, folder: &Path) -> Hashes {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    fs::create_dir_all(folder).expect("a folder");
    for file in files(&tests.join("cli/files")).into_iter().chain(files(&tests.join("editions"))) {
        fs::copy(&file, folder.join(file.file_name().expect("a name"))).expect("a copy");
    }
    let stdout = folder.join("stdout");
    let program = Path::new(env!("CARGO_BIN_EXE_pushluck")).parent().expect("its folder");
    let mut shell = Command::new("sh");
    shell
        .args(["-ec", line])
        .current_dir(folder)
        .env_clear()
        .env("PATH", format!("{}:/usr/bin:/bin", program.display()))
        .env("PUSHLUCK_CACHE", cache())
        .stdin(Stdio::null())
        .stdout(File::create(&stdout).expect("a file"))
        .stderr(Stdio::piped());
    let output = Running::start(&mut shell).output();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    let mut left = vec![stdout];
    if folder.join("out").exists() {
        left.extend(files(&folder.join("out")));
    }
    left.into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a text");
            let digest = Sha256::digest(shown(&path, text));
            let hash = digest[..8].iter().map(|byte| format!("{byte:02x}")).collect();
            (path.file_name().expect("a name").to_str().expect("UTF-8").to_owned(), hash)
        })
        .collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect()
}

/// The hashed content of a file: the texts and shapes of a picture, the words of a page, `run.toml`
/// without the version, and the whole text of any other file.
fn shown(path: &Path, text: String) -> String {
    let mut lines: Vec<String> = match path.extension().and_then(|end| end.to_str()) {
        Some("toml") => {
            text.lines().filter(|line| !line.starts_with("version = ")).map(str::to_owned).collect()
        }
        Some("svg") => {
            let picture = Document::parse(&text).expect("a well-formed picture");
            let mut shapes: Vec<_> = picture.descendants().filter_map(shape).collect();
            // The hash does not depend on the order in which the parts are drawn.
            shapes.sort();
            shapes
        }
        // The words of a page, without its tags and its style sheet.
        Some("html") => text
            .split('<')
            .filter(|part| !part.starts_with("style"))
            .filter_map(|part| Some(part.split_once('>')?.1.trim().to_owned()))
            .collect(),
        _ => return text,
    };
    lines.push(String::new());
    lines.join("\n")
}

/// A text of a picture, or a shape with its colour and its coordinates in whole pixels.
fn shape(node: Node<'_, '_>) -> Option<String> {
    const PLACED: [&str; 13] =
        ["x", "y", "width", "height", "points", "cx", "cy", "r", "x1", "y1", "x2", "y2", "d"];
    let tag = node.tag_name().name();
    if tag == "text" {
        let words: String = node.descendants().filter_map(|inner| inner.text()).collect();
        return Some(words.trim().to_owned());
    }
    let places = PLACED.iter().filter_map(|name| node.attribute(*name)).flat_map(|value| {
        value.split([' ', ',']).filter(|part| !part.is_empty()).map(|part| {
            part.parse().map_or_else(|_| part.to_owned(), |place: f64| place.round().to_string())
        })
    });
    let places: Vec<String> = places.collect();
    let fill = node.attribute("fill").unwrap_or_default();
    (!places.is_empty()).then(|| format!("{tag} {fill} {}", places.join(" ")))
}
