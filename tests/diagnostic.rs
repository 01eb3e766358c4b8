//! How faults of files are drawn, and nearest names.

use std::borrow::Cow;

use proptest::prelude::*;
use pushluck::diagnostic::*;
use pushluck::error::nearest;

#[test]
fn render_draws_place_underline_and_help() {
    let source = Source::new("p/a.toml", "game = 'x'\nwhen = 'turn_pionts >= 3'\n");
    let drawn = Diagnostic::error(&source, 19..30, "unknown feature `turn_pionts`")
        .with_label("not known at `roll`")
        .with_help("did you mean `turn_points`?")
        .render(false);
    let expected = "\
error: unknown feature `turn_pionts`
 --> p/a.toml:2:9
  |
2 | when = 'turn_pionts >= 3'
  |         ^^^^^^^^^^^ not known at `roll`
  |
  = help: did you mean `turn_points`?";
    assert_eq!(drawn, expected);
}

#[test]
fn render_survives_odd_texts_and_spans() {
    for text in ["", "\n", "\r\n", "a\r\n\tb\r\n", "é\u{fe0f}👩‍👩‍👧", "\u{feff}a = 1", "\u{1b}[31m\0"]
    {
        for start in 0..text.len() + 3 {
            for end in 0..text.len() + 3 {
                let drawn = Diagnostic::warning(&Source::new("n", text), start..end, "t")
                    .with_label("l")
                    .render(false);
                assert!(drawn.starts_with("warning: t"), "{drawn}");
                assert!(!drawn.contains('\u{1b}'));
            }
        }
    }
}

#[test]
fn colour_adds_escapes_only_when_asked() {
    let fault = Diagnostic::error(&Source::new("n", "text"), 0..1, "t");
    assert!(fault.render(true).contains('\u{1b}'));
    assert!(!fault.render(false).contains('\u{1b}'));
}

#[test]
fn what_a_terminal_acts_upon_is_replaced() {
    let hostile = "a\u{1b}[2J\u{7}b\u{9b}31m\u{202e}c\n\td";
    assert_eq!(printable(hostile), "a?[2J?b\u{b7}31m\u{fffd}c\n\td");
    assert_eq!(printable(hostile).len(), hostile.len());
    assert_eq!(printable_line(hostile), "a?[2J?b\u{b7}31m\u{fffd}c  d");
    assert!(matches!(printable("ü 8️⃣ ─"), Cow::Borrowed(_)));
}

#[test]
fn names_are_quoted_on_one_line() {
    assert_eq!(quoted("a\nb"), "`a\\nb`");
    assert_eq!(quoted(&"x".repeat(80)), format!("`{}…`", "x".repeat(60)));
}

proptest! {
    #[test]
    fn render_never_panics(text in any::<String>(), start in 0usize..200, end in 0usize..200) {
        let fault = Diagnostic::error(&Source::new("n\n", text), start..end, "t").with_help("h");
        let _ = fault.render(false);
        let _ = fault.render(true);
    }
}

#[test]
fn the_nearest_name_is_a_slip_or_a_beginning_away() {
    let known = ["win_rates", "bust_probabilities", "rule_use", "1"];
    assert_eq!(nearest("win_rate", known), Some("win_rates"));
    assert_eq!(nearest("wni_rates", known), Some("win_rates"));
    assert_eq!(nearest("bust", known), Some("bust_probabilities"));
    assert_eq!(nearest("scores", known), None);
    assert_eq!(nearest("3", known), None);
    assert_eq!(nearest("", known), None);
}
