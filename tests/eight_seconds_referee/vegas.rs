//! Worked cases of Vegas Showdown, ES-64 to ES-87 and ES-Q27 to ES-Q44.

use super::plain_eight_seconds::state::Rules;
use super::plain_eight_seconds::{Action, Ending, Outcome, Payment, Point, Trade};
use super::scene::Scene;

use Outcome::{BuckedOff, Dismount, Ride};

const HARD: [&str; 3] = ["3-2-2", "2-3-2", "2-2-2"];
/// Two Clowns and six moves that ride none of [`HARD`].
const NOTHING: &str = "TTTT TT**";

fn of(players: usize) -> Scene {
    with(players, |_| {})
}

fn with(players: usize, change: impl FnOnce(&mut Rules)) -> Scene {
    Scene::with(players, |rules| {
        rules.vegas = true;
        change(rules);
    })
}

/// A turn whose second roll is of die 7 alone, for the Bull of ten points.
trait Rerolled {
    /// Up to the second bets.
    fn rerolls(self, first: &str) -> Scene;
}

impl Rerolled for Scene {
    fn rerolls(self, first: &str) -> Scene {
        self.roll(first).reroll_for_bull(&[7], "2-2-2")
    }
}

#[test]
fn es_64_es_87_ten_dollars_and_four_cards_each() {
    let mut scene = of(2).deal(&HARD).bet(None).roll(NOTHING).then(Action::Dismount);
    assert_eq!(scene.purse(0), 10);
    scene.turn(0);
    assert_eq!(
        scene.offered(Point::FirstBet, 0),
        [Action::Pass, Action::Bet(BuckedOff), Action::Bet(Dismount), Action::Bet(Ride)]
    );
}

#[test]
fn es_66_es_q27_everyone_but_the_rider_bets_after_the_bulls_are_bought() {
    let mut scene = of(3)
        .tokens(1, 1)
        .choose(Point::BuyBulls, Action::BuyBulls)
        .deal(&["3-2-2", "2-3-2", "2-2-2", "2-1-0"])
        .bet(Some(Ride))
        .bet(None)
        .roll(NOTHING)
        .then(Action::Dismount);
    scene.turn(1);
    let seats: Vec<usize> = scene.script.asked.iter().map(|ask| ask.seat).collect();
    assert_eq!(seats, [1, 2, 0, 1]);
}

#[test]
fn es_75_bucked_off() {
    // Single: stake back and $6.
    let mut scene =
        of(2).deal(&HARD).bet(Some(BuckedOff)).rerolls("TTTT T**-").second(Action::Pass);
    scene = scene.roll("*");
    assert_eq!(scene.turn(0), Ending::BuckedOff { highest_left: 15 });
    assert_eq!((scene.purse(1), scene.referee.state.bank), (16, -6));
    // Double Down: $20 less the 15 points of the highest Bull left; stakes back.
    let mut scene =
        of(2).deal(&HARD).bet(Some(BuckedOff)).rerolls("TTTT T**-").second(Action::DoubleDown);
    scene = scene.roll("*");
    scene.turn(0);
    assert_eq!(scene.purse(1), 10 + 5);
    // With a 3-point Bull as the highest it pays 17, the most there is (ES-Q32).
    let mut scene = of(2)
        .deal(&["2-1-0", "2-0-1", "2-2-2"])
        .bet(Some(BuckedOff))
        .rerolls("KKKK K**-")
        .second(Action::DoubleDown)
        .roll("*");
    scene.turn(0);
    assert_eq!(scene.purse(1), 10 + 17);
}

#[test]
fn es_76_dismount() {
    let dismounts = |second: Action| {
        let mut scene =
            of(2).deal(&HARD).bet(Some(Dismount)).rerolls("TTTT TT*-").second(second).roll("-");
        scene = scene.then(Action::Dismount);
        assert_eq!(scene.turn(0), Ending::Dismounted { tokens: 3 });
        scene.purse(1)
    };
    assert_eq!(dismounts(Action::Pass), 10 + 5);
    assert_eq!(dismounts(Action::DoubleDown), 10 + 8 + 2 * 3);
}

