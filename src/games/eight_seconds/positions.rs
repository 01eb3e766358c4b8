//! Texts of positions of 8 Seconds, such as `turns=7 bulls=3-2-2/none tokens=4/3 line_up=2-1-0+2-2-1
//! dice=T/B/K/T/C/-/B/K rolls=1`.
//!
//! Bulls have their Turns, Bucks and Kicks as names, Golden Buckles also their Clowns; of equal ones, the
//! second ends with `-2`. A die has its colour and its number among the dice of this colour.

use super::agenda::{Due, Round};
use super::cards::{Buckles, each};
use super::compiled::Game;
use super::decision::Action;
use super::dice::{Counts, Dice, DiceMask, Face};
use super::event::Outcome;
use super::state::{ALL_CARDS, Bet, Laid, MAX_PLAYERS, NONE, Seat, State};
use crate::game::contract::{Agenda, Silent};
use crate::game::describe::seat_name;
use crate::game::position::{Arguments, Fields, named, names_of, shown_set, shown_step, values_of};

const LETTERS: [&str; 5] = ["T", "B", "K", "C", "-"];
const SEATS: [&str; MAX_PLAYERS] = ["1", "2", "3", "4", "5", "6", "7", "8"];
const ROUNDS: [(&str, Round); 3] =
    [("first", Round::First), ("again", Round::Again), ("second", Round::Second)];
/// The aims of a reroll, by the kind of the action.
const AIMS: [&str; 4] = ["bull", "buckle", "moves", "everything"];

const OUTCOMES: [(&str, Option<Outcome>); 6] = [
    ("none", None),
    ("bucked_off", Some(Outcome::BuckedOff)),
    ("dismount", Some(Outcome::Dismount)),
    ("ride", Some(Outcome::Ride)),
    ("clown_out", Some(Outcome::ClownOut)),
    ("buckle", Some(Outcome::Buckle)),
];

/// The most dollars of a seat or a pot in a text.
const MOST_MONEY: i64 = 1_000_000;

/// The names of the parts of an edition.
struct Names {
    bulls: Vec<String>,
    buckles: Vec<String>,
    riders: Vec<String>,
    dice: Vec<String>,
}

/// Returns numbers joined by `-`.
fn hyphenated(numbers: &[u8]) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join("-")
}

/// Returns the pending steps, the next last; the first one, the next turn, is not in texts.
fn pending(state: &State) -> Vec<Due> {
    let mut due = state.due;
    let mut steps: Vec<Due> = std::iter::from_fn(|| due.pop()).collect();
    steps.reverse();
    steps
}

/// Returns a pending step as text.
fn shown(due: Due, names: &Names) -> String {
    let seat = |seat: u8| (seat + 1).to_string();
    let rider =
        |rider: u8| names.riders.get(usize::from(rider)).map_or("none", String::as_str).to_owned();
    let flag = |flag: bool| if flag { "yes" } else { "no" }.to_owned();
    let dice = |dice: DiceMask| shown_set(dice.into(), &names.dice);
    let (name, arguments) = match due {
        Due::DealRider { seat: to, first } => ("deal_rider", vec![seat(to), rider(first)]),
        Due::KeepRider { seat: of, riders } => {
            ("keep_rider", vec![seat(of), rider(riders[0]), rider(riders[1])])
        }
        Due::LayOutBuckles { left, laid } => {
            ("lay_out_buckles", vec![left.to_string(), shown_set(laid.into(), &names.buckles)])
        }
        Due::BeginTurn => ("begin_turn", vec![]),
        Due::TakeOver => ("take_over", vec![]),
        Due::Deal { left, bought } => ("deal", vec![left.to_string(), flag(bought)]),
        Due::DiscardTheirBull { ahead } => ("discard_bull", vec![ahead.to_string()]),
        Due::SellTokens { seat: of } => ("sell_tokens", vec![seat(of)]),
        Due::BuyTokens => ("buy_tokens", vec![]),
        Due::BuyBull => ("buy_bull", vec![]),
        Due::Bets { ahead, round } => {
            let round =
                ROUNDS.iter().find(|(_, known)| *known == round).map_or("", |(name, _)| name);
            ("bets", vec![ahead.to_string(), round.to_owned()])
        }
        Due::Bet { seat: of, second } => ("bet", vec![seat(of), flag(second)]),
        Due::RideUnrolled => ("ride_unrolled", vec![]),
        Due::Roll { done, free } => (
            if free { "free_roll" } else { "roll" },
            Some(dice(done)).filter(|_| done != 0).into_iter().collect(),
        ),
        Due::FreeReroll => ("free_reroll", vec![]),
        Due::ChangeTheirDie { ahead } => ("change_their_die", vec![ahead.to_string()]),
        Due::ChangeOwnDie => ("change_own_die", vec![]),
        Due::Decide => ("decide", vec![]),
        Due::RetrieveDie { left, chosen } => ("retrieve_die", vec![left.to_string(), dice(chosen)]),
        Due::Aim => ("aim", vec![]),
        Due::KeepDice => ("keep_dice", vec![]),
        Due::Pay => ("pay", vec![]),
        Due::Collect { ahead, at_clown_out } => {
            ("collect", vec![ahead.to_string(), flag(at_clown_out)])
        }
        Due::PayClownOut => ("pay_clown_out", vec![]),
        Due::Settle => ("settle", vec![]),
        Due::EndTurn => ("end_turn", vec![]),
        Due::NextTurn => ("next_turn", vec![]),
    };
    shown_step(name, arguments)
}

