//! What a policy for 8 Seconds may name: its decision points, their actions and features.
//!
//! The features of the state are one list, and every decision point shows it from the start to
//! where it still means something: up to the line-up before the dice are rolled, all of it after.
//! So a feature has the same slot wherever it is shown.

use super::edition::{Ability, MAX_CARD_POINTS, MAX_TURNS};
use super::state::MAX_PLAYERS;
use crate::game::vocabulary::{CHANCE, TRUTH, always, feature, features, one_of, to, up_to};
use crate::game::{ActionKind, DecisionPoint, Feature, Kind, Vocabulary};

/// Indices of [`VOCABULARY`]'s decision points.
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

/// The kinds of action of each decision point: indices into [`DecisionPoint::actions`].
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

/// The largest score that features show.
pub const MAX_SCORE: i64 = 1_000_000;
/// The largest sum of money that features show.
pub const MAX_DOLLARS: i64 = 1_000_000;
const CARD: i64 = MAX_CARD_POINTS as i64;
/// Points times a chance.
const VALUE: Kind = up_to(MAX_CARD_POINTS as f64);

features! {
    /// The features of the state, by their slots.
    See, STATE:
    OwnScore "own_score" to(MAX_SCORE), "points",
        "What the player's Bulls, Golden Buckles, tokens and money are worth now, without the \
         bonus of a Rider.";
    OwnBulls "own_bulls" to(32), "Bulls", "Bulls the player has ridden.";
    OwnBullPoints "own_bull_points" to(MAX_SCORE), "points", "Points of those Bulls.";
    OwnTokens "own_tokens" to(MAX_SCORE), "tokens", "The player's Foul Tokens.";
    OwnBuckles "own_buckles" to(16), "Buckles", "The player's Golden Buckles.";
    OwnMoney "own_money" to(MAX_DOLLARS), "dollars",
        "The player's money; stakes on the table are not in it.";
    OwnAbility "ability" to(20), "number",
        "The ability of the player's Rider: its place in the list of kinds of `keep_rider`, \
         from 1; 0 without a Rider.";
    UsesLeft "uses_left" to(20), "uses", "Uses left of that ability where it is limited.";
    BestOpponentScore "best_opponent_score" to(MAX_SCORE), "points",
        "The highest score among the opponents, counted like the player's; 0 when alone.";
    MostOpponentBulls "most_opponent_bulls" to(32), "Bulls",
        "The most Bulls that an opponent has ridden.";
    MostOpponentTokens "most_opponent_tokens" to(MAX_SCORE), "tokens",
        "The most tokens that an opponent has.";
    Players "players" Kind::Integer { min: 1, max: MAX_PLAYERS as i64 }, "players",
        "Players at the table.";
    TurnsTaken "turns_taken" to(MAX_TURNS as i64), "turns",
        "Turns the Rider has ended before this one.";
    LastTurn "last_turn" TRUTH, "yes/no",
        "Whether the end of the game was triggered, so that this turn is the Rider's last.";
    EndBulls "end_bulls" to(32), "Bulls", "Bulls of one player that bring the game to its end.";
    Supply "supply" to(MAX_SCORE), "tokens",
        "Tokens in the pile; the most there can be where it never runs out.";
    DeckLeft "deck" to(32), "Bulls", "Bulls in the draw deck.";
    LineUp "line_up" to(32), "Bulls", "Bulls in the line-up.";
    HighestBull "highest_bull" to(CARD), "points",
        "Points of the highest Bull in the line-up; 0 without one.";
    LowestBull "lowest_bull" to(CARD), "points",
        "Points of the lowest Bull in the line-up; 0 without one.";
    LineUpPoints "line_up_points" to(32 * CARD), "points", "Points of all Bulls in the line-up.";
    FirstChance "first_ride_chance" CHANCE, "probability",
        "The chance that a roll of all eight dice rides the Bull of `first_ride_value`.";
    FirstValue "first_ride_value" VALUE, "points",
        "The most that points times the chance of a first-roll ride come to, over the Bulls in \
         the line-up.";
    OpenBuckles "open_buckles" to(16), "Buckles", "Golden Buckles that lie open.";
    RiderAhead "rider_ahead" to(7), "seats",
        "How many seats after the player's the Rider's is; 0 on the player's own turn.";
    RiderScore "rider_score" to(MAX_SCORE), "points",
        "The Rider's score, counted like the player's.";
    RiderBulls "rider_bulls" to(32), "Bulls",
        "Bulls the Rider had ridden before this turn, and a first one of two.";
    RiderTokens "rider_tokens" to(MAX_SCORE), "tokens", "The Rider's tokens.";
    RollsMade "rolls_made" to(250), "rolls",
        "Rolls the Rider has made this turn; a free first reroll is none.";
    Turns "turns" to(8), "dice", "Dice that show a Turn.";
    Bucks "bucks" to(8), "dice", "Dice that show a Buck.";
    Kicks "kicks" to(8), "dice", "Dice that show a Kick.";
    Clowns "clowns" to(8), "dice", "Dice that show a Clown and are not retrieved.";
    Blanks "blanks" to(8), "dice", "Dice that show a Blank, retrieved Clowns among them.";
    Moves "moves" to(8), "dice", "Dice that show a Turn, Buck or Kick.";
    Rideable "rideable" to(32), "Bulls",
        "Bulls in the line-up whose moves the dice show, three Clowns or not.";
    BestRide "best_ride" to(CARD), "points", "Points of the highest of them; 0 if there is none.";
    BestRideTokens "best_ride_tokens" to(8), "tokens", "Tokens that riding that Bull is due.";
    DismountTokens "dismount_tokens" to(MAX_SCORE), "tokens",
        "Tokens that a Dismount from these dice is due.";
    BuckleReady "buckle_ready" to(CARD), "points",
        "Points of the highest open Buckle that the dice attain, with two of the Rider's tokens \
         for a die if need be; 0 if there is none.";
    MayReroll "may_reroll" TRUTH, "yes/no",
        "Whether the Rider can pay for another roll and has a die to roll; three Clowns are not \
         counted against it.";
    RerollByBull "reroll_by_bull" TRUTH, "yes/no",
        "Whether a Bull could be given up for another roll.";
    RerollFree "reroll_free" TRUTH, "yes/no", "Whether another roll could cost nothing.";
    BestAimValue "best_aim_value" VALUE, "points",
        "The most that points times the chance to ride after one more roll come to, over the \
         Bulls in the line-up, with the dice that the aim keeps.";
    BestAimChance "best_aim_chance" CHANCE, "probability",
        "The chance that this roll rides that Bull.";
    BestAimPoints "best_aim_points" to(CARD), "points", "Points of that Bull.";
    BestAimClowns "best_aim_clowns" CHANCE, "probability",
        "The chance that three Clowns or more lie there after that roll.";
    Rode "rode" TRUTH, "yes/no", "Whether a first of two Bulls was ridden this turn.";
    IsDeclared "declared" TRUTH, "yes/no", "Whether the Buckle of Clowns was declared this turn.";
    ClownedOut "clowned_out" TRUTH, "yes/no",
        "Whether the first roll of the turn was a Clown Out, averted or not.";
    OwnFirstBet "first_bet" to(3), "number",
        "The player's first bet on this turn: 1 Bucked Off, 2 Dismount, 3 Ride; 0 without one.";
    CardsInHand "cards" to(3), "cards", "Betting cards in the player's hand, Double Down aside.";
    OpenBuckedOff "open_bets_bucked_off" to(7), "cards",
        "The others' cards on Bucked Off, Double Downs aside, where bets lie open; else 0.";
    OpenDismount "open_bets_dismount" to(7), "cards", "The same on Dismount.";
    OpenRide "open_bets_ride" to(7), "cards", "The same on Ride.";
    PotBuckedOff "pot_bucked_off" to(MAX_DOLLARS), "dollars", "The pot of Bucked Off.";
    PotDismount "pot_dismount" to(MAX_DOLLARS), "dollars", "The pot of Dismount.";
    PotRide "pot_ride" to(MAX_DOLLARS), "dollars", "The pot of Ride.";
}

