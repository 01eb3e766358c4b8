//! What is counted of games and turns.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::solutions::Players;
use crate::experiment::games::{GameTally, Occasions, RuleTally, SeatResult, WIN};
use crate::games::eight_seconds::decision::{DEFAULT_RULE, Player};
use crate::games::eight_seconds::event::{Event, Outcome, Watch};
use crate::games::eight_seconds::luck::Luck;
use crate::games::eight_seconds::play::{Game, GameEnd, play_game, play_turn};
use crate::games::eight_seconds::state::{MAX_PLAYERS, NONE, State};
use crate::games::eight_seconds::vocabulary::point;
use crate::sim::runner::{Simulation, Tally};
use crate::sim::seating::{Lineup, Seating, groups};
use crate::stats::{Histogram, Ratio};

/// Turns of one block of luck.
pub(super) const BLOCK: u64 = 1 << 12;
/// The number of ratings.
pub(super) const RATINGS: usize = 6;
/// Games, or turns, of a batch.
const BATCH: u64 = 256;

/// What a run plays with.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) game: Arc<Game>,
    pub(super) players: Players,
    pub(super) lineups: Vec<Lineup>,
    pub(super) fixed_seats: bool,
    pub(super) seed: u64,
}

impl Run {
    pub(super) fn seating(&self) -> Seating<'_> {
        Seating { lineups: &self.lineups, fixed: self.fixed_seats, seed: self.seed }
    }

    /// Plays game `number` (from 0) and tells `watch` all of it.
    pub(super) fn play(&self, number: u64, watch: &mut impl Watch) -> GameEnd {
        let mut seated: [&dyn Player; MAX_PLAYERS] = [&*self.players[0]; MAX_PLAYERS];
        let seats = self.seating().seats();
        for (seat, policy) in seated.iter_mut().zip(self.seating().policies(number)) {
            *seat = &*self.players[policy];
        }
        play_game(&self.game, &seated[..seats], Luck::game(self.seed, number), watch)
    }

    /// The luck of turn `number` (from 0) played alone.
    pub(super) fn turn_luck(&self, number: u64) -> Luck {
        Luck::turn(self.seed, number / BLOCK, number % BLOCK)
    }
}

/// How the turns of one player ended, in one game or turn.
#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    outcomes: [u32; Outcome::ALL.len()],
    clown_outs: u32,
}

impl Ends {
    fn turns(&self) -> u32 {
        self.outcomes.iter().sum()
    }
}

/// Takes note of what is told of one game or turn.
struct Notes<'a> {
    ends: [Ends; MAX_PLAYERS],
    /// By seat: the place of its policy among all, whose rules are counted.
    policies: [usize; MAX_PLAYERS],
    rules: &'a mut [RuleTally],
    /// Golden Buckles that lay open at some time, and those that were taken with a wild die.
    open: u32,
    wild: u32,
}

impl Watch for Notes<'_> {
    #[inline]
    fn told(&mut self, state: &State, event: &Event<'_>) {
        match event {
            Event::Decided { decision, choice, .. } => {
                let policy = self.policies[usize::from(decision.seat()) % MAX_PLAYERS];
                let rule = (choice.rule != DEFAULT_RULE).then_some(usize::from(choice.rule));
                self.rules[policy].count(decision.point(), rule);
            }
            Event::TurnEnds { seat, outcome } => {
                self.ends[usize::from(*seat) % MAX_PLAYERS].outcomes[*outcome as usize] += 1;
            }
            Event::ClownOut => {
                self.ends[usize::from(state.rider) % MAX_PLAYERS].clown_outs += 1;
            }
            Event::BucklesLaidOut { buckles } => self.open |= u32::from(*buckles),
            Event::BuckleTaken { buckle, wild: true } => self.wild |= 1 << buckle,
            _ => {}
        }
    }
}

/// How the turns of one policy ended: against all its turns, game by game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Endings {
    pub(super) outcomes: [Ratio; Outcome::ALL.len()],
    pub(super) clown_outs: Ratio,
}

