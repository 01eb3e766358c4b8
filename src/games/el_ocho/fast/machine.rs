//! A policy folded into a finite machine.
//!
//! From each state of a turn that a policy rolls from ([`fold`](super::super::fold)), each class of
//! rolls leads to one *arrival* (rolls on from here, rolls again, banks so much, loses so much,
//! wins). [`Machine`] holds such chains as tables: a node for each arrival; for each way to keep dice the
//! alias columns of a roll, with a number for all classes of which the same is kept (an *outcome*) in
//! place of the class; and for each state the node that each outcome arrives at. Playing a roll is then
//! two look-ups, whatever the policy says, and all tallies follow from how often each node was reached.
//! Draws fall on all columns alike, but few outcomes are frequent: columns that states share and
//! arrivals in a row of their own keep what is looked at in the cache.
//!
//! Contexts (totals, turns taken) in which a policy behaves alike share one chain. A single chain is
//! small, and [`Flat`] has its nodes in the columns.
//!
//! Layout of a packed column, which only this module and the lanes know:
//!
//! | bits  | meaning                                                      |
//! |-------|--------------------------------------------------------------|
//! | 48–63 | threshold: next 16 bits of the draw below it take *below*     |
//! | 24–47 | *below*: an outcome, or in [`Flat`] a node                    |
//! | 0–23  | *above*, likewise                                            |
//!
//! and of the word a node has for its next roll: bits 32–63 the first arrival (not in [`Flat`]), bits
//! 5–31 the first column, bits 0–4 the number of bits of the draw that pick the column. The top bit of
//! the 24 of a node is set where the turn ends.

use std::collections::hash_map::Entry;
use std::hint::select_unpredictable;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::tally::{count_decisions, count_rule};
use crate::games::el_ocho::figures::of_dice;
use crate::games::el_ocho::fold::{Keeping, Kept, Moves, after, follow, is_small};
use crate::games::el_ocho::player::Player;
use crate::games::el_ocho::roll_table::Column;
use crate::games::el_ocho::scoring::Verdict;
use crate::games::el_ocho::turn::{
    Choice, Ending, Game, NO_RULE, ROLL, STOP, Sight, Standing, TurnEnd, TurnState,
};
use crate::games::el_ocho::vocabulary::point;
use crate::run::PolicySums;
use crate::sim::interrupt::StopFlag;

/// The flag of a node at which the turn ends (or leaves the machine).
pub(super) const ENDS: u32 = 1 << 23;

/// The most states one chain expands; a turn that gets beyond them is played on by the general
/// engine.
const MAX_STATES: usize = 3000;

/// Chains of several standings expand states that turns get to with this probability or a higher one, and
/// the general engine plays on from the others: those are most of a chain, and nearly all that chains of
/// different standings differ in. With a hundredth of it the chains of `weigh-the-risk` do not fit the
/// cache, with ten times as much the general engine plays too many turns.
const LEAST: f64 = 1e-3;

/// The most columns a machine holds (64 MiB), and the most arrivals (32 MiB); contexts beyond are played
/// by the general engine.
const MAX_COLUMNS: usize = 1 << 23;

/// What reaching a node means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    pub(super) arrival: Arrival,
    pub(super) points: u32,
    /// The dice to roll next, or that would be rolled next had the player not stopped; after a
    /// bust or a win, the dice that were rolled last.
    pub(super) dice: u8,
    /// Rolls made, where the policy looks at them.
    pub(super) rolls: u8,
    /// The rule that decided what to keep.
    pub(super) keep_rule: u8,
    /// The kind of that action, where there were others.
    pub(super) kept: Option<u8>,
    /// The rule that decided to stop or roll.
    pub(super) roll_rule: u8,
}

impl Node {
    fn undecided(arrival: Arrival, at: TurnState) -> Self {
        let TurnState { points, dice, rolls } = at;
        Self { arrival, points, dice, rolls, keep_rule: NO_RULE, kept: None, roll_rule: NO_RULE }
    }
}

