//! Phrases, required and excluded terms.

use std::sync::Arc;

use proptest::prelude::*;
use sutra_core::laws::{LawCorpus, LawRandom, Setting, signal};
use sutra_core::{
    ById, CancelFlag, Change, ChunkSet, ChunkText, Corpus, Document, ErrorKind, Filter, IndexPart,
    MemorySegment, Query, Retriever, Search, Segment, Signal, Unwatched,
};
use sutra_index::{Bm25Index, Bm25Params, Bm25Part, Bm25Variant};
use sutra_text::{Analyzer, each_word};

use crate::bm25_support::{STAMP, build};

/// Passage `n` is the one chunk of document `n`, with the metadata `n`.
fn corpus<S: AsRef<str>>(texts: &[S]) -> LawCorpus {
    let document =
        |(n, text): (usize, &S)| Document::new(format!("{n:05}"), text.as_ref()).with_metadata("n", n as f64);
    LawCorpus::new(STAMP, texts.iter().enumerate().map(document).collect()).unwrap()
}

/// The hits of a query, in the order of their numbers.
fn found<S: AsRef<str>>(analyzer: Analyzer, texts: &[S], query: &str) -> Vec<u32> {
    let (corpus, index) = (corpus(texts), build(analyzer, texts).with_operators(true));
    let query = Query::new(query);
    let ranking = index.retrieve(&Search::new(&query, &corpus), 100).unwrap();
    let mut numbers: Vec<_> = ranking.ids().map(|chunk| chunk.get()).collect();
    numbers.sort_unstable();
    numbers
}

const TREES: [&str; 6] =
    ["tall old oak", "old tall oak", "oak", "an elm, tall", "a tall elm and an old oak", "ash"];

#[test]
fn operators_decide_which_chunks_are_hits() {
    for (query, expected) in [
        ("oak elm", &[0, 1, 2, 3, 4][..]),
        ("+oak elm", &[0, 1, 2, 4]),
        ("+oak +elm", &[4]),
        ("oak -tall", &[2]),
        ("oak elm -old -ash", &[2, 3]),
        ("\"old oak\"", &[0, 4]),
        ("+\"old oak\"", &[0, 4]),
        ("ash \"old oak\" +elm", &[4]),
        ("oak -\"old oak\"", &[1, 2]),
        ("tall -\"tall oak\" -\"tall elm\"", &[0, 3]),
        ("+oak -\"tall oak\"", &[0, 2, 4]),
        ("\"tall old\" \"old oak\"", &[0]),
        ("“old oak”", &[0, 4]),
        ("„tall elm“ +oaks", &[4]),
        ("\"oak old\"", &[]),
    ] {
        assert_eq!(found(Analyzer::english(), &TREES, query), expected, "{query}");
    }
}

#[test]
fn what_demands_nothing_and_what_cannot_be() {
    for (query, expected) in [
        ("-oak", &[][..]),
        ("-\"old oak\" -elm", &[]),
        ("oak -oak", &[]),
        ("oak +willow", &[]),
        ("oak \"old willow\"", &[]),
        ("oak -willow -\"old willow\"", &[0, 1, 2, 4]),
        ("ash +the", &[5]),
        ("ash -the \"of the\" -\"\" \"\"", &[5]),
        ("+the", &[]),
        ("", &[]),
        ("\"ash\"", &[5]),
        ("oak -\"tall\"", &[2]),
    ] {
        assert_eq!(found(Analyzer::english(), &TREES, query), expected, "{query}");
    }
}

