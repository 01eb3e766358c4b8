//! Where candidates are measured: rule sets, a field and seats, made ready.

use std::cell::RefCell;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::blocks::{Blocks, FIGURES, Players, SCORES, Table, WINS};
use crate::error::{Error, Result};
use crate::game::RuleSetting;
use crate::policy::{PolicySpec, parse_spec};
use crate::report::{Key, Label, RunRecord, Unit};
use crate::run::leaderboard::Column;
use crate::run::prepared::begun;
use crate::run::registered::MAX_GAMES;
use crate::run::report::{cut_off, given_up, proposed};
use crate::run::stop_rule::Stops;
use crate::run::{
    Arena, Block, BuiltIn, Conditions, Definition, NamedPolicy, Opponent, Registered, Warning, key,
    named_policies, policy_factory, record_texts,
};
use crate::stats::Level;

/// The most tables that meet in a block.
pub(super) const MAX_TABLES: usize = 10_000;

/// The matchups whose default number of games takes some ten seconds.
const TABLES: u64 = 24;

/// An edition with some settings.
pub(super) struct RuleSet<S: Definition> {
    edition: S::Rules,
    pub(super) rules: S::Rules,
    /// The rules that differ from the edition's.
    pub(super) changed: Vec<String>,
}

/// The built-in policies of a game, made ready one after the other.
type Own<G> = RefCell<Box<dyn BuiltIn<G>>>;

/// Rule sets, seats, and who takes those that are not a candidate's.
pub(super) struct Contest<S: Definition> {
    pub(super) sets: Vec<RuleSet<S>>,
    /// The game by each of them, and those of its own policies that were made ready for it.
    pub(super) games: Vec<Arc<S>>,
    own: Vec<Own<S>>,
    /// One for each seat but the first, or for all of them; nobody where candidates meet.
    pub(super) field: Vec<NamedPolicy>,
    pub(super) seats: usize,
    pub(super) fixed_seats: bool,
    /// Games of each candidate, where a number was given.
    pub(super) count: Option<u64>,
    pub(super) seed: u64,
    pub(super) level: Level,
}

