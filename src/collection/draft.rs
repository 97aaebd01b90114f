//! The next generation on its way: segments and what belongs to them, until the manifest makes them count.

use std::sync::Arc;

use sutra_core::{
    Change, ChunkId, ChunkText, Corpus, Embeddings, Error, Feed, Fingerprint, Observer, Result, ResultExt,
    SegmentSink,
};

use super::corpus::StoredCorpus;
use super::corpus_segment::CorpusSegment;
use super::encoder::{self, BoundEncoder, Passages};
use super::manifest::{EncoderEntry, Manifest, SegmentEntry, stamp_of};
use super::pace::Pace;
use super::recipe::RecipePart;
use crate::GenerationBuilder;
use crate::store::{FileRef, SegmentFileWriter, Store};

pub(super) struct Draft<'a> {
    pub(super) store: &'a dyn Store,
    pub(super) recipe: &'a GenerationBuilder,
    pub(super) watch: &'a dyn Observer,
    pub(super) parts: Vec<RecipePart>,
    pub(super) manifest: Manifest,
    /// Of the manifest's segments, opened.
    pub(super) segments: Vec<Arc<CorpusSegment>>,
    pub(super) encoder: Option<BoundEncoder>,
    /// The first segment that was not there before.
    pub(super) fresh: usize,
    /// Documents below this number are those of the generation before.
    pub(super) same_below: u32,
    /// Whether new passages meet an encoder that was fitted without them.
    pub(super) folds_in: bool,
    files: u32,
}

impl<'a> Draft<'a> {
    /// The generation after `base`, so far the same.
    pub(super) fn after(
        store: &'a dyn Store,
        recipe: &'a GenerationBuilder,
        base: &Manifest,
        segments: &[Arc<CorpusSegment>],
        encoder: Option<BoundEncoder>,
        watch: &'a dyn Observer,
    ) -> Self {
        let mut manifest = base.clone();
        manifest.generation += 1;
        manifest.compact = false;
        Self {
            store,
            recipe,
            watch,
            parts: recipe.all_parts(),
            manifest,
            fresh: segments.len(),
            segments: segments.to_vec(),
            same_below: base.next().0,
            folds_in: matches!(encoder, Some(BoundEncoder::Fitted(_))),
            encoder,
            files: 0,
        }
    }

    /// A name that no file of the collection has.
    pub(super) fn file_name(&mut self, kind: &str) -> String {
        self.files += 1;
        file_name(kind, self.manifest.generation, self.files)
    }

    /// The first number that [`file_name`](Self::file_name) did not use.
    pub(super) fn skip_names(&mut self, used: u32) {
        self.files = self.files.max(used);
    }

    pub(super) fn push(&mut self, entry: SegmentEntry, segment: Arc<CorpusSegment>) {
        self.manifest.segments.push(entry);
        self.segments.push(segment);
    }

    /// The documents as they are now.
    pub(super) fn corpus(&self) -> Result<StoredCorpus> {
        let stamp = stamp_of(&self.manifest.segments, self.manifest.generation);
        StoredCorpus::new(stamp, self.segments.clone())
    }

    /// Takes the vectors of every segment away, so that [`build_parts`](Self::build_parts) makes new ones.
    pub(super) fn drop_vectors(&mut self) {
        for segment in &mut self.manifest.segments {
            for (file, part) in segment.parts.iter_mut().zip(&self.parts) {
                if part.part.feed() == Feed::Vectors {
                    *file = None;
                }
            }
        }
    }

    /// The encoder that the vectors are made with: what the recipe has, the one from before, or a new fit where there is
    /// none yet or `refit` asks for one.
    pub(super) fn settle_encoder(&mut self, corpus: &StoredCorpus, refit: bool) -> Result<bool> {
        use crate::EncoderSource::{Fit, Ready};
        let recipe = self.recipe;
        let Some(source) = recipe.encoder_source() else { return Ok(false) };
        if !encoder::has_terms(corpus, recipe.analyzer_ref())? {
            // Passages without a term have no vectors, whatever was there before.
            if self.encoder.is_some() {
                self.drop_vectors();
                (self.encoder, self.manifest.encoder) = (None, None);
            }
            return Ok(false);
        }
        if self.encoder.is_some() && !(refit && matches!(source, Fit(_))) {
            return Ok(false);
        }
        let (bound, fitted) = match source {
            Ready(encoder) => (BoundEncoder::Ready(encoder.clone()), None),
            Fit(fit) => {
                let fitted =
                    fit.fit(&Passages(corpus), self.watch).context("fitting the encoder on the passages")?;
                let name = self.file_name("encoder");
                let mut file = SegmentFileWriter::create(self.store, name)?;
                file.write(encoder::BLOB, &fitted.save()?)?;
                (BoundEncoder::Fitted(Arc::from(fitted)), Some(file.finish()?))
            }
        };
        let encoder = bound.as_encoder();
        let dim = u32::try_from(encoder.dim())
            .map_err(|_| Error::contract("an encoder's dimension is beyond 2^32"))?;
        self.drop_vectors();
        self.manifest.encoder = Some(EncoderEntry {
            fingerprint: encoder.fingerprint().as_str().to_owned(),
            dim,
            fitted_on: if fitted.is_some() { corpus.len() as u64 } else { 0 },
            fitted,
            folded_in: 0,
            unseen: 0.0,
        });
        self.encoder = Some(bound);
        self.folds_in = false;
        Ok(true)
    }