#[test]
fn what_is_no_operator_is_plain_text() {
    let texts = ["covid 19", "old covid", "what is a 19th", "unclosed oak", "oak"];
    let index = build(Analyzer::english(), &texts);
    for text in [
        "what is covid-19 -",
        "covid - 19 + oak",
        "--oak ++covid",
        "an \"unclosed oak",
        "-\"unclosed oak",
        "oak\" covid\"",
        "\"",
        "(-oak)",
        "+",
    ] {
        let plain = index.search(text, 10, &ById).unwrap();
        let read = index.clone().with_operators(true).search(text, 10, &ById).unwrap();
        assert_eq!((plain.hits(), plain.scale()), (read.hits(), read.scale()), "{text}");
    }
    let plain = index.search("-oak covid", 10, &ById).unwrap();
    assert_eq!(plain.len(), 4, "without operators a sign is nothing");
    assert!(!index.operators() && index.with_operators(true).operators());
}

#[test]
fn a_stop_word_in_a_phrase_stands_for_any_word() {
    let texts =
        ["state of the art", "the state in some art", "state the art", "state art", "art of the state"];
    assert_eq!(found(Analyzer::english(), &texts, "\"state of the art\""), [0, 1]);
    assert_eq!(found(Analyzer::english(), &texts, "\"the state of an art of\""), [0, 1]);
    assert_eq!(found(Analyzer::english(), &texts, "\"of state\""), [0, 1, 2, 3, 4]);
    assert_eq!(found(Analyzer::english(), &texts, "+state-of-the-art"), [0, 1]);
    assert_eq!(found(Analyzer::neutral(), &texts, "\"state of the art\""), [0], "no stop words, no gaps");
}

#[test]
fn a_word_of_several_terms_is_a_phrase_of_them() {
    let texts = ["covid-19", "19 covid", "covid 19", "covid"];
    assert_eq!(found(Analyzer::english(), &texts, "+covid-19"), [0, 2]);
    assert_eq!(found(Analyzer::english(), &texts, "covid -covid-19"), [1, 3]);
    let texts = ["東京大学", "東京の大学", "京大と東京", "大学東京"];
    assert_eq!(found(Analyzer::neutral(), &texts, "+東京大学"), [0]);
    assert_eq!(found(Analyzer::neutral(), &texts, "「東京」"), [0, 1, 2, 3]);
    assert_eq!(found(Analyzer::neutral(), &texts, "大学 -東京大学"), [1, 3]);
}

#[test]
fn a_phrase_is_looked_for_in_title_and_text() {
    let corpus = LawCorpus::new(STAMP, vec![Document::new("a", "Oaks.").with_title("Old")]).unwrap();
    let index = build(Analyzer::english(), &corpus.passages().unwrap()).with_operators(true);
    let query = Query::new("\"old oak\"");
    assert_eq!(index.retrieve(&Search::new(&query, &corpus), 1).unwrap().len(), 1);
}

#[test]
fn a_phrase_takes_a_corpus() {
    let index = build(Analyzer::english(), &TREES).with_operators(true);
    for query in ["\"old oak\"", "oak -\"old oak\"", "+covid-19", "\"old willow\""] {
        let error = index.search(query, 3, &ById).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
        assert!(error.to_string().contains("Retriever::retrieve"), "{error}");
    }
    assert_eq!(index.search("+oak -elm \"tall\"", 3, &ById).unwrap().len(), 2);
}

#[test]
fn a_cancelled_phrase_stops() {
    let (corpus, index) = (corpus(&TREES), build(Analyzer::english(), &TREES).with_operators(true));
    let flag = CancelFlag::new();
    flag.cancel();
    for text in ["\"old oak\"", "+oak -elm", "oak -\"old oak\""] {
        let query = Query::new(text).with_cancel(Arc::new(flag.clone()));
        let error = index.retrieve(&Search::new(&query, &corpus), 3).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Cancelled);
    }
}

#[test]
fn a_corpus_that_fails_is_an_error() {
    let (short, index) = (corpus(&TREES[..1]), build(Analyzer::english(), &TREES).with_operators(true));
    for text in ["\"tall oak\"", "oak -\"tall oak\"", "+oak -\"tall oak\""] {
        let query = Query::new(text);
        let error = index.retrieve(&Search::new(&query, &short), 9).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound, "{text}");
    }
}

