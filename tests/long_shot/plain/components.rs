//! What is in the box, as an edition file lists it.

use serde::Deserialize;

/// A cell of the Concession Grid: row and column, from 1.
pub(crate) type Cell = (usize, usize);

/// What is the same for every horse of a number.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Number {
    number: usize,
    /// Multipliers of a bet on the horse that finishes 1st, 2nd and 3rd.
    pub(crate) odds: [i64; 3],
    /// The multiplier past the No Bet line.
    pub(crate) past_line: i64,
    pub(crate) cost: i64,
    /// The horses whose boxes are marked in print.
    pub(crate) bar: Vec<usize>,
}

/// The kinds of Concession Bonus (LS-30).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Tile {
    Money,
    FreeBet,
    Horse,
    OneForward,
    TwoForward,
    OneBack,
    TwoBack,
    Helmet,
    Jersey,
}

/// The tiles of one kind on every Player Sheet.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Tiles {
    pub(crate) bonus: Tile,
    pub(crate) tiles: usize,
    /// Dollars or spaces.
    #[serde(default)]
    pub(crate) number: i64,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct StartingCard {
    pub(crate) cells: Vec<Cell>,
    /// Horse and dollars.
    pub(crate) bets: Vec<(usize, i64)>,
}

/// What a Horse Card does for its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "ability", rename_all = "snake_case")]
pub(crate) enum Ability {
    ColumnMarks,
    ManyHorsesPay { dollars: i64, count: usize },
    LinePays { dollars: i64 },
    BetAndMove { dollars: i64, spaces: i64 },
    RollPays { dollars: i64 },
    BoughtHalfPrice,
    MoneyBonusPays { dollars: i64 },
    UnplacedCosts { dollars: i64 },
    BetMovesSpace { dollars: i64, spaces: i64 },
    NeighbourNumbers,
    BackFurther { spaces: i64 },
    BoughtErases { count: usize },
    JerseyMarks { count: usize },
    FirstBetFree,
    FreeBetOf { dollars: i64 },
    CardPaysOwned { dollars: i64 },
    NoSetPays { dollars: i64 },
    HelmetBetPays { dollars: i64 },
    RowErases { count: usize },
    RowMovesBack { spaces: i64 },
    BoughtMarks,
    BoughtMoves { spaces: i64 },
    HalfSetsPay { dollars: i64 },
    FreeHorsePays { dollars: i64 },
    RollMoves { spaces: i64 },
    JerseyTakes { dollars: i64 },
    RowsPay { dollars: i64 },
    BoughtJerseys { count: usize },
    SetBets { dollars: i64 },
    RollCostsOthers { dollars: i64 },
    PlacedPays { dollars: i64 },
    MovesFurther { spaces: i64 },
}

/// A Horse Card.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Horse {
    pub(crate) name: String,
    /// Where it is not that of the number.
    pub(crate) cost: Option<i64>,
    #[serde(flatten)]
    pub(crate) ability: Ability,
}

/// The abilities that the sources read in two ways (LS-A31).
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Disputed {
    card_pays_owned: String,
    rows_pay: String,
    placed_pays: String,
}

impl Disputed {
    pub(crate) fn card_pays_everyone(&self) -> bool {
        self.card_pays_owned == "everyone"
    }

    pub(crate) fn rows_pay_at_once(&self) -> bool {
        self.rows_pay == "at_once"
    }

    pub(crate) fn placed_pays_odds(&self) -> bool {
        self.placed_pays == "odds"
    }
}

/// A cell of the Solo Sheet: what is done, and dollars gained beside it.
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

/// A column of the Solo Sheet.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct SoloColumn {
    pub(crate) movement: usize,
    /// By the face of the horse die, from 1.
    pub(crate) cells: Vec<SoloCell>,
    pub(crate) default: SoloCell,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Die {
    pub(crate) faces: Vec<usize>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Track {
    pub(crate) spaces: usize,
    /// Past the No Bet line is beyond this space.
    pub(crate) no_bet: usize,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Purses {
    pub(crate) dollars: [i64; 3],
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Money {
    pub(crate) roland: i64,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Bets {
    pub(crate) most: i64,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct JockeySets {
    pub(crate) dollars: i64,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Grid {
    rows: Vec<Vec<usize>>,
}

/// Everything in the box.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Components {
    pub(crate) horse_die: Die,
    pub(crate) movement_die: Die,
    pub(crate) track: Track,
    pub(crate) purses: Purses,
    pub(crate) money: Money,
    pub(crate) bets: Bets,
    pub(crate) jockey_sets: JockeySets,
    /// In the order of the numbers.
    pub(crate) numbers: Vec<Number>,
    pub(crate) grid: Grid,
    #[serde(rename = "bonuses")]
    pub(crate) tiles: Vec<Tiles>,
    pub(crate) starting_cards: Vec<StartingCard>,
    pub(crate) horses: Vec<Horse>,
    pub(crate) disputed: Disputed,
    pub(crate) solo: Vec<SoloColumn>,
}

impl Components {
    /// Reads an edition file that the crate accepts; any fault is a panic.
    pub(crate) fn of_toml(text: &str) -> Components {
        let mut components: Components = toml::from_str(text).expect("an edition file");
        components.numbers.sort_by_key(|number| number.number);
        components
    }

    /// What is the same for every horse of a number.
    pub(crate) fn number(&self, number: usize) -> &Number {
        &self.numbers[number - 1]
    }

    /// The number in a cell of the Concession Grid.
    pub(crate) fn in_cell(&self, cell: Cell) -> usize {
        self.grid.rows[cell.0 - 1][cell.1 - 1]
    }

    /// All cells of the Concession Grid in reading order.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        (1..=4).flat_map(|row| (1..=4).map(move |column| (row, column))).collect()
    }

    /// The dollars or spaces of the tiles of a kind.
    pub(crate) fn number_of(&self, tile: Tile) -> i64 {
        self.tiles.iter().find(|tiles| tiles.bonus == tile).map_or(0, |tiles| tiles.number)
    }
}
