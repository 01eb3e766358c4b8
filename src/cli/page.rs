//! A page of the guide for the terminal: Markdown in, lines of a given width out. `pulldown-cmark`
//! reads the Markdown; this module lays it out.

use anstyle::{AnsiColor, Style};
use pulldown_cmark::{Alignment, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::report::{Align, Grid, Screen, wrap};

const TITLE: Style = Style::new().bold().underline();
const BOLD: Style = Style::new().bold();
const CODE: Style = AnsiColor::Cyan.on_default();
const LINK: Style = Style::new().underline();

/// Columns before a block of code.
const INDENT: &str = "    ";

/// Returns `markdown` in lines of at most `width` columns, with ANSI styles if `color`. Lines of code
/// keep their length.
pub(super) fn render(markdown: &str, width: usize, color: bool) -> String {
    let mut page = Page { width, color, ..Page::default() };
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        page.take(event);
    }
    page.text
}

/// A page under construction.
#[derive(Default)]
struct Page {
    width: usize,
    color: bool,
    text: String,
    /// The text of the open paragraph, heading or cell.
    inline: String,
    in_code: bool,
    /// The open lists, outermost first: the number of the next item, if its items have numbers.
    lists: Vec<Option<u64>>,
    /// The mark of the open item, until its first paragraph.
    mark: Option<String>,
    /// The target of the open link, and where its text begins in `inline`.
    link: Option<(String, usize)>,
    /// The columns and rows of the open table, its header first.
    table: Option<(Vec<Alignment>, Vec<Vec<String>>)>,
}

impl Page {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Text(code) if self.in_code => self.code(&code),
            Event::Text(text) | Event::InlineHtml(text) => self.inline += &text,
            // Cells have no styles: their width is counted in characters.
            Event::Code(text) if self.table.is_some() => self.inline += &text,
            Event::Code(text) if self.color => self.inline += &styled(CODE, &text),
            Event::Code(text) => self.inline += &format!("`{text}`"),
            Event::SoftBreak | Event::HardBreak => self.inline.push(' '),
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::CodeBlock(_) => {
                self.separate();
                self.in_code = true;
            }
            Tag::List(first) => {
                self.paragraph();
                if self.lists.is_empty() {
                    self.separate();
                }
                self.lists.push(first);
            }
            Tag::Item => {
                let mark = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "• ".to_owned(),
                };
                self.mark = Some(mark);
            }
            Tag::Link { dest_url, .. } => self.link = Some((dest_url.into(), self.inline.len())),
            Tag::Table(columns) => self.table = Some((columns, Vec::new())),
            Tag::TableHead | Tag::TableRow => {
                if let Some((_, rows)) = &mut self.table {
                    rows.push(Vec::new());
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => {
                let style = if level == HeadingLevel::H1 { TITLE } else { BOLD };
                let text = std::mem::take(&mut self.inline);
                self.separate();
                self.lines(&text, "", "", style);
                if !self.color {
                    let rule = if level == HeadingLevel::H1 { "═" } else { "─" };
                    self.text += &(rule.repeat(text.chars().count().min(self.width)) + "\n");
                }
            }
            TagEnd::Paragraph | TagEnd::Item => self.paragraph(),
            TagEnd::CodeBlock => self.in_code = false,
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::Link => self.close_link(),
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.inline);
                if let Some(row) = self.table.as_mut().and_then(|(_, rows)| rows.last_mut()) {
                    row.push(cell);
                }
            }
            TagEnd::Table => self.close_table(),
            _ => {}
        }
    }

    /// Ends the open paragraph; the first paragraph of a list item follows the mark of the item.
    fn paragraph(&mut self) {
        let text = std::mem::take(&mut self.inline);
        if text.is_empty() {
            return;
        }
        let outer = "  ".repeat(self.lists.len().saturating_sub(1));
        let mark = self.mark.take();
        if mark.is_none() {
            self.separate();
        }
        let first = format!("{outer}{}", mark.as_deref().unwrap_or_default());
        let rest = " ".repeat(first.chars().count());
        self.lines(&text, &first, &rest, Style::new());
    }

    /// Names the target of the open link behind its text: a page, or a file of the project.
    fn close_link(&mut self) {
        let Some((target, from)) = self.link.take() else { return };
        let text = self.inline.split_off(from);
        self.inline += &if self.color { styled(LINK, &text) } else { text.clone() };
        let (file, _) = target.split_once('#').unwrap_or((&target, ""));
        let file = file.trim_start_matches("../");
        let page = file.strip_suffix(".md").filter(|page| !page.contains('/'));
        match page {
            Some(page) if page != text => self.inline += &format!(" (`pushluck help {page}`)"),
            None if !file.is_empty() => self.inline += &format!(" ({file})"),
            _ => {}
        }
    }

    fn code(&mut self, code: &str) {
        for line in code.lines() {
            let command = self.color && line.starts_with("$ ");
            let line = if command { styled(BOLD, line) } else { line.to_owned() };
            self.text += format!("{INDENT}{line}").trim_end();
            self.text.push('\n');
        }
    }

    fn close_table(&mut self) {
        let Some((columns, rows)) = self.table.take() else { return };
        let Some((head, rows)) = rows.split_first() else { return };
        let align = |align: &Alignment| match align {
            Alignment::Right => Align::Right,
            _ => Align::Text,
        };
        let columns: Vec<(&str, Align)> =
            head.iter().map(String::as_str).zip(columns.iter().map(align)).collect();
        let mut grid = Grid::new(&columns);
        for row in rows {
            grid.push(row.iter().cloned());
        }
        let mut screen = Screen::new(self.width, self.color);
        screen.grid(&grid);
        self.separate();
        self.text += &screen.finish();
    }

    fn lines(&mut self, text: &str, first: &str, rest: &str, style: Style) {
        let width = self.width.saturating_sub(rest.chars().count());
        for (number, line) in wrap(text, width).into_iter().enumerate() {
            self.text += if number == 0 { first } else { rest };
            self.text += &if self.color { styled(style, &line) } else { line };
            self.text.push('\n');
        }
    }

    /// Puts a blank line before a block.
    fn separate(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }
}

fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}
