//! The engine's games, followed by the plain engine question by question.

use pushluck::game::contract::{Game, Luck, Menu, Next, Silent};
use pushluck::game::play::Streams;
use pushluck::games::eight_seven_central::action::{Action, Outcome};
use pushluck::games::eight_seven_central::cards::{self, Cards, Program, each};
use pushluck::games::eight_seven_central::engine::EightSevenCentral;
use pushluck::games::eight_seven_central::state::State;
use pushluck::games::eight_seven_central::vocabulary::point;
use pushluck::sim::random::UnitKey;

use crate::eight_seven_central::plain::kit::Kit;
use crate::eight_seven_central::plain::{Guide, Seen, Table};
use crate::follow::sorted;

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
        let (state, game) = (&self.state, self.game);
        let same = |what: &str, engine: Vec<usize>, plain: Vec<usize>| {
            assert_eq!(engine, plain, "{what}: {}", self.words(table));
        };
        let sorted_of = |cards: &[usize]| sorted(cards.iter().copied());
        same("Player 1", vec![state.first.into()], vec![table.player_1]);
        for (seat, network) in table.networks.iter().enumerate() {
            let at = seat as u8;
            let lots = 0..table.chips.len();
            let chips = lots.map(|lot| state.chips(lot as u8, at) as usize);
            let plain = table.chips.iter().map(|chips| chips[seat] as usize);
            same("chips in the auction", chips.collect(), plain.collect());
            let accounts = [network.money, network.points].map(|number| number as usize);
            let engine = [state.money(at), state.points(at)].map(|number| number as usize);
            same("money and points", engine.to_vec(), accounts.to_vec());
            same("hand", self.prints(state.hand(at)), sorted_of(&network.hand));
            same("waiting", programs(state.waiting(at)), sorted_of(&network.waiting));
            same("on the air", programs(state.on_air(at)), sorted(network.on_air()));
            let slots = (0..10).map(|slot| state.in_slot(at, slot).map_or(99, usize::from));
            let plain = network.slots.iter().map(|slot| slot.unwrap_or(99));
            same("slots", slots.collect(), plain.collect());
        }
        let display = table.display.iter().flatten().copied().flatten();
        let offer = state.offer().into_iter().flatten().map(usize::from).collect();
        same("offer", offer, table.lots.iter().copied().chain(display).collect());
        same("dropped", programs(state.dropped), sorted_of(&table.dropped));
        same("deck", self.prints(state.deck), sorted_of(&table.deck));
        same("discards", self.prints(state.discards), sorted_of(&table.discards));
        let mut events = state.table;
        for (show, run) in table.runs.iter().enumerate() {
            let program = show as Program;
            let on = state.cards_on(program, u64::MAX);
            events &= !on;
            let counters = state.counters(program).into();
            same("counters", vec![counters], vec![run.counters as usize]);
            same("cards", self.prints(on), sorted(run.cards.iter().map(|card| card.print)));
            let hits = table.hits(show).into_iter().map(usize::from).collect();
            same("hits", each(game.hits(state, program)).map(usize::from).collect(), hits);
            let levels = game.levels(state, program);
            let level = |level: Option<u32>| level.map_or(99, |level| level as usize);
            let engine = (0..4).map(|genre| level(levels.get(genre))).collect();
            same("levels", engine, (0..4).map(|genre| level(table.level(show, genre))).collect());
        }
        let played = table.events.iter().copied().chain(table.played);
        same("events", self.prints(events), sorted(played));
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
