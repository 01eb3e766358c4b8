//! Sentences for events and states of 8 Seconds, as `trace` shows them.

use std::fmt::Write as _;

use super::agenda::Step;
use super::cards::each;
use super::compiled::Game;
use super::decision::Action;
use super::dice::{Dice, DiceMask};
use super::event::{Event, Outcome, Settled, Verdict, Why};
use super::figures::buckle_name;
use super::state::{Bet, Seat, State};
use super::vocabulary::{kind, point};
use crate::game::describe::{Closing, Describe, numbered, seat_name};
use crate::game::position::Fields;
use crate::game::publish::Publish as _;

impl Game {
    fn bull_named(&self, bull: u8) -> String {
        let bull = &self.bulls[usize::from(bull)];
        let [turns, bucks, kicks] = bull.moves;
        format!("{} ({turns}T {bucks}B {kicks}K)", bull.points)
    }

    fn bulls_named(&self, bulls: u32) -> String {
        let all: Vec<String> = each(bulls).map(|bull| self.bull_named(bull)).collect();
        if all.is_empty() { "none".to_owned() } else { all.join(", ") }
    }

    /// Dice by colour and face; dice just rolled have an asterisk.
    fn dice_named(&self, dice: Dice, which: DiceMask, rolled: DiceMask) -> String {
        let mut text = String::new();
        let mut last = None;
        for (die, face) in dice.faces().into_iter().enumerate() {
            if which >> die & 1 == 0 {
                continue;
            }
            let colour = self.dice[die].colour.as_str();
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

    fn colours_named(&self, which: DiceMask) -> String {
        let colours = each(which).map(|die| self.dice[usize::from(die)].colour.as_str());
        colours.collect::<Vec<_>>().join(", ")
    }

    /// The name of an action, with its Bull, Golden Buckle, dice, number or Rider, if any.
    fn action_named(&self, state: &State, point: usize, action: Action) -> String {
        let (kind, argument) = (action.kind(), action.argument());
        let name = Game::POINTS[point].actions[usize::from(kind)].name;
        let of = match (point, kind) {
            (point::ACT, kind::RIDE)
            | (point::AIM, kind::AIM_BULL)
            | (point::CLOWN_OUT, kind::REROLL_ALL)
            | (point::PAY, kind::PAY_BULL)
            | (point::DISCARD_BULL, kind::DISCARD) => self.bull_named(argument),
            (point::RIDE_UNROLLED, kind) if kind != kind::PASS => self.bull_named(argument),
            (point::ACT, kind::BUCKLE | kind::DECLARE)
            | (point::AIM, kind::AIM_BUCKLE)
            | (point::CLOWN_OUT, kind::CLOWN_OUT_DECLARE)
            | (point::BUCKED_OFF, kind::BUCKED_OFF_DECLARE) => self.buckle_named(argument),
            (point::ACT, kind::RETRIEVE)
            | (point::CLOWN_OUT, kind::CLOWN_OUT_RETRIEVE)
            | (point::BUCKED_OFF, kind::BUCKED_OFF_RETRIEVE)
            | (point::BUY_TOKENS | point::SELL_TOKENS, kind::TRADE) => argument.to_string(),
            (point::KEEP_DICE, _) if argument == 0 => "none".to_owned(),
            (point::KEEP_DICE, _) => self.dice_named(state.turn.dice, argument, 0),
            (point::RETRIEVE_DIE, _) => self.colours_named(0x80 >> argument),
            (point::CHANGE_DIE, _) => match action.change() {
                None => return name.to_owned(),
                Some((die, face)) => {
                    let die = self.dice_named(state.turn.dice, 1 << die, 0);
                    format!("{die} to {}", face.name())
                }
            },
            (point::KEEP_RIDER, _) => self.rider_named(argument).to_owned(),
            _ => return name.to_owned(),
        };
        format!("{name} {of}")
    }

    /// The pots, if the variant is played.
    fn pots_named(&self, state: &State) -> Option<String> {
        self.rules.vegas.filter(|variants| variants.pots)?;
        let pots = Bet::OUTCOMES.into_iter().zip(state.pots);
        let pots: Vec<String> = pots.map(|(on, pot)| format!("{} ${pot}", bet(on))).collect();
        Some(format!("pots: {}", pots.join(", ")))
    }

    /// The betting cards in a hand, if cards can be lost.
    fn cards_named(&self, seat: &Seat) -> Option<String> {
        self.rules.vegas.filter(|variants| variants.limited)?;
        let held = Bet::OUTCOMES.into_iter().filter(|on| seat.holds(*on));
        let held: Vec<&str> = held.chain([Bet::DoubleDown]).map(bet).collect();
        Some(format!("betting cards: {}", held.join(", ")))
    }

    fn rider_named(&self, rider: u8) -> &str {
        let riders = &self.rules.edition.riders;
        riders.get(usize::from(rider)).map_or("no Rider", |rider| &rider.name)
    }

    fn buckle_named(&self, buckle: u8) -> String {
        let buckles = &self.rules.edition.buckles;
        buckles.get(usize::from(buckle)).map_or_else(String::new, buckle_name)
    }
}

fn outcome(outcome: Outcome) -> &'static str {
    ["Bucked Off", "Dismount", "Ride", "Clown Out", "Golden Buckle"][outcome as usize]
}

fn why(why: Why) -> &'static str {
    match why {
        Why::Start => "at the start",
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
        Why::NotInherited => "instead of taking them over",
    }
}

