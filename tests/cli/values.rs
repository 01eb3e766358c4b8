//! What may be typed behind flags: numbers, shares, times, seeds, settings.

use std::time::Duration;

use pushluck::cli::parse::*;
use pushluck::run::{Until, Width};

fn problem<T: std::fmt::Debug>(parsed: Parsed<T>) -> String {
    parsed.expect_err("a fault").problem
}

#[test]
fn times_have_units() {
    for (text, seconds) in [("90", 90.0), ("90s", 90.0), ("2m", 120.0), ("1.5 h", 5400.0)] {
        assert_eq!(time(text), Ok(Duration::from_secs_f64(seconds)), "{text}");
    }
    for text in ["", "m", "0", "-1s", "1d", "1e9h", "nan"] {
        assert_eq!(problem(time(text)), "is no time", "{text}");
    }
}

#[test]
fn a_seed_is_a_number_or_random() {
    for (text, number) in [("0", 0), ("1_000", 1000), ("18446744073709551615", u64::MAX)] {
        assert_eq!(seed(text), Ok(Seed { number, made_up: false }));
    }
    let random = || seed("random").expect("a seed");
    assert!(random().made_up);
    assert_ne!(random().number, random().number);
    assert_eq!(problem(seed("18446744073709551616")), "is larger than a seed can be");
    for text in ["", "-1", "1.5", "Random", "seed", "_", "1e6"] {
        assert_eq!(problem(seed(text)), "is not a seed", "{text}");
    }
}

#[test]
fn settings_are_keys_with_or_without_a_value() {
    let pair = |key: &str, value: Option<&str>| (key.to_owned(), value.map(str::to_owned));
    assert_eq!(
        settings("level=2, riders,vegas=a+b"),
        Ok(Settings(vec![
            pair("level", Some("2")),
            pair("riders", None),
            pair("vegas", Some("a+b")),
        ]))
    );
    assert_eq!(settings("own=-5"), Ok(Settings(vec![pair("own", Some("-5"))])));
    for (text, expected) in [
        ("", "has an empty entry"),
        ("level=2,", "has an empty entry"),
        ("=2", "has the value `2` without a key"),
        ("level=", "has no value behind `level=`"),
        ("level==2", "has more than one `=` in `level==2`"),
        ("vegas=a++b", "has an empty item in the list `a++b`"),
        ("le vel=2", "has ` ` in the key `le vel`"),
        ("level=2,level=1", "sets `level` twice"),
        ("riders,riders", "sets `riders` twice"),
    ] {
        assert_eq!(problem(settings(text)), expected, "{text}");
    }
}

#[test]
fn counts_are_typed_as_people_write_them() {
    for (text, number) in [
        ("1", 1),
        ("1_000_000", 1_000_000),
        ("1000000", 1_000_000),
        ("1e6", 1_000_000),
        ("1E6", 1_000_000),
        ("1e+6", 1_000_000),
        ("1.5e6", 1_500_000),
        ("1_0.5_0e2", 1050),
        (".5k", 500),
        ("5.k", 5000),
        ("1M", 1_000_000),
        ("1m", 1_000_000),
        ("250k", 250_000),
        ("0.25K", 250),
        ("2G", 2_000_000_000),
        ("3000e-3", 3),
        ("7.000", 7),
        ("007", 7),
        ("1e15", MAX_COUNT),
        ("1000000G", MAX_COUNT),
        ("0.000000000000001e30", MAX_COUNT),
    ] {
        assert_eq!(count(text), Ok(number), "{text}");
    }
}

#[test]
fn everything_else_is_no_count() {
    for text in [
        "", "abc", "1x", "M", "e6", "1e", "1e+", "1e6M", "1e6e6", "1Mk", "_1", "1_", "1__0", ".",
        ".k", "1.2.3", "1 000", "1,000", "0x10", "NaN", "inf", "+5", "--3", "-", "-x", "½", "1e½",
    ] {
        assert_eq!(problem(count(text)), "is not a count", "{text}");
    }
    for text in ["0", "0.0", "0e9", "0M", "0e-9", "000"] {
        assert_eq!(problem(count(text)), "leaves nothing to play", "{text}");
    }
    for text in ["-3", "-1e6", "-0", "-.5"] {
        assert_eq!(problem(count(text)), "is negative", "{text}");
    }
    for text in ["1.5", "1e-3", "1.0005k", "3001e-3", "1e-99999999999999999999"] {
        assert_eq!(problem(count(text)), "is not a whole number", "{text}");
    }
    let endless = "9".repeat(200);
    for text in [
        "1e30",
        "1000000000000001",
        "1e16",
        "9e99999999999999999999",
        "18446744073709551617",
        &endless,
    ] {
        assert_eq!(problem(count(text)), "is more than can be counted", "{text}");
    }
    assert!(count("1,000").expect_err("a fault").help.contains("1_000_000"));
    assert_eq!(problem(ordinal("0")), "does not exist");
    assert_eq!(problem(rows("0")), "leaves nothing to write");
    assert_eq!(rows("1M"), Ok(MAX_ROWS));
    assert_eq!(problem(rows("1000001")), "is more than a file of samples holds");
}

#[test]
fn players_and_threads_have_bounds() {
    assert_eq!(players("1"), Ok(1));
    assert_eq!(players("8"), Ok(8));
    for text in ["0", "9", "256", "99999999999"] {
        assert_eq!(problem(players(text)), "is outside 1 to 8 players", "{text}");
    }
    for text in ["two", "", "-1", "1.5"] {
        assert_eq!(problem(players(text)), "is not a number of players", "{text}");
    }
    assert_eq!(threads("1024"), Ok(1024));
    for text in ["0", "1025", "70000"] {
        assert_eq!(problem(threads(text)), "is outside 1 to 1024 threads", "{text}");
    }
}

