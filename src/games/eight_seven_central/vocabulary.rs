//! The decision points, actions and features of 8/7 Central. All points have the same features.
//! Action features describe the Program and the card of an action; they are 0 if it has none.

use std::ops::Deref;

use super::action::Action;
use super::cards::{
    CARDS, Face, GENRES, Happening, NONE, PROGRAMS, Program, Programs, Totals, What, chance, each,
    pips,
};
use super::edition::{MAX_ROUNDS, MAX_WEEKS};
use super::engine::EightSevenCentral;
use super::evaluation::{Outlook, Sight};
use super::rules::{ACTIONS, Acquisition, DAYS};
use super::state::{Phase, SEATS, SLOTS};
use crate::game::contract::Game;
use crate::game::decision::Decision;
use crate::game::publish::{Function, Point, Publish, features};
use crate::game::vocabulary::{CHANCE, TRUTH, always, one_of, to, up_to};
use crate::game::{ActionKind, Argument, Kind};

/// The indices of the decision points.
pub mod point {
    /// The Program to bid on.
    pub const BID: u8 = 0;
    /// The amount of a bid.
    pub const AMOUNT: u8 = 1;
    /// The dealt Program to give up.
    pub const KEEP: u8 = 2;
    /// The Program to place or bump.
    pub const PLACE: u8 = 3;
    /// The slot of a Program.
    pub const SLOT: u8 = 4;
    /// The action of a turn.
    pub const ACTION: u8 = 5;
    /// The card to discard for dollars.
    pub const FUNDRAISE: u8 = 6;
    /// The cards to discard before drawing.
    pub const REFILL: u8 = 7;
    /// The Program or player as target of a card.
    pub const TARGET: u8 = 8;
    /// The Hit#, genre or old Ad for a card.
    pub const DETAIL: u8 = 9;
    /// The card to lay as an Ad.
    pub const COVER: u8 = 10;
}

const DOLLARS: Kind = to(100_000_000);
const POINTS: Kind = to(1_000_000);
const COUNT: Kind = to(CARDS as i64);
const COUNTERS: Kind = to(u8::MAX as i64);
const LEVELS: Kind = to(10_000);
const GENRES_LED: Kind = to(GENRES.len() as i64);
const LEAD: Kind = Kind::Integer { min: -1000, max: 1000 };