/// How a node is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Arrival {
    Start,
    /// The player kept dice and rolls on.
    Rolls,
    /// A Joker: the same dice are rolled again.
    Joker,
    /// The player kept dice, and the machine ends here: the general engine takes over.
    Leaves,
    Ends(Ending),
}

/// Chains of one or several policies in one set of tables.
#[derive(Debug)]
pub(super) struct Machine {
    columns: Vec<u64>,
    /// By state and outcome of the roll made there, the node arrived at.
    arrivals: Vec<u32>,
    /// The word of each node; 0 where a turn ends.
    words: Vec<u64>,
    pub(super) nodes: Vec<Node>,
}

/// A machine in which each state has columns of its own, with nodes in place of outcomes.
#[derive(Debug)]
pub(super) struct Flat {
    pub(super) columns: Vec<u64>,
    /// The word of each node; 0 where a turn ends.
    pub(super) words: Vec<u32>,
}

/// The node where lanes without a turn idle: whatever they roll, they stay.
pub(super) const IDLE: u32 = 0;

impl Machine {
    pub(super) fn new() -> Self {
        let idle = Node::undecided(Arrival::Start, TurnState { points: 0, dice: 0, rolls: 0 });
        Self { columns: vec![0; 2], arrivals: vec![IDLE], words: vec![1], nodes: vec![idle] }
    }

    /// Where draws lead from nodes, with the [`ENDS`] flag. Look-ups of one kind are made for all lanes
    /// before those that wait for them: so many are under way at once.
    #[inline(always)]
    pub(super) fn roll<const LANES: usize>(&self, nodes: &mut [u32; LANES], draws: &[u32; LANES]) {
        let mut words = [0; LANES];
        for (word, node) in words.iter_mut().zip(&*nodes) {
            *word = self.words[*node as usize];
        }
        let mut arrivals = [0; LANES];
        for ((arrival, word), draw) in arrivals.iter_mut().zip(words).zip(draws) {
            let outcome = taken(&self.columns, word as u32, *draw);
            *arrival = (word >> 32) as u32 + outcome;
        }
        for (node, arrival) in nodes.iter_mut().zip(arrivals) {
            *node = self.arrivals[arrival as usize];
        }
    }

    /// The same machine with nodes in its columns; nothing where these are too many.
    pub(super) fn flat(&self) -> Option<Flat> {
        let mut columns = Vec::new();
        let mut known = FxHashMap::from_iter([(0, 0)]);
        let mut word = |word: u64| {
            if let Some(flat) = known.get(&word) {
                return Some(*flat);
            }
            let (first, index_bits) = (word as u32 >> 5, word as u32 & 31);
            let flat = (columns.len() as u32) << 5 | index_bits;
            let arrivals = &self.arrivals[(word >> 32) as usize..];
            let own = &self.columns[first as usize..][..1 << index_bits];
            columns.extend(own.iter().map(|column| {
                let [above, below] = [column, &(column >> 24)]
                    .map(|outcome| u64::from(arrivals[(outcome & 0xff_ffff) as usize]));
                column >> 48 << 48 | below << 24 | above
            }));
            known.insert(word, flat);
            (columns.len() <= MAX_COLUMNS).then_some(flat)
        };
        let words = self.words.iter().map(|of| word(*of)).collect::<Option<_>>()?;
        Some(Flat { columns, words })
    }

