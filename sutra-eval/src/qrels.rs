//! Relevance judgments.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::path::Path;

use sutra_core::{Error, ErrorKind, Result};

use crate::lines::{Place, each_line, open};

/// Relevance judgments: for each query, the grade of each document that somebody judged.
///
/// A grade above 0 is relevant, and the grade is its gain. 0 and **negative grades** (junk, by custom) are
/// judged but not relevant: they count as 0 in every measure. A query is judged if it has at least one
/// judgment, relevant or not. Memory is O(judgments); a look-up costs O(log queries + log judgments).
///
/// ```
/// use sutra_eval::Qrels;
/// let qrels = Qrels::from_beir("query-id\tcorpus-id\tscore\nq1\tdoc a\t2\nq1\tdoc b\t-1\n".as_bytes(), "x.tsv")?;
/// assert_eq!(qrels.grade("q1", "doc a"), Some(2));
/// assert_eq!(qrels.grade("q1", "doc b"), Some(-1));
/// assert_eq!(qrels.grade("q1", "doc c"), None);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Qrels {
    grades: BTreeMap<String, BTreeMap<String, i32>>,
}

impl Qrels {
    /// No judgments.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a judgment. The same judgment twice is one.
    ///
    /// # Errors
    /// [`Duplicate`](ErrorKind::Duplicate) where the document has another grade for this query already; nothing
    /// is changed.
    pub fn insert(&mut self, query: impl Into<String>, doc: impl Into<String>, grade: i32) -> Result<()> {
        let (query, doc) = (query.into(), doc.into());
        if let Some(earlier) = self.grade(&query, &doc).filter(|earlier| *earlier != grade) {
            return Err(Error::new(
                ErrorKind::Duplicate,
                format!("query {query:?} judges document {doc:?} twice, as {earlier} and as {grade}"),
            ));
        }
        self.grades.entry(query).or_default().insert(doc, grade);
        Ok(())
    }

    /// Reads a file of either form: TREC where the first line has four fields, else BEIR.
    ///
    /// # Errors
    /// [`NotFound`](ErrorKind::NotFound) or [`Io`](ErrorKind::Io) naming the file, and those of
    /// [`from_beir`](Self::from_beir) and [`from_trec`](Self::from_trec).
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        let (source, name) = open(path.as_ref())?;
        let mut qrels = Self::new();
        let mut form = None;
        each_line(source, &name, |place, line| {
            let first = form.is_none();
            let form = form.get_or_insert_with(|| Form::of(line));
            qrels.read_line(*form, first, place, line)
        })?;
        Ok(qrels)
    }

    /// Reads BEIR judgments: `query-id<TAB>corpus-id<TAB>score` a line, below a header of just these names. A
    /// file without the header is read too. `name` stands in errors.
    ///
    /// # Errors
    /// [`InvalidInput`](ErrorKind::InvalidInput) naming file and line where a line has not three fields, an id is
    /// empty or a score is no whole number; [`Duplicate`](ErrorKind::Duplicate) likewise for two grades of one
    /// document.
    pub fn from_beir(source: impl BufRead, name: &str) -> Result<Self> {
        Self::from_lines(source, name, Form::Beir)
    }

    /// Reads TREC judgments: `query iteration document grade` a line, separated by spaces or tabs; the iteration
    /// is ignored. `name` stands in errors.
    ///
    /// # Errors
    /// As [`from_beir`](Self::from_beir), with four fields.
    pub fn from_trec(source: impl BufRead, name: &str) -> Result<Self> {
        Self::from_lines(source, name, Form::Trec)
    }

    fn from_lines(source: impl BufRead, name: &str, form: Form) -> Result<Self> {
        let mut qrels = Self::new();
        let mut first = true;
        each_line(source, name, |place, line| {
            qrels.read_line(form, std::mem::take(&mut first), place, line)
        })?;
        Ok(qrels)
    }

    fn read_line(&mut self, form: Form, first: bool, place: Place<'_>, line: &str) -> Result<()> {
        let (query, doc, grade) = match form {
            Form::Beir => {
                let fields: Vec<&str> = line.split('\t').map(str::trim_ascii).collect();
                if first && fields.first() == Some(&"query-id") {
                    return Ok(());
                }
                let [query, doc, grade] = fields[..] else {
                    return Err(place.invalid(format_args!(
                        "expected 3 fields between tabs (query-id, corpus-id, score), found {}",
                        fields.len()
                    )));
                };
                (query, doc, grade)
            }
            Form::Trec => {
                let fields: Vec<&str> = line.split_ascii_whitespace().collect();
                let [query, _, doc, grade] = fields[..] else {
                    return Err(place.invalid(format_args!(
                        "expected 4 fields (query, iteration, document, grade), found {}",
                        fields.len()
                    )));
                };
                (query, doc, grade)
            }
        };
        if query.is_empty() || doc.is_empty() {
            return Err(place.invalid("an id is empty"));
        }
        let number = grade.parse().map_err(|error| {
            place.invalid(format_args!("grade {grade:?} is no whole number")).with_source(error)
        })?;
        self.insert(query, doc, number).map_err(|error| place.error(error.kind(), &error))
    }

    /// The grade that a document got for a query, as it was given; none where it was not judged.
    #[must_use]
    pub fn grade(&self, query: &str, doc: &str) -> Option<i32> {
        self.grades.get(query)?.get(doc).copied()
    }

    /// The ids of the judged queries, in byte order.
    pub fn queries(&self) -> impl ExactSizeIterator<Item = &str> {
        self.grades.keys().map(String::as_str)
    }

    /// The judgments of a query, in the byte order of the documents; none where the query is not judged.
    pub fn judgments(&self, query: &str) -> impl Iterator<Item = (&str, i32)> {
        self.grades.get(query).into_iter().flatten().map(|(doc, grade)| (doc.as_str(), *grade))
    }

    /// Whether a query has a judgment.
    #[must_use]
    pub fn is_judged(&self, query: &str) -> bool {
        self.grades.contains_key(query)
    }

    /// How many judgments there are over all queries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.grades.values().map(BTreeMap::len).sum()
    }

    /// Whether there is no judgment at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.grades.is_empty()
    }
}

/// How a line of judgments is laid out.
#[derive(Clone, Copy)]
enum Form {
    Beir,
    Trec,
}

impl Form {
    /// The form of a file by its first line. Three fields between tabs are BEIR even if an id holds a space.
    fn of(line: &str) -> Self {
        let beir = line.split('\t').count() == 3 || line.split_ascii_whitespace().count() != 4;
        if beir { Self::Beir } else { Self::Trec }
    }
}
