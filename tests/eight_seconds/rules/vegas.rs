//! Vegas Showdown, ES-64 to ES-87. Seat 0 rides; seats 1 and 2 bet.

use pushluck::games::eight_seconds::compiled::Game;
use pushluck::games::eight_seconds::edition::Ability;
use pushluck::games::eight_seconds::event::Outcome;
use pushluck::games::eight_seconds::state::Bet;

use super::scene::{Scene, scene, table};
use crate::eight_seconds::common::{
    Choice, Decision, NoWatch, Policy, bulls, by_default, dice, game, letters, play_game,
};

/// A Vegas turn of three with those Bulls.
fn vegas(variants: &str) -> Scene {
    let settings =
        if variants.is_empty() { "vegas".to_owned() } else { format!("vegas={variants}") };
    scene(&settings, 3)
}

#[test]
fn es_64_es_66_es_q27_everyone_but_the_rider_bets_with_ten_dollars() {
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
    let ended = vegas("").rolls(&["TTB_____"]).plays("1:first_bet ride").play();
    assert_eq!([0, 1, 2].map(|seat| ended.money(seat)), [12, 12, 10]);
    assert_eq!(ended.end.state.bank, -4);
}

#[test]
fn es_74_es_75_a_right_bucked_off_bet_keeps_the_stake_and_pays_six() {
    let ended = vegas("")
        .rolls(&["________", "CCC_____"])
        .plays("1:first_bet bucked_off, act reroll")
        .play();
    assert_eq!([0, 1, 2].map(|seat| ended.money(seat)), [10, 16, 10]);
}

#[test]
fn es_74_es_76_a_right_dismount_bet_keeps_the_stake_and_pays_five() {
    let ended = vegas("").rolls(&["TTTT____"]).plays("1:first_bet dismount, act dismount").play();
    assert_eq!([0, 1, 2].map(|seat| ended.money(seat)), [10, 15, 10]);
}

#[test]
fn es_72_wrong_bets_go_to_the_bank() {
    let ended =
        vegas("").rolls(&["TTB_____"]).plays("1:first_bet dismount, 2:first_bet bucked_off").play();
    assert_eq!([0, 1, 2].map(|seat| ended.money(seat)), [10, 8, 8]);
    assert_eq!(ended.end.state.bank, 4);
}

/// Seat 1 bets and doubles; the Rider rolls twice and ends with `last`.
fn doubled(bet: &'static str, second: &str) -> Scene {
    vegas("")
        .rolls(&["________", second])
        .plays(&format!("1:first_bet {bet}"))
        .plays("1:second_bet double_down, act reroll, aim bull 2-1-0, pay bull 2-1-1")
}

#[test]
fn es_75_es_q32_es_q39_double_down_on_bucked_off_pays_twenty_less_the_highest_bull_left() {
    let ended = doubled("bucked_off", "CCC_____").play();
    // The 7-point Bull is still there: 13 instead of 6, the $4 staked come back.
    assert_eq!([0, 1, 2].map(|seat| ended.money(seat)), [10, 23, 10]);
}

#[test]
fn es_76_double_down_on_dismount_pays_eight_and_two_a_token() {
    let ended = doubled("dismount", "TTTTTT__").plays("act reroll");
    let ended = ended.plays("aim bull 2-1-0").rolls(&["TTTTTT__"]).play();
    assert_eq!(ended.tokens(0), 3);
    assert_eq!(ended.money(1), 10 + 8 + 2 * 3);
}

#[test]
fn es_77_double_down_on_ride_pays_five_and_the_bulls_points() {
    let ended = doubled("ride", "TTBBK___").plays("act ride 2-2-1").play();
    // The Rider gets the $4, the gambler 5 + 7.
    assert_eq!([0, 1].map(|seat| ended.money(seat)), [14, 18]);
}

#[test]
fn es_q33_double_down_on_two_bulls_counts_the_higher() {
    let ended = scene("vegas,riders", 3)
        .rider(0, Ability::TwoBulls)
        .rolls(&["________", "TTBBK___"])
        .plays("1:first_bet ride, 1:second_bet double_down, act reroll, aim bull 2-2-1")
        .plays("pay bull 2-1-1, act ride 2-2-1, act ride 2-1-0")
        .play();
    assert_eq!(ended.end.points, 10);
    assert_eq!([0, 1].map(|seat| ended.money(seat)), [14, 18]);
}

