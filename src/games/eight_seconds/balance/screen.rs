//! What a person reads of a measurement.

use super::bets::{CLASSES, Phase};
use super::count::{Account, BalanceTally, Counted, FLOWS, Kind, Part};
use super::fair::{Fair, FairFor, Mark, NEAR, asked};
use super::tables::{has_turns, learnt};
use super::{Balance, Measured};
use crate::game::contract::WIN;
use crate::games::eight_seconds::rules::Rules;
use crate::games::eight_seconds::state::Bet;
use crate::report::{Align, Grid, GridCell, Unit, count, estimate};
use crate::run::Block;
use crate::run::leaderboard::interval_note;
use crate::stats::{Estimate, Ratio};

/// The built-in policy that plays best, where it is among those that ride.
const BEST: &str = "optimal-turn";

/// The phases that stand on the screen, each by itself.
pub(super) const SHOWN: [Phase; 5] =
    [Phase::First, Phase::Again, Phase::Second, Phase::Double, Phase::Doubling];

/// The name of an outcome that is bet on, for people.
pub(super) fn bet_words(bet: Bet) -> &'static str {
    match bet {
        Bet::BuckedOff => "Bucked Off",
        Bet::Dismount => "Dismount",
        Bet::Ride => "Ride a Bull",
        Bet::DoubleDown => "Double Down",
    }
}

/// When it is placed, for people.
pub(super) fn phase_words(phase: Phase) -> &'static str {
    match phase {
        Phase::First => "first roll",
        Phase::Again => "bet again",
        Phase::Second => "second roll",
        Phase::Double => "Double Down",
        Phase::Doubling => "2nd stake",
        Phase::Plain => "plain bet",
    }
}

/// What the phases are, under the grid.
const PHASES: &str = "first roll, second roll: placed before it (after a Clown Out the second bets \
                      come before the third roll); bet again: after a Clown Out that was paid; \
                      Double Down: the whole bet; 2nd stake: the decision to add it, alone.";

/// A value in whole percent, without its error.
fn percent(value: &Estimate) -> String {
    // No zero has a sign.
    format!("{}", (100.0 * value.value).round() + 0.0)
}

/// A share as it stands in a column.
fn share(value: Option<Estimate>) -> GridCell {
    GridCell::Estimate(value, Unit::Percent)
}

/// What bettors gain by a bet under each policy, where it was placed.
pub(super) fn values<'a>(
    balance: &'a Balance,
    tally: &'a BalanceTally,
    class: usize,
    kind: Kind,
) -> impl Iterator<Item = (&'a str, Estimate)> {
    gains(balance, tally, class, kind, Account::Bettor)
}

/// What an account gains by it.
fn gains<'a>(
    balance: &'a Balance,
    tally: &'a BalanceTally,
    class: usize,
    kind: Kind,
    account: Account,
) -> impl Iterator<Item = (&'a str, Estimate)> {
    by_policy(balance, tally).filter_map(move |(label, counted)| {
        let value = kind.account(kind.of(&counted.bets[class]), account, balance.level);
        Some((label, value?))
    })
}

fn by_policy<'a>(
    balance: &'a Balance,
    tally: &'a BalanceTally,
) -> impl Iterator<Item = (&'a str, &'a Counted)> {
    balance.policies.iter().map(|policy| policy.label.as_str()).zip(&tally.policies)
}

/// The lowest and the highest of some values, with what they belong to.
pub(super) fn extremes<'a>(
    values: impl Iterator<Item = (&'a str, Estimate)>,
) -> Option<[(&'a str, Estimate); 2]> {
    let mut found: Option<[(&str, Estimate); 2]> = None;
    for one in values {
        let [low, high] = found.get_or_insert([one, one]);
        if one.1.value < low.1.value {
            *low = one;
        }
        if one.1.value > high.1.value {
            *high = one;
        }
    }
    found
}

/// Who gains by a bet, whatever the policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Gains,
    Loses,
    Depends,
    /// The intervals do not tell.
    Open,
}

