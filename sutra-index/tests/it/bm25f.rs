//! What BM25F promises as a part, a retriever and a signal.

use std::sync::Arc;

use sutra_core::laws::retriever::{self, RetrieverSubject};
use sutra_core::laws::{LawCorpus, Setting as LawSetting, index_part, signal};
use sutra_core::{
    ById, Cancel, CancelFlag, ChunkId, ChunkText, Corpus, DocId, ErrorKind, Filter, Query, Result, Retriever,
    Search, Signal, Stamp,
};
use sutra_index::{Bm25Field, Bm25fIndex, Bm25fPart};
use sutra_text::Analyzer;

use crate::bm25_support::{Plain, STAMP, build, scores};
use crate::bm25f_support::{Fields, index, part};

fn english() -> Bm25fPart {
    let fields = [
        Bm25Field::title().with_weight(3.0).unwrap(),
        Bm25Field::text(),
        Bm25Field::metadata("tags").with_weight(2.0).unwrap(),
        Bm25Field::metadata("lang").with_weight(0.0).unwrap(),
    ];
    Bm25fPart::new(Analyzer::english(), fields).unwrap()
}

fn of_corpus(part: &Bm25fPart, corpus: &LawCorpus) -> Result<Bm25fIndex> {
    let chunks: Vec<_> = corpus.candidates(&corpus.ids())?.into_iter().map(ChunkText::of).collect();
    part.build_index(corpus.stamp(), &chunks)
}

struct Subject(Bm25fPart);

impl RetrieverSubject for Subject {
    fn build(&self, corpus: &Arc<LawCorpus>) -> Result<Box<dyn Retriever>> {
        Ok(Box::new(of_corpus(&self.0, corpus)?))
    }
}

#[test]
fn the_bm25f_part_keeps_the_laws() {
    index_part::check(&index_part::Subject::new(&english())).unwrap();
}

#[test]
fn bm25f_keeps_the_laws_of_retrievers() {
    retriever::check(&Subject(english())).unwrap();
}

#[test]
fn bm25f_keeps_the_laws_of_signals() {
    let corpus = LawCorpus::sample().unwrap();
    let index = of_corpus(&english(), &corpus).unwrap();
    for words in ["a tall oak", "rivers tree", "zebra", ""] {
        let subject = signal::Subject::new(&index, LawSetting::new(&corpus, Query::new(words)));
        signal::check(&subject.holding_ids().stopping()).unwrap();
    }
}

/// Chunks over several windows, with many equal scores.
fn many() -> Vec<Fields> {
    let words = ["oak", "elm", "ash", "fir", "yew", "tall", "old"];
    let text = |n: usize, step: usize| -> String {
        (0..n % step).map(|i| words[(n * 5 + i * i * 3 + n / 7 * step) % 7]).collect::<Vec<_>>().join(" ")
    };
    (0..7_000).map(|n| Fields::new(&text(n, 3), &text(n, 5), &text(n / 9, 2))).collect()
}

#[test]
fn smaller_k_is_a_prefix_also_where_it_cuts_a_tie() {
    let index = index(&many()).with_weight("title", 2.0).unwrap();
    for descending in [false, true] {
        let corpus = Plain { descending, ..Plain::new(index.len()) };
        let query = Query::new("tall oak");
        let search = Search::new(&query, &corpus);
        let all = index.retrieve(&search, usize::MAX).unwrap();
        assert!(all.len() > 2_000 && all.is_exhausted());
        assert!(all.hits().windows(2).all(|pair| pair[0].score >= pair[1].score));
        for k in [0, 1, 2, 10, 64, 100, 1_000, all.len() - 1, all.len(), all.len() + 1] {
            let some = index.retrieve(&search, k).unwrap();
            assert_eq!(some.hits(), &all.hits()[..k.min(all.len())], "k = {k}, descending = {descending}");
            assert_eq!(some.is_exhausted(), k >= all.len(), "k = {k}");
        }
    }
}

