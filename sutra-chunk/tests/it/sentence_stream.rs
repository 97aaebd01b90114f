//! Sentences of a text read bit by bit are those of the text in memory.

use std::io::{self, Read};

use proptest::prelude::*;
use sutra_chunk::{Language, SentenceSplitter};
use sutra_core::{ErrorKind, Span};

use crate::props::nasty;

fn streamed(language: Language, text: &str, buffer: usize) -> Vec<Span> {
    let mut stream = SentenceSplitter::new(language).sentences_of(text.as_bytes()).with_buffer(buffer);
    let mut spans = Vec::new();
    while let Some((span, sentence)) = stream.next_sentence().unwrap() {
        assert_eq!(sentence, span.slice(text).unwrap());
        spans.push(span);
    }
    spans
}

fn assert_alike(language: Language, text: &str, buffer: usize) {
    let whole: Vec<_> = SentenceSplitter::new(language).sentences(text).collect();
    assert_eq!(streamed(language, text, buffer), whole, "{language}, {buffer} bytes at once: {text:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Each text is longer than any look ahead, so that most of it is read without its end in sight.
    #[test]
    fn streams_find_what_memory_does(
        parts in prop::collection::vec(nasty(), 20..60),
        language in prop::sample::select(Language::ALL),
        buffer in prop::sample::select(&[1_usize, 7, 100, 1000][..]),
    ) {
        assert_alike(language, &parts.join("word "), buffer);
    }
}

#[test]
fn runs_that_are_longer_than_what_is_read() {
    for unit in
        [" ", "\n", ".", " .", "!", "\"", "x", "\u{A0}\n", "` ", "#", "中", "e\u{301}", "၊", "\u{1361}", "| "]
    {
        let run = unit.repeat(3000);
        for text in [
            format!("A. {run} B. C"),
            format!("One.{run}two. Three"),
            format!("# T{run}\nA. B\n{run}. \" \nC. d"),
        ] {
            for language in [Language::English, Language::Thai, Language::Hindi] {
                assert_alike(language, &text, 64);
            }
        }
    }
}

#[test]
fn lists_tables_and_paragraphs_go_on_over_what_has_been_dropped() {
    let filler = "This sentence fills the buffer and says nothing. ".repeat(100);
    for text in [
        format!("1. {filler}2. Two. 3. Three.\n4. Four"),
        format!("| a. {filler} | b. c\nThe end. No"),
        format!("{filler}short\nThe line. Above was broken early.\n{filler}"),
    ] {
        assert_alike(Language::English, &text, 128);
    }
}

/// Gives a text and then an error.
struct Failing<'a>(&'a [u8]);

impl Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::Error::other("unplugged")),
            count => Ok(count),
        }
    }
}

#[test]
fn errors_say_where_and_end_the_stream() {
    let mut text = "Good. ".repeat(1000).into_bytes();
    text.extend(b"caf\xC3 x. More.");
    let mut stream = SentenceSplitter::default().sentences_of(&text[..]).with_buffer(10);
    let error = stream.find_map(Result::err).unwrap();
    assert_eq!(error.kind(), ErrorKind::InvalidInput);
    assert!(error.to_string().contains("byte 6003"), "{error}");
    assert!(stream.next().is_none());
    let torn = SentenceSplitter::default().sentences_of(&b"A. \xE4\xB8"[..]).find_map(Result::err).unwrap();
    assert!(torn.to_string().contains("byte 3"), "{torn}");

    let mut stream = SentenceSplitter::default().sentences_of(Failing(b"One. Two."));
    assert_eq!(stream.next().unwrap().unwrap_err().kind(), ErrorKind::Io);
    assert!(stream.next().is_none());
}

/// Much text: memory and time would run out if it were kept or read again.
#[test]
fn memory_stays_bounded() {
    let unit = b"A sentence of some words, which are of no use. ";
    let text = Cycle { unit, at: 0 }.take(100_000_000);
    let last = SentenceSplitter::new(Language::English).sentences_of(text).last().unwrap().unwrap();
    assert_eq!(last.end(), 100_000_000);
}

/// The same bytes for ever.
struct Cycle<'a> {
    unit: &'a [u8],
    at: usize,
}

impl Read for Cycle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        for byte in &mut *buffer {
            *byte = self.unit[self.at % self.unit.len()];
            self.at += 1;
        }
        Ok(buffer.len())
    }
}
