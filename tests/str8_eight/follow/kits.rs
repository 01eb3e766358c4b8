//! Decks that nobody has printed.

use std::collections::BTreeMap;

use pushluck::game::contract::Luck;

use crate::str8_eight::plain::{Card, Kit, Way};

/// A deck with a sequence of eight, of some colour groups of numbers, of enough cards for four; what
/// follows a number is mostly of its own group, so that a Str8 Eight is nothing rare.
pub(crate) fn random(luck: &mut impl Luck) -> Kit {
    loop {
        let kit = any(luck);
        let numbers = kit.right_side.keys().filter(|number| **number <= kit.bulls_eye_up_to);
        if numbers.into_iter().any(|number| reaches(&kit, *number, 8)) {
            return kit;
        }
    }
}

/// Whether a sequence that begins with a number reaches so many cards.
fn reaches(kit: &Kit, number: u32, cards: u32) -> bool {
    cards == 1 || kit.right_side[&number].iter().any(|next| reaches(kit, *next, cards - 1))
}

fn any(luck: &mut impl Luck) -> Kit {
    let mut below = |bound: u32| luck.below(bound);
    let passes = [Way::Left, Way::Right, Way::Across].map(|way| (way, below(6) as usize));
    let pass_cards: usize = passes.iter().map(|(_, count)| count).sum();
    let numbers = (41 - pass_cards.min(41)).max(8) + below(65 - 41) as usize;
    let highest = [30, 60, 250][below(3) as usize];
    let mut groups: Vec<Vec<u32>> = Vec::new();
    let mut left = numbers;
    while left > 0 {
        let size = (1 + below(12) as usize).min(left);
        left -= size;
        let mut group = Vec::new();
        while group.len() < size {
            let number = 1 + below(highest);
            if !group.contains(&number) {
                group.push(number);
            }
        }
        groups.push(group);
    }
    let mut all: Vec<u32> = groups.concat();
    all.sort_unstable();
    all.dedup();
    let mut right_side = BTreeMap::new();
    for number in &all {
        let greater: Vec<u32> = all.iter().copied().filter(|other| other > number).collect();
        let mut after = Vec::new();
        for group in groups.iter().filter(|group| group.contains(number)) {
            after.extend(group.iter().copied().filter(|other| other > number).min());
        }
        for _ in 0..below(4) {
            after.extend(greater.get(below(greater.len().max(1) as u32) as usize));
        }
        after.sort_unstable();
        after.dedup();
        right_side.insert(*number, after);
    }
    let colours = groups.iter().enumerate();
    let mut deck: Vec<Card> = colours
        .flat_map(|(colour, group)| group.iter().map(move |number| (colour, *number)))
        .map(|(colour, number)| Card::Number { colour, number })
        .collect();
    for (way, count) in passes {
        deck.extend((0..count).map(|which| Card::Pass { way, which }));
    }
    Kit {
        deck,
        right_side,
        bulls_eye_up_to: all[below(all.len() as u32) as usize],
        pass_penalty: [0, 50, 1000][below(3) as usize],
        target: [1, 100, 500][below(3) as usize],
        max_turns: 1 + below(400),
        max_hands: 1 + below(4),
        keep_taken: below(2) == 0,
    }
}

/// Four colour groups of sixteen numbers that only their own numbers follow, but for one number in
/// eight: a Str8 Eight is common.
pub(crate) fn apart() -> Kit {
    let number = |colour: usize, place: u32| 4 * place + colour as u32 + 1;
    let cards = (0..4).flat_map(|colour| (0..16).map(move |place| (colour, number(colour, place))));
    let deck: Vec<Card> =
        cards.clone().map(|(colour, number)| Card::Number { colour, number }).collect();
    let after = |(colour, number): (usize, u32)| {
        let own = cards.clone().filter(|(other, later)| *other == colour && *later > number);
        let mut after: Vec<u32> = own.map(|(_, later)| later).collect();
        if number % 8 == 3 {
            after.insert(0, number + 1);
        }
        (number, after)
    };
    let right_side = cards.clone().map(after).collect();
    let table = Kit::multiplication_table(2, 2, 2);
    let passes = table.deck.into_iter().filter(|card| matches!(card, Card::Pass { .. }));
    Kit {
        deck: deck.into_iter().chain(passes).collect(),
        right_side,
        target: 400,
        max_turns: 300,
        max_hands: 4,
        ..table
    }
}
