//! Features of decisions, computed from the plain table by their documentation.

use pushluck::games::eight_seven_central::action::Action;
use pushluck::games::eight_seven_central::engine::EightSevenCentral;
use pushluck::games::eight_seven_central::vocabulary::point;

use crate::eight_seven_central::plain::kit::{Change, Effect, GENRES, Show, Source, What};
use crate::eight_seven_central::plain::{Attached, Table};
use crate::follow::Plain;

/// The view of a player at a decision.
#[derive(Debug)]
pub(crate) struct Eye<'a> {
    pub(crate) table: &'a Table,
    pub(crate) seat: usize,
    pub(crate) point: u8,
    pub(crate) before: &'a [Action],
}

impl Plain<EightSevenCentral> for Eye<'_> {
    fn of_state(&self, name: &str) -> f64 {
        let (table, seat) = (self.table, self.seat);
        let own = &table.networks[seat];
        let others = || (0..table.players()).filter(|other| *other != seat);
        let bids = table.chips.iter().filter(|chips| leader(chips) == Some(seat));
        let bids: Vec<u32> = bids.map(|chips| chips[seat]).collect();
        let count = |count: usize| count as u32;
        let value = match name {
            "money" => own.money,
            "staked" => bids.iter().sum(),
            "leading" => count(bids.len()),
            "rounds_left" => count(table.rounds_left),
            "own_points" => own.points,
            "best_opponent_points" => {
                others().map(|other| table.networks[other].points).max().expect("one")
            }
            "score_difference" => {
                let best = others().map(|other| table.networks[other].points).max();
                return f64::from(own.points) - f64::from(best.expect("one"));
            }
            "best_opponent_money" => {
                others().map(|other| table.networks[other].money).max().expect("one")
            }
            "opponents" => count(table.players() - 1),
            "auctions" => (table.kit.rules.acquisition == Source::Auctions).into(),
            "weeks_left" => count(table.kit.weeks - table.week),
            "day" => count(table.day + 1),
            "player_1" => (table.player_1 == seat).into(),
            "actions_left" => table.actions_left,
            "hand" => count(own.hand.len()),
            "hand_ads" => {
                let ad = |print: &&usize| matches!(table.kit.prints[**print].what, What::Ad { .. });
                count(own.hand.iter().filter(ad).count())
            }
            "programs" => count(own.on_air().len()),
            "waiting" => count(own.waiting.len()),
            "free_slots" => count(own.slots.iter().filter(|slot| slot.is_none()).count()),
            "led_today" => led(table, seat, table.day),
            "best_opponent_led_today" => {
                others().map(|other| led(table, other, table.day)).max().expect("one")
            }
            "led_in_week" => (0..5).map(|day| led(table, seat, day)).sum(),
            "income" => {
                let paid = |show| chance(table, show) * f64::from(revenue(table, show));
                return own.on_air().into_iter().map(paid).sum();
            }
            "shark_risk" => {
                let all = own.on_air().into_iter().chain(own.waiting.iter().copied());
                return all.map(|show| jump_chance(table, show)).sum();
            }
            other => panic!("no feature {other}"),
        };
        value.into()
    }

    fn of_action(&self, action: Action, name: &str) -> Option<f64> {
        let (table, about) = (self.table, self.about(action));
        let text = about.print.map(|print| &table.kit.prints[print].what);
        Some(match name {
            "price" => self.price(action, &about).into(),
            "own_bid" => match (self.point, self.before.last(), action) {
                (_, _, Action::Lot(lot)) | (point::AMOUNT, Some(&Action::Lot(lot)), _) => {
                    (leader(&table.chips[usize::from(lot)]) == Some(self.seat)).into()
                }
                _ => 0.0,
            },
            "slot_day" => {
                let day = about.day.or(about.show.and_then(|show| self.day(show)));
                day.map_or(0.0, |day| day as f64 + 1.0)
            }
            "ad" => matches!(text, Some(What::Ad { .. })).into(),
            "modifier" => matches!(text, Some(What::Modifier { .. })).into(),
            "event" => matches!(text, Some(What::Event(_))).into(),
            "ad_income" => self.ad_income(action, &about),
            "swing" => self.swing(&about).into(),
            "chance_gain" => {
                let today = |_| table.networks[self.seat].on_day(table.day);
                by_card(&about, today, |print, show| {
                    let then = played(table, print, show, about.chosen);
                    chance(&then, show) - chance(table, show)
                })
            }
            "relief" => {
                let own = |print| {
                    let mut own = table.targets(self.seat, print);
                    own.retain(|show| self.owner(*show) == Some(self.seat));
                    own
                };
                by_card(&about, own, |print, show| {
                    let then = played(table, print, show, None);
                    jump_chance(table, show) - jump_chance(&then, show)
                })
            }
            "draws" => match text {
                Some(What::Event(Effect::DrawCards(cards))) => (*cards).into(),
                _ => 0.0,
            },
            "their_money" => match action {
                Action::Seat(other) => table.networks[usize::from(other)].money.into(),
                _ => 0.0,
            },
            _ => about.show.map_or(0.0, |show| self.program(show, about.day, name)),
        })
    }

    fn of_call(&self, name: &str, arguments: &[usize]) -> f64 {
        let (table, k) = (self.table, arguments[0]);
        if k >= table.players() {
            return 0.0;
        }
        let player = (self.seat + k) % table.players();
        let value = match (name, arguments) {
            ("genre_total", [_, day @ 1..=5, genre @ 1..=4]) => {
                table.genre_total(player, day - 1, genre - 1).unwrap_or(0)
            }
            ("genre_total", _) => 0,
            ("player_points", _) => table.networks[player].points,
            ("player_money", _) => table.networks[player].money,
            other => panic!("no function {other:?}"),
        };
        value.into()
    }
}

