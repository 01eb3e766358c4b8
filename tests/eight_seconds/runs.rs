//! `balance eight-seconds` against a second account: transcripts of the same games, read line by
//! line, and every bet settled here by the payout cards of the rulebook.

use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, Stdio};

use pushluck::games;
use pushluck::run::{RunSpec, Work};

use crate::library::{prepare, settings, spec};
use crate::program::{Row, done, number, root, rows};

fn table(line: &str, name: &str) -> String {
    done(root(), &format!("balance eight-seconds {line} --format csv --quiet --table {name}"))
}

/// Transcripts of games, from the first on.
fn transcripts(policy: &str, players: usize, rules: &str, seed: u64, games: u64) -> Vec<String> {
    told_of(policy, Some(players), rules, seed, Work::Games(Some(games)), games)
}

/// Transcripts of games or of turns alone.
fn told_of(
    policy: &str,
    players: Option<usize>,
    rules: &str,
    seed: u64,
    work: Work,
    units: u64,
) -> Vec<String> {
    let settings = settings(rules);
    let spec = RunSpec { settings, seed, work, ..spec(&[], &[policy], players, 1) };
    let run = prepare(games::game("eight-seconds").expect("the game"), &spec).expect("a run");
    (0..units).map(|unit| run.transcript(unit)).collect()
}

/// One turn as its transcript tells it.
#[derive(Debug, Default)]
struct Turn {
    tokens: u32,
    line_up: Vec<i64>,
    rolls: u32,
    clown_out: bool,
    /// Points of the Bulls ridden.
    ridden: Vec<i64>,
    /// Tokens taken for a Dismount.
    earned: i64,
    outcome: String,
}

/// The number a text begins with.
fn leading(text: &str) -> i64 {
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_else(|_| panic!("a number in {text:?}"))
}

/// The points of Bulls in a list such as `10 (2T 2B 2K), 3 (0T 1B 2K) for the roll`.
fn points(list: &str) -> Vec<i64> {
    list.split(", ").map(leading).collect()
}

/// The turns of one game.
fn turns(transcript: &str) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    for line in transcript.lines() {
        if let Some(header) = line.strip_prefix("Seat ") {
            let tokens = header.split(", ").find(|part| part.contains(" token"));
            let tokens = leading(tokens.expect("tokens")) as u32;
            turns.push(Turn { tokens, ..Turn::default() });
            continue;
        }
        let (Some(line), Some(turn)) = (line.strip_prefix("  "), turns.last_mut()) else {
            continue;
        };
        if let Some(bull) = line.strip_prefix("Bull ").or_else(|| line.strip_prefix("buys ")) {
            turn.line_up.push(leading(bull));
        } else if let Some(bulls) = line.strip_prefix("takes over ") {
            turn.line_up = points(bulls);
        } else if let Some(given) = line.strip_prefix("gives up ") {
            if !given.contains("nobody took over") {
                for bull in points(given) {
                    let at = turn.line_up.iter().position(|one| *one == bull);
                    turn.line_up.remove(at.unwrap_or_else(|| panic!("{bull} in {turn:?}")));
                }
            }
        } else if line.starts_with("rolls: ") {
            turn.rolls += 1;
        } else if line.ends_with("a Clown Out") && line.starts_with("three Clowns") {
            turn.clown_out = true;
        } else if let Some(bull) = line.strip_prefix("rides ") {
            turn.ridden.push(leading(bull));
        } else if let Some((_, taken)) = line.split_once(" takes ")
            && line.ends_with("for the Dismount")
        {
            turn.earned = leading(taken);
        } else if let Some(outcome) = line.strip_prefix("=> ") {
            outcome.clone_into(&mut turn.outcome);
        }
    }
    // What follows on the last turn of a game, and a turn without an end, is none.
    turns.retain(|turn| !turn.outcome.is_empty());
    turns
}

/// What came of one sort of bet: bets, won, pushed, and dollars of bettor, bank and Rider.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Came {
    bets: i64,
    won: i64,
    pushed: i64,
    accounts: [i64; 3],
}

impl Came {
    fn add(&mut self, other: Came) {
        self.bets += other.bets;
        self.won += other.won;
        self.pushed += other.pushed;
        self.accounts.iter_mut().zip(other.accounts).for_each(|(into, from)| *into += from);
    }
}

