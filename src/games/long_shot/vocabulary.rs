//! The vocabulary of policies for Long Shot: decision points, their actions, features and functions.
//!
//! Every decision point has the same features of the state, so a feature has the same slot everywhere.

use super::compiled::Game;
use super::edition::BonusKind;
use super::features::*;
use super::legal_actions::Action;
use crate::game::ActionKind;
use crate::game::decision::Decision;
use crate::game::publish::{ActionFeature, Function, Point, Publish, join};
use crate::game::vocabulary::{always, one_of};

/// The decision points: indices into [`Publish::POINTS`].
pub mod point {
    pub const ACTION: usize = 0;
    pub const ORDER: usize = 1;
    pub const BONUS: usize = 2;
    pub const MOVE: usize = 3;
    pub const FREE_BET: usize = 4;
    pub const FREE_HORSE: usize = 5;
    pub const HELMET: usize = 6;
    pub const JERSEY: usize = 7;
    pub const BOX: usize = 8;
    pub const EXTRA_MARK: usize = 9;
    pub const HALF_PRICE: usize = 10;
    pub const ABILITY: usize = 11;
    pub const COUNT: usize = 12;
}

/// The kinds of action of the decision points: indices into [`Point::actions`].
pub mod kind {
    // `action`
    pub const CONCESSION: u8 = 0;
    pub const HELMET: u8 = 1;
    pub const JERSEY: u8 = 2;
    pub const BET: u8 = 3;
    pub const BET_AND_MOVE: u8 = 4;
    pub const BUY: u8 = 5;
    /// The offset of the same six kinds by a Wild Number, in the same order.
    pub const WILD: u8 = 6;
    pub const WILD_CONCESSION: u8 = WILD + CONCESSION;
    pub const WILD_HELMET: u8 = WILD + HELMET;
    pub const WILD_JERSEY: u8 = WILD + JERSEY;
    pub const WILD_BET: u8 = WILD + BET;
    pub const WILD_BET_AND_MOVE: u8 = WILD + BET_AND_MOVE;
    pub const WILD_BUY: u8 = WILD + BUY;
    pub const ERASE: u8 = 12;
    // `order`
    pub const ORDER_BONUS: u8 = 0;
    pub const ORDER_MARK: u8 = 1;
    pub const ORDER_MOVE: u8 = 2;
    // `extra_mark`, `half_price` and `ability`; `move` and `box` share `PASS`.
    pub const PASS: u8 = 0;
    pub const EXTRA_CONCESSION: u8 = 1;
    pub const EXTRA_HELMET: u8 = 2;
    pub const EXTRA_JERSEY: u8 = 3;
    pub const BUY_HALF_PRICE: u8 = 1;
    pub const USE: u8 = 1;
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

/// Joins the features of horses and others.
macro_rules! of_horse {
    ($($more:ident),*) => {
        &join::<ActionFeature<Game>, { OF_HORSE.len() + [$($more),*].len() }>(&[OF_HORSE, &[$($more),*]])
    };
}

/// The action found, or else the first.
fn usual<'a>(
    decision: &Decision<'a, Game>,
    find: impl FnOnce(View<'a>) -> Option<Action>,
) -> Action {
    find(View::of(decision)).unwrap_or_else(|| decision.actions()[0])
}

/// The common fields of most decision points.
const POINT: Point<Game> = Point {
    name: "",
    about: "",
    actions: &[],
    order: "the horses by number",
    default_about: "the first",
    default: |it| it.actions()[0],
    state: STATE,
    action: &[],
};

/// The horse nearest to the finish line.
fn nearest(decision: &Decision<'_, Game>) -> Action {
    usual(decision, |view| view.best_horse(|horse| view.state.track.position(horse).into()))
}

impl Publish for Game {
    const NAME: &'static str = "long-shot";

