//! A policy's turns folded into a finite-state machine.
//!
//! From each state in which a policy rolls ([`fold`](super::super::fold)), each roll class leads to
//! one *arrival*: rolls again, Joker, banks, busts or wins. [`Machine`] stores such chains in
//! tables: a node per arrival; the alias columns of a roll, with an *outcome* (a number shared by
//! all classes with the same keep) in place of the class; and, for each state, the node of each
//! outcome. A roll then takes two look-ups whatever the policy, and all tallies follow from the
//! number of arrivals at each node. Draws are spread evenly over the columns, but few outcomes are
//! frequent. States therefore share columns, and arrivals have an array of their own, so that the
//! data in use stays in the cache.
//!
//! Contexts (totals, turns taken) with the same decisions share one chain. A single chain is small,
//! and [`Flat`] stores its nodes in the columns.
//!
//! Layout of a packed column, known only to this module and the lanes:
//!
//! | bits  | meaning                                                      |
//! |-------|--------------------------------------------------------------|
//! | 48–63 | threshold: *below* if the next 16 bits of the draw are less   |
//! | 24–47 | *below*: an outcome, or a node in [`Flat`]                   |
//! | 0–23  | *above*, likewise                                            |
//!
//! Layout of the word of a node, for its next roll: bits 32–63 the first arrival (not in [`Flat`]),
//! bits 5–31 the first column, bits 0–4 the number of bits of the draw that select the column. The
//! top one of the 24 bits of a node is set if the turn ends there.

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

/// The flag of a node at which the turn ends or leaves the machine.
pub(super) const ENDS: u32 = 1 << 23;

/// The maximum number of states of a chain; the game loop continues turns beyond them.
const MAX_STATES: usize = 3000;

/// The minimum probability of the states in chains of several standings; the game loop continues
/// turns from other states. Rarer states are the largest part of a chain and cause almost all
/// differences between chains. With a hundredth of this value, the chains of `weigh-the-risk`
/// exceed the cache; with ten times the value, the game loop plays too many turns.
const LEAST: f64 = 1e-3;

/// The maximum number of columns of a machine (64 MiB), and of arrivals (32 MiB). The game loop
/// plays contexts that do not fit.
const MAX_COLUMNS: usize = 1 << 23;

/// The meaning of reaching a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    pub(super) arrival: Arrival,
    pub(super) points: u32,
    /// The number of dice to roll next, also if the player stopped; after a bust or a win, the
    /// number of dice rolled last.
    pub(super) dice: u8,
    /// The number of rolls, if the policy reads it.
    pub(super) rolls: u8,
    /// The rule that decided the keep.
    pub(super) keep_rule: u8,
    /// The kind of the keep, if there was a choice.
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
    /// The player kept dice and rolls again.
    Rolls,
    /// A Joker: the same dice are rolled again.
    Joker,
    /// The player kept dice, and the game loop continues the turn.
    Leaves,
    Ends(Ending),
}

/// Chains of one or several policies in one set of tables.
#[derive(Debug)]
pub(super) struct Machine {
    columns: Vec<u64>,
    /// The next node, by state and outcome of its roll.
    arrivals: Vec<u32>,
    /// The word of each node; 0 if a turn ends there.
    words: Vec<u64>,
    pub(super) nodes: Vec<Node>,
}

/// A machine in which each state has its own columns, with nodes in place of outcomes.
#[derive(Debug)]
pub(super) struct Flat {
    pub(super) columns: Vec<u64>,
    /// The word of each node; 0 if a turn ends there.
    pub(super) words: Vec<u32>,
}

/// The node of lanes without a turn. All rolls lead back to it.
pub(super) const IDLE: u32 = 0;

impl Machine {
    pub(super) fn new() -> Self {
        let idle = Node::undecided(Arrival::Start, TurnState { points: 0, dice: 0, rolls: 0 });
        Self { columns: vec![0; 2], arrivals: vec![IDLE], words: vec![1], nodes: vec![idle] }
    }

    /// Moves each node by its draw; results have the [`ENDS`] flag. Each kind of look-up runs for
    /// all lanes before the next kind, so that many look-ups overlap.
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

    /// The machine with nodes in its columns; `None` if there are too many columns.
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

