//! Pictures from plain data: heat maps as SVG and for the terminal; bar charts, curves and rows with
//! intervals as SVG.
//!
//! Pictures do not depend on a game. A [`HeatMap`], [`BarChart`], [`Curve`] or [`RowChart`] holds the data;
//! drawing is a pure function of it, so equal data yield equal bytes. SVG is drawn by `plotters`
//! without system fonts: text remains text. [`png`] draws an SVG as pixels.
//!
//! All pictures are legible without colour: the palette rises in luminance from end to end, the
//! boundary between two sides is a heavy line with a light rim, and sides are named in place.

mod bars;
mod canvas;
mod curve;
mod heat;
mod heat_screen;
mod heat_svg;
pub mod outline;
pub mod palette;
mod png;
mod rows;

pub(super) use bars::short;
pub use bars::{Bar, BarChart};
pub use curve::{Curve, CurvePoint, Series};
pub use heat::{Axis, HeatCell, HeatMap, Scale, Side, Sides};
pub use png::png;
pub use rows::{Row, RowChart};
