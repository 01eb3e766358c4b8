//! Rerolls with an aim: the dice to roll, and the probability of success.
//!
//! Every die that shows a move the aim needs is kept. If more dice show a move than the aim needs,
//! any of them may be rolled, and the sets differ by the colours rolled and kept. All of these sets
//! are compared by their exact probabilities ([`super::chances`]). Ties are broken by the fewest
//! dice, then by the colours rolled: fewest Clowns among their faces, then most moves, then the
//! last in the order of dice ([`Game::dice`]).

use std::sync::atomic::{AtomicU32, Ordering};

use super::cards::each;
use super::compiled::Game;
use super::decision::Action;
use super::dice::{Counts, DICE, Dice, DiceMask, Face, lowest};
use super::state::State;
use super::vocabulary::kind;

/// A reroll with an aim: the dice to roll and the possible result.
#[derive(Clone, Copy, Debug, Default)]
pub struct Aimed {
    /// The dice that are rolled.
    pub reroll: DiceMask,
    /// The probability that the aim is complete after the roll, in parts per million.
    pub chance: u32,
    /// Points of the aim.
    pub points: u8,
    /// The faces that the aim lacks before the roll.
    pub missing: Counts,
    /// Number of Clowns that are not rolled.
    pub clowns: u8,
}

impl Aimed {
    /// Points times chance, in thousandths of a point.
    pub fn value(&self) -> u32 {
        value(self.points, self.chance)
    }
}

/// The sets of dice showing the same move that may be rolled. Of dice with equal faces only the
/// number matters, so the highest dice represent all.
#[derive(Clone, Debug)]
pub struct Spares {
    /// For each set of dice its subsets, by size.
    sets: Vec<DiceMask>,
    /// For each set of dice, the start of its subsets in `sets`, and the ends of those with 0, 1, …
    /// 8 dice.
    ends: Box<[[u16; 10]; 256]>,
    /// Rank of each set of dice as dice to roll: fewer Clowns among the faces rank higher, then
    /// more moves.
    ranks: Box<[i16; 256]>,
}

impl Spares {
    /// Returns the sets for dice with these numbers of Clowns and moves among their faces; dice
    /// with equal faces have equal numbers in `kinds`.
    pub fn new(kinds: &[u8; 8], clowns: [u8; 8], moves: [u8; 8]) -> Self {
        let represents_all = |dice: usize, set: usize| {
            let lower = (0..8).filter(|die| (dice & !set) >> die & 1 == 1);
            let mut pairs = lower.flat_map(|out| (0..out).map(move |within| (within, out)));
            // No die of the set precedes a die of its kind that stays.
            !pairs.any(|(within, out)| set >> within & 1 == 1 && kinds[within] == kinds[out])
        };
        let by_size: [Vec<usize>; DICE + 1] = std::array::from_fn(|size| {
            (0..256_usize).filter(|set| set.count_ones() as usize == size).collect()
        });
        let mut sets = Vec::new();
        let mut ends = Box::new([[0; 10]; 256]);
        for (dice, ends) in ends.iter_mut().enumerate() {
            ends[0] = sets.len() as u16;
            for (of_size, end) in by_size.iter().zip(&mut ends[1..]) {
                let within = of_size.iter().copied().filter(|set| set & !dice == 0);
                sets.extend(within.filter(|set| represents_all(dice, *set)).map(|set| set as u8));
                *end = sets.len() as u16;
            }
        }
        let sum = |of: [u8; 8], set: usize| -> i16 {
            (0..8).filter(|die| set >> die & 1 == 1).map(|die| i16::from(of[die])).sum()
        };
        // Eight dice have at most 48 moves among their faces.
        let rank = |set: usize| sum(moves, set) - 64 * sum(clowns, set);
        Self { sets, ends, ranks: Box::new(std::array::from_fn(rank)) }
    }

    fn rank(&self, dice: DiceMask) -> i16 {
        self.ranks[usize::from(dice)]
    }

    /// The sets of at most `most` of `dice`.
    #[inline]
    fn of(&self, dice: DiceMask, most: u8) -> &[DiceMask] {
        let ends = &self.ends[usize::from(dice)];
        &self.sets[usize::from(ends[0])..usize::from(ends[usize::from(most.min(8)) + 1])]
    }
}

