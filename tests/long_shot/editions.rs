//! Editions of Long Shot: texts that are no edition are refused with place and reason.

use std::sync::Arc;

use proptest::prelude::*;
use pushluck::diagnostic::{Diagnostic, Source};
use pushluck::games::long_shot::edition::{Edition, SHIPPED};
use pushluck::games::long_shot::rules::Rules;

use crate::editions::plays_long_shot;

fn faults(text: &str) -> Vec<Diagnostic> {
    Edition::parse(Source::new("test.toml", text)).err().unwrap_or_default()
}

#[test]
fn impossible_editions_are_refused_with_place_and_reason() {
    let second_set1_horse = (
        "name = \"Golden Corral\"\nnumber = 1\nset = \"2\"",
        "name = \"Golden Corral\"\nnumber = 1\nset = \"1\"",
    );
    for (was, is, reason) in [
        ("game = \"long-shot\"", "game = \"el-ocho\"", "this is an edition of"),
        ("name = \"Long Shot: The Dice Game\"", "name = \" \"", "needs a name"),
        ("odds = [5, 4, 3]\n", "", "needs `odds`"),
        ("odds = [5, 4, 3]", "odds = [5, 4]", "`odds` has 2 numbers, not 3"),
        ("odds = [5, 4, 3]", "odds = [5, 4, -3]", "a multiplier must be a whole number from 0"),
        (
            "past_line = 1\n",
            "past_line = 1000\n",
            "a multiplier must be a whole number from 0 to 100",
        ),
        ("[[numbers]]\nnumber = 2", "[[numbers]]\nnumber = 1", "number 1 is there twice"),
        ("[[numbers]]\nnumber = 2", "[[numbers]]\nnumber = 9", "the number of a horse must be"),
        ("bar = [6]", "bar = [9]", "the number of a horse must be a whole number from 1 to 8"),
        ("bar = [1, 4]", "bar = [1, 1]", "marked twice"),
        ("cost = 10", "cost = -1", "a cost must be a whole number from 0"),
        ("[7, 2, 6, 3]", "[7, 4, 6, 4]", "the grid has the number 4 three times"),
        ("[7, 2, 6, 3]", "[7, 2, 6, 0]", "the number of a horse must be"),
        ("[7, 2, 6, 3]", "[7, 2, 6]", "four rows of four numbers"),
        ("tiles = 3", "tiles = 0", "the tiles of a kind must be a whole number from 1"),
        ("tiles = 3", "tiles = 9", "there are 18 Concession Bonuses, not 8 to 16"),
        ("bonus = \"one_back\"", "bonus = \"two_back\"", "the bonus `two_back` is there twice"),
        ("bonus = \"one_back\"", "bonus = \"on_back\"", "unknown Concession Bonus"),
        ("bonus = \"horse\"\ntiles = 1", "bonus = \"horse\"\ntiles = 1\nnumber = 1", "no `number`"),
        ("tiles = 1\nnumber = 3", "tiles = 1", "needs `number`"),
        (
            "cells = [[1, 1], [2, 2]",
            "cells = [[1, 5], [2, 2]",
            "a column must be a whole number from 1 to 4",
        ),
        ("cells = [[1, 1], [2, 2]", "cells = [[1], [2, 2]", "each of `cells` has 2 numbers"),
        (
            "[[1, 1], [2, 2], [3, 3], [4, 4]]",
            "[[1, 1], [1, 2], [1, 3], [1, 4]]",
            "no row or column",
        ),
        ("bets = [[1, 2], [6, 4]]", "bets = [[1, 2], [1, 4]]", "bets on the horse twice"),
        (
            "bets = [[1, 2], [6, 4]]",
            "bets = [[1, 0], [6, 4]]",
            "a starting bet must be a whole number from 1",
        ),
        ("bets = [[1, 2], [6, 4]]", "bets = [[0, 2], [6, 4]]", "the number of a horse must be"),
        (second_set1_horse.0, second_set1_horse.1, "set 1 has two horses of number 1"),
        (
            "number = 8\nset = \"2\"",
            "number = 8\nset = \"spare\"",
            "set 2 has no horse of number 8",
        ),
        ("name = \"Golden Corral\"", "name = \"chain reaction!\"", "two horses are called"),
        ("name = \"Golden Corral\"", "name = \"Mixed\"", "cannot be called `mixed`"),
        ("name = \"Golden Corral\"", "name = \"?\"", "a horse needs a name"),
        ("set = \"spare\"", "set = \"4\"", "unknown set of horses"),
        ("ability = \"line_pays\"", "ability = \"lines_pay\"", "unknown ability"),
        ("ability = \"line_pays\"\ndollars = 1", "ability = \"line_pays\"", "needs `dollars`"),
        ("ability = \"line_pays\"", "ability = \"line_pays\"\nspaces = 1", "has no `spaces`"),
        ("player = 12", "player = -12", "the money of a player must be a whole number from 0"),
        ("roland = 20", "roland = 2000", "Roland's money must be a whole number from 0 to 1000"),
        ("dollars = [35, 25, 15]", "dollars = [35, 25]", "`dollars` has 2 numbers, not 3"),
        ("no_bet = 11", "no_bet = 16", "the No Bet line lies beyond the track"),
        (
            "spaces = 15  ",
            "spaces = 200  ",
            "the spaces of the track must be a whole number from 2 to 100",
        ),
        ("faces = [1, 2, 2, 2, 3, 3]", "faces = [1, 2, 2, 2, 3, 4]", "a face of the movement die"),
        ("faces = [1, 2, 2, 2, 3, 3]", "faces = [1, 2, 2, 2, 3]", "`faces` has 5 numbers, not 6"),
        (
            "faces = [1, 2, 3, 4, 5, 6, 7, 8]",
            "faces = [1, 2, 3, 4, 5, 6, 7, 9]",
            "of a horse must be",
        ),
        ("most = 3", "most = 4", "the most of a bet must be a whole number from 1 to 3"),
        (
            "count = 3\nfrom",
            "count = 9\nfrom",
            "the Wild Numbers must be a whole number from 0 to 8",
        ),
        ("turns = 200", "turns = 0", "max_turns must be a whole number from 1"),
        ("rows_pay = \"at_scoring\"", "rows_pay = \"never\"", "unknown reading"),
        ("movement = 3", "movement = 2", "column 2 is there twice"),
        ("movement = 3", "movement = 4", "a column must be a whole number from 1 to 3"),
        ("horse = \"own_lead\", from", "horse = \"own_leed\", from", "has no horse `own_leed`"),
        ("horse = \"all_own\", from", "horse = \"player_lead\", from", "`mark` has no horse"),
        ("action = \"gain\", gain = 4", "action = \"gain\"", "needs `gain`"),
        ("action = \"gain\", gain = 1,", "action = \"buy\", horse = \"1\",", "always be possible"),
        ("action = \"mark\", horse = \"7\"", "action = \"mork\", horse = \"7\"", "unknown action"),
        ("horse = \"7\", from", "horse = \"7\", dollars = 2, from", "has no `dollars`"),
        ("from = \"FOUND\"", "from = \"GUESSED\"", "unknown source"),
        ("[grid]", "[grids]", "has no key `grids`"),
    ] {
        assert!(SHIPPED.contains(was), "{was}");
        let found = faults(&SHIPPED.replacen(was, is, 1));
        assert!(
            found.iter().any(|fault| fault.title.contains(reason)),
            "{is}: {:?}",
            found.iter().map(|fault| &fault.title).collect::<Vec<_>>()
        );
        for fault in found {
            assert!(!fault.span.is_empty(), "{is}");
            assert!(!fault.render(false).is_empty());
        }
    }
}