features! {
    STATE: StateFeature<EightSevenCentral> by outlook;
    "money" DOLLARS, "dollars", "the player's available dollars, without bids in an auction" =>
        |it| it.state.money(it.seat);
    "staked" DOLLARS, "dollars", "the player's dollars in bids that are the highest on their Program" =>
        |it| it.leads()[1];
    "leading" to(SEATS as i64), "Programs",
        "Programs in the auction on which the player's bid is the highest" =>
        |it| it.leads()[0];
    "rounds_left" to(MAX_ROUNDS), "rounds",
        "remaining rounds of the starting line-up, including this one; 0 later" =>
        |it| it.game.rounds_left(it.state);
    "own_points" POINTS, "points", "the player's Victory Points" =>
        |it| it.state.points(it.seat);
    "best_opponent_points" POINTS, "points", "most Victory Points of an opponent" =>
        |it| it.most(|other| it.state.points(other));
    "score_difference" Kind::Integer { min: -1_000_000, max: 1_000_000 }, "points",
        "`own_points` less `best_opponent_points`: negative if the player is behind" =>
        |it| i64::from(it.state.points(it.seat)) - i64::from(it.most(|other| it.state.points(other)));
    "best_opponent_money" DOLLARS, "dollars", "most available dollars of an opponent" =>
        |it| it.most(|other| it.state.money(other));
    "opponents" to(SEATS as i64 - 1), "players", "number of opponents" =>
        |it| it.game.seats - 1;
    "auctions" TRUTH, "yes/no", "whether Programs are auctioned, by the rule `auctions`" =>
        |it| it.game.rules.acquisition == Acquisition::Auctions;
    "weeks_left" to(MAX_WEEKS), "weeks", "remaining weeks, including this one" =>
        |it| it.game.weeks - it.state.week;
    "day" Kind::Integer { min: 1, max: DAYS as i64 }, "day", "day of the week: 1 is Monday" =>
        |it| it.state.day + 1;
    "player_1" TRUTH, "yes/no", "whether the player is Player 1" =>
        |it| it.state.first == it.seat;
    "actions_left" to(ACTIONS as i64), "actions",
        "remaining actions of the turn, including this one; 0 outside of turns" =>
        |it| (it.state.seat == it.seat).then_some(it.state.left);
    "hand" COUNT, "cards", "Play cards in the player's hand" =>
        |it| it.state.hand(it.seat).count_ones();
    "hand_ads" COUNT, "cards", "Ad cards in the player's hand" =>
        |it| (it.state.hand(it.seat) & it.game.cards.ads).count_ones();
    "programs" to(SLOTS as i64), "Programs", "the player's Programs in slots" =>
        |it| it.state.on_air(it.seat).count_ones();
    "waiting" to(PROGRAMS as i64), "Programs", "the player's Programs in hand" =>
        |it| it.state.waiting(it.seat).count_ones();
    "free_slots" to(SLOTS as i64), "slots", "the player's free half-hour slots" =>
        |it| it.state.open[usize::from(it.seat)].count_ones();
    "led_today" GENRES_LED, "genres",
        "genres of the day in which the player's current total is the highest, including ties" =>
        |it| it.genres_led(it.seat, it.state.day);
    "best_opponent_led_today" GENRES_LED, "genres", "most genres led today by an opponent" =>
        |it| it.most(|other| it.genres_led(other, it.state.day));
    "led_in_week" to(GENRES.len() as i64 * DAYS as i64), "genres",
        "genres led by the player, summed over the days of the week, with current line-ups and counters" =>
        |it| (0..DAYS).map(|day| it.genres_led(it.seat, day)).sum::<u32>();
    "income" up_to(1e6), "dollars a week", "expected dollars per week of the player's Ads, without Events" =>
        |it| it.income();
    "shark_risk" up_to(PROGRAMS as f64), "Programs",
        "expected number of the player's Programs that would Jump the Shark now" =>
        |it| {
            let own = each(it.state.on_air(it.seat) | it.state.waiting(it.seat));
            own.map(|program| it.shark_risk(program)).sum::<f64>()
        };
}

