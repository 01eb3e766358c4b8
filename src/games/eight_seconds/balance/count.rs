//! What the bets of many games, or first turns, add up to.

use std::collections::BTreeMap;
use std::ops::{AddAssign, Range};
use std::sync::Arc;

use super::bets::{Bettors, ByBet, CLASSES, Phase, Sight, Sums};
use crate::game::contract::Log;
use crate::game::count::{Counts, Declarations, Ratio as Figure, Share, TheGame};
use crate::game::decision::{ActionList, Choice, Policy};
use crate::games::eight_seconds::compiled::Game;
use crate::games::eight_seconds::decision::{Action, Decision};
use crate::games::eight_seconds::event::{Event, Outcome, Settled, Verdict};
use crate::games::eight_seconds::state::{Bet, State};
use crate::games::eight_seconds::vocabulary::point;
use crate::run::Job;
use crate::sim::interrupt::StopFlag;
use crate::sim::random::BLOCK;
use crate::sim::runner::{Simulation, Tally};
use crate::stats::{Estimate, Level, Ratio};

/// A seat that rides by one policy, and bets and trades tokens by another or not at all.
pub(super) struct Seated {
    pub(super) rides: Arc<dyn Policy<Game>>,
    pub(super) bets: Option<Arc<dyn Policy<Game>>>,
}

impl Seated {
    fn of(&self, point: u8) -> Option<&dyn Policy<Game>> {
        match usize::from(point) {
            point::BUY_TOKENS | point::SELL_TOKENS | point::FIRST_BET | point::SECOND_BET => {
                self.bets.as_deref()
            }
            _ => Some(&*self.rides),
        }
    }
}

impl Policy<Game> for Seated {
    fn choose(&self, decision: &Decision<'_>) -> Choice<Action> {
        match self.of(decision.point) {
            Some(policy) => policy.choose(decision),
            // Nobody bets: the game passes.
            None => Choice::by_default(decision.default_action()),
        }
    }
}

/// Who gains or loses by a bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Account {
    Bettor,
    Bank,
    /// The Rider, who gets the stakes of right bets on a Ride (ES-73).
    Rider,
}

impl Account {
    pub(super) const ALL: [Self; 3] = [Self::Bettor, Self::Bank, Self::Rider];

    /// The name used in tables.
    pub(super) fn name(self) -> &'static str {
        ["bettor", "bank", "rider"][self as usize]
    }
}

/// What bets of one sort came to, game by game: the game is the cluster.
///
/// Every account, and every account under another payout, is a whole-number combination a · gain +
/// b · won of what the bettor gains and how many bets are won, against the dollars staked; so the
/// sums of their powers and products are all that is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Money {
    pub(super) bets: i64,
    pub(super) won: i64,
    pub(super) pushed: i64,
    pub(super) paid: i64,
    pub(super) staked: i64,
    pub(super) gain: i64,
    units: u64,
    products: [i128; PRODUCTS.len()],
}

/// The powers of staked, gain and won whose products are summed over games; those of the third
/// order, which only tell how skewed games are, modulo 2^128.
const PRODUCTS: [[u32; 3]; 16] = [
    [2, 0, 0],
    [1, 1, 0],
    [1, 0, 1],
    [0, 2, 0],
    [0, 1, 1],
    [0, 0, 2],
    [3, 0, 0],
    [2, 1, 0],
    [2, 0, 1],
    [1, 2, 0],
    [1, 1, 1],
    [1, 0, 2],
    [0, 3, 0],
    [0, 2, 1],
    [0, 1, 2],
    [0, 0, 3],
];

