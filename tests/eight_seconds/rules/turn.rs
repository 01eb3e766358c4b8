//! Set-up and turns, ES-1 to ES-30.

use pushluck::games::eight_seconds::compiled::Game;
use pushluck::games::eight_seconds::event::{Event, Outcome};
use pushluck::games::eight_seconds::state::State;

use super::scene::{Scene, scene};
use crate::eight_seconds::common::{
    NoWatch, Player, Silent, Watch, bull, bulls, game, letters, play_game,
};

#[test]
fn es_01_one_to_eight_play() {
    for players in 1..=8 {
        let game = game("", players);
        let seats: Vec<&Player> = vec![&Silent; players];
        let end = play_game(&game, &seats, (1, 1), &mut NoWatch);
        assert_eq!(usize::from(end.players), players);
    }
}

#[test]
fn es_03_es_04_bulls_are_shuffled_tokens_in_a_pile_and_seat_1_begins_with_all_dice() {
    struct First {
        dealt: Vec<u8>,
        rolled: Option<u8>,
    }
    impl Watch for First {
        fn told(&mut self, state: &State, event: &Event) {
            match event {
                Event::TurnBegins { seat } if state.turns == 0 => {
                    assert_eq!((*seat, state.rider), (0, 0));
                    let bulls = (state.deck.count_ones(), state.discards, state.line_up);
                    assert_eq!(bulls, (28, 0, 0));
                    let held: Vec<u16> = state.seated().iter().map(|seat| seat.tokens).collect();
                    assert_eq!((state.supply, held), (24 - 4 * 2, vec![2; 4]));
                }
                Event::BullDealt { bull, .. } if state.turns == 0 => self.dealt.push(*bull),
                Event::Rolled { rolled, .. } if self.rolled.is_none() => {
                    self.rolled = Some(*rolled);
                }
                _ => {}
            }
        }
    }
    let game = game("tokens=2,max_turns=1", 4);
    let seats: Vec<&Player> = vec![&Silent; 4];
    let mut places = [[0; 28]; 3];
    for number in 0..2800 {
        let mut first = First { dealt: Vec::new(), rolled: None };
        play_game(&game, &seats, (1, number), &mut first);
        assert_eq!(first.rolled, Some(u8::MAX), "all eight dice");
        for (place, bull) in places.iter_mut().zip(first.dealt) {
            place[usize::from(bull)] += 1;
        }
    }
    // Each Bull a hundred times at each place; a deviation of 9.8.
    assert!(places.iter().flatten().all(|count| (50..150).contains(count)), "{places:?}");
}

#[test]
fn es_05_players_may_start_with_one_or_two_tokens() {
    for tokens in 0..=2 {
        let game = game(&format!("tokens={tokens},max_turns=1"), 3);
        let seats: Vec<&Player> = vec![&Silent; 3];
        struct First(Vec<u16>);
        impl Watch for First {
            fn told(&mut self, state: &State, event: &Event) {
                if matches!(event, Event::TurnBegins { seat: 0 }) && self.0.is_empty() {
                    self.0 = state.seated().iter().map(|seat| seat.tokens).collect();
                }
            }
        }
        let mut first = First(Vec::new());
        play_game(&game, &seats, (1, 1), &mut first);
        assert_eq!(first.0, [tokens; 3]);
    }
}

#[test]
fn es_06_the_game_has_eight_dice_of_five_values() {
    let game = game("", 1);
    assert_eq!(game.dice.len(), 8);
    let shown = game.dice.iter().flat_map(|die| die.faces);
    assert_eq!(shown.collect::<std::collections::HashSet<_>>().len(), 5);
    let colours: Vec<&str> = game.dice.iter().map(|die| die.colour.as_str()).collect();
    assert_eq!(colours, ["yellow", "yellow", "green", "green", "blue", "blue", "red", "red"]);
}

// A turn.

#[test]
fn es_08_es_09_es_12_three_bulls_then_eight_dice() {
    let ended = scene("", 2).rolls(&["________"]).plays("act dismount").play();
    assert_eq!(ended.told.iter().filter(|told| told.starts_with("BullDealt")).count(), 3);
    assert!(ended.told.iter().any(|told| told.contains("rolled: 255")));
    assert_eq!(ended.outcome(), Outcome::Dismount);
    // A Bull needs each of its moves: two Turns and a Buck, not two Turns and a Kick.
    let rolls = ["TTK_____"];
    let ended = scene("", 2).rolls(&rolls).plays("act dismount").play();
    assert!(!ended.at("act")[0].offers("ride"));
    let ended = scene("", 2).rolls(&["TTB_____"]).play();
    assert_eq!(ended.outcome(), Outcome::Ride);
}

