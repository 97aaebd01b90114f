//! How passages are written out.

use std::fmt::Write;

use sutra_core::{Result, Span, Value};

use super::draft::Draft;
use super::placeholders::{Part, parse};

/// How passages become a text: one template for each passage, a separator, and a frame around them all.
///
/// In the template of a passage stand `{text}` (once), `{number}`, `{source}` (title and id, or the id alone where
/// there is no title), `{title}`, `{id}`, `{context}` (the headings it stands under), `{start}` and `{end}` (its
/// bytes in the document) and `{metadata.FIELD}` (empty where the document has no such field). In the frame stand
/// `{passages}` (once) and `{query}`. Braces that are meant are doubled. What is filled in is not read again.
///
/// The default writes `[1] Title (id)`, a line break and the text, with a blank line between passages.
///
/// ```
/// use sutra::Template;
/// let template = Template::new("<p id=\"{number}\" from=\"{id}\">{text}</p>")?
///     .with_separator("\n")
///     .with_frame("Answer from these passages alone:\n{passages}\n\nQuestion: {query}")?;
/// let error = Template::new("[{nubmer}] {text}").unwrap_err().to_string();
/// assert!(error.contains("character 3"), "{error}");
/// # Ok::<(), sutra::core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    passage: Vec<Part<PassageGap>>,
    separator: String,
    frame: Vec<Part<FrameGap>>,
}

#[derive(Clone, Debug, PartialEq)]
enum PassageGap {
    Number,
    Source,
    Title,
    Id,
    Context,
    Text,
    Start,
    End,
    Metadata(String),
}

#[derive(Clone, Debug, PartialEq)]
enum FrameGap {
    Passages,
    Query,
}

impl Default for Template {
    fn default() -> Self {
        let line = |text: &str| Part::Literal(text.to_owned());
        let gap = Part::Gap;
        Self {
            passage: vec![
                line("["),
                gap(PassageGap::Number),
                line("] "),
                gap(PassageGap::Source),
                line("\n"),
                gap(PassageGap::Text),
            ],
            separator: "\n\n".to_owned(),
            frame: vec![Part::Gap(FrameGap::Passages)],
        }
    }
}

impl Template {
    /// A template of each passage, with a blank line between them and no frame.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) at a character, counted from 1: a name that is none
    /// of those above, a brace without its other one, no `{text}` or a second one.
    pub fn new(passage: &str) -> Result<Self> {
        let known = "number, source, title, id, context, text, start, end and metadata.FIELD";
        let passage = parse("template of a passage", passage, passage_gap, known, "text")?;
        Ok(Self { passage, ..Self::default() })
    }

    /// The same template with this text between two passages.
    #[must_use]
    pub fn with_separator(mut self, separator: impl Into<String>) -> Self {
        self.separator = separator.into();
        self
    }

    /// The same template with a text around all passages.
    ///
    /// # Errors
    /// As [`Template::new`], with `{passages}` in the place of `{text}`.
    pub fn with_frame(mut self, frame: &str) -> Result<Self> {
        self.frame = parse("frame of the template", frame, frame_gap, "passages and query", "passages")?;
        Ok(self)
    }

