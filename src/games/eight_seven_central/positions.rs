//! Texts of positions of 8/7 Central, such as `first=2 to_move=1 week=2 day=tue money=12/9 points=8/11
//! on_air=mon:court-report/tue:auction-alert hands=soda+raise/?4 step=act`.
//!
//! Programs and Play cards have their titles as names; of cards with equal titles, the second ends with
//! `-2`. Slots are days: `mon`, and `mon-2` for the second half hour.

use super::cards::{Card, Cards, Change, Face, GENRES, NONE, Program, What, each};
use super::engine::EightSevenCentral;
use super::rules::{ACTIONS, Acquisition, Ads, DAYS, HAND, LOTS};
use super::state::{Phase, SLOTS, State};
use crate::game::describe::seat_name;
use crate::game::position::{
    Arguments, Fields, joined, named, names_of, number, parts, shown_step,
};

/// The most dollars or points of a seat, and dollars of a bid, in a text.
const MOST: i64 = 1_000_000;

/// The most Ratings Counters of a Program in a text.
const MOST_COUNTERS: i64 = 100;

const WEEKDAYS: [&str; DAYS as usize] = ["mon", "tue", "wed", "thu", "fri"];
const SLOT_NAMES: [&str; SLOTS] =
    ["mon", "mon-2", "tue", "tue-2", "wed", "wed-2", "thu", "thu-2", "fri", "fri-2"];
const LOT_NAMES: [&str; LOTS] = ["1", "2", "3", "4", "5", "6", "7", "8"];

/// The names of the parts of an edition.
struct Names {
    programs: Vec<String>,
    /// By card.
    cards: Vec<String>,
}

/// A card face down behind a Program; without the card if the reader does not know it.
struct Down {
    on: Program,
    card: Option<Card>,
    bound: u8,
}

impl EightSevenCentral {
    fn names(&self) -> Names {
        let printed = self.cards.ads | self.cards.modifiers | self.cards.events;
        let titles = each(printed).map(|card| &*self.cards.printed(self.cards.face(card)).title);
        Names {
            programs: names_of(
                each(self.cards.all_programs()).map(|program| &*self.cards.show(program).title),
            ),
            cards: names_of(titles),
        }
    }

    /// Names the fields of a position.
    pub(super) fn fields(&self, state: &mut State, fields: &mut Fields) {
        let (names, seats) = (self.names(), usize::from(self.seats));
        let one_of = 1..=seats as i64;
        for (name, about, seat) in [
            ("first", "the seat of Player 1", &mut state.first),
            ("to_move", "the seat to move", &mut state.seat),
        ] {
            let mut number = *seat + 1;
            fields.number(name, about, &mut number, one_of.clone());
            *seat = number - 1;
        }
        let mut week = state.week + 1;
        let weeks = 1..=i64::from(self.weeks) + 1;
        fields.number("week", "the number of the week, from 1", &mut week, weeks);
        state.week = week - 1;
        let days: Vec<(&str, u8)> = WEEKDAYS.into_iter().zip(0..).collect();
        fields.choice("day", "the day: mon, tue, wed, thu or fri", &mut state.day, &days);
        let rounds = i64::from(self.rules.rounds) + i64::from(self.weeks);
        let about = "the number of auctions so far; 1 after the first Programs of a display";
        fields.number("round", about, &mut state.round, 0..=rounds);
        let seated = seats as i64;
        let about = "the number of seats that passed one after another";
        fields.number("passes", about, &mut state.passes, 0..=seated - 1);
        let about = "the actions left to the seat, or while Ads pay the seats that follow";
        fields.number("left", about, &mut state.left, 0..=seated.max(ACTIONS.into()));
        let about = "the available dollars of each seat";
        fields.numbers("money", about, &mut state.money[..seats], 0..=MOST);
        let about = "the Victory Points of each seat";
        fields.numbers("points", about, &mut state.points[..seats], 0..=MOST);
        self.program_fields(state, fields, &names);
        let mut down = self.card_fields(state, fields, &names);
        let held_by = self.held_fields(state, fields, &names);
        let about = "the hands; `?4` are four cards that the reader does not know";
        let unknown = fields.hands("hands", about, &mut state.hands[..seats], &names.cards);
        self.step_field(state, fields, &names);
        if fields.is_reading() {
            let found = self
                .deal_unknown(state, fields, (&mut down, &unknown, &held_by))
                .and_then(|()| self.derive(state, &down))
                .and_then(|()| self.possible(state, &names));
            if let Err(reason) = found {
                fields.refuse(&reason);
            }
        }
    }

