//! Heat maps for the terminal.

use std::env;
use std::fmt::Write as _;

use anstyle::{Ansi256Color, Color, RgbColor, Style};

use super::heat::{Axis, HeatMap};
use super::palette::{BANDS, Colour};
use crate::diagnostic::printable_line as printable;
use crate::report::Screen;

/// The maximum number of lines of cells.
const LINES: usize = 32;
/// Up to this many lines of cells, every line has its label.
const FEW: usize = 16;
/// The maximum number of terminal columns per cell.
const WIDEST: usize = 8;
/// The characters for values without colour, from low to high.
const SHADES: [char; 4] = ['░', '▒', '▓', '█'];

/// The colours of a terminal with enough colours for the palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Colours {
    /// 24-bit colours.
    All,
    /// The 256 colours of xterm.
    Indexed,
}

impl Colours {
    /// The colours according to `COLORTERM` and `TERM`; `None` if there are fewer than 256.
    fn of_terminal() -> Option<Self> {
        let [colorterm, term] =
            ["COLORTERM", "TERM"].map(|name| env::var(name).unwrap_or_default());
        match &*colorterm {
            "truecolor" | "24bit" => Some(Self::All),
            _ if cfg!(windows) || term.contains("direct") => Some(Self::All),
            _ => term.contains("256").then_some(Self::Indexed),
        }
    }

    /// The colour, or the nearest in the xterm colour cube: six levels each of red, green and blue.
    fn of(self, Colour(r, g, b): Colour) -> Color {
        let level = |part: u8| match part {
            0..48 => 0,
            48..115 => 1,
            _ => (part - 35) / 40,
        };
        match self {
            Self::All => RgbColor(r, g, b).into(),
            Self::Indexed => Ansi256Color(16 + 36 * level(r) + 6 * level(g) + level(b)).into(),
        }
    }
}

/// Draws a map as complete lines; with too few colours its cells are shades.
pub(super) fn draw(map: &HeatMap, width: usize, bold: bool) -> String {
    let colour = Colours::of_terminal().filter(|_| bold);
    let margin = map.y.cells.iter().map(|text| printable(text).chars().count()).max().unwrap_or(0);
    let room = width.saturating_sub(margin + 1).max(1);
    let strides = (map.x.stride(room), map.y.stride(LINES));
    let thin = map.thinned(strides);
    let size = (room / thin.columns().max(1)).clamp(1, WIDEST);

    let mut screen = Screen::new(width, bold);
    screen.title(&map.title);
    let mut text = screen.finish() + "\n" + &printable(&map.y.label) + "\n";
    let every = if thin.rows() <= FEW { 1 } else { 2 };
    let labelled = thin.y.labelled(1, every);
    for row in (0..thin.rows()).rev() {
        let label =
            if labelled.contains(&row) { printable(&thin.y.cells[row]) } else { String::new() };
        let _ = write!(text, "{label:>margin$}│");
        let cells = (0..thin.columns()).map(|column| piece(&thin, column, row, size, colour));
        push_line(&mut text, cells, colour);
    }
    let indent = " ".repeat(margin);
    let _ = writeln!(text, "{indent}└{}", "─".repeat(size * thin.columns()));
    let _ = writeln!(text, "{indent} {}", under(&thin.x, size));
    let label = printable(&map.x.label);
    let before = (size * thin.columns()).saturating_sub(label.chars().count()) / 2;
    let _ = writeln!(text, "{indent} {}{label}\n", " ".repeat(before));
    legend(&mut text, map, (width, colour));

    let mut screen = Screen::new(width, bold);
    if let Some(sides) = &map.sides {
        let (yes, no) = (&sides.yes, &sides.no);
        screen.note(&format!(
            "along the boundary: {} {}, {} {}",
            yes.mark, yes.name, no.mark, no.name
        ));
    }
    if let Some(meaning) = map.meaning_of_blank() {
        screen.note(&format!("blank: {meaning}"));
    }
    let shown: Vec<String> = [(strides.0, "column"), (strides.1, "row")]
        .into_iter()
        .filter(|(stride, _)| *stride > 1)
        .map(|(stride, what)| format!("one {what} in {stride}"))
        .collect();
    if !shown.is_empty() {
        screen.note(&format!("The map shows {}.", shown.join(", ")));
    }
    for note in &map.notes {
        screen.note(note);
    }
    text + &screen.finish()
}

