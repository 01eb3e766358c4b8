//! What a policy for Long Shot may name: its decision points, their actions, features and functions.
//!
//! Every decision point shows the same features of the state, so a feature has the same slot
//! everywhere. The features of an action are those of [`Show`] that mean something at its point.
//!
//! Every action of a decision point has a fixed place below 128, so the legal ones are a set of
//! bits and the documented order is that of the places (see [`super::legal_actions`]).

use super::edition::{BonusKind, MAX_FIGURE, MAX_MOVEMENT, MAX_SPACES, MAX_TURNS};
use super::state::MAX_PLAYERS;
use crate::game::vocabulary::{CHANCE, TRUTH, always, features, one_of, to, up_to};
use crate::game::{ActionKind, Argument, DecisionPoint, Feature, Function, Kind, Vocabulary};

/// Indices of [`VOCABULARY`]'s decision points.
pub mod point {
    /// The Action of a turn.
    pub const ACTION: usize = 0;
    /// Which of several effects comes next.
    pub const ORDER: usize = 1;
    /// Which Concession Bonus to mark.
    pub const BONUS: usize = 2;
    /// Which horse to move.
    pub const MOVE: usize = 3;
    /// Which horse gets a Free Bet.
    pub const FREE_BET: usize = 4;
    /// Which horse to take from the Market for nothing.
    pub const FREE_HORSE: usize = 5;
    /// Which Helmet to mark by a bonus.
    pub const HELMET: usize = 6;
    /// Which Jersey to mark by a bonus.
    pub const JERSEY: usize = 7;
    /// Which box to mark on a Horse Card.
    pub const BOX: usize = 8;
    /// What to mark by an ability.
    pub const EXTRA_MARK: usize = 9;
    /// Which horse to buy at half its cost.
    pub const HALF_PRICE: usize = 10;
    /// Whether to use an ability.
    pub const ABILITY: usize = 11;
    /// The number of decision points.
    pub const COUNT: usize = 12;
}

/// The kinds of action of each decision point: indices into [`DecisionPoint::actions`].
pub mod kind {
    /// At [`super::point::ACTION`]: mark a concession of the number rolled.
    pub const CONCESSION: u8 = 0;
    /// At [`super::point::ACTION`]: mark the Helmet of the horse rolled.
    pub const HELMET: u8 = 1;
    /// At [`super::point::ACTION`]: mark the Jersey of the horse rolled.
    pub const JERSEY: u8 = 2;
    /// At [`super::point::ACTION`]: bet on the horse rolled.
    pub const BET: u8 = 3;
    /// At [`super::point::ACTION`]: bet on the horse rolled and move it, by an ability.
    pub const BET_AND_MOVE: u8 = 4;
    /// At [`super::point::ACTION`]: buy the horse rolled.
    pub const BUY: u8 = 5;
    /// At [`super::point::ACTION`]: the same six by a Wild Number follow in the same order.
    pub const WILD: u8 = 6;
    /// At [`super::point::ACTION`]: mark any concession by a Wild Number.
    pub const WILD_CONCESSION: u8 = WILD + CONCESSION;
    /// At [`super::point::ACTION`]: mark any Helmet by a Wild Number.
    pub const WILD_HELMET: u8 = WILD + HELMET;
    /// At [`super::point::ACTION`]: mark any Jersey by a Wild Number.
    pub const WILD_JERSEY: u8 = WILD + JERSEY;
    /// At [`super::point::ACTION`]: bet on any horse by a Wild Number.
    pub const WILD_BET: u8 = WILD + BET;
    /// At [`super::point::ACTION`]: bet on any horse and move it, by a Wild Number and an ability.
    pub const WILD_BET_AND_MOVE: u8 = WILD + BET_AND_MOVE;
    /// At [`super::point::ACTION`]: buy any horse by a Wild Number.
    pub const WILD_BUY: u8 = WILD + BUY;
    /// At [`super::point::ACTION`]: erase a Wild mark, being stuck.
    pub const ERASE: u8 = 12;
    /// At [`super::point::ORDER`]: a Concession Bonus.
    pub const ORDER_BONUS: u8 = 0;
    /// At [`super::point::ORDER`]: one more concession, by an ability.
    pub const ORDER_MARK: u8 = 1;
    /// At [`super::point::ORDER`]: a move back, by an ability.
    pub const ORDER_MOVE: u8 = 2;
    /// Where something may be left undone: leave it.
    pub const PASS: u8 = 0;
    /// At [`super::point::MOVE`]: move this horse.
    pub const MOVE: u8 = 1;
    /// At [`super::point::BOX`]: mark this horse's box.
    pub const MARK: u8 = 1;
    /// At [`super::point::EXTRA_MARK`]: mark this concession.
    pub const EXTRA_CONCESSION: u8 = 1;
    /// At [`super::point::EXTRA_MARK`]: mark this Helmet.
    pub const EXTRA_HELMET: u8 = 2;
    /// At [`super::point::EXTRA_MARK`]: mark this Jersey.
    pub const EXTRA_JERSEY: u8 = 3;
    /// At [`super::point::HALF_PRICE`]: buy this horse.
    pub const BUY_HALF_PRICE: u8 = 1;
    /// At [`super::point::ABILITY`]: use it.
    pub const USE: u8 = 1;
}

