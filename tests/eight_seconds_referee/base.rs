//! Worked cases of the base game, ES-1 to ES-41 and ES-Q1 to ES-Q23.

use super::plain_eight_seconds::state::{Config, Referee, Rules};
use super::plain_eight_seconds::turn::GameOver;
use super::plain_eight_seconds::{Action, Ending, Point, Table};
use super::scene::{ALL, Scene, shipped};

const THREE: [&str; 3] = ["2-1-0", "2-1-1", "2-2-1"];

#[test]
fn es_2_the_box_adds_up() {
    let box_ = shipped();
    assert_eq!(
        (box_.dice.len(), box_.bulls.len(), box_.tokens, box_.riders.len(), box_.buckles.len()),
        (8, 28, 24, 20, 12)
    );
    assert_eq!(box_.riders.iter().map(|rider| rider.uses).sum::<u32>(), 6);
    assert!(box_.buckles.iter().all(|buckle| buckle.dice.iter().sum::<usize>() == 8));
}

#[test]
fn es_7_bulls_by_dice_and_points() {
    let box_ = shipped();
    for (dice, points, cards) in [(7, 15, 2), (6, 10, 4), (5, 7, 8), (4, 5, 8), (3, 3, 6)] {
        let of_kind = box_.bulls.iter().filter(|bull| bull.points == points);
        assert!(of_kind.clone().all(|bull| bull.moves.iter().sum::<usize>() == dice));
        assert_eq!(of_kind.count(), cards);
    }
}

#[test]
fn es_14_es_15_a_ride_takes_the_bull_and_a_token_for_each_spare_move() {
    // Three Turns, two Bucks and a Kick lie; the Bull takes 2-1-0: one Turn, one Buck, the Kick.
    let mut scene = Scene::of(2).deal(&THREE).roll("TTTB BK-*").ride("2-1-0");
    assert_eq!(scene.turn(0), Ending::Rode { highest: 3 });
    assert_eq!(scene.held(0), 3);
    assert_eq!(scene.referee.state.seats[0].bulls, [scene.bull("2-1-0")]);
    assert_eq!(scene.referee.state.discards.len(), 2);
    // The other two were rideable as well.
    let bulls = ["2-1-0", "2-1-1", "2-2-1"].map(|moves| Action::Ride(scene.bull(moves)));
    assert_eq!(scene.offered(Point::AfterRoll, 0)[..3], bulls);
}

#[test]
fn es_13_all_that_may_be_done_after_a_roll() {
    let mut scene = Scene::of(2).deal(&THREE).roll("TTKK -K**").then(Action::Dismount);
    scene.turn(0);
    assert_eq!(scene.offered(Point::AfterRoll, 0), [Action::Dismount, Action::Reroll]);
}

#[test]
fn es_18_es_19_three_clowns_end_the_turn_whatever_else_lies() {
    let mut scene = Scene::of(2)
        .deal(&THREE)
        .roll("TTTB BK-*")
        .reroll_for_bull(&[6], "2-2-1")
        .roll("*")
        .reroll_for_bull(&[4, 5], "2-1-1")
        // Without tokens being Bucked Off is no choice, so nobody is asked.
        .roll("*K");
    assert_eq!(scene.turn(0), Ending::BuckedOff { highest_left: 3 });
    assert_eq!(scene.held(0), 0);
    assert_eq!(scene.referee.state.discards.len(), 3);
    assert!(scene.referee.state.seats[0].bulls.is_empty());
}

#[test]
fn es_20_es_q15_a_dismount_takes_a_token_for_two_moves() {
    for (faces, tokens) in [("TTBB KKT*", 3), ("TTBB ---*", 2), ("TTBB KKTT", 4), ("**TB ----", 1)]
    {
        let mut scene = Scene::of(2).deal(&["0-1-3", "0-3-2", "3-0-2"]).roll(faces);
        scene = scene.then(Action::Dismount);
        assert_eq!(scene.turn(0), Ending::Dismounted { tokens });
        assert_eq!(scene.held(0), tokens);
    }
}

#[test]
fn es_21_es_q1_a_dismount_with_two_clowns_and_a_bull_out_of_reach() {
    let mut scene = Scene::of(2)
        .deal(&["3-2-2", "2-1-0", "2-0-1"])
        .roll("BBBB KK--")
        .reroll_for_bull(&[6, 7], "2-1-0")
        .roll("*-")
        .reroll_for_bull(&[7], "2-0-1")
        // The Bull of seven dice can no longer be ridden with two Clowns; nothing but a Dismount
        // is left and nobody is asked (ES-26).
        .roll("*");
    assert_eq!(scene.turn(0), Ending::Dismounted { tokens: 3 });
}

