//! The solo race, LS-47 to LS-61.

use super::scene::scenes;
use crate::long_shot::common::starts;

#[test]
fn ls_47_roland_starts_with_bets_and_twenty_dollars() {
    starts("solo", 2, |state| {
        let roland = state.sheets[1];
        let bets: u8 = roland.bets().iter().sum();
        assert_eq!((roland.grid, roland.money, bets), (0, 20, 6));
    });
}

scenes! {
    ls_48_the_player_goes_first_in_every_round:
        "solo; roll 8 1; active is 0; order TurnBegins { seat: 0 } < TurnBegins { seat: 1 };
         roll 8 1; active is 0; order TurnBegins { seat: 0 } < TurnBegins { seat: 1 }";

    ls_49_the_column_is_the_movement_die_and_the_row_the_horse_die:
        "solo; roll 8 1; money1 is 24";

    // The example of the rulebook: dice 1 and 3, then a 7.
    ls_50_the_horse_die_is_rolled_again_if_the_cell_says_so:
        "solo; owned1 = 4; roll 1 3 again 7; bar.7 is 1 3 4";

    // Roland owns no horse: $1; then $2; then $3.
    ls_51_what_cannot_be_done_gives_the_default_of_the_column:
        "solo; roll 1 3 again 7; money1 is 21; roll 1 2; money1 is 23"
        "solo; owned0 = 3; roll 3 1 again 3; money1 is 23";

    ls_53_roland_pays_unless_it_is_free:
        "solo; at.8 = 3; roll 3 2; bet1.8 is 3; money1 is 17; roll 6 2 again 1; bet1.1 is 2; money1 is 17;
         roll 4 1; owned1 is 7; money1 is 13";

    // `Too Lucky` pays nothing, `Laundry Day` scores nothing, and `Great Appreciation` pays no player.
    ls_54_rolands_horses_have_no_abilities:
        "solo; owned1 = 2 5; roll 8 1; roll 2 1; nolog AbilityUsed { seat: 1; score1 is 0 0 0 14 0"
        "solo great-appreciation; finish 8 7 4; owned0 = 7; owned1 = 8; score0 is 25 0 0 12 0;
         score1 is 35 0 0 20 0";

    // The roll moves horse 3 out of the tie; card 1 moves horse 6.
    ls_55_of_horses_that_tie_the_lowest_number_is_meant:
        "solo; at.3 = 3; at.5 = 3; roll 3 2; bet1.3 is 3"
        "solo; at.4 = 5; at.6 = 5; money1 = 10; roll 1 1; owned1 is 6"
        "solo; at.4 = 5; at.5 = 5; roll 1 1; owned1 is 4";

    ls_56_roland_scores_bets_money_and_purses:
        "solo; finish 7 2 4; owned1 = 7; bets1 = 0 0 0 0 0 0 2 0; money1 = 5; score1 is 35 18 0 5 0";

    ls_57_lead_and_last_leave_finished_horses_out:
        "solo; all = 0 4 4 4 4 4 9 15; roll 8 1; lead is 7; last is 1";

    ls_59_a_horses_box_is_its_number_on_the_card_rolled:
        "solo; roll 7 3 again 2; bar.2 is 5 7";

    ls_60_the_higher_of_the_two_scores_wins:
        "solo; finish 7 2 4; money0 = 30; money1 = 29; winners is 0; money1 = 31; winners is 1";

    ls_61_plus_moves_forward_and_minus_backward:
        "all = 5 5 5 5 5 5 5 5; row; roll 2 1: concession 4, one_forward, move 1; at.1 is 8"
        "all = 5 5 5 5 5 5 5 5; row; roll 2 1: concession 4, one_back, move 1; at.1 is 2";
}
