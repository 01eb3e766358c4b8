//! What a policy for Str8 Eight may name: its decision points, kinds of action and features, and the
//! value of each feature to a seat.
//!
//! Both decision points show the same features of the state, so a feature has the same slot at both.

use std::cell::OnceCell;

use super::cards::{CARDS, Card, Cards, Direction, NOT_REACHED, Numbers, above, each, last};
use super::edition::MAX_PENALTY;
use super::engine::{Action, EIGHT, HAND, SEATS, State, Str8Eight};
use super::estimate::{Coming, NEVER, Row};
use crate::game::contract::Game;
use crate::game::decision::Decision;
use crate::game::publish::Publish;
use crate::game::vocabulary::{CHANCE, TRUTH, always, features, one_of, to};
use crate::game::{Argument, DecisionPoint, Function, Kind, Vocabulary};

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
    Str8Eight "str8_eight" TRUTH, "yes/no",
        "Whether the player's sequence can still become a Str8 Eight: it is of one colour group, and \
         enough greater cards of that group lie in no sequence.";
    HandPenalty "hand_penalty" SUM, "points",
        "What the player's hand would cost if another completed a sequence now.";
    HandPasses "hand_passes" to(4), "cards", "Pass cards in the player's hand.";
    NextCards "next_cards" COUNT, "cards", "Cards of the deck that may follow the player's sequence.";
    UnseenNext "unseen_next" COUNT, "cards",
        "Those of them that the player has not seen in a place they are still in: they lie in the draw \
         pile or in a hand.";
    DrawFits "draw_fits" CHANCE, "probability",
        "The chance that the next card of the draw pile may be laid next, for all the player can know.";
    BestLength "best_opponent_length" LENGTH, "cards", "Cards in the longest sequence of an opponent.";
    BestTotal "best_opponent_total" SUM, "points", "The highest sum of an opponent's sequence.";
    OwnScore "own_score" SCORE, "points", "The player's points from the hands before.";
    BestScore "best_opponent_score" SCORE, "points", "The most points of an opponent from the hands before.";
    Target "target" Kind::Integer { min: 1, max: 1_000_000 }, "points", "The points that end the game.";
    Pile "pile" COUNT, "cards", "Cards in the draw pile.";
    Discards "discards" COUNT, "cards", "Cards in the discard pile.";
    Turns "turns" to(100_000), "turns", "Turns of all players in this hand before this one.";
    Opponents "opponents" to(SEATS as i64 - 1), "players", "The number of opponents.";
}

features! {
    /// The features of an action, by their places: of the card that leaves the hand, at
    /// [`point::DRAW`] of the one that would be taken. For the draw pile all but `turns_to_go` are 0.
    Show, OF_CARD:
    Number "number" NUMBER, "number", "The number on the card; 0 for a pass card.";
    Penalty "penalty" to(MAX_PENALTY), "points", "What the card costs in a hand at the end.";
    Fits "fits" TRUTH, "yes/no", "Whether the card may be laid next.";
    Steps "steps" to(NOT_REACHED as i64), "cards",
        "The fewest cards until the player's sequence ends with this card, itself included: 1 where it \
         fits now; 9 where it cannot be reached.";
    TurnsToGo "turns_to_go" Kind::Real { min: 0.0, max: NEVER as f64 }, "turns",
        "An estimate of the player's own turns until the sequence is complete, with the hand and the \
         sequence that the action leaves, for the top discard after the best play of it: a card in the \
         hand takes a turn to lay; for another one waits until it is drawn. How long that takes for the \
         next one goes by the cards not seen and those discarded, which count half; which ones are \
         worth it and how long all later ones take, by the whole deck.";
    Taken "taken" TRUTH, "yes/no", "Whether the card was taken from the discard pile in this turn.";
    Colour "colour" TRUTH, "yes/no",
        "Whether the card may be part of a Str8 Eight with the player's sequence so far.";
    HandColour "hand_colour" to(3), "cards", "Other cards of the player's hand of the card's colour group.";
    Followers "followers" COUNT, "cards", "Unseen cards that may follow the card.";
    HandFollowers "hand_followers" to(4), "cards", "Cards of the player's hand that may follow the card.";
    Twins "twins" to(4), "cards", "Other cards of the player's hand with the same number.";
    StepsNext "next_steps" to(NOT_REACHED as i64), "cards",
        "The same as `steps` for the sequence of the player to the left.";
    FitsOpponents "fits_opponents" to(SEATS as i64 - 1), "players", "Opponents who could lay the card next.";
    KnownComing "known_coming" to(3), "cards",
        "Cards of the hand that a pass card would bring which the player knows; 0 for other cards.";
    KnownFits "known_fits" to(3), "cards",
        "Cards among these that may be laid next to the player's sequence.";
    ForLength "receiver_length" LENGTH, "cards",
        "Cards in the sequence of the player whom a pass card would give the hand; 0 for other cards.";
}

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
            action: OF_CARD,
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
        of_opponent(
            "opponent_length",
            LENGTH,
            "cards",
            "Cards in the sequence of opponent k: 1 plays next.",
        ),
        of_opponent(
            "opponent_last",
            NUMBER,
            "number",
            "The last number of the sequence of opponent k; 0 before it begins.",
        ),
        of_opponent(
            "opponent_score",
            SCORE,
            "points",
            "The points of opponent k from the hands before.",
        ),
        of_opponent(
            "opponent_known",
            to(HAND as i64),
            "cards",
            "Cards in the hand of opponent k which the player knows.",
        ),
        of_opponent(
            "opponent_known_fits",
            to(HAND as i64),
            "cards",
            "Cards among these that opponent k may lay next.",
        ),
    ],
};

