//! Tables, pictures and folders of results.

mod changes;
mod folder;
mod plot;

use proptest::prelude::*;
use pushluck::report::schema::{Begins, Column, Schema};
use pushluck::report::{
    Align, Cell, Grid, RunRecord, Screen, Table, Unit, count, csv, estimate, estimates, json,
    plain, significant,
};
use pushluck::stats::{Estimate, Level, Moments, Ratio, wilson};
use snapbox::{assert_data_eq, str};
use toml::Value;

const LEVEL: Level = Level::DEFAULT;

const TEXT: Column = Column::text("text", "");
const INTEGER: Column = Column::integer("integer", "", "");
const NUMBER: Column = Column::number("number", "", "");

const RAW: Schema = Schema {
    name: "t",
    about: "",
    begins: Begins::Nothing,
    columns: &[&[TEXT, INTEGER], &[NUMBER]],
};

fn table(rows: impl IntoIterator<Item = [Cell; 3]>) -> Table {
    let mut table = Table::new(&RAW);
    rows.into_iter().for_each(|row| table.push(row.to_vec()));
    table
}

#[test]
fn cells_are_quoted_if_necessary_and_no_text_is_a_formula() {
    let texts = ["x,y", "say \"8\"", "two lines", "=1+1", "+1", "-5", "@x", "a=1", "'=1", ""];
    let texts = texts.map(|text| [text.into(), Cell::Empty, (-0.5).into()]);
    let numbers = [
        [Cell::Empty, (-3).into(), 1e9.into()],
        [Cell::Empty, u64::MAX.into(), f64::NAN.into()],
        [Cell::Empty, Cell::Empty, (-0.0).into()],
    ];
    let written = csv(&table(texts.into_iter().chain(numbers)));
    assert_eq!(
        String::from_utf8(written).unwrap().lines().collect::<Vec<_>>(),
        [
            "text,integer,number",
            "\"x,y\",,-0.5",
            "\"say \"\"8\"\"\",,-0.5",
            "two lines,,-0.5",
            "'=1+1,,-0.5",
            "'+1,,-0.5",
            "'-5,,-0.5",
            "'@x,,-0.5",
            "a=1,,-0.5",
            "'=1,,-0.5",
            ",,-0.5",
            ",-3,1000000000",
            ",18446744073709551615,",
            ",,0",
        ]
    );
}

#[test]
fn tables_become_objects() {
    let rows = [
        ["say \"8\"".into(), u64::MAX.into(), (2.0 / 3.0).into()],
        ["ü".into(), Cell::Empty, 250.0.into()],
        [Cell::Empty, 0.into(), f64::INFINITY.into()],
    ];
    let written: serde_json::Value = serde_json::from_slice(&json(&[table(rows)])).unwrap();
    let rows = serde_json::json!([
        { "text": "say \"8\"", "integer": u64::MAX, "number": 0.666_666_667 },
        { "text": "ü", "integer": null, "number": 250 },
        { "text": null, "integer": 0, "number": null },
    ]);
    assert_eq!(written, serde_json::json!([{ "table": "t", "rows": rows }]));
    assert_eq!(json(&[]), b"[]\n");
}

#[test]
fn a_number_is_found_by_other_cells_of_its_row() {
    let table = table([
        ["a".into(), Cell::Empty, 0.5.into()],
        ["a".into(), 1.into(), 3.into()],
        ["a".into(), 2.into(), Cell::Empty],
    ]);
    let cases: [(&[(&str, &str)], _, _); 7] = [
        (&[("text", "a")], "number", Some(0.5)),
        (&[("text", "a"), ("integer", "")], "number", Some(0.5)),
        (&[("text", "a"), ("integer", "1")], "number", Some(3.0)),
        (&[("text", "a"), ("integer", "2")], "number", None),
        (&[("text", "b")], "number", None),
        (&[("player", "a")], "number", None),
        (&[], "lead", None),
    ];
    for (of, column, number) in cases {
        assert_eq!(table.number(of, column), number, "{of:?}");
    }
}

#[test]
#[should_panic = "cells in a row of t"]
fn a_row_of_the_wrong_width_panics() {
    Table::new(&RAW).push(vec![Cell::Empty]);
}

#[test]
#[should_panic = "t: integer is Text"]
fn a_cell_of_another_type_panics() {
    table([["a".into(), "all".into(), 0.5.into()]]);
}

#[test]
fn numbers_are_plain_decimals() {
    for (value, text) in [
        (1.0, "1"),
        (2.0 / 3.0, "0.666666667"),
        (-0.0, "0"),
        (-1.5, "-1.5"),
        (0.1 + 0.2, "0.3"),
        (123_456_789.4, "123456789"),
        (1_234_567_894.0, "1234567890"),
        (99_999_999.99, "100000000"),
        (12_345_678.96, "12345679"),
        (0.000_012_345_678_912, "0.0000123456789"),
        (1e-12, "0.000000000001"),
        (1e21, "1000000000000000000000"),
    ] {
        assert_eq!(significant(value).unwrap(), text);
    }
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!((significant(value), plain(value)), (None, String::new()));
    }
    for (n, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
        assert_eq!(count(n), text);
    }
    for (value, text) in
        [(-0.0, "0"), (0.1 + 0.2, "0.3"), (-2500.0, "-2,500"), (1e16, "10000000000000000")]
    {
        assert_eq!(plain(value), text);
    }
}