/// Reads a pending step; `unseen` are any Riders for those that the reader of the text does not know.
fn read_step(text: &str, names: &Names, seats: u8, unseen: Option<[u8; 2]>) -> Result<Due, String> {
    let (name, mut parts) = Arguments::of(text);
    let (known, others) = (&SEATS[..usize::from(seats)], 0..=i64::from(seats) - 1);
    let due = match name {
        "deal_rider" => {
            let (seat, first) = (parts.named(known)?, parts.named_or_none(&names.riders)?);
            Due::DealRider { seat, first: first.unwrap_or(NONE) }
        }
        "keep_rider" if text.matches(':').count() == 1 => {
            let riders = unseen.ok_or("known: unknown Riders need `seen_by` and another seat")?;
            Due::KeepRider { seat: parts.named(known)?, riders }
        }
        "keep_rider" => {
            let (seat, mut rider) = (parts.named(known)?, || parts.named(&names.riders));
            Due::KeepRider { seat, riders: [rider()?, rider()?] }
        }
        "lay_out_buckles" => {
            Due::LayOutBuckles { left: parts.number(0..=16)?, laid: parts.set(&names.buckles)? }
        }
        "begin_turn" => Due::BeginTurn,
        "take_over" => Due::TakeOver,
        "deal" => Due::Deal { left: parts.number(0..=32)?, bought: parts.flag()? },
        "discard_bull" => Due::DiscardTheirBull { ahead: parts.number(others)? },
        "sell_tokens" => Due::SellTokens { seat: parts.named(known)? },
        "buy_tokens" => Due::BuyTokens,
        "buy_bull" => Due::BuyBull,
        "bets" => {
            let ahead = parts.number(others)?;
            let round = parts.named(&ROUNDS.map(|(name, _)| name))?;
            Due::Bets { ahead, round: ROUNDS[usize::from(round)].1 }
        }
        "bet" => Due::Bet { seat: parts.named(known)?, second: parts.flag()? },
        "ride_unrolled" => Due::RideUnrolled,
        "roll" | "free_roll" => {
            let done = if text == name { 0 } else { parts.set(&names.dice)? };
            Due::Roll { done, free: name == "free_roll" }
        }
        "free_reroll" => Due::FreeReroll,
        "change_their_die" => Due::ChangeTheirDie { ahead: parts.number(others)? },
        "change_own_die" => Due::ChangeOwnDie,
        "decide" => Due::Decide,
        "retrieve_die" => {
            Due::RetrieveDie { left: parts.number(1..=8)?, chosen: parts.set(&names.dice)? }
        }
        "aim" => Due::Aim,
        "keep_dice" => Due::KeepDice,
        "pay" => Due::Pay,
        "collect" => Due::Collect { ahead: parts.number(others)?, at_clown_out: parts.flag()? },
        "pay_clown_out" => Due::PayClownOut,
        "settle" => Due::Settle,
        "end_turn" => Due::EndTurn,
        _ => return Err(format!("known: there is no step `{name}`")),
    };
    parts.end(due)
}

/// Returns bets as text: `ride+double_down`, with `!` after one whose stake is not paid, and `?` for a
/// card that is hidden.
fn shown_bets(bets: [Option<Laid>; 2], hidden: impl Fn(Laid) -> bool) -> String {
    let shown = |laid: Option<Laid>| {
        let Some(laid) = laid else { return "none".to_owned() };
        let name = if hidden(laid) { "?" } else { laid.bet.name() };
        format!("{name}{}", if laid.paid { "" } else { "!" })
    };
    match bets {
        [first, None] => shown(first),
        [first, second] => format!("{}+{}", shown(first), shown(second)),
    }
}

