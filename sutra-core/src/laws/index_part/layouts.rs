//! The same chunks in several layouts, whole and damaged.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::super::Outcome;
use super::super::setting::{Restamped, Stopped, is_error, is_stop, near};
use super::Subject;
use super::history::{History, LIVE, QUERIES, STAMP, embed, text};
use crate::{
    ChunkId, ChunkSet, Corpus, Encoding, ErrorKind, Feed, Fingerprint, Hit, MemorySegment, Opened, Query,
    Renumbering, Result, Search, Segment, SegmentSink, Unwatched,
};

type Segments = Vec<Arc<dyn Segment>>;

/// Everything that an opened part says of the queries and the chunks.
#[derive(Default)]
struct Answers {
    /// By query.
    hits: Vec<Vec<Hit>>,
    /// By query, then chunk.
    scores: Vec<Vec<Option<f32>>>,
    /// By chunk.
    vectors: Vec<Option<Vec<f32>>>,
}

impl Answers {
    fn of(subject: &Subject<'_>, segments: &[Arc<dyn Segment>], live: &Arc<ChunkSet>) -> Result<Self> {
        let history = History::new()?;
        let opened = subject.part.open(segments, live, subject.space())?;
        let ids = history.corpus.ids();
        let candidates = history.corpus.candidates(&ids)?;
        let mut answers = Self::default();
        for words in QUERIES {
            let query = Query::new(words);
            let search = search(subject, &query, &history.corpus)?;
            if let Some(retriever) = &opened.retriever {
                let ranking = retriever.retrieve(&search, usize::MAX)?;
                STAMP.ensure(ranking.stamp(), "the ranking")?;
                answers.hits.push(ranking.hits().to_vec());
            }
            if let Some(signal) = &opened.signal {
                let mut out = vec![None; candidates.len()];
                signal.score(&search, &candidates, &mut out)?;
                answers.scores.push(out);
            }
        }
        if let Some(vectors) = &opened.vectors {
            answers.vectors = vec![None; ids.len()];
            vectors.vectors(&ids, &mut |at, vector| {
                if let Some(place) = answers.vectors.get_mut(at) {
                    *place = Some(vector.to_vec());
                }
            })?;
        }
        Ok(answers)
    }

    /// How `self` differs from what it should be.
    fn compare(&self, expected: &Self) -> Outcome {
        for ((query, found), expected) in QUERIES.iter().zip(&self.hits).zip(&expected.hits) {
            let alike = |(a, b): (&Hit, &Hit)| a.chunk == b.chunk && near(a.score, b.score);
            if found.len() != expected.len() || !found.iter().zip(expected).all(alike) {
                return Err(format!("{query:?} finds {found:?}, not {expected:?}"));
            }
        }
        for ((query, found), expected) in QUERIES.iter().zip(&self.scores).zip(&expected.scores) {
            let alike = |(a, b): (&Option<f32>, &Option<f32>)| match (a, b) {
                (Some(a), Some(b)) => near(*a, *b),
                _ => a == b,
            };
            if let Some(chunk) = found.iter().zip(expected).position(|pair| !alike(pair)) {
                let (found, expected) = (found[chunk], expected[chunk]);
                return Err(format!("{query:?} gives chunk {chunk} {found:?}, not {expected:?}"));
            }
        }
        match self.vectors.iter().zip(&expected.vectors).position(|(found, expected)| found != expected) {
            Some(chunk) => Err(format!("chunk {chunk} has another vector")),
            None => Ok(()),
        }
    }
}

fn search<'a>(subject: &Subject<'_>, query: &'a Query, corpus: &'a dyn Corpus) -> Result<Search<'a>> {
    let search = Search::new(query, corpus);
    match subject.space() {
        Some((encoder, dim)) => {
            search.with_encoding(encoder.clone(), Encoding::Vector(embed(&query.text, dim.max(1))))
        }
        None => Ok(search),
    }
}

fn merge_of(
    subject: &Subject<'_>,
    segments: &[Arc<dyn Segment>],
    numbers: &Renumbering,
) -> std::result::Result<MemorySegment, String> {
    let mut out = MemorySegment::new();
    text(subject.part.merge(segments, numbers, &mut out, &Unwatched))?;
    Ok(out)
}

pub(super) fn provides(subject: &Subject<'_>) -> Outcome {
    let history = text(History::new())?;
    let opened = text(subject.part.open(&history.commits(subject)?, &history.only(&LIVE), subject.space()))?;
    let says = subject.part.provides();
    for (what, said, found) in [
        ("a retriever", says.retriever, opened.retriever.is_some()),
        ("a signal", says.signal, opened.signal.is_some()),
        ("vectors", says.vectors, opened.vectors.is_some()),
    ] {
        if said != found {
            return Err(format!("{what}: it says {said} and opens {found}"));
        }
    }
    Ok(())
}

