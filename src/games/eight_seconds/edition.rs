//! The components of 8 Seconds, read from an edition file.
//!
//! The pictures of the rulebook are lost, so dice, Bulls, Riders and Golden Buckles are data that
//! an owner of the game can correct. [`super::rules`] applies the user's settings to an edition.

use std::ops::RangeInclusive;
use std::sync::Arc;

use strum::{IntoStaticStr, VariantArray, VariantNames};

use super::dice::{DICE, Face, SIDES};
use crate::diagnostic::{Diagnostic, Severity, Source, quoted};
use crate::game::edition::{Fields, read};
use crate::game::edition_schema::Shape;

/// The text of the shipped edition.
pub const SHIPPED: &str = include_str!("edition.toml");

/// The largest number of Bulls of an edition: a deck is a 32-bit mask.
pub const MAX_BULLS: usize = 32;
pub const MAX_RIDERS: usize = 32;
pub const MAX_BUCKLES: usize = 16;
pub const MAX_TOKENS: u8 = 200;
pub const MAX_CARD_POINTS: u8 = 100;
/// The largest sum of money in an edition, in dollars.
pub const MAX_MONEY: i64 = 1000;
/// The largest score of a rating.
const MAX_SCORE: i64 = 10_000;
/// The upper limit of turns per player.
pub const MAX_TURNS: u32 = 1_000_000;

/// A checked edition; lists are in the order of the file.
#[derive(Clone, Debug)]
pub struct Edition {
    /// The printed name of the game.
    pub name: String,
    /// The source file.
    pub source: Arc<Source>,
    pub shape: Shape,
    /// The dice of the set in use.
    pub dice: Vec<Die>,
    /// All sets of dice; the first is the default.
    pub dice_sets: Vec<DiceSet>,
    pub bulls: Vec<Bull>,
    /// Number of Foul Tokens in the pile (ES-2).
    pub tokens: u8,
    pub riders: Vec<Rider>,
    pub buckles: Vec<Buckle>,
    pub vegas: Vegas,
    /// Bulls of one player that trigger the end of the game (ES-36).
    pub end_bulls: u8,
    /// Turns of each player after which a game is unfinished.
    pub max_turns: u32,
    /// The minimum score of each rating of a game, in increasing order (ES-39).
    pub ratings: Vec<i64>,
    /// The minimum score of each rating in solitaire (ES-40).
    pub solitaire_ratings: Vec<i64>,
}

/// A named set of eight dice.
#[derive(Clone, Debug)]
pub struct DiceSet {
    /// The value of `--rules dice=…`.
    pub name: String,
    pub dice: Vec<Die>,
    /// Errors that rule out any game with these dice.
    pub faults: Vec<Diagnostic>,
    /// Errors that rule out games with Golden Buckles with these dice.
    pub buckle_faults: Vec<Diagnostic>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Die {
    pub proposed: bool,
    pub colour: String,
    pub faces: [Face; SIDES],
}

impl Die {
    fn count(&self, wanted: impl Fn(Face) -> bool) -> u8 {
        self.faces.iter().filter(|face| wanted(**face)).count() as u8
    }

    /// The number of Clowns among its faces.
    pub(super) fn clowns(&self) -> u8 {
        self.count(|face| face == Face::Clown)
    }

    /// The number of Turns, Bucks and Kicks among its faces.
    pub(super) fn moves(&self) -> u8 {
        self.count(Face::is_move)
    }
}

/// A Bull (ES-7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bull {
    /// Whether its moves are a proposal.
    pub proposed: bool,
    pub points: u8,
    /// The Turns, Bucks and Kicks that it needs.
    pub moves: [u8; 3],
}

impl Bull {
    /// Returns the number of dice that it needs.
    pub fn dice(&self) -> u8 {
        self.moves.iter().sum()
    }
}

/// The colour of a Rider (ES-51).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Colour {
    /// Spends tokens.
    Red,
    /// Has an inherent ability.
    Brown,
    /// Has a limited ability.
    Blue,
    /// Scores at the end.
    Green,
    /// Affects other players; can be left out of the game.
    Black,
}

