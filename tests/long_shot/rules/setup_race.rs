//! Set-up and the race, LS-1 to LS-23.

use pushluck::game::contract::Silent;
use pushluck::game::play::{play, play_anyhow};
use pushluck::games::long_shot::edition::Edition;
use pushluck::games::long_shot::track::NONE;
use pushluck::sim::random::UnitKey;
use pushluck::sim::seating::Seating;

use super::scene::scenes;
use crate::long_shot::common::{Decision, finished, game, rules, starts};

#[test]
fn ls_01_two_to_eight_players_play_to_the_end() {
    let seats = |settings| rules(Edition::shipped(), settings).seats();
    assert_eq!((seats(""), seats("solo")), (2..=8, 2..=2));
    for players in 2..=8 {
        let end = play_anyhow(&game("", players), 1, 1, &mut Silent);
        assert!(finished(&end) && end.players == players);
    }
}

#[test]
fn ls_02_all_horses_start_behind_the_line() {
    starts("", 4, |state| {
        assert_eq!((state.track.positions(), state.track.placed), ([0; 8], [NONE; 3]));
    });
}

#[test]
fn ls_03_sets_are_mixed_by_name_and_one_horse_of_each_number_is_drawn() {
    for (horses, drawn) in [
        ("dance-card+set2+pie-in-the-sky", "golden-corral pie-in-the-sky scatter-shot dance-card"),
        ("dance-card", "chain-reaction too-lucky pay-it-forward dance-card"),
    ] {
        let rules = rules(Edition::shipped(), &format!("horses={horses}"));
        let names = rules.horses.map(|horses| {
            assert_eq!(horses.count_ones(), 1);
            &*rules.edition.horses[horses.trailing_zeros() as usize].key
        });
        assert_eq!(names[..4].join(" "), drawn);
    }
    let game = game("horses=mixed", 2);
    let mut seen = [[0; 4]; 8];
    for number in 1..=200 {
        let end = play_anyhow(&game, 1, number, &mut Silent);
        for (number, card) in end.field.cards.into_iter().enumerate() {
            let horse = &game.rules.edition.horses[usize::from(card)];
            assert_eq!(usize::from(horse.number), number);
            seen[number][usize::from(card) % 4] += 1;
        }
    }
    // The expected count of each of the four is 50.
    assert!(seen.iter().flatten().all(|count| (25..80).contains(count)), "{seen:?}");
}

#[test]
fn ls_04_all_cards_are_in_the_market() {
    starts("", 8, |state| {
        assert_eq!(state.market, 0xff);
        assert!(state.sheets.iter().all(|sheet| sheet.owned == 0));
    });
}

#[test]
fn ls_05_each_player_gets_a_starting_card_of_its_own() {
    starts("", 8, |state| {
        let mut cards: Vec<_> = state.sheets.iter().map(|s| (s.grid, s.bets())).collect();
        for (sheet, (cells, bets)) in state.sheets.iter().zip(&cards) {
            assert_eq!((cells.count_ones(), bets.iter().sum::<u8>(), sheet.money), (4, 6, 12));
            assert_eq!(bets.iter().filter(|bet| **bet > 0).count(), 2);
        }
        // The eight cards together mark each cell twice.
        let twice = |cell: u16| cards.iter().filter(|(cells, _)| cells >> cell & 1 == 1).count();
        assert!((0..16).all(|cell| twice(cell) == 2));
        cards.sort_unstable();
        cards.dedup();
        assert_eq!(cards.len(), 8);
    });
}

#[test]
fn ls_06_players_start_with_twelve_dollars_or_what_the_rules_say() {
    starts("", 3, |state| assert!(state.seated().iter().all(|sheet| sheet.money == 12)));
    starts("money=30", 3, |state| assert!(state.seated().iter().all(|sheet| sheet.money == 30)));
}

#[test]
fn ls_07_ls_a36_seat_one_is_the_first_active_player_and_each_policy_is_it_equally_often() {
    starts("", 8, |state| assert_eq!(state.active, 0));
    let seating = Seating { lineups: &[vec![0, 1, 2]], fixed: false, seed: 1 };
    let mut first = [0; 3];
    (0..60).for_each(|game| first[seating.placement(game).slot(0)] += 1);
    assert_eq!(first, [20; 3]);
}

