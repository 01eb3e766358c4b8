//! Policies that are programs of the user: decisions as JSON lines over a pipe.
//!
//! A bot is started once for each thread, without a shell. It is sent one line that says what the game
//! publishes, and answers with the features that it wants. From then on each line is a list of decisions, of
//! several games at once, and it answers with the list of their actions. The guide has the protocol (`pushluck
//! help bots`).
//!
//! A bot that dies, answers nonsense or falls silent ends the run: [`failure`] has the reason, and nothing is
//! written.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::{Error, Result};
use crate::game::decision::{Choice, Decision, Policy};
use crate::game::describe::Describe;
use crate::game::position::write;
use crate::game::publish::{ActionFeature, Publish, StateFeature};
use crate::game::vocabulary::{DecisionPoint, Feature, Kind};
use crate::sim::interrupt;

/// The version of the protocol.
const PROTOCOL: u64 = 1;

/// The time within which a bot answers, the first line and any other one.
const START: Duration = Duration::from_secs(60);
const PATIENCE: Duration = Duration::from_secs(10);

/// How often a wait for an answer looks whether the run was stopped.
const LOOK: Duration = Duration::from_millis(100);

/// The time that a bot has to end once its input has ended.
const FAREWELL: Duration = Duration::from_secs(1);

/// The most characters of a wrong answer in an error.
const SHOWN: usize = 120;

/// Further facts that a bot may ask for: a random number of its own, and the position as a text.
const RANDOM: &str = "random";
const POSITION: &str = "position";

/// Which bots may start.
static ALLOWED: AtomicU8 = AtomicU8::new(Allowed::OnCommandLine as u8);

/// Which bots may start: a program starts only if the user names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// None: the command repeats a record, which may be a stranger's.
    None,
    /// Those of the command line.
    OnCommandLine,
    /// Those in policy files as well.
    All,
}

/// Says which bots may start from now on.
pub fn allow(allowed: Allowed) {
    ALLOWED.store(allowed as u8, Ordering::Relaxed);
}

/// Lets no bot start of those in the record of a run, unless all are allowed.
pub fn trust_no_record() {
    if ALLOWED.load(Ordering::Relaxed) != Allowed::All as u8 {
        allow(Allowed::None);
    }
}

/// Returns an error if a bot may not start that the command line names, or a policy file (`in_file`).
pub(crate) fn check_allowed(command: &str, in_file: bool) -> Result<()> {
    let allowed = ALLOWED.load(Ordering::Relaxed);
    let fine = allowed == Allowed::All as u8 || !in_file && allowed == Allowed::OnCommandLine as u8;
    if fine {
        return Ok(());
    }
    let whose = if in_file { "a policy file" } else { "the recorded run" };
    Err(Error::input_help(
        format!("{whose} would start the program `{command}`"),
        "if you trust it, add `--allow-bots`",
    ))
}

/// The first failure of a bot in this process.
static FAILURE: OnceLock<String> = OnceLock::new();

/// Returns the failure of a bot in this process, if one failed: the decisions of the run cannot be used.
pub fn failure() -> Result<()> {
    FAILURE.get().map_or(Ok(()), |message| Err(Error::Failed(message.clone())))
}

fn fail(message: String) {
    let _ = FAILURE.set(message);
    interrupt::give_up();
}

/// Bots by command and first line.
type Bots = HashMap<(String, String), Arc<Bot>>;

/// The running bots.
static RUNNING: Mutex<Option<Bots>> = Mutex::new(None);

/// Ends all bots: closes their inputs, and kills those that do not end.
pub fn end_all() {
    let bots = locked(&RUNNING).take();
    let bots: Vec<Arc<Bot>> = bots.into_iter().flat_map(HashMap::into_values).collect();
    let processes = || bots.iter().flat_map(|bot| &bot.processes);
    processes().for_each(|process| drop(locked(&process.pipe).input.take()));
    let until = Instant::now() + FAREWELL;
    for process in processes() {
        let _ = ended(&mut locked(&process.pipe).child, until);
    }
}

/// Waits for the end of a process, and kills it at a time `until`; then it has no status.
fn ended(child: &mut Child, until: Instant) -> Option<ExitStatus> {
    loop {
        match child.try_wait() {
            Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(5)),
            Ok(Some(status)) => return Some(status),
            _ => break,
        }
    }
    let _ = child.kill();
    let _ = child.wait();
    None
}

/// Returns the label of a bot: its command with the names of files in place of their paths.
pub(crate) fn label(command: &str) -> String {
    let words = shlex::split(command).unwrap_or_default();
    let file = |word: &String| {
        let name = Path::new(word).file_name().map(|name| name.to_string_lossy().into_owned());
        name.unwrap_or_else(|| word.clone())
    };
    format!("bot:{}", words.iter().map(file).collect::<Vec<_>>().join(" "))
}

