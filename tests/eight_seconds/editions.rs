//! Editions of 8 Seconds: any dice that an edition may have.

use std::sync::Arc;

use proptest::prelude::*;
use pushluck::diagnostic::Source;
use pushluck::games::eight_seconds::compiled::Game;
use pushluck::games::eight_seconds::edition::{Edition, SHIPPED};
use pushluck::games::eight_seconds::rules::Rules;

use crate::eight_seconds::common;
use crate::eight_seconds::common::{NoWatch, play_game};

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