features! {
    OF_ACTION: ActionFeature<EightSevenCentral> by About::new;
    "price" DOLLARS, "dollars",
        "dollars of the action: the bid, or the lowest legal bid; the price in the display; the cost of \
         the card; the bumps" =>
        |it| it.price_of(it.action);
    "own_bid" TRUTH, "yes/no", "whether the player's bid on the Program is the highest" =>
        |it| it.leads_bids(it.action);
    "levels" LEVELS, "levels", "sum of the Program's levels in all its genres" =>
        |it| Some(it.levels(it.program?).sum());
    "comedy" LEVELS, "levels", "the Program's level in Comedy; 0 without the genre" =>
        |it| Some(it.level(it.program?, 0));
    "news" LEVELS, "levels", "the Program's level in News; 0 without the genre" =>
        |it| Some(it.level(it.program?, 1));
    "drama" LEVELS, "levels", "the Program's level in Drama; 0 without the genre" =>
        |it| Some(it.level(it.program?, 2));
    "niche" LEVELS, "levels", "the Program's level in Niche; 0 without the genre" =>
        |it| Some(it.level(it.program?, 3));
    "genres" GENRES_LED, "genres", "number of the Program's genres" =>
        |it| Some(it.levels(it.program?).there().count());
    "pips" to(36), "of 36", "rolls of a pair of dice, of 36, that show one of the Program's Hit#s" =>
        |it| Some(pips(it.game.hits(it.state, it.program?)));
    "hit_chance" CHANCE, "probability", "probability that the Program hits on its day" =>
        |it| Some(chance(it.game.hits(it.state, it.program?)));
    "hour" TRUTH, "yes/no", "whether the Program takes an hour" =>
        |it| Some(it.game.cards.show(it.program?).hour);
    "symbols" to(3), "symbols", "number of the Program's Ad symbols" =>
        |it| Some(it.game.cards.show(it.program?).symbols.count_ones());
    "counters" COUNTERS, "counters", "Ratings Counters on the Program" =>
        |it| Some(it.state.counters(it.program?));
    "own" TRUTH, "yes/no", "whether the Program is the player's" =>
        |it| Some(it.state.owner(it.program?) == Some(it.seat));
    "today" TRUTH, "yes/no", "whether the Program is on today" =>
        |it| Some(it.state.day_of(it.program?) == Some(it.state.day));
    "slot_day" to(DAYS as i64), "day", "day of the slot, or of the Program: 1 is Monday; 0 in hand" =>
        |it| {
            let there = || it.state.day_of(it.program?);
            Some(it.day.or_else(there)? + 1)
        };
    "fits" TRUTH, "yes/no", "whether the player has a free slot for the Program" =>
        |it| Some(it.game.free_slots(it.state, it.seat, it.program?) != 0);
    "gain" Kind::Integer { min: -4, max: 4 }, "genres",
        "genres that the Program adds to those its owner leads, with current totals: on its day or the day \
         of the slot, else on the best day where it fits" =>
        |it| Some(match it.day {
            Some(day) => it.gain_of(it.seat, it.program?, day),
            None => it.gain(it.program?),
        });
    "worth" up_to((MAX_WEEKS * GENRES.len() as i64) as f64), "points",
        "expected points of the Program for its owner over the remaining weeks, with current line-ups and \
         counters: on its day or the day of the slot, else on the best day where it fits; a rival who shows \
         nothing of a genre counts as showing a random Program of the edition; in auctions of the shipped \
         edition the mean is 7 % to 27 % too high, and the root mean square error 0.8 to 3.1 points" =>
        |it| Some(match it.day {
            Some(day) => it.worth_on(it.program?, day),
            None => it.worth(it.program?),
        });
    "jump_chance" CHANCE, "probability", "probability that the Program would Jump the Shark now" =>
        |it| Some(it.shark_risk(it.program?));
    "revenue" to(10_000), "dollars", "dollars that the Ads on the Program pay per hit, without Events" =>
        |it| Some(it.revenue(it.program?));
    "ad" TRUTH, "yes/no", "whether the card is an Ad" =>
        |it| matches!(it.card(), Some(What::Ad { .. }));
    "modifier" TRUTH, "yes/no", "whether the card is a Modifier" =>
        |it| matches!(it.card(), Some(What::Modifier { .. }));
    "event" TRUTH, "yes/no", "whether the card is an Event" =>
        |it| matches!(it.card(), Some(What::Event(_)));
    "ad_income" Kind::Real { min: -10_000.0, max: 10_000.0 }, "dollars a week",
        "expected dollars per week of the Ad on the Program, else on the best Program, minus those of the \
         Ad that it replaces" =>
        |it| it.ad_income_of();
    "swing" LEAD, "points",
        "change by the card of the player's lead over the best opponent in today's points, with current \
         totals; on the Program, else on the best Program" =>
        |it| Some(match it.program {
            Some(on) => it.swing_on(it.face?, on, it.genre),
            None => it.swing(it.face?),
        });
    "chance_gain" Kind::Real { min: -1.0, max: 1.0 }, "probability",
        "change by the card of the probability that the Program hits; without a Program, the best change \
         among the player's Programs of today" =>
        |it| {
            let today = |_| it.state.on_day(it.seat, it.state.day);
            it.most_on(today, |face, on| it.chance_gain(face, on, it.number))
        };
    "relief" Kind::Real { min: -1.0, max: 1.0 }, "probability",
        "decrease by the card of the probability that the Program Jumps the Shark; without a Program, the \
         largest decrease among the player's Programs, at least 0" =>
        |it| {
            let own = |face| it.game.targets(it.state, face) & it.state.on_air(it.seat);
            it.most_on(own, |face, on| it.relief_on(face, on))
        };
    "draws" to(10), "cards", "cards that the Event draws" =>
        |it| match it.card()? {
            What::Event(Happening::DrawCards(count)) => Some(count),
            _ => None,
        };
    "their_money" DOLLARS, "dollars", "available dollars of the player that the card targets" =>
        |it| match it.action {
            Action::Seat(other) => Some(it.state.money(other)),
            _ => None,
        };
}

