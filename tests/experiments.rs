//! Comparisons of policies and rules, sweeps, parameter tuning, and learnt rules.

use std::collections::HashSet;
use std::ops::Range;
use std::time::Duration;

use pushluck::cli::parse::{self, vary};
use pushluck::contract::{Definition, Ranking, play};
use pushluck::diagnostic::Source;
use pushluck::experiment::tune::search::{Plan, Setting};
use pushluck::games;
use pushluck::games::eight_seven_central::engine::EightSevenCentral;
use pushluck::policy::{CheckedPolicy, parse_spec};
use pushluck::report::{Cell, Table, csv};
use pushluck::run::{
    Arena, Block, CompareSpec, Conditions, LearnSpec, Question, Results, Stopping, SweepSpec,
    TuneSpec, Until, Width, shipped_source,
};
use pushluck::sim::interrupt::{StopFlag, Why};
use pushluck::sim::progress::{Progress, Watch};
use pushluck::sim::random::{UnitKey, mix};
use pushluck::stats::{Moments, Sprt};
use pushluck::{Error, named_policy};

/// A game that runs fast.
const GAME: &str = "eight-seven-central";

fn arena(seed: u64, games: u64) -> Arena {
    Arena { seed, games: Some(games), ..Arena::default() }
}

fn compare(policies: &[&str], seed: u64, games: u64) -> CompareSpec {
    let policies = policies.iter().map(|spec| parse_spec(spec).expect("a SPEC")).collect();
    CompareSpec { arena: arena(seed, games), policies, ..CompareSpec::default() }
}

fn stopping(until: Until, at_most: u64) -> Option<Stopping> {
    Some(Stopping { until: Some(until), at_most: Some(at_most), turns: false })
}

/// An entry in the record of a comparison's result.
fn concluded(findings: &Results, key: &str) -> toml::Value {
    let of = findings.concluded.iter().find(|(name, _)| *name == key);
    of.map(|(_, value)| value.clone()).unwrap_or_else(|| panic!("{key}"))
}

fn found(question: &Question, threads: usize) -> Results {
    let stop = StopFlag::new();
    let conditions =
        Conditions { threads: Some(threads), stop: &stop, watch: None, cache: None, journal: None };
    let study = games::game(GAME).expect("a game").question(question).expect("a study");
    let findings = study.run(conditions).expect("findings");
    assert!(findings.tables.iter().map(Table::name).eq(study.tables()));
    findings
}

fn bytes(question: &Question, threads: usize) -> Vec<Vec<u8>> {
    found(question, threads).tables.iter().map(csv).collect()
}

/// A figure of a seat at the end of a game.
type OfSeat = fn(&Ranking, u8) -> f64;

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let field = compare(&["bargain-bidder", "ad-seller", "random"], 3, 60);
    let meet = CompareSpec { head_to_head: true, ..field.clone() };
    let sprt = Sprt { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.05 };
    let two = compare(&["bargain-bidder", "ad-seller"], 3, 2_000);
    let tested = CompareSpec { head_to_head: true, sprt: Some(sprt), ..two };
    let until = |until| CompareSpec { stopping: stopping(until, 3_000), ..field.clone() };
    let until = [Until::Ranked, Until::Width(Width::Mean, 0.8)].map(until);
    for spec in [field.clone(), meet, tested].into_iter().chain(until) {
        let question = Question::Compare(spec);
        let one = bytes(&question, 1);
        assert!(one == bytes(&question, 2) && one == bytes(&question, 7));
    }
    let search = tune("shark-averse", 2_000);
    assert!(bytes(&search, 1) == bytes(&search, 7));
}

