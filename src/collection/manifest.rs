//! The manifest: all that one generation consists of.
//!
//! Little-endian: `SUTRAMAN`, format version `u32`, the fields of [`Manifest`] in their order, the XXH3 of all before.
//! Which generation is the current one stands in a file of its own, [`Current`], whose renaming is the commit.

use std::collections::BTreeMap;

use sutra_core::wire::{Reader, Writer};
use sutra_core::{Error, ErrorKind, Result, Stamp};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::store::FileRef;

/// The version of the format on disk. Raised where a build before could not read what is written; what is older stays
/// readable.
pub(super) const FORMAT: u32 = 1;

const MAGIC: &[u8; 8] = b"SUTRAMAN";
const CURRENT_MAGIC: &[u8; 8] = b"SUTRACUR";

/// The file that names the current generation.
pub(super) const CURRENT: &str = "sutra.current";

/// The ids that a segment's documents and chunks have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) first_document: u32,
    pub(super) documents: u32,
    pub(super) first_chunk: u32,
    pub(super) chunks: u32,
}

/// A segment: the documents, and what each part made of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SegmentEntry {
    pub(super) numbers: Numbers,
    pub(super) corpus: FileRef,
    /// In the order of [`Manifest::parts`]; none where the part has nothing to do with it, as without an encoder.
    pub(super) parts: Vec<Option<FileRef>>,
}

/// A part, and the format that it writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PartEntry {
    pub(super) name: String,
    pub(super) format: String,
    pub(super) version: u32,
}

/// The encoder whose vectors the dense parts hold.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct EncoderEntry {
    pub(super) fingerprint: String,
    pub(super) dim: u32,
    /// A fitted encoder as bytes.
    pub(super) fitted: Option<FileRef>,
    /// How many chunks it was fitted on.
    pub(super) fitted_on: u64,
    /// How many chunks came in since, and the sum of their shares of unseen terms.
    pub(super) folded_in: u64,
    pub(super) unseen: f64,
}

/// All that one generation consists of.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Manifest {
    pub(super) generation: u64,
    /// Whether it is one segment without a trace of how it came to be.
    pub(super) compact: bool,
    /// What the caller wants to know again: see `Collection::settings`.
    pub(super) settings: BTreeMap<String, String>,
    pub(super) analyzer: String,
    /// By the number that documents have of theirs; the first is the caller's own.
    pub(super) sources: Vec<String>,
    pub(super) parts: Vec<PartEntry>,
    pub(super) segments: Vec<SegmentEntry>,
    pub(super) encoder: Option<EncoderEntry>,
    /// Links that no document holds.
    pub(super) links: Option<FileRef>,
    pub(super) centrality: Option<FileRef>,
}

impl Manifest {
    /// The file of a generation's manifest.
    pub(super) fn file_name(generation: u64) -> String {
        format!("manifest-{generation:08}")
    }

    /// The generation whose manifest a file is.
    pub(super) fn generation_of(file: &str) -> Option<u64> {
        file.strip_prefix("manifest-")?.parse().ok().filter(|generation| Self::file_name(*generation) == file)
    }

    /// The numbers that the next segment starts at.
    pub(super) fn next(&self) -> (u32, u32) {
        next_of(&self.segments)
    }

    /// Whose ids this generation's are: its content, and its number.
    pub(super) fn stamp(&self) -> Stamp {
        stamp_of(&self.segments, self.generation)
    }

    /// Every file of the generation but the manifest.
    pub(super) fn files(&self) -> impl Iterator<Item = &FileRef> {
        let segments = self.segments.iter();
        let segments =
            segments.flat_map(|segment| [&segment.corpus].into_iter().chain(segment.parts.iter().flatten()));
        let fitted = self.encoder.iter().filter_map(|encoder| encoder.fitted.as_ref());
        segments.chain(fitted).chain(&self.links).chain(&self.centrality)
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::new();
        writer.raw(MAGIC);
        writer.u32(FORMAT);
        writer.u64(self.generation);
        writer.u8(u8::from(self.compact));
        writer.length(self.settings.len());
        for (name, value) in &self.settings {
            writer.str(name);
            writer.str(value);
        }
        writer.str(&self.analyzer);
        writer.length(self.sources.len());
        self.sources.iter().for_each(|source| writer.str(source));
        writer.length(self.parts.len());
        for part in &self.parts {
            writer.str(&part.name);
            writer.str(&part.format);
            writer.u32(part.version);
        }
        writer.length(self.segments.len());
        for segment in &self.segments {
            let Numbers { first_document, documents, first_chunk, chunks } = segment.numbers;
            for number in [first_document, documents, first_chunk, chunks] {
                writer.u32(number);
            }
            segment.corpus.write(&mut writer);
            segment.parts.iter().for_each(|part| write_optional(&mut writer, part.as_ref()));
        }
        writer.u8(u8::from(self.encoder.is_some()));
        if let Some(encoder) = &self.encoder {
            writer.str(&encoder.fingerprint);
            writer.u32(encoder.dim);
            write_optional(&mut writer, encoder.fitted.as_ref());
            writer.u64(encoder.fitted_on);
            writer.u64(encoder.folded_in);
            writer.f64(encoder.unseen);
        }
        write_optional(&mut writer, self.links.as_ref());
        write_optional(&mut writer, self.centrality.as_ref());
        sealed(writer)
    }

