//! Centralities of the documents of a generation, from the links between them.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use sutra_core::{DocId, Observer, Result};
use sutra_graph::{GraphBuilder, UndirectedCentrality};
use xxhash_rust::xxh3::xxh3_128;

use super::corpus::StoredCorpus;

/// The share of a score that comes over links: a document without any has the rest.
const DAMPING: f64 = 0.85;

/// How far each score is from its limit, at most, against the score.
const TOLERANCE: f64 = 1e-14;

/// The hash by which a document's id stands in links.
pub(crate) fn name(id: &str) -> u128 {
    xxh3_128(id.as_bytes())
}

/// Keys are hashes already.
#[derive(Default)]
struct Ready(u64);

impl Hasher for Ready {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }
    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64;
    }
}

/// The links of a document in two generations; none where it is not there.
#[derive(Default)]
struct Change {
    before: Option<Vec<u128>>,
    after: Option<Vec<u128>>,
}

impl Change {
    /// Whether a document that came or went has no links of its own.
    fn joins_nothing(&self) -> bool {
        let none = |links: &Option<Vec<u128>>| links.as_ref().is_none_or(Vec::is_empty);
        none(&self.before) && none(&self.after) && (self.before.is_none() || self.after.is_none())
    }
}

type ByName<T> = HashMap<u128, T, BuildHasherDefault<Ready>>;

/// The generation before, as far as its scores are of use.
pub(super) struct Before<'a> {
    pub(super) corpus: &'a StoredCorpus,
    /// By document; none where it had no links.
    pub(super) scores: Option<&'a [f32]>,
    pub(super) links: &'a [(u128, u128)],
    /// Documents below this number are the same ones.
    pub(super) same_below: u32,
}

/// The links of all documents, and those that no document holds.
fn has_links(corpus: &StoredCorpus, links: &[(u128, u128)]) -> bool {
    !links.is_empty() || corpus.segments().iter().any(|segment| segment.has_links())
}

/// The centrality of each document by its number, 0 for those that are gone; `None` where no link joins two documents.
///
/// Nodes are numbered in the order of the documents' ids, so that the same documents have the same scores however they
/// came in. `before` spares work: where no link changed its scores are taken over, and otherwise the iteration starts
/// from them. O(documents + links) but for the iteration.
pub(super) fn centrality(
    corpus: &StoredCorpus,
    links: &[(u128, u128)],
    before: Option<&Before<'_>>,
    watch: &dyn Observer,
) -> Result<Option<Vec<f32>>> {
    if !has_links(corpus, links) {
        return Ok(None);
    }
    let documents = corpus.in_order()?;
    let start = before.map(|before| before.start(&documents)).transpose()?.flatten();
    if let (Some(before), Some(start)) = (before, &start)
        && before.same_links(corpus, links)?
    {
        return Ok(Some(by_document(corpus, &documents, start)));
    }
    let mut nodes: ByName<usize> = ByName::default();
    nodes.extend(documents.iter().enumerate().map(|(node, (_, id))| (name(id), node)));
    let mut graph = GraphBuilder::new(documents.len());
    let mut joined = false;
    let mut join = |from: usize, to: &u128| {
        if let Some(&to) = nodes.get(to).filter(|to| **to != from) {
            graph.edge(from, to);
            joined = true;
        }
    };
    for (node, (document, _)) in documents.iter().enumerate() {
        let (segment, place) = corpus.document_place(*document)?;
        segment.links(place)?.for_each(|to| join(node, &to));
    }
    for (from, to) in links {
        if let Some(&from) = nodes.get(from) {
            join(from, to);
        }
    }
    if !joined {
        return Ok(None);
    }
    let mut iteration = UndirectedCentrality::new().with_damping(DAMPING).with_tolerance(TOLERANCE);
    if let Some(start) = start {
        iteration = iteration.with_start(start.into_iter().map(f64::from).collect());
    }
    let scores = iteration.run(&graph.build_undirected()?, watch)?.scores;
    let scores: Vec<f32> = scores.into_iter().map(|score| score as f32).collect();
    Ok(Some(by_document(corpus, &documents, &scores)))
}

fn by_document(corpus: &StoredCorpus, documents: &[(DocId, &str)], scores: &[f32]) -> Vec<f32> {
    let mut all = vec![0.0; corpus.document_bound()];
    for ((document, _), score) in documents.iter().zip(scores) {
        all[document.index()] = *score;
    }
    all
}

impl Before<'_> {
    /// What each of these documents had, or an isolated one has.
    fn start(&self, documents: &[(DocId, &str)]) -> Result<Option<Vec<f32>>> {
        let Some(scores) = self.scores else { return Ok(None) };
        let isolated = (1.0 - DAMPING) as f32;
        let score = |document: DocId| scores.get(document.index()).copied().unwrap_or(isolated);
        let start = documents.iter().map(|(document, id)| {
            if document.get() < self.same_below {
                return Ok(score(*document));
            }
            Ok(self.corpus.find_one(id)?.map_or(isolated, score))
        });
        start.collect::<Result<_>>().map(Some)
    }

    /// Whether the links between documents are those from before: every document that came, went or changed has the
    /// links that it had, and one that came or went has none, nor any to it.
    fn same_links(&self, corpus: &StoredCorpus, links: &[(u128, u128)]) -> Result<bool> {
        if self.links != links {
            return Ok(false);
        }
        let mut changed: ByName<Change> = ByName::default();
        let old =
            (0..self.corpus.document_bound() as u32).map(DocId::new).filter(|id| self.corpus.is_live(*id));
        for id in old.filter(|id| id.get() >= self.same_below || !corpus.is_live(*id)) {
            let (segment, place) = self.corpus.document_place(id)?;
            changed.entry(name(segment.id(place)?)).or_default().before =
                Some(segment.links(place)?.collect());
        }
        for id in
            (self.same_below..corpus.document_bound() as u32).map(DocId::new).filter(|id| corpus.is_live(*id))
        {
            let (segment, place) = corpus.document_place(id)?;
            changed.entry(name(segment.id(place)?)).or_default().after =
                Some(segment.links(place)?.collect());
        }
        changed.retain(|_, change| change.before != change.after);
        if !changed.values().all(Change::joins_nothing) {
            return Ok(false);
        }
        if changed.is_empty() {
            return Ok(true);
        }
        if links.iter().any(|(from, to)| changed.contains_key(from) || changed.contains_key(to)) {
            return Ok(false);
        }
        for segment in corpus.segments() {
            if segment.all_links()?.any(|to| changed.contains_key(&to)) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
