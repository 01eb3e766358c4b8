//! Other games of El Ocho's family, played from an edition file alone and proved by counts of
//! their own: every ordered roll of six common dice, and the known figures of Pig.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use pushluck::diagnostic::Source;
use pushluck::games::el_ocho::edition::{Edition, SHIPPED};
use pushluck::games::el_ocho::scoring::Verdict;
use pushluck::games::el_ocho::turn::Game;
use rand_pcg::Pcg64Dxsm;
use rand_pcg::rand_core::{Rng, SeedableRng};

use crate::editions::plays_el_ocho;
use crate::el_ocho::common;
use crate::el_ocho::common::anyone::Anyone;
use crate::el_ocho::common::{Policy, assert_fits, engines, game_of, of_turns, sit, tally, turns};
use crate::el_ocho::laws::invariants::{brute_force, in_points, test_edition};

fn six_dice() -> Arc<Game> {
    game_of(test_edition("six-dice.toml"), "")
}

fn pig() -> Arc<Game> {
    game_of(test_edition("pig.toml"), "")
}

/// The keeps of a roll of the six-dice game by brute force, as (dice, points).
fn keeps(game: &Game, roll: &[u8]) -> BTreeSet<(usize, u32)> {
    keeps_of(&brute_force(&game.rules, roll))
}

/// The keeps of a class of the engine, as (dice, points).
fn engine_keeps(game: &Game, verdict: &Verdict) -> BTreeSet<(usize, u32)> {
    keeps_of(&in_points(game, verdict))
}

fn keeps_of(verdict: &Verdict) -> BTreeSet<(usize, u32)> {
    match verdict {
        Verdict::Keep(keeps) => keeps.iter().map(|keep| (keep.dice.into(), keep.points)).collect(),
        Verdict::Bust => BTreeSet::new(),
        other => panic!("{other:?} in a game without it"),
    }
}

/// Pearson's statistic of the draws of each class, in standard errors above its mean.
fn misfit(game: &Game, dice: u8, draws: u64, seed: u64) -> f64 {
    let table = game.table(dice);
    let mut rng = Pcg64Dxsm::seed_from_u64(seed);
    let mut counts = vec![0_u64; table.classes().len()];
    for _ in 0..draws {
        let (class, rank) = table.draw(|| rng.next_u32());
        assert!(rank < table.classes()[class].weight);
        counts[class] += 1;
    }
    let (mut statistic, mut cells, mut rare) = (0.0, 0, (0.0, 0.0));
    for (class, count) in table.classes().iter().zip(counts) {
        let expected = class.weight as f64 / table.total() as f64 * draws as f64;
        if expected < 10.0 {
            rare = (rare.0 + count as f64, rare.1 + expected);
        } else {
            statistic += (count as f64 - expected).powi(2) / expected;
            cells += 1;
        }
    }
    if rare.1 > 1.0 {
        statistic += (rare.0 - rare.1).powi(2) / rare.1;
        cells += 1;
    }
    let freedom = f64::from(cells - 1).max(1.0);
    (statistic - freedom) / (2.0 * freedom).sqrt()
}

#[test]
fn draws_of_any_dice_are_not_biased() {
    let game = six_dice();
    for dice in 1..=6 {
        assert!(game.table(dice).alias().is_none(), "not a power of two of rolls");
        let misfit = misfit(&game, dice, 400_000, u64::from(dice));
        assert!(misfit.abs() < 4.0, "{dice} dice: {misfit:.2} standard errors");
        // Each ordered roll as often as any other: all words up to a multiple of the rolls.
        let table = game.table(dice);
        let mut times = BTreeMap::new();
        for word in 0..3 * table.total() as u32 {
            *times.entry(table.draw(|| word)).or_insert(0) += 1;
        }
        assert_eq!(times.len() as u64, table.total());
        assert!(times.values().all(|times| *times == 3));
        // And words beyond the largest multiple are passed over.
        let limit = (1_u64 << 32) / table.total() * table.total();
        let mut words = [u32::MAX, limit as u32, 0].into_iter();
        assert_eq!(table.draw(|| words.next().expect("two words too many")), table.draw(|| 0));
        assert_eq!(words.len(), 0);
        assert_eq!(table.draw(|| (limit - 1) as u32), table.draw(|| table.total() as u32 - 1));
    }
    // The dice of El Ocho, through their alias tables.
    for dice in 1..=8 {
        let misfit = misfit(&common::game("level=2"), dice, 400_000, u64::from(dice));
        assert!(misfit.abs() < 4.0, "{dice} eight-sided dice: {misfit:.2} standard errors");
    }
}

