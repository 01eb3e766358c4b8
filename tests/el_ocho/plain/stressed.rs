//! The plain engine of the stressed variant: all players call the score of one roll (EO-20 to
//! EO-23).

use super::rules::{DICE, Joker, PlainRules, Verdict};

/// The points of a roll with all its scoring dice, and the number of these dice; 0 if none scores.
///
/// There are no turns, so there are neither Jokers nor busts (EO-Q17, EO-Q18). Eight dice are
/// always rolled, so the great run is the only possible run.
pub(crate) fn roll_score(rules: &PlainRules, roll: &[u8]) -> (u32, usize) {
    assert_eq!(roll.len(), DICE, "stressed players roll all eight dice");
    match rules.with_joker(Joker::Off).verdict(roll) {
        Verdict::Bust | Verdict::Joker => (0, 0),
        Verdict::InstantWin { points } => (points, DICE),
        Verdict::Keeps(keeps) => {
            keeps.iter().map(|keep| (keep.points, keep.dice)).max().unwrap_or((0, 0))
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) time: u32,
    /// The order among answers at the same time: smallest first.
    pub(crate) order: u32,
    pub(crate) said: u32,
}

/// The result of a round; seats are numbered from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RoundResult {
    /// The seat that marks the score and the score.
    pub(crate) marks: Option<(usize, u32)>,
    /// The seat that may set a player of its choice back to 0.
    pub(crate) may_reset: Option<usize>,
    /// The seats that wrongly announced "0", in order of time; their totals become 0.
    pub(crate) set_back: Vec<usize>,
}

/// Processes the announcements in order of time; silent players have `None`.
///
/// The first correct announcement ends the round. Later announcements are not made, so they cannot
/// be wrong.
pub(crate) fn resolve_round(score: u32, answers: &[Option<Answer>]) -> RoundResult {
    let mut spoken: Vec<(usize, Answer)> = answers
        .iter()
        .enumerate()
        .filter_map(|(seat, answer)| answer.map(|answer| (seat, answer)))
        .collect();
    spoken.sort_by_key(|&(seat, answer)| (answer.time, answer.order, seat));

    let mut result = RoundResult::default();
    for (seat, answer) in spoken {
        if answer.said == score {
            if score > 0 {
                result.marks = Some((seat, score));
            } else {
                result.may_reset = Some(seat);
            }
            return result;
        }
        if answer.said == 0 {
            result.set_back.push(seat);
        }
    }
    result
}

/// Applies the result of a round to the totals and returns the winner, if any (EO-23). Mistakes
/// precede the correct answer, so they are applied first.
pub(crate) fn settle(
    target: u32,
    result: &RoundResult,
    totals: &mut [u32],
    victim: impl FnOnce(usize, &[u32]) -> usize,
) -> Option<usize> {
    for &seat in &result.set_back {
        totals[seat] = 0;
    }
    if let Some(seat) = result.may_reset {
        totals[victim(seat, totals)] = 0;
    }
    let (seat, points) = result.marks?;
    totals[seat] += points;
    (totals[seat] >= target).then_some(seat)
}
