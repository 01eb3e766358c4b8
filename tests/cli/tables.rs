//! The tables of every command of every game: their columns are documented, and pandas, polars and
//! DuckDB load them without special cases. Every one of these runs repeats to the byte, from elsewhere.
//!
//! `SNAPSHOTS=overwrite cargo test --test suite tables` updates the columns in the guide.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use pushluck::games::GAMES;
use pushluck::report::schema::{Begins, Column, ERRORS, Schema, Type};
use pushluck::report::schemas::COMMON;
use serde_json::Value;

use crate::eight_seconds::common::six_bulls;
use crate::program::{done, output, root};

/// Small runs of every kind of command; each writes its tables to a folder.
const RUNS: &[&str] = &[
    "simulate el-ocho --games 60 --policy hold-at:hold=500 --policy random --policy keep-few --samples 3",
    "simulate el-ocho --games 60 --rules level=2,target=3000 --players 3 --policy hold-at",
    "simulate el-ocho --turns 500 --policy hold-at --policy random --samples 3",
    "simulate el-ocho --games 60 --rules target=1000 --policy hold-at --policy keep-few --strength",
    "simulate el-ocho-stressed --games 40 --rules target=3000 --samples 3",
    "simulate el-ocho-stressed --turns 60 --samples 3",
    "solve el-ocho --rules level=2,target=3000 --objective race --policy keep-few --regret",
    "solve el-ocho --rules target=1000 --objective win --policy hold-at --regret",
    "solve el-ocho --policy dice-aware --regret",
    "solve el-ocho --edition zilch --policy hold-at",
    "solve el-ocho --rules level=2,target=700 --objective win --players 3 --policy hold-at",
    "advise el-ocho --roll 1,5,5,2,3,3,3,8",
    "advise el-ocho --rules target=1000 --game 1 --decision 2",
    "advise str8-eight --policy random --game 1 --decision 5 --playouts 100 --base random",
    "review el-ocho --rules target=1000 --policy hold-at --games 4",
    "review eight-seven-central --policy ad-seller --games 2 --base random",
    "compare eight-seven-central --games 40 --policy all-round --policy ad-seller --why",
    "verify el-ocho --rules target=1000 --turns 500 --games 100",
    "simulate eight-seconds --games 60 --rules riders,buckles,vegas --policy bet-by-roll --policy bet-ride --policy never-bet --players 3 --samples 3",
    "simulate eight-seconds --turns 300 --policy look-ahead --policy cautious --samples 3",
    "compare eight-seconds --games 40 --policy look-ahead --policy cautious",
    "balance eight-seconds --games 20 --policy look-ahead --policy cautious --fair 5% --bettors bet-by-roll --bettors bet-ride",
    "balance eight-seconds --turns 60 --policy look-ahead --fair 0",
    "solve eight-seconds --edition six.toml --turns 50 --policy look-ahead --policy optimal-turn",
    "advise eight-seconds --bulls 3-2-2,2-1-0 --tokens 1 --roll red=TB,yellow=KC,green=T-,blue=BC",
    "simulate long-shot --games 60 --policy value-bettor --policy random --samples 3",
    "simulate long-shot --games 20 --rules solo --policy favourites",
    "compare long-shot --games 20 --policy value-bettor --policy no-bets --policy favourites --head-to-head",
    "simulate str8-eight --games 30 --samples 3 --policy random --policy random --players 2",
    "compare str8-eight --games 20 --policy random --vs-rules keep_taken",
    "simulate eight-seven-central --games 10 --policy all-round --policy ad-seller --samples 2",
    "sweep eight-seven-central --policy shark-averse --vary rules.weeks=1,2 --vary risk=0..1:0.5 --games 12",
    "tune eight-seven-central --policy bargain-bidder --games 3k",
];

