//! The setting in which candidates are measured: rule sets, the field of opponents and the seats, prepared
//! from an [`Arena`].

use std::cell::RefCell;
use std::ops::{Range, RangeInclusive};
use std::rc::Rc;
use std::sync::Arc;

use super::blocks::{BlockSums, Blocks, FIGURES, Part, Players, SCORES, Table, WINS};
use crate::error::{Error, Result};
use crate::game::RuleSetting;
use crate::game::contract::Game;
use crate::game::position::Placed;
use crate::policy::evaluate::Exact;
use crate::policy::{PolicySpec, parse_spec};
use crate::report::{Key, Label, RunRecord, Unit};
use crate::run::journal::measured;
use crate::run::leaderboard::Column;
use crate::run::prepared::begun;
use crate::run::registered::MAX_GAMES;
use crate::run::report::{cut_off, given_up, proposed};
use crate::run::stop_rule::Stops;
use crate::run::{
    Arena, Block, BuiltIn, Conditions, Definition, NamedPolicy, Opponent, Registered, Warning, key,
    named_policies, policy_factory, record_position, record_texts,
};
use crate::sim::runner::{Beside, Simulation as _};
use crate::stats::Level;

/// The maximum number of tables in a block.
pub(super) const MAX_TABLES: usize = 10_000;

/// The number of matchups whose default number of games takes about ten seconds.
const TABLES: u64 = 24;

/// An edition with settings applied.
pub(super) struct RuleSet<S: Definition> {
    edition: S::Rules,
    pub(super) rules: S::Rules,
    /// The rules that differ from the edition's.
    pub(super) changed: Vec<String>,
}

/// The built-in policies of a game, prepared one after the other.
type Own<G> = RefCell<Box<dyn BuiltIn<G>>>;

/// A start position, if not the usual one: its record, or the position.
type Start<G> = (Vec<i64>, Option<Placed<<G as Game>::State>>);

/// Rule sets, seats, and the opponents in the seats that are not a candidate's.
pub(super) struct Contest<S: Definition> {
    pub(super) sets: Vec<RuleSet<S>>,
    /// The game by each rule set, and its built-in policies prepared for it.
    pub(super) games: Vec<Arc<S>>,
    /// The start position by each rule set.
    starts: Vec<Start<S>>,
    own: Vec<Own<S>>,
    /// One opponent for each seat but the first, or one for all of these seats; empty if candidates meet
    /// each other.
    pub(super) field: Vec<NamedPolicy>,
    pub(super) seats: usize,
    pub(super) fixed_seats: bool,
    /// The number of games of each candidate, if given.
    pub(super) count: Option<u64>,
    pub(super) seed: u64,
    pub(super) level: Level,
    /// The exact win rates of policies, as far as they were asked for.
    exact: RefCell<Vec<(NamedPolicy, Option<f64>)>>,
}

impl<S: Definition> Contest<S> {
    /// Prepares an arena: one rule set for each of `more`, which is added to the rules of the arena. With
    /// `head_to_head` it has two seats and no field.
    pub(super) fn new(
        entry: &Registered<S>,
        arena: &Arena,
        more: &[Vec<RuleSetting>],
        head_to_head: bool,
    ) -> Result<Self> {
        let mut sets = Vec::new();
        for more in more {
            let settings = [&arena.settings[..], more].concat();
            let (edition, rules) = Registered::<S>::settled(arena.edition.as_ref(), &settings)?;
            let changed = Registered::<S>::changed(&edition, &rules);
            sets.push(RuleSet { edition, rules, changed });
        }
        let opponent = Registered::<S>::opponent(&sets[0].rules);
        if sets
            .iter()
            .any(|set| Registered::<S>::opponent(&set.rules).is_some() != opponent.is_some())
        {
            return Err(Error::input_help(
                "one of the rule sets has one player, the other several",
                "compare rules for the same players",
            ));
        }
        let of_rules = (S::OPTIONS.seats)(&sets[0].rules);
        let seats = seats(arena, &of_rules, opponent, head_to_head)?;
        let opening = (&*arena.start, arena.position.as_ref());
        let game = |set: &RuleSet<S>| entry.game((&set.edition, &set.rules), Some(seats), opening);
        let opened = sets.iter().map(game).collect::<Result<Vec<_>>>()?;
        let (games, starts): (Vec<_>, Vec<_>) =
            opened.into_iter().map(|one| (one.game, (one.start, one.from))).unzip();
        let field = match opponent {
            Some(opponent) => vec![parse_spec(opponent.policy)?],
            None if head_to_head || seats == 1 => Vec::new(),
            None if arena.field.is_empty() => vec![parse_spec(S::OPTIONS.base)?],
            None => entry.policies(&arena.field, &sets[0].rules, None)?,
        };
        Ok(Self {
            own: games.iter().map(|_| RefCell::new((S::OPTIONS.built_in)())).collect(),
            games,
            starts,
            sets,
            field: named_policies(entry, &field)?,
            seats,
            fixed_seats: opponent.is_some(),
            count: arena.games,
            seed: arena.seed,
            level: arena.level,
            exact: RefCell::default(),
        })
    }

