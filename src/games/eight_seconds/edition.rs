//! The components of 8 Seconds, read from an edition file.
//!
//! The rulebook lost its pictures, so dice, Bulls, Riders and Golden Buckles are data that whoever
//! owns the box can correct. [`Edition::parse`] reports every fault of a file at once, each with
//! its place. What an edition and the user's settings mean together is [`super::rules`].

use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;

use super::dice::{DICE, Face, SIDES};
use crate::diagnostic::{Diagnostic, Severity, Source, quoted};
use crate::games::faults::{Faults, PROPOSED};

/// The text of the shipped edition.
pub const SHIPPED: &str = include_str!("edition.toml");

/// The most Bulls an edition may have: a deck is a 32-bit mask.
pub const MAX_BULLS: usize = 32;
/// The most Riders an edition may have.
pub const MAX_RIDERS: usize = 32;
/// The most Golden Buckles an edition may have.
pub const MAX_BUCKLES: usize = 16;
/// The most Foul Tokens an edition may have.
pub const MAX_TOKENS: u8 = 200;
/// The largest number of points on a card.
pub const MAX_CARD_POINTS: u8 = 100;
/// The largest sum of money in an edition, in dollars.
pub const MAX_MONEY: i64 = 1000;
/// The largest number of turns of each player that a game may be given.
pub const MAX_TURNS: u32 = 1_000_000;

/// A checked edition.
#[derive(Clone, Debug)]
pub struct Edition {
    /// The name of the game as it is printed.
    pub name: String,
    /// The file it was read from.
    pub source: Arc<Source>,
    /// The dice that are played with, in the order of the file: those of a set.
    pub dice: Vec<Die>,
    /// The sets of dice there are to choose from; runs play with the first unless told otherwise.
    pub dice_sets: Vec<DiceSet>,
    /// The Bulls, in the order of the file.
    pub bulls: Vec<Bull>,
    /// The Foul Tokens in the pile (ES-2).
    pub tokens: u8,
    /// The Riders, in the order of the file.
    pub riders: Vec<Rider>,
    /// The Golden Buckles, in the order of the file.
    pub buckles: Vec<Buckle>,
    /// The money of Vegas Showdown.
    pub vegas: Vegas,
    /// Bulls of one player that bring the game to its end (ES-36).
    pub end_bulls: u8,
    /// Turns of each player after which a game is given up.
    pub max_turns: u32,
    /// The least score of each rating of a game, lowest first (ES-39).
    pub ratings: Vec<i64>,
    /// The same for solitaire (ES-40).
    pub solitaire_ratings: Vec<i64>,
}

/// Eight dice under a name.
#[derive(Clone, Debug)]
pub struct DiceSet {
    /// The name used in `--rules dice=…`.
    pub name: String,
    /// The dice, in the order of the file.
    pub dice: Vec<Die>,
    /// Why nobody can play with them.
    pub faults: Vec<Diagnostic>,
    /// Why nobody can play for Golden Buckles with them.
    pub buckle_faults: Vec<Diagnostic>,
}

/// One die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Die {
    /// Whether its faces are a proposal.
    pub proposed: bool,
    /// Its colour.
    pub colour: String,
    /// Its six faces.
    pub faces: [Face; SIDES],
}

/// One Bull (ES-7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bull {
    /// Whether its moves are a proposal.
    pub proposed: bool,
    /// What it scores.
    pub points: u8,
    /// The Turns, Bucks and Kicks it asks for.
    pub moves: [u8; 3],
}

impl Bull {
    /// How many dice it takes.
    #[must_use]
    pub fn dice(&self) -> u8 {
        self.moves.iter().sum()
    }
}

/// The colour of a Rider (ES-51).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Spends tokens.
    Red,
    /// Has an inherent ability.
    Brown,
    /// Has a limited ability.
    Blue,
    /// Scores at the end.
    Green,
    /// Affects others; may be left out.
    Black,
}

