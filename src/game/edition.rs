//! The reader of edition files of any game: a cursor over TOML with spans, which collects all
//! faults of a file, each with its place and a way out.
//!
//! A game reads the values that it needs by key and range. A key that the game did not read is a
//! fault, with the nearest known key as a hint. A missing or wrong value reads as the lowest
//! allowed value, so that reading continues to the next fault.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use toml::Spanned;
use toml::de::DeTable;

use crate::diagnostic::toml_file::{self, MAX_FAULTS, Value, mistyped};
use crate::diagnostic::{Diagnostic, Source, quoted};
use crate::error::{did_you_mean, nearest, one_of_known};

use super::edition_schema::{Shape, Value as Shaped};

/// The sources of the values of a table: stated in the rulebook, found in a public source, inferred
/// from one, calculated, invented because no source is known, or read off a real box.
pub(crate) const ORIGINS: [&str; 6] =
    ["RULEBOOK", "FOUND", "INFERRED", "COMPUTED", "PROPOSED", "BOX"];

/// The result of reading an edition file.
#[derive(Clone, Debug)]
pub(crate) struct Read<T> {
    /// The value that the game built.
    pub value: T,
    /// The name of the edition.
    pub name: String,
    /// The number of tables with invented values; results that depend on them say so.
    pub proposed: usize,
    /// The keys that the game read, for the schema.
    pub shape: Shape,
}

/// Reads an edition of `game`; `body` reads all values that the game needs.
///
/// # Errors
///
/// Returns all faults in the order of the file; of equal faults only the first, with their number.
pub(crate) fn read<T>(
    source: &Arc<Source>,
    game: &str,
    body: impl FnOnce(&Fields<'_>) -> T,
) -> Result<Read<T>, Vec<Diagnostic>> {
    let (table, faults) = toml_file::parse(source);
    if !faults.is_empty() {
        return Err(faults);
    }
    let file = File { source, found: RefCell::default(), proposed: RefCell::default() };
    let shape = RefCell::default();
    let fields = Fields::new(&file, &table, 0..0, "an edition".to_owned(), &shape);
    let of = fields.text("game");
    if fields.has("language") {
        let fault = Diagnostic::error(source, fields.span("language"), "this is a policy");
        return Err(vec![fault.with_help("name it with `--policy`; editions have no `language`")]);
    }
    if of != game && fields.has("game") {
        let at = fields.span("game");
        let fault = Diagnostic::error(source, at, format!("this is an edition of {}", quoted(&of)));
        return Err(vec![
            fault.with_help(format!("an edition of this game says `game = \"{game}\"`")),
        ]);
    }
    let name = fields.text("name");
    if fields.has("name") && name.trim().is_empty() {
        fields.fault("name", "an edition needs a name", "name the box that it describes");
    }
    let value = body(&fields);
    fields.end();
    drop(fields);
    let (proposed, shape) = (*file.proposed.borrow(), shape.into_inner());
    match fold(source, file.found.into_inner()) {
        faults if faults.is_empty() => Ok(Read { value, name, proposed, shape }),
        faults => Err(faults),
    }
}

/// Sorts the faults by their place. Of faults with the same title it keeps the first, which gives
/// their number.
fn fold(source: &Arc<Source>, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    found.sort_by_key(|fault| (fault.span.start, fault.span.end));
    found.dedup();
    let mut counts: HashMap<String, (usize, usize)> = HashMap::new();
    for fault in &found {
        let line = source.line(fault.span.start);
        let (count, last) = counts.entry(fault.title.clone()).or_insert((0, line));
        (*count, *last) = (*count + 1, line);
    }
    let mut faults: Vec<Diagnostic> = Vec::new();
    for fault in found {
        match counts.remove(&fault.title) {
            None => continue,
            Some((1, _)) => faults.push(fault),
            Some((count, last)) => {
                let more = format!("{} more like it, the last on line {last}", count - 1);
                let label = match &*fault.label {
                    "" => more,
                    label => format!("{label}; {more}"),
                };
                faults.push(fault.with_label(label));
            }
        }
    }
    faults.truncate(MAX_FAULTS);
    faults
}

/// A file during reading.
struct File<'s> {
    source: &'s Arc<Source>,
    found: RefCell<Vec<Diagnostic>>,
    proposed: RefCell<usize>,
}