#[test]
fn every_table_has_its_documented_columns_and_programs_load_it() {
    let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables");
    if work.exists() {
        fs::remove_dir_all(&work).expect("the folder of the last run");
    }
    fs::create_dir_all(&work).expect("a folder");
    fs::write(work.join("six.toml"), six_bulls()).expect("an edition");
    let mut seen = BTreeSet::new();
    for (at, line) in RUNS.iter().enumerate() {
        let json = done(&work, &format!("{line} --quiet --format json --out {at:02}"));
        done(
            root(),
            &format!("rerun {} --threads 3 --quiet", work.join(format!("{at:02}")).display()),
        );
        let game =
            line.split(' ').nth(1).and_then(|name| GAMES.iter().find(|game| game.name() == name));
        let schemas = game.expect("a game").tables();
        let tables: Vec<Value> = serde_json::from_str(&json).expect("JSON");
        for table in tables {
            let schema = schemas.iter().find(|schema| table["table"] == schema.name);
            let schema = schema.unwrap_or_else(|| panic!("{line}: {}", table["table"]));
            let rows = table["rows"].as_array().expect("rows");
            assert!(rows.iter().all(|row| fits(schema, row)), "{line}: {} in JSON", schema.name);
        }
        for file in fs::read_dir(work.join(format!("{at:02}"))).expect("a folder") {
            let path = file.expect("a file").path();
            if path.extension().is_none_or(|end| end != "csv") {
                continue;
            }
            let stem = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
            let text = fs::read_to_string(&path).expect("a table");
            let header: Vec<&str> = text.lines().next().expect("a header").split(',').collect();
            let documented = schemas.iter().find(|schema| {
                schema.name == stem
                    && schema.all_columns().map(|column| column.name).eq(header.iter().copied())
            });
            let documented = documented.unwrap_or_else(|| panic!("{line}: {stem}: {header:?}"));
            seen.insert((game.expect("a game").name(), documented.name));
        }
    }
    for game in GAMES {
        let own = game.tables().into_iter().filter(|schema| !COMMON.contains(schema));
        for schema in own {
            let written = seen.contains(&(game.name(), schema.name));
            assert!(written, "no command of {} writes {}", game.name(), schema.name);
        }
    }
    let dictionary = done(&work, "list tables --format csv");
    fs::write(work.join("dictionary.csv"), dictionary).expect("a file");
    match python() {
        Err(why) => eprintln!("not loaded with pandas, polars and DuckDB: {why}"),
        Ok(mut python) => {
            let output = output(python.arg(root().join("tests/tables/load.py")).arg(&work));
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
            eprint!("{said}");
        }
    }
}

/// Whether the type of each cell of a row in JSON is that of its column.
fn fits(schema: &Schema, row: &Value) -> bool {
    schema.all_columns().all(|column| {
        let cell = &row[column.name];
        cell.is_null()
            || match column.kind {
                Type::Text => cell.is_string(),
                Type::Integer => cell.is_i64() || cell.is_u64(),
                Type::Number => cell.is_number(),
            }
    })
}

/// Returns a Python with pandas, polars and DuckDB. If they are missing, pip installs them in the
/// folder of temporary files of the tests.
fn python() -> Result<Command, &'static str> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python");
    let python = || {
        let mut command = Command::new("python3");
        command.env("PYTHONPATH", &folder);
        command
    };
    let works = |command: &mut Command| output(command).status.success();
    if python().arg("--version").output().is_err() {
        return Err("there is no python3");
    }
    if !works(python().args(["-c", "import pandas, polars, duckdb"])) {
        // Limit the time that a registry without answer costs.
        let install = "-m pip install --no-compile --timeout 20 --retries 2 pandas polars duckdb";
        if !works(python().args(install.split(' ')).arg("--target").arg(&folder)) {
            return Err("pip cannot install them");
        }
    }
    Ok(python())
}

const START: &str = "<!-- The columns of all tables, as `pushluck list tables` gives them. -->\n";

#[test]
fn the_guide_has_the_columns_of_every_table() {
    let path = root().join("docs/tables.md");
    let text = fs::read_to_string(&path).expect("the guide");
    let (before, after) = text.split_once(START).expect("the columns");
    let columns = dictionary();
    if env::var("SNAPSHOTS").is_ok_and(|mode| mode == "overwrite") {
        fs::write(path, format!("{before}{START}{columns}")).expect("the guide");
        return;
    }
    assert!(
        after == columns,
        "docs/tables.md is out of date; update it with \
         `SNAPSHOTS=overwrite cargo test --test suite tables`"
    );
}

/// The columns of all tables in Markdown: first the common tables, then the tables of each game.
fn dictionary() -> String {
    let mut text = "\n## Columns of every table about a run\n\n".to_owned();
    text += &rows(Begins::Run.columns().iter());
    text += "\nTables about the rules alone begin with the first three of them. An estimate is followed by\n\n";
    text += &rows(ERRORS.iter());
    text += "\n## Tables of any game\n";
    COMMON.iter().for_each(|schema| text += &table(schema));
    for game in GAMES {
        text += &format!("\n## Tables of {}\n", game.name());
        let own = game.tables().into_iter().filter(|schema| !COMMON.contains(schema));
        own.for_each(|schema| text += &table(&schema));
    }
    text
}

fn table(schema: &Schema) -> String {
    let begins = match schema.begins {
        Begins::Run => "",
        Begins::Rules => " Begins with `game`, `edition` and `rules` alone.",
        Begins::Nothing => " Has none of the common columns.",
    };
    let own = schema.columns.iter().filter(|group| **group != ERRORS).flat_map(|group| *group);
    let errors = match schema.columns.iter().any(|group| *group == ERRORS) {
        true => "\nwith the errors of an estimate.\n",
        false => "",
    };
    format!("\n### `{}.csv`\n\n{}{begins}\n\n{}{errors}", schema.name, schema.about, rows(own))
}

fn rows<'a>(columns: impl Iterator<Item = &'a Column>) -> String {
    let mut text =
        "| column | type | unit | what it means |\n| --- | --- | --- | --- |\n".to_owned();
    for Column { name, kind, unit, about } in columns {
        text += &format!("| `{name}` | {} | {unit} | {about} |\n", kind.name());
    }
    text
}
