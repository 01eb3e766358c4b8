//! What a decision of a compiled policy costs, on random states: the hard case for the prediction
//! of branches. Each figure is the time of one condition or one decision.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use pushluck::diagnostic::Source;
use pushluck::game::{
    ActionKind, Argument, DecisionPoint, Feature, Function, Kind, Vocabulary, whole,
};
use pushluck::policy::{
    Actions, CheckedPolicy, Condition, Env, Functions, NoChance, NoFunctions, Point,
};

const fn integer(name: &'static str, max: i64) -> Feature {
    Feature { name, kind: Kind::Integer { min: 0, max }, unit: "", about: "" }
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

/// The game's functions, cheap enough to leave the cost of the call to be seen.
struct Bust;

impl Functions for Bust {
    fn call(&self, _: usize, args: &[f64], _: &[f64]) -> f64 {
        0.6 / f64::from(1_u32 << whole(args[0]).clamp(0, 10))
    }
}

/// `roll` and `stop`, always legal.
struct Two;

impl Actions for Two {
    fn len(&self) -> usize {
        2
    }
    fn kind(&self, index: usize) -> usize {
        index
    }
    fn describe(&self, _: usize, _: &[usize], _: &mut [f64]) {}
}

/// Ten ways to keep dice.
struct Ten;

impl Actions for Ten {
    fn len(&self) -> usize {
        10
    }
    fn kind(&self, _: usize) -> usize {
        0
    }
    fn describe(&self, index: usize, _: &[usize], features: &mut [f64]) {
        features[0] = ((index * 350) % 800) as f64;
        features[1] = (index % 6) as f64;
    }
}

fn policy(rules: &str) -> CheckedPolicy {
    let text = format!("game = 'farkle'\nlanguage = 2\ndescription = 'bench'\n{rules}");
    CheckedPolicy::from_source(Source::new("bench", text), &VOCABULARY).expect("sound")
}

/// 65,536 states from a small generator of our own.
fn states() -> Vec<[f64; 6]> {
    let mut word = 1_u64;
    let mut next = |below: u64| {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((word >> 33) % below) as f64
    };
    (0..65_536)
        .map(|_| [next(20) * 50.0, next(6) + 1.0, next(200) * 50.0, next(200) * 50.0, next(8), 0.0])
        .collect()
}

/// Times `each` over all states and reports the time of one.
fn measure(c: &mut Criterion, name: &str, mut each: impl FnMut(&mut [f64; 6]) -> usize) {
    let mut states = states();
    c.bench_function(name, |bencher| {
        bencher.iter_custom(|iterations| {
            let start = Instant::now();
            for _ in 0..iterations {
                black_box(states.iter_mut().map(&mut each).sum::<usize>());
            }
            start.elapsed() / states.len() as u32
        });
    });
}

fn conditions(c: &mut Criterion) {
    let env = Env { functions: &Bust, chance: &NoChance };
    let many = "turn_points >= 350 && dice_left <= 2 && total >= 100 || opponent_total >= 7000 && \
                rolls >= 2 && turn_points >= 500 || dice_left == 1 && turn_points >= 200 && \
                total + turn_points >= 8000 || rolls > 6 && total > opponent_total";
    let calls = "turn_points >= 350 && bust(dice_left) * turn_points > 40";
    for (name, text) in [("A", A), ("B", B), ("eleven tests", many), ("function", calls)] {
        let policy = policy(&format!("[[roll]]\nwhen = '{text}'\nchoose = 'stop'\n"));
        let tree = policy.points[0][0].when.clone().expect("given");
        let compiled = Condition::new(&tree);
        for state in states() {
            assert_eq!(compiled.holds(&state, &env), tree.eval_tree(&state, &env) != 0.0);
        }
        measure(c, &format!("condition {name}"), |state| usize::from(compiled.holds(state, &env)));
    }
    let tree = policy(&format!("[[roll]]\nwhen = '{A}'\nchoose = 'stop'\n"));
    let tree = tree.points[0][0].when.clone().expect("given");
    measure(c, "condition A, tree walk", |state| tree.eval_tree(state, &env) as usize);
}

fn decisions(c: &mut Criterion) {
    let env = Env { functions: &NoFunctions, chance: &NoChance };
    let three = policy(
        "[[roll]]\nwhen = 'total + turn_points >= 8000'\nchoose = 'stop'\n\
         [[roll]]\nwhen = 'turn_points >= 350 && dice_left <= 2'\nchoose = 'stop'\n\
         [[roll]]\nwhen = 'turn_points < 800'\nchoose = 'roll'\n",
    )
    .compile();
    let decide = |point: &Point, state: &mut [f64; 6]| {
        point.decide(state, &Two, &env).map_or(9, |decision| decision.action)
    };
    measure(c, "decide, three rules, two actions", |state| decide(&three.points[0], state));
    let keep = policy("[[keep]]\nprefer = 'points * 100 + dice_kept'\n").compile();
    measure(c, "decide, prefer among ten actions", |state| {
        keep.points[1].decide(state, &Ten, &env).map_or(9, |decision| decision.action)
    });
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