/// A table of the file.
pub(crate) struct Fields<'a> {
    file: &'a File<'a>,
    table: &'a DeTable<'a>,
    /// The span of the table, for faults of missing keys.
    place: Range<usize>,
    /// The name of the table in messages.
    what: String,
    /// The keys that were read.
    asked: RefCell<Vec<&'static str>>,
    /// The required keys that are missing, each with the way out.
    missing: RefCell<Vec<(&'static str, String)>>,
    /// The keys of all tables at this place.
    shape: &'a RefCell<Shape>,
}

impl std::fmt::Debug for Fields<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fields").field("what", &self.what).finish_non_exhaustive()
    }
}

impl<'a> Fields<'a> {
    fn new(
        file: &'a File<'a>,
        table: &'a DeTable<'a>,
        place: Range<usize>,
        what: String,
        shape: &'a RefCell<Shape>,
    ) -> Self {
        let (asked, missing) = Default::default();
        shape.borrow_mut().begin();
        Self { file, table, place, what, asked, missing, shape }
    }

    fn note(&self, at: Range<usize>, title: String, help: Option<String>) {
        let fault = Diagnostic::error(self.file.source, at, title);
        let help = help.into_iter();
        self.file.found.borrow_mut().push(help.fold(fault, Diagnostic::with_help));
    }

    /// Returns the value of `key` and records it as a known key.
    fn ask(&self, key: &'static str) -> Option<&'a Value<'a>> {
        let mut asked = self.asked.borrow_mut();
        if !asked.contains(&key) {
            asked.push(key);
            self.shape.borrow_mut().key(key);
        }
        self.table.get(key)
    }

    /// Returns the value of `key`, which is required and has type `shaped`.
    fn need(&self, key: &'static str, example: &str, shaped: Shaped) -> Option<&'a Value<'a>> {
        let required = !self.asked.borrow().contains(&key);
        let found = self.ask(key);
        self.shape.borrow_mut().hold(key, shaped, required);
        if found.is_none() {
            self.missing.borrow_mut().push((key, format!("add `{key} = {example}`")));
        }
        found
    }

    /// Returns `of` of the value of `key`, which is required and must be `wanted`, as in `example`.
    fn typed<T>(
        &self,
        key: &'static str,
        shaped: Shaped,
        (wanted, example): (&str, &str),
        of: impl FnOnce(&'a Value<'a>) -> Option<T>,
    ) -> Option<T> {
        let value = self.need(key, example, shaped)?;
        let found = of(value);
        if found.is_none() {
            self.wrong(value, key, wanted, example);
        }
        found
    }

    fn wrong(&self, value: &Value<'_>, key: &str, wanted: &str, example: &str) {
        let title = mistyped(&format!("`{key}`"), value, wanted);
        self.note(value.span(), title, Some(format!("write `{key} = {example}`")));
    }

    /// Reports every key that was not read, and every missing key unless an unknown key looks like
    /// a misspelling of it.
    fn end(&self) {
        let asked = self.asked.borrow();
        let names = || self.table.keys().map(|key| &**key.get_ref());
        for (key, help) in self.missing.take() {
            let slip = |name: &&str| !asked.contains(name) && nearest(name, [key]).is_some();
            if !names().any(|name| slip(&name)) {
                let title = format!("{} needs `{key}`", self.what);
                self.note(self.place.clone(), title, Some(help));
            }
        }
        for (key, _) in self.table {
            let name = &**key.get_ref();
            if !asked.contains(&name) {
                let help = one_of_known(name, &asked);
                let title = format!("{} has no key {}", self.what, quoted(name));
                self.note(key.span(), title, Some(help));
            }
        }
    }

    /// Returns whether the table has `key`.
    pub(crate) fn has(&self, key: &'static str) -> bool {
        self.ask(key).is_some()
    }

    /// Returns the span of the value of `key`, or of the table if `key` is missing.
    pub(crate) fn span(&self, key: &'static str) -> Range<usize> {
        self.ask(key).map_or_else(|| self.place.clone(), Spanned::span)
    }

    /// Reports a fault at the value of `key`; `help` is the way out.
    pub(crate) fn fault(
        &self,
        key: &'static str,
        title: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.note(self.span(key), title.into(), Some(help.into()));
    }

