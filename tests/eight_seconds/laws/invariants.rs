//! Laws that every game of 8 Seconds obeys, whatever the rules and whoever plays: nothing is made
//! or lost, what is offered is legal and in order, what is shown lies in its range, games end.

use proptest::prelude::*;
use pushluck::game::publish::Publish as _;
use pushluck::games::eight_seconds::compiled::Game;
use pushluck::games::eight_seconds::event::Event;
use pushluck::games::eight_seconds::state::State;

use crate::eight_seconds::common::{
    Action, Decision, NoWatch, Player, Silent, Watch, game, play_game, play_turn, random,
};

/// Checks every event of a game.
struct Laws<'a> {
    game: &'a Game,
    money: i64,
    tokens: i64,
    last: Option<State>,
    decisions: u32,
}

impl<'a> Laws<'a> {
    fn new(game: &'a Game, players: usize) -> Self {
        let edition = &game.rules.edition;
        let each = if game.rules.vegas.is_some() { edition.vegas.money } else { 0 };
        Self {
            game,
            money: each * players as i64,
            tokens: edition.tokens.into(),
            last: None,
            decisions: 0,
        }
    }

    fn conserved(&self, state: &State) {
        let (all, count) = state.all_bulls();
        assert_eq!(count as usize, self.game.bulls.len(), "{state:#?}");
        assert_eq!(all.count_ones(), count);
        assert_eq!(state.all_tokens(), self.tokens);
        if self.game.rules.limited_supply {
            assert!(state.supply >= 0);
        }
        assert_eq!(state.all_money(self.game.rules.edition.vegas.stake), self.money, "{state:#?}");
        assert!(state.pots.iter().all(|pot| *pot >= 0));
        let buckles = state.seated().iter().map(|seat| seat.buckles.count_ones()).sum::<u32>()
            + state.open_buckles.count_ones()
            + state.closed_buckles.count_ones();
        let there = if self.game.rules.buckles { self.game.rules.edition.buckles.len() } else { 0 };
        assert_eq!(buckles as usize, there);
        for seat in state.seated() {
            assert!(seat.money >= 0);
            let points = |bull: u32| u16::from(self.game.bulls[bull as usize].points);
            let sum: u16 = (0..32).filter(|bull| seat.bulls >> bull & 1 == 1).map(points).sum();
            assert_eq!(seat.bull_points, sum);
        }
        let faces = state.turn.dice.counts();
        assert_eq!(faces.total(), 8);
        let turn = &state.turn;
        assert_eq!(turn.locked & !turn.dice.moves(), 0);
        assert_eq!(turn.used & !turn.dice.moves(), 0);
    }
}

impl Watch for Laws<'_> {
    fn told(&mut self, state: &State, event: &Event) {
        if !matches!(event, Event::Begins) {
            self.conserved(state);
        }
        self.last = Some(*state);
    }

    fn decided(&mut self, decision: &Decision<'_>, action: Action) {
        let point = &Game::POINTS[usize::from(decision.point)];
        let legal = decision.actions();
        assert!(legal.len() > 1, "a decision has something to decide");
        assert!(legal.contains(&action));
        for (kind, about) in point.actions.iter().enumerate() {
            let there = legal.iter().any(|action| usize::from(action.kind()) == kind);
            assert!(there || !about.always, "{} without {}", point.name, about.name);
        }
        self.decisions += 1;
    }
}

/// One of the rule combinations, by number.
fn settings(number: usize) -> String {
    let mut list: Vec<String> = Vec::new();
    let mut digits = number;
    let mut digit = |base: usize| {
        let digit = digits % base;
        digits /= base;
        digit
    };
    if digit(2) == 1 {
        list.push("riders".to_owned());
    }
    let buckles = digit(3);
    if buckles > 0 {
        list.push(["buckles", "buckles=replaced"][buckles - 1].to_owned());
    }
    if digit(2) == 1 {
        let mut variants = Vec::new();
        for name in ["public", "pots", "limited", "diminishing"] {
            if digit(2) == 1 {
                variants.push(name);
            }
        }
        let value = if variants.is_empty() { "on".to_owned() } else { variants.join("+") };
        list.push(format!("vegas={value}"));
    }
    list.push(format!("tokens={}", digit(3)));
    list.push(format!("bulls={}", [3, 1, 5][digit(3)]));
    match digit(3) {
        1 => list.push("length=equal".to_owned()),
        2 if buckles > 0 => list.push("length=buckle".to_owned()),
        _ => {}
    }
    if digit(2) == 1 {
        list.push("supply=unlimited".to_owned());
    }
    if digit(2) == 1 {
        list.push("open_buckles=12".to_owned());
    }
    list.push("max_turns=60".to_owned());
    list.join(",")
}

/// Every combination that [`settings`] tells apart.
const COMBINATIONS: usize = 2 * 3 * 2 * 16 * 3 * 3 * 3 * 2 * 2;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn nothing_is_made_or_lost_and_what_is_offered_is_in_order(
        players in 1..=8_usize,
        rules in 0..COMBINATIONS,
        number in any::<u64>(),
    ) {
        let game = game(&settings(rules), players);
        let seats = vec![random(); players];
        let mut laws = Laws::new(&game, players);
        let end = play_game(&game, &seats, (1, number), &mut laws);
        prop_assert!(end.turns > 0);
        prop_assert!(laws.decisions > 0);
        // The same luck gives the same game, watched or not.
        let again = play_game(&game, &seats, (1, number), &mut NoWatch);
        prop_assert_eq!(end, again);
        prop_assert_eq!(laws.last, Some(end.state));
        prop_assert!(end.winners != 0 && u32::from(end.winners) >> end.players == 0);
        play_turn(&game, None, &seats, (1, number), &mut Laws::new(&game, players));
    }
}

#[test]
fn the_defaults_finish_every_game() {
    for players in 1..=8 {
        for rules in ["", "riders,buckles,vegas=public+pots+limited+diminishing"] {
            let game = game(rules, players);
            let seats: Vec<&Player> = vec![&Silent; players];
            for number in 0..200 {
                let mut laws = Laws::new(&game, players);
                let end = play_game(&game, &seats, (7, number), &mut laws);
                assert!(end.finished, "{players} {number}");
            }
        }
    }
}
