//! The write side of the phrase index.

use std::collections::BTreeMap;
use std::sync::Arc;

use sutra_core::wire::{Reader, Writer};
use sutra_core::{
    Change, ChunkId, ChunkSet, Error, ErrorKind, Feed, Fingerprint, IndexPart, Observer, Opened, Provides,
    Renumbering, Result, Segment, SegmentSink,
};

use crate::PhraseIndex;
use crate::words::words;

const BLOB: &str = "phrases";
const MAGIC: &[u8] = b"PHRASES\0";
const FORMAT: &str = "outside-phrases";
const VERSION: u32 = 1;

/// The words of chunks, in their order.
pub(crate) type Sequences = BTreeMap<ChunkId, Vec<String>>;

/// Keeps the words of every passage in their order, and opens a [`PhraseIndex`] as retriever and as signal.
///
/// A segment is one blob: a magic number, the version, and for each chunk its id and its words. Nothing in it depends
/// on other segments, so merging is putting together, and scores do not depend on the history.
///
/// ```
/// use std::sync::Arc;
/// use outside::PhrasePart;
/// use sutra_core::{Change, ChunkId, ChunkSet, ChunkText, DocId, IndexPart, MemorySegment, Segment, Stamp, Unwatched};
/// let (part, stamp) = (PhrasePart, Stamp::new(1, 1));
/// let added = [ChunkText::new(ChunkId::new(0), DocId::new(0), "Bread rises in a warm oven.")];
/// let mut segment = MemorySegment::new();
/// part.build(&Change::new(stamp, &added), &mut segment, &Unwatched)?;
/// let segments: [Arc<dyn Segment>; 1] = [Arc::new(segment)];
/// let opened = part.open(&segments, &Arc::new(ChunkSet::all(stamp, 1)), None)?;
/// assert!(opened.retriever.is_some() && opened.signal.is_some());
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct PhrasePart;

impl IndexPart for PhrasePart {
    fn format(&self) -> (&str, u32) {
        (FORMAT, VERSION)
    }

    fn feed(&self) -> Feed {
        Feed::Passages
    }

    fn provides(&self) -> Provides {
        Provides::none().with_retriever().with_signal()
    }

    fn build(&self, change: &Change<'_>, out: &mut dyn SegmentSink, watch: &dyn Observer) -> Result<()> {
        watch.check()?;
        let mut sequences = Sequences::new();
        for added in change.added {
            watch.check()?;
            sequences.insert(added.chunk, words(&added.passage).collect());
        }
        out.write(BLOB, &write(&sequences))
    }

    fn merge(
        &self,
        segments: &[Arc<dyn Segment>],
        numbers: &Renumbering,
        out: &mut dyn SegmentSink,
        watch: &dyn Observer,
    ) -> Result<()> {
        watch.check()?;
        out.write(BLOB, &write(&read_all(segments, |chunk| numbers.get(chunk))?))
    }

    fn open(
        &self,
        segments: &[Arc<dyn Segment>],
        live: &Arc<ChunkSet>,
        _: Option<(&Fingerprint, usize)>,
    ) -> Result<Opened> {
        let all = read_all(segments, |chunk| live.contains(chunk).then_some(chunk))?;
        if all.len() != live.len() {
            let message = format!("phrases: the segments hold {} of {} live chunks", all.len(), live.len());
            return Err(Error::corrupt(message));
        }
        let index = Arc::new(PhraseIndex::new(live.stamp(), all));
        Ok(Opened::new().with_retriever(index.clone()).with_signal(index))
    }
}

fn write(sequences: &Sequences) -> Vec<u8> {
    let mut writer = Writer::new();
    writer.raw(MAGIC);
    writer.u32(VERSION);
    writer.length(sequences.len());
    for (chunk, words) in sequences {
        writer.u32(chunk.get());
        writer.length(words.len());
        words.iter().for_each(|word| writer.str(word));
    }
    writer.into_bytes()
}

/// The chunks of all segments that have a number, under it.
fn read_all(segments: &[Arc<dyn Segment>], number: impl Fn(ChunkId) -> Option<ChunkId>) -> Result<Sequences> {
    let mut all = Sequences::new();
    for segment in segments {
        for (chunk, words) in read(segment.blob(BLOB)?)? {
            let Some(new) = number(chunk) else { continue };
            if all.insert(new, words).is_some() {
                return Err(Error::corrupt(format!("phrases: chunk {chunk} stands in two segments")));
            }
        }
    }
    Ok(all)
}

fn read(bytes: &[u8]) -> Result<Sequences> {
    let mut reader = Reader::new("phrases", bytes);
    if reader.take("magic", MAGIC.len())? != MAGIC {
        return Err(Error::corrupt("phrases: these bytes are of something else"));
    }
    let version = reader.u32("version")?;
    if version != VERSION {
        let message = format!("phrases: version {version}, where this build reads {VERSION}");
        return Err(Error::new(ErrorKind::Version, message));
    }
    let mut sequences = Sequences::new();
    for _ in 0..reader.length("number of chunks")? {
        let chunk = ChunkId::new(reader.u32("chunk")?);
        let count = reader.length("number of words")?;
        let words = (0..count).map(|_| Ok(reader.str("word")?.to_owned())).collect::<Result<_>>()?;
        sequences.insert(chunk, words);
    }
    reader.finish()?;
    Ok(sequences)
}
