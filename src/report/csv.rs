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

#[cfg(test)]
mod tests {
    use super::*;

    use crate::report::schema::{Begins, Column, Schema};

    fn table(columns: &'static [&'static [Column]]) -> Table {
        Table::new(&Schema { name: "t", about: "", begins: Begins::Nothing, columns })
    }

    const TEXT: Column = Column::text("a", "");
    const NUMBER: Column = Column::number("b", "", "");

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        let mut texts = table(&[&[TEXT, TEXT, TEXT]]);
        texts.push(vec!["x,y".into(), "say \"8\"".into(), "two\nlines".into()]);
        let written = String::from_utf8(csv(&texts)).unwrap();
        assert_eq!(written, "a,a,a\n\"x,y\",\"say \"\"8\"\"\",\"two\nlines\"\n");
        let mut numbers = table(&[&[NUMBER, NUMBER, NUMBER]]);
        numbers.push(vec![1e9.into(), f64::NAN.into(), Cell::Empty]);
        numbers.push(vec![(-3).into(), (-0.0).into(), u64::MAX.into()]);
        let written = String::from_utf8(csv(&numbers)).unwrap();
        assert_eq!(written, "b,b,b\n1000000000,,\n-3,0,18446744073709551615\n");
    }

    #[test]
    fn no_text_is_a_formula() {
        let mut texts = table(&[&[TEXT]]);
        for text in ["=1+1", "+1", "-5", "@x", "\tx", "a=1", "'=1", ""] {
            texts.push(vec![text.into()]);
        }
        let written = String::from_utf8(csv(&texts)).unwrap();
        let expected = ["a", "'=1+1", "'+1", "'-5", "'@x", "'\tx", "a=1", "'=1", "\"\""];
        assert_eq!(written.lines().collect::<Vec<_>>(), expected);
        let mut numbers = table(&[&[NUMBER]]);
        numbers.push(vec![(-5).into()]);
        numbers.push(vec![(-0.5).into()]);
        assert_eq!(csv(&numbers), b"b\n-5\n-0.5\n");
    }

    #[test]
    fn a_table_without_rows_has_its_header() {
        assert_eq!(csv(&table(&[&[TEXT, NUMBER]])), b"a,b\n");
    }
}
