//! Golden Buckles, ES-42 to ES-48 and ES-88.

use pushluck::games::eight_seconds::compiled::Game;
use pushluck::games::eight_seconds::event::{Event, Outcome};
use pushluck::games::eight_seconds::state::State;

use super::scene::{BULLS, Scene, buckle, scene};
use crate::eight_seconds::common::{Player, Silent, Watch, game, play_game};

#[test]
fn es_42_four_buckles_lie_open_and_six_with_five_players() {
    for (players, settings, open) in [
        (2, "buckles", 4),
        (4, "buckles", 4),
        (5, "buckles", 6),
        (8, "buckles", 6),
        (2, "buckles,open_buckles=12", 12),
    ] {
        let game = game(settings, players);
        let seats: Vec<&Player> = vec![&Silent; players];
        struct Open(u32);
        impl Watch for Open {
            fn told(&mut self, _: &State, event: &Event) {
                if let Event::BucklesLaidOut { buckles } = event {
                    self.0 += buckles.count_ones();
                }
            }
        }
        let mut watch = Open(0);
        play_game(&game, &seats, (1, 1), &mut watch);
        assert_eq!(watch.0, open);
    }
}

#[test]
fn es_43_es_44_es_q22_a_buckle_takes_eight_dice_or_seven_and_two_tokens() {
    let take = |roll: &str, tokens: u16| {
        Scene::new("buckles", 2)
            .deal(&["3-2-2", "2-3-2", "2-2-2"])
            .open(&["4-4-0-0"])
            .tokens(0, tokens)
            .rolls(&[roll])
            .plays("act buckle")
            .play()
    };
    let ended = take("TTTTBBBB", 0);
    assert_eq!((ended.outcome(), ended.end.points), (Outcome::Buckle, 15));
    let ended = take("TTTTBBBC", 3);
    assert_eq!((ended.outcome(), ended.tokens(0)), (Outcome::Buckle, 1));
    for (roll, tokens) in [("TTTTBBBC", 1), ("TTTTBBCC", 4), ("TTTTBBKK", 8)] {
        let ended = Scene::new("buckles", 2)
            .deal(&["3-2-2", "2-3-2", "1-1-3"])
            .open(&["4-4-0-0"])
            .tokens(0, tokens)
            .rolls(&[roll])
            .plays("act dismount")
            .play();
        assert!(!ended.at("act")[0].offers("buckle"), "{roll}");
    }
}

#[test]
fn es_45_es_q23_es_q38_a_buckle_ends_the_turn_and_is_no_bull() {
    let ended =
        scene("buckles", 2).open(&["4-2-2-0"]).rolls(&["TTTTBBKK"]).plays("act buckle").play();
    let seat = &ended.end.state.seats[0];
    assert_eq!((seat.bulls, seat.buckles.count_ones(), seat.buckle_points), (0, 1, 10));
    // This Buckle brings three tokens; extra dice bring none.
    assert_eq!(ended.tokens(0), 3);
    let (scores, _) = ended_game().final_scores(&ended.end.state);
    assert_eq!((scores[0].total(), scores[0].bulls, scores[0].buckles), (13, 0, 10));
}

fn ended_game() -> Game {
    game("buckles", 2)
}

#[test]
fn es_46_es_88_taken_buckles_are_not_replaced_unless_the_rules_say_so() {
    for (settings, open) in [("buckles", 0), ("buckles=replaced", 1)] {
        let ended = scene(settings, 2)
            .open(&["4-4-0-0"])
            .draws(&[3])
            .rolls(&["TTTTBBBB"])
            .plays("act buckle")
            .play();
        assert_eq!(ended.end.state.open_buckles.count_ones(), open);
    }
}

#[test]
fn es_88_buckles_lie_open_to_every_player_until_somebody_takes_them() {
    for rider in 0..3 {
        let before = Scene::new("buckles", 3)
            .open(&["4-4-0-0", "4-2-2-0"])
            .with(|_, state| state.rider = rider);
        let [first, second] = ["4-4-0-0", "4-2-2-0"].map(|needs| buckle(&before.game, needs));
        let ended = before
            .deal(&BULLS)
            .rolls(&["TTTTBBBB"])
            .plays(&format!("{rider}:act buckle 4-4-0-0"))
            .play();
        let held = |state: &State| [0, 1, 2].map(|seat| state.seats[seat].buckles);
        let mut buckles = [0; 3];
        buckles[usize::from(rider)] = 1 << first;
        assert_eq!(held(&ended.end.state), buckles);
        assert_eq!(ended.end.state.open_buckles, 1 << second, "the other one still lies there");
        // The next player is not offered what is gone, and takes the other one.
        let next = (rider + 1) % 3;
        let state = State { rider: next, ..ended.end.state };
        let on = || Scene::new("buckles", 3).with(|_, now| *now = state);
        let bulls = ["3-2-2", "2-3-2", "2-2-2"];
        let gone =
            on().deal(&bulls).rolls(&["TTTTBBBB"]).plays(&format!("{next}:act dismount")).play();
        assert!(!gone.at("act")[0].offers("buckle"));
        let ended =
            on().deal(&bulls).rolls(&["TTTTBBKK"]).plays(&format!("{next}:act buckle")).play();
        buckles[usize::from(next)] = 1 << second;
        assert_eq!(held(&ended.end.state), buckles);
        assert_eq!(ended.end.state.open_buckles, 0);
    }
}

