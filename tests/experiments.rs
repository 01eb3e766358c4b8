//! Comparisons of policies and rules, grids, and searches of parameters.

use std::fs;

use pushluck::diagnostic::Source;
use pushluck::experiment::values::vary;
use pushluck::experiment::{
    Arena, CompareSpec, Conditions, Findings, Question, SweepSpec, TuneSpec, shipped_source,
};
use pushluck::games;
use pushluck::policy::{CheckedPolicy, parse_spec};
use pushluck::report::{Table, csv};
use pushluck::sim::interrupt::StopFlag;
use pushluck::stats::{Level, Sprt};

/// A game that is quickly played.
const GAME: &str = "eight-seven-central";

fn arena(seed: u64, games: u64) -> Arena {
    Arena {
        settings: Vec::new(),
        edition: None,
        field: Vec::new(),
        players: None,
        seed,
        games: Some(games),
        level: Level::DEFAULT,
    }
}

fn compare(policies: &[&str], seed: u64, games: u64) -> CompareSpec {
    CompareSpec {
        arena: arena(seed, games),
        policies: policies.iter().map(|spec| parse_spec(spec).expect("a SPEC")).collect(),
        head_to_head: false,
        versus: None,
        sprt: None,
    }
}

fn found(question: &Question, threads: usize) -> Findings {
    found_of(GAME, question, threads)
}

fn found_of(game: &str, question: &Question, threads: usize) -> Findings {
    let stop = StopFlag::new();
    let conditions = Conditions { threads: Some(threads), stop: &stop, watch: None, cache: None };
    let study = games::game(game).expect("a game").question(question).expect("a study");
    let findings = study.study(conditions).expect("findings");
    assert!(findings.tables.iter().map(Table::name).eq(study.tables()));
    findings
}

fn bytes(question: &Question, threads: usize) -> Vec<Vec<u8>> {
    found(question, threads).tables.iter().map(csv).collect()
}

fn setting(key: &str, value: &str) -> (String, Option<String>) {
    (key.to_owned(), Some(value.to_owned()))
}

#[test]
fn the_number_of_threads_does_not_show() {
    let field = compare(&["bargain-bidder", "ad-seller", "random"], 3, 60);
    let meet = CompareSpec { head_to_head: true, ..field.clone() };
    let sprt = Sprt { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.05 };
    let two = compare(&["bargain-bidder", "ad-seller"], 3, 2_000);
    let tested = CompareSpec { head_to_head: true, sprt: Some(sprt), ..two };
    for spec in [field, meet, tested] {
        let question = Question::Compare(spec);
        let one = bytes(&question, 1);
        assert!(one == bytes(&question, 2) && one == bytes(&question, 7));
    }
}

#[test]
fn who_meets_itself_wins_half() {
    let findings = found(&Question::Compare(compare(&["all-round", "ad-seller"], 1, 20)), 2);
    let of = [("policy", "all-round"), ("figure", "win_rate")];
    assert_eq!(findings.tables[1].number(&of, "value"), Some(0.5));
    assert_eq!(findings.tables[1].number(&of, "std_error"), Some(0.0));
}

/// Two files that are equal but for the coins they toss: the p values of their difference over many
/// seeds are uniform. Kolmogorov's distance is above 1.95 / √n once in a thousand.
#[test]
fn p_values_of_equal_policies_are_uniform() {
    const SEEDS: u64 = 120;
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, coin: &str| {
        let path = folder.path().join(name);
        let text = format!(
            "game = \"{GAME}\"\nlanguage = 2\n\n[[bid]]\nwhen = '{coin}'\nchoose = \"pass\"\n"
        );
        fs::write(&path, text).expect("a file");
        path.to_str().expect("a name").to_owned()
    };
    let (heads, tails) = (file("heads.toml", "chance(0.3)"), file("tails.toml", "!chance(0.7)"));
    let p = |seed: u64| {
        let spec = compare(&[&heads, &tails], seed, 80);
        let findings = found(&Question::Compare(spec), 2);
        let of = [("figure", "score_difference")];
        findings.tables[0].number(&of, "p_value").expect("a p value")
    };
    let mut values: Vec<f64> = (1..=SEEDS).map(p).collect();
    values.sort_by(f64::total_cmp);
    let n = values.len() as f64;
    let apart = |(rank, p): (usize, &f64)| {
        let (below, above) = (rank as f64 / n, (rank as f64 + 1.0) / n);
        (p - below).max(above - p)
    };
    let distance = values.iter().enumerate().map(apart).fold(0.0, f64::max);
    assert!(distance < 1.95 / n.sqrt(), "{distance}: {values:?}");
}

