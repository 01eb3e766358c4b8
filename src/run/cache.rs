//! Solutions on disk, so that they need to be found only once.
//!
//! A file is named by the SHA-256 of all that its values depend on: the edition's text, the rules
//! as resolved, what is solved, and the version of this format.
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

/// The version of the format, and of the solver: raised whenever values change.
pub const SCHEMA: u32 = 2;

/// The name of the environment variable that names another folder; empty means none at all.
pub const VARIABLE: &str = "PUSHLUCK_CACHE";

const MAGIC: &[u8; 8] = b"PLSOLVED";
/// The bytes before the values.
pub(crate) const HEADER: usize = 8 + 4 + 4 + 32 + 8;
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
    /// Whether it was read from the disk, as tests ask.
    #[cfg_attr(not(test), allow(dead_code))]
    pub from_disk: bool,
    /// Why it could not be kept, if it could not: worth a warning, not a failure.
    pub warning: Option<String>,
}

impl Cache {
    /// The user's own: [`VARIABLE`], or `pushluck` in the cache folder of the system; none where
    /// neither is known.
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
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()) }
    }

    /// A cache that keeps nothing.
    pub fn none() -> Self {
        Self::default()
    }

    /// The folder.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
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