#[test]
fn es_47_es_48_es_q24_the_buckle_of_clowns_is_declared_and_has_three_rolls() {
    let game = game("buckles", 2);
    let clowns = buckle(&game, "0-0-0-8");
    let ended = scene("buckles", 2)
        .open(&["0-0-0-8", "4-4-0-0"])
        .rolls(&["CCCCT___", "CCCCCCC_", "CCCCCCCC"])
        .plays("clown_out declare 0-0-0-8")
        .plays("act reroll, pay bull, act reroll, act buckle")
        .play();
    assert_eq!((ended.outcome(), ended.end.points), (Outcome::Buckle, 25));
    for act in ended.at("act") {
        assert!(!act.offers("ride") && !act.offers("dismount"));
    }
    // Two Bulls were given up: with three Bulls there are three rolls.
    assert!(ended.at("pay").iter().all(|pay| !pay.offers("token")));
    // Before that, no other Buckle is an aim and none can be taken undeclared.
    assert!(ended.at("aim").iter().all(|aim| aim.arguments("buckle") == [clowns]));
}

#[test]
fn es_48_es_q26_seven_clowns_and_two_tokens_are_enough() {
    let ended = scene("buckles", 2)
        .open(&["0-0-0-8"])
        .tokens(0, 2)
        .rolls(&["CCCCCCCT"])
        .plays("clown_out declare, act buckle")
        .play();
    assert_eq!((ended.outcome(), ended.tokens(0)), (Outcome::Buckle, 0));
}

#[test]
fn es_48_no_tokens_for_rolls_after_declaring() {
    let ended = Scene::new("buckles", 2)
        .left_over(&["3-2-2"])
        .open(&["0-0-0-8"])
        .tokens(0, 3)
        .rolls(&["CC______"])
        .plays("act declare, act dismount")
        .play();
    assert!(ended.at("act")[0].offers("reroll"));
    assert!(!ended.at("act")[1].offers("reroll"));
}

#[test]
fn es_q25_a_failed_attempt_is_bucked_off_or_a_dismount() {
    let attempt = |third: &str| {
        scene("buckles", 2)
            .open(&["0-0-0-8"])
            .rolls(&["TT______", "TT______", third])
            .plays("act declare, act reroll, aim everything, pay bull, act reroll")
            .plays("aim everything")
            .play()
    };
    // Nothing is left but one action, so nobody is asked.
    assert_eq!(attempt("CCCCCCCT").outcome(), Outcome::BuckedOff);
    assert_eq!(attempt("CCTTTTTT").outcome(), Outcome::Dismount);
    assert_eq!(attempt("CCTTTTTT").tokens(0), 3);
}

#[test]
fn es_47_declaring_is_possible_on_a_later_roll_of_three_clowns() {
    let ended = scene("buckles", 2)
        .open(&["0-0-0-8"])
        .rolls(&["________", "CCCCC___", "CCCCCCCC"])
        .plays("act reroll, bucked_off declare, act reroll, act buckle")
        .play();
    assert_eq!(ended.outcome(), Outcome::Buckle);
}

#[test]
fn es_q45_no_buckle_while_three_clowns_lie_there() {
    let ended = scene("buckles", 2)
        .open(&["2-2-2-2"])
        .tokens(0, 3)
        .rolls(&["TTBBKCCC"])
        .plays("clown_out take_tokens")
        .play();
    assert!(!ended.at("clown_out")[0].offers("buckle"));
}

#[test]
fn buckles_do_what_they_say() {
    // A line-up of four.
    let ended = Scene::new("buckles", 2)
        .has_buckle(0, "2-4-2-0")
        .rolls(&["________"])
        .plays("act dismount")
        .play();
    assert_eq!(ended.told.iter().filter(|told| told.starts_with("BullDealt")).count(), 4);
    // One free reroll a turn.
    let ended = scene("buckles", 2)
        .has_buckle(0, "2-2-4-0")
        .rolls(&["________", "________"])
        .plays("act reroll, pay free, act reroll")
        .rolls(&["________"])
        .plays("act dismount")
        .play();
    assert!(!ended.at("pay")[1].offers("free"));
    // A token more at a Dismount.
    let ended = scene("buckles", 2)
        .has_buckle(0, "3-3-0-2")
        .rolls(&["TT______"])
        .plays("act dismount")
        .play();
    assert_eq!(ended.tokens(0), 2);
    // Three tokens for a Clown Out.
    let ended = scene("buckles", 2).has_buckle(0, "2-2-2-2").rolls(&["CCC_____"]).play();
    assert_eq!(ended.tokens(0), 3);
}
