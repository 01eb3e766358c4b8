//! What a policy for Str8 Eight may name: its decision points, kinds of action and features, and the
//! value of each feature to a seat.
//!
//! Both decision points show the same features of the state, so a feature has the same slot at both.

use super::cards::{CARDS, Card, Cards, Numbers, last};
use super::edition::MAX_PENALTY;
use super::engine::{Action, EIGHT, SEATS, State, Str8Eight};
use crate::game::contract::Game;
use crate::game::decision::Decision;
use crate::game::publish::Publish;
use crate::game::{Argument, DecisionPoint, Function, Kind, Vocabulary};
use crate::games::deciding::{CHANCE, TRUTH, always, features, one_of, to};

/// Indices of [`VOCABULARY`]'s decision points.
pub mod point {
    /// Where to draw.
    pub const DRAW: u8 = 0;
    /// Which card leaves the hand, and how.
    pub const PLAY: u8 = 1;
}

const NUMBER: Kind = to(250);
const COUNT: Kind = to(CARDS as i64);
const LENGTH: Kind = to(EIGHT as i64);
const SUM: Kind = to(4 * 8 * 250);
const SCORE: Kind = Kind::Integer { min: -1_000_000_000, max: 1_000_000_000 };

features! {
    /// The features of the state, by their slots.
    See, STATE:
    OwnLength "own_length" LENGTH, "cards", "Cards in the player's sequence.";
    OwnLast "own_last" NUMBER, "number", "The last number of the player's sequence; 0 before it begins.";
    OwnTotal "own_total" SUM, "points", "The sum of the player's sequence so far.";
    OwnColour "own_colour" TRUTH, "yes/no",
        "Whether the player's sequence has begun and is of one colour group so far.";
    HandPenalty "hand_penalty" SUM, "points",
        "What the player's hand would cost if another completed a sequence now.";
    HandFits "hand_fits" to(4), "cards", "Cards in the player's hand that may be laid next.";
    HandPasses "hand_passes" to(4), "cards", "Pass cards in the player's hand.";
    UnseenFits "unseen_fits" COUNT, "cards",
        "Cards that may be laid next and that the player has not seen in a place they are still in: \
         they lie in the draw pile or in a hand.";
    DrawFits "draw_fits" CHANCE, "probability",
        "The chance that the next card of the draw pile may be laid next, for all the player can know.";
    Top "top" NUMBER, "number",
        "The number on top of the discard pile; 0 for a pass card and for an empty pile.";
    TopFits "top_fits" TRUTH, "yes/no",
        "Whether the card on top of the discard pile may be laid next to the player's sequence.";
    TopColour "top_colour" TRUTH, "yes/no",
        "Whether that card would leave the player's sequence of one colour group.";
    TopFollowers "top_followers" COUNT, "cards",
        "Unseen cards, and cards of the player's hand, that may follow that card.";
    TopIsPass "top_is_pass" TRUTH, "yes/no", "Whether a pass card lies on top of the discard pile.";
    BestLength "best_opponent_length" LENGTH, "cards", "Cards in the longest sequence of an opponent.";
    BestTotal "best_opponent_total" SUM, "points", "The highest sum of an opponent's sequence.";
    NextLength "next_length" LENGTH, "cards", "Cards in the sequence of the player to the left.";
    OwnScore "own_score" SCORE, "points", "The player's points from the hands before.";
    BestScore "best_opponent_score" SCORE, "points", "The most points of an opponent from the hands before.";
    Target "target" Kind::Integer { min: 1, max: 1_000_000 }, "points", "The points that end the game.";
    Pile "pile" COUNT, "cards", "Cards in the draw pile.";
    Discards "discards" COUNT, "cards", "Cards in the discard pile.";
    Turns "turns" to(100_000), "turns", "Turns of all players in this hand before this one.";
    Opponents "opponents" to(SEATS as i64 - 1), "players", "The number of opponents.";
}