#[test]
fn all_faults_are_told_at_once() {
    let text = SHIPPED
        .replacen("bar = [6]", "bar = [9]", 1)
        .replacen("player = 12", "player = -12", 1)
        .replacen("ability = \"line_pays\"", "ability = \"lines_pay\"", 1);
    assert_eq!(faults(&text).len(), 3);
}

#[test]
fn more_players_than_starting_cards_are_refused() {
    let text: String = match SHIPPED.rsplit_once("[[starting_cards]]") {
        Some((before, last)) => {
            let rest = last.find("# The horses.").map_or("", |at| &last[at..]);
            format!("{before}{rest}")
        }
        None => unreachable!("there are Starting Cards"),
    };
    let edition = Edition::parse(Source::new("test.toml", text)).expect("seven will do");
    assert_eq!(Rules::of(Arc::new(edition)).seats(), 2..=7);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// Moves and figures as large as an edition allows.
    #[test]
    fn large_figures_do_not_overflow(
        spaces in 1..=100_u8,
        dollars in 1..=100_u8,
        track in 12..=100_u8,
    ) {
        let text = SHIPPED
            .replace("dollars = 2\n", &format!("dollars = {dollars}\n"))
            .replace("spaces = 1\n", &format!("spaces = {spaces}\n"))
            .replace("spaces = 2 }", &format!("spaces = {spaces} }}"))
            .replace("number = 3\nfrom", &format!("number = {dollars}\nfrom"))
            .replacen("spaces = 15 ", &format!("spaces = {track} "), 1);
        plays_long_shot(&text);
    }
}
