//! Folders and files as a generation, from the cache where nothing changed.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use sutra::core::{Chunker, Error, ErrorKind, Observer, Progress, Result, ResultExt};
use sutra::graph::LinkTable;
use sutra::ingest::{Format, Ingest, LeftOut, Scan, SourceFile};
use sutra::{ChunkedDocument, EncoderSource, Generation, GenerationBuilder, SearchHit};
use xxhash_rust::xxh3::Xxh3;

use crate::cache::{Cached, CachedFile, CachedReason, Slot};
use crate::input::read_text;
use crate::specs::{ChunkSpec, EncoderSpec};

/// A file changed this shortly before it was looked at may change again within one tick of the file system's clock:
/// it is read again next time.
const RACY_NANOSECONDS: i64 = 50_000_000;

/// What is searched, and how it is indexed.
pub(crate) struct Folder {
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) chunk: Option<ChunkSpec>,
    /// `None` where no stage reads vectors.
    pub(crate) encoder: Option<EncoderSpec>,
    pub(crate) seed: u64,
    pub(crate) links: Option<PathBuf>,
}

/// A generation that is up to date, and what it took.
pub(crate) struct Opened {
    pub(crate) generation: Generation,
    pub(crate) report: Report,
}

/// What was read, changed and left out.
#[derive(Default)]
pub(crate) struct Report {
    pub(crate) documents: usize,
    pub(crate) changed: usize,
    pub(crate) removed: usize,
    pub(crate) left_out: Vec<Value>,
}

impl Report {
    pub(crate) fn to_json(&self) -> Value {
        json!({
            "documents": self.documents,
            "changed": self.changed,
            "removed": self.removed,
            "left_out": self.left_out,
        })
    }

    /// In short on standard error, where there is something new to say.
    pub(crate) fn summarize(&self) {
        if self.changed + self.removed > 0 {
            eprintln!(
                "sutra: {} documents, {} files changed, {} removed, {} left out",
                self.documents,
                self.changed,
                self.removed,
                self.left_out.len()
            );
        }
    }

    fn add(&mut self, path: &str, line: Option<u64>, reason: &str) {
        self.left_out.push(match line {
            Some(line) => json!({"path": path, "line": line, "reason": reason}),
            None => json!({"path": path, "reason": reason}),
        });
    }
}

/// What the cache holds.
struct Stored {
    cached: Cached,
    generation: Generation,
}

/// A file with the documents it gives, their ids not yet made unique.
struct FileDocuments {
    file: CachedFile,
    documents: Vec<ChunkedDocument>,
}

impl Folder {
    /// Brings the cache up to date and opens it.
    pub(crate) fn open(&self, watch: &dyn Observer) -> Result<Opened> {
        let slot = Slot::lock(&self.key())?;
        // Looking at every file and reading the cache take about as long as each other.
        let (scan, stored) = std::thread::scope(|scope| {
            let scan = scope.spawn(|| Ingest::new().scan(&self.paths));
            let stored = self.stored(&slot);
            (scan.join().unwrap_or_else(|_| Err(Error::contract("looking for files panicked"))), stored)
        });
        let (scan, stored) = (scan?, stored?);
        let links = self.links(&scan)?;
        let mut report = Report::default();
        for LeftOut { path, reason, .. } in &scan.left_out {
            report.add(&path.display().to_string(), None, &reason.to_string());
        }
        match stored {
            Some(Stored { cached, generation })
                if cached.links == digest(&links) && same_files(&cached.files, &scan.files) =>
            {
                describe(&mut report, &cached.files, &generation);
                Ok(Opened { generation, report })
            }
            stored => self.update(&slot, links, &scan, stored, report, watch),
        }
    }