impl Verdict {
    const ALL: [Self; 4] = [Self::Gains, Self::Loses, Self::Depends, Self::Open];

    fn words(self) -> &'static str {
        match self {
            Self::Gains => "bettors gain",
            Self::Loses => "bettors lose",
            Self::Depends => "depends",
            Self::Open => "not told",
        }
    }

    /// A claim about all policies needs every interval on the same side of nothing; one that it
    /// depends on them, one on either side.
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

/// A bet by its name, and under how many policies it was placed where that is not all of them.
fn name(balance: &Balance, tally: &BalanceTally, kind: Kind) -> String {
    let (placed, all) = (values(balance, tally, 0, kind).count(), balance.policies.len());
    let (bet, phase) = (bet_words(kind.bet), phase_words(kind.phase));
    match placed == all {
        true => format!("{bet} ({phase})"),
        false => format!("{bet} ({phase}, placed under {placed} of {all})"),
    }
}

/// The kinds that stand on the screen.
pub(super) fn kinds(balance: &Balance) -> impl Iterator<Item = Kind> + use<> {
    balance.kinds().filter(|kind| SHOWN.contains(&kind.phase))
}

/// The riding policies, in words.
fn under(balance: &Balance) -> String {
    match &balance.policies[..] {
        [one] => format!("under {}", one.label),
        all => format!("under each of {} riding policies", all.len()),
    }
}

/// What is measured, in one line.
pub(super) fn heading(balance: &Balance, rules: &Rules) -> String {
    let names = [rules.edition.title()].into_iter().chain(rules.changed());
    let names = names.collect::<Vec<_>>().join(", ");
    let number = count(balance.count);
    let under = under(balance);
    match balance.part {
        Part::Games => {
            format!("{names}: every turn of {number} games of {} players {under}", balance.players)
        }
        Part::FirstTurn(tokens) => {
            let tokens = tokens.map_or_else(String::new, |n| format!(", with {n} tokens"));
            format!("{names}: first turns of games alone{tokens}, {number} {under}")
        }
    }
}

/// What the figures rest on that nobody has read off a box.
pub(super) fn proposals(rules: &Rules) -> Option<String> {
    let proposed = rules.proposed().into_iter().filter(|(_, count, _)| *count > 0);
    let phrase = |(what, count, of)| format!("{what} {count} {of}").trim().to_owned();
    let proposed: Vec<String> = proposed.map(phrase).collect();
    let what = match &proposed[..] {
        [] => return None,
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    };
    Some(format!("These figures rest on values that the edition only proposes (PROPOSED): {what}."))
}

/// Everything, top to bottom.
pub(super) fn screen(balance: &Balance, measured: &Measured<'_>) -> Vec<Block> {
    let mut blocks = Vec::new();
    if let Some((rules, tally)) = measured.beside.first() {
        blocks.push(Block::Title(heading(balance, rules)));
        if balance.args.fair.is_some() {
            blocks.push(Block::Note(recommended(balance, &Fair::all(balance, tally))));
        }
        if balance.policies.len() > 1 {
            blocks.extend(ranges(balance, tally));
        } else {
            blocks.extend(in_full(balance, &tally.policies[0]));
        }
        blocks.extend(proposals(rules).map(Block::Note));
        blocks.extend(accounts(balance, tally));
        blocks.extend(by_tokens(balance, tally));
        if measured.beside.len() > 1 {
            blocks.extend(dice_sets(balance, measured));
        }
        if balance.args.fair.is_some() {
            blocks.extend(fair(balance, tally));
        }
        if balance.turns() {
            blocks.extend(rules_learnt(balance, tally));
        }
    }
    if let Some(tally) = &measured.takings {
        blocks.extend(takings(balance, tally));
    }
    blocks.push(Block::Note(interval_note(balance.level)));
    blocks
}

/// The weights of the mix.
fn mix_note(balance: &Balance) -> String {
    let labels: Vec<String> = balance
        .policies
        .iter()
        .zip(&balance.weights)
        .map(|(policy, weight)| format!("{} {weight}", policy.label))
        .collect();
    format!("Mix: {} of these riding policies by weight: {}.", balance.units(), labels.join(", "))
}

