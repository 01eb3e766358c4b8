//! Laws that every game of El Ocho's family obeys for every edition and every policy: checked on
//! the editions of the tests, and on random editions.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use pushluck::games::el_ocho::edition::{AllAlike, Edition, Joker};
use pushluck::games::el_ocho::engine::Seated;
use pushluck::games::el_ocho::rules::Rules;
use pushluck::games::el_ocho::scoring::{Keep, Verdict};
use pushluck::games::el_ocho::turn::{Game, Standing};

use crate::el_ocho::common;
use crate::el_ocho::common::anyone::{Anyone, anyone};
use crate::el_ocho::common::{
    PIG, SIX_DICE, by_engine, edition, game_of, matches, tally_in_pieces, turns,
};

/// Checks that the classes hold every roll once, each with the score found by brute force.
fn check_rolls(game: &Game) {
    let sides = game.rules.edition.sides;
    for dice in 1..=game.dice() {
        let table = game.table(dice);
        assert_eq!(table.total(), u64::from(sides).pow(dice.into()));
        let mut rolls = BTreeSet::new();
        for (index, class) in table.classes().iter().enumerate() {
            let middle = table.decode(index, class.weight / 2);
            let expected = brute_force(game, &middle);
            assert_eq!(class.verdict, expected, "{middle:?}, {:?}", game.rules);
            for rank in 0..class.weight {
                let roll = table.decode(index, rank);
                assert_eq!(roll.len(), usize::from(dice));
                assert!(roll.iter().all(|face| (1..=sides).contains(face)));
                let verdict = game.scoring.verdict(&common::counts(&roll, sides));
                assert_eq!(verdict, class.verdict, "{roll:?}");
                assert!(rolls.insert(roll), "a roll comes twice");
            }
        }
        assert_eq!(rolls.len() as u64, table.total());
    }
}

/// Checks that every engine counts the same turns and games.
fn check_play(game: &Arc<Game>, players: &[Anyone], seed: u64) {
    let mut run = turns(game, players, seed, None);
    (run.game, run.standing) = (Seated::new(game, 2), Standing::start(2));
    let of_turns = by_engine(&mut run, &[301]);
    assert!(of_turns.iter().all(|tally| *tally == of_turns[0]));
    let of_games = [false, true].map(|folded| {
        let mut run = matches(game, players, &[&[0, players.len() - 1]], seed, folded);
        run.fixed_seats = true;
        tally_in_pieces(&run, &[41])
    });
    assert_eq!(of_games[0], of_games[1]);
    let games = of_games[0].games.tables[0].iter().flat_map(|group| &group.seats);
    let over = games.map(|seat| 2 * seat.sole + seat.unfinished);
    assert_eq!(over.sum::<u64>(), 2 * 41, "won or given up");
}

/// A player whose turns end, however favourable the dice.
fn who_stops() -> impl Strategy<Value = Anyone> {
    anyone().prop_map(|mut player| {
        player.hold.iter_mut().for_each(|hold| *hold = (*hold).min(90));
        player
    })
}

#[test]
fn rolls_of_other_editions_obey_the_laws() {
    check_rolls(&game_of(edition(SIX_DICE), ""));
    check_rolls(&game_of(edition(PIG), ""));
}

#[test]
fn the_largest_editions_are_compiled_or_rejected_soon() {
    for (dice, sides) in [(12, 6), (12, 2), (8, 16), (7, 20), (9, 11), (1, 20)] {
        for all_score in [false, true] {
            let mut large = edition(PIG);
            (large.dice, large.sides) = (dice, sides);
            let single = |face: u32| match face {
                0 => 0,
                face if all_score => 100 * face * face + face,
                1 => 100,
                _ => 0,
            };
            large.singles = (0..=u32::from(sides)).map(single).collect();
            large.sets = vec![0; usize::from(sides) + 1];
            let begin = Instant::now();
            let made = Game::new(Rules::of(Arc::new(large))).is_ok();
            assert!(made || all_score, "{dice} dice of {sides} sides");
            // About 1 s on an idle machine; the rest is for slow and busy machines.
            let took = begin.elapsed();
            assert!(took < Duration::from_secs(20), "{dice} dice of {sides} sides: {took:?}");
        }
    }
}

