//! What is counted of games.

use std::collections::BTreeMap;
use std::ops::{AddAssign, Range};
use std::sync::Arc;

use crate::experiment::games::{GameTally, Occasions, RuleTally, SeatResult, WIN};
use crate::games::long_shot::decision::{DEFAULT_RULE, Player};
use crate::games::long_shot::edition::{HORSES, PLACES};
use crate::games::long_shot::event::{Cause, Event, Watch};
use crate::games::long_shot::luck::Luck;
use crate::games::long_shot::play::{Game, GameEnd};
use crate::games::long_shot::state::{MAX_PLAYERS, State};
use crate::games::long_shot::vocabulary::{VOCABULARY, point};
use crate::sim::runner::{Simulation, Tally};
use crate::sim::seating::{Lineup, Seating, groups};
use crate::stats::{Histogram, Ratio};

/// Games of a batch.
const BATCH: u64 = 256;

/// Where a player's dollars come from and go to.
///
/// The first five add up to the score; the others add up to [`Source::MoneyLeft`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum Source {
    /// Purses of owned horses that have placed.
    Purses,
    /// What bets return at the end.
    Bets,
    /// Jockey sets.
    JockeySets,
    /// AT SCORING abilities.
    AtScoring,
    /// Money at the end.
    MoneyLeft,
    /// What the player began with.
    Start,
    /// Concession Bonuses.
    Bonuses,
    /// Abilities during the race, what those of others cost subtracted.
    Abilities,
    /// Roland's Solo Sheet.
    SoloSheet,
    /// What was paid for bets, below 0.
    BetsPaid,
    /// What was paid for horses, below 0.
    HorsesPaid,
}

impl Source {
    pub(super) const COUNT: usize = 11;

    /// All of them with their accounts and names in tables.
    pub(super) const ALL: [(Self, &str, &str); Self::COUNT] = [
        (Self::Purses, "score", "purses"),
        (Self::Bets, "score", "bets"),
        (Self::JockeySets, "score", "jockey_sets"),
        (Self::AtScoring, "score", "at_scoring"),
        (Self::MoneyLeft, "score", "money_left"),
        (Self::Start, "money", "start"),
        (Self::Bonuses, "money", "bonuses"),
        (Self::Abilities, "money", "abilities"),
        (Self::SoloSheet, "money", "solo_sheet"),
        (Self::BetsPaid, "money", "bets_paid"),
        (Self::HorsesPaid, "money", "horses_paid"),
    ];
}

/// The bets of one policy on one horse; one bet is what stands in one player's Bet space at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BetTally {
    /// Dollars written, Free Bets and starting bets included.
    pub(super) face: u64,
    /// Dollars returned on all of them.
    pub(super) returned: u64,
    /// Dollars returned on dollars paid against those, game by game.
    pub(super) on_stake: Ratio,
    /// Bets that returned nothing against bets, game by game.
    pub(super) nothing: Ratio,
}

/// Bets of one game.
#[derive(Clone, Copy, Debug, Default)]
struct GameBets {
    bets: u64,
    nothing: i64,
    face: u64,
    returned: u64,
    staked: u64,
    on_stake: i64,
}

impl AddAssign for GameBets {
    fn add_assign(&mut self, other: Self) {
        self.bets += other.bets;
        self.nothing += other.nothing;
        self.face += other.face;
        self.returned += other.returned;
        self.staked += other.staked;
        self.on_stake += other.on_stake;
    }
}

impl BetTally {
    fn add(&mut self, game: GameBets) {
        self.face += game.face;
        self.returned += game.returned;
        if game.bets > 0 {
            self.nothing.add(game.nothing, game.bets);
        }
        if game.staked > 0 {
            self.on_stake.add(game.on_stake, game.staked);
        }
    }

    fn merge(&mut self, other: &Self) {
        self.face += other.face;
        self.returned += other.returned;
        self.on_stake += other.on_stake;
        self.nothing += other.nothing;
    }
}

/// What became of one horse.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct HorseTally {
    /// Games in which it finished 1st, 2nd, 3rd, stood past the No Bet line, stood before it.
    pub(super) ends: [u64; PLACES + 2],
    /// Rounds to the finish, where it finished.
    pub(super) rounds: Histogram,
    /// Games in which somebody owned it at the end.
    pub(super) owned: u64,
    /// Games in which somebody paid for it.
    pub(super) bought: u64,
    /// Purses earned against the price, where one was paid, game by game.
    pub(super) purses: Ratio,
}