    /// Builds what segments lack. `removed` are the chunks that the commit takes away, with their passages.
    pub(super) fn build_parts(&mut self, corpus: &StoredCorpus, removed: &[ChunkText<'_>]) -> Result<()> {
        let starved = self.recipe.own_parts().iter().find(|own| own.part.feed() == Feed::Vectors);
        if let Some(own) = starved.filter(|_| self.recipe.encoder_source().is_none()) {
            return Err(Error::invalid_config(format!(
                "the part {:?} wants vectors and the collection has no encoder; give the builder an .encoder(..)",
                own.name
            )));
        }
        for at in 0..self.segments.len() {
            let wants = |part: &RecipePart| part.part.feed() != Feed::Vectors || self.encoder.is_some();
            let entry = &self.manifest.segments[at];
            let missing: Vec<usize> = (0..self.parts.len())
                .filter(|part| entry.parts[*part].is_none() && wants(&self.parts[*part]))
                .collect();
            if missing.is_empty() {
                continue;
            }
            // What is removed is said once.
            let removed = if at == self.fresh { removed } else { &[] };
            self.build_segment(corpus, at, &missing, removed)?;
        }
        Ok(())
    }

    fn build_segment(
        &mut self,
        corpus: &StoredCorpus,
        at: usize,
        missing: &[usize],
        removed: &[ChunkText<'_>],
    ) -> Result<()> {
        let numbers = self.manifest.segments[at].numbers;
        let chunks = (numbers.first_chunk..numbers.first_chunk + numbers.chunks).map(ChunkId::new);
        let live = chunks.filter(|chunk| corpus.live().contains(*chunk));
        let mut pace = Pace::new("read", numbers.chunks as usize, self.watch);
        let added = live.map(|chunk| {
            pace.advance(1)?;
            corpus.candidate(chunk).map(ChunkText::of)
        });
        let added = added.collect::<Result<Vec<_>>>()?;
        let wants_vectors = missing.iter().any(|part| self.parts[*part].part.feed() == Feed::Vectors);
        let vectors = if wants_vectors { self.encode(&added, at)? } else { None };
        for &part in missing {
            let mut change = Change::new(corpus.stamp(), &added).with_removed(removed);
            let entry = &self.parts[part];
            if let (Feed::Vectors, Some((vectors, encoder))) = (entry.part.feed(), &vectors) {
                change = change.with_vectors(vectors, encoder);
            }
            let (name, builder) = (entry.name.clone(), entry.part.clone());
            let file = self
                .write_part(part, &mut |out, watch| builder.build(&change, out, watch))
                .with_context(|| format!("building the part {name:?}"))?;
            self.manifest.segments[at].parts[part] = Some(file);
        }
        Ok(())
    }

    fn encode(&mut self, added: &[ChunkText<'_>], at: usize) -> Result<Option<(Embeddings, Fingerprint)>> {
        let Some(bound) = self.encoder.clone() else { return Ok(None) };
        let mut pace = Pace::new("encode", added.len(), self.watch);
        let vectors =
            encoder::encode(bound.as_encoder(), added, &mut pace).context("encoding the passages")?;
        if let (BoundEncoder::Fitted(fitted), Some(entry)) = (&bound, &mut self.manifest.encoder)
            && at >= self.fresh
            && self.folds_in
        {
            entry.folded_in += added.len() as u64;
            entry.unseen += added.iter().map(|added| f64::from(fitted.unseen(&added.passage))).sum::<f64>();
        }
        Ok(Some((vectors, bound.as_encoder().fingerprint())))
    }

    pub(super) fn write_part(
        &mut self,
        part: usize,
        write: &mut dyn FnMut(&mut dyn SegmentSink, &dyn Observer) -> Result<()>,
    ) -> Result<FileRef> {
        let name = self.file_name(&format!("part{part}"));
        let mut file = SegmentFileWriter::create(self.store, name)?;
        write(&mut file, self.watch)?;
        file.finish()
    }
}

pub(super) fn file_name(kind: &str, generation: u64, number: u32) -> String {
    format!("{kind}-{generation:08}-{number:04}")
}