/// Reads bets; a hidden card becomes one of `hand` that is not Bucked Off if possible.
fn read_bets(text: &str, hidden: bool, hand: u8) -> Result<[Option<Laid>; 2], String> {
    let (mut bets, mut left) = ([None; 2], hand);
    for (place, part) in text.split('+').enumerate() {
        let slot = bets.get_mut(place).ok_or("at most two bets joined by `+`")?;
        let (name, paid) = match part.strip_suffix('!') {
            Some(name) => (name, false),
            None => (part, true),
        };
        let known = [Bet::Ride, Bet::Dismount, Bet::BuckedOff];
        let bet = match name {
            "none" => continue,
            "?" if hidden => {
                known.into_iter().find(|bet| left & bet.card() != 0).unwrap_or(Bet::DoubleDown)
            }
            "?" => return Err("known: hidden bets need `seen_by` and another seat".to_owned()),
            name => {
                let names: Vec<&str> = (1..=4).filter_map(Bet::new).map(Bet::name).collect();
                Bet::new(named(name, &names)? as u8 + 1).unwrap_or(Bet::DoubleDown)
            }
        };
        if bet != Bet::DoubleDown && left & bet.card() == 0 {
            return Err(format!("possible: the card {} is not among `cards`", bet.name()));
        }
        left &= !bet.card();
        *slot = Some(Laid { bet, paid });
    }
    Ok(bets)
}

impl Game {
    fn names(&self) -> Names {
        let edition = &self.rules.edition;
        let mut dice: Vec<String> = Vec::new();
        for die in &self.dice {
            let alike =
                dice.iter().filter(|name| name.trim_end_matches(char::is_numeric) == die.colour);
            dice.push(format!("{}{}", die.colour, alike.count() + 1));
        }
        Names {
            bulls: names_of(self.bulls.iter().map(|bull| hyphenated(&bull.moves))),
            buckles: names_of(edition.buckles.iter().map(|buckle| hyphenated(&buckle.needs))),
            riders: names_of(edition.riders.iter().map(|rider| &rider.name)),
            dice,
        }
    }

    /// Names the fields of a position.
    pub(super) fn fields(&self, state: &mut State, fields: &mut Fields) {
        let names = self.names();
        let turns = 0..=i64::from(u32::MAX / 2);
        fields.number(
            "turns",
            "the number of turns of all players so far",
            &mut state.turns,
            turns,
        );
        let mut left = state.turns_left.map_or(-1, i64::from);
        let about = "the turns left after the end of the game was triggered, -1 before that";
        fields.number("turns_left", about, &mut left, -1..=i64::from(self.players));
        if fields.is_reading() {
            state.turns_left = u8::try_from(left).ok();
            state.rider = (state.turns % u32::from(self.players)) as u8;
        }
        let unknown = self.seat_fields(state, fields, &names);
        let about = "the Bulls laid out; between turns, those that the next player may take over";
        fields.set("line_up", about, &mut state.line_up, &names.bulls);
        fields.set("discards", "the discarded Bulls", &mut state.discards, &names.bulls);
        fields.set(
            "open_buckles",
            "the Golden Buckles laid out",
            &mut state.open_buckles,
            &names.buckles,
        );
        if self.rules.vegas.is_some() {
            let about = "the pots of Bucked Off, Dismount and Ride, in dollars";
            fields.numbers("pots", about, &mut state.pots, 0..=MOST_MONEY);
        }
        self.turn_fields(state, fields, &names);
        self.due_field(state, fields, &names);
        for seat in unknown {
            state.seats[seat].unkept = each(self.undealt(state)).next().unwrap_or(NONE);
        }
        if fields.is_reading() {
            self.derive(state);
            match self.possible(state) {
                Err(reason) => fields.refuse(&reason),
                Ok(()) => self.advance(state, &mut Silent),
            }
        }
    }

