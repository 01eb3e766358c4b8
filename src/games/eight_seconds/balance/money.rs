//! Gains of bettor, bank and Rider from the bets of one kind, with ratio estimates clustered by
//! game.

use super::bets::{ByBet, Phase, Settled};
use serde::{Deserialize, Serialize};

use crate::games::eight_seconds::state::Bet;
use crate::sim::tally::Tally;
use crate::stats::{Estimate, Level, Ratio};

/// A party that gains or loses by a bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Account {
    Bettor,
    Bank,
    /// The Rider, who gets the stakes of right bets on a Ride (ES-73).
    Rider,
}

impl Account {
    pub(super) const ALL: [Self; 3] = [Self::Bettor, Self::Bank, Self::Rider];

    /// The cell value in tables.
    pub(super) fn name(self) -> &'static str {
        ["bettor", "bank", "rider"][self as usize]
    }
}

/// Dollars staked on one bet, and the part that goes to the Rider if the bet wins.
#[derive(Clone, Copy, Debug)]
pub struct Stake {
    /// The whole stake.
    pub dollars: i64,
    /// The part that goes to the Rider.
    pub to_rider: i64,
}

impl Stake {
    /// Returns the bettor's gain from bets with this stake.
    fn gain(self, bets: &Settled) -> i64 {
        bets.paid - bets.lost() * self.dollars - bets.won * self.to_rider
    }
}

/// Bets of one outcome and phase.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    pub(super) bet: Bet,
    pub(super) phase: Phase,
    pub(super) stake: Stake,
}

impl Kind {
    /// Uses the edition's stake; a Double Down doubles it (ES-70).
    pub(super) fn new(bet: Bet, phase: Phase, stake: i64) -> Self {
        let dollars = if phase == Phase::Double { 2 * stake } else { stake };
        let to_rider = if bet == Bet::Ride { dollars } else { 0 };
        Self { bet, phase, stake: Stake { dollars, to_rider } }
    }

    /// All kinds.
    pub(super) fn all(stake: i64) -> impl Iterator<Item = Self> {
        let bets = Bet::OUTCOMES.into_iter();
        bets.flat_map(move |bet| Phase::ALL.map(|phase| Self::new(bet, phase, stake)))
    }

    pub(super) fn of<'a, T>(&self, cells: &'a ByBet<T>) -> &'a T {
        &cells[self.bet as usize - 1][self.phase as usize]
    }

    pub(super) fn of_mut<'a, T>(&self, cells: &'a mut ByBet<T>) -> &'a mut T {
        &mut cells[self.bet as usize - 1][self.phase as usize]
    }

    /// Returns an account's gain per dollar staked; exactly 0 for a Rider who gets no stake.
    pub(super) fn account(
        &self,
        money: &Money,
        account: Account,
        level: Level,
    ) -> Option<Estimate> {
        if account == Account::Rider && self.stake.to_rider == 0 {
            return (money.settled.bets > 0).then(|| Estimate::exact(0.0, level));
        }
        let (a, b) = self.weights(account);
        money.per_dollar(a, b, level)
    }

    /// Returns an account's total gain in dollars.
    pub(super) fn dollars(&self, money: &Money, account: Account) -> i64 {
        let (a, b) = self.weights(account);
        a * money.gain() + b * money.settled.won
    }

    /// Returns the coefficients a, b of an account a · gain + b · won (see [`Money`]).
    fn weights(&self, account: Account) -> (i64, i64) {
        match account {
            Account::Bettor => (1, 0),
            Account::Bank => (-1, -self.stake.to_rider),
            Account::Rider => (0, self.stake.to_rider),
        }
    }

    /// Returns the total payout at which bettors break even.
    pub(super) fn due(&self, bets: &Settled) -> i64 {
        bets.lost() * self.stake.dollars + bets.won * self.stake.to_rider
    }
}

/// Bets of one kind; each game is one cluster.
///
/// Every account, at the current or another payout, is an integer combination a · gain + b · won of
/// the bettor's gain and the number of bets won, per dollar staked. The sums of the products of
/// powers of these three quantities yield the estimate of each combination.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Money {
    pub(super) settled: Settled,
    /// Sums by the exponents of [`POWERS`], modulo 2^128.
    sums: [i128; POWERS.len()],
}

/// The exponents of staked, gain and won with a total of at most 3.
const POWERS: [[usize; 3]; 20] = {
    let (mut powers, mut at, mut digits) = ([[0; 3]; 20], 0, 0);
    while digits < 64 {
        let [staked, gain, won] = [digits / 16, digits / 4 % 4, digits % 4];
        if staked + gain + won <= 3 {
            powers[at] = [staked, gain, won];
            at += 1;
        }
        digits += 1;
    }
    powers
};

impl Money {
    /// Adds the bets of a game.
    pub fn add(&mut self, bets: &Settled, stake: Stake) {
        if bets.bets == 0 {
            return;
        }
        self.settled.add(bets, 1);
        let [staked, gain, won] = [bets.bets * stake.dollars, stake.gain(bets), bets.won]
            .map(i128::from)
            .map(|x| [1, x, x * x, (x * x).wrapping_mul(x)]);
        for (sum, [s, g, w]) in self.sums.iter_mut().zip(POWERS) {
            let product = staked[s].wrapping_mul(gain[g]).wrapping_mul(won[w]);
            *sum = sum.wrapping_add(product);
        }
    }

    fn sum(&self, exponents: [usize; 3]) -> i128 {
        POWERS.iter().position(|known| *known == exponents).map_or(0, |at| self.sums[at])
    }

    /// Returns the dollars staked.
    pub(super) fn staked(&self) -> i64 {
        self.sum([1, 0, 0]) as i64
    }

    /// Returns the bettor's total gain.
    pub(super) fn gain(&self) -> i64 {
        self.sum([0, 1, 0]) as i64
    }

    /// Estimates a · gain + b · won per dollar staked.
    pub fn per_dollar(&self, a: i64, b: i64, level: Level) -> Option<Estimate> {
        let [a, b] = [a, b].map(i128::from);
        // Σ staked^(order - power) · (a · gain + b · won)^power, by the binomial theorem.
        let sum = |order: usize, power: usize| {
            let ways = [[1, 0, 0, 0], [1, 1, 0, 0], [1, 2, 1, 0], [1, 3, 3, 1]][power];
            let term = |won: usize| {
                let gain = power - won;
                let weight = ways[won] * a.pow(gain as u32) * b.pow(won as u32);
                self.sum([order - power, gain, won]).wrapping_mul(weight)
            };
            (0..=power).map(term).fold(0, i128::wrapping_add)
        };
        let sums = Ratio {
            units: sum(0, 0) as u64,
            n: sum(1, 0).unsigned_abs(),
            y: sum(1, 1),
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
}

impl Tally for Money {
    fn merge(&mut self, other: Self) {
        self.settled.add(&other.settled, 1);
        for (into, from) in self.sums.iter_mut().zip(other.sums) {
            *into = into.wrapping_add(from);
        }
    }
}
