//! Policies that look ahead in any game: they deal what their seat cannot know anew and play on.
//!
//! Both end a playout where the game names a [horizon](Game::horizon) and take its worth there. In
//! a run that was asked to stop they choose at once; such a game is not counted.

use std::fmt;
use std::sync::Arc;

use crate::game::contract::{Game, Luck, Next, Silent};
use crate::game::decision::{Choice, DEFAULT_RULE, Decision, OwnLuck, Policy};
use crate::game::play::{Streams, play_until};
use crate::sim::interrupt;
use crate::sim::luck::{Domain, UnitLuck};

/// The luck of the worlds and playouts of one decision, all derived from one number of the policy's
/// own stream.
#[derive(Clone, Copy)]
struct Worlds(u64);

impl Worlds {
    fn new(luck: &OwnLuck) -> Self {
        let half = |site| u64::from(luck.below(site, u32::MAX));
        Self(half(0) << 32 | half(1))
    }

    fn luck(self, domain: Domain, world: u32) -> UnitLuck {
        UnitLuck::new(self.0, domain, world.into())
    }
}

/// Plays a position on with one policy in every seat, to a horizon or to the end.
struct Playout<'a, G: Game> {
    game: &'a G,
    base: &'a dyn Policy<G>,
    actions: Vec<G::Action>,
}

impl<'a, G: Game> Playout<'a, G> {
    fn new(game: &'a G, base: &'a dyn Policy<G>) -> Self {
        Self { game, base, actions: Vec::new() }
    }

    fn end(&mut self, mut state: G::State, luck: Worlds, world: u32) -> G::State {
        let Self { game, base, ref mut actions } = *self;
        let mut streams = Streams::new(luck.luck(Domain::Search, world));
        let own = OwnLuck::new(luck.luck(Domain::PolicyInSearch, world).turn(0));
        let mut asked = 0;
        let mut decide = |decision: &Decision<'_, G>| {
            asked += 1;
            base.choose(decision, &own.at(asked)).action
        };
        let stop = |state: &G::State| game.horizon(state);
        play_until(game, &mut state, &mut streams, &mut decide, &mut Silent, actions, stop);
        state
    }
}

/// The index of the largest value, of equals the first.
fn best(values: impl Iterator<Item = f64>) -> usize {
    let better =
        |best: (usize, f64), (index, value)| if value > best.1 { (index, value) } else { best };
    values.enumerate().fold((0, f64::NEG_INFINITY), better).0
}

/// The standard errors that an action must be ahead of the base policy's own choice.
const DOUBT: f64 = 1.0;

/// Plays every legal action on with the base policy in every seat and takes the one that did best;
/// all actions meet the same worlds and the same luck (Tesauro and Galperin, "On-line policy
/// improvement using Monte-Carlo search", 1996). What the base policy would choose is given up only
/// for an action whose lead over it is beyond a standard error: the best of several estimates is a lucky one.
pub struct Rollout<G: Game> {
    /// Who plays on.
    pub base: Arc<dyn Policy<G>>,
    /// The playouts of each action.
    pub playouts: u32,
}

impl<G: Game> fmt::Debug for Rollout<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rollout").field("playouts", &self.playouts).finish_non_exhaustive()
    }
}

impl<G: Game> Policy<G> for Rollout<G> {
    fn choose(&self, decision: &Decision<'_, G>, luck: &OwnLuck) -> Choice {
        let &Decision { game, state, seat, actions, .. } = decision;
        let mut playout = Playout::new(game, &*self.base);
        let kept = self.base.choose(decision, &luck.apart()).action;
        let luck = Worlds::new(luck);
        let mut worth = vec![0.0; actions.len()];
        // The sums of what each action is ahead of the one kept, and of its squares.
        let mut leads = vec![(0.0, 0.0); actions.len()];
        for world in (0..self.playouts).take_while(|_| !interrupt::in_vain()) {
            let mut dealer = luck.luck(Domain::Search, world).turn(u64::MAX).rng();
            let start = game.hide(state, seat, &mut dealer);
            for (worth, action) in worth.iter_mut().zip(actions) {
                let mut state = start;
                game.act(&mut state, *action, &mut Silent);
                *worth = game.worth(&playout.end(state, luck, world), seat);
            }
            for ((sum, squares), reached) in leads.iter_mut().zip(&worth) {
                let lead = reached - worth[kept];
                (*sum, *squares) = (*sum + lead, *squares + lead * lead);
            }
        }
        let playouts = f64::from(self.playouts);
        let lead = |(sum, squares): &(f64, f64)| {
            let error = (squares - sum * sum / playouts).max(0.0).sqrt();
            if *sum > DOUBT * error { *sum } else { 0.0 }
        };
        let ahead = best(leads.iter().map(lead));
        let action = if lead(&leads[ahead]) > 0.0 { ahead } else { kept };
        Choice { action, rule: DEFAULT_RULE }
    }
}

/// Information-set tree search: one tree over what the searching seat sees, grown by playing through
/// worlds dealt anew each time. A child competes only in worlds where its action is legal, by UCB1
/// over how often that was so (single-observer ISMCTS; Cowling, Powley and Whitehouse, "Information
/// Set Monte Carlo Tree Search", IEEE TCIAIG 4 (2012)).
pub struct Ismcts<G: Game> {
    /// Who plays on beyond the tree.
    pub base: Arc<dyn Policy<G>>,
    /// The worlds played through.
    pub iterations: u32,
}

