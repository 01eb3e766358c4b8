//! The shipped editions of other dice games, against an account that shares no code: melds by hand, the
//! best partition of every roll into them, and the optimal turn by value iteration.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use pushluck::game::contract::{Game as _, Log, RandomSource as _, Silent};
use pushluck::game::decision::{ActionList, Decision};
use pushluck::game::play::{Streams, play_until};
use pushluck::games;
use pushluck::games::el_ocho::engine::{Action, Event, Position, Seated};
use pushluck::games::el_ocho::exact::{
    Control, OptimalRace, OptimalTurn, OptimalWin, Side, Solver,
};
use pushluck::games::el_ocho::player::Player;
use pushluck::games::el_ocho::scoring::Verdict;
use pushluck::games::el_ocho::turn::Ending;
use pushluck::sim::random::UnitKey;

use super::common::{counts, edition, game_of};

/// Points of dice that score together, by their faces in ascending order.
type Melds = BTreeMap<Vec<u8>, u32>;

fn text(name: &str) -> &'static str {
    let el_ocho = games::game("el-ocho").expect("a game");
    let edition = el_ocho.editions().into_iter().find(|(shipped, _)| *shipped == name);
    edition.expect("a shipped edition").1
}

/// The points of a number of dice alike, given those of the triple.
type More = (usize, fn(u32) -> u32);

/// Ones, fives and triples, as in most games of the family; `more` are points of four, five and six alike
/// by the face and the points of the triple.
fn usual(more: &[More]) -> Melds {
    let mut melds = Melds::from([(vec![1], 100), (vec![5], 50)]);
    for face in 1..=6_u8 {
        let triple = if face == 1 { 1000 } else { 100 * u32::from(face) };
        melds.insert(vec![face; 3], triple);
        melds.extend(more.iter().map(|(dice, points)| (vec![face; *dice], points(triple))));
    }
    melds
}

const DOUBLING: &[More] =
    &[(4, |triple| 2 * triple), (5, |triple| 4 * triple), (6, |triple| 8 * triple)];

fn three_pairs(points: u32) -> Melds {
    let pairs = |a| (a + 1..=6).flat_map(move |b| (b + 1..=6).map(move |c| [a, a, b, b, c, c]));
    (1..=6).flat_map(pairs).map(|faces| (faces.to_vec(), points)).collect()
}

fn melds(name: &str) -> Melds {
    let with = |mut melds: Melds, more: &[(&[u8], u32)]| {
        melds.extend(more.iter().map(|(faces, points)| (faces.to_vec(), *points)));
        melds
    };
    match name {
        "pig" => (2..=6).map(|face| (vec![face], face.into())).collect(),
        "ten-thousand" => with(usual(&[]), &[(&[1, 2, 3, 4, 5, 6], 1500)]),
        "kingdom-come" => with(
            usual(DOUBLING),
            &[(&[1, 2, 3, 4, 5], 500), (&[2, 3, 4, 5, 6], 750), (&[1, 2, 3, 4, 5, 6], 1500)],
        ),
        "farkle" => {
            let fixed: &[More] = &[(4, |_| 1000), (5, |_| 2000), (6, |_| 3000)];
            let mut melds = with(usual(fixed), &[(&[1, 2, 3, 4, 5, 6], 2500)]);
            melds.extend(three_pairs(1500));
            melds
        }
        "greed" => usual(&[]),
        "zilch" => {
            let mut melds = with(usual(DOUBLING), &[(&[1, 2, 3, 4, 5, 6], 1500)]);
            melds.extend(three_pairs(1500));
            for (four, two) in (1..=6).flat_map(|four| (1..=6).map(move |two| (four, two))) {
                let mut faces = vec![four, four, four, four, two, two];
                faces.sort_unstable();
                melds.entry(faces).or_insert(1500);
            }
            melds
        }
        _ => panic!("no melds of {name}"),
    }
}

/// The highest points of dice of which each is in a meld; `None` if some are left over.
fn best(dice: &[u8], melds: &Melds) -> Option<u32> {
    if dice.is_empty() {
        return Some(0);
    }
    let without = |meld: &[u8]| {
        let mut rest = dice.to_vec();
        for face in meld {
            rest.remove(rest.iter().position(|die| die == face)?);
        }
        Some(rest)
    };
    // Some meld takes the first die.
    let first = melds.iter().filter(|(meld, _)| meld.contains(&dice[0]));
    first.filter_map(|(meld, points)| Some(best(&without(meld)?, melds)? + points)).max()
}

