//! What is known of a block of postings without unpacking it.

use super::corners::{CORNERS, Corner};

/// Bytes of an entry.
pub(crate) const ENTRY: usize = 24;

/// The entry of a block in a long list: its first row (`u32`), where its bytes start in the list's data (`u32`, in units
/// of 16 bytes), the bits of a row and of a count (`u8` each), its four corners as counts (`u8` each) and lengths (`u16`
/// each), and two bytes that are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) first: u32,
    pub(crate) start: u32,
    pub(crate) row_bits: u8,
    pub(crate) count_bits: u8,
    pub(crate) corners: [Corner; CORNERS],
}

impl Entry {
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.first.to_le_bytes());
        out.extend(self.start.to_le_bytes());
        out.extend([self.row_bits, self.count_bits]);
        out.extend(self.corners.iter().map(|corner| corner.count));
        out.extend(self.corners.iter().flat_map(|corner| corner.length.to_le_bytes()));
        out.extend([0, 0]);
    }

    #[inline]
    pub(crate) fn read(bytes: &[u8; ENTRY]) -> Self {
        let [a, b, c, d, e, f, g, h, row_bits, count_bits, counts @ .., _, _] = *bytes;
        let [c0, c1, c2, c3, a0, a1, b0, b1, l0, l1, m0, m1] = counts;
        let corner = |count, low, high| Corner { count, length: u16::from_le_bytes([low, high]) };
        Self {
            first: u32::from_le_bytes([a, b, c, d]),
            start: u32::from_le_bytes([e, f, g, h]),
            row_bits,
            count_bits,
            corners: [corner(c0, a0, a1), corner(c1, b0, b1), corner(c2, l0, l1), corner(c3, m0, m1)],
        }
    }

    /// The first row alone.
    #[inline]
    pub(crate) fn first(bytes: &[u8; ENTRY]) -> u32 {
        u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_comes_back() {
        let corner = |n: u8| Corner { count: n, length: 1000 + u16::from(n) };
        let corners = [corner(4), corner(3), corner(2), corner(1)];
        let entry = Entry { first: 70_000, start: 99, row_bits: 17, count_bits: 3, corners };
        let mut bytes = Vec::new();
        entry.write(&mut bytes);
        let bytes: [u8; ENTRY] = bytes.try_into().unwrap();
        assert_eq!((Entry::read(&bytes), Entry::first(&bytes)), (entry, 70_000));
    }
}
