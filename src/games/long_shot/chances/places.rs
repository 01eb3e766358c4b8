//! All horses together: the chance of each place from horses alone and from pairs of them.

use super::alone::{Kind, Run};
use super::eight::{Eight, eight};
use super::pairs::Pair;
use super::{Chances, HORSES, PLACES, Track, cards_marking};

/// The intervals into which the rounds that may decide are divided: one vector of chances.
const TICKS: usize = 8;
/// A figure for each interval.
type Ticks = Eight;
/// A figure for each horse.
type Lanes = Eight;

/// The dependence of two rivals by the correlation of their steps: 3 would give the copula the same
/// rank correlation, and a little less has the smallest error against simulated races.
const BY_CORRELATION: f32 = 2.5;
/// The dependence of two rivals matters as far as it is open whether either comes first; where it
/// matters less than this, they are taken to be independent.
const NEGLIGIBLE: f32 = 0.004;
/// Nobody has crossed with a higher chance than this, which keeps odds finite.
const CERTAIN: f32 = 0.9995;
/// How many steps a horse that crosses in an interval has to go in the middle of it.
const SHORT: f32 = 0.5;
/// Below this there is nothing to divide by.
const NOTHING: f32 = 1e-9;

/// By horse: the chance of place 1, 2, 3 and of past the line.
type Places = [[f32; PLACES + 1]; HORSES];

/// What is worked out of one race.
#[derive(Debug)]
pub(super) struct WorkedOut {
    places: Places,
    /// The horses whose chance to stand past the No Bet line is known.
    past_known: u8,
    /// Nothing where the race is over.
    field: Option<Field>,
}

impl WorkedOut {
    /// The chances of the three places.
    pub(super) fn new(chances: &Chances, race: &Track) -> Self {
        #[cfg(target_arch = "x86_64")]
        if chances.wide {
            // SAFETY: `wide` says that the machine has AVX2.
            return unsafe { wide::new(chances, race) };
        }
        Self::work_out(chances, race)
    }

    /// The chance of a horse that exists: place 0, 1, 2, or past the No Bet line.
    #[inline(always)]
    pub(super) fn chance(
        &mut self,
        chances: &Chances,
        race: &Track,
        horse: usize,
        place: usize,
    ) -> f32 {
        if place == PLACES && self.past_known >> horse & 1 == 0 {
            self.past_known |= 1 << horse;
            if let Some(field) = &self.field {
                let past = field.past_line(chances, race, horse);
                let placed: f32 = self.places[horse][..PLACES].iter().sum();
                self.places[horse][PLACES] = most(least(past, 1.0) - placed, 0.0);
            }
        }
        self.places[horse][place]
    }

    #[inline(always)]
    fn work_out(chances: &Chances, race: &Track) -> Self {
        let mut places: Places = [[0.0; PLACES + 1]; HORSES];
        let (mut taken, mut finished) = (0, 0_u8);
        for horse in race.placed.map(usize::from) {
            if horse < HORSES && finished >> horse & 1 == 0 {
                places[horse][taken] = 1.0;
                taken += 1;
                finished |= 1 << horse;
            }
        }
        if taken == PLACES {
            for horse in (0..HORSES).filter(|horse| finished >> horse & 1 == 0) {
                let past = race.position(horse as u8) > chances.no_bet;
                places[horse][PLACES] = if past { 1.0 } else { 0.0 };
            }
            return Self { places, past_known: u8::MAX, field: None };
        }
        let field = Field::new(chances, race, finished, taken);
        field.first_round(chances, race, &mut places);
        field.later_rounds(chances, &mut places);
        field.make_consistent(&mut places);
        Self { places, past_known: finished, field: Some(field) }
    }
}

/// The same figures by vectors of eight.
#[cfg(target_arch = "x86_64")]
mod wide {
    use super::*;

    /// The compiler turns the loops of the portable form into vectors of this width.
    #[target_feature(enable = "avx2")]
    pub(super) fn new(chances: &Chances, race: &Track) -> WorkedOut {
        WorkedOut::work_out(chances, race)
    }