    /// Reads the manifest in the file `name`.
    pub(super) fn read(name: &str, bytes: &[u8]) -> Result<Self> {
        let mut reader = unsealed(name, MAGIC, bytes)?;
        let mut manifest = Self { generation: reader.u64("generation")?, ..Self::default() };
        manifest.compact = reader.u8("compact")? != 0;
        for _ in 0..reader.length("number of settings")? {
            let setting = reader.str("name of a setting")?.to_owned();
            manifest.settings.insert(setting, reader.str("setting")?.to_owned());
        }
        reader.str("analyser")?.clone_into(&mut manifest.analyzer);
        for _ in 0..reader.length("number of sources")? {
            manifest.sources.push(reader.str("source")?.to_owned());
        }
        for _ in 0..reader.length("number of parts")? {
            manifest.parts.push(PartEntry {
                name: reader.str("name of a part")?.to_owned(),
                format: reader.str("format of a part")?.to_owned(),
                version: reader.u32("version of a part")?,
            });
        }
        for _ in 0..reader.length("number of segments")? {
            let segment = read_segment(&mut reader, manifest.parts.len(), manifest.next())?;
            manifest.segments.push(segment);
        }
        if reader.u8("encoder")? != 0 {
            manifest.encoder = Some(EncoderEntry {
                fingerprint: reader.str("encoder")?.to_owned(),
                dim: reader.u32("dimension")?,
                fitted: read_optional(&mut reader)?,
                fitted_on: reader.u64("passages fitted on")?,
                folded_in: reader.u64("passages folded in")?,
                unseen: reader.f64("unseen terms")?,
            });
        }
        manifest.links = read_optional(&mut reader)?;
        manifest.centrality = read_optional(&mut reader)?;
        reader.finish()?;
        Ok(manifest)
    }
}

/// The numbers that follow those of the last segment.
pub(super) fn next_of(segments: &[SegmentEntry]) -> (u32, u32) {
    segments.last().map_or((0, 0), |segment| {
        let numbers = segment.numbers;
        let end = |first: u32, count: u32| first.saturating_add(count);
        (end(numbers.first_document, numbers.documents), end(numbers.first_chunk, numbers.chunks))
    })
}

/// The stamp of these segments' documents, as generation number `generation`.
pub(super) fn stamp_of(segments: &[SegmentEntry], generation: u64) -> Stamp {
    let mut digest = Xxh3::new();
    segments.iter().for_each(|segment| digest.update(&segment.corpus.checksum.to_le_bytes()));
    Stamp::new(digest.digest(), generation)
}

fn read_segment(reader: &mut Reader<'_>, parts: usize, next: (u32, u32)) -> Result<SegmentEntry> {
    let numbers = Numbers {
        first_document: reader.u32("first document")?,
        documents: reader.u32("number of documents")?,
        first_chunk: reader.u32("first chunk")?,
        chunks: reader.u32("number of chunks")?,
    };
    let ends = [(numbers.first_document, numbers.documents), (numbers.first_chunk, numbers.chunks)];
    let too_many = ends.iter().any(|(first, count)| first.checked_add(*count).is_none());
    if (numbers.first_document, numbers.first_chunk) != next || too_many {
        return Err(reader.damaged("the numbers of a segment"));
    }
    let corpus = FileRef::read(reader)?;
    let parts = (0..parts).map(|_| read_optional(reader)).collect::<Result<_>>()?;
    Ok(SegmentEntry { numbers, corpus, parts })
}

fn write_optional(writer: &mut Writer, file: Option<&FileRef>) {
    writer.u8(u8::from(file.is_some()));
    if let Some(file) = file {
        file.write(writer);
    }
}

fn read_optional(reader: &mut Reader<'_>) -> Result<Option<FileRef>> {
    Ok(if reader.u8("whether there is a file")? == 0 { None } else { Some(FileRef::read(reader)?) })
}

/// Which generation is the current one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Current {
    pub(super) generation: u64,
    /// The XXH3 of the manifest's bytes.
    pub(super) manifest: u64,
}

impl Current {
    pub(super) fn to_bytes(self) -> Vec<u8> {
        let mut writer = Writer::new();
        writer.raw(CURRENT_MAGIC);
        writer.u32(FORMAT);
        writer.u64(self.generation);
        writer.u64(self.manifest);
        sealed(writer)
    }

    pub(super) fn read(bytes: &[u8]) -> Result<Self> {
        let mut reader = unsealed(CURRENT, CURRENT_MAGIC, bytes)?;
        let current = Self { generation: reader.u64("generation")?, manifest: reader.u64("checksum")? };
        reader.finish()?;
        Ok(current)
    }
}

fn sealed(writer: Writer) -> Vec<u8> {
    let mut bytes = writer.into_bytes();
    bytes.extend_from_slice(&xxh3_64(&bytes).to_le_bytes());
    bytes
}

/// The fields between magic and version, which are checked, and the checksum, which is too.
fn unsealed<'a>(name: &'a str, magic: &[u8; 8], bytes: &'a [u8]) -> Result<Reader<'a>> {
    let foreign = || Error::corrupt(format!("{name}: no such file of a collection, or cut short"));
    let (body, sum) = bytes.split_last_chunk::<8>().ok_or_else(foreign)?;
    let mut reader = Reader::new(name, body);
    if reader.take("magic", magic.len())? != magic {
        return Err(foreign());
    }
    let version = reader.u32("version")?;
    // A fuzzer cannot guess checksums, and is to see what stands behind them.
    if xxh3_64(body).to_le_bytes() != *sum && !cfg!(fuzzing) {
        return Err(Error::corrupt(format!("{name}: damaged, the checksum does not match")));
    }
    if version != FORMAT {
        let message = format!("{name}: format version {version}, where this build reads {FORMAT}");
        return Err(Error::new(ErrorKind::Version, message));
    }
    Ok(reader)
}
