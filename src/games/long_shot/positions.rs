//! Texts of positions of Long Shot, such as `round=9 to_move=2 roll=3:2 spaces=4/0/7/2/0/5/1/3
//! money=11/8 bets=3:2+7:3/7:4 horses=3/none step=turn`.
//!
//! Horses have their numbers, from 1. A cell of the Concession Grid is its row and column: `24` is the
//! fourth cell of the second row.

use super::agenda::{Due, Move};
use super::compiled::{Effects, Game};
use super::edition::{BonusKind, HORSES, MAX_FIGURE, PLACES};
use super::event::Cause;
use super::sheet::Sheet;
use super::state::{Field, Phase, State};
use super::track::{Horses, Track};
use crate::game::contract::{Agenda, Silent};
use crate::game::describe::seat_name;
use crate::game::position::{
    Arguments, Fields, joined, named, names_of, number, parts, shown_set, shown_step,
};

/// The most money of a seat in a text; no seat earns more in a game.
const MOST_MONEY: i64 = 1_000_000;

/// The maximum number of pending steps in a text.
const MOST_STEPS: usize = 8;

const NUMBERS: [&str; HORSES] = ["1", "2", "3", "4", "5", "6", "7", "8"];

/// Returns a set of horses: `1+3`, or `none`.
fn set(horses: Horses) -> String {
    shown_set(horses.into(), &NUMBERS)
}

/// Returns a pending step as text.
fn shown(due: Due) -> String {
    let one = |horse: u8| (horse + 1).to_string();
    let (name, arguments) = match due {
        Due::Nothing => ("nothing", Vec::new()),
        Due::Act => ("act", Vec::new()),
        Due::Lines { bonuses, marks, moves } => {
            ("lines", vec![bonuses.to_string(), set(marks), set(moves)])
        }
        Due::Bonus => ("bonus", Vec::new()),
        Due::FreeBet { dollars } => ("free_bet", vec![dollars.to_string()]),
        Due::FreeHorse => ("free_horse", Vec::new()),
        Due::Helmet => ("helmet", Vec::new()),
        Due::Jersey => ("jersey", Vec::new()),
        Due::Further { bonus, cards, spaces } => {
            ("further", vec![bonus.name().to_owned(), set(cards), spaces.to_string()])
        }
        Due::Move(Move { spaces, left, chosen, card }) => {
            let card = card.map_or_else(|| "none".to_owned(), one);
            ("move", vec![spaces.to_string(), left.to_string(), set(chosen), card])
        }
        Due::Mark { card, left } => ("mark", vec![one(card), left.to_string()]),
        Due::HalfPrice { card } => ("half_price", vec![one(card)]),
        Due::Box { horse, by, left, rest } => {
            let by = match by {
                Cause::Ability(card) => one(card),
                Cause::Bonus => "bonus".to_owned(),
                _ => "action".to_owned(),
            };
            ("box", vec![one(horse), by, left.to_string(), rest.to_string()])
        }
        Due::JerseyTakes { horse } => ("jersey_takes", vec![one(horse)]),
        Due::SetBets { cards, horse } => ("set_bets", vec![set(cards), one(horse)]),
        Due::SpaceMoves { cards, horse } => ("space_moves", vec![set(cards), one(horse)]),
        Due::AtScoring { cards } => ("at_scoring", vec![set(cards)]),
    };
    shown_step(name, arguments)
}

fn read_step(text: &str) -> Result<Due, String> {
    let (name, mut parts) = Arguments::of(text);
    let most = i64::from(MAX_FIGURE);
    let due = match name {
        "act" => Due::Act,
        "lines" => {
            let bonuses = parts.number(0..=8)?;
            Due::Lines { bonuses, marks: parts.set(&NUMBERS)?, moves: parts.set(&NUMBERS)? }
        }
        "bonus" => Due::Bonus,
        "free_bet" => Due::FreeBet { dollars: parts.number(0..=most)? },
        "free_horse" => Due::FreeHorse,
        "helmet" => Due::Helmet,
        "jersey" => Due::Jersey,
        "further" => {
            let bonus = BonusKind::ALL[usize::from(parts.named(BonusKind::NAMES)?)];
            let bonus = Some(bonus).filter(|bonus| bonus.moves() > 0);
            let bonus = bonus.ok_or("a bonus that moves horses")?;
            Due::Further { bonus, cards: parts.set(&NUMBERS)?, spaces: parts.number(0..=most)? }
        }
        "move" => Due::Move(Move {
            spaces: parts.number(-most..=most)?,
            left: parts.number(1..=8)?,
            chosen: parts.set(&NUMBERS)?,
            card: parts.named_or_none(&NUMBERS)?,
        }),
        "mark" => Due::Mark { card: parts.named(&NUMBERS)?, left: parts.number(1..=most)? },
        "half_price" => Due::HalfPrice { card: parts.named(&NUMBERS)? },
        "box" => {
            let horse = parts.named(&NUMBERS)?;
            let by = match parts.text()? {
                "action" => Cause::Action,
                "bonus" => Cause::Bonus,
                card => Cause::Ability(named(card, &NUMBERS)? as u8),
            };
            Due::Box { horse, by, left: parts.number(0..=most)?, rest: parts.number(0..=most)? }
        }
        "jersey_takes" => Due::JerseyTakes { horse: parts.named(&NUMBERS)? },
        "set_bets" => Due::SetBets { cards: parts.set(&NUMBERS)?, horse: parts.named(&NUMBERS)? },
        "space_moves" => {
            Due::SpaceMoves { cards: parts.set(&NUMBERS)?, horse: parts.named(&NUMBERS)? }
        }
        "at_scoring" => Due::AtScoring { cards: parts.set(&NUMBERS)? },
        _ => return Err(format!("known: there is no step `{name}`")),
    };
    parts.end(due)
}