    /// The offer and the line-ups.
    fn program_fields(&self, state: &mut State, fields: &mut Fields, names: &Names) {
        let seats = usize::from(self.seats);
        let programs = &names.programs;
        let title = |program: Program| match program {
            NONE => "none".to_owned(),
            program => programs[usize::from(program)].clone(),
        };
        let auctions = self.rules.acquisition == Acquisition::Auctions;
        let lots = if auctions { seats } else { LOTS };
        let about = "the Programs on offer, joined by `/`: those of the auction, or the half hours and the hours of the display";
        let read = |text: &str| match text {
            "none" => Ok(NONE),
            text => Ok(named(text, programs)? as Program),
        };
        fields.each("offer", about, &mut state.offer[..lots], |program| title(*program), read);
        let about = "the chips on each Program of the auction, by seat and joined by `-`";
        let shown = |chips: &[u32; 4]| {
            chips[..seats].iter().map(u32::to_string).collect::<Vec<_>>().join("-")
        };
        let read = |text: &str| {
            let mut chips = [0; 4];
            let parts: Vec<&str> = text.split('-').collect();
            if parts.len() != seats {
                return Err(format!("{seats} numbers joined by `-`, one for each seat"));
            }
            for (chips, part) in chips.iter_mut().zip(parts) {
                *chips = number(part, &(0..=MOST))?;
            }
            Ok(chips)
        };
        fields.each("chips", about, &mut state.chips[..seats], shown, read);
        fields.set("dropped", "the discarded Programs", &mut state.dropped, programs);
        let about = "the Programs of each seat without a slot";
        fields.sets("waiting", about, &mut state.waiting[..seats], programs);
        let about = "the Programs of each seat with their slots, such as `mon:talk-show`";
        let shown = |slots: &[Program; SLOTS]| {
            let begins = |slot: &usize| {
                slots[*slot] != NONE && (slot.is_multiple_of(2) || slots[slot - 1] != slots[*slot])
            };
            let slots = (0..SLOTS).filter(begins).map(|slot| (SLOT_NAMES[slot], slots[slot]));
            joined(slots.map(|(slot, program)| format!("{slot}:{}", title(program))))
        };
        let read = |text: &str| {
            let mut slots = [NONE; SLOTS];
            for part in parts(text) {
                let mut part = Arguments::all(part);
                let (slot, program) = (part.named(&SLOT_NAMES)?, part.named(programs)?);
                let length = 1 + usize::from(self.cards.hours >> program & 1 == 1);
                let slots = slots[usize::from(slot)..].iter_mut().take(length);
                if length == 2 && slot % 2 == 1 {
                    return Err(format!("possible: {} is an hour long", title(program)));
                }
                for slot in slots {
                    if std::mem::replace(slot, program) != NONE {
                        return Err("possible: it names a slot twice".to_owned());
                    }
                }
                part.end(())?;
            }
            Ok(slots)
        };
        fields.each("on_air", about, &mut state.slots[..seats], shown, read);
        let counted = (0..).zip(&state.counters).filter(|(_, counters)| **counters > 0);
        let old =
            joined(counted.map(|(program, counters)| format!("{}:{counters}", title(program))));
        let about = "the Ratings Counters of Programs, such as `talk-show:3+car-show:2`";
        let counters = &mut state.counters;
        fields.field(
            "counters",
            about,
            || old,
            |text| {
                for part in parts(text) {
                    let mut part = Arguments::all(part);
                    let program = usize::from(part.named(programs)?);
                    if counters[program] > 0 {
                        return Err("possible: it names a Program twice".to_owned());
                    }
                    counters[program] = part.number(1..=MOST_COUNTERS)?;
                    part.end(())?;
                }
                Ok(())
            },
        );
        let about = "while Ads pay: the Programs that hit";
        fields.set("viewed", about, &mut state.viewed, programs);
    }

