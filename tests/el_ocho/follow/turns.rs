//! Turns of El Ocho: the general engine against the plain account, turn by turn on the same luck,
//! and every fast path against the general engine, count by count.

use std::collections::HashSet;

use proptest::prelude::*;
use pushluck::games::el_ocho::engine::Seated;
use pushluck::games::el_ocho::fast::Turns;
use pushluck::games::el_ocho::turn::{Standing, TurnState};
use pushluck::run::Sums;
use pushluck::sim::random::{BLOCK, UnitKey};

use crate::el_ocho::common;
use crate::el_ocho::common::anyone::{Anyone, Keeping, anyone, hold_at, keep_fewest};
use crate::el_ocho::common::{
    CASES, Case, SameLuck, engines, fastest, game, of_turns, replay_turn, tally, tally_in_pieces,
    turns,
};
use crate::el_ocho::plain::engine::{Scores, play_turn};

fn players() -> [Anyone; 8] {
    let wild = |seed| Anyone { keeping: Keeping::Wild(seed), ..hold_at(700) };
    [
        hold_at(0),
        hold_at(600),
        hold_at(2500),
        keep_fewest(400),
        keep_fewest(1200),
        Anyone { hold: [0, 8, 8, 20, 20, 20, 20, 20, 20], ..hold_at(0) },
        Anyone { gap: Some((20, 20)), finish: Some(160), ..wild(1) },
        Anyone { others: Some(2), ..wild(2) },
    ]
}

/// A table to play at, and what it looks like to the plain account.
fn standing(own: u32, others: &[u32]) -> (Standing, Scores) {
    let mut standing = Standing::start(others.len() as u8 + 1);
    standing.own = own;
    standing.others[..others.len()].copy_from_slice(others);
    let opponents = others.iter().map(|units| units * 50).collect();
    (standing, Scores { own_total: own * 50, opponents })
}

#[test]
fn the_general_engine_plays_the_plain_turns() {
    // Of 1000 turns half lie beyond the end of a block.
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
                    let mut luck = SameLuck::of(&game, UnitKey::of_turn(seed, *turn));
                    let mut roll = |dice, faces: &mut Vec<u8>| luck.roll(0, dice, faces);
                    let expected = play_turn(&plain, &scores, player, &mut roll);
                    assert_eq!(played.plain, expected, "{settings}, {player:?}, turn {turn}");
                }
            }
        }
    }
}

/// The tally of each engine.
fn by_engine(run: &mut Turns, pieces: &[u64]) -> Vec<Sums> {
    let each = engines().into_iter().map(|isa| {
        run.isa = isa;
        tally_in_pieces(run, pieces)
    });
    each.collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 20,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Whoever plays, the fast paths count what the general engine counts.
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
        for tally in of_turns(&tallies[0]) {
            prop_assert_eq!(tally.endings.turns(), pieces.iter().sum::<u64>());
        }
        for tally in &tallies[1..] {
            prop_assert_eq!(tally, &tallies[0]);
        }
    }
}

/// The rolls before which a policy's turn can be in so many states.
fn rolls_before(run: &Turns, policy: usize, states: usize) -> u8 {
    let game = &run.game;
    let mut latest = HashSet::from([game.start()]);
    let mut known = 0;
    for rolls in 1.. {
        known += latest.len();
        if known >= states {
            return rolls;
        }
        let mut next = HashSet::new();
        for at in latest {
            let rolled = TurnState { rolls, ..at };
            for (class, of) in game.table(at.dice).classes().iter().enumerate() {
                let keeps = of.keeps();
                if keeps.is_empty() {
                    continue;
                }
                let choice = run.players[policy].keep(&run.standing, rolled, class);
                next.insert(game.after_keep(rolled, keeps[choice.action]));
            }
        }
        latest = next;
    }
    unreachable!("turns go on for ever")
}

/// Turns that never stop outgrow the machine and are played on by the general engine.
#[test]
fn turns_that_leave_the_machine_are_counted_once() {
    let never = Anyone::holding(u32::MAX);
    let restless = [
        never.clone(),
        Anyone { keeping: Keeping::Fewest, ..never.clone() },
        Anyone { keeping: Keeping::Wild(5), ..never.clone() },
        // Sees the rolls too, which makes its machine as much larger.
        Anyone { keeping: Keeping::FewestAtFirst(2), rolls: Some(200), ..never.clone() },
        Anyone { hold: [400; 9], ..never },
    ];
    for Case { settings, .. } in CASES {
        let mut run = turns(&game(settings), &restless, 11, None);
        // An odd number of turns, over the end of a block.
        let tallies = by_engine(&mut run, &[BLOCK - 1, 2, BLOCK + 777]);
        // A machine has room for 3000 states, the nearest first: some turn must have left it.
        let far = rolls_before(&run, 3, 3000);
        let leaves =
            |turn: &u64| replay_turn(&run, 3, *turn).states.iter().any(|state| state.rolls >= far);
        let left = (0..2 * BLOCK).filter(leaves).count();
        assert!(far < 15 && left > 10, "{settings}: {left} turns of {far} rolls");
        for tally in &tallies[1..] {
            assert_eq!(*tally, tallies[0], "{settings}");
        }
    }
}

/// Blocks that are cut anywhere, down to fewer turns than there are lanes.
#[test]
fn the_pieces_a_run_is_played_in_do_not_show() {
    let game = game("level=2");
    for isa in engines() {
        let run = turns(&game, &[hold_at(500), keep_fewest(800)], 5, isa);
        let whole = tally_in_pieces(&run, &[2000]);
        assert_eq!(tally_in_pieces(&run, &[1; 2000]), whole, "{isa:?}");
        assert_eq!(tally_in_pieces(&run, &[7, 8, 9, 15, 16, 17, 31, 32, 33, 1832]), whole);
    }
}

#[test]
fn the_number_of_threads_does_not_show_in_turns() {
    const TURNS: u64 = 3 * BLOCK + 4321;
    for Case { settings, .. } in common::LEVELS {
        let game = game(settings);
        let run = turns(&game, &players(), 3, fastest());
        let one = tally(&run, TURNS, 1);
        assert_eq!(tally(&run, TURNS, 2), one);
        assert_eq!(tally(&run, TURNS, 7), one);
    }
}
