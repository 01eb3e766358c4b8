//! Scenes for worked cases: a table set by hand and a script of what happens next.
//!
//! The dice lie in the order of the edition: 0 and 1 red, 2 and 3 yellow (none of these has a
//! Blank), 4 and 5 green, 6 and 7 blue.
#![allow(unreachable_pub, reason = "a module of one test binary")]

use std::fs;
use std::path::Path;

use super::plain_eight_seconds::table::Script;
use super::plain_eight_seconds::{
    Action, Components, Config, Ending, Outcome, Payment, Point, Referee, Rules, Trade,
};

/// The edition that ships.
pub fn shipped() -> Components {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games/eight_seconds/edition.toml");
    Components::of_toml(&fs::read_to_string(path).expect("the edition file"))
}

/// A table and what happens at it next.
#[derive(Debug)]
pub struct Scene {
    pub referee: Referee,
    pub script: Script,
}

impl Scene {
    /// So many players under rules of the base game that `change` changes.
    pub fn with(players: usize, change: impl FnOnce(&mut Rules)) -> Scene {
        let components = shipped();
        let mut rules = Rules::base(&components);
        change(&mut rules);
        let referee = Referee::new(Config { components, rules, players });
        Scene { referee, script: Script::new() }
    }

    pub fn of(players: usize) -> Scene {
        Scene::with(players, |_| {})
    }

    /// Riders are played with, and this seat has that one.
    pub fn with_rider(players: usize, seat: usize, name: &str) -> Scene {
        let mut scene = Scene::with(players, |rules| rules.riders = true);
        scene.give_rider(seat, name);
        scene
    }

    pub fn give_rider(&mut self, seat: usize, name: &str) {
        let riders = &self.referee.config.components.riders;
        let rider = riders.iter().position(|rider| rider.name.contains(name)).expect("a Rider");
        self.referee.state.seats[seat].rider = Some(rider);
        self.referee.state.seats[seat].uses_left = riders[rider].uses;
    }

    /// The Golden Buckle of these Turns, Bucks, Kicks and Clowns.
    pub fn buckle(&self, dice: [usize; 4]) -> usize {
        let buckles = &self.referee.config.components.buckles;
        buckles.iter().position(|buckle| buckle.dice == dice).expect("a Buckle")
    }

    pub fn open_buckle(mut self, dice: [usize; 4]) -> Scene {
        let buckle = self.buckle(dice);
        self.referee.state.hidden_buckles.retain(|hidden| *hidden != buckle);
        self.referee.state.open_buckles.push(buckle);
        self
    }

    pub fn own_buckle(mut self, seat: usize, dice: [usize; 4]) -> Scene {
        let buckle = self.buckle(dice);
        self.referee.state.hidden_buckles.retain(|hidden| *hidden != buckle);
        self.referee.state.seats[seat].buckles.push(buckle);
        self
    }

    /// A seat has so many tokens.
    pub fn tokens(mut self, seat: usize, tokens: u32) -> Scene {
        let held = self.referee.tokens(seat);
        self.referee.pay_tokens(seat, held);
        assert_eq!(self.referee.give_tokens(seat, tokens), tokens);
        self
    }

    /// A seat has so many dollars.
    pub fn money(mut self, seat: usize, money: i64) -> Scene {
        let held = self.referee.state.seats[seat].money;
        self.referee.bank_pays(seat, money - held);
        self
    }

    /// A seat has ridden these Bulls.
    pub fn rode(mut self, seat: usize, bulls: &[&str]) -> Scene {
        for moves in bulls {
            let bull = self.bull(moves);
            self.referee.state.deck.retain(|hidden| *hidden != bull);
            self.referee.state.seats[seat].bulls.push(bull);
        }
        self
    }

    /// The Bull of these moves, such as `2-1-0`.
    pub fn bull(&self, moves: &str) -> usize {
        let moves: Vec<usize> = moves.split('-').map(|n| n.parse().expect("a count")).collect();
        let bulls = &self.referee.config.components.bulls;
        bulls.iter().position(|bull| bull.moves[..] == moves).expect("a Bull")
    }

    /// These Bulls come next.
    pub fn deal(mut self, bulls: &[&str]) -> Scene {
        let bulls: Vec<usize> = bulls.iter().map(|moves| self.bull(moves)).collect();
        self.script = self.script.bulls(&bulls);
        self
    }

    pub fn roll(mut self, faces: &str) -> Scene {
        self.script = self.script.roll(faces);
        self
    }

    pub fn choose(mut self, point: Point, action: Action) -> Scene {
        self.script = self.script.choose(point, action);
        self
    }

    /// Nothing is bought before the roll.
    pub fn no_purchase(self) -> Scene {
        self.choose(Point::BuyBulls, Action::Pass)
    }

    /// Chosen after a roll of at most two Clowns.
    pub fn then(self, action: Action) -> Scene {
        self.choose(Point::AfterRoll, action)
    }

    pub fn ride(self, moves: &str) -> Scene {
        let bull = self.bull(moves);
        self.then(Action::Ride(bull))
    }

    /// Rolls these dice again, for a Bull; the question of the payment is put where there is more
    /// than one.
    pub fn reroll_for_bull(self, dice: &[usize], moves: &str) -> Scene {
        let bull = self.bull(moves);
        self.reroll(dice).choose(Point::Payment, Action::Pay(Payment::GiveUp(bull)))
    }

    /// Rolls these dice again where there is one way to pay.
    pub fn reroll(self, dice: &[usize]) -> Scene {
        self.then(Action::Reroll).choose(Point::Dice, Action::Roll(dice.to_vec()))
    }

    /// The next seat's first bet.
    pub fn bet(self, outcome: Option<Outcome>) -> Scene {
        self.choose(Point::FirstBet, outcome.map_or(Action::Pass, Action::Bet))
    }

    /// The next seat's second bet.
    pub fn second(self, action: Action) -> Scene {
        self.choose(Point::SecondBet, action)
    }

    /// Somebody trades tokens before the decision at this point, or before bets are settled.
    pub fn trade(mut self, seat: usize, trade: Trade, after_decisions: usize) -> Scene {
        self.script.trades.push_back((after_decisions, seat, trade));
        self
    }

    /// Plays the turn of a seat to its end, and finds the script used up.
    #[track_caller]
    pub fn turn(&mut self, seat: usize) -> Ending {
        let ending = self.referee.turn(&mut self.script, seat).expect("a Bull to ride");
        self.script.assert_spent();
        ending
    }

    pub fn purse(&self, seat: usize) -> i64 {
        self.referee.state.seats[seat].money
    }

    pub fn held(&self, seat: usize) -> u32 {
        self.referee.tokens(seat)
    }

    pub fn offered(&self, point: Point, time: usize) -> &[Action] {
        self.script.offered(point, time)
    }
}

/// All dice.
pub const ALL: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
