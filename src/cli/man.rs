//! `pushluck man`: the manual page.

use std::io;

use clap::Command;
use clap_mangen::Man;

use crate::cli::terminal::{self, Output};
use crate::cli::{self, Status};
use crate::error::Result;

/// Prints the manual page of all commands as roff.
pub(super) fn run(output: &mut Output<'_>) -> Result<Status> {
    output.styled(page().map_err(terminal::refused)?)?;
    Ok(Status::Done)
}

fn page() -> io::Result<String> {
    let mut command = cli::command().disable_help_subcommand(true);
    command.build();
    let main = Man::new(command.clone());
    let mut roff = Vec::new();
    main.render_title(&mut roff)?;
    main.render_name_section(&mut roff)?;
    main.render_synopsis_section(&mut roff)?;
    main.render_description_section(&mut roff)?;
    main.render_options_section(&mut roff)?;
    let mut page = String::from_utf8_lossy(&roff).into_owned();
    page += &examples(&command, "SH");
    for sub in command.get_subcommands() {
        page += &section(sub)?;
    }
    Ok(page)
}

/// Returns the section of one command, followed by those of its subcommands.
fn section(command: &Command) -> io::Result<String> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).replace('-', " ");
    let man = Man::new(command.clone());
    let mut roff = Vec::new();
    man.render_description_section(&mut roff)?;
    man.render_synopsis_section(&mut roff)?;
    if command.get_arguments().any(|argument| argument.get_id() != "help") {
        man.render_options_section(&mut roff)?;
    }
    // The section replaces the title of its first part; the other parts become subsections.
    let parts =
        String::from_utf8_lossy(&roff).replace(".SH DESCRIPTION\n", "").replace("\n.SH ", "\n.SS ");
    let mut section = format!(".SH {:?}\n{parts}", name.to_uppercase());
    section += &examples(command, "SS");
    for sub in command.get_subcommands() {
        section += &self::section(sub)?;
    }
    Ok(section)
}

/// Returns the text after the help of `command`. A paragraph may have a title; in its lines, an example
/// or a name is followed by its meaning, indented further.
fn examples(command: &Command, macro_name: &str) -> String {
    let Some(text) = command.get_after_help() else { return String::new() };
    let text = text.to_string();
    let section = |paragraph: &str| {
        let titled = paragraph.split_once(':').filter(|(title, _)| title.len() < 20);
        let head = match titled {
            Some((title, _)) => format!(".{macro_name} {:?}", title.to_uppercase()),
            None => ".PP".to_owned(),
        };
        let lines = titled.map_or(paragraph, |(_, lines)| lines.trim_start_matches('\n')).lines();
        let lines = lines.map(|line| {
            let item = line.strip_prefix("  ").filter(|item| !item.starts_with(' '));
            let text = line.trim_start().replace('\\', "\\e").replace('-', "\\-");
            if item.is_some() { format!(".TP\n{text}\n") } else { format!("{text}\n") }
        });
        format!("{head}\n{}", lines.collect::<String>())
    };
    text.split("\n\n").map(section).collect()
}
