//! `balance eight-seconds` against a second implementation: the same games, played here, with every
//! bet settled by the payout cards of the rulebook.

use pushluck::games::eight_seconds::compiled::Game;
use pushluck::games::eight_seconds::event::{Event, Outcome, Verdict, Why};
use pushluck::games::eight_seconds::state::{Bet, NONE};
use pushluck::run::{Definition as _, named_policy};
use std::collections::{BTreeMap, BTreeSet};

use crate::eight_seconds::common::{Steps, events, game, play_alike, play_turn};
use crate::program::{Row, done, number, root, rows};

fn table(line: &str, name: &str) -> String {
    done(root(), &format!("balance eight-seconds {line} --format csv --quiet --table {name}"))
}

/// The first games of a matchup with one policy in all seats.
fn games(game: &Game, policy: &str, seed: u64, games: u64) -> Vec<Steps> {
    let player = named_policy(game, policy).expect("a policy");
    (0..games).map(|number| play_alike(game, &*player, seed, number).steps).collect()
}

/// The data of a turn that bets depend on.
struct Turn {
    tokens: u16,
    rolls: u8,
    clown_out: bool,
    /// Points of the highest Bull left, and ridden.
    highest_left: i64,
    highest_ridden: i64,
    /// Tokens taken for a Dismount.
    earned: u16,
    outcome: Outcome,
}

fn turns(game: &Game, steps: &Steps) -> Vec<Turn> {
    let (mut tokens, mut highest_left, mut turns) = (0, 0, Vec::new());
    let highest = |bulls: u32| game.highest(bulls).map_or(0, |bull| game.points_of(bull));
    for (event, state) in events(steps) {
        match event {
            Event::TurnBegins { seat } => tokens = state.seats[usize::from(seat)].tokens,
            Event::BullsDiscarded { bulls, why: Why::TurnOver } => highest_left = highest(bulls),
            Event::TurnEnds { outcome, .. } => {
                let turn = &state.turn;
                let ridden = [turn.first_bull, turn.last_bull].into_iter();
                let ridden = ridden.filter(|bull| *bull != NONE).map(|bull| game.points_of(bull));
                turns.push(Turn {
                    tokens,
                    rolls: turn.rolls,
                    clown_out: turn.clowned_out,
                    highest_left,
                    highest_ridden: ridden.max().unwrap_or(0),
                    earned: turn.earned,
                    outcome,
                });
            }
            _ => {}
        }
    }
    turns
}

/// Results of one kind of bet: bets, won, pushed, and dollars of bettor, bank and Rider.
type Came = [i64; 6];

/// By tokens, bet and phase.
type Ledger = BTreeMap<[String; 3], Came>;

/// The result of a bet with this stake and payout.
fn bet(stake: i64, payout: i64, to_rider: bool, won: bool, pushed: bool) -> Came {
    let [bettor, bank, rider] = match (won, pushed) {
        // ES-73, ES-74: a right bet on a Ride leaves its stake to the Rider.
        (true, _) if to_rider => [payout - stake, -payout, stake],
        (true, _) => [payout, -payout, 0],
        (_, true) => [0; 3],
        _ => [-stake, stake, 0],
    };
    [1, won.into(), (!won && pushed).into(), bettor, bank, rider]
}

/// Every bet that could be placed on a turn, settled by ES-64 to ES-81.
fn settle(turn: &Turn, ledger: &mut Ledger) {
    for (on, outcome, single, double) in [
        ("bucked_off", Outcome::BuckedOff, 6, 20 - turn.highest_left),
        ("dismount", Outcome::Dismount, 5, 8 + 2 * i64::from(turn.earned)),
        ("ride", Outcome::Ride, 4, 5 + turn.highest_ridden),
    ] {
        let won = turn.outcome == outcome;
        let pushed = turn.outcome == Outcome::ClownOut;
        let to_rider = on == "ride";
        let mut place = |phase: &str, came: Came| {
            for tokens in [String::new(), turn.tokens.min(3).to_string()] {
                let sums = ledger.entry([tokens, on.to_owned(), phase.to_owned()]).or_default();
                sums.iter_mut().zip(came).for_each(|(sum, came)| *sum += came);
            }
        };
        let plain = bet(2, single, to_rider, won, pushed);
        // ES-78: first bets on Bucked Off win at a Clown Out on the first roll.
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
        // ES-68 and ES-79: before the second roll; after a Clown Out, before the third.
        if turn.rolls >= if turn.clown_out { 3 } else { 2 } {
            place("second", plain);
            place("plain", plain);
            place("double_down", bet(4, double, to_rider, won, pushed));
            let more = if won { double - single } else { 0 };
            place("second_stake", bet(2, more, to_rider, won, pushed));
        }
    }
}