/// For each bet the range over the policies.
fn ranges(balance: &Balance, tally: &BalanceTally) -> Vec<Block> {
    let level = balance.level;
    let columns = [
        ("bet", Align::Left),
        ("placed", Align::Left),
        ("lowest %", Align::Right),
        ("under", Align::Left),
        ("highest %", Align::Right),
        ("under", Align::Left),
        ("mix", Align::Right),
    ];
    // A Rider who plays best needs no taste in Riders, so that column stands first.
    let best = balance.policies.iter().position(|policy| policy.is_built_in(BEST));
    let first = best.map(|_| (BEST, Align::Right));
    let (left, right) = columns.split_at(2);
    let columns = left.iter().copied().chain(first).chain(right.iter().copied());
    let mut grid = Grid::new(&columns.collect::<Vec<_>>());
    let mut verdicts = vec![Vec::new(); Verdict::ALL.len()];
    for kind in kinds(balance) {
        let Some([low, high]) = extremes(values(balance, tally, 0, kind)) else { continue };
        let mix = kind.account(kind.of(&tally.mix.bets[0]), Account::Bettor, level);
        let best = best.map(|at| {
            let money = kind.of(&tally.policies[at].bets[0]);
            share(kind.account(money, Account::Bettor, level))
        });
        let head = [bet_words(kind.bet), phase_words(kind.phase)].map(GridCell::from);
        let range = [percent(&low.1), low.0.to_owned(), percent(&high.1), high.0.to_owned()];
        let range = range.map(GridCell::from);
        grid.push(head.into_iter().chain(best).chain(range).chain([share(mix)]));
        let verdict = Verdict::of(values(balance, tally, 0, kind));
        verdicts[verdict as usize].push(name(balance, tally, kind));
    }
    let mut blocks = vec![
        Block::Grid(grid),
        Block::Note(format!(
            "Expected value: what the bettor gains for a dollar staked, in percent. {PHASES}"
        )),
        Block::Note(mix_note(balance)),
    ];
    let claims = [
        "Bettors gain under every policy",
        "Bettors lose under every policy",
        "It depends on the policy that rides",
    ];
    for (claim, bets) in claims.into_iter().zip(&verdicts) {
        let bets = if bets.is_empty() { "no bet".to_owned() } else { bets.join(", ") };
        blocks.push(Block::Note(format!("{claim}: {bets}.")));
    }
    if let Some(bets) = bank_loses(balance, &[tally]) {
        blocks.push(Block::Note(format!("The bank loses under every policy: {bets}.")));
    }
    if let [.., open] = &verdicts[..]
        && !open.is_empty()
    {
        let open = open.join(", ");
        blocks.push(Block::Note(format!("Not decided by so many {}: {open}.", balance.units())));
    }
    blocks
}

/// The bets by which the bank loses under every policy in every one of some measurements.
fn bank_loses(balance: &Balance, tallies: &[&BalanceTally]) -> Option<String> {
    let loses = |kind: &Kind| {
        tallies.iter().all(|tally| {
            Verdict::of(gains(balance, tally, 0, *kind, Account::Bank)) == Verdict::Loses
        })
    };
    let bets: Vec<String> =
        kinds(balance).filter(loses).map(|kind| name(balance, tallies[0], kind)).collect();
    (!bets.is_empty()).then(|| bets.join(", "))
}

