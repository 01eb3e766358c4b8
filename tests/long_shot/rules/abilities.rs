//! A worked case at least for each of the Horse Abilities that LS-39, LS-40 and LS-A8 to LS-A35 do not
//! bring about. The owner is seat 0.

use super::scene::{scene, scenes};

#[test]
fn abilities_at_scoring() {
    for (card, owned, prepare, pays) in [
        ("golden-corral", "1 4", "", 0),
        ("golden-corral", "1 4 8", "", 10),
        ("laundry-day", "5", "helmets0 = 1", 10),
        ("laundry-day", "5", "helmets0 = 1; jerseys0 = 1", 0),
        ("lone-ranger", "6", "helmets0 = 1 2; jerseys0 = 8", 6),
        // Two complete rows and a column.
        ("bread-line", "7", "grid0 = 1 2 3 4 5 9 10 11 12 13", 6),
        // Card 4 bears the mark of 2 in print.
        ("dance-card", "4 2 7", "", 4),
        ("pie-in-the-sky", "2", "", -10),
    ] {
        let prepare = if prepare.is_empty() { "grid0 = 0" } else { prepare };
        let sets = if prepare.contains("; jerseys0 = 1") { 5 } else { 0 };
        scene(&format!(
            "cards set1+{card}; owned0 = {owned}; {prepare}; score0 is 0 0 {sets} 12 {pays};
             score1 is 0 0 0 12 0"
        ));
    }
    scene("cards pie-in-the-sky; finish 1 3 2; owned0 = 2; score0 is 15 0 0 12 0");
}