    /// Adds to `tally` turns played here, but for how they ended: that many arrivals at a node. Turns
    /// that left the machine are counted by the loop that played them on. Gives how the turn ended
    /// there.
    pub(super) fn count(
        &self,
        node: usize,
        by: u64,
        game: &Game,
        tally: &mut PolicySums,
    ) -> Option<TurnEnd> {
        let &Node { arrival, points, dice, keep_rule, kept, roll_rule, .. } = &self.nodes[node];
        count_rule(&mut tally.rules, point::KEEP, keep_rule, by);
        count_rule(&mut tally.rules, point::ROLL, roll_rule, by);
        if let Some(kind) = kept {
            tally.chose(point::KEEP, kind.into(), by);
        }
        let chosen = match arrival {
            Arrival::Rolls => Some(ROLL),
            Arrival::Ends(Ending::Banked) => Some(STOP),
            _ => None,
        };
        if let Some(action) = chosen.filter(|_| points < game.most) {
            tally.chose(point::ROLL, action, by);
        }
        let [lost, joker] = of_dice(dice);
        match arrival {
            Arrival::Start => {}
            Arrival::Rolls => count_decisions(tally, game, dice, by),
            Arrival::Joker => tally.trial(joker, (by, by)),
            // A turn that ends has begun, with a decision to roll all the dice.
            Arrival::Leaves => count_decisions(tally, game, game.dice(), by),
            Arrival::Ends(ending) => {
                count_decisions(tally, game, game.dice(), by);
                if ending == Ending::Bust {
                    tally.trial(lost, (by, 0));
                }
                return Some(TurnEnd { ending, points });
            }
        }
        None
    }

    /// The nodes at which turns leave the machine for the general engine.
    pub(super) fn exits(&self) -> Vec<usize> {
        let leaves = |node: &&Node| node.arrival == Arrival::Leaves;
        let nodes = self.nodes.iter().enumerate();
        nodes.filter(|(_, node)| leaves(node)).map(|(index, _)| index).collect()
    }

    fn add(&mut self, node: Node, word: u64) -> u32 {
        let index = u32::try_from(self.nodes.len()).expect("fewer nodes than columns");
        self.nodes.push(node);
        self.words.push(word);
        match node.arrival {
            Arrival::Start | Arrival::Rolls | Arrival::Joker => index,
            Arrival::Leaves | Arrival::Ends(_) => index | ENDS,
        }
    }
}

impl Flat {
    /// Where a draw leads from a node, with the [`ENDS`] flag.
    #[inline(always)]
    pub(super) fn roll(&self, node: u32, draw: u32) -> u32 {
        taken(&self.columns, self.words[node as usize], draw)
    }
}

/// What a draw takes of the columns that a word names.
#[inline(always)]
fn taken(columns: &[u64], word: u32, draw: u32) -> u32 {
    let index_bits = word & 31;
    let column = columns[((word >> 5) + (draw >> (32 - index_bits))) as usize];
    let next = draw << index_bits >> 16;
    let taken = select_unpredictable(next < (column >> 48) as u32, column >> 24, column);
    (taken & 0xff_ffff) as u32
}

/// A choice as one number.
fn decided(Choice { action, rule }: Choice) -> u16 {
    (action as u16) << 8 | u16::from(rule)
}

/// Where turns start by the decisions in the states that they can reach, in the order in which these
/// are explored. What is asked next follows from the answers so far, so contexts that agree on all
/// that the first of them can reach have the same chain.
#[derive(Debug, Default)]
struct Paths {
    /// The first step, or where turns start at once.
    root: Option<u32>,
    steps: Vec<Step>,
    /// Further steps, by the step before and what was decided there.
    others: FxHashMap<(u32, u16), u32>,
    starts: Vec<Option<Start>>,
}

/// A state in which something is decided, and the next step after the first answer met there.
#[derive(Debug)]
struct Step {
    state: TurnState,
    decided: u16,
    next: u32,
}

impl Paths {
    /// Steps from this number on are places in `starts`.
    const ENDS: u32 = 1 << 31;

    fn next(&self, at: u32, decided: u16) -> Option<u32> {
        let step = &self.steps[at as usize];
        if step.decided == decided {
            return Some(step.next);
        }
        self.others.get(&(at, decided)).copied()
    }