    /// The Play cards on the table and the discards; returns the cards face down.
    fn card_fields(&self, state: &mut State, fields: &mut Fields, names: &Names) -> Vec<Down> {
        fields.set("discards", "the discarded Play cards", &mut state.discards, &names.cards);
        let mut loose = each(state.table)
            .filter(|card| state.on(*card).is_none())
            .fold(0, |all, card| all | 1 << card);
        let about = "the Play cards in play that are on no Program";
        fields.set("in_play", about, &mut loose, &names.cards);
        let whole = *state;
        let placed = each(whole.table).filter_map(|card| Some((card, whole.on(card)?)));
        let placed: Vec<(Card, Program)> = placed.collect();
        let title = |program: Program| &names.programs[usize::from(program)];
        let face_up = placed.iter().filter(|(card, _)| whole.covered >> card & 1 == 0);
        let old = joined(face_up.map(|(card, on)| {
            let detail = match self.details_of(*card) {
                [] => None,
                details => details.get(usize::from(whole.detail(*card))).copied(),
            };
            let mut parts = vec![&**title(*on), &names.cards[usize::from(*card)]];
            parts.extend(detail);
            parts.join(":")
        }));
        let mut attached: Vec<(Card, Program, u8)> = Vec::new();
        let about = "the cards on Programs, such as `talk-show:soda` or `talk-show:new-genre:News`";
        fields.field(
            "cards",
            about,
            || old,
            |text| {
                for part in parts(text) {
                    let mut part = Arguments::all(part);
                    let (on, card) = (part.named(&names.programs)?, part.named(&names.cards)?);
                    let detail = match self.details_of(card) {
                        [] => 0,
                        details => part.named(details)?,
                    };
                    attached.push((card, on, part.end(detail)?));
                }
                Ok(())
            },
        );
        let hidden = |on: Program, fields: &Fields| {
            whole.owner(on).is_some_and(|owner| fields.is_hidden(owner))
        };
        let face_down = placed.iter().filter(|(card, _)| whole.covered >> card & 1 == 1);
        let mut old: Vec<String> = face_down
            .map(|(card, on)| {
                let name =
                    if hidden(*on, fields) { "?" } else { &*names.cards[usize::from(*card)] };
                let bound = match whole.bounds[usize::from(*card)] {
                    NONE => "new".to_owned(),
                    bound => bound.to_string(),
                };
                format!("{}:{name}:{bound}", title(*on))
            })
            .collect();
        // The order of the cards is hidden, too.
        old.sort_unstable();
        let old = joined(old);
        let mut down: Vec<Down> = Vec::new();
        if self.rules.ads != Ads::Cards || fields.is_listing() {
            let about = "the cards face down on Programs, such as `talk-show:soda:new` or `talk-show:?:4`; 4 is the most cards not in `held` that the seat had when it next drew one";
            fields.field(
                "face_down",
                about,
                || old,
                |text| {
                    for part in parts(text) {
                        let mut part = Arguments::all(part);
                        let on = part.named(&names.programs)?;
                        let card = match part.text()? {
                            "?" => None,
                            name => Some(named(name, &names.cards)? as Card),
                        };
                        let bound = match part.text()? {
                            "new" => NONE,
                            bound => number(bound, &(0..=64))?,
                        };
                        down.push(part.end(Down { on, card, bound })?);
                    }
                    Ok(())
                },
            );
        }
        if fields.is_reading() {
            state.table = loose;
            for (card, on, detail) in attached {
                state.table |= 1 << card;
                state.lay(card, on);
                state.set_detail(card, detail);
            }
        }
        down
    }

