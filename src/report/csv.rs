//! Tables as CSV.

use super::number::significant;
use super::table::{Cell, Table};

/// A table as CSV after RFC 4180: UTF-8, a header, lines that end in LF, quotes only where a cell
/// needs them; numbers as in [`significant`], nothing for an empty cell.
///
/// A text that a spreadsheet would take for a formula (a label may be the name of a stranger's file:
/// `=HYPERLINK(…).toml`) gets an apostrophe before it. Quotes do not keep a spreadsheet from running
/// it, and to refuse such names would be to refuse `-5` and `+1`. Numbers are never touched, and
/// JSON has the text as it is.
pub fn csv(table: &Table) -> Vec<u8> {
    let mut writer =
        ::csv::WriterBuilder::new().terminator(::csv::Terminator::Any(b'\n')).from_writer(vec![]);
    let never = "memory takes every record";
    writer.write_record(table.columns().iter().map(|column| column.name)).expect(never);
    for row in table.rows() {
        writer.write_record(row.iter().map(text)).expect(never);
    }
    writer.into_inner().expect(never)
}

fn text(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) if text.starts_with(['=', '+', '-', '@', '\t', '\r']) => {
            format!("'{text}")
        }
        Cell::Text(text) => text.clone(),
        Cell::Integer(value) => value.to_string(),
        Cell::Real(value) => significant(*value).unwrap_or_default(),
        Cell::Empty => String::new(),
    }
}
