//! Texts of positions: damaged texts of every game that has them. Their round trips are a law of the games.

use pushluck::contract::Definition;
use pushluck::diagnostic::Source;
use pushluck::game::contract::{RandomSource, Silent};
use pushluck::game::decision::{ActionList, Decision};
use pushluck::game::play::{Streams, play_until};
use pushluck::game::position::{read, write};
use pushluck::games::{eight_seconds, eight_seven_central, el_ocho, long_shot, str8_eight};
use pushluck::sim::random::{Domain, UnitKey};

/// The number of damaged texts of each game.
const TEXTS: u64 = 10_000;

/// The maximum number of steps to the end of a game.
const STEPS: u64 = 200_000;

/// Returns the texts of some decisions of random games, full ones and those of the deciding seat.
fn texts<D: Definition>(game: &D, number: u64) -> Vec<String> {
    let (mut state, mut texts) = (game.start(&mut Silent), Vec::new());
    let unit = UnitKey::of_game(1, number);
    let mut random = unit.stream(30, 0);
    let decide = |decision: &Decision<'_, D>| {
        if random.below(6) == 0 {
            let seat = (random.below(2) == 0).then_some(decision.seat);
            texts.push(write(game, decision.state, seat).expect("a text"));
        }
        decision.any_action()
    };
    let (mut streams, mut list) = (Streams::new(unit), ActionList::default());
    play_until(game, &mut state, &mut streams, decide, &mut Silent, &mut list, |_| false);
    texts
}

/// Returns a text with one or two faults.
fn damaged(text: &str, other: &str, random: &mut impl RandomSource) -> String {
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    for _ in 0..=random.below(2) {
        let at = random.below(fields.len() as u32) as usize;
        let mut letters: Vec<char> = fields[at].chars().collect();
        let letter = random.below(letters.len().max(1) as u32) as usize;
        match random.below(6) {
            0 => drop(fields.remove(at)),
            1 => {
                let others: Vec<&str> = other.split(' ').collect();
                let other = others[random.below(others.len() as u32) as usize];
                let name = other.split('=').next().unwrap_or_default();
                fields.retain(|field| field.split('=').next() != Some(name));
                fields.push(other.to_owned());
            }
            2 if letters.len() > 1 => {
                let with = random.below(letters.len() as u32) as usize;
                letters.swap(letter, with);
                fields[at] = letters.into_iter().collect();
            }
            3 if !letters.is_empty() => {
                letters[letter] = char::from(b'0' + random.below(10) as u8);
                fields[at] = letters.into_iter().collect();
            }
            4 => fields[at] = letters[..letter].iter().collect(),
            _ => {
                let parts: Vec<&str> = fields[at].split(['/', '+', ',']).collect();
                let part = parts[random.below(parts.len() as u32) as usize].to_owned();
                fields[at] += if random.below(2) == 0 { "/" } else { "+" };
                fields[at] += &part;
            }
        }
        if fields.is_empty() {
            fields.push("start".to_owned());
        }
    }
    fields.join(" ")
}

/// Damages texts of a game: each is refused, or a game can be played on from it.
fn no_panic<D: Definition>(settings: &[(&str, &str)]) {
    let value = |value: &str| (!value.is_empty()).then(|| value.to_owned());
    let setting = |(key, of): &(&str, &str)| ((*key).to_owned(), value(of));
    let settings: Vec<_> = settings.iter().map(setting).collect();
    let rules = D::settled(&D::Rules::default(), &settings).expect("settings");
    let (mut count, mut played, mut number) = (0, 0, 0);
    let mut random = UnitKey::new(3, Domain::Game, 0).stream(0, 0);
    let seats: Vec<usize> = D::SEATS.filter(|seats| *seats > 1).take(3).collect();
    while count < TEXTS {
        let seats = seats[number as usize % seats.len()];
        let game = D::game(&rules, seats as u8).expect("a game");
        let texts = texts(&game, number);
        number += 1;
        for text in &texts {
            let other = &texts[random.below(texts.len() as u32) as usize];
            let text = damaged(text, other, &mut random);
            count += 1;
            let Ok(placed) = read(&game, &Source::new("text", text.as_str())) else { continue };
            played += 1;
            let mut state = match placed.seen_by {
                Some(seat) => game.hide(&placed.state, seat, &mut random),
                None => placed.state,
            };
            let (mut steps, mut list) = (0, ActionList::default());
            let mut streams = Streams::new(UnitKey::of_game(4, count));
            let decide = |decision: &Decision<'_, D>| decision.any_action();
            let stop = |_: &D::State| {
                steps += 1;
                assert!(steps < STEPS, "an endless game from {text}");
                false
            };
            play_until(&game, &mut state, &mut streams, decide, &mut Silent, &mut list, stop);
        }
    }
    assert!(played > TEXTS / 100 && played < TEXTS, "{played} of {count} were read");
}

#[test]
fn damaged_texts_of_el_ocho_are_refused_or_played() {
    no_panic::<el_ocho::engine::Seated>(&[]);
}

#[test]
fn damaged_texts_of_str8_eight_are_refused_or_played() {
    no_panic::<str8_eight::engine::Str8Eight>(&[]);
}

#[test]
fn damaged_texts_of_long_shot_are_refused_or_played() {
    no_panic::<long_shot::compiled::Game>(&[]);
}

#[test]
fn damaged_texts_of_eight_seconds_are_refused_or_played() {
    let all = [("riders", ""), ("buckles", ""), ("vegas", "")];
    no_panic::<eight_seconds::compiled::Game>(&all);
}

#[test]
fn damaged_texts_of_eight_seven_central_are_refused_or_played() {
    no_panic::<eight_seven_central::engine::EightSevenCentral>(&[]);
    let variants = [("ads", "any-card"), ("auctions", "display")];
    no_panic::<eight_seven_central::engine::EightSevenCentral>(&variants);
}
