//! Texts of positions: fields such as `totals=1200/800 turn=450 dice=4`, which read back to the same
//! state.
//!
//! A game names the fields of its state once, in [`Describe::position`]; the same calls write a text,
//! read one and list the fields. A field that is as at the start of the game is left out.

use std::fmt::{Debug, Display};
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::contract::{MAX_SEATS, Menu, Next, Silent};
use super::describe::Describe;
use crate::diagnostic::{Diagnostic, Source};
use crate::error::nearest;

/// The field with the seat whose knowledge a text describes.
const VIEW: &str = "seen_by";
const VIEW_ABOUT: &str =
    "the seat whose knowledge the text describes; `?` is what it does not know";

/// A field of the text of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldAbout {
    /// The name.
    pub name: &'static str,
    /// The meaning, with the form of the value.
    pub about: &'static str,
}

/// A position that was read from a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed<S> {
    /// The position; what the text leaves unknown is filled in anyhow.
    pub state: S,
    /// The seat whose knowledge the text describes; `None` for a full text. Use
    /// [`hide`](super::contract::Game::hide) to deal what the seat does not know.
    pub seen_by: Option<u8>,
}

/// A field of a text that is read.
struct Given {
    name: String,
    value: String,
    /// The bytes of the field in the text.
    span: std::ops::Range<usize>,
    read: bool,
}

