//! Runs every example of the README and of the guide as written.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use super::transcript;
use crate::program::root;

/// Defines a test for each page, and the list of pages.
macro_rules! pages {
    ($($name:ident: $file:literal,)*) => {
        const PAGES: &[&str] = &[$($file),*];
        $(#[test]
        fn $name() {
            let root = Path::new(env!("CARGO_MANIFEST_DIR"));
            transcript::check(&root.join($file), true, &[&root.join("examples")]);
        })*
    };
}

pages! {
    readme: "README.md",
    advice: "docs/advice.md",
    another_game: "docs/another-game.md",
    bots: "docs/bots.md",
    commands: "docs/commands.md",
    comparing: "docs/comparing.md",
    eight_seconds: "docs/eight-seconds.md",
    eight_seven_central: "docs/eight-seven-central.md",
    el_ocho: "docs/el-ocho.md",
    long_runs: "docs/long-runs.md",
    long_shot: "docs/long-shot.md",
    method: "docs/method.md",
    policies: "docs/policies.md",
    readings: "docs/readings.md",
    speed: "docs/speed.md",
    str8_eight: "docs/str8-eight.md",
    tables: "docs/tables.md",
}

/// The main command of the README is also one of its examples, which the test `readme` runs.
#[test]
fn the_main_command_is_an_example() {
    let readme = include_str!("../../README.md");
    let job = readme.lines().find_map(|line| line.strip_prefix("cargo run --release -- "));
    let job = job.expect("a command for the main job");
    assert!(readme.contains(&format!("\n$ pushluck {job}")), "{job}");
}

#[test]
fn every_page_is_run_and_every_link_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = fs::read_dir(root.join("docs")).expect("the guide");
    let docs = docs.map(|entry| entry.expect("a page").file_name().into_string().expect("UTF-8"));
    for page in docs.map(|page| format!("docs/{page}")).filter(|page| page != "docs/README.md") {
        assert!(PAGES.contains(&page.as_str()), "{page} is not run");
    }
    let reports = reports();
    let others = ["docs/README.md", "CONTRIBUTING.md"].into_iter();
    let others = others.chain(reports.iter().map(String::as_str));
    for page in PAGES.iter().copied().chain(others) {
        let text = fs::read_to_string(root.join(page)).expect("a page");
        let folder = root.join(page).parent().expect("a folder").to_owned();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.starts_with("http") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let path = if file.is_empty() { root.join(page) } else { folder.join(file) };
            assert!(path.exists(), "{page} links to {link}");
            let heads = || fs::read_to_string(&path).expect("a page");
            let found = heading.is_empty()
                || heads().lines().filter(|line| line.starts_with('#')).any(|line| {
                    let title = line.trim_start_matches(['#', ' ']).to_lowercase();
                    let kept = title.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
                    kept.collect::<String>().replace(' ', "-") == heading
                });
            assert!(found, "{page} links to {link}");
        }
    }
}

/// The pages of `reports`.
fn reports() -> Vec<String> {
    let files = fs::read_dir(root().join("reports")).expect("the reports");
    let names = files.map(|file| file.expect("a file").file_name().into_string().expect("UTF-8"));
    let pages = names.filter(|name| name.ends_with(".md"));
    pages.map(|name| format!("reports/{name}")).collect()
}

/// The length that a reader is promised, in lines.
#[test]
fn the_readme_and_the_reports_are_short() {
    let mut most = vec![("README.md".to_owned(), 180)];
    most.extend(reports().into_iter().map(|page| match page.as_str() {
        "reports/README.md" => (page, 40),
        _ => (page, 80),
    }));
    for (page, most) in most {
        let lines = fs::read_to_string(root().join(&page)).expect("a page").lines().count();
        assert!(lines <= most, "{page} has {lines} lines, more than {most}");
    }
}

/// The tables of a page, and its date and version, are those that `reports/pages.sh` writes.
#[test]
#[cfg(unix)]
fn the_tables_of_the_reports_are_those_of_their_files() {
    let temp = TempDir::new().expect("a folder");
    let at = temp.path();
    fs::create_dir(at.join("reports")).expect("a folder");
    for entry in fs::read_dir(root().join("reports")).expect("the reports") {
        let (from, name) = entry.map(|entry| (entry.path(), entry.file_name())).expect("a file");
        let to = at.join("reports").join(name);
        match from.extension().is_some_and(|ending| ending == "md") {
            true => drop(fs::copy(&from, &to).expect("a copy")),
            false => std::os::unix::fs::symlink(&from, &to).expect("a link"),
        }
    }
    let pages = reports().join(" ");
    let program = Path::new(env!("CARGO_BIN_EXE_pushluck")).parent().expect("a folder");
    let script = format!("PATH={}:$PATH sh reports/pages.sh {pages}", program.display());
    let made = Command::new("sh").arg("-c").arg(script).current_dir(at).output().expect("a shell");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    for page in reports() {
        let [here, made] = [root(), at].map(|folder| {
            let text = fs::read_to_string(folder.join(&page)).expect("a page");
            text.lines().filter(|line| !line.starts_with("Made on ")).collect::<Vec<_>>().join("\n")
        });
        assert_eq!(here, made, "{page}");
        let text = fs::read_to_string(root().join(&page)).expect("a page");
        let line = text.lines().last().expect("a line");
        assert!(
            line.starts_with("Made on 20") && line.contains(" with pushluck "),
            "{page}: {line}"
        );
    }
}