#[test]
fn estimates_are_rounded_to_their_error() {
    for (hits, trials, text) in [
        (342_117, 1_000_000, "34.21 ± 0.09 %"),
        (500, 1000, "50.0 ± 3.1 %"),
        (0, 10, "0.0 % (0.0 to 30.8)"),
        (10, 10, "100 % (69 to 100)"),
        (3, 1_000_000, "0.00030 % (0.00006 to 0.00088)"),
    ] {
        assert_eq!(estimate(&wilson(hits, trials, LEVEL).unwrap(), Unit::Percent), text);
    }
    let mean = |values: &[i64]| Moments::from_iter(values.iter().copied()).mean(LEVEL).unwrap();
    let cases: [(&[i64], &str); 6] = [
        (&[0, 2000, 900, 1500, 300], "940 ± 1030"),
        (&[12, 13, 15, 11, 12, 13], "12.7 (11.5 to 14.7)"),
        (&[100_000, 900_000, 300_000], "400000 (-300000 to 4400000)"),
        (&[400], "400 (no interval)"),
        (&[400, 400], "400 (no interval)"),
        // A small loss is not shown as -0.
        (&[-1000, 999, -800, 800], "0 ± 1660"),
    ];
    for (values, text) in cases {
        assert_eq!(estimate(&mean(values), Unit::Plain), text);
    }
    let two_turns = Ratio::from_iter([(1000, 3)]).mean(LEVEL).unwrap();
    assert_eq!(estimate(&two_turns, Unit::Plain), "333.33 (no interval)");
}

#[test]
fn a_column_is_rounded_at_one_decimal_place() {
    let shares = [(669, 1000), (84, 1000), (5, 1000)];
    let shares = shares.map(|(hits, trials)| wilson(hits, trials, LEVEL).unwrap());
    let shown = ["66.9 ± 2.9 %", "8.4 ± 1.7 %", "0.5 % (0.2 to 1.2)"];
    assert_eq!(estimates(&shares, Unit::Percent), shown);
    let mean = |values: [i64; 4]| Moments::from_iter(values).mean(LEVEL).unwrap();
    let means = [mean([995, 1005, 1010, 990]), mean([90, 110, 130, 70])];
    assert_eq!(estimates(&means, Unit::Plain), ["1000 ± 15", "100 ± 41"]);
    // Values without sampling error are shown in full, proportions with two decimals.
    let exact = |value| Estimate::exact(value, LEVEL);
    assert_eq!(estimate(&exact(0.624_540_834_2), Unit::Plain), "0.624540834");
    assert_eq!(estimate(&exact(0.624_540_834_2), Unit::Percent), "62.45 %");
    let mixed = [mean([95, 105, 110, 90]), exact(2.0)];
    assert_eq!(estimates(&mixed, Unit::Plain), ["100 ± 15", "2"]);
}

fn grid() -> Grid {
    let columns = [
        ("policy", Align::Left),
        ("games", Align::Right),
        ("win rate", Align::Right),
        ("points", Align::Right),
    ];
    let mut grid = Grid::new(&columns);
    grid.push(["hold-at:hold=450", "666,667", "31.02 ± 0.11 %", "8402 ± 12"]);
    grid.push_marked(
        true,
        ["race-to-the-end:margin=200", "666,667", "35.56 ± 0.11 %", "9120 ± 11"],
    );
    grid.push(["random", "666,666", "0.0 % (0.0 to 27.8)", "912.1 ± 1.2"]);
    grid
}

/// A screen with every kind of element.
fn screen(width: usize, color: bool) -> String {
    let mut screen = Screen::new(width, color);
    screen.title("El Ocho, 3 players");
    screen.grid(&grid());
    screen.note("A note that is longer than the screen is wide is broken between its words.");
    screen.note("* significantly better than every other policy");
    screen.title("Next");
    screen.finish()
}

#[test]
fn colour_does_not_change_the_width() {
    let colored = screen(100, true);
    assert!(colored.contains("\u{1b}[1m") && colored.contains("\u{1b}[2m"));
    let stripped = anstream::adapter::strip_str(&colored).to_string();
    assert_eq!(stripped, screen(100, false));
}