/// The largest sum of money that features show, in dollars.
pub const MAX_DOLLARS: i64 = 1_000_000;
/// The lowest score that features show, in dollars: AT SCORING abilities can cost money.
pub const MIN_SCORE: i64 = -1000;
/// The most rounds to go that features show, in thousandths of a round; a horse that nothing moves
/// has so many.
pub const MAX_ROUNDS_TO_GO: i64 = 1_000_000_000;
/// The highest speed that features show, in thousandths of a space a round.
pub const MAX_SPEED: i64 = 20_000;

const HORSE: Kind = to(8);
const SPEED: Kind = up_to(MAX_SPEED as f64 / 1000.0);
const ROUNDS: Kind = up_to(MAX_ROUNDS_TO_GO as f64 / 1000.0);
/// What a dollar may bring: all places together.
const RETURN: Kind = up_to(4.0 * ODDS as f64);
const SPACES: i64 = MAX_SPACES as i64 + 1;
const FIGURE: i64 = MAX_FIGURE as i64;
/// The multiplier of a bet, with an ability that raises it.
const ODDS: i64 = 2 * FIGURE;
/// A move of one horse at most: a bonus with both abilities that lengthen it.
const MOVED: Kind = Kind::Integer { min: -SPACES, max: SPACES };
const SCORE: Kind = Kind::Integer { min: MIN_SCORE, max: MAX_DOLLARS };