/// Every figure of each bet under one policy.
fn in_full(balance: &Balance, counted: &Counted) -> Vec<Block> {
    let mut grid = Grid::new(&[
        ("bet", Align::Left),
        ("placed", Align::Left),
        ("bets", Align::Right),
        ("wins", Align::Right),
        ("pushes", Align::Right),
        ("payout", Align::Right),
        ("break-even", Align::Right),
        ("expected value", Align::Right),
    ]);
    for kind in kinds(balance) {
        let money = kind.of(&counted.bets[0]);
        if money.bets == 0 {
            continue;
        }
        let part = |of: i64| format!("{:.1} %", 100.0 * of as f64 / money.bets as f64);
        let due = money.lost() * kind.stake + money.won * kind.to_rider;
        let per_win = |dollars: i64| match money.won {
            0 => String::new(),
            won => format!("${:.2}", dollars as f64 / won as f64),
        };
        let head = [
            bet_words(kind.bet).to_owned(),
            phase_words(kind.phase).to_owned(),
            count(money.bets.unsigned_abs()),
            part(money.won),
            part(money.pushed),
            per_win(money.paid),
            per_win(due),
        ];
        let value = kind.account(money, Account::Bettor, balance.level);
        grid.push(head.map(GridCell::from).into_iter().chain([share(value)]));
    }
    vec![
        Block::Grid(grid),
        Block::Note(format!(
            "payout: dollars the bank pays for a right bet, on average; break-even: what would make \
             up for the bets that are lost. Expected value: what the bettor gains for a dollar \
             staked. {PHASES}"
        )),
    ]
}

/// Who gains and who loses, over the mix.
fn accounts(balance: &Balance, tally: &BalanceTally) -> Vec<Block> {
    let several = balance.policies.len() > 1;
    let numbers = ["bettor", "bank", "Rider"].map(|name| (name, Align::Right));
    let columns = [("bet", Align::Left), ("placed", Align::Left)].into_iter().chain(numbers);
    let range = several.then_some(("bank, all policies %", Align::Right));
    let mut grid = Grid::new(&columns.chain(range).collect::<Vec<_>>());
    for kind in kinds(balance) {
        let money = kind.of(&tally.mix.bets[0]);
        if money.bets == 0 {
            continue;
        }
        let of = |account: Account| share(kind.account(money, account, balance.level));
        let [bettor, bank, rider] = Account::ALL.map(of);
        let [bet, placed] = [bet_words(kind.bet), phase_words(kind.phase)].map(GridCell::from);
        let range = extremes(gains(balance, tally, 0, kind, Account::Bank));
        let range = range
            .filter(|_| several)
            .map(|[(_, low), (_, high)]| format!("{} to {}", percent(&low), percent(&high)).into());
        grid.push([bet, placed, bettor, bank, rider].into_iter().chain(range));
    }
    let what = if several { " over the mix" } else { "" };
    let range = if several { " All policies: from the lowest to the highest." } else { "" };
    vec![
        Block::Title(format!(
            "Who gains{what}: the three accounts of a dollar staked add up to nothing"
        )),
        Block::Grid(grid),
        Block::Note(format!(
            "The bank's account is the house edge. The stake of a right bet on a Ride goes to the \
             Rider.{range}"
        )),
    ]
}

/// First bets by the tokens that the Rider has.
fn by_tokens(balance: &Balance, tally: &BalanceTally) -> Vec<Block> {
    let classes: Vec<usize> = (1..CLASSES).filter(|class| has_turns(&tally.mix, *class)).collect();
    if classes.len() < 2 {
        return Vec::new();
    }
    let several = balance.policies.len() > 1;
    let names: Vec<String> = classes
        .iter()
        .map(|class| format!("{} tokens", ["all", "0", "1", "2", "3+"][*class]))
        .map(|name| if name == "1 tokens" { "1 token".to_owned() } else { name })
        .collect();
    let columns = [("bet", Align::Left), ("placed", Align::Left)];
    let numbers = names.iter().map(|name| (name.as_str(), Align::Right));
    let columns: Vec<_> = columns.into_iter().chain(numbers).collect();
    let mut grid = Grid::new(&columns);
    for kind in kinds(balance).filter(|kind| matches!(kind.phase, Phase::First | Phase::Second)) {
        let of = |class: &usize| match extremes(values(balance, tally, *class, kind)) {
            Some([(_, low), (_, high)]) if several => {
                format!("{} to {}", percent(&low), percent(&high)).into()
            }
            found => share(found.map(|[(_, value), _]| value)),
        };
        let head = [bet_words(kind.bet), phase_words(kind.phase)].map(GridCell::from);
        grid.push(head.into_iter().chain(classes.iter().map(of)));
    }
    let turns = |class: usize| tally.mix.of(*tally.mix.figures.outcomes[class][0]).n as f64;
    let shares: Vec<String> = classes
        .iter()
        .zip(&names)
        .map(|(class, name)| format!("{name} {:.0} %", 100.0 * turns(*class) / turns(0)))
        .collect();
    let range = if several { ", from the lowest to the highest policy" } else { "" };
    vec![
        Block::Title("By the Rider's tokens at the start of the turn".to_owned()),
        Block::Grid(grid),
        Block::Note(format!(
            "Expected value in percent of the stake{range}. Turns begin with {}.",
            shares.join(", ")
        )),
    ]
}

