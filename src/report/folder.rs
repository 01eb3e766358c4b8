//! The output folder of a run.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use toml::{Table, Value};

use super::record::{RunRecord, hash};
use crate::error::{Error, Result};

/// A folder checked for the results of a run before the run begins.
///
/// Files appear in the folder whole or not at all. `run.toml` is removed first and written last, so
/// a folder without it is incomplete. In between, `.pushluck-pending.toml` records the run and the
/// hashes of its files: if the run is killed, a second run of the same kind recognises the
/// remaining files. Only files listed in the `run.toml` of an earlier run or identified by such
/// hashes are removed. Other files are replaced only with `force`. If nothing is written, the
/// created folders are removed again.
#[derive(Debug)]
pub struct OutputFolder {
    path: PathBuf,
    /// The folders created for it, innermost last; empty once it holds results.
    made: Vec<PathBuf>,
    /// Whether unrelated files may be replaced.
    force: bool,
}

/// Prefix and suffix of the names of temporary files.
const PREFIX: &str = ".pushluck-";
const SUFFIX: &str = ".tmp";

/// The substitute for `run.toml` while files are moved into place.
const PENDING: &str = ".pushluck-pending.toml";

impl OutputFolder {
    /// Checks that `files`, the results of the run of `record`, can be written to `path`, and
    /// creates the folder if it is missing. With `force`, the results of another run and any file
    /// in the way may be overwritten.
    ///
    /// # Errors
    ///
    /// [`Error::Input`] if the path is not a folder or, without `force`, holds the results of a
    /// different run or a file that no earlier run lists; [`Error::Io`] if the folder cannot be
    /// created or written to.
    pub fn prepare(
        path: impl Into<PathBuf>,
        record: &RunRecord,
        files: impl IntoIterator<Item = impl AsRef<str>>,
        force: bool,
    ) -> Result<Self> {
        let mut folder = Self { path: path.into(), made: Vec::new(), force };
        let missing = missing(&folder.path)?;
        if missing.is_empty() {
            folder.check_record(record)?;
            folder.check_way(files)?;
        }
        for missing in missing.into_iter().rev() {
            match fs::create_dir(&missing) {
                Ok(()) => folder.made.push(missing),
                Err(error) if error.kind() == ErrorKind::AlreadyExists && missing.is_dir() => {}
                Err(error) => return Err(cannot("make", &missing, error)),
            }
        }
        clear_temporary(&folder.path);
        temporary(&folder.path, &[]).map_err(|error| cannot("write to", &folder.path, error))?;
        Ok(folder)
    }

    /// Writes the files and the record, which lists the files in its `result`.
    ///
    /// All files are first written under temporary names. Then the pending record is written, the
    /// old record and obsolete files of an earlier run are removed, the new files are renamed into
    /// place, and the record last.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if the system refuses, [`Error::Input`] if a foreign file is in the way. If a
    /// write fails (a full disk), the old files are untouched; in any case no file is half written.
    ///
    /// # Panics
    ///
    /// If a name is not a plain file name, or equals the name of the record.
    pub fn write(&mut self, files: Vec<(String, Vec<u8>)>, record: &RunRecord) -> Result<()> {
        for (path, file) in self.staged(files, record)? {
            file.persist(&path).map_err(|error| cannot("write", &path, error.error))?;
        }
        remove(&self.path.join(PENDING))
    }

    /// Does all of [`Self::write`] except the renaming. Returns the final paths with the temporary
    /// files, the record last.
    pub fn staged(
        &mut self,
        files: Vec<(String, Vec<u8>)>,
        record: &RunRecord,
    ) -> Result<Vec<(PathBuf, NamedTempFile)>> {
        let names: BTreeSet<_> = files.iter().map(|(name, _)| name.clone()).collect();
        assert!(names.iter().all(|name| is_plain(name)), "names of files: {names:?}");
        self.check_way(&names)?;
        let list =
            |names: &BTreeSet<String>| names.iter().map(|name| name.clone().into()).collect();
        let earlier = self.listed();
        let mut pending = RunRecord { run: record.run.clone(), ..RunRecord::default() };
        pending.conclude("files", Value::Array(list(&earlier)));
        let hashes = files.iter().map(|(name, bytes)| (name.clone(), hash(bytes).into()));
        pending.conclude("hashes", hashes.collect::<Table>());
        let mut record = record.clone();
        // In the order of the report page.
        let ordered = files.iter().map(|(name, _)| name.clone().into());
        record.conclude("files", Value::Array(ordered.collect()));

        let mut written = Vec::new();
        for (name, bytes) in &files {
            written.push(self.written(name, bytes)?);
        }
        let (run, record) = self.written(RunRecord::FILE, record.to_toml().as_bytes())?;
        let (place, pending) = self.written(PENDING, pending.to_toml().as_bytes())?;

        // From here on the folder holds results.
        self.made.clear();
        pending.persist(&place).map_err(|error| cannot("write", &place, error.error))?;
        remove(&run)?;
        for name in earlier.difference(&names) {
            let path = self.path.join(name);
            if !path.is_dir() {
                remove(&path)?;
            }
        }
        written.push((run, record));
        Ok(written)
    }

