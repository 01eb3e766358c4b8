//! The Actions of a turn, LS-24 to LS-40.

use super::scene::{scene, scenes};

scenes! {
    ls_24_each_player_takes_one_action_from_the_active_player_on:
        "players 4; active = 2; roll 5 1; order TurnBegins { seat: 2 } < Acts { seat: 2 <
         TurnBegins { seat: 3 } < Acts { seat: 3 < TurnBegins { seat: 0 } < Acts { seat: 0 <
         TurnBegins { seat: 1 } < Acts { seat: 1";

    ls_25_the_action_takes_the_number_rolled_and_may_repeat_others:
        "lists 0 on 7 concession: 5 14; lists 0 on 7 helmet: 7; lists 0 on 7 jersey: 7;
         lists 0 on 7 bet: 7 7 7; lists 0 on 7 buy: 7; roll 7 1: helmet 7 / helmet 7; helmets0 is 7;
         helmets1 is 7";

    ls_26_a_wild_number_names_any_other_number:
        "lists 0 on 3 wild_helmet: 1 2 4 5 6 7 8; lists 0 on 3 wild_buy: 1 2 4 5 6 7 8;
         lists 0 on 3 wild_bet: 1 1 1 2 2 2 4 4 4 5 5 5 6 6 6 7 7 7 8 8 8; roll 3 1: wild_bet 8 2; bet0.8 is 2; money0 is 10;
         wilds0 is 1; wilds0 = 3; not 0 on 3: wild_concession, wild_helmet, wild_jersey, wild_bet, wild_buy";

    ls_27_a_concession_is_an_unmarked_cell_of_the_number:
        "roll 4 1: concession 11; grid0 is 11; not 0 on 4: concession 11, concession 1;
         may 0 on 4: concession 2";

    // Cell 1, an 8, completes the first row and the first column; a diagonal gives no bonus.
    ls_28_a_completed_line_gives_a_bonus_and_two_at_once_give_two:
        "row; roll 2 1: concession 4, money; money0 is 19; tiles0 is 1"
        "grid0 = 2 3 4 5 9 13; roll 8 1: concession 1, money, money; money0 is 26; tiles0 is 2"
        "grid0 = 6 11 16; roll 8 1: concession 1; tiles0 is 0";

    // The edition's order: 3 times money, 2 Free Bets, a horse, the moves, a Helmet, a Jersey. Only the
    // second Free Bet is left, so there is no decision.
    ls_29_each_tile_is_marked_once:
        "tiles0 = 1 2 3 4 6 7 8 9 10 11 12; row; roll 2 1: concession 4, bet 5; tiles0 is 12;
         bet0.5 is 3; unasked 0 bonus";

    // The roll moves horse 2 to 6, and horse 5 to 6 by its mark on card 2.
    ls_30_bonuses_do_what_their_tiles_say:
        "row; roll 2 1: concession 4, money; money0 is 19"
        "all = 5 5 5 5 5 5 5 5; row; roll 2 1: concession 4, two_back, move 1, move 2;
         all is 3 4 5 5 6 5 5 5"
        "all = 5 5 5 5 5 5 5 5; row; roll 2 1: concession 4, one_back, move 3; all is 5 6 2 5 6 5 5 5"
        "all = 5 5 5 5 5 5 5 5; row; roll 2 1: concession 4, two_forward, move 8, move 7;
         all is 5 6 5 5 6 5 7 7"
        "all = 5 5 5 5 5 5 5 5; row; roll 2 1: concession 4, one_forward, move 4;
         all is 5 6 5 8 6 5 5 5"
        "row; roll 2 1: concession 4, free_bet, bet 8 3; bet0.8 is 3; money0 is 12"
        "row; roll 2 1: concession 4, helmet, mark 8; helmets0 is 8"
        "row; roll 2 1: concession 4, jersey, mark 8, mark 1; jerseys0 is 8; bar.8 is 1 2 4"
        "row; roll 2 1: concession 4, horse, take 1; owned0 is 1; money0 is 12";

    ls_31_a_helmet_opens_bets_past_the_line:
        "at.1 = 12; at.2 = 11; not 0 on 1: bet; may 0 on 2: bet; helmets0 = 1; may 0 on 1: bet;
         not 0 on 1: helmet";

    ls_32_a_jersey_marks_a_box_on_the_card_of_the_number:
        "roll 3 1: jersey 3, mark 7; jerseys0 is 3; bar.3 is 1 7";

    ls_33_bets_are_paid_and_added_to:
        "roll 3 1: bet 3 3; roll 3 1: bet 3 2; bet0.3 is 5; money0 is 7";

    ls_34_no_bets_past_the_line_or_on_finished_horses:
        "at.7 = 14; at.8 = 12; roll 7 2; not 0 on 7: bet; not 0 on 8: bet; may 0 on 6: bet;
         not 0 on 1: wild_bet 7, wild_bet 8; may 0 on 1: wild_bet 6";

    // Only horse 8 is open to bets, so there is no decision.
    ls_35_free_bets_cost_nothing_and_have_the_same_limits:
        "all = 12 12 12 12 12 12 12 3; row; money0 = 1; roll 2 1: concession 4, free_bet;
         bet0.8 is 3; money0 is 1; unasked 0 free_bet";

    // $6 suffice for a horse of $6, but not for one of $10.
    ls_36_buying_pays_the_cost_of_an_unfinished_horse_of_the_market:
        "roll 5 1: buy 5; owned0 is 5; money0 is 6; market is 1 2 3 4 6 7 8; not 1 on 5: buy;
         may 0 on 6: buy; not 0 on 1: buy"
        "at.8 = 15; roll 8 1; not 0 on 8: buy";

    ls_37_a_stuck_player_may_erase_a_wild_mark:
        "grid0 = 5 14; helmets0 = 7; jerseys0 = 7; money0 = 0; owned1 = 7; wilds0 = 2;
         roll 7 1: erase; wilds0 is 1";

    ls_38_the_dice_pass_to_the_left:
        "players 3; active is 0; roll 1 1; active is 1; roll 1 1; active is 2; roll 1 1; active is 0";

    ls_39_abilities_work_only_while_owned:
        "cards set1; roll 2 1; money0 is 12; owned0 = 2; roll 2 1; money0 is 14; money1 is 12";
}

#[test]
fn ls_39_abilities_are_optional_at_scoring_too() {
    // Great Appreciation pays the owner 10 and the other 20: by default the owner uses it unless that loses.
    for (money, actions, mine, other, winner) in [
        (90, "", 115, 80, 0),
        (50, "", 65, 60, 0),
        (45, "", 70, 80, 1),
        (0, "", 25, 80, 1),
        (50, "use", 75, 80, 1),
        (90, "pass", 105, 60, 0),
    ] {
        scene(&format!(
            "cards great-appreciation; finish 7 4 8; owned0 = 8; owned1 = 7 4; money0 = {money};
             money1 = 0; roll 1 1: {actions}; total0 is {mine}; total1 is {other}; winners is {winner};
             asked 0 ability; unasked 1 ability"
        ));
    }
    // There is no decision if it pays only the owner, or if the race is unfinished.
    scene(
        "cards great-appreciation; finish 7 4 8; owned0 = 8 7; roll 1 1; unasked 0 ability;
           total0 is 82",
    );
    scene(
        "cards great-appreciation; finish 7 8; owned0 = 8; owned1 = 7; roll 1 1: helmet 1;
           unasked 0 ability",
    );
    // Dance Card with the reading that it pays all players.
    for (actions, paid) in [("use", 4), ("pass", 0)] {
        scene(&format!(
            "reading card_pays_owned everyone; cards dance-card; owned0 = 2; owned1 = 4; finish 7 3 8;
             money0 = 0; money1 = 0; roll 1 1: / {actions}; score0 is 0 0 0 0 {paid};
             score1 is 0 0 0 0 0"
        ));
    }
}

#[test]
fn ls_40_abilities_wait_for_their_triggers() {
    for (card, number, prepare, rolled, actions, used) in [
        // At the start of the owner's turn, for the number on the die.
        ("too-lucky", 2, "", 2, "concession", true),
        ("too-lucky", 2, "", 3, "wild_concession 4", false),
        ("magic-hate-ball", 8, "", 8, "concession", true),
        ("magic-hate-ball", 8, "", 1, "wild_helmet 8", false),
        // The Concession Action that completes a line.
        ("chain-reaction", 1, "column", 1, "concession 13", true),
        ("chain-reaction", 1, "column", 3, "concession", false),
        ("chain-reaction", 1, "column", 1, "helmet", false),
        // The Helmet Action, for a jockey set.
        ("product-placement", 8, "jerseys0 = 2", 2, "helmet", true),
        ("product-placement", 8, "", 2, "helmet", false),
        // The Jersey Action.
        ("double-crosser", 4, "", 2, "jersey", true),
        ("double-crosser", 4, "", 2, "helmet", false),
        // The Bet Action.
        ("fancy-hat", 5, "helmets0 = 2", 2, "bet 2 1", true),
        ("fancy-hat", 5, "helmets0 = 2", 2, "jersey", false),
        ("early-bird-special", 4, "", 2, "bet 2 1", true),
        ("early-bird-special", 4, "", 2, "buy", false),
        // When bought: only the card itself, and not at the owner's roll.
        ("partner-in-crime", 8, "", 6, "buy", true),
        ("partner-in-crime", 6, "", 5, "buy", false),
        ("partner-in-crime", 6, "", 6, "helmet", false),
    ] {
        let prepare = if prepare.is_empty() { "row; grid0 = 0" } else { prepare };
        let log = if used { "log" } else { "nolog" };
        let card_used = if card == "partner-in-crime" { 5 } else { number - 1 };
        scene(&format!(
            "cards set1+{card}; owned0 = {number}; {prepare}; roll {rolled} 1: {actions};
             {log} AbilityUsed {{ seat: 0, card: {card_used} }}"
        ));
    }
    // At scoring: the money does not change.
    for (card, number, pays) in [("laundry-day", 5, 10), ("pie-in-the-sky", 2, -10)] {
        scene(&format!(
            "cards set1+{card}; owned0 = {number}; roll 3 1: concession / concession;
             score0 is 0 0 0 12 {pays}; score1 is 0 0 0 12 0"
        ));
    }
}
