//! Worked cases of the Riders: every answer of the rulebook's FAQ (ES-52 to ES-63), and the other
//! abilities as the table of Riders has them.

use super::plain_eight_seconds::components::Face;
use super::plain_eight_seconds::{Action, Ending, Payment, Point};
use super::scene::{ALL, Scene};

const HARD: [&str; 3] = ["3-2-2", "2-3-2", "2-2-2"];

fn change(die: usize, face: Face) -> Action {
    Action::Change { die, face }
}

#[test]
fn es_49_two_riders_are_dealt_and_one_is_kept() {
    let mut scene = Scene::with(2, |rules| rules.riders = true);
    scene.script = scene.script.bulls(&[3, 9, 0, 4]);
    scene = scene
        .choose(Point::KeepRider, Action::KeepRider(9))
        .choose(Point::KeepRider, Action::KeepRider(0));
    scene.referee.deal_riders(&mut scene.script);
    let [first, second] = [0, 1].map(|seat: usize| scene.referee.state.seats[seat].clone());
    // ES-50: Jennie comes with two Special Ability tokens, Mike with none.
    assert_eq!((first.rider, first.uses_left), (Some(9), 2));
    assert_eq!((second.rider, second.uses_left), (Some(0), 0));
    assert_eq!(scene.referee.state.hidden_riders.len(), 16);
}

#[test]
fn es_51_black_riders_may_stay_in_the_box() {
    let scene = Scene::with(8, |rules| {
        rules.riders = true;
        rules.black_riders = false;
    });
    // Sixteen are left: exactly two for each of eight players.
    assert_eq!(scene.referee.state.hidden_riders.len(), 16);
}

#[test]
fn es_52_brock_changes_one_die_of_an_opponents_turn() {
    let mut scene = Scene::with_rider(3, 1, "Brock")
        .tokens(1, 6)
        .deal(&HARD)
        .roll("TTTB BKKT")
        .choose(Point::ChangeTheirDie, change(6, Face::Blank))
        .reroll_for_bull(&[6], "2-2-2")
        // He could pay, but has had his die of this turn: nobody asks him.
        .roll("K")
        .ride("3-2-2");
    assert_eq!(scene.turn(0), Ending::Rode { highest: 15 });
    assert_eq!(scene.held(1), 4);
    // With one token he is not asked, and never on his own turn.
    let mut scene = Scene::with_rider(3, 1, "Brock").tokens(1, 1).deal(&HARD).roll("TTTB BKKT");
    scene = scene.ride("3-2-2");
    scene.turn(0);
    let mut scene = Scene::with_rider(3, 1, "Brock").tokens(1, 6).no_purchase().deal(&HARD);
    scene = scene.roll("TTTB BKKT").ride("3-2-2");
    scene.turn(1);
}

#[test]
fn es_53_es_q35_pat_counts_clowns_and_retrieved_ones() {
    // Two Clowns lie, a third was retrieved and not rolled since: three tokens more.
    let mut scene = Scene::with_rider(2, 0, "Pat")
        .tokens(0, 1)
        .no_purchase()
        .deal(&HARD)
        .roll("TT** *B--")
        .choose(Point::ClownOut, Action::Retrieve(vec![4]))
        .then(Action::Dismount);
    assert_eq!(scene.turn(0), Ending::Dismounted { tokens: 1 + 3 });
    // Rolled since, it counts no more.
    let mut scene = Scene::with_rider(2, 0, "Pat")
        .tokens(0, 1)
        .no_purchase()
        .deal(&HARD)
        .roll("TT** *B--")
        .choose(Point::ClownOut, Action::Retrieve(vec![4]))
        .reroll_for_bull(&[4, 6, 7], "2-2-2")
        .roll("---")
        .then(Action::Dismount);
    assert_eq!(scene.turn(0), Ending::Dismounted { tokens: 1 + 2 });
}

