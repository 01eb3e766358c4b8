//! Tables and notes as text for a terminal.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io;

use super::number::{Unit, estimates};
use super::plot::HeatMap;
use crate::diagnostic::printable_line as printable;
use crate::stats::Estimate;
use anstyle::{Effects, Style};
use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ContentArrangement, LineStyle, TableStyle};

/// The width of the terminal on standard output; 100 columns if it is not a terminal; at least 40.
pub fn terminal_width() -> usize {
    let size = terminal_size::terminal_size_of(io::stdout());
    size.map_or(100, |(terminal_size::Width(width), _)| usize::from(width)).max(40)
}

/// The alignment of a column, and how it is narrowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Names and labels; shortened if the terminal is narrow.
    Left,
    /// Text; wrapped between words if the terminal is narrow.
    Text,
    /// Numbers; never shortened.
    Right,
}

/// A cell of a row.
#[derive(Clone, Debug)]
pub enum GridCell {
    /// A text.
    Text(String),
    /// An estimate, rounded at the decimal place of its column; `None` is an empty cell.
    Estimate(Option<Estimate>, Unit),
}

impl<T: Into<String>> From<T> for GridCell {
    fn from(text: T) -> Self {
        Self::Text(text.into())
    }
}

/// One table on the screen.
#[derive(Clone, Debug)]
pub struct Grid {
    columns: Vec<(String, Align)>,
    rows: Vec<(bool, Vec<GridCell>)>,
}

impl Grid {
    /// Marks the row that is significantly better than all others.
    const MARK: &'static str = "*";
    /// The minimum width of shortened names.
    const NAME: usize = 16;
    /// The gap between columns.
    const GAP: usize = 2;
    const STYLE: TableStyle = NOTHING.header_separator(LineStyle::none().fill('─'));

    /// A table without rows.
    pub fn new(columns: &[(&str, Align)]) -> Self {
        let columns = columns.iter().map(|&(name, align)| (name.to_owned(), align)).collect();
        Self { columns, rows: Vec::new() }
    }

    /// Adds a row.
    ///
    /// # Panics
    ///
    /// If the number of entries differs from the number of columns.
    pub fn push(&mut self, row: impl IntoIterator<Item = impl Into<GridCell>>) {
        self.push_marked(false, row);
    }

    /// Adds a row, with a mark if `marked`: the significantly best one.
    ///
    /// # Panics
    ///
    /// If the number of entries differs from the number of columns.
    pub fn push_marked(
        &mut self,
        marked: bool,
        row: impl IntoIterator<Item = impl Into<GridCell>>,
    ) {
        let row: Vec<GridCell> = row.into_iter().map(Into::into).collect();
        assert_eq!(row.len(), self.columns.len(), "entries in a row");
        self.rows.push((marked, row));
    }

    /// The first entries of the marked rows.
    pub fn marked(&self) -> impl Iterator<Item = &str> {
        let marked = self.rows.iter().filter(|(marked, _)| *marked);
        marked.filter_map(|(_, row)| match row.first()? {
            GridCell::Text(text) => Some(text.as_str()),
            GridCell::Estimate(..) => None,
        })
    }

    /// Whether the table has no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The headings and alignments of the columns.
    pub(super) fn heads(&self) -> impl Iterator<Item = (&str, Align)> {
        self.columns.iter().map(|(head, align)| (head.as_str(), *align))
    }

    /// The rows as texts, and whether they are marked.
    pub(super) fn texts(&self) -> impl Iterator<Item = (bool, Vec<String>)> {
        let columns: Vec<Vec<String>> =
            (0..self.columns.len()).map(|place| self.column(place)).collect();
        let row = move |row: usize| columns.iter().map(|column| column[row].clone()).collect();
        self.rows.iter().enumerate().map(move |(place, (marked, _))| (*marked, row(place)))
    }

