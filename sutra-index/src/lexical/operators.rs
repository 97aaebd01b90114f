//! The operators in a query's text.

/// What stands between an opening quotation mark and the nearest of these is a phrase.
const QUOTES: [(char, &[char]); 9] = [
    ('"', &['"']),
    ('\u{201c}', &['\u{201d}']),
    ('\u{201d}', &['\u{201d}']),
    ('\u{201e}', &['\u{201c}', '\u{201d}']),
    ('\u{ab}', &['\u{bb}']),
    ('\u{bb}', &['\u{ab}', '\u{bb}']),
    ('\u{300c}', &['\u{300d}']),
    ('\u{300e}', &['\u{300f}']),
    ('\u{ff02}', &['\u{ff02}']),
];

/// A part of a query's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item<'a> {
    /// Words of which none need be there.
    Plain(&'a str),
    /// Words that must be there, next to each other.
    Required(&'a str),
    /// Words that must not be there next to each other.
    Excluded(&'a str),
}

/// Calls `each` with the parts of `text`, in order. Every text has parts: what is no operator is plain. O(bytes).
pub(super) fn each_item<'a>(text: &'a str, mut each: impl FnMut(Item<'a>)) {
    let mut unclosed = [false; QUOTES.len()];
    let (mut plain, mut at) = (0, 0);
    loop {
        at = text.len() - text[at..].trim_start().len();
        if at == text.len() {
            break;
        }
        if let Some((item, end)) = operator(text, at, &mut unclosed) {
            if plain < at {
                each(Item::Plain(&text[plain..at]));
            }
            each(item);
            (plain, at) = (end, end);
        }
        at += word_len(&text[at..]);
    }
    if plain < text.len() {
        each(Item::Plain(&text[plain..]));
    }
}

/// The operator that begins at `at`, and where it ends. A kind of quotation mark that was not closed once is not looked
/// for again, so that the whole text is gone through once for each kind.
fn operator<'a>(text: &'a str, at: usize, unclosed: &mut [bool; QUOTES.len()]) -> Option<(Item<'a>, usize)> {
    let sign = text[at..].chars().next().filter(|first| matches!(first, '+' | '-'));
    let start = at + usize::from(sign.is_some());
    let first = text[start..].chars().next()?;
    let item = |text| if sign == Some('-') { Item::Excluded(text) } else { Item::Required(text) };
    if let Some(kind) = QUOTES.iter().position(|(open, _)| *open == first) {
        let inside = start + first.len_utf8();
        let len = if unclosed[kind] { None } else { text[inside..].find(QUOTES[kind].1) };
        let Some(len) = len else {
            unclosed[kind] = true;
            return None;
        };
        let end = inside + len;
        let close = text[end..].chars().next().map_or(0, char::len_utf8);
        return Some((item(&text[inside..end]), end + close));
    }
    let word = sign.is_some() && first.is_alphanumeric();
    let end = start + word_len(&text[start..]);
    word.then(|| (item(&text[start..end]), end))
}

/// Bytes up to the next white space.
fn word_len(text: &str) -> usize {
    text.find(char::is_whitespace).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::Item::{Excluded, Plain, Required};
    use super::*;

    fn items(text: &str) -> Vec<Item<'_>> {
        let mut items = Vec::new();
        each_item(text, |item| items.push(item));
        items
    }

    #[test]
    fn signs_and_quotes_are_read() {
        assert_eq!(items("+oak -elm"), [Required("oak"), Plain(" "), Excluded("elm")]);
        assert_eq!(items("a \"b c\", d"), [Plain("a "), Required("b c"), Plain(", d")]);
        assert_eq!(items("-\"b c\" +\"d\"-e"), [Excluded("b c"), Plain(" "), Required("d"), Plain("-e")]);
        assert_eq!(items("„b c“"), [Required("b c")]);
        assert_eq!(items("“b” «c» »d« 「e」"), {
            [Required("b"), Plain(" "), Required("c"), Plain(" "), Required("d"), Plain(" "), Required("e")]
        });
        assert_eq!(items("\"\""), [Required("")]);
    }

    #[test]
    fn everything_else_is_plain() {
        for text in [
            "what is covid-19 -",
            "a - b + c",
            "--help ++x -\u{2212}y +(z)",
            "5\" pipe and 3\" pipe",
            "an \"unclosed quote",
            "-\"unclosed",
            "\"",
            "“mixed\"",
            "  ",
        ] {
            assert_eq!(items(text), [Plain(text)], "{text}");
        }
        assert_eq!(items(""), []);
        assert_eq!(items("\"open -elm"), [Plain("\"open "), Excluded("elm")]);
    }

    #[test]
    fn nothing_is_lost_and_marks_cost_no_more_than_letters() {
        for mark in ["\"", "“", "„ ", "\" ", "-\"", "+ ", "« „ \" ”", "»\u{3000}"] {
            let text = mark.repeat(1_000_000 / mark.len());
            let mut bytes = 0;
            each_item(&text, |item| {
                let (Plain(part) | Required(part) | Excluded(part)) = item;
                bytes += part.len();
            });
            assert!(bytes <= text.len());
        }
    }
}
