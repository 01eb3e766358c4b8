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
pub struct Store<K, V> {
    pub shards: [Mutex<Generations<K, V>>; SHARDS],
    /// The most in one generation of a shard.
    most: usize,
}

#[derive(Debug)]
pub struct Generations<K, V> {
    pub young: FxHashMap<K, V>,
    pub old: FxHashMap<K, V>,
}

impl<K: Hash + Eq + Copy, V: Clone> Store<K, V> {
    /// A store of at most `most` values, and a few at least.
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

    /// The value of a key, if it is there.
    pub fn get(&self, key: &K) -> Option<V> {
        let mut shard = self.shard(key);
        if let Some(value) = shard.young.get(key) {
            return Some(value.clone());
        }
        let value = shard.old.remove(key)?;
        self.put(&mut shard, *key, value.clone());
        Some(value)
    }

    /// Keeps a value.
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