#[test]
fn es_77_es_73_ride() {
    let rides = |second: Action| {
        let mut scene =
            of(2).deal(&HARD).bet(Some(Ride)).rerolls("TTTB BKK-").second(second).roll("T");
        scene = scene.ride("3-2-2");
        assert_eq!(scene.turn(0), Ending::Rode { highest: 15 });
        (scene.purse(0), scene.purse(1))
    };
    // The Rider gets the stake, the gambler $4; doubled, $4 and $5 + 15.
    assert_eq!(rides(Action::Pass), (12, 8 + 4));
    assert_eq!(rides(Action::DoubleDown), (14, 6 + 20));
}

#[test]
fn es_72_wrong_bets_go_to_the_bank() {
    for (second, lost) in [(Action::Pass, 2), (Action::DoubleDown, 4), (Action::Bet(BuckedOff), 4)]
    {
        let mut scene =
            of(2).deal(&HARD).bet(Some(Ride)).rerolls("TTTT TT*-").second(second).roll("-");
        scene = scene.then(Action::Dismount);
        scene.turn(0);
        assert_eq!((scene.purse(1), scene.referee.state.bank), (10 - lost, lost));
    }
}

#[test]
fn es_68_es_q29_second_bets() {
    // Another outcome, or Double Down on the first; without a first a plain one.
    let mut scene = of(3)
        .deal(&HARD)
        .bet(Some(Ride))
        .bet(None)
        .rerolls("TTTT TT*-")
        .second(Action::Bet(Dismount))
        .second(Action::Bet(Dismount))
        .roll("-")
        .then(Action::Dismount);
    scene.turn(0);
    assert_eq!(
        scene.offered(Point::SecondBet, 0),
        [Action::Pass, Action::Bet(BuckedOff), Action::Bet(Dismount), Action::DoubleDown]
    );
    assert_eq!(
        scene.offered(Point::SecondBet, 1),
        [Action::Pass, Action::Bet(BuckedOff), Action::Bet(Dismount), Action::Bet(Ride)]
    );
    // ES-Q30: one lost, one won.
    assert_eq!((scene.purse(1), scene.purse(2)), (10 - 2 + 5, 10 + 5));
}

#[test]
fn es_69_without_a_second_roll_only_first_bets_count() {
    let mut scene = of(2).deal(&HARD).bet(Some(Ride)).roll("TTTB BKK-").ride("3-2-2");
    scene.turn(0);
    assert!(scene.script.asked.iter().all(|ask| ask.point != Point::SecondBet));
    assert_eq!(scene.purse(1), 12);
}

#[test]
fn es_71_es_q40_a_bet_without_money_is_void() {
    // A dollar is no stake: neither loss nor payout, right or wrong.
    for bet in [Dismount, Ride] {
        let mut scene = of(2).money(1, 1).deal(&HARD).bet(Some(bet)).roll(NOTHING);
        scene = scene.then(Action::Dismount);
        scene.turn(0);
        assert_eq!(scene.purse(1), 1);
    }
    // A token sold before the reveal pays for it.
    let mut scene = of(2).money(1, 0).tokens(1, 1).deal(&HARD).bet(Some(Dismount)).roll(NOTHING);
    scene = scene.then(Action::Dismount).trade(1, Trade::Sell(1), 2);
    scene.turn(0);
    assert_eq!((scene.purse(1), scene.held(1)), (5 + 5, 0));
}

#[test]
fn es_q31_an_unpaid_double_down_leaves_the_first_bet_standing() {
    let mut scene = of(2)
        .money(1, 3)
        .deal(&HARD)
        .bet(Some(Dismount))
        .rerolls("TTTT TT*-")
        .second(Action::DoubleDown)
        .roll("-")
        .then(Action::Dismount);
    scene.turn(0);
    assert_eq!(scene.purse(1), 3 + 5);
    // Stakes are collected before anything is paid out: the second bet is void.
    let mut scene = of(2)
        .money(1, 2)
        .deal(&HARD)
        .bet(Some(Dismount))
        .rerolls("TTTT TT*-")
        .second(Action::Bet(Ride))
        .roll("-")
        .then(Action::Dismount);
    scene.turn(0);
    assert_eq!(scene.purse(1), 2 + 5);
}

