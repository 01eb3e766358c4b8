//! The tables of `balance`: schemas, and rows from counted bets.

use std::collections::BTreeSet;

use super::bets::{CLASSES, Phase, Sight};
use super::count::{Counted, FLOWS, Seen};
use super::fair::{Fair, FairFor};
use super::money::{Account, Kind, Money};
use super::{Balance, Found, Measured, pictures, screen};
use crate::game::contract::WIN;
use crate::games::eight_seconds::compiled::Game;
use crate::games::eight_seconds::event::Outcome;
use crate::report::schema::{Begins, Column, ERRORS, Schema};
use crate::report::schemas::estimate_cells;
use crate::report::{Cell, Key, Label, Scope, Table};
use crate::run::{Results, key};
use crate::stats::{Estimate, Ratio, wilson};

const TOKENS: Column = Column::integer(
    "tokens",
    "tokens",
    "the Rider's Foul Tokens at the start of the turn; 3 means 3 or more; empty: all turns",
);
const BET: Column = Column::text("bet", "the bet");
const PHASE: Column = Column::text(
    "phase",
    "when the bet is placed: before the `first` roll, `after_clown_out`, or before the `second` roll; \
     `plain`: these three together; `double_down`: the whole bet; `second_stake`: only the second stake",
);
const STAKED: Column = Column::integer("staked", "dollars", "dollars staked");

const PAYOUTS: Schema = Schema {
    name: "payout_balance",
    about: "Wins, payouts and value to the bettor of each bet, by riding policy and over the mix. \
            The standard error of `house_edge` is in `bet_accounts.csv`.",
    begins: Begins::Run,
    columns: &[
        &[
            TOKENS,
            BET,
            PHASE,
            Column::integer("stake", "dollars", "stake of one bet"),
            Column::integer("bets", "bets", "bets placed"),
            STAKED,
            Column::integer("won", "bets", "bets that won"),
            Column::integer("pushed", "bets", "bets whose stake was returned"),
            Column::integer("lost", "bets", "bets that lost"),
            Column::number("mean_payout", "dollars", "mean payout of a bet that won"),
            Column::number(
                "break_even_payout",
                "dollars",
                "mean payout at which bettors break even",
            ),
            Column::number("rtp", "dollars", "mean return to the bettor per dollar staked"),
            Column::number("house_edge", "dollars", "the bank's gain per dollar staked"),
            Column::number("expected_value", "dollars", "the bettor's gain per dollar staked"),
        ],
        &ERRORS,
    ],
};

const ACCOUNTS: Schema = Schema {
    name: "bet_accounts",
    about: "Gains of bettor, bank and Rider from each bet; the three sum to 0.",
    begins: Begins::Run,
    columns: &[
        &[
            TOKENS,
            BET,
            PHASE,
            Column::text("account", "`bettor`, `bank`, or `rider`"),
            STAKED,
            Column::integer("dollars", "dollars", "total gain of the account"),
            Column::number("per_dollar", "dollars", "its gain per dollar staked"),
        ],
        &ERRORS,
    ],
};

const ENDED: &[Column] = &[
    Column::text("outcome", "how the turns ended"),
    Column::integer("turns", "turns", "all turns of this row's class"),
    Column::integer("count", "turns", "turns with this outcome"),
    Column::number("share", "share", "`count` as a share of `turns`"),
];

const OUTCOMES: Schema = Schema {
    name: "balance_outcomes",
    about: "Outcomes of turns under each riding policy, in total and by tokens.",
    begins: Begins::Run,
    columns: &[&[TOKENS], ENDED, &ERRORS],
};

const LINE_UPS: Schema = Schema {
    name: "line_up_outcomes",
    about: "Outcomes of turns under each riding policy, by the Bulls in the line-up.",
    begins: Begins::Run,
    columns: &[
        &[
            Column::text("line_up", "points of the Bulls in the line-up, joined by `+`"),
            Column::integer("bulls", "", "number of these Bulls"),
            Column::integer("bull_points", "points", "sum of their points"),
        ],
        ENDED,
        &ERRORS,
    ],
};

const FIRST_ROLLS: Schema = Schema {
    name: "first_roll_outcomes",
    about: "Outcomes of turns under each riding policy, by the first roll.",
    begins: Begins::Run,
    columns: &[
        &[
            Column::integer("clowns", "dice", "Clowns of the first roll; 3 means 3 or more"),
            Column::integer(
                "ride",
                "points",
                "points of the highest Bull that the roll rides; 0 if none",
            ),
        ],
        ENDED,
        &ERRORS,
    ],
};

