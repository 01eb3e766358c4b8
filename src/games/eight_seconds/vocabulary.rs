//! What a policy for 8 Seconds may name: its decision points and their actions.
//!
//! The features of the state are one list, and every decision point shows it from the start to
//! where it still means something: up to the line-up before the dice are rolled, all of it after.
//! So a feature has the same slot wherever it is shown.

use super::agenda::Due;
use super::compiled::Game;
use super::decision::{Action, Decision};
use super::dice::Face;
use super::edition::Ability;
use super::features::*;
use crate::game::ActionKind;
use crate::game::publish::{Point, Publish};
use crate::game::vocabulary::{always, one_of};

/// The places of the decision points.
pub mod point {
    /// Which of two Riders to keep.
    pub const KEEP_RIDER: usize = 0;
    /// What to do with the Bulls that the player before left.
    pub const INHERITED: usize = 1;
    /// Whether to discard one of an opponent's Bulls.
    pub const DISCARD_BULL: usize = 2;
    /// Whether to buy tokens with money.
    pub const BUY_TOKENS: usize = 3;
    /// Whether to sell tokens for money.
    pub const SELL_TOKENS: usize = 4;
    /// Whether to buy one more Bull before the first roll.
    pub const BUY_BULL: usize = 5;
    /// The bet before the first roll.
    pub const FIRST_BET: usize = 6;
    /// The bet before a later roll.
    pub const SECOND_BET: usize = 7;
    /// Whether to ride the lowest Bull without a roll.
    pub const RIDE_UNROLLED: usize = 8;
    /// Whether to use the free reroll that comes before every rule.
    pub const FREE_REROLL: usize = 9;
    /// Whether to change a die by an ability.
    pub const CHANGE_DIE: usize = 10;
    /// What to do with three Clowns on the first roll.
    pub const CLOWN_OUT: usize = 11;
    /// What to do with three Clowns later.
    pub const BUCKED_OFF: usize = 12;
    /// What to do with a roll.
    pub const ACT: usize = 13;
    /// Which Clown to retrieve.
    pub const RETRIEVE_DIE: usize = 14;
    /// What a reroll is for.
    pub const AIM: usize = 15;
    /// Which dice a reroll keeps.
    pub const KEEP_DICE: usize = 16;
    /// What a reroll costs.
    pub const PAY: usize = 17;
    /// The number of decision points.
    pub const COUNT: usize = 18;
}

/// The kinds of action of each decision point: indices into `Point::actions`.
pub mod kind {
    /// At [`super::point::INHERITED`]: take the line-up over.
    pub const USE: u8 = 0;
    /// At [`super::point::INHERITED`]: discard it and draw.
    pub const DRAW: u8 = 1;
    /// Where something may be left undone: leave it.
    pub const PASS: u8 = 0;
    /// At [`super::point::DISCARD_BULL`]: discard the Bull of the argument.
    pub const DISCARD: u8 = 1;
    /// At [`super::point::BUY_TOKENS`] and [`super::point::SELL_TOKENS`]: as many as the argument.
    pub const TRADE: u8 = 1;
    /// At [`super::point::BUY_BULL`]: roll.
    pub const ROLL: u8 = 0;
    /// At [`super::point::BUY_BULL`]: buy.
    pub const BUY: u8 = 1;
    /// At [`super::point::RIDE_UNROLLED`]: ride the Bull of the argument.
    pub const RIDE_UNROLLED: u8 = 1;
    /// At [`super::point::FREE_REROLL`]: roll dice again.
    pub const AGAIN: u8 = 1;
    /// At [`super::point::CHANGE_DIE`]: change; the argument is eight times the die plus the face.
    pub const CHANGE: u8 = 1;
    /// At [`super::point::CHANGE_DIE`]: set and lock; the argument as for a change.
    pub const LOCK: u8 = 2;
    /// At [`super::point::CLOWN_OUT`]: take the tokens and stop.
    pub const TAKE_TOKENS: u8 = 0;
    /// At [`super::point::CLOWN_OUT`]: discard the highest Bull, the argument, and roll all dice.
    pub const REROLL_ALL: u8 = 1;
    /// At [`super::point::CLOWN_OUT`]: retrieve as many Clowns as the argument.
    pub const CLOWN_OUT_RETRIEVE: u8 = 2;
    /// At [`super::point::CLOWN_OUT`]: declare the Buckle of the argument.
    pub const CLOWN_OUT_DECLARE: u8 = 3;
    /// At [`super::point::BUCKED_OFF`]: be Bucked Off.
    pub const FALL: u8 = 0;
    /// At [`super::point::BUCKED_OFF`]: retrieve as many Clowns as the argument.
    pub const BUCKED_OFF_RETRIEVE: u8 = 1;
    /// At [`super::point::BUCKED_OFF`]: roll all Clowns again by an ability.
    pub const COMEBACK: u8 = 2;
    /// At [`super::point::BUCKED_OFF`]: declare the Buckle of the argument.
    pub const BUCKED_OFF_DECLARE: u8 = 3;
    /// At [`super::point::ACT`]: ride the Bull of the argument.
    pub const RIDE: u8 = 0;
    /// At [`super::point::ACT`]: take the Buckle of the argument.
    pub const BUCKLE: u8 = 1;
    /// At [`super::point::ACT`]: stop after the first of two Bulls.
    pub const FINISH: u8 = 2;
    /// At [`super::point::ACT`]: Dismount.
    pub const DISMOUNT: u8 = 3;
    /// At [`super::point::ACT`]: roll dice again.
    pub const REROLL: u8 = 4;
    /// At [`super::point::ACT`]: retrieve as many Clowns as the argument.
    pub const RETRIEVE: u8 = 5;
    /// At [`super::point::ACT`]: declare the Buckle of the argument.
    pub const DECLARE: u8 = 6;
    /// At [`super::point::ACT`]: give the Buckle of Clowns up with three Clowns.
    pub const GIVE_UP: u8 = 7;
    /// At [`super::point::AIM`]: a Bull.
    pub const AIM_BULL: u8 = 0;
    /// At [`super::point::AIM`]: a Golden Buckle.
    pub const AIM_BUCKLE: u8 = 1;
    /// At [`super::point::AIM`]: keep every move.
    pub const AIM_MOVES: u8 = 2;
    /// At [`super::point::AIM`]: roll everything that can be rolled.
    pub const AIM_EVERYTHING: u8 = 3;
    /// At [`super::point::PAY`]: nothing, by a Buckle.
    pub const PAY_FREE: u8 = 0;
    /// At [`super::point::PAY`]: the Bull of the argument.
    pub const PAY_BULL: u8 = 1;
    /// At [`super::point::PAY`]: a token.
    pub const PAY_TOKEN: u8 = 2;
    /// At [`super::point::PAY`]: nothing, by a Rider's limited ability.
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
    one_of("double_down", "The first bet, for twice the stake."),
];

