//! Tests of the whole way from a text to a decision, on a small game made for it.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::diagnostic::{Diagnostic, Severity, Source};
use crate::error::Error;
use crate::game::{
    ActionKind, Actions, Argument, DecisionPoint, Feature, Function, Functions, Kind,
    ModelParameter, Vocabulary,
};

const fn integer(name: &'static str, min: i64, max: i64) -> Feature {
    Feature { name, kind: Kind::Integer { min, max }, unit: "points", about: "" }
}

const fn real(name: &'static str, max: f64) -> Feature {
    Feature { name, kind: Kind::Real { min: 0.0, max }, unit: "", about: "" }
}

const fn counting(name: &'static str, min: i64, max: i64) -> Argument {
    Argument { name, kind: Kind::Integer { min, max } }
}

const ANY: Kind = Kind::Real { min: f64::MIN, max: f64::MAX };

const fn anything(name: &'static str) -> Argument {
    Argument { name, kind: ANY }
}

const fn truth(name: &'static str) -> Feature {
    Feature { name, kind: Kind::Truth, unit: "yes/no", about: "" }
}

const fn action(name: &'static str) -> ActionKind {
    ActionKind { name, about: "", always: false }
}

static FARKLE: Vocabulary = Vocabulary {
    game: "farkle",
    points: &[
        DecisionPoint {
            name: "keep",
            about: "",
            actions: &[action("small"), action("large"), action("none")],
            order: "",
            default: "",
            state: &[integer("turn_points", 0, 10_000), integer("dice", 1, 6), truth("last")],
            action: &[
                integer("points", 0, 4_000),
                integer("dice_kept", 0, 6),
                truth("hot"),
                real("worth", 1000.0),
            ],
            hidden: 1,
        },
        DecisionPoint {
            name: "roll",
            about: "",
            actions: &[action("roll"), action("stop")],
            order: "",
            default: "",
            state: &[
                integer("turn_points", 0, 10_000),
                integer("dice", 1, 6),
                integer("own_total", 0, 10_000),
                truth("last_round"),
                integer("balance", -1_000_000, 1_000_000),
                integer("wide", i64::MIN, i64::MAX),
                real("risk", 1.0),
            ],
            action: &[],
            hidden: 0,
        },
    ],
    functions: &[
        Function {
            name: "bust_probability",
            parameters: &[counting("dice", 1, 6)],
            kind: Kind::Real { min: 0.0, max: 1.0 },
            unit: "",
            about: "",
        },
        Function {
            name: "mix",
            parameters: &[anything("a"), anything("b"), anything("c")],
            kind: ANY,
            unit: "",
            about: "",
        },
        Function { name: "target", parameters: &[], kind: ANY, unit: "", about: "" },
        Function {
            name: "lucky",
            parameters: &[anything("a")],
            kind: Kind::Truth,
            unit: "",
            about: "",
        },
    ],
    model: &[ModelParameter {
        name: "patience",
        default: 5.0,
        min: 0.0,
        max: 10.0,
        unit: "turns",
        about: "",
    }],
};

struct Game;

impl Functions for Game {
    fn call(&self, function: usize, args: &[f64], slots: &[f64]) -> f64 {
        match function {
            // Within its declared range.
            0 => (args[0] / 8.0).clamp(0.0, 1.0),
            3 => f64::from(u8::from(args[0] > slots[0])),
            // Not always finite.
            _ => args.iter().fold(slots[0] - 7.5, |sum, arg| sum / 3.0 * arg - arg),
        }
    }
}

/// One word for each site.
struct Luck(u64);

