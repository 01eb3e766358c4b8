//! The two streams of a command: the result goes to stdout, notes, warnings and errors to stderr.

use std::fmt::{self, Display};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::{env, process};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use clap::ArgMatches;

use crate::cli::parse::Seed;
use crate::diagnostic::{Diagnostic, printable};
use crate::error::{Error, Result};
use crate::report::{Screen, markdown, terminal_width};
use crate::run::Block;
use crate::run::checkpoint::Part;

/// The output of a command: stdout, locked and buffered.
///
/// A failed write is an error and never a panic; [`Self::finish`] returns the last one.
pub(super) struct Output<'a> {
    sink: BufWriter<Box<dyn Write + 'a>>,
    terminal: bool,
    /// Whether the user sees it.
    pub(super) is_shown: bool,
    /// The arguments of the command.
    pub(super) asked: Option<ArgMatches>,
    /// The shards to combine in place of playing the run, with their files.
    pub(super) shards: Option<Vec<(PathBuf, Part)>>,
}

impl fmt::Debug for Output<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Output").field("buffered", &self.sink.buffer().len()).finish()
    }
}

impl Output<'static> {
    /// Returns standard output.
    pub(super) fn stdout() -> Self {
        Self {
            terminal: io::stdout().is_terminal(),
            is_shown: true,
            ..Self::to(io::stdout().lock())
        }
    }
}

impl<'a> Output<'a> {
    /// Returns an output that writes to `sink`.
    pub(super) fn to(sink: impl Write + 'a) -> Self {
        let sink: Box<dyn Write> = Box::new(sink);
        let sink = BufWriter::with_capacity(1 << 16, sink);
        Self { sink, terminal: false, is_shown: false, asked: None, shards: None }
    }

    /// Writes `text` with its ANSI styles. Text from files must be cleaned by the caller.
    pub(super) fn styled(&mut self, text: impl Display) -> Result<()> {
        write!(self.sink, "{text}").map_err(refused)
    }

    /// Writes `text` without control characters, because names in it may come from a file.
    pub(super) fn text(&mut self, text: impl Display) -> Result<()> {
        write!(self.sink, "{}", printable(&text.to_string())).map_err(refused)
    }

    /// Writes `text` like [`Self::text`], with a line break.
    pub(super) fn line(&mut self, text: impl Display) -> Result<()> {
        self.text(format_args!("{text}\n"))
    }

    /// Writes a long `text` with ANSI styles: through a pager (`PAGER`, by default `less`) if
    /// standard output is a terminal.
    pub(super) fn paged(&mut self, text: &str) -> Result<()> {
        if self.terminal && pager(text) { Ok(()) } else { self.styled(text) }
    }

    /// Flushes the buffer, so that later messages on stderr follow the output.
    pub(super) fn finish(&mut self) -> Result<()> {
        self.sink.flush().map_err(refused)
    }
}

/// For functions that write to a stream; [`refused`] converts their errors.
impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.sink.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}

/// Shows `text` in the user's pager and waits for its end. Returns false if no pager can be
/// started.
fn pager(text: &str) -> bool {
    let pager = env::var("PAGER").unwrap_or_else(|_| "less".to_owned());
    let mut words = pager.split_whitespace();
    let Some(program) = words.next() else { return false };
    let mut command = process::Command::new(program);
    command.args(words).stdin(process::Stdio::piped());
    // As Git sets them: leave at once if the text fits the screen, show styles, keep the screen.
    if env::var_os("LESS").is_none() {
        command.env("LESS", "FRX");
    }
    // Ctrl-C is for the pager, which has the terminal until it ends.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGINT, std::sync::Arc::default());
    let Ok(mut child) = command.spawn() else { return false };
    if let Some(mut stdin) = child.stdin.take() {
        // A pager that ends before the end of the text closes the pipe.
        let _ = stdin.write_all(text.as_bytes());
    }
    let _ = child.wait();
    true
}

