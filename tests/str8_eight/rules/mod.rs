//! The rules of Str8 Eight, one test for each id.

mod scores;

use pushluck::diagnostic::Source;
use pushluck::game::contract::{Game, Luck, Next};
use pushluck::game::describe::Describe;
use pushluck::games::str8_eight::cards::{Cards, Direction};
use pushluck::games::str8_eight::definition::Settled;
use pushluck::games::str8_eight::edition::Edition;
use pushluck::games::str8_eight::engine::{Action, Event, Rules, State};
use pushluck::run::Definition;
use pushluck::sim::random::UnitKey;

use crate::str8_eight::scene::{C, L, N, R, Scene, rules, with_groups};

/// Two players; seat 0 holds the low threes, seat 1 high cards.
fn two() -> Scene {
    let mut scene = Scene::new(2, rules(1));
    scene.deal(&[[N(3, 3), N(6, 3), N(9, 3)], [N(64, 8), N(56, 8), N(56, 7)]]);
    scene
}

/// Luck for what is hidden or drawn.
fn luck() -> impl Luck {
    UnitKey::of_game(1, 1).stream(0, 0)
}

/// Lays the next card of the threes each turn, drawing the one after it; seat 1 discards what it
/// draws. Ends with the last card laid.
fn threes_to_the_end(scene: &mut Scene) {
    let threes = [3, 6, 9, 12, 15, 18, 21, 24];
    let idle = [N(48, 8), N(48, 6), N(42, 6), N(42, 7), N(49, 7), N(40, 5), N(40, 8)];
    for turn in 0..8 {
        let drawn = match threes.get(turn + 3) {
            Some(value) => N(*value, 3),
            None => [N(36, 6), N(35, 5), N(35, 7)][turn - 5],
        };
        scene.pile(drawn);
        scene.lay(N(threes[turn], 3));
        if turn < 7 {
            scene.idle(idle[turn]);
        }
    }
}

#[test]
fn se_01_two_to_four_play() {
    for seats in 2..=4 {
        assert_eq!(Scene::new(seats, rules(1)).game.seats(), seats);
    }
    for seats in [1, 5] {
        let refused = std::panic::catch_unwind(|| Scene::new(seats, rules(1)).game.seats());
        assert!(refused.is_err(), "{seats} seats");
    }
}

#[test]
fn se_02_sixty_four_numbers_and_six_pass_cards_are_shuffled() {
    let scene = Scene::new(2, rules(1));
    let all = scene.game.deck().all();
    assert_eq!((all.numbers().count_ones(), all.passes()), (64, 6));
    // The deck is shuffled: any card may come first, all alike.
    let mut first = Vec::new();
    scene.game.outcomes(&scene.state, &mut |card, weight| first.push((card, weight)));
    assert_eq!(first.len(), 70);
    assert!(first.iter().all(|(_, weight)| *weight == 1));
    let mut luck = luck();
    let drawn = (0..2000).map(|_| scene.game.draw(&scene.state, &mut luck));
    assert_eq!(drawn.fold(Cards::NONE, |all, card| all | Cards::one(card)), all);
}

#[test]
fn se_03_each_is_dealt_three_cards() {
    for seats in 2..=4u8 {
        let mut scene = Scene::new(seats, rules(1));
        let mut dealt = 0;
        while !scene.told.iter().any(|event| matches!(event, Event::Drawn { .. })) {
            let card = scene.state.draw_pile().nth(0);
            scene.draw(name(&scene, card));
            dealt += 1;
        }
        assert_eq!(dealt, 3 * u32::from(seats) + 1, "the last is drawn in the first turn");
        let count = |seat| scene.state.hand(seat).len();
        assert_eq!(count(0), 4);
        assert!((1..seats).all(|seat| count(seat) == 3));
    }
}

/// The name of a card.
fn name(scene: &Scene, card: u8) -> C {
    let deck = scene.game.deck();
    match deck.value(card) {
        Some(value) => N(value, deck.colour(card) + 1),
        None if card < 67 => L(card - 63),
        None => R(card - 66),
    }
}

#[test]
fn se_04_the_rest_is_the_draw_pile() {
    let scene = two();
    let hands = scene.state.hand(0) | scene.state.hand(1);
    assert_eq!(scene.state.draw_pile(), scene.game.deck().all() & !hands);
}

