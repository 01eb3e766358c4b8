//! `advise`: values every legal choice with the dice on the table, or before the first roll.
//!
//! Input: a position of a turn. Output: the choices with their exact values, the best first.

use std::sync::Arc;

use clap::Args;

use super::definition::rules;
use super::optimal_policy::{OPTIMAL_TURN, TOKEN, knows, load, save};
use super::solve::moves;
use crate::cli::arguments::RulesArgs;
use crate::cli::parse;
use crate::diagnostic::quoted;
use crate::error::{Error, Result, nearest};
use crate::game::publish::Publish as _;
use crate::games::eight_seconds::cards::{Bulls, each};
use crate::games::eight_seconds::compiled::Game;
use crate::games::eight_seconds::dice::{Counts, DICE, Dice, DiceMask, Face};
use crate::games::eight_seconds::optimal::{
    Desk, MOST_BULLS, MOST_TOKENS, Optimal, Pay, Pool, Spot,
};
use crate::report::schema::{Begins, Column, Schema};
use crate::report::{Align, Cell, Grid, RunRecord, Table};
use crate::run::{Ask, Block, Conditions, Results, Run, key, proposed, record_edition};

/// `pushluck advise eight-seconds`.
pub(crate) const COMMAND: Ask<AdviseArgs> =
    Ask { command: "advise", prepare: |args| Ok(Box::new(Advice::new(args)?)) };

/// The letters of the faces, in the order of [`Face::ALL`].
const LETTERS: [char; 5] = ['T', 'B', 'K', 'C', '-'];

/// The table of choices in one position.
pub(crate) const TABLE: Schema = Schema {
    name: "advice",
    about: "Value of each choice in one position of a turn, the best first.",
    begins: Begins::Rules,
    columns: &[&[
        Column::number("token", "points", "value of a Foul Token gained or spent"),
        Column::text("line_up", "moves of the Bulls in the line-up: Turns, Bucks, Kicks"),
        Column::integer("tokens", "tokens", "the Rider's Foul Tokens"),
        Column::text("roll", "faces of the dice by colour; empty before the first roll"),
        Column::text("rolls_made", "`first` for the first roll of the turn, otherwise `later`"),
        Column::integer("rank", "", "rank by value; 1 is the best"),
        Column::text("action", "the choice"),
        Column::text("bull", "moves of the Bull ridden or given up"),
        Column::integer("points", "points", "points scored at once"),
        Column::integer("tokens_gained", "tokens", "Foul Tokens gained at once; negative if spent"),
        Column::text("kept", "dice that are kept, by colour"),
        Column::integer("dice_rolled", "dice", "number of dice that are rolled again"),
        Column::number("ride_probability", "share", "probability that this roll rides a Bull"),
        Column::number(
            "three_clowns_probability",
            "share",
            "probability that this roll shows three Clowns",
        ),
        Column::number(
            "value",
            "points",
            "expected further points in this turn under optimal play",
        ),
        Column::number("loss", "points", "difference from the best choice"),
        Column::text(
            "method",
            "`exact`, or `lower-bound` if some numbers of Bulls that can be bought are not \
             considered",
        ),
    ]],
};

/// A choice with its value.
#[derive(Default)]
struct Choice {
    action: &'static str,
    /// The Bull that is ridden or given up.
    bull: Option<u8>,
    points: Option<u8>,
    tokens: Option<i64>,
    /// The dice that are kept and those that are rolled.
    reroll: Option<(DiceMask, DiceMask)>,
    /// The probability that the roll rides a remaining Bull.
    rides: Option<f64>,
    /// The probability of three Clowns after the roll.
    clowns: Option<f64>,
    value: f64,
    /// Whether `value` is a lower bound.
    at_least: bool,
}

