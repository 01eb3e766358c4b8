//! Who may see whom: every path in `src` that leaves its room is held to one table.
//!
//! A room is a folder of `src`, or the file of that name; each game has one of its own. Paths are
//! found in `use` lines, in code and in macros; what is compiled for tests alone does not count.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// What the modules below each path may see: rooms, or single modules of them. The longest path
/// counts; `games/*` is any game.
///
/// Only `games` names a game, and no game another. The extras of a game (exact values, bets) may
/// also simulate, estimate and print.
const MAY_SEE: &[(&str, &[&str])] = &[
    ("main", &["cli"]),
    (
        "cli",
        &[
            "experiment",
            "game",
            "games",
            "policy",
            "report",
            "sim::interrupt",
            "sim::progress",
            "stats",
        ],
    ),
    ("experiment", &["game", "policy", "report", "sim", "stats"]),
    // The list of the games.
    ("games", &["experiment", "game", "games/*"]),
    ("games/*", &["game"]),
    ("games/el_ocho/exact", &["game", "report", "sim", "stats"]),
    ("games/el_ocho/fast", &["game", "report", "sim", "stats"]),
    ("games/el_ocho/advise", &["game", "report"]),
    ("games/el_ocho/card", &["game", "report"]),
    ("games/el_ocho/pictures", &["game", "report"]),
    ("games/el_ocho/solve", &["game", "report", "sim", "stats"]),
    ("games/el_ocho/verify", &["game", "report", "sim", "stats"]),
    ("games/el_ocho/matches", &["game", "sim"]),
    ("games/el_ocho/stressed", &["game", "report", "sim"]),
    ("games/el_ocho/solutions", &["game", "sim"]),
    ("games/el_ocho/tally", &["game", "stats"]),
    ("games/el_ocho/turns", &["game", "sim"]),
    ("games/eight_seconds/advise", &["game", "report"]),
    ("games/eight_seconds/balance", &["game", "report", "sim", "stats"]),
    ("games/eight_seconds/solve", &["game", "report", "sim", "stats"]),
    ("games/eight_seconds/verify", &["game", "sim", "stats"]),
    ("games/eight_seven_central/verify", &["game", "sim"]),
    ("games/long_shot/verify", &["game", "report", "sim", "stats"]),
    ("games/str8_eight/verify", &["game", "report", "sim", "stats"]),
    // Chance comes from named streams.
    ("policy", &["game", "sim::interrupt", "sim::luck"]),
    ("game", &["sim::luck"]),
    ("report", &["game::schema", "stats"]),
    ("stats", &[]),
    ("sim", &[]),
    ("diagnostic", &[]),
    ("error", &[]),
];

/// What every room may see.
const SHARED: [&str; 2] = ["diagnostic", "error"];

/// What files and folders see beyond that, to be struck off.
const TO_BE_STRUCK_OFF: &[(&str, &[&str])] = &[
    ("games/el_ocho/exact", &["experiment"]),
    ("games/el_ocho/advise", &["experiment"]),
    ("games/el_ocho/policies.rs", &["policy"]),
    ("games/el_ocho/setup.rs", &["experiment"]),
    ("games/el_ocho/solutions.rs", &["experiment"]),
    ("games/el_ocho/solve.rs", &["experiment"]),
    ("games/el_ocho/stressed", &["experiment"]),
    ("games/el_ocho/tally.rs", &["experiment"]),
    ("games/el_ocho/verify.rs", &["experiment", "policy"]),
    ("games/eight_seconds/advise.rs", &["experiment"]),
    ("games/eight_seconds/balance", &["experiment"]),
    ("games/eight_seconds/setup.rs", &["experiment"]),
    ("games/eight_seconds/solutions.rs", &["experiment"]),
    ("games/eight_seconds/solve", &["experiment"]),
    ("games/eight_seconds/verify.rs", &["experiment"]),
    ("games/long_shot/setup.rs", &["experiment"]),
    ("games/long_shot/verify.rs", &["experiment"]),
    ("games/eight_seven_central/setup.rs", &["experiment"]),
    ("games/eight_seven_central/verify.rs", &["experiment"]),
    ("games/str8_eight/setup.rs", &["experiment"]),
    ("games/str8_eight/verify.rs", &["experiment"]),
];

/// A path in a source file.
struct Arrow {
    file: String,
    line: usize,
    /// The module in which it stands.
    from: Vec<String>,
    /// Where it leads, from the root of the crate.
    to: Vec<String>,
}

