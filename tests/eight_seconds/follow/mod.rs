//! The engine's games, followed by the referee: every card, roll and decision that the engine tells
//! of is fed to the referee, which must offer the same actions, come to the same state after every
//! step and to the same scores.
//!
//! The engine splits one choice of the rules into several decisions (a reroll into what it is for,
//! which dice it keeps and what it costs; an ability into a decision of its own before the roll is
//! used). What it offers in all of them together is what the referee offers in one.

mod games;
pub(crate) mod set_up;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use pushluck::game::publish::Publish as _;
use pushluck::games::eight_seconds::compiled::Game;
use pushluck::games::eight_seconds::decision::Action as Engine;
use pushluck::games::eight_seconds::dice::Face as EngineFace;
use pushluck::games::eight_seconds::event::{Event, Outcome as EngineOutcome, Why};
use pushluck::games::eight_seconds::state::{Bet, Laid as EngineLaid, NONE, State};
use pushluck::games::eight_seconds::vocabulary::{kind, point};

use self::set_up::{bits, config, face, outcome, referee_at};
use crate::eight_seconds::common::{Decision, GameEnd, Player, TurnEnd, Watch, play_game};
use crate::eight_seconds::plain::turn::GameOver;
use crate::eight_seconds::plain::vegas::{Card, Laid, OUTCOMES};
use crate::eight_seconds::plain::{
    Action, Ask, Deck, Ending, Face, Outcome, Payment, Point, Referee, Table, Trade,
};

/// What the engine told, kept.
#[derive(Clone, Debug)]
enum Told {
    Bull(usize),
    Rolled { faces: [EngineFace; 8], rolled: u8 },
    Decided { seat: usize, point: usize, legal: Vec<Engine>, action: Engine },
    BullsDiscarded { bulls: u32, why: Why },
    TokensSpent { why: Why },
    Retrieved { dice: u8 },
    TurnEnds { outcome: EngineOutcome },
    GameEnds,
    Other,
}

/// The record of a game: each event with the state it happened in.
#[derive(Debug, Default)]
pub(crate) struct Record {
    told: Vec<(Told, State)>,
    riders: VecDeque<usize>,
    buckles: VecDeque<usize>,
}

impl Watch for Record {
    fn told(&mut self, state: &State, event: &Event) {
        let told = match *event {
            Event::RidersDealt { riders, .. } => {
                self.riders.extend(riders.map(usize::from));
                Told::Other
            }
            Event::BucklesLaidOut { buckles } => {
                self.buckles.extend(bits(buckles.into()));
                Told::Other
            }
            Event::BullDealt { bull, .. } => Told::Bull(bull.into()),
            Event::Rolled { dice, rolled, .. } => Told::Rolled { faces: dice.faces(), rolled },
            Event::BullsDiscarded { bulls, why } => Told::BullsDiscarded { bulls, why },
            Event::TokensSpent { why, .. } => Told::TokensSpent { why },
            Event::Retrieved { dice } => Told::Retrieved { dice },
            Event::TurnEnds { outcome, .. } => Told::TurnEnds { outcome },
            Event::GameEnds => Told::GameEnds,
            _ => Told::Other,
        };
        self.told.push((told, *state));
    }

    fn decided(&mut self, decision: &Decision<'_>, action: Engine) {
        let legal = decision.actions().to_vec();
        assert!(legal.is_sorted_by(|a, b| a < b), "in order: {legal:?}");
        assert!(legal.len() > 1, "a choice: {:?}", decision.state);
        let (seat, point) = (decision.seat.into(), decision.point.into());
        self.told.push((Told::Decided { seat, point, legal, action }, *decision.state));
    }
}

/// One action of the engine in the referee's words; how many Clowns are retrieved is told apart
/// from which.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Plain {
    Act(Action),
    Retrieve(usize),
}

/// The referee's table at which the engine's record is played again.
struct Follower<'a> {
    game: &'a Game,
    record: &'a Record,
    /// The next event.
    next: usize,
    riders: VecDeque<usize>,
    buckles: VecDeque<usize>,
    /// The event of the roll that is being read, and the dice of it still to be read.
    rolling: Option<(usize, u8)>,
    /// Clowns that were retrieved together and are still to be named.
    retrieving: VecDeque<Action>,
    /// The changes of a die that were passed by on this roll.
    passed: BTreeSet<Action>,
    /// Why the last trade the engine told of came too early for the referee.
    too_early: Option<String>,
}

