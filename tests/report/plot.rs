//! Pictures: valid for any values, and legible without colour.

use std::collections::BTreeMap;

use proptest::prelude::*;
use pushluck::report::plot::outline::{boundary, room};
use pushluck::report::plot::palette::{BANDS, Colour};
use pushluck::report::plot::{
    Axis, Bar, BarChart, Curve, CurvePoint, HeatCell, HeatMap, Row, RowChart, Scale, Series, Sides,
};
use roxmltree::Document;

use crate::program::{output, pushluck};

/// Invented gains from rolling: 4 numbers of dice, `rows` turn points in steps of 50.
fn gains(rows: usize) -> HeatMap {
    let x = Axis::new("dice to roll", (1..=4).map(|dice| dice.to_string()));
    let y = Axis::new("turn points", (0..rows).map(|row| (50 * row).to_string()));
    let y = Axis { step: 4, ..y };
    let ticks = [-400.0, 0.0, 200.0].map(|value: f64| (value, format!("{value}"))).to_vec();
    let label = "points gained by rolling on".to_owned();
    let scale = Scale { label, low: -400.0, high: 200.0, centre: Some(0.0), ticks };
    let map = HeatMap::new("When to stop", x, y, scale, |column, row| {
        let gain = 70.0 * (column as f64 + 1.0) - 25.0 * row as f64;
        match row {
            0 if column < 3 => HeatCell::default(),
            0 | 1 => HeatCell { value: None, side: Some(false) },
            _ => HeatCell { value: Some(gain), side: Some(gain <= 0.0) },
        }
    });
    HeatMap {
        sides: Some(Sides::new(("stop", 'S'), ("roll", '·'))),
        blank: Some("no choice".to_owned()),
        notes: vec!["Made up & for <tests>.".to_owned()],
        ..map
    }
}

/// A round hill of 400 by 300 cells.
fn hill() -> HeatMap {
    let axis = |label: &str, cells: usize| Axis {
        step: 100,
        ..Axis::new(label, (0..cells).map(|cell| cell.to_string()))
    };
    let ticks = vec![(0.0, "0".to_owned()), (1.0, "1".to_owned())];
    let scale = Scale { label: "height".to_owned(), low: 0.0, high: 1.0, centre: None, ticks };
    let map = HeatMap::new("Hill", axis("east", 400), axis("north", 300), scale, |column, row| {
        let (x, y) = (column as f64 / 200.0 - 1.0, row as f64 / 150.0 - 1.0);
        let height = (1.0 - x * x - y * y).max(0.0);
        HeatCell { value: Some(height), side: Some(height > 0.5) }
    });
    HeatMap { sides: Some(Sides::new(("high", 'H'), ("low", 'l'))), ..map }
}

#[test]
fn a_large_map_is_thinned() {
    let text = hill().screen_lines(60, false);
    assert_eq!(text.lines().filter(|line| line.contains('│')).count(), 30);
    for line in [
        "   │░░░░░░▒▒▒lH▓▓▓▓▓▓███████▓▓▓▓▓▓Hl▒▒▒░░░░░",
        "100│░░░░░▒▒lH▓▓▓▓███████████████▓▓▓▓Hl▒▒░░░░",
        "    0         100       200       300",
        "The map shows one column in 10, one row in 10.",
    ] {
        assert!(text.lines().any(|one| one == line), "{line}:\n{text}");
    }
    for width in [0, 1, 10, 40, 80, 200] {
        for text in [gains(40), hill()].map(|map| map.screen_lines(width, false)) {
            let cells = text.lines().filter(|line| line.contains('│'));
            assert!(cells.map(|line| line.chars().count()).max() <= Some(width.max(6)), "{text}");
        }
    }
    assert!(hill().svg().len() < 1_500_000);
}