/// The arguments of `pushluck advise eight-seconds`.
#[derive(Args, Clone, Debug)]
#[command(
    about = "Find the best choice: ride, reroll, dismount, or buy a Bull",
    after_help = "\
Examples:
  pushluck advise eight-seconds --bulls 3-2-2,2-2-1,2-1-0 --roll red=TB,yellow=KC,green=T-,blue=BC
      after the first roll of a turn: ride, dismount, or reroll which dice for which payment
  pushluck advise eight-seconds --bulls 1-1-2,2-1-0,1-2-0 --tokens 2
      before the first roll: buy a Bull, or roll"
)]
pub(crate) struct AdviseArgs {
    /// Dice on the table by colour, with T, B, K, C and - for Turn, Buck, Kick, Clown and Blank, as
    /// in red=TC,yellow=BK,green=T-,blue=KC. Without this option, the advice is for the time before
    /// the first roll.
    #[arg(long, value_name = "DICE", help_heading = "Position")]
    roll: Option<String>,

    /// Bulls of the line-up, each by its Turns, Bucks and Kicks, as in 3-2-2,2-1-0.
    #[arg(long, value_name = "BULLS", help_heading = "Position")]
    bulls: Option<String>,

    /// The Rider's Foul Tokens.
    #[arg(
        long,
        value_name = "N",
        value_parser = parse::points,
        default_value = "0",
        help_heading = "Position"
    )]
    tokens: u32,

    /// Number of rolls made in this turn, including `--roll` (default: 1).
    #[arg(long, value_name = "N", value_parser = parse::points, help_heading = "Position")]
    rolls: Option<u32>,

    /// Points that a Foul Token counts.
    #[arg(long, value_name = "POINTS", default_value_t = TOKEN.default, help_heading = "Position")]
    token: f64,

    /// Rules.
    #[command(flatten)]
    rules: RulesArgs,
}

/// A valid position.
struct Question {
    spot: Spot,
    rolled: bool,
    first: bool,
}

/// A request about a valid position.
pub(super) struct Advice {
    args: AdviseArgs,
    game: Arc<Game>,
    question: Question,
}

impl Advice {
    pub(super) fn new(args: AdviseArgs) -> Result<Self> {
        let rules = rules(args.rules.edition()?, &args.rules.settings())?;
        knows(&rules, "`advise`")?;
        if rules.vegas.is_some() {
            return Err(Error::input_help(
                "`advise` covers only the base game; bets and money are not valued",
                "leave `vegas` out of `--rules`",
            ));
        }
        TOKEN.check("--token", args.token)?;
        let game = Arc::new(Game::new(rules, 2)?);
        let question = question(&game, &args)?;
        Ok(Self { args, game, question })
    }
}

impl Run for Advice {
    fn record(&self) -> RunRecord {
        let Self { args, game, question } = self;
        let rules = &game.rules;
        let mut record = RunRecord::begun(Game::NAME, rules.changed());
        record.define("token", args.token);
        record.define("bulls", all_bulls(game, question.spot.line_up));
        record.define("tokens", i64::from(question.spot.tokens));
        if question.rolled {
            record.define("roll", by_colour(game, question.spot.dice, u8::MAX));
            record.define("first_roll", question.first);
        }
        record_edition::<Game>(&mut record, rules);
        record
    }

    fn tables(&self) -> Vec<&'static str> {
        vec![TABLE.name]
    }

    fn unit_name(&self) -> &'static str {
        "positions solved"
    }

    fn run(&self, conditions: Conditions<'_>) -> Result<Results> {
        let Self { args, game, question } = self;
        let optimal = Optimal::new(Arc::clone(game), args.token).deep();
        load(&optimal, conditions.cache);
        let desk = Desk::new(&optimal);
        let mut choices = match (question.rolled, question.spot.clowns()) {
            (false, _) => before(&desk, &question.spot),
            (true, 3..) => three_clowns(&desk, question),
            (true, _) => after(&desk, &question.spot),
        };
        // Equal choices keep the order in which the game lists them.
        choices.sort_by(|a, b| b.value.total_cmp(&a.value));
        let warning = save(&optimal, conditions.cache);
        let note = proposed::<Game>(&game.rules);
        Ok(Results {
            tables: vec![table(&desk, question, &choices)],
            screen: [screen(&desk, question, &choices), note.into_iter().collect()].concat(),
            warnings: warning.into_iter().collect(),
            ..Results::default()
        })
    }
}

