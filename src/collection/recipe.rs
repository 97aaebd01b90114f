//! What a recipe keeps of each segment.

use std::num::NonZeroUsize;
use std::sync::Arc;

use sutra_core::{Error, ErrorKind, IndexPart, Metric, Result};
use sutra_index::{Bm25Part, FlatPart};

use super::manifest::{Manifest, PartEntry};
use crate::GenerationBuilder;

/// Where the built-in parts stand in the list of parts; the dense one only where there is an encoder.
pub(super) const LEXICAL: usize = 0;
pub(super) const DENSE: usize = 1;

/// What the names of a user's own parts start with in the manifest.
const OWN: &str = "own ";

/// A part of a recipe, under the name that it has in the manifest.
pub(super) struct RecipePart {
    pub(super) name: String,
    pub(super) part: Arc<dyn IndexPart>,
}

impl GenerationBuilder {
    pub(super) fn lexical_part(&self) -> Bm25Part {
        // What it writes does not depend on their number.
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Bm25Part::new(self.analyzer_ref().clone()).with_threads(threads)
    }

    pub(super) fn dense_part(&self) -> FlatPart {
        FlatPart::new(Metric::Cosine)
    }

    /// Every part, in the order of the manifest: BM25, the vectors where there is an encoder, and the user's own.
    pub(super) fn all_parts(&self) -> Vec<RecipePart> {
        let part = |name: &str, part: Arc<dyn IndexPart>| RecipePart { name: name.to_owned(), part };
        let mut parts = vec![part("lexical", Arc::new(self.lexical_part()))];
        if self.encoder_source().is_some() {
            parts.push(part("dense", Arc::new(self.dense_part())));
        }
        parts
            .extend(self.own_parts().iter().map(|own| part(&format!("{OWN}{}", own.name), own.part.clone())));
        parts
    }

    pub(super) fn part_entries(&self) -> Vec<PartEntry> {
        let entry = |part: RecipePart| {
            let (format, version) = part.part.format();
            PartEntry { format: format.to_owned(), version, name: part.name }
        };
        self.all_parts().into_iter().map(entry).collect()
    }

    /// Checks that a collection was made by a recipe like this one.
    pub(super) fn check(&self, manifest: &Manifest) -> Result<()> {
        let analyzer = self.analyzer_ref().fingerprint();
        if manifest.analyzer != analyzer.as_str() {
            return Err(Error::new(
                ErrorKind::ForeignFingerprint,
                format!(
                    "the collection was made with the analyser {}, where this one is {analyzer}",
                    manifest.analyzer
                ),
            ));
        }
        let expected = self.part_entries();
        let names = |parts: &[PartEntry]| parts.iter().map(|part| part.name.clone()).collect::<Vec<_>>();
        if names(&expected) != names(&manifest.parts) {
            let list = |parts| names(parts).join(", ");
            return Err(Error::invalid_config(format!(
                "the collection has the parts: {}; the recipe has: {}",
                list(&manifest.parts),
                list(&expected)
            )));
        }
        match expected.iter().zip(&manifest.parts).find(|(expected, found)| expected != found) {
            Some((expected, found)) => Err(Error::new(
                ErrorKind::Version,
                format!(
                    "the part {:?} is stored as {} {}, where {} {} is expected",
                    found.name, found.format, found.version, expected.format, expected.version
                ),
            )),
            None => Ok(()),
        }
    }
}