/// The points and numbers of dice that may be kept of a roll.
fn keeps(name: &str, roll: &[u8], melds: &Melds) -> BTreeSet<(u32, u8)> {
    let keeps = parts(roll, melds);
    match name {
        "zilch" if keeps.is_empty() && roll.len() == 6 => [(500, 6)].into(),
        "greed" => keeps
            .iter()
            .copied()
            .max_by_key(|(points, dice)| (*dice, *points))
            .into_iter()
            .collect(),
        _ => keeps,
    }
}

fn parts(roll: &[u8], melds: &Melds) -> BTreeSet<(u32, u8)> {
    let part = |mask: u32| {
        let kept = (0..).zip(roll).filter(|(die, _)| mask >> die & 1 == 1);
        kept.map(|(_, face)| *face).collect::<Vec<u8>>()
    };
    let parts = (1..1 << roll.len()).map(part);
    parts.filter_map(|kept| Some((best(&kept, melds)?, kept.len() as u8))).collect()
}

/// All rolls of some dice in ascending order, with the number of their orders.
fn rolls(dice: usize, sides: u8) -> BTreeMap<Vec<u8>, f64> {
    let mut rolls = BTreeMap::from([(Vec::new(), 1.0)]);
    for _ in 0..dice {
        let mut more: BTreeMap<Vec<u8>, f64> = BTreeMap::new();
        for (roll, number) in &rolls {
            for face in 1..=sides {
                let mut roll = roll.clone();
                roll.push(face);
                roll.sort_unstable();
                *more.entry(roll).or_default() += number;
            }
        }
        rolls = more;
    }
    rolls
}

const FAMILY: [(&str, usize); 6] = [
    ("pig", 1),
    ("ten-thousand", 6),
    ("kingdom-come", 6),
    ("farkle", 6),
    ("greed", 5),
    ("zilch", 6),
];

#[test]
fn the_shipped_editions_score_every_roll_as_melds_by_hand() {
    for (name, most) in FAMILY {
        let game = game_of(edition(text(name)), "");
        let (melds, unit) = (melds(name), game.scoring.unit);
        for dice in 1..=most {
            for roll in rolls(dice, 6).keys() {
                let verdict = game.scoring.verdict(&counts(roll, 6));
                let found: BTreeSet<(u32, u8)> =
                    verdict.keeps().iter().map(|keep| (keep.points * unit, keep.dice)).collect();
                assert_eq!(found, keeps(name, roll, &melds), "{name}: {roll:?}");
                assert_eq!(found.is_empty(), verdict == Verdict::Bust, "{name}: {roll:?}");
                for keep in verdict.keeps() {
                    for dice in game.scoring.dice_of(&counts(roll, 6), *keep) {
                        // Six dice that score nothing are 500 points in Zilch.
                        let points = best(&dice, &melds).or((name == "zilch").then_some(500));
                        assert_eq!(points, Some(keep.points * unit), "{roll:?}: {dice:?}");
                    }
                }
            }
        }
    }
}

/// A turn in points: those needed to bank, the value of a bust, and those that count at most.
struct Turn {
    least: usize,
    lost: f64,
    room: usize,
}

/// The keeps of each roll of a number of dice, with its probability.
type Kept = Vec<Vec<(f64, BTreeSet<(u32, u8)>)>>;

fn kept(name: &str, dice: usize) -> Kept {
    let melds = melds(name);
    let rolls_of = |dice: usize| {
        let of = |(roll, orders): (&Vec<u8>, &f64)| {
            (orders / 6_f64.powi(dice as i32), keeps(name, roll, &melds))
        };
        rolls(dice, 6).iter().map(of).collect()
    };
    (1..=dice).map(rolls_of).collect()
}

/// The value of the optimal turn, up to 20,000 points.
fn value(kept: &Kept, turn: &Turn) -> f64 {
    let (dice, rows) = (kept.len(), 400);
    let unit = if dice == 1 { 1 } else { 50 };
    let stop = |row: usize| (row * unit).min(turn.room) as f64;
    let mut values = vec![vec![0.0; dice]; rows];
    let at = |values: &[Vec<f64>], row: usize, dice: usize| {
        values.get(row).map_or(stop(row), |row: &Vec<f64>| row[dice - 1])
    };
    let mut start = 0.0;
    for row in (0..rows).rev() {
        for left in 1..=dice {
            let value = |keeps: &BTreeSet<(u32, u8)>| {
                let value = |&(points, number): &(u32, u8)| {
                    let next = left - usize::from(number);
                    let next = if next == 0 { dice } else { next };
                    at(&values, row + points as usize / unit, next)
                };
                keeps.iter().map(value).reduce(f64::max).unwrap_or(turn.lost)
            };
            start = kept[left - 1].iter().map(|(chance, keeps)| chance * value(keeps)).sum();
            let stops = row > 0 && row * unit >= turn.least;
            values[row][left - 1] = if stops { stop(row).max(start) } else { start };
        }
    }
    start
}