#[test]
fn rooms_see_what_they_may() {
    let mut arrows = Vec::new();
    read("lib.rs", &[], &mut arrows);
    read("main.rs", &["main".to_owned()], &mut arrows);
    let mut faults = BTreeSet::new();
    let mut excused = BTreeSet::new();
    for Arrow { file, line, from, to } in &arrows {
        let (here, there) = (room(from), room(to));
        let module = to[..to.len().min(2)].join("::");
        let among = |names: &[&str]| {
            let any_game = there.starts_with("games/") && names.contains(&"games/*");
            any_game || names.iter().any(|name| *name == there || *name == module)
        };
        if there.is_empty() || here == there || among(&SHARED) {
            continue;
        }
        let (row, may_see) = row(from);
        if among(may_see) {
            continue;
        }
        let mut listed = TO_BE_STRUCK_OFF
            .iter()
            .filter(|(from, _)| Path::new(file).starts_with(from))
            .flat_map(|(from, names)| names.iter().map(move |name| (*from, *name)));
        if let Some(listed) = listed.find(|(_, name)| among(&[name])) {
            excused.insert(listed);
            continue;
        }
        faults.insert(format!(
            "src/{file}:{line} names `{there}`; `{row}` may see {may_see:?} and {SHARED:?}"
        ));
    }
    for (from, names) in TO_BE_STRUCK_OFF {
        for name in names.iter().filter(|name| !excused.contains(&(*from, **name))) {
            faults.insert(format!("src/{from} no longer sees `{name}`: strike it off the list"));
        }
    }
    let faults: Vec<String> = faults.into_iter().collect();
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// The room in which a module or an item stands.
fn room(path: &[String]) -> String {
    match path {
        [games, game, ..] if games == "games" && source(&format!("games/{game}")).is_dir() => {
            format!("games/{game}")
        }
        _ => path.first().cloned().unwrap_or_default(),
    }
}

/// The row of [`MAY_SEE`] for a module.
fn row(module: &[String]) -> (&'static str, &'static [&'static str]) {
    let game = room(module).starts_with("games/");
    let path: PathBuf = module.iter().collect();
    let rows = MAY_SEE.iter().filter(|(of, _)| path.starts_with(of) || game && *of == "games/*");
    *rows
        .max_by_key(|(of, _)| of.len())
        .unwrap_or_else(|| panic!("`{}` is in no room of the table", path.display()))
}

fn source(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(path)
}

/// Finds the paths in the file of a module, and in those of the modules below it.
fn read(file: &str, module: &[String], arrows: &mut Vec<Arrow>) {
    let text = fs::read_to_string(source(file)).expect("a source file");
    let tokens = text.parse().unwrap_or_else(|fault| panic!("src/{file}: {fault}"));
    walk(tokens, file, module, arrows);
}

fn walk(tokens: TokenStream, file: &str, module: &[String], arrows: &mut Vec<Arrow>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        let rest = &tokens[at..];
        match rest {
            [TokenTree::Punct(_), TokenTree::Group(attribute), ..]
                if attribute.stream().to_string().replace(' ', "") == "cfg(test)" =>
            {
                let end = rest.iter().position(|token| braced(token).is_some() || is(token, ";"));
                at += end.unwrap_or(rest.len());
            }
            [word, TokenTree::Ident(name), inner, ..] if is(word, "mod") => {
                let module = [module, &[name.to_string()]].concat();
                if let Some(body) = braced(inner) {
                    walk(body, file, &module, arrows);
                } else {
                    let path = module.join("/");
                    let files = [format!("{path}.rs"), format!("{path}/mod.rs")];
                    let file = files.iter().find(|file| source(file).exists());
                    read(file.expect("the file of a module"), &module, arrows);
                }
                at += 2;
            }
            [TokenTree::Group(group), ..] => walk(group.stream(), file, module, arrows),
            [start, ..]
                if ["crate", "pushluck", "self", "super"].iter().any(|word| is(start, word))
                    && (at == 0 || !is(&tokens[at - 1], ":")) =>
            {
                let line = start.span().start().line;
                for path in paths(rest) {
                    let mut to = module.to_vec();
                    for name in path {
                        match name.as_str() {
                            "crate" | "pushluck" => to.clear(),
                            "super" => drop(to.pop()),
                            "self" => {}
                            _ => to.push(name),
                        }
                    }
                    arrows.push(Arrow { file: file.to_owned(), line, from: module.to_vec(), to });
                }
            }
            _ => {}
        }
        at += 1;
    }
}

/// The paths that begin here: one, or with braces those within.
fn paths(tokens: &[TokenTree]) -> Vec<Vec<String>> {
    match tokens {
        [TokenTree::Ident(name), rest @ ..] => {
            let further = match rest {
                [one, two, further @ ..] if is(one, ":") && is(two, ":") => paths(further),
                _ => vec![vec![]],
            };
            let name = vec![name.to_string()];
            further.into_iter().map(|path| [name.clone(), path].concat()).collect()
        }
        [first, ..] if let Some(list) = braced(first) => {
            let list: Vec<TokenTree> = list.into_iter().collect();
            list.split(|token| is(token, ",")).flat_map(paths).collect()
        }
        _ => vec![vec![]],
    }
}

fn is(token: &TokenTree, text: &str) -> bool {
    match token {
        TokenTree::Ident(name) => name == text,
        TokenTree::Punct(mark) => mark.as_char().to_string() == text,
        _ => false,
    }
}

/// What stands in braces.
fn braced(token: &TokenTree) -> Option<TokenStream> {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group.stream()),
        _ => None,
    }
}
