//! Positions of 8/7 Central.

use super::cards::{
    CARDS, Card, Cards, Components, Face, NONE, PROGRAMS, Program, Programs, Totals, each, only,
};
use super::rules::{DAYS, LOTS};

/// The maximum number of seats (EC-1).
pub const SEATS: usize = 4;
/// The number of half-hour slots of a network: two per day; an hour takes both (EC-7, EC-19).
pub const SLOTS: usize = 2 * DAYS as usize;
/// A set of slots: bit i is slot i; the two slots of a day are adjacent bits.
pub(super) type Slots = u16;
/// The first slot of each day.
const FIRST_SLOTS: Slots = 0x155;

/// The step of the game: what is decided or drawn next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Phase {
    /// Chance: which seat is Player 1 (EC-4).
    First,
    /// Chance: the seat's first Play cards (EC-3).
    Deal,
    /// Chance: the seat's first Programs, if Programs are dealt (EC-58, EC-59).
    DealPrograms,
    /// The seat gives up dealt Programs (EC-Q36).
    Keep,
    /// Chance: Programs for an auction, or for empty positions of the display.
    Reveal,
    /// The seat bids on a Program or passes (EC-11).
    Bid,
    /// The seat chooses the amount of its bid on this lot.
    Amount(u8),
    /// The seat places, bumps or passes (EC-21).
    Place,
    /// The seat chooses a slot for a Program to place.
    PlaceAt(Program),
    /// The seat takes an action (EC-29).
    Act,
    /// The seat discards a card for dollars (EC-32).
    Fundraise,
    /// The seat discards cards, in the order of their faces, before it draws (EC-31).
    Refill {
        discarded: u8,
        least: Face,
    },
    /// The seat chooses the target of a card it played.
    Target(Card),
    /// The seat chooses a Hit#, a genre or an old Ad to replace.
    Detail(Card, Program),
    /// The seat chooses a Program for any card as an Ad (EC-56).
    Sponsor,
    /// The seat chooses an old Ad to replace.
    SponsorInstead(Program),
    /// The seat chooses the card to lay face down as an Ad.
    Cover(Program),
    /// The seat chooses a slot for a Program bought from the display (EC-Q36).
    BuyAt(Program),
    /// The seat chooses a slot for a Program that moves (EC-Q36).
    MoveTo(Program),
    /// Chance: cards for the seat, in its turn or (`on_hit`) as revenue.
    Draw {
        left: u8,
        on_hit: bool,
    },
    /// Chance: the two pairs of dice (EC-35).
    Roll,
    /// Chance: the die of a Program that may Jump the Shark (EC-48).
    Shark(Program),
    Over,
}

