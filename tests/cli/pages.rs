//! Runs every example of the README and of the guide as written.

use std::fs;
use std::path::Path;

use super::transcript;

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
    for page in PAGES.iter().chain(&["docs/README.md", "reports/README.md", "CONTRIBUTING.md"]) {
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
