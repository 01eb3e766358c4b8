//! Games of three players: the equilibrium, best responses to two given players, and values of policies.

use super::tables::THREE_VALUES;
use super::{
    PreparedSolve, STOP_MAP, THIRD, TOTALS, TOTALS_OF_THREE, WIN_MAP, Writer, difference, percent,
};
use crate::error::Result;
use crate::games::el_ocho::exact::{AgainstTwo, Found, Side, ThreeSolution};
use crate::games::el_ocho::pictures::{decisions, win_map};
use crate::games::el_ocho::solved_policies::{OPTIMAL_THREE, Solutions, played_out};
use crate::games::el_ocho::stop_ranges::{Stop, stop_condition};
use crate::report::plot::{Curve, CurvePoint, Series};
use crate::report::{Key, Label, count};
use crate::run::Block;
use crate::run::leaderboard::counted;

/// The three totals with each player to roll first, seen from the first one: the totals in the order of the
/// turns, and the place of that player.
fn seats([own, next, third]: [u32; 3]) -> [([u32; 3], usize); 3] {
    [([own, next, third], 0), ([third, own, next], 1), ([next, third, own], 2)]
}

impl PreparedSolve {
    /// Solves the game of three players.
    pub(super) fn three(&self, solutions: &Solutions<'_>, writer: &mut Writer<'_>) -> Result<()> {
        if self.against.is_empty() {
            let solution = solutions.three()?;
            self.equilibrium(solution, writer)?;
            let best = seats(self.start).map(|(totals, place)| solution.wins(totals)[place]);
            return self.policies_against([Side::OfThree(solution); 2], best, solutions, writer);
        }
        let players: Vec<_> =
            self.against.iter().map(|policy| solutions.player(policy, 3)).collect::<Result<_>>()?;
        let side = |place: usize| solutions.side(&self.against[place], &players[place], 3);
        let others = [side(0)?, side(1)?];
        let best = self.against_two(None, others, solutions)?;
        let best = by_seat(&best, self.start);
        let [own, next, third] = self.start.map(|total| writer.points(total));
        let [first, second] = [0, 1].map(|place| &self.against[place].label);
        writer.screen.push(Block::Title(format!(
            "{}: the best response to {first} and {second}, who roll after it in this order",
            self.game.rules.title()
        )));
        writer.note(format!(
            "With {own} points against {next} and {third}, the best response wins {} of all games if it rolls \
             first, {} as the second and {} as the third.",
            percent(best[0]),
            percent(best[1]),
            percent(best[2])
        ));
        self.policies_against(others, best, solutions, writer)
    }

    /// Shows the equilibrium.
    fn equilibrium(&self, solution: &ThreeSolution, writer: &mut Writer<'_>) -> Result<()> {
        played_out(&self.game, solution.given_up)?;
        let [own, next, third] = self.start;
        let here = solution.position(self.start);
        writer.position(&here, self.start.map(Some));
        let states = self.states(writer.solver);
        let totals = |most: u32| (0..solution.target()).step_by(self.step(most) as usize);
        for own in totals(TOTALS_OF_THREE) {
            for next in totals(TOTALS_OF_THREE) {
                for third in totals(TOTALS_OF_THREE) {
                    let at = [own, next, third];
                    writer.thresholds(&solution.position(at), &states, at.map(Some));
                    let head = writer.turn_cells(at.map(Some));
                    writer.turn_row(&THREE_VALUES, &head, solution.wins(at).map(Into::into));
                }
            }
        }
        let step = self.step(TOTALS_OF_THREE);
        if self.start.iter().any(|total| total % step != 0) {
            writer.thresholds(&here, &states, self.start.map(Some));
        }
        writer.show_thresholds(&here, &[]);
        let points = self.start.map(|total| writer.points(total));
        let against = format!("{} against {} and {}", points[0], points[1], points[2]);
        let what = format!("when to stop at {against}, for the highest win probability");
        writer.picture(STOP_MAP, decisions(writer.solver, &here, &what), true);
        let who = format!("three players, all optimal, the third with {} points", points[2]);
        let chance = |own: u32, next: u32| solution.wins([own, next, third])[0];
        writer.picture(WIN_MAP, win_map(writer.solver, solution.target(), &who, chance), false);
        let by_third = totals(TOTALS).map(|third| {
            let position = solution.position([own, next, third]);
            let stop = |dice: u8| match stop_condition(
                &self.game,
                &position,
                position.threshold(dice)?,
            )? {
                Stop::From(units) => Some(writer.points(units)),
                _ => None,
            };
            (writer.points(third), (1..=self.game.dice()).map(stop).collect::<Vec<_>>())
        });
        let curve = self.by_third(&by_third.collect::<Vec<_>>(), [points[0], points[1]]);
        writer.pictures.push((format!("{THIRD}.svg"), curve.svg().into_bytes()));
        let wins = solution.wins(self.start).map(percent);
        writer.note(format!(
            "With {against}, the player to roll wins {} of all games, the next player {} and the third {}.",
            wins[0], wins[1], wins[2]
        ));
        let Found { residual, mixed, sampled, others } = solution.found();
        let mixed = match mixed {
            0 => String::new(),
            some => format!(
                " In {} of three standings a player is indifferent between two turns and mixes them.",
                counted(some, "cycle")
            ),
        };
        let again = match others {
            0 => "with the same values".to_owned(),
            some => format!("with other values in {}", count(some)),
        };
        writer.note(format!(
            "This is an equilibrium, each player for the own win: no other turn, at any totals, gains more than \
             {residual:.1e} in win probability.{mixed} It need not be the only one: a sample of {} of three \
             standings was solved from two other starts as well, {again}.",
            counted(sampled, "cycle")
        ));
        Ok(())
    }