/// Checks the request.
fn question(game: &Game, args: &AdviseArgs) -> Result<Question> {
    let Some(bulls) = &args.bulls else {
        return Err(Error::input_help(
            "`--bulls` is missing: advice needs the Bulls of the line-up",
            "add `--bulls 3-2-2,2-2-1,2-1-0`, the Turns, Bucks and Kicks of each Bull",
        ));
    };
    let line_up = line_up(game, bulls)?;
    if args.tokens > game.rules.edition.tokens.into() && game.rules.limited_supply {
        return Err(Error::input_help(
            format!(
                "`--tokens {}` is impossible: the game has {} Foul Tokens",
                args.tokens, game.rules.edition.tokens
            ),
            "set `--tokens` to the number of the Rider's Foul Tokens",
        ));
    }
    if args.tokens > MOST_TOKENS.into() {
        return Err(Error::input_help(
            format!("`--tokens {}` exceeds the limit of {MOST_TOKENS} tokens", args.tokens),
            format!("set `--tokens {MOST_TOKENS}`: more tokens hardly change the values"),
        ));
    }
    let (dice, rolled) = match &args.roll {
        Some(text) => (dice(game, text)?, true),
        None => (Dice::BLANK, false),
    };
    let supply = i64::from(game.rules.edition.tokens) - i64::from(args.tokens);
    let pile = match game.rules.limited_supply {
        true => supply.clamp(0, DICE as i64) as u8,
        false => DICE as u8,
    };
    let spot = Spot { dice, line_up, tokens: args.tokens as u16, pile };
    if !rolled && args.rolls.is_some() {
        return Err(Error::input_help(
            "`--rolls` counts the rolls made, but `--roll` is missing",
            "add `--roll`, or leave out `--rolls`",
        ));
    }
    let rolls = args.rolls.unwrap_or(1);
    if rolls == 0 {
        return Err(Error::input_help("`--rolls 0` contradicts `--roll`", "leave out `--rolls`"));
    }
    Ok(Question { spot, rolled, first: rolls == 1 })
}

/// `3-2-2,2-1-0`: Turns, Bucks and Kicks of each Bull.
fn line_up(game: &Game, text: &str) -> Result<Bulls> {
    let known: Vec<String> = (0..game.bulls.len()).map(|bull| moves(game, bull as u8)).collect();
    let mut line_up: Bulls = 0;
    for wanted in text.split(',').map(str::trim) {
        let free = |(bull, name): &(usize, &String)| **name == wanted && line_up >> bull & 1 == 0;
        match known.iter().enumerate().find(free) {
            Some((bull, _)) => line_up |= 1 << bull,
            None if known.iter().any(|name| name == wanted) => {
                return Err(Error::input_help(
                    format!("`--bulls` has {} more often than the deck", quoted(wanted)),
                    "name each Bull of the line-up once",
                ));
            }
            None => {
                let help = match nearest(wanted, known.iter().map(String::as_str)) {
                    Some(near) if wanted.len() == near.len() => format!("did you mean `{near}`?"),
                    _ => "write its Turns, Bucks and Kicks, as in 2-1-0; `pushluck list edition \
                          eight-seconds` shows all Bulls"
                        .to_owned(),
                };
                return Err(Error::input_help(
                    format!("`--bulls` has {}, which is not a Bull of the deck", quoted(wanted)),
                    help,
                ));
            }
        }
    }
    if line_up.count_ones() > MOST_BULLS {
        return Err(Error::input_help(
            format!("`--bulls` has {} Bulls", line_up.count_ones()),
            format!("name at most {MOST_BULLS}: larger line-ups are not solved"),
        ));
    }
    Ok(line_up)
}