#[test]
fn es_54_cooter_discards_bulls_of_several_players_but_never_the_last() {
    let mut scene = Scene::with_rider(3, 2, "Cooter").tokens(2, 4).deal(&HARD);
    let (first, second) = (scene.bull("2-2-2"), scene.bull("2-1-0"));
    scene = scene
        .choose(Point::DiscardTheirBull, Action::DiscardTheirBull(first))
        .roll("TTTB BKKT")
        .ride("3-2-2");
    scene.turn(0);
    scene = scene
        .deal(&["2-1-0", "2-1-1", "2-2-1"])
        .choose(Point::DiscardTheirBull, Action::DiscardTheirBull(second))
        .roll("TTTB BKKT")
        .ride("2-1-1");
    scene.turn(1);
    assert_eq!(scene.held(2), 0);

    // A line-up of one Bull.
    let mut scene = Scene::with_rider(2, 1, "Cooter").tokens(1, 4);
    let deck = std::mem::take(&mut scene.referee.state.deck);
    scene.referee.state.deck = deck[..1].to_vec();
    scene.referee.state.seats[1].bulls = deck[1..].to_vec();
    scene = scene.deal(&["2-1-0"]).roll("KKKK KKKK");
    scene.turn(0);
    assert_eq!(scene.held(1), 4);
}

#[test]
fn es_55_sammy_rides_two_bulls_with_the_same_dice() {
    let mut scene = Scene::with_rider(2, 0, "Sammy").deal(&["2-2-1", "2-1-0", "0-1-3"]);
    let second = scene.bull("2-1-0");
    scene = scene
        .roll("TTBB KTB*")
        .ride("2-2-1")
        // Two Turns, two Bucks and the Kick, and a Turn and a Buck to spare.
        .choose(Point::UsedDice, Action::Use(vec![0, 1, 2, 3, 4]))
        .choose(Point::AfterRide, Action::Ride(second));
    assert_eq!(scene.turn(0), Ending::Rode { highest: 7 });
    // The second takes the same Turns and Buck: two dice are used on neither.
    assert_eq!(scene.held(0), 2);
    assert_eq!(scene.referee.state.seats[0].bulls.len(), 2);
}

#[test]
fn es_55_sammy_rerolls_only_unused_dice_and_pays_for_it() {
    let mut scene = Scene::with_rider(2, 0, "Sammy").deal(&["2-1-0", "0-1-3", "3-2-2"]);
    let (second, paid) = (scene.bull("0-1-3"), scene.bull("3-2-2"));
    scene = scene
        .roll("TTBK -TB*")
        .ride("2-1-0")
        .choose(Point::UsedDice, Action::Use(vec![0, 1, 2]))
        .choose(Point::AfterRide, Action::Reroll)
        .choose(Point::Dice, Action::Roll(vec![4, 5, 6]))
        .choose(Point::Payment, Action::Pay(Payment::GiveUp(paid)))
        .roll("KKB")
        .choose(Point::AfterRide, Action::Ride(second));
    assert_eq!(scene.turn(0), Ending::Rode { highest: 5 });
    // Used: T T B on the first, the same B and K K K on the second; the Buck of die 6 is to spare.
    assert_eq!(scene.held(0), 1);
    for set in scene.offered(Point::Dice, 0) {
        let Action::Roll(dice) = set else { panic!("{set:?}") };
        assert!(dice.iter().all(|die| [3, 4, 5, 6].contains(die)) && dice.contains(&4));
    }
}

#[test]
fn es_55_sammy_may_stop_after_one_and_keeps_it_through_three_clowns() {
    let mut scene = Scene::with_rider(2, 0, "Sammy")
        .deal(&["2-1-0", "0-1-3", "3-2-2"])
        .roll("TTBK -TBK")
        .ride("2-1-0")
        .choose(Point::UsedDice, Action::Use(vec![0, 1, 2]))
        .choose(Point::AfterRide, Action::Stop);
    assert_eq!(scene.turn(0), Ending::Rode { highest: 3 });
    assert_eq!(scene.held(0), 4);

    let mut scene = Scene::with_rider(2, 0, "Sammy").deal(&["2-1-0", "0-1-3", "3-2-2"]);
    let paid = scene.bull("3-2-2");
    scene = scene
        .roll("TTBK -TB*")
        .ride("2-1-0")
        .choose(Point::UsedDice, Action::Use(vec![0, 1, 2]))
        .choose(Point::AfterRide, Action::Reroll)
        .choose(Point::Dice, Action::Roll(vec![4, 5, 6]))
        .choose(Point::Payment, Action::Pay(Payment::GiveUp(paid)))
        .roll("**B");
    assert_eq!(scene.turn(0), Ending::Rode { highest: 3 });
    assert_eq!(scene.held(0), 0);
    assert_eq!(scene.referee.state.seats[0].bulls.len(), 1);
}

