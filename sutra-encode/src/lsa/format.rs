//! The stored form of an LSA encoder.
//!
//! `SUTRALSA`, a version, the analyser's fingerprint, number and digest of the texts, singular values, terms,
//! idf, factors row by row, and the XXH3-128 of all that.

use std::collections::HashMap;

use sutra_core::wire::{Reader, Writer};
use sutra_core::{Error, ErrorKind, Fingerprint, Result};
use sutra_text::Analyzer;
use xxhash_rust::xxh3::xxh3_128;

use super::model::{Factors, Lsa};

const MAGIC: &[u8; 8] = b"SUTRALSA";
const VERSION: u32 = 1;
const DIGEST: usize = size_of::<u128>();

/// What an encoder was fitted on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// How many texts.
    pub(crate) texts: u64,
    /// The XXH3-128 of their lengths and bytes.
    pub(crate) digest: u128,
}

/// The bytes of an encoder, with the terms in the order of their places.
pub(crate) fn write(analyzer: &Fingerprint, origin: Origin, factors: &Factors, terms: &[&str]) -> Vec<u8> {
    let mut out = Writer::new();
    out.raw(MAGIC);
    out.u32(VERSION);
    out.str(analyzer.as_str());
    out.u64(origin.texts);
    out.raw(&origin.digest.to_le_bytes());
    out.f32s(&factors.singular_values);
    out.length(terms.len());
    terms.iter().for_each(|term| out.str(term));
    out.f32s(&factors.idf);
    out.f32s(&factors.vectors);
    let mut bytes = out.into_bytes();
    let digest = xxh3_128(&bytes);
    bytes.extend(digest.to_le_bytes());
    bytes
}

/// The digest that ends the bytes of [`write()`].
pub(crate) fn digest(bytes: &[u8]) -> u128 {
    bytes.last_chunk::<DIGEST>().copied().map_or(0, u128::from_le_bytes)
}

/// Reads what [`write()`] wrote. O(bytes).
pub(crate) fn read(bytes: &[u8], analyzer: Analyzer) -> Result<Lsa> {
    let mut reader = Reader::new("LSA encoder", bytes);
    if reader.take("magic", MAGIC.len())? != MAGIC {
        return Err(reader.damaged("magic"));
    }
    let version = reader.u32("version")?;
    if version != VERSION {
        return Err(Error::new(
            ErrorKind::Version,
            format!("an LSA encoder of version {version}; this build reads version {VERSION}"),
        ));
    }
    let found =
        bytes.split_last_chunk::<DIGEST>().is_some_and(|(body, end)| xxh3_128(body).to_le_bytes() == *end);
    if !found {
        return Err(Error::corrupt(format!(
            "LSA encoder: its {} bytes do not match their checksum",
            bytes.len()
        )));
    }
    let (stored, expected) = (reader.str("analyser")?, analyzer.fingerprint());
    if stored != expected.as_str() {
        return Err(Error::new(
            ErrorKind::ForeignFingerprint,
            format!("an LSA encoder fitted with the analyser {stored}, not {expected}"),
        ));
    }
    let texts = reader.u64("texts")?;
    let (parts, _) = reader.take("digest of the texts", DIGEST)?.as_chunks::<DIGEST>();
    let origin = Origin { texts, digest: parts.first().copied().map_or(0, u128::from_le_bytes) };
    let (factors, places) = body(&mut reader)?;
    reader.take("checksum", DIGEST)?;
    reader.finish()?;
    Ok(Lsa::new(analyzer, origin, factors, places, digest(bytes)))
}

/// Singular values, terms by place, idf and factors, of shapes that agree and finite.
fn body(reader: &mut Reader<'_>) -> Result<(Factors, HashMap<Box<str>, u32>)> {
    let singular_values = reader.f32s("singular values")?;
    if singular_values.is_empty() || !singular_values.iter().all(|value| value.is_finite() && *value > 0.0) {
        return Err(reader.damaged("singular values"));
    }
    let count = reader.length("terms")?;
    let mut places = HashMap::with_capacity(count.min(1 << 20));
    for place in 0..count {
        let place = u32::try_from(place).map_err(|_| reader.damaged("terms"))?;
        if places.insert(Box::from(reader.str("term")?), place).is_some() {
            return Err(reader.damaged("term, which is there twice"));
        }
    }
    if places.is_empty() {
        return Err(reader.damaged("terms"));
    }
    let idf = reader.f32s("idf")?;
    if idf.len() != count || !idf.iter().all(|value| value.is_finite() && *value > 0.0) {
        return Err(reader.damaged("idf"));
    }
    let vectors = reader.f32s("factors")?;
    if Some(vectors.len()) != count.checked_mul(singular_values.len()) {
        return Err(reader.damaged("factors"));
    }
    if let Some(at) = vectors.iter().position(|value| !value.is_finite()) {
        let (row, field) = (at / singular_values.len(), at % singular_values.len());
        return Err(reader.damaged(&format!("factors, row {row} field {field}")));
    }
    Ok((Factors { idf, singular_values, vectors }, places))
}