#[test]
fn se_05_discards_and_played_pass_cards_lie_apart() {
    let mut scene = two();
    scene.pile(L(1));
    scene.pass(L(1));
    scene.idle(N(48, 8));
    assert_eq!(scene.state.passed(), scene.cards(&[L(1)]));
    assert_eq!(scene.state.discards(), [scene.card(N(48, 8))]);
}

#[test]
fn se_06_a_turn_begins_with_a_fourth_card() {
    let mut scene = two();
    assert!(matches!(scene.game.next(&scene.state), Next::Chance(_)), "before anything else");
    scene.draw(N(12, 3));
    assert_eq!(scene.state.hand(0).len(), 4);
    assert_eq!(scene.decides(), Some(0));
    scene.discard(N(12, 3));
    // In a later turn too, whichever pile it comes from.
    for (pile, leaves) in [(Action::Pile, N(64, 8)), (Action::Take, N(9, 3))] {
        scene.act(pile);
        if pile == Action::Pile {
            assert!(matches!(scene.game.next(&scene.state), Next::Chance(_)));
            scene.draw(N(48, 8));
        }
        let seat = scene.decides().expect("a card to leave the hand");
        assert_eq!(scene.state.hand(seat).len(), 4);
        scene.discard(leaves);
    }
}

#[test]
fn se_07_the_first_turn_draws_from_the_pile_and_later_ones_choose() {
    let mut scene = two();
    assert_eq!(scene.decides(), None, "no choice in the first turn");
    scene.idle(N(12, 3));
    assert_eq!(scene.decides(), Some(1));
    assert_eq!(scene.legal(), [Action::Pile, Action::Take]);
    scene.act(Action::Take);
    assert!(scene.state.hand(1).has(scene.card(N(12, 3))));
    assert!(scene.state.discards().is_empty());
    // Of several discards the top one.
    scene.discard(N(56, 8));
    scene.idle(N(48, 8));
    scene.act(Action::Take);
    assert!(scene.state.hand(1).has(scene.card(N(48, 8))));
    assert_eq!(scene.state.discards(), [scene.card(N(56, 8))]);
}

#[test]
fn se_08_exactly_one_card_leaves_the_hand() {
    let leaves = [(N(3, 3), Action::Lay as fn(u8) -> Action), (N(3, 3), Action::Discard)];
    for (card, leave) in leaves.into_iter().chain([(L(1), Action::Pass as fn(u8) -> Action)]) {
        let mut scene = two();
        scene.pile(L(1));
        let card = scene.card(card);
        scene.act(leave(card));
        assert!([0, 1].iter().all(|seat| scene.state.hand(*seat).len() == 3));
        assert!([0, 1].iter().all(|seat| !scene.state.hand(*seat).has(card)));
        assert_eq!(scene.state.seat(), 1, "the next player's turn");
    }
}

#[test]
fn se_09_a_sequence_begins_with_a_bulls_eye() {
    let mut scene = Scene::new(2, rules(1));
    scene.deal(&[[N(8, 8), N(9, 3), N(1, 1)], [N(64, 8), N(56, 8), N(56, 7)]]);
    scene.pile(N(10, 5));
    assert!(scene.can_lay(N(8, 8)) && scene.can_lay(N(1, 1)));
    assert!(!scene.can_lay(N(9, 3)) && !scene.can_lay(N(10, 5)));
    // Twenty cards have one.
    assert_eq!(scene.game.deck().next(0).count_ones(), 20);
}

#[test]
fn se_10_it_lies_before_the_player_himself() {
    let mut scene = two();
    scene.pile(N(12, 3));
    scene.lay(N(3, 3));
    assert_eq!((scene.sequence(0), scene.sequence(1)), (vec![3], vec![]));
}

#[test]
fn se_11_laying_is_optional() {
    let mut scene = two();
    scene.pile(N(12, 3));
    assert!(scene.can_lay(N(3, 3)));
    scene.discard(N(3, 3));
    assert!(scene.sequence(0).is_empty());
}

#[test]
fn se_12_discards_lie_face_up() {
    let mut scene = two();
    scene.idle(N(12, 3));
    scene.idle(N(48, 8));
    let pile = [scene.card(N(12, 3)), scene.card(N(48, 8))];
    assert_eq!(scene.state.discards(), pile);
    // Nobody's view of them changes when what is hidden is dealt anew.
    let mut luck = luck();
    assert_eq!(scene.game.hide(&scene.state, 0, &mut luck).discards(), pile);
    // Everybody has seen what is taken.
    scene.act(Action::Take);
    assert_eq!(scene.state.known(1), scene.cards(&[N(48, 8)]));
    assert!(scene.state.known(0).is_empty());
}

