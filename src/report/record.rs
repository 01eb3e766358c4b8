//! The record of a run, `run.toml`.

use serde::Serialize;
use sha2::{Digest, Sha256};
use toml::{Table, Value};

use super::folder::is_result;

/// The contents of `run.toml`: the definition of a run, and its outcome.
///
/// The record holds only what affects the numbers, so equal runs have equal bytes. Keys keep their
/// order of insertion.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RunRecord {
    /// The definition of the run: version, command, rules, seed, counts, texts.
    pub run: Table,
    /// How to repeat it: the command, in one of its spellings, and the files that it names.
    #[serde(skip_serializing_if = "Table::is_empty")]
    pub repeat: Table,
    /// The outcome: whether the run is complete, the units done, the reason for stopping, the
    /// files.
    pub result: Table,
}

impl RunRecord {
    /// The name of the file.
    pub const FILE: &'static str = "run.toml";

    /// A new record for a game with these changed rules.
    pub(crate) fn begun(game: &str, changed: Vec<String>) -> Self {
        let mut record = Self::default();
        record.define("game", game);
        let changed: Vec<Value> = changed.into_iter().map(Into::into).collect();
        record.define("rules", changed);
        record
    }

    /// Sets a key of the definition of the run.
    pub fn define(&mut self, key: &str, value: impl Into<Value>) {
        self.run.insert(key.to_owned(), value.into());
    }

    /// Sets a key of the outcome.
    pub fn conclude(&mut self, key: &str, value: impl Into<Value>) {
        self.result.insert(key.to_owned(), value.into());
    }

    /// Adds a text of the definition to the list `list` (`edition`, `policy`): its name, further
    /// `details` such as the label, its hash (`sha256:` and hexadecimal digits) and the text
    /// itself.
    ///
    /// # Panics
    ///
    /// If `list` is set to something other than a list.
    pub fn add_text(&mut self, list: &str, name: &str, details: &[(&str, Value)], text: &str) {
        let mut entry = Table::new();
        entry.insert("name".into(), name.into());
        entry.extend(details.iter().map(|(key, value)| ((*key).to_owned(), value.clone())));
        entry.insert("hash".into(), Self::hash(text).into());
        entry.insert("text".into(), text.into());
        match self.run.entry(list).or_insert_with(|| Value::Array(Vec::new())) {
            Value::Array(texts) => texts.push(Value::Table(entry)),
            other => panic!("{list} is no list of texts but {other}"),
        }
    }

    /// A count as a value: a TOML integer, or text if it exceeds the range of an integer.
    pub fn count(n: u64) -> Value {
        i64::try_from(n).map_or_else(|_| n.to_string().into(), Value::Integer)
    }

    /// The hash of a text: `sha256:` and hexadecimal digits.
    pub(crate) fn hash(text: &str) -> String {
        hash(text.as_bytes())
    }

    /// The contents of the file, with texts of several lines as such if TOML can represent them.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a table of values is TOML")
    }

    /// Whether the file with the text `other` records the same run, whatever its outcome.
    pub fn same_run(&self, other: &str) -> bool {
        Self::defined(other).is_some_and(|run| run == self.run)
    }

    /// A short description of the differences between the run recorded in `other`, there, and this one, here.
    pub fn difference(&self, other: &str) -> String {
        self.difference_in(other, ["there", "here"])
    }

    /// As [`Self::difference`], with other words for there and here.
    pub(crate) fn difference_in(&self, other: &str, [there, here]: [&str; 2]) -> String {
        let Some(run) = Self::defined(other) else {
            return "its record cannot be read".to_owned();
        };
        let keys = run.keys().chain(self.run.keys().filter(|key| !run.contains_key(*key)));
        let mut different = keys.filter(|key| run.get(*key) != self.run.get(*key)).map(|key| {
            let show = |value: Option<&Value>| match value {
                None => Some("none".to_owned()),
                Some(Value::Array(_) | Value::Table(_)) => None,
                Some(value) => Some(value.to_string()).filter(|text| text.len() <= 60),
            };
            match (show(run.get(key)), show(self.run.get(key))) {
                (Some(old), Some(new)) => format!("{key} is {old} {there} and {new} {here}"),
                _ => format!("different {key}"),
            }
        });
        let shown: Vec<_> = different.by_ref().take(3).collect();
        let more = different.count();
        let more = if more > 0 { format!(", and {more} more") } else { String::new() };
        format!("{}{more}", shown.join(", "))
    }

    /// The definition of the run recorded in `text`.
    pub(crate) fn defined(text: &str) -> Option<Table> {
        match text.parse::<Table>().ok()?.remove("run")? {
            Value::Table(run) => Some(run),
            _ => None,
        }
    }

    /// How the run recorded in `text` is repeated.
    pub(crate) fn repeat_of(text: &str) -> Table {
        let whole = text.parse::<Table>().unwrap_or_default();
        whole.get("repeat").and_then(Value::as_table).cloned().unwrap_or_default()
    }

    /// Why the run recorded in `text` stopped early, if it did.
    pub(crate) fn stopped(text: &str) -> Option<String> {
        Self::concluded(text, "stopped", |why| why.as_str().map(ToOwned::to_owned))
    }

    /// The names of the results listed in the record `text`; `None` if it is not a record.
    pub(crate) fn results(text: &str) -> Option<Vec<String>> {
        Self::defined(text)?;
        Some(Self::files(text).into_iter().filter(|name| is_result(name)).collect())
    }

    /// The names of the files listed in the record `text`.
    pub(super) fn files(text: &str) -> Vec<String> {
        Self::concluded(text, "files", |files| {
            let names = files.as_array().into_iter().flatten();
            names.filter_map(|name| Some(name.as_str()?.to_owned())).collect()
        })
    }

    /// The hashes of files by name, as recorded in `text`.
    pub(super) fn hashes(text: &str) -> Vec<(String, String)> {
        Self::concluded(text, "hashes", |hashes| {
            let hashes = hashes.as_table().into_iter().flatten();
            hashes
                .filter_map(|(name, hash)| Some((name.clone(), hash.as_str()?.to_owned())))
                .collect()
        })
    }

    fn concluded<T: Default>(text: &str, key: &str, read: impl Fn(&Value) -> T) -> T {
        let whole = text.parse::<Table>().unwrap_or_default();
        whole.get("result").and_then(|result| result.get(key)).map(read).unwrap_or_default()
    }
}

/// `sha256:` and the digest in hexadecimal digits.
pub(super) fn hash(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().fold("sha256:".to_owned(), |hex, byte| format!("{hex}{byte:02x}"))
}