/// The processes of a bot.
#[derive(Debug)]
struct Bot {
    processes: Vec<Process>,
    wants: Wants,
}

/// What a bot says first.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wants {
    protocol: u64,
    /// The features that it wants; all of them if it names none.
    features: Option<Vec<String>>,
}

/// A process of a bot, and the decisions that wait for it. The first thread that finds it idle sends all that
/// wait and hands out the answers.
#[derive(Debug)]
struct Process {
    queue: Mutex<Queue>,
    changed: Condvar,
    pipe: Mutex<Pipe>,
}

#[derive(Debug, Default)]
struct Queue {
    /// The next number of a request.
    next: u64,
    waiting: Vec<(u64, String)>,
    answers: HashMap<u64, Answer>,
    is_busy: bool,
}

/// An action: its number or its name. `None` after a failure.
type Answer = Option<Value>;

#[derive(Debug)]
struct Pipe {
    command: String,
    child: Child,
    /// Lines for its input, which ends with the sender.
    input: Option<Sender<String>>,
    lines: Receiver<String>,
}

impl Pipe {
    fn start(command: &str) -> Result<Self> {
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let Some(words) = words else {
            let help = "write `bot:PROGRAM ARGUMENTS`, with quotes around words with spaces";
            return Err(Error::input_help(format!("`bot:{command}` names no program"), help));
        };
        let mut program = Command::new(&words[0]);
        program.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C ends the run, and that ends the bot.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut program, 0);
        let mut child = program.spawn().map_err(|error| {
            let help = "the program after `bot:` is started without a shell";
            Error::input_help(format!("cannot start the bot `{}`: {error}", words[0]), help)
        })?;
        let (stdin, output) = (child.stdin.take(), child.stdout.take());
        let (input, sent) = mpsc::channel::<String>();
        let (sender, lines) = mpsc::channel();
        // A bot that reads or writes nothing would block the thread that waits: one of these two.
        thread::spawn(move || {
            let Some(mut stdin) = stdin else { return };
            // A bot that died says more when its output is read.
            sent.into_iter().all(|line| stdin.write_all(line.as_bytes()).is_ok());
        });
        thread::spawn(move || {
            let lines = output.map(BufReader::new).into_iter().flat_map(BufReader::lines);
            lines.map_while(Result::ok).all(|line| sender.send(line).is_ok())
        });
        Ok(Self { command: command.to_owned(), child, input: Some(input), lines })
    }

    /// Sends a line and returns the answer, which is due within `time`.
    fn exchange(&mut self, line: &str, time: Duration) -> Result<String, String> {
        self.input.iter().for_each(|input| drop(input.send(format!("{line}\n"))));
        let until = Instant::now() + time;
        let mut received = self.lines.recv_timeout(LOOK);
        while received == Err(RecvTimeoutError::Timeout)
            && Instant::now() < until
            && !interrupt::in_vain()
        {
            received = self.lines.recv_timeout(LOOK);
        }
        match received {
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Timeout) => {
                Err(format!("{} does not answer: it has {} seconds", self.name(), time.as_secs()))
            }
            Err(RecvTimeoutError::Disconnected) => {
                Err(match ended(&mut self.child, Instant::now() + FAREWELL) {
                    Some(status) => format!("{} ended during the run ({status})", self.name()),
                    None => format!("{} closed its output during the run", self.name()),
                })
            }
        }
    }

    fn name(&self) -> String {
        format!("the bot `{}`", self.command)
    }
}

impl Drop for Pipe {
    /// Ends the process, also where the run ends before the bot has begun.
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = ended(&mut self.child, Instant::now());
    }
}

impl Bot {
    /// Starts `threads` processes, or returns those that run.
    fn start(command: &str, threads: usize, hello: &str, known: &[&str]) -> Result<Arc<Self>> {
        let mut running = locked(&RUNNING);
        let running = running.get_or_insert_default();
        let key = (command.to_owned(), hello.to_owned());
        if let Some(bot) = running.get(&key) {
            return Ok(Arc::clone(bot));
        }
        let pipes: Vec<Pipe> = (0..threads).map(|_| Pipe::start(command)).collect::<Result<_>>()?;
        let mut wants = Wants::default();
        let mut processes = Vec::new();
        for mut pipe in pipes {
            let answer = pipe.exchange(hello, START).map_err(Error::Failed)?;
            wants = wanted(&answer, known).map_err(|problem| {
                Error::input_help(
                    format!("{} sent `{}`: {problem}", pipe.name(), short(&answer)),
                    "`pushluck help bots` has the protocol",
                )
            })?;
            let (queue, changed) = (Mutex::default(), Condvar::new());
            processes.push(Process { queue, changed, pipe: Mutex::new(pipe) });
        }
        let bot = Arc::new(Self { processes, wants });
        running.insert(key, Arc::clone(&bot));
        Ok(bot)
    }