/// The same results as reported by `balance`.
fn reported(payouts: &str, accounts: &str, policy: &str) -> Ledger {
    let key = |row: &Row<'_>| ["tokens", "bet", "phase"].map(|column| row[column].to_owned());
    let mut ledger = Ledger::new();
    for row in rows(payouts).iter().filter(|row| row["policy"] == policy) {
        let whole = |column| number(row, column) as i64;
        let [bets, won, pushed] = ["bets", "won", "pushed"].map(whole);
        assert_eq!(bets, won + pushed + whole("lost"));
        assert_eq!(whole("staked"), bets * whole("stake"));
        ledger.insert(key(row), [bets, won, pushed, 0, 0, 0]);
    }
    for row in rows(accounts).iter().filter(|row| row["policy"] == policy) {
        let place = ["bettor", "bank", "rider"].iter().position(|name| *name == row["account"]);
        let came = ledger.get_mut(&key(row)).expect("a row of payouts");
        came[3 + place.expect("an account")] = number(row, "dollars") as i64;
    }
    ledger
}

/// Policies that together cause every result of bets: they roll on after a Clown Out, are Bucked
/// Off, spend tokens and stop.
const POLICIES: [&str; 4] = ["all-or-nothing", "look-ahead", "token-spender", "first-bull"];