#[test]
fn es_56_jennie_changes_any_die_twice_in_a_game() {
    // An opponent's die.
    let mut scene = Scene::with_rider(2, 1, "Jennie")
        .deal(&HARD)
        .roll("TTTB BKK*")
        .choose(Point::ChangeTheirDie, change(0, Face::Clown))
        .then(Action::Dismount);
    assert_eq!(scene.turn(0), Ending::Dismounted { tokens: 3 });
    // Her own.
    scene = scene.deal(&["3-1-0", "0-1-3", "2-2-1"]).roll("TTBK ----").then(change(3, Face::Turn));
    scene = scene.ride("3-1-0");
    assert_eq!(scene.turn(1), Ending::Rode { highest: 5 });
    // Both uses are spent: she is not asked any more.
    assert_eq!(scene.referee.state.seats[1].uses_left, 0);
    scene = scene.no_purchase().deal(&["1-2-0", "0-2-1", "0-1-2"]);
    scene = scene.roll("TTTT TTTT").then(Action::Dismount);
    scene.turn(0);
}

#[test]
fn es_57_jorges_free_reroll_comes_before_every_rule() {
    // Three Clowns, all dice again, three Clowns: a Clown Out with both options.
    let mut scene = Scene::with_rider(2, 0, "Jorge")
        .deal(&HARD)
        .roll("***T TTTT")
        .choose(Point::FreeFirstReroll, Action::Roll(ALL.to_vec()))
        .roll("***B BBBB")
        .choose(Point::ClownOut, Action::TakeTokens);
    assert_eq!(scene.turn(0), Ending::ClownedOut);
    assert_eq!(scene.offered(Point::ClownOut, 0).len(), 3);
    // Any dice, so also Clowns alone.
    assert_eq!(scene.offered(Point::FreeFirstReroll, 0).len(), 1 << 8);

    // Clowns away: no Clown Out.
    let mut scene = Scene::with_rider(2, 0, "Jorge")
        .deal(&HARD)
        .roll("***T TTTT")
        .choose(Point::FreeFirstReroll, Action::Roll(vec![0, 1, 2]))
        .roll("BBK")
        .then(Action::Dismount);
    assert_eq!(scene.turn(0), Ending::Dismounted { tokens: 4 });
    assert_eq!(scene.referee.state.ride.rolls, 1);
}

#[test]
fn es_58_mikes_token_draws_two_bulls_before_the_roll() {
    let mut scene = Scene::with_rider(2, 0, "Mike")
        .tokens(0, 1)
        .choose(Point::BuyBulls, Action::BuyBulls)
        .deal(&["3-2-2", "2-3-2", "2-2-2", "2-1-0", "2-1-1"])
        .roll("TTTB BKKT")
        .ride("3-2-2");
    scene.turn(0);
    assert_eq!(scene.referee.state.discards.len(), 4);
}

#[test]
fn es_59_dawson_rides_the_lowest_bull_without_a_roll() {
    let mut scene = Scene::with_rider(2, 0, "Dawson").deal(&["2-2-1", "2-1-1", "2-2-0"]);
    let bull = scene.bull("2-2-0");
    scene = scene.choose(Point::RideUnrolled, Action::RideUnrolled(bull));
    assert_eq!(scene.turn(0), Ending::Rode { highest: 5 });
    // Ties are his choice; he takes no token, and has one use.
    assert_eq!(scene.offered(Point::RideUnrolled, 0).len(), 3);
    assert_eq!((scene.held(0), scene.referee.state.seats[0].uses_left), (0, 0));
    scene = scene.deal(&HARD).roll("TTTT TTTT").then(Action::Dismount);
    scene.turn(0);
}