const PLAYER: Argument =
    Argument { name: "k", kind: Kind::Integer { min: 0, max: SEATS as i64 - 1 } };
const OF_DAY: Argument = Argument { name: "day", kind: Kind::Integer { min: 1, max: DAYS as i64 } };
const OF_GENRE: Argument =
    Argument { name: "genre", kind: Kind::Integer { min: 1, max: GENRES.len() as i64 } };

features! {
    OF_PLAYER: Function<EightSevenCentral>;
    "genre_total"(PLAYER, OF_DAY, OF_GENRE) LEVELS, "levels",
        "current Genre Total of the k-th player to the left (0 is the player) on a day; genres are \
         1 Comedy, 2 News, 3 Drama, 4 Niche" =>
        |(it, args)| {
            let seat = player(it, args)?;
            let [day, genre] = [(OF_DAY, 1), (OF_GENRE, 2)].map(|(of, place)| {
                args.get(place).filter(|arg| of.kind.contains(**arg)).map(|arg| *arg as u8 - 1)
            });
            it.state.totals(day?)[usize::from(seat)].get(genre?)
        };
    "player_points"(PLAYER) POINTS, "points",
        "Victory Points of the k-th player to the left; 0 is the player" =>
        |(it, args)| Some(it.state.points(player(it, args)?));
    "player_money"(PLAYER) DOLLARS, "dollars",
        "available dollars of the k-th player to the left; 0 is the player" =>
        |(it, args)| Some(it.state.money(player(it, args)?));
}

/// The seat of the player given by the first argument of a function.
fn player(decision: &Decision<'_, EightSevenCentral>, args: &[f64]) -> Option<u8> {
    let (seats, k) = (decision.game.seats(), *args.first()?);
    let there = PLAYER.kind.contains(k) && k < seats.into();
    there.then(|| (decision.seat + k as u8) % seats)
}

const fn point(
    name: &'static str,
    about: &'static str,
    actions: &'static [ActionKind],
    order: &'static str,
    default_about: &'static str,
) -> Point<EightSevenCentral> {
    let default = |it: &Decision<'_, EightSevenCentral>| it.game.usual(it);
    Point { name, about, actions, order, default_about, default, state: STATE, action: OF_ACTION }
}

impl Publish for EightSevenCentral {
    const NAME: &'static str = "eight-seven-central";

