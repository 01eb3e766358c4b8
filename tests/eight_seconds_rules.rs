//! The rules of 8 Seconds by their ids, each by turns laid down by hand.
//!
//! Dice are written as letters in the order of the game's dice: yellow, yellow, green, green, blue,
//! blue, red, red.

mod eight_seconds;

use eight_seconds::{
    Choice, Decision, NoWatch, OwnLuck, Player, Policy, Scene, Silent, Watch, buckle, bull, bulls,
    dice, game, letters, play_game,
};
use pushluck::games::eight_seconds::edition::Ability;
use pushluck::games::eight_seconds::event::{Event, Outcome};
use pushluck::games::eight_seconds::play::Game;
use pushluck::games::eight_seconds::state::{Bet, State};

/// Three cheap Bulls, from the lowest points up.
const BULLS: [&str; 3] = ["2-1-0", "2-1-1", "2-2-1"];

/// A turn of seat 0 with those Bulls.
fn scene(settings: &str, players: usize) -> Scene {
    Scene::new(settings, players).deal(&BULLS)
}

/// Who ended turns with what, and how the game ended.
#[derive(Default)]
struct Turns {
    seats: Vec<u8>,
    /// The Bulls dealt, in order.
    dealt: Vec<u8>,
    /// How many of them in turns that were played to their end.
    played: usize,
    /// Whether the Rider had what brings the end, after each turn.
    triggered: Vec<bool>,
    most_bulls: u32,
    reshuffled: bool,
}

struct Follow<'a> {
    turns: Turns,
    bulls: u32,
    trigger: &'a dyn Fn(&State, u8) -> bool,
}

impl Watch for Follow<'_> {
    fn told(&mut self, state: &State, event: &Event) {
        match event {
            Event::TurnEnds { seat, .. } => {
                self.turns.seats.push(*seat);
                self.turns.played = self.turns.dealt.len();
                self.turns.triggered.push((self.trigger)(state, *seat));
                self.bulls = state.seats[usize::from(*seat)].bulls.count_ones();
                self.turns.most_bulls = self.turns.most_bulls.max(self.bulls);
            }
            Event::BullDealt { bull, .. } => self.turns.dealt.push(*bull),
            Event::Reshuffled { .. } => self.turns.reshuffled = true,
            _ => {}
        }
    }
}

fn follow(game: &Game, players: usize, number: u64, trigger: &dyn Fn(&State, u8) -> bool) -> Turns {
    let seats: Vec<&Player> = vec![&Silent; players];
    let mut watch = Follow { turns: Turns::default(), bulls: 0, trigger };
    let end = play_game(game, &seats, (3, number), &mut watch);
    assert!(end.finished);
    watch.turns
}

// Set-up.

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
    let ended = scene("", 2).rolls(&["________"]).does(0, "act", "dismount").play();
    assert_eq!(ended.told.iter().filter(|told| told.starts_with("BullDealt")).count(), 3);
    assert!(ended.told.iter().any(|told| told.contains("rolled: 255")));
    assert_eq!(ended.outcome(), Outcome::Dismount);
    // A Bull needs each of its moves: two Turns and a Buck, not two Turns and a Kick.
    let rolls = ["TTK_____"];
    let ended = scene("", 2).rolls(&rolls).does(0, "act", "dismount").play();
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
    let ended = scene.rolls(&["________"]).does(0, "act", "dismount").play();
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
        .does(0, "buy_bull", "buy")
        .does(0, "buy_bull", "buy")
        .does(0, "act", "reroll")
        .does_bull(0, "aim", "bull", "2-1-0")
        .does_bull(0, "pay", "bull", "2-3-2")
        .does(0, "act", "dismount")
        .play();
    assert_eq!(ended.told.iter().filter(|told| told.starts_with("BullDealt")).count(), 5);
    assert_eq!(ended.tokens(0), 0);
    // Not asked without tokens, and never after the roll.
    assert_eq!(ended.at("buy_bull").len(), 2);
    assert!(ended.made.iter().take(2).all(|made| made.point == "buy_bull"));
}

#[test]
fn es_13_after_a_roll_ride_dismount_or_reroll() {
    let ended = scene("", 2).rolls(&["TTBK____"]).does(0, "act", "dismount").play();
    let act = ended.at("act")[0];
    let game = game("", 2);
    assert_eq!(act.arguments("ride"), [bull(&game, "2-1-0"), bull(&game, "2-1-1")]);
    assert!(act.offers("dismount") && act.offers("reroll"));
    assert!(!act.offers("retrieve") && !act.offers("buckle") && !act.offers("declare"));
}

#[test]
fn es_14_es_15_es_q14_a_ride_scores_the_bull_and_a_token_for_each_extra_move() {
    // Seven moves, four of them used: the Clown gives nothing, surplus copies count.
    let ended = scene("", 2).rolls(&["TTTBKKKC"]).does_bull(0, "act", "ride", "2-1-1").play();
    assert_eq!((ended.end.points, ended.tokens(0)), (5, 3));
    assert_eq!(ended.end.state.seats[0].bulls, bulls(&game("", 2), &["2-1-1"]));
    // A retrieved die is a Blank and gives none.
    let ended = scene("", 2)
        .tokens(0, 1)
        .rolls(&["TTTBKKKC"])
        .does(0, "act", "retrieve")
        .does_bull(0, "act", "ride", "2-1-1")
        .play();
    assert_eq!(ended.tokens(0), 3);
    // What is left of the line-up is discarded (ES-Q11).
    assert_eq!(ended.end.state.discards, bulls(&game("", 2), &["2-1-0", "2-2-1"]));
}

#[test]
fn es_16_only_one_bull_a_turn() {
    let ended = scene("", 2).rolls(&["TTTTBBBB"]).does_bull(0, "act", "ride", "2-1-0").play();
    assert_eq!(ended.end.state.seats[0].bulls.count_ones(), 1);
    assert_eq!(ended.at("act").len(), 1);
}

#[test]
fn es_17_one_may_roll_on_although_a_ride_is_possible() {
    let ended = scene("", 2)
        .rolls(&["TTB_____", "TTBBK___"])
        .does(0, "act", "reroll")
        .does_bull(0, "aim", "bull", "2-2-1")
        .does_bull(0, "pay", "bull", "2-1-1")
        .does_bull(0, "act", "ride", "2-2-1")
        .play();
    assert_eq!(ended.end.points, 7);
}

#[test]
fn es_18_es_19_three_clowns_end_the_turn_even_if_a_bull_could_be_ridden() {
    let ended = scene("", 2).rolls(&["________", "TTBCCC__"]).does(0, "act", "reroll").play();
    assert_eq!(ended.outcome(), Outcome::BuckedOff);
    assert_eq!((ended.end.points, ended.tokens(0)), (0, 0));
    assert_eq!(ended.end.state.line_up, 0);
    assert_eq!(ended.end.state.discards.count_ones(), 3);
    // Tokens may retrieve enough of them, and then the ride counts.
    let ended = scene("", 2)
        .tokens(0, 1)
        .rolls(&["________", "TTBCCC__"])
        .does(0, "act", "reroll")
        .does_bull(0, "aim", "bull", "2-1-0")
        .does_with(0, "bucked_off", "retrieve", 1)
        .play();
    assert_eq!(ended.outcome(), Outcome::Ride);
}

#[test]
fn es_20_es_q15_a_dismount_brings_a_token_for_every_two_moves() {
    for (roll, tokens) in
        [("________", 0), ("T_______", 0), ("TK______", 1), ("TBKTB_CC", 2), ("TBKTBKTB", 4)]
    {
        let ended = scene("", 2).rolls(&[roll]).does(0, "act", "dismount").play();
        assert_eq!(ended.tokens(0), tokens, "{roll}");
        assert_eq!(ended.outcome(), Outcome::Dismount);
    }
}

