//! 8 Seconds under the `Game` trait: laws, rolls and deals, and hidden information.

use std::collections::BTreeSet;

use pushluck::game::contract::{Game as _, Silent};
use pushluck::game::laws::{laws, perft};
use pushluck::games::eight_seconds::agenda::Chance;
use pushluck::games::eight_seconds::compiled::Game;
use pushluck::games::eight_seconds::dice::ROLLS;
use pushluck::games::eight_seconds::state::{Bet, State};
use pushluck::sim::random::UnitKey;

use crate::eight_seconds::common::{Random, Step, game, play_alike};

const RULES: [&str; 8] = [
    "",
    "tokens=2,length=equal,supply=unlimited",
    "riders",
    "buckles=replaced,tokens=2",
    "vegas",
    "riders,vegas=public+pots",
    "riders,buckles,length=buckle,max_turns=30,vegas=limited+diminishing",
    "riders,buckles=replaced,vegas=pots+limited+diminishing,tokens=1",
];

fn games() -> impl Iterator<Item = Game> {
    RULES.into_iter().flat_map(|rules| [1, 2, 3, 4].map(|players| game(rules, players)))
}

#[test]
fn random_games_keep_the_laws() {
    for game in games() {
        assert!(laws(&game, 2) > 50);
    }
}

#[test]
fn the_deal_and_the_first_roll_are_counted() {
    let game = game("", 2);
    let mut state = game.start(&mut Silent);
    let deals = 28 * 27 * 26;
    assert_eq!(perft(&game, &state, 3), (deals, deals.into()));
    for bull in [0, 9, 27] {
        game.happen(&mut state, Chance::Bull(bull), &mut Silent);
    }
    // Two dice of each of four colours; two colours have Blanks.
    assert_eq!(perft(&game, &state, 2), (4_u64.pow(4) * 5_u64.pow(4), ROLLS.into()));
}

/// Visits every decision of random games under these rules.
fn each_decision(rules: &str, games: u64, mut at: impl FnMut(&Game, &State, usize)) {
    let game = game(rules, 4);
    for number in 0..games {
        for (step, state) in play_alike(&game, &Random, 6, number).steps {
            if let Step::Made(made) = step {
                at(&game, &state, made.seat);
            }
        }
    }
}

/// The possible bets of others, given a seat's information: any card that the gambler held, except
/// after a Clown Out any card that the Clown Out would have revealed (ES-66, ES-78).
#[test]
fn es_66_es_84_face_down_cards_may_be_any_that_the_gambler_held_and_open_ones_are_known() {
    let mut random = UnitKey::of_game(7, 1).stream(0, 0);
    let (mut bets, mut after_clown_outs) = (0, 0);
    let mut at = |game: &Game, state: &State, seat: usize| {
        let known =
            state.turn.outcome.is_some() || game.rules.vegas.is_some_and(|rules| rules.public);
        let others = (0..4).filter(|other| *other != seat);
        let laid: Vec<usize> = others.filter(|at| state.seats[*at].bets[0].is_some()).collect();
        let worlds: Vec<State> =
            (0..60).map(|_| game.hide(state, seat as u8, &mut random)).collect();
        for at in laid {
            let has = &state.seats[at];
            let real = has.bets[0].expect("a card").bet;
            let held = |bet: &Bet| {
                let second = has.bets[1].is_some_and(|laid| laid.bet == *bet);
                has.holds(*bet) || real == *bet || second
            };
            let shown = state.turn.clowned_out && !has.paid_clown_out;
            let wanted: BTreeSet<Bet> = if known || (shown && real == Bet::BuckedOff) {
                BTreeSet::from([real])
            } else {
                let may = |bet: &Bet| held(bet) && !(shown && *bet == Bet::BuckedOff);
                Bet::OUTCOMES.into_iter().filter(may).collect()
            };
            let dealt = worlds.iter().filter_map(|world| world.seats[at].bets[0]);
            let dealt: BTreeSet<Bet> = dealt.map(|laid| laid.bet).collect();
            assert_eq!(dealt, wanted, "{state:?}");
            bets += 1;
            after_clown_outs += u32::from(shown);
        }
    };
    each_decision("vegas,tokens=2", 20, &mut at);
    each_decision("vegas=public,tokens=2", 2, &mut at);
    assert!(bets > 500 && after_clown_outs > 20, "{bets} {after_clown_outs}");
}

/// No other seat knows the Rider that was not kept (ES-49).
#[test]
fn es_49_the_unkept_rider_is_dealt_again_for_others() {
    let mut random = UnitKey::of_game(8, 1).stream(0, 0);
    let mut chosen = 0;
    each_decision("riders,max_turns=1", 40, |game, state, seat| {
        let Some(first) = state.seats.iter().position(|seat| seat.unkept != u8::MAX) else {
            return;
        };
        let unkept =
            |viewer: u8, random: &mut _| game.hide(state, viewer, random).seats[first].unkept;
        let own: BTreeSet<u8> = (0..60).map(|_| unkept(first as u8, &mut random)).collect();
        assert_eq!(own, BTreeSet::from([state.seats[first].unkept]));
        let others: BTreeSet<u8> = (0..60).map(|_| unkept(seat as u8, &mut random)).collect();
        assert!(others.len() > 6, "{others:?}");
        chosen += 1;
    });
    assert!(chosen > 50, "{chosen}");
}

#[test]
fn evaluation_is_the_score_in_solitaire_and_otherwise_the_win() {
    let alone = game("", 1);
    let mut state = alone.start(&mut Silent);
    assert_eq!(alone.evaluate(&state, 0), 0.0);
    state.seats[0].bull_points = 46;
    // All Bulls of the shipped edition have 184 points.
    assert_eq!(alone.evaluate(&state, 0), 0.25);
    let two = game("", 2);
    let mut state = two.start(&mut Silent);
    state.seats[1].bull_points = 3;
    assert_eq!([0, 1].map(|seat| two.evaluate(&state, seat)), [0.0, 1.0]);
}