/// The rotations of a block share its random numbers; the estimate equals that of games played separately.
#[test]
fn a_paired_difference_equals_that_of_games_played_separately() {
    const BLOCKS: u64 = 30;
    let names = ["counter-programmer", "balanced-network", "all-round"];
    for seats in [2, 3_u8] {
        let game = EightSevenCentral::game(&Default::default(), seats).expect("a game");
        let policies = names.map(|name| named_policy(&game, name).expect("a policy"));
        let spec = compare(&names[..2], 11, BLOCKS * u64::from(seats));
        let arena = Arena { players: Some(seats.into()), ..spec.arena.clone() };
        let findings = found(&Question::Compare(CompareSpec { arena, ..spec }), 2);
        let value = |candidate: usize, block, of: OfSeat| {
            let seat = |seat| {
                let ranking = play(&game, UnitKey::of_game(11, block), |decision| {
                    let who = if decision.seat == seat { candidate } else { 2 };
                    policies[who].choose(decision).action
                });
                of(&ranking, seat)
            };
            (0..seats).map(seat).sum::<f64>() / f64::from(seats)
        };
        let score = |ranking: &Ranking, seat: u8| f64::from(ranking.scores[usize::from(seat)]);
        let figures =
            [("win_rate_difference", Ranking::share as OfSeat), ("score_difference", score)];
        for (figure, of) in figures {
            let apart = (0..BLOCKS).map(|block| value(0, block, of) - value(1, block, of));
            let (apart, n): (Vec<f64>, _) = (apart.collect(), BLOCKS as f64);
            let mean = apart.iter().sum::<f64>() / n;
            let squares = apart.iter().map(|one| (one - mean).powi(2)).sum::<f64>();
            for (column, value) in
                [("value", mean), ("std_error", (squares / (n - 1.0) / n).sqrt())]
            {
                let found = findings.tables[0].number(&[("figure", figure)], column);
                assert!((found.expect("a number") - value).abs() < 1e-8, "{figure}: {value}");
            }
        }
    }
}

#[test]
fn a_sequential_test_stops_at_a_fixed_number_of_pairs() {
    let sprt = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 };
    let spec = compare(&["all-round", "random"], 1, 100_000);
    let findings =
        found(&Question::Compare(CompareSpec { head_to_head: true, sprt: Some(sprt), ..spec }), 2);
    assert_eq!(concluded(&findings, "reason").as_str(), Some("sprt: elo1 accepted"));
    assert_eq!(concluded(&findings, "games").as_integer(), Some(2 * 128));
    assert_eq!(findings.stopped, Some(Why::Settled));
}

#[test]
fn a_comparison_stops_when_its_question_is_answered() {
    let two = compare(&["counter-programmer", "balanced-network"], 1, 1);
    let arena = Arena { games: None, ..two.arena.clone() };
    let until = |until, at_most| {
        let arena = arena.clone();
        let spec = CompareSpec { arena, stopping: stopping(until, at_most), ..two.clone() };
        found(&Question::Compare(spec), 2)
    };
    let of = [("figure", "score_difference")];
    let narrow = until(Until::Width(Width::Mean, 0.5), 100_000);
    assert_eq!(concluded(&narrow, "stopped").as_str(), Some("ci(mean) < 0.5"));
    let number = |column: &str| narrow.tables[0].number(&of, column).expect("a number");
    assert!(number("ci_high") - number("ci_low") < 1.0);
    // The games are those of a run of that length, with wider intervals.
    let games = concluded(&narrow, "games_each").as_integer().expect("a number") as u64;
    let spec = CompareSpec { arena: Arena { games: Some(games), ..arena.clone() }, ..two.clone() };
    let fixed = found(&Question::Compare(spec), 1);
    let fixed = |column: &str| fixed.tables[0].number(&of, column).expect("a number");
    assert_eq!((number("value"), number("blocks")), (fixed("value"), fixed("blocks")));
    assert!(number("ci_low") < fixed("ci_low") && fixed("ci_high") < number("ci_high"));
    // The maximum number of games is too low for the width.
    let bound = until(Until::Width(Width::Win, 0.001), 300);
    assert_eq!(concluded(&bound, "stopped").as_str(), Some("max-games"));
    assert_eq!(concluded(&bound, "games_each").as_integer(), Some(300));
}

#[test]
fn a_margin_decides_what_matters() {
    let two = compare(&["shark-averse", "balanced-network"], 1, 1_000);
    let verdicts = |margin: &str| {
        let margin = Some(parse::margin(margin).expect("a margin"));
        let spec = CompareSpec { margin, ..two.clone() };
        let findings = found(&Question::Compare(spec), 2);
        let verdict = |figure: &str| {
            let table = &findings.tables[0];
            let column = table.columns().iter().position(|column| column.name == "verdict");
            let figures = table.columns().iter().position(|column| column.name == "figure");
            let (column, figures) = (column.expect("verdicts"), figures.expect("figures"));
            let row = table.rows().iter().find(|row| row[figures] == figure.into());
            row.expect("a row")[column].clone()
        };
        ["win_rate_difference", "score_difference", "length_difference"].map(verdict)
    };
    // Wide margins are met; a narrow one leaves the verdict undecided.
    assert_eq!(verdicts("5")[1..], ["equivalent".into(), Cell::Empty]);
    assert_eq!(verdicts("30%")[0], "equivalent".into());
    assert_eq!(verdicts("0.01%")[0], "undecided".into());
    // A policy that never wins is worse, although its Elo difference is unknown.
    let far = CompareSpec { head_to_head: true, ..compare(&["ad-seller", "all-round"], 1, 1_000) };
    let margin = Some(parse::margin("1%").expect("a margin"));
    let findings = found(&Question::Compare(CompareSpec { margin, ..far }), 2);
    assert_eq!(findings.tables[0].rows()[0].last(), Some(&"worse".into()));
    // A ranking is settled once all differences are known up to the margin.
    let equal = CompareSpec {
        margin: Some(parse::margin("20%").expect("a margin")),
        stopping: stopping(Until::Ranked, 100_000),
        ..two.clone()
    };
    let findings = found(&Question::Compare(equal), 2);
    assert_eq!(concluded(&findings, "stopped").as_str(), Some("rank settled"));
}