struct About {
    show: Option<usize>,
    print: Option<usize>,
    chosen: Option<u8>,
    day: Option<usize>,
}

impl Eye<'_> {
    fn about(&self, action: Action) -> About {
        let table = self.table;
        let last_show = self.before.iter().rev().find_map(|action| match action {
            Action::Program(show) => Some(usize::from(*show)),
            _ => None,
        });
        let show = match (self.point, self.before.last().copied(), action) {
            (_, _, Action::Lot(lot)) | (point::AMOUNT, Some(Action::Lot(lot)), _) => {
                Some(table.lots[usize::from(lot)])
            }
            (_, _, Action::Buy(place)) => {
                table.display[usize::from(place / 4)][usize::from(place % 4)]
            }
            (
                _,
                _,
                Action::Place(show)
                | Action::Bump(show)
                | Action::Drop(show)
                | Action::Move(show)
                | Action::Program(show),
            )
            | (point::SLOT, Some(Action::Place(show) | Action::Move(show)), _) => Some(show.into()),
            // The Program just bought is the last in hand.
            (point::SLOT, ..) => table.networks[self.seat].waiting.last().copied(),
            (point::DETAIL | point::COVER, ..) => last_show,
            _ => None,
        };
        let print = match action {
            Action::Play(print) | Action::Card(print) => Some(print.into()),
            _ => table.played,
        };
        let (chosen, day) = match action {
            Action::Number(chosen) | Action::Genre(chosen) => (Some(chosen), None),
            Action::Slot(slot) => (None, Some(usize::from(slot) / 2)),
            _ => (None, None),
        };
        About { show, print, chosen, day }
    }

    fn owner(&self, show: usize) -> Option<usize> {
        self.table
            .networks
            .iter()
            .position(|it| it.on_air().contains(&show) || it.waiting.contains(&show))
    }

    fn day(&self, show: usize) -> Option<usize> {
        self.table.networks[self.owner(show)?].day_of(show)
    }

    fn program(&self, show: usize, slot_day: Option<usize>, name: &str) -> f64 {
        let (table, seat) = (self.table, self.seat);
        let printed = &table.kit.shows[show];
        let level = |genre| table.level(show, genre).unwrap_or(0);
        let value = match name {
            "levels" => (0..4).map(level).sum(),
            "comedy" | "news" | "drama" | "niche" => {
                let genre = GENRES.iter().position(|genre| genre.to_lowercase() == name);
                level(genre.expect("a genre"))
            }
            "genres" => (0..4).filter(|it| table.level(show, *it).is_some()).count() as u32,
            "pips" => pips(table, show),
            "hit_chance" => return chance(table, show),
            "hour" => printed.hour.into(),
            "symbols" => printed.symbols.count_ones(),
            "counters" => table.runs[show].counters,
            "own" => (self.owner(show) == Some(seat)).into(),
            "today" => (self.day(show) == Some(table.day)).into(),
            "fits" => (!table.open_slots(seat, show).is_empty()).into(),
            "gain" => match (slot_day, self.owner(show), self.day(show)) {
                (Some(day), ..) => gain(table, seat, show, day),
                (None, Some(owner), Some(day)) => gain(table, owner, show, day),
                _ => {
                    let slots = table.open_slots(seat, show).into_iter();
                    slots.map(|slot| gain(table, seat, show, slot / 2)).max().unwrap_or(0)
                }
            },
            "worth" => return self.worth(show, slot_day),
            "jump_chance" => return jump_chance(table, show),
            "revenue" => revenue(table, show),
            other => panic!("no feature {other}"),
        };
        value.into()
    }

    /// The expected points of a Program for its owner over the remaining weeks; `statistics::worth`
    /// compares them with the points that Programs actually add.
    fn worth(&self, show: usize, slot_day: Option<usize>) -> f64 {
        let table = self.table;
        let owner = self.owner(show).unwrap_or(self.seat);
        let lead = |day, genre: usize, total: u32| -> f64 {
            let others = (0..table.players()).filter(|other| *other != owner);
            let chance = |other| match table.genre_total(other, day, genre) {
                Some(shown) => f64::from(u8::from(total >= shown)),
                None => {
                    let all = &table.kit.shows;
                    let no_more =
                        |it: &&Show| it.levels.get(genre as u8).is_none_or(|level| level <= total);
                    all.iter().filter(no_more).count() as f64 / all.len() as f64
                }
            };
            others.map(chance).product()
        };
        let led = |day, shows: &[usize]| -> f64 {
            let of = |genre| Some(lead(day, genre, table.total_of(shows, genre)?));
            (0..4).filter_map(of).sum()
        };
        let on = |day: usize| {
            let mut rest = table.networks[owner].on_day(day);
            rest.retain(|other| *other != show);
            led(day, &[&rest[..], &[show]].concat()) - led(day, &rest)
        };
        let days = match slot_day.or(self.day(show)) {
            Some(day) => vec![day],
            None => table.open_slots(owner, show).into_iter().map(|slot| slot / 2).collect(),
        };
        let best = days.into_iter().map(on).fold(0.0, f64::max);
        best * (table.kit.weeks - table.week) as f64
    }

    fn price(&self, action: Action, about: &About) -> u32 {
        let table = self.table;
        match (action, self.before.last()) {
            (Action::Amount(dollars), _) => dollars,
            (Action::Lot(lot), _) => {
                table.chips[usize::from(lot)].iter().max().expect("players") + 1
            }
            (Action::Buy(place), _) => {
                table.kit.rules.rows[usize::from(place / 4)][usize::from(place % 4)]
            }
            (Action::Bump(_), _) => table.kit.rules.bump,
            (Action::Play(print) | Action::Card(print), _) => {
                table.kit.prints[usize::from(print)].cost.into()
            }
            (Action::Slot(slot), Some(Action::Move(_))) => {
                let show = about.show.expect("it moves");
                table.kit.rules.bump * table.in_the_way(self.seat, show, slot.into()).len() as u32
            }
            _ => 0,
        }
    }

    /// The expected dollars per week of an Ad, or of any card as an Ad if no card is given.
    fn ad_income(&self, action: Action, about: &About) -> f64 {
        let table = self.table;
        let sponsors = action == Action::Sponsor
            || self.point == point::TARGET && self.before.last() == Some(&Action::Sponsor);
        if about.print.is_none() && !sponsors {
            return 0.0;
        }
        let income = |show: usize| {
            let pays = match about.print.map(|print| &table.kit.prints[print].what) {
                None => table.kit.rules.on_hit,
                Some(What::Ad { symbols, dollars, .. }) => {
                    u32::from(*dollars) * table.matching(*symbols, show)
                }
                Some(_) => return 0.0,
            };
            let there = ads(table, show);
            let room = there.len() < if table.kit.shows[show].hour { 2 } else { 1 };
            let less = if room { 0 } else { *there.iter().min().expect("an old Ad") };
            chance(table, show) * (f64::from(pays) - f64::from(less))
        };
        match about.show {
            Some(show) => income(show),
            None => table.networks[self.seat].on_air().into_iter().map(income).fold(0.0, f64::max),
        }
    }

    /// The change of the player's lead by a card.
    fn swing(&self, about: &About) -> i32 {
        let (table, seat) = (self.table, self.seat);
        let Some(print) = about.print else { return 0 };
        let lead_by = |show, chosen| lead(&played(table, print, show, chosen), seat);
        let on = |show: usize| {
            let genres = |wanted: bool| -> Vec<Option<u8>> {
                let has = |genre: &u8| table.level(show, usize::from(*genre)).is_some();
                (0..4).filter(|genre| has(genre) == wanted).map(Some).collect()
            };
            let choices = match &table.kit.prints[print].what {
                _ if about.chosen.is_some() => vec![about.chosen],
                What::Modifier { change: Some(Change::RaiseGenre(_)), .. } => genres(true),
                What::Modifier { change: Some(Change::AddGenre(_)), .. } => genres(false),
                _ => vec![None],
            };
            choices.into_iter().map(|chosen| lead_by(show, chosen)).max()
        };
        let best = match (about.show, &table.kit.prints[print].what) {
            (None, What::Event(Effect::GenreWorth(..))) => Some(lead_by(0, None)),
            // This Event is played on no Program.
            (Some(_), What::Event(Effect::GenreWorth(..))) => None,
            (Some(show), _) => on(show),
            (None, _) => {
                let mut today = table.targets(seat, print);
                let shown = |show: &usize| {
                    table.networks.iter().any(|it| it.on_day(table.day).contains(show))
                };
                today.retain(shown);
                today.into_iter().filter_map(on).max()
            }
        };
        best.map_or(0, |best| best - lead(table, seat))
    }
}

