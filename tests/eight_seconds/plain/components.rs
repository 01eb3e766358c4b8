//! What is in the box, as plain lists read from an edition file.

use toml::{Table as Toml, Value};

/// What a face of a die shows (ES-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Face {
    Turn,
    Buck,
    Kick,
    Clown,
    Blank,
}

/// The three faces that are moves.
pub(crate) const MOVES: [Face; 3] = [Face::Turn, Face::Buck, Face::Kick];

/// All five faces.
pub(crate) const FACES: [Face; 5] = [Face::Turn, Face::Buck, Face::Kick, Face::Clown, Face::Blank];

impl Face {
    /// Whether the face is a move: neither Blank nor Clown.
    pub(crate) fn is_move(self) -> bool {
        MOVES.contains(&self)
    }

    fn named(name: &str) -> Face {
        match name {
            "turn" => Face::Turn,
            "buck" => Face::Buck,
            "kick" => Face::Kick,
            "clown" => Face::Clown,
            "blank" => Face::Blank,
            other => panic!("no face {other:?}"),
        }
    }
}

/// Turns, Bucks and Kicks a Bull asks for.
pub(crate) type Moves = [usize; 3];

/// One of the eight dice.
#[derive(Clone, Debug)]
pub(crate) struct DieKind {
    pub(crate) faces: Vec<Face>,
}

/// One of the Bulls (ES-7, ES-8).
#[derive(Clone, Debug)]
pub(crate) struct Bull {
    pub(crate) moves: Moves,
    pub(crate) points: u32,
}

/// What a Rider can do (ES-51 to ES-63 and the table of Riders).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ability {
    /// Mike: a token brings this many Bulls.
    MoreBulls { bulls: usize },
    /// Sally: sets a die to a move and locks it.
    LockDie { tokens: u32 },
    /// Dan: changes an own die that is no Clown to a move.
    ChangeOwnDie { tokens: u32 },
    /// Hank: a token retrieves up to this many Clowns.
    RetrieveMore { clowns: usize },
    /// Pat: tokens for Clowns at a Dismount.
    ClownsPay { tokens: u32 },
    /// Sammy: a second Bull in the turn.
    TwoBulls,
    /// Jorge: a free reroll before any rule applies.
    FreeFirstReroll,
    /// Sue: tokens when Bucked Off.
    BuckedOffPays { tokens: u32 },
    /// Dawson: rides the lowest Bull without a roll.
    RideUnrolled,
    /// Jennie: changes any die.
    ChangeAnyDie,
    /// Willie: a reroll that costs nothing.
    FreeReroll,
    /// Cody: rolls the Clowns again instead of being Bucked Off.
    Comeback,
    /// Terri: points for the most tokens.
    MostTokens { points: u32 },
    /// Wolf: a point for each set of this many tokens.
    TokenSets { size: u32 },
    /// Stella: points for each Bull of at most `limit` points.
    SmallBulls { points: u32, limit: u32 },
    /// Tex: points for a Bull of at least `limit` points.
    BigBull { points: u32, limit: u32 },
    /// Brock: changes an opponent's die.
    ChangeTheirDie { tokens: u32 },
    /// Cooter: discards an opponent's Bull.
    DiscardTheirBull { tokens: u32 },
    /// Ruth: tokens when an opponent Clowns Out.
    ClownOutPays { tokens: u32 },
    /// Gus: tokens of an opponent's Dismount for `limit` tokens or more.
    DismountShare { tokens: u32, limit: u32 },
}

/// One of the Riders.
#[derive(Clone, Debug)]
pub(crate) struct Rider {
    pub(crate) black: bool,
    pub(crate) ability: Ability,
    /// How often in a game a limited ability may be used; 0 for the others (ES-50).
    pub(crate) uses: u32,
}

/// What a Golden Buckle does for its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BuckleEffect {
    None,
    /// Tokens at once.
    Tokens(u32),
    /// A line-up of this many Bulls each turn.
    MoreBulls(usize),
    /// One reroll a turn that costs nothing.
    FreeReroll,
    /// Tokens more at each Dismount.
    Dismount(u32),
    /// What a Clown Out pays.
    ClownOut(u32),
}

