//! Features and functions that policies can use: meaning, range, unit and value for a seat.

use std::cell::OnceCell;
use std::ops::Deref;

use super::abilities::Ability;
use super::agenda::Context;
use super::chances::PlaceChances;
use super::compiled::Game;
use super::concession_grid::{self, complete};
use super::edition::{HORSES, MAX_FIGURE, MAX_MOVEMENT, MAX_SPACES, MAX_TURNS, PLACES};
use super::legal_actions::{Action, HORSES_AT, Legal, Meaning};
use super::sheet::Sheet;
use super::state::{MAX_PLAYERS, State};
use super::track::{EACH, Horses};
use super::vocabulary::{kind, point};
use crate::game::bits::each;
use crate::game::decision::Decision;
use crate::game::publish::features;
use crate::game::vocabulary::{CHANCE, TRUTH, to, up_to};
use crate::game::{Argument, Kind, whole};

/// The maximum of dollars in features; larger sums are clamped.
const MAX_DOLLARS: i64 = 1_000_000;
/// The minimum of scores in features, in dollars: AT SCORING abilities can cost money.
const MIN_SCORE: i64 = -1000;
/// The maximum of rounds to go in features, in thousandths of a round; also the value of a horse that
/// nothing moves.
const MAX_ROUNDS_TO_GO: i64 = 1_000_000_000;
/// The maximum of speeds in features, in thousandths of a space per round.
const MAX_SPEED: i64 = 20_000;

const HORSE: Kind = to(8);
const SPEED: Kind = up_to(MAX_SPEED as f64 / 1000.0);
const ROUNDS: Kind = up_to(MAX_ROUNDS_TO_GO as f64 / 1000.0);
/// The range of the expected return per dollar: at most the odds of all places added up.
const RETURN: Kind = up_to(4.0 * ODDS as f64);
const SPACES: i64 = MAX_SPACES as i64 + 1;
const FIGURE: i64 = MAX_FIGURE as i64;
/// The maximum multiplier of a bet, with an ability that raises it.
const ODDS: i64 = 2 * FIGURE;
/// The range of a move of one horse.
const MOVES: Kind = Kind::Integer { min: -SPACES, max: SPACES };
const SCORE: Kind = Kind::Integer { min: MIN_SCORE, max: MAX_DOLLARS };

