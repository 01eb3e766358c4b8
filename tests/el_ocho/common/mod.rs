//! What the tests of El Ocho's engine share: games, players that both accounts can seat, and the
//! same luck for both.

pub(crate) mod anyone;
mod played;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use pushluck::game::contract::{Game as _, Log, Next, Silent};
use pushluck::game::decision::{self, ActionList, Decision, OwnLuck, Policy as _};
use pushluck::game::play::{Streams, play_until};
use pushluck::run::standard_tables::RuleTally;
use pushluck::run::{PolicySums, Sums};

use pushluck::games::el_ocho::edition::Edition;
use pushluck::games::el_ocho::engine::{Action, Event, Position, Roll, Seated};
use pushluck::games::el_ocho::fast::Isa;
use pushluck::games::el_ocho::fast::Matches;
use pushluck::games::el_ocho::fast::Turns;
use pushluck::games::el_ocho::player::Player;
use pushluck::games::el_ocho::rules::Rules;
use pushluck::games::el_ocho::scoring::{Keep, Verdict};
use pushluck::games::el_ocho::turn::{
    Choice, Ending, Game, MAX_PLAYERS, ROLL, STOP, Seen, Sight, Standing, TurnEnd, TurnState,
};
use pushluck::sim::interrupt::StopFlag;
use pushluck::sim::random::UnitKey;
use pushluck::sim::runner::{RunOptions, Simulation, run};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

pub(crate) use played::*;

use crate::el_ocho::plain;
use crate::el_ocho::plain::engine::{
    KeepView, PlainGame, PlainPolicy, PlainRoll, PlainTurn, RollView, Throw,
};
use crate::el_ocho::plain::rules::PlainRules;

/// The game of the shipped edition under `--rules`-like settings (`level=2,joker=literal`).
pub(crate) fn game(settings: &str) -> Arc<Game> {
    game_of(Edition::shipped(), settings)
}

/// The game of an edition under `--rules`-like settings.
pub(crate) fn game_of(edition: Edition, settings: &str) -> Arc<Game> {
    let settings = crate::library::settings(settings);
    let rules = Rules::resolve(Arc::new(edition), &settings).expect("known settings");
    Arc::new(Game::new(rules).expect("a game that can be won"))
}

/// One set of rules in the words of both accounts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    /// For the engine.
    pub(crate) settings: &'static str,
    /// For the plain account.
    pub(crate) plain: PlainRules,
}

/// Both levels, and every Joker rule of level 2 (at level 1 the plain account has no Joker).
pub(crate) const CASES: [Case; 4] = [
    Case { settings: "level=1", plain: PlainRules::LEVEL_1 },
    Case { settings: "level=2", plain: PlainRules::LEVEL_2 },
    Case {
        settings: "level=2,joker=off",
        plain: PlainRules::LEVEL_2.with_joker(plain::rules::Joker::Off),
    },
    Case {
        settings: "level=2,joker=literal",
        plain: PlainRules::LEVEL_2.with_joker(plain::rules::Joker::Literal),
    },
];

/// The two levels as printed.
pub(crate) const LEVELS: [Case; 2] = [CASES[0], CASES[1]];

/// The general engine, then every kind of instructions that this machine has.
pub(crate) fn engines() -> Vec<Option<Isa>> {
    let fast = Isa::ALL.into_iter().filter(|isa| isa.available()).map(Some);
    [None].into_iter().chain(fast).collect()
}

/// The fastest engine of this machine.
pub(crate) fn fastest() -> Option<Isa> {
    engines().pop().flatten()
}

/// A verdict of the engine in the words of the plain account.
pub(crate) fn in_plain_words(game: &Game, verdict: &Verdict) -> plain::rules::Verdict {
    let keeps = |keeps: &[Keep]| keeps.iter().map(|keep| plain_keep(game, *keep)).collect();
    match verdict {
        Verdict::Bust => plain::rules::Verdict::Bust,
        Verdict::Joker => plain::rules::Verdict::Joker,
        Verdict::Win { points } => {
            plain::rules::Verdict::InstantWin { points: points * game.scoring.unit }
        }
        Verdict::Keep(all) => plain::rules::Verdict::Keeps(keeps(all)),
    }
}

fn plain_keep(game: &Game, keep: Keep) -> plain::rules::Keep {
    plain::rules::Keep { points: keep.points * game.scoring.unit, dice: keep.dice.into() }
}

