//! Solutions in the disk cache. Only values at the start of turns are stored; all others are
//! recomputed from them.

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
        let target = solver.target(1)?;
        let key = key(solver, Objective::Race.name());
        let sane = |turns: &[f64]| turns.iter().all(|turns| *turns >= 1.0);
        let name = Objective::Race.name();
        if let Some(turns) = self.read(name, &key, target).filter(|turns| sane(turns)) {
            let solution = RaceSolution::from_turns(solver, turns);
            return Ok(Some(Cached { solution, from_disk: true, warning: None }));
        }
        let Some(solution) = solver.race(control)? else { return Ok(None) };
        let warning = self.write(name, &key, &solution.turns);
        Ok(Some(Cached { solution, from_disk: false, warning }))
    }

    /// [`Solver::win`] through the cache. `None` if interrupted; nothing is stored then.
    pub fn win(
        &self,
        solver: &Solver,
        control: Control<'_>,
    ) -> Result<Option<Cached<WinSolution>>> {
        let target = solver.target(2)?;
        let key = key(solver, Objective::Win.name());
        let sane = |win: &[f64]| win.iter().all(|win| (0.0..=1.0).contains(win));
        let name = Objective::Win.name();
        let values = self.read(name, &key, target * target);
        if let Some(win) = values.filter(|win| sane(win)) {
            let solution = WinSolution::from_values(solver, target, win);
            return Ok(Some(Cached { solution, from_disk: true, warning: None }));
        }
        let Some(solution) = solver.win(control)? else { return Ok(None) };
        let warning = self.write(name, &key, solution.values());
        Ok(Some(Cached { solution, from_disk: false, warning }))
    }
}

impl Cache {
    /// [`Solver::respond_to_many`] between `players` who respond to each other, through the cache. `None` if
    /// interrupted; nothing is stored then.
    pub fn many(
        &self,
        solver: &Solver,
        players: u8,
        control: Control<'_>,
    ) -> Result<Option<Cached<WinSolution>>> {
        let target = solver.target(2)?;
        let name = format!("win-{players}");
        let key = key(solver, &name);
        let sane = |values: &[f64]| values.iter().all(|value| (0.0..=1.0).contains(value));
        let values = self.read(&name, &key, WinSolution::length(target));
        if let Some(values) = values.filter(|values| sane(values)) {
            let solution = WinSolution::from_all(solver, target, &values);
            return Ok(Some(Cached { solution, from_disk: true, warning: None }));
        }
        let Some(found) = solver.respond_to_many(&[], players, control)? else { return Ok(None) };
        let warning = self.write(&name, &key, &found.solution.to_values());
        Ok(Some(Cached { solution: found.solution, from_disk: false, warning }))
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