    /// The path of the file `name`, if it is not a folder, and a temporary file with its contents.
    fn written(&self, name: &str, bytes: &[u8]) -> Result<(PathBuf, NamedTempFile)> {
        let path = self.path.join(name);
        let file = match path.is_dir() {
            true => Err(ErrorKind::IsADirectory.into()),
            false => temporary(&self.path, &[bytes]),
        };
        file.map_err(|error| cannot("write", &path, error)).map(|file| (path, file))
    }

    /// The files written by an earlier run: the files listed in its record and, if it was killed
    /// before it finished, the files whose contents match its pending hashes.
    fn listed(&self) -> BTreeSet<String> {
        let [record, pending] = [RunRecord::FILE, PENDING].map(|name| {
            String::from_utf8_lossy(&self.bytes(name).unwrap_or_default()).into_owned()
        });
        let left = RunRecord::hashes(&pending).into_iter().filter(|(name, left)| {
            is_result(name) && self.bytes(name).is_ok_and(|bytes| hash(&bytes) == *left)
        });
        let left = left.map(|(name, _)| name);
        let listed = RunRecord::files(&record).into_iter().chain(RunRecord::files(&pending));
        listed.filter(|name| is_result(name)).chain(left).collect()
    }

    /// The contents of a regular file; pipes and devices are not read.
    fn bytes(&self, name: &str) -> io::Result<Vec<u8>> {
        let path = self.path.join(name);
        if !fs::metadata(&path)?.is_file() {
            return Err(ErrorKind::InvalidInput.into());
        }
        fs::read(path)
    }

    /// Rejects files that exist and that no earlier run lists.
    fn check_way(&self, files: impl IntoIterator<Item = impl AsRef<str>>) -> Result<()> {
        if self.force {
            return Ok(());
        }
        let listed = self.listed();
        let names = files.into_iter().map(|name| name.as_ref().to_owned());
        let there = |name: &String| fs::symlink_metadata(self.path.join(name)).is_ok();
        let mut foreign = names.filter(|name| !listed.contains(name) && there(name));
        let Some(name) = foreign.next() else { return Ok(()) };
        let name = self.path.join(name);
        let there = match foreign.count() {
            0 => format!("`{}` exists", name.display()),
            1 => format!("`{}` and 1 more file exist", name.display()),
            n => format!("`{}` and {n} more files exist", name.display()),
        };
        let why = match self.path.join(RunRecord::FILE).exists() {
            true => "the run.toml of the folder does not list it",
            false => "the folder has no run.toml, so the file may not be a result",
        };
        Err(Error::input_help(
            format!("{there} and would be overwritten: {why}"),
            "name another folder with --out, move the file away, or replace it with --force",
        ))
    }

    /// Rejects the results of a different run, and a path of the record that is not a file.
    fn check_record(&self, record: &RunRecord) -> Result<()> {
        for name in [RunRecord::FILE, PENDING] {
            let run = self.path.join(name);
            if fs::metadata(&run).is_ok_and(|there| !there.is_file()) {
                let what = if run.is_dir() { "a folder" } else { "no file" };
                return Err(Error::input_help(
                    format!("`{}` is {what}, where the record of the run belongs", run.display()),
                    "name another folder with --out",
                ));
            }
            let bytes = match self.bytes(name) {
                _ if self.force => continue,
                Ok(bytes) => bytes,
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => return Err(cannot("read", &run, error)),
            };
            let earlier = String::from_utf8_lossy(&bytes);
            if record.same_run(&earlier) {
                return Ok(());
            }
            let (path, difference) = (self.path.display(), record.difference(&earlier));
            return Err(Error::input_help(
                format!("`{path}` holds the results of a different run: {difference}"),
                "name another folder with --out, or overwrite this one with --force",
            ));
        }
        Ok(())
    }
}

