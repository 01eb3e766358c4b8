//! Plays games of the engine and of the plain engine in lockstep.

use pushluck::game::contract::{Game, Next, RandomSource};
use pushluck::games::str8_eight::cards::{Card, Cards, each, each_card};
use pushluck::games::str8_eight::engine::{Action, SEATS, State, Str8Eight};
use pushluck::sim::random::UnitKey;

use crate::follow::{Beside, Seen, sorted};
use crate::str8_eight::plain::{Kit, Table};

/// The probabilities of preferred kinds of action, in eighths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Temper {
    pub(crate) takes: u32,
    pub(crate) lays: u32,
    pub(crate) passes: u32,
    /// Whether to lay the lowest number that fits.
    pub(crate) low: bool,
}

/// Plays a game with both engines and compares them at every position; `visit` is called for each.
pub(crate) fn follow(
    game: &Str8Eight,
    kit: &Kit,
    temper: Temper,
    number: u64,
    seen: &mut Seen,
    mut visit: impl FnMut(&State, &Table),
) {
    let mut table = Table::new(kit.clone(), game.seats().into());
    table.seen = std::mem::take(seen);
    let mut random = UnitKey::of_game(6, number).stream(0, 0);
    let choose = |_, actions: &[Action]| choose(actions, temper, &mut random);
    let visit = |state: &State, table: &Table, _: &[Action]| {
        assert_equal(game, state, table);
        visit(state, table);
    };
    let mut beside = Beside::new(game, number, choose, visit);
    let finished = table.play(&mut beside);
    assert_equal(game, &beside.state, &table);
    assert_eq!(game.next(&beside.state), Next::Over { finished });
    table.seen.note("unfinished", usize::from(!finished));
    let winners = game.ranking(&beside.state).winners;
    let winners = (0..8).filter(|seat| winners >> seat & 1 == 1);
    assert_eq!(table.winners(), winners.collect::<Vec<usize>>());
    *seen = table.seen;
}

pub(crate) fn cards(cards: Cards) -> Vec<Card> {
    each_card(cards).collect()
}

fn assert_equal(game: &Str8Eight, state: &State, table: &Table) {
    let all_sorted = |all: &[Card]| sorted(all.iter().copied());
    for seat in 0..table.seats() {
        let at = seat as u8;
        assert_eq!(state.points(at), table.points[seat]);
        assert_eq!(game.ranking(state).scores[seat], table.points[seat]);
        assert_eq!(cards(state.hand(at)), sorted(table.hands[seat].iter().map(|held| held.card)));
        let sequence: Vec<Card> = each(state.sequence(at)).collect();
        assert_eq!(sequence, table.sequences[seat], "the cards in their order");
        let known = (0..table.seats()).filter(|other| *other != seat);
        let known = known.flat_map(|other| table.known(seat, other));
        assert_eq!(cards(state.known(at)), sorted(known), "what {seat} knows");
    }
    // Unused seats know no cards, so equal positions are equal states.
    assert!((table.seats()..SEATS).all(|seat| state.known(seat as u8) == 0));
    let counted = table.hands.iter().flatten().filter(|held| held.counted);
    assert_eq!(cards(state.held), sorted(counted.map(|held| held.card)));
    assert_eq!(cards(state.passed), all_sorted(&table.played_passes));
    assert_eq!(state.discards(), table.discards, "the cards in their order");
    assert_eq!((state.hands_before + 1, state.turn), (table.hands_begun, table.turns));
    assert_eq!(cards(state.draw_pile), all_sorted(&table.draw_pile));
}

fn choose(actions: &[Action], temper: Temper, random: &mut impl RandomSource) -> Action {
    use Action::{Lay, Pass, Take};
    let all = |wanted: fn(&Action) -> bool| -> Vec<Action> {
        actions.iter().copied().filter(wanted).collect()
    };
    let leanings = [
        (temper.takes, all(|action| *action == Take)),
        (temper.passes, all(|action| matches!(action, Pass(_)))),
        (temper.lays, all(|action| matches!(action, Lay(_)))),
    ];
    for (eighths, those) in leanings {
        if random.below(8) < eighths && !those.is_empty() {
            // If the lowest card is laid, numbers rise slowly and sequences get long.
            let lowest = temper.low && matches!(those[0], Lay(_));
            return those[if lowest { 0 } else { random.below(those.len() as u32) as usize }];
        }
    }
    actions[random.below(actions.len() as u32) as usize]
}
