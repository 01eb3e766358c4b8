//! The engine's games, followed by the referee: every card, roll and decision of the engine is fed to the
//! referee, which must offer the same actions and have the same state after every step and the same scores.
//!
//! The engine splits one choice of the rules into several decisions (a reroll into what it is for,
//! which dice it keeps and what it costs; an ability into a decision of its own before the roll is
//! used). What it offers in all of them together is what the referee offers in one.

mod games;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use pushluck::game::publish::Publish as _;
use pushluck::games::eight_seconds::compiled::Game;
use pushluck::games::eight_seconds::decision::Action as Engine;
use pushluck::games::eight_seconds::dice::Face;
use pushluck::games::eight_seconds::edition::Edition;
use pushluck::games::eight_seconds::event::{Event, Outcome, Why};
use pushluck::games::eight_seconds::state::{Bet, Laid, NONE, State};
use pushluck::games::eight_seconds::vocabulary::{kind, point};

use crate::eight_seconds::common::{
    GameEnd, Made, Player, Step, Steps, TurnEnd, events, play_game,
};
use crate::eight_seconds::plain::state::Die;
use crate::eight_seconds::plain::turn::GameOver;
use crate::eight_seconds::plain::{
    Action, Ask, Deck, Ending, Payment, Point, Referee, Table, Trade,
};

/// The places of the set bits of a mask.
fn bits(mask: impl Into<u32>) -> Vec<usize> {
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

/// One action of the engine in the referee's words; how many Clowns are retrieved is told apart
/// from which.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Plain {
    Act(Action),
    Retrieve(usize),
}

/// The referee's table at which the steps of the engine are played again.
struct Follower<'a> {
    game: &'a Game,
    steps: &'a Steps,
    /// The next step.
    next: usize,
    riders: VecDeque<usize>,
    buckles: VecDeque<usize>,
    /// All dice of the roll that is being read, and those still to be read.
    rolling: Option<([Face; 8], u8)>,
    /// Clowns that were retrieved together and are still to be named.
    retrieving: VecDeque<Action>,
    /// The changes of a die that were passed by on this roll.
    passed: BTreeSet<Action>,
    /// Why the last trade of the engine came too early for the referee.
    too_early: Option<String>,
}

impl<'a> Follower<'a> {
    fn new(game: &'a Game, steps: &'a Steps) -> Self {
        let (mut riders, mut buckles) = (VecDeque::new(), VecDeque::new());
        for (event, _) in events(steps) {
            match event {
                Event::RidersDealt { riders: dealt, .. } => riders.extend(dealt.map(usize::from)),
                Event::BucklesLaidOut { buckles: laid } => buckles.extend(bits(laid)),
                _ => {}
            }
        }
        Self {
            game,
            steps,
            next: 0,
            riders,
            buckles,
            rolling: None,
            retrieving: VecDeque::new(),
            passed: BTreeSet::new(),
            too_early: None,
        }
    }

