//! From counts to tables and the screen.

use std::marker::PhantomData;

use super::leaderboard::{Column, Ranked, counted, interval_note, ranking, shares};
use super::policy_factory::Strength;
use super::prepared::Prepared;
use super::registered::Registered;
use super::simulate::{Job, Notes};
use super::standard_tables::{About, WIN, game_tables, games_heading};
use super::tally::{OfTurns, PolicySums, Sums};
use super::{Block, Definition, Results, Warning};
use crate::game::count::{
    Count, Estimated, FigureTable, Finish, Label, Limit, Of, Rows, Show, Shown, Without,
};
use crate::game::decision::ActionList;
use crate::game::publish::{Publish, vocabulary};
use crate::report::schema::{Begins, Column as Described, ERRORS, Schema};
use crate::report::schemas::{
    ACTIONS, BUST_PROBABILITIES, BUSTS, EXPECTED_SCORES, GAME_LENGTHS, RULE_USE, SITUATION,
    STRENGTHS, WIN_RATES, estimate_cells,
};
use crate::report::{Cell, Key, Scope, Table, Unit, count};
use crate::stats::{Estimate, Histogram, Level, Ratio, Strata, wilson};

/// Returns the tables of a run: common tables and those of the game.
pub(super) fn all<G: Count>() -> impl Iterator<Item = Schema> {
    let endings = G::COUNTED.endings.into_iter().flat_map(|endings| endings.tables);
    let own = G::COUNTED.tables.iter().map(|table| table.schema);
    [WIN_RATES, EXPECTED_SCORES, Raw::<G>::BUSTS, GAME_LENGTHS, STRENGTHS, RULE_USE]
        .into_iter()
        .chain(endings)
        .chain([ACTIONS])
        .chain(own)
        .chain(G::COUNTED.lengths)
}

/// The columns of a game in tables of samples.
struct Raw<G>(PhantomData<G>);

impl<G: Count> Raw<G> {
    const BUSTS: Schema = if G::COUNTED.conditions.is_empty() {
        BUST_PROBABILITIES
    } else {
        let columns: &[&[Described]] = &[&[SITUATION], G::COUNTED.conditions, &BUSTS, &ERRORS];
        Schema { columns, ..BUST_PROBABILITIES }
    };
    const GAMES: Schema = Schema {
        name: "samples",
        about: "The first games of a run (`--samples N`), one row for each seat.",
        begins: Begins::Nothing,
        columns: &[
            &[
                Described::integer("game", "", "number of the game, from 1"),
                Described::integer("matchup", "", "number of the matchup, from 1"),
                Described::integer("seat", "", "seat; seat 1 moves first"),
                Described::text("policy", "label of the policy"),
            ],
            G::COUNTED.sample.columns,
            &[Described::integer("won", "", "1 for a winner, alone or shared, otherwise 0")],
        ],
    };
    const TURNS: Schema = Schema {
        name: "samples",
        about: "The first turns of a run of single turns (`--samples N`).",
        begins: Begins::Nothing,
        columns: &[
            &[
                Described::integer("turn", "", "number of the turn, from 1"),
                Described::text("policy", "label of the policy"),
            ],
            G::COUNTED.turn_sample.columns,
        ],
    };
}

/// The raw rows of a game: of whole games and of single turns.
pub(super) fn raw<G: Count>() -> [Schema; 2] {
    [Raw::<G>::GAMES, Raw::<G>::TURNS]
}

/// Returns the names of the tables of a run, in order.
pub(super) fn names<S: Definition>(run: &Prepared<S>) -> Vec<&'static str> {
    let (counted, declared) = (S::COUNTED, &run.job.declared);
    let of_games = [Some(WIN_RATES), Some(GAME_LENGTHS), counted.lengths].into_iter().flatten();
    let of_games = of_games.filter(|_| run.alone).map(|schema| schema.name);
    let no_busts = declared.busts.is_empty() && declared.trials.is_empty();
    let own = counted.tables.iter().filter(|table| declared.leaves_out(table, run.alone));
    let left_out: Vec<&str> = of_games
        .chain(no_busts.then_some(BUST_PROBABILITIES.name))
        .chain((!run.spec.strength).then_some(STRENGTHS.name))
        .chain(own.map(|table| table.schema.name))
        .collect();
    let all = all::<S>().map(|schema| schema.name);
    all.filter(|name| !left_out.contains(name)).collect()
}