impl<'a> Follower<'a> {
    fn new(game: &'a Game, record: &'a Record) -> Self {
        Self {
            game,
            record,
            next: 0,
            riders: record.riders.clone(),
            buckles: record.buckles.clone(),
            rolling: None,
            retrieving: VecDeque::new(),
            passed: BTreeSet::new(),
            too_early: None,
        }
    }

    /// Ends the test with what has just happened.
    #[track_caller]
    fn fault(&self, what: &str) -> ! {
        let events = &self.record.told[..self.record.told.len().min(self.next + 12)];
        let from = self.next.saturating_sub(25);
        let lines = events.iter().enumerate().skip(from).map(|(place, (told, _))| {
            let mark = if place == self.next { ">" } else { " " };
            match told {
                Told::Decided { seat, point, legal, action } => {
                    let shown = |action: &Engine| {
                        let kinds = Game::POINTS[*point].actions;
                        format!("{}({})", kinds[action.kind() as usize].name, action.argument())
                    };
                    let legal: Vec<String> = legal.iter().take(12).map(shown).collect();
                    let point = Game::POINTS[*point].name;
                    let chosen = shown(action);
                    format!("{mark} seat {seat} at {point}: {chosen} of {}", legal.join(" "))
                }
                other => format!("{mark} {other:?}"),
            }
        });
        let early = self.too_early.as_ref().map(|why| format!("\n(a trade waited: {why})"));
        panic!("{what}{}\n{}", early.unwrap_or_default(), lines.collect::<Vec<_>>().join("\n"))
    }

    #[track_caller]
    fn same<T: PartialEq + std::fmt::Debug>(&self, what: &str, engine: T, referee: T) {
        if engine != referee {
            self.fault(&format!("{what}: engine {engine:?}, referee {referee:?}"));
        }
    }

