//! El Ocho on the contract of all games: the laws, a reference count against the plain account, and
//! the same games as the engine plays, turn by turn on the same luck.

mod el_ocho;
mod plain;

use std::sync::Arc;

use el_ocho::{CASES, LEVELS, Policy, game, game_of, matches};
use plain::engine::CatchUp;
use plain::exact::for_each_counts;
use plain::rules::{PlainRules, Verdict};
use pushluck::game::contract::{Game as _, Next, Silent};
use pushluck::game::decision::{self, Decision, OwnLuck, Random};
use pushluck::game::laws::{laws, perft};
use pushluck::game::play::play;
use pushluck::games::el_ocho::edition::Edition;
use pushluck::games::el_ocho::game::Seated;
use pushluck::games::el_ocho::matches::{Final, WatchGame};
use pushluck::games::el_ocho::scoring::Keep;
use pushluck::games::el_ocho::turn::{Choice, Standing, TurnEnd, TurnState, Watch};
use pushluck::policy::search::{Ismcts, Rollout};
use pushluck::sim::luck::{Domain, UnitLuck};

#[test]
fn random_games_keep_the_laws() {
    for case in CASES {
        let settings = format!("{},target=3000", case.settings);
        for seats in 1..=4 {
            assert!(laws(&Seated::new(&game(&settings), seats), 2) > 20);
        }
    }
    // A game that is given up, and one that no power of two of rolls makes.
    assert!(laws(&Seated::new(&game("level=2,max_turns=3"), 2), 4) > 20);
    let text = include_str!("editions/pig.toml");
    let edition = Edition::parse(pushluck::diagnostic::Source::new("pig.toml", text));
    let pig = game_of(edition.expect("an edition"), "");
    assert!(laws(&Seated::new(&pig, 3), 4) > 20);
}

/// The rolls of eight dice, and what they count for `depth` steps from the start of a turn.
fn brute(rules: &PlainRules, depth: u32) -> u128 {
    if depth == 0 {
        return 1;
    }
    let again = brute(rules, depth - 1);
    let mut weight = 0;
    for_each_counts(8, &mut |counts, rolls| {
        let faces = (1..=8_u8).zip(counts);
        let roll: Vec<u8> =
            faces.flat_map(|(face, n)| std::iter::repeat_n(face, usize::from(*n))).collect();
        let ways = match rules.verdict(&roll) {
            // The next player rolls, or the same one rolls again.
            Verdict::Bust | Verdict::Joker => again,
            Verdict::InstantWin { .. } => 1,
            Verdict::Keeps(keeps) => match depth {
                1 => 1,
                2 => keeps.len() as u128,
                _ => keeps.iter().map(|keep| 1 + u128::from(keep.points >= 400)).sum(),
            },
        };
        weight += u128::from(rolls) * ways;
    });
    weight
}

#[test]
fn the_plain_account_counts_the_same_positions() {
    for case in LEVELS {
        let seated = Seated::new(&game(case.settings), 2);
        for depth in 1..=3 {
            let (_, weight) = perft(&seated, &seated.start(), depth);
            assert_eq!(weight, brute(&case.plain, depth), "{}, depth {depth}", case.settings);
        }
    }
}

/// What happened in a game of the engine.
#[derive(Debug, PartialEq, Eq)]
enum Step {
    Rolled(TurnState, usize),
    Kept(TurnState, Vec<Keep>, usize),
    Decided(TurnState, usize),
    Ended(usize, u32),
}

#[derive(Default)]
struct Steps(Vec<Step>);

impl WatchGame for Steps {
    type Turn = Self;

    fn turn(&mut self, _: usize, _: usize, _: &Standing) {}

    fn watch(&mut self) -> &mut Self {
        self
    }

    fn ended(&mut self, seat: usize, _: TurnEnd, total: u32) {
        self.0.push(Step::Ended(seat, total));
    }
}

impl Watch for Steps {
    fn rolled(&mut self, state: TurnState, class: usize, _: u64) {
        self.0.push(Step::Rolled(state, class));
    }

