//! The report page of folders of results: one self-contained HTML file.
//!
//! In: the files of each folder. Out: a page with the finding first, then the pictures, the tables,
//! and what the results depend on. `maud` escapes all texts; a content security policy admits only
//! the page's own style and script, so nothing is loaded or sent.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};
use toml::{Table, Value};

use super::number::count;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The name of the page in a folder of results.
pub const PAGE: &str = "report.html";

/// Wider pictures, in pixels, take the whole width of the page.
const WIDE: u32 = 900;

/// The maximum number of rows of a table on the page.
const ROWS: usize = 500;

/// A folder of results: the record and the other files.
#[derive(Debug)]
pub struct Folder<'a> {
    /// The text of `run.toml`.
    pub record: &'a str,
    /// The CSV and SVG files, in the order of the page.
    pub files: &'a [(String, Vec<u8>)],
}

/// The page of these folders, side by side.
pub fn page(folders: &[Folder<'_>]) -> String {
    let runs: Vec<Run<'_>> = folders.iter().map(Run::new).collect();
    let title = runs.iter().map(|run| run.finding.as_str()).collect::<Vec<_>>().join(" | ");
    let policy = format!(
        "default-src 'none'; style-src {}; script-src {}; base-uri 'none'; form-action 'none'",
        source_hash(STYLE),
        source_hash(SCRIPT)
    );
    // `pushluck report` replaces a file only if it is such a page.
    let generator = concat!("pushluck report ", env!("CARGO_PKG_VERSION"));
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content=(generator);
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                @if runs.len() > 1 { h1 { (count(runs.len() as u64)) " runs side by side" } }
                main class="runs" { @for run in &runs { (run.markup(runs.len() == 1)) } }
                div id="hint" role="status" aria-live="polite" {}
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}

/// The source of a style or script in a content security policy.
pub(crate) fn source_hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

/// One folder.
struct Run<'a> {
    /// The title of the first picture, or the command.
    finding: String,
    run: Table,
    repeat: Table,
    complete: bool,
    pictures: Vec<(&'a str, &'a str)>,
    tables: Vec<(&'a str, Vec<Vec<String>>)>,
}

impl<'a> Run<'a> {
    fn new(folder: &Folder<'a>) -> Self {
        let record: Table = folder.record.parse().unwrap_or_default();
        let table = |name: &str| record.get(name).and_then(Value::as_table).cloned();
        let [run, repeat, result] =
            ["run", "repeat", "result"].map(|name| table(name).unwrap_or_default());
        let of = |ending: &'static str| {
            let files = folder.files.iter().filter(move |(name, _)| name.ends_with(ending));
            files.filter_map(|(name, bytes)| Some((name.as_str(), str::from_utf8(bytes).ok()?)))
        };
        let pictures: Vec<_> = of(".svg").collect();
        let finding = pictures.first().and_then(|(_, svg)| title_of(svg));
        let tables = of(".csv").map(|(name, text)| (name, rows(text))).collect();
        let complete = result.get("complete").and_then(Value::as_bool) != Some(false);
        let finding = finding.unwrap_or_else(|| {
            let named = |key| run.get(key).and_then(Value::as_str).unwrap_or("results");
            format!("{} {}", named("command"), named("game"))
        });
        Self { finding, run, repeat, complete, pictures, tables }
    }

    fn markup(&self, single: bool) -> Markup {
        let tables = self.tables.iter().filter(|(_, rows)| rows.len() > 1);
        html! {
            article {
                @if single { h1 { (self.finding) } } @else { h2 { (self.finding) } }
                @if !self.complete {
                    p { b { "Interrupted:" } " the results are those of a shorter run." }
                }
                div class="pictures" {
                    @for (name, svg) in &self.pictures {
                        // Wide pictures scroll within the figure, also by keyboard.
                        figure class=[wide(svg).then_some("wide")] tabindex="0" aria-label=(name) {
                            (PreEscaped(inline(svg)))
                        }
                    }
                }
                h2 { "Tables" }
                @for (number, (name, rows)) in tables.enumerate() { (table(name, rows, number == 0)) }
                h2 { "What the results depend on" }
                (self.basis())
            }
        }
    }

    /// The rules, seed, texts and command of the run.
    fn basis(&self) -> Markup {
        let run = &self.run;
        let values = run.iter().filter(|(_, value)| !value.is_table() && !is_list_of_texts(value));
        let texts = run.iter().filter(|(_, value)| is_list_of_texts(value));
        let proposed = run.get("proposed").and_then(Value::as_integer).unwrap_or(0);
        html! {
            @if let Some(command) = self.repeat.get("command").and_then(Value::as_str) {
                p { "Command that repeats the run:" }
                pre tabindex="0" { (command) }
            }
            @if proposed > 0 {
                p {
                    "The results depend on " (proposed) " tables of component data with assumed values, \
                     marked PROPOSED in the edition below."
                }
            }
            dl {
                @for (key, value) in values { dt { (key) } dd { (plain(value)) } }
                @if let Some(vary) = run.get("vary").and_then(Value::as_table) {
                    @for (key, value) in vary { dt { "vary " (key) } dd { (plain(value)) } }
                }
            }
            @for (list, value) in texts {
                @for entry in value.as_array().into_iter().flatten() {
                    (text(list, entry))
                }
            }
        }
    }
}

