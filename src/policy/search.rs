//! Policies that look ahead in any game: they deal what their seat cannot know anew and play on.
//!
//! Both end a playout where the game names a [horizon](Game::horizon) and take its worth there. In
//! a run that was asked to stop they choose at once; such a game is not counted.

use std::fmt;
use std::sync::Arc;

use crate::game::contract::{Game, MAX_SEATS, Menu, Next, RandomSource, Silent};
use crate::game::decision::{ActionList, Choice, Decision, OwnRandom, Policy};
use crate::game::play::{Streams, play_until};
use crate::sim::interrupt;
use crate::sim::random::{Domain, UnitKey, WORLD};

/// The luck of the worlds and playouts of one decision, all derived from one number of the policy's
/// own stream.
#[derive(Clone, Copy)]
struct Worlds(u64);

impl Worlds {
    fn new(random: &OwnRandom) -> Self {
        let half = |site| u64::from(random.below(site, u32::MAX));
        Self(half(0) << 32 | half(1))
    }

    fn unit(self, world: u32) -> UnitKey {
        UnitKey::new(self.0, Domain::Search, world.into())
    }
}

/// Plays a position on with one policy in every seat, to a horizon or to the end.
struct Playout<'a, G: Game> {
    game: &'a G,
    /// The position that is searched.
    from: &'a G::State,
    base: &'a dyn Policy<G>,
    actions: ActionList<G::Action>,
}

impl<'a, G: Game> Playout<'a, G> {
    fn new(decision: &Decision<'a, G>, base: &'a dyn Policy<G>) -> Self {
        let Decision { game, state, .. } = *decision;
        Self { game, from: state, base, actions: ActionList::default() }
    }

    fn end(&mut self, mut state: G::State, random: Worlds, world: u32) -> G::State {
        let Self { game, from, base, ref mut actions } = *self;
        let mut streams = Streams::new(random.unit(world));
        let decide = |decision: &Decision<'_, G>| base.choose(decision).action;
        let stop = |state: &G::State| game.horizon(from, state);
        play_until(game, &mut state, &mut streams, decide, &mut Silent, actions, stop);
        state
    }
}

/// The index of the largest value, of equals the first.
fn best(values: impl Iterator<Item = f64>) -> usize {
    let better =
        |best: (usize, f64), (index, value)| if value > best.1 { (index, value) } else { best };
    values.enumerate().fold((0, f64::NEG_INFINITY), better).0
}

/// What a base policy would choose, by its place among the actions.
fn opinion<G: Game>(base: &dyn Policy<G>, decision: &Decision<'_, G>) -> Option<usize> {
    let asked = decision.with(decision.random.apart());
    let chosen = base.choose(&asked).action;
    decision.actions().iter().position(|action| *action == chosen)
}

/// The action to take of some that met the same worlds, by what was reached in each: the one furthest
/// ahead of `kept`, which is given up only for a lead beyond its standard error; with nothing to keep
/// the one that reached most.
fn chosen(kept: Option<usize>, among: &[usize], reached: &[Vec<f64>]) -> usize {
    let worth = |action: &usize| reached[*action].iter().sum::<f64>();
    let Some(kept) = kept else { return among[best(among.iter().map(worth))] };
    let lead = |action: &usize| {
        let leads = reached[*action].iter().zip(&reached[kept]).map(|(own, kept)| own - kept);
        let (sum, squares) = leads.fold((0.0, 0.0), |(sum, squares): (f64, f64), lead| {
            (sum + lead, squares + lead * lead)
        });
        // For n leads of mean m and variance v about it: m is beyond the square root of v / (n - 1).
        if sum > squares.sqrt() { sum } else { 0.0 }
    };
    let ahead = among[best(among.iter().map(lead))];
    if lead(&ahead) > 0.0 { ahead } else { kept }
}

/// Compares actions by sequential halving, all in the same worlds: in each round those that race meet
/// some worlds more, and half of them, which reached least so far, race no longer (Karnin, Koren and Somekh,
/// "Almost optimal exploration in multi-armed bandits", 2013). `kept` races to the end. `until` gives the
/// world at which a round ends, `play` what an action reaches in a world. Gives the place of the action to take.
fn race(
    actions: usize,
    kept: Option<usize>,
    until: impl Fn(Round) -> u32,
    mut play: impl FnMut(usize, u32) -> f64,
) -> usize {
    let mut reached: Vec<Vec<f64>> = vec![Vec::new(); actions];
    let mut racing: Vec<usize> = (0..actions).collect();
    let rounds = actions.next_power_of_two().trailing_zeros();
    let mut worlds = 0..0;
    for number in 1..=rounds {
        let round = Round { number, of: rounds, first: worlds.end, racing: racing.len() as u32 };
        worlds = worlds.end..until(round);
        for world in worlds.clone().take_while(|_| !interrupt::in_vain()) {
            racing.iter().for_each(|action| reached[*action].push(play(*action, world)));
        }
        let worth = |action: usize| reached[action].iter().sum::<f64>();
        racing.sort_by(|a, b| worth(*b).total_cmp(&worth(*a)));
        racing.truncate(racing.len().div_ceil(2));
        racing.extend(kept.filter(|kept| !racing.contains(kept)));
    }
    chosen(kept, &racing, &reached)
}