    /// The fields of the seats; returns the seats whose Rider that they did not keep is unknown.
    fn seat_fields(&self, state: &mut State, fields: &mut Fields, names: &Names) -> Vec<usize> {
        let (view, seats) = (fields.seen_by(), usize::from(self.players));
        let (whole, mut unknown) = (*state, Vec::new());
        macro_rules! column {
            ($field:ident, $read:expr) => {{
                let mut values: Vec<_> = whole.seated().iter().map(|seat| seat.$field).collect();
                let read: &mut dyn FnMut(&mut Fields, &mut Vec<_>) = &mut $read;
                read(fields, &mut values);
                for (seat, value) in state.seats.iter_mut().zip(values) {
                    seat.$field = value;
                }
            }};
        }
        column!(bulls, |fields: &mut Fields, values: &mut Vec<u32>| {
            fields.sets("bulls", "the Bulls that each seat rode", values, &names.bulls);
        });
        let tokens = i64::from(u16::MAX / 2);
        column!(tokens, |fields: &mut Fields, values: &mut Vec<u16>| {
            fields.numbers("tokens", "the Foul Tokens of each seat", values, 0..=tokens);
        });
        if self.rules.buckles {
            column!(buckles, |fields: &mut Fields, values: &mut Vec<Buckles>| {
                fields.sets("buckles", "the Golden Buckles of each seat", values, &names.buckles);
            });
        }
        if self.rules.riders {
            let shown = |rider: &u8| {
                names.riders.get(usize::from(*rider)).map_or("none", String::as_str).to_owned()
            };
            let read = |text: &str| match text {
                "none" => Ok(NONE),
                name => Ok(named(name, &names.riders)? as u8),
            };
            column!(rider, |fields: &mut Fields, values: &mut Vec<u8>| {
                fields.each("riders", "the Rider of each seat", values, shown, read);
            });
            column!(uses, |fields: &mut Fields, values: &mut Vec<u8>| {
                fields.numbers("uses", "the uses left of each seat's Rider", values, 0..=255);
            });
            let hidden = |seat: usize| view.is_some_and(|view| usize::from(view) != seat);
            let mut unkept: Vec<(usize, u8)> =
                whole.seated().iter().map(|seat| seat.unkept).enumerate().collect();
            let about = "the Rider that each seat did not keep, until all have chosen";
            let shown = |(seat, rider): &(usize, u8)| match *rider {
                NONE => "none".to_owned(),
                _ if hidden(*seat) => "?".to_owned(),
                rider => names.riders[usize::from(rider)].clone(),
            };
            let old = unkept.iter().map(shown).collect::<Vec<_>>().join("/");
            fields.field(
                "unkept",
                about,
                || old,
                |text| {
                    for ((seat, rider), part) in unkept.iter_mut().zip(values_of(text, seats)?) {
                        *rider = match part {
                            "?" if hidden(*seat) => {
                                unknown.push(*seat);
                                NONE
                            }
                            part => read(part)?,
                        };
                    }
                    Ok(())
                },
            );
            for (seat, rider) in unkept {
                state.seats[seat].unkept = rider;
            }
        }
        if self.rules.vegas.is_some() {
            column!(money, |fields: &mut Fields, values: &mut Vec<i64>| {
                fields.numbers("money", "the dollars of each seat", values, 0..=MOST_MONEY);
            });
            self.bet_fields(state, fields);
        }
        unknown
    }

    /// The betting cards and the bets.
    fn bet_fields(&self, state: &mut State, fields: &mut Fields) {
        let (view, seats) = (fields.seen_by(), usize::from(self.players));
        let outcomes = Bet::OUTCOMES.map(Bet::name);
        let on_table =
            |seat: &Seat| seat.laid().fold(0, |cards, laid| cards | laid.bet.card()) & ALL_CARDS;
        let mut cards: Vec<u8> =
            state.seated().iter().map(|seat| (seat.cards | on_table(seat)) >> 1).collect();
        let about = "the cards on outcomes of each seat, in hand or on the table";
        fields.sets("cards", about, &mut cards, &outcomes);
        let face_down = self.face_down(state);
        let clowned_out = state.turn.clowned_out;
        let hides = |seat: usize| view.is_some_and(|view| usize::from(view) != seat);
        let shown = state.seated().iter().enumerate().map(|(seat, has)| {
            let seen = clowned_out && !has.paid_clown_out;
            let first = has.bets[0];
            let hidden = |laid: Laid| {
                let revealed = seen && laid.bet == Bet::BuckedOff && Some(laid) == first;
                face_down && hides(seat) && !revealed
            };
            shown_bets(has.bets, hidden)
        });
        let old = shown.collect::<Vec<_>>().join("/");
        let mut bets = vec![[None; 2]; seats];
        let about = "the bets of each seat on this turn, such as `ride+double_down`; `!` after one that is not paid";
        fields.field(
            "bets",
            about,
            || old,
            |text| {
                for (seat, part) in values_of(text, seats)?.into_iter().enumerate() {
                    bets[seat] = read_bets(part, hides(seat), cards[seat] << 1)?;
                }
                Ok(())
            },
        );
        let mut paid = (0..)
            .zip(state.seated())
            .fold(0_u8, |paid, (seat, has)| paid | u8::from(has.paid_clown_out) << seat);
        let about = "the seats that a Clown Out paid in this turn";
        fields.set("paid_clown_out", about, &mut paid, &SEATS[..seats]);
        if fields.is_reading() {
            for (at, seat) in state.seats[..seats].iter_mut().enumerate() {
                seat.bets = bets[at];
                seat.cards = cards[at] << 1 & !on_table(seat);
                seat.paid_clown_out = paid >> at & 1 == 1;
            }
        }
    }

