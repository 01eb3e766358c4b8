//! All horses together: the chance of each place from horses alone and from pairs of them.

use super::alone::{Kind, Run, TICKS, Ticks};
use super::pairs::Pair;
use super::{Chances, HORSES, MILLION, PLACES, Race};

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

/// [`Chances::places`], with what only they need to know.
pub(super) fn places(chances: &Chances, race: &Race) -> [[u32; PLACES + 1]; HORSES] {
    let mut places: Places = [[0.0; PLACES + 1]; HORSES];
    let (mut taken, mut finished) = (0, 0_u8);
    for horse in race.placed.map(usize::from) {
        if horse < HORSES && finished >> horse & 1 == 0 {
            places[horse][taken] = 1.0;
            taken += 1;
            finished |= 1 << horse;
        }
    }
    let field = Field::new(chances, race, finished);
    if taken < PLACES {
        field.first_round(race, taken, &mut places);
        field.later_rounds(taken, &mut places);
        field.make_consistent(taken, &mut places);
    }
    for &horse in field.racing() {
        let placed: f32 = places[horse][..PLACES].iter().sum();
        let past = field.past_line(horse, race.positions[horse], taken);
        places[horse][PLACES] = (past.min(1.0) - placed).max(0.0);
    }
    places.map(|chances| chances.map(|chance| (chance * MILLION + 0.5) as u32))
}

/// A horse that has not finished.
#[derive(Clone, Copy)]
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

/// The horses that have not finished, and how their steps depend on each other.
struct Field<'a> {
    chances: &'a Chances,
    runners: [Runner; HORSES],
    /// The horses that have not finished, and how many they are.
    racing: ([usize; HORSES], usize),
    /// Variances and covariances of the steps in a round.
    covariances: [[f32; HORSES]; HORSES],
}

impl<'a> Field<'a> {
    fn new(chances: &'a Chances, race: &Race, finished: u8) -> Self {
        let marking = race.cards_marking();
        let runners: [Runner; HORSES] = std::array::from_fn(|horse| {
            let (cards, kind) = (marking[horse], chances.kind(horse, marking[horse]));
            let to_go = chances.to_go(race.positions[horse]);
            Runner { cards, kind, to_go, mean: chances.alone.moments(kind).mean }
        });
        let mut racing = ([0; HORSES], 0);
        for horse in (0..HORSES).filter(|horse| finished >> horse & 1 == 0) {
            racing.0[racing.1] = horse;
            racing.1 += 1;
        }
        let mut field = Self { chances, runners, racing, covariances: [[0.0; HORSES]; HORSES] };
        let listed = racing.0;
        for (at, &a) in listed[..racing.1].iter().enumerate() {
            field.covariances[a][a] = chances.alone.moments(runners[a].kind).variance;
            for &b in &listed[..at] {
                let covariance = field.covariance(&field.pair(a, b), a, b);
                field.covariances[a][b] = covariance;
                field.covariances[b][a] = covariance;
            }
        }
        field
    }

    fn racing(&self) -> &[usize] {
        &self.racing.0[..self.racing.1]
    }

