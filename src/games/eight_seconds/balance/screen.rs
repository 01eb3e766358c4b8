//! The screen of `balance`: titles, grids and notes.

use super::bets::{CLASSES, Phase, bet_words};
use super::count::{Counted, FLOWS, Part};
use super::fair::{Fair, FairFor, Mark, NEAR, asked};
use super::money::{Account, Kind};
use super::tables::{has_turns, learnt};
use super::{Balance, Found, Measured};
use crate::game::contract::WIN;
use crate::games::eight_seconds::rules::Rules;
use crate::report::{Align, Grid, GridCell, Unit, count, estimate};
use crate::run::leaderboard::interval_note;
use crate::run::{Block, Run as _};
use crate::stats::Estimate;

/// The built-in policy that rides best; its column is shown if it is among the riding policies.
const BEST: &str = "optimal-turn";

/// The phases that the screen lists separately.
pub(super) const SHOWN: [Phase; 5] =
    [Phase::First, Phase::Again, Phase::Second, Phase::Double, Phase::Doubling];

/// Note that explains the phases.
const PHASES: &str = "First roll: placed before the first roll. Second roll: placed before the second \
                      roll, after a Clown Out before the third. Bet again: placed after a Clown Out \
                      that paid the bettor. Double Down: both stakes together. 2nd stake: the added \
                      stake alone.";

/// Returns a grid with columns of names, then of numbers.
fn grid<'a>(names: &[&'a str], numbers: impl IntoIterator<Item = &'a str>) -> Grid {
    let names = names.iter().map(|name| (*name, Align::Left));
    let numbers = numbers.into_iter().map(|name| (name, Align::Right));
    Grid::new(&names.chain(numbers).collect::<Vec<_>>())
}

/// The first cells of a row about a bet.
fn head(kind: Kind) -> impl Iterator<Item = GridCell> {
    [bet_words(kind.bet), kind.phase.words()].map(GridCell::from).into_iter()
}

/// A value in whole percent, without an error.
fn percent(value: &Estimate) -> String {
    // Adding 0.0 turns -0 into 0.
    format!("{}", (100.0 * value.value).round() + 0.0)
}

/// A cell with an estimate in percent.
fn share(value: Option<Estimate>) -> GridCell {
    GridCell::Estimate(value, Unit::Percent)
}

/// Returns the lowest and the highest value with their labels.
pub(super) fn extremes<'a>(
    values: impl Iterator<Item = (&'a str, Estimate)>,
) -> Option<[(&'a str, Estimate); 2]> {
    values.map(|one| [one, one]).reduce(|[low, high], [one, _]| {
        let lower = one.1.value < low.1.value;
        let higher = one.1.value > high.1.value;
        [if lower { one } else { low }, if higher { one } else { high }]
    })
}

/// Returns the lowest and the highest value as text.
fn range<'a>(
    values: impl Iterator<Item = (&'a str, Estimate)>,
    show: impl Fn(&Estimate) -> String,
) -> Option<GridCell> {
    let [(_, low), (_, high)] = extremes(values)?;
    Some(format!("{} to {}", show(&low), show(&high)).into())
}

/// Who gains by a bet under all policies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Gains,
    Loses,
    Depends,
    /// Some interval includes 0, or there is no value.
    Open,
}

impl Verdict {
    /// A claim about all policies requires every interval on the same side of 0; `Depends` requires
    /// an interval on either side.
    pub(super) fn of<'a>(values: impl Iterator<Item = (&'a str, Estimate)>) -> Self {
        let (mut gains, mut loses, mut all) = (0, 0, 0);
        for (_, value) in values {
            all += 1;
            gains += usize::from(value.low.is_some_and(|low| low > 0.0));
            loses += usize::from(value.high.is_some_and(|high| high < 0.0));
        }
        match () {
            () if all > 0 && gains == all => Self::Gains,
            () if all > 0 && loses == all => Self::Loses,
            () if gains > 0 && loses > 0 => Self::Depends,
            () => Self::Open,
        }
    }
}

/// The kinds of bets on the screen.
pub(super) fn kinds(balance: &Balance) -> impl Iterator<Item = Kind> + use<> {
    Kind::all(balance.stake()).filter(|kind| SHOWN.contains(&kind.phase))
}