/// The first line on the screen.
fn headline(findings: &Results) -> &str {
    match &findings.screen[0] {
        Block::Title(title) => title,
        other => panic!("{other:?}"),
    }
}

#[test]
fn candidates_that_act_alike_are_reported_as_such() {
    // Bids are whole dollars, so this difference changes none.
    let two = ["big-spender:dollars_per_level=0.9", "big-spender:dollars_per_level=0.90000001"];
    let spec = compare(&two, 1, 60);
    let field = vec![parse_spec(two[0]).expect("a SPEC")];
    let spec = CompareSpec { arena: Arena { field, ..spec.arena.clone() }, ..spec };
    let findings = found(&Question::Compare(spec.clone()), 2);
    let expected = format!(
        "{} and {} take the same actions in these games: the difference is 0 (60 games).",
        two[0], two[1]
    );
    assert_eq!(headline(&findings), expected);
    // The first meets only itself.
    let of = [("policy", two[0]), ("figure", "win_rate")];
    assert_eq!(findings.tables[1].number(&of, "value"), Some(0.5));
    let of = [("figure", "win_rate_difference")];
    assert_eq!(findings.tables[0].number(&of, "p_value"), Some(1.0));
    // The candidates meet each other.
    let met = CompareSpec { head_to_head: true, ..compare(&two, 1, 60) };
    assert_eq!(headline(&found(&Question::Compare(met), 2)), expected);
    let other = compare(&["big-spender", two[1]], 1, 60);
    assert!(!headline(&found(&Question::Compare(other), 2)).contains("alike"));
}

fn sweep(policy: &str, axes: &[&str], games: u64) -> SweepSpec {
    SweepSpec {
        arena: arena(1, games),
        policy: parse_spec(policy).expect("a SPEC"),
        vary: axes.iter().map(|axis| vary(axis).expect("an axis")).collect(),
    }
}

#[test]
fn a_point_of_a_grid_equals_its_policy_in_a_comparison() {
    let question = Question::Sweep(sweep("bargain-bidder", &["most=1..5:2"], 60));
    let findings = found(&question, 2);
    let ours = findings.tables[0]
        .number(&[("policy", "bargain-bidder:most=5"), ("figure", "score")], "value");
    let question = Question::Compare(compare(&["bargain-bidder:most=5", "ad-seller"], 1, 60));
    let theirs = found(&question, 2).tables[1]
        .number(&[("policy", "bargain-bidder:most=5"), ("figure", "score")], "value");
    assert!(ours.is_some() && ours == theirs, "{ours:?}, {theirs:?}");
    // A policy that bids almost nothing cannot be the best.
    let may = |setting: &str| findings.tables[0].number(&[("policy", setting)], "may_be_best");
    assert_eq!(may("bargain-bidder:most=1"), Some(0.0));
    assert_eq!(may("bargain-bidder:most=5"), Some(1.0));
    assert_eq!(findings.files[0].0, "sweep.svg");
}

#[test]
fn a_grid_of_a_parameter_and_a_rule_has_every_point_once() {
    let axes = ["rules.weeks=1,2", "risk=0..1:0.5"];
    let question = Question::Sweep(sweep("shark-averse", &axes, 20));
    let findings = found(&question, 2);
    assert_eq!(findings.tables[0].rows().len(), 3 * 6);
    let of = [("rules", "weeks=1"), ("policy", "shark-averse:risk=0.5"), ("figure", "length")];
    assert_eq!(findings.tables[0].number(&of, "value"), Some(1.0));
}