    /// The formatted entries of a column.
    fn column(&self, place: usize) -> Vec<String> {
        let entries = || self.rows.iter().map(|(_, row)| &row[place]);
        let mut shown = [Unit::Percent, Unit::Plain].map(|unit| {
            let all = entries().filter_map(|entry| match entry {
                GridCell::Estimate(Some(estimate), known) if *known == unit => Some(*estimate),
                _ => None,
            });
            estimates(&all.collect::<Vec<_>>(), unit).into_iter()
        });
        let texts = entries().map(|entry| match entry {
            GridCell::Text(text) => printable(text),
            GridCell::Estimate(None, _) => String::new(),
            GridCell::Estimate(Some(_), unit) => shown[*unit as usize].next().unwrap_or_default(),
        });
        texts.collect()
    }

    /// The columns fitted to a width, and the names of omitted columns. First headings are wrapped
    /// between words, then texts are wrapped and names shortened, then the last columns are
    /// omitted.
    fn fitted(&self, width: usize) -> (Vec<Fitted>, Vec<&str>) {
        let column = |(place, (head, align)): (usize, &(String, Align))| Fitted {
            align: *align,
            head: vec![printable(head)],
            entries: self.column(place),
        };
        let mut columns: Vec<Fitted> = self.columns.iter().enumerate().map(column).collect();
        let wide = |columns: &[Fitted]| {
            let gaps = Self::GAP * columns.len().saturating_sub(1);
            columns.iter().map(|column| column.width()).sum::<usize>() + gaps
        };
        while wide(&columns) > width && columns.iter_mut().rev().any(Fitted::break_head) {}
        let mut left_out = Vec::new();
        loop {
            let over = wide(&columns).saturating_sub(width);
            let names = (0..columns.len()).filter(|place| columns[*place].align != Align::Right);
            let longest = names.max_by_key(|place| columns[*place].width());
            let longest = longest.map(|place| (place, columns[place].width()));
            match longest.filter(|(_, width)| over > 0 && *width > Self::NAME) {
                Some((place, width)) => {
                    columns[place].narrow(width.saturating_sub(over).max(Self::NAME));
                }
                None if over > 0 && columns.len() > 2 => {
                    columns.pop();
                    left_out.push(self.columns[columns.len()].0.as_str());
                }
                None => break,
            }
        }
        left_out.reverse();
        (columns, left_out)
    }

