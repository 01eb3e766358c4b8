//! The features of decisions: meaning, range, unit and value.

use std::cell::OnceCell;

use super::cards::{Bulls, each};
use super::compiled::Game;
use super::decision::{Action, Decision};
use super::dice::{Counts, Dice, Face};
use super::edition::{MAX_CARD_POINTS, MAX_TURNS, Payoff};
use super::reroll_targets::{Aimed, Look, Prospect};
use super::score::MAX_SCORE;
use super::state::{Bet, MAX_PLAYERS, Seat, State};
use super::vocabulary::{kind, point};
use crate::game::Kind;
use crate::game::publish::{StateFeature, features, join};
use crate::game::vocabulary::{CHANCE, TRUTH, to, up_to};

/// The largest sum of money in features; larger sums are clamped.
const MAX_DOLLARS: i64 = 1_000_000;
const CARD: i64 = MAX_CARD_POINTS as i64;
/// The range of points times a probability.
const AIM_VALUE: Kind = up_to(MAX_CARD_POINTS as f64);

features! {
    /// The features of every decision point.
    pub(super) BEFORE: StateFeature<Game>;
    "own_score" to(MAX_SCORE), "points",
        "current score of the player's Bulls, Golden Buckles, tokens and money, without the \
         bonus of a Rider" => |it| it.game.standing(it.own());
    "own_bulls" to(32), "Bulls", "Bulls the player has ridden" => |it| it.own().bulls.count_ones();
    "own_bull_points" to(MAX_SCORE), "points", "points of those Bulls" =>
        |it| it.own().bull_points;
    "own_tokens" to(MAX_SCORE), "tokens", "the player's Foul Tokens" => |it| it.own().tokens;
    "own_buckles" to(16), "Buckles", "the player's Golden Buckles" =>
        |it| it.own().buckles.count_ones();
    "own_money" to(MAX_DOLLARS), "dollars",
        "the player's money, without stakes on the table" =>
        |it| it.own().money.min(MAX_DOLLARS);
    "ability" to(20), "number",
        "ability of the player's Rider: its position from 1 in the list of actions of `keep_rider`; \
         0 without a Rider" => |it| it.game.rider(it.own()).map(|rider| rider.ability as u8);
    "uses_left" to(20), "uses", "uses left of that ability, if limited; else 0" =>
        |it| it.own().uses;
    "best_opponent_score" to(MAX_SCORE), "points",
        "highest score of an opponent, counted as `own_score`; 0 without opponents" =>
        |it| it.over_others(|seat| it.game.standing(seat));
    "score_difference" Kind::Integer { min: -MAX_SCORE, max: MAX_SCORE }, "points",
        "`own_score` less `best_opponent_score`: negative if the player is behind" =>
        |it| it.game.standing(it.own()) - it.over_others(|seat| it.game.standing(seat));
    "most_opponent_bulls" to(32), "Bulls",
        "most Bulls that an opponent has ridden" =>
        |it| it.over_others(|seat| seat.bulls.count_ones().into());
    "most_opponent_tokens" to(MAX_SCORE), "tokens",
        "most tokens that an opponent has" => |it| it.over_others(|seat| seat.tokens.into());
    "players" Kind::Integer { min: 1, max: MAX_PLAYERS as i64 }, "players",
        "number of players" => |it| it.state.players;
    "turns_taken" to(MAX_TURNS as i64), "turns",
        "turns of the Rider before this one" => |it| it.state.own_turns();
    "last_turn" TRUTH, "yes/no",
        "whether the end of the game was triggered, so that this turn is the Rider's last" =>
        |it| it.state.turns_left.is_some();
    "end_bulls" to(32), "Bulls", "Bulls of one player that trigger the end of the game" =>
        |it| it.game.rules.bulls;
    "supply" to(MAX_SCORE), "tokens",
        "tokens in the pile; the largest value if the supply is unlimited" =>
        |it| if it.game.rules.limited_supply { it.state.supply } else { MAX_SCORE };
    "deck" to(32), "Bulls", "Bulls in the draw deck" => |it| it.state.deck.count_ones();
    "line_up" to(32), "Bulls", "Bulls in the line-up" => |it| it.state.line_up.count_ones();
    "highest_bull" to(CARD), "points",
        "points of the highest Bull in the line-up; 0 without one" =>
        |it| it.points(it.game.highest(it.state.line_up));
    "lowest_bull" to(CARD), "points",
        "points of the lowest Bull in the line-up; 0 without one" =>
        |it| it.points(each(it.state.line_up).next());
    "line_up_points" to(32 * CARD), "points", "points of all Bulls in the line-up" =>
        |it| each(it.state.line_up).map(|bull| it.game.points_of(bull)).sum::<i64>();
    "first_ride_chance" CHANCE, "probability",
        "probability that a roll of all eight dice rides the Bull of `first_ride_value`" =>
        |it| probability(it.game.best_first(it.state.line_up).0);
    "first_ride_value" AIM_VALUE, "points",
        "maximum over the Bulls in the line-up of points times probability to ride with a roll of \
         all eight dice" => |it| thousandths(it.game.best_first(it.state.line_up).1);
    "open_buckles" to(16), "Buckles", "open Golden Buckles" =>
        |it| it.state.open_buckles.count_ones();
    "rider_ahead" to(7), "seats",
        "seats from the player's to the Rider's, in turn order; 0 on the player's own turn" =>
        |it| (it.state.rider + it.state.players - it.seat) % it.state.players.max(1);
    "rider_score" to(MAX_SCORE), "points",
        "the Rider's score, counted as `own_score`" => |it| it.game.standing(it.state.riding());
    "rider_bulls" to(32), "Bulls",
        "Bulls the Rider has ridden, including the first of two in this turn" =>
        |it| it.state.riding().bulls.count_ones();
    "rider_tokens" to(MAX_SCORE), "tokens", "the Rider's tokens" => |it| it.state.riding().tokens;
}

