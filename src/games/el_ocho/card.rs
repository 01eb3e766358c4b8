//! The reference card for players: when to stop, which dice to keep, and what changes near the end.
//!
//! The card is one self-contained HTML page without scripts, images or external fonts. It prints on
//! one sheet of A4 or Letter paper in black and white. All numbers come from the exact solutions;
//! `maud` escapes the texts of the edition.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use std::sync::Arc;

use super::best_keeps::{Faces, Keeping, Usual};
use super::definition::compile;
use super::pictures::points;
use super::solved_policies::{Solutions, played_out};
use super::stop_ranges::{Stop, Stretch, stop_condition, stretches};
use crate::diagnostic::Source;
use crate::error::{Error, Result};
use crate::game::RuleSetting;
use crate::games::el_ocho::edition::SHIPPED;
use crate::games::el_ocho::exact::{Position, Side, Solver, TurnSolution, WinSolution};
use crate::games::el_ocho::rules::Rules;
use crate::games::el_ocho::turn::Game;
use crate::report::count;
use crate::run::{Conditions, Warning};

const STYLE: &str = include_str!("card.css");

/// The number of rows of the table of keeps.
const KEEPS: usize = 9;

/// Points that the players of the last table still need: the target divided by these numbers.
const OWN_NEEDS: [u32; 3] = [2, 4, 8];
const OPPONENT_NEEDS: [u32; 5] = [1, 2, 4, 8, 16];

pub(crate) fn page(
    edition: Option<&Arc<Source>>,
    settings: &[RuleSetting],
    conditions: Conditions<'_>,
) -> Result<(String, Vec<Warning>)> {
    let game = compile(edition, settings)?;
    check_rules(&game)?;
    let solutions = Solutions::new(&game, conditions);
    let win = solutions.win()?;
    played_out(&game, win.given_up)?;
    let costs = Costs { alone: alone(&solutions)?, wins: wins(&solutions)? };
    let page = card(solutions.solver(), solutions.turn()?, win, &costs);
    let level = game.rules.level_note(settings);
    let level = level.map(|(note, help)| (format!("the card {note}"), Some(help)));
    Ok((page, solutions.warnings().into_iter().chain(level).collect()))
}

/// The cost of playing every turn for the most points, as the card says.
struct Costs {
    alone: Option<Alone>,
    /// The probability of winning against optimal play, which begins half of the games; `None` if
    /// games may never end.
    wins: Option<f64>,
}

/// Returns [`Costs::wins`].
fn wins(solutions: &Solutions<'_>) -> Result<Option<f64>> {
    let (turn, win, solver) = (solutions.turn_player()?, solutions.win()?, solutions.solver());
    let (one, other, control) = (Side::Player(&turn), Side::Optimal(win), solutions.control());
    let value = solutions.on_threads(|| solver.match_value(one, other, control))?;
    Ok((!value.endless).then_some((value.first + value.second) / 2.0))
}

/// Expected turns to the target without an opponent.
struct Alone {
    /// With the turn that the card describes.
    card: f64,
    /// With optimal play.
    best: f64,
}

/// `None` if turns alone may never reach the target, or are too long to be followed in whole games.
fn alone(solutions: &Solutions<'_>) -> Result<Option<Alone>> {
    let best = match solutions.race() {
        Ok(race) => race.turns[0],
        Err(Error::Interrupted) => return Err(Error::Interrupted),
        Err(_) => return Ok(None),
    };
    let card = solutions.solver().race_value(&solutions.turn_player()?).ok();
    let card = card.map(|value| value.turns[0]).filter(|turns| turns.is_finite());
    Ok(card.map(|card| Alone { card, best }))
}

/// The card of a game as a whole HTML document.
///
/// Thresholds and keeps are from `turn`, which maximizes the points per turn; the table of the end
/// of the game is from `win`, for two players. Both must be solutions of `solver`.
/// Rejects rules that cards and pages do not cover.
pub(super) fn check_rules(game: &Game) -> Result<()> {
    match game.is_plain {
        true => Ok(()),
        false => Err(Error::input_help(
            "cards cover neither an entry nor a penalty, last turns or a limit of the totals",
            "use `solve` and `advise`, or switch these rules off with `--rules`",
        )),
    }
}

fn card(solver: &Solver, turn: &TurnSolution, win: &WinSolution, costs: &Costs) -> String {
    let game = solver.game();
    let rules = &game.rules;
    let title = format!("{}: when to stop", rules.edition.title());
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { (title) ", level " (rules.level().name) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                (played(game))
                (stopping(solver, turn, costs))
                (keeping(game, &Keeping::of(solver, turn)))
                (ending(solver, win))
                footer class="small" {
                    p {
                        "Exact values, computed and not simulated: "
                        code { (command(rules, " --out card.html")) } ", pushluck " (env!("CARGO_PKG_VERSION")) "."
                    }
                }
            }
        }
    };
    page.into_string()
}

