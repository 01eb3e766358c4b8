//! SPECs: the names of policies on the command line (`hold-at:hold=600`, `mine/bold.toml`).

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::expr::settle;
use super::load::load;
use crate::diagnostic::{Source, quoted};
use crate::error::{Error, Result};

/// A policy as named on the command line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PolicySpec {
    /// The name of a policy, or the path of a policy file.
    pub name_or_path: String,
    /// Whether it is a path: it contains `/` or ends in `.toml`.
    pub is_file: bool,
    /// Whether it is the command of a [bot](super::bot).
    pub is_bot: bool,
    /// The text of the file, once it is read.
    pub text: Option<Arc<Source>>,
    /// Parameters with their values, in the given order and distinct.
    pub overrides: Vec<(String, f64)>,
    /// Whom a policy that searches plays on with, where that is given.
    pub base: Option<Box<PolicySpec>>,
}

/// The search policies. Their `base=` comes last and takes the rest of the SPEC as a SPEC.
pub(crate) const SEARCHES: [&str; 2] = ["rollout", "ismcts"];

/// What the SPEC of a bot begins with; the rest is its command.
const BOT: &str = "bot:";

/// The maximum depth of searches within searches; each level costs a factor of about a hundred.
const MAX_DEPTH: u32 = 2;

impl PolicySpec {
    /// Reads the files of the SPEC, so that later changes to the files have no effect.
    pub fn with_text(mut self) -> Result<Self> {
        if self.is_file {
            self.text = Some(self.source()?);
        }
        let base = self.base.take().map(|base| base.with_text());
        self.base = base.transpose()?.map(Box::new);
        Ok(self)
    }

    /// Returns the SPEC with paths relative to the folder of a file.
    pub(crate) fn relative_to(mut self, file: &str) -> Self {
        if let Some(folder) = Path::new(file).parent().filter(|_| self.is_file) {
            self.name_or_path = folder.join(&self.name_or_path).display().to_string();
        }
        self.base = self.base.map(|base| Box::new(base.relative_to(file)));
        self
    }

    /// Returns the text of the file.
    pub(crate) fn source(&self) -> Result<Arc<Source>> {
        match &self.text {
            Some(text) => Ok(Arc::clone(text)),
            None => load(self.name_or_path.as_ref()),
        }
    }

    /// Returns the name, or the file name without folders and extension; labels begin with it.
    pub fn name(&self) -> &str {
        if !self.is_file {
            return &self.name_or_path;
        }
        let stem = Path::new(&self.name_or_path).file_stem().and_then(|stem| stem.to_str());
        stem.unwrap_or(&self.name_or_path)
    }
}

/// Parses a SPEC: a name or path, optionally followed by `:key=value,key=value`.
///
/// The parameters follow the last `:`, unless the text after it belongs to a path (it contains `/`
/// or `\`, or ends in `.toml`). A search policy comes first, and everything after its `base=` is
/// the SPEC of another policy: `rollout:n=100,base=hold-at:hold=600`. Everything after `bot:` is the command of
/// a bot.
pub fn parse_spec(text: &str) -> Result<PolicySpec> {
    spec(text, MAX_DEPTH)
}

fn spec(text: &str, depth: u32) -> Result<PolicySpec> {
    if let Some(command) = text.strip_prefix(BOT) {
        return Ok(PolicySpec {
            name_or_path: command.trim().to_owned(),
            is_file: false,
            is_bot: true,
            text: None,
            overrides: Vec::new(),
            base: None,
        });
    }
    let belongs_to_path = |tail: &str| tail.contains(['/', '\\']) || tail.ends_with(".toml");
    let search = text
        .split_once(':')
        .filter(|(name, tail)| SEARCHES.contains(name) && !tail.starts_with(['/', '\\']));
    let mut base = None;
    let (target, parameters) = match search {
        Some((name, tail)) => {
            let own = match tail.strip_prefix("base=").map(|rest| (None, rest)) {
                None => tail.split_once(",base=").map(|(own, rest)| (Some(own), rest)),
                first => first,
            };
            if let Some((_, rest)) = own {
                if depth == 0 {
                    let message = format!("{} nests too many searches", quoted(text));
                    return Err(Error::input_help(message, "use a base that does not search"));
                }
                base = Some(Box::new(spec(rest, depth - 1)?));
            }
            (name, own.map_or(Some(tail), |(own, _)| own))
        }
        None => match text.rsplit_once(':') {
            Some((head, tail)) if !belongs_to_path(tail) => (head, Some(tail)),
            _ => (text, None),
        },
    };
    if target.is_empty() {
        return Err(Error::input_help(
            format!("{} does not name a policy", quoted(text)),
            "write NAME, FILE or NAME:KEY=VALUE",
        ));
    }
    let mut overrides: Vec<(String, f64)> = Vec::new();
    for part in parameters.iter().flat_map(|list| list.split(',')) {
        let (key, value) = parameter(part, text, target)?;
        if overrides.iter().any(|(known, _)| *known == key) {
            return Err(Error::input_help(
                format!("parameter {} is given twice in {}", quoted(&key), quoted(text)),
                "remove one of the values",
            ));
        }
        overrides.push((key, value));
    }
    let is_file = target.contains('/') || target.ends_with(".toml");
    let name_or_path = target.to_owned();
    Ok(PolicySpec { name_or_path, is_file, is_bot: false, text: None, overrides, base })
}

