//! The tables and the screen of `solve`.

use super::losses::{Habit, HabitLoss, Lost, MILLION};
use super::{LEVEL, MOST_TOKENS, OPTIMAL_TURN, Solve, TurnValue, Valued};
use crate::games::eight_seconds::cards::{Bulls, each};
use crate::games::eight_seconds::compiled::Game;
use crate::report::schema::{Begins, Column, ERRORS, FIGURE, Schema};
use crate::report::schemas::estimate_cells;
use crate::report::{Align, Cell, Grid, GridCell, Key, Table, Unit, count};
use crate::run::{Block, Results, key};
use crate::stats::{Estimate, Moments};

/// The value of a Foul Token, and the tokens at the start of the turn.
const TOKENS: &[Column] = &[
    Column::number("token", "points", "value of a Foul Token gained or spent"),
    Column::integer("tokens", "tokens", "Foul Tokens at the start of the turn"),
];

/// Whether a value is exact.
const METHOD: Column = Column::text(
    "method",
    "`exact`, or `lower-bound` if some numbers of Bulls that can be bought are not considered",
);

const TURNS: Schema = Schema {
    name: "turn_values",
    about: "Solved: value of a turn under optimal play by number of tokens, over the line-ups of a \
            fresh deck.",
    begins: Begins::Rules,
    columns: &[
        TOKENS,
        &[
            Column::integer("line_ups", "", "number of line-ups, each equally likely"),
            Column::number("value", "points", "mean value over the line-ups"),
            Column::number("lowest", "points", "value of the worst line-up"),
            Column::number("highest", "points", "value of the best line-up"),
            Column::number(
                "buying_better",
                "share",
                "line-ups in which buying a Bull is better than rolling",
            ),
            Column::number(
                "start_over_better",
                "share",
                "line-ups in which rolling again beats the tokens of a Clown Out; only for 0 tokens",
            ),
            METHOD,
        ],
    ],
};

const LINE_UPS: Schema = Schema {
    name: "line_up_values",
    about: "Solved: value of each line-up of three Bulls, by tokens.",
    begins: Begins::Rules,
    columns: &[
        TOKENS,
        &[
            Column::text("bull_1", "moves of the first Bull: Turns, Bucks, Kicks"),
            Column::integer("points_1", "points", "points of that Bull"),
            Column::text("bull_2", "moves of the second Bull"),
            Column::integer("points_2", "points", "points of that Bull"),
            Column::text("bull_3", "moves of the third Bull"),
            Column::integer("points_3", "points", "points of that Bull"),
            Column::number("value", "points", "value of the line-up"),
            Column::number("rolling", "points", "value of rolling at once"),
            Column::number(
                "buying",
                "points",
                "value of buying a Bull first, and more Bulls if better",
            ),
            Column::number(
                "clown_out_tokens",
                "points",
                "value of the tokens of a Clown Out; only for 0 tokens",
            ),
            Column::number(
                "clown_out_start_over",
                "points",
                "value of discarding the highest Bull at a Clown Out and rolling again",
            ),
            METHOD,
        ],
    ],
};

const VALUES: Schema = Schema {
    name: "policy_losses",
    about: "Solved: loss per turn of each policy against optimal play (`loss`), and the simulated \
            value of its turns (`points_and_tokens`).",
    begins: Begins::Run,
    columns: &[
        TOKENS,
        &FIGURE,
        &ERRORS,
        &[Column::number(
            "optimum",
            "points",
            "value of a turn under optimal play; minus the loss, it is the value of the \
                          policy's turns",
        )],
    ],
};

const REGRET: Schema = Schema {
    name: "habit_losses",
    about: "Solved: loss per turn of each policy by kind of decision.",
    begins: Begins::Run,
    columns: &[
        TOKENS,
        &[
            Column::text("decision", "kind of decision"),
            Column::integer("decisions", "", "number of such decisions in all turns"),
            Column::integer("mistakes", "", "decisions at which another action was better"),
            Column::integer("n", "turns", "turns played"),
            Column::number("loss", "points", "mean loss per turn by these decisions"),
        ],
        &ERRORS,
    ],
};

/// The tables of `solve`.
pub(crate) const TABLES: [Schema; 4] = [TURNS, LINE_UPS, VALUES, REGRET];

/// Tokens that a Clown Out pays (ES-33).
const CLOWN_OUT_TOKENS: f64 = 2.0;

