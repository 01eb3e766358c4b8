//! What a hand scores, and how the game ends: SE-22 to SE-32.

use super::*;

#[test]
fn se_22_se_q17_the_first_full_sequence_ends_the_hand_at_once() {
    let mut scene = two();
    threes_to_the_end(&mut scene);
    let ended = Event::HandEnds { winner: Some(0), str8_eight: true };
    assert!(scene.told.contains(&ended));
    assert_eq!(scene.game.next(&scene.state), Next::Over { finished: true });
}

#[test]
fn se_23_se_q1_the_winner_scores_the_eight_cards_and_deducts_nothing() {
    let mut scene = two();
    threes_to_the_end(&mut scene);
    assert_eq!(scene.state.hand(0).len(), 3);
    assert_eq!(scene.scored()[0], (3 * 36, 0));
    // Nor for a pass card, nor where it is no Str8 Eight.
    let scene = mixed();
    assert_eq!((scene.state.hand(0).len(), scene.state.hand(0).passes()), (3, 1));
    assert_eq!(scene.scored()[0], (3 + 6 + 9 + 12 + 15 + 20 + 25 + 30, 0));
}

/// Seat 0 completes 3 6 9 12 of threes, then 15 of fives and on; seat 1 has laid 1 2.
fn mixed() -> Scene {
    let mut scene = Scene::new(2, rules(1));
    scene.deal(&[[N(3, 3), N(6, 3), N(9, 3)], [N(1, 1), N(2, 2), L(1)]]);
    let turns = [
        (N(12, 3), N(3, 3), N(64, 8), N(1, 1)),
        (N(15, 5), N(6, 3), N(56, 8), N(2, 2)),
        (N(20, 5), N(9, 3), N(48, 8), N(48, 8)),
        (N(25, 5), N(12, 3), N(48, 6), N(48, 6)),
        (N(30, 5), N(15, 5), N(42, 6), N(42, 6)),
        (N(42, 7), N(20, 5), N(40, 8), N(40, 8)),
        (R(1), N(25, 5), N(40, 5), N(40, 5)),
    ];
    for (number, (drawn, laid, theirs, leaves)) in turns.into_iter().enumerate() {
        scene.pile(drawn);
        scene.lay(laid);
        scene.pile(theirs);
        if number < 2 { scene.lay(leaves) } else { scene.discard(leaves) }
    }
    scene.pile(N(35, 5));
    scene.lay(N(30, 5));
    scene
}

#[test]
fn se_24_se_25_se_q2_se_q12_the_others_score_their_sequence_less_their_hand() {
    let scene = mixed();
    assert!(scene.told.contains(&Event::HandEnds { winner: Some(0), str8_eight: false }));
    let total = 3 + 6 + 9 + 12 + 15 + 20 + 25 + 30;
    // A pass card counts 50; the score is below zero.
    assert_eq!(scene.scored(), [(total, 0), (1 + 2, -(50 + 64 + 56))]);
    assert_eq!((scene.state.points(0), scene.state.points(1)), (total, -167));
}

#[test]
fn se_q12_pass_cards_in_piles_cost_nothing() {
    let mut scene = Scene::new(2, Rules { max_turns: 2, max_hands: 1, ..rules(1) });
    scene.deal(&[[N(3, 3), N(6, 3), L(1)], [N(64, 8), N(56, 8), N(56, 7)]]);
    scene.pile(L(2));
    scene.pass(L(2));
    scene.idle(L(3));
    assert_eq!(scene.scored(), [(0, -(64 + 56 + 56)), (0, -(3 + 6 + 50))]);
}

#[test]
fn se_26_se_q4_a_str8_eight_is_one_colour_group_by_colour() {
    let scene = two();
    let deck = scene.game.deck();
    let fives = |ten: C| {
        let rest = [5, 15, 20, 25, 30, 35, 40].map(|value| N(value, 5));
        (scene.cards(&rest) | scene.cards(&[ten])).numbers()
    };
    assert!(deck.one_colour(fives(N(10, 5))));
    assert!(!deck.one_colour(fives(N(10, 2))), "the 10 of the twos looks alike and is not");
}

