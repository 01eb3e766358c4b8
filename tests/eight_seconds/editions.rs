//! Editions and settings of 8 Seconds.

use std::sync::Arc;

use proptest::prelude::*;
use pushluck::diagnostic::{Diagnostic, Source};
use pushluck::error::Error;
use pushluck::games::eight_seconds::compiled::Game;
use pushluck::games::eight_seconds::dice::{Counts, Face, highest, lowest};
use pushluck::games::eight_seconds::edition::{Ability, Bull, Colour, DiceSet, Edition, SHIPPED};
use pushluck::games::eight_seconds::rules::{Rules, SETTINGS};
use strum::VariantArray as _;

use crate::eight_seconds::common::{Player, Random, play_game};
use crate::library::settings;

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// Any dice that an edition may have play a game.
    #[test]
    fn other_faces_make_an_edition_or_faults(
        changes in prop::collection::vec((0..24_usize, 0..5_usize), 1..10),
        game in any::<u64>(),
    ) {
        let names = ["turn", "buck", "kick", "clown", "blank"];
        let mut faces: Vec<String> = Vec::new();
        let mut text = String::new();
        for line in SHIPPED.lines() {
            if let Some(list) = line.strip_prefix("faces = [") {
                faces.extend(list.trim_end_matches(']').split(", ").map(str::to_owned));
                text.push_str("faces = [@]\n");
            } else {
                text.push_str(line);
                text.push('\n');
            }
        }
        for (at, face) in changes {
            faces[at] = format!("\"{}\"", names[face]);
        }
        for six in faces.chunks(6) {
            text = text.replacen('@', &six.join(", "), 1);
        }
        if let Ok(edition) = Edition::parse(Source::new("test.toml", text)) {
            let all = [("riders", None), ("buckles", None), ("vegas", None)]
                .map(|(key, value): (&str, Option<String>)| (key.to_owned(), value));
            // Dice with which a Bull or a Buckle is out of reach are faults of what is played.
            let Ok(rules) = Rules::resolve(Arc::new(edition), &all) else { return Ok(()) };
            let compiled = Game::new(rules, 3).expect("enough Riders");
            play_game(&compiled, &[&Random as &Player; 3], 1, game);
        }
    }
}

#[test]
fn es_02_es_q36_the_shipped_edition_has_the_components_of_the_box() {
    let edition = Edition::shipped();
    assert_eq!((edition.dice.len(), edition.bulls.len(), edition.tokens), (8, 28, 24));
    assert_eq!((edition.riders.len(), edition.buckles.len()), (20, 12));
    let uses: u8 = edition.riders.iter().map(|rider| rider.uses).sum();
    assert_eq!(uses, 6);
    for colour in Colour::VARIANTS {
        let riders = edition.riders.iter().filter(|rider| rider.colour == *colour);
        assert_eq!(riders.count(), 4, "{colour:?}");
    }
    for ability in Ability::ALL {
        let having = edition.riders.iter().filter(|rider| rider.ability == *ability);
        assert_eq!(having.count(), 1, "{}", ability.name());
    }
}

#[test]
fn es_07_bulls_have_the_dice_points_and_numbers_of_the_rulebook() {
    let edition = Edition::shipped();
    for (dice, points, cards) in [(7, 15, 2), (6, 10, 4), (5, 7, 8), (4, 5, 8), (3, 3, 6)] {
        let like = |bull: &&Bull| (bull.dice(), bull.points) == (dice, points);
        assert_eq!(edition.bulls.iter().filter(like).count(), cards);
    }
    let sums = edition.bulls.iter().fold([0; 3], |sums: [u32; 3], bull| {
        std::array::from_fn(|face| sums[face] + u32::from(bull.moves[face]))
    });
    assert_eq!(sums, [43, 42, 43]);
}

#[test]
fn es_27_red_and_yellow_dice_have_no_blank() {
    for die in Edition::shipped().dice {
        let blanks = die.faces.contains(&Face::Blank);
        assert_eq!(blanks, !["red", "yellow"].contains(&die.colour.as_str()));
        assert!(die.faces.contains(&Face::Clown));
    }
}

fn limits(text: &str) -> Vec<Diagnostic> {
    let edition = Edition::parse(Source::new("test.toml", text));
    edition.unwrap_or_else(|faults| panic!("{}", faults[0].title)).limits()
}

#[test]
fn the_shipped_dice_come_in_three_sets_with_which_all_can_be_done() {
    let edition = Edition::shipped();
    let faces = |set: &DiceSet, wanted: Face| {
        set.dice.iter().flat_map(|die| die.faces).filter(|face| *face == wanted).count()
    };
    let sets: Vec<_> = edition
        .dice_sets
        .iter()
        .map(|set| (set.name.as_str(), faces(set, Face::Clown), faces(set, Face::Blank)))
        .collect();
    assert_eq!(sets, [("proposed", 10, 8), ("fewer-clowns", 8, 4), ("more-clowns", 12, 6)]);
    for set in &edition.dice_sets {
        let [turns, bucks, kicks] = Face::MOVES.map(|face| faces(set, face));
        assert!(turns == bucks && bucks == kicks, "{}", set.name);
    }
    assert!(edition.limits().is_empty());
}