fn bet(bet: Bet) -> &'static str {
    ["Bucked Off", "Dismount", "Ride a Bull", "Double Down"][bet as usize - 1]
}

fn tokens(number: u16) -> String {
    numbered(number.into(), "token")
}

impl Game {
    fn of_cards(&self, state: &State, event: Event) -> Option<String> {
        Some(match event {
            Event::RidersDealt { seat, riders } => {
                let [first, second] = riders.map(|rider| self.rider_named(rider));
                format!("{} is dealt {first} and {second}", seat_name(seat))
            }
            Event::RiderKept { seat, rider } => {
                format!("{} keeps {}", seat_name(seat), self.rider_named(rider))
            }
            Event::BucklesLaidOut { buckles } => {
                let names = each(buckles).map(|buckle| self.buckle_named(buckle));
                format!("Golden Buckles: {}", names.collect::<Vec<_>>().join(", "))
            }
            Event::Inherited { bulls } => format!("takes over {}", self.bulls_named(bulls)),
            Event::Reshuffled { .. } => "the discards become the deck".to_owned(),
            Event::BullDealt { bull, bought } => {
                let how = if bought { "buys" } else { "Bull" };
                format!("{how} {}", self.bull_named(bull))
            }
            Event::BullsDiscarded { why: Why::TurnOver, .. } => return None,
            Event::BullsDiscarded { bulls, why: reason } => {
                format!("gives up {} {}", self.bulls_named(bulls), why(reason))
            }
            Event::Declared { buckle } => format!("declares {}", self.buckle_named(buckle)),
            Event::Rode { bull } => {
                let mut text = format!("rides {}", self.bull_named(bull));
                // Some Riders can ride without a roll.
                if state.turn.rolls > 0 {
                    let used = self.dice_for(&state.turn, bull);
                    let _ = write!(text, " with {}", self.dice_named(state.turn.dice, used, 0));
                }
                text
            }
            Event::BuckleTaken { buckle, wild } => {
                let wild = if wild { " with two tokens replacing a die" } else { "" };
                format!("takes {}{wild}", self.buckle_named(buckle))
            }
            _ => return None,
        })
    }

    fn of_dice(&self, state: &State, event: Event) -> Option<String> {
        Some(match event {
            Event::Rolled { dice, rolled, free_first } => {
                let free = if free_first { " without cost" } else { "" };
                format!("rolls{free}: {}", self.dice_named(dice, u8::MAX, rolled))
            }
            Event::DieChanged { seat, die, face, locked } => {
                let locked = if locked { ", locked" } else { "" };
                let dice = self.dice_named(state.turn.dice, u8::MAX, 0);
                let (who, colour) = (seat_name(seat), self.colours_named(1 << die));
                format!("{who} changes a {colour} die to {}{locked}: {dice}", face.name())
            }
            Event::ClownOut => "three Clowns on the first roll: a Clown Out".to_owned(),
            Event::Retrieved { dice } => {
                let clowns = numbered(dice.count_ones().into(), "Clown");
                format!("retrieves {clowns}: {}", self.colours_named(dice))
            }
            _ => return None,
        })
    }
}