features! {
    pub(super) STATE: StateFeature<Game> by view;
    "own_score" SCORE, "dollars",
        "the player's score if the game ended now" => |it| it.score_of(it.seat);
    "own_money" to(MAX_DOLLARS), "dollars", "the player's money" => |it| money(it.sheet());
    "own_bets" to(MAX_DOLLARS), "dollars",
        "total of the player's Bet spaces" =>
        |it| it.sheet().bets().iter().map(|bet| i64::from(*bet)).sum::<i64>();
    "own_bet_horses" HORSE, "horses", "horses that the player has bet on" =>
        |it| (!it.sheet().without_bet()).count_ones();
    "own_horses" HORSE, "horses", "horses that the player owns" =>
        |it| it.sheet().owned.count_ones();
    "own_wilds" to(8), "Wild Numbers", "the player's unmarked Wild Numbers" =>
        |it| it.game.rules.wilds.saturating_sub(it.sheet().wilds);
    "own_helmets" HORSE, "Helmets", "the player's Helmets" => |it| it.sheet().helmets.count_ones();
    "own_jerseys" HORSE, "Jerseys", "the player's Jerseys" => |it| it.sheet().jerseys.count_ones();
    "own_sets" HORSE, "jockey sets", "horses with both a Helmet and a Jersey of the player" =>
        |it| it.sheet().sets().count_ones();
    "own_cells" to(16), "cells", "marked cells of the player's Concession Grid" =>
        |it| it.sheet().grid.count_ones();
    "own_lines" to(8), "lines", "complete rows and columns of the player's Concession Grid" =>
        |it| it.sheet().lines().count_ones();
    "line_missing" to(4), "cells",
        "smallest number of missing cells in an incomplete row or column of the player's \
         Concession Grid; 0 if all are complete" =>
        |it| concession_grid::least_missing(it.sheet().grid);
    "own_bonuses" to(16), "tiles", "Concession Bonuses that the player has marked" =>
        |it| it.sheet().tiles.count_ones();
    "own_lead" HORSE, "number",
        "the player's unfinished horse nearest to the finish line; 0 if none" =>
        |it| first(it.state.track.extreme(it.sheet().owned & !it.state.track.finished, true));
    "own_top_bet" HORSE, "number",
        "unfinished horse with the player's highest bet; 0 if none" =>
        |it| it.sheet().top_bet(!it.state.track.finished).map(|horse| horse + 1);
    "best_opponent_score" SCORE, "dollars",
        "highest score of an opponent if the game ended now" =>
        |it| it.over_others(|seat, _| it.score_of(seat));
    "score_difference" Kind::Integer { min: MIN_SCORE - MAX_DOLLARS, max: MAX_DOLLARS - MIN_SCORE },
        "dollars", "`own_score` less `best_opponent_score`: negative if the player is behind" =>
        |it| it.score_of(it.seat) - it.over_others(|seat, _| it.score_of(seat));
    "most_opponent_money" to(MAX_DOLLARS), "dollars",
        "most money of an opponent" => |it| it.over_others(|_, sheet| money(sheet));
    "most_opponent_horses" HORSE, "horses",
        "most horses owned by an opponent" =>
        |it| it.over_others(|_, sheet| sheet.owned.count_ones().into());
    "players" Kind::Integer { min: 2, max: MAX_PLAYERS as i64 }, "players",
        "players in the game, including Roland" => |it| it.state.players;
    "turns_to_come" to(MAX_PLAYERS as i64), "turns",
        "turns of opponents left in this round" =>
        |it| {
            let taken = it.state.ahead(it.state.active, it.state.seat);
            it.state.players.saturating_sub(taken + 1)
        };
    "active" TRUTH, "yes/no", "whether the player is the Active Player" =>
        |it| it.state.active == it.seat;
    "round" Kind::Integer { min: 1, max: MAX_TURNS as i64 }, "rounds",
        "number of this round, from 1" => |it| it.state.round.max(1);
    "finishers" to(3), "horses", "horses in the Winner's Circle" =>
        |it| it.state.track.finishers();
    "last_round" TRUTH, "yes/no",
        "whether the third horse has finished, so that this round is the last" =>
        |it| usize::from(it.state.track.finishers()) >= PLACES;
    "rolled" HORSE, "number", "horse rolled" => |it| it.state.rolled + 1;
    "movement" to(MAX_MOVEMENT as i64), "spaces", "movement die" => |it| it.state.movement;
    "lead" HORSE, "number",
        "unfinished horse nearest to the finish line; on a tie the lowest number" =>
        |it| first(it.state.track.lead());
    "lead_to_go" to(SPACES), "spaces", "spaces that the horse `lead` has left to cross the finish line" =>
        |it| it.rounds_to_go_of(it.state.track.lead());
    "last" HORSE, "number",
        "unfinished horse farthest from the finish line; on a tie the lowest number" =>
        |it| first(it.state.track.last());
    "last_to_go" to(SPACES), "spaces", "spaces that the horse `last` has left to cross the finish line" =>
        |it| it.rounds_to_go_of(it.state.track.last());
    "market" HORSE, "horses", "unfinished horses in the Market" =>
        |it| it.game.for_sale(it.state).count_ones();
    "cheapest" to(FIGURE), "dollars", "lowest cost of an unfinished horse in the Market; 0 if \
     there is none" =>
        |it| {
            let costs = each(it.game.for_sale(it.state)).map(|card| it.state.field.cost(card));
            costs.min()
        };
    "best_free" HORSE, "number",
        "unfinished horse in the Market with the smallest `horse_rounds`; on a tie the lowest number, 0 \
         if there is none" =>
        |it| {
            let free = each(it.game.for_sale(it.state));
            free.min_by_key(|horse| it.game.rounds_to_go(it.state, *horse)).map(|horse| horse + 1)
        };
    "rounds_left" ROUNDS, "rounds",
        "rounds until three horses have finished: the third smallest `horse_rounds` of all horses" =>
        |it| {
            let mut rounds: [i64; HORSES] =
                std::array::from_fn(|horse| it.game.rounds_to_go(it.state, horse as u8));
            rounds.sort_unstable();
            thousandths(rounds[PLACES - 1])
        };
    "stuck" TRUTH, "yes/no",
        "whether the number rolled allows no Action; no at points other than `action`" =>
        |it| it.context().stuck;
    "card" HORSE, "number", "at `box` the Horse Card to be marked, otherwise 0" =>
        |it| it.context().card.map(|horse| horse + 1);
    "spaces" MOVES, "spaces",
        "at `move` the spaces each horse moves, negative if backward; otherwise 0" =>
        |it| it.context().spaces;
    "left" to(MAX_FIGURE as i64), "choices",
        "at `move`, `box` and `extra_mark` the number of such choices left, including this one; \
         otherwise 0" => |it| it.context().left;
    "dollars" to(FIGURE), "dollars", "at `free_bet` the dollars of the bet, otherwise 0" =>
        |it| it.context().dollars;
    "ability" to(32), "number",
        "ability that causes this decision: its position in the list of abilities, from 1; 0 if \
         none" =>
        |it| it.context().ability.map(|card| it.state.field.ability(card) as u8);
    "subject" HORSE, "number",
        "horse to which the ability applies: the horse bet on, with the complete set, or whose \
         card pays at scoring; otherwise 0" => |it| it.context().subject.map(|horse| horse + 1);
}

