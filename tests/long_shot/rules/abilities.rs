//! One worked case at least for each of the 32 Horse Abilities, and LS-39, LS-40, LS-A8 to LS-A11.

use super::scene::{Scene, bet, buy, helmet, jersey, shipped};
use crate::long_shot::plain::components::Horse;
use crate::long_shot::plain::table::Script;
use crate::long_shot::plain::{Action, Cell, Point, Tile};

const ROW: [Cell; 3] = [(1, 1), (1, 2), (1, 3)];
const COLUMN: [Cell; 3] = [(2, 4), (3, 4), (4, 4)];

/// Seat 0 completes the first row with the 2 at its end.
fn row(scene: Scene) -> Scene {
    scene.cells(0, &ROW).rolled(2, 1).mark((1, 4))
}

/// Seat 0 completes the fourth column with the same 2.
fn column(scene: Scene) -> Scene {
    scene.cells(0, &COLUMN).rolled(2, 1).mark((1, 4))
}

/// Two players, one horse of this name, owned by seat 0.
fn owning(name: &str, horse: usize) -> Scene {
    Scene::with(2, &[name]).owns(0, &[horse])
}

/// What a seat's abilities bring at scoring.
fn at_scoring(scene: &Scene, seat: usize) -> i64 {
    scene.referee.score(seat).abilities
}

// Number 1

#[test]
fn golden_corral_pays_at_scoring_for_three_horses() {
    let scene = owning("Golden Corral", 1);
    assert_eq!(at_scoring(&scene, 0), 0);
    let scene = scene.owns(0, &[4]);
    assert_eq!(at_scoring(&scene, 0), 0);
    assert_eq!(at_scoring(&scene.owns(0, &[8]), 0), 10);
    let scene = owning("Golden Corral", 1).owns(1, &[2, 3, 4]);
    assert_eq!(at_scoring(&scene, 1), 0, "not its owner");
}

#[test]
fn out_of_alignment_pays_for_each_line() {
    let scene = row(owning("Out of Alignment", 1)).cells(0, &COLUMN);
    let scene = scene.tile(Tile::Money).tile(Tile::Money).turn(0);
    assert_eq!(scene.dollars(0), 12 + 2 + 14);
}

#[test]
fn chain_reaction_marks_one_more_cell_for_a_column() {
    let scene = column(owning("Chain Reaction", 1))
        .choose(Point::Order, Action::NextMark)
        .choose(Point::ExtraMark, Action::MarkCell((4, 1)))
        .tile(Tile::Money)
        .turn(0);
    assert_eq!(scene.referee.seat(0).cells.len(), 5);
    assert_eq!(scene.asked(Point::ExtraMark, 0).legal.len(), 1 + 12);
    let scene = row(owning("Chain Reaction", 1)).tile(Tile::Money).turn(0);
    assert!(!scene.was_asked(Point::Order), "not for a row");
}

#[test]
fn strung_along_bets_a_dollar_and_moves_the_horse_but_not_across_the_line() {
    let and_move = |horse| Action::BetAndMove { horse, wild: false };
    for (from, to) in [(0, 1), (11, 12)] {
        let scene = owning("Strung Along", 1).at(5, from).rolled(5, 1);
        let scene = scene.act(and_move(5)).turn(0);
        assert_eq!((scene.bets(0, 5), scene.dollars(0), scene.position(5)), (1, 11, to));
    }
    let scene = owning("Strung Along", 1).at(5, 15).helmets(0, &[5]).rolled(5, 1);
    assert_eq!(scene.act(and_move(5)).turn(0).position(5), 15);
    let scene = owning("Strung Along", 1).at(5, 12).rolled(5, 1);
    assert!(!scene.legal(0).contains(&and_move(5)), "past the No Bet line");
}

// Number 2

#[test]
fn ls_a21_pie_in_the_sky_costs_little_and_ten_dollars_if_it_is_not_placed() {
    let scene = Scene::with(2, &["Pie in the Sky"]).rolled(2, 1).act(buy(2)).turn(0);
    assert_eq!(scene.dollars(0), 8);
    assert_eq!(at_scoring(&scene, 0), -10, "LS-A21");
    assert_eq!(at_scoring(&scene.finished(&[1, 3, 2]), 0), 0);
}