/// The sets of dice side by side.
fn dice_sets(balance: &Balance, measured: &Measured<'_>) -> Vec<Block> {
    let names: Vec<&str> = measured
        .beside
        .iter()
        .map(|(rules, _)| rules.edition.dice_sets[rules.dice].name.as_str())
        .collect();
    let columns = [("bet", Align::Left), ("placed", Align::Left)];
    let sets = names.iter().map(|name| (*name, Align::Right));
    let columns: Vec<_> =
        columns.into_iter().chain(sets).chain([("for all dice", Align::Left)]).collect();
    let mut grid = Grid::new(&columns);
    for kind in kinds(balance) {
        let of = |tally: &BalanceTally| match extremes(values(balance, tally, 0, kind)) {
            Some([(_, low), (_, high)]) if balance.policies.len() > 1 => {
                format!("{} to {}", percent(&low), percent(&high)).into()
            }
            found => share(found.map(|[(_, value), _]| value)),
        };
        let verdicts: Vec<Verdict> = measured
            .beside
            .iter()
            .map(|(_, tally)| Verdict::of(values(balance, tally, 0, kind)))
            .collect();
        let all = match verdicts.first() {
            Some(first) if verdicts.iter().all(|one| one == first) => match first {
                Verdict::Depends => "depends on the Rider",
                verdict => verdict.words(),
            },
            _ => "differs",
        };
        let head = [bet_words(kind.bet), phase_words(kind.phase)].map(GridCell::from);
        let cells = measured.beside.iter().map(|(_, tally)| of(tally));
        grid.push(head.into_iter().chain(cells).chain([all.into()]));
    }
    let all: Vec<&BalanceTally> = measured.beside.iter().map(|(_, tally)| tally).collect();
    let range = match balance.policies.len() {
        1 => String::new(),
        n => format!(", from the lowest to the highest of {n} policies"),
    };
    vec![
        Block::Title("What the dice change".to_owned()),
        Block::Grid(grid),
        Block::Note(format!(
            "Expected value in percent of the stake{range}. For all dice: what every interval under \
             every policy says with each set of dice."
        )),
        Block::Note(format!(
            "The bank loses under every policy, with every set of dice: {}.",
            bank_loses(balance, &all).unwrap_or_else(|| "by no bet".to_owned())
        )),
    ]
}

/// The payouts to recommend, in one sentence.
fn recommended(balance: &Balance, all: &[Fair]) -> String {
    let figures = all.iter().map(|of| {
        let payout =
            of.recommended.map_or_else(|| "none".to_owned(), |payout| format!("${payout}"));
        match of.kind.phase {
            Phase::Double => format!("Double Down {payout} (now ${})", of.now),
            _ => format!("{} {payout} (now ${})", bet_words(of.kind.bet), of.now),
        }
    });
    let figures: Vec<String> = figures.collect();
    format!(
        "Recommended payouts, at which {} {} of the stake{}: {}.",
        balance.args.fair_for.words(),
        asked(balance),
        if balance.policies.len() > 1 { " over the mix" } else { "" },
        figures.join(", ")
    )
}

/// Dollars and cents.
fn dollars(exact: f64) -> String {
    let sign = if exact < 0.0 { "-" } else { "" };
    format!("{sign}${:.2}", exact.abs())
}

