//! El Ocho on the contract of all games: who moves next, what may be done, what chance may bring.
//!
//! The variant for stressed people is not: how well somebody adds up belongs to a policy there, and
//! not to the position.

use std::convert::Infallible;
use std::sync::Arc;

use super::features::{Functions, of_keep, of_turn, points};
use super::scoring::{Keep, Verdict};
use super::turn::{Game, MAX_PLAYERS, MAX_ROLLS_SEEN, Player, ROLL, Standing, TurnState};
use super::vocabulary::{VOCABULARY, common_slot, point, slot};
use crate::game::contract::{self, Log, Luck, MAX_SEATS, Next, Ranking, Stream};
use crate::game::decision::{Choice, DEFAULT_RULE, Decision, OwnLuck, Policy};
use crate::game::publish::Publish;
use crate::game::{Functions as _, Vocabulary};

/// The game for a number of seats.
#[derive(Clone, Debug)]
pub struct Seated {
    /// The rules.
    pub rules: Arc<Game>,
    seats: u8,
    functions: Arc<Functions>,
}

impl Seated {
    /// The game for one to eight seats.
    #[must_use]
    pub fn new(rules: &Arc<Game>, seats: u8) -> Self {
        let functions = Arc::new(Functions::new(rules));
        Self { rules: Arc::clone(rules), seats, functions }
    }

    /// The same for another number of seats.
    fn with(&self, seats: u8) -> Self {
        Self { seats, ..self.clone() }
    }

    /// The ways to keep dice of the roll that lies on the table.
    fn keeps(&self, at: &Position) -> &[Keep] {
        match at.phase {
            Phase::Keep(class) => {
                self.rules.table(at.turn.dice).classes()[usize::from(class)].keeps()
            }
            _ => &[],
        }
    }

    /// Banks `units` of the turn under way and goes on to the next, or ends the game.
    fn end_turn(&self, at: &mut Position, units: u32, wins: bool) {
        let own = &mut at.totals[usize::from(at.seat)];
        *own += units;
        at.turn = self.rules.start();
        at.phase = Phase::Roll { again: false };
        // A bust gains nothing, so it never gets here from below the target.
        if wins || *own >= self.rules.target {
            at.phase = Phase::Over { winner: Some(at.seat) };
            return;
        }
        at.seat += 1;
        if at.seat == self.seats {
            (at.seat, at.round) = (0, at.round + 1);
            if at.round == self.rules.rules.max_turns {
                at.phase = Phase::Over { winner: None };
            }
        }
    }
}

/// Where a game stands.
///
/// | part | bits |
/// |---|---|
/// | `totals` | 8 × 32, units banked by seat; 0 beyond the seats of the game |
/// | `turn` | 32 units set aside, 8 dice to roll or just rolled, 8 rolls made |
/// | `round` | 32, turns that every seat has ended |
/// | `seat` | 8, whose turn it is |
/// | `phase` | 32, the place within the turn |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Banked totals by seat, in units.
    pub totals: [u32; MAX_PLAYERS],
    /// Where the turn stands.
    pub turn: TurnState,
    /// Turns that every seat has ended.
    pub round: u32,
    /// Whose turn it is.
    pub seat: u8,
    phase: Phase,
}

/// The place within a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    /// The dice are rolled; `again` changes with each Joker (EO-17), since a position must.
    Roll { again: bool },
    /// Dice of a roll of that class are kept.
    Keep(u16),
    /// The player stops or rolls on.
    Decide,
    /// The game is won, or given up.
    Over { winner: Option<u8> },
}

impl Position {
    /// How the table stands for a seat.
    fn standing(&self, seats: u8, seat: u8) -> Standing {
        Standing::of(&self.totals[..usize::from(seats)], seat.into(), self.round)
    }

    /// A position in the turn of a player, who gets seat 1: which seat it is shows in nothing but
    /// in how many turns the others have left before the game is given up.
    fn seen(standing: &Standing, turn: TurnState, phase: Phase) -> Self {
        let mut totals = [0; MAX_PLAYERS];
        totals[0] = standing.own;
        totals[1..].copy_from_slice(&standing.others);
        Self { totals, turn, round: standing.turns_taken, seat: 0, phase }
    }
}

/// What a seat may do; the order is the documented one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Sets all dice of the roll aside (EO-10).
    BigEight(Keep),
    /// Sets some of them aside (EO-4).
    Keep(Keep),
    /// Banks the turn (EO-12).
    Stop,
    /// Rolls on.
    Roll,
}