impl Endings {
    fn add(&mut self, ends: &Ends) {
        let turns = u64::from(ends.turns());
        for (into, count) in self.outcomes.iter_mut().zip(ends.outcomes) {
            into.add(i64::from(count), turns);
        }
        self.clown_outs.add(i64::from(ends.clown_outs), turns);
    }

    fn merge(&mut self, other: &Self) {
        for (into, from) in self.outcomes.iter_mut().zip(other.outcomes) {
            *into += from;
        }
        self.clown_outs += other.clown_outs;
    }
}

/// Seats in games that had something in common: a Rider, a Golden Buckle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Holders {
    /// Parts of wins ([`WIN`]) against seats.
    pub(super) wins: Ratio,
    /// Scores against seats.
    pub(super) scores: Ratio,
}

impl Holders {
    fn add(&mut self, win: i64, score: i64) {
        self.wins.add(win, 1);
        self.scores.add(score, 1);
    }

    fn merge(&mut self, other: &Self) {
        self.wins += other.wins;
        self.scores += other.scores;
    }
}

/// What became of one Golden Buckle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BuckleTally {
    /// Games in which it lay open.
    pub(super) open: u64,
    /// Of these, games in which it was taken with two tokens for a die.
    pub(super) wild: u64,
    /// Those who took it.
    pub(super) holders: Holders,
}

/// What is counted of one policy over all its games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PolicyTally {
    pub(super) rules: RuleTally,
    /// By table and the first seat it fills.
    pub(super) strata: BTreeMap<(usize, usize), PolicySums>,
}

/// What is counted of one policy in games at one table, in which it sits first in one seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PolicySums {
    pub(super) games: u64,
    pub(super) endings: Endings,
    /// By Rider.
    pub(super) riders: Vec<Holders>,
    /// Final scores by rating.
    pub(super) ratings: [Ratio; RATINGS],
}

/// What a run of whole games counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GamesTally {
    pub(super) games: GameTally,
    pub(super) policies: Vec<PolicyTally>,
    /// By table, then by Golden Buckle.
    pub(super) buckles: BTreeMap<usize, (u64, Vec<BuckleTally>)>,
}

impl PolicySums {
    fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.endings.merge(&other.endings);
        self.riders.resize(other.riders.len(), Holders::default());
        for (into, from) in self.riders.iter_mut().zip(&other.riders) {
            into.merge(from);
        }
        for (into, from) in self.ratings.iter_mut().zip(other.ratings) {
            *into += from;
        }
    }
}

impl Tally for GamesTally {
    fn merge(&mut self, other: Self) {
        self.games.merge(&other.games);
        for (into, from) in self.policies.iter_mut().zip(&other.policies) {
            into.rules.merge(&from.rules);
            for (stratum, from) in &from.strata {
                into.strata.entry(*stratum).or_default().merge(from);
            }
        }
        for (table, (games, from)) in other.buckles {
            let into = self.buckles.entry(table).or_default();
            into.0 += games;
            into.1.resize(from.len(), BuckleTally::default());
            for (into, from) in into.1.iter_mut().zip(&from) {
                into.open += from.open;
                into.wild += from.wild;
                into.holders.merge(&from.holders);
            }
        }
    }
}

/// Whole games.
#[derive(Debug)]
pub(super) struct Games(pub(super) Run);

impl Simulation for Games {
    type Tally = GamesTally;
    type Worker = Vec<RuleTally>;

    fn worker(&self) -> Self::Worker {
        vec![RuleTally::new(point::COUNT); self.0.players.len()]
    }

    fn empty(&self) -> Self::Tally {
        let policy = PolicyTally { rules: RuleTally::new(point::COUNT), strata: BTreeMap::new() };
        GamesTally {
            games: GameTally::new(&self.0.lineups),
            policies: vec![policy; self.0.players.len()],
            buckles: BTreeMap::new(),
        }
    }

    fn batch_len(&self, _: u64) -> u64 {
        BATCH
    }

