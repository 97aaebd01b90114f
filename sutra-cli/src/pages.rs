//! Where hits of HTML pages stand in their files.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;

use sutra::SearchHit;
use sutra::core::{Result, Value};
use sutra::ingest::{Format, Ingest, SourceFile, SourceMap};

/// HTML pages, whose text is not the file as it is. Each is read once.
#[derive(Default)]
pub(crate) struct Pages(RefCell<HashMap<String, Option<(String, SourceMap)>>>);

impl Pages {
    /// Where the text of a hit stands in its file, if the file is an HTML page that did not change meanwhile.
    pub(crate) fn source_of(&self, hit: &SearchHit) -> Result<Option<Range<usize>>> {
        let Some(path) = page(hit) else { return Ok(None) };
        let mut maps = self.0.borrow_mut();
        if !maps.contains_key(path) {
            let read = Ingest::new().read(&SourceFile::new(path, 0, None))?;
            let page = read.documents.into_iter().find(|page| page.document.id == path);
            maps.insert(path.to_owned(), page.and_then(|page| Some((page.document.text, page.source_map?))));
        }
        let page = maps.get(path).and_then(Option::as_ref);
        Ok(page.and_then(|(text, map)| {
            let unchanged = text.get(hit.span.range()) == Some(hit.text.as_str());
            map.source(hit.span.range()).filter(|_| unchanged)
        }))
    }
}

/// The file of a hit, if it is an HTML page. A record may have any id, but says nothing of a path.
fn page(hit: &SearchHit) -> Option<&str> {
    let path = match hit.metadata.get("path") {
        Some(Value::Text(path)) => path.as_str(),
        _ => return None,
    };
    let own = hit.id == path || hit.id.strip_suffix(path).is_some_and(|before| before.ends_with('#'));
    (own && Format::of(Path::new(path)) == Format::Html).then_some(path)
}