#[test]
fn es_q26_a_die_without_a_clown_or_a_kick_is_accepted() {
    let red = "\"turn\", \"turn\", \"buck\", \"buck\", \"kick\", \"clown\"";
    // One die of the first set without a Clown: with two tokens the Clown Buckle is attained.
    let two = format!("dice = 2\nfaces = [{red}]\nfrom = \"PROPOSED\"");
    let one = two.replace("dice = 2", "dice = 1");
    let other = format!(
        "{one}\n\n[[dice]]\nset = \"proposed\"\ncolour = \"red\"\n{}",
        one.replace("clown", "kick").replace("PROPOSED", "BOX")
    );
    assert!(limits(&SHIPPED.replacen(&two, &other, 1)).is_empty());
    // Two such dice: the Clown Buckle is out of reach, a fault of games with Buckles alone.
    let found = limits(&SHIPPED.replacen(red, &red.replace("clown", "kick"), 1));
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(!found[0].is_error() && found[0].title.contains("cannot attain this Buckle"));
    // Red dice without a Kick ride every Bull.
    let found = limits(&SHIPPED.replacen(red, &red.replace("kick", "turn"), 1));
    assert!(found.iter().all(|fault| !fault.is_error()), "{found:#?}");
}

#[test]
fn dice_that_cannot_show_a_move_are_reported_at_the_card() {
    // No green or blue die of the first set shows a Kick: eight Kicks are out of reach.
    let text = SHIPPED.replace("\"kick\", \"blank\", \"blank\"", "\"buck\", \"blank\", \"blank\"");
    let found = limits(&text);
    assert!(found.iter().any(|fault| fault.title.contains("too few of them show kick")));
    let line = |fault: &Diagnostic| text[..fault.span.start].lines().count();
    assert!(found.iter().all(|fault| line(fault) > 200), "{found:#?}");
    // No die shows a Kick: neither can the Bulls be ridden.
    let found = limits(&SHIPPED.replace("\"kick\"", "\"buck\""));
    let bulls = |fault: &&Diagnostic| fault.title.contains("cannot ride this Bull");
    assert!(found.iter().filter(bulls).any(Diagnostic::is_error));
}

#[test]
fn keys_are_sorted_and_changed_settings_are_listed_in_their_order() {
    assert!(SETTINGS.is_sorted_by_key(|setting| setting.key.name));
    let changed = |list: &str| {
        let rules = Rules::resolve(Arc::new(Edition::shipped()), &settings(list));
        rules.unwrap_or_else(|error| panic!("{error}")).changed().join(",")
    };
    assert_eq!(changed("vegas=off,riders=off"), "");
    assert_eq!(changed("vegas"), "vegas=on");
    let all = "black_riders=off,buckles=replaced,bulls=4,dice=more-clowns,length=buckle,\
               max_turns=1000,open_buckles=5,riders=on,supply=unlimited,tokens=2,\
               vegas=public+diminishing";
    assert_eq!(all.split(',').count(), SETTINGS.len());
    let reversed: Vec<&str> = all.split(',').rev().collect();
    assert_eq!(changed(&reversed.join(",")), all);
}

#[test]
fn unknown_settings_are_refused_with_a_way_out() {
    for (list, reason) in [
        ("rider", "did you mean `riders`?"),
        ("pots", "write `vegas=pots`"),
        ("vegas=pot", "did you mean `pots`?"),
        ("vegas=on+pots", "mixes"),
        ("tokens=3", "from 0 to 2"),
        ("tokens", "needs a value"),
        ("length=buckle", "add `buckles`"),
        ("bulls=30", "only 28"),
        ("supply", "needs a value"),
    ] {
        match Rules::resolve(Arc::new(Edition::shipped()), &settings(list)).unwrap_err() {
            Error::Input { message, help } => {
                assert!(format!("{message}; {help:?}").contains(reason), "{list}: {message}");
            }
            other => panic!("{other}"),
        }
    }
    let rules = |list| Rules::resolve(Arc::new(Edition::shipped()), &settings(list)).unwrap();
    let few = rules("riders,black_riders=off");
    assert!(few.check_players(8).is_ok() && few.check_players(9).is_err());
    assert!(few.check_players(0).is_err());
}

#[test]
fn counts_compare_like_lists() {
    let lists: Vec<[u8; 5]> = (0..9_u8)
        .flat_map(|t| (0..9 - t).map(move |b| [t, b, (8 - t - b) / 2, (t + b) % 3, 8 - t - b]))
        .collect();
    for have in &lists {
        for need in &lists {
            let (h, n) = (Counts::new(*have), Counts::new(*need));
            assert_eq!(h.contains(n), have.iter().zip(need).all(|(have, need)| have >= need));
            let missing = std::array::from_fn(|face| need[face].saturating_sub(have[face]));
            assert_eq!(h.missing(n), Counts::new(missing));
            assert_eq!(
                h.max(n),
                Counts::new(std::array::from_fn(|face| need[face].max(have[face])))
            );
        }
    }
    assert_eq!([lowest(0b1101_1000, 2), lowest(0b11, 5)], [0b0001_1000, 0b11]);
    assert_eq!([highest(0b1101_1000, 2), highest(0b11, 5)], [0b1100_0000, 0b11]);
}
