//! A small corpus for the laws.

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::{
    Candidate, ChunkId, ChunkSet, Corpus, DocId, Document, Error, ErrorKind, Filter, Result, Span, Stamp,
    TieOrder,
};

/// A corpus in memory in which each line of a text is a chunk; a text without lines has one empty chunk if there is a
/// title. Documents and chunks are numbered as they come in, and ties go by document id, then span, all the same.
///
/// ```
/// use sutra_core::{ChunkId, Corpus, Document, Stamp, TieOrder, laws::LawCorpus};
/// let documents = vec![Document::new("b", "Oaks grow.\nElms fall."), Document::new("a", "Oaks grow.")];
/// let corpus = LawCorpus::new(Stamp::new(1, 1), documents)?;
/// assert_eq!(corpus.len(), 3);
/// assert!(corpus.tie(ChunkId::new(2), ChunkId::new(0)).is_lt(), "a comes before b");
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct LawCorpus {
    stamp: Stamp,
    documents: Vec<Document>,
    /// Document and span of each chunk.
    chunks: Vec<(DocId, Span)>,
}

impl LawCorpus {
    /// A generation of these documents.
    ///
    /// # Errors
    /// [`Duplicate`](ErrorKind::Duplicate) naming an id that stands twice.
    pub fn new(stamp: Stamp, documents: Vec<Document>) -> Result<Self> {
        let mut chunks = Vec::new();
        for (index, document) in documents.iter().enumerate() {
            if documents.iter().take(index).any(|other| other.id == document.id) {
                return Err(Error::new(ErrorKind::Duplicate, format!("two documents are {:?}", document.id)));
            }
            let id = DocId::from_index(index)?;
            for span in spans(document)? {
                chunks.push((id, span));
            }
        }
        Ok(Self { stamp, documents, chunks })
    }

    /// The corpus that the laws use: equal texts under several ids, ids out of order, two chunks in one document, a
    /// document with a title alone, an empty one, and metadata (`lang`, `year`, `tags`).
    ///
    /// # Errors
    /// None: its documents are fixed.
    pub fn sample() -> Result<Self> {
        let plain = |id, text, lang, year| {
            Document::new(id, text).with_metadata("lang", lang).with_metadata("year", year)
        };
        let documents = vec![
            plain("m", "The oak is a tall tree.\nThe oak is a tall tree.", "en", 2019.0),
            plain("c", "The river runs to the sea.", "en", 2021.0).with_title("Rivers"),
            plain("z", "The oak is a tall tree.", "en", 2022.0),
            plain("é", "Die Eiche wächst langsam.\nDer Fluß ist breit.", "de", 2020.0),
            Document::new("t", "").with_title("A tall title"),
            Document::new("empty", " "),
            plain("a", "The oak is a tall tree.", "en", 2018.0).with_metadata("tags", vec!["tree", "old"]),
            plain("d", "A tall oak by the river, an old oak.", "en", 2023.0).with_metadata("draft", true),
            plain("b", "Bread rises in a warm oven.", "en", 2021.0),
            plain("k", "Stone walls keep the sea out.", "en", 2017.0),
        ];
        Self::new(Stamp::new(7, 3), documents)
    }

    /// The same documents as another generation.
    #[must_use]
    pub fn with_stamp(mut self, stamp: Stamp) -> Self {
        self.stamp = stamp;
        self
    }

    /// The documents, as they came in.
    #[must_use]
    pub fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// Every chunk.
    #[must_use]
    pub fn ids(&self) -> Vec<ChunkId> {
        (0..).map(ChunkId::new).take(self.chunks.len()).collect()
    }

    fn chunk(&self, id: ChunkId) -> Result<(DocId, &Document, Span)> {
        let missing = || Error::new(ErrorKind::NotFound, format!("no chunk {id} in {}", self.stamp));
        let (number, span) = *self.chunks.get(id.index()).ok_or_else(missing)?;
        let document = self.documents.get(number.index()).ok_or_else(missing)?;
        Ok((number, document, span))
    }

    fn place(&self, id: ChunkId) -> Option<(&str, Span)> {
        self.chunk(id).ok().map(|(_, document, span)| (document.id.as_str(), span))
    }
}

fn spans(document: &Document) -> Result<Vec<Span>> {
    let text = &document.text;
    let mut spans = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_end_matches('\n');
        if !trimmed.trim().is_empty() {
            spans.push(Span::of(text, start..start + trimmed.len())?);
        }
        start += line.len();
    }
    if spans.is_empty() && !document.is_empty() {
        spans.push(Span::of(text, 0..0)?);
    }
    Ok(spans)
}

impl TieOrder for LawCorpus {
    fn tie(&self, a: ChunkId, b: ChunkId) -> Ordering {
        self.place(a).cmp(&self.place(b)).then(a.cmp(&b))
    }
}

impl Corpus for LawCorpus {
    fn stamp(&self) -> Stamp {
        self.stamp
    }

    fn len(&self) -> usize {
        self.chunks.len()
    }

    fn candidates(&self, ids: &[ChunkId]) -> Result<Vec<Candidate<'_>>> {
        ids.iter()
            .map(|&id| {
                let (number, document, span) = self.chunk(id)?;
                let text = span.slice(&document.text)?;
                Ok(Candidate::new(id, number, &document.id, text, span, &document.metadata)
                    .with_title(&document.title))
            })
            .collect()
    }

    fn find(&self, ids: &[&str]) -> Result<Vec<Option<DocId>>> {
        ids.iter()
            .map(|id| {
                let found = self.documents.iter().position(|document| document.id == *id);
                found.map(DocId::from_index).transpose()
            })
            .collect()
    }

    fn chunks_of(&self, document: DocId) -> Result<Vec<ChunkId>> {
        if document.index() >= self.documents.len() {
            let message = format!("no document {document} in {}", self.stamp);
            return Err(Error::new(ErrorKind::NotFound, message));
        }
        let all = self.ids().into_iter().zip(&self.chunks);
        Ok(all.filter(|(_, chunk)| chunk.0 == document).map(|(id, _)| id).collect())
    }

    fn texts(&self, places: &[(DocId, Span)]) -> Result<Vec<Cow<'_, str>>> {
        places
            .iter()
            .map(|(id, span)| {
                let document = self.documents.get(id.index()).ok_or_else(|| {
                    Error::new(ErrorKind::NotFound, format!("no document {id} in {}", self.stamp))
                })?;
                span.slice(&document.text).map(Cow::Borrowed)
            })
            .collect()
    }

    fn resolve(&self, filter: &Filter) -> Result<ChunkSet> {
        let mut set = ChunkSet::none(self.stamp, self.len());
        for id in self.ids() {
            if filter.accepts(&self.chunk(id)?.1.metadata) {
                set.insert(id);
            }
        }
        Ok(set)
    }

    fn matches(&self, filter: &Filter, ids: &[ChunkId]) -> Result<Vec<bool>> {
        ids.iter().map(|&id| Ok(filter.accepts(&self.chunk(id)?.1.metadata))).collect()
    }
}