    fn hurries(&self) -> bool {
        true
    }

    fn run_batch(&self, rules: &mut Self::Worker, units: Range<u64>, tally: &mut Self::Tally) {
        for unit in units {
            self.count(unit, rules, tally);
        }
        for (into, from) in tally.policies.iter_mut().zip(rules) {
            into.rules.merge(from);
            *from = RuleTally::new(point::COUNT);
        }
    }

    fn headline(&self, so_far: &GamesTally, _: u64) -> String {
        let Some(first) = so_far.policies.first() else { return String::new() };
        let mut rides = Ratio::default();
        let ride = Outcome::Ride as usize;
        first.strata.values().for_each(|sums| rides += sums.endings.outcomes[ride]);
        match rides.n() {
            0 => String::new(),
            turns => {
                format!("{:.1} % of turns ride", 100.0 * rides.total() as f64 / turns as f64)
            }
        }
    }
}

impl Games {
    fn count(&self, unit: u64, rules: &mut [RuleTally], tally: &mut GamesTally) {
        let run = &self.0;
        let seating = run.seating();
        let (seats, placement) = (seating.seats(), seating.placement(unit));
        let mut policies = [0; MAX_PLAYERS];
        for (seat, policy) in policies.iter_mut().zip(seating.policies(unit)) {
            *seat = policy;
        }
        let mut notes =
            Notes { ends: [Ends::default(); MAX_PLAYERS], policies, rules, open: 0, wild: 0 };
        let end = run.play(unit, &mut notes);
        let Notes { ends, open, wild, .. } = notes;

        let (_, of_slot) = groups(&run.lineups[placement.lineup]);
        let winners = end.winners.count_ones();
        let (riders, buckles) =
            (run.game.rules.edition.riders.len(), run.game.rules.edition.buckles.len());
        let (games, of_buckles) = tally.buckles.entry(placement.lineup).or_default();
        *games += 1;
        of_buckles.resize(buckles, BuckleTally::default());
        let mut results = [(0, SeatResult::default()); MAX_PLAYERS];
        for seat in 0..seats {
            let won = end.finished && end.winners >> seat & 1 == 1;
            let win = if won { WIN / i64::from(winners) } else { 0 };
            let score = end.scores[seat].total();
            let group = of_slot[placement.slot(seat)];
            results[seat] = (
                group,
                SeatResult {
                    seats: 1,
                    win,
                    sole: u32::from(won && winners == 1),
                    shared: u32::from(won && winners > 1),
                    score,
                    turns: ends[seat].turns(),
                    events: [
                        ends[seat].outcomes[Outcome::BuckedOff as usize],
                        ends[seat].clown_outs,
                    ]
                    .map(|happened| Occasions { happened, among: ends[seat].turns() }),
                    unfinished: !end.finished,
                },
            );
            let has = &end.state.seats[seat];
            if has.rider != NONE {
                let first = policies.iter().position(|policy| *policy == policies[seat]);
                let stratum = (placement.lineup, first.unwrap_or(seat));
                let into = tally.policies[policies[seat]].strata.entry(stratum).or_default();
                into.riders.resize(riders, Holders::default());
                into.riders[usize::from(has.rider)].add(win, score);
            }
            for (buckle, into) in of_buckles.iter_mut().enumerate() {
                if has.buckles >> buckle & 1 == 1 {
                    into.holders.add(win, score);
                }
            }
        }
        for (buckle, into) in of_buckles.iter_mut().enumerate() {
            into.open += u64::from(open >> buckle & 1);
            into.wild += u64::from(wild >> buckle & 1);
        }
        // What one policy does in several seats of a game hangs together.
        let mut of_policy = [(0, Ends::default(), [0_u64; RATINGS]); MAX_PLAYERS];
        let mut known = 0;
        for seat in 0..seats {
            let place =
                of_policy[..known].iter().position(|(policy, ..)| *policy == policies[seat]);
            let place = place.unwrap_or_else(|| {
                of_policy[known].0 = policies[seat];
                known += 1;
                known - 1
            });
            let (_, into, ratings) = &mut of_policy[place];
            ratings[run.game.rating(end.scores[seat].total(), end.players) - 1] += 1;
            into.clown_outs += ends[seat].clown_outs;
            for (into, from) in into.outcomes.iter_mut().zip(ends[seat].outcomes) {
                *into += from;
            }
        }
        for (policy, ends, ratings) in &of_policy[..known] {
            let first = policies.iter().position(|of_seat| of_seat == policy);
            let stratum = (placement.lineup, first.unwrap_or(0));
            let policy = tally.policies[*policy].strata.entry(stratum).or_default();
            policy.games += 1;
            policy.riders.resize(riders, Holders::default());
            policy.endings.add(ends);
            let seated = ratings.iter().sum();
            for (into, count) in policy.ratings.iter_mut().zip(ratings) {
                into.add(*count as i64, seated);
            }
        }
        tally.games.add(placement.lineup, &results[..seats]);
    }
}

