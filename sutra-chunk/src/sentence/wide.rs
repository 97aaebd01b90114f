//! Characters outside ASCII that mean something for sentences.

/// What a character outside ASCII means for sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wide {
    Break,
    /// Ends a sentence, with or without a space behind it.
    End,
    /// Ends a sentence where it stands twice: the Ethiopic word space, typed for the full stop.
    Half,
    /// A full-width full stop: also a decimal point.
    FullStop,
    Ellipsis,
    /// A question or exclamation mark that wants a space behind it.
    Mark,
    /// Begins an item of a list.
    Bullet,
}

use Wide::{Break, Bullet, Ellipsis, End, FullStop, Half, Mark};

/// Ranges of characters, in order. Those that end sentences are the sentence terminators of UAX #29, without the
/// Myanmar little section (U+104A), which is a comma.
const RANGES: &[(u32, u32, Wide)] = &[
    (0x85, 0x85, Break),
    (0x37E, 0x37E, Mark), // Greek question mark
    (0x589, 0x589, End),  // Armenian
    (0x61D, 0x61F, End),  // Arabic
    (0x6D4, 0x6D4, End),
    (0x700, 0x702, End), // Syriac
    (0x7F9, 0x7F9, End),
    (0x837, 0x837, End),
    (0x839, 0x839, End),
    (0x83D, 0x83E, End),
    (0x964, 0x965, End),    // danda
    (0xE5A, 0xE5B, End),    // Thai, end of a part
    (0x104B, 0x104B, End),  // Myanmar
    (0x1361, 0x1361, Half), // Ethiopic
    (0x1362, 0x1362, End),
    (0x1367, 0x1368, End),
    (0x166E, 0x166E, End),
    (0x1735, 0x1736, End),
    (0x17D4, 0x17D5, End), // Khmer
    (0x1803, 0x1803, End),
    (0x1809, 0x1809, End),
    (0x1944, 0x1945, End),
    (0x1AA8, 0x1AAB, End),
    (0x1B5A, 0x1B5B, End),
    (0x1B5E, 0x1B5F, End),
    (0x1B7D, 0x1B7E, End),
    (0x1C3B, 0x1C3C, End),
    (0x1C7E, 0x1C7F, End),
    (0x2022, 0x2023, Bullet),
    (0x2026, 0x2026, Ellipsis),
    (0x2028, 0x2029, Break),
    (0x203C, 0x203D, Mark),
    (0x2043, 0x2043, Bullet),
    (0x2047, 0x2049, Mark),
    (0x25AA, 0x25AA, Bullet),
    (0x25CF, 0x25CF, Bullet),
    (0x25E6, 0x25E6, Bullet),
    (0x2E2E, 0x2E2E, Mark),
    (0x2E3C, 0x2E3C, End),
    (0x2E53, 0x2E54, Mark),
    (0x3002, 0x3002, End), // ideographic
    (0xA4FF, 0xA4FF, End),
    (0xA60E, 0xA60F, End),
    (0xA6F3, 0xA6F3, End),
    (0xA6F7, 0xA6F7, End),
    (0xA876, 0xA877, End),
    (0xA8CE, 0xA8CF, End),
    (0xA92F, 0xA92F, End),
    (0xA9C8, 0xA9C9, End),
    (0xAA5D, 0xAA5F, End),
    (0xAAF0, 0xAAF1, End),
    (0xABEB, 0xABEB, End),
    (0xFE12, 0xFE12, End),
    (0xFE52, 0xFE52, FullStop),
    (0xFE56, 0xFE57, End),
    (0xFF01, 0xFF01, End), // full width
    (0xFF0E, 0xFF0E, FullStop),
    (0xFF1F, 0xFF1F, End),
    (0xFF61, 0xFF61, End),
    (0x10A56, 0x10A57, End),
    (0x10F55, 0x10F59, End),
    (0x10F86, 0x10F89, End),
    (0x11047, 0x11048, End),
    (0x110BE, 0x110C1, End),
    (0x11141, 0x11143, End),
    (0x111C5, 0x111C6, End),
    (0x111CD, 0x111CD, End),
    (0x111DE, 0x111DF, End),
    (0x11238, 0x11239, End),
    (0x1123B, 0x1123C, End),
    (0x112A9, 0x112A9, End),
    (0x1144B, 0x1144C, End),
    (0x115C2, 0x115C3, End),
    (0x115C9, 0x115D7, End),
    (0x11641, 0x11642, End),
    (0x1173C, 0x1173E, End),
    (0x11944, 0x11944, End),
    (0x11946, 0x11946, End),
    (0x11A42, 0x11A43, End),
    (0x11A9B, 0x11A9C, End),
    (0x11C41, 0x11C42, End),
    (0x11EF7, 0x11EF8, End),
    (0x16A6E, 0x16A6F, End),
    (0x16AF5, 0x16AF5, End),
    (0x16B37, 0x16B38, End),
    (0x16B44, 0x16B44, End),
    (0x16E98, 0x16E98, End),
    (0x1BC9F, 0x1BC9F, End),
    (0x1DA88, 0x1DA88, End),
];

impl Wide {
    #[inline]
    pub(super) fn of(c: char) -> Option<Self> {
        let c = u32::from(c);
        if MAYBE[place(c)] >> (c & 0x3F) & 1 == 1 { Self::find(c) } else { None }
    }

    fn find(c: u32) -> Option<Self> {
        let found = RANGES.partition_point(|(_, last, _)| *last < c);
        RANGES.get(found).filter(|(first, _, _)| *first <= c).map(|(_, _, wide)| *wide)
    }
}

/// A bit for each of our characters, modulo 16,384: most others, commas and quotation marks before all, are turned away
/// without a search.
static MAYBE: [u64; 256] = maybe();

const fn place(c: u32) -> usize {
    (c >> 6 & 0xFF) as usize
}

const fn maybe() -> [u64; 256] {
    let mut maybe = [0; 256];
    let mut range = 0;
    while range < RANGES.len() {
        let (mut c, last, _) = RANGES[range];
        while c <= last {
            maybe[place(c)] |= 1 << (c & 0x3F);
            c += 1;
        }
        range += 1;
    }
    maybe
}

/// For each first byte, less 0x80, a bit for each second byte that one of our characters has.
pub(super) static SECONDS: [u64; 128] = seconds();

const fn seconds() -> [u64; 128] {
    let mut seconds = [0; 128];
    let mut range = 0;
    while range < RANGES.len() {
        let (mut c, last, _) = RANGES[range];
        while c <= last {
            let (lead, second) = match c {
                0x80..0x800 => (0x40 | c >> 6, c),
                0x800..0x1_0000 => (0x60 | c >> 12, c >> 6),
                _ => (0x70 | c >> 18, c >> 12),
            };
            seconds[lead as usize] |= 1 << (second & 0x3F);
            c += 1;
        }
        range += 1;
    }
    seconds
}

#[cfg(test)]
mod tests {
    use super::{RANGES, Wide};

    #[test]
    fn every_character_of_the_ranges_is_found() {
        let count = ('\u{80}'..=char::MAX).filter(|c| Wide::of(*c).is_some()).count();
        let wanted: u32 = RANGES.iter().map(|(first, last, _)| last - first + 1).sum();
        assert_eq!(count, wanted as usize);
    }

    #[test]
    fn ranges_are_in_order() {
        assert!(RANGES.is_sorted_by(|a, b| a.1 < b.0));
    }
}
