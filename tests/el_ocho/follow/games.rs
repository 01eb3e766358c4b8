//! Games of El Ocho: the general engine against the plain account, game by game on the same luck,
//! and every fast path against the general engine, count by count.

use proptest::prelude::*;
use pushluck::game::contract::{Game as _, Silent};
use pushluck::games::el_ocho::engine::Seated;
use pushluck::games::el_ocho::fast::Matches;
use pushluck::games::el_ocho::turn::Ending;
use pushluck::games::el_ocho::vocabulary::point;
use pushluck::run::Sums;
use pushluck::run::standard_tables::WIN;
use pushluck::sim::interrupt::StopFlag;
use pushluck::sim::runner::Simulation;
use pushluck::stats::Histogram;

use crate::el_ocho::common::anyone::{Anyone, anyone};
use crate::el_ocho::common::{
    CASES, Case, LEVELS, Policy, SameLuck, TurnTally, as_plain_game, game,
    game_that_begins_with_all_alike, matches, of_turns, replay, sit, tally, tally_in_pieces,
};
use crate::el_ocho::plain;
use crate::el_ocho::plain::engine::{CatchUp, PlainGame, PlainPolicy, play_game};

const BOLD: CatchUp = CatchUp { hold: 600, hold_behind: 1500, gap: 1000, target: 8000 };

const PLAYERS: [Policy; 6] = [
    Policy::HoldAtOrWin { hold: 500, target: 8000 },
    Policy::CatchUp(BOLD),
    Policy::KeepFewest(800),
    Policy::HoldAt(1000),
    Policy::Wild { seed: 7, standing: true },
    Policy::DiceAware { hold: 900, few_dice: 3, hold_few: 400 },
];

/// Tables for one to eight players.
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

/// The game with that number in the plain account.
fn plain_game(case: &Case, run: &Matches, number: u64, max_turns: u32) -> PlainGame {
    let placement = run.seating().placement(number);
    let mut seated: Vec<Box<dyn PlainPolicy>> = (0..run.seating().seats())
        .map(|seat| {
            let policy = run.lineups[placement.lineup][placement.slot(seat)];
            Box::new(PLAYERS[policy]) as Box<dyn PlainPolicy>
        })
        .collect();
    let mut luck = SameLuck::of_game(&run.game, run.seed, number);
    play_game(&case.plain, &mut seated, max_turns, &mut |throw, faces| luck.throw(throw, faces))
}

#[test]
fn the_general_engine_plays_the_plain_games() {
    for (seed, case) in (1..).zip(CASES) {
        let game = game(case.settings);
        for lineup in LINEUPS {
            let run = matches(&game, &PLAYERS, &[lineup], seed, false);
            for number in 0..40 {
                let expected = plain_game(&case, &run, number, 1000);
                let (over, watch) = replay(&run, number);
                for (turn, standing) in watch.log.iter().map(|turn| (turn, turn.standing)) {
                    assert_eq!(usize::from(standing.players), lineup.len());
                    let placement = run.seating().placement(number);
                    assert_eq!(turn.policy, lineup[placement.slot(turn.seat)]);
                }
                let turns: Vec<u32> = watch.turns.iter().map(|turns| turns.len() as u32).collect();
                assert_eq!(over.turns[..lineup.len()], turns);
                let played = as_plain_game(&run, &over, watch.turns);
                assert_eq!(played, expected, "{}, {lineup:?}, game {number}", case.settings);
            }
        }
    }
}

#[test]
fn games_are_given_up_after_max_turns_in_both_accounts() {
    for case in LEVELS {
        let settings = format!("{},max_turns=9", case.settings);
        let game = game(&settings);
        let mut finished = [0, 0];
        for number in 0..400 {
            let run = matches(&game, &PLAYERS, &[&[0, 1, 3]], 4, false);
            let expected = plain_game(&case, &run, number, 9);
            let (over, watch) = replay(&run, number);
            finished[usize::from(over.winner.is_some())] += 1;
            assert_eq!(as_plain_game(&run, &over, watch.turns), expected);
        }
        assert!(finished.iter().all(|games| *games > 10), "{settings}: {finished:?}");
    }
}

