//! What can end a command before its work is done, and the exit code that says so.

use std::io;

use crate::diagnostic::Diagnostic;

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
    #[must_use]
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Io { source, .. } if source.kind() == io::ErrorKind::BrokenPipe)
    }

    /// The exit code: 2 where the user's input is wrong, 0 for a closed pipe, 1 for anything else.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Input { .. } | Self::Texts(_) => 2,
            _ if self.is_closed_pipe() => 0,
            Self::Io { .. } | Self::Failed(_) => 1,
        }
    }
}

/// The result of anything that may end a command early.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The name among `known` that `name` is most likely a misspelling of, if one is near enough.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= 1.max(name.len().max(candidate.len()) / 3))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}
