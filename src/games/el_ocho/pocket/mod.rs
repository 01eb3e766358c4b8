//! The page for a phone: during a game, which dice to keep and whether to stop or roll.
//!
//! The page is one self-contained HTML file that works offline. It holds the win probabilities of
//! all pairs of totals, and the rolls in the form the solver reads. From them `pocket.js` solves
//! the turn as the solver does: one sweep, since the value of a bust is known. A policy in the head
//! of the page allows this script and style only, by their hashes; nothing is loaded.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;

use super::card::{command, played};
use super::definition::compile;
use super::solved_policies::{Solutions, played_out};
use crate::diagnostic::Source;
use crate::error::{Error, Result};
use crate::game::RuleSetting;
use crate::games::el_ocho::exact::odds::Rolls;
use crate::games::el_ocho::exact::{Solver, TurnSolution, WinSolution};
use crate::games::el_ocho::turn::Game;
use crate::report::count;
use crate::report::page::source_hash;
use crate::run::{Conditions, Warning};

const STYLE: &str = include_str!("pocket.css");
const SCRIPT: &str = include_str!("pocket.js");

/// The largest target in units: the win probabilities take up a megabyte.
const MAX_TARGET: u32 = 512;

/// The maximum number of steps of all rolls: half a megabyte.
const MAX_STEPS: usize = 1 << 15;

/// The maximum number of steps of the turn with the most points: half a second on a phone, once.
const MAX_SWEEP: usize = 1 << 26;

/// Makes the page.
pub(crate) fn page(
    edition: Option<&Arc<Source>>,
    settings: &[RuleSetting],
    conditions: Conditions<'_>,
) -> Result<(String, Vec<Warning>)> {
    let game = compile(edition, settings)?;
    let solutions = Solutions::new(&game, conditions);
    // These refusals need no win probabilities, which may take minutes.
    check_target(&game)?;
    let turn = solutions.turn()?;
    check_rolls(solutions.solver(), turn)?;
    let win = solutions.win()?;
    played_out(&game, win.given_up)?;
    let page = document(&game, &Data::new(solutions.solver(), turn, win).json());
    let level = game.rules.level_note(settings);
    let level = level.map(|(note, help)| (format!("the page {note}"), Some(help)));
    Ok((page, solutions.warnings().into_iter().chain(level).collect()))
}

fn check_target(game: &Game) -> Result<()> {
    super::card::check_rules(game)?;
    if game.target <= MAX_TARGET {
        return Ok(());
    }
    Err(Error::input_help(
        format!(
            "the page is too small for a target of {} points: it holds totals below {MAX_TARGET} steps \
             of {} points",
            game.rules.target, game.scoring.unit
        ),
        format!(
            "write `--rules target={}` or less: near the end, only the missing points matter",
            game.points(MAX_TARGET)
        ),
    ))
}

fn check_rolls(solver: &Solver, turn: &TurnSolution) -> Result<()> {
    let steps: usize = solver.odds.rolls.iter().map(|rolls| rolls.pruned.len()).sum();
    let refused = |what: &str| {
        Err(Error::input_help(
            format!("the page cannot solve turns of this edition: {what}"),
            "use `advise`, or leave `--page` out for the card",
        ))
    };
    if steps > MAX_STEPS {
        return refused("it has too many different rolls");
    }
    if steps * turn.position.rows as usize > MAX_SWEEP {
        return refused("its turns may be too long");
    }
    Ok(())
}

/// What the script reads, with points in units.
#[derive(Serialize)]
struct Data<'a> {
    /// Points in one unit.
    unit: u32,
    dice: u8,
    sides: u8,
    target: u32,
    /// The fewest units that can be banked, at least 1.
    min_bank: u32,
    /// From this number of units on, stopping is optimal for the most points.
    turn_rows: u32,
    /// The maximum units of one keep.
    most: usize,
    /// See [`crate::games::el_ocho::scoring::Scoring`], as the next eight.
    alike: &'a [Vec<Option<u32>>],
    runs: &'a [u32],
    runs_within: &'a [(u8, u8, u32)],
    patterns: &'a [(Vec<u8>, u32)],
    nothing: &'a [u32],
    keep_all: bool,
    win_points: Option<u32>,
    joker: &'static str,
    joker_face: u8,
    /// By number of dice minus 1.
    rolls: Vec<RollData>,
    /// The win probabilities by own total and opponent's total, in 24 bits each, as base64.
    win: String,
}

#[derive(Serialize)]
struct RollData {
    settled: u64,
    bust: u64,
    wins: u64,
    win_points: u64,
    /// Units, dice left minus 1, depth and weight of each step.
    steps: Vec<(u32, u16, u16, u64)>,
}

