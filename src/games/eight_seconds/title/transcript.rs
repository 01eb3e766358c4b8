//! One game or turn of a run, written out for people.

use std::fmt::Write as _;

use super::tables::buckle_name;
use super::{Engine, Prepared};
use crate::experiment::files::decided_by;
use crate::experiment::ranking::counted;
use crate::games::eight_seconds::cards::each;
use crate::games::eight_seconds::decision::Action;
use crate::games::eight_seconds::dice::{Dice, DiceMask};
use crate::games::eight_seconds::event::{Event, Outcome, Verdict, Watch, Why};
use crate::games::eight_seconds::play::{Game, play_turn};
use crate::games::eight_seconds::state::{Bet, MAX_PLAYERS, Seat, State};
use crate::games::eight_seconds::vocabulary::{VOCABULARY, kind, point};

/// Writes out unit `unit` of the run.
pub(super) fn transcript(run: &Prepared, unit: u64) -> String {
    let rules = &run.run().game.rules;
    let names = [rules.edition.title()].into_iter().chain(rules.changed());
    let head = names.collect::<Vec<_>>().join(", ");
    let mut text = format!("{head}, seed {}\n\n", run.spec.seed);
    match &run.engine {
        Engine::Games(games) => {
            let seating = games.0.seating();
            let table = seating.placement(unit).lineup + 1;
            let _ = writeln!(text, "Game {} at table {table}", unit + 1);
            let mut scribe = Scribe::new(run);
            for (seat, policy) in seating.policies(unit).enumerate() {
                scribe.policies[seat] = policy;
                let _ = writeln!(text, "  seat {}: {}", seat + 1, run.policies[policy].label);
            }
            games.0.play(unit, &mut scribe);
            text += &scribe.text;
        }
        Engine::Turns(turns) => {
            for (policy, player) in turns.0.players.iter().enumerate() {
                let mut scribe = Scribe::new(run);
                scribe.policies[0] = policy;
                let _ = writeln!(text, "Turn {} of {}", unit + 1, run.policies[policy].label);
                let luck = turns.0.turn_luck(unit);
                let end = play_turn(&turns.0.game, &[&**player], luck, &mut scribe);
                text += &scribe.text;
                let _ = writeln!(text, "  {} points, {:+} tokens\n", end.points, end.tokens);
            }
        }
    }
    text
}

/// Writes down what happens.
struct Scribe<'a> {
    run: &'a Prepared,
    game: &'a Game,
    policies: [usize; MAX_PLAYERS],
    text: String,
    /// The header of a turn that has not come to anything yet.
    header: String,
}

impl<'a> Scribe<'a> {
    fn new(run: &'a Prepared) -> Self {
        let (text, header) = (String::new(), String::new());
        Self { run, game: &run.run().game, policies: [0; MAX_PLAYERS], text, header }
    }

    fn line(&mut self, line: impl std::fmt::Display) {
        let _ = writeln!(self.text, "  {line}");
    }

    /// A Bull by its points and moves.
    fn bull(&self, bull: u8) -> String {
        let bull = &self.game.bulls[usize::from(bull)];
        let [turns, bucks, kicks] = bull.moves;
        format!("{} ({turns}T {bucks}B {kicks}K)", bull.points)
    }

    fn bulls(&self, bulls: u32) -> String {
        let all: Vec<String> = each(bulls).map(|bull| self.bull(bull)).collect();
        if all.is_empty() { "none".to_owned() } else { all.join(", ") }
    }

    /// Some dice by their colours and what they show, those just rolled marked.
    fn dice(&self, dice: Dice, which: DiceMask, rolled: DiceMask) -> String {
        let mut text = String::new();
        let mut last = None;
        for (die, face) in dice.faces().into_iter().enumerate() {
            if which >> die & 1 == 0 {
                continue;
            }
            let colour = self.game.dice[die].colour.as_str();
            if last != Some(colour) {
                let gap = if last.is_some() { ", " } else { "" };
                let _ = write!(text, "{gap}{colour}");
                last = Some(colour);
            }
            let mark = if rolled >> die & 1 == 1 { "*" } else { "" };
            let _ = write!(text, " {}{mark}", face.name());
        }
        text
    }