features! {
    /// The features of the state, by their slots.
    See, STATE:
    OwnScore "own_score" SCORE, "dollars",
        "What the player would score if the game ended as it stands.";
    OwnMoney "own_money" to(MAX_DOLLARS), "dollars", "The player's money.";
    OwnBets "own_bets" to(MAX_DOLLARS), "dollars",
        "What stands in the player's Bet spaces in all.";
    OwnBetHorses "own_bet_horses" HORSE, "horses", "Horses that the player has bet on.";
    OwnHorses "own_horses" HORSE, "horses", "Horses that the player owns.";
    OwnWilds "own_wilds" to(8), "Wild Numbers", "The player's unmarked Wild Numbers.";
    OwnHelmets "own_helmets" HORSE, "Helmets", "The player's Helmets.";
    OwnJerseys "own_jerseys" HORSE, "Jerseys", "The player's Jerseys.";
    OwnSets "own_sets" HORSE, "jockey sets", "Horses for which the player has both.";
    OwnCells "own_cells" to(16), "cells", "Marked cells of the player's Concession Grid.";
    OwnLines "own_lines" to(8), "lines", "Complete rows and columns of it.";
    LineMissing "line_missing" to(4), "cells",
        "The fewest cells that are missing in a row or column of it; 0 when all are complete.";
    OwnBonuses "own_bonuses" to(16), "tiles", "Concession Bonuses that the player has marked.";
    OwnLead "own_lead" HORSE, "number",
        "The player's unfinished horse nearest to the finish line; 0 without one.";
    OwnTopBet "own_top_bet" HORSE, "number",
        "The unfinished horse with the player's highest bet; 0 without one.";
    BestOpponentScore "best_opponent_score" SCORE, "dollars",
        "The highest that an opponent would score if the game ended as it stands.";
    MostOpponentMoney "most_opponent_money" to(MAX_DOLLARS), "dollars",
        "The most money of an opponent.";
    MostOpponentHorses "most_opponent_horses" HORSE, "horses",
        "The most horses that an opponent owns.";
    Players "players" Kind::Integer { min: 2, max: MAX_PLAYERS as i64 }, "players",
        "Players at the table, Roland included.";
    TurnsToCome "turns_to_come" to(MAX_PLAYERS as i64), "turns",
        "Turns of others that are still to come in this round.";
    Active "active" TRUTH, "yes/no", "Whether the player is the Active Player.";
    Round "round" Kind::Integer { min: 1, max: MAX_TURNS as i64 }, "rounds",
        "The number of this round, from 1.";
    Finishers "finishers" to(3), "horses", "Horses in the Winner's Circle.";
    LastRound "last_round" TRUTH, "yes/no",
        "Whether the third horse has finished, so that this round is the last.";
    Rolled "rolled" HORSE, "number", "The horse rolled.";
    Movement "movement" to(MAX_MOVEMENT as i64), "spaces", "The movement die.";
    Lead "lead" HORSE, "number",
        "The unfinished horse nearest to the finish line, of equals the lowest number.";
    LeadToGo "lead_to_go" to(SPACES), "spaces", "Its spaces to go until it has crossed the line.";
    Last "last" HORSE, "number",
        "The unfinished horse farthest from the finish line, of equals the lowest number.";
    LastToGo "last_to_go" to(SPACES), "spaces", "Its spaces to go until it has crossed the line.";
    Market "market" HORSE, "horses", "Unfinished horses in the Market.";
    Cheapest "cheapest" to(FIGURE), "dollars", "The least cost among them; 0 without one.";
    Stuck "stuck" TRUTH, "yes/no",
        "Whether the number rolled allows no Action; at other points than `action` no.";
    Card "card" HORSE, "number", "At `box` the Horse Card that is marked; else 0.";
    Spaces "spaces" MOVED, "spaces",
        "At `move` the spaces each horse moves, backward below 0; else 0.";
    Left "left" to(MAX_FIGURE as i64), "choices",
        "At `move`, `box` and `extra_mark` how many such choices there are, this one included; \
         else 0.";
    Dollars "dollars" to(FIGURE), "dollars", "At `free_bet` the dollars of the bet; else 0.";
    Ability "ability" to(32), "number",
        "The ability that asks: its place in the list of abilities, from 1; 0 where none does.";
    Subject "subject" HORSE, "number",
        "The horse an ability is about: the one bet on, or whose set is complete, or whose card pays \
         at scoring; else 0.";
}

features! {
    /// The features of an action.
    Show, SHOWN:
    Horse "horse" HORSE, "number",
        "The horse of the action, or the number of its cell; 0 for actions without one.";
    Position "horse_position" to(SPACES), "spaces",
        "The space the horse is on; 0 behind the Start/Finish line, one more than the track has \
         when it has finished.";
    ToGo "horse_to_go" to(SPACES), "spaces", "Its spaces to go until it has crossed the line.";
    Standing "horse_standing" HORSE, "number",
        "Its place in the field, from 1; equals share the better one.";
    Speed "horse_speed" SPEED, "spaces",
        "The spaces it is expected to move in a round, by the dice and the boxes marked, rounded \
         down to a thousandth.";
    Rounds "horse_rounds" ROUNDS, "rounds",
        "Its spaces to go divided by that, rounded down to a thousandth; the most there can be \
         where nothing moves it.";
    Odds "horse_odds" to(ODDS), "dollars", "What a dollar of the player's pays if it finishes 1st.";
    PastLine "horse_past_line" TRUTH, "yes/no",
        "Whether it is past the No Bet line; a finished horse is.";
    Finished "horse_finished" TRUTH, "yes/no", "Whether it has finished.";
    Owner "horse_owner" to(MAX_PLAYERS as i64), "number",
        "Who owns it: 0 the Market, 1 the player, 2 the next in the order of turns, and so on.";
    HorseCost "horse_cost" to(FIGURE), "dollars", "What its card costs, owned or not.";
    OwnBet "horse_own_bet" to(255), "dollars", "The player's bet on it.";
    OthersBets "horse_others_bets" to(2000), "dollars", "The bets of all others on it.";
    Marks "horse_marks" HORSE, "cards", "Horse Cards on which its box is marked.";
    CardMarks "horse_card_marks" HORSE, "boxes", "Boxes that are marked on its own card.";
    Helmet "horse_helmet" TRUTH, "yes/no", "Whether the player has its Helmet.";
    Jersey "horse_jersey" TRUTH, "yes/no", "Whether the player has its Jersey.";
    Cell "cell" to(16), "number",
        "The cell of the Concession Grid, in reading order from 1; 0 for other actions.";
    Cost "cost" to(MAX_DOLLARS), "dollars", "What the player pays for the action.";
    Stake "stake" to(FIGURE), "dollars", "What is written in the Bet space; 0 for other actions.";
    Wild "wild" TRUTH, "yes/no", "Whether it takes a Wild Number.";
    CompletesSet "completes_set" TRUTH, "yes/no", "Whether it completes a jockey set.";
    Lines "lines" to(2), "lines", "Rows and columns that it completes.";
    RowMissing "row_missing" to(4), "cells",
        "Cells missing in the row of the cell after it; 4 for other actions.";
    ColumnMissing "column_missing" to(4), "cells",
        "Cells missing in the column of the cell after it; 4 for other actions.";
    NumberLeft "number_left" to(16), "cells",
        "Unmarked cells of the same number that are left after it; 0 for other actions.";
    Moved "moved" MOVED, "spaces",
        "The spaces that the horse really moves, backward below 0: it stops at the line.";
    Number "number" to(FIGURE), "number", "Dollars or spaces of the tile; 0 where it has none.";
    ExpectedReturn "expected_return" RETURN, "dollars",
        "What a dollar bet on the horse is expected to return, by `place_chance` and `odds`; 0 for \
         actions that are no bet.";
}

