//! The page for a phone: self-contained, with the win probabilities of the solver.

use std::fs;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::program::done;

const PIG: &str = include_str!("../editions/pig.toml");

/// The text between two marks.
fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let (_, rest) = text.split_once(from).expect("the start");
    rest.split_once(to).expect("the end").0
}

fn data(html: &str) -> Value {
    let json = between(html, "<script type=\"application/json\" id=\"data\">", "</script>");
    serde_json::from_str(json).expect("JSON")
}

/// The win probabilities of a page.
fn shares(data: &Value) -> Vec<f64> {
    let bytes = STANDARD.decode(data["win"].as_str().expect("a text")).expect("base64");
    let share = |three: &[u8]| three.iter().fold(0, |word, byte| word << 8 | u32::from(*byte));
    bytes.chunks(3).map(|three| f64::from(share(three)) / f64::from((1 << 24) - 1)).collect()
}

#[test]
fn the_page_is_self_contained_and_escapes_the_texts_of_the_edition() {
    let folder = tempfile::tempdir().unwrap();
    let text = PIG.replace("\"Pig\"", "\"</script><b>Pig & 'co'\"");
    assert_ne!(text, PIG);
    fs::write(folder.path().join("pig.toml"), text).unwrap();
    let command = "card el-ocho --edition pig.toml --rules target=40 --page";
    let html = done(folder.path(), command);
    for outside in
        ["<img", "<link", "http:", "https:", "url(", "@import", "</script><b>", " style="]
    {
        assert!(!html.contains(outside), "{outside}");
    }
    assert_eq!(html, done(folder.path(), command));
    assert_eq!(html.matches("<script").count(), 2);
}

#[test]
fn the_policy_of_the_page_allows_its_own_script_and_style_only() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("pig.toml"), PIG).unwrap();
    let html = done(folder.path(), "card el-ocho --edition pig.toml --rules target=40 --page");
    let policy = between(&html, "http-equiv=\"Content-Security-Policy\" content=\"", "\"");
    assert!(policy.starts_with("default-src 'none'; "), "{policy}");
    for (source, element) in [("style-src", "style"), ("script-src", "script")] {
        let text = between(&html, &format!("<{element}>"), &format!("</{element}>"));
        let hash = between(policy, &format!("{source} 'sha256-"), "'");
        assert_eq!(hash, STANDARD.encode(Sha256::digest(text)), "{element}");
    }
}

#[test]
fn the_page_has_the_win_probabilities_and_all_rolls() {
    let folder = tempfile::tempdir().unwrap();
    let data = data(&done(folder.path(), "card el-ocho --rules level=2,target=1000 --page"));
    let shares = shares(&data);
    assert_eq!((data["target"].as_u64(), shares.len()), (Some(20), 400));
    let question = "--own 400 --opponent 700 --dice 8 --format csv";
    let csv =
        done(folder.path(), &format!("advise el-ocho --rules level=2,target=1000 {question}"));
    let (head, row) = csv.split_once('\n').expect("a row");
    let value = head.split(',').zip(row.split(',')).find(|(name, _)| *name == "roll_value");
    let value: f64 = value.expect("the value").1.parse().unwrap();
    let share = shares[8 * 20 + 14];
    assert!((share - value).abs() < 1e-7, "{share} {value}");
    for (dice, rolls) in (1_u32..).zip(data["rolls"].as_array().expect("rolls")) {
        let number = |key: &str| rolls[key].as_u64().expect("a number");
        let steps = rolls["steps"].as_array().expect("steps").iter();
        let kept: u64 = steps.filter_map(|step| step[3].as_u64()).sum();
        assert_eq!(kept + number("bust") + number("wins"), number("settled"), "{dice} dice");
    }
    // Of eight dice, 428,400 of the 8^8 rolls are Jokers.
    assert_eq!(data["rolls"][7]["settled"], (8_u64.pow(8) - 428_400));
    assert_eq!(data["rolls"][7]["bust"], 63_000);
}