#[test]
fn a_sequential_test_stops_at_a_fixed_number_of_pairs() {
    let sprt = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 };
    let spec = compare(&["all-round", "random"], 1, 100_000);
    let findings =
        found(&Question::Compare(CompareSpec { head_to_head: true, sprt: Some(sprt), ..spec }), 2);
    let said = |key: &str| {
        let of = findings.concluded.iter().find(|(name, _)| *name == key);
        of.map(|(_, value)| value.clone()).unwrap_or_else(|| panic!("{key}"))
    };
    assert_eq!(said("reason").as_str(), Some("sprt: elo1 accepted"));
    assert_eq!(said("games").as_integer(), Some(2 * 128));
    assert_eq!(findings.stopped, None);
}

#[test]
fn rules_are_compared_for_each_policy() {
    let spec = compare(&["ad-seller", "all-round"], 1, 40);
    let question = Question::Compare(CompareSpec {
        arena: Arena { settings: vec![setting("weeks", "1")], ..spec.arena.clone() },
        versus: Some(Vec::new()),
        ..spec
    });
    let findings = found(&question, 2);
    let number = |figure: &str, column: &str| {
        findings.tables[0].number(&[("policy", "ad-seller"), ("figure", figure)], column)
    };
    assert!(number("length_difference", "value").is_some_and(|weeks| weeks < 0.0));
    assert!(number("score_difference", "p_value").is_some_and(|p| p < 0.05));
}

#[test]
fn what_cannot_be_compared_is_said_plainly() {
    let refused = |spec: CompareSpec| {
        let game = games::game(GAME).expect("a game");
        game.question(&Question::Compare(spec)).err().expect("an error").to_string()
    };
    let two = || compare(&["all-round", "ad-seller"], 1, 10);
    let sprt = Some(Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 });
    let alone = compare(&["ad-seller"], 1, 10);
    assert_eq!(refused(alone), "`ad-seller` alone cannot be compared");
    let message = refused(CompareSpec { sprt, ..two() });
    assert_eq!(message, "`--sprt` tests two candidates who meet each other");
    let message = refused(CompareSpec { versus: Some(Vec::new()), ..two() });
    assert_eq!(message, "`--rules` and `--vs-rules` are the same rules");
    let field = vec![parse_spec("random").expect("a SPEC"); 3];
    let wide = CompareSpec { arena: Arena { field, players: Some(3), ..arena(1, 10) }, ..two() };
    assert_eq!(refused(wide), "a field of 3 and a candidate do not fill 3 seats");
}

fn sweep(policy: &str, axes: &[&str], games: u64) -> SweepSpec {
    SweepSpec {
        arena: arena(1, games),
        policy: parse_spec(policy).expect("a SPEC"),
        vary: axes.iter().map(|axis| vary(axis).expect("an axis")).collect(),
    }
}

#[test]
fn a_point_of_a_grid_is_that_policy_alone() {
    let question = Question::Sweep(sweep("bargain-bidder", &["most=1..5:2"], 60));
    let findings = found(&question, 2);
    let ours = findings.tables[0]
        .number(&[("policy", "bargain-bidder:most=5"), ("figure", "score")], "value");
    let question = Question::Compare(compare(&["bargain-bidder:most=5", "ad-seller"], 1, 60));
    let theirs = found(&question, 2).tables[1]
        .number(&[("policy", "bargain-bidder:most=5"), ("figure", "score")], "value");
    assert!(ours.is_some() && ours == theirs, "{ours:?}, {theirs:?}");
    // Whoever bids next to nothing cannot be the best.
    let may = |setting: &str| findings.tables[0].number(&[("policy", setting)], "may_be_best");
    assert_eq!(may("bargain-bidder:most=1"), Some(0.0));
    assert_eq!(may("bargain-bidder:most=5"), Some(1.0));
    assert_eq!(findings.pictures[0].0, "sweep.svg");
}

#[test]
fn a_grid_of_a_parameter_and_a_rule_has_every_point_once() {
    let axes = ["rules.weeks=1,2", "risk=0..1:0.5"];
    let question = Question::Sweep(sweep("shark-averse", &axes, 20));
    let findings = found(&question, 1);
    assert_eq!(findings.tables[0].rows().len(), 3 * 6);
    let of = [("rules", "weeks=1"), ("policy", "shark-averse:risk=0.5"), ("figure", "length")];
    assert_eq!(findings.tables[0].number(&of, "value"), Some(1.0));
    assert!(bytes(&question, 2) == bytes(&question, 7));
}