/// The mean of the optimal turns after 0, 1 and 2 turns without points, of which the third one costs 500
/// points: by relative value iteration.
fn zilch(kept: &Kept) -> f64 {
    let mut after = [0.0; 3];
    let mut mean = 0.0;
    for _ in 0..60 {
        let next = |lost: usize| if lost == 2 { -500.0 } else { after[lost + 1] };
        let turns = [0, 1, 2]
            .map(|lost| value(kept, &Turn { least: 300, lost: next(lost), room: usize::MAX }));
        mean = turns[0];
        after = turns.map(|turn| turn - mean);
    }
    mean
}

/// Pig: Neller and Presser (2004). Zilch: Busche, "Maximizing Expected Scores in the Game of Zilch" (2010).
/// Kingdom Come: phlip9/kcddice, which counts points up to the target.
#[test]
fn the_optimal_turns_are_as_published_and_by_value_iteration() {
    let open = |least| Turn { least, lost: 0.0, room: usize::MAX };
    for (name, dice) in FAMILY {
        let solver = Solver::new(game_of(edition(text(name)), ""));
        let found = solver.turn().expect("a solution").value;
        let kept = kept(name, dice);
        let (value, published) = match name {
            "pig" => (value(&kept, &open(0)), Some((8.14179, 5e-6))),
            "kingdom-come" => {
                (value(&kept, &Turn { room: 4000, ..open(0) }), Some((564.05, 0.005)))
            }
            "zilch" => (zilch(&kept), Some((620.855, 5e-4))),
            "greed" => (value(&kept, &open(300)), None),
            _ => (value(&kept, &open(0)), None),
        };
        assert!((found - value).abs() < 1e-6, "{name}: {found}, {value}");
        let near = |(value, digits): (f64, f64)| (found - value).abs() < digits;
        assert!(published.is_none_or(near), "{name}: {found}");
    }
    // Without the limit at the target.
    let solver = Solver::new(game_of(edition(text("kingdom-come")), "beyond_target=on"));
    let found = solver.turn().expect("a solution").value;
    assert!((found - value(&kept("kingdom-come", 6), &open(0))).abs() < 1e-9, "{found}");
}

/// Neller and Presser (2004): the first player wins 53.06 % where both play optimally. The solver
/// domsleee/farkle says 53.3 %, and calls itself near-optimal.
#[test]
fn the_first_player_wins_as_often_as_published() {
    for (name, percent, digits) in [("pig", 53.06, 0.005), ("farkle", 53.3, 0.05)] {
        let solver = Solver::new(game_of(edition(text(name)), ""));
        let win = solver.win(Default::default()).expect("a solution").expect("not interrupted");
        assert!((100.0 * win.win(0, 0) - percent).abs() < digits, "{name}: {}", win.win(0, 0));
    }
}

/// The one who begins wins 56.185 % in phlip9/kcddice, where both play for the most points up to the target.
#[test]
fn the_first_player_wins_as_often_as_published_where_both_play_for_points() {
    let game = game_of(edition(text("kingdom-come")), "");
    let solver = Solver::new(Arc::clone(&game));
    let turns = Arc::new(OptimalTurn::new(solver.clone()).expect("a solution"));
    let sight = turns.sight();
    let player = Player::new(&Seated::new(&game, 2), turns, sight);
    let (one, other) = (Side::Player(&player), Side::Player(&player));
    let value = solver.match_value(one, other, Control::default());
    let value = value.expect("a value").expect("not interrupted");
    assert!((100.0 * value.first - 56.185).abs() < 0.0005, "{}", value.first);
}

/// With an entry, the values of races and games are those of the decisions, followed one by one.
#[test]
fn solutions_with_an_entry_are_worth_what_their_decisions_are() {
    let game = game_of(edition(text("farkle")), "entry=800,target=2500");
    let solver = Solver::new(Arc::clone(&game));
    let seated = Seated::new(&game, 2);
    let race = Arc::new(solver.race(Control::default()).expect("a race").expect("not stopped"));
    let turns = race.turns[0];
    let racer = Player::new(&seated, Arc::new(OptimalRace::new(race)), OptimalRace::SIGHT);
    let value = solver.race_value(&racer).expect("a value").turns[0];
    assert!((value - turns).abs() < 1e-9, "{value}, not {turns}");
    let win = Arc::new(solver.win(Control::default()).expect("a game").expect("not stopped"));
    let wins = win.win(0, 0);
    let winner = Player::new(&seated, Arc::new(OptimalWin::new(win)), OptimalWin::SIGHT);
    let (one, other) = (Side::Player(&winner), Side::Player(&winner));
    let value = solver.match_value(one, other, Control::default()).expect("a value");
    let value = value.expect("not stopped").first;
    assert!((value - wins).abs() < 1e-9, "{value}, not {wins}");
    // An entry of 800 points costs turns.
    let without = Solver::new(game_of(edition(text("farkle")), "target=2500"));
    let without = without.race(Control::default()).expect("a race").expect("not stopped").turns[0];
    assert!(turns > without + 0.05, "{turns}, {without}");
}

