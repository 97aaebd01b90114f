//! A BM25 index as bytes.

use sutra_core::wire::{Reader, Writer};
use sutra_core::{Error, ErrorKind, Result, Stamp};
use sutra_text::Analyzer;

use super::dictionary::Dictionary;
use super::postings::Postings;
use super::{Bm25Index, Bm25Params};

const MAGIC: &[u8; 8] = b"SUTRABM2";
const VERSION: u32 = 1;
const WHAT: &str = "BM25 index";

impl Bm25Index {
    /// The index as bytes, the same for the same chunks. The stamp is not among them: who stores the bytes
    /// knows whose they are.
    ///
    /// Layout, little-endian: 8 bytes `SUTRABM2`, format version, analyser fingerprint, `k1`, `b`, lengths of
    /// chunks, text of the dictionary, ends of terms, ends of lists, chunks and counts of postings; each
    /// series led by its length.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        let mut writer = Writer::new();
        writer.raw(MAGIC);
        writer.u32(VERSION);
        writer.str(self.analyzer.fingerprint().as_str());
        writer.f32(self.params.k1());
        writer.f32(self.params.b());
        writer.u32s(&self.postings.lengths);
        writer.str(self.dictionary.text());
        writer.u64s(self.dictionary.ends());
        writer.u64s(&self.postings.ends);
        writer.u32s(&self.postings.chunks);
        writer.u32s(&self.postings.counts);
        writer.into_bytes()
    }

    /// Reads what [`save`](Self::save) wrote, as the index of the generation `stamp`. Everything that a
    /// search relies on is checked. O(bytes).
    ///
    /// # Errors
    /// [`Corrupt`](ErrorKind::Corrupt) naming what is damaged, [`Version`](ErrorKind::Version) for another
    /// format version, [`ForeignFingerprint`](ErrorKind::ForeignFingerprint) where another analyser made the
    /// terms.
    ///
    /// ```
    /// use sutra_core::{ChunkId, ErrorKind, Stamp};
    /// use sutra_index::Bm25Index;
    /// use sutra_text::Analyzer;
    ///
    /// let mut builder = Bm25Index::builder(Analyzer::english());
    /// builder.add(ChunkId::new(0), "Oaks and elms.")?;
    /// let stamp = Stamp::new(1, 1);
    /// let bytes = builder.finish(stamp)?.save();
    /// assert_eq!(Bm25Index::load(stamp, Analyzer::english(), &bytes)?.len(), 1);
    /// let error = Bm25Index::load(stamp, Analyzer::neutral(), &bytes).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::ForeignFingerprint);
    /// # Ok::<(), sutra_core::Error>(())
    /// ```
    pub fn load(stamp: Stamp, analyzer: Analyzer, bytes: &[u8]) -> Result<Self> {
        let mut reader = Reader::new(WHAT, bytes);
        check_header(&mut reader, &analyzer)?;
        let params = Bm25Params::new(reader.f32("k1")?, reader.f32("b")?).map_err(|error| corrupt(&error))?;
        let lengths = reader.u32s("lengths")?;
        let text = reader.str("terms")?;
        let dictionary =
            Dictionary::from_storage(text, reader.u64s("ends of terms")?).map_err(|error| corrupt(&error))?;
        let ends = reader.u64s("ends of lists")?;
        let (chunks, counts) = (reader.u32s("chunks")?, reader.u32s("counts")?);
        reader.finish()?;
        let postings = Postings { ends, chunks, counts, lengths };
        postings.check(dictionary.len()).map_err(|error| corrupt(&error))?;
        Ok(Self::of(stamp, analyzer, params, dictionary, postings))
    }
}

fn check_header(reader: &mut Reader<'_>, analyzer: &Analyzer) -> Result<()> {
    if reader.take("magic", MAGIC.len())? != MAGIC {
        return Err(Error::corrupt(format!("{WHAT}: these bytes are something else")));
    }
    let version = reader.u32("version")?;
    if version != VERSION {
        let message = format!("{WHAT}: format version {version}, where this build reads {VERSION}");
        return Err(Error::new(ErrorKind::Version, message));
    }
    let (expected, found) = (analyzer.fingerprint(), reader.str("analyser")?);
    if found != expected.as_str() {
        let message = format!("{WHAT}: expected terms of the analyser {expected}, found those of {found}");
        return Err(Error::new(ErrorKind::ForeignFingerprint, message));
    }
    Ok(())
}

/// Whatever rule stored bytes break, they are damaged.
fn corrupt(error: &Error) -> Error {
    Error::corrupt(format!("{WHAT}: {error}"))
}