#[test]
fn es_22_es_23_the_last_bull_pays_for_nothing() {
    let mut scene = Scene::of(2)
        .tokens(0, 1)
        .no_purchase()
        .deal(&THREE)
        .roll("BBBB KKKK")
        .reroll_for_bull(&[7], "2-1-0")
        .roll("K")
        .reroll_for_bull(&[7], "2-1-1")
        .roll("K")
        // One Bull is left, so the token is the only payment and there is no question.
        .reroll(&[7])
        .roll("K");
    // No token, no spare Bull, no ride: a forced Dismount.
    assert_eq!(scene.turn(0), Ending::Dismounted { tokens: 4 });
    assert_eq!(scene.held(0), 4);
    let pays = |time| scene.offered(Point::Payment, time).len();
    assert_eq!((pays(0), pays(1)), (4, 3));
}

#[test]
fn es_24_es_q17_blanks_are_rolled_and_clowns_stay() {
    let mut scene = Scene::of(2)
        .deal(&["3-2-2", "2-3-2", "2-2-2"])
        .roll("T*BB --KK")
        .reroll_for_bull(&[0, 4, 5], "2-2-2")
        .roll("TTT")
        .then(Action::Dismount);
    scene.turn(0);
    let sets = scene.offered(Point::Dice, 0);
    // Five moves may go either way, two Blanks are in every set, the Clown in none.
    assert_eq!(sets.len(), 1 << 5);
    for set in sets {
        let Action::Roll(dice) = set else { panic!("{set:?}") };
        assert!(dice.contains(&4) && dice.contains(&5) && !dice.contains(&1));
    }
}

#[test]
fn es_q17_a_reroll_takes_up_at_least_one_die() {
    let mut scene = Scene::of(2)
        .deal(&["3-2-2", "2-3-2", "3-0-2"])
        .roll("BBBB BBBB")
        .reroll_for_bull(&ALL, "2-3-2")
        .roll("BBBB BBBB")
        .then(Action::Dismount);
    scene.turn(0);
    assert_eq!(scene.offered(Point::Dice, 0).len(), (1 << 8) - 1);
}

#[test]
fn es_27_es_28_a_retrieved_clown_is_a_blank_until_the_next_paid_reroll() {
    let mut scene = Scene::of(2)
        .tokens(0, 1)
        .no_purchase()
        .deal(&["3-2-2", "2-3-2", "3-0-2"])
        .roll("*BBB BBBB")
        .then(Action::Retrieve(vec![0]))
        .reroll_for_bull(&[0], "2-3-2")
        .roll("T")
        .then(Action::Dismount);
    assert_eq!(scene.turn(0), Ending::Dismounted { tokens: 4 });
    // The red die, which has no Blank, lay as one: it is in every set.
    for set in scene.offered(Point::Dice, 0) {
        let Action::Roll(dice) = set else { panic!("{set:?}") };
        assert!(dice.contains(&0));
    }
}

#[test]
fn es_11_es_29_es_30_bought_bulls_pay_for_rerolls() {
    let mut scene = Scene::of(2)
        .tokens(0, 2)
        .choose(Point::BuyBulls, Action::BuyBulls)
        // With the last token a second one, and then there is nothing to ask.
        .choose(Point::BuyBulls, Action::BuyBulls)
        .deal(&["2-1-0", "2-1-1", "2-2-1", "3-1-0", "3-0-2"])
        .roll("BBBB KKKK")
        .reroll_for_bull(&[0], "3-0-2")
        .roll("B")
        .then(Action::Dismount);
    scene.turn(0);
    assert_eq!(scene.offered(Point::Payment, 0).len(), 5);
    assert_eq!(scene.held(0), 4);
}

#[test]
fn es_31_es_33_option_one_pays_two_tokens_and_leaves_the_bulls() {
    let mut scene =
        Scene::of(2).deal(&THREE).roll("***T BKTT").choose(Point::ClownOut, Action::TakeTokens);
    assert_eq!(scene.turn(0), Ending::ClownedOut);
    assert_eq!(scene.held(0), 2);
    assert_eq!(scene.referee.state.line_up.len(), 3);
    assert!(scene.referee.state.discards.is_empty());
    assert_eq!(
        scene.offered(Point::ClownOut, 0),
        [Action::TakeTokens, Action::DiscardHighest(scene.bull("2-2-1"))]
    );

    // The next player takes all of them over, and may clown out as well.
    scene = scene.choose(Point::Inherited, Action::UseLineUp).roll("TTTB BK--").ride("2-2-1");
    assert_eq!(scene.turn(1), Ending::Rode { highest: 7 });
}

