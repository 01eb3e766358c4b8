//! The pending steps of a turn, and the decisions they need.
//!
//! An Action may add a bonus, a bonus may add a box; each of them may need a decision. Pending steps are
//! a stack in the state, the next step on top, so a copied state can be continued from any decision.

use super::abilities::Ability;
use super::compiled::{Effects, Game};
use super::edition::BonusKind;
use super::event::{Cause, Event};
use super::legal_actions::{Action, Legal, at_extra};
use super::state::State;
use super::track::Horses;
use super::vocabulary::{kind, point};
use crate::game::contract::Log;

/// The maximum number of pending steps: each completed line, each card bought and the boxes of one
/// Jersey may leave a step while the steps above it are resolved.
pub(super) const MOST_DUE: usize = 32;

/// A pending step of the player whose turn it is. Numbers of cards and horses count from 0; `cards` are
/// the cards whose ability is still to be decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(align(8))]
pub enum Due {
    #[default]
    Nothing,
    /// The Action of the turn (LS-24).
    Act,
    /// The rewards of completed lines, in any order (LS-A15): Concession Bonuses, a concession for each
    /// of the cards `marks` and a move back for each of the cards `moves`.
    Lines { bonuses: u8, marks: Horses, moves: Horses },
    /// A Concession Bonus to be marked (LS-29).
    Bonus,
    /// A Free Bet by a bonus.
    FreeBet { dollars: u8 },
    /// A horse from the Market by a bonus.
    FreeHorse,
    /// A Helmet by a bonus.
    Helmet,
    /// A Jersey by a bonus.
    Jersey,
    /// A bonus that moves horses; abilities may add to its `spaces` first.
    Further { bonus: BonusKind, cards: Horses, spaces: u8 },
    /// The choice of horses, which then move together.
    Move(Move),
    /// The next of `left` marks by the ability of a card.
    Mark { card: u8, left: u8 },
    /// A horse at half its cost by the ability of a card.
    HalfPrice { card: u8 },
    /// A box on the card of a horse, the first of `left` boxes; `rest` of the others are due to the same
    /// ability. A box by an ability may be declined.
    Box { horse: u8, by: Cause, left: u8, rest: u8 },
    /// Money that the owner of a horse pays to the player who marked its Jersey.
    JerseyTakes { horse: u8 },
    /// Bets that abilities add to a jockey set.
    SetBets { cards: Horses, horse: u8 },
    /// Moves that abilities add to a bet on a horse.
    SpaceMoves { cards: Horses, horse: u8 },
    /// Abilities that pay others at scoring, which their owners may decline (LS-39).
    AtScoring { cards: Horses },
}

/// A move of horses while its horses are being chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The spaces each horse moves; negative is backward.
    pub(super) spaces: i8,
    /// The number of horses still to be chosen.
    pub(super) left: u8,
    pub(super) chosen: Horses,
    /// The card whose ability moves the horses; that move may be declined. `None` for a bonus.
    pub(super) card: Option<u8>,
}

/// A decision: the seat, the decision point and the legal actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Asked {
    pub seat: u8,
    pub point: u8,
    pub legal: Legal,
    pub context: Context,
}

/// The details of a decision that the rest of the state does not hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Context {
    /// At [`point::BOX`]: the Horse Card that is marked.
    pub card: Option<u8>,
    /// At [`point::MOVE`]: the spaces each horse moves; negative is backward.
    pub spaces: i8,
    /// At [`point::MOVE`], [`point::BOX`] and [`point::EXTRA_MARK`]: the number of these choices left,
    /// including the current one; elsewhere 0.
    pub left: u8,
    /// At [`point::FREE_BET`]: the dollars of the bet.
    pub dollars: u8,
    /// The Horse Card whose ability needs the decision.
    pub ability: Option<u8>,
    /// The horse that the ability concerns.
    pub subject: Option<u8>,
    /// At [`point::ACTION`]: whether the number rolled allows no Action (LS-37).
    pub stuck: bool,
}

/// The lowest number of a set that is not empty.
fn lowest(cards: Horses) -> u8 {
    cards.trailing_zeros() as u8 & 7
}

/// A set without its lowest number.
fn without_lowest(cards: Horses) -> Horses {
    cards & cards.wrapping_sub(1)
}

