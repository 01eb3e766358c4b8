//! From counted bets to tables.

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
    "the Rider's Foul Tokens at the start of the turn; 3 stands for more too; empty: all turns",
);
const BET: Column = Column::text("bet", "the bet");
const PHASE: Column = Column::text(
    "phase",
    "when it is placed: at the `first` roll, `after_clown_out`, at the `second` roll, or `plain` for \
     these three; `double_down` is the whole bet, `second_stake` the decision to add it",
);
const STAKED: Column = Column::integer("staked", "dollars", "dollars staked");

const PAYOUTS: Schema = Schema {
    name: "payout_balance",
    about: "What each bet wins, pays and is worth to the bettor, by riding policy and over the mix; \
            the error of `house_edge` is in `bet_accounts.csv`.",
    begins: Begins::Run,
    columns: &[
        &[
            TOKENS,
            BET,
            PHASE,
            Column::integer("stake", "dollars", "what one bet costs"),
            Column::integer("bets", "bets", "bets placed"),
            STAKED,
            Column::integer("won", "bets", "bets that won"),
            Column::integer("pushed", "bets", "bets that got the stake back"),
            Column::integer("lost", "bets", "bets that lost"),
            Column::number("mean_payout", "dollars", "what a bet that won was paid on average"),
            Column::number("break_even_payout", "dollars", "what it had to be paid to make up"),
            Column::number("rtp", "dollars", "what the bettor gets back of a dollar staked"),
            Column::number(
                "house_edge",
                "dollars",
                "what the bank keeps of a dollar staked: the house edge",
            ),
            Column::number("expected_value", "dollars", "what the bettor gains by a dollar staked"),
        ],
        &ERRORS,
    ],
};

const ACCOUNTS: Schema = Schema {
    name: "bet_accounts",
    about: "What bettor, bank and Rider gain by each bet; the three add up to nothing.",
    begins: Begins::Run,
    columns: &[
        &[
            TOKENS,
            BET,
            PHASE,
            Column::text("account", "`bettor`, `bank`, or `rider`"),
            STAKED,
            Column::integer("dollars", "dollars", "what the account gained in all"),
            Column::number("per_dollar", "dollars", "what it gained by a dollar staked"),
        ],
        &ERRORS,
    ],
};

const ENDED: &[Column] = &[
    Column::text("outcome", "how a turn ended"),
    Column::integer("turns", "turns", "turns of this kind"),
    Column::integer("count", "turns", "those that ended so"),
    Column::number("share", "share", "their share"),
];

const OUTCOMES: Schema = Schema {
    name: "balance_outcomes",
    about: "How turns end under each riding policy, in all and by tokens.",
    begins: Begins::Run,
    columns: &[&[TOKENS], ENDED, &ERRORS],
};

const LINE_UPS: Schema = Schema {
    name: "line_up_outcomes",
    about: "How turns end under each riding policy, by the Bulls that lie there.",
    begins: Begins::Run,
    columns: &[
        &[
            Column::text("line_up", "the points of the Bulls that lie there, joined by `+`"),
            Column::integer("bulls", "", "how many these are"),
            Column::integer("bull_points", "points", "all their points"),
        ],
        ENDED,
        &ERRORS,
    ],
};

const FIRST_ROLLS: Schema = Schema {
    name: "first_roll_outcomes",
    about: "How turns end under each riding policy, by the first roll.",
    begins: Begins::Run,
    columns: &[
        &[
            Column::integer("clowns", "dice", "Clowns of the first roll; 3 stands for more too"),
            Column::integer("ride", "points", "the highest Bull that it rides; 0 if none"),
        ],
        ENDED,
        &ERRORS,
    ],
};