/// The most action features of any decision point.
pub const ACTION_FEATURES: usize = 27;

/// What every action with a horse shows.
macro_rules! horse {
    ($($more:ident),*) => {
        &[
            Show::Horse,
            Show::Position,
            Show::ToGo,
            Show::Standing,
            Show::Speed,
            Show::Rounds,
            Show::Odds,
            Show::PastLine,
            Show::Finished,
            Show::Owner,
            Show::HorseCost,
            Show::OwnBet,
            Show::OthersBets,
            Show::Marks,
            Show::CardMarks,
            Show::Helmet,
            Show::Jersey,
            $(Show::$more,)*
        ]
    };
}

/// By decision point: the features of an action, by their slots behind those of the state.
pub static SHOWN_AT: [&[Show]; point::COUNT] = [
    horse![
        Cell,
        Cost,
        Stake,
        Wild,
        CompletesSet,
        Lines,
        RowMissing,
        ColumnMissing,
        NumberLeft,
        ExpectedReturn
    ],
    &[],
    &[Show::Number],
    horse![Moved],
    horse![Stake, ExpectedReturn],
    horse![],
    horse![CompletesSet],
    horse![CompletesSet],
    horse![],
    horse![Cell, CompletesSet, Lines, RowMissing, ColumnMissing, NumberLeft],
    horse![Cost],
    &[],
];

/// The features that a decision point shows of its actions.
const fn shown<const N: usize>(point: usize) -> [Feature; N] {
    let shown = SHOWN_AT[point];
    assert!(shown.len() == N, "as many as the point shows");
    let mut features = [SHOWN[0]; N];
    let mut at = 0;
    while at < N {
        features[at] = SHOWN[shown[at] as usize];
        at += 1;
    }
    features
}

macro_rules! shown {
    ($point:ident) => {{
        const FEATURES: [Feature; SHOWN_AT[point::$point].len()] = shown(point::$point);
        &FEATURES
    }};
}

/// The kinds of Concession Bonus as kinds of action.
const BONUSES: [ActionKind; 9] = {
    let abouts = [
        "Gains dollars.",
        "Places a Free Bet.",
        "Takes a horse from the Market.",
        "Moves a horse forward.",
        "Moves two horses forward.",
        "Moves a horse back.",
        "Moves two horses back.",
        "Takes the Helmet Action for any horse.",
        "Takes the Jersey Action for any horse.",
    ];
    let mut kinds = [one_of("", ""); 9];
    let mut index = 0;
    while index < kinds.len() {
        kinds[index] = one_of(BonusKind::NAMES[index], abouts[index]);
        index += 1;
    }
    kinds
};