    /// Likewise.
    #[target_feature(enable = "avx2")]
    pub(super) fn past_line(field: &Field, chances: &Chances, race: &Track, horse: usize) -> f32 {
        field.work_out_past_line(chances, race, horse)
    }
}

/// A horse that has not finished.
#[derive(Clone, Copy, Debug)]
struct Runner {
    /// The cards that mark it.
    cards: u8,
    kind: Kind,
    to_go: usize,
    /// The mean of its steps in a round.
    mean: f32,
}

/// What a horse may reach before its rivals finish.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Finish,
    /// The No Bet line; to reach it in the round in which a rival finishes is enough.
    NoBet,
}

/// When a horse crosses a line, by interval.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    /// The chance that it crosses in the interval.
    crosses: Ticks,
    /// The chance that it has crossed by the middle of the interval.
    crossed: Ticks,
    /// How fast that grows there, a round.
    growth: Ticks,
}

/// The intervals of rounds that are looked at: few, where the race is decided.
#[derive(Debug)]
struct Times {
    ends: [usize; TICKS + 1],
    middles: Ticks,
    per_round: Ticks,
}

impl Times {
    /// From the round after which somebody may have crossed to the one after which as many horses
    /// as there are open places have. The first interval is one round if `near`.
    #[inline(always)]
    fn new(chances: &Chances, runs: &[Run<'_>], open: usize, near: bool) -> Self {
        let mut late = [u16::MAX; PLACES];
        let mut early = u16::MAX;
        for run in runs {
            early = early.min(run.early);
            let mut this = run.late;
            for late in &mut late[..open] {
                if this < *late {
                    std::mem::swap(late, &mut this);
                }
            }
        }
        // The last interval is all that comes after: whoever crosses there is too late, but counts
        // where it is asked who crosses first.
        let rounds = chances.alone.rounds;
        let inner = TICKS - 1;
        let start = if near { 1 } else { usize::from(early).max(1) };
        let start = start.min(rounds - inner);
        let span = usize::from(late[open - 1]).clamp(start, rounds - 1) - start;
        let mut ends = [0; TICKS + 1];
        for tick in 0..inner {
            let part = tick * (STRETCH + tick);
            let whole = (inner - 1) * (STRETCH + inner - 1);
            ends[tick + 1] = (start + span * part / whole).max(ends[tick] + 1);
        }
        ends[TICKS] = rounds;
        Self {
            ends,
            middles: eight(|tick| (ends[tick] + ends[tick + 1]) as f32 * 0.5),
            per_round: eight(|tick| 1.0 / (ends[tick + 1] - ends[tick]) as f32),
        }
    }

    #[inline(always)]
    fn crossing(&self, run: &Run<'_>) -> Crossing {
        let at = self.ends.map(|end| run.crossed[end]);
        let before = eight(|tick| at[tick]);
        let after = eight(|tick| at[tick + 1]);
        let crosses = after - before;
        Crossing { crosses, crossed: (before + after) * 0.5, growth: crosses * self.per_round }
    }
}

const STRETCH: usize = 12;

/// The horses that have not finished, and how their steps depend on each other.
#[derive(Debug)]
struct Field {
    /// Places that are taken.
    taken: usize,
    runners: [Runner; HORSES],
    /// The horses that have not finished, and how many they are.
    racing: ([usize; HORSES], usize),
    /// Variances and covariances of the steps in a round.
    covariances: [Lanes; HORSES],
    /// By horse and rival, the chance that the rival finishes before the horse; nothing where pairs
    /// are not known.
    first: Option<[Lanes; HORSES]>,
    times: Times,
    /// When each horse finishes, and the same by interval; 0 for those that have finished.
    finish: [Crossing; HORSES],
    crossed: [Lanes; TICKS],
    growth: [Lanes; TICKS],
    /// The mean rounds that a horse needs for a step.
    rounds_per_step: Lanes,
}

impl Field {
    #[inline(always)]
    fn new(chances: &Chances, race: &Track, finished: u8, taken: usize) -> Self {
        let marking = cards_marking(race);
        let runners: [Runner; HORSES] = std::array::from_fn(|horse| {
            let (cards, kind) = (marking[horse], chances.kind(horse, marking[horse]));
            let to_go = chances.to_go(race.position(horse as u8));
            Runner { cards, kind, to_go, mean: chances.alone.moments(kind).mean }
        });
        let mut racing = ([0; HORSES], 0);
        for horse in (0..HORSES).filter(|horse| finished >> horse & 1 == 0) {
            racing.0[racing.1] = horse;
            racing.1 += 1;
        }
        let listed = &racing.0[..racing.1];
        let mut covariances = [Eight::ZERO; HORSES];
        let mut first = Some([Eight::ZERO; HORSES]);
        for (at, &b) in listed.iter().enumerate() {
            covariances[b][b] = chances.alone.moments(runners[b].kind).variance;
            for &a in &listed[..at] {
                let pair = pair(chances, &runners, a, b);
                let means = runners[a].mean * runners[b].mean;
                let covariance = chances.product(&pair) - means;
                covariances[a][b] = covariance;
                covariances[b][a] = covariance;
                let to_go = [runners[a].to_go, runners[b].to_go];
                match (&mut first, chances.pairs.order(chances.pairs.place(&pair), to_go)) {
                    (Some(first), Some(order)) => {
                        first[b][a] = order.before;
                        first[a][b] = 1.0 - order.before;
                    }
                    _ => first = None,
                }
            }
        }
        let near = listed.iter().any(|horse| runners[*horse].to_go <= chances.reach);
        let runs: [Run<'_>; HORSES] = std::array::from_fn(|horse| {
            chances.alone.run(runners[horse].kind, runners[horse].to_go)
        });
        let mut of_racing = runs;
        for (of_racing, horse) in of_racing.iter_mut().zip(listed) {
            *of_racing = runs[*horse];
        }
        let times = Times::new(chances, &of_racing[..listed.len()], PLACES - taken, near);
        let finish = std::array::from_fn(|horse| times.crossing(&runs[horse]));
        let rounds_per_step = eight(|horse| 1.0 / (runners[horse].mean + NOTHING));
        let crossed = by_interval(&finish, listed, |crossing| &crossing.crossed);
        let growth = by_interval(&finish, listed, |crossing| &crossing.growth);
        Self {
            taken,
            runners,
            racing,
            covariances,
            first,
            times,
            finish,
            crossed,
            growth,
            rounds_per_step,
        }
    }