/// Names the riding policies.
fn under(balance: &Balance) -> String {
    match &balance.policies[..] {
        [one] => format!("under {}", one.label),
        all => format!("under each of {} riding policies", all.len()),
    }
}

/// Names the edition and the changed rules.
fn title(rules: &Rules) -> String {
    let names = [rules.edition.title()].into_iter().chain(rules.changed());
    names.collect::<Vec<_>>().join(", ")
}

/// Describes the measurement in one line.
pub(super) fn heading(measured: &Measured<'_>) -> String {
    let &Measured { balance, rules, units, .. } = measured;
    let (names, number, under) = (title(rules), count(units), under(balance));
    match balance.part {
        Part::Games => {
            format!("{names}: every turn of {number} games of {} players {under}", balance.players)
        }
        Part::FirstTurn(tokens) => {
            let tokens = tokens.map_or_else(String::new, |n| format!(", with {n} tokens"));
            format!("{names}: the first turn of {number} games{tokens}, {under}")
        }
    }
}

/// Names the values in use that the edition proposes without a source (PROPOSED).
pub(super) fn proposals(rules: &Rules) -> Option<String> {
    let proposed = rules.proposed().into_iter().filter(|(_, count, _)| *count > 0);
    let phrase = |(what, count, of)| format!("{what} {count} {of}").trim().to_owned();
    let proposed: Vec<String> = proposed.map(phrase).collect();
    let what = match &proposed[..] {
        [] => return None,
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    };
    Some(format!("These results depend on assumed values, marked PROPOSED in the edition: {what}."))
}

/// Returns all blocks from top to bottom.
pub(super) fn screen(balance: &Balance, found: &Found<'_>) -> Vec<Block> {
    let mut blocks = Vec::new();
    if let Some(measured) = found.hypothetical.first() {
        let fair = balance.args.fair.map(|_| Fair::all(measured));
        blocks.push(Block::Title(heading(measured)));
        blocks.extend(fair.iter().map(|all| Block::Note(recommended(balance, all))));
        blocks.extend(match balance.several() {
            true => ranges(measured),
            false => in_full(measured),
        });
        blocks.extend(proposals(measured.rules).map(Block::Note));
        blocks.extend(accounts(measured));
        blocks.extend(by_tokens(measured));
        if found.hypothetical.len() > 1 {
            blocks.extend(dice_sets(balance, &found.hypothetical));
        }
        blocks.extend(fair.into_iter().flat_map(|all| payouts(measured, &all)));
        if balance.turns() {
            blocks.extend(rules_learnt(measured));
        }
    }
    blocks.extend(found.takings.iter().flat_map(takings));
    blocks.push(Block::Note(interval_note(balance.level)));
    blocks
}

/// Note on the weights of the mix.
fn mix_note(balance: &Balance) -> String {
    let weights = balance.policies.iter().zip(&balance.weights);
    let labels: Vec<String> =
        weights.map(|(policy, weight)| format!("{} {weight}", policy.label)).collect();
    format!(
        "Mix: {} of the riding policies with these weights: {}.",
        balance.unit_name(),
        labels.join(", ")
    )
}

impl Measured<'_> {
    /// Names a bet, and the number of policies under which it was placed if that is not all of
    /// them.
    fn name(&self, kind: Kind) -> String {
        let (placed, all) = (self.values(0, kind).count(), self.balance.policies.len());
        let (bet, phase) = (bet_words(kind.bet), kind.phase.words());
        match placed == all {
            true => format!("{bet} ({phase})"),
            false => format!("{bet} ({phase}, placed under {placed} of {all})"),
        }
    }

    /// The bettor's gain: an estimate under the only policy, or the range over several.
    fn value(&self, class: usize, kind: Kind) -> GridCell {
        let range = range(self.values(class, kind), percent).filter(|_| self.balance.several());
        range.unwrap_or_else(|| share(self.values(class, kind).next().map(|(_, value)| value)))
    }

    /// Judges the bank's gain under all policies.
    fn bank(&self, kind: Kind) -> Verdict {
        Verdict::of(self.gains(0, kind, Account::Bank))
    }
}

