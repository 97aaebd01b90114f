//! The documents of a generation, where they lie.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use sutra_core::{
    Candidate, ChunkId, ChunkSet, Corpus, DocId, Document, Error, ErrorKind, Filter, Metadata, Result, Span,
    Stamp, TieOrder,
};

use super::corpus_segment::{CorpusSegment, StoredChunk};

/// How many filters are remembered with the chunks that they let through.
const FILTERS: usize = 8;

static NO_METADATA: Metadata = Metadata::new();

/// The documents and chunks of one generation, in memory or mapped from a collection's files.
///
/// Documents are read where they lie: memory is a bit for each document and chunk, whatever their texts' size. Ids of
/// what was deleted stay unused until the collection is compacted. Ties go by the documents' ids, then by span.
///
/// ```
/// use sutra::{Generation, core::{Corpus, Document}};
/// let generation = Generation::builder().build(vec![Document::new("a", "One sentence.")])?;
/// let corpus = generation.corpus();
/// assert_eq!((corpus.len(), corpus.document_count()), (1, 1));
/// assert!(corpus.find(&["a", "b"])?[1].is_none());
/// # Ok::<(), sutra::core::Error>(())
/// ```
#[derive(Debug)]
pub struct StoredCorpus {
    stamp: Stamp,
    segments: Vec<Arc<CorpusSegment>>,
    live: Arc<ChunkSet>,
    len: usize,
    /// A bit for each document that is there.
    live_documents: Vec<u64>,
    document_count: usize,
    /// Filters that were resolved, the latest last.
    filters: Mutex<Vec<(Filter, Arc<ChunkSet>)>>,
    /// Damage met while ties were settled, where no error can be returned.
    damage: OnceLock<Error>,
}

impl StoredCorpus {
    /// The documents of these segments but for those that later ones removed. O(segments + removed documents), and a
    /// bit for every id.
    pub(super) fn new(stamp: Stamp, segments: Vec<Arc<CorpusSegment>>) -> Result<Self> {
        let last = segments.last().map(|segment| segment.numbers()).unwrap_or_default();
        let documents = (last.first_document + last.documents) as usize;
        let chunks = (last.first_chunk + last.chunks) as usize;
        let mut corpus = Self {
            stamp,
            live: Arc::new(ChunkSet::none(stamp, 0)),
            len: chunks,
            live_documents: vec![u64::MAX; documents.div_ceil(64)],
            document_count: documents,
            segments,
            filters: Mutex::default(),
            damage: OnceLock::new(),
        };
        let mut live = ChunkSet::all(stamp, chunks);
        for segment in &corpus.segments {
            for id in segment.removed()? {
                let (bit, word) = (1 << (id % 64), &mut corpus.live_documents[id as usize / 64]);
                if *word & bit == 0 {
                    continue;
                }
                *word &= !bit;
                corpus.document_count -= 1;
                let (of, document) = place(&corpus.segments, id, |numbers| numbers.first_document);
                let numbers = of.numbers();
                for chunk in of.chunks_of(document)? {
                    live.remove(ChunkId::new(numbers.first_chunk + chunk));
                    corpus.len -= 1;
                }
            }
        }
        corpus.live = Arc::new(live);
        Ok(corpus)
    }

    /// How many documents there are.
    #[must_use]
    pub fn document_count(&self) -> usize {
        self.document_count
    }

    /// What every document's id is below.
    pub(super) fn document_bound(&self) -> usize {
        let last = self.segments.last().map(|segment| segment.numbers()).unwrap_or_default();
        (last.first_document + last.documents) as usize
    }

    /// The chunks that are there.
    #[must_use]
    pub fn live(&self) -> &Arc<ChunkSet> {
        &self.live
    }

    pub(super) fn segments(&self) -> &[Arc<CorpusSegment>] {
        &self.segments
    }

    pub(super) fn is_live(&self, id: DocId) -> bool {
        self.live_documents.get(id.index() / 64).is_some_and(|word| word >> (id.index() % 64) & 1 == 1)
            && id.index() < self.document_bound()
    }

    /// A document as it came in.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] naming a document outside this generation; reading may fail.
    pub fn document(&self, id: DocId) -> Result<Document> {
        let (segment, document) = self.document_place(id)?;
        let fields = segment.fields(document)?;
        let mut found =
            Document::new(segment.id(document)?, segment.whole_text(document)?).with_title(fields.title);
        found.metadata = fields.metadata;
        found.links = fields.links.into_iter().map(str::to_owned).collect();
        Ok(found)
    }

