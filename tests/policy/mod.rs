//! Policy files (reading, checking, compilation) with the vocabulary of a small test game; SPECs.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;

use pushluck::diagnostic::{Diagnostic, Severity, Source};
use pushluck::error::Error;
use pushluck::game::{ActionKind, Argument, DecisionPoint, Feature, Function, Kind, Vocabulary};
use pushluck::policy::*;

mod messages;
mod properties;
mod specs;

const fn integer(name: &'static str, min: i64, max: i64) -> Feature {
    Feature { name, kind: Kind::Integer { min, max }, unit: "points", about: "", key: None }
}

const fn real(name: &'static str, max: f64) -> Feature {
    Feature { name, kind: Kind::Real { min: 0.0, max }, unit: "", about: "", key: None }
}

const fn counting(name: &'static str, min: i64, max: i64) -> Argument {
    Argument { name, kind: Kind::Integer { min, max } }
}

const ANY: Kind = Kind::Real { min: f64::MIN, max: f64::MAX };

const fn anything(name: &'static str) -> Argument {
    Argument { name, kind: ANY }
}

const fn truth(name: &'static str) -> Feature {
    Feature { name, kind: Kind::Truth, unit: "yes/no", about: "", key: None }
}

const fn action(name: &'static str) -> ActionKind {
    ActionKind { name, about: "", always: false }
}

const fn point(
    name: &'static str,
    actions: &'static [ActionKind],
    state: &'static [Feature],
    action: &'static [Feature],
) -> DecisionPoint {
    DecisionPoint { name, about: "", actions, order: "", default: "", state, action }
}

const fn function(name: &'static str, parameters: &'static [Argument], kind: Kind) -> Function {
    Function { name, parameters, kind, unit: "", about: "" }
}

static FARKLE: Vocabulary = Vocabulary {
    game: "farkle",
    points: &[
        point(
            "keep",
            &[action("small"), action("large"), action("none")],
            &[integer("turn_points", 0, 10_000), integer("dice", 1, 6), truth("last")],
            &[
                integer("points", 0, 4_000),
                Feature { key: Some("dice_kept"), ..integer("dice_kept", 0, 6) },
                Feature { key: Some("dice_kept"), ..truth("hot") },
                real("worth", 1000.0),
                Feature { key: Some("colour"), ..integer("colour", 0, 2) },
            ],
        ),
        point(
            "roll",
            &[action("roll"), action("stop")],
            &[
                integer("turn_points", 0, 10_000),
                integer("dice", 1, 6),
                integer("own_total", 0, 10_000),
                truth("last_round"),
                integer("balance", -1_000_000, 1_000_000),
                integer("wide", i64::MIN, i64::MAX),
                real("risk", 1.0),
            ],
            &[],
        ),
    ],
    functions: &[
        function("bust_probability", &[counting("dice", 1, 6)], Kind::Real { min: 0.0, max: 1.0 }),
        function("mix", &[anything("a"), anything("b"), anything("c")], ANY),
        function("target", &[], ANY),
        function("lucky", &[anything("a")], Kind::Truth),
    ],
};

/// A decision: the features of the state, the kind and features of each action, and the random
/// word. It counts the reads of each feature of the state, and the calls of functions.
#[derive(Default)]
struct Seen {
    state: Vec<f64>,
    actions: Vec<(usize, [f64; 5])>,
    random: u64,
    looks: [Cell<usize>; 7],
    calls: Cell<usize>,
}

impl Seen {
    /// Returns a decision with one action.
    fn at(state: &[f64]) -> Self {
        Self { state: state.to_vec(), actions: vec![(0, [0.0; 5])], ..Self::default() }
    }
}

fn count(cell: &Cell<usize>) {
    cell.set(cell.get() + 1);
}

