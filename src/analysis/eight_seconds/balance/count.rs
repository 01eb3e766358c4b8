//! What each bet of Vegas Showdown comes to, counted as the bets are settled.
//!
//! Turns played alone are watched by six *probes*: three gamblers who bet on one outcome and, if
//! they may, on another before the second roll, and three who Double Down. So every bet is laid at
//! every turn at which it can be, on the same luck, and is settled by the game itself.

use std::collections::BTreeMap;
use std::ops::Range;

use super::super::count::{BLOCK, Run};
use crate::games::eight_seconds::cards::each;
use crate::games::eight_seconds::decision::{Choice, DEFAULT_RULE, Decision, OwnLuck, Player};
use crate::games::eight_seconds::dice::{Counts, Dice, Face};
use crate::games::eight_seconds::event::{Event, Outcome, Verdict, Watch};
use crate::games::eight_seconds::play::{Game, play_turn};
use crate::games::eight_seconds::state::{Bet, MAX_PLAYERS, State};
use crate::games::eight_seconds::vocabulary::{See, point};
use crate::sim::runner::{Simulation, Tally};
use crate::stats::Ratio;

/// A gambler who always bets alike.
#[derive(Clone, Copy, Debug)]
struct Probe {
    first: Bet,
    second: Bet,
}

/// The probes, seat by seat behind the Rider.
const PROBES: [Probe; 6] = [
    Probe { first: Bet::BuckedOff, second: Bet::Dismount },
    Probe { first: Bet::Dismount, second: Bet::Ride },
    Probe { first: Bet::Ride, second: Bet::BuckedOff },
    Probe { first: Bet::BuckedOff, second: Bet::DoubleDown },
    Probe { first: Bet::Dismount, second: Bet::DoubleDown },
    Probe { first: Bet::Ride, second: Bet::DoubleDown },
];

/// The first seat of a probe that Doubles Down; what it bets before was counted in another.
const DOUBLING: u8 = 4;

impl Player for Probe {
    fn choose(&self, decision: &Decision<'_>, _: &OwnLuck) -> Choice {
        let wanted = match decision.point() {
            // One that was paid at a Clown Out bets no more, so that turns are alike.
            point::FIRST_BET if decision.see(See::RollsMade) > 0.0 => None,
            point::FIRST_BET => Some(self.first),
            _ => Some(self.second),
        };
        let kind = wanted.map_or(0, |bet| bet as u8);
        let place = decision.legal().iter().position(|action| action.kind() == kind);
        Choice { action: place.unwrap_or(0), rule: DEFAULT_RULE }
    }

    fn has_rules(&self, point: usize) -> bool {
        matches!(point, point::FIRST_BET | point::SECOND_BET)
    }
}

/// When a bet was laid, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Before the first roll.
    First,
    /// On another outcome before the second roll.
    Second,
    /// A first bet with a Double Down.
    Double,
}

impl Kind {
    pub(super) const ALL: [Self; 3] = [Self::First, Self::Second, Self::Double];

    /// The name used in tables.
    pub(super) fn name(self) -> &'static str {
        ["first", "second", "double_down"][self as usize]
    }
}

/// What bets of one sort came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Money {
    pub(super) won: u64,
    pub(super) lost: u64,
    pub(super) pushed: u64,
    pub(super) void: u64,
    /// Dollars the bank paid for bets that were right.
    pub(super) paid: u64,
    /// What the gamblers gained against what they staked, in dollars, turn by turn or game by game.
    pub(super) net: Ratio,
}

impl Money {
    /// Bets that were laid and paid.
    pub(super) fn bets(&self) -> u64 {
        self.won + self.lost + self.pushed
    }

    fn merge(&mut self, other: &Self) {
        self.won += other.won;
        self.lost += other.lost;
        self.pushed += other.pushed;
        self.void += other.void;
        self.paid += other.paid;
        self.net += other.net;
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

/// What is visible: the points of the Bulls in the line-up, highest first; or the first roll.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sight {
    LineUp(Vec<u8>),
    /// Clowns (three and more as three) and the points of the best Bull that could be ridden.
    FirstRoll {
        clowns: u8,
        ride: u8,
    },
}

/// What is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BalanceTally {
    /// By policy, bet (in the order of [`Bet::OUTCOMES`]) and kind.
    pub(super) bets: Vec<[[Money; 3]; 3]>,
    /// The same over all policies, whose figures hang together where they meet the same luck or sit
    /// at one table.
    pub(super) all: [[Money; 3]; 3],
    /// By policy: turns by how they ended.
    pub(super) outcomes: Vec<[u64; Outcome::ALL.len()]>,
    /// By policy: turns by what was visible.
    pub(super) seen: Vec<BTreeMap<Sight, Seen>>,
    /// By policy: what money grew by in a game, against seats.
    pub(super) money: Vec<Ratio>,
}