features! {
    /// The features of every action with a horse.
    pub(super) OF_HORSE: ActionFeature<Game> by Shown::new, key "horse";
    "horse" HORSE, "number",
        "horse of the action, or the number of its cell; 0 for other actions" =>
        |it| Some(it.horse()? + 1);
    "horse_position" to(SPACES), "spaces",
        "space of the horse: 0 behind the Start/Finish line; one more than the length of the \
         track after the finish" => |it| Some(it.state.track.position(it.horse()?));
    "horse_to_go" to(SPACES), "spaces", "spaces the horse has left to cross the finish line" =>
        |it| Some(it.game.to_go(it.state, it.horse()?));
    "horse_standing" HORSE, "number",
        "rank of the horse in the field, from 1; tied horses share the better rank" =>
        |it| Some(it.game.standing(it.state, it.horse()?));
    "horse_speed" SPEED, "spaces",
        "expected spaces per round of the horse, from the dice and the marked boxes, rounded down \
         to a thousandth" => |it| Some(thousandths(it.game.speed(it.state, it.horse()?)));
    "horse_rounds" ROUNDS, "rounds",
        "spaces left of the horse divided by `horse_speed`, rounded down to a thousandth; the \
         maximum if nothing moves the horse" =>
        |it| Some(thousandths(it.game.rounds_to_go(it.state, it.horse()?)));
    "horse_odds" to(ODDS), "dollars", "payout per dollar bet by the player if the horse finishes \
     1st" =>
        |it| Some(it.game.odds(it.state, it.seat, it.horse()?, 0));
    "horse_past_line" TRUTH, "yes/no",
        "whether the horse is past the No Bet line or has finished" =>
        |it| it.is_among(it.state.track.past_line(&it.game.course));
    "horse_finished" TRUTH, "yes/no", "whether the horse has finished" =>
        |it| it.is_among(it.state.track.finished);
    "horse_owner" to(MAX_PLAYERS as i64), "number",
        "owner of the horse: 0 the Market, 1 the player, 2 the next player in turn order, and so \
         on" =>
        |it| Some(it.owner(it.horse()?));
    "horse_cost" to(FIGURE), "dollars", "cost of the Horse Card, owned or not" =>
        |it| Some(it.state.field.cost(it.horse()?));
    "horse_ability" to(32), "number",
        "ability of the Horse Card: its position in the list of abilities, from 1" =>
        |it| Some(it.state.field.ability(it.horse()?) as u8);
    "horse_own_bet" to(255), "dollars", "the player's bet on the horse" =>
        |it| Some(it.sheet().bet(it.horse()?));
    "horse_others_bets" to(2000), "dollars", "total of the opponents' bets on the horse" =>
        |it| Some(it.others_bets(it.horse()?));
    "horse_marks" HORSE, "cards", "Horse Cards with a marked box for the horse" =>
        |it| Some(it.state.track.marks(it.horse()?));
    "horse_card_marks" HORSE, "boxes", "marked boxes on the horse's own card" =>
        |it| Some(it.state.track.bar(it.horse()?).count_ones());
    "horse_helmet" TRUTH, "yes/no", "whether the player has marked the horse's Helmet" =>
        |it| it.is_among(it.sheet().helmets);
    "horse_jersey" TRUTH, "yes/no", "whether the player has marked the horse's Jersey" =>
        |it| it.is_among(it.sheet().jerseys);
}

