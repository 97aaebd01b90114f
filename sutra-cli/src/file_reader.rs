//! Files as documents that are cut.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use sutra::core::{Chunker, Error, ErrorKind, Observer, Result, ResultExt};
use sutra::graph::LinkTable;
use sutra::ingest::{Format, Ingest, LeftOut, Reason, SourceFile};
use sutra::{ChunkedDocument, EncoderSource, Generation};

use crate::cache::{CachedFile, CachedReason};
use crate::input::read_text;
use crate::output::note;
use crate::specs::ChunkSpec;

/// A file changed this shortly before it was looked at may change again within one tick of the file system's clock:
/// it is read again next time.
const RACY_NANOSECONDS: i64 = 50_000_000;

/// A file with the documents it gives, their ids not yet made unique.
pub(crate) struct FileDocuments {
    pub(crate) file: CachedFile,
    pub(crate) documents: Vec<ChunkedDocument>,
}

impl FileDocuments {
    /// Whether the file gives what it gave before.
    pub(crate) fn same_content(&self, other: &Self) -> bool {
        self.documents == other.documents && self.file.left_out == other.file.left_out
    }
}

/// Reads and cuts one file: Markdown by its headings too, unless a spec says how to cut everything.
pub(crate) struct FileReader {
    ingest: Ingest,
    plain: Arc<dyn Chunker>,
    markdown: Arc<dyn Chunker>,
}

impl FileReader {
    pub(crate) fn new(chunk: Option<&ChunkSpec>) -> Result<Self> {
        let spec = chunk.cloned().unwrap_or_default();
        Ok(Self {
            ingest: Ingest::new(),
            plain: spec.chunker(false)?,
            markdown: spec.chunker(chunk.is_none())?,
        })
    }

    pub(crate) fn read(&self, source: &SourceFile) -> Result<FileDocuments> {
        let read = self.ingest.read(source)?;
        let mut documents = Vec::with_capacity(read.documents.len());
        for page in read.documents {
            let chunker = if page.format == Format::Markdown { &self.markdown } else { &self.plain };
            documents.push(ChunkedDocument::new(page.document, chunker)?);
        }
        // A permission may change without the file's time: a file that could not be read is tried again.
        let failed = read.left_out.iter().any(|fault| matches!(fault.reason, Reason::Unreadable(_)));
        let file = CachedFile {
            path: source.path.clone(),
            size: source.size,
            modified: settled(source.modified).filter(|_| !failed),
            documents: documents.iter().map(|document| document.document().id.clone()).collect(),
            left_out: read.left_out.iter().map(reason).collect(),
        };
        Ok(FileDocuments { file, documents })
    }
}

fn reason(left_out: &LeftOut) -> CachedReason {
    CachedReason { line: left_out.line.map(|line| line as u64), reason: left_out.reason.to_string() }
}

/// The time of change that the cache keeps: `None` where it cannot be trusted to tell the next change.
fn settled(modified: Option<i64>) -> Option<i64> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let now = i64::try_from(now.as_nanos()).unwrap_or(i64::MAX);
    modified.filter(|modified| *modified < now - RACY_NANOSECONDS)
}

/// The links of a tab-separated file.
pub(crate) fn read_links(path: &Path) -> Result<Vec<(String, String)>> {
    let table = LinkTable::parse(&read_text(path)?).with_context(|| path.display().to_string())?;
    let name = |node: u32| table.names().get(node as usize).cloned().unwrap_or_default();
    Ok(table.links().iter().map(|(from, to)| (name(*from), name(*to))).collect())
}

/// A generation of a collection in BEIR layout, built anew.
pub(crate) fn build_collection(
    folder: &Path,
    chunk: &ChunkSpec,
    encoder: Option<EncoderSource>,
    links: Vec<(String, String)>,
    watch: &dyn Observer,
) -> Result<Generation> {
    let corpus = folder.join("corpus.jsonl");
    let scan = Ingest::new().scan(std::slice::from_ref(&corpus))?;
    let reader = FileReader::new(Some(chunk))?;
    let mut documents = Vec::new();
    for file in &scan.files {
        let read = reader.read(file)?;
        let faults: Vec<_> = read.file.left_out.iter().filter(|fault| fault.reason != "empty").collect();
        if let Some(CachedReason { line, reason }) = faults.first() {
            note(format_args!(
                "{}: {} records left out, the first at line {}: {reason}",
                corpus.display(),
                faults.len(),
                line.unwrap_or(1)
            ));
        }
        documents.extend(read.documents);
    }
    let builder = Generation::builder().links(links);
    let builder = match encoder {
        Some(encoder) => builder.encoder(encoder),
        None => builder.without_encoder(),
    };
    builder.build_chunked(documents, watch)
}

/// The passages of folders and files, to fit an encoder on.
pub(crate) fn read_passages(paths: &[PathBuf], watch: &dyn Observer) -> Result<Vec<String>> {
    let reader = FileReader::new(None)?;
    let mut passages = Vec::new();
    for file in Ingest::new().scan(paths)?.files {
        watch.check()?;
        for chunked in reader.read(&file)?.documents {
            let (document, pieces) = chunked.into_parts();
            for piece in pieces {
                let text = piece.span.slice(&document.text)?;
                passages.push(sutra::core::passage(&document.title, &piece.context, text).into_owned());
            }
        }
    }
    if passages.is_empty() {
        return Err(Error::new(ErrorKind::InvalidInput, "there is no text to fit the encoder on"));
    }
    Ok(passages)
}
