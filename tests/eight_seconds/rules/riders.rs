//! Riders, ES-49 to ES-63 and ES-89.

use std::collections::HashSet;

use pushluck::games::eight_seconds::edition::{Ability, Colour};
use pushluck::games::eight_seconds::event::Event;

use super::scene::{Ended, play, play_from, table};
use crate::eight_seconds::common::{Random, Silent, events, game, play_alike};

/// A scene with Riders.
fn riders(text: &str) -> Ended {
    play(&format!("rules riders; {text}"))
}

#[test]
fn es_49_es_50_two_riders_are_dealt_and_one_is_kept_with_its_uses() {
    let game = game("riders,max_turns=1", 3);
    for number in 0..40 {
        let steps = play_alike(&game, &Random, 1, number).steps;
        let mut all = HashSet::new();
        for (event, state) in events(&steps) {
            match event {
                Event::RidersDealt { riders, .. } => all.extend(riders),
                Event::RiderKept { seat, rider } => {
                    let has = state.seats[usize::from(seat)];
                    let uses = game.rules.edition.riders[usize::from(rider)].uses;
                    assert_eq!((has.rider, has.uses), (rider, uses));
                }
                _ => {}
            }
        }
        assert_eq!(all.len(), 6, "no Rider twice");
    }
    // Spent uses stay spent in later turns.
    play_from("rules riders; rolls ________; act dismount => ride_unrolled * 0", |game, state| {
        state.seats[0].rider = game.rules.rider_with(Ability::RideUnrolled).expect("him") as u8;
    });
}

#[test]
fn es_51_without_black_riders_none_is_dealt() {
    let game = game("riders,black_riders=off,max_turns=1", 8);
    assert_eq!(game.rules.dealt_riders().count(), 16);
    for seat in play_alike(&game, &Random, 1, 1).state.seated() {
        let rider = &game.rules.edition.riders[usize::from(seat.rider)];
        assert_ne!(rider.colour, Colour::Black);
    }
}

#[test]
fn es_52_the_doc_changes_one_die_in_an_opponents_turn() {
    // A Blank becomes a Turn; a second change is not offered even on the next roll.
    riders(
        "rider - change_their_die; tokens 0 4; rolls TTBK____ TTBK____
         1:change_die change 48, act reroll, act dismount => tokens 2 2; change_die * 1",
    );
}

#[test]
fn es_53_es_q35_pat_is_paid_for_clowns_even_retrieved_ones() {
    // One token for two moves and two for Clowns; a Clown that is rolled again no longer counts.
    riders("rider clowns_pay; tokens 1; rolls CCTT____; act retrieve 1, act dismount => tokens 3");
    riders(
        "rider clowns_pay; tokens 1; rolls CCTT____ ________
         act retrieve 1, act reroll, aim moves, act dismount => tokens 2",
    );
}

#[test]
fn es_54_cooter_discards_bulls_of_several_players_but_never_the_last() {
    for turn in [0, 2] {
        riders(&format!(
            "players 3; turn {turn}; rider - discard_their_bull; tokens 0 4
             rolls ________; 1:discard_bull discard 2-2-1, {turn}:act dismount
             => tokens 0 2; discard_bull#0 discard * 3"
        ));
    }
    riders(
        "left 3-2-2; rider - discard_their_bull; tokens 0 4; rolls ________
         => discard_bull * 0",
    );
}

