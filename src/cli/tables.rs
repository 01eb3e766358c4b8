//! Lists tables, with the meaning of their columns.

use crate::cli::arguments::Format;
use crate::cli::features::paragraph;
use crate::cli::output;
use crate::cli::terminal::Output;
use crate::error::{Error, Result, nearest};
use crate::experiment::Experiments;
use crate::report::Table;
use crate::report::schema::{Begins, Column, ERRORS, Schema};
use crate::report::schemas::DICTIONARY;

/// Prints the tables of games, or one table.
pub(super) fn list(
    games: &[&'static dyn Experiments],
    name: Option<&str>,
    format: Format,
    output: &mut Output<'_>,
) -> Result<()> {
    let all = games.iter().map(|game| (game.name(), game.tables()));
    let all: Vec<(&str, Vec<Schema>)> = all
        .map(|(game, tables)| {
            let wanted = |schema: &Schema| name.is_none_or(|name| schema.name == name);
            (game, tables.into_iter().filter(wanted).collect())
        })
        .collect();
    if let Some(name) = name
        && all.iter().all(|(_, tables)| tables.is_empty())
    {
        let names = games.iter().flat_map(|game| game.tables()).map(|schema| schema.name);
        let help = match nearest(name, names) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "leave the name out to list them all".to_owned(),
        };
        return Err(Error::input_help(format!("there is no table `{name}`"), help));
    }
    if format != Format::Table {
        return output::print(format, None, &[dictionary(&all)], &[], output);
    }
    for (game, tables) in &all {
        output.line(game)?;
        if name.is_none() {
            output.line("\nTables about a run begin with")?;
            columns(output, Begins::Run.columns())?;
            output.line(
                "\nand tables about rules with the first three. An estimate is followed by",
            )?;
            columns(output, &ERRORS)?;
        }
        for schema in tables {
            output.line(format_args!("\n{}.csv", schema.name))?;
            paragraph(output, schema.about)?;
            for group in schema.columns.iter().filter(|group| **group != ERRORS) {
                columns(output, group)?;
            }
        }
        output.line("")?;
    }
    Ok(())
}

fn columns(output: &mut Output<'_>, columns: &[Column]) -> Result<()> {
    for Column { name, kind, unit, about } in columns {
        let unit = if unit.is_empty() { String::new() } else { format!(", {unit}") };
        output.line(format_args!("  {name} ({}{unit})", kind.name()))?;
        paragraph(output, about)?;
    }
    Ok(())
}

/// Returns the columns of all tables as a table.
fn dictionary(all: &[(&str, Vec<Schema>)]) -> Table {
    let mut table = Table::new(&DICTIONARY);
    for (game, tables) in all {
        for (place, schema) in tables.iter().enumerate() {
            let form = 1 + tables[..place].iter().filter(|other| other.name == schema.name).count();
            for Column { name, kind, unit, about } in schema.all_columns() {
                table.push(vec![
                    (*game).into(),
                    schema.name.into(),
                    form.into(),
                    name.into(),
                    kind.name().into(),
                    Some(unit).filter(|unit| !unit.is_empty()).into(),
                    about.into(),
                ]);
            }
        }
    }
    table
}