    /// Goes to the next event that the referee has to know of, passing over consequences.
    fn advance(&mut self) -> &'a (Told, State) {
        loop {
            let Some(event) = self.record.told.get(self.next) else {
                self.fault("the record is at its end");
            };
            match &event.0 {
                Told::Decided { point, .. } if *point != point::AIM => return event,
                Told::Bull(_) | Told::Rolled { .. } | Told::TurnEnds { .. } | Told::GameEnds => {
                    return event;
                }
                _ => self.next += 1,
            }
        }
    }

    /// The next event if it is a decision: who, where, what is legal, what is chosen.
    fn decided(&mut self) -> Option<(usize, usize, &'a [Engine], Engine, &'a State)> {
        match self.advance() {
            (Told::Decided { seat, point, legal, action }, state) => {
                Some((*seat, *point, legal, *action, state))
            }
            _ => None,
        }
    }

    /// The next event if it is a decision at this point, and past it.
    #[track_caller]
    fn expect(&mut self, seat: usize, at: usize) -> (&'a [Engine], Engine, &'a State) {
        match self.decided() {
            Some((who, point, legal, action, state)) if (who, point) == (seat, at) => {
                self.next += 1;
                (legal, action, state)
            }
            _ => self.fault(&format!("the referee asks seat {seat} at {}", Game::POINTS[at].name)),
        }
    }

    /// A decision whose actions correspond one to one.
    #[track_caller]
    fn plain(
        &mut self,
        referee: &Referee,
        ask: &Ask,
        at: usize,
        of: impl Fn(Engine) -> Action,
    ) -> Action {
        let (legal, action, state) = self.expect(ask.seat, at);
        self.compare(referee, state);
        let engine: BTreeSet<Action> = legal.iter().map(|action| of(*action)).collect();
        self.same("legal actions", &engine, &ask.legal.iter().cloned().collect());
        of(action)
    }

    /// The first of the dice that are the same in kind and as they lie.
    fn first_like(referee: &Referee, die: usize) -> usize {
        let sorted = |die: usize| {
            let mut faces = referee.config.components.dice[die].faces.clone();
            faces.sort_unstable();
            faces
        };
        let dice = &referee.state.ride.dice;
        (0..dice.len())
            .find(|other| dice[*other] == dice[die] && sorted(*other) == sorted(die))
            .expect("the die itself")
    }

    /// Changes of dice, of equal ones only the first.
    fn distinct(referee: &Referee, changes: &[Action]) -> BTreeSet<Action> {
        let first = |die: usize| Self::first_like(referee, die);
        let changes = changes.iter().map(|change| match *change {
            Action::Change { die, face } => Action::Change { die: first(die), face },
            Action::Lock { die, face } => Action::Lock { die: first(die), face },
            ref other => other.clone(),
        });
        changes.collect()
    }

    fn change(action: Engine) -> Action {
        let (die, to) = (usize::from(action.argument()) / 8, usize::from(action.argument()) % 8);
        let face = face(EngineFace::new(to));
        match action.kind() {
            kind::PASS => Action::Pass,
            kind::CHANGE => Action::Change { die, face },
            _ => Action::Lock { die, face },
        }
    }

    /// A change of a die: what is offered must be what the referee offers.
    fn changed(&mut self, referee: &Referee, seat: usize, changes: &[Action]) -> Action {
        let (legal, action, state) = self.expect(seat, point::CHANGE_DIE);
        self.compare(referee, state);
        let mut engine: BTreeSet<Action> = legal.iter().map(|a| Self::change(*a)).collect();
        if !engine.remove(&Action::Pass) {
            self.fault("a change must be free to pass");
        }
        self.same("changes of dice", engine, Self::distinct(referee, changes));
        Self::change(action)
    }

    /// What is offered for a roll, in the engine's terms.
    fn offered(referee: &Referee, actions: &[Action]) -> BTreeSet<Plain> {
        let mut offered = BTreeSet::new();
        for action in actions {
            match action {
                Action::Retrieve(_) => {
                    let (clowns, each) = (referee.clowns(), referee.clowns_per_token());
                    let tokens = referee.tokens(referee.me()) as usize;
                    let least = clowns.max(3) - 2;
                    let most = clowns.min(tokens * each);
                    offered.extend((least..=most).map(Plain::Retrieve));
                }
                action => {
                    offered.insert(Plain::Act(action.clone()));
                }
            }
        }
        offered
    }

    /// A decision on a roll, with the abilities that may be used before it.
    fn on_roll(&mut self, referee: &Referee, ask: &Ask) -> Action {
        if let Some(action) = self.retrieving.pop_front() {
            return action;
        }
        let of_ability =
            |action: &Action| matches!(action, Action::Change { .. } | Action::Lock { .. });
        let (changes, others): (Vec<Action>, Vec<Action>) =
            ask.legal.iter().cloned().partition(of_ability);
        let asked = self.decided().map(|(_, point, ..)| point);
        if asked == Some(point::CHANGE_DIE) {
            let action = self.changed(referee, ask.seat, &changes);
            if action != Action::Pass {
                return action;
            }
            self.passed = Self::distinct(referee, &changes);
        } else if !Self::distinct(referee, &changes).is_subset(&self.passed) {
            self.fault(&format!("the engine did not offer {changes:?}"));
        }

        let offered = Self::offered(referee, &others);
        if offered.len() == 1 {
            let Some(Plain::Act(action)) = offered.into_iter().next() else {
                self.fault("retrieving is never the only thing to do")
            };
            return action;
        }
        let at = match ask.point {
            Point::ClownOut => point::CLOWN_OUT,
            Point::BuckedOff => point::BUCKED_OFF,
            _ => point::ACT,
        };
        let (legal, action, state) = self.expect(ask.seat, at);
        self.compare(referee, state);
        let of = |action: Engine| self.on_roll_action(at, action, &others);
        let engine: BTreeSet<Plain> = legal.iter().map(|action| of(*action)).collect();
        self.same("legal actions", engine, offered);
        match of(action) {
            Plain::Act(action) => action,
            Plain::Retrieve(count) => self.retrieve(referee, count),
        }
    }

    fn on_roll_action(&self, at: usize, action: Engine, others: &[Action]) -> Plain {
        let card = usize::from(action.argument());
        Plain::Act(match (at, action.kind()) {
            (point::CLOWN_OUT, kind::TAKE_TOKENS) => Action::TakeTokens,
            (point::CLOWN_OUT, kind::REROLL_ALL) => Action::DiscardHighest(card),
            (point::CLOWN_OUT, kind::CLOWN_OUT_RETRIEVE)
            | (point::BUCKED_OFF, kind::BUCKED_OFF_RETRIEVE)
            | (point::ACT, kind::RETRIEVE) => return Plain::Retrieve(card),
            (point::CLOWN_OUT, kind::CLOWN_OUT_DECLARE)
            | (point::BUCKED_OFF, kind::BUCKED_OFF_DECLARE)
            | (point::ACT, kind::DECLARE) => Action::Declare,
            (point::BUCKED_OFF, kind::FALL) | (point::ACT, kind::GIVE_UP) => Action::GetBuckedOff,
            (point::BUCKED_OFF, kind::COMEBACK) => Action::Comeback,
            (point::ACT, kind::RIDE) => Action::Ride(card),
            (point::ACT, kind::FINISH) => Action::Stop,
            (point::ACT, kind::DISMOUNT) => Action::Dismount,
            (point::ACT, kind::REROLL) => Action::Reroll,
            (point::ACT, kind::BUCKLE) => {
                let taking = others.iter().find(
                    |other| matches!(other, Action::TakeBuckle { buckle, .. } if *buckle == card),
                );
                match taking {
                    Some(action) => action.clone(),
                    None => self.fault(&format!("Buckle {card} is out of reach")),
                }
            }
            other => self.fault(&format!("{other:?} is no action")),
        })
    }

    /// The Clowns retrieved together, token by token.
    fn retrieve(&mut self, referee: &Referee, count: usize) -> Action {
        let mut taken = Vec::new();
        let clowns = |taken: &[usize]| -> Vec<usize> {
            let dice = referee.state.ride.dice.iter().enumerate();
            let left =
                dice.filter(|(die, lying)| lying.face == Face::Clown && !taken.contains(die));
            left.map(|(die, _)| die).collect()
        };
        let dice = loop {
            let Some((told, _)) = self.record.told.get(self.next) else {
                self.fault("no Clown was retrieved")
            };
            match told {
                Told::Retrieved { dice } => break bits((*dice).into()),
                Told::Decided { point: point::RETRIEVE_DIE, legal, action, .. } => {
                    let die = |action: &Engine| 7 - usize::from(action.argument());
                    let offered: BTreeSet<usize> = legal.iter().map(die).collect();
                    let left = clowns(&taken);
                    // Of equal dice one is offered; each kind of Clown that lies there is.
                    let kinds = |dice: &[usize]| -> BTreeSet<Vec<Face>> {
                        let faces = |die: &usize| {
                            let mut faces = referee.config.components.dice[*die].faces.clone();
                            faces.sort_unstable();
                            faces
                        };
                        dice.iter().map(faces).collect()
                    };
                    let of_offered: Vec<usize> = offered.iter().copied().collect();
                    if !offered.iter().all(|die| left.contains(die))
                        || kinds(&of_offered) != kinds(&left)
                        || offered.len() != kinds(&left).len()
                    {
                        self.fault(&format!("Clowns to retrieve: {offered:?} of {left:?}"));
                    }
                    taken.push(die(action));
                }
                _ => {}
            }
            self.next += 1;
        };
        self.same("Clowns retrieved", dice.len(), count);
        let each = referee.clowns_per_token();
        self.retrieving = dice.chunks(each).map(|dice| Action::Retrieve(dice.to_vec())).collect();
        self.retrieving.pop_front().expect("a Clown")
    }

    /// The dice of the next roll.
    fn next_rolled(&self) -> Vec<usize> {
        let ahead = self.record.told[self.next..].iter();
        let rolled = ahead.filter_map(|(told, _)| match told {
            Told::Rolled { rolled, .. } => Some(bits((*rolled).into())),
            _ => None,
        });
        rolled.into_iter().next().unwrap_or_else(|| self.fault("no roll follows"))
    }

    /// Which dice a reroll takes up: what is told apart where the player has rules for it, else
    /// what is rolled.
    fn dice(&mut self, ask: &Ask) -> Action {
        let dice = self.next_rolled();
        let may = |action: &Action| match action {
            Action::Roll(dice) => Some(dice.clone()),
            _ => None,
        };
        let legal: BTreeSet<Vec<usize>> = ask.legal.iter().filter_map(may).collect();
        if let Some((seat, point::KEEP_DICE, options, ..)) = self.decided() {
            self.same("who keeps dice", seat, ask.seat);
            // What may go either way is what is in some set and not in all of them.
            let either: BTreeSet<usize> = legal
                .iter()
                .flatten()
                .copied()
                .filter(|die| legal.iter().any(|set| !set.contains(die)))
                .collect();
            let forced: Vec<usize> =
                (0..8).filter(|die| legal.iter().all(|set| set.contains(die))).collect();
            let rolls = |kept: &Engine| {
                let free = either.iter().filter(|die| kept.argument() >> **die & 1 == 0);
                let mut dice: Vec<usize> = free.copied().chain(forced.iter().copied()).collect();
                dice.sort_unstable();
                dice
            };
            let engine: BTreeSet<Vec<usize>> = options.iter().map(rolls).collect();
            self.same("sets of dice to roll", engine, legal);
            self.next += 1;
        }
        Action::Roll(dice)
    }

    /// What a reroll was paid with; the engine does not offer the Bull aimed at.
    fn payment(&mut self, referee: &Referee, ask: &Ask) -> Action {
        let aimed = |state: &State| {
            let aim = Engine(state.turn.aim);
            (aim.kind() == kind::AIM_BULL).then_some(usize::from(aim.argument()))
        };
        let offered = |aim: Option<usize>| -> BTreeSet<Action> {
            let bull = aim.map(|bull| Action::Pay(Payment::GiveUp(bull)));
            ask.legal.iter().filter(|action| Some(*action) != bull.as_ref()).cloned().collect()
        };
        let of = |action: Engine| {
            Action::Pay(match action.kind() {
                kind::PAY_FREE => Payment::Buckle,
                kind::PAY_BULL => Payment::GiveUp(action.argument().into()),
                kind::PAY_TOKEN => Payment::Token,
                _ => Payment::Ability,
            })
        };
        if let Some((_, point::PAY, ..)) = self.decided() {
            let (legal, action, state) = self.expect(ask.seat, point::PAY);
            let engine: BTreeSet<Action> = legal.iter().map(|action| of(*action)).collect();
            self.same("payments", engine, offered(aimed(state)));
            return of(action);
        }
        // Nobody was asked: there must be one payment but for the Bull aimed at. What it was shows
        // in what follows the decision to roll.
        let before = self.record.told[..self.next].iter().rev();
        let decided = |told: &Told| matches!(told, Told::Decided { .. });
        let since = before.take_while(|(told, _)| !decided(told)).count();
        let events = &self.record.told[self.next - since..];
        let mut paid = None;
        for (told, state) in events {
            paid = match told {
                Told::BullsDiscarded { bulls, why: Why::Reroll } => {
                    Some((Action::Pay(Payment::GiveUp(bits(*bulls)[0])), state))
                }
                Told::TokensSpent { why: Why::Reroll } => {
                    Some((Action::Pay(Payment::Token), state))
                }
                Told::Rolled { .. } => {
                    let spent = usize::from(state.seats[ask.seat].uses)
                        < referee.state.seats[ask.seat].uses_left as usize;
                    let payment = if spent { Payment::Ability } else { Payment::Buckle };
                    Some((Action::Pay(payment), state))
                }
                _ => None,
            };
            if paid.is_some() {
                break;
            }
        }
        let Some((paid, state)) = paid else { self.fault("nothing was paid") };
        self.same("payments unasked", BTreeSet::from([paid.clone()]), offered(aimed(state)));
        paid
    }

    /// Compares all of the table.
    #[track_caller]
    fn compare(&self, referee: &Referee, engine: &State) {
        if let Some(difference) = difference(referee, engine) {
            self.fault(&difference);
        }
    }
}