features! {
    ActionFeature<Game> by Shown::new;
    pub(super) CELL: "cell" to(16), "number",
        "cell of the Concession Grid, in reading order from 1; 0 for other actions" =>
        |it| Some(it.meaning.cell? + 1);
    pub(super) COST: "cost" to(MAX_DOLLARS), "dollars", "price of the action for the player" =>
        |it| it.cost();
    pub(super) STAKE: "stake" to(FIGURE), "dollars",
        "amount written in the Bet space; 0 for other actions" =>
        |it| it.stake();
    pub(super) WILD: "wild" TRUTH, "yes/no", "whether the action uses a Wild Number" =>
        |it| it.meaning.wild;
    pub(super) COMPLETES_SET: "completes_set" TRUTH, "yes/no",
        "whether the action completes a jockey set" =>
        |it| it.completes_set();
    pub(super) LINES: "lines" to(2), "lines", "rows and columns that the action completes" =>
        |it| {
            let (row, column) = it.missing()?;
            Some(u8::from(row == 0) + u8::from(column == 0))
        };
    pub(super) ROW_MISSING: "row_missing" to(4), "cells",
        "cells missing in the cell's row after the action; 4 for other actions" =>
        |it| it.missing().map_or(4, |(row, _)| row);
    pub(super) COLUMN_MISSING: "column_missing" to(4), "cells",
        "cells missing in the cell's column after the action; 4 for other actions" =>
        |it| it.missing().map_or(4, |(_, column)| column);
    pub(super) NUMBER_LEFT: "number_left" to(16), "cells",
        "unmarked cells of the same number after the action; 0 for other actions" =>
        |it| {
            let after = it.grid_after()?;
            Some((it.game.cells[usize::from(it.horse()?)] & !after).count_ones())
        };
    pub(super) MOVED: "moved" MOVES, "spaces",
        "actual spaces that the horse moves, negative if backward; a horse stops at the line" =>
        |it| {
            let (track, horse) = (&it.state.track, it.horse()?);
            let to = track.pushed(horse, it.context().spaces, &it.game.course);
            Some(i64::from(to) - i64::from(track.position(horse)))
        };
    pub(super) NUMBER: "number" to(FIGURE), "number",
        "dollars or spaces of the tile; 0 if it has none" =>
        |it| it.game.bonus_numbers.get(usize::from(it.action.0)).copied();
    pub(super) EXPECTED_RETURN: "expected_return" RETURN, "dollars",
        "expected return per dollar bet on the horse, from `place_chance` and `odds`; 0 for other \
         actions" =>
        |it| {
            // The chances are computed only for bets.
            let horse = it.horse().filter(|_| it.bets())?;
            Some(it.sight.expected_return(it, horse))
        };
}

/// The number of rolls of both dice, by which a speed is divided.
const FACES: i64 = 8 * 6;

impl Game {
    /// The expected spaces of a horse per round, in thousandths, rounded down: by both dice and by the
    /// cards on which its box is marked, without regard to the end of the race. 0 for a finished horse.
    pub fn speed(&self, state: &State, horse: u8) -> i64 {
        if state.track.finished >> horse & 1 == 1 {
            return 0;
        }
        // Sums the faces of the cards that mark the horse over the bytes; the sum is at most 8.
        let marking = state.track.cards_marking(horse) * 0xff;
        let marks = ((self.faces & marking).wrapping_mul(EACH) >> 56) as i64;
        let own = (self.faces >> (8 * (horse & 7)) & 0xff) as i64;
        ((own * self.movement_sum + 6 * marks) * 1000 / FACES).min(MAX_SPEED)
    }

    /// The spaces that a horse needs to cross the finish line.
    pub fn to_go(&self, state: &State, horse: u8) -> u8 {
        (self.course.spaces + 1).saturating_sub(state.track.position(horse))
    }

