//! Output: estimates as tables, text and pictures.
//!
//! A [`Table`] is data. The formats ([`csv`], [`json`], [`Screen`]) and the pictures of [`plot`]
//! are pure functions from data to bytes or text. Only [`OutputFolder`] accesses files; a
//! [`RunRecord`] describes the run of a folder.

pub mod changes;
mod csv;
mod folder;
mod json;
mod key;
pub mod markdown;
mod number;
pub mod page;
pub mod plot;
mod record;
pub mod schema;
pub mod schemas;
mod screen;
mod table;
mod view;

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
