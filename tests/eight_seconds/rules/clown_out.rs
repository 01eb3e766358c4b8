//! Clowning Out, ES-31 to ES-35.

use pushluck::games::eight_seconds::event::Outcome;

use super::scene::{Scene, scene};
use crate::eight_seconds::common::{bulls, game, letters};

#[test]
fn es_31_es_33_a_clown_out_may_be_two_tokens_and_leaves_the_bulls() {
    let ended = scene("", 2).rolls(&["TTBCCC__"]).plays("clown_out take_tokens").play();
    assert_eq!((ended.outcome(), ended.tokens(0)), (Outcome::ClownOut, 2));
    assert_eq!(ended.end.state.line_up.count_ones(), 3);
    assert_eq!(ended.end.state.discards, 0);
    assert!(!ended.at("clown_out")[0].offers("retrieve"));
}

#[test]
fn es_32_es_q05_retrieving_cancels_the_clown_out() {
    let ended = scene("", 2).tokens(0, 2).rolls(&["TTBCCCC_"]).plays("clown_out retrieve 2").play();
    assert_eq!(ended.outcome(), Outcome::Ride);
    // Four Clowns take two tokens at least: part of the way is not offered.
    assert_eq!(ended.at("clown_out")[0].arguments("retrieve"), [2]);
    assert_eq!(ended.tokens(0), 0);
    assert_eq!(ended.end.state.discards.count_ones(), 2, "no Bull was given up");
}

#[test]
fn es_34_or_the_highest_bull_is_discarded_and_all_dice_are_rolled() {
    let ended = scene("", 2)
        .rolls(&["TTBCCC__", "KKKKKKKK"])
        .plays("clown_out reroll_all, act dismount")
        .play();
    assert_eq!(letters(ended.end.state.turn.dice), "KKKKKKKK");
    let gone =
        format!("BullsDiscarded {{ bulls: {}, why: ClownOut }}", bulls(&game("", 2), &["2-2-1"]));
    assert!(ended.told.contains(&gone), "{:?}", ended.told);
    assert_eq!(ended.tokens(0), 4);
}

#[test]
fn es_35_es_q06_a_second_clown_out_passes_the_turn() {
    let second = || scene("", 2).rolls(&["CCC_____", "CCC_____"]).plays("clown_out reroll_all");
    let ended = second().play();
    assert_eq!((ended.outcome(), ended.tokens(0)), (Outcome::BuckedOff, 0));
    assert_eq!(ended.end.state.line_up, 0, "the Bulls are discarded");
    assert_eq!(ended.at("clown_out").len(), 1);
    // Tokens avert it.
    let averted = second().tokens(0, 1).plays("bucked_off retrieve");
    assert_eq!(averted.plays("act dismount").play().outcome(), Outcome::Dismount);
}

#[test]
fn es_q07_a_single_bull_cannot_be_discarded_for_it() {
    let ended = Scene::new("", 2).left_over(&["3-2-2"]).rolls(&["CCC_____"]).play();
    assert_eq!(ended.outcome(), Outcome::ClownOut);
    assert!(ended.at("clown_out").is_empty(), "nothing to choose");
}

#[test]
fn es_q08_of_equal_highest_bulls_the_rider_chooses() {
    let ended = Scene::new("", 2)
        .deal(&["2-1-0", "3-2-2", "2-3-2"])
        .rolls(&["CCC_____", "________"])
        .plays("clown_out reroll_all 3-2-2, act dismount")
        .play();
    assert_eq!(ended.at("clown_out")[0].arguments("reroll_all").len(), 2);
}

#[test]
fn es_q09_after_it_no_bull_is_bought() {
    let ended = scene("", 2)
        .tokens(0, 3)
        .rolls(&["CCC_____", "________"])
        .plays("clown_out reroll_all, act dismount")
        .play();
    assert_eq!(ended.at("buy_bull").len(), 1);
}

#[test]
fn es_q10_inherited_bulls_are_taken_over_as_a_whole_or_not_at_all() {
    let left =
        |players: usize| Scene::new("", players).left_over(&["2-1-0", "2-1-1", "2-2-1", "3-2-2"]);
    let ended = left(2).rolls(&["________"]).plays("inherited use, act dismount").play();
    assert_eq!(ended.end.state.discards.count_ones(), 4);
    assert_eq!(ended.end.state.deck.count_ones(), 24);
    let ended = left(2)
        .tokens(0, 1)
        .deal(&["2-3-2", "2-2-2", "3-2-1", "1-3-2"])
        .rolls(&["________"])
        .plays("inherited draw, buy_bull buy, act dismount")
        .play();
    assert_eq!(ended.end.state.discards.count_ones(), 8);
    // In solitaire the same player may inherit.
    let ended = left(1).rolls(&["________"]).plays("act dismount").play();
    assert_eq!(ended.at("inherited").len(), 1);
}