features! {
    /// The features after a roll.
    ROLLED: StateFeature<Game>;
    "rolls_made" to(250), "rolls",
        "rolls the Rider has made this turn, without a free first reroll" =>
        |it| it.state.turn.rolls;
    "turns" to(8), "dice", "dice that show a Turn" => |it| it.showing(Face::Turn);
    "bucks" to(8), "dice", "dice that show a Buck" => |it| it.showing(Face::Buck);
    "kicks" to(8), "dice", "dice that show a Kick" => |it| it.showing(Face::Kick);
    "clowns" to(8), "dice", "dice that show a Clown, without retrieved Clowns" =>
        |it| it.showing(Face::Clown);
    "blanks" to(8), "dice", "dice that show a Blank, including retrieved Clowns" =>
        |it| it.showing(Face::Blank);
    "moves" to(8), "dice", "dice that show a Turn, Buck or Kick" =>
        |it| it.state.turn.dice.moves().count_ones();
    "rideable" to(32), "Bulls",
        "Bulls in the line-up whose moves the dice show, even with three Clowns" =>
        |it| it.rideable();
    "best_ride" to(CARD), "points", "points of the highest Bull whose moves the dice show; 0 if none" =>
        |it| it.points(it.best_ride());
    "best_ride_tokens" to(8), "tokens", "tokens due for riding that Bull" =>
        |it| it.best_ride().map(|bull| it.game.ride_due(it.state, bull));
    "dismount_tokens" to(MAX_SCORE), "tokens",
        "tokens due for a Dismount with these dice" => |it| it.game.dismount_due(it.state);
    "buckle_ready" to(CARD), "points",
        "points of the highest open Buckle that the dice attain, two of the Rider's tokens \
         replacing one die if necessary; 0 if none" =>
        |it| {
            let ready = each(it.state.open_buckles).filter(|buckle| it.game.attains(it.state, *buckle).is_some());
            ready.map(|buckle| it.game.rules.edition.buckles[usize::from(buckle)].points).max()
        };
    "may_reroll" TRUTH, "yes/no",
        "whether the Rider can pay for another roll and has a die to roll, even with three \
         Clowns" => |it| it.game.may_reroll(it.state);
    "reroll_by_bull" TRUTH, "yes/no",
        "whether a Bull can be given up for another roll" => |it| it.rerolls_by_bull();
    "reroll_free" TRUTH, "yes/no", "whether another roll can be free" =>
        |it| it.game.rerolls_free(it.state);
}