/// A function of an opponent, counted in the order of turns.
const fn of_opponent(
    name: &'static str,
    kind: Kind,
    unit: &'static str,
    about: &'static str,
) -> Function {
    const OPPONENT: &[Argument] =
        &[Argument { name: "k", kind: Kind::Integer { min: 1, max: SEATS as i64 - 1 } }];
    Function { name, parameters: OPPONENT, kind, unit, about }
}

/// What a decision's features have in common.
#[derive(Debug, Default)]
pub struct Sight {
    /// The cards to come, and the plans for the own sequence.
    ahead: OnceCell<(Coming, Row)>,
}

impl Str8Eight {
    fn opponents(&self, seat: u8) -> impl Iterator<Item = u8> {
        (0..self.seats()).filter(move |other| *other != seat)
    }

    /// The cards a seat has not seen in a place they are still in: those of the draw pile and of other
    /// hands, but for what it knows to be in them.
    fn unseen(&self, state: &State, seat: u8) -> Cards {
        let hands = (0..SEATS as u8).fold(Cards::NONE, |all, seat| all | state.hand(seat));
        state.draw_pile() | hands & !(state.hand(seat) | state.known(seat))
    }

    /// Whether the sequence of a seat can still become a Str8 Eight of a colour group.
    fn may_be(&self, state: &State, seat: u8, group: Numbers) -> bool {
        let own = state.sequence(seat);
        let laid = (0..self.seats()).fold(0, |all, seat| all | state.sequence(seat));
        let left = group & !laid & above(own);
        own & !group == 0 && own.count_ones() + left.count_ones() >= EIGHT
    }

    fn penalty(&self, hand: Cards) -> i32 {
        self.deck().sum(hand.numbers()) + self.rules().pass_penalty * hand.passes() as i32
    }

    /// What a card costs in a hand at the end.
    fn cost(&self, card: Card) -> i32 {
        self.deck().value(card).map_or(self.rules().pass_penalty, i32::from)
    }

    fn last_number(&self, state: &State, seat: u8) -> u8 {
        let card = last(state.sequence(seat));
        card.and_then(|card| self.deck().value(card)).unwrap_or(0)
    }

    /// The cards to come, and the plans for the sequence of a seat.
    fn ahead(&self, state: &State, seat: u8) -> (Coming, Row) {
        let coming = Coming::new(self.unseen(state, seat), self.to_shuffle(state));
        (coming, *self.turns().row(state.sequence(seat)))
    }

    /// The turns to go of a seat with its hand.
    pub(super) fn turns_alone(&self, state: &State, seat: u8) -> f64 {
        let (coming, row) = self.ahead(state, seat);
        self.turns().turns(self.deck(), &coming, &row, state.hand(seat).numbers()).into()
    }