/// The effect of a card on its Program, else the maximum over the Programs `those`; at least 0.
fn by_card(
    about: &About,
    those: impl Fn(usize) -> Vec<usize>,
    does: impl Fn(usize, usize) -> f64,
) -> f64 {
    match (about.print, about.show) {
        (None, _) => 0.0,
        (Some(print), Some(show)) => does(print, show),
        (Some(print), None) => {
            those(print).into_iter().map(|show| does(print, show)).fold(0.0, f64::max)
        }
    }
}

fn leader(chips: &[u32]) -> Option<usize> {
    let most = chips.iter().max().filter(|most| **most > 0)?;
    chips.iter().position(|chips| chips == most)
}

/// The number of genres of a day that a player with these totals leads or shares.
fn led_with(table: &Table, player: usize, day: usize, totals: [Option<u32>; 4]) -> u32 {
    let others = |genre| {
        let others = (0..table.players()).filter(move |other| *other != player);
        others.map(move |other| table.genre_total(other, day, genre))
    };
    let leads =
        |genre: &usize| totals[*genre].is_some() && others(*genre).all(|it| it <= totals[*genre]);
    (0..4).filter(leads).count() as u32
}

fn led(table: &Table, player: usize, day: usize) -> u32 {
    let totals = std::array::from_fn(|genre| table.genre_total(player, day, genre));
    led_with(table, player, day, totals)
}

