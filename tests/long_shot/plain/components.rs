//! What is in the box, as plain lists read from an edition file.

use toml::{Table as Toml, Value};

/// A cell of the Concession Grid: row and column, from 1.
pub(crate) type Cell = (usize, usize);

/// What is the same for every horse of a number.
#[derive(Clone, Debug)]
pub(crate) struct Number {
    /// Multipliers of a bet on the horse that finishes 1st, 2nd and 3rd.
    pub(crate) odds: [i64; 3],
    /// The multiplier past the No Bet line.
    pub(crate) past_line: i64,
    pub(crate) cost: i64,
    /// The horses whose boxes are marked in print.
    pub(crate) bar: Vec<usize>,
}

/// The kinds of Concession Bonus (LS-30).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

impl Tile {
    fn named(name: &str) -> Tile {
        match name {
            "money" => Tile::Money,
            "free_bet" => Tile::FreeBet,
            "horse" => Tile::Horse,
            "one_forward" => Tile::OneForward,
            "two_forward" => Tile::TwoForward,
            "one_back" => Tile::OneBack,
            "two_back" => Tile::TwoBack,
            "helmet" => Tile::Helmet,
            "jersey" => Tile::Jersey,
            other => panic!("no bonus {other:?}"),
        }
    }
}

/// So many tiles of one kind on every Player Sheet.
#[derive(Clone, Debug)]
pub(crate) struct Tiles {
    pub(crate) tile: Tile,
    pub(crate) tiles: usize,
    /// Dollars or spaces.
    pub(crate) number: i64,
}

#[derive(Clone, Debug)]
pub(crate) struct StartingCard {
    pub(crate) cells: Vec<Cell>,
    /// Horse and dollars.
    pub(crate) bets: Vec<(usize, i64)>,
}

/// What a Horse Card does for its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ability {
    ColumnMarks,
    ManyHorsesPay { dollars: i64, horses: usize },
    LinePays { dollars: i64 },
    BetAndMove { dollars: i64, spaces: i64 },
    RollPays { dollars: i64 },
    BoughtHalfPrice,
    MoneyBonusPays { dollars: i64 },
    UnplacedCosts { dollars: i64 },
    BetMovesSpace { dollars: i64, spaces: i64 },
    NeighbourNumbers,
    BackFurther { spaces: i64 },
    BoughtErases { wilds: usize },
    JerseyMarks { boxes: usize },
    FirstBetFree,
    FreeBetOf { dollars: i64 },
    CardPaysOwned { dollars: i64 },
    NoSetPays { dollars: i64 },
    HelmetBetPays { dollars: i64 },
    RowErases { wilds: usize },
    RowMovesBack { spaces: i64 },
    BoughtMarks,
    BoughtMoves { spaces: i64 },
    HalfSetsPay { dollars: i64 },
    FreeHorsePays { dollars: i64 },
    RollMoves { spaces: i64 },
    JerseyTakes { dollars: i64 },
    RowsPay { dollars: i64 },
    BoughtJerseys { jerseys: usize },
    SetBets { dollars: i64 },
    RollCostsOthers { dollars: i64 },
    PlacedPays { dollars: i64 },
    MovesFurther { spaces: i64 },
}

/// A Horse Card.
#[derive(Clone, Debug)]
pub(crate) struct Horse {
    pub(crate) name: String,
    pub(crate) cost: i64,
    pub(crate) ability: Ability,
}

/// The abilities that the sources read in two ways (LS-A31).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disputed {
    pub(crate) card_pays_everyone: bool,
    pub(crate) rows_pay_at_once: bool,
    pub(crate) placed_pays_odds: bool,
}

/// Which horse, or horses, a cell of the Solo Sheet is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SoloHorse {
    Rolled,
    Number(usize),
    Lead,
    Last,
    OwnLead,
    OwnLast,
    OwnTopBet,
    AllOwn,
    UnownedLead,
    UnownedLast,
    UnownedLowest,
    UnownedCheapest,
    UnownedTopBet,
    PlayerLead,
    PlayerTopBet,
}

/// What a cell of the Solo Sheet does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SoloAction {
    Mark(SoloHorse),
    Bet { horse: SoloHorse, dollars: i64, free: bool },
    Buy { horse: SoloHorse, free: bool },
    MoveBack { horse: SoloHorse, spaces: i64 },
    Nothing,
}

/// A cell of the Solo Sheet: what is done, and dollars gained beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SoloCell {
    pub(crate) action: SoloAction,
    pub(crate) gain: i64,
}

/// A column of the Solo Sheet.
#[derive(Clone, Debug)]
pub(crate) struct SoloColumn {
    pub(crate) movement: usize,
    /// By the face of the horse die, from 1.
    pub(crate) cells: Vec<SoloCell>,
    pub(crate) default: SoloCell,
}