#[test]
fn es_q10_inherited_bulls_may_be_discarded_and_more_bought_either_way() {
    let clown_out = || {
        let mut scene =
            Scene::of(2).deal(&THREE).roll("***T BKTT").choose(Point::ClownOut, Action::TakeTokens);
        scene.turn(0);
        scene.tokens(1, 1)
    };
    let mut scene = clown_out()
        .choose(Point::Inherited, Action::DrawAnew)
        .deal(&["3-2-2", "2-3-2", "3-0-2"])
        .no_purchase()
        .roll("BBBB BBBB")
        .then(Action::Dismount);
    scene.turn(1);
    assert_eq!(scene.referee.state.discards.len(), 6);

    let mut scene = clown_out()
        .choose(Point::Inherited, Action::UseLineUp)
        .choose(Point::BuyBulls, Action::BuyBulls)
        .deal(&["3-0-2"])
        .roll("KKKK KKKK")
        .then(Action::Dismount);
    scene.turn(1);
    assert_eq!(scene.referee.state.discards.len(), 4);
}

#[test]
fn es_34_es_35_option_two_rolls_all_dice_and_a_second_clown_out_passes() {
    let mut scene = Scene::of(2).deal(&THREE).roll("***T BKTT");
    let highest = scene.bull("2-2-1");
    scene = scene.choose(Point::ClownOut, Action::DiscardHighest(highest)).roll("**** ****");
    assert_eq!(scene.turn(0), Ending::BuckedOff { highest_left: 5 });
    assert_eq!((scene.held(0), scene.referee.state.discards.len()), (0, 3));
    assert!(scene.referee.state.line_up.is_empty());
}

#[test]
fn es_q9_after_option_two_nothing_is_bought() {
    let mut scene = Scene::of(2).tokens(0, 1).no_purchase().deal(&THREE).roll("***T BKTT");
    let highest = scene.bull("2-2-1");
    scene = scene.choose(Point::ClownOut, Action::DiscardHighest(highest)).roll("TTTT TB**");
    scene = scene.ride("2-1-0");
    scene.turn(0);
    assert_eq!(scene.script.asked.iter().filter(|ask| ask.point == Point::BuyBulls).count(), 1);
}

#[test]
fn es_q8_of_equal_highest_bulls_the_rider_chooses() {
    let mut scene = Scene::of(2)
        .deal(&["2-2-1", "2-1-2", "2-1-0"])
        .roll("***T BKTT")
        .choose(Point::ClownOut, Action::TakeTokens);
    scene.turn(0);
    let highest = ["2-2-1", "2-1-2"].map(|moves| Action::DiscardHighest(scene.bull(moves)));
    assert_eq!(scene.offered(Point::ClownOut, 0)[1..], highest);
}

#[test]
fn es_q7_with_one_bull_option_two_is_not_offered() {
    let mut scene = Scene::of(1);
    // The last card of a solitary game.
    let last = scene.bull("2-1-0");
    scene.referee.state.discards = scene.referee.state.deck.clone();
    scene.referee.state.discards.retain(|bull| *bull != last);
    scene.referee.state.deck = vec![last];
    scene = scene.deal(&["2-1-0"]).roll("***T BKTT");
    // Only the tokens are left to take, so nobody is asked.
    assert_eq!(scene.turn(0), Ending::ClownedOut);
    assert_eq!(scene.held(0), 2);
}

#[test]
fn es_32_es_q5_tokens_avert_a_clown_out_only_as_a_whole() {
    // Four Clowns and one token: nothing can be averted.
    let mut scene = Scene::of(2)
        .tokens(0, 1)
        .no_purchase()
        .deal(&THREE)
        .roll("***T BKT*")
        .choose(Point::ClownOut, Action::TakeTokens);
    scene.turn(0);
    assert_eq!(scene.offered(Point::ClownOut, 0).len(), 2);

    // With two tokens there is no way back after the first.
    let mut scene = Scene::of(2)
        .tokens(0, 2)
        .no_purchase()
        .deal(&THREE)
        .roll("***T BKT*")
        .choose(Point::ClownOut, Action::Retrieve(vec![0]))
        .choose(Point::ClownOut, Action::Retrieve(vec![1]))
        .ride("2-1-0");
    // Two Turns and a Buck serve, the Kick is to spare; neither the gift nor a Bull was due.
    assert_eq!(scene.turn(0), Ending::Rode { highest: 3 });
    assert_eq!(scene.held(0), 1);
    let going_on = scene.offered(Point::ClownOut, 1);
    assert!(going_on.iter().all(|action| matches!(action, Action::Retrieve(_))));
}

