//! Tables as JSON.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::number::significant;
use super::table::{Cell, Table};
use crate::report::schema::Column;

/// Tables as one JSON array of `{"table": name, "rows": [{column: value}]}`, columns in the order
/// of the table, `null` for an empty cell. Numbers are rounded as in CSV.
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
                // An integral value has no decimal point, as in CSV.
                Some(text) => match (text.parse::<i64>(), text.parse::<f64>()) {
                    (Ok(whole), _) => serializer.serialize_i64(whole),
                    (Err(_), Ok(rounded)) => serializer.serialize_f64(rounded),
                    (Err(_), Err(_)) => serializer.serialize_none(),
                },
            },
        }
    }
}