features! {
    /// The features of an action at [`point::PLAY`], by their places.
    Show, OF_CARD:
    Number "number" NUMBER, "number", "The number on the card; 0 for a pass card.";
    Penalty "penalty" to(MAX_PENALTY), "points", "What the card costs in a hand at the end.";
    Fits "fits" TRUTH, "yes/no", "Whether the card may be laid next.";
    Colour "colour" TRUTH, "yes/no",
        "Whether laying the card next leaves the player's sequence of one colour group.";
    ColourLeft "colour_left" LENGTH, "cards",
        "Cards of its colour group that are still to be had (in the player's hand, unseen, or on top of \
         the discard pile) and greater than the card; 0 for a pass card.";
    Followers "followers" COUNT, "cards", "Unseen cards that may follow the card.";
    HandFollowers "hand_followers" to(4), "cards", "Cards of the player's hand that may follow the card.";
    Steps "steps" to(EIGHT as i64 + 1), "cards",
        "The fewest cards until the player's sequence ends with this card, itself included: 1 where it \
         fits now; 9 where it cannot be reached.";
    Twins "twins" to(4), "cards", "Other cards of the player's hand with the same number.";
    FitsNext "fits_next" TRUTH, "yes/no", "Whether the player to the left could lay the card next.";
    FitsOpponents "fits_opponents" to(SEATS as i64 - 1), "players", "Opponents who could lay the card next.";
    KnownComing "known_coming" to(3), "cards",
        "Cards of the hand that a pass card would bring which the player knows; 0 for other cards.";
    KnownFits "known_fits" to(3), "cards",
        "Cards among these that may be laid next to the player's sequence.";
    ForLength "receiver_length" LENGTH, "cards",
        "Cards in the sequence of the player whom a pass card would give the hand; 0 for other cards.";
}

const OPPONENT: &[Argument] =
    &[Argument { name: "k", kind: Kind::Integer { min: 1, max: SEATS as i64 - 1 } }];

/// Everything a policy for Str8 Eight may name.
pub static VOCABULARY: Vocabulary = Vocabulary {
    game: "str8-eight",
    points: &[
        DecisionPoint {
            name: "draw",
            about: "Whether to draw from the draw pile or to take the top of the discard pile; asked \
                    where there is a discard.",
            actions: &[
                always("pile", "Draws the next card of the draw pile, unseen."),
                always("discard", "Takes the card on top of the discard pile, for all to see."),
            ],
            order: "the draw pile, then the discard pile",
            default: "the discard pile where its top may be laid next, else the draw pile",
            state: STATE,
            action: &[],
            hidden: 0,
        },
        DecisionPoint {
            name: "play",
            about: "Which of the four cards in the hand leaves it, and how.",
            actions: &[
                one_of("lay", "Lays a number card next to the player's own sequence."),
                one_of("pass", "Plays a pass card: all hands go round in its direction."),
                always("discard", "Puts a card on the discard pile."),
            ],
            order: "cards to lay, then pass cards to play, then cards to discard; each from the lowest \
                    number up, of equal numbers by colour, pass cards last",
            default: "lays the lowest card that fits, else discards the card that costs most",
            state: STATE,
            action: OF_CARD,
            hidden: 0,
        },
    ],
    functions: &[
        Function {
            name: "opponent_length",
            parameters: OPPONENT,
            kind: LENGTH,
            unit: "cards",
            about: "Cards in the sequence of opponent k: 1 plays next.",
        },
        Function {
            name: "opponent_last",
            parameters: OPPONENT,
            kind: NUMBER,
            unit: "number",
            about: "The last number of the sequence of opponent k; 0 before it begins.",
        },
        Function {
            name: "opponent_score",
            parameters: OPPONENT,
            kind: SCORE,
            unit: "points",
            about: "The points of opponent k from the hands before.",
        },
    ],
    model: &[],
};

impl Str8Eight {
    fn opponents(&self, seat: u8) -> impl Iterator<Item = u8> {
        (0..self.seats()).filter(move |other| *other != seat)
    }

    /// The cards a seat has not seen in a place they are still in: those of the draw pile and of other
    /// hands, but for what it knows to be in them.
    fn unseen(&self, state: &State, seat: u8) -> Cards {
        let others = self.opponents(seat).fold(Cards::NONE, |all, other| all | state.hand(other));
        state.draw_pile() | others & !state.known(seat)
    }

    /// The cards of a colour group that are still to be had by a seat, by the rank of the last one.
    fn left_of_colour(&self, state: &State, seat: u8, card: Card) -> u32 {
        let top = state.discards().last().map_or(Cards::NONE, |top| Cards::one(*top));
        let there = self.unseen(state, seat) | state.hand(seat) | top;
        let above = Numbers::MAX.checked_shl(u32::from(card) + 1).unwrap_or(0);
        (there.numbers() & self.deck().of_colour(self.deck().colour(card)) & above).count_ones()
    }