impl Money {
    /// Counts a game in which so much was staked on a bet and passed to the Rider where it won.
    fn add(&mut self, sums: &Sums, stake: i64, to_rider: i64) {
        let Sums { bets, won, pushed, paid } = *sums;
        if bets == 0 {
            return;
        }
        let (staked, lost) = (bets * stake, bets - won - pushed);
        let gain = paid - lost * stake - won * to_rider;
        self.bets += bets;
        self.won += won;
        self.pushed += pushed;
        self.paid += paid;
        self.staked += staked;
        self.gain += gain;
        self.units += 1;
        let [s, g, w] = [staked, gain, won].map(i128::from);
        let [ss, sg, sw, gg, gw, ww] = [s * s, s * g, s * w, g * g, g * w, w * w];
        let third = [
            (ss, s),
            (ss, g),
            (ss, w),
            (sg, g),
            (sg, w),
            (sw, w),
            (gg, g),
            (gg, w),
            (gw, w),
            (ww, w),
        ];
        let third = third.map(|(two, one): (i128, i128)| two.wrapping_mul(one));
        let products = [ss, sg, sw, gg, gw, ww].into_iter().chain(third);
        for (into, product) in self.products.iter_mut().zip(products) {
            *into = into.wrapping_add(product);
        }
    }

    /// a · gain + b · won for a dollar staked.
    pub(super) fn per_dollar(&self, a: i64, b: i64, level: Level) -> Option<Estimate> {
        let [a, b] = [a, b].map(i128::from);
        // Σ staked^(order - power) · (a · gain + b · won)^power, by the binomial theorem.
        let sum = |order: u32, power: u32| {
            let of = |[s, g, w]: [u32; 3]| {
                let wanted = s + g + w == order && g + w == power;
                let ways = [1, power, power * power.saturating_sub(1) / 2, 1][w.min(3) as usize];
                wanted.then(|| i128::from(ways) * a.pow(g) * b.pow(w))
            };
            let terms = PRODUCTS
                .into_iter()
                .zip(self.products)
                .filter_map(|(powers, product)| Some(of(powers)?.wrapping_mul(product)));
            terms.fold(0, i128::wrapping_add)
        };
        let sums = Ratio {
            units: self.units,
            n: i128::from(self.staked).unsigned_abs(),
            y: a * i128::from(self.gain) + b * i128::from(self.won),
            nn: sum(2, 0).unsigned_abs(),
            yy: sum(2, 2).unsigned_abs(),
            ny: sum(2, 1),
            yyy: sum(3, 3),
            nyy: sum(3, 2),
            nny: sum(3, 1),
            nnn: sum(3, 0),
        };
        sums.mean(level)
    }

    pub(super) fn lost(&self) -> i64 {
        self.bets - self.won - self.pushed
    }
}

impl AddAssign for Money {
    fn add_assign(&mut self, other: Self) {
        self.bets += other.bets;
        self.won += other.won;
        self.pushed += other.pushed;
        self.paid += other.paid;
        self.staked += other.staked;
        self.gain += other.gain;
        self.units += other.units;
        for (into, from) in self.products.iter_mut().zip(other.products) {
            *into = into.wrapping_add(from);
        }
    }
}

/// Bets of one outcome and phase, with what a dollar on them means.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    pub(super) bet: Bet,
    pub(super) phase: Phase,
    /// Dollars of one bet.
    pub(super) stake: i64,
    /// Dollars of it that go to the Rider where it is right.
    pub(super) to_rider: i64,
}

impl Kind {
    pub(super) fn new(bet: Bet, phase: Phase, stake: i64) -> Self {
        let stake = stake * phase.stakes();
        Self { bet, phase, stake, to_rider: if bet == Bet::Ride { stake } else { 0 } }
    }

    /// All kinds, with the stake of an edition.
    pub(super) fn all(stake: i64) -> impl Iterator<Item = Self> {
        let bets = Bet::OUTCOMES.into_iter();
        bets.flat_map(move |bet| Phase::ALL.map(|phase| Self::new(bet, phase, stake)))
    }

