//! Writing a segment.

use std::path::Path;

use sutra_core::{Error, ErrorKind, Fingerprint, Result, SegmentSink};
use tantivy::directory::{Directory, RamDirectory};
use tantivy::schema::Field;
use tantivy::{Index, SingleSegmentIndexWriter, TantivyDocument};

use super::failure::{from_io_error, from_tantivy, guarded};
use super::header::{BLOBS, Header, LENGTHS, Listed, META};
use super::schema::{field, schema, tokenizers};
use super::terms::Terms;
use super::tokenizer::Written;

/// What tantivy sizes its first table of terms by; a small commit should not pay for a large one.
const BUDGET: usize = 1 << 20;

/// tantivy numbers the bytes that it collects in 32 bits, and does not look where they end.
const MOST: usize = 3 << 30;

/// The id of every segment, in place of a random one: equal changes are to give equal bytes.
const ID: &str = "00000000000000000000000000000000";

/// Collects rows, one after another, and writes them as one segment of one tantivy index.
pub(super) struct SegmentWriter {
    writer: SingleSegmentIndexWriter,
    directory: RamDirectory,
    field: Field,
    lengths: Vec<u32>,
}

impl SegmentWriter {
    pub(super) fn new() -> Result<Self> {
        let (directory, schema) = (RamDirectory::create(), schema());
        let field = field(&schema)?;
        let builder = Index::builder().schema(schema).tokenizers(tokenizers(Written));
        let writer = builder.single_segment_index_writer(directory.clone(), BUDGET).map_err(from_tantivy)?;
        Ok(Self { writer, directory, field, lengths: Vec::new() })
    }

    /// Adds the next row.
    pub(super) fn add(&mut self, terms: &Terms) -> Result<()> {
        if self.writer.mem_usage().saturating_add(terms.text.len().saturating_mul(16)) > MOST {
            let message =
                "a tantivy segment holds about 3 GB of postings at most: add the chunks in several commits";
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        let mut document = TantivyDocument::new();
        document.add_text(self.field, &terms.text);
        self.writer.add_document(document).map_err(from_tantivy)?;
        self.lengths.push(terms.len);
        Ok(())
    }

    /// Writes all blobs but the chunks.
    pub(super) fn finish(self, analyzer: &Fingerprint, out: &mut dyn SegmentSink) -> Result<()> {
        let Self { writer, directory, lengths, .. } = self;
        let length = lengths.iter().map(|length| u64::from(*length)).sum();
        let mut header = Header { rows: lengths.len() as u32, length, files: Vec::new() };
        if !lengths.is_empty() {
            let index = guarded("writing", || writer.finalize().map_err(from_tantivy))?;
            let id = only_segment(&index)?;
            for blob in BLOBS {
                let bytes = match blob {
                    LENGTHS => lengths.iter().flat_map(|length| length.to_le_bytes()).collect(),
                    META => meta(&directory, &id)?,
                    _ => read(&directory, &format!("{id}.{}", blob.trim_start_matches("tantivy.")))?,
                };
                header.files.push(Listed::of(&bytes));
                out.write(blob, &bytes)?;
            }
        }
        header.write(analyzer, out)
    }
}

/// The id of the one segment that was written.
fn only_segment(index: &Index) -> Result<String> {
    match &index.searchable_segment_ids().map_err(from_tantivy)?[..] {
        [id] => Ok(id.uuid_string()),
        ids => Err(Error::contract(format!("tantivy wrote {} segments instead of one", ids.len()))),
    }
}

fn read(directory: &RamDirectory, name: &str) -> Result<Vec<u8>> {
    let file = directory.open_read(Path::new(name)).map_err(|error| from_tantivy(error.into()))?;
    Ok(file.read_bytes().map_err(from_io_error)?.as_slice().to_vec())
}

/// `meta.json` with the id that all segments have.
fn meta(directory: &RamDirectory, id: &str) -> Result<Vec<u8>> {
    let bytes = directory.atomic_read(Path::new("meta.json")).map_err(|error| from_tantivy(error.into()))?;
    let text = String::from_utf8(bytes).map_err(|_| Error::contract("tantivy's meta.json is no text"))?;
    let found = hyphenated(id);
    let replaced = text.replace(&found, &hyphenated(ID)).replace(id, ID);
    if replaced == text {
        return Err(Error::contract("tantivy's meta.json does not name its segment"));
    }
    Ok(replaced.into_bytes())
}

/// The 32 digits of an id as a UUID is written.
fn hyphenated(id: &str) -> String {
    let mut text = String::with_capacity(36);
    for (at, digit) in id.chars().enumerate() {
        if matches!(at, 8 | 12 | 16 | 20) {
            text.push('-');
        }
        text.push(digit);
    }
    text
}