/// Payouts next to the exact ones.
fn fair(balance: &Balance, tally: &BalanceTally) -> Vec<Block> {
    let (of, asked) = (balance.args.fair_for, asked(balance));
    let several = balance.policies.len() > 1;
    let columns = ["now", "exact", "payout", "bank gains", "bettor loses"];
    let columns = columns.map(|name| (name, Align::Right));
    let names = [("bet", Align::Left), ("payoff", Align::Left)].into_iter();
    let range = format!("{}, all policies %", of.name());
    let range = several.then_some((&*range, Align::Right));
    let mut grid = Grid::new(&names.clone().chain(columns).chain(range).collect::<Vec<_>>());
    let numbers: Vec<String> = (1..=balance.policies.len()).map(|n| n.to_string()).collect();
    let mix = several.then_some("mix");
    let marked = ["payout"].into_iter().chain(mix).chain(numbers.iter().map(String::as_str));
    let marked = marked.map(|name| (name, Align::Right));
    let mut marks = Grid::new(&names.chain(marked).collect::<Vec<_>>());
    let all = Fair::all(balance, tally);
    for fair in &all {
        for (place, payout) in fair.candidates.into_iter().enumerate() {
            let first = |text: String| if place == 0 { text } else { String::new() };
            let exact = fair.exact(balance, &tally.mix);
            let name = [bet_words(fair.kind.bet), fair.payoff()].map(|name| first(name.to_owned()));
            let star = if fair.recommended == Some(payout) { "*" } else { "" };
            let payout_cell = format!("{star}${payout}");
            let head = [
                first(format!("${}", fair.now)),
                first(exact.map_or_else(String::new, dollars)),
                payout_cell.clone(),
            ];
            let head = name.clone().into_iter().chain(head).map(GridCell::from);
            let edges = [FairFor::Bank, FairFor::Bettor]
                .map(|of| share(fair.edge(balance, &tally.mix, payout, of)));
            let range = by_policy(balance, tally).filter_map(|(label, counted)| {
                Some((label, fair.edge(balance, counted, payout, of)?))
            });
            let range = extremes(range).filter(|_| several);
            let range = range
                .map(|[low, high]| format!("{} to {}", percent(&low.1), percent(&high.1)).into());
            grid.push(head.chain(edges).chain(range));
            let over = several.then_some(&tally.mix).into_iter().chain(&tally.policies);
            let over = over.map(|counted| {
                let mark = fair.mark(balance, counted, payout);
                mark.map_or("", Mark::sign).to_owned()
            });
            marks.push(name.into_iter().chain([payout_cell]).chain(over).map(GridCell::from));
        }
    }
    let labels = balance.policies.iter().zip(&numbers);
    let labels: Vec<String> =
        labels.map(|(policy, number)| format!("{number} {}", policy.label)).collect();
    let near = 100.0 * NEAR;
    let mut blocks = vec![
        Block::Title(format!(
            "Payouts in whole dollars next to those at which {} {asked}",
            of.words()
        )),
        Block::Grid(grid),
        Block::Note(format!(
            "For a dollar staked. plain bets: of all phases together; Double Down: the constant of its \
             payout, the whole bet. *: recommended, the highest at which {} {asked}, or less by at \
             most {near} points.",
            of.words()
        )),
    ];
    let none = all.iter().filter(|fair| fair.recommended.is_none());
    blocks.extend(none.map(|fair| Block::Note(fair.why_not(balance, tally))));
    blocks.extend([
        Block::Title(format!("At which of them {} {asked}", of.words())),
        Block::Grid(marks),
        Block::Note(format!(
            "✓: within {near} points of {asked}; +: more; -: less. Riding policies: {}.",
            labels.join(", ")
        )),
    ]);
    blocks
}