/// A position. Index bytes are 255 (`NONE`) for "nothing".
///
/// | field | bytes | content |
/// |---|---|---|
/// | `phase` | 4 | step of the game |
/// | `seat`, `first` | 2 | seat to move; seat of Player 1 |
/// | `week`, `day`, `round` | 3 | number of previous weeks, of previous days of the week, of previous auctions |
/// | `passes`, `left` | 2 | successive passes; actions left to the seat, or seats left to collect revenue |
/// | `money`, `points` | 2 × 16 | by seat: available chips; Victory Points |
/// | `bank` | 4 | chips that the bank has gained since the start |
/// | `offer` | 8 | Programs in the auction, or the half hours and then the hours of the display |
/// | `chips` | 64 | by Program in the auction and seat: chips bid on it |
/// | `programs`, `dropped` | 2 × 8 | deck and discard pile of Programs, as sets |
/// | `waiting`, `on_air` | 2 × 32 | by seat: its Programs in hand (public) and in slots |
/// | `slots`, `open`, `days` | 40 + 8 + 160 | by seat: Program in each slot; free slots; Programs of each day |
/// | `counters` | 64 | by Program: its Ratings Counters |
/// | `totals` | 160 | by day and seat: its Genre Totals |
/// | `viewed` | 8 | Programs that hit today, until they have paid |
/// | `deck`, `discards`, `hands` | 8 + 8 + 32 | Play cards, as sets |
/// | `table`, `covered` | 2 × 8 | Play cards in play; those face down as Ads |
/// | `held` | 8 | cards that all players know to be out of the deck, though not where: cards in hands and face down at the last shuffle |
/// | `bounds` | 64 | by card face down: an upper bound on the cards that are not `held` among the cards face down of the same seat with the same or a lower bound; it is the number of such cards the seat had when it next drew a card; 255 until then |
/// | `on`, `detail` | 64 + 32 | by card on a Program: the Program; the chosen Hit# or genre, 4 bits per card |
/// | `under` | 512 | by Program: the cards on it |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the table documents the fields
pub struct State {
    pub(super) phase: Phase,
    pub seat: u8,
    pub first: u8,
    pub week: u8,
    pub day: u8,
    pub round: u8,
    pub(super) passes: u8,
    pub(super) left: u8,
    pub(super) money: [u32; SEATS],
    pub(super) points: [u32; SEATS],
    pub(super) bank: i32,
    pub(super) offer: [Program; LOTS],
    pub(super) chips: [[u32; SEATS]; SEATS],
    pub(super) programs: Programs,
    pub dropped: Programs,
    pub(super) waiting: [Programs; SEATS],
    pub(super) on_air: [Programs; SEATS],
    pub(super) slots: [[Program; SLOTS]; SEATS],
    pub(super) open: [Slots; SEATS],
    pub(super) days: [[Programs; DAYS as usize]; SEATS],
    pub(super) counters: [u8; PROGRAMS],
    pub(super) totals: [[Totals; SEATS]; DAYS as usize],
    pub(super) viewed: Programs,
    pub deck: Cards,
    pub discards: Cards,
    pub(super) hands: [Cards; SEATS],
    pub table: Cards,
    pub(super) covered: Cards,
    pub(super) held: Cards,
    pub(super) bounds: [u8; CARDS],
    pub(super) on: [Program; CARDS],
    pub(super) detail: [u64; CARDS / 16],
    pub(super) under: [Cards; PROGRAMS],
}

#[allow(missing_docs)] // the names of the undocumented functions say it
impl State {
    pub(super) fn new(programs: Programs, deck: Cards, money: [u32; SEATS]) -> Self {
        Self {
            phase: Phase::First,
            seat: 0,
            first: 0,
            week: 0,
            day: 0,
            round: 0,
            passes: 0,
            left: 0,
            money,
            points: [0; SEATS],
            bank: 0,
            offer: [NONE; LOTS],
            chips: [[0; SEATS]; SEATS],
            programs,
            dropped: 0,
            waiting: [0; SEATS],
            on_air: [0; SEATS],
            slots: [[NONE; SLOTS]; SEATS],
            open: [(1 << SLOTS) - 1; SEATS],
            days: [[0; DAYS as usize]; SEATS],
            counters: [0; PROGRAMS],
            totals: [[Totals::default(); SEATS]; DAYS as usize],
            viewed: 0,
            deck,
            discards: 0,
            hands: [0; SEATS],
            table: 0,
            covered: 0,
            held: 0,
            bounds: [0; CARDS],
            on: [NONE; CARDS],
            detail: [0; CARDS / 16],
            under: [0; PROGRAMS],
        }
    }

    /// The available chips of a seat, without those bid in an auction.
    pub fn money(&self, seat: u8) -> u32 {
        self.money[usize::from(seat)]
    }

    pub fn points(&self, seat: u8) -> u32 {
        self.points[usize::from(seat)]
    }

    /// The Programs of a seat in its hand, without a slot.
    pub fn waiting(&self, seat: u8) -> Programs {
        self.waiting[usize::from(seat)]
    }

    /// The Programs of a seat in its slots.
    pub fn on_air(&self, seat: u8) -> Programs {
        self.on_air[usize::from(seat)]
    }

    pub fn hand(&self, seat: u8) -> Cards {
        self.hands[usize::from(seat)]
    }

    pub fn all_on_air(&self) -> Programs {
        self.on_air.iter().fold(0, |all, those| all | those)
    }