impl Game {
    /// The decision that a pending step needs; `None` if it offers no choice.
    #[inline(always)]
    pub(super) fn asked(&self, state: &State, due: Due) -> Option<Asked> {
        if due != Due::Act {
            return self.asked_later(state, due);
        }
        // By far the most frequent step.
        let seat = state.seat;
        let (legal, stuck) = self.legal_actions(state, seat);
        let context = Context { stuck, ..Context::default() };
        (!legal.is_empty()).then_some(Asked { seat, point: point::ACTION as u8, legal, context })
    }

    #[cold]
    #[inline(never)]
    fn asked_later(&self, state: &State, due: Due) -> Option<Asked> {
        let seat = state.seat;
        let sheet = state.sheet(seat);
        let plain = Context::default();
        let horses = |point, horses| ask(seat, point, Legal::horses(horses, false), plain);
        match due {
            Due::Nothing | Due::Act | Due::JerseyTakes { .. } | Due::Further { cards: 0, .. } => {
                None
            }
            Due::Lines { bonuses, marks, moves } => {
                let marks = marks != 0 && sheet.grid != u16::MAX;
                let order = u64::from(bonuses > 0) << kind::ORDER_BONUS
                    | u64::from(marks) << kind::ORDER_MARK
                    | u64::from(moves != 0) << kind::ORDER_MOVE;
                ask(seat, point::ORDER, Legal::low(order), plain)
            }
            Due::Bonus => {
                let left = |kind: BonusKind| self.tiles[kind as usize] & !sheet.tiles != 0;
                let kinds = BonusKind::ALL.iter().rev();
                let kinds = kinds.fold(0, |mask, kind| mask << 1 | u64::from(left(*kind)));
                ask(seat, point::BONUS, Legal::low(kinds), plain)
            }
            Due::FreeBet { dollars } => {
                let open = Legal::horses(self.open_to_bets(state, sheet), false);
                ask(seat, point::FREE_BET, open, Context { dollars, ..plain })
            }
            Due::FreeHorse => horses(point::FREE_HORSE, self.for_sale(state)),
            Due::Helmet => horses(point::HELMET, !sheet.helmets),
            Due::Jersey => horses(point::JERSEY, !sheet.jerseys),
            Due::Further { cards, .. } => whether(seat, lowest(cards), None),
            Due::Move(Move { spaces, left, chosen, card }) => {
                ask_move(state, chosen, Context { spaces, left, ability: card, ..plain })
            }
            Due::Mark { card, left } => ask_mark(state, card, left),
            Due::HalfPrice { card } => {
                let affordable = state.field.affordable(sheet.money.saturating_mul(2));
                let horses = Legal::horses(self.for_sale(state) & affordable, true);
                ask(seat, point::HALF_PRICE, horses, Context { ability: Some(card), ..plain })
            }
            Due::Box { horse, by, left, .. } => ask_box(state, horse, by, left),
            Due::SetBets { cards, horse } => {
                let open = self.open_to_bets(state, sheet) >> horse & 1 == 1;
                if open { whether(seat, lowest(cards), Some(horse)) } else { None }
            }
            Due::SpaceMoves { cards, horse } => {
                let alone = state.track.sharing(horse).count_ones() < 2;
                // LS-A35
                let past = state.track.past_line(&self.course) >> horse & 1 == 1;
                if alone || past { None } else { whether(seat, lowest(cards), Some(horse)) }
            }
            Due::AtScoring { cards } => {
                let card = lowest(cards);
                let owner = state.owner(card)?;
                let mut others = (0..state.players).filter(|seat| *seat != owner);
                let pays = others.any(|seat| self.scored_by(state, seat, card) > 0);
                if pays { whether(owner, card, Some(card)) } else { None }
            }
        }
    }
}

/// A decision of a seat, if any action is legal.
fn ask(seat: u8, point: usize, legal: Legal, context: Context) -> Option<Asked> {
    (!legal.is_empty()).then_some(Asked { seat, point: point as u8, legal, context })
}

/// The decision whether to use the ability of `card`.
fn whether(seat: u8, card: u8, subject: Option<u8>) -> Option<Asked> {
    let context = Context { ability: Some(card), subject, ..Context::default() };
    ask(seat, point::ABILITY, Legal::low(0b11), context)
}