/// What is shown before the dice are rolled.
const BEFORE: &[Feature] = STATE.split_at(See::RollsMade as usize).0;

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

const BULL_POINTS: Feature =
    feature("bull_points", to(CARD), "points", "Points of the Bull; 0 for other actions.");
const BULL_DICE: Feature =
    feature("bull_dice", to(8), "dice", "Dice the Bull takes; 0 for other actions.");
const COST: Feature = feature("cost", to(32), "tokens", "Tokens the action costs.");
const RETRIEVED: Feature =
    feature("retrieved", to(8), "dice", "Clowns the action retrieves; 0 for other actions.");
const AIM_CHANCE: Feature = feature(
    "aim_chance",
    CHANCE,
    "probability",
    "The chance that one roll completes what is aimed at, for a Bull with at most two Clowns; 0 \
     where nothing is aimed at.",
);
const CLOWN_CHANCE: Feature = feature(
    "clown_chance",
    CHANCE,
    "probability",
    "The chance that three Clowns or more lie there after the roll.",
);
const ROLLED: Feature = feature("rolled", to(8), "dice", "Dice that would be rolled.");

const POINTS: [DecisionPoint; point::COUNT] = [
    DecisionPoint {
        name: "keep_rider",
        about: "Which of the two Riders dealt to keep (ES-49).",
        actions: &RIDERS,
        order: "the abilities in the order of this list",
        default: "the one dealt first, which may be either",
        state: BEFORE,
        action: &[feature(
            "rider_uses",
            to(20),
            "uses",
            "How often the ability can be used; 0 where there is no limit.",
        )],
        hidden: 0,
    },
    DecisionPoint {
        name: "inherited",
        about: "Whether to ride the Bulls that a Clown Out of the player before left (ES-33).",
        actions: &[
            always("use", "Takes the whole line-up over."),
            always("draw", "Discards it and draws Bulls."),
        ],
        order: "use, draw",
        default: "use",
        state: BEFORE,
        action: &[],
        hidden: 0,
    },
    DecisionPoint {
        name: "discard_bull",
        about: "Whether to discard one of an opponent's Bulls before the roll, by an ability \
                (ES-54).",
        actions: &[always("pass", "Leaves them all."), one_of("discard", "Discards this Bull.")],
        order: "pass, then the Bulls from the lowest points up",
        default: "pass",
        state: BEFORE,
        action: &[BULL_POINTS, BULL_DICE],
        hidden: 0,
    },
    DecisionPoint {
        name: "buy_tokens",
        about: "Vegas: whether the Rider buys tokens, once a turn; asked before Bulls are bought \
                and after each roll (ES-82).",
        actions: &[always("pass", "Buys none now."), one_of("buy", "Buys one or two.")],
        order: "pass, one, two",
        default: "pass",
        state: STATE,
        action: &[
            feature("tokens", to(2), "tokens", "Tokens bought."),
            feature("price", to(MAX_DOLLARS), "dollars", "What they cost."),
        ],
        hidden: 0,
    },
    DecisionPoint {
        name: "sell_tokens",
        about: "Vegas: whether to sell tokens; asked when one's turn begins, before one's bets, \
                and before a stake that was not paid is due (ES-82).",
        actions: &[always("pass", "Sells none."), one_of("sell", "Sells some.")],
        order: "pass, then from one token up to eight",
        default: "pass",
        state: STATE,
        action: &[
            feature("tokens", to(8), "tokens", "Tokens sold."),
            feature("income", to(MAX_DOLLARS), "dollars", "What the bank pays."),
        ],
        hidden: 0,
    },
    DecisionPoint {
        name: "buy_bull",
        about: "Whether to pay for one more Bull before the first roll; asked again after each \
                (ES-11).",
        actions: &[always("roll", "Rolls the dice."), always("buy", "Buys a Bull.")],
        order: "roll, buy",
        default: "roll",
        state: BEFORE,
        action: &[],
        hidden: 0,
    },
    DecisionPoint {
        name: "first_bet",
        about: "Vegas: the bet before the first roll, or again after a Clown Out that paid \
                (ES-66, ES-79).",
        actions: BETS.split_at(4).0,
        order: "none, bucked_off, dismount, ride",
        default: "none",
        state: STATE,
        action: &BET_FEATURES,
        hidden: 0,
    },
    DecisionPoint {
        name: "second_bet",
        about: "Vegas: one more bet on another outcome, or Double Down, before the second roll; \
                after a Clown Out before the third (ES-68).",
        actions: &BETS,
        order: "none, bucked_off, dismount, ride, double_down",
        default: "none",
        state: STATE,
        action: &BET_FEATURES,
        hidden: 0,
    },
    DecisionPoint {
        name: "ride_unrolled",
        about: "Whether to ride the lowest-point Bull without rolling, by an ability (ES-59).",
        actions: &[always("pass", "Rolls the dice."), always("ride", "Rides this Bull.")],
        order: "pass, then the Bulls of the lowest points",
        default: "pass",
        state: BEFORE,
        action: &[BULL_POINTS, BULL_DICE],
        hidden: 0,
    },
    DecisionPoint {
        name: "free_reroll",
        about: "Whether to roll dice again for nothing after the first roll, before every rule, \
                by an ability (ES-57).",
        actions: &[
            always("pass", "Keeps the roll."),
            always("again", "Rolls; `aim` and `keep_dice` say what, Clowns included."),
        ],
        order: "pass, again",
        default: "again with three Clowns, or where no Bull can be ridden; else pass",
        state: STATE,
        action: &[],
        hidden: 0,
    },
    DecisionPoint {
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
        default: "pass",
        state: STATE,
        action: &[
            feature(
                "from_face",
                to(4),
                "number",
                "What the die shows: 0 Turn, 1 Buck, 2 Kick, 3 Clown, 4 Blank.",
            ),
            feature("to_face", to(4), "number", "What it would show."),
            feature(
                "ride_after",
                to(CARD),
                "points",
                "Points of the highest Bull in the line-up that the dice would ride then, Clowns \
                 not counted; as it is for pass.",
            ),
            feature("clowns_after", to(8), "dice", "Clowns that would lie there then."),
        ],
        hidden: 0,
    },
    DecisionPoint {
        name: "clown_out",
        about: "What to do with three Clowns or more on the first roll (ES-31).",
        actions: &[
            always(
                "take_tokens",
                "Takes the tokens and ends the turn; the Bulls stay for the next player.",
            ),
            one_of("reroll_all", "Discards the highest Bull and rolls all dice again."),
            one_of("retrieve", "Retrieves Clowns until at most two are left; the turn goes on."),
            one_of("declare", "Declares the Buckle of Clowns."),
        ],
        order: "take_tokens, reroll_all (one for each Bull of the highest points), retrieve from \
                the fewest Clowns up, declare",
        default: "take_tokens",
        state: STATE,
        action: &[BULL_POINTS, COST, RETRIEVED],
        hidden: 0,
    },
    DecisionPoint {
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
        default: "comeback if it is legal, else fall",
        state: STATE,
        action: &[COST, RETRIEVED],
        hidden: 0,
    },
    DecisionPoint {
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
            one_of("give_up", "Gives the declared Buckle up with three Clowns and is Bucked Off."),
        ],
        order: "ride from the lowest points up, buckle in the order of the edition, finish, \
                dismount, reroll, retrieve from one Clown up, declare, give_up",
        default: "ride the highest Bull; else take the first Buckle; else reroll if that costs no \
                  token; else dismount, finish or give up",
        state: STATE,
        action: &[
            feature(
                "points",
                to(CARD),
                "points",
                "Points of the Bull or Buckle; 0 for other actions.",
            ),
            feature("tokens_gained", to(MAX_SCORE), "tokens", "Tokens the action is due."),
            COST,
            RETRIEVED,
        ],
        hidden: 0,
    },
    DecisionPoint {
        name: "retrieve_die",
        about: "Which Clown to retrieve; asked for each, when those before are Blanks (ES-27).",
        actions: &[always("retrieve", "Retrieves this die.")],
        order: "the dice from the one best rolled again down; of equal dice only the first",
        default: "the die with the fewest Clowns among its faces, of those the one with the most \
                  moves",
        state: STATE,
        action: &[
            feature("clown_faces", to(6), "faces", "Clowns among the faces of the die."),
            feature("move_faces", to(6), "faces", "Turns, Bucks and Kicks among them."),
        ],
        hidden: 0,
    },
    DecisionPoint {
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
        default: "the Bull of the most points times chance; without one everything",
        state: STATE,
        action: &[
            feature("points", to(CARD), "points", "Points of the Bull or Buckle; 0 without one."),
            AIM_CHANCE,
            CLOWN_CHANCE,
            feature("value", VALUE, "points", "Points times chance."),
            feature("missing", to(8), "dice", "Moves (and for a Buckle Clowns) still missing."),
            ROLLED,
        ],
        hidden: 0,
    },
    DecisionPoint {
        name: "keep_dice",
        about: "Which dice the reroll keeps; asked only of policies with rules for it. Blanks are \
                rolled and Clowns stay (ES-24), but before the free reroll of an ability every \
                die may go either way.",
        actions: &[always("keep", "Keeps these dice of those that may go either way.")],
        order: "the sets of dice kept as binary numbers, from none up; die 0 counts 1",
        default: "what follows from the aim",
        state: STATE,
        action: &[
            feature("kept_turns", to(8), "dice", "Turns kept."),
            feature("kept_bucks", to(8), "dice", "Bucks kept."),
            feature("kept_kicks", to(8), "dice", "Kicks kept."),
            feature("kept_clowns", to(8), "dice", "Clowns that stay."),
            ROLLED,
            AIM_CHANCE,
            CLOWN_CHANCE,
            feature("by_aim", TRUTH, "yes/no", "Whether this is what follows from the aim."),
        ],
        hidden: 0,
    },
    DecisionPoint {
        name: "pay",
        about: "What the reroll costs (ES-22); the Bull aimed at is not given up.",
        actions: &[
            one_of("free", "Nothing, once a turn by a Golden Buckle."),
            one_of("bull", "Gives this Bull up."),
            one_of("token", "A Foul Token."),
            one_of("ability", "A use of the Rider's ability."),
        ],
        order: "free, bull from the lowest points up, token, ability",
        default: "the first",
        state: STATE,
        action: &[BULL_POINTS, BULL_DICE, COST],
        hidden: 0,
    },
];

