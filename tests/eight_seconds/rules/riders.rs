//! Riders, ES-49 to ES-63 and ES-89.

use pushluck::games::eight_seconds::edition::{Ability, Colour};
use pushluck::games::eight_seconds::event::Outcome;

use super::scene::{Scene, scene, table};
use crate::eight_seconds::common::{NoWatch, Player, Silent, game, letters, play_game, random};

#[test]
fn es_49_es_50_two_riders_are_dealt_and_one_is_kept_with_its_uses() {
    let game = game("riders,max_turns=1", 3);
    let seats: Vec<&Player> = vec![random(); 3];
    for number in 0..40 {
        let end = play_game(&game, &seats, (1, number), &mut NoWatch);
        let riders: Vec<u8> = end.state.seated().iter().map(|seat| seat.rider).collect();
        assert!(riders.iter().all(|rider| *rider < 20));
        assert!(riders[0] != riders[1] && riders[1] != riders[2] && riders[0] != riders[2]);
        for seat in end.state.seated() {
            assert!(seat.uses <= game.rules.edition.riders[usize::from(seat.rider)].uses);
        }
    }
}

#[test]
fn es_51_without_black_riders_none_is_dealt() {
    let game = game("riders,black_riders=off,max_turns=1", 8);
    let seats: Vec<&Player> = vec![random(); 8];
    for number in 0..20 {
        let end = play_game(&game, &seats, (1, number), &mut NoWatch);
        for seat in end.state.seated() {
            let rider = &game.rules.edition.riders[usize::from(seat.rider)];
            assert_ne!(rider.colour, Colour::Black);
        }
    }
}

#[test]
fn es_52_the_doc_changes_one_die_in_an_opponents_turn() {
    // The last Kick becomes a third Clown; a second change is not even offered on the next roll.
    let ended = scene("riders", 2)
        .rider(1, Ability::ChangeTheirDie)
        .tokens(1, 4)
        .rolls(&["TTBK____", "TTBK____"])
        .plays("1:change_die change 48, act reroll, act dismount")
        .play();
    assert_eq!(ended.tokens(1), 2);
    assert_eq!(ended.at("change_die").len(), 1);
}

#[test]
fn es_53_es_q35_pat_is_paid_for_clowns_even_retrieved_ones() {
    let ended = scene("riders", 2)
        .rider(0, Ability::ClownsPay)
        .tokens(0, 1)
        .rolls(&["CCTT____"])
        .plays("act retrieve 1, act dismount")
        .play();
    assert_eq!(ended.tokens(0), 3, "one for two moves and two for Clowns");
    // Rolled again, it counts no more.
    let ended = scene("riders", 2)
        .rider(0, Ability::ClownsPay)
        .tokens(0, 1)
        .rolls(&["CCTT____", "________"])
        .plays("act retrieve 1, act reroll, aim moves, act dismount")
        .play();
    assert_eq!(ended.tokens(0), 2);
}

#[test]
fn es_54_cooter_discards_bulls_of_several_players_but_never_the_last() {
    let ended = scene("riders", 3)
        .rider(1, Ability::DiscardTheirBull)
        .tokens(1, 4)
        .rolls(&["________"])
        .plays("1:discard_bull discard 2-2-1, act dismount")
        .play();
    assert_eq!(ended.tokens(1), 2);
    assert_eq!(ended.at("discard_bull")[0].arguments("discard").len(), 3);
    // In the next player's turn again.
    let ended = scene("riders", 3)
        .with(|_, state| state.rider = 2)
        .rider(1, Ability::DiscardTheirBull)
        .tokens(1, 2)
        .rolls(&["________"])
        .plays("1:discard_bull discard, 2:act dismount")
        .play();
    assert_eq!(ended.tokens(1), 0);
    let alone = Scene::new("riders", 2)
        .left_over(&["3-2-2"])
        .rider(1, Ability::DiscardTheirBull)
        .tokens(1, 4)
        .rolls(&["________"])
        .play();
    assert!(alone.at("discard_bull").is_empty());
}

#[test]
fn es_55_sammy_rides_two_bulls_with_the_same_dice() {
    let ended = scene("riders", 2)
        .rider(0, Ability::TwoBulls)
        .rolls(&["TTBBKKKK"])
        .plays("act ride 2-1-1, act ride 2-2-1")
        .play();
    // Used on either: two Turns, two Bucks, one Kick; three Kicks are extra.
    assert_eq!((ended.end.points, ended.tokens(0)), (12, 3));
    // Not a third.
    assert_eq!(ended.at("act").len(), 2);
}