    /// The spaces to go of a horse divided by its speed, in thousandths of a round.
    pub fn rounds_to_go(&self, state: &State, horse: u8) -> i64 {
        match (self.to_go(state, horse), self.speed(state, horse)) {
            (0, _) => 0,
            (_, 0) => MAX_ROUNDS_TO_GO,
            (to_go, speed) => (i64::from(to_go) * 1_000_000 / speed).min(MAX_ROUNDS_TO_GO),
        }
    }

    /// The rank of a horse in the field, from 1; tied horses share the better rank. A horse in the
    /// Winner's Circle has its place there.
    pub fn standing(&self, state: &State, horse: u8) -> i64 {
        if let Some(place) = state.track.place(horse) {
            return place as i64 + 1;
        }
        let position = state.track.position(horse);
        1 + state.track.positions().iter().filter(|other| **other > position).count() as i64
    }
}

/// Values shared by the features of a decision, computed once when needed.
#[derive(Debug, Default)]
pub struct Sight {
    /// The chances of the race.
    chances: OnceCell<PlaceChances>,
    /// The expected return per dollar bet on each horse.
    returns: [OnceCell<f64>; HORSES],
}

impl Sight {
    /// The chances of the race.
    #[inline]
    fn chances(&self, view: &View<'_>) -> &PlaceChances {
        self.chances.get_or_init(|| view.game.chances().places(&view.state.track))
    }

    /// The expected return per dollar bet on a horse, by `place_chance` and `odds`.
    fn expected_return(&self, view: &View<'_>, horse: u8) -> f64 {
        *self.returns[usize::from(horse)].get_or_init(|| {
            let chances = self.chances(view).iter().map(|place| place[usize::from(horse)]);
            let odds = view.game.all_odds(view.state, view.seat, horse);
            let places = chances.zip(odds).map(|(chance, odds)| i64::from(chance) * odds);
            places.sum::<i64>() as f64 / MILLION
        })
    }
}

/// A position as a seat sees it at a decision point.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) game: &'a Game,
    pub(super) state: &'a State,
    pub(super) seat: u8,
    pub(super) point: usize,
}

impl<'a> View<'a> {
    #[inline]
    pub(super) fn of(decision: &Decision<'a, Game>) -> Self {
        let &Decision { game, state, seat, point, .. } = decision;
        Self { game, state, seat, point: point.into() }
    }
}

/// The view of the seat that decides.
fn view<'a>(decision: &Decision<'a, Game>, _: &Sight) -> View<'a> {
    View::of(decision)
}

/// The first horse of a set, by number from 1; 0 without one.
fn first(horses: Horses) -> u32 {
    if horses == 0 { 0 } else { horses.trailing_zeros() + 1 }
}

fn money(sheet: &Sheet) -> i64 {
    i64::from(sheet.money).min(MAX_DOLLARS)
}

/// Converts thousandths to a number.
fn thousandths(number: i64) -> f64 {
    number as f64 / 1000.0
}

const MILLION: f64 = 1_000_000.0;

