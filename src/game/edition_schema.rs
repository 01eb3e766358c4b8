//! The JSON Schema of a game's edition files. The reader of editions records what it reads, so the
//! schema always agrees with the reader.

use std::ops::RangeInclusive;

use serde_json::{Map, Value as Json, json};

/// The keys that tables at one place of the file may have.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// The number of tables read at this place.
    tables: usize,
    keys: Vec<Key>,
}

#[derive(Clone, Debug)]
struct Key {
    name: &'static str,
    /// The number of these tables in which the key is required.
    required: usize,
    value: Value,
}

/// The type of a value.
#[derive(Clone, Debug, Default)]
pub(super) enum Value {
    /// A value that was not read.
    #[default]
    Any,
    Text,
    Truth,
    /// Its name and minimum. The schema has no maximum, because it often depends on the rest of the
    /// file.
    Whole(String, i64),
    /// Its name and the possible names.
    Name(String, Vec<String>),
    List(Box<Value>),
    Row(Vec<Value>),
    ByName(Box<Value>),
    Table(Shape),
}

impl Shape {
    /// Begins another table at this place.
    pub(super) fn begin(&mut self) {
        self.tables += 1;
    }

    /// Adds an optional key.
    pub(super) fn key(&mut self, name: &'static str) {
        let _ = self.of(name);
    }

    /// Records the type of a key's value, and whether this table requires the key.
    pub(super) fn hold(&mut self, name: &'static str, value: Value, required: bool) {
        let key = self.of(name);
        key.required += usize::from(required);
        key.value.learn(value);
    }

    fn of(&mut self, name: &'static str) -> &mut Key {
        let place = self.keys.iter().position(|key| key.name == name).unwrap_or_else(|| {
            self.keys.push(Key { name, required: 0, value: Value::Any });
            self.keys.len() - 1
        });
        &mut self.keys[place]
    }

    /// Merges the keys of another table at this place, or of another reading.
    pub(crate) fn learn(&mut self, other: Self) {
        self.tables += other.tables;
        for Key { name, required, value } in other.keys {
            let key = self.of(name);
            key.required += required;
            key.value.learn(value);
        }
    }

    /// Returns the JSON Schema of the editions of a game.
    pub fn schema(&self, game: &str) -> Json {
        let mut schema = self.table();
        schema["$schema"] = json!("http://json-schema.org/draft-07/schema#");
        schema["title"] = json!(format!("an edition of {game}"));
        schema["properties"]["game"] = json!({ "const": game });
        schema
    }

    fn table(&self) -> Json {
        let properties: Map<String, Json> =
            self.keys.iter().map(|key| (key.name.to_owned(), key.value.schema())).collect();
        let required = self.keys.iter().filter(|key| key.required == self.tables);
        let required: Vec<&str> = required.map(|key| key.name).collect();
        json!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        })
    }
}

impl Value {
    pub(super) fn whole(what: &str, range: &RangeInclusive<i64>) -> Self {
        Self::Whole(what.to_owned(), *range.start())
    }

    pub(super) fn name(what: &str, known: &[&str]) -> Self {
        Self::Name(what.to_owned(), known.iter().map(|name| (*name).to_owned()).collect())
    }

    /// Merges the type of a value at the same place in another table.
    fn learn(&mut self, other: Self) {
        match (self, other) {
            (_, Self::Any) => {}
            (Self::List(own), Self::List(other)) | (Self::ByName(own), Self::ByName(other)) => {
                own.learn(*other);
            }
            (Self::Table(own), Self::Table(other)) => own.learn(other),
            (Self::Whole(_, own), Self::Whole(_, other)) => *own = other.min(*own),
            (own, other) => *own = other,
        }
    }

    fn schema(&self) -> Json {
        match self {
            Self::Any => json!({}),
            Self::Text => json!({ "type": "string" }),
            Self::Truth => json!({ "type": "boolean" }),
            Self::Whole(what, low) => {
                json!({ "type": "integer", "minimum": low, "description": what })
            }
            Self::Name(what, names) => json!({ "enum": names, "description": what }),
            Self::List(each) => json!({ "type": "array", "items": each.schema() }),
            Self::Row(columns) => {
                let each: Vec<Json> = columns.iter().map(Self::schema).collect();
                let count = each.len();
                json!({ "type": "array", "items": each, "minItems": count, "maxItems": count })
            }
            Self::ByName(each) => {
                json!({ "type": "object", "additionalProperties": each.schema() })
            }
            Self::Table(shape) => shape.table(),
        }
    }
}
