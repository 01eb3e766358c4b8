//! The probability of each place for all horses, from probabilities of pairs.
//!
//! The finish time of a horse is divided into parts. Within a part the rivals finish before the horse
//! independently, with the probabilities of `pairs`. The next round is computed exactly.

use super::eight::{Eight, eight};
use super::pairs::{PARTS, SHARES};
use super::{Chances, HORSES, MILLION, Outlook, PAIRS, PLACES, PlaceChances};
use crate::games::long_shot::track::Track;

/// The smallest sum that is normalized.
const NOTHING: f32 = 1e-9;

/// The probability of each horse, by place and past the No Bet line.
type Places = [Eight; PLACES + 1];

/// The number of horses whose values by part of time form a vector.
const TOGETHER: usize = 8 / PARTS;

/// The probability that a rival finishes before a horse, by rival, horse and part of the horse's finish
/// time, in units of 1/65,535.
type Rivals = [[[u16; PARTS]; HORSES]; HORSES];

/// The probabilities that 0, 1 and 2 rivals finish before each horse.
#[inline(always)]
fn ahead(rivals: &Rivals) -> [Eight; PLACES] {
    let shares = eight(|lane| SHARES[lane % PARTS]);
    let mut by_part = [[Eight::ZERO; HORSES / TOGETHER]; PLACES];
    for at in 0..HORSES / TOGETHER {
        let (mut none, mut one, mut two) = (shares, Eight::ZERO, Eight::ZERO);
        for rival in rivals {
            let before = Eight::of(rival[TOGETHER * at..].as_flattened()) * (1.0 / 65535.0);
            two += before * (one - two);
            one += before * (none - one);
            none = none - before * none;
        }
        [by_part[0][at], by_part[1][at], by_part[2][at]] = [none, one, two];
    }
    let mut ahead = [Eight::ZERO; PLACES];
    for (ahead, by_part) in ahead.iter_mut().zip(&by_part) {
        *ahead = eight(|horse| {
            let part = |part: usize| by_part[horse / TOGETHER][horse % TOGETHER * PARTS + part];
            (part(0) + part(1)) + (part(2) + part(3))
        });
    }
    ahead
}

impl Outlook {
    /// The probabilities of the race.
    pub(super) fn places(&self, chances: &Chances) -> PlaceChances {
        #[cfg(target_arch = "x86_64")]
        if chances.pairs.wide {
            // SAFETY: `wide` is set only if the CPU has AVX2.
            return unsafe { self.places_wide(chances) };
        }
        self.join(chances)
    }

    /// [`Self::join`], compiled with AVX2 vectors.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn places_wide(&self, chances: &Chances) -> PlaceChances {
        self.join(chances)
    }

    #[inline(always)]
    fn join(&self, chances: &Chances) -> PlaceChances {
        let race = &self.race;
        let at = race.positions();
        let mut places = [Eight::ZERO; PLACES + 1];
        for (place, horse) in race.placed_in_order() {
            places[place][usize::from(horse)] = 1.0;
        }
        let past = |horse: usize| at[horse] > chances.no_bet;
        let mut reached = eight(|horse| if past(horse) { 1.0 } else { 0.0 });
        let taken = usize::from(race.finishers());
        if taken < PLACES {
            let to_go = at.map(|at| usize::from(chances.spaces.saturating_sub(at)) + 1);
            let field = Field { chances, race, cards: &self.cards, taken, to_go };
            let mut rivals = [Rivals::default(); 2];
            field.look_up(&self.kinds, at, &mut rivals);
            let (finish, no_bet) = (ahead(&rivals[0]), ahead(&rivals[1]));
            let later =
                eight(|horse| if field.races(horse) { 1.0 - field.soon(horse) } else { 0.0 });
            for (place, ahead) in places[taken..PLACES].iter_mut().zip(finish) {
                *place = ahead * later;
            }
            field.first_round(&mut places);
            field.make_consistent(&mut places);
            for ahead in &no_bet[..PLACES - taken] {
                reached += *ahead;
            }
        }
        let placed = places[0] + places[1] + places[2];
        let racing = eight(|horse| f32::from(!race.finished >> horse & 1));
        places[PLACES] = (reached.least(1.0) - placed).most(0.0) * racing;
        let mut parts = PlaceChances::default();
        for (parts, places) in parts.iter_mut().zip(places) {
            *parts = (places * MILLION).rounded();
        }
        parts
    }
}

/// A race with an open place.
struct Field<'a> {
    chances: &'a Chances,
    race: &'a Track,
    /// The cards that mark each horse.
    cards: &'a [u8; HORSES],
    /// The number of taken places.
    taken: usize,
    to_go: [usize; HORSES],
}

