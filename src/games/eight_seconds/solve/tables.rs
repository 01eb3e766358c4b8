//! What `solve` tells.

use super::losses::{Habit, Lost, MILLION};
use super::{LEVEL, MOST_TOKENS, OPTIMAL_TURN, Solve, Valued};
use crate::experiment::{Block, Findings};
use crate::games::eight_seconds::cards::{Bulls, each};
use crate::games::eight_seconds::play::Game;
use crate::games::eight_seconds::vocabulary::VOCABULARY;
use crate::report::{Align, Cell, Grid, Table, Unit, count, estimate};
use crate::stats::{Estimate, Moments};

/// What turns are worth.
const TURNS: (&str, &str) = (
    "turn_values",
    "Solved: what a turn played best is worth with each number of tokens, over the line-ups of a \
     fresh deck.",
);
/// What line-ups are worth.
const LINE_UPS: (&str, &str) =
    ("line_up_values", "Solved: what each line-up of three Bulls is worth, by tokens.");
/// What policies lose.
const VALUES: (&str, &str) =
    ("policy_losses", "Solved: what the turns of each policy lose against the best play.");
/// By which decisions.
const REGRET: (&str, &str) =
    ("habit_losses", "Solved: what each kind of decision costs each policy in a turn.");

/// The tables of `solve`, as (name, what it holds).
pub(in super::super) const TABLES: [(&str, &str); 4] = [TURNS, LINE_UPS, VALUES, REGRET];

const TURN_COLUMNS: [&str; 11] = [
    "game",
    "rules",
    "token",
    "tokens",
    "line_ups",
    "value",
    "lowest",
    "highest",
    "buying_better",
    "start_over_better",
    "method",
];

const LINE_UP_COLUMNS: [&str; 15] = [
    "game",
    "rules",
    "token",
    "bull_1",
    "points_1",
    "bull_2",
    "points_2",
    "bull_3",
    "points_3",
    "tokens",
    "value",
    "rolling",
    "buying",
    "clown_out_tokens",
    "clown_out_start_over",
];

const VALUE_COLUMNS: [&str; 16] = [
    "game",
    "rules",
    "token",
    "tokens",
    "policy",
    "parameters",
    "n",
    "value",
    "optimum",
    "loss",
    "std_error",
    "ci_low",
    "ci_high",
    "confidence",
    "method",
    "points_and_tokens",
];

const REGRET_COLUMNS: [&str; 15] = [
    "game",
    "rules",
    "token",
    "tokens",
    "policy",
    "parameters",
    "decision",
    "decisions",
    "mistakes",
    "n",
    "loss",
    "std_error",
    "ci_low",
    "ci_high",
    "confidence",
];

/// What a Clown Out pays (ES-33).
const CLOWN_OUT_TOKENS: f64 = 2.0;

impl Solve {
    /// The first cells of every row.
    fn head(&self) -> [Cell; 3] {
        [VOCABULARY.game.into(), self.changed().into(), self.args.token.into()]
    }

    fn loss(&self, moments: &Moments) -> Option<Estimate> {
        let mut mean = moments.mean(LEVEL)?;
        for value in
            [Some(&mut mean.value), mean.std_error.as_mut(), mean.low.as_mut(), mean.high.as_mut()]
                .into_iter()
                .flatten()
        {
            *value /= MILLION;
        }
        Some(mean)
    }
}

/// The mean over line-ups, each equally likely.
fn mean(line_ups: &[(Bulls, Valued)], worth: impl Fn(&Valued) -> f64) -> f64 {
    line_ups.iter().map(|(_, valued)| worth(valued)).sum::<f64>() / line_ups.len().max(1) as f64
}

/// `2-1-0`.
pub(in super::super) fn moves(game: &Game, bull: u8) -> String {
    let [turns, bucks, kicks] = game.bulls[usize::from(bull)].moves;
    format!("{turns}-{bucks}-{kicks}")
}