#[test]
fn es_10_es_q12_fewer_than_three_bulls_are_completed_from_the_discards() {
    let start = |game: &Game, state: &mut State| {
        state.deck = bulls(game, &["2-1-0"]);
        state.discards = !state.deck & ((1 << 28) - 1);
    };
    let scene = Scene::new("", 2).with(start).deal(&["2-1-0", "3-2-2", "2-3-2"]);
    let ended = scene.rolls(&["________"]).plays("act dismount").play();
    let at = |what: &str| ended.told.iter().position(|told| told.starts_with(what)).unwrap();
    assert!(at("BullDealt") < at("Reshuffled"));
    assert_eq!(ended.told.iter().filter(|told| told.starts_with("BullDealt")).count(), 3);
    assert_eq!(ended.end.state.deck.count_ones(), 25);
    assert_eq!(ended.end.state.discards.count_ones(), 3);
    // Not in solitaire.
    let ended = Scene::new("", 1).with(start).rolls(&["________"]).play();
    assert_eq!(ended.told.iter().filter(|told| told.starts_with("BullDealt")).count(), 1);
    // With no Bull at all the game ends.
    let none = |_: &Game, state: &mut State| {
        (state.deck, state.discards) = (0, 0);
        state.seats[1].bulls = (1 << 28) - 1;
    };
    assert_eq!(Scene::new("", 2).with(none).play().end.outcome, None);
}

#[test]
fn es_11_es_30_tokens_buy_bulls_before_the_first_roll_and_those_may_be_given_up() {
    let ended = Scene::new("", 2)
        .tokens(0, 2)
        .deal(&["2-1-0", "2-1-1", "2-2-1", "3-2-2", "2-3-2"])
        .rolls(&["________", "________"])
        .plays("buy_bull buy, buy_bull buy, act reroll, aim bull 2-1-0, pay bull 2-3-2")
        .plays("act dismount")
        .play();
    assert_eq!(ended.told.iter().filter(|told| told.starts_with("BullDealt")).count(), 5);
    assert_eq!(ended.tokens(0), 0);
    // Not asked without tokens, and never after the roll.
    assert_eq!(ended.at("buy_bull").len(), 2);
    assert!(ended.made.iter().take(2).all(|made| made.point == "buy_bull"));
}

#[test]
fn es_13_after_a_roll_ride_dismount_or_reroll() {
    let ended = scene("", 2).rolls(&["TTBK____"]).plays("act dismount").play();
    let act = ended.at("act")[0];
    let game = game("", 2);
    assert_eq!(act.arguments("ride"), [bull(&game, "2-1-0"), bull(&game, "2-1-1")]);
    assert!(act.offers("dismount") && act.offers("reroll"));
    assert!(!act.offers("retrieve") && !act.offers("buckle") && !act.offers("declare"));
}

#[test]
fn es_14_es_15_es_q14_a_ride_scores_the_bull_and_a_token_for_each_extra_move() {
    // Seven moves, four of them used: the Clown gives nothing, surplus copies count.
    let ended = scene("", 2).rolls(&["TTTBKKKC"]).plays("act ride 2-1-1").play();
    assert_eq!((ended.end.points, ended.tokens(0)), (5, 3));
    assert_eq!(ended.end.state.seats[0].bulls, bulls(&game("", 2), &["2-1-1"]));
    // A retrieved die is a Blank and gives none.
    let ended =
        scene("", 2).tokens(0, 1).rolls(&["TTTBKKKC"]).plays("act retrieve, act ride 2-1-1").play();
    assert_eq!(ended.tokens(0), 3);
    // What is left of the line-up is discarded (ES-Q11).
    assert_eq!(ended.end.state.discards, bulls(&game("", 2), &["2-1-0", "2-2-1"]));
}