/// A round of a [`race`].
struct Round {
    /// From 1 on.
    number: u32,
    of: u32,
    /// The first world that it meets.
    first: u32,
    /// The actions that race.
    racing: u32,
}

/// The most legal actions that are searched; decisions with more are left to the base policy.
const MOST: usize = 64;

/// Plays every legal action on with the base policy in every seat and takes the one that did best;
/// all actions meet the same worlds and the same luck (Tesauro and Galperin, "On-line policy
/// improvement using Monte-Carlo search", 1996), and those that do badly get fewer playouts ([`race`]).
/// What the base policy would choose is given up only for an action whose lead over it is beyond a
/// standard error: the best of several estimates is a lucky one. `random` as a base would choose nothing.
pub struct Rollout<G: Game> {
    /// Who plays on.
    pub base: Arc<dyn Policy<G>>,
    /// The playouts of each action that is not given up before.
    pub playouts: u32,
    /// Whether the base policy's choice is kept unless another leads.
    pub keep: bool,
}

impl<G: Game> fmt::Debug for Rollout<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rollout").field("playouts", &self.playouts).finish_non_exhaustive()
    }
}

impl<G: Game> Policy<G> for Rollout<G> {
    fn choose(&self, decision: &Decision<'_, G>) -> Choice<G::Action> {
        let &Decision { game, state, seat, .. } = decision;
        let searched = match decision.count() {
            1 => None,
            2..=MOST => Some(decision.actions()),
            _ => return self.base.choose(decision),
        };
        let Some(actions) = searched else { return Choice::by_default(decision.actions()[0]) };
        let mut playout = Playout::new(decision, &*self.base);
        let kept = self.keep.then(|| opinion(&*self.base, decision)).flatten();
        let random = Worlds::new(&decision.random);
        let mut dealt = None;
        let play = |action: usize, world: u32| {
            let mut start = match dealt {
                Some((known, start)) if known == world => start,
                _ => game.hide(state, seat, &mut random.unit(world).stream(WORLD, 0)),
            };
            dealt = Some((world, start));
            game.act(&mut start, actions[action], &mut Silent);
            game.evaluate(&playout.end(start, random, world), seat)
        };
        // Rounds meet equally many worlds.
        let until = |round: Round| (self.playouts * round.number).div_ceil(round.of);
        Choice::by_default(actions[race(actions.len(), kept, until, play)])
    }
}

/// Information-set tree search: one tree over what the searching seat sees, grown by playing through
/// worlds dealt anew each time. A child competes only in worlds where its action is legal, by how often
/// that was so (single-observer ISMCTS; Cowling, Powley and Whitehouse, "Information Set Monte Carlo
/// Tree Search", IEEE TCIAIG 4 (2012)).
///
/// Worths lie close together and there is a base policy that plays well, so three things are added. The
/// actions of the decision itself are compared by a [`race`] (with a tree below it: Pepels and others,
/// "Minimizing simple regret in Monte-Carlo tree search", 2014); the base policy's own choice stays to
/// the end, and is kept as in [`Rollout`]. In the tree what the base policy would take is
/// tried first, and others only as visits grow (progressive widening; Couëtoux and others, "Continuous
/// upper confidence trees", 2011), so that those who follow play hardly worse than it.
pub struct Ismcts<G: Game> {
    /// Who plays on beyond the tree.
    pub base: Arc<dyn Policy<G>>,
    /// The playouts, over all actions.
    pub iterations: u32,
    /// As in [`Rollout`].
    pub keep: bool,
}

impl<G: Game> fmt::Debug for Ismcts<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ismcts").field("iterations", &self.iterations).finish_non_exhaustive()
    }
}

/// The weight of exploration in UCB1, for worths from 0 to 1: the value of the paper.
const EXPLORE: f64 = 0.7;

/// The visits for each square of the actions tried at a node, so that with fewer playouts than some
/// thousand hardly any but the base policy's is tried below the decision. With 20 in its place `ismcts`
/// won 55 % of 200 single hands of Str8 Eight against its base, so 59 % of 510, at 1000 playouts each.
const WIDEN: f64 = 1000.0;

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

/// The trees of one decision, one for each of its actions: their first nodes come first.
struct Tree<'a, G: Game> {
    game: &'a G,
    from: &'a G::State,
    base: &'a dyn Policy<G>,
    seat: u8,
    nodes: Vec<Node<G::Action>>,
    legal: Vec<G::Action>,
    scratch: ActionList<G::Action>,
    keys: Vec<Option<G::Action>>,
}

