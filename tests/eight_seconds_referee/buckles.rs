//! Worked cases of the Golden Buckles, ES-42 to ES-48, ES-88 and ES-Q22 to ES-Q26.

use super::plain_eight_seconds::{Action, Ending, Point};
use super::scene::Scene;

const CLOWNS: [usize; 4] = [0, 0, 0, 8];
const TURNS: [usize; 4] = [8, 0, 0, 0];
const EASY: [usize; 4] = [2, 2, 2, 2];
const HARD: [&str; 3] = ["3-2-2", "2-3-2", "2-2-2"];

fn of(players: usize) -> Scene {
    Scene::with(players, |rules| rules.buckles = true)
}

fn take(buckle: usize, wild: bool) -> Action {
    Action::TakeBuckle { buckle, wild }
}

#[test]
fn es_42_four_lie_open_and_six_for_five_players() {
    for (players, open) in [(1, 4), (4, 4), (5, 6), (8, 6)] {
        let mut scene = of(players);
        scene.script = scene.script.bulls(&[0, 3, 5, 7, 9, 11][..open]);
        scene.referee.lay_out_buckles(&mut scene.script);
        assert_eq!(scene.referee.state.open_buckles.len(), open);
        scene.script.assert_spent();
    }
}

#[test]
fn es_43_es_45_es_q23_eight_dice_attain_it_and_end_the_turn() {
    let mut scene = of(2).open_buckle(EASY).deal(&HARD).roll("TTBB KK**");
    let buckle = scene.buckle(EASY);
    scene = scene.then(take(buckle, false));
    assert_eq!(scene.turn(0), Ending::Buckled);
    let seat = &scene.referee.state.seats[0];
    assert_eq!((&seat.buckles[..], seat.tokens, seat.bulls.len()), (&[buckle][..], 0, 0));
    // ES-Q38: its points join the score; ES-46: none is laid out in its place.
    assert_eq!(scene.referee.scores()[0].total(), 6);
    assert!(scene.referee.state.open_buckles.is_empty());
    assert_eq!(scene.referee.state.discards.len(), 3);
}

#[test]
fn es_43_es_44_two_tokens_stand_in_for_one_die_only() {
    let of_roll = |faces: &str, tokens: u32| {
        let mut scene = of(2).open_buckle(TURNS).tokens(0, tokens).no_purchase();
        scene = scene.deal(&HARD).roll(faces).then(Action::Dismount);
        scene.turn(0);
        let buckle = scene.buckle(TURNS);
        let offered = scene.offered(Point::AfterRoll, 0);
        [take(buckle, false), take(buckle, true)].map(|action| offered.contains(&action))
    };
    assert_eq!(of_roll("TTTT TTTB", 2), [false, true]);
    assert_eq!(of_roll("TTTT TTTB", 1), [false, false]);
    assert_eq!(of_roll("TTTT TTBB", 4), [false, false]);
    assert_eq!(of_roll("TTTT TTTT", 4), [true, false]);
    // ES-Q22: the replaced die may be a Clown.
    assert_eq!(of_roll("TTTT TTT*", 2), [false, true]);
}

#[test]
fn es_q22_three_clowns_forbid_a_wild_for_one_of_them() {
    let mut scene =
        of(2).open_buckle(EASY).tokens(0, 2).no_purchase().deal(&HARD).roll("TTBB K***");
    scene = scene.choose(Point::ClownOut, Action::TakeTokens);
    scene.turn(0);
    let taking = |action: &Action| matches!(action, Action::TakeBuckle { .. });
    assert!(!scene.offered(Point::ClownOut, 0).iter().any(taking));
}

#[test]
fn es_46_a_new_one_in_its_place_if_agreed() {
    let mut scene = Scene::with(2, |rules| {
        rules.buckles = true;
        rules.buckles_replaced = true;
    });
    scene = scene.open_buckle(EASY).deal(&HARD).roll("TTBB KK**");
    let buckle = scene.buckle(EASY);
    scene.script = scene.script.bulls(&[scene.referee.state.hidden_buckles[0]]);
    scene = scene.then(take(buckle, false));
    scene.turn(0);
    assert_eq!(scene.referee.state.open_buckles, [0]);
}

#[test]
fn es_47_es_48_the_clown_buckle_by_the_third_roll() {
    let mut scene = of(2).open_buckle(CLOWNS).deal(&HARD).roll("***T TTTT");
    let (buckle, bulls) = (scene.buckle(CLOWNS), HARD.map(|moves| scene.bull(moves)));
    // ES-Q24: declaring replaces the choice of the Clown Out.
    scene = scene
        .choose(Point::ClownOut, Action::Declare)
        .reroll_for_bull(&[3, 4, 5, 6, 7], "2-2-2")
        .roll("***T T")
        .reroll_for_bull(&[6, 7], "2-3-2")
        .roll("**")
        .then(take(buckle, false));
    assert_eq!(scene.turn(0), Ending::Buckled);
    assert_eq!(scene.referee.scores()[0].total(), 25);
    assert!(bulls.iter().all(|bull| scene.referee.state.discards.contains(bull)));
}

