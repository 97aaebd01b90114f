//! Sets of chunks against the standard library's.

use std::collections::BTreeSet;

use proptest::prelude::*;
use sutra_core::{ChunkId, ChunkSet, Stamp};

const STAMP: Stamp = Stamp::new(1, 1);

proptest! {
    #[test]
    fn it_holds_what_was_put_in(
        universe in 0_usize..200,
        inserted in prop::collection::vec(0_u32..250, 0..60),
        removed in prop::collection::vec(0_u32..250, 0..60),
    ) {
        let mut set = ChunkSet::none(STAMP, universe);
        let mut model = BTreeSet::new();
        for id in inserted {
            let inside = (id as usize) < universe;
            prop_assert_eq!(set.insert(ChunkId::new(id)), inside);
            if inside {
                model.insert(id);
            }
        }
        for id in removed {
            set.remove(ChunkId::new(id));
            model.remove(&id);
        }
        prop_assert_eq!(set.len(), model.len());
        prop_assert_eq!(set.is_empty(), model.is_empty());
        prop_assert_eq!(set.iter().map(ChunkId::get).collect::<Vec<_>>(), model.iter().copied().collect::<Vec<_>>());
        prop_assert!((0..260).all(|id| set.contains(ChunkId::new(id)) == model.contains(&id)));
    }

    #[test]
    fn all_holds_the_universe_and_no_more(universe in 0_usize..200) {
        let set = ChunkSet::all(STAMP, universe);
        prop_assert_eq!(set.len(), universe);
        prop_assert!(!set.contains(ChunkId::new(universe as u32)));
    }
}