pub(super) fn findings(solve: &Solve, line_ups: &[(Bulls, Valued)], lost: &[Lost]) -> Findings {
    let tables = vec![
        turns(solve, line_ups),
        by_line_up(solve, line_ups),
        values(solve, line_ups, lost),
        regret(solve, lost),
    ];
    Findings {
        tables,
        pictures: Vec::new(),
        screen: screen(solve, line_ups, lost),
        warnings: Vec::new(),
        stopped: None,
        concluded: Vec::new(),
    }
}

fn turns(solve: &Solve, line_ups: &[(Bulls, Valued)]) -> Table {
    let mut table = Table::free(TURNS.0, TURNS.1, &TURN_COLUMNS);
    for tokens in 0..=usize::from(MOST_TOKENS) {
        let worths = || line_ups.iter().map(|(_, valued)| valued.best(tokens));
        let share = |better: &dyn Fn(&Valued) -> bool| {
            mean(line_ups, |valued| f64::from(u8::from(better(valued))))
        };
        let over = (tokens == 0).then(|| share(&|valued| starts_over(solve, valued)));
        let cells: [Cell; 8] = [
            tokens.into(),
            line_ups.len().into(),
            mean(line_ups, |valued| valued.best(tokens)).into(),
            worths().reduce(f64::min).into(),
            worths().reduce(f64::max).into(),
            share(&|valued| valued.buys(tokens)).into(),
            over.into(),
            "exact".into(),
        ];
        table.push(solve.head().into_iter().chain(cells).collect());
    }
    table
}

/// Whether going on is better than the tokens at a Clown Out without tokens.
fn starts_over(solve: &Solve, valued: &Valued) -> bool {
    valued.start_over.is_some_and(|worth| worth > CLOWN_OUT_TOKENS * solve.args.token)
}

fn by_line_up(solve: &Solve, line_ups: &[(Bulls, Valued)]) -> Table {
    let mut table = Table::free(LINE_UPS.0, LINE_UPS.1, &LINE_UP_COLUMNS);
    for (bulls, valued) in line_ups {
        let mut cards: Vec<Cell> = Vec::new();
        for bull in each(*bulls) {
            cards.push(moves(&solve.game, bull).into());
            cards.push(solve.game.bulls[usize::from(bull)].points.into());
        }
        cards.resize(6, Cell::Empty);
        for tokens in 0..=usize::from(MOST_TOKENS) {
            let none = tokens == 0;
            let cells: [Cell; 6] = [
                tokens.into(),
                valued.best(tokens).into(),
                valued.rolling[tokens].into(),
                valued.buying[tokens].into(),
                none.then_some(CLOWN_OUT_TOKENS * solve.args.token).into(),
                valued.start_over.filter(|_| none).into(),
            ];
            let row = solve.head().into_iter().chain(cards.iter().cloned()).chain(cells);
            table.push(row.collect());
        }
    }
    table
}

/// The label and the parameters of a policy.
fn named(solve: &Solve, policy: usize) -> [Cell; 2] {
    let policy = &solve.policies[policy];
    [policy.label.clone().into(), policy.parameters_text().into()]
}

fn values(solve: &Solve, line_ups: &[(Bulls, Valued)], lost: &[Lost]) -> Table {
    let mut table = Table::free(VALUES.0, VALUES.1, &VALUE_COLUMNS);
    let tokens = solve.game.rules.tokens;
    let optimum = mean(line_ups, |valued| valued.best(tokens.into()));
    for (policy, lost) in lost.iter().enumerate() {
        let Some(loss) = solve.loss(&lost.turns) else { continue };
        let cells: [Cell; 10] = [
            lost.turns.n().into(),
            (optimum - loss.value).into(),
            optimum.into(),
            loss.value.into(),
            loss.std_error.into(),
            loss.low.into(),
            loss.high.into(),
            loss.level.confidence().into(),
            loss.method.name().into(),
            solve.loss(&lost.gained).map(|gained| gained.value).into(),
        ];
        let head = solve.head().into_iter().chain([tokens.into()]);
        table.push(head.chain(named(solve, policy)).chain(cells).collect());
    }
    table
}