const POINTS: [DecisionPoint; point::COUNT] = [
    DecisionPoint {
        name: "action",
        about: "The Action of a turn (LS-24): by the horse die, or by a Wild Number for any other \
                number (LS-26).",
        actions: &[
            one_of("concession", "Marks this cell of the number rolled (LS-27)."),
            one_of("helmet", "Marks the Helmet of the horse rolled (LS-31)."),
            one_of("jersey", "Marks the Jersey of the horse rolled; `box` says which box (LS-32)."),
            one_of("bet", "Bets so much on the horse rolled (LS-33)."),
            one_of("bet_and_move", "Bets on the horse rolled and moves it, by an ability."),
            one_of("buy", "Buys the horse rolled (LS-36)."),
            one_of("wild_concession", "Marks this cell of another number by a Wild Number."),
            one_of("wild_helmet", "Marks the Helmet of another horse by a Wild Number."),
            one_of("wild_jersey", "Marks the Jersey of another horse by a Wild Number."),
            one_of("wild_bet", "Bets so much on another horse by a Wild Number."),
            one_of("wild_bet_and_move", "The same as bet_and_move for another horse."),
            one_of("wild_buy", "Buys another horse by a Wild Number."),
            one_of("erase", "Erases the mark of a Wild Number, when stuck (LS-37)."),
        ],
        order: "the kinds in the order of this list; within a kind the cells in reading order, the \
                horses by number, and of one horse the bets from 1 dollar up",
        default: "the first",
        state: STATE,
        action: shown!(ACTION),
        hidden: 0,
    },
    DecisionPoint {
        name: "order",
        about: "Which of several effects of completed lines comes next (LS-A15).",
        actions: &[
            one_of("bonus", "Marks a Concession Bonus and resolves it."),
            one_of("mark", "Marks one more concession, by an ability."),
            one_of("move", "Moves a horse back, by an ability."),
        ],
        order: "bonus, mark, move",
        default: "the first",
        state: STATE,
        action: shown!(ORDER),
        hidden: 0,
    },
    DecisionPoint {
        name: "bonus",
        about: "Which Concession Bonus to mark for a completed row or column (LS-28).",
        actions: &BONUSES,
        order: "the kinds in the order of this list; tiles of one kind are one action",
        default: "the first",
        state: STATE,
        action: shown!(BONUS),
        hidden: 0,
    },
    DecisionPoint {
        name: "move",
        about: "Which horse to move by a bonus or an ability; asked for each horse, and all move \
                together (LS-17, LS-A13).",
        actions: &[
            one_of("pass", "Moves none; only where an ability allows it."),
            one_of("move", "Moves this horse."),
        ],
        order: "pass, then the unfinished horses by number",
        default: "forward: the horse with the player's highest bet; back: the horse with the \
                  highest bets of others less the player's; of equals the first, and never pass",
        state: STATE,
        action: shown!(MOVE),
        hidden: 0,
    },
    DecisionPoint {
        name: "free_bet",
        about: "Which horse gets a Free Bet (LS-35).",
        actions: &[always("bet", "Bets on this horse.")],
        order: "the horses that can be bet on by number",
        default: "the horse with the fewest spaces to go; of equals the first",
        state: STATE,
        action: shown!(FREE_BET),
        hidden: 0,
    },
    DecisionPoint {
        name: "free_horse",
        about: "Which horse to take from the Market for nothing (LS-30, LS-A12).",
        actions: &[always("take", "Takes this horse.")],
        order: "the unfinished horses of the Market by number",
        default: "the horse with the fewest spaces to go; of equals the first",
        state: STATE,
        action: shown!(FREE_HORSE),
        hidden: 0,
    },
    DecisionPoint {
        name: "helmet",
        about: "Which Helmet to mark by a bonus (LS-30).",
        actions: &[always("mark", "Marks this Helmet.")],
        order: "the horses by number",
        default: "the first that completes a jockey set, else the first",
        state: STATE,
        action: shown!(HELMET),
        hidden: 0,
    },
    DecisionPoint {
        name: "jersey",
        about: "Which Jersey to mark by a bonus; `box` says which box (LS-30).",
        actions: &[always("mark", "Marks this Jersey.")],
        order: "the horses by number",
        default: "the first that completes a jockey set, else the first",
        state: STATE,
        action: shown!(JERSEY),
        hidden: 0,
    },
    DecisionPoint {
        name: "box",
        about: "Which box to mark on the Secondary Movement Bar of `card` (LS-32, LS-A2).",
        actions: &[
            one_of("pass", "Marks none; only where an ability allows one more."),
            one_of("mark", "Marks the box of this horse."),
        ],
        order: "pass, then the horses whose boxes are not marked by number",
        default: "the unfinished horse with the player's highest bet; of equals the first, and \
                  never pass",
        state: STATE,
        action: shown!(BOX),
        hidden: 0,
    },
    DecisionPoint {
        name: "extra_mark",
        about: "What to mark by an ability, which is no Action.",
        actions: &[
            always("pass", "Marks nothing."),
            one_of("concession", "Marks this cell."),
            one_of("helmet", "Marks this Helmet."),
            one_of("jersey", "Marks this Jersey, and no box."),
        ],
        order: "pass, then the cells in reading order, the Helmets and the Jerseys by number",
        default: "the first that completes a line or a jockey set, else the first after pass",
        state: STATE,
        action: shown!(EXTRA_MARK),
        hidden: 0,
    },
    DecisionPoint {
        name: "half_price",
        about: "Which horse to buy at half its cost, by an ability.",
        actions: &[always("pass", "Buys none."), one_of("buy", "Buys this horse.")],
        order: "pass, then the horses by number",
        default: "pass",
        state: STATE,
        action: shown!(HALF_PRICE),
        hidden: 0,
    },
    DecisionPoint {
        name: "ability",
        about: "Whether to use `ability` (LS-39). Asked before the horses of a bonus that it \
                lengthens are chosen, after a bet that moves the horses of a space, before a Free \
                Bet for a jockey set, and at scoring where it pays others too, when `own_score` and \
                `best_opponent_score` count it as used; abilities that only pay their owner or \
                erase are used unasked.",
        actions: &[always("pass", "Leaves it."), always("use", "Uses it.")],
        order: "pass, use",
        default: "use; at scoring only if that wins a larger share of the game than to pass, or the \
                  same with more dollars",
        state: STATE,
        action: shown!(ABILITY),
        hidden: 0,
    },
];

