//! From estimates to what a person or a program reads.
//!
//! A [`Table`] is data. The formats ([`csv`], [`json`], [`Screen`]) and the pictures of [`plot`] are
//! pure functions from data to bytes or text; only [`OutputFolder`] touches files, and a
//! [`RunRecord`] says beside them what they are the results of.

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