    fn turn_fields(&self, state: &mut State, fields: &mut Fields, names: &Names) {
        let mut faces = state.turn.dice.faces();
        let about =
            "T, B, K, C or - for each die, joined by `/`, in the order of the colours in `trace`";
        let shown = |face: &Face| LETTERS[*face as usize].to_owned();
        fields.each("dice", about, &mut faces, shown, |text| Ok(Face::new(named(text, &LETTERS)?)));
        let turn = &mut state.turn;
        fields.number("rolls", "the number of rolls in this turn", &mut turn.rolls, 0..=250);
        let mut bull = |name, about, value: &mut u8| {
            let old = *value;
            let shown =
                || names.bulls.get(usize::from(old)).map_or("none", String::as_str).to_owned();
            fields.field(name, about, shown, |text| {
                *value = if text == "none" { NONE } else { named(text, &names.bulls)? as u8 };
                Ok(())
            });
        };
        bull("first_bull", "the first of two Bulls ridden in this turn", &mut turn.first_bull);
        bull("last_bull", "the Bull ridden last in this turn", &mut turn.last_bull);
        let declared = turn.declared;
        let shown =
            || names.buckles.get(usize::from(declared)).map_or("none", String::as_str).to_owned();
        fields.field("declared", "the declared Golden Buckle of Clowns", shown, |text| {
            turn.declared = if text == "none" { NONE } else { named(text, &names.buckles)? as u8 };
            Ok(())
        });
        for (name, about, dice) in [
            ("locked", "the dice locked until the end of the turn", &mut turn.locked),
            ("retrieved", "the retrieved Clowns that were not rolled since", &mut turn.retrieved),
            ("used", "the dice used on the first of two Bulls", &mut turn.used),
            ("reroll", "the dice of the next roll", &mut turn.reroll),
        ] {
            fields.set(name, about, dice, &names.dice);
        }
        fields.set(
            "changed_by",
            "the seats that changed a die",
            &mut turn.changed_by,
            &SEATS[..usize::from(self.players)],
        );
        let flags = [
            ("started_over", &mut turn.started_over),
            ("clowned_out", &mut turn.clowned_out),
            ("bought_tokens", &mut turn.bought_tokens),
            ("free_used", &mut turn.free_used),
            ("change_used", &mut turn.change_used),
            ("before_rules", &mut turn.before_rules),
        ];
        let known = flags.each_ref().map(|(name, _)| *name);
        let mut set =
            flags.iter().enumerate().fold(0_u8, |set, (at, (_, on))| set | u8::from(**on) << at);
        fields.set("so_far", "what happened in this turn", &mut set, &known);
        for (at, (_, on)) in flags.into_iter().enumerate() {
            *on = set >> at & 1 == 1;
        }
        let old = Action(turn.aim);
        let (aimed, named_aims) = (usize::from(old.argument()), [&names.bulls, &names.buckles]);
        let shown = || {
            let name = AIMS[usize::from(old.kind()).min(AIMS.len() - 1)].to_owned();
            let of = named_aims.get(usize::from(old.kind())).and_then(|names| names.get(aimed));
            shown_step(&name, of.into_iter().cloned().collect())
        };
        let about =
            "the aim of the last reroll: `bull:2-1-0`, `buckle:0-8-0-0`, `moves` or `everything`";
        fields.field("aim", about, shown, |text| {
            let (name, mut parts) = Arguments::of(text);
            let kind = named(name, &AIMS)? as u8;
            let of = named_aims.get(usize::from(kind));
            let argument = of.map_or(Ok(0), |names| parts.named(names))?;
            turn.aim = parts.end(Action::new(kind, argument))?.0;
            Ok(())
        });
        let earned = i64::from(u16::MAX / 2);
        fields.number(
            "earned",
            "the tokens of the Dismount that ended the turn",
            &mut turn.earned,
            0..=earned,
        );
        fields.choice("outcome", "how the turn ended, or none", &mut turn.outcome, &OUTCOMES);
        if fields.is_reading() {
            turn.dice = Dice::new(faces);
            turn.used_moves = self
                .needs
                .get(usize::from(turn.first_bull))
                .copied()
                .unwrap_or(Counts::new([0; 5]));
        }
    }