#[test]
fn a_narrow_screen_shortens_names_but_not_numbers() {
    assert_data_eq!(
        screen(60, false),
        str![[r#"
El Ocho, 3 players

  policy              games             win rate
────────────────────────────────────────────────
  hold-at:hold=450  666,667       31.02 ± 0.11 %
* race-to-…gin=200  666,667       35.56 ± 0.11 %
  random            666,666  0.0 % (0.0 to 27.8)

The terminal is too narrow for: points.
A note that is longer than the screen is wide is broken
between its words.
* significantly better than every other policy

Next

"#]]
    );
}

#[test]
fn a_narrow_screen_wraps_texts_without_loss() {
    let columns = [("choice", Align::Text), ("dice to roll", Align::Text), ("worth", Align::Right)];
    let mut grid = Grid::new(&columns);
    grid.push_marked(true, ["reroll, giving up 2-1-0", "red TB, yellow KC, green TK", "6.333"]);
    grid.push(["dismount: 2 tokens", "", "2.000"]);
    let mut screen = Screen::new(46, false);
    screen.grid(&grid);
    assert_data_eq!(
        screen.finish(),
        str![[r#"
  choice              dice to roll    worth
───────────────────────────────────────────
* reroll, giving up   red TB, yellow  6.333
  2-1-0               KC, green TK
  dismount: 2 tokens                  2.000

"#]]
    );
}

const POLICY: &str =
    "game = \"el-ocho\"\n\n[[roll]]\nwhen = 'turn_points >= hold'\nchoose = \"stop\"\n";

fn record(seed: u64) -> RunRecord {
    let mut record = RunRecord::default();
    record.define("version", "0.1.0");
    record.define("seed", RunRecord::count(seed));
    record.define("rules", "level=2");
    record.add_text("edition", "built-in el-ocho", &[], "a = 1\n");
    let details = [("label", "mine:hold=600".into())];
    record.add_text("policy", "mine.toml", &details, POLICY);
    record.conclude("complete", true);
    record.conclude("games", RunRecord::count(1000));
    record
}

#[test]
fn a_count_beyond_toml_integers_is_a_text() {
    assert_eq!(RunRecord::count(7), Value::Integer(7));
    assert_eq!(RunRecord::count(u64::MAX), Value::String("18446744073709551615".into()));
}

#[test]
fn only_the_definitions_of_runs_are_compared() {
    let mut stopped = record(1);
    stopped.conclude("complete", false);
    assert_ne!(stopped.to_toml(), record(1).to_toml());
    assert!(record(1).same_run(&stopped.to_toml()));
    let mut other = record(1);
    other.add_text("policy", "x", &[], "");
    other.define("games", 5);
    for (other, difference) in [
        (record(2).to_toml(), "seed is 2 there and 1 here"),
        (other.to_toml(), "games is 5 there and none here, different policy"),
        ("no TOML".to_owned(), "its record cannot be read"),
        ("run = 3".to_owned(), "its record cannot be read"),
    ] {
        assert!(!record(1).same_run(&other));
        assert_eq!(record(1).difference(&other), difference);
    }
    let empty = RunRecord::default().to_toml();
    assert!(record(1).difference(&empty).ends_with(" here, and 2 more"));
}

/// Whether a text survives writing and reading a record.
fn round_trips(text: &str) -> bool {
    let mut record = RunRecord::default();
    record.add_text("policy", "x", &[], text);
    record.define("after", 1);
    let written = record.to_toml();
    let read = written.parse::<toml::Table>().unwrap();
    read["run"]["policy"][0]["text"].as_str() == Some(text) && record.same_run(&written)
}

#[test]
fn awkward_texts_survive_the_record() {
    for text in [
        "\n\n a",
        "one\r\ntwo\r\n",
        "trailing \t \nspace  ",
        "'''\n\"\"\"\n",
        "two\nends in ''",
        "two\nends in \"\"",
        "back\\slash\\\n \\u0041 \\",
        "\u{0}\u{1}\u{7f}\u{85}\u{feff}\u{2028}",
        "ü 8️⃣ \u{10ffff}",
        POLICY,
    ] {
        assert!(round_trips(text), "{text:?}");
    }
}

proptest! {
    #[test]
    fn any_text_survives_the_record(any: String, awkward in "[a\"'\\\\\r\n\t \u{0}#=\\[\\]]{0,24}") {
        prop_assert!(round_trips(&any) && round_trips(&awkward));
    }

    #[test]
    fn numbers_read_back(value in prop_oneof![any::<f64>(), -1e12..1e12, -1.0..1.0]) {
        prop_assume!(value.is_finite());
        let text = significant(value).unwrap();
        let back: f64 = text.parse().unwrap();
        prop_assert!(value == back || (back - value).abs() <= 1e-8 * value.abs(), "{}", text);
        prop_assert!(text.chars().all(|c| matches!(c, '0'..='9' | '.' | '-')), "{}", text);
        prop_assert!(!text.contains('.') || !text.ends_with(['0', '.']), "{}", text);
        let digits = text.trim_start_matches(['-', '0', '.']).trim_end_matches('0');
        prop_assert!(digits.chars().filter(char::is_ascii_digit).count() <= 9, "{}", text);
    }
}