#[test]
fn es_55_es_q17_sammy_rides_two_bulls_with_the_same_dice() {
    // Used on either Bull: two Turns, two Bucks, one Kick; three Kicks are extra. A third Bull is
    // not offered.
    riders(
        "rider two_bulls; rolls TTBBKKKK; act ride 2-1-1, act ride 2-2-1
         => points 12; tokens 3; act * 2",
    );
    // He rolls only dice that the first Bull does not use.
    riders(
        "rider two_bulls; rolls TTB_KKKK BBBBBBBB
         act ride 2-1-0, act reroll, aim everything, pay bull 2-1-1
         => dice TTBBBBBB; points 3; tokens 5; outcome ride; act#1 - dismount",
    );
    // No die is left to roll (ES-Q17).
    riders(
        "rider two_bulls; deal 2-1-0 2-1-1 3-2-2; rolls TTTBBKKC
         act ride 3-2-2, act finish => act#1 - reroll",
    );
    // Three Clowns after the first ride: the Bull is kept, and the turn earns nothing else.
    riders(
        "rider two_bulls; rolls TTB_KKKK CCCCCCCC
         act ride 2-1-0, act reroll, aim everything => outcome ride; points 3; tokens 0",
    );
}

#[test]
fn es_50_es_56_jennie_changes_her_own_die_or_an_opponents_twice_per_game() {
    riders("rider change_any_die; rolls TTCCC___; change_die change 17 => outcome ride; uses 1");
    // Before the Rider decides. A die takes only faces it has: die 0 is yellow and has no Blank, die 3 is
    // green and has one.
    let ended = riders(
        "rider - change_any_die; rolls TTBCC___; 1:change_die change 3
         => outcome clown_out; uses 0 1",
    );
    let legal = &ended.made().next().expect("a change").legal;
    let changes = |argument: u8| legal.iter().any(|action| action.argument() == argument);
    assert!(!changes(4) && changes(3 * 8 + 4));
}

#[test]
fn es_57_jorges_free_reroll_precedes_all_rules() {
    // A Clown Out after the free reroll has both options, because it is still the first roll.
    riders(
        "rider free_first_reroll; rolls CCCCT___ CCCTTTTT ________
         free_reroll again, aim everything, clown_out reroll_all, act dismount
         => clown_out#0 + take_tokens reroll_all; rolls 2; clown_out * 1",
    );
    // Any dice may be rolled, including Clowns.
    riders(
        "rider free_first_reroll; rolls CCCTTTTT KKKKKKKK
         free_reroll again, keep_dice keep 249, act dismount => dice CKKTTTTT; keep_dice#0 keep * 255",
    );
}

#[test]
fn es_58_the_knifes_token_draws_two_bulls_before_the_roll() {
    riders(
        "rider more_bulls; tokens 1; rolls ________; buy_bull buy, act dismount
         => dealt 5; tokens 0; buy_bull * 1",
    );
}

#[test]
fn es_59_dawson_rides_the_lowest_bull_without_a_roll() {
    // He chooses among ties.
    riders(
        "deal 2-1-0 2-0-1 3-2-2; rider ride_unrolled; ride_unrolled ride 2-0-1
         => outcome ride; points 3; tokens 0; ride_unrolled#0 ride * 2; uses 0; rolls 0",
    );
}

#[test]
fn es_34_es_60_sally_locks_a_die_for_the_turn() {
    // A Clown cannot be locked; the Turn is.
    let ended = riders(
        "rider lock_die; tokens 1; rolls C_______ KKKKKKKK BBBBBBBB
         change_die lock 8, act reroll, aim everything, pay bull, act reroll, aim everything
         => dice CTBBBBBB; change_die * 1",
    );
    let made = ended.made().find(|made| made.legal.len() > 3).expect("a lock");
    let locks = made.legal[1..].iter().map(|action| action.argument());
    assert!(locks.into_iter().all(|lock| lock / 8 != 0 && lock % 8 < 3), "no Clown, only moves");
    // Not in the next turn.
    play_from("rules riders; rolls K_______; act dismount => dice K_______", |_, state| {
        state.turn.locked = 1;
    });
    // A Clown may be locked once it is retrieved.
    riders(
        "rider lock_die; tokens 2; rolls C_______
         change_die pass, act retrieve, change_die lock 0, act dismount => dice T_______",
    );
    // A locked die is not rolled in a reroll of all dice.
    riders(
        "rider lock_die; tokens 1; rolls TKKCCCBB KTBKKKKK
         change_die lock 0, clown_out reroll_all, act ride 2-1-0 => dice TTBKKKKK; outcome ride",
    );
}