    /// Adds `by` arrivals at `node` to `tally`, except turn endings. The game loop counts turns
    /// that leave the machine. Returns the ending if a turn ends at the node.
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
            // A turn that ends has begun with a decision to roll all dice.
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

    /// The nodes at which turns leave the machine.
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
    /// The node after a draw at `node`, with the [`ENDS`] flag.
    #[inline(always)]
    pub(super) fn roll(&self, node: u32, draw: u32) -> u32 {
        taken(&self.columns, self.words[node as usize], draw)
    }
}

/// The entry that a draw selects in the columns of `word`.
#[inline(always)]
fn taken(columns: &[u64], word: u32, draw: u32) -> u32 {
    let index_bits = word & 31;
    let column = columns[((word >> 5) + (draw >> (32 - index_bits))) as usize];
    let next = draw << index_bits >> 16;
    let taken = select_unpredictable(next < (column >> 48) as u32, column >> 24, column);
    (taken & 0xff_ffff) as u32
}

/// A choice in one number.
fn decided(Choice { action, rule }: Choice) -> u16 {
    (action as u16) << 8 | u16::from(rule)
}

/// The starts of turns in a decision tree: the decisions in the reachable states, in the order of
/// exploration. Earlier decisions determine the next state, so contexts that agree on all decisions
/// of a path have the same chain.
#[derive(Debug, Default)]
struct Paths {
    /// The first step, or the index of a start with flag [`Self::ENDS`].
    root: Option<u32>,
    steps: Vec<Step>,
    /// Further steps, by the previous step and a decision other than its first one.
    others: FxHashMap<(u32, u16), u32>,
    starts: Vec<Option<Start>>,
}

/// A state with a decision, and the next step after the first decision found there.
#[derive(Debug)]
struct Step {
    state: TurnState,
    decided: u16,
    next: u32,
}

impl Paths {
    /// The flag of indices in `starts`.
    const ENDS: u32 = 1 << 31;

    fn next(&self, at: u32, decided: u16) -> Option<u32> {
        let step = &self.steps[at as usize];
        if step.decided == decided {
            return Some(step.next);
        }
        self.others.get(&(at, decided)).copied()
    }

    /// The start of a turn with these decisions, if known.
    fn find(&self, mut decide: impl FnMut(TurnState) -> u16) -> Option<Folded> {
        let mut at = self.root?;
        while at < Self::ENDS {
            at = self.next(at, decide(self.steps[at as usize].state))?;
        }
        let path = (at - Self::ENDS) as usize;
        Some(Folded { start: self.starts[path], path: Some(path) })
    }

    /// Adds a path that `find` does not know to its end; returns its number.
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
    /// Outcomes of rolls by keeps and number of dice.
    outcomes: FxHashMap<(usize, u8), Outcomes>,
    /// The first node of each chain, by its decisions.
    behaviours: FxHashMap<Vec<usize>, u32>,
    /// Starts of turns by their decisions to stop or roll, used if keeps do not depend on the
    /// standing: evaluating these decisions again is much cheaper than exploring the turn again.
    paths: Paths,
    /// Whether the rule that stops a turn is looked up at its end, see [`StopRules`].
    late_rules: bool,
    /// The minimum probability of the states of a chain.
    least: f64,
    /// The rule table of each chain, by the chain's first node.
    rules: FxHashMap<u32, u32>,
}

/// A turn of a player in one context.
#[derive(Clone, Copy, Debug)]
pub(super) struct Folded {
    /// Its start; `None` if the machine is full or the run was stopped.
    pub(super) start: Option<Start>,
    /// Identifies the decisions of the turn; `None` if keeps may differ as well.
    pub(super) path: Option<usize>,
}

/// The first node of a turn, and the rule table for its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Start {
    pub(super) node: u32,
    /// Index in [`StopRules`] of the rule table of its chain.
    pub(super) rules: u32,
    /// The rule table is valid for turns with fewer units than this.
    pub(super) rules_below: u32,
}

impl Start {
    /// The start of a lane without a turn.
    pub(super) const IDLE: Self =
        Self { node: IDLE, rules: StopRules::NONE, rules_below: u32::MAX };
}