/// The choice of a horse that moves in addition to those `chosen`.
fn ask_move(state: &State, chosen: Horses, context: Context) -> Option<Asked> {
    let leads = match context.ability.map(|card| state.field.ability(card)) {
        Some(Ability::RollMoves) => state.track.lead(),
        _ => 0,
    };
    let among = !state.track.finished & !chosen & !leads;
    let subject = context.ability.filter(|_| chosen != 0);
    let legal = Legal::horses(among, context.ability.is_some());
    ask(state.seat, point::MOVE, legal, Context { subject, ..context })
}

/// The choice of a mark by the ability of `card`, which may be declined.
fn ask_mark(state: &State, card: u8, left: u8) -> Option<Asked> {
    let sheet = state.sheet(state.seat);
    let jerseys = u64::from(!sheet.jerseys) << at_extra(kind::EXTRA_JERSEY);
    let helmets = u64::from(!sheet.helmets) << at_extra(kind::EXTRA_HELMET);
    let cells = u64::from(!sheet.grid) << at_extra(kind::EXTRA_CONCESSION);
    let marks = match state.field.ability(card) {
        Ability::ColumnMarks => cells,
        Ability::BoughtJerseys => jerseys,
        _ => cells | helmets | jerseys,
    };
    let context = Context { left, ability: Some(card), ..Context::default() };
    ask(state.seat, point::EXTRA_MARK, Legal::low(marks | 1), context)
}

/// The choice of a box on the card of `horse`.
fn ask_box(state: &State, horse: u8, by: Cause, left: u8) -> Option<Asked> {
    let boxes = !state.track.bar(horse);
    let ability = if let Cause::Ability(card) = by { Some(card) } else { None };
    let context = Context { card: Some(horse), left, ability, ..Context::default() };
    let legal = Legal::horses(boxes, ability.is_some());
    if boxes == 0 { None } else { ask(state.seat, point::BOX, legal, context) }
}

