//! The tables `hands` and `starts`, recounted from transcripts.

use std::collections::BTreeMap;

use crate::library;
use crate::program::rows;
use crate::recount::{Counted, of_seat, played, sentences};

#[derive(Clone, Default)]
struct Hand<'a> {
    turns: i64,
    passes: i64,
    /// The numbers and colours of its sequence.
    laid: Vec<(&'a str, &'a str)>,
}

#[derive(Default)]
struct Tables {
    hands: Counted,
    starts: Counted,
    /// By policy, and by policy and the labels of a row of `starts`: the number of hands cut off.
    capped: BTreeMap<(String, Vec<String>), u64>,
}

impl Tables {
    fn count_game(&mut self, transcript: &str) {
        let (policies, happens) = sentences(transcript);
        let none = vec![Hand::default(); policies.len()];
        let (mut hands, mut won) = (none.clone(), None);
        for sentence in happens {
            let words: Vec<&str> = sentence.split(' ').collect();
            let Some((seat, does)) = of_seat(sentence) else { continue };
            match words[2..] {
                ["lays", "the", number, "of", colour, ..] => {
                    hands[seat].laid.push((number, colour.trim_end_matches(':')));
                    hands[seat].turns += 1;
                }
                ["plays", ..] => {
                    hands[seat].passes += 1;
                    hands[seat].turns += 1;
                }
                ["discards", ..] => hands[seat].turns += 1,
                ["completes", ..] => won = Some((seat, does.contains("Str8 Eight"))),
                [laid, ref received @ .., sign, left, _, "in", "all"] => {
                    let number = |text: &str| text.trim_end_matches(',').parse::<i64>();
                    let left = number(left).expect("a number");
                    let left = if sign == "-" { -left } else { left };
                    // A Str8 Eight scores the sequences of the others.
                    let received = match received {
                        ["+", received, ..] => number(received).expect("a number"),
                        _ => 0,
                    };
                    let points = (number(laid).expect("a number") + received, left);
                    self.count_hand(policies[seat], seat, &hands[seat], won, points);
                    if seat + 1 == policies.len() {
                        (hands, won) = (none.clone(), None);
                    }
                }
                _ => {}
            }
        }
    }

    fn count_hand(
        &mut self,
        policy: &str,
        seat: usize,
        hand: &Hand<'_>,
        won: Option<(usize, bool)>,
        (laid, left): (i64, i64),
    ) {
        let mut one = |figure, sum| self.hands.add(policy, &[], figure, (sum, 1));
        let winner = won.is_some_and(|(winner, _)| winner == seat);
        one("hands won", winner.into());
        one("hands ended by the limit of turns", won.is_none().into());
        if won.is_some() {
            one("own turns per hand", hand.turns);
            one("pass cards played per hand", hand.passes);
        }
        match won {
            None => {}
            Some((_, str8_eight)) if winner => {
                one("Str8 Eights among hands won", str8_eight.into());
                one("points of the winner", laid + left);
            }
            Some(_) => {
                one("points of others", laid + left);
                one("points left in the hands of others", left);
                one("cards laid by others", hand.laid.len() as i64);
            }
        }
        let rows = match hand.laid.first() {
            Some((number, colour)) => vec![["number", *number, ""], ["colour", "", *colour]],
            None => vec![["none", "", ""]],
        };
        let mut cut_off = |labels: &[&str]| {
            let labels = labels.iter().map(|label| (*label).to_owned()).collect();
            *self.capped.entry((policy.to_owned(), labels)).or_default() +=
                u64::from(won.is_none());
        };
        cut_off(&[]);
        for row in rows {
            cut_off(&row);
            self.starts.add(policy, &row, "hands won", (winner.into(), 1));
            let whole = if won.is_some() { (laid + left, 1) } else { (0, 0) };
            self.starts.add(policy, &row, "points per hand", whole);
        }
    }

    /// Compares the number of hands cut off in every row over all seats.
    fn compare_capped(&self, table: &str) {
        for row in rows(table).into_iter().filter(|row| row["scope"] == "overall") {
            let labels =
                ["by", "first_number", "first_colour"].into_iter().filter_map(|it| row.get(it));
            let key = (row["policy"].to_owned(), labels.map(|it| (*it).to_owned()).collect());
            let capped = self.capped.get(&key).copied().unwrap_or(0);
            assert_eq!(row["capped"], capped.to_string(), "{row:?}");
        }
    }
}

#[test]
fn hands_and_starts_equal_a_recount_of_transcripts() {
    let policies = ["policies/str8-eight/fastest-eight.toml", "random", "pass-card-spoiler"];
    for (players, target, games) in [(2, "400", 20), (3, "200", 18)] {
        let settings = [("target", target), ("max_turns", "70")];
        let spec = library::spec(&settings, &policies[..players], Some(players), games);
        let (tables, transcripts) = played(&super::GAME, &spec, games);
        let mut counted = Tables::default();
        transcripts.iter().for_each(|transcript| counted.count_game(transcript));
        counted.compare_capped(&tables["hands"]);
        counted.compare_capped(&tables["starts"]);
        assert!(counted.capped.values().sum::<u64>() > 10, "some hands are cut off");
        counted.hands.compare(&tables["hands"]);
        counted.starts.compare(&tables["starts"]);
    }
}