#[test]
fn es_q2_es_q4_being_bucked_off_with_tokens_is_a_choice() {
    let start = || {
        Scene::of(2)
            .tokens(0, 1)
            .no_purchase()
            .deal(&THREE)
            .roll("TTBK **--")
            .reroll_for_bull(&[6, 7], "2-2-1")
    };
    let mut scene = start().roll("*T").choose(Point::BuckedOff, Action::GetBuckedOff);
    assert_eq!(scene.turn(0), Ending::BuckedOff { highest_left: 5 });
    assert_eq!(scene.held(0), 1);

    let mut scene = start().roll("*T").choose(Point::BuckedOff, Action::Retrieve(vec![4]));
    scene = scene.ride("2-1-1");
    assert_eq!(scene.turn(0), Ending::Rode { highest: 5 });

    // Two tokens would be needed and there is one: Bucked Off, and the token is kept.
    let mut scene = start().roll("**");
    assert_eq!(scene.turn(0), Ending::BuckedOff { highest_left: 5 });
    assert_eq!(scene.held(0), 1);
}

#[test]
fn es_10_es_q12_the_discards_become_the_deck() {
    let mut scene = Scene::of(2);
    let two = [scene.bull("2-1-0"), scene.bull("2-1-1")];
    scene.referee.state.discards = scene.referee.state.deck.clone();
    scene.referee.state.discards.retain(|bull| !two.contains(bull));
    scene.referee.state.deck = two.to_vec();
    scene = scene.deal(&["2-1-0", "2-1-1", "2-2-1"]).roll("TTTB B---").ride("2-1-0");
    scene.turn(0);
    assert_eq!(scene.referee.state.deck.len(), 25);
    assert_eq!(scene.referee.state.discards.len(), 2);
}

#[test]
fn es_q12_a_turn_without_any_bull_ends_the_game() {
    let mut scene = Scene::of(2);
    scene.referee.state.seats[1].bulls = std::mem::take(&mut scene.referee.state.deck);
    assert_eq!(scene.referee.turn(&mut scene.script, 0), None);
    let mut scene = Scene::of(1);
    scene.referee.state.discards = std::mem::take(&mut scene.referee.state.deck);
    assert_eq!(scene.referee.play(&mut scene.script), GameOver::NoBulls);
}

#[test]
fn es_q18_a_short_pile_gives_what_it_has() {
    let clown_out = |limited: bool| {
        let mut scene = Scene::with(2, |rules| rules.tokens_limited = limited);
        scene = scene.tokens(1, 23).deal(&THREE).roll("***T BKTT");
        scene = scene.choose(Point::ClownOut, Action::TakeTokens);
        scene.turn(0);
        scene.held(0)
    };
    assert_eq!((clown_out(true), clown_out(false)), (1, 2));
}

/// Bulls and tokens of two seats, and who wins.
#[track_caller]
fn winners(first: (&[&str], u32), second: (&[&str], u32)) -> Vec<usize> {
    let scene = Scene::of(2).rode(0, first.0).rode(1, second.0);
    scene.tokens(0, first.1).tokens(1, second.1).referee.winners()
}

#[test]
fn es_37_es_38_es_q20_score_and_ties() {
    // 10/7 against 7/5/5: equal scores, equal Bull points, the 10 beats the 7.
    let (high, low) = (["2-2-2", "2-2-1"], ["2-1-2", "2-1-1", "1-2-1"]);
    assert_eq!(winners((&high, 2), (&low, 2)), [0]);
    assert_eq!(winners((&low, 2), (&high, 2)), [1]);
    // Equal scores, and more of them on Bulls.
    assert_eq!(winners((&["2-2-1"], 0), (&["2-1-1"], 2)), [0]);
    // A token more is a point more.
    assert_eq!(winners((&high, 2), (&low, 3)), [1]);
    // The first difference decides: 7/5/3 against 7/5/3 is shared, 10/5 beats 10/... of the same.
    assert_eq!(winners((&["2-2-1", "2-1-1"], 1), (&["2-1-2", "1-2-1"], 1)), [0, 1]);
    assert_eq!(winners((&["2-2-2", "2-1-1", "1-2-1"], 0), (&["3-2-1", "2-2-1", "2-1-0"], 0)), [1]);
}