#[test]
fn es_78_es_80_a_clown_out_pays_at_once_and_pushes_the_rest() {
    let mut scene = of(4)
        .deal(&HARD)
        .bet(Some(BuckedOff))
        .bet(Some(Ride))
        .bet(Some(Dismount))
        .roll("***T TTTT")
        .choose(Point::ClownOut, Action::TakeTokens);
    assert_eq!(scene.turn(0), Ending::ClownedOut);
    assert_eq!([1, 2, 3].map(|seat| scene.purse(seat)), [16, 10, 10]);
}

#[test]
fn es_79_after_a_clown_out_the_paid_bet_again_and_all_before_the_third_roll() {
    let mut scene = of(3).deal(&HARD).bet(Some(BuckedOff)).bet(Some(Ride)).roll("***T TTTT");
    let highest = scene.bull("3-2-2");
    scene = scene
        .choose(Point::ClownOut, Action::DiscardHighest(highest))
        // Seat 1 was paid and bets again, on Bucked Off if it likes (ES-Q28); seat 2 waits.
        .bet(Some(BuckedOff))
        .roll("TTTT TT*-")
        .reroll_for_bull(&[7], "2-2-2")
        .second(Action::DoubleDown)
        .second(Action::Bet(Dismount))
        // One Bull is left, out of reach: a forced Dismount (ES-86).
        .roll("-");
    assert_eq!(scene.turn(0), Ending::Dismounted { tokens: 3 });
    assert_eq!(
        scene.offered(Point::FirstBet, 2),
        [Action::Pass, Action::Bet(BuckedOff), Action::Bet(Dismount), Action::Bet(Ride)]
    );
    // Seat 1: $6 won, then $4 lost. Seat 2: $2 lost on the Ride, $5 won.
    assert_eq!((scene.purse(1), scene.purse(2)), (10 + 6 - 4, 10 - 2 + 5));
}

#[test]
fn es_35_es_q6_a_second_clown_out_pays_bucked_off_again() {
    let mut scene = of(2).deal(&HARD).bet(Some(BuckedOff)).roll("***T TTTT");
    let highest = scene.bull("3-2-2");
    scene = scene.choose(Point::ClownOut, Action::DiscardHighest(highest));
    scene = scene.bet(Some(BuckedOff)).roll("***T TTTT");
    assert_eq!(scene.turn(0), Ending::BuckedOff { highest_left: 15 });
    assert_eq!(scene.purse(1), 10 + 6 + 6);
}

#[test]
fn es_q28_es_q42_a_clown_out_averted_by_tokens_pays_too() {
    let mut scene = of(2)
        .tokens(0, 1)
        .no_purchase()
        .deal(&HARD)
        .bet(Some(BuckedOff))
        .roll("***T TTTT")
        .choose(Point::ClownOut, Action::Retrieve(vec![0]))
        .then(Action::Dismount);
    assert_eq!(scene.turn(0), Ending::Dismounted { tokens: 2 });
    assert_eq!(scene.purse(1), 16);
    // The others' bets count for how it ends then.
    let mut scene = of(2)
        .tokens(0, 1)
        .no_purchase()
        .deal(&HARD)
        .bet(Some(Dismount))
        .roll("***T TTTT")
        .choose(Point::ClownOut, Action::Retrieve(vec![0]))
        .then(Action::Dismount);
    scene.turn(0);
    assert_eq!(scene.purse(1), 15);
}