pub(super) fn segments(subject: &Subject<'_>) -> Outcome {
    let history = text(History::new())?;
    let (all, ids) = (history.all(), (0..history.corpus.len() as u32).collect::<Vec<_>>());
    let expected = text(Answers::of(subject, &[history.at_once(subject, &ids)?], &all))?;
    text(Answers::of(subject, &history.commits(subject)?, &all))?.compare(&expected)
}

/// What the chunks that are left answer in one piece.
fn left(subject: &Subject<'_>, history: &History) -> std::result::Result<Answers, String> {
    text(Answers::of(subject, &[history.at_once(subject, &LIVE)?], &history.only(&LIVE)))
}

pub(super) fn deletes(subject: &Subject<'_>) -> Outcome {
    let history = text(History::new())?;
    let expected = left(subject, &history)?;
    text(Answers::of(subject, &history.commits(subject)?, &history.only(&LIVE)))?.compare(&expected)
}

pub(super) fn merge(subject: &Subject<'_>) -> Outcome {
    let history = text(History::new())?;
    let (segments, live) = (history.commits(subject)?, history.only(&LIVE));
    let before = text(Answers::of(subject, &segments, &live))?;
    let numbers = Renumbering::keep(&live);
    let all: Segments = vec![Arc::new(merge_of(subject, &segments, &numbers)?)];
    text(Answers::of(subject, &all, &live))?.compare(&before)?;
    // Two of them, then a commit, then all again.
    let two = Arc::new(merge_of(subject, &segments[..2], &numbers)?);
    let some: Segments = vec![two, segments[2].clone()];
    text(Answers::of(subject, &some, &live))?.compare(&before)?;
    let again: Segments = vec![Arc::new(merge_of(subject, &some, &numbers)?)];
    text(Answers::of(subject, &again, &live))?.compare(&before)
}

pub(super) fn merge_bytes(subject: &Subject<'_>) -> Outcome {
    let history = text(History::new())?;
    let segments = history.commits(subject)?;
    // By the documents' ids, as a collection numbers them, which is neither the old order nor its reverse.
    let mut order = LIVE;
    order.sort_by_key(|&chunk| history.id(chunk));
    let mut numbers = Renumbering::new(STAMP, history.corpus.len());
    for (new, &old) in (0..).zip(&order) {
        numbers.set(ChunkId::new(old), ChunkId::new(new));
    }
    let merged = merge_of(subject, &segments, &numbers)?;
    if merged != history.renumbered(subject, &order)? {
        return Err("one commit of the same chunks writes other bytes".to_owned());
    }
    Ok(())
}

pub(super) fn empty_change(subject: &Subject<'_>) -> Outcome {
    let history = text(History::new())?;
    let (mut segments, live) = (history.commits(subject)?, history.only(&LIVE));
    let expected = text(Answers::of(subject, &segments, &live))?;
    segments.insert(1, history.at_once(subject, &[])?);
    text(Answers::of(subject, &segments, &live))?.compare(&expected)?;
    segments = vec![Arc::new(merge_of(subject, &segments, &Renumbering::keep(&live))?)];
    text(Answers::of(subject, &segments, &live))?.compare(&expected)
}

pub(super) fn nothing(subject: &Subject<'_>) -> Outcome {
    let history = text(History::new())?;
    let none = history.only(&[]);
    for segments in [vec![], vec![history.at_once(subject, &[])?]] {
        let answers = text(Answers::of(subject, &segments, &none))?;
        let scores = answers.scores.iter().flatten().any(Option::is_some);
        if !answers.hits.iter().all(Vec::is_empty) || scores || answers.vectors.iter().any(Option::is_some) {
            return Err(format!("{} segments find {:?}", segments.len(), answers.hits));
        }
    }
    Ok(())
}

pub(super) fn foreign_stamp(subject: &Subject<'_>) -> Outcome {
    let history = text(History::new())?;
    let opened = text(subject.part.open(&history.commits(subject)?, &history.only(&LIVE), subject.space()))?;
    let (other, query) = (Restamped(&history.corpus), Query::new(QUERIES[0]));
    let search = text(search(subject, &query, &other))?;
    let what = format!("a search of {}", other.stamp());
    if let Some(retriever) = &opened.retriever {
        is_error(retriever.retrieve(&search, 3), ErrorKind::ForeignStamp, &what)?;
    }
    if let Some(signal) = &opened.signal {
        let candidates = text(history.corpus.candidates(&[ChunkId::new(0)]))?;
        is_error(signal.score(&search, &candidates, &mut [None]), ErrorKind::ForeignStamp, &what)?;
    }
    Ok(())
}

/// The segments of all commits, with one blob changed.
fn with_blob(
    segment: &MemorySegment,
    changed: &str,
    change: impl Fn(&[u8]) -> Option<Vec<u8>>,
) -> std::result::Result<Arc<dyn Segment>, String> {
    let mut out = MemorySegment::new();
    for (name, bytes) in segment.blobs() {
        let bytes = if name == changed { change(bytes) } else { Some(bytes.to_vec()) };
        if let Some(bytes) = bytes {
            text(out.write(name, &bytes))?;
        }
    }
    Ok(Arc::new(out))
}

