//! From counted bets to tables.

use super::bets::{CLASSES, Phase, Sight};
use super::count::{Account, Counted, FLOWS, Kind, Seen};
use super::fair::Fair;
use super::{Balance, Measured, pictures, screen};
use crate::experiment::Findings;
use crate::game::contract::WIN;
use crate::games::eight_seconds::event::Outcome;
use crate::games::eight_seconds::rules::Rules;
use crate::games::eight_seconds::vocabulary::VOCABULARY;
use crate::report::schema::estimate_cells;
use crate::report::{Cell, Key, Schema, Table};
use crate::stats::{Level, Ratio, wilson};

/// What bets pay.
const PAYOUTS: Schema = Schema {
    name: "payout_balance",
    about: "What each bet wins, pays and is worth to the bettor, by riding policy and over the mix.",
    columns: &[
        "tokens",
        "bet",
        "phase",
        "stake",
        "bets",
        "staked",
        "won",
        "pushed",
        "lost",
        "mean_payout",
        "break_even_payout",
        "rtp",
        "house_edge",
        "expected_value",
        "std_error",
        "ci_low",
        "ci_high",
        "confidence",
        "method",
    ],
};

/// Who gains and who loses.
const ACCOUNTS: Schema = Schema {
    name: "bet_accounts",
    about: "What bettor, bank and Rider gain by each bet; the three add up to nothing.",
    columns: &[
        "tokens",
        "bet",
        "phase",
        "account",
        "staked",
        "dollars",
        "per_dollar",
        "std_error",
        "ci_low",
        "ci_high",
        "confidence",
        "method",
    ],
};

