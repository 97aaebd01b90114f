//! Words as a unit of size and as places to cut.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

/// The words of a text: runs without white space. Where a script is written without spaces, each of its
/// characters is a word, with the punctuation that follows. Every byte that is not white space is in one word.
/// Linear.
pub(crate) fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    runs(text).flat_map(move |run| Pieces { text, at: run.start, end: run.end })
}

/// Runs of bytes that are not white space.
fn runs(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..)?;
        let word = rest.trim_start();
        if word.is_empty() {
            return None;
        }
        let start = at + rest.len() - word.len();
        at = start + word.find(char::is_whitespace).unwrap_or(word.len());
        Some(start..at)
    })
}

/// The words of one run.
struct Pieces<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl Iterator for Pieces<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        let run = self.text.get(start..self.end).filter(|run| !run.is_empty())?;
        self.at = match run.find(is_unspaced) {
            None => self.end,
            Some(_) => start + first_piece(run),
        };
        Some(start..self.at)
    }
}

/// Where the second word of a run begins, if one of its characters is of a script without spaces.
fn first_piece(run: &str) -> usize {
    let mut seen = None;
    for (at, cluster) in run.grapheme_indices(true) {
        let Some(c) = cluster.chars().next().filter(|c| c.is_alphanumeric()) else { continue };
        let unspaced = is_unspaced(c);
        if seen.is_some_and(|before| before || unspaced) {
            return at;
        }
        seen = Some(unspaced);
    }
    run.len()
}

/// Whether a letter is of a script that is written without spaces between words.
pub(crate) fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{0E00}'..='\u{0EFF}' // Thai, Lao
        | '\u{1000}'..='\u{109F}' // Myanmar
        | '\u{1780}'..='\u{17FF}' // Khmer
        | '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' // kana
        | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' // ideographs
        | '\u{FF66}'..='\u{FF9F}' | '\u{20000}'..='\u{3FFFF}')
}

/// The extended grapheme clusters of a text: UAX #29, with a short way through ASCII. Linear.
pub(crate) fn clusters(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        at += match (bytes.get(start)?, bytes.get(start + 1)) {
            (b'\r', Some(b'\n')) => 2,
            (0..0x80, None | Some(0..0x80)) => 1,
            _ => text.get(start..)?.graphemes(true).next()?.len(),
        };
        Some(start..at)
    })
}

#[cfg(test)]
mod tests {
    use unicode_segmentation::UnicodeSegmentation;

    use super::{clusters, words};

    #[test]
    fn clusters_are_those_of_the_standard() {
        let text = "a\r\nbe\u{301} \u{301}🇮🇩🇮🇩🇮x👨\u{200D}👩\u{200D}👧\r\n\u{200D}नमस्ते각\r";
        let ours: Vec<_> = clusters(text).map(|cluster| &text[cluster]).collect();
        assert_eq!(ours, text.graphemes(true).collect::<Vec<_>>());
    }

    fn cut(text: &str) -> Vec<&str> {
        words(text).map(|word| &text[word]).collect()
    }

    #[test]
    fn spaces_cut_words() {
        assert_eq!(cut(" a  state-of-the-art idea, "), ["a", "state-of-the-art", "idea,"]);
        assert_eq!(cut(" \n\u{3000}"), [""; 0]);
    }

    #[test]
    fn scripts_without_spaces_count_characters() {
        assert_eq!(cut("（資料。檢索abc）"), ["（資", "料。", "檢", "索", "abc）"]);
        assert_eq!(cut("ที่นี่"), ["ที่", "นี่"]);
    }
}
