//! Solutions on disk, so that each is computed once.
//!
//! The name of a file is the SHA-256 of everything that its values depend on: the text of the
//! edition, the resolved rules, the problem solved, and the version of this format.
//!
//! | bytes | meaning                                             |
//! |-------|-----------------------------------------------------|
//! | 8     | `PLSOLVED`                                          |
//! | 4     | [`SCHEMA`], little endian                           |
//! | 4     | 0                                                   |
//! | 32    | the key: the SHA-256 in the name of the file        |
//! | 8     | the number of values *n*, little endian             |
//! | 8 *n* | the values, `f64`, little endian                    |
//! | 32    | the SHA-256 of everything before                    |
//!
//! A file is written under a temporary name and renamed, so it is complete or missing, also where several
//! programs share the folder. A damaged, truncated or foreign file counts as missing and is written again. Where
//! all files together exceed [`LIMIT`], those that were not used for longest are removed.

use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sha2::{Digest, Sha256};

use crate::error::{Error, Result};
use crate::report::write_whole;

/// The version of the format and of the solver: raised when values change.
pub const SCHEMA: u32 = 2;

/// The environment variable with the folder of the cache; an empty value disables the cache.
pub const VARIABLE: &str = "PUSHLUCK_CACHE";

/// The most bytes of all solutions together.
pub const LIMIT: u64 = 1 << 30;

const MAGIC: &[u8; 8] = b"PLSOLVED";
/// The bytes before the values.
pub(crate) const HEADER: usize = 8 + 4 + 4 + 32 + 8;
const SUM: usize = 32;

/// A cache of solutions.
#[derive(Clone, Debug, Default)]
pub struct Cache {
    folder: Option<PathBuf>,
}

/// A saved solution.
#[derive(Debug)]
struct Saved {
    path: PathBuf,
    /// What is solved: the part of the file name before the key.
    name: String,
    bytes: u64,
    used: SystemTime,
}

/// A solution, with its origin and a warning of the cache.
#[derive(Clone, Debug)]
pub struct Cached<T> {
    /// The solution.
    pub solution: T,
    /// Whether the solution was read from disk (for tests).
    #[cfg_attr(not(test), allow(dead_code))]
    pub from_disk: bool,
    /// The reason why the solution could not be saved, if any: a warning, not an error.
    pub warning: Option<String>,
}

impl Cache {
    /// Returns the cache of the user: [`VARIABLE`], or `pushluck` in the cache folder of the
    /// system; disabled if neither is known.
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

    /// Returns a cache in a folder, which is created when needed.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()) }
    }

    /// Returns a disabled cache.
    pub fn none() -> Self {
        Self::default()
    }

    /// Returns the folder.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Returns the file of a solution.
    fn path(&self, name: &str, key: &[u8; 32]) -> Option<PathBuf> {
        let hex: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
        Some(self.folder.as_ref()?.join(format!("{name}-{hex}.bin")))
    }

    /// Returns the saved values if there are `count` of them and the file is valid.
    pub(crate) fn read(&self, name: &str, key: &[u8; 32], count: usize) -> Option<Vec<f64>> {
        let path = self.path(name, key)?;
        let length = HEADER + 8 * count + SUM;
        // The size is checked first, so that a huge file of another kind is not read.
        if fs::metadata(&path).ok()?.len() != length as u64 {
            return None;
        }
        let bytes = fs::read(&path).ok()?;
        let (body, sum) = bytes.split_at_checked(HEADER + 8 * count)?;
        let (header, values) = body.split_at_checked(HEADER)?;
        if header != self::header(key, count) || sum != Sha256::digest(body).as_slice() {
            return None;
        }
        let values: Vec<f64> =
            values.as_chunks().0.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect();
        if !values.iter().all(|value| value.is_finite()) {
            return None;
        }
        // For `keep_within`; a folder that cannot be written to has no need of it.
        let used = File::options().append(true).open(path);
        let _ = used.and_then(|file| file.set_modified(SystemTime::now()));
        Some(values)
    }

    /// Returns the saved solutions; other files in the folder are not among them.
    fn saved(&self) -> Vec<Saved> {
        let entries = self.folder.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
        let saved = |entry: fs::DirEntry| {
            let file = entry.file_name().into_string().ok()?;
            let (name, key) = file.strip_suffix(".bin")?.rsplit_once('-')?;
            let is_key = key.len() == 64 && key.bytes().all(|byte| byte.is_ascii_hexdigit());
            let metadata = entry.metadata().ok().filter(fs::Metadata::is_file)?;
            let (name, bytes) = (name.to_owned(), metadata.len());
            is_key.then_some(Saved {
                path: entry.path(),
                name,
                bytes,
                used: metadata.modified().ok()?,
            })
        };
        entries.flatten().filter_map(saved).collect()
    }

    /// Returns the number of solutions and their bytes by what is solved.
    pub fn contents(&self) -> BTreeMap<String, (u64, u64)> {
        let mut contents = BTreeMap::new();
        for Saved { name, bytes, .. } in self.saved() {
            let (files, all) = contents.entry(name).or_insert((0, 0));
            (*files, *all) = (*files + 1, *all + bytes);
        }
        contents
    }

    /// Removes all solutions; returns their number and their bytes. Other files stay.
    ///
    /// # Errors
    ///
    /// If the system refuses.
    pub fn clear(&self) -> Result<(u64, u64)> {
        let mut removed = (0, 0);
        for Saved { path, bytes, .. } in self.saved() {
            fs::remove_file(&path)
                .map_err(|error| Error::io(format!("cannot remove {}", path.display()), error))?;
            removed = (removed.0 + 1, removed.1 + bytes);
        }
        Ok(removed)
    }

    /// Removes solutions that were not used for longest, until the others have at most `limit` bytes.
    pub fn keep_within(&self, limit: u64) {
        let mut saved = self.saved();
        saved.sort_by_key(|saved| saved.used);
        let mut bytes: u64 = saved.iter().map(|saved| saved.bytes).sum();
        for Saved { path, bytes: freed, .. } in saved {
            if bytes <= limit {
                break;
            }
            // Another program may have removed it.
            let _ = fs::remove_file(path);
            bytes -= freed;
        }
    }

    /// Removes the saved values, if there are any.
    pub(crate) fn remove(&self, name: &str, key: &[u8; 32]) {
        if let Some(path) = self.path(name, key) {
            // A file that stays only takes space.
            let _ = fs::remove_file(path);
        }
    }

    /// Saves values; returns a warning on failure.
    pub(crate) fn write(&self, name: &str, key: &[u8; 32], values: &[f64]) -> Option<String> {
        let path = self.path(name, key)?;
        let folder = path.parent()?;
        let mut bytes = header(key, values.len());
        bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        bytes.extend_from_slice(&Sha256::digest(&bytes));
        let shown = folder.display();
        let written = fs::create_dir_all(folder)
            .map_err(|error| Error::io(format!("cannot make {shown}"), error))
            .and_then(|()| write_whole(&path, &[&bytes]));
        self.keep_within(LIMIT);
        written.err().map(|error| format!("the solution cannot be saved in {shown}: {error}"))
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

/// Returns the key of a solution that depends on these texts and on the version of the format.
pub(crate) fn hashed(parts: &[&str]) -> [u8; 32] {
    let mut hash = Sha256::new();
    let version = SCHEMA.to_string();
    // Each part has its length, so that different lists have different bytes.
    for part in ["pushluck", &version].iter().chain(parts) {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}