#[test]
fn se_27_se_28_se_q3_a_str8_eight_takes_the_points_of_the_others_sequences() {
    let mut scene = Scene::new(2, rules(1));
    scene.deal(&[[N(3, 3), N(6, 3), N(9, 3)], [N(1, 1), N(2, 2), L(1)]]);
    let threes = [3, 6, 9, 12, 15, 18, 21, 24];
    let idle = [N(48, 8), N(48, 6), N(42, 6), N(42, 7), N(49, 7), N(40, 5), N(40, 8)];
    for turn in 0..8 {
        let drawn = match threes.get(turn + 3) {
            Some(value) => N(*value, 3),
            None => [N(36, 6), N(35, 5), N(35, 7)][turn - 5],
        };
        scene.pile(drawn);
        scene.lay(N(threes[turn], 3));
        match turn {
            0 => {
                scene.pile(idle[turn]);
                scene.lay(N(1, 1));
            }
            7 => {}
            _ => scene.idle(idle[turn]),
        }
    }
    // The winner has the 1 of the other, who is left with the hand alone.
    assert_eq!(scene.scored(), [(108 + 1, 0), (0, -(2 + 50 + 48))]);
    let told = scene.told.iter().filter_map(|event| scene.game.sentence(&scene.state, *event));
    let told: Vec<String> = told.collect();
    assert!(
        told.ends_with(&[
            "  seat 1: 108 + 1 from the sequences of others + 0, 109 in all".to_owned(),
            "  seat 2: 0 - 100, -100 in all".to_owned(),
        ]),
        "{told:?}"
    );
}

#[test]
fn se_q3_a_str8_eight_takes_the_points_of_all_the_others() {
    let threes = [3, 6, 9, 12, 15, 18, 21, 24].map(|value| N(value, 3));
    let mut scene = Scene::new(3, rules(1));
    scene.deal(&[
        [threes[0], threes[1], threes[2]],
        [N(1, 1), N(2, 2), L(1)],
        [N(8, 8), N(16, 8), N(4, 4)],
    ]);
    let wanted = scene.cards(&threes);
    for turn in 0..8 {
        // What is neither wanted nor laid is drawn from the bottom of the draw pile.
        let spare = |scene: &Scene| {
            let mut cards = (scene.state.draw_pile() & !wanted).each();
            name(scene, cards.next().expect("a card"))
        };
        let drawn = threes.get(turn + 3).copied().unwrap_or_else(|| spare(&scene));
        scene.pile(drawn);
        scene.lay(threes[turn]);
        for first in [N(1, 1), N(8, 8)] {
            if turn < 7 {
                let card = spare(&scene);
                scene.pile(card);
                if turn == 0 { scene.lay(first) } else { scene.discard(card) }
            }
        }
    }
    let laid: Vec<i32> = scene.scored().iter().map(|(laid, _)| *laid).collect();
    assert_eq!(laid, [108 + 1 + 8, 0, 0]);
    assert!(scene.scored()[1].1 <= -52 && scene.scored()[2].1 <= -20, "{:?}", scene.scored());
}

#[test]
fn se_29_se_30_two_play_to_1000_and_more_to_500() {
    let edition = Edition::shipped();
    assert_eq!(edition.targets, [1000, 500]);
    for (seats, target) in [(2, 1000), (3, 500), (4, 500)] {
        let game = pushluck::games::str8_eight::engine::Str8Eight::game(
            &Settled { edition: edition.clone(), keep_taken: false },
            seats,
        )
        .unwrap();
        assert_eq!(game.rules().target, target, "{seats} seats");
    }
    // One of two has won a hand worth 108: far from the end at 1000, at the end at 108 (SE-Q14).
    for (target, over) in [(1000, false), (109, false), (108, true)] {
        let mut scene = Scene::new(2, rules(target));
        scene.deal(&[[N(3, 3), N(6, 3), N(9, 3)], [N(64, 8), N(56, 8), N(56, 7)]]);
        threes_to_the_end(&mut scene);
        let ended = scene.game.next(&scene.state) == Next::Over { finished: true };
        assert_eq!(ended, over, "target {target}");
    }
}

#[test]
fn se_q13_se_q20_the_start_goes_left_each_hand_and_all_cards_are_dealt_anew() {
    let mut scene = Scene::new(2, rules(1000));
    scene.deal(&[[N(3, 3), N(6, 3), N(9, 3)], [N(64, 8), N(56, 8), N(56, 7)]]);
    threes_to_the_end(&mut scene);
    assert_eq!(scene.state.draw_pile(), scene.game.deck().all());
    assert_eq!(scene.state.points(0), 108, "points add up");
    scene.deal(&[[N(3, 3), N(6, 3), N(9, 3)], [N(64, 8), N(56, 8), N(56, 7)]]);
    assert_eq!(scene.state.hand(1), scene.cards(&[N(3, 3), N(6, 3), N(9, 3)]));
    scene.draw(N(1, 1));
    assert_eq!(scene.decides(), Some(1));
}

