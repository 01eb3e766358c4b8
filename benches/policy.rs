//! What a decision of a compiled policy costs, on random states: the hard case for the prediction
//! of branches. Each figure is the time of one condition or one decision.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use pushluck::diagnostic::Source;
use pushluck::game::{
    ActionKind, Argument, DecisionPoint, Feature, Function, Kind, Vocabulary, whole,
};
use pushluck::policy::{CheckedPolicy, Facts, Program};

const fn integer(name: &'static str, max: i64) -> Feature {
    Feature { name, kind: Kind::Integer { min: 0, max }, unit: "", about: "", key: None }
}

static VOCABULARY: Vocabulary = Vocabulary {
    game: "farkle",
    points: &[
        DecisionPoint {
            name: "roll",
            about: "",
            actions: &[
                ActionKind { name: "roll", about: "", always: false },
                ActionKind { name: "stop", about: "", always: false },
            ],
            order: "",
            default: "",
            state: &[
                integer("turn_points", 10_000),
                integer("dice_left", 6),
                integer("total", 10_000),
                integer("opponent_total", 10_000),
                integer("rolls", 20),
            ],
            action: &[],
        },
        DecisionPoint {
            name: "keep",
            about: "",
            actions: &[ActionKind { name: "keep", about: "", always: false }],
            order: "",
            default: "",
            state: &[integer("turn_points", 10_000)],
            action: &[integer("points", 10_000), integer("dice_kept", 6)],
        },
    ],
    functions: &[Function {
        name: "bust",
        parameters: &[Argument { name: "dice", kind: Kind::Integer { min: 1, max: 6 } }],
        kind: Kind::Real { min: 0.0, max: 1.0 },
        unit: "",
        about: "",
    }],
};

const A: &str = "turn_points >= 350 && dice_left <= 2 || total + turn_points >= 8000";
const B: &str = "turn_points >= 350 && dice_left <= 2 || total + turn_points >= 8000 \
                 || opponent_total >= 7000 && turn_points < 500 + rolls * 50 && !(dice_left == 1)";

/// A state and some actions: `roll` and `stop`, or ways to keep dice.
struct Seen<'a> {
    state: &'a [f64; 5],
    actions: usize,
}

impl Facts for Seen<'_> {
    fn actions(&self) -> usize {
        self.actions
    }
    fn kind(&self, action: usize) -> usize {
        if self.actions == 2 { action } else { 0 }
    }
    fn state(&self, feature: usize) -> f64 {
        self.state[feature]
    }
    fn action(&self, feature: usize, action: usize) -> f64 {
        (if feature == 0 { (action * 350) % 800 } else { action % 6 }) as f64
    }
    /// Cheap enough to leave the cost of the call to be seen.
    fn call(&self, _: usize, args: &[f64]) -> f64 {
        0.6 / f64::from(1_u32 << whole(args[0]).clamp(0, 10))
    }
    fn word(&self, _: usize) -> u64 {
        0
    }
}

fn policy(rules: &str) -> CheckedPolicy {
    let text = format!("game = 'farkle'\nlanguage = 2\ndescription = 'bench'\n{rules}");
    CheckedPolicy::from_source(Source::new("bench", text), &VOCABULARY).expect("sound")
}

/// 65,536 states from a small generator of our own.
fn states() -> Vec<[f64; 5]> {
    let mut word = 1_u64;
    let mut next = |below: u64| {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((word >> 33) % below) as f64
    };
    (0..65_536)
        .map(|_| [next(20) * 50.0, next(6) + 1.0, next(200) * 50.0, next(200) * 50.0, next(8)])
        .collect()
}

/// Times `each` over all states and reports the time of one.
fn measure(c: &mut Criterion, name: &str, each: impl Fn(&[f64; 5]) -> usize) {
    let states = states();
    c.bench_function(name, |bencher| {
        bencher.iter_custom(|iterations| {
            let start = Instant::now();
            for _ in 0..iterations {
                black_box(states.iter().map(&each).sum::<usize>());
            }
            start.elapsed() / states.len() as u32
        });
    });
}

fn decide(program: &Program, state: &[f64; 5], actions: usize) -> usize {
    program.decide(&Seen { state, actions }).map_or(9, |decision| decision.action)
}

fn conditions(c: &mut Criterion) {
    let many = "turn_points >= 350 && dice_left <= 2 && total >= 100 || opponent_total >= 7000 && \
                rolls >= 2 && turn_points >= 500 || dice_left == 1 && turn_points >= 200 && \
                total + turn_points >= 8000 || rolls > 6 && total > opponent_total";
    let calls = "turn_points >= 350 && bust(dice_left) * turn_points > 40";
    for (name, text) in [("A", A), ("B", B), ("eleven tests", many), ("function", calls)] {
        let policy = policy(&format!("[[roll]]\nwhen = '{text}'\nchoose = 'stop'\n"));
        let compiled = &policy.compile()[0];
        for state in &states() {
            let seen = Seen { state, actions: 2 };
            assert_eq!(compiled.decide(&seen), policy.decide_tree(0, &seen));
        }
        measure(c, &format!("condition {name}"), |state| decide(compiled, state, 2));
    }
    let tree = policy(&format!("[[roll]]\nwhen = '{A}'\nchoose = 'stop'\n"));
    let tree = tree.points[0][0].when.clone().expect("given");
    measure(c, "condition A, tree walk", |state| {
        tree.eval_tree(0, &Seen { state, actions: 2 }) as usize
    });
}

fn decisions(c: &mut Criterion) {
    let three = policy(
        "[[roll]]\nwhen = 'total + turn_points >= 8000'\nchoose = 'stop'\n\
         [[roll]]\nwhen = 'turn_points >= 350 && dice_left <= 2'\nchoose = 'stop'\n\
         [[roll]]\nwhen = 'turn_points < 800'\nchoose = 'roll'\n",
    )
    .compile();
    measure(c, "decide, three rules, two actions", |state| decide(&three[0], state, 2));
    let keep = policy("[[keep]]\nprefer = 'points * 100 + dice_kept'\n").compile();
    for actions in [3, 10, 64] {
        measure(c, &format!("decide, prefer among {actions} actions"), |state| {
            decide(&keep[1], state, actions)
        });
    }
    c.bench_function("compile, three rules", |bencher| {
        let checked = policy(&format!(
            "[[roll]]\nwhen = '{A}'\nchoose = 'stop'\n[[roll]]\nwhen = '{B}'\nchoose = 'stop'\n\
             [[roll]]\nchoose = 'roll'\n"
        ));
        bencher.iter(|| checked.compile());
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1500))
        .sample_size(30);
    targets = conditions, decisions
}
criterion_main!(benches);