    /// The pending steps.
    fn due_field(&self, state: &mut State, fields: &mut Fields, names: &Names) {
        let seen = |step: Due| match step {
            Due::KeepRider { seat, .. } if fields.is_hidden(seat) => {
                shown_step("keep_rider", vec![(seat + 1).to_string()])
            }
            step => shown(step, names),
        };
        let steps: Vec<String> = pending(state).into_iter().map(seen).collect();
        let shown = match &steps[..] {
            [] => "over".to_owned(),
            [_] => "none".to_owned(),
            // The next turn is always pending.
            [_, steps @ ..] => steps.join(","),
        };
        let mut read = None;
        let mut undealt = each(self.undealt(state));
        let unseen = fields.seen_by().and_then(|_| Some([undealt.next()?, undealt.next()?]));
        let about = "the pending steps of the turn, the next last and joined by `,`; with `dice`, the decision on them by default";
        fields.field(
            "pending",
            about,
            || shown,
            |text| {
                let steps = text.split(',').filter(|_| text != "none");
                let steps = steps.map(|step| read_step(step, names, self.players, unseen));
                let steps = steps.collect::<Result<Vec<_>, _>>()?;
                let few = steps.len() < super::agenda::MOST_DUE;
                read = Some(Some(steps).filter(|_| few).ok_or("a shorter list of steps")?);
                Ok(())
            },
        );
        if fields.is_reading() {
            let usual = (state.turn.rolls > 0).then(|| vec![Due::Decide]);
            if let Some(steps) = read.or(usual) {
                state.due = Agenda::default();
                [Due::NextTurn].into_iter().chain(steps).for_each(|step| state.due.push(step));
            }
        }
    }

    /// Derives what follows from the fields: points, decks, supply and bank.
    fn derive(&self, state: &mut State) {
        let edition = &self.rules.edition;
        for seat in &mut state.seats[..usize::from(self.players)] {
            let points = |bull: u8| u16::from(self.points[usize::from(bull)]);
            seat.bull_points = each(seat.bulls).map(points).sum();
            let points = |buckle: u8| u16::from(edition.buckles[usize::from(buckle)].points);
            seat.buckle_points = each(seat.buckles).map(points).sum();
        }
        let ridden = state.seated().iter().fold(0, |all, seat| all | seat.bulls);
        state.deck = self.all_bulls & !(ridden | state.line_up | state.discards);
        if self.rules.buckles {
            let mut taken =
                state.seated().iter().fold(state.open_buckles, |all, seat| all | seat.buckles);
            for step in pending(state) {
                if let Due::LayOutBuckles { laid, .. } = step {
                    taken |= laid;
                }
            }
            state.closed_buckles = ((1_u32 << edition.buckles.len()) - 1) as u16 & !taken;
        }
        let tokens: i64 = state.seated().iter().map(|seat| i64::from(seat.tokens)).sum();
        state.supply = i64::from(edition.tokens) - tokens;
        state.bank = 0;
        if self.rules.vegas.is_some() {
            let all = edition.vegas.money * i64::from(self.players);
            state.bank = all - state.all_money(edition.vegas.stake);
        }
    }