    /// Where a turn starts in which so is decided, if that is known.
    fn find(&self, mut decide: impl FnMut(TurnState) -> u16) -> Option<Folded> {
        let mut at = self.root?;
        while at < Self::ENDS {
            at = self.next(at, decide(self.steps[at as usize].state))?;
        }
        let path = (at - Self::ENDS) as usize;
        Some(Folded { start: self.starts[path], path: Some(path) })
    }

    /// Adds a path that is not known to its end; gives its number.
    fn add(&mut self, path: &[(TurnState, u16)], start: Option<Start>) -> usize {
        let (mut at, mut known, mut last) = (self.root, 0, None);
        while let (Some(step), Some((_, decided))) = (at, path.get(known)) {
            (last, known) = (Some((step, *decided)), known + 1);
            at = self.next(step, *decided);
        }
        let first = self.steps.len() as u32;
        let numbered = (first..).zip(&path[known..]);
        let steps = numbered.map(|(number, (state, decided))| Step {
            state: *state,
            decided: *decided,
            next: number + 1,
        });
        self.steps.extend(steps);
        let end = Self::ENDS | self.starts.len() as u32;
        self.starts.push(start);
        let leads = if known < path.len() { first } else { end };
        if let Some(step) = self.steps.get_mut(first as usize..).and_then(<[Step]>::last_mut) {
            step.next = end;
        }
        match last {
            None => self.root = Some(leads),
            Some(key) => _ = self.others.insert(key, leads),
        }
        self.starts.len() - 1
    }
}

/// Folds one player into a [`Machine`], context by context.
#[derive(Debug)]
pub(super) struct Folder {
    sight: Sight,
    keeping: Keeping,
    /// The outcomes of rolls by what is kept of them and the number of dice.
    outcomes: FxHashMap<(usize, u8), Outcomes>,
    /// The first node of each behaviour met so far.
    behaviours: FxHashMap<Vec<usize>, u32>,
    /// Where turns start by what is decided in them, where keeping does not depend on how the table
    /// stands: asking again is much cheaper than exploring again.
    paths: Paths,
    /// Whether the rule that stops a turn is looked up when the turn is over, see [`StopRules`].
    late_rules: bool,
    /// The least probability of states that are expanded.
    least: f64,
    /// The table of rules of each chain, by the chain's first node.
    rules: FxHashMap<u32, u32>,
}

/// A turn of a player in one context.
#[derive(Clone, Copy, Debug)]
pub(super) struct Folded {
    /// Where it starts; `None` when the machine is full and once the run is stopped.
    pub(super) start: Option<Start>,
    /// A number for all that is decided in it; `None` where what is kept may differ as well.
    pub(super) path: Option<usize>,
}

/// Where a turn begins in a machine, and how its end is booked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Start {
    pub(super) node: u32,
    /// The place in [`StopRules`] of the table of its chain…
    pub(super) rules: u32,
    /// …which holds for turns of fewer units than this.
    pub(super) rules_below: u32,
}

impl Start {
    /// Of a lane without a turn.
    pub(super) const IDLE: Self =
        Self { node: IDLE, rules: StopRules::NONE, rules_below: u32::MAX };
}

/// Which rule of a policy stops a turn, by chain, the dice left and the units held.
///
/// Whether a turn stops at 700 because that is enough or because it wins makes no difference to the
/// play, but it does to the count of the rules. Were it part of a chain, nearly every total would
/// have a chain of its own, and all of them together would not fit the cache. So chains know only
/// that a turn stops, and one look-up at its end gives the rule.
///
/// The contexts of a chain mostly agree on the rules as well, up to the totals that win. So the table
/// of the first context of a chain serves the others for as many units as they agree with it, and for
/// turns beyond the policy is asked again.
#[derive(Debug)]
pub(super) struct StopRules {
    cells: Vec<u8>,
    rows: u32,
}

impl StopRules {
    /// Units from which no table tells.
    pub(super) const UNITS: u32 = 512;
    /// The table of chains that know their rules.
    pub(super) const NONE: u32 = 0;

