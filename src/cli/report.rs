//! `pushluck report`: one page with the pictures and tables of folders of results.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use crate::cli::Status;
use crate::cli::page_file::PageArgs;
use crate::cli::terminal::Output;
use crate::error::{Error, Result};
use crate::report::RunRecord;
use crate::report::page::{Folder, page};

/// The arguments of `pushluck report`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  pushluck report a b --out compared.html
      the results of two runs side by side

Every folder that `--out` writes has a report.html of its own.")]
pub struct ReportArgs {
    /// Folders of results, written with `--out`.
    #[arg(value_name = "DIR", required = true, value_hint = ValueHint::DirPath)]
    pub folders: Vec<PathBuf>,

    /// The file of the page.
    #[command(flatten)]
    pub page: PageArgs,
}

/// Writes the page.
pub(super) fn run(args: &ReportArgs, output: &mut Output<'_>) -> Result<Status> {
    let named = ("report", "report.html");
    args.page.check(named)?;
    let read: Vec<(String, Files)> =
        args.folders.iter().map(|folder| read(folder)).collect::<Result<_>>()?;
    let folders: Vec<Folder<'_>> =
        read.iter().map(|(record, files)| Folder { record, files }).collect();
    args.page.write(named, &page(&folders), false, output)?;
    Ok(Status::Done)
}

/// Names and contents of files.
pub(super) type Files = Vec<(String, Vec<u8>)>;

/// The record of a folder and the files that it lists.
pub(super) fn read(folder: &Path) -> Result<(String, Files)> {
    let path = folder.join(RunRecord::FILE);
    let record = fs::read_to_string(&path).map_err(|_| {
        Error::input_help(
            format!("`{}` has no {}", folder.display(), RunRecord::FILE),
            "name a folder of results, which a command writes with `--out`",
        )
    })?;
    let Some(names) = RunRecord::results(&record) else {
        return Err(Error::input_help(
            format!("`{}` is not the record of a run", path.display()),
            "name a folder of results, which a command writes with `--out`",
        ));
    };
    let wanted = |name: &&String| [".csv", ".svg"].iter().any(|ending| name.ends_with(ending));
    let files = names.iter().filter(wanted).map(|name| {
        let path = folder.join(name);
        let bytes = fs::read(&path).map_err(|error| {
            Error::input_help(
                format!("cannot read {}: {error}", path.display()),
                "run the command again with the same `--out`",
            )
        })?;
        Ok((name.clone(), bytes))
    });
    let files = files.collect::<Result<_>>()?;
    Ok((record, files))
}