const BETS: [ActionKind; 5] = [
    always("none", "Lays no card."),
    one_of("bucked_off", "The Rider will be Bucked Off."),
    one_of("dismount", "The Rider will Dismount."),
    one_of("ride", "The Rider will ride a Bull."),
    one_of("double_down", "The first bet, for twice the stake."),
];

const BET_FEATURES: [Feature; 2] = [
    feature("stake", to(MAX_DOLLARS), "dollars", "What the card costs; 0 for none."),
    feature(
        "payoff",
        to(MAX_DOLLARS),
        "dollars",
        "What the bank would pay if the bet were right now: for a Double Down with the highest \
         Bull of the line-up, or the tokens a Dismount is due.",
    ),
];

/// Everything a policy for 8 Seconds may name.
pub const VOCABULARY: Vocabulary =
    Vocabulary { game: "eight-seconds", points: &POINTS, functions: &[] };

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::vocabulary::faults;

    #[test]
    fn the_vocabulary_is_sound() {
        assert_eq!(faults(&VOCABULARY), Vec::<String>::new());
        for point in VOCABULARY.points {
            assert!(point.state.len() <= STATE.len());
        }
        assert_eq!(See::ALL.len(), STATE.len());
        assert!(See::ALL.iter().enumerate().all(|(slot, see)| *see as usize == slot));
    }
}