/// Returns the facts about a run that its tables need.
fn about<'a, S: Definition>(
    run: &'a Prepared<S>,
    level: Level,
    key: &'a Key,
    strengths: &'a [Option<Strength>],
) -> About<'a> {
    let counted = S::COUNTED;
    About {
        key,
        policies: &run.policies,
        lineups: &run.job.lineups,
        // The rules fix the seat of an opponent.
        fixed_seats: run.job.fixed_seats && !run.opponent,
        level,
        score: if counted.endings.is_some() { counted.turn_score } else { counted.score },
        unit: (counted.unit)(&run.job.game),
        length: counted.length,
        fixed_length: (counted.fixed_length)(&run.job.game),
        first: counted.first,
        bust_table: &Raw::<S>::BUSTS,
        busts: &run.job.declared.busts,
        strengths,
    }
}

/// Selects the tables that the run has.
fn wanted<S: Definition>(run: &Prepared<S>, tables: Vec<Table>) -> Vec<Table> {
    let names = names(run);
    tables.into_iter().filter(|table| names.contains(&table.name())).collect()
}

/// Returns the report of `units` whole games.
pub(super) fn tables<S: Definition>(
    run: &Prepared<S>,
    sums: Sums,
    units: u64,
    level: Level,
    strengths: &[Option<Strength>],
) -> Results {
    let key = run.key();
    let about = about(run, level, &key, strengths);
    let Sums { games, policies, of_games, .. } = sums;
    let heading = games_heading(&run.what(), units, &run.job.lineups);
    let turns = |policy: usize| {
        let brought = policies[policy].endings.gains(about.unit, level);
        S::COUNTED.endings.map(|_| brought)
    };
    let mut standard = game_tables(&about, &games, heading, &turns);
    let mut own = OwnTables::new(run, level);
    for (policy, tally) in policies.iter().enumerate() {
        let key = about.key(policy, None, None);
        if let Some(endings) = &S::COUNTED.endings {
            tally.endings.score_row(&mut standard.scores, (endings, about.unit), &key, level);
        }
        own.policy(&key, (policy, tally), &mut standard.busts);
    }
    let sums: Vec<&PolicySums> = policies.iter().collect();
    if policies.len() > 1 {
        let all = Key { scope: Scope::AllPolicies, ..key.clone() };
        own.figures(&all, &[Of::PoliciesAndAll], &|figure| together(&sums, figure));
    }
    own.figures(&key, &[Of::Games], &|figure| of_games.parts(figure).collect());
    let mut screen = standard.screen;
    screen.extend(shown(run, &sums, level));
    screen.extend(proposed::<S>(&run.rules));
    let left_out = "means of scores and lengths exclude them";
    let warnings = given_up::<S>(standard.unfinished, left_out).into_iter();
    let cut = capped(run, &sums).and_then(|[cut, all]| cut_off::<S>(cut, Some(all)));
    let warnings = warnings.chain(cut).collect();
    let strengths = about.strengths();
    let common =
        vec![standard.win_rates, standard.scores, standard.busts, standard.lengths, strengths];
    let mut tables = own.behind(common);
    tables.extend(of_lengths::<S>(&key, &games.lengths(), level));
    let tables = wanted(run, tables);
    Results { tables, screen, warnings, ..Results::default() }
}

/// Returns the warning about unfinished games, if any; `becomes` states the treatment of their
/// scores and lengths.
pub(crate) fn given_up<S: Definition>(games: u64, becomes: &str) -> Option<Warning> {
    let warning = format!(
        "{} ended at a limit of the rules and have no winner; {becomes}",
        counted(games, "game")
    );
    (games > 0).then(|| (warning, Some(limits::<S>())))
}

/// Returns the number of parts of games (such as hands) that a limit ended, and their total number.
fn capped<S: Definition>(run: &Prepared<S>, policies: &[&PolicySums]) -> Option<[u64; 2]> {
    let place = run.job.declared.figures[run.job.declared.cut_off?].slot?;
    let (all, seats) = (together(policies, place).pooled(), run.job.lineups[0].len() as u64);
    Some([all.y as u64 / seats, all.n as u64 / seats])
}

