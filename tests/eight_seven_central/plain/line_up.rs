//! From the first draw to the last week: auctions, placing, the display.

use pushluck::games::eight_seven_central::action::{Action, Outcome};
use pushluck::games::eight_seven_central::vocabulary::point;

use super::kit::Source;
use super::{Guide, Table, take};

impl Table {
    pub(crate) fn play(&mut self, guide: &mut impl Guide) {
        self.set_up(guide);
        let weeks = self.kit.weeks;
        for week in 0..weeks {
            self.week = week;
            for day in 0..5 {
                self.day = day;
                self.play_day(guide);
            }
            self.end_week(week + 1 == weeks, guide);
        }
        self.over = true;
    }

    fn set_up(&mut self, guide: &mut impl Guide) {
        // EC-4
        let seats = (0..self.players()).map(|seat| (Outcome::First(seat as u8), 1)).collect();
        let Outcome::First(first) = guide.chance(self, seats) else { panic!("Player 1 is drawn") };
        self.player_1 = first.into();
        // EC-3
        for player in 0..self.players() {
            for _ in 0..5 {
                self.draw_to_hand(player, guide);
            }
        }
        match self.kit.rules.acquisition {
            Source::Auctions => {
                // EC-8, EC-9
                for round in 0..self.kit.rules.rounds.into() {
                    self.auction((self.player_1 + round) % self.players(), guide);
                    self.rounds_left -= 1;
                }
                self.place_programs(self.player_1, guide);
            }
            Source::Display => {
                self.deal_programs(guide);
                self.fill_display(guide);
                self.keep_programs(guide);
                self.place_programs(self.player_1, guide);
            }
            Source::Random => self.deal_a_week(guide),
        }
    }

    fn auction(&mut self, first: usize, guide: &mut impl Guide) {
        for _ in 0..self.players() {
            let lot = self.draw_program(None, guide);
            self.lots.extend(lot);
        }
        let players = self.players();
        self.chips = vec![vec![0; players]; self.lots.len()];
        let (mut player, mut passes) = (first, 0);
        // EC-15, EC-Q4
        while passes < players && !self.lots.is_empty() {
            self.take_back(player);
            let lots = 0..self.lots.len();
            let most = |lot: usize| self.networks[player].money + self.chips[lot][player];
            // EC-11, EC-12, EC-Q5 to EC-Q7
            let least = |lot: usize| self.chips[lot].iter().max().expect("players") + 1;
            let open = lots.filter(|lot| least(*lot) <= most(*lot));
            let legal = [Action::Pass].into_iter().chain(open.map(|lot| Action::Lot(lot as u8)));
            match guide.decide(self, player, point::BID, legal.collect()) {
                Action::Lot(lot) => {
                    let lot = usize::from(lot);
                    let amounts = (least(lot)..=most(lot)).map(Action::Amount).collect();
                    let Action::Amount(bid) = guide.decide(self, player, point::AMOUNT, amounts)
                    else {
                        panic!("an amount")
                    };
                    let before = self.chips[lot][player];
                    self.pays(player, bid - before);
                    self.chips[lot][player] = bid;
                    passes = 0;
                }
                _ => passes += 1,
            }
            player = (player + 1) % players;
        }
        self.award();
    }

    /// EC-10, EC-13
    fn take_back(&mut self, player: usize) {
        for lot in &mut self.chips {
            if lot.iter().any(|chips| *chips > lot[player]) {
                self.networks[player].money += lot[player];
                lot[player] = 0;
            }
        }
    }

    /// EC-16, EC-17
    fn award(&mut self) {
        let chips = std::mem::take(&mut self.chips);
        for (show, chips) in std::mem::take(&mut self.lots).into_iter().zip(chips) {
            let bidders: Vec<usize> =
                (0..chips.len()).filter(|player| chips[*player] > 0).collect();
            match bidders[..] {
                [] => self.dropped.push(show),
                [winner] => {
                    self.seen.note("sold", 1);
                    self.networks[winner].waiting.push(show);
                }
                _ => panic!("chips of outbid players were not taken back"),
            }
        }
    }