/// A bet of so many dollars that pays so much.
fn bet(stake: i64, payout: i64, to_rider: bool, won: bool, pushed: bool) -> Came {
    let accounts = match (won, pushed) {
        // ES-73, ES-74: who bets on a Ride leaves the stake to the Rider.
        (true, _) if to_rider => [payout - stake, -payout, stake],
        (true, _) => [payout, -payout, 0],
        (_, true) => [0; 3],
        _ => [-stake, stake, 0],
    };
    Came { bets: 1, won: won.into(), pushed: (!won && pushed).into(), accounts }
}

/// By tokens, bet and phase.
type Ledger = BTreeMap<(String, &'static str, &'static str), Came>;

/// Every bet that could be placed on a turn, settled by ES-64 to ES-81.
fn settle(turn: &Turn) -> Ledger {
    let mut ledger = Ledger::new();
    let highest_left = turn.line_up.iter().max().copied().unwrap_or(0);
    let highest_ridden = turn.ridden.iter().max().copied().unwrap_or(0);
    for (on, outcome, single, double) in [
        ("bucked_off", "Bucked Off", 6, 20 - highest_left),
        ("dismount", "Dismount", 5, 8 + 2 * turn.earned),
        ("ride", "Ride", 4, 5 + highest_ridden),
    ] {
        let won = turn.outcome == outcome;
        let pushed = turn.outcome == "Clown Out";
        let to_rider = on == "ride";
        let mut place = |phase: &'static str, came: Came| {
            for tokens in [String::new(), turn.tokens.min(3).to_string()] {
                ledger.entry((tokens, on, phase)).or_default().add(came);
            }
        };
        let plain = bet(2, single, to_rider, won, pushed);
        // ES-78: a Clown Out on the first roll is Bucked Off for first bets.
        let first = if on == "bucked_off" && turn.clown_out {
            bet(2, single, false, true, false)
        } else {
            plain
        };
        place("first", first);
        place("plain", first);
        if turn.clown_out && turn.rolls >= 2 {
            place("after_clown_out", plain);
            place("plain", plain);
        }
        // ES-68 and ES-79: before the second roll, after a Clown Out before the third.
        if turn.rolls >= if turn.clown_out { 3 } else { 2 } {
            place("second", plain);
            place("plain", plain);
            place("double_down", bet(4, double, to_rider, won, pushed));
            let more = if won { double - single } else { 0 };
            place("second_stake", bet(2, more, to_rider, won, pushed));
        }
    }
    ledger
}

/// What `balance` says of the same.
fn told(payouts: &str, accounts: &str, policy: &str) -> Ledger {
    const BETS: [&str; 3] = ["bucked_off", "dismount", "ride"];
    const PHASES: [&str; 6] =
        ["first", "after_clown_out", "second", "double_down", "second_stake", "plain"];
    let known = |all: &[&'static str], name: &str| {
        all.iter().find(|one| **one == name).copied().unwrap_or_else(|| panic!("{name}"))
    };
    let key = |row: &Row<'_>| {
        (row["tokens"].to_owned(), known(&BETS, row["bet"]), known(&PHASES, row["phase"]))
    };
    let mut ledger = Ledger::new();
    for row in rows(payouts).iter().filter(|row| row["policy"] == policy) {
        let whole = |column| number(row, column) as i64;
        let came = ledger.entry(key(row)).or_default();
        (came.bets, came.won, came.pushed) = (whole("bets"), whole("won"), whole("pushed"));
        assert_eq!(came.bets, whole("won") + whole("pushed") + whole("lost"));
        assert_eq!(whole("staked"), came.bets * whole("stake"));
    }
    for row in rows(accounts).iter().filter(|row| row["policy"] == policy) {
        let place = ["bettor", "bank", "rider"].iter().position(|name| *name == row["account"]);
        let came = ledger.get_mut(&key(row)).expect("a row of payouts");
        came.accounts[place.expect("an account")] = number(row, "dollars") as i64;
    }
    ledger
}

/// Policies that between them bring about every bet: who goes on after a Clown Out, falls, spends
/// tokens and stops.
const POLICIES: [&str; 4] = ["all-or-nothing", "look-ahead", "token-spender", "first-bull"];