#[test]
fn se_13_turns_go_to_the_left() {
    let mut scene = Scene::new(3, rules(1));
    scene.deal(&[
        [N(3, 3), N(6, 3), N(9, 3)],
        [N(64, 8), N(56, 8), N(56, 7)],
        [N(48, 8), N(48, 6), N(49, 7)],
    ]);
    for (seat, card) in [(0, N(42, 6)), (1, N(42, 7)), (2, N(40, 5)), (0, N(40, 8))] {
        scene.pile(card);
        assert_eq!(scene.decides(), Some(seat));
        scene.discard(card);
    }
}

#[test]
fn se_14_a_later_card_is_listed_on_the_right_side_of_the_last() {
    let mut scene = Scene::new(2, rules(1));
    scene.deal(&[[N(5, 5), N(10, 2), N(12, 3)], [N(64, 8), N(56, 8), N(56, 7)]]);
    scene.pile(N(15, 5));
    scene.lay(N(5, 5));
    scene.idle(N(48, 8));
    scene.pile(N(14, 2));
    assert!(!scene.can_lay(N(12, 3)), "12 does not follow 5");
    scene.lay(N(10, 2));
    scene.idle(N(48, 6));
    scene.pile(N(20, 5));
    // A 10 is followed by a 12 or a 15.
    assert!(scene.can_lay(N(12, 3)) && scene.can_lay(N(15, 5)));
    assert!(!scene.can_lay(N(14, 2)) && !scene.can_lay(N(20, 5)));
    // What is listed on the cards before the last does not count.
    let mut scene = Scene::new(2, rules(1));
    scene.deal(&[[N(4, 4), N(5, 5), N(8, 8)], [N(64, 8), N(56, 8), N(56, 7)]]);
    scene.pile(N(15, 5));
    scene.lay(N(4, 4));
    scene.idle(N(48, 8));
    scene.pile(N(14, 2));
    scene.lay(N(5, 5));
    scene.idle(N(48, 6));
    scene.pile(N(10, 5));
    assert!(scene.can_lay(N(10, 5)) && !scene.can_lay(N(8, 8)));
}

#[test]
fn se_15_the_colour_need_not_match() {
    let mut scene = Scene::new(2, rules(1));
    scene.deal(&[[N(6, 1), N(12, 4), N(9, 3)], [N(64, 8), N(56, 8), N(56, 7)]]);
    scene.pile(N(15, 5));
    scene.lay(N(6, 1));
    scene.idle(N(48, 8));
    scene.pile(N(14, 2));
    scene.lay(N(12, 4));
    assert_eq!(scene.sequence(0), [6, 12]);
}

#[test]
fn se_16_se_q11_cards_never_leave_a_sequence() {
    let mut scene = two();
    scene.pile(N(12, 3));
    scene.lay(N(3, 3));
    scene.idle(N(48, 8));
    scene.pile(N(15, 3));
    let laid = scene.card(N(3, 3));
    assert!(!scene.legal().contains(&Action::Discard(laid)));
    scene.lay(N(6, 3));
    assert_eq!(scene.sequence(0), [3, 6]);
    assert_eq!(scene.state.discards(), [scene.card(N(48, 8))]);
}

#[test]
fn se_17_a_pass_card_may_be_played_to_the_pass_pile() {
    let mut scene = two();
    scene.pile(R(1));
    scene.pass(R(1));
    assert_eq!(scene.state.passed(), scene.cards(&[R(1)]));
    assert!(scene.state.discards().is_empty());
}

#[test]
fn se_18_se_q8_all_hands_go_round_in_its_direction() {
    let hands = [
        [N(3, 3), N(6, 3), N(9, 3)],
        [N(64, 8), N(56, 8), N(56, 7)],
        [N(48, 8), N(48, 6), N(49, 7)],
    ];
    // By the seat that gave, where the hand is now.
    for (card, to) in [(L(1), [1, 2, 0]), (R(1), [2, 0, 1])] {
        let mut scene = Scene::new(3, rules(1));
        scene.deal(&hands);
        scene.pile(card);
        scene.pass(card);
        for (hand, to) in hands.iter().zip(to) {
            assert_eq!(scene.state.hand(to), scene.cards(hand), "{card:?}, three cards each");
        }
        // Everybody knows what it gave, and nothing more.
        for (seat, hand) in (0..).zip(&hands) {
            assert_eq!(scene.state.known(seat), scene.cards(hand));
        }
    }
}