impl HorseTally {
    fn merge(&mut self, other: &Self) {
        for (into, from) in self.ends.iter_mut().zip(other.ends) {
            *into += from;
        }
        self.rounds += &other.rounds;
        self.owned += other.owned;
        self.bought += other.bought;
        self.purses += other.purses;
    }
}

/// What is counted of one policy in games at one table, in which it sits first in one seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PolicySums {
    pub(super) games: u64,
    /// By horse, and of all horses together.
    pub(super) bets: [BetTally; HORSES + 1],
    /// By source: dollars against seats, game by game.
    pub(super) income: [Ratio; Source::COUNT],
}

/// What is counted of one policy over all its games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PolicyTally {
    pub(super) rules: RuleTally,
    /// By table and the first seat it fills.
    pub(super) strata: BTreeMap<(usize, usize), PolicySums>,
    /// By decision point and kind of action: how often it was chosen.
    pub(super) actions: Vec<Vec<u64>>,
}

/// What a run counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GamesTally {
    pub(super) games: GameTally,
    pub(super) policies: Vec<PolicyTally>,
    /// By table.
    pub(super) races: BTreeMap<usize, RaceTally>,
}

/// What is counted of the races at one table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RaceTally {
    pub(super) horses: [HorseTally; HORSES],
    /// Rounds of a game.
    pub(super) rounds: Histogram,
}

impl Tally for GamesTally {
    fn merge(&mut self, other: Self) {
        self.games.merge(&other.games);
        for (into, from) in self.policies.iter_mut().zip(other.policies) {
            into.rules.merge(&from.rules);
            for (stratum, from) in from.strata {
                let into = into.strata.entry(stratum).or_default();
                into.games += from.games;
                into.bets.iter_mut().zip(&from.bets).for_each(|(into, from)| into.merge(from));
                into.income.iter_mut().zip(from.income).for_each(|(into, from)| *into += from);
            }
            let kinds = into.actions.iter_mut().flatten().zip(from.actions.iter().flatten());
            kinds.for_each(|(into, from)| *into += from);
        }
        for (table, from) in other.races {
            let into = self.races.entry(table).or_default();
            into.horses.iter_mut().zip(&from.horses).for_each(|(into, from)| into.merge(from));
            into.rounds += &from.rounds;
        }
    }
}

/// Games that are counted.
#[derive(Clone, Debug)]
pub(super) struct Games {
    pub(super) game: Arc<Game>,
    pub(super) players: Vec<Arc<dyn Player>>,
    pub(super) lineups: Vec<Lineup>,
    pub(super) fixed_seats: bool,
    pub(super) seed: u64,
}

/// What a worker keeps between games: choices by policy, decision point and kind of action, and by
/// rule, which are many small numbers.
#[derive(Debug)]
pub(super) struct Choices {
    rules: Vec<RuleTally>,
    actions: Vec<Vec<Vec<u64>>>,
}

impl Choices {
    fn new(policies: usize) -> Self {
        Self {
            rules: vec![RuleTally::new(point::COUNT); policies],
            actions: vec![no_actions(); policies],
        }
    }
}

/// No choice by decision point and kind of action.
fn no_actions() -> Vec<Vec<u64>> {
    VOCABULARY.points.iter().map(|point| vec![0; point.actions.len()]).collect()
}

/// Takes note of what is told of one game.
struct Notes<'a> {
    /// By seat: the place of its policy among all.
    policies: [usize; MAX_PLAYERS],
    choices: &'a mut Choices,
    /// By seat and source: dollars, those of the score left out.
    money: [[i64; Source::COUNT]; MAX_PLAYERS],
    /// By seat and horse: dollars paid for bets.
    staked: [[u32; HORSES]; MAX_PLAYERS],
    /// By horse: dollars paid for the card.
    prices: [Option<u8>; HORSES],
    /// By horse: the round in which it finished.
    finished: [Option<u32>; HORSES],
}

impl Notes<'_> {
    fn pay(&mut self, seat: u8, source: Source, dollars: i64) {
        self.money[usize::from(seat) % MAX_PLAYERS][source as usize] += dollars;
    }
}