#[test]
fn long_queries_are_read_in_their_length() {
    let (corpus, index) = (corpus(&TREES), build(Analyzer::english(), &TREES).with_operators(true));
    for part in ["\"", "\" ", "-\"old oak\" ", "+\"old oak\" ", "“", "+oak ", "\"old oak ", "„ « \" "] {
        let query = Query::new(part.repeat(1_000_000 / part.len()));
        index.retrieve(&Search::new(&query, &corpus), 3).unwrap();
    }
    let query = Query::new(format!("\"{}\"", "old oak ".repeat(125_000)));
    assert!(index.retrieve(&Search::new(&query, &corpus), 3).unwrap().is_empty());
}

#[test]
fn a_signal_with_operators_keeps_the_laws() {
    let corpus = LawCorpus::sample().unwrap();
    let mut builder = Bm25Index::builder(Analyzer::english());
    for (chunk, passage) in corpus.ids().into_iter().zip(corpus.passages().unwrap()) {
        builder.add(chunk, &passage).unwrap();
    }
    let index = builder.finish(corpus.stamp()).unwrap().with_operators(true);
    for text in ["\"tall tree\" oak", "river +oak -\"old oak\"", "tall -tree"] {
        signal::check(&signal::Subject::new(&index, Setting::new(&corpus, Query::new(text)))).unwrap();
    }
}

/// A term of a query with its sign: its text, and whether it is required (`Some(true)`) or excluded.
type Part = (String, Option<bool>);

const WORDS: [&str; 12] =
    ["oak", "elm", "the", "of", "tall", "old", "ash", "yew", "fir-cone", "rare", "東京大", "東京"];

/// Small numbers far more often than large ones.
fn word(random: &mut LawRandom) -> &'static str {
    let spread = 1 + random.below(WORDS.len());
    WORDS[random.below(spread)]
}

fn words(random: &mut LawRandom, most: usize) -> String {
    let count = random.below(most + 1);
    (0..count).map(|_| word(random)).collect::<Vec<_>>().join(" ")
}

fn part(random: &mut LawRandom) -> (String, Part) {
    let (one, phrase) = (word(random).to_owned(), words(random, 3));
    match random.below(8) {
        0..=2 => (one.clone(), (one, None)),
        3 => (format!("+{one}"), (one, Some(true))),
        4 => (format!("-{one}"), (one, Some(false))),
        5 => (format!("\"{phrase}\""), (phrase, Some(true))),
        6 => (format!("+“{phrase}”"), (phrase, Some(true))),
        _ => (format!("-\"{phrase}\""), (phrase, Some(false))),
    }
}

/// The term of each word, none for a stop word.
fn terms(text: &str, analyzer: &Analyzer) -> Vec<Option<String>> {
    let (mut terms, mut buffer) = (Vec::new(), String::new());
    each_word(text, |word, _| terms.push(analyzer.term(word, &mut buffer).map(str::to_owned)));
    terms
}

/// Whether a passage is let through, by trying every place.
fn passes(passage: &str, parts: &[Part], analyzer: &Analyzer) -> bool {
    let passage = terms(passage, analyzer);
    parts.iter().all(|(text, required)| {
        let phrase = terms(text, analyzer);
        let begin = phrase.iter().position(Option::is_some);
        let end = phrase.iter().rposition(Option::is_some);
        let (Some(begin), Some(end), Some(required)) = (begin, end, required) else { return true };
        let phrase = &phrase[begin..=end];
        let stands = passage
            .windows(phrase.len())
            .any(|place| place.iter().zip(phrase).all(|(found, wanted)| wanted.is_none() || found == wanted));
        stands == *required
    })
}