features! {
    /// The features of the best aim at a Bull.
    BEST_AIM: StateFeature<Game> by BestAim::new;
    "best_aim_value" AIM_VALUE, "points",
        "maximum over the Bulls in the line-up of points times probability to ride after one \
         more roll, with the dice that the aim keeps" =>
        |it| thousandths(it.aim.value());
    "best_aim_chance" CHANCE, "probability",
        "probability that this roll rides that Bull" => |it| probability(it.aim.chance);
    "best_aim_points" to(CARD), "points", "points of that Bull" => |it| it.aim.points;
    "best_aim_clowns" CHANCE, "probability",
        "probability of three or more Clowns after that roll" =>
        |it| it.game.three_clowns(it.aim);
}

features! {
    /// More features after a roll.
    OF_TURN: StateFeature<Game>;
    "rode" TRUTH, "yes/no", "whether the first of two Bulls was ridden this turn" =>
        |it| it.state.turn.rode();
    "declared" TRUTH, "yes/no", "whether the Buckle of Clowns was declared this turn" =>
        |it| it.state.turn.is_declared();
    "clowned_out" TRUTH, "yes/no",
        "whether the first roll of the turn was a Clown Out, averted or not" =>
        |it| it.state.turn.clowned_out;
    "first_bet" to(3), "number",
        "the player's first bet on this turn: 1 Bucked Off, 2 Dismount, 3 Ride; 0 without one" =>
        |it| it.own().bets[0].map(|laid| laid.bet as u8);
    "cards" to(3), "cards", "betting cards in the player's hand, without Double Down" =>
        |it| it.own().cards.count_ones();
    "open_bets_bucked_off" to(7), "cards",
        "opponents' cards on Bucked Off, without Double Downs, if bets are public; else 0" =>
        |it| it.open_bets(Bet::BuckedOff);
    "open_bets_dismount" to(7), "cards", "opponents' cards on Dismount, if bets are public; else 0" =>
        |it| it.open_bets(Bet::Dismount);
    "open_bets_ride" to(7), "cards", "opponents' cards on Ride, if bets are public; else 0" =>
        |it| it.open_bets(Bet::Ride);
    "pot_bucked_off" to(MAX_DOLLARS), "dollars", "pot of Bucked Off" =>
        |it| it.state.pots[0].min(MAX_DOLLARS);
    "pot_dismount" to(MAX_DOLLARS), "dollars", "pot of Dismount" =>
        |it| it.state.pots[1].min(MAX_DOLLARS);
    "pot_ride" to(MAX_DOLLARS), "dollars", "pot of Ride" =>
        |it| it.state.pots[2].min(MAX_DOLLARS);
}

/// All features of the state.
pub(super) const STATE: &[StateFeature<Game>] = &join::<
    _,
    { BEFORE.len() + ROLLED.len() + BEST_AIM.len() + OF_TURN.len() },
>(&[BEFORE, ROLLED, BEST_AIM, OF_TURN]);

/// Cached values that several features of a decision share.
#[derive(Debug, Default)]
pub struct Sight {
    multisets: OnceCell<Option<usize>>,
    best: OnceCell<Prospect>,
}

impl Sight {
    fn look<'a>(&self, it: &Decision<'a>) -> Look<'a> {
        it.game.look_from(it.state, *self.multisets.get_or_init(|| it.game.multisets(it.state)))
    }
}

