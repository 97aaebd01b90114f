//! The last steps of a commit: what belongs to the generation as a whole, and the manifest.

use sutra_core::{Result, SegmentSink};
use xxhash_rust::xxh3::xxh3_64;

use super::corpus::StoredCorpus;
use super::draft::Draft;
use super::garbage;
use super::graph::{self, Before};
use super::manifest::{CURRENT, Current, Manifest};
use super::open::{LINKS, Opened, SCORES};
use crate::store::{SegmentFileWriter, Store};

/// Where the name of the current generation is written before it takes its place.
pub(super) const NEXT: &str = "sutra.current.next";

impl Draft<'_> {
    /// The links that no document holds, where they are others than before.
    pub(super) fn settle_links(&mut self, links: &[(u128, u128)], before: &[(u128, u128)]) -> Result<()> {
        if links == before {
            return Ok(());
        }
        self.manifest.links = None;
        if !links.is_empty() {
            let bytes = links.iter().flat_map(|(from, to)| [from.to_le_bytes(), to.to_le_bytes()]);
            let name = self.file_name("links");
            let mut file = SegmentFileWriter::create(self.store, name)?;
            file.write(LINKS, bytes.flatten().collect::<Vec<u8>>().as_slice())?;
            self.manifest.links = Some(file.finish()?);
        }
        Ok(())
    }

    /// The centralities of the documents; from scratch, or with what `base` knew.
    pub(super) fn rank_documents(
        &mut self,
        corpus: &StoredCorpus,
        links: &[(u128, u128)],
        base: Option<&Opened>,
    ) -> Result<()> {
        let before = base.map(|base| Before {
            corpus: &base.generation.corpus,
            scores: base.generation.centrality.as_ref().map(|centrality| centrality.scores()),
            links: &base.links,
            same_below: self.same_below,
        });
        let scores = graph::centrality(corpus, links, before.as_ref(), self.watch)?;
        self.manifest.centrality = None;
        if let Some(scores) = scores {
            let name = self.file_name("centrality");
            let mut file = SegmentFileWriter::create(self.store, name)?;
            file.write(SCORES, &scores.iter().flat_map(|score| score.to_le_bytes()).collect::<Vec<u8>>())?;
            self.manifest.centrality = Some(file.finish()?);
        }
        Ok(())
    }

    /// The commit: every file is durable, then the manifest, then the name of the generation is changed.
    pub(super) fn publish(&self) -> Result<()> {
        self.watch.check()?;
        publish(self.store, &self.manifest)
    }
}

/// Makes a generation the current one. Everything that its manifest names is durable, names apart.
pub(super) fn publish(store: &dyn Store, manifest: &Manifest) -> Result<()> {
    let bytes = manifest.to_bytes();
    write(store, &Manifest::file_name(manifest.generation), &bytes)?;
    let current = Current { generation: manifest.generation, manifest: xxh3_64(&bytes) };
    write(store, NEXT, &current.to_bytes())?;
    // Names before the rename: were it to survive a crash alone, it would name what is not there.
    store.sync()?;
    store.rename(NEXT, CURRENT)?;
    store.sync()
}

fn write(store: &dyn Store, name: &str, bytes: &[u8]) -> Result<()> {
    let mut file = store.create(name)?;
    file.write(bytes)?;
    file.sync()
}

/// Removes what no generation needs any more. What cannot be removed now is left for the next time.
pub(super) fn clean(store: &dyn Store, current: u64, kept: u64) {
    let _ = garbage::collect(store, current, kept);
}