#[test]
fn se_q8_sequences_stay_and_what_comes_back_is_a_hand_again() {
    let mut scene = two();
    scene.pile(L(1));
    scene.lay(N(3, 3));
    scene.pile(L(2));
    scene.pass(L(2));
    assert_eq!((scene.sequence(0), scene.sequence(1)), (vec![3], vec![]));
    assert_eq!(scene.state.known(0), scene.cards(&[N(6, 3), N(9, 3), L(1)]));
    scene.idle(R(1));
    scene.pile(R(2));
    scene.pass(L(1));
    // Seat 0 has two cards of its own again, and knows those that it has given back; of the one that
    // was drawn since, seat 1 alone knows.
    assert_eq!(scene.state.hand(0), scene.cards(&[N(6, 3), N(9, 3), R(2)]));
    assert_eq!(scene.state.known(0), scene.cards(&[N(64, 8), N(56, 8), N(56, 7)]));
    assert_eq!(scene.state.known(1), scene.state.hand(0));
}

#[test]
fn se_19_a_discarded_pass_card_has_no_effect() {
    let mut scene = two();
    scene.pile(L(2));
    scene.discard(L(2));
    assert_eq!(scene.state.hand(0), scene.cards(&[N(3, 3), N(6, 3), N(9, 3)]));
    assert_eq!(scene.state.discards(), [scene.card(L(2))]);
}

#[test]
fn se_20_played_pass_cards_cannot_be_drawn() {
    let mut scene = two();
    scene.pile(L(1));
    scene.pass(L(1));
    // No discard lies there, so the next player has no choice, and the pass card is out of reach.
    assert_eq!(scene.decides(), None);
    let mut listed = false;
    let played = scene.card(L(1));
    scene.game.outcomes(&scene.state, &mut |card, _| listed |= card == played);
    assert!(!listed);
}

/// Draws and discards until the draw pile is empty, a pass card played on the way.
fn emptied() -> Scene {
    let mut scene = two();
    scene.pile(L(1));
    scene.pass(L(1));
    while !scene.state.draw_pile().is_empty() {
        let card = name(&scene, scene.state.draw_pile().nth(0));
        scene.idle(card);
    }
    scene
}

#[test]
fn se_21_se_q7_an_empty_draw_pile_is_made_of_discards_and_pass_cards() {
    let mut scene = emptied();
    assert_eq!(scene.state.discards().len(), 70 - 6 - 1);
    let before = scene.state.discards().len() as u32 + scene.state.passed().len();
    let top = *scene.state.discards().last().expect("discards");
    // The top one goes back too, and so may come at once.
    assert_eq!(scene.legal(), [Action::Pile, Action::Take]);
    scene.act(Action::Pile);
    scene.draw(name(&scene, top));
    assert!(scene.told.contains(&Event::Reshuffled));
    assert_eq!(scene.state.draw_pile().len(), before - 1);
    assert!(scene.state.discards().is_empty() && scene.state.passed().is_empty());
    assert!(scene.state.draw_pile().has(scene.card(L(1))), "the played pass card among them");
}

#[test]
fn se_21_what_is_in_hands_is_known_by_counting_once_the_piles_are_shuffled() {
    let mut scene = Scene::new(3, rules(1));
    scene.deal(&[
        [N(3, 3), N(6, 3), N(9, 3)],
        [N(64, 8), N(56, 8), N(56, 7)],
        [N(48, 8), N(48, 6), N(49, 7)],
    ]);
    while !scene.state.draw_pile().is_empty() {
        let card = name(&scene, scene.state.draw_pile().nth(0));
        scene.idle(card);
    }
    let all = |state: &State| state.hand(0) | state.hand(1) | state.hand(2);
    let hands = all(&scene.state);
    let drawn = scene.state.discards()[0];
    scene.act(Action::Pile);
    scene.draw(name(&scene, drawn));
    assert_eq!(scene.state.held(), hands);
    // Whatever is dealt anew, those stay in hands, if not in the same ones; what was drawn since may
    // be anywhere else.
    let viewer = (scene.state.seat() + 1) % 3;
    assert!(scene.state.known(viewer).is_empty());
    let (mut elsewhere, mut moved, mut luck) = (0, 0, luck());
    for _ in 0..200 {
        let world = scene.game.hide(&scene.state, viewer, &mut luck);
        assert_eq!(all(&world) & hands, hands);
        assert_eq!(world.hand(viewer), scene.state.hand(viewer));
        elsewhere += u32::from(!all(&world).has(drawn));
        let other = (viewer + 1) % 3;
        moved += u32::from(world.hand(other) != scene.state.hand(other));
    }
    assert!(elsewhere > 150 && moved > 150, "{elsewhere} {moved}");
}