/// The best aim at a Bull of the line-up.
struct BestAim<'a> {
    game: &'a Game,
    aim: Prospect,
}

impl<'a> BestAim<'a> {
    #[inline]
    fn new(it: &Decision<'a>, sight: &Sight) -> Self {
        Self { game: it.game, aim: *sight.best.get_or_init(|| sight.look(it).best()) }
    }
}

/// A decision and an action that leads to a reroll.
struct Aiming<'a, 'b> {
    it: &'b Decision<'a>,
    sight: &'b Sight,
    action: Action,
}

impl<'a, 'b> Aiming<'a, 'b> {
    #[inline]
    fn new(it: &'b Decision<'a>, sight: &'b Sight, action: Action) -> Self {
        Self { it, sight, action }
    }

    /// The prospect of the reroll.
    #[inline]
    fn prospect(&self) -> Prospect {
        let Self { it, sight, action } = self;
        match (usize::from(it.point), action.kind()) {
            (point::AIM, kind::AIM_BULL) => sight.look(it).prospect(action.argument()),
            _ => it.game.prospect(&it.rerolling(*action)),
        }
    }
}

// Features of Riders, Bulls, tokens and bets.
features! {
    ActionFeature<Game>;
    pub(super) RIDER_USES: "rider_uses" to(20), "uses",
        "uses of the ability per game; 0 if unlimited" =>
        |(it, action)| it.game.rules.edition.riders[usize::from(action.argument())].uses;
    pub(super) BULL_POINTS: "bull_points" to(CARD), "points", "points of the Bull; 0 for other actions" =>
        |(it, action)| it.points(it.bull(*action));
    pub(super) BULL_DICE: "bull_dice" to(8), "dice", "dice that riding the Bull takes; 0 for other actions" =>
        |(it, action)| Some(it.game.needs[usize::from(it.bull(*action)?)].moves());
    pub(super) TOKENS_BOUGHT: "tokens" to(2), "tokens", "tokens bought" =>
        |(_, action)| action.argument();
    pub(super) PRICE: "price" to(MAX_DOLLARS), "dollars", "price of these tokens" =>
        |(it, action)| match action.argument() {
            0 => 0,
            1 => it.game.rules.edition.vegas.buy_one,
            _ => it.game.rules.edition.vegas.buy_two,
        };
    pub(super) TOKENS_SOLD: "tokens" to(8), "tokens", "tokens sold" =>
        |(_, action)| action.argument();
    pub(super) INCOME: "income" to(MAX_DOLLARS), "dollars", "dollars that the bank pays for these tokens" =>
        |(it, action)| i64::from(action.argument()) * it.game.rules.edition.vegas.sell;
    pub(super) STAKE: "stake" to(MAX_DOLLARS), "dollars", "stake of the card; 0 for none" =>
        |(it, action)| Bet::new(action.kind()).map(|_| it.game.rules.edition.vegas.stake);
    pub(super) PAYOFF: "payoff" to(MAX_DOLLARS), "dollars",
        "payout of the bank if the bet were settled as right now; a Double Down counts the \
         highest Bull of the line-up, or the tokens due for a Dismount" =>
        |(it, action)| Some(match Bet::new(action.kind())? {
            Bet::DoubleDown => it.game.payoff_now(it.state, it.own().bets[0]?.bet, true),
            bet => it.game.payoff_now(it.state, bet, false),
        });
}

