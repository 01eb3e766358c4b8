//! What the solved turn is made of: its cache, its vectors.

use pushluck::games::eight_seconds::optimal::cache::Store;
use pushluck::games::eight_seconds::optimal::dice_index::Shape;

use crate::eight_seconds::common::game;

#[test]
fn a_store_keeps_what_was_asked_for_and_stays_within_its_bounds() {
    let store = Store::new(320);
    for key in 0..10_000_u32 {
        store.insert(key, key * 2);
        assert_eq!(store.get(&key), Some(key * 2));
        // The first one is asked for again and again and is never lost.
        assert_eq!(store.get(&0), Some(0));
        let kept = store.shards.iter().map(|shard| {
            let shard = shard.lock().unwrap();
            shard.young.len() + shard.old.len()
        });
        assert!(kept.sum::<usize>() <= 320);
    }
    assert!(store.get(&1).is_none());
}

#[test]
fn vectors_change_no_bit() {
    let game = game("", 1);
    let wide = Shape::new(&game.dice, &game.kinds);
    let mut portable = wide.clone();
    portable.wide = false;
    let values: Vec<f64> = (0..wide.lies()).map(|lie| (lie * 7919 % 1000) as f64 / 7.0).collect();
    let rerolled = |shape: &Shape| {
        let (mut values, mut room) = (values.clone(), values.clone());
        shape.reroll(&mut values, &mut room);
        values
    };
    assert_eq!(rerolled(&wide), rerolled(&portable));
}
