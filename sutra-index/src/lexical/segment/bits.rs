//! Blocks of 128 numbers in as many bits each as the largest needs.
//!
//! Number `i` stands in lane `i % 4`. A lane is a stream of 32-bit words, the lowest bits first, and the words of the
//! four lanes alternate, so that four numbers are taken out at once.

/// How many numbers a block has.
pub(crate) const BLOCK: usize = 128;

const LANES: usize = 4;

/// Bytes of a block of one bit a number.
pub(super) const BYTES_A_BIT: usize = BLOCK / 8;

/// How many bits the largest of the numbers needs.
pub(super) fn width(numbers: &[u32; BLOCK]) -> u32 {
    u32::BITS - numbers.iter().fold(0, |all, number| all | number).leading_zeros()
}

/// Appends the numbers, `width` bits each.
pub(super) fn pack(numbers: &[u32; BLOCK], width: u32, out: &mut Vec<u8>) {
    let mut words = [[0_u32; LANES]; u32::BITS as usize + 1];
    for (step, four) in numbers.as_chunks::<LANES>().0.iter().enumerate() {
        let bit = step * width as usize;
        for (lane, &number) in four.iter().enumerate() {
            let both = u64::from(number) << (bit % 32);
            words[bit / 32][lane] |= both as u32;
            words[bit / 32 + 1][lane] |= (both >> 32) as u32;
        }
    }
    out.extend(words.iter().take(width as usize).flatten().flat_map(|word| word.to_le_bytes()));
}

/// Takes out `width` bits a number. With `SUM`, a number is the sum of all before it in its lane, and of `start`.
///
/// `bytes` that are too few for it give zeros.
#[inline]
pub(super) fn unpack<const SUM: bool>(bytes: &[u8], width: u32, start: u32, out: &mut [u32; BLOCK]) {
    let words = bytes.as_chunks::<BYTES_A_BIT>().0;
    if width == 0 || words.len() < width as usize || width > u32::BITS {
        out.fill(if SUM { start } else { 0 });
        return;
    }
    let words = &words[..width as usize];
    let (mask, last) = (u32::MAX >> (u32::BITS - width), words.len() - 1);
    let mut sums = [start; LANES];
    let mut bit = 0;
    for four in out.as_chunks_mut::<LANES>().0 {
        let (at, shift) = (bit / 32, (bit % 32) as u32);
        let (low, high) = (lanes(&words[at]), lanes(&words[last.min(at + 1)]));
        for lane in 0..LANES {
            // Two shifts, for a shift by 32 is none.
            let number = ((low[lane] >> shift) | (high[lane] << (31 - shift) << 1)) & mask;
            sums[lane] = if SUM { sums[lane].wrapping_add(number) } else { number };
        }
        *four = sums;
        bit += width as usize;
    }
}

#[inline]
fn lanes(bytes: &[u8; BYTES_A_BIT]) -> [u32; LANES] {
    let mut lanes = [0; LANES];
    for (lane, word) in lanes.iter_mut().zip(bytes.as_chunks::<4>().0) {
        *lane = u32::from_le_bytes(*word);
    }
    lanes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_width_come_back() {
        for bits in 0..=32 {
            let mask = if bits == 0 { 0 } else { u32::MAX >> (32 - bits) };
            let numbers: [u32; BLOCK] = std::array::from_fn(|i| (i as u32).wrapping_mul(0x9e37_79b9) & mask);
            let mut bytes = Vec::new();
            pack(&numbers, bits, &mut bytes);
            assert_eq!((width(&numbers) <= bits, bytes.len()), (true, BYTES_A_BIT * bits as usize));
            let mut found = [1; BLOCK];
            unpack::<false>(&bytes, bits, 7, &mut found);
            assert_eq!(found, numbers, "{bits} bits");
            unpack::<true>(&bytes, bits, 7, &mut found);
            let mut sums = [7_u32; 4];
            for (i, number) in numbers.iter().enumerate() {
                sums[i % 4] = sums[i % 4].wrapping_add(*number);
                assert_eq!(found[i], sums[i % 4], "{bits} bits, number {i}");
            }
        }
    }

    #[test]
    fn bytes_that_are_too_few_or_a_width_that_is_too_large_give_zeros() {
        let mut found = [1; BLOCK];
        unpack::<false>(&[0xff; 31], 2, 0, &mut found);
        assert_eq!(found, [0; BLOCK]);
        unpack::<true>(&[0xff; 999], 33, 5, &mut found);
        assert_eq!(found, [5; BLOCK]);
    }
}