#[test]
fn six_dice_decode_to_every_roll_once_and_score_as_by_brute_force() {
    let game = six_dice();
    let figures = (game.dice(), game.points(game.target), game.points(game.min_bank));
    assert_eq!(figures, (6, 10_000, 350));
    for dice in 1..=6 {
        let table = game.table(dice);
        let (mut seen, mut weights) = (BTreeSet::new(), BTreeMap::new());
        for (index, class) in table.classes().iter().enumerate() {
            let scores = engine_keeps(&game, &class.verdict);
            for rank in 0..class.weight {
                let roll = table.decode(index, rank);
                assert_eq!(scores, keeps(&game, &roll), "{roll:?}");
                assert!(seen.insert(roll));
            }
            assert_eq!(weights.insert(scores, class.weight), None, "one class for each");
        }
        assert_eq!((seen.len() as u64, table.total()), (table.total(), 6_u64.pow(dice.into())));
        // Weights that anybody can count: no 1, no 5 and no three alike.
        if dice == 1 {
            assert_eq!(weights[&BTreeSet::new()], 4);
        }
        if dice == 6 {
            assert_eq!(weights[&BTreeSet::new()], 1440);
            // A run offers its 1, its 5, both, or all six dice.
            let run = keeps(&game, &[1, 2, 3, 4, 5, 6]);
            assert_eq!((run.last(), weights[&run]), (Some(&(6, 1500)), 720));
        }
    }
}

#[test]
fn pig_is_an_edition() {
    let game = pig();
    assert_eq!((game.dice(), game.scoring.unit, game.target, game.min_bank), (1, 1, 100, 0));
    let table = game.table(1);
    assert_eq!(table.total(), 6);
    for face in 1..=6 {
        let verdict = game.scoring.verdict(&common::counts(&[face], 6));
        match verdict {
            Verdict::Bust => assert_eq!(face, 1),
            Verdict::Keep(keeps) => {
                assert_eq!((keeps.len(), keeps[0].dice, keeps[0].points), (1, 1, face.into()));
            }
            other => panic!("{other:?}"),
        }
    }
}

/// A die of eight makes Pig a game for the fast engines, and one of few states: even players who
/// count their rolls stay on the machine until the count stops at 15.
#[test]
fn every_engine_counts_rolls_up_to_15() {
    let mut edition = test_edition("pig.toml");
    edition.sides = 8;
    edition.singles.extend([7, 8]);
    edition.sets.resize(9, 0);
    let game = game_of(edition, "");
    assert!(game.table(1).alias().is_some());
    let stops_after = |rolls| {
        let player = Anyone { rolls: Some(rolls), ..Anyone::holding(u32::MAX) };
        sit(&game, player)
    };
    let mut run = turns(&game, &[], 1, None);
    run.players = [1, 14, 15, 16].map(stops_after).to_vec();
    let tallies: Vec<_> = engines()
        .into_iter()
        .map(|isa| {
            run.isa = isa;
            tally(&run, 20_000, 1)
        })
        .collect();
    assert!(tallies.iter().all(|tally| *tally == tallies[0]));
    let tallies = of_turns(&tallies[0]);
    for (rolls, tally) in [1, 14, 15].into_iter().zip(&tallies) {
        let banked = tally.endings.banked.iter().sum();
        let survives = (7.0_f64 / 8.0).powi(rolls);
        assert_fits(&format!("{rolls} rolls"), banked, 20_000, survives);
    }
    assert_eq!(tallies[3].endings.lost(), 20_000, "nobody sees a sixteenth roll");
}