#[test]
fn se_q13_each_of_three_begins_in_turn() {
    // Hands of two turns, so that it is not who played last that begins, nor who is next.
    let mut scene = Scene::new(3, Rules { max_turns: 2, max_hands: 4, ..rules(1000) });
    let mut began = Vec::new();
    while !matches!(scene.game.next(&scene.state), Next::Over { .. }) {
        if scene.state.draw_pile().len() == 70 {
            began.push(scene.state.seat());
        }
        let card = name(&scene, scene.state.draw_pile().nth(0));
        match scene.state.hand(scene.state.seat()).len() {
            3 => scene.idle(card),
            _ => scene.draw(card),
        }
    }
    assert_eq!(began, [0, 1, 2, 0]);
}

/// A hand in which the seat that begins lays seven threes (84 points) and is left with `left` in its
/// hand, and the other completes the sequence that it is dealt and draws, eight cards in all.
fn seven_threes_against(scene: &mut Scene, eight: [C; 8], left: C) {
    let threes = [3, 6, 9, 12, 15, 18, 21].map(|value| N(value, 3));
    scene.deal(&[[threes[0], threes[1], threes[2]], [eight[0], eight[1], eight[2]]]);
    let drawn = [threes[3], threes[4], threes[5], threes[6], N(5, 1), N(4, 2), N(6, 1), N(8, 4)];
    let theirs = [eight[3], eight[4], eight[5], eight[6], eight[7], N(7, 7), N(10, 5), N(12, 4)];
    for turn in 0..8 {
        scene.pile(drawn[turn]);
        match threes.get(turn) {
            Some(card) => scene.lay(*card),
            None => scene.discard(left),
        }
        scene.pile(theirs[turn]);
        scene.lay(eight[turn]);
    }
}

/// 8 to 64 with a 24 of another colour group: 288 points and no Str8 Eight.
const EIGHTS: [C; 8] =
    [N(8, 8), N(16, 8), N(24, 6), N(32, 8), N(40, 8), N(48, 8), N(56, 8), N(64, 8)];

#[test]
fn se_31_who_completed_the_last_sequence_wins_among_those_over_the_target() {
    // Reaching the target is enough to be over it (SE-Q14).
    let mut scene = Scene::new(2, rules(354));
    // 4, 6 and 8 are left to the one who begins; then 5, 4 and 6, so that the finisher has fewer points.
    seven_threes_against(&mut scene, EIGHTS, N(5, 1));
    assert_eq!((scene.state.points(0), scene.state.points(1)), (84 - 18, 288));
    seven_threes_against(&mut scene, EIGHTS, N(8, 4));
    assert_eq!((scene.state.points(0), scene.state.points(1)), (66 + 288, 288 + 84 - 15));
    assert_eq!(scene.game.next(&scene.state), Next::Over { finished: true });
    assert_eq!(scene.game.ranking(&scene.state).winners, 0b01, "354 beat 357");
}

#[test]
fn se_32_se_q15_else_the_most_points_win_and_ties_share() {
    let low = [N(1, 1), N(2, 2), N(3, 1), N(4, 1), N(5, 5), N(6, 6), N(7, 1), N(8, 1)];
    let mut scene = Scene::new(2, rules(300));
    seven_threes_against(&mut scene, EIGHTS, N(5, 1));
    seven_threes_against(&mut scene, low, N(8, 4));
    // Seat 0 completed the last sequence and is not over the target; seat 1 is.
    assert_eq!((scene.state.points(0), scene.state.points(1)), (66 + 36, 288 + 84 - 15));
    assert_eq!(scene.game.ranking(&scene.state).winners, 0b10);
    // Both are over it and neither completed a sequence.
    let scene = short_hand(10);
    assert_eq!((scene.state.points(0), scene.state.points(1)), (19, 11));
    assert_eq!(scene.game.ranking(&scene.state).winners, 0b01);
    // Equals share, here before anything is scored.
    let start = Scene::new(3, rules(1000));
    assert_eq!(start.game.ranking(&start.state).winners, 0b111);
}
