//! Parts of a run on disk: the counts so far, or the counts of one of several machines.
//!
//! | bytes | meaning                                      |
//! |-------|----------------------------------------------|
//! | 8     | `PLPART`, and the version of this format     |
//! | 32    | the SHA-256 of the rest                      |
//! |       | a [`Part`], encoded with postcard            |
//!
//! The length depends on the kind of counts and hardly on the number of units. A file is written
//! under a temporary name and renamed, so it is complete or missing.

use std::io::{ErrorKind, Read as _};
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Played;
use crate::error::{Error, Result};
use crate::policy::{PART, missing_input, open_input, silent_input};
use crate::report::{RunRecord, write_whole};
use crate::sim::interrupt::Why;

/// The name and version of the format.
const MAGIC: &[u8; 8] = b"PLPART\0\x07";

/// A shard of a run; shard 1 of 1 is the whole run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shard {
    /// The number of the shard, from 1.
    pub number: u64,
    /// The number of shards.
    pub of: u64,
}

impl Shard {
    /// The whole run.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Returns the units of the shard out of `all` units. The sizes of shards differ by at most one.
    pub fn units(self, all: u64) -> Range<u64> {
        let before =
            |shards: u64| (u128::from(all) * u128::from(shards) / u128::from(self.of)) as u64;
        before(self.number - 1)..before(self.number)
    }
}

/// A complete or incomplete part of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Part {
    /// The definition of the run and its command, with all texts, as in `run.toml`.
    pub run: String,
    /// The shard.
    pub shard: Shard,
    /// The units of the whole run.
    pub units: u64,
    /// The played units of the shard.
    pub played: Played,
}

impl Part {
    /// Returns whether all units of the shard were played, or as many as its stop condition needed.
    pub(crate) fn is_done(&self) -> bool {
        self.played.units.end == self.shard.units(self.units).end
            || self.played.stopped == Some(Why::Settled)
    }

    /// Reads a part from a file.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let shown = path.display();
        let unread = |error: std::io::Error| match error.kind() {
            ErrorKind::NotFound => missing_input(path, PART),
            ErrorKind::TimedOut => silent_input(path),
            _ => Error::input(format!("cannot read the checkpoint file {shown}: {error}")),
        };
        let mut file = open_input(path).map_err(unread)?;
        let (mut named, mut rest) = (Vec::new(), Vec::new());
        // Some devices have no end.
        let mut first = file.by_ref().take(MAGIC.len() as u64);
        first.read_to_end(&mut named).map_err(unread)?;
        let (name, version) = MAGIC.split_at(6);
        if named.len() < MAGIC.len() || !named.starts_with(name) {
            let help = "`--checkpoint FILE` writes such files";
            return Err(Error::input_help(format!("{shown} is not a checkpoint file"), help));
        }
        file.read_to_end(&mut rest).map_err(unread)?;
        if !named.ends_with(version) {
            let message = format!("{shown} is from another version of pushluck");
            let help = "random numbers or the form of the counts changed since then: resume with the version that \
                        wrote it, or start again";
            return Err(Error::input_help(message, help));
        }
        let damaged = || {
            let help = "copy the file again, or play this shard again";
            Error::input_help(format!("{shown} is damaged or truncated"), help)
        };
        let (sum, body) = rest.split_at_checked(32).ok_or_else(damaged)?;
        if sum != Sha256::digest(body).as_slice() {
            return Err(damaged());
        }
        postcard::from_bytes(body).map_err(|_| damaged())
    }

    /// Writes the part to a file, replacing its contents.
    pub(crate) fn write(&self, path: &Path) -> Result<()> {
        let body = postcard::to_stdvec(self).expect("plain data");
        write_whole(path, &[&MAGIC[..], &Sha256::digest(&body), &body])
    }

    /// Checks that this is a part of the run defined by `record`.
    pub(crate) fn check(&self, record: &RunRecord, path: &Path, help: &str) -> Result<()> {
        if record.same_run(&self.run) {
            return Ok(());
        }
        let difference = record.difference(&self.run);
        let message = format!("{} belongs to a different run: {difference}", path.display());
        Err(Error::input_help(message, help))
    }
}

/// Returns the parts of one run in the order of their units, with their files.
pub(crate) fn in_order(mut parts: Vec<(PathBuf, Part)>) -> Result<Vec<(PathBuf, Part)>> {
    parts.sort_by_key(|(_, part)| part.shard);
    let Some((first, Part { shard, run, .. })) =
        parts.first().map(|(path, part)| (path.clone(), part.clone()))
    else {
        return Err(Error::input("there is nothing to merge"));
    };
    let of = shard.of;
    let run = RunRecord::defined(&run).unwrap_or_default();
    let record = RunRecord { run, ..RunRecord::default() };
    for (path, part) in &parts {
        part.check(&record, path, "merge the shards of one run")?;
        if part.shard.of != of {
            let (there, shown) = (part.shard.of, path.display());
            let message =
                format!("{shown} is one of {there} shards, but {} is one of {of}", first.display());
            return Err(Error::input_help(
                message,
                "merge shards with the same N of `--shard I/N`",
            ));
        }
        if !part.is_done() {
            let Part { shard, units, played, .. } = part;
            let units = shard.units(*units);
            let (done, all) = (played.units.end - units.start, units.end - units.start);
            let message = format!("{} is incomplete: {done} of {all} units", path.display());
            return Err(Error::input_help(
                message,
                "complete it with `--resume` and its original command",
            ));
        }
    }
    for pair in parts.windows(2) {
        let [(a, one), (b, other)] = pair else { continue };
        if one.shard == other.shard {
            let number = one.shard.number;
            if a == b {
                let message = format!("{} is given twice", a.display());
                return Err(Error::input_help(message, "give each shard once"));
            }
            let (a, b) = (a.display(), b.display());
            return Err(Error::input(format!("{a} and {b} are both shard {number} of {of}")));
        }
    }
    let there = |number: &u64| parts.iter().any(|(_, part)| part.shard.number == *number);
    let missing: Vec<String> =
        (1..=of).filter(|number| !there(number)).take(9).map(|number| number.to_string()).collect();
    if !missing.is_empty() {
        let more = if of - parts.len() as u64 > 9 { " and more" } else { "" };
        let missing = missing.join(", ");
        return Err(Error::input(format!("of {of} shards, these are missing: {missing}{more}")));
    }
    Ok(parts)
}