/// A hand of four turns that nobody wins, for 19 and 11 points.
fn short_hand(target: i32) -> Scene {
    let mut scene = Scene::new(2, Rules { max_turns: 4, ..rules(target) });
    scene.deal(&[[N(8, 8), N(1, 1), N(2, 2)], [N(7, 7), N(3, 3), N(4, 1)]]);
    for (drawn, laid) in
        [(N(16, 8), N(8, 8)), (N(14, 7), N(7, 7)), (N(2, 1), N(16, 8)), (N(3, 1), N(14, 7))]
    {
        scene.pile(drawn);
        scene.lay(laid);
    }
    scene
}

#[test]
fn se_q5_an_empty_discard_pile_leaves_no_choice() {
    let mut scene = two();
    scene.idle(N(12, 3));
    scene.act(Action::Take);
    assert!(scene.state.discards().is_empty());
    scene.discard(N(56, 8));
    assert_eq!(scene.decides(), Some(0), "a discard lies there again");
    scene.act(Action::Take);
    scene.lay(N(3, 3));
    assert_eq!(scene.decides(), None, "the pile was emptied by taking and nothing came back");
}

#[test]
fn se_q6_a_taken_discard_may_be_discarded_again_and_a_limit_ends_the_hand() {
    let mut limited = rules(1);
    limited.max_turns = 4;
    limited.max_hands = 1;
    let mut scene = Scene::new(2, limited);
    scene.deal(&[[N(3, 3), N(6, 3), N(9, 3)], [N(64, 8), N(56, 8), N(56, 7)]]);
    scene.pile(N(12, 3));
    scene.lay(N(3, 3));
    scene.idle(N(48, 8));
    for _ in 0..2 {
        scene.act(Action::Take);
        scene.discard(N(48, 8));
    }
    // Nobody wins; all score their sequence less their hand.
    assert!(scene.told.contains(&Event::HandEnds { winner: None, str8_eight: false }));
    assert_eq!(scene.scored(), [(3, -(6 + 9 + 12)), (0, -(64 + 56 + 56))]);
    assert_eq!((scene.state.points(0), scene.state.points(1)), (3 - 27, -176));
    assert_eq!(scene.game.next(&scene.state), Next::Over { finished: false });
}

#[test]
fn se_q6_a_stricter_rule_keeps_a_taken_discard_for_that_turn() {
    let mut strict = rules(1);
    strict.keep_taken = true;
    let mut scene = Scene::new(2, strict);
    scene.deal(&[[N(3, 3), N(6, 3), N(9, 3)], [N(64, 8), N(56, 8), L(1)]]);
    scene.idle(N(5, 5));
    scene.act(Action::Take);
    let taken = scene.card(N(5, 5));
    assert!(!scene.legal().contains(&Action::Discard(taken)));
    assert!(scene.legal().contains(&Action::Lay(taken)), "it may be laid");
    scene.pass(L(1));
    // It went to seat 0 with the hand, who may do with it as it likes.
    scene.pile(N(48, 8));
    assert!(scene.legal().contains(&Action::Discard(taken)));
}

#[test]
fn se_q9_two_swap_either_way_and_three_pass_across_to_the_left() {
    assert_eq!(
        [Direction::Left, Direction::Right, Direction::Across].map(|d| d.steps(2)),
        [1, 1, 1]
    );
    assert_eq!(
        [Direction::Left, Direction::Right, Direction::Across].map(|d| d.steps(3)),
        [1, 2, 1]
    );
    assert_eq!(
        [Direction::Left, Direction::Right, Direction::Across].map(|d| d.steps(4)),
        [1, 3, 2]
    );
}

#[test]
fn se_q10_a_pass_card_needs_no_sequence() {
    let mut scene = two();
    scene.pile(L(3));
    assert!(scene.sequence(0).is_empty());
    assert!(scene.legal().contains(&Action::Pass(scene.card(L(3)))));
}