#[test]
fn es_60_sallys_locked_die_is_not_rolled_again() {
    let lock = Action::Lock { die: 7, face: Face::Kick };
    let mut scene = Scene::with_rider(2, 0, "Sally")
        .tokens(0, 1)
        .no_purchase()
        .deal(&HARD)
        .roll("TTTB BK--")
        .then(lock.clone())
        .reroll_for_bull(&[6], "2-2-2")
        .roll("-")
        .reroll_for_bull(&[0, 6], "2-3-2")
        .roll("TT")
        .ride("3-2-2");
    assert_eq!(scene.turn(0), Ending::Rode { highest: 15 });
    for set in scene.script.asked.iter().filter(|ask| ask.point == Point::Dice) {
        for action in &set.legal {
            let Action::Roll(dice) = action else { panic!("{action:?}") };
            assert!(!dice.contains(&7));
        }
    }
    // Only after the first roll, and no Clown is locked.
    assert!(!scene.offered(Point::AfterRoll, 2).contains(&lock));
    let mut scene = Scene::with_rider(2, 0, "Sally")
        .tokens(0, 1)
        .no_purchase()
        .deal(&HARD)
        .roll("TTTB BK-*")
        .then(Action::Dismount);
    scene.turn(0);
    assert!(!scene.offered(Point::AfterRoll, 0).contains(&lock));
}

#[test]
fn es_60_es_34_sallys_locked_die_outlasts_a_reroll_of_all_dice() {
    // A die may be locked as it lies, which keeps it when the rest starts over.
    let mut scene = Scene::with_rider(2, 0, "Sally")
        .tokens(0, 1)
        .no_purchase()
        .deal(&["3-1-0", "2-1-0", "2-2-2"])
        .roll("TKK* **BB")
        .choose(Point::ClownOut, Action::Lock { die: 0, face: Face::Turn });
    let highest = scene.bull("2-2-2");
    scene = scene
        .choose(Point::ClownOut, Action::DiscardHighest(highest))
        .roll("TTB KKKK")
        .ride("3-1-0");
    assert_eq!(scene.turn(0), Ending::Rode { highest: 5 });
}

#[test]
fn es_61_willie_rerolls_with_one_bull_left() {
    let mut scene = Scene::with_rider(2, 0, "Willie")
        .deal(&["3-2-2", "2-3-2", "2-2-2"])
        .roll("TTTT TTTT")
        .reroll_for_bull(&[7], "2-2-2")
        .roll("T")
        .reroll_for_bull(&[7], "2-3-2")
        .roll("T")
        // One Bull, no token: his ability is the only payment.
        .reroll(&[7])
        .roll("T")
        .reroll(&[3, 4, 5, 6])
        .roll("BBKK");
    scene = scene.ride("3-2-2");
    assert_eq!(scene.turn(0), Ending::Rode { highest: 15 });
    assert_eq!(scene.referee.state.seats[0].uses_left, 0);
}

#[test]
fn es_62_terri_has_the_most_with_a_tie() {
    let score = |own: u32, other: u32| {
        let scene = Scene::with_rider(2, 0, "Terri").tokens(0, own).tokens(1, other);
        scene.referee.scores()[0].total()
    };
    assert_eq!((score(4, 3), score(4, 4), score(4, 5)), (7, 7, 4));
}

#[test]
fn es_63_wolf_scores_sets_of_three() {
    let score =
        |tokens| Scene::with_rider(2, 0, "Wolf").tokens(0, tokens).referee.scores()[0].total();
    assert_eq!([2, 3, 4, 5, 6, 9].map(score), [2, 4, 5, 6, 8, 12]);
}

#[test]
fn stella_and_tex_score_their_bulls() {
    let stella = Scene::with_rider(2, 0, "Stella").rode(0, &["2-1-0", "1-2-0", "2-1-1"]);
    assert_eq!(stella.referee.scores()[0].total(), 3 + 3 + 5 + 2 * 2);
    let tex = Scene::with_rider(2, 0, "Tex").rode(0, &["2-2-2", "3-2-2"]);
    assert_eq!(tex.referee.scores()[0].total(), 25 + 3);
    let tex = Scene::with_rider(2, 0, "Tex").rode(0, &["2-2-1"]);
    assert_eq!(tex.referee.scores()[0].total(), 7);
    // The tie-break looks at Bulls alone.
    let mut scene = Scene::with_rider(2, 0, "Tex").rode(0, &["2-2-2"]).rode(1, &["3-2-1", "2-1-0"]);
    assert_eq!(scene.referee.winners(), [1]);
    scene = scene.tokens(0, 1);
    assert_eq!(scene.referee.winners(), [0]);
}