const FAIR: Schema = Schema {
    name: "fair_payouts",
    about: "What the bank gains and bettors lose under the payout of the edition and those in whole \
            dollars next to the one with exactly the edge asked for.",
    begins: Begins::Run,
    columns: &[
        &[
            BET,
            Column::text("payoff", "`single`, or `double_down`"),
            Column::text("fair_for", "whose edge is asked for: `bank`, or `bettor`"),
            Column::integer("now", "dollars", "the payout of the edition"),
            Column::number(
                "exact",
                "dollars",
                "the payout with exactly that edge, also where no card can have it",
            ),
            Column::integer("payout", "dollars", "the payout that is tried"),
            Column::text(
                "recommended",
                "`yes` for the highest of them that has that edge over the mix, or less by at most \
                 0.025; else `no`",
            ),
            Column::number("bank", "dollars", "what the bank gains by a dollar staked under it"),
            Column::number("bank_std_error", "dollars", "the standard error of `bank`"),
            Column::number("bank_ci_low", "dollars", "the lower end of its confidence interval"),
            Column::number("bank_ci_high", "dollars", "the upper end of its confidence interval"),
            Column::number("loss", "dollars", "what the bettor loses by a dollar staked under it"),
        ],
        &ERRORS,
    ],
};

const GAMBLERS: Schema = Schema {
    name: "gamblers",
    about: "What a first bet is worth by rules learnt from half of the turns and tried in the other.",
    begins: Begins::Run,
    columns: &[
        &[
            Column::text(
                "gambler",
                "`one_bet_learnt` for all turns, or by line-up: `line_up_learnt`",
            ),
            STAKED,
            Column::number("value", "dollars", "what a dollar staked gains"),
        ],
        &ERRORS,
    ],
};

const MONEY: Schema = Schema {
    name: "money",
    about: "What each betting strategy takes home in whole games, in dollars and in wins.",
    begins: Begins::Run,
    columns: &[
        &[
            Column::text("bettor", "the label of the betting strategy"),
            Column::text("figure", "`dollars` per game, or `win_rate`"),
            Column::integer("games", "games", "seats of the strategy in games"),
            Column::number("value", "", "the estimate"),
        ],
        &ERRORS,
    ],
};

const GAME_ACCOUNTS: Schema = Schema {
    name: "game_accounts",
    about: "Where the money of whole games with bettors goes; the accounts add up to nothing.",
    begins: Begins::Run,
    columns: &[
        &[
            Column::text(
                "account",
                "`bettors` by bets, `riders` by the stakes of right bets on a Ride, `token_trades`, \
                 `bank`, `pots`",
            ),
            Column::integer("games", "games", "games played"),
            Column::integer("dollars", "dollars", "what the account gained in all"),
            Column::number("dollars_per_game", "dollars per game", "what it gained in a game"),
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
    if balance.beside() {
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
    /// What a row about a policy, or about the mix, begins with.
    fn key(&self, policy: &str) -> Key {
        let key = key::<Game>(self.rules, &self.rules.changed(), self.balance.players);
        match self.balance.policies.iter().find(|known| known.label == policy) {
            Some(policy) => policy.key(&key),
            None => Key { scope: Scope::AllPolicies, ..key },
        }
    }

    /// Each policy, and the mix where there is one: what its rows begin with, and what was counted.
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
    for measured in &found.beside {
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
    if let Some(measured) = found.beside.first().filter(|_| balance.args.fair.is_some()) {
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
        units_done: found.units_done,
        stopped: found.stopped,
        ..Results::default()
    }
}

/// Whether there were turns of a class of tokens.
pub(super) fn has_turns(balance: &Balance, counted: &Counted, class: usize) -> bool {
    counted.of(balance.figures.outcomes[class][0]).n > 0
}

/// Tokens at the start of the turns of a class: none for all of them, and the last for more too.
fn tokens(class: usize) -> Cell {
    class.checked_sub(1).into()
}

/// The bets of a class of turns: the first cells of their rows, and what was counted.
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

/// How turns ended that began alike.
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

/// What the bank gains and bettors lose under payouts next to the exact one.
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

/// What first bets gained for one who always bets alike, and for one who bets by the line-up: what
/// was best in turns of even number is tried in those of odd number, and the other way round. Both
/// rules are learnt from half of the turns; the best rule there is may gain more.
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

/// What betting strategies took home.
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

/// Where money went.
fn flow_rows(table: &mut Table, balance: &Balance, key: &Key, counted: &Counted) {
    for (account, flow) in FLOWS.into_iter().zip(balance.figures.flows) {
        let flow = counted.of(flow);
        let head = [account.into(), (flow.n as u64).into(), Cell::Integer(flow.y)];
        table.row(key, cells(head, flow.mean(balance.level)));
    }
}