impl Watch for Notes<'_> {
    #[inline]
    fn told(&mut self, state: &State, event: &Event<'_>) {
        match *event {
            Event::Begins => {
                for (money, sheet) in self.money.iter_mut().zip(state.seated()) {
                    money[Source::Start as usize] = sheet.money.into();
                }
            }
            Event::Decided { decision, choice, action } => {
                let policy = self.policies[usize::from(decision.seat()) % MAX_PLAYERS];
                let rule = (choice.rule != DEFAULT_RULE).then_some(usize::from(choice.rule));
                self.choices.rules[policy].count(decision.point(), rule);
                let kind = usize::from(action.kind(decision.point()));
                self.choices.actions[policy][decision.point()][kind] += 1;
            }
            Event::BetPlaced { seat, horse, paid, .. } => {
                self.staked[usize::from(seat) % MAX_PLAYERS][usize::from(horse) % HORSES] +=
                    u32::from(paid);
                self.pay(seat, Source::BetsPaid, -i64::from(paid));
            }
            Event::HorseTaken { seat, horse, paid, .. } => {
                self.prices[usize::from(horse) % HORSES] = Some(paid);
                self.pay(seat, Source::HorsesPaid, -i64::from(paid));
            }
            Event::MoneyGained { seat, dollars, cause } => {
                let source = match cause {
                    Cause::Bonus => Source::Bonuses,
                    Cause::Solo => Source::SoloSheet,
                    _ => Source::Abilities,
                };
                self.pay(seat, source, dollars.into());
            }
            Event::MoneyLost { seat, dollars, to, .. } => {
                self.pay(seat, Source::Abilities, -i64::from(dollars));
                if let Some(to) = to {
                    self.pay(to, Source::Abilities, dollars.into());
                }
            }
            Event::Finished { horse, .. } => {
                self.finished[usize::from(horse) % HORSES] = Some(state.round);
            }
            _ => {}
        }
    }
}