/// Returns the error for a failed write to stdout.
pub(super) fn refused(source: io::Error) -> Error {
    Error::io("cannot write to standard output", source)
}

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
const NOTE: Style = AnsiColor::Cyan.on_default().bold();
const BOLD: Style = Style::new().bold();

/// Returns whether stderr has colours: it is a terminal and `NO_COLOR` is not set, or `--color` is
/// given.
pub(super) fn colour_on_stderr() -> bool {
    AutoStream::choice(&io::stderr()) != ColorChoice::Never
}

/// Returns whether stdout has colours.
pub(super) fn colour_on_stdout() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// Formats blocks for the terminal on stdout.
pub(super) fn screen(blocks: &[Block]) -> String {
    let mut screen = Screen::new(terminal_width(), colour_on_stdout());
    for block in blocks {
        match block {
            Block::Title(text) => screen.title(text),
            Block::Grid(grid) => screen.grid(grid),
            Block::Map(map) => screen.map(map),
            Block::Note(text) => screen.note(text),
        }
    }
    screen.finish()
}

/// Returns the blocks of a screen as Markdown.
pub(super) fn markdown(blocks: &[Block]) -> String {
    let parts = blocks.iter().map(|block| match block {
        Block::Title(text) => markdown::title(text),
        Block::Grid(grid) => markdown::table(grid),
        Block::Map(map) => markdown::map(map),
        Block::Note(text) => markdown::note(text),
    });
    parts.collect::<Vec<_>>().join("\n")
}

/// Writes `text` to stderr, with its styles if stderr has colours. A failed write is ignored.
pub(super) fn say(text: impl Display) {
    let _ = write!(anstream::stderr().lock(), "{text}");
}

/// Writes a note to stderr.
pub(super) fn note(text: impl Display) {
    say(format_args!("{}\n", labelled(NOTE, "note", text)));
}

/// Returns the number of a seed. A random seed is also written to stderr, so that the run can be
/// repeated.
pub(super) fn seed(Seed { number, made_up }: Seed) -> u64 {
    if made_up {
        note(format_args!("the seed is {number} (repeat this run with --seed {number})"));
    }
    number
}

/// Writes a warning to stderr, followed by the suggested fix `help`.
pub(super) fn warning(text: impl Display, help: Option<&str>) {
    say(format_args!("{}{}\n", labelled(WARNING, "warning", text), way_out(help)));
}

/// Writes the error of a command to stderr.
pub(super) fn complain(error: &Error) {
    say(describe(error, colour_on_stderr()));
}

/// Returns an error as whole lines, with styles.
fn describe(error: &Error, colour: bool) -> String {
    match error {
        Error::Texts(diagnostics) => diagnostics_text(diagnostics, colour),
        Error::Input { message, help } => {
            format!("{}{}\n", labelled(ERROR, "error", message), way_out(help.as_deref()))
        }
        Error::NoPolicy { help, .. } => {
            format!("{}{}\n", labelled(ERROR, "error", error), way_out(Some(help)))
        }
        Error::Io { .. } | Error::Failed(_) | Error::Interrupted => {
            format!("{}\n", labelled(ERROR, "error", error))
        }
    }
}

/// Returns diagnostics as whole lines, separated by blank lines.
pub(super) fn diagnostics_text(diagnostics: &[Diagnostic], colour: bool) -> String {
    let drawn: Vec<String> =
        diagnostics.iter().map(|one| format!("{}\n", one.render(colour))).collect();
    drawn.join("\n")
}

fn labelled(style: Style, label: &str, text: impl Display) -> String {
    let text = text.to_string();
    format!("{style}{label}{style:#}{BOLD}:{BOLD:#} {}", printable(&text))
}

fn way_out(help: Option<&str>) -> String {
    help.map(printable)
        .map_or_else(String::new, |help| format!("\n  {BOLD}={BOLD:#} {BOLD}help{BOLD:#}: {help}"))
}