    /// Checks what a text could break: the pending steps, the bets and the turn.
    pub(super) fn possible(&self, state: &State) -> Result<(), String> {
        let fail = |reason: &str| Err(reason.to_owned());
        self.conserved(state)?;
        let turn = &state.turn;
        let steps = pending(state);
        let (chooser, dealt) = match steps.last() {
            Some(Due::DealRider { seat, first }) => (*seat, vec![*first]),
            Some(Due::KeepRider { seat, riders }) => (*seat, riders.to_vec()),
            _ => (self.players, vec![]),
        };
        let mut riders = dealt;
        for (seat, has) in (0..).zip(state.seated()).filter(|_| self.rules.riders) {
            let (chose, dealing) = (seat < chooser, chooser < self.players);
            if (has.rider != NONE, has.unkept != NONE) != (chose, chose && dealing) {
                return Err(format!("{} has a Rider too many or too few", seat_name(seat)));
            }
            riders.extend([has.rider, has.unkept]);
        }
        riders.retain(|rider| *rider != NONE);
        let count = riders.len();
        riders.sort_unstable();
        riders.dedup();
        if riders.len() < count {
            return fail("a Rider is in two places");
        }
        for (seat, has) in (0..).zip(state.seated()) {
            let name = seat_name(seat);
            let uses = self.rider(has).map_or(0, |rider| rider.uses);
            if has.uses > uses {
                return Err(format!("the Rider of {name} has no {} uses left", has.uses));
            }
            let [first, second] = has.bets;
            let double = |laid: Option<Laid>| laid.is_some_and(|laid| laid.bet == Bet::DoubleDown);
            if double(first) || double(second) && first.is_none() {
                return Err(format!("the Double Down of {name} has no first bet"));
            }
            if seat == state.rider && first.or(second).is_some() {
                return Err(format!("{name} rides, so it does not bet"));
            }
        }
        let blank = turn.dice == Dice::BLANK;
        if turn.rolls == 0 && !blank {
            return fail("the dice were rolled, but `rolls` is 0");
        }
        for bull in [turn.first_bull, turn.last_bull] {
            if bull != NONE && state.riding().bulls >> bull & 1 == 0 {
                return fail("the Bull ridden in this turn is not among those of its Rider");
            }
        }
        if turn.declared != NONE && self.clown_buckles >> turn.declared & 1 == 0 {
            return fail("the declared Golden Buckle needs more than Clowns");
        }
        if turn.used != 0 && turn.first_bull == NONE {
            return fail("dice are used, but no first Bull was ridden");
        }
        self.possible_steps(state, &steps)
    }

    /// Checks the pending steps, the next last: that some stage of a turn leaves these.
    fn possible_steps(&self, state: &State, steps: &[Due]) -> Result<(), String> {
        let [Due::NextTurn, steps @ ..] = steps else {
            return Err("the first pending step is `next_turn`".to_owned());
        };
        let names = self.names();
        let leaves = |stage: Stage| {
            let places = steps.iter().map(|step| stage.place(*step));
            let places: Option<Vec<u8>> = places.collect();
            places.is_some_and(|places| {
                places[0] == 0 && places.windows(2).all(|pair| pair[0] < pair[1])
            })
        };
        let Some(stage) = STAGES.into_iter().find(|stage| steps.is_empty() || leaves(*stage))
        else {
            let steps: Vec<String> = steps.iter().map(|step| shown(*step, &names)).collect();
            return Err(format!("no stage of a turn leaves `{}`", steps.join(",")));
        };
        let turn = &state.turn;
        let timely = match stage {
            _ if steps.is_empty() => true,
            Stage::SetUp | Stage::First => turn.rolls == 0 && turn.outcome.is_none(),
            Stage::End => turn.outcome.is_some(),
            _ => turn.rolls > 0 && turn.outcome.is_none(),
        };
        let laid = state.seated().iter().flat_map(|seat| seat.bets).flatten().next();
        let between = steps.is_empty() || stage == Stage::SetUp;
        if !timely || between && laid.is_some() {
            return Err("`rolls`, `outcome`, `bets` and `pending` do not fit together".to_owned());
        }
        for (at, step) in steps.iter().enumerate() {
            let below = at.checked_sub(1).map(|at| steps[at]);
            if !self.fits(state, *step, below) {
                return Err(format!("`{}` cannot be pending there", shown(*step, &names)));
            }
        }
        Ok(())
    }