impl Solve {
    /// The key of every row.
    fn key(&self) -> Key {
        let rules = &self.game.rules;
        key::<Game>(rules, &rules.changed(), 1)
    }

    /// The first cells of a row: the value of a token, and the number of tokens.
    fn tokens(&self, tokens: impl Into<Cell>) -> impl Iterator<Item = Cell> {
        [self.args.token.into(), tokens.into()].into_iter()
    }

    /// The value of the tokens of a Clown Out.
    fn clown_out(&self) -> f64 {
        CLOWN_OUT_TOKENS * self.args.token
    }

    /// Whether rolling again at a Clown Out is better than its tokens, for a Rider without tokens.
    fn starts_over(&self, valued: &Valued) -> bool {
        valued.start_over.is_some_and(|worth| worth > self.clown_out())
    }

    /// The value of the policies' turns under optimal play.
    fn optimum(&self, line_ups: &[Valued]) -> f64 {
        mean(line_ups, self.start.into(), TurnValue::best)
    }
}

/// A mean of millionths, in points.
fn points_of(moments: &Moments) -> Option<Estimate> {
    let mean = moments.mean(LEVEL)?;
    let points = |of: Option<f64>| of.map(|millionths| millionths / MILLION);
    Some(Estimate {
        value: mean.value / MILLION,
        std_error: points(mean.std_error),
        low: points(mean.low),
        high: points(mean.high),
        ..mean
    })
}

/// The mean over line-ups with a number of tokens, each equally likely.
fn mean(line_ups: &[Valued], tokens: usize, of: impl Fn(&TurnValue) -> f64) -> f64 {
    let sum: f64 = line_ups.iter().map(|valued| of(&valued.turns[tokens])).sum();
    sum / line_ups.len().max(1) as f64
}

/// The lowest and the highest value of a turn over line-ups.
fn extremes(line_ups: &[Valued], tokens: usize) -> [f64; 2] {
    let values = || line_ups.iter().map(|valued| valued.turns[tokens].best());
    [values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max)]
}

fn exact(line_ups: &[Valued], tokens: usize) -> bool {
    line_ups.iter().all(|valued| valued.turns[tokens].exact)
}

/// Formats the moves of a Bull as `2-1-0`.
pub(in super::super) fn moves(game: &Game, bull: u8) -> String {
    let [turns, bucks, kicks] = game.bulls[usize::from(bull)].moves;
    format!("{turns}-{bucks}-{kicks}")
}

pub(super) fn results(solve: &Solve, line_ups: &[Valued], lost: &[Lost]) -> Results {
    let [mut turns, mut by_line_up, mut values, mut regret] = TABLES.each_ref().map(Table::new);
    for tokens in 0..=usize::from(MOST_TOKENS) {
        turn_row(&mut turns, solve, line_ups, tokens);
    }
    line_ups.iter().for_each(|valued| line_up_rows(&mut by_line_up, solve, valued));
    let optimum = solve.optimum(line_ups);
    for (policy, lost) in solve.policies.iter().zip(lost) {
        let key = policy.key(&solve.key());
        for (figure, moments) in [("loss", &lost.turns), ("points_and_tokens", &lost.gained)] {
            let head = solve.tokens(solve.start).chain([figure.into(), moments.n().into()]);
            let cells = head.chain(estimate_cells(points_of(moments).as_ref()));
            values.row(&key, cells.chain([optimum.into()]));
        }
        for (habit, HabitLoss { loss, decisions, mistakes }) in Habit::ALL.iter().zip(&lost.habits)
        {
            if let Some(loss) = points_of(loss).filter(|_| *decisions > 0) {
                let name = habit.into_str().into();
                let n = lost.turns.n().into();
                let counts = [name, (*decisions).into(), (*mistakes).into(), n];
                let head = solve.tokens(solve.start).chain(counts);
                regret.row(&key, head.chain(estimate_cells(Some(&loss))));
            }
        }
    }
    let tables = vec![turns, by_line_up, values, regret];
    Results { tables, screen: screen(solve, line_ups, lost), ..Results::default() }
}

