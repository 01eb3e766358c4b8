//! Turns of El Ocho with common random numbers: the game loop against the plain engine, turn by
//! turn, and every fast path against the game loop, count by count.

use proptest::prelude::*;
use pushluck::games::el_ocho::engine::Seated;
use pushluck::games::el_ocho::turn::Standing;
use pushluck::sim::random::{BLOCK, UnitKey};

use crate::el_ocho::common::anyone::{Anyone, Keeping, anyone};
use crate::el_ocho::common::{
    CASES, Case, SameRandom, by_engine, game, of_turns, replay_turn, turns,
};
use crate::el_ocho::follow::games::players;
use crate::el_ocho::plain::engine::{Scores, play_turn};

/// A standing, for the engine and for the plain engine.
fn standing(own: u32, others: &[u32]) -> (Standing, Scores) {
    let mut standing = Standing::start(others.len() as u8 + 1);
    standing.own = own;
    standing.others[..others.len()].copy_from_slice(others);
    let opponents = others.iter().map(|units| units * 50).collect();
    (standing, Scores { own_total: own * 50, opponents })
}

#[test]
fn the_game_loop_agrees_with_the_plain_engine_on_turns() {
    // The last 250 turns are in the next block.
    let at_the_start = (0..500).chain(BLOCK - 250..BLOCK + 250).collect::<Vec<_>>();
    let under_way = (0..300).collect::<Vec<_>>();
    for (seed, Case { settings, plain }) in (1..).zip(CASES) {
        let game = game(settings);
        for (own, others, units) in [
            (0, &[][..], &at_the_start),
            (0, &[20], &under_way),
            (150, &[10, 20, 30], &under_way),
            (80, &[], &under_way),
            (7, &[9; 7], &under_way),
        ] {
            let (standing, scores) = standing(own, others);
            let mut run = turns(&game, &players(), seed, None);
            (run.game, run.standing) = (Seated::new(&game, standing.players), standing);
            for (policy, player) in players().iter().enumerate() {
                for turn in units {
                    let played = replay_turn(&run, policy, *turn);
                    for (rolls, state) in played.states.iter().enumerate() {
                        assert_eq!(usize::from(state.rolls), rolls.min(15), "Jokers do not count");
                    }
                    let mut random = SameRandom::of(&game, UnitKey::of_turn(seed, *turn));
                    let mut roll = |dice, faces: &mut Vec<u8>| random.roll(0, dice, faces);
                    let expected = play_turn(&plain, &scores, player, &mut roll);
                    assert_eq!(played.plain, expected, "{settings}, {player:?}, turn {turn}");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 20,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// For all policies, the fast paths count the same as the game loop.
    #[test]
    fn every_engine_counts_the_same_turns(
        case in 0..CASES.len(),
        min_bank in prop_oneof![Just(400_u32), 0..1500_u32],
        players in prop::collection::vec(anyone(), 1..4),
        own in 0..160_u32,
        others in prop::collection::vec(0..160_u32, 0..8),
        seed in any::<u64>(),
        pieces in prop::collection::vec(1..900_u64, 1..4),
    ) {
        let settings = format!("{},min_bank={min_bank}", CASES[case].settings);
        let game = game(&settings);
        let mut run = turns(&game, &players, seed, None);
        run.standing = Standing { turns_taken: own % 7, ..standing(own, &others).0 };
        run.game = Seated::new(&game, run.standing.players);
        let tallies = by_engine(&mut run, &pieces);
        for endings in of_turns(&tallies[0]) {
            prop_assert_eq!(endings.turns(), pieces.iter().sum::<u64>());
        }
        for tally in &tallies[1..] {
            prop_assert_eq!(tally, &tallies[0]);
        }
    }
}

/// Turns that never stop exceed the machine; the game loop continues them.
#[test]
fn turns_that_leave_the_machine_are_counted_once() {
    let never = Anyone::holding(u32::MAX);
    let restless = [
        never.clone(),
        Anyone { keeping: Keeping::Fewest, ..never.clone() },
        Anyone { keeping: Keeping::Wild(5), ..never.clone() },
        // Also reads the number of rolls, which multiplies the states: a few rolls reach more than
        // the 3000 states of a machine.
        Anyone { keeping: Keeping::FewestAtFirst(2), rolls: Some(200), ..never.clone() },
        Anyone { hold: [400; 9], ..never },
    ];
    for Case { settings, .. } in CASES {
        let mut run = turns(&game(settings), &restless, 11, None);
        // An odd number of turns, across the end of a block.
        let tallies = by_engine(&mut run, &[BLOCK - 1, 2, BLOCK + 777]);
        for tally in &tallies[1..] {
            assert_eq!(*tally, tallies[0], "{settings}");
        }
    }
}