impl<L: Log<Game>> Effects<'_, L> {
    /// Resolves a pending step with the answer to its decision, or `None` if it needed none.
    #[inline]
    pub(super) fn resolve(&mut self, due: Due, answer: Option<Action>) {
        let seat = self.state.seat;
        match (due, answer) {
            (Due::Act, Some(action)) => self.act(seat, action),
            (Due::Act, None) => self.record(Event::TurnPassed { seat }),
            _ => self.resolve_later(seat, due, answer),
        }
    }

    #[cold]
    #[inline(never)]
    fn resolve_later(&mut self, seat: u8, due: Due, answer: Option<Action>) {
        let horse_chosen = answer.and_then(Action::horse);
        let used = answer == Some(Action(kind::USE));
        match (due, answer, horse_chosen) {
            (Due::Lines { bonuses, marks, moves }, Some(answer), _) => {
                self.take_line(bonuses, marks, moves, answer.kind(point::ORDER));
            }
            (Due::Bonus, Some(answer), _) => {
                self.take_bonus(seat, BonusKind::ALL[usize::from(answer.kind(point::BONUS))]);
            }
            (Due::FreeBet { dollars }, _, Some(horse)) => {
                self.place_bet(seat, horse, dollars, 0, Cause::Bonus);
            }
            (Due::FreeHorse, _, Some(horse)) => self.take_horse(seat, horse, 0, Cause::Bonus),
            (Due::Helmet, _, Some(horse)) => self.mark_helmet(seat, horse, Cause::Bonus),
            (Due::Jersey, _, Some(horse)) => self.take_jersey(seat, horse, Cause::Bonus),
            (Due::Further { bonus, cards, spaces }, ..) => {
                self.add_spaces(seat, bonus, cards, spaces, used);
            }
            (Due::Move(moves), ..) => self.move_chosen(seat, moves, horse_chosen),
            (Due::Mark { card, left }, Some(answer), _) => {
                self.mark_by_ability(seat, card, left, answer);
            }
            (Due::HalfPrice { card }, _, Some(horse)) => {
                self.record(Event::AbilityUsed { seat, card });
                let cost = self.state.field.cost(horse).div_ceil(2);
                self.take_horse(seat, horse, cost, Cause::Ability(card));
            }
            (Due::Box { horse, by, left, rest }, _, Some(marked)) => {
                if let Cause::Ability(card) = by {
                    self.record(Event::AbilityUsed { seat, card });
                }
                self.state.track.mark(horse, marked);
                self.record(Event::BoxMarked { seat, card: horse, horse: marked, cause: by });
                if rest > 0 {
                    self.due(Due::Box { horse, by, left: left.saturating_sub(1), rest: rest - 1 });
                }
            }
            (Due::JerseyTakes { horse }, ..) => self.jersey_takes(seat, horse),
            (Due::SetBets { cards, horse }, ..) => self.bet_by_ability(seat, cards, horse, used),
            (Due::SpaceMoves { cards, horse }, ..) => {
                self.move_by_ability(seat, cards, horse, used);
            }
            (Due::AtScoring { cards }, ..) => self.pay_at_scoring(cards, answer.map(|_| used)),
            (Due::Nothing | Due::Act | Due::Lines { .. } | Due::Bonus, ..)
            | (Due::FreeBet { .. } | Due::FreeHorse | Due::Helmet | Due::Jersey, ..)
            | (Due::Mark { .. } | Due::HalfPrice { .. } | Due::Box { .. }, ..) => {}
        }
    }

    /// Takes one reward of completed lines; the others stay pending.
    fn take_line(&mut self, bonuses: u8, marks: Horses, moves: Horses, order: u8) {
        match order {
            kind::ORDER_MARK => {
                self.due(Due::Lines { bonuses, marks: without_lowest(marks), moves });
                self.due(Due::Mark { card: lowest(marks), left: 1 });
            }
            kind::ORDER_MOVE => {
                self.due(Due::Lines { bonuses, marks, moves: without_lowest(moves) });
                let card = lowest(moves);
                let spaces = self.game.card(self.state, card).spaces;
                let spaces = -self.spaces(spaces.into());
                self.due(Due::Move(Move { spaces, left: 1, chosen: 0, card: Some(card) }));
            }
            _ => {
                self.due(Due::Lines { bonuses: bonuses - 1, marks, moves });
                self.due(Due::Bonus);
            }
        }
    }

    /// Lets the next ability add to the spaces of a bonus; without one left, the bonus moves horses.
    fn add_spaces(&mut self, seat: u8, bonus: BonusKind, cards: Horses, spaces: u8, used: bool) {
        if cards == 0 {
            let spaces = self.spaces(spaces.into());
            let spaces = if bonus.moves_back() { -spaces } else { spaces };
            self.due(Due::Move(Move { spaces, left: bonus.moves(), chosen: 0, card: None }));
        } else {
            let more = if used { self.use_ability(seat, lowest(cards)).spaces } else { 0 };
            let spaces = spaces.saturating_add(more);
            self.due(Due::Further { bonus, cards: without_lowest(cards), spaces });
        }
    }

    fn bet_by_ability(&mut self, seat: u8, cards: Horses, horse: u8, used: bool) {
        let card = self.next_card(cards, |cards| Due::SetBets { cards, horse });
        if used {
            let dollars = self.use_ability(seat, card).dollars;
            self.place_bet(seat, horse, dollars, 0, Cause::Ability(card));
        }
    }

    fn move_by_ability(&mut self, seat: u8, cards: Horses, horse: u8, used: bool) {
        let card = self.next_card(cards, |cards| Due::SpaceMoves { cards, horse });
        if used {
            let there = self.state.track.sharing(horse);
            let spaces = self.use_ability(seat, card).spaces;
            let spaces = self.spaces(spaces.into());
            self.push_horses(seat, there, spaces, Cause::Ability(card));
        }
    }

    /// Applies the next ability that also pays others, or records that its owner declined.
    fn pay_at_scoring(&mut self, cards: Horses, used: Option<bool>) {
        let card = self.next_card(cards, |cards| Due::AtScoring { cards });
        match (used, self.state.owner(card)) {
            (Some(true), Some(owner)) => _ = self.use_ability(owner, card),
            (Some(_), _) => self.state.declined |= 1 << card,
            (None, _) => {}
        }
    }

    /// Returns the next of some cards; the others stay pending.
    fn next_card(&mut self, cards: Horses, due: impl FnOnce(Horses) -> Due) -> u8 {
        let rest = without_lowest(cards);
        if rest != 0 {
            self.due(due(rest));
        }
        lowest(cards)
    }
}