    /// Every document in the order of ids, and its id of the user's. O(n) memory.
    pub(super) fn in_order(&self) -> Result<Vec<(DocId, &str)>> {
        let mut all = Vec::with_capacity(self.document_count);
        for segment in &self.segments {
            let numbers = segment.numbers();
            for document in 0..numbers.documents {
                let id = DocId::new(numbers.first_document + document);
                if self.is_live(id) {
                    all.push((id, segment.id(document)?));
                }
            }
        }
        // Sorted runs, one a segment: what a stable merge sort is best at.
        all.sort_by(|a, b| a.1.cmp(b.1));
        match all.windows(2).find(|pair| pair[0].1 == pair[1].1) {
            Some(pair) => Err(Error::corrupt(format!("the document {:?} stands twice", pair[0].1))),
            None => Ok(all),
        }
    }

    /// The passage of every chunk, in the order of documents' ids and spans; the same for the same documents, however
    /// they came in.
    ///
    /// # Errors
    /// The first error of `visit`; reading may fail.
    pub fn each_passage(&self, visit: &mut dyn FnMut(ChunkId, &str) -> Result<()>) -> Result<()> {
        for (document, _) in self.in_order()? {
            for chunk in self.chunks_of(document)? {
                visit(chunk, &self.candidate(chunk)?.passage())?;
            }
        }
        Ok(())
    }

    pub(super) fn document_place(&self, id: DocId) -> Result<(&CorpusSegment, u32)> {
        if !self.is_live(id) {
            return Err(Error::new(ErrorKind::NotFound, format!("no document {id} in {}", self.stamp)));
        }
        Ok(place(&self.segments, id.get(), |numbers| numbers.first_document))
    }

    /// The document with this id of the user's.
    pub(super) fn find_one(&self, id: &str) -> Result<Option<DocId>> {
        for segment in self.segments.iter().rev() {
            let first = segment.numbers().first_document;
            let found = segment.find(id)?.map(|document| DocId::new(first + document));
            if let Some(found) = found.filter(|found| self.is_live(*found)) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The source that a document belongs to.
    pub(super) fn source_of(&self, document: DocId) -> Result<u32> {
        let (segment, place) = self.document_place(document)?;
        segment.source(place)
    }

    fn chunk_place(&self, id: ChunkId) -> Result<(&CorpusSegment, StoredChunk)> {
        if !self.live.contains(id) {
            return Err(Error::new(ErrorKind::NotFound, format!("no chunk {id} in {}", self.stamp)));
        }
        let (segment, chunk) = place(&self.segments, id.get(), |numbers| numbers.first_chunk);
        Ok((segment, segment.chunk(chunk)?))
    }

    pub(super) fn candidate(&self, id: ChunkId) -> Result<Candidate<'_>> {
        let (segment, chunk) = self.chunk_place(id)?;
        let document = chunk.document;
        let fields = segment.fields(document)?;
        let text = segment.text(document, chunk.span).map_err(|error| stored_span(segment, error))?;
        let number = DocId::new(segment.numbers().first_document + document);
        let candidate = Candidate::new(id, number, segment.id(document)?, text, chunk.span, &NO_METADATA)
            .with_title(fields.title)
            .with_context(segment.context(chunk.context)?);
        let metadata = fields.metadata;
        Ok(if metadata.is_empty() { candidate } else { candidate.with_metadata(Cow::Owned(metadata)) })
    }

    /// Document id and span of a chunk, for ties.
    fn rank_key(&self, id: ChunkId) -> Result<(&str, Span)> {
        let (segment, chunk) = self.chunk_place(id)?;
        Ok((segment.id(chunk.document)?, chunk.span))
    }

    fn resolve_anew(&self, filter: &Filter) -> Result<ChunkSet> {
        let mut fields = BTreeSet::new();
        fields_of(filter, &mut fields);
        let wanted = |field: &str| fields.contains(field);
        let mut set = ChunkSet::none(self.stamp, self.id_bound());
        for segment in &self.segments {
            let numbers = segment.numbers();
            for document in 0..numbers.documents {
                if !self.is_live(DocId::new(numbers.first_document + document)) {
                    continue;
                }
                if filter.accepts(&segment.metadata(document, &wanted)?) {
                    for chunk in segment.chunks_of(document)? {
                        set.insert(ChunkId::new(numbers.first_chunk + chunk));
                    }
                }
            }
        }
        Ok(set)
    }
}

/// A stored span that does not fit its stored text is damage, not a bad question.
fn stored_span(segment: &CorpusSegment, error: Error) -> Error {
    match error.kind() {
        ErrorKind::InvalidInput => Error::corrupt(format!("{}: {error}", segment.file().name())),
        _ => error,
    }
}

/// The segment that an id belongs to, and its place there. The id is below the last segment's end.
fn place(
    segments: &[Arc<CorpusSegment>],
    id: u32,
    first: impl Fn(super::manifest::Numbers) -> u32,
) -> (&CorpusSegment, u32) {
    let after = segments.partition_point(|segment| first(segment.numbers()) <= id);
    let segment = &segments[after.saturating_sub(1)];
    (segment, id - first(segment.numbers()))
}

/// The fields that a filter looks at.
fn fields_of<'a>(filter: &'a Filter, fields: &mut BTreeSet<&'a str>) {
    match filter {
        Filter::Eq(field, _) | Filter::In(field, _) | Filter::Range(field, ..) | Filter::Exists(field) => {
            fields.insert(field);
        }
        Filter::And(all) | Filter::Or(all) => all.iter().for_each(|inner| fields_of(inner, fields)),
        Filter::Not(inner) => fields_of(inner, fields),
        _ => {}
    }
}

