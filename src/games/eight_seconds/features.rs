//! The features of decisions, with their documentation and values.

use std::cell::OnceCell;

use super::cards::each;
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

/// The largest sum of money that features show.
const MAX_DOLLARS: i64 = 1_000_000;
const CARD: i64 = MAX_CARD_POINTS as i64;
/// Points times a chance.
const AIM_VALUE: Kind = up_to(MAX_CARD_POINTS as f64);

features! {
    /// The features of every decision point.
    pub(super) BEFORE: StateFeature<Game>;
    "own_score" to(MAX_SCORE), "points",
        "What the player's Bulls, Golden Buckles, tokens and money are worth now, without the \
         bonus of a Rider." => |it| it.game.standing(it.own());
    "own_bulls" to(32), "Bulls", "Bulls the player has ridden." => |it| it.own().bulls.count_ones();
    "own_bull_points" to(MAX_SCORE), "points", "Points of those Bulls." =>
        |it| it.own().bull_points;
    "own_tokens" to(MAX_SCORE), "tokens", "The player's Foul Tokens." => |it| it.own().tokens;
    "own_buckles" to(16), "Buckles", "The player's Golden Buckles." =>
        |it| it.own().buckles.count_ones();
    "own_money" to(MAX_DOLLARS), "dollars",
        "The player's money; stakes on the table are not in it." =>
        |it| it.own().money.min(MAX_DOLLARS);
    "ability" to(20), "number",
        "The ability of the player's Rider: its place in the list of kinds of `keep_rider`, \
         from 1; 0 without a Rider." => |it| it.game.rider(it.own()).map(|rider| rider.ability as u8);
    "uses_left" to(20), "uses", "Uses left of that ability where it is limited." =>
        |it| it.own().uses;
    "best_opponent_score" to(MAX_SCORE), "points",
        "The highest score among the opponents, counted like the player's; 0 when alone." =>
        |it| it.over_others(|seat| it.game.standing(seat));
    "most_opponent_bulls" to(32), "Bulls",
        "The most Bulls that an opponent has ridden." =>
        |it| it.over_others(|seat| seat.bulls.count_ones().into());
    "most_opponent_tokens" to(MAX_SCORE), "tokens",
        "The most tokens that an opponent has." => |it| it.over_others(|seat| seat.tokens.into());
    "players" Kind::Integer { min: 1, max: MAX_PLAYERS as i64 }, "players",
        "Players at the table." => |it| it.state.players;
    "turns_taken" to(MAX_TURNS as i64), "turns",
        "Turns the Rider has ended before this one." => |it| it.state.own_turns();
    "last_turn" TRUTH, "yes/no",
        "Whether the end of the game was triggered, so that this turn is the Rider's last." =>
        |it| it.state.turns_left.is_some();
    "end_bulls" to(32), "Bulls", "Bulls of one player that bring the game to its end." =>
        |it| it.game.rules.bulls;
    "supply" to(MAX_SCORE), "tokens",
        "Tokens in the pile; the most there can be where it never runs out." =>
        |it| if it.game.rules.limited_supply { it.state.supply } else { MAX_SCORE };
    "deck" to(32), "Bulls", "Bulls in the draw deck." => |it| it.state.deck.count_ones();
    "line_up" to(32), "Bulls", "Bulls in the line-up." => |it| it.state.line_up.count_ones();
    "highest_bull" to(CARD), "points",
        "Points of the highest Bull in the line-up; 0 without one." =>
        |it| it.points(it.game.highest(it.state.line_up));
    "lowest_bull" to(CARD), "points",
        "Points of the lowest Bull in the line-up; 0 without one." =>
        |it| it.points(each(it.state.line_up).next());
    "line_up_points" to(32 * CARD), "points", "Points of all Bulls in the line-up." =>
        |it| each(it.state.line_up).map(|bull| it.game.points_of(bull)).sum::<i64>();
    "first_ride_chance" CHANCE, "probability",
        "The chance that a roll of all eight dice rides the Bull of `first_ride_value`." =>
        |it| probability(it.game.best_first(it.state.line_up).0);
    "first_ride_value" AIM_VALUE, "points",
        "The most that points times the chance of a first-roll ride come to, over the Bulls in \
         the line-up." => |it| thousandths(it.game.best_first(it.state.line_up).1);
    "open_buckles" to(16), "Buckles", "Golden Buckles that lie open." =>
        |it| it.state.open_buckles.count_ones();
    "rider_ahead" to(7), "seats",
        "How many seats after the player's the Rider's is; 0 on the player's own turn." =>
        |it| (it.state.rider + it.state.players - it.seat) % it.state.players.max(1);
    "rider_score" to(MAX_SCORE), "points",
        "The Rider's score, counted like the player's." => |it| it.game.standing(it.state.riding());
    "rider_bulls" to(32), "Bulls",
        "Bulls the Rider had ridden before this turn, and a first one of two." =>
        |it| it.state.riding().bulls.count_ones();
    "rider_tokens" to(MAX_SCORE), "tokens", "The Rider's tokens." => |it| it.state.riding().tokens;
}