impl Colour {
    /// The names used in editions.
    pub const NAMES: [&str; 5] = ["red", "brown", "blue", "green", "black"];
    const ALL: [Self; 5] = [Self::Red, Self::Brown, Self::Blue, Self::Green, Self::Black];

    /// The name used in editions.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

/// What a Rider can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Ability {
    /// Before the first roll a purchase brings `number` Bulls (ES-58).
    MoreBulls = 1,
    /// After the first roll: sets a die to a move and locks it for the turn (ES-60).
    LockDie,
    /// After any own roll: changes a die that is no Clown to any move.
    ChangeOwnDie,
    /// One token retrieves up to `number` Clowns.
    RetrieveMore,
    /// On a Dismount also `number` tokens for each Clown, retrieved ones included (ES-53).
    ClownsPay,
    /// May ride two Bulls in a turn (ES-55).
    TwoBulls,
    /// A free reroll of any dice after the first roll, before any other rule (ES-57).
    FreeFirstReroll,
    /// Takes `number` tokens when Bucked Off.
    BuckedOffPays,
    /// Rides the lowest-point Bull without rolling (ES-59).
    RideUnrolled,
    /// Changes a die, the Rider's own or an opponent's, to any face (ES-56).
    ChangeAnyDie,
    /// A reroll that costs nothing, also with one Bull left (ES-61).
    FreeReroll,
    /// Rolls all Clowns again instead of being Bucked Off.
    Comeback,
    /// `number` points for the most tokens at the end, ties included (ES-62).
    MostTokens,
    /// A point for each set of `number` tokens at the end (ES-63).
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
    /// Of an opponent's Dismount for `limit` tokens or more takes `number`.
    DismountShare,
}

/// A figure of an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Figure {
    Tokens,
    Number,
    Limit,
    Uses,
}

impl Ability {
    /// All abilities, in the order of their numbers, which start at 1.
    pub const ALL: [Self; 20] = [
        Self::MoreBulls,
        Self::LockDie,
        Self::ChangeOwnDie,
        Self::RetrieveMore,
        Self::ClownsPay,
        Self::TwoBulls,
        Self::FreeFirstReroll,
        Self::BuckedOffPays,
        Self::RideUnrolled,
        Self::ChangeAnyDie,
        Self::FreeReroll,
        Self::Comeback,
        Self::MostTokens,
        Self::TokenSets,
        Self::SmallBulls,
        Self::BigBull,
        Self::ChangeTheirDie,
        Self::DiscardTheirBull,
        Self::ClownOutPays,
        Self::DismountShare,
    ];

    /// The names used in editions and policy files, in the order of [`Ability::ALL`].
    pub const NAMES: [&str; 20] = [
        "more_bulls",
        "lock_die",
        "change_own_die",
        "retrieve_more",
        "clowns_pay",
        "two_bulls",
        "free_first_reroll",
        "bucked_off_pays",
        "ride_unrolled",
        "change_any_die",
        "free_reroll",
        "comeback",
        "most_tokens",
        "token_sets",
        "small_bulls",
        "big_bull",
        "change_their_die",
        "discard_their_bull",
        "clown_out_pays",
        "dismount_share",
    ];

    /// The name used in editions and policy files.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize - 1]
    }

    /// The figures an edition must give for it, and must give no others.
    fn figures(self) -> &'static [Figure] {
        use Figure::{Limit, Number, Tokens, Uses};
        match self {
            Self::MoreBulls => &[Tokens, Number],
            Self::LockDie | Self::ChangeOwnDie | Self::ChangeTheirDie | Self::DiscardTheirBull => {
                &[Tokens]
            }
            Self::RetrieveMore
            | Self::ClownsPay
            | Self::BuckedOffPays
            | Self::MostTokens
            | Self::TokenSets
            | Self::ClownOutPays => &[Number],
            Self::TwoBulls | Self::FreeFirstReroll => &[],
            Self::RideUnrolled | Self::ChangeAnyDie | Self::FreeReroll | Self::Comeback => &[Uses],
            Self::SmallBulls | Self::BigBull | Self::DismountShare => &[Number, Limit],
        }
    }
}