#[test]
fn es_21_es_q01_two_clowns_and_a_seven_dice_bull_still_allow_a_dismount() {
    let ended = Scene::new("", 2)
        .with(|game, state| {
            state.line_up = bulls(game, &["3-2-2"]);
            state.deck &= !state.line_up;
        })
        .tokens(0, 1)
        .rolls(&["CCTBK___"])
        .does(0, "act", "dismount")
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
        .does(0, "act", "reroll")
        .does_bull(0, "aim", "bull", "2-1-0")
        .does_bull(0, "pay", "bull", "2-1-1")
        .does(0, "act", "reroll")
        .does_bull(0, "aim", "bull", "2-1-0")
        .does(0, "pay", "bull")
        .does(0, "act", "reroll")
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
        .does(0, "act", "reroll")
        // Of the four moves (dice 1, 2, 3 and 7) keep the Buck alone.
        .does_with(0, "keep_dice", "keep", 0b0000_0100)
        .does(0, "act", "dismount")
        .play();
    assert_eq!(letters(ended.end.state.turn.dice), "CKBKKCKK");
    assert_eq!(ended.at("keep_dice")[0].legal.len(), 16);
}

#[test]
fn es_25_rerolls_go_on_while_they_are_paid_for() {
    let mut scene = scene("", 2).tokens(0, 4).rolls(&["T_______"; 6]);
    for _ in 0..5 {
        scene = scene.does(0, "act", "reroll").does(0, "aim", "moves");
    }
    let ended = scene.does(0, "act", "dismount").play();
    assert_eq!(ended.end.state.turn.rolls, 6);
}

#[test]
fn es_26_without_bull_token_and_ride_one_must_dismount() {
    let ended = Scene::new("", 2)
        .with(|game, state| {
            state.line_up = bulls(game, &["3-2-2"]);
            state.deck &= !state.line_up;
        })
        .rolls(&["TTTT____"])
        .play();
    assert_eq!(ended.outcome(), Outcome::Dismount);
    assert!(ended.at("act").is_empty());
}

#[test]
fn es_27_es_28_es_29_es_q03_retrieved_clowns_are_blanks_until_the_next_paid_roll() {
    // Two Clowns on yellow dice, which have no Blank.
    let ended = scene("", 2)
        .tokens(0, 3)
        .rolls(&["CCT_____", "KKKKKKKK"])
        .does_with(0, "act", "retrieve", 2)
        .does(0, "act", "reroll")
        .does(0, "aim", "moves")
        .does(0, "pay", "token")
        .does(0, "act", "dismount")
        .play();
    assert_eq!(ended.tokens(0), 4, "two for the Clowns, one for the roll, four for eight moves");
    assert_eq!(letters(ended.end.state.turn.dice), "KKTKKKKK");
    assert_eq!(ended.at("act")[0].arguments("retrieve"), [1, 2]);
    assert_eq!(ended.end.state.turn.retrieved, 0);
    // The dice to retrieve may be chosen by colour.
    let ended = scene("", 2)
        .tokens(0, 1)
        .rolls(&["CTTTTTTC"])
        .does_with(0, "act", "retrieve", 1)
        .does_with(0, "retrieve_die", "retrieve", 7)
        .does(0, "act", "dismount")
        .play();
    assert_eq!(letters(ended.end.state.turn.dice), "_TTTTTTC");
}

#[test]
fn es_q02_es_q04_buying_back_takes_enough_tokens_and_may_be_declined() {
    let four = ["________", "CCCC____"];
    // One token is too few for four Clowns: Bucked Off, and the token is kept.
    let ended = scene("", 2)
        .tokens(0, 1)
        .rolls(&four)
        .does(0, "act", "reroll")
        .does(0, "pay", "bull")
        .play();
    assert_eq!(ended.outcome(), Outcome::BuckedOff);
    assert_eq!(ended.tokens(0), 1);
    assert!(ended.at("bucked_off").is_empty());
    // Two are enough, and one may still decline.
    let with_two =
        || scene("", 2).tokens(0, 2).rolls(&four).does(0, "act", "reroll").does(0, "pay", "bull");
    let ended = with_two().does(0, "bucked_off", "fall").play();
    assert_eq!((ended.outcome(), ended.tokens(0)), (Outcome::BuckedOff, 2));
    let saved = with_two().does_with(0, "bucked_off", "retrieve", 2).does(0, "act", "dismount");
    let ended = saved.play();
    assert_eq!((ended.outcome(), ended.tokens(0)), (Outcome::Dismount, 0));
}

#[test]
fn es_q16_one_rolls_before_a_dismount() {
    let ended = scene("", 2).tokens(0, 1).rolls(&["________"]).does(0, "act", "dismount").play();
    let points: Vec<&str> = ended.made.iter().map(|made| made.point).collect();
    assert_eq!(points, ["buy_bull", "act"]);
}

#[test]
fn es_q17_a_reroll_rolls_at_least_one_die() {
    // Seven moves that a Bull needs and a Clown: for that Bull there is nothing to roll.
    let ended = Scene::new("", 2)
        .deal(&["3-2-2", "2-1-0", "2-1-1"])
        .rolls(&["TTTBBKKC", "TTTTTTTT"])
        .does(0, "act", "reroll")
        .does(0, "aim", "everything")
        .does_bull(0, "pay", "bull", "3-2-2")
        .does(0, "act", "dismount")
        .play();
    let game = game("", 2);
    let aims = ended.at("aim")[0];
    assert_eq!(aims.arguments("bull"), [bull(&game, "2-1-0"), bull(&game, "2-1-1")]);
    assert!(!aims.offers("moves"), "there are no Blanks");
    let all = scene("", 2)
        .rolls(&["TTTBBKKC", "TTTTTTTT"])
        .does(0, "act", "reroll")
        .does_with(0, "keep_dice", "keep", 0)
        .does(0, "act", "dismount")
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
            .does(0, "act", "dismount")
            .play()
    };
    assert_eq!(dry("").tokens(0), 1);
    assert_eq!(dry("supply=unlimited").tokens(0), 4);
}

// Clowning Out.

#[test]
fn es_31_es_33_a_clown_out_may_be_two_tokens_and_leaves_the_bulls() {
    let ended = scene("", 2).rolls(&["TTBCCC__"]).does(0, "clown_out", "take_tokens").play();
    assert_eq!((ended.outcome(), ended.tokens(0)), (Outcome::ClownOut, 2));
    assert_eq!(ended.end.state.line_up.count_ones(), 3);
    assert_eq!(ended.end.state.discards, 0);
    assert!(!ended.at("clown_out")[0].offers("retrieve"));
}

#[test]
fn es_32_es_q05_retrieving_cancels_the_clown_out() {
    let ended = scene("", 2)
        .tokens(0, 2)
        .rolls(&["TTBCCCC_"])
        .does_with(0, "clown_out", "retrieve", 2)
        .play();
    assert_eq!(ended.outcome(), Outcome::Ride);
    // Four Clowns take two tokens at least: part of the way is not offered.
    assert_eq!(ended.at("clown_out")[0].arguments("retrieve"), [2]);
    assert_eq!(ended.tokens(0), 0);
    assert_eq!(ended.end.state.discards.count_ones(), 2, "no Bull was given up");
}

#[test]
fn es_34_or_the_highest_bull_is_discarded_and_all_dice_are_rolled() {
    let ended = scene("", 2)
        .rolls(&["TTBCCC__", "KKKKKKKK"])
        .does(0, "clown_out", "reroll_all")
        .does(0, "act", "dismount")
        .play();
    assert_eq!(letters(ended.end.state.turn.dice), "KKKKKKKK");
    let gone =
        format!("BullsDiscarded {{ bulls: {}, why: ClownOut }}", bulls(&game("", 2), &["2-2-1"]));
    assert!(ended.told.contains(&gone), "{:?}", ended.told);
    assert_eq!(ended.tokens(0), 4);
}

#[test]
fn es_35_es_q06_a_second_clown_out_passes_the_turn() {
    let second =
        || scene("", 2).rolls(&["CCC_____", "CCC_____"]).does(0, "clown_out", "reroll_all");
    let ended = second().play();
    assert_eq!((ended.outcome(), ended.tokens(0)), (Outcome::BuckedOff, 0));
    assert_eq!(ended.end.state.line_up, 0, "the Bulls are discarded");
    assert_eq!(ended.at("clown_out").len(), 1);
    // Tokens avert it.
    let averted = second().tokens(0, 1).does(0, "bucked_off", "retrieve");
    assert_eq!(averted.does(0, "act", "dismount").play().outcome(), Outcome::Dismount);
}