fn turn_row(table: &mut Table, solve: &Solve, line_ups: &[Valued], tokens: usize) {
    let [lowest, highest] = extremes(line_ups, tokens);
    let buys = mean(line_ups, tokens, |turn| f64::from(u8::from(turn.buys())));
    let over = line_ups.iter().filter(|valued| solve.starts_over(valued)).count();
    let over = (tokens == 0).then(|| over as f64 / line_ups.len().max(1) as f64);
    let cells: [Cell; 7] = [
        line_ups.len().into(),
        mean(line_ups, tokens, TurnValue::best).into(),
        lowest.into(),
        highest.into(),
        buys.into(),
        over.into(),
        method(exact(line_ups, tokens)).into(),
    ];
    table.row(&solve.key(), solve.tokens(tokens).chain(cells));
}

/// The cell of [`METHOD`].
fn method(exact: bool) -> &'static str {
    if exact { "exact" } else { "lower-bound" }
}

/// `≥ ` if the value is a lower bound for some of these line-ups.
fn bound(line_ups: &[Valued], tokens: usize) -> &'static str {
    if exact(line_ups, tokens) { "" } else { "≥ " }
}

fn line_up_rows(table: &mut Table, solve: &Solve, valued: &Valued) {
    let mut cards: Vec<Cell> = Vec::new();
    for bull in each(valued.bulls) {
        cards.push(moves(&solve.game, bull).into());
        cards.push(solve.game.points[usize::from(bull)].into());
    }
    cards.resize(6, Cell::Empty);
    for (tokens, turn) in valued.turns.iter().enumerate() {
        let none = tokens == 0;
        let cells: [Cell; 6] = [
            turn.best().into(),
            turn.rolling.into(),
            turn.buying.into(),
            none.then(|| solve.clown_out()).into(),
            valued.start_over.filter(|_| none).into(),
            method(turn.exact).into(),
        ];
        let head = solve.tokens(tokens).chain(cards.iter().cloned());
        table.row(&solve.key(), head.chain(cells));
    }
}

fn screen(solve: &Solve, line_ups: &[Valued], lost: &[Lost]) -> Vec<Block> {
    let over = line_ups.iter().filter(|valued| solve.starts_over(valued)).count();
    let start = match solve.start {
        0 => "no tokens".to_owned(),
        1 => "one token".to_owned(),
        tokens => format!("{tokens} tokens"),
    };
    let counts = match solve.args.token {
        1.0 => "1 point".to_owned(),
        points => format!("{points} points"),
    };
    let mut screen = vec![
        Block::Title(format!(
            "8 Seconds: optimal play scores {:.3} points in a turn that starts without tokens; each Foul Token counts {counts}",
            mean(line_ups, 0, TurnValue::best),
        )),
        Block::Grid(by_tokens(line_ups)),
        Block::Note(format!(
            "Mean, lowest and highest over the {} line-ups of a fresh deck. A Rider at a Clown Out \
             with no tokens may take two tokens and stop, or give up the highest Bull and roll again: \
             rolling again is better in {} of these line-ups.",
            count(line_ups.len() as u64),
            if over == line_ups.len() { "all".to_owned() } else { count(over as u64) },
        )),
        Block::Title("Points per turn by the highest Bull of the line-up".to_owned()),
        Block::Grid(by_highest(&solve.game, line_ups)),
        Block::Title(format!(
            "Regret of the policies, starting with {start} ({} turns each)",
            count(solve.args.turns)
        )),
        Block::Grid(by_policy(solve, line_ups, lost)),
    ];
    if solve.args.regret {
        for (policy, lost) in solve.policies.iter().zip(lost) {
            if habits(lost).is_empty() {
                screen.push(Block::Title(format!("{} made no mistakes.", policy.label)));
                continue;
            }
            screen.push(Block::Title(format!("Regret per turn by mistake: {}", policy.label)));
            screen.push(Block::Grid(by_habit(lost)));
        }
    }
    let mut note =
        "The value counts Bull points and tokens gained, less tokens spent. It excludes the effects on \
                    the next player, the end of the game after the last Bull, and bets."
            .to_owned();
    if (0..=usize::from(MOST_TOKENS)).any(|tokens| !exact(line_ups, tokens)) {
        note.push_str(
            " ≥: a lower bound, because buying three Bulls in one turn is not considered; \
             `--start tokens=3` also considers it, which takes some minutes.",
        );
    }
    if !solve.deep() {
        note.push_str(&format!(" The policy `{OPTIMAL_TURN}` maximizes this value."));
    }
    screen.push(Block::Note(note));
    screen
}

