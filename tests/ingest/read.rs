//! What files become.

use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;

use sutra::core::{Cancel, CancelFlag, Error, ErrorKind, Observer, Progress, Result, Unwatched, Value};
use sutra::ingest::{Format, Ingest, Ingested};

use super::{folder, only, read, reasons, scan};

#[test]
fn text_is_exactly_the_file() {
    let text = "\u{feff}One\r\n two\tthree é\n\n";
    for name in ["a.txt", "a.rst", "LICENSE", "a.md", "a.rs"] {
        let read = only(read(name, text.as_bytes()));
        assert_eq!(read.document.text, text, "{name}");
        assert_eq!(read.document.title, "");
        assert_eq!(read.document.id, read.path);
        assert_eq!(read.source_map, None);
    }
}

#[test]
fn a_file_has_its_metadata_and_that_of_its_front_matter() {
    let text = "---\nlang: de\ntags: [a, b]\nyear: 2024\nname: other\n---\n# Title\n";
    let folder = folder(&[("Guide.MD", text.as_bytes())]);
    let path = folder.path().join("Guide.MD");
    let time = std::time::UNIX_EPOCH + std::time::Duration::new(951_827_696, 5);
    fs::File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
    let read = only(Ingest::new().read(&scan(folder.path()).files[0]).unwrap());
    assert_eq!(read.format, Format::Markdown);
    assert_eq!((read.document.title.as_str(), read.document.text.as_str()), ("Title", text));
    let expected = [
        ("extension", Value::from("md")),
        ("lang", "de".into()),
        ("modified", "2000-02-29T12:34:56Z".into()),
        ("name", "Guide.MD".into()),
        ("path", path.to_str().unwrap().into()),
        ("tags", vec!["a", "b"].into()),
        ("year", 2024.0.into()),
    ];
    assert_eq!(read.document.metadata, expected.map(|(name, value)| (name.to_owned(), value)).into());
    assert_eq!(read.document.id, path.to_str().unwrap());
}

#[test]
fn links_between_files_are_ids() {
    let folder = folder(&[
        ("index.md", b"[a](guide/a.md) [page](page.html) [out](https://example.org/a.md)"),
        ("guide/a.md", b"[home](../index.md#top)"),
        ("page.html", b"<a href=guide/a.md>a</a><a href='#x'>x</a>"),
    ]);
    let files = scan(folder.path()).files;
    let mut documents = Vec::new();
    let left_out = Ingest::new().read_all(&files, &Unwatched, &mut |read| {
        documents.push(read.document);
        Ok(())
    });
    assert!(left_out.unwrap().is_empty());
    let [guide, index, page] = &documents[..] else { panic!("{documents:?}") };
    assert_eq!(index.links, [guide.id.as_str(), page.id.as_str()]);
    assert_eq!(guide.links, [index.id.as_str()]);
    assert_eq!(page.links, [guide.id.as_str()]);
}

#[test]
fn html_is_its_visible_text_with_a_way_back() {
    let html = "<title>T</title><p>One &amp; two</p>";
    let read = only(read("a.html", html.as_bytes()));
    assert_eq!((read.format, read.document.title.as_str()), (Format::Html, "T"));
    assert_eq!(read.document.text, "One & two");
    assert_eq!(read.source_map.unwrap().source(4..9).map(|range| &html[range]), Some("&amp; two"));
    assert_eq!(read.document.metadata.get("extension"), Some(&"html".into()));
}

#[test]
fn a_json_lines_file_is_a_document_a_line() {
    let lines = "\u{feff}{\"_id\": \"1\", \"title\": \"A\", \"text\": \"One\\ntwo\", \"metadata\": {\"y\": 1}}\n\n  \r\n\
                 {\"_id\": \"2\", \"text\": \"Three\", \"links\": [\"1\"]}";
    let read = read("a.jsonl", lines.as_bytes());
    assert!(read.left_out.is_empty(), "{:?}", read.left_out);
    let [one, two] = &read.documents[..] else { panic!("{read:?}") };
    assert_eq!((one.format, one.document.id.as_str()), (Format::JsonLines, "1"));
    assert_eq!((one.document.title.as_str(), one.document.text.as_str()), ("A", "One\ntwo"));
    assert_eq!(one.document.metadata, [("y".to_owned(), Value::from(1.0))].into(), "nothing of the file");
    assert_eq!((two.document.id.as_str(), &two.document.links[..]), ("2", &["1".to_owned()][..]));
}

#[test]
fn bad_lines_are_listed_and_the_rest_goes_on() {
    let lines: &[u8] = b"{\"_id\": \"1\", \"text\": \"a\"}\nnot json\n{\"_id\": 2, \"text\": \"b\"}\n\
        {\"_id\": \"1\", \"text\": \"c\"}\n{\"_id\": \"\xff\", \"text\": \"d\"}\n\
        {\"_id\": \"3\", \"text\": \" \"}\n{\"_id\": \"4\", \"title\": \"t\", \"text\": \"\"}\n[]";
    let read = read("a.jsonl", lines);
    let ids: Vec<_> = read.documents.iter().map(|read| read.document.id.as_str()).collect();
    assert_eq!(ids, ["1", "3", "4"], "an empty document is kept");
    assert_eq!(read.documents[0].document.text, "a", "the first of an id stands");
    let expected = [
        (2, "no JSON: expected ident at column 2"),
        (3, "`_id` is no string"),
        (4, "the id \"1\" again; the first one stands"),
        (5, "not UTF-8 from byte 9 on"),
        (6, "empty"),
        (8, "no JSON object"),
    ];
    assert_eq!(reasons(&read.left_out), expected.map(|(line, what)| (Some(line), what.to_owned())));
}