#[test]
fn es_81_es_q44_a_golden_buckle_sends_every_bet_to_the_bank() {
    let mut scene = with(4, |rules| {
        rules.buckles = true;
        rules.pots = true;
        rules.limited = true;
    });
    scene = scene.open_buckle([2, 2, 2, 2]).deal(&HARD);
    let buckle = scene.buckle([2, 2, 2, 2]);
    scene = scene
        .bet(Some(BuckedOff))
        .bet(Some(Dismount))
        .bet(Some(Ride))
        .roll("TTBB KK**")
        .then(Action::TakeBuckle { buckle, wild: false });
    assert_eq!(scene.turn(0), Ending::Buckled);
    assert_eq!(scene.referee.state.bank, 6);
    assert_eq!(scene.referee.state.pots, [0; 3]);
    assert_eq!(scene.referee.state.seats[2].set_aside, [Dismount]);
}

#[test]
fn es_82_buying_once_a_turn_and_selling_at_any_time() {
    let mut scene = of(2).money(0, 19).tokens(1, 2).deal(&HARD);
    scene = scene
        .trade(0, Trade::Buy(2), 0)
        .trade(1, Trade::Sell(2), 0)
        .no_purchase()
        .bet(None)
        .roll(NOTHING)
        .then(Action::Dismount);
    assert_eq!(scene.referee.trades(0), [Trade::Buy(1), Trade::Buy(2)]);
    scene.turn(0);
    assert_eq!((scene.purse(0), scene.held(0)), (7, 2 + 3));
    assert_eq!((scene.purse(1), scene.held(1)), (20, 0));
    // The price of one is $7, and the pile must hold it.
    let mut scene = of(2).money(0, 11);
    assert_eq!(scene.referee.trades(0), [Trade::Buy(1)]);
    scene = scene.tokens(1, 24).money(0, 30);
    assert_eq!(scene.referee.trades(0), []);
    assert_eq!(scene.referee.trades(1).len(), 24);
}

#[test]
fn es_83_es_q21_five_dollars_are_a_point() {
    let score = |money| of(2).money(0, money).referee.scores()[0].total();
    assert_eq!([0, 4, 5, 9, 10, 24].map(score), [0, 0, 1, 1, 2, 4]);
}

#[test]
fn es_84_bigger_pots() {
    let pots = |pots: [i64; 3]| {
        let mut scene = with(4, |rules| rules.pots = true);
        // The dollars of the pots come from the bank's side of the table.
        scene.referee.state.pots = pots;
        scene.referee.state.bank -= pots.iter().sum::<i64>();
        scene
    };
    let mut scene = pots([0, 7, 4])
        .deal(&HARD)
        .bet(Some(Dismount))
        .bet(Some(Dismount))
        .bet(Some(Ride))
        .roll(NOTHING)
        .then(Action::Dismount);
    scene.turn(0);
    // Seven dollars for two: three each and one stays; the lost stake waits for the next Ride.
    assert_eq!(scene.referee.state.pots, [0, 1, 6]);
    assert_eq!([1, 2, 3].map(|seat| scene.purse(seat)), [10 + 5 + 3, 10 + 5 + 3, 8]);
    // Nobody wins: the pot waits.
    let mut scene = pots([0, 7, 4]).deal(&HARD).bet(None).bet(None).bet(Some(BuckedOff));
    scene = scene.roll(NOTHING).then(Action::Dismount);
    scene.turn(0);
    assert_eq!(scene.referee.state.pots, [2, 7, 4]);
    // A Clown Out shares the pot of Bucked Off.
    let mut scene = pots([9, 0, 0]).deal(&HARD).bet(Some(BuckedOff)).bet(None).bet(None);
    scene = scene.roll("***T TTTT").choose(Point::ClownOut, Action::TakeTokens);
    scene.turn(0);
    assert_eq!((scene.purse(1), scene.referee.state.pots), (10 + 6 + 9, [0; 3]));
}

