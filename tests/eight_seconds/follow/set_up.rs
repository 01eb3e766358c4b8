//! What the engine plays with and where it stands, in the referee's words.
use std::sync::Arc;

use pushluck::diagnostic::Source;
use pushluck::games::eight_seconds::compiled::Game;
use pushluck::games::eight_seconds::dice::Face as EngineFace;
use pushluck::games::eight_seconds::edition::Edition;
use pushluck::games::eight_seconds::rules::{Length, Rules as EngineRules};
use pushluck::games::eight_seconds::state::{Bet, NONE, State};

use crate::eight_seconds::plain::components::{Bull, DieKind};
use crate::eight_seconds::plain::{Components, Config, Face, Outcome, Referee, Rules};

/// The places of the set bits of a mask.
pub(crate) fn bits(mask: u32) -> Vec<usize> {
    (0..32).filter(|place| mask >> place & 1 == 1).collect()
}

pub(crate) fn face(face: EngineFace) -> Face {
    match face {
        EngineFace::Turn => Face::Turn,
        EngineFace::Buck => Face::Buck,
        EngineFace::Kick => Face::Kick,
        EngineFace::Clown => Face::Clown,
        EngineFace::Blank => Face::Blank,
    }
}

pub(crate) fn outcome(bet: Bet) -> Option<Outcome> {
    match bet {
        Bet::BuckedOff => Some(Outcome::BuckedOff),
        Bet::Dismount => Some(Outcome::Dismount),
        Bet::Ride => Some(Outcome::Ride),
        Bet::DoubleDown => None,
    }
}

/// The table of a game, as the referee has it.
pub(crate) fn config(game: &Game, players: usize) -> Config {
    Config { components: components(game), rules: rules(&game.rules), players }
}

/// The referee's account of what the engine plays with: cards and dice in the engine's order.
pub(crate) fn components(game: &Game) -> Components {
    let mut box_ = Components::of_toml(&game.rules.edition.source.text);
    let mut dice: Vec<DieKind> = box_.dice.clone();
    let taken = |faces: &[EngineFace], dice: &mut Vec<DieKind>| {
        let faces: Vec<Face> = faces.iter().copied().map(face).collect();
        let die = dice.iter().position(|die| die.faces == faces).expect("a die of the edition");
        dice.remove(die)
    };
    box_.dice = game.dice.iter().map(|die| taken(&die.faces, &mut dice)).collect();
    assert!(dice.is_empty());
    let mut bulls: Vec<Bull> = box_.bulls.clone();
    box_.bulls.clear();
    for card in &game.bulls {
        let moves = card.moves.map(usize::from);
        let same = |bull: &Bull| bull.moves == moves && bull.points == u32::from(card.points);
        let bull = bulls.iter().position(same).expect("a Bull of the edition");
        box_.bulls.push(bulls.remove(bull));
    }
    assert!(bulls.is_empty());
    box_
}

fn rules(rules: &EngineRules) -> Rules {
    let vegas = rules.vegas.unwrap_or_default();
    Rules {
        riders: rules.riders,
        black_riders: rules.black_riders,
        buckles: rules.buckles,
        buckles_replaced: rules.replace_buckles,
        open_buckles: rules.open_buckles.map(usize::from),
        vegas: rules.vegas.is_some(),
        pots: vegas.pots,
        limited: vegas.limited,
        diminishing: vegas.diminishing,
        start_tokens: rules.tokens.into(),
        tokens_limited: rules.limited_supply,
        end_bulls: rules.bulls.into(),
        equal_turns: rules.length == Length::Equal,
        end_buckle: rules.length == Length::Buckle,
        max_turns: rules.max_turns,
    }
}

/// An edition by its text.
pub(crate) fn edition(name: &str, text: String) -> Edition {
    let source = Arc::new(Source { name: name.to_owned(), text });
    Edition::parse(source).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// The edition with easier dice.
pub(crate) fn easier_edition() -> Edition {
    let text = include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/editions/eight-seconds-easier.toml"
    ));
    edition("eight-seconds-easier.toml", text.to_owned())
}

/// A game of an edition under `settings`, written as for `--rules`.
pub(crate) fn game(edition: Edition, settings: &str, players: usize) -> Game {
    let settings = crate::library::settings(settings);
    let rules = EngineRules::resolve(Arc::new(edition), &settings);
    let rules = rules.unwrap_or_else(|error| panic!("{error}"));
    Game::new(rules, players).unwrap_or_else(|error| panic!("{error}"))
}

/// The referee of a table that stands as the engine has it before a turn.
pub(crate) fn referee_at(game: &Game, before: &State) -> Referee {
    let mut referee = Referee::new(config(game, before.players.into()));
    let limited = referee.config.rules.limited;
    let plain = &mut referee.state;
    for (held, seat) in plain.seats.iter_mut().zip(before.seated()) {
        held.bulls = bits(seat.bulls);
        held.buckles = bits(seat.buckles.into());
        held.tokens = seat.tokens.into();
        held.money = seat.money;
        held.rider = (seat.rider != NONE).then_some(seat.rider.into());
        held.uses_left = seat.uses.into();
        let gone = |bet: &Bet| limited && seat.cards >> *bet as u8 & 1 == 0;
        held.set_aside = Bet::OUTCOMES.into_iter().filter(gone).filter_map(outcome).collect();
    }
    plain.deck = bits(before.deck);
    plain.discards = bits(before.discards);
    plain.line_up = bits(before.line_up);
    plain.left_over = before.line_up != 0;
    plain.supply = before.supply;
    plain.open_buckles = bits(before.open_buckles.into());
    plain.hidden_buckles = bits(before.closed_buckles.into());
    plain.pots = before.pots.map(i64::from);
    plain.bank = before.bank;
    referee
}