#[test]
fn es_q07_a_single_bull_cannot_be_discarded_for_it() {
    let ended = Scene::new("", 2)
        .with(|game, state| {
            state.line_up = bulls(game, &["3-2-2"]);
            state.deck &= !state.line_up;
        })
        .rolls(&["CCC_____"])
        .play();
    assert_eq!(ended.outcome(), Outcome::ClownOut);
    assert!(ended.at("clown_out").is_empty(), "nothing to choose");
}

#[test]
fn es_q08_of_equal_highest_bulls_the_rider_chooses() {
    let ended = Scene::new("", 2)
        .deal(&["2-1-0", "3-2-2", "2-3-2"])
        .rolls(&["CCC_____", "________"])
        .does_bull(0, "clown_out", "reroll_all", "3-2-2")
        .does(0, "act", "dismount")
        .play();
    assert_eq!(ended.at("clown_out")[0].arguments("reroll_all").len(), 2);
}

#[test]
fn es_q09_after_it_no_bull_is_bought() {
    let ended = scene("", 2)
        .tokens(0, 3)
        .rolls(&["CCC_____", "________"])
        .does(0, "clown_out", "reroll_all")
        .does(0, "act", "dismount")
        .play();
    assert_eq!(ended.at("buy_bull").len(), 1);
}

#[test]
fn es_q10_inherited_bulls_are_taken_over_as_a_whole_or_not_at_all() {
    let left = |players: usize| {
        Scene::new("", players).with(|game, state| {
            state.line_up = bulls(game, &["2-1-0", "2-1-1", "2-2-1", "3-2-2"]);
            state.deck &= !state.line_up;
        })
    };
    let ended =
        left(2).rolls(&["________"]).does(0, "inherited", "use").does(0, "act", "dismount").play();
    assert_eq!(ended.end.state.discards.count_ones(), 4);
    assert_eq!(ended.end.state.deck.count_ones(), 24);
    let ended = left(2)
        .tokens(0, 1)
        .deal(&["2-3-2", "2-2-2", "3-2-1", "1-3-2"])
        .rolls(&["________"])
        .does(0, "inherited", "draw")
        .does(0, "buy_bull", "buy")
        .does(0, "act", "dismount")
        .play();
    assert_eq!(ended.end.state.discards.count_ones(), 8);
    // In solitaire the same player may inherit.
    let ended = left(1).rolls(&["________"]).does(0, "act", "dismount").play();
    assert_eq!(ended.at("inherited").len(), 1);
}

// End and score.

#[test]
fn es_36_es_q19_each_other_player_has_one_more_turn() {
    for players in 2..=5 {
        let game = game("", players);
        for number in 0..50 {
            let three =
                |state: &State, seat: u8| state.seats[usize::from(seat)].bulls.count_ones() >= 3;
            let turns = follow(&game, players, number, &three);
            let first = turns.triggered.iter().position(|yes| *yes).expect("an end");
            assert_eq!(turns.seats.len(), first + players);
            let after: Vec<u8> = turns.seats[first + 1..].to_vec();
            let order: Vec<u8> = (1..players as u8)
                .map(|ahead| (turns.seats[first] + ahead) % players as u8)
                .collect();
            assert_eq!(after, order);
        }
    }
}

/// A state in which the seats have these Bulls and tokens.
fn table(game: &Game, seats: &[(&[&str], u16)]) -> State {
    let mut state = game.table();
    for (seat, (cards, tokens)) in state.seats.iter_mut().zip(seats) {
        seat.bulls = bulls(game, cards);
        let points = (0..32).filter(|bull| seat.bulls >> bull & 1 == 1);
        seat.bull_points = points.map(|bull| u16::from(game.bulls[bull].points)).sum();
        seat.tokens = *tokens;
    }
    state
}

#[test]
fn es_37_a_score_is_bulls_and_tokens() {
    let game = game("", 2);
    let (scores, winners) =
        game.final_scores(&table(&game, &[(&["3-2-2", "2-1-0"], 4), (&["2-2-2"], 0)]));
    assert_eq!((scores[0].total(), scores[1].total(), winners), (22, 10, 0b01));
}

#[test]
fn es_38_es_q20_ties_go_to_bull_points_then_to_the_highest_untied_bull() {
    let game = game("", 3);
    let winners = |seats: &[(&[&str], u16)]| game.final_scores(&table(&game, seats)).1;
    // More in Bulls wins over tokens.
    assert_eq!(winners(&[(&["2-1-1"], 2), (&["2-2-1"], 0)]), 0b10);
    // 7 + 5 + 5 with no token against 10 + 7: equal scores, equal Bulls, and the 10 is untied.
    let lesser: (&[&str], u16) = (&["2-2-1", "2-1-1", "1-2-1"], 0);
    let greater: (&[&str], u16) = (&["2-2-2", "2-1-2"], 0);
    assert_eq!(winners(&[lesser, greater]), 0b10);
    // 10/5/5/5 against 10/10/5: the second highest decides.
    assert_eq!(
        winners(&[(&["2-2-2", "2-1-1", "1-2-1", "1-1-2"], 0), (&["3-2-1", "1-3-2", "2-2-0"], 0)]),
        0b10
    );
    // Wholly equal: both win.
    assert_eq!(winners(&[(&["2-2-1"], 1), (&["2-1-2"], 1), (&[], 0)]), 0b011);
}

#[test]
fn es_39_es_40_ratings() {
    let game = game("", 2);
    let rated: Vec<usize> =
        [0, 4, 5, 10, 11, 17, 18, 22, 23, 29, 30, 99].map(|score| game.rating(score, 2)).into();
    assert_eq!(rated, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]);
    let rated: Vec<usize> =
        [0, 20, 21, 30, 31, 45, 46, 60, 61, 70, 71].map(|score| game.rating(score, 1)).into();
    assert_eq!(rated, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
}

#[test]
fn es_40_es_q13_solitaire_is_one_pass_through_the_deck() {
    let game = game("", 1);
    let three = |state: &State, seat: u8| state.seats[usize::from(seat)].bulls.count_ones() >= 3;
    let mut rode_on = 0;
    for number in 0..30 {
        let turns = follow(&game, 1, number, &three);
        assert!(!turns.reshuffled);
        assert_eq!(turns.played, 28, "the last Bull makes a turn of its own");
        let mut dealt = turns.dealt;
        dealt.sort_unstable();
        assert_eq!(dealt, (0..28).collect::<Vec<_>>(), "every Bull once");
        assert!(turns.seats.len() >= 10, "nine turns of three Bulls and one of the last");
        // Three Bulls end nothing.
        rode_on += u32::from(turns.triggered.iter().position(|yes| *yes) < Some(9));
    }
    assert!(rode_on > 20, "{rode_on}");
}

#[test]
fn es_41_es_q41_more_bulls_and_equal_turns() {
    let has = |count: u32| {
        move |state: &State, seat: u8| state.seats[usize::from(seat)].bulls.count_ones() >= count
    };
    for players in [2, 3, 5] {
        let (mut more, mut equal) = (0, [0; 5]);
        for number in 0..40 {
            // Five Bulls and not three bring the end, with a turn for each other player.
            let turns = follow(&game("bulls=5", players), players, number, &has(5));
            let first = turns.triggered.iter().position(|yes| *yes).expect("an end");
            assert_eq!(turns.seats.len(), first + players);
            let with_three = follow(&game("", players), players, number, &has(3));
            more += u32::from(with_three.seats.len() < turns.seats.len());
            // Equal turns: the round of the third Bull is played out, and nothing after it.
            let turns = follow(&game("length=equal", players), players, number, &has(3));
            let first = turns.triggered.iter().position(|yes| *yes).expect("an end");
            assert_eq!(turns.seats.len(), (first / players + 1) * players);
            equal[first % players] += 1;
        }
        assert!(more > 30, "{more} of 40 games were longer");
        assert!(equal[..players].iter().all(|times| *times > 0), "from every seat: {equal:?}");
    }
}