#[test]
fn too_lucky_pays_when_the_horse_die_shows_two() {
    let scene = owning("Too Lucky", 2).rolled(2, 1).act(helmet(2)).turn(0);
    assert_eq!(scene.dollars(0), 14);
    let scene = owning("Too Lucky", 2).rolled(3, 1).act(helmet(3)).turn(0);
    assert_eq!(scene.dollars(0), 12);
}

#[test]
fn silver_spoon_makes_seven_dollars_nine() {
    let scene = row(owning("Silver Spoon", 2)).tile(Tile::Money).turn(0);
    assert_eq!(scene.dollars(0), 21);
}

#[test]
fn half_off_sale_buys_another_horse_at_half_its_cost() {
    let scene = Scene::with(2, &["Half Off Sale"])
        .owns(1, &[3])
        .finished(&[6])
        .money(0, 13)
        .rolled(2, 1)
        .act(buy(2))
        .horse(Point::HalfPrice, 5)
        .turn(0);
    // Three dollars are left: the horses at 10 and 8 are too dear at half, 3 is sold, 6 has
    // finished.
    assert_eq!(scene.horses_offered(Point::HalfPrice, 0), [5, 7, 8]);
    assert_eq!((scene.dollars(0), scene.referee.owner(5)), (0, Some(0)));
}

// Number 3

#[test]
fn receding_mare_line_moves_each_horse_one_further_back() {
    let at = |scene: Scene| row(scene.at(8, 6).at(7, 6));
    let scene = at(owning("Receding Mare Line", 3))
        .tile(Tile::TwoBack)
        .choose(Point::Ability, Action::Use)
        .horse(Point::Move, 7)
        .horse(Point::Move, 8)
        .turn(0);
    assert_eq!((scene.position(7), scene.position(8)), (3, 3));
    let scene = at(owning("Receding Mare Line", 3))
        .tile(Tile::OneBack)
        .choose(Point::Ability, Action::Pass)
        .horse(Point::Move, 8)
        .turn(0);
    assert_eq!(scene.position(8), 3, "LS-39: it need not be used");
    let scene =
        at(owning("Receding Mare Line", 3)).tile(Tile::OneForward).horse(Point::Move, 8).turn(0);
    assert_eq!(scene.position(8), 9, "not forward");
}

#[test]
fn scatter_shot_marks_a_neighbour_without_wrapping_and_not_with_a_wild() {
    let cells = |scene: &Scene, wild: bool| -> Vec<usize> {
        let legal = scene.legal(0);
        let numbers = legal.iter().filter_map(|action| match action {
            Action::Concession { cell, wild: w } if *w == wild => {
                Some(scene.referee.config.components.in_cell(*cell))
            }
            _ => None,
        });
        let mut numbers: Vec<usize> = numbers.collect();
        numbers.sort_unstable();
        numbers
    };
    let scene = owning("Scatter Shot", 3).rolled(5, 1);
    assert_eq!(cells(&scene, false), [4, 4, 5, 5, 6, 6]);
    assert_eq!(cells(&scene, true), [1, 1, 2, 2, 3, 3, 4, 4, 6, 6, 7, 7, 8, 8]);
    assert_eq!(cells(&owning("Scatter Shot", 3).rolled(8, 1), false), [7, 7, 8, 8]);
    assert_eq!(cells(&owning("Scatter Shot", 3).rolled(1, 1), false), [1, 1, 2, 2]);
}

#[test]
fn pay_it_forward_moves_all_horses_of_the_space_after_a_bet_of_three() {
    let scene = owning("Pay it Forward", 3)
        .at(5, 4)
        .at(6, 4)
        .at(7, 4)
        .at(8, 5)
        .rolled(5, 1)
        .act(bet(5, 3))
        .choose(Point::Ability, Action::Use)
        .turn(0);
    assert_eq!(scene.positions(), [0, 0, 0, 0, 5, 5, 5, 5]);
    let alone = owning("Pay it Forward", 3).at(5, 4).rolled(5, 1).act(bet(5, 3)).turn(0);
    assert!(!alone.was_asked(Point::Ability));
    let start = owning("Pay it Forward", 3).rolled(5, 1).act(bet(5, 3)).turn(0);
    assert!(!start.was_asked(Point::Ability), "behind the line is no space");
    for (space, asked) in [(11, true), (12, false), (14, false)] {
        let mut past = owning("Pay it Forward", 3).at(5, space).at(6, space).helmets(0, &[5]);
        past = past.rolled(5, 1).act(bet(5, 3));
        if asked {
            past = past.choose(Point::Ability, Action::Pass);
        }
        assert_eq!(past.turn(0).was_asked(Point::Ability), asked, "LS-A35");
    }
    let two = owning("Pay it Forward", 3).at(5, 4).at(6, 4).rolled(5, 1).act(bet(5, 2)).turn(0);
    assert!(!two.was_asked(Point::Ability));
}

