//! Vegas Showdown, ES-64 to ES-87. Seat 0 rides; seats 1 and 2 bet.

use pushluck::game::publish::Publish as _;
use pushluck::games::eight_seconds::compiled::Game;
use pushluck::games::eight_seconds::event::Event;
use pushluck::games::eight_seconds::state::Bet;

use super::scene::{Ended, play, play_from, table};
use crate::eight_seconds::common::game;

/// A Vegas scene with three players.
fn vegas(text: &str) -> Ended {
    play(&format!("rules vegas; players 3; {text}"))
}

/// The decision points and seats of all decisions except trades.
fn asked(ended: &Ended) -> String {
    let made = ended.made().map(|made| (Game::POINTS[made.point].name, made.seat));
    let made = made.filter(|(point, _)| !["buy_tokens", "sell_tokens"].contains(point));
    made.map(|(point, seat)| format!("{point} {seat}, ")).collect()
}

#[test]
fn es_64_es_66_es_q27_everyone_but_the_rider_bets_with_ten_dollars() {
    let ended = vegas(
        "tokens 1; buy_bull roll; rolls TTB_____
         => money 10 10 10; first_bet#0 + none bucked_off dismount ride",
    );
    // Betting comes before the roll, after the Bulls (ES-Q27).
    assert!(asked(&ended).starts_with("buy_bull 0, first_bet 1, first_bet 2, "));
}

#[test]
fn es_70_es_72_es_73_es_74_es_75_es_76_es_77_a_bet_of_two_dollars() {
    // On a Ride: the stake goes to the Rider, and the bank pays $4.
    vegas("rolls TTB_____; 1:first_bet ride => money 12 12 10; bank -4");
    // On Bucked Off and Dismount: the stake is returned with $6 or $5.
    vegas("rolls ________ CCC_____; 1:first_bet bucked_off, act reroll => money 10 16 10");
    vegas("rolls TTTT____; 1:first_bet dismount, act dismount => money 10 15 10");
    // Stakes of wrong bets go to the bank.
    vegas("rolls TTB_____; 1:first_bet dismount, 2:first_bet bucked_off => money 10 8 8; bank 4");
}

#[test]
fn es_55_es_70_es_75_es_76_es_77_es_q32_es_q33_es_q39_double_down_pays_by_the_turn() {
    // The 7-point Bull is left: 20 − 7 instead of 6, and the stake of $4 is returned.
    vegas(
        "rolls ________ CCC_____; 1:first_bet bucked_off, 1:second_bet double_down
         act reroll, aim bull 2-1-0, pay bull 2-1-1 => money 10 23 10",
    );
    // 8 plus 2 for each of three tokens.
    vegas(
        "rolls ________ TTTTTT__; 1:first_bet dismount, 1:second_bet double_down
         act reroll, aim bull 2-1-0, act dismount => tokens 3; money 10 24",
    );
    // The Rider gets the $4, the gambler 5 + 7; of two Bulls the higher counts (ES-Q33).
    vegas(
        "rolls ________ TTBBK___; 1:first_bet ride, 1:second_bet double_down
         act reroll, aim bull 2-1-0, pay bull 2-1-1, act ride 2-2-1 => money 14 18",
    );
    play(
        "rules vegas,riders; players 3; rider two_bulls; rolls ________ TTBBK___
         1:first_bet ride, 1:second_bet double_down, act reroll, aim bull 2-2-1, pay bull 2-1-1
         act ride 2-2-1, act ride 2-1-0 => points 10; money 14 18",
    );
}

#[test]
fn es_67_es_68_es_69_es_q29_es_q30_a_second_bet_comes_only_with_a_second_roll_on_another_outcome() {
    vegas("rolls TTB_____; 1:first_bet ride => second_bet * 0");
    // One bet wins, one loses (ES-Q30): 10 − 4 + 4. Without a first bet, Double Down is not offered
    // (ES-Q29). Once per turn.
    vegas(
        "rolls ________ TTB_____
         1:first_bet ride, 1:second_bet dismount, act reroll, aim bull 2-1-0
         => second_bet#0 - ride; second_bet#0 + double_down; money 12 10
         second_bet#1 + ride; second_bet#1 - double_down; second_bet * 2",
    );
    vegas("rolls ________ ________ TTB_____; act reroll, act reroll => second_bet * 2");
}

