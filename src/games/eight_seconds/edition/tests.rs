use super::*;

fn faults(text: &str) -> Vec<Diagnostic> {
    Edition::parse(Source::new("test.toml", text)).err().unwrap_or_default()
}

#[test]
fn es_02_the_shipped_edition_has_the_components_of_the_box() {
    let edition = Edition::shipped();
    assert_eq!((edition.dice.len(), edition.bulls.len(), edition.tokens), (8, 28, 24));
    assert_eq!((edition.riders.len(), edition.buckles.len()), (20, 12));
    let uses: u8 = edition.riders.iter().map(|rider| rider.uses).sum();
    assert_eq!(uses, 6);
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

#[test]
fn impossible_editions_are_refused_with_place_and_reason() {
    for (was, is, reason) in [
        ("dice = 8", "dice = 9", "the game has 8 dice"),
        ("dice = 2\nfaces", "dice = 1\nfaces", "the box has 8 dice but the lists have 7"),
        ("set = \"proposed\"", "set = \"two words\"", "no name of a set of dice"),
        ("bulls = 28", "bulls = 27", "the box has 27 bulls but the lists have 28"),
        ("riders = 20", "riders = 21", "but the lists have 20"),
        ("buckles = 12", "buckles = 11", "but the lists have 12"),
        ("ability_tokens = 6", "ability_tokens = 5", "6 limited uses"),
        ("dice = 7\npoints", "dice = 9\npoints", "from 1 to 8"),
        ("\"3-2-2\"", "\"3-3-3\"", "must ask for 7 dice"),
        ("\"3-2-2\"", "\"3-2\"", "no list of moves"),
        ("\"3-2-2\"", "\"3-2-2-\"", "no list of moves"),
        ("single = 6", "single = -6", "a payoff must be a whole number from 0"),
        ("double = 20", "double = 14", "less than nothing"),
        ("sell = 5", "sell = 8", "pay more for a token"),
        ("ability = \"two_bulls\"", "ability = \"two_bull\"", "unknown ability"),
        ("tokens = 1\nnumber = 2", "number = 2", "needs `tokens`"),
        ("ability = \"two_bulls\"", "ability = \"two_bulls\"\nuses = 1", "has no `uses`"),
        ("dice = \"8-0-0-0\"", "dice = \"7-0-0-0\"", "asks for 8 dice"),
        ("dice = \"8-0-0-0\"", "dice = \"5-0-0-3\"", "at most two Clowns"),
        ("\"kick\", \"clown\"]", "\"kick\"]", "a die has 6 faces"),
        ("\"kick\", \"clown\"]", "\"kick\", \"clwon\"]", "unknown face"),
        ("normal = [0, 5", "normal = [5, 5", "ratings are six rising"),
        ("from = \"FOUND\"", "", ""),
        ("from = \"RULEBOOK\"", "from = \"GUESSED\"", "unknown source"),
        ("game = \"eight-seconds\"", "game = \"el-ocho\"", "an edition of `el-ocho`"),
        ("name = \"8 Seconds\"", "name = \"\"", "needs a name"),
        ("[end]", "[ende]", "has no key `ende`"),
    ] {
        let text = SHIPPED.replacen(was, is, 1);
        if text == SHIPPED {
            assert!(reason.is_empty(), "{was}");
            continue;
        }
        let found = faults(&text);
        assert!(
            found.iter().any(|fault| fault.title.contains(reason)),
            "{is}: {:?}",
            found.iter().map(|fault| &fault.title).collect::<Vec<_>>()
        );
        assert!(found.iter().all(|fault| !fault.span.is_empty()), "{is}");
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
    // Two such dice: nobody attains it, which matters to none but who plays for Buckles.
    let found = limits(&SHIPPED.replacen(red, &red.replace("clown", "kick"), 1));
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(!found[0].is_error() && found[0].title.contains("cannot attain this Buckle"));
    // Red dice without a Kick ride every Bull.
    let found = limits(&SHIPPED.replacen(red, &red.replace("kick", "turn"), 1));
    assert!(found.iter().all(|fault| !fault.is_error()), "{found:#?}");
}

#[test]
fn dice_that_cannot_show_a_move_are_told_with_the_card() {
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