const FAIR: Schema = Schema {
    name: "fair_payouts",
    about: "The bank's gain and the bettors' loss at the edition's payout and at the payouts in whole \
            dollars next to the exact payout for the requested edge.",
    begins: Begins::Run,
    columns: &[
        &[
            BET,
            Column::text("payoff", "`single` or `double_down`"),
            Column::text("fair_for", "whose edge is requested: `bank` or `bettor`"),
            Column::integer("now", "dollars", "payout of the edition"),
            Column::number(
                "exact",
                "dollars",
                "payout with exactly the requested edge, even if no card can have it",
            ),
            Column::integer("payout", "dollars", "payout of this row"),
            Column::text(
                "recommended",
                "`yes` for the higher of the two payouts next to `exact` whose edge over the mix is \
                 at least the requested edge less 0.025; otherwise `no`",
            ),
            Column::number("bank", "dollars", "the bank's gain per dollar staked at `payout`"),
            Column::number("bank_std_error", "dollars", "standard error of `bank`"),
            Column::number(
                "bank_ci_low",
                "dollars",
                "lower end of the confidence interval of `bank`",
            ),
            Column::number(
                "bank_ci_high",
                "dollars",
                "upper end of the confidence interval of `bank`",
            ),
            Column::number("loss", "dollars", "the bettor's loss per dollar staked at `payout`"),
        ],
        &ERRORS,
    ],
};

const GAMBLERS: Schema = Schema {
    name: "gamblers",
    about: "Value of a first bet by rules learnt from half of the turns and tested on the other half.",
    begins: Begins::Run,
    columns: &[
        &[
            Column::text(
                "gambler",
                "`one_bet_learnt`: one bet for all turns; `line_up_learnt`: a bet for each line-up",
            ),
            STAKED,
            Column::number("value", "dollars", "gain per dollar staked"),
        ],
        &ERRORS,
    ],
};

const MONEY: Schema = Schema {
    name: "money",
    about: "Dollars and wins of each betting strategy in whole games.",
    begins: Begins::Run,
    columns: &[
        &[
            Column::text("bettor", "label of the betting strategy"),
            Column::text("figure", "`dollars` gained per game, or `win_rate`"),
            Column::integer("games", "games", "games times the strategy's seats in them"),
            Column::number("value", "", "the estimate"),
        ],
        &ERRORS,
    ],
};

const GAME_ACCOUNTS: Schema = Schema {
    name: "game_accounts",
    about: "Accounts of the money of whole games with bettors; their gains sum to 0.",
    begins: Begins::Run,
    columns: &[
        &[
            Column::text(
                "account",
                "`bettors`: from bets; `riders`: stakes of right bets on a Ride; `token_trades`; \
                 `bank`; `pots`",
            ),
            Column::integer("games", "games", "games played"),
            Column::integer("dollars", "dollars", "total gain of the account"),
            Column::number("dollars_per_game", "dollars per game", "its gain per game"),
        ],
        &ERRORS,
    ],
};

/// The tables of `balance`.
pub(crate) const TABLES: [Schema; 9] =
    [OUTCOMES, LINE_UPS, FIRST_ROLLS, PAYOUTS, ACCOUNTS, FAIR, GAMBLERS, MONEY, GAME_ACCOUNTS];

/// The names of the tables of a measurement, in their order.
pub(super) fn names(balance: &Balance) -> Vec<&'static str> {
    let mut names = Vec::new();
    if balance.hypothetical() {
        let all = [PAYOUTS, ACCOUNTS, OUTCOMES, LINE_UPS, FIRST_ROLLS];
        names.extend(all.map(|table| table.name));
    }
    names.extend(balance.args.fair.map(|_| FAIR.name));
    if balance.turns() {
        names.push(GAMBLERS.name);
    } else {
        names.extend([MONEY.name, GAME_ACCOUNTS.name]);
    }
    names
}

impl Measured<'_> {
    /// Returns the key of the rows of a policy, or of the mix.
    fn key(&self, policy: &str) -> Key {
        let key = key::<Game>(self.rules, &self.rules.changed(), self.balance.players);
        match self.balance.policies.iter().find(|known| known.label == policy) {
            Some(policy) => policy.key(&key),
            None => Key { scope: Scope::AllPolicies, ..key },
        }
    }

    /// The key and counts of each policy, and of the mix if there is one.
    fn keyed(&self) -> impl Iterator<Item = (Key, &Counted)> {
        self.rows().map(|(label, counted)| (self.key(label), counted))
    }
}

/// The cells of a row that ends with an estimate.
fn cells<const N: usize>(
    head: [Cell; N],
    estimate: Option<Estimate>,
) -> impl Iterator<Item = Cell> {
    head.into_iter().chain(estimate_cells(estimate.as_ref()))
}