impl<G: Game> fmt::Debug for Ismcts<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ismcts").field("iterations", &self.iterations).finish_non_exhaustive()
    }
}

/// The weight of exploration in UCB1, for worths from 0 to 1: the value of the paper.
const EXPLORE: f64 = 0.7;

/// A node: what was played, as the searching seat sees it, and how that went for who played it.
struct Node<A> {
    key: Option<A>,
    seat: u8,
    worth: f64,
    visits: f64,
    available: f64,
    children: Vec<usize>,
}

impl<A> Node<A> {
    fn new(key: Option<A>, seat: u8) -> Self {
        Self { key, seat, worth: 0.0, visits: 0.0, available: 1.0, children: Vec::new() }
    }

    fn bound(&self) -> f64 {
        self.worth / self.visits + EXPLORE * (self.available.ln() / self.visits).sqrt()
    }
}

/// The tree of one decision.
struct Tree<'a, G: Game> {
    game: &'a G,
    seat: u8,
    nodes: Vec<Node<G::Action>>,
    legal: Vec<G::Action>,
    keys: Vec<Option<G::Action>>,
}

impl<G: Game> Tree<'_, G> {
    /// Walks down to a node that is new, or to an end; tells the position there and the way.
    fn descend(
        &mut self,
        mut state: G::State,
        luck: &mut impl Luck,
        way: &mut Vec<usize>,
    ) -> G::State {
        let game = self.game;
        let mut at = 0;
        while !game.horizon(&state) {
            match game.next(&state) {
                Next::Over { .. } => break,
                Next::Chance(_) => {
                    let outcome = game.draw(&state, luck);
                    game.happen(&mut state, outcome, &mut Silent);
                }
                Next::Decide { seat, .. } => {
                    let (action, child, fresh) = self.step(&state, at, seat, luck);
                    game.act(&mut state, action, &mut Silent);
                    at = child;
                    way.push(at);
                    if fresh {
                        break;
                    }
                }
            }
        }
        state
    }

    /// The action to take at a node and the child it leads to, which may be new.
    fn step(
        &mut self,
        state: &G::State,
        at: usize,
        mover: u8,
        luck: &mut impl Luck,
    ) -> (G::Action, usize, bool) {
        let Self { game, seat, ref mut nodes, ref mut legal, ref mut keys } = *self;
        legal.clear();
        game.actions(state, legal);
        keys.clear();
        keys.extend(legal.iter().map(|action| game.seen(state, *action, seat)));
        let known = |nodes: &[Node<G::Action>], key| {
            nodes[at].children.iter().copied().find(|child| nodes[*child].key == key)
        };
        let untried: Vec<usize> =
            (0..legal.len()).filter(|index| known(nodes, keys[*index]).is_none()).collect();
        let there: Vec<usize> = (nodes[at].children.iter().copied())
            .filter(|child| keys.contains(&nodes[*child].key))
            .collect();
        there.iter().for_each(|child| nodes[*child].available += 1.0);
        if let Some(most) = u32::try_from(untried.len()).ok().filter(|most| *most > 0) {
            let index = untried[luck.below(most) as usize];
            let child = nodes.len();
            nodes.push(Node::new(keys[index], mover));
            nodes[at].children.push(child);
            return (legal[index], child, true);
        }
        let child = there[best(there.iter().map(|child| nodes[*child].bound()))];
        // Of what the seat cannot tell apart, any.
        let same: Vec<usize> =
            (0..legal.len()).filter(|index| keys[*index] == nodes[child].key).collect();
        (legal[same[luck.below(same.len() as u32) as usize]], child, false)
    }
}

impl<G: Game> Policy<G> for Ismcts<G> {
    fn choose(&self, decision: &Decision<'_, G>, luck: &OwnLuck) -> Choice {
        let &Decision { game, state, seat, actions, .. } = decision;
        let luck = Worlds::new(luck);
        let mut playout = Playout::new(game, &*self.base);
        let root = Node::new(None, seat);
        let mut tree = Tree { game, seat, nodes: vec![root], legal: Vec::new(), keys: Vec::new() };
        let mut way = Vec::new();
        for world in (0..self.iterations).take_while(|_| !interrupt::in_vain()) {
            let mut rng = luck.luck(Domain::Search, world).turn(u64::MAX).rng();
            let start = game.hide(state, seat, &mut rng);
            way.clear();
            let leaf = tree.descend(start, &mut rng, &mut way);
            let end = playout.end(leaf, luck, world);
            for at in &way {
                let node = &mut tree.nodes[*at];
                node.visits += 1.0;
                node.worth += game.worth(&end, node.seat);
            }
        }
        let visits = |action: &G::Action| {
            let root = &tree.nodes[0];
            let key = game.seen(state, *action, seat);
            let child = root.children.iter().find(|child| tree.nodes[**child].key == key);
            child.map_or(0.0, |child| tree.nodes[*child].visits)
        };
        Choice { action: best(actions.iter().map(visits)), rule: DEFAULT_RULE }
    }
}
