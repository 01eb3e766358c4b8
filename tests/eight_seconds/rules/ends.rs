//! The end of the game and its score, ES-36 to ES-41.

use pushluck::game::contract::Game as _;
use pushluck::games::eight_seconds::compiled::Game;
use pushluck::games::eight_seconds::event::Event;
use pushluck::games::eight_seconds::state::State;
use pushluck::games::eight_seconds::vocabulary::{kind, point};

use super::scene::{play, table};
use crate::eight_seconds::common::{Player, Random, Silent, Steps, events, game, play_game};
use crate::players::Eager;

/// Who ended turns with how many Bulls, and which turn was the first that brought the end.
struct Turns {
    seats: Vec<u8>,
    bulls: Vec<u32>,
    trigger: usize,
}

impl Turns {
    fn new(steps: &Steps, trigger: impl Fn(&State, u8) -> bool) -> Self {
        let ends = events(steps).filter_map(|(event, state)| match event {
            Event::TurnEnds { seat, .. } => Some((seat, state)),
            _ => None,
        });
        let bulls = ends.clone().map(|(seat, state)| bulls_of(state, seat));
        let trigger = ends.clone().position(|(seat, state)| trigger(state, seat));
        Self {
            bulls: bulls.collect(),
            trigger: trigger.expect("an end"),
            seats: ends.map(|(seat, _)| seat).collect(),
        }
    }
}

fn bulls_of(state: &State, seat: u8) -> u32 {
    state.seats[usize::from(seat)].bulls.count_ones()
}

fn steps(game: &Game, player: &Player, number: u64) -> Steps {
    let end = play_game(game, &vec![player; game.seats().into()], 3, number);
    assert!(end.finished);
    end.steps
}

/// The turns of a game that as many Bulls as `count` bring to its end.
fn turns(game: &Game, number: u64, count: u32) -> Turns {
    Turns::new(&steps(game, &Silent, number), |state, seat| bulls_of(state, seat) >= count)
}

#[test]
fn es_36_es_q19_each_other_player_has_one_more_turn() {
    for players in 2..=5 {
        let game = game("", players);
        for number in 0..50 {
            let Turns { seats, trigger, .. } = turns(&game, number, 3);
            let first = usize::from(seats[trigger]);
            let order = (1..players).map(|ahead| ((first + ahead) % players) as u8);
            assert_eq!(seats[trigger + 1..], order.collect::<Vec<_>>());
        }
    }
}

#[test]
fn es_45_a_buckle_is_no_bull_that_brings_the_end() {
    let game = game("buckles,open_buckles=12,bulls=1", 2);
    let kinds =
        &[(point::ACT, kind::BUCKLE), (point::ACT, kind::REROLL), (point::AIM, kind::AIM_BUCKLE)];
    let mut taken = 0;
    for number in 0..30 {
        let steps = steps(&game, &Eager { kinds }, number);
        let turns = Turns::new(&steps, |state, seat| bulls_of(state, seat) >= 1);
        assert_eq!(turns.seats.len(), turns.trigger + 2);
        taken +=
            events(&steps).filter(|(event, _)| matches!(event, Event::BuckleTaken { .. })).count();
    }
    assert!(taken > 5, "{taken}");
}

#[test]
fn es_37_a_score_is_bulls_and_tokens() {
    let game = game("", 2);
    let (scores, winners) =
        game.final_scores(&table(&game, &[(&["3-2-2", "2-1-0"], 4), (&["2-2-2"], 0)]));
    assert_eq!((scores[0].total(), scores[1].total(), winners), (22, 10, 0b01));
}

#[test]
fn es_38_es_q20_ties_go_to_bull_points_then_to_the_highest_untied_bull() {
    let game = game("", 3);
    let winners = |seats: &[(&[&str], u16)]| game.final_scores(&table(&game, seats)).1;
    // More in Bulls wins over tokens.
    assert_eq!(winners(&[(&["2-1-1"], 2), (&["2-2-1"], 0)]), 0b10);
    // 7 + 5 + 5 with no token against 10 + 7: equal scores, equal Bulls, and the 10 is untied.
    let lesser: (&[&str], u16) = (&["2-2-1", "2-1-1", "1-2-1"], 0);
    let greater: (&[&str], u16) = (&["2-2-2", "2-1-2"], 0);
    assert_eq!(winners(&[lesser, greater]), 0b10);
    // 10/5/5/5 against 10/10/5: the second highest decides.
    assert_eq!(
        winners(&[(&["2-2-2", "2-1-1", "1-2-1", "1-1-2"], 0), (&["3-2-1", "1-3-2", "2-2-0"], 0)]),
        0b10
    );
    // 10 with two tokens against 7/5 with none: more in Bulls, whatever the highest is.
    assert_eq!(winners(&[(&["2-2-2"], 2), (&["2-2-1", "2-1-1"], 0)]), 0b10);
    // 10/10/5 against 15/5/5: the highest decides, not the lowest.
    assert_eq!(
        winners(&[(&["2-2-2", "3-2-1", "2-1-1"], 0), (&["3-2-2", "1-2-1", "1-1-2"], 0)]),
        0b10
    );
    // Wholly equal: both win.
    assert_eq!(winners(&[(&["2-2-1"], 1), (&["2-1-2"], 1), (&[], 0)]), 0b011);
}