/// A random edition with `dice` dice; the bits of `traits` select its parts.
pub(crate) fn some_edition(dice: u8, sides: u8, points: &[u32], traits: u64) -> Edition {
    let chance = |bit: u8| traits >> bit & 1 == 1;
    let points = |index: u8| points[usize::from(index) % points.len()];
    let by_face = |there: bool, from: u8, times: u32| -> Vec<u32> {
        let scores = |face: &u8| there && *face > 0 && chance(from + face);
        (0..=sides).map(|face| if scores(&face) { times * points(face) } else { 0 }).collect()
    };
    let mut edition = edition(PIG);
    (edition.dice, edition.sides) = (dice, sides);
    (edition.target, edition.max_turns) = (2000, 30);
    edition.minimum_bank = if chance(0) { 0 } else { 100 };
    edition.set_size = dice.min(if chance(12) { 2 } else { 3 });
    edition.singles = by_face(chance(1), 1, 1);
    edition.sets = by_face(edition.set_size > 1, 12, 3);
    edition.joker_face = chance(23).then_some(sides);
    let level = &mut edition.levels[0];
    if chance(23) {
        level.joker = if chance(24) { Joker::Standard } else { Joker::Literal };
    }
    if chance(25) {
        level.series = (edition.set_size + 1..=dice).map(|n| (n, 2 + u32::from(n))).collect();
    }
    if chance(26) {
        let runs = (2..=dice.min(sides)).filter(|length| chance(27 + length));
        level.runs = runs.map(|length| (length, points(length))).collect();
    }
    level.all_alike = chance(36).then_some(AllAlike { points: points(0), wins: chance(37) });
    edition
}

/// The keeps and points of a roll by brute force, from the numbers of the edition alone, in units.
fn brute_force(game: &Game, roll: &[u8]) -> Verdict {
    let rules = &game.rules;
    let (edition, level) = (&rules.edition, rules.level());
    let units = |points: u32| {
        assert!(points.is_multiple_of(game.scoring.unit), "{points} in {rules:?}");
        points / game.scoring.unit
    };
    let count = |dice: &[u8], face: u8| dice.iter().filter(|die| **die == face).count();
    let all_alike = roll.len() == usize::from(edition.dice) && count(roll, roll[0]) == roll.len();
    if let (true, Some(all)) = (all_alike, level.all_alike)
        && all.wins
    {
        return Verdict::Win { points: units(all.points) };
    }
    /// The highest score of exactly this number of dice of a face; `None` if some of them would not
    /// score.
    fn alike(rules: &Rules, face: u8, dice: u8) -> Option<u32> {
        let edition = &rules.edition;
        let (single, set) = (edition.singles[usize::from(face)], edition.sets[usize::from(face)]);
        let mut groups = vec![(1, single), (edition.set_size, set)];
        groups.extend(rules.level().series.iter().map(|(size, times)| (*size, set * times)));
        let of = |(size, value): &(u8, u32)| match dice.checked_sub(*size) {
            Some(rest) if *value > 0 => Some(value + alike(rules, face, rest)?),
            _ => None,
        };
        let all = rules.level().all_alike.filter(|all| !all.wins && dice == edition.dice);
        let whole = (dice == 0).then_some(0).or(all.map(|all| all.points));
        groups.iter().filter_map(of).chain(whole).max()
    }
    let mut keeps = BTreeSet::new();
    for subset in 1..1_u32 << roll.len() {
        let kept: Vec<u8> =
            (0..roll.len()).filter(|die| subset >> die & 1 == 1).map(|die| roll[die]).collect();
        let values = (1..=edition.sides).map(|face| alike(rules, face, count(&kept, face) as u8));
        if let Some(points) = values.sum::<Option<u32>>() {
            keeps.insert((kept.len() as u8, points));
        }
    }
    let joker = edition.joker_face.is_some_and(|face| roll.contains(&face));
    if keeps.is_empty() && joker && rules.joker == Joker::Literal {
        return Verdict::Joker;
    }
    let mut sorted = roll.to_vec();
    sorted.sort_unstable();
    let run = level.runs.iter().find(|(length, _)| usize::from(*length) == roll.len());
    if let Some((length, points)) = run
        && sorted.windows(2).all(|pair| pair[0] + 1 == pair[1])
    {
        let better = keeps.iter().any(|(dice, other)| dice == length && other >= points);
        if !better {
            keeps.retain(|(dice, _)| dice != length);
            keeps.insert((*length, *points));
        }
    }
    match (keeps.is_empty(), joker && rules.joker == Joker::Standard) {
        (true, true) => Verdict::Joker,
        (true, false) => Verdict::Bust,
        (false, _) => {
            let keep = |(dice, points): &(u8, u32)| Keep { points: units(*points), dice: *dice };
            Verdict::Keep(keeps.iter().rev().map(keep).collect())
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 60,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn editions_at_random_obey_the_laws(
        dice in 1..=5_u8,
        sides in prop_oneof![2 => Just(4_u8), 1 => Just(2_u8), 1 => Just(8_u8), 3 => 2..=8_u8],
        points in prop::collection::vec((1..30_u32).prop_map(|n| n * 5), 3..6),
        traits in any::<u64>(),
        players in prop::collection::vec(who_stops(), 1..3),
        seed in any::<u64>(),
    ) {
        let dice = if u32::from(sides).pow(dice.into()) > 5000 { dice - 1 } else { dice };
        let edition = Arc::new(some_edition(dice, sides, &points, traits));
        let Ok(game) = Game::new(Rules::of(edition)) else {
            // Nothing can ever be banked.
            return Ok(());
        };
        let game = Arc::new(game);
        check_rolls(&game);
        check_play(&game, &players, seed);
    }

}
