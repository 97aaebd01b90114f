//! Words in lower case.

/// Writes `word` in lower case into `buffer`, typographic apostrophes made plain ones.
pub(crate) fn lower_case(word: &str, buffer: &mut String) {
    buffer.clear();
    if word.is_ascii() {
        buffer.push_str(word);
        buffer.make_ascii_lowercase();
    } else if word.contains('Σ') {
        // The whole word at once: a Greek sigma depends on its place.
        let lower = word.to_lowercase();
        buffer.extend(lower.chars().map(plain));
    } else {
        for letter in word.chars() {
            match letter {
                'A'..='Z' => buffer.push(letter.to_ascii_lowercase()),
                // Nothing from Hebrew to Burmese, and from Chinese to Yi, has case.
                '\0'..='\x7f' | '\u{590}'..='\u{109f}' | '\u{2e80}'..='\u{a4cf}' => buffer.push(letter),
                _ => buffer.extend(letter.to_lowercase().map(plain)),
            }
        }
    }
}

fn plain(letter: char) -> char {
    if letter == '\u{2019}' { '\'' } else { letter }
}