    const POINTS: &'static [Point<Self>] = &[
        point(
            "bid",
            "Whether to bid in an auction, and on which Program.",
            &[
                always("pass", "Makes no bid; the auction ends when all pass in succession."),
                one_of(
                    "bid",
                    "Opens the bidding on a Program, or raises; the amount is the next decision.",
                ),
            ],
            "pass, then Programs in the order of revealing",
            "bids on the Program of most levels that fits a free slot, on which the player does not have the \
             highest bid, and whose lowest bid is at most a dollar per level, and at most two dollars above an \
             even share of the money over the remaining rounds; else passes",
        ),
        point(
            "amount",
            "The total dollars to bid on the Program.",
            &[always("amount", "Bids this amount.")],
            "from the lowest bid up",
            "the lowest",
        ),
        point(
            "keep",
            "Which of the dealt Programs to give up, one at a time.",
            &[always("discard", "Gives up a Program.")],
            "by the order of the edition",
            "the one of fewest levels",
        ),
        point(
            "place",
            "Which Program to place, to bump or to discard, or to pass.",
            &[
                one_of("pass", "Does nothing; placing ends when all pass in succession."),
                one_of("place", "Places a Program from the hand; the slot is the next decision."),
                one_of("bump", "Moves a Program from its slot to the hand."),
                one_of("discard", "Discards a Program from the hand that fits no free slot."),
            ],
            "pass, place, bump, discard; each by the order of the edition",
            "places the Program that gains most genres, else passes, else discards the one of fewest levels",
        ),
        point(
            "slot",
            "The slot of a Program that is placed, bought or moved.",
            &[
                one_of(
                    "slot",
                    "Puts it into a slot: the first free slot of a day, or the slot of a Program to bump.",
                ),
                one_of("hold", "Keeps it in hand."),
            ],
            "from Monday on, then hold",
            "the slot where it gains most genres, then for the fewest dollars",
        ),
        point(
            "action",
            "The next action of a turn.",
            &[
                always("stop", "Ends the turn."),
                one_of("refill", "Discards any number of cards, then draws up to five."),
                one_of("fundraise", "Discards a card for dollars."),
                one_of("ad", "Plays an Ad card on an own Program."),
                one_of("modifier", "Plays a Modifier on any Program."),
                one_of("event", "Plays an Event."),
                one_of("sponsor", "Lays any card face down as an Ad on an own Program."),
                one_of("buy", "Buys a Program from the display."),
                one_of("move", "Moves a Program to another day."),
            ],
            "stop, refill, fundraise, cards in the order of the edition, sponsor, buy along the display, \
             move by the order of the edition",
            "the first possible of: an Ad that yields dollars; a card that improves the lead in today's \
             points; an Event that draws cards, or a Program from the display that gains genres for at most \
             half of the money; any card as an Ad; a refill with at most two cards in hand; Fundraising below \
             $6; a refill with three or four cards; the end of the turn",
        ),
        point(
            "fundraise",
            "Which card to discard for dollars.",
            &[always("discard", "Discards a card.")],
            "by the order of the edition",
            "the card of highest cost, an Ad last",
        ),
        point(
            "refill",
            "Whether to discard another card before drawing; the first is free.",
            &[
                one_of("draw", "Draws up to five cards."),
                one_of(
                    "discard",
                    "Discards a card; each further discard is at the same or a later place in the order of \
                     the edition.",
                ),
            ],
            "draw, then cards in the order of the edition",
            "draws, else discards the card of highest cost, an Ad last",
        ),
        point(
            "target",
            "The target of a card.",
            &[one_of("program", "Chooses a Program."), one_of("player", "Chooses an opponent.")],
            "by the order of the edition; players from seat 1 on",
            "where an Ad yields most dollars; where a Modifier or Event improves the lead in today's points \
             most; then an own Program for a card that helps and an opponent's for a card that harms",
        ),
        point(
            "detail",
            "The Hit# or genre for a card, or the old Ad to replace.",
            &[
                one_of("number", "Chooses a Hit# that no longer counts."),
                one_of("genre", "Chooses a genre."),
                one_of("replace", "Replaces an old Ad."),
            ],
            "numbers and genres in increasing order; old Ads in the order of the edition",
            "the genre that improves the lead in today's points most; the likeliest number of an opponent's \
             Program; the first old Ad",
        ),
        point(
            "cover",
            "Which card to lay face down as an Ad.",
            &[always("card", "Lays this card.")],
            "by the order of the edition",
            "the card of highest cost",
        ),
    ];

    type Sight = Sight;

    const FUNCTIONS: &'static [Function<Self>] = OF_PLAYER;
}

/// The position as the deciding seat sees it.
fn outlook<'a>(decision: &Decision<'a, EightSevenCentral>, sight: &'a Sight) -> Outlook<'a> {
    Outlook { game: decision.game, state: decision.state, seat: decision.seat, sight }
}

/// An action with its Program, card and other objects.
struct About<'a> {
    outlook: Outlook<'a>,
    action: Action,
    program: Option<Program>,
    face: Option<Face>,
    /// The chosen Hit#.
    number: Option<u8>,
    /// The chosen genre.
    genre: Option<u8>,
    /// The day of a slot.
    day: Option<u8>,
}

impl<'a> Deref for About<'a> {
    type Target = Outlook<'a>;

    fn deref(&self) -> &Outlook<'a> {
        &self.outlook
    }
}

