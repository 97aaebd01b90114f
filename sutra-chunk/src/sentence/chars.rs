//! Classes of characters and bytes.

/// What a byte may be the beginning of.
#[derive(Clone, Copy, PartialEq, Eq)]
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
    /// A character of several bytes that may be one of those below.
    Wide,
}

/// The kind of each byte.
pub(super) static KINDS: [Kind; 256] = kinds();

const fn kinds() -> [Kind; 256] {
    let mut kinds = [Kind::Plain; 256];
    let breaks = b"\n\r\x0B\x0C";
    let mut at = 0;
    while at < breaks.len() {
        kinds[breaks[at] as usize] = Kind::Break;
        at += 1;
    }
    kinds[b'.' as usize] = Kind::Stop;
    kinds[b'!' as usize] = Kind::Mark;
    kinds[b'?' as usize] = Kind::Mark;
    kinds[b')' as usize] = Kind::Parenthesis;
    // The first bytes of all characters that `Wide::of` knows.
    let leads = [0xC2, 0xD6, 0xD8, 0xDB, 0xE0, 0xE1, 0xE2, 0xE3, 0xEF];
    at = 0;
    while at < leads.len() {
        kinds[leads[at]] = Kind::Wide;
        at += 1;
    }
    kinds
}

/// What a character outside ASCII means for sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wide {
    Break,
    /// Ends a sentence, with or without a space behind it.
    End,
    /// A full-width full stop: also a decimal point.
    FullStop,
    Ellipsis,
    /// A question or exclamation mark that wants a space behind it.
    Mark,
    /// Begins an item of a list.
    Bullet,
}

impl Wide {
    pub(super) fn of(c: char) -> Option<Self> {
        Some(match c {
            '\u{85}' | '\u{2028}' | '\u{2029}' => Self::Break,
            '。' | '！' | '？' | '｡' | '︒' | '﹗' | '﹖' => Self::End,
            '।' | '॥' | '؟' | '۔' | '։' => Self::End,
            // Myanmar, Ethiopic, Khmer
            '\u{104A}' | '\u{104B}' | '\u{1362}' | '\u{1367}' | '\u{1368}' | '\u{17D4}' | '\u{17D5}' => {
                Self::End
            }
            '．' => Self::FullStop,
            '…' => Self::Ellipsis,
            '‼' | '⁇' | '⁈' | '⁉' => Self::Mark,
            '•' | '‣' | '⁃' | '▪' | '●' | '◦' => Self::Bullet,
            _ => return None,
        })
    }
}

/// Whether a character behind a terminator still belongs to its sentence. The straight quotation marks, which
/// open as well as close, are not among them.
pub(super) fn is_closer(c: char) -> bool {
    matches!(
        c,
        ')' | ']'
            | '}'
            | '*'
            | '_'
            | '`'
            | '’'
            | '”'
            | '“'
            | '»'
            | '›'
            | '」'
            | '』'
            | '）'
            | '】'
            | '》'
            | '〉'
            | '］'
    )
}

/// Whether a character may stand before the first letter of a sentence.
pub(super) fn is_opener(c: char) -> bool {
    is_quote(c)
        || matches!(c, '(' | '[' | '{' | '*' | '_' | '`' | '¿' | '¡' | '（' | '「' | '『' | '【' | '《')
}

/// Whether a character is a quotation mark of any kind.
pub(super) fn is_quote(c: char) -> bool {
    matches!(
        c,
        '"' | '\''
            | '‘'
            | '’'
            | '‚'
            | '“'
            | '”'
            | '„'
            | '«'
            | '»'
            | '‹'
            | '›'
            | '「'
            | '」'
            | '『'
            | '』'
    )
}

/// Whether a letter is of a script that puts no space between sentences.
pub(super) fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3005}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::{KINDS, Kind, Wide};

    #[test]
    fn every_wide_character_is_found_by_its_first_byte() {
        for c in ('\u{80}'..=char::MAX).filter(|c| Wide::of(*c).is_some()) {
            let mut bytes = [0; 4];
            assert!(KINDS[usize::from(c.encode_utf8(&mut bytes).as_bytes()[0])] == Kind::Wide, "{c}");
        }
    }
}