    /// Returns whether a step may be pending, next above the step `below`.
    fn fits(&self, state: &State, step: Due, below: Option<Due>) -> bool {
        let turn = &state.turn;
        match step {
            Due::RetrieveDie { left, .. } => {
                turn.dice.showing(Face::Clown).count_ones() >= u32::from(left)
            }
            Due::Bets { ahead, round } => {
                let second = usize::from(round == Round::Second);
                let asked = (ahead + 1..self.players).map(|ahead| state.after_rider(ahead));
                let mut asked = asked.map(|seat| &state.seats[usize::from(seat)]);
                self.rules.vegas.is_some()
                    && asked.all(|seat| {
                        seat.bets[second].is_none() || round == Round::Again && !seat.paid_clown_out
                    })
            }
            Due::Bet { seat, second } => {
                let asked = |ahead: u8, round| {
                    ahead > 0
                        && state.after_rider(ahead) == seat
                        && second == (round == Round::Second)
                };
                let has = &state.seats[usize::from(seat)];
                has.bets[usize::from(second)].is_none()
                    && matches!(below, Some(Due::Bets { ahead, round }) if asked(ahead, round))
            }
            Due::SellTokens { seat } => match below {
                Some(Due::Bet { seat: better, .. }) => better == seat,
                _ => self.rules.vegas.is_some() && seat == state.rider,
            },
            Due::BuyTokens | Due::Collect { .. } | Due::PayClownOut | Due::Settle => {
                self.rules.vegas.is_some()
            }
            Due::Deal { bought: true, .. } => below == Some(Due::BuyBull),
            Due::Deal { .. } => below != Some(Due::BuyBull) || !self.rules.riders,
            Due::DealRider { .. } => self.rules.riders,
            Due::KeepRider { riders: [a, b], .. } => self.rules.riders && a != b,
            Due::LayOutBuckles { .. } => self.rules.buckles,
            Due::Roll { done, .. } => turn.reroll & !done != 0,
            Due::Pay => self.may_reroll(state),
            Due::KeepDice => match below {
                Some(Due::Roll { free, .. }) => free,
                below => below == Some(Due::Pay),
            },
            Due::Aim => below == Some(Due::KeepDice),
            Due::ChangeTheirDie { ahead } => {
                ahead > 0 && self.may_change(state, state.after_rider(ahead))
            }
            Due::DiscardTheirBull { ahead } => {
                ahead == 0 || self.discarder(state, state.after_rider(ahead)).is_some()
            }
            Due::FreeReroll => turn.rolls == 1,
            Due::TakeOver => state.line_up != 0,
            _ => true,
        }
    }
}

/// A stage of a turn, with its own pending steps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    SetUp,
    /// Before the first roll.
    First,
    /// Between a roll and the decision on the dice.
    Rolled,
    /// Between the decision and the next roll.
    Again,
    End,
}

const STAGES: [Stage; 5] = [Stage::SetUp, Stage::First, Stage::Rolled, Stage::Again, Stage::End];

impl Stage {
    /// Returns the place of a step in this stage, from the last to the next; `None` if it has no such
    /// step.
    fn place(self, step: Due) -> Option<u8> {
        let of = |places: [Option<u8>; 5]| places[self as usize];
        of(match step {
            Due::BeginTurn => [Some(0), None, None, None, None],
            Due::DealRider { .. } | Due::KeepRider { .. } => [Some(2), None, None, None, None],
            Due::LayOutBuckles { .. } => [Some(1), None, None, None, Some(3)],
            Due::Roll { free: true, .. } => [None, None, None, Some(0), None],
            Due::Roll { .. } => [None, Some(0), None, Some(0), None],
            Due::RideUnrolled => [None, Some(1), None, None, None],
            Due::Bets { round: Round::First, .. } => [None, Some(2), None, None, None],
            Due::Bets { .. } => [None, None, None, Some(1), None],
            Due::Bet { .. } => [None, Some(3), None, Some(2), None],
            Due::SellTokens { .. } => [None, Some(6), None, Some(3), None],
            Due::BuyBull => [None, Some(4), None, None, None],
            Due::BuyTokens => [None, Some(5), Some(2), None, None],
            Due::DiscardTheirBull { .. } => [None, Some(7), None, None, None],
            Due::Deal { .. } | Due::TakeOver => [None, Some(8), None, None, None],
            Due::Decide | Due::FreeReroll => [None, None, Some(0), None, None],
            Due::ChangeOwnDie => [None, None, Some(1), None, None],
            Due::ChangeTheirDie { .. } | Due::PayClownOut => [None, None, Some(3), None, None],
            Due::Collect { at_clown_out: true, .. } | Due::RetrieveDie { .. } => {
                [None, None, Some(4), None, None]
            }
            Due::Pay => [None, None, None, Some(4), None],
            Due::KeepDice => [None, None, None, Some(5), None],
            Due::Aim => [None, None, None, Some(6), None],
            Due::EndTurn => [None, None, None, None, Some(0)],
            Due::Settle => [None, None, None, None, Some(1)],
            Due::Collect { .. } => [None, None, None, None, Some(2)],
            Due::NextTurn => [None; 5],
        })
    }
}