/// An index of several segments, some of whose chunks are gone.
fn segmented(part: &Bm25Part, passages: &[String], segments: usize, gone: &[usize]) -> (Bm25Index, ChunkSet) {
    let corpus = corpus(passages);
    let candidates = corpus.candidates(&corpus.ids()).unwrap();
    let added: Vec<_> = candidates.into_iter().map(ChunkText::of).collect();
    let stored: Vec<Arc<dyn Segment>> = added
        .chunks(added.len().div_ceil(segments))
        .map(|added| {
            let mut segment = MemorySegment::new();
            part.build(&Change::new(STAMP, added), &mut segment, &Unwatched).unwrap();
            Arc::new(segment) as Arc<dyn Segment>
        })
        .collect();
    let mut live = ChunkSet::all(STAMP, passages.len());
    let chunk = |number: &usize| sutra_core::ChunkId::from_index(*number).unwrap();
    gone.iter().for_each(|number| live.remove(chunk(number)));
    (part.open_index(&stored, &Arc::new(live.clone())).unwrap(), live)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn hits_are_those_of_a_direct_evaluation(
        seed in any::<u64>(),
        chunks in 1..500_usize,
        segments in 1..4_usize,
        english in any::<bool>(),
        atire in any::<bool>(),
    ) {
        let mut random = LawRandom::new(seed);
        let passages: Vec<String> = (0..chunks).map(|_| format!(". {}", words(&mut random, 9))).collect();
        let gone: Vec<_> = (0..random.below(1 + chunks / 3)).map(|_| random.below(chunks)).collect();
        let analyzer = if english { Analyzer::english() } else { Analyzer::neutral() };
        let variant = if atire { Bm25Variant::Atire } else { Bm25Variant::Lucene };
        let params = Bm25Params::default().with_variant(variant).unwrap();
        let part_of = Bm25Part::new(analyzer.clone()).with_params(params).with_operators(true);
        let (index, live) = segmented(&part_of, &passages, segments, &gone);
        let corpus = corpus(&passages);
        for _ in 0..8 {
            let (texts, parts): (Vec<_>, Vec<Part>) =
                (0..=random.below(5)).map(|_| part(&mut random)).unzip();
            let positive: Vec<_> =
                parts.iter().filter(|(_, sign)| *sign != Some(false)).map(|(text, _)| text.as_str()).collect();
            let mut query = Query::new(texts.join(" "));
            if random.below(3) == 0 {
                query = query.with_filter(Filter::at_least("n", random.below(chunks) as f64));
            }
            let search = Search::new(&query, &corpus);
            let allowed = search.allowed().unwrap();
            let plain = index.clone().with_operators(false).search(&positive.join(" "), chunks, &corpus).unwrap();
            let meets = |number: usize| passes(&passages[number], &parts, &analyzer);
            let expected: Vec<_> = plain
                .hits()
                .iter()
                .filter(|hit| allowed.is_none_or(|set| set.contains(hit.chunk)) && meets(hit.chunk.index()))
                .copied()
                .collect();
            for k in [0, 1, 2, 10, expected.len(), expected.len() + 1, usize::MAX] {
                let ranking = index.retrieve(&search, k).unwrap();
                prop_assert_eq!(ranking.hits(), &expected[..k.min(expected.len())], "{} of {}", k, query.text);
                prop_assert_eq!(ranking.is_exhausted(), k >= expected.len(), "{} of {}", k, query.text);
                prop_assert_eq!(ranking.scale(), plain.scale());
            }
            let candidates = corpus.candidates(&corpus.ids()).unwrap();
            let mut scores = vec![None; candidates.len()];
            prop_assert_eq!(index.score(&search, &candidates, &mut scores).unwrap(), plain.scale());
            for (candidate, score) in candidates.iter().zip(scores) {
                let hit = plain.hits().iter().find(|hit| hit.chunk == candidate.chunk);
                let value = hit.filter(|hit| meets(hit.chunk.index())).map_or(0.0, |hit| hit.score);
                let expected = live.contains(candidate.chunk).then_some(value);
                prop_assert_eq!(score, expected, "{} for {}", candidate.chunk, query.text);
            }
        }
    }
}