features! {
    /// The features once the dice are rolled.
    ROLLED: StateFeature<Game>;
    "rolls_made" to(250), "rolls",
        "Rolls the Rider has made this turn; a free first reroll is none." =>
        |it| it.state.turn.rolls;
    "turns" to(8), "dice", "Dice that show a Turn." => |it| it.showing(Face::Turn);
    "bucks" to(8), "dice", "Dice that show a Buck." => |it| it.showing(Face::Buck);
    "kicks" to(8), "dice", "Dice that show a Kick." => |it| it.showing(Face::Kick);
    "clowns" to(8), "dice", "Dice that show a Clown and are not retrieved." =>
        |it| it.showing(Face::Clown);
    "blanks" to(8), "dice", "Dice that show a Blank, retrieved Clowns among them." =>
        |it| it.showing(Face::Blank);
    "moves" to(8), "dice", "Dice that show a Turn, Buck or Kick." =>
        |it| it.state.turn.dice.moves().count_ones();
    "rideable" to(32), "Bulls",
        "Bulls in the line-up whose moves the dice show, three Clowns or not." =>
        |it| it.rideable();
    "best_ride" to(CARD), "points", "Points of the highest of them; 0 if there is none." =>
        |it| it.points(it.best_ride());
    "best_ride_tokens" to(8), "tokens", "Tokens that riding that Bull is due." =>
        |it| it.best_ride().map(|bull| it.game.ride_due(it.state, bull));
    "dismount_tokens" to(MAX_SCORE), "tokens",
        "Tokens that a Dismount from these dice is due." => |it| it.game.dismount_due(it.state);
    "buckle_ready" to(CARD), "points",
        "Points of the highest open Buckle that the dice attain, with two of the Rider's tokens \
         for a die if need be; 0 if there is none." =>
        |it| {
            let ready = each(it.state.open_buckles).filter(|buckle| it.game.attains(it.state, *buckle).is_some());
            ready.map(|buckle| it.game.rules.edition.buckles[usize::from(buckle)].points).max()
        };
    "may_reroll" TRUTH, "yes/no",
        "Whether the Rider can pay for another roll and has a die to roll; three Clowns are not \
         counted against it." => |it| it.game.may_reroll(it.state);
    "reroll_by_bull" TRUTH, "yes/no",
        "Whether a Bull could be given up for another roll." => |it| it.rerolls_by_bull();
    "reroll_free" TRUTH, "yes/no", "Whether another roll could cost nothing." =>
        |it| it.game.rerolls_free(it.state);
}

features! {
    /// The features of the best aim at a Bull.
    BEST_AIM: StateFeature<Game> by BestAim::new;
    "best_aim_value" AIM_VALUE, "points",
        "The most that points times the chance to ride after one more roll come to, over the \
         Bulls in the line-up, with the dice that the aim keeps." =>
        |it| thousandths(it.aim.value());
    "best_aim_chance" CHANCE, "probability",
        "The chance that this roll rides that Bull." => |it| probability(it.aim.chance);
    "best_aim_points" to(CARD), "points", "Points of that Bull." => |it| it.aim.points;
    "best_aim_clowns" CHANCE, "probability",
        "The chance that three Clowns or more lie there after that roll." =>
        |it| it.game.three_clowns(it.aim);
}

