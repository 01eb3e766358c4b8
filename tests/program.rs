//! The program as a child process.

use std::collections::BTreeMap;
use std::fs;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// Returns the root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The cache of transcripts and pinned commands: each solution is computed once per run of the
/// tests.
pub(crate) fn cache() -> &'static Path {
    static CACHE: OnceLock<PathBuf> = OnceLock::new();
    CACHE.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache");
        if folder.exists() {
            fs::remove_dir_all(&folder).expect("the cache of the last run");
        }
        folder
    })
}

/// A program under test, killed after five minutes, so that a test that waits for it fails with its
/// name.
pub(crate) struct Running {
    child: Child,
    _over: Sender<()>,
}

impl Running {
    pub(crate) fn start(command: &mut Command) -> Self {
        let child = command.spawn().expect("the program");
        let id = child.id().to_string();
        let (_over, over) = channel();
        thread::spawn(move || {
            if over.recv_timeout(Duration::from_secs(300)) == Err(RecvTimeoutError::Timeout) {
                let killed = Command::new("kill").args(["-KILL", &id]).status();
                killed.expect("kill");
            }
        });
        Self { child, _over }
    }

    pub(crate) fn output(self) -> Output {
        let Self { child, _over } = self;
        child.wait_with_output().expect("an end")
    }
}

impl Deref for Running {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.child
    }
}

impl DerefMut for Running {
    fn deref_mut(&mut self) -> &mut Child {
        &mut self.child
    }
}

/// Returns the output and the status of a program.
pub(crate) fn output(command: &mut Command) -> Output {
    Running::start(command.stdout(Stdio::piped()).stderr(Stdio::piped())).output()
}

/// Returns a command in a folder, without colours and without a cache.
pub(crate) fn pushluck(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pushluck"));
    command.args(line.split_whitespace()).current_dir(folder).stdin(Stdio::null());
    command.env("NO_COLOR", "1").env("PUSHLUCK_CACHE", "");
    command
}

/// Returns its exit code, stdout and stderr.
pub(crate) fn run(folder: &Path, line: &str) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = output(&mut pushluck(folder, line));
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code(), text(stdout), text(stderr))
}

/// Returns the output of a command that must succeed.
#[track_caller]
pub(crate) fn done(folder: &Path, line: &str) -> String {
    let (code, stdout, stderr) = run(folder, line);
    assert_eq!(code, Some(0), "{line}: {stderr}");
    stdout
}

/// Returns the files of a folder by name.
pub(crate) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file"));
    let name = |entry: &fs::DirEntry| entry.file_name().into_string().expect("UTF-8");
    entries.map(|entry| (name(&entry), fs::read(entry.path()).expect("bytes"))).collect()
}

/// A row of a table by the names of its columns.
pub(crate) type Row<'a> = BTreeMap<&'a str, &'a str>;

/// Returns the rows of a CSV text without quotes.
pub(crate) fn rows(text: &str) -> Vec<Row<'_>> {
    let mut lines = text.lines().map(|line| line.split(','));
    let head: Vec<&str> = lines.next().expect("a header").collect();
    lines.map(|cells| head.iter().copied().zip(cells).collect()).collect()
}

pub(crate) fn number(row: &Row<'_>, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column} of {row:?}"))
}

/// Returns the number in a column of the first row of a policy, which covers all its seats.
pub(crate) fn of_policy(text: &str, policy: &str, column: &str) -> f64 {
    number(rows(text).iter().find(|row| row["policy"] == policy).expect("a row"), column)
}

/// Checks that the `count` shipped policies of a game without a base differ only in these definitions and the
/// rules before `# Common to all shipped policies`, so that a comparison measures their names.
#[track_caller]
pub(crate) fn assert_shared(game: &str, count: usize, definitions: &[&str]) {
    let files = fs::read_dir(root().join("policies").join(game)).expect("the policies");
    let texts = files.map(|entry| {
        let path = entry.expect("a file").path();
        (fs::read_to_string(&path).expect("a policy"), path)
    });
    let whole = texts.filter(|(text, _)| !text.contains("\nbase = "));
    let shared = whole.map(|(text, path)| {
        let (own, shared) = text.split_once("# Common to all shipped policies").expect("rules");
        let (_, ends) = own.split_once("[define]\n").expect("definitions");
        let (ends, _) = ends.split_once("\n\n").unwrap_or((ends, ""));
        let names = ends.lines().filter_map(|line| line.split(" = ").next());
        assert_eq!(names.collect::<Vec<_>>(), definitions, "{}", path.display());
        shared.to_owned()
    });
    let shared: Vec<String> = shared.collect();
    assert!(shared.len() == count && shared.iter().all(|one| *one == shared[0]), "{game}");
}