    /// The contest in which two candidates of this one meet each other, if two players are allowed.
    pub(super) fn duel(&self, entry: &Registered<S>, arena: &Arena) -> Result<Option<Rc<Self>>> {
        if self.fixed_seats || !(S::OPTIONS.seats)(&self.sets[0].rules).contains(&2) {
            return Ok(None);
        }
        let arena = Arena { field: Vec::new(), players: None, ..arena.clone() };
        Ok(Some(Rc::new(Self::new(entry, &arena, &[Vec::new()], true)?)))
    }

    /// The candidates of these SPECs, labelled, without a fixed opponent.
    pub(super) fn candidates(
        &self,
        entry: &Registered<S>,
        specs: &[PolicySpec],
    ) -> Result<Vec<NamedPolicy>> {
        let opponent = Registered::<S>::opponent(&self.sets[0].rules);
        let mut specs = entry.policies(specs, &self.sets[0].rules, opponent)?;
        if opponent.is_some() {
            specs.pop();
        }
        named_policies(entry, &specs)
    }

    /// The opponents of a candidate, seat by seat: indices into the field.
    pub(super) fn fellows(&self) -> impl Iterator<Item = usize> {
        let others = if self.field.is_empty() { 0 } else { self.seats - 1 };
        (0..others).map(|place| place.min(self.field.len() - 1))
    }

    /// The table of a candidate by a rule set; the field follows the `candidates` candidates in the list
    /// of players.
    pub(super) fn table(&self, game: usize, candidate: usize, candidates: usize) -> Table {
        let fellows = self.fellows().map(|fellow| candidates + fellow);
        Table { game, players: [candidate].into_iter().chain(fellows).collect() }
    }

    /// The candidates, then the field, ready to play, by rule set.
    pub(super) fn players(
        &self,
        candidates: &[NamedPolicy],
        conditions: Conditions<'_>,
    ) -> Result<Vec<Players<S>>> {
        let of = |(game, own): (&Arc<S>, &Own<S>)| {
            let mut own = own.borrow_mut();
            let all = candidates.iter().chain(&self.field);
            all.map(|policy| policy_factory::ready(policy, &mut **own, game, conditions)).collect()
        };
        self.games.iter().zip(&self.own).map(of).collect()
    }

    /// The start position by the first rule set, if not that of the game.
    pub(super) fn from(&self) -> Option<&Placed<S::State>> {
        self.starts[0].1.as_ref()
    }

    /// The exact values of decisions by the first rule set, if the game is solved.
    pub(super) fn exact(&self, conditions: Conditions<'_>) -> Result<Option<Arc<dyn Exact<S>>>> {
        self.own[0].borrow_mut().exact(&self.games[0], conditions)
    }

    /// The exact win rates of policies by the first rule set, if their games are solved. A resumed search
    /// knows some of them.
    pub(super) fn exact_wins(
        &self,
        policies: &[NamedPolicy],
        conditions: Conditions<'_>,
    ) -> Result<Option<Vec<f64>>> {
        let [opponent] = &self.field[..] else { return Ok(None) };
        if self.seats != 2 || self.fixed_seats || self.from().is_some() {
            return Ok(None);
        }
        let of = |policy: &NamedPolicy| {
            let known = self.exact.borrow().iter().find(|(of, _)| of.plays_as(policy)).cloned();
            if let Some((_, known)) = known {
                return Ok(known);
            }
            let both = [policy, opponent];
            let found = self.own[0].borrow_mut().exact_win(both, &self.games[0], conditions)?;
            self.exact.borrow_mut().push((policy.clone(), found));
            Ok(found)
        };
        // The journal has one measurement for all of them, whether or not some were known before.
        measured(conditions.journal, || Ok((policies.iter().map(of).collect::<Result<_>>()?, 0)))
    }

