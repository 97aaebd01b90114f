//! Runs in TREC form: `query Q0 document rank score tag` a line.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::{BufRead, BufWriter, Write};
use std::path::Path;

use sutra_core::{Error, ErrorKind, Result, ResultExt};

use crate::Run;
use crate::lines::{Place, each_line, open};
use crate::run::{duplicate, finite};

impl Run {
    /// Reads a TREC run file.
    ///
    /// # Errors
    /// [`NotFound`](ErrorKind::NotFound) or [`Io`](ErrorKind::Io) naming the file, and those of
    /// [`from_trec`](Self::from_trec).
    pub fn read_trec(path: impl AsRef<Path>) -> Result<Self> {
        let (source, name) = open(path.as_ref())?;
        Self::from_trec(source, &name)
    }

    /// Reads a TREC run: six fields a line, separated by spaces or tabs, in any order of lines. `name` stands in
    /// errors.
    ///
    /// The ranking is made from the scores as `trec_eval` makes it: by score descending, then by document id
    /// **descending**; scores are compared as `f32`, and the rank in the file is ignored. Costs O(n log n).
    ///
    /// ```
    /// use sutra_eval::Run;
    /// let run = Run::from_trec("q1 Q0 a 1 0.5 me\nq1 Q0 b 2 0.5 me\n".as_bytes(), "my.run")?;
    /// assert_eq!(run.ranking("q1").unwrap()[0].0, "b");
    /// # Ok::<(), sutra_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// All name file and line: [`InvalidInput`](ErrorKind::InvalidInput) where a line has not six fields or a score
    /// is no number, [`NonFinite`](ErrorKind::NonFinite), [`Duplicate`](ErrorKind::Duplicate) where a query ranks a
    /// document twice.
    pub fn from_trec(source: impl BufRead, name: &str) -> Result<Self> {
        let mut queries: BTreeMap<String, Unsorted> = BTreeMap::new();
        each_line(source, name, |place, line| {
            let (query, doc, score) = parse(place, line)?;
            if queries.entry(query.to_owned()).or_default().push(doc, score) {
                return Ok(());
            }
            Err(place.error(ErrorKind::Duplicate, duplicate(query, doc)))
        })?;
        let mut run = Self::new();
        for (query, Unsorted { mut docs, .. }) in queries {
            docs.sort_unstable_by(best_first);
            run.insert(query, docs)?;
        }
        Ok(run)
    }

    /// Writes a TREC run file, as [`to_trec`](Self::to_trec).
    ///
    /// # Errors
    /// [`Io`](ErrorKind::Io) naming the file, and those of [`to_trec`](Self::to_trec).
    pub fn write_trec(&self, path: impl AsRef<Path>, tag: &str) -> Result<()> {
        let name = path.as_ref().display();
        let mut sink = BufWriter::new(File::create(path.as_ref()).with_context(|| name.to_string())?);
        self.to_trec(&mut sink, tag).with_context(|| name.to_string())?;
        sink.flush().with_context(|| name.to_string())
    }

    /// Writes the run in TREC form, queries in byte order. `tag` names the system.
    ///
    /// Whoever reads the file ranks by score alone, so **the order is kept by the scores**: one that does not fall
    /// below the one before it, as `f32`, is written as the next lower `f32`. All others stand there exactly.
    ///
    /// ```
    /// use sutra_eval::Run;
    /// let mut run = Run::new();
    /// run.push("q1", vec![("a", 0.5), ("b", 0.5)])?;
    /// let mut file = Vec::new();
    /// run.to_trec(&mut file, "me")?;
    /// assert_eq!(file, b"q1 Q0 a 1 0.5 me\nq1 Q0 b 2 0.49999997 me\n");
    /// # Ok::<(), sutra_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`InvalidInput`](ErrorKind::InvalidInput) where an id or the tag is empty or holds white space, which this
    /// form cannot carry, or where no `f32` is left below a score; [`Io`](ErrorKind::Io).
    pub fn to_trec(&self, sink: &mut impl Write, tag: &str) -> Result<()> {
        check_word("the tag", tag)?;
        for (query, docs) in &self.rankings {
            check_word("query", query)?;
            let mut above: Option<f32> = None;
            for (rank, (doc, score)) in docs.iter().enumerate() {
                check_word("document", doc)?;
                let single = *score as f32;
                let rank = rank + 1;
                let written = match above.filter(|above| single >= *above) {
                    Some(above) => above.next_down(),
                    None => single,
                };
                if !written.is_finite() {
                    return Err(Error::invalid_input(format!(
                        "query {query:?}: no score is left below {doc:?}"
                    )));
                }
                if written == single {
                    writeln!(sink, "{query} Q0 {doc} {rank} {score} {tag}")?;
                } else {
                    writeln!(sink, "{query} Q0 {doc} {rank} {written} {tag}")?;
                }
                above = Some(written);
            }
        }
        Ok(())
    }
}

/// The documents of a query as they come.
#[derive(Default)]
struct Unsorted {
    docs: Vec<(String, f64)>,
    seen: HashSet<String>,
}

impl Unsorted {
    /// Adds a document; false where it is there already.
    fn push(&mut self, doc: &str, score: f64) -> bool {
        let new = self.seen.insert(doc.to_owned());
        if new {
            self.docs.push((doc.to_owned(), score));
        }
        new
    }
}

/// Query, document and score of a line.
fn parse<'a>(place: Place<'_>, line: &'a str) -> Result<(&'a str, &'a str, f64)> {
    let fields: Vec<&str> = line.split_ascii_whitespace().collect();
    let [query, _, doc, _, number, _] = fields[..] else {
        let found = fields.len();
        return Err(place.invalid(format_args!(
            "expected 6 fields (query, Q0, document, rank, score, tag), found {found}"
        )));
    };
    let score: f64 = number
        .parse()
        .map_err(|error| place.invalid(format_args!("score {number:?} is no number")).with_source(error))?;
    if !finite(score) {
        let message =
            format_args!("query {query:?}: the score {number} of document {doc:?} is no finite f32");
        return Err(place.error(ErrorKind::NonFinite, message));
    }
    Ok((query, doc, score))
}

/// By score descending as `f32`, then by document id descending. `-0.0` equals `0.0`.
fn best_first(a: &(String, f64), b: &(String, f64)) -> Ordering {
    let (left, right) = (a.1 as f32 + 0.0, b.1 as f32 + 0.0);
    right.total_cmp(&left).then_with(|| b.0.cmp(&a.0))
}

/// An id or a tag that a field between white space can carry.
fn check_word(what: &str, word: &str) -> Result<()> {
    if word.is_empty() || word.bytes().any(|byte| byte.is_ascii_whitespace()) {
        return Err(Error::invalid_input(format!(
            "{what} {word:?} cannot stand in a TREC file: empty or white space"
        )));
    }
    Ok(())
}