    pub(super) fn new(dice: u8) -> Self {
        let rows = u32::from(dice) + 1;
        Self { cells: vec![NO_RULE; (rows * Self::UNITS) as usize], rows }
    }

    /// The rule that stopped a turn.
    #[inline]
    pub(super) fn rule(&self, rules: u32, end: TurnEnd, dice: u8) -> u8 {
        let units = end.gained().min(Self::UNITS - 1);
        // Only banked turns were stopped; cell 0 says that no rule was asked.
        let banked = usize::from(end.ending == Ending::Banked);
        self.cells[banked * self.cell(rules, units, dice)]
    }

    /// Adds a table of the rules that stop turns; gives its place.
    fn add(&mut self, stops: impl Iterator<Item = (TurnState, u8)>) -> u32 {
        let place = self.cells.len();
        self.cells.resize(place + (self.rows * Self::UNITS) as usize, NO_RULE);
        for (state, rule) in stops.filter(|(state, _)| state.points < Self::UNITS) {
            let cell = self.cell(place as u32, state.points, state.dice);
            self.cells[cell] = rule;
        }
        place as u32
    }

    #[inline]
    fn cell(&self, rules: u32, units: u32, dice: u8) -> usize {
        (rules + units * self.rows + u32::from(dice)) as usize
    }
}

/// A reachable state of a chain under construction.
struct State {
    at: TurnState,
    moves: Arc<Moves>,
}

impl State {
    /// What the outcomes of the roll made here depend on.
    ///
    /// The address names the moves: [`Keeping`] gives equal ones as one, and holds it.
    fn rolled(&self) -> (usize, u8) {
        (Arc::as_ptr(&self.moves).addr(), self.at.dice)
    }
}

/// The outcomes of a roll of which the same is kept wherever it is made.
#[derive(Debug)]
struct Outcomes {
    /// The part of the words of states that names the columns.
    word: u32,
    /// A class of each outcome.
    classes: Vec<usize>,
}

impl Folder {
    /// A folder for a player of that sight; nothing where the player uses chance, or the game's dice
    /// have no alias tables or score very much. Chains that are to be shared know neither the rules
    /// that stop turns nor states that few turns get to, where those may depend on how the table
    /// stands.
    pub(super) fn new(game: &Game, sight: Sight, shared: bool) -> Option<Self> {
        let alias = (1..=game.dice()).all(|dice| game.table(dice).alias().is_some());
        let foldable = alias && is_small(game) && !sight.keep.chance && !sight.roll.chance;
        foldable.then(|| Self {
            late_rules: shared && sight.roll.standing() && !sight.roll.rolls,
            least: if shared && sight.keep.or(sight.roll).standing() { LEAST } else { 0.0 },
            rules: FxHashMap::default(),
            sight,
            keeping: Keeping::new(sight.keep, true),
            outcomes: FxHashMap::default(),
            behaviours: FxHashMap::default(),
            paths: Paths::default(),
        })
    }

    /// A turn of `player` when the table stands like `standing`, in which everything the player does
    /// not see should be blank.
    pub(super) fn start(
        &mut self,
        machine: &mut Machine,
        rules: &mut StopRules,
        game: &Game,
        player: &Player,
        standing: &Standing,
        stop: &StopFlag,
    ) -> Folded {
        let keeps_alike = !self.sight.keep.standing();
        if keeps_alike {
            let decide = |state: TurnState| decided(player.roll(standing, state));
            if let Some(folded) = self.paths.find(decide) {
                return folded;
            }
        }
        let mut path = Vec::new();
        let explored = self.explore(machine, game, player, standing, (stop, &mut path));
        let start = explored.map(|(node, known)| {
            if !self.late_rules {
                return Start { node, ..Start::IDLE };
            }
            let stops = || {
                let stops = known.iter().filter(|(_, decided)| decided.choice.action == STOP);
                stops.map(|(state, decided)| (*state, decided.choice.rule))
            };
            let table = *self.rules.entry(node).or_insert_with(|| rules.add(stops()));
            let differs = |(state, rule): &(TurnState, u8)| {
                state.points < StopRules::UNITS
                    && rules.cells[rules.cell(table, state.points, state.dice)] != *rule
            };
            let first = stops().filter(differs).map(|(state, _)| state.points).min();
            Start { node, rules: table, rules_below: first.unwrap_or(StopRules::UNITS) }
        });
        let whole = keeps_alike && stop.raised().is_none();
        Folded { start, path: whole.then(|| self.paths.add(&path, start)) }
    }

