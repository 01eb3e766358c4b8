//! Which payouts in whole dollars would leave bettors the loss that is asked for.

use super::Balance;
use super::bets::Phase;
use super::count::{BalanceTally, Counted, Kind, Money};
use crate::games::eight_seconds::edition::Payoff;
use crate::games::eight_seconds::state::Bet;
use crate::stats::Estimate;

/// A payout comes near where the loss is within this of the one asked for.
pub(super) const NEAR: f64 = 0.025;

/// One figure on a betting card, and the whole dollars next to what would be fair.
pub(super) struct Fair {
    pub(super) kind: Kind,
    /// What it is now.
    pub(super) now: i64,
    /// The least it can be.
    least: i64,
    /// The whole dollars on either side of what would be fair over the mix.
    pub(super) candidates: [i64; 2],
}

impl Fair {
    /// The figures of all cards; none of a bet that was never won.
    pub(super) fn all(balance: &Balance, tally: &BalanceTally) -> Vec<Self> {
        let edition = &balance.rules[0].edition;
        let vegas = &edition.vegas;
        let highest = edition.bulls.iter().map(|bull| bull.points).max().unwrap_or(0);
        let mut found = Vec::new();
        for (bet, payoff) in
            Bet::OUTCOMES.into_iter().zip([vegas.bucked_off, vegas.dismount, vegas.ride])
        {
            let Payoff { single, double, .. } = payoff;
            // A Double Down on Bucked Off is less the points of a Bull, and not below nothing.
            let least = if bet == Bet::BuckedOff { highest.into() } else { 0 };
            for (phase, now, least) in [(Phase::Plain, single, 0), (Phase::Double, double, least)] {
                let kind = Kind::new(bet, phase, vegas.stake);
                let mut fair = Self { kind, now, least, candidates: [now; 2] };
                if let Some(exact) = fair.exact(balance, &tally.mix) {
                    let lower = (exact.floor() as i64).max(least);
                    fair.candidates = [lower, lower + 1];
                    found.push(fair);
                }
            }
        }
        found
    }

    fn money<'a>(&self, counted: &'a Counted) -> &'a Money {
        self.kind.of(&counted.bets[0])
    }

    /// The payout, in dollars and parts of them, at which the loss is the one asked for.
    pub(super) fn exact(&self, balance: &Balance, counted: &Counted) -> Option<f64> {
        let money = self.money(counted);
        let loss = balance.args.fair?;
        let more = (-loss * money.staked as f64 - money.gain as f64) / money.won as f64;
        (money.won > 0).then_some(self.now as f64 + more)
    }

    /// What bettors lose for a dollar staked under another payout.
    pub(super) fn loss(
        &self,
        balance: &Balance,
        counted: &Counted,
        payout: i64,
    ) -> Option<Estimate> {
        self.kind.loss_with(self.money(counted), payout - self.now, balance.level)
    }

    /// Whether that is near the loss asked for.
    fn is_near(&self, balance: &Balance, counted: &Counted, payout: i64) -> bool {
        let asked = balance.args.fair.unwrap_or(0.0);
        let loss = self.loss(balance, counted, payout);
        loss.is_some_and(|loss| (loss.value - asked).abs() <= NEAR)
    }

    /// Where one of the candidates comes near the loss asked for, and where it does not.
    pub(super) fn verdict(&self, balance: &Balance, tally: &BalanceTally) -> String {
        let dollars = |met: &[i64]| {
            let met: Vec<String> = met.iter().map(|payout| format!("${payout}")).collect();
            met.join(" and ")
        };
        let near = |payout: &i64| self.is_near(balance, &tally.mix, *payout);
        let met: Vec<i64> = self.candidates.into_iter().filter(near).collect();
        let several = balance.policies.len() > 1;
        let over = if several { " over the mix" } else { "" };
        let mut parts = vec![match &met[..] {
            [] => format!("no payout in whole dollars comes near{over}"),
            [one] => format!("${one} comes near{over}"),
            both => format!("{} come near{over}", dollars(both)),
        }];
        for payout in self.candidates.into_iter().filter(|_| several) {
            let policies = || balance.policies.iter().zip(&tally.policies);
            let hit = |counted: &Counted| self.is_near(balance, counted, payout);
            let those: Vec<&str> = policies()
                .filter(|(_, counted)| hit(counted))
                .map(|(policy, _)| policy.label.as_str())
                .collect();
            let missed = balance.policies.len() - those.len();
            match those.len() {
                0 if near(&payout) => {
                    parts.push(format!("under no policy by itself does ${payout}"));
                }
                0 => {}
                _ if missed == 0 => parts.push(format!("${payout} does under every policy")),
                _ => parts.push(format!(
                    "${payout} does under {} and misses under the other {missed}",
                    those.join(", ")
                )),
            }
        }
        if self.candidates[0] == self.least && self.least > 0 {
            parts.push(format!("it cannot be below ${}", self.least));
        }
        parts.join("; ")
    }
}
