//! From estimates to what a person or a program reads.
//!
//! A [`Table`] is data. The formats ([`csv`], [`json`], [`Screen`]) and the pictures of [`plot`] are
//! pure functions from data to bytes or text; only [`OutputFolder`] touches files, and a
//! [`RunRecord`] says beside them what they are the results of.
//!
//! ```
//! use pushluck::report::{self, Key, Table, schema};
//! use pushluck::stats::{Level, wilson};
//!
//! let key = Key {
//!     game: "el-ocho".into(),
//!     rules: String::new(),
//!     players: 1,
//!     policy: "hold-at".into(),
//!     opponents: String::new(),
//!     seat: None,
//! };
//! let mut table = Table::new(&schema::BUST_PROBABILITIES);
//! let bust = wilson(1, 4, Level::DEFAULT);
//! table.push(schema::bust_row(&key, "turn", 4, 1, bust.as_ref()));
//! assert_eq!(
//!     String::from_utf8(report::csv(&table)).unwrap(),
//!     "game,rules,players,policy,opponents,seat,situation,trials,busts,bust_probability,\
//!      std_error,ci_low,ci_high,confidence,method\n\
//!      el-ocho,,1,hold-at,,all,turn,4,1,0.25,0.216506351,0.00630946321,0.80587955,0.95,clopper-pearson\n",
//! );
//! ```

mod csv;
mod folder;
mod json;
mod number;
pub mod plot;
mod record;
pub mod schema;
mod screen;
mod table;

pub use csv::csv;
pub use folder::OutputFolder;
pub use json::json;
pub use number::{Unit, count, estimate, plain, significant};
pub use record::RunRecord;
pub use schema::{Key, Schema};
pub(crate) use screen::wrap;
pub use screen::{Align, Grid, Screen, terminal_width};
pub use table::{Cell, Table};