/// One of the Golden Buckles.
#[derive(Clone, Debug)]
pub(crate) struct Buckle {
    /// Turns, Bucks, Kicks and Clowns; eight dice in all.
    pub(crate) dice: [usize; 4],
    pub(crate) points: u32,
    pub(crate) effect: BuckleEffect,
}

impl Buckle {
    /// Whether it is the one of all Clowns, with the procedure of ES-47 and ES-48.
    pub(crate) fn is_clowns(&self) -> bool {
        self.dice[..3] == [0, 0, 0]
    }
}

/// The dollars of Vegas Showdown (ES-64, ES-70, ES-75 to ES-77, ES-82, ES-83).
#[derive(Clone, Debug)]
pub(crate) struct VegasSums {
    pub(crate) money: i64,
    pub(crate) stake: i64,
    pub(crate) point: i64,
    pub(crate) buy: [i64; 2],
    pub(crate) sell: i64,
    pub(crate) bucked_off: (i64, i64),
    pub(crate) dismount: (i64, i64),
    pub(crate) per_token: i64,
    pub(crate) ride: (i64, i64),
}

/// Everything in the box.
#[derive(Clone, Debug)]
pub(crate) struct Components {
    pub(crate) dice: Vec<DieKind>,
    pub(crate) bulls: Vec<Bull>,
    pub(crate) tokens: u32,
    pub(crate) riders: Vec<Rider>,
    pub(crate) buckles: Vec<Buckle>,
    pub(crate) ratings: Vec<u32>,
    pub(crate) solo_ratings: Vec<u32>,
    pub(crate) vegas: VegasSums,
}

fn number(table: &Toml, key: &str) -> i64 {
    table.get(key).and_then(Value::as_integer).unwrap_or_else(|| panic!("no number {key}"))
}

fn number_or(table: &Toml, key: &str, otherwise: i64) -> i64 {
    table.get(key).map_or(otherwise, |_| number(table, key))
}

fn text<'a>(table: &'a Toml, key: &str) -> &'a str {
    table.get(key).and_then(Value::as_str).unwrap_or_else(|| panic!("no text {key}"))
}

fn sub<'a>(table: &'a Toml, key: &str) -> &'a Toml {
    table.get(key).and_then(Value::as_table).unwrap_or_else(|| panic!("no table {key}"))
}

fn tables<'a>(table: &'a Toml, key: &str) -> Vec<&'a Toml> {
    let rows = table.get(key).and_then(Value::as_array).unwrap_or_else(|| panic!("no {key}"));
    rows.iter().map(|row| row.as_table().expect("a table")).collect()
}

fn list<'a>(table: &'a Toml, key: &str) -> &'a Vec<Value> {
    table.get(key).and_then(Value::as_array).unwrap_or_else(|| panic!("no list {key}"))
}

fn counts<const N: usize>(text: &str) -> [usize; N] {
    let counts: Vec<usize> = text.split('-').map(|n| n.parse().expect("a count")).collect();
    counts.try_into().unwrap_or_else(|_| panic!("{text} is not {N} counts"))
}

fn ability(table: &Toml) -> Ability {
    let tokens = number_or(table, "tokens", 0) as u32;
    let figure = number_or(table, "number", 1) as u32;
    let limit = number_or(table, "limit", 0) as u32;
    match text(table, "ability") {
        "more_bulls" => Ability::MoreBulls { bulls: figure as usize },
        "lock_die" => Ability::LockDie { tokens },
        "change_own_die" => Ability::ChangeOwnDie { tokens },
        "retrieve_more" => Ability::RetrieveMore { clowns: figure as usize },
        "clowns_pay" => Ability::ClownsPay { tokens: figure },
        "two_bulls" => Ability::TwoBulls,
        "free_first_reroll" => Ability::FreeFirstReroll,
        "bucked_off_pays" => Ability::BuckedOffPays { tokens: figure },
        "ride_unrolled" => Ability::RideUnrolled,
        "change_any_die" => Ability::ChangeAnyDie,
        "free_reroll" => Ability::FreeReroll,
        "comeback" => Ability::Comeback,
        "most_tokens" => Ability::MostTokens { points: figure },
        "token_sets" => Ability::TokenSets { size: figure },
        "small_bulls" => Ability::SmallBulls { points: figure, limit },
        "big_bull" => Ability::BigBull { points: figure, limit },
        "change_their_die" => Ability::ChangeTheirDie { tokens },
        "discard_their_bull" => Ability::DiscardTheirBull { tokens },
        "clown_out_pays" => Ability::ClownOutPays { tokens: figure },
        "dismount_share" => Ability::DismountShare { tokens: figure, limit },
        other => panic!("no ability {other:?}"),
    }
}