/// The colours of the dice, each with its dice.
fn colours(game: &Game) -> Vec<(&str, Vec<usize>)> {
    let mut colours: Vec<(&str, Vec<usize>)> = Vec::new();
    for die in &game.rules.edition.dice {
        if !colours.iter().any(|(colour, _)| *colour == die.colour) {
            let of = |index: &usize| game.dice[*index].colour == die.colour;
            colours.push((&die.colour, (0..DICE).filter(of).collect()));
        }
    }
    colours
}

/// An example of a roll of these dice.
fn example(game: &Game) -> String {
    let part = |(colour, dice): &(&str, Vec<usize>)| {
        let faces = dice.iter().map(|die| LETTERS[game.dice[*die].faces[0] as usize]);
        format!("{colour}={}", faces.collect::<String>())
    };
    colours(game).iter().map(part).collect::<Vec<_>>().join(",")
}

/// `red=TC,yellow=BK,green=T-,blue=KC`.
fn dice(game: &Game, text: &str) -> Result<Dice> {
    let help = || format!("write T, B, K, C or - for each die, as in {}", example(game));
    let colours = colours(game);
    let mut faces: [Option<Face>; DICE] = [None; DICE];
    for part in text.split(',').map(str::trim) {
        let Some((colour, letters)) = part.split_once('=') else {
            return Err(Error::input_help(
                format!("`--roll` has {} without a colour", quoted(part)),
                help(),
            ));
        };
        let (colour, letters) = (colour.trim(), letters.trim());
        let Some((_, dice)) = colours.iter().find(|(known, _)| *known == colour) else {
            let near = nearest(colour, colours.iter().map(|(known, _)| *known));
            return Err(Error::input_help(
                format!("`--roll` has {} dice, but the game has none", quoted(colour)),
                near.map_or_else(help, |near| format!("did you mean `{near}`?")),
            ));
        };
        if dice.iter().any(|die| faces[*die].is_some()) {
            return Err(Error::input_help(format!("`--roll` has {colour} twice"), help()));
        }
        let mut shown = shown(letters).map_err(|fault| Error::input_help(fault, help()))?;
        if shown.len() != dice.len() {
            let (shown, all) = (shown.len(), dice.len());
            let fault = format!("`--roll` shows {shown} {colour} dice, but the game has {all}");
            return Err(Error::input_help(fault, help()));
        }
        // Dice of one colour may differ: each letter is assigned to a die with this face. A
        // retrieved Clown shows Blank on any die.
        for &die in dice {
            let has = |face: &Face| *face == Face::Blank || game.dice[die].faces.contains(face);
            let Some(place) = shown.iter().position(has) else {
                return Err(Error::input_help(
                    format!(
                        "the {colour} dice cannot show {}",
                        quoted(&letters.to_ascii_uppercase())
                    ),
                    format!("use faces of the dice: {}", words(&game.dice[die].faces)),
                ));
            };
            faces[die] = Some(shown.remove(place));
        }
    }
    if let Some((colour, _)) =
        colours.iter().find(|(_, dice)| dice.iter().any(|die| faces[*die].is_none()))
    {
        return Err(Error::input_help(format!("`--roll` is missing the {colour} dice"), help()));
    }
    Ok(Dice::new(faces.map(|face| face.unwrap_or(Face::Blank))))
}

/// Returns the faces of letters, or an error message.
fn shown(letters: &str) -> Result<Vec<Face>, String> {
    let face = |letter: char| {
        let face = LETTERS.iter().position(|known| *known == letter.to_ascii_uppercase());
        let fault = || format!("`--roll` has {}, which is not a face", quoted(&letter.to_string()));
        face.map(Face::new).ok_or_else(fault)
    };
    letters.chars().map(face).collect()
}