/// The number of genres that a player leads on a day with a Program, minus that without it.
fn gain(table: &Table, player: usize, show: usize, day: usize) -> u32 {
    let mut rest = table.networks[player].on_day(day);
    rest.retain(|other| *other != show);
    let with = [&rest[..], &[show]].concat();
    let totals = |shows: &[usize]| std::array::from_fn(|genre| table.total_of(shows, genre));
    led_with(table, player, day, totals(&with)) - led_with(table, player, day, totals(&rest))
}

/// The number of the 36 rolls of two dice that show a Hit#.
fn pips(table: &Table, show: usize) -> u32 {
    let sums = (1..=6).flat_map(|a| (1..=6).map(move |b| a + b));
    sums.filter(|sum| table.hits(show).contains(sum)).count() as u32
}

/// The probability that either of two pairs of dice shows a Hit# (EC-36).
fn chance(table: &Table, show: usize) -> f64 {
    let one = f64::from(pips(table, show)) / 36.0;
    one + (1.0 - one) * one
}

/// The probability that a Program Jumps the Shark (EC-48).
fn jump_chance(table: &Table, show: usize) -> f64 {
    if table.changes(show).iter().any(|(change, _)| *change == Change::NoShark) {
        return 0.0;
    }
    (1..=6).filter(|face| *face < table.runs[show].counters).count() as f64 / 6.0
}

fn ads(table: &Table, show: usize) -> Vec<u32> {
    let pays = |card: &Attached| match &table.kit.prints[card.print].what {
        _ if card.face_down => Some(table.kit.rules.on_hit),
        What::Ad { symbols, dollars, .. } => {
            Some(u32::from(*dollars) * table.matching(*symbols, show))
        }
        _ => None,
    };
    table.runs[show].cards.iter().filter_map(pays).collect()
}

fn revenue(table: &Table, show: usize) -> u32 {
    ads(table, show).iter().sum()
}

/// The table after a card is played, as far as hits, levels, counters and points are concerned.
fn played(table: &Table, print: usize, show: usize, chosen: Option<u8>) -> Table {
    let mut then = table.clone();
    match table.kit.prints[print].what {
        What::Modifier { .. } => then.runs[show].cards.push(Attached::open(print, chosen)),
        What::Event(Effect::AddCounters(counters)) => then.place_counters(show, counters.into()),
        What::Event(Effect::RemoveCounters(counters)) => {
            let there = &mut then.runs[show].counters;
            *there = there.saturating_sub(counters.into());
        }
        What::Event(Effect::GenreWorth(..)) => then.events.push(print),
        _ => {}
    }
    then
}

/// A player's points of today with the current totals, minus the maximum of the others.
fn lead(table: &Table, player: usize) -> i32 {
    let mut today = table.clone();
    today.networks.iter_mut().for_each(|network| network.points = 0);
    today.score();
    let points: Vec<i32> = today.networks.iter().map(|network| network.points as i32).collect();
    let others = points.iter().enumerate().filter(|(other, _)| *other != player);
    points[player] - others.map(|(_, points)| *points).max().expect("one")
}