enum Mode {
    Write(Vec<(&'static str, String)>),
    Read { source: Arc<Source>, given: Vec<Given>, faults: Vec<Diagnostic> },
    List,
}

/// The fields of a position, which are written, read or listed.
#[allow(missing_debug_implementations)] // scratch
pub struct Fields {
    mode: Mode,
    known: Vec<FieldAbout>,
    seen_by: Option<u8>,
}

impl Fields {
    fn new(mode: Mode, seen_by: Option<u8>) -> Self {
        Self { mode, known: Vec::new(), seen_by }
    }

    /// Returns whether `seat`'s own information is hidden from the reader of the text.
    #[must_use]
    pub fn is_hidden(&self, seat: u8) -> bool {
        self.seen_by.is_some_and(|viewer| viewer != seat)
    }

    /// Returns the seat whose knowledge the text describes; `None` for a full text.
    #[must_use]
    pub fn seen_by(&self) -> Option<u8> {
        self.seen_by
    }

    /// Returns whether a text is read rather than written, so that fields that follow from others must
    /// be derived.
    #[must_use]
    pub fn is_reading(&self) -> bool {
        matches!(self.mode, Mode::Read { .. })
    }

    /// Returns whether the fields are only listed: those for some positions alone must be named, too.
    pub(crate) fn is_listing(&self) -> bool {
        matches!(self.mode, Mode::List)
    }

    /// Refuses the text as a whole, if one is read.
    pub(crate) fn refuse(&mut self, reason: &str) {
        if let Mode::Read { source, faults, .. } = &mut self.mode {
            let whole = 0..source.text.trim_end().len();
            let title = format!("this position is impossible: {reason}");
            faults.push(Diagnostic::error(source, whole, title));
        }
    }

    /// Adds a field: `shown` is its value as text; `set` reads a value, or returns what it must be (`a
    /// number from 1 to 8`).
    pub fn field(
        &mut self,
        name: &'static str,
        about: &'static str,
        shown: impl FnOnce() -> String,
        set: impl FnOnce(&str) -> Result<(), String>,
    ) {
        self.known.push(FieldAbout { name, about });
        match &mut self.mode {
            Mode::List => {}
            Mode::Write(fields) => fields.push((name, shown())),
            Mode::Read { source, given, faults } => {
                let Some(given) = given.iter_mut().find(|given| given.name == name) else { return };
                given.read = true;
                if let Err(wanted) = set(&given.value) {
                    let title = format!("`{}` is not {wanted}", given.value);
                    let fault = Diagnostic::error(source, given.span.clone(), title);
                    faults.push(fault.with_help(format!("`{name}` is {about}")));
                }
            }
        }
    }

    /// Adds a whole number within a range.
    pub fn number<T: Copy + Display + TryFrom<i64>>(
        &mut self,
        name: &'static str,
        about: &'static str,
        value: &mut T,
        range: RangeInclusive<i64>,
    ) {
        let old = *value;
        self.field(
            name,
            about,
            || old.to_string(),
            |text| {
                *value = number(text, &range)?;
                Ok(())
            },
        );
    }

    /// Adds a whole number for each seat, joined by `/`.
    pub fn numbers<T: Copy + Display + TryFrom<i64>>(
        &mut self,
        name: &'static str,
        about: &'static str,
        values: &mut [T],
        range: RangeInclusive<i64>,
    ) {
        self.each(name, about, values, T::to_string, |text| number(text, &range));
    }

    /// Adds some values, such as one for each seat, joined by `/`.
    pub fn each<T: Copy>(
        &mut self,
        name: &'static str,
        about: &'static str,
        values: &mut [T],
        shown: impl Fn(&T) -> String,
        read: impl Fn(&str) -> Result<T, String>,
    ) {
        let old = values.iter().map(shown).collect::<Vec<_>>().join("/");
        self.field(
            name,
            about,
            || old,
            |text| {
                let parts = values_of(text, values.len())?;
                values.iter_mut().zip(parts).try_for_each(|(value, part)| {
                    *value = read(part)?;
                    Ok(())
                })
            },
        );
    }

    /// Adds `yes` or `no`.
    pub fn flag(&mut self, name: &'static str, about: &'static str, value: &mut bool) {
        self.choice(name, about, value, &[("no", false), ("yes", true)]);
    }

    /// Adds one of some named values. A value without a name is written as `other`, which cannot be
    /// read.
    pub fn choice<T: Copy + PartialEq>(
        &mut self,
        name: &'static str,
        about: &'static str,
        value: &mut T,
        names: &[(&str, T)],
    ) {
        let old = *value;
        let shown = || {
            let named = names.iter().find(|(_, named)| *named == old);
            named.map_or("other", |(name, _)| name).to_owned()
        };
        self.field(name, about, shown, |text| {
            *value =
                names.iter().find(|(name, _)| *name == text).map(|(_, named)| *named).ok_or_else(
                    || {
                        format!(
                            "one of {}",
                            names.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
                        )
                    },
                )?;
            Ok(())
        });
    }

    /// Adds a set, as a bit mask over `names`.
    pub fn set<T: Copy + Into<u128> + TryFrom<u128>>(
        &mut self,
        name: &'static str,
        about: &'static str,
        value: &mut T,
        names: &[impl AsRef<str>],
    ) {
        self.sets(name, about, std::slice::from_mut(value), names);
    }

    /// Adds a set for each seat, joined by `/`, each as a bit mask over `names`.
    pub fn sets<T: Copy + Into<u128> + TryFrom<u128>>(
        &mut self,
        name: &'static str,
        about: &'static str,
        values: &mut [T],
        names: &[impl AsRef<str>],
    ) {
        self.each(
            name,
            about,
            values,
            |set| shown_set((*set).into(), names),
            |text| read_set(text, names),
        );
    }

    /// Adds the hidden cards of each seat, joined by `/`, each as a bit mask over `names`: `?3` for
    /// three cards that the reader does not know, which become an empty set. Returns their numbers by
    /// seat; the game deals them from the cards that are nowhere else.
    pub fn hands<T: Copy + Into<u128> + TryFrom<u128>>(
        &mut self,
        name: &'static str,
        about: &'static str,
        hands: &mut [T],
        names: &[impl AsRef<str>],
    ) -> [u32; MAX_SEATS] {
        let mut unknown = [0; MAX_SEATS];
        let seen_by = self.seen_by;
        let hidden = |seat: usize| seen_by.is_some_and(|viewer| usize::from(viewer) != seat);
        let shown = |(seat, hand): (usize, &T)| match (*hand).into() {
            cards if hidden(seat) => format!("?{}", cards.count_ones()),
            cards => shown_set(cards, names),
        };
        let old = hands.iter().enumerate().map(shown).collect::<Vec<_>>().join("/");
        self.field(
            name,
            about,
            || old,
            |text| {
                for (seat, part) in values_of(text, hands.len())?.into_iter().enumerate() {
                    hands[seat] = match part.strip_prefix('?') {
                        Some(count) if hidden(seat) => {
                            unknown[seat] = number(count, &(0..=i64::from(names.len() as u32)))?;
                            read_set("none", names)?
                        }
                        Some(_) => {
                            return Err(format!(
                                "known: unknown cards need `{VIEW}` and another seat"
                            ));
                        }
                        None => read_set(part, names)?,
                    };
                }
                Ok(())
            },
        );
        unknown
    }
}

/// Splits values joined by `/`.
pub(crate) fn values_of(text: &str, count: usize) -> Result<Vec<&str>, String> {
    let parts: Vec<&str> = text.split('/').collect();
    if parts.len() == count { Ok(parts) } else { Err(format!("{count} values joined by `/`")) }
}

/// Returns parts joined by `+`, or `none`.
pub(crate) fn joined(parts: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let parts = parts.into_iter().map(|part| part.as_ref().to_owned()).collect::<Vec<_>>();
    if parts.is_empty() { "none".to_owned() } else { parts.join("+") }
}

/// Splits parts joined by `+`, or `none`.
pub(crate) fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split('+').filter(move |_| text != "none")
}

/// Returns short names for titles: their letters and digits in lower case, joined by `-`. A name that
/// is taken gets a number: `guest-star`, `guest-star-2`.
pub(crate) fn names_of(titles: impl IntoIterator<Item = impl AsRef<str>>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for title in titles {
        let title = title.as_ref().to_lowercase();
        let words = title.split(|letter: char| !letter.is_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let base = if words.is_empty() { "unnamed".to_owned() } else { words.join("-") };
        let free = |name: &String| name != "none" && !names.contains(name);
        let numbered = (2..).map(|number: u32| format!("{base}-{number}"));
        names.extend(std::iter::once(base.clone()).chain(numbered).find(free));
    }
    names
}

/// Reads a whole number within a range.
pub(crate) fn number<T: TryFrom<i64>>(
    text: &str,
    range: &RangeInclusive<i64>,
) -> Result<T, String> {
    let wanted = || format!("a whole number from {} to {}", range.start(), range.end());
    let number = text.replace('_', "").parse().ok().filter(|number| range.contains(number));
    number.and_then(|number| T::try_from(number).ok()).ok_or_else(wanted)
}

/// Returns a set as text: the names of its elements joined by `+`, or `none`.
pub(crate) fn shown_set(set: u128, names: &[impl AsRef<str>]) -> String {
    let names = names.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
    joined(names.map(|(_, name)| name))
}

/// Reads a set: names joined by `+`, or `none`.
pub(crate) fn read_set<T: TryFrom<u128>>(
    text: &str,
    names: &[impl AsRef<str>],
) -> Result<T, String> {
    let mut set = 0_u128;
    for part in parts(text) {
        let bit = 1 << named(part, names)?;
        if set & bit != 0 {
            return Err(format!("possible: it names `{part}` twice"));
        }
        set |= bit;
    }
    T::try_from(set).map_err(|_| "a set of this game".to_owned())
}

/// Returns the index of a name.
pub(crate) fn named(text: &str, names: &[impl AsRef<str>]) -> Result<usize, String> {
    names.iter().position(|name| name.as_ref() == text).ok_or_else(|| {
        match nearest(text, names.iter().map(AsRef::as_ref)) {
            Some(near) => format!("known: did you mean `{near}` for `{text}`?"),
            None => format!("known: there is no `{text}`"),
        }
    })
}

/// A pending step while it is read: its name and arguments, joined by `:`.
pub(crate) struct Arguments<'a>(std::str::Split<'a, char>);

impl<'a> Arguments<'a> {
    /// Returns the name of a step and its arguments.
    pub(crate) fn of(step: &'a str) -> (&'a str, Self) {
        let mut parts = step.split(':');
        (parts.next().unwrap_or_default(), Self(parts))
    }