/// The ability of a Rider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, VariantArray, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[repr(u8)]
pub enum Ability {
    /// Before the first roll: one purchase buys `number` Bulls (ES-58).
    MoreBulls = 1,
    /// After the first roll: sets a die to a move and locks it for the turn (ES-60).
    LockDie,
    /// After any own roll: changes a die that does not show a Clown to any move.
    ChangeOwnDie,
    /// One token retrieves up to `number` Clowns.
    RetrieveMore,
    /// On a Dismount: takes `number` tokens for each Clown too, retrieved ones included (ES-53).
    ClownsPay,
    /// May ride two Bulls in a turn (ES-55).
    TwoBulls,
    /// After the first roll: a free reroll of any dice before any rule applies (ES-57).
    FreeFirstReroll,
    /// Takes `number` tokens when Bucked Off.
    BuckedOffPays,
    /// Rides the lowest-point Bull without rolling (ES-59).
    RideUnrolled,
    /// Changes a die, the Rider's own or an opponent's, to any face (ES-56).
    ChangeAnyDie,
    /// A free reroll, also with one Bull left (ES-61).
    FreeReroll,
    /// Rolls all Clowns again instead of being Bucked Off.
    Comeback,
    /// `number` points for the most tokens at the end, ties included (ES-62).
    MostTokens,
    /// 1 point for each set of `number` tokens at the end (ES-63).
    TokenSets,
    /// `number` points for each Bull of at most `limit` points.
    SmallBulls,
    /// `number` points for having a Bull of at least `limit` points.
    BigBull,
    /// Once in an opponent's turn: changes one of their dice to any face (ES-52).
    ChangeTheirDie,
    /// Before an opponent's roll: discards one of their Bulls, never the last (ES-54).
    DiscardTheirBull,
    /// Takes `number` tokens when an opponent Clowns Out.
    ClownOutPays,
    /// Takes `number` tokens of an opponent's Dismount for at least `limit` tokens.
    DismountShare,
}

impl Ability {
    /// All abilities, in the order of their numbers, which start at 1.
    pub const ALL: &[Self] = <Self as VariantArray>::VARIANTS;

    /// The names used in editions and policy files, in the order of [`Ability::ALL`].
    pub const NAMES: &[&str] = <Self as VariantNames>::VARIANTS;

    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize - 1]
    }

    /// The keys that an edition must give for the ability; other figures are rejected.
    fn figures(self) -> &'static [&'static str] {
        match self {
            Self::MoreBulls => &["tokens", "number"],
            Self::LockDie | Self::ChangeOwnDie | Self::ChangeTheirDie | Self::DiscardTheirBull => {
                &["tokens"]
            }
            Self::RetrieveMore
            | Self::ClownsPay
            | Self::BuckedOffPays
            | Self::MostTokens
            | Self::TokenSets
            | Self::ClownOutPays => &["number"],
            Self::TwoBulls | Self::FreeFirstReroll => &[],
            Self::RideUnrolled | Self::ChangeAnyDie | Self::FreeReroll | Self::Comeback => {
                &["uses"]
            }
            Self::SmallBulls | Self::BigBull | Self::DismountShare => &["number", "limit"],
        }
    }
}

/// A Rider. Figures that the ability does not use are 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rider {
    pub name: String,
    pub colour: Colour,
    pub ability: Ability,
    /// The cost of one use in tokens.
    pub tokens: u8,
    pub number: u8,
    pub limit: u8,
    /// Uses per game, if limited; else 0.
    pub uses: u8,
    /// Whether its ability is a proposal.
    pub proposed: bool,
}

/// The effect of a Golden Buckle in addition to its points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    None,
    /// Pays tokens at once.
    Tokens(u8),
    /// Enlarges the line-up of each turn to this number of Bulls.
    MoreBulls(u8),
    /// Makes one reroll per turn free.
    FreeReroll,
    /// Adds tokens to each Dismount.
    Dismount(u8),
    /// Sets the tokens of a Clown Out.
    ClownOut(u8),
}

/// A Golden Buckle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buckle {
    pub proposed: bool,
    /// The Turns, Bucks, Kicks and Clowns that it needs; their sum is 8.
    pub needs: [u8; 4],
    pub points: u8,
    pub effect: Effect,
}

impl Buckle {
    /// Returns whether it needs only Clowns and so has its own procedure (ES-47).
    pub fn is_clowns(&self) -> bool {
        self.needs[Face::Clown as usize] as usize == DICE
    }
}

