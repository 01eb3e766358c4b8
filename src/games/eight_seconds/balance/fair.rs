//! Finds the payouts in whole dollars next to the exact payout with the requested edge.

use clap::ValueEnum;

use super::bets::{Phase, bet_words};
use super::count::Counted;
use super::money::{Kind, Money};
use super::{Balance, Measured};
use crate::games::eight_seconds::edition::Payoff;
use crate::games::eight_seconds::state::Bet;
use crate::report::plot::Bar;
use crate::report::{Unit, estimate, plain};
use crate::stats::Estimate;

/// An edge within this distance of the requested edge counts as equal.
pub(super) const NEAR: f64 = 0.025;

/// Whose edge is requested.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum FairFor {
    /// The bank's gain per dollar staked: the house edge.
    #[default]
    Bank,
    /// The bettor's loss per dollar staked.
    Bettor,
}

impl FairFor {
    /// The cell value in tables.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Bank => "bank",
            Self::Bettor => "bettor",
        }
    }

    /// Subject and verb of a sentence about the edge.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Bank => "the bank gains",
            Self::Bettor => "bettors lose",
        }
    }
}

/// One payout on a betting card, and the whole dollars next to the exact payout.
pub(super) struct Fair<'a> {
    measured: &'a Measured<'a>,
    pub(super) kind: Kind,
    /// The payout of the edition.
    pub(super) now: i64,
    /// The lowest possible payout.
    least: i64,
    /// The whole dollars on either side of the exact payout over the mix.
    pub(super) candidates: [i64; 2],
    /// The higher candidate whose edge over the mix is at least the requested one less [`NEAR`], if
    /// any.
    pub(super) recommended: Option<i64>,
}

impl<'a> Fair<'a> {
    /// Returns the payouts of all cards, except those of bets that never won.
    pub(super) fn all(measured: &'a Measured<'a>) -> Vec<Self> {
        let edition = &measured.rules.edition;
        let vegas = &edition.vegas;
        let highest = edition.bulls.iter().map(|bull| bull.points).max().unwrap_or(0);
        let mix = &measured.tally.mix;
        let mut found = Vec::new();
        for (bet, payoff) in
            Bet::OUTCOMES.into_iter().zip([vegas.bucked_off, vegas.dismount, vegas.ride])
        {
            let Payoff { single, double, .. } = payoff;
            // A Double Down on Bucked Off pays its constant less the points of a Bull, at least 0.
            let least = if bet == Bet::BuckedOff { highest.into() } else { 0 };
            for (phase, now, least) in [(Phase::Plain, single, 0), (Phase::Double, double, least)] {
                let kind = Kind::new(bet, phase, vegas.stake);
                let bets = measured.mixed(kind).settled;
                if bets.won == 0 {
                    continue;
                }
                // A right bet that loses its stake to the Rider must be paid more than that stake.
                let to_rider = kind.stake.to_rider;
                let gains = now + (to_rider * bets.won - bets.paid).div_euclid(bets.won) + 1;
                let least = if to_rider > 0 { least.max(gains) } else { least };
                let mut fair =
                    Self { measured, kind, now, least, candidates: [now; 2], recommended: None };
                let exact = fair.exact(mix).unwrap_or(now as f64);
                let lower = (exact.floor() as i64).max(least);
                fair.candidates = [lower, lower + 1];
                let enough =
                    |payout: &i64| fair.mark(mix, *payout).is_some_and(|mark| mark != Mark::Less);
                fair.recommended = fair.candidates.into_iter().rev().find(enough);
                found.push(fair);
            }
        }
        found
    }

