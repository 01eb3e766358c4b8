//! Scenes of 8/7 Central, written as scripts of what the game calls its actions:
//! `plays Guest Star, on The Press Gang, roll 4 2; counters The Press Gang: 1`.

use pushluck::game::contract::{Game, Next};
use pushluck::game::describe::Describe;
use pushluck::game::publish::Publish;
use pushluck::games::eight_seven_central::action::{Action, Event, Outcome};
use pushluck::games::eight_seven_central::cards::{Face, GENRES, Program, each};
use pushluck::games::eight_seven_central::edition::Edition;
use pushluck::games::eight_seven_central::engine::EightSevenCentral;
use pushluck::games::eight_seven_central::rules::Rules;

use crate::follow;

/// A scene; its events are those since the last roll.
pub(crate) type Scene = follow::Scene<EightSevenCentral>;

/// The default hands, all Ads.
const ADS: [&str; 4] = [
    "Grocery Chain, Grocery Chain, Grocery Chain, Grocery Chain, Phone Company",
    "Perfume House, Perfume House, Perfume House, Perfume House, Phone Company",
    "Family Car, Family Car, Family Car, Phone Company, Phone Company",
    "Insurance Club, Insurance Club, Insurance Club, Vacation Air, Super Sponsor",
];

pub(crate) const DAYS: [&str; 5] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];

/// The items of a list with commas.
fn listed(list: &str) -> impl Iterator<Item = &str> {
    list.split(", ").filter(|one| !one.is_empty())
}

impl Scene {
    /// The start of a game under changed shipped rules.
    pub(crate) fn new(seats: u8, change: impl FnOnce(&mut Rules)) -> Self {
        let mut edition = Edition::shipped();
        change(&mut edition.rules);
        Self::with(edition, seats)
    }

    fn with(edition: Edition, seats: u8) -> Self {
        Self::of(EightSevenCentral::new(edition.cards, edition.rules, seats))
    }

    /// Deals the first hands, which begin with these cards; `first` is Player 1.
    pub(crate) fn dealt(mut self, first: u8, hands: &[&str]) -> Self {
        self.happen(Outcome::First(first));
        for (hand, ads) in hands.iter().zip(ADS) {
            let more = listed(ads).skip(listed(hand).count());
            listed(hand).chain(more).for_each(|title| self.draw(title));
        }
        self
    }

    /// A scene on Monday of a game of three weeks with these hands; seat 0 is drawn as Player 1.
    /// Each Program of `line_up`, such as `0:1 Harbor Ward`, costs its owner (0) a dollar and runs
    /// on day 1.
    pub(crate) fn monday(hands: &[&str], line_up: &str) -> Self {
        Self::monday_of(|edition| edition.rules.weeks = [3; 3], hands, line_up)
    }

    /// [`Scene::monday`] with a changed edition.
    pub(crate) fn monday_of(
        change: impl FnOnce(&mut Edition),
        hands: &[&str],
        line_up: &str,
    ) -> Self {
        let mut edition = Edition::shipped();
        change(&mut edition);
        let seats = hands.len();
        let mut scene = Self::with(edition, seats as u8).dealt(0, hands);
        let place = |of: &str| {
            let (who, title) = of.split_once(' ').expect("a Program");
            let [seat, day] = [0, 2].map(|at| who.as_bytes()[at] - b'0');
            (seat, title.to_owned(), day)
        };
        let line_up: Vec<(u8, String, u8)> = listed(line_up).map(place).collect();
        let named: Vec<Program> = line_up.iter().map(|it| scene.program(&it.1)).collect();
        let mut filler = (0..40).filter(|program| !named.contains(program));
        for round in 0..scene.game.rules.rounds {
            let lots = line_up.iter().zip(&named).skip(usize::from(round) * seats).take(seats);
            let mut bids: Vec<(u8, u8)> =
                (0..).zip(lots).map(|(lot, (it, _))| (it.0, lot)).collect();
            let shown = named.iter().skip(usize::from(round) * seats).take(seats).copied();
            let shown: Vec<Program> =
                shown.chain(filler.by_ref().take(seats - bids.len())).collect();
            shown.into_iter().for_each(|program| scene.happen(Outcome::Program(program)));
            while scene.state.round == round {
                match bids.iter().position(|(seat, _)| *seat == scene.state.seat) {
                    Some(bid) => {
                        scene.act(Action::Lot(bids.remove(bid).1));
                        scene.act(Action::Amount(1));
                    }
                    None => scene.act(Action::Pass),
                }
            }
        }
        let mut left = line_up;
        while scene.see("point") == "place" {
            match left.iter().position(|it| it.0 == scene.state.seat) {
                Some(at) => {
                    let (_, title, day) = left.remove(at);
                    scene.run(&format!("places {title}, on {}", DAYS[usize::from(day)]));
                }
                None => scene.act(Action::Pass),
            }
        }
        assert!(left.is_empty(), "{left:?}");
        scene
    }

    pub(crate) fn program(&self, title: &str) -> Program {
        let place = self.game.cards.shows.iter().position(|show| show.title == title);
        place.unwrap_or_else(|| panic!("no Program {title}")) as Program
    }

    fn draw(&mut self, title: &str) {
        let face = self.game.cards.faces.iter().position(|card| card.title == title);
        self.happen(Outcome::Card(face.unwrap_or_else(|| panic!("no card {title}")) as Face));
    }

    fn named(&self, name: &str) -> Option<Action> {
        self.legal().into_iter().find(|action| self.game.action(&self.state, *action) == name)
    }