/// The faces of a roll written as digits; spaces are for the reader.
pub(crate) fn faces(digits: &str) -> Vec<u8> {
    digits.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect()
}

/// How many dice show each face, as the engine counts them (index 0 is unused).
pub(crate) fn counts(faces: &[u8], sides: u8) -> Vec<u8> {
    let mut counts = vec![0; usize::from(sides) + 1];
    for &face in faces {
        counts[usize::from(face)] += 1;
    }
    counts
}

/// What the engine says of a roll written as digits.
pub(crate) fn verdict(game: &Game, digits: &str) -> Verdict {
    game.scoring.verdict(&counts(&faces(digits), game.rules.edition.sides))
}

/// The legal keeps of a roll as `(points, dice)`, in their order; empty if there are none.
pub(crate) fn keeps(game: &Game, digits: &str) -> Vec<(u32, u8)> {
    match verdict(game, digits) {
        Verdict::Keep(keeps) => {
            keeps.iter().map(|keep| (keep.points * game.scoring.unit, keep.dice)).collect()
        }
        _ => Vec::new(),
    }
}

/// Mixes facts into one number, so that a player can decide by anything at all.
pub(crate) fn stir(facts: impl IntoIterator<Item = u64>) -> u64 {
    facts.into_iter().fold(0x9e37_79b9_7f4a_7c15, |mut hash, fact| {
        hash ^= fact.wrapping_mul(0xff51_afd7_ed55_8ccd);
        hash = (hash ^ (hash >> 31)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        hash ^ (hash >> 29)
    })
}

/// A player as these tests write one down: what it sees, and its two decisions.
pub(crate) trait Plays: Send + Sync + 'static {
    /// What the decisions depend on.
    fn sight(&self) -> Sight;
    /// Which of the keeps to take.
    fn keep(
        &self,
        game: &Game,
        standing: &Standing,
        state: TurnState,
        keeps: &[Keep],
        luck: &OwnLuck,
    ) -> Choice;
    /// `STOP` or `ROLL`.
    fn roll(
        &self,
        game: &Game,
        standing: &Standing,
        state: TurnState,
        may_stop: bool,
        luck: &OwnLuck,
    ) -> Choice;
}

/// Such a player as a policy of the game.
struct Written<P>(P);

impl<P: Plays> decision::Policy<Seated> for Written<P> {
    fn choose(&self, decision: &Decision<'_, Seated>) -> decision::Choice<Action> {
        let &Decision { game, state, seat, ref random, .. } = decision;
        let (actions, standing) = (decision.actions(), state.standing(game.seats(), seat));
        let may_stop = actions[0] == Action::Stop;
        let Choice { action, rule } = match state.rolled() {
            Some(_) => self.0.keep(game, &standing, state.turn, game.keeps(state), random),
            None => self.0.roll(game, &standing, state.turn, may_stop, random),
        };
        let rolls = state.rolled().is_none() && (action == ROLL || !may_stop);
        decision::Choice { action: if rolls { Action::Roll } else { actions[action] }, rule }
    }
}

/// Such a player at the table.
pub(crate) fn sit(game: &Arc<Game>, player: impl Plays) -> Arc<Player> {
    let sight = player.sight();
    policy(game, Written(player), sight)
}

/// The same with another sight.
pub(crate) fn sit_seeing(game: &Arc<Game>, player: impl Plays, sight: Sight) -> Arc<Player> {
    policy(game, Written(player), sight)
}

/// A policy of that sight at the table.
pub(crate) fn policy(
    game: &Arc<Game>,
    policy: impl decision::Policy<Seated> + 'static,
    sight: Sight,
) -> Arc<Player> {
    Arc::new(Player::new(&Seated::new(game, 1), Arc::new(policy), sight))
}

/// Told of everything that happens in turns. All methods do nothing unless overridden.
pub(crate) trait Watch {
    /// A turn begins.
    fn begins(&mut self, _seat: usize, _standing: &Standing) {}
    /// A decision to roll `state.dice` dice was carried out; not told for Joker re-rolls.
    fn rolls(&mut self, _state: TurnState) {}
    /// The dice showed a roll.
    fn rolled(&mut self, _state: TurnState, _class: usize, _rank: u64) {}
    /// The roll was a Joker.
    fn joker(&mut self, _state: TurnState) {}
    /// The player kept dice.
    fn kept(&mut self, _state: TurnState, _keeps: &[Keep], _choice: Choice) {}
    /// The player decided to stop or to roll.
    fn decided(&mut self, _state: TurnState, _may_stop: bool, _choice: Choice) {}
    /// The turn ended and left the seat at a total.
    fn ended(&mut self, _seat: usize, _end: TurnEnd, _total: u32) {}
}