#[test]
fn dan_changes_an_own_die_that_is_no_clown() {
    let mut scene = Scene::with_rider(2, 0, "Dan")
        .tokens(0, 2)
        .no_purchase()
        .deal(&HARD)
        .roll("TTTB BK-*")
        .then(change(6, Face::Kick))
        .ride("3-2-2");
    assert_eq!(scene.turn(0), Ending::Rode { highest: 15 });
    assert_eq!(scene.held(0), 0);
    let clown = |action: &Action| matches!(action, Action::Change { die: 7, .. });
    assert!(!scene.offered(Point::AfterRoll, 0).iter().any(clown));
}

#[test]
fn hanks_token_retrieves_two_clowns() {
    let mut scene = Scene::with_rider(2, 0, "Hank")
        .tokens(0, 1)
        .no_purchase()
        .deal(&HARD)
        .roll("**** TTBB")
        .choose(Point::ClownOut, Action::Retrieve(vec![0, 3]))
        .then(Action::Dismount);
    assert_eq!(scene.turn(0), Ending::Dismounted { tokens: 2 });
    // Five Clowns need two tokens.
    let mut scene =
        Scene::with_rider(2, 0, "Hank").tokens(0, 1).no_purchase().deal(&HARD).roll("**** *TBB");
    scene = scene.choose(Point::ClownOut, Action::TakeTokens);
    scene.turn(0);
    assert_eq!(scene.offered(Point::ClownOut, 0).len(), 3);
}

#[test]
fn sue_is_paid_when_bucked_off_and_cody_comes_back() {
    let start = |name| {
        Scene::with_rider(2, 0, name).deal(&HARD).roll("TTTB B**-").reroll_for_bull(&[7], "2-2-2")
    };
    let mut scene = start("Sue").roll("*");
    assert_eq!(scene.turn(0), Ending::BuckedOff { highest_left: 15 });
    assert_eq!(scene.held(0), 1);

    let mut scene = start("Cody")
        .roll("*")
        .choose(Point::BuckedOff, Action::Comeback)
        .roll("KK*")
        .ride("3-2-2");
    assert_eq!(scene.turn(0), Ending::Rode { highest: 15 });
    // Once only.
    let mut scene = start("Cody").roll("*").choose(Point::BuckedOff, Action::Comeback).roll("***");
    assert_eq!(scene.turn(0), Ending::BuckedOff { highest_left: 15 });
}

#[test]
fn ruth_and_gus_profit_from_opponents() {
    let mut scene = Scene::with_rider(3, 2, "Ruth");
    scene = scene.deal(&HARD).roll("***T TTTT").choose(Point::ClownOut, Action::TakeTokens);
    scene.turn(0);
    assert_eq!((scene.held(0), scene.held(2)), (2, 1));
    // ES-35 speaks of a second Clown Out; one that is averted is none (ES-Q5).
    let mut scene = Scene::with_rider(3, 2, "Ruth").deal(&HARD).roll("***T TTTT");
    let highest = scene.bull("3-2-2");
    scene = scene.choose(Point::ClownOut, Action::DiscardHighest(highest)).roll("***T TTTT");
    scene.turn(0);
    assert_eq!(scene.held(2), 2);
    let mut scene = Scene::with_rider(3, 2, "Ruth").tokens(0, 1).no_purchase().deal(&HARD);
    scene = scene.roll("***T TTTT").choose(Point::ClownOut, Action::Retrieve(vec![0]));
    scene = scene.then(Action::Dismount);
    scene.turn(0);
    assert_eq!(scene.held(2), 0);

    let dismount = |faces| {
        let mut scene = Scene::with_rider(3, 2, "Gus").deal(&HARD).roll(faces);
        scene = scene.then(Action::Dismount);
        let ending = scene.turn(0);
        (ending, scene.held(0), scene.held(2))
    };
    assert_eq!(dismount("TTTT TT--"), (Ending::Dismounted { tokens: 3 }, 2, 1));
    assert_eq!(dismount("TTTT T---"), (Ending::Dismounted { tokens: 2 }, 2, 0));
}