/// Everything in the box.
#[derive(Clone, Debug)]
pub(crate) struct Components {
    pub(crate) horse_die: Vec<usize>,
    pub(crate) movement_die: Vec<usize>,
    pub(crate) spaces: usize,
    /// Past the No Bet line is beyond this space.
    pub(crate) no_bet: usize,
    pub(crate) purses: [i64; 3],
    pub(crate) roland_money: i64,
    pub(crate) most_bet: i64,
    pub(crate) set_dollars: i64,
    /// By number: the first is number 1.
    pub(crate) numbers: Vec<Number>,
    pub(crate) grid: Vec<Vec<usize>>,
    pub(crate) tiles: Vec<Tiles>,
    pub(crate) starting_cards: Vec<StartingCard>,
    pub(crate) horses: Vec<Horse>,
    pub(crate) disputed: Disputed,
    pub(crate) solo: Vec<SoloColumn>,
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

fn list<'a>(table: &'a Toml, key: &str) -> &'a Vec<Value> {
    table.get(key).and_then(Value::as_array).unwrap_or_else(|| panic!("no list {key}"))
}

fn tables<'a>(table: &'a Toml, key: &str) -> Vec<&'a Toml> {
    list(table, key).iter().map(|row| row.as_table().expect("a table")).collect()
}

fn integers(values: &[Value]) -> Vec<i64> {
    values.iter().map(|value| value.as_integer().expect("a number")).collect()
}

fn numbers(table: &Toml, key: &str) -> Vec<usize> {
    integers(list(table, key)).into_iter().map(|number| number as usize).collect()
}

fn three(table: &Toml, key: &str) -> [i64; 3] {
    integers(list(table, key)).try_into().expect("three numbers")
}

fn pairs(table: &Toml, key: &str) -> Vec<(usize, i64)> {
    let pair = |value: &Value| {
        let pair = integers(value.as_array().expect("a pair"));
        (pair[0] as usize, pair[1])
    };
    list(table, key).iter().map(pair).collect()
}

fn ability(table: &Toml) -> Ability {
    let dollars = number_or(table, "dollars", 0);
    let spaces = number_or(table, "spaces", 0);
    let count = number_or(table, "count", 0) as usize;
    match text(table, "ability") {
        "column_marks" => Ability::ColumnMarks,
        "many_horses_pay" => Ability::ManyHorsesPay { dollars, horses: count },
        "line_pays" => Ability::LinePays { dollars },
        "bet_and_move" => Ability::BetAndMove { dollars, spaces },
        "roll_pays" => Ability::RollPays { dollars },
        "bought_half_price" => Ability::BoughtHalfPrice,
        "money_bonus_pays" => Ability::MoneyBonusPays { dollars },
        "unplaced_costs" => Ability::UnplacedCosts { dollars },
        "bet_moves_space" => Ability::BetMovesSpace { dollars, spaces },
        "neighbour_numbers" => Ability::NeighbourNumbers,
        "back_further" => Ability::BackFurther { spaces },
        "bought_erases" => Ability::BoughtErases { wilds: count },
        "jersey_marks" => Ability::JerseyMarks { boxes: count },
        "first_bet_free" => Ability::FirstBetFree,
        "free_bet_of" => Ability::FreeBetOf { dollars },
        "card_pays_owned" => Ability::CardPaysOwned { dollars },
        "no_set_pays" => Ability::NoSetPays { dollars },
        "helmet_bet_pays" => Ability::HelmetBetPays { dollars },
        "row_erases" => Ability::RowErases { wilds: count },
        "row_moves_back" => Ability::RowMovesBack { spaces },
        "bought_marks" => Ability::BoughtMarks,
        "bought_moves" => Ability::BoughtMoves { spaces },
        "half_sets_pay" => Ability::HalfSetsPay { dollars },
        "free_horse_pays" => Ability::FreeHorsePays { dollars },
        "roll_moves" => Ability::RollMoves { spaces },
        "jersey_takes" => Ability::JerseyTakes { dollars },
        "rows_pay" => Ability::RowsPay { dollars },
        "bought_jerseys" => Ability::BoughtJerseys { jerseys: count },
        "set_bets" => Ability::SetBets { dollars },
        "roll_costs_others" => Ability::RollCostsOthers { dollars },
        "placed_pays" => Ability::PlacedPays { dollars },
        "moves_further" => Ability::MovesFurther { spaces },
        other => panic!("no ability {other:?}"),
    }
}

fn solo_horse(table: &Toml) -> SoloHorse {
    match text(table, "horse") {
        "rolled" => SoloHorse::Rolled,
        "lead" => SoloHorse::Lead,
        "last" => SoloHorse::Last,
        "own_lead" => SoloHorse::OwnLead,
        "own_last" => SoloHorse::OwnLast,
        "own_top_bet" => SoloHorse::OwnTopBet,
        "all_own" => SoloHorse::AllOwn,
        "unowned_lead" => SoloHorse::UnownedLead,
        "unowned_last" => SoloHorse::UnownedLast,
        "unowned_lowest" => SoloHorse::UnownedLowest,
        "unowned_cheapest" => SoloHorse::UnownedCheapest,
        "unowned_top_bet" => SoloHorse::UnownedTopBet,
        "player_lead" => SoloHorse::PlayerLead,
        "player_top_bet" => SoloHorse::PlayerTopBet,
        number => SoloHorse::Number(number.parse().expect("a horse")),
    }
}