/// Tells a [`Watch`] what the loop tells.
pub(crate) struct Told<'a, W> {
    watch: &'a RefCell<W>,
    seats: u8,
    /// Whether a turn is to begin, and whether the last roll was a Joker.
    begins: bool,
    again: bool,
}

impl<'a, W: Watch> Told<'a, W> {
    /// For a game of so many seats.
    pub(crate) fn new(watch: &'a RefCell<W>, seats: u8) -> Self {
        Self { watch, seats, begins: true, again: false }
    }
}

impl<W: Watch> Log<Seated> for Told<'_, W> {
    fn tell(&mut self, at: &Position, event: Event) {
        let watch = &mut *self.watch.borrow_mut();
        let seat = usize::from(at.seat);
        match event {
            Event::Rolled(Roll { class, rank }) => {
                if std::mem::take(&mut self.begins) {
                    watch.begins(seat, &at.standing(self.seats, at.seat));
                }
                if !std::mem::take(&mut self.again) {
                    watch.rolls(at.turn);
                }
                watch.rolled(at.turn, class.into(), rank);
            }
            Event::Joker => {
                watch.joker(at.turn);
                self.again = true;
            }
            Event::Ended(end) => {
                watch.ended(seat, end, at.totals[seat]);
                self.begins = true;
            }
        }
    }
}

/// Tells it a decision.
pub(crate) fn tell_decision(
    watch: &mut impl Watch,
    decision: &Decision<'_, Seated>,
    decision::Choice { action, rule }: decision::Choice<Action>,
) {
    let (turn, actions) = (decision.state.turn, decision.actions());
    match action {
        Action::Stop | Action::Roll => {
            let choice = Choice { action: if action == Action::Roll { ROLL } else { STOP }, rule };
            watch.decided(turn, actions[0] == Action::Stop, choice);
        }
        _ => {
            let place = actions.iter().position(|known| *known == action);
            let choice = Choice { action: place.expect("a legal action"), rule };
            watch.kept(turn, decision.game.keeps(decision.state), choice);
        }
    }
}

/// Plays a single turn of a policy by the loop.
pub(crate) fn replay_turn<W: Watch>(turns: &Turns, policy: usize, turn: u64, watch: W) -> W {
    let watch = RefCell::new(watch);
    let mut told = Told::new(&watch, turns.game.seats());
    let mut at = Position::of_turn(&turns.standing, turns.game.rules.start());
    let decide = |decision: &Decision<'_, Seated>| {
        let choice = turns.players[policy].choose(decision);
        tell_decision(&mut *watch.borrow_mut(), decision, choice);
        choice.action
    };
    let mut streams = Streams::new(UnitKey::of_turn(turns.seed, turn));
    let (round, seat) = (at.round, at.seat);
    let over = |at: &Position| (at.round, at.seat) != (round, seat);
    let list = &mut ActionList::default();
    play_until(&turns.game, &mut at, &mut streams, decide, &mut told, list, over);
    watch.into_inner()
}

/// A player both accounts can seat; points are points, not units.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Policy {
    /// Keeps everything and stops from a number of points on.
    HoldAt(u32),
    /// The same, and stops as soon as banking wins.
    HoldAtOrWin {
        /// The points to stop from.
        hold: u32,
        /// The total that wins.
        target: u32,
    },
    /// Keeps as few dice as it may.
    KeepFewest(u32),
    /// Dares more when far behind.
    CatchUp(plain::engine::CatchUp),
    /// Holds earlier with few dice left.
    DiceAware {
        /// The points to stop from in general.
        hold: u32,
        /// So many dice or fewer are few.
        few_dice: u8,
        /// The points to stop from with few dice.
        hold_few: u32,
    },
    /// Decides by a hash of all it knows of the turn, and of the table if `standing`.
    Wild {
        /// Makes it a player of its own.
        seed: u64,
        /// Whether the totals count.
        standing: bool,
    },
}

impl Policy {
    fn keeps_wild(
        self,
        turn_points: u32,
        dice: u64,
        keeps: &[(u32, u64)],
        totals: &[u32],
    ) -> usize {
        let Self::Wild { seed, standing } = self else { return 0 };
        let keeps_seen = keeps.iter().flat_map(|keep| [keep.0.into(), keep.1]);
        let totals = totals.iter().filter(|_| standing).map(|total| u64::from(*total));
        let facts = [seed, 1, turn_points.into(), dice].into_iter().chain(keeps_seen).chain(totals);
        (stir(facts) % keeps.len() as u64) as usize
    }

