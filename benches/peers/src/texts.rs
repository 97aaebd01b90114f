//! English texts of a given size.

use std::path::PathBuf;

/// The kinds of English text that the benches cut.
pub const KINDS: &[&str] = &["state_of_the_union", "wikitexts", "pubmed", "finance"];

/// The folder of the data: `SUTRA_DATA`, or `../shared/data` beside the repository.
pub fn data() -> PathBuf {
    std::env::var_os("SUTRA_DATA")
        .map_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data").into(), PathBuf::from)
}

/// About `bytes` bytes of one kind of text, repeated where it is shorter, or `None` where the data is absent.
pub fn text_of(kind: &str, bytes: usize) -> Option<String> {
    let source = std::fs::read_to_string(data().join("chunking_eval").join(format!("{kind}.md"))).ok();
    cycled(&[source?], bytes)
}

/// About `bytes` bytes of English prose of several kinds, or `None` where the data is absent.
pub fn prose(bytes: usize) -> Option<String> {
    let sources: Vec<String> = KINDS.iter().map(|kind| text_of(kind, 200_000)).collect::<Option<_>>()?;
    cycled(&sources, bytes)
}

fn cycled(sources: &[String], bytes: usize) -> Option<String> {
    let mut text = String::with_capacity(bytes + 4);
    for source in sources.iter().cycle().take_while(|source| !source.is_empty()) {
        if text.len() >= bytes {
            break;
        }
        text.push_str(&source[..source.floor_char_boundary(bytes - text.len())]);
        text.push_str("\n\n");
    }
    text.truncate(text.floor_char_boundary(bytes));
    Some(text)
}
