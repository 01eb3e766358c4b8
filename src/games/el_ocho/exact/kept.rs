//! Solutions in the disk cache. Only values at the start of turns are stored; all others are
//! recomputed from them.

use super::{Control, Objective, RaceSolution, Solver, WinSolution};
use crate::error::Result;
use crate::run::cache::{Cache, Cached, hashed};

impl Cache {
    /// [`Solver::race`] through the cache. `None` if interrupted; nothing is stored then.
    pub fn race(
        &self,
        solver: &Solver,
        control: Control<'_>,
    ) -> Result<Option<Cached<RaceSolution>>> {
        let target = solver.target()?;
        let key = key(solver, Objective::Race);
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
        let target = solver.target()?;
        let key = key(solver, Objective::Win);
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

fn key(solver: &Solver, objective: Objective) -> [u8; 32] {
    let rules = &solver.game().rules;
    hashed(&[
        objective.name(),
        &rules.edition.source.text,
        &rules.level().name,
        rules.joker.name(),
        &rules.target.to_string(),
        &rules.min_bank.to_string(),
    ])
}