    /// Returns arguments without a name.
    pub(crate) fn all(text: &'a str) -> Self {
        Self(text.split(':'))
    }

    pub(crate) fn text(&mut self) -> Result<&'a str, String> {
        self.0.next().ok_or_else(|| "a complete step".to_owned())
    }

    pub(crate) fn number<T: TryFrom<i64>>(
        &mut self,
        range: RangeInclusive<i64>,
    ) -> Result<T, String> {
        number(self.text()?, &range)
    }

    /// Reads a name, and returns its index.
    pub(crate) fn named(&mut self, names: &[impl AsRef<str>]) -> Result<u8, String> {
        Ok(named(self.text()?, names)? as u8)
    }

    /// Reads a name or `none`.
    pub(crate) fn named_or_none(
        &mut self,
        names: &[impl AsRef<str>],
    ) -> Result<Option<u8>, String> {
        match self.text()? {
            "none" => Ok(None),
            name => Ok(Some(named(name, names)? as u8)),
        }
    }

    pub(crate) fn set<T: TryFrom<u128>>(&mut self, names: &[impl AsRef<str>]) -> Result<T, String> {
        read_set(self.text()?, names)
    }

    pub(crate) fn flag(&mut self) -> Result<bool, String> {
        Ok(self.named(&["no", "yes"])? == 1)
    }

    /// Returns the step unless there are more arguments.
    pub(crate) fn end<T>(mut self, step: T) -> Result<T, String> {
        match self.0.next() {
            None => Ok(step),
            Some(more) => Err(format!("a step: `{more}` is too much")),
        }
    }
}

/// Returns a pending step as text.
pub(crate) fn shown_step(name: &str, arguments: Vec<String>) -> String {
    [name.to_owned()].into_iter().chain(arguments).collect::<Vec<_>>().join(":")
}