#[test]
fn the_signal_gives_the_bits_of_the_ranking() {
    let index = index(&many()).with_weight("tags", 0.3).unwrap();
    let corpus = Plain::new(index.len() + 1);
    let query = Query::new("tall oak oak yew unknown");
    let search = Search::new(&query, &corpus);
    let candidates = corpus.all();
    let mut out = vec![None; candidates.len()];
    let scale = index.score(&search, &candidates, &mut out).unwrap();
    let ranking = index.retrieve(&search, usize::MAX).unwrap();
    assert_eq!(scale, ranking.scale());
    assert_eq!(out.pop(), Some(None), "a chunk that the index does not have");
    let mut expected = vec![Some(0.0); index.len()];
    for hit in ranking.hits() {
        expected[hit.chunk.index()] = Some(hit.score);
        assert!(hit.score > 0.0 && hit.score <= scale.max().unwrap());
    }
    assert_eq!(out, expected);
    assert!(expected.contains(&Some(0.0)), "some candidates match nothing");
}

#[test]
fn a_filter_is_applied_inside() {
    let index = index(&many());
    let corpus = Plain::new(index.len());
    let find = |query: &Query, k| index.retrieve(&Search::new(query, &corpus), k).unwrap();
    let plain = find(&Query::new("tall oak"), usize::MAX);
    let filter = Filter::at_least("n", 6_000.0).and(Filter::at_most("n", 6_090.0)).or(Filter::eq("n", 304.0));
    let allowed = corpus.resolve(&filter).unwrap();
    let query = Query::new("tall oak").with_filter(filter);
    let passing: Vec<_> = plain.hits().iter().filter(|hit| allowed.contains(hit.chunk)).copied().collect();
    assert!(passing.len() > 20);
    let ranking = find(&query, usize::MAX);
    assert_eq!((ranking.hits(), ranking.is_exhausted()), (&passing[..], true));
    let ranking = find(&query, 20);
    assert_eq!((ranking.hits(), ranking.is_exhausted()), (&passing[..20], false));
}

#[test]
fn another_generation_and_a_cancelled_query_are_refused() {
    let index = index(&many());
    let corpus = Plain { stamp: Stamp::new(3, 5), ..Plain::new(index.len()) };
    let query = Query::new("oak");
    let error = index.retrieve(&Search::new(&query, &corpus), 1).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ForeignStamp);
    assert_eq!(Retriever::stamp(&index), Some(STAMP));
    let flag = CancelFlag::new();
    let query = query.with_cancel(Arc::new(flag.clone()) as Arc<dyn Cancel>);
    flag.cancel();
    let corpus = Plain::new(index.len());
    let error = index.retrieve(&Search::new(&query, &corpus), 1).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Cancelled);
}

#[test]
fn one_field_of_weight_one_scores_as_bm25_does() {
    let chunks = many();
    let texts: Vec<_> = chunks.iter().map(|chunk| &chunk.0[1]).collect();
    let bm25 = build(Analyzer::neutral(), &texts);
    let part = Bm25fPart::new(Analyzer::neutral(), [Bm25Field::text()]).unwrap();
    let added: Vec<_> = (0..).zip(&chunks).map(|(number, chunk)| chunk.chunk(number)).collect();
    let one = part.build_index(STAMP, &added).unwrap();
    // So does one of several, where the others have no weight.
    let several = index(&chunks).with_weight("title", 0.0).unwrap().with_weight("tags", 0.0).unwrap();
    for query in ["oak", "old tall elm oak oak", "yew unknown"] {
        let expected = scores(&bm25, query);
        for index in [&one, &several] {
            let ranking = index.search(query, usize::MAX, &ById).unwrap();
            assert_eq!(ranking.len(), expected.iter().filter(|score| **score > 0.0).count(), "{query}");
            for hit in ranking.hits() {
                let expected = expected[hit.chunk.index()];
                assert!((hit.score - expected).abs() <= 1e-5 * expected, "{query}: {} {expected}", hit.score);
            }
        }
    }
    assert_eq!(several.document_frequency("oak").unwrap(), bm25.document_frequency("oak").unwrap());
    assert!(index(&chunks).document_frequency("oak").unwrap() > bm25.document_frequency("oak").unwrap());
}

