//! What a field is taken from, and how much it counts.

use std::borrow::Cow;
use std::fmt;

use sutra_core::{ChunkText, Error, Result, Value};

/// A field of chunks: its name, what it is taken from, how much its terms count, and how much a long one is held against
/// a chunk.
///
/// | field | name | what it is taken from |
/// |---|---|---|
/// | [`title`](Self::title) | `title` | the title of the chunk's document |
/// | [`context`](Self::context) | `context` | the headings that the chunk stands under |
/// | [`text`](Self::text) | `text` | the text of the chunk, its span alone |
/// | [`passage`](Self::passage) | `passage` | title, context and text; see [`sutra_core::passage`] |
/// | [`metadata`](Self::metadata) | the key | a field of the document's metadata: a string, or those of a list, a line each; numbers and truth values have no terms |
///
/// A [`ChunkText`] without its [`candidate`](ChunkText::candidate) has its passage as text and as passage; its other
/// fields are empty.
///
/// The weight is 1 and `b` 0.75 unless said otherwise. A field of weight 0 is as if it were not there.
///
/// ```
/// use sutra_index::Bm25Field;
/// let field = Bm25Field::metadata("tags").with_weight(2.0)?.with_b(0.3)?;
/// assert_eq!((field.name(), field.weight(), field.b()), ("tags", 2.0, 0.3));
/// assert!(field.with_weight(-1.0).is_err());
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Bm25Field {
    name: String,
    source: Source,
    weight: f32,
    b: f32,
}

/// What a field is taken from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Title,
    Context,
    Text,
    Passage,
    Metadata(String),
}

impl Bm25Field {
    fn new(name: impl Into<String>, source: Source) -> Self {
        Self { name: name.into(), source, weight: 1.0, b: 0.75 }
    }

    /// The title of the document.
    #[must_use]
    pub fn title() -> Self {
        Self::new("title", Source::Title)
    }

    /// The headings that the chunk stands under.
    #[must_use]
    pub fn context() -> Self {
        Self::new("context", Source::Context)
    }

    /// The text of the chunk.
    #[must_use]
    pub fn text() -> Self {
        Self::new("text", Source::Text)
    }

    /// Title, context and text.
    #[must_use]
    pub fn passage() -> Self {
        Self::new("passage", Source::Passage)
    }

    /// The document's metadata under `key`, which is the field's name too.
    #[must_use]
    pub fn metadata(key: impl Into<String>) -> Self {
        let key = key.into();
        Self::new(key.clone(), Source::Metadata(key))
    }

    /// The same field under another name: for a key of metadata that is called as another field is.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// The same field with this weight: a term in it counts as so many in a field of weight 1.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) for a weight below 0 or not finite.
    pub fn with_weight(mut self, weight: f32) -> Result<Self> {
        if !(weight.is_finite() && weight >= 0.0) {
            let message = format!(
                "the weight of the field {:?} is {weight}, and must be finite and 0 or more",
                self.name
            );
            return Err(Error::invalid_config(message));
        }
        self.weight = weight;
        Ok(self)
    }

    /// The same field with this share of length normalisation, 0 (lengths ignored) to 1 (fully normalised).
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) for a share outside that range.
    pub fn with_b(mut self, b: f32) -> Result<Self> {
        if !(0.0..=1.0).contains(&b) {
            let message = format!("b of the field {:?} is {b}, and must be within 0 and 1", self.name);
            return Err(Error::invalid_config(message));
        }
        self.b = b;
        Ok(self)
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How much its terms count.
    #[must_use]
    pub fn weight(&self) -> f32 {
        self.weight
    }

    /// The share of length normalisation.
    #[must_use]
    pub fn b(&self) -> f32 {
        self.b
    }

    pub(super) fn source(&self) -> &Source {
        &self.source
    }

    /// The text of the field in a chunk.
    pub(super) fn of<'a>(&self, chunk: &'a ChunkText<'_>) -> Cow<'a, str> {
        match (&self.source, &chunk.candidate) {
            (Source::Passage, _) | (Source::Text, None) => Cow::Borrowed(&chunk.passage),
            (_, None) => Cow::Borrowed(""),
            (Source::Title, Some(candidate)) => Cow::Borrowed(&candidate.title),
            (Source::Context, Some(candidate)) => Cow::Borrowed(&candidate.context),
            (Source::Text, Some(candidate)) => Cow::Borrowed(&candidate.text),
            (Source::Metadata(key), Some(candidate)) => match candidate.metadata.get(key) {
                Some(Value::Text(text)) => Cow::Borrowed(text),
                Some(value) => {
                    let mut lines = Vec::new();
                    strings(value, &mut lines);
                    Cow::Owned(lines.join("\n"))
                }
                None => Cow::Borrowed(""),
            },
        }
    }
}

/// The strings of a value in their order.
fn strings<'a>(value: &'a Value, out: &mut Vec<&'a str>) {
    match value {
        Value::Text(text) => out.push(text),
        Value::List(values) => values.iter().for_each(|value| strings(value, out)),
        _ => {}
    }
}

/// What distinguishes fields in a segment.
pub(super) struct Named<'a>(pub(super) &'a str, pub(super) &'a Source);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} of the ", self.0)?;
        match self.1 {
            Source::Title => f.write_str("title"),
            Source::Context => f.write_str("context"),
            Source::Text => f.write_str("text"),
            Source::Passage => f.write_str("passage"),
            Source::Metadata(key) => write!(f, "metadata {key:?}"),
        }
    }
}
