//! What the postings of a block can score at most, whatever the parameters and the statistics will be.

/// How many corners an entry holds.
pub(crate) const CORNERS: usize = 4;

/// A count that stands for itself and for every larger one.
pub(crate) const MANY: u8 = u8::MAX;

/// No posting that the corner stands for has a larger count or a smaller length.
///
/// A score grows with the count and falls with the length, so a corner scores at least what its postings do. Counts
/// above [`MANY`] are stored as `MANY`, lengths above 65,535 as that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Corner {
    pub(crate) count: u8,
    pub(crate) length: u16,
}

/// Corners such that each posting, a count and a length, lies under one of them; the fewer than [`CORNERS`] there are,
/// the more often the last is repeated.
///
/// They are the postings that no other dominates; where those are too many, the two neighbours that lose least by it
/// become one.
pub(super) fn corners(postings: impl Iterator<Item = (u32, u32)>) -> [Corner; CORNERS] {
    let mut all: Vec<_> = postings.map(|(count, length)| clamp(count, length)).collect();
    // The largest counts first, and of equal ones the shortest.
    all.sort_unstable_by_key(|corner| (std::cmp::Reverse(corner.count), corner.length));
    let mut front: Vec<Corner> = Vec::new();
    for corner in all {
        if front.last().is_none_or(|last| corner.length < last.length) {
            front.push(corner);
        }
    }
    while front.len() > CORNERS {
        let least = front.windows(2).enumerate().min_by_key(|(at, pair)| (loss(pair[0], pair[1]), *at));
        let at = least.map_or(0, |(at, _)| at);
        front[at].length = front[at + 1].length;
        front.remove(at + 1);
    }
    let last = front.last().copied().unwrap_or(Corner { count: 0, length: u16::MAX });
    std::array::from_fn(|at| front.get(at).copied().unwrap_or(last))
}

fn clamp(count: u32, length: u32) -> Corner {
    Corner { count: u8::try_from(count).unwrap_or(MANY), length: u16::try_from(length).unwrap_or(u16::MAX) }
}

/// How much room one corner for both leaves that two do not: the relative steps of count and length, multiplied.
fn loss(large: Corner, small: Corner) -> u64 {
    let step = |from: u64, to: u64| (to - from.min(to)) * 1024 / to.max(1);
    step(small.count.into(), large.count.into()) * step(small.length.into(), large.length.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(postings: &[(u32, u32)]) -> Vec<(u8, u16)> {
        corners(postings.iter().copied()).iter().map(|corner| (corner.count, corner.length)).collect()
    }

    #[test]
    fn corners_are_what_nothing_dominates() {
        assert_eq!(of(&[(1, 9), (1, 7), (2, 7), (1, 8)]), [(2, 7); 4]);
        assert_eq!(of(&[(1, 5), (3, 9), (2, 9), (1, 6)]), [(3, 9), (1, 5), (1, 5), (1, 5)]);
        assert_eq!(of(&[(300, 70_000), (254, 1)]), [(255, 65_535), (254, 1), (254, 1), (254, 1)]);
        assert_eq!(of(&[]), [(0, 65_535); 4]);
    }

    #[test]
    fn too_many_corners_become_fewer_that_cover_them() {
        let postings: Vec<_> = (1..=9).map(|n| (n, n * n)).collect();
        let found = of(&postings);
        for (count, length) in postings {
            let covered = found.iter().any(|(c, l)| u32::from(*c) >= count && u32::from(*l) <= length);
            assert!(covered, "{count} {length} in {found:?}");
        }
    }
}
