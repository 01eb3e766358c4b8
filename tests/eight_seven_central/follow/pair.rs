//! The engine's games, followed by the plain engine question by question.

use pushluck::diagnostic::Source as File;
use pushluck::game::contract::{Game, Luck, Menu, Next, Silent};
use pushluck::game::play::Streams;
use pushluck::games::eight_seven_central::action::{Action, Outcome};
use pushluck::games::eight_seven_central::cards::{self, Cards, Program, each};
use pushluck::games::eight_seven_central::edition::Edition;
use pushluck::games::eight_seven_central::engine::EightSevenCentral;
use pushluck::games::eight_seven_central::rules::{Acquisition, Ads, Moved};
use pushluck::games::eight_seven_central::state::State;
use pushluck::games::eight_seven_central::vocabulary::point;
use pushluck::run::Definition;
use pushluck::sim::random::UnitKey;

use crate::eight_seven_central::plain::kit::{
    AdRule, Change, Effect, GENRES, Kit, Print, Show, Source, Stay, Text,
};
use crate::eight_seven_central::plain::{Guide, Seen, Table};
use crate::follow::sorted;

/// The edition file of a kit.
pub(crate) fn text(kit: &Kit) -> String {
    let mut text = format!(
        "game = 'eight-seven-central'\nname = 'Test'\n\
         weeks = {{ two_players = {0}, three_players = {0}, four_players = {0}, from = 'PROPOSED' }}\n\
         money = {{ start = {1}, fundraising = {2}, discard = {3}, bump = {4}, from = 'PROPOSED' }}\n\
         auctions = {{ rounds = {5}, from = 'PROPOSED' }}\n\
         display = {{ half_hours = {6:?}, hours = {7:?}, dealt = {8}, kept = {9}, from = 'PROPOSED' }}\n\
         any_card = {{ at_once = {10}, on_hit = {11}, from = 'PROPOSED' }}\n",
        kit.weeks,
        kit.money,
        kit.fundraising,
        kit.discard,
        kit.bump,
        kit.rounds,
        kit.rows[0],
        kit.rows[1],
        kit.dealt,
        kit.kept,
        kit.at_once,
        kit.on_hit
    );
    kit.shows.iter().for_each(|it| text += &show(it));
    kit.prints.iter().for_each(|it| text += &print(it));
    text
}

fn show(show: &Show) -> String {
    let genres = GENRES.iter().zip(show.levels);
    let levels: Vec<String> = genres
        .filter_map(|(genre, level)| Some(format!("{} = {}", genre.to_lowercase(), level?)))
        .collect();
    format!(
        "[[programs]]\ntitle = \"{}\"\nminutes = {}\nhits = {:?}\nlevels = {{ {} }}\n{}\nfrom = 'PROPOSED'\n",
        show.title,
        if show.hour { 60 } else { 30 },
        show.hits,
        levels.join(", "),
        symbols(&show.symbols)
    )
}

fn print(print: &Print) -> String {
    let (table, body) = match &print.text {
        Text::Ad { symbols: those, dollars, cards } => {
            ("ads", format!("{}\ndollars = {dollars}\ncards = {cards}", symbols(those)))
        }
        Text::Modifier { hits, change } => {
            let hits = if hits.is_empty() { String::new() } else { format!("hits = {hits:?}\n") };
            ("modifiers", hits + &change.map_or_else(String::new, modifier))
        }
        Text::Event(effect) => ("events", event(*effect)),
    };
    let stay = match print.stay {
        Stay::Immediate => "immediate",
        Stay::Day => "day",
        Stay::Week => "week",
        Stay::Game => "game",
    };
    let lasting = match print.text {
        Text::Ad { .. } => String::new(),
        _ => format!("cost = {}\nlasts = '{stay}'\n", print.cost),
    };
    let Print { title, copies, .. } = print;
    format!(
        "[[{table}]]\ntitle = \"{title}\"\ncopies = {copies}\n{body}\n{lasting}from = 'PROPOSED'\n"
    )
}

fn symbols(those: &[char]) -> String {
    let name = |symbol: &char| match symbol {
        'N' => "necessity",
        'C' => "convenience",
        _ => "luxury",
    };
    let names: Vec<&str> = those.iter().map(name).collect();
    format!("symbols = '{}'", names.join("+"))
}

fn modifier(change: Change) -> String {
    let (effect, amount) = match change {
        Change::Raise(levels) => ("raise-genre", Some(levels)),
        Change::Add(levels) => ("add-genre", Some(levels)),
        Change::Block => ("block-number", None),
        Change::NoHits => ("no-hits", None),
        Change::Lower(levels) => ("lower-genres", Some(levels)),
        Change::NoScoring => ("no-scoring", None),
        Change::NoShark => ("no-shark", None),
        Change::Pay(dollars) => ("pay-on-hit", Some(dollars)),
    };
    let amount = amount.map_or_else(String::new, |amount| format!("\namount = {amount}"));
    format!("effect = '{effect}'{amount}")
}