/// The colours follow the terminal's capabilities, and only the shades change as characters.
#[test]
fn colours_change_only_the_shades() {
    let shown = |color: &str, colorterm: &str, term: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        let mut command = pushluck(folder.path(), &format!("solve el-ocho --color {color}"));
        command.env("COLORTERM", colorterm).env("TERM", term);
        String::from_utf8(output(&mut command).stdout).expect("UTF-8")
    };
    let blank = |text: &str| {
        let text = text.replace(['░', '▒', '▓', '█'], " ");
        text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>()
    };
    let plain = shown("never", "truecolor", "xterm");
    for (colorterm, term, escape) in [
        ("truecolor", "xterm", "\u{1b}[48;2;"),
        ("", "xterm-direct", "\u{1b}[48;2;"),
        ("", "xterm-256color", "\u{1b}[48;5;"),
        ("", "xterm", ""),
    ] {
        let coloured = shown("always", colorterm, term);
        let escapes = |text: &str| text.contains("\u{1b}[48;");
        assert!(coloured.contains(escape) && escapes(&coloured) != escape.is_empty(), "{term}");
        let stripped = anstream::adapter::strip_str(&coloured).to_string();
        assert_eq!(blank(&stripped), blank(&plain), "{term}");
    }
}

#[test]
fn values_that_are_not_finite_and_empty_data_are_drawn() {
    let odd = |value, low, high| Some(Bar { value, interval: Some((low, high)) });
    let bars = vec![
        odd(f64::NAN, 0.0, 1.0),
        odd(1.0, f64::NEG_INFINITY, 2.0),
        None,
        odd(f64::MAX, 9.0, 9.0),
    ];
    let chart = |labels: &[&str], groups| BarChart {
        title: "Payout <balance>\u{1}".to_owned(),
        notes: vec!["95 % & more".to_owned()],
        unit: "$".to_owned(),
        labels: labels.iter().map(|label| (*label).to_owned()).collect(),
        groups,
    };
    let one = chart(&["a", "b", "c", "d"], vec![(String::new(), bars)]).svg();
    let point = |at, value, name: Option<&str>| CurvePoint {
        at,
        name: name.map(str::to_owned),
        value,
        ..CurvePoint::default()
    };
    let curve = |points| {
        let [title, across, unit] = ["Where to stop", "hold", "%"].map(str::to_owned);
        let series = vec![Series { joined: true, points, ..Series::default() }];
        Curve { title, across, unit, series, ..Curve::default() }.svg()
    };
    let row = |value: f64, spread| Row {
        label: "<one>".to_owned(),
        bar: Bar { value, interval: Some((value - 1.0, value + 1.0)) },
        spread,
        text: "1 & 2".to_owned(),
        marked: true,
    };
    let rows = |rows| {
        let lines = vec![(0.0, "even".to_owned())];
        RowChart { rows, lines, band: Some((-1.0, 1.0)), ..RowChart::default() }.svg()
    };
    let none = || Axis::new("", std::iter::empty());
    let scale = Scale { label: "".into(), low: 0.0, high: 0.0, centre: None, ticks: vec![] };
    let map = HeatMap::new("", none(), none(), scale, |_, _| HeatCell::default());
    assert!(map.screen_lines(80, true).contains('└'));
    for svg in [
        &one,
        &chart(&[], Vec::new()).svg(),
        &curve(Vec::new()),
        &curve(vec![point(3.0, 1.0, None)]),
        &curve(vec![point(0.0, f64::NAN, Some("on")), point(1.0, 2.0, Some("off"))]),
        &map.svg(),
        &rows(Vec::new()),
        &rows(vec![row(1.0, None), row(f64::NAN, None), row(2.0, Some([0.0, 1.0, 2.0, 3.0, 4.0]))]),
        &rows(vec![row(1.0, None); 100]),
    ] {
        let document = Document::parse(svg).expect("well-formed");
        // A title and a description for screen readers.
        let root = document.root_element();
        assert_eq!(root.attribute("role"), Some("img"));
        let named = |name| root.children().filter(|node| node.has_tag_name(name)).count();
        let of = |name| named((document.root_element().tag_name().namespace().unwrap_or(""), name));
        assert_eq!((of("title"), of("desc")), (1, 1), "{svg}");
    }
    // One bar and no interval; markup and control characters in texts are escaped.
    let tree = Document::parse(&one).expect("valid XML");
    let tags = |tag| tree.descendants().filter(move |node| node.has_tag_name(tag));
    assert_eq!(tags("rect").filter(|node| node.attribute("fill") == Some("none")).count(), 1);
    let texts: Vec<_> = tags("text").filter_map(|node| node.text()).map(str::trim).collect();
    assert!(texts.contains(&"Payout <balance>?") && texts.contains(&"95 % & more"), "{texts:?}");
}

