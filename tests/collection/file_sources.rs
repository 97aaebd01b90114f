//! Files as a source.

use std::fs;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use sutra::core::{Corpus, Document, ErrorKind, Unwatched};
use sutra::store::MemoryStore;
use sutra::{Collection, FileSource, Generation};

fn collection() -> Collection {
    Collection::open_or_create_in(MemoryStore::new(), Generation::builder().without_encoder()).unwrap()
}

fn source(folder: &Path) -> FileSource {
    FileSource::new("docs", [folder.to_path_buf()])
}

fn sync(collection: &Collection, source: &FileSource) -> (usize, u64) {
    let mut writer = collection.writer().unwrap();
    let report = writer.sync_files(source, &Unwatched).unwrap();
    (report.documents, writer.commit(&Unwatched).unwrap().generation)
}

#[test]
fn times_that_became_known_are_no_reason_for_a_generation() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.txt"), "The sea.").unwrap();
    let collection = collection();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos() as i64;
    assert_eq!(sync(&collection, &source(folder.path()).as_of(now)), (1, 1), "too young to be trusted");
    let later = now + 60_000_000_000;
    assert_eq!(sync(&collection, &source(folder.path()).as_of(later)), (1, 1));
    fs::write(folder.path().join("b.txt"), "The wall.").unwrap();
    assert_eq!(sync(&collection, &source(folder.path()).as_of(later)), (2, 2));
    assert_eq!(sync(&collection, &source(folder.path()).as_of(later)), (2, 2));
}

#[cfg(unix)]
#[test]
fn what_cannot_be_read_now_keeps_its_documents() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    for (file, text) in [("a.txt", "The sea."), ("inner/b.txt", "The wall."), ("c.txt", "The mill.")] {
        fs::write(folder.path().join(file), text).unwrap();
    }
    let collection = collection();
    assert_eq!(sync(&collection, &source(folder.path())).0, 3);
    let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    let a = folder.path().join("a.txt");
    mode(&a, 0o000);
    if fs::read(&a).is_ok() {
        println!("skipped: what_cannot_be_read_now_keeps_its_documents needs a user whom permissions bind");
        return;
    }
    mode(&inner, 0o000);
    fs::remove_file(folder.path().join("c.txt")).unwrap();
    let (documents, _) = sync(&collection, &source(folder.path()));
    mode(&a, 0o644);
    mode(&inner, 0o755);
    assert_eq!(documents, 2, "c.txt alone is gone");
    assert_eq!(collection.latest().unwrap().corpus().len(), 2);
    assert_eq!(sync(&collection, &source(folder.path())).0, 2);
}

#[test]
fn a_source_is_just_its_files() {
    let folder = tempfile::tempdir().unwrap();
    for file in ["a.txt", "b.txt"] {
        fs::write(folder.path().join(file), "The sea.").unwrap();
    }
    let collection = collection();
    let later = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos() as i64 + 60_000_000_000;
    let source = source(folder.path()).as_of(later);
    assert_eq!(sync(&collection, &source), (2, 1));
    let mut writer = collection.writer().unwrap();
    assert!(writer.delete(folder.path().join("a.txt").to_str().unwrap()).unwrap());
    assert_eq!(writer.commit(&Unwatched).unwrap().documents, 1);
    drop(writer);
    assert_eq!(sync(&collection, &source), (2, 3), "what was deleted by hand is in the folder still");
    assert_eq!(collection.latest().unwrap().corpus().document_count(), 2);
}

#[test]
fn half_a_source_is_never_committed() {
    let collection = collection();
    let mut writer = collection.writer().unwrap();
    let twice = ["a", "b", "a"].map(|id| Document::new(id, "The sea."));
    let error = writer.sync("docs", twice.clone(), &Unwatched).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Duplicate);
    assert_eq!(writer.commit(&Unwatched).unwrap().documents, 0);
    assert!(writer.sync("", twice, &Unwatched).is_err(), "a source has a name");
}

#[test]
fn an_id_that_came_in_unchanged_came_in() {
    let collection = collection();
    let mut writer = collection.writer().unwrap();
    let document = |text: &str| Document::new("a", text);
    writer.add(document("The sea.")).unwrap();
    writer.commit(&Unwatched).unwrap();
    writer.add(document("The sea.")).unwrap();
    assert_eq!(writer.add(document("The wall.")).unwrap_err().kind(), ErrorKind::Duplicate);
    assert!(writer.delete("a").unwrap());
    assert_eq!(writer.commit(&Unwatched).unwrap().documents, 0);
}

#[test]
fn a_source_is_forgotten_whatever_became_of_its_files() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.txt"), "The sea.").unwrap();
    let collection = collection();
    sync(&collection, &source(folder.path()));
    let mut writer = collection.writer().unwrap();
    writer.sync("records", [Document::new("r", "The wall.")], &Unwatched).unwrap();
    writer.add(Document::new("alone", "The mill.")).unwrap();
    writer.commit(&Unwatched).unwrap();
    assert_eq!(writer.sources().unwrap(), ["docs", "records"]);
    assert_eq!(writer.forget("none").unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(writer.forget("").unwrap_err().kind(), ErrorKind::NotFound, "what belongs to no source");

    drop(folder);
    assert_eq!(writer.forget("docs").unwrap(), 1);
    assert_eq!(writer.forget("docs").unwrap_err().kind(), ErrorKind::Duplicate, "once a commit");
    assert_eq!(writer.commit(&Unwatched).unwrap().documents, 2);
    assert_eq!(writer.sources().unwrap(), ["records"]);
    assert_eq!(writer.forget("docs").unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(writer.forget("records").unwrap(), 1);
    writer.commit(&Unwatched).unwrap();
    assert!(writer.sources().unwrap().is_empty());
    assert_eq!(collection.latest().unwrap().corpus().document_count(), 1);
}

#[test]
fn a_file_belongs_to_the_source_that_came_first() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    fs::write(inner.join("a.txt"), "The sea.").unwrap();
    fs::write(folder.path().join("b.txt"), "The wall.").unwrap();
    let collection = collection();
    let (whole, part) = (source(folder.path()), FileSource::new("part", [inner.join("../inner")]));
    assert_eq!(sync(&collection, &part).0, 1);
    let mut writer = collection.writer().unwrap();
    let report = writer.sync_files(&whole, &Unwatched).unwrap();
    assert_eq!((report.documents, report.left_out.len()), (1, 1));
    assert_eq!(report.left_out[0].reason, "it belongs to the source part");
    assert_eq!(writer.commit(&Unwatched).unwrap().documents, 2);
    fs::remove_file(inner.join("a.txt")).unwrap();
    drop(writer);
    assert_eq!(sync(&collection, &part).0, 0);
    fs::write(inner.join("a.txt"), "The sea again.").unwrap();
    assert_eq!(sync(&collection, &whole).0, 2, "free again");
    assert_eq!(sync(&collection, &part).0, 0);
}