/// Returns the Bet spaces of a sheet as text: `3:2+7:3`.
fn shown_bets(sheet: &Sheet) -> String {
    let bets = sheet.bets();
    let bets = bets.iter().enumerate().filter(|(_, bet)| **bet > 0);
    joined(bets.map(|(horse, bet)| format!("{}:{bet}", horse + 1)))
}

fn read_bets(text: &str) -> Result<[u8; HORSES], String> {
    let mut bets = [0; HORSES];
    for part in parts(text) {
        let wanted = || format!("bets: `{part}` is not such as `3:2`, $2 on horse 3");
        let (horse, dollars) = part.split_once(':').ok_or_else(wanted)?;
        let bet = &mut bets[named(horse, &NUMBERS)?];
        if *bet > 0 {
            return Err(format!("possible: it names horse {horse} twice"));
        }
        *bet = number(dollars, &(1..=255))?;
    }
    Ok(bets)
}

impl Game {
    /// The names of the cells of the Concession Grid.
    fn cell_names() -> Vec<String> {
        (0..16).map(|cell| format!("{}{}", cell / 4 + 1, cell % 4 + 1)).collect()
    }

    /// The names of the Concession Bonuses, in the order of their tiles.
    fn tile_names(&self) -> Vec<String> {
        let tiles = self.rules.edition.bonuses.iter();
        let kinds = tiles.flat_map(|bonus| (0..bonus.tiles).map(|_| bonus.kind.name()));
        names_of(kinds)
    }

    /// Names the fields of a position.
    pub(super) fn fields(&self, state: &mut State, fields: &mut Fields) {
        let seats = usize::from(self.players);
        let rounds = 0..=i64::from(self.rules.max_turns);
        fields.number("round", "the number of the round, from 1", &mut state.round, rounds);
        let mut active = state.active + 1;
        let about = "the seat that rolls the dice in this round";
        fields.number("active", about, &mut active, 1..=seats as i64);
        state.active = active - 1;
        let mut to_move = state.seat + 1;
        fields.number("to_move", "the seat whose turn it is", &mut to_move, 1..=seats as i64);
        state.seat = to_move - 1;
        let rolled = (state.rolled, state.movement);
        fields.field(
            "roll",
            "the horse and the spaces rolled, such as `3:2`",
            || format!("{}:{}", rolled.0 + 1, rolled.1),
            |text| {
                let (horse, spaces) = text.split_once(':').ok_or("a roll, such as `3:2`")?;
                state.rolled = named(horse, &NUMBERS)? as u8;
                state.movement = number(spaces, &(0..=MAX_FIGURE.into()))?;
                Ok(())
            },
        );
        self.race_fields(state, fields);
        self.sheet_fields(state, fields);
        let about = "the cards whose owners declined their ability at scoring";
        fields.set("declined", about, &mut state.declined, &NUMBERS);
        let deal = match state.phase {
            phase @ (Phase::Horse(_) | Phase::Starting { .. }) => phase,
            _ => Phase::Horse(0),
        };
        let steps = [
            ("deal", deal),
            ("roll", Phase::Roll),
            ("turn", Phase::Turn),
            ("scoring", Phase::Scoring),
        ];
        let mut step = state.phase;
        fields.choice("step", "what comes next: deal, roll, turn or scoring", &mut step, &steps);
        if fields.is_reading() {
            state.phase = step;
        }
        self.due_field(state, fields);
        if fields.is_reading() {
            let owned = state.sheets.iter().fold(0, |all, sheet| all | sheet.owned);
            state.market = !owned;
            match self.possible(state) {
                Err(reason) => fields.refuse(&reason),
                Ok(()) => Effects::new(self, state, &mut Silent).settle(),
            }
        }
    }