    /// See [`Show::TurnsToGo`].
    #[inline(never)]
    fn turns_to_go(&self, decision: &Decision<'_, Self>, sight: &Sight, action: Action) -> f32 {
        let Decision { state, seat, .. } = *decision;
        let (deck, table, hand) = (self.deck(), self.turns(), state.hand(seat).numbers());
        let (coming, row) = sight.ahead.get_or_init(|| self.ahead(state, seat));
        let one = |card: Card| Cards::one(card).numbers();
        let keeping = |hand: Numbers| table.turns(deck, coming, row, hand);
        let laying =
            |card: Card, hand: Numbers| table.turns(deck, coming, table.then(row, card), hand);
        match action {
            Action::Pile => keeping(hand),
            Action::Take => {
                let Some(top) = state.discards().last().copied() else { return NEVER };
                let fits = one(top) & deck.next(state.sequence(seat)) != 0;
                let lay = if fits { laying(top, hand) } else { NEVER };
                let keep = one(top) | hand;
                // A card that cannot be laid any more is the one to discard.
                if !(state.hand(seat) & !Cards::from(row.useful)).is_empty() {
                    return lay.min(keeping(keep));
                }
                each(hand).map(|card| keeping(keep & !one(card))).fold(lay, f32::min)
            }
            Action::Lay(card) => laying(card, hand & !one(card)),
            Action::Discard(card) => keeping(hand & !one(card)),
            Action::Pass(card) => {
                let coming = deck.direction(card).map(|to| self.coming(state, seat, to));
                keeping(coming.map_or(0, Cards::numbers))
            }
        }
    }

    fn seen(&self, state: &State, seat: u8, feature: See) -> f64 {
        let own = state.sequence(seat);
        let next = || self.deck().next(own);
        let most = |of: &dyn Fn(u8) -> i32| self.opponents(seat).map(of).max().unwrap_or(0);
        let value: i32 = match feature {
            See::OwnLength => own.count_ones() as i32,
            See::OwnLast => self.last_number(state, seat).into(),
            See::OwnTotal => self.deck().sum(own),
            See::Str8Eight => {
                self.deck().colours().iter().any(|group| self.may_be(state, seat, *group)).into()
            }
            See::HandPenalty => self.penalty(state.hand(seat)),
            See::HandPasses => state.hand(seat).passes() as i32,
            See::NextCards => next().count_ones() as i32,
            See::UnseenNext => (self.unseen(state, seat).numbers() & next()).count_ones() as i32,
            See::DrawFits => return self.draw_fits(state, seat),
            See::BestLength => most(&|other| state.sequence(other).count_ones() as i32),
            See::BestTotal => most(&|other| self.deck().sum(state.sequence(other))),
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
        let cards = match state.draw_pile().is_empty() {
            true => self.to_shuffle(state),
            false => self.unseen(state, seat) & !state.held(),
        };
        let fits = cards.numbers() & self.deck().next(state.sequence(seat));
        if cards.is_empty() { 0.0 } else { f64::from(fits.count_ones()) / f64::from(cards.len()) }
    }

    /// A feature of an action with its card. Apart from [`Publish::describe`], which would otherwise get
    /// ready for all of them.
    #[inline(never)]
    fn shown(&self, state: &State, seat: u8, (action, card): (Action, Card), feature: Show) -> u32 {
        match (feature, action, self.deck().direction(card)) {
            (Show::Steps | Show::StepsNext, _, Some(_)) => NOT_REACHED,
            (_, Action::Pass(_), Some(to)) => self.shown_of_pass(state, seat, to, feature),
            (.., Some(_)) => 0,
            (.., None) => self.shown_of_number(state, seat, card, feature),
        }
    }

    /// A feature of an action whose card is a number.
    fn shown_of_number(&self, state: &State, seat: u8, card: Card, feature: Show) -> u32 {
        let (deck, one) = (self.deck(), 1 << card);
        let hand = state.hand(seat).numbers() & !one;
        let fits = |other: u8| deck.next(state.sequence(other)) & one != 0;
        let group = || deck.colours()[usize::from(deck.colour(card))];
        match feature {
            Show::Number => deck.value(card).unwrap_or(0).into(),
            Show::Fits => fits(seat).into(),
            Show::Steps => deck.steps(state.sequence(seat), card),
            Show::Colour => {
                let later = above(state.sequence(seat)) & one != 0;
                (later && self.may_be(state, seat, group())).into()
            }
            Show::HandColour => (hand & group()).count_ones(),
            Show::Followers => (self.unseen(state, seat).numbers() & deck.next(one)).count_ones(),
            Show::HandFollowers => (hand & deck.next(one)).count_ones(),
            Show::Twins => (hand & deck.twins(card)).count_ones(),
            Show::StepsNext => deck.steps(state.sequence(self.after(seat)), card),
            Show::FitsOpponents => self.opponents(seat).filter(|other| fits(*other)).count() as u32,
            _ => 0,
        }
    }

    /// A feature of a pass card that would be played in a direction.
    fn shown_of_pass(&self, state: &State, seat: u8, direction: Direction, feature: Show) -> u32 {
        let (steps, seats) = (direction.steps(self.seats()), self.seats());
        match feature {
            Show::KnownComing => self.coming(state, seat, direction).len(),
            Show::KnownFits => {
                let fits = self.deck().next(state.sequence(seat));
                (self.coming(state, seat, direction).numbers() & fits).count_ones()
            }
            Show::ForLength => state.sequence((seat + steps) % seats).count_ones(),
            _ => 0,
        }
    }

    /// What a seat knows of the hand that a pass card would bring it: that of the player from whom the
    /// seat is as far as its own hand goes.
    fn coming(&self, state: &State, seat: u8, direction: Direction) -> Cards {
        let from = (seat + self.seats() - direction.steps(self.seats())) % self.seats();
        state.hand(from) & state.known(seat)
    }
}

impl Publish for Str8Eight {
    type Sight = Sight;

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    fn sight(&self, _: &Decision<'_, Self>) -> Sight {
        Sight::default()
    }

