//! Stems that a thread made before.

use std::cell::RefCell;

use crate::hash::hash;

/// How many stems a thread remembers at most.
const PLACES: usize = 1 << 13;

/// The longest word and stem together that are remembered, in bytes.
const ROOM: usize = 45;

thread_local! {
    static STEMS: RefCell<Vec<Entry>> = const { RefCell::new(Vec::new()) };
}

/// A word and its stem behind it. Without a word the place is free.
#[derive(Clone, Copy)]
struct Entry {
    language: u8,
    word: u8,
    end: u8,
    bytes: [u8; ROOM],
}

/// Makes a word in `buffer` its stem, remembered or asked of `stem`, which may depend on the word and on nothing else but
/// the language. Each word has one place, which the latest word of several takes: 384 KB a thread, whatever is read.
pub(crate) fn remembered(language: u8, buffer: &mut String, stem: impl Fn(&mut String)) {
    if buffer.len() > ROOM {
        return stem(buffer);
    }
    let at = place(language, buffer);
    let found = STEMS.try_with(|stems| {
        let stems = stems.try_borrow().ok()?;
        let entry = stems.get(at)?;
        let (word, stem) = entry.bytes.get(..usize::from(entry.end))?.split_at_checked(entry.word.into())?;
        if entry.language != language || word != buffer.as_bytes() {
            return None;
        }
        let stem = std::str::from_utf8(stem).ok()?;
        buffer.clear();
        buffer.push_str(stem);
        Some(())
    });
    if !matches!(found, Ok(Some(()))) {
        let mut bytes = [0; ROOM];
        let word = copy(&mut bytes, 0, buffer);
        stem(buffer);
        let end = copy(&mut bytes, word, buffer);
        let (Ok(word), Ok(end)) = (u8::try_from(word), u8::try_from(end)) else { return };
        if usize::from(end) == usize::from(word) + buffer.len() {
            keep(at, Entry { language, word, end, bytes });
        }
    }
}

/// Copies a text to a place in `bytes`, if there is room; says where it ends.
fn copy(bytes: &mut [u8; ROOM], start: usize, text: &str) -> usize {
    match bytes.get_mut(start..start + text.len()) {
        Some(room) => {
            room.copy_from_slice(text.as_bytes());
            start + text.len()
        }
        None => start,
    }
}

fn keep(at: usize, entry: Entry) {
    // A thread that ends has no memory any more; its last words are stemmed as they come.
    let _ = STEMS.try_with(|stems| {
        if let Ok(mut stems) = stems.try_borrow_mut() {
            if stems.is_empty() {
                stems.resize(PLACES, Entry { language: 0, word: 0, end: 0, bytes: [0; ROOM] });
            }
            if let Some(place) = stems.get_mut(at) {
                *place = entry;
            }
        }
    });
}

/// The place of a word.
fn place(language: u8, word: &str) -> usize {
    (hash(word) as usize).wrapping_add(usize::from(language)) % PLACES
}