#[test]
fn loosey_goosey_erases_two_wild_marks_when_bought() {
    for (marked, left) in [(0, 0), (1, 0), (2, 0), (3, 1)] {
        let scene = Scene::with(2, &["Loosey Goosey"]).wilds(0, marked);
        let scene = scene.rolled(3, 1).act(buy(3)).turn(0);
        assert_eq!(scene.referee.seat(0).wilds, left);
    }
}

// Number 4

#[test]
fn early_bird_special_makes_the_first_bet_on_a_horse_free() {
    let scene = owning("Early Bird Special", 4).money(0, 0).rolled(5, 1);
    assert!(scene.legal(0).contains(&bet(5, 3)));
    let scene = scene.act(bet(5, 3)).turn(0);
    assert_eq!((scene.bets(0, 5), scene.dollars(0)), (3, 0));
    assert!(!scene.legal(0).contains(&bet(5, 1)), "the second is not");
    let scene = scene.money(0, 5).act(bet(5, 2)).turn(0);
    assert_eq!((scene.bets(0, 5), scene.dollars(0)), (5, 3));
}

#[test]
fn three_four_five_makes_free_three_dollar_bets_five() {
    let scene =
        row(owning("Three Four Five", 4)).tile(Tile::FreeBet).horse(Point::FreeBet, 8).turn(0);
    assert_eq!(scene.bets(0, 8), 5);
    assert_eq!(scene.asked(Point::FreeBet, 0).about.dollars, 5);
}

#[test]
fn dance_card_pays_for_owned_horses_marked_on_it() {
    // Card 4 bears the mark of 2 in print.
    let scene = owning("Dance Card", 4).owns(0, &[2, 7]).owns(1, &[8]).boxes(4, &[7, 8, 5]);
    assert_eq!((at_scoring(&scene, 0), at_scoring(&scene, 1)), (8, 0));
    let mut everyone = scene;
    everyone.referee.config.components.disputed.card_pays_everyone = true;
    assert_eq!((at_scoring(&everyone, 0), at_scoring(&everyone, 1)), (8, 4));
}

#[test]
fn double_crosser_marks_two_boxes() {
    let scene = owning("Double Crosser", 4)
        .rolled(7, 1)
        .act(jersey(7))
        .horse(Point::Box, 7)
        .horse(Point::Box, 8)
        .turn(0);
    assert_eq!(scene.marked(7), [1, 3, 7, 8]);
    let scene = owning("Double Crosser", 4)
        .rolled(7, 1)
        .act(jersey(7))
        .horse(Point::Box, 7)
        .choose(Point::Box, Action::Pass)
        .turn(0);
    assert_eq!(scene.marked(7), [1, 3, 7]);
}

// Number 5

#[test]
fn five_leaf_clover_erases_a_wild_mark_for_a_row() {
    let scene = row(owning("Five Leaf Clover", 5).wilds(0, 2)).tile(Tile::Money).turn(0);
    assert_eq!(scene.referee.seat(0).wilds, 1);
    let scene = column(owning("Five Leaf Clover", 5).wilds(0, 2)).tile(Tile::Money).turn(0);
    assert_eq!(scene.referee.seat(0).wilds, 2);
}

#[test]
fn charley_horse_moves_a_horse_back_for_a_row() {
    let scene = row(owning("Charley Horse", 5).at(8, 3))
        .choose(Point::Order, Action::NextBonus)
        .tile(Tile::Money)
        .horse(Point::Move, 8)
        .turn(0);
    assert_eq!(scene.position(8), 2);
    let scene = row(owning("Charley Horse", 5).at(8, 3))
        .choose(Point::Order, Action::NextMove)
        .choose(Point::Move, Action::Pass)
        .tile(Tile::Money)
        .turn(0);
    assert_eq!(scene.position(8), 3);
}