/// The text of a cell, and its step of the palette.
fn piece(map: &HeatMap, column: usize, row: usize, size: usize, colour: Option<Colours>) -> Piece {
    let cell = map.cell(column, row);
    let band = cell.value.and_then(|value| map.scale.band(value));
    let mark = map.sides.as_ref().zip(cell.side).filter(|_| map.at_boundary(column, row));
    let letter = match (mark, band) {
        (Some((sides, yes)), _) => printable(&sides.of(yes).mark.to_string()),
        (None, Some(band)) if colour.is_none() => shade(band).to_string(),
        _ => " ".to_owned(),
    };
    (letter.repeat(size), band)
}

/// Text with its step of the palette.
type Piece = (String, Option<usize>);

fn shade(band: usize) -> char {
    SHADES[(band * SHADES.len() / BANDS).min(SHADES.len() - 1)]
}

/// Adds a line of pieces; adjacent pieces of one colour share their escapes.
fn push_line(text: &mut String, pieces: impl Iterator<Item = Piece>, colour: Option<Colours>) {
    let mut line = String::new();
    if let Some(colours) = colour {
        let mut runs: Vec<Piece> = Vec::new();
        for (part, band) in pieces {
            match runs.last_mut() {
                Some(run) if run.1 == band => run.0.push_str(&part),
                _ => runs.push((part, band)),
            }
        }
        for (part, band) in runs {
            let style = band.map_or(Style::new(), |band| style(band, colours));
            let _ = write!(line, "{style}{part}{style:#}");
        }
    } else {
        line.extend(pieces.map(|(part, _)| part));
    }
    text.push_str(line.trim_end_matches(' '));
    text.push('\n');
}

/// The background of a step of the palette, with black or white text, whichever has more contrast.
fn style(band: usize, colours: Colours) -> Style {
    let colour = Colour::of(band);
    let letters = if colour.is_light() { Colour(0, 0, 0) } else { Colour(255, 255, 255) };
    Style::new().bg_color(Some(colours.of(colour))).fg_color(Some(colours.of(letters)))
}

/// The labels below the columns.
fn under(axis: &Axis, size: usize) -> String {
    let width = |text: &String| text.chars().count();
    let widest = axis.cells.iter().map(width).max().unwrap_or(0);
    let mut line = String::new();
    for cell in axis.labelled(size, widest + 1) {
        let text = printable(&axis.cells[cell]);
        let start = cell * size + size.saturating_sub(width(&text)) / 2;
        let gap = start.saturating_sub(line.chars().count());
        let _ = write!(line, "{}{text}", " ".repeat(gap));
    }
    line
}

/// The steps of the palette with the labels of the scale in between.
fn legend(text: &mut String, map: &HeatMap, (width, colour): (usize, Option<Colours>)) {
    let mut ticks: Vec<(usize, &str)> = map
        .scale
        .ticks
        .iter()
        .filter_map(|(value, text)| {
            let share = map.scale.share(*value)?;
            Some(((share * BANDS as f64).round() as usize, text.as_str()))
        })
        .collect();
    ticks.sort_by_key(|(band, _)| *band);
    let mut pieces: Vec<Piece> = Vec::new();
    let mut from = 0;
    let steps = |pieces: &mut Vec<Piece>, bands: std::ops::Range<usize>| {
        pieces.extend(bands.map(|band| {
            let letter = if colour.is_some() { ' ' } else { shade(band) };
            (letter.to_string(), Some(band))
        }));
    };
    for (band, tick) in ticks {
        steps(&mut pieces, from..band);
        let gap = if band > from { " " } else { "" };
        let after = if band < BANDS { " " } else { "" };
        pieces.push((format!("{gap}{}{after}", printable(tick)), None));
        from = band;
    }
    steps(&mut pieces, from..BANDS);
    let label = format!("{}:", printable(&map.scale.label));
    let length = |text: &str| text.chars().count();
    let scale: usize = pieces.iter().map(|(piece, _)| length(piece)).sum();
    if length(&label) + 1 + scale <= width {
        pieces.insert(0, (label + " ", None));
    } else {
        *text += &format!("{label}\n");
    }
    push_line(text, pieces.into_iter(), colour);
}
