//! Random expressions and files: compiled code agrees with the trees, and nothing panics.

use proptest::prelude::*;

use super::*;

/// The names of the numbers and of the truth values that an expression can read.
type Names = (&'static [&'static str], &'static [&'static str]);

const ROLL: Names =
    (&["turn_points", "dice", "own_total", "balance", "wide", "risk", "limit"], &["last_round"]);
const KEEP_STATE: Names = (&["turn_points", "dice", "limit"], &["last"]);
const KEEP_ACTION: Names = (
    &["turn_points", "dice", "points", "dice_kept", "worth", "colour", "limit"],
    &["last", "hot", "is_small"],
);

/// Generates expressions of type number.
fn numbers(names: Names) -> BoxedStrategy<String> {
    expressions(names).0
}

/// Generates expressions of type truth value.
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

/// Generates states at `roll`, mostly near the numbers that expressions compare with.
fn states() -> impl Strategy<Value = [f64; 7]> {
    let points = || prop_oneof![0_i64..12, 0_i64..=10_000, Just(10_000_i64)];
    let wide = prop_oneof![-5_i64..12, any::<i64>(), Just(i64::MIN), Just(i64::MAX)];
    let risk = prop_oneof![0.0..=1.0, (0_u8..=100).prop_map(|percent| f64::from(percent) / 100.0)];
    (points(), 1_u8..=6, points(), 0_u8..=1, -1_000_000_i32..=1_000_000, wide, risk).prop_map(
        |(a, b, c, d, e, f, g)| {
            [a as f64, b.into(), c as f64, d.into(), e.into(), f as f64, settle(g)]
        },
    )
}

/// Generates actions at `keep`.
fn actions() -> impl Strategy<Value = Vec<(usize, [f64; 5])>> {
    let action = (0_usize..3, 0_u16..=4_000, 0_u8..=6, 0.0..=1000.0, 0_u8..=2);
    let hot = proptest::array::uniform7(0_u8..=1);
    (proptest::collection::vec(action, 1..20), hot).prop_map(|(actions, hot)| {
        let listed = |(kind, points, dice, worth, colour): (usize, u16, u8, f64, u8)| {
            let hot = hot[usize::from(dice)].into();
            (kind, [points.into(), dice.into(), hot, settle(worth), colour.into()])
        };
        actions.into_iter().map(listed).collect()
    })
}

/// Returns the actions that a rule can take, each with the bits of its preference value, by
/// evaluating the trees.
fn preferences(rule: &CheckedRule, seen: &Seen) -> Option<Vec<(usize, u64)>> {
    let holds = |expr: &Option<Expr>, action| {
        expr.as_ref().is_none_or(|expr| expr.eval_tree(action, seen) != 0.0)
    };
    holds(&rule.when, 0).then(|| {
        let chosen = |action: &usize| {
            rule.choose.as_ref().is_none_or(|kinds| kinds.contains(&seen.kind(*action)))
                && holds(&rule.only, *action)
        };
        let value = |action| {
            rule.prefer.as_ref().map_or(0, |prefer| prefer.eval_tree(action, seen).to_bits())
        };
        (0..seen.actions()).filter(chosen).map(|action| (action, value(action))).collect()
    })
}