/// One Rider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rider {
    /// The name on the card.
    pub name: String,
    /// The colour of the card.
    pub colour: Colour,
    /// What the Rider can do.
    pub ability: Ability,
    /// What a use costs, in tokens; 0 where it costs none.
    pub tokens: u8,
    /// The figure of the ability; 0 where it has none.
    pub number: u8,
    /// The second figure of the ability; 0 where it has none.
    pub limit: u8,
    /// How often it can be used in a game; 0 where there is no limit.
    pub uses: u8,
    /// Where its ability comes from (`RULEBOOK`, `FOUND`, `COMPUTED` or `PROPOSED`).
    pub from: String,
}

/// What a Golden Buckle does besides its points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// So many tokens at once.
    Tokens(u8),
    /// A line-up of so many Bulls each turn.
    MoreBulls(u8),
    /// One reroll each turn costs nothing.
    FreeReroll,
    /// So many tokens more at each Dismount.
    Dismount(u8),
    /// A Clown Out pays so many tokens.
    ClownOut(u8),
}

/// One Golden Buckle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buckle {
    /// Whether it is a proposal.
    pub proposed: bool,
    /// The Turns, Bucks, Kicks and Clowns it asks for; their sum is 8.
    pub needs: [u8; 4],
    /// What it scores.
    pub points: u8,
    /// What it does.
    pub effect: Effect,
}

impl Buckle {
    /// Whether it asks for Clowns alone and so has its own procedure (ES-47).
    #[must_use]
    pub fn is_clowns(&self) -> bool {
        self.needs[Face::Clown as usize] as usize == DICE
    }
}

/// The payoffs of one outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payoff {
    /// Of a plain bet, in dollars.
    pub single: i64,
    /// The constant of a Double Down, in dollars.
    pub double: i64,
    /// What a Double Down adds for each point (Ride) or token (Dismount), or takes off for each
    /// point (Bucked Off), in dollars.
    pub slope: i64,
}

