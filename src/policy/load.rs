//! Reads policy files from disk.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use super::file::MAX_BYTES;
use super::spec::several;
use crate::diagnostic::Source;
use crate::error::{Error, Result, nearest};

/// The kind of a `--checkpoint` file, for [`missing_input`].
pub(crate) const PART: &str = "part";

/// The texts that this process has read, in this order; `run.toml` names them.
static READ: Mutex<Vec<Arc<Source>>> = Mutex::new(Vec::new());

/// The texts in place of all files, if any: those of a recorded run.
static RECORDED: OnceLock<Vec<Arc<Source>>> = OnceLock::new();

/// Returns the texts that this process has read.
pub(crate) fn texts_read() -> Vec<Arc<Source>> {
    READ.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Makes [`load_text`] find these texts by their names, and no files, once per process.
pub(crate) fn read_instead(texts: Vec<Arc<Source>>) {
    RECORDED.get_or_init(|| texts);
}

/// Returns the recorded text of this path. A policy file may name others relative to its folder, which is not
/// recorded: they are found by their file names.
fn recorded(texts: &[Arc<Source>], path: &Path, what: &str) -> Result<Arc<Source>> {
    let is_named = |text: &&Arc<Source>| Path::new(&text.name) == path;
    let is_file = |text: &&Arc<Source>| Path::new(&text.name).file_name() == path.file_name();
    if let Some(text) = texts.iter().find(is_named) {
        return Ok(Arc::clone(text));
    }
    let shown = path.display();
    let mut files = texts.iter().filter(is_file);
    match (files.next(), files.next()) {
        (Some(text), None) => Ok(Arc::clone(text)),
        (None, _) => Err(Error::input(format!("the record has no {what} file {shown}"))),
        _ => Err(Error::input(format!("the record has several files in place of {shown}"))),
    }
}

/// Reads the text of a policy file.
///
/// # Errors
///
/// Returns [`Error::Input`] if the file is missing, cannot be read, is a folder, is not UTF-8 or is
/// larger than [`MAX_BYTES`], or if a pipe sends no data for a second.
pub fn load(path: &Path) -> Result<Arc<Source>> {
    load_text(path, "policy")
}

/// Reads the text of a user's file; `what` is its kind in errors (`policy`).
///
/// # Errors
///
/// See [`load`].
pub fn load_text(path: &Path, what: &str) -> Result<Arc<Source>> {
    let source = match RECORDED.get() {
        Some(texts) => recorded(texts, path, what)?,
        None => load_file(path, what)?,
    };
    READ.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&source));
    Ok(source)
}

fn load_file(path: &Path, what: &str) -> Result<Arc<Source>> {
    let shown = path.display();
    let unreadable = |error: &io::Error| match error.kind() {
        ErrorKind::NotFound => missing_input(path, what),
        ErrorKind::IsADirectory => folder(path, what),
        ErrorKind::TimedOut => silent_input(path),
        _ => Error::input(format!("cannot read the {what} file {shown}: {error}")),
    };
    if path.is_dir() {
        return Err(folder(path, what));
    }
    let file = open_input(path).map_err(|error| unreadable(&error))?;
    let mut bytes = Vec::new();
    let limit = MAX_BYTES as u64 + 1;
    file.take(limit).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
    if bytes.len() > MAX_BYTES {
        let message = format!("the {what} file {shown} is larger than {MAX_BYTES} bytes");
        return Err(Error::input_help(message, "name another file"));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        Error::input_help(
            format!("the {what} file {shown} is not UTF-8 (line {line})"),
            "save it as UTF-8",
        )
    })?;
    if text.starts_with("[run]\n") {
        let help = "copy the text of an edition or a policy from a `text` key of this file";
        return Err(Error::input_help(
            format!(
                "{shown} is the record of a run, not {} {what}",
                if what == "edition" { "an" } else { "a" }
            ),
            help,
        ));
    }
    Ok(Source::new(shown.to_string(), text))
}

/// The time after which a pipe or a device without data is given up.
const PATIENCE: Duration = Duration::from_secs(1);

/// Opens an input. An input that is not a regular file is read by a separate thread; a read fails
/// with [`ErrorKind::TimedOut`] if no data arrives within [`PATIENCE`]. Without the thread, even
/// opening a pipe without a writer would block forever.
pub(crate) fn open_input(path: &Path) -> io::Result<Box<dyn Read>> {
    if fs::metadata(path)?.is_file() {
        return Ok(Box::new(File::open(path)?));
    }
    let (sender, chunks) = mpsc::sync_channel(1);
    let path = path.to_owned();
    // The thread ends with the input, with its reader, or with the program.
    thread::spawn(move || {
        let read = || {
            let mut file = File::open(&path)?;
            loop {
                let mut chunk = vec![0; 1 << 16];
                let read = file.read(&mut chunk)?;
                chunk.truncate(read);
                if chunk.is_empty() || sender.send(Ok(chunk)).is_err() {
                    return Ok(());
                }
            }
        };
        if let Err(error) = read() {
            let _ = sender.send(Err(error));
        }
    });
    Ok(Box::new(Piped { chunks, rest: io::Cursor::default() }))
}

/// The data that a thread reads from a pipe or a device.
struct Piped {
    chunks: Receiver<io::Result<Vec<u8>>>,
    rest: io::Cursor<Vec<u8>>,
}

impl Read for Piped {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self.rest.read(into)? {
            0 if !into.is_empty() => match self.chunks.recv_timeout(PATIENCE) {
                Ok(chunk) => {
                    self.rest = io::Cursor::new(chunk?);
                    self.rest.read(into)
                }
                Err(mpsc::RecvTimeoutError::Disconnected) => Ok(0),
                Err(mpsc::RecvTimeoutError::Timeout) => Err(ErrorKind::TimedOut.into()),
            },
            read => Ok(read),
        }
    }
}

/// Returns the error for a pipe or a device without data.
pub(crate) fn silent_input(path: &Path) -> Error {
    Error::input_help(
        format!("{} is not a regular file, and it sent no data for {PATIENCE:?}", path.display()),
        "write its contents to a file and name that file",
    )
}

/// Returns the error for a missing file, with a file of a similar name as a hint.
pub(crate) fn missing_input(path: &Path, what: &str) -> Error {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten().flatten();
    let names: Vec<String> =
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    // Policies and editions are TOML files; the record of a run is neither.
    let fits = |name: &&str| what == PART || name.ends_with(".toml") && *name != "run.toml";
    let files = names.iter().map(String::as_str).filter(fits);
    let message = match what {
        PART => format!("cannot read the checkpoint file {}: no such file", path.display()),
        _ => format!("there is no {what} file {}", path.display()),
    };
    match nearest(name, files) {
        _ if what == "policy"
            && let Some(help) = several(&path.display().to_string()) =>
        {
            Error::input_help(message, help)
        }
        Some(near) => {
            let near = path.with_file_name(near);
            Error::input_help(message, format!("did you mean `{}`?", near.display()))
        }
        None if what == "policy" => {
            Error::input_help(message, "list the built-in policies with `pushluck list policies`")
        }
        None if what == PART => {
            Error::input_help(message, "a run with `--checkpoint FILE` writes such a file")
        }
        None => Error::input(message),
    }
}

fn folder(path: &Path, what: &str) -> Error {
    let a = if what == "edition" { "an" } else { "a" };
    Error::input_help(
        format!("{} is a folder, not {a} {what} file", path.display()),
        "name a file in it",
    )
}
