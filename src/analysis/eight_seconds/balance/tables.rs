//! From counted bets to tables, the screen and charts.

use super::Balance;
use super::count::{BalanceTally, Kind, Money, Seen, Sight};
use crate::analysis::ranking::interval_note;
use crate::analysis::{Block, Findings};
use crate::games::eight_seconds::edition::{Payoff, Vegas};
use crate::games::eight_seconds::event::Outcome;
use crate::games::eight_seconds::state::Bet;
use crate::games::eight_seconds::vocabulary::VOCABULARY;
use crate::report::plot::{Bar, BarChart};
use crate::report::schema::estimate_cells;
use crate::report::{Align, Cell, Grid, Key, Schema, Table, Unit, count, estimate};
use crate::stats::{Estimate, Level, Ratio, wilson};

/// How turns end, and by what was visible.
const OUTCOMES: Schema = Schema {
    name: "balance_outcomes",
    about: "How turns end under each Rider, in all and by what the gamblers saw.",
    columns: &[
        "situation",
        "outcome",
        "turns",
        "count",
        "share",
        "std_error",
        "ci_low",
        "ci_high",
        "confidence",
        "method",
    ],
};

/// What bets pay.
const PAYOUTS: Schema = Schema {
    name: "payout_balance",
    about: "What each bet wins, pays and is worth for a dollar staked.",
    columns: &[
        "bet",
        "phase",
        "bets",
        "won",
        "lost",
        "pushed",
        "void",
        "win_share",
        "mean_payoff",
        "fair_payoff",
        "rider_gains",
        "edge",
        "std_error",
        "ci_low",
        "ci_high",
        "confidence",
        "method",
    ],
};

/// Which payoffs would be fair.
const FAIR: Schema = Schema {
    name: "fair_payouts",
    about: "The payoffs in whole dollars nearest to the edge asked for, and the edge under them.",
    columns: &[
        "bet",
        "payoff",
        "now",
        "fair",
        "edge_now",
        "edge_fair",
        "std_error",
        "ci_low",
        "ci_high",
        "confidence",
        "method",
    ],
};

/// What seeing is worth.
const GAMBLERS: Schema = Schema {
    name: "gamblers",
    about: "What a first bet is worth to gamblers who see more or less.",
    columns: &[
        "gambler",
        "staked",
        "value",
        "std_error",
        "ci_low",
        "ci_high",
        "confidence",
        "method",
    ],
};

/// What betting does to money.
const MONEY: Schema = Schema {
    name: "money",
    about: "What each player's money grew by in a game, in dollars.",
    columns: &["games", "dollars", "std_error", "ci_low", "ci_high", "confidence", "method"],
};

/// The tables of `balance`, as (name, what it holds).
pub(in super::super) const TABLES: [(&str, &str); 5] = [
    (OUTCOMES.name, OUTCOMES.about),
    (PAYOUTS.name, PAYOUTS.about),
    (FAIR.name, FAIR.about),
    (GAMBLERS.name, GAMBLERS.about),
    (MONEY.name, MONEY.about),
];

/// The names of the tables of a measurement, in their order.
pub(super) fn names(balance: &Balance) -> Vec<&'static str> {
    let mut names = vec![OUTCOMES.name, PAYOUTS.name];
    names.extend(balance.spec.fair.map(|_| FAIR.name));
    names.push(if balance.turns() { GAMBLERS.name } else { MONEY.name });
    names
}

/// What was measured with one number of players.
pub(super) struct Measured {
    pub(super) players: usize,
    pub(super) now: BalanceTally,
    /// The payoffs that would be fair, and what was measured under them.
    pub(super) fair: Option<(Vegas, BalanceTally)>,
}

/// The name of an outcome that is bet on, for people.
fn bet_words(bet: Bet) -> &'static str {
    match bet {
        Bet::BuckedOff => "Bucked Off",
        Bet::Dismount => "Dismount",
        Bet::Ride => "Ride a Bull",
        Bet::DoubleDown => "Double Down",
    }
}

fn kind_words(kind: Kind) -> &'static str {
    match kind {
        Kind::First => "before the first roll",
        Kind::Second => "before the second roll",
        Kind::Double => "Double Down",
    }
}

/// The gamblers' net loss for a dollar staked.
fn edge(net: &Ratio, level: Level) -> Option<Estimate> {
    let gain = net.mean(level)?;
    Some(Estimate {
        value: -gain.value,
        low: gain.high.map(|high| -high),
        high: gain.low.map(|low| -low),
        ..gain
    })
}

/// The payoff at which gains and losses of such bets cancel: on average over the bets that won.
fn fair_payoff(money: &Money) -> Option<f64> {
    let (net, won) = (money.net.total() as f64, money.won as f64);
    (won > 0.0).then(|| money.paid as f64 / won - net / won)
}

