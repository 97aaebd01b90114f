//! The laws of [`VectorIndex`].

use std::sync::Arc;

use super::attempt::{attempt, attempt_raw, ensure};
use super::retriever::RetrieverSubject;
use super::{Law, LawCorpus, LawRandom, Outcome, WordEncoder};
use crate::{
    ChunkId, Corpus, Embeddings, Encoder, Encoding, ErrorKind, Fingerprint, Metric, Query, Ranking, Result,
    Retriever, Search, Stamp, VectorIndex,
};

/// Builds the index that is held to the laws, over any vectors of theirs.
///
/// ```
/// use sutra_core::laws::vector_index::VectorIndexSubject;
/// use sutra_core::{Embeddings, Error, Fingerprint, Result, Stamp, VectorIndex};
/// struct Subject;
/// impl VectorIndexSubject for Subject {
///     fn build(&self, _: Stamp, _: &Fingerprint, vectors: &Embeddings) -> Result<Box<dyn VectorIndex>> {
///         Err(Error::invalid_input(format!("an index of {} vectors is still to be written", vectors.len())))
///     }
/// }
/// assert!(sutra_core::laws::vector_index::check(&Subject).is_err());
/// ```
pub trait VectorIndexSubject: Sync {
    /// An index of `vectors`, row `i` for chunk `i` of the generation `stamp`, that `encoder` made.
    ///
    /// # Errors
    /// Building may fail, which breaks every law.
    fn build(
        &self,
        stamp: Stamp,
        encoder: &Fingerprint,
        vectors: &Embeddings,
    ) -> Result<Box<dyn VectorIndex>>;

    /// Whether the best are found for sure. Laws that only hold then are left out where it says no.
    fn is_exact(&self) -> bool {
        true
    }

    /// How far a score may lie from that of the vectors handed out, as a share of the scores' size.
    fn tolerance(&self) -> f32 {
        1e-4
    }
}

type Subject<'a> = dyn VectorIndexSubject + 'a;

/// Runs every law on the indexes that a subject builds, and those of [`Retriever`](super::retriever).
///
/// # Errors
/// [`Contract`](ErrorKind::Contract) with every law that is broken.
pub fn check(subject: &Subject<'_>) -> Result<()> {
    super::check(&laws(), subject)?;
    super::retriever::check(&AsRetriever(subject))
}

/// The laws, without those that it keeps as a retriever.
#[must_use]
pub fn laws<'a>() -> Vec<Law<Subject<'a>>> {
    vec![
        Law::new("space", "it names the encoder and the dimension that it was built with", space),
        Law::new("shape", "a vector has the stated dimension, and its values are finite", shape),
        Law::new("positions", "each vector comes once, with the position of its id in the list", positions),
        Law::new(
            "stored",
            "a chunk's vector resembles the one that was handed in more than any other",
            stored,
        ),
        Law::new("missing", "chunks without a vector are passed over", missing),
        Law::new("kind", "scores are of the metric's kind", kind),
        Law::new("scores", "a score is the metric of the query's vector and of the one handed out", scores),
        Law::new("best", "no chunk that is left out scores better than one that is found", best),
        Law::new(
            "not-encoded",
            "a query that the encoder has not encoded is an error that says so",
            not_encoded,
        ),
        Law::new("dimension", "a query's vector of another dimension is refused", dimension),
        Law::new("unknown", "a query of which the encoder knows nothing finds nothing", unknown),
    ]
}

/// The index over words as a retriever, with the laws' own encoder.
struct AsRetriever<'s>(&'s Subject<'s>);

impl RetrieverSubject for AsRetriever<'_> {
    fn build(&self, corpus: &Arc<LawCorpus>) -> Result<Box<dyn Retriever>> {
        let passages = corpus.passages()?;
        let texts: Vec<&str> = passages.iter().map(String::as_str).collect();
        let vectors = WordEncoder.encode_passages(&texts)?;
        Ok(Box::new(self.0.build(corpus.stamp(), &WordEncoder.fingerprint(), &vectors)?))
    }

    fn prepare<'a>(&self, search: Search<'a>) -> Result<Search<'a>> {
        let row = WordEncoder.encode_queries(&[&search.query().text])?.into_vec();
        search.with_encoding(WordEncoder.fingerprint(), Encoding::Vector(row))
    }

    fn is_exact(&self) -> bool {
        self.0.is_exact()
    }
}

const DIM: usize = 6;

/// An index over the chunks of a generated corpus with vectors made by chance, two of them equal and one zero.
struct World<'s> {
    subject: &'s Subject<'s>,
    corpus: LawCorpus,
    rows: Embeddings,
    index: Box<dyn VectorIndex>,
}

type Found<T> = std::result::Result<T, String>;

fn encoder() -> Fingerprint {
    Fingerprint::new("vectors of the laws")
}

