//! Scenes for worked cases: a table set by hand and a script of what happens next.
use std::fs;
use std::path::Path;

use crate::long_shot::plain::table::Script;
use crate::long_shot::plain::{Action, Ask, Cell, Components, Config, Point, Referee, Tile};

/// The edition that ships.
pub(crate) fn shipped() -> Components {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games/long_shot/edition.toml");
    Components::of_toml(&fs::read_to_string(path).expect("the edition file"))
}

/// A table and what happens at it next.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) referee: Referee,
    pub(crate) script: Script,
}

impl Scene {
    /// So many players and the horses of Set 1.
    pub(crate) fn of(players: usize) -> Scene {
        Scene::with(players, &[])
    }

    /// The horses named take the place of those of Set 1.
    pub(crate) fn with(players: usize, horses: &[&str]) -> Scene {
        Scene::new(Config::of(shipped(), players), horses)
    }

    /// One player and Roland.
    pub(crate) fn solo(horses: &[&str]) -> Scene {
        Scene::new(Config { solo: true, ..Config::of(shipped(), 2) }, horses)
    }

    pub(crate) fn new(mut config: Config, horses: &[&str]) -> Scene {
        for name in horses {
            let card = config.components.horse_named(name);
            let number = config.components.horses[card].number;
            config.cards[number - 1] = vec![card];
        }
        Scene { referee: Referee::new(config), script: Script::default() }
    }

    /// A seat owns these horses.
    pub(crate) fn owns(mut self, seat: usize, horses: &[usize]) -> Scene {
        self.referee.state.market.retain(|number| !horses.contains(number));
        self.referee.state.seats[seat].owned.extend(horses);
        self
    }

    /// A seat has so many dollars.
    pub(crate) fn money(mut self, seat: usize, money: i64) -> Scene {
        let held = self.referee.seat(seat).money;
        self.referee.bank_pays(seat, money - held);
        self
    }

    pub(crate) fn cells(mut self, seat: usize, cells: &[Cell]) -> Scene {
        self.referee.state.seats[seat].cells.extend(cells);
        self
    }

    pub(crate) fn helmets(mut self, seat: usize, horses: &[usize]) -> Scene {
        self.referee.state.seats[seat].helmets.extend(horses);
        self
    }

    pub(crate) fn jerseys(mut self, seat: usize, horses: &[usize]) -> Scene {
        self.referee.state.seats[seat].jerseys.extend(horses);
        self
    }

    /// A seat has bet so much already.
    pub(crate) fn bet(mut self, seat: usize, horse: usize, dollars: i64) -> Scene {
        let sheet = &mut self.referee.state.seats[seat];
        sheet.bets[horse - 1] += dollars;
        sheet.staked_free += dollars;
        self
    }

    /// A seat has marked so many Wild Numbers.
    pub(crate) fn wilds(mut self, seat: usize, wilds: usize) -> Scene {
        self.referee.state.seats[seat].wilds = wilds;
        self
    }

    /// A horse is on a space.
    pub(crate) fn at(mut self, horse: usize, space: usize) -> Scene {
        self.referee.state.positions[horse - 1] = space;
        self
    }

    /// These horses have finished, in this order.
    pub(crate) fn finished(mut self, horses: &[usize]) -> Scene {
        for horse in horses {
            self = self.at(*horse, 16);
            self.referee.state.finishers.push(*horse);
        }
        self
    }

    /// More boxes are marked on a card.
    pub(crate) fn boxes(mut self, card: usize, horses: &[usize]) -> Scene {
        self.referee.state.boxes[card - 1].extend(horses);
        self
    }

    /// These dice lie there, and the horses have moved already.
    pub(crate) fn rolled(mut self, horse: usize, movement: usize) -> Scene {
        self.referee.state.rolled = horse;
        self.referee.state.movement = movement;
        self
    }

    /// Roland's horse die comes to this.
    pub(crate) fn again(mut self, horse: usize) -> Scene {
        self.script.again.push_back(horse);
        self
    }

    /// Chosen next.
    pub(crate) fn choose(mut self, point: Point, action: Action) -> Scene {
        self.script.choices.push_back((point, action));
        self
    }

    /// A horse is chosen next.
    pub(crate) fn horse(self, point: Point, horse: usize) -> Scene {
        self.choose(point, Action::Horse(horse))
    }

    /// Chosen next for the Action of the turn.
    pub(crate) fn act(self, action: Action) -> Scene {
        self.choose(Point::Action, action)
    }

    /// A cell is marked next.
    pub(crate) fn mark(self, cell: Cell) -> Scene {
        self.act(Action::Concession { cell, wild: false })
    }

    /// A bonus is marked next.
    pub(crate) fn tile(self, tile: Tile) -> Scene {
        self.choose(Point::Bonus, Action::Tile(tile))
    }

    /// Both dice are rolled and the horses move.
    #[track_caller]
    pub(crate) fn roll(mut self, horse: usize, movement: usize) -> Scene {
        self.script.rolls.push_back((horse, movement));
        self.referee.roll(&mut self.script);
        self
    }

    /// A turn with everything that was chosen for it.
    #[track_caller]
    pub(crate) fn turn(mut self, seat: usize) -> Scene {
        self.referee.turn(&mut self.script, seat);
        self.script.assert_spent();
        self
    }

    /// Roland's turn.
    #[track_caller]
    pub(crate) fn roland(self) -> Scene {
        self.turn(1)
    }

    /// What a seat may do on its turn.
    pub(crate) fn legal(&self, seat: usize) -> Vec<Action> {
        self.referee.actions(seat)
    }

    /// What was asked at a point, the given time.
    pub(crate) fn asked(&self, point: Point, time: usize) -> &Ask {
        self.script.ask(point, time)
    }

    /// The horses that were offered at a point, the given time.
    pub(crate) fn horses_offered(&self, point: Point, time: usize) -> Vec<usize> {
        let legal = self.asked(point, time).legal.iter();
        legal
            .filter_map(|action| match action {
                Action::Horse(horse) => Some(*horse),
                _ => None,
            })
            .collect()
    }

    pub(crate) fn was_asked(&self, point: Point) -> bool {
        self.script.asked.iter().any(|ask| ask.point == point)
    }

    pub(crate) fn dollars(&self, seat: usize) -> i64 {
        self.referee.seat(seat).money
    }

    pub(crate) fn bets(&self, seat: usize, horse: usize) -> i64 {
        self.referee.seat(seat).bet(horse)
    }

    pub(crate) fn position(&self, horse: usize) -> usize {
        self.referee.position(horse)
    }

    pub(crate) fn positions(&self) -> [usize; 8] {
        self.referee.state.positions
    }

    /// The boxes marked on a card, by number.
    pub(crate) fn marked(&self, card: usize) -> Vec<usize> {
        let mut boxes = self.referee.state.boxes[card - 1].clone();
        boxes.sort_unstable();
        boxes
    }
}

/// A bet with the number rolled.
pub(crate) fn bet(horse: usize, dollars: i64) -> Action {
    Action::Bet { horse, dollars, wild: false }
}

/// A purchase with the number rolled.
pub(crate) fn buy(horse: usize) -> Action {
    Action::Buy { horse, wild: false }
}

pub(crate) fn helmet(horse: usize) -> Action {
    Action::Helmet { horse, wild: false }
}

pub(crate) fn jersey(horse: usize) -> Action {
    Action::Jersey { horse, wild: false }
}