/// Fills the tables.
pub(super) fn results(balance: &Balance, found: &Found<'_>) -> Results {
    let [mut outcomes, mut line_ups, mut first_rolls, mut payouts, mut accounts, mut fair, ..] =
        TABLES.each_ref().map(Table::new);
    let [mut gamblers, mut money, mut flows] = [&GAMBLERS, &MONEY, &GAME_ACCOUNTS].map(Table::new);
    for measured in &found.hypothetical {
        for (key, counted) in measured.keyed() {
            for class in (0..CLASSES).filter(|class| has_turns(balance, counted, *class)) {
                payout_rows(&mut payouts, balance, &key, counted, class);
                account_rows(&mut accounts, balance, &key, counted, class);
                outcome_rows(&mut outcomes, balance, &key, counted, class);
            }
            for (sight, seen) in &counted.seen {
                match sight {
                    Sight::LineUp(points) => {
                        let label = Label::of_list(points);
                        line_ups.explain(&key, "line_up", &label);
                        let all: u32 = points.iter().copied().map(u32::from).sum();
                        let what = [label.text.into(), points.len().into(), all.into()];
                        seen_rows(&mut line_ups, balance, &key, what, seen);
                    }
                    Sight::FirstRoll { clowns, ride } => {
                        let what = [(*clowns).into(), (*ride).into()];
                        seen_rows(&mut first_rolls, balance, &key, what, seen);
                    }
                }
            }
            if balance.turns() && !counted.seen.is_empty() {
                for (gambler, value) in learnt(counted) {
                    let head = [gambler.into(), (value.n as u64).into()];
                    gamblers.row(&key, cells(head, value.mean(balance.level)));
                }
            }
        }
    }
    if let Some(measured) = found.hypothetical.first().filter(|_| balance.args.fair.is_some()) {
        fair_rows(&mut fair, measured);
    }
    for (key, counted) in found.takings.iter().flat_map(Measured::keyed) {
        money_rows(&mut money, balance, &key, counted);
        flow_rows(&mut flows, balance, &key, counted);
    }
    let all = [payouts, accounts, outcomes, line_ups, first_rolls, fair, gamblers, money, flows];
    let wanted = names(balance);
    Results {
        tables: all.into_iter().filter(|table| wanted.contains(&table.name())).collect(),
        files: pictures::pictures(balance, found),
        screen: screen::screen(balance, found),
        ..Results::default()
    }
}

/// Whether turns of a class of tokens were played.
pub(super) fn has_turns(balance: &Balance, counted: &Counted, class: usize) -> bool {
    counted.of(balance.figures.outcomes[class][0]).n > 0
}

/// Tokens at the start of the turns of a class: empty for all turns; the last class includes more
/// tokens.
fn tokens(class: usize) -> Cell {
    class.checked_sub(1).into()
}

/// The bets placed in a class of turns: the first cells of their rows, kind and money.
fn bets<'a>(
    balance: &Balance,
    counted: &'a Counted,
    class: usize,
) -> impl Iterator<Item = ([Cell; 3], Kind, &'a Money)> {
    let placed = Kind::all(balance.stake()).map(move |kind| (kind, kind.of(&counted.bets[class])));
    placed.filter(|(_, money)| money.settled.bets > 0).map(move |(kind, money)| {
        let what = [tokens(class), kind.bet.name().into(), kind.phase.name().into()];
        (what, kind, money)
    })
}

fn payout_rows(table: &mut Table, balance: &Balance, key: &Key, counted: &Counted, class: usize) {
    for (what, kind, money) in bets(balance, counted, class) {
        let (bets, staked) = (&money.settled, money.staked() as f64);
        let won = (bets.won > 0).then_some(bets.won as f64);
        let numbers: [Cell; 10] = [
            kind.stake.dollars.into(),
            bets.bets.into(),
            money.staked().into(),
            bets.won.into(),
            bets.pushed.into(),
            bets.lost().into(),
            won.map(|won| bets.paid as f64 / won).into(),
            won.map(|won| kind.due(bets) as f64 / won).into(),
            (1.0 + money.gain() as f64 / staked).into(),
            (kind.dollars(money, Account::Bank) as f64 / staked).into(),
        ];
        let value = kind.account(money, Account::Bettor, balance.level);
        table.row(key, what.into_iter().chain(cells(numbers, value)));
    }
}

fn account_rows(table: &mut Table, balance: &Balance, key: &Key, counted: &Counted, class: usize) {
    for (what, kind, money) in bets(balance, counted, class) {
        for account in Account::ALL {
            let dollars = kind.dollars(money, account);
            let numbers = [account.name().into(), money.staked().into(), dollars.into()];
            let value = kind.account(money, account, balance.level);
            table.row(key, what.clone().into_iter().chain(cells(numbers, value)));
        }
    }
}