impl RollData {
    fn new(rolls: &Rolls) -> Self {
        // Neither objective has use for dominated keeps: stopping has a higher value with more points.
        let steps = rolls.pruned.iter();
        Self {
            settled: rolls.settled,
            bust: rolls.bust,
            wins: rolls.win_weight(),
            win_points: rolls.win_points() as u64,
            steps: steps
                .map(|step| (step.points, step.left, step.depth, step.weight as u64))
                .collect(),
        }
    }
}

impl<'a> Data<'a> {
    fn new(solver: &'a Solver, turn: &TurnSolution, win: &WinSolution) -> Self {
        let game = solver.game();
        let scoring = &game.scoring;
        Self {
            unit: scoring.unit,
            dice: game.dice(),
            sides: game.rules.edition.sides,
            target: game.target,
            min_bank: turn.position.min_bank,
            turn_rows: turn.position.rows,
            most: solver.odds.most,
            alike: &scoring.alike,
            runs: &scoring.runs,
            runs_within: &scoring.runs_within,
            patterns: &scoring.patterns,
            nothing: &scoring.nothing,
            keep_all: scoring.keep_all,
            win_points: scoring.win,
            joker: scoring.joker.name(),
            joker_face: scoring.joker_face,
            rolls: solver.odds.rolls.iter().map(RollData::new).collect(),
            win: packed(win.values()),
        }
    }

    /// The data as JSON that cannot end the element around it.
    fn json(&self) -> String {
        serde_json::to_string(self).expect("numbers and texts").replace('<', "\\u003c")
    }
}

/// Probabilities as 24-bit integers in base64, four characters each. The error of 3e-8 is below
/// what the page shows.
fn packed(shares: &[f64]) -> String {
    let bytes = shares.iter().flat_map(|share| {
        let [_, bytes @ ..] = ((share * f64::from((1 << 24) - 1)).round() as u32).to_be_bytes();
        bytes
    });
    STANDARD.encode(bytes.collect::<Vec<u8>>())
}

fn document(game: &Game, data: &str) -> String {
    let rules = &game.rules;
    let policy = format!(
        "default-src 'none'; style-src {}; script-src {}; base-uri 'none'; form-action 'none'",
        source_hash(STYLE),
        source_hash(SCRIPT)
    );
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (rules.title()) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (rules.edition.title()) }
                    (played(game))
                }
                noscript { p { "This page computes its advice with JavaScript, which is off." } }
                (main(game))
                footer {
                    p {
                        "Exact values for two players: " code { (command(rules, " --page --out pocket.html")) }
                        ", pushluck " (env!("CARGO_PKG_VERSION")) ". This page loads nothing from the network."
                    }
                }
                script type="application/json" id="data" { (PreEscaped(data)) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}

fn main(game: &Game) -> Markup {
    let unit = game.scoring.unit;
    let most = game.points(game.target - 1);
    let points = |id: &str, label: &str| {
        html! {
            label for=(id) { (label) }
            input id=(id) type="number" inputmode="numeric" min="0" step=(unit) value="0";
        }
    };
    html! {
        main {
            section class="totals" aria-label="Totals" {
                div { (points("own", "Your total")) }
                div { (points("opponent", "Opponent's total")) }
            }
            section class="totals" aria-label="This turn" {
                div { (points("turn", "Set aside this turn")) }
                div {
                    label for="left" { "Dice to roll" }
                    select id="left" { @for dice in 1..=game.dice() { option { (dice) } } }
                }
            }
            section aria-labelledby="rolled" {
                h2 id="rolled" { "Tap the dice rolled" }
                div id="faces" class="faces" {
                    @for face in 1..=game.rules.edition.sides {
                        button type="button" class="face" value=(face) aria-label={ "rolled a " (face) } { (face) }
                    }
                }
                div id="tray" class="tray" {}
            }
            section aria-labelledby="advice" {
                h2 id="advice" { "Best choice" }
                p id="answer" aria-live="polite" {}
                div id="ends" class="actions" {
                    button type="button" id="bank" {}
                    button type="button" id="bust" { "Bust" }
                    button type="button" id="undo" { "Undo" }
                }
                ol id="choices" {}
            }
            section class="actions" aria-label="Opponent's turn" {
                div { (points("scored", "Opponent's turn")) }
                button type="button" id="score" { "Opponent scored" }
            }
            fieldset {
                legend { "Advise for" }
                label { input type="radio" name="mode" value="win" checked; "the best chance to win" }
                label { input type="radio" name="mode" value="points"; "the most points this turn" }
            }
            button type="button" id="again" { "New game" }
            p class="small" {
                "Totals are multiples of " (unit) " up to " (count(most as u64))
                ". Values assume optimal decisions afterwards, also of the opponent."
            }
        }
    }
}