// Features of actions after a roll.
features! {
    ActionFeature<Game>;
    pub(super) FROM_FACE: "from_face" to(4), "number",
        "face that the die shows: 0 Turn, 1 Buck, 2 Kick, 3 Clown, 4 Blank" =>
        |(it, action)| action.change().map(|(die, _)| it.state.turn.dice.face(die.into()) as u8);
    pub(super) TO_FACE: "to_face" to(4), "number", "face that the die would show" =>
        |(_, action)| action.change().map(|(_, face)| face as u8);
    pub(super) RIDE_AFTER: "ride_after" to(CARD), "points",
        "points of the highest Bull in the line-up that the dice would ride after the change, \
         Clowns ignored; for pass, with the current dice" =>
        |(it, action)| {
            let counts = it.changed(*action).counts();
            it.points(it.game.highest_rideable(counts, it.state.line_up))
        };
    pub(super) CLOWNS_AFTER: "clowns_after" to(8), "dice", "Clowns after the change" =>
        |(it, action)| it.changed(*action).showing(Face::Clown).count_ones();
    pub(super) POINTS: "points" to(CARD), "points", "points of the Bull or Buckle; 0 for other actions" =>
        |(it, action)| match (action.kind(), usize::from(action.argument())) {
            (kind::RIDE, bull) => it.points(Some(bull as u8)),
            (kind::BUCKLE, buckle) => it.game.rules.edition.buckles[buckle].points.into(),
            _ => 0,
        };
    pub(super) TOKENS_GAINED: "tokens_gained" to(MAX_SCORE), "tokens", "tokens due for the action" =>
        |(it, action)| match action.kind() {
            kind::RIDE => i64::from(it.game.ride_due(it.state, action.argument())),
            kind::FINISH => it.game.finish_due(it.state).into(),
            kind::DISMOUNT => it.game.dismount_due(it.state).into(),
            kind::BUCKLE => it.game.buckle_due(action.argument()).into(),
            _ => 0,
        };
    pub(super) COST: "cost" to(32), "tokens", "tokens that the action costs" =>
        |(it, action)| match (usize::from(it.point), action.kind()) {
            (point::PAY, kind) => i64::from(kind == kind::PAY_TOKEN),
            (point::ACT, kind::BUCKLE) => {
                it.game.attains(it.state, action.argument()).map_or(0, i64::from) * 2
            }
            _ => it.retrieved(*action).map_or(0, |clowns| it.game.retrieve_cost(it.state, clowns).into()),
        };
    pub(super) RETRIEVED: "retrieved" to(8), "dice", "Clowns that the action retrieves; 0 for other actions" =>
        |(it, action)| it.retrieved(*action);
    pub(super) CLOWN_FACES: "clown_faces" to(6), "faces", "Clowns among the faces of the die" =>
        |(it, action)| it.game.clown_faces(7 - action.argument());
    pub(super) MOVE_FACES: "move_faces" to(6), "faces", "Turns, Bucks and Kicks among the faces of the die" =>
        |(it, action)| it.game.move_faces(7 - action.argument());
}

// Features of the result of a reroll.
features! {
    ActionFeature<Game> by Aiming::new;
    pub(super) AIM_CHANCE: "aim_chance" CHANCE, "probability",
        "probability that one roll completes the aim, for a Bull with at most two Clowns; 0 \
         without an aim at a card" =>
        |of| probability(match usize::from(of.it.point) {
            point::KEEP_DICE => of.it.chance_of_keeping(of.action),
            _ => of.prospect().chance,
        });
    pub(super) CLOWN_CHANCE: "clown_chance" CHANCE, "probability",
        "probability of three or more Clowns after the roll" =>
        |of| of.it.game.three_clowns(of.prospect());
    pub(super) RIDE_CHANCE: "ride_chance" CHANCE, "probability",
        "probability that the roll shows the moves of any Bull in the line-up, with at most two Clowns" =>
        |of| probability(of.it.chance_to_ride(of.action));
    pub(super) VALUE: "value" AIM_VALUE, "points", "points times probability" =>
        |of| thousandths(of.prospect().value());
}