#[test]
fn es_39_es_40_ratings() {
    let game = game("", 2);
    let rated: Vec<usize> =
        [0, 4, 5, 10, 11, 17, 18, 22, 23, 29, 30, 99].map(|score| game.rating(score, 2)).into();
    assert_eq!(rated, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]);
    let rated: Vec<usize> =
        [0, 20, 21, 30, 31, 45, 46, 60, 61, 70, 71].map(|score| game.rating(score, 1)).into();
    assert_eq!(rated, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
}

#[test]
fn es_40_es_q13_solitaire_is_one_pass_through_the_deck() {
    let game = game("", 1);
    let mut rode_on = 0;
    for number in 0..30 {
        let steps = steps(&game, &Silent, number);
        let turns = Turns::new(&steps, |state, seat| bulls_of(state, seat) >= 3);
        assert!(!events(&steps).any(|(event, _)| matches!(event, Event::Reshuffled { .. })));
        let mut dealt: Vec<u8> = events(&steps)
            .filter_map(|(event, _)| match event {
                Event::BullDealt { bull, .. } => Some(bull),
                _ => None,
            })
            .collect();
        dealt.sort_unstable();
        assert_eq!(dealt, (0..28).collect::<Vec<_>>(), "every Bull once");
        assert!(turns.seats.len() >= 10, "nine turns of three Bulls and one of the last");
        // Three Bulls end nothing.
        rode_on += u32::from(turns.trigger < 9);
    }
    assert!(rode_on > 20, "{rode_on}");
}

#[test]
fn es_41_es_q41_more_bulls_and_equal_turns() {
    for players in [2, 3, 5] {
        let (mut more, mut equal) = (0, [0; 5]);
        let [three, five, round] =
            ["", "bulls=5", "length=equal"].map(|rules| game(rules, players));
        for number in 0..40 {
            // Five Bulls and not three bring the end, with a turn for each other player.
            let five = turns(&five, number, 5);
            assert_eq!(five.seats.len(), five.trigger + players);
            more += u32::from(turns(&three, number, 3).seats.len() < five.seats.len());
            // Equal turns: the round of the third Bull is played out, and nothing after it.
            let Turns { seats, trigger, .. } = turns(&round, number, 3);
            assert_eq!(seats.len(), (trigger / players + 1) * players);
            equal[trigger % players] += 1;
        }
        assert!(more > 30, "{more} of 40 games were longer");
        assert!(equal[..players].iter().all(|times| *times > 0), "from every seat: {equal:?}");
    }
}

#[test]
fn es_41_es_q41_three_bulls_and_a_buckle_allow_no_fourth_bull() {
    play(
        "rules buckles,length=buckle; bulls 0-1-3 3-1-0 2-0-2; rolls TTBTTBTB; act dismount
         => act#0 - ride",
    );
    let game = game("buckles,length=buckle,max_turns=3000", 2);
    let mut waited = 0;
    for number in 0..10 {
        let turns = Turns::new(&steps(&game, &Random, number), |state, seat| {
            bulls_of(state, seat) >= 3 && state.seats[usize::from(seat)].buckles != 0
        });
        assert_eq!(turns.bulls.iter().max(), Some(&3));
        assert_eq!(turns.seats.len(), turns.trigger + 2);
        waited += u32::from(turns.bulls[..turns.trigger].contains(&3));
    }
    assert!(waited > 0, "three Bulls came first");
}

#[test]
fn a_limit_of_turns_leaves_a_game_unfinished() {
    let seats: Vec<&Player> = vec![&Silent; 4];
    let end = play_game(&game("max_turns=1", 4), &seats, 1, 1);
    assert_eq!((end.finished, end.state.turns), (false, 4));
}