/// Reads all files of some paths: the ids with their files' names, and what was left out.
fn read_all(paths: &[PathBuf]) -> (Vec<Ingested>, Vec<(Option<usize>, String)>) {
    let mut documents = Vec::new();
    let left_out =
        Ingest::new().read_all(&Ingest::new().scan(paths).unwrap().files, &Unwatched, &mut |read| {
            documents.push(read);
            Ok(())
        });
    (documents, reasons(&left_out.unwrap()))
}

#[test]
fn the_same_id_in_two_files_becomes_the_path_and_the_id() {
    let line = b"{\"_id\": \"x\", \"text\": \"t\"}";
    let folder =
        folder(&[("a.jsonl", line), ("b.jsonl", line), ("c.jsonl", b"{\"_id\": \"y\", \"text\": \"t\"}")]);
    let (documents, left_out) = read_all(&[folder.path().into()]);
    let path = folder.path().join("b.jsonl");
    let ids: Vec<_> = documents.iter().map(|read| read.document.id.clone()).collect();
    assert_eq!(ids, ["x".to_owned(), format!("{}#x", path.display()), "y".to_owned()]);
    assert!(left_out.is_empty());
}

#[test]
fn an_id_that_cannot_be_told_apart_is_listed() {
    let folder = folder(&[]);
    let b = folder.path().join("b.jsonl");
    let clash = format!("{}#x", b.display());
    let a = format!("{{\"_id\": \"x\", \"text\": \"t\"}}\n{{\"_id\": {clash:?}, \"text\": \"t\"}}");
    fs::write(folder.path().join("a.jsonl"), a).unwrap();
    fs::write(b, "{\"_id\": \"x\", \"text\": \"t\"}").unwrap();
    let (documents, left_out) = read_all(&[folder.path().into()]);
    assert_eq!(documents.len(), 2);
    assert_eq!(left_out, [(None, format!("the id {clash:?} again; the first one stands"))]);
}

/// Notes the progress it is told of and stops after some looks.
#[derive(Default)]
struct Watch {
    told: Mutex<Vec<(u64, Option<u64>)>>,
    stop: CancelFlag,
}

impl Cancel for Watch {
    fn check(&self) -> Result<()> {
        self.stop.check()
    }
}

impl Observer for Watch {
    fn progress(&self, progress: Progress<'_>) {
        assert_eq!(progress.stage, "read");
        self.told.lock().unwrap().push((progress.done, progress.total));
    }
}

#[test]
fn progress_counts_bytes_within_bounds() {
    let lines: String = (0..5000).map(|n| format!("{{\"_id\": \"{n}\", \"text\": \"t\"}}\n")).collect();
    let folder = folder(&[("a.jsonl", lines.as_bytes()), ("b.md", &[b'x'; 1000]), ("c.html", b"<p>x")]);
    let files = scan(folder.path()).files;
    let total = files.iter().map(|file| file.size).sum();
    let watch = Watch::default();
    Ingest::new().read_all(&files, &watch, &mut |_| Ok(())).unwrap();
    let told = watch.told.lock().unwrap();
    assert!((100..=201).contains(&told.len()), "{}", told.len());
    assert!(told.windows(2).all(|pair| pair[0].0 < pair[1].0));
    assert!(told.iter().all(|(done, all)| *done <= total && *all == Some(total)));
}

#[test]
fn reading_stops_when_asked_to_and_where_the_caller_fails() {
    let lines: String = (0..5000).map(|n| format!("{{\"_id\": \"{n}\", \"text\": \"t\"}}\n")).collect();
    let folder = folder(&[("a.jsonl", lines.as_bytes())]);
    let files = scan(folder.path()).files;
    let watch = Watch::default();
    let mut count = 0;
    let stopped = Ingest::new().read_all(&files, &watch, &mut |_| {
        count += 1;
        watch.stop.cancel();
        Ok(())
    });
    assert_eq!(stopped.unwrap_err().kind(), ErrorKind::Cancelled);
    assert!(count < 1000, "{count}");
    let failed = Ingest::new().read_each(&files[0], &Unwatched, &mut |_| Err(Error::invalid_input("full")));
    assert_eq!(failed.unwrap_err().to_string(), "full");
}

#[test]
fn real_collections_are_read_whole() {
    let data = std::env::var_os("SUTRA_DATA").map_or_else(|| "../shared/data".into(), PathBuf::from);
    let data = if data.is_absolute() { data } else { PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(data) };
    if !data.is_dir() {
        println!("skipped: real_collections_are_read_whole needs SUTRA_DATA");
        return;
    }
    for (name, count, links, empty) in
        [("scifact", 5183, false, 0), ("cacm", 3204, true, 0), ("cranfield", 1400, false, 2)]
    {
        let found = scan(data.join(name));
        assert_eq!((found.files.len(), found.files[0].links_file.is_some()), (1, links), "{name}");
        let read = Ingest::new().read(&found.files[0]).unwrap();
        assert_eq!(
            (read.documents.len(), read.left_out.len()),
            (count, empty),
            "{name}: {:?}",
            read.left_out
        );
    }
}
