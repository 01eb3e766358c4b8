//! What `solve` tells.

use super::losses::{Habit, Lost, MILLION};
use super::{LEVEL, MOST_TOKENS, OPTIMAL_TURN, Solve, Valued};
use crate::games::eight_seconds::cards::{Bulls, each};
use crate::games::eight_seconds::compiled::Game;
use crate::report::schema::{Begins, Column, ERRORS, FIGURE, Schema};
use crate::report::schemas::estimate_cells;
use crate::report::{Align, Cell, Grid, GridCell, Key, Table, Unit, count};
use crate::run::{Block, Results, key};
use crate::stats::{Estimate, Moments};

/// What a Foul Token counts, and those that the turn begins with.
const TOKENS: &[Column] = &[
    Column::number("token", "points", "what a Foul Token gained or spent counts"),
    Column::integer("tokens", "tokens", "the Foul Tokens at the start of the turn"),
];

/// Whether a value is exact.
const METHOD: Column = Column::text(
    "method",
    "`exact`, or `lower-bound` where not every number of Bulls that can be bought is considered",
);

/// What turns are worth.
const TURNS: Schema = Schema {
    name: "turn_values",
    about: "Solved: what a turn played best is worth with each number of tokens, over the line-ups \
            of a fresh deck.",
    begins: Begins::Rules,
    columns: &[
        TOKENS,
        &[
            Column::integer("line_ups", "", "the line-ups, each equally likely"),
            Column::number("value", "points", "the mean over them"),
            Column::number("lowest", "points", "what the worst is worth"),
            Column::number("highest", "points", "what the best is worth"),
            Column::number("buying_better", "share", "those in which buying a Bull is better"),
            Column::number(
                "start_over_better",
                "share",
                "those in which rolling on beats the tokens of a Clown Out; without tokens alone",
            ),
            METHOD,
        ],
    ],
};

/// What line-ups are worth.
const LINE_UPS: Schema = Schema {
    name: "line_up_values",
    about: "Solved: what each line-up of three Bulls is worth, by tokens.",
    begins: Begins::Rules,
    columns: &[
        TOKENS,
        &[
            Column::text("bull_1", "the moves of its first Bull: Turns, Bucks, Kicks"),
            Column::integer("points_1", "points", "the points of that Bull"),
            Column::text("bull_2", "the moves of its second Bull"),
            Column::integer("points_2", "points", "the points of that Bull"),
            Column::text("bull_3", "the moves of its third Bull"),
            Column::integer("points_3", "points", "the points of that Bull"),
            Column::number("value", "points", "what it is worth"),
            Column::number("rolling", "points", "what it is worth to roll at once"),
            Column::number(
                "buying",
                "points",
                "what it is worth to buy a Bull first, and more where that is better",
            ),
            Column::number(
                "clown_out_tokens",
                "points",
                "what the tokens of a Clown Out are worth; without tokens alone",
            ),
            Column::number(
                "clown_out_start_over",
                "points",
                "what giving up the highest Bull and rolling on is worth there",
            ),
            METHOD,
        ],
    ],
};

/// What policies lose.
const VALUES: Schema = Schema {
    name: "policy_losses",
    about: "Solved: what the turns of each policy lose against optimal play (`loss`), and what they \
            brought (`points_and_tokens`).",
    begins: Begins::Run,
    columns: &[
        TOKENS,
        &FIGURE,
        &ERRORS,
        &[Column::number(
            "optimum",
            "points",
            "what a turn played best is worth; less the loss it \
                          is what the policy's are worth",
        )],
    ],
};

/// By which decisions.
const REGRET: Schema = Schema {
    name: "habit_losses",
    about: "Solved: what each kind of decision costs each policy in a turn.",
    begins: Begins::Run,
    columns: &[
        TOKENS,
        &[
            Column::text("decision", "the kind of decision"),
            Column::integer("decisions", "", "so many of them in all turns"),
            Column::integer("mistakes", "", "those at which something else was better"),
            Column::integer("n", "turns", "turns played"),
            Column::number("loss", "points", "what they cost in a turn"),
        ],
        &ERRORS,
    ],
};

/// The tables of `solve`.
pub(crate) const TABLES: [Schema; 4] = [TURNS, LINE_UPS, VALUES, REGRET];

/// What a Clown Out pays (ES-33).
const CLOWN_OUT_TOKENS: f64 = 2.0;

impl Solve {
    /// What every row begins with.
    fn key(&self) -> Key {
        let rules = &self.game.rules;
        key::<Game>(rules, &rules.changed(), 1)
    }

