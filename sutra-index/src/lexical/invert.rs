//! Inverting the passages of a commit on several threads.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use sutra_core::{ChunkText, Observer, Progress, Result, ResultExt};
use sutra_text::Analyzer;

use super::inverter::Inverter;

/// How many chunks are done between two looks at the observer.
const STEP: usize = 1024;

/// Fewer bytes than this are not worth a thread.
const SHARE: usize = 1 << 20;

/// The passages as rows. Each of up to `threads` threads takes neighbouring passages of about as many bytes; their rows
/// stand one after another, so that what is written is the same for any number.
pub(super) fn invert(
    analyzer: &Analyzer,
    added: &[ChunkText<'_>],
    threads: usize,
    watch: &dyn Observer,
) -> Result<Inverter> {
    let (done, total) = (AtomicU64::new(0), added.len() as u64);
    let rows = |added: &[ChunkText<'_>], tell: &dyn Fn(u64)| -> Result<Inverter> {
        let mut inverter = Inverter::new(analyzer.clone());
        for step in added.chunks(STEP) {
            watch.check()?;
            for one in step {
                inverter.add(&one.passage).with_context(|| format!("chunk {}", one.chunk))?;
            }
            tell(done.fetch_add(step.len() as u64, Ordering::Relaxed) + step.len() as u64);
        }
        Ok(inverter)
    };
    // One thread tells, so that what it tells only grows.
    let tell = |done| watch.progress(Progress::new("bm25", done, Some(total)));
    let (rows, (first, others)) = (&rows, split(added, threads));
    let inverters = thread::scope(|scope| {
        let spawn = |share| {
            let work = move || rows(share, &|_| {});
            thread::Builder::new().spawn_scoped(scope, work).map_err(|_| share)
        };
        let others: Vec<_> = others.into_iter().map(spawn).collect();
        let mut inverters = vec![rows(first, &tell)];
        inverters.extend(others.into_iter().map(|other| match other {
            Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            // Where the system has no more threads, this one does the work.
            Err(share) => rows(share, &tell),
        }));
        inverters
    });
    let mut inverters = inverters.into_iter();
    let mut all = inverters.next().unwrap_or_else(|| Ok(Inverter::new(analyzer.clone())))?;
    for other in inverters {
        all.append(other?);
    }
    tell(total);
    Ok(all)
}

/// Cuts the passages into shares of about as many bytes.
fn split<'a, 'b>(
    added: &'b [ChunkText<'a>],
    threads: usize,
) -> (&'b [ChunkText<'a>], Vec<&'b [ChunkText<'a>]>) {
    let bytes: usize = added.iter().map(|added| added.passage.len()).sum();
    let share = bytes.div_ceil(threads.max(1)).max(SHARE);
    let (mut shares, mut rest, mut end, mut held) = (Vec::new(), added, 0, 0);
    while let Some(next) = rest.get(end) {
        held += next.passage.len();
        end += 1;
        if held >= share {
            let (full, left) = rest.split_at(end);
            shares.push(full);
            (rest, end, held) = (left, 0, 0);
        }
    }
    shares.push(rest);
    let first = shares.remove(0);
    (first, shares)
}

#[cfg(test)]
mod tests {
    use sutra_core::{ChunkId, DocId, MemorySegment, Unwatched};

    use super::*;

    fn passages(count: u32) -> Vec<ChunkText<'static>> {
        let text =
            |n: u32| format!("word{} word{} common {}", n % 977, n % 31, "filler ".repeat(n as usize % 40));
        (0..count).map(|n| ChunkText::new(ChunkId::new(n), DocId::new(n), text(n))).collect()
    }

    #[test]
    fn any_number_of_threads_gives_the_same_bytes() {
        let added = passages(30_000);
        let written = |threads| {
            let mut segment = MemorySegment::new();
            let inverter = invert(&Analyzer::english(), &added, threads, &Unwatched).unwrap();
            inverter.write(&mut segment, &Unwatched).unwrap();
            segment
        };
        let one = written(1);
        for threads in [0, 2, 3, 7] {
            assert!(written(threads) == one, "{threads}");
        }
    }

    #[test]
    fn shares_hold_every_passage_once_and_are_no_smaller_than_worth_while() {
        let added = passages(30_000);
        for (threads, expected) in [(1, 1), (2, 2), (64, 5)] {
            let (first, others) = split(&added, threads);
            let lengths = others.iter().map(|share| share.len()).sum::<usize>() + first.len();
            assert_eq!(lengths, added.len());
            assert!(others.len() < expected + 1, "{} shares for {threads}", others.len() + 1);
        }
        assert_eq!(split(&added[..10], 8).1.len(), 0);
        assert!(split(&[], 8).0.is_empty());
    }
}
