//! Whole games: set-up, rounds, the end.

use std::cell::RefCell;
use std::sync::OnceLock;

use super::actions::{Action, Legal};
use super::chances::{Chances, Outlook, PlaceChances, Setting};
use super::concession::cells_of;
use super::decision::{Context, Decision, OwnLuck, Player};
use super::due::Due;
use super::edition::{CELLS, HORSES, PLACES};
use super::event::{Cause, Event, Watch};
use super::luck::{Dealer, Luck, Streams};
use super::rules::Rules;
use super::score::Score;
use super::sheet::Sheet;
use super::state::{Field, MAX_PLAYERS, State};
use super::track::{Course, Track};
use super::vocabulary::point;
use crate::error::Result;
use crate::game::contract::Agenda;
use crate::game::sets::each;

/// Rules compiled once a run and shared by everything that plays.
#[derive(Clone, Debug)]
pub struct Game {
    /// The rules it was made from.
    pub rules: Rules,
    /// The lines of the track.
    pub course: Course,
    /// The numbers of the Concession Grid, by cell.
    pub(super) grid: [u8; CELLS],
    /// The most dollars of a Bet Action.
    pub(super) most_bet: u32,
    /// By number: the cells of the Concession Grid.
    pub(super) cells: [u16; HORSES],
    /// By kind of bonus: its tiles.
    pub(super) tiles: [u16; 9],
    /// By kind of bonus: dollars or spaces.
    pub(super) bonus_numbers: [u8; 9],
    /// The Horse Cards, where none is drawn.
    fixed: Option<Field>,
    /// By horse: how many faces of the horse die show it, a byte each.
    pub(super) faces: u64,
    /// The sum of the faces of the movement die.
    pub(super) movement_sum: i64,
    players: u8,
    /// The tables behind `place_chance`, made when somebody first asks.
    chances: OnceLock<Chances>,
}

/// The figures of a Horse Card's ability.
#[derive(Clone, Copy, Debug)]
pub(super) struct Figures {
    pub(super) dollars: u8,
    pub(super) spaces: u8,
    pub(super) count: u8,
}

impl Game {
    /// Compiles `rules` for `players` players, Roland included.
    ///
    /// # Errors
    ///
    /// A number of players that cannot play by these rules (see [`Rules::check_players`]).
    pub fn new(rules: Rules, players: usize) -> Result<Self> {
        rules.check_players(players)?;
        let edition = &rules.edition;
        let (mut tiles, mut bonus_numbers, mut first) = ([0; 9], [0; 9], 0);
        for bonus in &edition.bonuses {
            let kind = bonus.kind as usize;
            tiles[kind] = (((1_u32 << bonus.tiles) - 1) << first) as u16;
            bonus_numbers[kind] = bonus.number;
            first += bonus.tiles;
        }
        let mut faces = [0; HORSES];
        for horse in edition.horse_die {
            faces[usize::from(horse)] += 1;
        }
        let certain = rules.horses.iter().all(|horses| horses.count_ones() == 1);
        let cards = rules.horses.map(|horses| horses.trailing_zeros() as u8);
        Ok(Self {
            course: Course::new(edition.spaces, edition.no_bet),
            grid: edition.grid,
            most_bet: edition.most_bet.into(),
            cells: cells_of(&edition.grid),
            tiles,
            bonus_numbers,
            fixed: certain.then(|| Field::new(edition, cards)),
            faces: u64::from_le_bytes(faces),
            movement_sum: edition.movement_die.iter().map(|face| i64::from(*face)).sum(),
            players: players as u8,
            chances: OnceLock::new(),
            rules,
        })
    }

    /// How many it was compiled for, Roland included.
    #[must_use]
    pub fn players(&self) -> u8 {
        self.players
    }

    /// The chance of each place for each horse, if nobody moves or marks anything any more.
    #[must_use]
    pub fn place_chances(&self, state: &State) -> PlaceChances {
        self.chances().places(&state.race())
    }

    /// The chance of one place, from 0, or of standing past the No Bet line, for one horse; what is
    /// worked out is kept in `outlook` for as long as the race stands so.
    #[inline]
    pub(super) fn place_chance(
        &self,
        state: &State,
        outlook: &RefCell<Outlook>,
        horse: u8,
        place: usize,
    ) -> u32 {
        let mut outlook = outlook.borrow_mut();
        outlook.chance(self.chances(), &state.race(), (horse & 7).into(), place)
    }