    /// The whole text, and where in it the text of each passage stands.
    pub(super) fn render(&self, query: &str, drafts: &[Draft<'_>]) -> Result<(String, Vec<Span>)> {
        let mut out = String::new();
        let mut places = Vec::with_capacity(drafts.len());
        for part in &self.frame {
            match part {
                Part::Literal(text) => out.push_str(text),
                Part::Gap(FrameGap::Query) => out.push_str(query),
                Part::Gap(FrameGap::Passages) => {
                    for (number, draft) in (1..).zip(drafts) {
                        if number > 1 {
                            out.push_str(&self.separator);
                        }
                        places.push(self.passage(&mut out, number, draft)?);
                    }
                }
            }
        }
        Ok((out, places))
    }

    /// Writes one passage; the span of its text.
    fn passage(&self, out: &mut String, number: usize, draft: &Draft<'_>) -> Result<Span> {
        let mut place = Span::from_storage(out.len(), out.len())?;
        for part in &self.passage {
            let Part::Gap(gap) = part else {
                if let Part::Literal(text) = part {
                    out.push_str(text);
                }
                continue;
            };
            match gap {
                PassageGap::Number => write_number(out, number),
                PassageGap::Start => write_number(out, draft.span.start()),
                PassageGap::End => write_number(out, draft.span.end()),
                PassageGap::Title => out.push_str(&draft.hit.title),
                PassageGap::Id => out.push_str(&draft.hit.id),
                PassageGap::Context => out.push_str(draft.context),
                PassageGap::Source => write_source(out, &draft.hit.title, &draft.hit.id),
                PassageGap::Metadata(field) => write_value(out, draft.hit.metadata.get(field)),
                PassageGap::Text => {
                    let start = out.len();
                    out.push_str(draft.span.slice(draft.text)?);
                    place = Span::from_storage(start, out.len())?;
                }
            }
        }
        Ok(place)
    }
}

fn passage_gap(name: &str) -> Option<PassageGap> {
    Some(match name {
        "number" => PassageGap::Number,
        "source" => PassageGap::Source,
        "title" => PassageGap::Title,
        "id" => PassageGap::Id,
        "context" => PassageGap::Context,
        "text" => PassageGap::Text,
        "start" => PassageGap::Start,
        "end" => PassageGap::End,
        _ => {
            let field = name.strip_prefix("metadata.").filter(|field| !field.is_empty())?;
            PassageGap::Metadata(field.to_owned())
        }
    })
}

fn frame_gap(name: &str) -> Option<FrameGap> {
    match name {
        "passages" => Some(FrameGap::Passages),
        "query" => Some(FrameGap::Query),
        _ => None,
    }
}

fn write_number(out: &mut String, number: usize) {
    // Writing to a string does not fail.
    let _ = write!(out, "{number}");
}

fn write_source(out: &mut String, title: &str, id: &str) {
    if title.trim().is_empty() {
        out.push_str(id);
    } else {
        let _ = write!(out, "{title} ({id})");
    }
}

/// A text without quotes; the elements of a list with commas between them.
fn write_value(out: &mut String, value: Option<&Value>) {
    match value {
        None => {}
        Some(Value::Text(text)) => out.push_str(text),
        Some(Value::List(values)) => {
            for (place, value) in values.iter().enumerate() {
                if place > 0 {
                    out.push_str(", ");
                }
                write_value(out, Some(value));
            }
        }
        Some(value) => {
            let _ = write!(out, "{value}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_pointed_at() {
        for (template, character, what) in [
            ("", 1, "without {text}"),
            ("über {text", 6, "not closed"),
            ("{te{xt}", 1, "not closed"),
            ("{text\n}", 1, "not closed"),
            ("ü}{text}", 2, "closes nothing"),
            ("{text} {Number}", 9, "there are number, source"),
            ("{text} {}", 9, "there is no \"\""),
            ("{metadata.} {text}", 2, "metadata.FIELD"),
            ("{text} {text}", 8, "second time"),
            ("{{text}}", 9, "without {text}"),
        ] {
            let error = Template::new(template).unwrap_err().to_string();
            let place = format!("template of a passage, character {character}: ");
            assert!(error.starts_with(&place) && error.contains(what), "{template:?}: {error}");
        }
        let error = Template::default().with_frame("{query}").unwrap_err().to_string();
        assert!(error.starts_with("frame of the template, character 8: "), "{error}");
    }

    #[test]
    fn the_default_is_what_its_documentation_says() {
        let same = Template::new("[{number}] {source}\n{text}").unwrap();
        let same = same.with_separator("\n\n").with_frame("{passages}").unwrap();
        assert_eq!(Template::default(), same);
    }
}