scenes! {
    abilities_by_completed_lines:
        // $9 for $7.
        "cards set1+silver-spoon; owned0 = 2; row; roll 2 1: concession 4, money; money0 is 21"
        // A Wild mark for a row.
        "cards set1+five-leaf-clover; owned0 = 5; wilds0 = 2; row; roll 2 1: concession 4, money;
         wilds0 is 1"
        // A dollar for each line.
        "cards set1+out-of-alignment; owned0 = 1; grid0 = 2 3 4 5 9 13;
         roll 8 1: concession 1, money, money; money0 is 28"
        // One more cell for a column.
        "cards set1; owned0 = 1; column; roll 1 1: concession 13, mark, concession 8, money;
         grid0 is 1 5 8 9 13"
        // A horse back for a row, here after the bonus.
        "cards set1+charley-horse; owned0 = 5; at.8 = 3; row;
         roll 2 1: concession 4, bonus, money, move 8; at.8 is 2"
        // $6 if it is taken by the bonus.
        "cards set1+equestrian-inception; row; roll 2 1: concession 4, horse, take 6; money0 is 18"
        // A Free Bet of $5.
        "cards set1+three-four-five; owned0 = 4; row; roll 2 1: concession 4, free_bet, bet 8 5;
         bet0.8 is 5";

    abilities_that_lengthen_the_moves_of_bonuses:
        "cards set1+receding-mare-line; owned0 = 3; at.7 = 6; at.8 = 6; row;
         roll 2 1: concession 4, two_back, use, move 7, move 8; at.7 is 3; at.8 is 3"
        "cards set1+donut-dollie; owned0 = 8; at.3 = 6; row;
         roll 2 1: concession 4, one_forward, use, move 3; at.3 is 10"
        "cards set1+donut-dollie+receding-mare-line; owned0 = 3 8; at.7 = 6; row;
         roll 2 1: concession 4, one_back, use, use, move 7; at.7 is 1";

    abilities_when_bought:
        // Erases two Wild marks.
        "cards set1+loosey-goosey; wilds0 = 3; roll 3 1: buy 3; wilds0 is 1"
        // Moves itself, as far as the line, and another horse.
        "cards set1+partner-in-crime; at.3 = 4; at.6 = 14; finish 8; roll 6 1: buy 6, move 3; at.6 is 15;
         at.3 is 7; offered move: 1 2 3 4 5 7"
        // Marks anything, and a Jersey without a box.
        "cards set1; roll 6 1: buy 6, jersey 3; jerseys0 is 3; unasked 0 box"
        // Marks two Jerseys and no boxes.
        "cards set1+inventory-check; jerseys0 = 1; roll 7 1: buy 7, jersey 2, jersey 8;
         jerseys0 is 1 2 8; unasked 0 box"
        // With three dollars left 1 and 4 are too dear at half; 3 is sold, 6 has finished.
        "cards set1+half-off-sale; finish 6; owned1 = 3; money0 = 13; roll 2 1: buy 2, buy 5; money0 is 0;
         owned0 is 2 5; offered half_price: 5 7 8";

    abilities_by_the_roll:
        // Moves a horse that is not in the lead and has not finished.
        "cards set1; owned0 = 7; all = 9 9 8 0 0 0 0 0; finish 8; roll 7 1: move 3; at.3 is 11;
         offered move: 2 3 4 5 6 7"
        // Costs all others two dollars, or what they have.
        "players 3; cards magic-hate-ball; owned0 = 8; money2 = 1; roll 8 1;
         log MoneyLost { seat: 1, dollars: 2; log MoneyLost { seat: 2, dollars: 1";

    abilities_of_bets:
        // Bets a dollar and moves the horse, but not across the line, and not past the No Bet line.
        "cards set1+strung-along; owned0 = 1; roll 5 1: bet_and_move 5; bet0.5 is 1; money0 is 11;
         at.5 is 2; at.5 = 14; not 0 on 5: bet_and_move; helmets0 = 5; roll 5 1: bet_and_move 5;
         at.5 is 15"
        // The first bet on a horse is free, the second is not.
        "cards set1+early-bird-special; owned0 = 4; money0 = 0; roll 5 1: bet 5 3; bet0.5 is 3;
         money0 is 0; not 0 on 5: bet; money0 = 5; roll 5 1: bet 5 2; bet0.5 is 5; money0 is 3"
        // Pays for bets, paid or free, on a horse whose Helmet is marked.
        "cards set1+fancy-hat; owned0 = 5; roll 7 1: bet 7 2; money0 is 10; helmets0 = 7;
         roll 7 1: bet 7 2; money0 is 9; row; roll 2 1: concession 4, free_bet, bet 7; money0 is 10"
        // Moves all horses of the space after a bet of three dollars on one that is not alone.
        "cards set1; owned0 = 3; all = 0 0 0 0 3 4 4 5; roll 5 1: bet 5 3; all is 1 0 0 1 5 5 5 5"
        "cards set1; owned0 = 3; all = 0 0 0 0 3 4 4 5; roll 5 1: bet 5 2; unasked 0 ability";

    abilities_of_marks:
        // Marks two boxes.
        "cards set1; owned0 = 4; roll 7 1: jersey 7, mark 7, mark 8; bar.7 is 1 3 7 8"
        // Takes up to two dollars from the owner of the card.
        "cards set1+sticky-fingers; owned0 = 7; owned1 = 5; money1 = 5; roll 5 1: jersey 5, mark 8;
         money0 is 14"
        "cards set1+sticky-fingers; owned0 = 7; owned1 = 5; money1 = 1; roll 5 1: jersey 5, mark 8;
         money0 is 13"
        // Bets two dollars when a set is complete, past the line too.
        "cards set1; owned0 = 8; at.4 = 12; jerseys0 = 4; roll 4 1: helmet 4, use; bet0.4 is 2;
         money0 is 12";

    // Marks a neighbour of the number rolled, without wrapping, and not with a Wild.
    abilities_of_concessions:
        "cards scatter-shot; owned0 = 3; lists 0 on 5 concession: 2 7 9 10 11 16;
         lists 0 on 8 concession: 1 5 12 14; lists 0 on 1 concession: 3 4 6 13;
         lists 0 on 5 wild_concession: 1 2 3 4 5 6 7 8 9 11 12 13 14 15";
}
