//! From counted bets to tables.

use std::collections::BTreeSet;

use super::bets::{CLASSES, Phase, Sight};
use super::count::{Account, Counted, FLOWS, Kind, Seen};
use super::fair::{Fair, FairFor};
use super::{Balance, Measured, pictures, screen};
use crate::game::contract::WIN;
use crate::games::eight_seconds::event::Outcome;
use crate::games::eight_seconds::rules::Rules;
use crate::report::schema::{Begins, Column, ERRORS, Schema};
use crate::report::schemas::estimate_cells;
use crate::report::{Cell, Key, Label, Scope, Table};
use crate::run::{Results, key};
use crate::stats::{Level, Ratio, wilson};

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

/// What bets pay.
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

/// Who gains and who loses.
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

/// How turns end.
const OUTCOMES: Schema = Schema {
    name: "balance_outcomes",
    about: "How turns end under each riding policy, in all and by tokens.",
    begins: Begins::Run,
    columns: &[&[TOKENS], ENDED, &ERRORS],
};

/// How they end by what lies there.
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

/// How they end by how they begin.
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

/// Which payouts would be fair.
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

/// What seeing is worth.
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

/// What betting does to money and wins.
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

/// Where the money goes.
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

/// The name of the mix among policies.
pub(super) const MIX: &str = "mix";

/// Tokens at the start of the turns of a class: none for all of them, and the last for more too.
fn tokens(class: usize) -> Option<usize> {
    class.checked_sub(1)
}

