//! The components of the game, read from an edition file without the crate's reader.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// A cell of the Concession Grid, from 1 in reading order.
pub(crate) type Cell = usize;

/// The lines of the Concession Grid: rows, then columns.
pub(crate) fn lines() -> Vec<Vec<Cell>> {
    let rows = (0..4).map(|row| (1..=4).map(|cell| 4 * row + cell).collect());
    rows.chain((1..=4).map(|column| (0..4).map(|row| 4 * row + column).collect())).collect()
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Number {
    number: usize,
    /// Multipliers of a bet on the horse if it finishes 1st, 2nd and 3rd.
    pub(crate) odds: [i64; 3],
    pub(crate) past_line: i64,
    pub(crate) cost: i64,
    /// The horses whose boxes are marked in print.
    pub(crate) bar: BTreeSet<usize>,
}

/// The kinds of Concession Bonus (LS-30).
pub(crate) const BONUSES: [&str; 9] = [
    "money",
    "free_bet",
    "horse",
    "one_forward",
    "two_forward",
    "one_back",
    "two_back",
    "helmet",
    "jersey",
];

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Tiles {
    bonus: String,
    pub(crate) tiles: usize,
    /// Dollars or spaces.
    #[serde(default)]
    pub(crate) number: i64,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct StartingCard {
    pub(crate) cells: Vec<(usize, usize)>,
    /// Horse and dollars.
    pub(crate) bets: Vec<(usize, i64)>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Figures {
    pub(crate) dollars: i64,
    pub(crate) spaces: i64,
    pub(crate) count: usize,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Horse {
    /// Given only if it differs from the cost of the number.
    pub(crate) cost: Option<i64>,
    pub(crate) ability: String,
    #[serde(flatten)]
    pub(crate) figures: Figures,
}

/// A cell of the Solo Sheet: an action, and dollars gained in addition.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct SoloCell {
    pub(crate) action: String,
    #[serde(default)]
    pub(crate) horse: String,
    #[serde(default)]
    pub(crate) dollars: i64,
    #[serde(default)]
    pub(crate) spaces: i64,
    #[serde(default)]
    pub(crate) gain: i64,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct SoloColumn {
    pub(crate) movement: usize,
    /// By the face of the horse die, from 1.
    pub(crate) cells: Vec<SoloCell>,
    pub(crate) default: SoloCell,
}

#[derive(Clone, Debug)]
pub(crate) struct Components {
    pub(crate) horse_die: Vec<usize>,
    pub(crate) movement_die: Vec<usize>,
    pub(crate) spaces: usize,
    /// The No Bet line is after this space.
    pub(crate) no_bet: usize,
    pub(crate) purses: [i64; 3],
    pub(crate) roland_money: i64,
    pub(crate) most_bet: i64,
    pub(crate) jockey_set: i64,
    numbers: Vec<Number>,
    grid: Vec<Vec<usize>>,
    tiles: Vec<Tiles>,
    pub(crate) starting_cards: Vec<StartingCard>,
    pub(crate) horses: Vec<Horse>,
    /// The abilities with two readings in the sources (LS-A31).
    pub(crate) card_pays_everyone: bool,
    pub(crate) rows_pay_at_once: bool,
    pub(crate) placed_pays_odds: bool,
    pub(crate) solo: Vec<SoloColumn>,
}

/// Reads a value of a valid edition file; panics at any fault.
fn read<T: DeserializeOwned>(value: &toml::Value) -> T {
    value.clone().try_into().expect("a value of an edition file")
}

impl Components {
    pub(crate) fn of_toml(text: &str) -> Components {
        let file: toml::Table = text.parse().expect("an edition file");
        let mut numbers: Vec<Number> = read(&file["numbers"]);
        numbers.sort_by_key(|number| number.number);
        Components {
            horse_die: read(&file["horse_die"]["faces"]),
            movement_die: read(&file["movement_die"]["faces"]),
            spaces: read(&file["track"]["spaces"]),
            no_bet: read(&file["track"]["no_bet"]),
            purses: read(&file["purses"]["dollars"]),
            roland_money: read(&file["money"]["roland"]),
            most_bet: read(&file["bets"]["most"]),
            jockey_set: read(&file["jockey_sets"]["dollars"]),
            numbers,
            grid: read(&file["grid"]["rows"]),
            tiles: read(&file["bonuses"]),
            starting_cards: read(&file["starting_cards"]),
            horses: read(&file["horses"]),
            card_pays_everyone: file["disputed"]["card_pays_owned"].as_str() == Some("everyone"),
            rows_pay_at_once: file["disputed"]["rows_pay"].as_str() == Some("at_once"),
            placed_pays_odds: file["disputed"]["placed_pays"].as_str() == Some("odds"),
            solo: read(&file["solo"]),
        }
    }

    /// The boxes of each Horse Card that are marked in print.
    pub(crate) fn bars(&self) -> Vec<BTreeSet<usize>> {
        self.numbers.iter().map(|number| number.bar.clone()).collect()
    }

    pub(crate) fn number(&self, number: usize) -> &Number {
        &self.numbers[number - 1]
    }

    pub(crate) fn in_cell(&self, cell: Cell) -> usize {
        self.grid[(cell - 1) / 4][(cell - 1) % 4]
    }

    pub(crate) fn tiles(&self, bonus: &str) -> &Tiles {
        self.tiles.iter().find(|tiles| tiles.bonus == bonus).expect("tiles of each kind")
    }
}