/// The text of a policy or an edition.
fn text(list: &str, entry: &Value) -> Markup {
    let read = |key: &str| entry.get(key).and_then(Value::as_str).unwrap_or_default();
    let kind = match list {
        "editions" => "Edition",
        "field" => "Opponent",
        "bases" => "Base policy",
        _ => "Policy",
    };
    html! {
        @if read("text").is_empty() {
            p { (kind) " " (read("name")) " (built in)" }
        } @else {
            details { summary { (kind) " " (read("name")) } pre tabindex="0" { (read("text")) } }
        }
    }
}

/// A table that sorts and filters. Columns with one value are stated above it.
fn table(name: &str, rows: &[Vec<String>], open: bool) -> Markup {
    let Some((head, body)) = rows.split_first() else { return html! {} };
    let value = |row: &Vec<String>, at: usize| row.get(at).cloned().unwrap_or_default();
    let constant = |at: usize| {
        let first = value(&body[0], at);
        (body.len() > 1 && body.iter().all(|row| value(row, at) == first)).then_some(first)
    };
    let constants: Vec<Option<String>> = (0..head.len()).map(constant).collect();
    let shown: Vec<usize> = (0..head.len()).filter(|at| constants[*at].is_none()).collect();
    let mut common = String::new();
    for (name, value) in head.iter().zip(&constants) {
        if let Some(value) = value.as_ref().filter(|value| !value.is_empty()) {
            let gap = if common.is_empty() { "" } else { ", " };
            let _ = write!(common, "{gap}{name} {value}");
        }
    }
    let number = |text: &str| text.parse::<f64>().is_ok();
    html! {
        details open[open] {
            summary { (name) ": " (count(body.len() as u64)) " rows" }
            section class="table" aria-label=(name) {
                @if !common.is_empty() { p class="soft" { "All rows: " (common) "." } }
                @if body.len() > ROWS {
                    p { "The first " (count(ROWS as u64)) " rows; the CSV file has all." }
                }
                label { "Filter " (name) ": " input type="search"; " " output {} }
                div class="scroll" tabindex="0" role="region" aria-label=(name) {
                    table class="data" {
                        thead { tr {
                            @for at in &shown {
                                th scope="col" aria-sort="none" { button { (head[*at]) } }
                            }
                        } }
                        tbody {
                            @for row in body.iter().take(ROWS) { tr {
                                @for at in &shown {
                                    @let cell = value(row, *at);
                                    td class=[number(&cell).then_some("number")] { (cell) }
                                }
                            } }
                        }
                    }
                }
            }
        }
    }
}

/// The records of a CSV file, the header first; none if it is malformed.
fn rows(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let records = reader
        .records()
        .map(|record| record.map(|record| record.iter().map(str::to_owned).collect::<Vec<_>>()));
    records.collect::<Result<_, _>>().unwrap_or_default()
}

/// The title of an SVG document.
fn title_of(svg: &str) -> Option<String> {
    let (_, rest) = svg.split_once("<title>")?;
    let (title, _) = rest.split_once("</title>")?;
    let named = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
    Some(named.iter().fold(title.to_owned(), |text, (name, sign)| text.replace(name, sign)))
}

/// An SVG document without its XML declaration, for an HTML page.
fn inline(svg: &str) -> &str {
    svg.find("<svg").map_or("", |start| &svg[start..])
}

/// Whether a picture needs the width of two.
fn wide(svg: &str) -> bool {
    let width = svg.split_once("width=\"").and_then(|(_, rest)| rest.split_once('"'));
    width.and_then(|(width, _)| width.parse::<u32>().ok()).is_some_and(|width| width > WIDE)
}

/// Whether a value is a list of texts of policies or editions.
fn is_list_of_texts(value: &Value) -> bool {
    value.as_array().is_some_and(|list| list.iter().any(Value::is_table))
}

/// A value as text.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) if list.is_empty() => "default".to_owned(),
        Value::Array(list) => list.iter().map(plain).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}