impl<'a> About<'a> {
    /// Inlined, so each feature computes only the fields that it uses.
    #[inline(always)]
    fn new(decision: &Decision<'a, EightSevenCentral>, sight: &'a Sight, action: Action) -> Self {
        let (outlook, state) = (outlook(decision, sight), decision.state);
        let offered = |lot: u8| Some(state.offer[usize::from(lot)]).filter(|one| *one != NONE);
        let face = |card| Some(decision.game.cards.face(card));
        let (program, face) = match state.phase {
            Phase::Amount(lot) => (offered(lot), None),
            Phase::PlaceAt(program) | Phase::BuyAt(program) | Phase::MoveTo(program) => {
                (Some(program), None)
            }
            Phase::Target(card) => (None, face(card)),
            Phase::Detail(card, on) => (Some(on), face(card)),
            Phase::SponsorInstead(on) | Phase::Cover(on) => (Some(on), None),
            _ => (None, None),
        };
        let now = Self { outlook, action, program, face, number: None, genre: None, day: None };
        match action {
            Action::Lot(lot) | Action::Buy(lot) => Self { program: offered(lot), ..now },
            Action::Place(program)
            | Action::Bump(program)
            | Action::Drop(program)
            | Action::Move(program)
            | Action::Program(program) => Self { program: Some(program), ..now },
            Action::Play(face) | Action::Card(face) => Self { face: Some(face), ..now },
            Action::Slot(slot) => Self { day: Some(slot / 2), ..now },
            Action::Number(number) => Self { number: Some(number), ..now },
            Action::Genre(genre) => Self { genre: Some(genre), ..now },
            _ => now,
        }
    }

    /// The kind and effect of the card.
    fn card(&self) -> Option<What> {
        self.face.map(|face| self.game.cards.printed(face).what)
    }

    fn ad_income_of(&self) -> f64 {
        let phase = self.state.phase;
        let sponsor = matches!(phase, Phase::Sponsor) || self.action == Action::Sponsor;
        match self.program {
            _ if self.face.is_none() && !sponsor => 0.0,
            Some(on) => self.ad_income_on(self.face, on),
            None => self.ad_income(self.face),
        }
    }

    /// The effect `does` of the card on its Program, else the maximum over the Programs `those`.
    fn most_on(
        &self,
        those: impl Fn(Face) -> Programs,
        does: impl Fn(Face, Program) -> f64,
    ) -> Option<f64> {
        let face = self.face?;
        Some(match self.program {
            Some(on) => does(face, on),
            None => each(those(face)).map(|on| does(face, on)).fold(0.0, f64::max),
        })
    }
}

impl Outlook<'_> {
    /// The maximum over the opponents.
    fn most(&self, of: impl Fn(u8) -> u32) -> u32 {
        self.game.others(self.seat).map(of).max().unwrap_or(0)
    }

    /// The number of Programs on which the seat's bid is the highest, and their dollars.
    fn leads(&self) -> [u32; 2] {
        let lots = (0..self.game.seats).filter_map(|lot| self.state.leader(lot));
        let own = lots.filter(|(leader, _)| *leader == self.seat);
        own.fold([0, 0], |[count, all], (_, dollars)| [count + 1, all + dollars])
    }

    fn levels(&self, program: Program) -> Totals {
        self.game.levels(self.state, program)
    }

    fn level(&self, program: Program, genre: u8) -> u32 {
        self.levels(program).get(genre).unwrap_or(0)
    }

    pub(super) fn price_of(&self, action: Action) -> u32 {
        let Self { game, state, .. } = *self;
        match (action, state.phase) {
            (Action::Amount(dollars), _) => dollars,
            (Action::Lot(lot), _) => game.bids(state, lot).start,
            (Action::Buy(lot), _) => game.price(lot).unwrap_or(0),
            (Action::Bump(_), _) => game.rules.bump,
            (Action::Play(face) | Action::Card(face), _) => game.cards.printed(face).cost.into(),
            (Action::Slot(slot), Phase::MoveTo(program)) => {
                game.in_the_way(state, program, slot).count_ones() * game.rules.bump
            }
            _ => 0,
        }
    }

    /// Whether the seat has the highest bid on the Program of an action.
    pub(super) fn leads_bids(&self, action: Action) -> bool {
        let leader = match (self.state.phase, action) {
            (Phase::Amount(lot), _) | (_, Action::Lot(lot)) => self.state.leader(lot),
            _ => None,
        };
        leader.is_some_and(|(leader, _)| leader == self.seat)
    }
}