/// Returns a position as a text, as `seat` knows it or in full; `None` if the game has no such texts.
pub fn write<G: Describe>(game: &G, state: &G::State, seat: Option<u8>) -> Option<String> {
    let of = |mut state: G::State| {
        let mut fields = Fields::new(Mode::Write(Vec::new()), seat);
        let has = game.position(&mut state, &mut fields);
        let Mode::Write(fields) = fields.mode else { unreachable!("the mode is kept") };
        has.then_some(fields)
    };
    let (fields, at_start) = (of(*state)?, of(game.start(&mut Silent))?);
    let view = seat.map(|seat| format!("{VIEW}={}", u32::from(seat) + 1));
    let changed = fields.into_iter().filter(|field| !at_start.contains(field));
    let changed = changed.map(|(name, value)| format!("{name}={value}"));
    let text = view.into_iter().chain(changed).collect::<Vec<_>>().join(" ");
    Some(if text.is_empty() { "start".to_owned() } else { text })
}

/// Returns the fields of the texts of positions of a game; none if the game has no such texts.
pub fn fields<G: Describe>(game: &G) -> Vec<FieldAbout> {
    let mut fields = Fields::new(Mode::List, None);
    match game.position(&mut game.start(&mut Silent), &mut fields) {
        true => {
            [FieldAbout { name: VIEW, about: VIEW_ABOUT }].into_iter().chain(fields.known).collect()
        }
        false => Vec::new(),
    }
}

/// Splits a text into its fields. Lines and blanks are alike; `#` begins a comment.
fn split(source: &Arc<Source>) -> Result<Vec<Given>, Vec<Diagnostic>> {
    let (mut given, mut faults): (Vec<Given>, _) = (Vec::new(), Vec::new());
    let mut start = 0;
    for line in source.text.split_inclusive('\n') {
        let content = line.split('#').next().unwrap_or_default();
        for word in content.split_whitespace().filter(|word| *word != "start") {
            // `word` is a part of `source.text`.
            let at = start + (word.as_ptr() as usize - line.as_ptr() as usize);
            let span = at..at + word.len();
            let fault = |title: String, help: &str| {
                Diagnostic::error(source, span.clone(), title).with_help(help)
            };
            match word.split_once('=') {
                None => faults.push(fault(
                    format!("`{word}` is not a field"),
                    "write `name=value`, with blanks between fields",
                )),
                Some((name, _)) if given.iter().any(|given| given.name == name) => {
                    faults.push(fault(format!("`{name}` is given twice"), "leave one of them out"));
                }
                Some((name, value)) => {
                    let (name, value) = (name.to_owned(), value.to_owned());
                    given.push(Given { name, value, span, read: false });
                }
            }
        }
        start += line.len();
    }
    if faults.is_empty() { Ok(given) } else { Err(faults) }
}

/// Reads a position.
///
/// # Errors
///
/// Returns all faults: unknown fields, impossible values, and a position that violates an
/// [invariant](super::contract::Game::check) of the game.
pub fn read<G: Describe>(
    game: &G,
    source: &Arc<Source>,
) -> Result<Placed<G::State>, Vec<Diagnostic>>
where
    G::State: Debug,
{
    let given = split(source)?;
    let mut fields =
        Fields::new(Mode::Read { source: Arc::clone(source), given, faults: Vec::new() }, None);
    let (mut state, mut seat) = (game.start(&mut Silent), None);
    fields.field(VIEW, VIEW_ABOUT, String::new, |text| {
        seat = Some(number::<u8>(text, &(1..=i64::from(game.seats())))? - 1);
        Ok(())
    });
    fields.seen_by = seat;
    let has = game.position(&mut state, &mut fields);
    let Fields { mode: Mode::Read { given, mut faults, .. }, known, .. } = fields else {
        unreachable!("the mode is kept")
    };
    let whole = 0..source.text.trim_end().len();
    if !has {
        return Err(vec![Diagnostic::error(source, whole, "this game has no texts of positions")]);
    }
    for Given { name, span, .. } in given.iter().filter(|given| !given.read) {
        let names = || known.iter().map(|field| field.name);
        let help = match nearest(name, names()) {
            Some(near) if near == name => format!("`{name}` has no meaning in this position"),
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the fields are {}", names().collect::<Vec<_>>().join(", ")),
        };
        let title = format!("a position has no field `{name}` here");
        faults.push(Diagnostic::error(source, span.clone(), title).with_help(help));
    }
    let checked = || {
        game.check(&state)?;
        match game.next(&state) {
            Next::Decide { .. } if Menu::nth(game, &state, 0).0 == 0 => {
                Err("no action is legal".to_owned())
            }
            _ => Ok(()),
        }
    };
    if faults.is_empty()
        && let Err(reason) = checked()
    {
        faults.push(Diagnostic::error(
            source,
            whole,
            format!("this position is impossible: {reason}"),
        ));
    }
    if faults.is_empty() { Ok(Placed { state, seen_by: seat }) } else { Err(faults) }
}