/// A run of players at random.
fn run_of(settings: &str, players: &[Anyone], lineups: Vec<Vec<usize>>, seed: u64) -> Matches {
    let game = &game(settings);
    Matches {
        game: Seated::new(game, lineups[0].len() as u8),
        players: players.iter().map(|player| sit(game, player.clone())).collect(),
        lineups,
        fixed_seats: false,
        seed,
        fold_for: None,
    }
}

/// What must hold of every tally of whole games.
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
            // A game that is given up has all its turns, and counts in no mean.
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
    let (mut ended, mut lost, mut brought) = (0, 0, 0);
    for TurnTally { endings, dice, rules } in of_turns(tally) {
        ended += i128::from(endings.turns());
        lost += i128::from(endings.lost());
        let units = |cells: &[u64]| -> i128 {
            cells.iter().enumerate().map(|(units, n)| units as i128 * i128::from(*n)).sum()
        };
        brought += units(&endings.banked) + units(&endings.wins);
        assert_eq!(dice.iter().map(|dice| dice.busts).sum::<u64>(), endings.lost());
        let decisions: u64 = dice.iter().map(|dice| dice.decisions).sum();
        let [kept, decided] = [point::KEEP, point::ROLL].map(|at| rules.decisions(at));
        // Each keep is followed by one decision; a turn's first roll is decided by nobody.
        assert_eq!(decided, kept);
        let ended_on_a_roll = endings.lost() + endings.wins.iter().sum::<u64>();
        assert_eq!(decisions, kept + ended_on_a_roll);
    }
    assert_eq!((ended, lost), (turns, busts), "every turn ends once");
    // What was banked in games that are given up is in no score.
    assert!(if unfinished == 0 { brought == gained } else { brought >= gained });
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

    /// Whoever plays, and wherever the games begin, the fast paths count what the general engine
    /// counts.
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
        let lineups = places
            .chunks(8)
            .take(tables)
            .map(|places| places[..seats].iter().map(|place| place.index(players.len())).collect());
        let mut run = run_of(&settings, &players, lineups.collect(), seed);
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
        prop_assert_eq!(tally_in_pieces(&run, &pieces), plain);
    }
}

/// As the property above, for the numbers of games and turns that matter to lanes: fewer games
/// than lanes, one more, and games that last as long as they may.
#[test]
fn every_engine_counts_the_same_games_at_the_edges() {
    let players = [PLAYERS[1], Policy::HoldAt(u32::MAX), Policy::HoldAt(1500), PLAYERS[4]];
    for settings in ["level=1,max_turns=1", "level=2,max_turns=7", "level=2,joker=literal"] {
        let game = game(settings);
        let lineups: &[&[usize]] = if settings.contains("max_turns") {
            &[&[0, 1, 2], &[1, 1, 1], &[3, 0, 0]]
        } else {
            // Somebody who never stops never wins; the other two do.
            &[&[0, 1, 2]]
        };
        for pieces in [&[1][..], &[31], &[32], &[33], &[97], &[1, 2, 3, 64, 1]] {
            let [plain, folded] = [false, true].map(|folded| {
                tally_in_pieces(&matches(&game, &players, lineups, 2, folded), pieces)
            });
            assert_eq!(folded, plain, "{settings}");
        }
    }
}

#[test]
fn the_number_of_threads_does_not_show_in_games() {
    for Case { settings, .. } in LEVELS {
        let game = game(settings);
        for lineups in [&[&[0, 1][..], &[3, 5]][..], &[&[1, 1, 0, 4, 2]]] {
            let run = matches(&game, &PLAYERS, lineups, 3, true);
            let games = if lineups.len() > 1 { 20_011 } else { 2003 };
            let one = tally(&run, games, 1);
            assert_eq!(tally(&run, games, 2), one);
            assert_eq!(tally(&run, games, 7), one);
        }
    }
}

