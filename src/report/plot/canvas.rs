//! Shared parts of all SVG pictures: sheet, texts under the pointer, fonts, and axes with labels at
//! chosen values.
//!
//! Fonts are not measured, so a picture does not depend on the machine that draws it; the width of
//! a text is an upper estimate.

use std::cell::RefCell;
use std::io;
use std::ops::Range;

use maud::html;
use plotters::coord::Shift;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::diagnostic::printable_line as printable;
use crate::report::number::plain;
use crate::report::screen::wrap;

/// A part of the sheet, in pixels.
pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The result of drawing.
pub(super) type Drawn = Result<(), DrawingAreaErrorKind<io::Error>>;

/// The height of a line of small text, in pixels.
pub(super) const LINE: i32 = 19;
/// The size of small text, in pixels.
pub(super) const SMALL: i32 = 14;
/// The distance from a point within which its text is shown, in pixels.
const NEAR: i32 = 9;
/// The size of titles, in pixels.
pub(super) const TITLE: i32 = 18;

/// Texts for places of a picture, which a browser shows under the pointer and a screen reader reads.
#[derive(Debug, Default)]
pub(super) struct Hints(RefCell<String>);

impl Hints {
    /// Adds the text of a rectangle between two opposite corners, in pixels.
    pub(super) fn add(&self, (left, top): (i32, i32), (right, bottom): (i32, i32), text: &str) {
        let (x, y) = (left.min(right), top.min(bottom));
        let (width, height) = (left.abs_diff(right).max(1), top.abs_diff(bottom).max(1));
        let target = html! {
            rect x=(x) y=(y) width=(width) height=(height) opacity="0" { title { (clean(text)) } }
        };
        self.0.borrow_mut().push_str(&target.into_string());
    }

    /// Adds the text of a point, in pixels.
    pub(super) fn point(&self, (x, y): (i32, i32), text: &str) {
        self.add((x - NEAR, y - NEAR), (x + NEAR, y + NEAR), text);
    }
}

/// Draws on a white sheet of `size` pixels and returns the SVG document with `title` and
/// `description`.
pub(super) fn sheet(
    size: (u32, u32),
    (title, description): (&str, &[String]),
    draw: impl FnOnce(&Area<'_>, &Hints) -> Drawn,
) -> String {
    let (mut text, hints) = (String::new(), Hints::default());
    {
        let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
        let drawn =
            root.fill(&WHITE).and_then(|()| draw(&root, &hints)).and_then(|()| root.present());
        // Writing to a string cannot fail, so an error is a wrong layout.
        debug_assert!(drawn.is_ok(), "{drawn:?}");
    }
    // The backend has neither titles nor descriptions.
    let about = html! { title { (clean(title)) } desc { (clean(&description.join(" "))) } };
    let start = text.find('>').map_or(0, |end| end + 1);
    text.insert_str(start, &about.into_string());
    let end = text.rfind("</svg>").unwrap_or(text.len());
    text.insert_str(end, &hints.0.into_inner());
    text.replacen("<svg ", r#"<svg role="img" "#, 1)
}

/// Text style of a size in pixels.
pub(super) fn letters(size: i32) -> TextStyle<'static> {
    font(size, FontStyle::Normal)
}

fn font(size: i32, style: FontStyle) -> TextStyle<'static> {
    // The backend divides sizes by 1.24; multiplying first gives round sizes.
    FontDesc::new(FontFamily::SansSerif, f64::from(size) * 1.24, style).into()
}

/// The text style with an anchor.
pub(super) fn anchored(style: TextStyle<'static>, across: HPos, up: VPos) -> TextStyle<'static> {
    style.pos(Pos::new(across, up))
}

/// Text without characters that XML cannot hold.
pub(super) fn clean(text: &str) -> String {
    printable(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

/// The approximate number of labels along a value axis.
const TEXTS: f64 = 6.0;

/// The maximum width reserved for a text, in pixels.
const WIDEST: i32 = 10_000;

/// An upper estimate of the width of a text, in pixels, capped at [`WIDEST`].
pub(super) fn width(text: &str, size: i32) -> i32 {
    let letters = i32::try_from(text.chars().count()).unwrap_or(WIDEST);
    (letters.min(WIDEST) * size * 3 / 5).min(WIDEST)
}

/// The title and the notes below it, wrapped to a width in pixels.
#[derive(Debug)]
pub(super) struct Heading {
    title: Vec<String>,
    notes: Vec<String>,
}

impl Heading {
    pub(super) fn new(title: &str, notes: &[String], room: i32) -> Self {
        let lines = |text: &str, size: i32| {
            wrap(&clean(text), usize::try_from(room * 5 / (3 * size)).unwrap_or(1))
        };
        Self {
            title: lines(title, TITLE),
            notes: notes.iter().flat_map(|note| lines(note, SMALL)).collect(),
        }
    }

    /// The height including the gap below, in pixels.
    pub(super) fn height(&self) -> i32 {
        self.title.len() as i32 * (TITLE + 6) + self.notes.len() as i32 * LINE + 22
    }

    /// Draws the heading at the left edge `left`.
    pub(super) fn draw(&self, area: &Area<'_>, left: i32) -> Drawn {
        let mut top = 12;
        for line in &self.title {
            area.draw(&Text::new(line.clone(), (left, top), font(TITLE, FontStyle::Bold)))?;
            top += TITLE + 6;
        }
        for line in &self.notes {
            area.draw(&Text::new(line.clone(), (left, top), letters(SMALL)))?;
            top += LINE;
        }
        Ok(())
    }
}

/// An axis with labels at chosen values.
#[derive(Clone, Debug)]
pub(super) struct Ticks {
    pub(super) range: Range<f64>,
    pub(super) at: Vec<(f64, String)>,
}

impl Ticks {
    /// An axis with round labels, from the last below `low` to the first above `high`.
    pub(super) fn round(low: f64, high: f64) -> Self {
        let span = high - low;
        let step = round_step(if span > 0.0 { span / TEXTS } else { 0.2 });
        let (first, last) = ((low / step).floor() as i64, (high / step).ceil() as i64);
        let last = last.max(first + 1);
        let value = |steps: i64| steps as f64 * step;
        Self {
            range: value(first)..value(last),
            at: (first..=last).map(|steps| (value(steps), plain(value(steps)))).collect(),
        }
    }

    /// An upper estimate of the width of the widest label, in pixels.
    pub(super) fn width(&self) -> i32 {
        self.at.iter().map(|(_, text)| width(text, SMALL)).max().unwrap_or(0)
    }
}

/// The smallest of 1, 2, 5 times a power of ten that is at least `least`, which is positive.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    let digits = [1.0, 2.0, 5.0, 10.0].into_iter().map(|digit| digit * power);
    digits.into_iter().find(|step| *step >= least).unwrap_or(10.0 * power)
}

impl Ranged for Ticks {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let length = self.range.end - self.range.start;
        let share = if length > 0.0 { (value - self.range.start) / length } else { 0.5 };
        limit.0 + (f64::from(limit.1 - limit.0) * share).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        // Light points would be between the labels; there are none.
        let bold = hint.bold_points() > 0 && hint.max_num_points() > 0;
        self.at.iter().filter(|_| bold).map(|(value, _)| *value).collect()
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

impl ValueFormatter<f64> for Ticks {
    fn format_ext(&self, value: &f64) -> String {
        let tick = self.at.iter().find(|(at, _)| at == value);
        tick.map_or_else(String::new, |(_, text)| clean(text))
    }
}