/// Runs `check` with every blob of the first segment damaged by each of `damages`, which says what it did.
fn damaged(
    subject: &Subject<'_>,
    damages: impl Fn(&[u8]) -> Vec<(String, Option<Vec<u8>>)>,
    check: impl Fn(&History, &[Arc<dyn Segment>]) -> Outcome,
) -> Outcome {
    let history = text(History::new())?;
    let whole = history.commit(subject, 0)?;
    let mut segments = history.commits(subject)?;
    for (name, bytes) in whole.blobs() {
        for (what, changed) in damages(bytes) {
            segments[0] = with_blob(&whole, name, |_| changed.clone())?;
            check(&history, &segments).map_err(|found| format!("{name}, {what}: {found}"))?;
        }
    }
    Ok(())
}

/// Opening and asking gives an error and does not panic.
fn refused(subject: &Subject<'_>, history: &History, segments: &[Arc<dyn Segment>]) -> Outcome {
    match quietly(|| Answers::of(subject, segments, &history.only(&LIVE)))? {
        Ok(_) => Err("it is accepted".to_owned()),
        Err(_) => Ok(()),
    }
}

fn quietly<T>(run: impl FnOnce() -> T) -> std::result::Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|_| "it panics".to_owned())
}

fn cuts(bytes: &[u8]) -> Vec<(String, Option<Vec<u8>>)> {
    (0..bytes.len()).map(|at| (format!("cut at byte {at}"), Some(bytes[..at].to_vec()))).collect()
}

pub(super) fn truncated(subject: &Subject<'_>) -> Outcome {
    damaged(subject, cuts, |history, segments| refused(subject, history, segments))
}

pub(super) fn merge_truncated(subject: &Subject<'_>) -> Outcome {
    damaged(subject, cuts, |history, segments| {
        let mut out = MemorySegment::new();
        let numbers = Renumbering::keep(&history.only(&LIVE));
        match quietly(|| subject.part.merge(segments, &numbers, &mut out, &Unwatched))? {
            Ok(()) => Err("it is merged".to_owned()),
            Err(_) => Ok(()),
        }
    })
}

pub(super) fn missing_blob(subject: &Subject<'_>) -> Outcome {
    damaged(
        subject,
        |_| vec![("taken away".to_owned(), None)],
        |history, segments| refused(subject, history, segments),
    )
}

pub(super) fn other_bytes(subject: &Subject<'_>) -> Outcome {
    let others = |bytes: &[u8]| {
        vec![
            ("replaced by a text".to_owned(), Some(b"These are the bytes of something else.".to_vec())),
            ("zeroed".to_owned(), Some(vec![0; bytes.len()])),
        ]
    };
    damaged(subject, others, |history, segments| refused(subject, history, segments))
}

pub(super) fn flipped(subject: &Subject<'_>) -> Outcome {
    let flips = |bytes: &[u8]| {
        (0..bytes.len())
            .map(|at| {
                let mut bytes = bytes.to_vec();
                bytes[at] ^= 1 << (at % 8);
                (format!("bit {} of byte {at} flipped", at % 8), Some(bytes))
            })
            .collect()
    };
    damaged(subject, flips, |history, segments| {
        quietly(|| Answers::of(subject, segments, &history.only(&LIVE))).map(|_| ())
    })
}

pub(super) fn merge_stops(subject: &Subject<'_>) -> Outcome {
    let history = text(History::new())?;
    let (segments, numbers) = (history.commits(subject)?, Renumbering::keep(&history.only(&LIVE)));
    is_stop(subject.part.merge(&segments, &numbers, &mut MemorySegment::new(), &Stopped), "merging")
}

fn open_in(
    subject: &Subject<'_>,
    space: Option<(&Fingerprint, usize)>,
) -> std::result::Result<Result<Opened>, String> {
    let history = text(History::new())?;
    Ok(subject.part.open(&history.commits(subject)?, &history.only(&LIVE), space))
}

pub(super) fn no_space(subject: &Subject<'_>) -> Outcome {
    if subject.part.feed() == Feed::Vectors && open_in(subject, None)?.is_ok() {
        return Err("it opens".to_owned());
    }
    Ok(())
}

pub(super) fn foreign_space(subject: &Subject<'_>) -> Outcome {
    let (Feed::Vectors, Some((_, dim))) = (subject.part.feed(), subject.space()) else { return Ok(()) };
    let other = Fingerprint::new("an encoder that nobody knows");
    is_error(open_in(subject, Some((&other, dim)))?, ErrorKind::ForeignFingerprint, "another encoder's space")
}

pub(super) fn dimension(subject: &Subject<'_>) -> Outcome {
    let (Feed::Vectors, Some((encoder, dim))) = (subject.part.feed(), subject.space()) else { return Ok(()) };
    if open_in(subject, Some((encoder, dim + 1)))?.is_ok() {
        return Err(format!("vectors of dimension {dim} open as those of {}", dim + 1));
    }
    Ok(())
}
