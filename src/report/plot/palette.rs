//! The colours of values.
//!
//! Cividis (Nuñez, Anderton and Renslow, *Optimizing colormaps with consideration for color vision
//! deficiency*, PLoS ONE 13(7), 2018) looks almost alike to readers with and without colour vision,
//! and its luminance rises from end to end, so a print in grey keeps the order of the values. Its
//! middle is a neutral grey between blue and yellow, which serves as the zero of scales that have
//! one.

/// The steps of the palette: fine enough to be read as a whole, coarse enough that neighbours can
/// be told apart and cells of one step merge into one shape.
pub(super) const BANDS: usize = 20;

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Colour(pub(super) u8, pub(super) u8, pub(super) u8);

impl Colour {
    /// The colour of a step, below [`BANDS`].
    pub(super) fn of(band: usize) -> Self {
        let middle = (band as f64 + 0.5) / BANDS as f64;
        let colorous::Color { r, g, b } = colorous::CIVIDIS.eval_continuous(middle.min(1.0));
        Self(r, g, b)
    }

    /// The relative luminance after WCAG 2, from 0 (black) to 1 (white).
    pub(super) fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// Whether black text stands out better from it than white: at the luminance where both have
    /// the same contrast, (L + 0.05)² = 0.05 · 1.05.
    pub(super) fn is_light(self) -> bool {
        self.luminance() > 0.179
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grey_keeps_the_order_of_the_colours() {
        let luminance: Vec<f64> = (0..BANDS).map(|band| Colour::of(band).luminance()).collect();
        assert!(luminance.windows(2).all(|pair| pair[1] > pair[0]), "{luminance:?}");
        assert!(luminance[0] < 0.05 && luminance[BANDS - 1] > 0.6, "{luminance:?}");
    }

    #[test]
    fn text_on_a_colour_has_contrast() {
        for band in 0..BANDS {
            let colour = Colour::of(band);
            let light = colour.luminance() + 0.05;
            let contrast = if colour.is_light() { light / 0.05 } else { 1.05 / light };
            assert!(contrast > 4.5, "band {band}: {contrast}");
        }
    }
}
