//! Markdown files.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use sutra_core::{Document, Metadata, Value};

use super::{front_matter, html, link};

/// The document of a Markdown file: its text as it is, its first heading as the title (else the `title` of its
/// front matter), its relative links, and the fields of its front matter.
pub(super) fn document(path: &str, text: String) -> Document {
    let (metadata, outline) = match front_matter::split(&text) {
        Some((yaml, body)) => (front_matter::fields(yaml), Outline::of(body)),
        None => (Metadata::new(), Outline::of(text.strip_prefix('\u{feff}').unwrap_or(&text))),
    };
    let mut document = Document::new(path, text);
    document.title = outline.title.or_else(|| named_title(&metadata)).unwrap_or_default();
    document.metadata = metadata;
    document.links = link::resolve_all(path, &outline.targets);
    document
}

fn named_title(metadata: &Metadata) -> Option<String> {
    match metadata.get("title") {
        Some(Value::Text(title)) => Some(title.trim().to_owned()),
        _ => None,
    }
}

/// What is read of a Markdown text beside the text itself.
#[derive(Default)]
struct Outline {
    title: Option<String>,
    targets: Vec<String>,
}

impl Outline {
    fn of(text: &str) -> Self {
        let mut outline = Self::default();
        let mut heading: Option<String> = None;
        for event in Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES) {
            match event {
                Event::Start(Tag::Heading { .. }) if outline.title.is_none() => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    let words = heading.take().map(|heading| heading.trim().to_owned());
                    outline.title = outline.title.or(words.filter(|words| !words.is_empty()));
                }
                Event::Start(Tag::Link { dest_url, .. }) => outline.targets.push(dest_url.into_string()),
                Event::Html(html) | Event::InlineHtml(html) => outline.targets.extend(html::targets(&html)),
                Event::Text(text) | Event::Code(text) => {
                    heading.iter_mut().for_each(|heading| *heading += &text);
                }
                Event::SoftBreak | Event::HardBreak => {
                    heading.iter_mut().for_each(|heading| heading.push(' '));
                }
                _ => {}
            }
        }
        outline
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_and_links_come_from_the_markdown_alone() {
        let text = "Intro\n\n```\n# no heading [x](no.md)\n```\n## The *first* `one`\n# Second\n\
                    [a](../a.md#x), ![image](i.png), [b][ref], [out](https://e.org/c.md), <a href=\"d%20e.html\">d</a>,\n\
                    [again](../a.md), [self](#part)\n\n[ref]: b.md\n";
        let document = document("docs/m/x.md", text.to_owned());
        assert_eq!(document.title, "The first one");
        assert_eq!(document.links, ["docs/a.md", "docs/m/b.md", "docs/m/d e.html"]);
        assert_eq!(document.text, text);
    }

    #[test]
    fn front_matter_gives_fields_and_is_no_heading() {
        let text = "---\ntitle: Named\nlang: de\n---\nText.\n";
        let plain = document("x.md", text.to_owned());
        assert_eq!(plain.title, "Named");
        assert_eq!(plain.metadata.get("lang"), Some(&"de".into()));
        assert_eq!(plain.text, text);
        assert_eq!(document("x.md", format!("{text}\nHeading\n===\n")).title, "Heading");
        assert_eq!(document("x.md", "\u{feff}# BOM\n".to_owned()).title, "BOM");
    }
}