    /// Follows the turn, and builds the chain unless there is one like it. Gives the first node, and
    /// what is decided in each state that is not left to the general engine; `path` tells that in the order of asking.
    fn explore(
        &mut self,
        machine: &mut Machine,
        game: &Game,
        player: &Player,
        standing: &Standing,
        (stop, path): (&StopFlag, &mut Vec<(TurnState, u16)>),
    ) -> Option<(u32, FxHashMap<TurnState, Decided>)> {
        let mut states: Vec<State> = Vec::new();
        let mut known: FxHashMap<TurnState, Decided> = FxHashMap::default();
        // What is decided and kept, from which all else follows.
        let mut signature = Vec::new();
        follow(game, self.counts_rolls(), |at, probability| {
            if stop.raised().is_some() {
                return None;
            }
            if at != game.start() {
                // A turn that banks itself is not decided.
                let asks = at.points < game.most;
                if asks && (probability < self.least || states.len() == MAX_STATES) {
                    return None;
                }
                let choice = player.roll(standing, at);
                path.push((at, decided(choice)));
                let stops = choice.action == STOP;
                known.insert(at, Decided { choice, state: (!stops).then_some(states.len()) });
                let late = stops && self.late_rules;
                let rule = if late { NO_RULE } else { choice.rule };
                signature.push(usize::from(rule) << 1 | usize::from(stops));
                if stops {
                    return None;
                }
            }
            let moves = self.keeping.moves(game, player, standing, at);
            signature.push(Arc::as_ptr(&moves).addr());
            states.push(State { at, moves: Arc::clone(&moves) });
            Some(moves)
        });
        if stop.raised().is_some() {
            return None;
        }
        if let Some(&start) = self.behaviours.get(&signature) {
            return Some((start, known));
        }
        let start = self.build(machine, game, &states, &known)?;
        self.behaviours.insert(signature, start);
        Some((start, known))
    }

    fn counts_rolls(&self) -> bool {
        self.sight.keep.rolls || self.sight.roll.rolls
    }

    /// The outcomes of the roll made in a state, whose columns are added when they are first asked for;
    /// nothing where there is no room for them.
    fn outcomes(&mut self, machine: &mut Machine, game: &Game, of: &State) -> Option<&Outcomes> {
        let State { at, moves } = of;
        let new = match self.outcomes.entry(of.rolled()) {
            Entry::Occupied(known) => return Some(known.into_mut()),
            Entry::Vacant(new) => new,
        };
        let table = game.table(at.dice);
        let (columns, index_bits) = table.alias()?;
        let first = machine.columns.len();
        if first + columns.len() > MAX_COLUMNS {
            return None;
        }
        let (mut numbers, mut classes) = (FxHashMap::default(), Vec::new());
        let each = table.classes().iter().zip(&moves.kept).enumerate();
        let outcomes = each.map(|(class, (of, kept))| {
            *numbers.entry(kept.ok_or_else(|| unkept(&of.verdict, *at))).or_insert_with(|| {
                classes.push(class);
                classes.len() as u64 - 1
            })
        });
        let outcomes: Vec<u64> = outcomes.collect();
        machine.columns.extend(columns.iter().map(|column| packed(column, &outcomes)));
        Some(new.insert(Outcomes { word: (first as u32) << 5 | index_bits, classes }))
    }

