//! From a text to the file it was made of.

use std::ops::Range;

use sutra_core::Result;
use sutra_core::wire::{Reader, Writer};

/// Which bytes of a file each part of a text comes from, where the text is not the file as it is.
///
/// Parts follow one another in the text and in the file. A copied part maps byte by byte; any other, such as a
/// decoded `&amp;` or a line break that a tag made, maps as a whole to the bytes it stands for.
///
/// ```
/// use sutra::ingest::SourceMap;
/// let map = SourceMap::load(&SourceMap::default().save())?;
/// assert_eq!(map.source(0..1), None, "of an empty text");
/// # Ok::<(), sutra::core::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceMap {
    parts: Vec<Part>,
    /// The length of the text.
    len: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    /// Where it starts in the text; it ends where the next one starts.
    start: usize,
    source: (usize, usize),
    copied: bool,
}

impl SourceMap {
    /// The bytes of the file that `range` of the text comes from. Not empty, and growing with the range.
    /// `None` for an empty range and for one beyond the text. O(log parts).
    #[must_use]
    pub fn source(&self, range: Range<usize>) -> Option<Range<usize>> {
        if range.start >= range.end || range.end > self.len {
            return None;
        }
        let first = self.part(range.start)?;
        let last = self.part(range.end - 1)?;
        let start = first.source.0 + if first.copied { range.start - first.start } else { 0 };
        let end = if last.copied { last.source.0 + range.end - last.start } else { last.source.1 };
        Some(start..end)
    }

    /// The map as bytes.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        let mut writer = Writer::new();
        writer.u64(self.len as u64);
        let numbers = |part: &Part| [part.start, part.source.0, part.source.1, usize::from(part.copied)];
        writer.u64s(&self.parts.iter().flat_map(numbers).map(|number| number as u64).collect::<Vec<_>>());
        writer.into_bytes()
    }

    /// The map that [`save`](Self::save) wrote.
    ///
    /// # Errors
    /// [`Corrupt`](sutra_core::ErrorKind::Corrupt) for bytes that are cut short or damaged.
    pub fn load(bytes: &[u8]) -> Result<Self> {
        let mut reader = Reader::new("source map", bytes);
        let len = reader.u64("length")? as usize;
        let numbers = reader.u64s("parts")?;
        let (rows, rest) = numbers.as_chunks::<4>();
        let part = |[start, from, to, copied]: &[u64; 4]| Part {
            start: *start as usize,
            source: (*from as usize, *to as usize),
            copied: *copied == 1,
        };
        let map = Self { parts: rows.iter().map(part).collect(), len };
        if !rest.is_empty() || !map.holds() {
            return Err(reader.damaged("parts"));
        }
        reader.finish()?;
        Ok(map)
    }

    /// Adds a part of `len` bytes of text that comes from `source`; `copied` says that they are the same bytes.
    pub(super) fn push(&mut self, len: usize, source: Range<usize>, copied: bool) {
        if len == 0 {
            return;
        }
        match self.parts.last_mut() {
            Some(last) if last.copied && copied && last.source.1 == source.start => {
                last.source.1 = source.end;
            }
            _ => self.parts.push(Part { start: self.len, source: (source.start, source.end), copied }),
        }
        self.len += len;
    }

    fn part(&self, at: usize) -> Option<&Part> {
        let after = self.parts.partition_point(|part| part.start <= at);
        self.parts.get(after.checked_sub(1)?)
    }

    /// Whether the parts cover the text, each with bytes of the file that come after those of the one before.
    fn holds(&self) -> bool {
        let ends = self.parts.iter().skip(1).map(|part| part.start).chain([self.len]);
        let (mut text, mut source) = (0, 0);
        self.parts.iter().zip(ends).all(|(part, end)| {
            let (from, to) = part.source;
            let good = part.start == text && text < end && source <= from && from < to;
            let good = good && (!part.copied || to - from == end - text);
            (text, source) = (end, to);
            good
        }) && text == self.len
    }
}

#[cfg(test)]
mod tests {
    use sutra_core::ErrorKind;

    use super::*;

    fn map() -> SourceMap {
        let mut map = SourceMap::default();
        map.push(3, 10..13, true);
        map.push(2, 13..15, true);
        map.push(1, 15..20, false);
        map.push(4, 20..24, true);
        map
    }

    #[test]
    fn ranges_map_to_the_bytes_they_come_from() {
        let map = map();
        assert_eq!(map.parts.len(), 3, "neighbours join");
        assert_eq!(map.source(0..10), Some(10..24));
        assert_eq!(map.source(1..5), Some(11..15));
        assert_eq!(map.source(5..6), Some(15..20));
        assert_eq!(map.source(4..7), Some(14..21));
        assert_eq!(map.source(3..3), None);
        assert_eq!(map.source(9..11), None);
    }

    #[test]
    fn it_survives_storage_and_damage_is_seen() {
        let bytes = map().save();
        assert_eq!(SourceMap::load(&bytes).unwrap(), map());
        for end in 0..bytes.len() {
            assert_eq!(SourceMap::load(&bytes[..end]).unwrap_err().kind(), ErrorKind::Corrupt);
        }
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x40;
            if let Ok(map) = SourceMap::load(&damaged) {
                assert!(map.holds(), "byte {at}");
            }
        }
    }
}
