//! Every score explains itself.

use sutra::core::Corpus;
use sutra::core::Query;
use sutra::{Pipeline, Preset, RankedBy, SearchHit};

use crate::documents;

fn adds_up(hit: &SearchHit) -> bool {
    let sum: f64 = hit.signals.iter().map(|signal| f64::from(signal.contribution)).sum();
    (sum - f64::from(hit.score)).abs() < 1e-6
}

#[test]
fn contributions_add_up_in_every_preset() {
    for preset in Preset::ALL {
        let pipeline = Pipeline::builder().preset(preset).build(documents()).unwrap();
        let results = pipeline.search(&Query::new("who grinds wheat for the bread?")).unwrap();
        assert!(!results.hits.is_empty());
        assert!(results.hits.iter().all(adds_up), "{preset}: {:?}", results.hits);
    }
}

#[test]
fn full_gives_every_hit_every_signal() {
    let pipeline = Pipeline::builder().preset(Preset::Full).build(documents()).unwrap();
    for hit in pipeline.search(&Query::new("bread from the mill")).unwrap().hits {
        let names: Vec<&str> = hit.signals.iter().map(|signal| &*signal.name).collect();
        assert_eq!(names, ["rerank", "similarity", "graph"]);
        assert!(hit.signals.iter().all(|signal| signal.raw.is_some()));
        assert_eq!(hit.ranked_by, RankedBy::Final);
    }
}

#[test]
fn a_chunk_that_only_bm25_found_has_its_real_cosine() {
    let builder = || Pipeline::builder().preset(Preset::HybridLexical).depth(1);
    let pipeline = builder().build(documents()).unwrap();
    let query = Query::new("the oven is lit and the mill grinds").with_limit(2);
    let dense = Pipeline::builder().preset(Preset::Dense).bind(pipeline.generation()).unwrap();
    let cosines = dense.search(&query.clone().with_limit(10)).unwrap().hits;
    let hits = pipeline.search(&query).unwrap().hits;
    for hit in &hits {
        let similarity = hit.signals.iter().find(|signal| &*signal.name == "similarity").unwrap();
        let real = cosines.iter().find(|cosine| cosine.chunk == hit.chunk).unwrap();
        assert!((similarity.raw.unwrap() - real.score).abs() < 1e-6);
    }
    assert!(!hits.is_empty());
}

#[test]
fn below_the_window_the_fused_order_stands() {
    let builder = |window| Pipeline::builder().preset(Preset::HybridLexical).window(window);
    let query = Query::new("the bread, the mill, the sea and the oven");
    let pipeline = builder(1).build(documents()).unwrap();
    let hits = pipeline.search(&query).unwrap().hits;
    let fused = Pipeline::builder().preset(Preset::Hybrid).bind(pipeline.generation()).unwrap();
    let fused = fused.search(&query).unwrap().hits;
    assert!(hits.len() > 1);
    assert_eq!(hits[0].ranked_by, RankedBy::Final);
    for (hit, fused) in hits.iter().zip(&fused).skip(1) {
        assert_eq!((hit.chunk, hit.score, &hit.ranked_by), (fused.chunk, fused.score, &RankedBy::Fused));
    }
}

#[test]
fn pages_join_without_gap_or_repeat() {
    for preset in Preset::ALL {
        let pipeline = Pipeline::builder().preset(preset).build(documents()).unwrap();
        let query = Query::new("the bread, the mill, the sea and the granite");
        let whole: Vec<_> = pipeline.search(&query).unwrap().hits.iter().map(|hit| hit.chunk).collect();
        let mut pages = Vec::new();
        for offset in 0..whole.len() {
            let page = pipeline.search(&query.clone().with_limit(1).with_offset(offset)).unwrap().hits;
            assert_eq!(page[0].rank, offset + 1);
            pages.push(page[0].chunk);
        }
        assert_eq!(pages, whole, "{preset}");
    }
}

#[test]
fn spans_are_exact() {
    let pipeline = Pipeline::builder().build(documents()).unwrap();
    for hit in pipeline.search(&Query::new("granite walls")).unwrap().hits {
        let corpus = pipeline.generation().corpus();
        let document = corpus.find(&[&hit.id]).unwrap()[0].unwrap();
        assert_eq!(&corpus.document(document).unwrap().text[hit.span.range()], hit.text);
    }
}
