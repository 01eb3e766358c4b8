//! The decision points, actions and features of Str8 Eight. Both points have the same features.

use std::cell::OnceCell;

use super::cards::{
    CARDS, Card, Cards, Deck, Direction, NOT_REACHED, Numbers, above, each, last, numbers, passes,
};
use super::edition::MAX_PENALTY;
use super::engine::{Action, EIGHT, HAND, SEATS, State, Str8Eight};
use super::estimate::{Coming, NEVER, Row};
use crate::game::contract::Game;
use crate::game::decision::Decision;
use crate::game::publish::{Function, Point, Publish, features};
use crate::game::vocabulary::{CHANCE, TRUTH, always, one_of, to};
use crate::game::{Argument, Kind};

/// The indices of the decision points.
pub mod point {
    /// The pile to draw from.
    pub const DRAW: u8 = 0;
    /// The card to lay, pass or discard.
    pub const PLAY: u8 = 1;
}

const NUMBER: Kind = to(250);
const COUNT: Kind = to(CARDS as i64);
const LENGTH: Kind = to(EIGHT as i64);
const SUM: Kind = to(4 * 8 * 250);
const SCORE: Kind = Kind::Integer { min: -1_000_000_000, max: 1_000_000_000 };

features! {
    STATE: StateFeature<Str8Eight>;
    "own_length" LENGTH, "cards", "cards in the player's sequence" =>
        |it| it.state.sequence(it.seat).count_ones();
    "own_last" NUMBER, "number", "last number of the player's sequence; 0 before it begins" =>
        |it| it.game.last_number(it.state, it.seat);
    "own_total" SUM, "points", "sum of the player's sequence so far" =>
        |it| it.game.deck.sum(it.state.sequence(it.seat));
    "str8_eight" TRUTH, "yes/no",
        "whether the player's sequence can still become a Str8 Eight: it is of one colour group, and \
         enough greater cards of that group are in no sequence" =>
        |it| it.game.deck.colours.iter().any(|group| it.game.may_be(it.state, it.seat, *group));
    "hand_penalty" SUM, "points",
        "cost of the player's hand if an opponent completed a sequence now" =>
        |it| it.game.cost(it.state.hand(it.seat));
    "hand_passes" to(4), "cards", "pass cards in the player's hand" =>
        |it| passes(it.state.hand(it.seat)).count_ones();
    "next_cards" COUNT, "cards", "cards of the deck that fit the player's sequence next" =>
        |it| it.game.following(it.state, it.seat).count_ones();
    "unseen_next" COUNT, "cards",
        "cards that fit the player's sequence next and whose place the player does not know: the draw \
         pile or an opponent's hand" =>
        |it| {
            let unseen = numbers(it.game.unseen(it.state, it.seat));
            (unseen & it.game.following(it.state, it.seat)).count_ones()
        };
    "draw_fits" CHANCE, "probability",
        "probability that the next card of the draw pile fits the player's sequence, as far as the \
         player knows" =>
        |it| it.game.draw_fits(it.state, it.seat);
    "best_opponent_length" LENGTH, "cards", "cards in the longest sequence of an opponent" =>
        |it| it.game.most(it.seat, |other| it.state.sequence(other).count_ones() as i32);
    "best_opponent_total" SUM, "points", "highest sum of an opponent's sequence" =>
        |it| it.game.most(it.seat, |other| it.game.deck.sum(it.state.sequence(other)));
    "own_score" SCORE, "points", "the player's points from previous hands" =>
        |it| it.state.points(it.seat);
    "best_opponent_score" SCORE, "points", "most points of an opponent from previous hands" =>
        |it| it.game.most(it.seat, |other| it.state.points(other));
    "score_difference" Kind::Integer { min: -2_000_000_000, max: 2_000_000_000 }, "points",
        "`own_score` less `best_opponent_score`: negative if the player is behind" =>
        |it| it.state.points(it.seat) - it.game.most(it.seat, |other| it.state.points(other));
    "target" Kind::Integer { min: 1, max: 1_000_000 }, "points", "points that end the game" =>
        |it| it.game.target();
    "pile" COUNT, "cards", "cards in the draw pile" => |it| it.state.draw_pile.count_ones();
    "discards" COUNT, "cards", "cards in the discard pile" => |it| it.state.discards().len();
    "turns" to(100_000), "turns", "previous turns of all players in this hand" =>
        |it| it.state.turn;
    "opponents" to(SEATS as i64 - 1), "players", "number of opponents" =>
        |it| it.game.seats() - 1;
}