    /// Ends the test with what has just happened.
    #[track_caller]
    fn fault(&self, what: &str) -> ! {
        let from = self.next.saturating_sub(25);
        let steps = self.steps.iter().enumerate().skip(from).take(self.next + 12 - from);
        let lines = steps.map(|(place, (step, _))| {
            let mark = if place == self.next { ">" } else { " " };
            let Step::Made(Made { seat, point, legal, action }) = step else {
                return format!("{mark} {step:?}");
            };
            let point = &Game::POINTS[*point];
            let shown = |action: &Engine| {
                format!("{}({})", point.actions[action.kind() as usize].name, action.argument())
            };
            let legal: Vec<String> = legal.iter().take(12).map(shown).collect();
            let (at, chosen) = (point.name, shown(action));
            format!("{mark} seat {seat} at {at}: {chosen} of {}", legal.join(" "))
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

    /// Goes to the next step that the referee has to know of, passing over consequences.
    fn advance(&mut self) -> &'a (Step, State) {
        loop {
            let Some(step) = self.steps.get(self.next) else {
                self.fault("the record is at its end");
            };
            match &step.0 {
                Step::Made(made) if made.point != point::AIM => return step,
                Step::Event(
                    Event::BullDealt { .. }
                    | Event::Rolled { .. }
                    | Event::TurnEnds { .. }
                    | Event::GameEnds,
                ) => return step,
                _ => self.next += 1,
            }
        }
    }

    /// The next step if it is a decision.
    fn decided(&mut self) -> Option<(&'a Made, &'a State)> {
        match self.advance() {
            (Step::Made(made), state) => Some((made, state)),
            _ => None,
        }
    }

    /// The next step if it is a decision at this point with the same table, and past it.
    #[track_caller]
    fn expect(&mut self, referee: &Referee, seat: usize, at: usize) -> &'a Made {
        let decided = self.decided();
        let Some((made, state)) = decided.filter(|(made, _)| (made.seat, made.point) == (seat, at))
        else {
            self.fault(&format!("the referee asks seat {seat} at {}", Game::POINTS[at].name))
        };
        self.compare(referee, state);
        self.next += 1;
        made
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
        let made = self.expect(referee, ask.seat, at);
        let engine: BTreeSet<Action> = made.legal.iter().map(|action| of(*action)).collect();
        self.same("legal actions", &engine, &ask.legal.iter().cloned().collect());
        of(made.action)
    }

    /// The first of the dice that are the same in kind and as they lie.
    fn first_like(referee: &Referee, die: usize) -> usize {
        let sorted = |die| sorted_faces(referee, die);
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
        let face = Face::new(to);
        match action.kind() {
            kind::PASS => Action::Pass,
            kind::CHANGE => Action::Change { die, face },
            _ => Action::Lock { die, face },
        }
    }

    /// A change of a die: what is offered must be what the referee offers.
    fn changed(&mut self, referee: &Referee, seat: usize, changes: &[Action]) -> Action {
        let made = self.expect(referee, seat, point::CHANGE_DIE);
        let mut engine: BTreeSet<Action> = made.legal.iter().map(|a| Self::change(*a)).collect();
        if !engine.remove(&Action::Pass) {
            self.fault("a change must be free to pass");
        }
        self.same("changes of dice", engine, Self::distinct(referee, changes));
        Self::change(made.action)
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
        let asked = self.decided().map(|(made, _)| made.point);
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
        let made = self.expect(referee, ask.seat, at);
        let of = |action: Engine| self.on_roll_action(at, action, &others);
        let engine: BTreeSet<Plain> = made.legal.iter().map(|action| of(*action)).collect();
        self.same("legal actions", engine, offered);
        match of(made.action) {
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
        let mut left: Vec<usize> =
            (0..8).filter(|die| referee.state.ride.dice[*die].face == Face::Clown).collect();
        let dice = loop {
            let Some((step, _)) = self.steps.get(self.next) else {
                self.fault("no Clown was retrieved")
            };
            match step {
                Step::Event(Event::Retrieved { dice }) => break bits(*dice),
                Step::Made(Made { point: point::RETRIEVE_DIE, legal, action, .. }) => {
                    let die = |action: &Engine| 7 - usize::from(action.argument());
                    let offered: Vec<usize> = legal.iter().map(die).collect();
                    // Of equal dice one is offered; each kind of Clown that lies there is.
                    let kinds = |dice: &[usize]| -> BTreeSet<_> {
                        dice.iter().map(|die| sorted_faces(referee, *die)).collect()
                    };
                    if !offered.iter().all(|die| left.contains(die))
                        || kinds(&offered) != kinds(&left)
                        || offered.len() != kinds(&left).len()
                    {
                        self.fault(&format!("Clowns to retrieve: {offered:?} of {left:?}"));
                    }
                    left.retain(|other| *other != die(action));
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
        let mut rolled = self.steps[self.next..].iter().filter_map(|(step, _)| match step {
            Step::Event(Event::Rolled { rolled, .. }) => Some(bits(*rolled)),
            _ => None,
        });
        rolled.next().unwrap_or_else(|| self.fault("no roll follows"))
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
        if let Some((Made { seat, point: point::KEEP_DICE, legal: options, .. }, _)) =
            self.decided()
        {
            self.same("who keeps dice", *seat, ask.seat);
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
        if let Some((made, state)) = self.decided().filter(|(made, _)| made.point == point::PAY) {
            self.next += 1;
            self.same("who pays", made.seat, ask.seat);
            let engine: BTreeSet<Action> = made.legal.iter().map(|action| of(*action)).collect();
            self.same("payments", engine, offered(aimed(state)));
            return of(made.action);
        }
        // Nobody was asked: there must be one payment but for the Bull aimed at. What it was shows
        // in what follows the decision to roll.
        let before = self.steps[..self.next].iter().rev();
        let since = before.take_while(|(step, _)| matches!(step, Step::Event(_))).count();
        let paid = self.steps[self.next - since..].iter().find_map(|(step, state)| {
            let payment = match step {
                Step::Event(Event::BullsDiscarded { bulls, why: Why::Reroll }) => {
                    Payment::GiveUp(bits(*bulls)[0])
                }
                Step::Event(Event::TokensSpent { why: Why::Reroll, .. }) => Payment::Token,
                Step::Event(Event::Rolled { .. }) => {
                    let left = referee.state.seats[ask.seat].uses_left;
                    let spent = u32::from(state.seats[ask.seat].uses) < left;
                    if spent { Payment::Ability } else { Payment::Buckle }
                }
                _ => return None,
            };
            Some((Action::Pay(payment), state))
        });
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
    found.same("pots", engine.pots, plain.pots);
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
        let bets: Vec<Laid> = seat.bets.into_iter().flatten().collect();
        found.same(&what("bets"), &bets, &plain.bets[place]);
        let hand = Bet::OUTCOMES.map(|bet| seat.holds(bet));
        let held = Bet::OUTCOMES.map(|bet| {
            let on_table = plain.bets[place].iter().any(|laid| laid.bet == bet);
            !on_table && !held.set_aside.contains(&bet)
        });
        found.same(&what("betting cards"), hand, held);
    }
    if plain.ride.rolls > 0 {
        let turn = &engine.turn;
        let dice = &plain.ride.dice;
        found.same("dice", turn.dice.faces().to_vec(), dice.iter().map(|die| die.face).collect());
        let places =
            |of: fn(&Die) -> bool| (0..8).filter(|die| of(&dice[*die])).collect::<Vec<usize>>();
        found.same("locked dice", bits(turn.locked), places(|die| die.locked));
        found.same("retrieved dice", bits(turn.retrieved), places(|die| die.retrieved));
        found.same("used dice", bits(turn.used), places(|die| die.used));
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
    fn card(&mut self, deck: Deck) -> usize {
        let card = match deck {
            Deck::Riders => self.riders.pop_front(),
            Deck::Buckles => self.buckles.pop_front(),
            Deck::Bulls => match self.advance() {
                (Step::Event(Event::BullDealt { bull, .. }), _) => {
                    self.next += 1;
                    Some((*bull).into())
                }
                _ => None,
            },
        };
        card.unwrap_or_else(|| self.fault(&format!("the referee deals from {deck:?}")))
    }

    fn face(&mut self, die: usize) -> Face {
        let (faces, left) = self.rolling.unwrap_or_else(|| {
            let (Step::Event(Event::Rolled { dice, rolled, .. }), _) = self.advance() else {
                self.fault("the referee rolls")
            };
            self.next += 1;
            self.passed.clear();
            (dice.faces(), *rolled)
        });
        if left >> die & 1 == 0 {
            self.fault(&format!("the referee rolls die {die}"));
        }
        let left = left & !(1 << die);
        self.rolling = (left != 0).then_some((faces, left));
        faces[die]
    }

    fn decide(&mut self, referee: &Referee, ask: &Ask) -> Action {
        if self.rolling.is_some() {
            self.fault("the engine rolled more dice");
        }
        let bull = |action: Engine, of: fn(usize) -> Action| match action.kind() {
            kind::PASS => Action::Pass,
            _ => of(action.argument().into()),
        };
        let bet = |action: Engine| Bet::new(action.kind()).map_or(Action::Pass, Action::Bet);
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
                match self.expect(referee, ask.seat, point::FREE_REROLL).action.kind() {
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
                let ends = |step: &Step| matches!(step, Step::Event(Event::TurnEnds { .. }));
                let mut turn = self.steps[self.next..].iter().take_while(|(step, _)| !ends(step));
                let used = turn.find(|(_, state)| state.turn.used != 0);
                used.map_or(ask.legal[0].clone(), |(_, state)| Action::Use(bits(state.turn.used)))
            }
        }
    }

    fn trade(&mut self, referee: &Referee) -> Option<(usize, Trade)> {
        while let Some((made, state)) = self.decided() {
            let (seat, at) = (made.seat, made.point);
            if at != point::BUY_TOKENS && at != point::SELL_TOKENS {
                return None;
            }
            // The engine may have gone on meanwhile with what needs no choice; then it is too early for
            // the trade.
            self.too_early = difference(referee, state);
            if self.too_early.is_some() {
                return None;
            }
            self.next += 1;
            let of = |action: Engine| {
                let tokens = action.argument().into();
                let trade =
                    if at == point::BUY_TOKENS { Trade::Buy(tokens) } else { Trade::Sell(tokens) };
                (action.kind() == kind::TRADE).then_some(trade)
            };
            let engine: Vec<Trade> = made.legal.iter().filter_map(|action| of(*action)).collect();
            let shown = |trade: &Trade| match trade {
                Trade::Buy(_) => at == point::BUY_TOKENS,
                // The engine asks for eight tokens at most at a time.
                Trade::Sell(tokens) => at == point::SELL_TOKENS && *tokens <= 8,
            };
            let trades: Vec<Trade> = referee.trades(seat).into_iter().filter(shown).collect();
            self.same("trades", engine, trades);
            if let Some(trade) = of(made.action) {
                return Some((seat, trade));
            }
        }
        None
    }

    fn turn_over(&mut self, referee: &Referee, ending: &Ending) {
        let (Step::Event(Event::TurnEnds { outcome, .. }), state) = self.advance() else {
            self.fault("the referee ends the turn")
        };
        let expected = match ending {
            Ending::Rode { .. } => Outcome::Ride,
            Ending::BuckedOff { .. } => Outcome::BuckedOff,
            Ending::Dismounted { .. } => Outcome::Dismount,
            Ending::ClownedOut => Outcome::ClownOut,
            Ending::Buckled => Outcome::Buckle,
        };
        self.same("outcome", *outcome, expected);
        self.compare(referee, state);
        self.next += 1;
    }
}

/// The faces of a die, sorted.
fn sorted_faces(referee: &Referee, die: usize) -> [Face; 6] {
    let mut faces = referee.edition.dice[die].faces;
    faces.sort_unstable();
    faces
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
    let end = play_game(game, players, seed, number);
    let mut referee = Referee::new(game, players.len());
    let mut follower = Follower::new(game, &end.steps);
    let over = referee.play(&mut follower);
    let last = &follower.advance().0;
    assert!(matches!(last, Step::Event(Event::GameEnds)), "the engine plays on");
    check_end(&referee, over, &end, game);
    for (step, _) in &end.steps {
        match step {
            Step::Made(Made { point, legal, action, .. }) => {
                assert!(legal.is_sorted_by(|a, b| a < b), "in order: {legal:?}");
                let kinds = Game::POINTS[*point].actions.iter().enumerate();
                for (kind, _) in kinds.filter(|(_, about)| about.always) {
                    let there = legal.iter().any(|action| usize::from(action.kind()) == kind);
                    assert!(there, "{} without kind {kind}", Game::POINTS[*point].name);
                }
                *chosen.entry((*point, action.kind())).or_default() += 1;
            }
            Step::Event(Event::Rolled { dice, rolled, .. }) => {
                for die in bits(*rolled) {
                    assert!(game.dice[die].faces.contains(&dice.face(die)), "a face of the die");
                }
            }
            Step::Event(_) => {}
        }
    }
}

/// Lets the referee follow a turn from a state at which nothing is due.
pub(crate) fn follow_turn(game: &Game, before: &State, end: &TurnEnd) {
    let mut referee = referee_at(game, before);
    let ending = referee.turn(&mut Follower::new(game, &end.steps), before.rider.into());
    assert_eq!(ending.is_some(), end.outcome.is_some(), "{ending:?}");
}

/// The referee of a table as the engine has it before a turn.
fn referee_at(game: &Game, before: &State) -> Referee {
    let mut referee = Referee::new(game, before.players.into());
    let limited = referee.variants().limited;
    let plain = &mut referee.state;
    for (held, seat) in plain.seats.iter_mut().zip(before.seated()) {
        held.bulls = bits(seat.bulls);
        held.buckles = bits(seat.buckles);
        held.tokens = seat.tokens.into();
        held.money = seat.money;
        held.rider = (seat.rider != NONE).then_some(seat.rider.into());
        held.uses_left = seat.uses.into();
        let gone = |bet: &Bet| limited && !seat.holds(*bet);
        held.set_aside = Bet::OUTCOMES.into_iter().filter(gone).collect();
    }
    plain.deck = bits(before.deck);
    plain.discards = bits(before.discards);
    plain.line_up = bits(before.line_up);
    plain.left_over = before.line_up != 0;
    plain.supply = before.supply;
    plain.open_buckles = bits(before.open_buckles);
    plain.hidden_buckles = bits(before.closed_buckles);
    plain.pots = before.pots;
    plain.bank = before.bank;
    referee
}

fn check_end(referee: &Referee, over: GameOver, end: &GameEnd, game: &Game) {
    assert_eq!(end.finished, over != GameOver::TooLong, "{over:?}");
    let (scores, winners) = game.final_scores(&end.state);
    assert_eq!(bits(winners), referee.winners(), "winners");
    for (seat, score) in referee.scores().iter().enumerate() {
        assert_eq!(scores[seat], *score, "score of seat {seat}");
        // The engine counts the ratings from 1.
        let rating = game.rating(score.total(), end.state.players);
        assert_eq!(rating, referee.rating(score.total()) + 1, "rating of {}", score.total());
    }
}
