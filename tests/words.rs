//! The word list of `CONTRIBUTING.md`, held against comments, strings, documents, policy files,
//! transcripts and pictures.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};

use crate::program::root;

/// The file of the word list, and the only one that may hold its words.
const LIST: &str = include_str!("../CONTRIBUTING.md");

/// Terms that the guide and the screens use for strategies, figures and bets.
const TERMS: [&str; 20] = [
    "win rate",
    "bust rate",
    "bust probability",
    "points per turn",
    "turns per player",
    "house edge",
    "payout",
    "break-even",
    "stake",
    "expected value",
    "regret",
    "standard error",
    "confidence interval",
    "random seed",
    "strategy",
    "policy",
    "matchup",
    "placed",
    "optimal",
    "± is the half-width of the 95 % confidence interval.",
];

/// A file, and its text without code: in lower case, with one space between two words.
struct Prose {
    file: String,
    text: String,
}

impl Prose {
    /// The places of `phrase` as whole words, with their neighbourhood.
    fn find<'a>(&'a self, phrase: &'a str) -> impl Iterator<Item = &'a str> {
        let within = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-';
        self.text.match_indices(phrase).filter_map(move |(from, found)| {
            let (before, after) = (&self.text[..from], &self.text[from + found.len()..]);
            let whole = !before.ends_with(within) && !after.starts_with(within);
            let from = self.text.floor_char_boundary(from.saturating_sub(50));
            let to = (self.text.len() - after.len() + 50).min(self.text.len());
            whole.then(|| &self.text[from..self.text.floor_char_boundary(to)])
        })
    }
}

fn proses() -> Vec<Prose> {
    let mut found = Vec::new();
    for (folder, ending, prose) in [
        ("src", "rs", rust as fn(&str) -> String),
        ("tests", "rs", rust),
        ("benches", "rs", rust),
        ("examples", "rs", rust),
        ("docs", "md", markdown),
        ("README.md", "md", markdown),
        ("reports", "md", markdown),
        ("reports", "svg", str::to_owned),
        ("reports", "html", str::to_owned),
        ("policies", "toml", toml),
        ("src", "toml", toml),
        ("tests", "toml", toml),
        ("tests/cli", "console", str::to_owned),
    ] {
        for path in files(&root().join(folder), ending) {
            let text = fs::read_to_string(&path).expect("a text");
            let file = path.strip_prefix(root()).expect("a path below the root").display();
            let text = prose(&text).to_lowercase();
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            found.push(Prose { file: file.to_string(), text });
        }
    }
    found
}

/// The files below `folder` with this ending; `folder` itself if it is a file.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    if folder.is_file() {
        return vec![folder.to_owned()];
    }
    let entries =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let (folders, files_here): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let files_here =
        files_here.into_iter().filter(|path| path.extension() == Some(ending.as_ref()));
    files_here.chain(folders.iter().flat_map(|folder| files(folder, ending))).collect()
}

/// The comments and strings of a Rust file. Code between two of them becomes `|`.
fn rust(source: &str) -> String {
    let mut prose = String::new();
    let mut end = 0;
    rust_tokens(source, source.parse().expect("Rust"), &mut prose, &mut end);
    prose.push_str(&comments(&source[end..]));
    without_code_spans(&prose)
}

fn rust_tokens(source: &str, tokens: TokenStream, prose: &mut String, end: &mut usize) {
    for token in tokens {
        let span = match &token {
            TokenTree::Group(group) => group.span_open(),
            other => other.span(),
        };
        let range = span.byte_range();
        // The tokens of a doc comment all have the span of the comment.
        let doc = source[range.start..].starts_with("//");
        if range.start >= *end {
            prose.push_str(&comments(&source[*end..range.start]));
            *end = range.end;
            let text = &source[range];
            match &token {
                _ if doc => prose.push_str(&comments(text)),
                TokenTree::Literal(_) if text.ends_with('"') || text.ends_with('#') => {
                    prose.push_str(&string(text));
                }
                _ => prose.push_str(" | "),
            }
        }
        if let TokenTree::Group(group) = token
            && !doc
        {
            let close = group.span_close().byte_range();
            rust_tokens(source, group.stream(), prose, end);
            prose.push_str(&comments(&source[*end..close.start]));
            *end = close.end;
            prose.push_str(" | ");
        }
    }
}

/// What `//`, `///` and `//!` begin.
fn comments(text: &str) -> String {
    let lines = text.lines().filter_map(|line| line.trim_start().strip_prefix("//"));
    lines.map(|line| line.trim_start_matches(['/', '!']).to_owned() + "\n").collect()
}

/// The text of a string literal; nothing where it is one name, or a policy file.
fn string(literal: &str) -> String {
    let text = literal.split_once('"').and_then(|(_, text)| text.rsplit_once('"'));
    let (text, _) = text.expect("a literal in quotes");
    if !text.contains(' ') || text.contains("[[") {
        return " | ".to_owned();
    }
    format!(" | {} | ", text.replace("\\\n", "").replace("\\n", " "))
}

/// The text of a Markdown file, without blocks of code.
fn markdown(text: &str) -> String {
    let prose: Vec<&str> = text.split("```").step_by(2).collect();
    without_code_spans(&prose.join(" | "))
}

/// The comments of a TOML file, and what it says about itself.
fn toml(text: &str) -> String {
    let lines = text.lines().filter_map(|line| {
        let about = line.strip_prefix("about = ");
        about.or_else(|| line.split_once('#').map(|(_, comment)| comment))
    });
    without_code_spans(&lines.collect::<Vec<_>>().join("\n"))
}

fn without_code_spans(text: &str) -> String {
    let lines = text.lines().map(|line| line.split('`').step_by(2).collect::<Vec<_>>().join("|"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The phrases of the left column.
fn phrases() -> Vec<&'static str> {
    let rows = LIST.lines().skip_while(|line| *line != "| not | but |").skip(2);
    let rows = rows.map_while(|line| line.strip_prefix("| "));
    let left = rows.map(|row| row.split(" | ").next().expect("a cell"));
    left.flat_map(|cell| cell.split(", ")).collect()
}

#[test]
fn no_text_has_a_phrase_of_the_word_list() {
    let proses = proses();
    let mut faults = Vec::new();
    let phrases = phrases();
    assert!(phrases.len() > 90, "the word list is read: {phrases:?}");
    for prose in &proses {
        for phrase in &phrases {
            faults.extend(prose.find(phrase).map(|at| format!("{}: `{phrase}`: {at}", prose.file)));
        }
    }
    assert!(faults.is_empty(), "{} places:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn texts_use_the_terms_of_the_field() {
    let proses = proses();
    for term in TERMS {
        assert!(proses.iter().any(|prose| prose.text.contains(term)), "no text says `{term}`");
    }
}

#[test]
fn prose_is_what_is_no_code() {
    let source = "//! Head `code`.\nfn one() {\n    // One\n    // two.\n    f(\"three\\\n four\", r#\"raw text\"#, \"name\");\n}\n";
    let prose = rust(source);
    let words: Vec<&str> = prose.split_whitespace().filter(|word| *word != "|").collect();
    assert_eq!(words.join(" "), "Head |. One two. three four raw text");
}