    /// Whether a sequence would be of one colour group with `card` at its end.
    fn colour_with(&self, sequence: Numbers, card: Card) -> bool {
        sequence & !self.deck().of_colour(self.deck().colour(card)) == 0
    }

    /// The fewest cards until a sequence ends with `card`; beyond a full one where it cannot.
    fn steps(&self, sequence: Numbers, card: Card) -> u32 {
        let one = 1 << card;
        let mut reached = self.deck().next(sequence);
        for steps in 1..=EIGHT - sequence.count_ones().min(EIGHT) {
            if reached & one != 0 {
                return steps;
            }
            // Only cards below the one that is looked for can lead to it.
            reached = Cards::from(reached & (one - 1))
                .each()
                .fold(0, |all, card| all | self.deck().next(1 << card));
        }
        EIGHT + 1
    }

    fn penalty(&self, hand: Cards) -> i32 {
        self.deck().sum(hand.numbers()) + self.rules().pass_penalty * hand.passes() as i32
    }

    fn top(&self, state: &State) -> Option<Card> {
        state.discards().last().copied()
    }

    fn top_number(&self, state: &State) -> Option<Card> {
        self.top(state).filter(|card| self.deck().value(*card).is_some())
    }

    fn last_number(&self, state: &State, seat: u8) -> u8 {
        let card = last(state.sequence(seat));
        card.and_then(|card| self.deck().value(card)).unwrap_or(0)
    }

    fn seen(&self, state: &State, seat: u8, feature: See) -> f64 {
        let own = state.sequence(seat);
        let hand = state.hand(seat);
        let next = || self.deck().next(own);
        let most = |of: &dyn Fn(u8) -> i32| self.opponents(seat).map(of).max().unwrap_or(0);
        let top = || self.top_number(state);
        let truth = |it: bool| i32::from(it);
        let value: i32 = match feature {
            See::OwnLength => own.count_ones() as i32,
            See::OwnLast => self.last_number(state, seat).into(),
            See::OwnTotal => self.deck().sum(own),
            See::OwnColour => truth(last(own).is_some_and(|card| self.colour_with(own, card))),
            See::HandPenalty => self.penalty(hand),
            See::HandFits => (hand.numbers() & next()).count_ones() as i32,
            See::HandPasses => hand.passes() as i32,
            See::UnseenFits => (self.unseen(state, seat).numbers() & next()).count_ones() as i32,
            See::DrawFits => return self.draw_fits(state, seat),
            See::Top => top().and_then(|card| self.deck().value(card)).unwrap_or(0).into(),
            See::TopFits => truth(top().is_some_and(|card| next() >> card & 1 == 1)),
            See::TopColour => truth(
                top().is_some_and(|card| next() >> card & 1 == 1 && self.colour_with(own, card)),
            ),
            See::TopFollowers => top().map_or(0, |card| {
                let there = (self.unseen(state, seat) | hand).numbers();
                (there & self.deck().next(1 << card)).count_ones() as i32
            }),
            See::TopIsPass => truth(self.top(state).is_some() && top().is_none()),
            See::BestLength => most(&|other| state.sequence(other).count_ones() as i32),
            See::BestTotal => most(&|other| self.deck().sum(state.sequence(other))),
            See::NextLength => state.sequence(self.after(seat)).count_ones() as i32,
            See::OwnScore => state.points(seat),
            See::BestScore => {
                let scores = self.opponents(seat).map(|other| state.points(other));
                scores.max().unwrap_or(0)
            }
            See::Target => self.rules().target,
            See::Pile => state.draw_pile().len() as i32,
            See::Discards => state.discards().len() as i32,
            See::Turns => state.turn() as i32,
            See::Opponents => i32::from(self.seats()) - 1,
        };
        value.into()
    }

    /// The chance that the next card drawn may be laid next. What everybody counts into hands is not
    /// in the draw pile; of the rest every card is as likely there as any other. An empty pile is made
    /// anew of what was discarded and passed.
    fn draw_fits(&self, state: &State, seat: u8) -> f64 {
        let mut cards = self.unseen(state, seat) & !state.held();
        if state.draw_pile().is_empty() {
            let discards = state.discards().iter().map(|card| Cards::one(*card));
            cards = discards.fold(state.passed(), |all, card| all | card);
        }
        let fits = cards.numbers() & self.deck().next(state.sequence(seat));
        if cards.is_empty() { 0.0 } else { f64::from(fits.count_ones()) / f64::from(cards.len()) }
    }