    pub(super) fn of<'a, T>(&self, cells: &'a ByBet<T>) -> &'a T {
        &cells[self.bet as usize - 1][self.phase as usize]
    }

    fn of_mut<'a, T>(&self, cells: &'a mut ByBet<T>) -> &'a mut T {
        &mut cells[self.bet as usize - 1][self.phase as usize]
    }

    /// What an account gains for a dollar staked: of a bet that leaves the Rider nothing, exactly so.
    pub(super) fn account(
        &self,
        money: &Money,
        account: Account,
        level: Level,
    ) -> Option<Estimate> {
        if account == Account::Rider && self.to_rider == 0 {
            return (money.bets > 0).then(|| Estimate::exact(0.0, level));
        }
        let (a, b) = self.weights(account);
        money.per_dollar(a, b, level)
    }

    /// What an account gains in all, in dollars.
    pub(super) fn dollars(&self, money: &Money, account: Account) -> i64 {
        let (a, b) = self.weights(account);
        a * money.gain + b * money.won
    }

    fn weights(&self, account: Account) -> (i64, i64) {
        match account {
            Account::Bettor => (1, 0),
            Account::Bank => (-1, -self.to_rider),
            Account::Rider => (0, self.to_rider),
        }
    }
}

/// How turns ended that had something visible in common, and what first bets were worth there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) outcomes: [u64; Outcome::ALL.len()],
    /// Gain against stake of a first bet on each outcome; turns of even and of odd number apart, so
    /// that what is learnt from the one is tried on the other.
    pub(super) first: [[Ratio; 3]; 2],
}

impl Seen {
    fn merge(&mut self, other: &Self) {
        for (into, from) in self.outcomes.iter_mut().zip(other.outcomes) {
            *into += from;
        }
        for (into, from) in self.first.iter_mut().flatten().zip(other.first.iter().flatten()) {
            *into += *from;
        }
    }
}

/// Where the money of whole games goes, in dollars a game; all of them add up to nothing.
pub(super) const FLOWS: [&str; 5] = ["bettors", "riders", "token_trades", "bank", "pots"];

/// What is counted beside bets, game by game.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Figures {
    /// By class of tokens: turns that ended so, against turns.
    pub(super) outcomes: [[Share<TheGame>; Outcome::ALL.len()]; CLASSES],
    /// By betting strategy: the growth of its money and its parts of wins, against seats.
    pub(super) bettors: Vec<[Figure<TheGame>; 2]>,
    /// In the order of [`FLOWS`], against games.
    pub(super) flows: [Figure<TheGame>; FLOWS.len()],
}

impl Figures {
    pub(super) fn new(declare: &mut Declarations, bettors: usize) -> Self {
        let outcomes = [(); CLASSES].map(|()| Outcome::ALL.map(|_| declare.share()));
        let bettors = (0..bettors).map(|_| [declare.memo(), declare.memo()]).collect();
        Self { outcomes, bettors, flows: FLOWS.map(|_| declare.memo()) }
    }
}

/// What is counted under one riding policy, or over the mix of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Counted {
    /// By class of tokens: all turns first.
    pub(super) bets: Vec<ByBet<Money>>,
    pub(super) figures: Arc<Figures>,
    /// By figure.
    sums: Vec<Ratio>,
    /// First turns by what was visible.
    pub(super) seen: BTreeMap<Sight, Seen>,
}

impl Counted {
    fn new(tables: &Tables) -> Self {
        Self {
            bets: vec![Default::default(); CLASSES],
            figures: Arc::clone(&tables.figures),
            sums: vec![Ratio::default(); tables.none.of_game().len()],
            seen: BTreeMap::new(),
        }
    }

    /// What was counted of a figure.
    pub(super) fn of(&self, figure: Figure<TheGame>) -> &Ratio {
        &self.sums[figure.figure()]
    }

    /// Counts one game, by classes without that of all turns.
    fn add(&mut self, game: &Noted, stake: i64) {
        for class in 0..CLASSES {
            let of_class = |from: &mut dyn FnMut(usize)| match class {
                0 => (0..CLASSES - 1).for_each(from),
                class => from(class - 1),
            };
            for kind in Kind::all(stake) {
                let mut sums = Sums::default();
                of_class(&mut |class| sums.add(kind.of(&game.bets[class]), 1));
                kind.of_mut(&mut self.bets[class]).add(&sums, kind.stake, kind.to_rider);
            }
        }
        for (into, (sum, among)) in self.sums.iter_mut().zip(game.counts.of_game()) {
            into.add(*sum, *among as u64);
        }
    }