    /// The colours of some dice.
    fn colours(&self, which: DiceMask) -> String {
        let dice = (0..8_usize).filter(|die| which >> die & 1 == 1);
        let colours: Vec<&str> = dice.map(|die| self.game.dice[die].colour.as_str()).collect();
        colours.join(", ")
    }

    /// What a reroll aims at, or what an action is called.
    fn action(&self, point: usize, action: Action) -> String {
        let name = VOCABULARY.points[point].actions[usize::from(action.kind())].name;
        match (point, action.kind()) {
            (point::AIM, kind::AIM_BULL) => format!("{name} {}", self.bull(action.argument())),
            (point::AIM, kind::AIM_BUCKLE) => format!("{name} {}", self.buckle(action.argument())),
            _ => name.to_owned(),
        }
    }

    /// The pots, where there are any.
    fn pots(&self, state: &State) -> Option<String> {
        self.game.rules.vegas.filter(|variants| variants.pots)?;
        let pots = Bet::OUTCOMES.into_iter().zip(state.pots);
        let pots: Vec<String> = pots.map(|(on, pot)| format!("{} ${pot}", bet(on))).collect();
        Some(format!("pots: {}", pots.join(", ")))
    }

    /// The betting cards in a hand, where cards can be lost.
    fn cards(&self, seat: &Seat) -> Option<String> {
        self.game.rules.vegas.filter(|variants| variants.limited)?;
        let held = Bet::OUTCOMES.into_iter().filter(|on| seat.holds(*on));
        let held: Vec<&str> = held.chain([Bet::DoubleDown]).map(bet).collect();
        Some(format!("betting cards: {}", held.join(", ")))
    }

    fn rider(&self, rider: u8) -> &str {
        let riders = &self.game.rules.edition.riders;
        riders.get(usize::from(rider)).map_or("nobody", |rider| &rider.name)
    }

    fn buckle(&self, buckle: u8) -> String {
        let buckles = &self.game.rules.edition.buckles;
        buckles.get(usize::from(buckle)).map_or_else(String::new, buckle_name)
    }
}

fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::BuckedOff => "Bucked Off",
        Outcome::Dismount => "Dismount",
        Outcome::Ride => "Ride",
        Outcome::ClownOut => "Clown Out",
        Outcome::Buckle => "Golden Buckle",
    }
}

fn why(why: Why) -> &'static str {
    match why {
        Why::Start => "to start with",
        Why::BuyBull => "for one more Bull",
        Why::Reroll => "for the roll",
        Why::Retrieve => "for Clowns",
        Why::Ride => "for the ride",
        Why::Dismount => "for the Dismount",
        Why::BuckedOff => "for being Bucked Off",
        Why::ClownOut => "for the Clown Out",
        Why::Buckle => "for the Golden Buckle",
        Why::Ability => "by an ability",
        Why::Money => "for money",
        Why::TurnOver => "at the end of the turn",
        Why::NotInherited => "which nobody took over",
    }
}

fn bet(bet: Bet) -> &'static str {
    match bet {
        Bet::BuckedOff => "Bucked Off",
        Bet::Dismount => "Dismount",
        Bet::Ride => "Ride a Bull",
        Bet::DoubleDown => "Double Down",
    }
}

fn tokens(number: u16) -> String {
    counted(number.into(), "token")
}