    /// Returns the answer to a decision; `None` after a failure.
    fn ask(&self, request: String) -> Answer {
        let worker = rayon::current_thread_index().unwrap_or(0);
        self.processes[worker % self.processes.len()].ask(request)
    }
}

/// Reads the first answer; returns what is wrong with it.
fn wanted(answer: &str, known: &[&str]) -> Result<Wants, String> {
    let should =
        || format!("a bot begins with `{{\"protocol\": {PROTOCOL}}}`, perhaps with \"features\"");
    let wants: Wants = serde_json::from_str(answer).map_err(|_| should())?;
    if wants.protocol != PROTOCOL {
        return Err(should());
    }
    let unknown = wants.features.iter().flatten().find(|name| !known.contains(&name.as_str()));
    match unknown {
        Some(unknown) => {
            Err(format!("it asks for `{unknown}`, which no decision of this game has"))
        }
        None => Ok(wants),
    }
}

impl Process {
    fn ask(&self, request: String) -> Answer {
        let mut queue = locked(&self.queue);
        let number = queue.next;
        queue.next += 1;
        queue.waiting.push((number, request));
        loop {
            if let Some(answer) = queue.answers.remove(&number) {
                return answer;
            }
            if queue.is_busy {
                queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            queue.is_busy = true;
            let batch = std::mem::take(&mut queue.waiting);
            drop(queue);
            let answers = self.exchanged(&batch);
            queue = locked(&self.queue);
            queue.answers.extend(batch.iter().map(|(number, _)| *number).zip(answers));
            queue.is_busy = false;
            self.changed.notify_all();
        }
    }

    /// The answers to a batch of requests.
    fn exchanged(&self, batch: &[(u64, String)]) -> Vec<Answer> {
        let none = || vec![None; batch.len()];
        if FAILURE.get().is_some() {
            return none();
        }
        let requests: Vec<&str> = batch.iter().map(|(_, request)| request.as_str()).collect();
        let mut pipe = locked(&self.pipe);
        let answer = pipe.exchange(&format!("[{}]", requests.join(",")), PATIENCE);
        let answers = answer.and_then(|answer| {
            let answers: Option<Vec<Value>> = serde_json::from_str(&answer).ok();
            answers.filter(|answers| answers.len() == batch.len()).ok_or_else(|| {
                format!(
                    "{} answered `{}`: a list of {} actions is due, one for each decision",
                    pipe.name(),
                    short(&answer),
                    batch.len(),
                )
            })
        });
        match answers {
            Ok(answers) => answers.into_iter().map(Some).collect(),
            Err(message) => {
                if !interrupt::in_vain() {
                    fail(message);
                }
                none()
            }
        }
    }
}

fn short(text: &str) -> String {
    let mut short: String = text.chars().take(SHOWN).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A bot as a policy of a game.
#[allow(missing_debug_implementations)] // features of games are not
pub struct BotPolicy<G: Publish> {
    bot: Arc<Bot>,
    command: String,
    /// By decision point, the features that the bot wants.
    points: Vec<Asked<G>>,
    random: bool,
    position: bool,
}

/// The features that a bot wants at a decision point.
struct Asked<G: Publish> {
    state: Vec<&'static StateFeature<G>>,
    action: Vec<&'static ActionFeature<G>>,
}

impl<G: Describe> BotPolicy<G> {
    /// Starts the bot of a command, with one process for each of `threads`.
    ///
    /// # Errors
    ///
    /// If it cannot start, or does not begin as the protocol says.
    pub fn start(command: &str, threads: Option<usize>) -> Result<Self> {
        let offered = || thread::available_parallelism().map_or(1, usize::from);
        let mut known: Vec<&str> = vec![RANDOM, POSITION];
        known.extend(G::POINTS.iter().flat_map(|point| {
            let state = point.state.iter().map(|feature| feature.words.name);
            state.chain(point.action.iter().map(|feature| feature.words.name))
        }));
        let hello = hello::<G>().to_string();
        let bot = Bot::start(command, threads.unwrap_or_else(offered), &hello, &known)?;
        let is_wanted = |words: &Feature| {
            bot.wants
                .features
                .as_ref()
                .is_none_or(|names| names.iter().any(|name| name == words.name))
        };
        let points = G::POINTS.iter().map(|point| Asked {
            state: point.state.iter().filter(|feature| is_wanted(&feature.words)).collect(),
            action: point.action.iter().filter(|feature| is_wanted(&feature.words)).collect(),
        });
        let points = points.collect();
        let asks = |what: &str| bot.wants.features.iter().flatten().any(|name| name == what);
        let (random, position) = (asks(RANDOM), asks(POSITION));
        Ok(Self { bot, command: command.to_owned(), points, random, position })
    }

    /// A decision as JSON.
    fn request(&self, decision: &Decision<'_, G>) -> String {
        let of = decision.published();
        let asked = &self.points[usize::from(decision.point)];
        let sight = G::Sight::default();
        let mut text = String::with_capacity(512);
        let _ = write!(text, "{{\"point\":\"{}\",\"seat\":{}", of.name, decision.seat + 1);
        if self.random {
            let random = (decision.random.word(0) >> 11) as f64 / (1_u64 << 53) as f64;
            add(&mut text, RANDOM, Kind::Real { min: 0.0, max: 1.0 }, random);
        }
        if self.position {
            let known = write(decision.game, decision.state, Some(decision.seat));
            let _ = write!(text, ",\"{POSITION}\":{}", Value::from(known));
        }
        for feature in &asked.state {
            add(
                &mut text,
                feature.words.name,
                feature.words.kind,
                (feature.value)(decision, &sight),
            );
        }
        text.push_str(",\"actions\":[");
        for (place, action) in decision.actions().iter().enumerate() {
            text.push_str(if place == 0 { "{\"action\":\"" } else { ",{\"action\":\"" });
            text.push_str(of.actions[decision.game.kind(decision.point, *action)].name);
            text.push('"');
            for feature in &asked.action {
                let value = (feature.value)(decision, &sight, *action);
                add(&mut text, feature.words.name, feature.words.kind, value);
            }
            text.push('}');
        }
        text.push_str("]}");
        text
    }

    /// The action of an answer.
    fn action(&self, decision: &Decision<'_, G>, answer: &Value) -> Option<G::Action> {
        let actions = decision.actions();
        match answer {
            Value::Number(number) => actions.get(usize::try_from(number.as_u64()?).ok()?).copied(),
            Value::String(name) => {
                let of = decision.published();
                let kind = |action: &&G::Action| decision.game.kind(decision.point, **action);
                actions.iter().find(|action| of.actions[kind(action)].name == name).copied()
            }
            _ => None,
        }
    }
}

impl<G: Describe> Policy<G> for BotPolicy<G> {
    fn choose(&self, decision: &Decision<'_, G>) -> Choice<G::Action> {
        if let Some(answer) = self.bot.ask(self.request(decision)) {
            if let Some(action) = self.action(decision, &answer) {
                return Choice::by_default(action);
            }
            fail(format!(
                "the bot `{}` answered `{}` at `{}`: none of its {} actions has this number (from 0) or name",
                self.command,
                short(&answer.to_string()),
                decision.published().name,
                decision.actions().len(),
            ));
        }
        // The run has failed.
        Choice::by_default(decision.default_action())
    }
}

/// Adds a value to an object.
fn add(text: &mut String, name: &str, kind: Kind, value: f64) {
    text.push_str(",\"");
    text.push_str(name);
    text.push_str("\":");
    match kind {
        Kind::Truth => text.push_str(if value == 0.0 { "false" } else { "true" }),
        Kind::Integer { .. } => text.push_str(&(value as i64).to_string()),
        Kind::Real { .. } => text.push_str(&value.to_string()),
    }
}

/// The first line: what the game publishes.
fn hello<G: Publish>() -> Value {
    let features = |words: &[Feature]| -> Vec<Value> {
        let one = |feature: &Feature| json!({ "name": feature.name, "unit": feature.unit, "about": feature.about });
        words.iter().map(one).collect()
    };
    let vocabulary = crate::game::publish::vocabulary::<G>();
    let points = vocabulary.points.iter().map(|point: &DecisionPoint| {
        let actions = point.actions.iter();
        let actions = actions.map(|kind| json!({ "name": kind.name, "about": kind.about }));
        json!({
            "name": point.name,
            "about": point.about,
            "order": point.order,
            "actions": actions.collect::<Vec<_>>(),
            "state": features(point.state),
            "action": features(point.action),
        })
    });
    json!({
        "pushluck": env!("CARGO_PKG_VERSION"),
        "protocol": PROTOCOL,
        "game": G::NAME,
        "points": points.collect::<Vec<_>>(),
    })
}