/// The first thing on the table that the engine has otherwise than the referee.
fn difference(referee: &Referee, engine: &State) -> Option<String> {
    let mut found = Differences::default();
    let plain = &referee.state;
    let set = |cards: &[usize]| -> BTreeSet<usize> { cards.iter().copied().collect() };
    let mask = |mask: u32| -> BTreeSet<usize> { bits(mask).into_iter().collect() };
    found.same("deck", mask(engine.deck), set(&plain.deck));
    found.same("discards", mask(engine.discards), set(&plain.discards));
    found.same("line-up", mask(engine.line_up), set(&plain.line_up));
    found.same("open Buckles", mask(engine.open_buckles.into()), set(&plain.open_buckles));
    found.same("closed Buckles", mask(engine.closed_buckles.into()), set(&plain.hidden_buckles));
    found.same("pile of tokens", engine.supply, plain.supply);
    found.same("bank", engine.bank, plain.bank);
    found.same("pots", engine.pots.map(i64::from), plain.pots);
    found.same("the Rider's seat", usize::from(engine.rider), plain.ride.rider);
    for (place, (seat, held)) in engine.seated().iter().zip(&plain.seats).enumerate() {
        let what = |of: &str| format!("{of} of seat {place}");
        found.same(&what("Bulls"), mask(seat.bulls), set(&held.bulls));
        found.same(&what("Buckles"), mask(seat.buckles.into()), set(&held.buckles));
        found.same(&what("tokens"), u32::from(seat.tokens), held.tokens);
        found.same(&what("money"), seat.money, held.money);
        let rider = (seat.rider != NONE).then_some(usize::from(seat.rider));
        found.same(&what("Rider"), rider, held.rider);
        found.same(&what("uses"), u32::from(seat.uses), held.uses_left);
        let bets = seat.bets.into_iter().flatten();
        let laid = |laid: EngineLaid| Laid {
            card: outcome(laid.bet).map_or(Card::DoubleDown, Card::On),
            paid: laid.paid,
        };
        let bets: Vec<Laid> = bets.map(laid).collect();
        found.same(&what("bets"), &bets, &plain.bets[place]);
        let hand = Bet::OUTCOMES.into_iter().filter(|bet| seat.cards >> *bet as u8 & 1 == 1);
        let hand: Vec<_> = hand.filter_map(outcome).collect();
        let gone = |outcome: &Outcome| {
            let on_table = plain.bets[place].iter().any(|bet| bet.card == Card::On(*outcome));
            on_table || held.set_aside.contains(outcome)
        };
        let held: Vec<_> = OUTCOMES.into_iter().filter(|outcome| !gone(outcome)).collect();
        found.same(&what("betting cards"), hand, held);
    }
    if plain.ride.rolls > 0 {
        let turn = &engine.turn;
        let dice = &plain.ride.dice;
        let faces: Vec<Face> = turn.dice.faces().into_iter().map(face).collect();
        found.same("dice", faces, dice.iter().map(|die| die.face).collect());
        let places = |of: fn(&crate::eight_seconds::plain::state::Die) -> bool| {
            (0..8).filter(|die| of(&dice[*die])).collect::<Vec<usize>>()
        };
        found.same("locked dice", bits(turn.locked.into()), places(|die| die.locked));
        found.same("retrieved dice", bits(turn.retrieved.into()), places(|die| die.retrieved));
        found.same("used dice", bits(turn.used.into()), places(|die| die.used));
        found.same("rolls", u32::from(turn.rolls), plain.ride.rolls);
        found.same("a Clown Out", turn.clowned_out, plain.ride.clowned_out);
        found.same("declared", turn.is_declared(), plain.ride.declared);
    }
    found.first
}