    fn merge(&mut self, other: Self) {
        let cells = |counted: &mut Vec<ByBet<Money>>, from: Vec<ByBet<Money>>| {
            let from = from.into_iter().flatten().flatten();
            counted.iter_mut().flatten().flatten().zip(from).for_each(|(into, from)| *into += from);
        };
        cells(&mut self.bets, other.bets);
        self.sums.iter_mut().zip(other.sums).for_each(|(into, from)| *into += from);
        for (sight, from) in other.seen {
            self.seen.entry(sight).or_default().merge(&from);
        }
    }
}

/// What is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BalanceTally {
    pub(super) policies: Vec<Counted>,
    /// Over all policies with their weights; what they meet under one number is one cluster.
    pub(super) mix: Counted,
}

impl Tally for BalanceTally {
    fn merge(&mut self, other: Self) {
        for (into, from) in self.policies.iter_mut().zip(other.policies) {
            into.merge(from);
        }
        self.mix.merge(other.mix);
    }
}

/// What was noted of one game, or of one number with weights.
#[derive(Clone, Debug)]
struct Noted {
    bets: [ByBet<Sums>; CLASSES - 1],
    counts: Counts,
}

impl Noted {
    fn add(&mut self, other: &Self, weight: i64) {
        let from = other.bets.iter().flatten().flatten();
        self.bets.iter_mut().flatten().flatten().zip(from).for_each(|(a, b)| a.add(b, weight));
        self.counts.add(&other.counts, weight);
    }
}

/// Follows the bets beside the table and the money on it.
struct Notes<'a> {
    beside: Option<Bettors<'a>>,
    /// Gains by bets, stakes that went to Riders, gains by trading tokens.
    flows: [i64; 3],
}

