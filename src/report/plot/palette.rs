//! The colours of values.
//!
//! Cividis (Nuñez, Anderton and Renslow, *Optimizing colormaps with consideration for color vision
//! deficiency*, PLoS ONE 13(7), 2018) looks nearly the same with and without colour vision
//! deficiency. Its luminance rises from end to end, so a print in grey keeps the order of values.
//! Its middle is a neutral grey between blue and yellow, which marks the centre of scales with one.

use plotters::style::RGBColor;

/// The number of steps of the palette: fine enough for a smooth scale, coarse enough to distinguish
/// neighbours and to merge cells of one step into one shape.
pub const BANDS: usize = 20;

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// The colour of a step, which is below [`BANDS`].
    pub fn of(band: usize) -> Self {
        let middle = (band as f64 + 0.5) / BANDS as f64;
        let colorous::Color { r, g, b } = colorous::CIVIDIS.eval_continuous(middle.min(1.0));
        Self(r, g, b)
    }

    /// The colour at `share`, from 0 to 1, of a diverging scale: orange, white in the middle, blue.
    /// The two sides differ with and without colour vision deficiency, and each darkens towards its
    /// end.
    pub fn diverging(share: f64) -> Self {
        let (end, far) = if share < 0.5 {
            ([179, 88, 6], 1.0 - 2.0 * share)
        } else {
            ([33, 102, 172], 2.0 * share - 1.0)
        };
        let mixed =
            end.map(|end| (255.0 + (f64::from(end) - 255.0) * far.clamp(0.0, 1.0)).round() as u8);
        Self(mixed[0], mixed[1], mixed[2])
    }

    /// The relative luminance according to WCAG 2, from 0 (black) to 1 (white).
    pub fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// Whether black text has more contrast than white text. Both have equal contrast at (L +
    /// 0.05)² = 0.05 · 1.05.
    pub fn is_light(self) -> bool {
        self.luminance() > 0.179
    }
}

/// Colours of series: six of Okabe and Ito (*Color universal design*, 2008), which differ with and
/// without colour vision deficiency. Series also differ in the shape of their points.
pub(super) const SERIES: [Colour; 6] = [
    Colour(0, 114, 178),
    Colour(213, 94, 0),
    Colour(0, 158, 115),
    Colour(204, 121, 167),
    Colour(0, 0, 0),
    Colour(230, 159, 0),
];

impl From<Colour> for RGBColor {
    fn from(Colour(r, g, b): Colour) -> Self {
        Self(r, g, b)
    }
}