fn situation(sight: &Sight) -> String {
    match sight {
        Sight::LineUp(points) => {
            let points: Vec<String> = points.iter().map(u8::to_string).collect();
            format!("line_up={}", points.join("+"))
        }
        Sight::FirstRoll { clowns, ride } => format!("first_roll clowns={clowns} ride={ride}"),
    }
}

/// All bets of one sort over all policies.
fn over_policies(tally: &BalanceTally, bet: usize, kind: Kind) -> Money {
    tally.all[bet][kind as usize]
}

/// What first bets were worth to one who always bets alike, and to one who bets by the line-up: what
/// was best in turns of even number is tried in those of odd number, and the other way round.
fn gamblers<'a>(seen: impl Iterator<Item = &'a Seen> + Clone) -> (Ratio, Ratio) {
    let value = |ratio: &Ratio| match ratio.n() {
        0 => f64::NEG_INFINITY,
        n => ratio.total() as f64 / n as f64,
    };
    let best = |ratios: &[Ratio; 3]| {
        (0..3).max_by(|a, b| value(&ratios[*a]).total_cmp(&value(&ratios[*b]))).unwrap_or(0)
    };
    let (mut blind, mut informed) = (Ratio::default(), Ratio::default());
    for parity in 0..2 {
        let mut all = [Ratio::default(); 3];
        for seen in seen.clone() {
            for (into, from) in all.iter_mut().zip(seen.first[parity]) {
                *into += from;
            }
        }
        let of_all = best(&all);
        for seen in seen.clone() {
            let (learnt, tried) = (&seen.first[parity], &seen.first[1 - parity]);
            blind += tried[of_all];
            informed += tried[best(learnt)];
        }
    }
    (blind, informed)
}

/// Fills the tables.
pub(super) fn findings(balance: &Balance, measured: &[Measured]) -> Findings {
    let level = balance.spec.level;
    let mut outcomes = Table::new(&OUTCOMES);
    let mut payouts = Table::new(&PAYOUTS);
    let mut fair = Table::new(&FAIR);
    let mut of_gamblers = Table::new(&GAMBLERS);
    let mut of_money = Table::new(&MONEY);
    let mut screen = Vec::new();
    let mut pictures = Vec::new();
    for Measured { players, now, fair: then } in measured {
        let key = |policy: Option<usize>| Key {
            game: VOCABULARY.game.to_owned(),
            rules: balance.rules.changed().join(";"),
            players: *players as u32,
            policy: policy.map_or("all", |policy| &balance.policies[policy].label).to_owned(),
            opponents: if balance.turns() { "probes" } else { "all" }.to_owned(),
            seat: None,
        };
        let sorts = || Bet::OUTCOMES.into_iter().flat_map(|bet| Kind::ALL.map(|kind| (bet, kind)));
        for policy in 0..balance.policies.len() {
            let key = key(Some(policy));
            outcome_rows(&mut outcomes, &key, "all", &now.outcomes[policy], level);
            for (sight, seen) in &now.seen[policy] {
                outcome_rows(&mut outcomes, &key, &situation(sight), &seen.outcomes, level);
            }
            for (bet, kind) in sorts() {
                let money = &now.bets[policy][bet as usize - 1][kind as usize];
                payouts.push(payout_row(balance, &key, bet, kind, money));
            }
            if balance.turns() {
                let line_ups =
                    now.seen[policy].iter().filter(|(sight, _)| matches!(sight, Sight::LineUp(_)));
                let (blind, informed) = gamblers(line_ups.map(|(_, seen)| seen));
                for (gambler, ratio) in [("blind", blind), ("by the line-up", informed)] {
                    let value = ratio.mean(level);
                    let head = [gambler.into(), (ratio.n() as u64).into()];
                    let cells = head.into_iter().chain(estimate_cells(value.as_ref()));
                    of_gamblers.push(key.row(cells));
                }
            } else {
                let dollars = now.money[policy].mean(level);
                let head = [(now.money[policy].n() as u64).into()];
                of_money.push(key.row(head.into_iter().chain(estimate_cells(dollars.as_ref()))));
            }
        }
        for (bet, kind) in sorts() {
            let all = over_policies(now, bet as usize - 1, kind);
            payouts.push(payout_row(balance, &key(None), bet, kind, &all));
        }
        screen.extend(payout_blocks(balance, *players, now));
        pictures.push((chart_name(balance, *players), chart(balance, *players, now)));
        if let Some((vegas, then)) = then {
            fair_rows(&mut fair, balance, &key(None), *vegas, now, then);
            screen.extend(fair_blocks(balance, *vegas, now, then));
        }
        if balance.turns() {
            let line_ups = now.seen.iter().flat_map(|seen| {
                seen.iter().filter(|(sight, _)| matches!(sight, Sight::LineUp(_)))
            });
            let (blind, informed) = gamblers(line_ups.map(|(_, seen)| seen));
            let show = |ratio: Ratio| {
                let percent = ratio.mean(level);
                percent.map_or_else(String::new, |value| estimate(&value, Unit::Percent))
            };
            let knows = match balance.policies.len() {
                1 => "the Bulls that lie there",
                _ => "the Rider and the Bulls that lie there",
            };
            screen.push(Block::Note(format!(
                "For a dollar staked before the first roll, whoever always bets alike gains {} at \
                 best, and whoever bets by {knows} {}.",
                show(blind),
                show(informed)
            )));
        }
    }
    let units = if balance.turns() { "turns" } else { "games" };
    screen.push(Block::Note(interval_note(level, units)));
    let wanted = names(balance);
    let all = [outcomes, payouts, fair, of_gamblers, of_money];
    Findings {
        tables: all.into_iter().filter(|table| wanted.contains(&table.name())).collect(),
        pictures,
        screen,
        warnings: Vec::new(),
    }
}