pub(super) fn played(game: &Game) -> Markup {
    let rules = &game.rules;
    let changed = rules.changed();
    let others = changed.iter().filter(|setting| !setting.starts_with("level="));
    let others: Vec<&str> = others.map(String::as_str).collect();
    html! {
        p class="rules" {
            b { "Level " (rules.level().name) }
            @if !rules.level().about.is_empty() { ": " (rules.level().about) }
            ". First to " (count(rules.target.into())) " points"
            @if game.min_bank > 0 { "; a turn needs " (count(rules.min_bank.into())) " to be banked" }
            "."
            @if !others.is_empty() { " Changed rules: " (others.join(", ")) "." }
        }
    }
}

fn stopping(solver: &Solver, turn: &TurnSolution, costs: &Costs) -> Markup {
    let game = solver.game();
    let dice = 1..=game.dice();
    let stops: Vec<Option<Stop>> = turn
        .thresholds
        .iter()
        .map(|threshold| stop_condition(game, &turn.position, (*threshold)?))
        .collect();
    let never = stops.contains(&None);
    html! {
        h2 { "Stop or roll" }
        div class="scroll" tabindex="0" role="region" aria-label="Stop or roll" {
            table class="wide" {
                thead {
                    tr { th { "dice left" } @for dice in dice.clone() { th { (dice) } } }
                }
                tbody {
                    tr {
                        th { "stop from" }
                        @for stop in &stops {
                            td class="stop" {
                                @match stop {
                                    Some(Stop::From(units)) => (points(game, *units)),
                                    _ => "never",
                                }
                            }
                        }
                    }
                    tr {
                        th { "the roll" br; "busts" }
                        @for dice in dice { td class="risk" { (risk(solver.bust_odds(dice))) } }
                    }
                }
            }
        }
        p {
            "With fewer points in the turn, roll"
            @if never { "; never: roll until the turn wins" }
            ". "
            @if game.dice() > 1 { "Once all dice have scored, " (game.dice()) " are left. " }
            "Played this way"
            @if game.dice() > 1 { ", with the best keep each time" }
            ", a turn averages " b { (format!("{:.1}", turn.value)) }
            " points and busts in " b { (percent(turn.bust)) } " of all turns."
            @if let Some(Alone { card, best }) = &costs.alone {
                " Without an opponent, it takes " (format!("{card:.2}")) " turns to "
                (count(game.rules.target.into())) " points; the fewest possible are "
                (format!("{best:.2}")) "."
            }
            @if let Some(wins) = costs.wins {
                " Against an opponent who plays optimally, it wins "
                (format!("{:.1} %", 100.0 * wins))
                " of the games if each begins half of them; optimal play itself would win 50 %."
            }
        }
    }
}