#[test]
fn es_41_es_q41_three_bulls_and_a_buckle_allow_no_fourth_bull() {
    let ended = scene("buckles,length=buckle", 2)
        .with(|game, state| {
            state.seats[0].bulls = bulls(game, &["0-1-3", "3-1-0", "2-0-2"]);
            state.seats[0].bull_points = 15;
            state.deck &= !state.seats[0].bulls;
        })
        .rolls(&["TTBTTBTB"])
        .does(0, "act", "dismount")
        .play();
    assert!(!ended.at("act")[0].offers("ride"));
    let game = game("buckles,length=buckle,max_turns=3000", 2);
    let both = |state: &State, seat: u8| {
        let has = &state.seats[usize::from(seat)];
        has.bulls.count_ones() >= 3 && has.buckles != 0
    };
    let seats: Vec<&Player> = vec![eight_seconds::random(); 2];
    let mut watch = Follow { turns: Turns::default(), bulls: 0, trigger: &both };
    let end = play_game(&game, &seats, (3, 5), &mut watch);
    assert!(end.finished);
    assert_eq!(watch.turns.most_bulls, 3);
    let first = watch.turns.triggered.iter().position(|yes| *yes).expect("an end");
    assert_eq!(watch.turns.seats.len(), first + 2);
}

#[test]
fn a_limit_of_turns_leaves_a_game_unfinished() {
    let game = game("max_turns=1", 4);
    let seats: Vec<&Player> = vec![&Silent; 4];
    let end = play_game(&game, &seats, (1, 1), &mut NoWatch);
    assert!(!end.finished);
    assert_eq!(end.turns, 4);
}

// Golden Buckles.

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
            .does(0, "act", "buckle")
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
            .does(0, "act", "dismount")
            .play();
        assert!(!ended.at("act")[0].offers("buckle"), "{roll}");
    }
}

#[test]
fn es_45_es_q23_es_q38_a_buckle_ends_the_turn_and_is_no_bull() {
    let ended =
        scene("buckles", 2).open(&["4-2-2-0"]).rolls(&["TTTTBBKK"]).does(0, "act", "buckle").play();
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
            .does(0, "act", "buckle")
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
            .does_with(rider, "act", "buckle", first)
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
        let gone = on().deal(&bulls).rolls(&["TTTTBBBB"]).does(next, "act", "dismount").play();
        assert!(!gone.at("act")[0].offers("buckle"));
        let ended = on().deal(&bulls).rolls(&["TTTTBBKK"]).does(next, "act", "buckle").play();
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
        .does_with(0, "clown_out", "declare", clowns)
        .does(0, "act", "reroll")
        .does(0, "pay", "bull")
        .does(0, "act", "reroll")
        .does(0, "act", "buckle")
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
        .does(0, "clown_out", "declare")
        .does(0, "act", "buckle")
        .play();
    assert_eq!((ended.outcome(), ended.tokens(0)), (Outcome::Buckle, 0));
}

#[test]
fn es_48_no_tokens_for_rolls_after_declaring() {
    let ended = Scene::new("buckles", 2)
        .with(|game, state| {
            state.line_up = bulls(game, &["3-2-2"]);
            state.deck &= !state.line_up;
        })
        .open(&["0-0-0-8"])
        .tokens(0, 3)
        .rolls(&["CC______"])
        .does(0, "act", "declare")
        .does(0, "act", "dismount")
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
            .does(0, "act", "declare")
            .does(0, "act", "reroll")
            .does(0, "aim", "everything")
            .does(0, "pay", "bull")
            .does(0, "act", "reroll")
            .does(0, "aim", "everything")
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
        .does(0, "act", "reroll")
        .does(0, "bucked_off", "declare")
        .does(0, "act", "reroll")
        .does(0, "act", "buckle")
        .play();
    assert_eq!(ended.outcome(), Outcome::Buckle);
}

#[test]
fn es_q45_no_buckle_while_three_clowns_lie_there() {
    let ended = scene("buckles", 2)
        .open(&["2-2-2-2"])
        .tokens(0, 3)
        .rolls(&["TTBBKCCC"])
        .does(0, "clown_out", "take_tokens")
        .play();
    assert!(!ended.at("clown_out")[0].offers("buckle"));
}

#[test]
fn buckles_do_what_they_say() {
    // A line-up of four.
    let ended = Scene::new("buckles", 2)
        .has_buckle(0, "2-4-2-0")
        .rolls(&["________"])
        .does(0, "act", "dismount")
        .play();
    assert_eq!(ended.told.iter().filter(|told| told.starts_with("BullDealt")).count(), 4);
    // One free reroll a turn.
    let ended = scene("buckles", 2)
        .has_buckle(0, "2-2-4-0")
        .rolls(&["________", "________"])
        .does(0, "act", "reroll")
        .does(0, "pay", "free")
        .does(0, "act", "reroll")
        .rolls(&["________"])
        .does(0, "act", "dismount")
        .play();
    assert!(!ended.at("pay")[1].offers("free"));
    // A token more at a Dismount.
    let ended = scene("buckles", 2)
        .has_buckle(0, "3-3-0-2")
        .rolls(&["TT______"])
        .does(0, "act", "dismount")
        .play();
    assert_eq!(ended.tokens(0), 2);
    // Three tokens for a Clown Out.
    let ended = scene("buckles", 2).has_buckle(0, "2-2-2-2").rolls(&["CCC_____"]).play();
    assert_eq!(ended.tokens(0), 3);
}

// Riders.

#[test]
fn es_49_es_50_two_riders_are_dealt_and_one_is_kept_with_its_uses() {
    let game = game("riders,max_turns=1", 3);
    let seats: Vec<&Player> = vec![eight_seconds::random(); 3];
    for number in 0..40 {
        let end = play_game(&game, &seats, (1, number), &mut NoWatch);
        let riders: Vec<u8> = end.state.seated().iter().map(|seat| seat.rider).collect();
        assert!(riders.iter().all(|rider| *rider < 20));
        assert!(riders[0] != riders[1] && riders[1] != riders[2] && riders[0] != riders[2]);
        for seat in end.state.seated() {
            assert!(seat.uses <= game.rules.edition.riders[usize::from(seat.rider)].uses);
        }
    }
}

#[test]
fn es_51_without_black_riders_none_is_dealt() {
    let game = game("riders,black_riders=off,max_turns=1", 8);
    let seats: Vec<&Player> = vec![eight_seconds::random(); 8];
    for number in 0..20 {
        let end = play_game(&game, &seats, (1, number), &mut NoWatch);
        for seat in end.state.seated() {
            let rider = &game.rules.edition.riders[usize::from(seat.rider)];
            assert_ne!(rider.colour.name(), "black");
        }
    }
}

#[test]
fn es_52_the_doc_changes_one_die_in_an_opponents_turn() {
    // The last Kick becomes a third Clown; a second change is not even offered on the next roll.
    let ended = scene("riders", 2)
        .rider(1, Ability::ChangeTheirDie)
        .tokens(1, 4)
        .rolls(&["TTBK____", "TTBK____"])
        .does_with(1, "change_die", "change", 6 * 8)
        .does(0, "act", "reroll")
        .does(0, "act", "dismount")
        .play();
    assert_eq!(ended.tokens(1), 2);
    assert_eq!(ended.at("change_die").len(), 1);
}

#[test]
fn es_53_es_q35_pat_is_paid_for_clowns_even_retrieved_ones() {
    let ended = scene("riders", 2)
        .rider(0, Ability::ClownsPay)
        .tokens(0, 1)
        .rolls(&["CCTT____"])
        .does_with(0, "act", "retrieve", 1)
        .does(0, "act", "dismount")
        .play();
    assert_eq!(ended.tokens(0), 3, "one for two moves and two for Clowns");
    // Rolled again, it counts no more.
    let ended = scene("riders", 2)
        .rider(0, Ability::ClownsPay)
        .tokens(0, 1)
        .rolls(&["CCTT____", "________"])
        .does_with(0, "act", "retrieve", 1)
        .does(0, "act", "reroll")
        .does(0, "aim", "moves")
        .does(0, "act", "dismount")
        .play();
    assert_eq!(ended.tokens(0), 2);
}