impl Chance for Luck {
    fn word(&self, site: usize) -> u64 {
        (self.0 ^ site as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// Actions as kind and features.
struct Listed(Vec<(usize, [f64; 4])>);

impl Actions for Listed {
    fn len(&self) -> usize {
        self.0.len()
    }
    fn kind(&self, index: usize) -> usize {
        self.0[index].0
    }
    fn describe(&self, index: usize, _: &[usize], features: &mut [f64]) {
        let length = features.len();
        features.copy_from_slice(&self.0[index].1[..length]);
    }
}

fn source(text: &str) -> Arc<Source> {
    Source::new("p.toml", text)
}

/// A file with the key lines and `rest`.
fn file(rest: &str) -> Arc<Source> {
    source(&format!("game = \"farkle\"\nlanguage = 2\ndescription = \"d\"\n{rest}"))
}

fn checked(rest: &str) -> CheckedPolicy {
    match parse_and_check(file(rest), &FARKLE) {
        (Some(policy), _) => policy,
        (None, faults) => panic!("{rest}\n{}", rendered(&faults)),
    }
}

fn rendered(faults: &[Diagnostic]) -> String {
    faults.iter().map(|fault| fault.render(false)).collect::<Vec<_>>().join("\n\n")
}

/// What is wrong with the text of a file.
fn faults_of(text: &str) -> Vec<Diagnostic> {
    let (policy, faults) = parse_and_check(source(text), &FARKLE);
    assert_eq!(policy.is_none(), faults.iter().any(Diagnostic::is_error), "{}", rendered(&faults));
    faults
}

/// What is wrong with `rest` after the key lines: title, underlined text, label, help.
fn short(rest: &str) -> Vec<String> {
    let text = format!("game = \"farkle\"\nlanguage = 2\ndescription = \"d\"\n{rest}");
    (faults_of(&text).iter())
        .map(|fault| {
            let level = if fault.severity == Severity::Error { "error" } else { "warning" };
            let help = fault.help.as_deref().unwrap_or("");
            let underlined = &text[fault.span.clone()];
            format!("{level}: {} | {underlined} | {} | {help}", fault.title, fault.label)
        })
        .collect()
}

/// What is wrong with a condition at `roll`.
fn when(expression: &str) -> Vec<String> {
    short(&format!("[[roll]]\nwhen = '''{expression}'''\nchoose = 'stop'\n"))
}

/// What is wrong with a preference at `keep`.
fn prefer(expression: &str) -> Vec<String> {
    short(&format!("[[keep]]\nprefer = '{expression}'\n"))
}

mod messages {
    use super::*;

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
    fn names() {
        assert_eq!(
            when("zzzzzz > 1"),
            ["error: unknown name `zzzzzz` | zzzzzz | not known at `roll` of farkle | \
              `pushluck list features farkle` names the features"]
        );
        assert_eq!(
            when("last"),
            ["error: unknown name `last` | last | not known at `roll` of farkle | \
              it is a feature at `keep`"]
        );
        assert_eq!(
            short("[[keep]]\nwhen = 'points > 3'\nchoose = 'small'\n"),
            ["error: `points` describes an action | points | \
              not known before an action is looked at | only `only` and `prefer` can look at it"]
        );
        assert_eq!(when("max > 3"), ["error: `max` is a function | max |  | call it: `max(a, b)`"]);
        assert_eq!(
            when("mix > 3"),
            ["error: `mix` is a function | mix |  | call it: `mix(a, b, c)`"]
        );
        assert_eq!(
            when("bust_probabilty(3) > 3"),
            [
                "error: unknown function `bust_probabilty` | bust_probabilty | not known in farkle | \
              did you mean `bust_probability`?"
            ]
        );
        assert_eq!(
            when("sqrootof(3) > 3"),
            ["error: unknown function `sqrootof` | sqrootof | not known in farkle | \
              `pushluck list features farkle` names the functions"]
        );
        assert_eq!(
            when("dice(3) > 3"),
            ["error: `dice` is no function | dice |  | write `dice` without parentheses"]
        );
    }

    #[test]
    fn argument_counts() {
        assert_eq!(
            when("mix(1, 2) > 3"),
            ["error: `mix` takes 3 arguments | mix(1, 2) | found 2 arguments | \
              call it as `mix(a, b, c)`"]
        );
        assert_eq!(
            when("abs(dice, 2) > 3"),
            ["error: `abs` takes 1 argument | abs(dice, 2) | found 2 arguments | \
              call it as `abs(a)`"]
        );
        assert_eq!(
            when("min() > 3"),
            ["error: `min` takes at least 1 argument | min() | found 0 arguments | \
              call it as `min(a, b)`"]
        );
        assert_eq!(
            when("chance()"),
            ["error: `chance` takes 1 argument | chance() | found 0 arguments | \
              call it as `chance(0.25)`"]
        );
    }

    #[test]
    fn types() {
        assert_eq!(
            when("dice + 1"),
            ["error: `when` needs a truth value | dice + 1 | this is a number | \
              compare it: `dice + 1 != 0`"]
        );
        assert_eq!(
            when("last_round && dice"),
            ["error: `&&` needs a truth value | dice | this is a number | \
              compare it: `dice != 0`"]
        );
        assert_eq!(
            prefer("points > 3"),
            ["error: `prefer` needs a number | points > 3 | this is a truth value | \
              choose a number: `if points > 3 then 1 else 0`"]
        );
        assert_eq!(
            when("last_round < 3"),
            ["error: `<` needs a number | last_round | this is a truth value | \
              choose a number: `if last_round then 1 else 0`"]
        );
        assert_eq!(
            when("last_round == 3"),
            ["error: cannot compare a truth value with a number | last_round == 3 |  | \
              both sides of a comparison have the same type"]
        );
        assert_eq!(
            when("if last_round then dice else true"),
            ["error: `then` and `else` have different types | true | \
              this is a truth value, the value of `then` is a number | "]
        );
    }

    #[test]
    fn spellings_of_other_languages() {
        let operator = |spelt: &str, meaning: &str, sign: &str| {
            format!(
                "error: `{spelt}` is not an operator here | {spelt} |  | \
                 {meaning} is written `{sign}`"
            )
        };
        assert_eq!(when("dice = 3"), [operator("=", "equality", "==")]);
        assert_eq!(when("dice => 3"), [operator("=>", "“at least”", ">=")]);
        assert_eq!(when("dice =< 3"), [operator("=<", "“at most”", "<=")]);
        assert_eq!(when("dice <> 3"), [operator("<>", "“not equal”", "!=")]);
        assert_eq!(when("dice ≥ 3"), [operator("≥", "“at least”", ">=")]);
        assert_eq!(
            when("not last_round and dice > 2 or dice = 5 | dice = 1"),
            [
                operator("not", "“not”", "!"),
                operator("and", "“and”", "&&"),
                operator("or", "“or”", "||"),
                operator("=", "equality", "==") + "; the same again in line 5",
                operator("|", "“or”", "||"),
            ]
        );
    }

    #[test]
    fn form() {
        assert_eq!(
            when("1 < dice < 5"),
            ["error: comparisons do not chain | < | the left side is already a comparison | \
              write `a < b && b < c`, or put parentheses round one of them"]
        );
        assert_eq!(
            when("dice > "),
            ["error: the expression ends too early |  | a value is missing here | "]
        );
        assert_eq!(when("dice > && 3"), ["error: expected a value, found `&&` | && |  | "]);
        assert_eq!(
            when("(dice > 3"),
            ["error: this `(` is never closed | ( |  | add `)` where the group ends"]
        );
        assert_eq!(when("dice > 3)"), ["error: this `)` closes nothing | ) |  | remove it"]);
        assert_eq!(
            when("(dice > 3 dice)"),
            ["error: expected an operator or `)`, found `dice` | dice |  | "]
        );
        assert_eq!(
            when("dice > 3 last_round"),
            ["error: expected an operator, found `last_round` | last_round |  | \
              join conditions with `&&` or `||`"]
        );
        assert_eq!(
            when("max(dice, 3 > 2"),
            ["error: the arguments of this call are never closed | max |  | \
              add `)` after the last argument"]
        );
        assert_eq!(when("max(dice 3) > 2"), ["error: expected `,` or `)`, found `3` | 3 |  | "]);
        assert_eq!(
            when("if last_round else true"),
            ["error: expected `then` after the condition of `if`, found `else` | else |  | "]
        );
        assert_eq!(
            when("  "),
            ["error: the expression is empty |    |  | \
              write a condition, or leave the key out"]
        );
        assert_eq!(when("dice > 3 $"), ["error: `$` has no meaning in an expression | $ |  | "]);
        assert_eq!(
            when("dice > 3 ? true"),
            ["error: `?` has no meaning in an expression | ? |  | \
              a choice of two values is written `if … then … else …`"]
        );
    }

    #[test]
    fn numbers() {
        let digits = "9".repeat(400);
        assert_eq!(
            when(&format!("wide > {digits}")),
            [format!(
                "error: the number is too large | {digits} |  | numbers go up to about 1.8 with 308 zeros"
            )]
        );
        assert_eq!(when("risk > 0.25 && risk < 30%"), [""; 0]);
        for text in ["1e6", "5.", "1.2.3", "3x"] {
            assert_eq!(
                when(&format!("wide > {text}")),
                [format!(
                    "error: `{text}` is not a number | {text} |  | \
                     numbers are written in full: `1_000_000`, `0.25`, `25%`"
                )]
            );
        }
        assert_eq!(
            when("wide > .5"),
            [
                "error: `.` has no meaning in an expression | . |  | a number begins with a digit: `0.5`"
            ]
        );
    }

    #[test]
    fn a_percent_sign_is_no_operator() {
        let operator = "error: `%` is not an operator here | % |  | ";
        for text in ["30 % 7 == 2", "dice % 2 == 0"] {
            assert_eq!(
                when(text),
                [format!(
                    "{operator}what is left of a division is written `mod`; a percentage without a \
                     space: `30%`"
                )]
            );
        }
        for text in ["30%7 == 2", "30% dice == 2", "30%(2) == 2"] {
            assert_eq!(
                when(text),
                [format!(
                    "{operator}`30%` is the number 0.3; what is left of a division is written `mod`"
                )]
            );
        }
        assert_eq!(when("if risk > 30% then last_round else dice mod 2 == 0"), [""; 0]);
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
        let titles = |line: &str| -> Vec<String> {
            let faults = faults_of(&format!("game = 'farkle'\n{line}\n[[roll]]\nchoose = 'fly'"));
            faults.into_iter().map(|fault| fault.title).collect()
        };
        assert_eq!(titles("language = 3"), ["`language` 3 is not known to this version"]);
        assert_eq!(titles("language = 1"), ["`language` 1 is not known to this version"]);
        assert_eq!(titles("language = '2'"), ["`language` is a string, not a number"]);
    }

    #[test]
    fn definitions() {
        let define = |lines: &str, when: &str| {
            short(&format!("[define]\n{lines}\n[[roll]]\nwhen = '{when}'\nchoose = 'stop'\n"))
        };
        assert_eq!(define("few = 'dice <= 2'\nlate = 'few || last_round'", "late"), [""; 0]);
        assert_eq!(
            define("a = 'b + 1'\nb = 'c'\nc = 'a'", "a > 3"),
            ["error: definition `a` uses itself | a |  | break the circle `a` → `b` → `c` → `a`"]
        );
        assert_eq!(
            define("a = 'a'", "last_round"),
            [
                "error: definition `a` uses itself | a |  | break the circle `a` → `a`",
                "warning: definition `a` is not used | a |  | ",
            ]
        );
        for (name, clash) in [
            ("dice", "a feature at `keep`"),
            ("mix", "a function of the game"),
            ("min", "a word of the language"),
            ("div", "a word of the language"),
            ("is_stop", "a feature at `roll`"),
            ("patience", "a parameter"),
        ] {
            let found = define(&format!("{name} = '3'"), "last_round");
            let wanted = format!(
                "error: definition `{name}` has the name of {clash} | {name} |  | \
                 give the definition another name"
            );
            assert!(found.contains(&wanted), "{found:?}");
        }
        assert_eq!(
            define("a = 'dise > 1'", "a"),
            ["error: unknown name `dise` | dise | not known at `roll` of farkle | \
              did you mean `dice`?"]
        );
        assert_eq!(
            define("a = 'dise > 1'", "last_round"),
            [
                "warning: definition `a` is not used | a |  | ",
                "error: unknown name `dise` | dise |  | ",
            ]
        );
        assert_eq!(
            define("a = 'points'\nb = 'a + 1'", "b > 1"),
            ["error: `b` cannot be used here | b | `a` cannot be used here | \
              it is a feature at `keep`"]
        );
        assert_eq!(
            short("[define]\na = 'points + 1'\n[[keep]]\nwhen = 'a > 1'\nchoose = 'small'\n"),
            ["error: `a` cannot be used here | a | `points` describes an action | \
              only `only` and `prefer` can look at it"]
        );
        assert_eq!(
            short("define = 3\n")[0],
            "error: `define` is an integer, not a table | 3 |  | \
              write `[define]`"
        );
        // Twice as much with each.
        let lines: String =
            (0..40).map(|i| format!("a{i} = 'a{} + a{}'\n", i + 1, i + 1)).collect();
        let found = define(&format!("{lines}a40 = 'dice'"), "a0 > 1");
        assert!(found[0].starts_with("error: with its definitions written out"), "{found:?}");
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
    fn arguments_out_of_range() {
        assert_eq!(
            when("bust_probability(9) > 0.1"),
            [
                "warning: this rule can never decide | bust_probability(9) > 0.1 | never true | ",
                "warning: `bust_probability` is always 0 for this | 9 | 9, but `dice` is 1 to 6 | ",
            ][1..]
        );
        assert_eq!(
            when("bust_probability(dice - 9) > 0.1"),
            ["warning: `bust_probability` is always 0 for this | dice - 9 | \
              -8 to -3, but `dice` is 1 to 6 | "]
        );
        assert_eq!(
            when("bust_probability(2.5) > 0.1"),
            ["warning: `bust_probability` takes whole numbers | 2.5 | `dice` is 2 | "]
        );
        assert_eq!(when("bust_probability(dice + 1) > 0.1"), [""; 0]);
        assert_eq!(
            when("bust_probability(dice) > 30"),
            ["warning: this rule can never decide | bust_probability(dice) > 30 | \
              never true: the left side is 0 to 1 | "]
        );
    }

    #[test]
    fn the_same_fault_is_told_once() {
        let rule = "[[roll]]\nwhen = 'dise > 3'\nchoose = 'stop'\n";
        assert_eq!(
            short(&rule.repeat(3)),
            ["error: unknown name `dise` | dise | not known at `roll` of farkle | \
              did you mean `dice`?; the same again in line 8, 11"]
        );
        assert!(short(&rule.repeat(9))[0].ends_with("the same again at 8 other places"));
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
    fn warnings_of_expressions() {
        assert_eq!(
            when("dice / 0 == wide"),
            ["warning: `/` by zero | 0 | always 0, and so is the result | "]
        );
        assert_eq!(
            when("dice >= 1 && last_round"),
            ["warning: this comparison is always true | dice >= 1 | `dice` is 1 to 6 | "]
        );
        assert_eq!(
            when("dice + 1 > 7 || last_round"),
            ["warning: this comparison is never true | dice + 1 > 7 | the left side is 2 to 7 | "]
        );
        assert_eq!(
            when("chance(0) || chance(30)"),
            [
                "warning: this chance is never true | chance(0) |  | \
                 `chance` takes a probability: a quarter is `chance(0.25)` or `chance(25%)`",
                "warning: this chance is always true | chance(30) |  | \
                 `chance` takes a probability: a quarter is `chance(0.25)` or `chance(25%)`",
            ]
        );
        assert_eq!(
            short(
                "[parameters]\nbold = 0\n[[roll]]\nwhen = 'bold == 1 || last_round'\nchoose = 'stop'"
            ),
            ["warning: this comparison is never true | bold == 1 | `bold` is 0 | \
              if `bold` is meant to vary, say how far: \
              `bold = { value = 0, min = …, max = … }`"]
        );
        let ranged = "[parameters]\nbold = { value = 0, min = 0, max = 1 }\n\
                      [[roll]]\nwhen = 'bold == 1'\nchoose = 'stop'";
        assert_eq!(short(ranged), [""; 0]);
    }

    #[test]
    fn warnings_of_rules() {
        assert_eq!(
            when("dice > 6"),
            ["warning: this rule can never decide | dice > 6 | never true: `dice` is 1 to 6 | "]
        );
        assert_eq!(
            when("last_round && dice > 6"),
            [
                "warning: this rule can never decide | last_round && dice > 6 | never true | ",
                "warning: this comparison is never true | dice > 6 | `dice` is 1 to 6 | ",
            ]
        );
        assert_eq!(when("false"), ["warning: this rule can never decide | false | never true | "]);
        let dead = "warning: this rule can never decide | [[keep]] | \
                    the rules before it always decide | \
                    give one of them a `when`, or move this rule up";
        assert_eq!(short("[[keep]]\nprefer = 'points'\n[[keep]]\nchoose = 'small'\n"), [dead]);
        assert_eq!(
            short("[[keep]]\nwhen = 'dice > 0'\nprefer = 'points'\n[[keep]]\nchoose = 'small'\n")
                [1],
            dead
        );
        assert_eq!(
            short(
                "[[keep]]\nchoose = ['small', 'large']\n[[keep]]\nchoose = 'none'\n\
                 [[keep]]\nprefer = 'points'\n"
            ),
            [dead]
        );
        assert_eq!(short("[[keep]]\nchoose = 'small'\n[[keep]]\nprefer = 'points'\n"), [""; 0]);
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
    }

    #[test]
    fn keys_of_the_file() {
        assert_eq!(
            short("parameter = 3\n[[roll]]\nchoose = 'stop'\n"),
            ["error: unknown key `parameter` | parameter |  | did you mean `parameters`?"]
        );
        assert_eq!(
            short("roll = 3\n"),
            ["error: unknown key `roll` | roll |  | rules are written as tables: `[[roll]]`"]
        );
        assert_eq!(
            short("[roll]\nchoose = 'stop'\n"),
            ["error: the rules `roll` are one table, not a list | roll |  | \
              double the brackets: `[[roll]]`"]
        );
        assert_eq!(
            short("[[rol]]\nchoose = 'stop'\n"),
            ["error: farkle has no decision point `rol` | rol |  | did you mean `roll`?"]
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
        assert_eq!(
            faults_of("game = 3\nlanguage = 2\ndescription = 'd'")[0].title,
            "`game` is an integer, not a text"
        );
    }

    #[test]
    fn keys_of_rules() {
        assert_eq!(
            short("[[roll]]\nwhen = 'last_round'\n"),
            ["error: this rule says neither what to choose nor what to prefer | [[roll]] |  | \
              add `choose = \"ACTION\"` or `prefer = 'EXPRESSION'`"]
        );
        assert_eq!(
            short("[[roll]]\nwen = 'last_round'\nchoose = 'stop'"),
            ["error: unknown key `wen` in a rule | wen |  | did you mean `when`?"]
        );
        assert_eq!(
            short("[[roll]]\nwhen = true\nchoose = 'stop'"),
            ["error: `when` is a boolean, not an expression | true |  | \
              write it as a text: `when = '…'`"]
        );
        assert_eq!(
            short("[[roll]]\nchoose = 'stopp'"),
            ["error: unknown action `stopp` at `roll` | 'stopp' |  | did you mean `stop`?"]
        );
        assert_eq!(
            short("[[roll]]\nchoose = ['roll', 'fly away']"),
            ["error: unknown action `fly away` at `roll` | 'fly away' |  | \
              known are `roll`, `stop`"]
        );
        let help = "write `choose = \"ACTION\"` or `choose = [\"ONE\", \"OTHER\"]`";
        assert_eq!(
            short("[[roll]]\nchoose = 3"),
            [format!("error: `choose` is neither a name nor a list of names | 3 |  | {help}")]
        );
        assert_eq!(
            short("[[roll]]\nchoose = []"),
            [format!("error: `choose` names no action | [] |  | {help}")]
        );
    }

    #[test]
    fn parameters() {
        let one = |line: &str| {
            short(&format!("[parameters]\n{line}\n[[roll]]\nchoose = 'stop'\n")).swap_remove(0)
        };
        assert_eq!(one("a = 1"), "warning: parameter `a` is not used | a |  | ");
        assert_eq!(
            one("'a b' = 1"),
            "error: `a b` cannot be the name of a parameter | 'a b' |  | \
             use letters, digits and `_`, beginning with a letter"
        );
        assert_eq!(
            one("then = 1"),
            "error: parameter `then` has the name of a word of the language | then |  | \
             give the parameter another name"
        );
        assert_eq!(
            one("hot = 1"),
            "error: parameter `hot` has the name of a feature at `keep` | hot |  | \
             give the parameter another name"
        );
        assert_eq!(
            one("mix = 1"),
            "error: parameter `mix` has the name of a function of the game | mix |  | \
             give the parameter another name"
        );
        assert_eq!(one("a = 1.5"), "warning: parameter `a` is not used | a |  | ");
        assert_eq!(one("a = inf"), "error: parameter `a` is too large or no number | inf |  | ");
        assert_eq!(one("a = nan"), "error: parameter `a` is too large or no number | nan |  | ");
        assert_eq!(
            one("a = { value = 'x' }"),
            "error: `value` of parameter `a` is a string, not a number | 'x' |  | \
             write the number without quotes"
        );
        assert_eq!(
            one("a = { min = 1 }"),
            "error: parameter `a` has no value | a |  | write `a = { value = … }`"
        );
        assert_eq!(
            one("a = { value = 1, stepp = 1 }"),
            "error: parameter `a` has an unknown key `stepp` | stepp |  | did you mean `step`?"
        );
        assert_eq!(
            one("a = { value = 1, min = 3, max = 2 }"),
            "error: `min` of parameter `a` is larger than its `max` | 3 |  | "
        );
        assert_eq!(
            one("a = { value = 1, min = 3 }"),
            "error: parameter `a` is below its `min` of 3 | 1 |  | "
        );
        assert_eq!(
            one("a = { value = 1, max = 0 }"),
            "error: parameter `a` is above its `max` of 0 | 1 |  | "
        );
        assert_eq!(
            one("a = { value = 1, step = 0 }"),
            "error: `step` of parameter `a` is not above 0 | 0 |  | "
        );
        assert_eq!(
            one("patience = 11"),
            "error: farkle does not take `patience` = 11 | 11 |  | it may be from 0 to 10 turns"
        );
        assert_eq!(
            short("parameters = 3\n"),
            ["error: `parameters` is an integer, not a table | 3 |  | write `[parameters]`"]
        );
    }

    #[test]
    fn several_faults_are_found_at_once_in_the_order_of_the_file() {
        let found = short(
            "[parameters]\nif = 1\n[[roll]]\nwhen = 'dise > x'\nchoose = 'fly'\n\
             [[roll]]\nwhen = 'dice >'\nchoose = 'stop'\n",
        );
        let titles: Vec<&str> = found.iter().map(|f| f.split(" | ").next().unwrap_or("")).collect();
        assert_eq!(
            titles,
            [
                "error: parameter `if` has the name of a word of the language",
                "error: unknown name `dise`",
                "error: unknown name `x`",
                "error: unknown action `fly` at `roll`",
                "error: the expression ends too early",
            ]
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
    fn columns_are_exact_in_every_kind_of_text() {
        for open_close in ["'", "\"", "'''", "\"\"\""] {
            let rest =
                format!("[[roll]]\nwhen = {open_close}dise > 3{open_close}\nchoose = 'stop'\n");
            assert!(short(&rest)[0].contains("| dise |"), "{rest}");
        }
        let rest = "[[roll]]\nwhen = '''\ndice > 1 &&\n  dise > 3\n'''\nchoose = 'stop'\n";
        assert!(short(rest)[0].contains("| dise |"));
        let rest = rest.replace('\n', "\r\n");
        assert!(short(&rest)[0].contains("dise"));
        // With an escape the whole value is underlined.
        let rest = "[[roll]]\nwhen = \"dise\\u0020> 3\"\nchoose = 'stop'\n";
        assert!(short(rest)[0].contains("| \"dise\\u0020> 3\" |"));
    }

    #[test]
    fn the_game_of_a_file_is_read_alone() {
        assert_eq!(game_of(&source("game = 'yahtzee'\n[[x]]\n")), Ok("yahtzee".to_owned()));
        let faults = game_of(&source("[[roll]]\nchoose = 'stop'\n")).expect_err("no game");
        assert_eq!(faults[0].title, "the file does not say which game it is for");
    }
}

#[test]
fn the_vocabulary_is_sound() {
    assert_eq!(vocabulary::faults(&FARKLE), [""; 0]);
}

#[test]
fn unsound_vocabularies_are_told() {
    static CLASH: [Feature; 2] = [truth("min"), integer("dice", 6, 1)];
    static POINTS: [DecisionPoint; 1] = [DecisionPoint {
        name: "game",
        about: "",
        actions: &[],
        order: "",
        default: "",
        state: &CLASH,
        action: &[truth("dice")],
        hidden: 0,
    }];
    let unsound = Vocabulary { points: &POINTS, ..FARKLE };
    assert_eq!(
        vocabulary::faults(&unsound),
        [
            "decision point `game` is there twice or is a key",
            "`min` at `game` is no fit or unique name",
            "`dice` at `game` is no fit or unique name",
            "`dice` at `game` has a wrong range",
            "decision point `game` has no or equal action kinds",
        ]
    );
}

#[test]
fn parameters_can_be_overridden_within_their_range() {
    let policy = checked(
        "[parameters]\nhold = { value = 300, min = 100, max = 900 }\nbold = 1\n\
         [[roll]]\nwhen = 'turn_points >= hold + bold'\nchoose = 'stop'\n",
    );
    assert_eq!(policy.label("hold-at"), "hold-at");
    let set = |name: &str, value| policy.with_parameters(&[(name.to_owned(), value)]);
    let other = set("hold", 500.0).expect("in range");
    assert_eq!(other.label("hold-at"), "hold-at:hold=500");
    assert_eq!(other.parameter("hold"), Some(500.0));
    let env = Env { functions: &Game, chance: &NoChance };
    let holds = |policy: &CheckedPolicy, points| {
        let expr = policy.points[1][0].when.as_ref().expect("given");
        expr.eval_tree(&[points, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], &env)
    };
    assert_eq!((holds(&policy, 301.0), holds(&other, 301.0)), (1.0, 0.0));
    let fault = |result: crate::error::Result<CheckedPolicy>| match result {
        Err(Error::Input { message, help }) => format!("{message}; {}", help.unwrap_or_default()),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        fault(set("hold", 1000.0)),
        "parameter `hold` cannot be 1000; it may be from 100 to 900"
    );
    assert_eq!(fault(set("hald", 1.0)), "p.toml has no parameter `hald`; did you mean `hold`?");
    assert_eq!(
        fault(set("elephant", 1.0)),
        "p.toml has no parameter `elephant`; it has `hold`, `bold`, `patience`"
    );
    let twice = [("bold".to_owned(), 1.0), ("bold".to_owned(), 2.0)];
    assert_eq!(fault(policy.with_parameters(&twice)), "parameter `bold` is given twice; ");
}

#[test]
fn model_parameters_come_from_the_file_the_spec_or_the_game() {
    let plain = checked("[[roll]]\nchoose = 'stop'\n");
    assert_eq!(plain.model_parameter(0), 5.0);
    let set = checked("[parameters]\npatience = 7\n[[roll]]\nchoose = 'stop'\n");
    assert_eq!(set.model_parameter(0), 7.0);
    let spec = parse_spec("x:patience=9").expect("sound");
    let given = plain.with_parameters(&spec.overrides).expect("in range");
    assert_eq!(given.model_parameter(0), 9.0);
    assert_eq!(given.label(spec.name()), "x:patience=9");
}

#[test]
fn rules_are_tried_in_order_and_skipped_without_a_legal_action() {
    let policy = checked(
        "[[keep]]\nwhen = 'dice > 3'\nchoose = 'none'\n\
         [[keep]]\nchoose = ['large', 'small']\nprefer = 'points * 10 + dice_kept'\n\
         [[keep]]\nchoose = 'none'\n",
    );
    let compiled = policy.compile();
    let env = Env { functions: &Game, chance: &NoChance };
    let decide = |dice: u8, kinds: &[(usize, u8)]| {
        let listed = |&(kind, points): &(usize, u8)| (kind, [f64::from(points), 0.0, 0.0, 0.0]);
        let actions = Listed(kinds.iter().map(listed).collect());
        let mut slots = [0.0, f64::from(dice), 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        let decision = compiled.points[0].decide(&mut slots, &actions, &env);
        assert_eq!(decision, policy.decide_tree(0, &mut slots, &actions, &env));
        decision.map(|decision| (decision.action, decision.rule))
    };
    assert_eq!(decide(4, &[(0, 1), (2, 0)]), Some((1, 0)));
    assert_eq!(decide(4, &[(0, 1), (1, 5), (0, 5)]), Some((1, 1)), "ties go to the first");
    assert_eq!(decide(3, &[(0, 1), (2, 9)]), Some((0, 1)));
    assert_eq!(decide(3, &[(2, 9)]), Some((0, 2)));
    assert_eq!(decide(3, &[]), None);
    assert_eq!(compiled.points[1].rules().len(), 0);
    assert_eq!(compiled.points[1].decide(&mut [0.0; 8], &Listed(vec![(0, [0.0; 4])]), &env), None);
}

#[test]
fn uses_name_what_is_looked_at() {
    let policy = checked(
        "[[keep]]\nwhen = 'dice > 3 && chance(0.5)'\nprefer = 'points + mix(1, 2, 3)'\n\
         [[roll]]\nwhen = 'last_round'\nchoose = 'stop'\n",
    )
    .compile();
    let one = |index| BTreeSet::from([index]);
    let (state, action, functions) = (one(1), one(0), one(1));
    let keep = Uses { state, action, functions, chance: true, kinds: false };
    assert_eq!(*policy.points[0].uses(), keep);
    assert_eq!(*policy.points[0].rules()[0].uses(), keep);
    assert_eq!(*policy.points[1].uses(), Uses { state: one(3), ..Uses::default() });
    assert_eq!(policy.points[0].chance_sites(), 1);
    fn shared<T: Send + Sync>(_: &T) {}
    shared(&policy);
}

#[test]
fn only_keeps_the_actions_for_which_it_holds() {
    let policy = checked(
        "[define]\ngood = 'worth >= 1.5'\n\
         [[keep]]\nonly = 'good && !is_none'\nprefer = 'points'\n\
         [[keep]]\nchoose = ['large', 'none']\nonly = 'dice_kept < dice'\n\
         [[keep]]\nonly = 'is_small'\n",
    );
    let compiled = policy.compile();
    let env = Env { functions: &Game, chance: &NoChance };
    let decide = |kinds: &[(usize, [f64; 4])]| {
        let actions = Listed(kinds.to_vec());
        let mut slots = [0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        let decision = compiled.points[0].decide(&mut slots, &actions, &env);
        assert_eq!(decision, policy.decide_tree(0, &mut slots, &actions, &env));
        decision.map(|decision| (decision.action, decision.rule))
    };
    let small = |points, worth| (0, [points, 3.0, 0.0, worth]);
    let none = (2, [9.0, 2.0, 0.0, 9.0]);
    assert_eq!(decide(&[small(1.0, 1.5), small(2.0, 1.5), small(3.0, 1.4), none]), Some((1, 0)));
    assert_eq!(decide(&[small(1.0, 1.4), none]), Some((1, 1)));
    assert_eq!(decide(&[(1, [1.0, 3.0, 0.0, 0.0]), small(2.0, 0.0)]), Some((1, 2)));
    assert_eq!(decide(&[(1, [1.0, 3.0, 0.0, 0.0])]), None);
    assert!(!compiled.points[0].uses().chance && compiled.points[0].uses().kinds);
    assert_eq!(
        short("[[keep]]\nonly = 'dice > 6'\n"),
        ["warning: this rule can never decide | dice > 6 | never true: `dice` is 1 to 6 | "]
    );
    assert_eq!(short("[[keep]]\nonly = 'hot'\n[[keep]]\nprefer = 'points'\n"), [""; 0]);
    assert_eq!(
        short("[[keep]]\nwhen = 'is_small'\nchoose = 'small'\n"),
        ["error: `is_small` describes an action | is_small | \
          not known before an action is looked at | only `only` and `prefer` can look at it"]
    );
}

#[test]
fn a_chance_is_a_share_of_the_words() {
    struct Word(u64);
    impl Chance for Word {
        fn word(&self, _: usize) -> u64 {
            self.0
        }
    }
    let happens = |probability: f64, word: u64| {
        Env { functions: &Game, chance: &Word(word) }.happens(0, probability)
    };
    for (probability, below) in [
        (0.5, 1_u64 << 63),
        (0.25, 1 << 62),
        (0.3, 5_534_023_222_112_865_280),
        (0.75, 3 << 62),
        (1.0_f64.next_down(), u64::MAX - 2047),
        (2.0_f64.powi(-64), 1),
    ] {
        assert!(happens(probability, below - 1) && !happens(probability, below), "{probability}");
    }
    for word in [0, u64::MAX] {
        assert!(happens(1.0, word) && happens(7.5, word));
        assert!(!happens(0.0, word) && !happens(-1.0, word) && !happens(1e-30, word));
    }
}

#[test]
fn arithmetic_keeps_its_promises() {
    let env = Env { functions: &Game, chance: &NoChance };
    let huge = format!("1{}", "0".repeat(308));
    for (text, value) in [
        ("7 / -2", -3.5),
        ("7 div -2", -3.0),
        ("-7 div 2", -3.0),
        ("-7 mod 3", -1.0),
        ("7 mod -3", 1.0),
        ("7.5 mod 2", 1.5),
        ("-4 mod 2", 0.0),
        ("7 / 0", 0.0),
        ("0 / 0", 0.0),
        ("7 div 0", 0.0),
        ("7 mod 0", 0.0),
        ("0 * -3", 0.0),
        ("-0", 0.0),
        ("-(0)", 0.0),
        ("-0.0", 0.0),
        ("floor(-0.5)", -1.0),
        ("floor(2.9)", 2.0),
        ("floor(-0)", 0.0),
        ("30%", 0.3),
        ("0.1 + 0.2", 0.1 + 0.2),
        ("0.1 + (0.2 + 0.3)", 0.6),
        ("(0.1 + 0.2) + 0.3", 0.600_000_000_000_000_1),
        ("9007199254740992 + 1", 9_007_199_254_740_992.0),
        ("1 + 2 * 3 - 4", 3.0),
        ("-2 * 3", -6.0),
        ("10 - 3 - 2", 5.0),
        ("20 div 3 * 2", 12.0),
        ("if 1 < 2 then 3 else 4 + 5", 3.0),
        ("min(3, 1, 2) + max(4)", 5.0),
        ("abs(-0.25)", 0.25),
        (&*format!("{huge} * {huge}"), 0.0),
        (&*format!("{huge} * 100"), 0.0),
        (&*format!("0 - {huge} * 10 - {huge} * 10"), 0.0),
    ] {
        let policy = checked(&format!("[[keep]]\nprefer = '{text}'\n"));
        let tree = policy.points[0][0].prefer.clone().expect("given");
        let bits = f64::to_bits(value);
        assert_eq!(tree.eval_tree(&[0.0; 9], &env).to_bits(), bits, "{text}");
        assert_eq!(Value::new(&tree).get(&[0.0; 9], &env).to_bits(), bits, "{text}");
    }
}

#[test]
fn deep_expressions_fit_a_small_stack() {
    let negations = format!("{}last_round", "!".repeat(190));
    let sums = format!("{}wide{} > 3", "(wide / ".repeat(95), ")".repeat(95));
    let ifs = format!("{}true", "if last_round then false else ".repeat(180));
    for text in [negations, sums, ifs] {
        let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(move || {
            let policy = checked(&format!("[[roll]]\nwhen = '{text}'\nchoose = 'stop'\n"));
            let tree = policy.points[1][0].when.clone().expect("given");
            let env = Env { functions: &Game, chance: &NoChance };
            let slots = [1.0, 2.0, 3.0, 0.0, 5.0, 6.0, 0.5, 0.0];
            assert!(!tree.to_string().is_empty());
            assert_eq!(
                Condition::new(&tree).holds(&slots, &env),
                tree.eval_tree(&slots, &env) != 0.0
            );
        });
        thread.expect("started").join().expect("no overflow");
    }
}

#[test]
fn many_rules_and_tests_are_spread_over_blocks() {
    let rules: String = (0..150)
        .map(|index| {
            format!(
                "[[roll]]\nwhen = 'turn_points == {} && own_total >= {}'\nchoose = '{}'\n",
                index * 7 % 100,
                index % 13,
                if index % 3 == 0 { "stop" } else { "roll" }
            )
        })
        .collect();
    let policy = checked(&rules);
    let compiled = policy.compile();
    let env = Env { functions: &Game, chance: &NoChance };
    let both = Listed(vec![(0, [0.0; 4]), (1, [0.0; 4])]);
    let stop = Listed(vec![(1, [0.0; 4])]);
    for points in 0_u8..110 {
        for total in 0_u8..14 {
            for actions in [&both, &stop] {
                let (points, total) = (f64::from(points), f64::from(total));
                let mut slots = [points, 1.0, total, 0.0, 0.0, 0.0, 0.0, 0.0];
                let decision = compiled.points[1].decide(&mut slots, actions, &env);
                assert_eq!(decision, policy.decide_tree(1, &mut slots, actions, &env));
            }
        }
    }
}

/// The numbers and the truth values that an expression can look at.
type Names = (&'static [&'static str], &'static [&'static str]);

const ROLL: Names =
    (&["turn_points", "dice", "own_total", "balance", "wide", "risk", "limit"], &["last_round"]);
const KEEP_STATE: Names = (&["turn_points", "dice", "limit"], &["last"]);
const KEEP_ACTION: Names = (
    &["turn_points", "dice", "points", "dice_kept", "worth", "limit"],
    &["last", "hot", "is_small"],
);

/// Texts of numbers.
fn numbers(names: Names) -> BoxedStrategy<String> {
    expressions(names).0
}

/// Texts of truth values.
fn truths(names: Names) -> BoxedStrategy<String> {
    expressions(names).1
}

fn expressions((names, flags): Names) -> (BoxedStrategy<String>, BoxedStrategy<String>) {
    let number = prop_oneof![
        4 => (0_i64..12).prop_map(|value| value.to_string()),
        2 => (-5000_i64..12_000).prop_map(|value| value.to_string()),
        2 => (0_u32..1000, 0_u32..1000).prop_map(|(a, b)| format!("{a}.{b}")),
        1 => (0_u32..200).prop_map(|value| format!("{value}%")),
        1 => any::<i64>().prop_map(|value| value.to_string()),
        1 => (0_usize..310).prop_map(|zeros| format!("1{}", "0".repeat(zeros.min(308)))),
        1 => (0_usize..310).prop_map(|zeros| format!("0.{}1", "0".repeat(zeros))),
    ];
    let mut numbers = prop_oneof![
        2 => number,
        3 => proptest::sample::select(names).prop_map(str::to_owned),
    ]
    .boxed();
    let mut truths = prop_oneof![
        1 => any::<bool>().prop_map(|value| value.to_string()),
        3 => proptest::sample::select(flags).prop_map(str::to_owned),
        4 => (numbers.clone(), comparison(), numbers.clone())
            .prop_map(|(a, sign, b)| format!("({a} {sign} {b})")),
    ]
    .boxed();
    for _ in 0..3 {
        let (i, t) = (numbers.clone(), truths.clone());
        let sign = proptest::sample::select(&["+", "-", "*", "/", "div", "mod"][..]);
        let next_numbers = prop_oneof![
            3 => i.clone(),
            4 => (i.clone(), sign, i.clone()).prop_map(|(a, sign, b)| format!("({a} {sign} {b})")),
            1 => i.clone().prop_map(|a| format!("-({a})")),
            1 => i.clone().prop_map(|a| format!("-{a}")),
            1 => i.clone().prop_map(|a| format!("abs({a})")),
            1 => i.clone().prop_map(|a| format!("floor({a})")),
            1 => (i.clone(), i.clone()).prop_map(|(a, b)| format!("min({a}, {b})")),
            1 => (i.clone(), i.clone(), i.clone()).prop_map(|(a, b, c)| format!("max({a}, {b}, {c})")),
            1 => (i.clone(), i.clone(), i.clone()).prop_map(|(a, b, c)| format!("mix({a}, {b}, {c})")),
            1 => i.clone().prop_map(|a| format!("bust_probability({a})")),
            1 => Just("target()".to_owned()),
            1 => (t.clone(), i.clone(), i.clone())
                .prop_map(|(c, a, b)| format!("(if {c} then {a} else {b})")),
        ]
        .boxed();
        let next_truths = prop_oneof![
            2 => t.clone(),
            4 => (i.clone(), comparison(), i.clone())
                .prop_map(|(a, sign, b)| format!("({a} {sign} {b})")),
            4 => (t.clone(), proptest::sample::select(&["&&", "||", "==", "!="][..]), t.clone())
                .prop_map(|(a, sign, b)| format!("({a} {sign} {b})")),
            1 => t.clone().prop_map(|a| format!("!{a}")),
            1 => i.clone().prop_map(|a| format!("chance({a})")),
            1 => i.prop_map(|a| format!("lucky({a})")),
            1 => (t.clone(), t.clone(), t.clone())
                .prop_map(|(c, a, b)| format!("(if {c} then {a} else {b})")),
        ]
        .boxed();
        (numbers, truths) = (next_numbers, next_truths);
    }
    (numbers, truths)
}

fn comparison() -> impl Strategy<Value = &'static str> + Clone {
    proptest::sample::select(&["==", "!=", "<", "<=", ">", ">="][..])
}

/// Slots of a decision at `roll`, mostly near the numbers that expressions compare with.
fn states() -> impl Strategy<Value = [f64; 8]> {
    let points = || prop_oneof![0_i64..12, 0_i64..=10_000, Just(10_000_i64)];
    let wide = prop_oneof![-5_i64..12, any::<i64>(), Just(i64::MIN), Just(i64::MAX)];
    let risk = prop_oneof![0.0..=1.0, (0_u8..=100).prop_map(|percent| f64::from(percent) / 100.0)];
    (points(), 1_u8..=6, points(), 0_u8..=1, -1_000_000_i32..=1_000_000, wide, risk).prop_map(
        |(a, b, c, d, e, f, g)| {
            [a as f64, b.into(), c as f64, d.into(), e.into(), f as f64, settle(g), 0.0]
        },
    )
}

const LIMIT: &str = "[parameters]\nlimit = { value = 7, min = -20, max = 20 }\n";

/// The meaning of an expression once more, written down on its own and as plainly as can be: what
/// [`Expr::eval_tree`] and the compiled form must agree with to the last bit.
fn plain(expr: &Expr, slots: &[f64], env: &Env<'_>) -> f64 {
    let number = |expr: &Expr| plain(expr, slots, env);
    let holds = |expr: &Expr| plain(expr, slots, env) == 1.0;
    let result = match expr {
        Expr::Number(value) | Expr::Parameter { value, .. } => *value,
        Expr::Truth(value) => f64::from(u8::from(*value)),
        Expr::State(used) | Expr::Action(used) => slots[used.slot],
        Expr::IsKind { kind, slot, .. } => f64::from(u8::from(slots[*slot] as usize == *kind)),
        Expr::Negate(a) => -number(a),
        Expr::Not(a) => 1.0 - number(a),
        Expr::Abs(a) => number(a).abs(),
        Expr::Floor(a) => number(a).floor(),
        Expr::Min(list) => list.iter().map(number).fold(f64::INFINITY, f64::min),
        Expr::Max(list) => list.iter().map(number).fold(f64::NEG_INFINITY, f64::max),
        Expr::Arithmetic(sign, a, b) => {
            let (a, b) = (number(a), number(b));
            match sign {
                Arithmetic::Add => a + b,
                Arithmetic::Subtract => a - b,
                Arithmetic::Multiply => a * b,
                Arithmetic::Divide if b == 0.0 => 0.0,
                Arithmetic::Divide => a / b,
                Arithmetic::Quotient if b == 0.0 => 0.0,
                Arithmetic::Quotient => (a / b).trunc(),
                Arithmetic::Remainder if b == 0.0 => 0.0,
                Arithmetic::Remainder => a % b,
            }
        }
        Expr::Compare(sign, a, b) => {
            let order = number(a).partial_cmp(&number(b)).expect("no NaN");
            let holds = match sign {
                Comparison::Equal => order.is_eq(),
                Comparison::NotEqual => order.is_ne(),
                Comparison::Less => order.is_lt(),
                Comparison::LessEqual => order.is_le(),
                Comparison::Greater => order.is_gt(),
                Comparison::GreaterEqual => order.is_ge(),
            };
            f64::from(u8::from(holds))
        }
        Expr::Logic(Logic::And, a, b) => number(a) * number(b),
        Expr::Logic(Logic::Or, a, b) => number(a).max(number(b)),
        Expr::If(condition, a, b) => number(if holds(condition) { a } else { b }),
        Expr::Call { function, arguments, .. } => {
            let arguments: Vec<f64> = arguments.iter().map(number).collect();
            env.functions.call(*function, &arguments, slots)
        }
        Expr::Chance { site, probability } => {
            let share = number(probability).clamp(0.0, 1.0) * 2.0_f64.powi(64);
            f64::from(u8::from(u128::from(env.chance.word(*site)) < share as u128))
        }
    };
    match result {
        // −0 as well.
        0.0 => 0.0,
        finite if finite.is_finite() => finite,
        _ => 0.0,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn compiled_conditions_equal_the_plain_meaning(
        text in truths(ROLL),
        states in proptest::collection::vec(states(), 20),
        luck in any::<u64>(),
    ) {
        let policy = checked(&format!("{LIMIT}[[roll]]\nwhen = '{text}'\nchoose = 'stop'\n"));
        let tree = policy.points[1][0].when.as_ref().expect("given");
        let luck = Luck(luck);
        let env = Env { functions: &Game, chance: &luck };
        let compiled = Condition::new(tree);
        for state in states {
            let expected = plain(tree, &state, &env);
            prop_assert_eq!(tree.eval_tree(&state, &env), expected, "{} at {:?}", tree, state);
            prop_assert_eq!(compiled.holds(&state, &env), expected != 0.0, "{} at {:?}", tree, state);
        }
    }

    #[test]
    fn compiled_numbers_equal_the_plain_meaning_bit_by_bit(
        text in numbers(ROLL),
        states in proptest::collection::vec(states(), 20),
        luck in any::<u64>(),
    ) {
        // A number is looked at in `prefer`; at `roll` there are but features of the state.
        let policy = checked(&format!("{LIMIT}[[roll]]\nprefer = '{text}'\n"));
        let tree = policy.points[1][0].prefer.as_ref().expect("given");
        let luck = Luck(luck);
        let env = Env { functions: &Game, chance: &luck };
        let compiled = Value::new(tree);
        for state in states {
            let expected = plain(tree, &state, &env).to_bits();
            prop_assert_eq!(tree.eval_tree(&state, &env).to_bits(), expected, "{} at {:?}", tree, state);
            prop_assert_eq!(compiled.get(&state, &env).to_bits(), expected, "{} at {:?}", tree, state);
        }
    }

    #[test]
    fn compiled_decisions_equal_the_tree_walk(
        rules in proptest::collection::vec(
            (
                proptest::option::of(truths(KEEP_STATE)),
                proptest::sample::subsequence(vec!["small", "large", "none"], 0..=3),
                proptest::option::of(truths(KEEP_ACTION)),
                proptest::option::of(numbers(KEEP_ACTION)),
            ),
            0..8,
        ),
        states in proptest::collection::vec((0_u16..=10_000, 1_u8..=6, 0_u8..=1), 8),
        actions in proptest::collection::vec(
            (0_usize..3, (0_u16..=4_000, 0_u8..=6, 0_u8..=1, 0.0..=1000.0)),
            1..6,
        ),
        limit in -20_i8..=20,
        luck in any::<u64>(),
    ) {
        let mut text = LIMIT.to_owned();
        for (when, choose, only, prefer) in rules {
            text += "[[keep]]\n";
            if let Some(when) = when {
                text += &format!("when = '{when}'\n");
            }
            if let Some(only) = &only {
                text += &format!("only = '{only}'\n");
            }
            if let Some(prefer) = &prefer {
                text += &format!("prefer = '{prefer}'\n");
            }
            if !choose.is_empty() || prefer.is_none() && only.is_none() {
                let choose = if choose.is_empty() { vec!["none"] } else { choose };
                text += &format!("choose = {choose:?}\n");
            }
        }
        let policy = checked(&text);
        let policy =
            policy.with_parameters(&[("limit".to_owned(), limit.into())]).expect("in range");
        let compiled = policy.compile();
        let listed = |(kind, (a, b, c, d)): (usize, (u16, u8, u8, f64))| {
            (kind, [a.into(), b.into(), c.into(), settle(d)])
        };
        let actions = Listed(actions.into_iter().map(listed).collect());
        let luck = Luck(luck);
        let env = Env { functions: &Game, chance: &luck };
        for (points, dice, last) in states {
            let mut slots =
                [points.into(), dice.into(), last.into(), 0.0, 0.0, 0.0, 0.0, 0.0, 9.0];
            let expected = policy.decide_tree(0, &mut slots.clone(), &actions, &env);
            let found = compiled.points[0].decide(&mut slots, &actions, &env);
            prop_assert_eq!(found, expected, "{}", text);
        }
    }

    #[test]
    fn printed_expressions_read_back_the_same(text in truths(ROLL)) {
        let read = |text: &str| {
            let policy = checked(&format!("{LIMIT}[[roll]]\nwhen = '{text}'\nchoose = 'stop'\n"));
            policy.points[1][0].when.clone().expect("given")
        };
        let tree = read(&text);
        prop_assert_eq!(read(&tree.to_string()), tree);
    }

    #[test]
    fn intervals_hold(text in numbers(ROLL), state in states(), luck in any::<u64>()) {
        // A warning that a comparison is constant must be true.
        let text = format!("{LIMIT}[[roll]]\nwhen = '{text} > 3'\nchoose = 'stop'\n");
        let (policy, faults) = parse_and_check(file(&text), &FARKLE);
        let policy = policy.expect("sound");
        let luck = Luck(luck);
        let env = Env { functions: &Game, chance: &luck };
        let holds = policy.points[1][0].when.as_ref().expect("given").eval_tree(&state, &env);
        let never = faults.iter().any(|fault| fault.title == "this rule can never decide");
        prop_assert!(!(never && holds != 0.0), "{}", text);
    }

    #[test]
    fn arbitrary_expressions_never_panic(text in "[ -~é≥\n]{0,60}") {
        let found = faults_of(&format!("game = 'farkle'\nlanguage = 2\n[[roll]]\nwhen = '''{text}'''\nchoose = 'stop'"));
        let _ = rendered(&found);
    }

    #[test]
    fn arbitrary_files_never_panic(text in any::<String>()) {
        let _ = rendered(&faults_of(&text));
        let _ = game_of(&source(&text));
    }

    #[test]
    fn mutated_files_never_panic(
        cuts in proptest::collection::vec((any::<proptest::sample::Index>(), 0_usize..12, "[ -~\n\r\té]{0,4}"), 1..6),
    ) {
        let mut text = "game = \"farkle\"\nlanguage = 2\ndescription = \"d\"\n\n[parameters]\n\
            hold = { value = 600, min = 400, max = 8000, step = 0.5 }\nbold = 3\n\n[define]\nfew = 'dice <= \
            bold'\ngood = 'points * 30% >= 20 && few'\n\n[[keep]]\nonly = 'good || is_none'\n\n\
            prefer = 'points * 100 + dice_kept'\n\n[[roll]]\nwhen = 'own_total + turn_points >= \
            hold && !(dice == bold) || chance(0.25)'\nchoose = [\"stop\", 'roll']\n\n[[roll]]\n\
            when = \"if last_round then dice > 3 else mix(1, dice, -2) mod 7 < 0\"\nchoose = \"roll\"\n"
            .to_owned();
        for (at, length, insert) in cuts {
            let start = text.floor_char_boundary(at.index(text.len() + 1));
            let end = text.ceil_char_boundary((start + length).min(text.len()));
            text.replace_range(start..end, &insert);
        }
        let (policy, faults) = parse_and_check(source(&text), &FARKLE);
        let _ = rendered(&faults);
        if let Some(policy) = policy {
            let compiled = policy.compile();
            let luck = Luck(1);
            let env = Env { functions: &Game, chance: &luck };
            let actions = Listed(vec![(0, [100.0, 2.0, 0.0, 0.5]), (1, [200.0, 1.0, 1.0, 7.0])]);
            let mut slots = [300.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
            let expected = policy.decide_tree(0, &mut slots.clone(), &actions, &env);
            prop_assert_eq!(compiled.points[0].decide(&mut slots, &actions, &env), expected);
        }
    }
}