    /// The name of the payout on the screen.
    pub(super) fn payoff(&self) -> &'static str {
        if self.kind.phase == Phase::Double { "Double Down" } else { "plain bets" }
    }

    fn money<'b>(&self, counted: &'b Counted) -> &'b Money {
        self.kind.of(&counted.bets[0])
    }

    fn asked(&self) -> (FairFor, Option<f64>) {
        let args = &self.measured.balance.args;
        (args.fair_for, args.fair)
    }

    /// Returns the payout with exactly the requested edge, in dollars with fractions.
    pub(super) fn exact(&self, counted: &Counted) -> Option<f64> {
        let (of, edge) = self.asked();
        self.payout(counted, of, edge?)
    }

    /// Returns the payout with exactly this edge, in dollars with fractions.
    fn payout(&self, counted: &Counted, of: FairFor, edge: f64) -> Option<f64> {
        let (money, won) = (self.money(counted), self.money(counted).settled.won);
        let kept = (-money.gain() - self.passed(of) * won) as f64;
        let more = (kept - edge * money.staked() as f64) / won as f64;
        (won > 0).then_some(self.now as f64 + more)
    }

    /// Returns the payout at which an account breaks even, with its interval: that of the edge at the
    /// nearest whole dollar, in dollars per right bet (delta method).
    pub(super) fn break_even(&self, counted: &Counted, of: FairFor) -> Option<Bar> {
        let value = self.payout(counted, of, 0.0)?;
        let edge = self.edge(counted, value.round() as i64, of)?;
        let money = self.money(counted);
        let per_right_bet = money.staked() as f64 / money.settled.won as f64;
        // A higher edge at the same payout allows a higher payout.
        let at = |limit: f64| value + (limit - edge.value) * per_right_bet;
        let interval = edge.low.zip(edge.high).map(|(low, high)| (at(low), at(high)));
        Some(Bar { value, interval })
    }

    /// Dollars per right bet that go to the Rider: only the bank's edge includes them.
    fn passed(&self, of: FairFor) -> i64 {
        if of == FairFor::Bank { self.kind.stake.to_rider } else { 0 }
    }

    /// Returns the bank's gain, or the bettor's loss, per dollar staked at another payout.
    pub(super) fn edge(&self, counted: &Counted, payout: i64, of: FairFor) -> Option<Estimate> {
        let more = payout - self.now + self.passed(of);
        self.money(counted).per_dollar(-1, -more, self.measured.balance.level)
    }

    /// Compares the edge at a payout with the requested edge.
    pub(super) fn mark(&self, counted: &Counted, payout: i64) -> Option<Mark> {
        let (of, asked) = self.asked();
        let over = self.edge(counted, payout, of)?.value - asked?;
        Some(match () {
            () if over.abs() <= NEAR => Mark::Near,
            () if over > 0.0 => Mark::More,
            () => Mark::Less,
        })
    }

    /// Explains why no payout is recommended.
    pub(super) fn why_not(&self) -> String {
        let (of, asked) = (self.asked().0, asked(self.measured.balance));
        let mut parts = vec![format!(
            "{}, {}: there is no possible payout at which {} {asked}.",
            bet_words(self.kind.bet),
            self.payoff(),
            of.words()
        )];
        if self.passed(of) > 0 {
            let rider = "The stake of a right bet goes to the Rider, so the bank keeps only the \
                         stakes of wrong bets and pays every payout in full.";
            parts.push(rider.to_owned());
        }
        let least = self.least;
        parts.push(match self.kind.bet {
            _ if least == 0 => "A payout cannot be below $0.".to_owned(),
            Bet::BuckedOff => {
                format!("A payout below ${least} could be lower than the points deducted from it.")
            }
            _ => format!("With a payout below ${least}, a right bet would gain nothing."),
        });
        if let Some(edge) = self.edge(&self.measured.tally.mix, least, of) {
            let edge = estimate(&edge, Unit::Percent);
            parts.push(format!("At ${least}, {} {edge}.", of.words()));
        }
        parts.join(" ")
    }
}

/// An edge compared with the requested edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Near,
    More,
    Less,
}

impl Mark {
    /// The sign of the comparison in a grid.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Near => "✓",
            Self::More => "+",
            Self::Less => "-",
        }
    }
}

/// The requested edge in percent.
pub(super) fn asked(balance: &Balance) -> String {
    format!("{} %", plain(100.0 * balance.args.fair.unwrap_or(0.0)))
}