fn outcome_rows(table: &mut Table, key: &Key, situation: &str, counts: &[u64; 5], level: Level) {
    let turns: u64 = counts.iter().sum();
    for (outcome, number) in Outcome::ALL.iter().zip(counts) {
        let share = wilson(*number, turns, level);
        let head = [situation.into(), outcome.name().into(), turns.into(), (*number).into()];
        table.push(key.row(head.into_iter().chain(estimate_cells(share.as_ref()))));
    }
}

fn payout_row(balance: &Balance, key: &Key, bet: Bet, kind: Kind, money: &Money) -> Vec<Cell> {
    let bets = money.bets();
    let share = (bets > 0).then(|| money.won as f64 / bets as f64);
    let paid = (money.won > 0).then(|| money.paid as f64 / money.won as f64);
    // The Rider gets the stakes of right Ride bets (ES-73).
    let stakes = if kind == Kind::Double { 2 } else { 1 } * balance.rules.edition.vegas.stake;
    let rider = share.filter(|_| bet == Bet::Ride).map(|share| share * stakes as f64);
    let head: [Cell; 11] = [
        bet.name().into(),
        kind.name().into(),
        bets.into(),
        money.won.into(),
        money.lost.into(),
        money.pushed.into(),
        money.void.into(),
        share.into(),
        paid.into(),
        fair_payoff(money).into(),
        rider.into(),
    ];
    let edge = edge(&money.net, balance.spec.level);
    key.row(head.into_iter().chain(estimate_cells(edge.as_ref())))
}

/// What is measured, in one line.
fn heading(balance: &Balance, players: usize) -> String {
    let names = [balance.rules.edition.title()].into_iter().chain(balance.rules.changed());
    let names = names.collect::<Vec<_>>().join(", ");
    match balance.turns() {
        true => format!("{names}: {} turns of each Rider", count(balance.count)),
        false => {
            let games = balance.count * balance.policies.len() as u64;
            format!("{names}: {} games of {players} players", count(games))
        }
    }
}

fn payout_blocks(balance: &Balance, players: usize, now: &BalanceTally) -> Vec<Block> {
    let level = balance.spec.level;
    let mut grid = Grid::new(&[
        ("bet", Align::Left),
        ("laid", Align::Left),
        ("wins", Align::Right),
        ("pays", Align::Right),
        ("fair", Align::Right),
        ("edge of the bank", Align::Right),
    ]);
    for (place, bet) in Bet::OUTCOMES.into_iter().enumerate() {
        for kind in Kind::ALL {
            let money = over_policies(now, place, kind);
            let bets = money.bets();
            if bets == 0 {
                continue;
            }
            let won = money.won as f64;
            let dollars =
                |value: Option<f64>| value.map_or_else(String::new, |value| format!("${value:.2}"));
            let edge = edge(&money.net, level);
            grid.push([
                bet_words(bet).to_owned(),
                kind_words(kind).to_owned(),
                format!("{:.2} %", 100.0 * won / bets as f64),
                dollars((won > 0.0).then(|| money.paid as f64 / won)),
                dollars(fair_payoff(&money)),
                edge.map_or_else(String::new, |edge| estimate(&edge, Unit::Percent)),
            ]);
        }
    }
    vec![
        Block::Title(heading(balance, players)),
        Block::Grid(grid),
        Block::Note(
            "pays, fair: dollars for a bet that is right, on average, and what would cancel gains \
             and losses; edge: what the gamblers lose for a dollar staked (below 0 they gain)."
                .to_owned(),
        ),
    ]
}

