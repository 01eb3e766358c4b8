//! `pushluck advise --interactive`: a loop during a live game. The user types what happened, the program
//! shows the values of the actions.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

use crate::cli::arguments::WorkArgs;
use crate::cli::carry_out;
use crate::cli::terminal::{self, Output};
use crate::cli::{Status, parse};
use crate::error::{Error, Result};
use crate::policy::load_text;
use crate::report::write_whole;
use crate::run::{Conditions, Follow, Prompt};
use crate::sim::interrupt::{StopFlag, Why};

/// The time of an advice by default.
pub(super) const TIME: Duration = Duration::from_secs(5);

/// The most options that are listed.
const LISTED: usize = 30;

const HELP: &str = "\
Type what happened: some words of one option only, in any order, or the number of an action.
The tab key completes a line. Other commands:
  options        all that may happen now
  advice TIME    the values after this time, as in `advice 30s`
  position       the position as text
  position TEXT  continue from another position
  undo           take the last answer back
  quit           leave; with `--session FILE` the same command continues from here";

/// The first words of the commands.
const COMMANDS: [&str; 6] = ["advice", "help", "options", "position", "quit", "undo"];

/// Completes a line with the options of a prompt.
struct Completions(Vec<String>);

impl Completer for Completions {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..at).unwrap_or(line);
        let found = fitting(&self.0, typed);
        let commands = COMMANDS.iter().filter(|command| command.starts_with(typed));
        let options = found.into_iter().map(|at| self.0[at].clone());
        Ok((0, options.chain(commands.map(|command| (*command).to_owned())).collect()))
    }
}

impl Hinter for Completions {
    type Hint = String;
}

impl Highlighter for Completions {}
impl Validator for Completions {}
impl Helper for Completions {}

fn words(text: &str) -> Vec<String> {
    let separates = |letter: char| letter.is_whitespace() || ",;:()+=/".contains(letter);
    // `12-twos` is the 12 of twos.
    let cards = |word| match str::split_once(word, '-') {
        Some((number, of)) if number.parse::<u32>().is_ok() => [number, of],
        _ => [word, ""],
    };
    let words = text.split(separates).flat_map(cards);
    let words = words.filter(|word| !["", "of", "the"].contains(word));
    words.map(str::to_lowercase).collect()
}

/// Returns whether each typed word is a word of the option, or the beginning of one that is no number.
fn fits(option: &str, typed: &[String]) -> bool {
    let mut left = words(option);
    let mut take = |is_it: &dyn Fn(&String) -> bool| {
        let found = left.iter().position(is_it);
        found.map(|at| left.swap_remove(at)).is_some()
    };
    let begun: Vec<&String> = typed.iter().filter(|word| !take(&|one| one == *word)).collect();
    begun.into_iter().all(|word| {
        let number = word.starts_with(|letter: char| letter.is_ascii_digit());
        !number && take(&|one| one.starts_with(&**word))
    })
}

/// Returns the indices of the options that a line may mean: those with its words, if possible in this
/// order, and if possible with no others.
fn fitting(options: &[String], line: &str) -> Vec<usize> {
    let typed = words(line);
    let all = (0..options.len()).filter(|at| fits(&options[*at], &typed));
    let all: Vec<usize> = all.collect();
    let joined = |text: &str| format!(" {} ", words(text).join(" "));
    let as_typed = all.iter().copied().filter(|at| joined(&options[*at]).contains(&joined(line)));
    let as_typed: Vec<usize> = as_typed.collect();
    let all = if as_typed.is_empty() { all } else { as_typed };
    let exact = all.iter().copied().filter(|at| words(&options[*at]).len() == typed.len());
    match exact.collect::<Vec<_>>() {
        none if none.is_empty() => all,
        some => some,
    }
}

/// The file in which the answers of a game are kept.
struct Session {
    path: PathBuf,
    /// The first line, which names the game and its rules.
    head: String,
    answers: Vec<String>,
}

