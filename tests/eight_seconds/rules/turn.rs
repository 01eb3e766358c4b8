//! Set-up and turns, ES-1 to ES-30.

use pushluck::game::contract::{self, Game as _};
use pushluck::games::eight_seconds::event::Event;
use pushluck::games::eight_seconds::state::State;

use super::scene::{play, play_from};
use crate::eight_seconds::common::{Silent, events, game, play_alike};

#[test]
fn es_01_one_to_eight_play() {
    for players in 1..=8 {
        assert!(play_alike(&game("", players), &Silent, 1, 1).finished);
    }
}

#[test]
fn es_03_es_04_bulls_are_shuffled_tokens_in_a_pile_and_seat_1_begins() {
    let game = game("tokens=2,max_turns=1", 4);
    let state = game.start(&mut contract::Silent);
    assert_eq!((state.deck.count_ones(), state.discards, state.line_up), (28, 0, 0));
    assert_eq!((state.supply, state.rider), (24 - 4 * 2, 0));
    let mut places = [[0; 28]; 3];
    for number in 0..2800 {
        let steps = play_alike(&game, &Silent, 1, number).steps;
        let dealt = events(&steps).filter_map(|(event, _)| match event {
            Event::BullDealt { bull, .. } => Some(bull),
            _ => None,
        });
        places.iter_mut().zip(dealt).for_each(|(place, bull)| place[usize::from(bull)] += 1);
    }
    // Each Bull about 100 times at each position, with a standard deviation of 9.8.
    assert!(places.iter().flatten().all(|count| (50..150).contains(count)), "{places:?}");
}

#[test]
fn es_05_players_may_start_with_one_or_two_tokens() {
    for tokens in 0..=2 {
        let state = game(&format!("tokens={tokens}"), 3).start(&mut contract::Silent);
        assert!(state.seated().iter().all(|seat| seat.tokens == tokens));
    }
}

#[test]
fn es_04_es_08_es_09_es_12_es_q16_three_bulls_then_eight_dice_then_a_choice() {
    let ended = play(
        "tokens 1; rolls ________; act dismount => dealt 3; outcome dismount; buy_bull * 1; act * 1",
    );
    ended.at(|event| matches!(event, Event::Rolled { rolled: u8::MAX, .. }));
    // A Bull needs each of its moves: two Turns and a Buck, not two Turns and a Kick.
    play("rolls TTK_____; act dismount => act#0 - ride");
    play("rolls TTB_____ => outcome ride");
}

#[test]
fn es_10_es_q12_fewer_than_three_bulls_are_completed_from_the_discards() {
    let ended = play(
        "deck 2-1-0; deal 2-1-0 3-2-2 2-3-2; rolls ________; act dismount
         => dealt 3; deck 25; discards 3",
    );
    let dealt = ended.at(|event| matches!(event, Event::BullDealt { .. }));
    assert!(dealt < ended.at(|event| matches!(event, Event::Reshuffled { .. })));
    // The same for a bought Bull.
    play(
        "tokens 1; deck 2-1-0 2-1-1 2-2-1; deal 2-1-0 2-1-1 2-2-1 3-2-2; rolls ________; buy_bull buy
         act dismount => dealt 4; discards 4",
    );
    // Not in solitaire.
    play("players 1; deck 2-1-0; rolls ________ => dealt 1");
    // With no Bull at all the game ends.
    let ended = play_from("", |_, state: &mut State| {
        state.deck = 0;
        state.seats[1].bulls = (1 << 28) - 1;
    });
    assert_eq!(ended.state.turn.outcome, None);
}

#[test]
fn es_11_es_30_tokens_buy_bulls_before_the_first_roll_and_those_may_be_given_up() {
    // Bulls cannot be bought after the roll.
    let ended = play(
        "tokens 3; deal 2-1-0 2-1-1 2-2-1 3-2-2 2-3-2; rolls ________ ________
         buy_bull buy, buy_bull buy, act reroll, aim bull 2-1-0, pay bull 2-3-2, act dismount
         => dealt 5; tokens 1; buy_bull * 3",
    );
    assert!(ended.made().take(2).all(|made| made.legal.len() == 2));
}

#[test]
fn es_13_es_17_after_a_roll_ride_dismount_or_reroll_though_one_may_ride() {
    play(
        "rolls TTBK____; act dismount
         => act#0 ride = 2-1-0 2-1-1; act#0 + dismount reroll; act#0 - retrieve buckle declare",
    );
}

#[test]
fn es_14_es_15_es_16_es_q11_es_q14_a_ride_scores_one_bull_and_a_token_for_each_extra_move() {
    // Seven moves, four of them used: the Clown pays nothing, surplus copies count. The rest of the
    // line-up is discarded (ES-Q11), including the other Bull that could be ridden (ES-16).
    play(
        "rolls TTTBKKKC; act ride 2-1-1
         => points 5; tokens 3; bulls 1; discards 2-1-0 2-2-1; act#0 ride = 2-1-0 2-1-1; act * 1",
    );
    // A retrieved die is a Blank and pays nothing.
    play("tokens 1; rolls TTTBKKKC; act retrieve, act ride 2-1-1 => tokens 3");
}

