//! Parts of the solver of the turn: its cache, its vector operations and its saved values.

use pushluck::games::eight_seconds::optimal::cache::Store;
use pushluck::games::eight_seconds::optimal::dice_index::{Shape, Token};
use pushluck::games::eight_seconds::optimal::{Hand, Known, Rolling};

use std::fs;
use std::path::Path;

use crate::eight_seconds::common::game;
use crate::program::{files, output, pushluck, root};

#[test]
fn a_store_keeps_values_in_use_and_stays_within_its_bounds() {
    let store = Store::new(320);
    for key in 0..10_000_u32 {
        store.insert(key, key * 2);
        assert_eq!(store.get(&key), Some(key * 2));
        // The first value is read repeatedly and never evicted.
        assert_eq!(store.get(&0), Some(0));
        let kept = store.shards.iter().map(|shard| {
            let shard = shard.lock().unwrap();
            shard.young.len() + shard.old.len()
        });
        assert!(kept.sum::<usize>() <= 320);
    }
    assert!(store.get(&1).is_none());
}

/// Compares vector and portable operations with each set of dice; the number of kinds differs
/// between sets, and so do rows and columns.
#[test]
fn vectors_change_no_bit() {
    for rules in ["", "dice=fewer-clowns", "dice=more-clowns"] {
        let game = game(rules, 1);
        let wide = Shape::new(&game.dice, &game.kinds);
        let mut portable = wide.clone();
        portable.wide = false;
        let number = |at: usize| (at * 7919 % 1000) as f64 / 7.0;
        let stops = std::array::from_fn(number);
        let table: Vec<f64> = (0..wide.table_len()).map(number).collect();
        let solved = |shape: &Shape| {
            let room = || vec![0.0; shape.room()];
            let (mut none, mut one, mut rooms) = (room(), room(), [room(), room()]);
            let mut rerolled = vec![0.0; shape.table_len()];
            shape.settle(0, &stops, &[&table], None, &mut none);
            shape.reroll(0, &none, &mut rooms, &mut rerolled);
            let token = Token { cost: 0.5, table: &rerolled, settled: &none };
            shape.settle(1, &stops, &[&table, &table, &table], Some(token), &mut one);
            let rolled = shape.roll(1, &one, 50.0);
            shape.reroll(1, &one, &mut rooms, &mut rerolled);
            (rolled, rerolled)
        };
        assert_eq!(solved(&wide), solved(&portable));
    }
}

/// Every known hand has its own position, and a run reads the values that another run saved.
#[test]
fn known_hands_keep_their_values() {
    let (known, learnt) = (Known::new(7, false), Known::new(7, false));
    let hands =
        (1..1_u32 << 7).flat_map(|bulls| (0..6).map(move |tokens| Hand::new(bulls, tokens, 8)));
    let hands: Vec<Hand> = hands.filter(|hand| known.has(*hand)).collect();
    assert_eq!(2 * hands.len(), known.numbers());
    assert_eq!(known.all(), None);
    let rolling = |place: usize| Rolling { first: place as f64, again: -0.5 };
    for (place, hand) in hands.iter().enumerate() {
        assert_eq!(known.get(*hand), None);
        assert!(known.note(*hand, rolling(place)));
    }
    learnt.learn(&known.all().unwrap());
    for (place, hand) in hands.iter().enumerate() {
        assert_eq!(known.get(*hand), Some(rolling(place)));
        assert_eq!(learnt.get(*hand), Some(rolling(place)));
    }
    assert!(
        !known.note(Hand::new(1, 5, 8), rolling(0)) && !known.note(Hand::new(1, 0, 7), rolling(0))
    );
}

/// The saved values of a deep solution and of another one do not overwrite each other.
#[test]
fn deep_solutions_do_not_replace_others() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("deep_and_other_solutions");
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    let kept = |line: &str| {
        let run = output(pushluck(root(), line).env("PUSHLUCK_CACHE", &folder));
        assert!(run.status.success(), "{line}");
        files(&folder)
    };
    let played = kept("simulate eight-seconds --policy optimal-turn --players 1 --games 1 --quiet");
    let advised = kept("advise eight-seconds --bulls 2-1-1,2-2-1 --quiet");
    assert_eq!((played.len(), advised.len()), (1, 2));
    assert!(played.iter().all(|(name, file)| advised.get(name) == Some(file)));
}