#[test]
fn laundry_day_pays_who_has_no_jockey_set() {
    let scene = owning("Laundry Day", 5).helmets(0, &[1]).jerseys(0, &[2]);
    assert_eq!((at_scoring(&scene, 0), at_scoring(&scene, 1)), (10, 0));
    assert_eq!(at_scoring(&scene.jerseys(0, &[1]), 0), 0);
}

#[test]
fn fancy_hat_pays_for_bets_paid_or_free_with_the_helmet() {
    let scene = owning("Fancy Hat", 5).helmets(0, &[7]).rolled(7, 1).act(bet(7, 2)).turn(0);
    assert_eq!(scene.dollars(0), 11);
    let scene = owning("Fancy Hat", 5).rolled(7, 1).act(bet(7, 2)).turn(0);
    assert_eq!(scene.dollars(0), 10);
    let scene = row(owning("Fancy Hat", 5).helmets(0, &[7]))
        .tile(Tile::FreeBet)
        .horse(Point::FreeBet, 7)
        .turn(0);
    assert_eq!(scene.dollars(0), 13);
}

// Number 6

#[test]
fn partner_in_crime_moves_itself_and_another_horse_when_bought() {
    let scene = Scene::with(2, &["Partner in Crime"])
        .at(6, 14)
        .at(3, 4)
        .finished(&[8])
        .rolled(6, 1)
        .act(buy(6))
        .horse(Point::Move, 3)
        .turn(0);
    assert_eq!((scene.position(6), scene.position(3)), (15, 6));
    assert_eq!(scene.horses_offered(Point::Move, 0), [1, 2, 3, 4, 5, 7]);
}

#[test]
fn miracle_worker_marks_anything_once_when_bought() {
    let bought = |action| {
        Scene::of(2).cells(0, &ROW).rolled(6, 1).act(buy(6)).choose(Point::ExtraMark, action)
    };
    let scene = bought(Action::MarkHelmet(3)).turn(0);
    assert_eq!(scene.referee.seat(0).helmets, [3]);
    assert_eq!(scene.asked(Point::ExtraMark, 0).legal.len(), 1 + 13 + 8 + 8);
    let scene = bought(Action::MarkJersey(3)).turn(0);
    assert_eq!(scene.referee.seat(0).jerseys, [3]);
    assert!(!scene.was_asked(Point::Box), "the mark alone");
    let scene = bought(Action::MarkCell((1, 4))).tile(Tile::Money).turn(0);
    assert_eq!(scene.dollars(0), 12 - 6 + 7, "LS-A16");
}

#[test]
fn lone_ranger_pays_for_each_half_of_a_set() {
    let scene = owning("Lone Ranger", 6).helmets(0, &[1, 2, 3]).jerseys(0, &[3, 8]);
    assert_eq!(at_scoring(&scene, 0), 6);
}

#[test]
fn equestrian_inception_pays_when_taken_by_the_bonus() {
    let scene = row(Scene::with(2, &["Equestrian Inception"]))
        .tile(Tile::Horse)
        .horse(Point::FreeHorse, 6)
        .turn(0);
    assert_eq!(scene.dollars(0), 18);
    let scene = Scene::with(2, &["Equestrian Inception"]).rolled(6, 1).act(buy(6)).turn(0);
    assert_eq!(scene.dollars(0), 6, "not when paid for");
}

// Number 7

#[test]
fn fair_play_moves_a_horse_that_does_not_lead_when_the_die_shows_seven() {
    let scene = owning("Fair Play", 7)
        .at(1, 9)
        .at(2, 9)
        .at(3, 8)
        .finished(&[8])
        .rolled(7, 1)
        .horse(Point::Move, 3)
        .act(helmet(7))
        .turn(0);
    assert_eq!(scene.position(3), 10);
    assert_eq!(scene.horses_offered(Point::Move, 0), [3, 4, 5, 6, 7]);
    // All in the lead: there is nobody to move.
    let scene = owning("Fair Play", 7).rolled(7, 1).act(helmet(7)).turn(0);
    assert!(!scene.was_asked(Point::Move));
}