/// What seeing the line-up is worth, as far as half of the turns teach it.
fn rules_learnt(balance: &Balance, tally: &BalanceTally) -> Vec<Block> {
    let mut grid = Grid::new(&[
        ("riding policy", Align::Left),
        ("one bet", Align::Right),
        ("by the line-up", Align::Right),
    ]);
    for (label, counted) in by_policy(balance, tally) {
        let rules = learnt(counted.seen.iter());
        let [one, informed] = rules.map(|(_, value): (_, Ratio)| share(value.mean(balance.level)));
        grid.push([label.into(), one, informed]);
    }
    vec![
        Block::Title("What a first bet gains by a rule learnt from half of the turns".to_owned()),
        Block::Grid(grid),
        Block::Note(
            "one bet: always the same; by the line-up: by the points of the Bulls that lie there. \
             Each rule was learnt from one half of the turns and tried in the other; the best rule \
             there is may gain more."
                .to_owned(),
        ),
    ]
}

/// What each betting strategy takes home in whole games.
fn takings_grid(balance: &Balance, tally: &BalanceTally) -> Grid {
    let level = balance.level;
    let several = balance.policies.len() > 1;
    let ranges = [("lowest to highest", Align::Right), ("lowest to highest %", Align::Right)];
    let [of_dollars, of_wins] = ranges.map(|column| several.then_some(column));
    let columns = [("betting strategy", Align::Left), ("dollars per game", Align::Right)];
    let columns = columns.into_iter().chain(of_dollars).chain([("win rate", Align::Right)]);
    let mut grid = Grid::new(&columns.chain(of_wins).collect::<Vec<_>>());
    for (bettor, policy) in balance.bettors.iter().enumerate() {
        let of = |counted: &Counted| counted.figures.bettors[bettor].map(|of| *counted.of(of));
        let dollars = |counted: &Counted| of(counted)[0].mean(level);
        let wins = |counted: &Counted| of(counted)[1].proportion(WIN as u64, level);
        let range = |of: &dyn Fn(&Counted) -> Option<Estimate>, show: fn(&Estimate) -> String| {
            let all = by_policy(balance, tally);
            let found = extremes(all.filter_map(|(label, counted)| Some((label, of(counted)?))));
            let found = found.filter(|_| several);
            found.map(|[low, high]| format!("{} to {}", show(&low.1), show(&high.1)).into())
        };
        let mean = GridCell::Estimate(dollars(&tally.mix), Unit::Plain);
        let cells = [policy.label.clone().into(), mean].into_iter();
        let cells = cells.chain(range(&dollars, |value| format!("{:.1}", value.value)));
        let told: fn(&Estimate) -> String = |rate| format!("{:.1}", 100.0 * rate.value);
        grid.push(cells.chain([share(wins(&tally.mix))]).chain(range(&wins, told)));
    }
    grid
}

/// What betting strategies take home in whole games.
fn takings(balance: &Balance, tally: &BalanceTally) -> Vec<Block> {
    let rules = &balance.rules[0];
    let names = [rules.edition.title()].into_iter().chain(rules.changed());
    let title = format!(
        "{}: betting strategies in {} games of {} players {}",
        names.collect::<Vec<_>>().join(", "),
        count(balance.count),
        balance.players,
        under(balance)
    );
    let flows: Vec<String> = FLOWS
        .into_iter()
        .zip(tally.mix.figures.flows.map(|flow| tally.mix.of(flow)))
        .filter(|(_, of)| of.y != 0)
        .filter_map(|(flow, of)| {
            let mean = estimate(&of.mean(balance.level)?, Unit::Plain);
            Some(format!("{} {mean}", flow.replace('_', " ")))
        })
        .collect();
    let mut blocks = vec![
        Block::Title(title),
        Block::Grid(takings_grid(balance, tally)),
        Block::Note(format!(
            "Money is score: ${} make a point at the end. What the accounts of a game gain adds up \
             to nothing: {} dollars.",
            rules.edition.vegas.point,
            flows.join(", ")
        )),
    ];
    if balance.policies.len() > 1 {
        blocks.push(Block::Note(format!(
            "One number is for the mix; lowest to highest: over the riding policies. {}",
            mix_note(balance)
        )));
    }
    if !balance.beside() {
        blocks.extend(proposals(rules).map(Block::Note));
        blocks.push(Block::Note(
            "Bets beside the table are not measured: pots, limited options and diminishing returns \
             tie the payout of a bet to the bets of others."
                .to_owned(),
        ));
    }
    blocks
}