/// Returns the warning about parts of games ended by a limit, if any; `among` is their total number
/// if figures exclude them.
pub(crate) fn cut_off<S: Definition>(cut: u64, among: Option<u64>) -> Option<Warning> {
    let Limit { name, .. } = S::COUNTED.limit.filter(|_| cut > 0)?;
    let warning = match among {
        Some(all) => format!(
            "{} of {} ({:.1} %) ended at a limit of the rules and have no winner; figures of {name}s exclude them",
            count(cut),
            counted(all, name),
            100.0 * cut as f64 / all as f64
        ),
        None => format!(
            "{} ended at a limit of the rules and have no winner; their points count in the scores of games",
            counted(cut, name)
        ),
    };
    Some((warning, Some(limits::<S>())))
}

fn limits<S: Definition>() -> String {
    format!("`pushluck list rules {}` shows the limits", S::NAME)
}

/// Returns the report of `units` single turns of each policy.
pub(super) fn turns<S: Definition>(
    run: &Prepared<S>,
    sums: &Sums,
    units: u64,
    level: Level,
) -> Results {
    let key = run.key();
    let about = about(run, level, &key, &[]);
    let [mut scores, mut busts] = [&EXPECTED_SCORES, &Raw::<S>::BUSTS].map(Table::new);
    let mut own = OwnTables::new(run, level);
    let mut shown = run.job.declared.shown.iter();
    let shown = shown.find(|shown| matches!(shown.rows, Rows::Policies(_)));
    let mut ranked = Vec::new();
    for (policy, (sums, turns)) in sums.policies.iter().zip(&sums.turns).enumerate() {
        let OfTurns { gains, busts: busted } = turns;
        let key = about.key(policy, None, None);
        let gains = gains.times(about.unit);
        let gained = gains.moments().mean(level);
        scores.score(&key, "turn", &gains, gained.as_ref());
        let shares: Vec<_> = busted.iter().map(|busted| busted.proportion(1, level)).collect();
        for ((name, ..), (busted, share)) in about.busts.iter().zip(busted.iter().zip(&shares)) {
            let (among, happened) = (busted.n as u64, busted.y as u64);
            busts.bust(&key, (name, &[]), (among, happened), share.as_ref());
        }
        own.policy(&key, (policy, sums), &mut busts);
        let more: Vec<Option<Estimate>> = match &shown {
            Some(Shown { rows: Rows::Policies(figures), .. }) => {
                let label = &*run.policies[policy].label;
                let estimated = |figure: &usize| estimated(run, (label, &[sums]), *figure, level);
                figures.iter().map(estimated).collect()
            }
            _ => {
                let headed =
                    about.busts.iter().zip(shares).filter(|((_, heading, _), _)| heading.is_some());
                headed.map(|(_, share)| share).collect()
            }
        };
        let figures = [gained].into_iter().chain(more).collect();
        ranked.push(Ranked {
            label: run.policies[policy].label.clone(),
            figures,
            wins: None,
            worst: None,
        });
    }
    let screen = turn_screen(run, shown, ranked, (units, level));
    let tables = wanted(run, own.behind(vec![scores, busts]));
    Results { tables, screen, ..Results::default() }
}

/// Returns the screen of single turns.
fn turn_screen<S: Definition>(
    run: &Prepared<S>,
    shown: Option<&Shown>,
    ranked: Vec<Ranked>,
    (turns, level): (u64, Level),
) -> Vec<Block> {
    let mut notes = Vec::new();
    let columns = turn_columns(run, shown);
    let grid = ranking(&columns, ranked, level, WIN as u64, false, &mut notes);
    notes.push(interval_note(level));
    let played = counted(turns, "single turn");
    let title = Block::Title(format!("{}: {played} of each policy", run.what()));
    let screen = [title, Block::Grid(grid)].into_iter().chain(notes.into_iter().map(Block::Note));
    screen.chain(proposed::<S>(&run.rules)).collect()
}