#[test]
fn es_18_es_19_three_clowns_end_the_turn_even_if_a_bull_could_be_ridden() {
    play(
        "rolls ________ TTBCCC__; act reroll
         => outcome bucked_off; points 0; tokens 0; line_up 0; discards 3",
    );
    // Tokens may retrieve enough Clowns, and then the ride counts.
    play(
        "tokens 1; rolls ________ TTBCCC__
         act reroll, aim bull 2-1-0, bucked_off retrieve 1 => outcome ride",
    );
}

#[test]
fn es_20_es_q15_es_q18_a_dismount_pays_a_token_for_every_two_moves() {
    for (roll, tokens) in
        [("________", 0), ("T_______", 0), ("TK______", 1), ("TBKTB_CC", 2), ("TBKTBKTB", 4)]
    {
        play(&format!("rolls {roll}; act dismount => tokens {tokens}; outcome dismount"));
    }
    // The pile can run out.
    play("tokens 0 23; rolls TTTTTTTT; act dismount => tokens 1");
    play("rules supply=unlimited; tokens 0 23; rolls TTTTTTTT; act dismount => tokens 4");
}

#[test]
fn es_21_es_q01_two_clowns_and_a_seven_dice_bull_still_allow_a_dismount() {
    play(
        "left 3-2-2; inherited use; tokens 2; rolls CCTBK___ CCTBK___; act reroll, act dismount
         => act#0 + dismount reroll retrieve; act#1 + dismount reroll retrieve; tokens 2",
    );
}

#[test]
fn es_22_es_23_es_26_es_q11_a_reroll_costs_a_bull_but_not_the_last_or_a_token() {
    // With one Bull, only the token can pay, so `pay` is not asked; afterwards the Rider must
    // Dismount.
    play(
        "tokens 1; rolls ________ ________ ________ ________
         act reroll, aim bull 2-1-0, pay bull 2-1-1, act reroll, aim bull 2-1-0, pay bull, act reroll
         => pay#0 bull * 2; pay#1 bull * 1; pay * 2; act * 3; tokens 0; outcome dismount",
    );
}

#[test]
fn es_24_clowns_stay_blanks_are_rolled_and_moves_go_either_way() {
    // Of the four moves (dice 1, 2, 3 and 7) only the Buck is kept.
    play(
        "rolls CTBK_C_T KKKKKKKK; act reroll, keep_dice keep 4, act dismount
         => dice CKBKKCKK; keep_dice#0 keep * 16",
    );
}

#[test]
fn es_25_rerolls_continue_while_they_are_paid_for() {
    let (roll, again) = ("T_______ ".repeat(6), "act reroll, aim moves, ".repeat(5));
    play(&format!("tokens 4; rolls {roll}; {again}act dismount => rolls 6"));
}

#[test]
fn es_27_es_28_es_29_es_q03_retrieved_clowns_are_blanks_until_the_next_paid_roll() {
    // Two Clowns on yellow dice, which have no Blank. Two tokens for them, one for the roll, four for
    // eight moves.
    let ended = play(
        "tokens 3; rolls CCT_____ KKKKKKKK
         act retrieve 2, act reroll, aim moves, pay token, act dismount
         => tokens 4; dice KKTKKKKK; act#0 retrieve = 1 2",
    );
    assert_eq!(ended.state.turn.retrieved, 0);
    // The die to retrieve may be chosen by colour.
    play(
        "tokens 1; rolls CTTTTTTC; act retrieve 1, retrieve_die retrieve 7, act dismount
         => dice _TTTTTTC",
    );
}

#[test]
fn es_q02_es_q04_buying_back_takes_enough_tokens_and_may_be_declined() {
    // One token does not suffice for four Clowns: the Rider is Bucked Off and keeps the token.
    play(
        "tokens 1; rolls ________ CCCC____; act reroll, pay bull
         => outcome bucked_off; tokens 1; bucked_off * 0",
    );
    // Two tokens suffice, but the Rider may decline.
    play(
        "tokens 2; rolls ________ CCCC____; act reroll, pay bull, bucked_off fall
         => outcome bucked_off; tokens 2",
    );
    play(
        "tokens 2; rolls ________ CCCC____; act reroll, pay bull, bucked_off retrieve 2, act dismount
         => outcome dismount; tokens 0",
    );
}

#[test]
fn es_q17_a_reroll_rolls_at_least_one_die() {
    // The Bull needs all seven moves, and the eighth die is a Clown: for that Bull there is no die
    // to roll, and there are no Blanks.
    play(
        "deal 3-2-2 2-1-0 2-1-1; rolls TTTBBKKC TTTTTTTT
         act reroll, aim everything, pay bull 3-2-2, act dismount
         => aim#0 bull = 2-1-0 2-1-1; aim#0 - moves",
    );
    // All sets except keeping all seven.
    play(
        "rolls TTTBBKKC TTTTTTTT; act reroll, keep_dice keep 0, act dismount => keep_dice#0 keep * 127",
    );
}
