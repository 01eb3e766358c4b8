//! Solutions on disk, so that they need to be found only once.
//!
//! A file is named by the SHA-256 of all that its values depend on: the edition's text, the rules
//! as resolved, the objective and the version of this format. It holds only the values at the start
//! of turns; all else is recomputed from them. What a game solves that has no solver in this room is
//! kept in files of the same make.
//!
//! | bytes | meaning                                             |
//! |-------|-----------------------------------------------------|
//! | 8     | `PLSOLVED`                                          |
//! | 4     | [`SCHEMA`], little endian                           |
//! | 4     | 0                                                   |
//! | 32    | the key: the SHA-256 the file is named by           |
//! | 8     | the number of values *n*, little endian             |
//! | 8 *n* | the values, `f64`, little endian                    |
//! | 32    | the SHA-256 of everything before                    |
//!
//! A file is written beside its place and renamed, so it is whole or not there. One that is damaged,
//! cut short or of another make is taken as missing and written again.

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::{Control, Objective, RaceSolution, Solver, WinSolution};
use crate::error::Result;

/// The version of the format, and of the solver: raised whenever values change.
pub const SCHEMA: u32 = 1;

/// The name of the environment variable that names another folder; empty means none at all.
pub const VARIABLE: &str = "PUSHLUCK_CACHE";

const MAGIC: &[u8; 8] = b"PLSOLVED";
const HEADER: usize = 8 + 4 + 4 + 32 + 8;
const SUM: usize = 32;

/// Where solutions are kept.
#[derive(Clone, Debug, Default)]
pub struct Cache {
    folder: Option<PathBuf>,
}

/// A solution, where it came from, and what went wrong on the way.
#[derive(Clone, Debug)]
pub struct Cached<T> {
    /// The solution.
    pub solution: T,
    /// Whether it was read from the disk.
    pub from_disk: bool,
    /// Why it could not be kept, if it could not: worth a warning, not a failure.
    pub warning: Option<String>,
}

impl Cache {
    /// The user's own: [`VARIABLE`], or `pushluck` in the cache folder of the system; none where
    /// neither is known.
    #[must_use]
    pub fn of_user() -> Self {
        match env::var_os(VARIABLE) {
            Some(folder) if folder.is_empty() => Self::none(),
            Some(folder) => Self::at(folder),
            None => {
                let project = directories::ProjectDirs::from("", "", "pushluck");
                Self { folder: project.map(|project| project.cache_dir().to_owned()) }
            }
        }
    }

    /// A cache in a folder, which is made when it is needed.
    #[must_use]
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()) }
    }

    /// A cache that keeps nothing.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

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

    /// The file of a solution.
    fn path(&self, name: &str, key: &[u8; 32]) -> Option<PathBuf> {
        let hex: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
        Some(self.folder.as_ref()?.join(format!("{name}-{hex}.bin")))
    }

    /// The values kept, if there are `count` of them and every byte is right.
    pub(crate) fn read(&self, name: &str, key: &[u8; 32], count: usize) -> Option<Vec<f64>> {
        let path = self.path(name, key)?;
        let length = HEADER + 8 * count + SUM;
        // Looked at first, so that a huge file of another make is not read.
        if fs::metadata(&path).ok()?.len() != length as u64 {
            return None;
        }
        let bytes = fs::read(path).ok()?;
        let (body, sum) = bytes.split_at_checked(HEADER + 8 * count)?;
        let (header, values) = body.split_at_checked(HEADER)?;
        if header != self::header(key, count) || sum != Sha256::digest(body).as_slice() {
            return None;
        }
        let values: Vec<f64> =
            values.as_chunks().0.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect();
        values.iter().all(|value| value.is_finite()).then_some(values)
    }

    /// Keeps values; what went wrong, if anything did.
    pub(crate) fn write(&self, name: &str, key: &[u8; 32], values: &[f64]) -> Option<String> {
        let path = self.path(name, key)?;
        let folder = path.parent()?;
        let mut bytes = header(key, values.len());
        bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        bytes.extend_from_slice(&Sha256::digest(&bytes));
        let write = || {
            fs::create_dir_all(folder)?;
            let mut file = tempfile::NamedTempFile::new_in(folder)?;
            file.write_all(&bytes)?;
            file.as_file().sync_all()?;
            file.persist(&path).map_err(|error| error.error)
        };
        match write() {
            Ok(_) => None,
            Err(error) => {
                Some(format!("the solution cannot be kept in {}: {error}", folder.display()))
            }
        }
    }
}

fn header(key: &[u8; 32], count: usize) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.extend(SCHEMA.to_le_bytes());
    header.extend([0; 4]);
    header.extend(key);
    header.extend((count as u64).to_le_bytes());
    header
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

/// The key of a solution that depends on these texts, and on the version of this format.
pub(crate) fn hashed(parts: &[&str]) -> [u8; 32] {
    let mut hash = Sha256::new();
    let version = SCHEMA.to_string();
    // Each part with its length, so that no two lists of parts run together alike.
    for part in ["pushluck", &version].iter().chain(parts) {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::super::tests_support::{game, level};
    use super::*;
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
        let solver = Solver::new(level("2", 1000)).unwrap();
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
            let solver = Solver::new(game(&settings)).unwrap();
            assert!(!cache.win(&solver, Control::default()).unwrap().unwrap().from_disk);
        }
        let solver = Solver::new(game(&["max_turns=7", "target=500"])).unwrap();
        assert!(cache.win(&solver, Control::default()).unwrap().unwrap().from_disk);
    }

    #[test]
    fn a_damaged_file_is_written_again() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path());
        let solver = Solver::new(level("1", 500)).unwrap();
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
        let solver = Solver::new(level("1", 500)).unwrap();
        let solved = Cache::at(&file).win(&solver, Control::default()).unwrap().unwrap();
        assert!(solved.warning.unwrap().contains("cannot be kept"));
        let solved = Cache::none().win(&solver, Control::default()).unwrap().unwrap();
        assert!(solved.warning.is_none());
    }

    #[test]
    fn a_solve_that_is_stopped_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path());
        let solver = Solver::new(level("1", 500)).unwrap();
        let flag = StopFlag::new();
        flag.raise(Why::Interrupted);
        let control = Control { stop: Some(&flag), watch: None };
        assert!(cache.win(&solver, control).unwrap().is_none());
        assert!(cache.race(&solver, control).unwrap().is_none());
        assert!(files(folder.path()).is_empty());
    }
}