    #[inline(always)]
    fn racing(&self) -> &[usize] {
        &self.racing.0[..self.racing.1]
    }

    /// Adds the chances of all that may cross in the round that comes, exactly (LS-12 to LS-17).
    #[inline(always)]
    fn first_round(&self, chances: &Chances, race: &Track, places: &mut Places) {
        let mut one_to_go = 0_u8;
        let mut open = 0_u8;
        for &horse in self.racing() {
            open |= 1 << horse;
            one_to_go |= u8::from(self.runners[horse].to_go == 1) << horse;
        }
        for card in 0..HORSES {
            let rolled = chances.sides[1 << card];
            let bar = race.bar(card as u8) & one_to_go;
            let to_go = self.runners[card].to_go;
            let runs = open >> card & 1 == 1;
            if rolled == 0 || bar == 0 && !(runs && to_go <= chances.reach) {
                continue;
            }
            let weight = f32::from(rolled) / chances.rolls;
            for movement in chances.movement_die.map(usize::from) {
                let mut bar = bar;
                let mut place = self.taken;
                if runs && movement > 0 {
                    bar &= !(1 << card);
                    if movement >= to_go {
                        places[card][place] += weight;
                        place += 1;
                    } else if movement + 1 == to_go {
                        bar |= race.bar(card as u8) & 1 << card;
                    }
                }
                while bar != 0 && place < PLACES {
                    places[bar.trailing_zeros() as usize][place] += weight;
                    place += 1;
                    bar &= bar - 1;
                }
            }
        }
    }