impl Facts for Seen {
    fn actions(&self) -> usize {
        self.actions.len()
    }
    fn kind(&self, action: usize) -> usize {
        self.actions[action].0
    }
    fn state(&self, feature: usize) -> f64 {
        count(&self.looks[feature]);
        self.state[feature]
    }
    fn action(&self, feature: usize, action: usize) -> f64 {
        self.actions[action].1[feature]
    }
    fn call(&self, function: usize, args: &[f64]) -> f64 {
        count(&self.calls);
        match function {
            // Within the declared range.
            0 => (args[0] / 8.0).clamp(0.0, 1.0),
            3 => f64::from(u8::from(args[0] > self.state[0])),
            // Not always finite.
            _ => args.iter().fold(self.state[0] - 7.5, |sum, arg| sum / 3.0 * arg - arg),
        }
    }
    /// Returns a different word for each site.
    fn word(&self, site: usize) -> u64 {
        (self.random ^ site as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

fn source(text: &str) -> Arc<Source> {
    Source::new("p.toml", text)
}

/// Returns a file with the key lines and `rest`.
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

/// Returns the faults of the text of a file.
fn faults_of(text: &str) -> Vec<Diagnostic> {
    let (policy, faults) = parse_and_check(source(text), &FARKLE);
    assert_eq!(policy.is_none(), faults.iter().any(Diagnostic::is_error), "{}", rendered(&faults));
    faults
}

/// Returns the faults of a text: level, title, underlined text, label, help.
fn shown(text: &str) -> Vec<String> {
    (faults_of(text).iter())
        .map(|fault| {
            let level = if fault.severity == Severity::Error { "error" } else { "warning" };
            let help = fault.help.as_deref().unwrap_or("");
            let underlined = &text[fault.span.clone()];
            format!("{level}: {} | {underlined} | {} | {help}", fault.title, fault.label)
        })
        .collect()
}

/// Returns the faults of `rest` after the key lines.
fn short(rest: &str) -> Vec<String> {
    shown(&format!("game = \"farkle\"\nlanguage = 2\ndescription = \"d\"\n{rest}"))
}

/// Returns the faults of a condition at `roll`.
fn when(expression: &str) -> Vec<String> {
    short(&format!("[[roll]]\nwhen = '''{expression}'''\nchoose = 'stop'\n"))
}

#[test]
fn faults_of_vocabularies_are_listed() {
    assert_eq!(vocabulary::faults(&FARKLE), [""; 0]);
    static CLASH: [Feature; 2] = [truth("min"), integer("dice", 6, 1)];
    static KEYED: [Feature; 1] = [Feature { key: Some("min"), ..truth("dice") }];
    static POINTS: [DecisionPoint; 1] = [point("game", &[], &CLASH, &KEYED)];
    let invalid = Vocabulary { points: &POINTS, ..FARKLE };
    assert_eq!(
        vocabulary::faults(&invalid),
        [
            "decision point `game` is declared twice or is a reserved key",
            "`min` at `game` is not a valid and unique name",
            "`dice` at `game` is not a valid and unique name",
            "`dice` at `game` has an invalid range",
            "`dice` at `game` has a key that is no action feature with few values",
            "decision point `game` has no action kinds or two of the same name",
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
    let holds = |policy: &CheckedPolicy, points| {
        let expr = policy.points[1][0].when.as_ref().expect("given");
        expr.eval_tree(0, &Seen::at(&[points, 1.0]))
    };
    assert_eq!((holds(&policy, 301.0), holds(&other, 301.0)), (1.0, 0.0));
    let fault = |result: pushluck::error::Result<CheckedPolicy>| match result {
        Err(Error::Input { message, help }) => format!("{message}; {}", help.unwrap_or_default()),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        fault(set("hold", 1000.0)),
        "parameter `hold` cannot be 1000; allowed values: from 100 to 900"
    );
    assert_eq!(fault(set("hald", 1.0)), "p.toml has no parameter `hald`; did you mean `hold`?");
    assert_eq!(
        fault(set("elephant", 1.0)),
        "p.toml has no parameter `elephant`; its parameters are `hold`, `bold`"
    );
    let twice = [("bold".to_owned(), 1.0), ("bold".to_owned(), 2.0)];
    assert_eq!(fault(policy.with_parameters(&twice)), "parameter `bold` is given twice; ");
}

/// Returns the decision of the rules at `keep` with three dice left: the action and the rule.
fn decided(policy: &CheckedPolicy, kinds: &[(usize, [f64; 5])]) -> Option<(usize, usize)> {
    let seen = Seen { actions: kinds.to_vec(), ..Seen::at(&[0.0, 3.0, 0.0]) };
    let decision = policy.compile()[0].decide(&seen);
    assert_eq!(decision, policy.decide_tree(0, &seen));
    decision.map(|decision| (decision.action, decision.rule))
}

#[test]
fn rules_are_tried_in_order_and_skipped_without_a_legal_action() {
    let policy = checked(
        "[[keep]]\nwhen = 'dice > 3'\nchoose = 'small'\n\
         [[keep]]\nwhen = 'dice > 2'\nchoose = 'none'\n\
         [[keep]]\nchoose = ['large', 'small']\nprefer = 'points * 10 + dice_kept'\n",
    );
    let of = |kind, points| (kind, [points, 0.0, 0.0, 0.0, 0.0]);
    for (kinds, expected) in [
        (vec![of(0, 1.0), of(2, 0.0)], Some((1, 1))),
        // The first one wins ties.
        (vec![of(0, 1.0), of(1, 5.0), of(0, 5.0)], Some((1, 2))),
        (vec![of(0, 9.0)], Some((0, 2))),
        (vec![], None),
    ] {
        assert_eq!(decided(&policy, &kinds), expected, "{kinds:?}");
    }
}

#[test]
fn only_keeps_the_actions_for_which_it_holds() {
    let policy = checked(
        "[define]\ngood = 'worth >= 1.5'\n\
         [[keep]]\nonly = 'good && !is_none'\nprefer = 'points'\n\
         [[keep]]\nchoose = ['large', 'none']\nonly = 'dice_kept < dice'\n\
         [[keep]]\nonly = 'is_small'\n",
    );
    let small = |points, worth| (0, [points, 3.0, 0.0, worth, 0.0]);
    let (large, none) = ((1, [1.0, 3.0, 0.0, 0.0, 0.0]), (2, [9.0, 2.0, 0.0, 9.0, 0.0]));
    for (kinds, expected) in [
        (vec![small(1.0, 1.5), small(2.0, 1.5), small(3.0, 1.4), none], Some((1, 0))),
        (vec![small(1.0, 1.4), none], Some((1, 1))),
        (vec![large, small(2.0, 0.0)], Some((1, 2))),
        (vec![large], None),
    ] {
        assert_eq!(decided(&policy, &kinds), expected, "{kinds:?}");
    }
    assert!(!policy.uses(0).chance && policy.uses(0).kinds);
}

/// Features of the state are read only when a rule needs them, and only once.
#[test]
fn features_are_read_as_late_as_possible() {
    let policy = checked(
        "[[keep]]\nwhen = 'last'\nchoose = 'none'\n\
         [[keep]]\nwhen = 'dice > 3 && !last'\nchoose = 'small'\n\
         [[keep]]\nchoose = ['small', 'large']\nprefer = 'points * turn_points'\n",
    );
    assert_eq!(policy.uses(0).state, BTreeSet::from([0, 1, 2]));
    let rules = policy.compile();
    let (small, large, none) = ((0, [1.0; 5]), (1, [2.0; 5]), (2, [0.0; 5]));
    for (actions, looked, expected) in [
        (vec![none], [0, 0, 1], None),
        (vec![large], [0, 0, 0], Some(Decision { action: 0, rule: 2 })),
        (vec![small], [0, 1, 0], Some(Decision { action: 0, rule: 2 })),
        (vec![small, none], [1, 1, 1], Some(Decision { action: 0, rule: 2 })),
        (vec![small, large], [1, 1, 0], Some(Decision { action: 1, rule: 2 })),
    ] {
        let seen = Seen { actions, ..Seen::at(&[700.0, 3.0, 0.0]) };
        let found = rules[0].decide(&seen);
        assert_eq!((found, [0, 1, 2].map(|at: usize| seen.looks[at].get())), (expected, looked));
    }
}

#[test]
fn a_chance_is_its_share_of_the_words() {
    let happens = |probability: f64, word: u64| {
        // The word of site 0 is `random` times an odd number, which has an inverse.
        let odd = 0x9e37_79b9_7f4a_7c15_u64;
        let inverse = (0..6)
            .fold(odd, |guess, _| guess.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(guess))));
        let seen = Seen { random: word.wrapping_mul(inverse), ..Seen::at(&[]) };
        assert_eq!(seen.word(0), word);
        happens(&seen, 0, probability)
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
fn arithmetic_follows_its_documentation() {
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
        ("33.3%", 0.333),
        ("1_000.5", 1000.5),
        ("0.000_001", 1e-6),
        ("9007199254740993", 9_007_199_254_740_992.0),
        ("0.1 + 0.2", 0.1 + 0.2),
        ("0.1 + (0.2 + 0.3)", 0.6),
        ("(0.1 + 0.2) + 0.3", 0.600_000_000_000_000_1),
        ("9007199254740992 + 1", 9_007_199_254_740_992.0),
        ("1 + 2 * 3 - 4", 3.0),
        ("-2 * 3", -6.0),
        ("10 - 3 - 2", 5.0),
        ("20 div 3 * 2", 12.0),
        ("if 1 < 2 then 3 else 4 + 5", 3.0),
        ("if 2 < 2 || 2 > 2 || 1 >= 2 || 2 <= 1 || 2 != 2 then 3 else 4", 4.0),
        ("if 2 <= 2 && 2 >= 2 && 3 > 2 && 2 == 2 && 1 != 2 then 3 else 4", 3.0),
        ("if true && false then 3 else 4", 4.0),
        ("if false || !true then 3 else 4", 4.0),
        ("if !false && (true || false) then 3 else 4", 3.0),
        ("if true == false || false != false then 3 else 4", 4.0),
        ("min(3, 1, 2) + max(4)", 5.0),
        ("abs(-0.25)", 0.25),
        (&*format!("{huge} * {huge}"), 0.0),
        (&*format!("{huge} * 100"), 0.0),
        (&*format!("0 - {huge} * 10 - {huge} * 10"), 0.0),
    ] {
        let policy = checked(&format!("[[keep]]\nprefer = '({text}) + points'\n"));
        let seen = Seen { actions: vec![(0, [0.0; 5]); 2], ..Seen::at(&[0.0; 3]) };
        let tree = policy.points[0][0].prefer.as_ref().expect("given");
        assert_eq!(tree.eval_tree(0, &seen).to_bits(), f64::to_bits(value), "{text}");
        let found = policy.compile()[0].preferences(0, &seen).expect("no condition");
        assert_eq!(found[1].1.to_bits(), f64::to_bits(value), "{text}");
    }
}

#[test]
fn deep_expressions_fit_a_small_stack() {
    let negations = format!("{}last_round", "!".repeat(190));
    let sums = format!("{}wide{} > 3", "(wide / ".repeat(95), ")".repeat(95));
    let ifs = format!("{}true", "if last_round then false else ".repeat(180));
    for text in [negations, sums, ifs] {
        // The default stack of a thread. Without optimization, parsing takes 7.7 kB per level.
        let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(move || {
            let policy = checked(&format!("[[roll]]\nwhen = '{text}'\nchoose = 'stop'\n"));
            let tree = policy.points[1][0].when.clone().expect("given");
            let seen = Seen::at(&[1.0, 2.0, 3.0, 0.0, 5.0, 6.0, 0.5]);
            assert!(!tree.to_string().is_empty());
            let holds = policy.compile()[1].preferences(0, &seen).is_some();
            assert_eq!(holds, tree.eval_tree(0, &seen) != 0.0);
        });
        thread.expect("started").join().expect("no overflow");
    }
}

/// Repeated expressions are computed once: a function is called once per distinct argument, even
/// with deeply nested definitions.
#[test]
fn repeated_definitions_are_computed_once() {
    let lines: String = (1..=8)
        .map(|level| format!("d{level} = 'if last then d{0} - 1 else d{0} + d{0}'\n", level - 1))
        .collect();
    let policy = checked(&format!(
        "[define]\nd0 = 'bust_probability(dice_kept)'\n{lines}[[keep]]\nprefer = 'd8'\n"
    ));
    let ten = (0..10).map(|action| (0, [0.0, f64::from(action % 3), 0.0, 0.0, 0.0])).collect();
    for (actions, asked) in [(vec![(0, [0.0, 2.0, 0.0, 0.0, 0.0]); 2], 1), (ten, 3)] {
        let seen = Seen { actions, ..Seen::at(&[0.0, 3.0, 0.0]) };
        let found = policy.compile()[0].decide(&seen);
        assert_eq!(seen.calls.get(), asked);
        assert_eq!(found, policy.decide_tree(0, &seen));
    }
}
