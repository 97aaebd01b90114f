//! Opening a generation: its manifest is read and its files are mapped.

use std::sync::Arc;

use sutra_core::{Error, ErrorKind, Feed, Result, ResultExt, Segment};
use sutra_graph::CentralitySignal;
use xxhash_rust::xxh3::xxh3_64;

use super::corpus::StoredCorpus;
use super::corpus_segment::CorpusSegment;
use super::encoder::BoundEncoder;
use super::garbage;
use super::manifest::{CURRENT, Current, Manifest};
use super::recipe::{DENSE, LEXICAL};
use crate::generation::{Dense, OwnPart};
use crate::store::{FileRef, Lock, SegmentFile, Store};
use crate::{Generation, GenerationBuilder};

/// The blobs of files that belong to a generation as a whole.
pub(super) const SCORES: &str = "scores";
pub(super) const LINKS: &str = "links";

/// How often the current generation is looked up again when it was collected between two looks.
const ATTEMPTS: usize = 50;

/// A generation that was opened, and its manifest.
#[derive(Clone)]
pub(super) struct Opened {
    pub(super) manifest: Arc<Manifest>,
    pub(super) generation: Arc<Generation>,
    pub(super) encoder: Option<BoundEncoder>,
    /// Links that no document holds.
    pub(super) links: Arc<Vec<(u128, u128)>>,
}

/// Which generation is the current one.
pub(super) fn current(store: &dyn Store) -> Result<Current> {
    let bytes = store.read(CURRENT).map_err(|error| match error.kind() {
        ErrorKind::NotFound => no_current(store, error),
        _ => error,
    })?;
    Current::read(bytes.bytes()).with_context(|| store.describe())
}

/// There is no collection, or there was one: then the file is missing. An empty generation 0 alone may be what the
/// making of a collection left when it was interrupted.
fn no_current(store: &dyn Store, error: Error) -> Error {
    let first = Manifest::file_name(0);
    let of_one =
        |file: &String| garbage::is_ours(file) || Manifest::generation_of(file).is_some() && *file != first;
    let (kind, what) = match store.list() {
        // Looked for once more: it may have been made between the two looks.
        Ok(files) if files.iter().any(of_one) && store.read(CURRENT).is_err() => {
            (ErrorKind::Corrupt, "is missing")
        }
        _ => (ErrorKind::NotFound, "is not there: no collection"),
    };
    Error::new(kind, format!("{}: {CURRENT} {what}", store.describe())).with_source(error)
}

/// The current manifest, held so that nobody collects its files.
pub(super) fn current_manifest(store: &dyn Store) -> Result<(Manifest, Lock)> {
    let mut attempt = 0;
    loop {
        let now = current(store)?;
        let held = hold(store, now.generation).and_then(|lock| {
            let manifest = read_manifest(store, now.generation, Some(now.manifest))?;
            Ok((manifest, lock))
        });
        attempt += 1;
        match held {
            // A commit came between: its generation is another one.
            Err(error) if attempt < ATTEMPTS && current(store)? != now => {
                drop(error);
            }
            Err(error) if attempt < ATTEMPTS && error.kind() == ErrorKind::Busy => {
                std::thread::yield_now();
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let name = Manifest::file_name(now.generation);
                return Err(
                    Error::corrupt(format!("{}: {name} is missing", store.describe())).with_source(error)
                );
            }
            held => return held,
        }
    }
}

/// The manifest of generation number `generation`, held.
pub(super) fn manifest(store: &dyn Store, generation: u64) -> Result<(Manifest, Lock)> {
    let lock = hold(store, generation)?;
    // What lies beyond the current one was never committed. Where that cannot be known, the older ones open.
    if current(store).is_ok_and(|current| generation > current.generation) {
        return Err(not_kept(store, generation));
    }
    Ok((read_manifest(store, generation, None)?, lock))
}

fn hold(store: &dyn Store, generation: u64) -> Result<Lock> {
    store.share(&Manifest::file_name(generation)).map_err(|error| match error.kind() {
        ErrorKind::NotFound => not_kept(store, generation).with_source(error),
        _ => error,
    })
}

fn not_kept(store: &dyn Store, generation: u64) -> Error {
    let message = format!("{}: there is no generation {generation}, or no longer", store.describe());
    Error::new(ErrorKind::NotFound, message)
}

fn read_manifest(store: &dyn Store, generation: u64, checksum: Option<u64>) -> Result<Manifest> {
    let name = Manifest::file_name(generation);
    let bytes = store.read(&name)?;
    let manifest = Manifest::read(&name, bytes.bytes())?;
    let other = checksum.is_some_and(|expected| xxh3_64(bytes.bytes()) != expected) && !cfg!(fuzzing);
    if manifest.generation != generation || other {
        return Err(Error::corrupt(format!("{name}: the manifest of another generation")));
    }
    Ok(manifest)
}

