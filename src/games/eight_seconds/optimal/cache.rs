//! A bounded cache of solved values in two generations.
//!
//! A value that is read moves to the young generation; once that holds half of the capacity, the
//! old generation is dropped. Each value is a function of its key, so results do not depend on
//! evictions, on the order of reads or on threads.

use std::hash::{BuildHasher, Hash};
use std::sync::{Mutex, PoisonError};

use rustc_hash::{FxBuildHasher, FxHashMap};

const SHARDS: usize = 16;

/// A bounded map of values by key.
#[derive(Debug)]
pub struct Store<K, V> {
    pub shards: [Mutex<Generations<K, V>>; SHARDS],
    /// Capacity of one generation of a shard.
    most: usize,
}

#[derive(Debug)]
pub struct Generations<K, V> {
    pub young: FxHashMap<K, V>,
    pub old: FxHashMap<K, V>,
}

impl<K: Hash + Eq + Copy, V: Clone> Store<K, V> {
    /// Returns a store of at most `most` values, but of a small minimum size.
    pub fn new(most: usize) -> Self {
        let empty = || Generations { young: FxHashMap::default(), old: FxHashMap::default() };
        let shards = std::array::from_fn(|_| Mutex::new(empty()));
        Self { shards, most: (most / (2 * SHARDS)).max(4) }
    }

    fn shard(&self, key: &K) -> std::sync::MutexGuard<'_, Generations<K, V>> {
        let shard = FxBuildHasher.hash_one(key) >> 32;
        let shard = &self.shards[shard as usize % SHARDS];
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the value of a key, if it is stored.
    pub fn get(&self, key: &K) -> Option<V> {
        let mut shard = self.shard(key);
        if let Some(value) = shard.young.get(key) {
            return Some(value.clone());
        }
        let value = shard.old.remove(key)?;
        self.put(&mut shard, *key, value.clone());
        Some(value)
    }

    /// Stores a value.
    pub fn insert(&self, key: K, value: V) {
        self.put(&mut self.shard(&key), key, value);
    }

    fn put(&self, shard: &mut Generations<K, V>, key: K, value: V) {
        if shard.young.len() >= self.most {
            shard.old = std::mem::take(&mut shard.young);
        }
        shard.young.insert(key, value);
    }
}