impl Games {
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
        self.game.play(&seated[..seats], Luck::game(self.seed, number), watch)
    }

    fn count(&self, unit: u64, choices: &mut Choices, tally: &mut GamesTally) {
        let seating = self.seating();
        let (seats, placement) = (seating.seats(), seating.placement(unit));
        let mut policies = [0; MAX_PLAYERS];
        for (seat, policy) in policies.iter_mut().zip(seating.policies(unit)) {
            *seat = policy;
        }
        let mut notes = Notes {
            policies,
            choices,
            money: [[0; Source::COUNT]; MAX_PLAYERS],
            staked: [[0; HORSES]; MAX_PLAYERS],
            prices: [None; HORSES],
            finished: [None; HORSES],
        };
        let end = self.play(unit, &mut notes);
        let Notes { mut money, staked, prices, finished, .. } = notes;
        let state = &end.state;

        let (_, of_slot) = groups(&self.lineups[placement.lineup]);
        let winners = end.winners.count_ones();
        let mut results = [(0, SeatResult::default()); MAX_PLAYERS];
        for seat in 0..seats {
            let won = end.finished && end.winners >> seat & 1 == 1;
            let score = &end.scores[seat];
            let bets = state.sheets[seat].bets();
            let laid = bets.iter().filter(|bet| **bet > 0).count() as u32;
            let nothing = self.nothing(&end, seat).count() as u32;
            let start = money[seat][Source::Start as usize];
            let below = i64::from(score.total() < start);
            results[seat] = (
                of_slot[placement.slot(seat)],
                SeatResult {
                    seats: 1,
                    win: if won { WIN / i64::from(winners) } else { 0 },
                    sole: u32::from(won && winners == 1),
                    shared: u32::from(won && winners > 1),
                    score: score.total(),
                    turns: end.rounds,
                    events: [
                        Occasions { happened: nothing, among: laid },
                        Occasions { happened: below as u32, among: 1 },
                    ],
                    unfinished: !end.finished,
                },
            );
            let sources = &mut money[seat];
            sources[Source::Purses as usize] = score.purses;
            sources[Source::Bets as usize] = score.bets;
            sources[Source::JockeySets as usize] = score.sets;
            sources[Source::AtScoring as usize] = score.abilities;
            sources[Source::MoneyLeft as usize] = score.money;
        }
        tally.games.add(placement.lineup, &results[..seats]);
        let table = placement.lineup;
        self.count_policies(&end, table, &policies[..seats], &money, &staked, tally);
        let races = tally.races.entry(table).or_default();
        races.rounds.add(end.rounds.into(), 1);
        self.count_horses(&end, &prices, &finished, races);
    }

    /// The horses that bear a bet of a seat's that returned nothing.
    fn nothing(&self, end: &GameEnd, seat: usize) -> impl Iterator<Item = u8> {
        let (game, state) = (&self.game, end.state);
        (0..HORSES as u8).filter(move |horse| {
            state.sheets[seat].bet(*horse) > 0 && game.bet_pays(&state, seat as u8, *horse) == 0
        })
    }

    /// Adds what the seats of each policy did in one game, which hangs together.
    fn count_policies(
        &self,
        end: &GameEnd,
        table: usize,
        policies: &[usize],
        money: &[[i64; Source::COUNT]; MAX_PLAYERS],
        staked: &[[u32; HORSES]; MAX_PLAYERS],
        tally: &mut GamesTally,
    ) {
        let state = &end.state;
        for (first, policy) in policies.iter().enumerate() {
            // Once for each policy, at its first seat.
            if policies[..first].contains(policy) {
                continue;
            }
            let own = || (first..policies.len()).filter(|seat| policies[*seat] == *policy);
            let into = tally.policies[*policy].strata.entry((table, first)).or_default();
            into.games += 1;
            let seats = own().count() as u64;
            for (source, into) in into.income.iter_mut().enumerate() {
                into.add(own().map(|seat| money[seat][source]).sum(), seats);
            }
            let [of_horses @ .., of_all] = &mut into.bets;
            let mut all = GameBets::default();
            for (horse, into) in of_horses.iter_mut().enumerate() {
                let mut bets = GameBets::default();
                for seat in own() {
                    let face = state.sheets[seat].bet(horse as u8);
                    if face > 0 {
                        let pays = self.game.bet_pays(state, seat as u8, horse as u8);
                        let paid = staked[seat][horse];
                        bets += GameBets {
                            bets: 1,
                            nothing: i64::from(pays == 0),
                            face: face.into(),
                            returned: u64::from(face) * pays as u64,
                            staked: paid.into(),
                            on_stake: i64::from(paid) * pays,
                        };
                    }
                }
                into.add(bets);
                all += bets;
            }
            of_all.add(all);
        }
    }

    fn count_horses(
        &self,
        end: &GameEnd,
        prices: &[Option<u8>; HORSES],
        finished: &[Option<u32>; HORSES],
        tally: &mut RaceTally,
    ) {
        let track = &end.state.track;
        let past = track.past_line(&self.game.course);
        for (horse, into) in tally.horses.iter_mut().enumerate() {
            let place = track.place(horse as u8);
            let stands = PLACES + usize::from(past >> horse & 1 == 0);
            into.ends[place.unwrap_or(stands)] += 1;
            if let Some(round) = finished[horse] {
                into.rounds.add(round.into(), 1);
            }
            if let Some(price) = prices[horse] {
                let purse = place.map_or(0, |place| self.game.rules.edition.purses[place].into());
                into.owned += 1;
                if price > 0 {
                    into.bought += 1;
                    into.purses.add(purse, price.into());
                }
            }
        }
    }
}

impl Simulation for Games {
    type Tally = GamesTally;
    type Worker = Choices;

    fn worker(&self) -> Choices {
        Choices::new(self.players.len())
    }

    fn empty(&self) -> GamesTally {
        let policy = PolicyTally {
            rules: RuleTally::new(point::COUNT),
            strata: BTreeMap::new(),
            actions: no_actions(),
        };
        GamesTally {
            games: GameTally::new(&self.lineups),
            policies: vec![policy; self.players.len()],
            races: BTreeMap::new(),
        }
    }

    fn batch_len(&self, _: u64) -> u64 {
        BATCH
    }

    fn hurries(&self) -> bool {
        true
    }

    fn run_batch(&self, choices: &mut Choices, units: Range<u64>, tally: &mut GamesTally) {
        for unit in units {
            self.count(unit, choices, tally);
        }
        let Choices { rules, actions } =
            std::mem::replace(choices, Choices::new(self.players.len()));
        for ((into, rules), actions) in tally.policies.iter_mut().zip(rules).zip(actions) {
            into.rules.merge(&rules);
            let kinds = into.actions.iter_mut().flatten().zip(actions.into_iter().flatten());
            kinds.for_each(|(into, from)| *into += from);
        }
    }

    fn headline(&self, _: &GamesTally, _: u64) -> String {
        String::new()
    }
}