impl BalanceTally {
    fn new(policies: usize) -> Self {
        Self {
            bets: vec![[[Money::default(); 3]; 3]; policies],
            all: [[Money::default(); 3]; 3],
            outcomes: vec![[0; Outcome::ALL.len()]; policies],
            seen: vec![BTreeMap::new(); policies],
            money: vec![Ratio::default(); policies],
        }
    }
}

impl Tally for BalanceTally {
    fn merge(&mut self, other: Self) {
        for (into, from) in
            self.bets.iter_mut().flatten().flatten().zip(other.bets.iter().flatten().flatten())
        {
            into.merge(from);
        }
        for (into, from) in self.all.iter_mut().flatten().zip(other.all.iter().flatten()) {
            into.merge(from);
        }
        for (into, from) in self.outcomes.iter_mut().flatten().zip(other.outcomes.iter().flatten())
        {
            *into += from;
        }
        for (into, from) in self.seen.iter_mut().zip(other.seen) {
            for (sight, from) in from {
                into.entry(sight).or_default().merge(&from);
            }
        }
        for (into, from) in self.money.iter_mut().zip(other.money) {
            *into += from;
        }
    }
}

/// The bets of one unit, as they are settled: won, lost, pushed, void, paid, gained, staked.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    won: u64,
    lost: u64,
    pushed: u64,
    void: u64,
    paid: i64,
    gained: i64,
    staked: i64,
}

/// Takes note of one unit.
struct Notes<'a> {
    game: &'a Game,
    /// Whether the gamblers are probes.
    probes: bool,
    bets: [Sorts; MAX_PLAYERS],
    ends: [[u64; Outcome::ALL.len()]; MAX_PLAYERS],
    line_up: u32,
    first_roll: Option<Dice>,
}

impl<'a> Notes<'a> {
    fn new(game: &'a Game, probes: bool) -> Self {
        Self {
            game,
            probes,
            bets: [Sorts::default(); MAX_PLAYERS],
            ends: [[0; Outcome::ALL.len()]; MAX_PLAYERS],
            line_up: 0,
            first_roll: None,
        }
    }

    /// What was visible before and after the first roll.
    fn sights(&self) -> impl Iterator<Item = Sight> {
        let game = self.game;
        let points = |bull: u8| game.bulls[usize::from(bull)].points;
        let mut line_up: Vec<u8> = each(self.line_up).map(points).collect();
        line_up.reverse();
        let line_up = self.first_roll.map(|_| Sight::LineUp(line_up));
        let first_roll = self.first_roll.map(|dice| {
            let shown = dice.counts();
            let rides = |bull: &u8| {
                let [turns, bucks, kicks] = game.bulls[usize::from(*bull)].moves;
                shown.contains(Counts::new([turns, bucks, kicks, 0, 0]))
            };
            let ride = each(self.line_up).filter(rides).map(points).max().unwrap_or(0);
            Sight::FirstRoll { clowns: shown.of(Face::Clown).min(3), ride }
        });
        line_up.into_iter().chain(first_roll)
    }
}

impl Watch for Notes<'_> {
    fn told(&mut self, state: &State, event: &Event<'_>) {
        match *event {
            Event::Rolled { dice, free_first: false, .. } if state.turn.rolls == 1 => {
                self.line_up = state.line_up;
                self.first_roll = Some(dice);
            }
            Event::TurnEnds { seat, outcome } => {
                self.ends[usize::from(seat) % MAX_PLAYERS][outcome as usize] += 1;
            }
            Event::BetSettled {
                seat, bet, second, double, verdict, stake, payoff, pot, ..
            } => {
                if self.probes && seat >= DOUBLING && !double {
                    return;
                }
                let kind = match (double, second) {
                    (true, _) => Kind::Double,
                    (_, true) => Kind::Second,
                    _ => Kind::First,
                };
                let place = (bet as usize - 1).min(2);
                let sums = &mut self.bets[usize::from(seat) % MAX_PLAYERS][place][kind as usize];
                let (stake, payoff) = (stake, payoff + pot);
                sums.staked += stake;
                match verdict {
                    Verdict::Won => {
                        sums.won += 1;
                        sums.paid += payoff;
                        // The Rider gets the stake of a right Ride bet (ES-73).
                        sums.gained += payoff - if bet == Bet::Ride { stake } else { 0 };
                    }
                    Verdict::Lost => {
                        sums.lost += 1;
                        sums.gained -= stake;
                    }
                    Verdict::Push => sums.pushed += 1,
                    Verdict::Void => sums.void += 1,
                }
            }
            _ => {}
        }
    }
}

impl Sums {
    fn merge(&mut self, from: &Self) {
        self.won += from.won;
        self.lost += from.lost;
        self.pushed += from.pushed;
        self.void += from.void;
        self.paid += from.paid;
        self.gained += from.gained;
        self.staked += from.staked;
    }
}

/// The bets of one unit by outcome and kind.
type Sorts = [[Sums; 3]; 3];

