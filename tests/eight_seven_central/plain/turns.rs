//! Turns: up to two actions, with their further decisions.

use pushluck::games::eight_seven_central::action::Action;
use pushluck::games::eight_seven_central::vocabulary::point;

use super::kit::{AdRule, Change, Effect, Lasts, Source, What};
use super::memory::Note;
use super::{Attached, Guide, Table, is_ad, take};

impl Table {
    /// EC-29, EC-Q16
    pub(super) fn turn(&mut self, player: usize, guide: &mut impl Guide) {
        for left in [2, 1] {
            self.actions_left = left;
            let legal = self.legal_actions(player);
            match guide.decide(self, player, point::ACTION, legal) {
                Action::Refill => self.refill(player, guide),
                Action::Fundraise => self.fundraise(player, guide),
                Action::Play(print) => self.play_card(player, print.into(), guide),
                Action::Sponsor => self.sponsor(player, guide),
                Action::Buy(place) => self.buy(player, place.into(), guide),
                Action::Move(show) => self.move_program(player, show.into(), guide),
                _ => break,
            }
        }
        self.actions_left = 0;
    }

    fn legal_actions(&self, player: usize) -> Vec<Action> {
        let network = &self.networks[player];
        let mut legal = vec![Action::Pass];
        if !network.hand.is_empty() || self.cards_left() {
            legal.push(Action::Refill);
        }
        if !network.hand.is_empty() {
            legal.push(Action::Fundraise);
        }
        let playable = self.different(&network.hand).into_iter();
        let playable = playable.filter(|print| self.may_play(player, *print));
        legal.extend(playable.map(|print| Action::Play(print as u8)));
        // EC-56, EC-60
        let any_card = self.kit.rules.ads != AdRule::Cards;
        if any_card && !network.hand.is_empty() && !network.on_air().is_empty() {
            legal.push(Action::Sponsor);
        }
        if self.kit.rules.acquisition == Source::Display {
            for (row, prices) in self.kit.rules.rows.iter().enumerate() {
                for (place, price) in prices.iter().enumerate() {
                    if self.display[row][place].is_some() && *price <= network.money {
                        legal.push(Action::Buy((4 * row + place) as u8));
                    }
                }
            }
            let own = network.on_air().into_iter().chain(network.waiting.iter().copied());
            let movable = own.filter(|show| !self.destinations(player, *show).is_empty());
            legal.extend(movable.map(|show| Action::Move(show as u8)));
        }
        legal
    }

    fn cards_left(&self) -> bool {
        !self.deck.is_empty() || !self.discards.is_empty()
    }

    /// Each kind of card once, sorted.
    fn different(&self, cards: &[usize]) -> Vec<usize> {
        (0..self.kit.prints.len()).filter(|print| cards.contains(print)).collect()
    }

    /// EC-30
    fn may_play(&self, player: usize, print: usize) -> bool {
        let card = &self.kit.prints[print];
        let affordable = u32::from(card.cost) <= self.networks[player].money;
        affordable
            && match card.what {
                // EC-Q33
                What::Event(_) => true,
                What::Modifier { .. } if self.in_play().contains(&Effect::NoModifiers) => false,
                _ => !self.targets(player, print).is_empty(),
            }
    }

    /// The Programs on which a card may be played.
    pub(crate) fn targets(&self, player: usize, print: usize) -> Vec<usize> {
        let own = self.networks[player].on_air();
        let all = || self.networks.iter().flat_map(super::Network::on_air);
        match &self.kit.prints[print].what {
            // EC-34, EC-Q20
            What::Ad { symbols, .. } => {
                own.into_iter().filter(|show| self.matching(*symbols, *show) > 0).collect()
            }
            What::Modifier { change, .. } => {
                all().filter(|show| change.is_none_or(|it| self.applies(*show, it))).collect()
            }
            What::Event(Effect::AddCounters(_)) => self.networks[player].on_day(self.day),
            // Only Programs with counters can lose one.
            What::Event(Effect::RemoveCounters(_)) => {
                let others = all().filter(|show| !own.contains(show));
                others.filter(|show| self.runs[*show].counters > 0).collect()
            }
            What::Event(_) => Vec::new(),
        }
    }

    /// Whether a Modifier that needs a choice has one on a Program.
    fn applies(&self, show: usize, change: Change) -> bool {
        !matches!(change, Change::RaiseGenre(_) | Change::AddGenre(_) | Change::BlockNumber)
            || !self.choices(show, change).is_empty()
    }

