//! A run of terminators with the closing quotes and brackets behind it.

use super::chars::{is_closer, is_quote};
use super::lines::Gap;
use super::rules::Rules;
use super::wide::Wide;

/// Terminators and closers that stand together, such as `?!)` or `…”`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Run {
    /// One past its last byte.
    pub(super) end: usize,
    /// One past the last byte that was looked at, but for a few.
    pub(super) reach: usize,
    /// How many full stops.
    pub(super) stops: usize,
    pub(super) ellipsis: bool,
    pub(super) mark: bool,
    /// Holds a terminator that needs no space behind it.
    pub(super) wide: bool,
    /// Holds half of such a terminator.
    half: bool,
    pub(super) full_stop: bool,
    pub(super) closed: bool,
    pub(super) quoted: bool,
}

impl Run {
    /// The run that begins with the terminator at `start`.
    pub(super) fn at(text: &str, start: usize, rules: &Rules) -> Self {
        let mut run = Self { end: start, ..Self::default() };
        let mut chars = text.get(start..).unwrap_or_default().chars().peekable();
        while let Some(c) = chars.next() {
            if !run.take(c, chars.peek().copied(), rules) {
                break;
            }
            run.end += c.len_utf8();
        }
        while let Some(length) = attached(text, run.end) {
            run.end += length;
        }
        run.reach = run.end;
        run.take_detached(text);
        run.reach = run.reach.max(run.end);
        run
    }

    /// Takes in what stands behind a space and yet belongs: `Why ? !`, `« Oui ! »`, `Thanks! :-)`.
    fn take_detached(&mut self, text: &str) {
        let bytes = text.as_bytes();
        loop {
            if bytes.get(self.end + 1).is_none_or(u8::is_ascii_alphanumeric) {
                break;
            }
            let rest = text.get(self.end..).unwrap_or_default();
            let Some(space) = rest.chars().next().filter(|c| matches!(c, ' ' | '\u{A0}' | '\u{202F}')) else {
                break;
            };
            let at = self.end + space.len_utf8();
            let marks = bytes.iter().skip(at).take_while(|byte| matches!(byte, b'?' | b'!' | b')')).count();
            let length = match marks {
                0 if text.get(at..).is_some_and(|rest| rest.starts_with('»')) => '»'.len_utf8(),
                0 if bytes.get(at) == Some(&b'"') && self.ends_line(text, at + 1) => 1,
                0 => emoticon(bytes, at),
                _ => marks,
            };
            if length == 0 || bytes.get(at + length).is_some_and(|byte| !byte.is_ascii_whitespace()) {
                break;
            }
            self.end = at + length;
        }
    }

    /// Whether nothing but white space stands between `at` and the end of its line.
    fn ends_line(&mut self, text: &str, at: usize) -> bool {
        let gap = Gap::at(text, at);
        self.reach = self.reach.max(gap.next);
        gap.breaks > 0 || gap.next == text.len()
    }

    /// Takes one more character in, if it belongs.
    fn take(&mut self, c: char, next: Option<char>, rules: &Rules) -> bool {
        match c {
            '.' => self.stops += 1,
            '"' | '\'' if next.is_some_and(char::is_alphanumeric) => return false,
            '"' | '\'' => (self.closed, self.quoted) = (true, true),
            // Opens what follows unless it closes a German quotation: „so“, »so«.
            '“' | '«' | '‹' if next.is_some_and(char::is_alphanumeric) => return false,
            _ if rules.is_mark(c) => self.mark = true,
            _ if is_closer(c) => (self.closed, self.quoted) = (true, self.quoted || is_quote(c)),
            _ => match Wide::of(c) {
                Some(Wide::End) => self.wide = true,
                Some(Wide::Half) => {
                    self.wide |= self.half;
                    self.half = true;
                }
                Some(Wide::FullStop) => self.full_stop = true,
                Some(Wide::Ellipsis) => self.ellipsis = true,
                Some(Wide::Mark) => self.mark = true,
                _ => return false,
            },
        }
        true
    }

    /// Whether nothing in it could end a sentence.
    pub(super) fn is_half(&self) -> bool {
        self.half && self.stops == 0 && !(self.ellipsis || self.mark || self.wide || self.full_stop)
    }

    /// Whether it is one full stop and nothing else that ends sentences.
    pub(super) fn is_single_stop(&self) -> bool {
        self.stops == 1 && !(self.ellipsis || self.mark || self.wide || self.full_stop)
    }
}

/// The length of what stands right behind a terminator and belongs to it: a reference such as `[12]` or `²`, or a tag
/// such as `</b>`.
fn attached(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let first = rest.chars().next()?;
    let close = match first {
        '¹' | '²' | '³' | '\u{2070}'..='\u{2079}' => return Some(first.len_utf8()),
        '[' => b']',
        '<' => b'>',
        _ => return None,
    };
    let inside = &rest.as_bytes()[1..];
    let length = inside.iter().take(LONGEST_ATTACHED).position(|byte| *byte == close)?;
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b',' | b'-' | b'/');
    let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'[' | b'<');
    let belongs = length > 0 && inside[..length].iter().all(plain) && inside.get(length + 1).is_none_or(ends);
    belongs.then_some(length + 2)
}

/// The longest text in brackets, in bytes, that is taken for a reference or a tag.
const LONGEST_ATTACHED: usize = 20;

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
