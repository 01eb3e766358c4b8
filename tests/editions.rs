//! Edition files of any contents give either a list of faults or a game that can be played, and
//! never a panic.

use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::Index;
use pushluck::diagnostic::{Diagnostic, Source};
use pushluck::game::contract::Silent;
use pushluck::game::laws::laws;
use pushluck::game::play::play_anyhow;
use pushluck::games::{eight_seconds, eight_seven_central, el_ocho, long_shot, str8_eight};
use pushluck::run::Definition;

use crate::library::settings;

/// The shipped edition of a game, and a function that reads a text and, if it is an edition, plays
/// it.
type Reader = (&'static str, fn(&str) -> bool);

const READERS: [Reader; 5] = [
    (el_ocho::edition::SHIPPED, plays_el_ocho),
    (eight_seconds::edition::SHIPPED, plays_eight_seconds),
    (eight_seven_central::edition::SHIPPED, reads_eight_seven_central),
    (long_shot::edition::SHIPPED, plays_long_shot),
    (str8_eight::edition::SHIPPED, plays_str8_eight),
];

/// Returns the edition if a text is one. Otherwise checks that its faults can be rendered.
fn read<T>(parse: impl Fn(Arc<Source>) -> Result<T, Vec<Diagnostic>>, text: &str) -> Option<T> {
    let faults = match parse(Source::new("test.toml", text)) {
        Ok(edition) => return Some(edition),
        Err(faults) => faults,
    };
    assert!(!faults.is_empty(), "rejected without a fault");
    for fault in faults {
        assert!(!fault.title.is_empty() && !fault.render(true).is_empty());
    }
    None
}

/// Returns whether a text is an edition with at least one level that makes a game.
fn plays_el_ocho(text: &str) -> bool {
    let Some(edition) = read(el_ocho::edition::Edition::parse, text).map(Arc::new) else {
        return false;
    };
    let made = (0..edition.levels.len()).filter(|level| {
        let mut rules = el_ocho::rules::Rules::of(Arc::clone(&edition));
        rules.level = *level;
        rules.joker = rules.level().joker;
        el_ocho::turn::Game::new(rules).is_ok()
    });
    made.count() > 0
}

fn plays_eight_seconds(text: &str) -> bool {
    let Some(edition) = read(eight_seconds::edition::Edition::parse, text) else { return false };
    let edition = Arc::new(edition);
    let rules = eight_seconds::rules::Rules::of(Arc::clone(&edition));
    eight_seconds::compiled::Game::new(rules, 1).expect("a game");
    // A Bull or Buckle that the dice cannot reach is a fault of the game, not of the edition.
    let all = settings("riders,buckles,vegas,max_turns=5");
    let rules = eight_seconds::rules::Rules::resolve(edition, &all);
    if let Ok(game) = rules.and_then(|rules| eight_seconds::compiled::Game::new(rules, 3)) {
        play_anyhow(&game, 1, 1, &mut Silent);
    }
    true
}

fn reads_eight_seven_central(text: &str) -> bool {
    read(eight_seven_central::edition::Edition::parse, text).is_some()
}

pub(crate) fn plays_long_shot(text: &str) -> bool {
    let Some(edition) = read(long_shot::edition::Edition::parse, text) else { return false };
    let mut rules = long_shot::rules::Rules::of(Arc::new(edition));
    rules.max_turns = 50;
    for solo in [false, true] {
        rules.solo = solo;
        play_anyhow(&long_shot::compiled::Game::new(rules.clone(), 2), 1, 1, &mut Silent);
    }
    true
}

fn plays_str8_eight(text: &str) -> bool {
    let Some(mut edition) = read(str8_eight::edition::Edition::parse, text) else { return false };
    edition.rules.max_turns = edition.rules.max_turns.min(20);
    edition.rules.max_hands = 1;
    for seats in 2..=4 {
        laws(
            &pushluck::games::str8_eight::engine::Str8Eight::game(&edition, seats).expect("a game"),
            1,
        );
    }
    true
}

#[test]
fn the_shipped_editions_make_games() {
    for (shipped, plays) in READERS {
        assert!(plays(shipped), "{shipped}");
    }
}

/// Returns the faults of an edition; `None` for a valid one.
type Faults = fn(Arc<Source>) -> Option<Vec<Diagnostic>>;

/// Each line of `editions/faults.tsv`: a shipped edition with a replaced text has the expected
/// fault at the expected place. Without an expected fault, the edition is valid.
#[test]
fn each_fault_is_shown_at_its_place_with_its_reason() {
    let cell = |cell: &str| cell.replace("\\n", "\n");
    for line in include_str!("editions/faults.tsv").lines().skip(1) {
        let cells: Vec<String> = line.split('\t').map(cell).collect();
        let [game, was, is, says, at] = &cells[..] else { panic!("{line}") };
        let (shipped, faults): (&str, Faults) = match &**game {
            "el-ocho" => {
                (el_ocho::edition::SHIPPED, |text| el_ocho::edition::Edition::parse(text).err())
            }
            "eight-seconds" => (eight_seconds::edition::SHIPPED, |text| {
                eight_seconds::edition::Edition::parse(text).err()
            }),
            "long-shot" => {
                (long_shot::edition::SHIPPED, |text| long_shot::edition::Edition::parse(text).err())
            }
            "str8-eight" => (str8_eight::edition::SHIPPED, |text| {
                str8_eight::edition::Edition::parse(text).err()
            }),
            _ => (eight_seven_central::edition::SHIPPED, |text| {
                eight_seven_central::edition::Edition::parse(text).err()
            }),
        };
        assert!(shipped.contains(was), "{line}");
        let source: Arc<Source> = Source::new("test.toml", shipped.replacen(was, is, 1));
        let found = faults(Arc::clone(&source)).unwrap_or_default();
        let shown = |fault: &Diagnostic| {
            assert!(!fault.span.is_empty(), "{line}");
            let underlined = source.text.lines().nth(source.line(fault.span.start) - 1);
            (fault.title.contains(says) || fault.render(false).contains(says))
                && underlined.is_some_and(|underlined| underlined.contains(at))
        };
        let as_expected = if says.is_empty() { found.is_empty() } else { found.iter().any(shown) };
        assert!(as_expected, "{line}: {found:?}");
    }
}

/// Generates values, among them plausible mistakes.
fn value() -> impl Strategy<Value = String> {
    let other = ["\"1\"", "\"spare\"", "[]", "[[1, 1]]", "[1, 2, 3, 4, 5, 6, 7, 8]"];
    prop_oneof![
        3 => (-2..10_i64).prop_map(|number| number.to_string()),
        3 => (0..300_i64).prop_map(|number| number.to_string()),
        2 => (0..1_000_002_i64).prop_map(|number| number.to_string()),
        2 => any::<i64>().prop_map(|number| number.to_string()),
        1 => prop::sample::select(vec![i64::MIN, i64::MAX]).prop_map(|number| number.to_string()),
        1 => Just("99999999999999999999".to_owned()),
        2 => prop::sample::select(other.to_vec()).prop_map(str::to_owned),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_an_edition_or_has_faults(text in any::<String>()) {
        for (_, plays) in READERS {
            plays(&text);
        }
    }

    #[test]
    fn a_damaged_edition_is_an_edition_or_has_faults(
        edits in prop::collection::vec((any::<Index>(), 0..12_usize, any::<String>()), 1..4),
    ) {
        for (shipped, plays) in READERS {
            let mut text: Vec<char> = shipped.chars().collect();
            for (at, gone, new) in &edits {
                let at = at.index(text.len());
                let end = (at + gone).min(text.len());
                text.splice(at..end, new.chars().take(8));
            }
            plays(&text.into_iter().collect::<String>());
        }
    }

    #[test]
    fn other_values_make_an_edition_or_faults(
        changes in prop::collection::vec((any::<Index>(), value()), 1..4),
    ) {
        for (shipped, plays) in READERS {
            // Each piece after the first begins with a number.
            let mut pieces: Vec<String> = vec![String::new()];
            let mut before = ' ';
            for c in shipped.chars() {
                if c.is_ascii_digit() && !before.is_alphanumeric() {
                    pieces.push(String::new());
                }
                pieces.last_mut().expect("a piece").push(c);
                before = c;
            }
            for (at, value) in &changes {
                let piece = 1 + at.index(pieces.len() - 1);
                let rest = pieces[piece].trim_start_matches(|c: char| c.is_ascii_digit());
                pieces[piece] = format!("{value}{rest}");
            }
            plays(&pieces.concat());
        }
    }

    #[test]
    fn an_edition_with_tables_out_of_place_is_an_edition_or_has_faults(
        edits in prop::collection::vec((any::<Index>(), any::<Index>(), 0..3_u8), 1..4),
    ) {
        // Tables and lines are copied, moved and removed.
        for (shipped, plays) in READERS {
            let end = if edits.len() % 2 == 0 { "\n\n" } else { "\n" };
            let mut parts: Vec<&str> = shipped.split_inclusive(end).collect();
            for (from, to, what) in &edits {
                let part = parts[from.index(parts.len())];
                if *what > 0 {
                    parts.remove(from.index(parts.len()));
                }
                if *what < 2 {
                    parts.insert(to.index(parts.len()), part);
                }
            }
            plays(&parts.concat());
        }
    }
}