#[test]
fn es_54_cooter_discards_bulls_of_several_players_but_never_the_last() {
    let ended = scene("riders", 3)
        .rider(1, Ability::DiscardTheirBull)
        .tokens(1, 4)
        .rolls(&["________"])
        .does_bull(1, "discard_bull", "discard", "2-2-1")
        .does(0, "act", "dismount")
        .play();
    assert_eq!(ended.tokens(1), 2);
    assert_eq!(ended.at("discard_bull")[0].arguments("discard").len(), 3);
    // In the next player's turn again.
    let ended = scene("riders", 3)
        .with(|_, state| state.rider = 2)
        .rider(1, Ability::DiscardTheirBull)
        .tokens(1, 2)
        .rolls(&["________"])
        .does(1, "discard_bull", "discard")
        .does(2, "act", "dismount")
        .play();
    assert_eq!(ended.tokens(1), 0);
    let alone = Scene::new("riders", 2)
        .with(|game, state| {
            state.line_up = bulls(game, &["3-2-2"]);
            state.deck &= !state.line_up;
        })
        .rider(1, Ability::DiscardTheirBull)
        .tokens(1, 4)
        .rolls(&["________"])
        .play();
    assert!(alone.at("discard_bull").is_empty());
}

#[test]
fn es_55_sammy_rides_two_bulls_with_the_same_dice() {
    let ended = scene("riders", 2)
        .rider(0, Ability::TwoBulls)
        .rolls(&["TTBBKKKK"])
        .does_bull(0, "act", "ride", "2-1-1")
        .does_bull(0, "act", "ride", "2-2-1")
        .play();
    // Used on either: two Turns, two Bucks, one Kick; three Kicks are extra.
    assert_eq!((ended.end.points, ended.tokens(0)), (12, 3));
    // Not a third.
    assert_eq!(ended.at("act").len(), 2);
}

#[test]
fn es_55_sammy_rolls_only_dice_that_the_first_bull_does_not_use() {
    let ended = scene("riders", 2)
        .rider(0, Ability::TwoBulls)
        .rolls(&["TTB_KKKK", "BBBBBBBB"])
        .does_bull(0, "act", "ride", "2-1-0")
        .does(0, "act", "reroll")
        .does(0, "aim", "everything")
        .does_bull(0, "pay", "bull", "2-1-1")
        .play();
    assert_eq!(letters(ended.end.state.turn.dice), "TTBBBBBB");
    assert_eq!((ended.end.points, ended.tokens(0)), (3, 5));
    assert_eq!(ended.outcome(), Outcome::Ride);
    assert!(!ended.at("act")[1].offers("dismount"));
    // Three Clowns after the first ride: it is kept, and nothing else is earned.
    let ended = scene("riders", 2)
        .rider(0, Ability::TwoBulls)
        .rolls(&["TTB_KKKK", "CCCCCCCC"])
        .does_bull(0, "act", "ride", "2-1-0")
        .does(0, "act", "reroll")
        .does(0, "aim", "everything")
        .play();
    assert_eq!((ended.outcome(), ended.end.points, ended.tokens(0)), (Outcome::Ride, 3, 0));
}

#[test]
fn es_56_jennie_changes_her_own_die_or_an_opponents_twice_a_game() {
    let ended = scene("riders", 2)
        .rider(0, Ability::ChangeAnyDie)
        .rolls(&["TTCCC___"])
        .does_with(0, "change_die", "change", 2 * 8 + 1)
        .play();
    assert_eq!(ended.outcome(), Outcome::Ride);
    assert_eq!(ended.end.state.seats[0].uses, 1);
    let ended = scene("riders", 2)
        .rider(1, Ability::ChangeAnyDie)
        .rolls(&["TTBCC___"])
        .does_with(1, "change_die", "change", 3)
        .play();
    assert_eq!(ended.outcome(), Outcome::ClownOut, "before the Rider decides");
    assert_eq!(ended.end.state.seats[1].uses, 1);
    // A die takes only faces it has: die 0 is yellow and has no Blank, die 3 is green and has one.
    let changes = ended.at("change_die")[0].arguments("change");
    assert!(!changes.contains(&4) && changes.contains(&(3 * 8 + 4)));
}

#[test]
fn es_57_jorges_free_reroll_comes_before_every_rule() {
    let ended = scene("riders", 2)
        .rider(0, Ability::FreeFirstReroll)
        .rolls(&["CCCCT___", "CCCTTTTT", "________"])
        .does(0, "free_reroll", "again")
        .does(0, "aim", "everything")
        .does(0, "clown_out", "reroll_all")
        .does(0, "act", "dismount")
        .play();
    // A Clown Out after it has both options, and it was still the first roll.
    let clown_out = ended.at("clown_out")[0];
    assert!(clown_out.offers("take_tokens") && clown_out.offers("reroll_all"));
    assert_eq!(ended.end.state.turn.rolls, 2);
    assert_eq!(ended.at("clown_out").len(), 1);
    // Any dice, Clowns included.
    let ended = scene("riders", 2)
        .rider(0, Ability::FreeFirstReroll)
        .rolls(&["CCCTTTTT", "KKKKKKKK"])
        .does(0, "free_reroll", "again")
        .does_with(0, "keep_dice", "keep", 0b1111_1001)
        .does(0, "act", "dismount")
        .play();
    assert_eq!(letters(ended.end.state.turn.dice), "CKKTTTTT");
    assert_eq!(ended.at("keep_dice")[0].legal.len(), 255);
}

#[test]
fn es_58_the_knifes_token_draws_two_bulls_before_the_roll() {
    let ended = Scene::new("riders", 2)
        .rider(0, Ability::MoreBulls)
        .tokens(0, 1)
        .rolls(&["________"])
        .does(0, "buy_bull", "buy")
        .does(0, "act", "dismount")
        .play();
    assert_eq!(ended.told.iter().filter(|told| told.starts_with("BullDealt")).count(), 5);
    assert_eq!(ended.tokens(0), 0);
    assert!(ended.made[0].point == "buy_bull" && ended.at("buy_bull").len() == 1);
}

#[test]
fn es_59_dawson_rides_the_lowest_bull_without_a_roll() {
    let ended = Scene::new("riders", 2)
        .deal(&["2-1-0", "2-0-1", "3-2-2"])
        .rider(0, Ability::RideUnrolled)
        .does_bull(0, "ride_unrolled", "ride", "2-0-1")
        .play();
    assert_eq!((ended.outcome(), ended.end.points, ended.tokens(0)), (Outcome::Ride, 3, 0));
    assert_eq!(ended.at("ride_unrolled")[0].arguments("ride").len(), 2, "ties are his choice");
    assert_eq!(ended.end.state.seats[0].uses, 0);
    assert_eq!(ended.end.state.turn.rolls, 0);
}

#[test]
fn es_60_sally_locks_a_die_for_the_turn() {
    let ended = scene("riders", 2)
        .rider(0, Ability::LockDie)
        .tokens(0, 1)
        .rolls(&["C_______", "KKKKKKKK", "BBBBBBBB"])
        .does_with(0, "change_die", "lock", 8)
        .does(0, "act", "reroll")
        .does(0, "aim", "everything")
        .does(0, "pay", "bull")
        .does(0, "act", "reroll")
        .does(0, "aim", "everything")
        .play();
    assert_eq!(
        letters(ended.end.state.turn.dice),
        "CTBBBBBB",
        "the Clown stays, the Turn is locked"
    );
    let locks = ended.at("change_die")[0].arguments("lock");
    assert!(locks.iter().all(|lock| lock / 8 != 0 && lock % 8 < 3), "no Clown, only moves");
    assert_eq!(ended.at("change_die").len(), 1);
    // A Clown may be locked once it is retrieved.
    let ended = scene("riders", 2)
        .rider(0, Ability::LockDie)
        .tokens(0, 2)
        .rolls(&["C_______"])
        .does(0, "change_die", "pass")
        .does(0, "act", "retrieve")
        .does_with(0, "change_die", "lock", 0)
        .does(0, "act", "dismount")
        .play();
    assert_eq!(letters(ended.end.state.turn.dice), "T_______");
}