    /// The details that are chosen with a card, by number.
    fn details_of(&self, card: Card) -> &'static [&'static str] {
        match self.cards.what(card) {
            What::Modifier { change: Some(Change::BlockNumber), .. } => {
                &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"]
            }
            What::Modifier {
                change: Some(Change::RaiseGenre(_) | Change::AddGenre(_)), ..
            } => &GENRES,
            _ => &[],
        }
    }

    /// The cards that all players know to be out of the deck, and how many of them each seat has:
    /// known only from a text of a seat.
    fn held_fields(&self, state: &mut State, fields: &mut Fields, names: &Names) -> Vec<u32> {
        let about = "the Play cards in hands and face down since the last shuffle";
        fields.set("held", about, &mut state.held, &names.cards);
        let has = |seat: u8| state.hand(seat) | state.covered_by(seat);
        let mut counts: Vec<u32> =
            (0..self.seats).map(|seat| (has(seat) & state.held).count_ones()).collect();
        if fields.seen_by().is_some() || fields.is_listing() {
            let about = "the number of cards in `held` of each seat, for a text of one seat";
            fields.numbers("held_by", about, &mut counts, 0..=64);
        }
        counts
    }

    /// Chooses some cards for those that the reader of a text does not know.
    fn deal_unknown(
        &self,
        state: &mut State,
        fields: &Fields,
        (down, unknown, held_by): (&mut [Down], &[u32], &[u32]),
    ) -> Result<(), String> {
        let known = state.hands.iter().fold(state.table | state.discards, |all, hand| all | hand);
        let known =
            down.iter().filter_map(|down| down.card).fold(known, |all, card| all | 1 << card);
        let (mut old, mut new) = (state.held & !known, self.play_cards() & !state.held & !known);
        down.sort_by_key(|down| down.bound);
        for seat in (0..self.seats).filter(|seat| fields.is_hidden(*seat)) {
            let at = usize::from(seat);
            let mut held = held_by[at];
            let mut one = || {
                let from = if held > 0 { &mut old } else { &mut new };
                held = held.saturating_sub(1);
                let card = from.trailing_zeros() as Card;
                *from &= from.wrapping_sub(1);
                if card < 64 { Ok(card) } else { Err("there are too few unknown cards".to_owned()) }
            };
            let own = |down: &&mut Down| state.slots[at].contains(&down.on);
            for down in down.iter_mut().filter(own).filter(|down| down.card.is_none()) {
                down.card = Some(one()?);
            }
            for _ in 0..unknown[at] {
                state.hands[at] |= 1 << one()?;
            }
        }
        Ok(())
    }

    /// Derives what follows from the fields: sets of Programs, Genre Totals, decks and the bank.
    fn derive(&self, state: &mut State, down: &[Down]) -> Result<(), String> {
        let fail = |reason: &str| Err(reason.to_owned());
        for seat in 0..self.seats {
            let slots = std::mem::replace(&mut state.slots[usize::from(seat)], [NONE; SLOTS]);
            for (slot, program) in (0..).zip(slots).filter(|(_, program)| *program != NONE) {
                let hour = self.cards.hours >> program & 1 == 1;
                if hour && slot % 2 == 1 {
                    continue;
                }
                if state.waiting.iter().chain(&state.on_air).any(|has| has >> program & 1 == 1) {
                    return fail("a Program is in two places");
                }
                state.put(seat, program, slot, hour);
            }
        }
        for Down { on, card, bound } in down {
            let card = card.ok_or("a card face down is unknown, but its seat reads the text")?;
            let one = 1 << card;
            if state.table & one != 0 {
                return fail("a Play card is in two places");
            }
            (state.table, state.covered) = (state.table | one, state.covered | one);
            state.bounds[usize::from(card)] = *bound;
            state.lay(card, *on);
        }
        let taken = state.hands.iter().fold(state.table | state.discards, |all, hand| all | hand);
        state.deck = self.play_cards() & !taken;
        let offered = state.offer.iter().filter(|program| **program != NONE);
        let taken = offered.fold(state.dropped, |all, program| all | 1 << program);
        let taken = state.waiting.iter().chain(&state.on_air).fold(taken, |all, has| all | has);
        state.programs = self.cards.all_programs() & !taken;
        for seat in 0..self.seats {
            (0..DAYS).for_each(|day| {
                state.totals[usize::from(day)][usize::from(seat)] = self.totals(state, seat, day);
            });
        }
        let chips = state.chips.iter().flatten().chain(&state.money);
        let dollars: i64 = chips.map(|chips| i64::from(*chips)).sum();
        let bank = i64::from(self.rules.money) * i64::from(self.seats) - dollars;
        state.bank = i32::try_from(bank).map_err(|_| "there are too many dollars".to_owned())?;
        Ok(())
    }

    fn step_field(&self, state: &mut State, fields: &mut Fields, names: &Names) {
        let about = "what is next: `act`, `bid`, `place` or another step";
        let old = state.phase;
        fields.field(
            "step",
            about,
            || self.shown_phase(old, names),
            |text| {
                state.phase = self.read_phase(text, names)?;
                if state.left == 0 && takes_action(state.phase) {
                    state.left = ACTIONS;
                }
                Ok(())
            },
        );
    }

    fn shown_phase(&self, phase: Phase, names: &Names) -> String {
        let program = |program: Program| names.programs[usize::from(program)].clone();
        let card = |card: Card| names.cards[usize::from(card)].clone();
        let first = |face: Face| card(self.cards.copies(face).trailing_zeros() as Card);
        let on_hit = |on_hit: bool| if on_hit { "yes" } else { "no" }.to_owned();
        let (name, arguments) = match phase {
            Phase::First => ("first", vec![]),
            Phase::Deal => ("deal", vec![]),
            Phase::DealPrograms => ("deal_programs", vec![]),
            Phase::Keep => ("keep", vec![]),
            Phase::Reveal => ("reveal", vec![]),
            Phase::Bid => ("bid", vec![]),
            Phase::Amount(lot) => ("amount", vec![LOT_NAMES[usize::from(lot)].to_owned()]),
            Phase::Place => ("place", vec![]),
            Phase::PlaceAt(one) => ("place_at", vec![program(one)]),
            Phase::Act => ("act", vec![]),
            Phase::Fundraise => ("fundraise", vec![]),
            Phase::Refill { discarded, least } => {
                ("refill", vec![discarded.to_string(), first(least)])
            }
            Phase::Target(one) => ("target", vec![card(one)]),
            Phase::Detail(one, on) => ("detail", vec![card(one), program(on)]),
            Phase::Sponsor => ("sponsor", vec![]),
            Phase::SponsorInstead(on) => ("sponsor_instead", vec![program(on)]),
            Phase::Cover(on) => ("cover", vec![program(on)]),
            Phase::BuyAt(one) => ("buy_at", vec![program(one)]),
            Phase::MoveTo(one) => ("move_to", vec![program(one)]),
            Phase::Draw { left, on_hit: by } => ("draw", vec![left.to_string(), on_hit(by)]),
            Phase::Roll => ("roll", vec![]),
            Phase::Shark(one) => ("shark", vec![program(one)]),
            Phase::Over => ("over", vec![]),
        };
        shown_step(name, arguments)
    }

    fn read_phase(&self, text: &str, names: &Names) -> Result<Phase, String> {
        let (name, mut parts) = Arguments::of(text);
        let (programs, cards) = (&names.programs, &names.cards);
        let phase = match name {
            "first" => Phase::First,
            "deal" => Phase::Deal,
            "deal_programs" => Phase::DealPrograms,
            "keep" => Phase::Keep,
            "reveal" => Phase::Reveal,
            "bid" => Phase::Bid,
            "amount" => Phase::Amount(parts.named(&LOT_NAMES[..usize::from(self.seats)])?),
            "place" => Phase::Place,
            "place_at" => Phase::PlaceAt(parts.named(programs)?),
            "act" => Phase::Act,
            "fundraise" => Phase::Fundraise,
            "refill" => {
                let discarded = parts.number(0..=64)?;
                Phase::Refill { discarded, least: self.cards.face(parts.named(cards)?) }
            }
            "target" => Phase::Target(parts.named(cards)?),
            "detail" => Phase::Detail(parts.named(cards)?, parts.named(programs)?),
            "sponsor" => Phase::Sponsor,
            "sponsor_instead" => Phase::SponsorInstead(parts.named(programs)?),
            "cover" => Phase::Cover(parts.named(programs)?),
            "buy_at" => Phase::BuyAt(parts.named(programs)?),
            "move_to" => Phase::MoveTo(parts.named(programs)?),
            "draw" => Phase::Draw { left: parts.number(1..=255)?, on_hit: parts.flag()? },
            "roll" => Phase::Roll,
            "shark" => Phase::Shark(parts.named(programs)?),
            "over" => Phase::Over,
            _ => return Err(format!("known: there is no step `{name}`")),
        };
        parts.end(phase)
    }

    /// Checks what a text could break.
    fn possible(&self, state: &State, names: &Names) -> Result<(), String> {
        self.conserved(state)?;
        let fail = |reason: &str| Err(reason.to_owned());
        let title = |program: Program| &names.programs[usize::from(program)];
        let card_name = |card: Card| &names.cards[usize::from(card)];
        let aimed = match state.phase {
            Phase::Target(card) | Phase::Detail(card, _) => Some(card),
            _ => None,
        };
        for card in each(state.table) {
            let (covered, name) = (state.covered >> card & 1 == 1, card_name(card));
            let of = |set: Cards| set >> card & 1 == 1;
            let Some(on) = state.on(card) else {
                if !of(self.cards.events) && aimed != Some(card) {
                    return Err(format!("{name} is in play, but on no Program"));
                }
                continue;
            };
            let (Some(owner), false) = (state.owner(on), of(self.cards.events) && !covered) else {
                return Err(format!("{name} cannot be on {}", title(on)));
            };
            let needs_air = covered || of(self.cards.ads);
            if aimed == Some(card) || needs_air && state.on_air(owner) >> on & 1 == 0 {
                return Err(format!("{name} cannot be on {}", title(on)));
            }
            let block = matches!(
                self.cards.what(card),
                What::Modifier { change: Some(Change::BlockNumber), .. }
            );
            if block && !covered && state.detail(card) < 2 {
                return Err(format!("{name} blocks a Hit# from 2 to 12"));
            }
        }
        for program in each(self.cards.all_programs()) {
            let owner = state.owner(program);
            if state.ads_on(program, &self.cards).count_ones() > self.ad_slots(program) {
                return Err(format!("{} has too many Ads", title(program)));
            }
            if owner.is_none() && state.counters(program) > 0 {
                return Err(format!("{} has Ratings Counters, but no owner", title(program)));
            }
        }
        let paying = matches!(state.phase, Phase::Draw { on_hit: true, .. });
        if state.viewed & !state.all_on_day(state.day) != 0 || (state.viewed != 0) != paying {
            return fail("`viewed` is for Programs of the day while Ads pay");
        }
        let over = state.phase == Phase::Over;
        if (state.week == self.weeks) != over {
            return fail("a game is over after its last week, with `step=over`");
        }
        let bidding = matches!(state.phase, Phase::Bid | Phase::Amount(_));
        let offered = |lot: usize| state.offer[lot] != NONE;
        let lots = 0..usize::from(self.seats);
        if lots.into_iter().any(|lot| state.chips[lot] != [0; 4] && !(bidding && offered(lot))) {
            return fail("`chips` are on Programs of the auction only");
        }
        let auctions = self.rules.acquisition == Acquisition::Auctions;
        let open = bidding || state.phase == Phase::Reveal;
        if auctions && !open && (0..LOTS).any(offered) {
            return fail("`offer` is for the auction only");
        }
        let actions = takes_action(state.phase);
        if actions && !(1..=ACTIONS).contains(&state.left) {
            return Err(format!("a seat has 1 to {ACTIONS} actions left"));
        }
        if paying && state.left >= self.seats {
            return fail("fewer seats than all are left to collect");
        }
        let fits = self.fits(state);
        let step = self.shown_phase(state.phase, names);
        if fits {
            Ok(())
        } else {
            let seat = seat_name(state.seat);
            Err(format!("`step={step}` is impossible for {seat} in this position"))
        }
    }

    /// Returns whether the step can be next.
    fn fits(&self, state: &State) -> bool {
        let acquisition = self.rules.acquisition;
        let auctions = acquisition == Acquisition::Auctions;
        let display = acquisition == Acquisition::Display;
        let (seat, drawn_from) = (state.seat, self.drawn_from(state));
        let own = |program: Program| state.on_air(seat) >> program & 1 == 1;
        let waits = |program: Program| state.waiting(seat) >> program & 1 == 1;
        let loose = |card: Card| state.table >> card & 1 == 1 && state.on(card).is_none();
        match state.phase {
            Phase::First => {
                let untouched = state.table | state.discards == 0 && state.hands == [0; 4];
                untouched && state.round == 0
            }
            Phase::Deal => {
                let later = state.hands.iter().skip(usize::from(seat) + 1);
                state.round == 0
                    && state.table | state.discards == 0
                    && later.fold(0, |all, hand| all | hand) == 0
                    && state.hand(seat).count_ones() < HAND
            }
            Phase::DealPrograms => {
                let dealt = |seat: u8| state.on_air(seat).count_ones() as u8;
                let in_order = |seat: u8| {
                    let day_is_full = |day: u8| state.on_day(seat, day) != 0;
                    (0..DAYS).all(|day| day_is_full(day) == (day < dealt(seat)))
                };
                !auctions
                    && state.round == 0
                    && (0..self.seats).all(in_order)
                    && dealt(seat) < DAYS
                    && self.next_programs(state).1 != 0
            }
            Phase::Keep => display && state.waiting(seat).count_ones() > u32::from(self.rules.kept),
            Phase::Reveal => {
                (auctions || display && (state.round == 0 || state.left > 0))
                    && self.next_programs(state).1 != 0
            }
            Phase::Bid | Phase::Amount(_) => auctions,
            Phase::PlaceAt(program) => waits(program),
            Phase::BuyAt(program) => display && waits(program),
            Phase::MoveTo(program) => display && (waits(program) || own(program)),
            Phase::Target(card) => loose(card),
            Phase::Detail(card, on) => {
                let ad = self.cards.ads >> card & 1 == 1;
                loose(card)
                    && state.all_on_air() >> on & 1 == 1
                    && (!ad || own(on) && !self.has_room(state, on))
            }
            Phase::Sponsor => self.rules.ads != Ads::Cards && state.hand(seat) != 0,
            Phase::SponsorInstead(on) => {
                self.rules.ads != Ads::Cards
                    && own(on)
                    && state.hand(seat) != 0
                    && !self.has_room(state, on)
            }
            Phase::Cover(on) => self.rules.ads != Ads::Cards && own(on) && self.has_room(state, on),
            Phase::Draw { .. } => drawn_from != 0,
            Phase::Shark(program) => {
                state.day == 0 && state.owner(program).is_some() && state.counters(program) > 1
            }
            _ => true,
        }
    }
}

/// Returns whether a step is part of an action of a turn.
fn takes_action(phase: Phase) -> bool {
    !matches!(
        phase,
        Phase::First
            | Phase::Deal
            | Phase::DealPrograms
            | Phase::Keep
            | Phase::Reveal
            | Phase::Bid
            | Phase::Amount(_)
            | Phase::Place
            | Phase::PlaceAt(_)
            | Phase::Draw { on_hit: true, .. }
            | Phase::Roll
            | Phase::Shark(_)
            | Phase::Over
    )
}
