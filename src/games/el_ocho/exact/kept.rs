//! Solutions in the disk cache. Only values at the start of turns are stored; all others are
//! recomputed from them.

use super::many::Response;
use super::three::Partial;
use super::{Control, Objective, RaceSolution, Solver, Standing3, ThreeSolution, WinSolution};
use crate::error::Result;
use crate::run::cache::{Cache, Cached, hashed};

impl Cache {
    /// [`Solver::race`] through the cache. `None` if interrupted; nothing is stored then.
    pub fn race(
        &self,
        solver: &Solver,
        control: Control<'_>,
    ) -> Result<Option<Cached<RaceSolution>>> {
        let sane = |turns: &[f64]| turns.iter().all(|turns| *turns >= 1.0);
        self.kept(
            solver,
            (Objective::Race.name(), solver.target(1)?),
            |turns| sane(&turns).then(|| RaceSolution::from_turns(solver, turns)),
            || solver.race(control),
            |solution| solution.turns.clone(),
        )
    }

    /// [`Solver::win`] through the cache. `None` if interrupted; nothing is stored then.
    pub fn win(
        &self,
        solver: &Solver,
        control: Control<'_>,
    ) -> Result<Option<Cached<WinSolution>>> {
        let target = solver.target(2)?;
        self.kept(
            solver,
            (Objective::Win.name(), target * target),
            |win| are_chances(&win).then(|| WinSolution::from_values(solver, target, win)),
            || solver.win(control),
            |solution| solution.values().to_vec(),
        )
    }

    /// [`Solver::respond_to_many`] between `players` who respond to each other, through the cache. `None` if
    /// interrupted; nothing is stored then.
    pub fn many(
        &self,
        solver: &Solver,
        players: u8,
        control: Control<'_>,
    ) -> Result<Option<Cached<Response>>> {
        let target = solver.target(2)?;
        self.kept(
            solver,
            (&format!("equals-{players}"), Response::length(target)),
            |values| Response::from_values(solver, target, &values),
            || solver.respond_to_many(&[], players, control),
            Response::to_values,
        )
    }

    /// A solution of a name and a number of values. Values that `read` refuses are solved again.
    fn kept<S>(
        &self,
        solver: &Solver,
        (name, length): (&str, usize),
        read: impl FnOnce(Vec<f64>) -> Option<S>,
        solve: impl FnOnce() -> Result<Option<S>>,
        values: impl FnOnce(&S) -> Vec<f64>,
    ) -> Result<Option<Cached<S>>> {
        let key = key(solver, name);
        if let Some(solution) = self.read(name, &key, length).and_then(read) {
            return Ok(Some(Cached { solution, from_disk: true, warning: None }));
        }
        let Some(solution) = solve()? else { return Ok(None) };
        let warning = self.write(name, &key, &values(&solution));
        Ok(Some(Cached { solution, from_disk: false, warning }))
    }

    /// The solution of the game of three players through the cache, at least from some totals on. Only
    /// solutions from 0 points are stored; one that is interrupted as well, and continued by the next
    /// call. `None` if interrupted.
    pub fn three(
        &self,
        solver: &Solver,
        from: Standing3,
        control: Control<'_>,
    ) -> Result<Option<Cached<ThreeSolution>>> {
        let target = solver.target_of_three()?;
        let key = key(solver, THREE);
        let saved = |name| {
            let values = self.read(name, &key, Partial::length(target))?;
            Partial::from_values(target, &values)
        };
        if let Some(values) = saved(THREE).filter(|values| values.sum == 0) {
            let solution = solver.three_of([0; 3], values)?;
            return Ok(Some(Cached { solution, from_disk: true, warning: None }));
        }
        if from != [0; 3] {
            let solution = solver.three(from, control)?;
            let new = |solution| Cached { solution, from_disk: false, warning: None };
            return Ok(solution.map(new));
        }
        let keep = |values: &Partial| drop(self.write(BEGUN, &key, &values.to_values()));
        let Some(solution) = solver.three_from([0; 3], saved(BEGUN), keep, control)? else {
            return Ok(None);
        };
        let warning = self.write(THREE, &key, &solution.values().to_values());
        self.remove(BEGUN, &key);
        Ok(Some(Cached { solution, from_disk: false, warning }))
    }
}

/// The names of the solution of three players, and of one that is not finished.
const THREE: &str = "three";
const BEGUN: &str = "three-begun";

pub(super) fn are_chances(values: &[f64]) -> bool {
    values.iter().all(|value| (0.0..=1.0).contains(value))
}

fn key(solver: &Solver, objective: &str) -> [u8; 32] {
    let rules = &solver.game().rules;
    hashed(&[
        objective,
        &rules.edition.source.text,
        &rules.level().name,
        rules.joker.name(),
        &rules.target.to_string(),
        &rules.min_bank.to_string(),
        &rules.entry.to_string(),
    ])
}