    /// Adds the chances of crossing after the first round.
    #[inline(always)]
    fn later_rounds(&self, chances: &Chances, places: &mut Places) {
        // Somebody may cross in the first round only if the first interval is that round.
        let known = self.times.ends[1] == 1;
        for &horse in self.racing() {
            let mut crosses = self.finish[horse].crosses;
            let to_go = self.runners[horse].to_go;
            let ahead = self.rivals_ahead(chances, horse, Line::Finish, to_go, &crosses);
            if known {
                crosses[0] = 0.0;
            }
            for (place, ahead) in places[horse][self.taken..PLACES].iter_mut().zip(&ahead) {
                *place += sum_of_products(&crosses, ahead);
            }
        }
    }

    /// Each place that is open goes to one horse and each horse takes one place at most, which the
    /// chances found horse by horse do not know.
    #[inline(always)]
    fn make_consistent(&self, places: &mut Places) {
        let moving = self.racing().iter().filter(|horse| self.runners[**horse].mean > 0.0).count();
        let open = self.taken..PLACES.min(self.taken + moving);
        open.for_each(|place| {
            let total: f32 = self.racing().iter().map(|horse| places[*horse][place]).sum();
            if total > NOTHING {
                let scale = 1.0 / total;
                self.racing().iter().for_each(|horse| places[*horse][place] *= scale);
            }
        });
        for &horse in self.racing() {
            let total: f32 = places[horse][..PLACES].iter().sum();
            if total > 1.0 {
                places[horse].iter_mut().for_each(|chance| *chance /= total);
            }
        }
    }

    /// The chance that a horse has come past the No Bet line when the race ends, if it does not
    /// finish.
    fn past_line(&self, chances: &Chances, race: &Track, horse: usize) -> f32 {
        if race.position(horse as u8) > chances.no_bet {
            return 1.0;
        }
        #[cfg(target_arch = "x86_64")]
        if chances.wide {
            // SAFETY: `wide` says that the machine has AVX2.
            return unsafe { wide::past_line(self, chances, race, horse) };
        }
        self.work_out_past_line(chances, race, horse)
    }

    #[inline(always)]
    fn work_out_past_line(&self, chances: &Chances, race: &Track, horse: usize) -> f32 {
        let to_line = usize::from(chances.no_bet - race.position(horse as u8)) + 1;
        let run = chances.alone.run(self.runners[horse].kind, to_line);
        let crosses = self.times.crossing(&run).crosses;
        let ahead = self.rivals_ahead(chances, horse, Line::NoBet, to_line, &crosses);
        let ahead = &ahead[..PLACES - self.taken];
        ahead.iter().map(|ahead| sum_of_products(&crosses, ahead)).sum()
    }

    /// The chance that 0, 1 and 2 rivals finish before a horse that reaches a line in an interval.
    #[inline(always)]
    fn rivals_ahead(
        &self,
        chances: &Chances,
        horse: usize,
        line: Line,
        to_go: usize,
        crosses: &Ticks,
    ) -> [Ticks; PLACES] {
        let own = self.covariances[horse];
        let mean = self.runners[horse].mean;
        // How many more steps than on average the horse has made that crosses in an interval.
        let lead: Ticks = Eight::all(to_go as f32 - SHORT) - self.times.middles * mean;
        // The rounds by which a rival is ahead of its average for each step of that.
        let per_step = 1.0 / (own[horse] + NOTHING);
        let per_step: Lanes = own * self.rounds_per_step * per_step;

        // Bend the chances of each rival until, over all intervals, it finishes first as often as
        // it does among two.
        let (mut before, mut open, mut total) = (Eight::ZERO, Eight::ZERO, 0.0);
        for tick in 0..TICKS {
            total += crosses[tick];
            let crossed = self.crossed[tick] + self.growth[tick] * (per_step * lead[tick]);
            let crossed = crossed.unit();
            let crossed_too = crossed * crosses[tick];
            before += crossed_too;
            open += crossed_too * (Eight::ONE - crossed);
        }
        let first = match line {
            Line::Finish => self.first.map(|first| first[horse]),
            Line::NoBet => self.rivals_before_line(chances, horse, to_go),
        };
        let first = first.unwrap_or_else(|| before * (1.0 / (total + NOTHING)));
        let bend = (first * total - before) / (open + Eight::all(NOTHING));
        let bend = bend.least(1.0).most(-1.0);

        let mut rivals = Rivals::new(first * (Eight::ONE - first));
        for &rival in self.racing().iter().filter(|rival| **rival != horse) {
            if first[rival] < HARDLY {
                continue;
            }
            let their = &self.finish[rival];
            let crossed = their.crossed + their.growth * (lead * per_step[rival]);
            let crossed = crossed.unit();
            let bent = crossed + crossed * bend[rival] * (Eight::ONE - crossed);
            rivals.add(rival, bent.least(CERTAIN));
        }
        if line == Line::Finish {
            rivals.depend(horse, &self.covariances);
        }
        rivals.ahead()
    }

