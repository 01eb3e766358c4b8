//! Turns of El Ocho: the general engine against the plain account, turn by turn on the same luck,
//! and every fast path against the general engine, count by count.

use std::collections::HashSet;

use proptest::prelude::*;
use pushluck::games::el_ocho::engine::Seated;
use pushluck::games::el_ocho::fast::Turns;
use pushluck::games::el_ocho::turn::{Standing, TurnState};
use pushluck::run::Sums;
use pushluck::sim::random::BLOCK;

use crate::el_ocho::common;
use crate::el_ocho::common::anyone::{Anyone, Keeping, anyone};
use crate::el_ocho::common::{
    CASES, Case, Policy, Recorder, SameLuck, engines, fastest, game, of_turns, replay_turn, sit,
    tally, tally_in_pieces, turns,
};
use crate::el_ocho::plain::engine::{CatchUp, Scores, play_turn};

const PLAYERS: [Policy; 9] = [
    Policy::HoldAt(0),
    Policy::HoldAt(600),
    Policy::HoldAt(2500),
    Policy::KeepFewest(400),
    Policy::KeepFewest(1200),
    Policy::DiceAware { hold: 1000, few_dice: 2, hold_few: 400 },
    Policy::DiceAware { hold: 500, few_dice: 7, hold_few: 1500 },
    Policy::Wild { seed: 1, standing: false },
    Policy::Wild { seed: 2, standing: true },
];

/// A table to play at, and what it looks like to the plain account.
fn standing(own: u32, others: &[u32]) -> (Standing, Scores) {
    let mut standing = Standing::start(others.len() as u8 + 1);
    standing.own = own;
    standing.others[..others.len()].copy_from_slice(others);
    let points = |units: &u32| units * 50;
    let opponents = others.iter().map(points).collect();
    (standing, Scores { own_total: points(&own), opponents })
}

#[test]
fn the_general_engine_plays_the_plain_turns() {
    const TURNS: u64 = 1500;
    for (seed, Case { settings, plain }) in (1..).zip(CASES) {
        let game = game(settings);
        let run = turns(&game, &PLAYERS, seed, None);
        for (policy, player) in PLAYERS.iter().enumerate() {
            // The second half lies beyond the end of a block.
            for turn in (0..TURNS / 2).chain(BLOCK - TURNS / 4..BLOCK + TURNS / 4) {
                let watch = replay_turn(&run, policy, turn, Recorder::new(&game));
                for (rolls, state) in watch.states.iter().enumerate() {
                    assert_eq!(usize::from(state.rolls), rolls.min(15), "Jokers do not count");
                }
                let mut luck = SameLuck::of_turn(&game, seed, turn);
                let mut roll = |dice, faces: &mut Vec<u8>| luck.roll(0, dice, faces);
                let mut player = *player;
                let scores = Scores::default();
                let expected = play_turn(&plain, &scores, &mut player, &mut roll);
                assert_eq!(watch.turn(), expected, "{settings}, {player:?}, turn {turn}");
            }
        }
    }
}

#[test]
fn the_general_engine_plays_the_plain_turns_at_a_table_under_way() {
    const TURNS: u64 = 400;
    let catch_up = CatchUp { hold: 500, hold_behind: 1500, gap: 1000, target: 8000 };
    let players = [
        Policy::CatchUp(catch_up),
        Policy::HoldAtOrWin { hold: 2000, target: 8000 },
        Policy::Wild { seed: 3, standing: true },
    ];
    for (seed, Case { settings, plain }) in (1..).zip(CASES) {
        let game = game(settings);
        for (own, others) in [(0, &[20][..]), (150, &[10, 20, 30]), (80, &[]), (7, &[9; 7])] {
            let (standing, scores) = standing(own, others);
            let mut run = turns(&game, &players, seed, None);
            (run.game, run.standing) = (Seated::new(&game, standing.players), standing);
            for (policy, player) in players.iter().enumerate() {
                for turn in 0..TURNS {
                    let watch = replay_turn(&run, policy, turn, Recorder::new(&game));
                    let mut luck = SameLuck::of_turn(&game, seed, turn);
                    let mut roll = |dice, faces: &mut Vec<u8>| luck.roll(0, dice, faces);
                    let mut player = *player;
                    let expected = play_turn(&plain, &scores, &mut player, &mut roll);
                    assert_eq!(watch.turn(), expected, "{settings}, {player:?}, turn {turn}");
                }
            }
        }
    }
}

fn run_of(settings: &str, players: &[Anyone], (own, others): (u32, Vec<u32>), seed: u64) -> Turns {
    let game = &game(settings);
    let standing = Standing { turns_taken: own % 7, ..standing(own, &others).0 };
    Turns {
        game: Seated::new(game, standing.players),
        players: players.iter().map(|player| sit(game, player.clone())).collect(),
        standing,
        seed,
        isa: None,
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
        let mut run = run_of(&settings, &players, (own, others), seed);
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
        let mut run = run_of(settings, &restless, (0, Vec::new()), 11);
        // An odd number of turns, over the end of a block.
        let tallies = by_engine(&mut run, &[BLOCK - 1, 2, BLOCK + 777]);
        // A machine has room for 3000 states, the nearest first: some turn must have left it.
        let far = rolls_before(&run, 3, 3000);
        let leaves = |turn: &u64| {
            let watch = replay_turn(&run, 3, *turn, Recorder::new(&run.game));
            watch.states.iter().any(|state| state.rolls >= far)
        };
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
        let run = turns(&game, &[Policy::HoldAt(500), Policy::KeepFewest(800)], 5, isa);
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
        let run = turns(&game, &PLAYERS, 3, fastest());
        let one = tally(&run, TURNS, 1);
        assert_eq!(tally(&run, TURNS, 2), one);
        assert_eq!(tally(&run, TURNS, 7), one);
    }
}
