//! The words that a language knows, found in any case.

/// What an abbreviation says about the full stop behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Abbreviation {
    /// It ends no sentence: a title, or a word that introduces what follows.
    BeforeName,
    /// It ends no sentence before a number.
    BeforeNumber,
    /// It ends a sentence if the next word is one that begins sentences.
    MayEnd,
    /// A time of day: as `MayEnd`, and before most names.
    Time,
}

/// What is known of a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    pub(super) abbreviation: Option<Abbreviation>,
    /// It begins sentences far more often than names.
    pub(super) starter: bool,
    /// It begins sentences even in lower case.
    pub(super) uncapitalised: bool,
    /// A number mostly follows it.
    pub(super) counted: bool,
    /// It goes on with a time of day: a day or a zone.
    pub(super) date: bool,
    /// It names a letter.
    pub(super) letter: bool,
}

/// A hash table of words in lower case, with a test that turns most other words away unread.
#[derive(Debug)]
pub(super) struct Lexicon {
    /// Open addressing; a power of two, at most half of it in use.
    slots: Vec<(&'static str, Facts)>,
    /// For each last byte the lengths of the words that end so, a bit each.
    lengths: [u32; 256],
}

/// The longest word, in bytes, that is looked up.
pub(super) const LONGEST: usize = 32;

impl Lexicon {
    /// A table with room for `count` words.
    pub(super) fn with_room(count: usize) -> Self {
        Self { slots: vec![("", Facts::default()); (2 * count + 2).next_power_of_two()], lengths: [0; 256] }
    }

    /// The facts of a word to write to, or `None` if it is longer than any that is looked up.
    pub(super) fn entry(&mut self, word: &'static str) -> Option<&mut Facts> {
        let last = *word.as_bytes().last()?;
        self.lengths[usize::from(last)] |= length_bit(word.len())?;
        let slot = self.slot(word);
        self.slots[slot].0 = word;
        Some(&mut self.slots[slot].1)
    }

    /// What is known of a word in any case.
    pub(super) fn facts(&self, word: &str) -> Facts {
        let mut buffer = [0; LONGEST];
        let Some(word) = lower(word, &mut buffer) else { return Facts::default() };
        let known = word.as_bytes().last().map_or(0, |last| self.lengths[usize::from(*last)]);
        match length_bit(word.len()) {
            Some(bit) if known & bit != 0 => self.slots[self.slot(word)].1,
            _ => Facts::default(),
        }
    }

    /// The place of a word, or the free place where it would go.
    fn slot(&self, word: &str) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(word) & mask;
        while !self.slots[slot].0.is_empty() && self.slots[slot].0 != word {
            slot = (slot + 1) & mask;
        }
        slot
    }
}

/// The bit of a length from 1 to [`LONGEST`].
fn length_bit(length: usize) -> Option<u32> {
    (1..=LONGEST).contains(&length).then(|| 1 << (length - 1))
}

/// FNV-1a, folded.
fn hash(word: &str) -> usize {
    let hash =
        word.bytes().fold(0x811C_9DC5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(16_777_619));
    (hash ^ (hash >> 15)) as usize
}

/// A word in lower case, unless it is longer than any that is known.
fn lower<'a>(word: &'a str, buffer: &'a mut [u8; LONGEST]) -> Option<&'a str> {
    if word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return Some(word);
    }
    let mut length = 0;
    for c in word.chars().flat_map(char::to_lowercase) {
        let room = buffer.get_mut(length..length + c.len_utf8())?;
        length += c.encode_utf8(room).len();
    }
    std::str::from_utf8(&buffer[..length]).ok()
}

#[cfg(test)]
mod tests {
    use super::{Facts, LONGEST, Lexicon};

    #[test]
    fn words_are_found_in_any_case_and_others_are_not() {
        let mut lexicon = Lexicon::with_room(3);
        for word in ["über", "dr", "ул"] {
            lexicon.entry(word).unwrap().starter = true;
        }
        for word in ["über", "ÜBER", "Dr", "УЛ"] {
            assert!(lexicon.facts(word).starter, "{word}");
        }
        for word in ["", "d", "dx", "xr", "ula", "ulá", &"r".repeat(1000)] {
            assert_eq!(lexicon.facts(word), Facts::default(), "{word}");
        }
        let long = "r".repeat(LONGEST + 1);
        assert_eq!(lexicon.entry(long.leak()), None);
    }
}