    fn choices(&self, show: usize, change: Change) -> Vec<Action> {
        let genres = |wanted: bool| {
            let those = (0..4).filter(move |genre| self.level(show, *genre).is_some() == wanted);
            those.map(|genre| Action::Genre(genre as u8)).collect()
        };
        match change {
            Change::RaiseGenre(_) => genres(true),
            Change::AddGenre(_) => genres(false),
            Change::BlockNumber => self.numbers(show).into_iter().map(Action::Number).collect(),
            _ => Vec::new(),
        }
    }

    /// Asks the guide for one of `those`, each offered as an action by `kind`.
    pub(super) fn one_of(
        &self,
        player: usize,
        point: u8,
        those: &[usize],
        kind: fn(u8) -> Action,
        guide: &mut impl Guide,
    ) -> usize {
        let legal = those.iter().map(|it| kind(*it as u8)).collect();
        let action = guide.decide(self, player, point, legal);
        *those.iter().find(|it| kind(**it as u8) == action).expect("one of those")
    }

    fn target(&self, player: usize, shows: &[usize], guide: &mut impl Guide) -> usize {
        self.one_of(player, point::TARGET, shows, Action::Program, guide)
    }

    fn play_card(&mut self, player: usize, print: usize, guide: &mut impl Guide) {
        let cost = self.kit.prints[print].cost.into();
        self.pays(player, cost);
        take(&mut self.networks[player].hand, print);
        self.memory.note(Note::Left(player, print));
        self.played = Some(print);
        let targets = self.targets(player, print);
        match self.kit.prints[print].what {
            What::Ad { .. } => {
                let show = self.target(player, &targets, guide);
                self.make_room(player, show, guide);
                self.played = None;
                self.runs[show].cards.push(Attached::open(print, None));
            }
            What::Modifier { change, .. } => {
                let show = self.target(player, &targets, guide);
                let choices = change.map_or_else(Vec::new, |change| self.choices(show, change));
                let chosen = (!choices.is_empty()).then(|| {
                    match guide.decide(self, player, point::DETAIL, choices) {
                        Action::Genre(chosen) | Action::Number(chosen) => chosen,
                        other => panic!("a genre or a number, not {other:?}"),
                    }
                });
                self.played = None;
                self.runs[show].cards.push(Attached::open(print, chosen));
            }
            What::Event(effect) => {
                self.event(player, effect, &targets, guide);
                self.played = None;
                // EC-54
                let immediate = self.kit.prints[print].lasts == Lasts::Immediate;
                (if immediate { &mut self.discards } else { &mut self.events }).push(print);
                if let Effect::DrawCards(cards) = effect {
                    for _ in 0..cards {
                        if !self.draw_to_hand(player, guide) {
                            break;
                        }
                    }
                }
            }
        }
    }

    fn event(&mut self, player: usize, effect: Effect, targets: &[usize], guide: &mut impl Guide) {
        match effect {
            Effect::AddCounters(counters) if !targets.is_empty() => {
                let show = self.target(player, targets, guide);
                self.place_counters(show, counters.into());
            }
            Effect::RemoveCounters(counters) if !targets.is_empty() => {
                let show = self.target(player, targets, guide);
                let there = &mut self.runs[show].counters;
                *there = there.saturating_sub(counters.into());
            }
            Effect::Fine(dollars) => {
                let mut others = self.order(player);
                others.remove(0);
                let other = self.one_of(player, point::TARGET, &others, Action::Seat, guide);
                self.pays(other, self.networks[other].money.min(dollars.into()));
            }
            _ => {}
        }
    }

    /// Discards an old Ad if all Ad slots are taken (EC-33).
    fn make_room(&mut self, player: usize, show: usize, guide: &mut impl Guide) {
        let ads = self.ads_on(show);
        if ads.len() < if self.kit.shows[show].hour { 2 } else { 1 } {
            return;
        }
        let old = self.different(&ads);
        let old = self.one_of(player, point::DETAIL, &old, Action::Instead, guide);
        self.seen.note("replaced", 1);
        let cards = &mut self.runs[show].cards;
        let is_old = |card: &Attached| card.print == old && is_ad(&self.kit, card);
        let at = cards.iter().position(is_old).expect("the old Ad");
        let old = cards.remove(at);
        self.goes(&old);
    }

    /// EC-56, EC-58, EC-60, EC-Q37
    fn sponsor(&mut self, player: usize, guide: &mut impl Guide) {
        let own = self.networks[player].on_air();
        let show = self.target(player, &own, guide);
        self.make_room(player, show, guide);
        let hand = self.different(&self.networks[player].hand);
        let print = self.one_of(player, point::COVER, &hand, Action::Card, guide);
        take(&mut self.networks[player].hand, print);
        self.seen.note("face_down", 1);
        let number = self.memory.cover(player);
        let card = Attached { print, face_down: true, number, chosen: None };
        self.runs[show].cards.push(card);
        let counters =
            if self.kit.rules.ads == AdRule::FlatCard { 1 } else { self.runs[show].counters };
        self.networks[player].money += self.ad_dollars(self.kit.rules.at_once * counters);
    }