    /// The lines of the table, beginning with the heading and its rule, and the names of omitted
    /// columns.
    fn render(&self, width: usize) -> (String, Vec<&str>) {
        let marks = self.rows.iter().any(|&(marked, _)| marked);
        let (mut columns, left_out) = self.fitted(width - if marks { Self::GAP } else { 0 });
        if marks {
            let mark = |marked: &bool| if *marked { Self::MARK.to_owned() } else { String::new() };
            let entries = self.rows.iter().map(|(marked, _)| mark(marked)).collect();
            columns.insert(0, Fitted { align: Align::Right, head: vec![String::new()], entries });
        }
        let mut table = comfy_table::Table::new();
        table.load_style(Self::STYLE).set_content_arrangement(ContentArrangement::Disabled);
        table.set_header(columns.iter().map(|column| column.head.join("\n")));
        for row in 0..self.rows.len() {
            table.add_row(columns.iter().map(|column| &column.entries[row]));
        }
        for (place, (column, fitted)) in table.column_iter_mut().zip(&columns).enumerate() {
            let gap = match place {
                _ if place + 1 == columns.len() => 0,
                0 if marks => 1,
                _ => Self::GAP as u16,
            };
            column.set_padding((0, gap));
            if fitted.align == Align::Right {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        (table.trim_fmt(), left_out)
    }
}

/// A column fitted to the screen.
struct Fitted {
    align: Align,
    /// The heading, line by line.
    head: Vec<String>,
    entries: Vec<String>,
}

impl Fitted {
    fn width(&self) -> usize {
        let lines = self.entries.iter().flat_map(|entry| entry.lines());
        let lines = self.head.iter().map(String::as_str).chain(lines);
        lines.map(|line| line.chars().count()).max().unwrap_or(0)
    }

    /// Wraps the heading into one more line if this narrows the column.
    fn break_head(&mut self) -> bool {
        let (text, before) = (self.head.join(" "), self.width());
        let entries = self.entries.iter().map(|text| text.chars().count()).max().unwrap_or(0);
        if entries >= before {
            return false;
        }
        let lines = (entries..before).map(|width| wrap(&text, width.max(1)));
        let lines = lines.filter(|lines| lines.len() == self.head.len() + 1);
        let longest = |lines: &Vec<String>| lines.iter().map(|line| line.chars().count()).max();
        match lines.min_by_key(longest) {
            Some(lines) if longest(&lines) < Some(before) => {
                self.head = lines;
                true
            }
            _ => false,
        }
    }

    /// Narrows the column to `width`: wraps texts between words, and shortens other entries, or
    /// words that are too long, in the middle.
    fn narrow(&mut self, width: usize) {
        if self.align == Align::Text {
            for entry in &mut self.entries {
                *entry = wrap(&entry.replace('\n', " "), width).join("\n");
            }
            self.head = wrap(&self.head.join(" "), width);
        }
        if self.width() <= width {
            return;
        }
        for entry in &mut self.entries {
            let length = entry.chars().count();
            if length > width {
                let (start, end) = (width / 2, (width - 1) / 2);
                let start: String = entry.chars().take(start).collect();
                let end: String = entry.chars().skip(length - end).collect();
                *entry = format!("{start}…{end}");
            }
        }
        self.head = wrap(&self.head.join(" "), width);
    }
}

/// Text for a terminal: titles, tables and notes from top to bottom.
#[derive(Clone, Debug)]
pub struct Screen {
    width: usize,
    color: bool,
    text: String,
    /// Whether the next note is preceded by an empty line.
    gap: bool,
}

impl Screen {
    /// An empty screen of `width` columns; `color` allows bold and dim text.
    pub fn new(width: usize, color: bool) -> Self {
        Self { width, color, text: String::new(), gap: false }
    }

    /// A heading, in bold.
    pub fn title(&mut self, text: &str) {
        self.set_off();
        self.paragraph(text, Style::new().bold());
        self.gap = true;
    }

    /// A table: heading in bold, rule dim, marked rows in bold.
    pub fn grid(&mut self, grid: &Grid) {
        self.set_off();
        let mut header = true;
        let (lines, left_out) = grid.render(self.width);
        for line in lines.lines() {
            let rule = header && line.starts_with('─');
            let style = match () {
                () if rule => Style::new().dimmed(),
                () if header || line.starts_with(Grid::MARK) => Style::new().bold(),
                () => Style::new(),
            };
            self.line(line, style);
            header &= !rule;
        }
        self.gap = true;
        if !left_out.is_empty() {
            self.note(&format!("The terminal is too narrow for: {}.", left_out.join(", ")));
        }
    }

    /// A heat map, at most as wide as the screen.
    pub fn map(&mut self, map: &HeatMap) {
        self.set_off();
        self.text += &map.screen_lines(self.width, self.color);
        self.gap = true;
    }

    /// A dim note below a table; consecutive notes are not separated.
    pub fn note(&mut self, text: &str) {
        if std::mem::take(&mut self.gap) {
            self.text.push('\n');
        }
        self.paragraph(text, Style::new().dimmed());
    }

    /// Returns the text.
    pub fn finish(self) -> String {
        self.text
    }

    fn set_off(&mut self) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
    }

    fn paragraph(&mut self, text: &str, style: Style) {
        for line in wrap(&printable(text), self.width) {
            self.line(&line, style);
        }
    }

    fn line(&mut self, line: &str, style: Style) {
        if self.color && style.get_effects() != Effects::new() && !line.is_empty() {
            let _ = writeln!(self.text, "{style}{line}{style:#}");
        } else {
            let _ = writeln!(self.text, "{line}");
        }
    }
}

/// `text` in lines of at most `width` characters, wrapped between words; a longer word has a line
/// of its own. Returns at least one line.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let options = textwrap::Options::new(width).break_words(false);
    let options = options.word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(text, options).into_iter().map(Cow::into_owned).collect()
}
