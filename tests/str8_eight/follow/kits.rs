//! Random and special decks for tests.

use std::collections::BTreeMap;

use pushluck::game::contract::RandomSource;
use pushluck::games::str8_eight::cards::Printed;
use pushluck::games::str8_eight::engine::Rules;

use super::RULES;
use crate::str8_eight::plain::Kit;

/// Draws a deck with a sequence of eight and enough cards for four players. Numbers are mostly
/// followed by numbers of their own colour group, so Str8 Eights are not rare.
pub(crate) fn random(random: &mut impl RandomSource) -> Kit {
    loop {
        let kit = any(random);
        if kit.has_eight() {
            return kit;
        }
    }
}

fn any(random: &mut impl RandomSource) -> Kit {
    let mut below = |bound: usize| random.below(bound as u32) as usize;
    let passes = [below(6), below(6), below(6)];
    let numbers = 41 - passes.iter().sum::<usize>() + below(65 - 41);
    let highest = [30, 60, 250][below(3)];
    let mut groups: Vec<Vec<u8>> = Vec::new();
    let mut left = numbers;
    while left > 0 {
        let size = (1 + below(12)).min(left);
        left -= size;
        let mut group = Vec::new();
        while group.len() < size {
            let number = 1 + below(highest) as u8;
            if !group.contains(&number) {
                group.push(number);
            }
        }
        groups.push(group);
    }
    let mut all: Vec<u8> = groups.concat();
    all.sort_unstable();
    all.dedup();
    let mut right_side = BTreeMap::new();
    for number in &all {
        let greater: Vec<u8> = all.iter().copied().filter(|other| other > number).collect();
        let mut after = Vec::new();
        for group in groups.iter().filter(|group| group.contains(number)) {
            after.extend(group.iter().copied().filter(|other| other > number).min());
        }
        for _ in 0..below(4) {
            after.extend(greater.get(below(greater.len().max(1))));
        }
        right_side.insert(*number, after);
    }
    let printed = (0..).zip(&groups).flat_map(|(colour, group)| {
        group.iter().map(move |value| Printed { value: *value, colour })
    });
    let bulls_eye_up_to = all[below(all.len())];
    let rules = Rules {
        pass_penalty: [0, 50, 1000][below(3)],
        targets: [[1, 100, 500][below(3)]; 2],
        max_turns: 1 + below(400) as u32,
        max_hands: 1 + below(4) as u32,
        keep_taken: below(2) == 0,
    };
    Kit::new(printed.collect(), passes, right_side, bulls_eye_up_to, rules)
}

/// Four colour groups of sixteen numbers. Numbers are followed only by numbers of their own group,
/// except one number in eight; Str8 Eights are common.
pub(crate) fn apart() -> Kit {
    let values = |colour: u8| (0..16).map(move |place| 4 * place + colour + 1);
    let cards =
        (0..4).flat_map(|colour| values(colour).map(move |value| Printed { value, colour }));
    let after = |Printed { value, colour }| {
        let mut after: Vec<u8> = values(colour).filter(|later| *later > value).collect();
        if value % 8 == 3 {
            after.push(value + 1);
        }
        (value, after)
    };
    let right_side = cards.clone().map(after).collect();
    let rules = Rules { targets: [400; 2], max_turns: 300, max_hands: 4, ..RULES };
    Kit::new(cards.collect(), [2; 3], right_side, 8, rules)
}
