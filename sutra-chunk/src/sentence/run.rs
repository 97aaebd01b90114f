//! A run of terminators with the closing quotes and brackets behind it.

use super::chars::{Wide, is_closer, is_quote};

/// Terminators and closers that stand together, such as `?!)` or `…”`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Run {
    /// One past its last byte.
    pub(super) end: usize,
    /// How many full stops.
    pub(super) stops: usize,
    pub(super) ellipsis: bool,
    pub(super) mark: bool,
    /// Holds a terminator that needs no space behind it.
    pub(super) wide: bool,
    pub(super) full_stop: bool,
    pub(super) closed: bool,
    pub(super) quoted: bool,
}

impl Run {
    /// The run that begins with the terminator at `start`.
    pub(super) fn at(text: &str, start: usize) -> Self {
        let mut run = Self { end: start, ..Self::default() };
        let mut chars = text.get(start..).unwrap_or_default().chars().peekable();
        while let Some(c) = chars.next() {
            if !run.take(c, chars.peek().copied()) {
                break;
            }
            run.end += c.len_utf8();
        }
        run.take_detached(text);
        run
    }

    /// Takes in what stands behind a space and yet belongs: `Why ? !`, `« Oui ! »`, `Thanks! :-)`.
    fn take_detached(&mut self, text: &str) {
        let bytes = text.as_bytes();
        loop {
            let rest = text.get(self.end..).unwrap_or_default();
            let Some(space) = rest.chars().next().filter(|c| matches!(c, ' ' | '\u{A0}' | '\u{202F}')) else {
                break;
            };
            let at = self.end + space.len_utf8();
            let marks = bytes.iter().skip(at).take_while(|byte| matches!(byte, b'?' | b'!' | b')')).count();
            let length = match marks {
                0 if text.get(at..).is_some_and(|rest| rest.starts_with('»')) => '»'.len_utf8(),
                0 => emoticon(bytes, at),
                _ => marks,
            };
            if length == 0 || bytes.get(at + length).is_some_and(|byte| !byte.is_ascii_whitespace()) {
                break;
            }
            self.end = at + length;
        }
    }

    /// Takes one more character in, if it belongs.
    fn take(&mut self, c: char, next: Option<char>) -> bool {
        match c {
            '.' => self.stops += 1,
            '!' | '?' => self.mark = true,
            '"' | '\'' if next.is_some_and(char::is_alphanumeric) => return false,
            '"' | '\'' => (self.closed, self.quoted) = (true, true),
            // Opens what follows unless it closes a German quotation.
            '“' if next.is_some_and(char::is_alphanumeric) => return false,
            _ if is_closer(c) => (self.closed, self.quoted) = (true, self.quoted || is_quote(c)),
            _ => match Wide::of(c) {
                Some(Wide::End) => self.wide = true,
                Some(Wide::FullStop) => self.full_stop = true,
                Some(Wide::Ellipsis) => self.ellipsis = true,
                Some(Wide::Mark) => self.mark = true,
                _ => return false,
            },
        }
        true
    }

    /// Whether it is one full stop and nothing else that ends sentences.
    pub(super) fn is_single_stop(&self) -> bool {
        self.stops == 1 && !(self.ellipsis || self.mark || self.wide || self.full_stop)
    }
}

/// The length of the emoticon at `at`, such as `:-)`, or 0.
pub(super) fn emoticon(bytes: &[u8], at: usize) -> usize {
    if !matches!(bytes.get(at), Some(b':' | b';' | b'=')) {
        return 0;
    }
    let nose = usize::from(matches!(bytes.get(at + 1), Some(b'-' | b'o' | b'\'')));
    let mouth = matches!(bytes.get(at + 1 + nose), Some(b')' | b'(' | b'D' | b'P' | b'p' | b'/' | b'|'));
    if mouth { 2 + nose } else { 0 }
}

/// Full stops with spaces between: ` . . .` from `start` on; how many, and one past the last.
pub(super) fn spaced_stops(text: &str, start: usize) -> (usize, usize) {
    let bytes = text.as_bytes();
    let (mut count, mut end) = (0, start);
    while bytes.get(end) == Some(&b' ') && bytes.get(end + 1) == Some(&b'.') {
        let after = text.get(end + 2..).and_then(|rest| rest.chars().next());
        if after.is_some_and(|c| !c.is_whitespace() && !is_closer(c) && !is_quote(c)) {
            break;
        }
        count += 1;
        end += 2;
    }
    (count, end)
}
