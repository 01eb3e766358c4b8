//! The first games as raw rows.

use super::Prepared;
use crate::games::long_shot::event::NoWatch;
use crate::report::Table;

const NAME: &str = "samples";
const ABOUT: &str = "The first games of the run, one by one.";

/// The first games of a run.
pub(super) fn samples(run: &Prepared, games: u64) -> Table {
    let columns = [
        "game",
        "table",
        "seat",
        "policy",
        "score",
        "purses",
        "bets",
        "jockey_sets",
        "at_scoring",
        "money_left",
        "rounds",
        "won",
    ];
    let mut table = Table::free(NAME, ABOUT, &columns);
    let seating = run.games.seating();
    for game in 0..games {
        let end = run.games.play(game, &mut NoWatch);
        let lineup = seating.placement(game).lineup;
        for (seat, policy) in seating.policies(game).enumerate() {
            let score = end.scores[seat];
            let won = end.finished && end.winners >> seat & 1 == 1;
            table.push(vec![
                (game + 1).into(),
                (lineup + 1).into(),
                (seat + 1).into(),
                run.policies[policy].label.as_str().into(),
                score.total().into(),
                score.purses.into(),
                score.bets.into(),
                score.sets.into(),
                score.abilities.into(),
                score.money.into(),
                end.rounds.into(),
                u8::from(won).into(),
            ]);
        }
    }
    table
}