/// The payoffs of one outcome in dollars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payoff {
    /// Payoff of a single bet.
    pub single: i64,
    /// Constant part of the payoff of a Double Down.
    pub double: i64,
    /// The change of a Double Down's payoff per point (added for Ride, deducted for Bucked Off) or
    /// per token (added for Dismount).
    pub slope: i64,
}

/// The money of Vegas Showdown, in dollars (ES-64 to ES-83).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vegas {
    /// Dollars of each player at the start.
    pub money: i64,
    /// The stake of a bet; a Double Down adds the same stake.
    pub stake: i64,
    /// Dollars per point at the end.
    pub point: i64,
    /// The price of one token.
    pub buy_one: i64,
    /// The price of two tokens.
    pub buy_two: i64,
    /// Dollars that the bank pays for a token.
    pub sell: i64,
    /// Bets on Bucked Off (ES-75).
    pub bucked_off: Payoff,
    /// Bets on Dismount (ES-76).
    pub dismount: Payoff,
    /// Bets on Ride (ES-77).
    pub ride: Payoff,
}

/// Parses `a-b-c` as numbers of dice.
fn counts<const N: usize>(text: &str) -> Option<[u8; N]> {
    let count = |part: &str| part.parse().ok().filter(|_| part.len() == 1);
    let counts: Option<Vec<u8>> = text.split('-').map(count).collect();
    counts?.try_into().ok()
}

fn no_moves(text: &str) -> String {
    format!("{} is not a list of moves", quoted(text))
}

/// Returns the message and help if the dice cannot show all `needs` of a card on distinct dice,
/// with `wild` dice replaced. Every set of faces requires at least as many dice with one of them
/// (Hall's theorem; Ore's deficiency version for `wild`).
fn lacking(dice: &[Die], needs: &[u8], wild: u32, card: &str, to: &str) -> Option<[String; 2]> {
    let faces = (1..1_u32 << needs.len()).find_map(|set| {
        let faces: Vec<Face> =
            (0..needs.len()).filter(|face| set >> face & 1 == 1).map(Face::new).collect();
        let needed: u32 = faces.iter().map(|face| u32::from(needs[*face as usize])).sum();
        let able = dice.iter().filter(|die| faces.iter().any(|face| die.faces.contains(face)));
        (needed > able.count() as u32 + wild).then_some(faces)
    })?;
    let faces = faces.iter().map(|face| face.name()).collect::<Vec<_>>().join(" or ");
    Some([
        format!("the dice cannot {to} this {card}: too few of them show {faces}"),
        format!("give more dice the face {faces}, or change the {card}"),
    ])
}

/// Returns the sets of dice in the order of their first tables, and whether every die was read.
fn dice(file: &Fields<'_>) -> (Vec<DiceSet>, bool) {
    let mut sets: Vec<DiceSet> = Vec::new();
    let mut whole = true;
    file.tables("dice", |table| {
        let proposed = table.origin();
        let colour = table.listed("colour");
        if colour.trim().is_empty() && table.has("colour") {
            table.fault("colour", "dice need a colour", "add the colour");
        }
        let name = if table.has("set") { table.text("set") } else { "default".to_owned() };
        let named = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        if name.is_empty() || !name.chars().all(named) {
            let title = format!("{} is not a name for a set of dice", quoted(&name));
            table.fault("set", title, "use only letters, digits, `-` and `_`");
        }
        let count = table.number("dice", "the number of dice", 1..=DICE as i64);
        let faces = table.choices("faces", "face", &Face::NAMES).into_iter().map(Face::new);
        let place = sets.iter().position(|set| set.name == name).unwrap_or_else(|| {
            let (dice, faults, buckle_faults) = Default::default();
            sets.push(DiceSet { name, dice, faults, buckle_faults });
            sets.len() - 1
        });
        match <[Face; SIDES]>::try_from(faces.collect::<Vec<_>>()) {
            Ok(faces) => {
                let die = Die { proposed, colour, faces };
                sets[place].dice.extend((0..count).map(|_| die.clone()));
            }
            Err(_) => {
                whole = false;
                let given = table.texts("faces").len();
                if given != SIDES {
                    let title = format!("a die has {SIDES} faces");
                    table.fault("faces", title, format!("not {given}"));
                }
            }
        }
    });
    (sets, whole)
}

