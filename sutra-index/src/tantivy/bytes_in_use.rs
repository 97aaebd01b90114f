//! The bytes of a file that readers hold.

use std::collections::HashMap;
use std::io;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The fewest ranges that are looked through for those that nobody holds.
const FEWEST: usize = 64;

/// Ranges of a file that were copied and are still held: who asks for one of them shares it. A query that names a term
/// many times, and queries at the same time, so take its postings once.
#[derive(Default)]
pub(super) struct BytesInUse(Mutex<Held>);

#[derive(Default)]
struct Held {
    by_range: HashMap<Range<usize>, Weak<[u8]>>,
    /// How many ranges there were when those that nobody holds were last taken out.
    kept: usize,
}

impl BytesInUse {
    /// The bytes of a range, copied by `copy` where nobody holds them. O(1) amortised, and the copy.
    pub(super) fn get(
        &self,
        range: Range<usize>,
        copy: impl FnOnce() -> io::Result<Arc<[u8]>>,
    ) -> io::Result<Arc<[u8]>> {
        let known = self.held(|held| held.by_range.get(&range).and_then(Weak::upgrade));
        if let Some(bytes) = known {
            return Ok(bytes);
        }
        let bytes = copy()?;
        self.held(|held| held.insert(range, &bytes));
        Ok(bytes)
    }

    fn held<T>(&self, run: impl FnOnce(&mut Held) -> T) -> T {
        // Whole after a panic too: nothing is half done.
        run(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Held {
    fn insert(&mut self, range: Range<usize>, bytes: &Arc<[u8]>) {
        if self.by_range.len() >= FEWEST.max(2 * self.kept) {
            self.by_range.retain(|_, bytes| bytes.strong_count() > 0);
            self.kept = self.by_range.len();
        }
        self.by_range.insert(range, Arc::downgrade(bytes));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_copied_once_while_they_are_held() {
        let (bytes, mut copies) = (BytesInUse::default(), 0);
        let mut get = |range: Range<usize>| {
            let copy = || {
                copies += 1;
                Ok(Arc::from(vec![7; range.len()]))
            };
            (bytes.get(range.clone(), copy).unwrap(), copies)
        };
        let (first, one) = get(3..5);
        let (second, still_one) = get(3..5);
        assert!(Arc::ptr_eq(&first, &second));
        assert_eq!((first.len(), one, still_one, get(3..6).1), (2, 1, 1, 2));
        drop((first, second));
        assert_eq!(get(3..5).1, 3);
        for start in 0..1_000 {
            get(start..start + 1);
        }
        assert!(bytes.held(|held| held.by_range.len()) <= FEWEST);
        assert!(bytes.get(9..10, || Err(io::ErrorKind::UnexpectedEof.into())).is_err());
    }
}