#[test]
fn es_71_es_q31_es_q40_a_bet_without_money_is_void_unless_it_can_be_paid_at_the_reveal() {
    // A void bet costs and pays nothing, right or wrong.
    for bet in ["ride", "dismount"] {
        vegas(&format!("money 10 1; rolls TTB_____; 1:first_bet {bet} => money 10 1"));
    }
    // A token sold at the reveal pays it: 1 + 5 − 2 + 4.
    vegas(
        "money 10 1; tokens 0 1; rolls TTB_____
         1:sell_tokens pass, 1:first_bet ride, 1:sell_tokens sell 1 => money 12 8",
    );
    // An unpaid Double Down leaves the first bet as it is.
    vegas(
        "money 10 2; rolls ________ TTB_____
         1:first_bet ride, 1:second_bet double_down, act reroll, aim bull 2-1-0 => money 12 4",
    );
}

#[test]
fn es_78_es_79_a_clown_out_pays_at_once_and_those_may_bet_again_before_the_second_roll() {
    // Seat 1: +6 at once; then −2 on Bucked Off, −2 on Ride and +4. Seat 2: −4 and 5 + 3; the Rider gets
    // 2 + 4.
    let ended = vegas(
        "rolls CCC_____ ________ TTB_____
         1:first_bet bucked_off, 2:first_bet ride, clown_out reroll_all, 1:first_bet bucked_off
         act reroll, aim bull 2-1-0, 1:second_bet ride, 2:second_bet double_down => money 16 16 14",
    );
    let expected = "first_bet 1, first_bet 2, clown_out 0, first_bet 1, act 0, aim 0, second_bet 1, \
                    second_bet 2, act 0, ";
    assert_eq!(asked(&ended), expected);
}

#[test]
fn es_80_es_86_es_q06_es_q28_es_q42_bets_at_a_clown_out() {
    // Other bets are pushed if the Rider takes the tokens.
    vegas(
        "rolls CCC_____; 1:first_bet bucked_off, 2:first_bet ride => money 10 16 10; cards 3 3 3",
    );
    // An averted Clown Out pays too (ES-Q28).
    vegas(
        "tokens 1; rolls TTBCCC__; 1:first_bet bucked_off, clown_out retrieve 1
         => outcome ride; money 10 16",
    );
    // A second Clown Out counts as Bucked Off (ES-Q06).
    vegas(
        "rolls CCC_____ CCC_____
         1:first_bet bucked_off, clown_out reroll_all, 1:first_bet bucked_off => money 10 22",
    );
    // A turn that continues ends like any other (ES-Q42).
    vegas(
        "rolls CCC_____ TT______; 1:first_bet dismount, clown_out reroll_all, act dismount
         => outcome dismount; money 10 15",
    );
}

#[test]
fn es_81_es_q44_a_golden_buckle_sends_all_bets_to_the_bank() {
    // To the bank, not to a pot (ES-Q44).
    play(
        "rules vegas=pots,buckles; players 3; open 4-4-0-0; rolls TTTTBBBB
         1:first_bet ride, 2:first_bet dismount, act buckle => money 10 8 8; bank 4; pots 0 0 0",
    );
    // With limited options they count as lost.
    play(
        "rules vegas=limited,buckles; players 3; open 4-4-0-0; rolls TTTTBBBB
         1:first_bet ride, act buckle => cards 3 2",
    );
}

#[test]
fn es_82_tokens_are_bought_once_a_turn_and_sold_for_five() {
    vegas(
        "money 30; rolls TT______ TT______
         buy_tokens buy 2, act reroll, aim moves, pay bull, act dismount
         => money 18; tokens 3; buy_tokens * 1",
    );
    // Also after a roll.
    vegas(
        "rolls CCC_____; buy_tokens pass, buy_tokens buy 1, clown_out retrieve, act dismount
         => money 3; tokens 0",
    );
    vegas("tokens 0 2; rolls TTB_____; 1:sell_tokens sell 2 => money 10 20; tokens 0 0");
}

