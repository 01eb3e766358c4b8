//! The end of the race and its score, LS-41 to LS-46.

use super::scene::{scene, scenes};

scenes! {
    ls_41_the_round_of_the_third_finisher_is_played_to_its_end:
        "players 3; all = 0 0 0 0 0 14 15 15; active = 1; roll 8 2; roll 7 2; roll 6 2; finished is 1;
         order TurnBegins { seat: 0 } < TurnBegins { seat: 1 } < TurnBegins { seat: 2 }";

    ls_42_purses_go_to_the_owners_of_placed_horses:
        "cards set1; finish 8 3 1; owned0 = 8 6; owned1 = 3 1; score0 is 35 0 0 12 0; score1 is 40 0 0 12 0";

    ls_43_bets_pay_by_place_and_past_the_line_once:
        "all = 12 0 11 0 0 0 0 0; finish 7 2 4; bets0 = 6 0 5 0 0 0 0 3; score0 is 0 6 0 12 0;
         bets0 = 0 2 0 3 0 0 1 0; score0 is 0 29 0 12 0";

    // Horse 7 is first, 3 second, 4 third; 1 is past the line, 2 and 8 are not. John owns horse 4. Card 4 has
    // no marked box of his horses, so Dance Card pays nothing.
    ls_43_the_scoring_example_gives_109_dollars_line_by_line:
        "all = 12 11 0 0 0 0 0 11; finish 7 3 4; owned0 = 4; bets0 = 6 5 0 5 0 0 6 3; money0 = 4;
         helmets0 = 2 4; jerseys0 = 2 4; pays0.1 is 1; pays0.2 is 0; pays0.4 is 4; pays0.7 is 9;
         pays0.8 is 0; score0 is 15 80 10 4 0; total0 is 109";

    ls_44_each_jockey_set_scores_five_dollars:
        "finish 7 2 4; helmets0 = 1 2 3; jerseys0 = 2 3 4; score0 is 0 0 10 12 0";

    ls_45_money_and_at_scoring_abilities_are_added:
        "cards set1; finish 7 2 4; owned0 = 5; money0 = 9; score0 is 0 0 0 9 10; total0 is 19";

    ls_46_most_money_wins_and_ties_go_to_the_best_placed_horse:
        "finish 7 2 4; owned0 = 2; owned1 = 7; money0 = 20; money1 = 10; winners is 1;
         money0 = 21; winners is 0";
}

#[test]
fn ls_43_each_pair_of_numbers_has_its_odds() {
    for [first, second, third, odds] in [
        ["1", "3", "5", "5 5 5"],
        ["3", "5", "7", "6 6 7"],
        ["5", "7", "1", "7 8 3"],
        ["7", "1", "3", "9 4 4"],
        ["2", "4", "6", "5 5 5"],
        ["4", "6", "8", "6 6 7"],
        ["6", "8", "2", "7 8 3"],
        ["8", "2", "4", "9 4 4"],
    ] {
        scene(&format!("finish {first} {second} {third}; odds is {odds}"));
    }
}