#[test]
fn what_cannot_be_swept_is_said_plainly() {
    let refused = |axes: &[&str]| {
        let game = games::game(GAME).expect("a game");
        let question = Question::Sweep(sweep("shark-averse", axes, 10));
        game.question(&question).err().expect("an error").to_string()
    };
    assert!(refused(&["nope=1..2:1"]).ends_with("has no parameter `nope`"));
    assert_eq!(
        refused(&["risk=0..1:0.000000001"]),
        "the grid has 1,000,000,001 points: at most 10000 are measured"
    );
    assert_eq!(refused(&["rules.wekes=1,2"]), "there is no rule `wekes`");
    assert_eq!(refused(&["risk=a,b"]), "parameter `risk` cannot be `a`");
    assert_eq!(refused(&["risk=0..1:1", "risk=0..1:1"]), "`--vary risk=…` is given twice");
    assert!(refused(&["care=0..1", "risk=0..1", "care=1..2"]).contains("not 3"));
    let fault = vary("risk=2..1:1").expect_err("no points");
    assert_eq!(fault.problem, "is a grid of no points");
}

fn tune(policy: &str, games: u64) -> Question {
    Question::Tune(TuneSpec { arena: arena(1, games), policy: parse_spec(policy).expect("a SPEC") })
}

#[test]
fn a_search_finds_better_values_and_tells_them_from_fresh_luck() {
    let findings = found(&tune("bargain-bidder", 8_000), 2);
    let number = |table: usize, of: &[(&str, &str)], column: &str| {
        findings.tables[table].number(of, column).expect("a number")
    };
    let most = number(0, &[("parameter", "most")], "tuned");
    assert!(most >= 4.0, "{most}");
    let gain = [("opponents", "all-round"), ("figure", "win_rate_difference")];
    assert!(number(1, &gain, "ci_low") > 0.1);
    // What is told is the comparison of the two on the blocks behind those of the search.
    let blocks = number(1, &gain, "blocks");
    assert!((blocks - 250.0).abs() < 1.0, "{blocks}");

    // The file is as it was but for the value.
    let (name, text) = &findings.pictures[0];
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

#[test]
fn a_search_does_not_depend_on_threads() {
    let question = tune("shark-averse", 2_000);
    assert!(bytes(&question, 1) == bytes(&question, 7));
}

#[test]
fn what_cannot_be_tuned_is_said_plainly() {
    let refused = |question: Question| {
        let game = games::game(GAME).expect("a game");
        game.question(&question).err().expect("an error").to_string()
    };
    assert_eq!(refused(tune("random", 8_000)), "`random` is built in: only policy files are tuned");
    assert_eq!(refused(tune("bargain-bidder", 100)), "100 games are too few for a search");
}

/// Similar policies of El Ocho differ in few decisions, so that most of their luck is shared.
#[test]
fn the_same_luck_saves_half_of_the_games_of_el_ocho() {
    let spec = compare(&["hold-at:hold=600", "hold-at:hold=650"], 1, 4000);
    let question = Question::Compare(spec.clone());
    let findings = found_of("el-ocho", &question, 2);
    let of = [("figure", "win_rate_difference")];
    let saved = findings.tables[0].number(&of, "variance_ratio").expect("a ratio");
    assert!(saved >= 2.0, "{saved}");
    let stressed = vec![setting("variant", "stressed")];
    let spec = CompareSpec { arena: Arena { settings: stressed, ..spec.arena.clone() }, ..spec };
    let game = games::game("el-ocho").expect("a game");
    let refused = game.question(&Question::Compare(spec)).err().expect("an error").to_string();
    assert_eq!(refused, "games of the stressed variant are not compared on one luck");
}

#[test]
fn el_ocho_is_swept_and_tuned() {
    let grid = sweep("hold-at", &["hold=400..1200:400", "rules.level=1,2"], 400);
    let findings = found_of("el-ocho", &Question::Sweep(grid), 2);
    assert_eq!(findings.tables[0].rows().len(), 3 * 6);
    let findings = found_of("el-ocho", &tune("hold-at", 4000), 2);
    let first = &findings.tables[0];
    assert!(!first.rows().is_empty(), "{}", first.name());
}