/// The order is kept in grey and with colour vision deficiency.
#[test]
fn colours_keep_their_order_and_text_on_them_has_contrast() {
    let band = |band| Colour::of(band).luminance();
    assert!((1..BANDS).all(|at| band(at) > band(at - 1)));
    assert!(band(0) < 0.05 && band(BANDS - 1) > 0.6);
    // A diverging scale is white in the middle and darkens towards both ends.
    assert_eq!(Colour::diverging(0.5), Colour(255, 255, 255));
    let side = |share: f64| Colour::diverging(share).luminance();
    for step in (1..=10).map(|step| f64::from(step) / 20.0) {
        assert!(side(step) > side(step - 0.05) && side(1.0 - step) > side(1.05 - step), "{step}");
    }
    let diverging = (0..=40).map(|step| Colour::diverging(f64::from(step) / 40.0));
    for colour in (0..BANDS).map(Colour::of).chain(diverging) {
        let light = colour.luminance() + 0.05;
        let contrast = if colour.is_light() { light / 0.05 } else { 1.05 / light };
        assert!(contrast > 4.5, "{colour:?}: {contrast}");
    }
}

#[test]
fn a_name_is_placed_where_it_fits() {
    // An L: the upright is wide enough, the foot is too low.
    let inside = |column: usize, row: usize| column < 4 || row < 1;
    assert_eq!(room(12, 10, (4.0, 2.0), inside), Some((2.0, 4.0)));
    assert_eq!(room(12, 10, (5.0, 2.0), inside), None);
    assert_eq!(room(0, 0, (1.0, 1.0), |_, _| true), None);
    assert_eq!(room(3, 3, (1.0, 1.0), |_, _| false), None);
}

proptest! {
    #[test]
    fn every_edge_between_two_sides_is_drawn_once(
        cells in proptest::collection::vec(proptest::option::of(any::<bool>()), 35),
    ) {
        let side = |column: usize, row: usize| cells[row * 7 + column];
        let mut drawn = BTreeMap::new();
        for line in boundary(7, 5, side) {
            for pair in line.windows(2) {
                let ((x0, y0), (x1, y1)) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
                prop_assert!(x0 == x1 || y0 == y1, "a line along edges");
                let across = (x0..x1).map(|x| ((x, y0), (x + 1, y0)));
                for edge in across.chain((y0..y1).map(|y| ((x0, y), (x0, y + 1)))) {
                    *drawn.entry(edge).or_insert(0) += 1;
                }
            }
        }
        let mut expected = BTreeMap::new();
        let differ = |a: Option<bool>, b: Option<bool>| a.is_some() && b.is_some() && a != b;
        for (column, row) in (0..5).flat_map(|row| (0..7).map(move |column| (column, row))) {
            if column < 6 && differ(side(column, row), side(column + 1, row)) {
                expected.insert(((column + 1, row), (column + 1, row + 1)), 1);
            }
            if row < 4 && differ(side(column, row), side(column, row + 1)) {
                expected.insert(((column, row + 1), (column + 1, row + 1)), 1);
            }
        }
        prop_assert_eq!(drawn, expected);
    }
}

#[test]
fn every_island_of_a_map_has_its_name() {
    let axis = |label| Axis::new(label, (0..10).map(|cell| cell.to_string()));
    let label = "gain".to_owned();
    let scale = Scale { label, low: -1.0, high: 1.0, centre: Some(0.0), ticks: vec![] };
    let map = HeatMap::new("Two islands", axis("east"), axis("north"), scale, |column, _| {
        let island = !(3..=6).contains(&column);
        HeatCell { value: Some(if island { 1.0 } else { -1.0 }), side: Some(island) }
    });
    let svg = HeatMap { sides: Some(Sides::new(("land", 'L'), ("sea", '~'))), ..map }.svg();
    let tree = Document::parse(&svg).expect("well-formed");
    let named = |name: &str| {
        let texts = tree.descendants().filter(|node| node.has_tag_name("text"));
        texts.filter(|node| node.text().is_some_and(|text| text.trim() == name)).count()
    };
    assert_eq!((named("land"), named("sea")), (2, 1));
    // Each cell has its value under the pointer, and the scale is white at its centre.
    assert!(svg.contains("<title>east 0, north 0: 1, land</title>"), "{svg}");
    assert_eq!(Colour::diverging(0.5), Colour(255, 255, 255));
}
