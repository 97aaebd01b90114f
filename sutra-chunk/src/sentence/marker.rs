//! Numbers and letters of list items: `1.`, `2)`, `b.)`.

/// What an item of a list begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marker {
    /// Whether it counts in letters, from `a` as 1.
    letters: bool,
    value: u16,
    stop: bool,
    parenthesis: bool,
}

impl Marker {
    /// The marker at `at` and where it ends, if one stands there and white space follows.
    pub(super) fn at(bytes: &[u8], at: usize) -> Option<(Self, usize)> {
        let rest = bytes.get(at..)?;
        let digits = rest.iter().take(4).take_while(|byte| byte.is_ascii_digit()).count();
        let (letters, value, length) = match (digits, rest.first()?) {
            (0, letter @ b'a'..=b'z') => (true, u16::from(letter - b'a' + 1), 1),
            (1..=3, _) => (false, rest[..digits].iter().fold(0, |n, d| n * 10 + u16::from(d - b'0')), digits),
            _ => return None,
        };
        let stop = rest.get(length) == Some(&b'.');
        let parenthesis = rest.get(length + usize::from(stop)) == Some(&b')');
        let end = length + usize::from(stop) + usize::from(parenthesis);
        if end == length || !rest.get(end).is_some_and(u8::is_ascii_whitespace) {
            return None;
        }
        Some((Self { letters, value, stop, parenthesis }, at + end))
    }

    /// Whether a list begins with it.
    pub(super) fn is_first(self) -> bool {
        self.value == 1
    }

    /// The marker of the next item.
    pub(super) fn following(self) -> Self {
        Self { value: self.value + 1, ..self }
    }

    /// Where this marker begins, if it stands inside a text with its first delimiter at `delimiter`.
    pub(super) fn before(self, bytes: &[u8], delimiter: usize) -> Option<usize> {
        let length = match (self.letters, self.value) {
            (true, _) | (false, ..10) => 1,
            (false, ..100) => 2,
            (false, _) => 3,
        };
        let start = delimiter.checked_sub(length)?;
        let alone = bytes.get(start.checked_sub(1)?).is_some_and(u8::is_ascii_whitespace);
        (alone && Self::at(bytes, start).is_some_and(|(marker, _)| marker == self)).then_some(start)
    }
}