#[test]
fn es_55_sammy_rolls_only_dice_that_the_first_bull_does_not_use() {
    let ended = scene("riders", 2)
        .rider(0, Ability::TwoBulls)
        .rolls(&["TTB_KKKK", "BBBBBBBB"])
        .plays("act ride 2-1-0, act reroll, aim everything, pay bull 2-1-1")
        .play();
    assert_eq!(letters(ended.end.state.turn.dice), "TTBBBBBB");
    assert_eq!((ended.end.points, ended.tokens(0)), (3, 5));
    assert_eq!(ended.outcome(), Outcome::Ride);
    assert!(!ended.at("act")[1].offers("dismount"));
    // Three Clowns after the first ride: it is kept, and nothing else is earned.
    let ended = scene("riders", 2)
        .rider(0, Ability::TwoBulls)
        .rolls(&["TTB_KKKK", "CCCCCCCC"])
        .plays("act ride 2-1-0, act reroll, aim everything")
        .play();
    assert_eq!((ended.outcome(), ended.end.points, ended.tokens(0)), (Outcome::Ride, 3, 0));
}

#[test]
fn es_56_jennie_changes_her_own_die_or_an_opponents_twice_a_game() {
    let ended = scene("riders", 2)
        .rider(0, Ability::ChangeAnyDie)
        .rolls(&["TTCCC___"])
        .plays("change_die change 17")
        .play();
    assert_eq!(ended.outcome(), Outcome::Ride);
    assert_eq!(ended.end.state.seats[0].uses, 1);
    let ended = scene("riders", 2)
        .rider(1, Ability::ChangeAnyDie)
        .rolls(&["TTBCC___"])
        .plays("1:change_die change 3")
        .play();
    assert_eq!(ended.outcome(), Outcome::ClownOut, "before the Rider decides");
    assert_eq!(ended.end.state.seats[1].uses, 1);
    // A die takes only faces it has: die 0 is yellow and has no Blank, die 3 is green and has one.
    let changes = ended.at("change_die")[0].arguments("change");
    assert!(!changes.contains(&4) && changes.contains(&(3 * 8 + 4)));
}

#[test]
fn es_57_jorges_free_reroll_comes_before_every_rule() {
    let ended = scene("riders", 2)
        .rider(0, Ability::FreeFirstReroll)
        .rolls(&["CCCCT___", "CCCTTTTT", "________"])
        .plays("free_reroll again, aim everything, clown_out reroll_all, act dismount")
        .play();
    // A Clown Out after it has both options, and it was still the first roll.
    let clown_out = ended.at("clown_out")[0];
    assert!(clown_out.offers("take_tokens") && clown_out.offers("reroll_all"));
    assert_eq!(ended.end.state.turn.rolls, 2);
    assert_eq!(ended.at("clown_out").len(), 1);
    // Any dice, Clowns included.
    let ended = scene("riders", 2)
        .rider(0, Ability::FreeFirstReroll)
        .rolls(&["CCCTTTTT", "KKKKKKKK"])
        .plays("free_reroll again, keep_dice keep 249, act dismount")
        .play();
    assert_eq!(letters(ended.end.state.turn.dice), "CKKTTTTT");
    assert_eq!(ended.at("keep_dice")[0].legal.len(), 255);
}

#[test]
fn es_58_the_knifes_token_draws_two_bulls_before_the_roll() {
    let ended = Scene::new("riders", 2)
        .rider(0, Ability::MoreBulls)
        .tokens(0, 1)
        .rolls(&["________"])
        .plays("buy_bull buy, act dismount")
        .play();
    assert_eq!(ended.told.iter().filter(|told| told.starts_with("BullDealt")).count(), 5);
    assert_eq!(ended.tokens(0), 0);
    assert!(ended.made[0].point == "buy_bull" && ended.at("buy_bull").len() == 1);
}

#[test]
fn es_59_dawson_rides_the_lowest_bull_without_a_roll() {
    let ended = Scene::new("riders", 2)
        .deal(&["2-1-0", "2-0-1", "3-2-2"])
        .rider(0, Ability::RideUnrolled)
        .plays("ride_unrolled ride 2-0-1")
        .play();
    assert_eq!((ended.outcome(), ended.end.points, ended.tokens(0)), (Outcome::Ride, 3, 0));
    assert_eq!(ended.at("ride_unrolled")[0].arguments("ride").len(), 2, "ties are his choice");
    assert_eq!(ended.end.state.seats[0].uses, 0);
    assert_eq!(ended.end.state.turn.rolls, 0);
}

#[test]
fn es_60_sally_locks_a_die_for_the_turn() {
    let ended = scene("riders", 2)
        .rider(0, Ability::LockDie)
        .tokens(0, 1)
        .rolls(&["C_______", "KKKKKKKK", "BBBBBBBB"])
        .plays("change_die lock 8, act reroll, aim everything, pay bull, act reroll")
        .plays("aim everything")
        .play();
    assert_eq!(
        letters(ended.end.state.turn.dice),
        "CTBBBBBB",
        "the Clown stays, the Turn is locked"
    );
    let locks = ended.at("change_die")[0].arguments("lock");
    assert!(locks.iter().all(|lock| lock / 8 != 0 && lock % 8 < 3), "no Clown, only moves");
    assert_eq!(ended.at("change_die").len(), 1);
    // A Clown may be locked once it is retrieved.
    let ended = scene("riders", 2)
        .rider(0, Ability::LockDie)
        .tokens(0, 2)
        .rolls(&["C_______"])
        .plays("change_die pass, act retrieve, change_die lock 0, act dismount")
        .play();
    assert_eq!(letters(ended.end.state.turn.dice), "T_______");
}