#[test]
fn es_16_only_one_bull_a_turn() {
    let ended = scene("", 2).rolls(&["TTTTBBBB"]).plays("act ride 2-1-0").play();
    assert_eq!(ended.end.state.seats[0].bulls.count_ones(), 1);
    assert_eq!(ended.at("act").len(), 1);
}

#[test]
fn es_17_one_may_roll_on_although_a_ride_is_possible() {
    let ended = scene("", 2)
        .rolls(&["TTB_____", "TTBBK___"])
        .plays("act reroll, aim bull 2-2-1, pay bull 2-1-1, act ride 2-2-1")
        .play();
    assert_eq!(ended.end.points, 7);
}

#[test]
fn es_18_es_19_three_clowns_end_the_turn_even_if_a_bull_could_be_ridden() {
    let ended = scene("", 2).rolls(&["________", "TTBCCC__"]).plays("act reroll").play();
    assert_eq!(ended.outcome(), Outcome::BuckedOff);
    assert_eq!((ended.end.points, ended.tokens(0)), (0, 0));
    assert_eq!(ended.end.state.line_up, 0);
    assert_eq!(ended.end.state.discards.count_ones(), 3);
    // Tokens may retrieve enough of them, and then the ride counts.
    let ended = scene("", 2)
        .tokens(0, 1)
        .rolls(&["________", "TTBCCC__"])
        .plays("act reroll, aim bull 2-1-0, bucked_off retrieve 1")
        .play();
    assert_eq!(ended.outcome(), Outcome::Ride);
}

#[test]
fn es_20_es_q15_a_dismount_brings_a_token_for_every_two_moves() {
    for (roll, tokens) in
        [("________", 0), ("T_______", 0), ("TK______", 1), ("TBKTB_CC", 2), ("TBKTBKTB", 4)]
    {
        let ended = scene("", 2).rolls(&[roll]).plays("act dismount").play();
        assert_eq!(ended.tokens(0), tokens, "{roll}");
        assert_eq!(ended.outcome(), Outcome::Dismount);
    }
}

#[test]
fn es_21_es_q01_two_clowns_and_a_seven_dice_bull_still_allow_a_dismount() {
    let ended = Scene::new("", 2)
        .left_over(&["3-2-2"])
        .tokens(0, 1)
        .rolls(&["CCTBK___"])
        .plays("act dismount")
        .play();
    let act = ended.at("act")[0];
    assert!(act.offers("dismount") && act.offers("reroll") && act.offers("retrieve"));
    assert_eq!(ended.tokens(0), 2);
}

#[test]
fn es_22_es_23_a_reroll_costs_a_bull_but_not_the_last_or_a_token() {
    let ended = scene("", 2)
        .tokens(0, 1)
        .rolls(&["________", "________", "________", "________"])
        .plays("act reroll, aim bull 2-1-0, pay bull 2-1-1, act reroll, aim bull 2-1-0")
        .plays("pay bull, act reroll")
        .play();
    let pays = ended.at("pay");
    assert_eq!(pays[0].arguments("bull").len(), 2);
    assert_eq!(pays[1].arguments("bull").len(), 1);
    // With one Bull the token is all there is, so nobody is asked; then one must Dismount (ES-26).
    assert_eq!(pays.len(), 2);
    assert_eq!(ended.at("act").len(), 3);
    assert_eq!(ended.tokens(0), 0);
    assert_eq!(ended.outcome(), Outcome::Dismount);
}

#[test]
fn es_24_clowns_stay_blanks_are_rolled_and_moves_go_either_way() {
    let ended = scene("", 2)
        .rolls(&["CTBK_C_T", "KKKKKKKK"])
        .plays("act reroll")
        // Of the four moves (dice 1, 2, 3 and 7) keep the Buck alone.
        .plays("keep_dice keep 4, act dismount")
        .play();
    assert_eq!(letters(ended.end.state.turn.dice), "CKBKKCKK");
    assert_eq!(ended.at("keep_dice")[0].legal.len(), 16);
}

#[test]
fn es_25_rerolls_go_on_while_they_are_paid_for() {
    let mut scene = scene("", 2).tokens(0, 4).rolls(&["T_______"; 6]);
    for _ in 0..5 {
        scene = scene.plays("act reroll, aim moves");
    }
    let ended = scene.plays("act dismount").play();
    assert_eq!(ended.end.state.turn.rolls, 6);
}

