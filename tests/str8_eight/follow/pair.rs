//! The engine's games, followed by the plain engine step by step.

use std::sync::Arc;

use pushluck::game::contract::{Game, Log, Luck, Menu, Next, Silent};
use pushluck::game::play::Streams;
use pushluck::games::str8_eight::cards::{Cards, Deck, Direction, Printed, each, each_card};
use pushluck::games::str8_eight::engine::{self, Event, Rules, SEATS, State, Str8Eight};
use pushluck::games::str8_eight::vocabulary::point;
use pushluck::sim::random::UnitKey;

use crate::follow::sorted;
use crate::str8_eight::plain::{Action, Card, Kit, Step, Table, Way};

/// The engine's game of a kit.
pub(crate) fn game(kit: &Kit, seats: u8) -> Str8Eight {
    let (mut numbers, mut passes) = (Vec::new(), Vec::new());
    for card in &kit.deck {
        match *card {
            Card::Number { colour, number } => {
                numbers.push(Printed { value: number as u8, colour: colour as u8 });
            }
            Card::Pass { way, .. } => passes.push(match way {
                Way::Left => Direction::Left,
                Way::Right => Direction::Right,
                Way::Across => Direction::Across,
            }),
        }
    }
    let right_side =
        |value: u8| kit.right_side[&value.into()].iter().map(|number| *number as u8).collect();
    let deck = Deck::new(numbers, passes, right_side, kit.bulls_eye_up_to as u8);
    let &Kit { target, pass_penalty, max_turns, max_hands, keep_taken, .. } = kit;
    let rules = Rules { targets: [target; 2], pass_penalty, max_turns, max_hands, keep_taken };
    let colours = vec![String::new(); deck.colours.len()];
    Str8Eight::new(deck, colours, rules, seats)
}

/// What both engines stand at.
#[derive(Debug)]
pub(crate) struct Pair<'a> {
    pub(crate) game: &'a Str8Eight,
    /// By the engine's card.
    names: Vec<Option<Card>>,
    pub(crate) state: State,
    pub(crate) table: Table,
}

/// What the engine tells of hands that end.
#[derive(Default)]
struct Scores {
    /// By seat, of the last hand.
    last: Vec<i32>,
    winner: Option<u8>,
}

impl Log<Str8Eight> for Scores {
    fn tell(&mut self, _: &State, event: Event) {
        match event {
            Event::HandEnds { winner, .. } => *self = Self { last: Vec::new(), winner },
            Event::Scored { seat, laid, left } => {
                assert_eq!(usize::from(seat), self.last.len());
                self.last.push(laid + left);
            }
            _ => {}
        }
    }
}

impl<'a> Pair<'a> {
    pub(crate) fn new(game: &'a Str8Eight, kit: &Arc<Kit>) -> Self {
        let deck = &game.deck;
        // The pass cards of a way are taken in order.
        let mut passes = Vec::new();
        let mut names = vec![None; 80];
        for card in each_card(deck.all) {
            names[usize::from(card)] = Some(match (deck.value(card), deck.direction(card)) {
                (Some(value), None) => {
                    Card::Number { colour: deck.colour(card).into(), number: value.into() }
                }
                (None, Some(direction)) => {
                    let way = match direction {
                        Direction::Left => Way::Left,
                        Direction::Right => Way::Right,
                        Direction::Across => Way::Across,
                    };
                    let which = passes.iter().filter(|other| **other == way).count();
                    passes.push(way);
                    Card::Pass { way, which }
                }
                other => panic!("a card of no kind: {other:?}"),
            });
        }
        let table = Table::new(Arc::clone(kit), game.seats().into());
        Self { game, names, state: game.start(&mut Silent), table }
    }

    fn name(&self, card: u8) -> Card {
        self.names[usize::from(card)].expect("a card of the deck")
    }

    pub(crate) fn names(&self, cards: Cards) -> Vec<Card> {
        sorted(each_card(cards).map(|card| self.name(card)))
    }

