//! What cannot be read is listed, and nothing panics.

use std::fs;

use proptest::prelude::*;
use sutra::core::Unwatched;
use sutra::ingest::{Ingest, Reason};

use super::{folder, only, read, read_with, reasons, scan};

/// The reason why a file of this name and content gives no document.
fn reason(name: &str, bytes: &[u8]) -> Reason {
    let read = read(name, bytes);
    assert_eq!((read.documents.len(), read.left_out.len()), (0, 1), "{read:?}");
    assert!(read.left_out[0].path.ends_with(name));
    read.left_out[0].reason.clone()
}

#[test]
fn binary_files_and_files_that_are_not_utf_8_are_left_out() {
    for name in ["a.md", "a.html", "a.txt", "a.jsonl", "a.png"] {
        assert_eq!(reason(name, b"text\0more"), Reason::Binary, "{name}");
    }
    for name in ["a.md", "a.html", "a.txt"] {
        assert_eq!(reason(name, b"caf\xe9"), Reason::NotUtf8 { at: 3 }, "{name}");
    }
    assert_eq!(reason("a.txt", b"\xff\xfet\0e\0"), Reason::Binary, "UTF-16");
    let far = [&[b'x'; 8192][..], b"\0"].concat();
    assert_eq!(only(read("a.txt", &far)).document.text.len(), 8193, "a NUL further on is text");
}

#[test]
fn the_size_limit_is_inclusive() {
    let ingest = Ingest::new().with_size_limit(5);
    assert_eq!(only(read_with(&ingest, "a.txt", b"12345")).document.text, "12345");
    let large = read_with(&ingest, "a.txt", b"123456");
    assert!(large.documents.is_empty());
    assert_eq!(large.left_out[0].reason, Reason::TooLarge { limit: 5 });
    assert_eq!(reason("a.txt", &vec![b'x'; (10 << 20) + 1]), Reason::TooLarge { limit: 10 << 20 });
}

#[test]
fn in_json_lines_the_size_limit_is_that_of_a_line() {
    let line = |id: usize| format!("{{\"_id\": \"{id}\", \"text\": \"t\"}}");
    let ingest = Ingest::new().with_size_limit(line(1).len() as u64);
    let lines = [line(1), line(22), line(3), " ".repeat(100_000), line(4)].join("\n");
    for end in ["", "\n"] {
        let read = read_with(&ingest, "a.jsonl", format!("{lines}{end}").as_bytes());
        let ids: Vec<_> = read.documents.iter().map(|read| read.document.id.as_str()).collect();
        assert_eq!(ids, ["1", "3", "4"]);
        let lines: Vec<_> = read.left_out.iter().map(|left_out| left_out.line).collect();
        assert_eq!(lines, [Some(2), Some(4)]);
        let limit = line(1).len() as u64;
        assert!(read.left_out.iter().all(|left_out| left_out.reason == Reason::TooLarge { limit }));
    }
}

#[test]
fn a_file_that_is_gone_is_left_out_and_the_rest_goes_on() {
    let folder = folder(&[("a.md", b"one"), ("b.jsonl", b"{}"), ("c.md", b"three")]);
    let files = scan(folder.path()).files;
    fs::remove_file(folder.path().join("a.md")).unwrap();
    fs::remove_file(folder.path().join("b.jsonl")).unwrap();
    let mut texts = Vec::new();
    let left_out = Ingest::new().read_all(&files, &Unwatched, &mut |read| {
        texts.push(read.document.text);
        Ok(())
    });
    assert_eq!(texts, ["three"]);
    let left_out = left_out.unwrap();
    assert_eq!(left_out.len(), 2);
    assert!(left_out.iter().all(|left_out| matches!(left_out.reason, Reason::Unreadable(_))), "{left_out:?}");
}

#[test]
fn empty_documents_are_kept_and_listed() {
    for (name, bytes) in [("a.txt", &b""[..]), ("a.md", b" \n"), ("a.html", b"<p> </p>")] {
        let read = read(name, bytes);
        assert_eq!(read.documents.len(), 1, "{name}");
        assert_eq!(reasons(&read.left_out), [(None, "empty".to_owned())], "{name}");
    }
    let titled = only(read("a.html", b"<title>T</title>"));
    assert!(titled.document.text.is_empty() && !titled.document.is_empty());
}

/// Bytes that look a little like each format.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        prop::sample::select(vec![
            "---\n",
            "a: ",
            "- ",
            "[",
            "{",
            "]",
            "}",
            "\"",
            "\n",
            ": ",
            "&a ",
            "*a ",
            "!!str ",
            "| \n",
            "> \n",
            "#",
            "# ",
            "](",
            "<a href=\"",
            "\">",
            "<p>",
            "&amp;",
            "{\"_id\": \"1\", ",
            "\"text\": \"\\ud800\"}",
            "\\u0000",
            "...\n",
            "%41",
            "```\n",
            "\u{feff}",
            "é",
            "\t",
            "\r\n",
            "? ",
            "%YAML 1.2\n",
            "1e999",
            "|",
            ":|",
            "====\n",
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
        prop::collection::vec(any::<u8>(), 0..6),
        "\\PC{0,6}".prop_map(String::into_bytes),
    ];
    (any::<bool>(), prop::collection::vec(piece, 0..40)).prop_map(|(front, pieces)| {
        let rest = pieces.concat();
        if front { [b"---\n", &rest[..], b"\n---\n"].concat() } else { rest }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_bytes_are_read_or_listed(bytes in bytes()) {
        for name in ["a.md", "a.html", "a.txt", "a.jsonl"] {
            let read = read(name, &bytes);
            if name != "a.jsonl" {
                let listed = read.left_out.iter().any(|left_out| left_out.reason != Reason::Empty);
                prop_assert_eq!(read.documents.len(), usize::from(!listed));
            }
            if let ("a.md" | "a.txt", Some(read)) = (name, read.documents.first()) {
                prop_assert_eq!(read.document.text.as_bytes(), &bytes[..]);
            }
        }
    }
}
