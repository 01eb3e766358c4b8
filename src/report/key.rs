//! The key of a row: its first cells, and the labels among them.

use strum::IntoStaticStr;

use super::table::Cell;
use crate::report::schema::{Begins, Column};

/// The first columns of every table about a run. Tables about rules have only the first three.
pub const KEY_COLUMNS: [Column; 9] = [
    Column::text("game", "the game"),
    Column::text("edition", "the name of the edition"),
    Column::text(
        "rules",
        "the rules that differ from those of the edition, joined by `;`; `default` if there are none",
    ),
    Column::integer("players", "players", "the number of players; 1 in runs of single turns"),
    Column::text(
        "scope",
        "`overall`: all seats of all matchups; `position`: one seat, over all matchups; `matchup`: all \
         seats of one matchup; `seat`: one seat of one matchup; `all_policies`: all policies together",
    ),
    Column::text("policy", "the label of the policy; empty for all policies"),
    Column::text("parameters", "all parameters of the policy with their values, joined by `;`"),
    Column::text(
        "opponents",
        "the labels of the opponents, joined by `+`; empty if the row pools all opponents, and without opponents",
    ),
    Column::integer("seat", "", "the seat, 1 moves first; empty for all seats"),
];

impl Begins {
    /// Returns the columns.
    pub fn columns(self) -> &'static [Column] {
        match self {
            Self::Nothing => &[],
            Self::Rules => &KEY_COLUMNS[..3],
            Self::Run => &KEY_COLUMNS,
        }
    }
}

/// The games of a run that a row describes.
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
    /// Returns the name in tables.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A text for several settings, with these settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    /// The text in a row; may be empty.
    pub text: String,
    /// The settings, as (key, value).
    pub settings: Vec<(String, String)>,
}

impl Label {
    /// Rules: `changed` are the settings that differ from the edition, as `key=value`; `all` are
    /// all settings.
    pub fn of_rules(changed: &[String], all: Vec<(String, String)>) -> Self {
        let text = if changed.is_empty() { "default".to_owned() } else { changed.join(";") };
        Self { text, settings: all }
    }

    /// All parameters of a policy with their values.
    pub fn of_parameters(all: Vec<(String, String)>) -> Self {
        let text = all.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>();
        Self { text: text.join(";"), settings: all }
    }

    /// A list of names in their order, such as the labels of policies.
    pub fn of_list(names: impl IntoIterator<Item = impl ToString>) -> Self {
        let names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
        let places = (1..=names.len()).map(|place| place.to_string());
        Self { text: names.join("+"), settings: places.zip(names.iter().cloned()).collect() }
    }

    fn cell(&self) -> Cell {
        Some(&*self.text).filter(|text| !text.is_empty()).into()
    }
}

/// The first cells of a row: what it is an observation of.
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
    /// The games that the row describes.
    pub scope: Scope,
    /// The label of the policy; empty for all policies.
    pub policy: String,
    /// The parameters of the policy.
    pub parameters: Label,
    /// The other policies; empty for all opponents.
    pub opponents: Label,
    /// The seat, counted from 1; `None` for all seats.
    pub seat: Option<u32>,
}

impl Key {
    /// Returns the cells.
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

    /// The labels among the first `columns` cells, with the names of their columns.
    pub(super) fn labels(&self, columns: usize) -> impl Iterator<Item = (&'static str, &Label)> {
        let labels = [(2, &self.rules), (6, &self.parameters), (7, &self.opponents)];
        let there = labels.into_iter().filter(move |(place, _)| *place < columns);
        there.map(|(place, label)| (KEY_COLUMNS[place].name, label))
    }
}
