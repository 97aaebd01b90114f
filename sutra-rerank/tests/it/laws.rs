//! The conformance suites, run on the fusions, signals and rerankers.

use sutra_core::laws::{LawCorpus, Setting, fusion, reranker, signal};
use sutra_core::{Corpus, Fusion, Query, ScoreKind};
use sutra_rerank::{CombMnz, Dbsf, LexicalOverlap, Mapped, Mmr, Rrf, WeightedMinMax, Weights, ZScore};
use sutra_text::Analyzer;

use crate::mmr::Vectors;

#[test]
fn fusions_keep_the_laws() {
    let weights = || Weights::new([("first", 0.5), ("second", 2.0), ("third", 0.25)]).unwrap();
    let fusions: [Box<dyn Fusion>; 11] = [
        Box::new(Rrf::new()),
        Box::new(Rrf::new().with_k(0.0).unwrap()),
        Box::new(Rrf::new().with_weights(weights())),
        Box::new(WeightedMinMax::new()),
        Box::new(WeightedMinMax::new().with_weights(weights())),
        Box::new(ZScore::new()),
        Box::new(ZScore::new().with_weights(weights())),
        Box::new(Dbsf::new()),
        Box::new(Dbsf::new().with_weights(weights())),
        Box::new(CombMnz::new()),
        Box::new(CombMnz::new().with_weights(weights())),
    ];
    for fusion in &fusions {
        fusion::check(&fusion::Subject::new(fusion)).unwrap();
    }
}

#[test]
fn lexical_overlap_keeps_the_laws() {
    let corpus = LawCorpus::sample().unwrap();
    for analyzer in [Analyzer::english(), Analyzer::neutral()] {
        let overlap = LexicalOverlap::new(analyzer);
        for words in ["a tall oak by the river", "oak", ""] {
            let setting = Setting::new(&corpus, Query::new(words));
            signal::check(&signal::Subject::new(&overlap, setting).stopping()).unwrap();
        }
    }
}

#[test]
fn a_mapped_signal_keeps_the_laws() {
    let corpus = LawCorpus::sample().unwrap();
    let mapped = Mapped::new(LexicalOverlap::new(Analyzer::english()), |_, raw| Some(raw.sqrt()));
    let setting = Setting::new(&corpus, Query::new("a tall oak by the river"));
    signal::check(&signal::Subject::new(&mapped, setting).stopping()).unwrap();
    assert_eq!(sutra_core::Signal::kind(&mapped), ScoreKind::Unit);
}

#[test]
fn mmr_keeps_the_laws() {
    let corpus = LawCorpus::sample().unwrap();
    let row = |at: usize| (at % 4 != 3).then(|| vec![(at % 3) as f32, 1.0, (at * at % 5) as f32 - 2.0]);
    let vectors = Vectors::new(corpus.stamp(), (0..corpus.len()).map(row).collect());
    for lambda in [0.0, 0.5, 1.0] {
        let mmr = Mmr::new(vectors.clone(), lambda).unwrap();
        for mmr in [mmr.clone(), mmr.with_limit(3)] {
            let setting = Setting::new(&corpus, Query::new("any"));
            reranker::check(&reranker::Subject::new(&mmr, setting).holding_ids().stopping()).unwrap();
        }
    }
}
