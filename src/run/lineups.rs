//! Which tables the policies of a run make.

use super::RunSpec;
use crate::error::{Error, Result};
use crate::sim::seating::Lineup;

/// The most tables of one run.
const MAX_TABLES: usize = 10_000;

/// The tables of whole games between so many policies: one policy in every seat, or every
/// combination of as many as there are players.
pub(crate) fn lineups(policies: usize, spec: &RunSpec, most: usize) -> Result<Vec<Lineup>> {
    let default = if spec.policies.len() == 1 || spec.policies.is_empty() { 2 } else { policies };
    let seats = spec.players.unwrap_or(default.max(2));
    if seats > most {
        return Err(Error::input_help(
            format!("{seats} players are too many: a table has at most {most} seats"),
            format!("with `--players N`, N from 2 to {most}, every N of the policies play"),
        ));
    }
    if policies == 1 {
        return Ok(vec![vec![0; seats]]);
    }
    if seats > policies {
        return Err(Error::input_help(
            format!("{policies} policies cannot fill {seats} seats"),
            "name one policy for all seats, or one for each seat (a name may be given twice)",
        ));
    }
    let mut all = Vec::new();
    let mut chosen: Vec<usize> = (0..seats).collect();
    loop {
        all.push(chosen.clone());
        if all.len() > MAX_TABLES {
            return Err(Error::input_help(
                format!("more than {MAX_TABLES} combinations of {seats} policies would play"),
                "name fewer policies, or more players",
            ));
        }
        // The next combination in lexicographic order.
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
