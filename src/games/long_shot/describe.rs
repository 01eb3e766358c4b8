//! Text of Long Shot for traces: events, actions, scores.

use super::compiled::Game;
use super::edition::HORSES;
use super::event::{Cause, Event};
use super::legal_actions::{Action, Meaning};
use super::score::Score;
use super::state::{Phase, State};
use super::vocabulary::point;
use crate::game::bits::each;
use crate::game::describe::{Closing, Describe, seat_name};
use crate::game::position::Fields;
use crate::game::publish::Publish as _;

/// The names of the places in the Winner's Circle.
const PLACES: [&str; 3] = ["1st", "2nd", "3rd"];

/// A horse by its number.
fn horse(number: u8) -> String {
    format!("horse {}", number + 1)
}

impl Game {
    /// A cell of the Concession Grid: row, column and number.
    fn cell(&self, cell: u8) -> String {
        let number = self.grid[usize::from(cell)] + 1;
        format!("{number} in row {}, column {}", cell / 4 + 1, cell % 4 + 1)
    }

    /// The cause of an event; empty if it is the Action or the dice.
    fn why(&self, state: &State, cause: Cause) -> String {
        match cause {
            Cause::Action | Cause::Dice => String::new(),
            Cause::Start => " to start with".to_owned(),
            Cause::Secondary => " (Secondary Movement)".to_owned(),
            Cause::Bonus => " by the bonus".to_owned(),
            Cause::Ability(card) => format!(" by {}", self.card(state, card).name),
            Cause::Solo => " by the Solo Sheet".to_owned(),
        }
    }

    /// An action by its name in policy files, with its cell, horse and dollars.
    fn named(&self, point: usize, meaning: Meaning) -> String {
        let point = &Game::POINTS[point];
        let mut text = point.actions[usize::from(meaning.kind)].name.to_owned();
        if let Some(number) = meaning.cell {
            text += &format!(" {}", self.cell(number));
        } else if let Some(number) = meaning.horse {
            text += &format!(" {}", number + 1);
        }
        if meaning.dollars > 0 {
            text += &format!(" ${}", meaning.dollars);
        }
        text
    }

    /// The number and space of every horse, the leader first.
    fn field(&self, state: &State) -> String {
        let track = &state.track;
        let placed = track.placed_in_order();
        let placed = placed.map(|(place, horse)| format!("{}. {}", place + 1, horse + 1));
        let mut running: Vec<u8> = each(!track.finished).collect();
        running.sort_by_key(|horse| std::cmp::Reverse(track.position(*horse)));
        let running = running.iter().map(|h| format!("{}@{}", h + 1, track.position(*h)));
        placed.chain(running).collect::<Vec<_>>().join(" ")
    }

    /// The purse and the bet of each horse for a seat at the end.
    fn payouts(&self, state: &State, seat: u8) -> Vec<String> {
        let sheet = state.sheet(seat);
        let mut lines = Vec::new();
        for number in 0..HORSES as u8 {
            let (place, name) = (state.track.place(number), horse(number));
            let pays = self.bet_pays(state, seat, number);
            let result = match place {
                Some(place) => PLACES[place],
                None if pays > 0 => "past the No Bet line",
                None => "before the No Bet line",
            };
            if let Some(place) = place
                && sheet.owned >> number & 1 == 1
            {
                let purse = self.rules.edition.purses[place];
                lines.push(format!("  {name}, {result}: purse ${purse}"));
            }
            let bet = i64::from(sheet.bet(number));
            if bet > 0 {
                lines.push(format!("  {name}, {result}: bet ${bet} at {pays}, ${}", bet * pays));
            }
        }
        lines
    }

    /// How a tie was broken (LS-46, LS-A22).
    fn tie(&self, state: &State) -> Option<String> {
        let (scores, winners) = self.final_scores(state);
        let totals: Vec<i64> = scores[..state.players.into()].iter().map(Score::total).collect();
        let best = totals.iter().max();
        let tied = (0..).zip(&totals).filter(|(_, total)| Some(*total) == best);
        let tied: Vec<String> = tied.map(|(seat, _)| seat_name(seat)).collect();
        if state.phase != (Phase::Over { finished: true }) || tied.len() < 2 {
            return None;
        }
        let (tied, winner) = (tied.join(", "), winners.trailing_zeros() as u8);
        if winners.count_ones() > 1 {
            return Some(format!("tie of {tied}: none owns a placed horse, so they share"));
        }
        let owned = state.sheet(winner).owned;
        let mut placed = state.track.placed_in_order();
        let (place, number) = placed.find(|(_, horse)| owned >> horse & 1 == 1)?;
        let (winner, what, place) = (seat_name(winner), horse(number), PLACES[place]);
        Some(format!(
            "tie of {tied}: {winner} owns {what}, which placed {place}, the highest of theirs"
        ))
    }
}

impl Describe for Game {
    fn heading(&self, state: &State, event: Event) -> Option<String> {
        let Event::RoundBegins { active } = event else { return None };
        Some(format!(
            "Round {}, {} rolls; horses at their spaces: {}",
            state.round,
            seat_name(active),
            self.field(state)
        ))
    }

    /// Empty: the heading of the turn names the seat.
    fn decider(&self, _: &State, _: u8) -> String {
        String::new()
    }

