//! What of a query's text is settled before the grammar reads it.

use sutra_core::{Error, Result};

/// How many parentheses may be opened, and how many times `NOT` may stand in a query: the parser goes down with them, on
/// the stack, and cannot be asked how deep they stand in one another.
const MOST: usize = 64;

/// The longest query, in bytes.
const LONGEST: usize = 1 << 16;

/// The text with all white space as spaces, which alone end a field's name and stand between words: as many for a
/// character as it has bytes, so that places stay. O(bytes).
pub(super) fn spaced(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_whitespace() {
            spaced.extend(std::iter::repeat_n(' ', letter.len_utf8()));
        } else {
            spaced.push(letter);
        }
    }
    spaced
}

/// Refuses what the parser would need too much time or stack for. Wants a [`spaced`] text.
pub(super) fn check(text: &str) -> Result<()> {
    if text.len() > LONGEST {
        return Err(Error::invalid_input(format!("a query of {} bytes, beyond {LONGEST}", text.len())));
    }
    let open = text.match_indices('(').map(|(at, _)| at).nth(MOST).map(|at| (at, "("));
    let not = negations(text).nth(MOST).map(|at| (at, "NOT"));
    match open.or(not) {
        Some((at, sign)) => {
            Err(Error::invalid_input(format!("more than {MOST} times {sign:?}, at byte {at} of the query")))
        }
        None => Ok(()),
    }
}

/// Where `NOT` may be the operator: a space is behind it, and no letter before it. A word goes on after a letter, while
/// anything else may be the end of a clause.
fn negations(text: &str) -> impl Iterator<Item = usize> + '_ {
    let begins = |at: usize| !text.get(..at).is_some_and(|before| before.ends_with(char::is_alphabetic));
    text.match_indices("NOT ").map(|(at, _)| at).filter(move |at| begins(*at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_becomes_spaces_of_the_same_length() {
        assert_eq!(spaced("oak\n\telm\u{3000}ash\u{a0}\u{2028}é"), "oak  elm   ash     é");
    }

    #[test]
    fn only_the_operator_is_counted() {
        let found = |text: &str| negations(text).collect::<Vec<_>>();
        assert_eq!(found("NOT oak -NOT (NOT \"a\"NOT 1NOT "), [0, 9, 14, 21, 26]);
        assert_eq!(found("NOTICE CANNOT ÉNOT NOTNOT NOT"), [0; 0]);
    }
}