    pub fn in_slot(&self, seat: u8, slot: u8) -> Option<Program> {
        let program = self.slots[usize::from(seat)][usize::from(slot)];
        (program != NONE).then_some(program)
    }

    /// The slots where a Program may be placed: the first free slot of each day, for an hour the
    /// first slot of each free day. The two slots of a day are equivalent.
    #[inline]
    pub(super) fn free_slots(&self, seat: u8, hour: bool) -> Slots {
        let open = self.open[usize::from(seat)];
        let (first, second) = (open & FIRST_SLOTS, open >> 1 & FIRST_SLOTS);
        if hour { first & second } else { first | (second & !first) << 1 }
    }

    pub fn on_day(&self, seat: u8, day: u8) -> Programs {
        self.days[usize::from(seat)][usize::from(day)]
    }

    pub fn all_on_day(&self, day: u8) -> Programs {
        (0..SEATS as u8).fold(0, |all, seat| all | self.on_day(seat, day))
    }

    /// The Genre Totals of a day, by seat (EC-43).
    pub fn totals(&self, day: u8) -> &[Totals; SEATS] {
        &self.totals[usize::from(day)]
    }

    pub fn day_of(&self, program: Program) -> Option<u8> {
        let slots = &self.slots[usize::from(self.owner(program)?)];
        slots.iter().position(|there| *there == program).map(|slot| slot as u8 / 2)
    }

    pub fn owner(&self, program: Program) -> Option<u8> {
        let mut seats = self.on_air.iter().zip(&self.waiting);
        seats.position(|(a, b)| (a | b) >> program & 1 == 1).map(|seat| seat as u8)
    }

    pub fn counters(&self, program: Program) -> u8 {
        self.counters[usize::from(program)]
    }

    /// The Programs in an auction, or in the display: its half hours, then its hours.
    pub fn offer(&self) -> Vec<Option<Program>> {
        self.offer.iter().map(|program| (*program != NONE).then_some(*program)).collect()
    }

    /// The chips of a seat on the Program at index `lot` of an auction.
    pub fn chips(&self, lot: u8, seat: u8) -> u32 {
        self.chips[usize::from(lot)][usize::from(seat)]
    }

    pub fn cards_on(&self, program: Program, among: Cards) -> Cards {
        self.under[usize::from(program)] & among
    }

    pub fn on(&self, card: Card) -> Option<Program> {
        let program = self.on[usize::from(card)];
        (program != NONE).then_some(program)
    }

    /// The Hit# or genre chosen with a card.
    pub fn detail(&self, card: Card) -> u8 {
        (self.detail[usize::from(card / 16)] >> (card % 16 * 4)) as u8 & 15
    }

    pub(super) fn set_detail(&mut self, card: Card, detail: u8) {
        let (word, shift) = (&mut self.detail[usize::from(card / 16)], card % 16 * 4);
        *word = *word & !(15 << shift) | u64::from(detail) << shift;
    }

    /// The seat with the highest bid on a Program in an auction, and its chips (EC-11).
    #[inline]
    pub fn leader(&self, lot: u8) -> Option<(u8, u32)> {
        let most = self.highest(lot);
        let seat = self.chips[usize::from(lot)].iter().position(|chips| *chips == most)?;
        (most > 0).then_some((seat as u8, most))
    }

    pub(super) fn highest(&self, lot: u8) -> u32 {
        let [a, b, c, d] = &self.chips[usize::from(lot)];
        *a.max(b).max(c.max(d))
    }

    pub(super) fn pay(&mut self, seat: u8, dollars: u32) {
        self.money[usize::from(seat)] -= dollars;
        self.bank += dollars as i32;
    }

    pub(super) fn collect(&mut self, seat: u8, dollars: u32) {
        self.money[usize::from(seat)] += dollars;
        self.bank -= dollars as i32;
    }

    pub(super) fn take_program(&mut self, seat: u8, program: Program) {
        self.waiting[usize::from(seat)] |= 1 << program;
    }

