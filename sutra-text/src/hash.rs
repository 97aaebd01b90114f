//! Where a word lies in a table in memory.

/// A hash of a word, eight bytes at a time. It is never stored.
pub(crate) fn hash(word: &str) -> u64 {
    let mut hash = word.len() as u64;
    let mut parts = word.as_bytes().chunks_exact(8);
    for part in &mut parts {
        hash = mix(hash, part.iter().fold(0, |all, byte| all << 8 | u64::from(*byte)));
    }
    mix(hash, parts.remainder().iter().fold(0, |all, byte| all << 8 | u64::from(*byte)))
}

fn mix(hash: u64, bytes: u64) -> u64 {
    let product = (hash ^ bytes).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ product >> 32
}