fn effect(table: &Toml) -> BuckleEffect {
    let figure = number_or(table, "number", 0);
    match table.get("effect").and_then(Value::as_str) {
        None => BuckleEffect::None,
        Some("tokens") => BuckleEffect::Tokens(figure as u32),
        Some("more_bulls") => BuckleEffect::MoreBulls(figure as usize),
        Some("free_reroll") => BuckleEffect::FreeReroll,
        Some("dismount") => BuckleEffect::Dismount(figure as u32),
        Some("clown_out") => BuckleEffect::ClownOut(figure as u32),
        Some(other) => panic!("no effect {other:?}"),
    }
}

fn ratings(table: &Toml, key: &str) -> Vec<u32> {
    list(table, key).iter().map(|least| least.as_integer().expect("a score") as u32).collect()
}

impl Components {
    /// Reads an edition file that the crate accepts; any fault is a panic.
    pub(crate) fn of_toml(text_of_file: &str) -> Components {
        let file: Toml = text_of_file.parse().expect("an edition file");
        let mut dice = Vec::new();
        let rows = tables(&file, "dice");
        let first = rows.first().map(|row| row.get("set"));
        // The other sets of dice are for whoever asks for them.
        for row in rows.iter().filter(|row| Some(row.get("set")) == first) {
            let faces = list(row, "faces").iter();
            let faces: Vec<_> =
                faces.map(|face| Face::named(face.as_str().expect("a face"))).collect();
            for _ in 0..number(row, "dice") {
                dice.push(DieKind { faces: faces.clone() });
            }
        }
        let mut bulls = Vec::new();
        for row in tables(&file, "bulls") {
            for moves in list(row, "moves") {
                let moves: Moves = counts(moves.as_str().expect("moves"));
                assert_eq!(moves.iter().sum::<usize>() as i64, number(row, "dice"));
                bulls.push(Bull { moves, points: number(row, "points") as u32 });
            }
        }
        let riders = tables(&file, "riders").into_iter().map(|row| Rider {
            black: text(row, "colour") == "black",
            ability: ability(row),
            uses: number_or(row, "uses", 0) as u32,
        });
        let buckles = tables(&file, "buckles").into_iter().map(|row| Buckle {
            dice: counts(text(row, "dice")),
            points: number(row, "points") as u32,
            effect: effect(row),
        });
        let vegas = sub(&file, "vegas");
        let payoffs = |outcome| {
            let row = sub(vegas, outcome);
            (number(row, "single"), number(row, "double"))
        };
        Components {
            dice,
            bulls,
            tokens: number(sub(&file, "components"), "tokens") as u32,
            riders: riders.collect(),
            buckles: buckles.collect(),
            ratings: ratings(sub(&file, "ratings"), "normal"),
            solo_ratings: ratings(sub(&file, "ratings"), "solitaire"),
            vegas: VegasSums {
                money: number(vegas, "money"),
                stake: number(vegas, "stake"),
                point: number(vegas, "point"),
                buy: [number(vegas, "buy_one"), number(vegas, "buy_two")],
                sell: number(vegas, "sell"),
                bucked_off: payoffs("bucked_off"),
                dismount: payoffs("dismount"),
                per_token: number(sub(vegas, "dismount"), "per_token"),
                ride: payoffs("ride"),
            },
        }
    }
}
