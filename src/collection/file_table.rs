//! What is known of the files of a source: a log of which every segment holds its commit's entries.
//!
//! An entry is the number of a source, a path, and either what the file was when it was read or that it is gone. The
//! entries of later segments stand over those of earlier ones.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use sutra_core::Result;
use sutra_core::wire::{Reader, Writer};

use super::corpus_segment::CorpusSegment;

/// A file as it was when it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct KnownFile {
    pub(super) size: u64,
    /// Times of change, nanoseconds since 1970; none where they could not be trusted to tell the next change.
    pub(super) times: Option<(i64, i64)>,
    /// What it was cut by.
    pub(super) chunker: String,
    /// Its documents: the id that the file gives, and the one under which it is kept.
    pub(super) documents: Vec<(String, String)>,
    /// What was left out of it: a line, and the reason.
    pub(super) left_out: Vec<(Option<u64>, String)>,
}

/// Files by source and path; none for a file that is gone.
pub(super) type Entries = BTreeMap<(u32, String), Option<KnownFile>>;

pub(super) fn to_bytes(entries: &Entries) -> Vec<u8> {
    let mut writer = Writer::new();
    writer.length(entries.len());
    for ((source, path), file) in entries {
        writer.u32(*source);
        writer.str(path);
        writer.u8(u8::from(file.is_some()));
        let Some(file) = file else { continue };
        writer.u64(file.size);
        writer.u8(u8::from(file.times.is_some()));
        if let Some((modified, changed)) = file.times {
            writer.u64(modified.cast_unsigned());
            writer.u64(changed.cast_unsigned());
        }
        writer.str(&file.chunker);
        writer.length(file.documents.len());
        for (own, kept) in &file.documents {
            writer.str(own);
            // Mostly the same.
            writer.str(if own == kept { "" } else { kept });
        }
        writer.length(file.left_out.len());
        for (line, reason) in &file.left_out {
            writer.u64(line.map_or(0, |line| line.saturating_add(1)));
            writer.str(reason);
        }
    }
    writer.into_bytes()
}

fn read(name: &str, bytes: &[u8], entries: &mut Entries) -> Result<()> {
    let mut reader = Reader::new(name, bytes);
    for _ in 0..reader.length("number of files")? {
        let key = (reader.u32("source of a file")?, reader.str("path of a file")?.to_owned());
        if reader.u8("whether a file is there")? == 0 {
            entries.insert(key, None);
            continue;
        }
        let mut file = KnownFile { size: reader.u64("size of a file")?, ..KnownFile::default() };
        if reader.u8("whether times are known")? != 0 {
            let modified = reader.u64("time of a file")?.cast_signed();
            file.times = Some((modified, reader.u64("time of a file")?.cast_signed()));
        }
        reader.str("chunker of a file")?.clone_into(&mut file.chunker);
        for _ in 0..reader.length("number of documents of a file")? {
            let own = reader.str("id in a file")?.to_owned();
            let kept = reader.str("id of a document")?;
            let kept = if kept.is_empty() { own.clone() } else { kept.to_owned() };
            file.documents.push((own, kept));
        }
        for _ in 0..reader.length("number of faults")? {
            let line = reader.u64("line of a fault")?.checked_sub(1);
            file.left_out.push((line, reader.str("reason of a fault")?.to_owned()));
        }
        entries.insert(key, Some(file));
    }
    reader.finish()
}

/// All that these segments say, the later standing over the earlier.
pub(super) fn of(segments: &[Arc<CorpusSegment>]) -> Result<Entries> {
    let mut entries = Entries::new();
    for segment in segments {
        read(segment.file().name(), segment.files()?, &mut entries)?;
    }
    Ok(entries)
}

/// The entries of segments that become one; `sources` are the new numbers of sources, or empty. That a file is gone
/// needs saying only where an earlier segment may know it.
pub(super) fn merge(segments: &[Arc<CorpusSegment>], sources: &[u32], all: bool) -> Result<Vec<u8>> {
    let mut entries = of(segments)?;
    if all {
        entries.retain(|_, file| file.is_some());
    }
    if !sources.is_empty() {
        let renumbered = |source: u32| sources.get(source as usize).copied().unwrap_or(source);
        entries =
            entries.into_iter().map(|((source, path), file)| ((renumbered(source), path), file)).collect();
    }
    Ok(to_bytes(&entries))
}

/// The sources that have files.
pub(super) fn sources(segments: &[Arc<CorpusSegment>]) -> Result<BTreeSet<u32>> {
    let entries = of(segments)?;
    Ok(entries.into_iter().filter(|(_, file)| file.is_some()).map(|((source, _), _)| source).collect())
}