impl<S: Definition> Contest<S> {
    /// Makes an arena ready under its own rules with each of `more` beside them; with `head_to_head`
    /// it has two seats and no field.
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
        let game = |set: &RuleSet<S>| entry.game((&set.edition, &set.rules), Some(seats), &[]);
        let games = sets.iter().map(|set| Ok(game(set)?.0)).collect::<Result<Vec<_>>>()?;
        let field = match opponent {
            Some(opponent) => vec![parse_spec(opponent.policy)?],
            None if head_to_head || seats == 1 => Vec::new(),
            None if arena.field.is_empty() => vec![parse_spec(S::OPTIONS.base)?],
            None => entry.policies(&arena.field, &sets[0].rules, None)?,
        };
        Ok(Self {
            own: games.iter().map(|_| RefCell::new((S::OPTIONS.built_in)())).collect(),
            games,
            sets,
            field: named_policies(entry, &field)?,
            seats,
            fixed_seats: opponent.is_some(),
            count: arena.games,
            seed: arena.seed,
            level: arena.level,
        })
    }

    /// The candidates of these SPECs: those who take seats, labelled.
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

    /// Who sits at a table beside a candidate: indices into the field.
    fn fellows(&self) -> impl Iterator<Item = usize> {
        let others = if self.field.is_empty() { 0 } else { self.seats - 1 };
        (0..others).map(|place| place.min(self.field.len() - 1))
    }

    /// The table of a candidate by one of the rule sets, where the field follows `candidates` in the
    /// list of those who play.
    pub(super) fn table(&self, game: usize, candidate: usize, candidates: usize) -> Table {
        let fellows = self.fellows().map(|fellow| candidates + fellow);
        Table { game, players: [candidate].into_iter().chain(fellows).collect() }
    }

    /// The candidates, then the field, as those who play, by rule set.
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

    /// Tables that are measured each by its first player.
    pub(super) fn each(&self, players: Vec<Players<S>>, tables: Vec<Table>) -> Blocks<'_, S> {
        Blocks {
            games: &self.games,
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

    /// Whether a candidate meets nobody but itself, and so wins one game of each block.
    pub(super) fn is_mirror(&self, candidate: &NamedPolicy) -> bool {
        let same = |fellow: usize| candidate.plays_as(&self.field[fellow]);
        self.seats > 1 && !self.fixed_seats && self.fellows().all(same)
    }

    /// Who sits beside a candidate.
    pub(super) fn opponents(&self) -> Label {
        Label::of_list(self.fellows().map(|fellow| self.field[fellow].label.as_str()))
    }

    /// What a row about a candidate begins with, on the whole, under a rule set.
    pub(super) fn key(&self, set: usize, candidate: &NamedPolicy) -> Key {
        let RuleSet { rules, changed, .. } = &self.sets[set];
        let opponents = self.opponents();
        Key { opponents, ..candidate.key(&key::<S>(rules, changed, self.seats)) }
    }

    /// What the figures are called on the screen.
    pub(super) fn figures() -> [Column; FIGURES] {
        let length = S::COUNTED.length.0;
        [
            Column::new("win rate", Unit::Percent),
            Column::new(S::COUNTED.score, Unit::Plain),
            Column::new(length, Unit::Plain),
        ]
    }

    /// The figure that says who is better: wins, or scores where nobody can lose.
    pub(super) fn deciding(&self) -> usize {
        if self.seats > 1 { WINS } else { SCORES }
    }

    /// The games of a table in a block: one for each seat that a candidate takes.
    pub(super) fn rotations(&self) -> u64 {
        if self.fixed_seats { 1 } else { self.seats as u64 }
    }

    /// The games of each of `tables` that take some ten seconds.
    pub(super) fn default_games(&self, policies: &[NamedPolicy], tables: usize) -> u64 {
        let default = policy_factory::games(&self.field, S::OPTIONS.default_games);
        policy_factory::games(policies, default.max(default * TABLES / tables as u64))
    }

    /// The blocks that give each of `tables` the games asked for, or some ten seconds' worth.
    pub(super) fn blocks(&self, policies: &[NamedPolicy], tables: usize) -> Result<u64> {
        let of = tables as u64;
        let default = self.default_games(policies, tables);
        let blocks = self.count.unwrap_or(default).div_ceil(self.rotations());
        match (blocks * self.rotations()).checked_mul(of).filter(|games| *games <= MAX_GAMES) {
            Some(_) => Ok(blocks),
            None => Err(Error::input("so many games in all cannot be counted")),
        }
    }

    /// What is played under a rule set, in one line.
    pub(super) fn what(&self, set: usize) -> String {
        Registered::<S>::title(&self.sets[set].rules, &self.sets[set].changed)
    }

    /// The edition, with the rules that the user set for all.
    pub(super) fn edition(&self) -> String {
        let all = &self.sets[0].changed;
        let shared =
            all.iter().filter(|rule| self.sets.iter().all(|set| set.changed.contains(rule)));
        Registered::<S>::title(&self.sets[0].rules, &shared.cloned().collect::<Vec<_>>())
    }

    /// That figures rest on invented values, where they do.
    pub(super) fn proposed(&self) -> Option<Block> {
        proposed::<S>(&self.sets[0].rules)
    }

    /// What there is to say when all is played: that games were given up and hands cut off, where some
    /// were.
    pub(super) fn warnings(
        &self,
        [unfinished, capped]: [u64; 2],
        conditions: Conditions<'_>,
    ) -> Vec<Warning> {
        let own = self.own.iter().flat_map(|own| own.borrow().finish(conditions));
        let count = "their scores and lengths count as they stood";
        let given_up = given_up::<S>(unfinished, count).into_iter();
        given_up.chain(cut_off::<S>(capped, None)).chain(own).collect()
    }

    /// The first part of the record of a question; it ends with so many games of each at most.
    pub(super) fn record(&self, games: u64, stops: Option<Stops>) -> RunRecord {
        let mut record = begun::<S>(&self.sets[0].changed, self.seed);
        let exactly = Stops { until: None, most: games, bound: None };
        stops.unwrap_or(exactly).record(&mut record, (games, "games"));
        record.define("players", self.seats as i64);
        record.define("confidence", self.level.confidence());
        record
    }

    /// Writes down the texts behind it.
    pub(super) fn record_texts(&self, record: &mut RunRecord, policies: &[NamedPolicy]) {
        crate::run::record_edition::<S>(record, &self.sets[0].rules);
        record_texts(record, "policies", policies);
        record_texts(record, "field", &self.field);
    }
}

/// The number of seats of an arena.
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
                format!("by the rule `{rule}` one player meets `{policy}`: {one}"),
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
            format!("{fields} opponents and a candidate do not fill {seats} seats"),
            "name one policy for all opponents, or one for each seat but the candidate's",
        ));
    }
    if fields > 0 && seats == 1 {
        return Err(Error::input_help(
            "at a table of one there are no opponents",
            "leave `--against` out, or give more `--players`",
        ));
    }
    Ok(seats)
}
