//! Folders and files as a generation, from the cache where nothing changed.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::PathBuf;

use sutra::core::{Error, Observer, Progress, Result};
use sutra::ingest::{Format, Ingest, LeftOut, Scan, SourceFile, SourceMap};
use sutra::{ChunkedDocument, Generation, GenerationBuilder, SearchHit};
use xxhash_rust::xxh3::Xxh3;

use crate::cache::{Cached, CachedFile, CachedReason, Slot};
use crate::file_reader::{FileDocuments, FileReader, read_links};
use crate::output::note;
use crate::report::Report;
use crate::specs::{ChunkSpec, EncoderSpec};

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
    pub(crate) pages: Pages,
}

/// What the cache holds.
struct Stored {
    cached: Cached,
    generation: Generation,
}

impl Folder {
    /// Brings the cache up to date and opens it.
    pub(crate) fn open(&self, watch: &dyn Observer) -> Result<Opened> {
        let slot = Slot::lock(&self.key());
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
        let pages = scan.files.iter().filter(|file| file.format() == Format::Html);
        let pages = Pages::new(pages.map(|file| file.path.clone()));
        let (files, generation) = match stored {
            Some(Stored { cached, generation })
                if cached.links == digest(&links) && same_files(&cached.files, &scan.files) =>
            {
                (cached.files, generation)
            }
            stored => self.update(&slot, links, &scan, stored, &mut report, watch)?,
        };
        describe(&mut report, &files, &generation);
        Ok(Opened { generation, report, pages })
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
            note(format_args!("the cache is made anew: {error}"));
            None
        }))
    }

    /// Reads what changed and builds the indexes, unless the documents turn out to be what they were.
    fn update(
        &self,
        slot: &Slot,
        links: Vec<(String, String)>,
        scan: &Scan,
        stored: Option<Stored>,
        report: &mut Report,
        watch: &dyn Observer,
    ) -> Result<(Vec<CachedFile>, Generation)> {
        let mut known = stored.as_ref().map(by_file).unwrap_or_default();
        let mut same_documents = stored.as_ref().is_some_and(|stored| {
            stored.cached.links == digest(&links) && stored.cached.files.len() == scan.files.len()
        });
        let reader = FileReader::new(self.chunk.as_ref())?;
        let total = Some(scan.files.len() as u64);
        let mut files = Vec::with_capacity(scan.files.len());
        for (done, source) in (0..).zip(&scan.files) {
            watch.check()?;
            watch.progress(Progress::new("read", done, total));
            let old = known.remove(source.path.as_str());
            files.push(match old {
                Some(old) if is_same(&old.file, source) => old,
                old => {
                    let read = reader.read(source)?;
                    let same = old.is_some_and(|old| old.same_content(&read));
                    report.changed += usize::from(!same);
                    same_documents &= same;
                    read
                }
            });
        }
        report.removed = known.len();
        let (files, documents) = merge(files);
        let digest = digest(&links);
        let generation = match stored {
            Some(stored) if same_documents && report.removed == 0 => stored.generation,
            _ => self.builder(links)?.build_chunked(documents, watch)?,
        };
        // The answer does not need the cache: a full disk costs the next run's time, not this one's answer.
        if let Err(error) = generation.save().and_then(|bytes| slot.write(&files, digest, &bytes)) {
            note(format_args!("the cache could not be written: {error}"));
        }
        Ok((files, generation))
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
}

/// The HTML pages among the files, whose text is not the file as it is.
pub(crate) struct Pages {
    paths: HashSet<String>,
    maps: RefCell<HashMap<String, Option<(String, SourceMap)>>>,
}

impl Pages {
    fn new(paths: impl Iterator<Item = String>) -> Self {
        Self { paths: paths.collect(), maps: RefCell::default() }
    }

    /// Where the text of a hit stands in its file, if the file is an HTML page that did not change meanwhile.
    pub(crate) fn source_of(&self, hit: &SearchHit) -> Result<Option<Range<usize>>> {
        if !self.paths.contains(&hit.id) {
            return Ok(None);
        }
        let mut maps = self.maps.borrow_mut();
        if !maps.contains_key(&hit.id) {
            let read = Ingest::new().read(&SourceFile::new(hit.id.as_str(), 0, None))?;
            let page = read.documents.into_iter().find(|page| page.document.id == hit.id);
            maps.insert(hit.id.clone(), page.and_then(|page| Some((page.document.text, page.source_map?))));
        }
        let page = maps.get(&hit.id).and_then(Option::as_ref);
        Ok(page.and_then(|(text, map)| {
            let unchanged = text.get(hit.span.range()) == Some(hit.text.as_str());
            map.source(hit.span.range()).filter(|_| unchanged)
        }))
    }
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
fn by_file(Stored { cached, generation }: &Stored) -> HashMap<String, FileDocuments> {
    let mut stored: HashMap<&str, &ChunkedDocument> = generation
        .corpus()
        .documents()
        .iter()
        .map(|stored| (stored.document().id.as_str(), stored))
        .collect();
    let mut taken = HashSet::new();
    let mut found = HashMap::new();
    for file in &cached.files {
        let documents: Option<Vec<ChunkedDocument>> = file
            .documents
            .iter()
            .map(|id| {
                let name = unique(id, &file.path, &mut taken);
                stored.remove(name.as_str()).map(|document| document.clone().with_id(id.clone()))
            })
            .collect();
        if let Some(documents) = documents {
            found.insert(file.path.clone(), FileDocuments { file: file.clone(), documents });
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
