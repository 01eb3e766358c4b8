//! The decision points of 8 Seconds and their actions.
//!
//! The features of the state form one list: points before the first roll show its first part, all
//! other points the whole list. A feature therefore has the same slot at every point.

use super::agenda::Due;
use super::compiled::Game;
use super::decision::{Action, Decision};
use super::dice::Face;
use super::edition::Ability;
use super::features::*;
use crate::game::ActionKind;
use crate::game::publish::{Point, Publish};
use crate::game::vocabulary::{always, one_of};

/// Indices of the decision points.
pub mod point {
    pub const KEEP_RIDER: usize = 0;
    pub const INHERITED: usize = 1;
    pub const DISCARD_BULL: usize = 2;
    pub const BUY_TOKENS: usize = 3;
    pub const SELL_TOKENS: usize = 4;
    pub const BUY_BULL: usize = 5;
    pub const FIRST_BET: usize = 6;
    pub const SECOND_BET: usize = 7;
    pub const RIDE_UNROLLED: usize = 8;
    pub const FREE_REROLL: usize = 9;
    pub const CHANGE_DIE: usize = 10;
    pub const CLOWN_OUT: usize = 11;
    pub const BUCKED_OFF: usize = 12;
    pub const ACT: usize = 13;
    pub const RETRIEVE_DIE: usize = 14;
    pub const AIM: usize = 15;
    pub const KEEP_DICE: usize = 16;
    pub const PAY: usize = 17;
}

/// The kinds of action of each decision point: indices into `Point::actions`. The argument of an
/// action is a Bull, a Buckle, a number, a set of dice, or as noted.
pub mod kind {
    /// Declines an optional action.
    pub const PASS: u8 = 0;

    // `inherited`
    pub const USE: u8 = 0;
    pub const DRAW: u8 = 1;

    // `discard_bull`
    pub const DISCARD: u8 = 1;

    // `buy_tokens`, `sell_tokens`
    pub const TRADE: u8 = 1;

    // `buy_bull`
    pub const ROLL: u8 = 0;
    pub const BUY: u8 = 1;

    // `ride_unrolled`
    pub const RIDE_UNROLLED: u8 = 1;

    // `free_reroll`
    pub const AGAIN: u8 = 1;

    // `change_die`: the argument is eight times the die plus the face.
    pub const CHANGE: u8 = 1;
    pub const LOCK: u8 = 2;

    // `clown_out`
    pub const TAKE_TOKENS: u8 = 0;
    pub const REROLL_ALL: u8 = 1;
    pub const CLOWN_OUT_RETRIEVE: u8 = 2;
    pub const CLOWN_OUT_DECLARE: u8 = 3;

    // `bucked_off`
    pub const FALL: u8 = 0;
    pub const BUCKED_OFF_RETRIEVE: u8 = 1;
    pub const COMEBACK: u8 = 2;
    pub const BUCKED_OFF_DECLARE: u8 = 3;

    // `act`
    pub const RIDE: u8 = 0;
    pub const BUCKLE: u8 = 1;
    pub const FINISH: u8 = 2;
    pub const DISMOUNT: u8 = 3;
    pub const REROLL: u8 = 4;
    pub const RETRIEVE: u8 = 5;
    pub const DECLARE: u8 = 6;
    pub const GIVE_UP: u8 = 7;

    // `aim`
    pub const AIM_BULL: u8 = 0;
    pub const AIM_BUCKLE: u8 = 1;
    pub const AIM_MOVES: u8 = 2;
    pub const AIM_EVERYTHING: u8 = 3;

    // `pay`
    pub const PAY_FREE: u8 = 0;
    pub const PAY_BULL: u8 = 1;
    pub const PAY_TOKEN: u8 = 2;
    pub const PAY_ABILITY: u8 = 3;
}

/// The abilities as kinds of action, in the order of [`Ability::ALL`].
const RIDERS: [ActionKind; 20] = {
    let mut kinds = [one_of("", "The Rider with this ability."); 20];
    let mut index = 0;
    while index < kinds.len() {
        kinds[index].name = Ability::NAMES[index];
        index += 1;
    }
    kinds
};