impl Log<Game> for Notes<'_> {
    fn tell(&mut self, state: &State, event: Event) {
        if let Some(beside) = &mut self.beside {
            beside.tell(state, event);
        }
        match event {
            Event::BetSettled(Settled { bet, verdict, stake, payoff, pot, .. }) => match verdict {
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
    /// The first turn alone, the Rider having so many tokens where that is said.
    FirstTurn(Option<u16>),
}

/// Games, or first turns, at a table of each riding policy.
pub(super) struct Tables {
    /// One run for each riding policy: its players are the betting strategies.
    pub(super) runs: Vec<Job<Game>>,
    /// How often a game of each policy counts in the mix.
    pub(super) weights: Vec<u32>,
    pub(super) part: Part,
    /// Whether bets beside the table are counted, and bets and money at it.
    pub(super) beside: bool,
    pub(super) figures: Arc<Figures>,
    /// The figures of no game.
    pub(super) none: Counts,
}

/// Games, or turns, of a batch.
const BATCH: u64 = 64;

impl Tables {
    fn game(&self) -> &Game {
        &self.runs[0].game
    }

    fn unit(
        &self,
        (policy, unit): (usize, u64),
        actions: &mut ActionList<Action>,
        counted: &mut Counted,
    ) -> Noted {
        let run = &self.runs[policy];
        let beside = self.beside.then(|| Bettors::new(&run.game));
        let mut notes = Notes { beside, flows: [0; 3] };
        let mut noted = self.nothing();
        let (figures, counts) = (&*self.figures, &mut noted.counts);
        match self.part {
            Part::Games => {
                let end = run.play(unit, &mut notes, actions, |_| (), || false);
                if !figures.bettors.is_empty() {
                    let start = run.game.rules.edition.vegas.money;
                    for (seat, bettor) in run.seating().policies(unit).enumerate() {
                        let [money, wins] = figures.bettors[bettor];
                        money.add(counts, TheGame, end.state.seats[seat].money - start, 1);
                        wins.add(counts, TheGame, end.win(seat), 1);
                    }
                    let [bettors, riders, trades] = notes.flows;
                    let pots = end.state.pots.iter().sum();
                    let flows = [bettors, riders, trades, end.state.bank, pots];
                    for (figure, dollars) in figures.flows.iter().zip(flows) {
                        figure.add(counts, TheGame, dollars, 1);
                    }
                }
            }
            Part::FirstTurn(_) => {
                run.play_alone((0, unit), &mut notes, actions, |_| (), || false);
            }
        }
        if let Some(beside) = notes.beside {
            noted.bets = beside.bets;
            for (class, ends) in (1..).zip(&beside.ends) {
                let turns: i64 = ends.iter().sum();
                for (outcome, count) in ends.iter().enumerate() {
                    for class in [0, class] {
                        Figure::add(
                            *figures.outcomes[class][outcome],
                            counts,
                            TheGame,
                            *count,
                            turns,
                        );
                    }
                }
            }
            if matches!(self.part, Part::FirstTurn(_)) {
                self.see(&beside, unit, counted);
            }
        }
        noted
    }

    fn nothing(&self) -> Noted {
        Noted { bets: Default::default(), counts: self.none.clone() }
    }

    /// Takes note of a first turn by what could be seen.
    fn see(&self, beside: &Bettors<'_>, unit: u64, counted: &mut Counted) {
        let stake = self.game().rules.edition.vegas.stake;
        for sight in beside.sights() {
            let seen = counted.seen.entry(sight).or_default();
            for ends in beside.ends {
                for (into, from) in seen.outcomes.iter_mut().zip(ends) {
                    *into += from.unsigned_abs();
                }
            }
            for (bet, into) in Bet::OUTCOMES.into_iter().zip(&mut seen.first[(unit % 2) as usize]) {
                let kind = Kind::new(bet, Phase::First, stake);
                let mut money = Money::default();
                for bets in &beside.bets {
                    money.add(kind.of(bets), kind.stake, kind.to_rider);
                }
                into.add(money.gain, money.staked.unsigned_abs());
            }
        }
    }
}

impl Simulation for Tables {
    type Tally = BalanceTally;
    type Worker = ActionList<Action>;

    fn worker(&self) -> ActionList<Action> {
        ActionList::default()
    }

    fn empty(&self) -> BalanceTally {
        let counted = || Counted::new(self);
        BalanceTally { policies: self.runs.iter().map(|_| counted()).collect(), mix: counted() }
    }

    fn batch_len(&self, _: u64) -> u64 {
        match self.part {
            Part::Games => BATCH,
            // The streams of single turns come in blocks.
            Part::FirstTurn(_) => BLOCK / 4,
        }
    }

    fn run_batch(
        &self,
        actions: &mut ActionList<Action>,
        units: Range<u64>,
        tally: &mut BalanceTally,
        stop: &StopFlag,
    ) -> bool {
        // One unit after another within each policy is fast; what the policies come to together
        // is kept until they all have played.
        let length = usize::try_from(units.end - units.start).unwrap_or(0);
        let mut all = vec![self.nothing(); length];
        let stake = self.game().rules.edition.vegas.stake;
        for (policy, counted) in tally.policies.iter_mut().enumerate() {
            for (unit, all) in units.clone().zip(&mut all) {
                let noted = self.unit((policy, unit), actions, counted);
                counted.add(&noted, stake);
                all.add(&noted, self.weights[policy].into());
            }
        }
        all.iter().for_each(|noted| tally.mix.add(noted, stake));
        stop.raised().is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Any account under any payout is the ratio that would have been counted for it alone.
        #[test]
        fn sums_of_products_give_every_combination(
            games in prop::collection::vec((0_i64..9, 0_i64..9, 0_i64..9, 0_i64..90), 1..30),
            to_rider in 0_i64..5,
            (a, b) in (-3_i64..4, -9_i64..10),
        ) {
            let (mut money, mut alone) = (Money::default(), Ratio::default());
            for (won, lost, pushed, paid) in games {
                let bets = won + lost + pushed;
                let paid = if won > 0 { paid } else { 0 };
                let sums = Sums { bets, won, pushed, paid };
                let mut one = Money::default();
                one.add(&sums, 2, to_rider);
                money += one;
                let gain = paid - 2 * lost - to_rider * won;
                alone.add(a * gain + b * won, (2 * bets).unsigned_abs());
            }
            let level = Level::DEFAULT;
            prop_assert_eq!(money.per_dollar(a, b, level), alone.mean(level));
        }
    }
}