impl View<'_> {
    /// The details of the decision.
    pub(super) fn context(&self) -> Context {
        self.state.asked.as_ref().map_or_else(Context::default, |asked| asked.context)
    }

    fn legal(&self) -> Legal {
        self.state.asked.as_ref().map_or_else(Legal::default, |asked| asked.legal)
    }

    pub(super) fn sheet(&self) -> &Sheet {
        self.state.sheet(self.seat)
    }

    /// The sheets of the other players, with their seats.
    fn others(&self) -> impl Iterator<Item = (u8, &Sheet)> {
        (0..).zip(self.state.seated()).filter(|(seat, _)| *seat != self.seat)
    }

    /// The highest value among the other players; 0 without any.
    fn over_others(&self, value: impl Fn(u8, &Sheet) -> i64) -> i64 {
        self.others().map(|(seat, sheet)| value(seat, sheet)).max().unwrap_or(0)
    }

    pub(super) fn others_bets(&self, horse: u8) -> i64 {
        self.others().map(|(_, sheet)| i64::from(sheet.bet(horse))).sum()
    }

    fn score_of(&self, seat: u8) -> i64 {
        self.game.score(self.state, seat).total().clamp(MIN_SCORE, MAX_DOLLARS)
    }

    /// The owner of a card, encoded as in `horse_owner`.
    fn owner(&self, horse: u8) -> i64 {
        match self.state.owner(horse) {
            Some(owner) => i64::from(self.state.ahead(self.seat, owner)) + 1,
            None => 0,
        }
    }

    fn rounds_to_go_of(&self, horses: Horses) -> i64 {
        match horses {
            0 => 0,
            _ => self.game.to_go(self.state, horses.trailing_zeros() as u8).into(),
        }
    }

    /// Whether the default is to use the ability. At scoring, an ability that also pays other players is used
    /// only if its owner does better with it: by the share of the win, then by dollars.
    pub(super) fn pays_off(&self) -> bool {
        let Some(card) = self.context().ability else { return true };
        if self.game.pays_all(self.state) >> (card & 7) & 1 == 0 {
            return true;
        }
        let outcome = |declined: Horses| {
            let (scores, winners) = self.game.final_scores(&State { declined, ..*self.state });
            let won = winners >> self.seat & 1 == 1;
            // A win shared by fewer players is better.
            let share = if won { HORSES as u32 + 1 - winners.count_ones() } else { 0 };
            (share, scores[usize::from(self.seat)].total())
        };
        let declined = self.state.declined;
        outcome(declined) > outcome(declined | 1 << card)
    }

    /// The legal horses, at points whose actions are only horses.
    pub(super) fn horses(&self) -> Horses {
        (self.legal().0[0] >> HORSES_AT) as u8
    }

    /// The first of some horses.
    pub(super) fn first_of(&self, horses: Horses) -> Option<Action> {
        (horses != 0).then(|| Action((HORSES_AT + horses.trailing_zeros()) as u8))
    }

    /// The horse of the highest value; ties go to the first.
    pub(super) fn best_horse(&self, value: impl Fn(u8) -> i64) -> Option<Action> {
        let horses = self.horses();
        let among = (0..HORSES as u8).filter(|horse| horses >> horse & 1 == 1);
        let best = among.max_by_key(|horse| (value(*horse), HORSES as u8 - horse))?;
        Some(Action((HORSES_AT + u32::from(best)) as u8))
    }

    /// The first mark that completes a line or a jockey set, or else the first mark.
    pub(super) fn default_mark(&self) -> Option<Action> {
        let sheet = self.state.sheet(self.seat);
        let marks = || self.legal().iter().filter(|action| action.kind(point::EXTRA_MARK) != 0);
        let completes = |action: &Action| {
            let (kind, within) = action.parts(point::EXTRA_MARK);
            match kind {
                kind::EXTRA_CONCESSION => {
                    complete(sheet.grid | 1 << within) != complete(sheet.grid)
                }
                kind::EXTRA_HELMET => sheet.jerseys >> within & 1 == 1,
                _ => sheet.helmets >> within & 1 == 1,
            }
        };
        marks().find(completes).or_else(|| marks().next())
    }
}

/// An action with its decoded form.
struct Shown<'a> {
    view: View<'a>,
    sight: &'a Sight,
    action: Action,
    /// Its dollars lack the [stake](Shown::stake), which depends on the state.
    meaning: &'a Meaning,
}

impl<'a> Deref for Shown<'a> {
    type Target = View<'a>;

    fn deref(&self) -> &View<'a> {
        &self.view
    }
}

impl<'a> Shown<'a> {
    #[inline(always)]
    fn new(decision: &Decision<'a, Game>, sight: &'a Sight, action: Action) -> Self {
        let view = View::of(decision);
        let meaning = view.game.meanings.of(view.point, view.state.rolled, action);
        Self { view, sight, action, meaning }
    }

    #[inline(always)]
    fn horse(&self) -> Option<u8> {
        self.meaning.horse
    }

    /// The dollars that the action writes in a Bet space.
    fn stake(&self) -> u8 {
        self.game.stake(self.state, self.seat, self.point, self.meaning)
    }

    /// Whether the horse of the action is in a set.
    #[inline(always)]
    fn is_among(&self, horses: Horses) -> Option<bool> {
        Some(horses >> self.horse()? & 1 == 1)
    }