fn outcome_rows(table: &mut Table, balance: &Balance, key: &Key, counted: &Counted, class: usize) {
    for (outcome, share) in Outcome::ALL.iter().zip(balance.figures.outcomes[class]) {
        let ended = counted.of(share);
        let [turns, count] = [ended.n as i128, ended.y].map(Cell::Integer);
        let head = [tokens(class), outcome.name().into(), turns, count];
        table.row(key, cells(head, ended.proportion(1, balance.level)));
    }
}

/// Adds rows on the outcomes of turns with the same visible information.
fn seen_rows<const N: usize>(
    table: &mut Table,
    balance: &Balance,
    key: &Key,
    what: [Cell; N],
    seen: &Seen,
) {
    let turns: u64 = seen.outcomes.iter().sum();
    for (outcome, count) in Outcome::ALL.iter().zip(seen.outcomes) {
        let head = [outcome.name().into(), turns.into(), count.into()];
        let share = wilson(count, turns, balance.level);
        table.row(key, what.clone().into_iter().chain(cells(head, share)));
    }
}

/// Adds rows on the bank's gain and the bettors' loss at payouts next to the exact one.
fn fair_rows(fair: &mut Table, measured: &Measured<'_>) {
    let of = measured.balance.args.fair_for.name();
    for figure in Fair::all(measured) {
        let payouts: BTreeSet<i64> = figure.candidates.into_iter().chain([figure.now]).collect();
        let double = figure.kind.phase == Phase::Double;
        for (key, counted) in measured.keyed() {
            for payout in &payouts {
                let recommended = figure.recommended == Some(*payout);
                let head: [Cell; 7] = [
                    figure.kind.bet.name().into(),
                    if double { "double_down" } else { "single" }.into(),
                    of.into(),
                    figure.now.into(),
                    figure.exact(counted).into(),
                    (*payout).into(),
                    if recommended { "yes" } else { "no" }.into(),
                ];
                let edge = |side: FairFor| figure.edge(counted, *payout, side);
                let bank = cells(head, edge(FairFor::Bank)).take(7 + 4);
                fair.row(&key, bank.chain(cells([], edge(FairFor::Bettor))));
            }
        }
    }
}

/// Returns the gain of first bets by two learnt rules: always the same bet, and a bet by line-up.
/// The best bets in turns of even number are tested in turns of odd number, and vice versa. Each
/// rule is learnt from half of the turns; the optimal rule may gain more.
pub(super) fn learnt(counted: &Counted) -> [(&'static str, Ratio); 2] {
    let line_ups = counted.seen.iter().filter(|(sight, _)| matches!(sight, Sight::LineUp(_)));
    let seen: Vec<&Seen> = line_ups.map(|(_, seen)| seen).collect();
    let value = |ratio: &Ratio| match ratio.n {
        0 => f64::NEG_INFINITY,
        n => ratio.y as f64 / n as f64,
    };
    let best = |ratios: &[Ratio; 3]| {
        (0..3).max_by(|a, b| value(&ratios[*a]).total_cmp(&value(&ratios[*b]))).unwrap_or(0)
    };
    let (mut alike, mut informed) = (Ratio::default(), Ratio::default());
    for parity in 0..2 {
        let mut all = [Ratio::default(); 3];
        for seen in &seen {
            all.iter_mut().zip(seen.first[parity]).for_each(|(into, from)| *into += from);
        }
        for seen in &seen {
            let (learnt, tried) = (&seen.first[parity], &seen.first[1 - parity]);
            alike += tried[best(&all)];
            informed += tried[best(learnt)];
        }
    }
    [("one_bet_learnt", alike), ("line_up_learnt", informed)]
}

/// Adds rows on the money and wins of each betting strategy.
fn money_rows(table: &mut Table, balance: &Balance, key: &Key, counted: &Counted) {
    for (bettor, figures) in balance.bettors.iter().zip(&balance.figures.bettors) {
        let [dollars, wins] = figures.map(|figure| counted.of(figure));
        let win_rate = wins.proportion(WIN as u64, balance.level);
        for (figure, value) in [("dollars", dollars.mean(balance.level)), ("win_rate", win_rate)] {
            let seats = (dollars.n as u64).into();
            table.row(key, cells([bettor.label.clone().into(), figure.into(), seats], value));
        }
    }
}

/// Adds rows on the accounts of whole games.
fn flow_rows(table: &mut Table, balance: &Balance, key: &Key, counted: &Counted) {
    for (account, flow) in FLOWS.into_iter().zip(balance.figures.flows) {
        let flow = counted.of(flow);
        let head = [account.into(), (flow.n as u64).into(), Cell::Integer(flow.y)];
        table.row(key, cells(head, flow.mean(balance.level)));
    }
}