/// The range of each bet over the policies.
fn ranges(measured: &Measured<'_>) -> Vec<Block> {
    let balance = measured.balance;
    // The best Rider's column does not depend on the choice of policies, so it is first.
    let best = balance.policies.iter().position(|policy| policy.is_built_in(BEST));
    let columns = [("bet", Align::Left), ("placed", Align::Left)].into_iter();
    let columns = columns.chain(best.map(|_| (BEST, Align::Right))).chain([
        ("lowest %", Align::Right),
        ("under", Align::Left),
        ("highest %", Align::Right),
        ("under", Align::Left),
        ("mix", Align::Right),
    ]);
    let mut grid = Grid::new(&columns.collect::<Vec<_>>());
    let mut verdicts = Vec::new();
    for kind in kinds(balance) {
        let Some([low, high]) = extremes(measured.values(0, kind)) else { continue };
        let of = |counted: &Counted| share(measured.gain(counted, 0, kind, Account::Bettor));
        let range = [percent(&low.1), low.0.to_owned(), percent(&high.1), high.0.to_owned()];
        let best = best.map(|at| of(&measured.tally.policies[at]));
        let range = range.map(GridCell::from);
        grid.push(head(kind).chain(best).chain(range).chain([of(&measured.tally.mix)]));
        verdicts.push((Verdict::of(measured.values(0, kind)), measured.name(kind)));
    }
    let bets = |wanted: Verdict| {
        let named = verdicts.iter().filter(|(verdict, _)| *verdict == wanted);
        let names: Vec<&str> = named.map(|(_, name)| &**name).collect();
        Some(names.join(", ")).filter(|_| !names.is_empty())
    };
    let mut notes = vec![
        format!("Expected value: the bettor's gain per dollar staked, in percent. {PHASES}"),
        mix_note(balance),
    ];
    for (claim, verdict) in [
        ("Expected value above 0 under every policy", Verdict::Gains),
        ("Expected value below 0 under every policy", Verdict::Loses),
        ("The sign depends on the riding policy", Verdict::Depends),
    ] {
        notes.push(format!("{claim}: {}.", bets(verdict).unwrap_or_else(|| "none".to_owned())));
    }
    let bank = bank_loses(std::slice::from_ref(measured));
    notes.extend(
        bank.map(|bets| format!("The bank loses on these bets under every policy: {bets}.")),
    );
    let open = bets(Verdict::Open);
    notes.extend(open.map(|bets| {
        format!("The sign is not significant with this number of {}: {bets}.", balance.unit_name())
    }));
    [Block::Grid(grid)].into_iter().chain(notes.into_iter().map(Block::Note)).collect()
}

