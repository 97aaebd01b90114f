//! Where the words of a text are.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

/// Calls `each` with every word of `text` as it stands there, and its byte range, in order.
///
/// Words are the parts between UAX #29 word boundaries that hold a letter or a digit, with two departures:
/// - a colon always separates: `key:value` is two words;
/// - in scripts that are written without spaces (Han, Hiragana, Thai, Lao, Khmer, Burmese) a run of
///   neighbouring characters gives its overlapping pairs, which UAX #29 leaves to a dictionary. A character
///   alone is a word.
///
/// So `it's`, `3.5`, `example.com` and `snake_case` are one word each, `-40` is `40`. O(bytes); ASCII is
/// read by a byte loop.
///
/// ```
/// let words = |text| {
///     let mut words = Vec::new();
///     sutra_text::each_word(text, |word, _| words.push(word.to_owned()));
///     words
/// };
/// assert_eq!(words("It's -3.5 °C, see key:value"), ["It's", "3.5", "C", "see", "key", "value"]);
/// assert_eq!(words("東京大学"), ["東京", "京大", "大学"]);
/// ```
pub fn each_word(text: &str, mut each: impl FnMut(&str, Range<usize>)) {
    // UAX #29 always breaks at white space, so parts between it can be read on their own. A colon is made to.
    let mut start = 0;
    for part in text.split([' ', '\t', '\n', '\r', ':']) {
        if part.is_ascii() {
            ascii_words(part, |range| each(&part[range.clone()], shift(range, start)));
        } else {
            unicode_words(part, |range| each(&part[range.clone()], shift(range, start)));
        }
        start += part.len() + 1;
    }
}

fn shift(range: Range<usize>, by: usize) -> Range<usize> {
    range.start + by..range.end + by
}

/// UAX #29 for ASCII without colons: letters, digits and `_` join; `.` and `'` join between two letters or
/// two digits, `,` and `;` between two digits. A word of underscores alone is none.
fn ascii_words(part: &str, mut each: impl FnMut(Range<usize>)) {
    let bytes = part.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !is_word_byte(bytes[at]) {
            at += 1;
            continue;
        }
        let start = at;
        let mut counts = false;
        loop {
            while at < bytes.len() && is_word_byte(bytes[at]) {
                counts |= bytes[at] != b'_';
                at += 1;
            }
            if !joins(bytes[at - 1], &bytes[at..]) {
                break;
            }
            at += 1;
        }
        if counts {
            each(start..at);
        }
    }
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Whether the first byte of `rest` joins the byte before it to the byte behind it.
fn joins(before: u8, rest: &[u8]) -> bool {
    let &[mark, behind, ..] = rest else { return false };
    let letters = before.is_ascii_alphabetic() && behind.is_ascii_alphabetic();
    let digits = before.is_ascii_digit() && behind.is_ascii_digit();
    match mark {
        b'.' | b'\'' => letters || digits,
        b',' | b';' => digits,
        _ => false,
    }
}

fn unicode_words(part: &str, mut each: impl FnMut(Range<usize>)) {
    // The unspaced character before, and whether it already stands in a pair.
    let mut open: Option<(Range<usize>, bool)> = None;
    for (start, word) in part.unicode_word_indices() {
        let range = start..start + word.len();
        let unspaced = is_unspaced(word);
        let mut paired = false;
        if let Some((before, was_paired)) = open.take() {
            if unspaced && before.end == start {
                each(before.start..range.end);
                paired = true;
            } else if !was_paired {
                each(before);
            }
        }
        if unspaced { open = Some((range, paired)) } else { each(range) }
    }
    if let Some((alone, false)) = open {
        each(alone);
    }
}

/// Whether UAX #29 cut this word at one character only because its script is written without spaces.
fn is_unspaced(word: &str) -> bool {
    word.chars().next().is_some_and(|first| {
        matches!(first,
            '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
            | '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{309f}' | '\u{3400}'..='\u{4dbf}'
            | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
    })
}