fn event(effect: Effect) -> String {
    let (effect, amount) = match effect {
        Effect::CountersPerHit(counters) => ("counters-per-hit", Some(counters)),
        Effect::NoModifiers => ("no-modifiers", None),
        Effect::GenreWorth(genre, points) => {
            let genre = GENRES[genre].to_lowercase();
            return format!("effect = 'genre-worth'\ngenre = '{genre}'\namount = {points}");
        }
        Effect::AdsTimes(times) => ("ads-times", Some(times)),
        Effect::AdsPayNothing => ("ads-pay-nothing", None),
        Effect::NoCounters => ("no-counters", None),
        Effect::AddCounters(counters) => ("add-counters", Some(counters)),
        Effect::RemoveCounters(counters) => ("remove-counters", Some(counters)),
        Effect::Fine(dollars) => ("fine", Some(dollars)),
        Effect::Draw(cards) => ("draw-cards", Some(cards)),
    };
    let amount = amount.map_or_else(String::new, |amount| format!("\namount = {amount}"));
    format!("effect = '{effect}'{amount}")
}

/// The game that the command line makes of an edition file, with the switches of a kit.
pub(crate) fn game(text: &str, kit: &Kit, seats: u8) -> EightSevenCentral {
    let mut edition = Edition::parse(File::new("test.toml", text)).unwrap_or_else(|faults| {
        panic!("{}\n{text}", faults.iter().map(|fault| fault.render(false)).collect::<String>())
    });
    edition.rules.acquisition = match kit.source {
        Source::Auctions => Acquisition::Auctions,
        Source::Display => Acquisition::Display,
        Source::Random => Acquisition::Random,
    };
    edition.rules.ads = match kit.ads {
        AdRule::Cards => Ads::Cards,
        AdRule::AnyCard => Ads::AnyCard,
        AdRule::FlatCard => Ads::FlatCard,
    };
    edition.rules.moved = if kit.loses_all { Moved::LosesAll } else { Moved::LosesOne };
    EightSevenCentral::game(&edition, seats).expect("a game")
}

/// How players lean, in eighths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Temper {
    /// To go on rather than to pass.
    pub(crate) acts: u32,
    /// To bid the least.
    pub(crate) saves: u32,
    /// To play cards, and to refill.
    pub(crate) plays: u32,
}

/// In how many eighths of decisions which actions are preferred.
type Leaning = (u32, fn(&Action) -> bool);

/// Plays the engine's game beside the plain one.
struct Pair<'a, L, V> {
    game: &'a EightSevenCentral,
    state: State,
    /// Is shown each position.
    visit: V,
    streams: Streams,
    choices: L,
    /// What was chosen so far.
    chosen: Vec<Action>,
    temper: Temper,
}

/// Plays a game of the engine and has the plain engine follow it.
pub(crate) fn follow(
    game: &EightSevenCentral,
    kit: &Kit,
    temper: Temper,
    number: u64,
    seen: &mut Seen,
    visit: impl FnMut(&State, &Table, &[Action]),
) {
    let mut table = Table::new(kit.clone(), game.seats().into());
    table.seen = *seen;
    let mut pair = Pair {
        game,
        state: game.start(&mut Silent),
        visit,
        streams: Streams::new(UnitKey::of_game(5, number)),
        choices: UnitKey::of_game(6, number).stream(0, 0),
        chosen: Vec::new(),
        temper,
    };
    table.play(&mut pair);
    pair.ended(&table);
    *seen = table.seen;
}

impl<L: Luck, V: FnMut(&State, &Table, &[Action])> Guide for Pair<'_, L, V> {
    fn decide(
        &mut self,
        table: &Table,
        player: usize,
        asked: u8,
        mut legal: Vec<Action>,
    ) -> Action {
        let next = Next::Decide { seat: player as u8, point: asked };
        assert_eq!(self.game.next(&self.state), next, "{}", self.words(table));
        self.assert_equal(table);
        (self.visit)(&self.state, table, &self.chosen);
        let mut actions = Vec::new();
        Menu::list(self.game, &self.state, &mut actions);
        legal.sort_unstable();
        assert_eq!(actions, legal, "{}", self.words(table));
        let action = self.choose(asked, &actions);
        self.game.act(&mut self.state, action, &mut Silent);
        self.chosen.push(action);
        action
    }

    fn chance(&mut self, table: &Table, mut possible: Vec<(Outcome, u64)>) -> Outcome {
        let Next::Chance(stream) = self.game.next(&self.state) else {
            panic!("{possible:?}, but {:?}: {}", self.game.next(&self.state), self.words(table))
        };
        self.assert_equal(table);
        (self.visit)(&self.state, table, &self.chosen);
        let mut listed = Vec::new();
        self.game.outcomes(&self.state, &mut |outcome, weight| listed.push((outcome, weight)));
        listed.sort_unstable();
        possible.sort_unstable();
        assert_eq!(listed, possible, "{}", self.words(table));
        let outcome = self.game.draw(&self.state, self.streams.open(stream));
        self.game.happen(&mut self.state, outcome, &mut Silent);
        outcome
    }
}