impl TieOrder for StoredCorpus {
    fn tie(&self, a: ChunkId, b: ChunkId) -> Ordering {
        if self.segments.len() < 2 || a == b {
            return a.cmp(&b);
        }
        match self.rank_key(a).and_then(|a| Ok(a.cmp(&self.rank_key(b)?))) {
            Ok(order) => order.then(a.cmp(&b)),
            Err(error) => {
                // No order can be given. Whoever asks for the candidates next is told.
                let _ = self.damage.set(error);
                a.cmp(&b)
            }
        }
    }
}

impl Corpus for StoredCorpus {
    fn stamp(&self) -> Stamp {
        self.stamp
    }

    fn len(&self) -> usize {
        self.len
    }

    fn id_bound(&self) -> usize {
        self.live.universe()
    }

    fn candidates(&self, ids: &[ChunkId]) -> Result<Vec<Candidate<'_>>> {
        if let Some(damage) = self.damage.get() {
            return Err(damage.clone());
        }
        ids.iter().map(|id| self.candidate(*id)).collect()
    }

    fn find(&self, ids: &[&str]) -> Result<Vec<Option<DocId>>> {
        ids.iter().map(|id| self.find_one(id)).collect()
    }

    fn chunks_of(&self, document: DocId) -> Result<Vec<ChunkId>> {
        let (segment, place) = self.document_place(document)?;
        let first = segment.numbers().first_chunk;
        Ok(segment.chunks_of(place)?.map(|chunk| ChunkId::new(first + chunk)).collect())
    }

    fn texts(&self, places: &[(DocId, Span)]) -> Result<Vec<Cow<'_, str>>> {
        let text = |(document, span): &(DocId, Span)| {
            let (segment, place) = self.document_place(*document)?;
            segment.text(place, *span).map(Cow::Borrowed)
        };
        places.iter().map(text).collect()
    }

    fn resolve(&self, filter: &Filter) -> Result<ChunkSet> {
        let remembered = |filters: &mut Vec<(Filter, Arc<ChunkSet>)>| {
            let at = filters.iter().position(|(known, _)| known == filter)?;
            let entry = filters.remove(at);
            filters.push(entry);
            filters.last().map(|(_, set)| set.clone())
        };
        if let Some(set) = remembered(&mut self.filters.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(ChunkSet::clone(&set));
        }
        let set = self.resolve_anew(filter)?;
        let mut filters = self.filters.lock().unwrap_or_else(PoisonError::into_inner);
        if filters.len() >= FILTERS {
            filters.remove(0);
        }
        filters.push((filter.clone(), Arc::new(set.clone())));
        Ok(set)
    }

    fn matches(&self, filter: &Filter, ids: &[ChunkId]) -> Result<Vec<bool>> {
        let mut fields = BTreeSet::new();
        fields_of(filter, &mut fields);
        let wanted = |field: &str| fields.contains(field);
        ids.iter()
            .map(|id| {
                let (segment, chunk) = self.chunk_place(*id)?;
                Ok(filter.accepts(&segment.metadata(chunk.document, &wanted)?))
            })
            .collect()
    }
}
