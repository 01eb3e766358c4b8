//! Games of the engine, checked by the referee: every card, roll and choice of the engine is fed to
//! the referee, which must reach the same decisions with the same legal actions, the same state at
//! each of them and the same scores.
//!
//! The aim of a reroll (the decision `aim`) is not a rule of the game: the referee only learns the
//! Bull aimed at.

mod games;

use std::collections::{BTreeMap, VecDeque};

use pushluck::game::contract::Game as _;
use pushluck::game::publish::Publish as _;
use pushluck::games::eight_seconds::compiled::Game;
use pushluck::games::eight_seconds::decision::Action;
use pushluck::games::eight_seconds::dice::Face;
use pushluck::games::eight_seconds::edition::Edition;
use pushluck::games::eight_seconds::event::{Event, Outcome};
use pushluck::games::eight_seconds::state::{Bet, NONE, Seat, State};
use pushluck::games::eight_seconds::vocabulary::{kind, point};

use crate::eight_seconds::common::{Made, Player, Step, Steps, events, play_game};
use crate::eight_seconds::plain::state::{Die, Ride, Seat as PlainSeat, State as Plain};
use crate::eight_seconds::plain::turn::Ending;
use crate::eight_seconds::plain::{Deck, Referee, Set, Table};

/// The positions of the set bits of a mask.
fn bits(mask: impl Into<u32>) -> Set {
    let mask = mask.into();
    (0..32).filter(|place| mask >> place & 1 == 1).collect()
}

/// The edition with easier dice.
pub(crate) fn easier_edition() -> Edition {
    edition(include_str!("../../editions/eight-seconds-easier.toml"))
}

fn edition(text: &str) -> Edition {
    let source = pushluck::diagnostic::Source::new("test.toml", text);
    Edition::parse(source).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// Replays the steps of the engine for the referee.
struct Follower<'a> {
    steps: &'a Steps,
    /// The next step.
    next: usize,
    riders: VecDeque<usize>,
    buckles: VecDeque<usize>,
}

impl<'a> Follower<'a> {
    fn new(steps: &'a Steps) -> Self {
        let (mut riders, mut buckles) = (VecDeque::new(), VecDeque::new());
        for (event, _) in events(steps) {
            match event {
                Event::RidersDealt { riders: dealt, .. } => riders.extend(dealt.map(usize::from)),
                Event::BucklesLaidOut { buckles: laid } => buckles.extend(bits(laid)),
                _ => {}
            }
        }
        Self { steps, next: 0, riders, buckles }
    }

    /// Fails the test and shows the last steps.
    #[track_caller]
    fn fault(&self, what: &str) -> ! {
        let from = self.next.saturating_sub(25);
        let steps = self.steps.iter().enumerate().skip(from).take(self.next + 12 - from);
        let lines = steps.map(|(place, (step, _))| {
            let mark = if place + 1 == self.next { ">" } else { " " };
            let Step::Made(Made { seat, point, legal, action }) = step else {
                return format!("{mark} {step:?}");
            };
            format!("{mark} seat {seat} at {}: {action:?} of {legal:?}", Game::POINTS[*point].name)
        });
        panic!("{what}\n{}", lines.collect::<Vec<_>>().join("\n"))
    }

    /// Advances past the next step that is a choice, a card or a roll, and returns it.
    fn advance(&mut self) -> &'a (Step, State) {
        loop {
            let Some(step) = self.steps.get(self.next) else {
                self.fault("the record has ended");
            };
            self.next += 1;
            match &step.0 {
                Step::Made(_)
                | Step::Event(
                    Event::BullDealt { .. }
                    | Event::Rolled { .. }
                    | Event::TurnEnds { .. }
                    | Event::GameEnds,
                ) => return step,
                Step::Event(_) => {}
            }
        }
    }

    /// Compares the whole state.
    #[track_caller]
    fn compare(&self, engine: &State, referee: &Plain) {
        let engine = plain(engine);
        if engine != *referee {
            let [engine, referee] = [&engine, referee].map(|state| format!("{state:#?}"));
            let mut lines = engine.lines().zip(referee.lines());
            let (engine, referee) = lines.find(|(a, b)| a != b).unwrap_or_default();
            self.fault(&format!("engine: {engine}, referee: {referee}"));
        }
    }
}