    /// Returns a fault at the value of `key` without reporting it, because it matters only for some
    /// runs.
    pub(crate) fn reserved(&self, key: &'static str, title: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.file.source, self.span(key), title)
    }

    /// Reads a text.
    pub(crate) fn text(&self, key: &'static str) -> String {
        self.text_of(key, Shaped::Text)
    }

    /// Reads a name that is shown in comma-separated lists; a name with a comma is a fault.
    pub(crate) fn listed(&self, key: &'static str) -> String {
        let name = self.text(key);
        if name.contains(',') {
            let title = format!("the name {} contains a comma", quoted(&name));
            self.fault(key, title, "remove the comma; commas separate the names of a list");
        }
        name
    }

    fn text_of(&self, key: &'static str, shaped: Shaped) -> String {
        let text = self.typed(key, shaped, ("a text", "\"…\""), |value| value.get_ref().as_str());
        text.unwrap_or_default().to_owned()
    }

    /// Returns a whole number in `range`; reports a fault otherwise.
    fn whole(&self, value: &Value<'_>, what: &str, range: &RangeInclusive<i64>) -> Option<i64> {
        let number = value.get_ref().as_integer().and_then(|integer| {
            i64::from_str_radix(&integer.as_str().replace('_', ""), integer.radix()).ok()
        });
        let (low, high) = (*range.start(), *range.end());
        let number = number.filter(|number| range.contains(number));
        if number.is_none() {
            let shown = self.file.source.text.get(value.span()).unwrap_or_default();
            let fault = Diagnostic::error(
                self.file.source,
                value.span(),
                format!("{what} must be a whole number from {low} to {high}"),
            );
            let label = format!("not {}", shown.chars().take(40).collect::<String>());
            self.file.found.borrow_mut().push(fault.with_label(label));
        }
        number
    }

    /// Reads a whole number; `what` names it in messages.
    pub(crate) fn number(&self, key: &'static str, what: &str, range: RangeInclusive<i64>) -> i64 {
        let low = *range.start();
        self.sound_number(key, what, range).unwrap_or(low)
    }

    /// Reads a whole number; `None` if it is invalid, so that values that depend on it are not
    /// reported too.
    pub(crate) fn sound_number(
        &self,
        key: &'static str,
        what: &str,
        range: RangeInclusive<i64>,
    ) -> Option<i64> {
        let shaped = Shaped::whole(what, &range);
        self.whole(self.need(key, &range.start().to_string(), shaped)?, what, &range)
    }

    /// Reads a truth value.
    pub(crate) fn truth(&self, key: &'static str) -> bool {
        let wanted = ("a truth value", "true");
        let truth = self.typed(key, Shaped::Truth, wanted, |value| value.get_ref().as_bool());
        truth.unwrap_or_default()
    }

    /// Reads a table of whole numbers by whole numbers (`{ 1 = 100, 5 = 50 }`), in ascending order.
    /// Keys and values each have a name for messages and a range.
    pub(crate) fn pairs(
        &self,
        key: &'static str,
        (name, names): (&str, RangeInclusive<i64>),
        (what, range): (&str, RangeInclusive<i64>),
    ) -> Vec<(i64, i64)> {
        let shaped = Shaped::ByName(Box::new(Shaped::whole(what, &range)));
        let table =
            self.typed(key, shaped, ("a table", "{ … }"), |value| value.get_ref().as_table());
        let (low, high) = (*names.start(), *names.end());
        let mut pairs = Vec::new();
        for (written, value) in table.into_iter().flatten() {
            let text = &**written.get_ref();
            let number = text
                .parse()
                .ok()
                .filter(|number: &i64| names.contains(number) && number.to_string() == text);
            match (number, self.whole(value, what, &range)) {
                (Some(number), Some(value)) => pairs.push((number, value)),
                (Some(_), None) => {}
                (None, _) if low > high => {
                    self.note(written.span(), format!("{name} is not possible here"), None);
                }
                (None, _) => {
                    let title = format!("{name} must be from {low} to {high}");
                    self.note(written.span(), title, None);
                }
            }
        }
        pairs.sort_unstable();
        pairs
    }

