//! One game of a run, written out for people.

use std::fmt::{Display, Write as _};

use super::Prepared;
use crate::experiment::files::decided_by;
use crate::games::long_shot::actions::Meaning;
use crate::games::long_shot::edition::HORSES;
use crate::games::long_shot::event::{Cause, Event, Watch};
use crate::games::long_shot::play::GameEnd;
use crate::games::long_shot::state::{MAX_PLAYERS, State};
use crate::games::long_shot::vocabulary::{VOCABULARY, point};

/// Writes out game `game` of the run.
pub(super) fn transcript(run: &Prepared, game: u64) -> String {
    let rules = &run.games.game.rules;
    let names = [rules.edition.title()].into_iter().chain(rules.changed());
    let head = names.collect::<Vec<_>>().join(", ");
    let mut text = format!("{head}, seed {}\n\n", run.spec.seed);
    let seating = run.games.seating();
    let table = seating.placement(game).lineup + 1;
    let _ = writeln!(text, "Game {} at table {table}", game + 1);
    let mut scribe = Scribe { run, policies: [0; MAX_PLAYERS], chosen: false, text };
    for (seat, policy) in seating.policies(game).enumerate() {
        scribe.policies[seat] = policy;
        scribe.line(format_args!("seat {}: {}", seat + 1, run.policies[policy].label));
    }
    run.games.play(game, &mut scribe);
    scribe.text
}

/// The places in the Winner's Circle.
const PLACES: [&str; 3] = ["1st", "2nd", "3rd"];

/// Writes down what happens.
struct Scribe<'a> {
    run: &'a Prepared,
    policies: [usize; MAX_PLAYERS],
    /// Whether the Action of this turn was chosen among several.
    chosen: bool,
    text: String,
}

fn seat_name(seat: u8) -> String {
    format!("seat {}", seat + 1)
}

/// A horse by its number.
fn horse(number: u8) -> String {
    format!("horse {}", number + 1)
}

/// A cell of the Concession Grid: row, column and number.
fn cell(cell: u8, grid: &[u8]) -> String {
    let number = grid.get(usize::from(cell)).map_or(0, |number| number + 1);
    format!("the {number} in row {}, column {}", cell / 4 + 1, cell % 4 + 1)
}

impl Scribe<'_> {
    fn line(&mut self, line: impl Display) {
        let _ = writeln!(self.text, "  {line}");
    }

    /// Why, where that is not the Action itself.
    fn why(&self, state: &State, cause: Cause) -> String {
        match cause {
            Cause::Action | Cause::Dice => String::new(),
            Cause::Start => " to start with".to_owned(),
            Cause::Secondary => " (Secondary Movement)".to_owned(),
            Cause::Bonus => " by the bonus".to_owned(),
            Cause::Ability(card) => format!(" by {}", self.card(state, card)),
            Cause::Solo => " by the Solo Sheet".to_owned(),
        }
    }

    /// The name of a Horse Card.
    fn card(&self, state: &State, number: u8) -> String {
        let card = state.field.cards[usize::from(number) % state.field.cards.len()];
        let horses = &self.run.games.game.rules.edition.horses;
        horses.get(usize::from(card)).map_or_else(String::new, |horse| horse.name.clone())
    }

    /// An action by its name in policy files, with what it is about.
    fn action(&self, point: usize, meaning: Meaning) -> String {
        let point = &VOCABULARY.points[point];
        let mut text = point.actions[usize::from(meaning.kind)].name.to_owned();
        if let Some(number) = meaning.cell {
            text += &format!(" {}", cell(number, &self.run.games.game.rules.edition.grid));
        } else if let Some(number) = meaning.horse {
            text += &format!(" {}", number + 1);
        }
        if meaning.dollars > 0 {
            text += &format!(" ${}", meaning.dollars);
        }
        text
    }

    /// Where every horse is: number and space, the leader first.
    fn field(&self, state: &State) -> String {
        let track = &state.track;
        let mut horses: Vec<u8> = (0..8).collect();
        horses
            .sort_by_key(|horse| (track.place(*horse), std::cmp::Reverse(track.position(*horse))));
        let mut shown: Vec<String> = Vec::new();
        for (place, horse) in track.placed()[..track.finishers().into()].iter().enumerate() {
            shown.push(format!("{}. {}", place + 1, horse + 1));
        }
        let running = horses.iter().filter(|horse| track.place(**horse).is_none());
        shown.extend(running.map(|horse| format!("{}@{}", horse + 1, track.position(*horse))));
        shown.join(" ")
    }
}