features! {
    /// Features of the card that leaves the hand; at [`point::DRAW`] of the card that would be
    /// taken. For the draw pile all features except `turns_to_go` are 0.
    OF_CARD: ActionFeature<Str8Eight> by Shown::new;
    "number" NUMBER, "number", "number on the card; 0 for a pass card" =>
        |it| it.deck().value(it.card?);
    "penalty" to(MAX_PENALTY), "points", "cost of the card if left in a hand at the end" =>
        |it| Some(it.game.cost(1 << it.card?));
    "fits" TRUTH, "yes/no", "whether the card fits the player's sequence next" =>
        |it| Some(it.fits(it.number()?, it.seat));
    "steps" to(NOT_REACHED as i64), "cards",
        "minimum number of cards to lay until the player's sequence ends with this card, including the \
         card: 1 if it fits now, 9 if it cannot be reached" =>
        |it| it.steps(it.seat);
    "turns_to_go" Kind::Real { min: 0.0, max: NEVER as f64 }, "turns",
        "estimated number of the player's own turns until the sequence is complete, for the hand and the \
         sequence after the action (for the top discard, after its best play); a card of the hand takes a \
         turn to lay, any other card takes the turns until it is drawn: for the next card computed from \
         unseen cards and, with half weight, discarded ones; for later cards, and for the choice of \
         cards, from the whole deck" =>
        |it| it.turns_to_go();
    "taken" TRUTH, "yes/no", "whether the card was taken from the discard pile in this turn" =>
        |it| it.card.is_some() && it.state.taken == it.card;
    "colour" TRUTH, "yes/no",
        "whether the card can be part of a Str8 Eight with the player's sequence so far" =>
        |it| {
            let card = it.number()?;
            let later = above(it.state.sequence(it.seat)) >> card & 1 == 1;
            Some(later && it.game.may_be(it.state, it.seat, it.group(card)))
        };
    "hand_colour" to(3), "cards", "other cards of the player's hand in the card's colour group" =>
        |it| it.others_of(|card| it.group(card));
    "followers" COUNT, "cards", "unseen cards that may follow the card" =>
        |it| {
            let unseen = numbers(it.game.unseen(it.state, it.seat));
            Some((unseen & it.deck().next(1 << it.number()?)).count_ones())
        };
    "hand_followers" to(4), "cards", "cards of the player's hand that may follow the card" =>
        |it| it.others_of(|card| it.deck().next(1 << card));
    "twins" to(4), "cards", "other cards of the player's hand with the same number" =>
        |it| it.others_of(|card| it.deck().twins(card));
    "next_steps" to(NOT_REACHED as i64), "cards",
        "`steps` for the sequence of the player to the left" =>
        |it| it.steps(it.game.after(it.seat));
    "fits_opponents" to(SEATS as i64 - 1), "players", "opponents whose sequence the card fits next" =>
        |it| {
            let card = it.number()?;
            Some(it.game.opponents(it.seat).filter(|other| it.fits(card, *other)).count())
        };
    "known_coming" to(3), "cards",
        "cards that the player knows in the hand to be received by a pass card; 0 for other cards" =>
        |it| Some(it.game.coming(it.state, it.seat, it.passes()?).count_ones());
    "known_fits" to(3), "cards",
        "cards among `known_coming` that fit the player's sequence next" =>
        |it| {
            let coming = numbers(it.game.coming(it.state, it.seat, it.passes()?));
            Some((coming & it.game.following(it.state, it.seat)).count_ones())
        };
    "receiver_length" LENGTH, "cards",
        "cards in the sequence of the player who would receive the hand by a pass card; 0 for other \
         cards" =>
        |it| {
            let steps = it.passes()?.steps(it.game.seats());
            Some(it.state.sequence((it.seat + steps) % it.game.seats()).count_ones())
        };
}

/// An opponent, counted in order of turns from the next player.
const OPPONENT: Argument =
    Argument { name: "k", kind: Kind::Integer { min: 1, max: SEATS as i64 - 1 } };

features! {
    OF_OPPONENT: Function<Str8Eight>;
    "opponent_length"(OPPONENT) LENGTH, "cards", "cards in the sequence of opponent k, where 1 plays next" =>
        |(it, args)| Some(it.state.sequence(opponent(it, args)?).count_ones());
    "opponent_last"(OPPONENT) NUMBER, "number",
        "last number of the sequence of opponent k; 0 before it begins" =>
        |(it, args)| Some(it.game.last_number(it.state, opponent(it, args)?));
    "opponent_score"(OPPONENT) SCORE, "points", "points of opponent k from previous hands" =>
        |(it, args)| Some(it.state.points(opponent(it, args)?));
    "opponent_known"(OPPONENT) to(HAND as i64), "cards",
        "cards that the player knows in the hand of opponent k" =>
        |(it, args)| Some((it.state.hand(opponent(it, args)?) & it.state.known(it.seat)).count_ones());
    "opponent_known_fits"(OPPONENT) to(HAND as i64), "cards",
        "cards among `opponent_known` that fit the sequence of opponent k next" =>
        |(it, args)| {
            let other = opponent(it, args)?;
            let known = it.state.hand(other) & it.state.known(it.seat);
            Some((numbers(known) & it.game.following(it.state, other)).count_ones())
        };
}