#[test]
fn eo_2_seat_1_begins_and_each_policy_begins_equally_often() {
    let game = game("level=1");
    for lineup in LINEUPS {
        let seats = lineup.len();
        let run = matches(&game, &PLAYERS, &[lineup, lineup], 2, false);
        // Two tables, at each of which everybody sat once on each seat.
        let mut began = vec![0; seats];
        let mut sat = vec![vec![0; seats]; seats];
        for number in 0..2 * seats as u64 {
            let (_, watch) = replay(&run, number);
            assert_eq!(watch.log[0].seat, 0, "the first turn is seat 1's");
            let placement = run.seating().placement(number);
            assert_eq!(placement.lineup as u64, number % 2);
            began[placement.slot(0)] += 1;
            for (seat, sat) in sat.iter_mut().enumerate() {
                sat[placement.slot(seat)] += 1;
            }
        }
        assert!(began.iter().all(|times| *times == 2), "{lineup:?}: {began:?}");
        assert!(sat.iter().flatten().all(|times| *times == 2), "{lineup:?}: {sat:?}");
    }
    // The same in the tally of the fast engine: seats are filled equally often.
    let run = matches(&game, &PLAYERS, &[&[0, 1, 3]], 2, true);
    let counted = tally(&run, 333, 1);
    for group in &counted.games.tables[0] {
        for seat in &group.seats {
            assert_eq!(seat.wins.n, 111);
        }
    }
}

/// A turn's luck belongs to the game, the seat and the turn, whoever plays and however the turns
/// before went.
#[test]
fn a_seat_meets_the_same_luck_whoever_sits_there() {
    let game = game("level=2");
    for number in 0..20 {
        let first_rolls = |lineup: &[usize]| {
            let run = matches(&game, &PLAYERS, &[lineup], 8, false);
            let (_, watch) = replay(&run, number);
            let first = |turns: &Vec<plain::engine::PlainTurn>| -> Vec<Vec<u8>> {
                turns.iter().map(|turn| turn.rolls[0].faces.clone()).collect()
            };
            watch.turns.iter().map(first).collect::<Vec<_>>()
        };
        let (one, other) = (first_rolls(&[0, 1]), first_rolls(&[2, 4]));
        for (one, other) in one.iter().zip(&other) {
            assert!(one.iter().zip(other).all(|(one, other)| one == other));
        }
    }
}

/// Games that begin with eight alike, found by their luck: decided before anybody else moves.
#[test]
fn eo_16_eight_alike_win_the_game_whatever_the_totals() {
    let level_2 = game("level=2");
    let number = game_that_begins_with_all_alike(&level_2, 5, 0);
    for settings in ["level=2", "level=2,target=100000"] {
        let game = game(settings);
        let mut run = matches(&game, &PLAYERS, &[&[0, 1, 3]], 5, false);
        run.game = run.game.starting([0, 150, 0, 0, 0, 0, 0, 0]);
        let (over, watch) = replay(&run, number);
        assert_eq!((over.winner, over.totals[..3].to_vec()), (Some(0), vec![160, 150, 0]));
        assert_eq!((watch.log.len(), over.turns[..3].to_vec()), (1, vec![1, 0, 0]));
        assert_eq!(watch.log[0].end.ending, Ending::Win);
        for folded in [false, true] {
            run.fold_for = folded.then_some(u64::MAX);
            let (mut worker, mut counted) = (run.worker(), run.empty());
            run.run_batch(&mut worker, number..number + 1, &mut counted, &StopFlag::new());
            check_sums(&run, 1, &counted);
            let table = &counted.games.tables[0];
            let winner = table.iter().find(|group| group.seats[0].wins.n == 1);
            let seat = &winner.expect("somebody in seat 1").seats[0];
            assert_eq!(seat.sole, 1, "folded: {folded}");
            let all = of_turns(&counted);
            assert_eq!(all.iter().flat_map(|one| &one.endings.wins).sum::<u64>(), 1);
        }
    }
    // At level 1 the same roll is two triples and goes on.
    let level_1 = game("level=1");
    let run = matches(&level_1, &PLAYERS, &[&[0, 1, 3]], 5, false);
    let (_, watch) = replay(&run, number);
    assert!(watch.log.len() > 1);
}

#[test]
fn games_begin_where_the_run_says() {
    for Case { settings, .. } in LEVELS {
        let game = game(settings);
        for folded in [false, true] {
            let mut run = matches(&game, &PLAYERS, &[&[0, 1, 3], &[1, 1, 5]], 12, folded);
            run.game = run.game.starting([100, 0, 159, 0, 0, 0, 0, 0]);
            let (_, watch) = replay(&run, 0);
            assert_eq!(watch.log[0].standing.own, 100);
            assert_eq!(watch.log[0].standing.others[..2], [0, 159]);
            check_sums(&run, 400, &tally(&run, 400, 1));
        }
    }
}
