//! A day: who is first, hits, revenue, scoring, durations; and the end of a week.

use pushluck::games::eight_seven_central::action::Outcome;

use super::kit::{Change, Effect, Lasts, What};
use super::{Guide, Table, is_ad, stays};

impl Table {
    pub(super) fn play_day(&mut self, guide: &mut impl Guide) {
        self.pass_player_1();
        let order = self.order(self.player_1);
        for player in &order {
            self.turn(*player, guide);
        }
        let hits = self.roll(guide);
        for show in &hits {
            self.seen.note("hits", 1);
            self.place_counters(*show, self.counters_per_hit());
        }
        // EC-39
        for player in order {
            self.collect(player, &hits, guide);
        }
        self.score();
        self.end_durations_of_day();
    }

    /// Determines Player 1 (EC-28, EC-Q1 to EC-Q3).
    fn pass_player_1(&mut self) {
        let score = |player: usize| (self.networks[player].points, self.networks[player].money);
        let best = (0..self.players()).map(score).max().expect("a player");
        let mut player = self.player_1;
        loop {
            // To the right.
            player = (player + self.players() - 1) % self.players();
            if score(player) == best {
                self.player_1 = player;
                return;
            }
        }
    }

    /// The Programs of today that hit (EC-35 to EC-37).
    fn roll(&mut self, guide: &mut impl Guide) -> Vec<usize> {
        let ways = |sum: u8| u64::from(6 - sum.abs_diff(7));
        let sums = (2..=12).flat_map(|a| (2..=12).map(move |b| (a, b)));
        let possible = sums.map(|(a, b)| (Outcome::Dice(a, b), ways(a) * ways(b))).collect();
        let Outcome::Dice(a, b) = guide.chance(self, possible) else { panic!("dice") };
        let today = self.networks.iter().flat_map(|network| network.on_day(self.day));
        today.filter(|show| self.hits(*show).iter().any(|hit| *hit == a || *hit == b)).collect()
    }

    /// The Ratings Counters that a hit adds (EC-38; Sweeps Week).
    fn counters_per_hit(&self) -> u32 {
        let more = self.in_play().into_iter().filter_map(|effect| match effect {
            Effect::CountersPerHit(counters) => Some(counters),
            _ => None,
        });
        more.max().unwrap_or(1).into()
    }

    /// The dollars of an Ad after Events; Recession overrides Ad Boom.
    pub(super) fn ad_dollars(&self, dollars: u32) -> u32 {
        let effects = self.in_play();
        let times = effects.iter().filter_map(|effect| match effect {
            Effect::AdsTimes(times) => Some(u32::from(*times)),
            _ => None,
        });
        let times = times.max().unwrap_or(1);
        if effects.contains(&Effect::AdsPayNothing) { 0 } else { dollars * times }
    }

    pub(crate) fn matching(&self, symbols: u8, show: usize) -> u32 {
        (symbols & self.kit.shows[show].symbols).count_ones()
    }

    /// Collects a player's revenue for hits (EC-40, EC-41, EC-Q22).
    fn collect(&mut self, player: usize, hits: &[usize], guide: &mut impl Guide) {
        let (mut earned, mut cards) = (0, 0);
        for show in self.networks[player].on_day(self.day) {
            if !hits.contains(&show) {
                continue;
            }
            for card in &self.runs[show].cards {
                if card.face_down {
                    // EC-56
                    earned += self.ad_dollars(self.kit.rules.on_hit);
                    continue;
                }
                match &self.kit.prints[card.print].what {
                    What::Ad { symbols, dollars, cards: each } => {
                        let matching = self.matching(*symbols, show);
                        earned += self.ad_dollars(u32::from(*dollars) * matching);
                        cards += u32::from(*each) * matching;
                    }
                    What::Modifier { change: Some(Change::PayOnHit(dollars)), .. } => {
                        earned += u32::from(*dollars);
                    }
                    _ => {}
                }
            }
        }
        self.networks[player].money += earned;
        for _ in 0..cards {
            if !self.draw_to_hand(player, guide) {
                break;
            }
        }
    }

    /// A Genre Total (EC-43, EC-Q24, EC-Q25); `None` if the player shows no Program of the genre.
    pub(crate) fn genre_total(&self, player: usize, day: usize, genre: usize) -> Option<u32> {
        self.total_of(&self.networks[player].on_day(day), genre)
    }

    /// The total of some Programs of a day in a genre.
    pub(crate) fn total_of(&self, shows: &[usize], genre: usize) -> Option<u32> {
        let mut total = None;
        for &show in shows {
            let ignored = self.changes(show).iter().any(|(it, _)| *it == Change::NoScoring);
            if let (false, Some(level)) = (ignored, self.level(show, genre)) {
                total = Some(total.unwrap_or(0) + level + self.runs[show].counters);
            }
        }
        total
    }

    /// EC-42, EC-44, EC-45
    pub(crate) fn score(&mut self) {
        for genre in 0..4 {
            let totals: Vec<Option<u32>> =
                (0..self.players()).map(|it| self.genre_total(it, self.day, genre)).collect();
            let Some(best) = totals.iter().copied().flatten().max() else { continue };
            let worth = self.in_play().into_iter().filter_map(|effect| match effect {
                Effect::GenreWorth(of, points) if usize::from(of) == genre => Some(points.into()),
                _ => None,
            });
            let worth = worth.max().unwrap_or(1);
            let winners = (0..self.players()).filter(|player| totals[*player] == Some(best));
            let winners: Vec<usize> = winners.collect();
            self.seen.note("ties", usize::from(winners.len() > 1));
            for player in winners {
                self.networks[player].points += worth;
            }
        }
    }

    /// EC-46
    fn end_durations_of_day(&mut self) {
        for player in 0..self.players() {
            for show in self.networks[player].on_day(self.day) {
                self.discard_from(show, |kit, card| stays(kit, card) == Lasts::Day);
            }
        }
        self.end_events(Lasts::Day);
    }

    fn end_events(&mut self, stay: Lasts) {
        let events = std::mem::take(&mut self.events);
        let (gone, left) = events.into_iter().partition(|it| self.kit.prints[*it].lasts == stay);
        self.events = left;
        self.discards.extend::<Vec<usize>>(gone);
    }

    /// EC-47, EC-Q29
    pub(super) fn end_durations_of_week(&mut self) {
        for show in 0..self.runs.len() {
            self.discard_from(show, |kit, card| stays(kit, card) == Lasts::Week);
        }
        self.end_events(Lasts::Week);
    }

    /// EC-48, EC-Q26
    pub(super) fn jump_the_shark(&mut self, guide: &mut impl Guide) {
        for show in 0..self.runs.len() {
            let loyal = self.changes(show).iter().any(|(it, _)| *it == Change::NoShark);
            // A Program with fewer than two counters cannot jump.
            if self.runs[show].counters < 2 || loyal {
                continue;
            }
            let faces = (1..=6).map(|face| (Outcome::Die(face), 1)).collect();
            let Outcome::Die(face) = guide.chance(self, faces) else { panic!("a die") };
            if u32::from(face) < self.runs[show].counters {
                self.seen.note("jumped", 1);
                self.runs[show].counters = 0;
            }
        }
    }

    pub(super) fn ads_on(&self, show: usize) -> Vec<usize> {
        let ads = self.runs[show].cards.iter().filter(|card| is_ad(&self.kit, card));
        ads.map(|card| card.print).collect()
    }
}
