//! What the next piece repeats.

use super::{Budget, Joint, Part, Source, longest};
use crate::ChunkSizer;
use crate::words::{clusters, words};

/// How much of a piece the next one repeats.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Overlap {
    /// So many parts.
    Parts(usize),
    /// So many units of the budget.
    Units(usize),
}

impl Overlap {
    /// Takes the parts of a piece, the first `count`, out of the queue, but for those that the next piece repeats:
    /// never all of them, and only as many as fit beside the next part. Gives how many were kept.
    pub(super) fn keep(
        self,
        budget: &Budget,
        source: Source<'_>,
        queue: &mut Vec<Part>,
        count: usize,
    ) -> usize {
        if queue.len() <= count {
            queue.clear();
            return 0;
        }
        match self {
            Self::Parts(parts) => keep_parts(parts, budget, source, queue, count),
            Self::Units(0) => {
                queue.drain(..count);
                0
            }
            Self::Units(units) => {
                let tail = tail(units, budget, source, queue, count);
                queue.drain(..count);
                if let Some(tail) = tail {
                    queue.insert(0, tail);
                }
                usize::from(tail.is_some())
            }
        }
    }
}

fn keep_parts(
    parts: usize,
    budget: &Budget,
    source: Source<'_>,
    queue: &mut Vec<Part>,
    count: usize,
) -> usize {
    let last = queue[1..count].iter().rev().take(parts);
    let wanted = last.take_while(|part| part.repeats).count();
    let kept = longest(wanted + 1, |kept| budget.fits(source, &queue[count + 1 - kept..=count])) - 1;
    queue.drain(..count - kept);
    kept
}

/// The end of a piece of `count` parts that has at most `units` and fits beside the next part. It begins at the
/// best joint there is: with a part, else with a word, else with a grapheme cluster.
fn tail(units: usize, budget: &Budget, source: Source<'_>, queue: &[Part], count: usize) -> Option<Part> {
    let (first, last, next) = (queue.first()?, queue.get(count - 1)?, queue.get(count)?);
    let size = |from: usize, to: usize| budget.measure.size(source.get(from..to));
    let fits = |from: usize| size(from, last.end) <= units && size(from, next.end) <= budget.max;
    let piece = source.get(first.start..last.end);
    let earliest = |starts: &[usize]| {
        let from = starts.partition_point(|start| !fits(first.start + start));
        starts.get(from).map(|start| first.start + start)
    };
    let tail_of = |units_of: &mut dyn Iterator<Item = usize>| earliest(&units_of.skip(1).collect::<Vec<_>>());
    let (start, by_word) = match tail_of(&mut words(piece).map(|word| word.start)) {
        Some(start) => (start, true),
        None => (tail_of(&mut clusters(piece).map(|cluster| cluster.start))?, false),
    };
    let parts = queue[1..count].iter().filter(|part| part.start >= start && by_word);
    let best = parts.rev().max_by_key(|part| part.joint).map_or(start, |part| part.start);
    let count_start = last.count_end - size(best, last.end).min(last.count_end);
    Some(Part { start: best, count_start, joint: Joint::WORD, ..*last })
}