/// Indices of [`VOCABULARY`]'s functions.
pub mod function {
    /// `position(horse)`.
    pub const POSITION: usize = 0;
    /// `to_go(horse)`.
    pub const TO_GO: usize = 1;
    /// `standing(horse)`.
    pub const STANDING: usize = 2;
    /// `speed(horse)`.
    pub const SPEED: usize = 3;
    /// `rounds_to_go(horse)`.
    pub const ROUNDS_TO_GO: usize = 4;
    /// `odds(horse, place)`.
    pub const ODDS: usize = 5;
    /// `horse_price(horse)`.
    pub const PRICE: usize = 6;
    /// `owner(horse)`.
    pub const OWNER: usize = 7;
    /// `own_bet(horse)`.
    pub const OWN_BET: usize = 8;
    /// `others_bets(horse)`.
    pub const OTHERS_BETS: usize = 9;
    /// `bet_of(player, horse)`.
    pub const BET_OF: usize = 10;
    /// `money_of(player)`.
    pub const MONEY_OF: usize = 11;
    /// `marks(horse)`.
    pub const MARKS: usize = 12;
    /// `marked(card, horse)`.
    pub const MARKED: usize = 13;
    /// `has_helmet(horse)`.
    pub const HAS_HELMET: usize = 14;
    /// `has_jersey(horse)`.
    pub const HAS_JERSEY: usize = 15;
    /// `cells_left(number)`.
    pub const CELLS_LEFT: usize = 16;
    /// `place_chance(horse, place)`.
    pub const PLACE_CHANCE: usize = 17;
    /// `return_of(horse)`.
    pub const RETURN_OF: usize = 18;
}

const fn function(
    name: &'static str,
    parameters: &'static [Argument],
    kind: Kind,
    unit: &'static str,
    about: &'static str,
) -> Function {
    Function { name, parameters, kind, unit, about }
}

/// A parameter that takes the numbers from 1 to `max`.
const fn numbered(name: &'static str, max: i64) -> Argument {
    Argument { name, kind: Kind::Integer { min: 1, max } }
}

