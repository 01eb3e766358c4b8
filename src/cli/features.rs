//! The vocabulary of policy files: all names of a game on one or two pages, and the meaning of
//! each.

use crate::cli::terminal::Output;
use crate::error::{Error, Result, did_you_mean};
use crate::game::{DecisionPoint, Feature, Function, Vocabulary};
use crate::report::{terminal_width, wrap};

/// Prints the decisions of a game with their actions, features and functions; a long list of
/// features is printed once.
pub(super) fn overview(output: &mut Output<'_>, vocabulary: &Vocabulary) -> Result<()> {
    let Vocabulary { game, points, functions } = vocabulary;
    output.line(format_args!("Policies for {game}"))?;
    let more = format!("`pushluck list features {game} NAME` explains a decision, or a feature.");
    indented(output, 0, &more)?;
    let all: Vec<Vec<&str>> = points.iter().map(|point| names(point.state)).collect();
    let everywhere = |name: &&str| all.len() > 1 && all.iter().all(|names| names.contains(name));
    let shared: Vec<&str> = all[0].iter().copied().filter(everywhere).collect();
    if !shared.is_empty() {
        output.line("\nthe state, at every decision:")?;
        indented(output, 2, &shared.join(", "))?;
    }
    let without = |names: &[&'static str], others: &[&str]| -> Vec<&'static str> {
        names.iter().copied().filter(|name| !others.contains(name)).collect()
    };
    let own: Vec<Vec<&str>> = all.iter().map(|names| without(names, &shared)).collect();
    for (place, point) in points.iter().enumerate() {
        output.line(format_args!("\n[[{}]]", point.name))?;
        indented(output, 2, &without_ids(point.about))?;
        let actions = point.actions.iter().map(|action| action.name).collect::<Vec<_>>();
        // A long list that an earlier decision shares is replaced by a reference.
        let like = (0..place)
            .filter(|&like| own[like].len() > MANY && without(&own[like], &own[place]).is_empty());
        let state = match like.max_by_key(|&like| own[like].len()) {
            Some(like) => {
                let rest = without(&own[place], &own[like]);
                let that = format!("as at [[{}]]", points[like].name);
                [&*that].into_iter().chain(rest).collect::<Vec<_>>().join(", ")
            }
            None => own[place].join(", "),
        };
        let lists = [
            ("actions", actions.join(", ")),
            ("state", state),
            ("each action", names(point.action).join(", ")),
        ];
        for (title, list) in lists.iter().filter(|(_, list)| !list.is_empty()) {
            indented(output, 2, &format!("{title}: {list}"))?;
        }
    }
    output.line("\nfunctions:")?;
    let functions = functions.iter().map(Function::usage);
    let functions = functions.chain(LANGUAGE.iter().map(|(usage, _)| (*usage).to_owned()));
    indented(output, 2, &functions.collect::<Vec<_>>().join(", "))?;
    output.line(format_args!("\n`pushluck policy new {game}` prints a policy file to start from."))
}

/// Lists with more names than this are printed once.
const MANY: usize = 4;

fn names(features: &[Feature]) -> Vec<&'static str> {
    features.iter().map(|feature| feature.name).collect()
}

/// Functions of the language itself.
const LANGUAGE: [(&str, &str); 3] = [
    ("min(a, b, …), max(a, b, …), abs(a), floor(a)", ""),
    (
        "chance(p)",
        "True with probability p: a random 64-bit word of the policy's own stream is below p times 2^64. \
         Each `chance` in the file draws once per decision.",
    ),
    ("is_ACTION", "In `only` and `prefer`: whether the action is of the kind ACTION."),
];

/// Prints one decision in full, or the meaning of one feature, function or parameter.
pub(super) fn one(output: &mut Output<'_>, vocabulary: &Vocabulary, name: &str) -> Result<()> {
    if let Some(point) = vocabulary.points.iter().find(|point| point.name == name) {
        return decision(output, point);
    }
    let mut found = false;
    let mut printed: Vec<&str> = Vec::new();
    for point in vocabulary.points {
        for (of, features) in [("the state", point.state), ("each action", point.action)] {
            for Feature { unit, about, .. } in features.iter().filter(|own| own.name == name) {
                if !printed.contains(about) {
                    output.line(format_args!("{name} ({unit}), of {of}"))?;
                    paragraph(output, about)?;
                    printed.push(about);
                }
            }
        }
    }
    for function in vocabulary.functions.iter().filter(|function| function.name == name) {
        output.line(format_args!("{} ({})", function.usage(), function.unit))?;
        paragraph(output, function.about)?;
        found = true;
    }
    for (usage, about) in LANGUAGE.iter().filter(|(usage, _)| usage.split('(').next() == Some(name))
    {
        output.line(usage)?;
        paragraph(output, about)?;
        found = true;
    }
    if found || !printed.is_empty() {
        return Ok(());
    }
    let points = vocabulary.points.iter();
    let features = points.clone().flat_map(|point| point.state.iter().chain(point.action));
    let known = points.map(|point| point.name).chain(features.map(|feature| feature.name));
    let known = known.chain(vocabulary.functions.iter().map(|function| function.name));
    let game = vocabulary.game;
    let help = did_you_mean(name, known, || format!("`pushluck list features {game}` shows all"));
    Err(Error::input_help(format!("{game} has no decision and no feature `{name}`"), help))
}

fn decision(output: &mut Output<'_>, point: &DecisionPoint) -> Result<()> {
    output.line(format_args!("[[{}]]  {}", point.name, without_ids(point.about)))?;
    output.line("  actions, by the names that `choose` takes:")?;
    for action in point.actions {
        output.line(format_args!("    {}", action.name))?;
        paragraph(output, action.about)?;
    }
    output.line(format_args!("  in this order: {}", point.order))?;
    output.line(format_args!("  by default: {}", without_ids(point.default)))?;
    for (title, features) in [
        ("  the state, in every expression:", point.state),
        ("  each action, in `only` and `prefer`:", point.action),
    ] {
        if !features.is_empty() {
            output.line(title)?;
        }
        for feature in features {
            output.line(format_args!("    {} ({})", feature.name, feature.unit))?;
            paragraph(output, feature.about)?;
        }
    }
    Ok(())
}

/// Prints an explanation, wrapped and indented.
pub(super) fn paragraph(output: &mut Output<'_>, text: &str) -> Result<()> {
    indented(output, 6, &without_ids(text))
}

fn indented(output: &mut Output<'_>, indent: usize, text: &str) -> Result<()> {
    let width = terminal_width().saturating_sub(indent).max(40);
    let mut lines = wrap(text, width).into_iter();
    lines.try_for_each(|line| output.line(format_args!("{:indent$}{line}", "")))
}

/// Returns a text without the ids of rules in brackets, which are for maintainers.
pub(super) fn without_ids(text: &str) -> String {
    let is_id = |word: &str| {
        let (game, number) = word.split_at_checked(3).unwrap_or_default();
        let number = number.trim_start_matches(['Q', 'A', 'S']);
        game.starts_with(|c: char| c.is_ascii_uppercase())
            && game.ends_with('-')
            && !number.is_empty()
            && number.bytes().all(|digit| digit.is_ascii_digit())
    };
    let mut kept = String::new();
    for (place, part) in text.split(" (").enumerate() {
        match part.split_once(')') {
            Some((inside, rest)) if place > 0 && inside.split(", ").all(is_id) => kept += rest,
            _ if place > 0 => kept += &format!(" ({part}"),
            _ => kept += part,
        }
    }
    kept
}