impl Table for Follower<'_> {
    fn card(&mut self, deck: Deck) -> usize {
        let card = match deck {
            Deck::Riders => self.riders.pop_front(),
            Deck::Buckles => self.buckles.pop_front(),
            Deck::Bulls => match self.advance() {
                (Step::Event(Event::BullDealt { bull, .. }), _) => Some((*bull).into()),
                _ => None,
            },
        };
        card.unwrap_or_else(|| self.fault(&format!("the referee deals from {deck:?}")))
    }

    fn roll(&mut self, which: &Set) -> [Face; 8] {
        match self.advance() {
            (Step::Event(Event::Rolled { dice, rolled, .. }), _) if bits(*rolled) == *which => {
                dice.faces()
            }
            _ => self.fault(&format!("the referee rolls {which:?}")),
        }
    }

    fn decide(&mut self, plain: &Plain, seat: usize, point: usize, legal: &[Action]) -> Action {
        match self.advance() {
            (Step::Made(made), state) if (made.seat, made.point) == (seat, point) => {
                self.compare(state, plain);
                if made.legal != legal {
                    self.fault(&format!("the referee offers {legal:?}"));
                }
                made.action
            }
            _ => {
                self.fault(&format!("the referee asks seat {seat} at {}", Game::POINTS[point].name))
            }
        }
    }

    fn aimed_at(&mut self) -> Option<usize> {
        match &self.steps[self.next].0 {
            Step::Made(Made { point: point::AIM, action, .. }) => {
                self.next += 1;
                (action.kind() == kind::AIM_BULL).then_some(action.argument().into())
            }
            _ => None,
        }
    }

    fn turn_over(&mut self, plain: &Plain, ending: Ending) {
        match self.advance() {
            (Step::Event(Event::TurnEnds { outcome, .. }), state) if *outcome == ending.outcome => {
                self.compare(state, plain);
            }
            _ => self.fault(&format!("the referee ends the turn with {ending:?}")),
        }
    }
}

/// Converts a state of the engine to a state of the referee.
fn plain(engine: &State) -> Plain {
    let turn = &engine.turn;
    let some = |card: u8| (card != NONE).then_some(usize::from(card));
    let seat = |has: &Seat| PlainSeat {
        bulls: bits(has.bulls),
        buckles: bits(has.buckles),
        tokens: has.tokens.into(),
        money: has.money,
        rider: some(has.rider),
        uses_left: has.uses.into(),
        hand: Bet::OUTCOMES.into_iter().filter(|bet| has.holds(*bet)).collect(),
        bets: has.bets.into_iter().flatten().collect(),
    };
    let die = |die: usize| {
        let [retrieved, locked, used] =
            [turn.retrieved, turn.locked, turn.used].map(|dice| dice >> die & 1 == 1);
        Die { face: turn.dice.face(die), retrieved, locked, used }
    };
    let mut ridden: Vec<usize> =
        [turn.first_bull, turn.last_bull].into_iter().filter_map(some).collect();
    ridden.dedup();
    let paid_early = |(_, has): &(usize, &Seat)| has.paid_clown_out;
    let ride = Ride {
        rider: engine.rider.into(),
        dice: (0..8).map(die).collect(),
        rolls: turn.rolls.into(),
        clowned_out: turn.clowned_out,
        started_over: turn.started_over,
        declared: some(turn.declared),
        ridden,
        buckle_reroll_spent: turn.free_used,
        bought: turn.bought_tokens,
        changed: turn.change_used,
        changed_by: bits(turn.changed_by),
        paid_early: engine.seated().iter().enumerate().filter(paid_early).map(|it| it.0).collect(),
    };
    Plain {
        seats: engine.seated().iter().map(seat).collect(),
        deck: bits(engine.deck),
        discards: bits(engine.discards),
        line_up: bits(engine.line_up),
        supply: engine.supply,
        open_buckles: bits(engine.open_buckles),
        hidden_buckles: bits(engine.closed_buckles),
        ride,
        pots: engine.pots,
        bank: engine.bank,
    }
}

/// How often each kind of action was chosen, by decision point and kind.
pub(crate) type Chosen = BTreeMap<(usize, u8), u64>;

/// Plays a game checked by the referee, and counts the actions chosen.
pub(crate) fn follow(
    game: &Game,
    players: &[&Player],
    seed: u64,
    number: u64,
    chosen: &mut Chosen,
) {
    let end = play_game(game, players, seed, number);
    let mut referee = Referee::new(game, players.len(), Follower::new(&end.steps));
    let finished = referee.play();
    let last = &referee.table.advance().0;
    assert!(matches!(last, Step::Event(Event::GameEnds)), "the engine plays on");
    assert_eq!(end.finished, finished);
    let (scores, winners) = game.final_scores(&end.state);
    assert_eq!(bits(winners), referee.winners(), "winners");
    for (seat, found) in scores.iter().enumerate().take(referee.players) {
        let score = referee.score(seat);
        assert_eq!(*found, score, "score of seat {seat}");
        let rating = game.rating(score.total(), end.state.players);
        assert_eq!(rating, referee.rating(score.total()), "rating of {}", score.total());
    }
    for (step, state) in &end.steps {
        let Step::Made(Made { point, legal, action, .. }) = step else { continue };
        game.check(state).unwrap_or_else(|fault| panic!("{fault}: {state:?}"));
        let kinds = Game::POINTS[*point].actions.iter().enumerate();
        for (kind, _) in kinds.filter(|(_, about)| about.always) {
            let there = legal.iter().any(|action| usize::from(action.kind()) == kind);
            assert!(there, "{} without kind {kind}", Game::POINTS[*point].name);
        }
        *chosen.entry((*point, action.kind())).or_default() += 1;
    }
}

/// Checks a turn by the referee, from a state with nothing due.
pub(crate) fn follow_turn(game: &Game, before: &State, steps: &Steps, outcome: Option<Outcome>) {
    let mut referee = Referee::new(game, before.players.into(), Follower::new(steps));
    referee.state = plain(before);
    let ending = referee.turn(before.rider.into());
    assert_eq!(ending.map(|ending| ending.outcome), outcome);
}