    /// What a token counts, and how many there are.
    fn tokens(&self, tokens: impl Into<Cell>) -> [Cell; 2] {
        [self.args.token.into(), tokens.into()]
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

pub(super) fn results(solve: &Solve, line_ups: &[(Bulls, Valued)], lost: &[Lost]) -> Results {
    let tables = vec![
        turns(solve, line_ups),
        by_line_up(solve, line_ups),
        values(solve, line_ups, lost),
        regret(solve, lost),
    ];
    Results { tables, screen: screen(solve, line_ups, lost), ..Results::default() }
}

fn turns(solve: &Solve, line_ups: &[(Bulls, Valued)]) -> Table {
    let (mut table, key) = (Table::new(&TURNS), solve.key());
    for tokens in 0..=usize::from(MOST_TOKENS) {
        let worths = || line_ups.iter().map(|(_, valued)| valued.best(tokens));
        let share = |better: &dyn Fn(&Valued) -> bool| {
            mean(line_ups, |valued| f64::from(u8::from(better(valued))))
        };
        let over = (tokens == 0).then(|| share(&|valued| starts_over(solve, valued)));
        let cells: [Cell; 7] = [
            line_ups.len().into(),
            mean(line_ups, |valued| valued.best(tokens)).into(),
            worths().reduce(f64::min).into(),
            worths().reduce(f64::max).into(),
            share(&|valued| valued.buys(tokens)).into(),
            over.into(),
            method(line_ups.iter().all(|(_, valued)| valued.exact[tokens])).into(),
        ];
        table.row(&key, solve.tokens(tokens).into_iter().chain(cells));
    }
    table
}

/// The entry of [`METHOD`].
fn method(exact: bool) -> &'static str {
    if exact { "exact" } else { "lower-bound" }
}

/// `≥ ` before a value that is a lower bound for some of these line-ups.
fn bound(line_ups: &[(Bulls, Valued)], tokens: usize) -> &'static str {
    if line_ups.iter().all(|(_, valued)| valued.exact[tokens]) { "" } else { "≥ " }
}

/// Whether going on is better than the tokens at a Clown Out without tokens.
fn starts_over(solve: &Solve, valued: &Valued) -> bool {
    valued.start_over.is_some_and(|worth| worth > CLOWN_OUT_TOKENS * solve.args.token)
}

fn by_line_up(solve: &Solve, line_ups: &[(Bulls, Valued)]) -> Table {
    let (mut table, key) = (Table::new(&LINE_UPS), solve.key());
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
                valued.best(tokens).into(),
                valued.rolling[tokens].into(),
                valued.buying[tokens].into(),
                none.then_some(CLOWN_OUT_TOKENS * solve.args.token).into(),
                valued.start_over.filter(|_| none).into(),
                method(valued.exact[tokens]).into(),
            ];
            let head = solve.tokens(tokens).into_iter().chain(cards.iter().cloned());
            table.row(&key, head.chain(cells));
        }
    }
    table
}

fn values(solve: &Solve, line_ups: &[(Bulls, Valued)], lost: &[Lost]) -> Table {
    let mut table = Table::new(&VALUES);
    let tokens = solve.start;
    let optimum = mean(line_ups, |valued| valued.best(tokens.into()));
    for (policy, lost) in solve.policies.iter().zip(lost) {
        let key = policy.key(&solve.key());
        for (figure, moments) in [("loss", &lost.turns), ("points_and_tokens", &lost.gained)] {
            let figure: [Cell; 2] = [figure.into(), moments.n().into()];
            let head = solve.tokens(tokens).into_iter().chain(figure);
            let cells = head.chain(estimate_cells(solve.loss(moments).as_ref()));
            table.row(&key, cells.chain([optimum.into()]));
        }
    }
    table
}

fn regret(solve: &Solve, lost: &[Lost]) -> Table {
    let mut table = Table::new(&REGRET);
    for (policy, lost) in solve.policies.iter().zip(lost) {
        let key = policy.key(&solve.key());
        for &habit in Habit::ALL {
            let at = habit as usize;
            let loss = solve.loss(&lost.habits[at]).filter(|_| lost.decisions[at] > 0);
            let Some(loss) = loss else { continue };
            let counts: [Cell; 4] = [
                habit.into_str().into(),
                lost.decisions[at].into(),
                lost.mistakes[at].into(),
                lost.turns.n().into(),
            ];
            let head = solve.tokens(solve.start).into_iter().chain(counts);
            table.row(&key, head.chain(estimate_cells(Some(&loss))));
        }
    }
    table
}

