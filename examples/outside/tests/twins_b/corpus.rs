//! Twins of a corpus.

use std::borrow::Cow;
use std::cmp::Ordering;

use sutra_core::laws::LawCorpus;
use sutra_core::laws::corpus::{Subject, laws};
use sutra_core::{Candidate, ChunkId, ChunkSet, Corpus, DocId, Filter, Result, Span, Stamp, TieOrder};

use crate::Twin;

/// A corpus with one fault.
struct Broken {
    fault: &'static str,
    inner: LawCorpus,
}

impl Broken {
    fn has(&self, fault: &str) -> bool {
        self.fault == fault
    }

    fn known(&self, ids: &[ChunkId]) -> Vec<ChunkId> {
        ids.iter().copied().filter(|id| id.index() < self.inner.len()).collect()
    }
}

impl TieOrder for Broken {
    fn tie(&self, a: ChunkId, b: ChunkId) -> Ordering {
        match self.fault {
            "total_order" => Ordering::Equal,
            "tie" => a.cmp(&b),
            _ => self.inner.tie(a, b),
        }
    }
}

impl Corpus for Broken {
    fn stamp(&self) -> Stamp {
        self.inner.stamp()
    }

    fn len(&self) -> usize {
        self.inner.len() + usize::from(self.has("count"))
    }

    fn id_bound(&self) -> usize {
        self.inner.len()
    }

    fn is_empty(&self) -> bool {
        self.has("is_empty") || self.inner.is_empty()
    }

    fn candidates(&self, ids: &[ChunkId]) -> Result<Vec<Candidate<'_>>> {
        let mut ids = if self.has("unknown_chunk") { self.known(ids) } else { ids.to_vec() };
        if self.has("order") {
            ids.sort_unstable();
        }
        let mut candidates = self.inner.candidates(&ids)?;
        for candidate in &mut candidates {
            match self.fault {
                "text" => candidate.text = candidate.text.to_lowercase().into(),
                "document" => candidate.title = "".into(),
                "document_ids" => candidate.document = DocId::new(0),
                _ => {}
            }
        }
        Ok(candidates)
    }

    fn find(&self, ids: &[&str]) -> Result<Vec<Option<DocId>>> {
        let mut found = self.inner.find(ids)?;
        if self.has("find") {
            found.iter_mut().for_each(|found| *found = found.or(Some(DocId::new(0))));
        }
        Ok(found)
    }

    fn chunks_of(&self, document: DocId) -> Result<Vec<ChunkId>> {
        let chunks = self.inner.chunks_of(document);
        match self.fault {
            "unknown_document" => Ok(chunks.unwrap_or_default()),
            "chunks_of" => chunks.map(|chunks| chunks.into_iter().rev().collect()),
            _ => chunks,
        }
    }

    fn texts(&self, places: &[(DocId, Span)]) -> Result<Vec<Cow<'_, str>>> {
        let texts = self.inner.texts(places)?;
        Ok(if self.has("texts") {
            texts.iter().map(|text| text.to_lowercase().into()).collect()
        } else {
            texts
        })
    }

    fn locate(&self, places: &[(DocId, Span)]) -> Result<Vec<Option<ChunkId>>> {
        if self.has("locate") { Ok(vec![None; places.len()]) } else { self.inner.locate(places) }
    }

    fn resolve(&self, filter: &Filter) -> Result<ChunkSet> {
        match self.fault {
            "resolve" => Ok(ChunkSet::all(self.stamp(), self.len())),
            "resolved_stamp" => {
                let mut set = ChunkSet::none(Stamp::new(0, 0), self.len());
                for chunk in self.inner.resolve(filter)?.iter() {
                    set.insert(chunk);
                }
                Ok(set)
            }
            _ => self.inner.resolve(filter),
        }
    }

    fn matches(&self, filter: &Filter, ids: &[ChunkId]) -> Result<Vec<bool>> {
        if self.has("unknown_match") {
            return self.inner.matches(filter, &self.known(ids));
        }
        let mut matches = self.inner.matches(filter, ids)?;
        if self.has("matches") {
            matches.fill(true);
        }
        Ok(matches)
    }
}

const TWINS: [&str; 18] = [
    "order",
    "text",
    "document",
    "find",
    "document_ids",
    "chunks_of",
    "resolve",
    "resolved_stamp",
    "matches",
    "total_order",
    "tie",
    "unknown_chunk",
    "unknown_match",
    "unknown_document",
    "is_empty",
    "count",
    "texts",
    "locate",
];

#[test]
fn every_law_catches_its_twin() {
    let run = |fault| {
        let twin = Broken { fault, inner: LawCorpus::sample().unwrap() };
        Twin::new(fault, &[], &laws(), &Subject::new(&twin, twin.inner.documents()))
    };
    crate::check("corpus", &crate::names(&laws()), &run("none"), &TWINS.map(run));
}