    /// What moves two horses.
    #[inline]
    fn pair(&self, first: usize, second: usize) -> Pair {
        let (a, b) = (&self.runners[first], &self.runners[second]);
        let (own_a, own_b) = (1_u8 << first, 1_u8 << second);
        let others = !(own_a | own_b);
        let sides = |cards: u8| self.chances.sides[usize::from(cards & others)];
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

    /// The covariance of the steps of two horses in a round: one of them moves by the movement die
    /// while the other is marked on its card, or both are marked on a third.
    fn covariance(&self, pair: &Pair, first: usize, second: usize) -> f32 {
        let movement = self.chances.alone.mean_movement;
        let bit = |place: u8| f32::from(pair.boxes >> place & 1);
        let [rolled_first, rolled_second] = pair.rolled.map(f32::from);
        let product = rolled_first * (movement + bit(0)) * bit(1)
            + rolled_second * (movement + bit(3)) * bit(2)
            + f32::from(pair.both);
        product / HORSES as f32 - self.runners[first].mean * self.runners[second].mean
    }

    /// Adds the chances of all that may cross in the round that comes, exactly (LS-12 to LS-17).
    fn first_round(&self, race: &Race, taken: usize, places: &mut Places) {
        let mut one_to_go = 0_u8;
        let mut open = 0_u8;
        for &horse in self.racing() {
            open |= 1 << horse;
            one_to_go |= u8::from(self.runners[horse].to_go == 1) << horse;
        }
        for card in 0..HORSES {
            let rolled = self.chances.sides[1 << card];
            let bar = race.bars[card] & one_to_go;
            let to_go = self.runners[card].to_go;
            let runs = open >> card & 1 == 1;
            if rolled == 0 || bar == 0 && !(runs && to_go <= self.chances.reach) {
                continue;
            }
            let weight = f32::from(rolled) / self.chances.rolls;
            for movement in self.chances.movement_die.map(usize::from) {
                let mut bar = bar;
                let mut place = taken;
                if runs && movement > 0 {
                    bar &= !(1 << card);
                    if movement >= to_go {
                        places[card][place] += weight;
                        place += 1;
                    } else if movement + 1 == to_go {
                        bar |= race.bars[card] & 1 << card;
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

    /// Adds the chances of crossing after the first interval, which is one round.
    fn later_rounds(&self, taken: usize, places: &mut Places) {
        for &horse in self.racing() {
            let runner = &self.runners[horse];
            let run = self.chances.alone.run(runner.kind, runner.to_go);
            let ahead = self.rivals_ahead(horse, Line::Finish, runner.to_go, run);
            for (place, ahead) in places[horse][taken..PLACES].iter_mut().zip(&ahead) {
                *place += sum_of_products(&run.crosses, ahead) - run.crosses[0] * ahead[0];
            }
        }
    }

    /// Each place that is open goes to one horse and each horse takes one place at most, which the
    /// chances found horse by horse do not know.
    fn make_consistent(&self, taken: usize, places: &mut Places) {
        let moving = self.racing().iter().filter(|horse| self.runners[**horse].mean > 0.0).count();
        for place in taken..PLACES.min(taken + moving) {
            let total: f32 = self.racing().iter().map(|horse| places[*horse][place]).sum();
            if total > NOTHING {
                self.racing().iter().for_each(|horse| places[*horse][place] /= total);
            }
        }
        for &horse in self.racing() {
            let total: f32 = places[horse][..PLACES].iter().sum();
            if total > 1.0 {
                places[horse].iter_mut().for_each(|chance| *chance /= total);
            }
        }
    }

    /// The chance that a horse finishes or is past the No Bet line when the race ends.
    fn past_line(&self, horse: usize, position: u8, taken: usize) -> f32 {
        if position > self.chances.no_bet {
            return 1.0;
        }
        if taken == PLACES {
            return 0.0;
        }
        let to_line = usize::from(self.chances.no_bet - position) + 1;
        let run = self.chances.alone.run(self.runners[horse].kind, to_line);
        let ahead = self.rivals_ahead(horse, Line::NoBet, to_line, run);
        ahead[..PLACES - taken].iter().map(|ahead| sum_of_products(&run.crosses, ahead)).sum()
    }

    /// The chance that 0, 1 and 2 rivals finish before a horse that reaches a line in an interval.
    fn rivals_ahead(&self, horse: usize, line: Line, to_go: usize, run: &Run) -> [Ticks; PLACES] {
        let runner = &self.runners[horse];
        let own = &self.covariances[horse];
        let alone = &self.chances.alone;
        // How many more steps than on average the horse has made that crosses in an interval.
        let lead: Ticks = each(|tick| to_go as f32 - SHORT - runner.mean * alone.middles[tick]);
        let total = sum(&run.crosses);
        let mut rivals = Rivals::new();
        for &rival in self.racing().iter().filter(|rival| **rival != horse) {
            let other = &self.runners[rival];
            let their = alone.run(other.kind, other.to_go);
            // The rounds by which a rival is ahead of its average for each step of the horse.
            let per_step = own[rival] / (own[horse] * other.mean + NOTHING);
            let crossed: Ticks = each(|tick| {
                unit(their.crossed[tick] + their.growth[tick] * (per_step * lead[tick]))
            });
            rivals.add(
                rival,
                &run.crosses,
                total,
                crossed,
                self.rival_first(horse, rival, line, to_go),
            );
        }
        if line == Line::Finish {
            rivals.depend(own, horse, &self.covariances);
        }
        rivals.ahead()
    }

    /// The chance that a rival finishes before a horse reaches a line.
    fn rival_first(&self, horse: usize, rival: usize, line: Line, to_go: usize) -> Option<f32> {
        let their = self.runners[rival].to_go;
        let pairs = &self.chances.pairs;
        Some(match line {
            Line::NoBet => 1.0 - pairs.order(&self.pair(horse, rival), [to_go, their])?.not_later,
            Line::Finish if horse < rival => {
                1.0 - pairs.order(&self.pair(horse, rival), [to_go, their])?.before
            }
            Line::Finish => pairs.order(&self.pair(rival, horse), [their, to_go])?.before,
        })
    }
}

/// The rivals of a horse, given the interval in which it reaches a line.
struct Rivals {
    count: usize,
    number: [usize; HORSES],
    /// The chance that a rival has finished.
    crossed: [Ticks; HORSES],
    odds: [Ticks; HORSES],
    /// How open it is whether it finishes before the horse reaches the line: 0 to ¼.
    open: [f32; HORSES],
    /// The chance that no rival has finished.
    none: Ticks,
    /// Sums over rivals of their odds and of the squares.
    all_odds: Ticks,
    squares: Ticks,
    /// What their dependence adds to the chances of no rival, of one and of two, in parts of `none`.
    dependence: [Ticks; PLACES],
}

impl Rivals {
    fn new() -> Self {
        Self {
            count: 0,
            number: [0; HORSES],
            crossed: [[0.0; TICKS]; HORSES],
            odds: [[0.0; TICKS]; HORSES],
            open: [0.0; HORSES],
            none: [1.0; TICKS],
            all_odds: [0.0; TICKS],
            squares: [0.0; TICKS],
            dependence: [[0.0; TICKS]; PLACES],
        }
    }

    /// Adds a rival. Its chances are bent until, over all intervals, it finishes first as often as
    /// it does among two.
    #[inline]
    fn add(
        &mut self,
        rival: usize,
        crosses: &Ticks,
        total: f32,
        crossed: Ticks,
        first: Option<f32>,
    ) {
        let open: Ticks = each(|tick| crossed[tick] * (1.0 - crossed[tick]));
        let before = sum_of_products(crosses, &crossed);
        let first = first.map_or(before, |first| first * total);
        let bend =
            ((first - before) / (sum_of_products(crosses, &open) + NOTHING)).clamp(-1.0, 1.0);
        let crossed: Ticks = each(|tick| least(crossed[tick] + bend * open[tick], CERTAIN));
        let odds: Ticks = each(|tick| crossed[tick] / (1.0 - crossed[tick]));
        for tick in 0..TICKS {
            self.none[tick] *= 1.0 - crossed[tick];
            self.all_odds[tick] += odds[tick];
            self.squares[tick] += odds[tick] * odds[tick];
        }
        let at = self.count;
        self.number[at] = rival;
        self.crossed[at] = crossed;
        self.odds[at] = odds;
        self.open[at] = first * (1.0 - first);
        self.count += 1;
    }

    fn depend(&mut self, own: &[f32; HORSES], horse: usize, covariances: &[[f32; HORSES]; HORSES]) {
        let variance = own[horse] + NOTHING;
        let mut scale = [0.0; HORSES];
        for at in 0..self.count {
            let rival = self.number[at];
            let left = covariances[rival][rival] - own[rival] * own[rival] / variance;
            scale[at] = if left > NOTHING { 1.0 / left.sqrt() } else { 0.0 };
        }
        // For each rival, the chance that others have finished, weighted by the dependence on them.
        let mut weighted = [[0.0; TICKS]; HORSES];
        let mut both = [0.0; TICKS];
        let mut any = false;
        for j in 1..self.count {
            for k in 0..j {
                let (a, b) = (self.number[j], self.number[k]);
                let left = covariances[a][b] - own[a] * own[b] / variance;
                let dependence = (BY_CORRELATION * left * scale[j] * scale[k]).clamp(-1.0, 1.0);
                if dependence.abs() * self.open[j] * self.open[k] < NEGLIGIBLE {
                    continue;
                }
                any = true;
                for tick in 0..TICKS {
                    weighted[j][tick] += dependence * self.crossed[k][tick];
                    weighted[k][tick] += dependence * self.crossed[j][tick];
                    both[tick] += dependence * self.odds[j][tick] * self.odds[k][tick];
                }
            }
        }
        if !any {
            return;
        }
        let mut none = [0.0; TICKS];
        let (mut one, mut two) = ([0.0; TICKS], both);
        for j in 0..self.count {
            for tick in 0..TICKS {
                let odds = self.odds[j][tick];
                none[tick] += self.crossed[j][tick] * weighted[j][tick];
                one[tick] -= odds * weighted[j][tick];
                two[tick] -= odds * (self.all_odds[tick] - odds) * weighted[j][tick];
            }
        }
        for tick in 0..TICKS {
            let none = none[tick] / 2.0;
            let [zero, first, second] = &mut self.dependence;
            zero[tick] = none;
            first[tick] = one[tick] + none * self.all_odds[tick];
            let pairs = (self.all_odds[tick] * self.all_odds[tick] - self.squares[tick]) / 2.0;
            second[tick] = two[tick] + none * pairs;
        }
    }

    /// The chances that 0, 1 and 2 rivals have finished.
    fn ahead(&self) -> [Ticks; PLACES] {
        let [zero, one, two] = &self.dependence;
        let pairs =
            |tick: usize| (self.all_odds[tick] * self.all_odds[tick] - self.squares[tick]) / 2.0;
        [
            each(|tick| self.none[tick] * most(1.0 + zero[tick], 0.0)),
            each(|tick| self.none[tick] * most(self.all_odds[tick] + one[tick], 0.0)),
            each(|tick| self.none[tick] * most(pairs(tick) + two[tick], 0.0)),
        ]
    }
}

#[inline]
fn each(figure: impl FnMut(usize) -> f32) -> Ticks {
    std::array::from_fn(figure)
}

/// The smaller; unlike [`f32::min`] it is one instruction.
#[inline]
fn least(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

#[inline]
fn most(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

#[inline]
fn unit(chance: f32) -> f32 {
    least(most(chance, 0.0), 1.0)
}

/// Sums four by four, in an order that does not depend on the machine.
#[inline]
fn sum_of_products(a: &Ticks, b: &Ticks) -> f32 {
    let mut sums = [0.0; 4];
    for tick in 0..TICKS {
        sums[tick % 4] += a[tick] * b[tick];
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}

#[inline]
fn sum(a: &Ticks) -> f32 {
    sum_of_products(a, &[1.0; TICKS])
}