fn words(faces: &[Face]) -> String {
    faces.iter().map(|face| LETTERS[*face as usize]).collect()
}

/// The Bulls that may be bought: all that are not in the line-up.
fn fresh(desk: &Desk<'_>, spot: &Spot) -> Pool {
    let bulls = 0..desk.optimal.game().bulls.len();
    Pool::of(bulls.fold(0, |mask: Bulls, bull| mask | 1 << bull) & !spot.line_up)
}

/// Buying or rolling.
fn before(desk: &Desk<'_>, spot: &Spot) -> Vec<Choice> {
    let game = desk.optimal.game();
    let clowns = f64::from(game.chances.clown_outs()) / f64::from(6_u32.pow(8));
    let mut choices = vec![Choice {
        action: "roll",
        clowns: Some(clowns),
        value: desk.first_roll(spot),
        ..Choice::default()
    }];
    let pool = fresh(desk, spot);
    if let Some(value) = desk.buying(spot, pool) {
        let at_least = !desk.optimal.exact(spot.hand(), pool);
        choices.push(Choice {
            action: "buy",
            tokens: Some(-1),
            value,
            at_least,
            ..Choice::default()
        });
    }
    choices
}

/// Returns the choices after a roll: ride, dismount, reroll or retrieve.
fn after(desk: &Desk<'_>, spot: &Spot) -> Vec<Choice> {
    let game = desk.optimal.game();
    let token = desk.optimal.token();
    let mut choices = Vec::new();
    for bull in each(spot.line_up) {
        if let Some(value) = desk.ride(spot, bull) {
            let points = game.bulls[usize::from(bull)].points;
            let extra: u8 = spot.moves().iter().sum::<u8>() - game.bulls[usize::from(bull)].dice();
            choices.push(Choice {
                action: "ride",
                bull: Some(bull),
                points: Some(points),
                tokens: Some(extra.min(spot.pile).into()),
                value,
                ..Choice::default()
            });
        }
    }
    let due = (spot.moves().iter().sum::<u8>() / 2).min(spot.pile);
    choices.push(Choice {
        action: "dismount",
        tokens: Some(due.into()),
        value: token * f64::from(due),
        ..Choice::default()
    });
    for reroll in desk.rerolls(spot) {
        let rolled = desk.dice(spot, &reroll);
        let (bull, tokens, left) = match reroll.pay {
            Pay::Bull(bull) => (Some(bull), None, spot.line_up & !(1 << bull)),
            Pay::Token => (None, Some(-1), spot.line_up),
        };
        choices.push(Choice {
            action: "reroll",
            bull,
            tokens,
            reroll: Some((!rolled, rolled)),
            rides: Some(rides(desk, spot, left, rolled)),
            clowns: Some(f64::from(game.chances.three_clowns(rolled, spot.clowns())) / 1e6),
            value: reroll.worth,
            ..Choice::default()
        });
    }
    choices.extend(retrievals(desk, spot));
    choices
}

/// Retrieves the smallest possible number of Clowns.
fn retrievals(desk: &Desk<'_>, spot: &Spot) -> Option<Choice> {
    let clowns = spot.clowns();
    let count = clowns.saturating_sub(2).max(1);
    (clowns > 0 && spot.tokens >= count.into()).then(|| Choice {
        action: "retrieve",
        tokens: Some(-i64::from(count)),
        value: desk.retrieve(spot, count),
        ..Choice::default()
    })
}

