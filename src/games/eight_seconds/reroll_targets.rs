//! Rerolls with an aim: which dice follow from it, and what chance it has.
//!
//! Every die that shows a move the aim needs is kept. Where more dice show a move than it needs, any
//! of them may be rolled, and those sets differ by the colours rolled and kept: all of them are
//! compared by their exact chances ([`super::chances`]). Of equal chances the fewest dice are
//! rolled, of equal numbers the better colours: those with the fewest Clowns among their faces, then
//! those with the most moves, then those that stand last among the dice ([`Game::dice`]).

use std::cell::Cell;

use super::cards::{Bulls, each};
use super::compiled::Game;
use super::decision::Action;
use super::dice::{Counts, Dice, DiceMask, Face, lowest};
use super::state::{State, Turn};
use super::vocabulary::kind;

/// A reroll with an aim: what is rolled and what may come of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Aimed {
    /// The dice that are rolled.
    pub reroll: DiceMask,
    /// The chance that the aim is complete then, in parts per million.
    pub chance: u32,
    /// What the aim scores.
    pub points: u8,
    /// What is missing of it before the roll.
    pub missing: Counts,
    /// Clowns that stay.
    pub clowns: u8,
}

impl Aimed {
    /// Points times chance, in thousandths of a point.
    pub fn value(&self) -> u32 {
        u32::from(self.points) * self.chance / 1000
    }
}

/// Which of some dice that show the same move may be rolled, as sets: of dice with equal faces only
/// so many matters, so the highest of them stand for all.
#[derive(Clone, Debug)]
pub struct Spares {
    /// For each set of dice its subsets, the smallest first.
    sets: Vec<DiceMask>,
    /// Where the subsets of each set of dice begin, and where those of 0, 1, … 8 dice end.
    ends: Box<[[u16; 10]; 256]>,
    /// How well each set of dice is rolled: the higher, the fewer Clowns and then the more moves are
    /// among the faces.
    ranks: Box<[i16; 256]>,
}

impl Spares {
    /// For dice of which those with equal faces have equal numbers, with these Clowns and moves among
    /// the faces of each.
    pub fn new(kinds: &[u8; 8], clowns: [u8; 8], moves: [u8; 8]) -> Self {
        let stands_for_all = |dice: usize, set: usize| {
            let lower = (0..8).filter(|die| (dice & !set) >> die & 1 == 1);
            let mut pairs = lower.flat_map(|out| (0..out).map(move |within| (within, out)));
            // No die of the set lies below one of its kind that stays.
            !pairs.any(|(within, out)| set >> within & 1 == 1 && kinds[within] == kinds[out])
        };
        let mut sets = Vec::new();
        let mut ends = Box::new([[0; 10]; 256]);
        for (dice, ends) in ends.iter_mut().enumerate() {
            ends[0] = sets.len() as u16;
            for size in 0..=8 {
                let all = 0..256_usize;
                let of_size = all.filter(|set| set & !dice == 0 && set.count_ones() == size);
                sets.extend(of_size.filter(|set| stands_for_all(dice, *set)).map(|set| set as u8));
                ends[size as usize + 1] = sets.len() as u16;
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
    /// The dice that a reroll may keep or roll as its player likes.
    #[inline]
    pub fn movable(&self, state: &State) -> DiceMask {
        let turn = &state.turn;
        if turn.before_rules { u8::MAX } else { turn.dice.moves() & !(turn.locked | turn.used) }
    }

    /// The dice that every reroll rolls (ES-24).
    #[inline]
    pub fn forced(&self, state: &State) -> DiceMask {
        let turn = &state.turn;
        if turn.before_rules { 0 } else { turn.dice.showing(Face::Blank) & !turn.locked }
    }

    /// The reroll that aims at a Bull; it rolls nothing where nothing can be rolled for it.
    ///
    /// Before the rules (ES-57) Clowns and Blanks are rolled.
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
        // The most ways, then the fewest dice, then the better colours.
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
                        // Rolling nothing has no ways but for a Bull that is complete.
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

    /// The reroll that aims at a Golden Buckle: all dice are needed, so none is to spare.
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

    /// The reroll of an action of the decision point `aim`.
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

/// How the dice lie as far as aims go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lie {
    /// The number of the game.
    game: u64,
    dice: Dice,
    locked: DiceMask,
    used: DiceMask,
    before_rules: bool,
}

/// The aims at Bulls from one lie of the dice: each is worked out when it is first asked for, and kept
/// until the dice lie otherwise.
#[derive(Debug)]
struct Sight {
    lie: Cell<Option<Lie>>,
    /// The Bulls whose aims are known.
    known: Cell<Bulls>,
    aims: [Cell<Aimed>; 32],
    /// The best of a line-up.
    best: Cell<Option<(Bulls, Aimed)>>,
}

thread_local! {
    /// What the thread saw last: the decisions of a throw ask for the same aims again and again.
    static SIGHT: Sight = const {
        const NOTHING: Aimed = Aimed {
            reroll: 0, chance: 0, points: 0, missing: Counts::new([0; 5]), clowns: 0
        };
        Sight {
            lie: Cell::new(None),
            known: Cell::new(0),
            aims: [const { Cell::new(NOTHING) }; 32],
            best: Cell::new(None),
        }
    };
}

impl Game {
    /// The same as [`Game::aim_bull`].
    #[inline]
    pub fn known_aim(&self, state: &State, bull: u8) -> Aimed {
        SIGHT.with(|sight| sight.aim_bull(self, state, bull))
    }

    /// The best of the aims at Bulls of the line-up.
    #[inline]
    pub fn best_aim(&self, state: &State) -> Aimed {
        SIGHT.with(|sight| sight.best_aim(self, state))
    }
}

impl Sight {
    /// Forgets what was known of another lie of the dice.
    #[inline]
    fn look(&self, game: &Game, state: &State) {
        let Turn { dice, locked, used, before_rules, .. } = state.turn;
        let lie = Some(Lie { game: game.number, dice, locked, used, before_rules });
        if self.lie.get() != lie {
            self.lie.set(lie);
            self.known.set(0);
            self.best.set(None);
        }
    }

    #[inline]
    fn aim_bull(&self, game: &Game, state: &State, bull: u8) -> Aimed {
        self.look(game, state);
        let aim = &self.aims[usize::from(bull) % 32];
        if self.known.get() >> bull & 1 == 0 {
            aim.set(game.aim_bull(state, bull));
            self.known.set(self.known.get() | 1 << bull);
        }
        aim.get()
    }

    fn best_aim(&self, game: &Game, state: &State) -> Aimed {
        self.look(game, state);
        if let Some((line_up, best)) = self.best.get()
            && line_up == state.line_up
        {
            return best;
        }
        let mut best = Aimed::default();
        for bull in each(state.line_up) {
            let aimed = self.aim_bull(game, state, bull);
            if aimed.reroll != 0 && (aimed.value() > best.value() || best.points == 0) {
                best = aimed;
            }
        }
        self.best.set(Some((state.line_up, best)));
        best
    }
}
