//! Reading a list of postings.

use sutra_core::{Error, Result};

use super::bits::{BLOCK, BYTES_A_BIT, unpack};
use super::entry::{ENTRY, Entry};
use super::varint;

/// Bits of a count, less 1 or 2: an `i32` holds it.
const MOST_BITS: u32 = 30;

/// The list of a term, as its bytes stand in a segment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct List<'a> {
    /// How many postings there are; at least 1.
    pub(crate) len: usize,
    /// Where the list stands in its blob.
    pub(crate) start: u64,
    /// One for each block of a long list, none for a short one.
    pub(crate) entries: &'a [[u8; ENTRY]],
    data: &'a [u8],
    /// How many rows the segment has.
    rows: u32,
}

/// A block of postings, unpacked.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// Ascending rows.
    pub(crate) rows: [u32; BLOCK],
    /// How often each row holds the term.
    pub(crate) counts: [u32; BLOCK],
    /// How many postings there are.
    pub(crate) len: usize,
}

impl Block {
    pub(crate) fn new() -> Self {
        Self { rows: [0; BLOCK], counts: [0; BLOCK], len: 0 }
    }
}

impl<'a> List<'a> {
    /// The list of `len` postings in `bytes`, in a segment of `rows` rows.
    pub(super) fn new(bytes: &'a [u8], start: u64, len: usize, rows: u32) -> Result<Self> {
        let entries = if len < BLOCK { 0 } else { len.div_ceil(BLOCK) };
        let (entries, data) = bytes.split_at_checked(entries * ENTRY).ok_or_else(damaged)?;
        if len == 0 || len > rows as usize {
            return Err(damaged());
        }
        Ok(Self { len, start, entries: entries.as_chunks().0, data, rows })
    }

    /// Checks that blocks come in the order of their rows, which no block tells by itself. O(blocks).
    ///
    /// # Errors
    /// `Corrupt` where they do not.
    pub(crate) fn check_order(&self) -> Result<()> {
        let ascending = self.entries.array_windows().all(|[a, b]| Entry::first(a) < Entry::first(b));
        if ascending { Ok(()) } else { Err(damaged()) }
    }

    /// How many blocks there are.
    #[inline]
    pub(crate) fn blocks(&self) -> usize {
        self.len.div_ceil(BLOCK)
    }

    /// Unpacks block `at`, which must exist. O(128).
    ///
    /// # Errors
    /// `Corrupt` where rows are out of order or beyond the segment.
    #[inline]
    pub(crate) fn unpack(&self, at: usize, block: &mut Block) -> Result<()> {
        let Some(entry) = self.entries.get(at).map(Entry::read) else {
            return self.tail(self.data, self.len, block);
        };
        let data = self.data.get(entry.start as usize * BYTES_A_BIT..).ok_or_else(damaged)?;
        let left = self.len - at * BLOCK;
        if left >= BLOCK {
            self.whole(&entry, data, block)?;
        } else {
            self.tail(data, left, block)?;
        }
        let next = self.entries.get(at + 1).map_or(self.rows, Entry::first);
        if block.rows[0] == entry.first && block.rows[block.len - 1] < next { Ok(()) } else { Err(damaged()) }
    }

    #[inline]
    fn whole(&self, entry: &Entry, data: &[u8], block: &mut Block) -> Result<()> {
        let (row_bits, count_bits) = (u32::from(entry.row_bits), u32::from(entry.count_bits));
        let (rows, counts) = data.split_at_checked(row_bits as usize * BYTES_A_BIT).ok_or_else(damaged)?;
        if counts.len() < count_bits as usize * BYTES_A_BIT || count_bits > MOST_BITS {
            return Err(damaged());
        }
        unpack::<true>(rows, row_bits, entry.first, &mut block.rows);
        unpack::<false>(counts, count_bits, 0, &mut block.counts);
        block.counts.iter_mut().for_each(|count| *count += 1);
        block.len = BLOCK;
        let ascending = block.rows.array_windows::<2>().fold(true, |all, [a, b]| all & (a < b));
        if ascending { Ok(()) } else { Err(damaged()) }
    }

    fn tail(&self, mut data: &[u8], len: usize, block: &mut Block) -> Result<()> {
        let mut next = 0_u64;
        block.len = len.min(BLOCK);
        for (row, count) in block.rows.iter_mut().zip(&mut block.counts).take(len) {
            let both = varint::read(&mut data).ok_or_else(damaged)?;
            next += both >> 1;
            *row = u32::try_from(next).ok().filter(|row| *row < self.rows).ok_or_else(damaged)?;
            *count = 1;
            if both & 1 == 1 {
                let more = varint::read(&mut data).ok_or_else(damaged)?;
                *count =
                    u32::try_from(more).ok().filter(|more| more >> MOST_BITS == 0).ok_or_else(damaged)? + 2;
            }
            next += 1;
        }
        Ok(())
    }

    /// The last block whose first row is not above `row`; 0 where there is none. O(log blocks).
    #[inline]
    pub(crate) fn block_of(&self, row: u32) -> usize {
        self.entries.partition_point(|entry| Entry::first(entry) <= row).saturating_sub(1)
    }
}

fn damaged() -> Error {
    Error::corrupt("BM25 segment: a list of postings is damaged")
}

#[cfg(test)]
mod tests {
    use super::super::encode;
    use super::*;

    fn round_trip(len: usize, gap: u32) {
        let rows: Vec<u32> = (0..len as u32).map(|i| i * gap + i % 3 * u32::from(gap > 3) + 5).collect();
        let counts: Vec<u32> = (0..len as u32).map(|i| if i % 7 == 0 { i + 1 } else { 1 }).collect();
        let bound = rows.last().map_or(0, |last| last + 1);
        let lengths: Vec<u32> = (0..bound).map(|row| row % 100 + 1).collect();
        let mut bytes = Vec::new();
        encode::list(&rows, &counts, &lengths, &mut bytes);
        let list = List::new(&bytes, 0, len, bound).unwrap();
        let (mut found, mut block) = (Vec::new(), Block::new());
        for at in 0..list.blocks() {
            list.unpack(at, &mut block).unwrap();
            found.extend(block.rows.iter().copied().zip(block.counts).take(block.len));
            for row in &block.rows[..block.len] {
                assert_eq!(list.block_of(*row), at);
            }
        }
        let expected: Vec<_> = rows.into_iter().zip(counts).collect();
        assert_eq!(found, expected);
        assert!(List::new(&bytes, 0, len, bound - 1).unwrap().unpack(list.blocks() - 1, &mut block).is_err());
        for end in 0..bytes.len() {
            let cut = List::new(&bytes[..end], 0, len, bound);
            assert!(
                cut.is_err()
                    || (0..list.blocks()).any(|at| cut.as_ref().unwrap().unpack(at, &mut block).is_err())
            );
        }
    }

    #[test]
    fn postings_come_back() {
        for len in [1, 2, 127, 128, 129, 255, 256, 300] {
            for gap in [1, 4, 300] {
                round_trip(len, gap);
            }
        }
    }

    #[test]
    fn an_empty_list_is_damaged() {
        assert!(List::new(&[], 0, 0, 9).is_err());
    }
}