/// Checks the dice of the box against the dice of each set.
fn dice_in_the_box(box_has: &Fields<'_>, sets: &mut [DiceSet]) {
    let declared = box_has.number("dice", "the number of dice", 1..=i64::from(u8::MAX));
    if declared != DICE as i64 {
        let title = format!("the game has {DICE} dice");
        return box_has.fault("dice", title, format!("write `dice = {DICE}`"));
    }
    let only_clowns = |die: &&Die| die.faces == [Face::Clown; SIDES];
    for set in sets {
        if set.dice.len() != DICE {
            let title = format!("the box has {DICE} dice but the lists have {}", set.dice.len());
            box_has.fault("dice", title, "list all components in the box");
        }
        if set.dice.iter().filter(only_clowns).count() > 2 {
            let title = "every roll would be a Clown Out: three dice have only Clown faces";
            set.faults.push(box_has.reserved("dice", title));
        }
    }
}

fn bulls(file: &Fields<'_>, sets: &mut [DiceSet]) -> Vec<Bull> {
    let mut bulls = Vec::new();
    file.tables("bulls", |table| {
        table.origin();
        let proposed = table.origin_of("moves_from");
        let size = table.number("dice", "the dice of a Bull", 1..=DICE as i64) as u8;
        let most = i64::from(MAX_CARD_POINTS);
        let points = table.number("points", "the points of a Bull", 1..=most) as u8;
        for card in table.texts("moves") {
            let Some(moves) = counts::<3>(card.get_ref()) else {
                let help = "write Turns-Bucks-Kicks, one digit each";
                table.fault_at(&card, no_moves(card.get_ref()), help);
                continue;
            };
            let bull = Bull { proposed, points, moves };
            if bull.dice() != size {
                let title = format!("this Bull must ask for {size} dice");
                table.fault_at(&card, title, format!("not for {}", bull.dice()));
            }
            for set in &mut *sets {
                if let Some([title, help]) = lacking(&set.dice, &moves, 0, "Bull", "ride") {
                    set.faults.push(table.reserved_at(&card, title).with_help(help));
                }
            }
            bulls.push(bull);
        }
    });
    bulls
}

/// A figure of an ability: required if the ability uses it, and rejected otherwise.
fn figure(table: &Fields<'_>, ability: Option<usize>, key: &'static str, high: u8) -> u8 {
    let given = table.has(key);
    let Some(ability) = ability.map(|index| Ability::ALL[index]) else { return 0 };
    match (ability.figures().contains(&key), given) {
        (true, true) => return table.number(key, key, 1..=high.into()) as u8,
        (true, false) => {
            let title = format!("the ability `{}` needs `{key}`", ability.name());
            table.fault("ability", title, format!("add `{key} = …`"));
        }
        (false, true) => {
            let title = format!("the ability `{}` has no `{key}`", ability.name());
            table.fault(key, title, format!("leave out `{key}`"));
        }
        (false, false) => {}
    }
    0
}

fn rider(table: &Fields<'_>) -> Rider {
    let proposed = table.origin();
    let name = table.listed("name");
    if name.trim().is_empty() && table.has("name") {
        table.fault("name", "a Rider needs a name", "add the name on the card");
    }
    let colour = table.choice("colour", "colour of a Rider", <Colour as VariantNames>::VARIANTS);
    let ability = table.choice("ability", "ability", Ability::NAMES);
    let figure = |key, high| figure(table, ability, key, high);
    Rider {
        name,
        colour: <Colour as VariantArray>::VARIANTS[colour.unwrap_or(0)],
        ability: Ability::ALL[ability.unwrap_or(0)],
        tokens: figure("tokens", 20),
        number: figure("number", 20),
        limit: figure("limit", MAX_CARD_POINTS),
        uses: figure("uses", 20),
        proposed,
    }
}

/// Reads the effect of a Buckle.
fn effect(table: &Fields<'_>) -> Effect {
    const EFFECTS: [&str; 5] = ["tokens", "more_bulls", "free_reroll", "dismount", "clown_out"];
    let kind = if table.has("effect") { table.choice("effect", "effect", &EFFECTS) } else { None };
    let of_number: Option<fn(u8) -> Effect> = match kind {
        Some(0) => Some(Effect::Tokens),
        Some(1) => Some(Effect::MoreBulls),
        Some(3) => Some(Effect::Dismount),
        Some(4) => Some(Effect::ClownOut),
        _ => None,
    };
    match of_number {
        Some(effect) => effect(table.number("number", "the number of an effect", 1..=20) as u8),
        None => {
            if table.has("number") {
                table.fault("number", "this Buckle has no `number`", "leave out `number`");
            }
            if kind == Some(2) { Effect::FreeReroll } else { Effect::None }
        }
    }
}

