//! What Programs turned out to be worth to who won them, against the feature that tells it before.

use std::collections::BTreeMap;

use pushluck::diagnostic::Source;
use pushluck::game::contract::{Game, Log};
use pushluck::game::decision::{Decision, OwnLuck, Policy};
use pushluck::game::play::{Streams, play_until};
use pushluck::game::publish::Publish;
use pushluck::games::eight_seven_central::cards::{Program, each};
use pushluck::games::eight_seven_central::edition::Edition;
use pushluck::games::eight_seven_central::engine::EightSevenCentral;
use pushluck::games::eight_seven_central::moves::{Action, Event};
use pushluck::games::eight_seven_central::state::State;
use pushluck::games::eight_seven_central::words::{VOCABULARY, point};
use pushluck::policy::CheckedPolicy;
use pushluck::policy::play::FilePolicy;
use pushluck::sim::luck::{Domain, UnitLuck};

const POLICY: &str = include_str!("../policies/eight-seven-central/all-round.toml");

struct Watch<'a> {
    game: &'a EightSevenCentral,
    sold: BTreeMap<Program, (Vec<f64>, f64)>,
}

impl Log<EightSevenCentral> for Watch<'_> {
    fn tell(&mut self, state: &State, event: Event) {
        match event {
            Event::Won(seat, program, price) => {
                let actions = [Action::Place(program)];
                let d = Decision { game: self.game, state, seat, point: point::PLACE, actions: &actions };
                let shown = |name: &str| {
                    let features = VOCABULARY.points[usize::from(point::PLACE)].action;
                    let place = features.iter().position(|it| it.name == name).expect("a feature");
                    self.game.show(&d, &(), actions[0], place)
                };
                let seen = |name: &str| {
                    let features = VOCABULARY.points[usize::from(point::PLACE)].state;
                    let slot = features.iter().position(|it| it.name == name).expect("a feature");
                    self.game.see(&d, &(), slot)
                };
                let mut row: Vec<f64> = ["levels", "genres", "gain", "hit_chance", "hour", "fits"].map(shown).to_vec();
                row.extend(["rounds_left", "weeks_left", "opponents", "programs", "waiting"].map(seen));
                row.push(price.into());
                row.push(self.game.cards().shows[usize::from(program)].levels.sum().into());
                let slots: Vec<u8> = {
                    let free = |s: u8| state.in_slot(seat, s).is_none();
                    let hour = self.game.cards().show(program).hour;
                    (0..5u8).filter(|d| if hour { free(2*d) && free(2*d+1) } else { free(2*d) || free(2*d+1) }).collect()
                };
                let shows = &self.game.cards().shows;
                for w in [1.0, 2.0, 3.0, 4.0, 6.0, 8.0] {
                    let q = |g: u8, l: u32| shows.iter().filter(|x| x.levels.get(g).is_none_or(|v| v <= l)).count() as f64 / shows.len() as f64;
                    let s = |own: Option<u32>, rival: Option<u32>, g: u8| match (own, rival) {
                        (None, _) => 0.0,
                        (Some(l), None) => q(g, l),
                        (Some(l), Some(r)) => (0.5 + (f64::from(l) - f64::from(r) + 0.5) / (2.0 * w)).clamp(0.0, 1.0),
                    };
                    let best = slots.iter().map(|day| {
                        let tot = |seat: u8| self.game.totals(state, seat, *day);
                        (0..4u8).map(|g| {
                            let rest = tot(seat).get(g);
                            let with = tot(seat).with(self.game.standing(state, program)).get(g);
                            let p = |own: Option<u32>| -> f64 { (0..self.game.seats()).filter(|o| *o != seat).map(|o| s(own, tot(o).get(g), g)).product() };
                            p(with) - p(rest)
                        }).sum::<f64>()
                    }).fold(0.0, f64::max);
                    row.push(best);
                }
                self.sold.insert(program, (row, 0.0));
            }
            Event::Scored(seat, genre, points) => {
                let today = state.on_day(seat, state.day());
                let total = |seat: u8, without: u64| {
                    let those = each(state.on_day(seat, state.day()) & !without);
                    let levels: Vec<u32> = those
                        .filter_map(|program| self.game.standing(state, program).get(genre))
                        .collect();
                    (!levels.is_empty()).then(|| levels.iter().sum::<u32>())
                };
                let others = (0..self.game.seats()).filter(|other| *other != seat);
                let best = others.filter_map(|other| total(other, 0)).max();
                for program in each(today) {
                    let rest = total(seat, 1 << program);
                    if rest.is_none() || rest < best {
                        if let Some((_, worth)) = self.sold.get_mut(&program) {
                            *worth += f64::from(points);
                        }
                    }
                }
            }
            _ => {}
        }
    }
}

#[test]
fn dump() {
    let checked = CheckedPolicy::from_source(Source::new("p.toml", POLICY), &VOCABULARY);
    let policy = FilePolicy::new(&checked.expect("a sound policy"));
    for seats in 2..=4 {
        let Edition { cards, rules, .. } = Edition::shipped();
        let game = EightSevenCentral::new(cards, rules, seats);
        for number in 0..400 {
            let own = OwnLuck::new(UnitLuck::new(3, Domain::PolicyInGame, number).turn(0));
            let mut asked = 0;
            let mut decide = |decision: &Decision<'_, EightSevenCentral>| {
                asked += 1;
                policy.choose(decision, &own.at(asked)).action
            };
            let mut watch = Watch { game: &game, sold: BTreeMap::new() };
            let mut state = game.start();
            let mut streams = Streams::new(UnitLuck::new(3, Domain::Cards, number));
            play_until(&game, &mut state, &mut streams, &mut decide, &mut watch, &mut Vec::new(), |_| false);
            for (row, worth) in watch.sold.values() {
                println!("ROW {worth} {}", row.iter().map(f64::to_string).collect::<Vec<_>>().join(" "));
            }
        }
    }
}