fn screen(solve: &Solve, line_ups: &[(Bulls, Valued)], lost: &[Lost]) -> Vec<Block> {
    let mut screen = vec![
        Block::Title(format!(
            "8 Seconds: optimal play averages {:.3} points per turn without tokens; a Foul Token counts {}",
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
    let start = match solve.start {
        0 => "no tokens".to_owned(),
        1 => "one token".to_owned(),
        tokens => format!("{tokens} tokens"),
    };
    screen.push(Block::Title(format!(
        "Regret of the policies, starting with {start} ({} turns each)",
        count(solve.args.turns)
    )));
    screen.push(Block::Grid(by_policy(solve, line_ups, lost)));
    if solve.args.regret {
        for (policy, lost) in solve.policies.iter().zip(lost) {
            screen.push(Block::Title(format!("Regret per turn by habit: {}", policy.label)));
            screen.push(Block::Grid(by_habit(solve, lost)));
        }
    }
    let mut note =
        "Valued are Bull points and tokens gained, less tokens spent. Not valued: what a turn \
                    leaves to the next player, the Bull that ends the game, bets."
            .to_owned();
    if (0..=usize::from(MOST_TOKENS)).any(|tokens| !bound(line_ups, tokens).is_empty()) {
        note.push_str(
            " ≥: at least this much, as buying three Bulls in one turn is not considered; \
             `--start tokens=3` solves that, which takes some minutes.",
        );
    }
    if !solve.deep() {
        note.push_str(&format!(" The policy `{OPTIMAL_TURN}` plays this way."));
    }
    screen.push(Block::Note(note));
    screen
}

fn points(worth: f64) -> String {
    if worth == 1.0 { "1 point".to_owned() } else { format!("{worth} points") }
}

fn by_tokens(line_ups: &[(Bulls, Valued)]) -> Grid {
    let right = Align::Right;
    let mut grid = Grid::new(&[
        ("tokens", right),
        ("points per turn", right),
        ("lowest", right),
        ("highest", right),
        ("buying a Bull is better in", right),
    ]);
    for tokens in 0..=usize::from(MOST_TOKENS) {
        let worths = || line_ups.iter().map(|(_, valued)| valued.best(tokens));
        let buys = line_ups.iter().filter(|(_, valued)| valued.buys(tokens)).count();
        let at_least = bound(line_ups, tokens);
        grid.push([
            tokens.to_string(),
            format!("{at_least}{:.3}", mean(line_ups, |valued| valued.best(tokens))),
            format!("{at_least}{:.3}", worths().fold(f64::INFINITY, f64::min)),
            format!("{at_least}{:.3}", worths().fold(0.0, f64::max)),
            match tokens {
                0 => String::new(),
                _ => format!("{at_least}{} line-ups", count(buys as u64)),
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
        let worths = (0..=usize::from(MOST_TOKENS)).map(|tokens| {
            let at_least = bound(&like, tokens);
            format!("{at_least}{:.3}", mean(&like, |valued| valued.best(tokens)))
        });
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
        ("points per turn", Align::Right),
        ("loses", Align::Right),
        ("share", Align::Right),
        ("costliest habit", Align::Left),
        ("costs", Align::Right),
    ]);
    let optimum = mean(line_ups, |valued| valued.best(solve.start.into()));
    let mut order: Vec<usize> = (0..lost.len()).collect();
    order.sort_by_key(|policy| lost[*policy].turns.sum());
    for policy in order {
        let lost = &lost[policy];
        let Some(loss) = solve.loss(&lost.turns) else { continue };
        let worst = habits(lost).first().copied();
        let costs = worst.and_then(|habit| solve.loss(&lost.habits[habit as usize]));
        grid.push([
            solve.policies[policy].label.clone().into(),
            format!("{:.3}", optimum - loss.value).into(),
            GridCell::Estimate(Some(loss), Unit::Plain),
            format!("{:.1} %", 100.0 * loss.value / optimum).into(),
            worst.map_or("none", Habit::words).into(),
            GridCell::Estimate(costs, Unit::Plain),
        ]);
    }
    grid
}

fn by_habit(solve: &Solve, lost: &Lost) -> Grid {
    let mut grid = Grid::new(&[
        ("habit", Align::Left),
        ("costs", Align::Right),
        ("decisions per turn", Align::Right),
        ("wrong", Align::Right),
    ]);
    for habit in habits(lost) {
        let at = habit as usize;
        let Some(costs) = solve.loss(&lost.habits[at]) else { continue };
        let decisions = lost.decisions[at] as f64;
        grid.push([
            habit.words().into(),
            GridCell::Estimate(Some(costs), Unit::Plain),
            format!("{:.3}", decisions / lost.turns.n() as f64).into(),
            format!("{:.1} %", 100.0 * lost.mistakes[at] as f64 / decisions.max(1.0)).into(),
        ]);
    }
    grid
}