/// The rule of a policy that stops a turn, by chain, dice left and units of the turn.
///
/// A turn may stop at 700 because of a threshold or because it wins. This makes no difference to
/// play, but it does to rule counts. If chains contained the rule, almost every total would have
/// its own chain, and all chains together would exceed the cache. Chains therefore only contain
/// that a turn stops, and a look-up at the end of the turn finds the rule.
///
/// The contexts of a chain mostly agree on the rules too, up to totals that win. The table of the
/// first context of a chain serves other contexts up to the first number of units at which they
/// differ. For turns beyond it, the policy is evaluated again.
#[derive(Debug)]
pub(super) struct StopRules {
    cells: Vec<u8>,
    rows: u32,
}

impl StopRules {
    /// Tables hold turns with fewer units than this.
    pub(super) const UNITS: u32 = 512;
    /// The table of chains that contain their rules.
    pub(super) const NONE: u32 = 0;

    pub(super) fn new(dice: u8) -> Self {
        let rows = u32::from(dice) + 1;
        Self { cells: vec![NO_RULE; (rows * Self::UNITS) as usize], rows }
    }

    /// The rule that stopped a turn.
    #[inline]
    pub(super) fn rule(&self, rules: u32, end: TurnEnd, dice: u8) -> u8 {
        let units = end.gained().min(Self::UNITS - 1);
        // Only banked turns were stopped. Cell 0 means that no rule decided.
        let banked = usize::from(end.ending == Ending::Banked);
        self.cells[banked * self.cell(rules, units, dice)]
    }

    /// Adds a table of the rules that stop turns; returns its index.
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
    /// The key of the outcomes of the roll made here.
    ///
    /// The address identifies the moves: [`Keeping`] shares equal values and keeps them alive.
    fn rolled(&self) -> (usize, u8) {
        (Arc::as_ptr(&self.moves).addr(), self.at.dice)
    }
}

/// The outcomes of a roll, shared by all states with the same keeps.
#[derive(Debug)]
struct Outcomes {
    /// The part of the word of a state that selects the columns.
    word: u32,
    /// One class per outcome.
    classes: Vec<usize>,
}

impl Folder {
    /// A folder for a player with this sight. `None` if the player uses random numbers, if the dice
    /// have no alias tables, or if a keep scores too much. Chains that are shared contain neither
    /// the rules that stop turns nor rare states if these may depend on the standing.
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

    /// The turn of `player` with `standing`, in which all values that the player does not read
    /// should be 0.
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

    /// Follows the turn and builds its chain, unless an equal one exists. Returns the first node,
    /// and the decision in each state that is not left to the game loop. `path` receives these
    /// decisions in the order of exploration.
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
        // All decisions and keeps, which determine the chain.
        let mut signature = Vec::new();
        follow(game, self.counts_rolls(), |at, probability| {
            if stop.raised().is_some() {
                return None;
            }
            if at != game.start() {
                // A turn that is banked automatically has no decision.
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

    /// The outcomes of the roll made in a state. Adds their columns on first use; `None` if there
    /// is no room for them.
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

    /// The words of states whose arrivals are added next; `None` if there is no room for them.
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

    /// The node after keeping dice, and the state it rolls from, if any.
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

/// The node after a roll from `at` of which no dice are kept.
fn unkept(verdict: &Verdict, at: TurnState) -> Node {
    let (arrival, won) = match verdict {
        Verdict::Joker => (Arrival::Joker, 0),
        Verdict::Win { points } => (Arrival::Ends(Ending::Win), *points),
        Verdict::Bust | Verdict::Keep(_) => (Arrival::Ends(Ending::Bust), 0),
    };
    Node::undecided(arrival, TurnState { points: at.points + won, ..at })
}

/// A packed column, with the outcomes of its classes.
fn packed(column: &Column, outcomes: &[u64]) -> u64 {
    let [above, below] = [column.above, column.below].map(|class| outcomes[usize::from(class)]);
    // A full threshold does not fit in 16 bits; every draw then has the same outcome.
    let (threshold, above) = match column.threshold {
        0x1_0000 => (0, below),
        threshold => (u64::from(threshold), above),
    };
    threshold << 48 | below << 24 | above
}

/// The player's decision in a state, and the index of the state in the chain if the player rolls.
#[derive(Debug)]
struct Decided {
    choice: Choice,
    state: Option<usize>,
}