    /// A note on the exact win rates of a new policy and of its start, if their games are solved.
    pub(super) fn exact_note(
        &self,
        [new, start]: &[NamedPolicy; 2],
        conditions: Conditions<'_>,
    ) -> Result<Option<Block>> {
        let both = [new.clone(), start.clone()];
        let Some(exact) = self.exact_wins(&both, conditions)? else { return Ok(None) };
        let [of_new, of_start] = [exact[0], exact[1]].map(|win| 100.0 * win);
        Ok(Some(Block::Note(format!(
            "Exact win rates against {}: {of_new:.2} % for {}, {of_start:.2} % for {}.",
            self.opponents().text,
            new.label,
            start.label
        ))))
    }

    /// Blocks in which the first player of each table is measured.
    pub(super) fn each(&self, players: Vec<Players<S>>, tables: Vec<Table>) -> Blocks<'_, S> {
        Blocks {
            games: &self.games,
            from: self.starts.iter().map(|(_, from)| *from).collect(),
            players,
            watched: (0..tables.len()).map(|at| (at, 0)).collect(),
            measured: (0..tables.len()).map(|at| vec![at]).collect(),
            tables,
            pairs: Vec::new(),
            head_to_head: false,
            parts: None,
            fixed_seats: self.fixed_seats,
            seed: self.seed,
        }
    }

    /// Plays blocks of this seed with candidates in the same seat; the differences are to the first one.
    /// A resumed search knows some of them.
    pub(super) fn race(
        &self,
        policies: &[NamedPolicy],
        (seed, blocks): (u64, Range<u64>),
        part: Part<'_>,
        conditions: Conditions<'_>,
    ) -> Result<BlockSums> {
        measured(conditions.journal, || {
            let tables = (0..policies.len()).map(|at| self.table(0, at, policies.len()));
            let mut plan = self.each(self.players(policies, conditions)?, tables.collect());
            plan.pairs = (0..policies.len()).map(|at| (at, 0)).collect();
            plan.seed = seed;
            let games = (blocks.end - blocks.start) * plan.games_a_block();
            let sums =
                plan.play(plan.empty(), blocks, Beside::NOTHING, part, conditions)?.whole()?;
            Ok((sums, games))
        })
    }

    /// Whether a candidate meets only itself, so that its share of each block is one win.
    pub(super) fn is_mirror(&self, candidate: &NamedPolicy) -> bool {
        let same = |fellow: usize| candidate.plays_as(&self.field[fellow]);
        self.seats > 1 && !self.fixed_seats && self.fellows().all(same)
    }

    /// The labels of a candidate's opponents.
    pub(super) fn opponents(&self) -> Label {
        Label::of_list(self.fellows().map(|fellow| self.field[fellow].label.as_str()))
    }

    /// The end of a heading: `, against` the opponents, or nothing without a field.
    pub(super) fn against(&self) -> String {
        match self.opponents().text {
            none if none.is_empty() => none,
            field => format!(", against {field}"),
        }
    }

    /// The key columns of a row about a candidate over all its games, by a rule set.
    pub(super) fn key(&self, set: usize, candidate: &NamedPolicy) -> Key {
        let RuleSet { rules, changed, .. } = &self.sets[set];
        let opponents = self.opponents();
        Key { opponents, ..candidate.key(&key::<S>(rules, changed, self.seats)) }
    }

    /// The names and units of the figures on the screen.
    pub(super) fn figures() -> [Column; FIGURES] {
        let length = S::COUNTED.length.0;
        [
            Column::new("win rate", Unit::Percent),
            Column::new(S::COUNTED.score, Unit::Plain),
            Column::new(length, Unit::Plain),
        ]
    }

    /// The figure that decides who is better: wins, or scores if there are no opponents.
    pub(super) fn deciding(&self) -> usize {
        if self.seats > 1 { WINS } else { SCORES }
    }

    /// The number of games of a table in a block: one for each seat that a candidate takes.
    pub(super) fn rotations(&self) -> u64 {
        if self.fixed_seats { 1 } else { self.seats as u64 }
    }

    /// The number of games of each of `tables` tables that takes about ten seconds.
    pub(super) fn default_games(&self, policies: &[NamedPolicy], tables: usize) -> u64 {
        let default = policy_factory::games(&self.field, S::OPTIONS.default_games);
        policy_factory::games(policies, default.max(default * TABLES / tables as u64))
    }

    /// The number of blocks that give each of `tables` tables the requested games, or games for about ten
    /// seconds.
    pub(super) fn blocks(&self, policies: &[NamedPolicy], tables: usize) -> Result<u64> {
        let of = tables as u64;
        let default = self.default_games(policies, tables);
        let blocks = self.count.unwrap_or(default).div_ceil(self.rotations());
        match (blocks * self.rotations()).checked_mul(of).filter(|games| *games <= MAX_GAMES) {
            Some(_) => Ok(blocks),
            None => Err(Error::input("the total number of games is too large to count")),
        }
    }

    /// The game with a rule set, in one line.
    pub(super) fn what(&self, set: usize) -> String {
        Registered::<S>::title(&self.sets[set].rules, &self.sets[set].changed)
    }

    /// The edition, with the changed rules that all rule sets share.
    pub(super) fn edition(&self) -> String {
        let all = &self.sets[0].changed;
        let shared =
            all.iter().filter(|rule| self.sets.iter().all(|set| set.changed.contains(rule)));
        Registered::<S>::title(&self.sets[0].rules, &shared.cloned().collect::<Vec<_>>())
    }

    /// A note about invented values in the rules, if any.
    pub(super) fn proposed(&self) -> Option<Block> {
        proposed::<S>(&self.sets[0].rules)
    }

    /// The warnings of a run: games given up, hands cut off, and warnings of built-in policies.
    pub(super) fn warnings(
        &self,
        [unfinished, capped]: [u64; 2],
        conditions: Conditions<'_>,
    ) -> Vec<Warning> {
        let own = self.own.iter().flat_map(|own| own.borrow().finish(conditions));
        let count = "their scores and lengths count as they were at that limit";
        let given_up = given_up::<S>(unfinished, count).into_iter();
        given_up.chain(cut_off::<S>(capped, None)).chain(own).collect()
    }

    /// The first part of the record of an experiment with at most `games` games of each candidate.
    pub(super) fn record(&self, games: u64, stops: Option<Stops>) -> RunRecord {
        let mut record = begun::<S>(&self.sets[0].changed, self.seed);
        let exactly = Stops { until: None, most: games, bound: None };
        stops.unwrap_or(exactly).record(&mut record, (games, "games"));
        record.define("players", self.seats as i64);
        let (start, from) = &self.starts[0];
        if !start.is_empty() {
            record.define(
                "start",
                start.iter().map(|one| (*one).into()).collect::<Vec<toml::Value>>(),
            );
        }
        if let Some(position) = record_position(&*self.games[0], from.as_ref()) {
            record.define("position", position);
        }
        record.define("confidence", self.level.confidence());
        record
    }

    /// Records the texts of the edition and of all policies.
    pub(super) fn record_texts(&self, record: &mut RunRecord, policies: &[NamedPolicy]) {
        crate::run::record_edition::<S>(record, &self.sets[0].rules);
        record_texts(record, "policies", policies);
        record_texts(record, "field", &self.field);
    }
}

