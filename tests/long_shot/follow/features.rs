//! Features for policies, computed from the referee's position by the definitions of the vocabulary.
use std::collections::BTreeSet;

use crate::long_shot::plain::components::lines;
use crate::long_shot::plain::{Action, Ask, Cell, Referee, Score};

const HORSES: std::ops::RangeInclusive<usize> = 1..=8;

/// A feature of the state; the number of the ability is that of the engine.
pub(crate) fn of_state(referee: &Referee<'_>, ask: &Ask, name: &str, ability: i64) -> i64 {
    let (state, seat) = (&referee.state, ask.seat);
    let sheet = referee.seat(seat);
    let others: Vec<usize> = (0..referee.players()).filter(|other| *other != seat).collect();
    let most = |of: &dyn Fn(usize) -> i64| others.iter().map(|other| of(*other)).max().unwrap_or(0);
    let to_go = |horse: Option<usize>| horse.map_or(0, |horse| to_go(referee, horse));
    let number = |horse: Option<usize>| horse.map_or(0, |horse| horse as i64);
    let unfinished = referee.unfinished();
    let count = |count: usize| count as i64;
    let lines = || lines().into_iter().map(|line| missing(referee, seat, &line));
    match name {
        "own_score" => referee.score(seat).total(),
        "own_money" => sheet.money,
        "own_bets" => sheet.bets.iter().sum(),
        "own_bet_horses" => count(sheet.bets.iter().filter(|bet| **bet > 0).count()),
        "own_horses" => count(sheet.owned.len()),
        "own_wilds" => count(referee.config.wilds - sheet.wilds),
        "own_helmets" => count(sheet.helmets.len()),
        "own_jerseys" => count(sheet.jerseys.len()),
        "own_sets" => count(HORSES.filter(|horse| sheet.has_set(*horse)).count()),
        "own_cells" => count(sheet.cells.len()),
        "own_lines" => count(lines().filter(|missing| *missing == 0).count()),
        "line_missing" => lines().filter(|missing| *missing > 0).min().unwrap_or(0),
        "own_bonuses" => count(sheet.tiles.len()),
        "own_lead" => {
            let own = unfinished.into_iter().filter(|horse| sheet.owned.contains(horse));
            number(referee.lead_of(&own.collect::<Vec<_>>()))
        }
        "own_top_bet" => {
            let best = unfinished.iter().map(|horse| sheet.bet(*horse)).max();
            let best = best.filter(|bet| *bet > 0);
            number(unfinished.into_iter().find(|horse| Some(sheet.bet(*horse)) == best))
        }
        "best_opponent_score" => {
            let scores: Vec<i64> = referee.scores().iter().map(Score::total).collect();
            most(&|other| scores[other])
        }
        "score_difference" => {
            let scores: Vec<i64> = referee.scores().iter().map(Score::total).collect();
            scores[seat] - most(&|other| scores[other])
        }
        "most_opponent_money" => most(&|other| referee.seat(other).money),
        "most_opponent_horses" => most(&|other| referee.seat(other).owned.len() as i64),
        "players" => count(referee.players()),
        "turns_to_come" => {
            let gone = (state.turn + referee.players() - state.active) % referee.players();
            count(referee.players() - 1 - gone)
        }
        "active" => i64::from(seat == state.active),
        "round" => state.round.into(),
        "finishers" => count(state.finishers.len()),
        "last_round" => i64::from(state.finishers.len() == 3),
        "rolled" => count(state.rolled),
        "movement" => count(state.movement),
        "lead" => number(referee.lead_of(&unfinished)),
        "lead_to_go" => to_go(referee.lead_of(&unfinished)),
        "last" => number(referee.last_of(&unfinished)),
        "last_to_go" => to_go(referee.last_of(&unfinished)),
        "market" => count(referee.for_sale().len()),
        "cheapest" => {
            let costs = referee.for_sale().into_iter().map(|horse| referee.cost(horse));
            costs.min().unwrap_or(0)
        }
        "best_free" => {
            let free = referee.for_sale().into_iter();
            free.min_by_key(|horse| (rounds(referee, *horse), *horse))
                .map_or(0, |horse| horse as i64)
        }
        "rounds_left" => {
            let mut all: Vec<i64> = HORSES.map(|horse| rounds(referee, horse)).collect();
            all.sort_unstable();
            all[2]
        }
        "stuck" => i64::from(ask.point == "action" && referee.is_stuck(seat)),
        "card" => number(ask.about.card),
        "spaces" => ask.about.spaces,
        "left" => count(ask.about.left),
        "dollars" => ask.about.dollars,
        "ability" => ability,
        "subject" => number(ask.about.subject),
        other => panic!("no feature {other}"),
    }
}

