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

/// The length of the marker that a text begins with, if it is of digits or a letter outside ASCII: `१.`, `б)`, `二、`.
pub(super) fn foreign_marker(text: &str) -> Option<usize> {
    let first = text.chars().next().filter(|c| !c.is_ascii())?;
    let delimits = |c: char| matches!(c, ')' | '）' | '.' | '、' | '．');
    if !text.chars().skip(1).take(3).any(delimits) {
        return None;
    }
    let numbered = is_numeral(first);
    let most = if numbered { 3 } else { 1 };
    let alike = |c: &char| c.is_alphanumeric() && is_numeral(*c) == numbered;
    let length: usize = text.chars().take(most).take_while(alike).map(char::len_utf8).sum();
    let mut behind = text.get(length..)?.chars();
    let delimiter = behind.next().filter(|_| length > 0)?;
    let listed = match delimiter {
        ')' | '）' => behind.next().is_some_and(char::is_whitespace),
        '.' => numbered && behind.next().is_some_and(char::is_whitespace),
        '、' | '．' => numbered && !behind.next().is_some_and(is_numeral),
        _ => false,
    };
    listed.then_some(length + delimiter.len_utf8())
}

fn is_numeral(c: char) -> bool {
    c.is_numeric() || matches!(c, '一' | '二' | '三' | '四' | '五' | '六' | '七' | '八' | '九' | '十')
}

#[cfg(test)]
mod tests {
    use super::foreign_marker;

    #[test]
    fn markers_of_other_scripts() {
        for (text, length) in
            [("१. एक", 4), ("б) два", 3), ("２、角", 6), ("十一、乙", 9), ("١٢) نص", 5), ("２）\n", 6)]
        {
            assert_eq!(foreign_marker(text), Some(length), "{text}");
        }
        for text in ["", "б. два", "1. one", "два) x", "३.५", "．", "二、三", "１２３４. x", "б)", "３．１"]
        {
            assert_eq!(foreign_marker(text), None, "{text}");
        }
    }
}