#[test]
fn every_bet_at_every_turn_is_settled_by_the_rules() {
    const GAMES: u64 = 120;
    let vegas = game("vegas", 3);
    let policies: String = POLICIES.iter().map(|policy| format!(" --policy {policy}")).collect();
    let line = format!("{} --games {GAMES} --players 3 --seed 7", &policies[1..]);
    let (payouts, accounts) = (table(&line, "payout_balance"), table(&line, "bet_accounts"));
    let mut mix = Ledger::new();
    for policy in POLICIES {
        let mut counted = Ledger::new();
        for steps in games(&vegas, policy, 7, GAMES) {
            for turn in turns(&vegas, &steps) {
                settle(&turn, &mut counted);
                settle(&turn, &mut mix);
            }
        }
        assert_eq!(reported(&payouts, &accounts, policy), counted, "{policy}");
    }
    let phases: BTreeSet<_> = mix.keys().map(|[_, bet, phase]| (bet, phase)).collect();
    assert_eq!(phases.len(), 18, "{phases:?}");
    assert_eq!(reported(&payouts, &accounts, ""), mix);
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
fn the_accounts_of_whole_games_equal_those_of_the_events() {
    const GAMES: u64 = 25;
    for (policy, players, rules) in [
        ("bet-by-roll", 3, "vegas"),
        ("bet-double-down", 2, "vegas=pots,buckles"),
        ("random", 4, "vegas=public+diminishing,riders,buckles"),
        ("random", 5, "vegas=limited"),
    ] {
        // All of these strategies ride alike, including one that never bets.
        let rides = if policy == "random" { "random" } else { "never-bet" };
        let line = format!(
            "--policy {rides} --bettors {policy} --players {players} --rules {rules} --seed 7 \
             --games {GAMES}"
        );
        let flows = table(&line, "game_accounts");
        let rows = rows(&flows);
        assert_eq!(rows.iter().map(|row| number(row, "dollars")).sum::<f64>(), 0.0, "{rules}");
        let reported = |account: &str| {
            let row = rows.iter().find(|row| row["account"] == account).expect("an account");
            number(row, "dollars") as i64
        };
        let (mut bettors, mut riders, mut trades, mut settled) = (0, 0, 0, 0);
        for steps in games(&game(rules, players), policy, 7, GAMES) {
            for (event, _) in events(&steps) {
                match event {
                    Event::MoneyForTokens { dollars, .. } => trades -= dollars,
                    Event::BetSettled(of) => {
                        settled += 1;
                        let passed = if of.bet == Bet::Ride { of.stake } else { 0 };
                        match of.verdict {
                            Verdict::Won => {
                                bettors += of.payoff + of.pot - passed;
                                riders += passed;
                            }
                            Verdict::Lost => bettors -= of.stake,
                            Verdict::Push | Verdict::Void => {}
                        }
                    }
                    _ => {}
                }
            }
        }
        assert!(settled > 20, "{policy}");
        let reported = ["bettors", "riders", "token_trades"].map(reported);
        assert_eq!(reported, [bettors, riders, trades], "{policy} {players} {rules}");
    }
}

/// Betting strategies except `bet-and-retrieve` differ only in their bets, so comparing them isolates the
/// betting.
#[test]
fn betting_strategies_ride_as_look_ahead_does() {
    let reported = |policy: &str, rules: &str| -> Vec<String> {
        let games = games(&game(rules, 3), policy, 9, 40);
        games.iter().flat_map(|steps| events(steps).map(|event| format!("{event:?}"))).collect()
    };
    let names = Game::POLICIES.iter().map(|shipped| shipped.name);
    let bettors: Vec<&str> =
        names.filter(|name| name.contains("bet") && *name != "bet-and-retrieve").collect();
    assert!(bettors.len() > 6, "{bettors:?}");
    for rules in ["tokens=1", "riders,buckles"] {
        let look_ahead = reported("look-ahead", rules);
        for bettor in &bettors {
            assert!(reported(bettor, rules) == look_ahead, "{bettor} {rules}");
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

/// With the payouts of the table in one edition, recommended or not, bank and bettor gain the
/// listed amounts in the same games.
#[test]
fn listed_payouts_give_bank_and_bettor_the_listed_gains() {
    let line = "--policy look-ahead --policy token-hoarder --games 400 --players 3";
    let edition = done(root(), "list edition eight-seconds");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("other.toml");
    for (side, recommended, figures) in
        [("bank", "yes", 4), ("bettor", "yes", 5), ("bank", "no", 6)]
    {
        let fair = format!("{line} --seed 5 --fair 5% --fair-for {side}");
        let promised = table(&fair, "fair_payouts");
        let mut promised = rows(&promised);
        promised.retain(|row| row["policy"].is_empty() && row["recommended"] == recommended);
        promised.dedup_by_key(|row| (row["bet"], row["payoff"]));
        assert!(promised.len() >= figures, "{side}: {promised:?}");
        let text = promised.iter().fold(edition.clone(), |text, row| with_payout(&text, row));
        assert_ne!(text, edition);
        std::fs::write(&path, text).expect("a file");
        let other = format!("{line} --seed 5 --edition {}", path.display());
        let accounts = table(&other, "bet_accounts");
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
                let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-8, "{a} {b}: {row:?}");
                near(number(found, "per_dollar"), value);
                near(number(found, "std_error"), number(row, error));
            }
            // The requested edge, or less by at most the tolerance.
            let edge = if side == "bank" { bank } else { loss };
            assert!(edge >= 0.025 || recommended == "no", "{row:?}");
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
            // The current payout is listed, whether or not it is next to the exact payout.
            let now = (row["bet"], row["payoff"], row["now"]);
            let is_now = |other: &Row<'_>| (other["bet"], other["payoff"], other["payout"]) == now;
            assert!(rows(&payouts).iter().any(is_now), "{now:?}");
            if row["bet"] == "ride" && side == "bank" {
                assert_eq!(row["recommended"], "no", "{row:?}");
            }
        }
    }
}

#[test]
fn first_turns_alone_are_the_first_turns_with_the_given_tokens() {
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
    let vegas = game("vegas", 2);
    let line = format!("{line} --seed 3");
    let (payouts, accounts) = (table(&line, "payout_balance"), table(&line, "bet_accounts"));
    for policy in ["look-ahead", "all-or-nothing"] {
        let mut counted = Ledger::new();
        let player = named_policy(&vegas, policy).expect("a policy");
        for number in 0..300 {
            let steps = play_turn(&vegas, &*player, 3, number);
            turns(&vegas, &steps).iter().for_each(|turn| settle(turn, &mut counted));
        }
        assert_eq!(reported(&payouts, &accounts, policy), counted, "{policy}");
    }
}

#[test]
fn points_by_source_add_up_to_the_final_scores() {
    for rules in ["tokens=1", "tokens=1,buckles=on", "tokens=1,riders=on,buckles=replaced,vegas=on"]
    {
        let folder = tempfile::tempdir().expect("a folder");
        let policies = "--policy look-ahead --policy token-spender --games 200 --samples 1000000";
        let line = format!("simulate eight-seconds --rules {rules} {policies} --out run --quiet");
        done(folder.path(), &line);
        let table = |name: &str| {
            let path = folder.path().join("run").join(name).with_extension("csv");
            std::fs::read_to_string(path).expect("a table")
        };
        let (points, samples) = (table("points_by_source"), table("samples"));
        for policy in ["look-ahead", "token-spender"] {
            let sources = rows(&points).into_iter();
            let sources =
                sources.filter(|row| row["scope"] == "overall" && row["policy"] == policy);
            let counted: f64 = sources.map(|row| number(&row, "n") * number(&row, "value")).sum();
            let parts = ["bull_points", "tokens", "buckle_points"];
            let seats = rows(&samples).into_iter().filter(|row| row["policy"] == policy);
            let gained = |row: Row<'_>| parts.map(|part| number(&row, part)).iter().sum::<f64>();
            let scored: f64 = seats.map(gained).sum();
            assert!((counted - scored).abs() < 0.01, "{rules}, {policy}: {counted}, {scored}");
        }
    }
}