    #[inline]
    fn chances(&self) -> &Chances {
        self.chances.get_or_init(|| {
            let edition = &self.rules.edition;
            Chances::new(&Setting {
                horse_die: edition.horse_die,
                movement_die: edition.movement_die,
                spaces: edition.spaces,
                no_bet: edition.no_bet,
            })
        })
    }

    /// The figures of a card's ability.
    #[inline]
    pub(super) fn figures(&self, state: &State, card: u8) -> Figures {
        let horse =
            &self.rules.edition.horses[usize::from(state.field.cards[usize::from(card & 7)])];
        Figures { dollars: horse.dollars, spaces: horse.spaces, count: horse.count }
    }

    /// Where a game begins with the horses that `dealer` draws: nothing is dealt to the players but
    /// money.
    #[must_use]
    pub fn start(&self, dealer: &mut impl Dealer) -> State {
        self.before_cards(self.deal_field(dealer))
    }

    /// The same with the horses of `field`.
    pub(super) fn before_cards(&self, field: Field) -> State {
        let edition = &self.rules.edition;
        let mut sheets = [Sheet::default(); MAX_PLAYERS];
        for (seat, sheet) in sheets.iter_mut().enumerate().take(self.players.into()) {
            let roland = self.rules.solo && seat == 1;
            let money = if roland { edition.roland_money } else { self.rules.money };
            *sheet = Sheet::new(money as u32, 0, [0; HORSES]);
        }
        State {
            sheets,
            track: Track::new(edition.numbers.map(|number| number.bar)),
            field,
            market: 0xff,
            players: self.players,
            active: 0,
            seat: 0,
            rolled: 0,
            movement: 0,
            declined: 0,
            round: 0,
            due: Agenda::default(),
        }
    }

    /// The Horse Cards of a game, drawn where they are not certain.
    fn deal_field(&self, dealer: &mut impl Dealer) -> Field {
        match self.fixed {
            Some(field) => field,
            None => {
                let cards = self.rules.horses.map(|horses| match horses.count_ones() {
                    1 => horses.trailing_zeros() as u8,
                    _ => dealer.horse_card(horses),
                });
                Field::new(&self.rules.edition, cards)
            }
        }
    }

    /// Plays one game. Seat i is `players[i]`; seat 0 is the Active Player of the first round
    /// (LS-7). In the solo race seat 1 is Roland, whatever stands there.
    ///
    /// # Panics
    ///
    /// When there are not as many players as the game was compiled for.
    pub fn play<W: Watch>(&self, players: &[&dyn Player], luck: Luck, watch: &mut W) -> GameEnd {
        self.play_with(players, luck, &mut Streams::new(luck), watch)
    }

    /// The same with dice and cards from `dealer`; `luck` serves the players' own chance.
    ///
    /// # Panics
    ///
    /// As [`Game::play`].
    pub fn play_with<W: Watch, D: Dealer>(
        &self,
        players: &[&dyn Player],
        luck: Luck,
        dealer: &mut D,
        watch: &mut W,
    ) -> GameEnd {
        let state = self.start(dealer);
        let mut play = Play::new(self, state, players, luck, dealer, watch);
        play.set_up();
        let finished = play.rounds();
        play.end(finished)
    }

    /// Plays on from a state between two rounds, with dice from `dealer`; `luck` serves the players'
    /// own chance. The round that comes is the one after `state.round`.
    ///
    /// # Panics
    ///
    /// As [`Game::play`].
    pub fn play_on<W: Watch, D: Dealer>(
        &self,
        state: State,
        players: &[&dyn Player],
        luck: Luck,
        dealer: &mut D,
        watch: &mut W,
    ) -> GameEnd {
        let mut play = Play::new(self, state, players, luck, dealer, watch);
        let finished = play.rounds();
        play.end(finished)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// Whether it came to its end before the limit of rounds.
    pub finished: bool,
    /// Rounds played.
    pub rounds: u32,
    /// How many played, Roland included.
    pub players: u8,
    /// What each seat scored.
    pub scores: [Score; MAX_PLAYERS],
    /// The seats that won, bit i for seat i: more than one share the win (LS-A22).
    pub winners: u8,
    /// Where it ended.
    pub state: State,
}

/// A position under change: what happens to it is told.
pub(super) struct Effects<'a, W> {
    pub(super) game: &'a Game,
    pub(super) state: &'a mut State,
    watch: &'a mut W,
}