    /// EC-18, EC-21 to EC-26
    fn place_programs(&mut self, first: usize, guide: &mut impl Guide) {
        // EC-Q35
        if self.networks.iter().all(|network| network.waiting.is_empty()) {
            return;
        }
        let (mut player, mut passes) = (first, 0);
        while passes < self.players() {
            let network = &self.networks[player];
            let mut legal = Vec::new();
            // EC-24
            if network.waiting.is_empty() {
                legal.push(Action::Pass);
            }
            for show in &network.waiting {
                // EC-Q8
                let fits = !self.open_slots(player, *show).is_empty();
                let action = if fits { Action::Place } else { Action::Drop };
                legal.push(action(*show as u8));
            }
            // EC-22, EC-Q9, EC-Q12
            if network.money >= self.kit.rules.bump {
                legal.extend(network.on_air().iter().map(|show| Action::Bump(*show as u8)));
            }
            let action = guide.decide(self, player, point::PLACE, legal);
            passes = if action == Action::Pass { passes + 1 } else { 0 };
            match action {
                Action::Place(show) => {
                    let show = usize::from(show);
                    let slots = self.open_slots(player, show);
                    let slot = self.one_of(player, point::SLOT, &slots, Action::Slot, guide);
                    take(&mut self.networks[player].waiting, show);
                    self.takes_slot(player, show, slot);
                }
                Action::Bump(show) => {
                    self.pays(player, self.kit.rules.bump);
                    self.bump(player, show.into());
                }
                Action::Drop(show) => {
                    self.seen.note("dropped", 1);
                    take(&mut self.networks[player].waiting, show.into());
                    self.drop_program(show.into());
                }
                _ => {}
            }
            player = (player + 1) % self.players();
        }
    }

    pub(super) fn bump(&mut self, player: usize, show: usize) {
        self.seen.note("bumped", 1);
        self.leaves_slot(player, show);
        self.networks[player].waiting.push(show);
    }

    /// EC-59, EC-Q36
    fn deal_programs(&mut self, guide: &mut impl Guide) {
        for _ in 0..self.kit.rules.dealt {
            for player in 0..self.players() {
                let show = self.draw_program(None, guide);
                self.networks[player].waiting.extend(show);
            }
        }
    }

    fn keep_programs(&mut self, guide: &mut impl Guide) {
        for player in self.order(self.player_1) {
            while self.networks[player].waiting.len() > self.kit.rules.kept.into() {
                let waiting = &self.networks[player].waiting;
                let show = self.one_of(player, point::KEEP, waiting, Action::Drop, guide);
                take(&mut self.networks[player].waiting, show);
                self.drop_program(show);
            }
        }
    }

    /// Deals one random Program per day to each player (EC-58).
    fn deal_a_week(&mut self, guide: &mut impl Guide) {
        for day in 0..5 {
            for player in 0..self.players() {
                if let Some(show) = self.draw_program(None, guide) {
                    self.takes_slot(player, show, 2 * day);
                }
            }
        }
    }

    /// Refills the rows of the display at their expensive ends (EC-Q36).
    pub(super) fn fill_display(&mut self, guide: &mut impl Guide) {
        for row in 0..2 {
            for place in 0..self.display[row].len() {
                if self.display[row][place].is_none() {
                    self.display[row][place] = self.draw_program(Some(row == 1), guide);
                }
            }
        }
    }

    fn end_week(&mut self, last: bool, guide: &mut impl Guide) {
        // EC-Q26, EC-Q28
        if last {
            return;
        }
        // EC-Q27
        self.end_durations_of_week();
        (self.week, self.day) = (self.week + 1, 0);
        self.jump_the_shark(guide);
        if self.kit.rules.acquisition == Source::Auctions {
            // EC-49, EC-26
            self.auction(self.player_1, guide);
            self.place_programs(self.player_1, guide);
        }
    }
}
