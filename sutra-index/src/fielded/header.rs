//! Which fields a segment holds.

use sutra_core::wire::{Reader, Writer};
use sutra_core::{Error, Fingerprint, Result, Segment, SegmentSink};

use super::Bm25Field;
use super::field::{Named, Source};
use crate::head;

/// The blob.
const BLOB: &str = "bm25f";
const MAGIC: &[u8; 8] = b"SUTRABMF";
const WHAT: &str = "BM25F segment";

/// The version of the blob. The blobs of each field have a version of their own.
pub(super) const VERSION: u32 = 1;

/// Writes the blob: `SUTRABMF`, version, the analyser's fingerprint, the number of fields, and of each its name, what it
/// is taken from (`u8`) and the key in the metadata, where it is one.
pub(super) fn write(fields: &[Bm25Field], analyzer: &Fingerprint, out: &mut dyn SegmentSink) -> Result<()> {
    let mut writer = Writer::new();
    writer.raw(MAGIC);
    writer.u32(VERSION);
    writer.str(analyzer.as_str());
    writer.length(fields.len());
    for field in fields {
        let (source, key) = match field.source() {
            Source::Title => (0, ""),
            Source::Context => (1, ""),
            Source::Text => (2, ""),
            Source::Passage => (3, ""),
            Source::Metadata(key) => (4, key.as_str()),
        };
        writer.str(field.name());
        writer.u8(source);
        writer.str(key);
    }
    out.write(BLOB, &writer.into_bytes())
}

/// Reads the blob, and checks that the fields and the analyser are these.
pub(super) fn check(segment: &dyn Segment, fields: &[Bm25Field], analyzer: &Fingerprint) -> Result<()> {
    let mut reader = Reader::new(WHAT, segment.blob(BLOB)?);
    head::check(&mut reader, WHAT, MAGIC, VERSION)?;
    let found = reader.str("analyser")?;
    let mut names = Vec::new();
    for _ in 0..reader.length("fields")? {
        let (name, source, key) = (reader.str("name")?, reader.u8("source")?, reader.str("key")?);
        let source = match source {
            0 => Source::Title,
            1 => Source::Context,
            2 => Source::Text,
            3 => Source::Passage,
            4 => Source::Metadata(key.to_owned()),
            _ => return Err(reader.damaged("source")),
        };
        names.push((name, source));
    }
    reader.finish()?;
    head::check_analyzer(WHAT, analyzer, found)?;
    let expected = fields.iter().map(|field| (field.name(), field.source()));
    if !expected.clone().eq(names.iter().map(|(name, source)| (*name, source))) {
        let (expected, found) = (list(expected), list(names.iter().map(|(name, source)| (*name, source))));
        let message = format!("{WHAT}: expected the fields {expected}, found {found}");
        return Err(Error::invalid_config(message));
    }
    Ok(())
}

fn list<'a>(fields: impl Iterator<Item = (&'a str, &'a Source)>) -> String {
    fields.map(|(name, source)| Named(name, source).to_string()).collect::<Vec<_>>().join(", ")
}
