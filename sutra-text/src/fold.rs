//! Latin letters without their accents.

use std::sync::LazyLock;

/// Each line: what the letters become, and the letters. Lower case only, since words are lower-cased first.
const LETTERS: &[(&str, &str)] = &[
    ("a", "àáâãäåāăąǎǟǡǻȁȃȧḁẚạảấầẩẫậắằẳẵặ"),
    ("ae", "æǣǽ"),
    ("b", "ḃḅḇƀ"),
    ("c", "çćĉċčḉ"),
    ("d", "ďđḋḍḏḑḓð"),
    ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ"),
    ("f", "ḟ"),
    ("g", "ĝğġģǥǧǵḡ"),
    ("h", "ĥħȟḣḥḧḩḫẖ"),
    ("i", "ìíîïĩīĭįıǐȉȋḭḯỉị"),
    ("ij", "ĳ"),
    ("j", "ĵǰ"),
    ("k", "ķĸǩḱḳḵ"),
    ("l", "ĺļľŀłḷḹḻḽ"),
    ("m", "ḿṁṃ"),
    ("n", "ñńņňŉŋǹṅṇṉṋ"),
    ("o", "òóôõöøōŏőơǒǫǭǿȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ"),
    ("oe", "œ"),
    ("p", "ṕṗ"),
    ("r", "ŕŗřȑȓṙṛṝṟ"),
    ("s", "śŝşšșſṡṣṥṧṩẛ"),
    ("ss", "ß"),
    ("t", "ţťŧțṫṭṯṱẗ"),
    ("th", "þ"),
    ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự"),
    ("v", "ṽṿ"),
    ("w", "ŵẁẃẅẇẉẘ"),
    ("x", "ẋẍ"),
    ("y", "ýÿŷȳẏẙỳỵỷỹ"),
    ("z", "źżžƶẑẓẕ"),
];

/// The table, by letter.
static PLAIN: LazyLock<Vec<(char, &str)>> = LazyLock::new(|| {
    let letters = |(plain, letters): &(&'static str, &'static str)| {
        let plain = *plain;
        letters.chars().map(move |letter| (letter, plain)).collect::<Vec<_>>()
    };
    let mut table: Vec<_> = LETTERS.iter().flat_map(letters).collect();
    table.sort_unstable();
    table
});

/// Whether the letter may have an accent or be one: it lies in the Latin blocks that the table is about, or among the
/// combining marks.
fn may_fold(letter: char) -> bool {
    matches!(letter, '\u{80}'..='\u{24f}' | '\u{300}'..='\u{36f}' | '\u{1e00}'..='\u{1eff}')
}

/// `word` without accents where it has any: letters of the table above are replaced, combining marks of
/// U+0300 to U+036F dropped. `None` where nothing changes, or where nothing would be left.
pub(crate) fn fold(word: &str) -> Option<String> {
    if word.is_ascii() || !word.chars().any(may_fold) {
        return None;
    }
    let mut folded = String::with_capacity(word.len());
    for letter in word.chars() {
        match letter {
            '\u{300}'..='\u{36f}' => {}
            _ if may_fold(letter) => match PLAIN.binary_search_by_key(&letter, |(letter, _)| *letter) {
                Ok(at) => folded.push_str(PLAIN.get(at).map_or("", |(_, plain)| plain)),
                Err(_) => folded.push(letter),
            },
            _ => folded.push(letter),
        }
    }
    (!folded.is_empty() && folded != word).then_some(folded)
}
