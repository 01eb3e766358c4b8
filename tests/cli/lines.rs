//! The definition of the command line, and the help, manual and scripts derived from it.

use clap::Command;
use pushluck::cli::verify::is_wrong;
use pushluck::cli::{command, games};
use pushluck::games::GAMES;

use crate::program::{done, run};

/// The whole command line of the program.
fn built() -> Command {
    games::start_with(GAMES);
    let mut command = command().disable_help_subcommand(true);
    command.build();
    command
}

#[test]
fn every_command_and_flag_explains_itself() {
    fn check(command: &Command) {
        assert!(command.get_about().is_some(), "{}", command.get_name());
        for argument in command.get_arguments() {
            let (of, name) = (command.get_name(), argument.get_id());
            assert!(argument.get_help().is_some(), "{of} {name}");
        }
        command.get_subcommands().for_each(check);
    }
    check(&built());
    command().debug_assert();
}

/// The terminal and the manual wrap each line: a paragraph is one line, or a title and below it items
/// with their meanings, each on one line.
#[test]
fn paragraphs_of_help_have_no_line_breaks_of_their_own() {
    fn check(command: &Command) {
        let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        for paragraph in text.split("\n\n") {
            let lines: Vec<&str> = paragraph.lines().collect();
            let indents: Vec<usize> =
                lines.iter().map(|line| line.len() - line.trim_start().len()).collect();
            let block = indents.windows(2).all(|pair| match pair {
                [0, 2] => lines[0].ends_with(':'),
                pair => matches!(pair, [2, 2 | 6] | [6, 2]),
            });
            assert!(block, "{}: {paragraph}", command.get_name());
        }
        command.get_subcommands().for_each(check);
    }
    check(&built());
}

#[test]
fn opponents_have_one_name_in_every_command() {
    let mut all = built();
    for name in ["compare", "sweep", "tune"] {
        let command = all.find_subcommand_mut(name).expect("a command");
        let help = command.render_long_help().to_string();
        assert!(help.contains("--against") && !help.contains("--field"), "{name}");
        let field = |argument: &clap::Arg| {
            argument.get_all_aliases().is_some_and(|names| names.contains(&"field"))
        };
        assert!(command.get_arguments().any(field), "{name}");
    }
}

#[test]
fn the_manual_covers_every_command_and_flag() {
    fn check(page: &str, command: &Command) {
        for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
            if let Some(long) = argument.get_long() {
                let flag = format!("\\-\\-{}", long.replace('-', "\\-"));
                assert!(page.contains(&flag), "{} {flag}", command.get_name());
            }
        }
        for sub in command.get_subcommands() {
            let name = sub.get_display_name().expect("a built command").replace('-', " ");
            assert!(page.contains(&format!(".SH \"{}\"\n", name.to_uppercase())), "{name}");
            check(page, sub);
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let page = done(folder.path(), "man");
    for title in ["EXAMPLES", "EXIT CODES", "ENVIRONMENT", "FILES"] {
        assert!(page.contains(&format!("\n.SH \"{title}\"\n")), "{title}");
    }
    check(&page, &built());
}

#[test]
fn every_shell_gets_a_script_that_asks_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = done(folder.path(), &format!("completions {shell}"));
        assert!(script.contains("PUSHLUCK_COMPLETE") && script.contains("pushluck"), "{shell}");
    }
}

#[test]
fn an_overview_of_features_is_a_page_or_two_and_names_everything() {
    let folder = tempfile::tempdir().expect("a folder");
    for game in GAMES {
        let text = done(folder.path(), &format!("list features {}", game.name()));
        assert!(text.lines().count() < 150, "{}: {}", game.name(), text.lines().count());
        assert!(!text.contains("(LS-") && !text.contains("(ES-"), "{text}");
        for point in game.vocabulary().points {
            for feature in point.state.iter().chain(point.action) {
                let named = text.split([' ', ',', '\n']).any(|word| word == feature.name);
                assert!(named, "{}: {}", game.name(), feature.name);
            }
        }
    }
}

/// The file is valid with its rules as comments, and with its rules uncommented.
#[test]
fn a_new_policy_is_valid_for_every_game() {
    let folder = tempfile::tempdir().expect("a folder");
    for game in GAMES {
        let text = done(folder.path(), &format!("policy new {}", game.name()));
        let mut rules = text.clone();
        for line in ["[[", "when = ", "choose = "] {
            rules = rules.replace(&format!("\n# {line}"), &format!("\n{line}"));
        }
        assert_ne!(text, rules);
        for text in [text, rules] {
            std::fs::write(folder.path().join("mine.toml"), text).expect("a file");
            let (code, stdout, stderr) = run(folder.path(), "check mine.toml");
            assert_eq!(code, Some(0), "{}: {stdout}{stderr}", game.name());
        }
    }
}

#[test]
fn a_figure_is_wrong_if_it_deviates_too_far_or_is_nan() {
    assert!(![0.0, 4.4, -4.5].into_iter().any(is_wrong));
    assert!([4.6, -4.6, f64::INFINITY, f64::NAN].into_iter().all(is_wrong));
}