features! {
    /// More features once the dice are rolled.
    OF_TURN: StateFeature<Game>;
    "rode" TRUTH, "yes/no", "Whether a first of two Bulls was ridden this turn." =>
        |it| it.state.turn.rode();
    "declared" TRUTH, "yes/no", "Whether the Buckle of Clowns was declared this turn." =>
        |it| it.state.turn.is_declared();
    "clowned_out" TRUTH, "yes/no",
        "Whether the first roll of the turn was a Clown Out, averted or not." =>
        |it| it.state.turn.clowned_out;
    "first_bet" to(3), "number",
        "The player's first bet on this turn: 1 Bucked Off, 2 Dismount, 3 Ride; 0 without one." =>
        |it| it.own().bets[0].map(|laid| laid.bet as u8);
    "cards" to(3), "cards", "Betting cards in the player's hand, Double Down aside." =>
        |it| it.own().cards.count_ones();
    "open_bets_bucked_off" to(7), "cards",
        "The others' cards on Bucked Off, Double Downs aside, where bets lie open; else 0." =>
        |it| it.open_bets(Bet::BuckedOff);
    "open_bets_dismount" to(7), "cards", "The same on Dismount." =>
        |it| it.open_bets(Bet::Dismount);
    "open_bets_ride" to(7), "cards", "The same on Ride." => |it| it.open_bets(Bet::Ride);
    "pot_bucked_off" to(MAX_DOLLARS), "dollars", "The pot of Bucked Off." =>
        |it| it.state.pots[0].min(MAX_DOLLARS);
    "pot_dismount" to(MAX_DOLLARS), "dollars", "The pot of Dismount." =>
        |it| it.state.pots[1].min(MAX_DOLLARS);
    "pot_ride" to(MAX_DOLLARS), "dollars", "The pot of Ride." =>
        |it| it.state.pots[2].min(MAX_DOLLARS);
}

/// All features of the state.
pub(super) const STATE: &[StateFeature<Game>] = &join::<
    _,
    { BEFORE.len() + ROLLED.len() + BEST_AIM.len() + OF_TURN.len() },
>(&[BEFORE, ROLLED, BEST_AIM, OF_TURN]);

/// What several features of a decision share.
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

/// An action that a reroll follows from.
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

    /// What the reroll promises.
    #[inline]
    fn prospect(&self) -> Prospect {
        let Self { it, sight, action } = self;
        match (usize::from(it.point), action.kind()) {
            (point::AIM, kind::AIM_BULL) => sight.look(it).prospect(action.argument()),
            _ => it.game.prospect(&it.rerolling(*action)),
        }
    }
}

// Of Riders, Bulls, tokens and bets.
features! {
    ActionFeature<Game>;
    pub(super) RIDER_USES: "rider_uses" to(20), "uses",
        "How often the ability can be used; 0 where there is no limit." =>
        |(it, action)| it.game.rules.edition.riders[usize::from(action.argument())].uses;
    pub(super) BULL_POINTS: "bull_points" to(CARD), "points", "Points of the Bull; 0 for other actions." =>
        |(it, action)| it.points(it.bull(*action));
    pub(super) BULL_DICE: "bull_dice" to(8), "dice", "Dice the Bull takes; 0 for other actions." =>
        |(it, action)| Some(it.game.needs[usize::from(it.bull(*action)?)].moves());
    pub(super) TOKENS_BOUGHT: "tokens" to(2), "tokens", "Tokens bought." =>
        |(_, action)| action.argument();
    pub(super) PRICE: "price" to(MAX_DOLLARS), "dollars", "What they cost." =>
        |(it, action)| match action.argument() {
            0 => 0,
            1 => it.game.rules.edition.vegas.buy_one,
            _ => it.game.rules.edition.vegas.buy_two,
        };
    pub(super) TOKENS_SOLD: "tokens" to(8), "tokens", "Tokens sold." =>
        |(_, action)| action.argument();
    pub(super) INCOME: "income" to(MAX_DOLLARS), "dollars", "What the bank pays." =>
        |(it, action)| i64::from(action.argument()) * it.game.rules.edition.vegas.sell;
    pub(super) STAKE: "stake" to(MAX_DOLLARS), "dollars", "What the card costs; 0 for none." =>
        |(it, action)| Bet::new(action.kind()).map(|_| it.game.rules.edition.vegas.stake);
    pub(super) PAYOFF: "payoff" to(MAX_DOLLARS), "dollars",
        "What the bank would pay if the bet were right now: for a Double Down with the highest \
         Bull of the line-up, or the tokens a Dismount is due." =>
        |(it, action)| Some(match Bet::new(action.kind())? {
            Bet::DoubleDown => it.game.payoff_now(it.state, it.own().bets[0]?.bet, true),
            bet => it.game.payoff_now(it.state, bet, false),
        });
}