impl Game {
    /// Returns the dice that a reroll may keep or roll by choice.
    #[inline]
    pub fn movable(&self, state: &State) -> DiceMask {
        let turn = &state.turn;
        if turn.before_rules { u8::MAX } else { turn.dice.moves() & !(turn.locked | turn.used) }
    }

    /// Returns the dice that every reroll rolls (ES-24).
    #[inline]
    pub fn forced(&self, state: &State) -> DiceMask {
        let turn = &state.turn;
        if turn.before_rules { 0 } else { turn.dice.showing(Face::Blank) & !turn.locked }
    }

    /// Returns the reroll that aims at a Bull; it rolls no dice if no roll can complete the Bull.
    ///
    /// Before the rules apply (ES-57), Clowns and Blanks are rolled.
    pub fn aim_bull(&self, state: &State, bull: u8) -> Aimed {
        let needs = self.needs[usize::from(bull)];
        let points = self.points[usize::from(bull)];
        let turn = &state.turn;
        let dice = turn.dice;
        let missing = dice.counts().missing(needs);
        let shown = dice.showing(Face::Clown);
        let least = match turn.before_rules {
            true => dice.showing(Face::Blank) | shown,
            false => self.forced(state),
        };
        let clowns = (shown & !least).count_ones() as u8;
        let fixed = turn.locked | turn.used;
        let [turns, bucks, kicks] = Face::MOVES.map(|face| {
            let shown = dice.showing(face);
            let spare = (shown.count_ones() as u8).saturating_sub(needs.of(face));
            self.spares.of(shown & !fixed, spare)
        });
        let ways = self.chances.row(missing, 2_u8.saturating_sub(clowns));
        // Prefers the most ways, then the fewest dice, then the better colours.
        let (mut most_ways, mut reroll) = (0, 0);
        for &turns in turns {
            for &bucks in bucks {
                for &kicks in kicks {
                    let rolled: DiceMask = least | turns | bucks | kicks;
                    let ways = ways.of(rolled);
                    let better = || {
                        let rank = |dice: DiceMask| {
                            (std::cmp::Reverse(dice.count_ones()), self.spares.rank(dice), dice)
                        };
                        reroll == 0 || rank(rolled) > rank(reroll)
                    };
                    if ways > most_ways || (ways == most_ways && better()) {
                        // Rolling no dice has no ways, except for a Bull that is complete.
                        if rolled != 0 {
                            (most_ways, reroll) = (ways, rolled);
                        }
                    }
                }
            }
        }
        let chance = self.chances.completes(reroll, missing, clowns);
        Aimed { reroll, chance, points, missing, clowns }
    }

    /// Returns the reroll that aims at a Golden Buckle: it needs all dice, so there is no choice
    /// among them.
    pub fn aim_buckle(&self, state: &State, buckle: u8) -> Aimed {
        let needs = self.buckle_needs[usize::from(buckle)];
        let points = self.rules.edition.buckles[usize::from(buckle)].points;
        let turn = &state.turn;
        let dice = turn.dice;
        let fixed = turn.locked | turn.used;
        let mut kept = fixed;
        for face in Face::MOVES {
            let shown = dice.showing(face);
            let wanted = needs.of(face).saturating_sub((shown & fixed).count_ones() as u8);
            kept |= lowest(shown & !fixed, wanted);
        }
        let shown = dice.showing(Face::Clown);
        kept |= if turn.before_rules { lowest(shown, needs.of(Face::Clown)) } else { shown };
        let reroll = !kept;
        let missing = dice.counts_of(kept).missing(needs);
        let clowns = (shown & kept).count_ones() as u8;
        let chance = self.chances.shows(reroll, missing);
        Aimed { reroll, chance, points, missing, clowns }
    }

    /// Returns the reroll of an action at the decision point `aim`.
    pub fn aim(&self, state: &State, action: Action) -> Aimed {
        let dice = state.turn.dice;
        let reroll = match action.kind() {
            kind::AIM_BULL => return self.aim_bull(state, action.argument()),
            kind::AIM_BUCKLE => return self.aim_buckle(state, action.argument()),
            kind::AIM_MOVES if state.turn.before_rules => !dice.moves(),
            kind::AIM_MOVES => self.forced(state),
            _ => self.forced(state) | self.movable(state),
        };
        let clowns = (dice.showing(Face::Clown) & !reroll).count_ones() as u8;
        Aimed { reroll, clowns, ..Aimed::default() }
    }
}