#[test]
fn es_61_willie_rerolls_for_nothing_with_one_bull_left() {
    let ended = Scene::new("riders", 2)
        .with(|game, state| {
            state.line_up = bulls(game, &["3-2-2"]);
            state.deck &= !state.line_up;
        })
        .rider(0, Ability::FreeReroll)
        .rolls(&["________", "________", "________"])
        .does(0, "act", "reroll")
        .does(0, "act", "reroll")
        .play();
    assert_eq!(ended.end.state.seats[0].uses, 0);
    assert_eq!(ended.outcome(), Outcome::Dismount);
    assert_eq!(ended.end.state.turn.rolls, 3);
}

/// The bonus of a seat with this Rider.
fn bonus(ability: Ability, seats: &[(&[&str], u16)]) -> i64 {
    let game = game("riders", 2);
    let mut state = table(&game, seats);
    state.seats[0].rider = game.rules.rider_with(ability).expect("such a Rider") as u8;
    game.final_scores(&state).0[0].bonus
}

#[test]
fn es_62_terri_has_three_points_for_most_tokens_ties_included() {
    assert_eq!(bonus(Ability::MostTokens, &[(&[], 4), (&[], 4)]), 3);
    assert_eq!(bonus(Ability::MostTokens, &[(&[], 5), (&[], 4)]), 3);
    assert_eq!(bonus(Ability::MostTokens, &[(&[], 3), (&[], 4)]), 0);
}

#[test]
fn es_63_wolf_has_a_point_for_every_three_tokens() {
    let game = game("riders", 2);
    for (tokens, worth) in [(2, 2), (3, 4), (4, 5), (6, 8)] {
        let mut state = table(&game, &[(&[], tokens), (&[], 0)]);
        state.seats[0].rider = game.rules.rider_with(Ability::TokenSets).expect("Wolf") as u8;
        assert_eq!(game.final_scores(&state).0[0].total(), worth);
    }
}

#[test]
fn es_89_the_riders_of_the_edition_that_no_faq_names() {
    // Stella: two points for each Bull of three points. Tex: three for one of ten or more.
    assert_eq!(bonus(Ability::SmallBulls, &[(&["2-1-0", "2-0-1", "2-1-1"], 0), (&[], 0)]), 4);
    assert_eq!(bonus(Ability::BigBull, &[(&["2-2-2", "3-2-2"], 0), (&[], 0)]), 3);
    assert_eq!(bonus(Ability::BigBull, &[(&["2-2-1"], 0), (&[], 0)]), 0);
    // Dan changes a die that is no Clown to a move, once a roll.
    let ended = scene("riders", 2)
        .rider(0, Ability::ChangeOwnDie)
        .tokens(0, 4)
        .rolls(&["CTT_____"])
        .does_with(0, "change_die", "change", 3 * 8 + 1)
        .play();
    assert_eq!((ended.outcome(), ended.tokens(0)), (Outcome::Ride, 2));
    assert_eq!(ended.at("change_die").len(), 1);
    // Hank retrieves two Clowns for a token.
    let ended = scene("riders", 2)
        .rider(0, Ability::RetrieveMore)
        .tokens(0, 1)
        .rolls(&["TTBCCCC_"])
        .does_with(0, "clown_out", "retrieve", 2)
        .play();
    assert_eq!((ended.outcome(), ended.tokens(0)), (Outcome::Ride, 0));
    // Sue takes a token when Bucked Off.
    let bucked = || scene("riders", 2).rolls(&["________", "CCC_____"]).does(0, "act", "reroll");
    assert_eq!(bucked().rider(0, Ability::BuckedOffPays).play().tokens(0), 1);
    // Cody rolls all Clowns again instead.
    let ended = bucked()
        .rider(0, Ability::Comeback)
        .rolls(&["TTT_____"])
        .does(0, "bucked_off", "comeback")
        .does(0, "act", "dismount")
        .play();
    assert_eq!(letters(ended.end.state.turn.dice), "TTT_____");
    assert_eq!(ended.end.state.seats[0].uses, 0);
    // Ruth takes a token when an opponent Clowns Out, by either option.
    let ended = scene("riders", 2).rider(1, Ability::ClownOutPays).rolls(&["CCC_____"]).play();
    assert_eq!((ended.tokens(0), ended.tokens(1)), (2, 1));
    // Gus takes one of three or more.
    for (roll, theirs, his) in [("TTTTTT__", 2, 1), ("TTTT____", 2, 0)] {
        let ended = scene("riders", 2)
            .rider(1, Ability::DismountShare)
            .rolls(&[roll])
            .does(0, "act", "dismount")
            .play();
        assert_eq!((ended.tokens(0), ended.tokens(1)), (theirs, his));
    }
}

#[test]
fn es_q37_solitaire_with_riders_and_buckles_is_off_unless_asked_for() {
    let game = game("riders,buckles", 1);
    let end = play_game(&game, &[&Silent], (1, 1), &mut NoWatch);
    assert!(end.finished);
    let plain = eight_seconds::game("", 1);
    assert!(!plain.rules.riders && !plain.rules.buckles);
}

// Vegas Showdown. Seat 0 rides; seats 1 and 2 bet.

/// A Vegas turn of three with those Bulls.
fn vegas(variants: &str) -> Scene {
    let settings =
        if variants.is_empty() { "vegas".to_owned() } else { format!("vegas={variants}") };
    scene(&settings, 3)
}

#[test]
fn es_64_es_66_everyone_but_the_rider_bets_with_ten_dollars() {
    let ended = vegas("").rolls(&["TTB_____"]).play();
    let seats: Vec<u8> = ended.at("first_bet").iter().map(|made| made.seat).collect();
    assert_eq!(seats, [1, 2]);
    assert_eq!([0, 1, 2].map(|seat| ended.money(seat)), [10, 10, 10]);
    let legal: Vec<&str> = ended.at("first_bet")[0].legal.iter().map(|(name, _)| *name).collect();
    assert_eq!(legal, ["none", "bucked_off", "dismount", "ride"]);
    // Betting comes before the roll, after the Bulls (ES-Q27).
    let bets = ended.made.iter().position(|made| made.point == "first_bet").unwrap();
    let acts = ended.made.iter().position(|made| made.point == "act").unwrap();
    assert!(bets < acts);
}

#[test]
fn es_70_es_73_es_77_a_right_ride_bet_pays_the_rider_the_stake_and_four_dollars() {
    let ended = vegas("").rolls(&["TTB_____"]).does(1, "first_bet", "ride").play();
    assert_eq!([0, 1, 2].map(|seat| ended.money(seat)), [12, 12, 10]);
    assert_eq!(ended.end.state.bank, -4);
}

#[test]
fn es_74_es_75_a_right_bucked_off_bet_keeps_the_stake_and_pays_six() {
    let ended = vegas("")
        .rolls(&["________", "CCC_____"])
        .does(1, "first_bet", "bucked_off")
        .does(0, "act", "reroll")
        .play();
    assert_eq!([0, 1, 2].map(|seat| ended.money(seat)), [10, 16, 10]);
}

#[test]
fn es_74_es_76_a_right_dismount_bet_keeps_the_stake_and_pays_five() {
    let ended = vegas("")
        .rolls(&["TTTT____"])
        .does(1, "first_bet", "dismount")
        .does(0, "act", "dismount")
        .play();
    assert_eq!([0, 1, 2].map(|seat| ended.money(seat)), [10, 15, 10]);
}

#[test]
fn es_72_wrong_bets_go_to_the_bank() {
    let ended = vegas("")
        .rolls(&["TTB_____"])
        .does(1, "first_bet", "dismount")
        .does(2, "first_bet", "bucked_off")
        .play();
    assert_eq!([0, 1, 2].map(|seat| ended.money(seat)), [10, 8, 8]);
    assert_eq!(ended.end.state.bank, 4);
}

/// Seat 1 bets and doubles; the Rider rolls twice and ends with `last`.
fn doubled(bet: &'static str, second: &str) -> Scene {
    vegas("")
        .rolls(&["________", second])
        .does(1, "first_bet", bet)
        .does(1, "second_bet", "double_down")
        .does(0, "act", "reroll")
        .does_bull(0, "aim", "bull", "2-1-0")
        .does_bull(0, "pay", "bull", "2-1-1")
}

#[test]
fn es_75_es_q32_es_q39_double_down_on_bucked_off_pays_twenty_less_the_highest_bull_left() {
    let ended = doubled("bucked_off", "CCC_____").play();
    // The 7-point Bull is still there: 13 instead of 6, the $4 staked come back.
    assert_eq!([0, 1, 2].map(|seat| ended.money(seat)), [10, 23, 10]);
}