/// Returns the columns of single turns on the screen: points, and some figures or bust rates.
fn turn_columns<S: Definition>(run: &Prepared<S>, shown: Option<&Shown>) -> Vec<Column> {
    let score = Column::new(S::COUNTED.turn_score, Unit::Plain);
    let more: Vec<Column> = match shown {
        Some(Shown { columns, rows: Rows::Policies(figures), .. }) => columns
            .iter()
            .zip(figures)
            .map(|((heading, _), figure)| {
                Column::new(*heading, unit(&run.job.declared.figures[*figure]))
            })
            .collect(),
        _ => {
            let headings = run.job.declared.busts.iter().filter_map(|(_, heading, _)| *heading);
            headings.map(|heading| Column::new(heading, Unit::Percent)).collect()
        }
    };
    [score].into_iter().chain(more).collect()
}

/// A figure pooled over some policies.
fn together(policies: &[&PolicySums], figure: usize) -> Strata {
    policies.iter().flat_map(|sums| sums.figures.parts(figure)).collect()
}

/// Returns the estimate of a figure of one policy, or pooled over some policies under another name.
fn estimated<S: Definition>(
    run: &Prepared<S>,
    (label, policies): (&str, &[&PolicySums]),
    figure: usize,
    level: Level,
) -> Option<Estimate> {
    let declared = &run.job.declared;
    if let Some(value) = declared.fixed_value(label, figure) {
        return Some(Estimate::exact(value as f64, level));
    }
    let Estimated { share, whole, slot, .. } = declared.figures[figure];
    let strata = strata_of::<S>(together(policies, slot?));
    match share {
        true => strata.proportion(whole, level),
        false => strata.mean(level),
    }
}

fn unit(figure: &Estimated) -> Unit {
    if figure.share { Unit::Percent } else { Unit::Plain }
}

/// Returns the note that figures depend on PROPOSED values, if they do.
pub(crate) fn proposed<S: Definition>(rules: &S::Rules) -> Option<Block> {
    proposal::<S>(rules).map(Block::Note)
}

/// Returns the text of that note.
pub(super) fn proposal<S: Definition>(rules: &S::Rules) -> Option<String> {
    let tables = Registered::<S>::proposed(rules);
    let note = format!(
        "These figures depend on {} of component data with assumed values, marked PROPOSED in `pushluck list edition {}`.",
        counted(tables as u64, "table"),
        S::NAME
    );
    (tables > 0).then_some(note)
}

/// Returns the tables of figures on the screen.
fn shown<S: Definition>(run: &Prepared<S>, policies: &[&PolicySums], level: Level) -> Vec<Block> {
    let blocks = run.job.declared.shown.iter().map(|shown| {
        let about: Vec<(&str, &[&PolicySums], &[usize])> = match &shown.rows {
            Rows::Policies(figures) => (run.policies.iter().zip(policies))
                .map(|(policy, sums)| (&*policy.label, std::slice::from_ref(sums), &**figures))
                .collect(),
            Rows::Everybody(_, rows) => {
                rows.iter().map(|(name, figures)| (&**name, policies, &**figures)).collect()
            }
        };
        let everybody = if let Rows::Everybody(of, _) = shown.rows { Some(of) } else { None };
        let mut rows: Vec<Ranked> = (about.iter())
            .map(|&(label, sums, figures)| {
                let figures =
                    figures.iter().map(|figure| estimated(run, (label, sums), *figure, level));
                let figures = figures.collect();
                Ranked { label: label.to_owned(), figures, wins: None, worst: None }
            })
            .collect();
        let units = about.first().map_or(&[][..], |(_, _, figures)| figures);
        let units: Vec<Unit> =
            units.iter().map(|figure| unit(&run.job.declared.figures[*figure])).collect();
        let far = |column: &usize| {
            let values = rows.iter().filter_map(|row| row.figures[*column]);
            values.map(|one| one.value.abs()).fold(0.0, f64::max) >= shown.columns[*column].1
        };
        let columns: Vec<usize> = (0..units.len()).filter(far).collect();
        for row in &mut rows {
            row.figures = columns.iter().map(|column| row.figures[*column]).collect();
        }
        if everybody.is_some() {
            rows.retain(|row| row.figures.first().is_some_and(Option::is_some));
        }
        let heads =
            columns.iter().map(|column| Column::new(shown.columns[*column].0, units[*column]));
        let grid = shares(everybody.unwrap_or("policy"), &heads.collect::<Vec<_>>(), rows);
        [Block::Title(shown.title.to_owned()), Block::Grid(grid)]
    });
    blocks.flatten().collect()
}