fn by_tokens(line_ups: &[Valued]) -> Grid {
    let columns = [
        "tokens",
        "points per turn",
        "lowest",
        "highest",
        "line-ups where buying a Bull is better",
    ];
    let mut grid = Grid::new(&columns.map(|name| (name, Align::Right)));
    for tokens in 0..=usize::from(MOST_TOKENS) {
        let [lowest, highest] = extremes(line_ups, tokens);
        let buys = line_ups.iter().filter(|valued| valued.turns[tokens].buys()).count();
        let at_least = bound(line_ups, tokens);
        let points = |value: f64| format!("{at_least}{value:.3}");
        let buys = (tokens > 0).then(|| format!("{at_least}{}", count(buys as u64)));
        grid.push([
            tokens.to_string(),
            points(mean(line_ups, tokens, TurnValue::best)),
            points(lowest),
            points(highest),
            buys.unwrap_or_default(),
        ]);
    }
    grid
}

fn by_highest(game: &Game, line_ups: &[Valued]) -> Grid {
    let columns = ["highest Bull", "line-ups", "no tokens", "1 token", "2 tokens", "3 tokens"];
    let mut grid = Grid::new(&columns.map(|name| (name, Align::Right)));
    let highest =
        |bulls: Bulls| game.highest(bulls).map_or(0, |bull| game.points[usize::from(bull)]);
    let mut all: Vec<u8> = line_ups.iter().map(|valued| highest(valued.bulls)).collect();
    all.sort_unstable_by(|a, b| b.cmp(a));
    all.dedup();
    for points in all {
        let like = line_ups.iter().filter(|valued| highest(valued.bulls) == points);
        let like: Vec<Valued> = like.cloned().collect();
        let values = (0..=usize::from(MOST_TOKENS)).map(|tokens| {
            format!("{}{:.3}", bound(&like, tokens), mean(&like, tokens, TurnValue::best))
        });
        let head = [format!("{points} points"), count(like.len() as u64)];
        grid.push(head.into_iter().chain(values));
    }
    grid
}

/// The habits of a policy with a loss, the most costly first.
fn habits(lost: &Lost) -> Vec<(Habit, &HabitLoss)> {
    let mut habits: Vec<_> = Habit::ALL.iter().copied().zip(&lost.habits).collect();
    habits.sort_by_key(|(_, of)| std::cmp::Reverse(of.loss.sum()));
    habits.retain(|(_, of)| of.loss.sum() > 0);
    habits
}

fn by_policy(solve: &Solve, line_ups: &[Valued], lost: &[Lost]) -> Grid {
    let mut grid = Grid::new(&[
        ("policy", Align::Left),
        ("points per turn", Align::Right),
        ("regret", Align::Right),
        ("of optimum", Align::Right),
        ("costliest mistake", Align::Left),
        ("its regret", Align::Right),
    ]);
    let optimum = solve.optimum(line_ups);
    let mut order: Vec<_> = solve.policies.iter().zip(lost).collect();
    order.sort_by_key(|(_, lost)| lost.turns.sum());
    for (policy, lost) in order {
        let Some(loss) = points_of(&lost.turns) else { continue };
        let worst = habits(lost).first().copied();
        let costs = worst.and_then(|(_, of)| points_of(&of.loss));
        grid.push([
            policy.label.clone().into(),
            format!("{:.3}", optimum - loss.value).into(),
            GridCell::Estimate(Some(loss), Unit::Plain),
            format!("{:.1} %", 100.0 * loss.value / optimum).into(),
            worst.map_or("none", |(habit, _)| habit.words()).into(),
            GridCell::Estimate(costs, Unit::Plain),
        ]);
    }
    grid
}

fn by_habit(lost: &Lost) -> Grid {
    let mut grid = Grid::new(&[
        ("mistake", Align::Left),
        ("regret", Align::Right),
        ("decisions per turn", Align::Right),
        ("wrong decisions", Align::Right),
    ]);
    for (habit, HabitLoss { loss, decisions, mistakes }) in habits(lost) {
        let Some(costs) = points_of(loss) else { continue };
        let decisions = *decisions as f64;
        grid.push([
            habit.words().into(),
            GridCell::Estimate(Some(costs), Unit::Plain),
            format!("{:.3}", decisions / lost.turns.n() as f64).into(),
            format!("{:.1} %", 100.0 * *mistakes as f64 / decisions.max(1.0)).into(),
        ]);
    }
    grid
}