fn solo_cell(table: &Toml) -> SoloCell {
    let dollars = number_or(table, "dollars", 0);
    let action = match text(table, "action") {
        "mark" => SoloAction::Mark(solo_horse(table)),
        "bet" => SoloAction::Bet { horse: solo_horse(table), dollars, free: false },
        "free_bet" => SoloAction::Bet { horse: solo_horse(table), dollars, free: true },
        "buy" => SoloAction::Buy { horse: solo_horse(table), free: false },
        "free_horse" => SoloAction::Buy { horse: solo_horse(table), free: true },
        "move_back" => {
            SoloAction::MoveBack { horse: solo_horse(table), spaces: number(table, "spaces") }
        }
        "gain" => SoloAction::Nothing,
        other => panic!("no Solo Action {other:?}"),
    };
    SoloCell { action, gain: number_or(table, "gain", 0) }
}

impl Components {
    /// Reads an edition file that the crate accepts; any fault is a panic.
    pub(crate) fn of_toml(text_of_file: &str) -> Components {
        let file: Toml = text_of_file.parse().expect("an edition file");
        let mut rows = tables(&file, "numbers");
        rows.sort_by_key(|row| number(row, "number"));
        let of_numbers: Vec<Number> = rows
            .iter()
            .map(|row| Number {
                odds: three(row, "odds"),
                past_line: number(row, "past_line"),
                cost: number(row, "cost"),
                bar: numbers(row, "bar"),
            })
            .collect();
        let grid = list(sub(&file, "grid"), "rows").iter();
        let grid = grid.map(|row| integers(row.as_array().expect("a row")));
        let tiles = tables(&file, "bonuses").into_iter().map(|row| Tiles {
            tile: Tile::named(text(row, "bonus")),
            tiles: number(row, "tiles") as usize,
            number: number_or(row, "number", 0),
        });
        let starting_cards = tables(&file, "starting_cards").into_iter().map(|row| StartingCard {
            cells: pairs(row, "cells").into_iter().map(|(r, c)| (r, c as usize)).collect(),
            bets: pairs(row, "bets"),
        });
        let horses = tables(&file, "horses").into_iter().map(|row| {
            let of = number(row, "number") as usize;
            Horse {
                name: text(row, "name").to_owned(),
                cost: number_or(row, "cost", of_numbers[of - 1].cost),
                ability: ability(row),
            }
        });
        let disputed = sub(&file, "disputed");
        let disputed = Disputed {
            card_pays_everyone: text(disputed, "card_pays_owned") == "everyone",
            rows_pay_at_once: text(disputed, "rows_pay") == "at_once",
            placed_pays_odds: text(disputed, "placed_pays") == "odds",
        };
        let solo = tables(&file, "solo").into_iter().map(|row| SoloColumn {
            movement: number(row, "movement") as usize,
            cells: tables(row, "cells").into_iter().map(solo_cell).collect(),
            default: solo_cell(sub(row, "default")),
        });
        let track = sub(&file, "track");
        Components {
            horse_die: numbers(sub(&file, "horse_die"), "faces"),
            movement_die: numbers(sub(&file, "movement_die"), "faces"),
            spaces: number(track, "spaces") as usize,
            no_bet: number(track, "no_bet") as usize,
            purses: three(sub(&file, "purses"), "dollars"),
            roland_money: number(sub(&file, "money"), "roland"),
            most_bet: number(sub(&file, "bets"), "most"),
            set_dollars: number(sub(&file, "jockey_sets"), "dollars"),
            grid: grid.map(|row| row.into_iter().map(|n| n as usize).collect()).collect(),
            tiles: tiles.collect(),
            starting_cards: starting_cards.collect(),
            horses: horses.collect(),
            disputed,
            solo: solo.collect(),
            numbers: of_numbers,
        }
    }

    /// What is the same for every horse of a number.
    pub(crate) fn number(&self, number: usize) -> &Number {
        &self.numbers[number - 1]
    }

    /// The number in a cell of the Concession Grid.
    pub(crate) fn in_cell(&self, cell: Cell) -> usize {
        self.grid[cell.0 - 1][cell.1 - 1]
    }

    /// All cells of the Concession Grid in reading order.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        let rows = 1..=self.grid.len();
        rows.flat_map(|row| (1..=self.grid[row - 1].len()).map(move |column| (row, column)))
            .collect()
    }

    /// The tiles of a kind; an edition may have none.
    pub(crate) fn tiles_of(&self, tile: Tile) -> Option<&Tiles> {
        self.tiles.iter().find(|tiles| tiles.tile == tile && tiles.tiles > 0)
    }
}