fn keeping(game: &Game, keeping: &Keeping) -> Markup {
    let advice = keeping.advice(KEEPS);
    if advice.is_empty() {
        return html! {};
    }
    let rolled: Vec<u8> = (2..=game.dice()).rev().collect();
    let doubtful = advice.iter().flat_map(|(_, cells)| cells.values()).any(|usual| !usual.sure);
    html! {
        h2 { "What to keep" }
        div class="scroll" tabindex="0" role="region" aria-label="What to keep" {
            table {
                thead {
                    tr { th rowspan="2" { "what scores" } th colspan=(rolled.len()) { "dice rolled" } }
                    tr { @for dice in &rolled { th { (dice) } } }
                }
                tbody {
                    @for (scores, cells) in &advice {
                        tr {
                            th { (dice_faces(scores)) }
                            @for dice in &rolled {
                                td {
                                    @if let Some(Usual { kept, sure }) = cells.get(dice) {
                                        @if kept == scores { "all" } @else { (dice_faces(kept)) }
                                        @if !sure { "*" }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        p class="small" {
            "For the most points per turn. Listed are the most frequent rolls in which it is better to \
             roll some scoring dice again; all: keep all scoring dice."
            @if doubtful { " * Usually the best; it depends on the points of the turn." }
            @if let Some(share) = keeping.keeps_all(&advice) {
                " In other rolls, keep all scoring dice: if there is a choice, that is best in "
                (percent(share)) " of all cases."
            }
        }
    }
}

fn ending(solver: &Solver, win: &WinSolution) -> Markup {
    let game = solver.game();
    let needs = |parts: &[u32]| {
        let mut needs: Vec<u32> = parts.iter().map(|part| (game.target / part).max(1)).collect();
        needs.dedup();
        needs
    };
    let (own, opponent) = (needs(&OWN_NEEDS), needs(&OPPONENT_NEEDS));
    let middle = game.dice() / 2;
    let dice: Vec<u8> = (middle.saturating_sub(1)..=middle + 1)
        .filter(|dice| (1..=game.dice()).contains(dice))
        .collect();
    html! {
        h2 { "Near the end, with two players" }
        div class="scroll" tabindex="0" role="region" aria-label="Near the end" {
            table {
                thead {
                    tr {
                        th rowspan="2" { "you need" }
                        th rowspan="2" { "dice left" }
                        th colspan=(opponent.len()) { "stop from, if your opponent needs" }
                    }
                    tr { @for need in &opponent { th { (points(game, *need)) } } }
                }
                @for need in &own {
                    @let totals = opponent.iter().map(|other| (game.target - need, game.target - other));
                    @let positions: Vec<Position> =
                        totals.clone().map(|(own, other)| win.position(own, other)).collect();
                    @let states = solver.turn_states(*need);
                    tbody {
                        @for (index, count) in dice.iter().enumerate() {
                            tr {
                                @if index == 0 {
                                    th rowspan=(dice.len() + 1) { (points(game, *need)) }
                                }
                                th { (count) }
                                @for position in &positions {
                                    td { (stop_from(game, &stretches(position, &states, *need, *count))) }
                                }
                            }
                        }
                        tr class="chance" {
                            td { "chance to win" }
                            @for (own, other) in totals { td { (percent(win.win(own, other))) } }
                        }
                    }
                }
            }
        }
        p class="small" {
            "For the best chance to win. Above a range, roll again: the target is near. "
            b { "win" } ": roll until the turn wins. * There are exceptions. \
             If both play optimally, the player who begins wins "
            (format!("{:.1} %", 100.0 * win.win(0, 0))) " of the games."
        }
    }
}

/// The range in which to stop short of the target: the longest one, with a mark if there are
/// others.
fn stop_from(game: &Game, found: &[Stretch]) -> Markup {
    // Of equally long ranges, the lowest.
    let Some(longest) = found.iter().rev().max_by_key(|stretch| stretch.length) else {
        return html! { b { "win" } };
    };
    html! {
        (points(game, longest.first))
        @if !longest.open && longest.last > longest.first { "–" (points(game, longest.last)) }
        @if found.len() > 1 { "*" }
    }
}

fn dice_faces(faces: &Faces) -> Markup {
    html! { @for face in faces { span class="die" { (face) } } }
}

/// A probability as a percentage: two digits for small values, and no rounding to 0 % or 100 %.
fn percent(share: f64) -> String {
    let places = match share {
        0.0 | 1.0 => 0,
        share if share > 0.9949 => 2,
        share if share > 0.0949 => 0,
        share if share > 0.00949 => 1,
        _ => 2,
    };
    format!("{:.places$} %", 100.0 * share)
}

/// The bust probability of the next roll, as a percentage and as a simple fraction.
fn risk(odds: Option<(u64, u64)>) -> Markup {
    let Some((lost, of)) = odds.filter(|(_, of)| *of > 0) else { return html! {} };
    html! {
        (percent(lost as f64 / of as f64))
        @if lost > 0 && lost < of { br; span class="small" { (fraction(lost, of)) } }
    }
}

/// A fraction with small numbers: exact if possible, else the nearest.
fn fraction(lost: u64, of: u64) -> String {
    let divisor = gcd(lost, of);
    let (lost, of) = (lost / divisor, of / divisor);
    if of <= 20 {
        return format!("{lost} in {of}");
    }
    let share = lost as f64 / of as f64;
    if share < 0.1 {
        return format!("≈ 1 in {}", count((1.0 / share).round() as u64));
    }
    let miss = |parts: &u64| {
        let nearest = (share * *parts as f64).round() / *parts as f64;
        ((nearest - share).abs() * 1e9) as u64
    };
    let parts = (2..=10).min_by_key(miss).unwrap_or(10);
    format!("≈ {} in {parts}", (share * parts as f64).round() as u64)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The command that makes the card, with `options` at its end.
pub(super) fn command(rules: &Rules, options: &str) -> String {
    let mut command = "pushluck card el-ocho".to_owned();
    if rules.edition.source.text != SHIPPED {
        command += &format!(" --edition {}", rules.edition.source.name);
    }
    let changed = rules.changed();
    if !changed.is_empty() {
        command += &format!(" --rules {}", changed.join(","));
    }
    command + options
}