/// How turns end.
const OUTCOMES: Schema = Schema {
    name: "balance_outcomes",
    about: "How turns end under each riding policy: in all, by tokens, and by what bettors see.",
    columns: &[
        "tokens",
        "line_up",
        "clowns",
        "ride",
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

/// Which payouts would be fair.
const FAIR: Schema = Schema {
    name: "fair_payouts",
    about: "What bettors lose under the payouts in whole dollars next to a fair one.",
    columns: &[
        "bet",
        "payoff",
        "now",
        "exact",
        "payout",
        "loss",
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
    about: "What a first bet is worth by rules learnt from half of the turns and tried in the other.",
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

/// What betting does to money and wins.
const MONEY: Schema = Schema {
    name: "money",
    about: "What each betting strategy takes home in whole games, in dollars and in wins.",
    columns: &[
        "bettor",
        "figure",
        "games",
        "value",
        "std_error",
        "ci_low",
        "ci_high",
        "confidence",
        "method",
    ],
};

/// Where the money goes.
const GAME_ACCOUNTS: Schema = Schema {
    name: "game_accounts",
    about: "Where the money of whole games with bettors goes; the accounts add up to nothing.",
    columns: &[
        "account",
        "games",
        "dollars",
        "dollars_per_game",
        "std_error",
        "ci_low",
        "ci_high",
        "confidence",
        "method",
    ],
};

/// The tables of `balance`, as (name, what it holds).
pub(in super::super) const TABLES: [(&str, &str); 7] = [
    (OUTCOMES.name, OUTCOMES.about),
    (PAYOUTS.name, PAYOUTS.about),
    (ACCOUNTS.name, ACCOUNTS.about),
    (FAIR.name, FAIR.about),
    (GAMBLERS.name, GAMBLERS.about),
    (MONEY.name, MONEY.about),
    (GAME_ACCOUNTS.name, GAME_ACCOUNTS.about),
];

/// The names of the tables of a measurement, in their order.
pub(super) fn names(balance: &Balance) -> Vec<&'static str> {
    let mut names = Vec::new();
    if balance.beside() {
        names.extend([PAYOUTS.name, ACCOUNTS.name, OUTCOMES.name]);
    }
    names.extend(balance.args.fair.map(|_| FAIR.name));
    if balance.turns() {
        names.push(GAMBLERS.name);
    } else {
        names.extend([MONEY.name, GAME_ACCOUNTS.name]);
    }
    names
}

/// The name of the mix among policies.
const MIX: &str = "mix";

/// Tokens at the start of the turns of a class: none for all of them.
pub(super) fn tokens(class: usize) -> Option<&'static str> {
    [None, Some("0"), Some("1"), Some("2"), Some("3+")][class]
}

impl Balance {
    fn key(&self, rules: &Rules, policy: &str) -> Key {
        Key {
            game: VOCABULARY.game.to_owned(),
            rules: rules.changed().join(";"),
            players: self.players as u32,
            policy: policy.to_owned(),
            opponents: String::new(),
            seat: None,
        }
    }

    /// The label and what was counted of each policy, and of the mix where there is one.
    pub(super) fn rows<'a>(
        &'a self,
        tally: &'a super::BalanceTally,
    ) -> impl Iterator<Item = (&'a str, &'a Counted)> {
        let policies = self.policies.iter().map(|policy| policy.label.as_str());
        let mix = (self.policies.len() > 1).then_some((MIX, &tally.mix));
        policies.zip(&tally.policies).chain(mix)
    }

    /// The kinds of bets there are.
    pub(super) fn kinds(&self) -> impl Iterator<Item = Kind> + use<> {
        Kind::all(self.rules[0].edition.vegas.stake)
    }
}

/// Fills the tables.
pub(super) fn findings(balance: &Balance, measured: &Measured<'_>) -> Findings {
    let level = balance.level;
    let mut payouts = Table::new(&PAYOUTS);
    let mut accounts = Table::new(&ACCOUNTS);
    let mut outcomes = Table::new(&OUTCOMES);
    let mut gamblers = Table::new(&GAMBLERS);
    for (rules, tally) in &measured.beside {
        for (label, counted) in balance.rows(tally) {
            let key = balance.key(rules, label);
            for class in (0..CLASSES).filter(|class| has_turns(counted, *class)) {
                bet_rows(&mut payouts, &mut accounts, balance, &key, counted, class);
                let situation = [tokens(class).into(), Cell::Empty, Cell::Empty, Cell::Empty];
                for (outcome, ended) in Outcome::ALL.iter().zip(&counted.outcomes[class]) {
                    outcome_row(&mut outcomes, &key, situation.clone(), *outcome, ended, level);
                }
            }
            for (sight, seen) in &counted.seen {
                let turns: u64 = seen.outcomes.iter().sum();
                for (outcome, count) in Outcome::ALL.iter().zip(seen.outcomes) {
                    let share = wilson(count, turns, level);
                    let head = situation(sight).into_iter().chain([outcome.name().into()]);
                    let numbers = [Cell::from(turns), Cell::from(count)];
                    let cells = head.chain(numbers).chain(estimate_cells(share.as_ref()));
                    outcomes.push(key.row(cells));
                }
            }
            if balance.turns() && !counted.seen.is_empty() {
                for (gambler, value) in learnt(counted.seen.iter()) {
                    let head = [gambler.into(), (value.n() as u64).into()];
                    let cells = estimate_cells(value.mean(level).as_ref());
                    gamblers.push(key.row(head.into_iter().chain(cells)));
                }
            }
        }
    }
    let mut fair = Table::new(&FAIR);
    if let Some((rules, tally)) = measured.beside.first()
        && balance.args.fair.is_some()
    {
        for of in Fair::all(balance, tally) {
            for (label, counted) in balance.rows(tally) {
                let key = balance.key(rules, label);
                let mut dollars = vec![of.now];
                dollars.extend(of.candidates);
                dollars.dedup();
                for payout in dollars {
                    let double = of.kind.phase == Phase::Double;
                    let head: [Cell; 5] = [
                        of.kind.bet.name().into(),
                        if double { "double_down" } else { "single" }.into(),
                        of.now.into(),
                        of.exact(balance, counted).into(),
                        payout.into(),
                    ];
                    let loss = of.loss(balance, counted, payout);
                    fair.push(key.row(head.into_iter().chain(estimate_cells(loss.as_ref()))));
                }
            }
        }
    }
    let mut money = Table::new(&MONEY);
    let mut flows = Table::new(&GAME_ACCOUNTS);
    if let Some(tally) = &measured.takings {
        for (label, counted) in balance.rows(tally) {
            let key = balance.key(&balance.rules[0], label);
            takings_rows(&mut money, &mut flows, balance, &key, counted);
        }
    }
    let wanted = names(balance);
    let all = [payouts, accounts, outcomes, fair, gamblers, money, flows];
    Findings {
        tables: all.into_iter().filter(|table| wanted.contains(&table.name())).collect(),
        pictures: pictures::pictures(balance, measured),
        screen: screen::screen(balance, measured),
        warnings: Vec::new(),
        stopped: measured.stopped,
        concluded: Vec::new(),
    }
}

/// Whether there were turns with so many tokens.
pub(super) fn has_turns(counted: &Counted, class: usize) -> bool {
    counted.outcomes[class][0].n() > 0
}

/// What the bets of one class of turns came to.
fn bet_rows(
    payouts: &mut Table,
    accounts: &mut Table,
    balance: &Balance,
    key: &Key,
    counted: &Counted,
    class: usize,
) {
    let level = balance.level;
    for kind in balance.kinds() {
        let money = kind.of(&counted.bets[class]);
        if money.bets == 0 {
            continue;
        }
        let what = || [tokens(class).into(), kind.bet.name().into(), kind.phase.name().into()];
        let won = (money.won > 0).then_some(money.won as f64);
        let staked = money.staked as f64;
        // What right bets have to bring so that they make up for those that are lost.
        let due = (money.lost() * kind.stake + money.won * kind.to_rider) as f64;
        let numbers: [Cell; 10] = [
            kind.stake.into(),
            money.bets.into(),
            money.staked.into(),
            money.won.into(),
            money.pushed.into(),
            money.lost().into(),
            won.map(|won| money.paid as f64 / won).into(),
            won.map(|won| due / won).into(),
            (1.0 + money.gain as f64 / staked).into(),
            (kind.dollars(money, Account::Bank) as f64 / staked).into(),
        ];
        let value = kind.account(money, Account::Bettor, level);
        let head = what().into_iter().chain(numbers);
        payouts.push(key.row(head.chain(estimate_cells(value.as_ref()))));
        for account in Account::ALL {
            let numbers: [Cell; 3] =
                [account.name().into(), money.staked.into(), kind.dollars(money, account).into()];
            let value = kind.account(money, account, level);
            let head = what().into_iter().chain(numbers);
            accounts.push(key.row(head.chain(estimate_cells(value.as_ref()))));
        }
    }
}

fn outcome_row(
    table: &mut Table,
    key: &Key,
    situation: [Cell; 4],
    outcome: Outcome,
    ended: &Ratio,
    level: Level,
) {
    let numbers = [Cell::Integer(ended.n() as i128), Cell::Integer(ended.total())];
    let head = situation.into_iter().chain([outcome.name().into()]).chain(numbers);
    table.push(key.row(head.chain(estimate_cells(ended.proportion(1, level).as_ref()))));
}

fn situation(sight: &Sight) -> [Cell; 4] {
    match sight {
        Sight::LineUp(points) => {
            let points: Vec<String> = points.iter().map(u8::to_string).collect();
            [Cell::Empty, points.join("+").into(), Cell::Empty, Cell::Empty]
        }
        Sight::FirstRoll { clowns, ride } => {
            [Cell::Empty, Cell::Empty, (*clowns).into(), (*ride).into()]
        }
    }
}

/// What first bets were worth to one who always bets alike, and to one who bets by the line-up:
/// what was best in turns of even number is tried in those of odd number, and the other way round.
/// So both are values of rules that were learnt from half of the turns; the best rule there is may
/// be worth more.
pub(super) fn learnt<'a>(
    seen: impl Iterator<Item = (&'a Sight, &'a Seen)>,
) -> [(&'static str, Ratio); 2] {
    let line_ups = seen.filter(|(sight, _)| matches!(sight, Sight::LineUp(_)));
    let seen: Vec<&Seen> = line_ups.map(|(_, seen)| seen).collect();
    let value = |ratio: &Ratio| match ratio.n() {
        0 => f64::NEG_INFINITY,
        n => ratio.total() as f64 / n as f64,
    };
    let best = |ratios: &[Ratio; 3]| {
        (0..3).max_by(|a, b| value(&ratios[*a]).total_cmp(&value(&ratios[*b]))).unwrap_or(0)
    };
    let (mut alike, mut informed) = (Ratio::default(), Ratio::default());
    for parity in 0..2 {
        let mut all = [Ratio::default(); 3];
        for (into, from) in seen.iter().flat_map(|seen| all_pairs(seen, parity)) {
            all[into] += from;
        }
        let of_all = best(&all);
        for seen in &seen {
            let (learnt, tried) = (&seen.first[parity], &seen.first[1 - parity]);
            alike += tried[of_all];
            informed += tried[best(learnt)];
        }
    }
    [("one_bet_learnt", alike), ("line_up_learnt", informed)]
}

fn all_pairs(seen: &Seen, parity: usize) -> impl Iterator<Item = (usize, Ratio)> {
    seen.first[parity].into_iter().enumerate()
}

/// What betting strategies took home, and where money went.
fn takings_rows(
    money: &mut Table,
    flows: &mut Table,
    balance: &Balance,
    key: &Key,
    counted: &Counted,
) {
    let level = balance.level;
    let takings = &counted.takings;
    for ((bettor, dollars), wins) in balance.bettors.iter().zip(&takings.money).zip(&takings.wins) {
        let figures =
            [("dollars", dollars.mean(level)), ("win_rate", wins.proportion(WIN as u64, level))];
        for (figure, value) in figures {
            let seats = dollars.n() as u64;
            let head: [Cell; 3] = [bettor.label.clone().into(), figure.into(), seats.into()];
            money.push(key.row(head.into_iter().chain(estimate_cells(value.as_ref()))));
        }
    }
    for (account, flow) in FLOWS.into_iter().zip(&takings.flows) {
        let head: [Cell; 3] =
            [account.into(), (flow.n() as u64).into(), Cell::Integer(flow.total())];
        let value = flow.mean(level);
        flows.push(key.row(head.into_iter().chain(estimate_cells(value.as_ref()))));
    }
}