    const POINTS: &'static [Point<Self>] = &[
        Point {
            name: "action",
            about: "The Action of a turn (LS-24): by the horse die, or by a Wild Number for any other \
                    number (LS-26).",
            actions: &[
                one_of("concession", "Marks this cell of the number rolled (LS-27)."),
                one_of("helmet", "Marks the Helmet of the horse rolled (LS-31)."),
                one_of(
                    "jersey",
                    "Marks the Jersey of the horse rolled; `box` says which box (LS-32).",
                ),
                one_of("bet", "Bets these dollars on the horse rolled (LS-33)."),
                one_of("bet_and_move", "Bets on the horse rolled and moves it, by an ability."),
                one_of("buy", "Buys the horse rolled (LS-36)."),
                one_of("wild_concession", "Marks this cell of another number by a Wild Number."),
                one_of("wild_helmet", "Marks the Helmet of another horse by a Wild Number."),
                one_of("wild_jersey", "Marks the Jersey of another horse by a Wild Number."),
                one_of("wild_bet", "Bets these dollars on another horse by a Wild Number."),
                one_of("wild_bet_and_move", "The same as bet_and_move for another horse."),
                one_of("wild_buy", "Buys another horse by a Wild Number."),
                one_of("erase", "Erases the mark of a Wild Number, when stuck (LS-37)."),
            ],
            order: "the kinds in the order of this list; within a kind the cells in reading order, the \
                    horses by number, and of one horse the bets from 1 dollar up",
            action: of_horse!(
                CELL,
                COST,
                STAKE,
                WILD,
                COMPLETES_SET,
                LINES,
                ROW_MISSING,
                COLUMN_MISSING,
                NUMBER_LEFT,
                EXPECTED_RETURN
            ),
            ..POINT
        },
        Point {
            name: "order",
            about: "Which of several effects of completed lines comes next (LS-A15).",
            actions: &[
                one_of("bonus", "Marks a Concession Bonus and resolves it."),
                one_of("mark", "Marks one more concession, by an ability."),
                one_of("move", "Moves a horse back, by an ability."),
            ],
            order: "bonus, mark, move",
            ..POINT
        },
        Point {
            name: "bonus",
            about: "Which Concession Bonus to mark for a completed row or column (LS-28).",
            actions: &BONUSES,
            order: "the kinds in the order of this list; tiles of one kind are one action",
            action: &[NUMBER],
            ..POINT
        },
        Point {
            name: "move",
            about: "Which horse to move by a bonus or an ability; asked for each horse, and all move \
                    together (LS-17, LS-A13).",
            actions: &[
                one_of("pass", "Moves none; only where an ability allows it."),
                one_of("move", "Moves this horse."),
            ],
            order: "pass, then the unfinished horses by number",
            default_about: "forward: the horse with the player's highest bet; back: the horse with the \
                      highest bets of others less the player's; of equals the first, and never pass",
            default: |it| {
                usual(it, |view| {
                    view.best_horse(|horse| {
                        let (own, others) =
                            (view.sheet().bet(horse).into(), view.others_bets(horse));
                        if view.context().spaces > 0 { own } else { others - own }
                    })
                })
            },
            action: of_horse!(MOVED),
            ..POINT
        },
        Point {
            name: "free_bet",
            about: "Which horse gets a Free Bet (LS-35).",
            actions: &[always("bet", "Bets on this horse.")],
            order: "the horses that can be bet on by number",
            default_about: "the horse with the fewest spaces to go; of equals the first",
            default: nearest,
            action: of_horse!(STAKE, EXPECTED_RETURN),
            ..POINT
        },
        Point {
            name: "free_horse",
            about: "Which horse to take from the Market for nothing (LS-30, LS-A12).",
            actions: &[always("take", "Takes this horse.")],
            order: "the unfinished horses of the Market by number",
            default_about: "the horse with the fewest spaces to go; of equals the first",
            default: nearest,
            action: OF_HORSE,
            ..POINT
        },
        Point {
            name: "helmet",
            about: "Which Helmet to mark by a bonus (LS-30).",
            actions: &[always("mark", "Marks this Helmet.")],
            default_about: "the first that completes a jockey set, else the first",
            default: |it| usual(it, |view| view.first_of(view.horses() & view.sheet().jerseys)),
            action: of_horse!(COMPLETES_SET),
            ..POINT
        },
        Point {
            name: "jersey",
            about: "Which Jersey to mark by a bonus; `box` says which box (LS-30).",
            actions: &[always("mark", "Marks this Jersey.")],
            default_about: "the first that completes a jockey set, else the first",
            default: |it| usual(it, |view| view.first_of(view.horses() & view.sheet().helmets)),
            action: of_horse!(COMPLETES_SET),
            ..POINT
        },
        Point {
            name: "box",
            about: "Which box to mark on the Secondary Movement Bar of `card` (LS-32, LS-A2).",
            actions: &[
                one_of("pass", "Marks none; only where an ability allows one more."),
                one_of("mark", "Marks the box of this horse."),
            ],
            order: "pass, then the horses whose boxes are not marked by number",
            default_about: "the unfinished horse with the player's highest bet; of equals the first, and \
                      never pass",
            default: |it| {
                usual(it, |view| {
                    view.best_horse(|horse| {
                        let finished = view.state.track.finished >> horse & 1 == 1;
                        if finished { -1 } else { view.sheet().bet(horse).into() }
                    })
                })
            },
            action: OF_HORSE,
            ..POINT
        },
        Point {
            name: "extra_mark",
            about: "What to mark by an ability; this is not an Action.",
            actions: &[
                always("pass", "Marks nothing."),
                one_of("concession", "Marks this cell."),
                one_of("helmet", "Marks this Helmet."),
                one_of("jersey", "Marks this Jersey, and no box."),
            ],
            order: "pass, then the cells in reading order, the Helmets and the Jerseys by number",
            default_about: "the first that completes a line or a jockey set, else the first after pass",
            default: |it| usual(it, |view| view.default_mark()),
            action: of_horse!(CELL, COMPLETES_SET, LINES, ROW_MISSING, COLUMN_MISSING, NUMBER_LEFT),
            ..POINT
        },
        Point {
            name: "half_price",
            about: "Which horse to buy at half its cost, by an ability.",
            actions: &[always("pass", "Buys none."), one_of("buy", "Buys this horse.")],
            order: "pass, then the horses by number",
            default_about: "pass",
            action: of_horse!(COST),
            ..POINT
        },
        Point {
            name: "ability",
            about: "Whether to use `ability` (LS-39). Asked before the horses of a bonus that it \
                    lengthens are chosen, after a bet that moves the horses of a space, before a Free \
                    Bet for a jockey set, and at scoring where it pays others too, when `own_score` and \
                    `best_opponent_score` count it as used; abilities that only pay their owner or \
                    erase are used unasked.",
            actions: &[always("pass", "Leaves it."), always("use", "Uses it.")],
            order: "pass, use",
            default_about: "use; at scoring only if that wins a larger share of the game than to pass, or the \
                      same with more dollars",
            default: |it| Action(if View::of(it).pays_off() { kind::USE } else { kind::PASS }),
            ..POINT
        },
    ];

    type Sight = Sight;

    const FUNCTIONS: &'static [Function<Self>] = FUNCTIONS;
}