impl Balance {
    /// What a row about a policy, or about the mix, begins with.
    fn key(&self, rules: &Rules, policy: &str) -> Key {
        let key = key::<crate::games::eight_seconds::compiled::Game>(
            rules,
            &rules.changed(),
            self.players,
        );
        match self.policies.iter().find(|known| known.label == policy) {
            Some(policy) => policy.key(&key),
            None => Key { scope: Scope::AllPolicies, ..key },
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
pub(super) fn results(balance: &Balance, measured: &Measured<'_>) -> Results {
    let mut payouts = Table::new(&PAYOUTS);
    let mut accounts = Table::new(&ACCOUNTS);
    let [mut outcomes, mut line_ups, mut first_rolls] =
        [&OUTCOMES, &LINE_UPS, &FIRST_ROLLS].map(Table::new);
    let mut gamblers = Table::new(&GAMBLERS);
    for (rules, tally) in &measured.beside {
        for (label, counted) in balance.rows(tally) {
            let key = balance.key(rules, label);
            for class in (0..CLASSES).filter(|class| has_turns(counted, *class)) {
                bet_rows(&mut payouts, &mut accounts, balance, &key, counted, class);
                for (outcome, share) in Outcome::ALL.iter().zip(counted.figures.outcomes[class]) {
                    let tokens = tokens(class).into();
                    let ended = counted.of(*share);
                    outcome_row(&mut outcomes, &key, tokens, *outcome, ended, balance.level);
                }
            }
            for (sight, seen) in &counted.seen {
                seen_rows([&mut line_ups, &mut first_rolls], &key, sight, seen, balance.level);
            }
            if balance.turns() && !counted.seen.is_empty() {
                for (gambler, value) in learnt(counted.seen.iter()) {
                    let head = [gambler.into(), (value.n as u64).into()];
                    let cells = estimate_cells(value.mean(balance.level).as_ref());
                    gamblers.row(&key, head.into_iter().chain(cells));
                }
            }
        }
    }
    let mut fair = Table::new(&FAIR);
    if let Some((rules, tally)) = measured.beside.first()
        && balance.args.fair.is_some()
    {
        fair_rows(&mut fair, balance, rules, tally);
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
    let all = [payouts, accounts, outcomes, line_ups, first_rolls, fair, gamblers, money, flows];
    Results {
        tables: all.into_iter().filter(|table| wanted.contains(&table.name())).collect(),
        files: pictures::pictures(balance, measured),
        screen: screen::screen(balance, measured),
        units_done: measured.units_done,
        stopped: measured.stopped,
        ..Results::default()
    }
}

/// How turns ended that began alike.
fn seen_rows(
    [line_ups, first_rolls]: [&mut Table; 2],
    key: &Key,
    sight: &Sight,
    seen: &Seen,
    level: Level,
) {
    let turns: u64 = seen.outcomes.iter().sum();
    let (into, what): (_, Vec<Cell>) = match sight {
        Sight::LineUp(points) => {
            let label = Label::of_list(points);
            line_ups.explain(key, "line_up", &label);
            let all: u32 = points.iter().copied().map(u32::from).sum();
            (line_ups, vec![label.text.into(), points.len().into(), all.into()])
        }
        Sight::FirstRoll { clowns, ride } => (first_rolls, vec![(*clowns).into(), (*ride).into()]),
    };
    for (outcome, count) in Outcome::ALL.iter().zip(seen.outcomes) {
        let share = wilson(count, turns, level);
        let head = what.iter().cloned().chain([outcome.name().into(), turns.into(), count.into()]);
        into.row(key, head.chain(estimate_cells(share.as_ref())));
    }
}

/// What the bank gains and bettors lose under payouts next to the exact one.
fn fair_rows(fair: &mut Table, balance: &Balance, rules: &Rules, tally: &super::BalanceTally) {
    for of in Fair::all(balance, tally) {
        let payouts: BTreeSet<i64> = of.candidates.into_iter().chain([of.now]).collect();
        for (label, counted) in balance.rows(tally) {
            let key = balance.key(rules, label);
            for payout in &payouts {
                let double = of.kind.phase == Phase::Double;
                let recommended = of.recommended == Some(*payout);
                let head: [Cell; 7] = [
                    of.kind.bet.name().into(),
                    if double { "double_down" } else { "single" }.into(),
                    balance.args.fair_for.name().into(),
                    of.now.into(),
                    of.exact(balance, counted).into(),
                    (*payout).into(),
                    if recommended { "yes" } else { "no" }.into(),
                ];
                let [bank, loss] = [FairFor::Bank, FairFor::Bettor]
                    .map(|side| estimate_cells(of.edge(balance, counted, *payout, side).as_ref()));
                let head = head.into_iter().chain(bank.into_iter().take(4));
                fair.row(&key, head.chain(loss));
            }
        }
    }
}

/// Whether there were turns with so many tokens.
pub(super) fn has_turns(counted: &Counted, class: usize) -> bool {
    counted.of(*counted.figures.outcomes[class][0]).n > 0
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
        payouts.row(key, head.chain(estimate_cells(value.as_ref())));
        for account in Account::ALL {
            let numbers: [Cell; 3] =
                [account.name().into(), money.staked.into(), kind.dollars(money, account).into()];
            let value = kind.account(money, account, level);
            let head = what().into_iter().chain(numbers);
            accounts.row(key, head.chain(estimate_cells(value.as_ref())));
        }
    }
}

fn outcome_row(
    table: &mut Table,
    key: &Key,
    tokens: Cell,
    outcome: Outcome,
    ended: &Ratio,
    level: Level,
) {
    let numbers = [Cell::Integer(ended.n as i128), Cell::Integer(ended.y)];
    let head = [tokens, outcome.name().into()].into_iter().chain(numbers);
    table.row(key, head.chain(estimate_cells(ended.proportion(1, level).as_ref())));
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
    for (bettor, figures) in balance.bettors.iter().zip(&counted.figures.bettors) {
        let [dollars, wins] = figures.map(|figure| counted.of(figure));
        let figures =
            [("dollars", dollars.mean(level)), ("win_rate", wins.proportion(WIN as u64, level))];
        for (figure, value) in figures {
            let seats = dollars.n as u64;
            let head: [Cell; 3] = [bettor.label.clone().into(), figure.into(), seats.into()];
            money.row(key, head.into_iter().chain(estimate_cells(value.as_ref())));
        }
    }
    for (account, flow) in FLOWS.into_iter().zip(counted.figures.flows) {
        let flow = counted.of(flow);
        let head: [Cell; 3] = [account.into(), (flow.n as u64).into(), Cell::Integer(flow.y)];
        let value = flow.mean(level);
        flows.row(key, head.into_iter().chain(estimate_cells(value.as_ref())));
    }
}
