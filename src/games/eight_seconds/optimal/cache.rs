//! What was solved, within bounds: the most recent of it.
//!
//! Two generations: what is asked for moves to the younger one, and when that is half of all that
//! may be kept, the older one goes. Everything kept follows from its key alone, so nothing depends
//! on what is still there, on the order of questions or on threads.

use std::hash::{BuildHasher, Hash};
use std::sync::{Mutex, PoisonError};

use rustc_hash::{FxBuildHasher, FxHashMap};

const SHARDS: usize = 16;

/// Values by their keys, at most so many of them.
#[derive(Debug)]
pub(super) struct Store<K, V> {
    shards: [Mutex<Generations<K, V>>; SHARDS],
    /// The most in one generation of a shard.
    most: usize,
}

#[derive(Debug)]
struct Generations<K, V> {
    young: FxHashMap<K, V>,
    old: FxHashMap<K, V>,
}

impl<K: Hash + Eq + Copy, V: Clone> Store<K, V> {
    /// A store of at most `most` values, and a few at least.
    pub(super) fn new(most: usize) -> Self {
        let empty = || Generations { young: FxHashMap::default(), old: FxHashMap::default() };
        let shards = std::array::from_fn(|_| Mutex::new(empty()));
        Self { shards, most: (most / (2 * SHARDS)).max(4) }
    }

    fn shard(&self, key: &K) -> std::sync::MutexGuard<'_, Generations<K, V>> {
        let shard = FxBuildHasher.hash_one(key) >> 32;
        let shard = &self.shards[shard as usize % SHARDS];
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The value of a key, if it is there.
    pub(super) fn get(&self, key: &K) -> Option<V> {
        let mut shard = self.shard(key);
        if let Some(value) = shard.young.get(key) {
            return Some(value.clone());
        }
        let value = shard.old.remove(key)?;
        self.put(&mut shard, *key, value.clone());
        Some(value)
    }

    /// Keeps a value.
    pub(super) fn insert(&self, key: K, value: V) {
        self.put(&mut self.shard(&key), key, value);
    }

    fn put(&self, shard: &mut Generations<K, V>, key: K, value: V) {
        if shard.young.len() >= self.most {
            shard.old = std::mem::take(&mut shard.young);
        }
        shard.young.insert(key, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