    /// The fields of the race and of the Horse Cards.
    fn race_fields(&self, state: &mut State, fields: &mut Fields) {
        let (mut spaces, mut boxes) = (state.track.positions(), state.track.bars());
        let most = i64::from(self.course.spaces) + 1;
        let about = "the space of each horse, from 0; one beyond the track if it has finished";
        fields.numbers("spaces", about, &mut spaces, 0..=most);
        fields.sets("boxes", "the boxes marked on each Horse Card", &mut boxes, &NUMBERS);
        let placed =
            state.track.placed_in_order().map(|(_, horse)| NUMBERS[usize::from(horse & 7)]);
        let shown = match placed.collect::<Vec<_>>() {
            none if none.is_empty() => "none".to_owned(),
            some => some.join("+"),
        };
        let mut placed: Vec<u8> = state.track.placed_in_order().map(|(_, horse)| horse).collect();
        let about = "the finished horses in the order of their places, joined by `+`";
        fields.field(
            "placed",
            about,
            || shown,
            |text| {
                let found = text.split('+').filter(|_| text != "none");
                placed = found
                    .map(|horse| Ok(named(horse, &NUMBERS)? as u8))
                    .collect::<Result<_, String>>()?;
                let twice = (1..placed.len()).any(|at| placed[..at].contains(&placed[at]));
                let fits = placed.len() <= PLACES && !twice;
                fits.then_some(()).ok_or_else(|| format!("up to {PLACES} different horses"))
            },
        );
        let titles = self.rules.edition.horses.iter().map(|horse| horse.name.clone());
        let names = names_of(titles);
        let mut cards = state.field.cards;
        let shown = |card: &u8| names[usize::from(*card)].clone();
        let about = "the Horse Card of each number, if several are possible";
        fields.each("cards", about, &mut cards, shown, |text| Ok(named(text, &names)? as u8));
        if fields.is_reading() {
            state.track = Track::restored(spaces, boxes, &placed);
            state.field = Field::new(&self.rules.edition, cards);
        }
    }

    /// The fields of the Player Sheets.
    fn sheet_fields(&self, state: &mut State, fields: &mut Fields) {
        let seats = usize::from(self.players);
        let sheets = &mut state.sheets[..seats];
        let mut money: Vec<u32> = sheets.iter().map(|sheet| sheet.money).collect();
        fields.numbers("money", "the dollars of each seat", &mut money, 0..=MOST_MONEY);
        let about =
            "the Bet spaces of each seat, such as `3:2+7:3`: $2 on horse 3 and $3 on horse 7";
        fields.each("bets", about, sheets, shown_bets, |text| {
            Ok(Sheet::default().with_bets(read_bets(text)?))
        });
        // Reading bets replaces whole sheets, so the other fields are kept apart until then.
        let all: Vec<Sheet> = sheets.to_vec();
        let mut column = |name, about, of: fn(&mut Sheet) -> &mut u16, names: &[String]| {
            let mut sets: Vec<u16> = all.iter().map(|sheet| *of(&mut sheet.clone())).collect();
            fields.sets(name, about, &mut sets, names);
            sheets.iter_mut().zip(sets).for_each(|(sheet, set)| *of(sheet) = set);
        };
        let about = "the marked cells of the Concession Grid of each seat";
        column("grid", about, |sheet| &mut sheet.grid, &Self::cell_names());
        let about = "the marked Concession Bonuses of each seat";
        column("bonuses", about, |sheet| &mut sheet.tiles, &self.tile_names());
        let mut column = |name, about, of: fn(&mut Sheet) -> &mut Horses| {
            let mut sets: Vec<Horses> = all.iter().map(|sheet| *of(&mut sheet.clone())).collect();
            fields.sets(name, about, &mut sets, &NUMBERS);
            sheets.iter_mut().zip(sets).for_each(|(sheet, set)| *of(sheet) = set);
        };
        column("helmets", "the marked Helmets of each seat", |sheet| &mut sheet.helmets);
        column("jerseys", "the marked Jerseys of each seat", |sheet| &mut sheet.jerseys);
        column("horses", "the Horse Cards that each seat owns", |sheet| &mut sheet.owned);
        let mut wilds: Vec<u8> = all.iter().map(|sheet| sheet.wilds).collect();
        let most = i64::from(self.rules.wilds);
        fields.numbers("wilds", "the used Wild Numbers of each seat", &mut wilds, 0..=most);
        for (sheet, (money, wilds)) in sheets.iter_mut().zip(money.into_iter().zip(wilds)) {
            (sheet.money, sheet.wilds) = (money, wilds);
        }
    }

