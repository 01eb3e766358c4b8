//! The two streams of a command: the result goes to stdout, everything said about it to stderr.

use std::fmt::{self, Display};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::{env, process};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

use crate::cli::parse::Seed;
use crate::diagnostic::{Diagnostic, printable};
use crate::error::{Error, Result};
use crate::report::{Screen, terminal_width};
use crate::run::Block;

/// Where the result of a command goes: stdout, locked and buffered.
///
/// A failure to write is never lost and never a panic: [`Self::finish`] is the last chance to learn
/// of it.
pub(super) struct Output<'a> {
    sink: BufWriter<Box<dyn Write + 'a>>,
    terminal: bool,
}

impl fmt::Debug for Output<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Output").field("buffered", &self.sink.buffer().len()).finish()
    }
}

impl Output<'static> {
    /// Standard output.
    pub(super) fn stdout() -> Self {
        Self { terminal: io::stdout().is_terminal(), ..Self::to(io::stdout().lock()) }
    }
}

impl<'a> Output<'a> {
    /// Anything else that takes bytes.
    pub(super) fn to(sink: impl Write + 'a) -> Self {
        let sink: Box<dyn Write> = Box::new(sink);
        Self { sink: BufWriter::with_capacity(1 << 16, sink), terminal: false }
    }

    /// Writes `text`, which has styles of our own and nothing of others that was not cleaned.
    pub(super) fn styled(&mut self, text: impl Display) -> Result<()> {
        write!(self.sink, "{text}").map_err(refused)
    }

    /// Writes `text` without what a terminal would act upon: names in it may come from a file.
    pub(super) fn text(&mut self, text: impl Display) -> Result<()> {
        write!(self.sink, "{}", printable(&text.to_string())).map_err(refused)
    }

    /// The same, and ends the line.
    pub(super) fn line(&mut self, text: impl Display) -> Result<()> {
        self.text(format_args!("{text}\n"))
    }

    /// Writes a long `text` that may have our own styles: through the pager of the user, if standard
    /// output is a terminal and there is one (`PAGER`, or else `less`).
    pub(super) fn paged(&mut self, text: &str) -> Result<()> {
        if self.terminal && pager(text) { Ok(()) } else { self.styled(text) }
    }

    /// Hands everything over to the system; what is said on stderr from here on stands below it.
    pub(super) fn finish(&mut self) -> Result<()> {
        self.sink.flush().map_err(refused)
    }
}

/// For writers that want a stream; [`refused`] makes their errors ours.
impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.sink.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}

/// Shows `text` with the user's pager and waits for its end. Returns false if no pager can be started.
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
    let Ok(mut child) = command.spawn() else { return false };
    if let Some(mut stdin) = child.stdin.take() {
        // A pager that is left before the end of the text closes the pipe.
        let _ = stdin.write_all(text.as_bytes());
    }
    let _ = child.wait();
    true
}

/// The error of a stdout that cannot be written.
pub(super) fn refused(source: io::Error) -> Error {
    Error::io("cannot write to standard output", source)
}

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
const NOTE: Style = AnsiColor::Cyan.on_default().bold();
const BOLD: Style = Style::new().bold();

/// Whether stderr takes colours: it is a terminal, and nobody said otherwise (`NO_COLOR`).
pub(super) fn colour_on_stderr() -> bool {
    AutoStream::choice(&io::stderr()) != ColorChoice::Never
}

/// Whether stdout takes colours.
pub(super) fn colour_on_stdout() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// What a person reads, drawn for the terminal on stdout.
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

/// Says `text` on stderr, with its styles where they are wanted. Somebody who closed stderr does
/// not want to know, so a failure is none.
pub(super) fn say(text: impl Display) {
    let _ = write!(anstream::stderr().lock(), "{text}");
}

/// Tells the user on stderr what the program decided.
pub(super) fn note(text: impl Display) {
    say(format_args!("{}\n", labelled(NOTE, "note", text)));
}

/// The number of a seed. One that was made up is told on stderr, so that the run can be repeated.
pub(super) fn seed(Seed { number, made_up }: Seed) -> u64 {
    if made_up {
        note(format_args!("the seed is {number} (repeat this run with --seed {number})"));
    }
    number
}

/// Warns the user on stderr; `help` is the way out, if one can be named.
pub(super) fn warning(text: impl Display, help: Option<&str>) {
    say(format_args!("{}{}\n", labelled(WARNING, "warning", text), way_out(help)));
}

/// Says on stderr what ended a command.
pub(super) fn complain(error: &Error) {
    say(describe(error, colour_on_stderr()));
}

/// What ended a command, with styles; whole lines.
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

/// Diagnostics one after the other, a blank line between two; whole lines.
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
