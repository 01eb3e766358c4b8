//! Pictures as PNG, for programs that do not take SVG.
//!
//! The fonts are part of the program, so that a picture has the same bytes on every machine. They
//! are DejaVu Sans in two weights without hinting, reduced by `pyftsubset` to Latin, Greek, Cyrillic,
//! arrows, dice and mathematical signs (152 KB of 1.4 MB); other characters are left out of a PNG.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Options, Tree};

const FONTS: [&[u8]; 2] =
    [include_bytes!("fonts/DejaVuSans.ttf"), include_bytes!("fonts/DejaVuSans-Bold.ttf")];

/// Pixels of the PNG per pixel of the SVG.
const SCALE: f32 = 2.0;

/// Draws an SVG document of this program; `None` if it is not one, or too large.
pub fn png(svg: &[u8]) -> Option<Vec<u8>> {
    static OPTIONS: LazyLock<Options<'static>> = LazyLock::new(options);
    let tree = Tree::from_data(svg, &OPTIONS).ok()?;
    let size = tree.size().to_int_size().scale_by(SCALE)?;
    let mut pixels = Pixmap::new(size.width(), size.height())?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().ok()
}

fn options() -> Options<'static> {
    let mut fonts = Database::new();
    for font in FONTS {
        fonts.load_font_source(Source::Binary(Arc::new(font)));
    }
    fonts.set_sans_serif_family("DejaVu Sans");
    Options { fontdb: Arc::new(fonts), font_family: "DejaVu Sans".to_owned(), ..Options::default() }
}
