//! The advice against the optimal policies, for every roll class.

use std::sync::Arc;

use pushluck::games::el_ocho::advise::question::{Question, Thrown};
use pushluck::games::el_ocho::advise::{Answer, Choice};
use pushluck::games::el_ocho::exact::{Control, OptimalRace, OptimalWin, Solver, TurnSolution};
use pushluck::games::el_ocho::turn::{STOP, Standing, TurnState};

use crate::el_ocho::common::{counts, game, policy};

#[test]
fn the_advice_equals_the_decisions_of_the_optimal_policies() {
    for settings in ["level=1,target=1000", "level=2,target=1000"] {
        let game = game(settings);
        let solver = Solver::new(Arc::clone(&game));
        let turn = solver.turn().unwrap();
        let race = Arc::new(solver.race(Control::default()).unwrap().unwrap());
        let win = Arc::new(solver.win(Control::default()).unwrap().unwrap());
        let (own, opponent) = (9, 12);
        let standing = Standing::of(&[own, opponent], 0, 1);
        let positions = [turn.position.clone(), race.position(own), win.position(own, opponent)];
        let players = [
            policy(&game, turn, TurnSolution::SIGHT),
            policy(&game, OptimalRace::new(race), OptimalRace::SIGHT),
            policy(&game, OptimalWin::new(win), OptimalWin::SIGHT),
        ];
        let states = solver.turn_states(20);
        for (position, player) in positions.iter().zip(players) {
            for (dice, points) in (1..=8).flat_map(|dice| [(dice, 0), (dice, 6), (dice, 14)]) {
                let table = game.table(dice);
                let classes = table.classes().iter().enumerate();
                let there = states.contains(points, dice);
                for (class, of) in classes.filter(|(_, of)| there && !of.keeps().is_empty()) {
                    let thrown = Thrown::Rolled(counts(&table.decode(class, 0), 8));
                    let objective = position.objective;
                    let question = Question {
                        objective,
                        own,
                        opponent,
                        third: None,
                        players: 2,
                        points,
                        thrown,
                    };
                    let answer = Answer::new(&solver, position, &question);
                    let Answer::Choices(choices) = answer else { panic!("{answer:?}") };
                    assert_eq!(choices.len(), of.keeps().len());
                    let state = TurnState { points, dice, rolls: 1 };
                    let best = of.keeps()[player.keep(&standing, state, class).action];
                    assert_eq!(choices[0].keep, Some(best), "{question:?}");
                    for Choice { keep, points, dice, stops, .. } in choices {
                        let to = game.after_keep(state, keep.expect("dice of the roll"));
                        assert_eq!((points, dice), (to.points, to.dice));
                        assert_eq!(
                            stops,
                            player.roll(&standing, to).action == STOP,
                            "{question:?}"
                        );
                    }
                }
            }
        }
    }
}