/// Opens a generation by its manifest: every file is mapped, its length and footer are checked, and nothing else of it
/// is looked at. O(files + removed documents), and a bit for each document and chunk.
pub(super) fn generation(
    store: &dyn Store,
    recipe: &GenerationBuilder,
    manifest: Manifest,
    lock: Option<Lock>,
) -> Result<Opened> {
    recipe.check(&manifest)?;
    let stamp = manifest.stamp();
    let segments = manifest.segments.iter();
    let segments =
        segments.map(|entry| CorpusSegment::open(store, &entry.corpus, entry.numbers).map(Arc::new));
    let corpus = Arc::new(StoredCorpus::new(stamp, segments.collect::<Result<_>>()?)?);
    let encoder = match (&manifest.encoder, recipe.encoder_source()) {
        (Some(entry), Some(source)) => Some(BoundEncoder::stored(entry, source, store)?),
        (Some(entry), None) => return Err(no_encoder(&entry.fingerprint)),
        (None, _) => None,
    };
    let space = encoder.as_ref().map(|encoder| encoder.as_encoder());
    let space = space.map(|encoder| (encoder.fingerprint(), encoder.dim()));
    let live = corpus.live();
    let lexical = recipe.lexical_part().open_index(&files_of(store, &manifest, LEXICAL)?, live)?;
    let dense = match (&encoder, &space) {
        (Some(encoder), Some((fingerprint, dim))) => {
            let files = files_of(store, &manifest, DENSE)?;
            let index = recipe.dense_part().open_index(&files, live, fingerprint, *dim)?;
            Some(Dense { encoder: encoder.clone(), index: Arc::new(index) })
        }
        _ => None,
    };
    let first_own = manifest.parts.len() - recipe.own_parts().len();
    let parts = recipe.own_parts().iter().zip(first_own..).map(|(own, at)| {
        let space = space.as_ref().map(|(fingerprint, dim)| (fingerprint, *dim));
        if own.part.feed() == Feed::Vectors && space.is_none() {
            // Without vectors so far it has nothing to open.
            return Ok(OwnPart::nothing(own));
        }
        let files = files_of(store, &manifest, at)?;
        let opened = own.part.open(&files, live, space);
        OwnPart::checked(own, opened.with_context(|| format!("opening the part {:?}", own.name))?)
    });
    let parts = parts.collect::<Result<Vec<_>>>()?;
    let centrality = manifest.centrality.as_ref().map(|file| scores(store, file));
    let centrality =
        centrality.transpose()?.map(|scores| CentralitySignal::new(stamp, scores)).transpose()?;
    let links = manifest.links.as_ref().map(|file| links(store, file)).transpose()?.unwrap_or_default();
    let generation = Arc::new(Generation {
        corpus,
        lexical: Arc::new(lexical),
        dense,
        centrality: centrality.map(Arc::new),
        parts,
        _lock: lock,
    });
    Ok(Opened { manifest: Arc::new(manifest), generation, encoder, links: Arc::new(links) })
}

fn no_encoder(fingerprint: &str) -> Error {
    Error::invalid_config(format!(
        "the collection has vectors made by {fingerprint}, but no encoder is given"
    ))
}

/// The files of one part, opened; a segment that the part has nothing of is passed over.
fn files_of(store: &dyn Store, manifest: &Manifest, part: usize) -> Result<Vec<Arc<dyn Segment>>> {
    let files = manifest.segments.iter().filter_map(|entry| entry.parts.get(part)?.as_ref());
    files.map(|file| Ok(Arc::new(SegmentFile::open(store, file)?) as Arc<dyn Segment>)).collect()
}

fn scores(store: &dyn Store, file: &FileRef) -> Result<Vec<f32>> {
    let opened = SegmentFile::open(store, file)?;
    let (scores, rest) = opened.blob(SCORES)?.as_chunks::<4>();
    if !rest.is_empty() {
        return Err(Error::corrupt(format!("{}: a number is cut short", file.name)));
    }
    Ok(scores.iter().map(|score| f32::from_le_bytes(*score)).collect())
}

fn links(store: &dyn Store, file: &FileRef) -> Result<Vec<(u128, u128)>> {
    let opened = SegmentFile::open(store, file)?;
    let (links, rest) = opened.blob(LINKS)?.as_chunks::<32>();
    if !rest.is_empty() {
        return Err(Error::corrupt(format!("{}: a link is cut short", file.name)));
    }
    let half = |bytes: &[u8]| bytes.try_into().map(u128::from_le_bytes).unwrap_or_default();
    Ok(links.iter().map(|link| (half(&link[..16]), half(&link[16..]))).collect())
}