const BETS: [ActionKind; 5] = [
    always("none", "Lays no card."),
    one_of("bucked_off", "The Rider will be Bucked Off."),
    one_of("dismount", "The Rider will Dismount."),
    one_of("ride", "The Rider will ride a Bull."),
    one_of("double_down", "Doubles the stake of the first bet."),
];

/// Common fields: a point before the dice are rolled whose default is the first action.
const FIRST: Point<Game> = Point {
    name: "",
    about: "",
    actions: &[],
    order: "",
    default_about: "pass",
    default: |it| it.actions()[0],
    state: BEFORE,
    action: &[],
};

impl Publish for Game {
    const NAME: &'static str = "eight-seconds";

    const POINTS: &'static [Point<Self>] = &[
        Point {
            name: "keep_rider",
            about: "Which of the two Riders dealt to keep (ES-49).",
            actions: &RIDERS,
            order: "the abilities in the order of this list",
            default_about: "the Rider dealt first, a random one",
            // The first is random, so that without a rule no Rider is preferred.
            default: |it| {
                let found = match it.state.due.last() {
                    Some(Due::KeepRider { riders: [first, _], .. }) => {
                        it.actions().iter().find(|action| action.argument() == first)
                    }
                    _ => None,
                };
                *found.unwrap_or(&it.actions()[0])
            },
            action: &[RIDER_USES],
            ..FIRST
        },
        Point {
            name: "inherited",
            about: "Whether to ride the Bulls that the previous player's Clown Out left (ES-33).",
            actions: &[
                always("use", "Takes over the whole line-up."),
                always("draw", "Discards the line-up and draws Bulls."),
            ],
            order: "use, draw",
            default_about: "use",
            ..FIRST
        },
        Point {
            name: "discard_bull",
            about: "Whether to discard one of an opponent's Bulls before the roll, by an ability \
                    (ES-54).",
            actions: &[
                always("pass", "Discards no Bull."),
                one_of("discard", "Discards this Bull."),
            ],
            order: "pass, then the Bulls by increasing points",
            action: &[BULL_POINTS, BULL_DICE],
            ..FIRST
        },
        Point {
            name: "buy_tokens",
            about: "Vegas: whether the Rider buys tokens, once per turn; asked before Bulls are bought \
                    and after each roll (ES-82).",
            actions: &[
                always("pass", "Buys no token now."),
                one_of("buy", "Buys one or two tokens."),
            ],
            order: "pass, one, two",
            state: STATE,
            action: &[TOKENS_BOUGHT, PRICE],
            ..FIRST
        },
        Point {
            name: "sell_tokens",
            about: "Vegas: whether to sell tokens; asked at the start of the player's turn, before the \
                    player's bets, and before an unpaid stake is due (ES-82).",
            actions: &[
                always("pass", "Sells no token."),
                one_of("sell", "Sells this number of tokens."),
            ],
            order: "pass, then from one token up to eight",
            state: STATE,
            action: &[TOKENS_SOLD, INCOME],
            ..FIRST
        },
        Point {
            name: "buy_bull",
            about: "Whether to pay for one more Bull before the first roll; asked again after each \
                    (ES-11).",
            actions: &[always("roll", "Rolls the dice."), always("buy", "Buys a Bull.")],
            order: "roll, buy",
            default_about: "roll",
            ..FIRST
        },
        Point {
            name: "first_bet",
            about: "Vegas: the bet before the first roll, or again after a Clown Out that paid the player \
                    (ES-66, ES-79).",
            actions: BETS.split_at(4).0,
            order: "none, bucked_off, dismount, ride",
            default_about: "none",
            state: STATE,
            action: &[STAKE, PAYOFF],
            ..FIRST
        },
        Point {
            name: "second_bet",
            about: "Vegas: a second bet on another outcome, or Double Down, before the second roll; \
                    after a Clown Out, before the third roll (ES-68).",
            actions: &BETS,
            order: "none, bucked_off, dismount, ride, double_down",
            default_about: "none",
            state: STATE,
            action: &[STAKE, PAYOFF],
            ..FIRST
        },
        Point {
            name: "ride_unrolled",
            about: "Whether to ride the lowest-point Bull without rolling, by an ability (ES-59).",
            actions: &[always("pass", "Rolls the dice."), always("ride", "Rides this Bull.")],
            order: "pass, then the Bulls with the lowest points",
            action: &[BULL_POINTS, BULL_DICE],
            ..FIRST
        },
        Point {
            name: "free_reroll",
            about: "Whether to roll dice again without cost after the first roll, before any rule \
                    applies, by an ability (ES-57).",
            actions: &[
                always("pass", "Keeps the roll."),
                always(
                    "again",
                    "Rolls dice chosen by `aim` and `keep_dice`; Clowns may be rolled too.",
                ),
            ],
            order: "pass, again",
            default_about: "again with three or more Clowns, or if no Bull can be ridden; else pass",
            default: |it| {
                let poor = it.showing(Face::Clown) >= 3 || it.rideable() == 0;
                it.actions()[usize::from(poor)]
            },
            state: STATE,
            ..FIRST
        },
        Point {
            name: "change_die",
            about: "Whether to change a die by an ability, the player's own or the Rider's (ES-52, \
                    ES-56, ES-60).",
            actions: &[
                always("pass", "Changes no die."),
                one_of("change", "Changes this die to this face."),
                one_of("lock", "Sets this die to this move and locks it for the turn."),
            ],
            order: "pass, then by die, then Turn, Buck, Kick, Clown, Blank; only the first of equal dice \
                    with the same face",
            state: STATE,
            action: &[FROM_FACE, TO_FACE, RIDE_AFTER, CLOWNS_AFTER],
            ..FIRST
        },
        Point {
            name: "clown_out",
            about: "The action with three or more Clowns on the first roll (ES-31).",
            actions: &[
                always(
                    "take_tokens",
                    "Takes the tokens and ends the turn; the Bulls stay for the next player.",
                ),
                one_of("reroll_all", "Discards the highest Bull and rolls all dice again."),
                one_of(
                    "retrieve",
                    "Retrieves Clowns until at most two are left; the turn continues.",
                ),
                one_of("declare", "Declares the Buckle of Clowns."),
            ],
            order: "take_tokens, reroll_all (one for each Bull with the highest points), retrieve by \
                    increasing number of Clowns, declare",
            default_about: "take_tokens",
            state: STATE,
            action: &[BULL_POINTS, COST, RETRIEVED],
            ..FIRST
        },
        Point {
            name: "bucked_off",
            about: "The action with three or more Clowns on a later roll (ES-Q4).",
            actions: &[
                always(
                    "fall",
                    "Is Bucked Off; after the first of two Bulls, keeps that Bull and ends the turn.",
                ),
                one_of("retrieve", "Retrieves Clowns until at most two are left."),
                one_of("comeback", "Rolls all Clowns again, by an ability."),
                one_of("declare", "Declares the Buckle of Clowns."),
            ],
            order: "fall, retrieve by increasing number of Clowns, comeback, declare",
            default_about: "comeback if legal, else fall",
            default: |it| it.first_of(kind::COMEBACK).unwrap_or(it.actions()[0]),
            state: STATE,
            action: &[COST, RETRIEVED],
        },
        Point {
            name: "act",
            about: "The action with at most two Clowns, or with any roll once the Buckle of Clowns is \
                    declared (ES-13, ES-Q45).",
            actions: &[
                one_of("ride", "Rides this Bull."),
                one_of(
                    "buckle",
                    "Takes this Golden Buckle, two tokens replacing one die if necessary.",
                ),
                one_of("finish", "Ends the turn after the first of two Bulls."),
                one_of("dismount", "Dismounts."),
                one_of("reroll", "Rolls dice again; `aim`, `keep_dice` and `pay` choose how."),
                one_of("retrieve", "Retrieves Clowns, which become Blanks."),
                one_of("declare", "Declares the Buckle of Clowns."),
                one_of(
                    "give_up",
                    "Gives up the declared Buckle with three Clowns and is Bucked Off.",
                ),
            ],
            order: "ride by increasing points, buckle in the order of the edition, finish, dismount, \
                    reroll, retrieve by increasing number of Clowns, declare, give_up",
            default_about: "ride the highest Bull; else take the first Buckle; else reroll if that costs no \
                      token; else dismount, finish or give up",
            default: |it| it.usual_act(),
            state: STATE,
            action: &[POINTS, TOKENS_GAINED, COST, RETRIEVED],
        },
        Point {
            name: "retrieve_die",
            about: "Which Clown to retrieve; asked for each Clown, after the previous ones became Blanks \
                    (ES-27).",
            actions: &[always("retrieve", "Retrieves this die.")],
            order: "the dice from best to worst to roll again; only the first of equal dice",
            default_about: "the die with the fewest Clowns among its faces, then with the most moves",
            default: |it| it.known(),
            state: STATE,
            action: &[CLOWN_FACES, MOVE_FACES],
        },
        Point {
            name: "aim",
            about: "The aim of a reroll, which decides the dice to keep. Every die that shows a move the \
                    aim needs is kept. If more dice show a move than the aim needs, the spare dice to \
                    roll are chosen for the highest probability of the aim, then for the fewest dice, \
                    then for the fewest Clowns and the most moves among their faces.",
            actions: &[
                one_of("bull", "Riding this Bull."),
                one_of("buckle", "Attaining this Golden Buckle."),
                one_of("moves", "Keeping every move and rolling the Blanks."),
                always("everything", "Rolling every die that may be rolled."),
            ],
            order: "bull by increasing points, buckle in the order of the edition, moves, everything",
            default_about: "the Bull with the highest points times probability; without a Bull, everything",
            default: |it| it.usual_aim(),
            state: STATE,
            action: &[AIM_POINTS, AIM_CHANCE, RIDE_CHANCE, CLOWN_CHANCE, VALUE, MISSING, REROLLED],
        },
        Point {
            name: "keep_dice",
            about: "Which dice the reroll keeps; asked only of policies with rules for it. Blanks are \
                    rolled and Clowns are kept (ES-24); in the free reroll of an ability, any die may \
                    be kept or rolled.",
            actions: &[always("keep", "Keeps these of the dice that may be kept or rolled.")],
            order: "the sets of kept dice as increasing binary numbers; die 0 counts 1",
            default_about: "the dice that the aim keeps",
            default: |it| it.known(),
            state: STATE,
            action: &[
                KEPT_TURNS,
                KEPT_BUCKS,
                KEPT_KICKS,
                KEPT_CLOWNS,
                REROLLED,
                AIM_CHANCE,
                RIDE_CHANCE,
                CLOWN_CHANCE,
                BY_AIM,
            ],
        },
        Point {
            name: "pay",
            about: "The payment for the reroll (ES-22); the Bull aimed at cannot be given up.",
            actions: &[
                one_of("free", "Pays nothing, once per turn, by a Golden Buckle."),
                one_of("bull", "Gives up this Bull."),
                one_of("token", "Spends a Foul Token."),
                one_of("ability", "Spends a use of the Rider's ability."),
            ],
            order: "free, bull by increasing points, token, ability",
            default_about: "the first action",
            state: STATE,
            action: &[BULL_POINTS, BULL_DICE, COST],
            ..FIRST
        },
    ];

    type Sight = Sight;
}