fn chart_name(balance: &Balance, players: usize) -> String {
    match balance.turns() {
        true => "payout_balance.svg".to_owned(),
        false => format!("payout_balance_{players}.svg"),
    }
}

fn chart(balance: &Balance, players: usize, now: &BalanceTally) -> Vec<u8> {
    let level = balance.spec.level;
    let bar = |place: usize, kind: Kind| {
        let edge = edge(&over_policies(now, place, kind).net, level)?;
        let interval = edge.low.zip(edge.high);
        Some(Bar { value: edge.value, interval })
    };
    let group =
        |kind: Kind| (kind_words(kind).to_owned(), (0..3).map(|place| bar(place, kind)).collect());
    let chart = BarChart {
        title: heading(balance, players),
        notes: vec!["Above 0 the bank gains, below it the gamblers.".to_owned()],
        unit: "edge of the bank, dollars for a dollar staked".to_owned(),
        labels: Bet::OUTCOMES.map(|bet| bet_words(bet).to_owned()).to_vec(),
        groups: Kind::ALL.map(group).to_vec(),
    };
    chart.svg().into_bytes()
}

/// A payoff now and then, and the edges.
struct Compared {
    bet: Bet,
    double: bool,
    /// Dollars now and then.
    payoffs: [i64; 2],
    edges: [Option<Estimate>; 2],
}

/// The payoffs of each outcome, of plain bets and of Double Downs.
fn compared(
    balance: &Balance,
    vegas: Vegas,
    now: &BalanceTally,
    then: &BalanceTally,
) -> Vec<Compared> {
    let level = balance.spec.level;
    let of = |vegas: &Vegas| [vegas.bucked_off, vegas.dismount, vegas.ride];
    let (before, after) = (of(&balance.rules.edition.vegas), of(&vegas));
    let mut rows = Vec::new();
    for (place, bet) in Bet::OUTCOMES.into_iter().enumerate() {
        let edge_of = |tally: &BalanceTally, kinds: &[Kind]| {
            let mut net = Ratio::default();
            for kind in kinds {
                net += over_policies(tally, place, *kind).net;
            }
            edge(&net, level)
        };
        let (was, is): (Payoff, Payoff) = (before[place], after[place]);
        let sorts: [(bool, &[Kind], [i64; 2]); 2] = [
            (false, &[Kind::First, Kind::Second], [was.single, is.single]),
            (true, &[Kind::Double], [was.double, is.double]),
        ];
        for (double, kinds, payoffs) in sorts {
            let edges = [edge_of(now, kinds), edge_of(then, kinds)];
            rows.push(Compared { bet, double, payoffs, edges });
        }
    }
    rows
}

fn fair_rows(
    table: &mut Table,
    balance: &Balance,
    key: &Key,
    vegas: Vegas,
    now: &BalanceTally,
    then: &BalanceTally,
) {
    for Compared { bet, double, payoffs, edges } in compared(balance, vegas, now, then) {
        let head: [Cell; 5] = [
            bet.name().into(),
            if double { "double_down" } else { "single" }.into(),
            payoffs[0].into(),
            payoffs[1].into(),
            edges[0].map(|edge| edge.value).into(),
        ];
        table.push(key.row(head.into_iter().chain(estimate_cells(edges[1].as_ref()))));
    }
}

fn fair_blocks(
    balance: &Balance,
    vegas: Vegas,
    now: &BalanceTally,
    then: &BalanceTally,
) -> Vec<Block> {
    let mut grid = Grid::new(&[
        ("bet", Align::Left),
        ("payoff", Align::Left),
        ("now", Align::Right),
        ("fairer", Align::Right),
        ("edge now", Align::Right),
        ("edge then", Align::Right),
    ]);
    for Compared { bet, double, payoffs, edges } in compared(balance, vegas, now, then) {
        let [before, after] =
            edges.map(|edge| edge.map_or_else(String::new, |edge| estimate(&edge, Unit::Percent)));
        grid.push([
            bet_words(bet).to_owned(),
            if double { "Double Down, constant" } else { "plain bet" }.to_owned(),
            format!("${}", payoffs[0]),
            format!("${}", payoffs[1]),
            before,
            after,
        ]);
    }
    let edge = 100.0 * balance.spec.fair.unwrap_or(0.0);
    vec![
        Block::Title(format!("Payoffs in whole dollars nearest to an edge of {edge} %")),
        Block::Grid(grid),
        Block::Note("\"edge then\" was played anew under the payoffs beside it.".to_owned()),
    ]
}