impl<L: Luck, V: FnMut(&State, &Table, &[Action])> Pair<'_, L, V> {
    fn words(&self, table: &Table) -> String {
        let Table { networks, runs, programs, dropped, deck, discards, events, .. } = table;
        let piles = [programs, dropped, deck, discards, events];
        format!("{networks:?}\n{runs:?}\n{piles:?}\n{:?}", self.state)
    }

    fn prints(&self, cards: Cards) -> Vec<usize> {
        prints(self.game, cards)
    }

    /// Both stand at the same position.
    fn assert_equal(&self, table: &Table) {
        let (state, words) = (&self.state, || self.words(table));
        assert_eq!(usize::from(state.first), table.player_1, "{}", words());
        for (seat, network) in table.networks.iter().enumerate() {
            let at = seat as u8;
            assert_eq!(state.money(at), network.money, "money of {seat}: {}", words());
            assert_eq!(state.points(at), network.points, "points of {seat}: {}", words());
            assert_eq!(
                self.prints(state.hand(at)),
                sorted(network.hand.iter().copied()),
                "{}",
                words()
            );
            let waiting = programs(state.waiting(at));
            assert_eq!(waiting, sorted(network.waiting.iter().copied()), "{}", words());
            for slot in 0..10 {
                let there = state.in_slot(at, slot).map(usize::from);
                assert_eq!(there, network.slots[usize::from(slot)], "{}", words());
            }
            assert_eq!(programs(state.on_air(at)), sorted(network.on_air()), "{}", words());
            for (lot, chips) in table.chips.iter().enumerate() {
                assert_eq!(state.chips(lot as u8, at), chips[seat], "{}", words());
            }
        }
        let offer: Vec<usize> = state.offer().into_iter().flatten().map(usize::from).collect();
        let display = table.display.iter().flatten().copied().flatten();
        let expected: Vec<usize> = table.lots.iter().copied().chain(display).collect();
        assert_eq!(offer, expected, "{}", words());
        assert_eq!(programs(state.dropped), sorted(table.dropped.iter().copied()), "{}", words());
        assert_eq!(self.prints(state.deck), sorted(table.deck.iter().copied()), "{}", words());
        assert_eq!(
            self.prints(state.discards),
            sorted(table.discards.iter().copied()),
            "{}",
            words()
        );
        self.assert_equal_programs(table);
    }

    fn assert_equal_programs(&self, table: &Table) {
        let (state, words) = (&self.state, || self.words(table));
        let mut events = state.table;
        for (show, run) in table.runs.iter().enumerate() {
            let program = show as Program;
            let on = state.cards_on(program, u64::MAX);
            events &= !on;
            assert_eq!(u32::from(state.counters(program)), run.counters, "{}", words());
            assert_eq!(
                self.prints(on),
                sorted(run.cards.iter().map(|card| card.print)),
                "{}",
                words()
            );
            let hits: Vec<u8> = each(self.game.hits(state, program)).collect();
            assert_eq!(hits, table.hits(show), "{}", words());
            let levels = self.game.levels(state, program);
            let levels: [Option<u32>; 4] = std::array::from_fn(|genre| levels.get(genre as u8));
            assert_eq!(
                levels,
                std::array::from_fn(|genre| table.level(show, genre)),
                "{}",
                words()
            );
        }
        assert_eq!(
            self.prints(events),
            sorted(table.events.iter().copied().chain(table.played)),
            "{}",
            words()
        );
    }

    fn ended(&self, table: &Table) {
        assert!(table.over);
        assert_eq!(self.game.next(&self.state), Next::Over { finished: true });
        let ranking = self.game.ranking(&self.state);
        for (seat, network) in table.networks.iter().enumerate() {
            assert_eq!(ranking.scores[seat], network.points as i32);
            assert_eq!(self.state.money(seat as u8), network.money);
        }
        let winners = (0..8).filter(|seat| ranking.winners >> seat & 1 == 1);
        assert_eq!(table.winners(), winners.collect::<Vec<usize>>());
    }

    fn choose(&mut self, asked: u8, actions: &[Action]) -> Action {
        let Temper { acts, saves, plays } = self.temper;
        let mut luck = |bound: u32| self.choices.below(bound);
        let mut those = actions.to_vec();
        if asked == point::AMOUNT && luck(8) < saves {
            return actions[0];
        }
        let leanings: [Leaning; 3] = [
            (acts, |action| *action != Action::Pass),
            (8 - acts, |action| matches!(action, Action::Pass | Action::Place(_))),
            (plays, |action| matches!(action, Action::Play(_) | Action::Sponsor | Action::Refill)),
        ];
        for (eighths, wanted) in leanings {
            if luck(8) < eighths && those.iter().any(wanted) {
                those.retain(wanted);
            }
        }
        those[luck(those.len() as u32) as usize]
    }
}

/// Cards by their places among what is printed.
pub(crate) fn prints(game: &EightSevenCentral, cards: Cards) -> Vec<usize> {
    sorted(each(cards).map(|card| usize::from(game.cards.face(card))))
}

fn programs(those: cards::Programs) -> Vec<usize> {
    each(those).map(usize::from).collect()
}