pub(crate) fn of_action(referee: &Referee<'_>, ask: &Ask, action: Action, name: &str) -> i64 {
    let (state, seat) = (&referee.state, ask.seat);
    let (sheet, box_) = (referee.seat(seat), &referee.config.components);
    let Action { kind, number, .. } = action;
    let cell = (kind == "concession").then_some(number);
    let horse = match cell {
        Some(cell) => Some(box_.in_cell(cell)),
        None => (number > 0).then_some(number),
    };
    if let Some(of) = name.strip_prefix("horse_") {
        return horse.map_or(0, |horse| of_horse(referee, seat, horse, of));
    }
    match name {
        "horse" => horse.unwrap_or(0) as i64,
        "cell" => cell.unwrap_or(0) as i64,
        "cost" => match kind {
            "bet" | "bet_and_move" => referee.price_of_bet(seat, number, action.dollars),
            "buy" if ask.point == "half_price" => (referee.cost(number) + 1) / 2,
            "buy" => referee.cost(number),
            _ => 0,
        },
        "stake" => action.dollars,
        "wild" => action.wild.into(),
        "completes_set" => {
            let helmet = kind == "helmet" || ask.point == "helmet";
            let jersey = kind == "jersey" || ask.point == "jersey";
            let has = |set: &BTreeSet<usize>| horse.is_some_and(|horse| set.contains(&horse));
            i64::from(helmet && has(&sheet.jerseys) || jersey && has(&sheet.helmets))
        }
        "lines" => {
            let completed = |cell: Cell| {
                let lines = lines().into_iter().filter(|line| line.contains(&cell));
                lines.filter(|line| missing(referee, seat, line) == 1).count() as i64
            };
            cell.map_or(0, completed)
        }
        "row_missing" | "column_missing" => {
            let all = lines();
            let of = if name == "row_missing" { &all[..4] } else { &all[4..] };
            let left = |cell: Cell| {
                let line = of.iter().find(|line| line.contains(&cell)).expect("a line");
                missing(referee, seat, line) - 1
            };
            cell.map_or(4, left)
        }
        "number_left" => {
            let same = |cell: Cell| {
                let unmarked = referee.unmarked_cells(seat).into_iter();
                unmarked.filter(|other| box_.in_cell(*other) == box_.in_cell(cell)).count() as i64
                    - 1
            };
            cell.map_or(0, same)
        }
        "moved" => horse.map_or(0, |horse| {
            let from = state.positions[horse - 1] as i64;
            (from + ask.about.spaces).clamp(0, box_.spaces as i64) - from
        }),
        "number" => box_.tiles(kind).number,
        other => panic!("no feature {other}"),
    }
}

fn missing(referee: &Referee<'_>, seat: usize, line: &[Cell]) -> i64 {
    line.iter().filter(|cell| !referee.seat(seat).cells.contains(cell)).count() as i64
}

fn to_go(referee: &Referee<'_>, horse: usize) -> i64 {
    (referee.config.components.spaces + 1 - referee.position(horse)) as i64
}

/// The expected spaces of a horse per round, by dice and boxes, in thousandths rounded down: the spaces of
/// all rolls of both dice, divided by their number.
fn speed(referee: &Referee<'_>, horse: usize) -> i64 {
    if referee.has_finished(horse) {
        return 0;
    }
    let box_ = &referee.config.components;
    let mut spaces = 0;
    for face in &box_.horse_die {
        for movement in &box_.movement_die {
            spaces += if *face == horse { *movement } else { 0 };
            spaces += usize::from(referee.state.boxes[face - 1].contains(&horse));
        }
    }
    (1000 * spaces / (box_.horse_die.len() * box_.movement_die.len())) as i64
}

/// The spaces left of a horse divided by its speed, in thousandths of a round.
fn rounds(referee: &Referee<'_>, horse: usize) -> i64 {
    match speed(referee, horse) {
        _ if referee.has_finished(horse) => 0,
        0 => 1_000_000_000,
        speed => 1_000_000 * to_go(referee, horse) / speed,
    }
}

fn of_horse(referee: &Referee<'_>, seat: usize, horse: usize, name: &str) -> i64 {
    let (state, sheet) = (&referee.state, referee.seat(seat));
    let box_ = &referee.config.components;
    match name {
        "position" => referee.position(horse) as i64,
        "to_go" => to_go(referee, horse),
        "standing" => match referee.place(horse) {
            Some(place) => place as i64,
            None => {
                let ahead =
                    HORSES.filter(|other| referee.position(*other) > referee.position(horse));
                ahead.count() as i64 + 1
            }
        },
        "speed" => speed(referee, horse),
        "rounds" => rounds(referee, horse),
        "odds" => box_.number(horse).odds[0] + referee.raised_odds(seat, horse),
        "past_line" => i64::from(referee.position(horse) > box_.no_bet),
        "finished" => referee.has_finished(horse).into(),
        "owner" => referee
            .owner(horse)
            .map_or(0, |owner| ((owner + referee.players() - seat) % referee.players() + 1) as i64),
        "cost" => referee.cost(horse),
        "own_bet" => sheet.bet(horse),
        "others_bets" => {
            let others = (0..referee.players()).filter(|other| *other != seat);
            others.map(|other| referee.seat(other).bet(horse)).sum()
        }
        "marks" => state.boxes.iter().filter(|boxes| boxes.contains(&horse)).count() as i64,
        "card_marks" => state.boxes[horse - 1].len() as i64,
        "helmet" => sheet.helmets.contains(&horse).into(),
        "jersey" => sheet.jerseys.contains(&horse).into(),
        other => panic!("no feature horse_{other}"),
    }
}
