//! Advice and reviews against the exact values of El Ocho.

use pushluck::games;
use pushluck::policy::parse_spec;
use pushluck::report::{Cell, Table};
use pushluck::run::{AdviceSpec, Arena, At, Question, ReviewSpec};

use super::{Work, conditions, full, spec};

const RULES: [(&str, &str); 1] = [("target", "1000")];

/// The win rate that `hold-at` loses against optimal play, over both seats (`solve --policy hold-at`,
/// which sums over all positions).
const REGRET: f64 = (0.146116811 + 0.119619548) / 2.0;

fn review(base: Option<&str>, seed: u64, games: u64) -> Table {
    let settings = spec(&RULES, &[], seed, Work::default()).settings;
    let field = vec![parse_spec("optimal-win").expect("a SPEC")];
    let arena = Arena { settings, field, seed, games: Some(games), ..Arena::default() };
    let policy = parse_spec("hold-at").expect("a SPEC");
    let base = base.map(|base| parse_spec(base).expect("a SPEC"));
    let game = games::game("el-ocho").expect("a game");
    let question = Question::Review(ReviewSpec { arena, policy, base });
    let results = game.question(&question).expect("a review").run(conditions(2));
    results.expect("results").tables.swap_remove(0)
}

/// The share of `seeds` whose interval of all losses contains the exact value.
fn covered(base: Option<&str>, seeds: u64, games: u64) -> f64 {
    let covers = |seed: &u64| {
        let table = review(base, *seed, games);
        let number = |column| table.number(&[("by", "all")], column).expect("a number");
        (number("ci_low")..=number("ci_high")).contains(&REGRET)
    };
    (1..=seeds).filter(covers).count() as f64 / seeds as f64
}

/// Exact losses differ from the exact regret by the randomness of the games only. With 500 seeds, a share
/// from 92 to 98 % is within three standard errors of 95 %.
#[test]
fn exact_losses_cover_the_regret() {
    let seeds = if full() { 500 } else { 100 };
    let share = covered(None, seeds, 200);
    println!("exact: {share} of {seeds}");
    assert!(share >= if full() { 0.92 } else { 0.88 }, "{share}");
}

/// The choices of the optimal base gain the regret, by the lemma. What a race of few worlds finds in
/// playouts of optimal play is a part of it.
#[test]
fn losses_by_playouts_are_close_to_the_regret() {
    let games = if full() { 2_000 } else { 200 };
    let table = review(Some("optimal-win"), 1, games);
    let number = |figure, column| {
        table.number(&[("by", "all"), ("figure", figure)], column).expect("a number")
    };
    let (low, high) = (number("gain_found", "ci_low"), number("gain_found", "ci_high"));
    println!("by playouts: {low} to {high}, exact {REGRET}");
    assert!(low > 0.0 && low < REGRET, "{low} to {high}");
    let (low, high) = (number("lost_to_base", "ci_low"), number("lost_to_base", "ci_high"));
    println!("by the choices of the base: {low} to {high}");
    let slack = (high - low) / 2.0;
    assert!((low - slack..=high + slack).contains(&REGRET), "{low} to {high}");
}

/// A settled answer by playouts is worse than the exact one by at most the margin in 95 % of the
/// positions.
#[test]
fn settled_advice_agrees_with_exact_values() {
    let positions = if full() { 200 } else { 30 };
    let game = games::game("el-ocho").expect("a game");
    let (mut settled, mut wrong, mut decided) = (0, 0, 0);
    for number in 1..=positions {
        let run = spec(&RULES, &["hold-at", "random"], 1, Work::default());
        let at = At::Game { number, decision: 1 + number % 5 };
        let ask = |base: Option<&str>| {
            let base = base.map(|base| parse_spec(base).expect("a SPEC"));
            let ask = AdviceSpec { run: run.clone(), at: at.clone(), base, playouts: Some(4_000) };
            let advice = game.advise(&ask, conditions(2)).ok()?;
            Some(advice.run(conditions(2)).expect("advice"))
        };
        let Some(exact) = ask(None) else { continue };
        let played = ask(Some("optimal-win")).expect("the same decision");
        decided += 1;
        if !played.concluded.contains(&("settled", true.into())) {
            continue;
        }
        settled += 1;
        let table = &played.tables[0];
        let action = table.columns().iter().position(|column| column.name == "action");
        let Some(Cell::Text(best)) = action.map(|at| &table.rows()[0][at]) else {
            panic!("the best action")
        };
        let loss = exact.tables[0].number(&[("action", best), ("figure", "loss")], "value");
        wrong += u32::from(loss.expect("its loss") > 0.002);
    }
    println!("{decided} decisions, {settled} settled, {wrong} wrong");
    assert!(settled > decided / 3 && wrong <= settled / 20 + 1, "{wrong} of {settled}");
}
