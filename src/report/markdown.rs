//! The screen as Markdown, for issues, notebooks and pages.

use std::fmt::Write as _;

use super::plot::HeatMap;
use super::screen::{Align, Grid};

/// The width of maps, in characters.
const WIDTH: usize = 100;

/// A heading of the third level.
pub fn title(text: &str) -> String {
    format!("### {}\n", escaped(text))
}

/// A paragraph.
pub fn note(text: &str) -> String {
    format!("{}\n", escaped(text))
}

/// A map as a block of code.
pub fn map(map: &HeatMap) -> String {
    format!("```text\n{}```\n", map.screen_lines(WIDTH, false))
}

/// A table; marked rows are bold.
pub fn table(grid: &Grid) -> String {
    let mut text = String::new();
    let mut line = |cells: Vec<String>| {
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    };
    line(grid.heads().map(|(head, _)| cell(head)).collect());
    let rule =
        |(_, align): (&str, Align)| if align == Align::Right { "---:" } else { "---" }.to_owned();
    line(grid.heads().map(rule).collect());
    for (marked, row) in grid.texts() {
        let bold =
            |text: String| if marked && !text.is_empty() { format!("**{text}**") } else { text };
        line(row.iter().map(|text| bold(cell(text))).collect());
    }
    text
}

fn cell(text: &str) -> String {
    escaped(&text.replace('\n', " ")).replace('|', "\\|")
}

/// A text in which nothing outside of backticks is markup.
fn escaped(text: &str) -> String {
    let parts = text.split('`').enumerate().map(|(place, part)| match place % 2 {
        0 => part.chars().fold(String::new(), |mut escaped, character| {
            if matches!(character, '*' | '_' | '<' | '[' | '#' | '\\') {
                escaped.push('\\');
            }
            escaped.push(character);
            escaped
        }),
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("`")
}