    /// Runs a script. Its parts are separated by `;` or line ends; a part is steps, an assertion
    /// `what: value` about the result of [`Scene::see`], or a list of actions that the seat `can`
    /// or `cannot` take.
    pub(crate) fn run(&mut self, script: &str) -> &mut Self {
        for part in script.split([';', '\n']).map(str::trim) {
            match part.split_once(':') {
                Some((can @ ("can" | "cannot"), names)) => {
                    for name in listed(names.trim()) {
                        assert_eq!(self.named(name).is_some(), can == "can", "{name}");
                    }
                }
                Some((what, is)) => assert_eq!(self.see(what), is.trim(), "{what}"),
                None => listed(part).for_each(|step| self.take_step(step)),
            }
        }
        self
    }

    /// Takes a step: an action by its name, or `turn 1` (others stop until seat 1 has the turn),
    /// `draw X` (a card), `reveal X` (a Program), `die 2`, `roll 4 2` (after all have stopped),
    /// `until bid`, `until 1.0` (week and day), or `idle` (the first action, or dice without hits).
    fn take_step(&mut self, step: &str) {
        let (word, rest) = step.split_once(' ').unwrap_or((step, ""));
        let number = || rest.parse().expect("a number");
        match word {
            "turn" => {
                while self.state.seat != number() {
                    self.act(Action::Pass);
                }
            }
            "draw" => self.draw(rest),
            "reveal" => self.happen(Outcome::Program(self.program(rest))),
            "die" => self.happen(Outcome::Die(number())),
            "roll" => {
                while self.see("point") == "action" {
                    self.act(Action::Pass);
                }
                let (a, b) = rest.split_once(' ').expect("two sums");
                self.told.clear();
                self.happen(Outcome::Dice(a.parse().expect("a sum"), b.parse().expect("a sum")));
            }
            "until" => {
                let there = |scene: &Self| {
                    let point = scene.see("point");
                    point == rest || scene.see("day") == rest && point == "action"
                };
                while !there(self) {
                    self.idle();
                }
            }
            "idle" => self.idle(),
            _ => {
                let action = self.named(step);
                self.act(action.unwrap_or_else(|| panic!("{step} of {}", self.see("may"))));
            }
        }
    }

    fn idle(&mut self) {
        if self.see("point") != "chance" {
            return self.act(self.legal()[0]);
        }
        let today = self.state.all_on_day(self.state.day);
        let hit = each(today).fold(0, |all, program| all | self.game.hits(&self.state, program));
        self.happen(match self.outcomes()[0].0 {
            Outcome::Dice(..) => {
                let missed = (2..=12).find(|number| hit >> number & 1 == 0).expect("a number");
                Outcome::Dice(missed, missed)
            }
            Outcome::Die(_) => Outcome::Die(6),
            first => first,
        });
    }

    /// Shows a part of the position; `what` may end with a seat, from 0, or a Program.
    pub(crate) fn see(&self, what: &str) -> String {
        let (game, state) = (&self.game, &self.state);
        let (word, of) = what.split_once(' ').unwrap_or((what, ""));
        let seat = || of.parse::<u8>().expect("a seat");
        let texts = |all: Vec<String>| all.join(", ");
        match word {
            "money" => state.money(seat()).to_string(),
            "chips" => {
                let (lot, seat) = of.split_once(' ').expect("a lot and a seat");
                let [lot, seat] = [lot, seat].map(|it| it.parse().expect("a number"));
                state.chips(lot, seat).to_string()
            }
            "points" => state.points(seat()).to_string(),
            "hand" => state.hand(seat()).count_ones().to_string(),
            "waiting" => {
                let titles = each(state.waiting(seat()));
                texts(titles.map(|it| game.cards.show(it).title.clone()).collect())
            }
            "days" => {
                let on = |day| state.on_day(seat(), day).count_ones().to_string();
                texts((0..5).map(on).collect())
            }
            "counters" => state.counters(self.program(of)).to_string(),
            "hits" => {
                let hits = each(game.hits(state, self.program(of)));
                texts(hits.map(|number| number.to_string()).collect())
            }
            "levels" => {
                let levels = game.levels(state, self.program(of));
                let level = |genre| levels.get(genre).map_or("-".to_owned(), |it| it.to_string());
                texts((0..4).map(level).collect())
            }
            "on" => {
                let cards = each(state.cards_on(self.program(of), u64::MAX));
                let title = |card| game.cards.printed(game.cards.face(card)).title.clone();
                texts(cards.map(title).collect())
            }
            // The genres scored on the day of the last roll, with their points if not 1.
            "scored" => {
                let genre = |event: &Event| match *event {
                    Event::Scored(by, genre, points) if by == seat() => Some((genre, points)),
                    _ => None,
                };
                let name = |(genre, points)| match (GENRES[usize::from(genre)], points) {
                    (genre, 1) => genre.to_owned(),
                    (genre, points) => format!("{genre} {points}"),
                };
                texts(self.told.iter().filter_map(genre).map(name).collect())
            }
            "table" => state.table.count_ones().to_string(),
            "discards" => state.discards.count_ones().to_string(),
            "dropped" => state.dropped.count_ones().to_string(),
            "offered" => state.offer().iter().flatten().count().to_string(),
            "first" => state.first.to_string(),
            "seat" => state.seat.to_string(),
            "day" => format!("{}.{}", state.week, state.day),
            "winners" => format!("{:b}", game.ranking(state).winners),
            "point" => match game.next(state) {
                Next::Decide { point, .. } => EightSevenCentral::POINTS[usize::from(point)].name,
                Next::Chance(_) => "chance",
                Next::Over { .. } => "over",
            }
            .to_owned(),
            "may" => texts(self.legal().into_iter().map(|it| game.action(state, it)).collect()),
            other => panic!("nothing is called {other}"),
        }
    }
}