    /// Whether the action is a bet.
    fn bets(&self) -> bool {
        match self.point {
            point::ACTION => {
                matches!(self.meaning.kind % kind::WILD, kind::BET | kind::BET_AND_MOVE)
            }
            _ => self.point == point::FREE_BET,
        }
    }

    /// The dollars that the player pays for the action.
    fn cost(&self) -> Option<i64> {
        let horse = self.horse()?;
        let price = self.state.field.cost(horse);
        Some(match (self.point, self.meaning.kind % kind::WILD) {
            (point::HALF_PRICE, kind::BUY_HALF_PRICE) => price.div_ceil(2).into(),
            (point::ACTION, kind::BUY) => price.into(),
            (point::ACTION, kind::BET | kind::BET_AND_MOVE) => {
                let free = self.game.free_bets(self.state, self.seat) >> horse & 1 == 1;
                if free { 0 } else { self.stake().into() }
            }
            _ => 0,
        })
    }

    fn completes_set(&self) -> Option<bool> {
        let sheet = self.sheet();
        let other = match (self.point, self.meaning.kind) {
            (point::HELMET, _)
            | (point::ACTION, kind::HELMET | kind::WILD_HELMET)
            | (point::EXTRA_MARK, kind::EXTRA_HELMET) => sheet.jerseys,
            (point::JERSEY, _)
            | (point::ACTION, kind::JERSEY | kind::WILD_JERSEY)
            | (point::EXTRA_MARK, kind::EXTRA_JERSEY) => sheet.helmets,
            _ => 0,
        };
        self.is_among(other)
    }

    /// The Concession Grid after the action, if it marks a cell.
    fn grid_after(&self) -> Option<u16> {
        Some(self.sheet().grid | 1 << self.meaning.cell?)
    }

    /// The cells missing after the action in the row and the column of its cell.
    fn missing(&self) -> Option<(u8, u8)> {
        Some(concession_grid::missing(self.grid_after()?, self.meaning.cell?))
    }
}

/// An argument from 1 to `max`.
const fn numbered(name: &'static str, max: i64) -> Argument {
    Argument { name, kind: Kind::Integer { min: 1, max } }
}

const HORSE_NUMBER: Argument = numbered("horse", 8);
const OF_PLAYER: Argument = numbered("player", MAX_PLAYERS as i64);
const IN_PLACE: Argument = numbered("place", 4);