impl Session {
    /// Reads a session, or begins one. Its file can be written.
    fn open(path: &Path, what: &str) -> Result<Self> {
        let (head, path) = (format!("# {what}"), path.to_owned());
        let mut answers = Vec::new();
        if path.exists() {
            if !path.is_file() {
                let message = format!("{} is not a regular file", path.display());
                return Err(Error::input_help(message, "name another file"));
            }
            let source = load_text(&path, "session")?;
            let mut lines = source.text.lines().map(str::to_owned);
            let first = lines.next().unwrap_or_default();
            if first != head {
                return Err(Error::input_help(
                    format!("{} is of another game: `{first}`, not `{head}`", path.display()),
                    "repeat its game, `--rules`, `--players`, `--seat` and `--position`, or name a new file",
                ));
            }
            answers = lines.collect();
        }
        let session = Self { path, head, answers };
        session.save()?;
        Ok(session)
    }

    fn save(&self) -> Result<()> {
        let lines = [&self.head].into_iter().chain(&self.answers);
        let text: String = lines.map(|line| format!("{line}\n")).collect();
        write_whole(&self.path, &[text.as_bytes()])
    }
}

/// The loop.
struct Live<'a, 'b> {
    game: Box<dyn Follow>,
    prompt: Prompt,
    session: Option<Session>,
    time: Option<Duration>,
    work: &'a WorkArgs,
    output: &'a mut Output<'b>,
}

/// What a line does.
enum Done {
    Quit,
    /// A new prompt.
    Went,
    Stayed,
}

/// Follows a game with advice of at most `time` each; without a time, of the playouts of the request.
pub(super) fn run(
    game: Box<dyn Follow>,
    (session, time): (Option<&Path>, Option<Duration>),
    work: &WorkArgs,
    output: &mut Output<'_>,
) -> Result<Status> {
    let what = game.what();
    let session = session.map(|path| Session::open(path, &what)).transpose()?;
    let mut live = Live { game, prompt: Prompt::default(), session, time, work, output };
    live.output.line(&what)?;
    live.output.line("`help` explains the commands.")?;
    live.prompt = live.game.prompt();
    live.resume()?;
    let config = Config::builder().auto_add_history(true).build();
    let editor = Editor::<Completions, MemHistory>::with_history(config, MemHistory::new());
    let mut editor = editor.map_err(|error| Error::Failed(format!("no line editor: {error}")))?;
    live.show(true)?;
    loop {
        live.output.finish()?;
        editor.set_helper(Some(Completions(live.prompt.options.clone())));
        let line = match editor.readline("> ") {
            Ok(line) => line,
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => break,
            Err(ReadlineError::Io(error)) => {
                return Err(Error::io("cannot read standard input", error));
            }
            Err(error) => return Err(Error::Failed(format!("cannot read a line: {error}"))),
        };
        match live.line(line.trim())? {
            Done::Quit => break,
            Done::Went => {
                live.session.as_ref().map(Session::save).transpose()?;
                live.show(true)?;
            }
            Done::Stayed => {}
        }
    }
    Ok(Status::Done)
}

impl Live<'_, '_> {
    /// Repeats the answers of a session.
    fn resume(&mut self) -> Result<()> {
        let Some(session) = &mut self.session else { return Ok(()) };
        let answers = std::mem::take(&mut session.answers);
        let count = answers.len();
        for (at, answer) in answers.into_iter().enumerate() {
            if !matches!(self.answer(&answer)?, Done::Went) {
                let path = self.session.as_ref().map(|session| session.path.display().to_string());
                return Err(Error::input_help(
                    format!("{}:{}: `{answer}` cannot happen", path.unwrap_or_default(), at + 2),
                    "remove this line and those after it, or name a new file",
                ));
            }
        }
        if count > 0 {
            let answers = if count == 1 { "answer" } else { "answers" };
            self.output.line(format_args!("Continues after {count} {answers}."))?;
        }
        Ok(())
    }

    /// Shows the prompt, and the advice if the advised seat decides.
    fn show(&mut self, with_advice: bool) -> Result<()> {
        for line in &self.prompt.happened {
            self.output.line(line)?;
        }
        let Prompt { question, options, own, .. } = &self.prompt;
        if options.is_empty() {
            self.output.line(format_args!("\nThe game is over.\n{question}"))?;
            return self.output.line("`undo` goes back, `quit` leaves.");
        }
        self.output.line(format_args!("\n{question}"))?;
        if *own && with_advice {
            return self.advise(self.time);
        }
        let list = options.len() <= LISTED;
        if list { self.list() } else { self.example() }
    }

