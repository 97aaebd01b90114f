//! What stands in a context.

use sutra::chunk::Unit;
use sutra::core::{Document, ErrorKind};
use sutra::{Context, Template};

use crate::{pipeline, search};

const BAKERY: &str =
    "Bread rises overnight.\n\nThe oven bakes bread at four. Nobody is awake. The bread is sold.";

fn bakery() -> Vec<Document> {
    vec![
        Document::new("bakery", BAKERY).with_title("The bakery").with_metadata("year", 1901.0),
        Document::new("mill", "The mill grinds rye for bread."),
    ]
}

fn bare() -> Template {
    Template::new("{number}:{text}").unwrap().with_separator("|")
}

#[test]
fn chunks_that_touch_are_one_passage_with_the_text_between_them() {
    let pipeline = pipeline(30, 0, bakery());
    let results = search(&pipeline, "bread", 10);
    assert_eq!(results.hits.len(), 4, "three chunks of the bakery, one of the mill");
    let context = Context::builder(1_000, Unit::Bytes)
        .with_template(bare())
        .build(&results, pipeline.generation().corpus())
        .unwrap();
    let texts: Vec<&str> = context.passages.iter().map(|passage| passage.text.as_str()).collect();
    assert!(texts.contains(&"Bread rises overnight.\n\nThe oven bakes bread at four."), "{texts:?}");
    assert!(texts.contains(&"The bread is sold."), "the sentence before it is no hit: {texts:?}");
    let mut ranks: Vec<usize> = context.passages.iter().flat_map(|passage| passage.ranks.clone()).collect();
    ranks.sort_unstable();
    assert_eq!(ranks, [1, 2, 3, 4]);
}

#[test]
fn a_chunk_between_two_passages_joins_them() {
    let text = "Bread bread bread. Oven mill rye bread. Bread bread bread!";
    let pipeline = pipeline(20, 0, vec![Document::new("a", text)]);
    let results = search(&pipeline, "bread", 10);
    assert_eq!(results.hits.len(), 3);
    let middle = results.hits.iter().find(|hit| hit.text.starts_with("Oven")).unwrap().rank;
    let build = |limit| {
        let builder = Context::builder(1_000, Unit::Bytes).with_template(bare());
        builder.build(&search(&pipeline, "bread", limit), pipeline.generation().corpus()).unwrap()
    };
    assert_eq!(middle, 3, "the weakest");
    assert_eq!(build(2).passages.len(), 2);
    assert_eq!(build(3).text, format!("1:{text}"));
    assert_eq!(build(3).passages[0].ranks, [1, 2, 3]);
}

#[test]
fn overlapping_chunks_repeat_nothing() {
    let text = "Bread is one. Bread is two. Bread is three. Bread is four.";
    let pipeline = pipeline(30, 1, vec![Document::new("a", text)]);
    let results = search(&pipeline, "bread", 10);
    assert!(results.hits.len() > 2);
    let corpus = pipeline.generation().corpus();
    let context = Context::builder(1_000, Unit::Bytes).with_template(bare()).build(&results, corpus).unwrap();
    assert_eq!(context.text, format!("1:{text}"));
}

#[test]
fn what_does_not_fit_is_left_out_and_smaller_hits_still_come_in() {
    let documents = vec![
        Document::new("a", "Bread bread bread bread."),
        Document::new("b", "Bread bread bread, and much that makes this passage too long for what is left."),
        Document::new("c", "Bread and nothing else here."),
    ];
    let pipeline = pipeline(200, 0, documents);
    let results = search(&pipeline, "bread", 10);
    let ids: Vec<&str> = results.hits.iter().map(|hit| hit.id.as_str()).collect();
    assert_eq!(ids[0], "a");
    let long = results.hits.iter().find(|hit| hit.id == "b").unwrap().rank;
    let context = Context::builder(60, Unit::Bytes)
        .with_template(bare())
        .build(&results, pipeline.generation().corpus())
        .unwrap();
    assert_eq!(context.text, "1:Bread bread bread bread.|2:Bread and nothing else here.");
    assert_eq!((context.size, context.left_out), (context.text.len(), vec![long]));
}