#[test]
fn es_76_double_down_on_dismount_pays_eight_and_two_a_token() {
    let ended = doubled("dismount", "TTTTTT__").does(0, "act", "reroll");
    let ended = ended.does_bull(0, "aim", "bull", "2-1-0").rolls(&["TTTTTT__"]).play();
    assert_eq!(ended.tokens(0), 3);
    assert_eq!(ended.money(1), 10 + 8 + 2 * 3);
}

#[test]
fn es_77_double_down_on_ride_pays_five_and_the_bulls_points() {
    let ended = doubled("ride", "TTBBK___").does_bull(0, "act", "ride", "2-2-1").play();
    // The Rider gets the $4, the gambler 5 + 7.
    assert_eq!([0, 1].map(|seat| ended.money(seat)), [14, 18]);
}

#[test]
fn es_q33_double_down_on_two_bulls_counts_the_higher() {
    let ended = scene("vegas,riders", 3)
        .rider(0, Ability::TwoBulls)
        .rolls(&["________", "TTBBK___"])
        .does(1, "first_bet", "ride")
        .does(1, "second_bet", "double_down")
        .does(0, "act", "reroll")
        .does_bull(0, "aim", "bull", "2-2-1")
        .does_bull(0, "pay", "bull", "2-1-1")
        .does_bull(0, "act", "ride", "2-2-1")
        .does_bull(0, "act", "ride", "2-1-0")
        .play();
    assert_eq!(ended.end.points, 10);
    assert_eq!([0, 1].map(|seat| ended.money(seat)), [14, 18]);
}

#[test]
fn es_67_es_68_es_69_a_second_bet_comes_only_with_a_second_roll_on_another_outcome() {
    let ended = vegas("").rolls(&["TTB_____"]).does(1, "first_bet", "ride").play();
    assert!(ended.at("second_bet").is_empty());
    let ended = vegas("")
        .rolls(&["________", "TTB_____"])
        .does(1, "first_bet", "ride")
        .does(1, "second_bet", "dismount")
        .does(0, "act", "reroll")
        .does_bull(0, "aim", "bull", "2-1-0")
        .play();
    let second = &ended.at("second_bet")[0];
    assert!(!second.offers("ride") && second.offers("double_down"));
    // Wins one, loses the other (ES-Q30): 10 − 4 + 4.
    assert_eq!([0, 1].map(|seat| ended.money(seat)), [12, 10]);
    // Without a first bet there is nothing to double (ES-Q29).
    let other = &ended.at("second_bet")[1];
    assert!(other.offers("ride") && !other.offers("double_down"));
    // Once a turn.
    assert_eq!(ended.at("second_bet").len(), 2);
}

#[test]
fn es_71_es_q31_es_q40_a_bet_without_money_is_void_unless_it_can_be_paid_at_the_reveal() {
    let broke = |money: i64| {
        vegas("").with(move |_, state| {
            state.bank += 10 - money;
            state.seats[1].money = money;
        })
    };
    // Wrong or right, a void bet costs and brings nothing.
    for bet in ["ride", "dismount"] {
        let ended = broke(1).rolls(&["TTB_____"]).does(1, "first_bet", bet).play();
        assert_eq!([0, 1].map(|seat| ended.money(seat)), [10, 1]);
    }
    // A token sold at the reveal pays it.
    let ended = broke(1)
        .tokens(1, 1)
        .rolls(&["TTB_____"])
        .does(1, "sell_tokens", "pass")
        .does(1, "first_bet", "ride")
        .does_with(1, "sell_tokens", "sell", 1)
        .play();
    assert_eq!([0, 1].map(|seat| ended.money(seat)), [12, 1 + 5 - 2 + 4]);
    // An unpaid Double Down leaves the first bet standing.
    let ended = broke(2)
        .rolls(&["________", "TTB_____"])
        .does(1, "first_bet", "ride")
        .does(1, "second_bet", "double_down")
        .does(0, "act", "reroll")
        .does_bull(0, "aim", "bull", "2-1-0")
        .play();
    assert_eq!([0, 1].map(|seat| ended.money(seat)), [12, 4]);
}

#[test]
fn es_78_es_79_a_clown_out_pays_at_once_and_those_may_bet_again_before_the_second_roll() {
    let ended = vegas("")
        .rolls(&["CCC_____", "________", "TTB_____"])
        .does(1, "first_bet", "bucked_off")
        .does(2, "first_bet", "ride")
        .does(0, "clown_out", "reroll_all")
        .does(1, "first_bet", "bucked_off")
        .does(0, "act", "reroll")
        .does_bull(0, "aim", "bull", "2-1-0")
        .does(1, "second_bet", "ride")
        .does(2, "second_bet", "double_down")
        .play();
    // Seat 1: +6 at once; then −2 on Bucked Off, −2 on Ride and +4.
    // Seat 2: −4 and 5 + 3; the Rider gets 2 + 4.
    assert_eq!([0, 1, 2].map(|seat| ended.money(seat)), [16, 16, 14]);
    let points: Vec<(&str, u8)> = ended
        .made
        .iter()
        .filter(|made| made.point != "buy_tokens")
        .map(|made| (made.point, made.seat))
        .collect();
    let expected = [
        ("first_bet", 1),
        ("first_bet", 2),
        ("clown_out", 0),
        ("first_bet", 1),
        ("act", 0),
        ("aim", 0),
        ("second_bet", 1),
        ("second_bet", 2),
        ("act", 0),
    ];
    assert_eq!(points, expected);
}

#[test]
fn es_80_if_the_rider_takes_the_tokens_other_bets_are_pushed_back() {
    let ended = vegas("")
        .rolls(&["CCC_____"])
        .does(1, "first_bet", "bucked_off")
        .does(2, "first_bet", "ride")
        .play();
    assert_eq!([0, 1, 2].map(|seat| ended.money(seat)), [10, 16, 10]);
    assert_eq!(ended.end.state.seats[2].cards.count_ones(), 3);
}

#[test]
fn es_q28_an_averted_clown_out_pays_too() {
    let ended = vegas("")
        .tokens(0, 1)
        .rolls(&["TTBCCC__"])
        .does(1, "first_bet", "bucked_off")
        .does_with(0, "clown_out", "retrieve", 1)
        .play();
    assert_eq!(ended.outcome(), Outcome::Ride);
    assert_eq!([0, 1].map(|seat| ended.money(seat)), [10, 16]);
}

#[test]
fn es_q06_a_second_clown_out_counts_as_bucked_off_for_bets() {
    let ended = vegas("")
        .rolls(&["CCC_____", "CCC_____"])
        .does(1, "first_bet", "bucked_off")
        .does(0, "clown_out", "reroll_all")
        .does(1, "first_bet", "bucked_off")
        .play();
    assert_eq!(ended.money(1), 22);
}

#[test]
fn es_81_a_golden_buckle_sends_all_bets_to_the_bank() {
    let ended = scene("vegas=pots,buckles", 3)
        .open(&["4-4-0-0"])
        .rolls(&["TTTTBBBB"])
        .does(1, "first_bet", "ride")
        .does(2, "first_bet", "dismount")
        .does(0, "act", "buckle")
        .play();
    assert_eq!([0, 1, 2].map(|seat| ended.money(seat)), [10, 8, 8]);
    // To the bank, not to a pot (ES-Q44).
    assert_eq!((ended.end.state.bank, ended.end.state.pots), (4, [0; 3]));
}