impl Publish for Game {
    const NAME: &'static str = "eight-seconds";

    const POINTS: &'static [Point<Self>] = &[
        Point {
            name: "keep_rider",
            about: "Which of the two Riders dealt to keep (ES-49).",
            actions: &RIDERS,
            order: "the abilities in the order of this list",
            default_about: "the one dealt first, which may be either",
            // As good as drawing lots, so that without a rule no Rider is preferred.
            default: |it| {
                let found = match it.state.due.last() {
                    Some(Due::KeepRider { riders: [first, _], .. }) => {
                        it.actions().iter().find(|action| action.argument() == first)
                    }
                    _ => None,
                };
                *found.unwrap_or(&it.actions()[0])
            },
            state: BEFORE,
            action: &[RIDER_USES],
        },
        Point {
            name: "inherited",
            about: "Whether to ride the Bulls that a Clown Out of the player before left (ES-33).",
            actions: &[
                always("use", "Takes the whole line-up over."),
                always("draw", "Discards it and draws Bulls."),
            ],
            order: "use, draw",
            default_about: "use",
            default: |it| it.actions()[0],
            state: BEFORE,
            action: &[],
        },
        Point {
            name: "discard_bull",
            about: "Whether to discard one of an opponent's Bulls before the roll, by an ability \
                    (ES-54).",
            actions: &[
                always("pass", "Leaves them all."),
                one_of("discard", "Discards this Bull."),
            ],
            order: "pass, then the Bulls from the lowest points up",
            default_about: "pass",
            default: |it| it.actions()[0],
            state: BEFORE,
            action: &[BULL_POINTS, BULL_DICE],
        },
        Point {
            name: "buy_tokens",
            about: "Vegas: whether the Rider buys tokens, once a turn; asked before Bulls are bought \
                    and after each roll (ES-82).",
            actions: &[always("pass", "Buys none now."), one_of("buy", "Buys one or two.")],
            order: "pass, one, two",
            default_about: "pass",
            default: |it| it.actions()[0],
            state: STATE,
            action: &[TOKENS_BOUGHT, PRICE],
        },
        Point {
            name: "sell_tokens",
            about: "Vegas: whether to sell tokens; asked when one's turn begins, before one's bets, \
                    and before a stake that was not paid is due (ES-82).",
            actions: &[always("pass", "Sells none."), one_of("sell", "Sells some.")],
            order: "pass, then from one token up to eight",
            default_about: "pass",
            default: |it| it.actions()[0],
            state: STATE,
            action: &[TOKENS_SOLD, INCOME],
        },
        Point {
            name: "buy_bull",
            about: "Whether to pay for one more Bull before the first roll; asked again after each \
                    (ES-11).",
            actions: &[always("roll", "Rolls the dice."), always("buy", "Buys a Bull.")],
            order: "roll, buy",
            default_about: "roll",
            default: |it| it.actions()[0],
            state: BEFORE,
            action: &[],
        },
        Point {
            name: "first_bet",
            about: "Vegas: the bet before the first roll, or again after a Clown Out that paid \
                    (ES-66, ES-79).",
            actions: BETS.split_at(4).0,
            order: "none, bucked_off, dismount, ride",
            default_about: "none",
            default: |it| it.actions()[0],
            state: STATE,
            action: &[STAKE, PAYOFF],
        },
        Point {
            name: "second_bet",
            about: "Vegas: one more bet on another outcome, or Double Down, before the second roll; \
                    after a Clown Out before the third (ES-68).",
            actions: &BETS,
            order: "none, bucked_off, dismount, ride, double_down",
            default_about: "none",
            default: |it| it.actions()[0],
            state: STATE,
            action: &[STAKE, PAYOFF],
        },
        Point {
            name: "ride_unrolled",
            about: "Whether to ride the lowest-point Bull without rolling, by an ability (ES-59).",
            actions: &[always("pass", "Rolls the dice."), always("ride", "Rides this Bull.")],
            order: "pass, then the Bulls of the lowest points",
            default_about: "pass",
            default: |it| it.actions()[0],
            state: BEFORE,
            action: &[BULL_POINTS, BULL_DICE],
        },
        Point {
            name: "free_reroll",
            about: "Whether to roll dice again for nothing after the first roll, before every rule, \
                    by an ability (ES-57).",
            actions: &[
                always("pass", "Keeps the roll."),
                always("again", "Rolls; `aim` and `keep_dice` say what, Clowns included."),
            ],
            order: "pass, again",
            default_about: "again with three Clowns, or where no Bull can be ridden; else pass",
            default: |it| {
                let poor =
                    it.state.turn.dice.showing(Face::Clown).count_ones() >= 3 || it.rideable() == 0;
                it.actions()[usize::from(poor)]
            },
            state: STATE,
            action: &[],
        },
        Point {
            name: "change_die",
            about: "Whether to change a die by an ability, the player's own or the Rider's (ES-52, \
                    ES-56, ES-60).",
            actions: &[
                always("pass", "Changes none."),
                one_of("change", "Changes this die to this face."),
                one_of("lock", "Sets this die to this move and locks it for the turn."),
            ],
            order: "pass, then by die, then Turn, Buck, Kick, Clown, Blank; of equal dice that show \
                    the same only the first",
            default_about: "pass",
            default: |it| it.actions()[0],
            state: STATE,
            action: &[FROM_FACE, TO_FACE, RIDE_AFTER, CLOWNS_AFTER],
        },
        Point {
            name: "clown_out",
            about: "What to do with three Clowns or more on the first roll (ES-31).",
            actions: &[
                always(
                    "take_tokens",
                    "Takes the tokens and ends the turn; the Bulls stay for the next player.",
                ),
                one_of("reroll_all", "Discards the highest Bull and rolls all dice again."),
                one_of(
                    "retrieve",
                    "Retrieves Clowns until at most two are left; the turn goes on.",
                ),
                one_of("declare", "Declares the Buckle of Clowns."),
            ],
            order: "take_tokens, reroll_all (one for each Bull of the highest points), retrieve from \
                    the fewest Clowns up, declare",
            default_about: "take_tokens",
            default: |it| it.actions()[0],
            state: STATE,
            action: &[BULL_POINTS, COST, RETRIEVED],
        },
        Point {
            name: "bucked_off",
            about: "What to do with three Clowns or more on a later roll (ES-Q4).",
            actions: &[
                always(
                    "fall",
                    "Is Bucked Off; after a first of two Bulls keeps that and ends the turn.",
                ),
                one_of("retrieve", "Retrieves Clowns until at most two are left."),
                one_of("comeback", "Rolls all Clowns again, by an ability."),
                one_of("declare", "Declares the Buckle of Clowns."),
            ],
            order: "fall, retrieve from the fewest Clowns up, comeback, declare",
            default_about: "comeback if it is legal, else fall",
            default: |it| it.first_of(kind::COMEBACK).unwrap_or(it.actions()[0]),
            state: STATE,
            action: &[COST, RETRIEVED],
        },
        Point {
            name: "act",
            about: "What to do with a roll of at most two Clowns, or any once the Buckle of Clowns is \
                    declared (ES-13, ES-Q45).",
            actions: &[
                one_of("ride", "Rides this Bull."),
                one_of("buckle", "Takes this Golden Buckle, with two tokens for a die if need be."),
                one_of("finish", "Ends the turn after the first of two Bulls."),
                one_of("dismount", "Dismounts."),
                one_of("reroll", "Rolls dice again; `aim`, `keep_dice` and `pay` say how."),
                one_of("retrieve", "Retrieves Clowns, which become Blanks."),
                one_of("declare", "Declares the Buckle of Clowns."),
                one_of(
                    "give_up",
                    "Gives the declared Buckle up with three Clowns and is Bucked Off.",
                ),
            ],
            order: "ride from the lowest points up, buckle in the order of the edition, finish, \
                    dismount, reroll, retrieve from one Clown up, declare, give_up",
            default_about: "ride the highest Bull; else take the first Buckle; else reroll if that costs no \
                      token; else dismount, finish or give up",
            default: |it| it.usual_act(),
            state: STATE,
            action: &[POINTS, TOKENS_GAINED, COST, RETRIEVED],
        },
        Point {
            name: "retrieve_die",
            about: "Which Clown to retrieve; asked for each, when those before are Blanks (ES-27).",
            actions: &[always("retrieve", "Retrieves this die.")],
            order: "the dice from the one best rolled again down; of equal dice only the first",
            default_about: "the die with the fewest Clowns among its faces, of those the one with the most \
                      moves",
            default: |it| it.known(),
            state: STATE,
            action: &[CLOWN_FACES, MOVE_FACES],
        },
        Point {
            name: "aim",
            about: "What a reroll is for, from which the dice kept follow: every die that shows a move \
                    the aim needs is kept; where more show a move than it needs, so many of them and of \
                    such colours are rolled as make the aim likeliest, of equal chances the fewest, of \
                    equal numbers the colours with the fewest Clowns among their faces, then with the \
                    most moves.",
            actions: &[
                one_of("bull", "Riding this Bull."),
                one_of("buckle", "Attaining this Golden Buckle."),
                one_of("moves", "Keeping every move and rolling the Blanks."),
                always("everything", "Rolling every die that may be rolled."),
            ],
            order: "bull from the lowest points up, buckle in the order of the edition, moves, \
                    everything",
            default_about: "the Bull of the most points times chance; without one everything",
            default: |it| it.usual_aim(),
            state: STATE,
            action: &[AIM_POINTS, AIM_CHANCE, CLOWN_CHANCE, VALUE, MISSING, REROLLED],
        },
        Point {
            name: "keep_dice",
            about: "Which dice the reroll keeps; asked only of policies with rules for it. Blanks are \
                    rolled and Clowns stay (ES-24), but before the free reroll of an ability every \
                    die may go either way.",
            actions: &[always("keep", "Keeps these dice of those that may go either way.")],
            order: "the sets of dice kept as binary numbers, from none up; die 0 counts 1",
            default_about: "what follows from the aim",
            default: |it| it.known(),
            state: STATE,
            action: &[
                KEPT_TURNS,
                KEPT_BUCKS,
                KEPT_KICKS,
                KEPT_CLOWNS,
                REROLLED,
                AIM_CHANCE,
                CLOWN_CHANCE,
                BY_AIM,
            ],
        },
        Point {
            name: "pay",
            about: "What the reroll costs (ES-22); the Bull aimed at is not given up.",
            actions: &[
                one_of("free", "Nothing, once a turn by a Golden Buckle."),
                one_of("bull", "Gives this Bull up."),
                one_of("token", "A Foul Token."),
                one_of("ability", "A use of the Rider's ability."),
            ],
            order: "free, bull from the lowest points up, token, ability",
            default_about: "the first",
            default: |it| it.actions()[0],
            state: STATE,
            action: &[BULL_POINTS, BULL_DICE, COST],
        },
    ];

    type Sight = ();
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

    /// What the aim keeps, and the last die that shows a Clown.
    fn known(&self) -> Action {
        let known = self.state.due.last().and_then(|due| self.game.by_default(self.state, due));
        known.unwrap_or_else(|| self.actions()[0])
    }

    /// The Bull of the most points times chance, of equals the first; else the last action.
    fn usual_aim(&self) -> Action {
        let (mut best, mut highest) = (self.actions()[self.actions().len() - 1], None);
        for action in self.actions().iter().filter(|action| action.kind() == kind::AIM_BULL) {
            let value = self.game.known_aim(self.state, action.argument()).value();
            if highest.is_none_or(|highest| value > highest) {
                (best, highest) = (*action, Some(value));
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::publish::vocabulary;
    use crate::policy::vocabulary::faults;

    #[test]
    fn the_vocabulary_is_sound() {
        assert_eq!(faults(vocabulary::<Game>()), Vec::<String>::new());
    }
}
