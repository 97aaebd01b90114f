//! The scan for bytes that may end a sentence.

use super::wide::SECONDS;

/// What a byte may be the beginning of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing that could end a sentence.
    Plain,
    /// A line break.
    Break,
    /// A full stop.
    Stop,
    /// A question or exclamation mark.
    Mark,
    /// A closing parenthesis, as in `2)`.
    Parenthesis,
    /// A space, where spaces alone may end sentences.
    Space,
    /// A character of several bytes that may be a [`Wide`](super::wide::Wide).
    Wide,
}

/// What each byte of a text may be, in one language.
#[derive(Debug)]
pub(super) struct Signs {
    kinds: [Kind; 256],
    /// For each byte a bit for each byte behind it, modulo 64, with which it is a sign. A single look-up and a branch
    /// that is hardly ever taken, whatever the script.
    with: [u64; 256],
    /// The ASCII sign that this language has of its own, or a full stop.
    own: u8,
}

/// How many bytes are looked at together. Sentences are short: larger blocks win nothing.
const BLOCK: usize = 16;

impl Signs {
    /// The signs of every language.
    pub(super) fn new() -> Self {
        let mut signs = Self { kinds: [Kind::Plain; 256], with: [0; 256], own: b'.' };
        for (bytes, kind) in [
            (&b"\n\r\x0B\x0C"[..], Kind::Break),
            (b".", Kind::Stop),
            (b"!?", Kind::Mark),
            (b")", Kind::Parenthesis),
        ] {
            bytes.iter().for_each(|byte| signs.set(*byte, kind));
        }
        for (lead, seconds) in (0x80..).zip(SECONDS).filter(|(_, seconds)| *seconds != 0) {
            (signs.kinds[lead], signs.with[lead]) = (Kind::Wide, seconds);
        }
        signs
    }

    /// Makes an ASCII character a sign in this language. There is one at most.
    pub(super) fn add(&mut self, byte: u8, kind: Kind) {
        self.set(byte, kind);
        self.own = byte;
    }

    fn set(&mut self, byte: u8, kind: Kind) {
        (self.kinds[usize::from(byte)], self.with[usize::from(byte)]) = (kind, u64::MAX);
    }

    /// The kind of a byte.
    pub(super) fn kind(&self, byte: u8) -> Kind {
        self.kinds[usize::from(byte)]
    }

    /// The next sign from `at` on, and its kind.
    pub(super) fn next(&self, bytes: &[u8], at: usize) -> Option<(usize, Kind)> {
        let rest = bytes.get(at..)?;
        let blocks = rest.as_chunks::<BLOCK>().0.iter();
        let skipped = BLOCK * blocks.take_while(|block| is_plain(block, self.own)).count();
        let first = skipped + rest[skipped..].iter().position(|byte| self.kind(*byte) != Kind::Plain)?;
        let found = match self.kind(rest[first]) {
            Kind::Wide => first + self.next_in_pairs(&rest[first..])?,
            _ => first,
        };
        Some((at + found, self.kind(rest[found])))
    }

    /// The next sign, where the text is not of ASCII characters alone.
    fn next_in_pairs(&self, rest: &[u8]) -> Option<usize> {
        let is_sign = |byte: u8, behind: u8| self.with[usize::from(byte)] >> (behind & 0x3F) & 1 == 1;
        let found = rest.windows(2).position(|pair| is_sign(pair[0], pair[1]));
        found.or_else(|| rest.last().filter(|last| is_sign(**last, 0)).map(|_| rest.len() - 1))
    }
}

/// Whether a block holds ASCII characters alone that are no signs. Without branches, so that the compiler makes it a
/// few vector instructions.
fn is_plain(block: &[u8; BLOCK], own: u8) -> bool {
    let mut signs = 0;
    for byte in block {
        signs |= byte & 0x80;
        for sign in [b'.', b'!', b'?', b')', own] {
            signs |= u8::from(*byte == sign) << 7;
        }
        signs |= u8::from(byte.wrapping_sub(b'\n') < 4) << 7;
    }
    signs == 0
}

#[cfg(test)]
mod tests {
    use super::{Kind, Signs};
    use crate::sentence::wide::Wide;

    #[test]
    fn a_sign_is_found_wherever_it_stands() {
        let mut signs = Signs::new();
        signs.add(b';', Kind::Mark);
        let wide = ('\u{80}'..=char::MAX).filter(|c| Wide::of(*c).is_some());
        for c in ".!?);\n\r\u{B}\u{C}".chars().chain(wide) {
            for before in [0, 1, 14, 15, 16, 17, 40] {
                let text = format!("{}{c} and more of the text", "x".repeat(before));
                let (at, kind) = signs.next(text.as_bytes(), 0).unwrap();
                assert_eq!((at, kind == Kind::Wide), (before, !c.is_ascii()), "{c:?}");
            }
        }
        for plain in
            ["", "plain", "a text, long (enough: for a block", "Кириллица без знаков и длиннее", "。\u{FF}"]
        {
            let begun = plain.find(|c| c != '。').unwrap_or(0);
            assert_eq!(signs.next(plain.as_bytes(), begun), None, "{plain:?}");
        }
    }
}