impl<'a, W: Watch> Effects<'a, W> {
    pub(super) fn new(game: &'a Game, state: &'a mut State, watch: &'a mut W) -> Self {
        Self { game, state, watch }
    }

    #[inline]
    pub(super) fn tell(&mut self, event: Event<'_>) {
        if W::ON {
            self.watch.told(self.state, &event);
        }
    }

    /// A round begins: the dice show these sides and move the horses (LS-11 to LS-13).
    pub(super) fn begin_round(&mut self, (side, movement): (usize, usize)) {
        self.state.round += 1;
        self.tell(Event::RoundBegins { active: self.state.active });
        let edition = &self.game.rules.edition;
        let horse = edition.horse_die[side % edition.horse_die.len()];
        let spaces = edition.movement_die[movement % edition.movement_die.len()];
        self.state.rolled = horse;
        self.state.movement = spaces;
        self.tell(Event::Rolled { horse, spaces });
        let before = self.state.track;
        self.state.track.run(horse, spaces, &self.game.course);
        if W::ON {
            self.tell_run(&before, 1 << horse, Cause::Dice);
        }
        let before = self.state.track;
        self.state.track.run_marked(horse, &self.game.course);
        if W::ON {
            self.tell_run(&before, before.bar(horse), Cause::Secondary);
        }
    }

    /// Tells what became of the horses of a set, lowest number first.
    fn tell_run(&mut self, before: &Track, horses: u8, cause: Cause) {
        for horse in each(u32::from(horses & !before.finished())) {
            let (from, to) = (before.position(horse), self.state.track.position(horse));
            self.tell(Event::Moved { horse, from, to, seat: None, cause });
            if let Some(place) = self.state.track.place(horse) {
                self.tell(Event::Finished { horse, place: place as u8 });
            }
        }
    }

    /// The next player becomes the Active Player, unless the race is over.
    pub(super) fn pass_the_dice(&mut self) {
        if usize::from(self.state.track.finishers()) < PLACES {
            // Roland never becomes the Active Player (LS-48, LS-A24).
            let next = self.state.active + 1;
            let next = if next < self.state.players { next } else { 0 };
            self.state.active = if self.game.rules.solo { 0 } else { next };
        }
    }

    /// A seat gets a Starting Card (LS-5, LS-47).
    pub(super) fn deal_starting_card(&mut self, seat: u8, drawn: u8) {
        let card = &self.game.rules.edition.starting_cards[usize::from(drawn)];
        let cells = if self.game.is_roland(seat) { 0 } else { card.cells };
        let sheet = self.state.sheet_mut(seat);
        *sheet = Sheet::new(sheet.money, cells, card.bets);
        self.tell(Event::StartingCard { seat, card: drawn });
        if W::ON {
            for (horse, dollars) in (0..).zip(card.bets).filter(|(_, dollars)| *dollars > 0) {
                let cause = Cause::Start;
                self.tell(Event::BetPlaced { seat, horse, dollars, paid: 0, cause });
            }
        }
    }

    /// Puts something before all that is due.
    #[inline]
    pub(super) fn due(&mut self, due: Due) {
        self.state.due.push(due);
    }
}

/// A game being played.
pub(super) struct Play<'a, W, D> {
    pub(super) game: &'a Game,
    pub(super) state: State,
    players: &'a [&'a dyn Player],
    own: OwnLuck,
    outlook: RefCell<Outlook>,
    pub(super) dealer: &'a mut D,
    watch: &'a mut W,
}