    /// What the cache holds; `None` where it holds nothing that can be used.
    fn stored(&self, slot: &Slot) -> Result<Option<Stored>> {
        let builder = self.builder(Vec::new())?;
        let load = |cached: Cached| {
            let generation = builder.load(cached.generation())?;
            Ok(Stored { cached, generation })
        };
        let stored = slot.read().and_then(|cached| cached.map(load).transpose());
        Ok(stored.unwrap_or_else(|error| {
            eprintln!("sutra: the cache is made anew: {error}");
            None
        }))
    }

    fn update(
        &self,
        slot: &Slot,
        links: Vec<(String, String)>,
        scan: &Scan,
        stored: Option<Stored>,
        mut report: Report,
        watch: &dyn Observer,
    ) -> Result<Opened> {
        let present: HashSet<&str> = scan.files.iter().map(|file| file.path.as_str()).collect();
        let mut known = stored.map(by_file).unwrap_or_default();
        report.removed = known.keys().filter(|path| !present.contains(path.as_str())).count();
        let reader = FileReader::new(self.chunk.as_ref())?;
        let total = Some(scan.files.len() as u64);
        let mut files = Vec::with_capacity(scan.files.len());
        for (done, source) in (0..).zip(&scan.files) {
            watch.check()?;
            watch.progress(Progress::new("read", done, total));
            let reused = known.remove(source.path.as_str()).filter(|known| is_same(&known.file, source));
            files.push(match reused {
                Some(known) => known,
                None => {
                    report.changed += 1;
                    reader.read(source)?
                }
            });
        }
        drop(known);
        let (files, documents) = merge(files);
        let digest = digest(&links);
        let generation = self.builder(links)?.build_chunked(documents, watch)?;
        // The answer does not need the cache: a full disk costs the next run's time, not this one's answer.
        if let Err(error) = generation.save().and_then(|bytes| slot.write(&files, digest, &bytes)) {
            eprintln!("sutra: the cache could not be written: {error}");
        }
        describe(&mut report, &files, &generation);
        Ok(Opened { generation, report })
    }

    fn builder(&self, links: Vec<(String, String)>) -> Result<GenerationBuilder> {
        let builder = Generation::builder().links(links);
        Ok(match self.encoder {
            Some(encoder) => builder.encoder(encoder.source(self.seed)?),
            None => builder.without_encoder(),
        })
    }

    /// The links of `--links`, or those beside the corpora that were found.
    fn links(&self, scan: &Scan) -> Result<Vec<(String, String)>> {
        if let Some(file) = &self.links {
            return read_links(file);
        }
        let mut links = Vec::new();
        for file in scan.files.iter().filter_map(|file| file.links_file.as_deref()) {
            links.extend(read_links(file)?);
        }
        Ok(links)
    }

    /// What tells this search's cache from others.
    fn key(&self) -> Vec<Vec<u8>> {
        let here = std::env::current_dir().unwrap_or_default();
        let mut key = vec![env!("CARGO_PKG_VERSION").into(), here.into_os_string().into_encoded_bytes()];
        key.extend(self.paths.iter().map(|path| path.as_os_str().as_encoded_bytes().to_vec()));
        key.push(format!("{:?} {:?} {} {:?}", self.chunk, self.encoder, self.seed, self.links).into_bytes());
        key
    }

    /// Where the text of a hit stands in its file, if the file is not the text itself: in HTML.
    pub(crate) fn source_of(&self, hit: &SearchHit) -> Result<Option<Range<usize>>> {
        let file = SourceFile::new(hit.id.as_str(), 0, None);
        if file.format() != Format::Html {
            return Ok(None);
        }
        let read = Ingest::new().read(&file)?;
        let page = read.documents.into_iter().find(|page| page.document.id == hit.id);
        Ok(page.and_then(|page| page.source_map?.source(hit.span.range())))
    }
}

/// Reads and cuts one file: Markdown by its headings too, unless a spec says how to cut everything.
struct FileReader {
    ingest: Ingest,
    plain: Arc<dyn Chunker>,
    markdown: Arc<dyn Chunker>,
}