/// The known figures of a hold-at-20 turn of Pig.
#[test]
fn pig_held_at_20_has_its_known_figures() {
    const TURNS: u64 = 250_000;
    const BUST: f64 = 0.624_540_834_2;
    const MEAN: f64 = 8.141_794_893_7;
    // The same by recursion, with the chance of each total.
    let mut reach = [0.0; 26];
    reach[0] = 1.0;
    for points in 0..20 {
        for face in 2..=6 {
            reach[points + face] += reach[points] / 6.0;
        }
    }
    let mean: f64 = (20..26).map(|points| points as f64 * reach[points]).sum();
    let square: f64 = (20..26).map(|points| (points * points) as f64 * reach[points]).sum();
    assert!((1.0 - reach[20..].iter().sum::<f64>() - BUST).abs() < 1e-10);
    assert!((mean - MEAN).abs() < 1e-9);

    for isa in engines() {
        let counted = tally(&turns(&pig(), &[Policy::HoldAt(20)], 1, isa), TURNS, 2);
        let endings = &of_turns(&counted)[0].endings;
        assert_fits("busts", endings.lost(), TURNS, BUST);
        let points: u64 = (0..).zip(&endings.banked).map(|(points, n)| points * n).sum();
        let off =
            (points as f64 / TURNS as f64 - MEAN) / ((square - mean * mean) / TURNS as f64).sqrt();
        assert!(off.abs() < 4.0, "z {off}");
        let busts = common::off(endings.lost(), TURNS, BUST);
        println!("{isa:?}: bust z {busts:+.2}, mean z {off:+.2}");
        for (points, reached) in reach.iter().enumerate().skip(20) {
            assert_fits(&format!("{points} points"), endings.banked[points], TURNS, *reached);
        }
    }
}

/// An edition with one level, small enough to be compiled often.
fn small_edition(dice: i64, sides: i64, singles: &str, sets: &str, level: &str) -> String {
    format!(
        "game = 'el-ocho'\nname = 'Test'\n\
         dice = {{ count = {dice}, sides = {sides}, from = 'PROPOSED' }}\n\
         target = {{ points = 8000, from = 'PROPOSED' }}\n\
         minimum_bank = {{ points = 0, from = 'PROPOSED' }}\n\
         max_turns = {{ turns = 100, from = 'PROPOSED' }}\n\
         singles = {{ points = {{ {singles} }}, from = 'PROPOSED' }}\n\
         {sets}\n\
         joker = {{ face = 1, from = 'PROPOSED' }}\n\
         defaults = {{ level = 'a' }}\n\
         [level.a]\njoker = 'standard'\nfrom = 'PROPOSED'\n{level}\n"
    )
}

/// `1 = …, 2 = …` for so many faces.
fn faces(points: &[i64]) -> String {
    let pairs = points.iter().enumerate().map(|(face, points)| format!("{} = {points}", face + 1));
    pairs.collect::<Vec<_>>().join(", ")
}

/// Points as people and their slips write them.
fn points() -> impl Strategy<Value = i64> {
    prop_oneof![8 => 0..1_000_001_i64, 8 => 0..10_i64, 3 => any::<i64>()]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn any_scoring_makes_a_game_or_a_fault(
        dice in 1..=6_i64,
        sides in 2..=8_i64,
        singles in prop::collection::vec(points(), 0..8),
        sets in prop::collection::vec(points(), 0..8),
        size in 1..8_i64,
        multiplier in points(),
        run in points(),
    ) {
        let kept = |points: &[i64]| faces(&points[..points.len().min(sides as usize)]);
        let sets = format!(
            "sets = {{ size = {size}, points = {{ {} }}, from = 'PROPOSED' }}", kept(&sets)
        );
        let level = format!("series = {{ {dice} = {multiplier} }}\nruns = {{ 2 = {run} }}");
        plays_el_ocho(&small_edition(dice, sides, &kept(&singles), &sets, &level));
        plays_el_ocho(&small_edition(dice, sides, &kept(&singles), &sets, ""));
        plays_el_ocho(&small_edition(dice, sides, &kept(&singles), "", ""));
    }
}

