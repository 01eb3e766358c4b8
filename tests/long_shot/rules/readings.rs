//! Readings of the rules, LS-A1 to LS-A35.

use pushluck::games::long_shot::edition::Edition;

use super::scene::{scene, scenes};

#[test]
fn ls_a01_all_horses_have_sixteen_steps_to_go() {
    for horse in 1..=8 {
        scene(&format!(
            "at.{horse} = 14; roll {horse} 1; placed is; roll {horse} 1; placed is {horse}"
        ));
    }
}

#[test]
fn ls_a29_there_are_three_money_tiles() {
    let bonuses = Edition::shipped().bonuses;
    assert_eq!((bonuses[0].kind.name(), bonuses[0].tiles), ("money", 3));
}

#[test]
fn ls_a30_sets_share_bars_odds_and_costs_except_pie_in_the_sky() {
    let edition = Edition::shipped();
    for horse in &edition.horses {
        let usual = edition.numbers[usize::from(horse.number)].cost;
        assert_eq!(horse.cost == usual, horse.key != "pie-in-the-sky");
    }
}

scenes! {
    ls_a02_a_horse_may_be_marked_on_its_own_card_and_moves_again:
        "roll 6 1: jersey 6, mark 6; roll 6 3; at.6 is 5";

    ls_a03_of_two_that_cross_together_the_lower_number_is_ahead:
        "at.1 = 15; at.3 = 15; roll 7 1; placed is 1 3";

    // Horse 7 is third by the die; or second, and horse 1 third by card 7. Horse 3 still moves.
    ls_a04_the_bar_is_followed_to_its_end_after_the_third_finisher:
        "all = 0 0 3 0 0 0 15 0; finish 8 2; roll 7 1; placed is 8 2 7; at.1 is 1; at.3 is 4; finished is 1"
        "all = 15 0 3 0 0 0 15 15; roll 8 1; roll 7 1; placed is 8 7 1; at.3 is 4; finished is 1";

    ls_a05_only_a_stuck_player_may_erase:
        "wilds0 = 3; not 0 on 1: erase; not 0 on 7: erase; not 0 on 8: erase"
        "grid0 = 5 14; helmets0 = 7; jerseys0 = 7; money0 = 0; owned1 = 7; wilds0 = 1;
         may 0 on 7: erase, wild_helmet 1; not 0 on 6: erase";

    // With only Wild Numbers; without them; and with a Wild mark to erase.
    ls_a06_stuck_without_marks_a_wild_must_be_used_and_without_wilds_the_turn_passes:
        "grid0 = 5 14; helmets0 = 7; jerseys0 = 7; money0 = 0; owned1 = 7;
         not 0 on 7: concession, helmet, jersey, bet, buy, erase; may 0 on 7: wild_helmet 1;
         roll 7 1; log WildMarked { seat: 0"
        "grid0 = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; helmets0 = 1 2 3 4 5 6 7 8;
         jerseys0 = 1 2 3 4 5 6 7 8; money0 = 0; roll 7 1; log TurnPassed { seat: 0 };
         wilds0 = 1; roll 7 1; nolog TurnPassed { seat: 0; wilds0 is 0";

    // Not even if no Action seems useful.
    ls_a07_no_player_may_pass:
        "money0 = 0; helmets0 = 7; jerseys0 = 7; wilds0 = 3; finish 7; roll 7 1;
         log Acts { seat: 0; nolog TurnPassed"
        "money0 = 0; wilds0 = 3; grid0 = 5 14; helmets0 = 7; owned1 = 7; roll 7 1;
         log JerseyMarked { seat: 0; nolog TurnPassed";

    // `Too Lucky` pays for a 2 on the die, but not for a 2 by Wild; `Fancy Hat` pays for both.
    ls_a08_a_wild_number_is_never_rolled_but_actions_by_it_count:
        "cards set1+fancy-hat; owned0 = 2 5; helmets0 = 2; roll 3 1: wild_bet 2 2; money0 is 11;
         roll 2 1: wild_bet 1 2; money0 is 11";

    ls_a09_abilities_by_the_roll_come_at_the_start_of_the_owners_own_turn:
        "cards set1; owned1 = 2; roll 2 1; order TurnBegins { seat: 1 } <
         AbilityUsed { seat: 1, card: 1 } < Acts { seat: 1";

    // Double Crosser marks two boxes, Product Placement bets on a set.
    ls_a10_a_helmet_or_jersey_by_a_bonus_is_that_action:
        "cards set1; owned0 = 4; row; roll 2 1: concession 4, jersey, mark 8, mark 5, mark 6;
         bar.8 is 2 4 5 6"
        "cards set1; owned0 = 8; jerseys0 = 4; row; roll 2 1: concession 4, helmet, mark 4, use; bet0.4 is 2";

    // Pay it Forward moves the horses of a space only after a Bet Action of $3.
    ls_a11_a_free_bet_is_no_bet_action:
        "cards set1; owned0 = 3; all = 5 5 5 5 5 5 5 5; row; roll 2 1: concession 4, free_bet, bet 8;
         unasked 0 ability";

    // The second time only horse 8 is left, which has finished: the tile has no effect.
    ls_a12_a_free_horse_is_unfinished_and_works_when_bought:
        "cards set2+partner-in-crime; at.8 = 15; roll 8 1; at.1 is 0; at.6 is 0; row;
         roll 2 1: concession 4, horse, take 6, move 1; at.1 is 2; at.6 is 2;
         owned1 = 1 2 3 4 5 7; column; tiles0 = 0; roll 1 1: concession 13, horse; owned0 is 6;
         tiles0 is 1";

    ls_a13_two_different_horses_move_and_may_move_nowhere:
        "row; roll 2 1: concession 4, two_back, move 3, move 4;
         offered move: 1 2 3 4 5 6 7 8 / 1 2 4 5 6 7 8; at.3 is 0; at.4 is 0";

    ls_a14_a_bonus_that_cannot_be_used_is_marked_all_the_same:
        "all = 12 12 12 12 12 12 12 12; row; roll 2 1: concession 4, free_bet; tiles0 is 1;
         bets0 is 0 0 0 0 0 0 0 0";

    // Charley Horse first moves a horse back over the No Bet line; then that horse gets a Free Bet.
    ls_a15_the_player_orders_bonuses_and_abilities:
        "cards set1+charley-horse; owned0 = 5; at.7 = 12; row;
         roll 2 1: concession 4, move, move 7, free_bet, bet 7; asked 0 order; at.7 is 11; bet0.7 is 3";

    // Miracle Worker marks the cell that the first row lacks.
    ls_a16_marks_by_abilities_complete_lines_too:
        "cards set1; row; roll 6 1: buy 6, concession 4, money; money0 is 13";

    // Card 8 has one box left, so there is no decision, and then none.
    ls_a17_a_jersey_without_free_boxes_marks_none:
        "jerseys1 = 1 2 3 4 5 6 7 8; roll 8 1: jersey 8, mark 1; jerseys0 = 0;
         roll 8 1: jersey 8, mark 3; jerseys0 = 0; roll 8 1: jersey 8, mark 5; jerseys0 = 0;
         roll 8 1: jersey 8, mark 6; jerseys0 = 0; roll 8 1: jersey 8, mark 7; jerseys0 = 0;
         all = 0 0 0 0 0 0 0 0; roll 8 1: jersey 8; bar.8 is 1 2 3 4 5 6 7 8; unasked 0 box;
         jerseys0 = 0; roll 8 1: jersey 8; jerseys0 is 8";

    ls_a18_marks_of_finished_horses_are_legal:
        "at.8 = 15; roll 8 1: helmet / jersey; placed is 8; may 0 on 8: concession 1, jersey";

    ls_a19_a_horse_moved_back_over_the_line_is_open_to_bets_again:
        "at.4 = 12; not 0 on 4: bet; row; roll 2 1: concession 4, one_back, move 4;
         may 0 on 4: bet; pays0.4 is 0";

    // A Bet space is full from $128 on.
    ls_a20_no_bet_is_larger_than_the_money:
        "money0 = 2; may 0 on 1: bet 1 1, bet 1 2; not 0 on 1: bet 1 3, wild_bet 5 3; money0 = 0;
         not 0 on 1: bet"
        "bets0 = 127 128 0 0 0 0 0 0; may 0 on 1: bet; not 0 on 2: bet";

    ls_a21_a_penalty_is_not_optional:
        "cards pie-in-the-sky; finish 7 3 4; owned0 = 2; score0 is 0 0 0 12 -10; total0 is 2";

    ls_a22_tied_players_without_a_placed_horse_share_the_win:
        "cards set2; finish 7 2 4; owned0 = 3; winners is 0 1";

    ls_a23_bets_and_moves_continue_in_the_last_round:
        "all = 3 15 0 0 0 0 15 15; roll 8 1; row;
         roll 7 1: wild_concession 4, one_forward, move 1 / wild_bet 1 3; finished is 1;
         placed is 8 2 7; at.1 is 7; bet1.1 is 3";

    ls_a24_roland_never_rolls_for_the_race:
        "solo; roll 8 1; roll 8 1; log RoundBegins { active: 0 }; roll 8 1;
         log RoundBegins { active: 0 }";

    ls_a25_roland_cannot_bet_past_the_line:
        "solo; at.8 = 13; roll 3 2; bet1.8 is 0; money1 is 22";

    // Card 5 has 1 and 4 in print; card 3 has 1.
    ls_a26_a_marked_box_makes_the_mark_impossible_and_of_all_only_free_ones_are_marked:
        "solo; owned1 = 1 4; roll 3 3 again 5; money1 is 21; roll 3 3 again 3; money1 is 21;
         bar.3 is 1 4"
        "solo; owned1 = 1; roll 1 3 again 7; money1 is 21";

    ls_a27_the_lowest_rank_is_the_lowest_number:
        "solo; owned0 = 1; roll 2 1; owned1 is 2";

    // Sticky Fingers and Magic Hate Ball take $2 from him; his own Magic Hate Ball costs the player nothing.
    ls_a28_roland_can_be_the_victim_of_an_ability:
        "solo set2; owned0 = 7; owned1 = 8; roll 8 1: jersey 8; money0 is 14; money1 is 22;
         roll 8 1: helmet 8; money0 is 14"
        "solo set2; owned0 = 8; roll 8 1; money1 is 22";

    // Card 4 has box 2 in print, and the other player owns horse 2.
    ls_a31_dance_card_pays_its_owner_or_everyone:
        "cards dance-card; owned0 = 4; owned1 = 2; score0 is 0 0 0 12 0; score1 is 0 0 0 12 0"
        "reading card_pays_owned everyone; cards dance-card; owned0 = 4; owned1 = 2;
         score0 is 0 0 0 12 0; score1 is 0 0 0 12 4";

    ls_a31_bread_line_pays_at_scoring_or_at_once:
        "cards set1+bread-line; owned0 = 7; row; roll 2 1: concession 4, one_back; money0 is 12;
         score0 is 0 0 0 12 3"
        "reading rows_pay at_once; cards set1+bread-line; owned0 = 7; row;
         roll 2 1: concession 4, one_back; money0 is 15; score0 is 0 0 0 15 0";

    // Roland is not paid (LS-56), so there is no decision.
    ls_a31_great_appreciation_raises_purses_or_odds:
        "cards great-appreciation; finish 7 4 8; owned0 = 8; owned1 = 7 4; score0 is 15 0 0 12 10;
         score1 is 60 0 0 12 20"
        "solo great-appreciation; finish 7 4 8; owned0 = 8; owned1 = 7 4; score0 is 15 0 0 12 10;
         score1 is 60 0 0 20 0; roll 1 1; unasked 0 ability"
        "reading placed_pays odds; cards great-appreciation; finish 8 2 4; owned0 = 8;
         bets0 = 0 0 0 0 0 0 0 2; bets1 = 0 0 0 0 0 0 0 2; score0 is 35 38 0 12 0;
         score1 is 0 18 0 12 0";

    // $2 do not suffice for a bet of $3. A finished horse rolled again is neither bet on nor bought, but its box
    // is marked.
    ls_a32_no_other_horse_is_tried_and_no_smaller_bet_made:
        "solo; money1 = 2; roll 3 2; bets1 is 0 0 0 0 0 0 0 0; money1 is 4"
        "solo; at.8 = 15; roll 8 1; money1 is 24; roll 4 2 again 8; bets1 is 0 0 0 0 0 0 0 0;
         money1 is 26; roll 8 3 again 1; bar.1 is 6 8"
        "solo; at.1 = 15; roll 1 3 again 2; money1 is 21; roll 3 1 again 1; owned1 is; money1 is 24";

    ls_a33_a_tie_in_the_solo_race_is_broken_like_any:
        "solo; finish 7 2 4; owned1 = 7; money0 = 55; money1 = 20; winners is 1";

    // The default if no horse is left.
    ls_a34_the_lowest_and_the_cheapest_horse_are_those_that_have_not_finished:
        "solo; finish 1 7; roll 2 1; owned1 is 2; money1 is 10; roll 4 1; owned1 is 2 8; money1 is 6"
        "solo; owned0 = 2 3 4 5 6 8; finish 1 7; roll 2 1; owned1 is; money1 is 23; roll 4 1; owned1 is;
         money1 is 26";
}

#[test]
fn ls_a35_pay_it_forward_ends_at_the_no_bet_line() {
    for (space, to, asked) in
        [(10, 11, "asked"), (11, 12, "asked"), (12, 12, "unasked"), (14, 14, "unasked")]
    {
        scene(&format!(
            "cards set1; owned0 = 3; at.5 = {space}; at.6 = {space}; helmets0 = 5;
             roll 7 1: wild_bet 5 3; at.5 is {to}; at.6 is {to}; {asked} 0 ability"
        ));
    }
}