/// The ways to keep dice of a roll of so many.
fn keeping(dice: u8, keeps: &[Keep]) -> impl Iterator<Item = Action> {
    let action = move |keep: &Keep| match keep.dice == dice {
        true => Action::BigEight(*keep),
        false => Action::Keep(*keep),
    };
    keeps.iter().map(action)
}

impl contract::Game for Seated {
    type State = Position;
    type Action = Action;
    /// The class of a roll: its index in the table of so many dice.
    type Outcome = u16;
    type Event = Infallible;

    fn seats(&self) -> u8 {
        self.seats
    }

    fn start(&self) -> Position {
        Position {
            totals: [0; MAX_PLAYERS],
            turn: self.rules.start(),
            round: 0,
            seat: 0,
            phase: Phase::Roll { again: false },
        }
    }

    fn next(&self, at: &Position) -> Next {
        let decide = |point: usize| Next::Decide { seat: at.seat, point: point as u8 };
        match at.phase {
            Phase::Roll { .. } => {
                let turn = at.round * MAX_PLAYERS as u32 + u32::from(at.seat);
                Next::Chance(Stream { purpose: 0, turn })
            }
            Phase::Keep(_) => decide(point::KEEP),
            Phase::Decide => decide(point::ROLL),
            Phase::Over { winner } => Next::Over { finished: winner.is_some() },
        }
    }

    fn actions(&self, at: &Position, into: &mut Vec<Action>) {
        if at.phase != Phase::Decide {
            into.extend(keeping(at.turn.dice, self.keeps(at)));
            return;
        }
        if at.turn.points >= self.rules.min_bank {
            into.push(Action::Stop);
        }
        if at.turn.points < self.rules.most {
            into.push(Action::Roll);
        }
    }

    fn act(&self, at: &mut Position, action: Action, _: &mut impl Log<Self>) {
        match action {
            Action::BigEight(keep) | Action::Keep(keep) => {
                at.turn = self.rules.after_keep(at.turn, keep);
                at.phase = Phase::Decide;
            }
            Action::Stop => self.end_turn(at, at.turn.points, false),
            Action::Roll => at.phase = Phase::Roll { again: false },
        }
    }

    fn draw(&self, at: &Position, luck: &mut impl Luck) -> u16 {
        self.rules.table(at.turn.dice).draw_below(|bound| luck.below(bound)) as u16
    }

    fn outcomes(&self, at: &Position, each: &mut dyn FnMut(u16, u64)) {
        let classes = self.rules.table(at.turn.dice).classes();
        classes.iter().enumerate().for_each(|(class, of)| each(class as u16, of.weight));
    }

    fn happen(&self, at: &mut Position, class: u16, _: &mut impl Log<Self>) {
        let verdict = &self.rules.table(at.turn.dice).classes()[usize::from(class)].verdict;
        match (verdict, at.phase) {
            (Verdict::Bust, _) => self.end_turn(at, 0, false),
            (Verdict::Joker, phase) => {
                at.phase = Phase::Roll { again: phase == Phase::Roll { again: false } };
            }
            (Verdict::Win { points }, _) => self.end_turn(at, at.turn.points + points, true),
            (Verdict::Keep(_), _) => {
                at.turn.rolls = (at.turn.rolls + 1).min(MAX_ROLLS_SEEN);
                at.phase = Phase::Keep(class);
            }
        }
    }

    fn ranking(&self, at: &Position) -> Ranking {
        let totals = &at.totals[..usize::from(self.seats)];
        let mut scores = [0; MAX_SEATS];
        for (score, total) in scores.iter_mut().zip(totals) {
            *score = self.rules.points(*total) as i32;
        }
        let best = totals.iter().max();
        let leads = |seat: &usize| Some(&totals[*seat]) == best;
        let leaders = (0..totals.len()).filter(leads).fold(0, |all, seat| all | 1 << seat);
        let winners = match at.phase {
            Phase::Over { winner: Some(seat) } => 1 << seat,
            _ => leaders,
        };
        Ranking { scores, winners }
    }

    fn check(&self, at: &Position) -> Result<(), String> {
        let Position { totals, turn, round, seat, phase } = at;
        let over = matches!(phase, Phase::Over { .. });
        let below = |total: &u32| *total < self.rules.target;
        let sound = [
            ("a total has won already", over || totals.iter().all(below)),
            ("a total beyond the seats", totals[self.seats.into()..].iter().all(|all| *all == 0)),
            ("a seat beyond the game", *seat < self.seats),
            ("dice that there are not", (1..=self.rules.dice()).contains(&turn.dice)),
            ("points beside a turn", turn.points == 0 || turn.rolls > 0),
            ("a round too many", over || *round < self.rules.rules.max_turns),
        ];
        match sound.iter().find(|(_, holds)| !holds) {
            Some((fault, _)) => Err((*fault).to_owned()),
            None => Ok(()),
        }
    }
}