    fn stops_wild(seed: u64, turn_points: u32, dice: u64, totals: &[u32], standing: bool) -> bool {
        let totals = totals.iter().filter(|_| standing).map(|total| u64::from(*total));
        stir([seed, 2, turn_points.into(), dice].into_iter().chain(totals)).is_multiple_of(3)
    }
}

/// The engine's side, written against the engine's own views.
impl Plays for Policy {
    fn sight(&self) -> Sight {
        let points = Seen { points: true, ..Seen::default() };
        let table = Seen { own: true, best_other: true, others: true, ..points };
        match self {
            Self::HoldAt(_) | Self::KeepFewest(_) | Self::DiceAware { .. } => {
                Sight { keep: Seen::default(), roll: points }
            }
            Self::HoldAtOrWin { .. } => {
                Sight { keep: Seen::default(), roll: Seen { own: true, ..points } }
            }
            Self::CatchUp(_) => Sight {
                keep: Seen::default(),
                roll: Seen { own: true, best_other: true, ..points },
            },
            Self::Wild { standing: false, .. } => Sight { keep: points, roll: points },
            Self::Wild { standing: true, .. } => Sight { keep: table, roll: table },
        }
    }

    fn keep(
        &self,
        game: &Game,
        standing: &Standing,
        state: TurnState,
        keeps: &[Keep],
        _luck: &OwnLuck,
    ) -> Choice {
        let unit = game.scoring.unit;
        let action = match self {
            // The last in the documented order has the fewest dice; the first of these is wanted.
            Self::KeepFewest(_) => {
                let fewest = keeps[keeps.len() - 1].dice;
                keeps.partition_point(|keep| keep.dice > fewest)
            }
            Self::Wild { .. } => {
                let seen: Vec<_> =
                    keeps.iter().map(|keep| (keep.points * unit, keep.dice.into())).collect();
                let totals = totals_in_points(unit, standing);
                self.keeps_wild(state.points * unit, state.dice.into(), &seen, &totals)
            }
            _ => 0,
        };
        Choice { action, rule: (action % 3) as u8 }
    }

    fn roll(
        &self,
        game: &Game,
        standing: &Standing,
        state: TurnState,
        may_stop: bool,
        _luck: &OwnLuck,
    ) -> Choice {
        let unit = game.scoring.unit;
        let points = state.points * unit;
        let own = standing.own * unit;
        let wants_to = match *self {
            Self::HoldAt(hold) | Self::KeepFewest(hold) => points >= hold,
            Self::HoldAtOrWin { hold, target } => points >= hold || own + points >= target,
            Self::CatchUp(plain::engine::CatchUp { hold, hold_behind, gap, target }) => {
                let behind = standing.best_other() * unit >= own + gap;
                own + points >= target || points >= if behind { hold_behind } else { hold }
            }
            Self::DiceAware { hold, few_dice, hold_few } => {
                points >= if state.dice <= few_dice { hold_few } else { hold }
            }
            Self::Wild { seed, standing: sees } => {
                let totals = totals_in_points(unit, standing);
                Self::stops_wild(seed, points, state.dice.into(), &totals, sees)
            }
        };
        let stops = may_stop && wants_to;
        Choice { action: if stops { STOP } else { ROLL }, rule: u8::from(stops) }
    }
}

/// The player's own total, then the others'.
fn totals_in_points(unit: u32, standing: &Standing) -> Vec<u32> {
    let others = &standing.others[..usize::from(standing.players) - 1];
    [standing.own].iter().chain(others).map(|total| total * unit).collect()
}

/// The other side: the plain account's own players where it has them.
impl PlainPolicy for Policy {
    fn keep(&mut self, view: &KeepView<'_>) -> usize {
        match *self {
            Self::KeepFewest(hold) => plain::engine::KeepFewest { hold }.keep(view),
            Self::Wild { .. } => {
                let seen: Vec<_> =
                    view.keeps.iter().map(|keep| (keep.points, keep.dice as u64)).collect();
                let totals = [&[view.scores.own_total], view.scores.opponents.as_slice()].concat();
                self.keeps_wild(view.turn_points, view.dice as u64, &seen, &totals)
            }
            _ => 0,
        }
    }