impl Watch for Scribe<'_> {
    fn told(&mut self, state: &State, event: &Event<'_>) {
        let seat_name = |seat: u8| format!("seat {}", seat + 1);
        // In solitaire a turn may begin and find no Bull.
        let header = std::mem::take(&mut self.header);
        if !matches!(event, Event::GameEnds { .. }) {
            self.text += &header;
        }
        match *event {
            Event::Begins => {}
            Event::RidersDealt { seat, riders } => {
                let [first, second] = riders.map(|rider| self.rider(rider).to_owned());
                self.line(format_args!("{} is dealt {first} and {second}", seat_name(seat)));
            }
            Event::RiderKept { seat, rider } => {
                let rider = self.rider(rider).to_owned();
                self.line(format_args!("{} keeps {rider}", seat_name(seat)));
            }
            Event::BucklesLaidOut { buckles } => {
                let names: Vec<String> =
                    each(u32::from(buckles)).map(|buckle| self.buckle(buckle)).collect();
                let names = names.join(", ");
                self.line(format_args!("Golden Buckles: {names}"));
            }
            Event::TurnBegins { seat } => {
                let has = &state.seats[usize::from(seat)];
                let points = counted(has.bull_points.into(), "point");
                let tokens = tokens(has.tokens);
                let mut header = format!("\nSeat {}: {points}, {tokens}", seat + 1);
                if self.game.rules.vegas.is_some() {
                    let _ = write!(header, ", ${}", has.money);
                }
                header.push('\n');
                if let Some(line) = self.pots(state) {
                    let _ = writeln!(header, "  {line}");
                }
                for (seat, has) in state.seated().iter().enumerate() {
                    if let Some(line) = self.cards(has) {
                        let _ = writeln!(header, "  seat {}: {line}", seat + 1);
                    }
                }
                self.header = header;
            }
            Event::Inherited { bulls } => {
                let bulls = self.bulls(bulls);
                self.line(format_args!("takes over {bulls}"));
            }
            Event::Reshuffled { .. } => self.line("the discards become the deck"),
            Event::BullDealt { bull, bought } => {
                let bull = self.bull(bull);
                let how = if bought { "buys" } else { "Bull" };
                self.line(format_args!("{how} {bull}"));
            }
            Event::BullsDiscarded { why: Why::TurnOver, .. } => {}
            Event::BullsDiscarded { bulls, why: reason } => {
                let bulls = self.bulls(bulls);
                self.line(format_args!("gives up {bulls} {}", why(reason)));
            }
            Event::Decided { decision, choice, action } => {
                let point = &VOCABULARY.points[decision.point()];
                let name = self.action(decision.point(), action);
                let policy = self.policies[usize::from(decision.seat()) % MAX_PLAYERS];
                let kind = &self.run.policies[policy].kind;
                let by = decided_by(kind, decision.point(), choice.rule);
                let who = match decision.seat() == state.rider {
                    true => String::new(),
                    false => format!("{}: ", seat_name(decision.seat())),
                };
                let options = decision.legal().len();
                self.line(format_args!("  {who}{}: {name}, of {options}{by}", point.name));
            }
            Event::Rolled { dice: lie, rolled, free_first } => {
                let free = if free_first { " for nothing" } else { "" };
                let dice = self.dice(lie, u8::MAX, rolled);
                self.line(format_args!("rolls{free}: {dice}"));
            }
            Event::DieChanged { seat, die, face, locked } => {
                let locked = if locked { ", locked" } else { "" };
                let dice = self.dice(state.turn.dice, u8::MAX, 0);
                let colour = self.colours(1 << die);
                self.line(format_args!(
                    "{} changes a {colour} die to {}{locked}: {dice}",
                    seat_name(seat),
                    face.name()
                ));
            }
            Event::ClownOut => self.line("three Clowns on the first roll: a Clown Out"),
            Event::Retrieved { dice } => {
                let clowns = counted(dice.count_ones().into(), "Clown");
                let colours = self.colours(dice);
                self.line(format_args!("retrieves {clowns}: {colours}"));
            }
            Event::Declared { buckle } => {
                let buckle = self.buckle(buckle);
                self.line(format_args!("declares {buckle}"));
            }
            Event::Rode { bull } => {
                // Nobody rolls for the Bull of One-eye Dawson.
                let used = match state.turn.rolls {
                    0 => String::new(),
                    _ => {
                        let used = self.game.dice_for(&state.turn, bull);
                        format!(" with {}", self.dice(state.turn.dice, used, 0))
                    }
                };
                let bull = self.bull(bull);
                self.line(format_args!("rides {bull}{used}"));
            }
            Event::BuckleTaken { buckle, wild } => {
                let buckle = self.buckle(buckle);
                let wild = if wild { " with two tokens for a die" } else { "" };
                self.line(format_args!("takes {buckle}{wild}"));
            }
            Event::TokensTaken { seat, taken, why: reason, .. } => {
                let (who, taken) = (seat_name(seat), tokens(taken));
                self.line(format_args!("{who} takes {taken} {}", why(reason)));
            }
            Event::TokensSpent { seat, tokens: spent, why: reason } => {
                let (who, spent) = (seat_name(seat), tokens(spent));
                self.line(format_args!("{who} spends {spent} {}", why(reason)));
            }
            Event::TokensPassed { from, to, tokens: passed } => {
                let (from, to) = (seat_name(from), seat_name(to));
                let go = if passed == 1 { "goes" } else { "go" };
                self.line(format_args!("{} {go} from {from} to {to}", tokens(passed)));
            }
            Event::MoneyForTokens { seat, dollars } => {
                let who = seat_name(seat);
                match dollars {
                    0.. => self.line(format_args!("{who} pays ${dollars} for tokens")),
                    _ => self.line(format_args!("{who} is paid ${} for tokens", -dollars)),
                }
            }
            Event::BetLaid { seat, bet: on, paid, .. } => {
                let unpaid = if paid { "" } else { ", without the money" };
                self.line(format_args!("{} bets on {}{unpaid}", seat_name(seat), bet(on)));
            }
            Event::StakePaid { seat, .. } => {
                self.line(format_args!("{} pays the stake after all", seat_name(seat)));
            }
            Event::BetSettled { seat, bet: on, double, verdict, stake, payoff, pot, .. } => {
                let double = if double { ", doubled," } else { "" };
                let came = match verdict {
                    Verdict::Won => format!("wins ${payoff}"),
                    Verdict::Lost => format!("loses ${stake}"),
                    Verdict::Push => "is given back".to_owned(),
                    Verdict::Void => "is void".to_owned(),
                };
                let pot = if pot > 0 { format!(" and ${pot} of the pot") } else { String::new() };
                self.line(format_args!(
                    "the bet of {} on {}{double} {came}{pot}",
                    seat_name(seat),
                    bet(on)
                ));
            }
            Event::TurnEnds { outcome: ended, .. } => {
                self.line(format_args!("=> {}", outcome(ended)));
            }
            Event::GameEnds { end } => {
                self.text.push('\n');
                for (seat, score) in end.scores[..usize::from(end.players)].iter().enumerate() {
                    let won = end.finished && end.winners >> seat & 1 == 1;
                    self.line(format_args!(
                        "seat {}: {} points ({} Bulls, {} tokens, {} Buckles, {} bonus, {} money){}",
                        seat + 1,
                        score.total(),
                        score.bulls,
                        score.tokens,
                        score.buckles,
                        score.bonus,
                        score.money,
                        if won { ", wins" } else { "" }
                    ));
                }
                for (seat, has) in state.seated().iter().enumerate() {
                    let cards =
                        self.cards(has).map_or_else(String::new, |cards| format!("; {cards}"));
                    let bulls = self.bulls(has.bulls);
                    self.line(format_args!("seat {} holds the Bulls: {bulls}{cards}", seat + 1));
                }
                if let Some(line) = self.pots(state) {
                    self.line(line);
                }
                if !end.finished {
                    self.line("the game is given up: nobody wins");
                }
            }
        }
    }
}