    /// The pending steps of the turn.
    fn due_field(&self, state: &mut State, fields: &mut Fields) {
        let mut due = state.due;
        let mut steps = Vec::new();
        while let Some(step) = due.pop() {
            steps.push(shown(step));
        }
        steps.reverse();
        let usual = match state.phase {
            Phase::Turn => vec![Due::Act],
            _ => Vec::new(),
        };
        let shown = if steps.is_empty() { "none".to_owned() } else { steps.join(",") };
        let shown = if shown == "act" { "none".to_owned() } else { shown };
        let mut read = None;
        let about = "the pending steps of the turn, the next last and joined by `,`, if not only the Action";
        fields.field(
            "pending",
            about,
            || shown,
            |text| {
                let steps = text.split(',').filter(|_| text != "none");
                let steps = steps.map(read_step).collect::<Result<Vec<_>, _>>()?;
                let many = || format!("a list of at most {MOST_STEPS} steps");
                read =
                    Some(Some(steps).filter(|steps| steps.len() <= MOST_STEPS).ok_or_else(many)?);
                Ok(())
            },
        );
        if fields.is_reading() {
            state.due = Agenda::default();
            read.unwrap_or(usual).into_iter().for_each(|step| state.due.push(step));
        }
    }

    /// Checks that a position is possible.
    pub(super) fn possible(&self, state: &State) -> Result<(), String> {
        let (track, mut owned) = (&state.track, 0);
        for (seat, sheet) in state.seated().iter().enumerate() {
            let name = seat_name(seat as u8);
            if owned & sheet.owned != 0 {
                let twice = set(owned & sheet.owned);
                return Err(format!("Horse Card {twice} has two owners"));
            }
            owned |= sheet.owned;
            let all = self.tiles.iter().fold(0, |all, tiles| all | tiles);
            if sheet.tiles & !all != 0 {
                return Err(format!("{name} has bonuses that the edition has not"));
            }
        }
        if state.market != !owned {
            return Err("a Horse Card is in the Market and has an owner, or is missing".to_owned());
        }
        for (horse, space) in (0_u8..).zip(track.positions()) {
            let finished = track.finished >> horse & 1 == 1;
            if finished != (space == self.course.spaces + 1) {
                let number = horse + 1;
                return Err(match finished {
                    true => format!(
                        "horse {number} is placed, so its space is {}",
                        self.course.spaces + 1
                    ),
                    false => format!("horse {number} has finished, but has no place"),
                });
            }
            let card = state.field.cards[usize::from(horse)];
            if self.rules.horses[usize::from(horse)] >> card & 1 == 0 {
                return Err(format!("this is no Horse Card of number {}", horse + 1));
            }
        }
        let before = matches!(state.phase, Phase::Horse(_) | Phase::Starting { .. });
        if before && (state.round > 0 || state.due.last().is_some()) {
            return Err("the Starting Cards are not dealt, but turns were taken".to_owned());
        }
        if self.rules.solo && state.active != 0 {
            return Err("Roland never rolls the dice".to_owned());
        }
        match state.phase {
            Phase::Turn => self.possible_turn(state),
            Phase::Scoring if usize::from(track.finishers()) < PLACES => {
                Err(format!("scoring needs {PLACES} horses in the Winner's Circle"))
            }
            Phase::Scoring => self.only(state, |due| matches!(due, Due::AtScoring { .. })),
            _ => self.only(state, |_| false),
        }
    }

    /// Checks the pending steps of a turn.
    fn possible_turn(&self, state: &State) -> Result<(), String> {
        if state.round == 0 {
            return Err("a turn needs its `round`".to_owned());
        }
        if !self.rules.edition.movement_die.contains(&state.movement) {
            return Err(format!("the movement die shows no {}", state.movement));
        }
        if self.is_roland(state.seat) {
            return self.only(state, |_| false);
        }
        let mut due = state.due;
        while let Some(step) = due.pop() {
            let fits = match step {
                Due::Nothing | Due::AtScoring { .. } => false,
                Due::Act => due.last().is_none(),
                _ => true,
            };
            if !fits {
                return Err(format!("`{}` cannot be pending there", shown(step)));
            }
        }
        Ok(())
    }

    /// Checks that only such steps are pending.
    fn only(&self, state: &State, fits: impl Fn(Due) -> bool) -> Result<(), String> {
        let mut due = state.due;
        while let Some(step) = due.pop() {
            if !fits(step) {
                return Err(format!("`{}` cannot be pending there", shown(step)));
            }
        }
        Ok(())
    }
}
