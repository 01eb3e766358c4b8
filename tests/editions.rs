//! Edition files are written by people: whatever stands in them, the answer is an edition or a list
//! of faults, soon, and never a panic.

use std::sync::Arc;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use pushluck::diagnostic::Source;
use pushluck::games::el_ocho::edition::{Edition, SHIPPED};
use pushluck::games::el_ocho::rules::Rules;
use pushluck::games::el_ocho::turn::Game;

/// Reads a text as far as it goes; tells whether a game came of it.
fn read(text: &str) -> bool {
    let edition = match Edition::parse(Source::new("test.toml", text)) {
        Ok(edition) => Arc::new(edition),
        Err(faults) => {
            assert!(!faults.is_empty(), "refused without a reason");
            for fault in faults {
                assert!(!fault.render(true).is_empty());
            }
            return false;
        }
    };
    let mut made = false;
    for level in 0..edition.levels.len() {
        let mut rules = Rules::of(Arc::clone(&edition));
        rules.level = level;
        rules.joker = rules.level().joker;
        made |= Game::new(rules).is_ok();
    }
    made
}

/// An edition with one level, small enough to be compiled often.
fn edition(dice: i64, sides: i64, singles: &str, sets: &str, level: &str) -> String {
    format!(
        "game = 'el-ocho'\nname = 'Test'\n\
         dice = {{ count = {dice}, sides = {sides}, from = 'PROPOSED' }}\n\
         target = {{ points = 8000, from = 'PROPOSED' }}\n\
         minimum_bank = {{ points = 0, from = 'PROPOSED' }}\n\
         max_turns = {{ turns = 100, from = 'PROPOSED' }}\n\
         singles = {{ points = {{ {singles} }}, from = 'PROPOSED' }}\n\
         {sets}\n\
         joker = {{ face = 1, from = 'PROPOSED' }}\n\
         defaults = {{ level = 'a', variant = 'standard' }}\n\
         [level.a]\njoker = 'standard'\nfrom = 'PROPOSED'\n{level}\n"
    )
}

/// `1 = …, 2 = …` for so many faces.
fn faces(points: &[i64]) -> String {
    let pairs = points.iter().enumerate().map(|(face, points)| format!("{} = {points}", face + 1));
    pairs.collect::<Vec<_>>().join(", ")
}

/// A number as people and their slips write it.
fn number() -> impl Strategy<Value = i64> {
    prop_oneof![
        4 => 0..10_i64,
        4 => 0..1_000_001_i64,
        1 => Just(i64::MAX),
        1 => Just(i64::MIN),
        1 => any::<i64>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_an_edition_or_has_faults(text in any::<String>()) {
        read(&text);
    }

    #[test]
    fn a_damaged_edition_is_an_edition_or_has_faults(
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..12_usize, any::<String>()), 1..4),
    ) {
        let mut text: Vec<char> = SHIPPED.chars().collect();
        for (at, gone, new) in edits {
            let at = at.index(text.len());
            let end = (at + gone).min(text.len());
            text.splice(at..end, new.chars().take(8));
        }
        read(&text.into_iter().collect::<String>());
    }

    #[test]
    fn other_numbers_make_an_edition_or_faults(
        changes in prop::collection::vec((any::<prop::sample::Index>(), number()), 1..6),
    ) {
        // What stands between two words and is a number becomes another one.
        let mut words: Vec<String> = SHIPPED.split_inclusive(' ').map(str::to_owned).collect();
        let is_number = |word: &String| word.trim_end_matches([' ', ',']).parse::<i64>().is_ok();
        let places: Vec<usize> =
            words.iter().enumerate().filter(|(_, word)| is_number(word)).map(|(at, _)| at).collect();
        for (index, value) in changes {
            let word = &mut words[places[index.index(places.len())]];
            *word = word.replace(|c: char| c.is_ascii_digit(), "");
            word.insert_str(0, &value.to_string());
        }
        read(&words.concat());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn any_scoring_makes_a_game_or_a_fault(
        dice in 1..=6_i64,
        sides in 2..=8_i64,
        singles in prop::collection::vec(number(), 0..8),
        sets in prop::collection::vec(number(), 0..8),
        size in 1..8_i64,
        multiplier in number(),
        run in number(),
    ) {
        let kept = |points: &[i64]| faces(&points[..points.len().min(sides as usize)]);
        let sets = format!(
            "sets = {{ size = {size}, points = {{ {} }}, from = 'PROPOSED' }}", kept(&sets)
        );
        let level = format!("series = {{ {dice} = {multiplier} }}\nruns = {{ 2 = {run} }}");
        read(&edition(dice, sides, &kept(&singles), &sets, &level));
        read(&edition(dice, sides, &kept(&singles), &sets, ""));
        read(&edition(dice, sides, &kept(&singles), "", ""));
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
            let made = read(&edition(dice, sides, singles, "", ""));
            assert!(made || may_fail, "{dice} dice of {sides} sides");
            // A second where nothing else runs; the rest is for slow and busy machines.
            let took = begin.elapsed();
            assert!(took < Duration::from_secs(20), "{dice} dice of {sides} sides: {took:?}");
        }
    }
    // Every set and every multiple of it at its highest.
    let sets = "sets = { size = 2, points = { 1 = 1000000 }, from = 'PROPOSED' }";
    assert!(!read(&edition(4, 4, "1 = 1", sets, "series = { 3 = 1000000 }")));
}

#[test]
fn the_shipped_edition_makes_a_game() {
    assert!(read(SHIPPED));
}