impl Scribe<'_> {
    /// What each horse and each ability brings a seat at the end.
    fn payouts(&mut self, state: &State, seat: u8) {
        let run = self.run;
        let game = &*run.games.game;
        let sheet = &state.sheets[usize::from(seat) % MAX_PLAYERS];
        for number in 0..HORSES as u8 {
            let place = state.track.place(number);
            let stands = match place {
                Some(place) => PLACES[place],
                None if game.bet_pays(state, seat, number) > 0 => "past the No Bet line",
                None => "before the No Bet line",
            };
            if let Some(place) = place
                && sheet.owned >> number & 1 == 1
            {
                let purse = game.rules.edition.purses[place];
                self.line(format_args!("  {}, {stands}: purse ${purse}", horse(number)));
            }
            let bet = i64::from(sheet.bet(number));
            if bet > 0 {
                let pays = game.bet_pays(state, seat, number);
                let won = bet * pays;
                let what = horse(number);
                self.line(format_args!("  {what}, {stands}: bet ${bet} at {pays}, ${won}"));
            }
        }
        for number in 0..HORSES as u8 {
            let dollars = game.scored_by(state, seat, number);
            if dollars != 0 {
                let sign = if dollars < 0 { "-" } else { "" };
                let card = self.card(state, number);
                self.line(format_args!("  {card}: {sign}${}", dollars.abs()));
            }
        }
    }

    /// Why a tie went as it did (LS-46, LS-A22).
    fn tie(&mut self, end: &GameEnd) {
        let totals = || (0..end.players).map(|seat| end.scores[usize::from(seat)].total());
        let best = totals().max().unwrap_or(0);
        let tied: Vec<String> = (0..end.players)
            .zip(totals())
            .filter(|(_, total)| *total == best)
            .map(|(seat, _)| seat_name(seat))
            .collect();
        if !end.finished || tied.len() < 2 {
            return;
        }
        let (tied, winner) = (tied.join(", "), end.winners.trailing_zeros() as u8);
        if end.winners.count_ones() > 1 {
            self.line(format_args!("tie of {tied}: none owns a placed horse, so they share"));
            return;
        }
        let owned = end.state.sheets[usize::from(winner) % MAX_PLAYERS].owned;
        let placed = end.state.track.placed().into_iter().zip(PLACES);
        let best = placed.into_iter().find(|(horse, _)| owned >> (horse & 7) & 1 == 1);
        if let Some((number, place)) = best {
            let (winner, what) = (seat_name(winner), horse(number));
            self.line(format_args!(
                "tie of {tied}: {winner} owns {what}, which placed {place}, the highest of theirs"
            ));
        }
    }
}

