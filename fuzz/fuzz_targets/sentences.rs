//! The sentences of any text, under the rules of every language, keep their laws, and are the same when the text is
//! read bit by bit.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sutra_chunk::{Language, SentenceSplitter};

fuzz_target!(|input: (u8, u8, &str)| {
    let (choice, buffer, text) = input;
    let language = Language::ALL[usize::from(choice) % Language::ALL.len()];
    let splitter = SentenceSplitter::new(language);
    let mut stream = splitter.sentences_of(text.as_bytes()).with_buffer(usize::from(buffer));
    let mut sentences = splitter.sentences(text);
    let mut reached = 0;
    // Asked again at the end, it must not begin anew.
    for span in sentences.by_ref() {
        assert!(
            text[reached..span.start()].trim().is_empty(),
            "{language}: text is left out before {span:?}"
        );
        let sentence = &text[span.range()];
        assert!(!sentence.is_empty() && sentence.trim() == sentence, "{language}: {span:?}");
        let streamed = stream.next_sentence().expect("a slice of valid text can be read");
        assert_eq!(streamed, Some((span, sentence)), "{language}: the stream differs");
        reached = span.end();
    }
    assert!(text[reached..].trim().is_empty(), "{language}: text is left out after {reached}");
    assert_eq!(sentences.next(), None);
    assert!(stream.next().is_none(), "{language}: the stream goes on");
});
