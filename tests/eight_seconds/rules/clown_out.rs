//! Clowning Out, ES-31 to ES-35.

use super::scene::play;

#[test]
fn es_31_es_33_es_q07_a_clown_out_may_be_two_tokens_and_leaves_the_bulls() {
    play(
        "rolls TTBCCC__; clown_out take_tokens
         => outcome clown_out; tokens 2; line_up 3; discards 0; clown_out#0 - retrieve",
    );
    // A single Bull cannot be discarded for another roll (ES-Q07).
    play("left 3-2-2; rolls CCC_____ => outcome clown_out; clown_out * 0");
}

#[test]
fn es_32_es_q05_retrieving_cancels_the_clown_out() {
    // Four Clowns take at least two tokens: retrieving fewer is not offered. No Bull is given up.
    play(
        "tokens 2; rolls TTBCCCC_; clown_out retrieve 2
         => outcome ride; clown_out#0 retrieve = 2; tokens 0; discards 2",
    );
}

#[test]
fn es_34_es_q08_es_q09_or_the_highest_bull_is_discarded_and_all_dice_are_rolled() {
    // Of equal highest Bulls the Rider chooses one (ES-Q08), and no Bull is bought afterwards
    // (ES-Q09).
    play(
        "tokens 1; deal 2-1-0 3-2-2 2-3-2; rolls TTBCCC__ TTTTBBKK
         clown_out reroll_all 3-2-2, act dismount
         => clown_out#0 reroll_all = 3-2-2 2-3-2; dice TTTTBBKK; act#0 ride = 2-1-0; buy_bull * 1",
    );
}

#[test]
fn es_35_es_q06_a_second_clown_out_passes_the_turn() {
    play(
        "rolls CCC_____ CCC_____; clown_out reroll_all
         => outcome bucked_off; tokens 0; line_up 0; clown_out * 1",
    );
    // Tokens avert it.
    play(
        "tokens 1; rolls CCC_____ CCC_____; clown_out reroll_all, bucked_off retrieve, act dismount
         => outcome dismount",
    );
}

#[test]
fn es_33_es_q10_inherited_bulls_are_taken_over_as_a_whole_or_not_at_all() {
    play(
        "left 2-1-0 2-1-1 2-2-1 3-2-2; rolls ________; inherited use, act dismount
         => discards 4; deck 24",
    );
    play(
        "left 2-1-0 2-1-1 2-2-1 3-2-2; tokens 1; deal 2-3-2 2-2-2 3-2-1 1-3-2; rolls ________
         inherited draw, buy_bull buy, act dismount => discards 8",
    );
    // In solitaire the same player may inherit.
    play("players 1; left 2-1-0 2-1-1; rolls ________; act dismount => inherited * 1");
}
