//! The title of the picture of bets.

use pushluck::games::eight_seconds::balance::pictures::title;

#[test]
fn the_title_counts_bets_in_the_singular_and_the_plural() {
    for (counts, expected) in [
        (
            [1, 0, 14],
            "14 of 15 bets gain under some riding policies and lose under others; 1 gains and none \
             loses under every one",
        ),
        (
            [12, 2, 1],
            "1 of 15 bets gains under some riding policies and loses under others; 12 gain and 2 lose \
             under every one",
        ),
    ] {
        assert_eq!(title(15, counts), expected);
    }
}