#[test]
fn es_q25_a_failed_clown_buckle_is_bucked_off_with_three_clowns() {
    let mut scene = of(2)
        .open_buckle(CLOWNS)
        .deal(&HARD)
        .roll("***T TTTT")
        .choose(Point::ClownOut, Action::Declare)
        .reroll_for_bull(&[3, 4, 5, 6, 7], "2-2-2")
        .roll("***T T")
        .reroll_for_bull(&[6, 7], "2-3-2")
        // Seven Clowns and no tokens: no fourth roll, nothing to choose.
        .roll("*T");
    assert_eq!(scene.turn(0), Ending::BuckedOff { highest_left: 15 });

    // ES-Q26: with two tokens the seven are enough; tokens buy no roll meanwhile.
    let mut scene = of(2).open_buckle(CLOWNS).tokens(0, 2).no_purchase().deal(&HARD);
    let buckle = scene.buckle(CLOWNS);
    scene = scene
        .roll("***T TTTT")
        .choose(Point::ClownOut, Action::Declare)
        .reroll_for_bull(&[3, 4, 5, 6, 7], "2-2-2")
        .roll("***T T")
        .reroll_for_bull(&[6, 7], "2-3-2")
        .roll("*T")
        .then(take(buckle, true));
    assert_eq!(scene.turn(0), Ending::Buckled);
    assert_eq!(scene.held(0), 0);
    assert_eq!(scene.offered(Point::Payment, 0).len(), 3);
}

#[test]
fn es_q25_with_two_clowns_a_declared_rider_dismounts() {
    let mut scene = of(2)
        .open_buckle(CLOWNS)
        .deal(&["2-1-0", "2-0-1", "3-2-2"])
        .roll("**TT TTBB")
        .then(Action::Declare)
        .reroll_for_bull(&[7], "3-2-2")
        .roll("B")
        .then(Action::Dismount);
    assert_eq!(scene.turn(0), Ending::Dismounted { tokens: 3 });
    // ES-48: no Ride any more.
    let rides = |time| {
        let actions = scene.offered(Point::AfterRoll, time).iter();
        actions.filter(|action| matches!(action, Action::Ride(_))).count()
    };
    assert_eq!((rides(0), rides(1), rides(2)), (1, 0, 0));
}

#[test]
fn es_47_not_declared_after_the_third_roll_nor_taken_undeclared() {
    let mut scene = of(2)
        .open_buckle(CLOWNS)
        .deal(&HARD)
        .roll("TTTT TTTT")
        .reroll_for_bull(&[7], "2-2-2")
        .roll("T")
        .reroll_for_bull(&[7], "2-3-2")
        // One Bull, no token and too late to declare: a forced Dismount.
        .roll("T");
    scene.turn(0);
    assert!(scene.offered(Point::AfterRoll, 0).contains(&Action::Declare));
}

#[test]
fn effects_of_the_buckles() {
    // Three tokens at once.
    let mut scene = of(2).open_buckle([4, 2, 2, 0]).deal(&HARD).roll("TTTT BBKK");
    let buckle = scene.buckle([4, 2, 2, 0]);
    scene = scene.then(take(buckle, false));
    scene.turn(0);
    assert_eq!(scene.held(0), 3);

    // Four Bulls each turn.
    let mut scene = of(2).own_buckle(0, [2, 4, 2, 0]);
    scene = scene.deal(&["3-2-2", "2-3-2", "2-2-2", "2-1-0"]).roll("KKKK KKKK");
    scene = scene.then(Action::Dismount);
    scene.turn(0);
    assert_eq!(scene.referee.state.discards.len(), 4);

    // One free reroll each turn: the second costs a Bull.
    let mut scene = of(2).own_buckle(0, [2, 2, 4, 0]).deal(&HARD).roll("KKKK KKKK").reroll(&[7]);
    scene = scene.choose(Point::Payment, Action::Pay(super::plain_eight_seconds::Payment::Buckle));
    scene = scene.roll("K").reroll_for_bull(&[7], "2-2-2").roll("K").then(Action::Dismount);
    scene.turn(0);
    let offers = [0, 1].map(|time| scene.offered(Point::Payment, time).len());
    assert_eq!(offers, [4, 3]);

    // One token more at each Dismount.
    let mut scene = of(2).own_buckle(0, [3, 3, 0, 2]).deal(&HARD).roll("KKKK KKKK");
    scene = scene.then(Action::Dismount);
    assert_eq!(scene.turn(0), Ending::Dismounted { tokens: 5 });

    // Three tokens for a Clown Out.
    let mut scene = of(2).own_buckle(0, EASY).deal(&HARD).roll("***K KKKK");
    scene = scene.choose(Point::ClownOut, Action::TakeTokens);
    scene.turn(0);
    assert_eq!(scene.held(0), 3);
}