fn merge(into: &mut Sorts, from: &Sorts) {
    for (into, from) in into.iter_mut().flatten().zip(from.iter().flatten()) {
        into.merge(from);
    }
}

fn add_all(into: &mut [[Money; 3]; 3], sums: &Sorts) {
    for (into, from) in into.iter_mut().flatten().zip(sums.iter().flatten()) {
        add(into, from);
    }
}

fn add(into: &mut Money, sums: &Sums) {
    into.won += sums.won;
    into.lost += sums.lost;
    into.pushed += sums.pushed;
    into.void += sums.void;
    into.paid += u64::try_from(sums.paid).unwrap_or(0);
    if sums.staked > 0 {
        into.net.add(sums.gained, sums.staked as u64);
    }
}

/// Single turns of Riders before probes.
#[derive(Debug)]
pub(super) struct ProbedTurns(pub(super) Run);

impl Simulation for ProbedTurns {
    type Tally = BalanceTally;
    type Worker = ();

    fn worker(&self) {}

    fn empty(&self) -> BalanceTally {
        BalanceTally::new(self.0.players.len())
    }

    fn batch_len(&self, _: u64) -> u64 {
        BLOCK
    }

    fn run_batch(&self, (): &mut (), units: Range<u64>, tally: &mut BalanceTally) {
        // One unit after another within each policy is fast; what the policies come to together
        // is kept until they all have played.
        let length = usize::try_from(units.end - units.start).unwrap_or(0);
        let mut all = vec![Sorts::default(); length];
        for (policy, rider) in self.0.players.iter().enumerate() {
            let mut seated: [&dyn Player; PROBES.len() + 1] = [&**rider; PROBES.len() + 1];
            for (seat, probe) in seated[1..].iter_mut().zip(&PROBES) {
                *seat = probe;
            }
            for (unit, all) in units.clone().zip(&mut all) {
                let mut notes = Notes::new(&self.0.game, true);
                play_turn(&self.0.game, &seated, self.0.turn_luck(unit), &mut notes);
                let mut sums = Sorts::default();
                notes.bets[1..].iter().for_each(|seat| merge(&mut sums, seat));
                add_all(&mut tally.bets[policy], &sums);
                merge(all, &sums);
                for (into, from) in tally.outcomes[policy].iter_mut().zip(notes.ends[0]) {
                    *into += from;
                }
                let parity = (unit % 2) as usize;
                for sight in notes.sights() {
                    let seen = tally.seen[policy].entry(sight).or_default();
                    for (into, from) in seen.outcomes.iter_mut().zip(notes.ends[0]) {
                        *into += from;
                    }
                    // The first three probes bet on one outcome each.
                    for (bet, into) in seen.first[parity].iter_mut().enumerate() {
                        let sums = notes.bets[bet + 1][bet][Kind::First as usize];
                        if sums.staked > 0 {
                            into.add(sums.gained, sums.staked as u64);
                        }
                    }
                }
            }
        }
        all.iter().for_each(|sums| add_all(&mut tally.all, sums));
    }

    fn headline(&self, _: &BalanceTally, _: u64) -> String {
        String::new()
    }
}

/// Whole games, in which the policies ride and bet.
#[derive(Debug)]
pub(super) struct BettingGames(pub(super) Run);

impl Simulation for BettingGames {
    type Tally = BalanceTally;
    type Worker = ();

    fn worker(&self) {}

    fn empty(&self) -> BalanceTally {
        BalanceTally::new(self.0.players.len())
    }

    fn batch_len(&self, _: u64) -> u64 {
        256
    }

    fn run_batch(&self, (): &mut (), units: Range<u64>, tally: &mut BalanceTally) {
        let run = &self.0;
        let seating = run.seating();
        let start = run.game.rules.edition.vegas.money;
        for unit in units {
            let mut notes = Notes::new(&run.game, false);
            let end = run.play(unit, &mut notes);
            let seats: Vec<usize> = seating.policies(unit).collect();
            let mut all = Sorts::default();
            notes.bets.iter().for_each(|seat| merge(&mut all, seat));
            add_all(&mut tally.all, &all);
            for policy in 0..run.players.len() {
                let own = || seats.iter().enumerate().filter(|(_, of)| **of == policy);
                // Of one game, the bets and the money of all seats of a policy are one figure.
                let mut sums = Sorts::default();
                let (mut gained, mut filled) = (0, 0);
                for (seat, _) in own() {
                    merge(&mut sums, &notes.bets[seat]);
                    for (into, from) in tally.outcomes[policy].iter_mut().zip(notes.ends[seat]) {
                        *into += from;
                    }
                    gained += end.state.seats[seat].money - start;
                    filled += 1;
                }
                add_all(&mut tally.bets[policy], &sums);
                if filled > 0 {
                    tally.money[policy].add(gained, filled);
                }
            }
        }
    }

    fn headline(&self, _: &BalanceTally, _: u64) -> String {
        String::new()
    }
}
