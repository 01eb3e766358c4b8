//! Editions and settings of 8 Seconds.

use pushluck::diagnostic::{Diagnostic, Source};
use pushluck::games::eight_seconds::dice::Face;
use pushluck::games::eight_seconds::edition::{Bull, Colour, Edition, SHIPPED};
use strum::VariantArray as _;

#[test]
fn es_02_es_q36_the_shipped_edition_has_the_components_of_the_box() {
    let edition = Edition::shipped();
    assert_eq!((edition.dice.len(), edition.bulls.len(), edition.tokens), (8, 28, 24));
    assert_eq!((edition.riders.len(), edition.buckles.len()), (20, 12));
    for colour in Colour::VARIANTS {
        let riders = edition.riders.iter().filter(|rider| rider.colour == *colour);
        assert_eq!(riders.count(), 4, "{colour:?}");
    }
}

#[test]
fn es_07_bulls_have_the_dice_points_and_numbers_of_the_rulebook() {
    let edition = Edition::shipped();
    for (dice, points, cards) in [(7, 15, 2), (6, 10, 4), (5, 7, 8), (4, 5, 8), (3, 3, 6)] {
        let like = |bull: &&Bull| (bull.dice(), bull.points) == (dice, points);
        assert_eq!(edition.bulls.iter().filter(like).count(), cards);
    }
}

#[test]
fn es_06_es_27_dice_show_five_values_but_red_and_yellow_ones_no_blank() {
    for die in Edition::shipped().dice {
        let has = |face| die.faces.contains(&face);
        assert!(Face::MOVES.into_iter().all(has) && has(Face::Clown));
        assert_eq!(has(Face::Blank), !["red", "yellow"].contains(&die.colour.as_str()));
    }
}

fn limits(text: &str) -> Vec<Diagnostic> {
    let edition = Edition::parse(Source::new("test.toml", text));
    edition.unwrap_or_else(|faults| panic!("{}", faults[0].title)).limits()
}

#[test]
fn es_q26_a_die_without_a_clown_or_a_kick_is_accepted() {
    let red = "\"turn\", \"turn\", \"buck\", \"buck\", \"kick\", \"clown\"";
    // One die of the first set has no Clown: two tokens replace it, so the Clown Buckle can be
    // attained.
    let two = format!("dice = 2\nfaces = [{red}]\nfrom = \"PROPOSED\"");
    let one = two.replace("dice = 2", "dice = 1");
    let other = format!(
        "{one}\n\n[[dice]]\nset = \"proposed\"\ncolour = \"red\"\n{}",
        one.replace("clown", "kick").replace("PROPOSED", "BOX")
    );
    assert!(limits(&SHIPPED.replacen(&two, &other, 1)).is_empty());
    // Two such dice: the Clown Buckle cannot be attained, which rules out only games with Buckles.
    let found = limits(&SHIPPED.replacen(red, &red.replace("clown", "kick"), 1));
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(!found[0].is_error() && found[0].title.contains("cannot attain this Buckle"));
    // With red dice without a Kick every Bull can be ridden.
    let found = limits(&SHIPPED.replacen(red, &red.replace("kick", "turn"), 1));
    assert!(found.iter().all(|fault| !fault.is_error()), "{found:#?}");
}

#[test]
fn dice_that_cannot_show_a_move_are_reported_at_the_card() {
    // No green or blue die of the first set shows a Kick: eight Kicks cannot be shown.
    let text = SHIPPED.replace("\"kick\", \"blank\", \"blank\"", "\"buck\", \"blank\", \"blank\"");
    let found = limits(&text);
    assert!(found.iter().any(|fault| fault.title.contains("too few of them show kick")));
    let line = |fault: &Diagnostic| text[..fault.span.start].lines().count();
    assert!(found.iter().all(|fault| line(fault) > 200), "{found:#?}");
    // No die shows a Kick: the Bulls cannot be ridden either.
    let found = limits(&SHIPPED.replace("\"kick\"", "\"buck\""));
    let bulls = |fault: &&Diagnostic| fault.title.contains("cannot ride this Bull");
    assert!(found.iter().filter(bulls).any(Diagnostic::is_error));
}