#[test]
fn es_26_without_bull_token_and_ride_one_must_dismount() {
    let ended = Scene::new("", 2).left_over(&["3-2-2"]).rolls(&["TTTT____"]).play();
    assert_eq!(ended.outcome(), Outcome::Dismount);
    assert!(ended.at("act").is_empty());
}

#[test]
fn es_27_es_28_es_29_es_q03_retrieved_clowns_are_blanks_until_the_next_paid_roll() {
    // Two Clowns on yellow dice, which have no Blank.
    let ended = scene("", 2)
        .tokens(0, 3)
        .rolls(&["CCT_____", "KKKKKKKK"])
        .plays("act retrieve 2, act reroll, aim moves, pay token, act dismount")
        .play();
    assert_eq!(ended.tokens(0), 4, "two for the Clowns, one for the roll, four for eight moves");
    assert_eq!(letters(ended.end.state.turn.dice), "KKTKKKKK");
    assert_eq!(ended.at("act")[0].arguments("retrieve"), [1, 2]);
    assert_eq!(ended.end.state.turn.retrieved, 0);
    // The dice to retrieve may be chosen by colour.
    let ended = scene("", 2)
        .tokens(0, 1)
        .rolls(&["CTTTTTTC"])
        .plays("act retrieve 1, retrieve_die retrieve 7, act dismount")
        .play();
    assert_eq!(letters(ended.end.state.turn.dice), "_TTTTTTC");
}

#[test]
fn es_q02_es_q04_buying_back_takes_enough_tokens_and_may_be_declined() {
    let four = ["________", "CCCC____"];
    // One token is too few for four Clowns: Bucked Off, and the token is kept.
    let ended = scene("", 2).tokens(0, 1).rolls(&four).plays("act reroll, pay bull").play();
    assert_eq!(ended.outcome(), Outcome::BuckedOff);
    assert_eq!(ended.tokens(0), 1);
    assert!(ended.at("bucked_off").is_empty());
    // Two are enough, and one may still decline.
    let with_two = || scene("", 2).tokens(0, 2).rolls(&four).plays("act reroll, pay bull");
    let ended = with_two().plays("bucked_off fall").play();
    assert_eq!((ended.outcome(), ended.tokens(0)), (Outcome::BuckedOff, 2));
    let saved = with_two().plays("bucked_off retrieve 2, act dismount");
    let ended = saved.play();
    assert_eq!((ended.outcome(), ended.tokens(0)), (Outcome::Dismount, 0));
}

#[test]
fn es_q16_one_rolls_before_a_dismount() {
    let ended = scene("", 2).tokens(0, 1).rolls(&["________"]).plays("act dismount").play();
    let points: Vec<&str> = ended.made.iter().map(|made| made.point).collect();
    assert_eq!(points, ["buy_bull", "act"]);
}

#[test]
fn es_q17_a_reroll_rolls_at_least_one_die() {
    // Seven moves that a Bull needs and a Clown: for that Bull there is nothing to roll.
    let ended = Scene::new("", 2)
        .deal(&["3-2-2", "2-1-0", "2-1-1"])
        .rolls(&["TTTBBKKC", "TTTTTTTT"])
        .plays("act reroll, aim everything, pay bull 3-2-2, act dismount")
        .play();
    let game = game("", 2);
    let aims = ended.at("aim")[0];
    assert_eq!(aims.arguments("bull"), [bull(&game, "2-1-0"), bull(&game, "2-1-1")]);
    assert!(!aims.offers("moves"), "there are no Blanks");
    let all = scene("", 2)
        .rolls(&["TTTBBKKC", "TTTTTTTT"])
        .plays("act reroll, keep_dice keep 0, act dismount")
        .play();
    assert_eq!(all.at("keep_dice")[0].legal.len(), 127, "all sets but keeping all seven");
}

#[test]
fn es_q18_the_pile_of_tokens_can_run_dry() {
    let dry = |settings: &str| {
        scene(settings, 2)
            .with(|_, state| {
                state.supply -= 23;
                state.seats[1].tokens += 23;
            })
            .rolls(&["TTTTTTTT"])
            .plays("act dismount")
            .play()
    };
    assert_eq!(dry("").tokens(0), 1);
    assert_eq!(dry("supply=unlimited").tokens(0), 4);
}
