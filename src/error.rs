//! Errors of commands and their exit codes.

use std::io;

use crate::diagnostic::Diagnostic;

/// The exit code of a command that was interrupted.
pub const INTERRUPTED: u8 = 130;

/// Every error that ends a command early.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Invalid input of the user: exit code 2.
    #[error("{message}")]
    Input {
        /// The fault, in one line without a full stop.
        message: String,
        /// A suggested fix, if any.
        help: Option<String>,
    },
    /// An unknown policy name: exit code 2.
    #[error("{game} has no policy `{name}`")]
    NoPolicy {
        /// The game.
        game: &'static str,
        /// The unknown name.
        name: String,
        /// A suggested fix.
        help: String,
    },
    /// Invalid files of the user: exit code 2.
    #[error("{} in the user's files", match .0.len() { 1 => "1 fault".to_owned(), n => format!("{n} faults") })]
    Texts(Vec<Diagnostic>),
    /// An error of the system (a full disk, a folder without write permission): exit code 1.
    #[error("{action}: {source}")]
    Io {
        /// The failed action, with the path (`cannot write results/run.toml`).
        action: String,
        /// The error of the system.
        #[source]
        source: io::Error,
    },
    /// A requested check failed: exit code 1.
    #[error("{0}")]
    Failed(String),
    /// Interrupted before the first result: exit code 130.
    #[error("interrupted before there was a result")]
    Interrupted,
}

impl Error {
    /// Returns the suggested fix, if any.
    pub(crate) fn into_help(self) -> Option<String> {
        match self {
            Self::Input { help, .. } => help,
            Self::NoPolicy { help, .. } => Some(help),
            _ => None,
        }
    }

    /// Returns [`Error::Input`] without help.
    pub fn input(message: impl Into<String>) -> Self {
        Self::Input { message: message.into(), help: None }
    }

    /// Returns [`Error::Input`] with the suggested fix `help`.
    pub fn input_help(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Input { message: message.into(), help: Some(help.into()) }
    }

    /// Returns [`Error::Io`] for a failed `action`.
    pub fn io(action: impl Into<String>, source: io::Error) -> Self {
        Self::Io { action: action.into(), source }
    }

    /// Whether the reader of a pipe has closed it, which is not a failure.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Io { source, .. } if source.kind() == io::ErrorKind::BrokenPipe)
    }

    /// The exit code: 2 for invalid input, 130 for an interruption, 0 for a closed pipe, 1 for anything
    /// else.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Input { .. } | Self::NoPolicy { .. } | Self::Texts(_) => 2,
            _ if self.is_closed_pipe() => 0,
            Self::Interrupted => INTERRUPTED,
            Self::Io { .. } | Self::Failed(_) => 1,
        }
    }
}

/// The result of an operation that may end a command early.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The most similar name in `known`, if one is similar enough.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near = |candidate: &str| {
        let length = name.chars().count().max(candidate.chars().count());
        // A prefix of at least three characters counts as one typing error.
        if name.len() >= 3 && candidate.starts_with(name) {
            return Some(1);
        }
        let distance = strsim::damerau_levenshtein(name, candidate);
        // If every character differs, it is another name.
        (distance <= 1.max(length / 3) && distance < length).then_some(distance)
    };
    known
        .into_iter()
        .filter_map(|candidate| Some((near(candidate)?, candidate)))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// The help for an unknown `name`: the most similar name in `known`, or else `otherwise()`.
pub(crate) fn did_you_mean<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
    otherwise: impl FnOnce() -> String,
) -> String {
    nearest(name, known).map_or_else(otherwise, |near| format!("did you mean `{near}`?"))
}

/// Like [`did_you_mean`], listing all of `known` if none is similar.
pub(crate) fn one_of_known(name: &str, known: &[&str]) -> String {
    let all = || format!("the known names are `{}`", known.join("`, `"));
    did_you_mean(name, known.iter().copied(), all)
}