fn tune(policy: &str, games: u64) -> Question {
    let policy = parse_spec(policy).expect("a SPEC");
    Question::Tune(TuneSpec {
        arena: arena(1, games),
        policy,
        vary: Vec::new(),
        searches: 1,
        sensitivity: false,
    })
}

#[test]
fn a_search_finds_better_values_and_estimates_them_from_new_random_numbers() {
    let findings = found(&tune("bargain-bidder:most=2", 8_000), 2);
    let number = |table: usize, of: &[(&str, &str)], column: &str| {
        findings.tables[table].number(of, column).expect("a number")
    };
    let most = number(0, &[("parameter", "most")], "tuned");
    assert!(most >= 4.0, "{most}");
    let gain = [("opponents", "all-round"), ("figure", "win_rate_difference")];
    assert!(number(3, &gain, "ci_low") > 0.1);
    // The estimate is a comparison of the two on blocks after those of the search.
    let blocks = number(3, &gain, "blocks");
    assert!((blocks - 250.0).abs() < 1.0, "{blocks}");

    // Only the value in the file changes.
    let (name, text) = &findings.files[0];
    assert_eq!(name, "bargain-bidder-tuned.toml");
    let game = games::game(GAME).expect("a game");
    let shipped = game.shipped().iter().find(|one| one.name == "bargain-bidder").expect("a file");
    let text = String::from_utf8(text.clone()).expect("a text");
    let policy =
        CheckedPolicy::from_source(Source::new("tuned.toml", text.as_str()), game.vocabulary());
    assert_eq!(policy.expect("a policy").parameter("most"), Some(most));
    let before = shipped_source(game, shipped);
    let changed = before.text.lines().zip(text.lines()).filter(|(before, after)| before != after);
    assert_eq!(changed.count(), 1);
    assert_eq!(before.text.lines().count(), text.lines().count());
}

/// From the best value, the lowest bid of all loses.
#[test]
fn a_sensitivity_table_shows_what_each_parameter_does_alone() {
    let policy = parse_spec("bargain-bidder:most=5").expect("a SPEC");
    let spec = TuneSpec {
        arena: arena(1, 4_000),
        policy,
        vary: Vec::new(),
        searches: 1,
        sensitivity: true,
    };
    let findings = found(&Question::Tune(spec), 2);
    let lowest = [("parameter", "most"), ("edge", "1")];
    assert_eq!(findings.tables[0].number(&lowest, "changed"), Some(0.0));
    assert!(findings.tables[0].number(&lowest, "ci_high").expect("a change") < 0.0);
    assert!(findings.files.iter().all(|(name, _)| !name.ends_with(".toml")));
}

/// The default bid is poor, so that there is a rule to find.
#[test]
fn a_learnt_rule_wins_more_games_and_leaves_the_rest_of_the_file() {
    let base = parse_spec("bargain-bidder").expect("a SPEC");
    let spec = LearnSpec {
        arena: arena(1, 4_000),
        base: Some(base),
        players: vec![2, 3],
        rules: Some(1),
        limit: None,
    };
    let question = Question::Learn(spec);
    let findings = found(&question, 2);
    let rules = &findings.tables[0];
    assert_eq!(rules.rows().len(), 2, "one rule, with two and with three players");
    let gain = [("figure", "win_rate_difference"), ("players", "2")];
    assert!(findings.tables[1].number(&gain, "ci_low").expect("a gain") > 0.0);
    let (name, text) = &findings.files[0];
    assert_eq!(name, "bargain-bidder-learnt.toml");
    let again = found(&question, 3);
    assert_eq!(findings.files[0], again.files[0]);
    assert!(findings.tables.iter().map(csv).eq(again.tables.iter().map(csv)));

    let game = games::game(GAME).expect("a game");
    let shipped = game.shipped().iter().find(|one| one.name == "bargain-bidder").expect("a file");
    let text = String::from_utf8(text.clone()).expect("a text");
    CheckedPolicy::from_source(Source::new(name, text.as_str()), game.vocabulary())
        .expect("a policy");
    let mut lines = text.lines();
    for line in shipped_source(game, shipped).text.lines() {
        assert!(lines.any(|other| other == line), "{line}");
    }
    assert!(text.contains("# Learnt rule 1. At `"), "{text}");
}

/// Interrupts a run as soon as its headline has some words.
struct Interrupts<'a>(&'a StopFlag, &'static str);

impl Watch for Interrupts<'_> {
    fn show(&self, progress: &Progress<'_>) {
        if progress.headline.contains(self.1) {
            self.0.raise(Why::Interrupted);
        }
    }

    fn interval(&self) -> Duration {
        Duration::ZERO
    }
}