    pub(crate) fn action(&self, action: engine::Action) -> Action {
        match action {
            engine::Action::Pile => Action::DrawFromPile,
            engine::Action::Take => Action::DrawDiscard,
            engine::Action::Lay(card) => Action::Lay(self.name(card)),
            engine::Action::Pass(card) => Action::PlayPass(self.name(card)),
            engine::Action::Discard(card) => Action::Discard(self.name(card)),
        }
    }

    /// Both stand at the same position.
    pub(crate) fn assert_equal(&self) {
        let (state, table) = (&self.state, &self.table);
        let over = matches!(table.step, Step::Over { .. });
        let expected = match table.step {
            Step::Over { finished } => Next::Over { finished },
            Step::Source { seat } => Next::Decide { seat: seat as u8, point: point::DRAW },
            Step::Leave { seat } => Next::Decide { seat: seat as u8, point: point::PLAY },
            Step::Card { seat } => {
                assert_eq!(usize::from(state.seat), seat);
                let Next::Chance(stream) = self.game.next(state) else {
                    panic!("the engine draws no card, but {:?}", self.game.next(state));
                };
                Next::Chance(stream)
            }
        };
        assert_eq!(self.game.next(state), expected);
        let ranking = self.game.ranking(state);
        for seat in 0..table.seats() {
            let at = seat as u8;
            assert_eq!(state.points(at), table.points[seat]);
            assert_eq!(ranking.scores[seat], table.points[seat]);
            let hand = sorted(table.hands[seat].iter().map(|held| held.card));
            assert_eq!(self.names(state.hand(at)), hand);
            let sequence: Vec<Card> =
                each(state.sequence(at)).map(|card| self.name(card)).collect();
            assert_eq!(sequence, table.sequences[seat], "the cards in their order");
            let known = table.hands.iter().enumerate().filter(|(holder, _)| *holder != seat);
            let known = known.flat_map(|(_, hand)| hand).filter(|held| held.known_to[seat]);
            assert_eq!(
                self.names(state.known(at)),
                sorted(known.map(|held| held.card)),
                "what {seat} knows"
            );
        }
        // Nobody sits beyond the table, so equal positions are equal states.
        assert!((table.seats()..SEATS).all(|seat| state.known(seat as u8) == 0));
        let counted = table.hands.iter().flatten().filter(|held| held.counted);
        assert_eq!(self.names(state.held), sorted(counted.map(|held| held.card)));
        assert_eq!(self.names(state.passed), sorted(table.played_passes.iter().copied()));
        let discards: Vec<Card> = state.discards().iter().map(|card| self.name(*card)).collect();
        assert_eq!(discards, table.discards, "the cards in their order");
        assert_eq!(state.hands_before + 1, table.hands_begun);
        assert_eq!(state.turn, table.turns);
        assert_eq!(self.names(state.draw_pile), sorted(table.draw_pile.iter().copied()));
        if over {
            let winners = (0..table.seats()).filter(|seat| ranking.winners >> seat & 1 == 1);
            assert_eq!(table.winners(), winners.collect::<Vec<_>>());
            assert!(ranking.winners < 1 << table.seats());
        }
    }
}

/// How often each seat leans to some of the actions, in eighths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Temper {
    pub(crate) takes: u32,
    pub(crate) lays: u32,
    pub(crate) passes: u32,
    /// Whether it lays the lowest of its numbers.
    pub(crate) low: bool,
}

/// What came about in the games followed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    pub(crate) hands: u64,
    pub(crate) unwon: u64,
    pub(crate) str8: u64,
    pub(crate) shuffles: u64,
    pub(crate) passes: u64,
    pub(crate) unfinished: u64,
    pub(crate) shared: u64,
    /// Games won by who completed the last sequence, though another had more points.
    pub(crate) outdone: u64,
    /// Games that ended at the target of somebody else than who completed the last sequence.
    pub(crate) by_others: u64,
}

