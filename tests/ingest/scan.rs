//! Which files are found.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use sutra::core::ErrorKind;
use sutra::ingest::{Format, Ingest};

use super::{folder, names, scan, write};

#[test]
fn paths_are_the_one_asked_for_joined_with_the_one_inside() {
    let folder = folder(&[("b.txt", b"b"), ("a/z.md", b"z"), ("a.md", b"a")]);
    assert_eq!(names(folder.path()), ["a.md", "a/z.md", "b.txt"], "sorted");
    let root = folder.path().to_str().unwrap();
    let slash = scan(format!("{root}/"));
    assert_eq!(slash.files[0].path, format!("{root}/a.md"));
    let dotted = scan(format!("{root}/a/.."));
    assert_eq!(dotted.files[0].path, format!("{root}/a/../a.md"));
    for file in slash.files.iter().chain(&dotted.files) {
        assert_eq!(fs::metadata(&file.path).unwrap().len(), file.size, "opens as printed");
    }
}

#[test]
fn a_relative_path_stays_relative() {
    let here = std::env::current_dir().unwrap();
    let found = Ingest::new().scan(&[PathBuf::from("src/ingest/format.rs"), "./src/ingest".into()]).unwrap();
    assert_eq!(found.files[0].path, "src/ingest/format.rs");
    assert!(found.files[1..].iter().all(|file| file.path.starts_with("./src/ingest/")), "in {here:?}");
}

#[test]
fn a_file_changes_with_its_bytes_and_its_time() {
    let folder = folder(&[("a.md", b"one")]);
    let path = folder.path().join("a.md");
    let before = scan(folder.path());
    assert_eq!(before.files[0].size, 3);
    assert!(before.files[0].modified.unwrap() > 1_600_000_000_000_000_000, "nanoseconds");
    assert_eq!(scan(folder.path()), before);
    let time = std::time::UNIX_EPOCH + std::time::Duration::new(5, 7);
    fs::File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
    let after = scan(folder.path());
    assert_ne!(after, before);
    let [file] = &after.files[..] else { panic!("one file, not {}", after.files.len()) };
    assert_eq!((file.path.as_str(), file.size), (path.to_str().unwrap(), 3));
    assert_eq!(file.modified, Some(5_000_000_007));
    if let Some(changed) = file.changed {
        assert!(changed > 1_600_000_000_000_000_000, "a time that nobody can set");
    }
}

#[test]
fn ignored_hidden_and_lock_files_are_not_found() {
    let folder = folder(&[
        (".gitignore", b"*.tmp\n/build\n"),
        (".hidden.md", b""),
        (".git/config", b""),
        ("a.md", b""),
        ("a.tmp", b""),
        ("build/b.md", b""),
        ("deep/build/c.md", b""),
        ("deep/.gitignore", b"d.md\n"),
        ("deep/d.md", b""),
        ("Cargo.lock", b""),
        ("yarn.lock", b""),
        ("js/package-lock.json", b"{}"),
    ]);
    assert_eq!(names(folder.path()), ["a.md", "deep/build/c.md"]);
}

#[test]
fn a_gitignore_counts_outside_git_too() {
    let folder = folder(&[(".gitignore", b"a.md\n"), ("a.md", b""), ("b.md", b"")]);
    assert_eq!(names(folder.path()), ["b.md"]);
}

#[test]
fn a_file_asked_for_is_always_there() {
    let folder = folder(&[(".gitignore", b"*\n"), (".hidden.md", b"x"), ("Cargo.lock", b"x")]);
    for name in [".hidden.md", "Cargo.lock", ".gitignore"] {
        let path = folder.path().join(name);
        assert_eq!(scan(&path).files[0].path, path.to_str().unwrap());
    }
    let hidden = super::folder(&[(".notes/a.md", b"x")]);
    assert_eq!(scan(hidden.path().join(".notes")).files.len(), 1, "and so is a hidden folder");
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = folder(&[("a/a.md", b"")]);
    symlink(folder.path(), folder.path().join("a/loop")).unwrap();
    symlink(folder.path().join("a/a.md"), folder.path().join("b.md")).unwrap();
    symlink("/no/such/file", folder.path().join("broken.md")).unwrap();
    assert_eq!(names(folder.path()), ["a/a.md"]);
    let outside = super::folder(&[]);
    symlink(folder.path(), outside.path().join("root")).unwrap();
    assert_eq!(scan(outside.path().join("root")).files.len(), 1, "but for the path asked for");
}