impl Watch for Scribe<'_> {
    fn told(&mut self, state: &State, event: &Event<'_>) {
        let grid = &self.run.games.game.rules.edition.grid;
        match *event {
            Event::Begins => {
                let names: Vec<String> = (0..8)
                    .map(|number| format!("{} {}", number + 1, self.card(state, number)))
                    .collect();
                self.line(format_args!("Market: {}", names.join(", ")));
            }
            Event::StartingCard { seat, card } => {
                let bets = state.sheets[usize::from(seat) % MAX_PLAYERS].bets();
                let bets = bets.iter().enumerate().filter(|(_, bet)| **bet > 0);
                let bets: Vec<String> =
                    bets.map(|(horse, bet)| format!("${bet} on {}", horse + 1)).collect();
                let who = seat_name(seat);
                self.line(format_args!("{who} starts with card {}: {}", card + 1, bets.join(", ")));
            }
            Event::RoundBegins { active } => {
                let who = seat_name(active);
                let field = self.field(state);
                let _ = writeln!(self.text, "\nRound {}, {who} rolls: {field}", state.round);
            }
            Event::Rolled { horse: rolled, spaces } => {
                self.line(format_args!("rolls {} and {spaces}", horse(rolled)));
            }
            Event::Moved { horse: moved, from, to, seat, cause } => {
                let who =
                    seat.map_or_else(String::new, |seat| format!("{} moves ", seat_name(seat)));
                let why = self.why(state, cause);
                self.line(format_args!("{who}{} from {from} to {to}{why}", horse(moved)));
            }
            Event::Finished { horse: finished, place } => {
                let place = PLACES[usize::from(place) % PLACES.len()];
                self.line(format_args!("{} finishes {place}", horse(finished)));
            }
            Event::TurnBegins { seat } => {
                self.chosen = false;
                let sheet = &state.sheets[usize::from(seat) % MAX_PLAYERS];
                self.line(format_args!("{}, ${}", seat_name(seat), sheet.money));
            }
            Event::Decided { decision, choice, action } => {
                let policy = self.policies[usize::from(decision.seat()) % MAX_PLAYERS];
                let kind = &self.run.policies[policy].kind;
                let by = decided_by(kind, decision.point(), choice.rule);
                let mut chosen = self.action(decision.point(), decision.meaning(action));
                if let Some(card) = decision.context().ability {
                    chosen += &format!(" ({})", self.card(state, card));
                }
                let legal = decision.legal().len();
                self.chosen |= decision.point() == point::ACTION;
                let name = VOCABULARY.points[decision.point()].name;
                self.line(format_args!("  {name}: {chosen}, of {legal}{by}"));
            }
            Event::Acts { seat, action } => {
                if !self.chosen {
                    let meaning = self.run.games.game.meaning(state, seat, action);
                    let forced = self.action(point::ACTION, meaning);
                    self.line(format_args!("  action: {forced}, the only one"));
                }
            }
            Event::TurnPassed { seat } => {
                self.line(format_args!("  {} can do nothing", seat_name(seat)));
            }
            Event::WildMarked { horse: named, .. } => {
                self.line(format_args!("  marks a Wild Number for {}", named + 1));
            }
            Event::WildErased { count, cause, .. } => {
                let why = self.why(state, cause);
                self.line(format_args!("  Wild marks erased: {count}{why}"));
            }
            Event::ConcessionMarked { cell: marked, cause, .. } => {
                let (what, why) = (cell(marked, grid), self.why(state, cause));
                self.line(format_args!("  marks {what}{why}"));
            }
            Event::LinesCompleted { lines, .. } => {
                self.line(format_args!("  lines completed: {}", lines.count_ones()));
            }
            Event::BonusMarked { kind, .. } => {
                self.line(format_args!("  marks the bonus {}", kind.name()));
            }
            Event::HelmetMarked { horse, cause, .. } => {
                let why = self.why(state, cause);
                self.line(format_args!("  marks Helmet {}{why}", horse + 1));
            }
            Event::JerseyMarked { horse, cause, .. } => {
                let why = self.why(state, cause);
                self.line(format_args!("  marks Jersey {}{why}", horse + 1));
            }
            Event::BoxMarked { card, horse, cause, .. } => {
                let why = self.why(state, cause);
                self.line(format_args!("  marks box {} of card {}{why}", horse + 1, card + 1));
            }
            Event::BetPlaced { cause: Cause::Start, .. } => {}
            Event::BetPlaced { horse: on, dollars, paid, cause, .. } => {
                let free = if paid == 0 { " for nothing" } else { "" };
                let why = self.why(state, cause);
                self.line(format_args!("  bets ${dollars} on {}{free}{why}", horse(on)));
            }
            Event::HorseTaken { horse, paid, cause, .. } => {
                let (card, why) = (self.card(state, horse), self.why(state, cause));
                self.line(format_args!("  takes {} {card} for ${paid}{why}", horse + 1));
            }
            Event::MoneyGained { seat, dollars, cause } => {
                let (who, why) = (seat_name(seat), self.why(state, cause));
                self.line(format_args!("  {who} gains ${dollars}{why}"));
            }
            Event::MoneyLost { seat, dollars, to, cause } => {
                let to = to.map_or_else(String::new, |to| format!(" to {}", seat_name(to)));
                let (who, why) = (seat_name(seat), self.why(state, cause));
                self.line(format_args!("  {who} loses ${dollars}{to}{why}"));
            }
            Event::AbilityUsed { card, .. } => {
                let card = self.card(state, card);
                self.line(format_args!("  uses {card}"));
            }
            Event::RolandActs { cell, rolled, possible } => {
                let mut what = cell.action.name().to_owned();
                if let Some(horse) = cell.horse {
                    what += &format!(" {}", horse.name());
                }
                if let Some(rolled) = rolled {
                    what += &format!(", rolls {}", rolled + 1);
                }
                let default = if possible { "" } else { ": cannot, takes the default" };
                self.line(format_args!("  Solo Sheet: {what}{default}"));
            }
            Event::GameEnds { end } => {
                let field = self.field(state);
                let _ = writeln!(self.text, "\nAfter {} rounds: {field}", end.rounds);
                for (seat, score) in end.scores[..usize::from(end.players)].iter().enumerate() {
                    let won = end.finished && end.winners >> seat & 1 == 1;
                    let won = if won { ", wins" } else { "" };
                    self.line(format_args!(
                        "seat {}: ${} (purses {}, bets {}, jockey sets {}, abilities {}, money {})\
                         {won}",
                        seat + 1,
                        score.total(),
                        score.purses,
                        score.bets,
                        score.sets,
                        score.abilities,
                        score.money,
                    ));
                    self.payouts(state, seat as u8);
                }
                self.tie(end);
            }
        }
    }
}
