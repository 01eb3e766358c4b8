//! Other games of El Ocho's family, played from an edition file alone and proved by counts of
//! their own: every ordered roll of six common dice, and the known figures of Pig.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pushluck::diagnostic::Source;
use pushluck::games::el_ocho::edition::{Edition, SHIPPED};
use pushluck::games::el_ocho::rules::Rules;
use pushluck::games::el_ocho::scoring::Verdict;
use pushluck::games::el_ocho::turn::Game;

use crate::el_ocho::common::anyone::Anyone;
use crate::el_ocho::common::{
    PIG, SIX_DICE, assert_fits, edition, engines, game, game_of, keeps, of_turns, sit, tally, turns,
};

#[test]
fn draws_of_any_dice_are_not_biased() {
    let game = game_of(edition(SIX_DICE), "");
    for dice in 1..=6 {
        let table = game.table(dice);
        assert!(table.alias().is_none(), "not a power of two of rolls");
        // Each ordered roll as often as any other: all words up to a multiple of the rolls.
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
}

/// Weights that anybody can count: no 1, no 5 and no three alike, and a run.
#[test]
fn six_dice_score_as_anybody_can_count() {
    let game = game_of(edition(SIX_DICE), "");
    let figures = (game.dice(), game.points(game.target), game.points(game.min_bank));
    assert_eq!(figures, (6, 10_000, 350));
    let run = "1 2 3 4 5 6";
    assert_eq!(keeps(&game, run), [(1500, 6), (150, 2), (100, 1), (50, 1)]);
    let run = game.scoring.verdict(&[0, 1, 1, 1, 1, 1, 1]);
    for (dice, verdict, weight) in
        [(1, &Verdict::Bust, 4), (6, &Verdict::Bust, 1440), (6, &run, 720)]
    {
        let classes = game.table(dice).classes().iter();
        let found = classes.filter(|class| class.verdict == *verdict).map(|class| class.weight);
        assert_eq!(found.collect::<Vec<_>>(), [weight]);
    }
}

/// A die of eight makes Pig a game for the fast engines, and one of few states: even players who
/// count their rolls stay on the machine until the count stops at 15.
#[test]
fn every_engine_counts_rolls_up_to_15() {
    let mut edition = edition(PIG);
    edition.sides = 8;
    edition.singles.extend([7, 8]);
    edition.sets.resize(9, 0);
    let game = game_of(edition, "");
    assert!(game.table(1).alias().is_some());
    let stops_after = |rolls| {
        let player = Anyone { rolls: Some(rolls), ..Anyone::holding(u32::MAX) };
        sit(&game, &player)
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

/// The known figures of a hold-at-20 turn of Pig, by every engine.
#[test]
fn pig_held_at_20_has_its_known_figures() {
    const TURNS: u64 = 250_000;
    let game = game_of(edition(PIG), "");
    // With the chance of each total by recursion.
    let mut reach = [0.0; 26];
    reach[0] = 1.0;
    for points in 0..20 {
        for face in 2..=6 {
            reach[points + face] += reach[points] / 6.0;
        }
    }
    for isa in engines() {
        let counted = tally(&turns(&game, &[Anyone::holding(20)], 1, isa), TURNS, 2);
        let endings = &of_turns(&counted)[0].endings;
        assert_fits("busts", endings.lost(), TURNS, 0.624_540_834_2);
        for (points, reached) in reach.iter().enumerate().skip(20) {
            assert_fits(&format!("{points} points"), endings.banked[points], TURNS, *reached);
        }
    }
}

#[test]
fn the_largest_editions_are_compiled_or_refused_soon() {
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
            // A second where nothing else runs; the rest is for slow and busy machines.
            let took = begin.elapsed();
            assert!(took < Duration::from_secs(20), "{dice} dice of {sides} sides: {took:?}");
        }
    }
}

#[test]
fn all_faults_of_an_edition_are_named_at_once_and_none_follows_from_another() {
    let faults = |changes: &[(&str, &str)]| -> Vec<String> {
        let change = |text: String, (was, is): &(&str, &str)| text.replacen(was, is, 1);
        let text = changes.iter().fold(SHIPPED.to_owned(), change);
        let faults = Edition::parse(Source::new("test.toml", text)).err().unwrap_or_default();
        faults.into_iter().map(|fault| fault.title).collect()
    };
    let found = faults(&[
        ("count = 8", "count = 0"),
        ("face = 8", "face = 9"),
        ("from = \"PROPOSED\"", "from = \"GUESSED\""),
        ("level = \"1\"", "level = \"3\""),
    ]);
    let face = "face must be a whole number from 1 to 8";
    for fault in ["number of dice", face, "GUESSED", "unknown level `3`"] {
        assert!(found.iter().any(|found| found.contains(fault)), "{fault}: {found:?}");
    }
    for change in [("count = 8", "count = 0"), ("sides = 8", "sides = 0")] {
        assert_eq!(faults(&[change]).len(), 1, "{change:?}");
    }
}

#[test]
fn the_level_decides_the_joker_whatever_the_order() {
    for (settings, changed) in [
        ("joker=off,level=2", &["joker=off", "level=2"][..]),
        ("level=2", &["level=2"]),
        ("joker", &["joker=standard"]),
    ] {
        assert_eq!(game(settings).rules.changed(), changed);
    }
    assert_eq!(game("joker=off,level=2").rules.title(), "El Ocho, level 2, joker=off");
}