/// The rules of a player's total, by hand.
#[derive(Clone, Copy)]
struct Account {
    entry: i64,
    target: i64,
    last_turns: bool,
    beyond_target: bool,
    penalty: i64,
}

#[derive(Default)]
struct Tape(Vec<(Position, Event)>);

impl Log<Seated> for Tape {
    fn record(&mut self, at: &Position, event: Event) {
        self.0.push((*at, event));
    }
}

/// Plays random games and recounts their totals, turns and winners.
#[test]
fn games_of_the_family_are_recounted_by_hand() {
    let usual =
        Account { entry: 0, target: 10000, last_turns: false, beyond_target: true, penalty: 0 };
    let cases = [
        ("greed", "", Account { entry: 300, target: 3000, last_turns: true, ..usual }),
        ("zilch", "", Account { entry: 300, penalty: 500, ..usual }),
        ("kingdom-come", "", Account { target: 4000, beyond_target: false, ..usual }),
        (
            "farkle",
            "entry=500,last_turns,beyond_target=off,penalty=1000,target=2000",
            Account {
                entry: 500,
                target: 2000,
                last_turns: true,
                beyond_target: false,
                penalty: 1000,
            },
        ),
    ];
    for (name, settings, account) in cases {
        for seats in 1..=4 {
            for number in 0..150 {
                let game = Seated::new(&game_of(edition(text(name)), settings), seats);
                recount(&game, account, number);
            }
        }
    }
}

fn recount(game: &Seated, account: Account, number: u64) {
    let seats = usize::from(game.seats());
    let unit = UnitKey::of_game(7, number);
    let (mut state, mut tape) = (game.start(&mut Silent), Tape::default());
    let mut random = unit.stream(30, 0);
    // Stops often, so that games end.
    let decide = |decision: &Decision<'_, Seated>| match decision.actions().first() {
        Some(Action::Stop) if random.below(2) == 0 => Action::Stop,
        _ => decision.any_action(),
    };
    let (mut streams, mut list) = (Streams::new(unit), ActionList::default());
    play_until(game, &mut state, &mut streams, decide, &mut tape, &mut list, |_| false);
    let (mut totals, mut lost, mut turns) = (vec![0; seats], vec![0; seats], vec![0; seats]);
    let (mut seat, mut first, mut over) = (0, None, false);
    for (at, event) in tape.0 {
        let Event::Ended(end) = event else { continue };
        assert!(!over, "a turn after the end");
        assert_eq!(usize::from(at.seat), seat);
        let points = game.rules.points(end.points);
        turns[seat] += 1;
        if end.ending == Ending::Bust {
            lost[seat] += 1;
            if lost[seat] == 3 {
                lost[seat] = 0;
                totals[seat] = (totals[seat] - account.penalty).max(0);
            }
        } else {
            assert!(totals[seat] > 0 || points >= account.entry.min(account.target), "{points}");
            lost[seat] = 0;
            totals[seat] += points;
        }
        assert!(account.beyond_target || totals[seat] <= account.target);
        let found = at.totals[..seats].iter().map(|units| game.rules.points(*units));
        assert_eq!(found.collect::<Vec<i64>>(), totals);
        if totals[seat] >= account.target && first.is_none() {
            first = Some(seat);
        }
        seat = (seat + 1) % seats;
        over = match first {
            Some(first) if account.last_turns => first == seat,
            first => first.is_some(),
        };
    }
    assert!(over, "the game has an end");
    let best = totals.iter().max().expect("a total");
    let winners = (0..seats).filter(|seat| totals[*seat] == *best);
    let winners = match first {
        Some(first) if !account.last_turns => 1 << first,
        _ => winners.fold(0, |all, seat| all | 1 << seat),
    };
    assert_eq!(game.ranking(&state).winners, winners);
    for (seat, turns) in (0..).zip(turns) {
        assert_eq!(state.turns_taken(seat), turns, "seat {seat} of {seats}");
    }
}
