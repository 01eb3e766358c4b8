//! Tallies of many games, or of many first turns, under each riding policy and over their mix.

use std::array;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Balance;
use super::bets::{Bettors, ByBet, CLASSES, Phase, Settled, Sight};
use super::money::{Kind, Money};
use crate::game::contract::Log;
use crate::game::count::{Counts, Declarations, Ratio as Figure, TheGame};
use crate::game::decision::{ActionList, Choice, Policy};
use crate::games::eight_seconds::compiled::Game;
use crate::games::eight_seconds::decision::{Action, Decision};
use crate::games::eight_seconds::event::{Event, Outcome, Settled as BetSettled, Verdict};
use crate::games::eight_seconds::state::{Bet, State};
use crate::games::eight_seconds::vocabulary::point;
use crate::run::Job;
use crate::sim::interrupt::StopFlag;
use crate::sim::random::BLOCK;
use crate::sim::runner::Simulation;
use crate::sim::tally::tallies;
use crate::stats::Ratio;

/// A seat that rides by one policy and bets and trades tokens by another; without the second it
/// passes.
pub(super) struct Seated {
    pub(super) rides: Arc<dyn Policy<Game>>,
    pub(super) bets: Option<Arc<dyn Policy<Game>>>,
}

impl Policy<Game> for Seated {
    fn choose(&self, decision: &Decision<'_>) -> Choice<Action> {
        let policy = match usize::from(decision.point) {
            point::BUY_TOKENS | point::SELL_TOKENS | point::FIRST_BET | point::SECOND_BET => {
                self.bets.as_deref()
            }
            _ => Some(&*self.rides),
        };
        match policy {
            Some(policy) => policy.choose(decision),
            // The seat does not bet: it passes.
            None => Choice::by_default(decision.default_action()),
        }
    }
}

/// Outcomes of the first turns with the same visible information, and the gain of first bets in
/// these turns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Seen {
    pub(super) outcomes: [u64; Outcome::ALL.len()],
    /// Gain and stake of a first bet on each outcome, by the parity of the turn's number: a rule
    /// learnt from one half is tested on the other.
    pub(super) first: [[Ratio; 3]; 2],
}

/// The accounts of whole games; their gains, in dollars per game, sum to zero.
pub(super) const FLOWS: [&str; 5] = ["bettors", "riders", "token_trades", "bank", "pots"];

/// The figures counted game by game in addition to bets.
pub(super) struct Figures {
    /// By class of tokens and outcome: turns with this outcome per turn.
    pub(super) outcomes: [[Figure<TheGame>; Outcome::ALL.len()]; CLASSES],
    /// By betting strategy: gain in dollars and points of wins, per seat.
    pub(super) bettors: Vec<[Figure<TheGame>; 2]>,
    /// In the order of [`FLOWS`], per game.
    pub(super) flows: [Figure<TheGame>; FLOWS.len()],
    /// Empty counts.
    none: Counts,
}

impl Figures {
    pub(super) fn new(bettors: usize) -> Self {
        let mut declare = Declarations::default();
        let outcomes = array::from_fn(|_| array::from_fn(|_| declare.memo()));
        let bettors = (0..bettors).map(|_| [declare.memo(), declare.memo()]).collect();
        let flows = array::from_fn(|_| declare.memo());
        Self { outcomes, bettors, flows, none: Counts::new(0, &declare) }
    }
}

/// Counts under one riding policy, or over the mix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Counted {
    /// By class of tokens.
    pub(super) bets: Vec<ByBet<Money>>,
    /// By figure.
    sums: Vec<Ratio>,
    /// First turns by visible information.
    pub(super) seen: BTreeMap<Sight, Seen>,
}

impl Counted {
    /// Returns the sums of a figure.
    pub(super) fn of(&self, figure: Figure<TheGame>) -> &Ratio {
        &self.sums[figure.figure()]
    }

    fn add(&mut self, game: &Noted, stake: i64) {
        for (into, bets) in self.bets.iter_mut().zip(&game.bets) {
            for kind in Kind::all(stake) {
                kind.of_mut(into).add(kind.of(bets), kind.stake);
            }
        }
        for (into, (sum, among)) in self.sums.iter_mut().zip(game.counts.of_game()) {
            into.add(*sum, *among as u64);
        }
    }