impl<G: Game> Tree<'_, G> {
    /// Walks down from the last node of a way to a new one, or to an end; tells the position there.
    fn descend(
        &mut self,
        mut state: G::State,
        random: &mut impl RandomSource,
        own: UnitKey,
        way: &mut Vec<usize>,
    ) -> G::State {
        let game = self.game;
        while !game.horizon(self.from, &state) {
            match game.next(&state) {
                Next::Over { .. } => break,
                Next::Chance(_) => {
                    let outcome = game.draw(&state, random);
                    game.happen(&mut state, outcome, &mut Silent);
                }
                Next::Decide { seat, point } => {
                    let own = OwnRandom::new(own, seat, way.len() as u64);
                    let decision =
                        Decision::new(game, &state, (seat, point), own, &mut self.scratch);
                    let base = self.base.choose(&decision).action;
                    self.legal.clear();
                    Menu::list(game, &state, &mut self.legal);
                    let base = self.legal.iter().position(|action| *action == base).unwrap_or(0);
                    let (action, child) = self.step(&state, way[way.len() - 1], seat, base, random);
                    game.act(&mut state, action, &mut Silent);
                    way.push(child);
                    if self.nodes[child].visits == 0.0 {
                        break;
                    }
                }
            }
        }
        state
    }

    /// The action to take at a node, of those that are legal, and the child it leads to, which may be
    /// new; `base` is what the base policy would take.
    fn step(
        &mut self,
        state: &G::State,
        at: usize,
        mover: u8,
        base: usize,
        random: &mut impl RandomSource,
    ) -> (G::Action, usize) {
        let Self { game, seat, ref mut nodes, ref legal, ref mut keys, .. } = *self;
        keys.clear();
        keys.extend(legal.iter().map(|action| game.seen(state, *action, seat)));
        let there: Vec<usize> = (nodes[at].children.iter().copied())
            .filter(|child| keys.contains(&nodes[*child].key))
            .collect();
        there.iter().for_each(|child| nodes[*child].available += 1.0);
        let known = |key| there.iter().any(|child| nodes[*child].key == key);
        let untried: Vec<usize> = (0..legal.len()).filter(|index| !known(keys[*index])).collect();
        let wide = (there.len() * there.len()) as f64 * WIDEN > nodes[at].visits;
        let fresh = match &*untried {
            untried if untried.contains(&base) => Some(base),
            [] => None,
            _ if wide => None,
            untried => Some(untried[random.below(untried.len() as u32) as usize]),
        };
        if let Some(index) = fresh {
            let child = nodes.len();
            nodes.push(Node::new(keys[index], mover));
            nodes[at].children.push(child);
            return (legal[index], child);
        }
        let child = there[best(there.iter().map(|child| nodes[*child].bound()))];
        // Of what the seat cannot tell apart, any.
        let same: Vec<usize> =
            (0..legal.len()).filter(|index| keys[*index] == nodes[child].key).collect();
        (legal[same[random.below(same.len() as u32) as usize]], child)
    }
}

impl<G: Game> Policy<G> for Ismcts<G> {
    fn choose(&self, decision: &Decision<'_, G>) -> Choice<G::Action> {
        let &Decision { game, state, seat, .. } = decision;
        let searched = match decision.count() {
            1 => None,
            2..=MOST => Some(decision.actions()),
            _ => return self.base.choose(decision),
        };
        let Some(actions) = searched else { return Choice::by_default(decision.actions()[0]) };
        let base = &*self.base;
        let kept = self.keep.then(|| opinion(base, decision)).flatten();
        let random = Worlds::new(&decision.random);
        let mut playout = Playout::new(decision, base);
        let nodes = actions.iter().map(|action| Node::new(Some(*action), seat)).collect();
        let (legal, scratch, keys) = (Vec::new(), ActionList::default(), Vec::new());
        let mut tree = Tree { game, from: state, base, seat, nodes, legal, scratch, keys };
        let play = |action: usize, world: u32| {
            let mut rng = random.unit(world).stream(WORLD, 0);
            // Apart from the playout, which begins to count its decisions anew.
            let own = UnitKey::new(random.0, Domain::Search, u64::from(world) | 1 << 32);
            let mut start = game.hide(state, seat, &mut rng);
            game.act(&mut start, actions[action], &mut Silent);
            let mut way = vec![action];
            let leaf = tree.descend(start, &mut rng, own, &mut way);
            let end = playout.end(leaf, random, world);
            let mut worths = [None; MAX_SEATS];
            let mut worth = |seat: u8| {
                *worths[usize::from(seat)].get_or_insert_with(|| game.evaluate(&end, seat))
            };
            for at in way {
                let node = &mut tree.nodes[at];
                node.visits += 1.0;
                node.worth += worth(node.seat);
            }
            worth(seat)
        };
        // Rounds have equally many playouts.
        let until = |round: Round| round.first + (self.iterations / round.of / round.racing).max(1);
        Choice::by_default(actions[race(actions.len(), kept, until, play)])
    }
}
