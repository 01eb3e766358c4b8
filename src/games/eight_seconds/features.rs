//! What the features of a decision are at the moment of the decision.

use super::cards::each;
use super::compiled::Game;
use super::decision::{Action, Decision};
use super::dice::{Counts, Face};
use super::edition::{Ability, Payoff};
use super::reroll_targets::Aimed;
use super::state::{Bet, NONE, Seat, State};
use super::vocabulary::{MAX_DOLLARS, MAX_SCORE, See, kind, point};

impl Game {
    /// What a player's cards, tokens and money are worth, without the bonus of a Rider.
    pub(super) fn standing(&self, seat: &Seat) -> i64 {
        let cards = i64::from(seat.bull_points) + i64::from(seat.buckle_points);
        let money = match self.rules.vegas {
            Some(_) => seat.money / self.rules.edition.vegas.point,
            None => 0,
        };
        (cards + i64::from(seat.tokens) + money).min(MAX_SCORE)
    }

    /// The highest Bull of a line-up whose moves the dice show.
    #[inline]
    pub(super) fn highest_rideable(&self, counts: Counts, line_up: u32) -> Option<u8> {
        each(line_up).filter(|bull| counts.contains(self.needs[usize::from(*bull)])).last()
    }

    /// The dollars that a right bet on `payoff` pays now.
    fn payoff_now(&self, state: &State, bet: Bet, double: bool) -> i64 {
        let vegas = &self.rules.edition.vegas;
        let highest = self.highest(state.line_up).map_or(0, |bull| self.points[usize::from(bull)]);
        let (payoff, figure): (Payoff, i64) = match bet {
            Bet::BuckedOff | Bet::DoubleDown => (vegas.bucked_off, -i64::from(highest)),
            Bet::Dismount => (vegas.dismount, i64::from(self.dismount_due(state))),
            Bet::Ride => (vegas.ride, highest.into()),
        };
        self.payoff(payoff, figure, double).min(MAX_DOLLARS)
    }

    /// What a payoff comes to, before winners share it.
    pub(super) fn payoff(&self, payoff: Payoff, figure: i64, double: bool) -> i64 {
        if double { (payoff.double + payoff.slope * figure).max(0) } else { payoff.single }
    }
}

/// Parts per million as a probability.
fn probability(parts_per_million: u32) -> f64 {
    f64::from(parts_per_million) / 1_000_000.0
}

/// Thousandths of a point as points.
fn points_of(thousandths: u32) -> f64 {
    f64::from(thousandths) / 1000.0
}