    fn kept(&mut self, state: TurnState, keeps: &[Keep], choice: Choice) {
        self.0.push(Step::Kept(state, keeps.to_vec(), choice.action));
    }

    fn decided(&mut self, state: TurnState, may_stop: bool, choice: Choice) {
        // The only action is the first one.
        let action = if may_stop { choice.action } else { 0 };
        self.0.push(Step::Decided(state, action));
    }
}

/// Plays the steps of a game on the contract, which must agree with each.
fn follow(seated: &Seated, steps: Vec<Step>, over: &Final) {
    let mut at = seated.start();
    let mut actions = Vec::new();
    for step in steps {
        actions.clear();
        match step {
            Step::Rolled(state, class) => {
                assert!(matches!(seated.next(&at), Next::Chance(_)));
                assert_eq!(at.turn, state);
                seated.happen(&mut at, class as u16, &mut Silent);
            }
            Step::Kept(state, keeps, choice) => {
                assert_eq!((at.turn, seated.next(&at)), (state, asks(at.seat, 0)));
                seated.actions(&at, &mut actions);
                assert_eq!(actions.len(), keeps.len());
                seated.act(&mut at, actions[choice], &mut Silent);
                assert_eq!(at.turn.points, state.points + keeps[choice].points);
            }
            Step::Decided(state, choice) => {
                assert_eq!((at.turn, seated.next(&at)), (state, asks(at.seat, 1)));
                seated.actions(&at, &mut actions);
                seated.act(&mut at, actions[choice], &mut Silent);
            }
            Step::Ended(seat, total) => assert_eq!(at.totals[seat], total),
        }
    }
    assert_eq!(seated.next(&at), Next::Over { finished: over.winner.is_some() });
    assert_eq!(at.totals, over.totals);
    if let Some(winner) = over.winner {
        assert_eq!(seated.ranking(&at).winners, 1 << winner);
    }
}

fn asks(seat: u8, point: u8) -> Next {
    Next::Decide { seat, point }
}

#[test]
fn a_game_is_the_same_turn_by_turn() {
    let catch_up = CatchUp { hold: 600, hold_behind: 1500, gap: 1000, target: 8000 };
    let players = [
        Policy::HoldAtOrWin { hold: 500, target: 8000 },
        Policy::CatchUp(catch_up),
        Policy::Wild { seed: 7, standing: true },
        Policy::KeepFewest(800),
    ];
    let lineups: [&[usize]; 4] = [&[0], &[1, 2], &[1, 2, 0], &[3, 1, 2, 0]];
    for (seed, case) in (1..).zip(CASES) {
        for limit in ["", ",max_turns=8"] {
            let game = game(&format!("{}{limit}", case.settings));
            for lineup in lineups {
                let seated = Seated::new(&game, lineup.len() as u8);
                let run = matches(&game, &players, &[lineup], seed, false);
                for number in 0..20 {
                    let mut steps = Steps::default();
                    let over = run.replay(number, &mut steps);
                    follow(&seated, steps.0, &over);
                }
            }
        }
    }
}

#[test]
fn searching_policies_beat_random_play() {
    let seated = Seated::new(&game("level=1,target=1500,max_turns=60"), 2);
    let rollout = Rollout { base: Arc::new(Random), playouts: 20 };
    let tree = Ismcts { base: Arc::new(Random), iterations: 200 };
    let searches: [&dyn decision::Policy<Seated>; 2] = [&rollout, &tree];
    for search in searches {
        let mut won = 0.0;
        for number in 0..40 {
            let luck = UnitLuck::new(1, Domain::Game, number);
            let own = OwnLuck::new(UnitLuck::new(1, Domain::PolicyInGame, number).turn(0));
            let (seat, mut asked) = ((number % 2) as u8, 0);
            let mut decide = |decision: &Decision<'_, Seated>| {
                asked += 1;
                let policy = if decision.seat == seat { search } else { &Random };
                policy.choose(decision, &own.at(asked)).action
            };
            won += play(&seated, luck, &mut decide).share(seat);
        }
        assert!(won >= 28.0, "{won} of 40 games");
    }
}
