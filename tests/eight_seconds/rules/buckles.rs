//! Golden Buckles, ES-42 to ES-48 and ES-88.

use super::scene::{Ended, play, table};
use crate::eight_seconds::common::{Silent, game, play_alike};

/// A scene with Golden Buckles.
fn buckles(text: &str) -> Ended {
    play(&format!("rules buckles; {text}"))
}

#[test]
fn es_42_four_buckles_are_open_and_six_with_five_players() {
    for (players, settings, open) in [
        (2, "buckles", 4),
        (4, "buckles", 4),
        (5, "buckles", 6),
        (8, "buckles", 6),
        (2, "buckles,open_buckles=12", 12),
    ] {
        let state = play_alike(&game(settings, players), &Silent, 1, 1).state;
        let taken: u32 = state.seated().iter().map(|seat| seat.buckles.count_ones()).sum();
        assert_eq!(state.open_buckles.count_ones() + taken, open);
    }
}

#[test]
fn es_43_es_44_es_q22_es_q45_a_buckle_takes_eight_dice_or_seven_and_two_tokens() {
    let deal = "deal 3-2-2 2-3-2 1-1-3; open 4-4-0-0";
    buckles(&format!("{deal}; rolls TTTTBBBB; act buckle => outcome buckle; points 15"));
    buckles(&format!("{deal}; tokens 2; rolls TTTTBBBC; act buckle => outcome buckle; tokens 0"));
    for (roll, tokens) in [("TTTTBBBC", 1), ("TTTTBBCC", 4), ("TTTTBBKK", 8)] {
        buckles(&format!("{deal}; tokens {tokens}; rolls {roll}; act dismount => act#0 - buckle"));
    }
    // Not while the dice show three Clowns.
    buckles(
        "open 2-2-2-2; tokens 3; rolls TTBBKCCC; clown_out take_tokens
         => clown_out#0 - buckle",
    );
}

#[test]
fn es_45_es_q23_es_q38_a_buckle_ends_the_turn_and_is_no_bull() {
    // This Buckle pays three tokens; extra dice pay none.
    let ended = buckles("open 4-2-2-0; rolls TTTTBBKK; act buckle => bulls 0; buckles 1; tokens 3");
    let game = game("buckles", 2);
    let scores = game.final_scores(&ended.state).0;
    assert_eq!((scores[0].bulls, scores[0].buckles, scores[0].total()), (0, 10, 13));
    // A Buckle does not count in a tie: 10 + 10 tokens beat 5 + a Buckle of 15.
    let mut state = table(&game, &[(&["2-1-1"], 0), (&["2-2-2"], 10)]);
    state.seats[0].buckle_points = 15;
    assert_eq!(game.final_scores(&state).1, 0b10);
}

#[test]
fn es_46_es_88_taken_buckles_are_not_replaced_unless_the_rules_say_so() {
    for (rules, open) in [("buckles", 0), ("buckles=replaced", 1)] {
        play(&format!("rules {rules}; open 4-4-0-0; rolls TTTTBBBB; act buckle => open {open}"));
    }
}

#[test]
fn es_88_buckles_are_open_to_every_player_until_one_takes_them() {
    for (rider, held) in [(0, "1 0 0"), (1, "0 1 0"), (2, "0 0 1")] {
        buckles(&format!(
            "players 3; turn {rider}; open 4-4-0-0 4-2-2-0; rolls TTTTBBBB
             {rider}:act buckle 4-4-0-0 => open 1; buckles {held}"
        ));
    }
}

#[test]
fn es_47_es_48_es_q22_es_q24_es_q26_the_buckle_of_clowns_is_declared_and_has_three_rolls() {
    // Two Bulls are given up: three Bulls allow three rolls. No other Buckle may be aimed at.
    buckles(
        "open 0-0-0-8 4-4-0-0; rolls CCCCT___ CCCCCCC_ CCCCCCCC
         clown_out declare 0-0-0-8, act reroll, pay bull, act reroll, act buckle
         => outcome buckle; points 25; act * 3; act#0 - ride dismount; act#1 - ride dismount
         act#2 - ride dismount; pay * 2; pay#0 - token; pay#1 - token; aim#0 buckle = 0-0-0-8
         aim#1 buckle = 0-0-0-8",
    );
    // Seven Clowns and two tokens are enough.
    buckles(
        "open 0-0-0-8; tokens 2; rolls CCCCCCCT; clown_out declare, act buckle
         => outcome buckle; tokens 0",
    );
    // It may also be declared on a later roll of three Clowns.
    buckles(
        "open 0-0-0-8; rolls ________ CCCCC___ CCCCCCCC
         act reroll, bucked_off declare, act reroll, act buckle => outcome buckle",
    );
}

#[test]
fn es_48_after_declaring_neither_ride_nor_another_buckle_nor_tokens_for_rolls() {
    buckles(
        "open 0-0-0-8 4-4-0-0; rolls TTTTBBBB; act declare, act dismount
         => act#0 + ride buckle; act#1 - ride buckle",
    );
    buckles(
        "left 3-2-2; open 0-0-0-8; tokens 3; rolls CC______
         act declare, act dismount => act#0 + reroll; act#1 - reroll",
    );
}

#[test]
fn es_47_es_q25_a_failed_attempt_is_bucked_off_or_a_dismount() {
    // After the third roll a single action is left, so there is no decision.
    for (third, expected) in
        [("CCCCCCCT", "outcome bucked_off"), ("CCTTTTTT", "outcome dismount; tokens 3")]
    {
        buckles(&format!(
            "open 0-0-0-8; rolls TT______ TT______ {third}
             act declare, act reroll, aim everything, pay bull, act reroll, aim everything
             => {expected}"
        ));
    }
    // A fourth Bull does not pay for a fourth roll.
    buckles(
        "open 0-0-0-8; tokens 1; rolls TT______ TT______ TT______
         buy_bull buy, act declare, act reroll, aim everything, pay bull, act reroll, aim everything
         pay bull => outcome dismount; act * 3; line_up 0; discards 4",
    );
}

#[test]
fn buckles_have_their_effects() {
    // A line-up of four.
    buckles("has 2-4-2-0; rolls ________; act dismount => dealt 4");
    // One free reroll per turn.
    buckles(
        "has 2-2-4-0; rolls ________ ________ ________
         act reroll, pay free, act reroll, act dismount => pay#0 + free; pay#1 - free",
    );
    // One more token at a Dismount, and three tokens for a Clown Out.
    buckles("has 3-3-0-2; rolls TT______; act dismount => tokens 2");
    buckles("has 2-2-2-2; rolls CCC_____ => tokens 3");
}
