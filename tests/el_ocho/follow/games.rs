//! Games of El Ocho with common random numbers: the game loop against the plain engine, game by
//! game, and every fast path against the game loop, count by count.

use proptest::prelude::*;
use pushluck::game::contract::{Game as _, Silent};
use pushluck::games::el_ocho::fast::Matches;
use pushluck::games::el_ocho::vocabulary::point;
use pushluck::run::Sums;
use pushluck::run::standard_tables::WIN;
use pushluck::sim::random::UnitKey;
use pushluck::stats::Histogram;

use crate::el_ocho::common::anyone::{Anyone, Keeping, anyone, hold_at, keep_fewest};
use crate::el_ocho::common::{
    CASES, Case, LEVELS, SameRandom, game, matches, of_turns, replay, tally_in_pieces, winner,
};
use crate::el_ocho::plain::engine::{PlainGame, PlainPolicy, play_game};

/// Policies that read no totals, the best opponent's total, and all totals.
pub(super) fn players() -> [Anyone; 6] {
    let bold = Anyone { finish: Some(160), gap: Some((20, 14)), ..hold_at(500) };
    let wild = Anyone { keeping: Keeping::Wild(7), others: Some(7), ..hold_at(600) };
    let few_dice = [8, 8, 8, 8, 18, 18, 18, 18, 18];
    [
        Anyone { finish: Some(160), ..hold_at(500) },
        Anyone { keeping: Keeping::FewestAhead, ..bold },
        keep_fewest(800),
        hold_at(1000),
        wild,
        Anyone { hold: few_dice, keeping: Keeping::FewestFrom(80), ..hold_at(0) },
    ]
}

/// Lineups of one to eight players.
const LINEUPS: [&[usize]; 9] = [
    &[1],
    &[1, 0],
    &[1, 1],
    &[4, 1, 0],
    &[0, 2, 1, 3],
    &[4, 5, 0, 1, 2],
    &[1, 1, 1, 4, 4, 0],
    &[0, 1, 2, 3, 4, 5, 1],
    &[1, 4, 0, 1, 4, 0, 5, 3],
];

/// Plays a game on both engines, which must agree, and returns its winner.
fn follow(case: &Case, run: &Matches, number: u64, max_turns: u32) -> Option<usize> {
    let players = players();
    let seated: Vec<_> = run.seating().policies(number).collect();
    let seated: Vec<_> = seated.iter().map(|one| &players[*one] as &dyn PlainPolicy).collect();
    let mut random = SameRandom::of(&run.game, UnitKey::of_game(run.seed, number));
    let mut throw = |throw, faces: &mut Vec<u8>| random.throw(throw, faces);
    let expected = play_game(&case.plain, &seated, max_turns, &mut throw);

    let (over, played) = replay(run, number);
    let seats = run.seating().seats();
    let mut turns = vec![Vec::new(); seats];
    for turn in played {
        assert_eq!(usize::from(turn.standing.players), seats);
        turns[turn.seat].push(turn.plain);
    }
    for (seat, turns) in turns.iter().enumerate() {
        assert_eq!(over.turns_taken(seat as u8) as usize, turns.len());
    }
    let totals = over.totals[..seats].iter().map(|total| total * run.game.scoring.unit).collect();
    let played = PlainGame { winner: winner(&over), totals, turns };
    assert_eq!(played, expected, "{}, {:?}, game {number}", case.settings, run.lineups);
    expected.winner
}

#[test]
fn the_game_loop_agrees_with_the_plain_engine_on_games() {
    for (seed, case) in (1..).zip(CASES) {
        let game = game(case.settings);
        for lineup in LINEUPS {
            let run = matches(&game, &players(), &[lineup], seed, false);
            (0..40).for_each(|number| assert!(follow(&case, &run, number, 1000).is_some()));
        }
    }
}

#[test]
fn games_end_after_max_turns_on_both_engines() {
    for case in LEVELS {
        let game = game(&format!("{},max_turns=9", case.settings));
        let run = matches(&game, &players(), &[&[0, 1, 3]], 4, false);
        let won = (0..400).filter(|number| follow(&case, &run, *number, 9).is_some()).count();
        assert!((10..=390).contains(&won), "{}: {won}", case.settings);
    }
}