    /// Whether options are taken by their numbers. In long lists of dice and cards a number is a face.
    fn is_numbered(&self) -> bool {
        self.prompt.options.len() <= LISTED || !self.prompt.chance
    }

    fn list(&mut self) -> Result<()> {
        let numbered = self.is_numbered();
        for (number, option) in (1..).zip(&self.prompt.options) {
            match numbered {
                true => self.output.line(format_args!("{number:4}  {option}"))?,
                false => self.output.line(format_args!("  {option}"))?,
            }
        }
        Ok(())
    }

    fn example(&mut self) -> Result<()> {
        let options = &self.prompt.options;
        let example = &options[options.len() / 2];
        self.output.line(format_args!("one of {}, such as: {example}", options.len()))
    }

    fn advise(&mut self, time: Option<Duration>) -> Result<()> {
        // What is on the screen is read while playouts run.
        self.output.finish()?;
        let game = &mut self.game;
        let blocks = carry_out::conditions(self.work, "worlds", |conditions| {
            let Some(time) = time else { return game.advice(conditions) };
            let stop = Arc::new(StopFlag::new());
            let timer = Arc::clone(&stop);
            std::thread::spawn(move || {
                std::thread::sleep(time);
                timer.raise(Why::OutOfTime);
            });
            game.advice(Conditions { stop: &stop, ..conditions })
        });
        match blocks {
            Ok(blocks) => self.output.styled(terminal::screen(&blocks)),
            Err(error @ Error::Input { .. }) => self.output.line(error),
            Err(error) => Err(error),
        }
    }

    /// Does what a line says.
    fn line(&mut self, line: &str) -> Result<Done> {
        match line {
            "" => return Ok(Done::Stayed),
            "quit" | "exit" => return Ok(Done::Quit),
            "help" | "?" => self.output.line(HELP)?,
            "options" => self.list()?,
            "position" => {
                let text = self.game.position();
                self.output.line(text)?;
            }
            line => match line.strip_prefix("advice").map(str::trim_start) {
                None => return self.answer(line),
                Some(_) if !self.prompt.own => {
                    self.output.line("It is not the turn of the advised seat.")?;
                }
                Some("") => self.advise(self.time)?,
                Some(time) => match parse::time(time) {
                    Ok(time) => self.advise(Some(time))?,
                    Err(fault) => self.output.line(format_args!("`{time}` {fault}"))?,
                },
            },
        }
        Ok(Done::Stayed)
    }

    /// Continues by an answer, which the session keeps.
    fn answer(&mut self, line: &str) -> Result<Done> {
        if line == "undo" {
            if !self.game.undo() {
                self.output.line("There is no answer to take back.")?;
                return Ok(Done::Stayed);
            }
            if let Some(session) = &mut self.session {
                session.answers.pop();
            }
            self.prompt = self.game.prompt();
            return Ok(Done::Went);
        }
        if let Some(text) = line.strip_prefix("position ") {
            if let Err(error) = self.game.place(text) {
                terminal::complain(&error);
                return Ok(Done::Stayed);
            }
        } else {
            let options = &self.prompt.options;
            let number = line.parse().ok().filter(|number| (1..=options.len()).contains(number));
            let number = number.filter(|_| self.is_numbered());
            let known = number.map(|number| number - 1).or_else(|| self.game.named(line));
            let found = known.map_or_else(|| fitting(options, line), |option| vec![option]);
            match found[..] {
                [option] => self.game.take(option),
                [] => {
                    self.output.line(format_args!("`{line}` is not among the options."))?;
                    self.show(false)?;
                    return Ok(Done::Stayed);
                }
                _ => {
                    let count = found.len();
                    self.output.line(format_args!("`{line}` may be one of {count}:"))?;
                    for option in found.iter().take(LISTED) {
                        let option = self.prompt.options[*option].clone();
                        self.output.line(format_args!("  {option}"))?;
                    }
                    return Ok(Done::Stayed);
                }
            }
        }
        if let Some(session) = &mut self.session {
            session.answers.push(line.to_owned());
        }
        self.prompt = self.game.prompt();
        Ok(Done::Went)
    }
}