    /// By rival, the chance that it finishes before a horse reaches the No Bet line; 0 for the horse
    /// itself and those that have finished. `None` where pairs are not known.
    #[inline(always)]
    fn rivals_before_line(&self, chances: &Chances, horse: usize, to_line: usize) -> Option<Lanes> {
        let mut first = Eight::ZERO;
        for &rival in self.racing().iter().filter(|rival| **rival != horse) {
            let pair = pair(chances, &self.runners, horse, rival);
            let to_go = [to_line, self.runners[rival].to_go];
            first[rival] = 1.0 - chances.pairs.order(chances.pairs.place(&pair), to_go)?.not_later;
        }
        Some(first)
    }
}

/// The figures of horses with the interval before the horse.
#[inline(always)]
fn by_interval(
    finish: &[Crossing; HORSES],
    racing: &[usize],
    figure: impl Fn(&Crossing) -> &Ticks,
) -> [Lanes; TICKS] {
    let mut turned = [Eight::ZERO; TICKS];
    for &horse in racing {
        let figure = figure(&finish[horse]);
        for (tick, lanes) in turned.iter_mut().enumerate() {
            lanes[horse] = figure[tick];
        }
    }
    turned
}

const HARDLY: f32 = 0.001;

/// What moves two horses.
#[inline(always)]
fn pair(chances: &Chances, runners: &[Runner; HORSES], first: usize, second: usize) -> Pair {
    let (a, b) = (&runners[first], &runners[second]);
    let others = !(1_u8 << first | 1_u8 << second);
    let sides = |cards: u8| chances.sides[usize::from(cards & others)];
    let on = |cards: u8, card: usize| cards >> card & 1;
    Pair {
        rolled: [a.kind.rolled, b.kind.rolled],
        boxes: on(a.cards, first)
            | on(b.cards, first) << 1
            | on(a.cards, second) << 2
            | on(b.cards, second) << 3,
        both: sides(a.cards & b.cards),
        first: sides(a.cards & !b.cards),
        second: sides(b.cards & !a.cards),
    }
}

impl Chances {
    /// The mean product of the steps of two horses in a round: one of them moves by the movement
    /// die while the other is marked on its card, or both are marked on a third.
    #[inline(always)]
    fn product(&self, pair: &Pair) -> f32 {
        let bit = |place: u8| f32::from(pair.boxes >> place & 1);
        let [first, second] = pair.rolled.map(f32::from);
        let movement = self.alone.mean_movement;
        let sum = first * (movement + bit(0)) * bit(1)
            + second * (movement + bit(3)) * bit(2)
            + f32::from(pair.both);
        sum * (1.0 / HORSES as f32)
    }
}

/// The rivals of a horse, given the interval in which it reaches a line.
struct Rivals {
    list: [usize; HORSES],
    count: usize,
    /// How open it is whether a rival finishes before the horse reaches the line: 0 to ¼.
    open: Lanes,
    /// The chance that a rival has finished, and the odds.
    crossed: [Ticks; HORSES],
    odds: [Ticks; HORSES],
    /// The chance that no rival has finished.
    none: Ticks,
    /// Sums over rivals of their odds, and over pairs of the products.
    all_odds: Ticks,
    pair_odds: Ticks,
    /// What their dependence adds to the chances of no rival, of one and of two, in parts of `none`.
    dependence: [Ticks; PLACES],
}