/// Keeps the first of several differences.
#[derive(Default)]
struct Differences {
    first: Option<String>,
}

impl Differences {
    fn same<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, engine: T, referee: T) {
        if self.first.is_none() && engine != referee {
            self.first = Some(format!("{what}: engine {engine:?}, referee {referee:?}"));
        }
    }
}

impl Table for Follower<'_> {
    fn card(&mut self, referee: &Referee, deck: Deck) -> usize {
        let card = match deck {
            Deck::Riders => self.riders.pop_front(),
            Deck::Buckles => self.buckles.pop_front(),
            Deck::Bulls => match self.advance() {
                (Told::Bull(bull), _) => {
                    self.next += 1;
                    Some(*bull)
                }
                _ => None,
            },
        };
        let _ = referee;
        card.unwrap_or_else(|| self.fault(&format!("the referee deals from {deck:?}")))
    }

    fn face(&mut self, _: &Referee, die: usize) -> Face {
        if self.rolling.is_none() {
            let (Told::Rolled { rolled, .. }, _) = self.advance() else {
                self.fault("the referee rolls")
            };
            self.rolling = Some((self.next, *rolled));
            self.next += 1;
            self.passed.clear();
        }
        let Some((event, left)) = self.rolling else { unreachable!("set above") };
        if left >> die & 1 == 0 {
            self.fault(&format!("the referee rolls die {die}"));
        }
        let left = left & !(1 << die);
        self.rolling = (left != 0).then_some((event, left));
        match &self.record.told[event].0 {
            Told::Rolled { faces, .. } => face(faces[die]),
            _ => unreachable!("an event of a roll"),
        }
    }

    fn decide(&mut self, referee: &Referee, ask: &Ask) -> Action {
        if self.rolling.is_some() {
            self.fault("the engine rolled more dice");
        }
        let bull = |action: Engine, of: fn(usize) -> Action| match action.kind() {
            kind::PASS => Action::Pass,
            _ => of(action.argument().into()),
        };
        let bet = |action: Engine| match action.kind() {
            0 => Action::Pass,
            number => match Bet::new(number).and_then(outcome) {
                Some(outcome) => Action::Bet(outcome),
                None => Action::DoubleDown,
            },
        };
        match ask.point {
            Point::KeepRider => {
                let riders = &self.game.rules.edition.riders;
                let kinds = Game::POINTS[point::KEEP_RIDER].actions;
                let dealt = ask.legal.iter().filter_map(|action| match action {
                    Action::KeepRider(rider) => Some(*rider),
                    _ => None,
                });
                let dealt: Vec<usize> = dealt.collect();
                self.plain(referee, ask, point::KEEP_RIDER, |action| {
                    let of_kind = dealt.iter().find(|rider| {
                        riders[**rider].ability.name() == kinds[usize::from(action.kind())].name
                    });
                    of_kind.map_or(Action::Pass, |rider| Action::KeepRider(*rider))
                })
            }
            Point::Inherited => {
                self.plain(referee, ask, point::INHERITED, |action| match action.kind() {
                    kind::USE => Action::UseLineUp,
                    _ => Action::DrawAnew,
                })
            }
            Point::BuyBulls => {
                self.plain(referee, ask, point::BUY_BULL, |action| match action.kind() {
                    kind::ROLL => Action::Pass,
                    _ => Action::BuyBulls,
                })
            }
            Point::DiscardTheirBull => self.plain(referee, ask, point::DISCARD_BULL, |action| {
                bull(action, Action::DiscardTheirBull)
            }),
            Point::RideUnrolled => self.plain(referee, ask, point::RIDE_UNROLLED, |action| {
                bull(action, Action::RideUnrolled)
            }),
            Point::FirstBet => self.plain(referee, ask, point::FIRST_BET, bet),
            Point::SecondBet => self.plain(referee, ask, point::SECOND_BET, bet),
            Point::FreeFirstReroll => {
                let (_, action, state) = self.expect(ask.seat, point::FREE_REROLL);
                self.compare(referee, state);
                match action.kind() {
                    kind::PASS => Action::Pass,
                    _ => self.dice(ask),
                }
            }
            Point::ChangeTheirDie => {
                let changes: Vec<Action> =
                    ask.legal.iter().filter(|action| **action != Action::Pass).cloned().collect();
                self.changed(referee, ask.seat, &changes)
            }
            Point::ClownOut | Point::BuckedOff | Point::AfterRoll | Point::AfterRide => {
                self.on_roll(referee, ask)
            }
            Point::Dice => self.dice(ask),
            Point::Payment => self.payment(referee, ask),
            Point::UsedDice => {
                let ahead = self.record.told[self.next..].iter();
                let mut turn = ahead.take_while(|(told, _)| !matches!(told, Told::TurnEnds { .. }));
                let used = turn.find(|(_, state)| state.turn.used != 0);
                used.map_or(ask.legal[0].clone(), |(_, state)| {
                    Action::Use(bits(state.turn.used.into()))
                })
            }
        }
    }

    fn trade(&mut self, referee: &Referee) -> Option<(usize, Trade)> {
        while let Some((seat, at, ..)) = self.decided() {
            if at != point::BUY_TOKENS && at != point::SELL_TOKENS {
                return None;
            }
            // The engine may have gone on meanwhile with what nobody was asked about; then it is
            // too early for the trade.
            let told = self.record.told.get(self.next);
            self.too_early = told.and_then(|(_, state)| difference(referee, state));
            if self.too_early.is_some() {
                return None;
            }
            let (legal, action, _) = self.expect(seat, at);
            let of = |action: Engine| {
                let tokens = action.argument().into();
                let trade =
                    if at == point::BUY_TOKENS { Trade::Buy(tokens) } else { Trade::Sell(tokens) };
                (action.kind() == kind::TRADE).then_some(trade)
            };
            let engine: Vec<Trade> = legal.iter().filter_map(|action| of(*action)).collect();
            let shown = |trade: &Trade| match trade {
                Trade::Buy(_) => at == point::BUY_TOKENS,
                // The engine asks for eight tokens at most at a time.
                Trade::Sell(tokens) => at == point::SELL_TOKENS && *tokens <= 8,
            };
            let trades: Vec<Trade> = referee.trades(seat).into_iter().filter(shown).collect();
            self.same("trades", engine, trades);
            if let Some(trade) = of(action) {
                return Some((seat, trade));
            }
        }
        None
    }

    fn turn_over(&mut self, referee: &Referee, ending: &Ending) {
        let (Told::TurnEnds { outcome }, state) = self.advance() else {
            self.fault("the referee ends the turn")
        };
        let expected = match ending {
            Ending::Rode { .. } => EngineOutcome::Ride,
            Ending::BuckedOff { .. } => EngineOutcome::BuckedOff,
            Ending::Dismounted { .. } => EngineOutcome::Dismount,
            Ending::ClownedOut => EngineOutcome::ClownOut,
            Ending::Buckled => EngineOutcome::Buckle,
        };
        self.same("outcome", *outcome, expected);
        self.compare(referee, state);
        self.next += 1;
    }
}