    /// Adds a first turn under each kind of visible information.
    fn see(&mut self, hypothetical: &Bettors<'_>, unit: u64, stake: i64) {
        for sight in hypothetical.sights().into_iter().flatten() {
            let seen = self.seen.entry(sight).or_default();
            for (into, from) in seen.outcomes.iter_mut().zip(hypothetical.ends[0]) {
                *into += from.unsigned_abs();
            }
            for (bet, into) in Bet::OUTCOMES.into_iter().zip(&mut seen.first[(unit % 2) as usize]) {
                let kind = Kind::new(bet, Phase::First, stake);
                let mut money = Money::default();
                money.add(kind.of(&hypothetical.bets[0]), kind.stake);
                into.add(money.gain(), money.staked().unsigned_abs());
            }
        }
    }
}

/// Counts of a measurement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct BalanceTally {
    pub(super) policies: Vec<Counted>,
    /// Over all policies with their weights; the games with the same number form one cluster.
    pub(super) mix: Counted,
}

tallies! {
    Counted { bets, sums, seen }
    Seen { outcomes, first }
    BalanceTally { policies, mix }
}

/// Counts of one game, or the weighted counts of all games with the same number.
#[derive(Clone, Debug)]
struct Noted {
    bets: [ByBet<Settled>; CLASSES],
    counts: Counts,
}

impl Noted {
    fn add(&mut self, other: &Self, weight: i64) {
        let from = other.bets.iter().flatten().flatten();
        self.bets.iter_mut().flatten().flatten().zip(from).for_each(|(a, b)| a.add(b, weight));
        self.counts.add(&other.counts, weight);
    }
}

/// Logs the hypothetical bets and the flows of money in the game.
struct Notes<'a> {
    hypothetical: Option<Bettors<'a>>,
    /// Gains from bets, stakes that went to Riders, gains from trading tokens.
    flows: [i64; 3],
}

impl Log<Game> for Notes<'_> {
    fn record(&mut self, state: &State, event: Event) {
        if let Some(hypothetical) = &mut self.hypothetical {
            hypothetical.record(state, event);
        }
        match event {
            Event::BetSettled(BetSettled { bet, verdict, stake, payoff, pot, .. }) => match verdict
            {
                Verdict::Won => {
                    let passed = if bet == Bet::Ride { stake } else { 0 };
                    self.flows[0] += payoff + pot - passed;
                    self.flows[1] += passed;
                }
                Verdict::Lost => self.flows[0] -= stake,
                Verdict::Push | Verdict::Void => {}
            },
            Event::MoneyForTokens { dollars, .. } => self.flows[2] -= dollars,
            _ => {}
        }
    }
}

/// The part of a game that is played.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    Games,
    /// Only the first turn, with this number of tokens for the Rider if set.
    FirstTurn(Option<u16>),
}

/// Measurements of the same numbers of games or turns.
pub(super) struct All<'a>(pub(super) Vec<Tables<'a>>);

/// Games, or first turns, under each riding policy.
pub(super) struct Tables<'a> {
    pub(super) balance: &'a Balance,
    /// One job per riding policy; its players are the betting strategies.
    pub(super) runs: Vec<Job<Game>>,
    /// Whether hypothetical bets are counted.
    pub(super) hypothetical: bool,
    /// Whether the money of bettors at the table is counted.
    pub(super) seated: bool,
}

/// Games per batch.
const BATCH: u64 = 64;