impl Decision<'_> {
    fn first_of(&self, kind: u8) -> Option<Action> {
        self.actions().iter().find(|action| action.kind() == kind).copied()
    }

    fn usual_act(&self) -> Action {
        let ride = self.actions().iter().rfind(|action| action.kind() == kind::RIDE).copied();
        let cheap = || self.rerolls_by_bull() || self.game.rerolls_free(self.state);
        ride.or_else(|| self.first_of(kind::BUCKLE))
            .or_else(|| self.first_of(kind::REROLL).filter(|_| cheap()))
            .or_else(|| self.first_of(kind::DISMOUNT))
            .or_else(|| self.first_of(kind::FINISH))
            .or_else(|| self.first_of(kind::GIVE_UP))
            .unwrap_or(self.actions()[0])
    }

    /// The default of `keep_dice` or `retrieve_die`.
    fn known(&self) -> Action {
        let known = self.state.due.last().and_then(|due| self.game.by_default(self.state, due));
        known.unwrap_or_else(|| self.actions()[0])
    }

    /// The Bull with the highest points times probability, the first of equals; else the last
    /// action.
    fn usual_aim(&self) -> Action {
        let actions = self.actions();
        let bulls = actions.iter().filter(|action| action.kind() == kind::AIM_BULL);
        let look = self.game.look(self.state);
        let value = |action: &&Action| look.prospect(action.argument()).value();
        *bulls.rev().max_by_key(value).unwrap_or(&actions[actions.len() - 1])
    }
}