/// The value of an aim, without the identity of the dice.
#[derive(Clone, Copy, Debug, Default)]
pub struct Prospect {
    /// The probability that the aim is complete after the roll, in parts per million.
    pub chance: u32,
    /// Points of the aim.
    pub points: u8,
    /// The kinds of the dice that are rolled (see [`super::chances::Chances::kinds_of`]); 0 for no dice.
    pub rolled: u8,
    /// Number of Clowns that are not rolled.
    pub clowns: u8,
}

impl Prospect {
    /// Points times chance, in thousandths of a point.
    pub fn value(&self) -> u32 {
        value(self.points, self.chance)
    }
}

/// Points times chance, in thousandths of a point.
fn value(points: u8, chance: u32) -> u32 {
    u32::from(points) * chance / 1000
}

/// The faces that the code of multisets counts: all other dice show Blanks.
const COUNTED: [Face; 4] = [Face::Turn, Face::Buck, Face::Kick, Face::Clown];

/// The dice of one kind in the code of multisets (see [`Multisets::codes`]).
#[derive(Clone, Copy, Debug)]
struct Part {
    /// The offset of the part in the code, and the mask of its bits after the shift.
    shift: u32,
    mask: u32,
    /// The start of the part in `numbers`.
    start: u32,
}

/// A perfect hash of the multisets of faces that the dice of each kind can show, starting at 0.
/// (`optimal` uses another order and stores derived data per multiset, which takes too long to
/// compute at the start of a game.)
#[derive(Clone, Debug)]
struct Multisets {
    /// For each of [`COUNTED`] and set of dice that show it, the summand of the code: the numbers
    /// of dice of each kind as digits.
    codes: Box<[[u32; 256]; COUNTED.len()]>,
    parts: Vec<Part>,
    /// The summand of the number for each value of a part.
    numbers: Vec<u32>,
    count: usize,
}

impl Multisets {
    /// Returns the multisets of dice; dice with equal faces have equal numbers in `kinds`.
    fn new(kinds: &[u8; DICE]) -> Self {
        let codes = Box::new([[0; 256]; COUNTED.len()]);
        let mut multisets = Self { codes, parts: Vec::new(), numbers: Vec::new(), count: 1 };
        let mut shift = 0;
        for kind in 0..DICE as u8 {
            let dice = (0..DICE).filter(|die| kinds[*die] == kind);
            let dice = dice.fold(0, |dice, die| dice | 1_usize << die);
            if dice == 0 {
                continue;
            }
            let base = dice.count_ones() + 1;
            let values = base.pow(COUNTED.len() as u32);
            let mut digit = 1 << shift;
            for codes in &mut *multisets.codes {
                for (shown, code) in codes.iter_mut().enumerate() {
                    *code += (shown & dice).count_ones() * digit;
                }
                digit *= base;
            }
            let (start, mut found) = (multisets.numbers.len() as u32, 0);
            for value in 0..values {
                let digits = (0..COUNTED.len() as u32).map(|place| value / base.pow(place) % base);
                // Values with more dice than exist are never looked up.
                multisets.numbers.push(found * multisets.count as u32);
                found += u32::from(digits.sum::<u32>() < base);
            }
            multisets.count *= found as usize;
            let mask = values.next_power_of_two() - 1;
            multisets.numbers.resize((start + mask + 1) as usize, 0);
            multisets.parts.push(Part { shift, mask, start });
            shift += mask.count_ones();
        }
        multisets
    }

    /// The number of the multisets that these dice show.
    #[inline]
    fn of(&self, dice: Dice) -> usize {
        let [turns, bucks, kicks, clowns] = &*self.codes;
        let code = turns[usize::from(dice.showing(Face::Turn))]
            + bucks[usize::from(dice.showing(Face::Buck))]
            + kicks[usize::from(dice.showing(Face::Kick))]
            + clowns[usize::from(dice.showing(Face::Clown))];
        let mut number = 0;
        for part in &self.parts {
            number += self.numbers[(part.start + (code >> part.shift & part.mask)) as usize];
        }
        number as usize
    }
}