fn regret(solve: &Solve, lost: &[Lost]) -> Table {
    let mut table = Table::free(REGRET.0, REGRET.1, &REGRET_COLUMNS);
    for (policy, lost) in lost.iter().enumerate() {
        for habit in Habit::ALL {
            let at = habit as usize;
            let Some(loss) = solve.loss(&lost.habits[at]).filter(|_| lost.decisions[at] > 0) else {
                continue;
            };
            let cells: [Cell; 9] = [
                habit.name().into(),
                lost.decisions[at].into(),
                lost.mistakes[at].into(),
                lost.turns.n().into(),
                loss.value.into(),
                loss.std_error.into(),
                loss.low.into(),
                loss.high.into(),
                loss.level.confidence().into(),
            ];
            let head = solve.head().into_iter().chain([solve.game.rules.tokens.into()]);
            table.push(head.chain(named(solve, policy)).chain(cells).collect());
        }
    }
    table
}

fn screen(solve: &Solve, line_ups: &[(Bulls, Valued)], lost: &[Lost]) -> Vec<Block> {
    let mut screen = vec![
        Block::Title(format!(
            "8 Seconds: a turn played best brings {:.3} points without tokens; a Foul Token counts {}",
            mean(line_ups, |valued| valued.best(0)),
            points(solve.args.token),
        )),
        Block::Grid(by_tokens(line_ups)),
    ];
    let over = line_ups.iter().filter(|(_, valued)| starts_over(solve, valued)).count();
    screen.push(Block::Note(format!(
        "Mean, lowest and highest over the {} line-ups of a fresh deck. At a Clown Out without \
         tokens, giving up the highest Bull and rolling on beats the two tokens in {} of them.",
        count(line_ups.len() as u64),
        if over == line_ups.len() { "all".to_owned() } else { count(over as u64) },
    )));
    screen.push(Block::Title("By the highest Bull of the line-up".to_owned()));
    screen.push(Block::Grid(by_highest(solve, line_ups)));
    let start = match solve.game.rules.tokens {
        0 => "no tokens".to_owned(),
        1 => "one token".to_owned(),
        tokens => format!("{tokens} tokens"),
    };
    screen.push(Block::Title(format!(
        "What policies lose against it, starting with {start} ({} turns each)",
        count(solve.args.turns)
    )));
    screen.push(Block::Grid(by_policy(solve, line_ups, lost)));
    if solve.args.regret {
        for (policy, lost) in solve.policies.iter().zip(lost) {
            screen
                .push(Block::Title(format!("What the habits of {} cost in a turn", policy.label)));
            screen.push(Block::Grid(by_habit(solve, lost)));
        }
    }
    screen.push(Block::Note(format!(
        "Valued are Bull points and tokens gained, less tokens spent. Not valued: what a turn leaves \
         to the next player, the Bull that ends the game, bets. Buying looks one Bull ahead. The \
         policy that plays so is `{OPTIMAL_TURN}`."
    )));
    screen
}

fn points(worth: f64) -> String {
    if worth == 1.0 { "1 point".to_owned() } else { format!("{worth} points") }
}

fn by_tokens(line_ups: &[(Bulls, Valued)]) -> Grid {
    let right = Align::Right;
    let mut grid = Grid::new(&[
        ("tokens", right),
        ("points a turn", right),
        ("lowest", right),
        ("highest", right),
        ("buying a Bull is better in", right),
    ]);
    for tokens in 0..=usize::from(MOST_TOKENS) {
        let worths = || line_ups.iter().map(|(_, valued)| valued.best(tokens));
        let buys = line_ups.iter().filter(|(_, valued)| valued.buys(tokens)).count();
        grid.push([
            tokens.to_string(),
            format!("{:.3}", mean(line_ups, |valued| valued.best(tokens))),
            format!("{:.3}", worths().fold(f64::INFINITY, f64::min)),
            format!("{:.3}", worths().fold(0.0, f64::max)),
            match tokens {
                0 => String::new(),
                _ => format!("{} line-ups", count(buys as u64)),
            },
        ]);
    }
    grid
}

