//! A generation as bytes.

use std::sync::Arc;

use sutra_core::wire::{Reader, Writer};
use sutra_core::{Error, ErrorKind, Result, Stamp};
use sutra_graph::CentralitySignal;
use sutra_index::{Bm25Index, FlatIndex};
use xxhash_rust::xxh3::xxh3_64;

use super::{BoundEncoder, Dense, EncoderSource, Generation, GenerationBuilder};
use crate::MemoryCorpus;

const MAGIC: &[u8; 8] = b"SUTRAGEN";
const VERSION: u32 = 1;

impl Generation {
    /// The whole generation as bytes, for [`GenerationBuilder::load`]. The same generation gives the same
    /// bytes.
    ///
    /// # Errors
    /// An encoder that cannot be put into bytes.
    pub fn save(&self) -> Result<Vec<u8>> {
        let mut writer = Writer::new();
        writer.raw(MAGIC);
        writer.u32(VERSION);
        writer.u64(self.stamp().corpus());
        writer.u64(self.stamp().generation());
        let mut corpus = Writer::new();
        self.corpus.write(&mut corpus);
        writer.u8s(&corpus.into_bytes());
        writer.u8s(&self.lexical.save());
        writer.u8(u8::from(self.dense.is_some()));
        if let Some(dense) = &self.dense {
            let fitted = match &dense.encoder {
                BoundEncoder::Ready(_) => Vec::new(),
                BoundEncoder::Fitted(encoder) => encoder.save()?,
            };
            writer.u8s(&fitted);
            writer.u8s(&dense.index.save());
        }
        writer.u8(u8::from(self.centrality.is_some()));
        if let Some(centrality) = &self.centrality {
            writer.f32s(centrality.scores());
        }
        writer.length(self.parts.len());
        self.parts.iter().for_each(|part| part.write(&mut writer));
        let mut bytes = writer.into_bytes();
        bytes.extend_from_slice(&xxh3_64(&bytes).to_le_bytes());
        Ok(bytes)
    }
}

impl GenerationBuilder {
    /// A generation that [`Generation::save`] wrote, with the analyser and the encoder of this builder.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`] and [`ErrorKind::Version`] for the bytes; [`ErrorKind::ForeignFingerprint`]
    /// where the generation was made with another analyser or encoder, saying which.
    pub fn load(&self, bytes: &[u8]) -> Result<Generation> {
        let cut = || Error::corrupt("generation: these bytes are no stored generation, or cut short");
        let (body, sum) = bytes.split_last_chunk::<8>().ok_or_else(cut)?;
        let mut reader = Reader::new("generation", body);
        if reader.take("magic", MAGIC.len())? != MAGIC {
            return Err(cut());
        }
        let version = reader.u32("version")?;
        if version != VERSION {
            return Err(Error::new(
                ErrorKind::Version,
                format!("generation: format version {version}, where this build reads {VERSION}"),
            ));
        }
        if xxh3_64(body).to_le_bytes() != *sum {
            return Err(Error::corrupt("generation: the checksum does not match"));
        }
        let stamp = Stamp::new(reader.u64("corpus number")?, reader.u64("generation number")?);
        let documents = reader.bytes_of("corpus")?;
        // The documents are half of the work; they and the indexes do not need each other.
        std::thread::scope(|scope| {
            let corpus = scope.spawn(|| MemoryCorpus::read(documents, stamp));
            let (lexical, dense, centrality) = self.load_parts(stamp, &mut reader)?;
            let corpus = corpus.join().map_err(|_| Error::contract("reading the documents panicked"))??;
            let count = reader.u64("number of parts")?;
            if count != self.parts.len() as u64 {
                let message = format!("{count} parts are stored, where {} are expected", self.parts.len());
                return Err(Error::invalid_config(message));
            }
            let parts = self.parts.iter().map(|named| named.read(&mut reader, &corpus, dense.as_ref()));
            let parts = parts.collect::<Result<Vec<_>>>()?;
            reader.finish()?;
            Ok(Generation { corpus: Arc::new(corpus), lexical: Arc::new(lexical), dense, centrality, parts })
        })
    }

    fn load_parts(
        &self,
        stamp: Stamp,
        reader: &mut Reader<'_>,
    ) -> Result<(Bm25Index, Option<Dense>, Option<Arc<CentralitySignal>>)> {
        let lexical = Bm25Index::load(stamp, self.analyzer_ref().clone(), reader.bytes_of("lexical index")?)?;
        let dense = match reader.u8("dense flag")? {
            0 => None,
            _ => Some(self.load_dense(stamp, reader)?),
        };
        let centrality = match reader.u8("centrality flag")? {
            0 => None,
            _ => Some(Arc::new(CentralitySignal::new(stamp, reader.f32s("centrality")?)?)),
        };
        Ok((lexical, dense, centrality))
    }

    fn load_dense(&self, stamp: Stamp, reader: &mut Reader<'_>) -> Result<Dense> {
        let fitted = reader.bytes_of("fitted encoder")?;
        let encoder = match &self.encoder {
            Some(EncoderSource::Ready(encoder)) => BoundEncoder::Ready(encoder.clone()),
            Some(EncoderSource::Fit(fit)) => BoundEncoder::Fitted(Arc::from(fit.load(fitted)?)),
            None => {
                return Err(Error::invalid_config(
                    "the stored generation has vectors, but no encoder is given",
                ));
            }
        };
        let index = FlatIndex::load(stamp, reader.bytes_of("dense index")?)?;
        let (expected, found) =
            (encoder.as_encoder().fingerprint(), sutra_core::VectorIndex::fingerprint(&index));
        if expected != *found {
            return Err(Error::new(
                ErrorKind::ForeignFingerprint,
                format!("the stored vectors were made by {found}, where the encoder is {expected}"),
            ));
        }
        Ok(Dense { encoder, index: Arc::new(index) })
    }
}