impl FileReader {
    fn new(chunk: Option<&ChunkSpec>) -> Result<Self> {
        let spec = chunk.cloned().unwrap_or_default();
        Ok(Self {
            ingest: Ingest::new(),
            plain: spec.chunker(false)?,
            markdown: spec.chunker(chunk.is_none())?,
        })
    }

    fn read(&self, source: &SourceFile) -> Result<FileDocuments> {
        let read = self.ingest.read(source)?;
        let mut documents = Vec::with_capacity(read.documents.len());
        for page in read.documents {
            let chunker = if page.format == Format::Markdown { &self.markdown } else { &self.plain };
            documents.push(ChunkedDocument::new(page.document, chunker)?);
        }
        let file = CachedFile {
            path: source.path.clone(),
            size: source.size,
            modified: settled(source.modified),
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

fn is_same(cached: &CachedFile, found: &SourceFile) -> bool {
    cached.path == found.path
        && cached.size == found.size
        && cached.modified.is_some()
        && cached.modified == found.modified
}

fn same_files(cached: &[CachedFile], found: &[SourceFile]) -> bool {
    cached.len() == found.len() && cached.iter().zip(found).all(|(cached, found)| is_same(cached, found))
}

/// The documents of a stored generation, back at the files they came from and under the ids they have there.
fn by_file(Stored { cached, generation }: Stored) -> HashMap<String, FileDocuments> {
    let mut stored: HashMap<&str, &ChunkedDocument> = generation
        .corpus()
        .documents()
        .iter()
        .map(|stored| (stored.document().id.as_str(), stored))
        .collect();
    let mut taken = HashSet::new();
    let mut found = HashMap::new();
    for file in cached.files {
        let documents: Option<Vec<ChunkedDocument>> = file
            .documents
            .iter()
            .map(|id| {
                let name = unique(id, &file.path, &mut taken);
                stored.remove(name.as_str()).map(|document| document.clone().with_id(id.clone()))
            })
            .collect();
        if let Some(documents) = documents {
            found.insert(file.path.clone(), FileDocuments { file, documents });
        }
    }
    found
}

/// Makes the ids of all files unique: one that an earlier file has becomes `path#id`.
fn merge(files: Vec<FileDocuments>) -> (Vec<CachedFile>, Vec<ChunkedDocument>) {
    let mut taken = HashSet::new();
    let mut merged = Vec::new();
    let mut table = Vec::with_capacity(files.len());
    for FileDocuments { file, documents } in files {
        for document in documents {
            let id = unique(&document.document().id, &file.path, &mut taken);
            merged.push(if id == document.document().id { document } else { document.with_id(id) });
        }
        table.push(file);
    }
    (table, merged)
}

/// The id under which a document of the file `path` is kept.
fn unique(id: &str, path: &str, taken: &mut HashSet<String>) -> String {
    let mut name = id.to_owned();
    while !taken.insert(name.clone()) {
        name = format!("{path}#{name}");
    }
    name
}

fn describe(report: &mut Report, files: &[CachedFile], generation: &Generation) {
    report.documents = generation.corpus().documents().len();
    for file in files {
        for CachedReason { line, reason } in &file.left_out {
            report.add(&file.path, *line, reason);
        }
    }
}

/// Tells one set of links from another.
fn digest(links: &[(String, String)]) -> u64 {
    let mut digest = Xxh3::new();
    for name in links.iter().flat_map(|(from, to)| [from, to]) {
        digest.update(&(name.len() as u64).to_le_bytes());
        digest.update(name.as_bytes());
    }
    digest.digest()
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
    encoder: EncoderSource,
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
            eprintln!(
                "sutra: {}: {} records left out, the first at line {}: {reason}",
                corpus.display(),
                faults.len(),
                line.unwrap_or(1)
            );
        }
        documents.extend(read.documents);
    }
    Generation::builder().encoder(encoder).links(links).build_chunked(documents, watch)
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