/// Returns the help if a SPEC is a list of several policies, separated by commas.
pub(crate) fn several(text: &str) -> Option<String> {
    let names: Vec<&str> = text.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    let flags: Vec<String> = names.iter().map(|name| format!("--policy {name}")).collect();
    (names.len() > 1).then(|| format!("give each policy its own flag: `{}`", flags.join(" ")))
}

/// Parses one `key=value` of the SPEC `text`, whose policy is `target`.
fn parameter(part: &str, text: &str, target: &str) -> Result<(String, f64)> {
    let Some((key, value)) = part.split_once('=').map(|(k, v)| (k.trim(), v.trim())) else {
        let write = format!("write {target}:KEY=VALUE,KEY=VALUE");
        let (message, help) = match part.trim() {
            "" => (format!("{} has an empty parameter", quoted(text)), write),
            part => (
                format!("parameter {} has no value in {}", quoted(part), quoted(text)),
                format!("{write}, or give another policy its own flag: `--policy NAME`"),
            ),
        };
        return Err(Error::input_help(message, help));
    };
    if key.is_empty() {
        let message = format!("{} has no name before `=` in {}", quoted(part), quoted(text));
        return Err(Error::input_help(message, format!("write {target}:KEY=VALUE")));
    }
    let value = parse_number(value).ok_or_else(|| {
        let help = match key {
            "base" => "only `rollout` and `ismcts` take a `base`; it must be the last parameter",
            _ => {
                "write a number such as `600`, `-5`, `0.35`, `35%`, `1_000_000`, `1e6`, `20k` or `1M`"
            }
        };
        let message = format!("parameter {} cannot be {}", quoted(key), quoted(value));
        Error::input_help(message, help)
    })?;
    Ok((key.to_owned(), value))
}

/// Parses a number of the command line: digits with optional `_` between them, an optional decimal
/// point, an optional sign, and optionally an exponent (`1e6`) or one of the suffixes `k`, `M`, `G`
/// and `%`. Returns `None` for other texts and for numbers that are too large.
pub fn parse_number(text: &str) -> Option<f64> {
    let (sign, rest) = match text.as_bytes().first()? {
        b'-' => ("-", &text[1..]),
        b'+' => ("", &text[1..]),
        _ => ("", text),
    };
    let (digits, exponent) = if let Some((digits, exponent)) = rest.split_once(['e', 'E']) {
        (digits, exponent.parse::<i32>().ok()?)
    } else {
        let suffixes = [('k', 3), ('K', 3), ('M', 6), ('G', 9), ('%', -2)];
        let found = suffixes.iter().find_map(|(suffix, e)| Some((rest.strip_suffix(*suffix)?, *e)));
        found.unwrap_or((rest, 0))
    };
    let part = |part: &str| {
        part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_')
            && part.starts_with(|c: char| c.is_ascii_digit())
            && !part.ends_with('_')
    };
    let valid = match digits.split_once('.') {
        Some((whole, fraction)) => part(whole) && part(fraction),
        None => part(digits),
    };
    let digits: String = digits.chars().filter(|&c| c != '_').collect();
    let number: f64 = format!("{sign}{digits}e{exponent}").parse().ok()?;
    (valid && number.is_finite()).then(|| settle(number))
}

/// Makes labels unique: repeated labels get the suffixes `#2`, `#3`, ….
pub fn unique_labels(labels: Vec<String>) -> Vec<String> {
    let mut taken: HashSet<String> = labels.iter().cloned().collect();
    let mut seen: HashMap<String, usize> = HashMap::new();
    labels
        .into_iter()
        .map(|label| {
            let count = seen.entry(label.clone()).or_default();
            *count += 1;
            if *count == 1 {
                return label;
            }
            loop {
                let numbered = format!("{label}#{count}");
                if taken.insert(numbered.clone()) {
                    return numbered;
                }
                *count += 1;
            }
        })
        .collect()
}

/// Parses SPECs and reads their files.
pub(crate) fn specs(texts: &[impl AsRef<str>]) -> Result<Vec<PolicySpec>> {
    texts.iter().map(|text| parse_spec(text.as_ref())?.with_text()).collect()
}
