//! What can end a command before its work is done, and the exit code that says so.

use std::io;

use crate::diagnostic::Diagnostic;

/// The exit code of a command that was interrupted.
pub const INTERRUPTED: u8 = 130;

/// Everything that ends a command early.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The user's input is wrong: exit code 2.
    #[error("{message}")]
    Input {
        /// What is wrong, in one line without a full stop.
        message: String,
        /// The way out, if one can be named.
        help: Option<String>,
    },
    /// A game has no policy of that name: exit code 2.
    #[error("{game} has no policy `{name}`")]
    NoPolicy {
        /// The game.
        game: &'static str,
        /// The name.
        name: String,
        /// The way out.
        help: String,
    },
    /// The user's files are wrong: exit code 2.
    #[error("{} in the user's files", match .0.len() { 1 => "1 fault".to_owned(), n => format!("{n} faults") })]
    Texts(Vec<Diagnostic>),
    /// The world did not do its part (a full disk, a folder that cannot be written): exit code 1.
    #[error("{action}: {source}")]
    Io {
        /// What was being done, with the path (`cannot write results/run.toml`).
        action: String,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// A check that the command was asked to make failed: exit code 1.
    #[error("{0}")]
    Failed(String),
    /// Somebody stopped the command before it had anything to show: exit code 130.
    #[error("interrupted before there was a result")]
    Interrupted,
}

impl Error {
    /// The user's input is wrong and there is no hint to give.
    pub fn input(message: impl Into<String>) -> Self {
        Self::Input { message: message.into(), help: None }
    }

    /// The user's input is wrong; `help` is the way out.
    pub fn input_help(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Input { message: message.into(), help: Some(help.into()) }
    }

    /// The system refused `action`.
    pub fn io(action: impl Into<String>, source: io::Error) -> Self {
        Self::Io { action: action.into(), source }
    }

    /// Whether this is a pipe that its reader closed, which is no failure.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Io { source, .. } if source.kind() == io::ErrorKind::BrokenPipe)
    }

    /// The exit code: 2 where the user's input is wrong, 130 for an interruption, 0 for a closed
    /// pipe, 1 for anything else.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Input { .. } | Self::NoPolicy { .. } | Self::Texts(_) => 2,
            _ if self.is_closed_pipe() => 0,
            Self::Interrupted => INTERRUPTED,
            Self::Io { .. } | Self::Failed(_) => 1,
        }
    }
}

/// The result of anything that may end a command early.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The name among `known` that `name` is most likely a misspelling of, if one is near enough.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near = |candidate: &str| {
        let length = name.chars().count().max(candidate.chars().count());
        // The beginning of a long name is as good as a slip of the finger.
        if name.len() >= 3 && candidate.starts_with(name) {
            return Some(1);
        }
        let distance = strsim::damerau_levenshtein(name, candidate);
        // A name of which nothing is left is another name.
        (distance <= 1.max(length / 3) && distance < length).then_some(distance)
    };
    known
        .into_iter()
        .filter_map(|candidate| Some((near(candidate)?, candidate)))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// The way out where `name` is none of `known`: the nearest of them, or else what `otherwise` says.
pub(crate) fn did_you_mean<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
    otherwise: impl FnOnce() -> String,
) -> String {
    nearest(name, known).map_or_else(otherwise, |near| format!("did you mean `{near}`?"))
}

/// The same where otherwise all of `known` are named.
pub(crate) fn one_of_known(name: &str, known: &[&str]) -> String {
    let all = || format!("known are `{}`", known.join("`, `"));
    did_you_mean(name, known.iter().copied(), all)
}