fn three_clowns(desk: &Desk<'_>, question: &Question) -> Vec<Choice> {
    let (game, spot) = (desk.optimal.game(), &question.spot);
    let mut choices = Vec::new();
    match question.first {
        true => {
            choices.push(Choice {
                action: "take_tokens",
                tokens: Some(spot.pile.min(2).into()),
                value: desk.take_tokens(spot),
                ..Choice::default()
            });
            let top = game.highest(spot.line_up).filter(|_| spot.line_up.count_ones() > 1);
            let points = |bull: u8| game.bulls[usize::from(bull)].points;
            let equal =
                |top: u8| each(spot.line_up).filter(move |bull| points(*bull) == points(top));
            for bull in top.into_iter().flat_map(equal) {
                choices.push(Choice {
                    action: "reroll_all",
                    bull: Some(bull),
                    value: desk.start_over(spot, bull),
                    ..Choice::default()
                });
            }
        }
        false => choices.push(Choice { action: "fall", value: 0.0, ..Choice::default() }),
    }
    choices.extend(retrievals(desk, spot));
    choices
}

/// The dice of a mask by colour: `red T, green TK`.
fn by_colour(game: &Game, dice: Dice, mask: DiceMask) -> String {
    let shown = colours(game).into_iter().filter_map(|(colour, of)| {
        let faces: Vec<Face> =
            of.into_iter().filter(|die| mask >> die & 1 == 1).map(|die| dice.face(die)).collect();
        (!faces.is_empty()).then(|| format!("{colour} {}", words(&faces)))
    });
    shown.collect::<Vec<_>>().join(", ")
}

fn all_bulls(game: &Game, line_up: Bulls) -> String {
    each(line_up).map(|bull| moves(game, bull)).collect::<Vec<_>>().join(" ")
}