features! {
    pub(super) FUNCTIONS: Function<Game> by Called::new;
    "position"(HORSE_NUMBER) to(SPACES), "spaces",
        "space of horse 1 to 8, as `horse_position`; 0 for other numbers, as for all features of \
         a horse number" =>
        |it| Some(it.state.track.position(it.horse(0)?));
    "to_go"(HORSE_NUMBER) to(SPACES), "spaces",
        "spaces the horse has left to cross the finish line" =>
        |it| Some(it.game.to_go(it.state, it.horse(0)?));
    "standing"(HORSE_NUMBER) HORSE, "number",
        "rank of the horse in the field, as `horse_standing`" =>
        |it| Some(it.game.standing(it.state, it.horse(0)?));
    "speed"(HORSE_NUMBER) SPEED, "spaces",
        "expected spaces per round of the horse, as `horse_speed`" =>
        |it| Some(thousandths(it.game.speed(it.state, it.horse(0)?)));
    "rounds_to_go"(HORSE_NUMBER) ROUNDS, "rounds",
        "spaces left of the horse divided by its speed, as `horse_rounds`" =>
        |it| Some(thousandths(it.game.rounds_to_go(it.state, it.horse(0)?)));
    "odds"(HORSE_NUMBER, IN_PLACE) to(ODDS), "dollars",
        "payout per dollar bet by the player if the horse finishes in place 1, 2 or 3; for place \
         4, if it is past the No Bet line" =>
        |it| Some(it.game.odds(it.state, it.seat, it.horse(0)?, it.place(1)?));
    "price"(HORSE_NUMBER) to(FIGURE), "dollars",
        "cost of the Horse Card, owned or not" =>
        |it| Some(it.state.field.cost(it.horse(0)?));
    "owner"(HORSE_NUMBER) to(MAX_PLAYERS as i64), "number",
        "owner of the horse, as `horse_owner`" =>
        |it| Some(it.owner(it.horse(0)?));
    "own_bet"(HORSE_NUMBER) to(255), "dollars",
        "the player's bet on the horse" =>
        |it| Some(it.sheet().bet(it.horse(0)?));
    "others_bets"(HORSE_NUMBER) to(2000), "dollars",
        "total of the opponents' bets on the horse" =>
        |it| Some(it.others_bets(it.horse(0)?));
    "bet_of"(OF_PLAYER, HORSE_NUMBER) to(255), "dollars",
        "bet of a player on the horse: 1 the player, 2 the next player in turn order, and so on" =>
        |it| Some(it.sheet_of(0)?.bet(it.horse(1)?));
    "money_of"(OF_PLAYER) to(MAX_DOLLARS), "dollars",
        "money of a player, numbered as in `bet_of`" =>
        |it| it.sheet_of(0).map(money);
    "marks"(HORSE_NUMBER) HORSE, "cards",
        "Horse Cards with a marked box for the horse" =>
        |it| Some(it.state.track.marks(it.horse(0)?));
    "marked"(numbered("card", 8), HORSE_NUMBER) TRUTH, "yes/no",
        "whether the horse's box is marked on that Horse Card" =>
        |it| Some(it.state.track.bar(it.horse(0)?) >> it.horse(1)? & 1);
    "has_helmet"(HORSE_NUMBER) TRUTH, "yes/no",
        "whether the player has marked the horse's Helmet" =>
        |it| Some(it.sheet().helmets >> it.horse(0)? & 1);
    "has_jersey"(HORSE_NUMBER) TRUTH, "yes/no",
        "whether the player has marked the horse's Jersey" =>
        |it| Some(it.sheet().jerseys >> it.horse(0)? & 1);
    "cells_left"(numbered("number", 8)) to(16), "cells",
        "unmarked cells of that number in the player's Concession Grid" =>
        |it| Some((it.game.cells[usize::from(it.horse(0)?)] & !it.sheet().grid).count_ones());
    "place_chance"(HORSE_NUMBER, IN_PLACE) CHANCE, "probability",
        "approximate probability that the horse finishes in place 1, 2 or 3, or, for place 4, \
         ends past the No Bet line, if no player moves a horse or marks a box from now on" =>
        |it| {
            let (horse, place) = (it.horse(0)?, it.place(1)?);
            Some(f64::from(it.sight.chances(it)[place][usize::from(horse)]) / MILLION)
        };
    "return_of"(HORSE_NUMBER) RETURN, "dollars",
        "expected return per dollar bet on the horse, as `expected_return`" =>
        |it| Some(it.sight.expected_return(it, it.horse(0)?));
}

/// A function call with its arguments.
struct Called<'a, 'b> {
    view: View<'a>,
    sight: &'b Sight,
    args: &'b [f64],
}

impl<'a> Deref for Called<'a, '_> {
    type Target = View<'a>;

    fn deref(&self) -> &View<'a> {
        &self.view
    }
}

impl<'a, 'b> Called<'a, 'b> {
    fn new(decision: &Decision<'a, Game>, sight: &'b Sight, args: &'b [f64]) -> Self {
        Self { view: View::of(decision), sight, args }
    }

    /// An argument as an index from 0; `None` unless it is below `bound`.
    fn below(&self, index: usize, bound: usize) -> Option<usize> {
        let number = whole(*self.args.get(index)?).checked_sub(1)?;
        usize::try_from(number).ok().filter(|number| *number < bound)
    }

    fn horse(&self, index: usize) -> Option<u8> {
        self.below(index, HORSES).map(|horse| horse as u8)
    }

    /// A place in the race from 0; index 3 is past the No Bet line.
    fn place(&self, index: usize) -> Option<usize> {
        self.below(index, PLACES + 1)
    }

    /// The sheet of a player; argument 1 is the player who decides.
    fn sheet_of(&self, index: usize) -> Option<&'a Sheet> {
        let players = self.state.players;
        let ahead = self.below(index, players.into())? as u8;
        Some(self.state.sheet((self.seat + ahead) % players))
    }
}

/// Features number abilities as in their list, from 1 to 32.
const _: () = assert!(Ability::PlacedPays as usize == Ability::ALL.len());