/// Names the bets on which the bank loses under every policy in all these measurements.
fn bank_loses(all: &[Measured<'_>]) -> Option<String> {
    let loses = |kind: &Kind| all.iter().all(|one| one.bank(*kind) == Verdict::Loses);
    let bets = kinds(all[0].balance).filter(loses).map(|kind| all[0].name(kind));
    let bets: Vec<String> = bets.collect();
    (!bets.is_empty()).then(|| bets.join(", "))
}

/// All figures of each bet under one policy.
fn in_full(measured: &Measured<'_>) -> Vec<Block> {
    let numbers = ["bets", "wins", "pushes", "payout", "break-even", "expected value"];
    let mut grid = grid(&["bet", "placed"], numbers);
    for kind in kinds(measured.balance) {
        let bets = kind.of(&measured.tally.policies[0].bets[0]).settled;
        if bets.bets == 0 {
            continue;
        }
        let part = |of: i64| format!("{:.1} %", 100.0 * of as f64 / bets.bets as f64);
        let per_win = |dollars: i64| match bets.won {
            0 => String::new(),
            won => format!("${:.2}", dollars as f64 / won as f64),
        };
        let figures = [
            count(bets.bets.unsigned_abs()),
            part(bets.won),
            part(bets.pushed),
            per_win(bets.paid),
            per_win(kind.due(&bets)),
        ];
        let figures = figures.map(GridCell::from);
        grid.push(head(kind).chain(figures).chain([measured.value(0, kind)]));
    }
    vec![
        Block::Grid(grid),
        Block::Note(format!(
            "Payout: mean dollars that the bank pays for a right bet. Break-even: the mean payout at \
             which the bettor's gain is 0. Expected value: the bettor's gain per dollar staked. \
             {PHASES}"
        )),
    ]
}

/// The accounts of bettor, bank and Rider over the mix.
fn accounts(measured: &Measured<'_>) -> Vec<Block> {
    let several = measured.balance.several();
    let column = several.then_some("bank, all policies %");
    let numbers = ["bettor", "bank", "Rider"].into_iter().chain(column);
    let mut grid = grid(&["bet", "placed"], numbers);
    for kind in kinds(measured.balance) {
        if measured.mixed(kind).settled.bets == 0 {
            continue;
        }
        let accounts = Account::ALL.map(|account| share(measured.mix(kind, account)));
        let range = range(measured.gains(0, kind, Account::Bank), percent);
        grid.push(head(kind).chain(accounts).chain(range.filter(|_| several)));
    }
    let (what, range) = match several {
        true => (" over the mix", " All policies: the range from the lowest to the highest."),
        false => ("", ""),
    };
    vec![
        Block::Title(format!(
            "Gains of bettor, bank and Rider per dollar staked{what}: they sum to 0"
        )),
        Block::Grid(grid),
        Block::Note(format!(
            "The bank's gain is the house edge. The stake of a right bet on a Ride goes to the \
             Rider.{range}"
        )),
    ]
}

/// First and second bets by the Rider's tokens.
fn by_tokens(measured: &Measured<'_>) -> Vec<Block> {
    let balance = measured.balance;
    let names = ["0 tokens", "1 token", "2 tokens", "3+ tokens"];
    let classes = (1..CLASSES)
        .zip(names)
        .filter(|(class, _)| has_turns(balance, &measured.tally.mix, *class));
    let classes: Vec<(usize, &str)> = classes.collect();
    if classes.len() < 2 {
        return Vec::new();
    }
    let mut grid = grid(&["bet", "placed"], classes.iter().map(|(_, name)| *name));
    for kind in kinds(balance).filter(|kind| matches!(kind.phase, Phase::First | Phase::Second)) {
        grid.push(head(kind).chain(classes.iter().map(|(class, _)| measured.value(*class, kind))));
    }
    let (mix, outcomes) = (&measured.tally.mix, &balance.figures.outcomes);
    let turns = |class: usize| mix.of(outcomes[class][0]).n as f64;
    let share =
        |(class, name): &(usize, &str)| format!("{name} {:.0} %", 100.0 * turns(*class) / turns(0));
    let shares: Vec<String> = classes.iter().map(share).collect();
    let range =
        if balance.several() { ", from the lowest to the highest of the policies" } else { "" };
    vec![
        Block::Title("Expected value by the Rider's tokens at the start of the turn".to_owned()),
        Block::Grid(grid),
        Block::Note(format!(
            "Expected value in percent of the stake{range}. Turns that begin with {}.",
            shares.join(", ")
        )),
    ]
}

/// The sets of dice next to each other.
fn dice_sets(balance: &Balance, all: &[Measured<'_>]) -> Vec<Block> {
    let names = all.iter().map(|one| &*one.rules.edition.dice_sets[one.rules.dice].name);
    let columns = [("bet", Align::Left), ("placed", Align::Left)].into_iter();
    let columns = columns.chain(names.map(|name| (name, Align::Right)));
    let columns: Vec<_> = columns.chain([("for all dice", Align::Left)]).collect();
    let mut grid = Grid::new(&columns);
    for kind in kinds(balance) {
        let mut verdicts = all.iter().map(|one| Verdict::of(one.values(0, kind)));
        let first = verdicts.next().unwrap_or(Verdict::Open);
        let verdict = match first {
            _ if verdicts.any(|one| one != first) => "differs",
            Verdict::Gains => "bettors gain",
            Verdict::Loses => "bettors lose",
            Verdict::Depends => "depends on the Rider",
            Verdict::Open => "undecided",
        };
        let values = all.iter().map(|one| one.value(0, kind));
        grid.push(head(kind).chain(values).chain([verdict.into()]));
    }
    let range = match balance.policies.len() {
        1 => String::new(),
        n => format!(", from the lowest to the highest of {n} policies"),
    };
    vec![
        Block::Title("Results by set of dice".to_owned()),
        Block::Grid(grid),
        Block::Note(format!(
            "Expected value in percent of the stake{range}. For all dice: the result, if it is the \
             same with each set of dice."
        )),
        Block::Note(format!(
            "The bank loses under every policy and with every set of dice: {}.",
            bank_loses(all).unwrap_or_else(|| "no bet".to_owned())
        )),
    ]
}

/// Lists the recommended payouts in one sentence.
fn recommended(balance: &Balance, all: &[Fair<'_>]) -> String {
    let figures = all.iter().map(|of| {
        let name = match of.kind.phase {
            Phase::Double => of.payoff(),
            _ => bet_words(of.kind.bet),
        };
        let payout = of
            .recommended
            .map_or_else(|| "no possible payout".to_owned(), |dollars| format!("${dollars}"));
        format!("{name} {payout} (now ${})", of.now)
    });
    let figures: Vec<String> = figures.collect();
    format!(
        "Recommended payouts in whole dollars, with which {} about {} of the stake{}: {}.",
        balance.args.fair_for.words(),
        asked(balance),
        if balance.several() { " on average over the policies" } else { "" },
        figures.join(", ")
    )
}

/// Dollars and cents.
fn dollars(exact: f64) -> String {
    let sign = if exact < 0.0 { "-" } else { "" };
    format!("{sign}${:.2}", exact.abs())
}

/// The payouts next to the exact ones.
fn payouts(measured: &Measured<'_>, all: &[Fair<'_>]) -> Vec<Block> {
    let (balance, mix) = (measured.balance, &measured.tally.mix);
    let (of, asked, several) = (balance.args.fair_for, asked(balance), balance.several());
    let column = format!("{}, all policies %", of.name());
    let numbers = ["now", "exact", "payout", "bank gains", "bettor loses"].into_iter();
    let numbers = numbers.chain(several.then_some(&*column));
    let mut edges = grid(&["bet", "kind"], numbers);
    let places: Vec<String> = (1..=balance.policies.len()).map(|n| n.to_string()).collect();
    let numbers = ["payout"].into_iter().chain(several.then_some("mix"));
    let numbers = numbers.chain(places.iter().map(String::as_str));
    let mut marks = grid(&["bet", "kind"], numbers);
    for fair in all {
        for (place, payout) in fair.candidates.into_iter().enumerate() {
            let first = |text: &str| GridCell::from(if place == 0 { text } else { "" });
            let names = || [bet_words(fair.kind.bet), fair.payoff()].map(first).into_iter();
            let star = if fair.recommended == Some(payout) { "*" } else { "" };
            let shown = || GridCell::from(format!("{star}${payout}"));
            let exact = fair.exact(mix).map_or_else(String::new, dollars);
            let figures = [first(&format!("${}", fair.now)), first(&exact), shown()];
            let sides = [FairFor::Bank, FairFor::Bettor];
            let sides = sides.map(|side| share(fair.edge(mix, payout, side)));
            let under = measured.policies();
            let under =
                under.filter_map(|(label, counted)| Some((label, fair.edge(counted, payout, of)?)));
            let range = range(under, percent).filter(|_| several);
            edges.push(names().chain(figures).chain(sides).chain(range));
            let over = several.then_some(mix).into_iter().chain(&measured.tally.policies);
            let over = over.map(|counted| fair.mark(counted, payout).map_or("", Mark::sign).into());
            marks.push(names().chain([shown()]).chain(over));
        }
    }
    let labels = balance.policies.iter().zip(&places);
    let labels: Vec<String> =
        labels.map(|(policy, number)| format!("{number} {}", policy.label)).collect();
    let (near, words) = (100.0 * NEAR, of.words());
    let mut blocks = vec![
        Block::Title(format!(
            "The whole-dollar payouts below and above the exact payout at which {words} {asked}"
        )),
        Block::Grid(edges),
        Block::Note(format!(
            "Gains and losses per dollar staked. Plain bets: bets of all phases except Double Down. \
             Double Down: the fixed part of the payout of both stakes together. *: recommended: the \
             highest payout at which {words} at least {asked} minus {near} percentage points."
        )),
    ];
    let none = all.iter().filter(|fair| fair.recommended.is_none());
    blocks.extend(none.map(|fair| Block::Note(fair.why_not())));
    blocks.extend([
        Block::Title(format!("Whether {words} {asked}, by riding policy")),
        Block::Grid(marks),
        Block::Note(format!(
            "✓: within {near} percentage points of {asked}; +: more; -: less. Riding policies: {}.",
            labels.join(", ")
        )),
    ]);
    blocks
}

/// The gain of first bets chosen by the line-up, by rules learnt from half of the turns.
fn rules_learnt(measured: &Measured<'_>) -> Vec<Block> {
    let mut grid = grid(&["riding policy"], ["one bet", "by the line-up"]);
    for (label, counted) in measured.policies() {
        let rules = learnt(counted).map(|(_, value)| share(value.mean(measured.balance.level)));
        grid.push([label.into()].into_iter().chain(rules));
    }
    vec![
        Block::Title("Expected value of a first bet that is chosen by a fitted rule".to_owned()),
        Block::Grid(grid),
        Block::Note(
            "One bet: always the same bet. By the line-up: the bet depends on the points of the Bulls in \
             the line-up. Each rule is fitted on one half of the turns and tested on the other half; \
             the optimal rule may gain more."
                .to_owned(),
        ),
    ]
}

/// Money and wins of each betting strategy in whole games.
fn takings_grid(measured: &Measured<'_>) -> Grid {
    let Measured { balance, tally, .. } = measured;
    let column = |name| balance.several().then_some(name);
    let numbers = ["dollars per game"].into_iter().chain(column("lowest to highest"));
    let numbers = numbers.chain(["win rate"]).chain(column("lowest to highest %"));
    let mut grid = grid(&["betting strategy"], numbers);
    for (policy, [money, wins]) in balance.bettors.iter().zip(&balance.figures.bettors) {
        let dollars = |counted: &Counted| counted.of(*money).mean(balance.level);
        let wins = |counted: &Counted| counted.of(*wins).proportion(WIN as u64, balance.level);
        let over = |of: &dyn Fn(&Counted) -> Option<Estimate>, scale: f64| {
            let all =
                measured.policies().filter_map(|(label, counted)| Some((label, of(counted)?)));
            range(all, |value| format!("{:.1}", scale * value.value)).filter(|_| balance.several())
        };
        let mean = GridCell::Estimate(dollars(&tally.mix), Unit::Plain);
        let cells = [policy.label.clone().into(), mean].into_iter().chain(over(&dollars, 1.0));
        grid.push(cells.chain([share(wins(&tally.mix))]).chain(over(&wins, 100.0)));
    }
    grid
}

/// Grid and notes on the money of whole games.
fn takings(measured: &Measured<'_>) -> Vec<Block> {
    let Measured { balance, rules, tally, units } = measured;
    let flows = FLOWS.into_iter().zip(balance.figures.flows.map(|flow| tally.mix.of(flow)));
    let flows = flows.filter(|(_, of)| of.y != 0).filter_map(|(flow, of)| {
        let mean = estimate(&of.mean(balance.level)?, Unit::Plain);
        Some(format!("{} {mean}", flow.replace('_', " ")))
    });
    let flows: Vec<String> = flows.collect();
    let mut blocks = vec![
        Block::Title(format!(
            "{}: betting strategies in {} games of {} players {}",
            title(rules),
            count(*units),
            balance.players,
            under(balance)
        )),
        Block::Grid(takings_grid(measured)),
        Block::Note(format!(
            "At the end of the game each ${} score a point. Mean gains per game, which sum to 0: {} \
             dollars.",
            rules.edition.vegas.point,
            flows.join(", ")
        )),
    ];
    if balance.several() {
        blocks.push(Block::Note(format!(
            "Single numbers are means over the mix; lowest to highest: the range over the riding policies. {}",
            mix_note(balance)
        )));
    }
    if !balance.hypothetical() {
        blocks.extend(proposals(rules).map(Block::Note));
        blocks.push(Block::Note(
            "Single bets are not measured: with `vegas=pots`, `limited` or `diminishing` the payout \
             of a bet depends on the other bets."
                .to_owned(),
        ));
    }
    blocks
}