fn table(desk: &Desk<'_>, question: &Question, choices: &[Choice]) -> Table {
    let (game, spot) = (desk.optimal.game(), &question.spot);
    let (mut table, key) = (Table::new(&TABLE), key::<Game>(&game.rules, &game.rules.changed(), 1));
    let best = choices.first().map_or(0.0, |choice| choice.value);
    for (place, choice) in choices.iter().enumerate() {
        let rolled = question.rolled;
        let cells: [Cell; 17] = [
            desk.optimal.token().into(),
            all_bulls(game, spot.line_up).into(),
            spot.tokens.into(),
            rolled.then(|| by_colour(game, spot.dice, u8::MAX)).into(),
            rolled.then_some(if question.first { "first" } else { "later" }).into(),
            (place + 1).into(),
            choice.action.into(),
            choice.bull.map(|bull| moves(game, bull)).into(),
            choice.points.into(),
            choice.tokens.into(),
            choice.reroll.map(|(kept, _)| by_colour(game, spot.dice, kept)).into(),
            choice.reroll.map(|(_, rolled)| rolled.count_ones()).into(),
            choice.rides.into(),
            choice.clowns.into(),
            choice.value.into(),
            (best - choice.value).into(),
            if choice.at_least { "lower-bound" } else { "exact" }.into(),
        ];
        table.row(&key, cells);
    }
    table
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn screen(desk: &Desk<'_>, question: &Question, choices: &[Choice]) -> Vec<Block> {
    let (game, spot) = (desk.optimal.game(), &question.spot);
    let Some(best) = choices.first() else { return Vec::new() };
    let tokens = match spot.tokens {
        1 => "1 token".to_owned(),
        tokens => format!("{tokens} tokens"),
    };
    let table = match question.rolled {
        true => by_colour(game, spot.dice, u8::MAX),
        false => "before the first roll".to_owned(),
    };
    let mut grid = Grid::new(&[
        ("choice", Align::Text),
        ("dice to roll", Align::Text),
        ("rides", Align::Right),
        ("3 Clowns", Align::Right),
        ("value", Align::Right),
        ("loss", Align::Right),
    ]);
    for (place, choice) in choices.iter().enumerate() {
        let rolled = choice.reroll.map(|(_, rolled)| by_colour(game, spot.dice, rolled));
        let at_least = if choice.at_least { "≥ " } else { "" };
        grid.push_marked(
            place == 0,
            [
                in_words(game, choice),
                rolled.unwrap_or_default(),
                choice.rides.map_or_else(String::new, percent),
                choice.clowns.map_or_else(String::new, percent),
                format!("{at_least}{:.3}", choice.value),
                format!("{:.3}", best.value - choice.value),
            ],
        );
    }
    let mut note = format!(
        "Bulls are named by their Turns, Bucks and Kicks; a die's blank face is `-`. Rides: probability \
         that a Bull can be ridden after the next roll. 3 Clowns: probability that the next roll \
         ends at three Clowns. Value: expected further points in this turn under optimal play; Bulls \
         count their points, each Foul Token gained or spent counts {}, and effects on the next \
         player are excluded.",
        desk.optimal.token()
    );
    if !question.rolled {
        note.push_str(" Bulls are bought from a fresh deck, one at a time.");
    }
    if choices.iter().any(|choice| choice.at_least) {
        note.push_str(
            " ≥: a lower bound, because some numbers of Bulls that can be bought are not \
             considered.",
        );
    }
    vec![
        Block::Title(format!(
            "8 Seconds: {table}; Bulls {}; {tokens}",
            all_bulls(game, spot.line_up)
        )),
        Block::Title(format!(
            "{}; value {}{:.3} points",
            sentence(game, spot, best),
            if best.at_least { "at least " } else { "" },
            best.value
        )),
        Block::Grid(grid),
        Block::Note(note),
        Block::Note(match question.rolled || desk.optimal.played(spot.hand(), fresh(desk, spot)) {
            true => format!("The policy `{OPTIMAL_TURN}` takes the first of these choices."),
            false => format!("The policy `{OPTIMAL_TURN}` considers buying fewer Bulls here."),
        }),
    ]
}

/// Name of a choice in the grid.
fn in_words(game: &Game, choice: &Choice) -> String {
    let bull = choice.bull.map(|bull| moves(game, bull)).unwrap_or_default();
    let points = choice.points.unwrap_or_default();
    let gained = choice.tokens.unwrap_or_default();
    match choice.action {
        "ride" => format!("ride {bull}: {points} points, {gained} tokens"),
        "dismount" => format!("dismount: {gained} tokens"),
        "reroll" if choice.bull.is_some() => format!("reroll, giving up {bull}"),
        "reroll" => "reroll, for a token".to_owned(),
        "reroll_all" => format!("give up {bull} and roll all dice"),
        "retrieve" if gained == -1 => "retrieve a Clown".to_owned(),
        "retrieve" => format!("retrieve {} Clowns", -gained),
        "take_tokens" => format!("take {gained} tokens and stop"),
        "fall" => "be Bucked Off".to_owned(),
        "buy" => "buy a Bull".to_owned(),
        _ => "roll all dice".to_owned(),
    }
}

/// The advice as one sentence that names the dice to roll.
fn sentence(game: &Game, spot: &Spot, choice: &Choice) -> String {
    let words = match choice.reroll {
        None => in_words(game, choice),
        Some((_, rolled)) => {
            let price = match choice.bull {
                Some(bull) => format!("giving up {}", moves(game, bull)),
                None => "for a token".to_owned(),
            };
            format!("roll {} again, {price}", by_colour(game, spot.dice, rolled))
        }
    };
    words[..1].to_uppercase() + &words[1..]
}

/// The probability that rolling these dice rides one of these Bulls.
fn rides(desk: &Desk<'_>, spot: &Spot, bulls: Bulls, rolled: DiceMask) -> f64 {
    let game = desk.optimal.game();
    let mut chance = 0.0;
    desk.outcomes(spot, rolled, |counts, part| {
        let rides = each(bulls).any(|bull| {
            let [turns, bucks, kicks] = game.bulls[usize::from(bull)].moves;
            counts.contains(Counts::new([turns, bucks, kicks, 0, 0]))
        });
        if rides && counts.of(Face::Clown) <= 2 {
            chance += part;
        }
    });
    chance
}
