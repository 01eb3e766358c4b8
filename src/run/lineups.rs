//! The matchups of the policies of a run.

use super::RunSpec;
use crate::error::{Error, Result};
use crate::sim::seating::Lineup;

/// The maximum number of matchups of a run.
const MAX_TABLES: usize = 10_000;

/// Returns the matchups of whole games between this number of policies: one policy in every seat,
/// or every combination of as many policies as players.
pub(crate) fn lineups(policies: usize, spec: &RunSpec, most: usize) -> Result<Vec<Lineup>> {
    let default = if spec.policies.len() == 1 || spec.policies.is_empty() { 2 } else { policies };
    let seats = spec.players.unwrap_or(default.max(2));
    if seats > most {
        return Err(Error::input_help(
            format!("{seats} players are too many: a game has at most {most} seats"),
            format!(
                "write `--players N` with N from 2 to {most}; every combination of N policies is a matchup"
            ),
        ));
    }
    if policies == 1 {
        return Ok(vec![vec![0; seats]]);
    }
    if seats > policies {
        return Err(Error::input_help(
            format!("{policies} policies cannot fill {seats} seats"),
            "give one policy for all seats, or one for each seat (a name may be given twice)",
        ));
    }
    let mut all = Vec::new();
    let mut chosen: Vec<usize> = (0..seats).collect();
    loop {
        all.push(chosen.clone());
        if all.len() > MAX_TABLES {
            return Err(Error::input_help(
                format!("there are more than {MAX_TABLES} combinations of {seats} policies"),
                "give fewer policies, or more players",
            ));
        }
        // Advances to the next combination in lexicographic order.
        let Some(place) = (0..seats).rev().find(|place| chosen[*place] < policies - seats + place)
        else {
            return Ok(all);
        };
        chosen[place] += 1;
        for next in place + 1..seats {
            chosen[next] = chosen[next - 1] + 1;
        }
    }
}