#[test]
fn the_largest_editions_are_compiled_or_refused_soon() {
    let plain = "1 = 100, 5 = 50";
    let squares: Vec<i64> = (1..=20).map(|face| 100 * face * face + face).collect();
    for (dice, sides) in [(12, 6), (12, 2), (8, 16), (7, 20), (9, 11), (1, 20)] {
        let all = faces(&squares[..sides as usize]);
        for (singles, may_fail) in
            [(if sides > 4 { plain } else { "1 = 100" }, false), (&all, true)]
        {
            let begin = Instant::now();
            let made = plays_el_ocho(&small_edition(dice, sides, singles, "", ""));
            assert!(made || may_fail, "{dice} dice of {sides} sides");
            // A second where nothing else runs; the rest is for slow and busy machines.
            let took = begin.elapsed();
            assert!(took < Duration::from_secs(20), "{dice} dice of {sides} sides: {took:?}");
        }
    }
    // Every set and every multiple of it at its highest.
    let sets = "sets = { size = 2, points = { 1 = 1000000 }, from = 'PROPOSED' }";
    assert!(!plays_el_ocho(&small_edition(4, 4, "1 = 1", sets, "series = { 3 = 1000000 }")));
}

/// The titles of the faults of an edition's text.
fn faults(text: &str) -> Vec<String> {
    let faults = Edition::parse(Source::new("test.toml", text)).err().unwrap_or_default();
    faults.into_iter().map(|fault| fault.title).collect()
}

#[test]
fn all_faults_of_an_edition_are_named_at_once() {
    let text = SHIPPED
        .replace("count = 8", "count = 0")
        .replace("face = 8", "face = 9")
        .replace("from = \"PROPOSED\"", "from = \"GUESSED\"")
        .replace("level = \"1\"", "level = \"3\"");
    let found = faults(&text);
    let face = "face must be a whole number from 1 to 8";
    for fault in ["number of dice", face, "GUESSED", "unknown level `3`"] {
        assert!(found.iter().any(|found| found.contains(fault)), "{fault}: {found:?}");
    }
    for (was, is) in [("count = 8", "count = 0"), ("sides = 8", "sides = 0")] {
        assert_eq!(faults(&SHIPPED.replacen(was, is, 1)).len(), 1, "{is}");
    }
}

#[test]
fn impossible_editions_are_refused() {
    for (was, is) in [
        ("sides = 8", "sides = 20"),
        ("count = 8", "count = -1"),
        ("count = 8", "count = 1e3"),
        ("points = 8000\nfrom", "points = 0\nfrom"),
        ("{ 1 = 100, 5 = 50 }", "{ 9 = 100 }"),
        ("{ 1 = 100, 5 = 50 }", "{ 1 = -100 }"),
        ("{ 1 = 100, 5 = 50 }", "{ 01 = 100 }"),
        ("size = 3", "size = 1"),
        ("runs = { 8 = 4000 }", "runs = { 9 = 4000 }"),
        ("game = \"el-ocho\"", "game = \"farkle\""),
        ("name = \"El Ocho\"", "name = \" \""),
        ("[level.1]", "[level.\"a,b\"]"),
        ("joker = \"off\"", "jocker = \"off\""),
    ] {
        let text = SHIPPED.replacen(was, is, 1);
        assert_ne!(text, SHIPPED, "{was}");
        assert!(!faults(&text).is_empty(), "{is}");
    }
}

#[test]
fn the_level_decides_the_joker_whatever_the_order() {
    for (settings, changed) in [
        ("joker=off,level=2", &["joker=off", "level=2"][..]),
        ("level=2", &["level=2"]),
        ("joker", &["joker=standard"]),
    ] {
        assert_eq!(common::game(settings).rules.changed(), changed);
    }
    assert_eq!(common::game("joker=off,level=2").rules.title(), "El Ocho, level 2, joker=off");
}