    fn see(&self, decision: &Decision<'_, Self>, _: &Sight, slot: usize) -> f64 {
        See::ALL.get(slot).map_or(0.0, |feature| self.seen(decision.state, decision.seat, *feature))
    }

    fn describe(
        &self,
        decision: &Decision<'_, Self>,
        sight: &Sight,
        action: Action,
        wanted: &[usize],
        features: &mut [f64],
    ) {
        let Decision { state, seat, .. } = *decision;
        let card = match action {
            Action::Pile => None,
            Action::Take => state.discards().last().copied(),
            Action::Lay(card) | Action::Pass(card) | Action::Discard(card) => Some(card),
        };
        for place in wanted {
            let Some(feature) = Show::ALL.get(*place).copied() else { continue };
            features[*place] = match (feature, card) {
                (Show::TurnsToGo, _) => self.turns_to_go(decision, sight, action).into(),
                (_, None) => 0.0,
                (Show::Taken, Some(card)) => f64::from(state.taken() == Some(card)),
                (Show::Penalty, Some(card)) => self.cost(card).into(),
                (_, Some(card)) => self.shown(state, seat, (action, card), feature).into(),
            };
        }
    }

    fn call(&self, decision: &Decision<'_, Self>, _: &Sight, function: usize, args: &[f64]) -> f64 {
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
            2 => state.points(other).into(),
            _ => {
                let known = state.hand(other) & state.known(decision.seat);
                let fits = self.deck().next(state.sequence(other));
                let counted = if function == 3 { known } else { (known.numbers() & fits).into() };
                counted.len().into()
            }
        }
    }

    fn default(&self, decision: &Decision<'_, Self>) -> Action {
        let (state, actions) = (decision.state, decision.actions());
        let cost = |action: &Action| match action {
            Action::Discard(card) => self.cost(*card),
            _ => -1,
        };
        match actions[0] {
            Action::Pile => {
                let top = state.discards().last().map_or(Cards::NONE, |card| Cards::one(*card));
                let fits = top.numbers() & self.deck().next(state.sequence(decision.seat)) != 0;
                actions[usize::from(fits)]
            }
            lay @ Action::Lay(_) => lay,
            // The first of the dearest.
            first => actions.iter().fold(
                first,
                |best, one| {
                    if cost(one) > cost(&best) { *one } else { best }
                },
            ),
        }
    }
}
