//! The words that users read, in help, screens, tables, pictures and guide: those of the field, and
//! none that stood for them before.

use std::fs;
use std::path::{Path, PathBuf};

use pushluck::games::GAMES;
use pushluck::report::schemas::COMMON;

use crate::program::{done, root};

/// Behind `+` what is said of strategies, figures and bets; behind `-` what was said before, or in another
/// language's manner.
const WORDS: &str = include_str!("words.txt");

/// Where what users read stands, and its text.
fn texts() -> Vec<(String, String)> {
    let root = root();
    let mut paths: Vec<PathBuf> =
        ["README.md", "reports/README.md"].map(|page| root.join(page)).into();
    for (folder, ends) in [("docs", "md"), ("tests/cli", "console"), ("policies", "toml")] {
        files(&root.join(folder), ends, &mut paths);
    }
    files(&root.join("reports"), "svg", &mut paths);
    files(&root.join("reports"), "html", &mut paths);
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a text");
        (path.strip_prefix(root).expect("a path of ours").display().to_string(), text)
    };
    let mut texts: Vec<_> = paths.into_iter().map(read).collect();
    // The manual is the help of all commands.
    let manual = done(root, "man");
    texts.push(("man".to_owned(), manual.replace("\\-", "-")));
    for game in GAMES {
        let tables = game.tables().into_iter().chain(COMMON);
        let columns = |table: &pushluck::report::Schema| -> Vec<&str> {
            table.all_columns().flat_map(|column| [column.name, column.about]).collect()
        };
        let tables =
            tables.flat_map(|table| [vec![table.name, table.about], columns(&table)].concat());
        texts.push((format!("tables of {}", game.name()), tables.collect::<Vec<_>>().join("\n")));
        let rules = game.rules().iter().map(|rule| rule.about);
        let points = game.vocabulary().points.iter();
        let points = points.flat_map(|point| {
            let features = point.state.iter().chain(point.action).map(|feature| feature.about);
            let actions = point.actions.iter().map(|action| action.about);
            [point.about, point.default].into_iter().chain(features).chain(actions)
        });
        let words: Vec<&str> = rules.chain(points).chain([game.about()]).collect();
        texts.push((format!("vocabulary of {}", game.name()), words.join("\n")));
    }
    texts
}

fn files(folder: &Path, ends: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, ends, found);
        } else if path.extension().is_some_and(|end| end == ends) {
            found.push(path);
        }
    }
}

/// In lower case, and with one space for each break of a line.
fn flat(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn texts_have_the_words_of_the_field_and_none_of_the_old_ones() {
    let texts = texts();
    let texts: Vec<_> = texts.iter().map(|(place, text)| (place, flat(text))).collect();
    let mut faults = Vec::new();
    for (place, text) in &texts {
        for old in WORDS.lines().filter_map(|line| line.strip_prefix("- ")) {
            for (at, _) in text.match_indices(old) {
                let from = text.floor_char_boundary(at.saturating_sub(40));
                let to = text.floor_char_boundary((at + old.len() + 40).min(text.len()));
                faults.push(format!("{place}: `{old}` in: {}", &text[from..to]));
            }
        }
    }
    for word in WORDS.lines().filter_map(|line| line.strip_prefix("+ ")) {
        if !texts.iter().any(|(_, text)| text.contains(&word.to_lowercase())) {
            faults.push(format!("nobody says `{word}`"));
        }
    }
    assert!(faults.is_empty(), "{} texts:\n{}", faults.len(), faults.join("\n"));
}