    /// Puts a Program from the hand into slot `slot`; an hour takes the next slot as well.
    pub(super) fn put(&mut self, seat: u8, program: Program, slot: u8, hour: bool) {
        let at = usize::from(seat);
        let length = 1 + usize::from(hour);
        self.slots[at][usize::from(slot)..][..length].fill(program);
        self.open[at] &= !(((1 << length) - 1) << slot);
        self.days[at][usize::from(slot / 2)] |= 1 << program;
        self.waiting[at] &= !(1 << program);
        self.on_air[at] |= 1 << program;
    }

    /// Moves a Program from its slot to the hand of its owner.
    pub(super) fn take_off(&mut self, seat: u8, program: Program) {
        let at = usize::from(seat);
        let slots = self.slots[at].iter_mut().enumerate();
        for (slot, there) in slots.filter(|(_, there)| **there == program) {
            *there = NONE;
            self.open[at] |= 1 << slot;
        }
        self.days[at].iter_mut().for_each(|day| *day &= !(1 << program));
        self.on_air[at] &= !(1 << program);
        self.waiting[at] |= 1 << program;
    }

    pub(super) fn lay(&mut self, card: Card, on: Program) {
        self.on[usize::from(card)] = on;
        self.under[usize::from(on)] |= 1 << card;
    }

    /// Removes a card from its Program; returns whether it was on one.
    pub(super) fn lift(&mut self, card: Card) -> bool {
        let on = std::mem::replace(&mut self.on[usize::from(card)], NONE);
        let under = self.under.get_mut(usize::from(on));
        under.map(|under| *under &= !(1 << card)).is_some()
    }

    /// Discards a card of the seat's hand or a card in play; the card becomes public.
    pub(super) fn discard(&mut self, card: Card) {
        let others = !(1 << card);
        self.hands[usize::from(self.seat)] &= others;
        self.table &= others;
        if self.covered & !others != 0 {
            self.uncover(card);
        }
        self.held &= others;
        self.discards |= !others;
        if self.lift(card) {
            self.set_detail(card, 0);
        }
    }

    fn uncover(&mut self, card: Card) {
        self.covered &= !(1 << card);
        let bound = std::mem::take(&mut self.bounds[usize::from(card)]);
        let owner = self.on(card).and_then(|program| self.owner(program));
        if let Some(owner) = owner.filter(|_| self.held >> card & 1 == 0) {
            for other in each(self.covered_by(owner)) {
                let others = &mut self.bounds[usize::from(other)];
                *others -= u8::from(*others >= bound && *others != NONE);
            }
        }
    }

    /// The face-down cards behind the Programs of a seat.
    pub(super) fn covered_by(&self, seat: u8) -> Cards {
        let own = self.on_air(seat);
        only(self.covered, |card| self.on(card).is_some_and(|program| own >> program & 1 == 1))
    }

    /// Updates the bounds before a seat draws: at most as many of its face-down cards are not
    /// `held` as the seat has such cards in all.
    pub(super) fn bound_covered(&mut self, seat: u8) {
        let covered = self.covered_by(seat);
        let new = ((self.hand(seat) | covered) & !self.held).count_ones() as u8;
        for card in each(covered) {
            let bound = &mut self.bounds[usize::from(card)];
            *bound = new.min(*bound);
        }
    }

    /// Plays a card of the seat's hand face up.
    pub(super) fn play(&mut self, card: Card) {
        let others = !(1 << card);
        self.hands[usize::from(self.seat)] &= others;
        self.held &= others;
        self.table |= !others;
    }

    /// Plays a card of the seat's hand face down.
    pub(super) fn cover(&mut self, card: Card) {
        self.hands[usize::from(self.seat)] &= !(1 << card);
        self.table |= 1 << card;
        self.covered |= 1 << card;
        self.bounds[usize::from(card)] = NONE;
    }

    /// The Ads on a Program: Ad cards and face-down cards.
    pub(super) fn ads_on(&self, program: Program, cards: &Components) -> Cards {
        self.cards_on(program, cards.ads | self.covered)
    }

    /// The face-up cards of `among` on a Program.
    pub(super) fn modifiers_on(&self, program: Program, among: Cards) -> Cards {
        self.cards_on(program, among & !self.covered)
    }
}