#[test]
fn es_84_limited_options() {
    let turn = |scene: Scene, bet: Option<Outcome>| {
        let mut scene = scene.deal(&HARD).bet(bet).roll(NOTHING).then(Action::Dismount);
        scene = scene.tokens(0, 0);
        scene.turn(0);
        // The same cards again.
        scene.referee.state.deck.append(&mut scene.referee.state.discards);
        scene.referee.state.deck.sort_unstable();
        scene.tokens(0, 0)
    };
    let scene = with(2, |rules| rules.limited = true);
    let scene = turn(scene, Some(Ride));
    assert_eq!(scene.referee.state.seats[1].set_aside, [Ride]);
    let scene = turn(scene, Some(BuckedOff));
    assert_eq!(
        scene.offered(Point::FirstBet, 1),
        [Action::Pass, Action::Bet(BuckedOff), Action::Bet(Dismount)]
    );
    // A success brings them back.
    let scene = turn(scene, Some(Dismount));
    assert!(scene.referee.state.seats[1].set_aside.is_empty());

    // So does the loss of the last one; Double Down is never set aside.
    let mut scene = with(2, |rules| rules.limited = true);
    scene.referee.state.seats[1].set_aside = vec![Ride, Dismount];
    let scene = turn(scene, Some(BuckedOff));
    assert!(scene.referee.state.seats[1].set_aside.is_empty());
}

#[test]
fn es_84_diminishing_returns() {
    let mut scene = with(4, |rules| rules.diminishing = true)
        .deal(&HARD)
        .bet(Some(Dismount))
        .bet(Some(Dismount))
        .bet(Some(Dismount))
        .rerolls("TTTT TT*-")
        .second(Action::Pass)
        .second(Action::Pass)
        .second(Action::DoubleDown)
        .roll("-")
        .then(Action::Dismount);
    assert_eq!(scene.turn(0), Ending::Dismounted { tokens: 3 });
    // $5 + 4 for two is 4.5, rounded up; the Double Down has its own, $14 + 4, for one.
    assert_eq!([1, 2, 3].map(|seat| scene.purse(seat)), [15, 15, 28]);
}

#[test]
fn es_84_public_betting_changes_no_payment() {
    let mut scene = with(2, |rules| rules.public = true).deal(&HARD).bet(Some(Dismount));
    scene = scene.roll(NOTHING).then(Action::Dismount);
    scene.turn(0);
    assert_eq!(scene.purse(1), 15);
}

#[test]
fn es_q33_sammys_two_bulls_pay_by_the_higher() {
    let mut scene = with(2, |rules| rules.riders = true);
    scene.give_rider(0, "Sammy");
    scene = scene.deal(&["2-2-1", "2-1-0", "0-1-3"]).bet(Some(Ride));
    let (first, second) = (scene.bull("2-2-1"), scene.bull("2-1-0"));
    let paid = scene.bull("0-1-3");
    scene = scene
        .roll("TTBB -TBT")
        .reroll_for_bull(&[4], "0-1-3")
        .second(Action::DoubleDown)
        .roll("K")
        .then(Action::Ride(second))
        .choose(Point::UsedDice, Action::Use(vec![0, 1, 2]))
        .choose(Point::AfterRide, Action::Ride(first));
    assert_eq!(scene.turn(0), Ending::Rode { highest: 7 });
    assert!(scene.referee.state.discards.contains(&paid));
    assert_eq!(scene.purse(1), 6 + 5 + 7);
    assert_eq!(scene.offered(Point::Payment, 0).len(), 3);
    assert_eq!(scene.offered(Point::Payment, 0)[0], Action::Pay(Payment::GiveUp(first)));
}

#[test]
fn es_q43_dawsons_ride_is_a_ride_and_first_bets_apply() {
    let mut scene = with(2, |rules| rules.riders = true);
    scene.give_rider(0, "Dawson");
    let bull = scene.bull("2-1-0");
    scene = scene.deal(&["2-2-1", "2-1-1", "2-1-0"]).bet(Some(Ride));
    scene = scene.choose(Point::RideUnrolled, Action::RideUnrolled(bull));
    scene.turn(0);
    assert_eq!((scene.purse(0), scene.purse(1)), (12, 12));
}