/// Plays a game of the engine and has the plain engine follow it; `visit` sees every position.
pub(crate) fn follow(
    game: &Str8Eight,
    kit: &Arc<Kit>,
    temper: Temper,
    number: u64,
    seen: &mut Seen,
    mut visit: impl FnMut(&Pair<'_>),
) {
    let mut pair = Pair::new(game, kit);
    let mut streams = Streams::new(UnitKey::of_game(5, number));
    let mut choices = UnitKey::of_game(6, number).stream(0, 0);
    let mut scores = Scores::default();
    loop {
        pair.assert_equal();
        visit(&pair);
        let before = pair.table.hands_begun;
        match game.next(&pair.state) {
            Next::Over { finished } => {
                seen.unfinished += u64::from(!finished);
                let Table { points, completed, .. } = &pair.table;
                let winners = pair.table.winners();
                let most = points.iter().max();
                seen.shared += u64::from(winners.len() > 1);
                seen.outdone += u64::from(winners.iter().all(|seat| points.get(*seat) < most));
                seen.by_others +=
                    u64::from(finished && completed.is_none_or(|seat| !winners.contains(&seat)));
                ended(&pair, &scores, seen);
                return;
            }
            Next::Chance(stream) => {
                let mut listed = Vec::new();
                game.outcomes(&pair.state, &mut |card, weight| {
                    assert_eq!(weight, 1);
                    listed.push(pair.name(card));
                });
                let card = game.draw(&pair.state, streams.open(stream));
                seen.shuffles += u64::from(pair.state.draw_pile == 0);
                listed.sort();
                assert_eq!(listed, sorted(pair.table.may_come()));
                game.happen(&mut pair.state, card, &mut scores);
                let card = pair.name(card);
                pair.table.bring(card);
            }
            Next::Decide { .. } => {
                let mut actions = Vec::new();
                Menu::list(game, &pair.state, &mut actions);
                let named = actions.iter().map(|action| pair.action(*action));
                let legal = sorted(named);
                assert_eq!(legal, sorted(pair.table.legal()));
                let choice = choose(&actions, temper, &mut choices);
                seen.passes += u64::from(matches!(choice, engine::Action::Pass(_)));
                let named = pair.action(choice);
                game.act(&mut pair.state, choice, &mut scores);
                pair.table.act(named);
            }
        }
        if pair.table.hands_begun != before {
            ended(&pair, &scores, seen);
        }
    }
}

/// Both scored the hand that has just ended alike.
fn ended(pair: &Pair<'_>, scores: &Scores, seen: &mut Seen) {
    assert_eq!(scores.last, pair.table.hand_scores);
    assert_eq!(scores.winner.map(usize::from), pair.table.completed);
    seen.hands += 1;
    seen.unwon += u64::from(scores.winner.is_none());
    seen.str8 += u64::from(pair.table.str8_eight);
}

/// One of the legal actions.
fn choose(actions: &[engine::Action], temper: Temper, luck: &mut impl Luck) -> engine::Action {
    use engine::Action::{Lay, Pass, Take};
    let all = |wanted: fn(&engine::Action) -> bool| -> Vec<engine::Action> {
        actions.iter().copied().filter(wanted).collect()
    };
    let leanings = [
        (temper.takes, all(|action| *action == Take)),
        (temper.passes, all(|action| matches!(action, Pass(_)))),
        (temper.lays, all(|action| matches!(action, Lay(_)))),
    ];
    for (eighths, those) in leanings {
        if luck.below(8) < eighths && !those.is_empty() {
            // Where the lowest is laid, numbers rise slowly and sequences get long.
            let lowest = temper.low && matches!(those[0], Lay(_));
            return those[if lowest { 0 } else { luck.below(those.len() as u32) as usize }];
        }
    }
    actions[luck.below(actions.len() as u32) as usize]
}
