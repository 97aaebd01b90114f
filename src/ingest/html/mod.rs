//! HTML files.

mod blocks;
mod events;
mod page;

use sutra_core::Document;

use self::page::Page;
use super::{SourceMap, link};

/// The document of an HTML file: its visible text, its `<title>`, its relative links, and the map from the
/// text to the file.
pub(super) fn document(path: &str, html: &str) -> (Document, SourceMap) {
    let page = parse(html);
    let mut document = Document::new(path, page.text);
    document.title = page.title.unwrap_or_default();
    document.links = link::resolve_all(path, &page.targets);
    (document, page.map)
}

/// Where the links of a piece of HTML lead, as written.
pub(super) fn targets(html: &str) -> Vec<String> {
    parse(html).targets
}

fn parse(html: &str) -> Page {
    let mut page = Page::default();
    events::run(html, &mut page);
    page
}

#[cfg(test)]
mod tests;
