//! Classes of characters and bytes.

use crate::words;

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
            | '«'
            | '›'
            | '‹'
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

/// Whether a character stands in texts that put no space between words, and perhaps none between sentences.
pub(super) fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3008}'..='\u{3020}') || words::is_unspaced(c)
}

/// Whether a character belongs to a word: letters, digits and the marks on them.
pub(super) fn is_word(c: char) -> bool {
    is_common_letter(c) || c.is_alphanumeric() || is_joined(c)
}

/// Whether a letter is one of those that most texts are made of: a short way, since the tables of Unicode are slow.
fn is_common_letter(c: char) -> bool {
    matches!(c, 'a'..='z' | 'A'..='Z'
        | 'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ÿ' | '\u{100}'..='\u{17F}' // Latin
        | '\u{3B1}'..='\u{3C9}' | '\u{410}'..='\u{44F}' // Greek, Cyrillic
        | '\u{561}'..='\u{587}' | '\u{620}'..='\u{64A}' | '\u{904}'..='\u{939}' // Armenian, Arabic, Devanagari
        | '\u{3041}'..='\u{3096}' | '\u{4E00}'..='\u{9FFF}')
}

/// Whether a character that Unicode does not count as a letter stands inside words: accents, the signs that take a
/// vowel away or change its tone, and joiners.
fn is_joined(c: char) -> bool {
    match c {
        '\u{300}'..='\u{36F}' | '\u{E47}'..='\u{E4E}' | '\u{200C}' | '\u{200D}' => true,
        '\u{1037}' | '\u{1039}' | '\u{103A}' => true,
        // The nukta and the virama of the scripts of India.
        '\u{900}'..='\u{D7F}' => matches!(u32::from(c) & 0x7F, 0x3C | 0x4D),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_common_letter;

    #[test]
    fn common_letters_are_letters() {
        let common = ('\0'..=char::MAX).filter(|c| is_common_letter(*c));
        assert!(common.clone().count() > 20_000);
        for c in common {
            assert!(c.is_alphanumeric(), "{c:?}");
        }
    }
}
