//! Pictures from plain data: heat maps as SVG and for the terminal, bar charts and curves as SVG.
//!
//! A picture knows no game. Whoever has values fills a [`HeatMap`], a [`BarChart`] or a [`Curve`]; drawing is a
//! pure function of it, so equal data give equal bytes. SVG is drawn by `plotters`, without the
//! fonts of the system: text stays text.
//!
//! All is legible without colour. The palette rises in luminance from one end to the other, the
//! boundary between two sides is a heavy line with a light rim, and sides are named in place.

mod bars;
mod canvas;
mod curve;
mod heat;
mod heat_screen;
mod heat_svg;
pub mod outline;
pub mod palette;

pub use bars::{Bar, BarChart};
pub use curve::{Curve, CurvePoint};
pub use heat::{Axis, HeatCell, HeatMap, Scale, Side, Sides};
