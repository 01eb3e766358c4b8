//! Plays games of the engine and of the plain engine in lockstep.

use pushluck::game::contract::{Game, Next, RandomSource};
use pushluck::games::eight_seven_central::action::Action;
use pushluck::games::eight_seven_central::cards::{self, Cards, Program, each};
use pushluck::games::eight_seven_central::engine::EightSevenCentral;
use pushluck::games::eight_seven_central::state::State;
use pushluck::games::eight_seven_central::vocabulary::point;
use pushluck::sim::random::UnitKey;

use crate::eight_seven_central::plain::Table;
use crate::eight_seven_central::plain::kit::Kit;
use crate::follow::{Beside, Seen, sorted};

/// The probabilities of preferred kinds of action, in eighths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Temper {
    /// To act rather than to pass.
    pub(crate) acts: u32,
    /// To bid the minimum.
    pub(crate) saves: u32,
    /// To play cards and to refill.
    pub(crate) plays: u32,
}

/// A probability in eighths, and the actions preferred with it.
type Leaning = (u32, fn(&Action) -> bool);

/// Plays a game with both engines and compares them at every position.
pub(crate) fn follow(
    game: &EightSevenCentral,
    kit: &Kit,
    temper: Temper,
    number: u64,
    seen: &mut Seen,
    mut visit: impl FnMut(&State, &Table, &[Action]),
) {
    let mut table = Table::new(kit.clone(), game.seats().into());
    table.seen = std::mem::take(seen);
    let mut random = UnitKey::of_game(6, number).stream(0, 0);
    let choose = |asked, actions: &[Action]| choose(temper, asked, actions, &mut random);
    let visit = |state: &State, table: &Table, chosen: &[Action]| {
        assert_equal(game, state, table);
        visit(state, table, chosen);
    };
    let mut beside = Beside::new(game, number, choose, visit);
    table.play(&mut beside);
    assert_eq!(game.next(&beside.state), Next::Over { finished: true });
    let ranking = game.ranking(&beside.state);
    for (seat, network) in table.networks.iter().enumerate() {
        assert_eq!(ranking.scores[seat], network.points as i32);
        assert_eq!(beside.state.money(seat as u8), network.money);
    }
    let winners = (0..8).filter(|seat| ranking.winners >> seat & 1 == 1);
    assert_eq!(table.winners(), winners.collect::<Vec<usize>>());
    *seen = table.seen;
}

fn assert_equal(game: &EightSevenCentral, state: &State, table: &Table) {
    let same = |what: &str, engine: Vec<usize>, plain: Vec<usize>| {
        assert_eq!(engine, plain, "{what}: {:?}, {:?}", table.networks, table.runs);
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
        same("hand", prints(game, state.hand(at)), sorted_of(&network.hand));
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
    same("deck", prints(game, state.deck), sorted_of(&table.deck));
    same("discards", prints(game, state.discards), sorted_of(&table.discards));
    let mut events = state.table;
    for (show, run) in table.runs.iter().enumerate() {
        let program = show as Program;
        let on = state.cards_on(program, u64::MAX);
        events &= !on;
        let counters = state.counters(program).into();
        same("counters", vec![counters], vec![run.counters as usize]);
        same("cards", prints(game, on), sorted(run.cards.iter().map(|card| card.print)));
        let hits = table.hits(show).into_iter().map(usize::from).collect();
        same("hits", each(game.hits(state, program)).map(usize::from).collect(), hits);
        let levels = game.levels(state, program);
        let level = |level: Option<u32>| level.map_or(99, |level| level as usize);
        let engine = (0..4).map(|genre| level(levels.get(genre))).collect();
        same("levels", engine, (0..4).map(|genre| level(table.level(show, genre))).collect());
    }
    let played = table.events.iter().copied().chain(table.played);
    same("events", prints(game, events), sorted(played));
}

fn choose(temper: Temper, asked: u8, actions: &[Action], random: &mut impl RandomSource) -> Action {
    let Temper { acts, saves, plays } = temper;
    let mut random = |bound: u32| random.below(bound);
    let mut those = actions.to_vec();
    if asked == point::AMOUNT && random(8) < saves {
        return actions[0];
    }
    let leanings: [Leaning; 3] = [
        (acts, |action| *action != Action::Pass),
        (8 - acts, |action| matches!(action, Action::Pass | Action::Place(_))),
        (plays, |action| matches!(action, Action::Play(_) | Action::Sponsor | Action::Refill)),
    ];
    for (eighths, wanted) in leanings {
        if random(8) < eighths && those.iter().any(wanted) {
            those.retain(wanted);
        }
    }
    those[random(those.len() as u32) as usize]
}

/// Cards as indices of their prints, sorted.
pub(crate) fn prints(game: &EightSevenCentral, cards: Cards) -> Vec<usize> {
    sorted(each(cards).map(|card| usize::from(game.cards.face(card))))
}

fn programs(those: cards::Programs) -> Vec<usize> {
    each(those).map(usize::from).collect()
}