/// Turns of one policy, played alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TurnTally {
    pub(super) outcomes: [u64; Outcome::ALL.len()],
    pub(super) clown_outs: u64,
    /// What a turn brought: points and tokens.
    pub(super) gains: Histogram,
    pub(super) rules: RuleTally,
}

/// What a run of turns counts, by policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TurnsTally(pub(super) Vec<TurnTally>);

impl Tally for TurnsTally {
    fn merge(&mut self, other: Self) {
        for (into, from) in self.0.iter_mut().zip(other.0) {
            for (into, from) in into.outcomes.iter_mut().zip(from.outcomes) {
                *into += from;
            }
            into.clown_outs += from.clown_outs;
            into.gains += &from.gains;
            into.rules.merge(&from.rules);
        }
    }
}

/// Single turns of each policy.
#[derive(Debug)]
pub(super) struct Turns(pub(super) Run);

impl Simulation for Turns {
    type Tally = TurnsTally;
    type Worker = Vec<RuleTally>;

    fn worker(&self) -> Self::Worker {
        vec![RuleTally::new(point::COUNT)]
    }

    fn empty(&self) -> Self::Tally {
        let nothing = TurnTally {
            outcomes: [0; Outcome::ALL.len()],
            clown_outs: 0,
            gains: Histogram::default(),
            rules: RuleTally::new(point::COUNT),
        };
        TurnsTally(vec![nothing; self.0.players.len()])
    }

    fn batch_len(&self, _: u64) -> u64 {
        BLOCK
    }

    fn hurries(&self) -> bool {
        true
    }

    fn run_batch(&self, rules: &mut Self::Worker, units: Range<u64>, tally: &mut Self::Tally) {
        for (player, tally) in self.0.players.iter().zip(&mut tally.0) {
            for unit in units.clone() {
                let mut notes = Notes {
                    ends: [Ends::default(); MAX_PLAYERS],
                    policies: [0; MAX_PLAYERS],
                    rules,
                    open: 0,
                    wild: 0,
                };
                let luck = self.0.turn_luck(unit);
                let end = play_turn(&self.0.game, &[&**player], luck, &mut notes);
                tally.clown_outs += u64::from(notes.ends[0].clown_outs);
                if let Some(outcome) = end.outcome {
                    tally.outcomes[outcome as usize] += 1;
                }
                tally.gains.add(end.gained(), 1);
            }
            tally.rules.merge(&rules[0]);
            rules[0] = RuleTally::new(point::COUNT);
        }
    }

    fn headline(&self, so_far: &TurnsTally, _: u64) -> String {
        let Some(first) = so_far.0.first() else { return String::new() };
        match first.outcomes.iter().sum::<u64>() {
            0 => String::new(),
            turns => {
                let rides = first.outcomes[Outcome::Ride as usize];
                format!("{:.1} % of turns ride", 100.0 * rides as f64 / turns as f64)
            }
        }
    }
}