    /// The words of states whose arrivals come next; nothing where there is no room for them.
    fn words(&mut self, machine: &mut Machine, game: &Game, states: &[State]) -> Option<Vec<u64>> {
        let before = machine.arrivals.len();
        let mut first = before;
        let words = states.iter().map(|state| {
            let Outcomes { word, classes } = self.outcomes(machine, game, state)?;
            let word = (first as u64) << 32 | u64::from(*word);
            first += classes.len();
            Some(word)
        });
        let words = words.collect::<Option<_>>()?;
        let nodes = machine.nodes.len() + (first - before) + 1;
        (first <= MAX_COLUMNS && nodes <= ENDS as usize).then_some(words)
    }

    /// Writes the nodes and arrivals of a chain.
    fn build(
        &mut self,
        machine: &mut Machine,
        game: &Game,
        states: &[State],
        known: &FxHashMap<TurnState, Decided>,
    ) -> Option<u32> {
        let words = self.words(machine, game, states)?;
        let start = machine.add(Node::undecided(Arrival::Start, game.start()), words[0]);
        let mut numbered: FxHashMap<Node, u32> = FxHashMap::default();
        for (state, &word) in states.iter().zip(&words) {
            let State { at, moves } = state;
            let classes = game.table(at.dice).classes();
            for class in &self.outcomes[&state.rolled()].classes {
                let (node, to) = match moves.kept[*class] {
                    Some(kept) => {
                        let to = after(game, *at, kept.keep, self.counts_rolls());
                        let (node, state) = self.kept(to, &kept, known.get(&to));
                        (node, state.map_or(0, |state| words[state]))
                    }
                    None => {
                        let node = unkept(&classes[*class].verdict, *at);
                        (node, if node.arrival == Arrival::Joker { word } else { 0 })
                    }
                };
                let arrival = *numbered.entry(node).or_insert_with(|| machine.add(node, to));
                machine.arrivals.push(arrival);
            }
        }
        Some(start)
    }

    /// What is arrived at by keeping dice, and the state it rolls on from, if it does.
    fn kept(&self, to: TurnState, by: &Kept, decided: Option<&Decided>) -> (Node, Option<usize>) {
        let (arrival, roll_rule, state) = match decided {
            None => (Arrival::Leaves, NO_RULE, None),
            Some(Decided { choice, state: None }) => {
                let rule = if self.late_rules { NO_RULE } else { choice.rule };
                (Arrival::Ends(Ending::Banked), rule, None)
            }
            Some(Decided { choice, state }) => (Arrival::Rolls, choice.rule, *state),
        };
        let (keep_rule, kept) = (by.rule, Some(by.kind));
        (Node { keep_rule, kept, roll_rule, ..Node::undecided(arrival, to) }, state)
    }
}

/// What is arrived at by a roll made from `at` of which nothing is kept.
fn unkept(verdict: &Verdict, at: TurnState) -> Node {
    let (arrival, won) = match verdict {
        Verdict::Joker => (Arrival::Joker, 0),
        Verdict::Win { points } => (Arrival::Ends(Ending::Win), *points),
        Verdict::Bust | Verdict::Keep(_) => (Arrival::Ends(Ending::Bust), 0),
    };
    Node::undecided(arrival, TurnState { points: at.points + won, ..at })
}

/// A column of a roll with the outcomes of its classes.
fn packed(column: &Column, outcomes: &[u64]) -> u64 {
    let [above, below] = [column.above, column.below].map(|class| outcomes[usize::from(class)]);
    // A full threshold does not fit; then every draw takes the same outcome anyway.
    let (threshold, above) = match column.threshold {
        0x1_0000 => (0, below),
        threshold => (u64::from(threshold), above),
    };
    threshold << 48 | below << 24 | above
}

/// What the player decided at a state, and which state of the chain it is, where it rolls on.
#[derive(Debug)]
struct Decided {
    choice: Choice,
    state: Option<usize>,
}