impl Decision<'_> {
    /// A feature of the state, as the seat that decides sees it.
    #[must_use]
    pub fn see(&self, see: See) -> f64 {
        let (game, state) = (self.game, self.state);
        let turn = &state.turn;
        let own = &state.seats[usize::from(self.seat)];
        let dice = turn.dice;
        let points = |bull: Option<u8>| bull.map_or(0, |bull| game.points[usize::from(bull)]);
        let whole: i64 = match see {
            See::OwnScore => game.standing(own),
            See::OwnBulls => own.bulls.count_ones().into(),
            See::OwnBullPoints => own.bull_points.into(),
            See::OwnTokens => own.tokens.into(),
            See::OwnBuckles => own.buckles.count_ones().into(),
            See::OwnMoney => own.money.min(MAX_DOLLARS),
            See::OwnAbility => self.rider_of(self.seat).map_or(0, |rider| rider.ability as i64),
            See::UsesLeft => own.uses.into(),
            See::BestOpponentScore => self.over_others(|seat| game.standing(seat)),
            See::MostOpponentBulls => self.over_others(|seat| seat.bulls.count_ones().into()),
            See::MostOpponentTokens => self.over_others(|seat| seat.tokens.into()),
            See::Players => state.players.into(),
            See::TurnsTaken => state.own_turns().into(),
            See::LastTurn => state.turns_left.is_some().into(),
            See::EndBulls => game.rules.bulls.into(),
            See::Supply if game.rules.limited_supply => state.supply,
            See::Supply => MAX_SCORE,
            See::DeckLeft => state.deck.count_ones().into(),
            See::LineUp => state.line_up.count_ones().into(),
            See::HighestBull => points(game.highest(state.line_up)).into(),
            See::LowestBull => points(each(state.line_up).next()).into(),
            See::LineUpPoints => {
                each(state.line_up).map(|bull| i64::from(points(Some(bull)))).sum()
            }
            See::FirstChance => return probability(game.best_first(state.line_up).0),
            See::FirstValue => return points_of(game.best_first(state.line_up).1),
            See::OpenBuckles => state.open_buckles.count_ones().into(),
            See::RiderAhead => {
                i64::from((state.rider + state.players - self.seat) % state.players.max(1))
            }
            See::RiderScore => game.standing(state.riding()),
            See::RiderBulls => state.riding().bulls.count_ones().into(),
            See::RiderTokens => state.riding().tokens.into(),
            See::RollsMade => turn.rolls.into(),
            See::Turns => dice.showing(Face::Turn).count_ones().into(),
            See::Bucks => dice.showing(Face::Buck).count_ones().into(),
            See::Kicks => dice.showing(Face::Kick).count_ones().into(),
            See::Clowns => dice.showing(Face::Clown).count_ones().into(),
            See::Blanks => dice.showing(Face::Blank).count_ones().into(),
            See::Moves => dice.moves().count_ones().into(),
            See::Rideable => {
                let counts = dice.counts();
                let rides = |bull: &u8| counts.contains(game.needs[usize::from(*bull)]);
                each(state.line_up).filter(rides).count() as i64
            }
            See::BestRide => points(game.highest_rideable(dice.counts(), state.line_up)).into(),
            See::BestRideTokens => {
                let bull = game.highest_rideable(dice.counts(), state.line_up);
                bull.map_or(0, |bull| game.ride_due(state, bull).into())
            }
            See::DismountTokens => game.dismount_due(state).into(),
            See::BuckleReady => {
                let ready = each(u32::from(state.open_buckles))
                    .filter(|buckle| game.attains(state, *buckle).is_some())
                    .map(|buckle| game.rules.edition.buckles[usize::from(buckle)].points);
                ready.max().unwrap_or(0).into()
            }
            See::MayReroll => game.may_reroll(state).into(),
            See::RerollByBull => (state.line_up.count_ones() > 1).into(),
            See::RerollFree => game.rerolls_free(state).into(),
            See::BestAimValue => return points_of(self.best_aim().value()),
            See::BestAimChance => return probability(self.best_aim().chance),
            See::BestAimPoints => self.best_aim().points.into(),
            See::BestAimClowns => {
                let aim = self.best_aim();
                return probability(game.chances.three_clowns(aim.reroll, aim.clowns));
            }
            See::Rode => turn.rode().into(),
            See::IsDeclared => turn.is_declared().into(),
            See::ClownedOut => turn.clowned_out.into(),
            See::OwnFirstBet => own.first_bet.map_or(0, |laid| laid.bet as i64),
            See::CardsInHand => own.cards.count_ones().into(),
            See::OpenBuckedOff => self.open_bets(Bet::BuckedOff),
            See::OpenDismount => self.open_bets(Bet::Dismount),
            See::OpenRide => self.open_bets(Bet::Ride),
            See::PotBuckedOff => state.pots[0].min(MAX_DOLLARS),
            See::PotDismount => state.pots[1].min(MAX_DOLLARS),
            See::PotRide => state.pots[2].min(MAX_DOLLARS),
        };
        whole as f64
    }

    fn best_aim(&self) -> Aimed {
        self.game.best_aim(self.state)
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
        let laid = self.others().flat_map(|seat| [seat.first_bet, seat.second_bet]).flatten();
        laid.filter(|laid| laid.bet == bet).count() as i64
    }

    /// A feature of an action.
    pub(super) fn action_feature(&self, action: Action, index: usize) -> f64 {
        let (game, state) = (self.game, self.state);
        let argument = action.argument();
        let number = i64::from(argument);
        let vegas = &game.rules.edition.vegas;
        let whole: i64 = match (usize::from(self.point), index) {
            (point::KEEP_RIDER, _) => game.rules.edition.riders[usize::from(argument)].uses.into(),
            (point::DISCARD_BULL | point::RIDE_UNROLLED, index) => {
                self.bull_feature(action, kind::DISCARD, index)
            }
            (point::BUY_TOKENS | point::SELL_TOKENS, 0) => number,
            (point::BUY_TOKENS, _) => match argument {
                0 => 0,
                1 => vegas.buy_one,
                _ => vegas.buy_two,
            },
            (point::SELL_TOKENS, _) => number * vegas.sell,
            (point::FIRST_BET | point::SECOND_BET, index) => self.bet_feature(action, index),
            (point::CHANGE_DIE, index) => self.change_feature(action, index),
            (point::CLOWN_OUT, 0) => self.bull_feature(action, kind::REROLL_ALL, 0),
            (point::CLOWN_OUT, index) => {
                self.retrieve_feature(action, kind::CLOWN_OUT_RETRIEVE, index - 1)
            }
            (point::BUCKED_OFF, index) => {
                self.retrieve_feature(action, kind::BUCKED_OFF_RETRIEVE, index)
            }
            (point::ACT, 0) => match action.kind() {
                kind::RIDE => game.points[usize::from(argument)].into(),
                kind::BUCKLE => game.rules.edition.buckles[usize::from(argument)].points.into(),
                _ => 0,
            },
            (point::ACT, 1) => match action.kind() {
                kind::RIDE => game.ride_due(state, argument).into(),
                kind::FINISH => game.finish_due(state).into(),
                kind::DISMOUNT => game.dismount_due(state).into(),
                kind::BUCKLE => game.buckle_due(argument).into(),
                _ => 0,
            },
            (point::ACT, 2) if action.kind() == kind::BUCKLE => {
                game.attains(state, argument).map_or(0, i64::from) * 2
            }
            (point::ACT, index) => self.retrieve_feature(action, kind::RETRIEVE, index - 2),
            (point::RETRIEVE_DIE, 0) => game.clown_faces(7 - argument).into(),
            (point::RETRIEVE_DIE, _) => game.move_faces(7 - argument).into(),
            (point::AIM, index) => return self.aim_feature(action, index),
            (point::KEEP_DICE, index) => return self.keep_feature(action, index),
            (point::PAY, 2) => (action.kind() == kind::PAY_TOKEN).into(),
            (point::PAY, index) => self.bull_feature(action, kind::PAY_BULL, index),
            _ => 0,
        };
        whole as f64
    }

    /// Points (0) or dice (1) of the Bull that an action of `kind` names.
    fn bull_feature(&self, action: Action, kind: u8, index: usize) -> i64 {
        let bull = usize::from(action.argument());
        match (action.kind() == kind, index) {
            (false, _) => 0,
            (true, 0) => self.game.points[bull].into(),
            (true, _) => self.game.needs[bull].moves().into(),
        }
    }

    /// Cost (0) or Clowns (1) of an action of `kind` that retrieves.
    fn retrieve_feature(&self, action: Action, kind: u8, index: usize) -> i64 {
        match (action.kind() == kind, index) {
            (false, _) => 0,
            (true, 0) => self.game.retrieve_cost(self.state, action.argument()).into(),
            (true, _) => action.argument().into(),
        }
    }

    fn bet_feature(&self, action: Action, index: usize) -> i64 {
        let own = &self.state.seats[usize::from(self.seat)];
        match (Bet::new(action.kind()), index) {
            (None, _) => 0,
            (Some(_), 0) => self.game.rules.edition.vegas.stake,
            (Some(Bet::DoubleDown), _) => {
                own.first_bet.map_or(0, |laid| self.game.payoff_now(self.state, laid.bet, true))
            }
            (Some(bet), _) => self.game.payoff_now(self.state, bet, false),
        }
    }

    fn change_feature(&self, action: Action, index: usize) -> i64 {
        let (game, state) = (self.game, self.state);
        let (die, face) = (action.argument() / 8, Face::new(usize::from(action.argument() % 8)));
        let changes = action.kind() != kind::PASS;
        let after = if changes { state.turn.dice.set(1 << die, face) } else { state.turn.dice };
        match index {
            0 if changes => state.turn.dice.face(usize::from(die)) as i64,
            1 if changes => face as i64,
            2 => {
                let bull = game.highest_rideable(after.counts(), state.line_up);
                bull.map_or(0, |bull| game.points[usize::from(bull)].into())
            }
            3 => after.showing(Face::Clown).count_ones().into(),
            _ => 0,
        }
    }

    fn aim_feature(&self, action: Action, index: usize) -> f64 {
        let aimed = match action.kind() {
            kind::AIM_BULL => self.game.known_aim(self.state, action.argument()),
            _ => self.game.aim(self.state, action),
        };
        match index {
            0 => aimed.points.into(),
            1 => probability(aimed.chance),
            2 => probability(self.game.chances.three_clowns(aimed.reroll, aimed.clowns)),
            3 => points_of(aimed.value()),
            4 => aimed.missing.total().into(),
            _ => aimed.reroll.count_ones().into(),
        }
    }

    fn keep_feature(&self, action: Action, index: usize) -> f64 {
        let (game, state) = (self.game, self.state);
        let turn = &state.turn;
        let movable = game.movable(state);
        let reroll = game.forced(state) | movable & !action.argument();
        let kept = turn.dice.counts_of(!reroll);
        let clowns = kept.of(Face::Clown);
        match index {
            0..=2 => kept.of(Face::MOVES[index]).into(),
            3 => clowns.into(),
            4 => reroll.count_ones().into(),
            5 => {
                let aim = Action(turn.aim);
                let card = usize::from(aim.argument());
                probability(match aim.kind() {
                    kind::AIM_BULL => {
                        let missing = kept.missing(game.needs[card]);
                        game.chances.completes(reroll, missing, clowns)
                    }
                    kind::AIM_BUCKLE => {
                        let missing = kept.missing(game.buckle_needs[card]);
                        game.chances.shows(reroll, missing)
                    }
                    _ => 0,
                })
            }
            6 => probability(game.chances.three_clowns(reroll, clowns)),
            _ => f64::from(u8::from(reroll == turn.reroll)),
        }
    }
}

impl State {
    /// Whether the Rider has this ability.
    pub(super) fn rider_has(&self, game: &Game, ability: Ability) -> bool {
        self.has(game, self.rider, ability)
    }

    /// Whether a seat's Rider has this ability.
    #[inline]
    pub(super) fn has(&self, game: &Game, seat: u8, ability: Ability) -> bool {
        let rider = self.seats[usize::from(seat)].rider;
        rider != NONE && game.rules.edition.riders[usize::from(rider)].ability == ability
    }
}