impl<'s> World<'s> {
    fn new(subject: &'s Subject<'s>) -> Found<Self> {
        let made = attempt("the laws' corpus", || {
            let corpus = LawCorpus::generated(Stamp::new(5, 2), 21)?;
            let rows = rows(corpus.len())?;
            Ok((corpus, rows))
        })?;
        let (corpus, rows) = made;
        let index = attempt("building", || subject.build(corpus.stamp(), &encoder(), &rows))?;
        Ok(Self { subject, corpus, rows, index })
    }

    /// What the index answers to an encoding by `encoder`.
    fn ask(&self, encoder: Fingerprint, encoding: Encoding, k: usize) -> Found<Result<Ranking>> {
        let query = Query::new("a query");
        attempt_raw("retrieve", || {
            let search = Search::new(&query, &self.corpus).with_encoding(encoder, encoding)?;
            self.index.retrieve(&search, k)
        })
    }

    fn find(&self, query: &[f32], k: usize) -> Found<Ranking> {
        let answer = self.ask(encoder(), Encoding::Vector(query.to_vec()), k)?;
        answer.map_err(|error| format!("retrieve gave the error {error:?}"))
    }

    /// The vectors of these chunks with their positions, in the order in which they come.
    fn vectors(&self, ids: &[ChunkId]) -> Found<Vec<(usize, Vec<f32>)>> {
        let mut found = Vec::new();
        attempt("vectors", || self.index.vectors(ids, &mut |at, vector| found.push((at, vector.to_vec()))))?;
        Ok(found)
    }

    /// The vector of every chunk by its number; an error for one that did not come.
    fn all(&self) -> Found<Vec<Vec<f32>>> {
        let ids = self.corpus.ids();
        let mut found = self.vectors(&ids)?;
        found.sort_by_key(|(at, _)| *at);
        ensure(found.len() == ids.len(), || format!("{} chunks have {} vectors", ids.len(), found.len()))?;
        Ok(found.into_iter().map(|(_, vector)| vector).collect())
    }

    /// The metric of a query and a vector.
    fn metric(&self, query: &[f32], vector: &[f32]) -> f64 {
        let dot =
            |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>();
        match self.index.metric() {
            Metric::Cosine => {
                let length = (dot(query, query) * dot(vector, vector)).sqrt();
                if length > 0.0 { (dot(query, vector) / length).clamp(-1.0, 1.0) } else { 0.0 }
            }
            Metric::InnerProduct => dot(query, vector),
            Metric::L2 => {
                -query.iter().zip(vector).map(|(a, b)| f64::from(a - b).powi(2)).sum::<f64>().sqrt()
            }
        }
    }
}

fn rows(count: usize) -> Result<Embeddings> {
    let mut random = LawRandom::new(17);
    let mut values: Vec<f32> = (0..count * DIM).map(|_| random.below(2001) as f32 / 1000.0 - 1.0).collect();
    values.copy_within(3 * DIM..4 * DIM, 5 * DIM);
    values[7 * DIM..8 * DIM].fill(0.0);
    Embeddings::new(DIM, values)
}

/// Queries of several lengths, one of them equal to a stored vector, and the zero vector.
fn queries() -> [[f32; DIM]; 4] {
    [
        [1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [0.3, -0.2, 0.9, -0.4, 0.1, 0.5],
        [-20.0, 30.0, 4.0, 0.5, -7.0, 1.0],
        [0.0; DIM],
    ]
}

fn space(subject: &Subject<'_>) -> Outcome {
    let world = World::new(subject)?;
    let (named, dim) = (world.index.fingerprint(), world.index.dim());
    ensure(*named == encoder() && dim == DIM, || {
        format!("{} of {DIM} was built, {named} of {dim} named", encoder())
    })
}

fn shape(subject: &Subject<'_>) -> Outcome {
    let world = World::new(subject)?;
    let found = world.vectors(&world.corpus.ids())?;
    let is_wrong = |vector: &[f32]| vector.len() != DIM || vector.iter().any(|value| !value.is_finite());
    match found.iter().find(|(_, vector)| is_wrong(vector)) {
        Some((at, vector)) => Err(format!("that at position {at} is {vector:?}")),
        None => Ok(()),
    }
}

fn positions(subject: &Subject<'_>) -> Outcome {
    let world = World::new(subject)?;
    let ids: Vec<ChunkId> = [9, 2, 30, 2, 0, 7].map(ChunkId::new).to_vec();
    let mut found = world.vectors(&ids)?;
    found.sort_by_key(|(at, _)| *at);
    let places: Vec<usize> = found.iter().map(|(at, _)| *at).collect();
    ensure(places == [0, 1, 2, 3, 4, 5], || format!("for six ids there came the positions {places:?}"))?;
    for (at, vector) in &found {
        let alone = world.vectors(&ids[*at..=*at])?;
        ensure(alone.first().is_some_and(|(_, one)| one == vector), || {
            format!("chunk {} has another vector in a list than alone", ids[*at])
        })?;
    }
    ensure(world.vectors(&[])?.is_empty(), || "there are vectors for no ids".into())
}

fn stored(subject: &Subject<'_>) -> Outcome {
    let world = World::new(subject)?;
    for (id, row) in world.rows.rows().enumerate() {
        if row.iter().all(|value| *value == 0.0) {
            continue;
        }
        let Some((_, vector)) = world.vectors(&[ChunkId::from_index(id).unwrap_or(ChunkId::new(0))])?.pop()
        else {
            return Err(format!("chunk {id} has none"));
        };
        let likeness = |row: &[f32]| cosine(row, &vector);
        let most = world.rows.rows().map(likeness).fold(f64::MIN, f64::max);
        ensure(likeness(row) >= most - 1e-6, || format!("that of chunk {id} resembles another's more"))?;
    }
    Ok(())
}

/// The cosine; 0 where either is zero.
fn cosine(a: &[f32], b: &[f32]) -> f64 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>();
    let length = (dot(a, a) * dot(b, b)).sqrt();
    if length > 0.0 { dot(a, b) / length } else { 0.0 }
}