    fn sentence(&self, state: &State, event: Event) -> Option<String> {
        let why = |cause| self.why(state, cause);
        Some(match event {
            Event::Begins => {
                let card = |number: u8| format!("{} {}", number + 1, self.card(state, number).name);
                format!("Market: {}", (0..8).map(card).collect::<Vec<_>>().join(", "))
            }
            Event::StartingCard { seat, card } => {
                let bets = (1..).zip(state.sheet(seat).bets()).filter(|(_, bet)| *bet > 0);
                let bets: Vec<String> =
                    bets.map(|(horse, bet): (u8, _)| format!("${bet} on horse {horse}")).collect();
                format!("{} starts with card {}: {}", seat_name(seat), card + 1, bets.join(", "))
            }
            Event::Rolled { horse: rolled, spaces } => {
                let unit = if spaces == 1 { "space" } else { "spaces" };
                format!("rolls {}, {spaces} {unit}", horse(rolled))
            }
            Event::Moved { horse: moved, from, to, seat, cause } => {
                let who =
                    seat.map_or_else(String::new, |seat| format!("{} moves ", seat_name(seat)));
                format!("{who}{} from {from} to {to}{}", horse(moved), why(cause))
            }
            Event::Finished { horse: finished, place } => {
                format!("{} finishes {}", horse(finished), PLACES[usize::from(place)])
            }
            Event::TurnBegins { seat } => {
                format!("{}, ${}", seat_name(seat), state.sheet(seat).money)
            }
            Event::Acts { seat, action, forced: true } => {
                let only =
                    self.named(point::ACTION, self.meaning(state, seat, point::ACTION, action));
                format!("  action: {only}, the only one")
            }
            Event::TurnPassed { seat } => format!("  {} can do nothing", seat_name(seat)),
            Event::WildMarked { horse: named, .. } => {
                format!("  marks a Wild Number for {}", named + 1)
            }
            Event::WildErased { count, cause, .. } => {
                format!("  Wild marks erased: {count}{}", why(cause))
            }
            Event::ConcessionMarked { cell, cause, .. } => {
                format!("  marks {}{}", self.cell(cell), why(cause))
            }
            Event::LinesCompleted { lines, .. } => {
                format!("  lines completed: {}", lines.count_ones())
            }
            Event::BonusMarked { kind, .. } => format!("  marks the bonus {}", kind.name()),
            Event::HelmetMarked { horse, cause, .. } => {
                format!("  marks Helmet {}{}", horse + 1, why(cause))
            }
            Event::JerseyMarked { horse, cause, .. } => {
                format!("  marks Jersey {}{}", horse + 1, why(cause))
            }
            Event::BoxMarked { card, horse, cause, .. } => {
                format!("  marks box {} of card {}{}", horse + 1, card + 1, why(cause))
            }
            Event::BetPlaced { horse: on, dollars, paid, cause, .. } if cause != Cause::Start => {
                let free = if paid == 0 { " for nothing" } else { "" };
                format!("  bets ${dollars} on {}{free}{}", horse(on), why(cause))
            }
            Event::HorseTaken { horse, paid, cause, .. } => {
                let card = &self.card(state, horse).name;
                format!("  takes {} {card} for ${paid}{}", horse + 1, why(cause))
            }
            Event::MoneyGained { seat, dollars, cause } => {
                format!("  {} gains ${dollars}{}", seat_name(seat), why(cause))
            }
            Event::MoneyLost { seat, dollars, to, cause } => {
                let to = to.map_or_else(String::new, |to| format!(" to {}", seat_name(to)));
                format!("  {} loses ${dollars}{to}{}", seat_name(seat), why(cause))
            }
            Event::AbilityUsed { card, .. } => format!("  uses {}", self.card(state, card).name),
            Event::RolandActs { cell, rolled, possible } => {
                let what = cell.action.name();
                let horse =
                    cell.horse.map_or_else(String::new, |h| format!(" {}", <&str>::from(h)));
                let rolls = rolled.map_or_else(String::new, |it| format!(", die roll {}", it + 1));
                let default = if possible { "" } else { " (not possible: the default applies)" };
                format!("  Solo Sheet{rolls}: {what}{horse}{default}")
            }
            _ => return None,
        })
    }

    fn action(&self, state: &State, action: Action) -> String {
        let Some(asked) = &state.asked else { return String::new() };
        let point = asked.point.into();
        let mut text = self.named(point, self.meaning(state, asked.seat, point, action));
        if let Some(card) = asked.context.ability {
            text += &format!(" ({})", self.card(state, card).name);
        }
        text
    }

    fn position(&self, state: &mut State, fields: &mut Fields) -> bool {
        self.fields(state, fields);
        true
    }

    fn ending(&self, state: &State) -> Closing {
        let above = vec![format!("After {} rounds: {}", state.round, self.field(state))];
        Closing { above, below: self.tie(state).into_iter().collect() }
    }

    fn account(&self, state: &State, seat: u8) -> Vec<String> {
        let score = self.score(state, seat);
        let [purses, bets, sets, abilities, money] = score.lines();
        let (name, total) = (seat_name(seat), score.total());
        let total = format!(
            "{name}: ${total} (purses {purses}, bets {bets}, jockey sets {sets}, abilities {abilities}, \
             money {money})"
        );
        let abilities = (0..HORSES as u8).filter_map(|number| {
            let dollars = self.scored_by(state, seat, number);
            let sign = if dollars < 0 { "-" } else { "" };
            let card = &self.card(state, number).name;
            (dollars != 0).then(|| format!("  {card}: {sign}${}", dollars.abs()))
        });
        [total].into_iter().chain(self.payouts(state, seat)).chain(abilities).collect()
    }
}