fn action_rows<G: Publish>(table: &mut Table, key: &Key, tally: &PolicySums) {
    for (point, kinds) in G::POINTS.iter().zip(&tally.actions) {
        let decisions: u64 = kinds.iter().sum();
        for (kind, chosen) in point.actions.iter().zip(kinds).filter(|_| decisions > 0) {
            let share = *chosen as f64 / decisions as f64;
            let counts = [Cell::from(decisions), (*chosen).into(), share.into()];
            let head = [Cell::from(point.name), kind.name.into()];
            table.row(key, head.into_iter().chain(counts));
        }
    }
}

/// Fills the distribution of game lengths, if the game has that table.
fn of_lengths<G: Count>(key: &Key, lengths: &[Histogram], level: Level) -> Option<Table> {
    let mut table = Table::new(&G::COUNTED.lengths?);
    let mut all = Histogram::default();
    lengths.iter().for_each(|lengths| all += lengths);
    for (length, count) in all.iter() {
        let of = |lengths: &Histogram| {
            (lengths.n(), Ratio::of_counts(lengths.count(length), lengths.n()))
        };
        let share = lengths.iter().map(of).collect::<Strata>().proportion(1, level);
        let head: [Cell; 3] = [length.into(), all.n().into(), count.into()];
        table.row(key, head.into_iter().chain(estimate_cells(share.as_ref())));
    }
    Some(table)
}

/// Fills the tables after wins, scores, busts and lengths, of games or single turns.
struct OwnTables<'a, S: Definition> {
    run: &'a Prepared<S>,
    level: Level,
    rule_use: Table,
    actions: Table,
    /// The tables of turn endings.
    ends: Option<[Table; 2]>,
    /// The tables of the game.
    figures: Vec<Table>,
}

impl<'a, S: Definition> OwnTables<'a, S> {
    fn new(run: &'a Prepared<S>, level: Level) -> Self {
        let [rule_use, actions] = [&RULE_USE, &ACTIONS].map(Table::new);
        let ends = S::COUNTED.endings.map(|ends| ends.tables.map(|schema| Table::new(&schema)));
        let figures = S::COUNTED.tables.iter().map(|table| Table::new(&table.schema)).collect();
        Self { run, level, rule_use, actions, ends, figures }
    }

    /// Adds the rows of a policy, and those of its trials in the table of busts.
    fn policy(&mut self, key: &Key, (policy, sums): (usize, &PolicySums), busts: &mut Table) {
        let Self { run, level, .. } = *self;
        let named = &run.policies[policy];
        sums.rules.rows(&mut self.rule_use, key, vocabulary::<S>(), named);
        action_rows::<S>(&mut self.actions, key, sums);
        if let Some((tables, endings)) = self.ends.as_mut().zip(S::COUNTED.endings) {
            let of = (&endings, (S::COUNTED.unit)(&run.job.game));
            sums.endings.rows(tables, of, key, (run.alone, level));
        }
        for (name, conditions, place) in &run.job.declared.trials {
            let (happened, among) = sums.trials[*place];
            if among > 0 {
                let share = wilson(happened, among, level);
                let conditions: Vec<Cell> = conditions.iter().map(label).collect();
                busts.bust(key, (name, &conditions), (among, happened), share.as_ref());
            }
        }
        self.figures(key, &[Of::Policies, Of::PoliciesAndAll], &|figure| {
            sums.figures.parts(figure).collect()
        });
    }

    /// Adds the rows of tables about `of`; the figure in slot i has the strata `strata(i)`.
    fn figures(&mut self, key: &Key, of: &[Of], strata: &dyn Fn(usize) -> Strata) {
        let declared = &self.run.job.declared;
        for row in &declared.rows {
            let table = &S::COUNTED.tables[row.table];
            if !of.contains(&table.of) {
                continue;
            }
            let figure = |&(name, place): &(&'static str, usize)| {
                let estimated = declared.figures[place];
                let strata = estimated.slot.map(strata).unwrap_or_default();
                (name, estimated, strata_of::<S>(strata))
            };
            let figures: Vec<_> = row.figures.iter().map(figure).collect();
            let first = figures[0].2.pooled();
            let left_out = match row.without {
                Without::Never => false,
                Without::Occasions => first.n == 0,
                Without::Amount => first.y == 0,
            };
            if !left_out {
                let head = row.labels.iter().map(label);
                let cells = figure_cells(table, &figures, self.level);
                self.figures[row.table].row(key, head.chain(cells));
            }
        }
    }