// Features of a reroll.
features! {
    ActionFeature<Game>;
    pub(super) AIM_POINTS: "points" to(CARD), "points", "points of the Bull or Buckle; 0 without one" =>
        |(it, action)| match action.kind() {
            kind::AIM_BULL => it.points(Some(action.argument())),
            _ => it.rerolling(*action).points.into(),
        };
    pub(super) MISSING: "missing" to(8), "dice", "moves, and for a Buckle Clowns, still missing" =>
        |(it, action)| it.missing(*action).total();
    pub(super) REROLLED: "rolled" to(8), "dice", "dice that would be rolled" =>
        |(it, action)| it.rerolling(*action).reroll.count_ones();
    pub(super) KEPT_TURNS: "kept_turns" to(8), "dice", "Turns kept" =>
        |(it, action)| it.kept(*action).of(Face::Turn);
    pub(super) KEPT_BUCKS: "kept_bucks" to(8), "dice", "Bucks kept" =>
        |(it, action)| it.kept(*action).of(Face::Buck);
    pub(super) KEPT_KICKS: "kept_kicks" to(8), "dice", "Kicks kept" =>
        |(it, action)| it.kept(*action).of(Face::Kick);
    pub(super) KEPT_CLOWNS: "kept_clowns" to(8), "dice", "Clowns that are not rolled" =>
        |(it, action)| it.kept(*action).of(Face::Clown);
    pub(super) BY_AIM: "by_aim" TRUTH, "yes/no", "whether these are the dice that the aim keeps" =>
        |(it, action)| it.rerolling(*action).reroll == it.state.turn.reroll;
}

/// Parts per million as a probability.
fn probability(parts_per_million: u32) -> f64 {
    f64::from(parts_per_million) / 1_000_000.0
}

/// Thousandths of a point as points.
fn thousandths(of_a_point: u32) -> f64 {
    f64::from(of_a_point) / 1000.0
}