    /// The chart of stop points by the third player's total.
    fn by_third(&self, rows: &[(i64, Vec<Option<i64>>)], [own, next]: [i64; 2]) -> Curve {
        let series = |dice: usize| {
            let point = |(third, stops): &(i64, Vec<Option<i64>>)| {
                let value = stops[dice]? as f64;
                Some(CurvePoint { at: *third as f64, value, marked: true, ..CurvePoint::default() })
            };
            let points = rows.iter().filter_map(point).collect();
            let name = match dice {
                0 => "1 die to roll".to_owned(),
                more => format!("{} dice", more + 1),
            };
            Series { name, joined: true, points }
        };
        let series = (0..usize::from(self.game.dice())).map(series);
        Curve {
            title: format!("{}: stop from, by the third player's total", self.game.rules.title()),
            notes: vec![format!(
                "Three players, all optimal: {own} points against {next} and the third. No point: roll until the \
                 turn wins, or until a range that ends."
            )],
            across: "third player's total, points".to_owned(),
            unit: "turn total, points".to_owned(),
            series: series.filter(|series| !series.points.is_empty()).collect(),
            lines: Vec::new(),
        }
    }

    /// Solves for the first player against two given ones.
    fn against_two(
        &self,
        first: Option<Side<'_>>,
        others: [Side<'_>; 2],
        solutions: &Solutions<'_>,
    ) -> Result<AgainstTwo> {
        let from = self.start.map(|total| total as usize);
        let (solver, control) = (solutions.solver(), solutions.control());
        let found = solutions.on_threads(|| solver.against_two(first, others, from, control))?;
        played_out(&self.game, found.given_up)?;
        Ok(found)
    }

    /// Adds the win probabilities of all policies against two given players, with those of the best response
    /// by number of the first turn.
    fn policies_against(
        &self,
        others: [Side<'_>; 2],
        best: [f64; 3],
        solutions: &Solutions<'_>,
        writer: &mut Writer<'_>,
    ) -> Result<()> {
        for (index, policy) in self.policies.iter().enumerate() {
            let player = solutions.player(policy, 3)?;
            let first = Some(solutions.side(policy, &player, 3)?);
            let found = self.named(index, self.against_two(first, others, solutions))?;
            if found.endless {
                let label = &policy.label;
                let warning =
                    format!("`{label}` can play games that never end; such games have no winner");
                writer.warnings.push((warning, None));
            }
            let labels = match &*self.against {
                [] => vec![OPTIMAL_THREE; 2],
                known => known.iter().map(|policy| &*policy.label).collect(),
            };
            let key = Key { opponents: Label::of_list(labels), ..writer.key(index, 3) };
            let values = by_seat(&found, self.start);
            let both: Vec<(f64, f64)> = values.into_iter().zip(best).collect();
            let [mean, optimum] = [values, best].map(|values| values.iter().sum::<f64>() / 3.0);
            writer.wins(&key, &both);
            let regret = difference(optimum, mean);
            writer.compare([percent(mean), percent(regret), percent(values[0])]);
        }
        Ok(())
    }
}

/// The win probabilities of the first player as the first, second and third to roll.
fn by_seat(found: &AgainstTwo, totals: [u32; 3]) -> [f64; 3] {
    let [first, third, second] = found.wins(totals);
    [first, second, third]
}