#[test]
fn es_60_es_34_a_locked_die_outlasts_a_reroll_of_all_dice() {
    let ended = scene("riders", 2)
        .rider(0, Ability::LockDie)
        .tokens(0, 1)
        .rolls(&["TKKCCCBB", "KTBKKKKK"])
        .plays("change_die lock 0, clown_out reroll_all, act ride 2-1-0")
        .play();
    assert_eq!(letters(ended.end.state.turn.dice), "TTBKKKKK");
    assert_eq!(ended.outcome(), Outcome::Ride);
}

#[test]
fn es_61_willie_rerolls_for_nothing_with_one_bull_left() {
    let ended = Scene::new("riders", 2)
        .left_over(&["3-2-2"])
        .rider(0, Ability::FreeReroll)
        .rolls(&["________", "________", "________"])
        .plays("act reroll, act reroll")
        .play();
    assert_eq!(ended.end.state.seats[0].uses, 0);
    assert_eq!(ended.outcome(), Outcome::Dismount);
    assert_eq!(ended.end.state.turn.rolls, 3);
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
    assert_eq!(bonus(Ability::MostTokens, &[(&[], 4), (&[], 4)]), 3);
    assert_eq!(bonus(Ability::MostTokens, &[(&[], 5), (&[], 4)]), 3);
    assert_eq!(bonus(Ability::MostTokens, &[(&[], 3), (&[], 4)]), 0);
}

#[test]
fn es_63_wolf_has_a_point_for_every_three_tokens() {
    let game = game("riders", 2);
    for (tokens, worth) in [(2, 2), (3, 4), (4, 5), (6, 8)] {
        let mut state = table(&game, &[(&[], tokens), (&[], 0)]);
        state.seats[0].rider = game.rules.rider_with(Ability::TokenSets).expect("Wolf") as u8;
        assert_eq!(game.final_scores(&state).0[0].total(), worth);
    }
}

#[test]
fn es_89_the_riders_of_the_edition_that_no_faq_names() {
    // Stella: two points for each Bull of three points. Tex: three for one of ten or more.
    assert_eq!(bonus(Ability::SmallBulls, &[(&["2-1-0", "2-0-1", "2-1-1"], 0), (&[], 0)]), 4);
    assert_eq!(bonus(Ability::BigBull, &[(&["2-2-2", "3-2-2"], 0), (&[], 0)]), 3);
    assert_eq!(bonus(Ability::BigBull, &[(&["2-2-1"], 0), (&[], 0)]), 0);
    // Dan changes a die that is no Clown to a move, once a roll.
    let ended = scene("riders", 2)
        .rider(0, Ability::ChangeOwnDie)
        .tokens(0, 4)
        .rolls(&["CTT_____"])
        .plays("change_die change 25")
        .play();
    assert_eq!((ended.outcome(), ended.tokens(0)), (Outcome::Ride, 2));
    assert_eq!(ended.at("change_die").len(), 1);
    // Hank retrieves two Clowns for a token.
    let ended = scene("riders", 2)
        .rider(0, Ability::RetrieveMore)
        .tokens(0, 1)
        .rolls(&["TTBCCCC_"])
        .plays("clown_out retrieve 2")
        .play();
    assert_eq!((ended.outcome(), ended.tokens(0)), (Outcome::Ride, 0));
    // Sue takes a token when Bucked Off.
    let bucked = || scene("riders", 2).rolls(&["________", "CCC_____"]).plays("act reroll");
    assert_eq!(bucked().rider(0, Ability::BuckedOffPays).play().tokens(0), 1);
    // Cody rolls all Clowns again instead.
    let ended = bucked()
        .rider(0, Ability::Comeback)
        .rolls(&["TTT_____"])
        .plays("bucked_off comeback, act dismount")
        .play();
    assert_eq!(letters(ended.end.state.turn.dice), "TTT_____");
    assert_eq!(ended.end.state.seats[0].uses, 0);
    // Ruth takes a token when an opponent Clowns Out, by either option.
    let ended = scene("riders", 2).rider(1, Ability::ClownOutPays).rolls(&["CCC_____"]).play();
    assert_eq!((ended.tokens(0), ended.tokens(1)), (2, 1));
    // Gus takes one of three or more.
    for (roll, theirs, his) in [("TTTTTT__", 2, 1), ("TTTT____", 2, 0)] {
        let ended = scene("riders", 2)
            .rider(1, Ability::DismountShare)
            .rolls(&[roll])
            .plays("act dismount")
            .play();
        assert_eq!((ended.tokens(0), ended.tokens(1)), (theirs, his));
    }
}

#[test]
fn es_q37_solitaire_with_riders_and_buckles_is_off_unless_asked_for() {
    let both = game("riders,buckles", 1);
    let end = play_game(&both, &[&Silent], (1, 1), &mut NoWatch);
    assert!(end.finished);
    let plain = game("", 1);
    assert!(!plain.rules.riders && !plain.rules.buckles);
}
