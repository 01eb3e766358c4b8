//! Texts of positions of El Ocho, such as `totals=1200/800 turn=450 dice=4 step=decide`.

use super::engine::{Phase, Position, Seated};
use super::roll_table::RollTable;
use super::turn::MAX_ROLLS_SEEN;
use crate::game::contract;
use crate::game::position::{Fields, number};

/// The steps of a turn. The class of a roll has a field of its own.
const STEPS: &[(&str, Phase)] = &[
    ("roll", Phase::FIRST),
    ("joker", Phase::Roll { again: 1 }),
    ("joker-again", Phase::Roll { again: 2 }),
    ("decide", Phase::Decide),
    ("keep", Phase::Keep(0)),
];

impl Seated {
    /// Names the fields of a position.
    pub(super) fn fields(&self, at: &mut Position, fields: &mut Fields) {
        let (seats, unit) = (usize::from(contract::Game::seats(self)), self.scoring.unit);
        let units = |most: u32| {
            move |text: &str| {
                let points: u32 = number(text, &(0..=i64::from(most.saturating_mul(unit))))?;
                let whole = points.is_multiple_of(unit);
                whole.then_some(points / unit).ok_or_else(|| format!("a multiple of {unit} points"))
            }
        };
        let shown = |units: &u32| (units * unit).to_string();
        fields.each(
            "totals",
            "the banked points of each seat",
            &mut at.totals[..seats],
            shown,
            units(self.target - 1 + if self.rules.rules.last_turns { self.most } else { 0 }),
        );
        if self.rules.penalty > 0 || fields.is_listing() {
            let most = i64::from(self.rules.rules.lost_in_a_row()) - 1;
            fields.each(
                "lost",
                "with a penalty for them: the turns without points in a row of each seat",
                &mut at.lost[..seats],
                u8::to_string,
                move |text: &str| number(text, &(0..=most)),
            );
        }
        if self.rules.rules.last_turns || fields.is_listing() {
            fields.number(
                "closing",
                "with last turns: the seat that reached the target first, 0 for none",
                &mut at.closing,
                0..=seats as i64,
            );
        }
        let mut to_move = at.seat + 1;
        fields.number("to_move", "the seat whose turn it is", &mut to_move, 1..=seats as i64);
        at.seat = to_move - 1;
        let last = i64::from(self.rules.rules.max_turns) - 1;
        fields.number(
            "turns",
            "the number of turns completed by every seat",
            &mut at.round,
            0..=last,
        );
        fields.each(
            "turn",
            "the points set aside in this turn",
            std::slice::from_mut(&mut at.turn.points),
            shown,
            units(self.most),
        );
        let dice = i64::from(self.dice());
        fields.number(
            "dice",
            "the number of dice to roll, or just rolled",
            &mut at.turn.dice,
            1..=dice,
        );
        let most = i64::from(MAX_ROLLS_SEEN);
        fields.number(
            "rolls",
            "the number of rolls in this turn, 15 for more",
            &mut at.turn.rolls,
            0..=most,
        );
        let rolled = at.rolled();
        let mut step = if rolled.is_some() { Phase::Keep(0) } else { at.phase };
        fields.choice(
            "step",
            "what comes next: roll, keep or decide (stop or roll)",
            &mut step,
            STEPS,
        );
        let reading = fields.is_reading();
        let mut class = rolled.unwrap_or_default() as u16;
        let rolled = step == Phase::Keep(0) && (1..=self.dice()).contains(&at.turn.dice);
        if rolled || fields.is_listing() {
            let table = self.table(at.turn.dice);
            let shown = if reading { String::new() } else { faces(table, class) };
            if reading {
                class = u16::MAX;
            }
            fields.field(
                "roll",
                "the faces of the roll, joined by `+`",
                || shown,
                |text| {
                    class = read_faces(table, text)? as u16;
                    Ok(())
                },
            );
            step = Phase::Keep(class);
        }
        if !matches!(at.phase, Phase::Over { .. }) || reading {
            at.phase = step;
        }
    }
}

/// Returns the faces of one roll of a class.
fn faces(table: &RollTable, class: u16) -> String {
    let faces = table.decode(class.into(), 0);
    faces.iter().map(u8::to_string).collect::<Vec<_>>().join("+")
}

/// Reads the class of a roll: its faces, joined by `+`.
pub(super) fn read_faces(table: &RollTable, text: &str) -> Result<usize, String> {
    let dice = table.dice();
    let wanted = || format!("a roll of {dice} dice, such as `1+5+5`");
    let faces = text.split('+').map(|face| face.parse().ok()).collect::<Option<Vec<u8>>>();
    let faces = faces.filter(|faces| faces.len() == usize::from(dice)).ok_or_else(wanted)?;
    table.class_of(&faces).ok_or_else(wanted)
}