#[test]
fn ls_08_each_player_sees_all_sheets() {
    let mut asked = 0;
    let mut check = |decision: &Decision<'_>| {
        asked += 1;
        let state = decision.state;
        let ask = |function, of: [u8; 2]| decision.function(function, &of.map(f64::from)) as u32;
        let around = |ahead: u8| &state.sheets[usize::from((decision.seat + ahead) % 4)];
        for ahead in 0..4 {
            let sheet = around(ahead);
            assert_eq!(ask("money_of", [ahead + 1, 0]), sheet.money);
            for horse in 1..=8 {
                let bet = ask("bet_of", [ahead + 1, horse]);
                assert_eq!(bet, u32::from(sheet.bet(horse - 1)));
                let owns = sheet.owned >> (horse - 1) & 1 == 1;
                assert_eq!(ask("owner", [horse, 0]) == u32::from(ahead) + 1, owns);
            }
        }
        for horse in 1..=8 {
            let others = (1..4).map(|ahead| u32::from(around(ahead).bet(horse - 1)));
            assert_eq!(ask("others_bets", [horse, 0]), others.sum::<u32>());
        }
        decision.any_action()
    };
    let game = game("horses=mixed", 4);
    (0..20).for_each(|number| _ = play(&game, UnitKey::of_game(2, number), &mut check));
    assert!(asked > 500, "{asked}");
}

#[test]
fn ls_11_the_dice_have_the_faces_of_the_box() {
    let Edition { horse_die, movement_die, .. } = Edition::shipped();
    assert_eq!((horse_die, movement_die), ([0, 1, 2, 3, 4, 5, 6, 7], [1, 2, 2, 2, 3, 3]));
}

scenes! {
    ls_10_four_phases_in_order:
        "roll 6 3; order Rolled < cause: Dice < cause: Secondary < TurnBegins";

    ls_11_the_active_player_rolls_both_dice:
        "roll 4 1; log Rolled { horse: 3, spaces: 1 }";

    ls_12_the_rolled_horse_moves_unless_finished:
        "roll 7 3; at.7 is 3"
        "at.7 = 15; roll 7 3; at.7 is 16; placed is 7; roll 7 3; at.7 is 16; nolog Moved { horse: 6";

    // Horse 6 moves 3 spaces; then horses 2 and 3 (in print) and 5 and 6 (marked) move 1 each, left to right.
    ls_13_the_movement_example_moves_the_horses_it_names:
        "roll 6 1: jersey 6, mark 5; roll 5 1; jerseys0 = 0; roll 6 1: jersey 6, mark 6;
         all = 0 0 0 0 0 0 0 0; roll 6 3; all is 0 1 1 0 1 4 0 0;
         order horse: 1, from: 0, to: 1 < horse: 2, from: 0, to: 1 < horse: 4, from: 0, to: 1 < horse: 5, from: 3, to: 4";

    // Horse 6 moves twice by print, horse 8 once by the mark.
    ls_14_printed_and_player_marks_count_the_same:
        "roll 1 1: jersey 1, mark 8; roll 1 1; at.6 is 2; at.8 is 1";

    ls_15_secondary_movement_happens_when_the_rolled_horse_has_finished:
        "at.1 = 15; roll 1 3; roll 1 3; all is 16 0 0 0 0 2 0 0";

    ls_16_any_number_of_horses_share_a_space:
        "all = 4 4 4 4 4 4 1 4; roll 7 3; all is 5 4 5 4 4 4 4 4";

    ls_17_an_effect_on_several_horses_moves_the_lowest_number_first:
        "row; roll 2 1: concession 4, two_forward, move 8, move 3;
         order horse: 2, from: 0, to: 2, seat: Some(0), cause: Bonus < horse: 7, from: 0, to: 2, seat: Some(0), cause: Bonus";

    ls_18_horses_moved_back_stop_at_the_start:
        "at.4 = 2; row; roll 2 1: concession 4, one_back, move 4; at.4 is 0";

    ls_19_bonuses_do_not_cross_the_line:
        "at.4 = 15; row; roll 2 1: concession 4, one_forward, move 4; at.4 is 15; placed is";

    ls_20_bonus_movement_stops_short:
        "at.4 = 13; row; roll 2 1: concession 4, one_forward, move 4; at.4 is 15";

    ls_21_a_crossing_horse_takes_the_topmost_free_place:
        "at.7 = 14; at.8 = 14; roll 8 2; roll 7 3; placed is 8 7";

    ls_22_finished_horses_are_not_moved_or_bet_on:
        "at.8 = 14; roll 8 2; helmets0 = 1 2 3 4 5 6 7 8; not 0 on 8: bet; not 0 on 7: wild_bet 8;
         row; roll 2 1: concession 4, one_back; offered move: 1 2 3 4 5 6 7";

    // Horse 6 crosses by the die; of horses 2, 3, 5 and 6 on its card, 2 and 3 cross, and 5 stops.
    ls_23_after_three_finishers_horses_stop_before_the_line:
        "all = 0 15 15 0 15 14 0 0; roll 6 1: jersey, mark 5; all = 0 15 15 0 15 14 0 0;
         roll 6 2; placed is 6 2 3; at.5 is 15; finished is 1";
}
