//! Packed sentences keep the laws of a chunker on any text, and in units are those that a plain loop over the sentences
//! packs.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sutra_chunk::{ChunkSizer, Language, SentenceChunker, SentenceSplitter, Unit};
use sutra_core::Span;
use sutra_fuzz::{Thirds, check, overlap, unit};

fuzz_target!(|input: (u8, u8, u8, u8, &str)| {
    let (max, shared, kind, language, text) = input;
    let max = usize::from(max) + 1;
    let (shared, unit) = (overlap(shared, max), unit(kind));
    let language = Language::ALL[usize::from(language) % Language::ALL.len()];
    let chunker = SentenceChunker::new(max, unit, shared).unwrap().with_language(language);
    let pieces = check(&chunker, text, max, &unit);
    check(&chunker.with_headings(true), text, max, &unit);
    let sized = SentenceChunker::sized_by(max, Thirds, shared).unwrap().with_language(language);
    check(&sized, text, max, &Thirds);
    let sentences: Vec<Span> = SentenceSplitter::new(language).sentences(text).collect();
    let is_small = |span: &Span| unit.size(&text[span.range()]) <= max;
    // Words that hang together across sentences are counted once where they are packed at once.
    if unit != Unit::Words && sentences.iter().all(is_small) {
        let found: Vec<_> = pieces.iter().map(|piece| piece.span).collect();
        assert_eq!(found, plain(text, &sentences, max, unit, shared));
    }
});

fn plain(text: &str, sentences: &[Span], max: usize, unit: Unit, overlap: usize) -> Vec<Span> {
    let span = |from: usize, to: usize| {
        Span::of(text, sentences[from].start()..sentences[to].end()).expect("sentences are slices")
    };
    let fits = |from: usize, to: usize| unit.size(&text[span(from, to).range()]) <= max;
    let (mut found, mut from) = (Vec::new(), 0);
    while from < sentences.len() {
        let mut last = from;
        while last + 1 < sentences.len() && fits(from, last + 1) {
            last += 1;
        }
        found.push(span(from, last));
        if last + 1 == sentences.len() {
            break;
        }
        let earliest = (last + 1).saturating_sub(overlap).max(from + 1);
        from = (earliest..=last).find(|from| fits(*from, last + 1)).unwrap_or(last + 1);
    }
    found
}
