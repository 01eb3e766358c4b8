//! Dependencies between rooms: every path in `src` that leaves its room must be in one table.
//!
//! A room is a folder of `src`, or the file of that name; each game has one of its own. Paths are
//! found in `use` lines, in code and in macros, except in code that is compiled only for tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The rooms, or single modules, that the modules below each path may use. The longest path counts;
/// `*` is any game, `extra` one of [`EXTRAS`]; a room without a row may use none.
///
/// No room uses one above it. Only `games` and the binary name a game; a game may only name the
/// game of which it is a variant. A game uses `game` and the columns of tables.
const MAY_SEE: &[(&str, &[&str])] = &[
    ("main", &["games", "run_cli"]),
    // The interface for games of other crates.
    ("contract", &["game", "report::schema", "run"]),
    ("games", &["experiment", "run"]),
    ("games/*", &["game", "report::schema"]),
    ("games/*/definition", &["game", "run"]),
    // Solving takes seconds and must stop with the run.
    ("games/*/optimal", &["game", "sim::interrupt"]),
    // The dice of El Ocho.
    ("games/el_ocho_stressed", &["game", "games/el_ocho", "report::schema"]),
    ("games/el_ocho_stressed/definition", &["game", "games/el_ocho", "run"]),
    (
        "games/*/extra",
        &["cli::arguments", "cli::parse", "game", "policy", "report", "run", "sim", "stats"],
    ),
    ("cli", &["experiment", "game", "policy", "report", "run", "sim", "stats"]),
    ("experiment", &["game", "policy", "report", "run", "sim", "stats"]),
    ("run", &["game", "policy", "report", "sim", "stats"]),
    ("policy", &["game", "sim::interrupt", "sim::random"]),
    // Names in its macros, as used by other crates.
    ("game", &["contract", "report::schema", "sim::random"]),
    ("report", &["stats"]),
];

/// Modules of single games, and modules for more than playing a game.
const EXTRAS: [&str; 12] = [
    "advise",
    "balance",
    "card",
    "exact",
    "fast",
    "optimal_policy",
    "pictures",
    "pocket",
    "policies",
    "solve",
    "solved_policies",
    "verify",
];

/// Rooms that every room may use.
const SHARED: [&str; 2] = ["diagnostic", "error"];

/// A path in a source file.
struct Arrow {
    file: String,
    line: usize,
    /// The module that contains the path.
    from: Vec<String>,
    /// The target, from the root of the crate.
    to: Vec<String>,
}

#[test]
fn rooms_see_what_they_may() {
    let mut arrows = Vec::new();
    read("lib.rs", &[], &mut arrows);
    read("main.rs", &["main".to_owned()], &mut arrows);
    let (mut faults, mut needed) = (BTreeSet::new(), BTreeSet::new());
    for Arrow { file, line, from, to } in &arrows {
        let (here, there) = (room(from), room(to));
        let module = to[..to.len().min(2)].join("::");
        let among = |names: &[&'static str]| {
            names.iter().copied().find(|name| *name == there || *name == module)
        };
        // The root publishes names of any room.
        if there.is_empty() || from.is_empty() || here == there || among(&SHARED).is_some() {
            continue;
        }
        let (row, may_see) = row(from);
        match among(may_see) {
            Some(name) => drop(needed.insert((row, name))),
            None => drop(faults.insert(format!(
                "src/{file}:{line} names `{there}`; `{row}` may see {may_see:?} and {SHARED:?}"
            ))),
        }
    }
    let allowed = MAY_SEE.iter().flat_map(|(row, names)| names.iter().map(|name| (*row, *name)));
    for (row, name) in allowed.filter(|arrow| !needed.contains(arrow)) {
        faults.insert(format!("`{row}` has no need to see `{name}`: strike it off the table"));
    }
    let faults: Vec<String> = faults.into_iter().collect();
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// Returns the room of a module or an item.
fn room(path: &[String]) -> String {
    match path {
        [games, game, ..] if games == "games" && source(&format!("games/{game}")).is_dir() => {
            format!("games/{game}")
        }
        _ => path.first().cloned().unwrap_or_default(),
    }
}

/// Returns the row of [`MAY_SEE`] for a module.
fn row(module: &[String]) -> (&'static str, &'static [&'static str]) {
    let under = |of: &str| {
        let names = of.split('/');
        let met = names.clone().zip(module).filter(|(name, own)| match *name {
            "*" => true,
            "extra" => EXTRAS.contains(&own.as_str()),
            name => name == own.as_str(),
        });
        met.count() == names.count()
    };
    let rows = MAY_SEE.iter().filter(|(of, _)| under(of));
    rows.max_by_key(|(of, _)| of.split('/').count())
        .copied()
        .unwrap_or(("a room without a row", &[]))
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

/// Returns the paths that start here: one, or those within braces.
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

/// Returns the tokens in braces.
fn braced(token: &TokenTree) -> Option<TokenStream> {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group.stream()),
        _ => None,
    }
}