impl Rivals {
    #[inline(always)]
    fn new(open: Lanes) -> Self {
        Self {
            list: [0; HORSES],
            count: 0,
            open,
            crossed: [Eight::ZERO; HORSES],
            odds: [Eight::ZERO; HORSES],
            none: Eight::ONE,
            all_odds: Eight::ZERO,
            pair_odds: Eight::ZERO,
            dependence: [Eight::ZERO; PLACES],
        }
    }

    #[inline(always)]
    fn add(&mut self, rival: usize, crossed: Ticks) {
        let left = Eight::ONE - crossed;
        let odds = crossed / left;
        self.none = self.none * left;
        self.pair_odds += odds * self.all_odds;
        self.all_odds += odds;
        self.crossed[rival] = crossed;
        self.odds[rival] = odds;
        self.list[self.count] = rival;
        self.count += 1;
    }

    /// Lets the rivals depend on each other as far as their dependence on the horse leaves open.
    #[inline(always)]
    fn depend(&mut self, horse: usize, covariances: &[Lanes; HORSES]) {
        let own = covariances[horse];
        let per_step = 1.0 / (own[horse] + NOTHING);
        let variances = eight(|rival| covariances[rival][rival]);
        let left = Eight::ONE / (variances - own * own * per_step).most(NOTHING).sqrt();
        // For each rival, the chance that others have finished, weighted by the dependence on them.
        let mut weighted = [Eight::ZERO; HORSES];
        let mut both = Eight::ZERO;
        let mut any = false;
        // With a rival that is as good as settled no dependence matters.
        let (mut list, mut count) = ([0; HORSES], 0);
        for &rival in &self.list[..self.count] {
            list[count] = rival;
            count += usize::from(self.open[rival] * 0.25 >= NEGLIGIBLE);
        }
        let list = &list[..count];
        for (at, &a) in list.iter().enumerate().skip(1) {
            let covariance = covariances[a] - own * own[a] * per_step;
            let dependence = covariance * BY_CORRELATION * left[a] * left;
            let dependence = dependence.least(1.0).most(-1.0);
            let matters = dependence.abs() * self.open[a] * self.open;
            for &b in list[..at].iter().filter(|b| matters[**b] >= NEGLIGIBLE) {
                any = true;
                let by = dependence[b];
                weighted[a] += self.crossed[b] * by;
                weighted[b] += self.crossed[a] * by;
                both += self.odds[a] * by * self.odds[b];
            }
        }
        if !any {
            return;
        }
        let (mut none, mut one, mut two) = (Eight::ZERO, Eight::ZERO, both);
        for &rival in list {
            let (odds, weighted) = (self.odds[rival], weighted[rival]);
            none += self.crossed[rival] * weighted;
            one = one - odds * weighted;
            two = two - odds * (self.all_odds - odds) * weighted;
        }
        let none = none * 0.5;
        self.dependence = [none, one + none * self.all_odds, two + none * self.pair_odds];
    }

    /// The chances that 0, 1 and 2 rivals have finished.
    #[inline(always)]
    fn ahead(&self) -> [Ticks; PLACES] {
        let [zero, one, two] = self.dependence;
        [
            self.none * (Eight::ONE + zero).most(0.0),
            self.none * (self.all_odds + one).most(0.0),
            self.none * (self.pair_odds + two).most(0.0),
        ]
    }
}

/// The smaller; unlike [`f32::min`] it is one instruction.
#[inline(always)]
fn least(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

#[inline(always)]
fn most(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Sums four by four, in an order that does not depend on the machine.
#[inline(always)]
fn sum_of_products(a: &Ticks, b: &Ticks) -> f32 {
    let mut sums = [0.0; 4];
    for tick in 0..TICKS {
        sums[tick % 4] += a[tick] * b[tick];
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}
