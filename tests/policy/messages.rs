//! The errors and warnings of policy files.

use super::*;

const TABLE: &str = include_str!("messages.txt");

/// Checks `messages.txt`: a line with a kind and a text, then its expected faults.
#[test]
fn equal_the_table() {
    let mut found = String::new();
    for line in TABLE.lines().filter(|line| !line.starts_with(' ')) {
        found += &format!("{line}\n");
        let Some((kind, text)) = line.split_once(' ').filter(|(kind, _)| *kind != "#") else {
            continue;
        };
        let text = text.replace("\\n", "\n").replace("\\r", "\r");
        let faults = match kind {
            "when" => when(&text),
            "prefer" => short(&format!("[[keep]]\nprefer = '{text}'\n")),
            "define" => {
                let (lines, when) = text.split_once(" => ").expect("a condition");
                let rule = format!("[[roll]]\nwhen = '{when}'\nchoose = 'stop'\n");
                short(&format!("[define]\n{lines}\n{rule}"))
            }
            "parameter" => short(&format!("[parameters]\n{text}\n[[roll]]\nchoose = 'stop'\n")),
            "file" => short(&text),
            _ => shown(&text),
        };
        faults.iter().for_each(|fault| found += &format!("    {}\n", fault.trim_end()));
    }
    for (found, expected) in found.lines().zip(TABLE.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(found, TABLE);
}

#[test]
fn a_file_without_its_language_shows_all_its_faults() {
    let text = "game = 'farkle'\ndescription = 'd'\n[[roll]]\nwhen = 'dise > 2'\nchoose = 'fly'\n";
    let faults = faults_of(text);
    let titles: Vec<&str> = faults.iter().map(|fault| &*fault.title).collect();
    let expected = ["the file does not say `language = 2`", "unknown name `dise`"];
    assert_eq!(titles, [&expected[..], &["unknown action `fly` at `roll`"]].concat());
    let help = faults[0].help.as_deref().unwrap_or_default();
    assert!(help.starts_with("write `language = 2` below `game`"), "{help}");
}

#[test]
fn too_many_rules_are_an_error_with_reason_and_help() {
    let rule = "[[roll]]\nwhen = 'dice > three'\nchoose = 'stop'\n";
    let head = "game = 'farkle'\nlanguage = 2\ndescription = 'd'\n";
    // Only rules beyond the limit use the definition; they are not checked.
    let file = |rules: usize| {
        let first = "[[roll]]\nwhen = 'dice > 3'\nchoose = 'stop'\n".repeat(250);
        format!("{head}[define]\nthree = '3'\n{first}{}", rule.repeat(rules))
    };
    let started = std::time::Instant::now();
    let faults = faults_of(&file(18_000));
    let took = started.elapsed();
    let fault = faults.iter().find(|fault| fault.is_error()).expect("an error");
    assert_eq!(fault.title, "a decision point takes at most 250 rules");
    assert_eq!(fault.label, "rule 251 of 18250: the number of a rule is stored in one byte");
    assert!(fault.help.as_deref().is_some_and(|help| help.contains("`||`")));
    assert_eq!(fault.source.line(fault.span.start), 5 + 3 * 250 + 1);
    assert!(!faults.iter().any(|fault| fault.title.contains("not used")), "{faults:?}");
    // It takes about 0.1 s; checking all rules took 3 s on an idle machine.
    assert!(took < std::time::Duration::from_secs(2), "{took:?}");
}

#[test]
fn syntax_and_numbers() {
    let empty = "error: the expression is empty |    |  | write an expression or remove the key";
    assert_eq!(when("  "), [empty]);
    let digits = "9".repeat(400);
    let fault = "error: the number is too large";
    let label = "the largest number is about 1.8e308";
    assert_eq!(when(&format!("wide > {digits}")), [format!("{fault} | {digits} |  | {label}")]);
    let rule = "[[roll]]\nwhen = 'dise > 3'\nchoose = 'stop'\n";
    assert!(short(&rule.repeat(9))[0].ends_with("also at 8 other places"));
    // Each definition doubles the size.
    let lines: String = (0..40).map(|i| format!("a{i} = 'a{} + a{}'\n", i + 1, i + 1)).collect();
    let rule = "[[roll]]\nwhen = 'a0 > 1'\nchoose = 'stop'\n";
    let found = short(&format!("[define]\n{lines}a40 = 'dice'\n{rule}"));
    assert!(found[0].starts_with("error: the expression is too large"), "{found:?}");
}

#[test]
fn a_definition_has_one_value_per_decision() {
    let policy = checked(
        "[define]\ncoin = 'chance(0.5)'\n[[roll]]\nwhen = 'coin != coin'\nchoose = 'stop'\n\
         [[roll]]\nwhen = 'coin && chance(0.5)'\nchoose = 'stop'\n",
    );
    for random in 0..100 {
        let when = policy.points[1][0].when.as_ref().expect("given");
        assert_eq!(when.eval_tree(0, &Seen { random, ..Seen::at(&[0.0; 7]) }), 0.0);
    }
}

#[test]
fn sizes_are_limited() {
    let deep = format!("{}dice > 3{}", "(".repeat(5000), ")".repeat(5000));
    assert_eq!(
        when(&deep),
        ["error: the expression is nested too deeply | ( |  | \
          use at most 200 levels; split it over several rules"]
    );
    let long = vec!["last_round"; 300].join(" || ");
    assert!(when(&long)[0].starts_with("error: the expression is nested too deeply"));
    assert_eq!(when(&vec!["last_round"; 190].join(" || ")), [""; 0]);
    let long = format!("dice > 3{}", " ".repeat(70_000));
    assert!(when(&long)[0].starts_with("error: the expression is too long"));
    let faults = faults_of(&"#".repeat(MAX_BYTES + 1));
    assert_eq!(faults[0].title, "the file is larger than 1048576 bytes");
}

#[test]
fn syntax_errors_hide_only_faults_they_may_cause() {
    let faults = faults_of(
        "game = 'farkle'\nlanguage = 2\n[[roll]]\nwhen =\nchoose = 'stop'\n[[roll]]\nwhen = 'dise > 3'\n\
         choose = 'stop'\n",
    );
    assert_eq!(
        rendered(&faults),
        "\
error: string values must be quoted, expected literal string
 --> p.toml:4:7
  |
4 | when =
  |       ^

error: unknown name `dise`
 --> p.toml:7:9
  |
7 | when = 'dise > 3'
  |         ^^^^ not known at `roll` of farkle
  |
  = help: did you mean `dice`?"
    );
}

#[test]
fn the_game_of_a_file_is_read_separately() {
    assert_eq!(game_of(&source("game = 'yahtzee'\n[[x]]\n")), Ok("yahtzee".to_owned()));
    let faults = game_of(&source("[[roll]]\nchoose = 'stop'\n")).expect_err("no game");
    assert_eq!(faults[0].title, "the file does not say which game it is for");
    let no_rules = "the policy has no rules |  | the defaults of the game decide everything | ";
    assert_eq!(short(""), [format!("warning: {no_rules}")]);
}