impl Field<'_> {
    #[inline(always)]
    fn races(&self, horse: usize) -> bool {
        self.race.finished >> horse & 1 == 0
    }

    /// Looks up the rivals of all horses to the finish line and to the No Bet line.
    #[inline(always)]
    fn look_up(&self, kinds: &[u32; PAIRS], at: [u8; HORSES], rivals: &mut [Rivals; 2]) {
        let pairs = &self.chances.pairs;
        let steps = pairs.steps;
        let column = self.to_go.map(|to_go| to_go - 1);
        let row = column.map(|column| column * steps);
        // For horses past the line any entry will do: their result is not used.
        let to_line = at.map(|at| usize::from(self.chances.no_bet.saturating_sub(at)));
        let [finish, no_bet] = rivals;
        let mut pair = 0;
        for b in 1..HORSES {
            let line = [steps * steps + column[b], steps * steps + to_line[b]];
            for a in 0..b {
                let entries = pairs.of_kind(kinds[pair]);
                let entry = |place: usize| entries.get(place).copied().unwrap_or_default();
                [finish[b][a], finish[a][b]] = entry(row[a] + column[b]);
                no_bet[b][a] = entry(line[0] + to_line[a] * steps)[0];
                no_bet[a][b] = entry(line[1] + row[a])[1];
                pair += 1;
            }
        }
        for (_, horse) in self.race.placed_in_order() {
            rivals.iter_mut().for_each(|rivals| rivals[usize::from(horse)] = Default::default());
        }
    }

    /// The probability that a horse crosses in the next round.
    #[inline(always)]
    fn soon(&self, horse: usize) -> f32 {
        let (cards, to_go, own) = (self.cards[horse], self.to_go[horse], 1_u8 << horse);
        let across = &self.chances.across[usize::from(cards >> horse & 1)];
        let rolled = f32::from(self.chances.sides[usize::from(own)]);
        let others = if to_go == 1 { self.chances.sides[usize::from(cards & !own)] } else { 0 };
        rolled * across[to_go.min(across.len() - 1)] + f32::from(others) * (1.0 / HORSES as f32)
    }

    /// Adds the exact probabilities of horses that may cross in the next round (LS-12 to LS-17).
    #[inline(always)]
    fn first_round(&self, places: &mut Places) {
        let near = |horse: usize, steps: usize| self.races(horse) && self.to_go[horse] <= steps;
        if !(0..HORSES).any(|horse| near(horse, self.chances.reach)) {
            return;
        }
        let one_to_go = (0..HORSES).filter(|horse| near(*horse, 1));
        let one_to_go = one_to_go.fold(0, |horses: u8, horse| horses | 1 << horse);
        for card in 0..HORSES {
            let rolled = self.chances.sides[1 << card];
            let bar = self.race.bar(card as u8) & one_to_go;
            let to_go = self.to_go[card];
            let runs = self.races(card);
            if rolled == 0 || bar == 0 && !near(card, self.chances.reach) {
                continue;
            }
            for (movement, sides) in (1..).zip(self.chances.movements) {
                let weight = f32::from(rolled) * sides;
                if weight == 0.0 {
                    continue;
                }
                let mut bar = bar;
                let mut place = self.taken;
                if runs {
                    bar &= !(1 << card);
                    if movement >= to_go {
                        places[place][card] += weight;
                        place += 1;
                    } else if movement + 1 == to_go {
                        bar |= self.race.bar(card as u8) & 1 << card;
                    }
                }
                while bar != 0 && place < PLACES {
                    places[place][bar.trailing_zeros() as usize] += weight;
                    place += 1;
                    bar &= bar - 1;
                }
            }
        }
    }

    /// Normalizes probabilities that were computed for each horse separately: those of an open place add
    /// up to 1, those of a horse to at most 1.
    #[inline(always)]
    fn make_consistent(&self, places: &mut Places) {
        let moves = |horse: &usize| {
            self.races(*horse)
                && self.chances.sides[usize::from(self.cards[*horse] | 1 << *horse)] > 0
        };
        let moving = (0..HORSES).filter(moves).count();
        for place in &mut places[self.taken..PLACES.min(self.taken + moving)] {
            let total = place.sum();
            if total > NOTHING {
                *place = *place * (1.0 / total);
            }
        }
        let total = places[0] + places[1] + places[2];
        let scale = Eight::ONE / total.most(1.0);
        places[..PLACES].iter_mut().for_each(|place| *place = *place * scale);
    }
}