#[test]
fn the_first_passage_alone_is_cut_between_sentences() {
    let pipeline = pipeline(1_000, 0, bakery());
    let results = search(&pipeline, "oven bread", 10);
    assert_eq!(results.hits[0].id, "bakery");
    let corpus = pipeline.generation().corpus();
    let build =
        |max| Context::builder(max, Unit::Bytes).with_template(bare()).build(&results, corpus).unwrap();
    let cut = build(60);
    assert_eq!(cut.text, "1:Bread rises overnight.\n\nThe oven bakes bread at four.");
    assert!(cut.passages[0].cut && cut.passages[0].span.end() < BAKERY.len());
    assert_eq!(cut.left_out, [2], "a second passage is not cut");
    let first_only = build(25);
    assert_eq!(first_only.text, "1:Bread rises overnight.");
    let too_small = build(23);
    assert_eq!((too_small.text.as_str(), too_small.left_out.as_slice()), ("", &[1, 2][..]));
    assert!(!build(1_000).passages[0].cut);
}

#[test]
fn a_template_of_ones_own_is_filled_in_once() {
    let documents = vec![
        Document::new("{id}", "Bread {text} {{number}}.").with_metadata("tags", vec!["a", "b"]),
        Document::new("mill", "Bread."),
    ];
    let pipeline = pipeline(200, 0, documents);
    let results = search(&pipeline, "bread {passages}", 10);
    let template =
        Template::new("{{{number}}} {source} {start}-{end} <{metadata.tags}{metadata.none}>: {text}")
            .unwrap()
            .with_separator("; ")
            .with_frame("Q={query}\n{passages}\nEND")
            .unwrap();
    let corpus = pipeline.generation().corpus();
    let context = Context::builder(500, Unit::Bytes).with_template(template).build(&results, corpus).unwrap();
    assert_eq!(
        context.text,
        "Q=bread {passages}\n{1} mill 0-6 <>: Bread.; {2} {id} 0-24 <a, b>: Bread {text} {{number}}.\nEND"
    );
    for passage in &context.passages {
        assert_eq!(passage.at.slice(&context.text).unwrap(), passage.text);
    }
}

#[test]
fn neighbours_come_with_their_hit_where_they_fit() {
    let chunker = sutra::chunk::SentenceChunker::new(30, Unit::Bytes, 0).unwrap();
    let builder = sutra::Pipeline::builder().bm25("bm25").neighbours(1).chunker(chunker);
    let pipeline = builder.build(bakery()).unwrap();
    let results = search(&pipeline, "awake", 10);
    let corpus = pipeline.generation().corpus();
    let build =
        |max| Context::builder(max, Unit::Bytes).with_template(bare()).build(&results, corpus).unwrap();
    assert_eq!(build(500).text, "1:The oven bakes bread at four. Nobody is awake. The bread is sold.");
    assert_eq!(build(30).text, "1:Nobody is awake.");
}

#[test]
fn no_hits_give_the_frame_alone() {
    let pipeline = pipeline(200, 0, bakery());
    let results = search(&pipeline, "xylophone", 10);
    let corpus = pipeline.generation().corpus();
    let frame = Template::default().with_frame("Nothing but this:{passages}").unwrap();
    let build = |max| Context::builder(max, Unit::Bytes).with_template(frame.clone()).build(&results, corpus);
    assert_eq!(build(17).unwrap().text, "Nothing but this:");
    let error = build(16).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidConfig);
    assert!(error.to_string().contains("size 17"), "{error}");
}

#[test]
fn a_title_alone_is_cited() {
    let pipeline = pipeline(200, 0, vec![Document::new("r1", "").with_title("Granite")]);
    let results = search(&pipeline, "granite", 10);
    let context = Context::builder(100, Unit::Words).build(&results, pipeline.generation().corpus()).unwrap();
    assert_eq!(context.text, "[1] Granite (r1)\n");
}

#[test]
fn hits_of_another_corpus_are_refused() {
    let ours = pipeline(200, 0, bakery());
    let other = pipeline(200, 0, vec![Document::new("mill", "The mill grinds nothing.")]);
    let results = search(&ours, "mill", 1);
    let error = Context::builder(100, Unit::Words).build(&results, other.generation().corpus()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ForeignStamp);
    assert!(error.to_string().contains("\"mill\""), "{error}");
}
