//! Latin letters without their accents.

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

/// `word` without accents where it has any: letters of the table above are replaced, combining marks of
/// U+0300 to U+036F dropped. `None` where nothing changes, or where nothing would be left.
pub(crate) fn fold(word: &str) -> Option<String> {
    if word.is_ascii() {
        return None;
    }
    let mut folded = String::with_capacity(word.len());
    for letter in word.chars() {
        match letter {
            '\u{300}'..='\u{36f}' => {}
            '\u{80}'.. => match LETTERS.iter().find(|(_, letters)| letters.contains(letter)) {
                Some((plain, _)) => folded.push_str(plain),
                None => folded.push(letter),
            },
            _ => folded.push(letter),
        }
    }
    (!folded.is_empty() && folded != word).then_some(folded)
}
