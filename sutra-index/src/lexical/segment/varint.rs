//! Whole numbers in as few bytes as they need.

/// Appends `value`, seven bits a byte, the lowest first.
pub(super) fn write(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Takes the number at the front of `bytes`; `None` where they end within it or it is too large.
#[inline]
pub(super) fn read(bytes: &mut &[u8]) -> Option<u64> {
    let (&first, rest) = bytes.split_first()?;
    *bytes = rest;
    if first < 0x80 {
        return Some(u64::from(first));
    }
    let mut value = u64::from(first & 0x7f);
    for shift in (7..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let part = u64::from(byte & 0x7f);
        if part << shift >> shift != part {
            return None;
        }
        value |= part << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for value in [0, 1, 127, 128, 300, 1 << 14, u64::from(u32::MAX), u64::MAX - 1, u64::MAX] {
            let mut bytes = Vec::new();
            write(value, &mut bytes);
            for end in 0..bytes.len() {
                assert_eq!(read(&mut &bytes[..end]), None, "{value} cut at {end}");
            }
            bytes.push(9);
            let mut rest = &bytes[..];
            assert_eq!((read(&mut rest), rest), (Some(value), &[9][..]));
        }
        assert_eq!(read(&mut &[0xff; 10][..]), None, "beyond 64 bits");
    }
}