#[test]
fn es_50_es_61_willie_rerolls_without_cost_with_one_bull_left() {
    riders(
        "left 3-2-2; rider free_reroll; rolls ________ ________ ________
         act reroll, act reroll => uses 0; outcome dismount; rolls 3",
    );
}

/// The bonus of a seat with this Rider.
fn bonus(ability: Ability, seats: &[(&[&str], u16)]) -> i64 {
    let game = game("riders", 2);
    let mut state = table(&game, seats);
    state.seats[0].rider = game.rules.rider_with(ability).expect("such a Rider") as u8;
    game.final_scores(&state).0[0].bonus
}

#[test]
fn es_62_terri_has_three_points_for_most_tokens_ties_included() {
    for (tokens, points) in [(4, 3), (5, 3), (3, 0)] {
        assert_eq!(bonus(Ability::MostTokens, &[(&[], tokens), (&[], 4)]), points);
    }
}

#[test]
fn es_63_wolf_has_a_point_for_every_three_tokens() {
    for (tokens, worth) in [(2, 2), (3, 4), (4, 5), (6, 8)] {
        let bonus = bonus(Ability::TokenSets, &[(&[], tokens), (&[], 0)]);
        assert_eq!(i64::from(tokens) + bonus, worth);
    }
}

#[test]
fn es_89_the_riders_of_the_edition_that_no_faq_names() {
    // Stella: two points for each Bull of three points. Tex: three for one of ten or more.
    assert_eq!(bonus(Ability::SmallBulls, &[(&["2-1-0", "2-0-1", "2-1-1"], 0), (&[], 0)]), 4);
    assert_eq!(bonus(Ability::BigBull, &[(&["2-2-2", "3-2-2"], 0), (&[], 0)]), 3);
    assert_eq!(bonus(Ability::BigBull, &[(&["2-2-1"], 0), (&[], 0)]), 0);
    // Dan changes a die that does not show a Clown to a move, once per roll.
    riders(
        "rider change_own_die; tokens 4; rolls CTT_____; change_die change 25
         => outcome ride; tokens 2; change_die * 1",
    );
    // Hank retrieves two Clowns for a token.
    riders(
        "rider retrieve_more; tokens 1; rolls TTBCCCC_; clown_out retrieve 2
         => outcome ride; tokens 0; clown_out#0 retrieve = 2",
    );
    // Sue takes a token when Bucked Off.
    riders("rider bucked_off_pays; rolls ________ CCC_____; act reroll => tokens 1");
    // Cody rolls all Clowns again instead of being Bucked Off.
    riders(
        "rider comeback; rolls ________ CCC_____ TTT_____
         act reroll, bucked_off comeback, act dismount => dice TTT_____; uses 0",
    );
    // Ruth takes a token when an opponent Clowns Out, by either option.
    riders("rider - clown_out_pays; rolls CCC_____ => tokens 2 1");
    riders(
        "rider - clown_out_pays; rolls CCC_____ ________
         clown_out reroll_all, act dismount => tokens 0 1",
    );
    riders("rider - clown_out_pays; rolls CCC_____ CCC_____; clown_out reroll_all => tokens 0 2");
    // Gus takes one token of a Dismount for three or more.
    for (roll, tokens) in [("TTTTTT__", "2 1"), ("TTTT____", "2 0")] {
        riders(&format!("rider - dismount_share; rolls {roll}; act dismount => tokens {tokens}"));
    }
}

#[test]
fn es_q37_solitaire_with_riders_and_buckles_is_off_unless_asked_for() {
    assert!(play_alike(&game("riders,buckles", 1), &Silent, 1, 1).finished);
    let plain = game("", 1);
    assert!(!plain.rules.riders && !plain.rules.buckles);
}