impl Publish for Seated {
    /// How the table stands for the seat that decides.
    type Sight = Standing;

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    fn kind(&self, _: u8, action: Action) -> usize {
        match action {
            Action::Keep(_) | Action::Stop => 0,
            Action::BigEight(_) | Action::Roll => 1,
        }
    }

    fn sight(&self, decision: &Decision<'_, Self>) -> Standing {
        decision.state.standing(self.seats, decision.seat)
    }

    fn see(&self, decision: &Decision<'_, Self>, standing: &Standing, slot: usize) -> f64 {
        let slot = match (usize::from(decision.point), slot) {
            (point::KEEP | point::ROLL, slot) => slot,
            (_, common_slot::OWN_TOTAL) => slot::OWN_TOTAL,
            (_, common_slot::BEST_OPPONENT_TOTAL) => slot::BEST_OPPONENT_TOTAL,
            (_, common_slot::TURNS_TAKEN) => slot::TURNS_TAKEN,
            (_, common_slot::TARGET) => slot::TARGET,
            (_, common_slot::PLAYERS) => slot::PLAYERS,
            _ => return 0.0,
        };
        // Whoever decides has rolled.
        let turn = TurnState { rolls: decision.state.turn.rolls.max(1), ..decision.state.turn };
        of_turn(&self.rules, standing, turn, slot)
    }

    fn show(
        &self,
        decision: &Decision<'_, Self>,
        _: &Standing,
        action: Action,
        place: usize,
    ) -> f64 {
        match action {
            Action::BigEight(keep) | Action::Keep(keep) => {
                of_keep(&self.rules, decision.state.turn.dice, keep, place)
            }
            Action::Stop | Action::Roll => 0.0,
        }
    }

    fn call(
        &self,
        _: &Decision<'_, Self>,
        standing: &Standing,
        function: usize,
        args: &[f64],
    ) -> f64 {
        let opponents = standing.others.map(|total| points(&self.rules, total));
        self.functions.call(function, args, &opponents)
    }

    fn default(&self, _: &Decision<'_, Self>) -> usize {
        0
    }
}

/// A player of turns as a policy of the game.
pub(super) struct Sitting(pub(super) Arc<dyn Player>);

impl Policy<Seated> for Sitting {
    fn choose(&self, decision: &Decision<'_, Seated>, luck: &OwnLuck) -> Choice {
        let &Decision { game, state, seat, point, .. } = decision;
        let standing = state.standing(game.seats, seat);
        match usize::from(point) {
            point::KEEP => self.0.keep(&game.rules, &standing, state.turn, game.keeps(state), luck),
            _ => self.0.roll(&game.rules, &standing, state.turn, true, luck),
        }
    }
}

/// A policy of the game as a player of turns.
pub(super) struct Searching {
    game: Seated,
    policy: Arc<dyn Policy<Seated>>,
}

impl Searching {
    pub(super) fn new(game: &Arc<Game>, policy: Arc<dyn Policy<Seated>>) -> Self {
        Self { game: Seated::new(game, 1), policy }
    }

    fn choose(
        &self,
        standing: &Standing,
        (turn, phase): (TurnState, Phase),
        actions: &[Action],
        luck: &OwnLuck,
    ) -> Choice {
        let state = &Position::seen(standing, turn, phase);
        let game = &self.game.with(standing.players);
        let point = if phase == Phase::Decide { point::ROLL } else { point::KEEP } as u8;
        self.policy.choose(&Decision { game, state, seat: 0, point, actions }, luck)
    }
}

impl Player for Searching {
    fn keep(
        &self,
        game: &Game,
        standing: &Standing,
        state: TurnState,
        keeps: &[Keep],
        luck: &OwnLuck,
    ) -> Choice {
        let class =
            game.table(state.dice).classes().iter().position(|class| class.keeps() == keeps);
        let (Some(class), [_, _, ..]) = (class, keeps) else {
            return Choice { action: 0, rule: DEFAULT_RULE };
        };
        let actions: Vec<Action> = keeping(state.dice, keeps).collect();
        self.choose(standing, (state, Phase::Keep(class as u16)), &actions, luck)
    }

    fn roll(
        &self,
        _: &Game,
        standing: &Standing,
        state: TurnState,
        may_stop: bool,
        luck: &OwnLuck,
    ) -> Choice {
        if !may_stop {
            return Choice { action: ROLL, rule: DEFAULT_RULE };
        }
        self.choose(standing, (state, Phase::Decide), &[Action::Stop, Action::Roll], luck)
    }
}
