//! Editions of 8 Seconds: exact first-roll chances against play, for the shipped dice and for
//! easier ones, and any dice that an edition may have.

use std::sync::Arc;

use proptest::prelude::*;
use pushluck::diagnostic::Source;
use pushluck::games::eight_seconds::compiled::Game;
use pushluck::games::eight_seconds::dice::{Counts, Dice, Face, ROLLS};
use pushluck::games::eight_seconds::edition::{Edition, SHIPPED};
use pushluck::games::eight_seconds::event::Event;
use pushluck::games::eight_seconds::rules::Rules;
use pushluck::games::eight_seconds::state::State;

use crate::eight_seconds::common;
use crate::eight_seconds::common::{NoWatch, Silent, Watch, play_game, play_turn};

const EASIER: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/editions/eight-seconds-easier.toml"));

fn edition(text: &str) -> Game {
    let edition = Edition::parse(Source::new("test.toml", text))
        .unwrap_or_else(|faults| panic!("{}", faults[0]));
    Game::new(Rules::of(Arc::new(edition)), 1).unwrap_or_else(|error| panic!("{error}"))
}

/// The first roll of a turn.
struct First(Option<Dice>);

impl Watch for First {
    fn told(&mut self, _: &State, event: &Event) {
        if let (None, Event::Rolled { dice, .. }) = (self.0, event) {
            self.0 = Some(*dice);
        }
    }
}

#[test]
fn es_31_first_rolls_agree_with_their_exact_chances() {
    const TURNS: u64 = 200_000;
    for (text, clown_out) in [(SHIPPED, 0.22), (EASIER, 0.135)] {
        let game = edition(text);
        let exact = f64::from(game.chances.clown_outs()) / f64::from(ROLLS);
        assert!((exact - clown_out).abs() < 0.005, "{exact}");
        let mut clown_outs = 0;
        let mut rides = vec![0; game.bulls.len()];
        let needs: Vec<Counts> = game
            .bulls
            .iter()
            .map(|bull| Counts::new([bull.moves[0], bull.moves[1], bull.moves[2], 0, 0]))
            .collect();
        for turn in 0..TURNS {
            let mut first = First(None);
            play_turn(&game, None, &[&Silent], (11, turn), &mut first);
            let counts = first.0.expect("a first roll").counts();
            let out = counts.of(Face::Clown) >= 3;
            clown_outs += u32::from(out);
            for (rides, needs) in rides.iter_mut().zip(&needs) {
                *rides += u32::from(!out && counts.contains(*needs));
            }
        }
        let agrees = |what: &str, seen: u32, weight: u32| {
            let p = f64::from(weight) / f64::from(ROLLS);
            let error = (p * (1.0 - p) / TURNS as f64).sqrt();
            let z = (f64::from(seen) / TURNS as f64 - p) / error;
            assert!(z.abs() < 4.0, "{what}: {z} standard errors from {p}");
        };
        agrees("Clown Out", clown_outs, game.chances.clown_outs());
        for ((bull, rides), needs) in game.bulls.iter().zip(&rides).zip(&needs) {
            agrees(&format!("{:?}", bull.moves), *rides, game.chances.first_rides(*needs));
        }
    }
}

/// The means of the rules file for the shipped dice, over the Bulls of a size.
#[test]
fn first_rides_of_the_shipped_dice_are_those_of_the_table() {
    let game = edition(SHIPPED);
    for (dice, mean) in [(3, 0.37), (4, 0.23), (5, 0.12), (6, 0.054), (7, 0.015)] {
        let sized: Vec<f64> = game
            .bulls
            .iter()
            .filter(|bull| bull.dice() == dice)
            .map(|bull| {
                let [t, b, k] = bull.moves;
                let rides = game.chances.first_rides(Counts::new([t, b, k, 0, 0]));
                f64::from(rides) / f64::from(ROLLS)
            })
            .collect();
        let found = sized.iter().sum::<f64>() / sized.len() as f64;
        assert!((found - mean).abs() < 0.006, "{dice} dice: {found}");
    }
}

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
            let seats = vec![common::random(); 3];
            play_game(&compiled, &seats, (1, game), &mut NoWatch);
        }
    }
}