impl<'a> Decision<'a> {
    fn own(&self) -> &'a Seat {
        &self.state.seats[usize::from(self.seat)]
    }

    fn points(&self, bull: Option<u8>) -> i64 {
        bull.map_or(0, |bull| self.game.points_of(bull))
    }

    pub(super) fn showing(&self, face: Face) -> u32 {
        self.state.turn.dice.showing(face).count_ones()
    }

    /// The highest Bull that the dice ride, clowns ignored.
    fn best_ride(&self) -> Option<u8> {
        self.game.highest_rideable(self.state.turn.dice.counts(), self.state.line_up)
    }

    /// The number of Bulls in the line-up that the dice ride, clowns ignored.
    pub(super) fn rideable(&self) -> usize {
        let counts = self.state.turn.dice.counts();
        let rides = |bull: &u8| counts.contains(self.game.needs[usize::from(*bull)]);
        each(self.state.line_up).filter(rides).count()
    }

    /// Whether a Bull can be given up for another roll.
    pub(super) fn rerolls_by_bull(&self) -> bool {
        self.state.line_up.count_ones() > 1
    }

    /// The highest value among the opponents; 0 without any.
    fn over_others(&self, value: impl Fn(&Seat) -> i64) -> i64 {
        self.others().map(value).max().unwrap_or(0)
    }

    fn others(&self) -> impl Iterator<Item = &Seat> {
        let seats = self.state.seated().iter().enumerate();
        seats.filter(|(seat, _)| *seat != usize::from(self.seat)).map(|(_, seat)| seat)
    }

    /// The number of opponents' cards on `bet`, if bets are public; else 0.
    fn open_bets(&self, bet: Bet) -> i64 {
        if !self.game.rules.vegas.is_some_and(|variants| variants.public) {
            return 0;
        }
        self.others().flat_map(Seat::laid).filter(|laid| laid.bet == bet).count() as i64
    }

    /// The Bull that an action gives up, rides without a roll or discards.
    fn bull(&self, action: Action) -> Option<u8> {
        // At all points with this feature, the Bull is the argument of kind 1.
        (action.kind() == kind::DISCARD).then(|| action.argument())
    }

    /// The number of Clowns that an action retrieves, if any.
    fn retrieved(&self, action: Action) -> Option<u8> {
        let retrieves = match usize::from(self.point) {
            point::CLOWN_OUT => kind::CLOWN_OUT_RETRIEVE,
            point::BUCKED_OFF => kind::BUCKED_OFF_RETRIEVE,
            _ => kind::RETRIEVE,
        };
        (action.kind() == retrieves).then(|| action.argument())
    }

    /// The dice after a change.
    fn changed(&self, action: Action) -> Dice {
        let dice = self.state.turn.dice;
        action.change().map_or(dice, |(die, face)| dice.set(1 << die, face))
    }

    /// The faces that an action keeps.
    fn kept(&self, action: Action) -> Counts {
        self.state.turn.dice.counts_of(!self.rerolling(action).reroll)
    }

    /// The reroll of an action; without an aim if the dice are chosen directly.
    fn rerolling(&self, action: Action) -> Aimed {
        let (game, state) = (self.game, self.state);
        match (usize::from(self.point), action.kind()) {
            (point::KEEP_DICE, _) => {
                let reroll = game.forced(state) | game.movable(state) & !action.argument();
                let clowns = state.turn.dice.counts_of(!reroll).of(Face::Clown);
                Aimed { reroll, clowns, ..Aimed::default() }
            }
            _ => game.aim(state, action),
        }
    }

    /// The faces missing for the aim of an action.
    fn missing(&self, action: Action) -> Counts {
        match (usize::from(self.point), action.kind()) {
            (point::AIM, kind::AIM_BULL) => {
                let needs = self.game.needs[usize::from(action.argument())];
                self.state.turn.dice.counts().missing(needs)
            }
            _ => self.rerolling(action).missing,
        }
    }

    /// The probability that the dice kept by an action complete the aim, in parts per million.
    fn chance_of_keeping(&self, action: Action) -> u32 {
        let (game, Aimed { reroll, clowns, .. }) = (self.game, self.rerolling(action));
        let (kept, aim) = (self.kept(action), Action(self.state.turn.aim));
        let card = usize::from(aim.argument());
        match aim.kind() {
            kind::AIM_BULL => {
                game.chances.completes(reroll, kept.missing(game.needs[card]), clowns)
            }
            kind::AIM_BUCKLE => game.chances.shows(reroll, kept.missing(game.buckle_needs[card])),
            _ => 0,
        }
    }

    /// The probability that a reroll shows the moves of any Bull, in parts per million.
    fn chance_to_ride(&self, action: Action) -> u32 {
        let (game, Aimed { reroll, clowns, .. }) = (self.game, self.rerolling(action));
        let kept = self.kept(action);
        let mut missing = [Counts::default(); Bulls::BITS as usize];
        let mut count = 0;
        for (place, bull) in missing.iter_mut().zip(each(self.state.line_up)) {
            *place = kept.missing(game.needs[usize::from(bull)]);
            count += 1;
        }
        game.chances.completes_any(reroll, &missing[..count], clowns)
    }
}

impl Game {
    /// The probability of three or more Clowns after a reroll.
    fn three_clowns(&self, prospect: Prospect) -> f64 {
        probability(self.chances.three_clowns_of(prospect.rolled, prospect.clowns))
    }

    /// The dollars that a right bet on `payoff` would pay now.
    fn payoff_now(&self, state: &State, bet: Bet, double: bool) -> i64 {
        let vegas = &self.rules.edition.vegas;
        let highest = self.highest(state.line_up).map_or(0, |bull| self.points_of(bull));
        let (payoff, figure) = match bet {
            Bet::BuckedOff | Bet::DoubleDown => (vegas.bucked_off, -highest),
            Bet::Dismount => (vegas.dismount, self.dismount_due(state).into()),
            Bet::Ride => (vegas.ride, highest),
        };
        self.payoff(payoff, figure, double).min(MAX_DOLLARS)
    }

    /// The dollars of a payoff before winners share it.
    pub(super) fn payoff(&self, payoff: Payoff, figure: i64, double: bool) -> i64 {
        if double { (payoff.double + payoff.slope * figure).max(0) } else { payoff.single }
    }
}