const OF_HORSE: Argument = numbered("horse", 8);
const OF_PLAYER: Argument = numbered("player", MAX_PLAYERS as i64);
const IN_PLACE: Argument = numbered("place", 4);

const FUNCTIONS: [Function; 19] = [
    function(
        "position",
        &[OF_HORSE],
        to(SPACES),
        "spaces",
        "The space horse 1 to 8 is on, as `horse_position`; 0 for other numbers, as everywhere \
         below.",
    ),
    function(
        "to_go",
        &[OF_HORSE],
        to(SPACES),
        "spaces",
        "Its spaces to go until it has crossed the line.",
    ),
    function(
        "standing",
        &[OF_HORSE],
        HORSE,
        "number",
        "Its place in the field, as `horse_standing`.",
    ),
    function(
        "speed",
        &[OF_HORSE],
        SPEED,
        "spaces",
        "The spaces it is expected to move in a round, as `horse_speed`.",
    ),
    function(
        "rounds_to_go",
        &[OF_HORSE],
        ROUNDS,
        "rounds",
        "Its spaces to go divided by its speed, as `horse_rounds`.",
    ),
    function(
        "odds",
        &[OF_HORSE, IN_PLACE],
        to(ODDS),
        "dollars",
        "What a dollar of the player's pays when it finishes in place 1, 2 or 3, or with place 4 \
         when it is past the No Bet line.",
    ),
    function("price", &[OF_HORSE], to(FIGURE), "dollars", "What its card costs, owned or not."),
    function(
        "owner",
        &[OF_HORSE],
        to(MAX_PLAYERS as i64),
        "number",
        "Who owns it, as `horse_owner`.",
    ),
    function("own_bet", &[OF_HORSE], to(255), "dollars", "The player's bet on it."),
    function("others_bets", &[OF_HORSE], to(2000), "dollars", "The bets of all others on it."),
    function(
        "bet_of",
        &[OF_PLAYER, OF_HORSE],
        to(255),
        "dollars",
        "The bet on it of a player: 1 the player, 2 the next in the order of turns, and so on.",
    ),
    function(
        "money_of",
        &[OF_PLAYER],
        to(MAX_DOLLARS),
        "dollars",
        "The money of a player, counted likewise.",
    ),
    function("marks", &[OF_HORSE], HORSE, "cards", "Horse Cards on which its box is marked."),
    function(
        "marked",
        &[numbered("card", 8), OF_HORSE],
        TRUTH,
        "yes/no",
        "Whether its box is marked on that Horse Card.",
    ),
    function("has_helmet", &[OF_HORSE], TRUTH, "yes/no", "Whether the player has its Helmet."),
    function("has_jersey", &[OF_HORSE], TRUTH, "yes/no", "Whether the player has its Jersey."),
    function(
        "cells_left",
        &[numbered("number", 8)],
        to(16),
        "cells",
        "Unmarked cells of that number in the player's Concession Grid.",
    ),
    function(
        "place_chance",
        &[OF_HORSE, IN_PLACE],
        CHANCE,
        "probability",
        "The chance, close to the true one, that it finishes in place 1, 2 or 3, or with place 4 \
         that it is past the No Bet line at the end, if nobody moved or marked anything any more.",
    ),
    function(
        "return_of",
        &[OF_HORSE],
        RETURN,
        "dollars",
        "What a dollar bet on it is expected to return, as `expected_return`.",
    ),
];

/// Everything a policy for Long Shot may name.
pub const VOCABULARY: Vocabulary =
    Vocabulary { game: "long-shot", points: &POINTS, functions: &FUNCTIONS };

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::vocabulary::faults;

    #[test]
    fn the_vocabulary_is_sound() {
        assert_eq!(faults(&VOCABULARY), Vec::<String>::new());
        let most = VOCABULARY.points.iter().map(|point| point.action.len()).max();
        assert_eq!(most, Some(ACTION_FEATURES));
        assert_eq!(FUNCTIONS[function::RETURN_OF].name, "return_of");
        assert_eq!(FUNCTIONS[function::BET_OF].name, "bet_of");
        assert_eq!(See::ALL.len(), STATE.len());
        assert!(See::ALL.iter().enumerate().all(|(slot, see)| *see as usize == slot));
    }
}