#[cfg(unix)]
#[test]
fn what_is_no_file_and_what_has_no_name_is_left_out() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder(&[("a.md", b"")]);
    let name = std::ffi::OsStr::from_bytes(b"caf\xe9.md");
    fs::write(folder.path().join(name), "x").unwrap();
    let found = scan(folder.path());
    assert_eq!((found.files.len(), found.left_out.len()), (1, 1));
    assert_eq!(found.left_out[0].path, folder.path().join(name));
    let error = Ingest::new().scan(&["/dev/null".into()]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidInput);
    assert!(error.to_string().contains("/dev/null"), "{error}");
}

#[test]
fn a_missing_path_is_named() {
    let folder = folder(&[("a.md", b"")]);
    let missing = folder.path().join("no/such");
    let error = Ingest::new().scan(&[folder.path().into(), missing.clone()]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(error.to_string().contains(missing.to_str().unwrap()), "{error}");
}

#[test]
fn several_paths_are_several_sources_and_a_file_belongs_to_one() {
    let folder = folder(&[("a/x.md", b""), ("b/y.md", b""), ("b/z.md", b"")]);
    let path = |name: &str| folder.path().join(name);
    let found = Ingest::new().scan(&[path("b"), path("a"), path("b/z.md")]).unwrap();
    let sources: Vec<_> = found.files.iter().map(|file| (file.source, file.path.clone())).collect();
    let text = |name: &str| path(name).to_str().unwrap().to_owned();
    assert_eq!(sources, [(0, text("b/y.md")), (0, text("b/z.md")), (1, text("a/x.md"))]);
}

#[test]
fn of_a_beir_folder_only_the_corpus_is_found() {
    let with_queries =
        [("corpus.jsonl", &b""[..]), ("queries.jsonl", b""), ("links.tsv", b""), ("README.md", b"")];
    let with_qrels =
        [("set/corpus.jsonl", &b""[..]), ("set/qrels/test.tsv", b""), ("set/x.txt", b""), ("note.md", b"")];
    let plain = [("corpus.jsonl", &b""[..]), ("links.tsv", b"")];
    let first = folder(&with_queries);
    assert_eq!(names(first.path()), ["corpus.jsonl"]);
    let links = first.path().join("links.tsv");
    assert_eq!(scan(first.path()).files[0].links_file.as_ref(), Some(&links));
    assert_eq!(scan(first.path().join("corpus.jsonl")).files[0].links_file.as_ref(), Some(&links));
    let second = folder(&with_qrels);
    assert_eq!(names(second.path()), ["note.md", "set/corpus.jsonl"]);
    assert_eq!(scan(second.path()).files[1].links_file, None);
    let third = folder(&plain);
    assert_eq!(names(third.path()), ["corpus.jsonl", "links.tsv"]);
    assert_eq!(scan(third.path()).files[0].links_file, None);
}

#[test]
fn the_extension_says_the_format_in_any_case() {
    for (name, format) in [
        ("a.md", Format::Markdown),
        ("a.Markdown", Format::Markdown),
        ("a.HTM", Format::Html),
        ("a.html", Format::Html),
        ("a.jsonl", Format::JsonLines),
        ("a.json", Format::Text),
        ("a.rst", Format::Text),
        ("md", Format::Text),
    ] {
        assert_eq!(Format::of(Path::new(name)), format, "{name}");
    }
}

#[test]
fn five_thousand_files_are_found_quickly() {
    let folder = folder(&[]);
    for file in 0..5000 {
        write(folder.path(), &format!("{:02}/{file}.md", file / 100), b"text");
    }
    let fastest = (0..5).map(|_| {
        let start = Instant::now();
        assert_eq!(scan(folder.path()).files.len(), 5000);
        start.elapsed()
    });
    let fastest = fastest.min().unwrap();
    println!("5,000 files in {fastest:?}");
    assert!(fastest.as_millis() < 400, "ten times what is expected: {fastest:?}");
}
