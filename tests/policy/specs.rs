//! SPECs of policies on the command line, and errors of files that cannot be read.

use std::path::Path;

use proptest::prelude::*;
use pushluck::error::Error;
use pushluck::policy::*;

fn spec(text: &str) -> PolicySpec {
    parse_spec(text).expect(text)
}

fn fault(text: &str) -> String {
    match parse_spec(text) {
        Err(Error::Input { message, help }) => match help {
            Some(help) => format!("{message}; {help}"),
            None => message,
        },
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn parameters_follow_the_last_colon_of_a_name_or_a_path() {
    for (text, path, is_file) in [
        ("hold-at:hold=1_000,dice=-2", "hold-at", false),
        ("./hold-at", "./hold-at", true),
        ("C:\\x\\a.toml", "C:\\x\\a.toml", true),
        ("./a:b/c.toml", "./a:b/c.toml", true),
        ("./a:b.toml:hold=1", "./a:b.toml", true),
    ] {
        let found = spec(text);
        assert_eq!((&*found.name_or_path, found.is_file), (path, is_file), "{text}");
    }
    assert_eq!(spec("a/b.c/bold.toml:hold=1").name(), "bold");
    let found = spec("hold-at:hold=1_000,dice=-2").overrides;
    assert_eq!(found, [("hold".to_owned(), 1000.0), ("dice".to_owned(), -2.0)]);
}

#[test]
fn faults_of_specs_have_help() {
    for (text, expected) in [
        (":hold=1", "`:hold=1` does not name a policy; write NAME, FILE or NAME:KEY=VALUE"),
        (
            "a:hold",
            "parameter `hold` has no value in `a:hold`; write a:KEY=VALUE,KEY=VALUE, or give \
             another policy its own flag: `--policy NAME`",
        ),
        ("a:", "`a:` has an empty parameter; write a:KEY=VALUE,KEY=VALUE"),
        ("a:=1", "`=1` has no name before `=` in `a:=1`; write a:KEY=VALUE"),
        (
            "a:hold=much",
            "parameter `hold` cannot be `much`; write a number such as `600`, `-5`, `0.35`, `35%`, \
             `1_000_000`, `1e6`, `20k` or `1M`",
        ),
        (
            "a:hold=1,hold=2",
            "parameter `hold` is given twice in `a:hold=1,hold=2`; remove one of the values",
        ),
        ("rollout:n=5,base=", "`` does not name a policy; write NAME, FILE or NAME:KEY=VALUE"),
    ] {
        assert_eq!(fault(text), expected);
    }
}

#[test]
fn search_policies_take_the_rest_as_their_base() {
    let found = spec("rollout:n=20,base=./a:b/c.toml:hold=600,dice=2");
    assert_eq!((found.name(), found.is_file), ("rollout", false));
    assert_eq!(found.overrides, [("n".to_owned(), 20.0)]);
    let base = found.base.expect("a base");
    assert_eq!((base.name(), base.is_file), ("c", true));
    assert_eq!(base.overrides, [("hold".to_owned(), 600.0), ("dice".to_owned(), 2.0)]);
    let found = spec("ismcts:base=rollout:base=random");
    assert!(found.overrides.is_empty());
    assert_eq!(found.base.expect("a base").base.expect("another").name(), "random");
    assert_eq!(spec("ismcts:n=5").base, None);
    assert_eq!(spec("rollout").name(), "rollout");
    assert!(spec("./rollout:n=5").is_file);
}

#[test]
fn numbers_have_separators_exponents_and_suffixes() {
    let good = [
        ("600", 600.0),
        ("-5", -5.0),
        ("+5", 5.0),
        ("-0", 0.0),
        ("0.35", 0.35),
        ("35%", 0.35),
        ("33.3%", 0.333),
        ("1_000_000", 1_000_000.0),
        ("1e6", 1_000_000.0),
        ("1e-3", 0.001),
        ("2E3", 2000.0),
        ("20k", 20_000.0),
        ("1.5k", 1500.0),
        ("1M", 1_000_000.0),
        ("3G", 3_000_000_000.0),
        ("0e99", 0.0),
    ];
    for (text, value) in good {
        let found = parse_number(text).map(f64::to_bits);
        assert_eq!(found, Some(f64::to_bits(value)), "{text}");
    }
    for text in [
        "", "-", "1.", ".5", "1.2.3", "_1", "1_", "e6", "1e", "1e1.5", "1kk", "1%%", "1e999",
        "inf", "nan", "é",
    ] {
        assert_eq!(parse_number(text), None, "{text}");
    }
}

#[test]
fn equal_labels_are_numbered() {
    let labels = ["a", "b", "a", "a#2", "a"].map(str::to_owned).to_vec();
    assert_eq!(unique_labels(labels), ["a", "b", "a#3", "a#2", "a#4"]);
}

proptest! {
    #[test]
    fn no_spec_panics(text in any::<String>()) {
        let _ = parse_spec(&text);
        let _ = parse_number(&text);
    }
}

fn message(path: &Path) -> String {
    let error = load(path).expect_err("must fail");
    assert_eq!(error.exit_code(), 2);
    error.to_string().replace(&path.display().to_string(), "PATH")
}

#[test]
fn unreadable_files_are_errors() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    assert_eq!(message(folder.path()), "PATH is a folder, not a policy file");
    let path = folder.path().join("p.toml");
    assert_eq!(message(&path), "there is no policy file PATH");
    std::fs::write(&path, b"game = 'x'\n\xff").expect("written");
    assert_eq!(message(&path), "the policy file PATH is not UTF-8 (line 2)");
    std::fs::write(&path, vec![b'#'; MAX_BYTES + 1]).expect("written");
    assert_eq!(message(&path), "the policy file PATH is larger than 1048576 bytes");
    std::fs::write(&path, "game = 'x'").expect("written");
    assert_eq!(load(&path).expect("valid").text, "game = 'x'");
}

#[test]
fn the_record_of_a_run_is_not_suggested() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("run.toml"), "").expect("written");
    let error = load(&folder.path().join("mun.toml")).expect_err("must fail");
    assert!(matches!(error, Error::Input { help: Some(help), .. } if !help.contains("run.toml")));
}