/// The seat of the opponent given by the first argument of a function.
fn opponent(decision: &Decision<'_, Str8Eight>, args: &[f64]) -> Option<u8> {
    let (seats, k) = (decision.game.seats(), *args.first()?);
    (1.0..=f64::from(seats - 1)).contains(&k).then(|| (decision.seat + k as u8) % seats)
}

impl Publish for Str8Eight {
    const NAME: &'static str = "str8-eight";

    const POINTS: &'static [Point<Self>] = &[
        Point {
            name: "draw",
            about: "Whether to draw from the draw pile or to take the top of the discard pile, if there \
                    is a discard.",
            actions: &[
                always("pile", "Draws the next card of the draw pile, unseen."),
                always("discard", "Takes the card on top of the discard pile, face up."),
            ],
            order: "the draw pile, then the discard pile",
            default_about: "the discard pile if its top card fits next, else the draw pile",
            default: |it| {
                let top = it.state.discards().last().map_or(0, |card| 1 << card);
                let fits = numbers(top) & it.game.following(it.state, it.seat) != 0;
                it.actions()[usize::from(fits)]
            },
            state: STATE,
            action: OF_CARD,
        },
        Point {
            name: "play",
            about: "Which of the four cards in the hand leaves it, and how.",
            actions: &[
                one_of("lay", "Lays a number card at the end of the player's own sequence."),
                one_of("pass", "Plays a pass card: all hands are passed on in its direction."),
                always("discard", "Puts a card on the discard pile."),
            ],
            order: "cards to lay, then pass cards to play, then cards to discard; each sorted by number, \
                    then by colour, pass cards last",
            default_about: "lays the lowest card that fits, else discards the card of highest cost",
            default: |it| it.game.usual_play(it.actions()),
            state: STATE,
            action: OF_CARD,
        },
    ];

    type Sight = Sight;

    const FUNCTIONS: &'static [Function<Self>] = OF_OPPONENT;
}

/// Values shared by the features of a decision.
#[derive(Debug, Default)]
pub struct Sight {
    /// The cards that may be drawn, and the plans for the own sequence.
    ahead: OnceCell<(Coming, Row)>,
}

impl Str8Eight {
    fn opponents(&self, seat: u8) -> impl Iterator<Item = u8> {
        (0..self.seats()).filter(move |other| *other != seat)
    }

    /// The maximum over the opponents.
    fn most(&self, seat: u8, of: impl Fn(u8) -> i32) -> i32 {
        self.opponents(seat).map(of).max().unwrap_or(0)
    }

    /// The cards of the deck that may follow the sequence of a seat.
    fn following(&self, state: &State, seat: u8) -> Numbers {
        self.deck.next(state.sequence(seat))
    }

    /// The cards of the draw pile and of other hands, except those whose holder the seat knows.
    fn unseen(&self, state: &State, seat: u8) -> Cards {
        state.draw_pile | state.in_hands() & !(state.hand(seat) | state.known(seat))
    }

    /// Whether the sequence of a seat can still become a Str8 Eight of a colour group.
    fn may_be(&self, state: &State, seat: u8, group: Numbers) -> bool {
        let own = state.sequence(seat);
        let laid = (0..self.seats()).fold(0, |all, seat| all | state.sequence(seat));
        let left = group & !laid & above(own);
        own & !group == 0 && own.count_ones() + left.count_ones() >= EIGHT
    }

    fn last_number(&self, state: &State, seat: u8) -> u8 {
        last(state.sequence(seat)).and_then(|card| self.deck.value(card)).unwrap_or(0)
    }

    /// The cards that may be drawn, and the plans for the sequence of a seat.
    fn ahead(&self, state: &State, seat: u8) -> (Coming, Row) {
        let coming = Coming::new(self.unseen(state, seat), self.to_shuffle(state));
        (coming, *self.turns().row(state.sequence(seat)))
    }

    /// The expected number of turns until the sequence of a seat is complete.
    pub(super) fn turns_alone(&self, state: &State, seat: u8) -> f64 {
        let (coming, row) = self.ahead(state, seat);
        self.turns().turns(&self.deck, &coming, &row, numbers(state.hand(seat))).into()
    }