#[test]
fn fields_are_taken_from_the_chunk_and_its_document() {
    let fields = [
        Bm25Field::title(),
        Bm25Field::context(),
        Bm25Field::text(),
        Bm25Field::passage(),
        Bm25Field::metadata("tags"),
        Bm25Field::metadata("title").with_name("other"),
    ];
    let metadata = sutra_core::Metadata::from([
        ("tags".to_owned(), vec!["tagged".into(), vec!["nested"].into(), sutra_core::Value::from(7)].into()),
        ("title".to_owned(), "second".into()),
    ]);
    let (id, document) = (ChunkId::new(0), DocId::new(0));
    let span = sutra_core::Span::whole("body");
    let candidate = sutra_core::Candidate::new(id, document, "a", "body", span, &metadata)
        .with_title("heading")
        .with_context("chapter");
    let (full, bare) = ([ChunkText::of(candidate)], [ChunkText::new(id, document, "heading body")]);
    let found = |chunks: &[ChunkText<'_>], word: &str| -> Vec<String> {
        let holds = |field: &&Bm25Field| {
            let part = Bm25fPart::new(Analyzer::neutral(), [(*field).clone()]).unwrap();
            part.build_index(STAMP, chunks).unwrap().document_frequency(word).unwrap() == 1
        };
        fields.iter().filter(holds).map(|field| field.name().to_owned()).collect()
    };
    assert_eq!(found(&full, "heading"), ["title", "passage"]);
    assert_eq!(found(&full, "chapter"), ["context", "passage"]);
    assert_eq!(found(&full, "body"), ["text", "passage"]);
    assert_eq!((found(&full, "tagged"), found(&full, "nested")), (vec!["tags".into()], vec!["tags".into()]));
    assert_eq!((found(&full, "second"), found(&full, "7")), (vec!["other".into()], vec![]));
    assert_eq!(found(&bare, "heading"), ["text", "passage"], "a chunk without its candidate");
}

#[test]
fn settings_are_checked() {
    for weight in [f32::NAN, f32::INFINITY, -0.5] {
        let error = Bm25Field::metadata("tags").with_weight(weight).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidConfig);
        assert!(error.to_string().contains("\"tags\""), "{error}");
    }
    for b in [f32::NAN, -0.1, 1.1] {
        assert_eq!(Bm25Field::text().with_b(b).unwrap_err().kind(), ErrorKind::InvalidConfig);
    }
    for k1 in [f32::NAN, f32::INFINITY, -0.1] {
        assert_eq!(part().with_k1(k1).unwrap_err().kind(), ErrorKind::InvalidConfig);
        assert_eq!(index(&[]).with_k1(k1).unwrap_err().kind(), ErrorKind::InvalidConfig);
    }
    let new = |fields: Vec<Bm25Field>| Bm25fPart::new(Analyzer::neutral(), fields).unwrap_err();
    assert_eq!(new(vec![]).kind(), ErrorKind::InvalidConfig);
    assert!(new(vec![Bm25Field::text(), Bm25Field::metadata("text")]).to_string().contains("\"text\""));
    let error = index(&[]).with_weight("body", 1.0).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(error.to_string().contains("\"body\""), "{error}");
}

#[test]
fn extreme_settings_give_finite_scores() {
    for weight in [f32::MIN_POSITIVE, 1e-20, 1e20, f32::MAX] {
        for (k1, b) in [(0.0, 1.0), (f32::MAX, 1.0), (f32::MIN_POSITIVE, 0.0)] {
            let index = index(&many()).with_k1(k1).unwrap().with_b("title", b).unwrap();
            let index = index.with_weight("title", weight).unwrap();
            let ranking = index.search("oak oak elm", 10, &ById).unwrap();
            let most = ranking.scale().max().unwrap();
            assert_eq!(ranking.len(), 10);
            assert!(
                ranking.hits().iter().all(|hit| hit.score > 0.0 && hit.score <= most),
                "{weight} {k1} {b}"
            );
        }
    }
}

#[test]
fn without_weights_nothing_is_found() {
    let mut index = index(&many());
    for name in ["title", "text", "tags"] {
        index = index.with_weight(name, 0.0).unwrap();
    }
    assert!(index.search("oak", 10, &ById).unwrap().is_empty());
    assert_eq!(index.document_frequency("oak").unwrap(), 0);
    let again = index.with_weight("tags", 1.0).unwrap();
    assert!(!again.search("oak", 10, &ById).unwrap().is_empty());
}
