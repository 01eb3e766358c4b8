//! What a row is about: its first cells, and the labels among them.

use strum::IntoStaticStr;

use super::table::Cell;
use crate::report::schema::{Begins, Column};

/// The first columns of every table about a run; the first three are those of tables about the rules
/// alone.
pub const KEY_COLUMNS: [Column; 9] = [
    Column::text("game", "the game"),
    Column::text("edition", "the edition, by its name"),
    Column::text("rules", "the rules that differ from the edition's, joined by `;`, or `default`"),
    Column::integer("players", "players", "how many play; 1 where turns are played alone"),
    Column::text(
        "scope",
        "`overall`: all matchups and seats; `position`: one seat of all matchups; `matchup`: one \
         matchup, all seats; `seat`: one seat of one matchup; `all_policies`: all policies together",
    ),
    Column::text("policy", "the label of the policy; empty for all of them"),
    Column::text("parameters", "all its parameters with their values, joined by `;`"),
    Column::text("opponents", "the labels of the others, joined by `+`; empty for all, or nobody"),
    Column::integer("seat", "", "the seat, 1 moves first; empty for all"),
];

impl Begins {
    /// The columns.
    pub fn columns(self) -> &'static [Column] {
        match self {
            Self::Nothing => &[],
            Self::Rules => &KEY_COLUMNS[..3],
            Self::Run => &KEY_COLUMNS,
        }
    }
}

/// Which games of a run a row is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Scope {
    /// All matchups and seats.
    #[default]
    Overall,
    /// One seat of all matchups.
    Position,
    /// One matchup, all seats.
    Matchup,
    /// One seat of one matchup.
    Seat,
    /// All matchups and seats of all policies.
    AllPolicies,
}

impl Scope {
    /// Its name in tables.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A text that stands for several settings, and those settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    /// As it stands in a row; empty where there is nothing to say.
    pub text: String,
    /// The settings, as (key, value).
    pub settings: Vec<(String, String)>,
}

impl Label {
    /// Rules by those that differ from the edition's, as `key=value`; `all` are all of them.
    pub fn of_rules(changed: &[String], all: Vec<(String, String)>) -> Self {
        let text = if changed.is_empty() { "default".to_owned() } else { changed.join(";") };
        Self { text, settings: all }
    }

    /// The parameters of a policy, all with their values.
    pub fn of_parameters(all: Vec<(String, String)>) -> Self {
        let text = all.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>();
        Self { text: text.join(";"), settings: all }
    }

    /// Several things by their names, in their order: policies by their labels.
    pub fn of_list(names: impl IntoIterator<Item = impl ToString>) -> Self {
        let names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
        let places = (1..=names.len()).map(|place| place.to_string());
        Self { text: names.join("+"), settings: places.zip(names.iter().cloned()).collect() }
    }

    fn cell(&self) -> Cell {
        Some(&*self.text).filter(|text| !text.is_empty()).into()
    }
}

/// What a row is an observation of: its first cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Key {
    /// The game's name.
    pub game: String,
    /// The edition's name.
    pub edition: String,
    /// The rules.
    pub rules: Label,
    /// The number of players.
    pub players: u32,
    /// Which games it is about.
    pub scope: Scope,
    /// The label of the policy; empty for all of them.
    pub policy: String,
    /// Its parameters.
    pub parameters: Label,
    /// The other policies; empty for all that it met.
    pub opponents: Label,
    /// The seat, counted from 1; none for all of them together.
    pub seat: Option<u32>,
}

impl Key {
    /// Its cells.
    pub(super) fn cells(&self) -> [Cell; KEY_COLUMNS.len()] {
        let Self { game, edition, rules, players, scope, policy, parameters, opponents, seat } =
            self;
        [
            game.as_str().into(),
            edition.as_str().into(),
            rules.cell(),
            (*players).into(),
            scope.name().into(),
            Some(policy.as_str()).filter(|policy| !policy.is_empty()).into(),
            parameters.cell(),
            opponents.cell(),
            (*seat).into(),
        ]
    }

    /// The labels among its first `columns` cells, by the names of their columns.
    pub(super) fn labels(&self, columns: usize) -> impl Iterator<Item = (&'static str, &Label)> {
        let labels = [(2, &self.rules), (6, &self.parameters), (7, &self.opponents)];
        let there = labels.into_iter().filter(move |(place, _)| *place < columns);
        there.map(|(place, label)| (KEY_COLUMNS[place].name, label))
    }
}