#[test]
fn es_39_es_40_ratings() {
    let table = |players: usize, scores: &[u32]| -> Vec<usize> {
        let scene = Scene::of(players);
        scores.iter().map(|score| scene.referee.rating(*score)).collect()
    };
    assert_eq!(
        table(2, &[0, 4, 5, 10, 11, 17, 18, 22, 23, 29, 30, 99]),
        [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    );
    assert_eq!(
        table(1, &[0, 20, 21, 30, 31, 45, 46, 60, 61, 70, 71, 99]),
        [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    );
}

/// A table where every turn rides the lowest Bull at once or Dismounts, seat by seat as told.
struct Rides {
    next: usize,
    turns: Vec<usize>,
    ride: Vec<bool>,
}

impl Table for Rides {
    fn card(&mut self, referee: &Referee, _: super::plain_eight_seconds::Deck) -> usize {
        referee.state.deck[0]
    }

    fn face(&mut self, _: &Referee, die: usize) -> super::plain_eight_seconds::Face {
        super::plain_eight_seconds::components::MOVES[die % 3]
    }

    fn decide(&mut self, _: &Referee, ask: &super::plain_eight_seconds::Ask) -> Action {
        if ask.point == Point::BuyBulls {
            return Action::Pass;
        }
        self.turns.push(ask.seat);
        let ride = self.ride.get(self.next).copied().unwrap_or(false);
        self.next += 1;
        match &ask.legal[0] {
            action @ Action::Ride(_) if ride => action.clone(),
            _ => Action::Dismount,
        }
    }
}

/// Turns played by seat where the turns of `rides` ride and the others Dismount.
fn turns_of_game(players: usize, rides: &[usize], change: impl FnOnce(&mut Rules)) -> Vec<usize> {
    let components = shipped();
    let mut rules = Rules::base(&components);
    rules.max_turns = 9;
    change(&mut rules);
    let mut referee = Referee::new(Config { components, rules, players });
    let ride = (0..100).map(|turn| rides.contains(&turn)).collect();
    let mut table = Rides { next: 0, turns: Vec::new(), ride };
    referee.play(&mut table);
    table.turns
}

#[test]
fn es_36_es_q19_each_other_player_has_one_more_turn() {
    // Seat 1 of three rides in its first three turns: turns 1, 4 and 7; then seats 2 and 0.
    assert_eq!(turns_of_game(3, &[1, 4, 7], |_| {}), [0, 1, 2, 0, 1, 2, 0, 1, 2, 0]);
    // Seat 0 gets its third in the tail: nothing is triggered anew.
    assert_eq!(turns_of_game(3, &[1, 4, 7, 3, 6, 9], |_| {}), [0, 1, 2, 0, 1, 2, 0, 1, 2, 0]);
}

#[test]
fn es_41_es_q41_lengths() {
    // Four Bulls.
    let more = turns_of_game(2, &[0, 2, 4, 6], |rules| rules.end_bulls = 4);
    assert_eq!(more, [0, 1, 0, 1, 0, 1, 0, 1]);
    // Equal turns: the round is played out; after the last seat's third Bull nothing follows.
    let equal = turns_of_game(3, &[1, 4, 7], |rules| rules.equal_turns = true);
    assert_eq!(equal, [0, 1, 2, 0, 1, 2, 0, 1, 2]);
    let last = turns_of_game(3, &[2, 5, 8], |rules| rules.equal_turns = true);
    assert_eq!(last, [0, 1, 2, 0, 1, 2, 0, 1, 2]);
    // Three Bulls and a Buckle that nobody gets: the cap of nine turns each, and three Bulls only.
    let capped = turns_of_game(2, &(0..18).collect::<Vec<_>>(), |rules| {
        rules.buckles = true;
        rules.open_buckles = Some(1);
        rules.end_buckle = true;
    });
    assert_eq!(capped.len(), 2 * 9);
}

#[test]
fn es_40_es_q13_alone_the_deck_is_played_once_and_the_last_card_makes_a_turn() {
    // 28 = 9 × 3 + 1, and many Bulls end nothing.
    assert_eq!(
        turns_of_game(1, &(0..10).collect::<Vec<_>>(), |rules| rules.max_turns = 200),
        [0; 10]
    );
}