/// The money of Vegas Showdown, in dollars (ES-64 to ES-83).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vegas {
    /// What each player starts with.
    pub money: i64,
    /// The stake of a bet; a Double Down adds as much again.
    pub stake: i64,
    /// Dollars that make a point at the end.
    pub point: i64,
    /// The price of one token.
    pub buy_one: i64,
    /// The price of two tokens.
    pub buy_two: i64,
    /// What the bank pays for a token.
    pub sell: i64,
    /// Bucked Off (ES-75).
    pub bucked_off: Payoff,
    /// Dismount (ES-76).
    pub dismount: Payoff,
    /// Ride (ES-77).
    pub ride: Payoff,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: Spanned<String>,
    name: Spanned<String>,
    components: Components,
    end: EndTable,
    max_turns: TurnsTable,
    ratings: RatingsTable,
    dice: Vec<DiceTable>,
    bulls: Vec<BullTable>,
    riders: Vec<RiderTable>,
    buckles: Vec<BuckleTable>,
    vegas: VegasTable,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Components {
    dice: Spanned<i64>,
    bulls: Spanned<i64>,
    tokens: Spanned<i64>,
    riders: Spanned<i64>,
    ability_tokens: Spanned<i64>,
    buckles: Spanned<i64>,
    from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EndTable {
    bulls: Spanned<i64>,
    from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnsTable {
    turns: Spanned<i64>,
    from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RatingsTable {
    normal: Spanned<Vec<i64>>,
    solitaire: Spanned<Vec<i64>>,
    from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DiceTable {
    set: Option<Spanned<String>>,
    colour: Spanned<String>,
    dice: Spanned<i64>,
    faces: Spanned<Vec<Spanned<String>>>,
    from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BullTable {
    dice: Spanned<i64>,
    points: Spanned<i64>,
    moves: Vec<Spanned<String>>,
    from: Spanned<String>,
    moves_from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RiderTable {
    name: Spanned<String>,
    colour: Spanned<String>,
    ability: Spanned<String>,
    tokens: Option<Spanned<i64>>,
    number: Option<Spanned<i64>>,
    limit: Option<Spanned<i64>>,
    uses: Option<Spanned<i64>>,
    from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BuckleTable {
    dice: Spanned<String>,
    points: Spanned<i64>,
    effect: Option<Spanned<String>>,
    number: Option<Spanned<i64>>,
    from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VegasTable {
    money: Spanned<i64>,
    stake: Spanned<i64>,
    point: Spanned<i64>,
    buy_one: Spanned<i64>,
    buy_two: Spanned<i64>,
    sell: Spanned<i64>,
    bucked_off: PayoffTable,
    dismount: DismountTable,
    ride: PayoffTable,
    from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PayoffTable {
    single: Spanned<i64>,
    double: Spanned<i64>,
    from: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DismountTable {
    single: Spanned<i64>,
    double: Spanned<i64>,
    per_token: Spanned<i64>,
    from: Spanned<String>,
}

impl Faults {
    /// `a-b-c` as numbers of dice.
    fn counts<const N: usize>(&mut self, text: &Spanned<String>, order: &str) -> Option<[u8; N]> {
        let parts: Vec<Option<u8>> = text
            .get_ref()
            .split('-')
            .map(|part| part.parse().ok().filter(|_| part.len() == 1))
            .collect();
        let counts: Option<Vec<u8>> = parts.into_iter().collect();
        let counts = counts.and_then(|counts| <[u8; N]>::try_from(counts).ok());
        if counts.is_none() {
            let help = format!("write {order}, one digit each");
            self.add_help(text, format!("{} is no list of moves", quoted(text.get_ref())), help);
        }
        counts
    }

    /// Whether the list has as many entries as the box.
    fn adds_up(&mut self, declared: &Spanned<i64>, found: usize, what: &str) {
        if *declared.get_ref() != found as i64 {
            self.add(
                declared,
                format!("the box has {} {what} but the lists have {found}", declared.get_ref()),
                "does not add up",
            );
        }
    }
}

/// Which of `needs` the dice cannot show, if distinct dice but for `wild` ones cannot show them all:
/// for each set of faces there must be as many dice with one of them (Hall's theorem, and Ore's for
/// what may be missing).
fn lacking(dice: &[Die], needs: &[u8], wild: u32) -> Option<Vec<Face>> {
    (1..1_u32 << needs.len()).find_map(|set| {
        let faces: Vec<Face> =
            (0..needs.len()).filter(|face| set >> face & 1 == 1).map(Face::new).collect();
        let needed: u32 = faces.iter().map(|face| u32::from(needs[*face as usize])).sum();
        let able = dice.iter().filter(|die| faces.iter().any(|face| die.faces.contains(face)));
        (needed > able.count() as u32 + wild).then_some(faces)
    })
}

fn names(faces: &[Face]) -> String {
    faces.iter().map(|face| face.name()).collect::<Vec<_>>().join(" or ")
}

impl Faults {
    /// The sets of dice, in the order of their first tables.
    fn dice(&mut self, tables: &[DiceTable], declared: &Spanned<i64>) -> Vec<DiceSet> {
        let mut sets: Vec<DiceSet> = Vec::new();
        let mut whole = true;
        for table in tables {
            let proposed = self.from(&table.from) == PROPOSED;
            if table.colour.get_ref().trim().is_empty() {
                self.add(&table.colour, "dice need a colour", "empty");
            }
            let name = table.set.as_ref().map_or("default", |set| set.get_ref());
            let named = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
            if let Some(set) = &table.set
                && (name.is_empty() || !name.chars().all(named))
            {
                let help = "write letters, digits, `-` and `_`";
                self.add_help(set, format!("{} is no name of a set of dice", quoted(name)), help);
            }
            let count = self.small(&table.dice, "the number of dice", 1..=DICE as u8);
            let faces: Vec<Face> = (table.faces.get_ref().iter())
                .filter_map(|face| self.choice(face, "face", &Face::NAMES).map(Face::new))
                .collect();
            let place = sets.iter().position(|set| set.name == name).unwrap_or_else(|| {
                let (name, dice) = (name.to_owned(), Vec::new());
                let (faults, buckle_faults) = (Vec::new(), Vec::new());
                sets.push(DiceSet { name, dice, faults, buckle_faults });
                sets.len() - 1
            });
            match <[Face; SIDES]>::try_from(faces) {
                Ok(faces) => {
                    let die = Die { proposed, colour: table.colour.get_ref().clone(), faces };
                    sets[place].dice.extend((0..count).map(|_| die.clone()));
                }
                Err(_) => {
                    whole = false;
                    if table.faces.get_ref().len() != SIDES {
                        let label = format!("{} faces", table.faces.get_ref().len());
                        self.add(&table.faces, format!("a die has {SIDES} faces"), label);
                    }
                }
            }
        }
        if *declared.get_ref() != DICE as i64 {
            let label = format!("not {}", declared.get_ref());
            self.add(declared, format!("the game has {DICE} dice"), label);
        } else if whole {
            for set in &sets {
                self.adds_up(declared, set.dice.len(), "dice");
            }
        }
        let only_clowns = |die: &&Die| die.faces == [Face::Clown; SIDES];
        for set in &mut sets {
            if set.dice.iter().filter(only_clowns).count() > 2 {
                let title = "every roll would be a Clown Out: three dice show nothing but Clowns";
                set.faults.push(self.fault(declared, title));
            }
        }
        sets
    }

    fn bulls(&mut self, tables: &[BullTable], sets: &mut [DiceSet]) -> Vec<Bull> {
        let mut bulls = Vec::new();
        for table in tables {
            self.from(&table.from);
            let proposed = self.from(&table.moves_from) == PROPOSED;
            let size = self.small(&table.dice, "the dice of a Bull", 1..=DICE as u8);
            let points = self.small(&table.points, "the points of a Bull", 1..=MAX_CARD_POINTS);
            for card in &table.moves {
                let Some(moves) = self.counts::<3>(card, "Turns-Bucks-Kicks") else { continue };
                let bull = Bull { proposed, points, moves };
                if *table.dice.get_ref() == i64::from(size) && bull.dice() != size {
                    let label = format!("{} dice", bull.dice());
                    self.add(card, format!("this Bull must ask for {size} dice"), label);
                }
                for set in &mut *sets {
                    if let Some(faces) = lacking(&set.dice, &moves, 0) {
                        let what = names(&faces);
                        let title =
                            format!("the dice cannot ride this Bull: too few of them show {what}");
                        let help = format!("give more dice the face {what}, or change the Bull");
                        set.faults.push(self.fault(card, title).with_help(help));
                    }
                }
                bulls.push(bull);
            }
        }
        bulls
    }

    fn riders(&mut self, tables: &[RiderTable]) -> Vec<Rider> {
        let mut riders = Vec::new();
        for table in tables {
            let from = self.from(&table.from);
            if table.name.get_ref().trim().is_empty() {
                self.add(&table.name, "a Rider needs a name", "empty");
            }
            let colour = self.choice(&table.colour, "colour of a Rider", &Colour::NAMES);
            let Some(index) = self.choice(&table.ability, "ability", &Ability::NAMES) else {
                continue;
            };
            let ability = Ability::ALL[index];
            let mut figure = |figure: Figure, name: &str, value: &Option<Spanned<i64>>| {
                let high = if figure == Figure::Limit { MAX_CARD_POINTS } else { 20 };
                match (ability.figures().contains(&figure), value) {
                    (true, Some(value)) => self.small(value, name, 1..=high),
                    (true, None) => {
                        let title = format!("the ability `{}` needs `{name}`", ability.name());
                        self.add(&table.ability, title, format!("add `{name} = …`"));
                        1
                    }
                    (false, Some(value)) => {
                        let title = format!("the ability `{}` has no `{name}`", ability.name());
                        self.add(value, title, "leave it out");
                        0
                    }
                    (false, None) => 0,
                }
            };
            riders.push(Rider {
                name: table.name.get_ref().clone(),
                colour: Colour::ALL[colour.unwrap_or(0)],
                ability,
                tokens: figure(Figure::Tokens, "tokens", &table.tokens),
                number: figure(Figure::Number, "number", &table.number),
                limit: figure(Figure::Limit, "limit", &table.limit),
                uses: figure(Figure::Uses, "uses", &table.uses),
                from,
            });
        }
        riders
    }

    fn buckles(&mut self, tables: &[BuckleTable], sets: &mut [DiceSet]) -> Vec<Buckle> {
        const EFFECTS: [&str; 5] = ["tokens", "more_bulls", "free_reroll", "dismount", "clown_out"];
        let mut buckles = Vec::new();
        for table in tables {
            let proposed = self.from(&table.from) == PROPOSED;
            let points = self.small(&table.points, "the points of a Buckle", 0..=MAX_CARD_POINTS);
            let kind = table.effect.as_ref().map(|name| self.choice(name, "effect", &EFFECTS));
            let has_number = matches!(kind, Some(Some(0 | 1 | 3 | 4)));
            let number = match &table.number {
                Some(number) if !has_number => {
                    self.add(number, "this Buckle has no `number`", "leave it out");
                    0
                }
                Some(number) => self.small(number, "the number of an effect", 1..=20),
                None if has_number => {
                    self.add(&table.dice, "the effect of this Buckle needs `number`", "");
                    1
                }
                None => 0,
            };
            let effect = match kind {
                Some(Some(0)) => Effect::Tokens(number),
                Some(Some(1)) => Effect::MoreBulls(number),
                Some(Some(2)) => Effect::FreeReroll,
                Some(Some(3)) => Effect::Dismount(number),
                Some(Some(4)) => Effect::ClownOut(number),
                _ => Effect::None,
            };
            let order = "Turns-Bucks-Kicks-Clowns";
            let Some(needs) = self.counts::<4>(&table.dice, order) else { continue };
            let total: u8 = needs.iter().sum();
            let clowns = needs[Face::Clown as usize];
            if usize::from(total) != DICE {
                let label = format!("{total} dice");
                self.add(&table.dice, format!("a Golden Buckle asks for {DICE} dice"), label);
            } else if clowns > 2 && usize::from(clowns) != DICE {
                self.add_help(
                    &table.dice,
                    "a Golden Buckle asks for at most two Clowns, or for Clowns alone",
                    "three Clowns end a turn, and only the Buckle of Clowns has a way round that",
                );
            }
            for set in &mut *sets {
                // Two tokens stand in for one die (ES-43, ES-Q26).
                if let Some(faces) = lacking(&set.dice, &needs, 1) {
                    let what = names(&faces);
                    let title =
                        format!("the dice cannot attain this Buckle: too few of them show {what}");
                    let help = format!("give more dice the face {what}, or change the Buckle");
                    set.buckle_faults.push(self.fault(&table.dice, title).with_help(help));
                }
            }
            buckles.push(Buckle { proposed, needs, points, effect });
        }
        buckles
    }

    fn vegas(&mut self, table: &VegasTable, bulls: &[Bull]) -> Vegas {
        for from in [&table.from, &table.bucked_off.from, &table.dismount.from, &table.ride.from] {
            self.from(from);
        }
        let payoff = |faults: &mut Self, single, double, slope| Payoff {
            single: faults.number(single, "a payoff", 0..=MAX_MONEY),
            double: faults.number(double, "a payoff", 0..=MAX_MONEY),
            slope,
        };
        let per_token = self.number(&table.dismount.per_token, "a payoff", 0..=MAX_MONEY);
        let (off, dismount, ride) = (&table.bucked_off, &table.dismount, &table.ride);
        let vegas = Vegas {
            money: self.number(&table.money, "the money of a player", 0..=MAX_MONEY),
            stake: self.number(&table.stake, "the stake", 1..=MAX_MONEY),
            point: self.number(&table.point, "the money for a point", 1..=MAX_MONEY),
            buy_one: self.number(&table.buy_one, "the price of a token", 1..=MAX_MONEY),
            buy_two: self.number(&table.buy_two, "the price of two tokens", 1..=MAX_MONEY),
            sell: self.number(&table.sell, "the money for a token", 0..=MAX_MONEY),
            bucked_off: payoff(self, &off.single, &off.double, 1),
            dismount: payoff(self, &dismount.single, &dismount.double, per_token),
            ride: payoff(self, &ride.single, &ride.double, 1),
        };
        let highest = bulls.iter().map(|bull| bull.points).max().unwrap_or(0);
        if *off.double.get_ref() >= 0 && vegas.bucked_off.double < i64::from(highest) {
            self.add_help(
                &off.double,
                format!(
                    "a Double Down on Bucked Off would pay less than nothing: {} less the \
                     {highest} points of a Bull",
                    vegas.bucked_off.double
                ),
                format!("make it {highest} or more"),
            );
        }
        let dear = vegas.sell > vegas.buy_one || 2 * vegas.sell > vegas.buy_two;
        if dear && *table.sell.get_ref() >= 0 {
            self.add_help(
                &table.sell,
                "the bank would pay more for a token than it takes",
                "a player could sell and buy without end: lower it",
            );
        }
        vegas
    }

    fn ratings(&mut self, table: &Spanned<Vec<i64>>) -> Vec<i64> {
        let ratings = table.get_ref().clone();
        let rising = ratings.windows(2).all(|pair| pair[0] < pair[1]);
        if ratings.len() != 6 || !rising || ratings[0] != 0 {
            self.add(table, "ratings are six rising scores, the first of them 0", "");
        }
        ratings
    }
}

impl Edition {
    /// Reads and checks an edition file.
    ///
    /// # Errors
    ///
    /// Gives all faults of the text, at least one.
    pub fn parse(source: Arc<Source>) -> Result<Self, Vec<Diagnostic>> {
        let mut faults = Faults::new(&source);
        let file: File = match toml::from_str(&source.text) {
            Ok(file) => file,
            Err(error) => {
                let span = error.span().unwrap_or(0..0);
                let fault = Diagnostic::error(&source, span, "this edition file cannot be read");
                return Err(vec![fault.with_label(error.message())]);
            }
        };
        if file.game.get_ref() != "eight-seconds" {
            let name = quoted(file.game.get_ref());
            let title = format!("this edition is for {name}, not for `eight-seconds`");
            faults.add(&file.game, title, "another game");
        }
        if file.name.get_ref().trim().is_empty() {
            faults.add(&file.name, "an edition needs a name", "empty");
        }
        let tables = [&file.components.from, &file.end.from, &file.max_turns.from];
        for from in tables.into_iter().chain([&file.ratings.from]) {
            faults.from(from);
        }
        let mut sets = faults.dice(&file.dice, &file.components.dice);
        let bulls = faults.bulls(&file.bulls, &mut sets);
        let buckles = faults.buckles(&file.buckles, &mut sets);
        let riders = faults.riders(&file.riders);
        faults.adds_up(&file.components.bulls, bulls.len(), "Bulls");
        faults.adds_up(&file.components.riders, riders.len(), "Riders");
        faults.adds_up(&file.components.buckles, buckles.len(), "Golden Buckles");
        faults.number(&file.components.bulls, "the number of Bulls", 3..=MAX_BULLS as i64);
        faults.number(&file.components.riders, "the number of Riders", 0..=MAX_RIDERS as i64);
        faults.number(&file.components.buckles, "the number of Buckles", 0..=MAX_BUCKLES as i64);
        let uses: i64 = riders.iter().map(|rider| i64::from(rider.uses)).sum();
        if uses > *file.components.ability_tokens.get_ref() {
            faults.add(
                &file.components.ability_tokens,
                format!("the Riders have {uses} limited uses"),
                "too few Special Ability tokens",
            );
        }
        let tokens = faults.small(&file.components.tokens, "the number of tokens", 0..=MAX_TOKENS);
        let vegas = faults.vegas(&file.vegas, &bulls);
        let end_bulls =
            faults.small(&file.end.bulls, "the Bulls that end the game", 1..=MAX_BULLS as u8);
        let turns =
            faults.number(&file.max_turns.turns, "max_turns", 1..=i64::from(MAX_TURNS)) as u32;
        let ratings = faults.ratings(&file.ratings.normal);
        let solitaire_ratings = faults.ratings(&file.ratings.solitaire);
        let Some(first) = sets.first().filter(|_| faults.found.is_empty()) else {
            return Err(faults.found);
        };
        Ok(Self {
            name: file.name.into_inner(),
            source,
            dice: first.dice.clone(),
            dice_sets: sets,
            bulls,
            tokens,
            riders,
            buckles,
            vegas,
            end_bulls,
            max_turns: turns,
            ratings,
            solitaire_ratings,
        })
    }

    /// What it is called in titles.
    #[must_use]
    pub fn title(&self) -> String {
        self.source.edition_title(&self.name, SHIPPED)
    }

    /// What an edition that can be read does not allow: errors for what every run meets that is not
    /// told otherwise, warnings for what is met with other dice or with Golden Buckles alone.
    #[must_use]
    pub fn limits(&self) -> Vec<Diagnostic> {
        let mut limits = Vec::new();
        for (place, set) in self.dice_sets.iter().enumerate() {
            let what =
                if set.name == "default" { String::new() } else { format!(" ({})", set.name) };
            let named = |fault: &Diagnostic| {
                let title = format!("{}{what}", fault.title);
                Diagnostic { title, severity: Severity::Warning, ..fault.clone() }
            };
            match place {
                0 => limits.extend(set.faults.iter().cloned()),
                _ => limits.extend(set.faults.iter().map(named)),
            }
            limits.extend(set.buckle_faults.iter().map(named));
        }
        limits
    }

    /// The shipped edition.
    ///
    /// # Panics
    ///
    /// Never: a test reads it.
    #[must_use]
    pub fn shipped() -> Self {
        let source = Source::new("built-in edition", SHIPPED);
        Self::parse(source).expect("the shipped edition is sound")
    }
}

#[cfg(test)]
mod tests {
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
            let having = edition.riders.iter().filter(|rider| rider.ability == ability);
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
            ("bulls = 28", "bulls = 27", "the box has 27 Bulls but the lists have 28"),
            ("riders = 20", "riders = 21", "but the lists have 20"),
            ("buckles = 12", "buckles = 11", "but the lists have 12"),
            ("ability_tokens = 6", "ability_tokens = 5", "6 limited uses"),
            ("dice = 7\npoints", "dice = 9\npoints", "from 1 to 8"),
            ("\"3-2-2\"", "\"3-3-3\"", "must ask for 7 dice"),
            ("\"3-2-2\"", "\"3-2\"", "no list of moves"),
            ("\"3-2-2\"", "\"3-2-2-\"", "no list of moves"),
            ("single = 6", "single = -6", "a payoff must be from 0"),
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
            ("game = \"eight-seconds\"", "game = \"el-ocho\"", "not for `eight-seconds`"),
            ("name = \"8 Seconds\"", "name = \"\"", "needs a name"),
            ("[end]", "[ende]", "cannot be read"),
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
        let text =
            SHIPPED.replace("\"kick\", \"blank\", \"blank\"", "\"buck\", \"blank\", \"blank\"");
        let found = limits(&text);
        assert!(found.iter().any(|fault| fault.title.contains("too few of them show kick")));
        let line = |fault: &Diagnostic| text[..fault.span.start].lines().count();
        assert!(found.iter().all(|fault| line(fault) > 200), "{found:#?}");
        // No die shows a Kick: neither can the Bulls be ridden.
        let found = limits(&SHIPPED.replace("\"kick\"", "\"buck\""));
        let bulls = |fault: &&Diagnostic| fault.title.contains("cannot ride this Bull");
        assert!(found.iter().filter(bulls).any(Diagnostic::is_error));
    }
}
