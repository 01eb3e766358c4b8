//! Editions and settings of 8 Seconds.

use pushluck::diagnostic::{Diagnostic, Source};
use pushluck::games::eight_seconds::dice::Face;
use pushluck::games::eight_seconds::edition::{Ability, Bull, Colour, Edition, SHIPPED};
use strum::VariantArray as _;

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