    /// Reads a list of whole numbers whose length is within `count`; `what` names one number.
    pub(crate) fn numbers(
        &self,
        key: &'static str,
        what: &str,
        range: RangeInclusive<i64>,
        count: RangeInclusive<usize>,
    ) -> Vec<i64> {
        let shaped = Shaped::List(Box::new(Shaped::whole(what, &range)));
        let list = self.typed(key, shaped, ("a list", "[…]"), |value| value.get_ref().as_array());
        let Some(list) = list else { return Vec::new() };
        if !count.contains(&list.len()) {
            let (low, high) = (count.start(), count.end());
            let wanted = if low == high { low.to_string() } else { format!("{low} to {high}") };
            let title = format!("`{key}` has {} numbers, not {wanted}", list.len());
            self.note(self.span(key), title, None);
        }
        let low = *range.start();
        list.iter().map(|value| self.whole(value, what, &range).unwrap_or(low)).collect()
    }

    /// Reads a list of texts, each with its span.
    pub(crate) fn texts(&self, key: &'static str) -> Vec<Spanned<&'a str>> {
        self.texts_of(key, Shaped::Text)
    }

    fn texts_of(&self, key: &'static str, shaped: Shaped) -> Vec<Spanned<&'a str>> {
        let shaped = Shaped::List(Box::new(shaped));
        let each = |text: &'a Value<'a>| {
            text.get_ref().as_str().map(|shown| Spanned::new(text.span(), shown))
        };
        let texts = self.typed(key, shaped, ("a list of texts", "[\"…\"]"), |value| {
            value.get_ref().as_array()?.iter().map(each).collect()
        });
        texts.unwrap_or_default()
    }

    /// Reports a fault at one of the [texts](Fields::texts); `help` is the way out.
    pub(crate) fn fault_at(
        &self,
        text: &Spanned<&str>,
        title: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.note(text.span(), title.into(), Some(help.into()));
    }

    /// Returns a fault at one of the [texts](Fields::texts) without reporting it.
    pub(crate) fn reserved_at(&self, text: &Spanned<&str>, title: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.file.source, text.span(), title)
    }

    /// Reads a list of lists of whole numbers, with one number per column; a column has a name for
    /// messages and a range. Lists of another length are omitted.
    pub(crate) fn rows<const N: usize>(
        &self,
        key: &'static str,
        columns: [(&str, RangeInclusive<i64>); N],
    ) -> Vec<[i64; N]> {
        let columns_of = columns.iter().map(|(what, range)| Shaped::whole(what, range));
        let shaped = Shaped::List(Box::new(Shaped::Row(columns_of.collect())));
        let wanted = ("a list", "[[…], […]]");
        let list = self.typed(key, shaped, wanted, |value| value.get_ref().as_array());
        let row = |row: &'a Value<'a>| {
            let numbers = row.get_ref().as_array().filter(|numbers| numbers.len() == N);
            if numbers.is_none() {
                self.note(row.span(), format!("each entry of `{key}` must have {N} numbers"), None);
            }
            let mut numbers = numbers?.iter().zip(&columns);
            Some(std::array::from_fn(|_| {
                numbers.next().map_or(0, |(number, (what, range))| {
                    self.whole(number, what, range).unwrap_or(*range.start())
                })
            }))
        };
        list.into_iter().flatten().filter_map(row).collect()
    }

    /// Reads one of the names `known` and returns its index; `what` is what they are.
    pub(crate) fn choice(&self, key: &'static str, what: &str, known: &[&str]) -> Option<usize> {
        self.choice_of(key, what, known, Shaped::name(what, known))
    }

    /// Reads one of `names`, which are defined in the file itself, and returns its index.
    pub(crate) fn given(&self, key: &'static str, what: &str, names: &[&str]) -> Option<usize> {
        self.choice_of(key, what, names, Shaped::Text)
    }

    fn choice_of(
        &self,
        key: &'static str,
        what: &str,
        known: &[&str],
        shaped: Shaped,
    ) -> Option<usize> {
        let name = self.text_of(key, shaped);
        let at = self.ask(key)?;
        if at.get_ref().is_str() { self.known(at.span(), &name, what, known) } else { None }
    }

    /// Reads a list of names and returns their indices in `known`; unknown names are omitted.
    pub(crate) fn choices(&self, key: &'static str, what: &str, known: &[&str]) -> Vec<usize> {
        let texts = self.texts_of(key, Shaped::name(what, known)).into_iter();
        texts.filter_map(|text| self.known(text.span(), text.get_ref(), what, known)).collect()
    }

    fn known(&self, at: Range<usize>, name: &str, what: &str, known: &[&str]) -> Option<usize> {
        let found = known.iter().position(|known| *known == name);
        if found.is_none() {
            let all = || format!("one of: {}", known.join(", "));
            let help = did_you_mean(name, known.iter().copied(), all);
            self.note(at, format!("unknown {what} {}", quoted(name)), Some(help));
        }
        found
    }

    /// Reads the source of the values of this table from the key `from`; returns whether they are
    /// invented.
    pub(crate) fn origin(&self) -> bool {
        self.origin_of("from")
    }

    /// Returns the number of tables read so far, in the whole file, whose values are invented.
    pub(crate) fn proposed(&self) -> usize {
        *self.file.proposed.borrow()
    }

    /// Reads the source of a part of the table from `key`; returns whether its values are invented.
    pub(crate) fn origin_of(&self, key: &'static str) -> bool {
        let origin = self.choice(key, "source of a value", &ORIGINS);
        let proposed = origin.map(|origin| ORIGINS[origin]) == Some("PROPOSED");
        *self.file.proposed.borrow_mut() += usize::from(proposed);
        proposed
    }

    /// Reads the table `key` with `body`; a missing table is a fault.
    pub(crate) fn table<T>(
        &self,
        key: &'static str,
        body: impl FnOnce(&Fields<'_>) -> T,
    ) -> Option<T> {
        let shape = RefCell::default();
        let found = self.need(key, "{ … }", Shaped::Any);
        let read = self.inner(key, found?, &shape, body);
        self.shape.borrow_mut().hold(key, Shaped::Table(shape.into_inner()), false);
        read
    }

    /// Reads each of the tables `[[key]]` with `body`; at least one is required.
    pub(crate) fn tables<T>(
        &self,
        key: &'static str,
        mut body: impl FnMut(&Fields<'_>) -> T,
    ) -> Vec<T> {
        let list = self.typed(key, Shaped::Any, ("a list of tables", "[{ … }]"), |value| {
            value.get_ref().as_array().filter(|list| !list.is_empty())
        });
        let Some(list) = list else { return Vec::new() };
        let shape = RefCell::default();
        let read = list.iter().filter_map(|value| self.inner(key, value, &shape, &mut body));
        let read = read.collect();
        let tables = Shaped::List(Box::new(Shaped::Table(shape.into_inner())));
        self.shape.borrow_mut().hold(key, tables, false);
        read
    }

    /// Reads each of the tables `[key.NAME]` with `body`, by name in ascending order.
    pub(crate) fn named<T>(
        &self,
        key: &'static str,
        mut body: impl FnMut(&str, &Fields<'_>) -> T,
    ) -> Vec<T> {
        let table = self.typed(key, Shaped::Any, ("a table of tables", "{ … }"), |value| {
            value.get_ref().as_table().filter(|table| !table.is_empty())
        });
        let Some(table) = table else { return Vec::new() };
        let mut tables: Vec<_> = table.iter().collect();
        tables.sort_by_key(|(name, _)| name.get_ref().clone());
        let shape = RefCell::default();
        let read = tables.into_iter().map(|(name, value)| {
            let name: &str = name.get_ref();
            self.inner(&format!("{key}.{name}"), value, &shape, |fields| body(name, fields))
        });
        let read = read.flatten().collect();
        let tables = Shaped::ByName(Box::new(Shaped::Table(shape.into_inner())));
        self.shape.borrow_mut().hold(key, tables, false);
        read
    }

    fn inner<T>(
        &self,
        key: &str,
        value: &'a Value<'a>,
        shape: &RefCell<Shape>,
        body: impl FnOnce(&Fields<'_>) -> T,
    ) -> Option<T> {
        let Some(table) = value.get_ref().as_table() else {
            self.wrong(value, key, "a table", "{ … }");
            return None;
        };
        let fields = Fields::new(self.file, table, value.span(), format!("`{key}`"), shape);
        let read = body(&fields);
        fields.end();
        Some(read)
    }
}