    fn stop(&mut self, view: &RollView<'_>) -> bool {
        match *self {
            Self::HoldAt(hold) => plain::engine::HoldAt { hold }.stop(view),
            Self::HoldAtOrWin { hold, target } => {
                plain::engine::HoldAtOrWin { hold, target }.stop(view)
            }
            Self::KeepFewest(hold) => plain::engine::KeepFewest { hold }.stop(view),
            Self::CatchUp(mut policy) => policy.stop(view),
            Self::DiceAware { hold, few_dice, hold_few } => {
                plain::engine::DiceAware { hold, few_dice: few_dice.into(), hold_few }.stop(view)
            }
            Self::Wild { seed, standing } => {
                let totals = [&[view.scores.own_total], view.scores.opponents.as_slice()].concat();
                Self::stops_wild(seed, view.turn_points, view.dice as u64, &totals, standing)
            }
        }
    }
}

/// Writes down a turn of the engine the way the plain account does.
#[derive(Clone, Debug)]
pub(crate) struct Recorder<'a> {
    game: &'a Game,
    /// Where each decision to roll was made from.
    pub(crate) states: Vec<TurnState>,
    rolls: Vec<PlainRoll>,
    end: Option<TurnEnd>,
}

impl<'a> Recorder<'a> {
    /// Nothing written yet.
    pub(crate) fn new(game: &'a Game) -> Self {
        Self { game, states: Vec::new(), rolls: Vec::new(), end: None }
    }

    fn last(&mut self) -> &mut PlainRoll {
        self.rolls.last_mut().expect("a roll before what comes of it")
    }

    /// The turn, which must be over.
    pub(crate) fn turn(self) -> PlainTurn {
        let TurnEnd { ending, points } = self.end.expect("the end of the turn");
        let points = points * self.game.scoring.unit;
        let (ending, points, lost) = match ending {
            Ending::Banked => (plain::engine::Ending::Banked, points, 0),
            Ending::Bust => (plain::engine::Ending::Bust, 0, points),
            Ending::Win => (plain::engine::Ending::InstantWin, points, 0),
        };
        PlainTurn { ending, points, lost, rolls: self.rolls }
    }
}

impl Watch for Recorder<'_> {
    fn rolls(&mut self, state: TurnState) {
        self.states.push(state);
    }

    fn rolled(&mut self, state: TurnState, class: usize, rank: u64) {
        let faces = self.game.table(state.dice).decode(class, rank);
        let dice = state.dice.into();
        self.rolls.push(PlainRoll { dice, faces, joker: false, kept: None, stopped: false });
    }

    fn joker(&mut self, _state: TurnState) {
        self.last().joker = true;
    }

    fn kept(&mut self, state: TurnState, keeps: &[Keep], choice: Choice) {
        assert_eq!(usize::from(state.dice), self.last().dice, "the dice rolled");
        self.last().kept = Some(plain_keep(self.game, keeps[choice.action]));
    }

    fn decided(&mut self, state: TurnState, may_stop: bool, choice: Choice) {
        assert_eq!(may_stop, state.points >= self.game.min_bank);
        self.last().stopped = choice.action == STOP;
    }

    fn ended(&mut self, _: usize, end: TurnEnd, _: u32) {
        assert_eq!(self.end.replace(end), None, "a turn ends once");
    }
}

/// The number of orders in which these faces can lie.
fn orders(faces: &[u8]) -> u64 {
    let factorial = |n: u64| (1..=n).product::<u64>();
    let counts = counts(faces, *faces.iter().max().expect("a die"));
    factorial(faces.len() as u64) / counts.iter().map(|n| factorial(u64::from(*n))).product::<u64>()
}

/// A word that makes the engine's dice show these faces, in whatever order.
pub(crate) fn word_for(game: &Game, faces: &[u8]) -> u32 {
    let table = game.table(faces.len() as u8);
    let mut wanted = faces.to_vec();
    wanted.sort_unstable();
    // Rolls of the same faces have neighbouring ranks in one class: find where.
    let mut place = None;
    for (class, of) in table.classes().iter().enumerate() {
        let mut rank = 0;
        while rank < of.weight {
            let mut roll = table.decode(class, rank);
            let next = rank + orders(&roll);
            roll.sort_unstable();
            if roll == wanted {
                place = Some((class, rank..next));
            }
            rank = next;
        }
    }
    let (class, ranks) = place.unwrap_or_else(|| panic!("no class holds {faces:?}"));
    let total = table.total();
    let scale = if total.is_power_of_two() { (1_u64 << 32) / total } else { 1 };
    (0..total)
        .map(|draw| (draw * scale) as u32)
        .find(|word| {
            let (drawn, rank) = table.draw(|| *word);
            drawn == class && ranks.contains(&rank)
        })
        .expect("every roll has a draw")
}