    /// EC-31, EC-Q17 to EC-Q19
    fn refill(&mut self, player: usize, guide: &mut impl Guide) {
        let (mut discarded, mut last) = (0, 0);
        loop {
            let network = &self.networks[player];
            let mut legal = Vec::new();
            // EC-Q17
            if discarded > 0 || network.hand.len() < 5 && self.cards_left() {
                legal.push(Action::Pass);
            }
            let price = if discarded == 0 { 0 } else { self.kit.rules.discard };
            if network.money >= price {
                let later = self.different(&network.hand).into_iter().filter(|it| *it >= last);
                legal.extend(later.map(|print| Action::Card(print as u8)));
            }
            match guide.decide(self, player, point::REFILL, legal) {
                Action::Card(print) => {
                    self.pays(player, price);
                    self.discard(player, print.into());
                    (discarded, last) = (discarded + 1, print.into());
                }
                _ => break,
            }
        }
        while self.networks[player].hand.len() < 5 {
            if !self.draw_to_hand(player, guide) {
                break;
            }
        }
    }

    fn discard(&mut self, player: usize, print: usize) {
        take(&mut self.networks[player].hand, print);
        self.memory.note(Note::Left(player, print));
        self.discards.push(print);
    }

    /// EC-32
    fn fundraise(&mut self, player: usize, guide: &mut impl Guide) {
        let hand = self.different(&self.networks[player].hand);
        let print = self.one_of(player, point::FUNDRAISE, &hand, Action::Card, guide);
        self.discard(player, print);
        self.networks[player].money += self.kit.rules.fundraising;
    }

    /// EC-55, EC-Q36
    fn buy(&mut self, player: usize, place: usize, guide: &mut impl Guide) {
        let (row, place) = (place / 4, place % 4);
        self.pays(player, self.kit.rules.rows[row][place]);
        let show = self.display[row].remove(place).expect("a Program");
        self.display[row].push(None);
        self.seen.note("bought", 1);
        self.networks[player].waiting.push(show);
        let slots = self.open_slots(player, show);
        let slots = slots.into_iter().map(|slot| Action::Slot(slot as u8));
        let legal = slots.chain([Action::Hold]).collect();
        if let Action::Slot(slot) = guide.decide(self, player, point::SLOT, legal) {
            take(&mut self.networks[player].waiting, show);
            self.takes_slot(player, show, slot.into());
        }
        self.fill_display(guide);
    }

    /// The Programs to bump when a Program moves to a slot.
    pub(crate) fn in_the_way(&self, player: usize, show: usize, slot: usize) -> Vec<usize> {
        let network = &self.networks[player];
        if self.kit.shows[show].hour {
            network.on_day(slot / 2)
        } else {
            network.slots[slot].into_iter().collect()
        }
    }

    /// The slots to which a Program may move: on another day, if the Programs in the way can be
    /// bumped.
    fn destinations(&self, player: usize, show: usize) -> Vec<usize> {
        let network = &self.networks[player];
        let mut found = Vec::new();
        for day in (0..5).filter(|day| network.day_of(show) != Some(*day)) {
            let slots: Vec<usize> = match network.on_day(day)[..] {
                // Equivalent slots count once.
                _ if self.kit.shows[show].hour => vec![2 * day],
                [] => vec![2 * day],
                [one] if self.kit.shows[one].hour => vec![2 * day],
                _ => vec![2 * day, 2 * day + 1],
            };
            let cost = |slot: usize| {
                self.kit.rules.bump * self.in_the_way(player, show, slot).len() as u32
            };
            found.extend(slots.into_iter().filter(|slot| cost(*slot) <= network.money));
        }
        found
    }

    fn move_program(&mut self, player: usize, show: usize, guide: &mut impl Guide) {
        let slots = self.destinations(player, show);
        let slot = self.one_of(player, point::SLOT, &slots, Action::Slot, guide);
        self.seen.note("moved", 1);
        let bumped = self.in_the_way(player, show, slot);
        self.pays(player, self.kit.rules.bump * bumped.len() as u32);
        for other in bumped {
            self.bump(player, other);
        }
        if self.networks[player].waiting.contains(&show) {
            take(&mut self.networks[player].waiting, show);
        } else {
            self.leaves_slot(player, show);
        }
        self.takes_slot(player, show, slot);
    }
}