    /// Appends all tables to `tables`, in order.
    fn behind(self, mut tables: Vec<Table>) -> Vec<Table> {
        tables.push(self.rule_use);
        tables.extend(self.ends.into_iter().flatten());
        tables.push(self.actions);
        tables.extend(self.figures);
        tables
    }
}

fn label(label: &Label) -> Cell {
    match label {
        Label::Text(text) => text.as_str().into(),
        Label::Number(number) => (*number).into(),
        Label::Nothing => Cell::Empty,
    }
}

/// Returns the strata of a figure, pooled if the figures of the game are not stratified.
fn strata_of<G: Count>(strata: Strata) -> Strata {
    if G::COUNTED.stratified { strata } else { strata.pooled().into() }
}

/// Returns the cells of a row after its key.
fn figure_cells(
    table: &FigureTable,
    row: &[(&'static str, Estimated, Strata)],
    level: Level,
) -> Vec<Cell> {
    let cells = |(_, estimated, strata): &(&str, Estimated, Strata)| {
        let estimate = match estimated.share {
            true => strata.proportion(estimated.whole, level),
            false => strata.mean_of(estimated.least, level),
        };
        estimate_cells(estimate.as_ref())
    };
    if let ([], [one]) = (table.shown, row) {
        let pooled = one.2.pooled();
        let n = if table.of == Of::Games { pooled.units } else { pooled.n as u64 };
        return [Cell::from(one.0), n.into()].into_iter().chain(cells(one)).collect();
    }
    let named = |name: &str| {
        let one = row.iter().find(|(known, ..)| *known == name);
        one.unwrap_or_else(|| panic!("{}: a row without {name}", table.schema.name))
    };
    let of = |show: &Show| match *show {
        Show::Occasions(name) => vec![(named(name).2.pooled().n as u64).into()],
        Show::Sum(name) => vec![(named(name).2.pooled().y as i64).into()],
        Show::Estimate(name) => cells(named(name)).into(),
    };
    table.shown.iter().flat_map(of).collect()
}

/// Returns the first units as raw rows.
pub(super) fn samples<S: Definition>(run: &Prepared<S>, units: u64) -> Table {
    let label = |policy: usize| run.policies[policy].label.as_str();
    let Job { game, figures, .. } = &run.job;
    let (game, counted) = (&**game, S::COUNTED);
    let (mut counts, mut actions) = (run.job.counts(), ActionList::default());
    if run.alone {
        let mut table = Table::new(&Raw::<S>::TURNS);
        for turn in (0..units).flat_map(|turn| (0..run.policies.len()).map(move |of| (of, turn))) {
            let mut notes = Notes { game, figures, counts: &mut counts };
            let end = run.job.play_alone(turn, &mut notes, &mut actions, |_| (), || false);
            let sample = end.map_or_else(Vec::new, |state| {
                let finish = Finish { game, state: &state, figures, counts: &counts };
                (counted.turn_sample.row)(&finish, 0)
            });
            let head = [(turn.1 + 1).into(), label(turn.0).into()];
            table.push(head.into_iter().chain(sample.iter().map(self::label)).collect());
            counts.clear();
        }
        return table;
    }
    let mut table = Table::new(&Raw::<S>::GAMES);
    let seating = run.job.seating();
    for number in 0..units {
        let mut notes = Notes { game, figures, counts: &mut counts };
        let end = run.job.play(number, &mut notes, &mut actions, |_| (), || false);
        let lineup = seating.placement(number).lineup;
        let finish = Finish { game, state: &end.state, figures, counts: &counts };
        for (seat, policy) in seating.policies(number).enumerate() {
            let label = label(policy);
            let head = [(number + 1).into(), (lineup + 1).into(), (seat + 1).into(), label.into()];
            let sample = (counted.sample.row)(&finish, seat as u8);
            let won = u8::from(end.won(seat)).into();
            let sample = sample.iter().map(self::label);
            table.push(head.into_iter().chain(sample).chain([won]).collect());
        }
        counts.clear();
    }
    table
}
