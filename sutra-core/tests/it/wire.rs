//! Bytes: what is written is read, and damage is an error.

use proptest::prelude::*;
use sutra_core::ErrorKind;
use sutra_core::wire::{Reader, Writer};

fn sample() -> Vec<u8> {
    let mut writer = Writer::new();
    writer.u32(7);
    writer.str("für");
    writer.f32s(&[1.0, -2.5]);
    writer.u64s(&[u64::MAX]);
    writer.into_bytes()
}

fn read(bytes: &[u8]) -> sutra_core::Result<(u32, String, Vec<f32>, Vec<u64>)> {
    let mut reader = Reader::new("sample", bytes);
    let fields = (reader.u32("a")?, reader.str("b")?.to_owned(), reader.f32s("c")?, reader.u64s("d")?);
    reader.finish()?;
    Ok(fields)
}

#[test]
fn what_is_written_is_read() {
    assert_eq!(read(&sample()).unwrap(), (7, "für".to_owned(), vec![1.0, -2.5], vec![u64::MAX]));
}

#[test]
fn every_truncation_is_an_error() {
    let bytes = sample();
    for length in 0..bytes.len() {
        let error = read(&bytes[..length]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Corrupt);
        assert!(error.to_string().starts_with("sample: "), "{error}");
    }
    assert!(read(&[bytes.as_slice(), &[0]].concat()).is_err(), "a byte too many");
}

#[test]
fn a_huge_length_allocates_nothing() {
    for length in [u64::MAX, 1 << 62, 1 << 40] {
        let bytes = length.to_le_bytes();
        assert!(Reader::new("sample", &bytes).f32s("values").is_err());
        assert!(Reader::new("sample", &bytes).str("name").is_err());
        assert!(Reader::new("sample", &bytes).length("count").is_err());
    }
}

proptest! {
    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Ok((number, ..)) = read(&bytes) {
            prop_assert_eq!(&number.to_le_bytes(), &bytes[..4]);
        }
    }
}
