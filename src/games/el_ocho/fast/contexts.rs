//! The chains of a policy by context (totals).

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::games::{Matches, Table};
use super::machine::{Folded, Folder, Machine, Start, StopRules};
use crate::game::contract::Game as _;
use crate::games::el_ocho::turn::{MAX_PLAYERS, Seen, Standing};
use crate::sim::interrupt::StopFlag;

/// The chains of a policy by context.
#[derive(Debug)]
pub(super) struct Contexts {
    /// The chain of each context, indexed by own total times its stride plus best other total times
    /// its stride. A total that the policy does not read has stride 0.
    chains: Vec<u16>,
    own_stride: usize,
    best_stride: usize,
    /// The first node of each chain, and its rule table.
    pub(super) starts: Vec<Start>,
    /// The nodes of the chains, in ascending order.
    nodes: Vec<Range<usize>>,
    seen: Seen,
    /// Results of other threads.
    alike: Others,
    /// The first context with each path of the folder.
    firsts: FxHashMap<usize, u32>,
    /// `None` if the policy is not folded.
    folder: Option<Folder>,
}

/// Contexts with equal decisions, shared by the threads of a run, since evaluating a policy again
/// takes most of the time of folding it. Keyed by policy and number of its contexts. Each context
/// has the index of another context with the same decisions, or `NOT_KNOWN`.
#[derive(Debug, Default)]
pub struct Alike(Mutex<FxHashMap<(usize, usize), Others>>);

type Others = Arc<[AtomicU32]>;

impl Alike {
    fn of(&self, policy: usize, contexts: usize) -> Others {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || (0..contexts).map(|_| AtomicU32::new(NOT_KNOWN)).collect();
        Arc::clone(known.entry((policy, contexts)).or_insert_with(new))
    }
}

/// No context.
const NOT_KNOWN: u32 = u32::MAX;
/// Not computed yet.
const UNKNOWN: u16 = u16::MAX;
/// Played by the game loop.
pub(super) const GENERAL: u16 = u16::MAX - 1;
/// The minimum number of games per context at which folding is faster than the game loop, for
/// `catch-up`. `weigh-the-turn`, whose contexts share few chains, would need more.
const GAMES: u64 = 6;
/// The maximum number of contexts of a folded policy.
const MAX_CONTEXTS: usize = 1 << 18;
/// The maximum number of contexts if keeps depend on the context as well. Evaluating all roll
/// classes again costs some thousand turns of the game loop, and few contexts occur that often.
const MAX_KEEP_CONTEXTS: usize = 1 << 10;

impl Contexts {
    pub(super) fn new(matches: &Matches, policy: usize) -> Self {
        let sight = matches.players[policy].sight();
        let mut seen = sight.keep.or(sight.roll);
        if seen.others && matches.game.seats() <= 2 {
            // With one opponent, the best other total is the other total.
            seen = Seen { others: false, best_other: true, ..seen };
        }
        let target = matches.game.rules.target as usize;
        let contexts = |seen: Seen| {
            let looks = [seen.own, seen.best_other || seen.others];
            let looks = looks.into_iter().filter(|look| *look);
            looks.fold(1_usize, |size, _| size.saturating_mul(target))
        };
        let size = Some(contexts(seen))
            .filter(|size| *size <= MAX_CONTEXTS && contexts(sight.keep) <= MAX_KEEP_CONTEXTS);
        let tables = matches.lineups.iter().filter(|lineup| lineup.contains(&policy)).count();
        let games = matches.fold_for.unwrap_or(0).saturating_mul(tables as u64);
        let foldable = !seen.others && !seen.turns_taken;
        let folder = size
            .filter(|size| foldable && games >= GAMES * *size as u64)
            .and_then(|_| Folder::new(&matches.game.rules, sight, true));
        let (own_stride, best_stride, size) = match (&folder, size) {
            (Some(_), Some(size)) => {
                let own = usize::from(seen.own);
                let best = usize::from(seen.best_other);
                (own * if seen.best_other { target } else { 1 }, best, size)
            }
            _ => (0, 0, 1),
        };
        let chains = vec![if folder.is_some() { UNKNOWN } else { GENERAL }; size];
        Self {
            chains,
            own_stride,
            best_stride,
            starts: Vec::new(),
            nodes: Vec::new(),
            seen,
            alike: matches.alike.of(policy, size),
            firsts: FxHashMap::default(),
            folder,
        }
    }

    /// Whether a node belongs to one of the chains.
    pub(super) fn has(&self, node: usize) -> bool {
        let behind = self.nodes.partition_point(|nodes| nodes.end <= node);
        self.nodes.get(behind).is_some_and(|nodes| nodes.contains(&node))
    }

    /// The index in [`Contexts::chains`] of the current context.
    #[inline]
    fn index(&self, table: &Table, seats: usize) -> usize {
        let own = table.at.totals[usize::from(table.at.seat) % MAX_PLAYERS];
        let mut index = own as usize * self.own_stride;
        if self.best_stride > 0 {
            index += table.best_other(seats) as usize * self.best_stride;
        }
        index
    }

    /// The chain of the current context, folded on first use.
    #[inline]
    pub(super) fn chain(
        &mut self,
        (matches, policy, table): (&Matches, usize, &Table),
        tables: (&mut Machine, &mut StopRules),
        stop: &StopFlag,
    ) -> u16 {
        let index = self.index(table, matches.game.seats().into());
        if self.chains[index] == UNKNOWN {
            let standing = table.standing(matches);
            self.chains[index] = self.fold((matches, policy, index), tables, &standing, stop);
        }
        self.chains[index]
    }

    /// Folds the context with `standing`; returns its chain.
    #[cold]
    fn fold(
        &mut self,
        (matches, policy, context): (&Matches, usize, usize),
        tables: (&mut Machine, &mut StopRules),
        standing: &Standing,
        stop: &StopFlag,
    ) -> u16 {
        let alike = self.alike[context].load(Ordering::Relaxed) as usize;
        match self.chains.get(alike) {
            Some(&chain) if chain != UNKNOWN => return chain,
            _ => {}
        }
        let Some(folder) = &mut self.folder else { return GENERAL };
        let (game, player) = (&matches.game.rules, &*matches.players[policy]);
        let (machine, rules) = tables;
        let before = machine.nodes.len();
        let blank = self.seen.of(standing);
        let Folded { start, path } = folder.start(machine, rules, game, player, &blank, stop);
        let added = before..machine.nodes.len();
        match self.nodes.last_mut() {
            Some(last) if last.end == added.start => last.end = added.end,
            _ if added.is_empty() => {}
            _ => self.nodes.push(added),
        }
        let chain = start.map_or(GENERAL, |start| self.number(start));
        if let Some(path) = path {
            let first = *self.firsts.entry(path).or_insert(context as u32);
            self.alike[context].store(first, Ordering::Relaxed);
        }
        if let Some(same) = self.chains.get_mut(alike) {
            *same = chain;
        }
        chain
    }

    /// The number of the chain with this start.
    fn number(&mut self, start: Start) -> u16 {
        let known = self.starts.iter().position(|known| *known == start);
        let chain = known.unwrap_or(self.starts.len());
        if chain >= usize::from(GENERAL) {
            return GENERAL;
        }
        if known.is_none() {
            self.starts.push(start);
        }
        chain as u16
    }
}