/// One turn of the engine on the given rolls, which must be just enough.
pub(crate) fn turn_at(
    game: &Arc<Game>,
    player: Policy,
    standing: &Standing,
    rolls: &[&str],
) -> PlainTurn {
    let mut words = rolls.iter().map(|digits| word_for(game, &faces(digits)));
    let watch = RefCell::new(Recorder::new(game));
    let luck = OwnLuck::new(UnitKey::of_turn(0, 0), 0, 0);
    let (seated, player) = (Seated::new(game, standing.players), sit(game, player));
    let mut told = Told::new(&watch, standing.players);
    let mut at = Position::of_turn(standing, game.start());
    while watch.borrow().end.is_none() {
        match seated.next(&at) {
            Next::Chance(_) => {
                let word = || words.next().expect("the turn goes on beyond the rolls given");
                let (class, rank) = game.table(at.turn.dice).draw(word);
                seated.happen(&mut at, Roll { class: class as u16, rank }, &mut told);
            }
            Next::Decide { seat, point } => {
                let list = &mut ActionList::default();
                let decision = Decision::new(&seated, &at, (seat, point), luck, list);
                let choice = player.choose(&decision);
                tell_decision(&mut *watch.borrow_mut(), &decision, choice);
                seated.act(&mut at, choice.action, &mut told);
            }
            Next::Over { .. } => panic!("the game ended within a turn"),
        }
    }
    let watch = watch.into_inner();
    assert_eq!(words.len(), 0, "the turn ended early: {watch:?}");
    let turn = watch.turn();
    for (roll, digits) in turn.rolls.iter().zip(rolls) {
        let (mut rolled, mut wanted) = (roll.faces.clone(), faces(digits));
        rolled.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(rolled, wanted);
    }
    turn
}

/// One turn of a player who holds at a number, at the start of a game.
pub(crate) fn turn_on(game: &Arc<Game>, hold: u32, rolls: &[&str]) -> PlainTurn {
    turn_at(game, Policy::HoldAt(hold), &Standing::start(1), rolls)
}

/// Single turns of some players.
pub(crate) fn turns(game: &Arc<Game>, players: &[Policy], seed: u64, isa: Option<Isa>) -> Turns {
    let players = players.iter().map(|player| sit(game, *player)).collect();
    Turns { game: Seated::new(game, 1), players, standing: Standing::start(1), seed, isa }
}

/// Whole games of some players at some tables.
pub(crate) fn matches(
    game: &Arc<Game>,
    players: &[Policy],
    lineups: &[&[usize]],
    seed: u64,
    folded: bool,
) -> Matches {
    Matches {
        game: Seated::new(game, lineups[0].len() as u8),
        players: players.iter().map(|player| sit(game, *player)).collect(),
        lineups: lineups.iter().map(|lineup| lineup.to_vec()).collect(),
        fixed_seats: false,
        seed,
        fold_for: folded.then_some(u64::MAX),
    }
}

/// The first game from `from` on whose first roll shows all dice alike.
pub(crate) fn game_that_begins_with_all_alike(game: &Game, seed: u64, from: u64) -> u64 {
    let table = game.table(game.dice());
    (from..)
        .find(|number| {
            let mut rng = UnitKey::of_game(seed, *number).stream(0, 0);
            let (class, _) = table.draw(|| rng.next_u32());
            matches!(table.classes()[class].verdict, Verdict::Win { .. })
        })
        .expect("once in two million games")
}

/// How many standard errors a count out of `trials` is away from a probability.
pub(crate) fn off(count: u64, trials: u64, probability: f64) -> f64 {
    let trials = trials as f64;
    let std_error = (probability * (1.0 - probability) / trials).sqrt();
    (count as f64 / trials - probability) / std_error
}

/// Asserts that a count out of `trials` fits a probability within four standard errors.
pub(crate) fn assert_fits(what: &str, count: u64, trials: u64, probability: f64) {
    let off = off(count, trials, probability);
    assert!(off.abs() <= 4.0, "{what}: {count} of {trials} is off by {off:.2} standard errors");
}