#[test]
fn every_bet_at_every_turn_is_settled_as_the_transcripts_of_the_games_tell() {
    const GAMES: u64 = 120;
    let policies: String = POLICIES.iter().map(|policy| format!(" --policy {policy}")).collect();
    let line = format!("{} --games {GAMES} --players 3 --seed 7", &policies[1..]);
    let (payouts, accounts) = (table(&line, "payout_balance"), table(&line, "bet_accounts"));
    let mut mix = Ledger::new();
    let mut phases = BTreeSet::new();
    for policy in POLICIES {
        let mut counted = Ledger::new();
        for transcript in transcripts(policy, 3, "vegas", 7, GAMES) {
            for (kind, came) in turns(&transcript).iter().flat_map(settle) {
                phases.insert((kind.1, kind.2));
                mix.entry(kind.clone()).or_default().add(came);
                counted.entry(kind).or_default().add(came);
            }
        }
        assert_eq!(told(&payouts, &accounts, policy), counted, "{policy}");
    }
    assert_eq!(phases.len(), 18, "{phases:?}");
    assert_eq!(told(&payouts, &accounts, ""), mix);
}

#[test]
fn a_reader_can_recompute_every_row() {
    let line = "--games 60 --players 2 --policy cautious --policy all-or-nothing --weights 3,1";
    for row in rows(&table(line, "payout_balance")) {
        let cell = |column: &str| number(&row, column);
        let stake = cell("stake");
        let passed = if row["bet"] == "ride" { cell("won") * stake } else { 0.0 };
        let paid = if cell("won") > 0.0 { cell("mean_payout") * cell("won") } else { 0.0 };
        let gain = paid - passed - cell("lost") * stake;
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-6, "{a} {b} in {row:?}");
        near(cell("expected_value"), gain / cell("staked"));
        near(cell("rtp"), 1.0 + gain / cell("staked"));
        near(cell("house_edge"), (cell("lost") * stake - paid) / cell("staked"));
        if cell("won") > 0.0 {
            near(cell("break_even_payout"), (passed + cell("lost") * stake) / cell("won"));
        }
    }
}

#[test]
fn the_accounts_of_every_bet_and_every_game_add_up_to_nothing() {
    let mut sums: BTreeMap<String, (f64, u32)> = BTreeMap::new();
    let line = "--games 80 --fair 5% --dice-sets --rules riders,buckles,tokens=1";
    let accounts = table(line, "bet_accounts");
    for row in rows(&accounts) {
        let key = ["rules", "policy", "tokens", "bet", "phase"].map(|column| row[column]).join(" ");
        let sum = sums.entry(key).or_default();
        sum.0 += number(&row, "dollars");
        sum.1 += 1;
    }
    assert!(sums.len() > 1000, "{}", sums.len());
    for (key, sum) in sums {
        assert_eq!(sum, (0.0, 3), "{key}");
    }
    for (rules, moved) in [
        ("vegas", &["bettors", "riders", "token_trades", "bank"][..]),
        (
            "vegas=pots+limited+diminishing+public,riders",
            &["bettors", "riders", "token_trades", "bank", "pots"],
        ),
    ] {
        let line = format!("--policy random --bettors random --games 50 --rules {rules}");
        let accounts = table(&line, "game_accounts");
        let rows = rows(&accounts);
        assert_eq!(rows.iter().map(|row| number(row, "dollars")).sum::<f64>(), 0.0, "{rules}");
        for account in moved {
            let row = rows.iter().find(|row| row["account"] == *account).expect("an account");
            assert_ne!(number(row, "dollars"), 0.0, "{rules}: {account}");
        }
    }
}

/// The dollars of `$4` or of `$4 and $6 of the pot`.
fn dollars(words: &str) -> i64 {
    words.split('$').skip(1).map(leading).sum()
}

#[test]
fn the_money_of_whole_games_goes_where_the_transcripts_say() {
    const GAMES: u64 = 25;
    for (policy, players, rules) in [
        ("bet-by-roll", 3, "vegas"),
        ("bet-double-down", 2, "vegas=pots,buckles"),
        ("random", 4, "vegas=public+diminishing,riders,buckles"),
        ("random", 5, "vegas=limited"),
    ] {
        // Betting strategies ride alike, one that never bets among them.
        let rides = if policy == "random" { "random" } else { "never-bet" };
        let line = format!(
            "--policy {rides} --bettors {policy} --players {players} --rules {rules} --seed 7 \
             --games {GAMES}"
        );
        let flows = table(&line, "game_accounts");
        let rows = rows(&flows);
        let told = |account: &str| {
            let row = rows.iter().find(|row| row["account"] == account).expect("an account");
            number(row, "dollars") as i64
        };
        let (mut bettors, mut riders, mut trades, mut settled) = (0, 0, 0, 0);
        for transcript in transcripts(policy, players, rules, 7, GAMES) {
            for line in transcript.lines().map(str::trim) {
                if let Some((_, rest)) =
                    line.split_once(" on ").filter(|_| line.starts_with("the bet of "))
                {
                    settled += 1;
                    let stake = if rest.contains(", doubled,") { 4 } else { 2 };
                    if let Some((on, won)) = rest.split_once(" wins ") {
                        let passed = if on.starts_with("Ride") { stake } else { 0 };
                        bettors += dollars(won) - passed;
                        riders += passed;
                    } else if rest.contains(" loses ") {
                        bettors -= stake;
                    }
                } else if line.ends_with(" for tokens") {
                    trades += if line.contains(" pays ") { -dollars(line) } else { dollars(line) };
                }
            }
        }
        assert!(settled > 20, "{policy}");
        let told = ["bettors", "riders", "token_trades"].map(told);
        assert_eq!(told, [bettors, riders, trades], "{policy} {players} {rules}");
    }
}