fn missing(subject: &Subject<'_>) -> Outcome {
    let world = World::new(subject)?;
    let end = u32::try_from(world.corpus.len()).unwrap_or(u32::MAX);
    let ids = [end, 1, end + 1, 4, u32::MAX].map(ChunkId::new);
    let mut places: Vec<usize> = world.vectors(&ids)?.into_iter().map(|(at, _)| at).collect();
    places.sort_unstable();
    ensure(places == [1, 3], || {
        format!("of five ids, the second and fourth of which exist, there came {places:?}")
    })
}

fn kind(subject: &Subject<'_>) -> Outcome {
    let world = World::new(subject)?;
    let (kind, metric) = (world.find(&queries()[1], 3)?.scale().kind(), world.index.metric());
    ensure(kind == metric.score_kind(), || format!("they are of kind {kind} under {metric:?}"))
}

fn scores(subject: &Subject<'_>) -> Outcome {
    let world = World::new(subject)?;
    for query in queries() {
        let ranking = world.find(&query, world.corpus.len())?;
        for hit in ranking.hits() {
            let Some((_, vector)) = world.vectors(&[hit.chunk])?.pop() else {
                return Err(format!("chunk {} is found and has no vector", hit.chunk));
            };
            let exact = world.metric(&query, &vector);
            let off = (f64::from(hit.score) - exact).abs();
            ensure(off <= world.allowance(exact), || {
                format!("chunk {} scores {} and not {exact} for {query:?}", hit.chunk, hit.score)
            })?;
        }
    }
    Ok(())
}

impl World<'_> {
    fn allowance(&self, score: f64) -> f64 {
        f64::from(self.subject.tolerance()) * score.abs().max(1.0)
    }
}

fn best(subject: &Subject<'_>) -> Outcome {
    if !subject.is_exact() {
        return Ok(());
    }
    let world = World::new(subject)?;
    let vectors = world.all()?;
    for query in queries() {
        for k in [1, 5, world.corpus.len()] {
            let ranking = world.find(&query, k)?;
            let worst = ranking.hits().iter().map(|hit| f64::from(hit.score)).fold(f64::MAX, f64::min);
            let found: Vec<usize> = ranking.ids().map(ChunkId::index).collect();
            for (id, vector) in vectors.iter().enumerate().filter(|(id, _)| !found.contains(id)) {
                let score = world.metric(&query, vector);
                ensure(found.len() == k && score <= worst + world.allowance(score), || {
                    format!("chunk {id} scores {score} and is not among the {k} best for {query:?}")
                })?;
            }
        }
    }
    Ok(())
}

fn not_encoded(subject: &Subject<'_>) -> Outcome {
    let world = World::new(subject)?;
    let other = Fingerprint::new("another encoder");
    refused(world.ask(other, Encoding::Vector(queries()[0].to_vec()), 3)?, ErrorKind::NotFound)
}

fn dimension(subject: &Subject<'_>) -> Outcome {
    let world = World::new(subject)?;
    for dim in [0, 1, DIM - 1, DIM + 1, 2 * DIM] {
        let answer = world.ask(encoder(), Encoding::Vector(vec![0.5; dim]), 3)?;
        refused(answer, ErrorKind::Dimension).map_err(|found| format!("{found} for {dim} values"))?;
    }
    Ok(())
}

fn refused(answer: Result<Ranking>, kind: ErrorKind) -> Outcome {
    match answer {
        Ok(ranking) => Err(format!("it found {} chunks", ranking.len())),
        Err(error) if error.kind() == kind => Ok(()),
        Err(error) => Err(format!("it gave the error {error:?}")),
    }
}

fn unknown(subject: &Subject<'_>) -> Outcome {
    let world = World::new(subject)?;
    match world.ask(encoder(), Encoding::Unknown, 3)? {
        Ok(ranking) => ensure(ranking.is_empty(), || format!("it found {}", ranking.len())),
        Err(error) => Err(format!("it gave the error {error:?}")),
    }
}