impl<'a, W: Watch, D: Dealer> Play<'a, W, D> {
    fn new(
        game: &'a Game,
        state: State,
        players: &'a [&'a dyn Player],
        luck: Luck,
        dealer: &'a mut D,
        watch: &'a mut W,
    ) -> Self {
        assert_eq!(players.len(), usize::from(game.players), "as many players as seats");
        let own = OwnLuck::new(luck.own());
        Self { game, state, players, own, outlook: RefCell::default(), dealer, watch }
    }

    /// What changes the state and tells of it.
    #[inline]
    pub(super) fn effects(&mut self) -> Effects<'_, W> {
        Effects { game: self.game, state: &mut self.state, watch: self.watch }
    }

    #[inline]
    pub(super) fn tell(&mut self, event: Event<'_>) {
        self.effects().tell(event);
    }

    /// Does all that is due; what offers a choice is asked for, a single action is taken.
    #[inline]
    fn do_all_due(&mut self) {
        while let Some(due) = self.state.due.last() {
            let answer = match due {
                // Nearly all that is ever due; so without the way round.
                Due::Act => {
                    let seat = self.state.seat;
                    let (legal, stuck) = self.game.legal_actions(&self.state, seat);
                    let context = Context { stuck, ..Context::default() };
                    let ask = || self.ask(seat, point::ACTION, legal, context);
                    (!legal.is_empty()).then(ask)
                }
                due => {
                    let asked = self.game.asked(&self.state, due);
                    asked.map(|asked| self.ask(asked.seat, asked.point, asked.legal, asked.context))
                }
            };
            self.state.due.pop();
            self.effects().resolve(due, answer);
        }
    }

    /// Asks a seat for one of the legal actions; a single one is taken without asking.
    #[inline]
    fn ask(&mut self, seat: u8, point: usize, legal: Legal, context: Context) -> Action {
        if !legal.is_choice() {
            return legal.first();
        }
        self.own.next_decision();
        let decision = Decision {
            game: self.game,
            state: &self.state,
            seat,
            point,
            legal,
            context: &context,
            outlook: &self.outlook,
        };
        let player = self.players[usize::from(seat)];
        let choice = if player.has_rules(point) {
            let choice = player.choose(&decision, &self.own);
            if choice.action < legal.len() { choice } else { decision.default_choice() }
        } else {
            decision.default_choice()
        };
        let action = legal.nth(choice.action);
        if W::ON {
            let event = Event::Decided { decision: &decision, choice, action };
            self.watch.told(&self.state, &event);
        }
        action
    }

    /// Deals the Starting Cards (LS-5, LS-47).
    fn set_up(&mut self) {
        self.tell(Event::Begins);
        let cards = &self.game.rules.edition.starting_cards;
        let mut left = (1_u64 << cards.len()).wrapping_sub(1) as u32;
        for seat in 0..self.state.players {
            // There are enough of them (see `Rules::check_players`).
            let drawn = self.dealer.starting_card(left);
            left &= !(1 << drawn);
            self.effects().deal_starting_card(seat, drawn);
        }
    }

    /// Plays round after round; false where the limit was reached first (LS-10, LS-41).
    fn rounds(&mut self) -> bool {
        let players = self.state.players;
        let roland = self.game.rules.solo.then_some(1);
        while usize::from(self.state.track.finishers()) < PLACES {
            if self.state.round >= self.game.rules.max_turns {
                return false;
            }
            let active = self.state.active;
            let sides = self.dealer.roll();
            self.effects().begin_round(sides);
            for turn in 0..players {
                let seat = active + turn;
                let seat = if seat >= players { seat - players } else { seat };
                self.state.seat = seat;
                self.tell(Event::TurnBegins { seat });
                if Some(seat) == roland {
                    let again = self.game.roland_rolls(&self.state);
                    let side = again.then(|| self.dealer.roll_again());
                    self.effects().roland_acts(side);
                } else {
                    self.effects().begin_turn(seat);
                    self.do_all_due();
                }
            }
            self.effects().pass_the_dice();
        }
        true
    }

    fn end(&mut self, finished: bool) -> GameEnd {
        let cards = self.game.pays_all(&self.state);
        if finished && cards != 0 {
            self.effects().due(Due::AtScoring { cards });
            self.do_all_due();
        }
        let state = self.state;
        let (scores, winners) = self.game.final_scores(&state);
        let (rounds, players) = (state.round, state.players);
        let end = GameEnd { finished, rounds, players, scores, winners, state };
        self.tell(Event::GameEnds { end: &end });
        end
    }
}
