//! HTML pages as files: the options, the checks before the work, and the writing.

use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use crate::cli::terminal::{self, Output};
use crate::error::{Error, Result};
use crate::report::{clear_temporary, folder_of, write_whole};

/// The file of a page.
#[derive(Args, Clone, Debug)]
pub struct PageArgs {
    /// Write the page, self-contained HTML, to this file instead of standard output.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub out: Option<PathBuf>,

    /// Replace an existing file.
    #[arg(long, requires = "out", help_heading = "Output")]
    pub force: bool,
}

impl PageArgs {
    /// Rejects, before the work starts, a terminal, a path that cannot be a file, and an existing file
    /// that is not a page of this program. The page is called by a noun, and its file `file`.
    pub(super) fn check(&self, (noun, file): (&str, &str)) -> Result<()> {
        match &self.out {
            Some(path) => check_place(path, (noun, file), self.force),
            None if std::io::stdout().is_terminal() => Err(Error::input_help(
                format!("the {noun} is in HTML"),
                format!("write it to a file with `--out {file}`, and open the file in a browser"),
            )),
            None => Ok(()),
        }
    }

    /// Writes the page to the file or to standard output.
    pub(super) fn write(
        &self,
        (noun, _): (&str, &str),
        page: &str,
        quiet: bool,
        output: &mut Output<'_>,
    ) -> Result<()> {
        let Some(path) = &self.out else {
            return output.write_all(page.as_bytes()).map_err(terminal::refused);
        };
        let there = std::fs::read(path);
        if !self.force && there.is_ok_and(|bytes| bytes != page.as_bytes()) {
            return Err(taken(path));
        }
        clear_temporary(folder_of(path));
        write_whole(path, &[page.as_bytes()])?;
        if !quiet {
            let path = path.display();
            terminal::note(format_args!("wrote the {noun} to {path}; open it in a browser"));
        }
        Ok(())
    }
}

fn check_place(path: &Path, (noun, file): (&str, &str), force: bool) -> Result<()> {
    let there = path.metadata().is_ok_and(|there| !there.is_file());
    if there || path.as_os_str().is_empty() {
        let help = match path.is_dir() || !there {
            true => {
                format!("name a file: `--out {}`", path.join(file).display())
            }
            false => "leave `--out` out and redirect standard output".to_owned(),
        };
        return Err(Error::input_help(format!("`{}` is not a regular file", path.display()), help));
    }
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    if extension.is_some_and(|extension| !["html", "htm"].contains(&&*extension)) {
        return Err(Error::input_help(
            format!("the {noun} is in HTML, but `{}` has another extension", path.display()),
            format!(
                "name it `--out {}`; a browser prints it, or saves it as PDF",
                path.with_extension("html").display()
            ),
        ));
    }
    let page = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).contains("pushluck");
    if !force && std::fs::read(path).is_ok_and(|bytes| !page(bytes)) {
        return Err(taken(path));
    }
    let folder = folder_of(path);
    if folder.is_dir() {
        return Ok(());
    }
    Err(Error::input_help(
        format!("the folder `{}` does not exist", folder.display()),
        "create it, or name a file elsewhere",
    ))
}

fn taken(path: &Path) -> Error {
    Error::input_help(
        format!("{} exists and has other contents", path.display()),
        "name another file, or replace it with `--force`",
    )
}