fn of_tokens(event: Event) -> Option<String> {
    Some(match event {
        Event::TokensTaken { seat, taken, why: reason, .. } => {
            format!("{} takes {} {}", seat_name(seat), tokens(taken), why(reason))
        }
        Event::TokensSpent { seat, tokens: spent, why: reason } => {
            format!("{} spends {} {}", seat_name(seat), tokens(spent), why(reason))
        }
        Event::TokensPassed { from, to, tokens: passed } => {
            let (from, to) = (seat_name(from), seat_name(to));
            let go = if passed == 1 { "goes" } else { "go" };
            format!("{} {go} from {from} to {to}", tokens(passed))
        }
        Event::MoneyForTokens { seat, dollars } => {
            let who = seat_name(seat);
            match dollars {
                0.. => format!("{who} pays ${dollars} for tokens"),
                _ => format!("{who} is paid ${} for tokens", -dollars),
            }
        }
        _ => return None,
    })
}

fn of_bets(event: Event) -> Option<String> {
    Some(match event {
        Event::BetLaid { seat, bet: on, paid, .. } => {
            let unpaid = if paid { "" } else { ", with the stake unpaid" };
            format!("{} bets on {}{unpaid}", seat_name(seat), bet(on))
        }
        Event::StakePaid { seat, .. } => format!("{} pays the stake later", seat_name(seat)),
        Event::BetSettled(Settled {
            seat, bet: on, double, verdict, stake, payoff, pot, ..
        }) => {
            let double = if double { ", doubled," } else { "" };
            let came = match verdict {
                Verdict::Won => format!("wins ${payoff}"),
                Verdict::Lost => format!("loses ${stake}"),
                Verdict::Push => "is returned".to_owned(),
                Verdict::Void => "is void".to_owned(),
            };
            let pot = if pot > 0 { format!(" and ${pot} of the pot") } else { String::new() };
            format!("the bet of {} on {}{double} {came}{pot}", seat_name(seat), bet(on))
        }
        _ => return None,
    })
}

impl Describe for Game {
    fn position(&self, state: &mut State, fields: &mut Fields) -> bool {
        self.fields(state, fields);
        true
    }

    fn heading(&self, state: &State, event: Event) -> Option<String> {
        let Event::TurnBegins { seat } = event else { return None };
        let has = &state.seats[usize::from(seat)];
        let (points, tokens) = (numbered(has.bull_points.into(), "point"), tokens(has.tokens));
        let mut text = format!("Seat {}: {points}, {tokens}", seat + 1);
        if self.rules.vegas.is_some() {
            let _ = write!(text, ", ${}", has.money);
        }
        if let Some(pots) = self.pots_named(state) {
            let _ = write!(text, "\n  {pots}");
        }
        for (seat, has) in (0..).zip(state.seated()) {
            if let Some(cards) = self.cards_named(has) {
                let _ = write!(text, "\n  {}: {cards}", seat_name(seat));
            }
        }
        Some(text)
    }

    fn sentence(&self, state: &State, event: Event) -> Option<String> {
        if let Event::TurnEnds { outcome: ended, .. } = event {
            return Some(format!("=> {}", outcome(ended)));
        }
        let of_cards = || self.of_cards(state, event).or_else(|| self.of_dice(state, event));
        of_cards().or_else(|| of_tokens(event)).or_else(|| of_bets(event))
    }

    fn action(&self, state: &State, action: Action) -> String {
        match state.due.last().map(|due| self.step(state, due)) {
            Some(Step::Ask { point, .. }) => self.action_named(state, point, action),
            _ => String::new(),
        }
    }

    /// The Rider is named in the heading.
    fn decider(&self, state: &State, seat: u8) -> String {
        if seat == state.rider { String::new() } else { format!("{}: ", seat_name(seat)) }
    }

    fn account(&self, state: &State, seat: u8) -> Vec<String> {
        let score = self.final_scores(state).0[usize::from(seat)];
        vec![format!(
            "{}: {} points ({} Bulls, {} tokens, {} Buckles, {} bonus, {} money)",
            seat_name(seat),
            score.total(),
            score.bulls,
            score.tokens,
            score.buckles,
            score.bonus,
            score.money
        )]
    }

    fn turn_ending(&self, state: &State) -> String {
        let (points, tokens) = self.turn_gain(state);
        format!("{points} points, {tokens:+} tokens")
    }

    fn ending(&self, state: &State) -> Closing {
        let held = (0..).zip(state.seated()).map(|(seat, has)| {
            let cards =
                self.cards_named(has).map_or_else(String::new, |cards| format!("; {cards}"));
            format!("{} holds the Bulls: {}{cards}", seat_name(seat), self.bulls_named(has.bulls))
        });
        let unfinished = || "the game is unfinished: no player wins".to_owned();
        let unfinished = (!self.finished(state)).then(unfinished);
        let below = held.chain(self.pots_named(state)).chain(unfinished).collect();
        Closing { above: Vec::new(), below }
    }
}
