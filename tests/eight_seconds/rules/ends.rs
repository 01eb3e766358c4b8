//! The end of the game and its score, ES-36 to ES-41.

use pushluck::games::eight_seconds::compiled::Game;
use pushluck::games::eight_seconds::event::Event;
use pushluck::games::eight_seconds::state::Seat;
use pushluck::games::eight_seconds::vocabulary::{kind, point};

use super::scene::{play, table};
use crate::eight_seconds::common::{Player, Random, Silent, events, game, play_alike};
use crate::players::Eager;

/// The seats of all turns of a game, and the first turn after which its seat triggers the end.
fn turns(
    game: &Game,
    player: &Player,
    number: u64,
    brings_the_end: impl Fn(&Seat) -> bool,
) -> (Vec<usize>, usize) {
    let end = play_alike(game, player, 3, number);
    assert!(end.finished);
    let ends = events(&end.steps).filter_map(|(event, state)| match event {
        Event::TurnEnds { seat, .. } => Some((usize::from(seat), state)),
        _ => None,
    });
    let trigger = ends.clone().position(|(seat, state)| brings_the_end(&state.seats[seat]));
    (ends.map(|(seat, _)| seat).collect(), trigger.expect("an end"))
}

fn bulls(seat: &Seat) -> u32 {
    seat.bulls.count_ones()
}

#[test]
fn es_36_es_q19_each_other_player_has_one_more_turn() {
    for players in 2..=5 {
        let game = game("", players);
        for number in 0..50 {
            let (seats, trigger) = turns(&game, &Silent, number, |seat| bulls(seat) >= 3);
            let order = (1..players).map(|ahead| (seats[trigger] + ahead) % players);
            assert_eq!(seats[trigger + 1..], order.collect::<Vec<_>>());
        }
    }
}

#[test]
fn es_45_a_buckle_is_no_bull_that_triggers_the_end() {
    let game = game("buckles,open_buckles=12,bulls=1", 2);
    let kinds =
        &[(point::ACT, kind::BUCKLE), (point::ACT, kind::REROLL), (point::AIM, kind::AIM_BUCKLE)];
    let mut buckles_first = 0;
    for number in 0..30 {
        let (seats, trigger) = turns(&game, &Eager { kinds }, number, |seat| seat.bulls != 0);
        assert_eq!(seats.len(), trigger + 2);
        let either = |seat: &Seat| seat.bulls != 0 || seat.buckles != 0;
        buckles_first += u32::from(turns(&game, &Eager { kinds }, number, either).1 < trigger);
    }
    assert!(buckles_first > 5, "{buckles_first}");
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
    // 10 with two tokens against 7/5 with none: more points in Bulls win, whatever the highest
    // Bull.
    assert_eq!(winners(&[(&["2-2-2"], 2), (&["2-2-1", "2-1-1"], 0)]), 0b10);
    // 10/10/5 against 15/5/5: the highest decides, not the lowest.
    assert_eq!(
        winners(&[(&["2-2-2", "3-2-1", "2-1-1"], 0), (&["3-2-2", "1-2-1", "1-1-2"], 0)]),
        0b10
    );
    // Complete ties: both win.
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
        let steps = play_alike(&game, &Silent, 3, number).steps;
        assert!(!events(&steps).any(|(event, _)| matches!(event, Event::Reshuffled { .. })));
        let mut dealt: Vec<u8> = events(&steps)
            .filter_map(|(event, _)| match event {
                Event::BullDealt { bull, .. } => Some(bull),
                _ => None,
            })
            .collect();
        dealt.sort_unstable();
        assert_eq!(dealt, (0..28).collect::<Vec<_>>(), "every Bull once");
        let (seats, trigger) = turns(&game, &Silent, number, |seat| bulls(seat) >= 3);
        assert!(seats.len() >= 10, "nine turns of three Bulls and one of the last");
        // Three Bulls do not end solitaire.
        rode_on += u32::from(trigger < 9);
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
            // Five Bulls instead of three trigger the end, with a turn for each other player.
            let (seats, trigger) = turns(&five, &Silent, number, |seat| bulls(seat) >= 5);
            assert_eq!(seats.len(), trigger + players);
            let short = turns(&three, &Silent, number, |seat| bulls(seat) >= 3).0.len();
            more += u32::from(short < seats.len());
            // Equal turns: the round of the third Bull is completed, and no turn follows.
            let (seats, trigger) = turns(&round, &Silent, number, |seat| bulls(seat) >= 3);
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
        let both = |seat: &Seat| bulls(seat) >= 3 && seat.buckles != 0;
        let (seats, trigger) = turns(&game, &Random, number, both);
        assert_eq!(seats.len(), trigger + 2);
        waited += u32::from(turns(&game, &Random, number, |seat| bulls(seat) == 3).1 < trigger);
        let end = play_alike(&game, &Random, 3, number).state;
        assert!(end.seated().iter().all(|seat| bulls(seat) <= 3));
    }
    assert!(waited > 0, "three Bulls came first");
}
