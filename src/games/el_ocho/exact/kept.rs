//! Solutions kept on disk: only the values at the start of turns; all else is recomputed from them.

use super::{Control, Objective, RaceSolution, Solver, WinSolution};
use crate::error::Result;
use crate::run::cache::{Cache, Cached, hashed};

impl Cache {
    /// [`Solver::race`] by way of the cache. `None`: it was stopped, and nothing was kept.
    ///
    /// # Errors
    ///
    /// As [`Solver::race`]; never because of the cache.
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

    /// [`Solver::win`] by way of the cache. `None`: it was stopped, and nothing was kept.
    ///
    /// # Errors
    ///
    /// As [`Solver::win`]; never because of the cache.
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

/// What a solution depends on, hashed.
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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::games::el_ocho::tests_support::{game, level};
    use crate::run::cache::HEADER;
    use crate::sim::interrupt::{StopFlag, Why};

    fn files(folder: &Path) -> Vec<PathBuf> {
        let mut files: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files
    }

    #[test]
    fn what_was_solved_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path().join("deep").join("down"));
        let solver = Solver::new(level("2", 1000));
        let first = cache.win(&solver, Control::default()).unwrap().unwrap();
        assert!(!first.from_disk && first.warning.is_none());
        let again = cache.win(&solver, Control::default()).unwrap().unwrap();
        assert!(again.from_disk);
        assert_eq!(first.solution.values(), again.solution.values());
        for (own, other) in [(0, 0), (3, 17), (19, 0)] {
            let value = again.solution.win(own, other);
            assert!((again.solution.position(own, other).start() - value).abs() < 1e-13);
            assert_eq!(first.solution.wait(own, other), again.solution.wait(own, other));
        }
        let race = cache.race(&solver, Control::default()).unwrap().unwrap();
        assert!(!race.from_disk);
        let race_again = cache.race(&solver, Control::default()).unwrap().unwrap();
        assert!(race_again.from_disk);
        assert_eq!(race.solution.turns, race_again.solution.turns);
        assert_eq!(files(cache.folder().unwrap()).len(), 2, "and nothing is left lying about");
    }

    #[test]
    fn other_rules_are_other_files() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path());
        for settings in [
            ["level=2", "target=500"],
            ["level=1", "target=500"],
            ["joker=standard", "target=500"],
            ["min_bank=300", "target=500"],
            ["level=2", "target=550"],
        ] {
            let solver = Solver::new(game(&settings));
            assert!(!cache.win(&solver, Control::default()).unwrap().unwrap().from_disk);
        }
        let solver = Solver::new(game(&["max_turns=7", "target=500"]));
        assert!(cache.win(&solver, Control::default()).unwrap().unwrap().from_disk);
    }

    #[test]
    fn a_damaged_file_is_written_again() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path());
        let solver = Solver::new(level("1", 500));
        let solve = || cache.win(&solver, Control::default()).unwrap().unwrap();
        let good = solve();
        let path = files(folder.path()).remove(0);
        let bytes = fs::read(&path).unwrap();
        let damage: [fn(&mut Vec<u8>); 8] = [
            Vec::clear,
            |bytes| bytes.truncate(bytes.len() / 2),
            |bytes| bytes.push(0),
            |bytes| bytes[0] ^= 1,
            |bytes| bytes[8] ^= 1,
            |bytes| bytes[20] ^= 1,
            |bytes| bytes[HEADER + 3] ^= 1,
            |bytes| *bytes.last_mut().unwrap() ^= 1,
        ];
        for harm in damage {
            let mut bytes = bytes.clone();
            harm(&mut bytes);
            fs::write(&path, bytes).unwrap();
            let again = solve();
            assert!(!again.from_disk && again.warning.is_none());
            assert_eq!(again.solution.values(), good.solution.values());
            assert!(solve().from_disk);
        }
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_a_warning() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "in the way").unwrap();
        let solver = Solver::new(level("1", 500));
        let solved = Cache::at(&file).win(&solver, Control::default()).unwrap().unwrap();
        assert!(solved.warning.unwrap().contains("cannot be kept"));
        let solved = Cache::none().win(&solver, Control::default()).unwrap().unwrap();
        assert!(solved.warning.is_none());
    }

    #[test]
    fn a_solve_that_is_stopped_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path());
        let solver = Solver::new(level("1", 500));
        let flag = StopFlag::new();
        flag.raise(Why::Interrupted);
        let control = Control { stop: Some(&flag), watch: None };
        assert!(cache.win(&solver, control).unwrap().is_none());
        assert!(cache.race(&solver, control).unwrap().is_none());
        assert!(files(folder.path()).is_empty());
    }
}