#[test]
fn es_67_es_68_es_69_es_q29_a_second_bet_comes_only_with_a_second_roll_on_another_outcome() {
    let ended = vegas("").rolls(&["TTB_____"]).plays("1:first_bet ride").play();
    assert!(ended.at("second_bet").is_empty());
    let ended = vegas("")
        .rolls(&["________", "TTB_____"])
        .plays("1:first_bet ride, 1:second_bet dismount, act reroll, aim bull 2-1-0")
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
        let ended = broke(1).rolls(&["TTB_____"]).plays(&format!("1:first_bet {bet}")).play();
        assert_eq!([0, 1].map(|seat| ended.money(seat)), [10, 1]);
    }
    // A token sold at the reveal pays it.
    let ended = broke(1)
        .tokens(1, 1)
        .rolls(&["TTB_____"])
        .plays("1:sell_tokens pass, 1:first_bet ride, 1:sell_tokens sell 1")
        .play();
    assert_eq!([0, 1].map(|seat| ended.money(seat)), [12, 1 + 5 - 2 + 4]);
    // An unpaid Double Down leaves the first bet standing.
    let ended = broke(2)
        .rolls(&["________", "TTB_____"])
        .plays("1:first_bet ride, 1:second_bet double_down, act reroll, aim bull 2-1-0")
        .play();
    assert_eq!([0, 1].map(|seat| ended.money(seat)), [12, 4]);
}

#[test]
fn es_78_es_79_a_clown_out_pays_at_once_and_those_may_bet_again_before_the_second_roll() {
    let ended = vegas("")
        .rolls(&["CCC_____", "________", "TTB_____"])
        .plays("1:first_bet bucked_off, 2:first_bet ride, clown_out reroll_all")
        .plays("1:first_bet bucked_off, act reroll, aim bull 2-1-0, 1:second_bet ride")
        .plays("2:second_bet double_down")
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
    let ended =
        vegas("").rolls(&["CCC_____"]).plays("1:first_bet bucked_off, 2:first_bet ride").play();
    assert_eq!([0, 1, 2].map(|seat| ended.money(seat)), [10, 16, 10]);
    assert_eq!(ended.end.state.seats[2].cards.count_ones(), 3);
}

#[test]
fn es_q28_an_averted_clown_out_pays_too() {
    let ended = vegas("")
        .tokens(0, 1)
        .rolls(&["TTBCCC__"])
        .plays("1:first_bet bucked_off, clown_out retrieve 1")
        .play();
    assert_eq!(ended.outcome(), Outcome::Ride);
    assert_eq!([0, 1].map(|seat| ended.money(seat)), [10, 16]);
}

#[test]
fn es_q06_a_second_clown_out_counts_as_bucked_off_for_bets() {
    let ended = vegas("")
        .rolls(&["CCC_____", "CCC_____"])
        .plays("1:first_bet bucked_off, clown_out reroll_all, 1:first_bet bucked_off")
        .play();
    assert_eq!(ended.money(1), 22);
}

