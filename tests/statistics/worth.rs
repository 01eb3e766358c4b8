//! The accuracy of the feature `worth` of 8/7 Central: its estimate when a Program is won in an auction,
//! against the points that the Program then added.
//!
//! `cargo test --test statistics worth -- --nocapture` prints the table of the report.

use std::collections::BTreeMap;

use pushluck::diagnostic::Source;
use pushluck::game::contract::{Game, Log, Silent};
use pushluck::game::decision::{ActionList, Decision, OwnRandom, Policy};
use pushluck::game::play::{Streams, play_until};
use pushluck::game::publish::vocabulary;
use pushluck::games::eight_seven_central::action::{Action, Event};
use pushluck::games::eight_seven_central::cards::{Program, each};
use pushluck::games::eight_seven_central::edition::Edition;
use pushluck::games::eight_seven_central::engine::EightSevenCentral;
use pushluck::games::eight_seven_central::state::State;
use pushluck::games::eight_seven_central::vocabulary::point;
use pushluck::policy::CheckedPolicy;
use pushluck::policy::play::FilePolicy;
use pushluck::sim::random::UnitKey;

const POLICY: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/policies/eight-seven-central/all-round.toml"
));

/// The estimate for a Program, and the points that its owner would not have scored without it.
#[derive(Clone, Copy)]
struct Sale {
    line_up: bool,
    estimate: f64,
    scored: f64,
}

struct Watch<'a> {
    game: &'a EightSevenCentral,
    sales: BTreeMap<Program, Sale>,
}

impl Watch<'_> {
    fn estimate(&self, state: &State, seat: u8, program: Program) -> f64 {
        let (game, point) = (self.game, point::PLACE);
        let (own, list) =
            (OwnRandom::new(UnitKey::of_game(1, 1), 0, 0), &mut ActionList::default());
        let decision = Decision::new(game, state, (seat, point), own, list);
        decision.action_feature(Action::Place(program), "worth")
    }

    /// A player's total in a genre today, without some Programs.
    fn total(&self, state: &State, seat: u8, genre: u8, without: u64) -> Option<u32> {
        let those = each(state.on_day(seat, state.day) & !without);
        let levels = those.filter_map(|one| self.game.standing(state, one).get(genre));
        levels.reduce(|all, level| all + level)
    }
}

impl Log<EightSevenCentral> for Watch<'_> {
    fn record(&mut self, state: &State, event: Event) {
        match event {
            Event::Won(seat, program, _) => {
                let line_up = state.round < self.game.rules.rounds;
                let estimate = self.estimate(state, seat, program);
                self.sales.insert(program, Sale { line_up, estimate, scored: 0.0 });
            }
            Event::Scored(seat, genre, points) => {
                let others = (0..self.game.seats()).filter(|other| *other != seat);
                let best = others.filter_map(|other| self.total(state, other, genre, 0)).max();
                for program in each(state.on_day(seat, state.day)) {
                    let rest = self.total(state, seat, genre, 1 << program);
                    let sale = self.sales.get_mut(&program);
                    if let Some(sale) = sale.filter(|_| rest.is_none() || rest < best) {
                        sale.scored += f64::from(points);
                    }
                }
            }
            _ => {}
        }
    }
}

/// The sales in `games` games in which every player uses the policy `all-round`.
fn sales(seats: u8, games: u64) -> Vec<Sale> {
    let checked = CheckedPolicy::from_source(
        Source::new("policy.toml", POLICY),
        vocabulary::<EightSevenCentral>(),
    );
    let policy = FilePolicy::new(&checked.expect("a valid policy"));
    let Edition { cards, rules, .. } = Edition::shipped();
    let game = EightSevenCentral::new(cards, rules, seats);
    let mut all = Vec::new();
    for number in 0..games {
        let decide = |decision: &Decision<'_, _>| policy.choose(decision).action;
        let mut watch = Watch { game: &game, sales: BTreeMap::new() };
        let (mut state, list) = (game.start(&mut Silent), &mut ActionList::default());
        let mut streams = Streams::new(UnitKey::of_game(2026, number));
        play_until(&game, &mut state, &mut streams, decide, &mut watch, list, |_| false);
        all.extend(watch.sales.into_values());
    }
    all
}

fn mean(values: impl Iterator<Item = f64> + Clone) -> f64 {
    values.clone().sum::<f64>() / values.count() as f64
}

#[test]
fn the_feature_worth_has_the_error_that_its_doc_states() {
    println!(
        "players, auction: sales, estimated worth, points added, root mean square error, deviation"
    );
    for seats in 2..=4 {
        let all = sales(seats, 400);
        for (line_up, auction) in [(true, "line-up"), (false, "supplemental")] {
            let those = all.iter().filter(|sale| sale.line_up == line_up);
            let (estimate, scored) = (
                mean(those.clone().map(|sale| sale.estimate)),
                mean(those.clone().map(|sale| sale.scored)),
            );
            let error =
                mean(those.clone().map(|sale| (sale.estimate - sale.scored).powi(2))).sqrt();
            let spread = mean(those.clone().map(|sale| (sale.scored - scored).powi(2))).sqrt();
            let count = those.count();
            println!(
                "{seats}, {auction}: {count}, {estimate:.2}, {scored:.2}, {error:.2}, {spread:.2}"
            );
            assert!(
                (1.0..1.3).contains(&(estimate / scored)),
                "{seats} {auction}: {estimate} {scored}"
            );
            assert!(error < 3.2 && error < 1.3 * spread, "{seats} {auction}: {error} {spread}");
        }
    }
}