impl Tables<'_> {
    fn unit(
        &self,
        policy: usize,
        unit: u64,
        actions: &mut ActionList<Action>,
        counted: &mut Counted,
    ) -> Noted {
        let run = &self.runs[policy];
        let hypothetical = self.hypothetical.then(|| Bettors::new(&run.game));
        let mut notes = Notes { hypothetical, flows: [0; 3] };
        let Noted { mut bets, mut counts } = self.nothing();
        let mut count =
            |figure: Figure<_>, sum: i64, among: i64| figure.add(&mut counts, TheGame, sum, among);
        let figures = &self.balance.figures;
        match self.balance.part {
            Part::Games => {
                let end = run.play(unit, &mut notes, actions, |_| (), || false);
                if self.seated {
                    let start = run.game.rules.edition.vegas.money;
                    for (seat, bettor) in run.seating().policies(unit).enumerate() {
                        let [money, wins] = figures.bettors[bettor];
                        count(money, end.state.seats[seat].money - start, 1);
                        count(wins, end.win(seat), 1);
                    }
                    let [bettors, riders, trades] = notes.flows;
                    let pots = end.state.pots.iter().sum();
                    let flows = [bettors, riders, trades, end.state.bank, pots];
                    figures.flows.iter().zip(flows).for_each(|(flow, sum)| count(*flow, sum, 1));
                }
            }
            Part::FirstTurn(_) => {
                run.play_alone((0, unit), &mut notes, actions, |_| (), || false);
            }
        }
        if let Some(hypothetical) = notes.hypothetical {
            for (figures, ends) in figures.outcomes.iter().zip(&hypothetical.ends) {
                let turns = ends.iter().sum();
                figures.iter().zip(ends).for_each(|(figure, ended)| count(*figure, *ended, turns));
            }
            if self.balance.turns() {
                counted.see(&hypothetical, unit, self.balance.stake());
            }
            bets = hypothetical.bets;
        }
        Noted { bets, counts }
    }

    fn nothing(&self) -> Noted {
        Noted { bets: Default::default(), counts: self.balance.figures.none.clone() }
    }
}

impl Tables<'_> {
    fn play(&self, actions: &mut ActionList<Action>, units: Range<u64>, tally: &mut BalanceTally) {
        // Each policy plays the whole batch before the next policy, which is fast; the weighted
        // sums of each unit are kept until the last policy has played.
        let mut all: Vec<Noted> = units.clone().map(|_| self.nothing()).collect();
        let stake = self.balance.stake();
        for (policy, counted) in tally.policies.iter_mut().enumerate() {
            for (unit, all) in units.clone().zip(&mut all) {
                let noted = self.unit(policy, unit, actions, counted);
                counted.add(&noted, stake);
                all.add(&noted, self.balance.weights[policy].into());
            }
        }
        all.iter().for_each(|noted| tally.mix.add(noted, stake));
    }
}

impl BalanceTally {
    /// An empty tally of a measurement.
    pub(super) fn empty(balance: &Balance) -> Self {
        let none = Counted {
            bets: vec![Default::default(); CLASSES],
            sums: vec![Ratio::default(); balance.figures.none.of_game().len()],
            seen: BTreeMap::new(),
        };
        Self { policies: vec![none.clone(); balance.policies.len()], mix: none }
    }

    /// Whether both have the same numbers of policies and of figures.
    pub(super) fn fits(&self, other: &Self) -> bool {
        let lengths = |of: &Self| {
            let each = of.policies.iter().chain([&of.mix]);
            each.map(|counted| (counted.bets.len(), counted.sums.len())).collect::<Vec<_>>()
        };
        lengths(self) == lengths(other)
    }
}

impl Simulation for All<'_> {
    type Tally = Vec<BalanceTally>;
    type Worker = ActionList<Action>;

    fn worker(&self) -> ActionList<Action> {
        ActionList::default()
    }

    fn empty(&self) -> Vec<BalanceTally> {
        self.0.iter().map(|tables| BalanceTally::empty(tables.balance)).collect()
    }

    fn batch_len(&self, _: u64) -> u64 {
        match self.0.first().map(|tables| tables.balance.part) {
            // The random streams of single turns are generated in blocks.
            Some(Part::FirstTurn(_)) => BLOCK / 4,
            _ => BATCH,
        }
    }

    fn run_batch(
        &self,
        actions: &mut ActionList<Action>,
        units: Range<u64>,
        tally: &mut Vec<BalanceTally>,
        stop: &StopFlag,
    ) -> bool {
        for (tables, tally) in self.0.iter().zip(tally) {
            tables.play(actions, units.clone(), tally);
        }
        stop.raised().is_none()
    }
}