#[test]
fn sticky_fingers_takes_up_to_two_dollars_from_the_owner_of_the_card() {
    for (has, left, taken) in [(5, 3, 2), (1, 0, 1), (0, 0, 0)] {
        let scene = owning("Sticky Fingers", 7).owns(1, &[5]).money(1, has);
        let scene = scene.rolled(5, 1).act(jersey(5)).horse(Point::Box, 8).turn(0);
        assert_eq!((scene.dollars(0), scene.dollars(1)), (12 + taken, left));
    }
    let own = owning("Sticky Fingers", 7).owns(0, &[5]);
    let own = own.rolled(5, 1).act(jersey(5)).horse(Point::Box, 8).turn(0);
    assert_eq!(own.dollars(0), 12);
}

#[test]
fn bread_line_pays_for_complete_rows() {
    let cells: Vec<Cell> = (1..=4).flat_map(|c| [(1, c), (3, c), (c, 1)]).collect();
    let mut distinct = cells.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let scene = owning("Bread Line", 7).cells(0, &distinct);
    assert_eq!(at_scoring(&scene, 0), 6);
    let mut at_once = row(owning("Bread Line", 7)).tile(Tile::Money);
    at_once.referee.config.components.disputed.rows_pay_at_once = true;
    let at_once = at_once.turn(0);
    assert_eq!((at_once.dollars(0), at_scoring(&at_once, 0)), (12 + 7 + 3, 0));
}

#[test]
fn inventory_check_marks_two_jerseys_and_no_boxes_when_bought() {
    let scene = Scene::with(2, &["Inventory Check"])
        .jerseys(0, &[1])
        .rolled(7, 1)
        .act(buy(7))
        .choose(Point::ExtraMark, Action::MarkJersey(2))
        .choose(Point::ExtraMark, Action::MarkJersey(8))
        .turn(0);
    assert_eq!(scene.referee.seat(0).jerseys, [1, 2, 8]);
    assert!(!scene.was_asked(Point::Box));
}

// Number 8

#[test]
fn donut_dollie_moves_every_horse_of_a_bonus_one_further() {
    for (tile, moved, to) in [(Tile::OneForward, 4, 10), (Tile::OneBack, -4, 2)] {
        let scene = row(owning("Donut Dollie", 8).at(3, 6))
            .tile(tile)
            .choose(Point::Ability, Action::Use)
            .horse(Point::Move, 3)
            .turn(0);
        assert_eq!(scene.asked(Point::Move, 0).about.spaces, moved);
        assert_eq!(scene.position(3), to);
    }
    // With Receding Mare Line both lengthen a move back.
    let scene = row(Scene::with(2, &["Donut Dollie", "Receding Mare Line"]).owns(0, &[3, 8]))
        .at(5, 9)
        .tile(Tile::OneBack)
        .choose(Point::Ability, Action::Use)
        .choose(Point::Ability, Action::Use)
        .horse(Point::Move, 5)
        .turn(0);
    assert_eq!(scene.position(5), 4);
}

#[test]
fn magic_hate_ball_costs_all_others_two_dollars_when_the_die_shows_eight() {
    let scene = Scene::with(3, &["Magic Hate Ball"])
        .owns(1, &[8])
        .money(2, 1)
        .rolled(8, 1)
        .act(helmet(8))
        .turn(1);
    assert_eq!([0, 1, 2].map(|seat| scene.dollars(seat)), [10, 12, 0]);
}

#[test]
fn product_placement_bets_two_dollars_when_a_set_is_complete() {
    let scene = owning("Product Placement", 8).jerseys(0, &[4]).at(4, 13).rolled(4, 1);
    let scene = scene.act(helmet(4)).choose(Point::Ability, Action::Use).turn(0);
    assert_eq!((scene.bets(0, 4), scene.dollars(0)), (2, 12));
    assert_eq!(scene.asked(Point::Ability, 0).about.subject, Some(4));
    let scene = owning("Product Placement", 8).helmets(0, &[4]).rolled(4, 1);
    let scene =
        scene.act(jersey(4)).horse(Point::Box, 8).choose(Point::Ability, Action::Pass).turn(0);
    assert_eq!(scene.bets(0, 4), 0);
    // No bets on a finished horse, free or not.
    let scene = owning("Product Placement", 8).jerseys(0, &[4]).finished(&[4]).rolled(4, 1);
    assert!(!scene.act(helmet(4)).turn(0).was_asked(Point::Ability));
}