fn buckles(file: &Fields<'_>, sets: &mut [DiceSet]) -> Vec<Buckle> {
    let mut buckles = Vec::new();
    file.tables("buckles", |table| {
        let proposed = table.origin();
        let most = i64::from(MAX_CARD_POINTS);
        let points = table.number("points", "the points of a Buckle", 0..=most) as u8;
        let effect = effect(table);
        let text = table.text("dice");
        let Some(needs) = counts::<4>(&text) else {
            if table.has("dice") {
                let help = "write Turns-Bucks-Kicks-Clowns, one digit each";
                table.fault("dice", no_moves(&text), help);
            }
            return;
        };
        let total: u8 = needs.iter().sum();
        let clowns = needs[Face::Clown as usize];
        if usize::from(total) != DICE {
            let title = format!("a Golden Buckle asks for {DICE} dice");
            table.fault("dice", title, format!("not for {total}"));
        } else if clowns > 2 && usize::from(clowns) != DICE {
            table.fault(
                "dice",
                "a Golden Buckle asks for at most two Clowns, or for Clowns alone",
                "use at most two Clowns: three Clowns end a turn, except with the Buckle of Clowns",
            );
        }
        for set in &mut *sets {
            // Two tokens replace one die (ES-43, ES-Q26).
            if let Some([title, help]) = lacking(&set.dice, &needs, 1, "Buckle", "attain") {
                set.buckle_faults.push(table.reserved("dice", title).with_help(help));
            }
        }
        buckles.push(Buckle { proposed, needs, points, effect });
    });
    buckles
}

/// Reads the payoffs of an outcome; `slope` is the key of the slope, which is otherwise 1.
fn payoff(vegas: &Fields<'_>, outcome: &'static str, slope: Option<&'static str>) -> Payoff {
    let read = |table: &Fields<'_>| {
        table.origin();
        let dollars = |key| table.number(key, "a payoff", 0..=MAX_MONEY);
        let (single, double) = (dollars("single"), dollars("double"));
        Payoff { single, double, slope: slope.map_or(1, dollars) }
    };
    let none = Payoff { single: 0, double: MAX_MONEY, slope: 1 };
    vegas.table(outcome, read).unwrap_or(none)
}

fn vegas(table: &Fields<'_>, bulls: &[Bull]) -> Vegas {
    table.origin();
    let dollars = |key, what, low| table.number(key, what, low..=MAX_MONEY);
    let vegas = Vegas {
        money: dollars("money", "the money of a player", 0),
        stake: dollars("stake", "the stake", 1),
        point: dollars("point", "the money for a point", 1),
        buy_one: dollars("buy_one", "the price of a token", 1),
        buy_two: dollars("buy_two", "the price of two tokens", 1),
        sell: dollars("sell", "the money for a token", 0),
        bucked_off: payoff(table, "bucked_off", None),
        dismount: payoff(table, "dismount", Some("per_token")),
        ride: payoff(table, "ride", None),
    };
    let highest = bulls.iter().map(|bull| bull.points).max().unwrap_or(0);
    if vegas.bucked_off.double < i64::from(highest) {
        let title = format!(
            "a Double Down on Bucked Off could pay less than $0: {} minus the {highest} points of a \
             Bull",
            vegas.bucked_off.double
        );
        table.fault("bucked_off", title, format!("set its `double` to {highest} or more"));
    }
    if vegas.sell > vegas.buy_one || 2 * vegas.sell > vegas.buy_two {
        let help = "lower `sell`: otherwise a player could gain money without limit";
        table.fault("sell", "the bank would pay more for a token than its price", help);
    }
    vegas
}

/// Reads the minimum scores of the ratings, in increasing order.
fn ratings(table: &Fields<'_>, key: &'static str) -> Vec<i64> {
    let ratings = table.numbers(key, "a score", 0..=MAX_SCORE, 6..=6);
    if !ratings.is_empty() && (ratings[0] != 0 || !ratings.is_sorted_by(|a, b| a < b)) {
        let help = "write six increasing scores, beginning with 0";
        table.fault(key, "ratings must be six increasing scores, beginning with 0", help);
    }
    ratings
}

