//! What is said of faults and doubtful things in policy files.

use super::*;

const TABLE: &str = include_str!("messages.txt");

/// What is found in every text of `messages.txt`: the lines of a kind and a text, then what is
/// expected of it.
#[test]
fn are_those_of_the_table() {
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
fn an_unknown_name_is_drawn() {
    let faults = faults_of(
        "game = \"farkle\"\nlanguage = 2\ndescription = \"d\"\n[[roll]]\n\
         when = 'turn_points >= 350 && dise <= 2'\nchoose = \"stop\"\n",
    );
    assert_eq!(
        rendered(&faults),
        "\
error: unknown name `dise`
 --> p.toml:5:31
  |
5 | when = 'turn_points >= 350 && dise <= 2'
  |                               ^^^^ not known at `roll` of farkle
  |
  = help: did you mean `dice`?"
    );
}

#[test]
fn form_and_numbers() {
    assert_eq!(
        when("dice > "),
        ["error: the expression ends too early |  | a value is missing here | "]
    );
    assert_eq!(
        when("  "),
        ["error: the expression is empty |    |  | \
          write a condition, or leave the key out"]
    );
    let digits = "9".repeat(400);
    let fault = "error: the number is too large";
    let label = "numbers go up to about 1.8 with 308 zeros";
    assert_eq!(when(&format!("wide > {digits}")), [format!("{fault} | {digits} |  | {label}")]);
    let rule = "[[roll]]\nwhen = 'dise > 3'\nchoose = 'stop'\n";
    assert!(short(&rule.repeat(9))[0].ends_with("the same again at 8 other places"));
    // Twice as much with each.
    let lines: String = (0..40).map(|i| format!("a{i} = 'a{} + a{}'\n", i + 1, i + 1)).collect();
    let rule = "[[roll]]\nwhen = 'a0 > 1'\nchoose = 'stop'\n";
    let found = short(&format!("[define]\n{lines}a40 = 'dice'\n{rule}"));
    assert!(found[0].starts_with("error: with its definitions written out"), "{found:?}");
}

#[test]
fn the_language_must_be_named() {
    let old = "game = 'farkle'\ndescription = 'd'\n[[roll]]\n\
               when = '30 % 7 == 2 && bust_probability(dice) <= 300_000'\nchoose = 'stop'\n";
    assert_eq!(
        rendered(&faults_of(old)),
        "\
error: the file does not say `language = 2`
 --> p.toml:1:8
  |
1 | game = 'farkle'
  |        ^^^^^^^^
  |
  = help: write it below `game`; in a file of version 0.1 also write probabilities from 0 to 1 (`300_000` is `0.3` or `30%`), thousandths and cents in whole points and dollars, `a div b` for `a / b`, and `a mod b` for `a % b`"
    );
}

#[test]
fn a_definition_has_one_value_in_a_decision() {
    let policy = checked(
        "[define]\ncoin = 'chance(0.5)'\n[[roll]]\nwhen = 'coin != coin'\nchoose = 'stop'\n\
         [[roll]]\nwhen = 'coin && chance(0.5)'\nchoose = 'stop'\n",
    );
    assert_eq!(policy.compile().points[1].chance_sites(), 2);
    for luck in 0..100 {
        let env = Env { functions: &Game, chance: &Luck(luck) };
        let when = policy.points[1][0].when.as_ref().expect("given");
        assert_eq!(when.eval_tree(&[0.0; 8], &env), 0.0);
    }
}

#[test]
fn size() {
    let deep = format!("{}dice > 3{}", "(".repeat(5000), ")".repeat(5000));
    assert_eq!(
        when(&deep),
        ["error: the expression is nested too deeply | ( |  | \
          at most 200 levels; split it over several rules"]
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
fn faults_of_the_whole_file_are_drawn() {
    assert_eq!(
        rendered(&faults_of("game = 'farkle'\nlanguage = 2\n[[roll]]\nchoose = 'stop'\n")),
        "\
warning: the policy has no description
 --> p.toml:1:1
  |
1 | game = 'farkle'
  | ^
  |
  = help: add `description = \"…\"`: tables and lists show it"
    );
    assert_eq!(
        short(""),
        ["warning: the policy has no rules |  | \
          the defaults of the game decide everything | "]
    );
    assert_eq!(
        rendered(&faults_of("game = 'yahtzee'\nlanguage = 2\n")),
        "\
error: this is a policy for `yahtzee`, not for `farkle`
 --> p.toml:1:8
  |
1 | game = 'yahtzee'
  |        ^^^^^^^^^"
    );
    assert_eq!(
        rendered(&faults_of("language = 2\ndescription = 'd'\n[[roll]]\nchoose = 'stop'\n")),
        "\
error: the file does not say which game it is for
 --> p.toml:1:1
  |
1 | language = 2
  | ^
  |
  = help: write `game = \"farkle\"` at the top"
    );
}

#[test]
fn faults_of_form_hide_only_what_they_may_have_caused() {
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
fn the_game_of_a_file_is_read_alone() {
    assert_eq!(game_of(&source("game = 'yahtzee'\n[[x]]\n")), Ok("yahtzee".to_owned()));
    let faults = game_of(&source("[[roll]]\nchoose = 'stop'\n")).expect_err("no game");
    assert_eq!(faults[0].title, "the file does not say which game it is for");
}