#[test]
fn great_appreciation_raises_the_purses_of_all_if_horse_eight_is_placed() {
    let scene = owning("Great Appreciation", 8).owns(1, &[1, 2]).bet(0, 8, 3);
    assert_eq!(at_scoring(&scene, 1), 0);
    let scene = scene.finished(&[8, 1, 2]);
    assert_eq!((at_scoring(&scene, 0), at_scoring(&scene, 1)), (10, 20));
    // LS-39: its owner may do without.
    for (chosen, pays) in [(Action::Use, (10, 20)), (Action::Pass, (0, 0))] {
        let mut left = Scene { referee: scene.referee.clone(), script: Script::default() };
        left = left.choose(Point::Ability, chosen);
        left.referee.before_scoring(&mut left.script);
        left.script.assert_spent();
        assert_eq!((at_scoring(&left, 0), at_scoring(&left, 1)), pays);
    }
    let mut odds = scene;
    odds.referee.config.components.disputed.placed_pays_odds = true;
    let total = |scene: &Scene, seat| scene.referee.score(seat).total();
    assert_eq!(total(&odds, 0), 12 + 35 + 3 * 19);
    assert_eq!(total(&odds, 1), 12 + 25 + 15);
}

// What holds for all of them

#[test]
fn ls_39_abilities_work_for_their_owner_alone() {
    let scene = owning("Too Lucky", 2).rolled(2, 1).act(helmet(2)).turn(1);
    assert_eq!((scene.dollars(0), scene.dollars(1)), (12, 12));
    let scene = Scene::with(2, &["Too Lucky"]).rolled(2, 1).act(helmet(2)).turn(0);
    assert_eq!(scene.dollars(0), 12, "in the Market it does nothing");
}

#[test]
fn ls_a9_roll_abilities_come_at_the_start_of_the_owners_turn() {
    // The first dollars pay for the bet of the same turn.
    let scene = owning("Too Lucky", 2).money(0, 0).rolled(2, 1).act(bet(2, 2)).turn(0);
    assert_eq!(scene.dollars(0), 0);
}

#[test]
fn ls_a8_a_wild_does_not_stop_what_the_die_started() {
    let wild = Action::Helmet { horse: 5, wild: true };
    let scene = owning("Too Lucky", 2).rolled(2, 1).act(wild).turn(0);
    assert_eq!(scene.dollars(0), 14);
    let named = Action::Helmet { horse: 2, wild: true };
    let scene = owning("Too Lucky", 2).rolled(5, 1).act(named).turn(0);
    assert_eq!(scene.dollars(0), 12, "a number named is not rolled");
    // Abilities of Actions work with a Wild.
    let scene = owning("Double Crosser", 4)
        .rolled(5, 1)
        .act(Action::Jersey { horse: 7, wild: true })
        .horse(Point::Box, 7)
        .horse(Point::Box, 8)
        .turn(0);
    assert_eq!(scene.marked(7), [1, 3, 7, 8]);
}

#[test]
fn ls_a10_a_jersey_by_a_bonus_is_the_jersey_action() {
    let scene = row(owning("Double Crosser", 4))
        .tile(Tile::Jersey)
        .horse(Point::Jersey, 7)
        .horse(Point::Box, 7)
        .horse(Point::Box, 8)
        .turn(0);
    assert_eq!(scene.marked(7), [1, 3, 7, 8]);
}

#[test]
fn ls_a11_a_free_bet_is_not_the_bet_action() {
    let scene = row(owning("Pay it Forward", 3).at(5, 4).at(6, 4))
        .tile(Tile::FreeBet)
        .horse(Point::FreeBet, 5)
        .turn(0);
    assert!(!scene.was_asked(Point::Ability));
}

#[test]
fn every_ability_of_the_edition_is_one_of_its_own() {
    let box_ = shipped();
    for (place, horse) in box_.horses.iter().enumerate() {
        let kind = std::mem::discriminant(&horse.ability);
        let same = |other: &&Horse| std::mem::discriminant(&other.ability) == kind;
        assert_eq!(box_.horses[..place].iter().find(same).map(|other| &other.name), None);
    }
    assert_eq!(box_.horses.len(), 32);
}