    /// The probability that the next card drawn fits. Cards that all players know to be in hands
    /// are not in the draw pile; all other unseen cards are equally likely. An empty pile is first
    /// replaced by the shuffled discards and pass cards.
    fn draw_fits(&self, state: &State, seat: u8) -> f64 {
        let cards = match state.draw_pile {
            0 => self.to_shuffle(state),
            _ => self.unseen(state, seat) & !state.held,
        };
        let fits = numbers(cards) & self.following(state, seat);
        f64::from(fits.count_ones()) / f64::from(cards.count_ones().max(1))
    }

    /// The cards that the seat knows in the hand that it would receive by a pass card.
    fn coming(&self, state: &State, seat: u8, direction: Direction) -> Cards {
        let from = (seat + self.seats() - direction.steps(self.seats())) % self.seats();
        state.hand(from) & state.known(seat)
    }

    /// Lays the first card that fits, else discards the first card of highest cost.
    fn usual_play(&self, actions: &[Action]) -> Action {
        let cost = |action: &Action| match action {
            Action::Discard(card) => self.cost(1 << card),
            _ => -1,
        };
        let dearer = |best, one: &Action| if cost(one) > cost(&best) { *one } else { best };
        match actions[0] {
            lay @ Action::Lay(_) => lay,
            first => actions.iter().fold(first, dearer),
        }
    }
}

/// An action with its card, if any.
struct Shown<'a> {
    game: &'a Str8Eight,
    state: &'a State,
    seat: u8,
    sight: &'a Sight,
    action: Action,
    card: Option<Card>,
}

impl<'a> Shown<'a> {
    #[inline]
    fn new(decision: &Decision<'a, Str8Eight>, sight: &'a Sight, action: Action) -> Self {
        let Decision { game, state, seat, .. } = *decision;
        let card = match action {
            Action::Pile => None,
            Action::Take => state.discards().last().copied(),
            Action::Lay(card) | Action::Pass(card) | Action::Discard(card) => Some(card),
        };
        Self { game, state, seat, sight, action, card }
    }

    fn deck(&self) -> &'a Deck {
        &self.game.deck
    }

    /// The card if it is a number card.
    fn number(&self) -> Option<Card> {
        self.card.filter(|card| self.deck().direction(*card).is_none())
    }

    /// The direction in which the action passes hands, if any.
    fn passes(&self) -> Option<Direction> {
        match self.action {
            Action::Pass(card) => self.deck().direction(card),
            _ => None,
        }
    }

    fn fits(&self, number: Card, seat: u8) -> bool {
        self.game.following(self.state, seat) >> number & 1 == 1
    }

    /// The minimum number of cards until the sequence of a seat ends with the card.
    fn steps(&self, seat: u8) -> Option<u32> {
        self.card?;
        let steps = |number| self.deck().steps(self.state.sequence(seat), number);
        Some(self.number().map_or(NOT_REACHED, steps))
    }

    /// The cards of the colour group of a number card.
    fn group(&self, number: Card) -> Numbers {
        self.deck().colours[usize::from(self.deck().colour(number))]
    }

    /// The number of other cards of the hand in the set that `those` returns for the number card.
    fn others_of(&self, those: impl FnOnce(Card) -> Numbers) -> Option<u32> {
        let number = self.number()?;
        let hand = numbers(self.state.hand(self.seat)) & !(1 << number);
        Some((hand & those(number)).count_ones())
    }

    fn turns_to_go(&self) -> f32 {
        let Self { game, state, seat, .. } = *self;
        let (deck, table, hand) = (self.deck(), game.turns(), numbers(state.hand(seat)));
        let (coming, row) = self.sight.ahead.get_or_init(|| game.ahead(state, seat));
        let one = |card: Card| numbers(1 << card);
        let keeping = |hand: Numbers| table.turns(deck, coming, row, hand);
        let laying =
            |card: Card, hand: Numbers| table.turns(deck, coming, table.then(row, card), hand);
        match self.action {
            Action::Pile => keeping(hand),
            Action::Take => {
                let Some(top) = state.discards().last().copied() else { return NEVER };
                let fits = one(top) & deck.next(state.sequence(seat)) != 0;
                let lay = if fits { laying(top, hand) } else { NEVER };
                let keep = one(top) | hand;
                // If a card can no longer be laid, it is the one to discard.
                if state.hand(seat) & !Cards::from(row.useful) != 0 {
                    return lay.min(keeping(keep));
                }
                each(hand).map(|card| keeping(keep & !one(card))).fold(lay, f32::min)
            }
            Action::Lay(card) => laying(card, hand & !one(card)),
            Action::Discard(card) => keeping(hand & !one(card)),
            Action::Pass(card) => {
                let coming = deck.direction(card).map(|to| game.coming(state, seat, to));
                keeping(coming.map_or(0, numbers))
            }
        }
    }
}