#[test]
fn es_82_tokens_are_bought_once_a_turn_and_sold_for_five() {
    let ended = vegas("")
        .with(|_, state| {
            state.bank -= 20;
            state.seats[0].money += 20;
        })
        .rolls(&["TT______", "TT______"])
        .does_with(0, "buy_tokens", "buy", 2)
        .does(0, "act", "reroll")
        .does(0, "aim", "moves")
        .does(0, "pay", "bull")
        .does(0, "act", "dismount")
        .play();
    assert_eq!((ended.money(0), ended.tokens(0)), (30 - 12, 3));
    assert_eq!(ended.at("buy_tokens").len(), 1, "not again");
    let ended = vegas("")
        .rolls(&["CCC_____"])
        .does(0, "buy_tokens", "pass")
        .does_with(0, "buy_tokens", "buy", 1)
        .does(0, "clown_out", "retrieve")
        .does(0, "act", "dismount")
        .play();
    assert_eq!((ended.money(0), ended.tokens(0)), (3, 0), "also after a roll");
    let ended =
        vegas("").tokens(1, 2).rolls(&["TTB_____"]).does_with(1, "sell_tokens", "sell", 2).play();
    assert_eq!((ended.money(1), ended.tokens(1)), (20, 0));
}

#[test]
fn es_83_es_q21_five_dollars_are_a_point_and_tokens_stay_one() {
    let game = game("vegas", 2);
    let mut state = table(&game, &[(&["2-1-0"], 2), (&[], 0)]);
    (state.seats[0].money, state.seats[1].money) = (14, 4);
    let (scores, _) = game.final_scores(&state);
    assert_eq!((scores[0].total(), scores[0].money, scores[1].total()), (3 + 2 + 2, 2, 0));
}

#[test]
fn es_84_public_bets_can_be_seen_and_others_cannot() {
    use pushluck::games::eight_seconds::vocabulary::{See, point};
    #[derive(Debug)]
    struct Look(std::sync::Mutex<Vec<f64>>);
    impl Policy<Game> for Look {
        fn choose(&self, decision: &Decision<'_>, _: &OwnLuck) -> Choice {
            let bets = usize::from(decision.point) == point::FIRST_BET;
            if bets {
                self.0.lock().unwrap().push(decision.see(See::OpenRide));
            }
            let action = if bets { 3 } else { decision.default_action() };
            Choice { action, rule: 0 }
        }
        fn speaks(&self, _: u8) -> bool {
            true
        }
    }
    for (settings, seen) in
        [("vegas,max_turns=1", vec![0.0, 0.0]), ("vegas=public,max_turns=1", vec![0.0, 1.0])]
    {
        let game = game(settings, 3);
        let look = Look(std::sync::Mutex::default());
        play_game(&game, &[&look, &look, &look], (1, 2), &mut NoWatch);
        assert_eq!(look.0.lock().unwrap()[..2], seen);
    }
}

#[test]
fn es_84_bigger_pots_go_to_the_next_winners_in_even_shares() {
    // A pot of 7 on Ride and one of 3 on Dismount; two win, the rest stays.
    let ended = vegas("pots")
        .with(|_, state| {
            state.pots = [0, 3, 7];
            state.bank -= 10;
        })
        .rolls(&["________", "TTB_____"])
        .does(1, "first_bet", "ride")
        .does(2, "first_bet", "ride")
        .does(1, "second_bet", "dismount")
        .does(0, "act", "reroll")
        .does_bull(0, "aim", "bull", "2-1-0")
        .play();
    assert_eq!([0, 1, 2].map(|seat| ended.money(seat)), [14, 10 - 4 + 4 + 3, 10 - 2 + 4 + 3]);
    assert_eq!(ended.end.state.pots, [0, 5, 1], "the lost stake goes to the pot of its outcome");
}

#[test]
fn es_84_limited_options_set_lost_cards_aside() {
    let lost = vegas("limited").rolls(&["TTB_____"]).does(1, "first_bet", "dismount").play();
    let cards = lost.end.state.seats[1].cards;
    assert_eq!(cards.count_ones(), 2);
    assert_eq!(cards >> Bet::Dismount as u8 & 1, 0);
    // The card is no longer offered; a win brings it back.
    let won = vegas("limited")
        .with(|_, state| state.seats[1].cards = cards)
        .rolls(&["TTB_____"])
        .does(1, "first_bet", "ride")
        .play();
    assert!(!won.at("first_bet")[0].offers("dismount"));
    assert_eq!(won.end.state.seats[1].cards.count_ones(), 3);
    // So does an empty hand; and Double Down is never set aside.
    let empty = vegas("limited")
        .with(|_, state| state.seats[1].cards = 1 << Bet::Dismount as u8)
        .rolls(&["________", "TTB_____"])
        .does(1, "first_bet", "dismount")
        .does(1, "second_bet", "double_down")
        .does(0, "act", "reroll")
        .does_bull(0, "aim", "bull", "2-1-0")
        .play();
    assert_eq!(empty.end.state.seats[1].cards.count_ones(), 3);
    assert_eq!(empty.money(1), 6);
    // Bets lost to a Buckle count as failed (ES-Q44).
    let buckle = scene("vegas=limited,buckles", 3)
        .open(&["4-4-0-0"])
        .rolls(&["TTTTBBBB"])
        .does(1, "first_bet", "ride")
        .does(0, "act", "buckle")
        .play();
    assert_eq!(buckle.end.state.seats[1].cards.count_ones(), 2);
}

#[test]
fn es_84_diminishing_returns_share_a_larger_payoff_rounded_up() {
    // Three players: 4 + 3 dollars for two plain winners are four each.
    let ended = vegas("diminishing")
        .rolls(&["TTB_____"])
        .does(1, "first_bet", "ride")
        .does(2, "first_bet", "ride")
        .play();
    assert_eq!([0, 1, 2].map(|seat| ended.money(seat)), [14, 12, 12]);
    // Double Downs share theirs, plain bets the other.
    let ended = vegas("diminishing")
        .rolls(&["________", "TTB_____"])
        .does(1, "first_bet", "ride")
        .does(2, "first_bet", "ride")
        .does(1, "second_bet", "double_down")
        .does(0, "act", "reroll")
        .does_bull(0, "aim", "bull", "2-1-0")
        .play();
    // 5 + 3 points + 3 players = 11, and 4 + 3 = 7.
    assert_eq!([0, 1, 2].map(|seat| ended.money(seat)), [16, 17, 15]);
}

#[test]
fn es_85_es_86_bets_are_settled_when_the_turn_is_over_forced_dismounts_included() {
    let ended = Scene::new("vegas", 2)
        .with(|game, state| {
            state.line_up = bulls(game, &["3-2-2"]);
            state.deck &= !state.line_up;
            state.seats[0].money = 0;
            state.bank = 10;
        })
        .rolls(&["TTTT____"])
        .does(1, "first_bet", "dismount")
        .play();
    assert_eq!(ended.money(1), 15);
    let at = |what: &str| ended.told.iter().position(|told| told.starts_with(what)).unwrap();
    assert!(at("TokensTaken") < at("BetSettled") && at("BetSettled") < at("TurnEnds"));
}

#[test]
fn es_q42_a_turn_that_goes_on_after_a_clown_out_ends_like_any_other() {
    let ended = vegas("")
        .rolls(&["CCC_____", "TT______"])
        .does(1, "first_bet", "dismount")
        .does(0, "clown_out", "reroll_all")
        .does(0, "act", "dismount")
        .play();
    assert_eq!((ended.outcome(), ended.money(1)), (Outcome::Dismount, 15));
}

#[test]
fn es_q43_dawson_decides_after_the_first_bets_and_only_they_count() {
    let ended = scene("vegas,riders", 3)
        .rider(0, Ability::RideUnrolled)
        .does(1, "first_bet", "ride")
        .does(0, "ride_unrolled", "ride")
        .play();
    let points: Vec<&str> = ended.made.iter().map(|made| made.point).collect();
    assert_eq!(points, ["buy_tokens", "first_bet", "first_bet", "ride_unrolled"]);
    assert_eq!([0, 1].map(|seat| ended.money(seat)), [12, 12]);
}

#[test]
fn es_65_es_87_es_q34_money_is_a_number_without_bound() {
    let game = game("vegas", 8);
    let state = game.table();
    assert!(state.seated().iter().all(|seat| seat.money == 10 && seat.cards.count_ones() == 3));
    let ended = vegas("")
        .with(|_, state| state.bank = -1_000_000)
        .rolls(&["TTB_____"])
        .does(1, "first_bet", "ride")
        .play();
    assert_eq!(ended.end.state.bank, -1_000_004);
}

#[test]
fn dice_are_written_as_they_are_read() {
    assert_eq!(letters(dice("TBKC_TBK")), "TBKC_TBK");
}