// Of what is done with a roll.
features! {
    ActionFeature<Game>;
    pub(super) FROM_FACE: "from_face" to(4), "number",
        "What the die shows: 0 Turn, 1 Buck, 2 Kick, 3 Clown, 4 Blank." =>
        |(it, action)| action.change().map(|(die, _)| it.state.turn.dice.face(die.into()) as u8);
    pub(super) TO_FACE: "to_face" to(4), "number", "What it would show." =>
        |(_, action)| action.change().map(|(_, face)| face as u8);
    pub(super) RIDE_AFTER: "ride_after" to(CARD), "points",
        "Points of the highest Bull in the line-up that the dice would ride then, Clowns \
         not counted; as it is for pass." =>
        |(it, action)| {
            let counts = it.changed(*action).counts();
            it.points(it.game.highest_rideable(counts, it.state.line_up))
        };
    pub(super) CLOWNS_AFTER: "clowns_after" to(8), "dice", "Clowns that would lie there then." =>
        |(it, action)| it.changed(*action).showing(Face::Clown).count_ones();
    pub(super) POINTS: "points" to(CARD), "points", "Points of the Bull or Buckle; 0 for other actions." =>
        |(it, action)| match (action.kind(), usize::from(action.argument())) {
            (kind::RIDE, bull) => it.points(Some(bull as u8)),
            (kind::BUCKLE, buckle) => it.game.rules.edition.buckles[buckle].points.into(),
            _ => 0,
        };
    pub(super) TOKENS_GAINED: "tokens_gained" to(MAX_SCORE), "tokens", "Tokens the action is due." =>
        |(it, action)| match action.kind() {
            kind::RIDE => i64::from(it.game.ride_due(it.state, action.argument())),
            kind::FINISH => it.game.finish_due(it.state).into(),
            kind::DISMOUNT => it.game.dismount_due(it.state).into(),
            kind::BUCKLE => it.game.buckle_due(action.argument()).into(),
            _ => 0,
        };
    pub(super) COST: "cost" to(32), "tokens", "Tokens the action costs." =>
        |(it, action)| match (usize::from(it.point), action.kind()) {
            (point::PAY, kind) => i64::from(kind == kind::PAY_TOKEN),
            (point::ACT, kind::BUCKLE) => {
                it.game.attains(it.state, action.argument()).map_or(0, i64::from) * 2
            }
            _ => it.retrieved(*action).map_or(0, |clowns| it.game.retrieve_cost(it.state, clowns).into()),
        };
    pub(super) RETRIEVED: "retrieved" to(8), "dice", "Clowns the action retrieves; 0 for other actions." =>
        |(it, action)| it.retrieved(*action);
    pub(super) CLOWN_FACES: "clown_faces" to(6), "faces", "Clowns among the faces of the die." =>
        |(it, action)| it.game.clown_faces(7 - action.argument());
    pub(super) MOVE_FACES: "move_faces" to(6), "faces", "Turns, Bucks and Kicks among them." =>
        |(it, action)| it.game.move_faces(7 - action.argument());
}

// Of what a reroll promises.
features! {
    ActionFeature<Game> by Aiming::new;
    pub(super) AIM_CHANCE: "aim_chance" CHANCE, "probability",
        "The chance that one roll completes what is aimed at, for a Bull with at most two Clowns; 0 \
         where nothing is aimed at." =>
        |of| probability(match usize::from(of.it.point) {
            point::KEEP_DICE => of.it.chance_of_keeping(of.action),
            _ => of.prospect().chance,
        });
    pub(super) CLOWN_CHANCE: "clown_chance" CHANCE, "probability",
        "The chance that three Clowns or more lie there after the roll." =>
        |of| of.it.game.three_clowns(of.prospect());
    pub(super) VALUE: "value" AIM_VALUE, "points", "Points times chance." =>
        |of| thousandths(of.prospect().value());
}

