//! A second implementation of 8/7 Central, written from the rules only; it shares with the crate
//! only the types of actions and cards. A procedure plays a game in the order of the rules, on
//! lists of cards, and asks a guide for every decision and outcome of chance.

mod days;
pub(crate) mod kit;
mod line_up;
pub(crate) mod memory;
mod turns;

use kit::{AdRule, Change, Effect, Kit, Lasts, Moved, Print, Source, What};
use memory::{Memory, Note};
use pushluck::games::eight_seven_central::action::Outcome;
use pushluck::games::eight_seven_central::cards::each;
use pushluck::games::eight_seven_central::engine::EightSevenCentral;

use crate::follow::{self, Seen};

pub(crate) trait Guide: follow::Guide<EightSevenCentral, Table> {}

impl<T: follow::Guide<EightSevenCentral, Table>> Guide for T {}

#[derive(Clone, Debug)]
pub(crate) struct Attached {
    pub(crate) print: usize,
    /// Whether the card is face down as an Ad (EC-56).
    pub(crate) face_down: bool,
    /// The number of a card face down, in the order of laying.
    pub(crate) number: usize,
    pub(crate) chosen: Option<u8>,
}

impl Attached {
    pub(crate) fn open(print: usize, chosen: Option<u8>) -> Self {
        Self { print, face_down: false, number: 0, chosen }
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Run {
    pub(crate) counters: u32,
    pub(crate) cards: Vec<Attached>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Network {
    pub(crate) money: u32,
    pub(crate) points: u32,
    pub(crate) hand: Vec<usize>,
    /// Two slots per day; a Program of an hour is in both (EC-7, EC-19).
    pub(crate) slots: [Option<usize>; 10],
    pub(crate) waiting: Vec<usize>,
}

impl Network {
    pub(crate) fn on_day(&self, day: usize) -> Vec<usize> {
        let mut found: Vec<usize> =
            self.slots[2 * day..2 * day + 2].iter().copied().flatten().collect();
        found.dedup();
        found
    }

    pub(crate) fn on_air(&self) -> Vec<usize> {
        (0..5).flat_map(|day| self.on_day(day)).collect()
    }

    pub(crate) fn day_of(&self, show: usize) -> Option<usize> {
        (0..5).find(|day| self.on_day(*day).contains(&show))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) kit: Kit,
    pub(crate) networks: Vec<Network>,
    pub(crate) runs: Vec<Run>,
    /// The decks and discard piles, unordered.
    pub(crate) programs: Vec<usize>,
    pub(crate) dropped: Vec<usize>,
    pub(crate) deck: Vec<usize>,
    pub(crate) discards: Vec<usize>,
    /// Events in play.
    pub(crate) events: Vec<usize>,
    /// The card that is being played.
    pub(crate) played: Option<usize>,
    /// Programs in an auction; in `chips`, by Program and player, the chips bid.
    pub(crate) lots: Vec<usize>,
    pub(crate) chips: Vec<Vec<u32>>,
    /// Rows of half hours and hours, by price.
    pub(crate) display: [Vec<Option<usize>>; 2],
    pub(crate) player_1: usize,
    pub(crate) week: usize,
    pub(crate) day: usize,
    /// The remaining rounds of the starting line-up, including the current one.
    pub(crate) rounds_left: usize,
    /// The remaining actions of the turn, including the current one.
    pub(crate) actions_left: u32,
    pub(crate) over: bool,
    pub(crate) memory: Memory,
    pub(crate) seen: Seen,
}

impl Table {
    pub(crate) fn new(kit: Kit, players: usize) -> Self {
        assert!((2..=4).contains(&players), "EC-1");
        // EC-56: Ad cards are left out if any card may be an Ad.
        let in_deck = |print: &Print| {
            kit.rules.ads == AdRule::Cards || !matches!(print.what, What::Ad { .. })
        };
        let prints = kit.prints.iter().enumerate().filter(|(_, print)| in_deck(print));
        let deck = prints.flat_map(|(at, print)| vec![at; print.copies.into()]).collect();
        // EC-6
        let network = Network { money: kit.rules.money, ..Network::default() };
        Self {
            networks: vec![network; players],
            runs: vec![Run::default(); kit.shows.len()],
            programs: (0..kit.shows.len()).collect(),
            dropped: Vec::new(),
            deck,
            discards: Vec::new(),
            events: Vec::new(),
            played: None,
            lots: Vec::new(),
            chips: Vec::new(),
            display: [vec![None; kit.rules.rows[0].len()], vec![None; kit.rules.rows[1].len()]],
            player_1: 0,
            week: 0,
            day: 0,
            rounds_left: if kit.rules.acquisition == Source::Auctions {
                kit.rules.rounds.into()
            } else {
                0
            },
            actions_left: 0,
            over: false,
            memory: Memory::new(players),
            seen: Seen::default(),
            kit,
        }
    }

    pub(crate) fn players(&self) -> usize {
        self.networks.len()
    }

    /// The players in clockwise order, to the left.
    fn order(&self, first: usize) -> Vec<usize> {
        (0..self.players()).map(|step| (first + step) % self.players()).collect()
    }

    /// Draws a Play card (EC-Q19), if any.
    fn draw(&mut self, guide: &mut impl Guide) -> Option<usize> {
        if self.deck.is_empty() {
            self.seen.note("shuffled", usize::from(!self.discards.is_empty()));
        }
        let pile = if self.deck.is_empty() { &self.discards } else { &self.deck };
        if pile.is_empty() {
            return None;
        }
        let copies = |print: usize| pile.iter().filter(|card| **card == print).count() as u64;
        let prints = 0..self.kit.prints.len();
        let possible = prints
            .map(|print| (Outcome::Card(print as u8), copies(print)))
            .filter(|(_, weight)| *weight > 0)
            .collect();
        let Outcome::Card(print) = guide.chance(self, possible) else { panic!("a card is drawn") };
        if self.deck.is_empty() {
            self.deck = std::mem::take(&mut self.discards);
            self.remember_shuffle();
        }
        take(&mut self.deck, usize::from(print));
        Some(print.into())
    }

    fn draw_to_hand(&mut self, player: usize, guide: &mut impl Guide) -> bool {
        let card = self.draw(guide);
        if let Some(card) = card {
            self.networks[player].hand.push(card);
            self.memory.note(Note::Drew(player));
        }
        card.is_some()
    }

    /// Draws a Program, optionally of a given length (EC-Q14), if any.
    fn draw_program(&mut self, hour: Option<bool>, guide: &mut impl Guide) -> Option<usize> {
        let fits = |show: &&usize| hour.is_none_or(|hour| self.kit.shows[**show].hour == hour);
        let mut found: Vec<usize> = self.programs.iter().filter(fits).copied().collect();
        let short = found.is_empty();
        if short {
            found = self.dropped.iter().filter(fits).copied().collect();
        }
        if found.is_empty() {
            return None;
        }
        let possible = found.iter().map(|show| (Outcome::Program(*show as u8), 1)).collect();
        let Outcome::Program(show) = guide.chance(self, possible) else { panic!("a Program") };
        if short {
            self.seen.note("short", 1);
            self.programs.append(&mut self.dropped);
        }
        take(&mut self.programs, usize::from(show));
        Some(show.into())
    }

    /// The Hit#s on which a Program can hit; empty if a Modifier prevents hits.
    pub(crate) fn hits(&self, show: usize) -> Vec<u8> {
        let forbidden = self.changes(show).iter().any(|(change, _)| *change == Change::NoHits);
        if forbidden { Vec::new() } else { self.numbers(show) }
    }

    /// The Hit#s of a Program: printed ones and those of Modifiers (EC-51, EC-53), without blocked
    /// ones.
    fn numbers(&self, show: usize) -> Vec<u8> {
        let mut numbers: Vec<u8> = each(self.kit.shows[show].hits).collect();
        for card in self.runs[show].cards.iter().filter(|card| !card.face_down) {
            if let What::Modifier { hits, .. } = &self.kit.prints[card.print].what {
                numbers.extend(each(*hits));
            }
        }
        for (change, chosen) in self.changes(show) {
            numbers.retain(|number| change != Change::BlockNumber || chosen != Some(*number));
        }
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// The effects of Modifiers on a Program, each with its chosen detail.
    pub(crate) fn changes(&self, show: usize) -> Vec<(Change, Option<u8>)> {
        let cards = self.runs[show].cards.iter().filter(|card| !card.face_down);
        cards
            .filter_map(|card| match &self.kit.prints[card.print].what {
                What::Modifier { change, .. } => change.map(|change| (change, card.chosen)),
                _ => None,
            })
            .collect()
    }

    /// A Program's level in a genre; `None` if it does not have the genre.
    pub(crate) fn level(&self, show: usize, genre: usize) -> Option<u32> {
        let changes = self.changes(show);
        let (mut level, mut has, mut lower) = (0, false, 0);
        if let Some(printed) = self.kit.shows[show].levels.get(genre as u8) {
            (level, has) = (printed, true);
        }
        for (change, chosen) in changes {
            let this = chosen == Some(genre as u8);
            match change {
                Change::AddGenre(levels) if this => {
                    (level, has) = (level + u32::from(levels), true)
                }
                Change::RaiseGenre(levels) if this => level += u32::from(levels),
                Change::LowerGenres(levels) => lower += u32::from(levels),
                _ => {}
            }
        }
        has.then_some(level.saturating_sub(lower))
    }

    fn in_play(&self) -> Vec<Effect> {
        let effects = self.events.iter().map(|event| match self.kit.prints[*event].what {
            What::Event(effect) => effect,
            _ => panic!("an Event"),
        });
        effects.collect()
    }

    fn pays(&mut self, player: usize, dollars: u32) {
        let money = &mut self.networks[player].money;
        *money = money.checked_sub(dollars).expect("EC-Q30");
    }

    /// Adds counters to a Program, unless an Event prevents it.
    pub(crate) fn place_counters(&mut self, show: usize, counters: u32) {
        if !self.in_play().contains(&Effect::NoCounters) {
            self.runs[show].counters += counters;
        }
    }

    fn discard_from(&mut self, show: usize, meant: impl Fn(&Kit, &Attached) -> bool) {
        let (gone, stay): (Vec<Attached>, Vec<Attached>) =
            self.runs[show].cards.drain(..).partition(|card| meant(&self.kit, card));
        self.seen.note("expired", gone.len());
        gone.iter().for_each(|card| self.goes(card));
        self.runs[show].cards = stay;
    }

    /// Discards a card from a Program, face up.
    fn goes(&mut self, card: &Attached) {
        if card.face_down {
            self.memory.note(Note::Uncovered(card.number, card.print));
        }
        self.discards.push(card.print);
    }

    /// Removes a Program from its slot: it loses its Ads and one or all Ratings Counters (EC-22,
    /// EC-23, EC-57) and keeps its Modifiers (EC-Q11).
    fn leaves_slot(&mut self, player: usize, show: usize) {
        for slot in &mut self.networks[player].slots {
            if *slot == Some(show) {
                *slot = None;
            }
        }
        self.discard_from(show, is_ad);
        let counters = &mut self.runs[show].counters;
        *counters =
            if self.kit.rules.moved == Moved::LosesAll { 0 } else { counters.saturating_sub(1) };
    }

    /// Puts a Program into a slot; an hour takes both slots of the day (EC-19).
    fn takes_slot(&mut self, player: usize, show: usize, slot: usize) {
        let slots =
            if self.kit.shows[show].hour { slot / 2 * 2..slot / 2 * 2 + 2 } else { slot..slot + 1 };
        for slot in slots {
            assert!(self.networks[player].slots[slot].is_none(), "EC-19");
            self.networks[player].slots[slot] = Some(show);
        }
    }

    /// Discards a Program; its cards are discarded too.
    fn drop_program(&mut self, show: usize) {
        self.discard_from(show, |_, _| true);
        self.runs[show].counters = 0;
        self.dropped.push(show);
    }

    /// The open slots where a Program fits; of equivalent slots of a day only the first.
    pub(crate) fn open_slots(&self, player: usize, show: usize) -> Vec<usize> {
        let slots = &self.networks[player].slots;
        let open = |day: usize| {
            let free: Vec<usize> =
                (2 * day..2 * day + 2).filter(|slot| slots[*slot].is_none()).collect();
            let wanted = if self.kit.shows[show].hour { 2 } else { 1 };
            (free.len() >= wanted).then(|| free[0])
        };
        (0..5).filter_map(open).collect()
    }

    /// The winners: most points, then most money, else shared (EC-50, EC-Q31).
    pub(crate) fn winners(&self) -> Vec<usize> {
        let score = |player: &usize| (self.networks[*player].points, self.networks[*player].money);
        let players = 0..self.players();
        let best = players.clone().map(|player| score(&player)).max().expect("a player");
        players.filter(|player| score(player) == best).collect()
    }
}

fn is_ad(kit: &Kit, card: &Attached) -> bool {
    card.face_down || matches!(kit.prints[card.print].what, What::Ad { .. })
}

fn stays(kit: &Kit, card: &Attached) -> Lasts {
    // EC-Q21
    if is_ad(kit, card) { Lasts::Game } else { kit.prints[card.print].lasts }
}

/// Removes a card of this kind from a pile.
fn take(pile: &mut Vec<usize>, card: usize) {
    let at = pile.iter().position(|other| *other == card).expect("a card that is there");
    pile.swap_remove(at);
}
