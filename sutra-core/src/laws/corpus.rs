//! Laws of [`Corpus`] and [`TieOrder`](crate::TieOrder).

use super::setting::is_error;
use super::{Law, Outcome};
use crate::{Candidate, ChunkId, Corpus, DocId, Document, ErrorKind, Filter, Metadata, Result, Span};

/// A corpus under test, and all the documents that it was made of, in any order.
///
/// ```
/// use sutra_core::laws::{LawCorpus, corpus};
/// let subject = LawCorpus::sample()?;
/// corpus::check(&corpus::Subject::new(&subject, subject.documents()))?;
/// # Ok::<(), sutra_core::Error>(())
/// ```
pub struct Subject<'a> {
    corpus: &'a dyn Corpus,
    documents: &'a [Document],
}

impl<'a> Subject<'a> {
    /// A corpus of these documents. The more they have in common (metadata, words of their ids) and the more chunks
    /// they have, the more the laws see.
    #[must_use]
    pub fn new(corpus: &'a dyn Corpus, documents: &'a [Document]) -> Self {
        Self { corpus, documents }
    }

    /// Every chunk: those that a filter without a condition lets through.
    fn ids(&self) -> Vec<ChunkId> {
        self.corpus.resolve(&Filter::And(Vec::new())).map(|all| all.iter().collect()).unwrap_or_default()
    }

    fn all(&self) -> std::result::Result<Vec<Candidate<'_>>, String> {
        text(self.corpus.candidates(&self.ids()))
    }

    fn document(&self, id: &str) -> std::result::Result<&Document, String> {
        let found = self.documents.iter().find(|document| document.id == id);
        found.ok_or_else(|| format!("there is no document {id:?}"))
    }

    /// The number of the document with this id.
    fn number(&self, id: &str) -> std::result::Result<DocId, String> {
        let found = text(self.corpus.find(&[id]))?.into_iter().flatten().next();
        found.ok_or_else(|| format!("the document {id:?} is not found"))
    }

    /// The metadata of each chunk's document, as the user gave it.
    fn metadata(&self) -> std::result::Result<Vec<&Metadata>, String> {
        self.all()?.iter().map(|chunk| Ok(&self.document(&chunk.id)?.metadata)).collect()
    }

    /// Filters that pass all, none and some.
    fn filters(&self) -> Vec<Filter> {
        let mut filters =
            vec![Filter::And(Vec::new()), Filter::Or(Vec::new()), Filter::exists("no such field")];
        for (field, value) in self.documents.iter().flat_map(|document| &document.metadata) {
            filters.push(Filter::eq(field, value.clone()));
            filters.push(Filter::eq(field, value.clone()).not());
            filters.push(Filter::at_least(field, value.clone()).and(Filter::exists(field)));
        }
        filters
    }
}

/// Runs all laws.
///
/// # Errors
/// [`Contract`](ErrorKind::Contract) with every law that is broken.
pub fn check(subject: &Subject<'_>) -> Result<()> {
    super::check(&laws(), subject)
}

/// The laws of [`Corpus`].
#[must_use]
pub fn laws<'a>() -> Vec<Law<Subject<'a>>> {
    vec![
        Law::new("order", "candidates come in the order of the ids, however often one comes", order),
        Law::new("text", "a candidate's text is the span of its document's text", slice),
        Law::new("document", "a candidate has title and metadata of its document", document),
        Law::new("find", "every document is found by the user's id, and nothing else", find),
        Law::new("document_ids", "a candidate names the document that its id finds", document_ids),
        Law::new(
            "chunks_of",
            "the chunks of a document are those that name it, in the order of spans",
            chunks_of,
        ),
        Law::new("resolve", "a filter resolves to the chunks whose documents it accepts", resolve),
        Law::new("resolved_stamp", "a resolved filter is of the same generation and as wide", resolved_stamp),
        Law::new("matches", "a chunk matches a filter where the filter accepts its document", matches),
        Law::new("total_order", "ties are a total order", total_order),
        Law::new("tie", "ties go by the user's document id, then by span", tie),
        Law::new("unknown_chunk", "a chunk outside the generation is not found", unknown_chunk),
        Law::new(
            "unknown_match",
            "a chunk outside the generation matches no filter but is an error",
            unknown_match,
        ),
        Law::new("unknown_document", "a document outside the generation is not found", unknown_document),
        Law::new("is_empty", "a corpus is empty where it has no chunk", is_empty),
        Law::new("count", "there are as many chunks as every filter without a condition lets through", count),
        Law::new("texts", "any part of a document's text is handed out, and nothing outside it", texts),
        Law::new("locate", "a chunk is located by its document and span, and nothing else is", locate),
    ]
}