    fn shown(&self, state: &State, seat: u8, action: Action, feature: Show) -> f64 {
        let (Action::Lay(card) | Action::Pass(card) | Action::Discard(card)) = action else {
            return 0.0;
        };
        let deck = self.deck();
        let (own, hand) = (state.sequence(seat), state.hand(seat));
        let number = deck.value(card);
        let numbered = |value: u32| if number.is_some() { value } else { 0 };
        let after = || if number.is_some() { deck.next(1 << card) } else { 0 };
        let fits =
            |other: u8| number.is_some() && deck.next(state.sequence(other)) >> card & 1 == 1;
        let direction = match action {
            Action::Pass(_) => deck.direction(card),
            _ => None,
        };
        // A hand comes from where it would go in the opposite direction.
        let seats = u32::from(self.seats());
        let steps = direction.map(|direction| u32::from(direction.steps(self.seats())));
        let moved = |by: u32| ((u32::from(seat) + by) % seats) as u8;
        let coming = || {
            steps.map_or(Cards::NONE, |steps| state.hand(moved(seats - steps)) & state.known(seat))
        };
        let value: u32 = match feature {
            Show::Number => number.unwrap_or(0).into(),
            Show::Penalty => self.penalty(Cards::one(card)) as u32,
            Show::Fits => fits(seat).into(),
            Show::Colour => (fits(seat) && self.colour_with(own, card)).into(),
            Show::ColourLeft if number.is_some() => {
                self.left_of_colour(state, seat, card).min(EIGHT)
            }
            Show::ColourLeft => 0,
            Show::Followers => (self.unseen(state, seat).numbers() & after()).count_ones(),
            Show::HandFollowers => (hand.numbers() & after()).count_ones(),
            Show::Steps if number.is_some() => self.steps(own, card),
            Show::Steps => EIGHT + 1,
            Show::Twins => numbered(
                hand.each().filter(|other| *other != card && deck.value(*other) == number).count()
                    as u32,
            ),
            Show::FitsNext => fits(self.after(seat)).into(),
            Show::FitsOpponents => self.opponents(seat).filter(|other| fits(*other)).count() as u32,
            Show::KnownComing => coming().len(),
            Show::KnownFits => (coming().numbers() & deck.next(own)).count_ones(),
            Show::ForLength => steps.map_or(0, |steps| state.sequence(moved(steps)).count_ones()),
        };
        value.into()
    }
}

impl Publish for Str8Eight {
    const SORTED_BY_KIND: bool = true;
    type Sight = ();

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    fn kind(&self, _: u8, action: Action) -> usize {
        match action {
            Action::Pile | Action::Lay(_) => 0,
            Action::Take | Action::Pass(_) => 1,
            Action::Discard(_) => 2,
        }
    }

    fn sight(&self, _: &Decision<'_, Self>) {}

    fn see(&self, decision: &Decision<'_, Self>, (): &(), slot: usize) -> f64 {
        See::ALL.get(slot).map_or(0.0, |feature| self.seen(decision.state, decision.seat, *feature))
    }

    fn show(&self, decision: &Decision<'_, Self>, (): &(), action: Action, place: usize) -> f64 {
        let shown = |feature: &Show| self.shown(decision.state, decision.seat, action, *feature);
        Show::ALL.get(place).map_or(0.0, shown)
    }

    fn call(&self, decision: &Decision<'_, Self>, (): &(), function: usize, args: &[f64]) -> f64 {
        let count = f64::from(self.seats() - 1);
        let k = args.first().copied().unwrap_or(0.0);
        if !(1.0..=count).contains(&k) {
            return 0.0;
        }
        let (state, seats) = (decision.state, self.seats());
        let other = (decision.seat + k as u8) % seats;
        match function {
            0 => state.sequence(other).count_ones().into(),
            1 => self.last_number(state, other).into(),
            _ => state.points(other).into(),
        }
    }

    fn default(&self, decision: &Decision<'_, Self>) -> usize {
        let Decision { state, seat, actions, .. } = *decision;
        match actions[0] {
            Action::Pile => usize::from(self.seen(state, seat, See::TopFits) != 0.0),
            Action::Lay(_) => 0,
            _ => {
                let cost = |action: &Action| match action {
                    Action::Discard(card) => self.penalty(Cards::one(*card)),
                    _ => -1,
                };
                let costs = actions.iter().map(cost).enumerate();
                let dearest = costs.reduce(|best, one| if one.1 > best.1 { one } else { best });
                dearest.map_or(0, |(index, _)| index)
            }
        }
    }
}
