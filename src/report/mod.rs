//! From estimates to what a person or a program reads.
//!
//! A [`Table`] is data. The formats ([`csv`], [`json`], [`Screen`]) and the pictures of [`plot`] are
//! pure functions from data to bytes or text; only [`OutputFolder`] touches files, and a
//! [`RunRecord`] says beside them what they are the results of.
//!
//! ```
//! use pushluck::report::{self, Key, Label, Table, schemas};
//! use pushluck::stats::{Level, wilson};
//!
//! let key = Key {
//!     game: "el-ocho".into(),
//!     edition: "El Ocho".into(),
//!     rules: Label::of_rules(&[], Vec::new()),
//!     players: 1,
//!     policy: "keep-few".into(),
//!     ..Key::default()
//! };
//! let mut table = Table::new(&schemas::BUST_PROBABILITIES);
//! let bust = wilson(1, 4, Level::DEFAULT);
//! table.bust(&key, ("turn", &[]), (4, 1), bust.as_ref());
//! assert_eq!(
//!     String::from_utf8(report::csv(&table)).unwrap(),
//!     "game,edition,rules,players,scope,policy,parameters,opponents,seat,\
//!      situation,trials,busts,bust_probability,std_error,ci_low,ci_high,confidence,method\n\
//!      el-ocho,El Ocho,default,1,overall,keep-few,,,,\
//!      turn,4,1,0.25,0.216506351,0.00630946321,0.80587955,0.95,clopper-pearson\n",
//! );
//! ```

mod csv;
mod folder;
mod json;
mod key;
mod number;
pub mod plot;
mod record;
pub mod schema;
pub mod schemas;
mod screen;
mod table;

pub use csv::csv;
pub use folder::OutputFolder;
pub(crate) use folder::{clear_temporary, folder_of, write_whole};
pub use json::json;
pub use key::{KEY_COLUMNS, Key, Label, Scope};
pub use number::{Unit, count, estimate, estimates, plain, significant};
pub use record::RunRecord;
pub use schema::{Begins, Column, Schema, Type};
pub(crate) use screen::wrap;
pub use screen::{Align, Grid, GridCell, Screen, terminal_width};
pub use table::{Cell, Table};