// Of a reroll.
features! {
    ActionFeature<Game>;
    pub(super) AIM_POINTS: "points" to(CARD), "points", "Points of the Bull or Buckle; 0 without one." =>
        |(it, action)| match action.kind() {
            kind::AIM_BULL => it.points(Some(action.argument())),
            _ => it.rerolling(*action).points.into(),
        };
    pub(super) MISSING: "missing" to(8), "dice", "Moves (and for a Buckle Clowns) still missing." =>
        |(it, action)| it.missing(*action).total();
    pub(super) REROLLED: "rolled" to(8), "dice", "Dice that would be rolled." =>
        |(it, action)| it.rerolling(*action).reroll.count_ones();
    pub(super) KEPT_TURNS: "kept_turns" to(8), "dice", "Turns kept." =>
        |(it, action)| it.kept(*action).of(Face::Turn);
    pub(super) KEPT_BUCKS: "kept_bucks" to(8), "dice", "Bucks kept." =>
        |(it, action)| it.kept(*action).of(Face::Buck);
    pub(super) KEPT_KICKS: "kept_kicks" to(8), "dice", "Kicks kept." =>
        |(it, action)| it.kept(*action).of(Face::Kick);
    pub(super) KEPT_CLOWNS: "kept_clowns" to(8), "dice", "Clowns that stay." =>
        |(it, action)| it.kept(*action).of(Face::Clown);
    pub(super) BY_AIM: "by_aim" TRUTH, "yes/no", "Whether this is what follows from the aim." =>
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

    /// The highest Bull that the dice show.
    fn best_ride(&self) -> Option<u8> {
        self.game.highest_rideable(self.state.turn.dice.counts(), self.state.line_up)
    }

    /// The Bulls in the line-up that the dice show.
    pub(super) fn rideable(&self) -> usize {
        let counts = self.state.turn.dice.counts();
        let rides = |bull: &u8| counts.contains(self.game.needs[usize::from(*bull)]);
        each(self.state.line_up).filter(rides).count()
    }

    /// Whether a Bull could be given up for another roll.
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

    /// The others' cards on `bet`, where they lie open.
    fn open_bets(&self, bet: Bet) -> i64 {
        if !self.game.rules.vegas.is_some_and(|variants| variants.public) {
            return 0;
        }
        self.others().flat_map(Seat::laid).filter(|laid| laid.bet == bet).count() as i64
    }

    /// The Bull that an action gives up, rides without a roll or takes away.
    fn bull(&self, action: Action) -> Option<u8> {
        // At all points that show it the Bull is the argument of kind 1.
        (action.kind() == kind::DISCARD).then(|| action.argument())
    }

    /// The Clowns that an action retrieves, where it does.
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

    /// What is kept of the dice where it is chosen by die.
    fn kept(&self, action: Action) -> Counts {
        self.state.turn.dice.counts_of(!self.rerolling(action).reroll)
    }

    /// The reroll of an action; by die without what is aimed at.
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

    /// What is missing of what an action aims at.
    fn missing(&self, action: Action) -> Counts {
        match (usize::from(self.point), action.kind()) {
            (point::AIM, kind::AIM_BULL) => {
                let needs = self.game.needs[usize::from(action.argument())];
                self.state.turn.dice.counts().missing(needs)
            }
            _ => self.rerolling(action).missing,
        }
    }

    /// The chance to complete the aim with the dice that an action keeps, in parts per million.
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
}

impl Game {
    /// The chance of three Clowns or more after a reroll.
    fn three_clowns(&self, prospect: Prospect) -> f64 {
        probability(self.chances.three_clowns_of(prospect.rolled, prospect.clowns))
    }

    /// The dollars that a right bet on `payoff` pays now.
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

    /// The dollars of a payoff, before winners share it.
    pub(super) fn payoff(&self, payoff: Payoff, figure: i64, double: bool) -> i64 {
        if double { (payoff.double + payoff.slope * figure).max(0) } else { payoff.single }
    }
}