#[test]
fn es_81_es_q44_a_golden_buckle_sends_all_bets_to_the_bank() {
    let ended = scene("vegas=pots,buckles", 3)
        .open(&["4-4-0-0"])
        .rolls(&["TTTTBBBB"])
        .plays("1:first_bet ride, 2:first_bet dismount, act buckle")
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
        .plays("buy_tokens buy 2, act reroll, aim moves, pay bull, act dismount")
        .play();
    assert_eq!((ended.money(0), ended.tokens(0)), (30 - 12, 3));
    assert_eq!(ended.at("buy_tokens").len(), 1, "not again");
    let ended = vegas("")
        .rolls(&["CCC_____"])
        .plays("buy_tokens pass, buy_tokens buy 1, clown_out retrieve, act dismount")
        .play();
    assert_eq!((ended.money(0), ended.tokens(0)), (3, 0), "also after a roll");
    let ended = vegas("").tokens(1, 2).rolls(&["TTB_____"]).plays("1:sell_tokens sell 2").play();
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
    use pushluck::games::eight_seconds::vocabulary::point;
    #[derive(Debug)]
    struct Look(std::sync::Mutex<Vec<f64>>);
    impl Policy<Game> for Look {
        fn choose(&self, decision: &Decision<'_>) -> Choice {
            if usize::from(decision.point) != point::FIRST_BET {
                return by_default(decision);
            }
            self.0.lock().unwrap().push(decision.feature("open_bets_ride"));
            Choice::by_default(decision.actions()[3])
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
        .plays("1:first_bet ride, 2:first_bet ride, 1:second_bet dismount, act reroll")
        .plays("aim bull 2-1-0")
        .play();
    assert_eq!([0, 1, 2].map(|seat| ended.money(seat)), [14, 10 - 4 + 4 + 3, 10 - 2 + 4 + 3]);
    assert_eq!(ended.end.state.pots, [0, 5, 1], "the lost stake goes to the pot of its outcome");
}

#[test]
fn es_84_limited_options_set_lost_cards_aside() {
    let lost = vegas("limited").rolls(&["TTB_____"]).plays("1:first_bet dismount").play();
    let cards = lost.end.state.seats[1].cards;
    assert_eq!(cards.count_ones(), 2);
    assert_eq!(cards >> Bet::Dismount as u8 & 1, 0);
    // The card is no longer offered; a win brings it back.
    let won = vegas("limited")
        .with(|_, state| state.seats[1].cards = cards)
        .rolls(&["TTB_____"])
        .plays("1:first_bet ride")
        .play();
    assert!(!won.at("first_bet")[0].offers("dismount"));
    assert_eq!(won.end.state.seats[1].cards.count_ones(), 3);
    // So does an empty hand; and Double Down is never set aside.
    let empty = vegas("limited")
        .with(|_, state| state.seats[1].cards = 1 << Bet::Dismount as u8)
        .rolls(&["________", "TTB_____"])
        .plays("1:first_bet dismount, 1:second_bet double_down, act reroll, aim bull 2-1-0")
        .play();
    assert_eq!(empty.end.state.seats[1].cards.count_ones(), 3);
    assert_eq!(empty.money(1), 6);
    // Bets lost to a Buckle count as failed (ES-Q44).
    let buckle = scene("vegas=limited,buckles", 3)
        .open(&["4-4-0-0"])
        .rolls(&["TTTTBBBB"])
        .plays("1:first_bet ride, act buckle")
        .play();
    assert_eq!(buckle.end.state.seats[1].cards.count_ones(), 2);
}

#[test]
fn es_84_diminishing_returns_share_a_larger_payoff_rounded_up() {
    // Three players: 4 + 3 dollars for two plain winners are four each.
    let ended = vegas("diminishing")
        .rolls(&["TTB_____"])
        .plays("1:first_bet ride, 2:first_bet ride")
        .play();
    assert_eq!([0, 1, 2].map(|seat| ended.money(seat)), [14, 12, 12]);
    // Double Downs share theirs, plain bets the other.
    let ended = vegas("diminishing")
        .rolls(&["________", "TTB_____"])
        .plays("1:first_bet ride, 2:first_bet ride, 1:second_bet double_down, act reroll")
        .plays("aim bull 2-1-0")
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
        .plays("1:first_bet dismount")
        .play();
    assert_eq!(ended.money(1), 15);
    let at = |what: &str| ended.told.iter().position(|told| told.starts_with(what)).unwrap();
    assert!(at("TokensTaken") < at("BetSettled") && at("BetSettled") < at("TurnEnds"));
}

#[test]
fn es_q42_a_turn_that_goes_on_after_a_clown_out_ends_like_any_other() {
    let ended = vegas("")
        .rolls(&["CCC_____", "TT______"])
        .plays("1:first_bet dismount, clown_out reroll_all, act dismount")
        .play();
    assert_eq!((ended.outcome(), ended.money(1)), (Outcome::Dismount, 15));
}

#[test]
fn es_q43_dawson_decides_after_the_first_bets_and_only_they_count() {
    let ended = scene("vegas,riders", 3)
        .rider(0, Ability::RideUnrolled)
        .plays("1:first_bet ride, ride_unrolled ride")
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
        .with(|_, state| {
            state.bank -= 1_000_000;
            state.seats[2].money += 1_000_000;
        })
        .rolls(&["TTB_____"])
        .plays("1:first_bet ride")
        .play();
    assert_eq!((ended.money(2), ended.end.state.bank), (1_000_010, -1_000_004));
}

#[test]
fn dice_are_written_as_they_are_read() {
    assert_eq!(letters(dice("TBKC_TBK")), "TBKC_TBK");
}
