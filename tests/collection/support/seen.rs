//! All that can be seen of a generation.

use std::collections::BTreeMap;
use std::sync::Arc;

use sutra::core::{Corpus, Filter, Query, Result};
use sutra::{Generation, Pipeline, Preset};

use super::library::{QUESTIONS, id};

/// A hit: document, span, score as bits.
pub type Hit = (String, usize, usize, u32);

/// The hits of a preset for a question.
pub type Ranked = (Preset, &'static str, Vec<Hit>);

/// Documents and rankings of a generation.
#[derive(Clone, PartialEq)]
pub struct Seen {
    pub number: u64,
    /// Title, metadata and chunks of each document.
    pub documents: BTreeMap<String, String>,
    /// By preset and question.
    pub rankings: Vec<Ranked>,
}

/// The presets that look into every part.
const PRESETS: [Preset; 4] = [Preset::Bm25, Preset::Dense, Preset::Hybrid, Preset::Full];

/// How many documents the tests number at most.
const NUMBERS: usize = 60;

impl Seen {
    pub fn of(generation: &Arc<Generation>) -> Result<Self> {
        let mut rankings = Vec::new();
        for preset in PRESETS {
            if preset == Preset::Dense && generation.dense().is_none() {
                continue;
            }
            let pipeline = Pipeline::builder().preset(preset).bind(generation)?;
            for question in QUESTIONS {
                rankings.push((preset, question, hits(&pipeline, &Query::new(question).with_limit(100))?));
            }
            let filter = Filter::eq("kind", "shop");
            let filtered = Query::new(QUESTIONS[0]).with_limit(100).with_filter(filter);
            rankings.push((preset, "in shops", hits(&pipeline, &filtered)?));
        }
        Ok(Self { number: generation.stamp().generation(), documents: documents(generation)?, rankings })
    }

    /// What two histories of the same documents have in common: all but the number.
    pub fn content(&self) -> (&BTreeMap<String, String>, &[Ranked]) {
        (&self.documents, &self.rankings)
    }

    /// Where another differs, in words.
    pub fn difference(&self, other: &Self) -> String {
        if self.documents != other.documents {
            return format!("documents {:#?} against {:#?}", self.documents, other.documents);
        }
        let pairs = self.rankings.iter().zip(&other.rankings);
        match pairs.into_iter().find(|(a, b)| a != b) {
            Some((a, b)) => format!("{a:?} against {b:?}"),
            None => format!(
                "generation {} with {} rankings against {} with {}",
                self.number,
                self.rankings.len(),
                other.number,
                other.rankings.len()
            ),
        }
    }
}

fn hits(pipeline: &Pipeline, query: &Query) -> Result<Vec<Hit>> {
    let hits = pipeline.search(query)?.hits;
    let mut seen: Vec<Hit> = Vec::with_capacity(hits.len());
    for hit in hits {
        seen.push((hit.id, hit.span.start(), hit.span.end(), hit.score.to_bits()));
    }
    Ok(seen)
}

fn documents(generation: &Generation) -> Result<BTreeMap<String, String>> {
    let corpus = generation.corpus();
    let ids: Vec<String> = (0..NUMBERS).map(id).collect();
    let found = corpus.find(&ids.iter().map(String::as_str).collect::<Vec<_>>())?;
    let mut documents = BTreeMap::new();
    let mut chunks = 0;
    for (id, document) in ids.into_iter().zip(found) {
        let Some(document) = document else { continue };
        let mut told = String::new();
        for candidate in corpus.candidates(&corpus.chunks_of(document)?)? {
            assert_eq!(candidate.id, id);
            chunks += 1;
            told.push_str(&format!(
                "{} {:?} {} {:?}\n",
                candidate.title, candidate.span, candidate.text, candidate.metadata
            ));
        }
        documents.insert(id, told);
    }
    assert_eq!(chunks, corpus.len(), "chunks of documents that nobody asked for");
    Ok(documents)
}