/// A comparison of betting files shows what betting does alone.
#[test]
fn betting_strategies_ride_as_look_ahead_does() {
    let ridden = |policy: &str, rules: &str| -> Vec<String> {
        // Decisions name the rules of the file, and the first lines the policies.
        let shown = |line: &&str| !line.starts_with("    ") && !line.contains(policy);
        let games = transcripts(policy, 3, rules, 9, 40);
        games.iter().flat_map(|game| game.lines().filter(shown).map(str::to_owned)).collect()
    };
    let bettors = [
        "bet-bucked-off",
        "bet-by-bulls",
        "bet-by-roll",
        "bet-dismount",
        "bet-double-down",
        "bet-ride",
        "never-bet",
    ];
    for rules in ["tokens=1", "riders,buckles"] {
        let look_ahead = ridden("look-ahead", rules);
        assert!(look_ahead.iter().filter(|line| line.contains("=> Ride")).count() > 100);
        for bettor in bettors {
            assert_eq!(ridden(bettor, rules), look_ahead, "{bettor} {rules}");
        }
    }
}

/// An edition with another payout on one card.
fn with_payout(edition: &str, row: &Row<'_>) -> String {
    let section = edition.find(&format!("[vegas.{}]", row["bet"])).expect("the bet");
    let key = if row["payoff"] == "single" { "\nsingle = " } else { "\ndouble = " };
    let start = section + edition[section..].find(key).expect("the payoff") + key.len();
    let end = start + edition[start..].find('\n').expect("a line");
    format!("{}{}{}", &edition[..start], row["payout"], &edition[end..])
}

/// All payouts that are recommended, put into the edition together, bring bank and bettor what the
/// table says: exactly so in the same games, within four standard errors in others.
#[test]
fn recommended_payouts_bring_bank_and_bettor_what_the_table_says() {
    let line = "--policy look-ahead --policy token-hoarder --games 400 --players 3";
    let edition = done(root(), "list edition eight-seconds");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("other.toml");
    for (side, figures) in [("bank", 4), ("bettor", 5)] {
        let fair = format!("{line} --seed 5 --fair 5% --fair-for {side}");
        let promised = table(&fair, "fair_payouts");
        let mut promised = rows(&promised);
        promised.retain(|row| row["policy"].is_empty() && row["recommended"] == "yes");
        assert!(promised.len() >= figures, "{side}: {promised:?}");
        let text = promised.iter().fold(edition.clone(), |text, row| with_payout(&text, row));
        assert_ne!(text, edition);
        std::fs::write(&path, text).expect("a file");
        for seed in [5, 6] {
            let edition = format!("{line} --seed {seed} --edition {}", path.display());
            let accounts = table(&edition, "bet_accounts");
            let accounts = rows(&accounts);
            for row in &promised {
                let phase = if row["payoff"] == "single" { "plain" } else { "double_down" };
                let (bank, loss) = (number(row, "bank"), number(row, "loss"));
                for (account, value, error) in
                    [("bank", bank, "bank_std_error"), ("bettor", -loss, "std_error")]
                {
                    let found = accounts.iter().find(|found| {
                        let key = ["policy", "tokens", "bet", "phase", "account"];
                        key.map(|column| found[column]) == ["", "", row["bet"], phase, account]
                    });
                    let found = found.expect("the account");
                    let apart = number(found, "per_dollar") - value;
                    let errors = [number(found, "std_error"), number(row, error)];
                    if seed == 5 {
                        assert!(apart.abs() < 1e-8, "{side}: {account} {apart} of {row:?}");
                        assert!((errors[0] - errors[1]).abs() < 1e-8, "{errors:?} of {row:?}");
                    }
                    let z = apart / errors[0].hypot(errors[1]);
                    assert!(z.abs() < 4.0, "{side}: {account} {z} of {row:?}");
                }
                // The edge asked for, or less by no more than what counts as near.
                let edge = if side == "bank" { bank } else { loss };
                assert!(edge >= 0.025, "{row:?}");
            }
        }
    }
}