#[test]
fn se_q14_reaching_the_target_is_enough() {
    let mut scene = Scene::new(2, rules(108));
    scene.deal(&[[N(3, 3), N(6, 3), N(9, 3)], [N(64, 8), N(56, 8), N(56, 7)]]);
    threes_to_the_end(&mut scene);
    assert_eq!(scene.game.next(&scene.state), Next::Over { finished: true });
    // So it is for whoever reaches it.
    for (target, over) in [(19, true), (20, false)] {
        let scene = short_hand(target);
        assert_eq!(scene.game.next(&scene.state) == Next::Over { finished: true }, over);
    }
}

#[test]
fn se_q16_who_began_may_take_a_discard_later() {
    let mut scene = two();
    scene.idle(N(12, 3));
    scene.idle(N(48, 8));
    assert_eq!(scene.decides(), Some(0));
    assert_eq!(scene.legal(), [Action::Pile, Action::Take]);
}

#[test]
fn se_q18_the_cards_never_run_out() {
    // Four hands of three and four sequences of seven leave one card to be drawn, six pass cards among
    // them all; an edition of fewer is refused.
    let numbers: Vec<u8> = (1..=35).collect();
    let read = |numbers: &[u8]| Edition::parse(Source::new("box.toml", with_groups(&[numbers])));
    assert_eq!(read(&numbers).expect("an edition").deck.all().len(), 4 * (3 + 7) + 1);
    let found = read(&numbers[..34]).expect_err("too few cards");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].title, "there are 40 cards, too few for 4 players");
    let line = found[0].source.line(found[0].span.start);
    assert_eq!(found[0].source.text.lines().nth(line - 1), Some("[[colours]]"));
}

#[test]
fn se_q19_a_discarded_pass_card_may_be_drawn() {
    let mut scene = two();
    scene.pile(L(2));
    scene.discard(L(2));
    scene.act(Action::Take);
    assert!(scene.state.hand(1).has(scene.card(L(2))));
    scene.pass(L(2));
}

/// The right sides of the rules file, and what follows from them by enumeration.
#[test]
fn the_deck_is_that_of_the_rules() {
    let edition = Edition::shipped();
    let deck = &edition.deck;
    let value = |card: u8| deck.value(card).expect("a number card");
    let after = |from: u8| -> Vec<u8> {
        let card = deck.all().each().find(|card| deck.value(*card) == Some(from)).expect("a card");
        let mut values: Vec<u8> = Cards::from(deck.next(1 << card)).each().map(value).collect();
        values.dedup();
        values
    };
    let listed: [(u8, &[u8]); 30] = [
        (1, &[2]),
        (2, &[3, 4]),
        (3, &[4, 6]),
        (4, &[5, 6, 8]),
        (5, &[6, 10]),
        (6, &[7, 8, 9, 12]),
        (7, &[8, 14]),
        (8, &[10, 12, 16]),
        (9, &[12]),
        (10, &[12, 15]),
        (12, &[14, 15, 16, 18]),
        (14, &[16, 21]),
        (15, &[18, 20]),
        (16, &[20, 24]),
        (18, &[21, 24]),
        (20, &[24, 25]),
        (21, &[24, 28]),
        (24, &[28, 30, 32]),
        (25, &[30]),
        (28, &[32, 35]),
        (30, &[35, 36]),
        (32, &[40]),
        (35, &[40, 42]),
        (36, &[42]),
        (40, &[48]),
        (42, &[48, 49]),
        (48, &[56]),
        (49, &[56]),
        (56, &[64]),
        (64, &[]),
    ];
    for (number, right_side) in listed {
        assert_eq!(after(number), right_side, "after {number}");
    }
    assert_eq!(deck.sum(deck.all().numbers()), 36 * 36);
    // Sequences of eight by the number they begin with, none of which is stranded before.
    let mut totals = Vec::new();
    let mut by_start = Vec::new();
    fn walk(at: u8, length: u32, total: u32, after: &dyn Fn(u8) -> Vec<u8>, ends: &mut Vec<u32>) {
        if length == 8 {
            return ends.push(total);
        }
        let next = after(at);
        assert!(!next.is_empty(), "stranded at {at} after {length} cards");
        next.into_iter().for_each(|to| walk(to, length + 1, total + u32::from(to), after, ends));
    }
    for start in 1..=8 {
        let before = totals.len();
        walk(start, 1, start.into(), &after, &mut totals);
        by_start.push(totals.len() - before);
    }
    assert_eq!(by_start, [250, 544, 523, 553, 324, 396, 172, 204]);
    assert_eq!(totals.len(), 2966);
    assert_eq!((totals.iter().min(), totals.iter().max()), (Some(&36), Some(&288)));
}