#[test]
fn es_83_es_q21_five_dollars_are_a_point_and_tokens_stay_one() {
    let game = game("vegas", 2);
    let mut state = table(&game, &[(&["2-1-0"], 2), (&[], 0)]);
    (state.seats[0].money, state.seats[1].money) = (14, 4);
    let (scores, _) = game.final_scores(&state);
    assert_eq!((scores[0].total(), scores[0].money, scores[1].total()), (3 + 2 + 2, 2, 0));
}

#[test]
fn es_84_bigger_pots_go_to_the_next_winners_in_even_shares() {
    // A pot of 7 on Ride and one of 3 on Dismount; two winners get 4 + 3 each, and the rest stays.
    // The lost stake goes to the pot of its outcome.
    play(
        "rules vegas=pots; players 3; pots 0 3 7; rolls ________ TTB_____
         1:first_bet ride, 2:first_bet ride, 1:second_bet dismount, act reroll, aim bull 2-1-0
         => money 14 13 15; pots 0 5 1",
    );
}

#[test]
fn es_84_limited_options_set_lost_cards_aside() {
    let limited = |cards: u8, text: &str| {
        play_from(&format!("rules vegas=limited; players 3; {text}"), |_, state| {
            state.seats[1].cards = cards;
        })
    };
    let all = game("vegas", 3).table().seats[1].cards;
    let lost = limited(all, "rolls TTB_____; 1:first_bet dismount => cards 3 2");
    let cards = lost.state.seats[1].cards;
    assert!(!lost.state.seats[1].holds(Bet::Dismount));
    // The card is no longer offered; a win returns it.
    limited(cards, "rolls TTB_____; 1:first_bet ride => first_bet#0 - dismount; cards 3 3");
    // An empty hand returns the cards too; Double Down is never set aside.
    limited(
        1 << Bet::Dismount as u8,
        "rolls ________ TTB_____
         1:first_bet dismount, 1:second_bet double_down, act reroll, aim bull 2-1-0
         => cards 3 3; money 10 6",
    );
}

#[test]
fn es_84_diminishing_returns_share_a_larger_payoff_rounded_up() {
    // Three players: 4 + 3 dollars for two single bets are four each.
    play(
        "rules vegas=diminishing; players 3; rolls TTB_____; 1:first_bet ride, 2:first_bet ride
         => money 14 12 12",
    );
    // Double Downs share their payoff, single bets theirs: 5 + 3 points + 3 players = 11, and 4 + 3
    // = 7.
    play(
        "rules vegas=diminishing; players 3; rolls ________ TTB_____
         1:first_bet ride, 2:first_bet ride, 1:second_bet double_down, act reroll, aim bull 2-1-0
         => money 16 17 15",
    );
}

#[test]
fn es_85_es_86_bets_are_settled_when_the_turn_is_over_forced_dismounts_included() {
    let ended = play(
        "rules vegas; left 3-2-2; money 0; rolls TTTT____; 1:first_bet dismount => money 0 15",
    );
    let taken = ended.at(|event| matches!(event, Event::TokensTaken { .. }));
    let settled = ended.at(|event| matches!(event, Event::BetSettled(_)));
    assert!(taken < settled && settled < ended.at(|event| matches!(event, Event::TurnEnds { .. })));
}

#[test]
fn es_q43_dawson_decides_after_the_first_bets_and_only_they_count() {
    let ended = play(
        "rules vegas,riders; players 3; rider ride_unrolled; 1:first_bet ride, ride_unrolled ride
         => money 12 12",
    );
    assert_eq!(asked(&ended), "first_bet 1, first_bet 2, ride_unrolled 0, ");
}

#[test]
fn es_65_es_87_es_q34_money_is_a_number_without_bound() {
    let state = game("vegas", 8).table();
    assert!(state.seated().iter().all(|seat| seat.money == 10 && seat.cards.count_ones() == 3));
    vegas("money 10 1000010; rolls TTB_____; 1:first_bet ride => money 12 1000012; bank -1000004");
}