#[test]
fn no_payout_gives_the_bank_its_edge_where_riders_take_the_stakes_and_each_is_listed_once() {
    let line = "--policy look-ahead --policy first-bull --games 60 --fair 5%";
    let mut seen = BTreeSet::new();
    for side in ["bank", "bettor"] {
        let payouts = table(&format!("{line} --fair-for {side}"), "fair_payouts");
        for row in rows(&payouts) {
            let key = ["fair_for", "policy", "bet", "payoff", "payout"].map(|column| row[column]);
            assert!(seen.insert(key.map(str::to_owned)), "{key:?} twice");
            assert_eq!(row["fair_for"], side);
            // What the card has now is there, be it next to the exact payout or not.
            let now = (row["bet"], row["payoff"], row["now"]);
            assert!(
                rows(&payouts)
                    .iter()
                    .any(|other| { (other["bet"], other["payoff"], other["payout"]) == now }),
                "{now:?}"
            );
            if row["bet"] == "ride" && side == "bank" {
                assert_eq!(row["recommended"], "no", "{row:?}");
            }
        }
    }
    let screen = done(root(), &format!("balance eight-seconds {line} --quiet")).replace('\n', " ");
    for said in [
        "Ride a Bull none (now $4), Double Down none (now $5)",
        "Ride a Bull, plain bets: there is no payout at which the bank gains 5 %. The stake of a \
         right bet goes to the Rider",
        "Below $3 a right bet would gain nothing. At $3 the bank gains -",
    ] {
        assert!(screen.contains(said), "{said}: {screen}");
    }
}

#[test]
fn first_turns_alone_are_the_first_turns_with_the_tokens_asked_for() {
    let line = "--turns 300 --policy look-ahead --policy all-or-nothing";
    for (start, tokens) in [("", "0"), (" --start tokens=1", "1"), (" --start tokens=7", "3")] {
        let payouts = table(&format!("{line}{start}"), "payout_balance");
        let rows = rows(&payouts);
        let classes: BTreeSet<&str> = rows.iter().map(|row| row["tokens"]).collect();
        assert_eq!(classes, BTreeSet::from(["", tokens]), "{start}");
        for row in rows.iter().filter(|row| row["phase"] == "first" && !row["policy"].is_empty()) {
            assert_eq!(row["bets"], "300");
        }
    }
    // They are the turns that `simulate --turns` plays.
    let line = format!("{line} --seed 3");
    let (payouts, accounts) = (table(&line, "payout_balance"), table(&line, "bet_accounts"));
    for policy in ["look-ahead", "all-or-nothing"] {
        let mut counted = Ledger::new();
        for transcript in told_of(policy, None, "vegas", 3, Work::Turns(300), 300) {
            for (kind, came) in turns(&transcript).iter().flat_map(settle) {
                counted.entry(kind).or_default().add(came);
            }
        }
        assert_eq!(told(&payouts, &accounts, policy), counted, "{policy}");
    }
}

#[test]
fn an_interrupted_measurement_is_one_of_the_length_it_came_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let arguments = "balance eight-seconds --policy cautious --policy look-ahead --quiet --games";
    let mut command = Command::new(env!("CARGO_BIN_EXE_pushluck"));
    command.args(arguments.split(' ')).args(["100M", "--out"]).arg(&out);
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it");
    std::thread::sleep(std::time::Duration::from_secs(1));
    let signal = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(signal.expect("a signal").success());
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    let read = |name: &str| std::fs::read_to_string(out.join(name)).expect("a file");
    let record: toml::Table = read("run.toml").parse().expect("TOML");
    let found = |key: &str| {
        let tables = record.values().filter_map(toml::Value::as_table);
        tables.filter_map(|table| table.get(key)).next().cloned().expect("a key")
    };
    assert_eq!(found("complete"), toml::Value::Boolean(false));
    assert_eq!(found("stopped"), toml::Value::String("interrupted".to_owned()));
    let games = found("units").as_integer().expect("games");
    done(folder.path(), &format!("{arguments} {games} --out whole"));
    for name in ["payout_balance", "bet_accounts", "balance_outcomes"] {
        let whole = folder.path().join(format!("whole/{name}.csv"));
        let whole = std::fs::read_to_string(whole).expect("a table");
        assert_eq!(read(&format!("{name}.csv")), whole, "{games} games");
    }
}