fn text<T>(result: Result<T>) -> std::result::Result<T, String> {
    result.map_err(|error| error.to_string())
}

fn order(subject: &Subject<'_>) -> Outcome {
    let mut ids = subject.ids();
    ids.reverse();
    ids.extend_from_within(..ids.len() / 2);
    for asked in [&ids[..], &[]] {
        let found: Vec<_> = text(subject.corpus.candidates(asked))?.iter().map(|one| one.chunk).collect();
        if found != asked {
            return Err(format!("{asked:?} gives {found:?}"));
        }
    }
    Ok(())
}

fn slice(subject: &Subject<'_>) -> Outcome {
    for candidate in subject.all()? {
        let whole = &subject.document(&candidate.id)?.text;
        let expected = text(candidate.span.slice(whole))?;
        if candidate.text != expected {
            return Err(format!("chunk {} is {:?}, not {expected:?}", candidate.chunk, candidate.text));
        }
    }
    Ok(())
}

fn document(subject: &Subject<'_>) -> Outcome {
    for candidate in subject.all()? {
        let document = subject.document(&candidate.id)?;
        if candidate.title != document.title || *candidate.metadata != document.metadata {
            return Err(format!("chunk {} has not those of {:?}", candidate.chunk, document.id));
        }
    }
    Ok(())
}

fn find(subject: &Subject<'_>) -> Outcome {
    let mut ids: Vec<&str> = subject.documents.iter().map(|document| document.id.as_str()).collect();
    ids.push("no such document");
    let found = text(subject.corpus.find(&ids))?;
    if found.len() != ids.len() || found.last().is_some_and(Option::is_some) {
        return Err(format!("{ids:?} gives {found:?}"));
    }
    for (at, document) in found.iter().enumerate().take(ids.len() - 1) {
        if document.is_none() || found[..at].contains(document) {
            return Err(format!("{:?} gives {document:?}", ids[at]));
        }
    }
    Ok(())
}

fn document_ids(subject: &Subject<'_>) -> Outcome {
    for candidate in subject.all()? {
        let found = text(subject.corpus.find(&[&candidate.id]))?;
        if found != [Some(candidate.document)] {
            return Err(format!("chunk {} names document {}", candidate.chunk, candidate.document));
        }
    }
    Ok(())
}

fn chunks_of(subject: &Subject<'_>) -> Outcome {
    let all = subject.all()?;
    for document in subject.documents {
        let Some(id) = text(subject.corpus.find(&[&document.id]))?.into_iter().flatten().next() else {
            continue;
        };
        let mut own: Vec<_> = all.iter().filter(|candidate| candidate.id == document.id).collect();
        own.sort_by_key(|candidate| candidate.span);
        let expected: Vec<_> = own.iter().map(|candidate| candidate.chunk).collect();
        let found = text(subject.corpus.chunks_of(id))?;
        if found != expected {
            return Err(format!("{:?} has {found:?}, and {expected:?} name it", document.id));
        }
    }
    Ok(())
}

fn resolve(subject: &Subject<'_>) -> Outcome {
    let metadata = subject.metadata()?;
    for filter in subject.filters() {
        let set = text(subject.corpus.resolve(&filter))?;
        for (chunk, metadata) in subject.ids().into_iter().zip(&metadata) {
            if set.contains(chunk) != filter.accepts(metadata) {
                return Err(format!("{filter:?} and chunk {chunk}: {}", set.contains(chunk)));
            }
        }
    }
    Ok(())
}

fn resolved_stamp(subject: &Subject<'_>) -> Outcome {
    let (stamp, len) = (subject.corpus.stamp(), subject.corpus.id_bound());
    for filter in subject.filters() {
        let set = text(subject.corpus.resolve(&filter))?;
        if set.stamp() != stamp || set.universe() != len {
            return Err(format!("it is of {}, {} wide; not {stamp}, {len}", set.stamp(), set.universe()));
        }
    }
    Ok(())
}

fn matches(subject: &Subject<'_>) -> Outcome {
    let (ids, metadata) = (subject.ids(), subject.metadata()?);
    for filter in subject.filters() {
        let expected: Vec<_> = metadata.iter().map(|metadata| filter.accepts(metadata)).collect();
        let found = text(subject.corpus.matches(&filter, &ids))?;
        if found != expected {
            return Err(format!("{filter:?} gives {found:?}, not {expected:?}"));
        }
    }
    Ok(())
}

