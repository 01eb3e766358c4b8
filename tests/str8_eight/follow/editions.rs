//! Edition files are written by people: whatever stands in them, the answer is a list of faults or a
//! game that keeps the laws.

use proptest::prelude::*;
use pushluck::diagnostic::Source;
use pushluck::game::contract::Luck;
use pushluck::game::frame::Setup;
use pushluck::game::laws::laws;
use pushluck::games::str8_eight::edition::SHIPPED;
use pushluck::games::str8_eight::setup::Title;
use pushluck::sim::luck::{Domain, UnitLuck};

use super::kits;
use super::pair::text;

/// Reads a text, and plays if it is an edition; tells whether it is.
fn read(text: &str) -> bool {
    let mut rules = match Title::edition(Source::new("test.toml", text)) {
        Ok(rules) => rules,
        Err(faults) => {
            assert!(!faults.is_empty(), "refused without a reason");
            for fault in faults {
                assert!(!fault.title.is_empty() && !fault.render(true).is_empty());
            }
            return false;
        }
    };
    rules.edition.max_turns = rules.edition.max_turns.min(20);
    rules.edition.max_hands = 1;
    for seats in 2..=4 {
        laws(&Title::game(&rules, seats).expect("a game"), 1);
    }
    true
}

/// Of so many texts with some of their numbers changed, how many are editions.
fn editions_among(texts: u64, text: impl Fn(u64) -> String, changes: u32) -> u64 {
    let made = (0..texts).filter(|number| {
        let mut luck = UnitLuck::new(9, Domain::Cards, *number).turn(0).rng();
        let text = text(*number);
        let pieces = text.split_inclusive(|c: char| !c.is_ascii_digit());
        let mut pieces: Vec<String> = pieces.map(str::to_owned).collect();
        let is_number = |piece: &String| piece.starts_with(|c: char| c.is_ascii_digit());
        let places: Vec<usize> = (0..pieces.len()).filter(|at| is_number(&pieces[*at])).collect();
        for _ in 0..luck.below(changes + 1) {
            let piece = &mut pieces[places[luck.below(places.len() as u32) as usize]];
            let new = match luck.below(8) {
                0 => "-1".to_owned(),
                1 => "1000001".to_owned(),
                2 => "99999999999999999999".to_owned(),
                3 => (200 + luck.below(100)).to_string(),
                _ => luck.below(66).to_string(),
            };
            *piece = new + piece.trim_start_matches(|c: char| c.is_ascii_digit());
        }
        read(&pieces.concat())
    });
    made.count() as u64
}

#[test]
fn other_numbers_make_an_edition_or_faults() {
    let made = editions_among(300, |_| SHIPPED.to_owned(), 3);
    assert!((50..200).contains(&made), "{made}");
    let deck =
        |number| text(&kits::random(&mut UnitLuck::new(10, Domain::Cards, number).turn(0).rng()));
    let made = editions_among(300, deck, 2);
    assert!((50..200).contains(&made), "{made}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

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
    fn an_edition_with_tables_out_of_place_is_an_edition_or_has_faults(
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<bool>()), 1..4),
    ) {
        // Tables are copied or moved, lines within them copied or moved.
        for end in ["\n\n", "\n"] {
            let mut parts: Vec<&str> = SHIPPED.split_inclusive(end).collect();
            for (from, to, moved) in &edits {
                let part = parts[from.index(parts.len())];
                if *moved {
                    parts.remove(from.index(parts.len()));
                }
                parts.insert(to.index(parts.len()), part);
            }
            read(&parts.concat());
        }
    }
}