#[test]
fn points_are_whole() {
    for (text, number) in [("0", 0), ("450", 450), ("3_200", 3200), ("1000000", MAX_POINTS)] {
        assert_eq!(points(text), Ok(number), "{text}");
    }
    for text in ["", "-50", "4.5", "1e3", "_", "1__0", "many", "½", "1 000", "1,000"] {
        assert_eq!(problem(points(text)), "is not a number of points", "{text}");
    }
    for text in ["1000001", "99999999999999999999"] {
        assert_eq!(problem(points(text)), "is more than a game goes on for", "{text}");
    }
}

#[test]
fn dice_are_counted_and_their_faces_listed() {
    assert_eq!(dice("3"), Ok(3));
    assert_eq!(dice("99999999999"), Ok(u32::MAX));
    for text in ["", "-1", "two", "1.5", "1_0"] {
        assert_eq!(problem(dice(text)), "is not a number of dice", "{text}");
    }
    for (text, listed) in [
        ("1552", &[1, 5, 5, 2][..]),
        ("1,5,5,2", &[1, 5, 5, 2]),
        (" 1, 5 ,5,2,", &[1, 5, 5, 2]),
        ("1 5  5 2", &[1, 5, 5, 2]),
        ("12,3", &[12, 3]),
        ("12,", &[12]),
        ("12", &[1, 2]),
        ("0", &[0]),
        ("99999999999,", &[u32::MAX]),
    ] {
        assert_eq!(faces(text), Ok(Faces(listed.to_vec())), "{text}");
    }
    for text in ["", " ", ",", " , "] {
        assert_eq!(problem(faces(text)), "shows no dice", "{text}");
    }
    for text in ["1,,2", ",1", "1, ,2", "1,,"] {
        assert_eq!(problem(faces(text)), "has nothing between two commas", "{text}");
    }
    for (text, odd) in [("1a", "a"), ("1,five", "five"), ("-15", "-"), ("½", "½"), ("1 x", "x")] {
        let expected = format!("has `{odd}`, which is no face of a die");
        assert_eq!(problem(faces(text)), expected, "{text}");
    }
}

#[test]
fn weights_are_whole_numbers() {
    assert_eq!(weights("3, 0,1000"), Ok(Weights(vec![3, 0, 1000])));
    for text in ["", "0,0", "1,", "-1", "1.5", "1001", "1;2"] {
        assert_eq!(problem(weights(text)), "are no weights", "{text}");
    }
}

#[test]
fn a_run_ends_when_something_is_known() {
    let win = |below| Ok(Until::Width(Width::Win, below));
    for (text, what) in [
        ("ci(win) < 0.1%", win(0.001)),
        ("ci(win)<0.001", win(0.001)),
        ("ci( win ) <= 2 %", win(0.02)),
        ("ci(mean) < 5", Ok(Until::Width(Width::Mean, 5.0))),
        ("rank settled", Ok(Until::Ranked)),
    ] {
        assert_eq!(until(text), what, "{text}");
    }
    for (text, what) in [
        ("ci(wins) < 0.1%", "says nothing that can be known"),
        ("ci(win)", "says nothing that can be known"),
        ("", "says nothing that can be known"),
        ("ci(win) < 0", "has no half-width of an interval"),
        ("ci(win) < 1", "has no half-width of an interval"),
        ("ci(mean) < nan", "has no half-width of an interval"),
        ("ci(mean) < 5%", "has no half-width of an interval"),
        ("ci(win)<0.1", "can be read as a percentage or as a share"),
        ("ci(win) <= 0.01", "can be read as a percentage or as a share"),
    ] {
        assert_eq!(problem(until(text)), what, "{text}");
    }
    let help = until("ci(win)<0.1").expect_err("asked back").help;
    assert_eq!(help, "write 'ci(win) < 0.1%' or 'ci(win) < 10%'");
    let shown = |text| until(text).map(|until| until.to_string());
    assert_eq!(shown("ci(win)<0.0007"), Ok("ci(win) < 0.07%".to_owned()));
    assert_eq!(shown("ci(mean)<=2.50"), Ok("ci(mean) < 2.5".to_owned()));
}

#[test]
fn margins_are_of_wins_or_of_points() {
    for (text, shown) in [("0.5%", "0.5%"), ("20", "20"), ("2.50 %", "2.5%")] {
        assert_eq!(margin(text).map(|margin| margin.to_string()), Ok(shown.to_owned()));
    }
    for text in ["", "%", "0", "-1", "100%", "inf", "x"] {
        assert_eq!(problem(margin(text)), "is no margin", "{text}");
    }
}

#[test]
fn confidence_is_a_share_or_in_percent() {
    for (text, level) in [
        ("0.95", 0.95),
        ("95%", 0.95),
        ("99.9%", 0.999),
        (".5", 0.5),
        ("99 %", 0.99),
        ("9e-1", 0.9),
    ] {
        assert_eq!(confidence(text), Ok(level), "{text}");
    }
    for text in ["0", "1", "95", "100%", "-0.95", "0.9999999", "0.49"] {
        assert_eq!(problem(confidence(text)), "is no level for an interval", "{text}");
    }
    for text in ["", "%", "high", "NaN", "inf", "0.9e%"] {
        assert_eq!(problem(confidence(text)), "is not a level of confidence", "{text}");
    }
}