impl Drop for OutputFolder {
    fn drop(&mut self) {
        for made in self.made.iter().rev() {
            // A folder with new contents is kept.
            let _ = fs::remove_dir(made);
        }
    }
}

/// The missing folders on the path to `path`, innermost first.
fn missing(path: &Path) -> Result<Vec<PathBuf>> {
    let no_folder = |path: &Path, what| {
        let help = "name an existing folder, or the path of a new folder, with --out";
        Err(Error::input_help(format!("`{}` is {what}", path.display()), help))
    };
    if path.as_os_str().is_empty() {
        return no_folder(path, "no name of a folder");
    }
    let mut missing = Vec::new();
    for ancestor in path.ancestors().take_while(|ancestor| !ancestor.as_os_str().is_empty()) {
        match fs::metadata(ancestor) {
            Ok(metadata) if metadata.is_dir() => break,
            Ok(_) => return no_folder(ancestor, "a file and not a folder"),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                if ancestor.is_symlink() {
                    return no_folder(ancestor, "a link to nothing");
                }
                if FILES.contains(&extension(ancestor)) {
                    let folder = ancestor.with_extension("");
                    let help = format!("results go to a folder: `--out {}`", folder.display());
                    let message = format!("`{}` is the name of a file", ancestor.display());
                    return Err(Error::input_help(message, help));
                }
                missing.push(ancestor.to_owned());
            }
            // A parent further out is a file; the loop reports it.
            Err(error) if error.kind() == ErrorKind::NotADirectory => {}
            Err(error) => return Err(cannot("look at", ancestor, error)),
        }
    }
    Ok(missing)
}

/// Extensions that are rejected in the name of a new folder.
const FILES: [&str; 10] = ["csv", "htm", "html", "json", "md", "pdf", "png", "svg", "toml", "txt"];

fn extension(path: &Path) -> &str {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or_default()
}

/// Whether a name stays within the folder and differs from the name of the record.
fn is_plain(name: &str) -> bool {
    let path = Path::new(name);
    path.file_name().is_some_and(|file| file == path.as_os_str()) && name != RunRecord::FILE
}

/// Whether a name from a record can be the name of a result; the record may be edited by hand.
pub(super) fn is_result(name: &str) -> bool {
    is_plain(name) && ["csv", "svg", "png", "html", "toml"].contains(&extension(Path::new(name)))
}

fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(cannot("remove", path, error)),
        _ => Ok(()),
    }
}

/// Writes a file atomically, replacing an existing one.
///
/// # Errors
///
/// The system refuses.
pub(crate) fn write_whole(path: &Path, parts: &[&[u8]]) -> Result<()> {
    let file = temporary(folder_of(path), parts);
    let placed = file.and_then(|file| file.persist(path).map_err(|error| error.error));
    placed.map(drop).map_err(|error| cannot("write", path, error))
}

/// The folder that contains a file.
pub(crate) fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// A temporary file in `folder` with these contents, locked while it is open. Its permissions
/// follow the umask like those of any new file, unlike usual temporary files.
fn temporary(folder: &Path, parts: &[&[u8]]) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    let mut temporary = builder.prefix(PREFIX).suffix(SUFFIX).make_in(folder, |path| {
        let file = File::create_new(path)?;
        match file.try_lock() {
            // Another run cleared the file before it was locked: the builder tries another name.
            Err(TryLockError::WouldBlock) => Err(ErrorKind::AlreadyExists.into()),
            Ok(()) if !path.exists() => Err(ErrorKind::AlreadyExists.into()),
            // On a file system without locks no process clears the file.
            _ => Ok(file),
        }
    })?;
    for bytes in parts {
        temporary.as_file_mut().write_all(bytes)?;
    }
    temporary.as_file().sync_all()?;
    Ok(temporary)
}

/// Removes the temporary files of killed runs in a folder: the unlocked ones. Errors are ignored.
pub(crate) fn clear_temporary(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        if name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX))
            && entry.file_type().is_ok_and(|kind| kind.is_file())
            && let Ok(file) = File::options().write(true).open(&path)
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(path);
        }
    }
}

fn cannot(act: &str, path: &Path, error: io::Error) -> Error {
    Error::io(format!("cannot {act} {}", path.display()), error)
}