fn total_order(subject: &Subject<'_>) -> Outcome {
    let ids = subject.ids();
    for &a in &ids {
        for &b in &ids {
            let order = subject.corpus.tie(a, b);
            if order != subject.corpus.tie(b, a).reverse() || order.is_eq() != (a == b) {
                return Err(format!(
                    "{a} and {b} are {order:?}, and {:?} the other way",
                    subject.corpus.tie(b, a)
                ));
            }
            for &c in ids.iter().filter(|_| order.is_lt()) {
                if subject.corpus.tie(b, c).is_lt() && !subject.corpus.tie(a, c).is_lt() {
                    return Err(format!("{a} comes before {b} and {b} before {c}, but not {a} before {c}"));
                }
            }
        }
    }
    Ok(())
}

fn tie(subject: &Subject<'_>) -> Outcome {
    let all = subject.all()?;
    for a in &all {
        for b in &all {
            let places = (&a.id, a.span).cmp(&(&b.id, b.span));
            if places.is_lt() && subject.corpus.tie(a.chunk, b.chunk).is_gt() {
                return Err(format!("{:?} {:?} comes after {:?} {:?}", a.id, a.span, b.id, b.span));
            }
        }
    }
    Ok(())
}

/// The first chunk outside, and the last that there could be.
fn outside(subject: &Subject<'_>) -> std::result::Result<[ChunkId; 2], String> {
    Ok([text(ChunkId::from_index(subject.corpus.id_bound()))?, ChunkId::new(u32::MAX)])
}

fn unknown_chunk(subject: &Subject<'_>) -> Outcome {
    for id in outside(subject)? {
        let mut ids = subject.ids();
        ids.push(id);
        is_error(subject.corpus.candidates(&ids), ErrorKind::NotFound, &format!("chunk {id}"))?;
    }
    Ok(())
}

fn unknown_match(subject: &Subject<'_>) -> Outcome {
    for id in outside(subject)? {
        let found = subject.corpus.matches(&Filter::And(Vec::new()), &[id]);
        is_error(found, ErrorKind::NotFound, &format!("chunk {id}"))?;
    }
    Ok(())
}

fn unknown_document(subject: &Subject<'_>) -> Outcome {
    let found = subject.corpus.chunks_of(DocId::new(u32::MAX));
    is_error(found, ErrorKind::NotFound, &format!("document {}", u32::MAX))
}

fn is_empty(subject: &Subject<'_>) -> Outcome {
    let (len, empty) = (subject.corpus.len(), subject.corpus.is_empty());
    if empty == (len == 0) { Ok(()) } else { Err(format!("it has {len} chunks and says {empty}")) }
}

fn count(subject: &Subject<'_>) -> Outcome {
    let all = text(subject.corpus.resolve(&Filter::And(Vec::new())))?;
    let (len, bound) = (subject.corpus.len(), subject.corpus.id_bound());
    if all.len() != len || bound < len {
        return Err(format!("it has {len} chunks below {bound}, and a filter lets {} through", all.len()));
    }
    Ok(())
}

fn texts(subject: &Subject<'_>) -> Outcome {
    let all = subject.all()?;
    let place = |one: &Candidate<'_>| Ok((subject.number(&one.id)?, one.span));
    let mut places = all.iter().map(place).collect::<std::result::Result<Vec<_>, String>>()?;
    places.reverse();
    let found = text(subject.corpus.texts(&places))?;
    for (candidate, found) in all.iter().rev().zip(&found) {
        let expected = text(candidate.span.slice(&subject.document(&candidate.id)?.text))?;
        if found != expected {
            return Err(format!("the span of chunk {} gives {found:?}, not {expected:?}", candidate.chunk));
        }
    }
    for candidate in all {
        let whole = &subject.document(&candidate.id)?.text;
        let number = subject.number(&candidate.id)?;
        let found = text(subject.corpus.texts(&[(number, Span::whole(whole))]))?;
        if found != [whole.as_str()] {
            return Err(format!("the whole text of {:?} is {found:?}", candidate.id));
        }
        let beyond = text(Span::from_storage(0, whole.len() + 1))?;
        let found = subject.corpus.texts(&[(number, beyond)]);
        is_error(found, ErrorKind::InvalidInput, "a span beyond the text")?;
    }
    let nowhere = [(DocId::new(u32::MAX), text(Span::from_storage(0, 0))?)];
    is_error(subject.corpus.texts(&nowhere), ErrorKind::NotFound, "no document")
}

fn locate(subject: &Subject<'_>) -> Outcome {
    for candidate in subject.all()? {
        let (document, span) = (subject.number(&candidate.id)?, candidate.span);
        let beyond = text(Span::from_storage(span.start(), span.end() + 1_000_000))?;
        let found = text(subject.corpus.locate(&[(document, beyond), (document, span)]))?;
        if found != [None, Some(candidate.chunk)] {
            return Err(format!("chunk {} is located as {found:?}", candidate.chunk));
        }
    }
    Ok(())
}