/// The prospects of all Bulls by the faces that the dice show if any die may be rolled, computed on
/// first use.
#[derive(Debug)]
pub(super) struct Prospects {
    multisets: Multisets,
    bulls: usize,
    /// By multisets and Bull; 0 if not yet computed.
    ///
    /// | bits  | meaning                   |
    /// |-------|---------------------------|
    /// | 0–19  | [`Prospect::chance`]      |
    /// | 20–27 | [`Prospect::rolled`]      |
    /// | 31    | 1                         |
    known: Box<[AtomicU32]>,
}

const ROLLED: u32 = 20;
const KNOWN: u32 = 1 << 31;

impl Prospects {
    /// Returns an empty table.
    fn new(game: &Game) -> Self {
        let (multisets, bulls) = (Multisets::new(&game.kinds), game.bulls.len());
        let known = (0..multisets.count * bulls).map(|_| AtomicU32::new(0)).collect();
        Self { multisets, bulls, known }
    }
}

/// The prospects from the faces that the dice show.
#[derive(Debug)]
pub struct Look<'a> {
    game: &'a Game,
    state: &'a State,
    multisets: Option<usize>,
}

impl Game {
    /// Returns the number of the multisets of faces that the dice show; `None` if some die may not
    /// be rolled.
    #[inline]
    pub fn multisets(&self, state: &State) -> Option<usize> {
        let turn = &state.turn;
        let free = turn.locked | turn.used == 0 && !turn.before_rules;
        free.then(|| self.prospects.get_or_init(|| Prospects::new(self)).multisets.of(turn.dice))
    }

    /// Returns the prospects of the dice of `state`.
    #[inline]
    pub fn look<'a>(&'a self, state: &'a State) -> Look<'a> {
        self.look_from(state, self.multisets(state))
    }

    /// As [`Game::look`], with the result of [`Game::multisets`].
    #[inline]
    pub fn look_from<'a>(&'a self, state: &'a State, multisets: Option<usize>) -> Look<'a> {
        Look { game: self, state, multisets }
    }

    /// Returns the prospect of an aim.
    pub fn prospect(&self, aimed: &Aimed) -> Prospect {
        let &Aimed { reroll, chance, points, clowns, .. } = aimed;
        Prospect { chance, points, rolled: self.chances.kinds_of(reroll), clowns }
    }
}

impl Look<'_> {
    /// Returns the prospect of [`Game::aim_bull`].
    #[inline]
    pub fn prospect(&self, bull: u8) -> Prospect {
        let known = self.multisets.and_then(|multisets| {
            let prospects = self.game.prospects.get()?;
            prospects.known.get(multisets * prospects.bulls + usize::from(bull))
        });
        let entry = known.map_or(0, |known| known.load(Ordering::Relaxed));
        if entry == 0 {
            return self.compute(bull, known);
        }
        Prospect {
            chance: entry & ((1 << ROLLED) - 1),
            points: self.game.points[usize::from(bull)],
            rolled: (entry >> ROLLED) as u8,
            clowns: self.state.turn.dice.showing(Face::Clown).count_ones() as u8,
        }
    }

    #[cold]
    fn compute(&self, bull: u8, known: Option<&AtomicU32>) -> Prospect {
        let prospect = self.game.prospect(&self.game.aim_bull(self.state, bull));
        if let Some(known) = known {
            let entry = prospect.chance | u32::from(prospect.rolled) << ROLLED | KNOWN;
            known.store(entry, Ordering::Relaxed);
        }
        prospect
    }

    /// Returns the best prospect of the Bulls of the line-up.
    pub fn best(&self) -> Prospect {
        let mut best = Prospect::default();
        for bull in each(self.state.line_up) {
            let prospect = self.prospect(bull);
            if prospect.rolled != 0 && (prospect.value() > best.value() || best.points == 0) {
                best = prospect;
            }
        }
        best
    }

    /// Returns the dice that [`Game::aim_bull`] rolls.
    pub fn reroll(&self, bull: u8) -> DiceMask {
        // Blanks are always rolled. A set with the same kinds that contains the Blanks is the set
        // of Blanks.
        let (forced, rolled) = (self.game.forced(self.state), self.prospect(bull).rolled);
        if self.multisets.is_some() && rolled == self.game.chances.kinds_of(forced) {
            return forced;
        }
        self.game.aim_bull(self.state, bull).reroll
    }
}
