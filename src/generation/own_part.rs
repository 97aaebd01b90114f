//! Index parts of the user's own.

use std::sync::Arc;

use sutra_core::wire::{Reader, Writer};
use sutra_core::{
    Change, ChunkSet, ChunkText, Corpus, Error, ErrorKind, Feed, IndexPart, MemorySegment, Observer, Opened,
    Result, ResultExt, Segment, SegmentSink,
};

use super::Dense;
use crate::MemoryCorpus;

/// A part as it stands in a recipe.
#[derive(Clone)]
pub(super) struct NamedPart {
    pub(super) name: String,
    pub(super) part: Arc<dyn IndexPart>,
}

/// A part of a generation: its segment, and what it opened.
pub(crate) struct OwnPart {
    pub(super) name: String,
    format: (String, u32),
    segment: MemorySegment,
    pub(super) opened: Opened,
}

impl NamedPart {
    /// Builds the part over all chunks of a corpus.
    pub(super) fn build(
        &self,
        corpus: &MemoryCorpus,
        dense: Option<&Dense>,
        watch: &dyn Observer,
    ) -> Result<OwnPart> {
        let mut added = Vec::with_capacity(corpus.len());
        corpus.each_passage(&mut |chunk, passage| {
            added.push(ChunkText::new(chunk, corpus.document_of(chunk)?, passage.to_owned()));
            Ok(())
        })?;
        let encoder = dense.map(|dense| dense.encoder.as_encoder().fingerprint());
        let mut change = Change::new(corpus.stamp(), &added);
        if self.part.feed() == Feed::Vectors {
            if let (Some(dense), Some(encoder)) = (dense, &encoder) {
                change = change.with_vectors(dense.index.rows(), encoder);
            } else if !added.is_empty() {
                return Err(Error::invalid_config(format!(
                    "the part {:?} wants vectors and the collection has no encoder; give the builder an .encoder(..)",
                    self.name
                )));
            }
        }
        let mut segment = MemorySegment::new();
        self.part
            .build(&change, &mut segment, watch)
            .with_context(|| format!("building the part {:?}", self.name))?;
        self.open(segment, corpus, dense)
    }

    fn open(&self, segment: MemorySegment, corpus: &MemoryCorpus, dense: Option<&Dense>) -> Result<OwnPart> {
        let live = Arc::new(ChunkSet::all(corpus.stamp(), corpus.len()));
        let fingerprint = dense.map(|dense| dense.encoder.as_encoder().fingerprint());
        let dim = dense.map_or(0, |dense| dense.encoder.as_encoder().dim());
        let space = fingerprint.as_ref().map(|fingerprint| (fingerprint, dim));
        let segments: [Arc<dyn Segment>; 1] = [Arc::new(segment.clone())];
        let opened = self
            .part
            .open(&segments, &live, space)
            .with_context(|| format!("opening the part {:?}", self.name))?;
        let provides = self.part.provides();
        let has = |promised: bool, given: bool, what: &str| {
            if promised == given {
                return Ok(());
            }
            Err(Error::contract(format!(
                "the part {:?} says one thing of its {what} and opens another",
                self.name
            )))
        };
        has(provides.retriever, opened.retriever.is_some(), "retriever")?;
        has(provides.signal, opened.signal.is_some(), "signal")?;
        has(provides.vectors, opened.vectors.is_some(), "vectors")?;
        let (format, version) = self.part.format();
        Ok(OwnPart { name: self.name.clone(), format: (format.to_owned(), version), segment, opened })
    }

    /// Reads a part that [`OwnPart::write`] wrote.
    pub(super) fn read(
        &self,
        reader: &mut Reader<'_>,
        corpus: &MemoryCorpus,
        dense: Option<&Dense>,
    ) -> Result<OwnPart> {
        let name = reader.str("part name")?.to_owned();
        let format = (reader.str("part format")?.to_owned(), reader.u32("part version")?);
        let (own, version) = self.part.format();
        if name != self.name || format.0 != own || format.1 != version {
            return Err(Error::new(
                ErrorKind::Version,
                format!(
                    "the stored part {name:?} is {} {}, where {:?}, {own} {version}, is expected",
                    format.0, format.1, self.name
                ),
            ));
        }
        let mut segment = MemorySegment::new();
        for _ in 0..reader.length("number of blobs")? {
            let blob = reader.str("blob name")?;
            segment.write(blob, reader.bytes_of("blob")?)?;
        }
        self.open(segment, corpus, dense)
    }
}

impl OwnPart {
    pub(super) fn write(&self, writer: &mut Writer) {
        writer.str(&self.name);
        writer.str(&self.format.0);
        writer.u32(self.format.1);
        writer.length(self.segment.blobs().count());
        for (name, bytes) in self.segment.blobs() {
            writer.str(name);
            writer.u8s(bytes);
        }
    }
}