const LIMIT: &str = "[parameters]\nlimit = { value = 7, min = -20, max = 20 }\n";

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn compiled_conditions_equal_the_trees(
        (number, truth) in (numbers(ROLL), truths(ROLL)),
        states in proptest::collection::vec(states(), 20),
        random in any::<u64>(),
    ) {
        let rules = format!("{LIMIT}[[roll]]\nwhen = '{truth}'\nchoose = 'stop'\n\
            [[roll]]\nwhen = '{number} > 7'\nchoose = 'stop'\n");
        let policy = checked(&rules);
        let compiled = &policy.compile()[1];
        for state in states {
            let seen = Seen { random, ..Seen::at(&state) };
            for (index, rule) in policy.points[1].iter().enumerate() {
                let expected = preferences(rule, &seen).is_some();
                let found = compiled.preferences(index, &seen).is_some();
                prop_assert_eq!(found, expected, "{:?} at {:?}", rule.when_text, state);
            }
        }
    }

    #[test]
    fn compiled_decisions_equal_the_trees(
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
        actions in actions(),
        limit in -20_i8..=20,
        random in any::<u64>(),
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
        for (points, dice, last) in states {
            let state = vec![points.into(), dice.into(), last.into()];
            let seen = Seen { state, actions: actions.clone(), random, ..Seen::default() };
            let expected = policy.decide_tree(0, &seen);
            prop_assert_eq!(compiled[0].decide(&seen), expected, "{}", text);
            // The preference value of a single action is not computed.
            for (index, rule) in policy.points[0].iter().enumerate().filter(|_| actions.len() > 1) {
                let expected = preferences(rule, &seen);
                let found = compiled[0].preferences(index, &seen).map(|all| {
                    let bits = |(action, value): (usize, f64)| (action, value.to_bits());
                    all.into_iter().map(bits).collect::<Vec<_>>()
                });
                // The value is not computed if it is equal for all actions.
                let alike = |all: &Option<Vec<(usize, u64)>>| {
                    all.as_ref().map(|all| all.iter().map(|(action, _)| (*action, 0)).collect())
                };
                let same = expected.as_ref().is_some_and(|all| {
                    all.iter().all(|(_, value)| *value == all[0].1)
                });
                if !same || found != alike(&expected) {
                    prop_assert_eq!(&found, &expected, "rule {} of {}", index, text);
                }
            }
        }
    }

    #[test]
    fn printed_expressions_parse_to_the_same_tree(text in truths(ROLL)) {
        let read = |text: &str| {
            let policy = checked(&format!("{LIMIT}[[roll]]\nwhen = '{text}'\nchoose = 'stop'\n"));
            policy.points[1][0].when.clone().expect("given")
        };
        let tree = read(&text);
        prop_assert_eq!(read(&tree.to_string()), tree);
    }

    /// A warning that a comparison is constant must be true.
    #[test]
    fn constant_comparisons_are_constant(
        (left, sign, right) in (numbers(ROLL), comparison(), numbers(ROLL)),
        states in proptest::collection::vec(states(), 20),
        random in any::<u64>(),
    ) {
        let when = format!("{left} {sign} {right}");
        let source = file(&format!("{LIMIT}[[roll]]\nwhen = '{when}'\nchoose = 'stop'\n"));
        let (policy, faults) = parse_and_check(source.clone(), &FARKLE);
        let policy = policy.expect("valid");
        let whole = faults.iter().filter(|fault| source.text[fault.span.clone()] == when);
        let titles: Vec<&str> = whole.map(|fault| &*fault.title).collect();
        let tree = policy.points[1][0].when.as_ref().expect("given");
        for state in states {
            let holds = tree.eval_tree(0, &Seen { random, ..Seen::at(&state) }) != 0.0;
            let wrong = if holds { "this rule can never decide" } else { "this comparison is always true" };
            prop_assert!(!titles.contains(&wrong), "{} at {:?}", when, state);
        }
    }

    #[test]
    fn arbitrary_texts_never_panic(when in "[ -~é≥\n]{0,60}", text in any::<String>()) {
        let rule = format!("[[roll]]\nwhen = '''{when}'''\nchoose = 'stop'\n");
        let _ = (rendered(&faults_of(&rule)), rendered(&faults_of(&text)), game_of(&source(&text)));
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
            let actions = vec![(0, [100.0, 2.0, 0.0, 0.5, 0.0]), (1, [200.0, 1.0, 1.0, 7.0, 2.0])];
            let seen = Seen { actions, random: 1, ..Seen::at(&[300.0, 3.0, 0.0]) };
            prop_assert_eq!(policy.compile()[0].decide(&seen), policy.decide_tree(0, &seen));
        }
    }
}