/// The number of seats of an arena.
///
/// # Errors
///
/// If field, players and `head_to_head` contradict one another.
fn seats(
    arena: &Arena,
    of_rules: &RangeInclusive<usize>,
    opponent: Option<Opponent>,
    head_to_head: bool,
) -> Result<usize> {
    let fields = arena.field.len();
    if let Some(Opponent { policy, rule }) = opponent {
        let one =
            if head_to_head { "candidates cannot meet" } else { "there are no other opponents" };
        if head_to_head || fields > 0 {
            return Err(Error::input_help(
                format!("under the rule `{rule}` one player plays against `{policy}`: {one}"),
                "leave `--head-to-head` and `--against` out",
            ));
        }
        return Ok(2);
    }
    if head_to_head {
        if fields > 0 || arena.players.is_some_and(|players| players != 2) {
            return Err(Error::input_help(
                "with `--head-to-head` the candidates meet each other, two at a time",
                "leave `--against` and `--players` out",
            ));
        }
        return Ok(2);
    }
    let default = if fields > 0 { fields + 1 } else { (*of_rules.start()).max(2) };
    let seats = arena.players.unwrap_or(default);
    if fields > 1 && fields + 1 != seats {
        return Err(Error::input_help(
            format!("{fields} opponents and a candidate are not {seats} players"),
            "name one policy for all opponents, or one for each of the other seats",
        ));
    }
    if fields > 0 && seats == 1 {
        return Err(Error::input_help(
            "a game of one player has no opponents",
            "leave `--against` out, or give more `--players`",
        ));
    }
    Ok(seats)
}
