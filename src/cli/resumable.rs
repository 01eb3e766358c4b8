//! One session of a resumable run: starts new or from a checkpoint file, updates this file, and may
//! play one shard only.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::cli::arguments::CheckpointArgs;
use crate::cli::{Status, terminal};
use crate::error::{Error, Result};
use crate::policy::bot;
use crate::report::{RunRecord, clear_temporary, count, folder_of};
use crate::run::checkpoint::{Part, Shard};
use crate::run::parts::OPEN;
use crate::run::{Conditions, Keep, Parts, Played, Results};
use crate::sim::interrupt::Why;

/// A new or resumed run, or one shard of it.
pub(super) struct Sitting<'a> {
    run: &'a dyn Parts,
    part: Part,
    file: PathBuf,
    every: Duration,
}

impl<'a> Sitting<'a> {
    /// Starts or resumes the run, and checks that the checkpoint file can be written. Returns
    /// `None` if the run has no checkpoint file.
    pub(super) fn begin(
        (args, shard): (&CheckpointArgs, Option<Shard>),
        record: &RunRecord,
        run: &'a dyn Parts,
    ) -> Result<Option<Self>> {
        let CheckpointArgs { checkpoint, checkpoint_every, resume } = args;
        let shard = shard.unwrap_or(Shard::WHOLE);
        let Shard { number, of } = shard;
        let Some(file) = checkpoint.as_ref().or(resume.as_ref()) else {
            return match shard {
                Shard::WHOLE => Ok(None),
                _ => Err(Error::input_help(
                    format!("`--shard {number}/{of}` needs a file"),
                    format!("name it with `--checkpoint shard-{number}.part`"),
                )),
            };
        };
        if let Some(flag) = run.looks().filter(|_| shard != Shard::WHOLE) {
            return Err(Error::input_help(
                format!(
                    "`{flag}` needs the games of all shards, but `--shard {number}/{of}` has only its own"
                ),
                "give `--games N` to the shards, or play the run on one machine",
            ));
        }
        let (units, _) = run.units();
        let part = match resume {
            Some(path) if path.exists() && !path.is_file() => return Err(no_file(path)),
            Some(path) => resumed(path, record, shard)?,
            None => Part {
                run: record.to_toml(),
                shard,
                units,
                played: run.nothing(shard.units(units).start),
            },
        };
        if resume.as_ref() != Some(file) {
            not_in_the_way(file)?;
        }
        if !folder_of(file).is_dir() {
            return Err(Error::input_help(
                format!(
                    "the folder `{}` of `{}` does not exist",
                    folder_of(file).display(),
                    file.display()
                ),
                "create it, or name another file with `--checkpoint`",
            ));
        }
        clear_temporary(folder_of(file));
        let sitting = Self { run, part, file: file.clone(), every: *checkpoint_every };
        sitting.part.write(&sitting.file)?;
        Ok(Some(sitting))
    }

    /// Plays to the end of the run or until it is stopped.
    pub(super) fn play(&mut self, conditions: Conditions<'_>) -> Result<()> {
        let end = self.part.shard.units(self.part.units).end;
        let warned = AtomicBool::new(false);
        let keep = |played: Played, _| {
            if bot::failure().is_err() {
                return;
            }
            let part = Part { played, ..self.part.clone() };
            if let Err(error) = part.write(&self.file)
                && !warned.swap(true, Ordering::Relaxed)
            {
                terminal::warning(format_args!("{error}; the run continues"), None);
            }
        };
        let keep = Keep { every: self.every, keep: &keep };
        self.part.played = self.run.play(&self.part.played, end, keep, conditions)?;
        Ok(())
    }

    /// Returns the results of the games played.
    pub(super) fn results(&self, conditions: Conditions<'_>) -> Result<Results> {
        self.run.results(&[&self.part.played], conditions)
    }

    /// Writes the checkpoint, with a note unless `quiet`.
    pub(super) fn end(&self, quiet: bool) -> Result<Status> {
        self.part.write(&self.file)?;
        let Part { shard, units, ref played, .. } = self.part;
        let stopped = played.stopped.is_some_and(|why| why != Why::Settled);
        if stopped || !quiet {
            let (file, all) = (self.file.display(), shard.units(units));
            let (done, all) = (played.units.end - all.start, all.end - all.start);
            let (_, names) = self.run.units();
            let of = if units == OPEN { String::new() } else { format!("of {} ", count(all)) };
            terminal::note(match stopped {
                true => format!(
                    "{} {of}{names} are in {file}; resume with the same command and `--resume {file}`",
                    count(done)
                ),
                false => format!(
                    "{} {names} are in {file}; `pushluck merge` combines all {} shards",
                    count(done),
                    shard.of
                ),
            });
        }
        let interrupted = played.stopped == Some(Why::Interrupted);
        Ok(if interrupted { Status::Interrupted } else { Status::Done })
    }
}

/// Reads the part of a file and checks that it is of this run and this shard.
fn resumed(path: &Path, record: &RunRecord, shard: Shard) -> Result<Part> {
    let part = Part::read(path)?;
    part.check(record, path, "name the file of this run, or a new one")?;
    if part.shard != shard {
        let Shard { number, of } = part.shard;
        let shown = path.display();
        return Err(match part.shard {
            Shard::WHOLE => Error::input_help(
                format!("{shown} is a checkpoint of the whole run, not of a shard"),
                "leave `--shard` out",
            ),
            _ => Error::input_help(
                format!("{shown} is a checkpoint of shard {number}/{of}"),
                format!("write `--shard {number}/{of}`, or name the file of another shard"),
            ),
        });
    }
    Ok(part)
}

/// Returns the error for a folder, a pipe or a device in place of a checkpoint file.
fn no_file(path: &Path) -> Error {
    Error::input_help(
        format!("{} is not a regular file, so it cannot be a checkpoint", path.display()),
        "name a regular file, or a new one",
    )
}

/// Rejects an existing file as a new checkpoint.
fn not_in_the_way(path: &Path) -> Result<()> {
    if std::fs::symlink_metadata(path).is_err() {
        return Ok(());
    }
    if path.exists() && !path.is_file() {
        return Err(no_file(path));
    }
    let shown = path.display();
    let help = match Part::read(path) {
        Ok(_) => format!("resume from it with `--resume {shown}`, or remove it to start again"),
        Err(_) => "name another file with `--checkpoint`".to_owned(),
    };
    Err(Error::input_help(format!("{shown} already exists"), help))
}