/// Checks the invariants of every tally of whole games.
fn check_sums(run: &Matches, games: u64, tally: &Sums) {
    let seats = run.seating().seats() as u64;
    let start = run.game.start(&mut Silent).totals;
    let (mut seated, mut won, mut unfinished) = (0, 0, 0);
    let (mut turns, mut busts, mut gained) = (0, 0, 0);
    let single = |cells: &Histogram| -> i128 {
        cells.iter().map(|(value, n)| i128::from(value) * i128::from(n)).sum()
    };
    for group in tally.games.tables.iter().flatten() {
        for (seat, games) in group.seats.iter().enumerate() {
            seated += games.wins.n;
            won += u128::from(games.sole);
            assert_eq!(games.wins.y, i128::from(games.sole) * i128::from(WIN));
            unfinished += u128::from(games.unfinished);
            // An unfinished game has all its turns, and is in no mean.
            let most = i128::from(run.game.rules.rules.max_turns);
            turns += games.lengths.y + most * i128::from(games.unfinished);
            busts += games.busts[0].y;
            gained += games.scores.y - i128::from(start[seat]) * games.scores.n as i128;
            assert_eq!(single(&games.score_cells), games.scores.y);
            assert_eq!(single(&games.length_cells), games.lengths.y);
            for cells in [&games.score_cells, &games.length_cells] {
                assert_eq!(u128::from(cells.n() + games.unfinished), games.wins.n);
            }
        }
    }
    let (mut ended, mut lost, mut scored) = (0, 0, 0);
    for (sums, endings) in tally.policies.iter().zip(of_turns(tally)) {
        ended += i128::from(endings.turns());
        lost += i128::from(endings.lost());
        let units = |cells: &[u64]| -> i128 {
            cells.iter().enumerate().map(|(units, n)| units as i128 * i128::from(*n)).sum()
        };
        scored += units(&endings.banked) + units(&endings.wins);
        // By number of dice: busts among rolls that are not Jokers, and Jokers among all rolls.
        let rolls = || sums.trials.iter().step_by(2);
        assert_eq!(rolls().map(|trials| trials.0).sum::<u64>(), endings.lost());
        let decisions: u64 = rolls().map(|trials| trials.1).sum();
        let [kept, decided] = [point::KEEP, point::ROLL].map(|at| sums.rules.decisions(at));
        // Each keep is followed by one decision; the first roll of a turn is no decision.
        assert_eq!(decided, kept);
        let ended_on_a_roll = endings.lost() + endings.wins.iter().sum::<u64>();
        assert_eq!(decisions, kept + ended_on_a_roll);
    }
    assert_eq!((ended, lost), (turns, busts), "every turn ends once");
    // Points banked in unfinished games are in no score.
    assert!(if unfinished == 0 { scored == gained } else { scored >= gained });
    let games = u128::from(games);
    assert_eq!(seated, games * u128::from(seats), "every seat is filled");
    assert_eq!(won + unfinished / u128::from(seats), games, "a game is won or given up");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 20,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// For all policies and initial totals, the fast paths count the same as the game loop.
    #[test]
    fn every_engine_counts_the_same_games(
        case in 0..CASES.len(),
        (target, min_bank) in (800..=8000_u32, prop_oneof![Just(400_u32), 0..700_u32]),
        max_turns in prop_oneof![1..20_u32, Just(200_u32)],
        players in prop::collection::vec(anyone(), 1..5),
        (seats, tables) in (1..=8_usize, 1..4_usize),
        places in prop::collection::vec(any::<prop::sample::Index>(), 24),
        ahead in prop::option::weighted(0.3, prop::collection::vec(0..16_u32, 8)),
        fixed_seats in any::<bool>(),
        seed in any::<u64>(),
        pieces in prop::collection::vec(1..40_u64, 1..4),
    ) {
        let settings = format!(
            "{},min_bank={min_bank},target={target},max_turns={max_turns}", CASES[case].settings,
        );
        let lineups: Vec<Vec<_>> = places
            .chunks(8)
            .take(tables)
            .map(|places| places[..seats].iter().map(|place| place.index(players.len())).collect())
            .collect();
        let lineups: Vec<&[usize]> = lineups.iter().map(Vec::as_slice).collect();
        let mut run = matches(&game(&settings), &players, &lineups, seed, false);
        run.fixed_seats = fixed_seats;
        if let Some(ahead) = ahead {
            let mut start = [0; 8];
            let target = run.game.target;
            let ahead = start.iter_mut().zip(ahead).take(seats);
            ahead.for_each(|(total, ahead)| *total = ahead.min(target - 1));
            run.game = run.game.starting(start);
        }
        let plain = tally_in_pieces(&run, &pieces);
        check_sums(&run, pieces.iter().sum(), &plain);
        run.fold_for = Some(u64::MAX);
        prop_assert_eq!(&tally_in_pieces(&run, &pieces), &plain);
        // Another thread, which starts with the contexts known from the first one.
        prop_assert_eq!(tally_in_pieces(&run, &pieces), plain);
    }
}