/// Checks the declared number of components against the number listed.
fn adds_up(box_has: &Fields<'_>, key: &'static str, range: RangeInclusive<usize>, found: usize) {
    let range = *range.start() as i64..=*range.end() as i64;
    let declared = box_has.number(key, &format!("the number of {key}"), range.clone());
    if declared != found as i64 {
        let title = format!("the box has {declared} {key} but the lists have {found}");
        box_has.fault(key, title, "list all components in the box");
    }
}

impl Edition {
    /// Reads and checks an edition file.
    ///
    /// # Errors
    ///
    /// Returns all faults of the text, at least one.
    pub fn parse(source: Arc<Source>) -> Result<Self, Vec<Diagnostic>> {
        let read = read(&source, "eight-seconds", |file| {
            let (mut dice_sets, whole) = dice(file);
            let bulls = bulls(file, &mut dice_sets);
            let buckles = buckles(file, &mut dice_sets);
            let riders = file.tables("riders", rider);
            let tokens = file.table("components", |table| {
                table.origin();
                dice_in_the_box(table, if whole { &mut dice_sets } else { &mut [] });
                adds_up(table, "bulls", 3..=MAX_BULLS, bulls.len());
                adds_up(table, "riders", 0..=MAX_RIDERS, riders.len());
                adds_up(table, "buckles", 0..=MAX_BUCKLES, buckles.len());
                let tokens = |key, what| table.number(key, what, 0..=MAX_TOKENS.into());
                let uses: i64 = riders.iter().map(|rider| i64::from(rider.uses)).sum();
                if uses > tokens("ability_tokens", "the number of Special Ability tokens") {
                    let title =
                        format!("there are too few Special Ability tokens for {uses} limited uses");
                    table.fault("ability_tokens", title, format!("set at least {uses}"));
                }
                tokens("tokens", "the number of tokens") as u8
            });
            let end_bulls = file.table("end", |table| {
                table.origin();
                table.number("bulls", "the Bulls that end the game", 1..=MAX_BULLS as i64) as u8
            });
            let max_turns = file.table("max_turns", |table| {
                table.origin();
                table.number("turns", "max_turns", 1..=MAX_TURNS.into()) as u32
            });
            let ratings = file.table("ratings", |table| {
                table.origin();
                (ratings(table, "normal"), ratings(table, "solitaire"))
            });
            let vegas = file.table("vegas", |table| vegas(table, &bulls));
            let (ratings, solitaire_ratings) = ratings.unwrap_or_default();
            // A missing table is a fault, so replacement values are never used.
            Some(Self {
                name: String::new(),
                source: Arc::clone(&source),
                shape: Shape::default(),
                dice: dice_sets.first()?.dice.clone(),
                dice_sets,
                bulls,
                tokens: tokens?,
                riders,
                buckles,
                vegas: vegas?,
                end_bulls: end_bulls?,
                max_turns: max_turns?,
                ratings,
                solitaire_ratings,
            })
        })?;
        let edition = read.value.expect("an edition without faults is complete");
        Ok(Self { name: read.name, shape: read.shape, ..edition })
    }

    /// Returns the name of the edition in titles.
    pub fn title(&self) -> String {
        self.source.edition_title(&self.name, SHIPPED)
    }

    /// Returns the faults of the sets of dice: errors for the default set, warnings for other sets
    /// and for games with Golden Buckles.
    pub fn limits(&self) -> Vec<Diagnostic> {
        let mut limits = Vec::new();
        for (place, set) in self.dice_sets.iter().enumerate() {
            let what =
                if set.name == "default" { String::new() } else { format!(" ({})", set.name) };
            let named = |fault: &Diagnostic| {
                let title = format!("{}{what}", fault.title);
                Diagnostic { title, severity: Severity::Warning, ..fault.clone() }
            };
            let faults = set.faults.iter();
            limits
                .extend(faults.map(|fault| if place == 0 { fault.clone() } else { named(fault) }));
            limits.extend(set.buckle_faults.iter().map(named));
        }
        limits
    }

    /// Returns the shipped edition.
    ///
    /// # Panics
    ///
    /// Never: a test parses it.
    pub fn shipped() -> Self {
        let source = Source::new("built-in edition", SHIPPED);
        Self::parse(source).expect("the shipped edition is valid")
    }
}
