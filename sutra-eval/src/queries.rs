//! The queries of a collection.

use std::collections::HashSet;
use std::io::BufRead;
use std::path::Path;

use serde::Deserialize;
use sutra_core::{ErrorKind, Result};

use crate::lines::{each_line, open};

/// The queries of a collection, in the order of their file: (id, text), ids unique.
///
/// ```
/// use sutra_eval::Queries;
/// let file = r#"{"_id": "q1", "text": "what is a span?", "metadata": {}}"#;
/// let queries = Queries::from_jsonl(file.as_bytes(), "queries.jsonl")?;
/// assert_eq!(queries.iter().collect::<Vec<_>>(), [("q1", "what is a span?")]);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Queries(Vec<(String, String)>);

#[derive(Deserialize)]
struct Record {
    #[serde(rename = "_id")]
    id: String,
    text: String,
}

impl Queries {
    /// Reads a JSON Lines file, as [`from_jsonl`](Self::from_jsonl).
    ///
    /// # Errors
    /// [`NotFound`](ErrorKind::NotFound) or [`Io`](ErrorKind::Io) naming the file, and those of
    /// [`from_jsonl`](Self::from_jsonl).
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        let (source, name) = open(path.as_ref())?;
        Self::from_jsonl(source, &name)
    }

    /// Reads one JSON object a line, with the strings `_id` and `text`; other fields are ignored. `name` stands in
    /// errors.
    ///
    /// # Errors
    /// [`InvalidInput`](ErrorKind::InvalidInput) naming file, line and column where a line is no such object;
    /// [`Duplicate`](ErrorKind::Duplicate) where an id comes again.
    pub fn from_jsonl(source: impl BufRead, name: &str) -> Result<Self> {
        let mut queries = Vec::new();
        let mut seen = HashSet::new();
        each_line(source, name, |place, line| {
            let Record { id, text } = serde_json::from_str(line).map_err(|error| {
                // The parser sees one line, and its own message calls each of them line 1.
                let message = error.to_string();
                let message =
                    message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
                place.invalid(format_args!("column {}: {message}", error.column())).with_source(error)
            })?;
            if !seen.insert(id.clone()) {
                return Err(place.error(ErrorKind::Duplicate, format_args!("query {id:?} comes twice")));
            }
            queries.push((id, text));
            Ok(())
        })?;
        Ok(Self(queries))
    }

    /// Id and text of each query, in file order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.0.iter().map(|(id, text)| (id.as_str(), text.as_str()))
    }

    /// How many queries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no query.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
