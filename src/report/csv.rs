//! Tables as CSV.

use super::number::significant;
use super::table::{Cell, Table};

/// A table as CSV according to RFC 4180: UTF-8, a header, LF line ends, quotes only where
/// necessary. Numbers as in [`significant`]; an empty cell is empty.
///
/// A text that a spreadsheet would interpret as a formula gets an apostrophe in front: a label may
/// be the name of an untrusted file (`=HYPERLINK(…).toml`). Quotes do not prevent a spreadsheet
/// from evaluating it, and rejecting such names would also reject `-5` and `+1`. Numbers are never
/// changed; JSON contains the text unchanged.
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
