//! Turns and games of El Ocho, die by die.
//!
//! [`play_turn`] and [`play_game`] record all events and take their dice from the caller.

use super::rules::{DICE, Keep, PlainRules, Verdict};

/// The scores that a player sees during a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scores {
    pub(crate) own_total: u32,
    /// The banked points of each other player, next player first.
    pub(crate) opponents: Vec<u32>,
}

/// The information available at a decision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a> {
    /// The points of the turn: before the roll at a keep, then including the kept dice.
    pub(crate) turn_points: u32,
    /// The number of dice just rolled, or to roll next: 8 after a Big 8 (EO-10).
    pub(crate) dice: usize,
    pub(crate) scores: &'a Scores,
}

pub(crate) trait PlainPolicy {
    /// The index of the chosen keep; by default all scoring dice.
    fn keep(&self, _view: &View<'_>, _keeps: &[Keep]) -> usize {
        0
    }

    /// Whether to stop and bank; called only if stopping is legal (EO-12).
    fn stop(&self, view: &View<'_>) -> bool;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The player stopped and banked the points.
    Banked,
    Bust,
    /// Eight alike won the game.
    InstantWin,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlainRoll {
    pub(crate) dice: usize,
    /// The dice in the order rolled.
    pub(crate) faces: Vec<u8>,
    /// Whether the roll is a Joker, so that the same dice are rolled again.
    pub(crate) joker: bool,
    /// The dice set aside; `None` for a Joker, a bust or an instant win.
    pub(crate) kept: Option<Keep>,
    pub(crate) stopped: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlainTurn {
    pub(crate) ending: Ending,
    /// The points of the turn: 0 for a bust; an instant win adds 8000 to the points set aside.
    pub(crate) points: u32,
    pub(crate) lost: u32,
    pub(crate) rolls: Vec<PlainRoll>,
}

/// Plays one turn. `next_roll` receives a number of dice and appends that many faces.
pub(crate) fn play_turn(
    rules: &PlainRules,
    scores: &Scores,
    policy: &dyn PlainPolicy,
    next_roll: &mut impl FnMut(usize, &mut Vec<u8>),
) -> PlainTurn {
    let mut dice = DICE;
    let mut points = 0;
    let mut rolls = Vec::new();
    loop {
        let mut faces = Vec::new();
        next_roll(dice, &mut faces);
        assert_eq!(faces.len(), dice, "asked for {dice} dice, got {faces:?}");
        let verdict = rules.verdict(&faces);
        let mut roll = PlainRoll { dice, faces, joker: false, kept: None, stopped: false };
        match verdict {
            Verdict::Bust => {
                rolls.push(roll);
                return PlainTurn { ending: Ending::Bust, points: 0, lost: points, rolls };
            }
            Verdict::Joker => {
                roll.joker = true;
                rolls.push(roll);
            }
            Verdict::InstantWin { points: won } => {
                rolls.push(roll);
                let points = points + won;
                return PlainTurn { ending: Ending::InstantWin, points, lost: 0, rolls };
            }
            Verdict::Keeps(keeps) => {
                let kept = keeps[policy.keep(&View { turn_points: points, dice, scores }, &keeps)];
                roll.kept = Some(kept);
                points += kept.points;
                dice -= kept.dice;
                if dice == 0 {
                    dice = DICE;
                }
                roll.stopped = points >= rules.min_bank
                    && policy.stop(&View { turn_points: points, dice, scores });
                let stopped = roll.stopped;
                rolls.push(roll);
                if stopped {
                    return PlainTurn { ending: Ending::Banked, points, lost: 0, rolls };
                }
            }
        }
    }
}

/// A request for dice in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Throw {
    /// The seat that rolls, from 0.
    pub(crate) seat: usize,
    /// The index of the turn of this seat, from 0.
    pub(crate) turn: u32,
    pub(crate) dice: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlainGame {
    /// The seat that won, from 0; `None` if the game is unfinished.
    pub(crate) winner: Option<usize>,
    /// The final total of each seat; an instant win counts like a bank.
    pub(crate) totals: Vec<u32>,
    pub(crate) turns: Vec<Vec<PlainTurn>>,
}

/// Plays one game: the first seat begins, and the first player to reach the target wins at once
/// (EO-14). The game ends unfinished after `max_turns` turns of each seat.
pub(crate) fn play_game(
    rules: &PlainRules,
    policies: &[&dyn PlainPolicy],
    max_turns: u32,
    next_roll: &mut impl FnMut(Throw, &mut Vec<u8>),
) -> PlainGame {
    let players = policies.len();
    let mut game =
        PlainGame { winner: None, totals: vec![0; players], turns: vec![Vec::new(); players] };
    for turn in 0..max_turns {
        for (seat, policy) in policies.iter().enumerate() {
            let others = (1..players).map(|ahead| game.totals[(seat + ahead) % players]);
            let scores = Scores { own_total: game.totals[seat], opponents: others.collect() };
            let mut roll = |dice, faces: &mut Vec<u8>| next_roll(Throw { seat, turn, dice }, faces);
            let played = play_turn(rules, &scores, *policy, &mut roll);
            let won_at_once = played.ending == Ending::InstantWin;
            game.totals[seat] += played.points;
            game.turns[seat].push(played);
            if won_at_once || game.totals[seat] >= rules.target {
                game.winner = Some(seat);
                return game;
            }
        }
    }
    game
}
