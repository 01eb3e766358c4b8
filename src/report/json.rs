//! Tables as JSON.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::number::significant;
use super::table::{Cell, Table};
use crate::report::schema::Column;

/// Tables as one JSON array of `{"table": name, "rows": [{column: value}]}`, the columns in the
/// order of the table, `null` for an empty cell; numbers are those of the CSV.
pub fn json(tables: &[Table]) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(tables).expect("tables have nothing JSON lacks");
    bytes.push(b'\n');
    bytes
}

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows = self.rows().iter().map(|row| Row(self.columns(), row)).collect::<Vec<_>>();
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("table", self.name())?;
        map.serialize_entry("rows", &rows)?;
        map.end()
    }
}

struct Row<'a>(&'a [Column], &'a [Cell]);

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|column| column.name).zip(self.1))
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Integer(value) => serializer.serialize_i128(*value),
            Self::Empty => serializer.serialize_none(),
            Self::Real(value) => match significant(*value) {
                None => serializer.serialize_none(),
                // A whole number has no point here either.
                Some(text) => match (text.parse::<i64>(), text.parse::<f64>()) {
                    (Ok(whole), _) => serializer.serialize_i64(whole),
                    (Err(_), Ok(rounded)) => serializer.serialize_f64(rounded),
                    (Err(_), Err(_)) => serializer.serialize_none(),
                },
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::schema::{Begins, Schema};

    #[test]
    fn tables_become_objects() {
        const COLUMNS: &[&[Column]] = &[
            &[Column::text("z", ""), Column::number("a", "", "")],
            &[Column::integer("n", "", ""), Column::number("r", "", "")],
        ];
        let begins = Begins::Nothing;
        let mut table = Table::new(&Schema { name: "t", about: "", begins, columns: COLUMNS });
        table.push(vec!["say \"8\"".into(), Cell::Empty, u64::MAX.into(), (2.0 / 3.0).into()]);
        table.push(vec!["ü".into(), f64::INFINITY.into(), 0.into(), 250.0.into()]);
        let expected = r#"[
  {
    "table": "t",
    "rows": [
      {
        "z": "say \"8\"",
        "a": null,
        "n": 18446744073709551615,
        "r": 0.666666667
      },
      {
        "z": "ü",
        "a": null,
        "n": 0,
        "r": 250
      }
    ]
  }
]
"#;
        assert_eq!(String::from_utf8(json(&[table])).unwrap(), expected);
        assert_eq!(json(&[]), b"[]\n");
    }
}