/// An interrupted search leaves its rules so far, and does not estimate them; without a rule there is no
/// result.
#[test]
fn an_interrupted_search_of_rules_leaves_those_so_far() {
    let interrupted = |at: &'static str| {
        let spec = LearnSpec {
            arena: arena(1, 4_000),
            base: Some(parse_spec("bargain-bidder").expect("a SPEC")),
            players: vec![2],
            rules: None,
            limit: None,
        };
        let stop = StopFlag::new();
        let watch = Interrupts(&stop, at);
        let conditions = Conditions {
            threads: Some(2),
            stop: &stop,
            watch: Some(&watch),
            cache: None,
            journal: None,
        };
        let game = games::game(GAME).expect("a game");
        game.question(&Question::Learn(spec)).expect("a study").run(conditions)
    };
    let none = interrupted("0 rules learnt").expect("no rule so far");
    assert_eq!((none.stopped, none.files.len()), (Some(Why::Interrupted), 0));
    let findings = interrupted("1 rule learnt").expect("findings");
    assert_eq!(findings.stopped, Some(Why::Interrupted));
    assert_eq!(findings.tables[0].rows().len(), 1);
    assert!(findings.tables[1].rows().is_empty());
    let (name, text) = &findings.files[0];
    assert_eq!(name, "bargain-bidder-learnt.toml");
    assert_eq!(String::from_utf8_lossy(text).matches("# Learnt rule ").count(), 1);
}

/// A function of two parameters with its maximum at (30, -7), plus noise shared by all settings of a round
/// and noise of each setting, up to a tenth of the maximum.
fn height(setting: &Setting, round: u64) -> i64 {
    let (a, b) = (setting[0] - 30, setting[1] + 7);
    let shared = mix(round) % 1000;
    let own = mix(round ^ mix(setting[0] as u64) ^ mix(!(setting[1] as u64))) % 200;
    shared as i64 + own as i64 + 2000 - a * a - 4 * b * b
}

/// Returns the differences to the first setting in some blocks.
fn differences(
    settings: &[Setting],
    blocks: Range<u64>,
    height: impl Fn(&Setting, u64) -> i64,
) -> Vec<Moments> {
    let of = |setting: &Setting| {
        blocks.clone().map(|at| height(setting, at) - height(&settings[0], at)).collect()
    };
    settings.iter().map(of).collect()
}

#[test]
fn a_search_comes_near_the_top_and_keeps_the_best_so_far() {
    let searched = |last: u64, seed| {
        let (mut plays, mut played) = (0, HashSet::new());
        let mut play = |settings: &[Setting], blocks: Range<u64>, _: &Setting| {
            plays += (blocks.end - blocks.start) * settings.len() as u64;
            assert!(blocks.clone().all(|block| played.insert(block)), "a block is played twice");
            match plays > last {
                true => Err(Error::Interrupted),
                false => Ok(differences(settings, blocks, height)),
            }
        };
        // With an odd seed one search, else three.
        let (space, searches) = (&[(-40, 60), (-20, 20)], if seed % 2 == 1 { 1 } else { 3 });
        let budget = 6_000 * searches;
        let found =
            Plan { space, budget, searches, least: 5, seed }.search(&mut play, &mut |_| Ok(None));
        (found, plays / searches)
    };
    for seed in 1..=6 {
        let (found, plays) = searched(u64::MAX, seed);
        let best = found.expect("a search").best.expect("a setting");
        assert!((best[0] - 30).abs() <= 4 && (best[1] + 7).abs() <= 2, "{seed}: {best:?}");
        assert!(plays <= 6_000, "{plays}");
    }
    assert!(matches!(searched(0, 1).0, Err(Error::Interrupted)));
    let [early, late] = [300, 3_000].map(|last| searched(last, 1).0.expect("a search"));
    assert!(early.interrupted && late.interrupted);
    let [early, late] = [early, late].map(|found| height(&found.best.expect("a setting"), 1));
    assert!(height(&vec![0, 0], 1) < early && early <= late, "{early} {late}");
    // Settings that are equal to the start are not better.
    let flat = |settings: &[Setting], blocks: Range<u64>, _: &Setting| {
        Ok(differences(settings, blocks, |_, at| at as i64))
    };
    let plan = Plan { space: &[(-8, 4)], budget: 6_000, searches: 1, least: 5, seed: 1 };
    let found = plan.search(&mut { flat }, &mut |_| Ok(None));
    assert_eq!(found.expect("a search").best, None);
}