/// How often each kind of action was chosen, by decision point and kind.
pub(crate) type Chosen = BTreeMap<(usize, u8), u64>;

/// Plays a game and lets the referee follow; counts what was chosen.
pub(crate) fn follow(
    game: &Game,
    players: &[&Player],
    seed: u64,
    number: u64,
    chosen: &mut Chosen,
) {
    let mut record = Record::default();
    let end = play_game(game, players, (seed, number), &mut record);
    let mut referee = Referee::new(config(game, players.len()));
    let mut follower = Follower::new(game, &record);
    let over = referee.play(&mut follower);
    assert!(matches!(follower.advance().0, Told::GameEnds), "the engine plays on");
    check_end(&referee, over, &end, game);
    for (told, _) in &record.told {
        match told {
            Told::Decided { point, action, .. } => {
                *chosen.entry((*point, action.kind())).or_default() += 1;
            }
            Told::Rolled { faces, rolled } => {
                for die in bits((*rolled).into()) {
                    assert!(game.dice[die].faces.contains(&faces[die]), "a face of the die");
                }
            }
            _ => {}
        }
    }
}

/// Plays a turn from a state at which nothing is due, and lets the referee follow.
pub(crate) fn follow_turn(
    game: &Game,
    before: &State,
    play: impl FnOnce(&mut Record) -> TurnEnd,
) -> TurnEnd {
    let mut record = Record::default();
    let end = play(&mut record);
    let mut referee = referee_at(game, before);
    let mut follower = Follower::new(game, &record);
    let ending = referee.turn(&mut follower, before.rider.into());
    assert_eq!(ending.is_some(), end.outcome.is_some(), "{ending:?}");
    end
}

fn check_end(referee: &Referee, over: GameOver, end: &GameEnd, game: &Game) {
    assert_eq!(end.finished, over != GameOver::TooLong, "{over:?}");
    let winners: Vec<usize> = bits(end.winners.into());
    assert_eq!(winners, referee.winners(), "winners");
    for (seat, score) in referee.scores().iter().enumerate() {
        let engine = end.scores[seat];
        let parts = [engine.bulls, engine.tokens, engine.buckles, engine.bonus, engine.money];
        let plain = [score.bulls, score.tokens, score.buckles, score.rider, score.money];
        assert_eq!(parts, plain.map(i64::from), "score of seat {seat}");
        let rating = game.rating(engine.total(), end.players);
        // The engine counts the ratings from 1.
        assert_eq!(rating, referee.rating(score.total()) + 1, "rating of {}", score.total());
    }
}
