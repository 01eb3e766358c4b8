//! How near `place_chance` comes to the truth: against plain races from where random games stand at
//! random moments, which share no code with it.

use std::sync::Arc;

use pushluck::game::contract::Log;
use pushluck::game::play::play_anyhow;
use pushluck::games::long_shot::compiled::Game;
use pushluck::games::long_shot::edition::Edition;
use pushluck::games::long_shot::event::Event;
use pushluck::games::long_shot::rules::Rules;
use pushluck::games::long_shot::state::State;
use pushluck::games::long_shot::track::Track;

/// Where a game stands at the beginning of round `round`.
struct At {
    round: u32,
    state: Option<State>,
}

impl Log<Game> for At {
    fn tell(&mut self, state: &State, event: Event) {
        if matches!(event, Event::RoundBegins { .. }) && state.round == self.round {
            self.state = Some(*state);
        }
    }
}

/// A generator of its own (SplitMix64).
struct Luckless(u64);

impl Luckless {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) % bound
    }
}

/// One race from `track` to its end by dice and boxes alone: by horse, its place from 0, or 3 for
/// standing past the No Bet line, or 4.
fn race(track: &Track, dice: &mut Luckless) -> [usize; 8] {
    const MOVEMENT: [u8; 6] = [1, 2, 2, 2, 3, 3];
    let mut at = track.positions();
    let mut placed: Vec<usize> = track.placed()[..track.finishers().into()]
        .iter()
        .map(|horse| usize::from(*horse))
        .collect();
    while placed.len() < 3 {
        let rolled = dice.below(8) as usize;
        let spaces = MOVEMENT[dice.below(6) as usize];
        let marked = (0..8).filter(|horse| track.bar(rolled as u8) >> horse & 1 == 1);
        let steps: Vec<(usize, u8)> =
            [(rolled, spaces)].into_iter().chain(marked.map(|horse| (horse, 1))).collect();
        for (horse, spaces) in steps {
            if placed.contains(&horse) {
                continue;
            }
            at[horse] += spaces;
            if at[horse] >= 16 {
                if placed.len() < 3 {
                    placed.push(horse);
                } else {
                    at[horse] = 15;
                }
            }
        }
    }
    std::array::from_fn(|horse| match placed.iter().position(|placed| *placed == horse) {
        Some(place) => place,
        None if at[horse] >= 12 => 3,
        None => 4,
    })
}

/// Errors of the chances of one place.
#[derive(Clone, Default)]
struct Errors {
    all: Vec<f64>,
    noise: f64,
}

#[test]
fn place_chances_are_close_to_simulated_ones() {
    const RACES: usize = 4_000;
    let rules = Rules::of(Arc::new(Edition::shipped()));
    let game = Game::new(rules, 4);
    let mut errors: [Errors; 4] = Default::default();
    let mut dice = Luckless(7);
    let mut states = 0;
    for number in 0..400 {
        let mut at = At { round: 1 + dice.below(22) as u32, state: None };
        play_anyhow(&game, 5, number, &mut at);
        let Some(state) = at.state.filter(|state| state.track.finishers() < 3) else { continue };
        let track = state.track;
        states += 1;
        let told = game.place_chances(&state);

        let mut counts = [[0_u32; 8]; 5];
        for _ in 0..RACES {
            for (horse, end) in race(&track, &mut dice).into_iter().enumerate() {
                counts[end][horse] += 1;
            }
        }
        for (place, errors) in errors.iter_mut().enumerate() {
            for (horse, count) in counts[place].iter().enumerate() {
                if track.finished() >> horse & 1 == 1 {
                    continue;
                }
                let truth = f64::from(*count) / RACES as f64;
                let told = f64::from(told.chance(horse, place + 1)) / 1e6;
                // What simulation alone is off by: mean absolute deviation of a normal variable.
                let spread = (truth * (1.0 - truth) / RACES as f64).sqrt();
                errors.all.push(100.0 * (told - truth).abs());
                errors.noise += spread * (2.0 / std::f64::consts::PI).sqrt();
            }
        }
    }
    assert!(states > 300, "{states}");
    for (place, Errors { mut all, noise }) in errors.into_iter().enumerate() {
        all.sort_by(f64::total_cmp);
        let n = all.len() as f64;
        let mean = all.iter().sum::<f64>() / n;
        let twentieth = all[all.len() * 19 / 20];
        let largest = all[all.len() - 1];
        println!(
            "place {}: mean error {mean:.2} points (simulation alone {:.2}), one in twenty beyond \
             {twentieth:.1}, largest {largest:.1}, of {n}",
            place + 1,
            100.0 * noise / n,
        );
        // What the module says of itself, with little to spare.
        assert!(mean < 1.1 && twentieth < 3.0 && largest < 14.0);
    }
}