fn by_highest(solve: &Solve, line_ups: &[(Bulls, Valued)]) -> Grid {
    let right = Align::Right;
    let mut grid = Grid::new(&[
        ("highest Bull", right),
        ("line-ups", right),
        ("no tokens", right),
        ("1 token", right),
        ("2 tokens", right),
        ("3 tokens", right),
    ]);
    let highest = |bulls: Bulls| {
        solve.game.highest(bulls).map_or(0, |bull| solve.game.bulls[usize::from(bull)].points)
    };
    let mut all: Vec<u8> = line_ups.iter().map(|(bulls, _)| highest(*bulls)).collect();
    all.sort_unstable_by(|a, b| b.cmp(a));
    all.dedup();
    for points in all {
        let like: Vec<_> =
            line_ups.iter().filter(|(bulls, _)| highest(*bulls) == points).copied().collect();
        let worths = (0..=usize::from(MOST_TOKENS))
            .map(|tokens| format!("{:.3}", mean(&like, |valued| valued.best(tokens))));
        let head = [format!("{points} points"), count(like.len() as u64)];
        grid.push(head.into_iter().chain(worths));
    }
    grid
}

/// The habits of a policy, the one that costs most first.
fn habits(lost: &Lost) -> Vec<Habit> {
    let mut habits = Habit::ALL.to_vec();
    habits.sort_by_key(|habit| std::cmp::Reverse(lost.habits[*habit as usize].sum()));
    habits.retain(|habit| lost.habits[*habit as usize].sum() > 0);
    habits
}

fn by_policy(solve: &Solve, line_ups: &[(Bulls, Valued)], lost: &[Lost]) -> Grid {
    let mut grid = Grid::new(&[
        ("policy", Align::Left),
        ("points a turn", Align::Right),
        ("loses", Align::Right),
        ("share", Align::Right),
        ("costliest habit", Align::Left),
        ("costs", Align::Right),
    ]);
    let optimum = mean(line_ups, |valued| valued.best(solve.game.rules.tokens.into()));
    let mut order: Vec<usize> = (0..lost.len()).collect();
    order.sort_by_key(|policy| lost[*policy].turns.sum());
    for policy in order {
        let lost = &lost[policy];
        let Some(loss) = solve.loss(&lost.turns) else { continue };
        let worst = habits(lost).first().copied();
        let costs = worst.and_then(|habit| solve.loss(&lost.habits[habit as usize]));
        grid.push([
            solve.policies[policy].label.clone(),
            format!("{:.3}", optimum - loss.value),
            estimate(&loss, Unit::Plain),
            format!("{:.1} %", 100.0 * loss.value / optimum),
            worst.map_or("none", Habit::words).to_owned(),
            costs.map_or_else(String::new, |costs| estimate(&costs, Unit::Plain)),
        ]);
    }
    grid
}

fn by_habit(solve: &Solve, lost: &Lost) -> Grid {
    let mut grid = Grid::new(&[
        ("habit", Align::Left),
        ("costs", Align::Right),
        ("decisions a turn", Align::Right),
        ("wrong", Align::Right),
    ]);
    for habit in habits(lost) {
        let at = habit as usize;
        let Some(costs) = solve.loss(&lost.habits[at]) else { continue };
        let decisions = lost.decisions[at] as f64;
        grid.push([
            habit.words().to_owned(),
            estimate(&costs, Unit::Plain),
            format!("{:.3}", decisions / lost.turns.n() as f64),
            format!("{:.1} %", 100.0 * lost.mistakes[at] as f64 / decisions.max(1.0)),
        ]);
    }
    grid
}
